// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <string.h>

// Expressions, weakest binding first: or, and, not, comparisons, + -, * /, signs, ^, components.

bool textEnter( textCompiler* c )
{
    if ( ++c->nesting > TEXT_MAX_NESTING + 1 )
    {
        return textFail( c, c->token.start, c->token.end,
            c->vocabulary != NULL ? "nested more than %d deep"
                                  : "nested more than %d deep; define the inner parts with let",
            TEXT_MAX_NESTING );
    }
    return true;
}

void textLeave( textCompiler* c ) { --c->nesting; }

const char* textTypeName( textType type )
{
    static const char* const names[] = { "a scalar", "a pair", "a set", "a comparison" };
    return names[type];
}

bool textNeedScalar( textCompiler* c, const textValue* value, const char* who )
{
    if ( c->failed || value->type == text_typeScalar ) { return !c->failed; }
    return textFail( c, value->start, value->end, "%s needs a scalar; %s is %s", who,
        textQuoteOf( c, value->start, value->end ).text, textTypeName( value->type ) );
}

bool textNeedPlainNumber( textCompiler* c, const textValue* value, const char* who )
{
    if ( !textNeedScalar( c, value, who ) || textHasNoUnit( &value->unit ) ) { return !c->failed; }
    bool degrees = value->unit.power[3] != 0.0;
    return textFail( c, value->start, value->end, "%s needs a number without a unit, not %s%s", who,
        textQuoteValue( c, value ).text, degrees ? "; radians are x*pi/180" : "" );
}

/// The span and the type of an operation; fails unless both operands are numbers or pairs.
static textValue joined( textCompiler* c, const textValue* left, const textValue* right, const char* sign )
{
    const textValue* const sides[] = { left, right };
    for ( int i = 0; i < 2; ++i )
    {
        if ( sides[i]->type == text_typeSet || sides[i]->type == text_typeBoolean )
        {
            bool set = sides[i]->type == text_typeSet;
            textFail( c, sides[i]->start, sides[i]->end, "%s needs numbers; %s is %s%s", sign,
                textQuoteOf( c, sides[i]->start, sides[i]->end ).text, textTypeName( sides[i]->type ),
                set ? ": use scale(S, k), shift(S, x, y), rotate(S, degrees)" : ": use if(a < b, x, y)" );
        }
    }
    c->foldStart = left->start;
    return ( textValue ){
        .type = left->type, .reg = { 0, 0 }, .unit = left->unit, .start = left->start, .end = right->end
    };
}

static textValue add( textCompiler* c, const textValue* left, const textValue* right, bool minus )
{
    const char* sign = minus ? "-" : "+";
    textValue sum = joined( c, left, right, sign );
    if ( !c->failed && left->type != right->type )
    {
        textFail( c, left->start, right->end, "%s is %s and %s is %s; both sides of %s need the same type",
            textQuoteOf( c, left->start, left->end ).text, textTypeName( left->type ),
            textQuoteOf( c, right->start, right->end ).text, textTypeName( right->type ), sign );
    }
    if ( !c->failed && !textMatchUnits( &left->unit, &right->unit, &sum.unit ) )
    {
        textFail( c, left->start, right->end, "%s and %s cannot be %s; both sides of %s need the same unit",
            textQuoteValue( c, left ).text, textQuoteValue( c, right ).text, minus ? "subtracted" : "added",
            sign );
    }
    for ( int i = 0; i < ( sum.type == text_typePair ? 2 : 1 ) && !c->failed; ++i )
    {
        sum.reg[i] = textEmit( c, minus ? text_opSubtract : text_opAdd, left->reg[i], right->reg[i], 0 );
    }
    return sum;
}

