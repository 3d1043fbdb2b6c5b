// SPDX-License-Identifier: MIT
#include "local/local_solve.h"
#include "world/world_private.h"

// The sequential law of impacts. Bodies that strike others which touch others in turn, a row of balls, are no
// single impact: Newton's law at all contacts at once makes all of them open together. Here they strike one
// after the other, each by Newton's law and its friction with the velocities that the ones before have left,
// until no contact approaches. The earliest strikes first, of several the fastest one. The points between two
// bodies are one impact, and so are equally fast ones at a body: none of them is before the others, and what
// is symmetric stays so. Each impact keeps momentum, and its restitution is lowered where it would gain
// energy.
//
// The velocities that result are those at the start of the contact problem, which holds what rests. In the
// midpoint scheme the impulses act at the time and with the geometry of their strikes: bodies are moved as if
// they had flown on with the new velocities from then, and the gap at the start of the step is the one to
// which these velocities lead back. Impacts that gravity would take back within the step are left to the
// problem, and so are lone ones, which need no order.
//
// A body that joints hold to the fixed world alone gives way as they let it. One that is held to a moving
// body keeps the simultaneous law.

// Share of the fastest impact's speed below which a contact does not approach: rounding, and the rest of
// sequences that never end (balls with e < 1 that are caught between others).
#define STILL_SHARE 1e-9
// Impacts of a step, per contact.
#define IMPACTS_PER_CONTACT 32
// Strikes in the same one of so many parts of a step are at the same time.
#define TIME_PARTS 1048576.0
// Halvings of e before it becomes zero.
#define HALVINGS 5
// Gain of an impact, over the magnitudes of its parts, that is rounding, of one contact and of several.
#define GAIN_ROUNDING 1e-12
#define GAIN_TOGETHER 1e-9
#define LOCAL_TOLERANCE 1e-15 // of a single contact, over its velocity
#define LOCAL_ITERATIONS 200
// Contacts that strike together, passes over them, and the relative change of reactions that ends these.
#define TOGETHER_MAX 12
#define PASSES 200
#define PASS_TOLERANCE 1e-15
// Relative difference of speeds that are equal.
#define EQUAL_SPEED 1e-9
// Share of a joint's row that is left of it by those before, below which it says nothing new.
#define ROW_ROUNDING 1e-9

// What a contact would do next.
typedef struct Hit
{
    double time;     // [s] after the start of the step
    double speed;    // [m/s] of approach then, 0: it does not strike
    double rest;     // [m/s] of its normal velocity that is no approach
    double startGap; // [m] before any impact
    bool flies;      // its bodies are apart until then
} Hit;

typedef struct Sequence
{
    ssWorld* world;
    double h;
    Hit* hits;
    int* tree;         // a tournament: the contact of [1] strikes first; -1: none
    int *start, *list; // per active body: its contacts
    double* now;       // [s] per active body: when the latest impulse acted
    double* change;    // 6 per active body: of its velocity by the impact at hand, zero between two of them
    ssMat3*
        mobility;  // per active body that joints hold: M^-1 as blocks (v, v), (v, w), (w, v), (w, w); or NULL
    uint8_t* held; // per active body: by which joints
    double still;  // [m/s] slower contacts do not approach
} Sequence;

enum
{
    heldFree,
    heldToWorld,
    heldToBodies,
};

static uint8_t heldOf( const Sequence* all, int s ) { return s >= 0 ? all->held[s] : (uint8_t)heldFree; }

/// Whether Newton's law is that of contact i.
static bool canStrike( const Sequence* all, int i )
{
    const ssProblem* problem = &all->world->problem;
    return !all->world->contacts[i].soft && problem->laws[i] != ss_contactFormRelaxed &&
        heldOf( all, problem->bodyA[i] ) != heldToBodies && heldOf( all, problem->bodyB[i] ) != heldToBodies;
}

/// [s] How much earlier than the middle of the step an impulse at contact i acts at `time`: joints hold
/// in the middle.
static double aheadOf( const Sequence* all, int i, double time )
{
    const ssProblem* problem = &all->world->problem;
    bool free = heldOf( all, problem->bodyA[i] ) == heldFree && heldOf( all, problem->bodyB[i] ) == heldFree;
    return worldIsMidpoint( all->world ) && free ? 0.5 * all->h - time : 0.0;
}

