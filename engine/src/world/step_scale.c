// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// How much happens in a step, and whether that is too much for its scheme: one pass over the awake bodies and
// one over the contacts that carry force. MATH.md says where the limits come from.

// [rad] h sqrt(alpha), alpha being the angular acceleration of a body that turns freely
#define FREE_LIMIT 0.6
// [rad] h omega of a body whose contacts turn with it
#define SPIN_LIMIT 0.2
// [rad] turn of a normal
#define TURNING_LIMIT 0.5
// h u_N of two bodies that meet over the sum of their inner radii
#define TRAVEL_LIMIT 2.0
// [rad] Bodies that turn by less, and move by less in terms of the smallest, are too slow for any of these.
#define LITTLE 0.1
// Shares from which torques on a body and forces on what is carried count: straight rolling has none.
#define TORQUE_SHARE 0.02
#define CARRY_SHARE 1e-3

typedef struct Scaling
{
    const ssWorld* world;
    double h;
    bool middle; // the scheme in effect is midpoint.c's
    double lag;  // |theta - 1/2|
    ssStepScale* blocks;
} Scaling;

/// Over its limit by `ratio` > 1, and more than by what was found so far, the step is too coarse. All limits
/// are proportional to the step.
static void judge( ssStepScale* scale, const Scaling* all, ssCoarse why, int body, double ratio )
{
    if ( !( ratio > 1.0 ) ) { return; }
    double enough = all->h * all->world->def.substeps / ratio;
    if ( scale->coarse == ss_coarseNot || enough < scale->enough )
    {
        scale->coarse = why;
        scale->body = bodyId( all->world, body );
        scale->enough = enough;
    }
}

/// [rad/s²] by which the angular velocity of a body changes that turns freely.
static double freeAcceleration( const Body* body )
{
    ssVec3 w = ssQuat_Rotate( ssQuat_Conjugate( body->pose.orientation ), body->omega ), i = body->inertia;
    return ssVec3_Length( ssVec3_Make(
        ( i.y - i.z ) / i.x * w.y * w.z, ( i.z - i.x ) / i.y * w.z * w.x, ( i.x - i.y ) / i.z * w.x * w.y ) );
}

/// [m] Estimate of the local error of a body by itself: positions of schemes of first order lag or lead by
/// their change of velocity, and the free rotation of the schemes is of second order.
static double ownError( const Scaling* all, ssStepScale* scale, int id, double spin )
{
    const ssWorld* world = all->world;
    const Body* body = &world->bodies[id];
    const double *u = world->before + 6 * (size_t)world->slot[id],
                 *v = world->after + 6 * (size_t)world->slot[id];
    double h = all->h, error = 0.0;
    if ( all->lag > 0.0 )
    {
        ssVec3 change = { v[0] - u[0], v[1] - u[1], v[2] - u[2] };
        error = all->lag * h * ssVec3_Length( change );
    }
    if ( !body->isotropic && spin > LITTLE )
    {
        double square = h * h * freeAcceleration( body );
        error += body->boundingRadius * spin * square / 12.0;
        judge( scale, all, ss_coarseSpin, id, sqrt( square ) / FREE_LIMIT );
    }
    return error;
}

static void bodyBlock( void* context, int block, int first, int last )
{
    const Scaling* all = context;
    const ssWorld* world = all->world;
    ssStepScale* scale = &all->blocks[block];
    double h = all->h, each = h / world->smallestRadius;
    for ( int id = first; id < last; ++id )
    {
        const Body* body = &world->bodies[id];
        bool active = world->slot[id] >= 0;
        world->bodyScratch[id] = 0.0;
        if ( !active && !( body->kind == ss_bodyKinematic && body->enabled ) ) { continue; }
        double spin = h * ssVec3_Length( body->omega ), speed = ssVec3_Length( body->velocity );
        world->bodyScratch[id] = spin + each * speed;
        if ( active )
        {
            double travel = h * speed / body->innerRadius;
            scale->spins = spin > scale->spin ? bodyId( world, id ) : scale->spins;
            scale->travels = travel > scale->travel ? bodyId( world, id ) : scale->travels;
            scale->spin = ssMax( scale->spin, spin );
            scale->travel = ssMax( scale->travel, travel );
            scale->error = ssMax( scale->error, ownError( all, scale, id, spin ) );
        }
    }
}

