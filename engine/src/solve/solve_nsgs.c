// SPDX-License-Identifier: MIT
#include "local/local_solve.h"
#include "solve/solve_state.h"

#include "slipstick/gauss_seidel.h"

#include <math.h>
#include <string.h>

// Nonsmooth Gauss-Seidel (Acary & Bourrier Sec. 5.2): contact by contact, each solved exactly or nearly so with all
// others held. The workhorse: cheap passes, never diverges on symmetric W, and slow in the end on stiff packings.

static const char* const s_locals[] = { "newton", "projection", "exact", "prox" };

static const ssParam s_params[] = {
    { .key = "local",
        .symbol = "local",
        .label = "local solver",
        .unit = "",
        .group = "solver",
        .doc = "How one contact is solved: semi-smooth Newton with a fallback, projections, the closed form "
               "(dimension "
               "3, Coulomb), or row by row.",
        .kind = ss_paramChoice,
        .max = 3,
        .allowedMax = 3,
        .choices = s_locals,
        .choiceCount = SS_COUNT( s_locals ) },
    { .key = "local_iterations",
        .symbol = "k",
        .label = "local iterations",
        .unit = "",
        .group = "solver",
        .doc = "At most so many iterations per contact and pass.",
        .kind = ss_paramInteger,
        .min = 1,
        .max = 1000,
        .allowedMin = 1,
        .allowedMax = 100000,
        .defaultValue = 30,
        .logScale = true },
    { .key = "omega",
        .symbol = "ω",
        .label = "over-relaxation",
        .unit = "",
        .group = "solver",
        .doc = "1 takes the local answer, more goes beyond it; 0 leaves it to the solver.",
        .kind = ss_paramNumber,
        .min = 0.0,
        .max = 1.9,
        .allowedMin = 0.0,
        .allowedMax = 2.0,
        .open = ss_openHigh,
        .defaultValue = 0.0 },
    { .key = "order",
        .symbol = "order",
        .label = "back and forth",
        .unit = "",
        .group = "solver",
        .doc = "0 passes forward, 1 alternates forward and backward.",
        .kind = ss_paramInteger,
        .min = 0,
        .max = 1,
        .allowedMin = 0,
        .allowedMax = 1 },
    { .key = "lanes",
        .symbol = "lanes",
        .label = "four contacts at a time",
        .unit = "",
        .group = "solver",
        .doc = "1 takes the coloured kernel where the problem has bodies, the local solver is newton and the "
               "order 0: "
               "contacts are reordered, four go side by side. 0 takes them one by one.",
        .kind = ss_paramInteger,
        .max = 1,
        .allowedMax = 1,
        .defaultValue = 1 },
    { .key = "accelerate",
        .symbol = "accelerate",
        .label = "extrapolation",
        .unit = "",
        .group = "solver",
        .doc = "1 extrapolates over the passes, with restart. With lanes only.",
        .kind = ss_paramInteger,
        .max = 1,
        .allowedMax = 1,
        .defaultValue = 1 },
};

typedef struct Sweep
{
    ssSystem* system;
    double* p;
    localMethod method;
    int localIterations;
    double omega, tolerance;
} Sweep;

static void solveContact( Sweep* pass, int i )
{
    ssSystem* system = pass->system;
    int d = system->dimension;
    double* p = pass->p + (size_t)i * (size_t)d;
    const double* block = system->diag + (size_t)i * (size_t)( d * d );
    double b[SS_CONE_MAX], old[SS_CONE_MAX], trace = 0.0;
    systemContactVelocity( system, pass->p, i, b );
    for ( int c = 0; c < d; ++c )
    {
        b[c] -= vecDot( d, block + c * d, p );
        old[c] = p[c];
        trace += block[c * d + c];
    }
    bool planar = system->laws[i] == ss_contactFormPlanar;
    planarContact contact = { 0 };
    if ( planar )
    {
        contact = systemPlanar( system, i );
    }
    if ( !planar && b[0] >= 0.0 && system->laws[i] == ss_contactFormSaxce )
    {
        // it opens: p = 0 is the answer
        memset( p, 0, (size_t)d * sizeof( double ) );
    }
    else
    {
        localProblem local = { .dimension = d,
            .cone = &system->cones[i],
            .saxce = system->laws[i] == ss_contactFormSaxce,
            .planar = planar ? &contact : NULL,
            .a = block,
            .b = b,
            .step = d / trace,
            .tolerance = pass->tolerance };
        localSolve( &local, pass->method, pass->localIterations, p );
    }
    bool moved = false;
    double change[SS_CONE_MAX];
    for ( int c = 0; c < d; ++c )
    {
        moved = moved || p[c] != old[c];
        change[c] = pass->omega * ( p[c] - old[c] );
    }
    if ( !moved )
    {
        return;
    }
    if ( pass->omega != 1.0 )
    {
        for ( int c = 0; c < d; ++c )
        {
            p[c] = old[c] + change[c];
        }
        if ( !planar )
        {
            ssProjectOntoCone( &system->cones[i], p, p );
        }
        for ( int c = 0; c < d; ++c )
        {
            change[c] = p[c] - old[c];
        }
    }
    systemChangeContact( system, i, change );
}

