// SPDX-License-Identifier: MIT
#include "world/penetration_private.h"

#include <math.h>
#include <string.h>

// Penetration is reduced by moving bodies, not by giving them velocity, so that nothing is thrown. Without
// friction, projected Gauss-Seidel passes over the contacts concerned open the gaps at the poses that the
// step led to; the potential energy that this adds is recorded in the ledger. Spheres and slow bodies are
// where the velocities of the contact problem put them; bodies that turn fast are collided again, since their
// faces have left the tangent planes with which the step was computed.

// Default slop [m] over the smaller inner radius of the two bodies: penetration too small to see.
#define SLOP_SHARE 2e-3
// Gauss-Seidel passes per round: few, since the rounds repeat until all depths are within the slop.
#define PASSES 12
// Largest number of rounds; each starts from the present poses and gaps.
#define ROUNDS_MAX 24
// The same for joints alone, which close step by step where bodies whirl about. Those
// beyond ROUNDS_MAX give all bodies the same mass.
#define JOINT_ROUNDS_MAX 100
// The first so many rounds use the bodies' masses. In the others all bodies count as equally heavy, because
// passes hardly converge where a heavy body lies on a light one.
#define MASS_ROUNDS 4
// Largest opening of a gap in a round, over the smaller inner radius:
// beyond it the normals are no longer valid.
#define OPENING_MAX 0.25
// Motion that the contact problem does not describe, over the slop, from which a pair is collided again.
#define RECHECK_SHARE 0.25
// Pairs that a thread looks through at a time.
#define LIST_BLOCK 1024

double slopForRadius( const ssWorld* world, double radius )
{
    return world->def.slop > 0.0 ? world->def.slop : SLOP_SHARE * radius;
}

double slopOf( const ssWorld* world, int a, int b )
{
    return slopForRadius( world, ssMin( world->bodies[a].innerRadius, world->bodies[b].innerRadius ) );
}

// ---------------------------------------------------------------------------------------------- which bodies

/// How far the surfaces of a pair may be from where the contacts of the step put them [m]: because a body was
/// struck, its points turn, its faces turn under a body that moves along them, or a corner passes an edge.
static double unmodelledMotion( const ssWorld* world, int a, int b, double h )
{
    double motion = 0.0;
    for ( int k = 0; k < 2; ++k )
    {
        int id = k == 0 ? a : b, other = k == 0 ? b : a;
        const Body* body = &world->bodies[id];
        motion += world->slot[id] >= 0 ? world->bodyScratch[world->slot[id]] : 0.0;
        if ( !bodyIsBall( body ) )
        {
            bool flat = body->shape.kind == ss_shapePlane;
            double turn = h * ssVec3_Length( body->omega ), radius = flat ? 0.0 : body->boundingRadius;
            double travel = h * ssVec3_Length( ssVec3_Sub( body->velocity, world->bodies[other].velocity ) );
            motion += turn * ( 0.5 * turn * radius + travel ) + ( flat ? 0.0 : 0.5 * travel );
        }
    }
    return motion;
}

/// A compliant pair penetrates as far as its force needs. How deep two bodies are that a joint holds to each
/// other, it decides: to move them apart and back again would lift and drop whatever lies on them.
static bool pairIsCorrected( const ssWorld* world, int a, int b )
{
    return pairCanTouch( world, a, b ) && jointsBetween( world, a, b ) == jointsNone &&
        !( worldIsCompliant( world ) && pairMixture( world, a, b ).stiffness > 0.0 );
}

static double displacementOf( const Correction* correction, int id )
{
    int s = correction->world->slot[id];
    return s >= 0 ? correction->displacement[s] : 0.0;
}

static void raiseDisplacement( Correction* correction, int id, double distance )
{
    int s = correction->world->slot[id];
    if ( s >= 0 )
    {
        raiseShared( &correction->displacement[s], distance );
    }
}

/// The depth of the pair at its present poses [m], or 0 if it is within the slop.
static double presentDepth( const ssWorld* world, int a, int b, double slop )
{
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    ssManifold manifold;
    double depth = 0.0;
    if ( ssCollide( &x->shape, bodyShapePose( x ), &y->shape, bodyShapePose( y ), 0.0, &manifold ) )
    {
        for ( int k = 0; k < manifold.count; ++k )
        {
            depth = ssMax( depth, -manifold.points[k].gap );
        }
    }
    return depth > slop ? depth : 0.0;
}

