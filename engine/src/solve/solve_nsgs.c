// SPDX-License-Identifier: MIT
#include "gauss_seidel/gauss_seidel.h"
#include "local/local_solve.h"
#include "solve/solve_state.h"

#include <string.h>

// Nonsmooth Gauss-Seidel (Acary & Bourrier Sec. 5.2): one contact after the other, all others held. Passes
// are cheap and never diverge on a symmetric W, but are slow on stiff packings. Problems with bodies go to
// the kernel of gauss_seidel.h, four contacts at a time; the loop here serves blocks and other local solvers.

static const char* const s_locals[] = { "newton", "projection", "exact", "prox" };

static const ssParam s_params[] = {
    { SOLVER_PARAM( "local", "local", "local solver",
          "How one contact is solved. newton: semi-smooth Newton with a fallback. projection: projections. "
          "exact: the closed form (dimension 3, Coulomb). prox: row by row." ),
        .kind = ss_paramChoice, .max = 3, .allowedMax = 3, .choices = s_locals,
        .choiceCount = SS_COUNT( s_locals ) },
    { SOLVER_PARAM(
          "local_iterations", "k", "local iterations", "Iterations per contact and pass, at most." ),
        .kind = ss_paramInteger, .min = 1, .max = 1000, .allowedMin = 1, .allowedMax = 100000,
        .defaultValue = 30, .logScale = true },
    { SOLVER_PARAM( "omega", "ω", "over-relaxation",
          "1 takes the local answer, more goes beyond it; 0 lets the solver choose." ),
        .min = 0.0, .max = 1.9, .allowedMin = 0.0, .allowedMax = 2.0, .open = ss_openHigh,
        .defaultValue = 0.0 },
    { SOLVER_PARAM( "order", "order", "back and forth",
          "0: all passes go forward. 1: passes alternate between forward and backward." ),
        .kind = ss_paramInteger, .min = 0, .max = 1, .allowedMin = 0, .allowedMax = 1 },
    { SOLVER_PARAM( "lanes", "lanes", "four contacts at a time",
          "1 uses the coloured kernel where the problem has bodies, the local solver is newton and the "
          "order is 0: contacts are reordered and solved four at a time. 0 solves them one by one." ),
        .kind = ss_paramInteger, .max = 1, .allowedMax = 1, .defaultValue = 1 },
    { SOLVER_PARAM( "accelerate", "accelerate", "extrapolation",
          "1 extrapolates over the passes, with restarts. Only with lanes." ),
        .kind = ss_paramInteger, .max = 1, .allowedMax = 1, .defaultValue = 1 },
};

typedef struct Pass
{
    ssSystem* system;
    double* p;
    localMethod method;
    int localIterations;
    double omega, tolerance;
} Pass;

/// p_i of one contact with all others held; `own` is p_i before, and then the answer.
static void solveLocally( const Pass* pass, int i, double* own )
{
    ssSystem* system = pass->system;
    int d = system->dimension;
    const double* block = system->diag + (size_t)i * (size_t)( d * d );
    double b[SS_CONE_MAX], trace = 0.0;
    systemContactVelocity( system, pass->p, i, b );
    for ( int c = 0; c < d; ++c )
    {
        b[c] -= vecDot( d, block + c * d, own );
        trace += block[c * d + c];
    }
    bool isPlanar = system->laws[i] == ss_contactFormPlanar;
    planarContact contact = { 0 };
    ssLaw there;
    contact = isPlanar ? systemPlanar( system, i, &there ) : contact;
    if ( !isPlanar && b[0] >= 0.0 && system->laws[i] == ss_contactFormSaxce )
    {
        // The contact opens, and p = 0 is the answer.
        memset( own, 0, (size_t)d * sizeof( double ) );
        return;
    }
    localProblem local = { .dimension = d,
        .cone = &system->cones[i],
        .saxce = system->laws[i] == ss_contactFormSaxce,
        .planar = isPlanar ? &contact : NULL,
        .a = block,
        .b = b,
        .step = d / trace,
        .tolerance = pass->tolerance };
    localSolve( &local, pass->method, pass->localIterations, own );
}

