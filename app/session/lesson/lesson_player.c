// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_player.h"
#include "base/grow.h"
#include "base/os.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Follows a student through a lesson: what is asked, answered and right.

static const lessonText* textOf( const lessonPlayer* p ) { return &p->file.lesson; }

static const lessonStep* stepAt( const lessonPlayer* p, int step ) { return textOf( p )->steps + step; }

static int endOfStep( const lessonPlayer* p, int step )
{
    return stepAt( p, step )->firstItem + stepAt( p, step )->itemCount;
}

/// The run to compare a sketch with is computed while the student reads, for the limits of the axes.
static void beginSketch( lessonPlayer* p, int item )
{
    lessonState* s = p->states + item;
    int run = lessonRunOf( textOf( p ), item );
    s->sketch = s->sketch != NULL ? s->sketch : calloc( 1, sizeof( *s->sketch ) );
    if ( s->sketch != NULL ) { lessonClearCurve( s->sketch, 0.0, 1.0 ); }
    lessonEndJob( p->job );
    p->job =
        run >= 0 && s->sketch != NULL ? lessonBeginJob( p->jobs, textOf( p ), p->file.folder, run ) : NULL;
}

/// The limits that the author gave, "LOW HIGH"; false: none, or they are no numbers now.
static bool givenRange( lessonPlayer* p, const lessonItem* item, double* low, double* high )
{
    char texts[2][LESSON_FORMULA_BYTES];
    lessonError error = { 0 };
    double limits[2] = { (double)NAN, (double)NAN };
    if ( item->range.text == NULL || sscanf( item->range.text, "%399s %399s", texts[0], texts[1] ) != 2 )
    {
        return false;
    }
    for ( int i = 0; i < 2; ++i )
    {
        ssFormula* formula = lessonCompileOwn( &p->run.names, texts[i], item->range.line, false, &error );
        limits[i] = formula != NULL ? ssFormula_Value( formula, p->run.values.now ) : (double)NAN;
        ssDestroyFormula( formula );
    }
    *low = limits[0];
    *high = limits[1];
    return isfinite( limits[0] ) && isfinite( limits[1] ) && limits[0] < limits[1];
}

static void chooseAxis( lessonPlayer* p, int item, lessonJob* job )
{
    lessonState* s = p->states + item;
    const lessonItem* question = textOf( p )->items + item;
    const lessonRunAsk* ask = lessonFindAsk( &job->run, item );
    if ( ask == NULL || s->sketch == NULL ) { return; }
    s->run = ask->curve;
    if ( !givenRange( p, question, &s->low, &s->high ) ) { lessonSketchAxis( &s->run, &s->low, &s->high ); }
    lessonClearCurve( s->sketch, s->run.begin, s->run.end );
    s->axisKnown = true;
}

static void judgeSketches( lessonPlayer* p )
{
    const lessonText* lesson = textOf( p );
    for ( int i = 0; i < lesson->itemCount; ++i )
    {
        lessonState* s = p->states + i;
        const lessonRunAsk* ask = lessonFindAsk( &p->run, i );
        if ( lesson->items[i].kind == lesson_sketch && s->answered && !s->judged && ask != NULL )
        {
            s->run = ask->curve;
            s->judgement = lessonJudge( &s->run, s->sketch, lesson->items[i].mask, s->high - s->low );
            s->judged = true;
            s->right = s->judgement.right == s->judgement.judged;
        }
    }
}

static void openScene( lessonPlayer* p, const lessonItem* item )
{
    lessonOpenScene( &p->run, item, &p->error );
    p->hidden = 0;
    p->panes = NULL;
    p->hasPin = false;
    p->load = true;
    p->play = false;
    p->playFrom = p->playTo = 0.0;
}

static void askNumber( lessonPlayer* p, const lessonItem* item, lessonState* s )
{
    lessonReadRun( &p->run );
    s->answer =
        lessonEvaluate( &p->run.names, &p->run.values, item->answer.text, item->answer.line, &p->error );
    s->within = lessonTolerance( &p->run.names, &p->run.values, item, s->answer, &p->error );
}

