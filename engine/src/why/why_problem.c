// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "slipstick/solver.h"
#include "why/why_private.h"

#include <stdio.h>
#include <string.h>

// What is wrong with a contact problem: whether it has a solution, one or several, and who finds it.

#define LARGE_RATIO 1e5  // of masses: beyond it iterations lose their digits
#define DIFFERENT 1e-3   // of the largest reaction
#define CHECKED_MAX 2000 // contacts: certificates of larger problems take longer than many solves

typedef struct Case
{
    const ssProblem* problem;
    ssWhy* why;
    ssSolveOptions options;
    double *p, *other;
    int size; // of both, without rows
} Case;

static ssSolveReport solve( const Case* c, const char* name, double* p )
{
    ssSolveReport report = { .status = ss_statusRefused };
    ssIgnore( ssSolve( ssFindSolver( name ), c->problem, &c->options, p, &report ) );
    return report;
}

/// The largest part of a vector, and the contacts with one of more than this share of it.
static double largest( const Case* c, const double* p, double share, whyNames* names )
{
    double size = 0.0;
    for ( int i = 0; i < c->size; ++i )
    {
        size = ssMax( size, fabs( p[i] ) );
    }
    for ( int i = 0; i < c->size; ++i )
    {
        fabs( p[i] ) > share* size ? whyName( names, i / c->problem->dimension ) : (void)0;
    }
    return size;
}

static void examineScale( const Case* c )
{
    const ssProblemBody* bodies = c->problem->bodies;
    int least = 0, most = 0;
    for ( int i = 1; i < c->problem->bodyCount; ++i )
    {
        least = bodies[i].mass < bodies[least].mass ? i : least;
        most = bodies[i].mass > bodies[most].mass ? i : most;
    }
    if ( c->problem->bodyCount > 0 && bodies[most].mass > LARGE_RATIO * bodies[least].mass )
    {
        whyAdd( c->why, ss_whyBadlyScaled, 0.7, 1.0, NULL,
            "bodies %d and %d have %.3g and %.3g kg: a ratio of %.2g", most, least, bodies[most].mass,
            bodies[least].mass, bodies[most].mass / bodies[least].mass );
    }
}

/// Solves again from forces that are far from the answer.
static void examineUniqueness( Case* c )
{
    whyNames names = { 0 };
    double scale = largest( c, c->p, 1.0, &names );
    uint64_t state = 1;
    for ( int i = 0; i < c->size; ++i )
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        bool normal = i % c->problem->dimension == 0;
        c->other[i] = normal ? scale * (double)( state >> 40 ) / (double)( 1 << 23 ) : 0.0;
    }
    if ( !( scale > 0.0 ) || solve( c, "auto", c->other ).status != ss_statusConverged )
    {
        return;
    }
    for ( int i = 0; i < c->size; ++i )
    {
        c->other[i] -= c->p[i];
    }
    double most = largest( c, c->other, 0.5, &names );
    int first = names.count > 0 ? (int)names.contacts[0] * c->problem->dimension : 0;
    if ( most > DIFFERENT * scale )
    {
        whyAdd( c->why, ss_whySeveralSolutions, 0.9, 1.0, &names,
            "two answers to %g differ by %.3g of the largest reaction; contact %.0f has p_N = %.6g and %.6g",
            c->options.tolerance, most / scale, names.contacts[0], c->p[first],
            c->p[first] + c->other[first] );
    }
}

/// Why there is no answer.
static void examineFailure( Case* c, double residual )
{
    whyNames names = { 0 };
    ssCertificate proof = { 0 };
    bool small = c->problem->contactCount <= CHECKED_MAX;
    for ( int relaxed = 0; relaxed < 2 && small; ++relaxed )
    {
        if ( ssProblem_FindCertificate( c->problem, relaxed == 1, &proof, c->other ).code == ss_ok &&
            proof.found )
        {
            largest( c, c->other, 0.0, &names );
            whyAdd( c->why, ss_whyInfeasible, relaxed == 1 ? 0.8 : 1.0, 1.0, &names,
                "forces at %d contacts balance each other, W p = 0, while these close along them, q·p = %.3g "
                "< 0%s",
                proof.contacts, proof.closing, relaxed == 1 ? " (a proof for the relaxed law)" : "" );
            return;
        }
    }
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        memset( c->other, 0, (size_t)ssProblem_Size( c->problem ) * sizeof( double ) );
        if ( solve( c, ssGetSolver( i )->name, c->other ).status == ss_statusConverged )
        {
            whyAdd(
                c->why, ss_whyHard, 0.9, 1.0, NULL, "solver %s finds the answer", ssGetSolver( i )->name );
            return;
        }
    }
    ssPointedness pointed = { 0 };
    ssJudgement judgement = { .worstContact = -1 };
    bool wedged =
        small && ssProblem_CheckPointed( c->problem, &pointed, c->other ).code == ss_ok && pointed.wedged;
    ssIgnore( ssJudge( c->problem, c->p, &judgement, NULL ) );
    int worst = judgement.worstContact, placed = worst >= 0 && !ssProblem_IsExplicit( c->problem );
    worst >= 0 ? whyName( &names, worst ) : (void)0;
    whyAdd( c->why, wedged ? ss_whyIllPosed : ss_whyUnconverged, wedged ? 0.9 : 0.6, 1.0, &names,
        "no solver answers; the best residual is %.3g, worst at contact %d, bodies %d and %d", residual,
        worst, placed ? c->problem->bodyA[worst] : -1, placed ? c->problem->bodyB[worst] : -1 );
}

static void examine( Case* c )
{
    examineScale( c );
    ssSolveReport plain = solve( c, "nsgs", c->other ), best = solve( c, "auto", c->p );
    if ( best.status != ss_statusConverged )
    {
        examineFailure( c, best.residual );
        return;
    }
    if ( plain.status != ss_statusConverged )
    {
        whyAdd( c->why, ss_whyHard, 0.9, 1.0, NULL, "nsgs ends at a residual of %.3g; auto solves it: %.180s",
            plain.residual, best.what );
    }
    examineUniqueness( c );
}

ssResult ssWhyProblem( const ssProblem* problem, ssStop* stop, void* context, ssWhy* why )
{
    *why = ( ssWhy ){ .contacts = (uint64_t)problem->contactCount };
    SS_TRY( ssProblem_Check( problem ) );
    ssRoom room = { 0 };
    Case c = { .problem = problem, .why = why, .options = ssDefaultSolveOptions() };
    c.options.stop = stop;
    c.options.stopContext = context;
    c.size = problem->contactCount * problem->dimension;
    c.p = ssRoom_Take( &room, (size_t)ssProblem_Size( problem ), sizeof( double ) );
    c.other = ssRoom_Take( &room, (size_t)ssProblem_Size( problem ), sizeof( double ) );
    ssResult result = room.failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk();
    if ( problem->contactCount == 0 )
    {
        whyAdd( why, ss_whyNoContact, 1.0, 1.0, NULL, "the problem has no contacts" );
    }
    else if ( result.code == ss_ok )
    {
        examine( &c );
    }
    ssRoom_Release( &room );
    return result;
}
