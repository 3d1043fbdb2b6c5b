// SPDX-License-Identifier: MIT
#include "base/problem_file.h"

#include "base/grow.h"
#include "base/os.h"
#include "base/reactions.h"
#include "slipstick/advanced/problem_view.h"
#include "slipstick/lab/problem_scenario.h"
#include "slipstick/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes a scenario of a file with a contact problem, solved by us or with somebody else's answer.

#define TOLERANCE 1e-8  // of an answer that counts as a solution, as for `solve`
#define TIME_LIMIT 10.0 // [s] for a solve that somebody waits for

static bool contains( const char* head, size_t size, const char* word )
{
    size_t length = strlen( word );
    for ( size_t i = 0; i + length <= size; ++i )
    {
        if ( memcmp( head + i, word, length ) == 0 )
        {
            return true;
        }
    }
    return false;
}

bool problemIsFile( const char* head, size_t size )
{
    size_t at = 0;
    while ( at < size && strchr( " \t\r\n", head[at] ) != NULL && head[at] != 0 )
    {
        ++at;
    }
    if ( at == size )
    {
        return false;
    }
    if ( head[at] == '{' )
    {
        return contains( head, size, "\"slipstick-problem\"" );
    }
    if ( size >= 4 && memcmp( head, "\x89HDF", 4 ) == 0 )
    {
        return contains( head, size, "fclib_" );
    }
    // Siconos' text form begins with a lone number, the dimension.
    size_t digits = 0;
    while ( at + digits < size && head[at + digits] >= '0' && head[at + digits] <= '9' )
    {
        ++digits;
    }
    size_t end = at + digits;
    return digits > 0 && ( end == size || strchr( " \t\r\n", head[end] ) != NULL );
}

static bool isPast( void* context )
{
    return osSeconds() > *(const double*)context;
}

static ssResult solveOwn( const ssProblem* problem, double* p, ssSolveReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    double end = osSeconds() + TIME_LIMIT;
    options.tolerance = TOLERANCE;
    options.stop = isPast;
    options.stopContext = &end;
    return ssSolve( ssFindSolver( "auto" ), problem, &options, p, report );
}

/// Says how good the answer is; returns the length.
static void writeVerdict( const char* judgePath, bool solution, double residual, char* text, size_t capacity )
{
    if ( judgePath == NULL )
    {
        snprintf(
            text, capacity, "%s by auto, residual %.2g.", solution ? "Solved" : "NOT solved", residual );
        return;
    }
    const char* slash = strrchr( judgePath, '/' );
    snprintf( text, capacity, "The answer of %.80s is %s, residual %.2g.",
        slash != NULL ? slash + 1 : judgePath, solution ? "a solution" : "NOT a solution", residual );
}

/// What there is to see, in a sentence or two.
static ssResult describe( const ssProblem* problem, const char* judgePath, const double* p, char* text,
    size_t capacity, int* contact )
{
    ssJudgement whole;
    ssContactJudgement* contacts = calloc( (size_t)problem->contactCount + 1, sizeof *contacts );
    ssResult result = contacts != NULL ? ssJudge( problem, p, &whole, NULL )
                                       : ssError( ss_errorMemory, NULL, "out of memory for the judgement" );
    result = result.code == ss_ok ? ssJudgeContacts( problem, p, contacts ) : result;
    if ( result.code == ss_ok )
    {
        bool solution = ssJudgement_IsSolution( &whole, TOLERANCE );
        *contact = whole.worstContact < 0 ? 0 : whole.worstContact;
        writeVerdict( judgePath, solution, whole.residual, text, capacity );
        if ( !solution )
        {
            addText( text, capacity, " Worst is contact %d: %s.", *contact,
                ssAnswerFaultText( contacts[*contact].fault ) );
        }
        if ( ssProblem_IsExplicit( problem ) )
        {
            addText( text, capacity, " The file has no positions: contacts stand on a grid in their order." );
        }
    }
    free( contacts );
    return result;
}

static ssResult makeScenario( const char* path, const char* judgePath, ssProblem* problem, const double* p,
    const ssScenario** scenario, int* contact )
{
    char point[320], source[128];
    ssResult result = describe( problem, judgePath, p, point, sizeof point, contact );
    if ( result.code != ss_ok )
    {
        return result;
    }
    const char* slash = strrchr( path, '/' );
    snprintf( source, sizeof source,
        "contact problem, %d contact%s in dimension %d; reactions in the file's units", problem->contactCount,
        problem->contactCount == 1 ? "" : "s", problem->dimension );
    const ssProblemScenarioDef def = { .problem = problem,
        .p = p,
        .tolerance = TOLERANCE,
        .title = slash != NULL ? slash + 1 : path,
        .source = source,
        .point = point };
    return ssMakeProblemScenario( &def, scenario );
}

ssResult problemScenario( const char* path, const char* judgePath, const ssScenario** scenario, int* contact )
{
    char* text = NULL;
    size_t length = 0;
    ssProblem problem = { 0 };
    reactionsAnswer answer = { 0 };
    ssSolveReport report;
    *scenario = NULL;
    ssResult result = osReadFile( path, &text, &length );
    if ( result.code == ss_ok )
    {
        ssResult read = ssReadProblem( text, length, &problem );
        result = read.code == ss_ok ? read
                                    : ssError( read.code, read.field, "%.100s: %.150s", path, read.message );
        free( text );
    }
    if ( result.code == ss_ok && judgePath != NULL )
    {
        result = reactionsRead( judgePath, &problem, &answer );
    }
    else if ( result.code == ss_ok )
    {
        answer.p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
        result = answer.p != NULL ? solveOwn( &problem, answer.p, &report )
                                  : ssError( ss_errorMemory, NULL, "out of memory for the reactions" );
    }
    result = result.code == ss_ok ? makeScenario( path, judgePath, &problem, answer.p, scenario, contact )
                                  : result;
    reactionsDestroy( &answer );
    ssProblem_Destroy( &problem );
    return result;
}
