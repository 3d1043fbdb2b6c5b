// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// A solve that missed its tolerance may have reactions of any size, and with them any energy. Reactions s p
// with 0 <= s <= 1 are as allowed as p is: cones, sets and boxes contain zero and are convex or star-shaped.
// With the free velocity u and the change d = M^-1 D p, the velocities of a body are u + s d, and what an
// island has gained at the end of the step beyond what drives it,
//     g(s) = K(u + s d) - K(v) - h G·((1 - theta) v + theta (u + s d)) - h F·(v + u + s d)/2 - s w - stored,
// is a quadratic polynomial in s: v is the velocity before, G the weight, F the applied force, w the work of
// surfaces and kinematic bodies (of a motor it is quadratic itself), and `stored` what
// compliant contacts hold. Free flight gains nothing of its own, so reactions of islands that gain are scaled
// back to where they no longer do.

// Newton's impact law with friction can create energy where contacts are coupled by joints or by other
// contacts (Kane's paradox): the normal impulse that the restitution asks for drives a sliding contact, and
// nothing in the law bounds its work. With e = 0 this cannot happen: K+ - K_free = p·(u+ + u_free)/2 = p·u+ -
// |D p|²_{M^-1}/2 <= 0. So where the contacts of an island do positive work in a step, its restitution is
// lowered and the step is solved again, until they do not. Compliant contacts are left out: they give back
// what they have stored.

// Halvings of e before it becomes zero.
#define HALVINGS 5
// Work of an island's contacts, over the sum of their magnitudes, below which it is rounding.
#define WORK_ROUNDING 1e-6
// The same over the residual of the solve.
#define WORK_RESIDUALS 10.0
// More work than this share is no matter of tolerances, whatever the residual.
#define WORK_SHARE_MAX 0.1

/// The island of contact i; -1 where neither body is active.
static int islandOf( ssWorld* world, int i )
{
    int body = world->problem.bodyA[i] >= 0 ? world->problem.bodyA[i] : world->problem.bodyB[i];
    return body >= 0 ? islandRoot( world->parents, body ) : -1;
}

typedef struct Bounces
{
    const ssWorld* world;
    bool some; // set by any block
} Bounces;

static void bounceBlock( void* context, int block, int first, int last )
{
    Bounces* bounces = context;
    const Contact* contacts = bounces->world->contacts;
    bool some = false;
    (void)block;
    for ( int i = first; i < last && !some; ++i ) { some = !contacts[i].soft && contacts[i].allowance > 0.0; }
    if ( some ) { __atomic_store_n( &bounces->some, true, __ATOMIC_RELAXED ); }
}

static bool anythingBounces( const ssWorld* world )
{
    Bounces bounces = { world, false };
    ssParallelFor( world->problem.contactCount, WORLD_BLOCK, bounceBlock, &bounces );
    return bounces.some;
}

/// Adds the work of each contact to its island, and what it consists of without signs, `magnitude` [J].
static void addWork( ssWorld* world, double* work, double* magnitude )
{
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    memset( work, 0, sizeof( double ) * (size_t)world->activeCount );
    memset( magnitude, 0, sizeof( double ) * (size_t)world->activeCount );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int island = islandOf( world, i );
        const double* p = world->p + (size_t)i * (size_t)d;
        double after[6], free[6];
        if ( island < 0 || world->contacts[i].soft || !( p[0] > 0.0 ) ) { continue; }
        contactVelocity( world, i, world->after, after );
        contactVelocity( world, i, problem->freeVelocity, free );
        for ( int k = 0; k < d; ++k )
        {
            // With e = 1 the velocities cancel, and their sum is rounding: it is measured against each.
            work[island] += 0.5 * p[k] * ( after[k] + free[k] );
            magnitude[island] += 0.5 * fabs( p[k] ) * ( fabs( after[k] ) + fabs( free[k] ) );
        }
    }
}

