// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"
#include "problem/problem_private.h"

// The iteration: colours, blocks, passes, and when the residual is measured.

// Passes after which velocities are computed afresh from the reactions, so that rounding does not accumulate.
#define PASSES_PER_REFRESH 64

// The kernel's own omega: no over-relaxation.
#define OMEGA_DEFAULT 1.0

// Where many passes are needed, many contacts are close to slipping or sticking, and long steps lead from one
// slip pattern to the next without end. So the kernel's own omega decays, to half in a thousand passes.
#define OMEGA_DECAY_PASSES 1000.0
#define OMEGA_DECAY_MIN 0.5

// Passes in single precision have an omega for each component block. With bounds on friction that do not move
// the problem would be convex, and the normal forces move them: they go slowly, so that friction keeps up
// with them. Rolling converges last, and goes faster (NOTES.md). Only with a tolerance: a few passes whatever
// comes of them leave normal forces that have not followed, and piles then tremble.
#define OMEGA_NORMAL_PASSES 60.0
#define OMEGA_NORMAL_MIN 0.1
#define OMEGA_ROLLING 1.2

ssGsOptions ssDefaultGsOptions( void )
{
    return ( ssGsOptions ){ .tolerance = 1e-4, .maxPasses = 50, .accelerate = true };
}

typedef struct Work
{
    const gsPass* pass;
    gsTask* task;
    ssRangeTask* bodies; // NULL: none
    void* bodiesContext;
    int pieces; // of all colours together
} Work;

/// Groups [first, last) of a colour, counted kind after kind.
static gsSums taskOnGroups( const Work* work, int colour, int first, int last )
{
    ssGs* gs = work->pass->gs;
    int before = 0;
    gsSums sum = { 0.0, 0.0 };
    for ( int kind = 0; kind < gs_kinds && before < last; ++kind )
    {
        int count = gs->groupCount[colour][kind], start = gs->firstGroup[colour][kind];
        int visited = work->pass->partial ? gs->activeCount[colour][kind] : count;
        int from = first > before ? first - before : 0,
            to = last - before < visited ? last - before : visited;
        if ( from < to )
        {
            gsSums part = work->task( work->pass, kind, start + from, start + to );
            sum.first += part.first;
            sum.second += part.second;
        }
        before += count;
    }
    return sum;
}

/// Block `block` of the colour at `index`.
static void taskOnBlock( const Work* work, int index, int block )
{
    ssGs* gs = work->pass->gs;
    const gsStage* stage = &gs->stages[index];
    int first = block * stage->blockSize, last = first + stage->blockSize;
    gs->partial[stage->firstBlock + block] =
        taskOnGroups( work, stage->colour, first, last < stage->groups ? last : stage->groups );
}

// Blocks summed at a time: their sums lie in the threads' caches, and one thread would collect them slowly.
#define SECTION 256

/// The sums of every `stride`-th of the first `count` blocks, in the order of the blocks.
static gsSums addBlocks( const gsSums* partial, int count, int stride )
{
    gsSums sum = { 0.0, 0.0 };
    for ( int block = 0; block < count; block += stride )
    {
        sum.first += partial[block].first;
        sum.second += partial[block].second;
    }
    return sum;
}

/// Leaves the sum of a section in its first block.
static void addSection( const ssGs* gs, int section )
{
    gsSums* partial = gs->partial + (size_t)section * SECTION;
    int left = gs->blockCount - section * SECTION;
    *partial = addBlocks( partial, left < SECTION ? left : SECTION, 1 );
}

/// First bodies, then colours, then, if there are several, the sections of blocks that are summed.
static void runStage( void* context, int stage, int block )
{
    const Work* work = context;
    const ssGs* gs = work->pass->gs;
    if ( stage > gs->stageCount ) { addSection( gs, block ); }
    else if ( stage > 0 )
    {
        taskOnBlock( work, stage - 1, gs->blockOrder[gs->stages[stage - 1].firstBlock + block] );
    }
    else if ( work->bodies != NULL )
    {
        int first = block * GS_BODIES, last = first + GS_BODIES;
        work->bodies( work->bodiesContext, block, first, last < gs->bodyCount ? last : gs->bodyCount );
    }
}

