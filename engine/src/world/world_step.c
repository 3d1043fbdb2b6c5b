// SPDX-License-Identifier: MIT
#include "world/world_private.h"

// One time step: the stages and their order, repeated for each inner step.
//
// Moreau-Jean (Acary & Bourrier Sec. 6):
//     M (v+ - v) = h f + D p,   x+ = x + h ((1 - theta) v + theta v+),
// and at each contact the law between p and u+, with the normal velocity
// measured from the one that the gap still allows:
//     u_N+ >= min( 0, -(gap + h (1 - theta) u_N)/(h theta) ),   or   u_N+ >= -e u_N  where it strikes.
// A body may close the gap but not penetrate further, and an open contact carries no force. For theta = 1 the
// energy falls by -p·u+ + |M (v+ - v)|²_{M^-1}/2 for any p. The relaxed law has theta = 1, e = 0, and
// gap/h + u_N - A_r >= 0 (Tasora & Anitescu Sec. 4, with the sign
// under which sliding contacts ride at h A_r).

static void enterStage( const ssWorld* world, ssWorldStage stage )
{
    if ( world->def.stageHook != NULL ) { world->def.stageHook( world->def.stageContext, stage ); }
}

/// The normal velocity that the law treats as zero in this step [m/s]; `free` is that without contacts.
static double allowance( const ssWorld* world, int i, double free, double h )
{
    const Contact* contact = &world->contacts[i];
    double gap = contactClosingGap( contact ), theta = worldTheta( world ), y[6];
    if ( theta == 1.0 && !( contact->restitution > 0.0 ) ) { return gap > 0.0 ? -gap / h : 0.0; }
    contactVelocityBefore( world, i, y );
    if ( contact->restitution > 0.0 && y[0] < 0.0 && gap + h * free <= 0.0 &&
        world->def.law != ss_worldLawRelaxed && world->problem.laws[i] != ss_contactFormRelaxed )
    {
        return -contact->restitution * y[0]; // Newton's impact law, Acary & Bourrier Eq. 8
    }
    return ssMin( 0.0, -( gap + h * ( 1.0 - theta ) * y[0] ) / ( h * theta ) );
}

static void assembleBlock( void* context, int block, int first, int last )
{
    const StageContext* stage = context;
    ssWorld* world = stage->world;
    ssProblem* problem = &world->problem;
    int d = problem->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        double y[6], *q = problem->q + (size_t)i * (size_t)d;
        contactVelocity( world, i, problem->freeVelocity, y );
        Contact* contact = &world->contacts[i];
        if ( contact->soft )
        {
            ComplianceLine line = contactCompliance( world, i, world->before, stage->h );
            contact->allowance = line.allowance;
            problem->compliance[(size_t)i * (size_t)d] = line.compliance;
        }
        else
        {
            contact->allowance = worldIsMidpoint( world ) ? midpointAllowance( world, i, stage->h, y[0] )
                                                          : allowance( world, i, y[0], stage->h );
        }
        copyComponents( q, y, d );
        q[0] -= contact->allowance;
    }
}

static bool assemble( ssWorld* world, double h )
{
    ssProblem* problem = &world->problem;
    int d = problem->dimension;
    StageContext stage = { world, h };
    problem->compliance = worldIsCompliant( world ) ? world->compliance : NULL;
    if ( problem->compliance != NULL )
    {
        int size = problem->contactCount * d + problem->rowCount;
        memset( problem->compliance, 0, sizeof( double ) * (size_t)size );
    }
    if ( !worldIsMidpoint( world ) )
    {
        ssParallelFor( problem->contactCount, WORLD_BLOCK, assembleBlock, &stage );
        impactsRestoreGaps( world );
        return true;
    }
    Shift* shifts = ssArena_Reserve( world->arena, sizeof( Shift ) * (size_t)world->activeCount );
    ssArenaMark mark = ssArena_Mark( world->arena );
    world->strikes = ssArena_Reserve( world->arena, sizeof( Strike ) * (size_t)problem->contactCount );
    bool memory = shifts != NULL && world->strikes != NULL;
    if ( memory )
    {
        ssParallelFor( problem->contactCount, WORLD_BLOCK, assembleBlock, &stage );
        impactsRestoreGaps( world );
        midpointStrike( world, h, shifts );
        memory = midpointLean( world, h );
    }
    ssArena_Release( world->arena, mark );
    world->strikes = NULL;
    return memory;
}