static textValue multiply( textCompiler* c, const textValue* left, const textValue* right, bool divide )
{
    textValue product = joined( c, left, right, divide ? "/" : "*" );
    bool leftPair = left->type == text_typePair, rightPair = right->type == text_typePair;
    if ( !c->failed && rightPair && ( divide || leftPair ) )
    {
        textFail( c, left->start, right->end,
            divide ? "%s is a pair and cannot divide; expected a scalar after /"
                   : "%s is a pair, too; the product of two pairs is dot(a, b)",
            textQuoteOf( c, right->start, right->end ).text );
    }
    if ( c->failed ) { return product; }
    product.type = leftPair || rightPair ? text_typePair : text_typeScalar;
    product.unit = textMultiplyUnits( &left->unit, &right->unit, divide ? -1.0 : 1.0 );
    for ( int i = 0; i < ( product.type == text_typePair ? 2 : 1 ); ++i )
    {
        product.reg[i] = textEmit( c, divide ? text_opDivide : text_opMultiply, left->reg[leftPair ? i : 0],
            right->reg[rightPair ? i : 0], 0 );
    }
    return product;
}

static textValue power( textCompiler* c, const textValue* base, const textValue* exponent )
{
    textValue result = joined( c, base, exponent, "^" );
    if ( !textNeedScalar( c, base, "^" ) || !textNeedPlainNumber( c, exponent, "the exponent of ^" ) )
    {
        return result;
    }
    double n = 0.0;
    if ( textIsConstant( c, exponent->reg[0], &n ) ) { result.unit = textPowerUnit( &base->unit, n ); }
    else if ( !textHasNoUnit( &base->unit ) )
    {
        result.unit = ( textUnit ){ .kind = text_unitUnknown }; // such as v^n with a parameter n
    }
    result.reg[0] = textEmitPower( c, base->reg[0], exponent->reg[0] );
    return result;
}

static textValue parseNumber( textCompiler* c )
{
    textValue value = {
        .type = text_typeScalar, .unit = { .kind = text_unitLiteral }, .start = c->token.start
    };
    double number = c->token.number;
    if ( c->vocabulary != NULL && c->vocabulary->readUnit != NULL )
    {
        c->vocabulary->readUnit( c, &value.unit, &number );
    }
    value.reg[0] = textConstant( c, number );
    textNext( c );
    if ( c->token.kind == '[' && !c->inExponent ) // in w^2 [m^2] the unit is that of the whole
    {
        value.unit = textParseUnit( c );
    }
    value.end = c->lastEnd;
    return value;
}

/// ( expression ) or a pair ( x, y ).
static textValue parseBrackets( textCompiler* c )
{
    textToken open = c->token;
    textNext( c );
    textValue first = textParseExpression( c ), value = first;
    if ( textAccept( c, ',' ) )
    {
        textValue second = textParseExpression( c );
        if ( textNeedScalar( c, &first, "a pair (x, y)" ) && textNeedScalar( c, &second, "a pair (x, y)" ) )
        {
            value.type = text_typePair;
            value.reg[1] = second.reg[0];
            if ( !textMatchUnits( &first.unit, &second.unit, &value.unit ) )
            {
                textFail( c, first.start, second.end, "%s and %s cannot be a pair; both need the same unit",
                    textQuoteValue( c, &first ).text, textQuoteValue( c, &second ).text );
            }
        }
    }
    textExpectClosing( c, &open );
    value.start = open.start;
    value.end = c->lastEnd;
    return value;
}

bool textExpectClosing( textCompiler* c, const textToken* open )
{
    if ( c->failed || textAccept( c, ')' ) ) { return !c->failed; }
    int line = textLineOf( c, open->start );
    if ( c->token.kind != text_tokenEnd && line == textLineOf( c, c->token.start ) )
    {
        return textFailExpected( c, "an operator, a comma or )" );
    }
    return textFail( c, open->start, open->end, "the bracket is not closed; expected )" );
}

