// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char* const s_resultNames[text_resultCount] = { "C", "D", "force", "roll", "spin" };

// ------------------------------------------------------------------------------------------------------ common parts

/// A unit after a whole expression: it gives what is not known, and checks what is.
static void acceptUnit( textCompiler* c, textValue* value )
{
    if ( c->token.kind != '[' )
    {
        return;
    }
    textUnit before = value->unit, unit = textParseUnit( c );
    if ( value->type == text_typeBoolean )
    {
        textFail( c, value->start, c->lastEnd, "a comparison has no unit" );
    }
    else if ( !textMatchUnits( &before, &unit, &value->unit ) )
    {
        char given[TEXT_UNIT_CAPACITY];
        textFormatUnit( &unit, given );
        textFail( c, value->start, c->lastEnd, "%s does not have the unit [%s]",
            textQuoteValue( c, value ).text, given );
    }
    value->unit = unit;
}

static textValue parseWithUnit( textCompiler* c )
{
    textValue value = textParseExpression( c );
    acceptUnit( c, &value );
    return value;
}

static bool expectName( textCompiler* c, textToken* name, const char* expected )
{
    *name = c->token;
    return textExpect( c, text_tokenName, expected );
}

/// The unit of a row: as it was typed, if that is the unit of the value.
static const char* unitText( textCompiler* c, const textUnit* unit, int statement )
{
    textUnit none = textMakeUnit( 0, 0, 0 );
    char text[TEXT_UNIT_CAPACITY];
    if ( unit->kind != text_unitKnown || textSameUnit( unit, &none ) )
    {
        bool angle = unit->kind == text_unitKnown && c->unitStart >= statement &&
            c->unitEnd - c->unitStart == 3 && memcmp( c->text + c->unitStart, "rad", 3 ) == 0;
        return angle ? "rad" : "";
    }
    if ( c->unitStart >= statement && textSameUnit( unit, &c->lastUnit ) )
    {
        return textKeep( c, c->text + c->unitStart, c->unitEnd - c->unitStart );
    }
    textFormatUnit( unit, text );
    return textKeep( c, text, (int)strlen( text ) );
}

/// The string of the current token.
static const char* parseString( textCompiler* c, int most )
{
    textToken token = c->token;
    int characters = 0;
    for ( int i = token.start + 1; i < token.end - 1; ++i )
    {
        characters += ( (unsigned char)c->text[i] & 0xc0 ) != 0x80;
    }
    if ( characters > most )
    {
        textFail(
            c, token.start, token.end, "the quotation has %d characters; at most %d", characters, most );
        return "";
    }
    const char* text = textKeep( c, c->text + token.start + 1, token.end - token.start - 2 );
    textNext( c );
    return text;
}

// ------------------------------------------------------------------------------------------------------ parameters

/// A number that can be computed now.
static bool parseConstant( textCompiler* c, const char* what, textValue* value, double* number )
{
    *value = textParseExpression( c );
    if ( c->failed || ( value->type == text_typeScalar && textIsConstant( c, value->reg[0], number ) ) )
    {
        return !c->failed;
    }
    return textFail( c, value->start, value->end, "%s must be a number; for %s use let", what,
        textQuoteOf( c, value->start, value->end ).text );
}

static bool parseRange( textCompiler* c, ssParam* row, textUnit* unit )
{
    textValue low, high;
    textUnit before = *unit;
    if ( !parseConstant( c, "the lower end of a range", &low, &row->min ) ||
        !textExpect( c, text_tokenRange, ".. between the ends of the range" ) ||
        !parseConstant( c, "the upper end of a range", &high, &row->max ) )
    {
        return false;
    }
    if ( !textMatchUnits( &before, &low.unit, unit ) || !textMatchUnits( &before, &high.unit, unit ) )
    {
        return textFail( c, low.start, high.end, "the range has another unit than %s", row->key );
    }
    *unit = before;
    if ( !( row->min < row->max ) )
    {
        return textFail(
            c, low.start, high.end, "the range %g .. %g is empty; expected LOW .. HIGH", row->min, row->max );
    }
    if ( textIs( c, "log" ) )
    {
        row->logScale = true;
        if ( row->min < 0.0 )
        {
            return textFail( c, low.start, low.end,
                "a logarithmic range cannot begin at %g; expected 0 or more", row->min );
        }
        textNext( c );
    }
    row->allowedMin = row->min;
    row->allowedMax = row->max;
    return true;
}

