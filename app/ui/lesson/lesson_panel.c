// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/lesson/lesson_internal.h"
#include "ui/panel/panel_plots.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opens and closes lessons in the window and takes answers by mouse and keys.

static void dropScene( uiLessonPanel* l )
{
    if ( l->sceneMade )
    {
        ssScene_Destroy( &l->scene );
        l->sceneMade = false;
    }
}

void uiFreeLesson( uiState* ui )
{
    uiForgetWords( ui );
    dropScene( ui->lesson );
    lessonEnd( ui->lesson->player );
    ui->lesson->player = NULL;
}

ssResult uiOpenLesson( uiState* ui, const uiFrameInput* input, const char* word )
{
    lessonFile* file = calloc( 1, sizeof( *file ) );
    lessonError error = { 0 };
    lessonPlayer* player = NULL;
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory" );
    if ( file != NULL && lessonLoad( word, file, &error ) )
    {
        player = lessonBegin( file, input->jobs );
        lessonFree( &file->lesson ); // of what was not taken
    }
    else if ( file != NULL )
    {
        result = error.line > 0
            ? ssError( ss_errorFormat, NULL, "%.60s:%d: %.180s", word, error.line, error.text )
            : ssError( ss_errorFormat, NULL, "%.250s", error.text );
    }
    free( file );
    if ( player == NULL )
    {
        uiWarn( ui, result.message );
        return result;
    }
    uiFreeLesson( ui );
    *ui->lesson = ( uiLessonPanel ){ .player = player, .fieldItem = -1, .seenItem = -1 };
    ui->focus.on = false;
    return ssOk();
}

void uiCloseLesson( uiState* ui, const uiFrameInput* input )
{
    if ( ui->lesson->player == NULL ) { return; }
    uiFreeLesson( ui );
    *ui->lesson = ( uiLessonPanel ){ .fieldItem = -1 };
    ui->lessonView = ( uiLessonView ){ 0 };
    ui->requests.lessonScene = NULL;
    uiPostFlags( ui, input, ui->settings.drawFlags );
    uiRecallPanes( ui, input->snapshot );
}

const char* uiShippedLesson( const uiState* ui )
{
    const lessonPlayer* p = ui->lesson->player;
    return p != NULL && p->file.path[0] == '\0' ? p->file.name : NULL;
}

ssResult uiSaveAnswers( uiState* ui, const char* path )
{
    return ui->lesson->player != NULL ? lessonSaveAnswers( ui->lesson->player, path )
                                      : ssError( ss_errorValue, NULL, "%s", tr( "no lesson is open" ) );
}

/// Asks the host for the scene of the lesson, and the simulation to play it.
static void askForScene( uiState* ui, const uiFrameInput* input )
{
    uiLessonPanel* l = ui->lesson;
    lessonPlayer* p = l->player;
    p->load = false;
    if ( p->error.text[0] != '\0' ) { return; }
    dropScene( l );
    ssResult result = lessonSceneOf( p, &l->scene );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return;
    }
    l->sceneMade = true;
    l->runBefore = input->snapshot->runNumber;
    ui->requests.lessonScene = &l->scene;
    ui->requests.lessonPlays = p->play;
    ui->requests.lessonFrom = p->play ? p->playFrom : 0.0;
}

static void postHidden( uiState* ui, const uiFrameInput* input )
{
    uiLessonPanel* l = ui->lesson;
    uint32_t flags = uiVisibleFlags( ui );
    if ( !l->flagsPosted || flags != l->postedFlags || ui->requests.lessonScene != NULL )
    {
        uiPost( input, session_commandFlags, (int64_t)flags, 0.0 );
        l->flagsPosted = true;
        l->postedFlags = flags;
    }
}

/// The numbers of the state shown; measures are those of the run beside the window.
static void readValues( uiState* ui, const uiFrameInput* input )
{
    uiLessonPanel* l = ui->lesson;
    lessonRun* run = &l->player->run;
    const sessionSnapshot* s = input->snapshot;
    if ( run->sim == NULL ) { return; }
    l->values = run->values;
    bool same = s->scenario == run->names.scenario && ui->requests.lessonScene == NULL &&
        s->runNumber != l->runBefore;
    if ( same )
    {
        double measures[SS_FORMULA_MAX_NAMES];
        memcpy( measures, run->values.now + run->names.measureFirst,
            (size_t)run->names.scenario->model.measureCount * sizeof( double ) );
        lessonFillValues( &run->names, s->values, s->signals, measures, s->time, s->h, &l->values );
    }
}

