// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_private.h"

// What contacts under the user's own laws (text, callback) remember, found again in the next step by bodies
// and feature. A pair of numbers is a tangential vector in the axes T1, T2. Between steps it turns with the
// normal on the shortest way (parallel transport) and about it with the mean spin of both bodies, so that
// scenes that turn turn their states along. A contact that opens forgets.

static double* rowOf( double* rows, int i ) { return rows + (size_t)i * SS_LAW_MAX_STATES; }

static void copyRow( double* to, const double* from )
{
    memcpy( to, from, sizeof( double ) * SS_LAW_MAX_STATES );
}

static void setInitial( const ssWorld* world, int law, double* row )
{
    memset( row, 0, sizeof( double ) * SS_LAW_MAX_STATES );
    ssLaw_InitialState( &world->laws[law], row );
}

bool worldHasOwnLaws( const ssWorld* world ) { return world->ownLawCount > 0; }

bool worldHasLawMemory( const ssWorld* world ) { return world->ownLaws != NULL; }

bool lawMemoryReserve( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    if ( worldHasLawMemory( world ) ) { return true; }
    size_t contacts = (size_t)world->contactCapacity + 1, row = sizeof( double ) * SS_LAW_MAX_STATES;
    int* laws = ssAlloc( sizeof( int ) * contacts );
    problem->lawSites = ssAlloc( sizeof( ssLawSite ) * contacts );
    problem->lawStates = ssAlloc( row * contacts );
    world->nextStates = ssAlloc( row * contacts );
    world->restingStates = ssAlloc( sizeof( RestingState ) * ( (size_t)world->restingCapacity + 1 ) );
    if ( laws == NULL || problem->lawSites == NULL || problem->lawStates == NULL ||
        world->nextStates == NULL || world->restingStates == NULL )
    {
        void* arrays[] = { laws, problem->lawSites, problem->lawStates, world->nextStates,
            world->restingStates };
        for ( int i = 0; i < SS_COUNT( arrays ); ++i ) { ssRelease( arrays[i] ); }
        problem->lawSites = NULL;
        problem->lawStates = world->nextStates = NULL;
        world->restingStates = NULL;
        return false;
    }
    world->ownLaws = laws;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        laws[i] = -1;
        problem->lawSites[i] = ( ssLawSite ){ .h = 0.0 };
    }
    for ( int i = 0; i < world->restingCount; ++i ) { world->restingStates[i].law = -1; }
    return true;
}

void lawMemoryForget( ssWorld* world, int law )
{
    bool own = world->laws[law].def.kind >= ss_lawKindCount;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        if ( world->ownLaws[i] == law )
        {
            world->ownLaws[i] = own ? law : -1;
            setInitial( world, law, rowOf( world->nextStates, i ) );
        }
    }
    for ( int i = 0; i < world->restingCount; ++i )
    {
        if ( world->restingStates[i].law == law )
        {
            world->restingStates[i].law = own ? law : -1;
            setInitial( world, law, world->restingStates[i].state );
        }
    }
}

void lawMemoryClear( ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount; ++i ) { world->ownLaws[i] = -1; }
    for ( int i = 0; i < world->restingCount; ++i ) { world->restingStates[i].law = -1; }
}

void lawMemoryMove( ssWorld* world, int from, int to )
{
    world->ownLaws[to] = world->ownLaws[from];
    world->problem.lawSites[to] = world->problem.lawSites[from];
    world->problem.lawSites[to].state = rowOf( world->problem.lawStates, to );
    copyRow( rowOf( world->problem.lawStates, to ), rowOf( world->problem.lawStates, from ) );
    copyRow( rowOf( world->nextStates, to ), rowOf( world->nextStates, from ) );
}

void lawMemoryRest( ssWorld* world, int contact, int resting )
{
    RestingState* state = &world->restingStates[resting];
    state->law = world->ownLaws[contact];
    copyRow( state->state, rowOf( world->nextStates, contact ) );
}

/// What a contact takes from one step to the next.
struct WarmState
{
    int law;      // -1: not the user's own
    bool swapped; // its a is the body with the larger number
    double turn;  // [rad] about the normal in the latest step
    ssProblemFrame frame;
    double state[SS_LAW_MAX_STATES];
};