/// [s] When a gap closes that changes at `speed` and `rate`; HUGE_VAL: not within h.
static double closes( double gap, double speed, double rate, double h )
{
    double root = speed * speed - 2.0 * rate * gap;
    double time = 2.0 * gap / ( sqrt( ssMax( root, 0.0 ) ) - speed );
    return gap + h * speed + 0.5 * h * h * rate < 0.0 && time >= 0.0 ? ssMin( time, h ) : HUGE_VAL;
}

/// Finds when contact i strikes next.
static void findHit( const Sequence* all, int i )
{
    const ssWorld* world = all->world;
    const Contact* contact = &world->contacts[i];
    Hit* hit = &all->hits[i];
    hit->speed = 0.0;
    if ( !canStrike( all, i ) ) { return; }
    double known[6], before[6], free[6], h = all->h, now = 0.0;
    contactVelocityBefore( world, i, known );
    contactVelocity( world, i, world->before, before );
    contactVelocity( world, i, world->problem.freeVelocity, free );
    bool midpoint = worldIsMidpoint( world );
    double rate = ( free[0] - before[0] ) / h, speed = known[0] - hit->rest;
    double gap = contactClosingGap( contact ) - ( midpoint ? 0.5 * h * before[0] : 0.0 );
    const int sides[2] = { world->problem.bodyA[i], world->problem.bodyB[i] };
    for ( int k = 0; k < 2; ++k ) { now = sides[k] >= 0 ? ssMax( now, all->now[sides[k]] ) : now; }
    hit->flies = gap > 0.0;
    // Moreau and Jean's scheme knows one velocity of approach in a step, that of its start.
    double time = !hit->flies ? now : closes( gap, midpoint ? speed : free[0], midpoint ? rate : 0.0, h );
    if ( !( time <= h ) ) { return; }
    hit->time = ssMax( time, now );
    double approach = -( speed + ( hit->flies && midpoint ? rate * hit->time : 0.0 ) );
    double e = contact->restitution, taken = -ssMin( rate, 0.0 ) * ( h - hit->time );
    hit->speed = approach > all->still && ( e > 0.0 ? e : 1.0 ) * approach > taken ? approach : 0.0;
}

/// The part of the step in which a contact strikes.
static double partOf( const Sequence* all, const Hit* hit )
{
    return floor( hit->time / all->h * TIME_PARTS + 0.5 );
}

/// Whether contact i strikes before contact k; -1 is none.
static bool isEarlier( const Sequence* all, int i, int k )
{
    if ( i < 0 || k < 0 ) { return i >= 0; }
    const Hit *a = &all->hits[i], *b = &all->hits[k];
    double timeA = partOf( all, a ), timeB = partOf( all, b );
    float speedA = (float)a->speed, speedB = (float)b->speed; // equal ones differ by rounding
    return timeA != timeB ? timeA < timeB : speedA != speedB ? speedA > speedB : i < k;
}

static void updateTree( const Sequence* all, int i )
{
    int count = all->world->problem.contactCount, at = ( i + count ) / 2;
    all->tree[i + count] = all->hits[i].speed > 0.0 ? i : -1;
    for ( ; at > 0; at /= 2 )
    {
        int left = all->tree[2 * at], right = all->tree[2 * at + 1];
        all->tree[at] = isEarlier( all, right, left ) ? right : left;
    }
}

/// Finds again when the contacts of body s strike.
static void updateBody( const Sequence* all, int s )
{
    for ( int n = s >= 0 ? all->start[s] : 0; s >= 0 && n < all->start[s + 1]; ++n )
    {
        findHit( all, all->list[n] );
        updateTree( all, all->list[n] );
    }
}

