// SPDX-License-Identifier: MIT
#include "base/shipped_scene.h"
#include "base/embedded.h"

#include <stdio.h>
#include <string.h>

// Looks up the scenes that are embedded in the program.

#define MAX_SCENES 64
#define CASE "case:"

static const embeddedFile* fileOf( const char* name )
{
    size_t length = strlen( name );
    for ( const embeddedFile* file = embedded_scenes; file->name != NULL; ++file )
    {
        if ( strncmp( file->name, name, length ) == 0 && strcmp( file->name + length, ".json" ) == 0 )
        {
            return file;
        }
    }
    return NULL;
}

const embeddedFile* findShippedCase( const char* path )
{
    size_t length = strlen( CASE );
    const embeddedFile* file = strncmp( path, CASE, length ) == 0 ? embedded_cases : NULL;
    for ( ; file != NULL && file->name != NULL; ++file )
    {
        size_t name = strlen( file->name ) - strlen( ".csv" );
        if ( strlen( path ) == length + name && strncmp( path + length, file->name, name ) == 0 )
        {
            return file;
        }
    }
    return NULL;
}

const char* shippedCaseNames( void )
{
    static char names[256];
    names[0] = '\0';
    for ( const embeddedFile* file = embedded_cases; file->name != NULL; ++file )
    {
        size_t used = strlen( names );
        snprintf( names + used, sizeof names - used, "%s%s%.*s", used > 0 ? " " : "", CASE,
            (int)( strlen( file->name ) - strlen( ".csv" ) ), file->name );
    }
    return names;
}

/// Reads the titles of all scenes once; they are shown from one thread.
static const shippedScene* table( int* count )
{
    static shippedScene scenes[MAX_SCENES];
    static int filled = -1;
    if ( filled < 0 )
    {
        filled = 0;
        for ( const embeddedFile* file = embedded_scenes; file->name != NULL && filled < MAX_SCENES; ++file )
        {
            shippedScene* scene = scenes + filled;
            ssScene read;
            snprintf(
                scene->name, sizeof( scene->name ), "%.*s", (int)( strlen( file->name ) - 5 ), file->name );
            if ( ssParseScene( (const char*)file->data, file->size, &read ).code == ss_ok )
            {
                scene->show = read.show;
                ssScene_Destroy( &read );
                ++filled;
            }
        }
    }
    *count = filled;
    return scenes;
}

int shippedSceneCount( void )
{
    int count;
    table( &count );
    return count;
}

const shippedScene* shippedSceneAt( int index )
{
    int count;
    return table( &count ) + index;
}

const shippedScene* findShippedScene( const char* name )
{
    int count;
    const shippedScene* scenes = table( &count );
    for ( int i = 0; i < count; ++i )
    {
        if ( strcmp( scenes[i].name, name ) == 0 ) { return scenes + i; }
    }
    return NULL;
}

ssResult parseShippedScene( const char* name, ssScene* scene )
{
    const embeddedFile* file = fileOf( name );
    return file != NULL
        ? ssParseScene( (const char*)file->data, file->size, scene )
        : ssError( ss_errorUnknown, "scene", "there is no scene '%.40s' among those shipped", name );
}
