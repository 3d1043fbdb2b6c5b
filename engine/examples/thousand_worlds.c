// SPDX-License-Identifier: MIT
// A thousand worlds in threads. Worlds share nothing: different threads step different worlds at once
// (SS_API_OBJECT in base.h). In each a ball starts to slide at another speed, until friction makes it roll
// with 5/7 of that speed. The bits of all worlds are the same with any number of threads. Prints
//
//     1000 balls roll at 5/7 of their speed; hash 30c8b10f... in 1 thread, 30c8b10f... in 4
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <slipstick/slipstick.h>
#include <stdatomic.h>
#include <stdio.h>

#define WORLDS 1000
#define THREADS 4

static atomic_int s_next;             // the next world that nobody runs
static atomic_int s_right;            // worlds that ended as theory says
static _Atomic( uint64_t ) s_hashSum; // a sum, because worlds end in any order

static void runWorld( int index )
{
    ssBodyDef ground = ssDefaultBodyDef(), ball = ssDefaultBodyDef();
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ball.shape = ssSphereShape( 0.1 );
    ball.pose.position.z = 0.1;
    ball.velocity.x = 0.5 + 0.001 * index;
    ssBodyId ballId;
    ssWorld* world = NULL;
    ssWorldDef def = ssDefaultWorldDef();
    ssResult result = ssCreateWorld( &def, &world );
    result = result.code == ss_ok ? ssWorld_AddBody( world, &ground, NULL ) : result;
    result = result.code == ss_ok ? ssWorld_AddBody( world, &ball, &ballId ) : result;
    if ( result.code == ss_ok )
    {
        for ( int step = 0; step < 200; ++step ) { ssWorld_Step( world, 1e-3 ); }
        ssArchive archive = { .mode = ss_archiveHash, .hash = SS_HASH_SEED };
        ssWorld_Serialize( world, &archive );
        s_hashSum += archive.hash;
        s_right += fabs( ssWorld_Body( world, ballId ).velocity.x / ball.velocity.x - 5.0 / 7.0 ) < 1e-9;
    }
    ssDestroyWorld( world );
}

static void* runWorlds( void* unused )
{
    for ( int index = s_next++; index < WORLDS; index = s_next++ ) { runWorld( index ); }
    return unused;
}

static uint64_t runAll( int threads )
{
    pthread_t ids[THREADS];
    int started = s_next = s_right = 0;
    s_hashSum = 0;
    while ( started < threads && pthread_create( ids + started, NULL, runWorlds, NULL ) == 0 ) { ++started; }
    while ( started > 0 ) { pthread_join( ids[--started], NULL ); }
    return s_hashSum;
}

int main( void )
{
    uint64_t serial = runAll( 1 ), parallel = runAll( THREADS );
    printf( "%d balls roll at 5/7 of their speed; ", s_right );
    printf( "hash %016" PRIx64 " in 1 thread, %016" PRIx64 " in %d\n", serial, parallel, THREADS );
    return s_right == WORLDS && serial == parallel ? 0 : 1;
}
