// SPDX-License-Identifier: MIT
#include "law/law_private.h"
#include "world/world_private.h"

// The midpoint scheme: drift, kick, drift. The bodies move freely for half a step, the contact problem is
// solved at the poses that they have then, and they move on for the other half with the velocities that it
// gives. Over the step positions move by the mean of both velocities, and the kinetic energy changes by
// exactly the impulses times that mean: of second order, and symmetric in time.
//
// What the law judges at a contact, y = D^T v+ + lean, D being taken at the middle of the step:
// - Sliding is judged by the slip of the whole step, lean = D^T v, so that y is twice the mean slip: friction
//   acts against the mean slip, and takes exactly what it books. (The law does not depend on the length of
//   y.)
// - What sticks does so at the end of the step, where D is another one: lean = (D_end - D)^T v', v' being the
//   velocity that the reactions of the step before lead to. A mean of zero would let the slip change its sign
//   with every step.
// - So does what rests on a surface, whose point of contact and normal turn with the bodies.
//
// What strikes does so at its own time. A contact that begins the step open and would end it closed strikes
// where the parabola of its gap meets zero; its bounce is that of the velocity there, and its bodies move as
// if the impulse had acted then.

// Speed [m/s] over what gravity gives in a step, up to which the turning of a contact is left out.
#define TURNING_SHARE 1e-6
// [rad] Turn of a body in half a step from which the lean fades: its prediction is unreliable.
#define LEAN_ANGLE 1.0
// Share of the impulse from which a contact strikes.
#define IMPACT_SHARE 0.5
// Share of the slip that has to outlast the step for the contact to count as sliding.
#define SLIDING_SHARE 0.5
// Share of a speed by which it is raised to see how friction rises with it, and the most that friction may
// take more of the slip in a step, over the rise.
#define PROBE_SHARE 1e-3
#define STIFF_SHARE 0.5

bool worldIsMidpoint( const ssWorld* world )
{
    // The relaxed law and compliant contacts are stated at the end of the step.
    return world->def.theta == 0.0 && !world->dilates && !worldIsCompliant( world );
}

void bodyDrift( Body* body, double h )
{
    ssVec3 omega = body->omega;
    body->pose.position = ssVec3_MulAdd( body->pose.position, h, body->velocity );
    if ( ssVec3_Dot( omega, omega ) == 0.0 ) { return; }
    ssQuat turn;
    if ( body->isotropic || body->kind != ss_bodyDynamic )
    {
        turn = ssQuat_FromRotationVector( ssVec3_Scale( h, omega ) );
    }
    else
    {
        bodyFreeRotation( body, h, &omega, &turn );
        body->omega = ssQuat_Rotate( turn, omega );
    }
    bodyTurn( body, turn );
}

typedef struct Drift
{
    ssWorld* world;
    double h;
    MidStart* starts;
} Drift;

static bool drifts( const Body* body )
{
    return bodyMoves( body ) || ( body->kind == ss_bodyKinematic && body->enabled );
}

/// The same from the start of the step, when a kinematic body still has its old velocity: the new one is its
/// kick.
static void driftFromStart( Body* body, double h )
{
    ssVec3 velocity = body->velocity, omega = body->omega;
    bool told = body->kind == ss_bodyKinematic;
    body->velocity = told ? body->toldVelocity : velocity;
    body->omega = told ? body->toldOmega : omega;
    bodyDrift( body, h );
    body->velocity = told ? velocity : body->velocity;
    body->omega = told ? omega : body->omega;
}

static void firstBlock( void* context, int block, int first, int last )
{
    const Drift* all = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        Body* body = &all->world->bodies[i];
        all->starts[i] = ( MidStart ){ body->pose, body->omega };
        if ( drifts( body ) ) { driftFromStart( body, 0.5 * all->h ); }
    }
}

