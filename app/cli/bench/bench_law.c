// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "cli/bench/bench_pile.h"
#include "cli/bench/bench_table.h"
#include "session/law/law_draft.h"
#include "session/law/law_picture.h"
#include "slipstick/elementary.h"
#include "slipstick/law.h"
#include "slipstick/rng.h"
#include "slipstick/world.h"

#include <stdlib.h>

// Measures a typed law and its compilation, beside the same law in C: in batches and in heaps.

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

/// The definition of the typed law; the caller releases its program.
static ssResult defineTyped( ssLawDef* def )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( s_text, "stribeck", &program, NULL );
    *def = result.code == ss_ok ? ssTextLawDef( program ) : ssDefaultLawDef( ss_lawKindText );
    return result;
}

static ssLawDef defineBuiltIn( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.4;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.75, 0.01, 2.0 };
    return def;
}

static ssResult makeTyped( ssLaw* law )
{
    ssLawDef def;
    ssResult result = defineTyped( &def );
    result = result.code == ss_ok ? ssMakeLaw( &def, law ) : result;
    ssLawProgram_Release( def.program );
    return result;
}

static ssResult makeBuiltIn( ssLaw* law )
{
    ssLawDef def = defineBuiltIn();
    return ssMakeLaw( &def, law );
}

/// What the editor does after a key: the law from its text, and the force over 256 speeds.
static void edit( void* context )
{
    Batch* work = context;
    ssLaw law;
    if ( makeTyped( &law ).code != ss_ok ) { return; }
    int count = work->items < 256 ? work->items : 256;
    ssLaw_SlipForces( &law, count, work->loads, work->gammas, work->forces );
    ssLaw_Destroy( &law );
    benchKeep( work->forces[0].x );
}

static ssResult measure( benchRun* run, Batch* work )
{
    double copy = benchMeasureCopy( run, sizeof( double ) + 2 * sizeof( ssVec2 ), work->items ), ns[3];
    for ( int i = 0; i < 2; ++i )
    {
        SS_TRY( i == 0 ? makeTyped( &work->law ) : makeBuiltIn( &work->law ) );
        ns[i] = benchMeasure( run, slipAll, work, work->items );
        ssLaw_Destroy( &work->law );
    }
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

/// What the law editor does from a key to its pictures: it waits for a pause, compiles, and draws the force
/// over the speed and the sets of a contact that slides. Of all shipped laws the slowest counts.
static void measureEditor( benchRun* run )
{
    const sessionLawMoment moment = {
        .found = true, .load = 10.0, .force = { 3.0, 1.0 }, .slip = { 0.02, 0.01 }
    };
    sessionLawDraft* draft = needMemory( 1, sizeof *draft );
    sessionLawPicture* picture = needMemory( 1, sizeof *picture );
    double slowest = 0.0;
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        picture->logSpeed = true;
        sessionLawDraft_Show( draft, ssGetShippedLaw( i )->text, NULL, 0.0 );
        double start = osSeconds();
        sessionLawDraft_Update( draft, 0.0 );
        sessionLawPicture_Draw( picture, draft->program, draft->values, draft->version, &moment, NULL, NULL );
        double seconds = osSeconds() - start;
        slowest = seconds > slowest ? seconds : slowest;
    }
    sessionLawDraft_Free( draft );
    sessionLawPicture_Free( picture );
    benchFact( run, "law editor, from a key to the pictures, slowest shipped law [ms]",
        1e3 * ( SESSION_LAW_PAUSE + slowest ) );
    free( draft );
    free( picture );
}

/// The processor time of a step [ms], the mean of many.
static double timeSteps( const benchRun* run, ssWorld* world )
{
    int count = run->quick ? 5 : 200;
    for ( int i = 0; i < count / 10; ++i )
    {
        ssWorld_Step( world, 1e-3 ); // the warm start of the other law is gone
    }
    double began = osCpuSeconds();
    for ( int i = 0; i < count; ++i ) { ssWorld_Step( world, 1e-3 ); }
    return 1e3 * ( osCpuSeconds() - began ) / count;
}

static ssResult measureHeap( benchRun* run )
{
    ssWorld* world = NULL;
    ssLawId law;
    const ssLawDef own = defineBuiltIn();
    const ssMaterial material = { .mu = 0.4, .muRoll = 2e-3, .muSpin = 2e-3 };
    ssResult result =
        pileMakeHeap( run->quick ? 20 : PILE_HEAP, run->quick ? 50 : 500, &material, &own, &law, &world );
    ssLawDef typed = { .program = NULL };
    result = result.code == ss_ok ? defineTyped( &typed ) : result;
    if ( result.code == ss_ok )
    {
        double builtIn = timeSteps( run, world );
        result = ssWorld_ReplaceLaw( world, law, &typed );
        double typedMs = result.code == ss_ok ? timeSteps( run, world ) : 0.0;
        benchFact( run, "step of a heap of 250 under the typed law [ms]", typedMs );
        benchFact( run, "its time over that under the built-in law", typedMs / builtIn );
    }
    ssLawProgram_Release( typed.program );
    ssDestroyWorld( world );
    return result;
}

static ssResult runLaw( benchRun* run )
{
    Batch work = { .items = run->quick ? 200 : 4096 };
    size_t count = (size_t)work.items;
    work.loads = needMemory( count, sizeof( double ) );
    work.gammas = needMemory( count, sizeof( ssVec2 ) );
    work.forces = needMemory( count, sizeof( ssVec2 ) );
    ssRng rng = ssSeedRng( 1 );
    for ( int i = 0; i < work.items; ++i )
    {
        double speed = 0.03 * ssRng_Uniform( &rng ), phi = 2.0 * SS_PI * ssRng_Uniform( &rng );
        work.gammas[i] = ssVec2_Make( speed * ssCos( phi ), speed * ssSin( phi ) );
        work.loads[i] = 1.0 + ssRng_Uniform( &rng );
    }
    ssResult result = measure( run, &work );
    free( work.loads );
    free( work.gammas );
    free( work.forces );
    SS_TRY( result );
    measureEditor( run );
    return measureHeap( run );
}

const benchEntry bench_law = { .name = "law",
    .doc = "a typed law beside the same law in C, alone and in a heap; from a text to the law",
    .run = runLaw };