/// Reaches an item. True: it waits there.
static bool reach( lessonPlayer* p, int index )
{
    const lessonItem* item = textOf( p )->items + index;
    lessonState* s = p->states + index;
    s->reached = true;
    switch ( item->kind )
    {
        case lesson_scene: openScene( p, item ); return false;
        case lesson_until: lessonSetUntil( &p->run, item->text, item->line, &p->error ); return false;
        case lesson_measure: lessonAddMeasure( &p->run, item->text, item->line, &p->error ); return false;
        case lesson_hide: p->hidden |= item->mask; return false;
        case lesson_show: p->panes = item->text; return false;
        case lesson_reveal: p->hidden = 0; return false;
        case lesson_claim:
            s->holds = lessonClaimHolds(
                &p->run, textOf( p ), index, true, s->numbers, sizeof( s->numbers ), &p->error );
            return false;
        case lesson_number:
            askNumber( p, item, s );
            p->wait = lesson_waitAnswer;
            return true;
        case lesson_sketch:
            beginSketch( p, index );
            p->wait = lesson_waitAnswer;
            return true;
        case lesson_choice: p->wait = lesson_waitAnswer; return true;
        case lesson_run:
        case lesson_compare: p->wait = lesson_waitRun; return true;
        case lesson_next: p->wait = lesson_waitNext; return true;
        default: return false;
    }
}

/// Goes through the items from `at` on until one waits, or until the end of the step.
static void goOn( lessonPlayer* p )
{
    p->wait = lesson_waitNext;
    while ( p->at < endOfStep( p, p->step ) && p->error.text[0] == '\0' )
    {
        if ( reach( p, p->at ) ) { return; }
        ++p->at;
    }
    p->wait = lesson_waitNext;
}

static void leaveItem( lessonPlayer* p )
{
    ++p->at;
    goOn( p );
}

/// Takes over a run that has been computed, and lets the window play it.
static void takeRun( lessonPlayer* p, lessonJob* job )
{
    if ( job->error.text[0] != '\0' )
    {
        p->error = job->error;
        p->wait = lesson_waitNext;
        lessonEndJob( job );
        return;
    }
    bool compares = textOf( p )->items[p->at].kind == lesson_compare;
    if ( compares ) { p->pinned = job->before; }
    p->hasPin = compares;
    lessonEndRun( &p->run );
    p->run = job->run;
    p->playFrom = p->runFrom = job->run.began;
    p->playTo = p->run.time;
    job->run = ( lessonRun ){ 0 }; // it is the player's now
    lessonEndJob( job );
    p->load = p->play = true;
    p->wait = lesson_waitPlay;
}

static void startRun( lessonPlayer* p )
{
    if ( p->ahead != NULL && p->ahead->item == p->at )
    {
        lessonJob* job = p->ahead;
        p->ahead = NULL;
        takeRun( p, job );
        return;
    }
    lessonEndJob( p->ahead );
    p->ahead = NULL;
    p->wait = lesson_waitCompute;
    if ( p->job == NULL || p->job->item != p->at ) // a sketch that was skipped has begun it already
    {
        lessonEndJob( p->job );
        p->job = lessonBeginJob( p->jobs, textOf( p ), p->file.folder, p->at );
    }
    lessonUpdate( p );
}

void lessonUpdate( lessonPlayer* p )
{
    if ( p->job == NULL || sessionJob_Busy( p->job->job ) ) { return; }
    lessonJob* job = p->job;
    p->job = NULL;
    if ( p->wait == lesson_waitCompute )
    {
        takeRun( p, job );
        return;
    }
    if ( p->wait == lesson_waitAnswer && job->error.text[0] == '\0' ) { chooseAxis( p, p->at, job ); }
    lessonEndJob( p->ahead );
    p->ahead = job;
}

bool lessonIsBusy( const lessonPlayer* p ) { return p->job != NULL; }

