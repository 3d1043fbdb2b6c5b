// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <stdio.h>
#include <string.h>

// State statements: what a contact remembers, its start, its bound, and its rate, which may follow later.

static bool parseRangeBound(
    textCompiler* c, textState* s, const textValue* low, const char* name, textUnit* unit )
{
    if ( !textExpect( c, text_tokenRange, "a set, or .. between two numbers" ) ) { return false; }
    textValue high = textParseExpression( c );
    if ( !textNeedScalar( c, &high, "a range" ) ) { return false; }
    textValue range = { .start = low->start, .end = high.end };
    unsigned depends = c->depends[low->reg[0]] | c->depends[high.reg[0]];
    textUnit before = *unit, first;
    if ( !textCheckDirection( c, depends, &range, "the range of a state" ) ) { return false; }
    if ( !textMatchUnits( &before, &low->unit, &first ) || !textMatchUnits( &first, &high.unit, unit ) )
    {
        return textFail( c, range.start, range.end, "the range has another unit than %s", name );
    }
    s->low = low->reg[0];
    s->high = high.reg[0];
    return true;
}

static bool takeSetBound(
    textCompiler* c, textState* s, const textValue* bound, const char* name, textUnit* unit )
{
    textUnit before = *unit;
    s->bound = c->sets[bound->set];
    if ( !textCheckDirection( c, textSetDepends( c, &s->bound ), bound, "the bound of a state" ) )
    {
        return false;
    }
    if ( !textMatchUnits( &before, &bound->unit, unit ) )
    {
        char is[TEXT_UNIT_CAPACITY], should[TEXT_UNIT_CAPACITY];
        textFormatUnit( &bound->unit, is );
        textFormatUnit( &before, should );
        return textFail( c, bound->start, bound->end, "the set is in [%s]; expected [%s], the unit of %s", is,
            should, name );
    }
    textPlaceSet( c, &s->bound, bound );
    return true;
}

/// `in SET` or `in LOW .. HIGH`; the current token is the first one after `in`.
static bool parseBound( textCompiler* c, textState* s, const char* name, textUnit* unit )
{
    textValue bound = textParseExpression( c );
    if ( c->failed ) { return false; }
    int size = bound.type == text_typeSet ? 2 : bound.type == text_typeScalar ? 1 : 0;
    if ( size == 0 || ( s->row.size != 0 && s->row.size != size ) )
    {
        return textFail( c, bound.start, bound.end,
            "a pair is kept inside a set such as disc(w), a scalar inside LOW .. HIGH" );
    }
    s->row.size = size;
    return size == 2 ? takeSetBound( c, s, &bound, name, unit ) : parseRangeBound( c, s, &bound, name, unit );
}

static bool parseInitial( textCompiler* c, textState* s, const char* name, textUnit* unit )
{
    textValue initial = textParseWithUnit( c );
    bool pair = initial.type == text_typePair;
    if ( !pair && !textNeedScalar( c, &initial, "a state" ) ) { return false; }
    if ( ( c->depends[initial.reg[0]] | ( pair ? c->depends[initial.reg[1]] : 0 ) ) != 0 )
    {
        return textFail(
            c, initial.start, initial.end, "the initial value of %s depends on parameters only", name );
    }
    s->initial[0] = initial.reg[0];
    s->initial[1] = pair ? initial.reg[1] : TEXT_NONE;
    s->row.size = pair ? 2 : 1;
    *unit = initial.unit;
    unit->kind = unit->kind == text_unitLiteral ? text_unitUnknown : unit->kind;
    return !c->failed;
}

/// What stands before the comma: initial value, unit and bound.
static bool parseStart( textCompiler* c, textState* s, const char* name, textUnit* unit )
{
    if ( textAccept( c, '=' ) )
    {
        if ( !parseInitial( c, s, name, unit ) ) { return false; }
    }
    else if ( c->token.kind == '[' ) { *unit = textParseUnit( c ); }
    if ( textIs( c, "in" ) )
    {
        textNext( c );
        if ( !parseBound( c, s, name, unit ) ) { return false; }
        unit->kind = unit->kind == text_unitLiteral ? text_unitUnknown : unit->kind;
    }
    return s->row.size != 0 ? !c->failed : textFailExpected( c, "= and an initial value, or in and a set" );
}

/// A state that starts nowhere starts at 0, and none outside its range.
static void completeInitial( textCompiler* c, textState* s )
{
    for ( int i = 0; i < s->row.size; ++i )
    {
        s->initial[i] = s->initial[i] != TEXT_NONE ? s->initial[i] : textConstant( c, 0.0 );
    }
    if ( s->low != TEXT_NONE && ( c->depends[s->low] | c->depends[s->high] ) == 0 )
    {
        int above = textEmit( c, text_opMax, s->initial[0], s->low, 0 );
        s->initial[0] = textEmit( c, text_opMin, above, s->high, 0 );
    }
}

