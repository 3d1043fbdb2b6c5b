// SPDX-License-Identifier: MIT
#include "base/embedded.h"
#include "base/find_row.h"
#include "base/grow.h"
#include "base/os.h"
#include "session/lesson/lesson.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Finds lessons by name: those in the program, and files.

#define SHIPPED_MAX 64
#define NAME_BYTES 48

static lessonShipped s_shipped[SHIPPED_MAX];
static char s_names[SHIPPED_MAX][NAME_BYTES];
static lessonText s_lessons[SHIPPED_MAX]; // kept: their texts are those of the table
static int s_count;

static void add( const embeddedFile* file )
{
    const char* dot = strrchr( file->name, '.' );
    int length = dot != NULL ? (int)( dot - file->name ) : (int)strlen( file->name );
    snprintf( s_names[s_count], NAME_BYTES, "%.*s", length, file->name );
    lessonShipped* shipped = s_shipped + s_count;
    lessonText* lesson = s_lessons + s_count;
    lessonError error;
    *shipped = ( lessonShipped ){ s_names[s_count], (const char*)file->data, file->size, "", "", 0.0, "" };
    if ( lessonParse( shipped->text, shipped->length, lesson, &error ) )
    {
        shipped->title = lesson->title;
        shipped->about = lesson->about;
        shipped->minutes = lesson->minutes;
        for ( int i = lesson->itemCount - 1; i >= 0; --i )
        {
            shipped->scene = lesson->items[i].kind == lesson_scene ? lesson->items[i].text : shipped->scene;
        }
    }
    ++s_count;
}

/// Reads the table once; the example comes last.
static void load( void )
{
    static bool s_loaded;
    if ( s_loaded ) { return; }
    s_loaded = true;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( const embeddedFile* file = embedded_lessons; file->name != NULL && s_count < SHIPPED_MAX;
              ++file )
        {
            bool example = strcmp( file->name, LESSON_EXAMPLE ".lesson" ) == 0;
            if ( example == ( pass == 1 ) ) { add( file ); }
        }
    }
}

int lessonShippedCount( void )
{
    load();
    return s_count;
}

const lessonShipped* lessonGetShipped( int index )
{
    load();
    return s_shipped + index;
}

const lessonShipped* lessonFindShipped( const char* name )
{
    load();
    int row = FIND_ROW( s_shipped, s_count, name );
    return row >= 0 ? s_shipped + row : NULL;
}

static bool failUnknown( const char* word, lessonError* error )
{
    const char* names[SHIPPED_MAX];
    char list[300] = "";
    for ( int i = 0; i < s_count; ++i )
    {
        names[i] = s_names[i];
        addText( list, sizeof( list ), "%s%.40s", i > 0 ? ", " : "", names[i] );
    }
    const char* closest = ssClosestName( word, names, s_count );
    return lessonFail( error, 0, "'%.80s' is neither a file nor a shipped lesson;%s%s%s shipped: %s", word,
        closest != NULL ? " did you mean '" : "", closest != NULL ? closest : "", closest != NULL ? "'?" : "",
        list );
}

static void nameFile( const char* path, lessonFile* file )
{
    const char* slash = strrchr( path, '/' );
    const char *base = slash != NULL ? slash + 1 : path, *dot = strrchr( base, '.' );
    snprintf( file->path, sizeof( file->path ), "%s", path );
    snprintf( file->name, sizeof( file->name ), "%.*s",
        dot != NULL && dot > base ? (int)( dot - base ) : (int)strlen( base ), base );
    snprintf( file->folder, sizeof( file->folder ), "%.*s", slash != NULL ? (int)( slash - path ) : 1,
        slash != NULL ? path : "." );
}

bool lessonLoad( const char* word, lessonFile* file, lessonError* error )
{
    *file = ( lessonFile ){ 0 };
    *error = ( lessonError ){ 0 };
    size_t length = strlen( word );
    const char* ending = length > 7 ? word + length - 7 : "";
    bool isPath = osFileExists( word ) || strchr( word, '/' ) != NULL || strcmp( ending, ".lesson" ) == 0;
    const lessonShipped* shipped = isPath ? NULL : lessonFindShipped( word );
    if ( shipped != NULL )
    {
        snprintf( file->name, sizeof( file->name ), "%s", shipped->name );
        return lessonParse( shipped->text, shipped->length, &file->lesson, error );
    }
    if ( !isPath ) { return failUnknown( word, error ); }
    char* text = NULL;
    ssResult result = osReadFile( word, &text, &length );
    if ( result.code != ss_ok ) { return lessonFail( error, 0, "%s", result.message ); }
    nameFile( word, file );
    bool good = lessonParse( text, length, &file->lesson, error );
    free( text );
    return good;
}

const char* lessonLabel( const lessonFile* file ) { return file->path[0] != '\0' ? file->path : file->name; }
