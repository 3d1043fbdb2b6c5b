// SPDX-License-Identifier: MIT
#include "session/fit/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads the axes of a sweep, `KEY=FROM:TO:COUNT` or `KEY=V1,V2`, and lists its cells.

static ssResult axisError( const char* text, const char* what )
{
    return ssError( ss_errorValue, "vary",
        "--vary %.80s: %s; expected KEY=A:B:N, KEY=lin:A:B:N, KEY=log:A:B:N or KEY=V1,V2,...", text, what );
}

/// Reads a number or, for a row with an R, a multiple of it: "0.3R".
static bool parseEnd( const ssSimDef* base, const char* word, sweepAxis* axis, double* value )
{
    const ssScenario* scenario = base->scenario;
    double R = ssParamRadius( scenario->model.params, scenario->model.paramCount, base->values, axis->param );
    size_t length = strlen( word );
    char number[64];
    if ( !( R > 0.0 ) || length < 2 || length >= sizeof number || word[length - 1] != 'R' )
    {
        return ssParseNumber( word, value );
    }
    snprintf( number, sizeof number, "%.*s", (int)length - 1, word );
    double multiple = 0.0;
    bool good = ssParseNumber( number, &multiple );
    axis->inRadii = true;
    *value = multiple * R;
    return good;
}

/// The value at `share` of the way from a to b; their ratio or difference may overflow.
static double between( double a, double b, double share, bool logarithmic )
{
    if ( logarithmic )
    {
        return isfinite( b / a ) ? a * pow( b / a, share ) : pow( a, 1.0 - share ) * pow( b, share );
    }
    return isfinite( b - a ) ? a + ( b - a ) * share : a * ( 1.0 - share ) + b * share;
}

#define WORD_CAPACITY 64 // [bytes] of one number or choice, including the final zero

/// The three parts of "A:B:N".
typedef struct rangeWords
{
    char words[3][WORD_CAPACITY];
    int count; // fewer than three when colons are missing
} rangeWords;

static ssResult splitRange( const char* text, const char* range, rangeWords* split )
{
    split->count = 0;
    for ( const char* at = range; split->count < 3; ++at ) // past the colon
    {
        size_t length = strcspn( at, ":" );
        if ( length == 0 || length >= WORD_CAPACITY )
        {
            return axisError(
                text, length == 0 ? "a number is missing" : "a number has more than 63 characters" );
        }
        char* word = split->words[split->count++];
        memcpy( word, at, length );
        word[length] = '\0';
        at += length;
        if ( *at == '\0' ) { break; }
        if ( split->count == 3 ) { return axisError( text, "there are too many colons" ); }
    }
    return ssOk();
}

typedef struct valueRange
{
    double a, b, n; // from a to b in n values
} valueRange;

static ssResult parseRange(
    const ssSimDef* base, const char* text, const char* words, sweepAxis* axis, valueRange* range )
{
    rangeWords split;
    SS_TRY( splitRange( text, words, &split ) );
    if ( split.count != 3 || !parseEnd( base, split.words[0], axis, &range->a ) ||
        !parseEnd( base, split.words[1], axis, &range->b ) || !ssParseNumber( split.words[2], &range->n ) )
    {
        bool bare =
            strcmp( split.words[0], "R" ) == 0 || ( split.count > 1 && strcmp( split.words[1], "R" ) == 0 );
        return axisError( text,
            bare ? "this is not a range of numbers: R needs a number before it; R itself is 1R"
                 : "this is not a range of numbers" );
    }
    if ( !( range->n >= 1.0 && range->n == floor( range->n ) && range->n <= sweep_cellsMax ) )
    {
        return axisError( text, "N must be a whole number from 1 to 10000000" );
    }
    if ( range->n > 1.0 && !( range->b > range->a ) ) { return axisError( text, "B must be larger than A" ); }
    return axis->logarithmic && !( range->a > 0.0 ) ? axisError( text, "a logarithmic range needs A > 0" )
                                                    : ssOk();
}

static ssResult makeRange( const ssSimDef* base, const char* text, const char* words, sweepAxis* axis )
{
    valueRange range;
    SS_TRY( parseRange( base, text, words, axis, &range ) );
    axis->count = (int)range.n;
    axis->values = calloc( (size_t)axis->count, sizeof( double ) );
    if ( axis->values == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the values of an axis" );
    }
    for ( int i = 0; i < axis->count; ++i )
    {
        double share = axis->count > 1 ? (double)i / ( axis->count - 1 ) : 0.0;
        // Both ends are exactly what was asked for.
        axis->values[i] = i == 0   ? range.a
            : i == axis->count - 1 ? range.b
                                   : between( range.a, range.b, share, axis->logarithmic );
        if ( base->scenario->model.params[axis->param].kind == ss_paramInteger )
        {
            axis->values[i] = round( axis->values[i] );
        }
    }
    return ssOk();
}

