// SPDX-License-Identifier: MIT
#include "session/driver_private.h"
#include "slipstick/log_scenario.h"

#include <math.h>

// States that are recorded, as the frames of a contact log. The simulation jumps to the one that is shown. A second one goes
// through all of them in their order whenever there is time, because plots, changes of regime and trails need every state.

enum
{
    aheadContacts = 20000 // contacts that are read for one request of a virtual clock, at least
};

/// Takes what the present state of the second simulation has to tell.
static void visitAhead( sessionDriver* driver, double cutAfter )
{
    ssSim* sim = driver->ahead;
    sessionTrail_Visit( &driver->trail, sim );
    sessionChangeList_Visit( &driver->changes, sim );
    if ( ssSim_StepIndex( sim ) % driver->rowStride == 0 || ssSim_StepIndex( sim ) == driver->lastStep )
    {
        sessionDriver_SendRowOf( driver, sim, cutAfter );
    }
    driver->aheadTold = false;
}

void sessionDriver_BeginAhead( sessionDriver* driver, bool signalsOnly )
{
    ssDestroySim( driver->ahead );
    driver->ahead = NULL;
    driver->aheadEnds = false;
    if ( ssSim_Scenario( driver->sim )->jump == NULL )
    {
        return;
    }
    ssResult result = ssCreateSim( &driver->scene.def, &driver->ahead );
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    if ( !signalsOnly )
    {
        sessionTrail_Clear( &driver->trail, driver->scene.def.h );
        sessionChangeList_Clear( &driver->changes );
    }
    visitAhead( driver, ssSim_Time( driver->ahead ) );
}

/// Goes to the newest state; with a break, which looks at every state, through all of them.
static void showNewest( sessionDriver* driver )
{
    const double budget = 0.008; // [s]
    double start = osSeconds(), before = ssSim_Time( driver->sim );
    bool every = driver->watchedBreak.text[0] != '\0';
    while ( driver->follows && ssSim_StepIndex( driver->sim ) < driver->lastStep &&
        ( driver->virtualClock || osSeconds() - start < budget ) )
    {
        bool moved = every ? sessionDriver_Step( driver ) : sessionDriver_JumpTo( driver, driver->lastStep );
        driver->follows = moved && driver->playing;
    }
    driver->measuredTime += ssSim_Time( driver->sim ) - before;
}

void sessionDriver_Grow( sessionDriver* driver )
{
    if ( driver->grows )
    {
        ssResult result = ssSim_Extend( driver->sim, &driver->grows );
        if ( result.code != ss_ok )
        {
            sessionDriver_SetMessage( driver, result.message );
        }
        driver->changed = driver->changed || !driver->grows;
    }
    int64_t before = driver->lastStep;
    driver->lastStep = ssSim_LastStep( driver->sim );
    driver->changed = driver->changed || driver->lastStep != before;
    showNewest( driver );
    if ( driver->follows && !driver->grows && ssSim_StepIndex( driver->sim ) == driver->lastStep )
    {
        driver->follows = false;
        sessionDriver_ReachEnd( driver );
    }
}

void sessionDriver_Follow( sessionDriver* driver )
{
    if ( driver->ahead == NULL )
    {
        return;
    }
    sessionDriver_Seek( driver, driver->lastStep );
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
        ( driver->virtualClock ? contacts < aheadContacts : osSeconds() - start < budget ) )
    {
        ssStepReport report = ssSim_Step( driver->ahead );
        if ( report.status >= ss_stepNotFinite )
        {
            driver->aheadEnds = true;
            sessionDriver_SetMessage( driver, report.reason != NULL ? report.reason : "The log ends here." );
            return;
        }
        const ssLogFrame* frame = ssSim_LogFrame( driver->ahead );
        contacts += frame != NULL ? 1 + frame->count : 1;
        visitAhead( driver, SS_NAN );
    }
}

bool sessionDriver_JumpTo( sessionDriver* driver, int64_t step )
{
    ssResult result = ssSim_Jump( driver->sim, step );
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
    int64_t step = ssSim_StepIndex( driver->sim );
    if ( driver->ahead == NULL )
    {
        return driver->scene.def.h;
    }
    return step < driver->lastStep ? ssSim_TimeOf( driver->sim, step + 1 ) - ssSim_Time( driver->sim )
                                   : (double)INFINITY;
}
