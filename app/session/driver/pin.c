// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/driver/driver_private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Names of pins, their removal and its undo, exchange with the main run, and scenes; creation: companion.c.

static sessionCompanion* pinAt( const sessionDriver* driver, int place )
{
    return place >= 0 && place < SESSION_MAX_PINS ? driver->companions[place] : NULL;
}

void sessionDriver_NamePin( sessionDriver* driver, int place, const char* name )
{
    sessionCompanion* pin = pinAt( driver, place );
    ssPin checked;
    ssResult result = ssPin_Rename( &checked, name );
    if ( result.code != ss_ok ) { sessionDriver_SetMessage( driver, result.message ); }
    else if ( pin != NULL ) { memcpy( pin->name, checked.name, sizeof pin->name ); }
}

void sessionDriver_HidePin( sessionDriver* driver, int place, bool hidden )
{
    sessionCompanion* pin = pinAt( driver, place );
    if ( pin != NULL ) { pin->hidden = hidden; }
}

/// Adds a pin to a scene, as it would be saved.
static ssResult addToScene( const sessionCompanion* pin, ssScene* scene )
{
    ssResult result = ssScene_AddPin( scene, &pin->run.scene, pin->run.farthest, pin->name );
    if ( result.code == ss_ok ) { scene->pins[scene->pinCount - 1].hidden = pin->hidden; }
    return result;
}

/// The place of the next pin in the order in which they were made; `after` is the number of the one before.
static int nextPin( const sessionDriver* driver, uint64_t after )
{
    int found = -1;
    for ( int i = 0; i < SESSION_MAX_PINS; ++i )
    {
        const sessionCompanion* pin = driver->companions[i];
        if ( pin != NULL && pin->order > after &&
            ( found < 0 || pin->order < driver->companions[found]->order ) )
        {
            found = i;
        }
    }
    return found;
}

ssResult sessionDriver_AddPinsTo( const sessionDriver* driver, ssScene* scene )
{
    ssResult result = ssOk();
    int place = nextPin( driver, 0 );
    while ( place >= 0 && result.code == ss_ok )
    {
        result = addToScene( driver->companions[place], scene );
        place = nextPin( driver, driver->companions[place]->order );
    }
    return result;
}

/// Makes a run of a scene's pin, computes it up to where it was, then takes it to the main run's time.
static void addFromScene( sessionDriver* driver, const ssPin* pin )
{
    int place = sessionDriver_FreePlace( driver );
    ssResult result = place >= 0
        ? sessionDriver_AddCompanion( driver, place, session_companionPin, &pin->scene, pin->name )
        : ssOk();
    if ( result.code != ss_ok )
    {
        char text[256];
        snprintf( text, sizeof text, tr( "A pin: %.200s" ), result.message );
        sessionDriver_SetMessage( driver, text );
    }
    else if ( place >= 0 )
    {
        driver->companions[place]->hidden = pin->hidden;
        driver->companions[place]->wanted = pin->steps;
    }
}

void sessionDriver_TakePins( sessionDriver* driver )
{
    ssScene* scene = &driver->run.scene;
    if ( scene->pinCount > 0 ) { sessionDriver_RemovePins( driver ); }
    for ( int i = 0; i < scene->pinCount; ++i ) { addFromScene( driver, scene->pins + i ); }
    while ( scene->pinCount > 0 ) { ssScene_RemovePin( scene, scene->pinCount - 1 ); }
}

void sessionDriver_FreeRemovedPins( sessionDriver* driver )
{
    if ( driver->removed != NULL )
    {
        ssScene_Destroy( driver->removed );
        free( driver->removed );
        driver->removed = NULL;
    }
}

/// The scene of what was removed, which has to be of this scenario; NULL: out of memory.
static ssScene* removedOf( sessionDriver* driver, const ssScenario* scenario )
{
    if ( driver->removed != NULL && ssScenario_Base( driver->removed->def.scenario ) != scenario )
    {
        sessionDriver_FreeRemovedPins( driver );
    }
    if ( driver->removed == NULL )
    {
        driver->removed = calloc( 1, sizeof *driver->removed );
        if ( driver->removed != NULL )
        {
            driver->removed->def = ssDefaultSimDef( scenario );
            ssScene_Hold( driver->removed );
        }
    }
    return driver->removed;
}

