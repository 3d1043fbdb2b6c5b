// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "slipstick/elementary.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// Units are powers of kg, m, s and K. Degrees need a factor, so that they do not reach a sine unnoticed.

typedef struct unitRow
{
    const char* name;
    double power[TEXT_BASE_UNITS];
} unitRow;

static const unitRow s_units[] = { { "kg", { 1, 0, 0, 0 } }, { "m", { 0, 1, 0, 0 } }, { "s", { 0, 0, 1, 0 } },
    { "N", { 1, 1, -2, 0 } }, { "Pa", { 1, -1, -2, 0 } }, { "J", { 1, 2, -2, 0 } }, { "W", { 1, 2, -3, 0 } },
    { "Hz", { 0, 0, -1, 0 } }, { "K", { 0, 0, 0, 0, 1 } }, { "rad", { 0, 0, 0, 0 } },
    { "deg", { 0, 0, 0, 1 } }, { "°", { 0, 0, 0, 1 } }, { "1", { 0, 0, 0, 0 } } };

#define UNIT_LIST "kg, m, s, K, N, Pa, J, W, Hz, rad, deg or -"

textUnit textMakeUnit( double kg, double m, double s )
{
    return ( textUnit ){ .kind = text_unitKnown, .power = { kg, m, s } };
}

static bool isNear( double a, double b ) { return fabs( a - b ) < 1e-9; }

bool textSameUnit( const textUnit* a, const textUnit* b )
{
    // A typed number may stand for a quantity with a unit, as in 0.1*v, so its products fit any unit.
    bool same = true;
    for ( int i = 0; i < TEXT_BASE_UNITS && !a->scaled && !b->scaled; ++i )
    {
        same = same && isNear( a->power[i], b->power[i] );
    }
    return same;
}

bool textHasNoUnit( const textUnit* unit )
{
    textUnit none = textMakeUnit( 0, 0, 0 );
    return unit->kind != text_unitKnown || textSameUnit( unit, &none );
}

bool textMatchUnits( const textUnit* a, const textUnit* b, textUnit* both )
{
    // A known unit says most, and an unknown one more than a plain number, which takes any.
    bool takeA = a->kind > b->kind || ( a->kind == b->kind && !a->scaled );
    *both = takeA ? *a : *b;
    return a->kind != text_unitKnown || b->kind != text_unitKnown || textSameUnit( a, b );
}

textUnit textPowerUnit( const textUnit* a, double power )
{
    textUnit unit = *a;
    for ( int i = 0; i < TEXT_BASE_UNITS; ++i ) { unit.power[i] *= power; }
    return unit;
}

textUnit textMultiplyUnits( const textUnit* a, const textUnit* b, double power )
{
    textUnit unit = textPowerUnit( b, power );
    for ( int i = 0; i < TEXT_BASE_UNITS; ++i ) { unit.power[i] += a->power[i]; }
    bool unknown = a->kind == text_unitUnknown || b->kind == text_unitUnknown;
    bool literal = a->kind == text_unitLiteral && b->kind == text_unitLiteral;
    unit.kind = unknown ? text_unitUnknown : literal ? text_unitLiteral : text_unitKnown;
    if ( unit.kind != text_unitKnown ) { memset( unit.power, 0, sizeof unit.power ); }
    bool number = a->kind == text_unitLiteral || b->kind == text_unitLiteral;
    unit.scaled = number || a->scaled || b->scaled;
    return unit;
}

/// Appends the factors whose powers have this sign.
static int formatFactors( const double* power, const char* const* names, int count, double sign, char* text )
{
    int used = 0;
    for ( int i = 0; i < count && used < TEXT_UNIT_CAPACITY - 16; ++i )
    {
        double p = sign * power[i];
        if ( p < 1e-9 ) { continue; }
        used += snprintf( text + used, 16, used > 0 ? " %s" : "%s", names[i] );
        if ( !isNear( p, 1.0 ) ) { used += snprintf( text + used, 8, "^%.3g", p ); }
    }
    return used;
}

