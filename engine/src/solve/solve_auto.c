// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <math.h>
#include <string.h>

// `auto` calls the other solvers in turn, each from the best reactions found so far or from zero, until the judge is
// satisfied or four rounds have not halved the residual. This comment and the two tables below are the account of what
// it calls and why; NOTES.md holds the measurements behind the numbers. The report of a solve says what was called.
//
// First come the stages, in the order of s_stages:
//
// - Problems with bodies begin with Gauss-Seidel: a pass costs about twenty nanoseconds per contact, a factorisation as
//   much as hundreds of passes. Where few digits are wanted (a tolerance of 1e-5 or more) and passes do not give them,
//   the problem is a pile at rest, in which passes drift from one slip pattern to the next. Up to LARGE_PILE contacts
//   Newton's method solves the pattern at hand and passes lead to another; beyond that, or when it has failed, passes
//   drift past many near answers and least squares descends from the nearest. Last comes the path, annealed slowly.
// - Problems given as blocks of W come from elsewhere: towers, heaps of blocks, a few hundred contacts, many more than
//   are needed to hold the bodies. Interior points solve towers at rest, Newton's method on the natural map solves
//   small problems, and the path serves whatever slides.
// - All other problems (planar laws, blocks with other cones or with very many contacts) begin with passes while these
//   pay.
//
// Then come rounds, each of which tries the entries of s_entries until it has gained enough: the path, Newton's method,
// passes, Newton's method with De Saxcé's term frozen, gradients, and a new beginning from zero.

#define LOOSE_TOLERANCE 1e-5 // residual; coarser tolerances ask for few digits, which passes give soonest
#define NEWTON_CONTACTS 2500 // contacts; beyond these a factorisation contact by contact costs too much
#define LARGE_PILE 2000 // contacts; from here on a factorisation costs more than tens of thousands of passes
#define MEDIUM_CONTACTS 1000   // contacts; beyond these a factorisation costs more than many slow passes
#define FEW_CONTACTS 16        // contacts; up to these passes alone often are enough
#define TOWER_CONTACTS 100     // contacts; beyond these interior points come before Newton on the natural map
#define BLOCKS_PER_PASS 6      // blocks per contact; every so many of them justify one more first pass
#define DENSE_PASSES 150       // passes; where W is full they cost what the path costs
#define NEWTON_STEPS 15        // Newton steps, after which the method is done, near an answer, or lost
#define NEAR_RESIDUAL 1e-5     // residual; from here Newton's method is given three times as long
#define INTERIOR_STEPS 60      // steps; towers at rest need ten to forty
#define SLIDING_STEPS 50       // steps; where something slides interior points succeed early or not at all
#define SLIDING_STICK 1e-2     // softness of the first guess; stiffer guesses fit only what rests
#define PATH_STEPS 400         // Newton steps along one path
#define BLOCK_PATH_STEPS 150   // Newton steps along one path of a problem given as blocks
#define BLOCK_PATHS 3          // paths of such a problem before the rounds begin
#define PATH_ALPHA 1e-12       // proximal weight for blocks, near rounding; solveBlocks has the reason
#define CONVEX_ALPHA 1e-9      // proximal weight; a convex path has no turns that need a larger one
#define PATIENCE 4             // rounds in which the residual must halve
#define ALTERNATIONS 100       // rounds of Newton steps and passes
#define ALTERNATION_STEPS 10   // Newton steps; they take the pattern at hand as far as it goes
#define ALTERNATION_PASSES 400 // passes; so many lead to another pattern
#define ANNEALING_STEPS 600    // Newton steps along one annealed path
#define DRIFTS 3               // rounds of drifting passes and least squares
#define DRIFT_PASSES 60000     // passes of one round
#define DRIFT_STRETCH 200      // passes between two looks at the residual
#define DRIFT_WORK 300e6       // passes × contacts; bounds one round on very large piles
#define DESCENT_STEPS 150000   // conjugate gradient steps of one round
#define DESCENT_WORK 500e6     // conjugate gradient steps × contacts; bounds one round on very large piles

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

