// SPDX-License-Identifier: MIT
#include "cli/bench/bench_gs.h"

#include "base/os.h"
#include "cli/bench/bench_pile.h"
#include "cli/bench/bench_plain.h"
#include "slipstick/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A pile at rest as `solve` gets it: from a file with few digits, which says q and no free velocities; and the spheres of
// --problems. How long `auto` takes beside the plain loop, both to the same judge and on one thread. Judging the plain loop is
// free.

#define SPHERES 1750 // with about 4,600 contacts
#define SPHERES_QUICK 60
#define STEP 5e-3 // [s]
#define TOLERANCE 1e-4
#define PLAIN_PASSES_MAX 20000
#define PLAIN_PASSES_PER_JUDGEMENT 10
#define REPEATS 2

/// The number as a file with nine digits would have it.
static double ofFile( double value )
{
    char text[32];
    snprintf( text, sizeof( text ), "%.9g", value );
    return strtod( text, NULL );
}

static ssVec3 vectorOfFile( ssVec3 v )
{
    return ssVec3_Make( ofFile( v.x ), ofFile( v.y ), ofFile( v.z ) );
}

/// The problem with five rows per contact, as it would be after writing it to a file with few digits and reading it.
static ssResult throughAFile( const ssProblem* from, ssProblem* problem )
{
    int n = from->contactCount;
    ssProblemBody* bodies = calloc( (size_t)from->bodyCount + 1, sizeof( ssProblemBody ) );
    ssProblemContact* contacts = calloc( (size_t)n + 1, sizeof( ssProblemContact ) );
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory" );
    if ( bodies != NULL && contacts != NULL )
    {
        for ( int i = 0; i < from->bodyCount; ++i )
        {
            bodies[i] = from->bodies[i];
            bodies[i].position = vectorOfFile( bodies[i].position );
        }
        for ( int i = 0; i < n; ++i )
        {
            contacts[i] = ssDefaultProblemContact( 5 );
            contacts[i].a = from->bodyA[i];
            contacts[i].b = from->bodyB[i];
            contacts[i].point = vectorOfFile( from->points[i] );
            contacts[i].normal = vectorOfFile( from->frames[i].n );
            contacts[i].tangent = vectorOfFile( ssProblemFrame_Axes( from->frames[i] ).cy );
            contacts[i].cone.mu = from->cones[i].mu;
            contacts[i].cone.muRoll = from->cones[i].muRoll;
        }
        result = ssProblem_FromBodies( 5, bodies, from->bodyCount, contacts, n, NULL, 0, NULL, problem );
    }
    for ( int i = 0; i < n && result.code == ss_ok; ++i )
    {
        for ( int c = 0; c < 5; ++c )
        {
            problem->q[5 * i + c] = ofFile( from->q[from->dimension * i + c] );
        }
    }
    free( bodies );
    free( contacts );
    return result;
}

