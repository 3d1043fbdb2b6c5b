// SPDX-License-Identifier: MIT
#include "world/joint_private.h"

// Penetration is reduced by moving bodies, not by giving them velocity, so that nothing is thrown. Without
// friction, projected Gauss-Seidel passes over the contacts concerned open the gaps at the poses that the
// step led to; the potential energy that this adds is recorded in the ledger. Spheres and slow bodies are
// where the velocities of the contact problem put them; bodies that turn fast are collided again, since their
// faces have left the tangent planes with which the step was computed.

// Largest shift of a body in a round, over its inner radius: it must not end up on the other side of another.
#define SHIFT_MAX 0.5

// A contact of the correction.
typedef struct Penetration
{
    int a, b; // active bodies, or -1
    ssVec3 normal, armA, armB, turnA, turnB;
    double easeA, easeB; // inverse masses, or 1 in rounds of equal masses; 0: the body follows
    double target;       // [m] by how much the gap has to open
    double mobility;     // opening per unit of impulse
    double pushed;       // the accumulated impulse, >= 0
    ssVec3* follow[2];   // how the components of a and b follow a unit of it; NULL: they do not
} Penetration;

// The work of the stage, in the arena of the world.
typedef struct Correction
{
    ssWorld* world;
    double h;             // [s]
    bool contacts;        // they are corrected
    bool unforeseen;      // some body moved in a way that the contacts do not describe
    bool some;            // some pair is too deep
    ssVec3* shift;        // 2 per active body: translation and rotation
    double* displacement; // [m] per active body: how far it has to be moved, or has been moved
    int* pairs;           // of each block of pairs: those to be looked at
    int* pairCounts;      // by block
    Penetration* list;
    int count, capacity;
    JointSystem* joints; // NULL: none
    bool* closes;        // per component: this round moves it
    double* scale;       // per component: of its shifts
    double* raised;      // [J] per component: by closing its joints, in this round
    ssVec3* follow;      // room for how bodies follow pushes
    int followed, room;  // [bodies] used and there
} Correction;

/// The component of an active body; -1: no joint holds it.
static inline int correctionComponent( const Correction* correction, int s )
{
    return correction->joints != NULL && s >= 0 ? correction->joints->componentOf[s] : -1;
}

/// How far a shift moves a body's point at `arm` along the normal [m].
static inline double normalShift( const ssVec3* shift, int s, ssVec3 arm, ssVec3 normal )
{
    return s >= 0 ? ssVec3_Dot( normal, ssVec3_Add( shift[2 * s], ssVec3_Cross( shift[2 * s + 1], arm ) ) )
                  : 0.0;
}

static inline void shiftPush( ssVec3* shift, int s, double size, ssVec3 move, ssVec3 turn )
{
    if ( s >= 0 )
    {
        shift[2 * s] = ssVec3_MulAdd( shift[2 * s], size, move );
        shift[2 * s + 1] = ssVec3_MulAdd( shift[2 * s + 1], size, turn );
    }
}

// Joints in the rounds that correct penetration: they close first, then follow pushed bodies.

// A side whose joints leave less than this part of its mobility is held in place.
#define HELD_SHARE 1e-8
// Pushes [bodies] with kept ways of jointed bodies: 48 MB. Further joints close a round later.
#define FOLLOW_MAX 1000000

/// Pushes the bodies of a side's component, `size` times as they follow.
static void correctionFollow( Correction* correction, int s, double size, const ssVec3* follow )
{
    const int* members;
    int count = follow != NULL
        ? jointsMembers( correction->joints, correction->joints->componentOf[s], &members )
        : 0;
    for ( int m = 0; m < count; ++m )
    {
        shiftPush( correction->shift, members[m], size, follow[2 * m], follow[2 * m + 1] );
    }
}

/// How the component of a side follows a contact's push, on `both` of its bodies where both belong to it.
/// Returns by how much that opens the gap; -HUGE_VAL: there is no room for it.
static double followSide( Correction* correction, Penetration* contact, int side, bool both )
{
    JointSystem* joints = correction->joints;
    int s = side == 0 ? contact->a : contact->b, number = joints->componentOf[s];
    const int* members;
    int count = jointsMembers( joints, number, &members );
    if ( correction->followed + count > correction->room ) { return -HUGE_VAL; }
    ssVec3* follow = correction->follow + 2 * (size_t)correction->followed;
    correction->followed += count;
    JointPush push = { .slots = { side == 0 || both ? contact->a : -1, side == 1 || both ? contact->b : -1 },
        .arms = { contact->armA, contact->armB },
        .normal = contact->normal };
    jointsFollow( joints, number, &push, follow );
    contact->follow[side] = follow;
    double opening = 0.0;
    for ( int k = 0; k < 2; ++k )
    {
        if ( push.slots[k] >= 0 )
        {
            double along = normalShift( follow, joints->memberOf[push.slots[k]], push.arms[k], push.normal );
            opening += k == 0 ? -along : along;
        }
    }
    return opening;
}

