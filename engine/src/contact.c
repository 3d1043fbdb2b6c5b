// SPDX-License-Identifier: MIT
#include "world_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Which bodies touch where, and which contact of the step before that was.

// ----------------------------------------------------------------------------------------------------- warm start

static int compareWarm( const void* x, const void* y )
{
    const Warm *a = x, *b = y;
    if ( a->low != b->low )
    {
        return a->low < b->low ? -1 : 1;
    }
    if ( a->high != b->high )
    {
        return a->high < b->high ? -1 : 1;
    }
    return ( a->feature > b->feature ) - ( a->feature < b->feature );
}

static Warm warmOf( const Contact* contact, const ssMat3* frame, const double* p, int dimension )
{
    bool turned = contact->a > contact->b;
    double sign = turned ? -1.0 : 1.0;
    Warm warm = { .low = turned ? contact->b : contact->a,
        .high = turned ? contact->a : contact->b,
        .feature = contact->feature };
    warm.force = ssVec3_Scale( sign, ssMat3_Mul( *frame, ssVec3_Make( p[0], p[1], p[2] ) ) );
    if ( dimension >= 5 )
    {
        double spin = dimension == 6 ? p[5] : 0.0;
        warm.moment = ssVec3_Scale( sign, ssMat3_Mul( *frame, ssVec3_Make( spin, p[3], p[4] ) ) );
    }
    return warm;
}

bool contactsRemember( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int count = problem->contactCount, d = problem->dimension;
    int woken = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        woken += world->resting[i].awake ? 1 : 0;
    }
    if ( count + woken > world->warmCapacity )
    {
        int capacity = ( count + woken ) * 3 / 2 + 16;
        Warm* longer = ssAlloc( sizeof( Warm ) * (size_t)capacity );
        if ( longer == NULL )
        {
            return false;
        }
        ssRelease( world->warm );
        world->warm = longer;
        world->warmCapacity = capacity;
    }
    for ( int i = 0; i < count; ++i )
    {
        world->warm[i] =
            warmOf( &world->contacts[i], &problem->frames[i], world->p + (size_t)i * (size_t)d, d );
    }
    int kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        const Resting* r = &world->resting[i];
        if ( r->awake )
        {
            world->warm[count++] = warmOf( &r->contact, &r->frame, r->p, r->cone.dimension );
        }
        else
        {
            world->resting[kept++] = *r;
        }
    }
    world->restingCount = kept;
    world->warmCount = count;
    if ( woken > 0 )
    {
        qsort( world->warm, (size_t)count, sizeof( Warm ), compareWarm );
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- broad phase

static bool canTouch( const Body* a, const Body* b )
{
    return a->enabled && b->enabled && ( a->kind == ss_bodyDynamic || b->kind == ss_bodyDynamic ) &&
        !( a->group > 0 && a->group == b->group );
}

static double envelopeOf( const ssWorld* world, const Body* body )
{
    return world->def.envelope > 0.0 ? world->def.envelope : 0.02 * fmin( body->inner, body->bound );
}

/// How fast points of its surface move against its centre, along the surface's normal; of a sphere they do not. The
/// relaxed law opens contacts in proportion to all of it.
static double surfaceSpeed( const ssWorld* world, const Body* body )
{
    bool still = body->shape.kind == ss_shapePlane ||
        ( body->shape.kind == ss_shapeSphere && world->def.law != ss_worldRelaxed );
    return still ? 0.0 : ssVec3_Length( body->omega ) * body->bound;
}

static void placeBox( ssWorld* world, int id, double h )
{
    const Body* body = &world->bodies[id];
    bool moving = body->kind == ss_bodyDynamic;
    world->boxKinds[id] = !body->enabled || body->shape.kind == ss_shapePlane ? ss_broadAbsent
        : moving                                                              ? ss_broadMoving
                                                                              : ss_broadFixed;
    if ( body->shape.kind == ss_shapePlane )
    {
        world->reach[id] = HUGE_VAL;
        if ( body->enabled )
        {
            ssVec3 normal = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            world->planes[world->planeCount++] =
                ( ssBroadPlane ){ id, normal, ssVec3_Dot( normal, body->pose.position ) };
        }
        return;
    }
    double fall = moving ? h * h * ssVec3_Length( world->def.gravity ) : 0.0;
    double speed = ssVec3_Length( body->velocity ) + surfaceSpeed( world, body );
    // twice what it travels: a body that comes is a neighbour a step before it strikes
    double margin = 0.5 * envelopeOf( world, body ) + 2.0 * ( h * speed + fall ) + h * body->alarm;
    if ( world->def.law == ss_worldRelaxed )
    {
        // contacts ride at h A_r
        margin += 1.5 * h *
            ( body->material.mu * ( speed + body->alarm ) +
                ( body->material.muRoll + body->material.muSpin ) * ssVec3_Length( body->omega ) );
    }
    world->reach[id] = body->bound + margin;
    ssAabb box = ssShape_Aabb( &body->shape, body->pose );
    ssVec3 wide = { margin, margin, margin };
    world->boxes[id] = ( ssAabb ){ ssVec3_Sub( box.lower, wide ), ssVec3_Add( box.upper, wide ) };
}

ssResult contactsBroad( ssWorld* world, double h )
{
    world->planeCount = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        placeBox( world, i, h );
    }
    return ssBroadPhase_Update(
        world->broad, world->bodyCount, world->boxes, world->boxKinds, world->planeCount, world->planes );
}