void textFormatUnit( const textUnit* unit, char text[TEXT_UNIT_CAPACITY] )
{
    static const char* const names[] = { "N", "kg", "m", "s", "deg", "K" };
    static const char* const better[] = { "N", "Pa" };
    text[0] = '\0';
    if ( unit->kind != text_unitKnown ) { return; }
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        textUnit row = { .kind = text_unitKnown };
        memcpy( row.power, s_units[i].power, sizeof row.power );
        for ( int k = 0; k < SS_COUNT( better ); ++k )
        {
            if ( strcmp( s_units[i].name, better[k] ) == 0 && textSameUnit( unit, &row ) )
            {
                snprintf( text, TEXT_UNIT_CAPACITY, "%s", better[k] );
                return;
            }
        }
    }
    // Forces are written with N and not with kg m/s^2: the one that leaves fewer powers.
    const double* p = unit->power;
    double plain[6] = { 0.0, p[0], p[1], p[2], p[3], p[4] },
           force[6] = { p[0], 0.0, p[1] - p[0], p[2] + 2.0 * p[0], p[3], p[4] };
    double plainSize = 0.0, forceSize = 0.0;
    for ( int i = 0; i < 6; ++i )
    {
        plainSize += fabs( plain[i] );
        forceSize += fabs( force[i] );
    }
    const double* powers = forceSize < plainSize ? force : plain;
    char above[TEXT_UNIT_CAPACITY] = "", below[TEXT_UNIT_CAPACITY] = "";
    bool hasAbove = formatFactors( powers, names, 6, 1.0, above ) > 0;
    bool hasBelow = formatFactors( powers, names, 6, -1.0, below ) > 0;
    bool several = strchr( below, ' ' ) != NULL;
    if ( hasBelow )
    {
        snprintf( text, TEXT_UNIT_CAPACITY, several ? "%.12s/(%.14s)" : "%.14s/%.14s", hasAbove ? above : "1",
            below );
        return;
    }
    snprintf( text, TEXT_UNIT_CAPACITY, "%s", hasAbove ? above : "-" );
}

typedef struct unitReader
{
    textCompiler* c;
    int at, end;
} unitReader;

static const struct
{
    const char *prefix, *factor;
} s_prefixes[] = { { "n", "1e-9" }, { "u", "1e-6" }, { "µ", "1e-6" }, { "μ", "1e-6" }, { "m", "0.001" },
    { "c", "0.01" }, { "d", "0.1" }, { "k", "1000" }, { "M", "1e6" }, { "G", "1e9" } };

/// Fails with the SI unit to write instead, if the name is one with a prefix.
static bool failPrefixed( unitReader* r, int start, int end )
{
    const char* name = r->c->text + start;
    int length = end - start;
    if ( length == 1 && name[0] == 'g' )
    {
        return textFail( r->c, start, end, "[g]: units without prefix only; write 0.001 [kg] for 1 g" );
    }
    for ( int i = 0; i < SS_COUNT( s_prefixes ); ++i )
    {
        int skip = (int)strlen( s_prefixes[i].prefix );
        if ( length <= skip || memcmp( name, s_prefixes[i].prefix, (size_t)skip ) != 0 ) { continue; }
        for ( int k = 1; k < SS_COUNT( s_units ); ++k )
        {
            int rest = (int)strlen( s_units[k].name );
            if ( rest == length - skip && memcmp( name + skip, s_units[k].name, (size_t)rest ) == 0 )
            {
                return textFail( r->c, start, end,
                    "[%.*s]: units without prefix only; write %s [%s] for 1 %.*s", length, name,
                    s_prefixes[i].factor, s_units[k].name, length, name );
            }
        }
    }
    textQuote quote = textQuoteOf( r->c, start, end );
    return textFail( r->c, start, end, "%s is not a unit; expected %s", quote.text, UNIT_LIST );
}