gsSums gsForAllGroups( const gsPass* pass, gsTask* task, ssRangeTask* bodies, void* bodiesContext )
{
    ssGs* gs = pass->gs;
    Work work = { .pass = pass, .task = task, .bodies = bodies, .bodiesContext = bodiesContext };
    int blocks[GS_COLOUR_MAX + 3];
    blocks[0] = bodies != NULL ? ssBlockCount( gs->bodyCount, GS_BODIES ) : 0;
    for ( int index = 0; index < gs->stageCount; ++index ) { blocks[index + 1] = gs->stages[index].blocks; }
    int sections = ssBlockCount( gs->blockCount, SECTION ), stages = gs->stageCount + 1;
    blocks[stages] = sections;
    stages += sections > 1 ? 1 : 0;
    ssParallelStages( stages, blocks, GS_BLOCKS_FEWEST, runStage, &work );
    return addBlocks( gs->partial, gs->blockCount, sections > 1 ? SECTION : 1 );
}

/// About the same part of every colour's blocks, so that a thread meets groups that it has in its cache.
static void runPiece( void* context, int stage, int piece )
{
    const Work* work = context;
    const ssGs* gs = work->pass->gs;
    (void)stage;
    for ( int index = 0; index < gs->stageCount; ++index )
    {
        int64_t blocks = gs->stages[index].blocks;
        int last = (int)( blocks * ( piece + 1 ) / work->pieces );
        for ( int block = (int)( blocks * piece / work->pieces ); block < last; ++block )
        {
            taskOnBlock( work, index, gs->blockOrder[gs->stages[index].firstBlock + block] );
        }
    }
}

gsSums gsForAllGroupsAtOnce( const gsPass* pass, gsTask* task )
{
    ssGs* gs = pass->gs;
    int pieces = gs->blockCount < GS_PIECES ? gs->blockCount : GS_PIECES;
    Work work = { .pass = pass, .task = task, .pieces = pieces };
    int fewest = pieces > 0 ? GS_BLOCKS_FEWEST * pieces / gs->blockCount : 1;
    ssParallelStages( 1, &pieces, fewest, runPiece, &work );
    return addBlocks( gs->partial, gs->blockCount, 1 );
}

static const gsKernels* kernelsFor( const gsPass* pass, int kind )
{
    return kind < gs_body ? pass->gs->sphereKernels : pass->gs->bodyKernels;
}

static gsSums solveGroups( const gsPass* pass, int kind, int first, int last )
{
    return kernelsFor( pass, kind )->solve( pass, kind, first, last );
}

static gsSums applyGroups( const gsPass* pass, int kind, int first, int last )
{
    return kernelsFor( pass, kind )->apply( pass, kind, first, last );
}

static gsSums mapGroups( const gsPass* pass, int kind, int first, int last )
{
    return kernelsFor( pass, kind )->map( pass, kind, first, last );
}

void gsRefreshVelocities( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    gs->passesSinceRefresh = 0;
    if ( gs->single != NULL )
    {
        gsSingleRefresh( gs );
        return;
    }
    gsForAllGroups( &pass, applyGroups, gsResetBodies, gs );
    gsApplySerial( gs );
}

double ssGs_Residual( ssGs* gs )
{
    gsPass pass = { .gs = gs };
    double sum = gs->single != NULL ? gsSingleMap( gs )
                                    : gsForAllGroupsAtOnce( &pass, mapGroups ).first + gsSerialMap( gs );
    double size = gs->step * gs->qNorm;
    return size > 0.0 ? sqrt( sum ) / size : sum > 0.0 ? HUGE_VAL : 0.0;
}

/// Whether p lies in a cone of discs up to rounding, as most reactions do: they are not projected.
static bool isInside( const ssCone* cone, const double* p )
{
    double bound = ( 1.0 + 1e-12 ) * p[0];
    bool inside = cone->variant == ss_coneIntersection && p[0] >= 0.0 &&
        sqrt( p[1] * p[1] + p[2] * p[2] ) <= cone->mu * bound;
    inside = inside && ( cone->dimension < 5 || sqrt( p[3] * p[3] + p[4] * p[4] ) <= cone->muRoll * bound );
    return inside && ( cone->dimension < 6 || fabs( p[5] ) <= cone->muSpin * bound );
}

/// How far a reaction lies outside its law, in scaled units; `p` is in SI units.
static double contactExcess( const ssGs* gs, int i, const double* p )
{
    const ssProblem* problem = gs->problem;
    bool planar = problem->laws[i] == ss_contactFormPlanar;
    if ( !planar && isInside( &problem->cones[i], p ) ) { return 0.0; }
    double scaled[SS_CONE_MAX];
    ssCone cone = problem->cones[i];
    cone.muRoll /= gs->length;
    cone.muSpin /= gs->length;
    for ( int c = 0; c < gs->dimension; ++c ) { scaled[c] = c < 3 ? p[c] : p[c] / gs->length; }
    if ( !planar ) { return ssCone_Distance( &cone, scaled ); }
    ssLaw there;
    planarContact contact = planarContactOf( problem, i, &cone, gs->length, &there );
    return planarExcess( &contact, gs->dimension, scaled );
}

