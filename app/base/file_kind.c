// SPDX-License-Identifier: MIT
#include "base/file_kind.h"
#include "base/contact_file.h"
#include "base/grow.h"
#include "base/link.h"
#include "base/scene_tag.h"
#include "base/shipped_scene.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/contact_log.h"

#include <stdlib.h>
#include <string.h>

// Tells from the first bytes of a file, and where these do not decide from its name, what it is.

/// Reads up to `capacity` bytes from the beginning; 0 where there are none.
static size_t readHead( const char* path, char* head, size_t capacity )
{
    size_t size = 0, more = 0;
    osReader* reader = NULL;
    ssResult result = osBeginRead( path, &reader );
    do {
        result = result.code == ss_ok ? osRead( reader, head + size, capacity - size, &more ) : result;
        size += result.code == ss_ok ? more : 0;
    } while ( result.code == ss_ok && more > 0 && size < capacity );
    osEndRead( reader );
    return size;
}

/// The first byte that is neither white space nor a byte order mark; 0: there is none.
static char firstByte( const char* head, size_t size )
{
    for ( size_t i = 0; i < size; ++i )
    {
        if ( strchr( " \t\r\n\xef\xbb\xbf", head[i] ) == NULL ) { return head[i]; }
    }
    return 0;
}

#define MOST 64
#define FEW 4 // of the nine numbers without which there is no contact

/// Is it a table of measurements: a column of times or .csv, and hardly any column of a contact log?
static bool isTable( const char* path, const char* head, size_t size )
{
    char( *headings )[SS_CSV_HEADING] = calloc( MOST, sizeof *headings );
    int count = 0, ofLog = 0;
    bool timed = false;
    if ( headings == NULL || ssListCsvHeadings( path, head, size, headings, MOST, &count ).code != ss_ok )
    {
        count = 0;
    }
    for ( int i = 0; i < count && i < MOST; ++i )
    {
        ssLogColumn column = ssFindLogColumn( headings[i] );
        bool time = strcmp( headings[i], "t" ) == 0 || strcmp( headings[i], "time" ) == 0;
        timed = timed || ( time && count > 1 );
        ofLog += !time && column < ss_logColumnCount && ( SS_LOG_OBLIGATORY & SS_LOG_BIT( column ) ) != 0;
    }
    free( headings );
    return ( timed || endsWith( path, ".csv" ) ) && ofLog <= FEW;
}

/// With such a name, anything else, or nothing, is still called a film that carries no scene.
static bool hasNameOfFilm( const char* path )
{
    return endsWith( path, ".mp4" ) || endsWith( path, ".webm" ) || endsWith( path, ".gif" ) ||
        endsWith( path, ".png" );
}

fileKind fileKindOf( const char* path )
{
    static const size_t capacity = 1u << 16; // HDF5 has the names of its groups within it
    if ( linkFind( path ) != NULL && !osFileExists( path ) )
    {
        return file_film; // it carries a scene as a film does
    }
    if ( findShippedCase( path ) != NULL ) { return file_log; }
    if ( endsWith( path, ".law" ) ) { return file_law; }
    if ( endsWith( path, ".lesson" ) ) { return file_lesson; }
    char* head = malloc( capacity );
    size_t size = head != NULL ? readHead( path, head, capacity ) : 0;
    bool film = hasNameOfFilm( path ) || ( head != NULL && sceneTagIsPicture( head, size ) );
    bool problem = problemIsFile( head, size ), scene = firstByte( head, size ) == '{';
    bool table = !film && !problem && !scene && head != NULL && isTable( path, head, size );
    free( head );
    return film                              ? file_film
        : problem                            ? file_problem
        : scene || endsWith( path, ".json" ) ? file_scene
        : table                              ? file_table
                                             : file_log;
}
