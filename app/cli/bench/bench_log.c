// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/text_writer.h"
#include "cli/bench/bench_table.h"
#include "slipstick/contact_log.h"

// Measures reading contact logs from memory: 10^5 contacts at 30 frames/s leave 333 ns for each.

typedef struct Log
{
    const char* form;
    int frames, contacts; // of a frame
    textWriter text;
    ssContactLog* log;
    ssLogFrame frame;
    ssResult result;
} Log;

/// Contacts with about 20 known columns of 17 digits.
static void fillFrame( ssLogFrame* frame, int k )
{
    frame->t = 0.01 * k;
    for ( int row = 0; row < frame->count; ++row )
    {
        double x = 1.0 / ( row + 3.0 ), y = 1.0 / ( row + k + 7.0 );
        ssLogFrame_SetVector( frame, ss_logPx, row, ssVec3_Make( x, y, -x ) );
        ssLogFrame_SetVector( frame, ss_logNx, row, ssVec3_Make( 2.0 / 7.0, -3.0 / 7.0, 6.0 / 7.0 ) );
        ssLogFrame_SetVector( frame, ss_logFx, row, ssVec3_Make( -x, 3.0 * y, 1.0 + x ) );
        ssLogFrame_SetVector( frame, ss_logVx, row, ssVec3_Make( y, -7.0 * x, x - y ) );
        ssLogFrame_SetVector( frame, ss_logWx, row, ssVec3_Make( x * y, x, y ) );
        frame->columns[ss_logContact][row] = row;
        frame->columns[ss_logA][row] = row / 3;
        frame->columns[ss_logB][row] = row / 3 + 1;
        frame->columns[ss_logGap][row] = -1e-6 * x;
    }
    ssLogFrame_UpdateKnown( frame );
}

static ssResult writeLog( Log* log )
{
    const ssSink sink = { .context = &log->text, .write = appendBytes };
    ssLogWriter* writer = NULL;
    ssResult result = ssLogFrame_Resize( &log->frame, log->contacts, 0 );
    if ( result.code == ss_ok )
    {
        fillFrame( &log->frame, 0 );
        result = ssBeginLog( &sink, log->form, log->frame.known, &writer );
    }
    for ( int k = 0; k < log->frames && result.code == ss_ok; ++k )
    {
        fillFrame( &log->frame, k );
        result = ssLogWriter_Frame( writer, &log->frame );
    }
    ssResult ended = ssLogWriter_End( writer );
    return result.code == ss_ok ? ended : result;
}

static void openLog( void* context )
{
    Log* log = context;
    ssCloseContactLog( log->log );
    ssSource source = ssMemorySource( "log", log->text.text, log->text.length );
    log->result = ssOpenContactLog( &source, NULL, &log->log );
}

static void readFrames( void* context )
{
    Log* log = context;
    for ( int k = 0; k < log->frames && log->result.code == ss_ok; ++k )
    {
        log->result = ssContactLog_ReadFrame( log->log, k, &log->frame );
    }
    benchKeep( log->frame.columns[ss_logFx][0] );
}

static ssResult measureForm( benchRun* run, Log* log )
{
    ssResult result = writeLog( log );
    if ( result.code != ss_ok ) { return result; }
    int rows = log->frames * log->contacts;
    double copy = benchMeasureCopy( run, log->text.length / (size_t)rows, rows );
    double open = benchMeasure( run, openLog, log, rows );
    double read = log->result.code == ss_ok ? benchMeasure( run, readFrames, log, rows ) : 0.0;
    benchAdd( run, benchName( run, "%s, index, per contact", log->form ), open, copy, rows );
    benchFact( run, benchName( run, "%s, index [million contacts per second]", log->form ), 1e3 / open );
    benchAdd( run, benchName( run, "%s, frame, per contact", log->form ), read, copy, rows );
    benchFact( run, benchName( run, "%s, frame [million contacts per second]", log->form ), 1e3 / read );
    return log->result;
}

static ssResult runLog( benchRun* run )
{
    static const char* const forms[] = { "csv", "mcap" };
    ssResult result = ssOk();
    for ( int i = 0; i < SS_COUNT( forms ) && result.code == ss_ok; ++i )
    {
        Log log = { .form = forms[i], .frames = run->quick ? 2 : 4, .contacts = run->quick ? 500 : 25000 };
        result = measureForm( run, &log );
        ssCloseContactLog( log.log );
        ssLogFrame_Destroy( &log.frame );
        ssRelease( log.text.text );
    }
    return result;
}

const benchEntry bench_log = {
    .name = "log", .doc = "reading contact logs, per contact: the index and the frames", .run = runLog
};
