// SPDX-License-Identifier: MIT
#include "ui/panel/panel_params_internal.h"

#include "base/words.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// One parameter in a slim strip over the scene, while the keyboard is at
// it: for a presentation, which has no panel.

static void drawOne( uiState* ui, const uiFrameInput* input, int index, uiRect view )
{
    const ssParam* param = input->snapshot->scenario->params + index;
    // The formula below it explains the value; a change that waits has a line here.
    bool waits =
        input->snapshot->pending[index] != input->snapshot->values[index] || input->snapshot->waits[index];
    float em = ui->em * igGetIO()->FontGlobalScale, height = roundf( ( waits ? 4.5f : 3.3f ) * em );
    ui->params->stripHeight = height;
    igSetCursorScreenPos( uiVec2( view.x0, view.y1 - height ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( em, roundf( 0.5f * em ) ) );
    igPushStyleColor_U32( ImGuiCol_ChildBg, ui->theme.panel );
    bool open = igBeginChild_Str( "##strip", uiVec2( uiWidth( view ), height ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
            ImGuiWindowFlags_AlwaysUseWindowPadding );
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
    if ( open )
    {
        ImVec2 at;
        igGetCursorScreenPos( &at );
        uiSmallText( ui, at.x, ui->theme.dim, tr( param->label ) );
        uiParamColumns c = uiMeasureParamColumns( ui, input );
        uiDrawParamRow( ui, input, index, &c );
    }
    igEndChild();
}

bool uiParamInStrip( const uiState* ui, const uiFrameInput* input, int index )
{
    const ssParam* param = input->snapshot->scenario->params + index;
    return ui->focus.on && strcmp( ui->focus.name, uiPrint( "param.%s", param->key ) ) == 0;
}

void uiDrawParamStrip( uiState* ui, const uiFrameInput* input, uiRect view )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int own = ssScenario_Base( scenario )->paramCount, count = scenario->paramCount;
    ui->params->stripHeight = 0.0f;
    for ( int k = 0; k < count; ++k )
    {
        int i = ( own + k ) % count; // those of a typed law first, as in the panel
        const ssParam* param = scenario->params + i;
        if ( input->snapshot->unused[i] || param->kind == ss_paramText )
        {
            continue;
        }
        if ( uiParamInStrip( ui, input, i ) )
        {
            drawOne( ui, input, i, view );
            continue;
        }
        uiFocusStop( ui, uiPrint( "param.%s", param->key ), param->kind != ss_paramChoice );
    }
}