static double loadOf( const ssWorld* world, int i )
{
    return world->p[(size_t)i * (size_t)world->problem.dimension];
}

static double inverseMassOf( const Body* body )
{
    return body->kind == ss_bodyDynamic ? 1.0 / body->mass : 0.0;
}

/// Whether the impulse of contact i, and its geometry, are those of another time than the others'.
static bool contactStruck( const Scaling* all, int i ) { return all->world->contacts[i].struck; }

/// [rad] by which the normal of a contact has turned from the middle of the step, or its start, to its end.
static double turnedSince( const ssWorld* world, int i, const Body* a, const Body* b )
{
    ssManifold manifold;
    double margin = ssMin( a->boundingRadius, b->boundingRadius );
    bool near = ssCollide( &a->shape, bodyShapePose( a ), &b->shape, bodyShapePose( b ), margin, &manifold );
    for ( int k = 0; near && k < manifold.count; ++k )
    {
        if ( manifold.points[k].feature == world->contacts[i].feature )
        {
            ssVec3 n = world->problem.frames[i].n;
            return ssAtan2(
                ssVec3_Length( ssVec3_Cross( n, manifold.normal ) ), ssVec3_Dot( n, manifold.normal ) );
        }
    }
    return 0.0;
}

/// [rad/s] The fastest that normals of a body turn over which another one moves at `u`.
static double rateOfNormals( const Body* body, ssVec3 u )
{
    ssShapeKind kind = body->shape.kind;
    bool round = kind == ss_shapeSphere || kind == ss_shapeCylinder || kind == ss_shapeCapsule;
    return ssVec3_Length( body->omega ) + ( round ? ssVec3_Length( u ) / body->innerRadius : 0.0 );
}

/// [rad] by which the normal of contact i turns in the step. Planes and balls say it by their velocities.
static double turningOf( const Scaling* all, int i )
{
    const ssWorld* world = all->world;
    double h = all->h;
    const Contact* contact = &world->contacts[i];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    ssVec3 n = world->problem.frames[i].n, u = ssVec3_Sub( b->velocity, a->velocity );
    if ( a->shape.kind == ss_shapePlane || b->shape.kind == ss_shapePlane )
    {
        const Body* plane = a->shape.kind == ss_shapePlane ? a : b;
        return h * ssVec3_Length( ssVec3_Cross( plane->omega, n ) );
    }
    if ( bodyIsBall( a ) && bodyIsBall( b ) )
    {
        return h * ssVec3_Length( ssVec3_Cross( n, u ) ) / ( a->innerRadius + b->innerRadius );
    }
    // The normal of two edges that are nearly parallel may jump, which is no motion.
    double most = h * ( rateOfNormals( a, u ) + rateOfNormals( b, u ) );
    bool looked = most > LITTLE && !contactStruck( all, i );
    return looked ? ssMin( most, ( all->middle ? 2.0 : 1.0 ) * turnedSince( world, i, a, b ) ) : 0.0;
}

/// Whether the contacts of a body may turn with it.
static bool carries( const Body* body )
{
    return body->kind == ss_bodyKinematic || ( body->kind == ss_bodyDynamic && !bodyIsBall( body ) );
}

static bool isSimple( const Body* body )
{
    return body->kind != ss_bodyKinematic && ( bodyIsBall( body ) || body->shape.kind == ss_shapePlane );
}

/// What the contacts of a pair of bodies do in a step, together.
typedef struct PairLoad
{
    ssVec3 impulse;       // [N s] on b
    ssVec3 torque[2];     // [N m s] about the centres of a and b
    ssVec3 turning[2];    // [N m] the rates at which these change as the points turn with the bodies
    double normal, lever; // [N s], [N m s] sums of sizes
} PairLoad;

/// [rad/s] The part of a body's angular velocity that moves its surface: a ball's stays where it is.
static ssVec3 surfaceOmega( const Body* body )
{
    if ( body->kind == ss_bodyStatic || bodyIsBall( body ) ) { return ssVec3_Make( 0.0, 0.0, 0.0 ); }
    bool round = body->shape.kind == ss_shapeCylinder || body->shape.kind == ss_shapeCapsule;
    ssVec3 axis = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, round && !body->eccentric ) );
    return ssVec3_MulAdd( body->omega, -ssVec3_Dot( axis, body->omega ), axis );
}

