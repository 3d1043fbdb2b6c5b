// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Which bodies touch where, and which contact of the step before that was.

// ----------------------------------------------------------------------------------------------------- warm start

/// A total order: a pair of bodies has each feature once.
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

static Warm warmOf( const Contact* contact, ssProblemFrame axes, const double* p, int dimension )
{
    ssMat3 frame = ssProblemFrame_Axes( axes );
    bool turned = contact->a > contact->b;
    double sign = turned ? -1.0 : 1.0;
    Warm warm = { .low = turned ? contact->b : contact->a,
        .high = turned ? contact->a : contact->b,
        .feature = contact->feature };
    warm.force = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( p[0], p[1], p[2] ) ) );
    if ( dimension >= 5 )
    {
        double spin = dimension == 6 ? p[5] : 0.0;
        warm.moment = ssVec3_Scale( sign, ssMat3_Mul( frame, ssVec3_Make( spin, p[3], p[4] ) ) );
    }
    return warm;
}

static void rememberBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        world->warm[i] =
            warmOf( &world->contacts[i], problem->frames[i], world->p + (size_t)i * (size_t)d, d );
    }
}

bool contactsRemember( ssWorld* world )
{
    const ssProblem* problem = &world->problem;
    int count = problem->contactCount, woken = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        woken += world->resting[i].awake ? 1 : 0;
    }
    world->warm = ssGs_Lend( world->gs, 0, sizeof( Warm ) * (size_t)( count + woken ) );
    if ( world->warm == NULL )
    {
        return false;
    }
    ssParallelFor( count, WORLD_BLOCK, rememberBlock, world );
    int kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        const Resting* r = &world->resting[i];
        if ( r->awake )
        {
            world->warm[count++] = warmOf( &r->contact, r->frame, r->p, r->cone.dimension );
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

/// The first of `warm` that is not before the key.
static int firstNotBefore( const ssWorld* world, const Warm* key )
{
    int low = 0, high = world->warmCount;
    while ( low < high )
    {
        int middle = low + ( high - low ) / 2;
        bool before = compareWarm( &world->warm[middle], key ) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return low;
}

/// The reactions of the step before where a contact is still there; contacts and `warm` are in the same order.
static void startBlock( void* context, int block, int first, int last )
{
    ssWorld* world = context;
    const ssProblem* problem = &world->problem;
    int d = problem->dimension, w = 0;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const Contact* contact = &world->contacts[i];
        bool turned = contact->a > contact->b;
        Warm key = { .low = turned ? contact->b : contact->a,
            .high = turned ? contact->a : contact->b,
            .feature = contact->feature };
        if ( i == first )
        {
            w = firstNotBefore( world, &key );
        }
        while ( w < world->warmCount && compareWarm( &world->warm[w], &key ) < 0 )
        {
            ++w;
        }
        double all[6] = { 0.0 };
        if ( w < world->warmCount && compareWarm( &world->warm[w], &key ) == 0 )
        {
            double sign = turned ? -1.0 : 1.0;
            ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
            ssVec3 f = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].force ) );
            ssVec3 m = ssVec3_Scale( sign, ssMat3_MulT( frame, world->warm[w].moment ) );
            const double found[6] = { f.x, f.y, f.z, m.y, m.z, m.x };
            memcpy( all, found, sizeof( all ) );
        }
        memcpy( world->p + (size_t)i * (size_t)d, all, sizeof( double ) * (size_t)d );
    }
}

void contactsStart( ssWorld* world )
{
    world->warmCount = world->def.warmStart ? world->warmCount : 0;
    ssParallelFor( world->problem.contactCount, WORLD_BLOCK, startBlock, world );
}

// ---------------------------------------------------------------------------------------------------- broad phase

double contactEnvelope( const ssWorld* world, const Body* body )
{
    return world->def.envelope > 0.0 ? world->def.envelope : 0.02 * fmin( body->inner, body->bound );
}

/// Of a sphere nothing; the relaxed law opens contacts in proportion to all of it.
double contactSurfaceSpeed( const ssWorld* world, const Body* body )
{
    bool still =
        body->shape.kind == ss_shapePlane || ( body->shape.kind == ss_shapeSphere && !world->dilates );
    return still ? 0.0 : ssVec3_Length( body->omega ) * body->bound;
}

static void placeBox( ssWorld* world, int id, double h )
{
    const Body* body = &world->bodies[id];
    bool moving = body->kind == ss_bodyDynamic;
    world->boxKinds[id] = !body->enabled || body->shape.kind == ss_shapePlane ? ss_broadAbsent
        : !moving                                                             ? ss_broadFixed
        : body->shape.kind == ss_shapeSphere                                  ? ss_broadBall
                                                                              : ss_broadMoving;
    if ( body->shape.kind == ss_shapePlane )
    {
        return;
    }
    double fall = moving ? h * h * ssVec3_Length( world->def.gravity ) : 0.0;
    double speed = ssVec3_Length( body->velocity ) + contactSurfaceSpeed( world, body );
    // twice what it travels: a body that comes is a neighbour a step before it strikes
    double margin = 0.5 * contactEnvelope( world, body ) + 2.0 * ( h * speed + fall ) + h * body->alarm;
    if ( world->dilates )
    {
        // contacts ride at h A_r
        const ssMaterial *m = &body->material, *most = &world->dilating;
        double turning = fmax( m->muRoll, most->muRoll ) + fmax( m->muSpin, most->muSpin );
        margin += 1.5 * h *
            ( fmax( m->mu, most->mu ) * ( speed + body->alarm ) + turning * ssVec3_Length( body->omega ) );
    }
    ssAabb box = ssShape_Aabb( &body->shape, body->pose );
    ssVec3 wide = { margin, margin, margin };
    world->boxes[id] = ( ssAabb ){ ssVec3_Sub( box.lower, wide ), ssVec3_Add( box.upper, wide ) };
}

typedef struct Boxes
{
    ssWorld* world;
    double h;
} Boxes;

static void placeBlock( void* context, int block, int first, int last )
{
    const Boxes* boxes = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        placeBox( boxes->world, i, boxes->h );
    }
}

static void placePlanes( ssWorld* world )
{
    world->planeCount = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( body->shape.kind == ss_shapePlane && body->enabled )
        {
            ssVec3 normal = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            world->planes[world->planeCount++] =
                ( ssBroadPlane ){ i, normal, ssVec3_Dot( normal, body->pose.position ) };
        }
    }
}

ssResult contactsBroad( ssWorld* world, double h )
{
    Boxes boxes = { world, h };
    size_t count = (size_t)world->bodyCount;
    world->boxes = ssGs_Lend( world->gs, 0, count * ( sizeof( ssAabb ) + sizeof( ssBroadKind ) ) );
    if ( world->boxes == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the boxes of %d bodies", world->bodyCount );
    }
    world->boxKinds = (ssBroadKind*)( world->boxes + count );
    ssParallelFor( world->bodyCount, WORLD_BLOCK, placeBlock, &boxes );
    placePlanes( world );
    return ssBroadPhase_Update(
        world->broad, world->bodyCount, world->boxes, world->boxKinds, world->planeCount, world->planes );
}