static ssResult makeList( const ssSimDef* base, const char* text, const char* list, sweepAxis* axis )
{
    int count = 1;
    for ( const char* at = list; *at != '\0'; ++at ) { count += *at == ',' ? 1 : 0; }
    axis->values = calloc( (size_t)count, sizeof( double ) );
    if ( axis->values == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the values of an axis" );
    }
    while ( axis->count < count )
    {
        char word[WORD_CAPACITY];
        size_t length = strcspn( list, "," );
        if ( length == 0 || length >= sizeof word )
        {
            return axisError(
                text, length == 0 ? "a value is missing" : "a value has more than 63 characters" );
        }
        memcpy( word, list, length );
        word[length] = '\0';
        const ssScenario* scenario = base->scenario;
        ssResult result = ssParseParamIn( scenario->model.params, scenario->model.paramCount, base->values,
            axis->param, word, axis->values + axis->count );
        axis->inRadii = axis->inRadii ||
            ( scenario->model.params[axis->param].radius != NULL && word[length - 1] == 'R' );
        if ( result.code != ss_ok ) { return result; }
        ++axis->count;
        list += length + ( list[length] == ',' ? 1 : 0 );
    }
    return ssOk();
}

static int compareNumbers( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

/// Sorts the values, for the maps and the search of rows. False when a value appears twice.
static bool sortValues( sweepAxis* axis )
{
    qsort( axis->values, (size_t)axis->count, sizeof( double ), compareNumbers );
    for ( int i = 1; i < axis->count; ++i )
    {
        if ( axis->values[i] == axis->values[i - 1] ) { return false; }
    }
    return true;
}

int sweepAxis_Find( const sweepAxis* axis, double value )
{
    const double* found =
        bsearch( &value, axis->values, (size_t)axis->count, sizeof( double ), compareNumbers );
    return found != NULL ? (int)( found - axis->values ) : -1;
}

ssResult sweepParseAxis( const ssSimDef* base, const char* text, sweepAxis* axis )
{
    *axis = ( sweepAxis ){ .param = -1 };
    const char* equals = strchr( text, '=' );
    char key[64] = "";
    if ( equals == NULL || equals == text || (size_t)( equals - text ) >= sizeof key )
    {
        return axisError( text, "there is no KEY=" );
    }
    memcpy( key, text, (size_t)( equals - text ) );
    const ssScenario* scenario = base->scenario;
    axis->param = ssFindScenarioParam( scenario, key );
    if ( axis->param < 0 )
    {
        ssSimDef copy = *base;
        return ssSimDef_Set( &copy, key, "0" ); // refused, with the nearest key
    }
    if ( scenario->model.params[axis->param].kind == ss_paramText )
    {
        return axisError( text, "a text cannot be varied" );
    }
    const char* values = equals + 1;
    axis->logarithmic = strncmp( values, "log:", 4 ) == 0;
    bool named = axis->logarithmic || strncmp( values, "lin:", 4 ) == 0;
    bool range = named || strchr( values, ':' ) != NULL;
    ssResult result = range ? makeRange( base, text, values + ( named ? 4 : 0 ), axis )
                            : makeList( base, text, values, axis );
    for ( int i = 0; i < axis->count && result.code == ss_ok; ++i )
    {
        result = ssCheckParam( scenario->model.params + axis->param, axis->values[i] );
    }
    if ( result.code == ss_ok && !sortValues( axis ) )
    {
        // A row is identified by its values. A range of an integer may be finer than the whole numbers.
        result = axisError( text, "a value appears twice" );
    }
    if ( result.code != ss_ok )
    {
        free( axis->values );
        *axis = ( sweepAxis ){ .param = -1 };
    }
    return result;
}

ssResult sweepCheckAxes( const sweepDef* def )
{
    const ssParam* params = def->base.scenario->model.params;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        for ( int k = 0; k < def->axisCount && def->axes[i].inRadii; ++k )
        {
            const char *key = params[def->axes[i].param].key, *other = params[def->axes[k].param].key;
            if ( strcmp( params[def->axes[i].param].radius, other ) == 0 )
            {
                return ssError( ss_errorValue, key,
                    "--vary %s is given in multiples of R, but R follows from %s, which varies too; give %s "
                    "in %s",
                    key, other, key, params[def->axes[i].param].unit );
            }
        }
    }
    return ssOk();
}

void sweepFree( sweepDef* def )
{
    for ( int i = 0; i < def->axisCount; ++i ) { free( def->axes[i].values ); }
    def->axisCount = 0;
}

int64_t sweepCellCount( const sweepDef* def )
{
    double count = 1.0;
    for ( int i = 0; i < def->axisCount; ++i ) { count *= def->axes[i].count; }
    return count <= sweep_cellsMax ? (int64_t)count : -1;
}

void sweepCellValues( const sweepDef* def, int64_t index, double* values )
{
    for ( int i = def->axisCount - 1; i >= 0; --i )
    {
        values[i] = def->axes[i].values[index % def->axes[i].count];
        index /= def->axes[i].count;
    }
}

const ssMeasure* sweepMeasure( const sweepDef* def, int measure )
{
    static const ssMeasure misfit = { "misfit", "",
        "Root mean square distance from the measurements, as a share of their spread." };
    const ssScenario* scenario = def->base.scenario;
    return measure < scenario->model.measureCount ? scenario->model.measures + measure : &misfit;
}
