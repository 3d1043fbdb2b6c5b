// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_private.h"

#include "session/lesson/lesson_units.h"

#include <string.h>

// What only the whole text of a lesson shows: parts that are missing, and
// choices without or with too many right ones.

static bool isSpace( char c )
{
    return c == ' ' || c == '\t' || c == '\r';
}

/// Cuts "text :: reply" into its two parts.
static const char* cutReply( char* text )
{
    char* cut = strstr( text, "::" );
    if ( cut == NULL )
    {
        return "";
    }
    char* reply = cut + 2;
    while ( cut > text && isSpace( cut[-1] ) )
    {
        --cut;
    }
    *cut = '\0';
    return reply + strspn( reply, " \t" );
}

static bool finishChoice( const lessonText* l, const lessonItem* item, lessonError* error )
{
    int right = 0;
    for ( int i = item->firstChoice; i < item->firstChoice + item->choiceCount; ++i )
    {
        right += l->choices[i].right ? 1 : 0;
        if ( l->choices[i].text[0] == '\0' )
        {
            return lessonFail( error, l->choices[i].line, "the choice has no words" );
        }
    }
    if ( item->choiceCount < 2 )
    {
        return lessonFail( error, item->line,
            "'ask choice' has %d choice%s; expected 2 to %d, indented below it", item->choiceCount,
            item->choiceCount == 1 ? "" : "s", LESSON_MAX_CHOICES );
    }
    return right == 1 ||
        lessonFail( error, item->line,
            "'ask choice' has %d right choices; expected one that begins with '+ '", right );
}

static bool finishItem( const lessonText* l, lessonItem* item, lessonError* error )
{
    if ( item->kind == lesson_choice )
    {
        return finishChoice( l, item, error );
    }
    if ( item->kind == lesson_claim )
    {
        item->reply = cutReply( (char*)item->text );
        return item->text[0] != '\0' ||
            lessonFail( error, item->line, "'claim' needs a condition before '::'" );
    }
    if ( item->kind == lesson_number && item->answer.text == NULL )
    {
        return lessonFail( error, item->line, "'ask number' needs the line 'answer FORMULA' below it" );
    }
    char allowed[200];
    if ( item->unit.text != NULL && lessonFindUnit( item->unit.text ) == NULL )
    {
        return lessonFail( error, item->unit.line, "'%.24s' is no unit; allowed: %s", item->unit.text,
            lessonUnitNames( -1, allowed, sizeof( allowed ) ) );
    }
    return true;
}

bool lessonFinish( lessonText* l, lessonError* error )
{
    for ( int i = 0; i < l->choiceCount; ++i )
    {
        l->choices[i].reply = cutReply( (char*)l->choices[i].text );
    }
    for ( int i = 0; i < l->itemCount; ++i )
    {
        if ( !finishItem( l, l->items + i, error ) )
        {
            return false;
        }
    }
    if ( l->title == NULL )
    {
        return lessonFail( error, 1, "the lesson has no 'title'" );
    }
    if ( l->stepCount == 0 )
    {
        return lessonFail( error, 1, "the lesson has no 'step'" );
    }
    l->about = l->about != NULL ? l->about : "";
    return true;
}
