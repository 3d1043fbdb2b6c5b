// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "base/os.h"
#include "session/fit/fit_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Measures what somebody waits for who has a table of measurements: the run that follows a
// slider, beside the same run without a table, and a whole fit. The data are those of a sphere
// that slides and then rolls, with 1% noise.

enum
{
    rowCount = 200,
    rowBytes = 64
};

#define TABLE_TIME 2.0 // [s] of the last row

typedef struct Work
{
    ssSimDef def;
    ssFitData data;
    sessionFitCurve curve;
} Work;

static void runAlone( void* context )
{
    Work* work = context;
    ssSim* sim = NULL;
    if ( ssCreateSim( &work->def, &sim ).code == ss_ok )
    {
        while ( ssSim_Time( sim ) < TABLE_TIME )
        {
            ssSim_Step( sim );
        }
        ssDestroySim( sim );
    }
}

static void runBesideTable( void* context )
{
    Work* work = context;
    benchKeep( sessionRunAgainst( &work->def, &work->data, NULL, NULL, &work->curve ) );
}

/// Noise of standard deviation 1: twelve uniform numbers have that about their mean.
static double noise( ssRng* rng )
{
    double sum = -6.0;
    for ( int i = 0; i < 12; ++i )
    {
        sum += ssRng_Uniform( rng );
    }
    return sum;
}

/// A table of u and omega, measured with noise of 1% of the first speed.
static ssResult makeData( Work* work )
{
    char* text = malloc( (size_t)rowCount * rowBytes );
    ssSim* sim = NULL;
    ssResult result = text != NULL ? ssCreateSim( &work->def, &sim )
                                   : ssError( ss_errorMemory, NULL, "out of memory for a table" );
    if ( result.code == ss_ok )
    {
        const ssScenario* scenario = work->def.scenario;
        int u = ssFindSignal( scenario, "u" ), omega = ssFindSignal( scenario, "omega" );
        int used = snprintf( text, rowBytes, "t,u,omega\n" );
        ssRng rng = ssSeedRng( 1 );
        for ( int i = 1; i < rowCount; ++i )
        {
            while ( ssSim_Time( sim ) < i * TABLE_TIME / ( rowCount - 1 ) )
            {
                ssSim_Step( sim );
            }
            double row[SS_MAX_SIGNALS];
            ssSim_Signals( sim, row );
            double speed = row[u] + 0.025 * noise( &rng );
            double spin = row[omega] + 0.05 * noise( &rng );
            used += snprintf( text + used, rowBytes, "%.6f,%.6f,%.6f\n", ssSim_Time( sim ), speed, spin );
        }
        result = ssParseFitData( "bench", text, (size_t)used, scenario, NULL, &work->data );
        ssDestroySim( sim );
    }
    free( text );
    return result;
}

static ssResult measureFit( benchRun* run, const Work* work )
{
    const ssFitParam params[] = { ssFreeParam( "mu" ), ssFreeParam( "mu_r" ), ssFreeParam( "u0" ) };
    const ssFitDef def = { .base = &work->def,
        .data = &work->data,
        .dataCount = 1,
        .params = params,
        .paramCount = SS_COUNT( params ) };
    double least = (double)INFINITY;
    int runs = 0;
    for ( int i = 0; i < ( run->quick ? 1 : 3 ); ++i )
    {
        ssFitResult* fit = NULL;
        double start = osSeconds();
        ssResult result = ssFit( &def, &fit );
        if ( result.code != ss_ok )
        {
            return result;
        }
        least = fmin( least, osSeconds() - start );
        runs = fit->runs;
        ssFitResult_Destroy( fit );
    }
    benchFact( run, "fit of mu, mu_r and u0 [s]", least );
    benchFact( run, "runs of this fit", runs );
    return ssOk();
}

static ssResult runFit( benchRun* run )
{
    Work work = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ) };
    ssResult result = ssSimDef_ApplyPreset( &work.def, "fig3b" );
    work.def.h = run->quick ? 1e-2 : 1e-3;
    work.def.until = TABLE_TIME;
    result = result.code == ss_ok ? makeData( &work ) : result;
    if ( result.code == ss_ok )
    {
        int steps = (int)lround( TABLE_TIME / work.def.h );
        double alone = benchMeasure( run, runAlone, &work, steps );
        double beside = benchMeasure( run, runBesideTable, &work, steps );
        double copy = benchMeasureCopy( run, SS_MAX_SIGNALS * sizeof( double ), steps );
        benchAdd( run, "a step alone", alone, copy, steps );
        benchAdd( run, "a step beside a table", beside, copy, steps );
        benchFact( run, "beside a table, relative to alone", beside / alone );
        result = ssFitMissing() == NULL ? measureFit( run, &work ) : ssOk();
    }
    sessionFitCurve_Free( &work.curve );
    ssFitData_Destroy( &work.data );
    return result;
}

const benchEntry bench_fit = {
    .name = "fit",
    .doc = "parameters from measurements: a run beside its table, and a whole fit",
    .run = runFit,
};