typedef struct Candidate
{
    double* p;
    double residual;
} Candidate;

// One problem on its way through the solvers.
typedef struct Search
{
    ssSolveState* state;
    Candidate best;       // of all attempts
    double* zero;         // no reactions: a beginning far from any wrong answer
    bool hasBodies;       // W comes from bodies, and all laws are cones
    bool isPlanar;        // some laws are planar ones of the law table
    bool isCoulomb;       // some contact has De Saxcé's term: the problem is not convex
    bool isLoose;         // few digits are wanted
    bool newtonFits;      // `newton` takes the problem and is affordable
    bool pathAccepts;     // `path` takes the problem
    const ssSolver* last; // the solver whose iterations are being counted for the report
    int lastCount;
    bool countsRounds; // the present stage reports its rounds instead of its solvers
} Search;

// --------------------------------------------------------------------------------------------------------- attempts

static void keepBest( const ssSolveState* state, Candidate* best )
{
    if ( state->residual < best->residual )
    {
        best->residual = state->residual;
        memcpy( best->p, state->p, solveStride( state ) * sizeof( double ) );
    }
}

static void noteLast( Search* search )
{
    ssSolveState* state = search->state;
    if ( search->last != NULL )
    {
        solveNote( state, "%s%s %d", state->what[0] != 0 ? ", " : "", search->last->name, search->lastCount );
    }
}

/// Lets one solver work for some iterations from `start`, and counts them for the report. True when the solve is over.
static bool attemptFrom(
    Search* search, const double* start, const ssSolver* solver, const double* values, int iterations )
{
    ssSolveState* state = search->state;
    int before = state->iterations, left = state->maxIterations - state->iterations;
    int wanted = iterations < left ? iterations : left;
    iterations = solveAffordable( state, solver, wanted );
    if ( iterations <= 0 )
    {
        state->budgetSpent = iterations < wanted;
        return true;
    }
    if ( start != state->p )
    {
        memcpy( state->p, start, solveStride( state ) * sizeof( double ) );
    }
    solveOnWith( state, solver, values, iterations );
    keepBest( state, &search->best );
    int done = state->iterations - before;
    state->work += done * ssSolver_Cost( solver, state->system->contacts );
    if ( done > 0 && solver != search->last && !search->countsRounds )
    {
        noteLast( search );
        search->last = solver;
        search->lastCount = 0;
    }
    search->lastCount += search->countsRounds ? 0 : done;
    state->budgetSpent = iterations < wanted && done >= iterations;
    return state->status == ss_solveConverged || state->status == ss_solveCancelled ||
        state->iterations >= state->maxIterations || state->budgetSpent;
}

/// The same from the best reactions so far.
static bool attempt( Search* search, const ssSolver* solver, const double* values, int iterations )
{
    return attemptFrom( search, search->best.p, solver, values, iterations );
}

/// Whether passes that began at the residual `before` have gained enough for more of them. The first passes begin at an
/// unknown residual and pay; passes that end at none that is finite never do.
static bool passesPay( const Search* search, double before, double gain )
{
    const ssSolveState* state = search->state;
    return state->status != ss_solveNoMemory && isfinite( search->best.residual ) &&
        ( isinf( before ) || search->best.residual * gain < before );
}

/// Whether the last attempt has left reactions from which another can go on.
static bool canGoOn( const Search* search )
{
    return search->state->status != ss_solveNoMemory && search->state->status != ss_solveNotFinite;
}

/// Begins a stage whose rounds are counted instead of its solvers.
static void beginRounds( Search* search )
{
    noteLast( search );
    search->last = NULL;
    search->countsRounds = true;
}

static void endRounds( Search* search, int rounds, const char* solvers )
{
    search->countsRounds = false;
    solveNote( search->state, ", %d round%s of %s", rounds, rounds == 1 ? "" : "s", solvers );
}

static void setOption( const ssSolver* solver, double* values, const char* key, double value )
{
    values[ssFindParam( solver->params, solver->paramCount, key )] = value;
}

