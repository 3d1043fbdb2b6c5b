// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <math.h>
#include <string.h>

// Gauss-Seidel as long as it pays, then Newton: between both sides of every complementarity where a tower rests, on the
// natural map where the problem is small, along the smoothed path where it is large or the others are stuck; from the best
// answer so far. When nothing helps, more passes, Newton on convex problems, and gradients in turn. What it did is in the
// report.

#define NEWTON_CONTACTS_MAX 2500 // beyond, a factorisation contact by contact is too dear
#define LARGE 2000
#define PATH_STEPS 400
#define PATH_STRETCH 150
#define SWEEPS_ALONE 16    // contacts up to which passes often are enough
#define SWEEP_PER_BLOCKS 6 // one more first pass for so many blocks per contact
#define SWEEPS_DENSE 150   // that cost what the path does where W is full
#define NEWTON_STRETCH 15
#define INTERIOR_STEPS 60
#define SLIDING_STEPS 50      // where something slides: soon, or not at all
#define SLIDING_STICK 1e-2    // another beginning than where it rests
#define INTERIOR_CONTACTS 100 // up to which Newton on the natural map is tried before
#define NEAR 1e-5             // residual from which Newton is given time
#define PATHS 3               // from afar, before anything else is tried
#define PATH_ALPHA 1e-12      // for blocks
#define PATH_ALPHA_CONVEX 1e-9
#define PATIENCE 4 // rounds within which the residual must halve
#define COOLING_STEPS 600
#define SHAKES 100
#define SHAKE_STEPS 10
#define SHAKE_SWEEPS 400
#define WANDERINGS 3
#define WANDER_SWEEPS 60000
#define WANDER_STRETCH 200
#define WANDER_WORK 300e6 // passes × contacts of one round at most
#define FIT_STEPS 150000
#define FIT_WORK 500e6

static const ssParam s_params[] = {
    { .key = "sweeps",
        .symbol = "sweeps",
        .label = "first passes",
        .unit = "",
        .group = "solver",
        .doc = "Gauss-Seidel passes between two decisions.",
        .kind = ss_paramInteger,
        .min = 1,
        .max = 100,
        .allowedMin = 1,
        .allowedMax = 100000,
        .defaultValue = 8 },
};

typedef struct Best
{
    double* p;
    double residual;
    const ssSolver* last; // at work, for the report
    int lastCount;
    bool told; // what works now is told as a whole
} Best;

static void keepBest( const ssSolveState* state, Best* best )
{
    if ( state->residual < best->residual )
    {
        best->residual = state->residual;
        memcpy( best->p, state->p, solveStride( state ) * sizeof( double ) );
    }
}

static void sayLast( ssSolveState* state, const Best* best )
{
    if ( best->last != NULL )
    {
        solveNote( state, "%s%s %d", state->what[0] != 0 ? ", " : "", best->last->name, best->lastCount );
    }
}

/// One solver for some iterations, from `start`; said in the report. True when the run is over.
static bool attemptFrom( ssSolveState* state, Best* best, const double* start, const ssSolver* solver,
    const double* values, int iterations )
{
    int before = state->iterations, left = state->maxIterations - state->iterations;
    iterations = iterations < left ? iterations : left;
    if ( iterations <= 0 )
    {
        return true;
    }
    if ( start != state->p )
    {
        memcpy( state->p, start, solveStride( state ) * sizeof( double ) );
    }
    solveOnWith( state, solver, values, iterations );
    keepBest( state, best );
    int done = state->iterations - before;
    if ( done > 0 && solver != best->last && !best->told )
    {
        sayLast( state, best );
        best->last = solver;
        best->lastCount = 0;
    }
    best->lastCount += best->told ? 0 : done;
    return state->status == ss_solveConverged || state->status == ss_solveCancelled ||
        state->iterations >= state->maxIterations;
}

static bool attempt(
    ssSolveState* state, Best* best, const ssSolver* solver, const double* values, int iterations )
{
    return attemptFrom( state, best, best->p, solver, values, iterations );
}

