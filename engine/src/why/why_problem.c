// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "slipstick/solver.h"
#include "why/why_private.h"

#include <stdio.h>
#include <string.h>

// What is wrong with a contact problem: whether it has a solution, one or several, and who finds it.

#define TOLERANCE 1e-8
#define LARGE_RATIO 1e5  // of masses: beyond it iterations lose their digits
#define DIFFERENT 1e-3   // of the largest reaction
#define CHECKED_MAX 2000 // contacts: certificates of larger problems take longer than many solves

typedef struct Case
{
    const ssProblem* problem;
    ssWhy* why;
    ssStop* stop;
    void* context;
    double *p, *other;
    size_t bytes;
} Case;

static ssSolveReport solve( const Case* c, const ssSolver* solver, double* p )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = TOLERANCE;
    options.stop = c->stop;
    options.stopContext = c->context;
    ssSolveReport report = { .status = ss_statusRefused };
    ssIgnore( ssSolve( solver, c->problem, &options, p, &report ) );
    return report;
}

/// Names the contacts at which a vector has a part of more than this size.
static void nameLarge( const Case* c, ssWhyFinding* f, const double* p, double least )
{
    int d = c->problem->dimension;
    for ( int i = 0; i < c->problem->contactCount * d; ++i )
    {
        if ( fabs( p[i] ) > least )
        {
            whyName( f, i / d );
        }
    }
}

static double largest( const Case* c, const double* p )
{
    double size = 0.0;
    for ( int i = 0; i < c->problem->contactCount * c->problem->dimension; ++i )
    {
        size = ssMax( size, fabs( p[i] ) );
    }
    return size;
}

static void examineScale( const Case* c )
{
    int least = 0, most = 0;
    for ( int i = 1; i < c->problem->bodyCount; ++i )
    {
        least = c->problem->bodies[i].mass < c->problem->bodies[least].mass ? i : least;
        most = c->problem->bodies[i].mass > c->problem->bodies[most].mass ? i : most;
    }
    double ratio =
        c->problem->bodyCount > 0 ? c->problem->bodies[most].mass / c->problem->bodies[least].mass : 1.0;
    if ( ratio > LARGE_RATIO )
    {
        ssWhyFinding* f = whyAdd( c->why, ss_whyBadlyScaled, 0.7, 1.0 );
        snprintf( f->evidence, sizeof f->evidence,
            "the masses of bodies %d and %d are %.3g and %.3g kg: a ratio of %.2g", most, least,
            c->problem->bodies[most].mass, c->problem->bodies[least].mass, ratio );
    }
}

/// Solves again from forces that are far from the answer.
static void examineUniqueness( Case* c )
{
    double scale = largest( c, c->p );
    int d = c->problem->dimension;
    uint64_t state = 1;
    memset( c->other, 0, c->bytes );
    for ( int i = 0; i < c->problem->contactCount; ++i )
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        c->other[i * d] = scale * (double)( state >> 40 ) / (double)( 1 << 23 );
    }
    if ( !( scale > 0.0 ) || solve( c, ssFindSolver( "auto" ), c->other ).status != ss_statusConverged )
    {
        return;
    }
    for ( int i = 0; i < c->problem->contactCount * d; ++i )
    {
        c->other[i] -= c->p[i];
    }
    double most = largest( c, c->other );
    if ( most > DIFFERENT * scale )
    {
        ssWhyFinding* f = whyAdd( c->why, ss_whySeveralSolutions, 0.9, 1.0 );
        nameLarge( c, f, c->other, 0.5 * most );
        int worst = (int)f->contacts[0] * d;
        snprintf( f->evidence, sizeof f->evidence,
            "two answers to %g differ by %.3g of the largest reaction; contact %d: p_N = %.6g and %.6g",
            TOLERANCE, most / scale, worst / d, c->p[worst], c->p[worst] + c->other[worst] );
    }
}

