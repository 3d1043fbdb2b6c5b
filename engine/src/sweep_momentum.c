// SPDX-License-Identifier: MIT
#include "sweep_private.h"

#include "slipstick/parallel.h"

#include <string.h>

// Extrapolation over sweeps. Forward and back again, a pair of sweeps is a step y -> x of a symmetric method, and
// Nesterov's rule goes on from x in the direction the last two steps differ by (as in accelerated projected gradient,
// with the pair in the place of the gradient step). It starts anew where the step turns against that direction, or grows:
// the Coulomb law is no minimum, and nothing else keeps it in bounds. Velocities depend linearly on the reactions and
// are extrapolated alike.

#define GROWTH_MAX 2.0 // of the square of a step

// Nesterov's t grows without bound on a convex problem. Coulomb's law is not monotone: there too much momentum carries
// the sweeps from one slip pattern to the next, and t stops here.
#define PACE_MAX 12.0

LANE_INLINE lane* reactionOf( const ssSweep* s, int kind, int group, int c )
{
    if ( kind >= sweep_body )
    {
        return &s->bodyGroups[group].p[c];
    }
    sphereGroup* g = sweepSphereGroup( s, kind, group );
    lane* parts[6] = { &g->f.x, &g->f.y, &g->f.z, &g->m.x, &g->m.y, &g->m.z };
    return parts[c];
}

/// Forces alone in dimension 3, forces and moments beyond.
static int partsOf( const ssSweep* s )
{
    return s->dimension == 3 ? 3 : 6;
}

static laneMomentum* momentumOf( const ssSweep* s, int kind, int group )
{
    return &s->momenta[s->memberBase[sweepFamily( kind )] + group];
}

static sweepSums remember( const sweepPass* pass, int kind, int first, int last )
{
    const int parts = partsOf( pass->sweep );
    for ( int i = first; i < last; ++i )
    {
        laneMomentum* m = momentumOf( pass->sweep, kind, i );
        for ( int c = 0; c < parts; ++c )
        {
            m->before[c] = m->last[c] = *reactionOf( pass->sweep, kind, i, c );
        }
    }
    return ( sweepSums ){ 0.0, 0.0 };
}

/// (y - x)·(x - x of the step before) and |y - x|².
static sweepSums compare( const sweepPass* pass, int kind, int first, int last )
{
    lane turn = laneOf( 0.0 ), size = laneOf( 0.0 );
    const int parts = partsOf( pass->sweep );
    for ( int i = first; i < last; ++i )
    {
        const laneMomentum* m = momentumOf( pass->sweep, kind, i );
        for ( int c = 0; c < parts; ++c )
        {
            lane x = *reactionOf( pass->sweep, kind, i, c ), change = laneSub( m->before[c], x );
            turn = laneMulAdd( turn, change, laneSub( x, m->last[c] ) );
            size = laneMulAdd( size, change, change );
        }
    }
    return ( sweepSums ){ laneSum( turn ), laneSum( size ) };
}

static sweepSums extrapolate( const sweepPass* pass, int kind, int first, int last )
{
    const lane beta = laneOf( pass->beta );
    const int parts = partsOf( pass->sweep );
    for ( int i = first; i < last; ++i )
    {
        laneMomentum* m = momentumOf( pass->sweep, kind, i );
        for ( int c = 0; c < parts; ++c )
        {
            lane *p = reactionOf( pass->sweep, kind, i, c ), x = *p;
            *p = laneMulAdd( x, beta, laneSub( x, m->last[c] ) );
            m->before[c] = *p;
            m->last[c] = x;
        }
    }
    return ( sweepSums ){ 0.0, 0.0 };
}

static double moved( double beta, double x, double* last )
{
    double next = x + beta * ( x - *last );
    *last = x;
    return next;
}

typedef struct Bodies
{
    ssSweep* sweep;
    double beta;
} Bodies;

