// SPDX-License-Identifier: MIT
#include "slipstick/param.h"
#include "base/find_row.h"
#include "base/registration.h"
#include "slipstick/elementary.h"

#include <ctype.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Checks, reads and writes values of parameters, independent of the locale, and says what is allowed.

int ssFindParam( const ssParam* params, int count, const char* key )
{
    return FIND_ROW( params, count, key );
}

int ssParam_ChoiceCount( const ssParam* param )
{
    return param->choiceCount + ( param->moreChoices != NULL ? param->moreChoices->count : 0 );
}

const char* ssParam_Choice( const ssParam* param, int index )
{
    SS_ASSERT( index >= 0 && index < ssParam_ChoiceCount( param ) );
    return index < param->choiceCount ? param->choices[index]
                                      : param->moreChoices->names[index - param->choiceCount];
}

int ssTextSlot( const ssParam* params, int param )
{
    int slot = 0;
    for ( int i = 0; i < param; ++i ) { slot += params[i].kind == ss_paramText; }
    return params[param].kind == ss_paramText ? slot : -1;
}

ssResult ssCheckText( const ssParam* param, const char* text )
{
    size_t length = strlen( text );
    if ( length >= SS_TEXT_CAPACITY )
    {
        return ssError( ss_errorValue, param->key, "%s: the text has %zu bytes; allowed: at most %d",
            param->key, length, SS_TEXT_CAPACITY - 1 );
    }
    for ( const char* at = text; *at != '\0'; ++at )
    {
        if ( (unsigned char)*at < 0x20 || (unsigned char)*at == 0x7f )
        {
            return ssError( ss_errorValue, param->key,
                "%s: character %d is a control character; allowed: one line of text", param->key,
                (int)( at - text ) + 1 );
        }
    }
    return ssOk();
}

/// Writes the admissible range as "mu >= 0" or "-90 < incline_deg < 90".
static void describeAllowed( const ssParam* param, char* text, size_t capacity )
{
    const char* below = ( param->open & ss_openLow ) ? "<" : "<=";
    const char* above = ( param->open & ss_openHigh ) ? "<" : "<=";
    const char* unit = param->unit[0] != '\0' ? param->unit : "";
    const char* gap = param->unit[0] != '\0' ? " " : "";
    const char* kind = param->kind == ss_paramInteger ? "a whole number with " : "";
    bool low = isfinite( param->allowedMin ), high = isfinite( param->allowedMax );
    if ( low && high )
    {
        snprintf( text, capacity, "%s%.10g %s %s %s %.10g%s%s", kind, param->allowedMin, below, param->key,
            above, param->allowedMax, gap, unit );
    }
    else if ( low )
    {
        snprintf( text, capacity, "%s%s %s %.10g%s%s", kind, param->key,
            ( param->open & ss_openLow ) ? ">" : ">=", param->allowedMin, gap, unit );
    }
    else if ( high )
    {
        snprintf(
            text, capacity, "%s%s %s %.10g%s%s", kind, param->key, above, param->allowedMax, gap, unit );
    }
    else
    {
        snprintf( text, capacity, "%sany finite number%s%s",
            param->kind == ss_paramInteger ? "a whole number; " : "", unit[0] != '\0' ? " of " : "", unit );
    }
}

static void listChoices( const ssParam* param, char* text, size_t capacity )
{
    size_t used = 0;
    text[0] = '\0';
    for ( int i = 0; i < ssParam_ChoiceCount( param ) && used < capacity; ++i )
    {
        int n =
            snprintf( text + used, capacity - used, "%s%s", i > 0 ? " | " : "", ssParam_Choice( param, i ) );
        used += n > 0 ? (size_t)n : 0;
    }
}

ssResult ssCheckParam( const ssParam* param, double value )
{
    char allowed[160];
    if ( param->kind == ss_paramChoice )
    {
        if ( !( value >= 0.0 && value < (double)ssParam_ChoiceCount( param ) && value == floor( value ) ) )
        {
            listChoices( param, allowed, sizeof allowed );
            return ssError(
                ss_errorValue, param->key, "%s: no such choice; allowed: %s", param->key, allowed );
        }
        return ssOk();
    }

    if ( param->kind == ss_paramText )
    {
        return value == 0.0 ? ssOk()
                            : ssError( ss_errorValue, param->key, "%s is a text, not a number", param->key );
    }
    describeAllowed( param, allowed, sizeof allowed );
    if ( !isfinite( value ) )
    {
        return ssError( ss_errorValue, param->key, "%s = %g is not a finite number; allowed: %s", param->key,
            value, allowed );
    }
    bool tooLow = ( param->open & ss_openLow ) ? value <= param->allowedMin : value < param->allowedMin;
    bool tooHigh = ( param->open & ss_openHigh ) ? value >= param->allowedMax : value > param->allowedMax;
    bool fractional = param->kind == ss_paramInteger && value != floor( value );
    if ( tooLow || tooHigh || fractional )
    {
        return ssError( ss_errorValue, param->key, "%s = %.10g is out of range; allowed: %s", param->key,
            value, allowed );
    }
    return ssOk();
}

