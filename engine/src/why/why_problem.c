// SPDX-License-Identifier: MIT
#include "base/room.h"
#include "slipstick/solver.h"
#include "why/why_private.h"

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

/// The largest part of a vector; a finding gets the contacts with one of more than `least`.
static double largest( const Case* c, const double* p, double least, ssWhyFinding* finding )
{
    double size = 0.0;
    for ( int i = 0; i < c->size; ++i )
    {
        size = ssMax( size, fabs( p[i] ) );
        fabs( p[i] ) > least ? whyName( finding, i / c->problem->dimension ) : (void)0;
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
    double ratio = c->problem->bodyCount > 0 ? bodies[most].mass / bodies[least].mass : 1.0;
    if ( ratio > LARGE_RATIO )
    {
        const char* text = "bodies %d and %d have %.3g and %.3g kg: a ratio of %.2g";
        whyAdd( c->why, ss_whyBadlyScaled, 0.7, 1.0, text, most, least, bodies[most].mass, bodies[least].mass,
            ratio );
    }
}

/// Solves again from forces that are far from the answer.
static void examineUniqueness( const Case* c )
{
    double scale = largest( c, c->p, HUGE_VAL, NULL );
    uint64_t state = 1;
    for ( int i = 0; i < c->size; ++i )
    {
        state = state * 6364136223846793005u + 1442695040888963407u;
        c->other[i] =
            i % c->problem->dimension == 0 ? scale * (double)( state >> 40 ) / (double)( 1 << 23 ) : 0.0;
    }
    bool solved = scale > 0.0 && solve( c, "auto", c->other ).status == ss_statusConverged;
    for ( int i = 0; i < c->size; ++i ) { c->other[i] -= c->p[i]; }
    double most = largest( c, c->other, HUGE_VAL, NULL );
    if ( solved && most > DIFFERENT * scale )
    {
        const char* text = "two answers to %g differ by %.3g of the largest reaction of %.3g";
        double tolerance = c->options.tolerance;
        largest( c, c->other, 0.5 * most,
            whyAdd( c->why, ss_whySeveralSolutions, 0.9, 1.0, text, tolerance, most / scale, scale ) );
    }
}

/// Why there is no answer.
static void examineFailure( const Case* c, double residual )
{
    ssCertificate proof = { 0 };
    bool small = c->problem->contactCount <= CHECKED_MAX;
    for ( int relaxed = 0; relaxed < 2 && small && !proof.found; ++relaxed )
    {
        ssIgnore( ssProblem_FindCertificate( c->problem, relaxed == 1, &proof, c->other ) );
        if ( proof.found )
        {
            ssWhyFinding* f = whyAdd( c->why, ss_whyInfeasible, relaxed == 1 ? 0.8 : 1.0, 1.0,
                "forces at %d contacts balance each other, W p = 0, while these close along them, q·p = %.3g "
                "< 0%s",
                proof.contacts, proof.closing, relaxed == 1 ? " (a proof for the relaxed law)" : "" );
            largest( c, c->other, 0.0, f );
            return;
        }
    }
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        memset( c->other, 0, (size_t)ssProblem_Size( c->problem ) * sizeof( double ) );
        if ( solve( c, ssGetSolver( i )->name, c->other ).status == ss_statusConverged )
        {
            whyAdd( c->why, ss_whyHard, 0.9, 1.0, "solver %s finds the answer", ssGetSolver( i )->name );
            return;
        }
    }
    ssPointedness pointed = { 0 };
    ssJudgement judgement = { .worstContact = -1 };
    ssIgnore( small ? ssProblem_CheckPointed( c->problem, &pointed, c->other ) : ssOk() );
    ssIgnore( ssJudge( c->problem, c->p, &judgement, NULL ) );
    int worst = judgement.worstContact, placed = worst >= 0 && !ssProblem_IsExplicit( c->problem );
    ssWhyFinding* f =
        whyAdd( c->why, pointed.wedged ? ss_whyIllPosed : ss_whyUnconverged, pointed.wedged ? 0.9 : 0.6, 1.0,
            "no solver answers; the best residual is %.3g, worst at contact %d, bodies %d and %d", residual,
            worst, placed ? c->problem->bodyA[worst] : -1, placed ? c->problem->bodyB[worst] : -1 );
    whyName( f, worst );
}

ssResult ssWhyProblem( const ssProblem* problem, ssStop* stop, void* context, ssWhy* why )
{
    *why = ( ssWhy ){ .contacts = (uint64_t)problem->contactCount };
    SS_TRY( ssProblem_Check( problem ) );
    ssRoom room = { 0 };
    Case c = { problem, why, .options = ssDefaultSolveOptions(),
        .size = problem->contactCount * problem->dimension };
    c.options.stop = stop;
    c.options.stopContext = context;
    c.p = ssRoom_Take( &room, (size_t)ssProblem_Size( problem ), sizeof( double ) );
    c.other = ssRoom_Take( &room, (size_t)ssProblem_Size( problem ), sizeof( double ) );
    ssResult result = room.failed ? ssError( ss_errorMemory, NULL, "out of memory for the tests" ) : ssOk();
    if ( problem->contactCount == 0 )
    {
        whyAdd( why, ss_whyNoContact, 1.0, 1.0, "the problem has no contacts" );
    }
    else if ( result.code == ss_ok )
    {
        ssSolveReport plain = solve( &c, "nsgs", c.other ), best = solve( &c, "auto", c.p );
        bool solved = best.status == ss_statusConverged;
        if ( solved && plain.status != ss_statusConverged )
        {
            whyAdd( why, ss_whyHard, 0.9, 1.0, "nsgs ends at a residual of %.3g; auto solves it: %.180s",
                plain.residual, best.what );
        }
        examineScale( &c );
        solved ? examineUniqueness( &c ) : examineFailure( &c, best.residual );
    }
    whySort( why );
    ssRoom_Release( &room );
    return result;
}
