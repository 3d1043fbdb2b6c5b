// SPDX-License-Identifier: MIT
#include "cli/run_against.h"

#include "base/args.h"

#include <stdio.h>

/// Says what of the table does not count.
static void noteLeftOut( const ssFitData* data, double until )
{
    int outside = 0;
    for ( int i = 0; i < data->rowCount; ++i )
    {
        outside += data->times[i] < 0.0 || data->times[i] > until * ( 1.0 + 1e-9 );
    }
    if ( outside > 0 )
    {
        argsPrintLine( "slipstick run: %s: %d of %d rows lie outside of the run, 0 to %g s, and do not count",
            data->name, outside, data->rowCount, until );
    }
    if ( data->gapCount > 0 )
    {
        argsPrintLine( "slipstick run: %s: empty or nan cells are skipped: %d", data->name, data->gapCount );
    }
}

int runBeginAgainst( const char* path, const ssScenario* scenario, double until, runAgainst* against )
{
    if ( path == NULL )
    {
        return ARGS_STATUS_OK;
    }
    against->scenario = scenario;
    ssResult result = ssReadFitData( path, scenario, NULL, &against->data );
    result = result.code == ss_ok ? ssCreateAgainst( &against->data, scenario, &against->against ) : result;
    if ( result.code == ss_ok )
    {
        noteLeftOut( &against->data, until );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "run", result );
}

void runEndAgainst( runAgainst* against )
{
    ssDestroyAgainst( against->against );
    ssFitData_Destroy( &against->data );
    against->against = NULL;
}

void runVisitAgainst( const runAgainst* against, const ssSim* sim )
{
    if ( against->against != NULL )
    {
        ssAgainst_Visit( against->against, sim );
    }
}

void runAgainstHeadings( const runAgainst* against, csvWriter* csv )
{
    for ( int c = 0; c < against->data.columnCount; ++c )
    {
        char heading[SS_FIT_KEY + 8];
        snprintf( heading, sizeof heading, "data.%.60s",
            against->scenario->signals[against->data.columns[c].signal].name );
        csvText( csv, heading );
    }
}

void runAgainstCells( const runAgainst* against, csvWriter* csv, double time )
{
    for ( int c = 0; c < against->data.columnCount; ++c )
    {
        csvNumber( csv, ssFitData_At( &against->data, c, time ) );
    }
}
