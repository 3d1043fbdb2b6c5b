// SPDX-License-Identifier: MIT
#include "session/driver/companion.h"
#include "base/words.h"
#include "gfx/list/draw_adapter.h"
#include "session/driver/driver_private.h"
#include "shows/shows.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Steps pins and twins beside the main run and fills their part of the snapshot.

static const size_t s_historyBudget = (size_t)64 << 20; // [bytes] of the states that a pin takes over

/// Frees a companion; rows that nobody has fetched go with it.
static void destroyCompanion( sessionDriver* driver, int place )
{
    sessionCompanion* companion = driver->companions[place];
    if ( companion == NULL ) { return; }
    osLockMonitor( driver->lock );
    driver->companions[place] = NULL;
    osUnlockMonitor( driver->lock );
    sessionRun_Free( &companion->run );
    free( companion );
    driver->changed = true;
}

void sessionDriver_RemoveCompanion( sessionDriver* driver, int place )
{
    if ( place >= 0 && place < SESSION_MAX_COMPANIONS ) { destroyCompanion( driver, place ); }
}

void sessionDriver_RemoveCompanions( sessionDriver* driver )
{
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i ) { destroyCompanion( driver, i ); }
    driver->behind = false;
}

int sessionDriver_FreePlace( const sessionDriver* driver )
{
    int place = 0;
    while ( place < SESSION_MAX_PINS && driver->companions[place] != NULL ) { ++place; }
    return place < SESSION_MAX_PINS ? place : -1;
}

int sessionDriver_NewestPin( const sessionDriver* driver )
{
    int newest = -1;
    for ( int i = 0; i < SESSION_MAX_PINS; ++i )
    {
        const sessionCompanion* pin = driver->companions[i];
        newest = pin != NULL && ( newest < 0 || pin->order > driver->companions[newest]->order ) ? i : newest;
    }
    return newest;
}

/// Makes a companion that stands at t = 0, not yet in its place.
static ssResult createCompanion( sessionDriver* driver, sessionCompanionKind kind, const ssScene* scene,
    const char* name, sessionCompanion** made )
{
    *made = NULL;
    if ( ssSim_Scenario( driver->run.sim )->recorded != NULL )
    {
        return ssError( ss_errorValue, NULL, "The states of a log are recorded: nothing runs beside them." );
    }
    sessionCompanion* companion = calloc( 1, sizeof *companion );
    ssScene bare = *scene; // its own pins and twin are not shown
    bare.pins = NULL;
    bare.pinCount = 0;
    bare.twin = ( ssTwin ){ 0 };
    ssResult result = companion != NULL ? ssScene_Copy( &bare, &companion->run.scene )
                                        : ssError( ss_errorMemory, NULL, "out of memory for another run" );
    if ( result.code != ss_ok )
    {
        free( companion );
        return result;
    }
    companion->run.editCapacity = companion->run.scene.editCount;
    result = ssCreateSim( &companion->run.scene.def, &companion->run.sim );
    if ( result.code != ss_ok )
    {
        sessionRun_Free( &companion->run );
        free( companion );
        return result;
    }
    companion->kind = kind;
    companion->order = ++driver->companionNumber;
    companion->run.lock = driver->lock;
    snprintf( companion->name, sizeof companion->name, "%s", name );
    *made = companion;
    return result;
}

static void putInPlace( sessionDriver* driver, int place, sessionCompanion* companion )
{
    destroyCompanion( driver, place );
    osLockMonitor( driver->lock );
    driver->companions[place] = companion;
    osUnlockMonitor( driver->lock );
    driver->changed = driver->behind = true;
    driver->gatherBegan = osSeconds();
}

ssResult sessionDriver_AddCompanion(
    sessionDriver* driver, int place, sessionCompanionKind kind, const ssScene* scene, const char* name )
{
    sessionCompanion* companion;
    ssResult result = createCompanion( driver, kind, scene, name, &companion );
    if ( result.code == ss_ok )
    {
        sessionRun_Begin( &companion->run, ++driver->runCount );
        putInPlace( driver, place, companion );
    }
    return result;
}

/// Takes over state and history of the main run. False: it has to be computed again.
static bool copyState( const sessionRun* from, sessionRun* to )
{
    size_t size = ssSim_SaveSize( from->sim );
    void* blob = malloc( size );
    bool copied = blob != NULL && ssSim_Save( from->sim, blob, size ) == size &&
        ssSim_RestoreAs( to->sim, ssSim_Scenario( from->sim ), blob, size ).code == ss_ok &&
        sessionHistory_Copy( &from->history, &to->history, s_historyBudget );
    free( blob );
    if ( copied )
    {
        memcpy( &to->trail, &from->trail, sizeof to->trail );
        to->nextEdit = from->nextEdit;
        to->farthest = from->farthest;
        sessionSurvey_Copy( &from->survey, &to->survey );
    }
    return copied;
}

