// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <string.h>

// The public functions of a world: its definition, lifetime, bodies and queries.

const char* ssWorldStageName( ssWorldStage stage )
{
    static const char* const names[] = { "broad", "narrow", "assemble", "solve", "integrate", "correct",
        "report" };
    SS_ASSERT( (int)stage >= 0 && (int)stage < SS_COUNT( names ) );
    return names[stage];
}

ssWorldDef ssDefaultWorldDef( void )
{
    return ( ssWorldDef ){ .gravity = { 0.0, 0.0, -9.81 },
        .theta = 1.0,
        .law = ss_worldLawCoulomb,
        .rule = ss_combineGeometric,
        .solver = "sweep",
        .tolerance = 1e-6,
        .maxIterations = 1000,
        .substeps = 1,
        .warmStart = true,
        .sleepTime = 0.5,
        .correction = 1.0,
        .bodyCapacity = 64,
        .contactCapacity = 256 };
}

ssBodyDef ssDefaultBodyDef( void )
{
    return ( ssBodyDef ){ .shape = ssSphereShape( 0.5 ),
        .pose = { .orientation = { 1.0, 0.0, 0.0, 0.0 } },
        .density = 1000.0,
        .material = { .mu = 0.5 },
        .law = -1,
        .groove = { 1.0, 0.0, 0.0 },
        .colour = -1 };
}

// ------------------------------------------------------------------------------------------------------------ def

static ssResult checkRange( const char* field, double value, double low, double high )
{
    return value >= low && value <= high
        ? ssOk()
        : ssError( ss_errorValue, field, "%s = %g; allowed: %g to %g", field, value, low, high );
}

static ssResult checkDef( const ssWorldDef* def )
{
    const struct
    {
        const char* field;
        double value, low, high;
    } rows[] = {
        { "gravity", ssVec3_Length( def->gravity ), 0.0, 1e100 },
        { "theta", def->theta, 0.5, 1.0 },
        { "law", def->law, 0.0, ss_worldLawEllipsoidal },
        { "rule", def->rule, 0.0, ss_combineCount - 1 },
        { "tolerance", def->tolerance, 0.0, 1.0 },
        { "maxIterations", def->maxIterations, 1.0, 1e9 },
        { "substeps", def->substeps, 1.0, SS_MAX_SUBSTEPS },
        { "sleepSpeed", def->sleepSpeed, 0.0, 1e100 },
        { "sleepTime", def->sleepTime, 0.0, 1e100 },
        { "envelope", def->envelope, 0.0, 1e100 },
        { "slop", def->slop, 0.0, 1e100 },
        { "correction", def->correction, 0.0, 1.0 },
        { "stiffness", def->stiffness, 0.0, 1e100 },
        { "bodyCapacity", def->bodyCapacity, 0.0, 1e8 },
        { "contactCapacity", def->contactCapacity, 0.0, SS_PROBLEM_CONTACTS_MAX },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssResult result = checkRange( rows[i].field, rows[i].value, rows[i].low, rows[i].high );
        if ( result.code != ss_ok )
        {
            return result;
        }
    }
    if ( def->solver == NULL ||
        ( strcmp( def->solver, "sweep" ) != 0 && ssFindSolver( def->solver ) == NULL ) )
    {
        return ssError( ss_errorUnknown, "solver",
            "no solver is called \"%s\"; allowed: sweep, auto, nsgs, …",
            def->solver != NULL ? def->solver : "" );
    }
    return ssOk();
}

/// Stores a checked definition; the capacities stay those of the world's creation.
static void takeDef( ssWorld* world, const ssWorldDef* def )
{
    int bodies = world->def.bodyCapacity, contacts = world->def.contactCapacity;
    world->def = *def;
    world->def.bodyCapacity = bodies;
    world->def.contactCapacity = contacts;
    world->solver = strcmp( def->solver, "sweep" ) == 0 ? NULL : ssFindSolver( def->solver );
    world->def.solver = world->solver != NULL ? world->solver->name : "sweep";
}

const ssWorldDef* ssWorld_Def( const ssWorld* world )
{
    return &world->def;
}

ssResult ssWorld_SetDef( ssWorld* world, const ssWorldDef* def )
{
    ssResult result = checkDef( def );
    if ( result.code == ss_ok )
    {
        double before = ssWorld_Energy( world );
        takeDef( world, def );
        islandsWakeAll( world );
        world->ledger.added += ssWorld_Energy( world ) - before; // another gravity, another potential
    }
    return result;
}

