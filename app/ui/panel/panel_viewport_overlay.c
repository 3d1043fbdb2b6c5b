// SPDX-License-Identifier: MIT
#include "ui/panel/panel_viewport_internal.h"

#include <math.h>

// The places of the texts over the scene. Each text asks for the place that it would like to have and is
// moved aside where another one, asked for before, is already. A text for which there is no place is not
// drawn, because two texts in one place cannot be read.

void uiBeginOverlay( uiOverlay* overlay, const uiLayout* layout )
{
    *overlay = ( uiOverlay ){ .view = layout->view, .gap = roundf( 0.3f * layout->em ) };
}

void uiTakePlace( uiOverlay* overlay, uiRect rect )
{
    if ( overlay->count < SS_COUNT( overlay->taken ) && rect.x1 > rect.x0 && rect.y1 > rect.y0 )
    {
        overlay->taken[overlay->count++] = rect;
    }
}

static bool meets( uiRect a, uiRect b, float gap )
{
    return a.x0 < b.x1 + gap && b.x0 < a.x1 + gap && a.y0 < b.y1 + gap && b.y0 < a.y1 + gap;
}

/// A place that meets this one; NULL: none.
static const uiRect* inTheWay( const uiOverlay* overlay, uiRect rect )
{
    for ( int i = 0; i < overlay->count; ++i )
    {
        if ( meets( rect, overlay->taken[i], overlay->gap ) )
        {
            return overlay->taken + i;
        }
    }
    return NULL;
}

static uiRect shifted( uiRect rect, float dx, float dy )
{
    return ( uiRect ){ rect.x0 + dx, rect.y0 + dy, rect.x1 + dx, rect.y1 + dy };
}

/// Moves a place sideways past what is in its way. False: it would leave the view.
static bool moveAside( const uiOverlay* overlay, uiRect* rect, bool right )
{
    const uiRect* other = inTheWay( overlay, *rect );
    for ( int i = 0; i < overlay->count && other != NULL; ++i )
    {
        float dx = right ? other->x1 + overlay->gap - rect->x0 : other->x0 - overlay->gap - rect->x1;
        *rect = shifted( *rect, dx, 0.0f );
        other = inTheWay( overlay, *rect );
    }
    return other == NULL && rect->x0 >= overlay->view.x0 && rect->x1 <= overlay->view.x1;
}

bool uiFindPlace( const uiOverlay* overlay, uiRect* rect, uiOverlayMove move )
{
    const uiRect* other = inTheWay( overlay, *rect );
    for ( int i = 0; i <= overlay->count && other != NULL; ++i )
    {
        uiRect left = *rect, right = *rect;
        bool isLeft = move == ui_overlayAside && moveAside( overlay, &left, false ),
             isRight = move == ui_overlayAside && moveAside( overlay, &right, true );
        if ( isLeft || isRight )
        {
            bool nearer = isRight && ( !isLeft || right.x0 - rect->x0 < rect->x0 - left.x0 );
            *rect = nearer ? right : left;
            return true;
        }
        float dy = move == ui_overlayDown ? other->y1 + overlay->gap - rect->y0
                                          : other->y0 - overlay->gap - rect->y1;
        *rect = shifted( *rect, 0.0f, dy );
        other = inTheWay( overlay, *rect );
    }
    return other == NULL && rect->y0 >= overlay->view.y0 && rect->y1 <= overlay->view.y1;
}

bool uiFindAndTakePlace( uiOverlay* overlay, uiRect* rect, uiOverlayMove move )
{
    bool found = uiFindPlace( overlay, rect, move );
    uiTakePlace( overlay, found ? *rect : ( uiRect ){ 0 } );
    return found;
}

float uiRoomRightOf( const uiOverlay* overlay, uiRect rect )
{
    float edge = overlay->view.x1;
    for ( int i = 0; i < overlay->count; ++i )
    {
        const uiRect* other = overlay->taken + i;
        bool beside = other->y0 < rect.y1 && rect.y0 < other->y1 && other->x0 >= rect.x0;
        edge = beside ? fminf( edge, other->x0 ) : edge;
    }
    return edge - overlay->gap;
}

int uiCountOverlaps( const uiOverlay* overlay )
{
    const float touch = -0.5f; // [px] rounding
    int count = 0;
    for ( int i = 0; i < overlay->count; ++i )
    {
        for ( int k = 0; k < i; ++k )
        {
            count += meets( overlay->taken[i], overlay->taken[k], touch ) ? 1 : 0;
        }
    }
    return count;
}