/// Newton's method on the natural map without its own fallback: that decision is made here.
static bool attemptNewton( Search* search, const double* start, double alpha, bool frozen, int steps )
{
    double values[SS_SOLVER_PARAMS_MAX];
    solveDefaults( &ss_solverNewton, values );
    setOption( &ss_solverNewton, values, "alpha", alpha );
    setOption( &ss_solverNewton, values, "fallback", 0.0 );
    setOption( &ss_solverNewton, values, "frozen", frozen ? 1.0 : 0.0 );
    return attemptFrom( search, start, &ss_solverNewton, values, steps );
}

/// Interior points from zero. `slides`: also where the first guess does not look like rest.
static bool attemptInterior( Search* search, bool slides )
{
    const ssSolver* solver = &ss_solverInterior;
    double values[SS_SOLVER_PARAMS_MAX];
    if ( ssSolver_Accepts( solver, search->state->system->problem ).code != ss_ok )
    {
        return false;
    }
    solveDefaults( solver, values );
    setOption( solver, values, "fallback", 0.0 );
    if ( slides )
    {
        int rest = ssFindParam( solver->params, solver->paramCount, "rest" );
        values[rest] = solver->params[rest].allowedMax;
        setOption( solver, values, "stick", SLIDING_STICK );
    }
    return attemptFrom( search, search->zero, solver, values, slides ? SLIDING_STEPS : INTERIOR_STEPS );
}

// ---------------------------------------------------------------------------------------------- stages, with bodies

/// Passes in longer and longer stretches while they pay, each in one piece because the extrapolation needs its past.
/// Where few digits are wanted passes give them sooner than anything else, however slowly: one stretch.
static bool passLong( Search* search )
{
    static const int stretches[] = { 100, 400, 1600 };
    const ssSolveState* state = search->state;
    if ( search->isLoose )
    {
        // The cost of a factorisation grows faster than that of a pass.
        return attempt( search, &ss_solverNsgs, NULL, state->system->contacts < LARGE_PILE ? 3000 : 32000 );
    }
    bool done = false, pays = true;
    for ( int i = 0; i < SS_COUNT( stretches ) && !done && pays; ++i )
    {
        double before = search->best.residual;
        done = attempt( search, &ss_solverNsgs, NULL, stretches[i] );
        pays = passesPay( search, before, 3.0 );
    }
    return done;
}

/// Where passes drift from one slip pattern to the next, Newton's method solves the pattern at hand as far as it goes,
/// and passes from there lead to another. They do not start from the best reactions, which lead to the same patterns
/// again.
static bool alternate( Search* search )
{
    ssSolveState* state = search->state;
    int round = 0;
    bool done = false;
    beginRounds( search );
    for ( ; round < ALTERNATIONS && !done && canGoOn( search ); ++round )
    {
        done = attemptNewton( search, state->p, 1e-4, false, ALTERNATION_STEPS ) ||
            attemptFrom( search, state->p, &ss_solverNsgs, NULL, ALTERNATION_PASSES );
    }
    endRounds( search, round, "newton and nsgs" );
    return done;
}

/// Passes drift past many near answers, and least squares descends from the nearest of them. The next passes go on
/// where the last ones ended, because from where least squares ended they lead back to the same place.
static bool driftAndDescend( Search* search )
{
    ssSolveState* state = search->state;
    double values[SS_SOLVER_PARAMS_MAX], contacts = state->system->contacts;
    int passes = (int)fmin( DRIFT_PASSES, DRIFT_WORK / contacts ),
        steps = (int)fmin( DESCENT_STEPS, DESCENT_WORK / contacts ), round = 0;
    Candidate nearest = { .p = solveVectors( state, 1 ) };
    double* last = solveVectors( state, 1 );
    bool done = nearest.p == NULL || last == NULL;
    solveDefaults( &ss_solverNsgs, values );
    // With extrapolation and full steps the passes leave an answer sooner than they find it.
    setOption( &ss_solverNsgs, values, "accelerate", 0.0 );
    setOption( &ss_solverNsgs, values, "omega", 0.5 );
    beginRounds( search );
    for ( ; round < DRIFTS && !done && canGoOn( search ); ++round )
    {
        nearest.residual = HUGE_VAL;
        for ( int k = 0; k < passes && !done && canGoOn( search ); k += DRIFT_STRETCH )
        {
            done = attemptFrom( search, state->p, &ss_solverNsgs, values, DRIFT_STRETCH );
            keepBest( state, &nearest );
        }
        memcpy( last, state->p, solveStride( state ) * sizeof( double ) );
        done = done || attemptFrom( search, nearest.p, &ss_solverLeastSquares, NULL, steps );
        memcpy( state->p, last, solveStride( state ) * sizeof( double ) );
    }
    endRounds( search, round, "nsgs and least squares" );
    ssRelease( nearest.p );
    ssRelease( last );
    return done;
}

