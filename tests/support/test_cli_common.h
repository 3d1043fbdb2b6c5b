// SPDX-License-Identifier: MIT
#pragma once

// What the tests of the command line share: a reader of JSON and CSV,
// and assertions about a run of the program.

#include "test_main.h"

#include <dirent.h>

#define SPHERE "rolling-sphere"
#define SHORT_RUN SPHERE " --until .1 --h 1e-3"

// ------------------------------------------------------------------------------------------------------ JSON

// Walks a JSON text and reports every leaf as "params[3].key" with its text. Returns NULL if the text is not
// valid.
typedef void Visit( void* context, const char* path, const char* text );

typedef struct Walk
{
    const char* at;
    char path[256];
    Visit* visit;
    void* context;
    int depth;
} Walk;

static inline void skipBlanks( Walk* walk ) { walk->at += strspn( walk->at, " \t\r\n" ); }

static inline bool walkString( Walk* walk, char* text, size_t capacity )
{
    size_t used = 0;
    if ( *walk->at++ != '"' ) { return false; }
    while ( *walk->at != '"' )
    {
        unsigned char c = (unsigned char)*walk->at++;
        if ( c < 0x20 )
        {
            return false; // This is also the end of the text.
        }
        if ( c == '\\' )
        {
            c = (unsigned char)*walk->at++;
            if ( c == 'u' )
            {
                if ( strspn( walk->at, "0123456789abcdefABCDEF" ) < 4 ) { return false; }
                walk->at += 4;
                c = '?';
            }
            else if ( c == 0 || strchr( "\"\\/bfnrt", c ) == NULL ) { return false; }
        }
        if ( used + 1 < capacity ) { text[used++] = (char)c; }
    }
    ++walk->at;
    text[used] = 0;
    return true;
}

