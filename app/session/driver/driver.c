// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "session/driver/driver_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// [s] between two looks at the queue: half a frame, so that a command never waits for one.
static const double s_stepBudget = 0.008;
// [s] between snapshots while playing: two for each frame of a 60 Hz display.
static const double s_publishPeriod = 1 / 125.0;
// [s] between snapshots on the way to another moment: enough to see that it works.
static const double s_seekPeriod = 1 / 20.0;
// [s] between snapshots that only tell what was read ahead.
static const double s_aheadPeriod = 1 / 4.0;
// [s] that a command waits for the end of a step; then the step is cancelled.
static const double s_patience = 0.1;
// [s] the thread sleeps while it waits for the next step to be due by the real clock.
static const double s_nap = 1e-3;
// [s] between two looks at a log that grows.
static const double s_growNap = 1 / 125.0;

void sessionDriver_SetMessage( sessionDriver* driver, const char* text )
{
    snprintf( driver->message, sizeof driver->message, "%s", text );
    driver->changed = true;
}

/// Queues an item and wakes the simulation. False: out of memory, and nothing was taken over.
static bool enqueue( sessionDriver* driver, const sessionQueueItem* item )
{
    osLockMonitor( driver->lock );
    bool room =
        GROW( driver->queue, driver->queueCapacity, driver->queueCount < 32 ? 32 : driver->queueCount + 1 );
    if ( room ) { driver->queue[driver->queueCount++] = *item; }
    osWakeMonitor( driver->lock );
    osUnlockMonitor( driver->lock );
    return room;
}

/// Must this item wait until the seek has arrived? A change belongs to the moment that the user chose.
static bool waitsForSeek( const sessionQueueItem* item )
{
    return item->sim == NULL &&
        ( item->law != NULL || item->command.kind == session_commandSetParam ||
            item->command.kind == session_commandDrag || item->command.kind == session_commandPin ||
            item->command.kind == session_commandSwapPin || item->command.kind == session_commandBuild );
}

/// Does the queue hold something that makes the seek, or a long step, pointless? The lock is held.
static bool interruptsSeek( const sessionDriver* driver )
{
    bool changes = false;
    for ( int i = 0; i < driver->queueCount; ++i )
    {
        const sessionQueueItem* item = driver->queue + i;
        // A law has no command; that of a play changes nothing here.
        sessionCommandKind kind = item->law == NULL ? item->command.kind : session_commandPlay;
        if ( item->sim != NULL || kind == session_commandReset || kind == session_commandPreset ||
            kind == session_commandPause ||
            ( ( kind == session_commandSeek || kind == session_commandSeekTime ) && !changes ) )
        {
            return true;
        }
        changes = changes || waitsForSeek( item );
    }
    return false;
}

bool sessionDriver_WantsStop( void* context )
{
    sessionDriver* driver = context;
    osLockMonitor( driver->lock );
    bool waits = osSeconds() - driver->stepBegan > s_patience && interruptsSeek( driver );
    bool stops = driver->quit || waits;
    osUnlockMonitor( driver->lock );
    return stops;
}

/// Applies the items of the queue, in the order they came.
static void applyQueue( sessionDriver* driver )
{
    for ( ;; )
    {
        if ( driver->behind && !driver->seeking )
        {
            sessionDriver_Gather( driver, driver->virtualClock ? (double)INFINITY : s_stepBudget );
        }
        osLockMonitor( driver->lock );
        if ( driver->seeking && interruptsSeek( driver ) ) { sessionDriver_EndSeek( driver ); }
        bool waits = driver->seeking || driver->behind;
        if ( driver->queueCount == 0 || ( waits && waitsForSeek( driver->queue ) ) )
        {
            osUnlockMonitor( driver->lock );
            return;
        }
        sessionQueueItem first = driver->queue[0];
        memmove( driver->queue, driver->queue + 1, (size_t)--driver->queueCount * sizeof first );
        osUnlockMonitor( driver->lock );
        if ( first.sim != NULL ) { sessionDriver_Replace( driver, first.sim, first.scene ); }
        else if ( first.law != NULL )
        {
            ( first.toTwin ? sessionDriver_ApplyTwinLaw : sessionDriver_ApplyLaw )( driver, first.law );
            free( first.law );
        }
        else { sessionDriver_Apply( driver, &first.command ); }
    }
}