/// Why there is no answer.
static void examineFailure( Case* c, const ssSolveReport* best )
{
    ssCertificate certificate = { 0 };
    ssPointedness pointed = { 0 };
    bool small = c->problem->contactCount <= CHECKED_MAX;
    for ( int relaxed = 0; relaxed < 2 && small; ++relaxed )
    {
        if ( ssProblem_FindCertificate( c->problem, relaxed == 1, &certificate, c->other ).code == ss_ok &&
            certificate.found )
        {
            ssWhyFinding* f = whyAdd( c->why, ss_whyInfeasible, relaxed == 1 ? 0.8 : 1.0, 1.0 );
            nameLarge( c, f, c->other, 0.0 );
            snprintf( f->evidence, sizeof f->evidence,
                "forces at %d contact%s balance each other, W p = 0, while the contacts close along them, "
                "q·p = %.3g < 0%s",
                certificate.contacts, certificate.contacts == 1 ? "" : "s", certificate.closing,
                relaxed == 1 ? " (proof for the relaxed law)" : "" );
            return;
        }
    }
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        memset( c->other, 0, c->bytes );
        ssSolveReport report = solve( c, ssGetSolver( i ), c->other );
        if ( report.status == ss_statusConverged )
        {
            ssWhyFinding* f = whyAdd( c->why, ss_whyHard, 0.9, 1.0 );
            snprintf(
                f->evidence, sizeof f->evidence, "solver %s: %.180s", ssGetSolver( i )->name, report.what );
            return;
        }
    }
    bool wedged =
        small && ssProblem_CheckPointed( c->problem, &pointed, c->other ).code == ss_ok && pointed.wedged;
    ssJudgement judgement = { .worstContact = -1 };
    ssIgnore( ssJudge( c->problem, c->p, &judgement, NULL ) );
    ssWhyFinding* f = whyAdd( c->why, wedged ? ss_whyIllPosed : ss_whyUnconverged, wedged ? 0.9 : 0.6, 1.0 );
    int worst = judgement.worstContact;
    bool placed = worst >= 0 && !ssProblem_IsExplicit( c->problem );
    snprintf( f->evidence, sizeof f->evidence,
        "no solver answers; the best residual is %.3g%s%.0d%s%.0d%s%.0d", best->residual,
        worst >= 0 ? ", worst at contact " : "", worst, placed ? " of bodies " : "",
        placed ? c->problem->bodyA[worst] : 0, placed ? " and " : "", placed ? c->problem->bodyB[worst] : 0 );
    if ( worst >= 0 )
    {
        whyName( f, worst );
    }
}

ssResult ssWhyProblem(
    const ssProblem* problem, const ssWhyOptions* options, ssStop* stop, void* context, ssWhy* why )
{
    (void)options;
    *why = ( ssWhy ){ .contacts = (uint64_t)problem->contactCount };
    SS_TRY( ssProblem_Check( problem ) );
    size_t size = (size_t)ssProblem_Size( problem );
    ssRoom room = { 0 };
    Case c = {
        .problem = problem, .why = why, .stop = stop, .context = context, .bytes = size * sizeof( double )
    };
    c.p = ssRoom_Take( &room, size, sizeof( double ) );
    c.other = ssRoom_Take( &room, size, sizeof( double ) );
    if ( problem->contactCount == 0 )
    {
        whyAdd( why, ss_whyNoContact, 1.0, 1.0 );
    }
    else if ( !room.failed )
    {
        examineScale( &c );
        ssSolveReport plain = solve( &c, ssFindSolver( "nsgs" ), c.other );
        ssSolveReport best = solve( &c, ssFindSolver( "auto" ), c.p );
        if ( best.status != ss_statusConverged )
        {
            examineFailure( &c, &best );
        }
        else
        {
            if ( plain.status != ss_statusConverged )
            {
                ssWhyFinding* f = whyAdd( why, ss_whyHard, 0.9, 1.0 );
                snprintf( f->evidence, sizeof f->evidence,
                    "nsgs ends at a residual of %.3g; auto solves it: %.180s", plain.residual, best.what );
            }
            examineUniqueness( &c );
        }
        whySort( why );
    }
    ssRoom_Release( &room );
    return c.p == NULL || c.other == NULL ? ssError( ss_errorMemory, NULL, "out of memory for the tests" )
                                          : ssOk();
}
