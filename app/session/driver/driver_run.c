// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/driver/driver_private.h"

#include <stdio.h>

// [s] Below this cost of a step, reading the clock in every stage would distort the measurement.
static const double s_smallStep = 2e-5;
// [s] for the companions after a step of the main run; after that commands get their turn.
static const double s_gatherBudget = 0.008;
// [s] A step that took longer may next time take longer than anybody wants to wait.
static const double s_longStep = 5e-3;

#define TIMED_SMALL_STEPS 16 // one in this many small steps is timed

static void restartTimings( sessionDriver* driver )
{
    driver->watch = ( stageWatch ){ .seconds = osSeconds };
    driver->timedSeconds = 0.0;
    driver->timedSteps = 0;
    driver->timedSince = osSeconds();
}

void sessionDriver_BeginRun( sessionDriver* driver )
{
    driver->lag = driver->rest = 0.0;
    driver->finished = driver->seeking = driver->follows = false;
    driver->message[0] = '\0';
    driver->atBreak = false;
    sessionBreakWatch_Forget( &driver->watchedBreak );
    driver->changed = true;
    restartTimings( driver );
    driver->timings = ( sessionTimings ){ .known = false };
    ssIgnore(
        ssSim_Extend( driver->run.sim, &driver->grows ) ); // what is wrong is said when the states are read
    sessionRun_Begin( &driver->run, ++driver->runCount );
    driver->coarse = ( ssStepScale ){ .coarse = ss_coarseNot };
    sessionDriver_BeginAhead( driver, false );
}

/// Steps the simulation, timed where the clock is real. When steps are small only some of them are timed.
static ssStepReport timedStep( sessionDriver* driver )
{
    ssSim* sim = driver->run.sim;
    bool timed = !driver->virtualClock &&
        ( !driver->playing || driver->stepSeconds > s_smallStep ||
            ssSim_StepIndex( sim ) % TIMED_SMALL_STEPS == 0 );
    ssSim_SetStageHook( sim, timed ? stageWatchEnter : NULL, &driver->watch );
    // A step that can be cancelled costs a copy of the state, which pays only where steps may be long.
    bool cancels = timed && ( driver->lastStepSeconds > s_longStep || ssSim_StepIndex( sim ) == 0 );
    ssSim_SetStop( sim, cancels ? sessionDriver_WantsStop : NULL, driver );
    double start = timed ? osSeconds() : 0.0;
    driver->stepBegan = start;
    ssStepReport report = ssSim_Step( sim );
    if ( timed )
    {
        driver->lastStepSeconds = osSeconds() - start;
        driver->timedSeconds += osSeconds() - start;
        driver->timedSteps += 1;
    }
    return report;
}

void sessionDriver_AverageTimings( sessionDriver* driver )
{
    if ( driver->timedSteps == 0 ||
        ( driver->playing && osSeconds() - driver->timedSince < SESSION_AVERAGING_TIME ) )
    {
        return;
    }
    double steps = (double)driver->timedSteps;
    driver->timings = ( sessionTimings ){
        .known = true, .staged = driver->watch.hasSteps, .step = driver->timedSeconds / steps
    };
    for ( int i = 0; i < ss_stageCount; ++i ) { driver->timings.stages[i] = driver->watch.stages[i] / steps; }
    restartTimings( driver );
}

void sessionDriver_LeaveBreak( sessionDriver* driver )
{
    if ( driver->atBreak )
    {
        driver->atBreak = false;
        driver->message[0] = '\0';
    }
}

/// Pauses at the first state in which a contact satisfies the condition, and selects that contact.
static void breakHere( sessionDriver* driver, const sessionBreak* found )
{
    char what[200], text[256];
    sessionBreak_Describe( found, what, sizeof what );
    snprintf( text, sizeof text, tr( "Break at t = %.6g s: %s. Space goes on." ), found->time, what );
    sessionDriver_SetMessage( driver, text );
    driver->playing = false;
    driver->atBreak = true;
    driver->broken = *found;
    sessionDriver_SelectContact( driver, found->key );
    ++driver->breakCount;
}

// [s] A step that was too coarse is shown for so long while others follow: it may be one among many.
static const double s_coarseTime = 1.0;

const ssStepScale* sessionDriver_Coarse( const sessionDriver* driver )
{
    static const ssStepScale none = { .coarse = ss_coarseNot };
    double passed = (double)( ssSim_StepIndex( driver->run.sim ) - driver->coarseStep );
    double shown = driver->playing ? s_coarseTime * driver->speed / ssSim_StepSize( driver->run.sim ) : 0.0;
    return passed >= 0.0 && passed <= shown ? &driver->coarse : &none;
}

static void keepCoarse( sessionDriver* driver, const ssStepScale* scale )
{
    const ssStepScale* kept = sessionDriver_Coarse( driver );
    if ( scale->coarse != ss_coarseNot && ( kept->coarse == ss_coarseNot || scale->enough <= kept->enough ) )
    {
        driver->coarse = *scale;
        driver->coarseStep = ssSim_StepIndex( driver->run.sim );
    }
}