/// The slider of a parameter without a range.
static void defaultRange( ssParam* row )
{
    double value = row->defaultValue;
    row->min = value > 0.0 ? 0.0 : value < 0.0 ? 2.0 * value : -1.0;
    row->max = value > 0.0 ? 2.0 * value : value < 0.0 ? 0.0 : 1.0;
    row->allowedMin = -(double)INFINITY;
    row->allowedMax = (double)INFINITY;
}

static void parseParam( textCompiler* c )
{
    ssLawProgram* p = c->program;
    int statement = c->token.start;
    textToken name;
    textNext( c );
    if ( !expectName( c, &name, "the name of a parameter" ) || !textCheckNewName( c, &name ) )
    {
        return;
    }
    if ( p->paramCount >= SS_LAW_MAX_PARAMS )
    {
        textFail( c, name.start, name.end, "more than %d parameters", SS_LAW_MAX_PARAMS );
        return;
    }
    ssParam* row = &p->params[p->paramCount];
    textSymbol* symbol = textDefine( c, &name, text_symbolParam );
    textValue value;
    *row = ( ssParam ){ .key = symbol->name,
        .symbol = symbol->name,
        .label = symbol->name,
        .group = "law",
        .doc = "A parameter of the law.",
        .kind = ss_paramNumber,
        .live = true };
    if ( !textExpect( c, '=', "= after the name of a parameter" ) ||
        !parseConstant( c, "the value of a parameter", &value, &row->defaultValue ) )
    {
        return;
    }
    acceptUnit( c, &value );
    value.unit.kind = value.unit.kind == text_unitKnown ? text_unitKnown : text_unitUnknown;
    row->unit = unitText( c, &value.unit, statement );
    defaultRange( row );
    if ( textIs( c, "in" ) )
    {
        textNext( c );
        if ( !parseRange( c, row, &value.unit ) )
        {
            return;
        }
    }
    if ( row->defaultValue < row->allowedMin || row->defaultValue > row->allowedMax )
    {
        textFail( c, value.start, value.end, "%s = %g is outside its range %g .. %g", row->key,
            row->defaultValue, row->min, row->max );
    }
    if ( c->token.kind == text_tokenString )
    {
        row->doc = parseString( c, TEXT_MAX_DOC );
        row->label = row->doc[0] != '\0' ? row->doc : row->label;
    }
    value.reg[0] = textEmit( c, text_opParam, p->paramCount, 0, 0 );
    symbol->value = value;
    symbol->index = p->paramCount++;
}

static void parseLet( textCompiler* c )
{
    textToken name;
    textNext( c );
    if ( !expectName( c, &name, "a name after let" ) || !textCheckNewName( c, &name ) ||
        !textExpect( c, '=', "= after the name" ) )
    {
        return;
    }
    textValue value = parseWithUnit( c );
    if ( !c->failed )
    {
        textDefine( c, &name, text_symbolLet )->value = value;
    }
}

// ---------------------------------------------------------------------------------------------------------- states

/// Fails if a set or another bound depends on what it must not depend on.
static bool checkDirection( textCompiler* c, unsigned depends, const textValue* value, const char* who )
{
    if ( ( depends & ss_lawInputDirection ) == 0 )
    {
        return true;
    }
    return textFail( c, value->start, value->end,
        "%s must not depend on the direction of sliding (vel, vx, vy, phi); it may on v, N, t, x, y, wr, ws "
        "and states",
        who );
}

