// SPDX-License-Identifier: MIT
#include "cli/set_keys.h"

#include "base/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The order of the rows in SS_SET_PARAMS.
enum
{
    key_kind,
    key_a,
    key_b,
    key_s,
    key_l,
    key_e,
    key_mu,
    key_beta,
    key_beta2,
};

static const char* const s_rowNames[] = { "kind", "a", "b", "s", "l", "e", "mu", "beta_deg" };

/// What a kind cannot do without, as bits of the rows.
static const unsigned s_required[ss_setKindCount] = {
    [ss_setCircle] = 1u << key_a,
    [ss_setEllipse] = 1u << key_a | 1u << key_b,
    [ss_setRectangle] = 1u << key_a | 1u << key_b,
    [ss_setSuperellipse] = 1u << key_a | 1u << key_b | 1u << key_s,
    [ss_setStadium] = 1u << key_l | 1u << key_e | 1u << key_b,
    [ss_setAsperity] = 1u << key_mu | 1u << key_beta,
};

ssResult setKeysNumbers( const char* key, const char* text, double** numbers, int* count )
{
    *count = 1;
    for ( const char* at = text; *at != 0; ++at )
    {
        *count += *at == ';';
    }
    *numbers = calloc( (size_t)*count, sizeof( double ) );
    if ( *numbers == NULL )
    {
        return ssError( ss_errorMemory, key, "%s: no memory", key );
    }
    const char* at = text;
    for ( int i = 0; i < *count; ++i )
    {
        size_t length = strcspn( at, ";" );
        if ( csvParseNumber( at, length, &( *numbers )[i] ) == false )
        {
            free( *numbers );
            *numbers = NULL;
            return ssError( ss_errorValue, key, "%s: number %d, '%.*s', is not a finite number", key, i + 1,
                length < 40 ? (int)length : 40, at );
        }
        at += length + ( at[length] == ';' );
    }
    return ssOk();
}

ssResult setKeysTable(
    const char* path, const char* const* columns, int columnCount, double** numbers, int* rows )
{
    *numbers = NULL;
    *rows = 0;
    csvReader reader;
    ssResult result = csvBeginRead( path, &reader );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int at[8];
    for ( int i = 0; i < columnCount && result.code == ss_ok; ++i )
    {
        at[i] = csvFindColumn( &reader, columns[i] );
        if ( at[i] < 0 )
        {
            result = ssError( ss_errorFormat, columns[i], "%.150s: column %s is missing", path, columns[i] );
        }
    }
    bool more = true;
    int capacity = 0;
    while ( result.code == ss_ok )
    {
        result = csvNextRow( &reader, &more );
        if ( result.code != ss_ok || more == false )
        {
            break;
        }
        if ( *rows == capacity )
        {
            capacity = capacity > 0 ? 2 * capacity : 256;
            double* grown = realloc( *numbers, (size_t)capacity * (size_t)columnCount * sizeof( double ) );
            if ( grown == NULL )
            {
                result = ssError( ss_errorMemory, NULL, "%.150s: no memory", path );
                break;
            }
            *numbers = grown;
        }
        for ( int i = 0; i < columnCount && result.code == ss_ok; ++i )
        {
            result = csvReadNumber( &reader, at[i], &( *numbers )[*rows * columnCount + i] );
        }
        *rows += 1;
    }
    csvEndRead( &reader );
    return result;
}

static ssResult readVertices( const char* key, const char* text, ssSetDef* def )
{
    double* numbers = NULL;
    int count = 0;
    ssResult result = setKeysNumbers( key, text, &numbers, &count );
    if ( result.code == ss_ok && count % 2 != 0 )
    {
        result =
            ssError( ss_errorValue, key, "%s: %d numbers; they come in pairs x1;y1;x2;y2;...", key, count );
    }
    if ( result.code == ss_ok )
    {
        ssVec2* points = calloc( (size_t)count / 2, sizeof( ssVec2 ) );
        result = points != NULL ? result : ssError( ss_errorMemory, key, "%s: no memory", key );
        for ( int i = 0; points != NULL && i < count / 2; ++i )
        {
            points[i] = ssVec2_Make( numbers[2 * i], numbers[2 * i + 1] );
        }
        def->points = points;
        def->pointCount = count / 2;
    }
    free( numbers );
    return result;
}

