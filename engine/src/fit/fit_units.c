// SPDX-License-Identifier: MIT
#include "slipstick/lab/fit.h"
#include "slipstick/vecmath.h"

#include <ctype.h>
#include <string.h>

// Units as products of powers: "mm", "N m", "kg/m²/s²", "m s^-1", "1/min", "°/s". Angles count as numbers, so
// that rad/s and 1/s are the same; a degree is pi/180.

enum
{
    length,
    mass,
    seconds,
    dimensions
};

typedef struct Unit
{
    double factor; // in m, kg, s
    int powers[dimensions];
} Unit;

typedef struct Symbol
{
    const char* name;
    double factor;
    int powers[dimensions];
    bool prefixed; // mm, kN
} Symbol;

static const Symbol s_symbols[] = { { "m", 1.0, { 1, 0, 0 }, true }, { "g", 1e-3, { 0, 1, 0 }, true },
    { "s", 1.0, { 0, 0, 1 }, true }, { "N", 1.0, { 1, 1, -2 }, true }, { "J", 1.0, { 2, 1, -2 }, true },
    { "W", 1.0, { 2, 1, -3 }, true }, { "Pa", 1.0, { -1, 1, -2 }, true }, { "Hz", 1.0, { 0, 0, -1 }, true },
    { "rad", 1.0, { 0, 0, 0 }, true }, { "bar", 1e5, { -1, 1, -2 }, true }, { "t", 1e3, { 0, 1, 0 }, false },
    { "min", 60.0, { 0, 0, 1 }, false }, { "h", 3600.0, { 0, 0, 1 }, false },
    { "deg", SS_PI / 180.0, { 0, 0, 0 }, false }, { "°", SS_PI / 180.0, { 0, 0, 0 }, false },
    { "rev", 2.0 * SS_PI, { 0, 0, 0 }, false }, { "rpm", 2.0 * SS_PI / 60.0, { 0, 0, -1 }, false },
    { "%", 0.01, { 0, 0, 0 }, false }, { "1", 1.0, { 0, 0, 0 }, false }, { "-", 1.0, { 0, 0, 0 }, false },
    { "in", 0.0254, { 1, 0, 0 }, false }, { "ft", 0.3048, { 1, 0, 0 }, false } };

static const struct
{
    const char* name;
    double factor;
} s_prefixes[] = { { "", 1.0 }, { "k", 1e3 }, { "c", 1e-2 }, { "m", 1e-3 }, { "µ", 1e-6 }, { "μ", 1e-6 },
    { "u", 1e-6 }, { "n", 1e-9 }, { "d", 1e-1 }, { "M", 1e6 }, { "G", 1e9 } };

static const Symbol* findSymbol( const char* name, size_t size, double* prefix )
{
    for ( int p = 0; p < SS_COUNT( s_prefixes ); ++p )
    {
        size_t skip = strlen( s_prefixes[p].name );
        if ( size <= skip || strncmp( name, s_prefixes[p].name, skip ) != 0 ) { continue; }
        for ( int i = 0; i < SS_COUNT( s_symbols ); ++i )
        {
            const Symbol* symbol = s_symbols + i;
            bool same = strlen( symbol->name ) == size - skip &&
                strncmp( name + skip, symbol->name, size - skip ) == 0;
            if ( same && ( skip == 0 || symbol->prefixed ) )
            {
                *prefix = s_prefixes[p].factor;
                return symbol;
            }
        }
    }
    return NULL;
}

/// Reads "^-2", "2", "²" or nothing; returns what follows.
static const char* readPower( const char* at, int* power )
{
    static const char* const superscripts[] = { "¹", "²", "³", "⁴" };
    *power = 1;
    int sign = 1;
    at += *at == '^';
    if ( strncmp( at, "⁻", 3 ) == 0 )
    {
        sign = -1;
        at += 3;
    }
    else if ( *at == '-' && isdigit( (unsigned char)at[1] ) )
    {
        sign = -1;
        ++at;
    }
    if ( isdigit( (unsigned char)*at ) ) { *power = *at++ - '0'; }
    for ( int i = 0; i < SS_COUNT( superscripts ); ++i )
    {
        size_t size = strlen( superscripts[i] );
        if ( strncmp( at, superscripts[i], size ) == 0 )
        {
            *power = i + 1;
            at += size;
            break;
        }
    }
    *power *= sign;
    return at;
}

static bool isSeparator( const char* at, size_t* size )
{
    *size = strncmp( at, "·", 2 ) == 0 ? 2 : *at == ' ' || *at == '*' || *at == '/' ? 1 : 0;
    return *size > 0;
}

static size_t symbolLength( const char* at )
{
    size_t size = 0, skip;
    while ( at[size] != '\0' && !isSeparator( at + size, &skip ) && at[size] != '^' &&
        strncmp( at + size, "²", 2 ) != 0 && strncmp( at + size, "³", 2 ) != 0 &&
        strncmp( at + size, "¹", 2 ) != 0 && strncmp( at + size, "⁻", 3 ) != 0 &&
        ( size == 0 || ( !isdigit( (unsigned char)at[size] ) && at[size] != '-' ) ) )
    {
        ++size;
    }
    return size;
}

static bool parseUnit( const char* text, Unit* unit )
{
    *unit = ( Unit ){ .factor = 1.0 };
    bool below = false;
    for ( const char* at = text; *at != '\0'; )
    {
        size_t skip;
        if ( isSeparator( at, &skip ) )
        {
            below = *at == '/' || ( below && *at != '/' ); // kg/m/s: everything after the first / is below
            at += skip;
            continue;
        }
        size_t size = symbolLength( at );
        double prefix = 1.0;
        const Symbol* symbol = findSymbol( at, size, &prefix );
        int power = 1;
        if ( symbol == NULL ) { return false; }
        at = readPower( at + size, &power );
        power = below ? -power : power;
        for ( int i = 0; i < ( power < 0 ? -power : power ); ++i )
        {
            double factor = prefix * symbol->factor;
            unit->factor = power < 0 ? unit->factor / factor : unit->factor * factor;
        }
        for ( int i = 0; i < dimensions; ++i ) { unit->powers[i] += power * symbol->powers[i]; }
    }
    return true;
}

ssResult ssUnitFactor( const char* from, const char* to, double* factor )
{
    Unit a, b;
    *factor = 1.0;
    if ( from[0] == '\0' || strcmp( from, to ) == 0 ) { return ssOk(); }
    if ( !parseUnit( from, &a ) )
    {
        return ssError( ss_errorFormat, NULL,
            "unknown unit [%.20s]; known: m g s N J W Pa Hz rad deg ° rev rpm min h %%, with prefixes",
            from );
    }
    if ( !parseUnit( to, &b ) || memcmp( a.powers, b.powers, sizeof a.powers ) != 0 )
    {
        return ssError( ss_errorFormat, NULL, "unit [%.20s] cannot be converted to [%.20s]", from,
            to[0] != '\0' ? to : "1" );
    }
    *factor = a.factor / b.factor;
    return ssOk();
}