/// `in SET` or `in LOW .. HIGH`. Sets the size of a state that has no initial value.
static bool parseBound( textCompiler* c, textState* s, const char* name, textUnit* unit )
{
    textValue bound = textParseExpression( c );
    textUnit before = *unit;
    if ( !c->failed && bound.type == text_typeScalar )
    {
        textValue high = bound;
        if ( textExpect( c, text_tokenRange, "a set, or .. between two numbers" ) )
        {
            high = textParseExpression( c );
        }
        if ( !textNeedScalar( c, &high, "a range" ) ||
            !checkDirection( c, c->depends[bound.reg[0]] | c->depends[high.reg[0]], &bound, "a range" ) )
        {
            return false;
        }
        textUnit first;
        if ( !textMatchUnits( &before, &bound.unit, &first ) || !textMatchUnits( &first, &high.unit, unit ) )
        {
            return textFail( c, bound.start, high.end, "the range has another unit than %s", name );
        }
        s->low = bound.reg[0];
        s->high = high.reg[0];
    }
    else if ( !c->failed && bound.type == text_typeSet )
    {
        s->bound = c->sets[bound.set];
        if ( !checkDirection( c, textSetDepends( c, &s->bound ), &bound, "the bound of a state" ) )
        {
            return false;
        }
        if ( !textMatchUnits( &before, &bound.unit, unit ) )
        {
            return textFail( c, bound.start, bound.end, "the set has another unit than %s", name );
        }
        ssTextPlace place = textPlaceOf( c, bound.start, bound.end );
        s->bound.line = place.line;
        s->bound.column = place.column;
        textFinishSet( c, &s->bound );
    }
    int size = bound.type == text_typeSet ? 2 : 1;
    if ( !c->failed &&
        ( bound.type == text_typePair || bound.type == text_typeBoolean ||
            ( s->row.size != 0 && s->row.size != size ) ) )
    {
        return textFail( c, bound.start, bound.end,
            "a pair is bounded by a set such as disc(w), a scalar by LOW .. HIGH" );
    }
    s->row.size = size;
    return !c->failed;
}

/// What stands before the comma: initial value, unit and bound.
static bool parseStart( textCompiler* c, textState* s, const char* name, textUnit* unit )
{
    if ( textAccept( c, '=' ) )
    {
        textValue initial = parseWithUnit( c );
        bool pair = initial.type == text_typePair;
        if ( !pair && !textNeedScalar( c, &initial, "a state" ) )
        {
            return false;
        }
        if ( ( c->depends[initial.reg[0]] | ( pair ? c->depends[initial.reg[1]] : 0 ) ) != 0 )
        {
            return textFail(
                c, initial.start, initial.end, "the initial value of %s depends on parameters only", name );
        }
        s->initial[0] = initial.reg[0];
        s->initial[1] = pair ? initial.reg[1] : TEXT_NONE;
        s->row.size = pair ? 2 : 1;
        *unit = initial.unit;
    }
    else if ( c->token.kind == '[' )
    {
        *unit = textParseUnit( c );
    }
    unit->kind = unit->kind == text_unitLiteral ? text_unitUnknown : unit->kind;
    if ( textIs( c, "in" ) )
    {
        textNext( c );
        return parseBound( c, s, name, unit );
    }
    if ( !c->failed && s->row.size == 0 )
    {
        return textFailExpected( c, "= and an initial value, or in and a set" );
    }
    return !c->failed;
}

/// A state that starts nowhere starts at 0, or where its range is nearest to 0.
static void completeInitial( textCompiler* c, textState* s )
{
    int zero = textConstant( c, 0.0 );
    for ( int i = 0; i < s->row.size; ++i )
    {
        s->initial[i] = s->initial[i] != TEXT_NONE ? s->initial[i] : zero;
    }
    if ( s->low != TEXT_NONE && ( c->depends[s->low] | c->depends[s->high] ) == 0 )
    {
        int above = textEmit( c, text_opMax, s->initial[0], s->low, 0 );
        s->initial[0] = textEmit( c, text_opMin, above, s->high, 0 );
    }
}