typedef struct FiniteContext
{
    const ssWorld* world;
    double h;
    bool isInfinite; // set by any block
} FiniteContext;

/// Is finite if where the velocities lead and their squares, which turning and the energy need, are.
static double extentOf( ssVec3 x, ssVec3 v, ssVec3 w, double mass, double h )
{
    return x.x + x.y + x.z + h * ( v.x + v.y + v.z ) + mass * ssVec3_Dot( v, v ) + ssVec3_Dot( w, w );
}

static void finiteBlock( void* context, int block, int first, int last )
{
    FiniteContext* all = context;
    double sum = 0.0; // of a number that is not finite it is not finite either
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        const Body* body = &all->world->bodies[i];
        int s = all->world->slot[i];
        if ( s >= 0 )
        {
            const double* v = all->world->after + 6 * (size_t)s;
            ssVec3 w = { v[3], v[4], v[5] };
            sum +=
                0.0 * extentOf( body->pose.position, ssVec3_Make( v[0], v[1], v[2] ), w, body->mass, all->h );
            sum += 0.0 * ( body->inertia.x + body->inertia.y + body->inertia.z ) * ssVec3_Dot( w, w );
        }
        else if ( body->kind == ss_bodyKinematic && body->enabled )
        {
            sum += 0.0 * extentOf( body->pose.position, body->velocity, body->omega, 0.0, all->h );
        }
    }
    if ( !isfinite( sum ) ) { __atomic_store_n( &all->isInfinite, true, __ATOMIC_RELAXED ); }
}

/// Whether all velocities, their squares and the positions that they lead to are finite.
static bool isFinite( const ssWorld* world, double h )
{
    FiniteContext all = { world, h, false };
    ssParallelFor( world->bodyCount, WORLD_BLOCK, finiteBlock, &all );
    return !all.isInfinite;
}

/// The impulses act at the pose for which they were found; then the body turns freely and keeps the kinetic
/// energy and the angular momentum that they gave it.
static void integrateBody( ssWorld* world, int s, double h )
{
    Body* body = &world->bodies[world->active[s]];
    double theta = worldTheta( world );
    const double *u = world->before + 6 * (size_t)s, *v = world->after + 6 * (size_t)s;
    double mean[6];
    for ( int k = 0; k < 6; ++k ) { mean[k] = ( 1.0 - theta ) * u[k] + theta * v[k]; }
    ssVec3 omega = { v[3], v[4], v[5] }, turning = { mean[3], mean[4], mean[5] };
    ssQuat turn;
    if ( body->isotropic ) { turn = ssQuat_FromRotationVector( ssVec3_Scale( h, turning ) ); }
    else
    {
        ssVec3 lag = ssVec3_Sub( turning, omega );
        bodyFreeRotation( body, h, &omega, &turn );
        turn = ssQuat_Mul( ssQuat_FromRotationVector( ssVec3_Scale( h, lag ) ), turn );
        omega = ssQuat_Rotate( turn, omega );
    }
    body->velocity = ssVec3_Make( v[0], v[1], v[2] );
    body->omega = omega;
    body->pose.position = ssVec3_MulAdd( body->pose.position, h, ssVec3_Make( mean[0], mean[1], mean[2] ) );
    bodyTurn( body, turn );
}

static void integrateKinematic( Body* body, double h )
{
    body->toldVelocity = body->velocity;
    body->toldOmega = body->omega;
    body->pose.position = ssVec3_MulAdd( body->pose.position, h, body->velocity );
    if ( ssVec3_Dot( body->omega, body->omega ) > 0.0 )
    {
        bodyTurn( body, ssQuat_FromRotationVector( ssVec3_Scale( h, body->omega ) ) );
    }
}

static void integrateBlock( void* context, int block, int first, int last )
{
    const StageContext* stage = context;
    ssWorld* world = stage->world;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        Body* body = &world->bodies[i];
        if ( world->slot[i] >= 0 ) { integrateBody( world, world->slot[i], stage->h ); }
        else if ( body->kind == ss_bodyKinematic && body->enabled ) { integrateKinematic( body, stage->h ); }
    }
}

static void integrate( ssWorld* world, double h )
{
    StageContext stage = { world, h };
    if ( worldIsMidpoint( world ) )
    {
        midpointFinish( world, h );
        return;
    }
    ssParallelFor( world->bodyCount, WORLD_BLOCK, integrateBlock, &stage );
}

