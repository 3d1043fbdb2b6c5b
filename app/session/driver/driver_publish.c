// SPDX-License-Identifier: MIT
#include "gfx/list/draw_adapter.h"
#include "session/driver/driver_private.h"
#include "shows/shows.h"
#include "slipstick/lab/log_scenario.h"
#include <stdio.h>
#include <string.h>

// Fills snapshots on the simulation's side and hands them to the window.

static const double s_usualStep = 0.01; // [s] a simulator seldom takes longer steps

#define MANY_CONTACTS 48 // from this number on, glyphs at all contacts would hide each other

/// The texts of a scene's own show are copied: the scene may be replaced while the window reads.
static void fillShow( const sessionDriver* driver, sessionSnapshot* s )
{
    const ssSceneShow* own = &driver->run.scene.show;
    s->show = driver->show;
    s->sceneShow = *own;
    s->show.point = s->show.point == own->point ? s->sceneShow.point : s->show.point;
    s->show.panes = s->show.panes == own->panes ? s->sceneShow.panes : s->show.panes;
}

/// The time of the first change to the run; NaN: never. Changes before the first step do not count.
static double changedAt( const sessionDriver* driver )
{
    const ssScene* scene = &driver->run.scene;
    int64_t step = ssSim_StepIndex( driver->run.sim ), first = INT64_MAX;
    for ( int i = 0; i < scene->editCount; ++i )
    {
        int64_t at = scene->edits[i].step;
        first = at > 0 && at < step && at < first ? at : first;
    }
    return first < INT64_MAX ? ssSim_TimeOf( driver->run.sim, first ) : (double)NAN;
}

static void fillState( sessionDriver* driver, sessionSnapshot* s )
{
    ssSim* sim = driver->run.sim;
    const ssScenario* before = s->scenario;
    s->scenario = ssScenario_Retain( ssSim_Scenario( sim ) );
    ssScenario_Release( before );
    s->runNumber = driver->run.number;
    s->step = ssSim_StepIndex( sim );
    s->time = ssSim_Time( sim );
    s->h = driver->run.scene.def.h;
    s->recorded = driver->ahead != NULL;
    s->grows = driver->grows;
    s->follows = driver->follows;
    s->begin = ssSim_TimeOf( sim, 0 );
    s->lastStep = driver->run.lastStep;
    s->until = s->recorded ? ssSim_TimeOf( sim, s->lastStep ) : driver->run.scene.def.until;
    s->readStep = s->recorded ? ssSim_StepIndex( driver->ahead ) : s->step;
    s->seed = driver->run.scene.def.seed;
    s->preset = driver->preset;
    s->changedAt = changedAt( driver );
    fillShow( driver, s );
    s->playing = driver->playing;
    s->speed = driver->speed;
    s->measuredSpeed = driver->playing ? driver->measuredSpeed : 0.0;
    s->stepMicros = 1e6 * driver->stepSeconds;
    s->timings = driver->timings;
    s->hash = ssSim_Hash( sim );
    s->report = ssSim_Report( sim );
    s->coarse = *sessionDriver_Coarse( driver );
    s->canStepBack = s->step > 0 && ( s->recorded || driver->run.history.count > 0 );
    s->finished = driver->finished;
    s->resting = driver->rest > 0.0;
    ssSim_Signals( sessionRun_LastStep( &driver->run ), s->signals );
    s->broken = driver->broken;
    s->breakCount = driver->breakCount;
    memcpy( s->message, driver->message, sizeof s->message );
}

static void fillParams( sessionDriver* driver, sessionSnapshot* s )
{
    ssSim* sim = driver->run.sim;
    for ( int i = 0; i < s->scenario->model.paramCount; ++i )
    {
        s->values[i] = ssSim_Param( sim, i );
        s->pending[i] = ssSim_PendingParam( sim, i );
        s->unused[i] = !ssSim_Uses( sim, i );
        s->waits[i] = sessionRun_WaitsForStep( &driver->run, i );
        int text = ssTextSlot( s->scenario->model.params, i );
        if ( text >= 0 )
        {
            snprintf( s->texts[text], SS_TEXT_CAPACITY, "%s", ssSim_Text( sim, i ) );
            snprintf( s->pendingTexts[text], SS_TEXT_CAPACITY, "%s", ssSim_PendingText( sim, i ) );
        }
        ssSim_Explain( sim, i, s->explain[i], (int)sizeof s->explain[i] );
    }
}

/// The contact that is selected. In a log it is the one that the plots follow, wherever that is by now: of
/// several contacts between two bodies the one nearest to the old place may be another.
static sessionContactKey selectedKey( const sessionDriver* driver )
{
    sessionContactKey key = driver->contact;
    ssContactView view;
    if ( key.active && ssSim_FollowedContact( driver->run.sim, &view ) && view.a == key.a &&
        view.b == key.b && view.surface == key.surface )
    {
        key.point = view.point;
    }
    return key;
}