/// The mean turn of two bodies about a normal in the latest step [rad].
static double meanTurn( const ssWorld* world, const Contact* contact, ssVec3 normal )
{
    ssVec3 a = world->bodies[contact->a].omega, b = world->bodies[contact->b].omega;
    return 0.5 * world->h * ssVec3_Dot( ssVec3_Add( a, b ), normal );
}

bool lawMemoryCollect( ssWorld* world, int rows )
{
    world->warmStates = NULL;
    if ( !worldHasLawMemory( world ) ) { return true; }
    world->warmStates = ssArena_Reserve( world->arena, sizeof( WarmState ) * (size_t)rows );
    return world->warmStates != NULL;
}

void lawMemoryTake( ssWorld* world, int row, int i )
{
    const Contact* contact = &world->contacts[i];
    ssProblemFrame frame = world->problem.frames[i];
    WarmState* warm = &world->warmStates[row];
    *warm = ( WarmState ){ .law = world->ownLaws[i],
        .swapped = contact->a > contact->b,
        .turn = meanTurn( world, contact, frame.n ),
        .frame = frame };
    copyRow( warm->state, rowOf( world->nextStates, i ) );
}

void lawMemoryTakeResting( ssWorld* world, int row, int i )
{
    const Resting* r = &world->resting[i];
    WarmState* warm = &world->warmStates[row];
    *warm = ( WarmState ){
        .law = world->restingStates[i].law, .swapped = r->contact.a > r->contact.b, .frame = r->frame
    };
    copyRow( warm->state, world->restingStates[i].state );
}

/// A tangential vector of the old frame in the axes of the new one.
static ssVec2 transport( const WarmState* warm, ssProblemFrame frame, bool flips, ssVec2 z )
{
    ssMat3 from = ssProblemFrame_Axes( warm->frame ), to = ssProblemFrame_Axes( frame );
    double sign = flips ? -1.0 : 1.0;
    ssVec3 v = ssVec3_Add( ssVec3_Scale( z.x, from.cy ), ssVec3_Scale( z.y, from.cz ) );
    if ( warm->turn != 0.0 )
    {
        ssVec3 across = ssVec3_Cross( from.cx, v );
        v = ssVec3_Add( ssVec3_Scale( ssCos( warm->turn ), v ), ssVec3_Scale( ssSin( warm->turn ), across ) );
    }
    // The shortest rotation of n to m, for v ⊥ n: v - (m·v)/(1 + m·n) (m + n). m = -n: v stays.
    ssVec3 n = from.cx, m = ssVec3_Scale( sign, to.cx );
    double opposite = 1.0 + ssVec3_Dot( m, n );
    if ( opposite > 1e-9 ) { v = ssVec3_MulAdd( v, -ssVec3_Dot( m, v ) / opposite, ssVec3_Add( m, n ) ); }
    return ssVec2_Make( sign * ssVec3_Dot( to.cy, v ), sign * ssVec3_Dot( to.cz, v ) );
}

void lawMemoryGive( ssWorld* world, int i, int row )
{
    ssProblem* problem = &world->problem;
    double* state = rowOf( problem->lawStates, i );
    int law = world->ownLaws[i];
    problem->lawSites[i].state = state;
    if ( law < 0 ) { return; }
    setInitial( world, law, state );
    const WarmState* warm = row >= 0 ? &world->warmStates[row] : NULL;
    if ( warm != NULL && warm->law == law )
    {
        int pairs[SS_LAW_MAX_STATES / 2], count = lawStatePairs( &world->laws[law], pairs );
        bool flips = warm->swapped != ( world->contacts[i].a > world->contacts[i].b );
        copyRow( state, warm->state );
        for ( int k = 0; k < count; ++k )
        {
            ssVec2 z = { warm->state[pairs[k]], warm->state[pairs[k] + 1] };
            z = transport( warm, problem->frames[i], flips, z );
            state[pairs[k]] = z.x;
            state[pairs[k] + 1] = z.y;
        }
    }
    copyRow( rowOf( world->nextStates, i ), state );
}

