// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// Extrapolation over passes. A pass is a step y -> x, and Nesterov's rule begins the next one from x + beta (x - x of
// the pass before), as in accelerated projected gradient with the pass in the place of the gradient step. It starts anew
// where the step grows, and on convex problems where it turns against that direction: the Coulomb law is no minimum, and
// nothing else keeps it in bounds. Velocities depend linearly on the reactions and are extrapolated alike, all of them
// before the pass; the reactions by the pass itself, each when it comes to it.

#define GROWTH_MAX 2.0 // of the square of a step
#define FINEST 1e-12   // steps in the judge's measure below which extrapolation would only feed on rounding

// Nesterov's t grows without bound on a convex problem. Coulomb's law is not monotone: there too much momentum carries
// the passes from one slip pattern to the next, and t stops here: soon at first, where patterns change anyway, later when
// what is left is slow.
#define PACE_FIRST 5.0
#define PACE_LAST 8.0
#define PACE_PASSES 50.0 // for one more

static simd* reactionOf( const ssGs* s, int kind, int group, int c )
{
    if ( kind >= gs_body )
    {
        return &s->bodyGroups[group].p[c];
    }
    sphereGroup* g = gsSphereGroup( s, kind, group );
    simd* parts[6] = { &g->f.x, &g->f.y, &g->f.z, &g->m.x, &g->m.y, &g->m.z };
    return parts[c];
}

static gsSums remember( const gsPass* pass, int kind, int first, int last )
{
    const int parts = gsParts( pass->gs );
    for ( int i = first; i < last; ++i )
    {
        for ( int c = 0; c < parts; ++c )
        {
            gsPast( pass->gs, kind, i )[c] = *reactionOf( pass->gs, kind, i, c );
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

typedef struct Bodies
{
    ssGs* gs;
    double beta;
} Bodies;

/// All eight numbers of a body: its mobilities are what they were and stay so.
static void extrapolateBodies( void* context, int block, int first, int last )
{
    const Bodies* bodies = context;
    const simd beta = simdOf( bodies->beta );
    simd *x = (simd*)(void*)( bodies->gs->bodies + first ),
         *old = (simd*)(void*)( bodies->gs->oldBodies + first );
    (void)block;
    for ( int i = 0; i < 2 * ( last - first ); ++i )
    {
        simd now = x[i];
        x[i] = simdMulAdd( now, beta, simdSub( now, old[i] ) );
        old[i] = now;
    }
}

static bool isConvex( const ssProblem* problem )
{
    bool convex = true;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        convex = convex && problem->laws[i] == ss_contactFormRelaxed;
    }
    return convex;
}

/// In the caller's room where that is large enough.
static bool reservePast( ssGs* s )
{
    size_t bytes = (size_t)s->groupCount * (size_t)gsParts( s ) * sizeof( simd );
    size_t skip = ( 64 - (uintptr_t)s->callerBuffer % 64 ) % 64; // to a cache line
    if ( s->callerBuffer != NULL && bytes + skip <= s->callerBytes )
    {
        s->past = (simd*)(void*)( (char*)s->callerBuffer + skip );
        return true;
    }
    return gsReserve( &s->momentumStore, 0, bytes, &s->past );
}

bool gsBeginMomentum( ssGs* s )
{
    if ( !reservePast( s ) ||
        !gsReserve( &s->oldStore, 0, (size_t)s->bodyCount * sizeof( gsBody ), &s->oldBodies ) )
    {
        return false;
    }
    gsPass pass = { .gs = s };
    gsRun( &pass, remember );
    memcpy( s->oldBodies, s->bodies, (size_t)s->bodyCount * sizeof( gsBody ) );
    for ( int k = 0; k < s->oddCount; ++k )
    {
        memcpy( s->odds[k].last, s->odds[k].p, sizeof( s->odds[k].last ) );
    }
    for ( int k = 0; k < s->rowCount; ++k )
    {
        s->rows[k].last = s->rows[k].p;
    }
    s->pace = 1.0;
    s->convex = isConvex( s->problem );
    s->lastSums = ( gsSums ){ 0.0, 0.0 };
    s->lastChange = HUGE_VAL;
    return true;
}

double gsMomentum( ssGs* s )
{
    double change = s->lastSums.second;
    double least = FINEST * s->step * s->qNorm;
    bool restart = ( s->convex && s->lastSums.first > 0.0 ) || change > GROWTH_MAX * s->lastChange ||
        change < least * least;
    double next = restart ? 1.0 : 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * s->pace * s->pace ) );
    double most = fmin( PACE_FIRST + s->progress.passes / PACE_PASSES, PACE_LAST );
    if ( restart && s->sinceRefresh > 0 )
    {
        gsRefresh( s ); // what extrapolation has made of rounding ends here
    }
    Bodies bodies = { s, restart ? 0.0 : ( s->pace - 1.0 ) / next };
    s->pace = s->convex ? next : fmin( next, most );
    s->lastChange = change > 0.0 ? change : HUGE_VAL;
    ssParallelFor( s->bodyCount, GS_BLOCK, extrapolateBodies, &bodies );
    return bodies.beta;
}
