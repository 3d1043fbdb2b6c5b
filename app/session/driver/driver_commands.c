// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/driver/driver_private.h"
#include "shows/shows.h"
#include "slipstick/lab/log_scenario.h"
#include <string.h>

// What each command of the window does to the simulation, and which are recorded as edits.

/// Records what the user has just done at this step boundary.
static void recordEdit( sessionDriver* driver, ssEdit edit )
{
    if ( !sessionRun_Record( &driver->run, edit ) )
    {
        sessionDriver_SetMessage( driver, tr( "Out of memory: this change is not recorded." ) );
    }
    sessionDriver_ForwardEdit( driver );
}

/// After a change at t = 0.
static void beginAnew( sessionDriver* driver )
{
    sessionRun_BeginAnew( &driver->run );
    sessionDriver_BuildTwin( driver );
}

static char* copyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = ssAlloc( size );
    return copy != NULL ? memcpy( copy, text, size ) : NULL;
}

/// The values of the typed law's parameters, for a recorded edit.
static double* copyLawValues( const ssSim* sim )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    double* values = ssAlloc( SS_LAW_MAX_PARAMS * sizeof *values );
    int own = ssScenario_Base( scenario )->model.paramCount;
    for ( int i = own; i < scenario->model.paramCount && values != NULL; ++i )
    {
        values[i - own] = ssSim_Param( sim, i );
    }
    return values;
}

void sessionDriver_ApplyLaw( sessionDriver* driver, const char* text )
{
    const ssScenario* before = ssSim_Scenario( driver->run.sim );
    sessionRun_BeforeChange( &driver->run );
    ssResult result = ssSim_SetLaw( driver->run.sim, text, "law" );
    driver->changed = true;
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    driver->message[0] = '\0';
    if ( ssSim_Scenario( driver->run.sim ) == before ) { return; }
    int64_t step = ssSim_StepIndex( driver->run.sim );
    if ( step == 0 ) { beginAnew( driver ); }
    else
    {
        recordEdit( driver,
            ( ssEdit ){ .step = step,
                .param = SS_EDIT_LAW,
                .text = copyText( text ),
                .values = copyLawValues( driver->run.sim ) } );
    }
}

/// Sets a text row to `text`, any other row to `value`.
static void setParam( sessionDriver* driver, int param, double value, const char* text )
{
    const ssScenario* scenario = ssSim_Scenario( driver->run.sim );
    if ( param < 0 || param >= scenario->model.paramCount ) { return; }
    int slot = ssTextSlot( scenario->model.params, param );
    sessionRun_BeforeChange( &driver->run );
    ssResult result = slot >= 0 ? ssSim_SetText( driver->run.sim, param, text )
                                : ssSim_SetParam( driver->run.sim, param, value );
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    driver->message[0] = '\0';
    driver->changed = true;
    int64_t step = ssSim_StepIndex( driver->run.sim );
    if ( driver->ahead != NULL )
    {
        sessionRun_AdoptValues(
            &driver->run ); // the states are as recorded; what is shown of all of them has changed
        sessionDriver_BeginAhead( driver, false );
    }
    else if ( step == 0 ) { beginAnew( driver ); }
    else
    {
        recordEdit( driver,
            ( ssEdit ){
                .step = step, .param = param, .value = value, .text = slot >= 0 ? copyText( text ) : NULL } );
    }
}

void sessionDriver_Reset( sessionDriver* driver )
{
    // A run that has come to its end was paused by that, and not by the user.
    driver->playing = driver->playing || driver->finished;
    if ( driver->ahead != NULL )
    {
        driver->finished = false;
        driver->lag = driver->rest = 0.0;
        sessionDriver_JumpTo( driver, 0 );
        return;
    }
    ssResult result = ssSim_Reset( driver->run.sim );
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    sessionRun_AdoptValues( &driver->run );
    ssScene_KeepEdits( &driver->run.scene, 0 );
    sessionDriver_BeginRun( driver );
    sessionDriver_BuildTwin( driver );
    driver->behind = sessionDriver_HasCompanions( driver );
}