int impactsLimit( ssWorld* world, const ssWorldReport* report, int round )
{
    if ( round > HALVINGS || !anythingBounces( world ) ) { return 0; }
    ssArenaMark mark = ssArena_Mark( world->arena );
    double* sums = ssArena_Reserve( world->arena, 2 * sizeof( double ) * (size_t)world->activeCount );
    if ( sums == NULL )
    {
        return 0; // the energy that was created is in the ledger
    }
    double *work = sums, *magnitude = sums + world->activeCount;
    islandsJoin( world );
    addWork( world, work, magnitude );
    int islands = 0;
    double tolerance = ssMin( ssMax( WORK_ROUNDING, WORK_RESIDUALS * report->residual ), WORK_SHARE_MAX );
    for ( int s = 0; s < world->activeCount; ++s ) { islands += work[s] > tolerance * magnitude[s] ? 1 : 0; }
    for ( int i = 0; islands > 0 && i < world->problem.contactCount; ++i )
    {
        int island = islandOf( world, i );
        Contact* contact = &world->contacts[i];
        if ( island >= 0 && !contact->soft && contact->allowance > 0.0 &&
            work[island] > tolerance * magnitude[island] )
        {
            double lower = round < HALVINGS ? 0.5 * contact->allowance : 0.0;
            world->problem.q[(size_t)i * (size_t)world->problem.dimension] += contact->allowance - lower;
            contact->allowance = lower;
        }
    }
    ssArena_Release( world->arena, mark );
    return islands;
}

// Gain of an island, over the sum of the magnitudes of its parts, below which it is rounding.
#define GAIN_ROUNDING 1e-12
// With tolerance 0 a step has missed what a world expects by default.
#define MISSED_RESIDUAL 1e-6
// Reactions that are scaled back by no less obey their laws as far as anybody sees.
#define SHARE_UNSEEN ( 1.0 - 1e-3 )
// Bisections of s, more than a double has digits.
#define BISECTIONS 60

/// g(s) = square s² + linear s + rest [J], and the sum of the magnitudes of its parts.
typedef struct Gain
{
    double square, linear, rest, size;
} Gain;

static void addTo( Gain* gain, double square, double linear, double rest )
{
    gain->square += square;
    gain->linear += linear;
    gain->rest += rest;
    gain->size += fabs( square ) + fabs( linear ) + fabs( rest );
}

/// x·M y of a body's velocities.
static double product( const ssProblemBody* body, const double* x, const double* y )
{
    ssQuat toBody = ssQuat_Conjugate( body->orientation );
    ssVec3 a = ssQuat_Rotate( toBody, ssVec3_At( x + 3 ) ), b = ssQuat_Rotate( toBody, ssVec3_At( y + 3 ) );
    return body->mass * ssVec3_Dot( ssVec3_At( x ), ssVec3_At( y ) ) + body->inertia.x * a.x * b.x +
        body->inertia.y * a.y * b.y + body->inertia.z * a.z * b.z;
}

static double dot6( const double* x, const double* y )
{
    return ssVec3_Dot( ssVec3_At( x ), ssVec3_At( y ) ) +
        ssVec3_Dot( ssVec3_At( x + 3 ), ssVec3_At( y + 3 ) );
}

static void addBody( const ssWorld* world, int s, Gain* gain )
{
    const Body* body = &world->bodies[world->active[s]];
    const ssProblemBody* mass = &world->problem.bodies[s];
    const double *v = world->before + 6 * (size_t)s, *u = world->problem.freeVelocity + 6 * (size_t)s,
                 *after = world->after + 6 * (size_t)s;
    double theta = worldTheta( world ), h = world->h, d[6], middle[6];
    for ( int k = 0; k < 6; ++k )
    {
        d[k] = after[k] - u[k];
        middle[k] = ( 1.0 - theta ) * v[k] + theta * u[k];
    }
    bool held = springHolds( world, world->active[s] );
    ssVec3 f = bodyForce( world, world->active[s] );
    ssVec3 t = held ? ssVec3_Add( body->torque, world->springTorque ) : body->torque, g = world->def.gravity;
    const double force[6] = { f.x, f.y, f.z, t.x, t.y, t.z };
    const double weight[6] = { mass->mass * g.x, mass->mass * g.y, mass->mass * g.z, 0.0, 0.0, 0.0 };
    addTo( gain, 0.5 * product( mass, d, d ), product( mass, d, u ),
        0.5 * product( mass, u, u ) - 0.5 * product( mass, v, v ) );
    addTo( gain, 0.0, -theta * h * dot6( weight, d ), -h * dot6( weight, middle ) );
    double lift = 0.0, free = worldIsMidpoint( world ) ? midpointLift( world, s, &lift ) : 0.0;
    addTo( gain, 0.0, lift, free );
    addTo( gain, 0.0, -0.5 * h * dot6( force, d ), -0.5 * h * ( dot6( force, v ) + dot6( force, u ) ) );
}

