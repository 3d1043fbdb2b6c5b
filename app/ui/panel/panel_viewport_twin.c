// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/panel/panel_viewport_internal.h"

#include "ui/core/twin.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// What tells the run and its twin apart in the view: a letter, a colour and what differs.

/// A plate with the letter, and the text beside it. Returns its rectangle.
static uiRect drawBadge( uiState* ui, ImDrawList* list, int side, float x, float y, const char* text )
{
    ImVec2 words = uiTextSize( ui, ui_fontTitle, text );
    float pad = roundf( 0.35f * ui->em ), box = roundf( words.y + 0.1f * ui->em );
    uiRect all = { x, y, x + box + 2.0f * pad + words.x, y + box };
    ImDrawList_AddRectFilled( list, uiVec2( all.x0, all.y0 ), uiVec2( all.x1, all.y1 ),
        uiFade( ui->theme.background, 0.75f ), roundf( 0.25f * ui->em ), 0 );
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
    if ( twin == NULL && !( snapshot->sided && scenes->count > 1 ) )
    {
        return;
    }
    if ( scenes->count > 1 )
    {
        const uiRect *a = scenes->parts, *b = scenes->parts + 1;
        bool beside = b->x0 > a->x0;
        // Beside each other, the line begins below the sentence, which spans both.
        float x = beside ? a->x1 - 1.0f : a->x0, y = beside ? top : a->y1 - 1.0f;
        ImDrawList_AddRectFilled( list, uiVec2( x, y ),
            uiVec2( beside ? x + 2.0f : a->x1, beside ? a->y1 : y + 2.0f ), ui->theme.line, 0.0f, 0 );
    }
    float highest = top; // both badges of views beside each other are at the same height
    for ( int i = 0; i < 2; ++i )
    {
        int scene = i < scenes->count ? i : 0;
        const uiRect* part = scenes->parts + scene;
        char text[128];
        uiTwinText( snapshot, i, text, sizeof text );
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
