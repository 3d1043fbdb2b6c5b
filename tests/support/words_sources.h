// SPDX-License-Identifier: MIT
#pragma once

// Finds the texts that the sources hand to a reader: what tr( ), TR( ) and uiLabel( ) enclose, the formats of
// refusals, and the labels of charts and of things in the scene. It reads C as far as that needs.

#include "test_main.h"

#include "base/os.h"
#include "slipstick/base.h"

typedef enum wordsNeed
{
    words_required, // has to be translated
    words_optional, // may stay English: long explanations, and refusals of files
} wordsNeed;

typedef struct wordsText
{
    char* english;
    char place[96]; // where it was found first: "app/ui/frame/menu.c:76", "rolling-sphere: preset"
    wordsNeed need;
    bool label; // of a menu, a button or a window: has to be short
} wordsText;

typedef struct wordsList
{
    wordsText* texts;
    int count, capacity;
} wordsList;

static void wordsList_Free( wordsList* list )
{
    for ( int i = 0; i < list->count; ++i ) { free( list->texts[i].english ); }
    free( list->texts );
    *list = ( wordsList ){ 0 };
}

static wordsText* wordsList_Find( wordsList* list, const char* english )
{
    for ( int i = 0; i < list->count; ++i )
    {
        if ( strcmp( list->texts[i].english, english ) == 0 ) { return list->texts + i; }
    }
    return NULL;
}

// Is there anything to translate: so many letters in a row, and not only directives, signs and units?
static bool wordsHasLetters( const char* text, int least )
{
    int letters = 0;
    for ( const char* c = text; *c != '\0'; ++c )
    {
        if ( *c == '%' )
        {
            c += 1 + strspn( c + 1, "-+#0123456789.*hlz" );
            letters = 0;
            if ( *c == '\0' ) { break; }
            continue;
        }
        letters = ( *c >= 'a' && *c <= 'z' ) || ( *c >= 'A' && *c <= 'Z' ) ? letters + 1 : 0;
        if ( letters >= least ) { return true; }
    }
    return false;
}

static bool wordsHasWord( const char* text ) { return wordsHasLetters( text, 3 ); }

static void wordsList_Add( wordsList* list, const char* text, const char* place, wordsNeed need, bool label )
{
    const char* name = text != NULL ? strstr( text, "##" ) : NULL;
    size_t length = text == NULL ? 0 : name != NULL ? (size_t)( name - text ) : strlen( text );
    char* english = malloc( length + 1 );
    memcpy( english, text != NULL ? text : "", length );
    english[length] = '\0';
    wordsText* known = wordsList_Find( list, english );
    if ( known != NULL )
    {
        known->need = need == words_required ? need : known->need;
        known->label = known->label || label;
    }
    if ( length == 0 || known != NULL )
    {
        free( english );
        return;
    }
    if ( list->count == list->capacity )
    {
        list->capacity = list->capacity > 0 ? 2 * list->capacity : 1024;
        list->texts = realloc( list->texts, (size_t)list->capacity * sizeof *list->texts );
    }
    wordsText* added = list->texts + list->count++;
    *added = ( wordsText ){ .english = english, .need = need, .label = label };
    snprintf( added->place, sizeof added->place, "%s", place );
}

// ------------------------------------------------------------------------------------------------- reading C

// A function whose argument is read by people. `room`: only in files whose path begins so.
typedef struct wordsCall
{
    const char* name;
    int argument;
    wordsNeed need;
    bool label;
    const char* room;
} wordsCall;

static const wordsCall s_wordsCalls[] = {
    { "TR", 0, words_required, true, "app/ui/frame/menu.c" },
    { "tr", 0, words_required, false, "app/" },
    { "TR", 0, words_required, false, "app/" },
    { "uiLabel", 0, words_required, true, "app/" },
    // Refusals of values appear while somebody plays with them. Those of files, typed laws and conditions
    // quote what was written in a language that is English itself, and may stay English.
    { "ssTranslate", 0, words_required, false, "engine/src/" },
    { "ssError", 2, words_required, false, "engine/src/base/param" },
    { "ssError", 2, words_required, false, "engine/src/scenario/" },
    { "ssError", 2, words_required, false, "app/ui/" },
    { "textFail", 3, words_optional, false, "engine/src/law/text/" },
    { "textFail", 3, words_optional, false, "engine/src/audit/condition" },
    { "ssError", 2, words_optional, false, "engine/" },
    { "ssError", 2, words_optional, false, "app/" },
    { "fitWarn", 1, words_optional, false, "engine/src/fit/" },
    // Names of curves and marks in charts, and labels in the scene.
    { "whyAdd", 4, words_required, false, "engine/src/why/" },
    { "curveOfPoints", 2, words_required, false, "engine/src/" },
    { "curve", 2, words_required, false, "engine/src/" },
    { "area", 2, words_required, false, "engine/src/" },
    { "bars", 2, words_required, false, "engine/src/" },
    { "points", 2, words_required, false, "engine/src/" },
    { "arrow", 2, words_required, false, "engine/src/" },
    { "band", 2, words_required, false, "engine/src/" },
    { "chartArrow", 2, words_required, false, "engine/src/" },
};

static bool wordsIsName( char c )
{
    return ( c >= 'a' && c <= 'z' ) || ( c >= 'A' && c <= 'Z' ) || ( c >= '0' && c <= '9' ) || c == '_';
}