/// [J] What a compliant contact holds at the start of the step.
static double storedAt( const ssWorld* world, int i )
{
    const Contact* contact = &world->contacts[i];
    if ( !contact->soft ) { return 0.0; }
    ssMaterial material = pairMixture( world, contact->a, contact->b );
    double depth = ssMax( 0.0, -contact->gap );
    return material.compliance == ss_complianceHertz
        ? 0.4 * material.stiffness * depth * depth * sqrt( depth )
        : 0.5 * material.stiffness * depth * depth;
}

static void addContact( const ssWorld* world, int i, Gain* gain )
{
    int d = world->problem.dimension;
    double y[6], work = 0.0;
    ssVec3 u = { 0.0, 0.0, 0.0 }, w = u;
    driveVelocity( world, i, 0.5, &u, &w );
    contactComponents( world->problem.frames[i], u, w, y );
    for ( int k = 0; k < d; ++k ) { work -= world->p[(size_t)i * (size_t)d + (size_t)k] * y[k]; }
    addTo( gain, 0.0, -work, -storedAt( world, i ) );
}

/// The velocity of one side of a row, which is `numbers` for an active body.
static double sideOf( int slot, const double* jacobian, const double* numbers )
{
    return slot >= 0 ? dot6( jacobian, numbers + 6 * (size_t)slot ) : 0.0;
}

/// The part of a row's velocity that a body on this side has which moves as it is told.
static double toldOf( const ssWorld* world, int body, int slot, const double* jacobian )
{
    double v[6] = { 0.0 };
    if ( body >= 0 && slot < 0 && world->bodies[body].kind == ss_bodyKinematic )
    {
        bodyVelocity( &world->bodies[body], v );
    }
    return dot6( jacobian, v );
}

static void addRow( const ssWorld* world, const Joint* joint, int k, Gain* gain )
{
    const ssProblem* problem = &world->problem;
    const ssProblemRow* row = &problem->rows[k];
    double p = world->p[(size_t)problem->contactCount * (size_t)problem->dimension + (size_t)k];
    if ( joint->kind != ss_jointMotion )
    {
        double told = toldOf( world, joint->a, row->a, row->jacobianA ) +
            toldOf( world, joint->b, row->b, row->jacobianB );
        addTo( gain, 0.0, p * told, 0.0 );
        return;
    }
    const double* velocities[] = { world->before, problem->freeVelocity, world->after };
    double along[3];
    for ( int i = 0; i < 3; ++i )
    {
        along[i] =
            sideOf( row->a, row->jacobianA, velocities[i] ) + sideOf( row->b, row->jacobianB, velocities[i] );
    }
    addTo( gain, -0.5 * p * ( along[2] - along[1] ), -0.5 * p * ( along[0] + along[1] ), 0.0 );
}

/// The root of the island of two bodies in the problem, one of which may be none; -1: both are.
static int rootOf( ssWorld* world, int a, int b )
{
    int body = a >= 0 ? a : b;
    return body >= 0 ? islandRoot( world->parents, body ) : -1;
}

