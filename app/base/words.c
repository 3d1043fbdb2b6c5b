// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "base/embedded.h"
#include "base/grow.h"
#include "slipstick/solver.h"

#include <ctype.h>
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
    char code[16], name[48];
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
    while ( stem > 0 && english[stem - 1] >= '0' && english[stem - 1] <= '9' ) { --stem; }
    const char* whole = tr( english );
    if ( whole != english || stem == length || stem < 2 || english[stem - 1] != ' ' || stem >= sizeof name )
    {
        return whole;
    }
    snprintf( name, sizeof name, "%.*s", (int)stem - 1, english );
    snprintf( text, capacity, "%s %s", tr( name ), english + stem );
    return text;
}

bool wordsChoicesAreNames( const ssParam* param ) { return param->moreChoices == &ss_registeredSolvers; }

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
        if ( entry->table != NULL ) { readName( entry ); }
    }
    s_languages[s_languageCount++] = ( language ){ .code = "en", .name = "English" };
}

int wordsLanguageCount( void )
{
    if ( s_languageCount == 0 ) { readLanguages(); }
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

const char* wordsChosen( void ) { return s_chosen != NULL ? s_chosen->code : "en"; }

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
        if ( strlen( code ) == length && strncmp( code, locale, length ) == 0 ) { return code; }
    }
    return "en";
}

// Reads .po files into a table with open addressing over the English texts, at most half full.

struct wordsTable
{
    char* arena; // all texts; none is longer than what it was read from
    size_t used;
    wordsEntry* entries;
    int count, capacity;
    int* slots; // index into entries, or -1
    uint32_t mask;
    const char* header;
};

typedef enum poPart
{
    po_none,
    po_id,
    po_text
} poPart;

typedef struct poReader
{
    const char *file, *at, *end; // `at` is the beginning of the rest
    int line;
    poPart part; // that further strings belong to
    const char *english, *text;
    int englishLine;
    wordsTable* table;
    ssResult result;
} poReader;

static uint32_t hashText( const char* text )
{
    uint32_t hash = 2166136261u; // FNV-1a
    for ( ; *text != '\0'; ++text ) { hash = ( hash ^ (unsigned char)*text ) * 16777619u; }
    return hash ^ ( hash >> 15 );
}

/// The slot that holds the text, or the free one where it would go.
static uint32_t findSlot( const wordsTable* table, const char* english )
{
    uint32_t slot = hashText( english ) & table->mask;
    while ( table->slots[slot] >= 0 && strcmp( table->entries[table->slots[slot]].english, english ) != 0 )
    {
        slot = ( slot + 1 ) & table->mask;
    }
    return slot;
}

const char* wordsFind( const wordsTable* table, const char* english )
{
    int index = table->slots[findSlot( table, english )];
    return index >= 0 && table->entries[index].text[0] != '\0' ? table->entries[index].text : NULL;
}

int wordsCount( const wordsTable* table ) { return table->count; }

wordsEntry wordsAt( const wordsTable* table, int index ) { return table->entries[index]; }

const char* wordsHeader( const wordsTable* table ) { return table->header != NULL ? table->header : ""; }

void wordsFree( wordsTable* table )
{
    if ( table != NULL )
    {
        free( table->arena );
        free( table->entries );
        free( table->slots );
        free( table );
    }
}

/// Reads "%5.2f" or "%%". Returns its length, and its letters in `kind`, with a '*' for each number that is
/// an argument; 0: a plain percent sign. A space is no flag, because "5 % of" is no directive.
static size_t readDirective( const char* at, char kind[12] )
{
    size_t i = 1, used = 0;
    i += strspn( at + i, "-+#0" );
    for ( int field = 0; field < 2; ++field )
    {
        if ( field == 1 && at[i] != '.' ) { break; }
        i += field == 1 ? 1 : 0;
        if ( at[i] == '*' )
        {
            kind[used++] = '*';
            ++i;
        }
        i += strspn( at + i, "0123456789" );
    }
    size_t modifiers = strspn( at + i, "hlLjzt" );
    if ( modifiers > 2 || at[i + modifiers] == '\0' ||
        strchr( "diouxXeEfFgGaAcsp%", at[i + modifiers] ) == NULL )
    {
        return 0;
    }
    memcpy( kind + used, at + i, modifiers + 1 );
    kind[used + modifiers + 1] = '\0';
    return i + modifiers + 1;
}

/// The next directive that takes an argument; counts the signs that take none: "%%" and plain ones.
static const char* nextDirective( const char* at, char kind[12], int signs[2] )
{
    kind[0] = '\0';
    while ( ( at = strchr( at, '%' ) ) != NULL )
    {
        size_t length = readDirective( at, kind );
        if ( length > 0 && strcmp( kind, "%" ) != 0 ) { return at + length; }
        ++signs[length > 0];
        at += length > 0 ? length : 1;
        kind[0] = '\0';
    }
    return NULL;
}

