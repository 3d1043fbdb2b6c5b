// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "host/window.h"
#include "shows/shows.h"
#include "ui/core/ui.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

// What the commands need before there is a window.

hostWindowDef hostDefaultWindowDef( void )
{
    return ( hostWindowDef ){
        .command = "gui", .width = 1280, .height = 720, .threaded = true, .playing = true, .startTime = SS_NAN
    };
}

bool hostIsPictureName( const char* path )
{
    size_t length = strlen( path );
    return strcmp( path, "-" ) == 0 || ( length > 4 && SDL_strcasecmp( path + length - 4, ".png" ) == 0 );
}

bool hostIsFace( const char* word )
{
    return word == NULL || strcmp( word, "stage" ) == 0 || strcmp( word, "instrument" ) == 0;
}

bool hostParseSize( const char* text, int* width, int* height )
{
    int sides[2] = { 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        int digits = 0;
        for ( ; *text >= '0' && *text <= '9' && digits < 5; ++text, ++digits )
        {
            sides[i] = 10 * sides[i] + ( *text - '0' );
        }
        if ( digits == 0 || *text++ != ( i == 0 ? 'x' : '\0' ) ) { return false; }
    }
    *width = sides[0];
    *height = sides[1];
    return sessionIsSize( sides[0], sides[1] );
}

/// Has the twin other values than the run?
static bool differs( const ssScene* scene )
{
    ssSimDef twin = scene->def;
    if ( ssTwin_Apply( &scene->twin, &twin ).code != ss_ok || twin.scenario != scene->def.scenario )
    {
        return true;
    }
    for ( int i = 0; i < twin.scenario->model.paramCount; ++i )
    {
        if ( twin.values[i] != scene->def.values[i] ) { return true; }
    }
    return false;
}

void hostOpenTwin( ssScene* scene )
{
    const ssPreset* preset = scene->def.preset != NULL ? scene->def.preset : ssSimDef_Preset( &scene->def );
    const char* values = showOf( scene->def.scenario, preset ).twin;
    if ( !scene->twin.on && values != NULL &&
        ssTwin_SetAll( &scene->twin, &scene->def, values ).code == ss_ok && !differs( scene ) )
    {
        ssTwin_Destroy( &scene->twin ); // the twin shows the values that were chosen and no others
    }
}

int hostTakeTwin( const char* command, const char* values, ssScene* scene, bool isFile )
{
    if ( values == NULL )
    {
        if ( !isFile ) { hostOpenTwin( scene ); }
        return ARGS_STATUS_OK;
    }
    ssTwin_Destroy( &scene->twin );
    if ( strcmp( values, "none" ) == 0 ) { return ARGS_STATUS_OK; }
    ssResult result = ssTwin_SetAll( &scene->twin, &scene->def, values );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( command, result );
}

ssScene hostOpeningScene( const ssScenario* scenario, const ssPreset* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssScenario_Base( scenario ) ), .viewFlags = ss_drawDefault };
    if ( preset != NULL || scenario->opening != NULL )
    {
        // A preset of the scenario's own table is not refused.
        ssIgnore( ssSimDef_ApplyPreset( &scene.def, preset != NULL ? preset->name : scenario->opening ) );
    }
    hostOpenTwin( &scene );
    return scene;
}

// Tries a font of the user's in a child process before the window loads it.

static const double s_fontSeconds = 20.0; // of processor time that drawing the letters of a font may take

static void tryFont( void* context, void* answer )
{
    const char* path = context;
    *(bool*)answer = uiTryFont( path );
}

int hostCheckFont( const hostWindowDef* def )
{
    bool good = false;
    char* text = NULL;
    size_t length = 0;
    ssResult result = def->font != NULL ? osReadFile( def->font, &text, &length ) : ssOk();
    free( text );
    if ( result.code != ss_ok )
    {
        return argsFail( def->command, "--font %s: %s", def->font, result.message );
    }
    if ( def->font != NULL &&
        ( !osTry( tryFont, (char*)(uintptr_t)def->font, &good, sizeof good, s_fontSeconds ) || !good ) )
    {
        return argsFail( def->command,
            "--font %s: this is not a TrueType or OpenType font, or it is damaged; allowed: an intact .ttf, "
            ".otf or .ttc file",
            def->font );
    }
    return ARGS_STATUS_OK;
}