/// M^-1 of body s times a force and a moment: what they change of its velocity.
static void respond( const Sequence* all, int s, ssVec3 force, ssVec3 moment, double* change )
{
    const ssProblem* problem = &all->world->problem;
    ssVec3 v = ssVec3_Scale( problem->inverseMass[s], force );
    ssVec3 w = ssMat3_Mul( problem->inverseInertia[s], moment );
    if ( all->held[s] == heldToWorld )
    {
        const ssMat3* m = all->mobility + 4 * (size_t)s;
        v = ssVec3_Add( ssMat3_Mul( m[0], force ), ssMat3_Mul( m[1], moment ) );
        w = ssVec3_Add( ssMat3_Mul( m[2], force ), ssMat3_Mul( m[3], moment ) );
    }
    const double numbers[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
    memcpy( change, numbers, sizeof numbers );
}

static void addOuter( ssMat3* m, ssVec3 x, ssVec3 y, double factor )
{
    m->cx = ssVec3_MulAdd( m->cx, factor * y.x, x );
    m->cy = ssVec3_MulAdd( m->cy, factor * y.y, x );
    m->cz = ssVec3_MulAdd( m->cz, factor * y.z, x );
}

/// Takes from the mobility of body s what a row of a joint prevents.
static void restrain( const Sequence* all, int s, const double* jacobian )
{
    ssMat3* m = all->mobility + 4 * (size_t)s;
    double change[6], own = 0.0, free = 0.0;
    respond( all, s, ssVec3_At( jacobian ), ssVec3_At( jacobian + 3 ), change );
    ssVec3 force = ssVec3_At( jacobian ), moment = ssVec3_At( jacobian + 3 );
    ssVec3 v = ssVec3_At( change ), w = ssVec3_At( change + 3 );
    own = ssVec3_Dot( force, v ) + ssVec3_Dot( moment, w );
    free = all->world->problem.inverseMass[s] * ssVec3_Dot( force, force ) +
        ssVec3_Dot( moment, ssMat3_Mul( all->world->problem.inverseInertia[s], moment ) );
    if ( own > ROW_ROUNDING * free )
    {
        addOuter( m, v, v, -1.0 / own );
        addOuter( m + 1, v, w, -1.0 / own );
        addOuter( m + 2, w, v, -1.0 / own );
        addOuter( m + 3, w, w, -1.0 / own );
    }
}

/// Finds which bodies joints hold, and how they give way.
static void findHeld( const Sequence* all )
{
    ssWorld* world = all->world;
    const ssProblem* problem = &world->problem;
    for ( int k = 0; k < problem->rowCount; ++k )
    {
        const ssProblemRow* row = &problem->rows[k];
        int s = row->a >= 0 ? row->a : row->b;
        // Those with a bounded force give way to an impact.
        if ( s < 0 || row->lo != -HUGE_VAL || row->hi != HUGE_VAL ) { continue; }
        if ( row->a >= 0 && row->b >= 0 ) { all->held[row->a] = all->held[row->b] = heldToBodies; }
        else if ( all->held[s] == heldFree )
        {
            const ssMat3 zero = { { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 }, { 0.0, 0.0, 0.0 } };
            ssMat3* m = all->mobility + 4 * (size_t)s;
            double inverse = problem->inverseMass[s];
            all->held[s] = heldToWorld;
            m[0] = ( ssMat3 ){ { inverse, 0.0, 0.0 }, { 0.0, inverse, 0.0 }, { 0.0, 0.0, inverse } };
            m[1] = m[2] = zero;
            m[3] = problem->inverseInertia[s];
        }
    }
    for ( int k = 0; k < problem->rowCount; ++k )
    {
        const ssProblemRow* row = &problem->rows[k];
        int s = row->a >= 0 ? row->a : row->b;
        if ( s >= 0 && row->lo == -HUGE_VAL && row->hi == HUGE_VAL && all->held[s] == heldToWorld )
        {
            restrain( all, s, row->a >= 0 ? row->jacobianA : row->jacobianB );
        }
    }
}

/// What the changes of its bodies' velocities are at contact i, six numbers.
static void changeAt( const Sequence* all, int i, double* y )
{
    const ssProblem* problem = &all->world->problem;
    ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
    for ( int side = 0; side < 2; ++side )
    {
        int s = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
        double sign = side == 0 ? -1.0 : 1.0;
        if ( s >= 0 )
        {
            const double* change = all->change + 6 * (size_t)s;
            ssVec3 omega = ssVec3_At( change + 3 );
            ssVec3 turn = ssVec3_Cross( omega, side == 0 ? problem->armsA[i] : problem->armsB[i] );
            u = ssVec3_MulAdd( u, sign, ssVec3_Add( ssVec3_At( change ), turn ) );
            w = ssVec3_MulAdd( w, sign, omega );
        }
    }
    contactComponents( problem->frames[i], u, w, y );
}

/// Adds what `factor` times the reaction p of contact i changes of its bodies' velocities.
static void push( const Sequence* all, int i, const double* p, double factor )
{
    const ssProblem* problem = &all->world->problem;
    int d = problem->dimension;
    ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    ssVec3 force = ssMat3_Mul( frame, ssVec3_At( p ) );
    ssVec3 turn = { d == 6 ? p[5] : 0.0, d >= 5 ? p[3] : 0.0, d >= 5 ? p[4] : 0.0 };
    turn = ssMat3_Mul( frame, turn );
    for ( int side = 0; side < 2; ++side )
    {
        int s = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
        ssVec3 arm = side == 0 ? problem->armsA[i] : problem->armsB[i];
        double sign = side == 0 ? -factor : factor, change[6];
        if ( s >= 0 )
        {
            ssVec3 moment = ssVec3_Scale( sign, ssVec3_Add( ssVec3_Cross( arm, force ), turn ) );
            respond( all, s, ssVec3_Scale( sign, force ), moment, change );
            for ( int k = 0; k < 6; ++k ) { all->change[6 * (size_t)s + (size_t)k] += change[k]; }
        }
    }
}

/// W of contact i alone, dimension² numbers. Its bodies' changes are zero before and after.
static void matrixAt( const Sequence* all, int i, double* a )
{
    int d = all->world->problem.dimension;
    const int sides[2] = { all->world->problem.bodyA[i], all->world->problem.bodyB[i] };
    for ( int k = 0; k < d; ++k )
    {
        double unit[6] = { 0.0 }, column[6];
        unit[k] = 1.0;
        push( all, i, unit, 1.0 );
        changeAt( all, i, column );
        for ( int j = 0; j < d; ++j ) { a[j * d + k] = column[j]; }
        for ( int side = 0; side < 2; ++side )
        {
            if ( sides[side] >= 0 )
            {
                memset( all->change + 6 * (size_t)sides[side], 0, 6 * sizeof( double ) );
            }
        }
    }
}

/// One of the contacts that strike together.
typedef struct Member
{
    int contact;
    double velocity[6]; // before
    double p[6];
    double a[SS_CONE_MAX * SS_CONE_MAX];
} Member;

/// The reaction of a contact alone, whose velocity without it is b, under its law.
static void solveOne( const Sequence* all, Member* member, const double* b )
{
    const ssProblem* problem = &all->world->problem;
    int d = problem->dimension, i = member->contact;
    double a[SS_CONE_MAX * SS_CONE_MAX], scaled[SS_CONE_MAX], trace[2] = { 0.0, 0.0 }, *p = member->p;
    for ( int k = 0; k < d; ++k ) { trace[k < 3 ? 0 : 1] += member->a[k * d + k]; }
    double length = trace[1] > 0.0 ? sqrt( trace[0] / 3.0 / ( trace[1] / ( d - 3 ) ) ) : 1.0;
    for ( int k = 0; k < d; ++k )
    {
        double scale = k < 3 ? 1.0 : length;
        scaled[k] = scale * b[k];
        for ( int j = 0; j < d; ++j )
        {
            a[k * d + j] = member->a[k * d + j] * scale * ( j < 3 ? 1.0 : length );
        }
    }
    ssCone cone = problem->cones[i];
    cone.muRoll /= length;
    cone.muSpin /= length;
    ssLaw there;
    planarContact planar = problem->laws[i] == ss_contactFormPlanar
        ? planarContactOf( problem, i, &cone, length, &there )
        : ( planarContact ){ .law = NULL };
    memset( p, 0, 6 * sizeof( double ) );
    p[0] = ssMax( -scaled[0] / a[0], 0.0 );
    bool smooth = planar.law == NULL && cone.mu == 0.0 && cone.muRoll == 0.0 && cone.muSpin == 0.0;
    if ( p[0] > 0.0 && !smooth )
    {
        localProblem local = { .dimension = d,
            .cone = &cone,
            .saxce = true,
            .planar = planar.law != NULL ? &planar : NULL,
            .a = a,
            .b = scaled,
            .step = d / ( trace[0] + length * length * trace[1] ),
            .tolerance = LOCAL_TOLERANCE * vecNorm( d, scaled ) };
        localSolve( &local, local_newton, LOCAL_ITERATIONS, p );
    }
    for ( int k = 3; k < d; ++k ) { p[k] *= length; }
}

/// Solves contact after contact with restitution e times `share`, until that changes nothing. The answer is
/// in the members and in the changes of the bodies.
static void solveTogether( const Sequence* all, Member* members, int count, double share )
{
    const ssWorld* world = all->world;
    int d = world->problem.dimension;
    bool moves = true;
    for ( int pass = 0; pass < ( count > 1 ? PASSES : 1 ) && moves; ++pass )
    {
        moves = false;
        for ( int n = 0; n < count; ++n )
        {
            Member* member = &members[n];
            double b[6], last = member->p[0];
            push( all, member->contact, member->p, -1.0 );
            changeAt( all, member->contact, b );
            for ( int k = 0; k < d; ++k ) { b[k] += member->velocity[k]; }
            b[0] += share * world->contacts[member->contact].restitution * ssMin( member->velocity[0], 0.0 );
            solveOne( all, member, b );
            push( all, member->contact, member->p, 1.0 );
            moves = moves || fabs( member->p[0] - last ) > PASS_TOLERANCE * ( member->p[0] + last );
        }
    }
}

/// The energy that the reactions give, over the magnitudes of its parts.
static double gainOf( const Sequence* all, const Member* members, int count )
{
    double gain = 0.0, size = 0.0;
    for ( int n = 0; n < count; ++n )
    {
        double change[6];
        changeAt( all, members[n].contact, change );
        for ( int k = 0; k < all->world->problem.dimension; ++k )
        {
            double p = members[n].p[k], y = members[n].velocity[k];
            gain += p * ( y + 0.5 * change[k] );
            size += fabs( p ) * ( fabs( y ) + 0.5 * fabs( change[k] ) );
        }
    }
    return size > 0.0 ? gain / size : 0.0;
}

/// A body as it is at `time` after the start of the step.
static Body bodyAtTime( const Sequence* all, int id, double time )
{
    const ssWorld* world = all->world;
    Body body = world->bodies[id];
    int s = world->slot[id];
    if ( s >= 0 )
    {
        body.velocity = ssVec3_At( world->before + 6 * (size_t)s );
        body.omega = ssVec3_At( world->before + 6 * (size_t)s + 3 );
    }
    if ( s >= 0 || ( body.kind == ss_bodyKinematic && body.enabled ) )
    {
        bodyDrift( &body, time - 0.5 * all->h );
    }
    return body;
}

/// Takes the geometry of contact i at its strike, so that its impulse keeps angular momentum to rounding.
static void place( const Sequence* all, int i, double time )
{
    ssProblem* problem = &all->world->problem;
    const Contact* contact = &all->world->contacts[i];
    Body a = bodyAtTime( all, contact->a, time ), b = bodyAtTime( all, contact->b, time );
    ssVec3 point, normal;
    if ( contactFind( all->world, i, &a, &b, &point, &normal ) )
    {
        problem->points[i] = point;
        problem->frames[i] = contactFrame( &a, normal );
        problem->armsA[i] = ssVec3_Sub( point, a.pose.position );
        problem->armsB[i] = ssVec3_Sub( point, b.pose.position );
    }
}

/// Books what a contact has lost.
static void book( const Sequence* all, const Member* member )
{
    ssWorld* world = all->world;
    const ssProblem* problem = &world->problem;
    ssLedger* losses = &world->struckLosses;
    int i = member->contact;
    double* to[6] = { &losses->impact, &losses->sliding, &losses->sliding, &losses->rolling, &losses->rolling,
        &losses->spinning };
    ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
    double drive[6], change[6];
    driveVelocity( world, i, 0.0, &u, &w );
    contactComponents( problem->frames[i], u, w, drive );
    changeAt( all, i, change );
    for ( int k = 0; k < problem->dimension; ++k )
    {
        double y = member->velocity[k] + ( k == 0 ? all->hits[i].rest : 0.0 );
        *to[k] -= member->p[k] * ( y + 0.5 * change[k] );
        losses->work -= member->p[k] * drive[k];
        world->struck[6 * (size_t)i + (size_t)k] += member->p[k];
    }
}

/// Changes the velocity of body s at `time`, and moves it as if it had flown with the new one since then.
static void kick( const Sequence* all, int s, double time, double ahead )
{
    ssWorld* world = all->world;
    ssProblem* problem = &world->problem;
    double* change = all->change + 6 * (size_t)s;
    Body* body = &world->bodies[world->active[s]];
    for ( int k = 0; k < 6; ++k )
    {
        world->before[6 * (size_t)s + (size_t)k] += change[k];
        problem->freeVelocity[6 * (size_t)s + (size_t)k] += change[k];
    }
    ssVec3 v = ssVec3_At( change ), w = ssVec3_At( change + 3 );
    for ( int n = all->start[s]; n < all->start[s + 1]; ++n )
    {
        int i = all->list[n];
        bool isA = problem->bodyA[i] == s;
        ssVec3 u = ssVec3_Add( v, ssVec3_Cross( w, isA ? problem->armsA[i] : problem->armsB[i] ) );
        world->contacts[i].gap += ( isA ? -ahead : ahead ) * ssVec3_Dot( problem->frames[i].n, u );
    }
    body->pose.position = ssVec3_MulAdd( body->pose.position, ahead, v );
    if ( body->isotropic && ssVec3_Dot( w, w ) > 0.0 )
    {
        bodyTurn( body, ssQuat_FromRotationVector( ssVec3_Scale( ahead, w ) ) );
    }
    problem->bodies[s].position = body->pose.position;
    problem->bodies[s].orientation = body->pose.orientation;
    all->now[s] = time;
    memset( change, 0, 6 * sizeof( double ) );
}

/// Whether contact k, at one of the bodies of contact i, strikes together with it: it is between the same two
/// and closed to within what penetration is left, or equally fast.
static bool strikesWith( const Sequence* all, int i, int k )
{
    const ssWorld* world = all->world;
    const Contact *contact = &world->contacts[i], *other = &world->contacts[k];
    const Hit *first = &all->hits[i], *hit = &all->hits[k];
    bool strikes = hit->speed > 0.0;
    if ( other->a == contact->a && other->b == contact->b && canStrike( all, k ) )
    {
        double left = strikes ? ( hit->time - first->time ) * hit->speed : 0.0;
        return k != i && ( strikes || !hit->flies ) && left <= slopOf( world, contact->a, contact->b );
    }
    return strikes && partOf( all, hit ) == partOf( all, first ) &&
        fabs( hit->speed - first->speed ) <= EQUAL_SPEED * first->speed;
}

/// Adds contact i to those that strike at `time`, with its geometry and velocity of then.
static void enlist( const Sequence* all, int i, double time, Member* members, int* count )
{
    const ssWorld* world = all->world;
    Hit* hit = &all->hits[i];
    for ( int n = 0; n < *count; ++n )
    {
        if ( members[n].contact == i )
        {
            return; // both of its bodies have named it
        }
    }
    if ( aheadOf( all, i, time ) != 0.0 ) { place( all, i, time ); }
    Member* member = &members[*count];
    *member = ( Member ){ .contact = i };
    contactVelocityBefore( world, i, member->velocity );
    if ( hit->flies && worldIsMidpoint( world ) )
    {
        double before[6], free[6];
        contactVelocity( world, i, world->before, before );
        contactVelocity( world, i, world->problem.freeVelocity, free );
        for ( int k = 0; k < 6; ++k ) { member->velocity[k] += ( free[k] - before[k] ) * time / all->h; }
    }
    member->velocity[0] -= hit->rest;
    matrixAt( all, i, member->a );
    *count += 1;
}

/// The contacts that strike together with contact i, which is the first of them.
static int membersOf( const Sequence* all, int i, Member* members )
{
    const ssProblem* problem = &all->world->problem;
    const int sides[2] = { problem->bodyA[i], problem->bodyB[i] };
    int with[TOGETHER_MAX] = { i }, found = 1, count = 0;
    for ( int k = 0; k < 2; ++k )
    {
        for ( int n = sides[k] >= 0 ? all->start[sides[k]] : 0;
              sides[k] >= 0 && n < all->start[sides[k] + 1] && found < TOGETHER_MAX; ++n )
        {
            with[found] = all->list[n];
            found += strikesWith( all, i, all->list[n] ) ? 1 : 0;
        }
    }
    for ( int n = 0; n < found; ++n ) { enlist( all, with[n], all->hits[i].time, members, &count ); }
    return count;
}

/// Lets contact i strike, and what strikes together with it. Returns whether their restitution was lowered.
static bool strike( const Sequence* all, int i )
{
    ssWorld* world = all->world;
    const ssProblem* problem = &world->problem;
    Member members[TOGETHER_MAX];
    int count = membersOf( all, i, members );
    double share = 1.0, rounding = count > 1 ? GAIN_TOGETHER : GAIN_ROUNDING, gain = 2.0 * rounding;
    double time = all->hits[i].time, ahead = aheadOf( all, i, time );
    int round = 0;
    for ( ; round <= HALVINGS && gain > rounding; ++round, share *= 0.5 )
    {
        solveTogether( all, members, count, round < HALVINGS ? share : 0.0 );
        gain = gainOf( all, members, count );
    }
    for ( int n = 0; n < count; ++n )
    {
        book( all, &members[n] );
        ahead = aheadOf( all, members[n].contact, time ) == 0.0 ? 0.0 : ahead;
    }
    for ( int n = 0; n < 2 * count; ++n )
    {
        int k = members[n / 2].contact, s = n % 2 == 0 ? problem->bodyA[k] : problem->bodyB[k];
        if ( s >= 0 ) { kick( all, s, time, ahead ); }
    }
    for ( int n = 0; n < count && worldIsMidpoint( world ); ++n )
    {
        Contact* contact = &world->contacts[members[n].contact];
        double y[6];
        contactVelocity( world, members[n].contact, world->before, y );
        // It is closed now, and leads back to no gap at the start of the step.
        contact->gap = ssMin( contact->gap, 0.5 * all->h * y[0] );
    }
    for ( int n = 0; n < count; ++n )
    {
        updateBody( all, problem->bodyA[members[n].contact] );
        updateBody( all, problem->bodyB[members[n].contact] );
    }
    return round > 1;
}

/// Lists the contacts of each active body.
static void listContacts( const Sequence* all )
{
    const ssProblem* problem = &all->world->problem;
    int bodies = problem->bodyCount;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < problem->contactCount; ++i )
        {
            const int sides[2] = { problem->bodyA[i], problem->bodyB[i] };
            for ( int k = 0; k < 2; ++k )
            {
                int s = sides[k];
                if ( s >= 0 && pass == 0 ) { all->start[s + 1] += 1; }
                else if ( s >= 0 ) { all->list[all->start[s]++] = i; }
            }
        }
        for ( int s = 0; s < bodies && pass == 0; ++s ) { all->start[s + 1] += all->start[s]; }
    }
    memmove( all->start + 1, all->start, sizeof( int ) * (size_t)bodies ); // each start has become the next
    all->start[0] = 0;
}

