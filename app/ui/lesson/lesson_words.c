// SPDX-License-Identifier: MIT
#include "ui/lesson/lesson_internal.h"

#include "base/grow.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Words of a lesson with their numbers.

/// Does the item belong to what has been said before a comparison,
/// or in a step before? Then its numbers stay.
static bool isPast( const lessonPlayer* p, int item )
{
    const lessonStep* step = p->file.lesson.steps + p->shown;
    bool past = p->shown < p->step;
    for ( int i = item + 1; i < step->firstItem + step->itemCount && !past; ++i )
    {
        bool begun = i < p->at || ( i == p->at && p->wait == lesson_waitPlay );
        past = p->file.lesson.items[i].kind == lesson_compare && begun;
    }
    return past;
}

static uiKeptWords* findKept( uiLessonPanel* l, const char* source )
{
    for ( int i = 0; i < l->wordCount; ++i )
    {
        if ( l->words[i].source == source )
        {
            return l->words + i;
        }
    }
    return NULL;
}

static void keep( uiLessonPanel* l, uiKeptWords* kept, const char* source, const char* text )
{
    uiKeptWords* words =
        kept == NULL ? growArray( l->words, &l->wordCapacity, l->wordCount + 1, sizeof( *l->words ) ) : NULL;
    if ( words != NULL )
    {
        l->words = words;
        kept = words + l->wordCount++;
        *kept = ( uiKeptWords ){ .source = source };
    }
    if ( kept != NULL && ( kept->text == NULL || strcmp( kept->text, text ) != 0 ) )
    {
        char* copy = realloc( kept->text, strlen( text ) + 1 );
        kept->text = copy != NULL ? strcpy( copy, text ) : kept->text;
    }
}

const char* uiLessonWords( uiState* ui, int item, const char* source, int line, char* text, size_t capacity )
{
    uiLessonPanel* l = ui->lesson;
    lessonRun* run = &l->player->run;
    lessonError error = { 0 };
    const char* words = tr( source );
    if ( strchr( words, '{' ) == NULL )
    {
        return words;
    }
    uiKeptWords* kept = findKept( l, source );
    if ( kept != NULL && kept->text != NULL && isPast( l->player, item ) )
    {
        return kept->text;
    }
    if ( run->sim == NULL || !lessonExpand( &run->names, &l->values, words, line, text, capacity, &error ) )
    {
        snprintf( text, capacity, "%s", words );
    }
    keep( l, kept, source, text );
    return text;
}

void uiForgetWords( uiState* ui )
{
    uiLessonPanel* l = ui->lesson;
    for ( int i = 0; i < l->wordCount; ++i )
    {
        free( l->words[i].text );
    }
    free( l->words );
    l->words = NULL;
    l->wordCount = l->wordCapacity = 0;
}
