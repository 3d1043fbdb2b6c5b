// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/driver/driver_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The twin: the main run with other values, given by its scene and scene.twin. At t = 0 and after a change of
// its values it is computed anew; later edits of the main run apply to it at the same step.

static bool isOwn( const ssTwin* twin, const char* key )
{
    for ( int i = 0; i < twin->count; ++i )
    {
        if ( strcmp( twin->values[i].key, key ) == 0 ) { return true; }
    }
    return false;
}

/// Turns a change of the law in the main run into that of the twin, whose values before are those of `def`.
static bool translateLaw( const ssTwin* twin, ssSimDef* def, ssEdit* edit )
{
    if ( twin->lawText != NULL ||
        ssSimDef_SetLaw( def, edit->text != NULL ? edit->text : "", "law_text" ).code != ss_ok )
    {
        return false;
    }
    const int base = ssScenario_Base( def->scenario )->model.paramCount;
    int count = def->scenario->model.paramCount - base;
    edit->values = edit->values != NULL ? edit->values : ssAlloc( SS_LAW_MAX_PARAMS * sizeof *edit->values );
    for ( int i = 0; i < count && edit->values != NULL; ++i )
    {
        bool own = isOwn( twin, def->scenario->model.params[base + i].key );
        def->values[base + i] = own ? def->values[base + i] : edit->values[i];
    }
    bool applied = ssTwin_Apply( twin, def ).code == ss_ok;
    for ( int i = 0; i < count && edit->values != NULL; ++i ) { edit->values[i] = def->values[base + i]; }
    return applied;
}

/// Turns an edit of the main run into the twin's, whose present law `def` has. False: it has none.
static bool translate( const ssTwin* twin, const ssScenario* scenario, ssSimDef* def, ssEdit* edit )
{
    if ( edit->param == SS_EDIT_LAW ) { return translateLaw( twin, def, edit ); }
    if ( edit->param < 0 )
    {
        return true; // the same hand pulls both
    }
    const char* key = scenario->model.params[edit->param].key;
    edit->param = ssFindParam( def->scenario->model.params, def->scenario->model.paramCount, key );
    return edit->param >= 0 && !isOwn( twin, key );
}

/// Translates all edits of the scene, which is a copy of that of the main run.
static ssResult translateEdits( const ssTwin* twin, const ssSimDef* main, ssScene* scene )
{
    ssSimDef* defs = malloc( 2 * sizeof *defs );
    if ( defs == NULL ) { return ssError( ss_errorMemory, "twin", "out of memory for a twin" ); }
    defs[0] = *main;
    defs[1] = scene->def;
    int kept = 0;
    for ( int i = 0; i < scene->editCount; ++i )
    {
        ssEdit* edit = scene->edits + i;
        if ( edit->param == SS_EDIT_LAW )
        {
            // The main run has taken it already.
            ssIgnore( ssSimDef_SetLaw( defs, edit->text != NULL ? edit->text : "", "law_text" ) );
        }
        if ( translate( twin, defs[0].scenario, defs + 1, edit ) ) { scene->edits[kept++] = *edit; }
        else { ssEdit_Release( edit ); }
    }
    scene->editCount = kept;
    free( defs );
    return ssOk();
}

ssResult sessionTwinScene( const ssScene* main, const ssTwin* twin, ssScene* scene )
{
    ssScene bare = *main;
    bare.pins = NULL;
    bare.pinCount = 0;
    bare.twin = ( ssTwin ){ .on = false };
    SS_TRY( ssScene_Copy( &bare, scene ) );
    ssResult result = ssTwin_Apply( twin, &scene->def );
    ssScene_Hold( scene );
    result = result.code == ss_ok ? translateEdits( twin, &main->def, scene ) : result;
    if ( result.code != ss_ok ) { ssScene_Destroy( scene ); }
    return result;
}

/// Puts a twin with these values in its place.
static ssResult build( sessionDriver* driver, const ssTwin* twin )
{
    ssScene scene;
    ssResult result = sessionTwinScene( &driver->run.scene, twin, &scene );
    if ( result.code == ss_ok )
    {
        result = sessionDriver_AddCompanion( driver, SESSION_TWIN_PLACE, session_companionTwin, &scene, "" );
        ssScene_Destroy( &scene );
    }
    return result;
}

static void tell( sessionDriver* driver, ssResult result )
{
    char text[256];
    snprintf( text, sizeof text, tr( "The twin: %.200s" ), result.message );
    sessionDriver_SetMessage( driver, text );
}

void sessionDriver_BuildTwin( sessionDriver* driver )
{
    ssResult result = driver->run.scene.twin.on ? build( driver, &driver->run.scene.twin ) : ssOk();
    if ( !driver->run.scene.twin.on || result.code != ss_ok )
    {
        sessionDriver_RemoveCompanion( driver, SESSION_TWIN_PLACE );
    }
    if ( result.code != ss_ok ) { tell( driver, result ); }
}