static bool checkRate( textCompiler* c, int index, const textToken* name, textValue* rate )
{
    textState* s = &c->program->states[index];
    textUnit* unit = &c->stateSymbols[index]->value.unit;
    bool pair = rate->type == text_typePair;
    if ( !pair && !textNeedScalar( c, rate, "a rate" ) ) { return false; }
    if ( s->row.size != ( pair ? 2 : 1 ) )
    {
        return textFail( c, rate->start, rate->end, "%s is %s, so its rate cannot be %s", s->row.name,
            s->row.size == 2 ? "a pair" : "a scalar", textTypeName( rate->type ) );
    }
    const textUnit second = textMakeUnit( 0, 0, 1 );
    textUnit expected = textMultiplyUnits( unit, &second, -1.0 ), both;
    if ( !textMatchUnits( &expected, &rate->unit, &both ) )
    {
        char is[TEXT_UNIT_CAPACITY], should[TEXT_UNIT_CAPACITY];
        textFormatUnit( &rate->unit, is );
        textFormatUnit( &expected, should );
        return textFail( c, name->start, rate->end, "%s' is [%s]; expected [%s], the unit of %s per second",
            s->row.name, is, should, s->row.name );
    }
    rate->unit = both;
    *unit = unit->kind != text_unitKnown && both.kind == text_unitKnown
        ? textMultiplyUnits( &both, &second, 1.0 )
        : *unit;
    return true;
}

/// ' = expression, after the name of the state.
static void parseRate( textCompiler* c, int index, const textToken* name )
{
    textState* s = &c->program->states[index];
    int statement = c->stateSymbols[index]->start;
    if ( !textExpect( c, '\'', "' after the name: its rate" ) || !textExpect( c, '=', "= and the rate" ) )
    {
        return;
    }
    if ( c->rateKnown[index] )
    {
        textFail( c, name->start, c->lastEnd, "%s' is already given", s->row.name );
        return;
    }
    c->insideRate = true;
    textValue rate = textParseWithUnit( c );
    c->insideRate = false;
    if ( c->failed || !checkRate( c, index, name, &rate ) ) { return; }
    s->rate[0] = rate.reg[0];
    s->rate[1] = s->row.size == 2 ? rate.reg[1] : TEXT_NONE;
    s->row.unit = s->row.unit[0] != '\0' ? s->row.unit
                                         : textUnitText( c, &c->stateSymbols[index]->value.unit, statement );
    c->program->stateRows[index] = s->row;
    c->rates[index] = rate;
    c->rateKnown[index] = true;
}

bool textParseRateStatement( textCompiler* c )
{
    for ( int i = 0; i < c->program->stateCount; ++i )
    {
        if ( textIs( c, c->stateSymbols[i]->name ) )
        {
            textToken name = c->token;
            textNext( c );
            parseRate( c, i, &name );
            return true;
        }
    }
    return false;
}

void textCheckStates( textCompiler* c )
{
    // A registered function advances its states itself.
    int count = c->program->function == NULL ? c->program->stateCount : 0;
    for ( int i = 0; i < count; ++i )
    {
        const textSymbol* symbol = c->stateSymbols[i];
        if ( !c->rateKnown[i] )
        {
            textFail( c, symbol->start, symbol->start + (int)strlen( symbol->name ),
                "the state %s has no rate; expected %s' = …", symbol->name, symbol->name );
        }
    }
}

static int defineState( textCompiler* c, textState* s, const textToken* name, const textUnit* unit )
{
    ssLawProgram* p = c->program;
    int index = p->stateCount;
    if ( p->stateNumbers + s->row.size > SS_LAW_MAX_STATES )
    {
        textFail( c, name->start, name->end, "more than %d numbers to remember; a pair counts as two",
            SS_LAW_MAX_STATES );
        return index;
    }
    completeInitial( c, s );
    textSymbol* symbol = textDefine( c, name, text_symbolState );
    s->row.name = symbol->name;
    s->row.first = p->stateNumbers;
    s->row.unit = textUnitText( c, unit, name->start );
    p->stateNumbers += s->row.size;
    symbol->index = index;
    symbol->value = ( textValue ){
        .type = s->row.size == 2 ? text_typePair : text_typeScalar, .reg = { 0, 0 }, .unit = *unit
    };
    for ( int i = 0; i < s->row.size; ++i )
    {
        symbol->value.reg[i] = textEmit( c, text_opState, s->row.first + i, 0, 0 );
    }
    if ( !c->failed )
    {
        p->states[index] = *s;
        p->stateRows[index] = s->row;
        c->stateSymbols[index] = symbol;
        ++p->stateCount;
    }
    return index;
}

void textParseState( textCompiler* c )
{
    textToken name;
    textUnit unit = { .kind = text_unitUnknown };
    textState s = { .initial = { TEXT_NONE, TEXT_NONE },
        .rate = { TEXT_NONE, TEXT_NONE },
        .low = TEXT_NONE,
        .high = TEXT_NONE };
    textNext( c );
    if ( !textExpectName( c, &name, "the name of a state" ) || !textCheckNewName( c, &name ) ) { return; }
    textQuote quote = textQuoteOf( c, name.start, name.end );
    c->foldStart = c->token.start;
    if ( !parseStart( c, &s, quote.text, &unit ) ) { return; }
    int index = defineState( c, &s, &name, &unit );
    if ( c->failed || !textAccept( c, ',' ) )
    {
        return; // the rate follows in a statement of its own
    }
    while ( textAccept( c, text_tokenLine ) ) {}
    textToken again = c->token;
    if ( !textIs( c, quote.text ) )
    {
        char expected[64];
        snprintf( expected, sizeof expected, "%.31s' = and the rate of the state", quote.text );
        textFailExpected( c, expected );
        return;
    }
    textNext( c );
    parseRate( c, index, &again );
}