/// , NAME' = expression
static bool parseRate( textCompiler* c, textState* s, const textToken* name, textUnit* unit )
{
    int index = c->program->stateCount;
    textToken again = c->token;
    textQuote quote = textQuoteOf( c, name->start, name->end );
    if ( !textIs( c, quote.text ) )
    {
        char expected[64];
        snprintf( expected, sizeof expected, "%.31s' = and the rate of the state", quote.text );
        return textFailExpected( c, expected );
    }
    textNext( c );
    if ( !textExpect( c, '\'', "' after the name: its rate" ) || !textExpect( c, '=', "= after the rate" ) )
    {
        return false;
    }
    textValue rate = parseWithUnit( c );
    bool pair = rate.type == text_typePair;
    if ( c->failed || ( !pair && !textNeedScalar( c, &rate, "a rate" ) ) )
    {
        return false;
    }
    if ( s->row.size != ( pair ? 2 : 1 ) )
    {
        return textFail( c, rate.start, rate.end, "%s is %s, so its rate cannot be %s", quote.text,
            s->row.size == 2 ? "a pair" : "a scalar", textTypeName( rate.type ) );
    }
    const textUnit second = textMakeUnit( 0, 0, 1 );
    textUnit expected = textMultiplyUnits( unit, &second, -1.0 ), both;
    if ( !textMatchUnits( &expected, &rate.unit, &both ) )
    {
        char is[TEXT_UNIT_CAPACITY], should[TEXT_UNIT_CAPACITY];
        textFormatUnit( &rate.unit, is );
        textFormatUnit( &expected, should );
        return textFail( c, again.start, rate.end, "%s' is [%s]; expected [%s], the unit of %s per second",
            quote.text, is, should, quote.text );
    }
    rate.unit = both;
    *unit = unit->kind == text_unitUnknown && both.kind == text_unitKnown
        ? textMultiplyUnits( &both, &second, 1.0 )
        : *unit;
    s->rate[0] = rate.reg[0];
    s->rate[1] = pair ? rate.reg[1] : TEXT_NONE;
    c->rates[index] = rate;
    return true;
}

static void parseState( textCompiler* c )
{
    ssLawProgram* p = c->program;
    int statement = c->token.start, index = p->stateCount;
    textToken name;
    textUnit unit = { .kind = text_unitUnknown };
    textState s = { .initial = { TEXT_NONE, TEXT_NONE },
        .rate = { TEXT_NONE, TEXT_NONE },
        .low = TEXT_NONE,
        .high = TEXT_NONE };
    textNext( c );
    if ( !expectName( c, &name, "the name of a state" ) || !textCheckNewName( c, &name ) ||
        !parseStart( c, &s, textQuoteOf( c, name.start, name.end ).text, &unit ) )
    {
        return;
    }
    if ( p->stateNumbers + s.row.size > SS_LAW_MAX_STATES )
    {
        textFail( c, name.start, name.end, "more than %d numbers to remember; a pair counts as two",
            SS_LAW_MAX_STATES );
        return;
    }
    completeInitial( c, &s );
    s.row.first = p->stateNumbers;
    p->stateNumbers += s.row.size;
    textSymbol* symbol = textDefine( c, &name, text_symbolState );
    symbol->index = index;
    symbol->value = ( textValue ){
        .type = s.row.size == 2 ? text_typePair : text_typeScalar, .reg = { 0, TEXT_NONE }, .unit = unit
    };
    for ( int i = 0; i < s.row.size; ++i )
    {
        symbol->value.reg[i] = textEmit( c, text_opState, s.row.first + i, 0, 0 );
    }
    if ( !textExpect( c, ',', "a comma and the rate of the state" ) )
    {
        return;
    }
    while ( textAccept( c, text_tokenLine ) )
    {
    }
    p->states[index] = s;
    if ( !parseRate( c, &s, &name, &unit ) )
    {
        return;
    }
    symbol->value.unit = unit;
    s.row.name = symbol->name;
    s.row.unit = unitText( c, &unit, statement );
    p->states[index] = s;
    p->stateRows[index] = s.row;
    c->rateKnown[index] = true;
    ++p->stateCount;
}

