// SPDX-License-Identifier: MIT
#include "session/driver/build_view.h"

#include <stdlib.h>

// Copies the parts of a build and where they are now into a snapshot.

static void clear( sessionBuild* view )
{
    if ( view->owns )
    {
        ssBuild_Destroy( &view->made );
    }
    view->owns = view->filled = false;
    view->build = NULL;
}

/// Makes room for the states of all parts. False when memory is short.
static bool growStates( sessionBuild* view )
{
    int count = view->build->partCount;
    if ( count > view->stateCapacity )
    {
        ssPartState* states = realloc( view->states, (size_t)count * sizeof *states );
        view->states = states != NULL ? states : view->states;
        view->stateCapacity = states != NULL ? count : view->stateCapacity;
    }
    return count <= view->stateCapacity;
}

void sessionBuild_Fill( sessionBuild* view, const ssSim* sim, const ssScenario* scenario, bool wanted )
{
    clear( view );
    view->takes = scenario->model.takesBuild;
    view->exists = scenario->build != NULL;
    view->owns = view->takes && !view->exists && wanted && ssSim_MakeBuild( sim, &view->made ).code == ss_ok;
    view->build = view->exists ? scenario->build : view->owns ? &view->made : NULL;
    view->filled = view->build != NULL && growStates( view );
    for ( int i = 0; view->filled && i < view->build->partCount; ++i )
    {
        const ssPart* part = view->build->parts + i;
        if ( !view->exists || !ssSim_PartState( sim, part->id, view->states + i ) )
        {
            view->states[i] = ( ssPartState ){ .pose = ssPart_Pose( part ),
                .centre = part->position,
                .velocity = part->velocity,
                .omega = part->omega,
                .mass = part->mass,
                .body = -1 };
        }
        view->states[i].shape = NULL; // it belongs to the simulation
    }
}

void sessionBuild_Free( sessionBuild* view )
{
    clear( view );
    free( view->states );
    *view = ( sessionBuild ){ .takes = false };
}
