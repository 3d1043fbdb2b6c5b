// SPDX-License-Identifier: MIT
#include "host/window_size.h"

// The window manager has placed and decorated the window after this many frames and this long.
enum
{
    settleFrames = 5,
    settleMillis = 1500
};

static bool fills( SDL_Window* window )
{
    return ( SDL_GetWindowFlags( window ) & ( SDL_WINDOW_MAXIMIZED | SDL_WINDOW_FULLSCREEN ) ) != 0;
}

void hostFitWindow( SDL_Window* window, hostWindowSize* size )
{
    SDL_Rect usable;
    int top = 0, left = 0, bottom = 0, right = 0, x, y, width, height;
    size->openedAt = size->frames == 0 ? SDL_GetTicks() : size->openedAt;
    size->settled =
        size->settled || ( size->frames >= settleFrames && SDL_GetTicks() - size->openedAt >= settleMillis );
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
        // No edge outside the display: the title bar is needed to move the
        // window, the last line has the hints.
        SDL_GetWindowPosition( window, &x, &y );
        int maxX = usable.x + usable.w - right - width, maxY = usable.y + usable.h - bottom - height;
        int fitX = x < maxX ? x : maxX, fitY = y < maxY ? y : maxY;
        fitX = fitX > usable.x + left ? fitX : usable.x + left;
        fitY = fitY > usable.y + top ? fitY : usable.y + top;
        if ( fitX != x || fitY != y )
        {
            SDL_SetWindowPosition( window, fitX, fitY );
        }
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