// --------------------------------------------------------------------------------------------------------- results

static void parseSetResult( textCompiler* c, textResult result, const textValue* value )
{
    const char* name = s_resultNames[result];
    if ( value->type != text_typeSet )
    {
        textFail( c, value->start, value->end,
            "%s is a set, and %s is %s; expected disc(…), ellipse(…), polygon(…), …", name,
            textQuoteOf( c, value->start, value->end ).text, textTypeName( value->type ) );
        return;
    }
    textSet set = c->sets[value->set];
    if ( !checkDirection( c, textSetDepends( c, &set ), value, name ) )
    {
        return;
    }
    if ( !textHasNoUnit( &value->unit ) )
    {
        char unit[TEXT_UNIT_CAPACITY];
        textFormatUnit( &value->unit, unit );
        textFail( c, value->start, value->end,
            "%s has the unit [%s]; expected none, since it is per newton of load", name, unit );
        return;
    }
    ssTextPlace place = textPlaceOf( c, value->start, value->end );
    set.line = place.line;
    set.column = place.column;
    textFinishSet( c, &set );
    *( result == text_resultC ? &c->program->c : &c->program->d ) = set;
}

/// roll, spin or force.
static void parseNumberResult( textCompiler* c, textResult result, const textValue* value )
{
    ssLawProgram* p = c->program;
    const char* name = s_resultNames[result];
    bool force = result == text_resultForce, pair = force && value->type == text_typePair;
    if ( !pair && !textNeedScalar( c, value, name ) )
    {
        return;
    }
    textUnit expected = force ? textMakeUnit( 1, 1, -2 ) : textMakeUnit( 0, 1, 0 ), both;
    if ( !textMatchUnits( &expected, &value->unit, &both ) )
    {
        char unit[TEXT_UNIT_CAPACITY];
        textFormatUnit( &value->unit, unit );
        textFail( c, value->start, value->end, "%s has the unit [%s]; expected [%s]%s", name, unit,
            force ? "N" : "m", force ? "" : ", a moment per newton of load" );
        return;
    }
    if ( pair )
    {
        p->force[0] = value->reg[0];
        p->force[1] = value->reg[1];
        return;
    }
    if ( force && ( c->depends[value->reg[0]] & ss_lawInputDirection ) != 0 )
    {
        textFail( c, value->start, value->end,
            "a scalar force acts along vel and must not depend on its direction (vel, vx, vy, phi); expected "
            "a pair, or v" );
        return;
    }
    if ( !checkDirection( c, c->depends[value->reg[0]], value, name ) )
    {
        return;
    }
    *( force ? &p->force[0] : result == text_resultRoll ? &p->roll : &p->spin ) = value->reg[0];
    if ( force )
    {
        ssTextPlace place = textPlaceOf( c, value->start, value->end );
        textSet disc = textEmptySet( ss_setCircle );
        disc.a = textDivideByLoad( c, value->reg[0] );
        disc.line = place.line;
        disc.column = place.column;
        textFinishSet( c, &disc );
        p->c = disc;
    }
}

/// Fails if a statement does not go together with an earlier one.
static bool checkResult( textCompiler* c, textResult result, const textToken* name )
{
    if ( c->given[result] >= 0 )
    {
        return textFail( c, name->start, name->end, "%s is already given in line %d", s_resultNames[result],
            textLineOf( c, c->given[result] ) );
    }
    bool force = result == text_resultForce || c->given[text_resultForce] >= 0;
    bool reservoir = result == text_resultC || c->given[text_resultC] >= 0;
    bool direction = result == text_resultD || c->given[text_resultD] >= 0;
    if ( force && reservoir )
    {
        return textFail( c, name->start, name->end,
            "a law has either C or force; viscosity belongs into C, such as disc(mu + c*v/N)" );
    }
    if ( force && direction )
    {
        return textFail(
            c, name->start, name->end, "D belongs to a reservoir C; a force has its direction already" );
    }
    return true;
}