/// Whether one of the bodies of contact i touches another one as well.
static bool isCoupled( const Sequence* all, int i )
{
    const ssProblem* problem = &all->world->problem;
    const int sides[2] = { problem->bodyA[i], problem->bodyB[i] };
    bool coupled = false;
    for ( int k = 0; k < 2; ++k )
    {
        int s = sides[k];
        for ( int n = s >= 0 ? all->start[s] : 0; s >= 0 && n < all->start[s + 1] && !coupled; ++n )
        {
            int other = all->list[n];
            coupled = other != i &&
                ( all->world->contacts[other].a != all->world->contacts[i].a ||
                    all->world->contacts[other].b != all->world->contacts[i].b );
        }
    }
    return coupled;
}

/// Finds what strikes at the start; returns whether some of it is not alone.
static bool findSeeds( Sequence* all )
{
    ssWorld* world = all->world;
    bool some = false;
    double fastest = 0.0;
    all->still = 0.0;
    for ( int i = 0; i < world->problem.contactCount; ++i )
    {
        Hit* hit = &all->hits[i];
        double y[6];
        contactVelocity( world, i, world->before, y );
        Contact* contact = &world->contacts[i];
        contact->gap += contact->fresh ? 0.5 * all->h * y[0] : 0.0; // that of the middle, as of all
        contact->fresh = false;
        hit->startGap = world->contacts[i].gap - ( worldIsMidpoint( world ) ? 0.5 * all->h * y[0] : 0.0 );
        bool turns = worldIsMidpoint( world ) && y[0] < 0.0 && midpointTurns( world, i, all->h, y[0] );
        hit->rest = turns ? y[0] : 0.0;
        findHit( all, i );
        bool seed = hit->speed > 0.0 && world->contacts[i].restitution > 0.0 && isCoupled( all, i );
        fastest = seed ? ssMax( fastest, hit->speed ) : fastest;
        some = some || seed;
    }
    all->still = STILL_SHARE * fastest;
    return some;
}