bool midpointBegin( ssWorld* world, double h )
{
    world->shifts = NULL;
    world->starts = ssArena_Reserve( world->arena, sizeof( MidStart ) * (size_t)world->bodyCount );
    if ( world->starts == NULL ) { return false; }
    Drift all = { world, h, world->starts };
    ssParallelFor( world->bodyCount, WORLD_BLOCK, firstBlock, &all );
    return true;
}

void midpointUndo( ssWorld* world )
{
    for ( int i = 0; i < world->bodyCount && world->starts != NULL; ++i )
    {
        world->bodies[i].pose = world->starts[i].pose;
        world->bodies[i].omega = world->starts[i].omega;
    }
}

/// [m/s], [rad/s] The change of a body's velocity that acts when its island is struck, and not at the middle
/// of the step: what contacts hold stays where they hold it; other bodies fall on.
static void struckKick( const ssWorld* world, int s, double kick[6] )
{
    const double* from = world->shifts[s].held ? world->before : world->problem.freeVelocity;
    for ( int k = 0; k < 6; ++k ) { kick[k] = world->after[6 * s + k] - from[6 * s + k]; }
}

/// [J] By which a velocity that acts earlier lifts a body.
static double liftBy( const ssWorld* world, int s, const double* velocity )
{
    ssVec3 v = { velocity[0], velocity[1], velocity[2] };
    return -world->problem.bodies[s].mass * world->shifts[s].ahead * ssVec3_Dot( v, world->def.gravity );
}

double midpointLift( const ssWorld* world, int s, double* linear )
{
    *linear = 0.0;
    if ( world->shifts == NULL || world->shifts[s].ahead == 0.0 ) { return 0.0; }
    double kick[6], free[6];
    struckKick( world, s, kick );
    for ( int k = 0; k < 6; ++k )
    {
        free[k] = world->problem.freeVelocity[6 * s + k] - ( world->after[6 * s + k] - kick[k] );
        kick[k] -= free[k];
    }
    *linear = liftBy( world, s, kick );
    return liftBy( world, s, free );
}

/// Moves a body whose island was struck as if that had been at its time. It keeps its energy; where its
/// moments of inertia differ it takes its angular momentum along as it turns.
static void shiftStruck( ssWorld* world, int s )
{
    Body* body = &world->bodies[world->active[s]];
    double kick[6], ahead = world->shifts[s].ahead;
    struckKick( world, s, kick );
    double lift = liftBy( world, s, kick );
    world->ledger.impact -= lift;
    world->ledger.numerics += lift;
    ssVec3 turn = ssVec3_Scale( ahead, ssVec3_Make( kick[3], kick[4], kick[5] ) );
    body->pose.position =
        ssVec3_MulAdd( body->pose.position, ahead, ssVec3_Make( kick[0], kick[1], kick[2] ) );
    if ( ssVec3_Dot( turn, turn ) > 0.0 )
    {
        ssQuat q = ssQuat_FromRotationVector( turn );
        bodyTurn( body, q );
        body->omega = body->isotropic ? body->omega : ssQuat_Rotate( q, body->omega );
    }
}

static void secondBlock( void* context, int block, int first, int last )
{
    const Drift* all = context;
    ssWorld* world = all->world;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        Body* body = &world->bodies[i];
        int s = world->slot[i];
        if ( s >= 0 )
        {
            const double* v = world->after + 6 * (size_t)s;
            body->velocity = ssVec3_Make( v[0], v[1], v[2] );
            body->omega = ssVec3_Make( v[3], v[4], v[5] );
        }
        if ( s >= 0 || drifts( body ) ) { bodyDrift( body, 0.5 * all->h ); }
        if ( body->kind == ss_bodyKinematic )
        {
            body->toldVelocity = body->velocity;
            body->toldOmega = body->omega;
        }
    }
}

void midpointFinish( ssWorld* world, double h )
{
    Drift all = { world, h, NULL };
    ssParallelFor( world->bodyCount, WORLD_BLOCK, secondBlock, &all );
    for ( int s = 0; s < world->activeCount && world->shifts != NULL; ++s )
    {
        if ( world->shifts[s].ahead != 0.0 ) { shiftStruck( world, s ); }
    }
    world->shifts = NULL;
}

