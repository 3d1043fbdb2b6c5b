// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "model/sphere_exact.h"
#include "slipstick/parallel.h"
#include "slipstick/world.h"

#include <pthread.h>

// Small worlds for the tests of the world.

static inline ssWorld* makeWorld( const ssWorldDef* def )
{
    ssWorld* world = NULL;
    ssResult result = ssCreateWorld( def, &world );
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return world;
}

static inline ssBodyId addBody( ssWorld* world, const ssBodyDef* def )
{
    ssBodyId id;
    ssResult result = ssWorld_AddBody( world, def, &id );
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return id;
}

/// The body of a slot: the first that a world without removals was given has slot 0.
static inline ssBodyState bodyAt( const ssWorld* world, int slot )
{
    return ssWorld_Body( world, ssWorld_BodyAt( world, slot ) );
}

/// Adds a plane through the origin that slopes down towards +x at `angle`.
static inline ssBodyId addPlane( ssWorld* world, ssMaterial material, double angle )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssPlaneShape();
    def.kind = ss_bodyStatic;
    def.material = material;
    def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    return addBody( world, &def );
}

/// A sphere that rests on that plane at its origin.
static inline ssBodyDef sphereOn( double radius, ssMaterial material, double angle )
{
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssSphereShape( radius );
    def.material = material;
    def.pose.position = ssVec3_Scale( radius, ssVec3_Make( sin( angle ), 0.0, cos( angle ) ) );
    return def;
}

static inline uint64_t worldHash( ssWorld* world )
{
    ssArchive archive = { .mode = ss_archiveHash, .hash = SS_HASH_SEED };
    ssWorld_Serialize( world, &archive );
    return archive.hash;
}

static inline double lostOf( const ssLedger* ledger )
{
    return ledger->sliding + ledger->rolling + ledger->spinning + ledger->impact + ledger->numerics;
}

static inline ssVec3 linearMomentum( const ssWorld* world )
{
    ssVec3 sum = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        ssBodyState body = ssWorld_Body( world, ssWorld_BodyAt( world, i ) );
        sum = body.kind == ss_bodyDynamic ? ssVec3_MulAdd( sum, body.mass, body.velocity ) : sum;
    }
    return sum;
}

/// The angular momentum about the origin.
static inline ssVec3 angularMomentum( const ssWorld* world )
{
    ssVec3 sum = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        ssBodyState body = ssWorld_Body( world, ssWorld_BodyAt( world, i ) );
        if ( body.kind == ss_bodyDynamic )
        {
            ssQuat q = body.pose.orientation, back = { q.w, -q.x, -q.y, -q.z };
            ssVec3 w = ssQuat_Rotate( back, body.omega );
            ssVec3 own = { body.inertia.x * w.x, body.inertia.y * w.y, body.inertia.z * w.z };
            sum = ssVec3_Add( sum, ssQuat_Rotate( q, own ) );
            sum = ssVec3_MulAdd( sum, body.mass, ssVec3_Cross( body.pose.position, body.velocity ) );
        }
    }
    return sum;
}

/// Spheres and boxes fall into a heap on a plane.
static inline ssWorld* heap( const ssWorldDef* def, int count, bool boxes, uint64_t seed )
{
    testRng rng = { seed };
    ssWorld* world = makeWorld( def );
    ssMaterial material = { .mu = 0.5, .muRoll = 0.005, .muSpin = 0.002 };
    addPlane( world, material, 0.0 );
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape =
            boxes && i % 2 == 0 ? ssBoxShape( ssVec3_Make( 0.05, 0.04, 0.03 ) ) : ssSphereShape( 0.05 );
        body.material = material;
        body.pose.position = ssVec3_Make( 0.13 * ( i % 3 ) + testUniform( &rng, -0.01, 0.01 ),
            0.13 * ( i / 3 % 3 ) + testUniform( &rng, -0.01, 0.01 ), 0.1 + 0.13 * ( i / 9 ) );
        addBody( world, &body );
    }
    return world;
}

// ---------------------------------------------------------------------------------------- threads and copies

typedef struct testShare
{
    ssBlockTask* task;
    void* context;
    int blocks, first, stride;
} testShare;

static inline void* testRunShare( void* memory )
{
    const testShare* share = memory;
    for ( int b = share->first; b < share->blocks; b += share->stride ) { share->task( share->context, b ); }
    return NULL;
}

/// A hook for ssSetParallelFor: *hookContext threads, at most 8, each of which
/// takes every n-th block, the last thread first.
static inline void testThreads( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    int threads = *(const int*)hookContext;
    pthread_t ids[8];
    testShare shares[8];
    for ( int t = 0; t < threads; ++t )
    {
        shares[t] = ( testShare ){ task, context, blocks, threads - 1 - t, threads };
        if ( pthread_create( &ids[t], NULL, testRunShare, &shares[t] ) != 0 ) { abort(); }
    }
    for ( int t = 0; t < threads; ++t ) { pthread_join( ids[t], NULL ); }
}

/// Saves one world and restores the other from it; false if the bytes did not fit.
static inline bool testRestoreFrom( ssWorld* saved, ssWorld* world )
{
    ssArchive size = { .mode = ss_archiveMeasure };
    ssWorld_Serialize( saved, &size );
    unsigned char* blob = calloc( 1, size.used );
    ssArchive save = { .mode = ss_archiveWrite, .bytes = blob, .size = size.used };
    ssWorld_Serialize( saved, &save );
    ssArchive load = { .mode = ss_archiveRead, .bytes = blob, .size = size.used };
    ssWorld_Serialize( world, &load );
    free( blob );
    return !load.overrun;
}