/// Computes the next state. False when the simulation cannot go on.
static bool computeStep( sessionDriver* driver )
{
    ssSim* sim = driver->run.sim;
    ssResult edited = sessionRun_BeforeStep( &driver->run );
    if ( edited.code != ss_ok ) { sessionDriver_SetMessage( driver, edited.message ); }
    ssStepReport report = timedStep( driver );
    driver->changed = true;
    if ( report.status == ss_statusCancelled )
    {
        return false; // for a command that waits; the state is that of before
    }
    if ( report.status >= ss_statusNotFinite )
    {
        sessionDriver_SetMessage( driver,
            report.reason != NULL
                ? report.reason
                : tr( "Paused: the motion is no longer finite. Step back, or reset with other values." ) );
        driver->playing = false;
        return false;
    }
    if ( report.status == ss_statusLimit )
    {
        char text[128];
        snprintf( text, sizeof text,
            report.budgetSpent
                ? tr( "The work budget of the step was used up at residual %.1e (t = %.4g s)." )
                : tr( "The contact solver stopped at residual %.1e (t = %.4g s)." ),
            report.residual, ssSim_Time( sim ) );
        sessionDriver_SetMessage( driver, text );
    }
    keepCoarse( driver, &report.scale );
    sessionRun_AfterStep( &driver->run );
    if ( sessionDriver_HasCompanions( driver ) )
    {
        sessionDriver_Gather( driver, driver->virtualClock ? (double)INFINITY : s_gatherBudget );
    }
    return true;
}

bool sessionDriver_Step( sessionDriver* driver )
{
    ssSim* sim = driver->run.sim;
    sessionBreak found;
    bool watches = driver->playing && !driver->seeking; // who goes to a moment arrives there
    if ( watches && sessionBreakWatch_Visit( &driver->watchedBreak, sim, &found ) )
    {
        breakHere( driver, &found ); // in the first frame of a log
        return false;
    }
    bool moved = driver->ahead != NULL ? sessionDriver_JumpTo( driver, ssSim_StepIndex( sim ) + 1 )
                                       : computeStep( driver );
    if ( moved && watches && sessionBreakWatch_Visit( &driver->watchedBreak, sim, &found ) )
    {
        breakHere( driver, &found );
    }
    return moved;
}

void sessionDriver_ReachEnd( sessionDriver* driver )
{
    if ( driver->grows )
    {
        driver->follows = driver->playing;
        return;
    }
    // A loop would throw away what was changed during the run.
    bool loops = driver->show.ending == ss_endingLoop && driver->run.scene.editCount == 0;
    driver->finished = driver->show.ending != ss_endingGoOn && !loops;
    driver->playing = driver->playing && !driver->finished;
    driver->rest = loops && driver->playing ? SESSION_REST_BEFORE_LOOP : 0.0;
}

void sessionDriver_Seek( sessionDriver* driver, int64_t step )
{
    step = step > 0 ? step : 0;
    driver->finished = false;
    driver->rest = 0.0;
    driver->follows = false;
    sessionDriver_LeaveBreak( driver );
    ssSim* sim = driver->run.sim;
    if ( driver->ahead != NULL )
    {
        sessionDriver_JumpTo( driver, step < driver->run.lastStep ? step : driver->run.lastStep );
        return;
    }
    int64_t from = ssSim_StepIndex( sim );
    if ( !sessionRun_GoNear( &driver->run, step ) )
    {
        sessionDriver_SetMessage( driver, tr( "No earlier state is saved. Press R to reset." ) );
        return;
    }
    int64_t restored = ssSim_StepIndex( sim );
    if ( restored != from )
    {
        driver->message[0] = '\0';
        driver->behind = sessionDriver_HasCompanions( driver );
    }
    driver->seeking = true;
    driver->seekFrom = restored;
    driver->seekTo = step;
    driver->seekBegan = osSeconds();
    driver->changed = true;
    if ( driver->virtualClock ) { sessionDriver_Gather( driver, (double)INFINITY ); }
    if ( driver->virtualClock || restored == step )
    {
        sessionDriver_ContinueSeek( driver, (double)INFINITY );
    }
}

void sessionDriver_ContinueSeek( sessionDriver* driver, double budget )
{
    double start = osSeconds();
    while ( ssSim_StepIndex( driver->run.sim ) < driver->seekTo && !driver->behind )
    {
        sessionDriver_TellWork( driver, osSeconds() );
        if ( !sessionDriver_Step( driver ) )
        {
            sessionDriver_EndSeek( driver );
            return;
        }
        if ( osSeconds() - start > budget ) { break; }
    }
    if ( ssSim_StepIndex( driver->run.sim ) >= driver->seekTo ) { sessionDriver_EndSeek( driver ); }
}

void sessionDriver_EndSeek( sessionDriver* driver )
{
    driver->seeking = false;
    // An edit made at this very boundary is in force here, and stays recorded.
    ssResult result = sessionRun_ApplyEdits( &driver->run );
    if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
    driver->changed = true;
}