bool ssGs_IsFeasible( const ssGs* gs, const double* p, double tolerance )
{
    // Rows are not looked at: passes leave them in their boxes.
    double out = 0.0, size = 0.0;
    for ( int i = 0; i < gs->contacts; ++i )
    {
        const double* own = p + (size_t)i * (size_t)gs->dimension;
        double excess = contactExcess( gs, i, own );
        out += excess * excess;
        for ( int c = 0; c < gs->dimension; ++c )
        {
            double scaled = c < 3 ? own[c] : own[c] / gs->length;
            size += scaled * scaled;
        }
    }
    return out == 0.0 || sqrt( out ) <= infeasibilityAllowed( tolerance ) * sqrt( size );
}

ssResult ssGs_Begin( ssGs* gs, const ssProblem* problem, double* p, size_t lent )
{
    if ( ssProblem_IsExplicit( problem ) )
    {
        return ssError(
            ss_errorValue, "w", "the Gauss-Seidel kernel needs bodies; this W is given as blocks" );
    }
    ssGs_End( gs );
    gs->progress = ( gsProgress ){ .begun = false };
    gs->mark = ssArena_Mark( gs->arena );
    gs->packed = true;
    gs->forBodies = 0;
    gs->lent = lent > 0 ? p : NULL;
    gs->lentCount = lent;
    gs->previousReactions = NULL;
    gs->previousBodies = NULL;
    ssResult result = gsPack( gs, problem, p );
    gs->plan = ( ssGsOptions ){ .single = false };
    if ( result.code == ss_ok ) { gsRefreshVelocities( gs ); }
    else { ssGs_End( gs ); }
    return result;
}

// Most single-precision passes between measurements (half a pass each): about the root of those needed.
#define SINGLE_WAIT 16

/// Plans the next measurement of the residual, which costs most of a pass. With extrapolation intervals grow,
/// but end once steps have shrunk as the residual must; else linear convergence predicts the passes.
static void planMeasurement( ssGs* gs, double tolerance )
{
    gsProgress* progress = &gs->progress;
    int done = progress->passes, wait = done < 48 ? 2 + done : 50;
    if ( gs->single != NULL ) { wait = 2 + done / 4 < SINGLE_WAIT ? 2 + done / 4 : SINGLE_WAIT; }
    double wanted = tolerance / progress->residual;
    if ( !progress->accelerate )
    {
        wait = 1 + done / 8;
        if ( progress->measuredAt >= 0 && progress->residual < progress->previousResidual )
        {
            double rate =
                ssLog( progress->residual / progress->previousResidual ) / ( done - progress->measuredAt );
            double needed = ssLog( wanted ) / rate;
            wait = needed < 4.0 * ( done + 1 ) ? (int)( 0.7 * needed ) : wait;
        }
    }
    progress->dueStepSquare = gs->stepSquare * wanted * wanted;
    progress->nextMeasurement = done + ( wait > 1 ? wait : 1 );
    progress->measuredAt = done;
}

static bool isMeasurementDue( const ssGs* gs )
{
    return gs->progress.passes >= gs->progress.nextMeasurement || gs->stepSquare < gs->progress.dueStepSquare;
}

// A stall: the residual has not improved by a tenth for this many passes and half of those before.
#define STALL_PASSES 100

// A stall multiplies omega by the factor, down to the minimum.
#define OMEGA_STALL_FACTOR 0.7
#define OMEGA_MIN 0.2

// A smaller omega excludes extrapolation, unless normal forces go slowly: there it helps (NOTES.md).
#define OMEGA_EXTRAPOLATION_MIN 0.4

/// Under Coulomb's law with much friction passes can cycle. A stall first shortens the steps and then, unless
/// normal forces go slowly, ends extrapolation.
static void reduceOmegaIfStalled( gsProgress* progress )
{
    int done = progress->passes;
    if ( progress->residual < 0.9 * progress->best )
    {
        progress->best = progress->residual;
        progress->bestAt = done;
    }
    else if ( done - progress->bestAt > STALL_PASSES + progress->bestAt / 2 )
    {
        progress->omega = ssMax( OMEGA_MIN, OMEGA_STALL_FACTOR * progress->omega );
        progress->accelerate =
            progress->accelerate && ( progress->slow || progress->omega >= OMEGA_EXTRAPOLATION_MIN );
        progress->best = progress->residual;
        progress->bestAt = done;
    }
}

