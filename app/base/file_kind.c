// SPDX-License-Identifier: MIT
#include "base/file_kind.h"

#include "base/os.h"
#include "base/problem_file.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool endsWith( const char* path, const char* ending )
{
    size_t length = strlen( path ), tail = strlen( ending );
    return length > tail && strcmp( path + length - tail, ending ) == 0;
}

/// Reads up to `capacity` bytes from the beginning; 0 where there are none.
static size_t readHead( const char* path, char* head, size_t capacity )
{
    size_t size = 0, more = 0;
    osReader* reader = NULL;
    ssResult result = osBeginRead( path, &reader );
    do
    {
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
        if ( strchr( " \t\r\n\xef\xbb\xbf", head[i] ) == NULL )
        {
            return head[i];
        }
    }
    return 0;
}

fileKind fileKindOf( const char* path )
{
    static const size_t capacity = 1u << 16; // HDF5 has the names of its groups within it
    if ( endsWith( path, ".law" ) )
    {
        return file_law;
    }
    char* head = malloc( capacity );
    size_t size = head != NULL ? readHead( path, head, capacity ) : 0;
    bool problem = problemIsFile( head, size ), scene = firstByte( head, size ) == '{';
    free( head );
    return problem ? file_problem : scene || endsWith( path, ".json" ) ? file_scene : file_log;
}
