// SPDX-License-Identifier: MIT
#include "ui/frame/present.h"

#include "ui/core/ui_state.h"

#include <math.h>

// The spotlight darkens the window but for a soft circle: around the
// pointer, or around what the keyboard is at.

static const float s_opening = 0.16f, s_smallest = 0.05f,
                   s_largest = 0.6f; // radius over height of the window

void uiToggleSpotlight( uiState* ui, const uiFrameInput* input, int unused )
{
    (void)input, (void)unused;
    ui->spotlight.on = !ui->spotlight.on;
}

void uiResizeSpotlight( uiState* ui, const uiFrameInput* input, int notches )
{
    (void)input;
    float* radius = &ui->spotlight.radius;
    *radius = uiClamp(
        ( *radius > 0.0f ? *radius : s_opening ) * powf( 1.2f, (float)notches ), s_smallest, s_largest );
    ui->spotlight.on = true;
}

/// The middle of the circle. The pointer is outside the window until it has moved in it.
static ImVec2 middleOf( const uiState* ui, const uiFrameInput* input )
{
    ImVec2 mouse = igGetIO()->MousePos;
    uiRect rect;
    if ( ui->focus.on && uiFindMark( ui->focus.name, &rect ) )
    {
        return uiVec2( 0.5f * ( rect.x0 + rect.x1 ), 0.5f * ( rect.y0 + rect.y1 ) );
    }
    bool inside = mouse.x >= 0.0f && mouse.y >= 0.0f && mouse.x <= (float)input->width &&
        mouse.y <= (float)input->height;
    return inside ? mouse : uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height );
}

/// Rings of vertices whose darkness grows outwards; the last one is beyond the corners.
static void drawRings( ImDrawList* list, ImVec2 middle, float radius, float far )
{
    enum
    {
        segments = 96,
        rings = 7
    };
    const float darkest = 0.82f, soft = 0.45f;
    ImVec2 uv = igGetIO()->Fonts->TexUvWhitePixel;
    ImDrawList_PrimReserve( list, 6 * segments * ( rings - 1 ), segments * rings );
    ImDrawIdx first = (ImDrawIdx)list->_VtxCurrentIdx;
    for ( int r = 0; r < rings; ++r )
    {
        float share = fminf( (float)r / (float)( rings - 2 ), 1.0f );
        float reach = r == rings - 1 ? far : radius * ( 1.0f + soft * share );
        ImU32 color = uiFade( 0xff000000u, darkest * share * share * ( 3.0f - 2.0f * share ) );
        for ( int i = 0; i < segments; ++i )
        {
            float angle = 2.0f * (float)SS_PI * (float)i / (float)segments;
            ImDrawList_PrimWriteVtx( list,
                uiVec2( middle.x + reach * cosf( angle ), middle.y + reach * sinf( angle ) ), uv, color );
        }
    }
    for ( int r = 0; r + 1 < rings; ++r )
    {
        for ( int i = 0; i < segments; ++i )
        {
            int a = r * segments + i, b = r * segments + ( i + 1 ) % segments, c = a + segments,
                d = b + segments;
            const int corners[] = { a, b, c, b, d, c };
            for ( int k = 0; k < SS_COUNT( corners ); ++k )
            {
                ImDrawList_PrimWriteIdx( list, (ImDrawIdx)( first + corners[k] ) );
            }
        }
    }
}

void uiDrawSpotlight( uiState* ui, const uiFrameInput* input )
{
    uiPublish( "spotlight", ui->spotlight.on ? 1.0 : 0.0 );
    if ( !ui->spotlight.on )
    {
        return;
    }
    float height = (float)input->height, width = (float)input->width;
    float radius = height * ( ui->spotlight.radius > 0.0f ? ui->spotlight.radius : s_opening );
    uiPublish( "spotlight.radius", (double)radius );
    drawRings( igGetForegroundDrawList_Nil(), middleOf( ui, input ), radius, 2.0f * hypotf( width, height ) );
}