void uiUpdateLesson( uiState* ui, const uiFrameInput* input )
{
    uiLessonPanel* l = ui->lesson;
    lessonPlayer* p = l->player;
    ui->lessonView.on = p != NULL;
    uiPublish( "ui.lesson", p != NULL ? 1.0 : 0.0 );
    if ( p == NULL ) { return; }
    bool other = p->run.sim != NULL && !p->load && input->snapshot->runNumber != l->runBefore &&
        ssScenario_Base( input->snapshot->scenario ) != ssScenario_Base( p->run.def.scenario );
    if ( other )
    {
        uiCloseLesson( ui, input );
        uiNotify( ui, tr( "The lesson is closed, because another scenario was opened." ) );
        return;
    }
    lessonUpdate( p );
    bool arrived = input->snapshot->runNumber != l->runBefore && !p->load;
    if ( p->wait == lesson_waitPlay && arrived &&
        input->snapshot->time >= p->playTo - 0.6 * input->snapshot->h )
    {
        lessonPlayed( p );
    }
    if ( p->load ) { askForScene( ui, input ); }
    bool panes = p->panes != NULL;
    bool waits = p->wait == lesson_waitAnswer || p->wait == lesson_waitRun || p->wait == lesson_waitNext;
    ui->lessonView = ( uiLessonView ){ .on = true,
        .hidden = p->hidden,
        .quiet = p->hidden != 0 || lessonAsksStill( p ),
        .held = p->hidden != 0 && waits,
        .panes = panes,
        .sketch = lessonSketchItem( p ) >= 0 };
    postHidden( ui, input );
    readValues( ui, input );
    double points = 0.0;
    int answered = 0, questions = 0;
    lessonScore( p, &points, &answered, &questions );
    uiPublish( "lesson.step", (double)( p->shown + 1 ) );
    uiPublish( "lesson.steps", (double)p->file.lesson.stepCount );
    uiPublish( "lesson.wait", (double)p->wait );
    uiPublish( "lesson.hidden", (double)p->hidden );
    int failed = p->error.text[0] != '\0' ? 1 : 0;
    for ( int i = 0; i < p->file.lesson.itemCount; ++i )
    {
        bool claim = p->file.lesson.items[i].kind == lesson_claim;
        failed += claim && p->states[i].reached && !p->states[i].holds ? 1 : 0;
    }
    uiPublish( "lesson.failed", (double)failed ); // claims that do not hold
    uiPublish( "lesson.points", points );
    uiPublish( "lesson.answered", (double)answered );
    uiPublish( "lesson.questions", (double)questions );
}

bool uiLessonIsBusy( const uiState* ui )
{
    return ui->lesson->player != NULL &&
        ( lessonIsBusy( ui->lesson->player ) || ui->lesson->player->wait == lesson_waitPlay );
}

void uiHandInNumber( uiState* ui )
{
    uiLessonPanel* l = ui->lesson;
    const lessonItem* item = lessonQuestion( l->player );
    if ( item == NULL || item->kind != lesson_number ) { return; }
    const lessonUnit* unit = lessonItemUnit( item );
    char names[128];
    lessonUnitNames( unit->kind, names, sizeof( names ) );
    static const char* const refusals[] = {
        [lesson_typedNothing] = TR( "Type a number with its unit: %s." ),
        [lesson_typedNoNumber] = TR( "This is no number. Type one with its unit: %s." ),
        [lesson_typedMissing] = TR( "A number alone says nothing here. Add its unit: %s." ),
        [lesson_typedNoUnit] = TR( "This unit is not known. Allowed: %s." ),
        [lesson_typedOtherUnit] = TR( "This is the unit of another quantity. Allowed: %s." ),
    };
    lessonTyped typed = lessonType( l->player, l->typed );
    l->refusal[0] = '\0';
    if ( typed == lesson_typedNumber )
    {
        l->typed[0] = '\0';
        return;
    }
    snprintf( l->refusal, sizeof( l->refusal ), tr( refusals[typed] ), names );
}

void uiHandInSketch( uiState* ui )
{
    uiLessonPanel* l = ui->lesson;
    if ( lessonSketching( l->player ) != NULL && !lessonFinishSketch( l->player ) )
    {
        snprintf(
            l->refusal, sizeof( l->refusal ), "%s", tr( "Draw the curve over most of the time first." ) );
        return;
    }
    l->refusal[0] = '\0';
    l->penShown = false;
}

bool uiAnswerLesson( uiState* ui, const char* text )
{
    lessonPlayer* p = ui->lesson->player;
    if ( p == NULL ) { return false; }
    if ( strcmp( text, "next" ) == 0 || strcmp( text, "run" ) == 0 || strcmp( text, "skip" ) == 0 )
    {
        lessonNext( p );
        return true;
    }
    if ( strcmp( text, "back" ) == 0 )
    {
        lessonBack( p );
        return true;
    }
    if ( strcmp( text, "right" ) == 0 || strcmp( text, "wrong" ) == 0 )
    {
        return lessonAnswerAs( p, text[0] == 'r' );
    }
    const lessonItem* item = lessonQuestion( p );
    if ( item != NULL && item->kind == lesson_choice )
    {
        int choice = atoi( text ) - 1;
        lessonChoose( p, choice );
        return choice >= 0 && choice < item->choiceCount;
    }
    if ( item == NULL || item->kind != lesson_number ) { return false; }
    snprintf( ui->lesson->typed, sizeof( ui->lesson->typed ), "%s", text );
    uiHandInNumber( ui );
    return true;
}