void lawMemoryPlace( ssWorld* world, int i, int law, double h )
{
    ssVec3 point = world->problem.points[i];
    world->ownLaws[i] = law;
    // The contact has moved when the step ends; place and frame are those of its start, like all geometry.
    world->problem.lawSites[i] =
        ( ssLawSite ){ .time = world->time + h, .x = point.x, .y = point.y, .h = h, .impulses = true };
}

bool lawMemoryReadsTime( const ssWorld* world, int i )
{
    int law = worldHasLawMemory( world ) ? world->ownLaws[i] : -1;
    const ssLawProgram* program = law >= 0 ? world->lawDefs[law].program : NULL;
    return program != NULL && ( ssLawProgram_Info( program )->inputs & ss_lawInputTime ) != 0;
}

static void advanceBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        int law = world->ownLaws[i];
        double load = world->p[(size_t)i * (size_t)problem->dimension], y[6];
        if ( law < 0 || ssLaw_StateNumbers( &world->laws[law] ) == 0 ) { continue; }
        if ( !( load > 0.0 ) )
        {
            setInitial( world, law, rowOf( world->nextStates, i ) );
            continue;
        }
        contactLawVelocity( world, i, world->after, y );
        ssLaw there = ssLaw_At( &world->laws[law], &problem->lawSites[i] );
        ssLaw_NextState( &there, load, ssVec2_Make( y[1], y[2] ), rowOf( world->nextStates, i ) );
    }
}

void lawMemoryAdvance( ssWorld* world )
{
    if ( worldHasLawMemory( world ) )
    {
        ssParallelFor( world->problem.contactCount, WORLD_BLOCK, advanceBlock, world );
    }
}

static void undoBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        copyRow( rowOf( world->nextStates, i ), rowOf( world->problem.lawStates, i ) );
    }
}

void lawMemoryUndo( ssWorld* world )
{
    if ( worldHasLawMemory( world ) )
    {
        ssParallelFor( world->problem.contactCount, WORLD_BLOCK, undoBlock, world );
    }
}

typedef struct FiniteStates
{
    const ssWorld* world;
    bool some; // that are not finite; set by any block
} FiniteStates;

static void finiteBlock( void* context, int block, int first, int last )
{
    FiniteStates* states = context;
    const ssWorld* world = states->world;
    bool finite = true;
    (void)block;
    for ( int i = first; i < last && finite; ++i )
    {
        int numbers = world->ownLaws[i] >= 0 ? ssLaw_StateNumbers( &world->laws[world->ownLaws[i]] ) : 0;
        for ( int k = 0; k < numbers; ++k )
        {
            finite = finite && isfinite( rowOf( world->nextStates, i )[k] );
        }
    }
    if ( !finite ) { __atomic_store_n( &states->some, true, __ATOMIC_RELAXED ); }
}

bool lawMemoryIsFinite( const ssWorld* world )
{
    FiniteStates states = { world, false };
    if ( worldHasLawMemory( world ) )
    {
        ssParallelFor( world->problem.contactCount, WORLD_BLOCK, finiteBlock, &states );
    }
    return !states.some;
}

/// Where the law of a contact gives no number, at an impulse under which it is loaded.
typedef struct Fault
{
    const char* what; // it does not give, as lawMissing says; NULL: it gives all
    double load;      // [N s]
    ssVec2 gamma;
} Fault;

ssResult lawFaultOf( const ssWorld* world, int i, const char* what, double load, ssVec2 gamma )
{
    return ssError( ss_errorValue, "law",
        "the law of the contact between the bodies in slots %d and %d gives no %s under a load of %g N, "
        "sliding at (%g, %g) m/s",
        world->contacts[i].a, world->contacts[i].b, what, load / world->h, gamma.x, gamma.y );
}