void sessionDriver_Post( sessionDriver* driver, const sessionCommand* command )
{
    sessionQueueItem item = { .command = *command };
    if ( !enqueue( driver, &item ) ) { sessionFreeBuildCommand( &item.command ); }
}

/// Posts a law for the run or for its twin alone.
static ssResult postLaw( sessionDriver* driver, const char* text, const char* file, bool toTwin )
{
    ssLawProgram* program = NULL;
    text = text != NULL ? text : "";
    ssResult result = text[0] != '\0' ? ssCompileLaw( text, file, &program, NULL ) : ssOk();
    ssLawProgram_Release( program );
    if ( result.code != ss_ok ) { return result; }
    sessionQueueItem item = { .law = malloc( strlen( text ) + 1 ), .toTwin = toTwin };
    if ( item.law != NULL ) { memcpy( item.law, text, strlen( text ) + 1 ); }
    if ( item.law == NULL || !enqueue( driver, &item ) )
    {
        free( item.law );
        return ssError( ss_errorMemory, "law", "out of memory for the law" );
    }
    return result;
}

ssResult sessionDriver_SetLaw( sessionDriver* driver, const char* text, const char* file )
{
    return postLaw( driver, text, file, false );
}

ssResult sessionDriver_SetTwinLaw( sessionDriver* driver, const char* text, const char* file )
{
    return postLaw( driver, text, file, true );
}

/// Skips recorded states when there is no time to show all: a log keeps the speed asked for.
static void leaveOut( sessionDriver* driver )
{
    double target = ssSim_Time( driver->run.sim ) + driver->lag;
    int64_t step = ssSim_FindStep( driver->run.sim, target );
    step -= ssSim_TimeOf( driver->run.sim, step ) > target ? 1 : 0;
    if ( step > ssSim_StepIndex( driver->run.sim ) )
    {
        double passed = ssSim_TimeOf( driver->run.sim, step ) - ssSim_Time( driver->run.sim );
        driver->lag -= passed;
        driver->measuredTime += passed;
        if ( sessionDriver_JumpTo( driver, step ) && step == driver->run.lastStep )
        {
            sessionDriver_ReachEnd( driver );
        }
    }
}

/// Steps while the simulation lags behind the clock and, unless the clock is virtual, the budget lasts.
/// Without a thread slow frames are longer ones: the budget and what may be made up for grow with the time
/// passed.
static void catchUp( sessionDriver* driver, bool budgeted, double passed )
{
    const double share = 0.4, longest = 0.025, mostLag = 0.1; // of the time between frames; [s]
    bool framed = driver->thread == NULL;
    double budget = framed ? fmax( s_stepBudget, fmin( share * passed, longest ) ) : s_stepBudget;
    double most = framed ? fmax( 2.0 * s_stepBudget, fmin( passed, mostLag ) ) : 2.0 * s_stepBudget;
    double start = osSeconds(), h = sessionDriver_NextStep( driver );
    int64_t steps = 0;
    // The lag is a sum of fractions; the last rounding must not cost a step.
    while ( driver->playing && driver->rest <= 0.0 && !driver->behind && driver->lag >= h * ( 1.0 - 1e-9 ) &&
        ( !budgeted || osSeconds() - start < budget ) )
    {
        if ( !sessionDriver_Step( driver ) ) { break; }
        driver->lag -= h;
        driver->measuredTime += h;
        ++steps;
        if ( ssSim_StepIndex( driver->run.sim ) == driver->run.lastStep )
        {
            sessionDriver_ReachEnd( driver );
        }
        h = sessionDriver_NextStep( driver );
    }
    bool skips =
        driver->ahead != NULL && driver->watchedBreak.text[0] == '\0'; // a break looks at every state
    if ( driver->playing && skips && driver->lag >= h )
    {
        leaveOut( driver );
        h = sessionDriver_NextStep( driver );
    }
    double elapsed = osSeconds() - start;
    driver->stepSeconds += steps > 0 ? 0.1 * ( elapsed / (double)steps - driver->stepSeconds ) : 0.0;
    // A machine that cannot keep up shows a lower speed; it does not work off the past later.
    driver->lag = budgeted ? fmin( driver->lag, fmax( most * driver->speed, h ) ) : driver->lag;
    driver->lag = driver->playing ? driver->lag : 0.0;
}

