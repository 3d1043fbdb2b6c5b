// SPDX-License-Identifier: MIT
#include "local/local_solve.h"

#include "slipstick/sweep.h"

#include <math.h>
#include <string.h>

// Nonsmooth Gauss-Seidel (Acary & Bourrier Sec. 5.2): contact by contact, each solved exactly or nearly so with all
// others held. The workhorse: cheap sweeps, never diverges on symmetric W, and slow in the end on stiff packings.

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
        .doc = "At most so many iterations per contact and sweep.",
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
        .doc = "0 sweeps forward, 1 alternates forward and backward.",
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
        .doc = "1 extrapolates over the sweeps, with restart. With lanes only.",
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

static void solveContact( Sweep* sweep, int i )
{
    ssSystem* system = sweep->system;
    int d = system->dimension;
    double* p = sweep->p + (size_t)i * (size_t)d;
    const double* block = system->diag + (size_t)i * (size_t)( d * d );
    double b[SS_CONE_MAX], old[SS_CONE_MAX], trace = 0.0;
    systemContactVelocity( system, sweep->p, i, b );
    for ( int c = 0; c < d; ++c )
    {
        b[c] -= vecDot( d, block + c * d, p );
        old[c] = p[c];
        trace += block[c * d + c];
    }
    bool planar = system->laws[i] == ss_problemPlanar;
    planarContact contact = { 0 };
    if ( planar )
    {
        contact = systemPlanar( system, i );
    }
    if ( !planar && b[0] >= 0.0 && system->laws[i] == ss_problemCoulomb )
    {
        // it opens: p = 0 is the answer
        memset( p, 0, (size_t)d * sizeof( double ) );
    }
    else
    {
        localProblem local = { .dimension = d,
            .cone = &system->cones[i],
            .saxce = system->laws[i] == ss_problemCoulomb,
            .planar = planar ? &contact : NULL,
            .a = block,
            .b = b,
            .step = d / trace,
            .tolerance = sweep->tolerance };
        localSolve( &local, sweep->method, sweep->localIterations, p );
    }
    bool moved = false;
    double change[SS_CONE_MAX];
    for ( int c = 0; c < d; ++c )
    {
        moved = moved || p[c] != old[c];
        change[c] = sweep->omega * ( p[c] - old[c] );
    }
    if ( !moved )
    {
        return;
    }
    if ( sweep->omega != 1.0 )
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

static void solveRow( Sweep* sweep, int k )
{
    ssSystem* system = sweep->system;
    double* p = &sweep->p[system->contacts * system->dimension + k];
    double next = *p - sweep->omega * systemRowVelocity( system, sweep->p, k ) / system->rowDiag[k];
    next = fmin( fmax( next, system->lo[k] ), system->hi[k] );
    systemChangeRow( system, k, next - *p );
    *p = next;
}

#define SURELY 0.999999

/// By the kernel of sweep.h. False when it refuses.
static bool solveInLanes( ssSolveRun* run )
{
    ssSystem* system = run->system;
    ssSweep* sweep = ssCreateSweep();
    double *p = runVectors( run, 2 ), *y = p != NULL ? p + runStride( run ) : NULL;
    if ( sweep == NULL || p == NULL )
    {
        ssRelease( p );
        ssDestroySweep( sweep );
        run->status = ss_solveNoMemory;
        return true;
    }
    systemUnscaleReaction( system, run->p, p );
    ssResult result = ssSweep_Begin( sweep, system->problem, p );
    if ( result.code == ss_ok )
    {
        ssSweepOptions options = { .tolerance = run->tolerance,
            .omega = runValue( run, "omega" ),
            .local = ss_sweepExact,
            .accelerate = runValue( run, "accelerate" ) > 0.0 };
        ssSweepReport report;
        bool done = false;
        while ( !done )
        {
            // a trace wants to see every sweep, and the start
            bool first = run->trace != NULL && run->iterations == 0 && y[system->size] == 0.0;
            int left = run->maxIterations - run->iterations;
            options.maxSweeps = run->trace == NULL ? left : first ? 0 : 1;
            y[system->size] = 1.0;
            ssSweep_Iterate( sweep, &options, &report );
            run->iterations += report.sweeps;
            ssSweep_Finish( sweep, p, NULL );
            systemScaleReaction( system, p, run->p );
            if ( run->trace == NULL && report.residual < SURELY * run->tolerance )
            {
                // the kernel's measure is the judge's but for rounding, and who asked judges again
                run->residual = report.residual;
                run->status = ss_solveConverged;
                break;
            }
            systemMultiply( system, run->p, y, system->velocity );
            done = runCheck( run, run->p, y, 0.0 ) || run->iterations >= run->maxIterations ||
                report.status == ss_solveNotFinite || ( run->trace == NULL && report.sweeps == 0 );
        }
        if ( report.colours > 0 )
        {
            runSay( run, "%d sweeps, %d colours, four contacts at a time", run->iterations, report.colours );
        }
        else
        {
            runSay( run, "%d sweeps, contact by contact", run->iterations );
        }
    }
    ssRelease( p );
    ssDestroySweep( sweep );
    if ( result.code == ss_errorMemory )
    {
        run->status = ss_solveNoMemory;
    }
    return result.code != ss_errorValue;
}

static void solveNsgs( ssSolveRun* run )
{
    ssSystem* system = run->system;
    bool plain = runValue( run, "local" ) == (double)local_newton && runValue( run, "order" ) == 0.0 &&
        runValue( run, "lanes" ) > 0.0;
    if ( system->blocks == NULL && plain && solveInLanes( run ) )
    {
        return;
    }
    double* y = runVectors( run, 1 );
    if ( y == NULL )
    {
        return;
    }
    Sweep sweep = { .system = system,
        .p = run->p,
        .method = (localMethod)runValue( run, "local" ),
        .localIterations = (int)runValue( run, "local_iterations" ),
        .omega = runValue( run, "omega" ) > 0.0 ? runValue( run, "omega" ) : 1.0,
        .tolerance = 0.05 * run->tolerance * system->qNorm / sqrt( (double)system->contacts + 1.0 ) };
    bool alternate = runValue( run, "order" ) > 0.0;
    int next = 0; // when to judge: a judgement costs half a sweep
    systemMultiply( system, run->p, y, system->velocity );
    bool done = runCheck( run, run->p, y, 0.0 );
    while ( !done && run->iterations < run->maxIterations )
    {
        systemBegin( system, run->p ); // afresh: rounding does not pile up
        bool backward = alternate && run->iterations % 2 == 1;
        for ( int i = 0; i < system->contacts; ++i )
        {
            solveContact( &sweep, backward ? system->contacts - 1 - i : i );
        }
        for ( int k = 0; k < system->rows; ++k )
        {
            solveRow( &sweep, k );
        }
        run->iterations += 1;
        if ( run->trace != NULL || run->iterations >= next || run->iterations == run->maxIterations )
        {
            systemMultiply( system, run->p, y, system->velocity );
            done = runCheck( run, run->p, y, 0.0 );
            next = run->iterations + 1 + run->iterations / 20;
        }
    }
    runSay( run, "%d sweeps, local solver %s", run->iterations, s_locals[sweep.method] );
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