static ssVec3 velocityAt( const Body* body, ssVec3 point )
{
    bool moves = body->kind != ss_bodyStatic;
    ssVec3 zero = { 0.0, 0.0, 0.0 };
    return moves
        ? ssVec3_Add( body->velocity, ssVec3_Cross( body->omega, ssVec3_Sub( point, body->pose.position ) ) )
        : zero;
}

static double turnOf( const Body* body )
{
    return body->kind == ss_bodyStatic ? 0.0 : ssVec3_Length( body->omega );
}

/// Whether the geometry of a contact turns enough to be looked at, and how far it is to be relied on.
static double turningShare( const ssWorld* world, int i, double h )
{
    const Contact* contact = &world->contacts[i];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    bool balls = bodyIsBall( a ) && bodyIsBall( b );
    ssVec3 point = world->problem.points[i];
    double speed = ssVec3_Length( velocityAt( a, point ) ) + ssVec3_Length( velocityAt( b, point ) ), turn;
    if ( balls )
    {
        speed = ssVec3_Length( ssVec3_Sub( a->velocity, b->velocity ) );
        turn = speed / ( a->innerRadius + b->innerRadius );
    }
    else
    {
        bool still = ( a->shape.kind == ss_shapePlane && bodyIsBall( b ) && turnOf( a ) == 0.0 ) ||
            ( b->shape.kind == ss_shapePlane && bodyIsBall( a ) && turnOf( b ) == 0.0 );
        turn = still ? 0.0 : turnOf( a ) + turnOf( b );
    }
    double gravity = ssVec3_Length( world->def.gravity ), angle = 0.5 * h * turn / LEAN_ANGLE;
    return turn * speed > TURNING_SHARE * gravity ? 1.0 / ( 1.0 + angle * angle * angle * angle ) : 0.0;
}

/// Whether over a small part of the impulse is an impact: bodies at rest may float a little.
static bool contactStrikes( const Strike* strike )
{
    return strike->time >= 0.0 && strike->impact > IMPACT_SHARE;
}

/// [s] after the start of the step: when the impulse of a contact acts that strikes, in the mean. The impact
/// is at its time, the rest, which supports the bodies from then on, half-way from there to the end.
static double timeOfImpulse( const Strike* strike, double h )
{
    return strike->time + 0.5 * ( 1.0 - strike->impact ) * ( h - strike->time );
}

/// A body as it was `time` after the start of the step.
static Body bodyAt( const ssWorld* world, int id, double time )
{
    Body body = world->bodies[id];
    body.pose = world->starts[id].pose;
    body.omega = world->starts[id].omega;
    if ( drifts( &body ) ) { driftFromStart( &body, time ); }
    return body;
}

bool contactFind( const ssWorld* world, int i, const Body* a, const Body* b, ssVec3* point, ssVec3* normal )
{
    ssManifold manifold;
    double margin = contactEnvelope( world, a ) + contactEnvelope( world, b );
    bool near = ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), margin, &manifold );
    bool found = false;
    for ( int k = 0; near && k < manifold.count; ++k )
    {
        if ( manifold.points[k].feature == world->contacts[i].feature )
        {
            *point = contactPoint( a, b, manifold.normal, manifold.points[k].point, manifold.points[k].gap );
            *normal = manifold.normal;
            found = true;
        }
    }
    return found;
}

