// SPDX-License-Identifier: MIT
#include "host/window.h"

#include <SDL.h>
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
        if ( digits == 0 || *text++ != ( i == 0 ? 'x' : '\0' ) )
        {
            return false;
        }
    }
    *width = sides[0];
    *height = sides[1];
    return sides[0] >= 320 && sides[0] <= 7680 && sides[1] >= 240 && sides[1] <= 4320;
}

ssScene hostOpeningScene( const ssScenario* scenario, const ssPreset* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssScenario_Base( scenario ) ), .viewFlags = ss_drawDefault };
    if ( preset != NULL || scenario->opening != NULL )
    {
        ssSimDef_ApplyPreset( &scene.def, preset != NULL ? preset->name : scenario->opening );
    }
    return scene;
}
