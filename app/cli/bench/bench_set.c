// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "slipstick/rng.h"
#include "slipstick/set.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Measures planar sets of anisotropic friction: gauge, support function and
// nearest point, inside and outside the set.

#define POLYGON_POINTS 360 // a corner per degree, as in measured sets

typedef struct Queries
{
    ssSet set;
    int items;
    ssVec2 *points, *results;
} Queries;

static void gaugeAll( void* context )
{
    Queries* work = context;
    for ( int i = 0; i < work->items; ++i )
    {
        work->results[i].x = ssSet_Gauge( &work->set, work->points[i] );
    }
    benchKeep( work->results[0].x );
}

static void supportAll( void* context )
{
    Queries* work = context;
    for ( int i = 0; i < work->items; ++i )
    {
        ssVec2 attained;
        double value = ssSet_Support( &work->set, work->points[i], &attained, NULL );
        work->results[i] = ssVec2_Make( value, attained.x );
    }
    benchKeep( work->results[0].x );
}

static void proxAll( void* context )
{
    Queries* work = context;
    for ( int i = 0; i < work->items; ++i )
    {
        work->results[i] = ssSet_Prox( &work->set, work->points[i] );
    }
    benchKeep( work->results[0].x );
}

static const struct
{
    const char* name;
    benchWork* work;
} s_queries[] = { { "gauge", gaugeAll }, { "support", supportAll }, { "prox", proxAll } };

static const struct
{
    const char* name;
    ssSetKind kind;
    double s;
} s_shapes[] = {
    { "circle", ss_setCircle, 0.0 },
    { "ellipse", ss_setEllipse, 0.0 },
    { "rectangle", ss_setRectangle, 0.0 },
    { "superellipse s=2.94", ss_setSuperellipse, 2.94 },
    { "superellipse s=40", ss_setSuperellipse, 40.0 },
    { "stadium", ss_setStadium, 0.0 },
    { "polygon(360)", ss_setPolygon, 0.0 },
};

static ssResult runShape( benchRun* run, Queries* work, int shape, double copy )
{
    ssVec2 corners[POLYGON_POINTS];
    ssSetDef def = ssDefaultSetDef( s_shapes[shape].kind );
    def.a = 3.0;
    def.b = 2.0;
    if ( s_shapes[shape].s > 0.0 )
    {
        def.s = s_shapes[shape].s;
    }
    if ( def.kind == ss_setPolygon )
    {
        for ( int i = 0; i < POLYGON_POINTS; ++i )
        {
            double angle = 2.0 * SS_PI * i / POLYGON_POINTS;
            corners[i] = ssVec2_Make( def.a * cos( angle ), def.b * sin( angle ) );
        }
        def.points = corners;
        def.pointCount = POLYGON_POINTS;
    }
    ssResult result = ssMakeSet( &def, &work->set );
    if ( result.code != ss_ok )
    {
        return result;
    }
    for ( int q = 0; q < SS_COUNT( s_queries ); ++q )
    {
        char what[48];
        snprintf( what, sizeof( what ), "%s %s", s_queries[q].name, s_shapes[shape].name );
        benchAdd( run, what, benchMeasure( run, s_queries[q].work, work, work->items ), copy, work->items );
    }
    ssSet_Destroy( &work->set );
    return ssOk();
}

static ssResult runSet( benchRun* run )
{
    Queries work = { .items = run->quick ? 1000 : 100000 };
    size_t bytes = (size_t)work.items * sizeof( ssVec2 );
    work.points = malloc( bytes );
    work.results = calloc( 1, bytes );
    double copy = benchMeasureCopy( run, sizeof( ssVec2 ), work.items );
    ssResult result = ssOk();
    if ( work.points == NULL || work.results == NULL || copy == 0.0 )
    {
        result = ssError( ss_errorMemory, NULL, "out of memory for the points of the benchmark" );
    }
    else
    {
        ssRng rng = ssSeedRng( 2 );
        for ( int i = 0; i < work.items; ++i )
        {
            double angle = 2.0 * SS_PI * ssRng_Uniform( &rng ), radius = 0.1 + 5.0 * ssRng_Uniform( &rng );
            work.points[i] = ssVec2_Make( radius * cos( angle ), radius * sin( angle ) );
        }
        for ( int shape = 0; shape < SS_COUNT( s_shapes ) && result.code == ss_ok; ++shape )
        {
            result = runShape( run, &work, shape, copy );
        }
    }
    free( work.points );
    free( work.results );
    return result;
}

const benchEntry bench_set = {
    .name = "set", .doc = "gauge, support function and nearest point of planar sets", .run = runSet
};