// --------------------------------------------------------------------------------------------------- narrow phase

// Everything about one pair that its points share.
typedef struct Pair
{
    int a, b; // as in the problem: the owner of a law is a
    ssMaterial material;
    int law;
    double envelope;
    double reach; // [m] what a neighbour may push it in a step
    bool flipped;
} Pair;

static void startPair( const ssWorld* world, int low, int high, double h, Pair* pair )
{
    const Body *a = &world->bodies[low], *b = &world->bodies[high];
    *pair = ( Pair ){ .a = low, .b = high, .law = a->law >= 0 ? a->law : b->law };
    pair->flipped = a->law < 0 && b->law >= 0;
    if ( pair->flipped )
    {
        pair->a = high;
        pair->b = low;
    }
    // materials were checked when they were given
    ssCombineMaterials( &a->material, &b->material, world->def.rule, &pair->material );
    pair->envelope = fmin( envelopeOf( world, a ), envelopeOf( world, b ) );
    pair->reach = h * fmax( a->alarm, b->alarm );
}

static double pairMargin( const ssWorld* world, const Pair* pair, double h )
{
    const Body *a = &world->bodies[pair->a], *b = &world->bodies[pair->b];
    double relative = ssVec3_Length( ssVec3_Sub( a->velocity, b->velocity ) ) + surfaceSpeed( world, a ) +
        surfaceSpeed( world, b ) + 2.0 * h * ssVec3_Length( world->def.gravity );
    double margin = pair->envelope + fmax( h * relative, pair->reach );
    if ( world->def.law == ss_worldRelaxed )
    {
        double turning = ssVec3_Length( ssVec3_Sub( a->omega, b->omega ) );
        margin += 1.5 * h *
            ( pair->material.mu * relative + ( pair->material.muRoll + pair->material.muSpin ) * turning );
    }
    return margin;
}

static ssVec3 tangentOf( const ssWorld* world, const Pair* pair, ssVec3 normal )
{
    if ( pair->law >= 0 )
    {
        const Body* owner = &world->bodies[pair->a];
        ssVec3 groove = ssQuat_Rotate( owner->pose.orientation, owner->groove );
        ssVec3 along = ssVec3_MulAdd( groove, -ssVec3_Dot( groove, normal ), normal );
        double length = ssVec3_Length( along );
        if ( length > 1e-9 * ssVec3_Length( groove ) )
        {
            return ssVec3_Scale( 1.0 / length, along );
        }
    }
    return ssContactTangent( normal );
}