static void skipUnitSpace( unitReader* r )
{
    while ( r->at < r->end && ( r->c->text[r->at] == ' ' || r->c->text[r->at] == '\t' ) ) { ++r->at; }
}

/// The power after a factor: ^2, ^-1, ², ³; 1 without one.
static double readUnitPower( unitReader* r )
{
    const char* t = r->c->text;
    int start = r->at;
    if ( r->end - r->at >= 2 && ( memcmp( t + r->at, "²", 2 ) == 0 || memcmp( t + r->at, "³", 2 ) == 0 ) )
    {
        bool two = memcmp( t + r->at, "²", 2 ) == 0;
        r->at += 2;
        return two ? 2.0 : 3.0;
    }
    if ( t[r->at] != '^' ) { return 1.0; }
    ++r->at;
    bool negative = t[r->at] == '-';
    r->at += negative;
    if ( t[r->at] < '1' || t[r->at] > '9' )
    {
        textFail( r->c, start, r->at + 1, "expected a whole power such as m^2 in the unit" );
        return 1.0;
    }
    double power = t[r->at++] - '0';
    return negative ? -power : power;
}

static textUnit readUnitProduct( unitReader* r, bool inBrackets );

static textUnit readUnitFactor( unitReader* r, bool inBrackets )
{
    const char* t = r->c->text;
    textUnit unit = textMakeUnit( 0, 0, 0 );
    skipUnitSpace( r );
    int start = r->at;
    if ( t[r->at] == '(' && !inBrackets )
    {
        ++r->at;
        unit = readUnitProduct( r, true );
        if ( t[r->at] != ')' )
        {
            textFail( r->c, start, r->end, "expected ) in the unit" );
            return unit;
        }
        ++r->at;
        return textPowerUnit( &unit, readUnitPower( r ) );
    }
    while ( r->at < r->end && strchr( " \t/^*().", t[r->at] ) == NULL &&
        !( r->end - r->at >= 2 &&
            ( memcmp( t + r->at, "²", 2 ) == 0 || memcmp( t + r->at, "³", 2 ) == 0 ||
                memcmp( t + r->at, "·", 2 ) == 0 ) ) )
    {
        ++r->at;
    }
    int length = r->at - start;
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        if ( (int)strlen( s_units[i].name ) == length &&
            memcmp( t + start, s_units[i].name, (size_t)length ) == 0 )
        {
            memcpy( unit.power, s_units[i].power, sizeof unit.power );
            return textPowerUnit( &unit, readUnitPower( r ) );
        }
    }
    if ( length == 0 )
    {
        textFail( r->c, start, start + 1, "expected a unit: %s", UNIT_LIST );
        return unit;
    }
    failPrefixed( r, start, r->at );
    return unit;
}

/// Factors, each of which may have a sign of multiplication or a slash before it.
static textUnit readUnitProduct( unitReader* r, bool inBrackets )
{
    const char* t = r->c->text;
    textUnit unit = readUnitFactor( r, inBrackets );
    for ( ;; )
    {
        skipUnitSpace( r );
        if ( r->c->failed || r->at >= r->end || t[r->at] == ')' ) { return unit; }
        bool divide = t[r->at] == '/';
        if ( divide || t[r->at] == '*' ) { ++r->at; }
        else if ( r->end - r->at >= 2 && memcmp( t + r->at, "·", 2 ) == 0 ) { r->at += 2; }
        textUnit factor = readUnitFactor( r, inBrackets );
        unit = textMultiplyUnits( &unit, &factor, divide ? -1.0 : 1.0 );
    }
}