static void solveContact( Pass* pass, int i )
{
    ssSystem* system = pass->system;
    int d = system->dimension;
    double *p = pass->p + (size_t)i * (size_t)d, old[SS_CONE_MAX], change[SS_CONE_MAX];
    memcpy( old, p, (size_t)d * sizeof( double ) );
    solveLocally( pass, i, p );
    bool moved = false;
    for ( int c = 0; c < d; ++c )
    {
        moved = moved || p[c] != old[c];
        change[c] = pass->omega * ( p[c] - old[c] );
    }
    if ( !moved ) { return; }
    if ( pass->omega != 1.0 )
    {
        for ( int c = 0; c < d; ++c ) { p[c] = old[c] + change[c]; }
        if ( system->laws[i] != ss_contactFormPlanar ) { ssProjectOntoCone( &system->cones[i], p, p ); }
        for ( int c = 0; c < d; ++c ) { change[c] = p[c] - old[c]; }
    }
    systemChangeContact( system, i, change );
}

static void solveRow( Pass* pass, int k )
{
    ssSystem* system = pass->system;
    double* p = &pass->p[system->contacts * system->dimension + k];
    double next = *p - pass->omega * systemRowVelocity( system, pass->p, k ) / system->rowDiag[k];
    next = ssMin( ssMax( next, system->lo[k] ), system->hi[k] );
    systemChangeRow( system, k, next - *p );
    *p = next;
}

static void solveOneByOne( ssSolveState* state )
{
    ssSystem* system = state->system;
    double* y = solveVectors( state, 1 );
    if ( y == NULL ) { return; }
    Pass pass = { .system = system,
        .p = state->p,
        .method = (localMethod)solveOption( state, "local" ),
        .localIterations = (int)solveOption( state, "local_iterations" ),
        .omega = solveOption( state, "omega" ) > 0.0 ? solveOption( state, "omega" ) : 1.0,
        .tolerance = 0.05 * state->tolerance * system->qNorm / sqrt( (double)system->contacts + 1.0 ) };
    bool alternate = solveOption( state, "order" ) > 0.0;
    int next = 0; // the pass to judge next: a judgement costs half a pass
    systemMultiply( system, state->p, y, system->velocity );
    bool done = solveCheck( state, state->p, y, 0.0 );
    while ( !done && state->iterations < state->maxIterations && !solveStops( state ) )
    {
        systemBegin( system, state->p ); // computed afresh, so that rounding does not accumulate
        bool backward = alternate && state->iterations % 2 == 1;
        for ( int i = 0; i < system->contacts; ++i )
        {
            solveContact( &pass, backward ? system->contacts - 1 - i : i );
        }
        for ( int k = 0; k < system->rows; ++k ) { solveRow( &pass, k ); }
        state->iterations += 1;
        done = solveCheckPass( state, y, 0.0, &next );
    }
    solveNoteCount( state, "", state->iterations, "pass" );
    solveNote( state, ", local solver %s", s_locals[pass.method] );
    solveFree( state, y );
}

#define SURELY 0.999999 // part of the tolerance; the kernel's residual differs from the judge's by rounding

// Few digits in files seem to bend the arms of spheres by as much as this part of the tolerance. The kernel
// for spheres ignores that, and aims a little lower for the judge to agree.
#define BENT_ARMS 0.01
#define BENT_MARGIN 0.98

// The kernel at work.
typedef struct Lanes
{
    ssSolveState* state;
    ssGs* gs;
    double *p, *y; // one vector each
    int shown;     // passes done when the trace was last called
} Lanes;

/// Reads the reactions out of the kernel; y = W p + q.
static void readLanes( const Lanes* lanes )
{
    ssSystem* system = lanes->state->system;
    ssGs_Finish( lanes->gs, lanes->p, NULL );
    systemScaleReaction( system, lanes->p, lanes->state->p );
    systemMultiply( system, lanes->state->p, lanes->y, system->velocity );
}

/// Asked by the kernel before each pass; traces the start and what all passes but the last left.
static bool stopLanes( void* context )
{
    Lanes* lanes = context;
    ssSolveState* state = lanes->state;
    bool goesOn = true;
    if ( state->trace != NULL && lanes->shown < state->iterations )
    {
        readLanes( lanes );
        goesOn = solveShow( state, state->p, lanes->y, 0.0 );
        lanes->shown = state->iterations;
    }
    state->iterations += 1;
    return !goesOn || ( state->stop != NULL && state->stop( state->stopContext ) );
}