static textValue parsePrimary( textCompiler* c )
{
    textToken token = c->token;
    if ( token.kind == text_tokenNumber ) { return parseNumber( c ); }
    if ( token.kind == '(' ) { return parseBrackets( c ); }
    if ( token.kind == text_tokenName && !textIs( c, "and" ) && !textIs( c, "or" ) && !textIs( c, "in" ) )
    {
        textNext( c );
        textValue term = { .type = text_typeScalar, .reg = { 0, 0 }, .start = token.start };
        if ( c->vocabulary != NULL && c->vocabulary->readTerm != NULL &&
            c->vocabulary->readTerm( c, &token, &term ) )
        {
            term.end = c->lastEnd;
            return term;
        }
        return c->token.kind == '(' ? textParseCall( c, &token ) : textNameValue( c, &token );
    }
    textFailExpected( c, "a number, a name or a bracket" );
    return ( textValue ){ .type = text_typeScalar, .reg = { 0, 0 } };
}

static textValue parseComponents( textCompiler* c )
{
    textValue value = parsePrimary( c );
    while ( c->token.kind == '.' )
    {
        textNext( c );
        bool x = textIs( c, "x" );
        if ( !x && !textIs( c, "y" ) ) { textFailExpected( c, "x or y after the point" ); }
        else if ( value.type != text_typePair )
        {
            textFail( c, value.start, c->token.end, "%s is %s; only a pair has the components .x and .y",
                textQuoteOf( c, value.start, value.end ).text, textTypeName( value.type ) );
        }
        textNext( c );
        value.type = text_typeScalar;
        value.reg[0] = value.reg[x ? 0 : 1];
        value.reg[1] = 0;
        value.end = c->lastEnd;
    }
    return value;
}

static textValue parseSigned( textCompiler* c );

static textValue parsePower( textCompiler* c )
{
    textValue base = parseComponents( c );
    if ( c->token.kind == '^' )
    {
        textNext( c );
        bool outer = c->inExponent;
        c->inExponent = true;
        if ( textEnter( c ) )
        {
            textValue exponent = parseSigned( c );
            base = power( c, &base, &exponent );
        }
        textLeave( c );
        c->inExponent = outer;
    }
    return base;
}

static textValue parseSigned( textCompiler* c )
{
    textToken sign = c->token;
    if ( sign.kind != '-' && sign.kind != '+' ) { return parsePower( c ); }
    textNext( c );
    textValue value = { .type = text_typeScalar, .reg = { 0, 0 } };
    if ( textEnter( c ) )
    {
        textValue operand = parseSigned( c );
        value = joined( c, &operand, &operand, sign.kind == '-' ? "-" : "+" );
        value.start = sign.start;
        for ( int i = 0; i < ( value.type == text_typePair ? 2 : 1 ) && !c->failed; ++i )
        {
            value.reg[i] =
                sign.kind == '-' ? textEmit( c, text_opNegate, operand.reg[i], 0, 0 ) : operand.reg[i];
        }
    }
    textLeave( c );
    return value;
}

static textValue parseProduct( textCompiler* c )
{
    textValue value = parseSigned( c );
    while ( c->token.kind == '*' || c->token.kind == '/' )
    {
        bool divide = c->token.kind == '/';
        textNext( c );
        textValue right = parseSigned( c );
        value = multiply( c, &value, &right, divide );
    }
    return value;
}

static textValue parseSum( textCompiler* c )
{
    textValue value = parseProduct( c );
    while ( c->token.kind == '+' || c->token.kind == '-' )
    {
        bool minus = c->token.kind == '-';
        textNext( c );
        textValue right = parseProduct( c );
        value = add( c, &value, &right, minus );
    }
    return value;
}

static bool isComparison( const textCompiler* c )
{
    int kind = c->token.kind;
    return kind == '<' || kind == '>' || ( kind == '=' && c->vocabulary != NULL ) ||
        ( kind >= text_tokenLessEqual && kind <= text_tokenNotEqual ); // <= >= == !=
}

/// Whether two numbers differ. Outside a law they do not where one of them is NAN.
static int emitDiffers( textCompiler* c, int a, int b )
{
    if ( c->vocabulary != NULL )
    {
        int less = textEmit( c, text_opLess, a, b, 0 );
        return textEmit( c, text_opOr, less, textEmit( c, text_opLess, b, a, 0 ), 0 );
    }
    int equal = textEmit( c, text_opEqual, a, b, 0 );
    return textEmit( c, text_opEqual, equal, textConstant( c, 0.0 ), 0 );
}

