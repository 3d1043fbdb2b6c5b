// SPDX-License-Identifier: MIT
#include "cli/run_bodies.h"

#include <stdio.h>

// Writes the place, the turn and the velocity of every body, for each row of the signals.

ssResult runBeginBodies( const char* path, runBodies* bodies )
{
    *bodies = ( runBodies ){ 0 };
    ssResult result = path != NULL ? osBeginStream( path, &bodies->out ) : ssOk();
    if ( bodies->out == NULL )
    {
        return result;
    }
    static const char* const names[] = { "t", "body", "name", "x", "y", "z", "qw", "qx", "qy", "qz" };
    bodies->csv = csvBeginTable( bodies->out );
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        csvText( &bodies->csv, names[i] );
    }
    csvEndRow( &bodies->csv );
    return result;
}

typedef struct Rows
{
    csvWriter* csv;
    const ssSim* sim;
    int count;
} Rows;

/// What cannot be picked, such as a marking, has no number and is no body.
static void writeBody( Rows* rows, int body, ssVec3 center, ssQuat orientation )
{
    if ( body < 0 )
    {
        return;
    }
    char name[SS_NAME_CAPACITY];
    const double numbers[] = { center.x, center.y, center.z, orientation.w, orientation.x, orientation.y,
        orientation.z };
    ssSim_BodyName( rows->sim, body, name, (int)sizeof( name ) );
    csvNumber( rows->csv, ssSim_Time( rows->sim ) );
    csvNumber( rows->csv, body );
    csvText( rows->csv, name );
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        csvNumber( rows->csv, numbers[i] );
    }
    csvEndRow( rows->csv );
    rows->count += 1;
}

static void writeSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    for ( int i = 0; i < count; ++i )
    {
        writeBody( context, spheres[i].body, spheres[i].center, spheres[i].orientation );
    }
}

static void writeSolids( void* context, int count, const ssDrawSolid* solids )
{
    for ( int i = 0; i < count; ++i )
    {
        writeBody( context, solids[i].body, solids[i].center, solids[i].orientation );
    }
}

void runAddBodies( runBodies* bodies, const ssSim* sim )
{
    if ( bodies->out == NULL )
    {
        return;
    }
    Rows rows = { .csv = &bodies->csv, .sim = sim };
    const ssDraw draw = {
        .flags = ss_drawBodies, .context = &rows, .spheres = writeSpheres, .solids = writeSolids
    };
    ssSim_Draw( sim, &draw );
    bodies->any = bodies->any || rows.count > 0;
    if ( osPartialName( bodies->out ) != NULL )
    {
        osFlushWrite( bodies->out ); // finished rows outlive the program
    }
}

void runEndBodies( const runBodies* bodies, const ssSim* sim )
{
    if ( bodies->out != NULL && !bodies->any )
    {
        fprintf( stderr, "slipstick run: warning: %s has no bodies, the table of --bodies has no rows\n",
            ssSim_Scenario( sim )->id );
    }
}