/// Takes the geometry of contact i when its impulse acts, so that it keeps the angular momentum of its bodies
/// to rounding. False: it is not there then.
static bool placeStruck( ssWorld* world, int i, double time )
{
    const Contact* contact = &world->contacts[i];
    ssProblem* problem = &world->problem;
    Body a = bodyAt( world, contact->a, time ), b = bodyAt( world, contact->b, time );
    ssVec3 point, normal;
    if ( !contactFind( world, i, &a, &b, &point, &normal ) ) { return false; }
    problem->points[i] = point;
    problem->frames[i] = contactFrame( &a, normal );
    problem->armsA[i] = ssVec3_Sub( point, a.pose.position );
    problem->armsB[i] = ssVec3_Sub( point, b.pose.position );
    return true;
}

/// When a contact with this gap at the start of the step strikes; velocities at the start, and without
/// contacts.
static void findStrike( Strike* strike, double gap, double before, double free, double h )
{
    double rate = ( free - before ) / h, root = sqrt( ssMax( before * before - 2.0 * rate * gap, 0.0 ) );
    double time = before > 0.0 ? -( before + root ) / rate : 2.0 * gap / ( root - before );
    strike->time = time >= 0.0 ? ssMin( time, h ) : 0.0;
    double left = h - strike->time, speed = ssMin( before + rate * strike->time, 0.0 );
    double support = ssMax( -rate, 0.0 ) * left;
    bool bounces = strike->restitution > 0.0 && -strike->restitution * speed + rate * left > 0.0;
    strike->impact = bounces ? 1.0 : speed < 0.0 ? -speed / ( support - speed ) : 0.0;
}

/// What the law treats as zero at a contact that strikes; velocities before the kick and without contacts.
static double bounceOf( const Strike* strike, double before, double free, double h )
{
    double rate = ( free - before ) / h, speed = ssMin( before + rate * strike->time, 0.0 );
    double e = strike->restitution;
    return e > 0.0 ? ssMax( 0.0, -e * speed + rate * ( h - strike->time ) ) : 0.0;
}

/// Whether contact i seems to strike because it turns: it has held before, or its speed, which is that at the
/// middle of the step, is no more than turning makes of none at the start.
bool midpointTurns( const ssWorld* world, int i, double h, double before )
{
    const Contact* contact = &world->contacts[i];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    double turnA = turnOf( a ), turnB = turnOf( b );
    double most = h *
        ( turnA * turnA * ssVec3_Length( world->problem.armsA[i] ) +
            turnB * turnB * ssVec3_Length( world->problem.armsB[i] ) );
    bool held = world->p[(size_t)i * (size_t)world->problem.dimension] > 0.0;
    return ( held || -before < most ) && turningShare( world, i, h ) > 0.0;
}

double midpointAllowance( ssWorld* world, int i, double h, double free )
{
    Contact* contact = &world->contacts[i];
    Strike* strike = &world->strikes[i];
    double before[6], gap = contactClosingGap( contact );
    contactVelocityBefore( world, i, before );
    double moved = 0.5 * h * before[0], start = contact->fresh ? gap : gap - moved;
    gap = start + moved;
    double end = gap + 0.5 * h * free;
    bool closed = start <= 0.0;
    *strike = ( Strike ){ .time = -1.0, .restitution = contact->restitution, .held = closed };
    contact->gap -= contact->fresh ? 0.0 : moved;
    contact->struck = false;
    start = ssMax( start, 0.0 );
    if ( !( end < 0.0 ) && !( closed && before[0] < 0.0 ) )
    {
        return closed ? 0.0 : -2.0 * gap / h; // it may close the gap
    }
    if ( midpointTurns( world, i, h, before[0] ) )
    {
        strike->held = true; // not it moves, but its place
        return 0.0;
    }
    findStrike( strike, start, before[0], free, h );
    strike->held = !contactStrikes( strike );
    return bounceOf( strike, before[0], free, h );
}