textUnit textParseUnit( textCompiler* c )
{
    textUnit unit = textMakeUnit( 0, 0, 0 );
    int start = c->token.end, end = start;
    while ( c->text[end] != ']' && c->text[end] != '\n' && c->text[end] != '\0' ) { ++end; }
    if ( c->text[end] != ']' )
    {
        textFail( c, c->token.start, end, "the unit is not closed; expected ] before the end of the line" );
        return unit;
    }
    c->cursor = end + 1;
    c->unitStart = start;
    c->unitEnd = end;
    while ( c->unitStart < c->unitEnd && c->text[c->unitStart] == ' ' ) { ++c->unitStart; }
    while ( c->unitEnd > c->unitStart && c->text[c->unitEnd - 1] == ' ' ) { --c->unitEnd; }
    bool none = c->unitEnd - c->unitStart == 1 && c->text[c->unitStart] == '-';
    unitReader reader = { c, c->unitStart, c->unitEnd };
    if ( !none )
    {
        unit = readUnitProduct( &reader, false );
        if ( !c->failed && reader.at < reader.end )
        {
            textFail( c, reader.at, reader.at + 1, "expected ] or a unit: %s", UNIT_LIST );
        }
    }
    c->token.end = end + 1;
    c->lastUnit = unit;
    textNext( c );
    return unit;
}

textUnit textUnitOf( textCompiler* c, const char* text )
{
    const char* before = c->text;
    int cursor = c->cursor;
    textToken token = c->token;
    unitReader reader = { c, 0, (int)strlen( text ) };
    c->text = text;
    textUnit unit = reader.end > 0 ? readUnitProduct( &reader, false ) : textMakeUnit( 0, 0, 0 );
    unit.kind = c->failed || reader.at < reader.end ? text_unitUnknown : text_unitKnown;
    c->text = before;
    c->cursor = cursor;
    c->token = token;
    c->failed = false; // an unknown unit is no error of the text
    return unit;
}

/// The unit that these bytes name, with or without a prefix.
static bool findShort( const char* name, int length, textUnit* unit, double* factor )
{
    for ( int i = -1; i < SS_COUNT( s_prefixes ); ++i )
    {
        const char* prefix = i >= 0 ? s_prefixes[i].prefix : "";
        int skip = (int)strlen( prefix );
        for ( int k = 0; k < SS_COUNT( s_units ) - 1 && length > skip; ++k )
        {
            bool same = memcmp( name, prefix, (size_t)skip ) == 0 &&
                (int)strlen( s_units[k].name ) == length - skip &&
                memcmp( name + skip, s_units[k].name, (size_t)( length - skip ) ) == 0;
            if ( same )
            {
                memcpy( unit->power, s_units[k].power, sizeof unit->power );
                return ssParseNumber( i >= 0 ? s_prefixes[i].factor : "1", factor );
            }
        }
    }
    bool gram = length == 1 && name[0] == 'g';
    *unit = textMakeUnit( 1, 0, 0 );
    *factor = 0.001;
    return gram;
}

int textReadShortUnit( textCompiler* c, int at, textUnit* unit, double* number )
{
    textUnit whole = textMakeUnit( 0, 0, 0 );
    int end = at;
    double sign = 1.0, scale = 1.0;
    if ( c->text[at] == '%' )
    {
        *number *= 0.01;
        *unit = whole;
        return at + 1;
    }
    for ( ;; )
    {
        int stop = end + (int)strcspn( c->text + end, " /*+-^()<>=!,.;[]\t\r\n" );
        textUnit factor = textMakeUnit( 0, 0, 0 );
        double size = 1.0;
        unitReader reader = { c, stop, c->length };
        if ( stop == end || !findShort( c->text + end, stop - end, &factor, &size ) ) { return at; }
        double power = sign * ( c->text[stop] == '^' ? readUnitPower( &reader ) : 1.0 );
        whole = textMultiplyUnits( &whole, &factor, power );
        scale *= ssPow( size, power );
        end = reader.at;
        if ( c->text[end] != '/' || c->text[end + 1] == '\0' ||
            strchr( " (0123456789", c->text[end + 1] ) != NULL )
        {
            *number *= scale;
            *unit = whole;
            return end;
        }
        sign = -1.0;
        ++end;
    }
}
