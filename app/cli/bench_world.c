// SPDX-License-Identifier: MIT
#include "cli/bench.h"

#include "base/thread_pool.h"
#include "slipstick/rng.h"
#include "slipstick/scenario.h"
#include "slipstick/world.h"

#include <math.h>
#include <stdio.h>

// Whole time steps, collision included: a settled heap of 250 spheres solved to 1e-4 with and without a warm start, a
// settled pile of 10,000 with 50 sweeps on one and two threads, both in nanoseconds per step; and stacks of 1,000 to
// 100,000 spheres in nanoseconds per contact. The copy beside a step moves its bodies.

#define HEAP 250
#define INTERVAL 12 // steps between two spheres
#define PILE 10000
#define DIAMETER 0.045 // [m] of gravel

typedef struct Steps
{
    ssWorld* world;
    double h;
    int count;
    long sweeps, contacts;
} Steps;

static void stepAll( void* context )
{
    Steps* steps = context;
    steps->sweeps = steps->contacts = 0;
    for ( int i = 0; i < steps->count; ++i )
    {
        ssWorldReport report = ssWorld_Step( steps->world, steps->h );
        steps->sweeps += report.iterations;
        steps->contacts += report.contacts;
    }
    benchKeep( ssWorld_Energy( steps->world ) );
}

static void add( ssWorld* world, const ssBodyDef* def, ssResult* result )
{
    int id = 0;
    *result = result->code == ss_ok ? ssWorld_AddBody( world, def, &id ) : *result;
}

/// A floor and four walls, `width` apart.
static void addContainer( ssWorld* world, ssMaterial material, double width, ssResult* result )
{
    ssBodyDef plane = ssDefaultBodyDef();
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    plane.material = material;
    add( world, &plane, result );
    for ( int k = 0; k < 4; ++k )
    {
        ssVec3 turn = k < 2 ? ssVec3_Make( k == 0 ? 1.0 : -1.0, 0.0, 0.0 )
                            : ssVec3_Make( 0.0, k == 2 ? 1.0 : -1.0, 0.0 );
        plane.pose.orientation = ssQuat_FromRotationVector( ssVec3_Scale( 0.5 * SS_PI, turn ) );
        ssVec3 normal = ssQuat_Rotate( plane.pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        plane.pose.position = ssVec3_Scale( -0.5 * width, normal );
        add( world, &plane, result );
    }
}

/// Spheres on a lattice `spacing` diameters wide, shaken a little, in a container.
static ssResult makeStack( int count, double spacing, double shake, const ssWorldDef* def, ssWorld** world )
{
    ssMaterial material = { .mu = 0.6, .muRoll = 0.01, .muSpin = 0.01 };
    ssResult result = ssCreateWorld( def, world );
    if ( result.code != ss_ok )
    {
        return result;
    }
    int side = (int)ceil( cbrt( count ) );
    double step = spacing * DIAMETER, width = side * step + DIAMETER;
    addContainer( *world, material, width, &result );
    ssRng rng = ssSeedRng( 1 );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.5 * DIAMETER );
    ball.density = 2028.0;
    ball.material = material;
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        double dx = shake * DIAMETER * ( ssRng_Uniform( &rng ) - 0.5 ),
               dy = shake * DIAMETER * ( ssRng_Uniform( &rng ) - 0.5 );
        ball.pose.position = ssVec3_Make( ( i % side + 0.5 ) * step + dx - 0.5 * side * step,
            ( i / side % side + 0.5 ) * step + dy - 0.5 * side * step,
            0.5 * DIAMETER + ( i / side / side ) * 1.001 * DIAMETER );
        add( *world, &ball, &result );
    }
    return result;
}

static ssWorldDef sweepDef( int count )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 0.0;
    def.maxIterations = 50;
    def.bodyCapacity = count + 5;
    def.contactCapacity = 2 * count + 64;
    return def;
}

static void measureSteps( benchRun* run, Steps* steps, const char* what, int bodies, bool perContact )
{
    double ns = benchMeasure( run, stepAll, steps, steps->count );
    double contacts = fmax( 1.0, (double)steps->contacts / steps->count ),
           scale = perContact ? contacts : 1.0;
    double copy = benchMeasureCopy( run, sizeof( ssBodyState ) * (size_t)bodies, 1 );
    char text[48];
    snprintf( text, sizeof( text ), "%s, %.0f contacts, %.1f sweeps", what, contacts,
        (double)steps->sweeps / steps->count );
    benchAdd( run, text, ns / scale, copy / scale, steps->count );
}

