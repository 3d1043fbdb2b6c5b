// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/driver/driver_private.h"
#include "slipstick/lab/log_scenario.h"

// Recorded states, such as the frames of a contact log. The simulation jumps to the one shown; a second one
// goes through all in order when there is time, for plots, changes of regime and trails.

#define AHEAD_CONTACTS 20000 // contacts that are read for one request of a virtual clock, at least

/// Takes what the present state of the second simulation has to tell.
static void visitAhead( sessionDriver* driver, double cutAfter )
{
    ssSim* sim = driver->ahead;
    sessionTrail_Visit( &driver->run.trail, sim );
    sessionChangeList_Visit( &driver->run.changes, sim );
    if ( ssSim_StepIndex( sim ) % driver->run.rowStride == 0 ||
        ssSim_StepIndex( sim ) == driver->run.lastStep )
    {
        sessionRun_SendRowOf( &driver->run, sim, cutAfter );
    }
    driver->aheadTold = false;
}

void sessionDriver_BeginAhead( sessionDriver* driver, bool signalsOnly )
{
    ssDestroySim( driver->ahead );
    driver->ahead = NULL;
    driver->aheadEnds = false;
    if ( ssSim_Scenario( driver->run.sim )->recorded == NULL ) { return; }
    ssResult result = ssCreateSim( &driver->run.scene.def, &driver->ahead );
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    if ( !signalsOnly )
    {
        sessionTrail_Clear( &driver->run.trail, driver->run.scene.def.h );
        sessionChangeList_Clear( &driver->run.changes );
    }
    visitAhead( driver, ssSim_Time( driver->ahead ) );
}

/// Goes to the newest state; with a break, which looks at every state, through all of them.
static void showNewest( sessionDriver* driver )
{
    const double budget = 0.008; // [s]
    double start = osSeconds(), before = ssSim_Time( driver->run.sim );
    bool every = driver->watchedBreak.text[0] != '\0';
    while ( driver->follows && ssSim_StepIndex( driver->run.sim ) < driver->run.lastStep &&
        ( driver->virtualClock || osSeconds() - start < budget ) )
    {
        bool moved =
            every ? sessionDriver_Step( driver ) : sessionDriver_JumpTo( driver, driver->run.lastStep );
        driver->follows = moved && driver->playing;
    }
    driver->measuredTime += ssSim_Time( driver->run.sim ) - before;
}

void sessionDriver_Grow( sessionDriver* driver )
{
    if ( driver->grows )
    {
        ssResult result = ssSim_Extend( driver->run.sim, &driver->grows );
        if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
        driver->changed = driver->changed || !driver->grows;
    }
    int64_t before = driver->run.lastStep;
    driver->run.lastStep = ssSim_LastStep( driver->run.sim );
    driver->changed = driver->changed || driver->run.lastStep != before;
    showNewest( driver );
    if ( driver->follows && !driver->grows && ssSim_StepIndex( driver->run.sim ) == driver->run.lastStep )
    {
        driver->follows = false;
        sessionDriver_ReachEnd( driver );
    }
}

void sessionDriver_Follow( sessionDriver* driver )
{
    if ( driver->ahead == NULL ) { return; }
    sessionDriver_Seek( driver, driver->run.lastStep );
    driver->follows = driver->playing = driver->grows;
    driver->finished = !driver->grows && driver->show.ending == ss_endingStop;
    driver->changed = true;
}

bool sessionDriver_HasAhead( const sessionDriver* driver )
{
    return driver->ahead != NULL && !driver->aheadEnds &&
        ssSim_StepIndex( driver->ahead ) < ssSim_LastStep( driver->ahead );
}

void sessionDriver_ReadAhead( sessionDriver* driver, double budget )
{
    double start = osSeconds();
    int64_t contacts = 0;
    while ( sessionDriver_HasAhead( driver ) &&
        ( driver->virtualClock ? contacts < AHEAD_CONTACTS : osSeconds() - start < budget ) )
    {
        ssStepReport report = ssSim_Step( driver->ahead );
        if ( report.status >= ss_statusNotFinite )
        {
            driver->aheadEnds = true;
            sessionDriver_SetMessage(
                driver, report.reason != NULL ? report.reason : tr( "The log ends here." ) );
            return;
        }
        const ssLogFrame* frame = ssSim_LogFrame( driver->ahead );
        contacts += frame != NULL ? 1 + frame->count : 1;
        visitAhead( driver, SS_NAN );
    }
}

bool sessionDriver_JumpTo( sessionDriver* driver, int64_t step )
{
    ssResult result = ssSim_Jump( driver->run.sim, step );
    driver->changed = true;
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        driver->playing = false;
        return false;
    }
    driver->message[0] = '\0';
    return true;
}

double sessionDriver_NextStep( const sessionDriver* driver )
{
    int64_t step = ssSim_StepIndex( driver->run.sim );
    return driver->ahead == NULL ? driver->run.scene.def.h
        : step < driver->run.lastStep
        ? ssSim_TimeOf( driver->run.sim, step + 1 ) - ssSim_Time( driver->run.sim )
        : (double)INFINITY;
}
