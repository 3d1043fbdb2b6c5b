// SPDX-License-Identifier: MIT
#include "base/file_kind.h"

#include "base/os.h"

#include <stdbool.h>
#include <string.h>

static bool endsWith( const char* path, const char* ending )
{
    size_t length = strlen( path ), tail = strlen( ending );
    return length > tail && strcmp( path + length - tail, ending ) == 0;
}

/// The first byte that is neither white space nor a byte order mark; 0: there is none.
static char firstByte( const char* path )
{
    char head[256];
    size_t size = 0;
    osReader* reader = NULL;
    if ( osBeginRead( path, &reader ).code != ss_ok ||
        osRead( reader, head, sizeof head, &size ).code != ss_ok )
    {
        size = 0;
    }
    osEndRead( reader );
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
    if ( endsWith( path, ".law" ) )
    {
        return file_law;
    }
    return endsWith( path, ".json" ) || firstByte( path ) == '{' ? file_scene : file_log;
}