static ssWorldReport abandonStep( ssWorld* world, ssStatus status )
{
    world->report.status = status;
    enterStage( world, ss_stageCount );
    return world->report;
}

/// Finds the contacts of the step and reserves its rows; false: no memory.
static bool collide( ssWorld* world, double h )
{
    enterStage( world, ss_stageBroad );
    if ( contactsBroad( world, h ).code != ss_ok ) { return false; }
    islandsWake( world );
    ssArenaMark mark = ssArena_Mark( world->arena );
    bool memory = warmStartCollect( world );
    if ( memory )
    {
        enterStage( world, ss_stageNarrow );
        world->h = h;
        memory = worldActivate( world, h ) && contactsNarrow( world, h ).code == ss_ok &&
            contactsReserve( world, 0, jointsCountRows( world ) );
    }
    ssArena_Release( world->arena, mark );
    world->warm = NULL;
    world->narrowBodies = NULL;
    return memory;
}

static void countAll( const ssWorld* world, ssWorldReport* report )
{
    report->bodies = world->dynamicCount;
    report->awake = world->activeCount;
    report->pairs = ssBroadPhase_PairCount( world->broad );
    report->contacts = world->problem.contactCount;
    report->rows = world->problem.rowCount;
}

/// Stops what is held; true: the solve has missed its tolerance, and nothing is.
static bool settle( ssWorld* world, double h, ssWorldReport* report )
{
    bool missed = stepMissed( world, report );
    if ( report->status == ss_statusConverged && !missed && !worldSettle( world, h ) )
    {
        report->status = ss_statusNoMemory;
    }
    return missed;
}

/// Finds the reactions of the step, with damping that follows from them and impacts that create no energy.
static void solveReactions( ssWorld* world, double h, ssWorldReport* report )
{
    lawSolve( world, report );
    if ( report->status <= ss_statusLimit && complianceCorrect( world, h ) ) { lawSolve( world, report ); }
    if ( report->status <= ss_statusLimit && worldIsMidpoint( world ) && worldForgetJumps( world ) )
    {
        lawSolve( world, report );
    }
    int limited = 0, round = 0;
    for ( int islands;
          report->status <= ss_statusLimit && ( islands = impactsLimit( world, report, round ) ) > 0;
          ++round )
    {
        limited = limited > islands ? limited : islands;
        lawSolve( world, report );
    }
    report->limitedImpacts += world->report.limitedImpacts + limited;
    if ( report->status <= ss_statusNotFinite &&
        lawMemoryFails( world, report->status == ss_statusConverged, &world->refusal ) )
    {
        report->status = ss_statusNotFinite;
    }
    // Bodies that are held are stopped first: to stop one that falls as an island is scaled back makes
    // energy.
    bool missed = settle( world, h, report );
    if ( ( missed || worldIsMidpoint( world ) ) && stepKeepPassive( world, missed, true, report ) )
    {
        lawSolve( world, report );
        missed = settle( world, h, report );
        stepKeepPassive( world, missed, false, report );
    }
}