/// W_NN [1/kg] of a contact alone.
static double normalInertia( const ssWorld* world, int i )
{
    const ssProblem* problem = &world->problem;
    const int bodies[2] = { problem->bodyA[i], problem->bodyB[i] };
    const ssVec3 arms[2] = { problem->armsA[i], problem->armsB[i] };
    double sum = 0.0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = bodies[side];
        ssVec3 lever = ssVec3_Cross( arms[side], problem->frames[i].n );
        sum += body >= 0 ? problem->inverseMass[body] +
                ssVec3_Dot( lever, ssMat3_Mul( problem->inverseInertia[body], lever ) )
                         : 0.0;
    }
    return sum;
}

/// Solves contact i alone from velocities under reactions p (NULL: none), and finds where the law has no
/// number there. Only a solve with an answer may ask for one at a trial point far from it.
static Fault faultAlone( const ssWorld* world, int i, const double* velocities, const double* p )
{
    const double none[3] = { 0.0, 0.0, 0.0 };
    p = p != NULL ? p : none;
    double y[6], turning, g = lawOwnInertia( world, i, &turning );
    contactVelocity( world, i, velocities, y );
    double load = p[0] - y[0] / normalInertia( world, i );
    ssVec2 free = { y[1] - g * p[1], y[2] - g * p[2] };
    Fault fault = { NULL, load, free };
    if ( !( load > 0.0 ) || !isfinite( load + free.x + free.y ) ) { return fault; }
    ssLaw there = ssLaw_At( &world->laws[world->ownLaws[i]], &world->problem.lawSites[i] );
    // Sets are looked at along the way from the free velocity to rest.
    for ( int k = 0; k < 24 && there.type->function == NULL && fault.what == NULL; ++k )
    {
        fault.gamma = ssVec2_Scale( k < 23 ? ssPow( 0.5, k ) : 0.0, free );
        fault.what = lawMissing( &there, load, fault.gamma );
    }
    if ( there.type->function == NULL ) { return fault; }
    functionSolution found = lawFunctionSolve( &there, load, ssVec2_Scale( 1.0 / g, free ), 1.0 / g, free );
    fault.what = found.hasFault ? "finite force" : NULL;
    fault.gamma = found.hasFault ? found.fault : free;
    return fault;
}

static Fault faultOf( const ssWorld* world, int i, bool answered )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    Fault fault = { NULL, 0.0, { 0.0, 0.0 } };
    double y[6];
    contactLawVelocity( world, i, world->after, y );
    if ( p[0] > 0.0 && isfinite( p[0] + y[1] + y[2] ) )
    {
        ssLaw there = ssLaw_At( &world->laws[world->ownLaws[i]], &problem->lawSites[i] );
        fault = ( Fault ){ .load = p[0], .gamma = { y[1], y[2] } };
        fault.what = lawMissing( &there, fault.load, fault.gamma );
    }
    // Without an answer, from where the solvers ended and from where they began.
    fault = fault.what != NULL || answered ? fault : faultAlone( world, i, world->after, p );
    return fault.what != NULL || answered ? fault : faultAlone( world, i, problem->freeVelocity, NULL );
}

bool lawMemoryFails( const ssWorld* world, bool answered, ssResult* reason )
{
    for ( int i = 0; i < world->problem.contactCount && worldHasLawMemory( world ); ++i )
    {
        const ssLaw* law = world->ownLaws[i] >= 0 ? &world->laws[world->ownLaws[i]] : NULL;
        Fault fault = { NULL, 0.0, { 0.0, 0.0 } };
        if ( law != NULL && ( law->type->function != NULL || !answered ) )
        {
            fault = faultOf( world, i, answered );
        }
        if ( fault.what != NULL )
        {
            *reason = lawFaultOf( world, i, fault.what, fault.load, fault.gamma );
            return true;
        }
    }
    return false;
}

ssLawSite lawMemorySite( const ssWorld* world, const double* state, ssVec3 point, const double* velocity )
{
    return ( ssLawSite ){ .time = world->time,
        .x = point.x,
        .y = point.y,
        .rolling = ssHypot( velocity[3], velocity[4] ),
        .spinning = fabs( velocity[5] ),
        .state = state };
}

const double* lawMemoryState( const ssWorld* world, int i )
{
    return world->nextStates + (size_t)i * SS_LAW_MAX_STATES;
}