static void parseResult( textCompiler* c, textResult result )
{
    textToken name = c->token;
    textNext( c );
    if ( !checkResult( c, result, &name ) || !textExpect( c, '=', "= after it" ) )
    {
        return;
    }
    c->given[result] = name.start;
    textValue value = parseWithUnit( c );
    if ( c->failed )
    {
        return;
    }
    if ( result == text_resultC || result == text_resultD )
    {
        parseSetResult( c, result, &value );
    }
    else
    {
        parseNumberResult( c, result, &value );
    }
}

// ------------------------------------------------------------------------------------------------------ statements

static void parseTitle( textCompiler* c )
{
    if ( !textIs( c, "law" ) )
    {
        textFailExpected( c, "law \"title\" at the beginning" );
        return;
    }
    textNext( c );
    if ( c->token.kind != text_tokenString )
    {
        textFailExpected( c, "the title in quotation marks" );
        return;
    }
    c->program->title = parseString( c, TEXT_MAX_TITLE );
}

/// Fails at a line that begins with anything else.
static void failStatement( textCompiler* c )
{
    static const char* const words[] = { "param", "let", "state", "C", "D", "force", "roll", "spin" };
    textToken token = c->token;
    textQuote quote = textQuoteOf( c, token.start, token.end );
    if ( token.kind != text_tokenName )
    {
        textFailExpected( c, "param, let, state, C, D, force, roll or spin" );
        return;
    }
    if ( textIs( c, "law" ) )
    {
        textFail( c, token.start, token.end, "the law has its title already" );
        return;
    }
    const char* closest = ssClosestName( quote.text, words, SS_COUNT( words ) );
    textNext( c );
    if ( c->token.kind == '=' && ( closest == NULL || strlen( quote.text ) < 3 ) )
    {
        textFail( c, token.start, token.end, "%s begins no statement; to define it write let %s = …",
            quote.text, quote.text );
    }
    else if ( closest != NULL )
    {
        textFail(
            c, token.start, token.end, "%s begins no statement; did you mean %s?", quote.text, closest );
    }
    else
    {
        textFail( c, token.start, token.end,
            "%s begins no statement; expected param, let, state, C, D, force, roll or spin", quote.text );
    }
}

static void parseStatement( textCompiler* c )
{
    for ( int i = 0; i < text_resultCount; ++i )
    {
        if ( textIs( c, s_resultNames[i] ) )
        {
            parseResult( c, (textResult)i );
            return;
        }
    }
    if ( textIs( c, "param" ) )
    {
        parseParam( c );
    }
    else if ( textIs( c, "let" ) )
    {
        parseLet( c );
    }
    else if ( textIs( c, "state" ) )
    {
        parseState( c );
    }
    else
    {
        failStatement( c );
    }
}

static void expectEnd( textCompiler* c )
{
    if ( c->token.kind == ')' )
    {
        textFailExpected( c, "the end of the line: no bracket is open" );
    }
    else if ( c->token.kind != text_tokenEnd && c->token.kind != text_tokenLine )
    {
        textFailExpected( c, "an operator or the end of the line" );
    }
}

void textParseStatements( textCompiler* c )
{
    while ( textAccept( c, text_tokenLine ) )
    {
    }
    int title = c->token.start, titleEnd = c->token.end;
    parseTitle( c );
    expectEnd( c );
    while ( c->token.kind != text_tokenEnd )
    {
        if ( !textAccept( c, text_tokenLine ) )
        {
            parseStatement( c );
            expectEnd( c );
        }
    }
    if ( c->given[text_resultC] < 0 && c->given[text_resultForce] < 0 )
    {
        textFail( c, title, titleEnd, "the law gives no friction; expected C = … or force = …" );
    }
}
