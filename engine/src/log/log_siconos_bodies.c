// SPDX-License-Identifier: MIT
#include "log/log_siconos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The bodies of Siconos' files. /data/input has an object per group with its number `id`, its `mass` if it
// moves, and a dataset per contactor with `translation` and `orientation`, which is called SHAPE-0; /data/ref
// has the shapes: primitives with their sizes, and meshes, which are not read. Poses are tables of t, number,
// position and quaternion (w first).
//
// The kind of a primitive is a text of variable length, and reading one from a damaged file
// can end the program inside HDF5 (1.10.8, H5HG_read). So the number of sizes tells it, and
// between a cylinder and a capsule the name.

#define OBJECTS_MAX 1000000
#define NAME_LENGTH_MAX 128
#define POSE 9 // columns of a pose

/// The sizes of a primitive: a dataset of one row.
static int readSizes( const ssHdf5Reader* reader, int64_t file, const char* path, double sizes[3] )
{
    ssHdf5Dataset dataset = reader->openDataset( file, path );
    if ( dataset.id < 0 ) { return 0; }
    bool fits = dataset.count >= 1.0 && dataset.count <= 3.0 && dataset.type == ss_hdf5Float &&
        reader->readDoubles( dataset.id, sizes );
    reader->closeDataset( dataset.id );
    return fits ? (int)dataset.count : 0;
}

/// Cylinders and capsules of Siconos lie along y, ours along z: the turn about x that takes z to y.
static const ssQuat s_zToY = { 0.70710678118654752, -0.70710678118654752, 0.0, 0.0 };

/// Does a name begin with this word, in whatever case?
static bool beginsWith( const char* name, const char* word )
{
    for ( ; *word != '\0'; ++name, ++word )
    {
        if ( ( *name | 0x20 ) != *word ) { return false; }
    }
    return true;
}

static void setShape( const char* name, const double* s, int count, logSiconosObject* object )
{
    bool isCylinder = beginsWith( name, "cyl" );
    if ( count == 1 )
    {
        object->shape = ss_logShapeSphere;
        object->size.x = s[0];
    }
    else if ( count == 3 )
    {
        object->shape = ss_logShapeBox;
        object->size = ssVec3_Make( 0.5 * s[0], 0.5 * s[1], 0.5 * s[2] );
    }
    else if ( count == 2 && ( isCylinder || beginsWith( name, "caps" ) ) )
    {
        object->shape = isCylinder ? ss_logShapeCylinder : ss_logShapeCapsule;
        object->size = ssVec3_Make( s[0], SS_NAN, 0.5 * s[1] );
        object->turn = ssQuat_Mul( object->turn, s_zToY );
    }
}

static void readShape( int64_t file, const char* name, logSiconosObject* object )
{
    const ssHdf5Reader* reader = hdf5Reader();
    char path[NAME_LENGTH_MAX + 16];
    double sizes[3] = { 0.0 };
    snprintf( path, sizeof path, "data/ref/%s", name );
    if ( reader->hasAttribute( file, path, "primitive" ) )
    {
        setShape( name, sizes, readSizes( reader, file, path, sizes ), object );
    }
}

/// The shape of an object with a single contactor.
static void readContactor( int64_t file, const char* group, logSiconosObject* object )
{
    const ssHdf5Reader* reader = hdf5Reader();
    char name[NAME_LENGTH_MAX], path[2 * NAME_LENGTH_MAX + 16];
    if ( reader->memberCount( file, group ) != 1 || !reader->memberName( file, group, 0, name, sizeof name ) )
    {
        return;
    }
    snprintf( path, sizeof path, "%s/%s", group, name );
    char* dash = strrchr( name, '-' );
    if ( dash != NULL && reader->exists( file, path ) )
    {
        double turn[4], offset[3];
        if ( reader->readAttribute( file, path, "orientation", 4, turn ) )
        {
            object->turn = ( ssQuat ){ turn[0], turn[1], turn[2], turn[3] };
        }
        if ( reader->readAttribute( file, path, "translation", 3, offset ) )
        {
            object->offset = ssVec3_Make( offset[0], offset[1], offset[2] );
        }
        *dash = '\0';
        readShape( file, name, object );
    }
}

static bool readObject( int64_t file, uint64_t index, logSiconosObject* object )
{
    const ssHdf5Reader* reader = hdf5Reader();
    char name[NAME_LENGTH_MAX], path[NAME_LENGTH_MAX + 16];
    *object = ( logSiconosObject ){
        .id = SS_NAN, .mass = SS_NAN, .size = { SS_NAN, SS_NAN, SS_NAN }, .turn = { 1.0, 0.0, 0.0, 0.0 }
    };
    if ( !reader->memberName( file, "data/input", index, name, sizeof name ) ) { return false; }
    snprintf( path, sizeof path, "data/input/%s", name );
    if ( !reader->readAttribute( file, path, "id", 1, &object->id ) || !isfinite( object->id ) )
    {
        return false;
    }
    reader->readAttribute( file, path, "mass", 1, &object->mass );
    object->mass = object->id < 0.0 ? 0.0 : object->mass;
    readContactor( file, path, object );
    return true;
}

