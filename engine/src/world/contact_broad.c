// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>

// The broad stage: bounding boxes with margins, and the pairs of bodies that may touch.

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
    world->boxes = ssGs_IdleBuffer( world->gs, 0, count * ( sizeof( ssAabb ) + sizeof( ssBroadKind ) ) );
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