textValue textCompare( textCompiler* c, const textToken* sign, const textValue* left, const textValue* right )
{
    textQuote who = textQuoteOf( c, sign->start, sign->end );
    textValue result = joined( c, left, right, who.text );
    textUnit both;
    if ( !textNeedScalar( c, left, who.text ) || !textNeedScalar( c, right, who.text ) ) { return result; }
    if ( !textMatchUnits( &left->unit, &right->unit, &both ) )
    {
        textFail( c, left->start, right->end,
            "%s and %s cannot be compared; both sides of %s need the same unit",
            textQuoteValue( c, left ).text, textQuoteValue( c, right ).text, who.text );
        return result;
    }
    int kind = sign->kind;
    bool swap = kind == '>' || kind == text_tokenGreaterEqual;
    bool equal = kind == text_tokenEqual || kind == '=';
    textOp op = equal ? text_opEqual : kind == '<' || kind == '>' ? text_opLess : text_opLessEqual;
    int a = swap ? right->reg[0] : left->reg[0], b = swap ? left->reg[0] : right->reg[0];
    result.type = text_typeBoolean;
    result.reg[0] = kind == text_tokenNotEqual ? emitDiffers( c, a, b ) : textEmit( c, op, a, b, 0 );
    return result;
}

static textValue parseComparison( textCompiler* c )
{
    textValue left = parseSum( c );
    if ( !isComparison( c ) ) { return left; }
    textToken sign = c->token;
    const textValue* outer = c->compared;
    c->compared = &left;
    textNext( c );
    textValue right = parseSum( c ), result = textCompare( c, &sign, &left, &right );
    c->compared = outer;
    if ( isComparison( c ) )
    {
        textFail( c, left.start, c->token.end, "one comparison at a time; expected a < b and b < c" );
    }
    return result;
}

bool textNeedComparison( textCompiler* c, const textValue* value, const char* who )
{
    if ( c->failed || value->type == text_typeBoolean ) { return !c->failed; }
    return textFail( c, value->start, value->end, "%s needs a comparison such as %s; %s is %s", who,
        c->vocabulary != NULL ? c->vocabulary->example : "v < 0.1",
        textQuoteOf( c, value->start, value->end ).text, textTypeName( value->type ) );
}

static textValue parseNot( textCompiler* c )
{
    if ( !textIs( c, "not" ) ) { return parseComparison( c ); }
    int start = c->token.start;
    textNext( c );
    textValue value = { .type = text_typeBoolean, .reg = { 0, 0 } };
    if ( textEnter( c ) )
    {
        value = parseNot( c );
        if ( textNeedComparison( c, &value, "not" ) )
        {
            value.reg[0] = textEmit( c, text_opEqual, value.reg[0], textConstant( c, 0.0 ), 0 );
            value.start = start;
        }
    }
    textLeave( c );
    return value;
}

static textValue parseLogic( textCompiler* c, const char* word )
{
    bool isOr = strcmp( word, "or" ) == 0;
    textValue value = isOr ? parseLogic( c, "and" ) : parseNot( c );
    while ( textIs( c, word ) )
    {
        textNext( c );
        textValue right = isOr ? parseLogic( c, "and" ) : parseNot( c );
        if ( textNeedComparison( c, &value, word ) && textNeedComparison( c, &right, word ) )
        {
            c->foldStart = value.start;
            value.reg[0] = textEmit( c, isOr ? text_opOr : text_opAnd, value.reg[0], right.reg[0], 0 );
            value.end = right.end;
        }
    }
    return value;
}

textValue textParseExpression( textCompiler* c )
{
    textValue value = { .type = text_typeScalar, .reg = { 0, 0 } };
    bool outer = c->inExponent;
    c->inExponent = false;
    value = textEnter( c ) ? parseLogic( c, "or" ) : value;
    if ( c->vocabulary != NULL && c->vocabulary->readTail != NULL ) { c->vocabulary->readTail( c, &value ); }
    textLeave( c );
    c->inExponent = outer;
    return value;
}