static void placeContact(
    ssWorld* world, int i, const Pair* pair, ssVec3 normal, const ssManifoldPoint* point )
{
    ssProblem* problem = &world->problem;
    const Body *a = &world->bodies[pair->a], *b = &world->bodies[pair->b];
    // on the surface of the body that moves, where only one does: its lever does not depend on the gap
    double share = a->kind != ss_bodyDynamic ? 0.5 : b->kind != ss_bodyDynamic ? -0.5 : 0.0;
    ssVec3 place = ssVec3_MulAdd( point->point, share * point->gap, normal );
    ssVec3 tangent = tangentOf( world, pair, normal );
    world->contacts[i] = ( Contact ){ .a = pair->a,
        .b = pair->b,
        .feature = point->feature,
        .gap = point->gap,
        .restitution = pair->material.restitution };
    problem->points[i] = place;
    problem->frames[i] = ( ssMat3 ){ normal, tangent, ssVec3_Cross( normal, tangent ) };
    problem->armsA[i] = ssVec3_Sub( place, a->pose.position );
    problem->armsB[i] = ssVec3_Sub( place, b->pose.position );
    problem->bodyA[i] = world->slot[pair->a];
    problem->bodyB[i] = world->slot[pair->b];
    problem->cones[i] = ( ssCone ){ .dimension = 6,
        .mu = pair->material.mu,
        .muRoll = pair->material.muRoll,
        .muSpin = pair->material.muSpin,
        .variant = world->def.law == ss_worldEllipsoidal ? ss_coneEllipsoidal : ss_coneIntersection };
    problem->laws[i] = pair->law >= 0       ? ss_problemPlanar
        : world->def.law == ss_worldRelaxed ? ss_problemRelaxed
                                            : ss_problemCoulomb;
    problem->lawIndex[i] = pair->law >= 0 ? pair->law : 0;
}

/// Whether a step could close the gap of contact i, with what a neighbour may add.
static bool isNear( const ssWorld* world, int i, const Pair* pair, double h )
{
    double y[6], gap = world->contacts[i].gap;
    contactVelocity( world, i, world->problem.freeVelocity, y );
    double reach = fmax( -h * y[0], pair->reach );
    if ( world->def.law == ss_worldRelaxed )
    {
        const ssMaterial* m = &pair->material;
        reach += 1.5 * h *
            ( m->mu * hypot( y[1], y[2] ) + m->muRoll * hypot( y[3], y[4] ) + m->muSpin * fabs( y[5] ) );
    }
    return gap <= pair->envelope + fmax( reach, 0.0 );
}

/// Contacts of one pair, in the order of their features; how many.
static int touchPair( ssWorld* world, const Pair* pair, double h, int count )
{
    ssManifold manifold;
    const Body *a = &world->bodies[pair->a], *b = &world->bodies[pair->b];
    double margin = pairMargin( world, pair, h );
    if ( !ssCollide( &a->shape, a->pose, &b->shape, b->pose, margin, &manifold ) )
    {
        return 0;
    }
    for ( int i = 1; i < manifold.count; ++i )
    {
        ssManifoldPoint point = manifold.points[i];
        int k = i;
        for ( ; k > 0 && manifold.points[k - 1].feature > point.feature; --k )
        {
            manifold.points[k] = manifold.points[k - 1];
        }
        manifold.points[k] = point;
    }
    int made = 0;
    for ( int i = 0; i < manifold.count; ++i )
    {
        placeContact( world, count + made, pair, manifold.normal, &manifold.points[i] );
        made += isNear( world, count + made, pair, h ) ? 1 : 0;
    }
    return made;
}