/// All eight numbers of a body: its mobilities are what they were and stay so.
static void extrapolateBodies( void* context, int block, int first, int last )
{
    const Bodies* bodies = context;
    const lane beta = laneOf( bodies->beta );
    lane *x = (lane*)(void*)( bodies->sweep->bodies + first ),
         *old = (lane*)(void*)( bodies->sweep->oldBodies + first );
    (void)block;
    for ( int i = 0; i < 2 * ( last - first ); ++i )
    {
        lane now = x[i];
        x[i] = laneMulAdd( now, beta, laneSub( now, old[i] ) );
        old[i] = now;
    }
}

// ------------------------------------------------------------------------------------------------------- one by one

/// The numbers of odd contacts and rows: p, and the two that remember.
static int serialCount( const ssSweep* s )
{
    return s->oddCount * s->dimension + s->rowCount;
}

static double* serialNumber( const ssSweep* s, int k, double** before, double** last )
{
    int odds = s->oddCount * s->dimension;
    if ( k < odds )
    {
        oddContact* odd = &s->odds[k / s->dimension];
        int c = k % s->dimension;
        *before = &odd->before[c];
        *last = &odd->last[c];
        return &odd->p[c];
    }
    *before = &s->rows[k - odds].before;
    *last = &s->rows[k - odds].last;
    return &s->rows[k - odds].p;
}

// -------------------------------------------------------------------------------------------------------------- all

static bool isConvex( const ssProblem* problem )
{
    bool convex = true;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        convex = convex && problem->laws[i] == ss_problemRelaxed;
    }
    return convex;
}

/// In the caller's room where that is large enough.
static bool reserveMomenta( ssSweep* s )
{
    size_t bytes = (size_t)s->groupCount * sizeof( laneMomentum );
    size_t skip = ( 64 - (uintptr_t)s->borrowed % 64 ) % 64; // to a cache line
    if ( s->borrowed != NULL && bytes + skip <= s->borrowedBytes )
    {
        s->momenta = (laneMomentum*)(void*)( (char*)s->borrowed + skip );
        return true;
    }
    return sweepReserve( &s->biasStore, 0, bytes, &s->momenta );
}

bool sweepBeginMomentum( ssSweep* s )
{
    if ( !reserveMomenta( s ) ||
        !sweepReserve( &s->oldStore, 0, (size_t)s->bodyCount * sizeof( sweepBody ), &s->oldBodies ) )
    {
        return false;
    }
    sweepPass pass = { .sweep = s };
    double *before, *last;
    sweepRun( &pass, remember );
    memcpy( s->oldBodies, s->bodies, (size_t)s->bodyCount * sizeof( sweepBody ) );
    for ( int k = 0; k < serialCount( s ); ++k )
    {
        double* p = serialNumber( s, k, &before, &last );
        *before = *last = *p;
    }
    s->pace = 1.0;
    s->paceMax = isConvex( s->problem ) ? HUGE_VAL : PACE_MAX;
    s->lastChange = HUGE_VAL;
    return true;
}

void sweepMomentum( ssSweep* s )
{
    sweepPass pass = { .sweep = s };
    sweepSums sums = sweepRun( &pass, compare );
    double *before, *last;
    for ( int k = 0; k < serialCount( s ); ++k )
    {
        double x = *serialNumber( s, k, &before, &last ), change = *before - x;
        sums.first += change * ( x - *last );
        sums.second += change * change;
    }
    bool restart = sums.first > 0.0 || sums.second > GROWTH_MAX * s->lastChange;
    double next = restart ? 1.0 : 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * s->pace * s->pace ) );
    if ( restart && s->sinceRefresh > 0 )
    {
        sweepRefresh( s ); // what extrapolation has made of rounding ends here
    }
    pass.beta = restart ? 0.0 : ( s->pace - 1.0 ) / next;
    s->pace = fmin( next, s->paceMax );
    s->lastChange = sums.second;
    sweepRun( &pass, extrapolate );
    Bodies bodies = { s, pass.beta };
    ssParallelFor( s->bodyCount, SWEEP_BLOCK, extrapolateBodies, &bodies );
    for ( int k = 0; k < serialCount( s ); ++k )
    {
        double* p = serialNumber( s, k, &before, &last );
        *p = moved( pass.beta, *p, last );
        *before = *p;
    }
}