/// The heap of Acary & Bourrier Sec. 6.2, poured faster, at rest.
static ssResult measureHeap( benchRun* run )
{
    ssMaterial material = { .mu = 0.5, .muRoll = 0.005 };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-4;
    def.maxIterations = 2000;
    def.bodyCapacity = HEAP + 1;
    def.contactCapacity = 4 * HEAP;
    ssWorld* world = NULL;
    ssResult result = ssCreateWorld( &def, &world );
    ssBodyDef plate = ssDefaultBodyDef(), ball = ssDefaultBodyDef();
    plate.shape = ssPlaneShape();
    plate.kind = ss_bodyStatic;
    plate.material = ball.material = material;
    ball.shape = ssSphereShape( 0.01 );
    ball.density = 1300.0;
    if ( result.code == ss_ok )
    {
        add( world, &plate, &result );
    }
    ssRng rng = ssSeedRng( 1 );
    int count = run->quick ? 40 : HEAP;
    for ( int i = 0; i < INTERVAL * count + ( run->quick ? 50 : 1000 ) && result.code == ss_ok; ++i )
    {
        if ( i % INTERVAL == 0 && i / INTERVAL < count )
        {
            ball.pose.position = ssVec3_Make(
                0.02 * ( ssRng_Uniform( &rng ) - 0.5 ), 0.02 * ( ssRng_Uniform( &rng ) - 0.5 ), 0.2 );
            ball.velocity.z = -1.7; // has made room when the next one comes
            add( world, &ball, &result );
        }
        ssWorld_Step( world, 1e-3 );
    }
    for ( int k = 0; k < 2 && result.code == ss_ok; ++k )
    {
        def.warmStart = k == 0;
        ssWorld_SetDef( world, &def );
        Steps steps = { world, 1e-3, run->quick ? 2 : 50, 0, 0 };
        measureSteps( run, &steps, k == 0 ? "heap 250 to 1e-4" : "heap 250, cold start", HEAP, false );
    }
    ssDestroyWorld( world );
    return result;
}

static ssResult measurePile( benchRun* run )
{
    int count = run->quick ? 500 : PILE;
    ssWorldDef def = sweepDef( count );
    ssWorld* world = NULL;
    ssResult result = makeStack( count, 1.5, 0.45, &def, &world );
    for ( int i = 0; i < ( run->quick ? 5 : 150 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( world, 5e-3 );
    }
    for ( int threads = 1; threads <= 2 && result.code == ss_ok; ++threads )
    {
        threadPool* pool = threads > 1 ? threadPoolStart( threads ) : NULL;
        Steps steps = { world, 5e-3, run->quick ? 1 : 3, 0, 0 };
        char what[48];
        snprintf( what, sizeof( what ), "pile %d, %d thread%s", count, threads, threads > 1 ? "s" : "" );
        measureSteps( run, &steps, what, count, false );
        threadPoolStop( pool );
    }
    ssDestroyWorld( world );
    return result;
}

/// Cost per contact over the size, and bytes per sphere and per contact.
static ssResult measureStack( benchRun* run, int count )
{
    ssWorldDef def = sweepDef( count );
    def.contactCapacity = count + count / 8;
    ssWorld* world = NULL;
    ssResult result = makeStack( count, 1.02, 0.01, &def, &world );
    for ( int i = 0; i < ( count > 20000 ? 3 : 10 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( world, 5e-3 );
    }
    if ( result.code == ss_ok )
    {
        Steps steps = { world, 5e-3, count > 20000 ? 1 : 5, 0, 0 };
        size_t forContacts = 0, all = ssWorld_Memory( world, &forContacts );
        int contacts = ssWorld_ContactCount( world );
        char what[32];
        snprintf( what, sizeof( what ), "%d: %.0f + %.0f B", count, (double)( all - forContacts ) / count,
            (double)forContacts / ( contacts > 0 ? contacts : 1 ) );
        measureSteps( run, &steps, what, count, true );
    }
    ssDestroyWorld( world );
    return result;
}

static ssResult benchWorld( benchRun* run )
{
    static const int counts[] = { 1000, 10000, 100000 };
    ssResult result = measureHeap( run );
    result = result.code == ss_ok ? measurePile( run ) : result;
    for ( int i = 0; i < ( run->quick ? 1 : SS_COUNT( counts ) ) && result.code == ss_ok; ++i )
    {
        result = measureStack( run, counts[i] );
    }
    return result;
}

const benchEntry bench_world = {
    .name = "world", .doc = "whole time steps of heaps and piles, collision included", .run = benchWorld
};