void ssWorld_SetStageHook( ssWorld* world, ssStageHook* hook, void* context )
{
    world->def.stageHook = hook;
    world->def.stageContext = context;
}

void ssWorld_SetTime( ssWorld* world, double time )
{
    world->time = time;
}

void ssWorld_SetStop( ssWorld* world, ssStop* stop, void* context )
{
    world->stop = stop;
    world->stopContext = context;
}

// ------------------------------------------------------------------------------------------------------- lifetime

ssResult ssCreateWorld( const ssWorldDef* def, ssWorld** world )
{
    *world = NULL;
    ssResult result = checkDef( def );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssWorld* made = ssAlloc( sizeof( ssWorld ) );
    if ( made != NULL )
    {
        made->def.bodyCapacity = def->bodyCapacity;
        made->def.contactCapacity = def->contactCapacity;
        takeDef( made, def );
        made->problem.dimension = 3;
        made->arena = ssCreateArena();
        result = ssCreateBroadPhase( &made->broad );
        if ( made->arena != NULL && result.code == ss_ok && worldReserveBodies( made, def->bodyCapacity ) &&
            contactsReserve( made, def->contactCapacity, 0 ) )
        {
            *world = made;
            return ssOk();
        }
    }
    ssDestroyWorld( made );
    return ssError( ss_errorMemory, NULL, "out of memory for a world of %d bodies and %d contacts",
        def->bodyCapacity, def->contactCapacity );
}

void ssDestroyWorld( ssWorld* world )
{
    if ( world == NULL )
    {
        return;
    }
    for ( int i = 0; i < world->lawCount; ++i )
    {
        ssLaw_Destroy( &world->laws[i] );
    }
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        ssHull_Release( world->bodies[i].shape.hull );
    }
    worldReleaseArrays( world );
    ssDestroyBroadPhase( world->broad );
    ssDestroyArena( world->arena );
    ssRelease( world );
}

// --------------------------------------------------------------------------------------------------------- bodies

static int planeCount( const ssWorld* world )
{
    int count = 0;
    for ( int i = 0; i < world->bodyCount; ++i )
    {
        count += world->bodies[i].shape.kind == ss_shapePlane ? 1 : 0;
    }
    return count;
}