static inline bool walkNumber( Walk* walk, char* text, size_t capacity )
{
    size_t length = strspn( walk->at, "+-.0123456789eE" );
    char* end = NULL;
    strtod( walk->at, &end );
    const char* digits = walk->at + ( *walk->at == '-' );
    bool valid = length > 0 && end == walk->at + length && *digits >= '0' && *digits <= '9' &&
        !( digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' );
    snprintf( text, capacity, "%.*s", (int)length, walk->at );
    walk->at += length;
    return valid;
}

static inline bool walkValue( Walk* walk );

static inline bool walkMembers( Walk* walk, bool object )
{
    size_t before = strlen( walk->path );
    char close = object ? '}' : ']';
    ++walk->at;
    skipBlanks( walk );
    for ( int i = 0; *walk->at != close; ++i )
    {
        if ( i > 0 && *walk->at++ != ',' ) { return false; }
        skipBlanks( walk );
        char key[128] = "";
        if ( object )
        {
            if ( walkString( walk, key, sizeof( key ) ) == false ) { return false; }
            skipBlanks( walk );
            if ( *walk->at++ != ':' ) { return false; }
            snprintf(
                walk->path + before, sizeof( walk->path ) - before, "%s%s", before > 0 ? "." : "", key );
        }
        else { snprintf( walk->path + before, sizeof( walk->path ) - before, "[%d]", i ); }
        if ( walkValue( walk ) == false ) { return false; }
        walk->path[before] = 0;
        skipBlanks( walk );
    }
    ++walk->at;
    return true;
}

static inline bool walkValue( Walk* walk )
{
    char text[1024] = "";
    skipBlanks( walk );
    if ( *walk->at == '{' || *walk->at == '[' )
    {
        return ++walk->depth < 50 && walkMembers( walk, *walk->at == '{' ) && walk->depth-- > 0;
    }
    bool valid = false;
    static const char* const words[] = { "true", "false", "null" };
    for ( int i = 0; i < 3 && valid == false; ++i )
    {
        if ( strncmp( walk->at, words[i], strlen( words[i] ) ) == 0 )
        {
            snprintf( text, sizeof( text ), "%s", words[i] );
            walk->at += strlen( words[i] );
            valid = true;
        }
    }
    if ( valid == false )
    {
        valid = *walk->at == '"' ? walkString( walk, text, sizeof( text ) )
                                 : walkNumber( walk, text, sizeof( text ) );
    }
    if ( valid ) { walk->visit( walk->context, walk->path, text ); }
    return valid;
}

static inline bool walkJson( const char* json, Visit* visit, void* context )
{
    Walk walk = { .at = json, .visit = visit, .context = context };
    bool valid = walkValue( &walk );
    skipBlanks( &walk );
    return valid && *walk.at == 0;
}

typedef struct Wanted
{
    const char* path; // "[*]" matches any index
    char text[8192];  // of all matches, separated by spaces
    int count;
} Wanted;

static inline bool pathMatches( const char* wanted, const char* path )
{
    while ( *wanted != 0 && *path != 0 )
    {
        if ( strncmp( wanted, "[*]", 3 ) == 0 && *path == '[' )
        {
            wanted += 3;
            path = strchr( path, ']' ) + 1;
        }
        else if ( *wanted++ != *path++ ) { return false; }
    }
    return *wanted == *path;
}

static inline void collect( void* context, const char* path, const char* text )
{
    Wanted* wanted = context;
    if ( pathMatches( wanted->path, path ) )
    {
        size_t used = strlen( wanted->text );
        snprintf( wanted->text + used, sizeof( wanted->text ) - used, "%s%s", used > 0 ? " " : "", text );
        ++wanted->count;
    }
}

// Returns the values at `path`, joined by spaces, or "(invalid)" if the text is not JSON. The result stays
// valid for the next three calls.
static inline const char* fromJson( const char* json, const char* path )
{
    static Wanted wanted[4];
    static int turn = 0;
    Wanted* slot = &wanted[turn++ % 4];
    *slot = ( Wanted ){ .path = path };
    return walkJson( json, collect, slot ) ? slot->text : "(invalid)";
}

// --------------------------------------------------------------------------------------------------- helpers

#define ASSERT_STATUS( expected, run )                                                                 \
    do {                                                                                               \
        const testRun judged = ( run ); /* once: the run may be a call */                              \
        if ( judged.status != ( expected ) )                                                           \
        {                                                                                              \
            printf( "status %d, expected %d; stderr: %s\n", judged.status, ( expected ), judged.err ); \
            FAILm( "wrong exit status" );                                                              \
        }                                                                                              \
    } while ( 0 )

#define ASSERT_SAYS( run, part ) ASSERTm( ( run ).err, testContains( ( run ).err, part ) )

// Messages are one line, because nobody reads more and a script can show one.
#define ASSERT_REFUSED( run )                                             \
    do {                                                                  \
        ASSERT_STATUS( 2, run );                                          \
        ASSERT_EQ_FMTm( ( run ).err, 1, testLines( ( run ).err ), "%d" ); \
        ASSERT_EQm( ( run ).out, (size_t)0, ( run ).outLength );          \
    } while ( 0 )

static inline int entriesIn( const char* path )
{
    DIR* folder = opendir( path );
    int count = 0;
    while ( folder != NULL && readdir( folder ) != NULL ) { ++count; }
    if ( folder != NULL ) { closedir( folder ); }
    return count - 2;
}

static inline const char* shellFolder( void )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/d", testScratch() );
    return path;
}

// Returns a cell of a CSV text, counting rows and columns from 0; NaN if it is empty or missing.
static inline double cellOf( const char* table, int row, int column )
{
    for ( ; row > 0 && table != NULL; --row )
    {
        table = strchr( table, '\n' );
        table = table != NULL ? table + 1 : NULL;
    }
    for ( ; column > 0 && table != NULL; --column )
    {
        table += strcspn( table, ",\n" );
        table = *table == ',' ? table + 1 : NULL;
    }
    return table == NULL || *table == ',' || *table == '\n' || *table == 0 ? (double)NAN
                                                                           : strtod( table, NULL );
}