static void takeDefaults( const ssSolver* solver, double* values )
{
    for ( int i = 0; i < solver->paramCount; ++i )
    {
        values[i] = solver->params[i].defaultValue;
    }
}

static void setPath( double* values, const char* key, double value )
{
    values[ssFindParam( ss_solverPath.params, ss_solverPath.paramCount, key )] = value;
}

/// Along the path from afar or, every other time, from the best answer, beginning where its residual lies; then some
/// passes, which take off what the barrier has left.
static bool followPath( ssSolveState* state, Best* best, const double* zero, int round )
{
    double values[SS_SOLVER_PARAMS_MAX];
    takeDefaults( &ss_solverPath, values );
    bool afar = round % 2 == 0;
    double near = fmin( fmax( 10.0 * best->residual * best->residual, 1e-8 ), 1e-2 );
    setPath( values, "barrier", afar ? 1e-2 : near );
    setPath( values, "seed", round );
    if ( state->system->blocks != NULL )
    {
        // near rounding, for the reason told at solveBlocks
        setPath( values, "alpha", ( round % 3 == 0 ? 1.0 : round % 3 == 1 ? 10.0 : 100.0 ) * PATH_ALPHA );
    }
    else if ( ( ssProblem_Flags( state->system->problem ) & ss_lawFlagCoulomb ) == 0 )
    {
        // no turns to be held back from
        setPath( values, "alpha", PATH_ALPHA_CONVEX );
    }
    return attemptFrom( state, best, afar ? zero : best->p, &ss_solverPath, values, PATH_STEPS ) ||
        attempt( state, best, &ss_solverNsgs, NULL, 30 );
}

/// Where passes wander from one slip pattern to the next, Newton solves the pattern at hand as far as it goes, and passes
/// from there lead to another: not from the best answer, which leads to the same ones again.
static bool shake( ssSolveState* state, Best* best )
{
    const double values[] = { 1e-4, 0.0, 0.0 };
    int round = 0;
    bool done = false;
    sayLast( state, best );
    best->last = NULL;
    best->told = true;
    for ( ; round < SHAKES && !done && state->status != ss_solveNoMemory; ++round )
    {
        done = attemptFrom( state, best, state->p, &ss_solverNewton, values, SHAKE_STEPS ) ||
            attemptFrom( state, best, state->p, &ss_solverNsgs, NULL, SHAKE_SWEEPS );
    }
    best->told = false;
    solveNote( state, ", %d round%s of newton and nsgs", round, round == 1 ? "" : "s" );
    return done;
}

/// Few digits that thousands of passes could not give: a large pile at rest, whose foot creeps apart. Coulomb's law has
/// many answers there and no path leads to one without folds. Cooled slowly it ends near one, sooner or later: several
/// ways of cooling, each from afar.
static bool coolDown( ssSolveState* state, Best* best, const double* zero )
{
    static const double settles[] = { 0.03, 0.01, 0.1 };
    double values[SS_SOLVER_PARAMS_MAX];
    int rounds = state->system->contacts < LARGE ? 9 : 2;
    bool done = false;
    takeDefaults( &ss_solverPath, values );
    setPath( values, "barrier", 1.0 );
    for ( int round = 0; round < rounds && !done; ++round )
    {
        setPath( values, "settle", settles[round % SS_COUNT( settles )] );
        setPath( values, "seed", (double)( round / SS_COUNT( settles ) ) );
        done = attemptFrom( state, best, zero, &ss_solverPath, values, COOLING_STEPS );
    }
    return done;
}