static void solveRow( Sweep* pass, int k )
{
    ssSystem* system = pass->system;
    double* p = &pass->p[system->contacts * system->dimension + k];
    double next = *p - pass->omega * systemRowVelocity( system, pass->p, k ) / system->rowDiag[k];
    next = fmin( fmax( next, system->lo[k] ), system->hi[k] );
    systemChangeRow( system, k, next - *p );
    *p = next;
}

#define SURELY 0.999999

/// By the kernel of pass.h. False when it refuses.
static bool solveInLanes( ssSolveState* state )
{
    ssSystem* system = state->system;
    ssGs* pass = ssCreateGs();
    double *p = solveVectors( state, 2 ), *y = p != NULL ? p + solveStride( state ) : NULL;
    if ( pass == NULL || p == NULL )
    {
        ssRelease( p );
        ssDestroyGs( pass );
        state->status = ss_solveNoMemory;
        return true;
    }
    systemUnscaleReaction( system, state->p, p );
    ssResult result = ssGs_Begin( pass, system->problem, p );
    if ( result.code == ss_ok )
    {
        ssGsOptions options = { .tolerance = state->tolerance,
            .omega = solveOption( state, "omega" ),
            .local = ss_gsExact,
            .accelerate = solveOption( state, "accelerate" ) > 0.0 };
        ssGsReport report;
        bool done = false;
        while ( !done )
        {
            // a trace wants to see every pass, and the start
            bool first = state->trace != NULL && state->iterations == 0 && y[system->size] == 0.0;
            int left = state->maxIterations - state->iterations;
            options.maxPasses = state->trace == NULL ? left : first ? 0 : 1;
            y[system->size] = 1.0;
            ssGs_Iterate( pass, &options, &report );
            state->iterations += report.passes;
            ssGs_Finish( pass, p, NULL );
            systemScaleReaction( system, p, state->p );
            if ( state->trace == NULL && report.residual < SURELY * state->tolerance )
            {
                // the kernel's measure is the judge's but for rounding, and who asked judges again
                state->residual = report.residual;
                state->status = ss_solveConverged;
                break;
            }
            systemMultiply( system, state->p, y, system->velocity );
            done = solveCheck( state, state->p, y, 0.0 ) || state->iterations >= state->maxIterations ||
                report.status == ss_solveNotFinite || ( state->trace == NULL && report.passes == 0 );
        }
        if ( report.colours > 0 )
        {
            solveNote(
                state, "%d passes, %d colours, four contacts at a time", state->iterations, report.colours );
        }
        else
        {
            solveNote( state, "%d passes, contact by contact", state->iterations );
        }
    }
    ssRelease( p );
    ssDestroyGs( pass );
    if ( result.code == ss_errorMemory )
    {
        state->status = ss_solveNoMemory;
    }
    return result.code != ss_errorValue;
}

static void solveNsgs( ssSolveState* state )
{
    ssSystem* system = state->system;
    bool plain = solveOption( state, "local" ) == (double)local_newton &&
        solveOption( state, "order" ) == 0.0 && solveOption( state, "lanes" ) > 0.0;
    if ( system->blocks == NULL && plain && solveInLanes( state ) )
    {
        return;
    }
    double* y = solveVectors( state, 1 );
    if ( y == NULL )
    {
        return;
    }
    Sweep pass = { .system = system,
        .p = state->p,
        .method = (localMethod)solveOption( state, "local" ),
        .localIterations = (int)solveOption( state, "local_iterations" ),
        .omega = solveOption( state, "omega" ) > 0.0 ? solveOption( state, "omega" ) : 1.0,
        .tolerance = 0.05 * state->tolerance * system->qNorm / sqrt( (double)system->contacts + 1.0 ) };
    bool alternate = solveOption( state, "order" ) > 0.0;
    int next = 0; // when to judge: a judgement costs half a pass
    systemMultiply( system, state->p, y, system->velocity );
    bool done = solveCheck( state, state->p, y, 0.0 );
    while ( !done && state->iterations < state->maxIterations )
    {
        systemBegin( system, state->p ); // afresh: rounding does not pile up
        bool backward = alternate && state->iterations % 2 == 1;
        for ( int i = 0; i < system->contacts; ++i )
        {
            solveContact( &pass, backward ? system->contacts - 1 - i : i );
        }
        for ( int k = 0; k < system->rows; ++k )
        {
            solveRow( &pass, k );
        }
        state->iterations += 1;
        if ( state->trace != NULL || state->iterations >= next || state->iterations == state->maxIterations )
        {
            systemMultiply( system, state->p, y, system->velocity );
            done = solveCheck( state, state->p, y, 0.0 );
            next = state->iterations + 1 + state->iterations / 20;
        }
    }
    solveNote( state, "%d passes, local solver %s", state->iterations, s_locals[pass.method] );
    ssRelease( y );
}

const ssSolver ss_solverNsgs = { .name = "nsgs",
    .label = "Gauss-Seidel, contact by contact",
    .source = "Acary & Bourrier 2021, Sec. 5.2",
    .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR,
    .rows = true,
    .maxIterations = 20000,
    .params = s_params,
    .paramCount = SS_COUNT( s_params ),
    .solve = solveNsgs };
