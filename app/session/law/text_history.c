// SPDX-License-Identifier: MIT
#include "session/law/text_history.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// Keeps the states of a typed text and decides which letters are one change.

static const double s_pause = 1.0; // [s] after which a letter begins a new change

static char* copyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = malloc( size );
    return copy != NULL ? memcpy( copy, text, size ) : NULL;
}

static void forgetFrom( sessionTextHistory* history, int first )
{
    for ( int i = first; i < history->count; ++i )
    {
        free( history->states[i].text );
    }
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
    while ( same < shorter && before[same] == after[same] )
    {
        ++same;
    }
    while ( tail < shorter - same && before[old - 1 - tail] == after[new - 1 - tail] )
    {
        ++tail;
    }
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
    if ( history->count == 0 )
    {
        return sessionTextHistory_Begin( history, text );
    }
    textChange change = compare( history->states[history->at].text, text );
    if ( change.removed == 0 && change.added == 0 )
    {
        return true;
    }
    char* copy = copyText( text );
    if ( copy == NULL )
    {
        return false;
    }
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
    if ( joined )
    {
        free( history->states[history->at].text );
    }
    history->states[history->at] = ( sessionTextState ){ copy, cursor };
    history->count = history->at + 1;
    history->growing = directionOf( change );
    history->grownAt = change.at + change.added;
    history->grownTime = now;
    return true;
}

bool sessionTextHistory_CanUndo( const sessionTextHistory* history )
{
    return history->at > 0;
}

bool sessionTextHistory_CanRedo( const sessionTextHistory* history )
{
    return history->at + 1 < history->count;
}

static const sessionTextState* go( sessionTextHistory* history, bool possible, int step )
{
    if ( !possible )
    {
        return NULL;
    }
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
