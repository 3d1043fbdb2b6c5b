// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "slipstick/elementary.h"
#include "slipstick/law.h"
#include "slipstick/rng.h"

#include <stdlib.h>

// Measures a typed law beside the same law in C, over a batch of contacts, and the time from a text to the law.

static const char s_text[] = "law \"Stribeck\"\n"
                             "param mu_s = 0.4  [-]   in 0 .. 1\n"
                             "param mu_k = 0.3  [-]   in 0 .. 1\n"
                             "param v_s  = 0.01 [m/s] in 1e-4 .. 1 log\n"
                             "C = disc(mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2))\n";

typedef struct Batch
{
    ssLaw law;
    int items;
    double* loads;
    ssVec2 *gammas, *forces;
} Batch;

static void slipAll( void* context )
{
    Batch* work = context;
    ssLaw_SlipForces( &work->law, work->items, work->loads, work->gammas, work->forces );
    benchKeep( work->forces[0].x );
}

/// The law as a user of C would write it.
static void slipByHand( void* context )
{
    Batch* work = context;
    const double muS = 0.4, muK = 0.3, vS = 0.01;
    for ( int i = 0; i < work->items; ++i )
    {
        ssVec2 gamma = work->gammas[i];
        double v = ssVec2_Length( gamma ), q = v / vS;
        double size = work->loads[i] * ( muK + ( muS - muK ) * ssExp( -q * q ) );
        work->forces[i] = ssVec2_Make( size * ( gamma.x / v ), size * ( gamma.y / v ) );
    }
    benchKeep( work->forces[0].x );
}

static ssResult makeTyped( ssLaw* law )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( s_text, "stribeck", &program, NULL );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    for ( int i = 0; i < ssLawProgram_ParamCount( program ); ++i )
    {
        def.programValues[i] = ssLawProgram_Params( program )[i].defaultValue;
    }
    result = ssMakeLaw( &def, law );
    ssLawProgram_Release( program );
    return result;
}

static ssResult makeBuiltIn( ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.4;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.75, 0.01, 2.0 };
    return ssMakeLaw( &def, law );
}

/// What the editor does after a key: the law from its text, and the force over 256 speeds.
static void edit( void* context )
{
    Batch* work = context;
    ssLaw law;
    if ( makeTyped( &law ).code != ss_ok )
    {
        return;
    }
    int count = work->items < 256 ? work->items : 256;
    ssLaw_SlipForces( &law, count, work->loads, work->gammas, work->forces );
    ssLaw_Destroy( &law );
    benchKeep( work->forces[0].x );
}

static ssResult measure( benchRun* run, Batch* work )
{
    double copy = benchMeasureCopy( run, sizeof( double ) + 2 * sizeof( ssVec2 ), work->items ), ns[3];
    ssResult result = makeTyped( &work->law );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ns[0] = benchMeasure( run, slipAll, work, work->items );
    ssLaw_Destroy( &work->law );
    result = makeBuiltIn( &work->law );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ns[1] = benchMeasure( run, slipAll, work, work->items );
    ssLaw_Destroy( &work->law );
    ns[2] = benchMeasure( run, slipByHand, work, work->items );
    double editing = benchMeasure( run, edit, work, 1 );
    benchAdd( run, "Stribeck, typed", ns[0], copy, work->items );
    benchAdd( run, "Stribeck, built-in law", ns[1], copy, work->items );
    benchAdd( run, "Stribeck, a loop in C", ns[2], copy, work->items );
    benchFact( run, "typed law, million forces a second", 1e3 / ns[0] );
    benchFact( run, "typed law, times as long as the built-in law", ns[0] / ns[1] );
    benchFact( run, "typed law, times as long as a loop in C", ns[0] / ns[2] );
    benchFact( run, "from the text to the force over 256 speeds [ms]", 1e-6 * editing );
    return ssOk();
}

static ssResult runLaw( benchRun* run )
{
    Batch work = { .items = run->quick ? 200 : 4096 };
    size_t count = (size_t)work.items;
    work.loads = malloc( count * sizeof( double ) );
    work.gammas = malloc( count * sizeof( ssVec2 ) );
    work.forces = malloc( count * sizeof( ssVec2 ) );
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory for the contacts of the benchmark" );
    if ( work.loads != NULL && work.gammas != NULL && work.forces != NULL )
    {
        ssRng rng = ssSeedRng( 1 );
        for ( int i = 0; i < work.items; ++i )
        {
            double speed = 0.03 * ssRng_Uniform( &rng ), phi = 2.0 * SS_PI * ssRng_Uniform( &rng );
            work.gammas[i] = ssVec2_Make( speed * ssCos( phi ), speed * ssSin( phi ) );
            work.loads[i] = 1.0 + ssRng_Uniform( &rng );
        }
        result = measure( run, &work );
    }
    free( work.loads );
    free( work.gammas );
    free( work.forces );
    return result;
}

const benchEntry bench_law = {
    .name = "law", .doc = "a typed law beside the same law in C, and from a text to the law", .run = runLaw
};
