// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// The public functions of a world: its definition, lifetime and queries, and what refuses edits.

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
        .theta = 0.0,
        .law = ss_worldLawCoulomb,
        .rule = ss_combineGeometric,
        .solver = "passes",
        .tolerance = 1e-6,
        .maxIterations = 1000,
        .substeps = 1,
        .warmStart = true,
        .sleepTime = 0.5,
        .correction = 1.0,
        .bodyCapacity = 64,
        .contactCapacity = 256 };
}

static ssResult checkRange( const char* field, double value, double low, double high )
{
    return value >= low && value <= high
        ? ssOk()
        : ssError( ss_errorValue, field, "%s = %g; allowed: %g to %g", field, value, low, high );
}

ssResult worldCheckDef( const ssWorldDef* def )
{
    const struct
    {
        const char* field;
        double value, low, high;
    } rows[] = {
        { "gravity", ssVec3_Length( def->gravity ), 0.0, 1e100 },
        { "theta", def->theta, def->theta == 0.0 ? 0.0 : 0.5, 1.0 },
        { "law", def->law, 0.0, ss_worldLawEllipsoidal },
        { "rule", def->rule, 0.0, ss_combineCount - 1 },
        { "impacts", def->impacts, 0.0, ss_impactsSequential },
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
        SS_TRY( checkRange( rows[i].field, rows[i].value, rows[i].low, rows[i].high ) );
    }
    if ( ssFindSolver( def->solver ) == NULL )
    {
        return ssError( ss_errorUnknown, "solver",
            "no solver is called \"%s\"; allowed: passes, auto, nsgs, …",
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
    world->solver = ssFindSolver( def->solver );
    world->def.solver = world->solver->name;
}

const ssWorldDef* ssWorld_Def( const ssWorld* world )
{
    static const ssWorldDef none = { .solver = "" };
    return world != NULL ? &world->def : &none;
}

ssResult ssWorld_SetDef( ssWorld* world, const ssWorldDef* def )
{
    SS_TRY( worldCheckEdit( world ) );
    SS_TRY( worldCheckDef( def ) );
    double before = ssWorld_Energy( world );
    takeDef( world, def );
    worldChanged( world );
    islandsWakeAll( world );
    world->ledger.added += ssWorld_Energy( world ) - before; // another gravity, another potential
    return ssOk();
}

void ssWorld_SetStageHook( ssWorld* world, ssStageHook* hook, void* context )
{
    if ( world != NULL )
    {
        world->def.stageHook = hook;
        world->def.stageContext = context;
    }
}

void ssWorld_SetTime( ssWorld* world, double time )
{
    if ( worldCheckEdit( world ).code == ss_ok )
    {
        world->time = time;
        worldChanged( world );
    }
}

void ssWorld_SetStop( ssWorld* world, ssStop* stop, void* context )
{
    if ( world != NULL )
    {
        world->stop = stop;
        world->stopContext = context;
    }
}

ssResult ssCreateWorld( const ssWorldDef* def, ssWorld** world )
{
    *world = NULL;
    SS_TRY( worldCheckDef( def ) );
    ssWorld* made = ssAlloc( sizeof( ssWorld ) );
    if ( made != NULL )
    {
        made->def.bodyCapacity = def->bodyCapacity;
        made->def.contactCapacity = def->contactCapacity;
        takeDef( made, def );
        made->problem.dimension = 3;
        made->outdated = true;
        made->arena = ssCreateArena();
        ssResult result = ssCreateBroadPhase( &made->broad );
        if ( result.code == ss_ok ) { ssBroadPhase_UseArena( made->broad, made->arena ); }
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
    if ( world == NULL ) { return; }
    lawsSettle( world );
    for ( int i = 0; i < world->lawCount; ++i ) { ssLaw_Destroy( &world->laws[i] ); }
    for ( int i = 0; i < world->bodyCount; ++i ) { ssHull_Release( world->bodies[i].shape.hull ); }
    worldReleaseArrays( world );
    ssDestroyBroadPhase( world->broad );
    ssDestroyArena( world->arena );
    ssRelease( world );
}

ssResult worldCheck( const ssWorld* world )
{
    return world != NULL
        ? ssOk()
        : ssError( ss_errorValue, "world", "the world is NULL; allowed: one that ssCreateWorld has made" );
}

ssResult worldCheckEdit( const ssWorld* world )
{
    return world == NULL ? worldCheck( world )
        : world->stepping
        ? ssError( ss_errorValue, "world", "the world is in a step: what it calls back may not change it" )
        : ssOk();
}

void worldChanged( ssWorld* world ) { world->outdated = true; }

ssResult worldEditBody( const ssWorld* world, const char* field, ssBodyId id, int* index )
{
    ssResult result = worldCheckEdit( world );
    *index = bodyNamed( world, id );
    return result.code == ss_ok && *index < 0
        ? handlesRefuse( &world->bodyHandles, world->bodyCount, handleBody, field, id.slot1, id.generation )
        : result;
}

ssResult worldEditJoint( const ssWorld* world, ssJointId id, int* index )
{
    ssResult result = worldCheckEdit( world );
    *index = jointNamed( world, id );
    return result.code == ss_ok && *index < 0 ? handlesRefuse( &world->jointHandles, world->jointCount,
                                                    handleJoint, "joint", id.slot1, id.generation )
                                              : result;
}

ssResult worldEditLaw( const ssWorld* world, const char* field, ssLawId id, int* index )
{
    ssResult result = worldCheckEdit( world );
    *index = lawNamed( world, id );
    return result.code == ss_ok && *index < 0
        ? handlesRefuse( &world->lawHandles, world->lawCount, handleLaw, field, id.slot1, id.generation )
        : result;
}

const ssWorldReport* ssWorld_Report( const ssWorld* world )
{
    static const ssWorldReport none = { .status = ss_statusRefused };
    return world != NULL ? &world->report : &none;
}

const char* ssWorld_Refusal( const ssWorld* world )
{
    bool failed = world != NULL && world->report.status > ss_statusLimit && world->refusal.code != ss_ok;
    return world == NULL ? "the world is NULL" : failed ? world->refusal.message : NULL;
}

double ssWorld_Energy( const ssWorld* world )
{
    double kinetic = 0.0, potential = 0.0;
    if ( world != NULL ) { worldEnergies( world, &kinetic, &potential ); }
    return kinetic + potential;
}

ssLedger ssWorld_Ledger( const ssWorld* world )
{
    ssLedger ledger = { 0 };
    if ( world != NULL )
    {
        ledger = world->ledger;
        worldEnergies( world, &ledger.kinetic, &ledger.potential );
    }
    return ledger;
}

const ssProblem* ssWorld_Problem( const ssWorld* world )
{
    return world != NULL && !world->outdated ? &world->problem : NULL;
}

const double* ssWorld_Reactions( const ssWorld* world )
{
    return world != NULL && !world->outdated ? world->p : NULL;
}
