// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "base/stage_watch.h"
#include "base/thread_pool.h"
#include "cli/bench/bench_peers.h"
#include "cli/bench/bench_pile.h"
#include "cli/bench/bench_table.h"
#include "slipstick/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whole time steps with collision: heaps and layers of 250 to 100,000 spheres, with and without a warm start,
// on one thread and on all; and the same positions in other engines that are installed.

#define PILE 10000     // spheres
#define PILE_SMALL 500 // spheres; MuJoCo does not hold many more
#define PASSES 50      // of Gauss-Seidel per step, the same in every engine
#define STEP 5e-3      // [s]

// What its author reports for Box3D: 26,000 contacts, 4 substeps, collision once, 38.7 ms. The substeps
// amount to about this many passes. A settled pile of so many spheres has as many contacts.
#define PASSES_BOX3D 18
#define PILE_BOX3D 14250
#define CONTACTS_BOX3D 26000.0
#define SECONDS_BOX3D 38.7e-3

/// Measures `count` steps: the time of the fastest, or their mean, and the stages of the fastest.
static benchStep measureSteps( ssWorld* world, double h, int count, bool mean, int threads )
{
    // On several threads only the wall clock shows what the others save.
    double ( *seconds )( void ) = threads == 1 ? osCpuSeconds : osSeconds;
    threadPool* pool = threadPoolStart( threads );
    stageWatch watch;
    ssWorld_SetStageHook( world, stageWatchEnter, &watch );
    benchStep best = { .engine = "slipstick", .seconds = HUGE_VAL, .threads = threads };
    double total = 0.0, passes = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        watch = ( stageWatch ){ .seconds = seconds };
        double began = seconds();
        ssWorldReport report = ssWorld_Step( world, h );
        double took = seconds() - began;
        total += took;
        passes += report.iterations;
        best.missed += report.status != ss_statusConverged;
        best.contacts = report.contacts;
        best.spheres = report.bodies;
        best.overlap = report.maxPenetration;
        if ( took < best.seconds )
        {
            best.seconds = took;
            memcpy( best.stages, watch.stages, sizeof( best.stages ) );
        }
    }
    best.seconds = mean ? total / count : best.seconds;
    best.passes = passes / count;
    size_t forContacts = 0, all = ssWorld_Memory( world, &forContacts );
    best.bytesPerSphere = (double)( all - forContacts ) / fmax( 1.0, best.spheres );
    best.bytesPerContact = (double)forContacts / fmax( 1.0, best.contacts );
    ssWorld_SetStageHook( world, NULL, NULL );
    threadPoolStop( pool );
    return best;
}

static void addStep( benchRun* run, const char* scene, double diameter, benchStep step )
{
    step.overlap /= diameter;
    snprintf( step.scene, sizeof( step.scene ), "%s", scene );
    benchAddStep( run, &step );
}

