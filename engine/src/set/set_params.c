// SPDX-License-Identifier: MIT
#include "slipstick/advanced/set_params.h"
#include "set/set_shape.h"
#include "slipstick/advanced/csv.h"

#include <stdio.h>
#include <string.h>

// The rows of planar sets: which rows a kind uses, and how a definition is read from them.

/// The rows that a kind requires.
static const unsigned s_required[ss_setKindCount] = {
    [ss_setCircle] = 1u << ss_setRowA,
    [ss_setEllipse] = 1u << ss_setRowA | 1u << ss_setRowB,
    [ss_setRectangle] = 1u << ss_setRowA | 1u << ss_setRowB,
    [ss_setSuperellipse] = 1u << ss_setRowA | 1u << ss_setRowB | 1u << ss_setRowS,
    [ss_setStadium] = 1u << ss_setRowL | 1u << ss_setRowE | 1u << ss_setRowB,
    [ss_setAsperity] = 1u << ss_setRowMu | 1u << ss_setRowBeta,
    [ss_setPolygon] = 1u << ss_setRowVertices,
    [ss_setPolar] = 1u << ss_setRowSamples,
};

/// The rows of the members that a registered kind reads.
static unsigned registeredRows( ssSetKind kind )
{
    static const struct
    {
        const char* member;
        int row;
    } rows[] = { { "a", ss_setRowA }, { "b", ss_setRowB }, { "s", ss_setRowS }, { "l", ss_setRowL },
        { "e", ss_setRowE }, { "mu", ss_setRowMu }, { "beta_deg", ss_setRowBeta } };
    unsigned used = 0;
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        used |= setRegisteredUses( kind, rows[i].member ) ? 1u << rows[i].row : 0u;
    }
    return used;
}

/// The rows that a kind cannot do without. A registered one has defaults.
static unsigned requiredRows( ssSetKind kind )
{
    return (int)kind < (int)ss_setKindCount ? s_required[kind] : 0u;
}

bool ssSetKindUses( ssSetKind kind, int row )
{
    unsigned own = (int)kind < (int)ss_setKindCount ? s_required[kind] : registeredRows( kind );
    unsigned used =
        own | 1u << ss_setRowKind | 1u << ss_setRowRotation | 1u << ss_setRowOffsetX | 1u << ss_setRowOffsetY;
    used |= kind == ss_setAsperity ? 1u << ss_setRowBeta2 : 0u;
    used |= kind == ss_setPolygon || kind == ss_setPolar ? 1u << ss_setRowScale : 0u;
    return ( used & 1u << row ) != 0;
}

static ssSetDef readNumbers( const double* v )
{
    ssSetDef def = ssDefaultSetDef( (ssSetKind)v[ss_setRowKind] );
    def.points = NULL;
    def.pointCount = 0;
    def.a = v[ss_setRowA];
    def.b = v[ss_setRowB];
    def.s = v[ss_setRowS];
    def.l = v[ss_setRowL];
    def.e = v[ss_setRowE];
    def.mu = v[ss_setRowMu];
    def.betaDeg = v[ss_setRowBeta];
    def.beta2Deg = v[ss_setRowBeta2] < 0.0 ? SS_NAN : v[ss_setRowBeta2];
    def.rotationDeg = v[ss_setRowRotation];
    def.offsetX = v[ss_setRowOffsetX];
    def.offsetY = v[ss_setRowOffsetY];
    def.scale = v[ss_setRowScale];
    return def;
}

static ssResult copyPoints( const char* key, const ssVec2* points, int count, ssSetDef* def )
{
    ssVec2* copy = ssAlloc( (size_t)( count + 1 ) * sizeof *copy );
    if ( copy == NULL )
    {
        return ssError( ss_errorMemory, key, "%s: out of memory for %d points", key, count );
    }
    for ( int i = 0; i < count; ++i ) { copy[i] = points[i]; }
    def->points = copy;
    def->pointCount = count;
    return ssOk();
}

/// Reads pairs of numbers as points; the first number of each pair is multiplied by `unit`.
static ssResult readPairs( const char* key, const char* text, const char* usage, double unit, ssSetDef* def )
{
    double* numbers = NULL;
    int count = 0;
    ssResult result = ssParseList( key, text, &numbers, &count );
    if ( result.code == ss_ok && count % 2 != 0 )
    {
        result = ssError( ss_errorValue, key, "%s: %d numbers; allowed: pairs %s;...", key, count, usage );
    }
    for ( int i = 0; i < count && result.code == ss_ok; i += 2 ) { numbers[i] *= unit; }
    if ( result.code == ss_ok )
    {
        result = copyPoints( key, (const ssVec2*)(const void*)numbers, count / 2, def );
    }
    ssRelease( numbers );
    return result;
}