/// Where that does not help, and on piles still larger: passes wander past many near answers, and least squares leads down
/// from the nearest that they saw.
/// The next passes go on where the last ended: from where least squares ended they lead back to the same place.
static bool wander( ssSolveState* state, Best* best )
{
    double values[SS_SOLVER_PARAMS_MAX], contacts = state->system->contacts;
    int passes = (int)fmin( WANDER_SWEEPS, WANDER_WORK / contacts ),
        steps = (int)fmin( FIT_STEPS, FIT_WORK / contacts ), round = 0;
    Best near = { .p = solveVectors( state, 1 ) };
    double* last = solveVectors( state, 1 );
    bool done = near.p == NULL || last == NULL;
    takeDefaults( &ss_solverNsgs, values );
    // extrapolation and full steps leave sooner than they find
    values[ssFindParam( ss_solverNsgs.params, ss_solverNsgs.paramCount, "accelerate" )] = 0.0;
    values[ssFindParam( ss_solverNsgs.params, ss_solverNsgs.paramCount, "omega" )] = 0.5;
    sayLast( state, best );
    best->last = NULL;
    best->told = true;
    for ( ; round < WANDERINGS && !done && state->status != ss_solveNoMemory; ++round )
    {
        near.residual = HUGE_VAL;
        for ( int k = 0; k < passes && !done; k += WANDER_STRETCH )
        {
            done = attemptFrom( state, best, state->p, &ss_solverNsgs, values, WANDER_STRETCH );
            keepBest( state, &near );
        }
        memcpy( last, state->p, solveStride( state ) * sizeof( double ) );
        done = done || attemptFrom( state, best, near.p, &ss_solverLeastSquares, NULL, steps );
        memcpy( state->p, last, solveStride( state ) * sizeof( double ) );
    }
    best->told = false;
    solveNote( state, ", %d round%s of nsgs and least squares", round, round == 1 ? "" : "s" );
    ssRelease( near.p );
    ssRelease( last );
    return done;
}

/// With bodies a pass costs twenty nanoseconds per contact and a factorisation as much as hundreds of passes: longer
/// and longer stretches, each in one piece because the extrapolation lives on its past, while they gain. Few digits come
/// sooner by passes than by anything else, however slowly: one stretch.
static bool sweepLong( ssSolveState* state, Best* best )
{
    static const int stretches[] = { 100, 400, 1600 };
    if ( state->tolerance >= 1e-5 )
    {
        // a factorisation grows faster than a pass
        return attempt( state, best, &ss_solverNsgs, NULL, state->system->contacts < LARGE ? 3000 : 32000 );
    }
    bool done = false, pays = true;
    for ( int i = 0; i < SS_COUNT( stretches ) && !done && pays; ++i )
    {
        double before = best->residual;
        done = attempt( state, best, &ss_solverNsgs, NULL, stretches[i] );
        pays = state->status != ss_solveNoMemory && ( isinf( before ) || 3.0 * best->residual < before );
    }
    return done;
}

/// Newton on the natural map for some steps. It is over soon, or gets near and takes its time if it may, or gets nowhere.
static bool tryNewton( ssSolveState* state, Best* best, bool patient )
{
    double values[] = { fmin( fmax( best->residual, 1e-8 ), 1e-4 ), 0.0, 0.0 }, before = best->residual;
    bool done = attempt( state, best, &ss_solverNewton, values, NEWTON_STRETCH );
    if ( !done && patient && ( best->residual < NEAR || best->residual < 0.01 * before ) )
    {
        values[0] = fmin( fmax( best->residual, 1e-8 ), 1e-4 );
        done = attempt( state, best, &ss_solverNewton, values, 3 * NEWTON_STRETCH );
    }
    return done;
}

/// Interior points: for towers at rest, over at once where there is none; or, where the path was lost, whatever slides.
static bool stayInside( ssSolveState* state, Best* best, const double* zero, bool slides )
{
    const ssSolver* solver = &ss_solverInterior;
    double values[SS_SOLVER_PARAMS_MAX];
    if ( ssSolver_Accepts( solver, state->system->problem ).code != ss_ok )
    {
        return false;
    }
    takeDefaults( solver, values );
    values[ssFindParam( solver->params, solver->paramCount, "fallback" )] = 0.0;
    if ( slides )
    {
        int rest = ssFindParam( solver->params, solver->paramCount, "rest" );
        values[rest] = solver->params[rest].allowedMax;
        values[ssFindParam( solver->params, solver->paramCount, "stick" )] = SLIDING_STICK;
    }
    return attemptFrom( state, best, zero, solver, values, slides ? SLIDING_STEPS : INTERIOR_STEPS );
}