/// How far a body's travel differs from what collision detection could expect from its velocity before
/// the step and its free velocity [m], or 0 if that is within the envelope. A body that was struck may
/// have moved to where no contacts were sought.
static double unforeseenTravel( const ssWorld* world, int s, double h )
{
    const double *v = world->after + 6 * (size_t)s, *u = world->before + 6 * (size_t)s,
                 *free = world->problem.freeVelocity + 6 * (size_t)s;
    double fromBefore = 0.0, fromFree = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        fromBefore += ( v[k] - u[k] ) * ( v[k] - u[k] );
        fromFree += ( v[k] - free[k] ) * ( v[k] - free[k] );
    }
    double travel = h * sqrt( ssMin( fromBefore, fromFree ) );
    const Body* body = &world->bodies[world->active[s]];
    return 2.0 * travel > contactEnvelope( world, body ) ? travel : 0.0;
}

static void travelBlock( void* context, int block, int first, int last )
{
    Correction* correction = context;
    ssWorld* world = correction->world;
    bool unforeseen = false;
    (void)block;
    for ( int s = first; s < last; ++s )
    {
        correction->displacement[s] = 0.0;
        world->bodyScratch[s] = unforeseenTravel( world, s, correction->h );
        unforeseen = unforeseen || world->bodyScratch[s] > 0.0;
    }
    if ( unforeseen )
    {
        __atomic_store_n( &correction->unforeseen, true, __ATOMIC_RELAXED );
    }
}

/// Flags the bodies whose motion the contacts may not describe.
static void flagUnforeseen( void* context, int block, int first, int last )
{
    const Correction* correction = context;
    ssWorld* world = correction->world;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        int s = world->slot[i];
        world->bodyFlags[i] = ( s >= 0 && world->bodyScratch[s] > 0.0 ) || !bodyIsBall( &world->bodies[i] );
    }
}

/// Marks the bodies of pairs whose motion the contacts do not describe, if they have become too deep.
static void recheckBlock( void* context, int block, int first, int last )
{
    Correction* correction = context;
    const ssWorld* world = correction->world;
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    bool some = false;
    (void)block;
    for ( int k = first; k < last; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        if ( ( world->bodyFlags[a] | world->bodyFlags[b] ) == 0 )
        {
            continue;
        }
        double slop = slopOf( world, a, b );
        if ( pairIsCorrected( world, a, b ) &&
            unmodelledMotion( world, a, b, correction->h ) > RECHECK_SHARE * slop )
        {
            double depth = presentDepth( world, a, b, slop );
            raiseDisplacement( correction, a, depth );
            raiseDisplacement( correction, b, depth );
            some = some || depth > 0.0;
        }
    }
    if ( some )
    {
        __atomic_store_n( &correction->some, true, __ATOMIC_RELAXED );
    }
}

/// Marks the bodies in contacts deeper than the slop by a `displacement` > 0; false: there are none. This
/// costs little among spheres, whose gaps follow from the problem's velocities.
static bool findPenetration( Correction* correction )
{
    ssWorld* world = correction->world;
    correction->unforeseen = world->hasNonSpheres;
    ssParallelFor( world->activeCount, WORLD_BLOCK, travelBlock, correction );
    world->outcome = contactsOutcome( world, correction->h, correction->displacement );
    correction->some = world->outcome.penetrates;
    if ( correction->unforeseen )
    {
        ssParallelFor( world->bodyCount, LIST_BLOCK, flagUnforeseen, correction );
        ssParallelFor( ssBroadPhase_PairCount( world->broad ), WORLD_BLOCK, recheckBlock, correction );
    }
    return correction->some;
}

/// One body's part of a contact's mobility. `equal` gives it unit mass.
static double weighSide(
    const ssWorld* world, int s, ssVec3 arm, ssVec3 normal, bool equal, double* ease, ssVec3* turn )
{
    if ( s < 0 )
    {
        return 0.0;
    }
    double inverseMass = world->problem.inverseMass[s], scale = equal ? 1.0 / inverseMass : 1.0;
    ssVec3 lever = ssVec3_Cross( arm, normal );
    *ease = scale * inverseMass;
    *turn = ssVec3_Scale( scale, ssMat3_Mul( world->problem.inverseInertia[s], lever ) );
    return *ease + ssVec3_Dot( lever, *turn );
}

static void weigh( const ssWorld* world, Penetration* contact, bool equal )
{
    contact->mobility = weighSide( world, contact->a, contact->armA, contact->normal, equal, &contact->easeA,
                            &contact->turnA ) +
        weighSide(
            world, contact->b, contact->armB, contact->normal, equal, &contact->easeB, &contact->turnB );
}

static bool append( Correction* correction, const Penetration* contact )
{
    if ( correction->count == correction->capacity )
    {
        int capacity = correction->count + correction->count / 4 + 64;
        Penetration* list = ssArena_Grow( correction->world->arena, correction->list,
            sizeof( Penetration ) * (size_t)correction->count, sizeof( Penetration ) * (size_t)capacity );
        if ( list == NULL )
        {
            return false;
        }
        correction->list = list;
        correction->capacity = capacity;
    }
    correction->list[correction->count++] = *contact;
    return true;
}

