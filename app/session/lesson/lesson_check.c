// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "session/lesson/lesson.h"
#include "session/lesson/lesson_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Goes through a lesson without a window and checks its answers and claims.

typedef struct Checker
{
    const lessonText* lesson;
    lessonRun run;
    lessonReport* report;
    ssStop* stop;
    void* context;
    bool memory;
    bool broken; // the scene above could not begin
} Checker;

SS_PRINTF( 4, 5 ) static void find( Checker* c, int line, bool failed, const char* format, ... )
{
    lessonReport* r = c->report;
    if ( !GROW( r->findings, r->capacity, r->count + 1 ) )
    {
        c->memory = false;
        return;
    }
    lessonFinding* finding = r->findings + r->count++;
    *finding = ( lessonFinding ){ .line = line, .failed = failed };
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( finding->text, sizeof( finding->text ), format, arguments );
    va_end( arguments );
    r->failures += failed ? 1 : 0;
}

/// Reports an error, if there is one, as a failure of its line.
static bool passed( Checker* c, const lessonError* error )
{
    if ( error->text[0] != '\0' ) { find( c, error->line, true, "%s", error->text ); }
    return error->text[0] == '\0';
}

/// Words with formulas in them. False: there are none, or they cannot be evaluated, which is reported.
static bool checkText( Checker* c, const char* words, int line, char* text, size_t capacity )
{
    lessonError error = { 0 };
    if ( words == NULL || strchr( words, '{' ) == NULL || ( c->run.sim == NULL && c->broken ) )
    {
        return false;
    }
    if ( c->run.sim == NULL )
    {
        find( c, line, true, "a formula stands before the first 'scene', which knows its names" );
        return false;
    }
    lessonReadRun( &c->run );
    lessonExpand( &c->run.names, &c->run.values, words, line, text, capacity, &error );
    return passed( c, &error );
}

/// Everything that an item says.
static void checkWords( Checker* c, const lessonItem* item )
{
    char text[4096];
    for ( int i = item->firstParagraph; i < item->firstParagraph + item->paragraphCount; ++i )
    {
        const lessonParagraph* paragraph = c->lesson->paragraphs + i;
        if ( checkText( c, paragraph->text, paragraph->line, text, sizeof( text ) ) && paragraph->formula )
        {
            find( c, paragraph->line, false, "%.300s", text );
        }
    }
    for ( int i = item->firstChoice; i < item->firstChoice + item->choiceCount; ++i )
    {
        checkText( c, c->lesson->choices[i].text, c->lesson->choices[i].line, text, sizeof( text ) );
        checkText( c, c->lesson->choices[i].reply, c->lesson->choices[i].line, text, sizeof( text ) );
    }
    checkText( c, lessonAsks( item->kind ) ? item->text : NULL, item->line, text, sizeof( text ) );
    checkText( c, item->reply, item->line, text, sizeof( text ) );
    checkText( c, item->right.text, item->right.line, text, sizeof( text ) );
    checkText( c, item->wrong.text, item->wrong.line, text, sizeof( text ) );
}

static void checkNumber( Checker* c, const lessonItem* item )
{
    lessonError error = { 0 };
    lessonReadRun( &c->run );
    double answer =
        lessonEvaluate( &c->run.names, &c->run.values, item->answer.text, item->answer.line, &error );
    double within = lessonTolerance( &c->run.names, &c->run.values, item, answer, &error );
    if ( !passed( c, &error ) ) { return; }
    const char* unit = lessonItemUnit( item )->text;
    char shown[64], allowed[64];
    lessonFormatNumber( answer, unit, shown, sizeof( shown ) );
    lessonFormatNumber( within, unit, allowed, sizeof( allowed ) );
    bool good = isfinite( answer ) && within > 0.0;
    find( c, item->answer.line, !good, "answer %s = %s within %s%s", item->answer.text, shown, allowed,
        good ? "" : ": expected a finite number and a tolerance > 0" );
}

static void checkIs( Checker* c, const lessonItem* item, const lessonRunAsk* ask )
{
    const lessonWatch* watch = ask->watches;
    const char* unit = lessonItemUnit( item )->text;
    char is[64], answer[64], within[64];
    if ( !watch->found )
    {
        find( c, item->is.line, true, "is %s: %s in this run, which ends at %.6g s", item->is.text,
            watch->moment == lesson_momentWhen ? "the condition never holds" : "there is no such time",
            c->run.time );
        return;
    }
    const lessonUnit* own = lessonFindUnit( watch->unit );
    if ( own != NULL && strcmp( own->text, unit ) != 0 )
    {
        find( c, item->is.line, true, "is %s: it is in %s, the answer in %s", item->is.text,
            own->text[0] != '\0' ? own->text : "no unit", unit[0] != '\0' ? unit : "no unit" );
        return;
    }
    lessonFormatNumber( watch->value, unit, is, sizeof( is ) );
    lessonFormatNumber( ask->answer, unit, answer, sizeof( answer ) );
    lessonFormatNumber( ask->within, unit, within, sizeof( within ) );
    bool good = fabs( watch->value - ask->answer ) <= ask->within;
    find( c, item->is.line, !good, "is %s = %s %s the answer %s = %s within %s", item->is.text, is,
        good ? "agrees with" : "differs from", item->answer.text, answer, within );
}