// Skips a comment or a character at `at`; returns `at` where there is none.
static const char* wordsSkip( const char* at )
{
    if ( at[0] == '/' && at[1] == '/' ) { return at + strcspn( at, "\n" ); }
    if ( at[0] == '/' && at[1] == '*' )
    {
        const char* end = strstr( at, "*/" );
        return end != NULL ? end + 2 : at + strlen( at );
    }
    if ( at[0] == '\'' )
    {
        const char* end = at + 1;
        while ( *end != '\'' && *end != '\0' ) { end += *end == '\\' ? 2 : 1; }
        return end + 1;
    }
    return at;
}

// Reads the string literals that follow one another at `at` into `text`. Returns their end.
static const char* wordsLiteral( const char* at, char* text, size_t capacity )
{
    size_t used = 0;
    const char* end = at;
    while ( *at == '"' )
    {
        for ( ++at; *at != '"' && *at != '\0'; ++at )
        {
            char c = *at;
            if ( c == '\\' )
            {
                ++at;
                c = *at == 'n' ? '\n' : *at == 't' ? '\t' : *at;
            }
            if ( used + 1 < capacity ) { text[used++] = c; }
        }
        end = at + 1;
        at = end + strspn( end, " \t\n" );
    }
    text[used] = '\0';
    return end;
}

static int wordsLine( const char* text, const char* at )
{
    int line = 1;
    for ( ; text < at; ++text ) { line += *text == '\n'; }
    return line;
}

// Takes every literal of the argument of the call that opens at `at`, just after its parenthesis.
static void wordsTakeArgument(
    wordsList* list, const wordsCall* call, const char* path, const char* text, const char* at )
{
    int depth = 0, argument = 0, line = wordsLine( text, at );
    char literal[4096], place[96];
    snprintf( place, sizeof place, "%.80s:%d", path, line );
    while ( *at != '\0' && depth >= 0 && argument <= call->argument )
    {
        const char* next = wordsSkip( at );
        if ( next != at )
        {
            at = next;
            continue;
        }
        if ( *at == '"' )
        {
            at = wordsLiteral( at, literal, sizeof literal );
            bool wanted = argument == call->argument && depth == 0;
            // A unit, a key and a sign are no words, unless somebody says that they are.
            if ( wanted &&
                ( wordsHasLetters(
                    literal, call->room[0] == 'a' || strcmp( call->name, "ssTranslate" ) == 0 ? 1 : 3 ) ) )
            {
                wordsList_Add( list, literal, place, call->need, call->label );
            }
            continue;
        }
        depth += *at == '(' || *at == '{' || *at == '[' ? 1 : 0;
        depth -= *at == ')' || *at == '}' || *at == ']' ? 1 : 0;
        argument += *at == ',' && depth == 0 ? 1 : 0;
        ++at;
    }
}

// The texts of one file.
static void wordsScan( wordsList* list, const char* path, const char* text )
{
    for ( const char* at = text; *at != '\0'; )
    {
        const char* next = wordsSkip( at );
        if ( next != at )
        {
            at = next;
            continue;
        }
        if ( *at == '"' )
        {
            char literal[8192];
            const char* begin = at;
            at = wordsLiteral( at, literal, sizeof literal );
            // .text of a label in the scene
            bool label = begin - text > 8 && strncmp( begin - 8, ".text = ", 8 ) == 0 &&
                strncmp( path, "engine/", 7 ) == 0;
            if ( label && wordsHasWord( literal ) )
            {
                char place[96];
                snprintf( place, sizeof place, "%.80s:%d", path, wordsLine( text, begin ) );
                wordsList_Add( list, literal, place, words_required, false );
            }
            continue;
        }
        if ( !wordsIsName( *at ) )
        {
            ++at;
            continue;
        }
        size_t length = 0;
        while ( wordsIsName( at[length] ) ) { ++length; }
        for ( int i = 0; i < SS_COUNT( s_wordsCalls ) && at[length] == '('; ++i )
        {
            const wordsCall* call = s_wordsCalls + i;
            if ( strlen( call->name ) == length && strncmp( call->name, at, length ) == 0 &&
                strncmp( path, call->room, strlen( call->room ) ) == 0 )
            {
                wordsTakeArgument( list, call, path, text, at + length + 1 );
                break;
            }
        }
        at += length;
    }
}

// The texts of all sources below a folder of the tree.
static void wordsScanFolder( wordsList* list, const char* root, const char* folder )
{
    char path[1024], name[512];
    char **folders = NULL, **files = NULL;
    int folderCount = 0, fileCount = 0;
    snprintf( path, sizeof path, "%.500s/%.500s", root, folder );
    osListSubfolders( path, &folders, &folderCount );
    osListFolder( path, &files, &fileCount );
    for ( int i = 0; i < fileCount; ++i )
    {
        size_t length = strlen( files[i] );
        char* text = NULL;
        size_t size = 0;
        snprintf( name, sizeof name, "%.200s/%.200s", folder, files[i] );
        snprintf( path, sizeof path, "%.500s/%.500s", root, name );
        bool source =
            length > 2 && files[i][length - 2] == '.' && strchr( "ch", files[i][length - 1] ) != NULL;
        if ( source && osReadFile( path, &text, &size ).code == ss_ok )
        {
            wordsScan( list, name, text );
            free( text );
        }
    }
    for ( int i = 0; i < folderCount; ++i )
    {
        snprintf( name, sizeof name, "%.200s/%.200s", folder, folders[i] );
        wordsScanFolder( list, root, name );
    }
    osFreeList( folders, folderCount );
    osFreeList( files, fileCount );
}
