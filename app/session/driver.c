// SPDX-License-Identifier: MIT
#include "session/driver.h"

#include "base/os.h"
#include "base/stage_watch.h"
#include "gfx/list/draw_adapter.h"
#include "session/history.h"
#include "session/trail.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double s_budget = 0.008;   // [s] of stepping between two looks at the queue
static const double s_window = 0.5;     // [s] over which speed and costs are measured
static const double s_smallStep = 2e-5; // [s] below which looking at the clock in every stage would tell
static const double s_publishEvery = 1 / 125.0; // [s] between snapshots while running

enum
{
    rowsPerRun = 1 << 16, // rows handed to the plots over the run's own duration
    manyContacts = 48,    // from here on glyphs at all of them are a thicket
    timedSmallSteps = 16  // one in so many small steps is timed
};

typedef struct Row
{
    uint64_t runNumber;
    int64_t step;
    double time;
    double cutAfter; // what the plots know after this time is another run's; NAN: nothing
    int signalCount;
    double signals[SS_MAX_SIGNALS];
} Row;

// What waits for the next step boundary: a command, or a simulation that takes the place of the present one.
typedef struct Waiting
{
    sessionCommand command;
    ssSim* sim; // NULL: a command
    ssScene scene;
} Waiting;

struct sessionDriver
{
    // Shared; guarded by `lock`.
    osMonitor* lock; // opened for the simulation when there is something to do, and for the window when the
                     // virtual time it asked for has passed
    bool quit, virtualClock;
    Waiting* queue;
    int queueCount, queueCapacity;
    double virtualSeconds;
    uint64_t asked, answered; // virtual requests
    Row* rows;                // on their way to the plots
    int rowCount, rowCapacity;
    int newest, reading; // of `snapshots`
    bool fresh;

    // The simulation's own; guarded by `simLock`, which the thread holds while it works.
    osMonitor* simLock;
    osThread* thread;
    sessionSnapshot snapshots[3];
    ssSim* sim;
    ssScene scene; // how the run began, and its edits
    int editCapacity, nextEdit;
    int64_t lastStep; // of the run's own duration
    int64_t rowStride;
    bool playing, finished, dirty;
    double speed, owed; // owed: simulated time the clock is ahead [s]
    double clock;       // when the clock was last read [s]
    uint32_t flags, charts;
    sessionContactKey contact; // under the microscope
    int contactCount;          // in the latest picture
    uint64_t runNumber;
    sessionHistory history;
    sessionTrail trail;
    float scale[3];
    char message[256];
    double measureStart, measuredTime, measuredSpeed; // over half a second
    double stepSeconds;                               // smoothed cost of a step
    stageWatch watch;                                 // of the steps timed since `timedSince`
    double timedSince, timedSeconds;
    int64_t timedSteps;
    sessionTimings timings; // as last published
    double published;
};

static double now( void )
{
    return osSeconds();
}

static void say( sessionDriver* driver, const char* text )
{
    snprintf( driver->message, sizeof driver->message, "%s", text );
    driver->dirty = true;
}

static void sendRow( sessionDriver* driver, double cutAfter )
{
    Row row = {
        .cutAfter = cutAfter,
        .runNumber = driver->runNumber,
        .step = ssSim_StepIndex( driver->sim ),
        .time = ssSim_Time( driver->sim ),
        .signalCount = ssSim_Scenario( driver->sim )->signalCount,
    };
    ssSim_Signals( driver->sim, row.signals );
    osLockMonitor( driver->lock );
    if ( driver->rowCount == rowsPerRun )
    {
        // Nobody has fetched for long: every second row will do, from here on too.
        for ( int i = 0; 2 * i < driver->rowCount; ++i )
        {
            double before = i > 0 ? driver->rows[2 * i - 1].cutAfter : SS_NAN;
            driver->rows[i] = driver->rows[2 * i];
            driver->rows[i].cutAfter = fmin( driver->rows[i].cutAfter, before );
        }
        driver->rowCount /= 2;
        driver->rowStride *= 2;
    }
    if ( driver->rowCount == driver->rowCapacity )
    {
        int capacity = driver->rowCapacity > 0 ? 2 * driver->rowCapacity : 1024;
        Row* rows = realloc( driver->rows, (size_t)capacity * sizeof *rows );
        driver->rows = rows != NULL ? rows : driver->rows;
        driver->rowCapacity = rows != NULL ? capacity : driver->rowCapacity;
    }
    if ( driver->rowCount < driver->rowCapacity )
    {
        driver->rows[driver->rowCount++] = row;
    }
    osUnlockMonitor( driver->lock );
}

/// A new run begins at the sim's t = 0: fresh plots, trail and way back.
static void beginRun( sessionDriver* driver )
{
    ++driver->runNumber;
    driver->owed = 0.0;
    driver->finished = false;
    driver->nextEdit = 0;
    driver->message[0] = '\0';
    driver->dirty = true;
    driver->watch = ( stageWatch ){ .seconds = osSeconds };
    driver->timedSeconds = 0.0;
    driver->timedSteps = 0;
    driver->timedSince = now();
    driver->timings = ( sessionTimings ){ .known = false };
    sessionHistory_Clear( &driver->history );
    sessionTrail_Clear( &driver->trail, driver->scene.def.h );
    driver->lastStep = llround( driver->scene.def.until / driver->scene.def.h );
    driver->rowStride = 1;
    while ( driver->lastStep / driver->rowStride > rowsPerRun )
    {
        driver->rowStride *= 2;
    }
    sendRow( driver, SS_NAN );
}

/// The step itself, timed where the clock is real. Of small steps some stand for all.
static ssStepReport timedStep( sessionDriver* driver )
{
    ssSim* sim = driver->sim;
    bool timed = !driver->virtualClock &&
        ( !driver->playing || driver->stepSeconds > s_smallStep ||
            ssSim_StepIndex( sim ) % timedSmallSteps == 0 );
    ssSim_SetStageHook( sim, timed ? stageWatchEnter : NULL, &driver->watch );
    double start = timed ? now() : 0.0;
    ssStepReport report = ssSim_Step( sim );
    if ( timed )
    {
        driver->timedSeconds += now() - start;
        driver->timedSteps += 1;
    }
    return report;
}

static void settleTimings( sessionDriver* driver )
{
    if ( driver->timedSteps == 0 || ( driver->playing && now() - driver->timedSince < s_window ) )
    {
        return;
    }
    double steps = (double)driver->timedSteps;
    driver->timings = ( sessionTimings ){
        .known = true, .staged = driver->watch.hasSteps, .step = driver->timedSeconds / steps
    };
    for ( int i = 0; i < ss_stageCount; ++i )
    {
        driver->timings.stages[i] = driver->watch.stages[i] / steps;
    }
    driver->watch = ( stageWatch ){ .seconds = osSeconds };
    driver->timedSeconds = 0.0;
    driver->timedSteps = 0;
    driver->timedSince = now();
}

/// One step, with the edits that belong before it. False when the simulation cannot go on.
static bool stepOnce( sessionDriver* driver )
{
    ssSim* sim = driver->sim;
    sessionHistory_Visit( &driver->history, sim );
    sessionTrail_Visit( &driver->trail, sim );
    ssResult edited = ssScene_ApplyEdits( &driver->scene, sim, &driver->nextEdit );
    if ( edited.code != ss_ok )
    {
        say( driver, edited.message );
    }
    ssStepReport report = timedStep( driver );
    driver->dirty = true;
    if ( report.status >= ss_stepNotFinite )
    {
        say( driver,
            report.reason != NULL
                ? report.reason
                : "The motion left the numbers: paused. Step back, or reset with other values." );
        driver->playing = false;
        return false;
    }
    if ( report.status == ss_stepIterationLimit )
    {
        char text[128];
        snprintf( text, sizeof text, "Contact solve stopped at residual %.1e (t = %.4g s).", report.residual,
            ssSim_Time( sim ) );
        say( driver, text );
    }
    if ( ssSim_StepIndex( sim ) % driver->rowStride == 0 )
    {
        sendRow( driver, SS_NAN );
    }
    return true;
}

static void seek( sessionDriver* driver, int64_t step )
{
    step = step > 0 ? step : 0;
    driver->finished = false;
    ssSim* sim = driver->sim;
    int64_t from = ssSim_StepIndex( sim );
    if ( !sessionHistory_Restore( &driver->history, sim, step ) && step < from )
    {
        say( driver, "There is no way back from here: reset with R." );
        return;
    }
    int64_t reached = ssSim_StepIndex( sim );
    if ( reached != from )
    {
        driver->nextEdit = 0;
        while ( driver->nextEdit < driver->scene.editCount &&
            driver->scene.edits[driver->nextEdit].step < reached )
        {
            ++driver->nextEdit;
        }
        driver->message[0] = '\0';
    }
    while ( ssSim_StepIndex( sim ) < step && stepOnce( driver ) )
    {
    }
    // What was changed at this very boundary is in force here, and stays recorded.
    ssScene_ApplyEdits( &driver->scene, sim, &driver->nextEdit );
    driver->dirty = true;
}

/// Records what the user did at this step boundary and lets it act at once. What was recorded for later belongs to
/// another future and goes.
static void recordEdit( sessionDriver* driver, ssEdit edit )
{
    ssScene* scene = &driver->scene;
    ssScene_KeepEdits( scene, driver->nextEdit );
    sessionHistory_Cut( &driver->history, edit.step );
    sessionTrail_Cut( &driver->trail, edit.step );
    sendRow( driver, ssSim_Time( driver->sim ) );
    ssEdit* last = scene->editCount > 0 ? scene->edits + scene->editCount - 1 : NULL;
    // A slider dragged while paused is one edit. A drag's first touch decides where the hand holds on, so all its
    // positions stay in the record.
    if ( last != NULL && edit.param >= 0 && last->step == edit.step && last->param == edit.param )
    {
        ssRelease( last->text );
        *last = edit;
        return;
    }
    if ( scene->editCount == driver->editCapacity )
    {
        int capacity = driver->editCapacity > 0 ? 2 * driver->editCapacity : 64;
        ssEdit* edits = ssAlloc( (size_t)capacity * sizeof *edits );
        if ( edits == NULL )
        {
            say( driver, "Out of memory: this change is not recorded." );
            ssRelease( edit.text );
            return;
        }
        if ( scene->editCount > 0 )
        {
            memcpy( edits, scene->edits, (size_t)scene->editCount * sizeof *edits );
        }
        ssRelease( scene->edits );
        scene->edits = edits;
        driver->editCapacity = capacity;
    }
    scene->edits[scene->editCount++] = edit;
    driver->nextEdit = scene->editCount;
}

static char* copyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = ssAlloc( size );
    return copy != NULL ? memcpy( copy, text, size ) : NULL;
}

/// `text` for a text row, `value` for the others.
static void setParam( sessionDriver* driver, int param, double value, const char* text )
{
    const ssScenario* scenario = ssSim_Scenario( driver->sim );
    if ( param < 0 || param >= scenario->paramCount )
    {
        return;
    }
    int slot = ssTextSlot( scenario->params, param );
    ssResult result =
        slot >= 0 ? ssSim_SetText( driver->sim, param, text ) : ssSim_SetParam( driver->sim, param, value );
    if ( result.code != ss_ok )
    {
        say( driver, result.message );
        return;
    }
    driver->message[0] = '\0';
    driver->dirty = true;
    int64_t step = ssSim_StepIndex( driver->sim );
    if ( step == 0 )
    {
        // Nothing has happened yet: the run simply begins with this value.
        driver->scene.def.values[param] = value;
        if ( slot >= 0 )
        {
            snprintf( driver->scene.def.texts[slot], SS_TEXT_CAPACITY, "%s", text );
        }
        sessionHistory_Clear( &driver->history );
        sessionTrail_Clear( &driver->trail, driver->scene.def.h );
        sendRow( driver, 0.0 );
    }
    else
    {
        recordEdit( driver,
            ( ssEdit ){
                .step = step, .param = param, .value = value, .text = slot >= 0 ? copyText( text ) : NULL } );
    }
}

static void reset( sessionDriver* driver )
{
    ssResult result = ssSim_Reset( driver->sim );
    if ( result.code != ss_ok )
    {
        say( driver, result.message );
        return;
    }
    for ( int i = 0; i < ssSim_Scenario( driver->sim )->paramCount; ++i )
    {
        driver->scene.def.values[i] = ssSim_Param( driver->sim, i );
        int slot = ssTextSlot( ssSim_Scenario( driver->sim )->params, i );
        if ( slot >= 0 )
        {
            snprintf( driver->scene.def.texts[slot], SS_TEXT_CAPACITY, "%s", ssSim_Text( driver->sim, i ) );
        }
    }
    ssScene_KeepEdits( &driver->scene, 0 );
    beginRun( driver );
}

static double openingSpeed( const ssScenario* scenario )
{
    return scenario->speed > 0.0 ? scenario->speed : 0.25;
}

static void adopt( sessionDriver* driver, ssSim* sim, ssScene scene )
{
    if ( scene.def.scenario != ssSim_Scenario( driver->sim ) )
    {
        driver->speed = openingSpeed( scene.def.scenario );
    }
    ssDestroySim( driver->sim );
    ssScene_Destroy( &driver->scene );
    driver->sim = sim;
    driver->scene = scene;
    driver->editCapacity = scene.editCount;
    sessionHistory_Free( &driver->history );
    beginRun( driver );
}

static void loadPreset( sessionDriver* driver, int index )
{
    const ssScenario* scenario = ssSim_Scenario( driver->sim );
    if ( index < 0 || index >= scenario->presetCount )
    {
        return;
    }
    ssScene scene = driver->scene;
    scene.edits = NULL;
    scene.editCount = 0;
    scene.def = ssDefaultSimDef( scenario );
    scene.def.seed = driver->scene.def.seed;
    ssSim* sim = NULL;
    ssResult result = ssSimDef_ApplyPreset( &scene.def, scenario->presets[index].name );
    result = result.code == ss_ok ? ssCreateSim( &scene.def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        say( driver, result.message );
        return;
    }
    adopt( driver, sim, scene );
}

static void obey( sessionDriver* driver, const sessionCommand* command )
{
    driver->dirty = true;
    switch ( command->kind )
    {
        case session_commandPlay:
            driver->playing = true;
            driver->finished = false;
            driver->clock = now();
            break;
        case session_commandPause:
            driver->playing = false;
            driver->owed = 0.0;
            break;
        case session_commandStep:
            driver->playing = false;
            driver->owed = 0.0;
            seek( driver, ssSim_StepIndex( driver->sim ) + command->count );
            break;
        case session_commandSeek:
            seek( driver, command->count );
            break;
        case session_commandReset:
            reset( driver );
            break;
        case session_commandSetParam:
            setParam( driver, command->param, command->value, command->text );
            break;
        case session_commandPreset:
            loadPreset( driver, command->param );
            break;
        case session_commandDrag:
            ssSim_Drag( driver->sim, &command->drag );
            recordEdit( driver,
                ( ssEdit ){ .step = ssSim_StepIndex( driver->sim ), .param = -1, .drag = command->drag } );
            break;
        case session_commandSpeed:
            driver->speed = command->value > 0.0 ? command->value : driver->speed;
            break;
        case session_commandFlags:
            driver->flags = (uint32_t)command->count;
            break;
        case session_commandSelect:
            driver->contact = command->contact;
            break;
        case session_commandCharts:
            driver->charts = (uint32_t)command->count;
            break;
    }
}

/// Steps while the simulation lags behind the clock and, unless the clock is virtual, the budget lasts.
static void catchUp( sessionDriver* driver, bool budgeted )
{
    double start = now(), h = driver->scene.def.h;
    int64_t steps = 0;
    // Owed time is a sum of fractions; the last rounding must not cost a step.
    while (
        driver->playing && driver->owed >= h * ( 1.0 - 1e-9 ) && ( !budgeted || now() - start < s_budget ) )
    {
        if ( !stepOnce( driver ) )
        {
            break;
        }
        driver->owed -= h;
        driver->measuredTime += h;
        ++steps;
        if ( ssSim_StepIndex( driver->sim ) == driver->lastStep )
        {
            driver->playing = false;
            driver->finished = true;
        }
    }
    double elapsed = now() - start;
    if ( steps > 0 )
    {
        driver->stepSeconds += 0.1 * ( elapsed / (double)steps - driver->stepSeconds );
    }
    // A machine that cannot keep up shows a lower speed, it does not queue up the past.
    driver->owed = budgeted ? fmin( driver->owed, fmax( 2.0 * s_budget * driver->speed, h ) ) : driver->owed;
    driver->owed = driver->playing ? driver->owed : 0.0;

    double since = now() - driver->measureStart;
    if ( since > s_window )
    {
        driver->measuredSpeed = driver->measuredTime / since;
        driver->measuredTime = 0.0;
        driver->measureStart = now();
    }
}

static void publish( sessionDriver* driver )
{
    sendRow( driver, SS_NAN );
    settleTimings( driver );
    osLockMonitor( driver->lock );
    int slot = 0;
    while ( slot == driver->newest || slot == driver->reading )
    {
        ++slot;
    }
    osUnlockMonitor( driver->lock );

    ssSim* sim = driver->sim;
    const ssScenario* scenario = ssSim_Scenario( sim );
    sessionSnapshot* s = driver->snapshots + slot;
    s->scenario = scenario;
    s->runNumber = driver->runNumber;
    s->step = ssSim_StepIndex( sim );
    s->time = ssSim_Time( sim );
    s->h = driver->scene.def.h;
    s->until = driver->scene.def.until;
    s->seed = driver->scene.def.seed;
    s->playing = driver->playing;
    s->speed = driver->speed;
    s->measuredSpeed = driver->playing ? driver->measuredSpeed : 0.0;
    s->stepMicros = 1e6 * driver->stepSeconds;
    s->timings = driver->timings;
    s->hash = ssSim_Hash( sim );
    s->report = ssSim_Report( sim );
    s->canStepBack = s->step > 0 && driver->history.count > 0;
    s->finished = driver->finished;
    ssSim_Signals( sim, s->signals );
    for ( int i = 0; i < scenario->paramCount; ++i )
    {
        s->values[i] = ssSim_Param( sim, i );
        s->pending[i] = ssSim_PendingParam( sim, i );
        s->unused[i] = !ssSim_Uses( sim, i );
        int text = ssTextSlot( scenario->params, i );
        if ( text >= 0 )
        {
            snprintf( s->texts[text], SS_TEXT_CAPACITY, "%s", ssSim_Text( sim, i ) );
            snprintf( s->pendingTexts[text], SS_TEXT_CAPACITY, "%s", ssSim_PendingText( sim, i ) );
        }
        ssSim_Explain( sim, i, s->explain[i], (int)sizeof s->explain[i] );
    }
    memcpy( s->message, driver->message, sizeof s->message );

    memcpy( s->draw.scale, driver->scale, sizeof driver->scale );
    sessionContactList_Begin( &s->contacts, driver->contact, 9.81 * s->h );
    s->draw.tooManyContacts = driver->contactCount > manyContacts;
    s->draw.focusA = driver->contact.active ? driver->contact.a : -2;
    s->draw.focusB = driver->contact.b;
    s->draw.contactSink = sessionContactList_Add;
    s->draw.contactContext = &s->contacts;
    ssDraw draw = gfxBeginAdapter( &s->draw, driver->flags );
    ssSim_Draw( sim, &draw );
    sessionTrail_Draw( &driver->trail, sim, &draw );
    gfxFinishAdapter( &s->draw );
    driver->contactCount = s->contacts.count;
    if ( s->contacts.selected.found )
    {
        driver->contact.point = s->contacts.selected.view.point; // it wanders, and we with it
    }
    memcpy( driver->scale, s->draw.scale, sizeof driver->scale );

    for ( int i = 0; i < SS_MAX_CHARTS; ++i )
    {
        s->charts[i].filled = false;
        if ( i < scenario->chartCount && ( driver->charts >> i & 1u ) != 0 )
        {
            ssChartSink sink = sessionChartList_Begin( s->charts + i );
            ssSim_DrawChart( sim, i, &sink );
        }
    }

    osLockMonitor( driver->lock );
    driver->newest = slot;
    driver->fresh = true;
    osUnlockMonitor( driver->lock );
    driver->dirty = false;
    driver->published = now();
}

/// Takes what waits in the queue, in the order it came.
static void obeyAll( sessionDriver* driver )
{
    for ( ;; )
    {
        osLockMonitor( driver->lock );
        if ( driver->queueCount == 0 )
        {
            osUnlockMonitor( driver->lock );
            return;
        }
        Waiting first = driver->queue[0];
        memmove( driver->queue, driver->queue + 1, (size_t)--driver->queueCount * sizeof first );
        osUnlockMonitor( driver->lock );
        if ( first.sim != NULL )
        {
            adopt( driver, first.sim, first.scene );
        }
        else
        {
            obey( driver, &first.command );
        }
    }
}

/// One turn of the simulation's loop. `virtualSeconds` < 0: by the real clock.
static void turn( sessionDriver* driver, double virtualSeconds )
{
    osLockMonitor( driver->simLock );
    obeyAll( driver );
    bool real = virtualSeconds < 0.0;
    double time = now();
    if ( driver->playing )
    {
        driver->owed += ( real ? time - driver->clock : virtualSeconds ) * driver->speed;
        catchUp( driver, real );
    }
    driver->clock = time;
    if ( driver->dirty && ( !real || !driver->playing || now() - driver->published >= s_publishEvery ) )
    {
        publish( driver );
    }
    osUnlockMonitor( driver->simLock );
}

static void simulate( void* context )
{
    sessionDriver* driver = context;
    bool playing = driver->playing;
    for ( ;; )
    {
        osLockMonitor( driver->lock );
        bool asked = driver->asked != driver->answered;
        // By a virtual clock nothing happens between two requests, whatever waits.
        bool work = driver->queueCount > 0 && !driver->virtualClock;
        if ( !driver->quit && !asked && !work )
        {
            // While running by the real clock a nap until the next steps are due; otherwise until something happens.
            if ( playing && !driver->virtualClock )
            {
                osWaitAtMonitorFor( driver->lock, 1e-3 );
            }
            else
            {
                osWaitAtMonitor( driver->lock );
            }
        }
        bool quit = driver->quit, virtualClock = driver->virtualClock;
        asked = driver->asked != driver->answered;
        double seconds = driver->virtualSeconds;
        uint64_t request = driver->asked;
        osUnlockMonitor( driver->lock );
        if ( quit )
        {
            return;
        }
        if ( !virtualClock || asked )
        {
            turn( driver, virtualClock ? seconds : -1.0 );
            playing = driver->playing;
        }
        if ( asked )
        {
            osLockMonitor( driver->lock );
            driver->answered = request;
            osWakeMonitor( driver->lock );
            osUnlockMonitor( driver->lock );
        }
    }
}