/// The islands that the reactions at hand couple: without an answer contacts may pull, too.
static void joinAll( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    islandsJoin( world );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        bool acts = false;
        for ( int k = 0; k < d && problem->bodyA[i] >= 0 && problem->bodyB[i] >= 0; ++k )
        {
            acts = acts || world->p[(size_t)i * (size_t)d + (size_t)k] != 0.0;
        }
        if ( acts ) { islandJoin( world->parents, problem->bodyA[i], problem->bodyB[i] ); }
    }
}

static void addAll( ssWorld* world, Gain* gains )
{
    const ssProblem* problem = &world->problem;
    memset( gains, 0, sizeof( Gain ) * (size_t)world->activeCount );
    for ( int s = 0; s < world->activeCount; ++s )
    {
        addBody( world, s, &gains[islandRoot( world->parents, s )] );
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int root = rootOf( world, problem->bodyA[i], problem->bodyB[i] );
        if ( root >= 0 ) { addContact( world, i, &gains[root] ); }
    }
    for ( int j = 0; j < world->jointCount; ++j )
    {
        const Joint* joint = &world->joints[j];
        for ( int k = joint->firstRow; k < joint->firstRow + joint->rowCount; ++k )
        {
            int root = rootOf( world, problem->rows[k].a, problem->rows[k].b );
            if ( root >= 0 ) { addRow( world, joint, k, &gains[root] ); }
        }
    }
}

/// The largest s in [0, 1] at which an island has gained nothing; `rounding` of its size is nothing.
static double passiveShare( const Gain* gain, double rounding )
{
    double rest = ssMin( gain->rest, 0.0 ), low = 0.0, high = 1.0;
    double whole = gain->square + gain->linear + rest;
    if ( !( whole > rounding * gain->size ) ) { return 1.0; }
    for ( int i = 0; i < BISECTIONS; ++i )
    {
        double s = 0.5 * ( low + high );
        bool gains = s * ( s * gain->square + gain->linear ) + rest > 0.0;
        low = gains ? low : s;
        high = gains ? s : high;
    }
    return low;
}

static void scaleNumbers( double* numbers, int count, double share )
{
    for ( int k = 0; k < count; ++k ) { numbers[k] *= share; }
}

/// Scales reactions and their effect on velocities; an island's share is in `square` of its root.
static void scaleBack( ssWorld* world, const Gain* gains )
{
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    double* rows = world->p + (size_t)problem->contactCount * (size_t)d;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        int root = rootOf( world, problem->bodyA[i], problem->bodyB[i] );
        scaleNumbers( world->p + (size_t)i * (size_t)d, d, root >= 0 ? gains[root].square : 1.0 );
    }
    for ( int k = 0; k < problem->rowCount; ++k )
    {
        int root = rootOf( world, problem->rows[k].a, problem->rows[k].b );
        scaleNumbers( rows + k, 1, root >= 0 ? gains[root].square : 1.0 );
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        double share = gains[islandRoot( world->parents, s )].square;
        const double* u = problem->freeVelocity + 6 * (size_t)s;
        double* v = world->after + 6 * (size_t)s;
        for ( int k = 0; k < 6 && share < 1.0; ++k ) { v[k] = u[k] + share * ( v[k] - u[k] ); }
    }
}

bool stepMissed( const ssWorld* world, const ssWorldReport* report )
{
    return report->status == ss_statusLimit ||
        ( report->status == ss_statusConverged && world->def.tolerance == 0.0 &&
            report->residual > MISSED_RESIDUAL );
}

/// Lets the islands whose impacts at their own time lift them by more than they lose act at the middle of the
/// step; true: some.
static bool dropLifts( ssWorld* world, const Gain* gains, double rounding )
{
    bool some = false;
    for ( int s = 0; s < world->activeCount && world->shifts != NULL; ++s )
    {
        const Gain* gain = &gains[islandRoot( world->parents, s )];
        bool gained = gain->square + gain->linear + gain->rest > rounding * gain->size;
        some = some || ( gained && world->shifts[s].ahead != 0.0 );
        world->shifts[s].ahead = gained ? 0.0 : world->shifts[s].ahead;
    }
    return some;
}

