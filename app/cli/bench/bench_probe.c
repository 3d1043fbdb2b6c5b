// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include <slipstick_probe.h>

// Measures the cost of a contact log (slipstick_probe.h): to a file, to nothing, and switched off.

#define CONTACTS 500 // of a frame

typedef struct Frames
{
    ssProbe* probe;
    int frames;
    int step; // counts all frames, so that times ascend
} Frames;

static int dropBytes( void* context, const void* bytes, size_t size )
{
    (void)context, (void)bytes, (void)size;
    return 1;
}

static int writeBytes( void* context, const void* bytes, size_t size )
{
    return fwrite( bytes, 1, size, (FILE*)context ) == size;
}

static void writeFrames( void* context )
{
    Frames* work = context;
    // Read anew for every contact, as in a program that does not know at compile time whether it logs.
    ssProbe* volatile probe = work->probe;
    const double point[3] = { 0.1, 0.2, 0.0 }, normal[3] = { 0.0, 0.0, 1.0 };
    double force[3] = { 0.5, 0.0, 10.0 }, velocity[3] = { -0.1, 0.0, 0.0 }, zero[3] = { 0.0, 0.0, 0.0 };
    for ( int f = 0; f < work->frames; ++f )
    {
        ssProbeBeginFrame( probe, 1e-3 * work->step++ );
        for ( int i = 0; i < CONTACTS; ++i )
        {
            ssProbeContact(
                probe, i, 0, i + 1, point, normal, force, zero, velocity, zero, -1e-6, 0.3, 1e-3, 1e-3 );
        }
        ssProbeEndFrame( probe );
    }
    benchKeep( force[0] );
}

static ssResult measure( benchRun* run, const char* what, const char* fact, double copy, Frames* work )
{
    int items = work->frames * CONTACTS;
    double ns = benchMeasure( run, writeFrames, work, items );
    const char* error = ssProbeError( work->probe );
    if ( error != NULL ) { return ssError( ss_errorFormat, "probe", "%s", error ); }
    benchAdd( run, what, ns, copy, items );
    benchFact( run, fact, ns );
    return ssOk();
}

static ssResult runProbe( benchRun* run )
{
    Frames work = { .frames = run->quick ? 2 : 100 };
    double copy = benchMeasureCopy( run, ss_probeRow32, work.frames * CONTACTS );
    FILE* file = tmpfile();
    if ( file == NULL )
    {
        return ssError( ss_errorFormat, "probe", "there is no temporary file to write into; see TMPDIR" );
    }
    setvbuf( file, NULL, _IONBF, 0 );
    work.probe = ssProbeOpenSink( writeBytes, file );
    ssResult result = measure( run, "contact into a file", "probe on, file [ns per contact]", copy, &work );
    ssProbeClose( work.probe );
    fclose( file );
    if ( result.code == ss_ok )
    {
        work.probe = ssProbeOpenSink( dropBytes, NULL );
        result = measure(
            run, "contact without the writing", "probe on, the probe itself [ns per contact]", copy, &work );
        ssProbeClose( work.probe );
    }
    if ( result.code == ss_ok )
    {
        work.probe = NULL;
        result = measure( run, "contact, switched off", "probe off [ns per contact]", copy, &work );
    }
    return result;
}

const benchEntry bench_probe = {
    .name = "probe", .doc = "a contact log with slipstick_probe.h, per contact: on and off", .run = runProbe
};