ssResult sessionDriver_AddPin( sessionDriver* driver, const char* name )
{
    int place = sessionDriver_FreePlace( driver );
    if ( place < 0 )
    {
        return ssError( ss_errorValue, NULL,
            "There are %d pins, which is all there can be; remove one first.", SESSION_MAX_PINS );
    }
    sessionCompanion* pin;
    ssResult result = createCompanion( driver, session_companionPin, &driver->run.scene, name, &pin );
    if ( result.code != ss_ok ) { return result; }
    // Its rows come with the copy of those of the main run, not from here.
    pin->run.lock = driver->lock;
    sessionRun_Begin( &pin->run, ++driver->runCount );
    if ( copyState( &driver->run, &pin->run ) )
    {
        pin->run.rowCount = 0;
        pin->run.rowStride = driver->run.rowStride;
        sessionRun_SendCopy( &driver->run, place, pin->run.number );
    }
    putInPlace( driver, place, pin );
    return result;
}

bool sessionDriver_HasCompanions( const sessionDriver* driver )
{
    bool any = false;
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i ) { any = any || driver->companions[i] != NULL; }
    return any;
}

/// Makes one step. False when it cannot, for now or at all.
static bool stepCompanion( sessionDriver* driver, sessionCompanion* companion )
{
    sessionRun* run = &companion->run;
    ssResult edited = sessionRun_BeforeStep( run );
    if ( edited.code != ss_ok )
    {
        snprintf( companion->message, sizeof companion->message, "%.120s", edited.message );
    }
    ssSim_SetStop( run->sim, driver->virtualClock ? NULL : sessionDriver_WantsStop, driver );
    driver->stepBegan = osSeconds();
    ssStepReport report = ssSim_Step( run->sim );
    driver->changed = true;
    if ( report.status == ss_statusCancelled ) { return false; }
    if ( report.status >= ss_statusNotFinite )
    {
        companion->ended = true;
        companion->endStep = ssSim_StepIndex( run->sim );
        snprintf( companion->message, sizeof companion->message, "%.120s",
            report.reason != NULL ? report.reason : tr( "The motion is no longer finite." ) );
        return false;
    }
    sessionRun_AfterStep( run );
    return true;
}

/// Goes to the time of the main run. False when time is up or a command waits.
static bool gather( sessionDriver* driver, sessionCompanion* companion, double start, double budget )
{
    ssSim* sim = companion->run.sim;
    int64_t target = ssSim_FindStep( sim, ssSim_Time( driver->run.sim ) ), before = ssSim_StepIndex( sim );
    bool unfinished = companion->wanted > companion->run.farthest && !companion->ended;
    target = unfinished && companion->wanted > target ? companion->wanted : target;
    target = companion->ended && target > companion->endStep ? companion->endStep : target;
    sessionRun_GoNear( &companion->run, target );
    int64_t here = ssSim_StepIndex( sim );
    companion->gatherFrom = here < before || before > target ? here : companion->gatherFrom;
    driver->changed = driver->changed || here != before;
    while ( ssSim_StepIndex( sim ) < target )
    {
        if ( !stepCompanion( driver, companion ) ) { return companion->ended; }
        if ( ssSim_StepIndex( sim ) < target && osSeconds() - start > budget ) { return false; }
    }
    if ( unfinished )
    {
        companion->wanted = 0; // its curves are there; now to the time of the main run
        return gather( driver, companion, start, budget );
    }
    companion->gatherFrom = target;
    // Edits at this very boundary are in force here; the main run, which took them, reports errors.
    ssIgnore( sessionRun_ApplyEdits( &companion->run ) );
    return true;
}

bool sessionDriver_Gather( sessionDriver* driver, double budget )
{
    double start = osSeconds();
    bool together = true;
    driver->gatherBegan = driver->behind ? driver->gatherBegan : start;
    for ( int i = 0; i < SESSION_MAX_COMPANIONS && together; ++i )
    {
        sessionCompanion* companion = driver->companions[i];
        together = companion == NULL || gather( driver, companion, start, budget );
    }
    driver->behind = !together;
    return together;
}

void sessionDriver_TellGathering( const sessionDriver* driver, sessionWork* work )
{
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        const sessionCompanion* companion = driver->companions[i];
        int64_t to =
            companion != NULL ? ssSim_FindStep( companion->run.sim, ssSim_Time( driver->run.sim ) ) : 0;
        to = companion != NULL && companion->wanted > to ? companion->wanted : to;
        if ( companion != NULL && ssSim_StepIndex( companion->run.sim ) < to && !companion->ended )
        {
            work->seeking = true;
            work->from = companion->gatherFrom;
            work->at = ssSim_StepIndex( companion->run.sim );
            work->to = to;
            work->soughtSeconds = driver->gatherBegan;
            return;
        }
    }
}

void sessionDrawTrail( sessionRun* run, const gfxDrawList* list, const ssDraw* draw )
{
    const float* center = list->sphereCount > 0 ? list->spheres[0].center
        : list->solidCount > 0                  ? list->solids[0].center
                                                : NULL;
    if ( draw->side == 0 ) { sessionTrail_Draw( &run->trail, run->sim, draw ); }
    else if ( center != NULL )
    {
        sessionTrail_DrawOne( &run->trail, run->sim, draw, draw->side - 1, center );
    }
}