static ssResult readSamples( const char* key, const char* path, ssSetDef* def )
{
    static const char* const columns[] = { "theta_deg", "r" };
    double* numbers = NULL;
    int rows = 0;
    ssResult result = setKeysTable( path, columns, 2, &numbers, &rows );
    if ( result.code == ss_ok )
    {
        ssVec2* points = calloc( (size_t)rows + 1, sizeof( ssVec2 ) );
        result = points != NULL ? result : ssError( ss_errorMemory, key, "%s: no memory", key );
        for ( int i = 0; points != NULL && i < rows; ++i )
        {
            points[i] = ssVec2_Make( numbers[2 * i] * SS_PI / 180.0, numbers[2 * i + 1] );
        }
        def->points = points;
        def->pointCount = rows;
    }
    free( numbers );
    return result;
}

ssResult setKeysRead( const char* prefix, const double* values, const bool* given, int first,
    setKeysTexts texts, bool upToScale, ssSetDef* def )
{
    *def = ssReadSetParams( values, first );
    def->points = NULL;
    def->pointCount = 0;
    ssSetKind kind = def->kind;
    char key[32];
    double beta2 = values[first + key_beta2];
    if ( beta2 < 0.0 && beta2 != -1.0 )
    {
        snprintf( key, sizeof( key ), "%sbeta2_deg", prefix );
        return ssError( ss_errorValue, key,
            "%s = %g; allowed is 0 <= %s < 90, or -1 for the same as %sbeta_deg", key, beta2, key, prefix );
    }
    for ( int i = 0; given != NULL && i < SS_COUNT( s_rowNames ); ++i )
    {
        bool required = i == key_kind || ( s_required[kind] & 1u << i ) != 0;
        required = required && !( upToScale && kind == ss_setCircle && i == key_a );
        if ( required && given[first + i] == false )
        {
            snprintf( key, sizeof( key ), "%s%s", prefix, s_rowNames[i] );
            return i == key_kind ? ssError( ss_errorValue, key, "needs --set %s=...", key )
                                 : ssError( ss_errorValue, key, "%skind=%s needs --set %s=...", prefix,
                                       ssSetKindName( kind ), key );
        }
    }
    const char* text[2] = { texts.vertices, texts.samples };
    for ( int i = 0; i < 2; ++i )
    {
        bool wanted = kind == ( i == 0 ? ss_setPolygon : ss_setPolar );
        snprintf( key, sizeof( key ), "%s%s", prefix, i == 0 ? "vertices" : "samples" );
        if ( wanted && text[i] == NULL )
        {
            return ssError( ss_errorValue, key, "%skind=%s needs --set %s=%s", prefix, ssSetKindName( kind ),
                key, i == 0 ? "x1;y1;x2;y2;..." : "FILE" );
        }
        if ( wanted == false && text[i] != NULL )
        {
            return ssError( ss_errorValue, key, "%s goes with %skind=%s, not with %s", key, prefix,
                i == 0 ? "polygon" : "polar", ssSetKindName( kind ) );
        }
        if ( wanted )
        {
            return i == 0 ? readVertices( key, text[i], def ) : readSamples( key, text[i], def );
        }
    }
    return ssOk();
}

void setKeysFree( ssSetDef* def )
{
    // const for everyone else; allocated here
    union
    {
        const ssVec2* shared;
        ssVec2* own;
    } points = { .shared = def->points };
    free( points.own );
    def->points = NULL;
    def->pointCount = 0;
}