/// Measures the residual, unless it is known.
static void measureResidual( ssGs* gs )
{
    if ( gs->progress.isMeasured ) { return; }
    // Velocities in double precision are those of the last refresh.
    if ( gs->single != NULL && gs->passesSinceRefresh > 0 ) { gsRefreshVelocities( gs ); }
    gs->progress.previousResidual = gs->progress.residual;
    gs->progress.residual = ssGs_Residual( gs );
    gs->progress.isMeasured = true;
}

/// Passes in single precision are measured likewise, for half a pass, until the residual seems small enough.
static void estimateResidual( ssGs* gs, double tolerance )
{
    gsPass pass = { .gs = gs, .measures = true };
    double sum = gsForAllGroupsAtOnce( &pass, gs->solveSingle ).first, before = gs->progress.residual,
           estimate = sqrt( sum / gs->contacts );
    if ( !( estimate > tolerance ) )
    {
        measureResidual( gs );
        return;
    }
    gs->progress.previousResidual = before;
    gs->progress.residual = estimate;
}

/// Whether it has converged, also with velocities free of accumulated rounding, or is no longer finite.
static bool isDone( ssGs* gs, double tolerance )
{
    gsProgress* progress = &gs->progress;
    if ( progress->residual <= tolerance && gs->passesSinceRefresh > 0 )
    {
        gsRefreshVelocities( gs );
        progress->residual = ssGs_Residual( gs );
    }
    return progress->residual <= tolerance || !isfinite( progress->residual );
}

static void beginProgress( ssGs* gs, const ssGsOptions* options )
{
    bool accelerate = options->accelerate && gsBeginExtrapolation( gs );
    gs->progress = ( gsProgress ){ .begun = true,
        .accelerate = accelerate,
        .omega = options->omega > 0.0 ? options->omega : OMEGA_DEFAULT,
        .omegaDecays = options->omega == 0.0,
        .slow = gs->single != NULL && options->omega == 0.0 && options->tolerance > 0.0,
        .nextMeasurement = 1,
        .measuredAt = -1,
        .residual = -1.0,
        .best = HUGE_VAL };
}

static double omegaOf( const gsProgress* progress )
{
    double decay = 1.0 / ( 1.0 + progress->passes / OMEGA_DECAY_PASSES );
    return progress->accelerate && progress->omegaDecays ? progress->omega * ssMax( decay, OMEGA_DECAY_MIN )
                                                         : progress->omega;
}

/// The omegas of the normal part and of rolling.
static void setBlockOmegas( const gsProgress* progress, gsPass* pass )
{
    double decay = 1.0 / ( 1.0 + progress->passes / OMEGA_NORMAL_PASSES );
    pass->omegaN = progress->slow ? progress->omega * ssMax( decay, OMEGA_NORMAL_MIN ) : pass->omega;
    pass->omegaR = progress->slow ? progress->omega * OMEGA_ROLLING : pass->omega;
}

// Local passes of ss_gsExact over the coupled blocks of a contact with the relaxed law: under a rolling disk,
// the only contact, they are the whole iteration. Under Coulomb's law one is enough (NOTES.md).
#define EXACT_LOCAL_PASSES 6

static void makePass( ssGs* gs, const ssGsOptions* options )
{
    gsProgress* progress = &gs->progress;
    gsPass pass = { .gs = gs,
        .omega = omegaOf( progress ),
        .localPasses = options->local == ss_gsExact ? EXACT_LOCAL_PASSES : 1,
        .extrapolates = progress->accelerate,
        .beta = progress->accelerate ? gsExtrapolation( gs ) : 0.0 };
    if ( gs->single != NULL )
    {
        setBlockOmegas( progress, &pass );
        pass.partial = gsSingleIsPartial( gs );
        gs->stepSquare = gsForAllGroups( &pass, gs->solveSingle, gsSingleExtrapolateBodies, &pass ).second;
        gs->single->now = !gs->single->now;
    }
    else
    {
        ssRangeTask* bodies = progress->accelerate ? gsExtrapolateBodies : NULL;
        gsSums sums = gsForAllGroups( &pass, solveGroups, bodies, &pass ), serial = gsSolveSerial( &pass );
        gs->restartProduct = sums.first + serial.first;
        gs->stepSquare = sums.second + serial.second;
    }
    progress->passes += 1;
    progress->isMeasured = false;
    if ( ++gs->passesSinceRefresh >= PASSES_PER_REFRESH ) { gsRefreshVelocities( gs ); }
}