void lessonPlayed( lessonPlayer* p )
{
    if ( p->wait == lesson_waitPlay )
    {
        p->play = false;
        judgeSketches( p );
        leaveItem( p );
    }
}

ssResult lessonSceneOf( const lessonPlayer* p, ssScene* scene )
{
    *scene = ( ssScene ){ .def = p->run.def, .viewFlags = ss_drawDefault };
    // The window stops where the run of the lesson does.
    scene->def.until = p->play ? p->playTo : p->run.until;
    double duration = scene->def.until - ( p->play ? p->runFrom : 0.0 );
    scene->show.ending = ss_endingStop;
    // A run is over in some seconds: long enough to watch, short enough to wait for.
    scene->show.speed = exp2( round( log2( fmax( duration, 1e-6 ) / 6.0 ) ) );
    snprintf( scene->show.panes, sizeof( scene->show.panes ), "%s", p->panes != NULL ? p->panes : "" );
    ssScene_Hold( scene );
    if ( p->hasPin )
    {
        // Without the pin (another law may refuse it) the run is still right.
        ssScene before = { .def = p->pinned };
        ssIgnore( ssScene_AddPin( scene, &before, llround( p->run.until / p->pinned.h ), "" ) );
    }
    return ssOk();
}

const lessonItem* lessonQuestion( const lessonPlayer* p )
{
    return p->wait == lesson_waitAnswer && p->shown == p->step ? textOf( p )->items + p->at : NULL;
}

bool lessonAsksStill( const lessonPlayer* p )
{
    bool asks = false;
    for ( int i = p->at; i < textOf( p )->itemCount && p->error.text[0] == '\0' && !asks; ++i )
    {
        asks = lessonAsks( textOf( p )->items[i].kind );
    }
    return asks;
}

void lessonChoose( lessonPlayer* p, int choice )
{
    const lessonItem* item = lessonQuestion( p );
    if ( item == NULL || item->kind != lesson_choice || choice < 0 || choice >= item->choiceCount )
    {
        return;
    }
    lessonState* s = p->states + p->at;
    s->answered = true;
    s->choice = choice;
    s->right = textOf( p )->choices[item->firstChoice + choice].right;
    leaveItem( p );
}

lessonTyped lessonType( lessonPlayer* p, const char* text )
{
    const lessonItem* item = lessonQuestion( p );
    if ( item == NULL || item->kind != lesson_number ) { return lesson_typedNothing; }
    lessonState* s = p->states + p->at;
    const lessonUnit* unit = lessonItemUnit( item );
    lessonTyped typed = lessonReadNumber( text, unit, &s->value );
    if ( typed == lesson_typedNumber )
    {
        snprintf( s->typed, sizeof( s->typed ), "%s", text );
        s->answered = true;
        s->right = fabs( s->value - s->answer ) <= s->within;
        leaveItem( p );
    }
    return typed;
}

lessonState* lessonSketching( lessonPlayer* p )
{
    const lessonItem* item = lessonQuestion( p );
    bool draws = item != NULL && item->kind == lesson_sketch && p->states[p->at].axisKnown;
    return draws ? p->states + p->at : NULL;
}

bool lessonFinishSketch( lessonPlayer* p )
{
    lessonState* s = lessonSketching( p );
    if ( s == NULL ) { return false; }
    lessonFillGaps( s->sketch );
    if ( lessonFindFeatures( s->sketch, s->high - s->low ).share < 0.5 ) { return false; }
    s->answered = true;
    leaveItem( p );
    return true;
}

int lessonSketchItem( const lessonPlayer* p )
{
    int item = -1;
    for ( int i = stepAt( p, p->shown )->firstItem; i < endOfStep( p, p->shown ); ++i )
    {
        bool there = p->states[i].reached && p->states[i].sketch != NULL && !p->states[i].skipped;
        item = textOf( p )->items[i].kind == lesson_sketch && there ? i : item;
    }
    return item;
}