static void checkSketch( Checker* c, const lessonItem* item, const lessonRunAsk* ask )
{
    lessonFeatures f = lessonFindFeatures( &ask->curve, fmax( lessonSpan( &ask->curve ), 1e-300 ) );
    bool good = true;
    for ( int i = 0; i < LESSON_JUDGED_COUNT; ++i )
    {
        char why[200];
        if ( ( item->mask & 1u << i ) != 0 &&
            !lessonIsDefined( &ask->curve, (lessonJudged)( 1u << i ), why, sizeof( why ) ) )
        {
            find( c, item->line, true, "sketch of %s: %s", item->signal, why );
            good = false;
        }
    }
    if ( good )
    {
        char stop[48] = "";
        if ( !isnan( f.stop ) ) { snprintf( stop, sizeof( stop ), ", constant from %.4g s on", f.stop ); }
        find( c, item->line, false, "sketch of %s: from %.4g to %.4g, %s at first%s", item->signal, f.from,
            f.to,
            f.direction > 0       ? "rising"
                : f.direction < 0 ? "falling"
                                  : "level",
            stop );
    }
}

static void checkClaim( Checker* c, const lessonItem* item )
{
    lessonError error = { 0 };
    char numbers[200] = "";
    bool holds = lessonClaimHolds(
        &c->run, c->lesson, (int)( item - c->lesson->items ), false, numbers, sizeof( numbers ), &error );
    if ( !passed( c, &error ) ) { return; }
    find( c, item->line, !holds, "claim %.120s %s at t = %.6g s%s%s", item->text,
        holds ? "holds" : "does not hold", c->run.time, numbers[0] != '\0' ? ": " : "", numbers );
}

static void checkRun( Checker* c, int index )
{
    const lessonItem* item = c->lesson->items + index;
    lessonError error = { 0 };
    lessonRunTo( &c->run, c->lesson, index, c->stop, c->context, &error );
    if ( !passed( c, &error ) ) { return; }
    find( c, item->line, false, "%s%s%s ends at t = %.6g s", lessonKeyword( item->kind ),
        item->text[0] != '\0' ? " " : "", item->text, c->run.time );
    for ( int i = 0; i < c->run.askCount; ++i )
    {
        const lessonRunAsk* ask = c->run.asks[i];
        const lessonItem* question = c->lesson->items + ask->item;
        if ( question->kind == lesson_sketch ) { checkSketch( c, question, ask ); }
        else if ( question->kind == lesson_number ) { checkIs( c, question, ask ); }
    }
}

static void checkItem( Checker* c, int index )
{
    const lessonItem* item = c->lesson->items + index;
    lessonError error = { 0 };
    bool scene = item->kind == lesson_scene;
    bool needs = item->kind != lesson_words && item->kind != lesson_hide && item->kind != lesson_reveal &&
        item->kind != lesson_next && item->kind != lesson_choice && !scene;
    if ( needs && c->run.sim == NULL )
    {
        if ( !c->broken ) // the scene itself has been reported
        {
            find( c, item->line, true, "'%s' needs a 'scene' above it", lessonKeyword( item->kind ) );
        }
        return;
    }
    switch ( item->kind )
    {
        case lesson_scene: c->broken = !lessonOpenScene( &c->run, item, &error ); break;
        case lesson_until: lessonSetUntil( &c->run, item->text, item->line, &error ); break;
        case lesson_measure: lessonAddMeasure( &c->run, item->text, item->line, &error ); break;
        case lesson_show: lessonCheckPanes( item->text, item->line, c->run.def.scenario, &error ); break;
        case lesson_number: checkNumber( c, item ); break;
        case lesson_claim: checkClaim( c, item ); break;
        case lesson_run:
        case lesson_compare: checkRun( c, index ); break;
        default: break;
    }
    if ( passed( c, &error ) && item->kind != lesson_words ) { checkWords( c, item ); }
}

static void checkStep( Checker* c, const lessonStep* step )
{
    for ( int i = step->firstItem; i < step->firstItem + step->itemCount; ++i )
    {
        const lessonItem* item = c->lesson->items + i;
        bool compared =
            item->kind == lesson_sketch || ( item->kind == lesson_number && item->is.text != NULL );
        if ( compared && lessonRunOf( c->lesson, i ) < 0 )
        {
            find( c, item->line, true,
                "'%s' is compared with a run, but its scene has none; write 'run' below it",
                lessonKeyword( item->kind ) );
        }
    }
    // Words of a step may use the scene that the step opens below them.
    int words = step->firstItem;
    for ( int i = step->firstItem; i < step->firstItem + step->itemCount && c->memory; ++i )
    {
        bool stopped = c->stop != NULL && c->stop( c->context );
        if ( stopped ) { return; }
        checkItem( c, i );
        lessonKind next =
            i + 1 < step->firstItem + step->itemCount ? c->lesson->items[i + 1].kind : lesson_next;
        bool setup = next == lesson_scene || next == lesson_until || next == lesson_measure ||
            next == lesson_hide || next == lesson_show;
        if ( words >= 0 && !setup )
        {
            checkWords( c, c->lesson->items + words );
            words = -1;
        }
    }
}

bool lessonCheck(
    const lessonText* lesson, const char* folder, ssStop* stop, void* context, lessonReport* report )
{
    Checker* c = calloc( 1, sizeof( *c ) );
    *report = ( lessonReport ){ 0 };
    if ( c == NULL ) { return false; }
    *c = ( Checker ){ .lesson = lesson, .report = report, .stop = stop, .context = context, .memory = true };
    c->run.folder = folder;
    for ( int i = 0; i < lesson->stepCount; ++i ) { checkStep( c, lesson->steps + i ); }
    lessonEndRun( &c->run );
    bool memory = c->memory;
    free( c );
    return memory;
}

void lessonFreeReport( lessonReport* report )
{
    free( report->findings );
    *report = ( lessonReport ){ 0 };
}