/// Spheres that differ by a tenth in size, at rest in a box.
static ssResult makePile( const benchRun* run, ssProblem* problem )
{
    int count = run->quick ? SPHERES_QUICK : SPHERES;
    const ssMaterial smooth = { .mu = 0.3, .muRoll = 0.1 * 0.5 * PILE_DIAMETER };
    pileLayers layers = { .count = count,
        .material = &smooth,
        .side = (int)ceil( cbrt( count ) ),
        .spacing = 1.05,
        .height = 0.75,
        .shake = 0.1,
        .spread = 0.1,
        .staggered = true };
    ssWorld* world = NULL;
    ssResult result = pileMakeLayers( &layers, 50, 4 * count, &world );
    for ( int i = 0; i < ( run->quick ? 10 : 150 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( world, STEP );
    }
    ssProblem frozen = { 0 };
    result = result.code == ss_ok ? ssWorld_Freeze( world, &frozen ) : result;
    result = result.code == ss_ok ? throughAFile( &frozen, problem ) : result;
    ssProblem_Destroy( &frozen );
    ssDestroyWorld( world );
    return result;
}

/// Passes that the plain loop needs; 0: it missed the tolerance.
static int countPlainPasses( const ssProblem* problem, plainLoop* loop, double* p )
{
    ssJudgement judgement = { .residual = HUGE_VAL };
    int passes = 0;
    while ( passes < PLAIN_PASSES_MAX && !ssJudgement_IsSolution( &judgement, TOLERANCE ) )
    {
        for ( int i = 0; i < PLAIN_PASSES_PER_JUDGEMENT; ++i )
        {
            plainPass( loop );
        }
        passes += PLAIN_PASSES_PER_JUDGEMENT;
        plainReactions( loop, problem, p );
        if ( ssJudge( problem, p, &judgement, NULL ).code != ss_ok )
        {
            return 0;
        }
    }
    return ssJudgement_IsSolution( &judgement, TOLERANCE ) ? passes : 0;
}

/// Seconds of the plain loop for so many passes.
static double timePlain( plainLoop* loop, int passes )
{
    double best = HUGE_VAL;
    for ( int k = 0; k < REPEATS; ++k )
    {
        plainReset( loop );
        double began = osCpuSeconds();
        for ( int i = 0; i < passes; ++i )
        {
            plainPass( loop );
        }
        best = fmin( best, osCpuSeconds() - began );
        benchKeep( plainVelocity( loop ) );
    }
    return best;
}

/// Seconds of a whole call of `auto`, with packing and judging.
static double timeAuto( const ssProblem* problem, double* p, ssSolveReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = TOLERANCE;
    double best = HUGE_VAL;
    for ( int k = 0; k < REPEATS; ++k )
    {
        memset( p, 0, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
        double began = osCpuSeconds();
        ssIgnore( ssSolve( ssFindSolver( "auto" ), problem, &options, p, report ) );
        best = fmin( best, osCpuSeconds() - began );
    }
    return best;
}

static ssResult addRatio( benchRun* run, const char* which, const ssProblem* problem )
{
    plainLoop* loop = plainMake( problem );
    double* p = calloc( (size_t)ssProblem_Size( problem ) + 1, sizeof( double ) );
    ssResult result = ssOk();
    if ( loop != NULL && p != NULL )
    {
        char what[96];
        ssSolveReport report;
        int passes = countPlainPasses( problem, loop, p );
        double plain = timePlain( loop, passes ), ours = timeAuto( problem, p, &report );
        snprintf( what, sizeof( what ), "ms: auto to 1e-4, %s, %d contacts: %d passes%s", which,
            problem->contactCount, report.iterations, report.status == ss_solveConverged ? "" : " MISSED" );
        benchFact( run, what, 1e3 * ours );
        snprintf( what, sizeof( what ), "ms: the plain loop, the same problem: %d passes%s", passes,
            passes > 0 ? "" : ", MISSED" );
        benchFact( run, what, 1e3 * plain );
        if ( passes > 0 )
        {
            benchFact( run, "auto / plain loop", ours / fmax( plain, 1e-9 ) );
        }
    }
    else
    {
        result = ssError( ss_errorMemory, NULL, "out of memory" );
    }
    plainFree( loop );
    free( p );
    return result;
}

/// Whether the plain loop can have the problem.
static bool isOfSpheres( const ssProblem* problem )
{
    bool is = !ssProblem_IsExplicit( problem ) && problem->rowCount == 0 && problem->compliance == NULL;
    for ( int i = 0; i < problem->bodyCount && is; ++i )
    {
        const ssMat3* m = &problem->inverseInertia[i];
        is = fabs( m->cx.x - m->cy.y ) + fabs( m->cx.x - m->cz.z ) <= 1e-9 * m->cx.x;
    }
    for ( int i = 0; i < problem->contactCount && is; ++i )
    {
        is = problem->laws[i] == ss_contactFormSaxce;
    }
    return is;
}

static ssResult addFile( benchRun* run, const char* name )
{
    char path[4096];
    char* text = NULL;
    size_t length = 0;
    snprintf( path, sizeof( path ), "%s/%s", run->problems, name );
    ssResult result = osReadFile( path, &text, &length );
    ssProblem problem = { 0 };
    // Files that are not contact problems are skipped.
    if ( result.code == ss_ok && ssReadProblem( text, length, &problem ).code == ss_ok &&
        isOfSpheres( &problem ) )
    {
        result = addRatio( run, name, &problem );
    }
    free( text );
    ssProblem_Destroy( &problem );
    return result;
}

ssResult benchPileAtRest( benchRun* run )
{
    ssProblem problem = { 0 };
    ssResult result = makePile( run, &problem );
    result = result.code == ss_ok ? addRatio( run, "a pile at rest", &problem ) : result;
    ssProblem_Destroy( &problem );
    char** names = NULL;
    int count = 0;
    result = result.code == ss_ok && run->problems != NULL ? osListFolder( run->problems, &names, &count )
                                                           : result;
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        result = addFile( run, names[i] );
    }
    osFreeList( names, count );
    return result;
}
