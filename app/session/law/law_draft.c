// SPDX-License-Identifier: MIT
#include "session/law/law_draft.h"
#include "base/grow.h"
#include "base/law_tables.h"
#include "base/os.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The law that is being typed, compiled after each pause, with its file and its undo.

static const char* nameIn( const char* path )
{
    const char* slash = strrchr( path, '/' );
    return slash != NULL ? slash + 1 : path;
}

static uint64_t hashBytes( const char* text, size_t length )
{
    return ssHashU64( ssHashText( SS_HASH_SEED, text ), length );
}

static void markChanged( sessionLawDraft* draft, double now )
{
    draft->pending = true;
    draft->changedAt = now;
}

/// Puts a text in place of the present one, as one change.
static void replace( sessionLawDraft* draft, const char* text, double now )
{
    snprintf( draft->text, sizeof draft->text, "%s", text );
    sessionTextHistory_Record( &draft->history, draft->text, 0, now );
    draft->pending = true;
    draft->changedAt = now - SESSION_LAW_PAUSE; // nobody types on
}

void sessionLawDraft_Show( sessionLawDraft* draft, const char* text, const char* name, double now )
{
    replace( draft, text, now );
    memcpy( draft->kept, draft->text, sizeof draft->kept );
    snprintf( draft->name, sizeof draft->name, "%.90s", name != NULL ? name : "" );
    draft->path[0] = '\0';
    draft->warned = false;
}

void sessionLawDraft_Free( sessionLawDraft* draft )
{
    sessionTextHistory_Free( &draft->history );
    ssLawProgram_Release( draft->program );
    draft->program = NULL;
}

void sessionLawDraft_Edited( sessionLawDraft* draft, int cursor, double now )
{
    sessionTextHistory_Record( &draft->history, draft->text, cursor, now );
    markChanged( draft, now );
}

static int restore( sessionLawDraft* draft, const sessionTextState* state, double now )
{
    if ( state == NULL ) { return -1; }
    snprintf( draft->text, sizeof draft->text, "%s", state->text );
    markChanged( draft, now );
    return state->cursor;
}

int sessionLawDraft_Undo( sessionLawDraft* draft, double now )
{
    return restore( draft, sessionTextHistory_Undo( &draft->history ), now );
}

int sessionLawDraft_Redo( sessionLawDraft* draft, double now )
{
    return restore( draft, sessionTextHistory_Redo( &draft->history ), now );
}

int sessionLawDraft_Revert( sessionLawDraft* draft, double now )
{
    if ( !sessionLawDraft_IsChanged( draft ) ) { return -1; }
    replace( draft, draft->kept, now );
    return 0;
}

bool sessionLawDraft_IsChanged( const sessionLawDraft* draft )
{
    return strcmp( draft->text, draft->kept ) != 0;
}

/// Writes the text without carriage returns, which other systems put before line ends.
static void copyLines( char* to, const char* text )
{
    for ( ; *text != '\0'; ++text )
    {
        if ( text[0] != '\r' || text[1] != '\n' ) { *to++ = *text; }
    }
    *to = '\0';
}

ssResult sessionLawDraft_Open( sessionLawDraft* draft, const char* path, double now )
{
    char* text = NULL;
    size_t length = 0;
    ssResult result = osReadFile( path, &text, &length );
    if ( result.code != ss_ok ) { return result; }
    if ( length >= session_lawCapacity || strlen( text ) != length )
    {
        result = length >= session_lawCapacity
            ? ssError( ss_errorFormat, NULL, "'%.200s' is too long for a law; allowed: %d bytes", path,
                  SS_LAW_TEXT_CAPACITY - 1 )
            : ssError( ss_errorFormat, NULL, "'%.200s' is not a text", path );
        free( text );
        return result;
    }
    uint64_t hash = hashBytes( text, length );
    char* whole = NULL;
    copyLines( text, text );
    result = lawTakeTables( text, path, &whole );
    free( text );
    text = whole;
    if ( result.code == ss_ok && strlen( text ) >= session_lawCapacity )
    {
        result = ssError( ss_errorFormat, NULL, "'%.200s' is too long for a law with its tables", path );
    }
    if ( result.code != ss_ok )
    {
        free( text );
        return result;
    }
    sessionLawDraft_Show( draft, text, nameIn( path ), now );
    snprintf( draft->path, sizeof draft->path, "%s", path );
    draft->fileHash = hash;
    free( text );
    return result;
}