/// All that could still be tried on a large pile takes minutes and ends higher.
static bool giveUp( Search* search )
{
    search->state->status = ss_solveStalled;
    return true;
}

/// In a large pile at rest, whose foot creeps apart, Coulomb's law has many answers and no path leads to one without
/// folds. Annealed slowly the path ends near an answer sooner or later: several schedules are tried, each from zero.
static bool annealPath( Search* search )
{
    static const double settles[] = { 0.03, 0.01, 0.1 };
    double values[SS_SOLVER_PARAMS_MAX];
    int rounds = search->state->system->contacts < LARGE_PILE ? 9 : 2;
    bool done = false;
    solveDefaults( &ss_solverPath, values );
    setOption( &ss_solverPath, values, "barrier", 1.0 );
    for ( int round = 0; round < rounds && !done; ++round )
    {
        setOption( &ss_solverPath, values, "settle", settles[round % SS_COUNT( settles )] );
        setOption( &ss_solverPath, values, "seed", (double)( round / SS_COUNT( settles ) ) );
        done = attemptFrom( search, search->zero, &ss_solverPath, values, ANNEALING_STEPS );
    }
    return done;
}

// ------------------------------------------------------------------------------------------- stages, without bodies

/// Newton's method on the natural map for some steps. It is soon done, or gets near an answer and is then given time if
/// `patient`, or gets nowhere.
static bool tryNewton( Search* search, bool patient )
{
    double before = search->best.residual;
    bool done = attemptNewton(
        search, search->best.p, fmin( fmax( search->best.residual, 1e-8 ), 1e-4 ), false, NEWTON_STEPS );
    if ( !done && patient &&
        ( search->best.residual < NEAR_RESIDUAL || search->best.residual < 0.01 * before ) )
    {
        done = attemptNewton( search, search->best.p, fmin( fmax( search->best.residual, 1e-8 ), 1e-4 ),
            false, 3 * NEWTON_STEPS );
    }
    return done;
}

/// First the quick way, then the one that loses the path less often, then another path.
static bool followBlockPath( Search* search, int round )
{
    double values[SS_SOLVER_PARAMS_MAX];
    solveDefaults( &ss_solverPath, values );
    setOption( &ss_solverPath, values, "alpha",
        ( round == 0         ? 100.0
                : round == 1 ? 1.0
                             : 10.0 ) *
            PATH_ALPHA );
    setOption( &ss_solverPath, values, "predict", round == 0 ? 1.0 : 0.0 );
    setOption( &ss_solverPath, values, "centre", round == 2 ? 0.1 : 0.03 );
    setOption( &ss_solverPath, values, "seed", round == 2 ? 1.0 : 0.0 );
    return attemptFrom( search, search->zero, &ss_solverPath, values, BLOCK_PATH_STEPS );
}