/// Measures the residual and decides what follows from it. Returns whether the iteration is done.
static bool measureAndPlan( ssGs* gs, double tolerance, bool isLast )
{
    if ( gs->single != NULL && !isLast ) { estimateResidual( gs, tolerance ); }
    else { measureResidual( gs ); }
    bool done = isDone( gs, tolerance );
    planMeasurement( gs, tolerance );
    reduceOmegaIfStalled( &gs->progress );
    return done;
}

void ssGs_Iterate( ssGs* gs, const ssGsOptions* options, ssGsReport* report )
{
    gsProgress* progress = &gs->progress;
    bool hasTolerance = options->tolerance > 0.0, done = false, stopped = false;
    gs->tolerance = options->tolerance;
    if ( gs->single != NULL && !gsSingleServes( gs, options ) )
    {
        gsSingleLeave( gs );
        progress->begun = false;
    }
    if ( !progress->begun ) { beginProgress( gs, options ); }
    double start = -1.0;
    if ( hasTolerance )
    {
        measureResidual( gs );
        start = progress->residual;
        done = isDone( gs, options->tolerance );
    }
    int before = progress->passes, last = before + options->maxPasses;
    while ( progress->passes < last && !done )
    {
        if ( options->stop != NULL && options->stop( options->stopContext ) )
        {
            stopped = true;
            break;
        }
        makePass( gs, options );
        if ( hasTolerance && ( isMeasurementDue( gs ) || progress->passes == last ) )
        {
            done = measureAndPlan( gs, options->tolerance, progress->passes == last );
        }
    }
    if ( !done && gs->passesSinceRefresh > 0 )
    {
        gsRefreshVelocities( gs );
        progress->isMeasured = false;
    }
    if ( !done && !progress->isMeasured )
    {
        progress->residual = ssGs_Residual( gs );
        progress->isMeasured = true;
    }
    *report = ( ssGsReport ){ .status = stopped        ? ss_statusCancelled
            : !isfinite( progress->residual )          ? ss_statusNotFinite
            : progress->residual <= options->tolerance ? ss_statusConverged
                                                       : ss_statusLimit,
        .passes = progress->passes - before,
        .startResidual = start,
        .residual = progress->residual,
        .colours = gs->colours,
        .overflow = gs->overflow,
        .spheres = gs->spheres,
        .single = gs->single != NULL };
}

typedef struct Velocities
{
    const ssGs* gs;
    double* v; // 6 per body
} Velocities;

static void readVelocities( void* context, int block, int first, int last )
{
    const Velocities* all = context;
    const ssGs* gs = all->gs;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        double* v = all->v + 6 * (size_t)i;
        for ( int c = 0; c < 3; ++c )
        {
            v[c] = gs->bodies[i].v[c];
            v[3 + c] = gs->bodies[i].w[c] / gs->length;
        }
    }
}

void ssGs_Finish( ssGs* gs, double* p, double* velocity )
{
    if ( gs->lent != NULL )
    {
        // The previous reactions may have been there: further passes begin extrapolation anew.
        gs->progress.begun = false;
        gs->previousReactions = NULL;
        gs->lent = NULL;
        gs->lentCount = 0;
    }
    if ( p != NULL ) { gsReadOut( gs, p ); }
    if ( velocity != NULL )
    {
        Velocities all = { gs, velocity };
        ssParallelFor( gs->bodyCount, GS_BODIES, readVelocities, &all );
    }
}

ssResult ssGs_Solve( ssGs* gs, const ssProblem* problem, const ssGsOptions* options, double* p,
    double* velocity, ssGsReport* report )
{
    *report = ( ssGsReport ){ .status = ss_statusRefused, .startResidual = -1.0, .residual = HUGE_VAL };
    if ( !( options->tolerance >= 0.0 && options->omega >= 0.0 && options->omega < 2.0 &&
             options->maxPasses >= 0 ) )
    {
        return ssError(
            ss_errorValue, "omega", "tolerance >= 0, 0 <= omega < 2 and maxPasses >= 0 are allowed" );
    }
    ssGs_Plan( gs, options );
    SS_TRY( ssGs_Begin( gs, problem, p, (size_t)ssProblem_Size( problem ) ) );
    ssGs_Iterate( gs, options, report );
    ssGs_Finish( gs, p, velocity );
    ssGs_End( gs );
    return ssOk();
}