/// Blocks are other people's problems: towers, heaps of blocks, many more contacts than hold the bodies, a few hundred in
/// all. Where contacts are redundant forces move freely until one contact opens, and that is decided by velocities of
/// 1e-7 |q|: a proximal weight that makes itself felt there holds them up, hence one near rounding.
static bool solveBlocks( ssSolveState* state, Best* best, const double* zero )
{
    const ssSystem* system = state->system;
    int blocks = system->blockStart[system->contacts];
    // every contact feels every other: one body, bodies in joints, one elastic piece; no tower
    bool full = blocks >= system->contacts * ( system->contacts / 2 );
    bool few = system->contacts <= SWEEPS_ALONE, many = system->contacts > INTERIOR_CONTACTS && !full;
    bool done = many && stayInside( state, best, zero, false ), pays = true;
    // the denser, the dearer a factorisation, and the more pays a pass that opens some contacts first
    int dense = blocks / ( SWEEP_PER_BLOCKS * system->contacts + 1 );
    while ( !done && pays )
    {
        double before = best->residual;
        done = attempt(
            state, best, &ss_solverNsgs, NULL, few ? (int)solveOption( state, "sweeps" ) : 1 + dense );
        pays =
            few && state->status != ss_solveNoMemory && ( isinf( before ) || best->residual * 10.0 < before );
    }
    done = done || tryNewton( state, best, !full );
    done = done || ( full && attempt( state, best, &ss_solverNsgs, NULL, SWEEPS_DENSE ) );
    done = done || ( !many && stayInside( state, best, zero, false ) );
    for ( int round = 0; !done && round < PATHS; ++round )
    {
        double values[SS_SOLVER_PARAMS_MAX];
        takeDefaults( &ss_solverPath, values );
        // first the quick way, then the one that loses the path less often, then another path
        setPath( values, "alpha", ( round == 0 ? 100.0 : round == 1 ? 1.0 : 10.0 ) * PATH_ALPHA );
        setPath( values, "predict", round == 0 ? 1.0 : 0.0 );
        setPath( values, "centre", round == 2 ? 0.1 : 0.03 );
        setPath( values, "seed", round == 2 ? 1.0 : 0.0 );
        done = attemptFrom( state, best, zero, &ss_solverPath, values, PATH_STRETCH ) ||
            tryNewton( state, best, true ) || ( round == 0 && stayInside( state, best, zero, true ) );
    }
    return done;
}