/// Where contacts are redundant, forces move freely until one contact opens, and that is decided by velocities of
/// 1e-7 |q|. A proximal weight that can be felt there holds them back, hence one near rounding.
static bool solveBlocks( Search* search )
{
    const ssSolveState* state = search->state;
    const ssSystem* system = state->system;
    int blocks = system->blockStart[system->contacts];
    // Every contact feels every other: one body, bodies in joints or one elastic piece, but not a tower.
    bool isFull = blocks >= system->contacts * ( system->contacts / 2 );
    bool isSmall = system->contacts <= FEW_CONTACTS, isTower = system->contacts > TOWER_CONTACTS && !isFull;
    bool done = isTower && attemptInterior( search, false ), pays = true;
    // The denser W is, the more a factorisation costs, and the more is gained by passes that open some contacts first.
    int passes = isSmall ? (int)solveOption( state, "sweeps" )
                         : 1 + blocks / ( BLOCKS_PER_PASS * system->contacts + 1 );
    while ( !done && pays )
    {
        double before = search->best.residual;
        done = attempt( search, &ss_solverNsgs, NULL, passes );
        pays = isSmall && passesPay( search, before, 10.0 );
    }
    done = done || tryNewton( search, !isFull );
    done = done || ( isFull && attempt( search, &ss_solverNsgs, NULL, DENSE_PASSES ) );
    done = done || ( !isTower && attemptInterior( search, false ) );
    for ( int round = 0; !done && round < BLOCK_PATHS; ++round )
    {
        done = followBlockPath( search, round ) || tryNewton( search, true ) ||
            ( round == 0 && attemptInterior( search, true ) );
    }
    return done;
}

/// What a few passes must gain to be worth repeating: much where Newton's method is cheap, less where a factorisation
/// is costly, least where few digits are wanted.
static double gainThatPays( const Search* search )
{
    return search->isLoose                                  ? 1.05
        : search->state->system->contacts > MEDIUM_CONTACTS ? 1.3
        : search->newtonFits || search->pathAccepts         ? 10.0
                                                            : 2.0;
}

static bool passWhileItPays( Search* search )
{
    const ssSolveState* state = search->state;
    int passes = (int)solveOption( state, "sweeps" );
    double gain = gainThatPays( search );
    bool done = false, pays = true;
    while ( !done && pays )
    {
        double before = search->best.residual;
        done = attempt( search, &ss_solverNsgs, NULL, passes );
        pays = passesPay( search, before, gain );
    }
    return done;
}

// ------------------------------------------------------------------------------------------------ table of the stages

static bool hasBodies( const Search* search )
{
    return search->hasBodies;
}

static bool isLoosePile( const Search* search )
{
    return search->hasBodies && search->isLoose && search->newtonFits &&
        search->state->system->contacts < LARGE_PILE;
}

/// A convex problem has one velocity and a path without turns, which the rounds follow.
static bool isLooseCoulomb( const Search* search )
{
    return search->hasBodies && search->isLoose && search->isCoulomb;
}

static bool canDescend( const Search* search )
{
    return isLooseCoulomb( search ) &&
        ssSolver_Accepts( &ss_solverLeastSquares, search->state->system->problem ).code == ss_ok;
}

static bool isLargePile( const Search* search )
{
    return canDescend( search ) && search->state->system->contacts >= LARGE_PILE;
}

static bool canAnneal( const Search* search )
{
    return isLooseCoulomb( search ) && search->pathAccepts;
}

static bool isBlocks( const Search* search )
{
    return !search->hasBodies && search->newtonFits && search->pathAccepts;
}

static bool isOther( const Search* search )
{
    return !search->hasBodies && !isBlocks( search );
}

typedef struct Stage
{
    bool ( *applies )( const Search* search );
    bool ( *attempt )( Search* search ); // true when the solve is over
} Stage;

static const Stage s_stages[] = {
    { hasBodies, passLong },         // a pass is cheap
    { isLoosePile, alternate },      // Newton's method ends the drift of the passes
    { canDescend, driftAndDescend }, // least squares has no saddle that is not an answer
    { isLargePile, giveUp },         // the rest would take minutes
    { canAnneal, annealPath },       // slow, but it ends near an answer
    { isBlocks, solveBlocks },       // many redundant contacts
    { isOther, passWhileItPays },    // nothing special is known
};

// ------------------------------------------------------------------------------------------------------------ rounds

static bool pathComesFirst( const Search* search, int round )
{
    // Bodies make the path cheap; without them Newton's method on the natural map is often quicker.
    const ssSystem* system = search->state->system;
    return search->pathAccepts && ( system->blocks == NULL || round > 0 || system->rows > 0 );
}

