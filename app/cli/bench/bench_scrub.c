// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/text_writer.h"
#include "cli/bench/bench_table.h"
#include "session/driver/driver.h"
#include "slipstick/lab/log_scenario.h"

#include <stdio.h>

// Measures dragging through a contact log: reading frames and filling lists, without the drawing.

#define FRAME_COUNT 4

/// Spheres in a cubic lattice, each on the one below; half of the contacts slide.
static void fillFrame( ssLogFrame* frame, int side, double t )
{
    frame->t = t;
    for ( int i = 0; i < frame->count; ++i )
    {
        const ssVec3 point = { i % side, i / side % side, i / ( side * side ) };
        bool slides = i % 2 == 0;
        frame->columns[ss_logT][i] = t;
        frame->columns[ss_logContact][i] = i;
        frame->columns[ss_logA][i] = i < side * side ? -1.0 : i - side * side;
        frame->columns[ss_logB][i] = i;
        ssLogFrame_SetVector( frame, ss_logPx, i, point );
        ssLogFrame_SetVector( frame, ss_logNx, i, ( ssVec3 ){ 0.0, 0.0, 1.0 } );
        ssLogFrame_SetVector( frame, ss_logFx, i, ( ssVec3 ){ slides ? -5.0 : -2.0, t, 10.0 + t } );
        ssLogFrame_SetVector( frame, ss_logMx, i, ( ssVec3 ){ 0.0, 0.0, 0.0 } );
        ssLogFrame_SetVector( frame, ss_logVx, i, ( ssVec3 ){ slides ? 0.3 : 0.0, 0.0, 0.0 } );
        ssLogFrame_SetVector( frame, ss_logWx, i, ( ssVec3 ){ 0.0, 0.0, 0.0 } );
        frame->columns[ss_logGap][i] = 0.0;
        frame->columns[ss_logMu][i] = 0.5;
    }
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        frame->bodies[i] = ( ssLogBody ){ .id = i,
            .position = { i % side, i / side % side, i / ( side * side ) + 0.5 },
            .orientation = ssQuat_Identity(),
            .shape = ss_logShapeSphere,
            .size = { 0.5, 0.5, 0.5 },
            .mass = 1.0 };
    }
}

static ssResult writeLog( const char* form, int contacts, textWriter* buffer )
{
    ssLogFrame frame = { 0 };
    ssLogWriter* writer = NULL;
    const ssSink sink = { .context = buffer, .write = appendBytes };
    int side = 1;
    while ( side * side * side < contacts ) { ++side; }
    ssResult result = ssBeginLog( &sink, form, ~0u, &writer );
    result = result.code == ss_ok ? ssLogFrame_Resize( &frame, contacts, contacts ) : result;
    for ( int k = 0; k < FRAME_COUNT && result.code == ss_ok; ++k )
    {
        fillFrame( &frame, side, 0.01 * k );
        ssLogFrame_UpdateKnown( &frame );
        result = ssLogWriter_Frame( writer, &frame );
    }
    ssLogFrame_Destroy( &frame );
    ssResult ended = ssLogWriter_End( writer );
    return result.code == ss_ok ? ended : result;
}

typedef struct Work
{
    ssContactLog* log;
    sessionDriver* driver;
    sessionSignalLog signals;
    int next;
} Work;

static void scrub( void* context )
{
    Work* work = context;
    work->next = ( work->next + 1 ) % FRAME_COUNT;
    sessionDriver_Post(
        work->driver, &( sessionCommand ){ .kind = session_commandSeek, .count = work->next } );
    sessionDriver_Advance( work->driver, 0.0 );
    benchKeep( sessionDriver_Acquire( work->driver, &work->signals )->contacts.count );
}

static ssResult measureScrubbing( benchRun* run, Work* work, const char* form, int contacts, double copy )
{
    const ssScenario* scenario = NULL;
    const ssLogScenarioDef def = { .log = work->log, .title = "bench" };
    SS_TRY( ssMakeLogScenario( &def, &scenario ) );
    work->log = NULL; // the scenario's
    ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawDefault };
    ssResult result = sessionCreateDriver( &scene, false, true, false, ss_drawDefault, &work->driver );
    ssScenario_Release( scenario );
    if ( result.code == ss_ok )
    {
        char what[48];
        for ( int i = 0; i < FRAME_COUNT; ++i )
        {
            scrub( work ); // reads ahead, until it has read everything
        }
        snprintf( what, sizeof what, "scrub %s, %d contacts", form, contacts );
        double ns = benchMeasure( run, scrub, work, contacts );
        benchAdd( run, what, ns, copy, contacts );
        // Processor time as well: this takes so long that a busy machine interrupts it.
        double least = (double)INFINITY;
        for ( int i = 0; i < run->repeats; ++i )
        {
            double start = osCpuSeconds();
            scrub( work );
            least = fmin( least, osCpuSeconds() - start );
        }
        benchFact(
            run, benchName( run, "scrub %s, %d contacts [ms, processor]", form, contacts ), 1e3 * least );
    }
    sessionDestroyDriver( work->driver );
    sessionSignalLog_Free( &work->signals );
    return result;
}

static ssResult measureForm( benchRun* run, const char* form, int contacts )
{
    textWriter buffer = { 0 };
    Work work = { .next = 0 };
    ssResult result = writeLog( form, contacts, &buffer );
    ssSource source = ssMemorySource( form, buffer.text, buffer.length );
    result = result.code == ss_ok ? ssOpenContactLog( &source, NULL, &work.log ) : result;
    double copy = benchMeasureCopy( run, ss_logColumnCount * sizeof( double ), contacts );
    result = result.code == ss_ok ? measureScrubbing( run, &work, form, contacts, copy ) : result;
    ssCloseContactLog( work.log );
    ssRelease( buffer.text );
    return result;
}

static ssResult runScrub( benchRun* run )
{
    int contacts = run->quick ? 2000 : 100000;
    SS_TRY( measureForm( run, "mcap", contacts ) );
    SS_TRY( measureForm( run, "csv", contacts ) );
    return !run->quick ? measureForm( run, "mcap", 10 * contacts ) : ssOk();
}

const benchEntry bench_scrub = { .name = "scrub",
    .doc = "a frame of a contact log in the window: everything but drawing it",
    .run = runScrub };