/// Joins the bodies of the contacts and rows that act, and sets the time of each island to that of its first
/// impact, at its root.
static void timeIslands( ssWorld* world, double h )
{
    const ssProblem* problem = &world->problem;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        world->parents[s] = s;
        world->shifts[s] = ( Shift ){ .time = HUGE_VAL };
    }
    for ( int k = 0; k < problem->rowCount; ++k )
    {
        if ( problem->rows[k].a >= 0 && problem->rows[k].b >= 0 )
        {
            islandJoin( world->parents, problem->rows[k].a, problem->rows[k].b );
        }
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        bool held = world->contacts[i].soft || world->strikes[i].held;
        int a = problem->bodyA[i], b = problem->bodyB[i];
        if ( a >= 0 && b >= 0 && ( held || contactStrikes( &world->strikes[i] ) ) )
        {
            islandJoin( world->parents, a, b );
        }
        for ( int side = 0; side < 2 && held; ++side )
        {
            int s = side == 0 ? a : b;
            world->shifts[s >= 0 ? s : 0].held = s >= 0 ? true : world->shifts[0].held;
        }
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        if ( contactStrikes( &world->strikes[i] ) )
        {
            int s = problem->bodyA[i] >= 0 ? problem->bodyA[i] : problem->bodyB[i];
            double* time = &world->shifts[islandRoot( world->parents, s )].time;
            *time = ssMin( *time, timeOfImpulse( &world->strikes[i], h ) );
        }
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        double time = world->shifts[islandRoot( world->parents, s )].time;
        world->shifts[s].ahead = time <= h ? 0.5 * h - time : 0.0;
    }
}

void midpointStrike( ssWorld* world, double h, Shift* shifts )
{
    ssProblem* problem = &world->problem;
    int count = problem->contactCount, first = 0;
    while ( first < count && !contactStrikes( &world->strikes[first] ) ) { ++first; }
    if ( first == count ) { return; }
    world->shifts = shifts;
    timeIslands( world, h );
    for ( int i = first; i < count; ++i )
    {
        int s = problem->bodyA[i] >= 0 ? problem->bodyA[i] : problem->bodyB[i];
        const Strike* strike = &world->strikes[i];
        if ( contactStrikes( strike ) && placeStruck( world, i, 0.5 * h - world->shifts[s].ahead ) )
        {
            double before[6], y[6], *q = problem->q + (size_t)i * (size_t)problem->dimension;
            contactVelocityBefore( world, i, before );
            contactVelocity( world, i, problem->freeVelocity, y );
            world->contacts[i].struck = true;
            world->contacts[i].allowance = bounceOf( strike, before[0], y[0], h );
            copyComponents( q, y, problem->dimension );
            q[0] -= world->contacts[i].allowance;
        }
    }
}

/// A body as it will be at the end of the step if it has velocity `v` at its middle.
static Body ahead( const ssWorld* world, int id, double h )
{
    Body body = world->bodies[id];
    int s = world->slot[id];
    if ( s >= 0 )
    {
        const double* v = world->after + 6 * (size_t)s;
        body.velocity = ssVec3_Make( v[0], v[1], v[2] );
        body.omega = ssVec3_Make( v[3], v[4], v[5] );
    }
    if ( drifts( &body ) ) { bodyDrift( &body, 0.5 * h ); }
    return body;
}

/// The relative velocity of the contact with this feature at the poses at the end of the step, in a frame
/// that turns with its normal as little as it can; false: it is not there any more.
static bool velocityAhead( const ssWorld* world, int i, const Body* a, const Body* b, double* y )
{
    ssVec3 point, m;
    if ( !contactFind( world, i, a, b, &point, &m ) ) { return false; }
    ssVec3 u = ssVec3_Sub( velocityAt( b, point ), velocityAt( a, point ) );
    ssVec3 n = world->problem.frames[i].n;
    double opposite = 1.0 + ssVec3_Dot( m, n ), along = ssVec3_Dot( m, u );
    if ( !( opposite > 0.5 ) ) { return false; }
    // The rotation of m to n takes u, so that its components are those in the frame of the middle.
    ssVec3 across = ssVec3_MulAdd( u, -along, m );
    across = ssVec3_MulAdd( across, -ssVec3_Dot( n, across ) / opposite, ssVec3_Add( m, n ) );
    ssVec3 w = ssVec3_Sub( b->kind != ss_bodyStatic ? b->omega : ssVec3_Make( 0.0, 0.0, 0.0 ),
        a->kind != ss_bodyStatic ? a->omega : ssVec3_Make( 0.0, 0.0, 0.0 ) );
    contactComponents( world->problem.frames[i], ssVec3_MulAdd( across, along, n ), w, y );
    return true;
}