void sessionDriver_ForwardEdit( sessionDriver* driver )
{
    sessionCompanion* companion = driver->companions[SESSION_TWIN_PLACE];
    const ssScene* scene = &driver->run.scene;
    if ( companion == NULL || scene->editCount == 0 ||
        ( companion->ended && ssSim_StepIndex( companion->run.sim ) != ssSim_StepIndex( driver->run.sim ) ) )
    {
        return;
    }
    sessionRun* run = &companion->run;
    ssSimDef* def = malloc( sizeof *def );
    ssEdit edit = { .param = -1 };
    bool copied = def != NULL && ssEdit_Copy( scene->edits + scene->editCount - 1, &edit );
    if ( copied )
    {
        *def = run->scene.def;
        def->scenario = ssSim_Scenario( run->sim );
        for ( int i = 0; i < def->scenario->model.paramCount; ++i )
        {
            def->values[i] = ssSim_Param( run->sim, i );
        }
    }
    companion->ended = false; // what came after this moment is no longer true
    if ( copied && translate( &scene->twin, ssSim_Scenario( driver->run.sim ), def, &edit ) )
    {
        sessionRun_Record( run, edit );
        run->nextEdit = run->scene.editCount - 1;
        ssResult result = sessionRun_ApplyEdits( run );
        sessionRun_SendRow( run, SS_NAN );
        if ( result.code != ss_ok ) { tell( driver, result ); }
    }
    else
    {
        ssEdit_Release( &edit );
        sessionRun_CutFuture( run );
    }
    free( def );
}

/// Replaces the values of the twin by `wanted`, which it takes over, if they are good and the run beside it
/// can be made.
static void exchange( sessionDriver* driver, ssTwin wanted, ssResult result )
{
    result = result.code == ss_ok ? build( driver, &wanted ) : result;
    ssTwin* old = result.code == ss_ok ? &driver->run.scene.twin : &wanted;
    ssTwin_Destroy( old );
    if ( result.code == ss_ok )
    {
        driver->run.scene.twin = wanted;
        driver->message[0] = '\0';
    }
    else { tell( driver, result ); }
}

void sessionDriver_SwitchTwin( sessionDriver* driver, bool on )
{
    ssTwin* twin = &driver->run.scene.twin;
    if ( on == twin->on ) { return; }
    if ( !on )
    {
        ssTwin_Destroy( &driver->lastTwin );
        driver->lastTwin = *twin;
        *twin = ( ssTwin ){ .on = false };
        sessionDriver_RemoveCompanion( driver, SESSION_TWIN_PLACE );
        return;
    }
    ssTwin wanted = driver->lastTwin;
    driver->lastTwin = ( ssTwin ){ .on = false };
    wanted.on = true;
    const char* opens = driver->show.twin;
    if ( wanted.count == 0 && wanted.lawText == NULL && opens != NULL )
    {
        ssIgnore(
            ssTwin_SetAll( &wanted, &driver->run.scene.def, opens ) ); // refused: without values of its own
    }
    exchange( driver, wanted, ssOk() );
}

void sessionDriver_SetTwinValues( sessionDriver* driver, const char* list )
{
    ssTwin wanted;
    ssResult result = ssTwin_Copy( &driver->run.scene.twin, &wanted );
    if ( result.code == ss_ok && strcmp( list, "none" ) == 0 )
    {
        ssTwin_Destroy( &wanted );
        wanted.on = true;
    }
    else if ( result.code == ss_ok && strchr( list, '=' ) == NULL )
    {
        bool law = strcmp( list, "law_text" ) == 0;
        result = law ? ssTwin_SetLaw( &wanted, &driver->run.scene.def, NULL ) : result;
        if ( !law && !ssTwin_Unset( &wanted, list ) )
        {
            ssTwin_Destroy( &wanted );
            return;
        }
    }
    else if ( result.code == ss_ok ) { result = ssTwin_SetAll( &wanted, &driver->run.scene.def, list ); }
    exchange( driver, wanted, result );
}

void sessionDriver_ApplyTwinLaw( sessionDriver* driver, const char* text )
{
    ssTwin wanted;
    ssResult result = ssTwin_Copy( &driver->run.scene.twin, &wanted );
    result = result.code == ss_ok ? ssTwin_SetLaw( &wanted, &driver->run.scene.def, text ) : result;
    exchange( driver, wanted, result );
}

void sessionDriver_FillTwin( const sessionDriver* driver, sessionCompanionView* view )
{
    const ssTwin* twin = &driver->run.scene.twin;
    for ( int i = 0; i < view->scenario->model.paramCount; ++i )
    {
        view->own[i] = isOwn( twin, view->scenario->model.params[i].key );
    }
    view->ownLaw = twin->lawText != NULL;
}