/// The mobility of a side that is pushed alone.
static double ownMobility( const Penetration* contact, int side )
{
    ssVec3 lever = ssVec3_Cross( side == 0 ? contact->armA : contact->armB, contact->normal );
    return side == 0 ? contact->easeA + ssVec3_Dot( lever, contact->turnA )
                     : contact->easeB + ssVec3_Dot( lever, contact->turnB );
}

/// Lets jointed bodies follow a contact's push. A side that its joints hold is not pushed.
static void letFollow( Correction* correction, Penetration* contact )
{
    const ssVec3 zero = { 0.0, 0.0, 0.0 };
    int components[2] = { correctionComponent( correction, contact->a ),
        correctionComponent( correction, contact->b ) };
    bool both = components[0] >= 0 && components[0] == components[1];
    double mobilities[2] = { ownMobility( contact, 0 ), ownMobility( contact, 1 ) };
    double least = HELD_SHARE * ( mobilities[0] + mobilities[1] );
    for ( int side = both ? 1 : 0; side < 2; ++side )
    {
        if ( components[side] < 0 || !correction->closes[components[side]] ) { continue; }
        double opening = followSide( correction, contact, side, both );
        if ( opening == -HUGE_VAL )
        {
            continue; // its joints close in the next round
        }
        contact->follow[side] = opening > least ? contact->follow[side] : NULL;
        mobilities[side] = opening > least ? opening : 0.0;
        if ( side == 0 || both )
        {
            contact->easeA = 0.0;
            contact->turnA = zero;
        }
        if ( side == 1 )
        {
            contact->easeB = 0.0;
            contact->turnB = zero;
        }
        mobilities[0] = both ? 0.0 : mobilities[0];
    }
    contact->mobility = mobilities[0] + mobilities[1];
}

/// Marks the components that contacts push, and makes room for how they follow.
static void markPushed( Correction* correction )
{
    int bodies = 0;
    for ( int k = 0; k < 2 * correction->count; ++k )
    {
        const Penetration* contact = &correction->list[k / 2];
        int component = correctionComponent( correction, k % 2 == 0 ? contact->a : contact->b );
        if ( component >= 0 )
        {
            const int* members;
            correction->closes[component] = true;
            bodies += bodies < FOLLOW_MAX ? jointsMembers( correction->joints, component, &members ) : 0;
        }
    }
    if ( bodies > correction->room )
    {
        int room = bodies < FOLLOW_MAX ? bodies + bodies / 4 : bodies;
        correction->follow = ssArena_Reserve( correction->world->arena, 2 * sizeof( ssVec3 ) * (size_t)room );
        correction->room = correction->follow != NULL ? room : 0;
    }
    correction->followed = 0;
}

/// Begins a round: closes joints of components that are off or in the list's contacts, and lets them follow.
static void correctionBegin( Correction* correction, bool equal )
{
    const ssWorld* world = correction->world;
    JointSystem* joints = correction->joints;
    for ( int c = 0; c < joints->componentCount; ++c ) { correction->closes[c] = jointsAreOff( joints, c ); }
    markPushed( correction );
    for ( int c = 0; c < joints->componentCount; ++c )
    {
        correction->closes[c] = correction->closes[c] && jointsFactor( joints, c, equal );
        correction->raised[c] = 0.0;
        if ( correction->closes[c] )
        {
            const int* members;
            int count = jointsMembers( joints, c, &members );
            jointsClose( joints, c, correction->shift );
            for ( int m = 0; m < count; ++m )
            {
                correction->raised[c] -= world->bodies[world->active[members[m]]].mass *
                    ssVec3_Dot( world->def.gravity, correction->shift[2 * members[m]] );
            }
        }
    }
    for ( int k = 0; k < correction->count; ++k ) { letFollow( correction, &correction->list[k] ); }
}

/// Finds how far each component may move.
static void correctionLimit( Correction* correction )
{
    const ssWorld* world = correction->world;
    const JointSystem* joints = correction->joints;
    for ( int c = 0; c < joints->componentCount; ++c )
    {
        correction->scale[c] = 1.0;
        const int* members;
        int count = jointsMembers( joints, c, &members );
        if ( !correction->closes[c] ) { continue; }
        for ( int m = 0; m < count; ++m )
        {
            const Body* body = &world->bodies[world->active[members[m]]];
            const ssVec3* shift = correction->shift + 2 * members[m];
            double size =
                ssMax( ssVec3_Length( shift[0] ), body->boundingRadius * ssVec3_Length( shift[1] ) );
            double limit = SHIFT_MAX * body->boundingRadius;
            correction->scale[c] =
                size > limit ? ssMin( correction->scale[c], limit / size ) : correction->scale[c];
        }
        joints->components[c].closed += correction->scale[c] * correction->raised[c];
    }
}

