// SPDX-License-Identifier: MIT
#include "host/gl_window.h"
#include "gfx/render/shader.h"

#include <epoxy/gl.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"
#include "cimgui_impl.h"

// Opens and closes the SDL window with its OpenGL context and Dear ImGui.

static bool fail( char* error, size_t capacity, const char* what, const char* why )
{
    snprintf( error, capacity, "%s: %s", what, why );
    return false;
}

static bool createDrawing( hostGlWindow* w, char* error, size_t capacity )
{
    char reason[512] = "";
    w->renderer = gfxCreateRenderer( reason, sizeof reason );
    return ( w->renderer != NULL && hostCreatePanels( &w->panels, reason, sizeof reason ) ) ||
        fail( error, capacity, "cannot draw", reason );
}

static void destroyDrawing( hostGlWindow* w )
{
    if ( w->renderer != NULL )
    {
        hostEndCanvas( &w->canvas );
        hostDestroyPanels( &w->panels );
        gfxDestroyRenderer( w->renderer );
    }
}

bool hostRenewGlWindow( hostGlWindow* w )
{
    char error[640];
    destroyDrawing( w );
    ImGui_ImplOpenGL3_DestroyDeviceObjects(); // the next frame makes them again
    return createDrawing( w, error, sizeof error );
}

bool hostOpenGlWindow( hostGlWindow* w, int width, int height, bool hidden, char* error, size_t capacity )
{
    // SDL's driver "offscreen" draws through EGL and needs no display server.
    if ( ( hidden || !osHasDisplay() ) && SDL_getenv( "SDL_VIDEODRIVER" ) == NULL )
    {
        SDL_setenv( "SDL_VIDEODRIVER", "offscreen", 0 );
    }
    SDL_SetHint( SDL_HINT_VIDEO_HIGHDPI_DISABLED, "0" );
    SDL_SetHint( SDL_HINT_NO_SIGNAL_HANDLERS, "1" ); // Ctrl+C also ends the program while it computes
    if ( SDL_Init( SDL_INIT_VIDEO ) != 0 )
    {
        return fail( error, capacity, "cannot start the video system", SDL_GetError() );
    }
    // Input methods may adopt the user's locale; numbers keep a decimal point nevertheless.
    setlocale( LC_NUMERIC, "C" );
    w->offScreen = strcmp( SDL_GetCurrentVideoDriver(), "offscreen" ) == 0;
    SDL_GL_SetAttribute(
        SDL_GL_CONTEXT_PROFILE_MASK, GFX_ES ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE );
    SDL_GL_SetAttribute( SDL_GL_CONTEXT_MAJOR_VERSION, 3 );
    SDL_GL_SetAttribute( SDL_GL_CONTEXT_MINOR_VERSION, GFX_ES ? 0 : 3 );
    SDL_GL_SetAttribute( SDL_GL_DEPTH_SIZE, 24 );
    Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    w->window = SDL_CreateWindow( "Slipstick", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
        flags | ( hidden ? SDL_WINDOW_HIDDEN : 0 ) );
    if ( w->window == NULL ) { return fail( error, capacity, "cannot open a window", SDL_GetError() ); }
    w->context = SDL_GL_CreateContext( w->window );
    if ( w->context == NULL || epoxy_gl_version() < GFX_OLDEST )
    {
        return fail( error, capacity, GFX_NEEDED,
            w->context == NULL ? SDL_GetError() : "this machine has an older version" );
    }
    if ( !createDrawing( w, error, capacity ) ) { return false; }
    igCreateContext( NULL );
    w->hasImgui = true;
    igGetIO()->IniFilename = NULL; // our own settings remember the sizes
    ImGui_ImplSDL2_InitForOpenGL( w->window, w->context );
    ImGui_ImplOpenGL3_Init( GFX_GLSL );
    return true;
}

void hostCloseGlWindow( hostGlWindow* w )
{
    if ( w->hasImgui )
    {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplSDL2_Shutdown();
        igDestroyContext( NULL );
    }
    destroyDrawing( w );
    if ( w->context != NULL ) { SDL_GL_DeleteContext( w->context ); }
    if ( w->window != NULL ) { SDL_DestroyWindow( w->window ); }
    SDL_Quit();
}

// The window manager has placed and decorated the window after this many frames and this long.
#define SETTLE_FRAMES 5
#define SETTLE_MILLIS 1500

static bool fills( SDL_Window* window )
{
    return ( SDL_GetWindowFlags( window ) & ( SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN ) ) != 0;
}

void hostFitWindow( SDL_Window* window, hostWindowSize* size )
{
    SDL_Rect usable;
    int top = 0, left = 0, bottom = 0, right = 0, x, y, width, height;
    size->openedAt = size->frames == 0 ? SDL_GetTicks() : size->openedAt;
    size->settled = size->settled ||
        ( size->frames >= SETTLE_FRAMES && SDL_GetTicks() - size->openedAt >= SETTLE_MILLIS );
    if ( size->settled || ++size->frames == 1 )
    {
        return; // in the first frame the window is not yet shown, so that nothing is known
    }
    SDL_GetWindowSize( window, &width, &height );
    if ( !fills( window ) && SDL_GetDisplayUsableBounds( SDL_GetWindowDisplayIndex( window ), &usable ) == 0 )
    {
        SDL_GetWindowBordersSize( window, &top, &left, &bottom, &right ); // leaves 0 where it is not known
        int wide = usable.w - left - right, high = usable.h - top - bottom;
        if ( width > wide || height > high )
        {
            width = width < wide ? width : wide;
            height = height < high ? height : high;
            SDL_SetWindowSize( window, width, height );
        }
        // No edge outside the display: the title bar moves the window, the last line has the hints.
        SDL_GetWindowPosition( window, &x, &y );
        int maxX = usable.x + usable.w - right - width, maxY = usable.y + usable.h - bottom - height;
        int fitX = x < maxX ? x : maxX, fitY = y < maxY ? y : maxY;
        fitX = fitX > usable.x + left ? fitX : usable.x + left;
        fitY = fitY > usable.y + top ? fitY : usable.y + top;
        if ( fitX != x || fitY != y ) { SDL_SetWindowPosition( window, fitX, fitY ); }
    }
    size->width = width;
    size->height = height;
}

void hostRememberSize( SDL_Window* window, const hostWindowSize* size, uiSettings* settings )
{
    int width, height;
    SDL_GetWindowSize( window, &width, &height );
    bool fullScreen = ( SDL_GetWindowFlags( window ) & SDL_WINDOW_FULLSCREEN ) != 0;
    settings->maximised =
        fullScreen ? settings->maximised : ( SDL_GetWindowFlags( window ) & SDL_WINDOW_MAXIMIZED ) != 0;
    if ( size->frames > 1 && !fills( window ) && ( width != size->width || height != size->height ) )
    {
        settings->windowWidth = (float)width;
        settings->windowHeight = (float)height;
    }
}