/// Has another program written to the file since it was opened or saved here?
static bool changedElsewhere( const sessionLawDraft* draft )
{
    char* text = NULL;
    size_t length = 0;
    bool changed = osReadFile( draft->path, &text, &length ).code == ss_ok &&
        hashBytes( text, length ) != draft->fileHash;
    free( text );
    return changed;
}

ssResult sessionLawDraft_Save( sessionLawDraft* draft, const char* path )
{
    bool here = path == NULL;
    if ( here && !draft->warned && changedElsewhere( draft ) )
    {
        draft->warned = true;
        return ssError( ss_errorValue, NULL,
            "%.80s was changed by another program. Save again to replace it, or save as another file.",
            draft->name );
    }
    char target[sizeof draft->path];
    snprintf( target, sizeof target, "%s", here ? draft->path : path );
    osWriter* writer = osOpenWrite( target );
    osWriteText( writer, draft->text );
    ssResult result = osCommitWrite( writer );
    if ( result.code == ss_ok )
    {
        memcpy( draft->kept, draft->text, sizeof draft->kept );
        memcpy( draft->path, target, sizeof draft->path );
        snprintf( draft->name, sizeof draft->name, "%.90s", nameIn( target ) );
        draft->fileHash = hashBytes( draft->text, strlen( draft->text ) );
        draft->warned = false;
    }
    return result;
}

void sessionLawDraft_Keep( const sessionLawDraft* draft, const char* path )
{
    osWriter* writer = NULL;
    bool changed = sessionLawDraft_IsChanged( draft );
    if ( ( changed || osFileHolds( path ) ) && osBeginWrite( path, &writer ).code == ss_ok )
    {
        osWriteText( writer, changed ? draft->text : "" );
        osCommitWrite( writer );
    }
}

bool sessionLawDraft_Restore( sessionLawDraft* draft, const char* path, double now )
{
    char* text = NULL;
    size_t length = 0;
    bool usable = osFileHolds( path ) && osReadFile( path, &text, &length ).code == ss_ok &&
        length < session_lawCapacity && strlen( text ) == length;
    if ( usable )
    {
        replace( draft, text, now );
        draft->name[0] = '\0';
    }
    free( text );
    return usable;
}

/// A message begins with the name of the file and the place, which the editor shows in the text itself.
static void separatePlace( sessionLawDraft* draft )
{
    char place[48];
    int length = snprintf( place, sizeof place, ":%d:%d: ", draft->place.line, draft->place.column );
    const char* message = draft->result.message;
    const char* found = strstr( message, place );
    snprintf( draft->problem, sizeof draft->problem, "%s", found != NULL ? found + length : message );
}

static void adopt( sessionLawDraft* draft, const ssLawProgram* program )
{
    const ssLawProgram* before = draft->program;
    double values[SS_LAW_MAX_PARAMS] = { 0 };
    const ssParam* rows = ssLawProgram_Info( program )->params;
    for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
    {
        int old = before != NULL ? ssFindParam( ssLawProgram_Info( before )->params,
                                       ssLawProgram_Info( before )->paramCount, rows[i].key )
                                 : -1;
        bool kept = old >= 0 &&
            ssLawProgram_Info( before )->params[old].defaultValue == rows[i].defaultValue &&
            ssCheckParam( rows + i, draft->values[old] ).code == ss_ok;
        values[i] = kept ? draft->values[old] : rows[i].defaultValue;
    }
    memcpy( draft->values, values, sizeof values );
    draft->program = program;
    draft->version += 1;
    ssLawProgram_Release( before );
}

bool sessionLawDraft_Update( sessionLawDraft* draft, double now )
{
    if ( !draft->pending || now - draft->changedAt < SESSION_LAW_PAUSE ) { return false; }
    ssLawProgram* program = NULL;
    draft->pending = false;
    draft->place = ( ssTextPlace ){ 0 };
    draft->problem[0] = '\0';
    draft->result = ssCompileLaw( draft->text, "law", &program, &draft->place );
    if ( draft->result.code != ss_ok )
    {
        separatePlace( draft );
        return false;
    }
    if ( draft->program != NULL && strcmp( ssLawProgram_Info( draft->program )->text, draft->text ) == 0 )
    {
        ssLawProgram_Release( program );
        return false;
    }
    adopt( draft, program );
    return true;
}

