// SPDX-License-Identifier: MIT
#include "ui/core/companions.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_viewport.h"

// The places of the texts over the scene. A text is moved aside where an earlier one is already, and not
// drawn if there is no place: two texts in one place cannot be read.

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
        if ( meets( rect, overlay->taken[i], overlay->gap ) ) { return overlay->taken + i; }
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
        if ( !sphere && solid->fixed ) { continue; }
        float size = sphere ? list->spheres[i].radius
                            : hypotf( solid->half[0], hypotf( solid->half[1], solid->half[2] ) );
        highest = fmaxf( highest, at[2] + size );
        for ( int k = 0; k < 3; ++k ) { sum[k] += at[k]; }
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
        if ( has && hypotf( pixel[0] - here[0], pixel[1] - here[1] ) < 0.8f * em * scale ) { continue; }
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

// What tells the run and its twin apart in the view: a letter, a colour and what differs.

/// A plate with the letter, and the text beside it. Returns its rectangle.
static uiRect drawBadge( uiState* ui, ImDrawList* list, int side, float x, float y, const char* text )
{
    ImVec2 words = uiTextSize( ui, ui_fontTitle, text );
    float pad = roundf( 0.35f * ui->em ), box = roundf( words.y + 0.1f * ui->em );
    uiRect all = { x, y, x + box + 2.0f * pad + words.x, y + box };
    uiFillRect( list, all, uiFade( ui->theme.background, 0.75f ), roundf( 0.25f * ui->em ) );
    uiDrawTwinLetter( ui, list, side, ( uiRect ){ x, y, x + box, y + box } );
    uiDrawText(
        ui, list, ui_fontTitle, x + box + pad, roundf( y + 0.5f * ( box - words.y ) ), ui->theme.text, text );
    return all;
}

void uiDrawTwinBadges( uiState* ui, const uiFrameInput* input, const uiScenes* scenes, float top,
    ImDrawList* list, uiOverlay* overlay )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    uiPublish( "view.scenes", (double)scenes->count );
    if ( twin == NULL && !( snapshot->sided && scenes->count > 1 ) ) { return; }
    if ( scenes->count > 1 )
    {
        const uiRect *a = scenes->parts, *b = scenes->parts + 1;
        bool beside = b->x0 > a->x0;
        // Beside each other, the line begins below the sentence, which spans both.
        float x = beside ? a->x1 - 1.0f : a->x0, y = beside ? top : a->y1 - 1.0f;
        uiFillRect( list, ( uiRect ){ x, y, beside ? x + 2.0f : a->x1, beside ? a->y1 : y + 2.0f },
            ui->theme.line, 0.0f );
    }
    float highest = top; // both badges of views beside each other are at the same height
    for ( int i = 0; i < 2; ++i )
    {
        int scene = i < scenes->count ? i : 0;
        const uiRect* part = scenes->parts + scene;
        const char* text = uiTwinText( snapshot, i );
        float x = part->x0 + roundf( 0.8f * ui->em ), y = highest;
        y = part->y0 > scenes->parts[0].y0 ? part->y0 + roundf( 0.5f * ui->em ) : y; // the lower one of two
        uiRect place = { x, y, x + 3.0f * ui->em, y + roundf( 1.9f * ui->em ) };     // the letter at least
        bool placed = uiFindPlace( overlay, &place, ui_overlayDown );
        float room = fminf( part->x1, uiRoomRightOf( overlay, place ) ) - x - 3.0f * ui->em;
        const char* shown = uiElide( ui, ui_fontTitle, text, room );
        uiMarkRect( i == 0 ? "view.scene-a" : "view.scene-b", *part );
        if ( placed )
        {
            highest = place.y0;
            uiRect badge = drawBadge( ui, list, i, x, place.y0, shown );
            uiTakePlace( overlay, badge );
            uiMarkRect( i == 0 ? "view.a" : "view.b", badge );
            uiMarkText( i == 0 ? "view.a" : "view.b", text );
        }
    }
}