static void fillDraw(
    const sessionDriver* driver, sessionCompanion* companion, gfxDrawList* list, const gfxDrawList* mainList )
{
    bool pin = companion->kind == session_companionPin;
    list->contactSink = NULL;
    list->contactShown = NULL;
    list->tooManyContacts = mainList->tooManyContacts;
    list->focusOnly = mainList->focusOnly;
    list->focusA = mainList->focusA;
    list->focusB = mainList->focusB;
    memcpy( list->focusPoint, mainList->focusPoint, sizeof list->focusPoint );
    list->built = ssSim_Scenario( companion->run.sim )->build != NULL;
    ssDraw draw = gfxBeginAdapter( list, pin ? (uint32_t)ss_drawBodies : driver->flags );
    draw.side = showFind( ssSim_Scenario( companion->run.sim ) )->drawsOther ? 1 : 0;
    ssSim_Draw( sessionRun_LastStep( &companion->run ), &draw );
    if ( !pin ) { sessionDrawTrail( &companion->run, list, &draw ); }
    gfxFinishAdapter( list );
}

static void fillView( const sessionDriver* driver, sessionCompanion* companion, sessionCompanionView* view,
    const gfxDrawList* mainList )
{
    ssSim* sim = companion->run.sim;
    const ssScenario* before = view->scenario;
    view->scenario = ssScenario_Retain( ssSim_Scenario( sim ) );
    ssScenario_Release( before );
    memcpy( view->name, companion->name, sizeof view->name );
    view->named = companion->name[0] != '\0';
    view->hidden = companion->hidden;
    view->farthest = companion->run.farthest;
    if ( !view->named )
    {
        size_t letter = companion->kind == session_companionTwin ? 2 : 0; // as in the views
        memcpy( view->name, "B ", letter );
        sessionNamePin( &companion->run.scene, &driver->run.scene, driver->run.sim,
            letter > 0 ? tr( "as A" ) : tr( "same values" ), view->name + letter,
            (int)( sizeof view->name - letter ) );
    }
    view->order = companion->order;
    view->runNumber = companion->run.number;
    view->step = ssSim_StepIndex( sim );
    view->time = ssSim_Time( sim );
    view->h = ssSim_StepSize( sim );
    view->ended = companion->ended && view->step >= companion->endStep;
    memcpy( view->message, companion->message, sizeof view->message );
    view->hash = ssSim_Hash( sim );
    view->report = ssSim_Report( sim );
    for ( int i = 0; i < view->scenario->model.paramCount; ++i )
    {
        view->values[i] = ssSim_Param( sim, i );
        int text = ssTextSlot( view->scenario->model.params, i );
        if ( text >= 0 ) { snprintf( view->texts[text], SS_TEXT_CAPACITY, "%s", ssSim_Text( sim, i ) ); }
    }
    if ( companion->kind == session_companionTwin ) { sessionDriver_FillTwin( driver, view ); }
    ssSim_Signals( sessionRun_LastStep( &companion->run ), view->signals );
    sessionFillMeasures( sim, view->measures );
    fillDraw( driver, companion, &view->draw, mainList );
}

/// Fills the lists of a scenario that puts two runs side by side itself.
static void fillSides( sessionDriver* driver, sessionSnapshot* s )
{
    s->sided = showFind( s->scenario )->sides[0] != NULL;
    for ( int i = 0; i < 2 && s->sided; ++i )
    {
        gfxDrawList* list = s->sides + i;
        list->focusA = s->draw.focusA;
        list->focusB = s->draw.focusB;
        memcpy( list->focusPoint, s->draw.focusPoint, sizeof list->focusPoint );
        ssDraw draw = gfxBeginAdapter( list, driver->flags );
        draw.side = i + 1;
        ssSim_Draw( sessionRun_LastStep( &driver->run ), &draw );
        sessionDrawTrail( &driver->run, list, &draw );
        gfxFinishAdapter( list );
    }
}

void sessionFillMeasures( const ssSim* sim, double* measures )
{
    for ( int i = 0; i < ssSim_Scenario( sim )->model.measureCount && i < SESSION_MAX_MEASURES; ++i )
    {
        measures[i] = ssSim_Measure( sim, i );
    }
}

void sessionDriver_FillCompanions( sessionDriver* driver, sessionSnapshot* s )
{
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        sessionCompanion* companion = driver->companions[i];
        s->companions[i].kind = companion != NULL ? companion->kind : session_companionNone;
        if ( companion != NULL )
        {
            fillView( driver, companion, s->companions + i, &s->draw );
            sessionRun_SendRow( &companion->run, SS_NAN );
        }
    }
    fillSides( driver, s );
    if ( sessionDriver_HasCompanions( driver ) ) { sessionFillMeasures( driver->run.sim, s->measures ); }
}

void sessionFreeCompanionViews( sessionSnapshot* s )
{
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        ssScenario_Release( s->companions[i].scenario );
        gfxDrawList_Free( &s->companions[i].draw );
    }
    gfxDrawList_Free( s->sides );
    gfxDrawList_Free( s->sides + 1 );
}