/// Along the path from zero or, in every other round, from the best reactions, with the barrier that their residual
/// stands for; then some passes, which remove what the barrier has left.
static bool tryPath( Search* search, int round )
{
    double values[SS_SOLVER_PARAMS_MAX], residual = search->best.residual;
    solveDefaults( &ss_solverPath, values );
    bool fromZero = round % 2 == 0;
    setOption( &ss_solverPath, values, "barrier",
        fromZero ? 1e-2 : fmin( fmax( 10.0 * residual * residual, 1e-8 ), 1e-2 ) );
    setOption( &ss_solverPath, values, "seed", round );
    if ( search->state->system->blocks != NULL )
    {
        setOption( &ss_solverPath, values, "alpha",
            ( round % 3 == 0         ? 1.0
                    : round % 3 == 1 ? 10.0
                                     : 100.0 ) *
                PATH_ALPHA );
    }
    else if ( !search->isCoulomb )
    {
        setOption( &ss_solverPath, values, "alpha", CONVEX_ALPHA );
    }
    return attemptFrom(
               search, fromZero ? search->zero : search->best.p, &ss_solverPath, values, PATH_STEPS ) ||
        attempt( search, &ss_solverNsgs, NULL, 30 );
}

static bool newtonFits( const Search* search, int round )
{
    (void)round;
    return search->newtonFits;
}

static bool tryNewtonWeights( Search* search, int round )
{
    static const double alphas[] = { 1e-2, 1e-4, 1e-6 };
    return attemptNewton( search, search->best.p, alphas[round % SS_COUNT( alphas )], false, 60 );
}

static bool always( const Search* search, int round )
{
    (void)search;
    (void)round;
    return true;
}

/// Later rounds are longer, up to 64 times as long as the first.
static int longer( int iterations, int round )
{
    return iterations << ( round < 6 ? round : 6 );
}

static bool tryPasses( Search* search, int round )
{
    return attempt( search, &ss_solverNsgs, NULL, longer( 20, round ) );
}

static bool isFrozenRound( const Search* search, int round )
{
    return search->newtonFits && round % 2 == 1;
}

static bool tryFrozenNewton( Search* search, int round )
{
    (void)round;
    return attemptNewton( search, search->best.p, 1e-4, true, 100 );
}

static bool isGradientRound( const Search* search, int round )
{
    return round > 0 && !search->isPlanar;
}

static bool tryGradient( Search* search, int round )
{
    // The solver apgd assumes W = W^T.
    const ssSolver* solver =
        search->state->system->asymmetry > 1e-6 ? &ss_solverExtragradient : &ss_solverApgd;
    return attempt( search, solver, NULL, longer( 250, round ) );
}

static bool isRestartRound( const Search* search, int round )
{
    return round >= 2 && search->newtonFits;
}

static bool beginAnew( Search* search, int round )
{
    return round % 2 == 0 || search->isPlanar
        ? attemptFrom( search, search->zero, &ss_solverNewton, NULL, 400 )
        : attemptFrom( search, search->zero, &ss_solverFixedPoint, NULL, 10000 );
}

typedef struct Entry
{
    bool ( *applies )( const Search* search, int round );
    double enough; // part of the round's first residual; once it is below that, the entry is left out
    bool ( *attempt )( Search* search, int round ); // true when the solve is over
} Entry;

static const Entry s_entries[] = {
    { pathComesFirst, 0.0, tryPath },        // the surest, and cheap with bodies
    { newtonFits, 0.1, tryNewtonWeights },   // quadratic near an answer; each round has its own first weight
    { always, 0.1, tryPasses },              // never diverge, and change the slip pattern
    { isFrozenRound, 0.1, tryFrozenNewton }, // convex problems one after the other
    { isGradientRound, 0.3, tryGradient },   // slow and steady
    { isRestartRound, 0.3, beginAnew },      // the best reactions may lie where no step leads on
};