/// What the turning geometry adds to contact i's velocity; `before` is that before the kick.
static void endLean( const ssWorld* world, int i, double h, const double* before, double* lean )
{
    const Contact* contact = &world->contacts[i];
    double share = turningShare( world, i, h ), end[6], middle[6];
    if ( !( share > 0.0 ) ) { return; }
    Body a = ahead( world, contact->a, h ), b = ahead( world, contact->b, h );
    if ( !velocityAhead( world, i, &a, &b, end ) ) { return; }
    contactVelocity( world, i, world->after, middle );
    // Where the contact has held before, along its normal or across it, the step's start leans as much as its
    // end, to second order. Balls that slide over each other keep their energy, and the gap that it costs
    // closes by itself.
    double off[2] = { 0.0, 0.0 }, size[2] = { 0.0, 0.0 };
    for ( int k = 0; k < 3; ++k )
    {
        int across = k > 0 ? 1 : 0;
        lean[k] = share * ( end[k] - middle[k] );
        off[across] += ( before[k] - lean[k] ) * ( before[k] - lean[k] );
        size[across] += lean[k] * lean[k];
    }
    bool slides = off[1] > 2.0 * size[1];
    lean[0] = off[0] > 2.0 * size[0] || ( slides && bodyIsBall( &a ) && bodyIsBall( &b ) ) ? 0.0 : lean[0];
    lean[1] = slides ? 0.0 : lean[1];
    lean[2] = slides ? 0.0 : lean[2];
}

/// Whether the friction of contact i, sliding at `y` under its reaction `p`, acts against the mean slip of a
/// step without ringing: it does not grow much with the slip that it takes in the step.
static bool bearsMean( const ssWorld* world, int i, const double* p, const double* y )
{
    int index = world->bodies[world->contacts[i].a].law;
    const ssLaw* law = index >= 0 ? &world->laws[index] : NULL;
    if ( law == NULL || !worldHasOwnLaws( world ) || world->ownLaws[i] < 0 )
    {
        return law == NULL || ( ssLaw_Flags( law ) & ( ss_lawFlagSingleValued | ss_lawFlagPatch ) ) == 0;
    }
    if ( !lawIsVaryingCone( law ) || ssLaw_StateNumbers( law ) > 0 )
    {
        return law->type->setValued && ssLaw_StateNumbers( law ) == 0 &&
            ( ssLaw_Flags( law ) & ss_lawFlagVelocity ) == 0;
    }
    ssLaw here = ssLaw_At( law, &world->problem.lawSites[i] );
    ssVec2 slow = { y[1], y[2] }, fast = ssVec2_Scale( 1.0 + PROBE_SHARE, slow );
    double turning, inertia = lawOwnInertia( world, i, &turning );
    double more = ssVec2_Length( ssLaw_SlipForce( &here, p[0], fast ).force ) -
        ssVec2_Length( ssLaw_SlipForce( &here, p[0], slow ).force );
    return inertia * more < STIFF_SHARE * PROBE_SHARE * ssVec2_Length( slow );
}

