// SPDX-License-Identifier: MIT
#include "cli/run_against.h"

#include "base/args.h"

#include <stdio.h>

int runBeginAgainst( const char* path, const ssScenario* scenario, runAgainst* against )
{
    if ( path == NULL )
    {
        return ARGS_STATUS_OK;
    }
    against->scenario = scenario;
    ssResult result = ssReadFitData( path, scenario, NULL, &against->data );
    result = result.code == ss_ok ? ssCreateAgainst( &against->data, scenario, &against->against ) : result;
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
