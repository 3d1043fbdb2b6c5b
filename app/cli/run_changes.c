// SPDX-License-Identifier: MIT
#include "cli/run_changes.h"

// Writes a row whenever a contact changes its regime.

ssResult runBeginChanges( const char* path, runChanges* changes )
{
    *changes = ( runChanges ){ 0 };
    if ( path == NULL )
    {
        return ssOk();
    }
    ssResult result = ssCreateChangeLog( &changes->log );
    result = result.code == ss_ok ? osBeginStream( path, &changes->out ) : result;
    if ( result.code != ss_ok )
    {
        runEndChanges( changes );
        return result;
    }
    static const char* const names[] = { "t", "contact", "a", "b", "from", "to", "held_s" };
    changes->csv = csvBeginTable( changes->out );
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        csvText( &changes->csv, names[i] );
    }
    csvEndRow( &changes->csv );
    return result;
}

static void writeChange( csvWriter* csv, const ssSim* sim, ssRegime regime, const ssChange* change )
{
    char name[SS_NAME_CAPACITY];
    csvNumber( csv, change->time );
    csvNumber( csv, change->contact );
    ssSim_BodyName( sim, change->a, name, (int)sizeof( name ) );
    csvText( csv, name );
    ssSim_BodyName( sim, change->b, name, (int)sizeof( name ) );
    csvText( csv, name );
    csvText( csv, ssRegime_Word( regime, change->from ) );
    csvText( csv, ssRegime_Word( regime, change->to ) );
    csvNumber( csv, change->held );
    csvEndRow( csv );
}

ssResult runAddChanges( runChanges* changes, const ssSim* sim )
{
    const ssChange* found = NULL;
    int count = 0;
    if ( changes->log == NULL || osWriteStopped( changes->out ) )
    {
        return ssOk();
    }
    ssResult result = ssChangeLog_Visit( changes->log, sim, &count, &found );
    ssRegime regime = ssFindRegime( ssSim_Scenario( sim ) );
    // Branches of a motion are no modes of a contact, which rolls on either.
    for ( int i = 0; i < count && regime.kind != ss_regimeBranch; ++i )
    {
        writeChange( &changes->csv, sim, regime, found + i );
    }
    if ( count > 0 && osPartialName( changes->out ) != NULL )
    {
        osFlushWrite( changes->out ); // finished rows outlive the program
    }
    return result;
}

void runEndChanges( runChanges* changes )
{
    ssDestroyChangeLog( changes->log );
    changes->log = NULL;
}
