// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "cli/bench/bench_peers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MuJoCo with its solver for many contacts, conjugate gradients on elliptic cones; loaded when run. Memory
// grows with the square of the rows: Debian's version takes a few hundred spheres.

#include <mujoco/mujoco.h>

// The functions that we call, with their own types.
static struct
{
    __typeof__( mj_defaultVFS )* emptyFiles;
    __typeof__( mj_makeEmptyFileVFS )* makeFile;
    __typeof__( mj_loadXML )* load;
    __typeof__( mj_makeData )* makeData;
    __typeof__( mj_step )* step;
} s_mujoco;

static bool openLibrary( void )
{
    const struct
    {
        void* place;
        const char* name;
    } functions[] = { { &s_mujoco.emptyFiles, "mj_defaultVFS" },
        { &s_mujoco.makeFile, "mj_makeEmptyFileVFS" }, { &s_mujoco.load, "mj_loadXML" },
        { &s_mujoco.makeData, "mj_makeData" }, { &s_mujoco.step, "mj_step" } };
    void* library = osOpenLibrary( SLIPSTICK_MUJOCO );
    bool found = library != NULL;
    for ( size_t i = 0; i < sizeof( functions ) / sizeof( *functions ) && found; ++i )
    {
        void* function = osFindInLibrary( library, functions[i].name );
        found = function != NULL;
        memcpy( functions[i].place, &function, sizeof( function ) );
    }
    return found;
}

// Memory is not freed, because the process ends with the run.

static mjModel* makeModel( const peerScene* scene )
{
    size_t capacity = 4096 + 256 * (size_t)scene->count;
    char* text = calloc( capacity, 1 );
    mjVFS* files = calloc( 1, sizeof( mjVFS ) );
    if ( text == NULL || files == NULL ) { abort(); }
    int contacts = 3 * scene->count;
    addText( text, capacity,
        "<mujoco><option timestep='%.17g' gravity='0 0 -9.81' solver='CG' cone='elliptic' jacobian='sparse' "
        "iterations='%d' tolerance='0'/><size nconmax='%d' njmax='%d'/>"
        "<default><geom condim='6' friction='%.17g %.17g %.17g' density='%.17g'/></default><worldbody>",
        scene->h, scene->iterations, contacts, 6 * contacts, scene->mu, scene->muSpin, scene->muRoll,
        scene->density );
    static const int normals[5][3] = { { 0, 0, 1 }, { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 } };
    for ( int k = 0; k < 5; ++k )
    {
        const int* n = normals[k];
        double half = 0.5 * scene->width;
        addText( text, capacity, "<geom type='plane' size='10 10 1' zaxis='%d %d %d' pos='%.17g %.17g 0'/>",
            n[0], n[1], n[2], -half * n[0], -half * n[1] );
    }
    for ( int i = 0; i < scene->count; ++i )
    {
        const double* x = scene->positions + 3 * i;
        addText( text, capacity,
            "<body pos='%.17g %.17g %.17g'><freejoint/><geom type='sphere' size='%.17g'/></body>", x[0], x[1],
            x[2], scene->radius );
    }
    addText( text, capacity, "</worldbody></mujoco>" );
    char error[256];
    s_mujoco.emptyFiles( files );
    if ( s_mujoco.makeFile( files, "scene.xml", (int)strlen( text ) ) != 0 ) { abort(); }
    memcpy( files->filedata[0], text, strlen( text ) );
    return s_mujoco.load( "scene.xml", files, error, sizeof( error ) );
}

static void stepInChild( void* context, void* out )
{
    const peerScene* scene = context;
    peerAnswer* answer = out;
    mjModel* model = makeModel( scene );
    mjData* data = model != NULL ? s_mujoco.makeData( model ) : NULL;
    if ( data == NULL ) { abort(); }
    *answer = ( peerAnswer ){ .seconds = HUGE_VAL };
    for ( int i = 0; i < scene->settle + scene->steps; ++i )
    {
        double began = osCpuSeconds();
        s_mujoco.step( model, data );
        double took = osCpuSeconds() - began;
        answer->seconds = i < scene->settle ? HUGE_VAL : fmin( answer->seconds, took );
    }
    answer->contacts = data->ncon;
    for ( int i = 0; i < data->ncon; ++i )
    {
        answer->overlap = fmax( answer->overlap, -data->contact[i].dist );
    }
}

bool mujocoRun( const peerScene* scene, double limit, peerAnswer* answer )
{
    return openLibrary() && osTry( stepInChild, (void*)scene, answer, sizeof( *answer ), limit ) &&
        isfinite( answer->seconds );
}