/// Fills the draw list and, through its sink, the list of contacts.
static void fillDrawList( sessionDriver* driver, sessionSnapshot* s )
{
    // What a body gains in one step of free fall counts as motion. A log may leave steps out.
    double h = s->recorded ? fmin( s->h, s_usualStep ) : s->h;
    const sessionContactKey key = selectedKey( driver );
    sessionContactList_Begin( &s->contacts, key, 9.81 * h );
    s->draw.tooManyContacts = driver->contactCount > MANY_CONTACTS;
    sessionContactList_Filter( &s->contacts, &driver->filter, sessionConditionState( driver->run.sim ) );
    s->draw.contactShown = s->contacts.filtered ? sessionContactList_Shows : NULL;
    s->draw.focusOnly = driver->show.focusOnly && !s->contacts.filtered; // the filter says which
    s->draw.focusA = key.active ? key.a : -2;
    s->draw.focusB = key.b;
    memcpy( s->draw.focusPoint, &key.point, sizeof s->draw.focusPoint );
    s->draw.contactSink = sessionContactList_Add;
    s->draw.contactContext = &s->contacts;
    s->draw.built = s->scenario->build != NULL;
    ssDraw draw = gfxBeginAdapter( &s->draw, driver->flags );
    // A twin takes the place of what the scenario itself would draw beside the run.
    bool alone = showFind( ssSim_Scenario( driver->run.sim ) )->drawsOther &&
        driver->companions[SESSION_TWIN_PLACE] != NULL;
    draw.side = alone ? 1 : 0;
    ssSim_Draw( sessionRun_LastStep( &driver->run ), &draw );
    sessionDrawTrail( &driver->run, &s->draw, &draw );
    gfxFinishAdapter( &s->draw );
    sessionLoads_Fill( &driver->loads, driver->run.sim, &s->draw, driver->loadsOf, driver->run.number );
    if ( driver->loadsOf >= 0 ) { s->loads = driver->loads; }
    driver->contactCount = s->contacts.shown;
    s->contacts.filter = NULL;
    sessionContactList_NameBodies( &s->contacts, driver->run.sim );
    if ( s->contacts.selected.found )
    {
        // The contact moves, and the selection moves with it.
        driver->contact.point = s->contacts.selected.view.point;
    }
}

static void fillCharts( sessionDriver* driver, sessionSnapshot* s )
{
    for ( int i = 0; i < SS_MAX_CHARTS; ++i )
    {
        s->charts[i].filled = false;
        if ( i < s->scenario->picture.chartCount && ( driver->charts >> i & 1u ) != 0 )
        {
            ssChartSink sink = sessionChartList_Begin( s->charts + i );
            ssSim_DrawChart( sessionRun_LastStep( &driver->run ), i, &sink );
        }
    }
}

void sessionDriver_Publish( sessionDriver* driver )
{
    // The plots get rows in the order of their steps; those of recorded states come from reading ahead.
    if ( driver->ahead == NULL || ssSim_StepIndex( driver->run.sim ) <= ssSim_StepIndex( driver->ahead ) )
    {
        sessionRun_SendRow( &driver->run, SS_NAN );
    }
    sessionDriver_AverageTimings( driver );
    if ( driver->virtualClock || driver->scales.run != driver->run.number )
    {
        sessionDriver_Survey( driver ); // the first picture of a run needs an idea of its scales
    }
    osLockMonitor( driver->lock );
    int slot = 0;
    while ( slot == driver->newest || slot == driver->reading ) { ++slot; }
    osUnlockMonitor( driver->lock );

    sessionSnapshot* s = driver->snapshots + slot;
    fillState( driver, s );
    fillParams( driver, s );
    fillDrawList( driver, s );
    s->path = driver->run.survey.path;
    fillCharts( driver, s );
    sessionBuild_Fill( &s->build, driver->run.sim, s->scenario, driver->watchesBuild );
    s->build.answered = driver->buildAnswered;
    sessionChangeList_Copy( &driver->run.changes, &s->changes );
    sessionDriver_FillCompanions( driver, s );
    sessionDriver_FillScales( driver, s );

    osLockMonitor( driver->lock );
    driver->newest = slot;
    driver->unread = true;
    void ( *wake )( void* context ) = driver->wake;
    void* context = driver->wakeContext;
    osUnlockMonitor( driver->lock );
    if ( wake != NULL ) { wake( context ); }
    driver->changed = driver->scales.moves;
    driver->aheadTold = true;
    driver->publishedAt = osSeconds();
}

void sessionDriver_SetWake( sessionDriver* driver, void ( *wake )( void* context ), void* context )
{
    osLockMonitor( driver->lock );
    driver->wake = wake;
    driver->wakeContext = context;
    osUnlockMonitor( driver->lock );
}

const sessionSnapshot* sessionDriver_Acquire( sessionDriver* driver, sessionSignalLog* signalLog )
{
    return sessionDriver_AcquireWith( driver, signalLog, NULL );
}

/// Puts the logs of runs that were exchanged where they belong now. The lock is held.
static void sortLogs( sessionDriver* driver, sessionSignalLog* signalLog, sessionSignalLog* companionLogs )
{
    sessionSignalLog before[SS_COUNT( driver->logOf )];
    for ( int i = 0; i < SS_COUNT( before ); ++i ) { before[i] = i == 0 ? *signalLog : companionLogs[i - 1]; }
    for ( int i = 0; i < SS_COUNT( before ); ++i )
    {
        *( i == 0 ? signalLog : companionLogs + i - 1 ) = before[driver->logOf[i]];
        driver->logOf[i] = i;
    }
}

const sessionSnapshot* sessionDriver_AcquireWith(
    sessionDriver* driver, sessionSignalLog* signalLog, sessionSignalLog* companionLogs )
{
    osLockMonitor( driver->lock );
    if ( driver->unread )
    {
        driver->reading = driver->newest;
        driver->unread = false;
    }
    const sessionSnapshot* snapshot = driver->snapshots + driver->reading;
    if ( companionLogs != NULL ) { sortLogs( driver, signalLog, companionLogs ); }
    sessionRun_TakeRows( &driver->run, signalLog, companionLogs );
    for ( int i = 0; i < SESSION_MAX_COMPANIONS && companionLogs != NULL; ++i )
    {
        if ( driver->companions[i] != NULL )
        {
            sessionRun_TakeRows( &driver->companions[i]->run, companionLogs + i, NULL );
        }
    }
    osUnlockMonitor( driver->lock );
    return snapshot;
}
