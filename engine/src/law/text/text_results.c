// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <string.h>

// What statements share, and C, D, force, roll and spin.

static const char* const s_resultNames[text_resultCount] = { "C", "D", "force", "roll", "spin" };

// ---------------------------------------------------------------------------------------------- common parts

/// A unit after a whole expression: it gives what is not known, and checks what is.
void textAcceptUnit( textCompiler* c, textValue* value )
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

textValue textParseWithUnit( textCompiler* c )
{
    textValue value = textParseExpression( c );
    textAcceptUnit( c, &value );
    return value;
}

bool textExpectName( textCompiler* c, textToken* name, const char* expected )
{
    *name = c->token;
    return textExpect( c, text_tokenName, expected );
}

/// The unit of a row: as it was typed, if that is the unit of the value.
const char* textUnitText( textCompiler* c, const textUnit* unit, int statement )
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

/// Fails if a set or another bound depends on what it must not depend on.
bool textCheckDirection( textCompiler* c, unsigned depends, const textValue* value, const char* who )
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

// --------------------------------------------------------------------------------------------------- results

void textPlaceSet( textCompiler* c, textSet* set, const textValue* value )
{
    ssTextPlace place = textPlaceOf( c, value->start, value->end );
    set->line = place.line;
    set->column = place.column;
    c->foldStart = value->start;
    textFinishSet( c, set );
}

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
    if ( !textCheckDirection( c, textSetDepends( c, &set ), value, name ) )
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
    textPlaceSet( c, &set, value );
    *( result == text_resultC ? &c->program->c : &c->program->d ) = set;
}

/// roll, spin or force.
static void parseNumberResult( textCompiler* c, textResult result, const textValue* value )
{
    ssLawProgram* p = c->program;
    const char* name = s_resultNames[result];
    bool force = result == text_resultForce, pair = force && value->type == text_typePair;
    if ( !pair && !textNeedScalar( c, value, force ? "force, unless it is a pair," : name ) )
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
    if ( !textCheckDirection( c, c->depends[value->reg[0]], value, name ) )
    {
        return;
    }
    *( force ? &p->force[0] : result == text_resultRoll ? &p->roll : &p->spin ) = value->reg[0];
    if ( force )
    {
        textSet disc = textEmptySet( ss_setCircle );
        c->foldStart = value->start;
        disc.a = textDivideByLoad( c, value->reg[0] );
        textPlaceSet( c, &disc, value );
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
            "a law has either C or force; viscosity belongs in C, such as disc(mu + c*v/N)" );
    }
    if ( force && direction )
    {
        return textFail(
            c, name->start, name->end, "D belongs to a reservoir C; a force has its direction already" );
    }
    return true;
}

bool textParseResult( textCompiler* c )
{
    textToken name = c->token;
    int result = 0;
    while ( result < text_resultCount && !textIs( c, s_resultNames[result] ) )
    {
        ++result;
    }
    if ( result == text_resultCount )
    {
        return false;
    }
    textNext( c );
    if ( !checkResult( c, (textResult)result, &name ) || !textExpect( c, '=', "= after it" ) )
    {
        return true;
    }
    c->given[result] = name.start;
    textValue value = textParseWithUnit( c );
    if ( c->failed )
    {
        return true;
    }
    if ( result == text_resultC || result == text_resultD )
    {
        parseSetResult( c, (textResult)result, &value );
    }
    else
    {
        parseNumberResult( c, (textResult)result, &value );
    }
    return true;
}
