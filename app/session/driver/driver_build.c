// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "session/driver/driver.h"
#include "session/driver/driver_private.h"

#include <stdlib.h>

// Changes of the build: made at t = 0 they begin the run, later they are recorded as edits.

/// The edit that a scene records. False: out of memory.
static bool makeEdit( const sessionDriver* driver, const ssBuildEdit* change, ssEdit* edit )
{
    *edit = ( ssEdit ){ .step = ssSim_StepIndex( driver->run.sim ),
        .param = SS_EDIT_BUILD,
        .build = ssAlloc( sizeof *edit->build ) };
    if ( edit->build == NULL || ssBuildEdit_Copy( change, edit->build ).code != ss_ok )
    {
        ssRelease( edit->build );
        return false;
    }
    return true;
}

/// Takes the build away: the bodies of the parameters come back, at t = 0.
static ssResult takeAway( sessionDriver* driver )
{
    ssResult result = ssSim_SetBuild( driver->run.sim, NULL );
    if ( result.code == ss_ok )
    {
        sessionRun_AdoptValues( &driver->run );
        ssScene_KeepEdits( &driver->run.scene, 0 );
        sessionDriver_BeginRun( driver );
        sessionDriver_BuildTwin( driver );
        driver->behind = sessionDriver_HasCompanions( driver );
    }
    return result;
}

static ssResult apply( sessionDriver* driver, ssBuildEdit* change )
{
    sessionRun_ForgetLastStep( &driver->run ); // bodies are where the change has put them
    ssResult result = ssSim_EditBuild( driver->run.sim, change );
    ssEdit edit;
    if ( result.code != ss_ok ) { return result; }
    if ( ssSim_StepIndex( driver->run.sim ) == 0 )
    {
        sessionRun_BeginAnew( &driver->run );
        sessionDriver_BuildTwin( driver );
    }
    else if ( !makeEdit( driver, change, &edit ) || !sessionRun_Record( &driver->run, edit ) )
    {
        return ssError( ss_errorMemory, "build", "Out of memory: this change is not recorded." );
    }
    else { sessionDriver_ForwardEdit( driver ); }
    return result;
}

/// Takes the last `count` changes back. False: they were not all made at this step; nothing has changed.
static bool takeBack( sessionDriver* driver, int count )
{
    ssScene* scene = &driver->run.scene;
    int64_t step = ssSim_StepIndex( driver->run.sim );
    int kept = scene->editCount - count;
    bool here = count > 0 && kept >= 0 && step > 0 && driver->run.nextEdit == scene->editCount &&
        !sessionDriver_HasCompanions( driver );
    for ( int i = kept; here && i < scene->editCount; ++i )
    {
        here = scene->edits[i].param == SS_EDIT_BUILD && scene->edits[i].step == step;
    }
    if ( !here || !sessionRun_GoNear( &driver->run, step - 1 ) ) { return false; }
    ssScene_KeepEdits( scene, kept );
    sessionDriver_Seek( driver, step );
    return true;
}

void sessionDriver_ApplyBuild( sessionDriver* driver, sessionCommand* command )
{
    ssResult result = takeBack( driver, command->param ) ? ssOk()
        : command->build != NULL                         ? apply( driver, command->build )
                                                         : takeAway( driver );
    driver->buildAnswered = command->count;
    driver->changed = true;
    driver->message[0] = '\0';
    if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
}

void sessionFreeBuildCommand( sessionCommand* command )
{
    if ( command->kind == session_commandBuild && command->build != NULL )
    {
        ssBuildEdit_Destroy( command->build );
        ssRelease( command->build );
        command->build = NULL;
    }
}

// Copies the parts of a build and where they are now into a snapshot.

static void clear( sessionBuild* view )
{
    if ( view->owns ) { ssBuild_Destroy( &view->made ); }
    view->owns = view->filled = false;
    view->build = NULL;
}

void sessionBuild_Fill( sessionBuild* view, const ssSim* sim, const ssScenario* scenario, bool wanted )
{
    clear( view );
    view->takes = scenario->model.takesBuild;
    view->exists = scenario->build != NULL;
    view->owns = view->takes && !view->exists && wanted && ssSim_MakeBuild( sim, &view->made ).code == ss_ok;
    view->build = view->exists ? scenario->build : view->owns ? &view->made : NULL;
    view->filled = view->build != NULL && GROW( view->states, view->stateCapacity, view->build->partCount );
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