static int compareObjects( const void* a, const void* b )
{
    double x = ( (const logSiconosObject*)a )->id, y = ( (const logSiconosObject*)b )->id;
    return ( x > y ) - ( x < y );
}

ssResult logOpenSiconosScene( const ssContactLog* log, int64_t file, logSiconosScene* scene )
{
    ssResult result = logOpenTable( log, file, "data/dynamic", POSE, &scene->dynamic );
    result = result.code == ss_ok ? logOpenTable( log, file, "data/static", POSE, &scene->fixed ) : result;
    uint64_t count = result.code == ss_ok ? hdf5Reader()->memberCount( file, "data/input" ) : 0;
    if ( count == 0 ) { return result; }
    count = count < OBJECTS_MAX ? count : OBJECTS_MAX;
    scene->objects = ssAlloc( (size_t)count * sizeof *scene->objects );
    if ( scene->objects == NULL ) { return logNoMemory( log ); }
    for ( uint64_t i = 0; i < count; ++i )
    {
        scene->objectCount += readObject( file, i, scene->objects + scene->objectCount );
    }
    qsort( scene->objects, (size_t)scene->objectCount, sizeof *scene->objects, compareObjects );
    return result;
}

void logCloseSiconosScene( logSiconosScene* scene )
{
    logCloseTable( &scene->dynamic );
    logCloseTable( &scene->fixed );
    ssRelease( scene->objects );
    scene->objects = NULL;
}

static const logSiconosObject* findObject( const logSiconosScene* scene, double id )
{
    const logSiconosObject wanted = { .id = id };
    return scene->objectCount > 0
        ? bsearch( &wanted, scene->objects, (size_t)scene->objectCount, sizeof wanted, compareObjects )
        : NULL;
}

static ssLogBody makeBody( const logSiconosScene* scene, const double* pose )
{
    ssVec3 position = ssVec3_Make( pose[2], pose[3], pose[4] );
    ssQuat orientation = { pose[5], pose[6], pose[7], pose[8] };
    ssLogBody body = { .id = pose[1],
        .position = position,
        .orientation = orientation,
        .size = { SS_NAN, SS_NAN, SS_NAN },
        .mass = pose[1] < 0.0 ? 0.0 : SS_NAN };
    const logSiconosObject* object = findObject( scene, pose[1] );
    if ( object != NULL )
    {
        body.mass = object->mass;
        body.shape = object->shape;
        body.size = object->size;
        body.position = ssVec3_Add( position, ssQuat_Rotate( orientation, object->offset ) );
        body.orientation = ssQuat_Mul( orientation, object->turn );
    }
    return body;
}

/// Adds the rows from this one on that have the time of the first.
static bool addPoses(
    const logSiconosScene* scene, const logTable* table, uint64_t row, ssLogFrame* frame, ssResult* result )
{
    double block[64][POSE], t = SS_NAN;
    while ( row < table->rows )
    {
        uint64_t left = table->rows - row;
        int count = left < SS_COUNT( block ) ? (int)left : SS_COUNT( block ), used = 0;
        if ( !logReadTable( table, row, count, POSE, block[0] ) ) { return false; }
        t = isnan( t ) ? block[0][0] : t;
        while ( used < count && block[used][0] == t ) { ++used; }
        int before = frame->bodyCount;
        *result = before < OBJECTS_MAX ? ssLogFrame_Resize( frame, frame->count, before + used ) : ssOk();
        for ( int i = 0; i < used && result->code == ss_ok && before < OBJECTS_MAX; ++i )
        {
            frame->bodies[before + i] = makeBody( scene, block[i] );
        }
        row += (uint64_t)used;
        if ( used < count || result->code != ss_ok ) { break; }
    }
    return true;
}

ssResult logReadSiconosBodies(
    const ssContactLog* log, const logSiconosScene* scene, double t, uint64_t row, ssLogFrame* frame )
{
    ssResult result = ssOk();
    bool read = scene->dynamic.dataset < 0 || addPoses( scene, &scene->dynamic, row, frame, &result );
    read = read && result.code == ss_ok &&
        ( scene->fixed.dataset < 0 || addPoses( scene, &scene->fixed, 0, frame, &result ) );
    return read || result.code != ss_ok
        ? result
        : ssError( ss_errorFormat, "file",
              "%.100s: the poses at t = %.10g cannot be read (is the file damaged?)", log->source.name, t );
}
