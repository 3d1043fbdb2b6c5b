// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// The broad stage: bounding boxes with a margin for the step, and pairs of bodies whose boxes overlap.

// Default envelope over inner radius: ten default slops, so that contacts at rest remain.
#define ENVELOPE_SHARE 0.02

double contactEnvelope( const ssWorld* world, const Body* body )
{
    return world->def.envelope > 0.0 ? world->def.envelope
                                     : ENVELOPE_SHARE * ssMin( body->innerRadius, body->boundingRadius );
}

/// A sphere's surface gains nothing by turning, but the relaxed law opens contacts by its whole speed.
double contactSurfaceSpeed( const ssWorld* world, const Body* body )
{
    bool negligible = body->shape.kind == ss_shapePlane || ( bodyIsBall( body ) && !world->dilates );
    return negligible ? 0.0 : ssVec3_Length( body->omega ) * body->boundingRadius;
}

typedef struct Boxes
{
    const ssWorld* world;
    double h;
    ssAabb* boxes;
    ssBroadKind* kinds;
} Boxes;

static void placeBox( const Boxes* all, int id )
{
    const ssWorld* world = all->world;
    const Body* body = &world->bodies[id];
    double h = all->h;
    bool moving = body->kind == ss_bodyDynamic;
    all->kinds[id] = !body->enabled || body->shape.kind == ss_shapePlane ? ss_broadAbsent
        : !moving                                                        ? ss_broadFixed
        : body->shape.kind == ss_shapeSphere                             ? ss_broadBall
                                                                         : ss_broadMoving;
    if ( body->shape.kind == ss_shapePlane ) { return; }
    double fall = moving ? h * h * ssVec3_Length( world->def.gravity ) : 0.0;
    double speed = ssVec3_Length( body->velocity ) + contactSurfaceSpeed( world, body );
    // With twice the travel of a step, an approaching body becomes a neighbour one step before it strikes.
    double margin =
        0.5 * contactEnvelope( world, body ) + 2.0 * ( h * speed + fall ) + h * body->approachSpeed;
    if ( world->dilates )
    {
        const ssMaterial *m = &body->material, *bounds = &world->dilatancyBounds;
        double turning = ssMax( m->muRoll, bounds->muRoll ) + ssMax( m->muSpin, bounds->muSpin );
        margin += DILATANCY_MARGIN * h *
            ( ssMax( m->mu, bounds->mu ) * ( speed + body->approachSpeed ) +
                turning * ssVec3_Length( body->omega ) );
    }
    ssAabb box = ssShape_Aabb( &body->shape, bodyShapePose( body ) );
    ssVec3 grow = { margin, margin, margin };
    all->boxes[id] = ( ssAabb ){ ssVec3_Sub( box.lower, grow ), ssVec3_Add( box.upper, grow ) };
}

static void placeBlock( void* context, int block, int first, int last )
{
    (void)block;
    for ( int i = first; i < last; ++i ) { placeBox( context, i ); }
}

/// Planes are absent from the broad phase; `kinds` is much smaller than the bodies.
static void placePlanes( ssWorld* world, const ssBroadKind* kinds )
{
    world->planeCount = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        const Body* body = &world->bodies[i];
        if ( kinds[i] == ss_broadAbsent && body->shape.kind == ss_shapePlane && body->enabled )
        {
            ssVec3 normal = ssQuat_Rotate( body->pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            world->planes[world->planeCount++] =
                ( ssBroadPlane ){ i, normal, ssVec3_Dot( normal, body->pose.position ) };
        }
    }
}

ssResult contactsBroad( ssWorld* world, double h )
{
    size_t count = (size_t)world->bodyCount;
    ssArenaMark mark = ssArena_Mark( world->arena );
    Boxes all = { world, h, ssArena_Reserve( world->arena, count * sizeof( ssAabb ) ),
        ssArena_Reserve( world->arena, count * sizeof( ssBroadKind ) ) };
    ssResult result =
        ssError( ss_errorMemory, NULL, "out of memory for the boxes of %d bodies", world->bodyCount );
    if ( all.boxes != NULL && all.kinds != NULL )
    {
        ssParallelFor( world->bodyCount, WORLD_BLOCK, placeBlock, &all );
        placePlanes( world, all.kinds );
        result = ssBroadPhase_Update(
            world->broad, world->bodyCount, all.boxes, all.kinds, world->planeCount, world->planes );
    }
    ssArena_Release( world->arena, mark );
    return result;
}

void contactMove( ssWorld* world, int from, int to )
{
    ssProblem* problem = &world->problem;
    size_t d = (size_t)problem->dimension, bytes = d * sizeof( double );
    if ( from == to ) { return; }
    world->contacts[to] = world->contacts[from];
    problem->points[to] = problem->points[from];
    problem->frames[to] = problem->frames[from];
    problem->armsA[to] = problem->armsA[from];
    problem->armsB[to] = problem->armsB[from];
    problem->bodyA[to] = problem->bodyA[from];
    problem->bodyB[to] = problem->bodyB[from];
    problem->cones[to] = problem->cones[from];
    problem->laws[to] = problem->laws[from];
    problem->lawIndex[to] = problem->lawIndex[from];
    if ( world->hasStruck )
    {
        memcpy( world->struck + 6 * (size_t)to, world->struck + 6 * (size_t)from, 6 * sizeof( double ) );
    }
    if ( problem->lawScale != NULL ) { problem->lawScale[to] = problem->lawScale[from]; }
    if ( worldHasLawMemory( world ) ) { lawMemoryMove( world, from, to ); }
    memcpy( world->p + (size_t)to * d, world->p + (size_t)from * d, bytes );
    memcpy( problem->q + (size_t)to * d, problem->q + (size_t)from * d, bytes );
}

void contactsShorten( ssWorld* world, int kept )
{
    ssProblem* problem = &world->problem;
    size_t d = (size_t)problem->dimension;
    memmove( world->p + (size_t)kept * d, world->p + (size_t)problem->contactCount * d,
        sizeof( double ) * (size_t)problem->rowCount );
    problem->contactCount = kept;
}

static bool concerns( const Contact* contact, int body ) { return contact->a == body || contact->b == body; }

void contactsForgetBody( ssWorld* world, int body )
{
    int count = world->problem.contactCount, kept = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( !concerns( &world->contacts[i], body ) ) { contactMove( world, i, kept++ ); }
    }
    contactsShorten( world, kept );
    kept = 0;
    for ( int i = 0; i < world->restingCount; ++i )
    {
        if ( !concerns( &world->resting[i].contact, body ) )
        {
            world->resting[kept] = world->resting[i];
            if ( worldHasLawMemory( world ) ) { world->restingStates[kept] = world->restingStates[i]; }
            ++kept;
        }
    }
    world->restingChanged = world->restingChanged || kept < world->restingCount;
    world->restingCount = kept;
}

void contactsForgetLaw( ssWorld* world, int law )
{
    ssProblem* problem = &world->problem;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        if ( problem->laws[i] == ss_contactFormPlanar && problem->lawIndex[i] == law )
        {
            problem->laws[i] = ss_contactFormSaxce;
        }
        problem->lawIndex[i] = problem->lawIndex[i] == law ? 0 : problem->lawIndex[i];
    }
    for ( int i = 0; i < world->restingCount; ++i )
    {
        Resting* r = &world->resting[i];
        r->law = r->law == ss_contactFormPlanar && r->lawIndex == law ? ss_contactFormSaxce : r->law;
        r->lawIndex = r->lawIndex == law ? 0 : r->lawIndex;
    }
}