/// Moved bodies meet at their contacts again, where the contact problem pushes both.
static void rejoin( const Sequence* all )
{
    ssWorld* world = all->world;
    ssProblem* problem = &world->problem;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int a = problem->bodyA[i], b = problem->bodyB[i];
        if ( a < 0 || b < 0 || ( all->now[a] < 0.0 && all->now[b] < 0.0 ) ) { continue; }
        ssVec3 x = problem->bodies[a].position, z = problem->bodies[b].position;
        ssVec3 p = ssVec3_Add( ssVec3_Add( x, problem->armsA[i] ), ssVec3_Add( z, problem->armsB[i] ) );
        problem->points[i] = ssVec3_Scale( 0.5, p );
        problem->armsA[i] = ssVec3_Sub( problem->points[i], x );
        problem->armsB[i] = ssVec3_Sub( problem->points[i], z );
    }
}

static void runSequence( Sequence* all, ssWorldReport* report )
{
    ssWorld* world = all->world;
    int count = world->problem.contactCount;
    memset( world->struck, 0, 6 * sizeof( double ) * (size_t)count );
    world->hasStruck = true;
    for ( int i = 0; i < count; ++i ) { all->tree[i + count] = all->hits[i].speed > all->still ? i : -1; }
    for ( int at = count - 1; at > 0; --at )
    {
        int left = all->tree[2 * at], right = all->tree[2 * at + 1];
        all->tree[at] = isEarlier( all, right, left ) ? right : left;
    }
    long long most = (long long)IMPACTS_PER_CONTACT * count;
    long long n = 0;
    for ( ; n < most && all->tree[1] >= 0; ++n )
    {
        report->limitedImpacts += strike( all, all->tree[1] ) ? 1 : 0;
    }
    report->impacts += (int)n;
    report->impactsLeft = all->tree[1] >= 0;
    for ( int i = 0; i < count; ++i ) { world->startGaps[i] = all->hits[i].startGap; }
    rejoin( all );
}