/// Whether contact i slides on: the last reactions leave it the better part of its slip, `before`. Where they
/// could stop it, a mean would let it turn back and forth.
static bool slidesOn( const ssWorld* world, int i, const double* before )
{
    const double* p = world->p + (size_t)i * (size_t)world->problem.dimension;
    double predicted[6], turning, slip = before[1] * before[1] + before[2] * before[2];
    if ( !( p[0] > 0.0 && slip > 0.0 ) || contactStrikes( &world->strikes[i] ) ||
        world->contacts[i].allowance != 0.0 )
    {
        return false;
    }
    contactVelocity( world, i, world->after, predicted );
    double along = predicted[1] * before[1] + predicted[2] * before[2];
    double taken = lawOwnInertia( world, i, &turning ) * ssHypot( p[1], p[2] );
    return along > SLIDING_SHARE * slip && taken < SLIDING_SHARE * sqrt( slip ) &&
        bearsMean( world, i, p, before );
}

typedef struct LeanContext
{
    ssWorld* world;
    double h;
    double ( *leans )[3]; // per contact
} LeanContext;

static void leanBlock( void* context, int block, int first, int last )
{
    const LeanContext* all = context;
    ssWorld* world = all->world;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        double before[6];
        memset( all->leans[i], 0, sizeof( all->leans[i] ) );
        contactVelocityBefore( world, i, before );
        if ( world->contacts[i].allowance == 0.0 ) { endLean( world, i, all->h, before, all->leans[i] ); }
        world->contacts[i].means = slidesOn( world, i, before );
    }
}

/// Gives the contacts of a pair, from `first` to before `last`, the mean of their leans: those of a body that
/// turns are no motion that it can make as a whole, and points that stick would strain against each other.
static void shareLean( const LeanContext* all, int first, int last )
{
    const ssWorld* world = all->world;
    const ssProblem* problem = &world->problem;
    ssVec3 sum = { 0.0, 0.0, 0.0 };
    double loads = 0.0;
    for ( int i = first; i < last; ++i )
    {
        const double* lean = all->leans[i];
        double load = world->contacts[i].allowance == 0.0
            ? ssMax( world->p[(size_t)i * (size_t)problem->dimension], 0.0 )
            : 0.0;
        ssVec3 u =
            ssMat3_Mul( ssProblemFrame_Axes( problem->frames[i] ), ssVec3_Make( lean[0], lean[1], lean[2] ) );
        sum = ssVec3_MulAdd( sum, load, u );
        loads += load;
    }
    for ( int i = first; i < last && loads > 0.0; ++i )
    {
        ssVec3 u = ssMat3_MulT( ssProblemFrame_Axes( problem->frames[i] ), ssVec3_Scale( 1.0 / loads, sum ) );
        bool closed = world->contacts[i].allowance == 0.0;
        all->leans[i][0] = closed ? u.x : 0.0;
        all->leans[i][1] = closed ? u.y : 0.0;
        all->leans[i][2] = closed ? u.z : 0.0;
    }
}

/// Adds the lean of contact i. At rest it works p·(before - lean)/2, and must not give out any.
static void applyLean( ssWorld* world, int i, const double found[3] )
{
    Contact* contact = &world->contacts[i];
    int d = world->problem.dimension;
    double *q = world->problem.q + (size_t)i * (size_t)d, lean[6] = { 0.0 }, normal = found[0];
    contact->leans = normal != 0.0 || ( !contact->means && ( found[1] != 0.0 || found[2] != 0.0 ) );
    if ( contact->means || normal != 0.0 )
    {
        contactVelocityBefore( world, i, lean );
        normal = normal != 0.0 ? ssMax( normal, ssMin( lean[0], 2.0 * fabs( normal ) ) ) : 0.0;
    }
    lean[0] = normal;
    for ( int k = 1; k < 6 && !contact->means; ++k ) { lean[k] = k < 3 ? found[k] : 0.0; }
    for ( int k = 0; k < d && ( contact->leans || contact->means ); ++k ) { q[k] += lean[k]; }
}

