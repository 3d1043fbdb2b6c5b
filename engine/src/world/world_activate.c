// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// The bodies that a step moves: their numbers among the active ones, what the problem holds of them, and what
// the narrow stage reads of all bodies, close together.

/// Writes active body s, its velocity before the step and its free velocity into the problem.
static void activate( ssWorld* world, int s, double h )
{
    int id = world->active[s];
    const Body* body = &world->bodies[id];
    ssProblem* problem = &world->problem;
    ssVec3 omega = body->omega, torque = body->torque;
    if ( springHolds( world, id ) )
    {
        springForce( world, h, &world->springTorque );
        torque = ssVec3_Add( torque, world->springTorque );
    }
    ssVec3 force = bodyForce( world, id );
    problem->bodies[s] =
        ( ssProblemBody ){ body->mass, body->inertia, body->pose.orientation, body->pose.position };
    problem->inverseMass[s] = 1.0 / body->mass;
    problem->inverseInertia[s] = bodyInverseInertia( body );
    ssVec3 v = ssVec3_MulAdd( body->velocity, h, world->def.gravity );
    v = ssVec3_MulAdd( v, h / body->mass, force );
    ssVec3 w = ssVec3_MulAdd( omega, h, ssMat3_Mul( problem->inverseInertia[s], torque ) );
    double before[6] = { body->velocity.x, body->velocity.y, body->velocity.z, omega.x, omega.y, omega.z };
    double free[6] = { v.x, v.y, v.z, w.x, w.y, w.z };
    memcpy( world->before + 6 * (size_t)s, before, sizeof before );
    memcpy( problem->freeVelocity + 6 * (size_t)s, free, sizeof free );
}

static NarrowBody narrowBody( const ssWorld* world, int id, const ssMaterial* common )
{
    const Body* body = &world->bodies[id];
    ssQuat q = body->pose.orientation;
    bool turned = isfinite( q.w + q.x + q.y + q.z ), isBall = bodyIsBall( body ) && turned && !world->dilates;
    return ( NarrowBody ){ .position = body->pose.position,
        .radius = body->shape.radius,
        .velocity = body->velocity,
        .envelope = contactEnvelope( world, body ),
        .approachSpeed = body->approachSpeed,
        .slot = world->slot[id],
        .law = body->law,
        .group = body->group,
        .isBall = isBall && world->slot[id] >= 0,
        .isDynamic = body->kind == ss_bodyDynamic,
        .isJointed = body->firstJoint > 0,
        .isCommon = materialIsSame( &body->material, common ) };
}

// What a block of bodies adds.
typedef struct ActiveBlock
{
    int dynamic, active; // numbers of bodies; then `active` is that of the blocks before
    double smallestRadius, largestRadius;
    bool hasNonSpheres;
} ActiveBlock;

typedef struct Activation
{
    ssWorld* world;
    double h;
    ActiveBlock* blocks;
} Activation;

static void countBlock( void* context, int block, int first, int last )
{
    const Activation* activation = context;
    const ssWorld* world = activation->world;
    ActiveBlock all = { .smallestRadius = HUGE_VAL };
    for ( int i = first; i < last; ++i )
    {
        const Body* body = &world->bodies[i];
        all.dynamic += body->kind == ss_bodyDynamic && body->enabled ? 1 : 0;
        if ( bodyMoves( body ) )
        {
            all.active += 1;
            all.smallestRadius = ssMin( all.smallestRadius, body->innerRadius );
            all.largestRadius = ssMax( all.largestRadius, body->innerRadius );
            all.hasNonSpheres = all.hasNonSpheres || !bodyIsBall( body );
        }
    }
    activation->blocks[block] = all;
}

static void activateBlock( void* context, int block, int first, int last )
{
    const Activation* activation = context;
    ssWorld* world = activation->world;
    int s = activation->blocks[block].active;
    const ssMaterial* common = &world->bodies[world->bodyCount - 1].material;
    for ( int i = first; i < last; ++i )
    {
        bool moves = bodyMoves( &world->bodies[i] );
        world->slot[i] = moves ? s : -1;
        if ( moves )
        {
            world->active[s] = i;
            activate( world, s, activation->h );
            ++s;
        }
        world->narrowBodies[i] = narrowBody( world, i, common );
    }
}

bool worldActivate( ssWorld* world, double h )
{
    int blocks = ssBlockCount( world->bodyCount, WORLD_BLOCK );
    world->narrowBodies = ssArena_Reserve( world->arena, sizeof( NarrowBody ) * (size_t)world->bodyCount );
    Activation activation = { world, h,
        ssArena_Reserve( world->arena, sizeof( ActiveBlock ) * (size_t)blocks ) };
    if ( world->narrowBodies == NULL || activation.blocks == NULL ) { return false; }
    world->activeCount = world->dynamicCount = 0;
    world->smallestRadius = HUGE_VAL;
    world->largestRadius = 0.0;
    world->hasNonSpheres = false;
    ssParallelFor( world->bodyCount, WORLD_BLOCK, countBlock, &activation );
    for ( int block = 0; block < blocks; ++block )
    {
        ActiveBlock* all = &activation.blocks[block];
        int before = world->activeCount;
        world->dynamicCount += all->dynamic;
        world->activeCount += all->active;
        world->smallestRadius = ssMin( world->smallestRadius, all->smallestRadius );
        world->largestRadius = ssMax( world->largestRadius, all->largestRadius );
        world->hasNonSpheres = world->hasNonSpheres || all->hasNonSpheres;
        all->active = before;
    }
    ssParallelFor( world->bodyCount, WORLD_BLOCK, activateBlock, &activation );
    world->problem.bodyCount = world->activeCount;
    lawsSettle( world );
    return true;
}
