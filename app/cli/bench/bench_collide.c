// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/bench/bench_table.h"
#include "collide/broad_phase.h"
#include "slipstick/rng.h"

#include <stdio.h>
#include <stdlib.h>

// Collision: the broad phase over a loose heap [ns per body, with pairs], at rest and too fast for anything
// to be used again, and contacts of each two kinds of shape [ns per pair].

#define PAIRS 1024 // poses per pair of kinds: enough to vary the features in contact

typedef struct Heap
{
    int count;
    ssBroadPhase* broadPhase;
    ssAabb* boxes;
    double shift; // [m] by which all boxes move before each search, to and fro
} Heap;

typedef struct Pairs
{
    int items;
    ssShape a, b;
    ssPose posesA[PAIRS], posesB[PAIRS];
} Pairs;

static double between( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

static ssVec3 direction( ssRng* rng )
{
    double z = between( rng, -1.0, 1.0 ), angle = between( rng, 0.0, 2.0 * SS_PI ), r = sqrt( 1.0 - z * z );
    return ssVec3_Make( r * cos( angle ), r * sin( angle ), z );
}

static void findPairs( void* context )
{
    Heap* heap = context;
    for ( int i = 0; i < heap->count && heap->shift != 0.0; ++i )
    {
        heap->boxes[i].lower.x += heap->shift;
        heap->boxes[i].upper.x += heap->shift;
    }
    heap->shift = -heap->shift;
    ssIgnore( ssBroadPhase_Update( heap->broadPhase, heap->count, heap->boxes, NULL, 0, NULL ) );
    benchKeep( ssBroadPhase_PairCount( heap->broadPhase ) );
}

static void collideAll( void* context )
{
    Pairs* work = context;
    int points = 0;
    for ( int i = 0; i < work->items; ++i )
    {
        ssManifold manifold;
        ssCollide( &work->a, work->posesA[i % PAIRS], &work->b, work->posesB[i % PAIRS], 0.01, &manifold );
        points += manifold.count;
    }
    benchKeep( points );
}

/// Equal spheres are placed on a lattice, 0.97 diameters apart, and shifted at random. Spheres of many sizes,
/// few large and many small, are placed anywhere in a cube of the volume of their boxes.
static void placeHeap( Heap* heap, double ratio )
{
    ssRng rng = ssSeedRng( 1 );
    int side = (int)ceil( cbrt( heap->count ) );
    double volume = 0.0;
    for ( int i = 0; i < heap->count; ++i )
    {
        double r = 0.5 * pow( ratio, pow( ssRng_Uniform( &rng ), 8.0 ) );
        heap->boxes[i].upper = ssVec3_Make( r, r, r );
        volume += 8.0 * r * r * r;
    }
    double cube = cbrt( volume );
    for ( int i = 0; i < heap->count; ++i )
    {
        double r = heap->boxes[i].upper.x;
        ssVec3 c = { between( &rng, -0.1, 0.1 ), between( &rng, -0.1, 0.1 ), between( &rng, -0.1, 0.1 ) };
        c = ratio > 1.0
            ? ssVec3_Scale( 5.0 * cube, c )
            : ssVec3_Add(
                  c, ssVec3_Scale( 0.97, ssVec3_Make( i % side, i / side % side, i / side / side ) ) );
        heap->boxes[i] = ( ssAabb ){ { c.x - r, c.y - r, c.z - r }, { c.x + r, c.y + r, c.z + r } };
    }
}

/// The largest spheres are `ratio` times the smallest.
static ssResult measureHeap( benchRun* run, int count, double ratio, double shift, const char* what )
{
    Heap heap = { .count = count, .shift = shift, .boxes = needMemory( (size_t)count, sizeof( ssAabb ) ) };
    ssResult result = ssCreateBroadPhase( &heap.broadPhase );
    if ( result.code == ss_ok )
    {
        placeHeap( &heap, ratio );
        double copy = benchMeasureCopy( run, sizeof( ssAabb ), count );
        benchAdd( run, what, benchMeasure( run, findPairs, &heap, count ), copy, count );
    }
    ssDestroyBroadPhase( heap.broadPhase );
    free( heap.boxes );
    return result;
}

/// Places pairs in random orientations with a penetration of 0.01, a per cent of their size.
static void placePairs( Pairs* work )
{
    ssRng rng = ssSeedRng( 2 );
    for ( int i = 0; i < PAIRS; ++i )
    {
        work->posesA[i].orientation =
            ssQuat_FromRotationVector( ssVec3_Scale( between( &rng, 0.0, SS_PI ), direction( &rng ) ) );
        work->posesB[i].orientation = work->b.kind == ss_shapePlane
            ? ssQuat_Identity()
            : ssQuat_FromRotationVector( ssVec3_Scale( between( &rng, 0.0, SS_PI ), direction( &rng ) ) );
        ssVec3 d = work->b.kind == ss_shapePlane ? ssVec3_Make( 0.0, 0.0, -1.0 ) : direction( &rng );
        double near = 0.0, far = 4.0;
        for ( int k = 0; k < 30; ++k )
        {
            double middle = 0.5 * ( near + far );
            ssManifold manifold;
            work->posesB[i].position = ssVec3_Scale( middle, d );
            bool touching = ssCollide( &work->a, work->posesA[i], &work->b, work->posesB[i], 0.0, &manifold );
            near = touching ? middle : near;
            far = touching ? far : middle;
        }
        work->posesB[i].position = ssVec3_Scale( near - 0.01, d );
    }
}

static void measurePairs( benchRun* run )
{
    const ssShape shapes[ss_shapeKindCount] = {
        [ss_shapeSphere] = ssSphereShape( 0.5 ),
        [ss_shapeBox] = ssBoxShape( ssVec3_Make( 0.5, 0.4, 0.3 ) ),
        [ss_shapeCylinder] = ssCylinderShape( 0.5, 0.4 ),
        [ss_shapeCapsule] = ssCapsuleShape( 0.3, 0.5 ),
        [ss_shapePlane] = ssPlaneShape(),
    };
    Pairs* work = needMemory( 1, sizeof( Pairs ) );
    for ( int i = 0; i < ss_shapePlane; ++i )
    {
        for ( int j = i; j <= ss_shapePlane; ++j )
        {
            char what[48];
            snprintf( what, sizeof( what ), "%s - %s", ssShapeKindName( (ssShapeKind)i ),
                ssShapeKindName( (ssShapeKind)j ) );
            *work = ( Pairs ){ .items = run->quick ? PAIRS : 20 * PAIRS, .a = shapes[i], .b = shapes[j] };
            placePairs( work );
            double copy = benchMeasureCopy( run, 2 * sizeof( ssPose ), work->items );
            benchAdd( run, what, benchMeasure( run, collideAll, work, work->items ), copy, work->items );
        }
    }
    free( work );
}

static ssResult runCollide( benchRun* run )
{
    static const struct
    {
        int count;
        double ratio, shift;
        const char* what;
    } heaps[] = { { 1000, 1.0, 0.0, "pairs of 1000 spheres" }, { 10000, 1.0, 0.0, "pairs of 10000 spheres" },
        { 10000, 20.0, 0.0, "pairs of 10000 spheres 1:20" }, { 100000, 1.0, 0.0, "pairs of 100000 spheres" },
        { 10000, 1.0, 1.0, "pairs of 10000, moving" }, { 10000, 20.0, 1.0, "pairs of 10000 1:20, moving" },
        { 100000, 1.0, 1.0, "pairs of 100000, moving" } };
    ssResult result = ssOk();
    for ( int i = 0; i < SS_COUNT( heaps ) && result.code == ss_ok; ++i )
    {
        result = measureHeap(
            run, run->quick ? 1000 : heaps[i].count, heaps[i].ratio, heaps[i].shift, heaps[i].what );
    }
    SS_TRY( result );
    measurePairs( run );
    return ssOk();
}

const benchEntry bench_collide = { .name = "collide",
    .doc = "broad phase over heaps of spheres, at rest and moving; contact of every pair of shapes",
    .run = runCollide };