static const double s_pause = 1.0; // [s] after which a letter begins a new change

static void forgetFrom( sessionTextHistory* history, int first )
{
    for ( int i = first; i < history->count; ++i ) { free( history->states[i].text ); }
    history->count = first < history->count ? first : history->count;
}

void sessionTextHistory_Free( sessionTextHistory* history )
{
    forgetFrom( history, 0 );
    *history = ( sessionTextHistory ){ 0 };
}

bool sessionTextHistory_Begin( sessionTextHistory* history, const char* text )
{
    sessionTextHistory_Free( history );
    history->states[0].text = copyText( text );
    history->count = history->states[0].text != NULL ? 1 : 0;
    return history->count == 1;
}

/// What a change did: `removed` bytes at `at` gave way to `added` others.
typedef struct textChange
{
    int at, removed, added;
} textChange;

static textChange compare( const char* before, const char* after )
{
    int old = (int)strlen( before ), new = (int)strlen( after ), same = 0, tail = 0;
    int shorter = old < new ? old : new;
    while ( same < shorter && before[same] == after[same] ) { ++same; }
    while ( tail < shorter - same && before[old - 1 - tail] == after[new - 1 - tail] ) { ++tail; }
    return ( textChange ){ same, old - same - tail, new - same - tail };
}

/// Is this one letter (1), which takes up to four bytes, one letter less (-1), or something else (0)?
static int directionOf( textChange change )
{
    const int letter = 4;
    bool adds = change.removed == 0 && change.added > 0 && change.added <= letter;
    bool removes = change.added == 0 && change.removed > 0 && change.removed <= letter;
    return adds ? 1 : removes ? -1 : 0;
}

/// Does a letter go on with the change of the letter before?
static bool joins( const sessionTextHistory* history, textChange change, const char* text, double now )
{
    int direction = directionOf( change );
    if ( direction == 0 || direction != history->growing || now - history->grownTime > s_pause ||
        history->at == 0 )
    {
        return false;
    }
    if ( direction < 0 )
    {
        // Backspace goes to the left, Delete stays where it is.
        return change.at == history->grownAt || change.at + change.removed == history->grownAt;
    }
    // A word ends with the blank behind it, a line with its end.
    bool blank = isspace( (unsigned char)text[change.at] ) != 0;
    bool afterBlank = change.at > 0 && isspace( (unsigned char)text[change.at - 1] );
    return change.at == history->grownAt && text[change.at] != '\n' && ( blank || !afterBlank );
}

bool sessionTextHistory_Record( sessionTextHistory* history, const char* text, int cursor, double now )
{
    if ( history->count == 0 ) { return sessionTextHistory_Begin( history, text ); }
    textChange change = compare( history->states[history->at].text, text );
    if ( change.removed == 0 && change.added == 0 ) { return true; }
    char* copy = copyText( text );
    if ( copy == NULL ) { return false; }
    bool joined = joins( history, change, text, now );
    forgetFrom( history, history->at + 1 );
    if ( !joined && history->count == session_textHistoryDepth )
    {
        free( history->states[0].text );
        memmove( history->states, history->states + 1,
            ( session_textHistoryDepth - 1 ) * sizeof history->states[0] );
        history->count -= 1;
    }
    history->at = joined ? history->at : history->count;
    if ( joined ) { free( history->states[history->at].text ); }
    history->states[history->at] = ( sessionTextState ){ copy, cursor };
    history->count = history->at + 1;
    history->growing = directionOf( change );
    history->grownAt = change.at + change.added;
    history->grownTime = now;
    return true;
}

bool sessionTextHistory_CanUndo( const sessionTextHistory* history ) { return history->at > 0; }

bool sessionTextHistory_CanRedo( const sessionTextHistory* history )
{
    return history->at + 1 < history->count;
}

static const sessionTextState* go( sessionTextHistory* history, bool possible, int step )
{
    if ( !possible ) { return NULL; }
    history->at += step;
    history->growing = 0;
    return history->states + history->at;
}

const sessionTextState* sessionTextHistory_Undo( sessionTextHistory* history )
{
    return go( history, sessionTextHistory_CanUndo( history ), -1 );
}

const sessionTextState* sessionTextHistory_Redo( sessionTextHistory* history )
{
    return go( history, sessionTextHistory_CanRedo( history ), 1 );
}
