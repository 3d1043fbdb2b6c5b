// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"
#include "cli/bench/bench_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The table of `slipstick bench engines`, as text and as JSON.

/// The check that the contacts miss by most; ss_logCheckCount: none of them does.
static ssLogCheck worstCheck( const ssLogAudit* audit )
{
    ssLogCheck worst = ss_logCheckCount;
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &audit->checks[i];
        if ( f->known && f->violations > 0 &&
            ( worst == ss_logCheckCount || f->worst > audit->checks[worst].worst ) )
        {
            worst = (ssLogCheck)i;
        }
    }
    return worst;
}

// ------------------------------------------------------------------------------------------------------ JSON

static void writeAudit( jsonWriter* json, const benchTrial* trial )
{
    if ( !trial->audited )
    {
        jsonNull( json, "audit" );
        return;
    }
    jsonBeginObject( json, "audit" );
    jsonNumber( json, "contacts", (double)trial->audit.contacts );
    for ( int i = 0; i < ss_logCheckCount; ++i )
    {
        const ssLogFinding* f = &trial->audit.checks[i];
        jsonNumber( json, ssLogCheckName( (ssLogCheck)i ), f->known ? f->worst : (double)NAN );
    }
    jsonText( json, "set", ssLogSetName( trial->audit.fingerprint.set ) );
    jsonNumber( json, "mu", trial->audit.fingerprint.mu );
    jsonEndObject( json );
}

static void writeTrial( jsonWriter* json, const benchTrial* trial )
{
    bool failed = trial->failure[0] != 0;
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonText( json, "scene", trial->scene );
    jsonText( json, "engine", trial->engine );
    jsonNumber( json, "h", trial->h );
    jsonText( json, "failure", failed ? trial->failure : NULL );
    jsonText( json, "unit", trial->unit );
    jsonNumber( json, "measured", trial->measured );
    jsonNumber( json, "exact", trial->exact );
    jsonNumber( json, "error", trial->error );
    jsonNumber( json, "us_per_step", failed ? (double)NAN : 1e6 * trial->secondsPerStep );
    writeAudit( json, trial );
    jsonEndObject( json );
}

void benchTrialsAsJson( jsonWriter* json, const benchRun* run )
{
    jsonBeginArray( json, "engines" );
    for ( int i = 0; i < run->trialCount; ++i )
    {
        writeTrial( json, &run->trials[i] );
    }
    jsonEndArray( json );
    jsonBeginArray( json, "absent_engines" );
    for ( int i = 0; i < run->absentCount; ++i )
    {
        jsonInLine( json );
        jsonBeginObject( json, NULL );
        jsonText( json, "engine", run->absent[i].engine );
        jsonText( json, "package", run->absent[i].package );
        jsonEndObject( json );
    }
    jsonEndArray( json );
}

// ------------------------------------------------------------------------------------------------------ text

static void printAudit( osWriter* out, const benchTrial* trial )
{
    ssLogCheck check = trial->audited ? worstCheck( &trial->audit ) : ss_logCheckCount;
    if ( !trial->audited || check == ss_logCheckCount )
    {
        osPrintf( out, "  %s\n", trial->audited ? "clean" : "no log" );
        return;
    }
    const ssLogFinding* f = &trial->audit.checks[check];
    osPrintf( out, "  %s %.2g in %.3g%%\n", ssLogCheckName( check ), f->worst,
        100.0 * (double)f->violations / (double)trial->audit.contacts );
}

/// One line: the usual step, and the error with the short one if it was tried.
static void printTrial( osWriter* out, const benchRun* run, int index )
{
    const benchTrial* trial = &run->trials[index];
    osPrintf( out, "  %-10s", trial->engine );
    if ( trial->failure[0] != 0 )
    {
        osPrintf( out, "  n/a: %s\n", trial->failure );
        return;
    }
    osPrintf( out, "  %11.5g  %9.1e", trial->measured, trial->error );
    const benchTrial* next = index + 1 < run->trialCount ? trial + 1 : NULL;
    if ( next != NULL && next->fine && next->failure[0] == 0 )
    {
        osPrintf( out, "  %9.1e", next->error );
    }
    else
    {
        osPrintf( out, "  %9s", "" );
    }
    osPrintf( out, "  %7.1f", 1e6 * trial->secondsPerStep );
    printAudit( out, trial );
}

void benchTrialsAsText( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nScenes with closed forms, h = 1/%.0f s (fine: 1/%.0f s): errors are relative, us of processor "
        "time "
        "per step.\naudit: the check that contacts miss by most, by how much of their load, and how many of "
        "them\n",
        1.0 / SCENE_STEP, ENGINES_FINER / SCENE_STEP );
    const char* scene = "";
    for ( int i = 0; i < run->trialCount; ++i )
    {
        const benchTrial* trial = &run->trials[i];
        if ( strcmp( scene, trial->scene ) != 0 )
        {
            scene = trial->scene;
            osPrintf( out, "\n%s: %s, exactly %.5g %s\n", scene, trial->title, trial->exact, trial->unit );
            char unit[24];
            snprintf( unit, sizeof( unit ), "[%s]", trial->unit );
            osPrintf( out, "  %-10s  %11s  %9s  %9s  %7s  %s\n", "engine", unit, "error", "fine", "us/step",
                "audit" );
        }
        if ( !trial->fine )
        {
            printTrial( out, run, i );
        }
    }
    for ( int i = 0; i < run->absentCount; ++i )
    {
        osPrintf( out, "%s%s is not there. On Debian: apt-get install %s, then build again\n",
            i == 0 ? "\n" : "", run->absent[i].engine, run->absent[i].package );
    }
}