bool uiSketchLesson( uiState* ui, const char* points )
{
    lessonState* s = ui->lesson->player != NULL ? lessonSketching( ui->lesson->player ) : NULL;
    double before[2] = { (double)NAN, (double)NAN };
    if ( s == NULL ) { return false; }
    while ( *points != '\0' )
    {
        char* end = NULL;
        double t = strtod( points, &end ), y = 0.0;
        if ( end == points || *end != ':' ) { return false; }
        points = end + 1;
        y = strtod( points, &end );
        if ( end == points ) { return false; }
        points = end + strspn( end, " " );
        lessonDrawLine(
            s->sketch, isnan( before[0] ) ? t : before[0], isnan( before[1] ) ? y : before[1], t, y );
        before[0] = t;
        before[1] = y;
    }
    uiHandInSketch( ui );
    return true;
}

/// The arrows move a pen over the empty pane; to the left and right it draws.
static bool penKey( uiState* ui, lessonState* s, int key, int modifiers )
{
    uiLessonPanel* l = ui->lesson;
    double share = modifiers == ui_modShift ? 0.00625 : 0.025;
    double dt = share * ( s->sketch->end - s->sketch->begin ), dy = share * ( s->high - s->low );
    bool arrow = key == SDLK_LEFT || key == SDLK_RIGHT || key == SDLK_UP || key == SDLK_DOWN;
    if ( !arrow || ( modifiers != ui_modNone && modifiers != ui_modShift ) ) { return false; }
    if ( !l->penShown )
    {
        l->penShown = true;
        l->penTime = s->sketch->begin;
        l->penValue = 0.5 * ( s->low + s->high );
    }
    double t = l->penTime, y = l->penValue;
    l->penTime += key == SDLK_RIGHT ? dt : key == SDLK_LEFT ? -dt : 0.0;
    l->penValue += key == SDLK_UP ? dy : key == SDLK_DOWN ? -dy : 0.0;
    l->penTime = fmin( fmax( l->penTime, s->sketch->begin ), s->sketch->end );
    l->penValue = fmin( fmax( l->penValue, s->low ), s->high );
    bool draws = key == SDLK_LEFT || key == SDLK_RIGHT;
    // Up and down at the beginning choose where the curve begins.
    lessonDrawLine( s->sketch, draws ? t : l->penTime, draws ? y : l->penValue, l->penTime, l->penValue );
    return true;
}

static bool enterKey( uiState* ui )
{
    lessonPlayer* p = ui->lesson->player;
    const lessonItem* item = lessonQuestion( p );
    if ( item == NULL )
    {
        bool goesOn = p->wait != lesson_waitEnd || p->shown < p->step;
        lessonNext( p );
        return goesOn;
    }
    if ( item->kind == lesson_sketch ) { uiHandInSketch( ui ); }
    else if ( item->kind == lesson_number ) { uiHandInNumber( ui ); }
    return true;
}

bool uiStartLessonRun( uiState* ui )
{
    lessonPlayer* p = ui->lesson->player;
    bool starts = p != NULL && p->wait == lesson_waitRun && p->shown == p->step;
    if ( starts ) { lessonNext( p ); }
    return starts;
}

bool uiLessonKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    (void)input;
    lessonPlayer* p = ui->lesson->player;
    if ( p == NULL ) { return false; }
    bool plain = modifiers == ui_modNone;
    if ( plain && ( key == SDLK_PAGEDOWN || key == SDLK_PAGEUP ) )
    {
        key == SDLK_PAGEDOWN ? lessonNext( p ) : lessonBack( p );
        return true;
    }
    if ( plain && ( key == SDLK_RETURN || key == SDLK_KP_ENTER ) ) { return enterKey( ui ); }
    const lessonItem* item = lessonQuestion( p );
    int digit = key >= SDLK_1 && key <= SDLK_9 ? key - SDLK_1
        : key >= SDLK_KP_1 && key <= SDLK_KP_9 ? key - SDLK_KP_1
                                               : -1;
    if ( plain && item != NULL && item->kind == lesson_choice && digit >= 0 )
    {
        lessonChoose( p, digit );
        return true;
    }
    lessonState* sketch = lessonSketching( p );
    if ( plain && sketch != NULL && ( key == SDLK_DELETE || key == SDLK_BACKSPACE ) )
    {
        lessonClearCurve( sketch->sketch, sketch->sketch->begin, sketch->sketch->end );
        ui->lesson->penShown = false;
        return true;
    }
    return sketch != NULL && penKey( ui, sketch, key, modifiers );
}
