// SPDX-License-Identifier: MIT
#include "ui/panel/slide.h"

#include "ui/core/label.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_plots.h"

#include <math.h>
#include <string.h>

static const float s_fontSize = 34.0f; // [px]; ticks and legends are smaller by a sixth

void uiBeginSlide( uiState* ui, const char* fontPath )
{
    uiWindowLook* window = &ui->panes->windowLook;
    *window = ( uiWindowLook ){
        .theme = ui->theme, .em = ui->em, .light = ui->settings.light, .fontSize = ui->settings.fontSize
    };
    memcpy( window->fonts, ui->fonts, sizeof( ui->fonts ) );
    window->presents = ui->presenting.on;
    ui->presenting.on = false;
    ui->settings.light = true;
    ui->settings.fontSize = s_fontSize;
    uiLoadFonts( ui, fontPath, 1.0f, 1.0f );
}

void uiEndSlide( uiState* ui )
{
    const uiWindowLook* window = &ui->panes->windowLook;
    ui->theme = window->theme;
    ui->em = window->em;
    ui->settings.light = window->light;
    ui->presenting.on = window->presents;
    ui->settings.fontSize = window->fontSize;
    memcpy( ui->fonts, window->fonts, sizeof( ui->fonts ) );
}

/// Draws the scenario's name and source above the pane. Returns where the pane begins.
static float drawHeading( uiState* ui, const ssScenario* scenario )
{
    ImDrawList* list = igGetWindowDrawList();
    float left = 1.2f * ui->em, top = 0.7f * ui->em;
    ImVec2 size = uiTextSize( ui, ui_fontTitle, scenario->title );
    uiDrawText( ui, list, ui_fontTitle, left, top, ui->theme.text, scenario->title );
    float x = left + size.x + ui->em, room = (float)ui_slideWidth - 0.8f * ui->em - x;
    if ( uiTextSize( ui, ui_fontSmall, scenario->source ).x < room )
    {
        float y = top + size.y - 1.15f * uiTextSize( ui, ui_fontSmall, scenario->source ).y;
        uiDrawText( ui, list, ui_fontSmall, x, y, ui->theme.dim, scenario->source );
    }
    return top + size.y + 0.4f * ui->em;
}

void uiDrawSlide( uiState* ui, const uiFrameInput* input, int pane )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const float width = (float)ui_slideWidth, height = (float)ui_slideHeight;
    uiPlotView* view = uiPaneView( ui, scenario, pane );
    uiPlotView before = *view;
    double cursor = ui->plots->cursorTime;
    float corner = ui->plots->cornerWidth;
    ui->plots->cursorTime = (double)NAN;
    ui->plots->cornerWidth = 0.0f;
    igSetNextWindowPos( uiVec2( 0.0f, 0.0f ), 0, uiVec2( 0.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( width, height ), 0 );
    igBegin( "slide", NULL, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground );
    uiMuteMarks( true );
    ImDrawList_AddRectFilled(
        igGetWindowDrawList(), uiVec2( 0.0f, 0.0f ), uiVec2( width, height ), ui->theme.panel, 0.0f, 0 );
    float top = drawHeading( ui, scenario );
    uiDrawPane( ui, input, pane, ( uiRect ){ 0.0f, top, width, height - 0.3f * ui->em } );
    uiMuteMarks( false );
    igEnd();
    ui->plots->cursorTime = cursor;
    ui->plots->cornerWidth = corner;
    *view = before;
}