static void chooseAs( lessonPlayer* p, const lessonItem* item, bool right )
{
    for ( int i = 0; i < item->choiceCount; ++i )
    {
        if ( textOf( p )->choices[item->firstChoice + i].right == right )
        {
            lessonChoose( p, i );
            return;
        }
    }
}

bool lessonAnswerAs( lessonPlayer* p, bool right )
{
    const lessonItem* item = lessonQuestion( p );
    lessonState* s = item != NULL ? p->states + p->at : NULL;
    char text[64];
    if ( item == NULL ) { return false; }
    switch ( item->kind )
    {
        case lesson_choice: chooseAs( p, item, right ); return true;
        case lesson_number:
            snprintf( text, sizeof( text ), "%.6g %s", s->answer + ( right ? 0.0 : 3.0 * s->within ),
                item->unit.text != NULL ? item->unit.text : "" );
            return lessonType( p, text ) == lesson_typedNumber;
        default: break;
    }
    if ( lessonSketching( p ) == NULL ) { return false; }
    // The wrong one is mirrored, and so has another sign and another end.
    for ( int i = 0; i < LESSON_COLUMNS; ++i ) { s->sketch->y[i] = right ? s->run.y[i] : -s->run.y[i]; }
    return lessonFinishSketch( p );
}

void lessonNext( lessonPlayer* p )
{
    if ( p->shown < p->step )
    {
        ++p->shown;
        return;
    }
    switch ( p->wait )
    {
        case lesson_waitAnswer:
            p->states[p->at].skipped = true;
            leaveItem( p );
            break;
        case lesson_waitRun: startRun( p ); break;
        case lesson_waitPlay:
            p->playFrom = p->playTo; // to the end at once
            p->load = true;
            break;
        case lesson_waitNext:
            if ( p->step + 1 >= textOf( p )->stepCount || p->error.text[0] != '\0' )
            {
                p->wait = lesson_waitEnd;
                break;
            }
            p->shown = ++p->step;
            p->at = stepAt( p, p->step )->firstItem;
            goOn( p );
            break;
        default: break;
    }
}

void lessonBack( lessonPlayer* p )
{
    if ( p->wait == lesson_waitEnd )
    {
        p->wait = lesson_waitNext;
        return;
    }
    p->shown -= p->shown > 0 ? 1 : 0;
}

lessonPlayer* lessonBegin( lessonFile* file, sessionJobMode jobs )
{
    lessonPlayer* p = calloc( 1, sizeof( *p ) );
    lessonState* states = calloc( (size_t)file->lesson.itemCount, sizeof( *states ) );
    if ( p == NULL || states == NULL )
    {
        free( p );
        free( states );
        return NULL;
    }
    p->file = *file;
    *file = ( lessonFile ){ 0 };
    p->states = states;
    p->jobs = jobs;
    p->run.folder = p->file.folder;
    goOn( p );
    return p;
}

static void clear( lessonPlayer* p )
{
    lessonEndJob( p->job );
    lessonEndJob( p->ahead );
    lessonEndRun( &p->run );
    for ( int i = 0; i < p->file.lesson.itemCount; ++i ) { free( p->states[i].sketch ); }
}

void lessonEnd( lessonPlayer* p )
{
    if ( p != NULL )
    {
        clear( p );
        free( p->states );
        lessonFree( &p->file.lesson );
        free( p );
    }
}

void lessonRestart( lessonPlayer* p )
{
    clear( p );
    memset( p->states, 0, (size_t)p->file.lesson.itemCount * sizeof( *p->states ) );
    lessonPlayer fresh = { .file = p->file, .states = p->states, .jobs = p->jobs };
    *p = fresh;
    p->run.folder = p->file.folder;
    goOn( p );
}

/// What a question has brought, from 0 to 1.
static double pointsOf( const lessonItem* item, const lessonState* s )
{
    if ( item->kind == lesson_sketch )
    {
        return s->judged && s->judgement.judged > 0 ? (double)s->judgement.right / s->judgement.judged : 0.0;
    }
    return s->answered && s->right ? 1.0 : 0.0;
}

