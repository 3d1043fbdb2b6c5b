// SPDX-License-Identifier: MIT
#include "base/find_row.h"
#include "law/text/text_compile.h"

#include <string.h>

// The functions of numbers and pairs: their arguments, units and instructions.

enum
{
    rulePlain, // from a pure number to a pure number
    ruleSqrt,
    ruleAbs,
    ruleSign,
    ruleLength,
    ruleDot,
    ruleSame,  // min, max: arguments and result have the same unit
    ruleRatio, // atan2: arguments have the same unit
    ruleClamp,
    ruleIf,
    ruleTable, // text_table.c
};

static const textCallable s_functions[] = {
    { "exp", "exp(x)", 1, 1, rulePlain, text_opExp },
    { "log", "log(x)", 1, 1, rulePlain, text_opLog },
    { "log10", "log10(x)", 1, 1, rulePlain, text_opLog10 },
    { "sin", "sin(x), x in radians", 1, 1, rulePlain, text_opSin },
    { "cos", "cos(x), x in radians", 1, 1, rulePlain, text_opCos },
    { "tan", "tan(x), x in radians", 1, 1, rulePlain, text_opTan },
    { "atan", "atan(x)", 1, 1, rulePlain, text_opAtan },
    { "asinh", "asinh(x)", 1, 1, rulePlain, text_opAsinh },
    { "tanh", "tanh(x)", 1, 1, rulePlain, text_opTanh },
    { "sqrt", "sqrt(x)", 1, 1, ruleSqrt, text_opSqrt },
    { "abs", "abs(x)", 1, 1, ruleAbs, text_opAbs },
    { "sign", "sign(x)", 1, 1, ruleSign, text_opSign },
    { "length", "length(p) of a pair", 1, 1, ruleLength, text_opHypot },
    { "hypot", "hypot(a, b)", 2, 2, ruleSame, text_opHypot },
    { "dot", "dot(p, q) of two pairs", 2, 2, ruleDot, text_opAdd },
    { "min", "min(a, b, …), at most 8", 2, TEXT_MAX_ARGUMENTS, ruleSame, text_opMin },
    { "max", "max(a, b, …), at most 8", 2, TEXT_MAX_ARGUMENTS, ruleSame, text_opMax },
    { "atan2", "atan2(y, x)", 2, 2, ruleRatio, text_opAtan2 },
    { "clamp", "clamp(x, low, high)", 3, 3, ruleClamp, text_opMin },
    { "if", "if(a < b, x, y)", 3, 3, ruleIf, text_opSelect },
    { "table", "table(x, linear, (0, 0.3), (1, 0.2), …)", 0, 0, ruleTable, text_opAdd },
};

const textCallable* textFindCallable( const textCallable* rows, int count, const char* name )
{
    int row = FIND_ROW( rows, count, name );
    return row >= 0 ? rows + row : NULL;
}

static const textCallable* findFunction( const char* name )
{
    return textFindCallable( s_functions, SS_COUNT( s_functions ), name );
}

bool textIsFunction( const char* name )
{
    return findFunction( name ) != NULL || textFindSet( name ) != NULL;
}

int textPlainFunctionNames( const char** names )
{
    for ( int i = 0; i < SS_COUNT( s_functions ); ++i ) { names[i] = s_functions[i].name; }
    return SS_COUNT( s_functions );
}

int textFunctionNames( const char** names )
{
    int count = textPlainFunctionNames( names );
    return count + textSetNames( names + count );
}

bool textFailArguments( textCompiler* c, const textCallable* function, const textToken* name )
{
    return textFail( c, name->start, c->lastEnd, "%s has the wrong number of arguments; expected %s",
        function->name, function->usage );
}

int textParseArguments( textCompiler* c, const textCallable* function, const textToken* name,
    textValue arguments[TEXT_MAX_ARGUMENTS] )
{
    textToken open = c->token;
    int count = 0;
    textNext( c );
    if ( c->token.kind != ')' )
    {
        do {
            textValue value = textParseExpression( c );
            arguments[count < TEXT_MAX_ARGUMENTS ? count : 0] = value;
            ++count;
        } while ( textAccept( c, ',' ) );
    }
    textExpectClosing( c, &open );
    if ( !c->failed && ( count < function->minArguments || count > function->maxArguments ) )
    {
        textFailArguments( c, function, name );
    }
    return count;
}

bool textMatchArguments(
    textCompiler* c, const textCallable* function, const textValue* a, int count, textUnit* unit )
{
    *unit = a[0].unit;
    for ( int i = 0; i < count; ++i )
    {
        textUnit before = *unit;
        if ( !textNeedScalar( c, &a[i], function->name ) ) { return false; }
        if ( !textMatchUnits( &before, &a[i].unit, unit ) )
        {
            return textFail( c, a[0].start, a[i].end,
                "%s and %s have different units; %s needs the same unit", textQuoteValue( c, &a[0] ).text,
                textQuoteValue( c, &a[i] ).text, function->name );
        }
    }
    return true;
}