static void addLoad( PairLoad* load, const ssWorld* world, int i, const ssVec3 omega[2] )
{
    const ssProblem* problem = &world->problem;
    const double* p = world->p + (size_t)i * (size_t)problem->dimension;
    const ssVec3 arms[2] = { problem->armsA[i], problem->armsB[i] };
    ssVec3 impulse = ssMat3_Mul( ssProblemFrame_Axes( problem->frames[i] ), ssVec3_Make( p[0], p[1], p[2] ) );
    for ( int k = 0; k < 2; ++k )
    {
        ssVec3 moves = ssVec3_Cross( omega[k], arms[k] );
        load->torque[k] = ssVec3_Add( load->torque[k], ssVec3_Cross( arms[k], impulse ) );
        load->turning[k] = ssVec3_Add( load->turning[k], ssVec3_Cross( moves, impulse ) );
        load->lever += p[0] * ssVec3_Length( arms[k] );
    }
    load->impulse = ssVec3_Add( load->impulse, impulse );
    load->normal += p[0];
}

/// [rad] by which a body of a pair, a or b, turns where that matters: the torque of its contacts turns with
/// it, or against it, or the surface that carries another body along does.
static double spinThatMatters( const Body* body, const PairLoad* load, int side, ssVec3 normal, double h )
{
    double omega = ssVec3_Length( body->omega );
    if ( !carries( body ) || !( omega > 0.0 ) ) { return 0.0; }
    double across = ssVec3_Length( ssVec3_Cross( normal, load->impulse ) );
    double torque = ssVec3_Length( load->turning[side] ) +
        ssVec3_Length( ssVec3_Cross( body->omega, load->torque[side] ) );
    bool matters = body->kind == ss_bodyKinematic ? across > CARRY_SHARE * load->normal
                                                  : torque > TORQUE_SHARE * omega * load->lever;
    return matters ? h * omega : 0.0;
}

/// [rad] by which one of the bodies of a pair, whose contacts are `first` to before `last`, turns where that
/// matters; `body` is that one.
static double pairSpin( const Scaling* all, int first, int last, int* body )
{
    const ssWorld* world = all->world;
    const Contact* contact = &world->contacts[first];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    const ssVec3 omega[2] = { surfaceOmega( a ), surfaceOmega( b ) };
    PairLoad load = { 0 };
    for ( int i = first; i < last; ++i )
    {
        if ( contactStruck( all, i ) ) { return 0.0; }
        if ( loadOf( world, i ) > 0.0 ) { addLoad( &load, world, i, omega ); }
    }
    ssVec3 n = world->problem.frames[first].n;
    double spinA = spinThatMatters( a, &load, 0, n, all->h ),
           spinB = spinThatMatters( b, &load, 1, n, all->h );
    *body = spinA > spinB ? contact->a : contact->b;
    return ssMax( spinA, spinB );
}

/// Looks at the contacts `first` to before `last` of a pair of bodies, which move by at most `pace`: what is
/// too slow to matter is not looked at.
static void scalePair( const Scaling* all, ssStepScale* scale, int first, int last, double pace )
{
    const ssWorld* world = all->world;
    const Contact* contact = &world->contacts[first];
    const Body *a = &world->bodies[contact->a], *b = &world->bodies[contact->b];
    double h = all->h, turning = 0.0, normal = 0.0, size = a->innerRadius + b->innerRadius;
    // The normals of balls turn by h u_T over the sum of their radii, those of planes not at all.
    if ( isSimple( a ) && isSimple( b ) && pace * world->smallestRadius <= LITTLE * size ) { return; }
    int mover = world->slot[contact->b] >= 0 ? contact->b : contact->a, spinner = mover;
    for ( int i = first; i < last; ++i )
    {
        double load = loadOf( world, i ), turn = load > 0.0 ? turningOf( all, i ) : 0.0, before[6];
        normal += ssMax( load, 0.0 );
        if ( load > 0.0 && ( turn > LITTLE || pace > TRAVEL_LIMIT ) )
        {
            contactVelocityBefore( world, i, before );
            // Bodies that strike part again, or slide on from the next step on.
            turn = -before[0] <= turn * ssHypot( before[1], before[2] ) ? turn : 0.0;
            judge( scale, all, ss_coarseSpeed, mover, -h * before[0] / ( size * TRAVEL_LIMIT ) );
        }
        turning = ssMax( turning, turn );
    }
    double spin =
        normal > 0.0 && ( carries( a ) || carries( b ) ) ? pairSpin( all, first, last, &spinner ) : 0.0;
    judge( scale, all, ss_coarseSpin, spinner, spin / SPIN_LIMIT );
    judge( scale, all, ss_coarseTurning, mover, turning / TURNING_LIMIT );
    double light = ssMax( inverseMassOf( a ), inverseMassOf( b ) ), turn = ssMax( turning, spin );
    scale->turning = ssMax( scale->turning, turning );
    scale->error = ssMax( scale->error, h * light * normal * turn * turn / 24.0 );
}