static void solveAuto( ssSolveState* state )
{
    const ssSystem* system = state->system;
    Best best = { .p = solveVectors( state, 1 ), .residual = (double)INFINITY };
    double* zero = solveVectors( state, 1 );
    if ( best.p == NULL || zero == NULL )
    {
        ssRelease( best.p );
        ssRelease( zero );
        return;
    }
    memcpy( best.p, state->p, solveStride( state ) * sizeof( double ) );
    bool planar = ( ssProblem_Flags( system->problem ) & SS_LAWS_PLANAR ) != 0;
    bool newton = system->rows == 0 && system->contacts <= NEWTON_CONTACTS_MAX;
    bool path = ssSolver_Accepts( &ss_solverPath, system->problem ).code == ss_ok;
    int passes = (int)solveOption( state, "sweeps" );
    // what a few passes must gain: much where Newton is cheap, less where a factorisation is dear, least where few digits
    // are wanted
    double worth = state->tolerance >= 1e-5 ? 1.05
        : system->contacts > 1000           ? 1.3
        : newton || path                    ? 10.0
                                            : 2.0;
    bool done = false, pays = true, gaveUp = false;
    if ( system->blocks == NULL && !planar )
    {
        done = sweepLong( state, &best );
        pays = false;
        bool loose = state->tolerance >= 1e-5;
        done = done || ( newton && loose && system->contacts < LARGE && shake( state, &best ) );
        // a convex problem has one velocity and a path without turns, which comes next
        bool turns = loose && ( ssProblem_Flags( system->problem ) & ss_lawFlagCoulomb ) != 0;
        bool fit = turns && ssSolver_Accepts( &ss_solverLeastSquares, system->problem ).code == ss_ok;
        bool wide = fit && system->contacts >= LARGE;
        done = done || ( fit && wander( state, &best ) );
        if ( !done && wide )
        {
            // all else takes minutes and ends higher
            state->status = ss_solveStalled;
            done = true;
        }
        done = done || ( path && turns && coolDown( state, &best, zero ) );
    }
    else if ( newton && path )
    {
        done = solveBlocks( state, &best, zero );
        pays = false;
    }
    while ( !done && pays )
    {
        double before = best.residual;
        done = attempt( state, &best, &ss_solverNsgs, NULL, passes );
        pays = state->status != ss_solveNoMemory && ( isinf( before ) || best.residual * worth < before );
    }
    // apgd assumes W = W^T
    const ssSolver* gradient = system->asymmetry > 1e-6 ? &ss_solverExtragradient : &ss_solverApgd;
    double milestone = best.residual;
    int passed = 0; // the round that reached it
    for ( int round = 0; !done; ++round )
    {
        static const double alphas[] = { 1e-2, 1e-4, 1e-6 };
        double full[] = { alphas[round % 3], 0.0, 0.0 }, frozen[] = { 1e-4, 0.0, 1.0 };
        double before = best.residual;
        int begun = state->iterations, more = round < 6 ? round : 6;
        // bodies make the path cheap; without them Newton on the natural map often is quicker
        bool first = path && ( system->blocks == NULL || round > 0 || system->rows > 0 );
        done = first && followPath( state, &best, zero, round );
        if ( !done && newton && !( first && best.residual < 0.1 * before ) )
        {
            done = attempt( state, &best, &ss_solverNewton, full, 60 );
        }
        if ( !done && !( best.residual < 0.1 * before ) )
        {
            done = attempt( state, &best, &ss_solverNsgs, NULL, 20 << more );
        }
        if ( !done && newton && round % 2 == 1 && !( best.residual < 0.1 * before ) )
        {
            done = attempt( state, &best, &ss_solverNewton, frozen, 100 );
        }
        if ( !done && round > 0 && !planar && !( best.residual < 0.3 * before ) )
        {
            done = attempt( state, &best, gradient, NULL, 250 << more );
        }
        // Coulomb's problem is not convex: the best answer so far may lie in a corner that no step leaves. Begin anew.
        if ( !done && round >= 2 && newton && !( best.residual < 0.3 * before ) )
        {
            done = round % 2 == 0 || planar
                ? attemptFrom( state, &best, zero, &ss_solverNewton, NULL, 400 )
                : attemptFrom( state, &best, zero, &ss_solverFixedPoint, NULL, 10000 );
        }
        // nobody could begin: out of memory
        done = done || state->iterations == begun;
        if ( best.residual < 0.5 * milestone )
        {
            milestone = best.residual;
            passed = round;
        }
        if ( !done && round - passed >= PATIENCE )
        {
            state->status = ss_solveStalled;
            gaveUp = done = true;
        }
    }
    memcpy( state->p, best.p, solveStride( state ) * sizeof( double ) );
    state->residual = best.residual;
    sayLast( state, &best );
    if ( gaveUp )
    {
        // the verdict must have room
        size_t used = strlen( state->what ), room = sizeof( state->what ) - 64;
        strcpy( state->what + ( used < room ? used : room ), used < room ? "" : " ..." );
        solveNote( state, "; gave up: %d rounds did not halve it", PATIENCE );
    }
    ssRelease( best.p );
    ssRelease( zero );
}

const ssSolver ss_solverAuto = { .name = "auto",
    .label = "Gauss-Seidel first, then Newton, switching when one stalls",
    .source = "Acary & Bourrier 2021, Sec. 5; Remark 2",
    .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR,
    .rows = true,
    .maxIterations = 2000000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveAuto };
