// SPDX-License-Identifier: MIT

#include "ui/core/ui_state.h"

#include <math.h>

// This slider replaces ImGui's for two reasons. It works on a ratio, so that the caller chooses
// the scale (linear, decades, powers of two). A press on the grab does not set the value:
// pressing without moving must not change it.

static void drawTrack(
    uiState* ui, uiRect usable, float radius, double ratio, double tick, bool dimmed, bool lit )
{
    const uiTheme* theme = &ui->theme;
    ImDrawList* list = igGetWindowDrawList();
    float y = 0.5f * ( usable.y0 + usable.y1 );
    float half = fmaxf( 1.0f, roundf( 0.22f * radius ) );
    float at = ratio < 0.0 ? 0.0f : ratio > 1.0 ? 1.0f : (float)ratio;
    float x = usable.x0 + at * uiWidth( usable );
    ImU32 color = dimmed ? theme->dim : theme->accent;

    ImU32 rail = uiMix( theme->panel, theme->dim, 0.38f );
    ImDrawList_AddRectFilled(
        list, uiVec2( usable.x0, y - half ), uiVec2( usable.x1, y + half ), rail, half, 0 );
    ImDrawList_AddRectFilled(
        list, uiVec2( usable.x0, y - half ), uiVec2( x, y + half ), uiFade( color, 0.85f ), half, 0 );
    if ( tick >= 0.0 && tick <= 1.0 )
    {
        float tx = roundf( usable.x0 + (float)tick * uiWidth( usable ) );
        ImDrawList_AddLine( list, uiVec2( tx, y + 0.55f * radius ), uiVec2( tx, y + 1.15f * radius ),
            uiMix( theme->panel, theme->dim, 0.8f ), fmaxf( 1.0f, half ) );
    }
    if ( lit )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 1.5f * radius, uiFade( color, 0.22f ), 0 );
    }
    if ( ratio < -1e-9 || ratio > 1.0 + 1e-9 )
    {
        // A hollow grab shows that the value lies outside the range of the slider.
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), radius, theme->panel, 0 );
        ImDrawList_AddCircle( list, uiVec2( x, y ), radius - 1.0f, color, 0, fmaxf( 1.5f, 0.3f * radius ) );
    }
    else
    {
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), radius, color, 0 );
    }
}

uiSliderEvents uiSlider( uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed )
{
    const ImGuiIO* io = igGetIO();
    float em = igGetFontSize();
    float radius = roundf( 0.38f * em );
    float height = igGetFrameHeight();
    uiSliderEvents events = { 0 };

    ImVec2 corner;
    igGetCursorScreenPos( &corner );
    uiRect usable = { corner.x + radius, corner.y, corner.x + width - radius, corner.y + height };
    float grabX = usable.x0 + (float)fmin( fmax( *ratio, 0.0 ), 1.0 ) * uiWidth( usable );

    igInvisibleButton( mark, uiVec2( width, height ), ImGuiButtonFlags_MouseButtonLeft );
    uiMarkRect( mark, usable );
    events.hovered = igIsItemHovered( 0 );
    events.active = igIsItemActive();
    events.released = igIsItemDeactivated();

    if ( igIsItemActivated() )
    {
        events.pressed = true;
        events.ctrlClicked = io->KeyCtrl;
        events.doubleClicked = igIsMouseDoubleClicked( ImGuiMouseButton_Left );
        ui->slider.pressX = io->MousePos.x;
        ui->slider.ratio = *ratio;
        ui->slider.moved = fabsf( io->MousePos.x - grabX ) > radius;
    }
    if ( events.active && !events.ctrlClicked && !events.doubleClicked )
    {
        ui->slider.moved = ui->slider.moved || fabsf( io->MousePos.x - ui->slider.pressX ) >= 2.0f;
        if ( ui->slider.moved )
        {
            double next = (double)( ( io->MousePos.x - usable.x0 ) / uiWidth( usable ) );
            if ( io->KeyAlt && !events.pressed )
            {
                next = ui->slider.ratio + 0.1 * (double)( io->MouseDelta.x / uiWidth( usable ) );
            }
            next = fmin( fmax( next, 0.0 ), 1.0 );
            ui->slider.ratio = next;
            events.changed = next != *ratio;
            *ratio = next;
        }
    }
    drawTrack( ui, usable, radius, *ratio, tick, dimmed, events.hovered || events.active );
    return events;
}