/// Collects the contacts of a pair at its present poses; returns its
/// smallest gap + slop, or 0 if that is positive.
static double collectPair( Correction* correction, int a, int b, bool equal )
{
    const ssWorld* world = correction->world;
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    double slop = slopOf( world, a, b ), least = 0.0;
    ssManifold manifold;
    if ( !ssCollide( &x->shape, bodyShapePose( x ), &y->shape, bodyShapePose( y ), slop, &manifold ) )
    {
        return 0.0;
    }
    for ( int k = 0; k < manifold.count; ++k )
    {
        const ssManifoldPoint* point = &manifold.points[k];
        Penetration contact = { .a = world->slot[a],
            .b = world->slot[b],
            .normal = manifold.normal,
            .armA = ssVec3_Sub( point->point, x->pose.position ),
            .armB = ssVec3_Sub( point->point, y->pose.position ) };
        // A contact within the slop only has to stay there. A deeper one returns to half the slop, or it
        // would soon be too deep again, but not farther in one round than its normal is valid.
        contact.target = point->gap < -slop ? ssMin( world->def.correction * ( -0.5 * slop - point->gap ),
                                                  OPENING_MAX * ssMin( x->innerRadius, y->innerRadius ) )
                                            : -slop - point->gap;
        weigh( world, &contact, equal );
        if ( !append( correction, &contact ) )
        {
            return least;
        }
        least = ssMin( least, point->gap + slop );
    }
    return least;
}

/// Lists the pairs of a block that have to be looked at: one of the bodies is marked or has moved.
static void listBlock( void* context, int block, int first, int last )
{
    const Correction* correction = context;
    const ssWorld* world = correction->world;
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    const bool* moved = world->bodyFlags;
    int count = 0;
    for ( int k = first; k < last; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        if ( ( moved[a] | moved[b] ) != 0 )
        {
            double distance = displacementOf( correction, a ) + displacementOf( correction, b );
            if ( distance > RECHECK_SHARE * slopOf( world, a, b ) && pairIsCorrected( world, a, b ) )
            {
                correction->pairs[first + count++] = k;
            }
        }
    }
    correction->pairCounts[block] = count;
}

/// Collects the contacts of all bodies that are marked or have moved; false: none is deeper than the slop.
static bool collect( Correction* correction, bool equal )
{
    const ssWorld* world = correction->world;
    int count = ssBroadPhase_PairCount( world->broad );
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    bool some = false;
    correction->count = 0;
    ssParallelFor( count, LIST_BLOCK, listBlock, correction );
    for ( int block = 0; block < ssBlockCount( count, LIST_BLOCK ); ++block )
    {
        for ( int k = 0; k < correction->pairCounts[block]; ++k )
        {
            ssBodyPair pair = pairs[correction->pairs[block * LIST_BLOCK + k]];
            some = collectPair( correction, pair.a, pair.b, equal ) < 0.0 || some;
        }
    }
    return some;
}

// ---------------------------------------------------------------------------------------------------- passes

static void pass( Correction* correction )
{
    ssVec3* shift = correction->shift;
    for ( int k = 0; k < correction->count; ++k )
    {
        Penetration* contact = &correction->list[k];
        double opened = normalShift( shift, contact->b, contact->armB, contact->normal ) -
            normalShift( shift, contact->a, contact->armA, contact->normal );
        double pushed = contact->mobility > 0.0
            ? ssMax( 0.0, contact->pushed + ( contact->target - opened ) / contact->mobility )
            : 0.0; // its joints hold it
        double more = pushed - contact->pushed;
        if ( more != 0.0 )
        {
            contact->pushed = pushed;
            shiftPush(
                shift, contact->b, more, ssVec3_Scale( contact->easeB, contact->normal ), contact->turnB );
            shiftPush(
                shift, contact->a, -more, ssVec3_Scale( contact->easeA, contact->normal ), contact->turnA );
            correctionFollow( correction, contact->a, more, contact->follow[0] );
            correctionFollow( correction, contact->b, more, contact->follow[1] );
        }
    }
}

static bool isZero( ssVec3 v )
{
    return ( v.x == 0.0 ) & ( v.y == 0.0 ) & ( v.z == 0.0 );
}