/// Turns the locale's decimal point, which printf writes and a library may have set, into a point.
static void pointFromLocale( char* text )
{
    const char* point = localeconv()->decimal_point;
    char* at = strcmp( point, "." ) != 0 ? strstr( text, point ) : NULL;
    if ( at != NULL )
    {
        *at = '.';
        memmove( at + 1, at + strlen( point ), strlen( at + strlen( point ) ) + 1 );
    }
}

/// Copies the text with the locale's decimal point, as strtod expects. False: too long for a number.
static bool pointToLocale( const char* text, char* copy, size_t capacity )
{
    const char *point = localeconv()->decimal_point, *at = strchr( text, '.' );
    int before = at != NULL ? (int)( at - text ) : (int)strlen( text );
    int n = snprintf(
        copy, capacity, "%.*s%s%s", before, text, at != NULL ? point : "", at != NULL ? at + 1 : "" );
    return n >= 0 && (size_t)n < capacity;
}

bool ssParseNumber( const char* text, double* value )
{
    while ( isspace( (unsigned char)*text ) ) { ++text; }
    // strtod would also accept hexadecimal, "inf" and "nan", which are mistakes in a file.
    const char* digits = text + ( *text == '+' || *text == '-' );
    if ( !isdigit( (unsigned char)*digits ) && *digits != '.' ) { return false; }
    if ( digits[0] == '0' && ( digits[1] == 'x' || digits[1] == 'X' ) ) { return false; }
    char copy[512];
    if ( strspn( digits, "0123456789.+-eE \t\n\v\f\r" ) != strlen( digits ) ||
        !pointToLocale( text, copy, sizeof copy ) )
    {
        return false;
    }
    char* end;
    double number = strtod( copy, &end );
    if ( end == copy || !isfinite( number ) ) { return false; }
    while ( isspace( (unsigned char)*end ) ) { ++end; }
    if ( *end != '\0' ) { return false; }
    *value = number;
    return true;
}

ssResult ssParseParam( const ssParam* param, const char* text, double* value )
{
    char allowed[160];
    double number = 0.0;
    if ( param->kind == ss_paramChoice )
    {
        const char* name = registrationPresentName( param->moreChoices, text );
        for ( int i = 0; i < ssParam_ChoiceCount( param ); ++i )
        {
            if ( strcmp( ssParam_Choice( param, i ), name ) == 0 )
            {
                *value = i;
                return ssOk();
            }
        }
        listChoices( param, allowed, sizeof allowed );
        return ssError(
            ss_errorValue, param->key, "%s = %.40s is not a choice; allowed: %s", param->key, text, allowed );
    }
    if ( param->kind == ss_paramText )
    {
        *value = 0.0;
        return ssCheckText( param, text );
    }
    if ( !ssParseNumber( text, &number ) )
    {
        describeAllowed( param, allowed, sizeof allowed );
        return ssError( ss_errorValue, param->key, "%s = %.40s is not a finite number; allowed: %s",
            param->key, text, allowed );
    }
    SS_TRY( ssCheckParam( param, number ) );
    *value = number;
    return ssOk();
}

double ssParamRadius( const ssParam* params, int count, const double* values, int param )
{
    int length = params[param].radius != NULL ? ssFindParam( params, count, params[param].radius ) : -1;
    return length >= 0 ? params[param].radiusShare * values[length] : 0.0;
}

ssResult ssParseParamIn(
    const ssParam* params, int count, const double* values, int param, const char* text, double* value )
{
    double R = ssParamRadius( params, count, values, param ), multiple = 0.0;
    char number[64];
    int length = (int)strlen( text ) - 1;
    if ( R > 0.0 && length > 0 && length < (int)sizeof number && text[length] == 'R' )
    {
        snprintf( number, sizeof number, "%.*s", length, text );
        if ( ssParseNumber( number, &multiple ) )
        {
            ssResult result = ssCheckParam( params + param, multiple * R );
            *value = result.code == ss_ok ? multiple * R : *value;
            return result;
        }
    }
    if ( R > 0.0 && strcmp( text, "R" ) == 0 )
    {
        const char* key = params[param].key;
        return ssError( ss_errorValue, key,
            "%s = R has no number before the R; write 1R for R itself, which is %g", key, R );
    }
    return ssParseParam( params + param, text, value );
}

void ssFormatParam( const ssParam* param, double value, char* text, int capacity )
{
    if ( param->kind == ss_paramChoice )
    {
        snprintf( text, (size_t)capacity, "%s", ssParam_Choice( param, (int)value ) );
    }
    else if ( param->kind == ss_paramText ) { text[0] = '\0'; }
    else
    {
        bool exact = false;
        for ( int digits = 15; digits <= 17 && !exact; ++digits ) // the fewest that read back exactly
        {
            double back;
            snprintf( text, (size_t)capacity, "%.*g", digits, value );
            pointFromLocale( text );
            exact = ssParseNumber( text, &back ) && back == value;
        }
    }
}