static bool isSamePair( const ssWorld* world, int i, int k )
{
    return world->contacts[i].a == world->contacts[k].a && world->contacts[i].b == world->contacts[k].b;
}

/// Every pair belongs to the block in which it begins.
static void contactBlock( void* context, int block, int first, int last )
{
    const Scaling* all = context;
    const ssWorld* world = all->world;
    for ( int i = first, end; i < last; i = end )
    {
        end = i + 1;
        const Contact* contact = &world->contacts[i];
        double pace = world->bodyScratch[contact->a] + world->bodyScratch[contact->b];
        if ( pace <= LITTLE ) { continue; }
        while ( end < world->problem.contactCount && isSamePair( world, i, end ) ) { ++end; }
        if ( i == 0 || !isSamePair( world, i - 1, i ) )
        {
            scalePair( all, &all->blocks[block], i, end, pace );
        }
    }
}

void scaleJoin( ssStepScale* scale, const ssStepScale* other )
{
    scale->spins = other->spin > scale->spin ? other->spins : scale->spins;
    scale->travels = other->travel > scale->travel ? other->travels : scale->travels;
    scale->spin = ssMax( scale->spin, other->spin );
    scale->travel = ssMax( scale->travel, other->travel );
    scale->turning = ssMax( scale->turning, other->turning );
    scale->error = ssMax( scale->error, other->error );
    if ( other->coarse != ss_coarseNot && ( scale->coarse == ss_coarseNot || other->enough < scale->enough ) )
    {
        scale->coarse = other->coarse;
        scale->body = other->body;
        scale->enough = other->enough;
    }
}

/// The largest number that reads 1, 2 or 5 and is not above `x`.
static double roundDown( double x )
{
    double power = ssPow( 10.0, floor( ssLog10( x ) ) );
    return x >= 5.0 * power ? 5.0 * power : x >= 2.0 * power ? 2.0 * power : power;
}

ssStepScale stepScale( const ssWorld* world, double h )
{
    ssStepScale scale = { 0 };
    int bodies = ssBlockCount( world->bodyCount, WORLD_BLOCK );
    int contacts = ssBlockCount( world->problem.contactCount, WORLD_BLOCK ),
        most = bodies > contacts ? bodies : contacts;
    ssArenaMark mark = ssArena_Mark( world->arena );
    Scaling all = { world, h, worldIsMidpoint( world ), fabs( worldTheta( world ) - 0.5 ),
        ssArena_Reserve( world->arena, sizeof( ssStepScale ) * (size_t)most ) };
    if ( most > 0 && all.blocks != NULL )
    {
        memset( all.blocks, 0, sizeof( ssStepScale ) * (size_t)most );
        ssParallelFor( world->bodyCount, WORLD_BLOCK, bodyBlock, &all );
        ssParallelFor( world->problem.contactCount, WORLD_BLOCK, contactBlock, &all );
    }
    for ( int i = 0; i < most && all.blocks != NULL; ++i ) { scaleJoin( &scale, &all.blocks[i] ); }
    ssArena_Release( world->arena, mark );
    scale.enough = scale.coarse != ss_coarseNot ? roundDown( scale.enough ) : 0.0;
    return scale;
}