void lessonScore( const lessonPlayer* p, double* points, int* answered, int* questions )
{
    *points = 0.0;
    *answered = *questions = 0;
    for ( int i = 0; i < textOf( p )->itemCount; ++i )
    {
        const lessonItem* item = textOf( p )->items + i;
        if ( lessonAsks( item->kind ) )
        {
            *points += pointsOf( item, p->states + i );
            *answered += p->states[i].answered ? 1 : 0;
            ++*questions;
        }
    }
}

/// A text as a cell: in quotes, which are doubled inside.
static void writeCell( osWriter* out, const char* text )
{
    osWriteText( out, "\"" );
    for ( ; *text != '\0'; ++text )
    {
        osWrite( out, text, 1 );
        if ( *text == '"' ) { osWrite( out, text, 1 ); }
    }
    osWriteText( out, "\"" );
}

/// A curve as "t:y t:y", some points of it.
static void writeCurve( osWriter* out, const lessonCurve* c )
{
    osWriteText( out, "," );
    for ( int i = 0; i < LESSON_COLUMNS && c != NULL; i += LESSON_COLUMNS / 40 )
    {
        if ( isfinite( c->y[i] ) )
        {
            double time = c->begin + ( c->end - c->begin ) * ( i + 0.5 ) / LESSON_COLUMNS;
            osPrintf( out, "%.4g:%.4g ", time, c->y[i] );
        }
    }
}

static void writeAnswer( osWriter* out, const lessonPlayer* p, int step, int index )
{
    static const char* const judged[LESSON_JUDGED_COUNT] = { "sign", "slope", "limit", "stop" };
    const lessonItem* item = textOf( p )->items + index;
    const lessonState* s = p->states + index;
    char text[256] = "";
    if ( item->kind == lesson_choice && s->answered )
    {
        snprintf( text, sizeof( text ), "%s", textOf( p )->choices[item->firstChoice + s->choice].text );
    }
    else if ( item->kind == lesson_number ) { snprintf( text, sizeof( text ), "%s", s->typed ); }
    for ( int i = 0; i < LESSON_JUDGED_COUNT && s->judged; ++i )
    {
        const char* fits = s->judgement.fits[i] == lesson_fitRight ? "fits" : "does not fit";
        addText( text, sizeof( text ), "%s%s %s", text[0] != '\0' ? "; " : "", judged[i],
            s->judgement.fits[i] == lesson_fitNotJudged ? "not judged" : fits );
    }
    writeCell( out, p->file.name );
    osPrintf( out, ",%d,", step + 1 );
    writeCell( out, stepAt( p, step )->title );
    osPrintf( out, ",%s,", lessonKeyword( item->kind ) + strlen( "ask " ) );
    writeCell( out, item->kind == lesson_sketch && item->text[0] == '\0' ? item->signal : item->text );
    osWriteText( out, "," );
    writeCell( out, text );
    osPrintf( out, ",%s,%.4g",
        s->answered      ? "answered"
            : s->skipped ? "skipped"
                         : "open",
        pointsOf( item, s ) );
    writeCurve( out, s->judged ? s->sketch : NULL );
    writeCurve( out, s->judged ? &s->run : NULL );
    osWriteText( out, "\n" );
}

ssResult lessonSaveAnswers( const lessonPlayer* p, const char* path )
{
    osWriter* out = osOpenWrite( path );
    osWriteText( out, "lesson,step,title,kind,question,answer,state,points,sketch,run\n" );
    for ( int step = 0; step < textOf( p )->stepCount; ++step )
    {
        for ( int i = stepAt( p, step )->firstItem; i < endOfStep( p, step ); ++i )
        {
            if ( lessonAsks( textOf( p )->items[i].kind ) ) { writeAnswer( out, p, step, i ); }
        }
    }
    return osCommitWrite( out );
}