/// Makes room for what rounds need of joints; false: there are none.
static bool correctionOpen( Correction* correction, JointSystem* joints )
{
    ssWorld* world = correction->world;
    if ( !jointsOpen( world, joints ) ) { return false; }
    size_t count = (size_t)joints->componentCount;
    correction->closes = ssArena_Alloc( world->arena, sizeof( bool ) * count );
    correction->scale = ssArena_Alloc( world->arena, sizeof( double ) * 2 * count );
    if ( correction->closes == NULL || correction->scale == NULL ) { return false; }
    correction->raised = correction->scale + count;
    correction->joints = joints;
    return true;
}

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
// Largest opening in a round over the smaller inner radius: beyond it normals are invalid.
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
    if ( s >= 0 ) { raiseShared( &correction->displacement[s], distance ); }
}

/// The depth of the pair at its present poses [m], or 0 if it is within the slop.
static double presentDepth( const ssWorld* world, int a, int b, double slop )
{
    const Body *x = &world->bodies[a], *y = &world->bodies[b];
    ssManifold manifold;
    double depth = 0.0;
    if ( ssCollide( &x->shape, bodyShapePose( x ), &y->shape, bodyShapePose( y ), 0.0, &manifold ) )
    {
        for ( int k = 0; k < manifold.count; ++k ) { depth = ssMax( depth, -manifold.points[k].gap ); }
    }
    return depth > slop ? depth : 0.0;
}

/// How far a body's travel differs [m] from what collision detection expected of its velocities, 0 within the
/// envelope: a struck body may be where no contacts were sought.
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
    if ( unforeseen ) { __atomic_store_n( &correction->unforeseen, true, __ATOMIC_RELAXED ); }
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
        if ( ( world->bodyFlags[a] | world->bodyFlags[b] ) == 0 ) { continue; }
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
    if ( some ) { __atomic_store_n( &correction->some, true, __ATOMIC_RELAXED ); }
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
    if ( s < 0 ) { return 0.0; }
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
        if ( list == NULL ) { return false; }
        correction->list = list;
        correction->capacity = capacity;
    }
    correction->list[correction->count++] = *contact;
    return true;
}

/// Collects a pair's contacts at its present poses; returns its smallest gap + slop, at most 0.
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
        if ( !append( correction, &contact ) ) { return least; }
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

static bool isZero( ssVec3 v ) { return ( v.x == 0.0 ) & ( v.y == 0.0 ) & ( v.z == 0.0 ); }

/// Applies the shifts; returns the potential energy added [J], raises `largest` to the largest [m].
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
        if ( !( size > 0.0 ) || !isfinite( size ) ) { continue; }
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
        if ( component >= 0 ) { correction->joints->components[component].moved += raised; }
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
    for ( int i = first; i < last; ++i ) { world->bodyFlags[i] = displacementOf( correction, i ) > 0.0; }
}

/// Makes one round; false: there is nothing to correct.
static bool makeRound( Correction* correction, int round, double* lifted, double* largest )
{
    correction->count = 0;
    bool some = correction->contacts && round < ROUNDS_MAX && collect( correction, round >= MASS_ROUNDS );
    bool off = correction->joints != NULL && jointsMeasure( correction->joints );
    if ( !some && !off ) { return false; }
    memset( correction->shift, 0, 2 * sizeof( ssVec3 ) * (size_t)correction->world->activeCount );
    if ( correction->joints != NULL ) { correctionBegin( correction, round >= ROUNDS_MAX ); }
    for ( int k = 0; k < PASSES; ++k ) { pass( correction ); }
    if ( correction->joints != NULL ) { correctionLimit( correction ); }
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
    if ( correction->pairs == NULL || correction->pairCounts == NULL ) { return 0.0; }
    ssParallelFor( world->bodyCount, LIST_BLOCK, flagBlock, correction );
    int rounds = correction->joints != NULL ? JOINT_ROUNDS_MAX : ROUNDS_MAX;
    for ( int round = 0; round < rounds && makeRound( correction, round, &lifted, &largest ); ++round ) {}
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
    if ( !correction.contacts ) { world->outcome = contactsOutcome( world, h, NULL ); }
    bool some = memory && correction.contacts && findPenetration( &correction );
    bool held = memory && correctionOpen( &correction, &joints );
    double largest = some || held ? correct( &correction ) : 0.0;
    if ( held ) { jointsBalance( &joints, report ); }
    ssArena_Release( world->arena, mark );
    return largest;
}
