// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_run.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of lessons.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

/// Evaluates every formula of a lesson in a scene that is always the same.
static void evaluate( const lessonText* lesson, lessonRun* run )
{
    char text[512], numbers[64];
    for ( int i = 0; i < lesson->paragraphCount; ++i )
    {
        lessonError error = { 0 };
        const lessonParagraph* p = lesson->paragraphs + i;
        lessonExpand( &run->names, &run->values, p->text, p->line, text, sizeof( text ), &error );
    }
    for ( int i = 0; i < lesson->itemCount; ++i )
    {
        lessonError error = { 0 };
        const lessonItem* item = lesson->items + i;
        lessonWatch watch;
        ssSimDef def = run->def;
        if ( item->kind == lesson_number )
        {
            lessonTolerance( &run->names, &run->values, item, 1.0, &error );
            lessonBeginWatch( &run->names, &run->values, item->answer.text, item->line, &watch, &error );
            lessonEndWatch( &watch );
        }
        else if ( item->kind == lesson_claim )
        {
            lessonClaimHolds( run, lesson, i, false, numbers, sizeof( numbers ), &error );
        }
        else if ( item->kind == lesson_compare )
        {
            lessonChangeScene( item->text, item->line, NULL, &def, &error );
        }
        else if ( item->kind == lesson_show )
        {
            lessonCheckPanes( item->text, item->line, def.scenario, &error );
        }
    }
}

// Any bytes are a lesson or get a message with one of their lines,
// and its formulas have values or get messages.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    static lessonRun s_run;
    const lessonItem scene = { .kind = lesson_scene, .text = "rolling-sphere tiny" };
    lessonText lesson;
    lessonError error = { 0 };
    if ( s_run.sim == NULL && !lessonOpenScene( &s_run, &scene, &error ) ) { abort(); }
    if ( !lessonParse( (const char*)data, size, &lesson, &error ) )
    {
        if ( error.text[0] == '\0' || error.line < 0 ) { abort(); }
        return 0;
    }
    evaluate( &lesson, &s_run );
    // The formulas that are kept belong to the text.
    lessonFreeNames( &s_run.names );
    lessonMakeNames( ssSim_Scenario( s_run.sim ), &s_run.names );
    lessonFree( &lesson );
    return 0;
}
