// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "model/rolling_cylinder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Measures steps of the stochastic equation of the rolling cylinder on one core, with noise and statistics;
// single evaluations of its force laws; the spline of the full law and its error.

// A measurement is short enough to fit between two interruptions on a busy
// machine, and is repeated often enough to do so.
enum
{
    members = 8,
    stepsEach = 2000,
    forces = 2000,
    tries = 20
};

static double measureOften( const benchRun* run, benchWork* work, void* context, int items )
{
    double ns = HUGE_VAL;
    for ( int i = 0; i < ( run->quick ? 1 : tries ); ++i )
    {
        ns = fmin( ns, benchMeasure( run, work, context, items ) );
    }
    return ns;
}

typedef struct Ensemble
{
    ssCylinderEnsembleDef def;
    ssResult result;
} Ensemble;

static void runAll( void* context )
{
    Ensemble* work = context;
    ssCylinderEnsemble ensemble;
    work->result = ssRunCylinderEnsemble( &work->def, &ensemble );
    benchKeep( ensemble.mean );
    ssCylinderEnsemble_Destroy( &ensemble );
}

typedef struct Forces
{
    ssCylinderForce force;
    int items;
    double *speeds, *results;
} Forces;

static void evaluateAll( void* context )
{
    Forces* work = context;
    for ( int i = 0; i < work->items; ++i )
    {
        work->results[i] = ssCylinderForce_At( &work->force, work->speeds[i] );
    }
    benchKeep( work->results[0] );
}

static ssCylinder makeCylinder( ssCylinderModel model )
{
    ssCylinder cylinder = ssDefaultCylinder();
    cylinder.stiffness = 1e6;
    cylinder.damping = 8e4;
    cylinder.dragB = 0.65;
    cylinder.alpha = 0.0855;
    cylinder.noise = 50.0;
    cylinder.model = model;
    return cylinder;
}

static ssResult runSteps( benchRun* run, const ssCylinderSpline* spline, double copy )
{
    static const char* const models[] = { "full, table", "approx" };
    static const char* const schemes[] = { "euler", "sra1" };
    Ensemble work = { .def = ssDefaultCylinderEnsembleDef() };
    work.def.members = members;
    work.def.steps = stepsEach;
    work.def.spline = spline;
    work.def.v0 = 2.0;
    work.def.bins = 100;
    work.def.high = 8.0;
    work.def.slow = 1.744;
    work.def.fast = 3.567;
    int items = members * (int)work.def.steps;
    for ( int model = ss_cylinderModelCount - 1; model >= 0; --model )
    {
        for ( int scheme = 0; scheme < ss_cylinderSchemeCount; ++scheme )
        {
            work.def.cylinder = makeCylinder( (ssCylinderModel)model );
            work.def.scheme = (ssCylinderScheme)scheme;
            double ns = measureOften( run, runAll, &work, items );
            if ( work.result.code != ss_ok )
            {
                return work.result;
            }
            char what[48];
            snprintf( what, sizeof( what ), "SDE step %s %s", schemes[scheme], models[model] );
            benchAdd( run, what, ns, copy, items );
        }
    }
    return ssOk();
}

static ssResult runForces( benchRun* run, const ssCylinderSpline* spline, double copy )
{
    Forces work = { .items = forces };
    ssCylinder full = makeCylinder( ss_cylinderFull ), approx = makeCylinder( ss_cylinderApprox );
    ssResult result = ssOk();
    work.speeds = malloc( (size_t)work.items * sizeof( double ) );
    work.results = malloc( (size_t)work.items * sizeof( double ) );
    if ( work.speeds == NULL || work.results == NULL )
    {
        result = ssError( ss_errorMemory, NULL, "out of memory for the speeds of the benchmark" );
    }
    if ( result.code == ss_ok )
    {
        for ( int i = 0; i < work.items; ++i )
        {
            // 7919 is prime to the count: the speeds come out of order.
            work.speeds[i] = 0.01 + 8.0 * (double)( ( i * 7919L ) % work.items ) / work.items;
        }
        char tabulated[48];
        snprintf( tabulated, sizeof( tabulated ), "force full, table (error %.1e)", spline->error );
        const struct
        {
            const char* what;
            ssCylinderForce force;
        } rows[] = { { "force approx", ssPrepareCylinder( &approx, NULL ) },
            { tabulated, ssPrepareCylinder( &full, spline ) },
            { "force full, solved", ssPrepareCylinder( &full, NULL ) } };
        for ( int i = 0; i < SS_COUNT( rows ); ++i )
        {
            work.force = rows[i].force;
            benchAdd(
                run, rows[i].what, measureOften( run, evaluateAll, &work, work.items ), copy, work.items );
        }
    }
    free( work.speeds );
    free( work.results );
    return result;
}

static ssResult runCylinder( benchRun* run )
{
    double copy = benchMeasureCopy( run, sizeof( double ), forces );
    if ( copy == 0.0 )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the benchmark" );
    }
    ssCylinder full = makeCylinder( ss_cylinderFull );
    ssCylinderSpline spline;
    ssResult result = ssMakeCylinderSpline( &full, &spline );
    result = result.code == ss_ok ? runSteps( run, &spline, copy ) : result;
    result = result.code == ss_ok ? runForces( run, &spline, copy ) : result;
    ssCylinderSpline_Destroy( &spline );
    return result;
}

const benchEntry bench_cylinder = { .name = "cylinder",
    .doc = "steps of the rolling cylinder's stochastic equation, and its force laws",
    .run = runCylinder };