/// Reads samples from pairs of numbers, or from the CSV file that the text names.
static ssResult readSamples( const char* key, const char* path, ssSetDef* def )
{
    if ( strchr( path, ';' ) != NULL )
    {
        return readPairs( key, path, "theta1_deg;r1;theta2_deg;r2", SS_PI / 180.0, def );
    }
    static const char* const columns[] = { "theta_deg", "r" };
    ssCsv table;
    SS_TRY( ssReadCsv( path, columns, 2, 2, &table ) );
    for ( int i = 0; i < table.rowCount; ++i ) { table.numbers[2 * i] *= SS_PI / 180.0; }
    ssResult result = copyPoints( key, (const ssVec2*)(const void*)table.numbers, table.rowCount, def );
    ssCsv_Destroy( &table );
    return result;
}

#define SAMPLES 360

/// The points of a polygon or polar set until the user gives a text.
static ssResult defaultPoints( const char* key, ssSetDef* def )
{
    ssVec2 points[SAMPLES] = { { def->a, 0.0 }, { 0.0, def->b }, { -def->a, 0.0 }, { 0.0, -def->b } };
    if ( def->kind == ss_setPolygon ) { return copyPoints( key, points, 4, def ); }
    for ( int i = 0; i < SAMPLES; ++i )
    {
        double theta = 2.0 * SS_PI * i / SAMPLES;
        points[i] = ssVec2_Make( theta, 1.0 / ssHypot( ssCos( theta ) / def->a, ssSin( theta ) / def->b ) );
    }
    return copyPoints( key, points, SAMPLES, def );
}

static ssResult checkGiven( const ssParam* rows, const bool* given, bool upToScale, ssSetKind kind )
{
    int prefix = (int)strlen( rows[ss_setRowKind].key ) - 4;
    for ( int i = 0; i < SS_SET_NUMBER_COUNT; ++i )
    {
        bool required = i == ss_setRowKind || ( requiredRows( kind ) & 1u << i ) != 0;
        required = required && !( upToScale && kind == ss_setCircle && i == ss_setRowA );
        if ( required && !given[i] )
        {
            const char* key = rows[i].key;
            return i == ss_setRowKind ? ssError( ss_errorValue, key, "needs --set %s=...", key )
                                      : ssError( ss_errorValue, key, "%.*skind=%s needs --set %s=...", prefix,
                                            key, ssSetKindName( kind ), key );
        }
    }
    return ssOk();
}

ssResult ssReadSetRows( const ssParam* rows, const double* values, const bool* given, ssSetTexts texts,
    bool upToScale, ssSetDef* def )
{
    *def = readNumbers( values );
    ssSetKind kind = def->kind;
    int prefix = (int)strlen( rows[ss_setRowKind].key ) - 4;
    double beta2 = values[ss_setRowBeta2];
    if ( beta2 < 0.0 && beta2 != -1.0 )
    {
        const char* key = rows[ss_setRowBeta2].key;
        return ssError( ss_errorValue, key, "%s = %g; allowed: 0 <= %s < 90, or -1 for the same as %s", key,
            beta2, key, rows[ss_setRowBeta].key );
    }
    SS_TRY( given != NULL ? checkGiven( rows, given, upToScale, kind ) : ssOk() );
    const char* text[2] = { texts.vertices, texts.samples };
    for ( int i = 0; i < 2; ++i )
    {
        const char* key = rows[ss_setRowVertices + i].key;
        bool wanted = kind == ( i == 0 ? ss_setPolygon : ss_setPolar );
        bool present = text[i] != NULL && text[i][0] != '\0';
        if ( wanted && !present && given != NULL )
        {
            return ssError( ss_errorValue, key, "%.*skind=%s needs --set %s=%s", prefix, key,
                ssSetKindName( kind ), key, i == 0 ? "x1;y1;x2;y2;..." : "FILE" );
        }
        if ( !wanted && present && given != NULL )
        {
            return ssError( ss_errorValue, key, "%s applies to %.*skind=%s, not to %s", key, prefix, key,
                i == 0 ? "polygon" : "polar", ssSetKindName( kind ) );
        }
        if ( wanted )
        {
            return !present ? defaultPoints( key, def )
                : i == 0    ? readPairs( key, text[i], "x1;y1;x2;y2", 1.0, def )
                            : readSamples( key, text[i], def );
        }
    }
    return ssOk();
}

void ssFreeSetPoints( ssSetDef* def )
{
    // The points are const for users of the definition, but they were allocated by copyPoints.
    union
    {
        const ssVec2* shared;
        ssVec2* own;
    } points = { .shared = def->points };
    ssRelease( points.own );
    def->points = NULL;
    def->pointCount = 0;
}