/// Passes of the kernel until the judge is satisfied or the limit is reached.
static ssGsReport passInLanes( Lanes* lanes, bool bent )
{
    ssSolveState* state = lanes->state;
    ssSystem* system = state->system;
    ssGsOptions options = { .tolerance = bent ? BENT_MARGIN * state->tolerance : state->tolerance,
        .omega = solveOption( state, "omega" ),
        .local = ss_gsExact,
        .stop = stopLanes,
        .stopContext = lanes,
        .accelerate = solveOption( state, "accelerate" ) > 0.0 };
    ssGsReport report;
    bool done = false;
    while ( !done )
    {
        int before = state->iterations;
        options.maxPasses = state->maxIterations - before;
        ssGs_Iterate( lanes->gs, &options, &report );
        state->iterations = lanes->shown = before + report.passes;
        readLanes( lanes );
        if ( state->status == ss_statusCancelled )
        {
            break; // by the trace
        }
        if ( !bent && report.residual < SURELY * state->tolerance &&
            systemIsFeasible( system, state->p, state->tolerance ) )
        {
            // ssSolve judges the answer again
            bool goesOn = solveShow( state, state->p, lanes->y, 0.0 );
            state->residual = report.residual;
            state->status = goesOn ? ss_statusConverged : state->status;
            break;
        }
        done = solveCheck( state, state->p, lanes->y, 0.0 ) || state->iterations >= state->maxIterations ||
            report.status == ss_statusNotFinite || report.passes == 0;
        if ( report.status == ss_statusCancelled && state->status != ss_statusConverged )
        {
            state->status = ss_statusCancelled;
            state->stopped = done = true;
        }
    }
    return report;
}

static void noteLanes( ssSolveState* state, ssGsReport report )
{
    solveNoteCount( state, "", state->iterations, "pass" );
    if ( report.colours > 0 )
    {
        solveNoteCount( state, ", ", report.colours, "colour" );
        solveNote( state, ", four contacts at a time%s", report.spheres > 0 ? ", spheres" : "" );
    }
    else { solveNote( state, ", contact by contact" ); }
}

/// Solves by the kernel of gauss_seidel.h. False when that refuses the problem.
static bool solveInLanes( ssSolveState* state )
{
    ssGs* gs = ssCreateGs( state->system->arena );
    double* p = solveVectors( state, 2 );
    if ( gs == NULL || p == NULL )
    {
        solveFree( state, p );
        ssDestroyGs( gs );
        state->status = ss_statusNoMemory;
        return true;
    }
    Lanes lanes = { .state = state, .gs = gs, .p = p, .y = p + solveStride( state ), .shown = -1 };
    ssResult result = ssOk();
    for ( bool bent = true, again = true; again && result.code == ss_ok; )
    {
        ssGs_AllowBentArms( gs, bent ? BENT_ARMS * state->tolerance : 0.0 );
        systemUnscaleReaction( state->system, state->p, p );
        result = ssGs_Begin( gs, state->system->problem, p, 0 );
        bent = result.code == ss_ok && ssGs_BentArms( gs ) > 0;
        if ( result.code == ss_ok ) { noteLanes( state, passInLanes( &lanes, bent ) ); }
        // Where arms are too bent for the judge, passes go on with the arms as they are.
        again = bent && state->status == ss_statusLimit && state->iterations < state->maxIterations;
        bent = false;
    }
    solveFree( state, p );
    ssDestroyGs( gs );
    if ( result.code == ss_errorMemory ) { state->status = ss_statusNoMemory; }
    return result.code != ss_errorValue;
}

static void solveNsgs( ssSolveState* state )
{
    bool fitsLanes = state->system->blocks == NULL && solveOption( state, "local" ) == (double)local_newton &&
        solveOption( state, "order" ) == 0.0 && solveOption( state, "lanes" ) > 0.0;
    if ( !fitsLanes || !solveInLanes( state ) ) { solveOneByOne( state ); }
}

const ssSolver ss_solverNsgs = { "nsgs", .label = "Gauss-Seidel, contact by contact",
    .source = "Acary & Bourrier 2021, Sec. 5.2", .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR, .rows = true,
    .maxIterations = 20000, .params = s_params, .paramCount = SS_COUNT( s_params ), .solve = solveNsgs };