static ssWorldReport innerStep( ssWorld* world, double h )
{
    ssWorldReport report = { .status = ss_statusConverged };
    if ( world->stop != NULL && world->stop( world->stopContext ) )
    {
        return abandonStep( world, ss_statusCancelled );
    }
    double energy = ssWorld_Energy( world );
    worldChanged( world );
    worldFindDilatancy( world );
    ssArenaMark middle = ssArena_Mark( world->arena );
    world->starts = NULL;
    if ( worldIsMidpoint( world ) && !midpointBegin( world, h ) )
    {
        return abandonStep( world, ss_statusNoMemory );
    }
    if ( !collide( world, h ) )
    {
        midpointUndo( world );
        ssArena_Release( world->arena, middle );
        return abandonStep( world, ss_statusNoMemory );
    }

    enterStage( world, ss_stageAssemble );
    jointsRows( world, h );
    bool memory = impactsInTurn( world, h, &report ) && assemble( world, h );
    report.status = memory ? ss_statusConverged : ss_statusNoMemory;
    world->outdated = false;

    enterStage( world, ss_stageSolve );
    if ( memory ) { solveReactions( world, h, &report ); }
    bool solved = report.status == ss_statusConverged || report.status == ss_statusLimit;
    if ( solved ) { lawMemoryAdvance( world ); }
    if ( !solved || !isFinite( world, h ) || !lawMemoryIsFinite( world ) )
    {
        // Nothing has moved yet. A warm start from these reactions would fail in the same way.
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
        lawMemoryUndo( world );
        midpointUndo( world );
        ssArena_Release( world->arena, middle );
        return abandonStep( world, solved ? ss_statusNotFinite : report.status );
    }

    enterStage( world, ss_stageIntegrate );
    jointsKeep( world );
    world->time += h;
    integrate( world, h );
    ssArena_Release( world->arena, middle );
    world->starts = NULL;

    enterStage( world, ss_stageCorrect );
    ssArenaMark mark = ssArena_Mark( world->arena );
    // Where there are joints, joint_energy.c takes back what they make.
    double* energies =
        stepMissed( world, &report ) && world->problem.rowCount == 0 ? stepEnergies( world ) : NULL;
    report.correctedDepth = worldCorrectPositions( world, h, &report );
    if ( energies != NULL ) { stepPayForLifts( world, energies ); }
    ssArena_Release( world->arena, mark );
    report.maxPenetration = world->outcome.deepest;
    report.impactsWithoutCollision = world->outcome.stops ? worldFindJumps( world ) : 0;

    enterStage( world, ss_stageReport );
    world->ledger.joints += report.jointEnergy;
    ledgerStep( world, energy );
    report.scale = stepScale( world, h );
    report.islands = islandsUpdate( world, h );
    eventsUpdate( world );
    countAll( world, &report );
    report.ledger = world->ledger;
    world->report = report;
    enterStage( world, ss_stageCount );
    return report;
}

/// Combines the report of the inner steps so far with that of one more.
static ssWorldReport joinReports( ssWorldReport sofar, ssWorldReport last )
{
    if ( last.status > ss_statusLimit )
    {
        sofar.status = last.status; // a step that failed reports nothing else
        return sofar;
    }
    last.status = last.status > sofar.status ? last.status : sofar.status;
    last.iterations += sofar.iterations;
    last.budgetSpent = last.budgetSpent || sofar.budgetSpent;
    last.rescueRungs = last.rescueRungs > sofar.rescueRungs ? last.rescueRungs : sofar.rescueRungs;
    last.lawRounds += sofar.lawRounds;
    last.lawUnsettled = last.lawUnsettled || sofar.lawUnsettled;
    last.impacts += sofar.impacts;
    last.impactsLeft = last.impactsLeft || sofar.impactsLeft;
    last.ambiguous = last.ambiguous > sofar.ambiguous ? last.ambiguous : sofar.ambiguous;
    last.residual =
        last.residual >= sofar.residual || isnan( last.residual ) ? last.residual : sofar.residual;
    last.maxPenetration = ssMax( last.maxPenetration, sofar.maxPenetration );
    last.correctedDepth = ssMax( last.correctedDepth, sofar.correctedDepth );
    last.impactsWithoutCollision += sofar.impactsWithoutCollision;
    last.jointsOff = last.jointsOff > sofar.jointsOff ? last.jointsOff : sofar.jointsOff;
    last.jointGap = ssMax( last.jointGap, sofar.jointGap );
    last.jointAngle = ssMax( last.jointAngle, sofar.jointAngle );
    last.jointEnergy += sofar.jointEnergy;
    scaleJoin( &sofar.scale, &last.scale );
    last.scale = sofar.scale;
    return last;
}

ssWorldReport ssWorld_Step( ssWorld* world, double h )
{
    if ( world == NULL || world->stepping )
    {
        return ( ssWorldReport ){ .status = ss_statusRefused }; // a step within a step changes nothing
    }
    if ( !( h > 0.0 && isfinite( h ) ) )
    {
        world->refusal = ssError( ss_errorValue, "h", "h = %g; allowed: > 0, finite", h );
        world->report.status = ss_statusRefused;
        return world->report;
    }
    int substeps = world->def.substeps;
    world->stepping = true;
    world->refusal = ssOk();
    eventsStart( world );
    ssWorldReport report = innerStep( world, h / substeps );
    for ( int i = 1; i < substeps && report.status <= ss_statusLimit; ++i )
    {
        report = joinReports( report, innerStep( world, h / substeps ) );
    }
    eventsFinish( world );
    worldEndDisturbance( world );
    world->stepping = false;
    world->report = report;
    world->madeStatus = report.status <= ss_statusLimit ? report.status : world->madeStatus;
    return report;
}