static bool anythingBounces( const ssWorld* world )
{
    bool some = false;
    for ( int i = 0; i < world->problem.contactCount && !some; ++i )
    {
        some = world->contacts[i].restitution > 0.0 && !world->contacts[i].soft;
    }
    return some;
}

bool impactsInTurn( ssWorld* world, double h, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    size_t contacts = (size_t)problem->contactCount, bodies = (size_t)problem->bodyCount;
    world->startGaps = NULL;
    world->hasStruck = false;
    world->struckLosses = ( ssLedger ){ 0 };
    if ( world->def.impacts != ss_impactsSequential || world->dilates || contacts < 2 ||
        !anythingBounces( world ) )
    {
        return true;
    }
    // The gaps outlive the rest of it, and are given back with the step's memory.
    double* gaps = ssArena_Reserve( world->arena, sizeof( double ) * contacts );
    ssArenaMark mark = ssArena_Mark( world->arena );
    Sequence all = { .world = world,
        .h = h,
        .hits = ssArena_Reserve( world->arena, sizeof( Hit ) * contacts ),
        .tree = ssArena_Reserve( world->arena, 2 * sizeof( int ) * contacts ),
        .start = ssArena_Reserve( world->arena, sizeof( int ) * ( bodies + 1 ) ),
        .list = ssArena_Reserve( world->arena, 2 * sizeof( int ) * contacts ),
        .now = ssArena_Reserve( world->arena, sizeof( double ) * bodies ),
        .change = ssArena_Reserve( world->arena, 6 * sizeof( double ) * bodies ),
        .mobility =
            ssArena_Reserve( world->arena, problem->rowCount > 0 ? 4 * sizeof( ssMat3 ) * bodies : 1 ),
        .held = ssArena_Reserve( world->arena, bodies ) };
    bool enough = gaps != NULL && all.hits != NULL && all.tree != NULL && all.start != NULL &&
        all.list != NULL && all.now != NULL && all.change != NULL && all.mobility != NULL && all.held != NULL;
    if ( enough )
    {
        memset( all.start, 0, sizeof( int ) * ( bodies + 1 ) );
        memset( all.held, heldFree, bodies );
        memset( all.change, 0, 6 * sizeof( double ) * bodies );
        for ( size_t s = 0; s < bodies; ++s )
        {
            all.now[s] = -1.0; // no impulse yet
        }
        listContacts( &all );
        findHeld( &all );
        if ( findSeeds( &all ) )
        {
            world->startGaps = gaps;
            runSequence( &all, report );
        }
    }
    ssArena_Release( world->arena, mark );
    return enough;
}

void impactsRestoreGaps( ssWorld* world )
{
    for ( int i = 0; i < world->problem.contactCount && world->startGaps != NULL; ++i )
    {
        world->contacts[i].gap = world->startGaps[i];
    }
    world->startGaps = NULL;
}

void contactReaction( const ssWorld* world, int i, double p[6] )
{
    int d = world->problem.dimension;
    memset( p, 0, 6 * sizeof( double ) );
    for ( int k = 0; k < d; ++k )
    {
        p[k] = world->p[(size_t)i * (size_t)d + (size_t)k] +
            ( world->hasStruck ? world->struck[6 * (size_t)i + (size_t)k] : 0.0 );
    }
}