bool wordsSameDirectives( const char* english, const char* text )
{
    int signs[2][2] = { { 0 } };
    while ( english != NULL || text != NULL )
    {
        char kinds[2][12] = { "", "" };
        english = english != NULL ? nextDirective( english, kinds[0], signs[0] ) : NULL;
        text = text != NULL ? nextDirective( text, kinds[1], signs[1] ) : NULL;
        if ( strcmp( kinds[0], kinds[1] ) != 0 ) { return false; }
    }
    return signs[0][0] == signs[1][0] && signs[0][1] == signs[1][1];
}

static bool refuse( poReader* r, int line, const char* what, const char* detail )
{
    r->result = ssError( ss_errorFormat, NULL, "%s:%d: %s%.60s", r->file, line, what, detail );
    return false;
}

/// The length in bytes of the UTF-8 character at `at`; 0: it is none.
static int characterLength( const char* at, const char* end )
{
    unsigned char first = (unsigned char)*at;
    int length = first < 0x80 ? 1 : first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : 4;
    if ( ( first >= 0x80 && first < 0xc2 ) || first > 0xf4 || end - at < length ) { return 0; }
    for ( int i = 1; i < length; ++i )
    {
        if ( ( (unsigned char)at[i] & 0xc0 ) != 0x80 ) { return 0; }
    }
    return length;
}

/// The character that an escape stands for; 0: there is no such escape.
static char escaped( char letter )
{
    return letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == '"' || letter == '\\' ? letter : '\0';
}

/// Appends the quoted string at `at` to the arena, over the final zero of the string before it when `goesOn`.
static bool readString( poReader* r, const char* at, const char* end, bool goesOn, const char** text )
{
    wordsTable* table = r->table;
    if ( at == end || *at != '"' ) { return refuse( r, r->line, "expected a text in double quotes", "" ); }
    table->used -= goesOn ? 1 : 0;
    *text = goesOn ? *text : table->arena + table->used;
    for ( ++at; at < end && *at != '"'; )
    {
        int length = characterLength( at, end );
        if ( length == 0 || *at == '\0' ) { return refuse( r, r->line, "this is not UTF-8", "" ); }
        if ( *at == '\\' )
        {
            char letter = at + 1 < end ? escaped( at[1] ) : '\0';
            if ( letter == '\0' )
            {
                return refuse( r, r->line, "unknown escape; allowed: \\n \\t \\\" \\\\", "" );
            }
            table->arena[table->used++] = letter;
            at += 2;
            continue;
        }
        memcpy( table->arena + table->used, at, (size_t)length );
        table->used += (size_t)length;
        at += length;
    }
    if ( at == end ) { return refuse( r, r->line, "the text has no closing quote", "" ); }
    if ( at + 1 < end )
    {
        return refuse( r, r->line, "after the text there is something else on the line", "" );
    }
    table->arena[table->used++] = '\0';
    return true;
}

static bool growEntries( wordsTable* table )
{
    if ( table->count < table->capacity ) { return true; }
    int capacity = table->capacity > 0 ? 2 * table->capacity : 256;
    wordsEntry* entries = realloc( table->entries, (size_t)capacity * sizeof *entries );
    int* slots = malloc( 2 * (size_t)capacity * sizeof *slots );
    table->entries = entries != NULL ? entries : table->entries;
    if ( entries == NULL || slots == NULL )
    {
        free( slots );
        return false;
    }
    free( table->slots );
    table->slots = slots;
    table->capacity = capacity;
    table->mask = 2 * (uint32_t)capacity - 1;
    memset( slots, -1, 2 * (size_t)capacity * sizeof *slots );
    for ( int i = 0; i < table->count; ++i ) { slots[findSlot( table, entries[i].english )] = i; }
    return true;
}

/// Takes the pair that has been read, if there is one, into the table.
static bool finishEntry( poReader* r )
{
    wordsTable* table = r->table;
    if ( r->part == po_none ) { return true; }
    if ( r->part == po_id ) { return refuse( r, r->englishLine, "this msgid has no msgstr", "" ); }
    r->part = po_none;
    if ( r->english[0] == '\0' )
    {
        table->header = r->text;
        return true;
    }
    if ( !growEntries( table ) )
    {
        r->result = ssError( ss_errorMemory, NULL, "%s: out of memory", r->file );
        return false;
    }
    uint32_t slot = findSlot( table, r->english );
    if ( table->slots[slot] >= 0 )
    {
        return refuse( r, r->englishLine, "this msgid came before: ", r->english );
    }
    if ( r->text[0] != '\0' && !wordsSameDirectives( r->english, r->text ) )
    {
        return refuse( r, r->englishLine, "msgstr has not the directives of its msgid: ", r->english );
    }
    table->slots[slot] = table->count;
    table->entries[table->count++] =
        ( wordsEntry ){ .english = r->english, .text = r->text, .line = r->englishLine };
    return true;
}

static bool startsWith( const char* at, const char* end, const char* word )
{
    size_t length = strlen( word );
    return (size_t)( end - at ) > length && strncmp( at, word, length ) == 0 &&
        ( at[length] == ' ' || at[length] == '\t' );
}

