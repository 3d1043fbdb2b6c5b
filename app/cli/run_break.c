// SPDX-License-Identifier: MIT
#include "cli/run_break.h"

#include <inttypes.h>
#include <stdio.h>

// Stops a run in the first state in which a contact begins to satisfy the condition of `--break`.

ssResult runBeginBreak( const char* text, const ssScenario* scenario, runBreak* stop )
{
    *stop = ( runBreak ){ 0 };
    if ( text != NULL && scenario->noContacts != NULL )
    {
        return ssError( ss_errorValue, "--break", "%s has no contacts that could satisfy --break: %s",
            scenario->id, scenario->noContacts );
    }
    ssResult result = text != NULL && text[0] == '\0'
        ? ssError( ss_errorFormat, "condition", "the condition is empty" )
        : sessionBreakWatch_Set( &stop->watch, text != NULL ? text : "" );
    return result.code == ss_ok ? result : ssError( result.code, "--break", "--break: %s", result.message );
}

void runWatchBreak( runBreak* stop, const ssSim* sim )
{
    stop->broke = sessionBreakWatch_Visit( &stop->watch, sim, &stop->found );
}

void runPrintBreak( const runBreak* stop )
{
    char what[200];
    if ( stop->broke )
    {
        sessionBreak_Describe( &stop->found, what, sizeof( what ) );
        fprintf( stderr, "slipstick run: break at step %" PRId64 ", t = %.10g s: contact %d, %s\n",
            stop->found.step, stop->found.time, stop->found.number, what );
    }
    else if ( stop->watch.text[0] != '\0' )
    {
        fprintf(
            stderr, "slipstick run: note: no contact began to satisfy --break \"%s\"\n", stop->watch.text );
    }
}

void runWriteBreak( jsonWriter* json, const runBreak* stop )
{
    if ( stop->watch.text[0] == '\0' )
    {
        return;
    }
    if ( !stop->broke )
    {
        jsonNull( json, "break" );
        return;
    }
    const sessionBreak* found = &stop->found;
    jsonBeginObject( json, "break" );
    jsonNumber( json, "t", found->time );
    jsonNumber( json, "step", (double)found->step );
    jsonNumber( json, "contact", found->number );
    jsonText( json, "a", found->a );
    jsonText( json, "b", found->b );
    jsonText( json, "values", found->values );
    jsonNumber( json, "contacts", found->contacts );
    jsonEndObject( json );
}

void runEndBreak( runBreak* stop )
{
    sessionBreakWatch_Free( &stop->watch );
}