static void averageSpeed( sessionDriver* driver )
{
    double since = osSeconds() - driver->measureStart;
    if ( since > SESSION_AVERAGING_TIME )
    {
        driver->measuredSpeed = driver->measuredTime / since;
        driver->measuredTime = 0.0;
        driver->measureStart = osSeconds();
    }
}

/// Lets the time pass between the end of a run that loops and its next beginning.
static void rest( sessionDriver* driver, double seconds )
{
    driver->rest -= seconds;
    if ( driver->rest <= 0.0 ) { sessionDriver_Reset( driver ); }
}

void sessionDriver_TellWork( sessionDriver* driver, double began )
{
    osLockMonitor( driver->lock );
    driver->workBegan = began;
    driver->work = ( sessionWork ){ .seeking = driver->seeking,
        .from = driver->seekFrom,
        .to = driver->seekTo,
        .at = ssSim_StepIndex( driver->run.sim ) };
    driver->work.soughtSeconds = driver->seekBegan;
    if ( driver->behind ) { sessionDriver_TellGathering( driver, &driver->work ); }
    osUnlockMonitor( driver->lock );
}

sessionWork sessionDriver_Work( sessionDriver* driver )
{
    if ( driver->virtualClock ) { return ( sessionWork ){ .queued = false }; }
    osLockMonitor( driver->lock );
    sessionWork work = driver->work;
    work.queued = driver->queueCount > 0;
    work.seconds = driver->workBegan > 0.0 ? osSeconds() - driver->workBegan : 0.0;
    work.soughtSeconds = work.seeking ? osSeconds() - work.soughtSeconds : 0.0;
    osUnlockMonitor( driver->lock );
    return work;
}

/// One pass of the simulation's loop. With `virtualSeconds` < 0 it goes by the real clock.
static void advance( sessionDriver* driver, double virtualSeconds )
{
    osLockMonitor( driver->simLock );
    sessionDriver_TellWork( driver, osSeconds() );
    applyQueue( driver );
    bool real = virtualSeconds < 0.0;
    double time = osSeconds(), passed = real ? time - driver->clockRead : virtualSeconds;
    if ( driver->behind && !sessionDriver_Gather( driver, real ? s_stepBudget : (double)INFINITY ) )
    {
        driver->lag = 0.0; // the main run waits for its companions
    }
    else if ( driver->seeking ) { sessionDriver_ContinueSeek( driver, s_stepBudget ); }
    else if ( driver->rest > 0.0 ) { rest( driver, passed ); }
    else if ( driver->playing && !driver->follows )
    {
        driver->lag += passed * driver->speed;
        catchUp( driver, real, passed );
    }
    if ( driver->playing ) { averageSpeed( driver ); }
    driver->clockRead = time;
    if ( driver->ahead != NULL )
    {
        sessionDriver_Grow( driver );
        sessionDriver_ReadAhead( driver, fmax( time + s_stepBudget - osSeconds(), s_nap ) );
    }
    if ( real && sessionDriver_Surveys( driver ) ) { sessionDriver_Survey( driver ); }
    double period = driver->seeking || driver->behind ? s_seekPeriod
        : driver->playing || driver->scales.moves     ? s_publishPeriod
                                                      : 0.0;
    double since = osSeconds() - driver->publishedAt;
    bool tells = !driver->aheadTold && ( since >= s_aheadPeriod || !sessionDriver_HasAhead( driver ) );
    if ( ( driver->changed && ( !real || since >= period ) ) || tells ) { sessionDriver_Publish( driver ); }
    sessionDriver_TellWork( driver, 0.0 );
    osUnlockMonitor( driver->simLock );
}

