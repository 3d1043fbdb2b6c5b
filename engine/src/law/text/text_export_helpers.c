// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"

#include <ctype.h>
#include <string.h>

// The parts of exported laws, which export_parts.txt holds.

/// A comment, then pairs of a name and a text up to an empty name; engine/embed_laws.cmake writes it.
extern const char text_exportParts[];

static const char* nextText( const char* text ) { return text + strlen( text ) + 1; }

/// Whether a text contains a name as a whole word.
static bool mentions( const char* text, const char* name )
{
    size_t length = strlen( name );
    for ( const char* at = strstr( text, name ); at != NULL; at = strstr( at + 1, name ) )
    {
        // behind an arrow it is a parameter or a state
        bool before = at > text && ( isalnum( (unsigned char)at[-1] ) || at[-1] == '_' || at[-1] == '>' );
        bool after = isalnum( (unsigned char)at[length] ) || at[length] == '_';
        if ( !before && !after ) { return true; }
    }
    return false;
}

void textPutHelpers( textWriter* writer, const char* body )
{
    const char* parts[64];
    bool used[64] = { false };
    int count = 0;
    for ( const char* name = nextText( text_exportParts ); *name != '\0';
          name = nextText( nextText( name ) ) )
    {
        SS_ASSERT( count < SS_COUNT( parts ) );
        parts[count++] = name;
    }
    for ( int i = count - 1; i >= 0; --i )
    {
        used[i] = mentions( body, parts[i] );
        for ( int k = i + 1; k < count && !used[i]; ++k )
        {
            used[i] = used[k] && mentions( nextText( parts[k] ), parts[i] );
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( used[i] ) { textPut( writer, "%s\n", nextText( parts[i] ) ); }
    }
}

void textPutNewton( textExport* e )
{
    const char* name = nextText( text_exportParts );
    while ( strcmp( name, "newton_and_step" ) != 0 ) { name = nextText( nextText( name ) ); }
    for ( const char* at = nextText( name ); *at != '\0'; )
    {
        bool law = strncmp( at, "LAW", 3 ) == 0, numbers = strncmp( at, "NUMBERS", 7 ) == 0;
        if ( numbers ) { textPut( &e->writer, "%d", e->program->stateNumbers ); }
        else { textPut( &e->writer, "%.*s", law ? TEXT_PREFIX_CAPACITY : 1, law ? e->prefix : at ); }
        at += law ? 3 : numbers ? 7 : 1;
    }
    textPut( &e->writer, "\n" );
}