/// A copy of the scene and its simulation, or a refusal and nothing.
static ssResult prepare( const ssScene* scene, ssScene* copy, ssSim** sim )
{
    int64_t steps;
    ssResult result = ssSimDef_StepCount( &scene->def, &steps );
    result = result.code == ss_ok ? ssScene_Copy( scene, copy ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    result = ssCreateSim( &scene->def, sim );
    if ( result.code != ss_ok )
    {
        ssScene_Destroy( copy );
    }
    return result;
}

ssResult sessionCreateDriver( const ssScene* scene, bool threaded, bool virtualClock, bool playing,
    uint32_t drawFlags, sessionDriver** made )
{
    *made = NULL;
    sessionDriver* driver = calloc( 1, sizeof *driver );
    if ( driver == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the simulation" );
    }
    driver->newest = -1;
    driver->reading = -1;
    driver->playing = playing;
    driver->speed = openingSpeed( scene->def.scenario );
    driver->flags = drawFlags;
    driver->lock = osCreateMonitor();
    driver->simLock = osCreateMonitor();
    if ( driver->lock == NULL || driver->simLock == NULL )
    {
        sessionDestroyDriver( driver );
        return ssError( ss_errorMemory, NULL, "out of memory for the simulation" );
    }
    driver->clock = driver->measureStart = now();
    driver->virtualClock = virtualClock;
    ssResult result = prepare( scene, &driver->scene, &driver->sim );
    if ( result.code != ss_ok )
    {
        sessionDestroyDriver( driver );
        return result;
    }
    driver->editCapacity = driver->scene.editCount;
    beginRun( driver );
    publish( driver );
    if ( threaded )
    {
        driver->thread = osStartThread( simulate, driver );
    }
    *made = driver;
    return result;
}

void sessionDestroyDriver( sessionDriver* driver )
{
    if ( driver == NULL )
    {
        return;
    }
    if ( driver->thread != NULL )
    {
        osLockMonitor( driver->lock );
        driver->quit = true;
        osWakeMonitor( driver->lock );
        osUnlockMonitor( driver->lock );
        osJoinThread( driver->thread );
    }
    for ( int i = 0; i < 3; ++i )
    {
        gfxDrawList_Free( &driver->snapshots[i].draw );
        sessionContactList_Free( &driver->snapshots[i].contacts );
        for ( int j = 0; j < SS_MAX_CHARTS; ++j )
        {
            sessionChartList_Free( driver->snapshots[i].charts + j );
        }
    }
    for ( int i = 0; i < driver->queueCount; ++i )
    {
        ssDestroySim( driver->queue[i].sim );
        ssScene_Destroy( &driver->queue[i].scene );
    }
    ssDestroySim( driver->sim );
    ssScene_Destroy( &driver->scene );
    sessionHistory_Free( &driver->history );
    free( driver->queue );
    free( driver->rows );
    osDestroyMonitor( driver->lock );
    osDestroyMonitor( driver->simLock );
    free( driver );
}

/// False when memory is short; then nothing was taken over.
static bool enqueue( sessionDriver* driver, const Waiting* waiting )
{
    osLockMonitor( driver->lock );
    if ( driver->queueCount == driver->queueCapacity )
    {
        int capacity = driver->queueCapacity > 0 ? 2 * driver->queueCapacity : 32;
        Waiting* queue = realloc( driver->queue, (size_t)capacity * sizeof *queue );
        driver->queue = queue != NULL ? queue : driver->queue;
        driver->queueCapacity = queue != NULL ? capacity : driver->queueCapacity;
    }
    bool room = driver->queueCount < driver->queueCapacity;
    if ( room )
    {
        driver->queue[driver->queueCount++] = *waiting;
    }
    osWakeMonitor( driver->lock );
    osUnlockMonitor( driver->lock );
    return room;
}

void sessionDriver_Post( sessionDriver* driver, const sessionCommand* command )
{
    enqueue( driver, &( Waiting ){ .command = *command } );
}

ssResult sessionDriver_Load( sessionDriver* driver, const ssScene* scene )
{
    // Made here, where a refusal can still be told to whoever asked; the simulation only swaps it in.
    Waiting waiting = { 0 };
    ssResult result = prepare( scene, &waiting.scene, &waiting.sim );
    if ( result.code == ss_ok && !enqueue( driver, &waiting ) )
    {
        ssDestroySim( waiting.sim );
        ssScene_Destroy( &waiting.scene );
        result = ssError( ss_errorMemory, NULL, "out of memory for the scene" );
    }
    return result;
}

void sessionDriver_Advance( sessionDriver* driver, double seconds )
{
    if ( driver->thread == NULL )
    {
        turn( driver, driver->virtualClock ? seconds : -1.0 );
        return;
    }
    if ( !driver->virtualClock )
    {
        return;
    }
    osLockMonitor( driver->lock );
    driver->virtualSeconds = seconds;
    ++driver->asked;
    osWakeMonitor( driver->lock );
    while ( driver->answered != driver->asked )
    {
        osWaitAtMonitor( driver->lock );
    }
    osUnlockMonitor( driver->lock );
}

const sessionSnapshot* sessionDriver_Acquire( sessionDriver* driver, sessionSignalLog* signalLog )
{
    osLockMonitor( driver->lock );
    if ( driver->fresh )
    {
        driver->reading = driver->newest;
        driver->fresh = false;
    }
    const sessionSnapshot* snapshot = driver->snapshots + driver->reading;
    for ( int i = 0; i < driver->rowCount; ++i )
    {
        const Row* row = driver->rows + i;
        if ( signalLog->runNumber != row->runNumber || signalLog->lastStep < 0 )
        {
            sessionSignalLog_Begin( signalLog, row->runNumber, row->signalCount );
        }
        if ( !isnan( row->cutAfter ) )
        {
            sessionSignalLog_Cut( signalLog, row->cutAfter );
        }
        sessionSignalLog_Add( signalLog, row->step, row->time, row->signals );
    }
    driver->rowCount = 0;
    osUnlockMonitor( driver->lock );
    return snapshot;
}

ssResult sessionDriver_Scene( sessionDriver* driver, ssScene* scene )
{
    osLockMonitor( driver->simLock );
    ssResult result = ssScene_Copy( &driver->scene, scene );
    osUnlockMonitor( driver->simLock );
    return result;
}

ssResult sessionDriver_Freeze( sessionDriver* driver, ssProblem* problem )
{
    osLockMonitor( driver->simLock );
    ssResult result = ssSim_Freeze( driver->sim, problem );
    osUnlockMonitor( driver->simLock );
    return result;
}