/// "1e-05" becomes "1e-5", and "1e+07" "1e7", as sliders and plots write it.
static void shortenExponent( char* text )
{
    char* e = strchr( text, 'e' );
    if ( e == NULL ) { return; }
    char *to = e[1] == '-' ? e + 2 : e + 1, *from = to + strspn( to, "+0" );
    memmove( to, from, strlen( from ) + 1 );
}

void ssFormatNumber( double value, char* text, int capacity )
{
    double size = fabs( value );
    if ( !isfinite( value ) || ( size > 0.0 && ( size < 1e-4 || size >= 1e7 ) ) )
    {
        snprintf( text, (size_t)capacity, "%.4g", value );
        pointFromLocale( text );
        shortenExponent( text );
        return;
    }
    int decimals = size > 0.0 ? 3 - (int)floor( ssLog10( size ) ) : 0;
    snprintf( text, (size_t)capacity, "%.*f", decimals > 0 ? decimals : 0, size > 0.0 ? value : 0.0 );
    pointFromLocale( text );
    char* point = strchr( text, '.' );
    if ( point != NULL )
    {
        char* end = text + strlen( text );
        while ( end[-1] == '0' ) { --end; }
        *( end[-1] == '.' ? end - 1 : end ) = '\0';
    }
}

double ssScaleUnit( double size, const char* unit, char* scaled, int capacity )
{
    static const struct
    {
        double from, factor;
        const char *prefix, *ofKilogram;
    } rows[] = { { 1e9, 1e9, "G", "" }, { 1e6, 1e6, "M", "" }, { 1e-3, 1.0, "", "" },
        { 1e-6, 1e-6, "µ", "mg" }, { 1e-9, 1e-9, "n", "µg" }, { 1e-12, 1e-12, "p", "ng" } };
    size_t letters = strcspn( unit, " /" );
    bool mass = strcmp( unit, "kg" ) == 0, large = size >= 1.0;
    bool named = false; // most units of lengths and times are as strange with a prefix as without
    const char* const names[] = { "N", "J", "W", "Pa", "Hz", "m", "s", "rad" };
    for ( int i = 0; i < ( large ? 5 : SS_COUNT( names ) ); ++i )
    {
        named = named || ( strlen( names[i] ) == letters && strncmp( unit, names[i], letters ) == 0 );
    }
    snprintf( scaled, (size_t)capacity, "%s", unit );
    for ( int i = 0; i < SS_COUNT( rows ) && isfinite( size ) && ( named || ( mass && !large ) ); ++i )
    {
        if ( size >= rows[i].from )
        {
            bool grams = mass && rows[i].factor < 1.0;
            snprintf( scaled, (size_t)capacity, "%s%s", grams ? rows[i].ofKilogram : rows[i].prefix,
                grams ? "" : unit );
            return rows[i].factor;
        }
    }
    return 1.0;
}

void ssFormatQuantity( double value, const char* unit, char* text, int capacity )
{
    char number[32], scaled[48];
    double factor = ssScaleUnit( fabs( value ), unit != NULL ? unit : "", scaled, sizeof scaled );
    ssFormatNumber( value / factor, number, sizeof number );
    // A blank separates every unit from the number, except degrees.
    bool apart = scaled[0] != '\0' && strcmp( scaled, "°" ) != 0;
    snprintf( text, (size_t)capacity, "%s%s%s", number, apart ? " " : "", scaled );
}

#define LONGEST 32

/// Least number of edits (insert, delete, replace, swap neighbours) between names cut to 32 characters.
static int editDistance( const char* a, const char* b )
{
    int m = strlen( a ) < LONGEST ? (int)strlen( a ) : LONGEST;
    int n = strlen( b ) < LONGEST ? (int)strlen( b ) : LONGEST;
    int d[LONGEST + 1][LONGEST + 1];
    for ( int i = 0; i <= m; ++i ) { d[i][0] = i; }
    for ( int j = 0; j <= n; ++j ) { d[0][j] = j; }
    for ( int i = 1; i <= m; ++i )
    {
        for ( int j = 1; j <= n; ++j )
        {
            int best = d[i - 1][j - 1] + ( a[i - 1] != b[j - 1] );
            best = d[i - 1][j] + 1 < best ? d[i - 1][j] + 1 : best;
            best = d[i][j - 1] + 1 < best ? d[i][j - 1] + 1 : best;
            if ( i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] )
            {
                best = d[i - 2][j - 2] + 1 < best ? d[i - 2][j - 2] + 1 : best;
            }
            d[i][j] = best;
        }
    }
    return d[m][n];
}

const char* ssClosestName( const char* name, const char* const* names, int count )
{
    const char* closest = NULL;
    int best = 1 + (int)strlen( name ) / 3;
    for ( int i = 0; i < count; ++i )
    {
        int distance = editDistance( name, names[i] );
        if ( distance <= best && ( closest == NULL || distance < best ) )
        {
            closest = names[i];
            best = distance;
        }
    }
    return closest;
}