static bool readLine( poReader* r, const char* at, const char* end )
{
    if ( at == end || *at == '#' ) { return true; }
    if ( *at == '"' )
    {
        return r->part == po_none ? refuse( r, r->line, "this text follows no msgid or msgstr", "" )
                                  : readString( r, at, end, true, r->part == po_id ? &r->english : &r->text );
    }
    bool id = startsWith( at, end, "msgid" );
    if ( !id && !startsWith( at, end, "msgstr" ) )
    {
        return refuse(
            r, r->line, "unknown word; allowed: msgid, msgstr, a text in quotes, # a comment", "" );
    }
    at += id ? 5 : 6;
    at += strspn( at, " \t" );
    if ( id )
    {
        r->englishLine = finishEntry( r ) ? r->line : r->englishLine;
        if ( r->result.code != ss_ok ) { return false; }
    }
    else if ( r->part != po_id ) { return refuse( r, r->line, "this msgstr has no msgid", "" ); }
    r->part = id ? po_id : po_text;
    return readString( r, at, end, false, id ? &r->english : &r->text );
}

ssResult wordsParse( const char* file, const char* text, size_t length, wordsTable** result )
{
    wordsTable* table = calloc( 1, sizeof *table );
    poReader r = { .file = file, .at = text, .end = text + length, .table = table, .result = ssOk() };
    *result = NULL;
    if ( table == NULL || ( table->arena = malloc( length + 2 ) ) == NULL || !growEntries( table ) )
    {
        wordsFree( table );
        return ssError( ss_errorMemory, NULL, "%s: out of memory", file );
    }
    bool good = true;
    while ( good && r.at < r.end )
    {
        const char* next = memchr( r.at, '\n', (size_t)( r.end - r.at ) );
        const char *end = next != NULL ? next : r.end, *at = r.at;
        ++r.line;
        while ( at < end && isspace( (unsigned char)*at ) ) { ++at; }
        while ( end > at && isspace( (unsigned char)end[-1] ) ) { --end; }
        good = readLine( &r, at, end );
        r.at = next != NULL ? next + 1 : r.end;
    }
    if ( !good || !finishEntry( &r ) )
    {
        wordsFree( table );
        return r.result;
    }
    *result = table;
    return ssOk();
}

static bool isGreek( const char* c )
{
    return ( (unsigned char)*c & 0xfe ) == 0xce && c[1] != '\0'; // the first of its two bytes
}

/// Is there one letter before `at`, and not the end of a word?
static bool followsSymbol( const char* text, const char* at )
{
    if ( at - text >= 2 && isGreek( at - 2 ) ) { return true; }
    bool letter = at > text && isalpha( (unsigned char)at[-1] );
    char before = at - text >= 2 ? at[-2] : ' ';
    return letter && !isalpha( (unsigned char)before ) && before != '_' && before != '.';
}

/// The end of an index that begins at `c`; `c` itself: it is none, but the middle of a name.
static const char* endOfIndex( const char* c )
{
    const char *end = c, *bracket = *c == '(' ? strchr( c, ')' ) : NULL;
    int letters = 0;
    if ( bracket != NULL )
    {
        return bracket + 1; // a word in brackets
    }
    for ( ; isalnum( (unsigned char)*end ) || isGreek( end ); ++letters ) { end += isGreek( end ) ? 2 : 1; }
    bool name = letters > 3 || *end == '_' || ( *end == '.' && isalpha( (unsigned char)end[1] ) );
    return name ? c : end;
}

/// The end of a power that begins at `c`; `c` itself: it is none.
static const char* endOfPower( const char* c )
{
    const char* end = *c == '(' ? strchr( c, ')' ) : c + ( *c == '-' ? 1 : 0 );
    while ( *c != '(' &&
        ( isalnum( (unsigned char)*end ) || ( *end == '.' && isdigit( (unsigned char)end[1] ) ) ) )
    {
        ++end;
    }
    return end == NULL ? c : *c == '(' ? end + 1 : end;
}

/// The end of the index or power whose sign is at `c`; `c` itself: there is none.
static const char* endOfRaised( const char* text, const char* c )
{
    const char* end = *c == '_' && followsSymbol( text, c ) ? endOfIndex( c + 1 )
        : *c == '^' && c > text                             ? endOfPower( c + 1 )
                                                            : c;
    return end > c + 1 ? end : c;
}

bool wordsNextPiece( const char* text, const char** at, wordsPiece* piece )
{
    const char *begin = *at, *end = endOfRaised( text, begin );
    if ( *begin == '\0' ) { return false; }
    *at = end;
    if ( end > begin )
    {
        int bracket = begin[1] == '(' ? 1 : 0; // it only holds the power together
        *piece = ( wordsPiece ){ begin + 1 + bracket, end - bracket, *begin == '_' ? -1 : 1 };
        return true;
    }
    do {
        ++end;
        end += strcspn( end, "_^" );
    } while ( *end != '\0' && endOfRaised( text, end ) == end );
    *piece = ( wordsPiece ){ begin, end, 0 };
    *at = end;
    return true;
}