/// Keeps what is needed to bring the pin back; when there are too many, the oldest is forgotten.
static void keepRemoved( sessionDriver* driver, const sessionCompanion* pin )
{
    ssScene* removed = removedOf( driver, ssScenario_Base( ssSim_Scenario( pin->run.sim ) ) );
    if ( removed == NULL ) { return; }
    if ( removed->pinCount == SS_MAX_PINS ) { ssScene_RemovePin( removed, 0 ); }
    addToScene( pin, removed ); // out of memory: it cannot come back
}

void sessionDriver_RemovePin( sessionDriver* driver, int place )
{
    const sessionCompanion* pin = pinAt( driver, place );
    if ( pin != NULL )
    {
        keepRemoved( driver, pin );
        sessionDriver_RemoveCompanion( driver, place );
    }
}

void sessionDriver_RemovePins( sessionDriver* driver )
{
    for ( int place = nextPin( driver, 0 ); place >= 0; place = nextPin( driver, 0 ) )
    {
        sessionDriver_RemovePin( driver, place );
    }
}

void sessionDriver_RestorePins( sessionDriver* driver, int count )
{
    ssScene* removed = driver->removed;
    bool same = removed != NULL &&
        ssScenario_Base( removed->def.scenario ) == ssScenario_Base( ssSim_Scenario( driver->run.sim ) );
    int first = same && removed->pinCount > count ? removed->pinCount - count : 0;
    while ( same && removed->pinCount > first )
    {
        if ( sessionDriver_FreePlace( driver ) < 0 ) { return; }
        // Those that were removed together come back in their order.
        addFromScene( driver, removed->pins + first );
        ssScene_RemovePin( removed, first );
    }
}

void sessionDriver_LeavePins( sessionDriver* driver )
{
    int count = 0;
    for ( int i = 0; i < SESSION_MAX_PINS; ++i ) { count += driver->companions[i] != NULL ? 1 : 0; }
    driver->leftPins = count;
    if ( count > 0 )
    {
        sessionDriver_FreeRemovedPins( driver );
        snprintf( driver->leftTitle, sizeof driver->leftTitle, "%s",
            ssScenario_Base( ssSim_Scenario( driver->run.sim ) )->title );
        sessionDriver_RemovePins( driver );
    }
}

void sessionDriver_ComeBackToPins( sessionDriver* driver )
{
    char text[160];
    if ( driver->leftPins > 0 )
    {
        snprintf( text, sizeof text,
            driver->leftPins == 1 ? tr( "The pin of %.60s went away; it comes back with its scenario." )
                                  : tr( "The pins of %.60s went away; they come back with their scenario." ),
            driver->leftTitle );
        sessionDriver_SetMessage( driver, text );
        driver->leftPins = 0;
        driver->pinsLeft = true;
    }
    const ssScene* removed = driver->removed;
    if ( driver->pinsLeft && removed != NULL && sessionDriver_NewestPin( driver ) < 0 &&
        ssScenario_Base( removed->def.scenario ) == ssScenario_Base( ssSim_Scenario( driver->run.sim ) ) )
    {
        sessionDriver_RestorePins( driver, SS_MAX_PINS );
        driver->pinsLeft = false;
    }
}

void sessionDriver_SwapPin( sessionDriver* driver, int place )
{
    sessionCompanion* pin = pinAt( driver, place );
    if ( pin == NULL || driver->ahead != NULL ) { return; }
    osLockMonitor( driver->lock );
    sessionRun run = driver->run;
    driver->run = pin->run;
    pin->run = run;
    int log = driver->logOf[0];
    driver->logOf[0] = driver->logOf[1 + place];
    driver->logOf[1 + place] = log;
    osUnlockMonitor( driver->lock );
    // The twin is one of the main run.
    driver->run.scene.twin = pin->run.scene.twin;
    pin->run.scene.twin = ( ssTwin ){ .on = false };
    ssSim_SetStageHook( pin->run.sim, NULL, NULL );
    pin->ended = false;
    pin->wanted = 0;
    pin->name[0] = '\0'; // it was the name of the other run
    driver->preset = ssSimDef_Preset( &driver->run.scene.def );
    driver->finished = false;
    driver->lag = driver->rest = 0.0;
    driver->message[0] = '\0';
    driver->behind = driver->changed = true;
    sessionDriver_BuildTwin( driver );
}