bool midpointLean( ssWorld* world, double h )
{
    int count = world->problem.contactCount;
    LeanContext all = { world, h, ssArena_Reserve( world->arena, sizeof( all.leans[0] ) * (size_t)count ) };
    if ( all.leans == NULL ) { return false; }
    lawPredictVelocities( world );
    ssParallelFor( count, WORLD_BLOCK, leanBlock, &all );
    for ( int first = 0, last; first < count; first = last )
    {
        last = endOfPair( world, first );
        if ( last > first + 1 ) { shareLean( &all, first, last ); }
        for ( int i = first; i < last; ++i ) { applyLean( world, i, all.leans[i] ); }
    }
    return true;
}

void contactLean( const ssWorld* world, int i, double lean[6] )
{
    const Contact* contact = &world->contacts[i];
    const ssProblem* problem = &world->problem;
    memset( lean, 0, 6 * sizeof( double ) );
    if ( worldIsMidpoint( world ) && ( contact->leans || contact->means ) )
    {
        double free[6];
        contactVelocity( world, i, problem->freeVelocity, free );
        for ( int k = 0; k < problem->dimension; ++k )
        {
            lean[k] = problem->q[(size_t)i * (size_t)problem->dimension + (size_t)k] - free[k];
        }
        lean[0] = contact->leans ? lean[0] + contact->allowance : 0.0;
    }
}

bool contactTurns( const ssWorld* world, int i )
{
    return worldIsMidpoint( world ) && world->contacts[i].leans;
}

bool contactTurnsBack( const ssWorld* world, int i )
{
    double before[6], after[6];
    contactVelocityBefore( world, i, before );
    contactVelocity( world, i, world->after, after );
    return before[1] * after[1] + before[2] * after[2] < 0.0 ||
        before[3] * after[3] + before[4] * after[4] < 0.0;
}

/// Takes the lean of contact i away from the normal component and, if `all`, from the others.
static void forgetLean( ssWorld* world, int i, bool all )
{
    int d = world->problem.dimension;
    double lean[6], *q = world->problem.q + (size_t)i * (size_t)d;
    contactLean( world, i, lean );
    for ( int k = 0; k < ( all ? d : 1 ); ++k ) { q[k] -= lean[k]; }
    world->contacts[i].leans = false;
    world->contacts[i].means = world->contacts[i].means && !all;
}

void contactForgetLean( ssWorld* world, int i ) { forgetLean( world, i, true ); }

bool midpointStrains( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    bool strains = false, *leans = world->bodyFlags;
    memset( leans, 0, sizeof( bool ) * (size_t)world->activeCount );
    for ( int first = 0, last; worldIsMidpoint( world ) && first < problem->contactCount; first = last )
    {
        last = endOfPair( world, first );
        bool some = false;
        for ( int i = first; i < last; ++i ) { some = some || world->contacts[i].leans; }
        const int bodies[2] = { problem->bodyA[first], problem->bodyB[first] };
        for ( int side = 0; side < 2 && some; ++side )
        {
            int s = bodies[side];
            strains = strains || ( s >= 0 && leans[s] );
            leans[s >= 0 ? s : 0] = leans[s >= 0 ? s : 0] || s >= 0;
        }
    }
    return strains;
}

void midpointForgetLeans( ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        if ( world->contacts[i].leans ) { forgetLean( world, i, !world->contacts[i].means ); }
    }
}

void midpointRestore( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    memset( problem->freeVelocity, 0, 6 * sizeof( double ) * (size_t)world->bodyCount );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        double free[6];
        contactVelocity( world, i, problem->freeVelocity, free );
        for ( int k = 0; k < problem->dimension; ++k )
        {
            problem->q[(size_t)i * (size_t)problem->dimension + (size_t)k] +=
                free[k] - ( k == 0 ? world->contacts[i].allowance : 0.0 );
        }
    }
}

void contactLawVelocity( const ssWorld* world, int i, const double* v, double* y )
{
    double lean[6];
    contactVelocity( world, i, v, y );
    contactLean( world, i, lean );
    for ( int k = 0; k < 6; ++k )
    {
        y[k] = ( y[k] + lean[k] ) * ( world->contacts[i].means && k > 0 ? 0.5 : 1.0 );
    }
}