/// Makes columns of spheres and lets them collapse into a pile at rest.
static ssResult makePile( const benchRun* run, int count, int passes, pileLayers* layers, ssWorld** world )
{
    *layers = ( pileLayers ){ .count = count, .spacing = 1.5, .height = 1.001, .shake = 0.45 };
    layers->side = (int)ceil( cbrt( count ) );
    ssResult result = pileMakeLayers( layers, passes, count, world );
    for ( int i = 0; i < ( run->quick ? 5 : 200 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( *world, STEP );
    }
    return result;
}

static void runPeer(
    benchRun* run, const char* scene, const char* name, peerRun* peer, const peerScene* what )
{
    peerAnswer answer;
    if ( peer != NULL && peer( what, run->quick ? 20.0 : 120.0, &answer ) )
    {
        benchStep step = { .threads = 1,
            .spheres = what->count,
            .contacts = answer.contacts,
            .passes = what->iterations,
            .overlap = answer.overlap,
            .seconds = answer.seconds };
        snprintf( step.engine, sizeof( step.engine ), "%s", name );
        addStep( run, scene, PILE_DIAMETER, step );
    }
}

static ssResult runPeers( benchRun* run, const char* scene, const ssWorld* world, const pileLayers* layers )
{
    double* positions = needMemory( 3 * (size_t)layers->count, sizeof( double ) );
    for ( int i = 0, n = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        ssBodyState body = ssWorld_Body( world, ssWorld_BodyAt( world, i ) );
        if ( body.kind == ss_bodyDynamic )
        {
            positions[n++] = body.pose.position.x;
            positions[n++] = body.pose.position.y;
            positions[n++] = body.pose.position.z;
        }
    }
    peerScene what = { .count = layers->count,
        .radius = 0.5 * PILE_DIAMETER,
        .density = PILE_DENSITY,
        .width = pileWidth( layers ),
        .mu = pile_gravel.mu,
        .muRoll = pile_gravel.muRoll,
        .muSpin = pile_gravel.muSpin,
        .h = STEP,
        .iterations = PASSES,
        .settle = run->quick ? 1 : 20,
        .steps = run->quick ? 1 : 5,
        .positions = positions };
    runPeer( run, scene, "Bullet", bench_peers.bullet, &what );
    if ( layers->count <= PILE_SMALL ) { runPeer( run, scene, "MuJoCo", bench_peers.mujoco, &what ); }
    free( positions );
    return ssOk();
}

/// Solves the problem of one step with the fastest solver of Siconos, without a warm start.
static ssResult runSiconos( benchRun* run, const char* scene, const ssWorld* world, const benchStep* ours )
{
    ssProblem problem = { 0 };
    ssResult result = ssWorld_Freeze( world, &problem );
    if ( result.code == ss_ok && bench_peers.siconosAccepts != NULL &&
        bench_peers.siconosAccepts( &problem ) )
    {
        siconosAnswer gaussSeidel, best;
        result = bench_peers.siconosRun( &problem, 1e-4, run->quick ? 1.0 : 10.0, &gaussSeidel, &best );
        bool other =
            best.solver != NULL && ( gaussSeidel.solver == NULL || best.seconds < gaussSeidel.seconds );
        const siconosAnswer* fastest = other ? &best : &gaussSeidel;
        benchStep step = { .threads = 1, .spheres = ours->spheres, .contacts = problem.contactCount };
        step.seconds = fastest->solver != NULL ? fastest->seconds : HUGE_VAL;
        snprintf( step.engine, sizeof( step.engine ), "Siconos %s",
            fastest->solver != NULL ? fastest->solver : "" );
        addStep( run, scene, 1.0, step );
    }
    ssProblem_Destroy( &problem );
    return result;
}

static ssResult measureHeap( benchRun* run )
{
    ssWorld* world = NULL;
    // The heap of Acary & Bourrier Sec. 6.2, poured faster.
    ssResult result = pileMakeHeap( run->quick ? 40 : PILE_HEAP, run->quick ? 50 : 1000,
        &( ssMaterial ){ .mu = 0.5, .muRoll = 0.005 }, NULL, NULL, &world );
    benchStep warm = { 0 }, cold = { 0 };
    if ( result.code == ss_ok )
    {
        warm = measureSteps( world, 1e-3, run->quick ? 5 : 500, true, 1 );
        addStep( run, "heap to 1e-4", 0.02, warm );
        ssWorldDef def = *ssWorld_Def( world );
        def.warmStart = false;
        ssIgnore( ssWorld_SetDef( world, &def ) ); // it is the world's own but for this
        cold = measureSteps( world, 1e-3, run->quick ? 2 : 100, true, 1 );
        addStep( run, "same, cold start", 0.02, cold );
        result = runSiconos( run, "same, cold start", world, &cold );
        benchFact( run, "CPU-seconds per simulated second of the heap", warm.seconds / 1e-3 );
        benchFact(
            run, "share of its steps that missed 1e-4", (double)warm.missed / ( run->quick ? 5 : 500 ) );
        benchFact( run, "kB kept for other solvers that were needed while it was poured",
            1e-3 * (double)ssWorld_ScratchMemory( world ) );
        benchFact( run, "passes per step with a warm start", warm.passes );
        benchFact( run, "passes per step without a warm start", cold.passes );
    }
    ssDestroyWorld( world );
    return result;
}

/// All threads of this machine; two where there is but one, so that the row is there.
static int allThreads( const benchRun* run )
{
    int processors = osProcessorCount();
    return run->quick || processors < 2 ? 2 : processors;
}

/// Measures steps on one thread, and where there are enough spheres on all; returns the former.
static benchStep measureScene( benchRun* run, const char* scene, ssWorld* world, int steps, bool all )
{
    benchStep alone = measureSteps( world, STEP, run->quick ? 1 : steps, false, 1 );
    addStep( run, scene, PILE_DIAMETER, alone );
    if ( all )
    {
        addStep( run, scene, PILE_DIAMETER,
            measureSteps( world, STEP, run->quick ? 1 : steps, false, allThreads( run ) ) );
    }
    return alone;
}

static ssResult measurePile( benchRun* run, int count )
{
    pileLayers layers;
    ssWorld* world = NULL;
    ssResult result = makePile( run, count, PASSES, &layers, &world );
    char scene[32];
    snprintf( scene, sizeof( scene ), "pile of %d", count );
    if ( result.code == ss_ok )
    {
        measureScene( run, scene, world, 10, count > PILE_SMALL );
        result = runPeers( run, scene, world, &layers );
    }
    ssDestroyWorld( world );
    return result;
}

/// As many contacts and passes as Box3D was measured with.
static ssResult measureLikeBox3D( benchRun* run )
{
    pileLayers layers;
    ssWorld* world = NULL;
    ssResult result =
        makePile( run, run->quick ? PILE_SMALL + 1 : PILE_BOX3D, PASSES_BOX3D, &layers, &world );
    if ( result.code == ss_ok )
    {
        benchStep step = measureScene( run, "as for Box3D", world, 10, true );
        double rate = step.contacts * step.passes / step.seconds;
        benchFact( run, "million contact passes a second, all stages, with as many passes as Box3D makes",
            1e-6 * rate );
        benchFact( run, "ms at that rate for 26,000 contacts and 18 passes, for which Box3D takes 38.7",
            1e3 * CONTACTS_BOX3D * PASSES_BOX3D / rate );
        benchFact( run, "times as fast as Box3D", SECONDS_BOX3D * rate / ( CONTACTS_BOX3D * PASSES_BOX3D ) );
    }
    ssDestroyWorld( world );
    return result;
}

/// Measures how the cost per contact depends on the number of spheres.
static ssResult measureLayers( benchRun* run, int count, double* perContact )
{
    // Each sphere lies on four of the layer below: 2 (spacing/2)² + height² = 1. Ten layers, any width.
    pileLayers layers = { .count = count, .spacing = 1.05, .height = 0.6701, .staggered = true };
    layers.side = (int)ceil( sqrt( 0.1 * count ) );
    ssWorld* world = NULL;
    ssResult result = pileMakeLayers( &layers, PASSES, count, &world );
    for ( int i = 0; i < ( count > 20000 ? 3 : 10 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( world, STEP );
    }
    if ( result.code == ss_ok )
    {
        char scene[32];
        snprintf( scene, sizeof( scene ), "layers of %d", count );
        benchStep step = measureScene( run, scene, world, count > 20000 ? 5 : 20, count > 20000 );
        *perContact = step.seconds / fmax( 1.0, step.contacts );
    }
    ssDestroyWorld( world );
    return result;
}

static ssResult benchWorld( benchRun* run )
{
    static const int counts[] = { 1000, 10000, 100000 };
    ssResult result = measureHeap( run );
    result = result.code == ss_ok ? measurePile( run, run->quick ? 100 : PILE_SMALL ) : result;
    result = result.code == ss_ok ? measurePile( run, run->quick ? PILE_SMALL + 1 : PILE ) : result;
    result = result.code == ss_ok ? measureLikeBox3D( run ) : result;
    double least = HUGE_VAL, most = 0.0;
    for ( int i = 0; i < ( run->quick ? 1 : SS_COUNT( counts ) ) && result.code == ss_ok; ++i )
    {
        double perContact = 0.0;
        result = measureLayers( run, counts[i], &perContact );
        least = fmin( least, perContact );
        most = fmax( most, perContact );
    }
    if ( result.code == ss_ok )
    {
        benchFact( run, "cost per contact, most expensive size of layers over cheapest", most / least );
    }
    return result;
}

const benchEntry bench_world = {
    .name = "world", .doc = "whole time steps of heaps and piles, beside other engines", .run = benchWorld
};
