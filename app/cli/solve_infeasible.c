// SPDX-License-Identifier: MIT
#include "cli/solve_infeasible.h"

#include "slipstick/rng.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NAMED 8    // contacts that are named
#define STARTS 300 // of 3000 planted solutions that `auto` did not find, all but one were found from fewer
#define STARTS_MOST 64  // contacts; larger problems are tried less often in proportion
#define START_STEPS 100 // of Newton's method

/// The forces that stop the bodies, roughly: |q| over |W e|, where e presses all contacts.
static double forceScale( const ssProblem* problem, double* p )
{
    int size = ssProblem_Size( problem ), d = problem->dimension, n = problem->contactCount;
    double q = 0.0, moved = 0.0;
    double* y = ssAlloc( ( (size_t)size + 1 ) * sizeof( double ) );
    memset( p, 0, (size_t)size * sizeof( double ) );
    for ( int i = 0; i < n; ++i )
    {
        p[i * d] = 1.0;
    }
    if ( y != NULL && ssProblem_Velocity( problem, p, y ).code == ss_ok )
    {
        for ( int i = 0; i < n * d; ++i )
        {
            q += problem->q[i] * problem->q[i];
            moved += ( y[i] - problem->q[i] ) * ( y[i] - problem->q[i] );
        }
    }
    ssRelease( y );
    return moved > 0.0 ? sqrt( q / moved ) : 1.0;
}

/// Reactions of contacts that are open or slide in any direction.
static void drawStart( const ssProblem* problem, double scale, ssRng* rng, double* p )
{
    int d = problem->dimension;
    memset( p, 0, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
    scale *= pow( 10.0, ssRng_Uniform( rng ) * 3.0 - 1.0 );
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        double load = ssRng_Uniform( rng ) < 0.5 ? 0.0 : scale * ssRng_Uniform( rng );
        double angle = 2.0 * SS_PI * ssRng_Uniform( rng ), friction = problem->cones[i].mu * load;
        p[i * d] = load;
        p[i * d + 1] = friction * cos( angle );
        p[i * d + 2] = friction * sin( angle );
    }
}

/// Newton's method from many starts. True: the one in `answer` leads to a solution.
static bool searchOn( const ssProblem* problem, double tolerance, double* answer, ssSolveReport* report )
{
    const ssSolver* newton = ssFindSolver( "newton" );
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = tolerance;
    options.maxIterations = START_STEPS;
    double* p = ssAlloc( ( (size_t)ssProblem_Size( problem ) + 1 ) * sizeof( double ) );
    ssRng rng = ssSeedRng( 1 );
    int n = problem->contactCount, starts = n > STARTS_MOST ? STARTS * STARTS_MOST / n : STARTS;
    double scale = p != NULL ? forceScale( problem, p ) : 1.0;
    bool found = false;
    for ( int k = 0; k < starts && !found && p != NULL; ++k )
    {
        ssSolveReport tried;
        drawStart( problem, scale, &rng, p );
        found = ssSolve( newton, problem, &options, p, &tried ).code == ss_ok &&
            tried.status == ss_solveConverged;
        if ( found && answer != NULL )
        {
            memcpy( answer, p, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
            report->status = ss_solveConverged;
            report->residual = tried.residual;
            report->iterations += tried.iterations;
            snprintf(
                report->what, sizeof report->what, "newton from start %d of those drawn at random", k + 1 );
        }
    }
    ssRelease( p );
    return found;
}

static bool isCoulomb( const ssProblem* problem )
{
    bool any = false;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        any = any || problem->laws[i] == ss_contactFormSaxce;
    }
    return any && !( ssProblem_Flags( problem ) & SS_LAWS_PLANAR );
}

bool solveFindInfeasible( const ssProblem* problem, double tolerance, double* answer, ssSolveReport* report,
    solveInfeasible* found )
{
    *found = ( solveInfeasible ){ .problem = problem,
        .p = ssAlloc( ( (size_t)ssProblem_Size( problem ) + 1 ) * sizeof( double ) ) };
    ssCertificate* c = &found->certificate;
    if ( found->p == NULL || ssProblem_FindCertificate( problem, false, c, found->p ).code != ss_ok )
    {
        c->found = false;
        return false;
    }
    if ( !c->found && isCoulomb( problem ) &&
        ssProblem_FindCertificate( problem, true, c, found->p ).code == ss_ok && c->found )
    {
        found->relaxed = true;
        c->found = !searchOn( problem, tolerance, answer, report );
        return !c->found;
    }
    return false;
}

/// Does the contact carry a part of p?
static bool carries( const solveInfeasible* found, int contact )
{
    int d = found->problem->dimension;
    for ( int c = 0; c < d; ++c )
    {
        if ( found->p[contact * d + c] != 0.0 )
        {
            return true;
        }
    }
    return false;
}

void solvePrintInfeasible( osWriter* out, const solveInfeasible* found )
{
    int named = 0;
    osPrintf( out, "%s: the forces p at contact%s",
        found->relaxed ? "no solution found, and under the relaxed law none exists" : "no solution exists",
        found->certificate.contacts == 1 ? "" : "s" );
    for ( int i = 0; i < found->problem->contactCount && named < NAMED; ++i )
    {
        if ( carries( found, i ) )
        {
            osPrintf( out, "%s %d", named == 0 ? "" : ",", i );
            ++named;
        }
    }
    osPrintf( out, "%s balance each other, W p = 0, while the contacts close along them, q·p = %.3g < 0\n",
        found->certificate.contacts > NAMED ? ", …" : "", found->certificate.closing );
}

void solveWriteCertificate( jsonWriter* json, const solveInfeasible* found )
{
    jsonBeginObject( json, "certificate" );
    jsonBool( json, "proof", !found->relaxed );
    jsonInLine( json );
    jsonBeginArray( json, "contacts" );
    for ( int i = 0; i < found->problem->contactCount; ++i )
    {
        if ( carries( found, i ) )
        {
            jsonNumber( json, NULL, i );
        }
    }
    jsonEndArray( json );
    jsonInLine( json );
    jsonBeginArray( json, "p" );
    for ( int i = 0; i < ssProblem_Size( found->problem ); ++i )
    {
        jsonNumber( json, NULL, found->p[i] );
    }
    jsonEndArray( json );
    jsonEndObject( json );
}