/// Who is about to be struck: neighbours' speeds of this step widen the search of the next.
static void raiseAlarms( ssWorld* world, int pairCount, const ssBodyPair* pairs )
{
    memset( world->alarms, 0, sizeof( double ) * (size_t)world->bodyCount );
    for ( int k = 0; k < pairCount; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        const Body *x = &world->bodies[a], *y = &world->bodies[b];
        if ( x->kind == ss_bodyDynamic && y->kind == ss_bodyDynamic )
        {
            double speed = ssVec3_Length( ssVec3_Sub( x->velocity, y->velocity ) );
            world->alarms[a] = fmax( world->alarms[a], speed );
            world->alarms[b] = fmax( world->alarms[b], speed );
        }
    }
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        world->bodies[i].alarm = world->alarms[i];
    }
}

static void startWarm( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    int d = problem->dimension, w = 0;
    memset( world->p, 0, sizeof( double ) * (size_t)d * (size_t)problem->contactCount );
    for ( int i = 0; i < problem->contactCount && world->def.warmStart; ++i )
    {
        const Contact* contact = &world->contacts[i];
        bool turned = contact->a > contact->b;
        Warm key = { .low = turned ? contact->b : contact->a,
            .high = turned ? contact->a : contact->b,
            .feature = contact->feature };
        while ( w < world->warmCount && compareWarm( &world->warm[w], &key ) < 0 )
        {
            ++w;
        }
        if ( w < world->warmCount && compareWarm( &world->warm[w], &key ) == 0 )
        {
            double* p = world->p + (size_t)i * (size_t)d;
            double sign = turned ? -1.0 : 1.0;
            ssVec3 f = ssVec3_Scale( sign, ssMat3_MulT( problem->frames[i], world->warm[w].force ) );
            ssVec3 m = ssVec3_Scale( sign, ssMat3_MulT( problem->frames[i], world->warm[w].moment ) );
            double all[6] = { f.x, f.y, f.z, m.y, m.z, m.x };
            memcpy( p, all, sizeof( double ) * (size_t)d );
        }
    }
}

/// Rows that no contact uses are not solved for.
static void chooseDimension( ssWorld* world )
{
    ssProblem* problem = &world->problem;
    int d = 3;
    bool planar = false;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const ssCone* cone = &problem->cones[i];
        planar = planar || problem->laws[i] == ss_problemPlanar;
        int own = cone->muSpin > 0.0 ? 6 : cone->muRoll > 0.0 ? 5 : 3;
        d = own > d ? own : d;
    }
    problem->dimension = planar ? 3 : d;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        problem->cones[i].dimension = problem->dimension;
    }
}

ssResult contactsNarrow( ssWorld* world, double h )
{
    int pairCount = ssBroadPhase_PairCount( world->broad );
    const ssBodyPair* pairs = ssBroadPhase_Pairs( world->broad );
    ssProblem* problem = &world->problem;
    problem->contactCount = problem->rowCount = 0;
    int count = 0;
    for ( int k = 0; k < pairCount; ++k )
    {
        int a = pairs[k].a, b = pairs[k].b;
        if ( ( world->slot[a] < 0 && world->slot[b] < 0 ) ||
            !canTouch( &world->bodies[a], &world->bodies[b] ) )
        {
            continue;
        }
        if ( count + SS_MANIFOLD_MAX > world->contactCapacity )
        {
            problem->contactCount = count; // what is there is copied
            if ( !contactsReserve( world, 2 * world->contactCapacity + 64, 0 ) )
            {
                problem->contactCount = 0;
                return ssError( ss_errorMemory, NULL, "out of memory for %d contacts", count );
            }
        }
        Pair pair;
        startPair( world, a, b, h, &pair );
        count += touchPair( world, &pair, h, count );
    }
    problem->contactCount = count;
    raiseAlarms( world, pairCount, pairs );
    chooseDimension( world );
    startWarm( world );
    return ssOk();
}