void sessionDriver_AdoptShow( sessionDriver* driver )
{
    const ssSimDef* def = &driver->run.scene.def;
    driver->preset = def->preset != NULL ? def->preset : ssSimDef_Preset( def );
    driver->show = showOfScene( &driver->run.scene, driver->preset );
    driver->speed = driver->show.speed;
    // A loop would throw the recorded edits away.
    bool replays = driver->run.scene.editCount > 0;
    driver->show.ending = replays ? ss_endingStop : driver->show.ending;
}

void sessionDriver_Replace( sessionDriver* driver, ssSim* sim, ssScene scene )
{
    if ( ssScenario_Base( scene.def.scenario ) != ssScenario_Base( driver->run.scene.def.scenario ) )
    {
        sessionDriver_LeavePins( driver );
        sessionDriver_RemoveCompanions( driver ); // there is nothing to compare
        ssTwin_Destroy( &driver->lastTwin );
    }
    ssDestroySim( driver->run.sim );
    ssScene_Destroy( &driver->run.scene );
    driver->run.sim = sim;
    driver->run.scene = scene;
    driver->run.editCapacity = scene.editCount;
    sessionHistory_Free( &driver->run.history );
    sessionDriver_AdoptShow( driver );
    sessionDriver_BeginRun( driver );
    sessionDriver_BuildTwin( driver );
    sessionDriver_TakePins( driver );
    sessionDriver_ComeBackToPins( driver );
    driver->behind = sessionDriver_HasCompanions( driver );
}

static void loadPreset( sessionDriver* driver, int index )
{
    const ssScenario* scenario = ssSim_Scenario( driver->run.sim );
    if ( index < 0 || index >= scenario->presetCount ) { return; }
    ssScene scene = driver->run.scene;
    scene.edits = NULL;
    scene.editCount = 0;
    scene.held = NULL;
    scene.show = ( ssSceneShow ){ .speed = 0.0 };
    scene.def = ssDefaultSimDef( ssScenario_Base( scenario ) );
    scene.def.seed = driver->run.scene.def.seed;
    ssSim* sim = NULL;
    ssResult result = ssSimDef_ApplyPreset( &scene.def, scenario->presets[index].name );
    for ( int i = ssScenario_Base( scenario )->model.measureCount; i < scenario->model.measureCount; ++i )
    {
        const ssMeasure* asked = scenario->model.measures + i; // one of a law's parameter may go with the law
        ssIgnore( ssSimDef_Ask( &scene.def, asked->name, asked->doc ) );
    }
    result = result.code == ss_ok ? ssCreateSim( &scene.def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    ssScene_Hold( &scene );
    // What the run is compared with stays, unless the preset comes with a twin of its own.
    const char* own = showOf( scene.def.scenario, scenario->presets + index ).twin;
    if ( scene.twin.on && own != NULL )
    {
        ssTwin_Destroy( &driver->run.scene.twin );
        scene.twin = ( ssTwin ){ .on = false };
        ssIgnore( ssTwin_SetAll( &scene.twin, &scene.def, own ) ); // of the scenario's own table
    }
    driver->run.scene.pins = NULL;
    driver->run.scene.pinCount = 0;
    driver->run.scene.twin = ( ssTwin ){ .on = false };
    sessionDriver_Replace( driver, sim, scene );
}

static void stopPlaying( sessionDriver* driver )
{
    driver->playing = false;
    driver->lag = driver->rest = 0.0;
    driver->follows = false;
}

/// Goes to a step that the user chose. The end of a log that grows is its newest state.
static void goTo( sessionDriver* driver, int64_t step )
{
    if ( driver->grows && step >= driver->run.lastStep )
    {
        sessionDriver_Follow( driver );
        return;
    }
    sessionDriver_Seek( driver, step );
}

static void setFilter( sessionDriver* driver, const char* text )
{
    ssCondition filter = { 0 };
    ssResult result = text[0] != '\0' ? ssParseCondition( text, &filter ) : ssOk();
    if ( result.code != ss_ok )
    {
        sessionDriver_SetMessage( driver, result.message );
        return;
    }
    driver->filter = filter;
}

static void setBreak( sessionDriver* driver, const char* text )
{
    ssResult result = sessionBreakWatch_Set( &driver->watchedBreak, text );
    if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
}

void sessionDriver_SelectContact( sessionDriver* driver, sessionContactKey key )
{
    driver->contact = key;
    if ( key.active && ssSim_FollowContact( driver->run.sim, key.a, key.b, key.surface, key.point ) )
    {
        sessionRun_AdoptValues( &driver->run );
        sessionDriver_BeginAhead( driver, true );
    }
}

static void play( sessionDriver* driver )
{
    driver->playing = true;
    driver->finished = false;
    sessionDriver_LeaveBreak( driver );
    driver->clockRead = osSeconds();
    if ( driver->ahead != NULL && ssSim_StepIndex( driver->run.sim ) == driver->run.lastStep &&
        driver->grows )
    {
        driver->follows = true;
    }
    else if ( driver->ahead != NULL && ssSim_StepIndex( driver->run.sim ) == driver->run.lastStep )
    {
        sessionDriver_JumpTo( driver, 0 ); // there is nothing after the end
    }
}

static void pin( sessionDriver* driver, const char* name )
{
    ssResult result = sessionDriver_AddPin( driver, name );
    if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
}

static void unpin( sessionDriver* driver, int place )
{
    if ( place < -1 ) { sessionDriver_RemovePins( driver ); }
    else { sessionDriver_RemovePin( driver, place >= 0 ? place : sessionDriver_NewestPin( driver ) ); }
}

/// What the simulation is compared with.
static void applyToCompanions( sessionDriver* driver, sessionCommand* command )
{
    switch ( command->kind )
    {
        case session_commandPin: pin( driver, command->text ); break;
        case session_commandUnpin: unpin( driver, command->param ); break;
        case session_commandRestorePins: sessionDriver_RestorePins( driver, (int)command->count ); break;
        case session_commandNamePin: sessionDriver_NamePin( driver, command->param, command->text ); break;
        case session_commandHidePin:
            sessionDriver_HidePin( driver, command->param, command->count != 0 );
            break;
        case session_commandSwapPin: sessionDriver_SwapPin( driver, command->param ); break;
        case session_commandTwin: sessionDriver_SwitchTwin( driver, command->count != 0 ); break;
        case session_commandTwinValues: sessionDriver_SetTwinValues( driver, command->text ); break;
        default:
            SS_ASSERT( false ); // the others are those of the run or the view
            break;
    }
}

/// What is shown of the run, and how fast.
static void applyToView( sessionDriver* driver, sessionCommand* command )
{
    switch ( command->kind )
    {
        case session_commandWatchBuild: driver->watchesBuild = command->count != 0; break;
        case session_commandSpeed:
            driver->speed = command->value > 0.0 ? command->value : driver->speed;
            break;
        case session_commandFlags: driver->flags = (uint32_t)command->count; break;
        case session_commandSelect: sessionDriver_SelectContact( driver, command->contact ); break;
        case session_commandFilter: setFilter( driver, command->text ); break;
        case session_commandBreak: setBreak( driver, command->text ); break;
        case session_commandLoads: driver->loadsOf = (int)command->count; break;
        case session_commandCharts: driver->charts = (uint32_t)command->count; break;
        default: applyToCompanions( driver, command ); break;
    }
}

void sessionDriver_Apply( sessionDriver* driver, sessionCommand* command )
{
    driver->changed = true;
    switch ( command->kind )
    {
        case session_commandPlay: play( driver ); break;
        case session_commandPause: stopPlaying( driver ); break;
        case session_commandStep:
            stopPlaying( driver );
            sessionDriver_Seek( driver,
                ( driver->seeking ? driver->seekTo : ssSim_StepIndex( driver->run.sim ) ) + command->count );
            break;
        case session_commandSeek: goTo( driver, command->count ); break;
        case session_commandSeekTime:
            goTo( driver, ssSim_FindStep( driver->run.sim, command->value ) );
            break;
        case session_commandFollow: sessionDriver_Follow( driver ); break;
        case session_commandReset: sessionDriver_Reset( driver ); break;
        case session_commandSetParam:
            setParam( driver, command->param, command->value, command->text );
            break;
        case session_commandPreset: loadPreset( driver, command->param ); break;
        case session_commandDrag:
            ssSim_Drag( driver->run.sim, &command->drag );
            recordEdit( driver,
                ( ssEdit ){
                    .step = ssSim_StepIndex( driver->run.sim ), .param = -1, .drag = command->drag } );
            break;
        case session_commandBuild:
            sessionDriver_ApplyBuild( driver, command );
            sessionFreeBuildCommand( command );
            break;
        default: applyToView( driver, command ); break;
    }
}
