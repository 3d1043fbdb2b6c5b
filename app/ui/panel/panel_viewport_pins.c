// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"
#include "ui/panel/panel_viewport_internal.h"

#include <math.h>

// The names of pins above their ghosts.

/// Where the name of a ghost stands: above the middle of its bodies. False: there are none.
static bool topOf( const gfxDrawList* list, float top[3] )
{
    int bodies = 0;
    float highest = -HUGE_VALF, sum[3] = { 0.0f, 0.0f, 0.0f };
    for ( int i = 0; i < list->sphereCount + list->solidCount; ++i )
    {
        bool sphere = i < list->sphereCount;
        const gfxSolid* solid = list->solids + ( sphere ? 0 : i - list->sphereCount );
        const float* at = sphere ? list->spheres[i].center : solid->center;
        if ( !sphere && solid->fixed )
        {
            continue;
        }
        float size = sphere ? list->spheres[i].radius
                            : hypotf( solid->half[0], hypotf( solid->half[1], solid->half[2] ) );
        highest = fmaxf( highest, at[2] + size );
        for ( int k = 0; k < 3; ++k )
        {
            sum[k] += at[k];
        }
        ++bodies;
    }
    top[0] = bodies > 0 ? sum[0] / (float)bodies : 0.0f;
    top[1] = bodies > 0 ? sum[1] / (float)bodies : 0.0f;
    top[2] = highest;
    return bodies > 0;
}

void uiDrawGhostNames(
    uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list, uiOverlay* overlay )
{
    uiPin pins[SESSION_MAX_PINS];
    int count = uiShownPins( ui, input, pins );
    float scale = uiPixelScale( input ), em = ui->em * igGetIO()->FontGlobalScale;
    gfxViewport viewport = uiViewport( ui, input );
    float live[3], here[2] = { 0.0f, 0.0f };
    bool has = topOf( &input->snapshot->draw, live ) && gfxCamera_Project( drawn, &viewport, live, here );
    for ( int i = 0; i < count; ++i )
    {
        float top[3], pixel[2];
        const gfxDrawList* bodies = &pins[i].view->draw;
        if ( bodies->sphereCount + bodies->solidCount > gfx_maxGhostBodies || !topOf( bodies, top ) ||
            !gfxCamera_Project( drawn, &viewport, top, pixel ) )
        {
            continue;
        }
        // A ghost that its body hides needs no name.
        if ( has && hypotf( pixel[0] - here[0], pixel[1] - here[1] ) < 0.8f * em * scale )
        {
            continue;
        }
        const char* text = uiElide( ui, ui_fontSmall, pins[i].view->name, 14.0f * em );
        ImVec2 size = uiTextSize( ui, ui_fontSmall, text );
        float x = roundf( ( viewport.x + pixel[0] ) / scale - 0.5f * size.x ),
              y = roundf( ( viewport.y + pixel[1] ) / scale - size.y - 0.4f * em );
        uiRect place = { x, y, x + size.x, y + size.y };
        const float farthest = 3.0f; // lines: farther away it would not be seen to belong to the ghost
        if ( uiFindPlace( overlay, &place, ui_overlayUp ) && y - place.y0 < farthest * size.y )
        {
            uiTakePlace( overlay, place );
            uiDrawPlateText( ui, list, ui_fontSmall, x, place.y0, pins[i].color, 0.25f, text );
        }
    }
    uiPublish( "view.ghosts", (double)count );
}