/// Makes one round. Returns true when the solve is over.
static bool tryEntries( Search* search, int round )
{
    const ssSolveState* state = search->state;
    double before = search->best.residual;
    int begun = state->iterations;
    bool done = false;
    for ( int i = 0; i < SS_COUNT( s_entries ) && !done; ++i )
    {
        const Entry* entry = &s_entries[i];
        done = entry->applies( search, round ) && !( search->best.residual < entry->enough * before ) &&
            entry->attempt( search, round );
    }
    // If no solver could begin, memory has run out.
    return done || state->iterations == begun;
}

/// Makes rounds until the solve is over; false when they no longer reduce the residual enough.
static bool tryRounds( Search* search )
{
    double milestone = search->best.residual;
    int reached = 0; // the round that reached it
    for ( int round = 0; !tryEntries( search, round ); ++round )
    {
        if ( search->best.residual < 0.5 * milestone )
        {
            milestone = search->best.residual;
            reached = round;
        }
        if ( round - reached >= PATIENCE )
        {
            search->state->status = ss_solveStalled;
            return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- auto

static bool makeSearch( ssSolveState* state, Search* search )
{
    const ssSystem* system = state->system;
    unsigned flags = ssProblem_Flags( system->problem );
    bool isPlanar = ( flags & SS_LAWS_PLANAR ) != 0;
    *search = ( Search ){ .state = state,
        .best = { .p = solveVectors( state, 1 ), .residual = (double)INFINITY },
        .zero = solveVectors( state, 1 ),
        .hasBodies = system->blocks == NULL && !isPlanar,
        .isPlanar = isPlanar,
        .isCoulomb = ( flags & ss_lawFlagCoulomb ) != 0,
        .isLoose = state->tolerance >= LOOSE_TOLERANCE,
        .newtonFits = system->rows == 0 && system->contacts <= NEWTON_CONTACTS,
        .pathAccepts = ssSolver_Accepts( &ss_solverPath, system->problem ).code == ss_ok };
    if ( search->best.p == NULL || search->zero == NULL )
    {
        return false;
    }
    memcpy( search->best.p, state->p, solveStride( state ) * sizeof( double ) );
    return true;
}

static bool isMeasurable( const ssSystem* system, const double* p, double* y )
{
    systemMultiply( system, p, y, system->velocity );
    return isfinite( systemResidual( system, p, y ) );
}

/// Begins from zero where the residual of the start is not finite. False where that of zero is not finite either: no
/// solver could measure its progress.
static bool chooseStart( Search* search )
{
    ssSolveState* state = search->state;
    double* y = solveVectors( state, 1 );
    bool possible = y != NULL;
    if ( possible && !isMeasurable( state->system, search->best.p, y ) )
    {
        possible = isMeasurable( state->system, search->zero, y );
        memcpy( search->best.p, search->zero, solveStride( state ) * sizeof( double ) );
        memcpy( state->p, search->zero, solveStride( state ) * sizeof( double ) );
        state->status = possible ? state->status : ss_solveNotFinite;
    }
    ssRelease( y );
    return possible;
}

/// Appends the verdict to the text of the report, which is cut short where it leaves no room.
static void noteSurrender( ssSolveState* state )
{
    size_t used = strlen( state->what ), room = sizeof( state->what ) - 64;
    strcpy( state->what + ( used < room ? used : room ), used < room ? "" : " ..." );
    solveNote( state, "; gave up: %d rounds did not halve the residual", PATIENCE );
}

static void solveAuto( ssSolveState* state )
{
    Search search;
    if ( makeSearch( state, &search ) && chooseStart( &search ) )
    {
        bool done = false;
        for ( int i = 0; i < SS_COUNT( s_stages ) && !done; ++i )
        {
            done = s_stages[i].applies( &search ) && s_stages[i].attempt( &search );
        }
        bool surrendered = !done && !tryRounds( &search );
        memcpy( state->p, search.best.p, solveStride( state ) * sizeof( double ) );
        state->residual = search.best.residual;
        noteLast( &search );
        if ( surrendered )
        {
            noteSurrender( state );
        }
    }
    ssRelease( search.best.p );
    ssRelease( search.zero );
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