ssResult ssWorld_AddBody( ssWorld* world, const ssBodyDef* def, int* id )
{
    Body body;
    ssResult result = bodyMake( def, &body );
    if ( result.code != ss_ok )
    {
        return result;
    }
    if ( def->kind < 0 || def->kind > ss_bodyKinematic )
    {
        return ssError( ss_errorValue, "kind", "no kind of body has the number %d", (int)def->kind );
    }
    if ( def->law < -1 || def->law >= world->lawCount )
    {
        return ssError( ss_errorValue, "law", "law = %d; allowed: -1 to %d", def->law, world->lawCount - 1 );
    }
    if ( world->bodyCount == world->bodyCapacity &&
        !worldReserveBodies( world, 2 * world->bodyCapacity + 16 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d bodies", world->bodyCount + 1 );
    }
    if ( body.shape.kind == ss_shapePlane && !worldReservePlanes( world, planeCount( world ) + 1 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a plane" );
    }
    world->slot[world->bodyCount] = -1;
    world->bodies[world->bodyCount] = body;
    ssHull_Retain( body.shape.hull );
    *id = world->bodyCount++;
    world->softMaterials += body.material.stiffness > 0.0 ? 1 : 0;
    if ( body.kind == ss_bodyDynamic )
    {
        world->ledger.added += bodyKinetic( &body ) + bodyPotential( &body, world->def.gravity );
    }
    return result;
}

int ssWorld_BodyCount( const ssWorld* world )
{
    return world->bodyCount;
}

static Body* bodyAt( const ssWorld* world, int id )
{
    SS_ASSERT( id >= 0 && id < world->bodyCount );
    return &world->bodies[id];
}

ssBodyState ssWorld_Body( const ssWorld* world, int id )
{
    const Body* body = bodyAt( world, id );
    return ( ssBodyState ){ .pose = body->pose,
        .velocity = body->velocity,
        .omega = body->omega,
        .mass = body->mass,
        .inertia = body->inertia,
        .kind = body->kind,
        .asleep = body->asleep,
        .enabled = body->enabled };
}

const ssShape* ssWorld_BodyShape( const ssWorld* world, int id )
{
    return &bodyAt( world, id )->shape;
}

ssPose ssWorld_ShapePose( const ssWorld* world, int id )
{
    return bodyShapePose( bodyAt( world, id ) );
}

/// Edits that change this energy record the difference as `added` in the ledger.
static double energyOfBody( const ssWorld* world, const Body* body )
{
    bool counts = body->kind == ss_bodyDynamic && body->enabled;
    return counts ? bodyKinetic( body ) + bodyPotential( body, world->def.gravity ) : 0.0;
}

void ssWorld_SetPose( ssWorld* world, int id, ssPose pose )
{
    Body* body = bodyAt( world, id );
    double before = energyOfBody( world, body );
    body->pose.position = pose.position;
    body->pose.orientation = ssQuat_Normalize( pose.orientation );
    world->ledger.added += energyOfBody( world, body ) - before;
    islandWakeBody( world, id );
}

void ssWorld_SetVelocity( ssWorld* world, int id, ssVec3 velocity, ssVec3 omega )
{
    Body* body = bodyAt( world, id );
    double before = energyOfBody( world, body );
    body->velocity = velocity;
    body->omega = omega;
    if ( world->slot[id] >= 0 )
    {
        // what views show of the latest step follows
        double after[6] = { velocity.x, velocity.y, velocity.z, omega.x, omega.y, omega.z };
        memcpy( world->after + 6 * (size_t)world->slot[id], after, sizeof after );
    }
    world->ledger.added += energyOfBody( world, body ) - before;
    islandWakeBody( world, id );
}

void ssWorld_SetBeltVelocity( ssWorld* world, int id, ssVec3 velocity )
{
    bodyAt( world, id )->beltVelocity = velocity;
    islandWakeBody( world, id );
}

ssResult ssWorld_SetMaterial( ssWorld* world, int id, const ssMaterial* material )
{
    ssMaterial ignored;
    ssResult result = ssCombineMaterials( material, material, ss_combineMin, &ignored );
    if ( result.code == ss_ok )
    {
        ssMaterial* own = &bodyAt( world, id )->material;
        world->softMaterials += ( material->stiffness > 0.0 ? 1 : 0 ) - ( own->stiffness > 0.0 ? 1 : 0 );
        *own = *material;
        islandWakeBody( world, id );
    }
    return result;
}

void ssWorld_SetLaw( ssWorld* world, int id, int law, ssVec3 groove )
{
    SS_ASSERT( law >= -1 && law < world->lawCount );
    bodyAt( world, id )->law = law;
    bodyAt( world, id )->groove = groove;
    islandWakeBody( world, id );
}

void ssWorld_SetGroup( ssWorld* world, int id, uint32_t group )
{
    bodyAt( world, id )->group = group;
    islandWakeBody( world, id );
}

uint32_t ssWorld_Group( const ssWorld* world, int id )
{
    return bodyAt( world, id )->group;
}

void ssWorld_SetEnabled( ssWorld* world, int id, bool enabled )
{
    Body* body = bodyAt( world, id );
    double before = energyOfBody( world, body );
    islandWakeBody( world, id );
    body->enabled = enabled;
    world->ledger.added += energyOfBody( world, body ) - before;
}

void ssWorld_SetForce( ssWorld* world, int id, ssVec3 force, ssVec3 torque )
{
    Body* body = bodyAt( world, id );
    body->force = force;
    body->torque = torque;
    islandWakeBody( world, id );
}

// --------------------------------------------------------------------------------------------------------- queries

const ssWorldReport* ssWorld_Report( const ssWorld* world )
{
    return &world->report;
}

const char* ssWorld_Refusal( const ssWorld* world )
{
    return world->report.status == ss_worldStatusRefused ? world->refusal.message : NULL;
}

double ssWorld_Energy( const ssWorld* world )
{
    double kinetic, potential;
    worldEnergies( world, &kinetic, &potential );
    return kinetic + potential;
}

ssLedger ssWorld_Ledger( const ssWorld* world )
{
    ssLedger ledger = world->ledger;
    worldEnergies( world, &ledger.kinetic, &ledger.potential );
    return ledger;
}

const ssProblem* ssWorld_Problem( const ssWorld* world )
{
    return &world->problem;
}

const double* ssWorld_Reactions( const ssWorld* world )
{
    return world->p;
}