static void callOfOne( textCompiler* c, const textCallable* function, const textValue* a, textValue* result )
{
    bool pair = a->type == text_typePair;
    if ( function->rule == ruleLength && !pair )
    {
        textFail( c, a->start, a->end, "length needs a pair; %s is %s",
            textQuoteOf( c, a->start, a->end ).text, textTypeName( a->type ) );
        return;
    }
    if ( pair && ( function->rule == ruleLength || function->rule == ruleAbs ) )
    {
        result->unit = a->unit;
        result->reg[0] = textEmit( c, text_opHypot, a->reg[0], a->reg[1], 0 );
        return;
    }
    if ( function->rule == rulePlain ? !textNeedPlainNumber( c, a, function->name )
                                     : !textNeedScalar( c, a, function->name ) )
    {
        return;
    }
    if ( function->rule == ruleSqrt || function->rule == ruleAbs )
    {
        result->unit = textPowerUnit( &a->unit, function->rule == ruleSqrt ? 0.5 : 1.0 );
    }
    else { result->unit = a->unit.kind == text_unitLiteral ? a->unit : textMakeUnit( 0, 0, 0 ); }
    result->reg[0] = textEmit( c, function->op, a->reg[0], 0, 0 );
}

static void callDot( textCompiler* c, const textValue* a, textValue* result )
{
    for ( int i = 0; i < 2; ++i )
    {
        if ( a[i].type != text_typePair )
        {
            textFail( c, a[i].start, a[i].end, "dot needs two pairs; %s is %s",
                textQuoteOf( c, a[i].start, a[i].end ).text, textTypeName( a[i].type ) );
            return;
        }
    }
    result->unit = textMultiplyUnits( &a[0].unit, &a[1].unit, 1.0 );
    int x = textEmit( c, text_opMultiply, a[0].reg[0], a[1].reg[0], 0 );
    int y = textEmit( c, text_opMultiply, a[0].reg[1], a[1].reg[1], 0 );
    result->reg[0] = textEmit( c, text_opAdd, x, y, 0 );
}

static void callIf( textCompiler* c, const textValue* a, textValue* result )
{
    if ( !textNeedComparison( c, &a[0], "if" ) ) { return; }
    bool numbers = ( a[1].type == text_typeScalar || a[1].type == text_typePair ) && a[2].type == a[1].type;
    if ( !numbers )
    {
        textFail( c, a[1].start, a[2].end, "%s is %s and %s is %s; if needs two scalars or two pairs",
            textQuoteOf( c, a[1].start, a[1].end ).text, textTypeName( a[1].type ),
            textQuoteOf( c, a[2].start, a[2].end ).text, textTypeName( a[2].type ) );
        return;
    }
    result->type = a[1].type;
    if ( !textMatchUnits( &a[1].unit, &a[2].unit, &result->unit ) )
    {
        textFail( c, a[1].start, a[2].end,
            "%s and %s have different units; both results of if need the same unit",
            textQuoteValue( c, &a[1] ).text, textQuoteValue( c, &a[2] ).text );
        return;
    }
    for ( int i = 0; i < ( result->type == text_typePair ? 2 : 1 ); ++i )
    {
        result->reg[i] = textEmit( c, text_opSelect, a[0].reg[0], a[1].reg[i], a[2].reg[i] );
    }
}

static void callOfSeveral(
    textCompiler* c, const textCallable* function, const textValue* a, int count, textValue* result )
{
    if ( !textMatchArguments( c, function, a, count, &result->unit ) ) { return; }
    if ( function->rule == ruleClamp )
    {
        int above = textEmit( c, text_opMax, a[0].reg[0], a[1].reg[0], 0 );
        result->reg[0] = textEmit( c, text_opMin, above, a[2].reg[0], 0 );
        return;
    }
    result->reg[0] = a[0].reg[0];
    for ( int i = 1; i < count; ++i )
    {
        result->reg[0] = textEmit( c, function->op, result->reg[0], a[i].reg[0], 0 );
    }
    result->unit = function->rule == ruleRatio ? textMakeUnit( 0, 0, 0 ) : result->unit;
}

textValue textParseCall( textCompiler* c, const textToken* name )
{
    textValue arguments[TEXT_MAX_ARGUMENTS] = { 0 };
    textValue result = { .type = text_typeScalar, .reg = { 0, 0 }, .start = name->start };
    textQuote quote = textQuoteOf( c, name->start, name->end );
    const textCallable* function = findFunction( quote.text );
    const textCallable* set = c->vocabulary != NULL ? NULL : textFindSet( quote.text );
    if ( set != NULL ) { return textParseSet( c, set, name ); }
    if ( function == NULL )
    {
        bool known = textFindSymbol( c, c->text + name->start, name->end - name->start ) != NULL;
        known ? textFail( c, c->token.start, c->token.end,
                    "%s is not a function; expected an operator before (", quote.text )
              : textFailUnknown( c, name, true );
        return result;
    }
    if ( function->rule == ruleTable ) { return textParseTable( c, name ); }
    int count = textParseArguments( c, function, name, arguments );
    result.end = c->lastEnd;
    c->foldStart = name->start;
    if ( c->failed ) { return result; }
    if ( function->rule == ruleIf ) { callIf( c, arguments, &result ); }
    else if ( function->rule == ruleDot ) { callDot( c, arguments, &result ); }
    else if ( function->maxArguments == 1 ) { callOfOne( c, function, arguments, &result ); }
    else { callOfSeveral( c, function, arguments, count, &result ); }
    return result;
}