/// Lets the contacts of islands that gain obey their laws at the end of the step alone, where they are
/// several: what each is predicted does not fit the others. True: some did not.
static bool forgetMeans( ssWorld* world, const Gain* gains, double rounding )
{
    int* contacts = ssArena_Alloc( world->arena, sizeof( int ) * (size_t)world->activeCount );
    bool some = false;
    for ( int pass = 0; pass < 2 && contacts != NULL; ++pass )
    {
        for ( int i = 0; i < world->problem.contactCount; ++i )
        {
            const Contact* contact = &world->contacts[i];
            int root = rootOf( world, world->problem.bodyA[i], world->problem.bodyB[i] );
            if ( root >= 0 && pass == 0 ) { contacts[root] += 1; }
            else if ( root >= 0 && ( contact->means || contact->leans ) && contacts[root] > 1 &&
                passiveShare( &gains[root], rounding ) < SHARE_UNSEEN )
            {
                contactForgetLean( world, i );
                some = true;
            }
        }
    }
    return some;
}

bool stepKeepPassive( ssWorld* world, bool missed, bool again, ssWorldReport* report )
{
    ssArenaMark mark = ssArena_Mark( world->arena );
    Gain* gains = ssArena_Reserve( world->arena, sizeof( Gain ) * (size_t)world->activeCount );
    if ( gains == NULL )
    {
        report->status = ss_statusNoMemory;
        return false;
    }
    joinAll( world );
    addAll( world, gains );
    bool some = false;
    // What a solve leaves within its tolerance is no reason to spoil its answer.
    double rounding = missed
        ? GAIN_ROUNDING
        : ssMax( GAIN_ROUNDING, ssMin( WORK_RESIDUALS * report->residual, WORK_ROUNDING ) );
    if ( dropLifts( world, gains, rounding ) ) { addAll( world, gains ); }
    if ( again && !missed && worldIsMidpoint( world ) && forgetMeans( world, gains, rounding ) )
    {
        ssArena_Release( world->arena, mark );
        return true;
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        gains[s].square = passiveShare( &gains[s], rounding );
        some = some || gains[s].square < 1.0;
    }
    if ( some ) { scaleBack( world, gains ); }
    ssArena_Release( world->arena, mark );
    ssJudgement judgement;
    if ( some && missed && ssJudge( &world->problem, world->p, &judgement, NULL ).code == ss_ok )
    {
        report->residual = judgement.residual; // of what the step goes on with
    }
    return false;
}

double* stepEnergies( ssWorld* world )
{
    double* energies = ssArena_Reserve( world->arena, 3 * sizeof( double ) * (size_t)world->activeCount );
    for ( int s = 0; s < world->activeCount && energies != NULL; ++s )
    {
        energies[s] = bodyEnergy( world, &world->bodies[world->active[s]] );
    }
    return energies;
}

void stepPayForLifts( ssWorld* world, double* energies )
{
    double *lifts = energies + world->activeCount, *kinetic = lifts + world->activeCount;
    memset( lifts, 0, 2 * sizeof( double ) * (size_t)world->activeCount );
    joinAll( world );
    for ( int s = 0; s < world->activeCount; ++s )
    {
        const Body* body = &world->bodies[world->active[s]];
        int root = islandRoot( world->parents, s );
        lifts[root] += bodyEnergy( world, body ) - energies[s];
        kinetic[root] += bodyKinetic( body );
    }
    for ( int s = 0; s < world->activeCount; ++s )
    {
        Body* body = &world->bodies[world->active[s]];
        int root = islandRoot( world->parents, s );
        if ( lifts[root] > 0.0 && kinetic[root] > 0.0 )
        {
            double share = sqrt( ssMax( 0.0, 1.0 - lifts[root] / kinetic[root] ) );
            body->velocity = ssVec3_Scale( share, body->velocity );
            body->omega = ssVec3_Scale( share, body->omega );
        }
    }
}
