// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

#include <string.h>

// Extrapolation over passes. A pass leads from y to x, and Nesterov's rule begins the next from x + beta (x -
// x'), x' the previous result: accelerated projected gradient with passes as gradient steps. It restarts
// where the step grows, and on convex problems where it turns against x - x'; Coulomb's law minimises
// nothing. Velocities, linear in the reactions, are all extrapolated before the pass; each reaction when its
// turn comes.

// Growth of |y - x|² from pass to pass beyond which extrapolation
// restarts: steps may become 1.4 times as long.
#define GROWTH_MAX 2.0

// |y - x| over the judge's scale below which extrapolation restarts,
// because only rounding is left to extrapolate.
#define STEP_MIN 1e-12

// Nesterov's t grows without bound on a convex problem. Coulomb's law is not monotone: too much momentum
// carries passes between slip patterns. So t has a bound, low at first, growing by 1 every so many passes.
#define NESTEROV_T_FIRST 5.0
#define NESTEROV_T_LAST 8.0
#define NESTEROV_T_PASSES 50.0

// Single-precision passes move normal forces, and so friction bounds, slowly: they bear more momentum.
#define SLOW_NESTEROV_T_LAST 12.0
#define SLOW_NESTEROV_T_PASSES 15.0
#define SLOW_GROWTH_MAX 4.0 // with rolling; without it restarts are worth as much as ever

static simd* reactionOf( const ssGs* gs, int kind, int group, int c )
{
    if ( kind >= gs_body ) { return &gs->bodyGroups[group].p[c]; }
    bool equal = kind == gs_equal;
    simd3 *f = equal ? &gs->equalGroups[group].f : &gsSphereGroup( gs, kind, group )->f,
          *m = equal ? &gs->equalGroups[group].m : &gsSphereGroup( gs, kind, group )->m;
    simd* components[6] = { &f->x, &f->y, &f->z, &m->x, &m->y, &m->z };
    return components[c];
}

/// Makes the current reactions the previous ones.
static gsSums keepReactions( const gsPass* pass, int kind, int first, int last )
{
    const int components = gsComponentCount( pass->gs );
    for ( int i = first; i < last; ++i )
    {
        for ( int c = 0; c < components; ++c )
        {
            gsPreviousReaction( pass->gs, kind, i )[c] = *reactionOf( pass->gs, kind, i, c );
        }
    }
    return ( gsSums ){ 0.0, 0.0 };
}

/// Extrapolates all eight numbers of a body; its inverse mass and inertia stay what they are.
void gsExtrapolateBodies( void* context, int block, int first, int last )
{
    const gsPass* pass = context;
    const simd beta = simdOf( pass->beta );
    simd *x = (simd*)(void*)( pass->gs->bodies + first ),
         *previous = (simd*)(void*)( pass->gs->previousBodies + first );
    (void)block;
    for ( int i = 0; i < 2 * ( last - first ); ++i )
    {
        simd now = x[i];
        x[i] = simdMulAdd( now, beta, simdSub( now, previous[i] ) );
        previous[i] = now;
    }
}

static bool isConvex( const ssProblem* problem )
{
    bool convex = true;
    for ( int i = 0; i < problem->contactCount && convex; ++i )
    {
        convex = problem->laws[i] == ss_contactFormRelaxed;
    }
    return convex;
}

/// The previous reactions lie where the caller has lent room, if there is enough.
static bool reservePrevious( ssGs* gs )
{
    size_t bytes = (size_t)gs->totalGroups * (size_t)gsComponentCount( gs ) * sizeof( simd );
    size_t skip = ( 64 - (uintptr_t)gs->lent % 64 ) % 64; // to the next cache line
    bool fits = gs->lent != NULL && bytes + skip <= gs->lentCount * sizeof( double );
    if ( gs->previousReactions == NULL )
    {
        gs->previousReactions =
            fits ? (simd*)(void*)( (char*)gs->lent + skip ) : (simd*)gsReserve( gs, bytes );
    }
    if ( gs->previousBodies == NULL )
    {
        gs->previousBodies = gsReserveForBodies( gs, (size_t)gs->bodyCount * sizeof( gsBody ) );
    }
    return gs->previousReactions != NULL && gs->previousBodies != NULL;
}

static void keepBodies( void* context, int block, int first, int last )
{
    ssGs* gs = context;
    (void)block;
    memcpy( gs->previousBodies + first, gs->bodies + first, (size_t)( last - first ) * sizeof( gsBody ) );
}

/// Makes the present state the previous one. False when there is no memory.
static bool keepAll( ssGs* gs )
{
    if ( !reservePrevious( gs ) ) { return false; }
    gsPass pass = { .gs = gs };
    gsForAllGroupsAtOnce( &pass, keepReactions );
    ssParallelFor( gs->bodyCount, GS_BODIES, keepBodies, gs );
    for ( int k = 0; k < gs->serialCount; ++k )
    {
        serialContact* contact = &gs->serialContacts[k];
        memcpy( contact->previous, contact->p, sizeof( contact->previous ) );
    }
    for ( int k = 0; k < gs->rowCount; ++k ) { gs->rows[k].previous = gs->rows[k].p; }
    return true;
}

bool gsBeginExtrapolation( ssGs* gs )
{
    if ( gs->single != NULL ) { gsSingleKeep( gs ); }
    else if ( !keepAll( gs ) ) { return false; }
    gs->nesterovT = 1.0;
    gs->convex = isConvex( gs->problem );
    gs->restartProduct = 0.0;
    gs->stepSquare = 0.0;
    gs->previousStepSquare = HUGE_VAL;
    return true;
}

/// The growth of |y - x|² that is borne.
static double growthMax( const ssGs* gs )
{
    return gs->progress.slow && gs->dimension > 3 ? SLOW_GROWTH_MAX : GROWTH_MAX;
}

/// The bound on Nesterov's t under Coulomb's law.
static double largestT( const ssGs* gs )
{
    bool slow = gs->progress.slow;
    double passes = slow ? SLOW_NESTEROV_T_PASSES : NESTEROV_T_PASSES;
    return ssMin(
        NESTEROV_T_FIRST + gs->progress.passes / passes, slow ? SLOW_NESTEROV_T_LAST : NESTEROV_T_LAST );
}

double gsExtrapolation( ssGs* gs )
{
    double least = STEP_MIN * gs->step * gs->qNorm;
    bool restart = ( gs->convex && gs->restartProduct > 0.0 ) ||
        gs->stepSquare > growthMax( gs ) * gs->previousStepSquare || gs->stepSquare < least * least;
    double next = restart ? 1.0 : 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * gs->nesterovT * gs->nesterovT ) );
    if ( restart && gs->passesSinceRefresh > 0 )
    {
        gsRefreshVelocities( gs ); // removes the rounding that extrapolation has amplified
    }
    double beta = restart ? 0.0 : ( gs->nesterovT - 1.0 ) / next;
    gs->nesterovT = gs->convex ? next : ssMin( next, largestT( gs ) );
    gs->previousStepSquare = gs->stepSquare > 0.0 ? gs->stepSquare : HUGE_VAL;
    return beta;
}