/// Applies the shifts and returns the potential energy that they add [J];
/// raises `largest` to the largest of them [m].
static double applyShifts( Correction* correction, double* largest )
{
    ssWorld* world = correction->world;
    double lifted = 0.0;
    for ( int s = 0; s < world->activeCount; ++s )
    {
        ssVec3 move = correction->shift[2 * s], turn = correction->shift[2 * s + 1];
        if ( isZero( move ) && isZero( turn ) )
        {
            continue; // most bodies
        }
        Body* body = &world->bodies[world->active[s]];
        double size = ssMax( ssVec3_Length( move ), body->boundingRadius * ssVec3_Length( turn ) );
        if ( !( size > 0.0 ) || !isfinite( size ) )
        {
            continue;
        }
        int component = correctionComponent( correction, s );
        double limit = SHIFT_MAX * body->innerRadius, scale = size > limit ? limit / size : 1.0;
        scale = component >= 0 ? correction->scale[component] : scale;
        move = ssVec3_Scale( scale, move );
        *largest = ssMax( *largest, scale * size );
        correction->displacement[s] += scale * size;
        world->bodyFlags[world->active[s]] = true;
        double raised = -body->mass * ssVec3_Dot( world->def.gravity, move );
        lifted += raised;
        body->pose.position = ssVec3_Add( body->pose.position, move );
        if ( component >= 0 )
        {
            correction->joints->components[component].moved += raised;
        }
        if ( component >= 0 || !body->isotropic || !bodyIsBall( body ) )
        {
            ssQuat q = ssQuat_FromRotationVector( ssVec3_Scale( scale, turn ) );
            bodyTurn( body, q );
            body->omega = ssQuat_Rotate( q, body->omega );
        }
    }
    return lifted;
}

static void flagBlock( void* context, int block, int first, int last )
{
    const Correction* correction = context;
    ssWorld* world = correction->world;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        world->bodyFlags[i] = displacementOf( correction, i ) > 0.0;
    }
}

/// Makes one round; false: there is nothing to correct.
static bool makeRound( Correction* correction, int round, double* lifted, double* largest )
{
    correction->count = 0;
    bool some = correction->contacts && round < ROUNDS_MAX && collect( correction, round >= MASS_ROUNDS );
    bool off = correction->joints != NULL && jointsMeasure( correction->joints );
    if ( !some && !off )
    {
        return false;
    }
    memset( correction->shift, 0, 2 * sizeof( ssVec3 ) * (size_t)correction->world->activeCount );
    if ( correction->joints != NULL )
    {
        correctionBegin( correction, round >= ROUNDS_MAX );
    }
    for ( int k = 0; k < PASSES; ++k )
    {
        pass( correction );
    }
    if ( correction->joints != NULL )
    {
        correctionLimit( correction );
    }
    *lifted += applyShifts( correction, largest );
    return true;
}

/// Returns the largest distance a body was moved [m].
static double correct( Correction* correction )
{
    ssWorld* world = correction->world;
    size_t count = (size_t)ssBroadPhase_PairCount( world->broad );
    double largest = 0.0, lifted = 0.0;
    correction->pairs = ssArena_Reserve( world->arena, sizeof( int ) * count );
    correction->pairCounts = ssArena_Reserve( world->arena, sizeof( int ) * ( count / LIST_BLOCK + 1 ) );
    if ( correction->pairs == NULL || correction->pairCounts == NULL )
    {
        return 0.0;
    }
    ssParallelFor( world->bodyCount, LIST_BLOCK, flagBlock, correction );
    int rounds = correction->joints != NULL ? JOINT_ROUNDS_MAX : ROUNDS_MAX;
    for ( int round = 0; round < rounds && makeRound( correction, round, &lifted, &largest ); ++round )
    {
    }
    for ( int c = 0; correction->joints != NULL && c < correction->joints->componentCount; ++c )
    {
        // What joints and contacts that contradict each other lift and lower in turns is no one's.
        JointComponent* component = &correction->joints->components[c];
        double low = ssMin( 0.0, component->moved ), high = ssMax( 0.0, component->moved );
        component->closed = ssMin( ssMax( component->closed, low ), high );
        lifted -= component->closed; // by closing joints: that is theirs
    }
    world->ledger.correction += ssMax( 0.0, lifted );
    return largest;
}

double worldCorrectPositions( ssWorld* world, double h, ssWorldReport* report )
{
    size_t active = (size_t)world->activeCount;
    ssArenaMark mark = ssArena_Mark( world->arena );
    JointSystem joints;
    Correction correction = { .world = world,
        .h = h,
        .contacts = world->def.correction > 0.0 && !( world->def.stiffness > 0.0 ), // some may be rigid
        .shift = ssArena_Alloc( world->arena, 2 * sizeof( ssVec3 ) * active ),
        .displacement = ssArena_Alloc( world->arena, sizeof( double ) * active ) };
    bool memory = correction.shift != NULL && correction.displacement != NULL;
    world->outcome = ( Outcome ){ .deepest = 0.0 };
    if ( !correction.contacts )
    {
        world->outcome = contactsOutcome( world, h, NULL );
    }
    bool some = memory && correction.contacts && findPenetration( &correction );
    bool held = memory && correctionOpen( &correction, &joints );
    double largest = some || held ? correct( &correction ) : 0.0;
    if ( held )
    {
        jointsBalance( &joints, report );
    }
    ssArena_Release( world->arena, mark );
    return largest;
}