/// Waits until there may be something to do. The lock is held.
static void waitForWork( sessionDriver* driver, bool playing )
{
    bool requested = driver->requested != driver->answered;
    // With a virtual clock nothing happens between two requests, whatever the queue holds.
    bool busy = ( driver->queueCount > 0 || driver->seeking || driver->behind ||
                    sessionDriver_HasAhead( driver ) || sessionDriver_Surveys( driver ) ) &&
        !driver->virtualClock;
    if ( driver->quit || requested || busy ) { return; }
    bool moves = driver->scales.moves;
    if ( ( playing || driver->grows || moves ) && !driver->virtualClock )
    {
        osWaitAtMonitorFor( driver->lock, moves || ( playing && !driver->follows ) ? s_nap : s_growNap );
    }
    else { osWaitAtMonitor( driver->lock ); }
}

static void runThread( void* context )
{
    sessionDriver* driver = context;
    bool playing = driver->playing;
    for ( ;; )
    {
        osLockMonitor( driver->lock );
        waitForWork( driver, playing );
        bool quit = driver->quit, virtualClock = driver->virtualClock;
        bool requested = driver->requested != driver->answered;
        double seconds = driver->virtualSeconds;
        uint64_t request = driver->requested;
        osUnlockMonitor( driver->lock );
        if ( quit ) { return; }
        if ( !virtualClock || requested )
        {
            advance( driver, virtualClock ? seconds : -1.0 );
            playing = driver->playing;
        }
        if ( requested )
        {
            osLockMonitor( driver->lock );
            driver->answered = request;
            osWakeMonitor( driver->lock );
            osUnlockMonitor( driver->lock );
        }
    }
}

void sessionDriver_Advance( sessionDriver* driver, double seconds )
{
    if ( driver->thread == NULL )
    {
        advance( driver, driver->virtualClock ? seconds : -1.0 );
        return;
    }
    if ( !driver->virtualClock ) { return; }
    osLockMonitor( driver->lock );
    driver->virtualSeconds = seconds;
    ++driver->requested;
    osWakeMonitor( driver->lock );
    while ( driver->answered != driver->requested ) { osWaitAtMonitor( driver->lock ); }
    osUnlockMonitor( driver->lock );
}

/// Makes a copy of the scene, and its simulation. On refusal neither is left behind.
static ssResult prepare( const ssScene* scene, ssScene* copy, ssSim** sim )
{
    int64_t steps;
    SS_TRY( ssSimDef_StepCount( &scene->def, &steps ) );
    SS_TRY( ssScene_Copy( scene, copy ) );
    ssResult result = ssCreateSim( &scene->def, sim );
    if ( result.code != ss_ok ) { ssScene_Destroy( copy ); }
    return result;
}

