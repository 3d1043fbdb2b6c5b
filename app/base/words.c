// SPDX-License-Identifier: MIT
#include "base/words.h"

#include "base/embedded.h"
#include "base/grow.h"
#include "slipstick/solver.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The chosen language. Its table is read once and then kept, because texts of it may be in use anywhere.

enum
{
    words_maxLanguages = 16
};

typedef struct language
{
    char code[16];
    char name[48];
    wordsTable* table; // NULL: English, whose texts are the keys
    ssResult result;   // of reading it
} language;

static language s_languages[words_maxLanguages];
static int s_languageCount;
static const language* s_chosen;       // NULL: English
static _Atomic( wordsTable* ) s_table; // of the chosen language; NULL: English

const char* tr( const char* english )
{
    const wordsTable* table = atomic_load_explicit( &s_table, memory_order_acquire );
    const char* text = table != NULL && english != NULL ? wordsFind( table, english ) : NULL;
    return text != NULL ? text : english;
}

const char* wordsName( const char* english, char* text, size_t capacity )
{
    size_t length = strlen( english ), stem = length;
    char name[64];
    while ( stem > 0 && english[stem - 1] >= '0' && english[stem - 1] <= '9' )
    {
        --stem;
    }
    const char* whole = tr( english );
    if ( whole != english || stem == length || stem < 2 || english[stem - 1] != ' ' || stem >= sizeof name )
    {
        return whole;
    }
    snprintf( name, sizeof name, "%.*s", (int)stem - 1, english );
    snprintf( text, capacity, "%s %s", tr( name ), english + stem );
    return text;
}

bool wordsChoicesAreNames( const ssParam* param )
{
    return param->moreChoices == &ss_registeredSolvers;
}

const char* wordsChoice( const ssParam* param, int index )
{
    const char* name = ssParam_Choice( param, index );
    return index < param->choiceCount && !wordsChoicesAreNames( param ) ? tr( name ) : name;
}

/// Copies what the header of a .po file says after "X-Language-Name: ".
static void readName( language* entry )
{
    static const char key[] = "X-Language-Name: ";
    const char* name = strstr( wordsHeader( entry->table ), key );
    if ( name != NULL )
    {
        name += sizeof key - 1;
        snprintf( entry->name, sizeof entry->name, "%.*s", (int)strcspn( name, "\n" ), name );
    }
}

static void readLanguages( void )
{
    for ( int i = 0; s_languageCount < words_maxLanguages - 1 && embedded_words[i].name != NULL; ++i )
    {
        const embeddedFile* file = embedded_words + i;
        language* entry = s_languages + s_languageCount++;
        snprintf( entry->code, sizeof entry->code, "%.*s", (int)strcspn( file->name, "." ), file->name );
        snprintf( entry->name, sizeof entry->name, "%s", entry->code );
        entry->result = wordsParse( file->name, (const char*)file->data, file->size, &entry->table );
        if ( entry->table != NULL )
        {
            readName( entry );
        }
    }
    s_languages[s_languageCount++] = ( language ){ .code = "en", .name = "English" };
}

int wordsLanguageCount( void )
{
    if ( s_languageCount == 0 )
    {
        readLanguages();
    }
    return s_languageCount;
}

const char* wordsLanguageCode( int index )
{
    return index >= 0 && index < wordsLanguageCount() ? s_languages[index].code : "";
}

const char* wordsLanguageName( int index )
{
    return index >= 0 && index < wordsLanguageCount() ? s_languages[index].name : "";
}

ssResult wordsChoose( const char* code )
{
    char known[160] = "";
    for ( int i = 0; i < wordsLanguageCount(); ++i )
    {
        language* entry = s_languages + i;
        if ( strcmp( entry->code, code ) == 0 )
        {
            if ( entry->result.code == ss_ok )
            {
                s_chosen = entry;
                atomic_store_explicit( &s_table, entry->table, memory_order_release );
            }
            return entry->result;
        }
        addText( known, sizeof known, "%s%.15s", i > 0 ? ", " : "", entry->code );
    }
    return ssError( ss_errorUnknown, "language", "unknown language '%.40s'; allowed: %s", code, known );
}

const char* wordsChosen( void )
{
    return s_chosen != NULL ? s_chosen->code : "en";
}

const char* wordsOfLocale( void )
{
    static const char* const variables[] = { "LC_ALL", "LC_MESSAGES", "LANG" };
    const char* locale = NULL;
    for ( int i = 0; i < SS_COUNT( variables ) && ( locale == NULL || locale[0] == '\0' ); ++i )
    {
        locale = getenv( variables[i] );
    }
    size_t length = locale != NULL ? strcspn( locale, "_.@" ) : 0; // de_AT.UTF-8
    for ( int i = 0; i < wordsLanguageCount(); ++i )
    {
        const char* code = s_languages[i].code;
        if ( strlen( code ) == length && strncmp( code, locale, length ) == 0 )
        {
            return code;
        }
    }
    return "en";
}