ssResult sessionCreateDriver( const ssScene* scene, bool threaded, bool virtualClock, bool playing,
    uint32_t drawFlags, sessionDriver** made )
{
    *made = NULL;
    sessionDriver* driver = calloc( 1, sizeof *driver );
    if ( driver == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for the simulation" ); }
    driver->newest = -1;
    driver->reading = -1;
    for ( int i = 0; i < SS_COUNT( driver->logOf ); ++i ) { driver->logOf[i] = i; }
    driver->playing = playing;
    driver->loadsOf = -1;
    driver->flags = drawFlags;
    driver->lock = osCreateMonitor();
    driver->simLock = osCreateMonitor();
    if ( driver->lock == NULL || driver->simLock == NULL )
    {
        sessionDestroyDriver( driver );
        return ssError( ss_errorMemory, NULL, "out of memory for the simulation" );
    }
    driver->clockRead = driver->measureStart = osSeconds();
    driver->virtualClock = virtualClock;
    driver->run.lock = driver->lock;
    ssResult result = prepare( scene, &driver->run.scene, &driver->run.sim );
    if ( result.code != ss_ok )
    {
        sessionDestroyDriver( driver );
        return result;
    }
    driver->run.editCapacity = driver->run.scene.editCount;
    sessionDriver_AdoptShow( driver );
    sessionDriver_BeginRun( driver );
    sessionDriver_BuildTwin( driver );
    sessionDriver_TakePins( driver );
    sessionDriver_Publish( driver );
    driver->thread = threaded ? osStartThread( runThread, driver ) : driver->thread;
    *made = driver;
    return result;
}

void sessionDestroyDriver( sessionDriver* driver )
{
    if ( driver == NULL ) { return; }
    if ( driver->thread != NULL )
    {
        osLockMonitor( driver->lock );
        driver->quit = true;
        osWakeMonitor( driver->lock );
        osUnlockMonitor( driver->lock );
        osJoinThread( driver->thread );
    }
    for ( int i = 0; i < SS_COUNT( driver->snapshots ); ++i )
    {
        ssScenario_Release( driver->snapshots[i].scenario );
        gfxDrawList_Free( &driver->snapshots[i].draw );
        sessionFreeCompanionViews( driver->snapshots + i );
        sessionContactList_Free( &driver->snapshots[i].contacts );
        sessionBuild_Free( &driver->snapshots[i].build );
        sessionChangeList_Free( &driver->snapshots[i].changes );
        for ( int j = 0; j < SS_MAX_CHARTS; ++j )
        {
            sessionChartList_Free( driver->snapshots[i].charts + j );
        }
    }
    for ( int i = 0; i < driver->queueCount; ++i )
    {
        free( driver->queue[i].law );
        sessionFreeBuildCommand( &driver->queue[i].command );
        ssDestroySim( driver->queue[i].sim );
        ssScene_Destroy( &driver->queue[i].scene );
    }
    sessionDriver_RemoveCompanions( driver );
    ssTwin_Destroy( &driver->lastTwin );
    sessionDriver_FreeRemovedPins( driver );
    sessionRun_Free( &driver->run );
    ssDestroySim( driver->ahead );
    sessionBreakWatch_Free( &driver->watchedBreak );
    free( driver->queue );
    osDestroyMonitor( driver->lock );
    osDestroyMonitor( driver->simLock );
    free( driver );
}

ssResult sessionDriver_Load( sessionDriver* driver, const ssScene* scene )
{
    // The simulation is made here, where a refusal can still reach the caller; the driver only swaps it in.
    sessionQueueItem item = { 0 };
    ssResult result = prepare( scene, &item.scene, &item.sim );
    if ( result.code == ss_ok && !enqueue( driver, &item ) )
    {
        ssDestroySim( item.sim );
        ssScene_Destroy( &item.scene );
        result = ssError( ss_errorMemory, NULL, "out of memory for the scene" );
    }
    return result;
}

ssResult sessionDriver_Scene( sessionDriver* driver, ssScene* scene )
{
    osLockMonitor( driver->simLock );
    ssResult result = ssScene_Copy( &driver->run.scene, scene );
    if ( result.code == ss_ok )
    {
        result = sessionDriver_AddPinsTo( driver, scene );
        if ( result.code != ss_ok ) { ssScene_Destroy( scene ); }
    }
    osUnlockMonitor( driver->simLock );
    return result;
}

ssResult sessionDriver_Freeze( sessionDriver* driver, ssProblem* problem )
{
    osLockMonitor( driver->simLock );
    ssResult result = ssSim_Freeze( driver->run.sim, problem );
    osUnlockMonitor( driver->simLock );
    return result;
}

ssResult sessionDriver_Replay( sessionDriver* driver, int64_t steps, sessionReplay* replay )
{
    osLockMonitor( driver->simLock );
    ssResult result = sessionRun_Replay( &driver->run, steps, replay );
    osUnlockMonitor( driver->simLock );
    return result;
}
