// SPDX-License-Identifier: MIT
#include "ui/frame/status.h"

#include "ui/core/ui_state.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// The last line: what the mouse can do here, what was last said, and what makes a run recognisable.

static float fitText(
    uiState* ui, const char* text, float x, float room, float y, ImU32 color, const char* mark )
{
    ImVec2 size = uiTextSize( ui, ui_fontBody, text );
    float width = fminf( size.x, room );
    if ( width <= 0.0f )
    {
        return 0.0f;
    }
    ImDrawList* list = igGetWindowDrawList();
    ImDrawList_PushClipRect( list, uiVec2( x, y - 4.0f ), uiVec2( x + width, y + size.y + 4.0f ), true );
    uiDrawText( ui, list, ui_fontBody, x, y, color, text );
    ImDrawList_PopClipRect( list );
    uiMarkRect( mark, ( uiRect ){ x, y, x + width, y + size.y } );
    uiMarkText( mark, text );
    if ( width < size.x && igIsMouseHoveringRect( uiVec2( x, y ), uiVec2( x + width, y + size.y ), true ) )
    {
        igSetTooltip( "%s", text );
    }
    return width;
}

void uiDrawStatus( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const uiTheme* theme = &ui->theme;
    float em = layout->em, x0 = roundf( 0.7f * em ), right = layout->status.x1 - x0;
    float y = roundf( layout->status.y0 + 0.5f * ( uiHeight( layout->status ) - em ) );
    ImDrawList* list = igGetWindowDrawList();

    // From the right. Nothing of wall time under a virtual clock: two runs must give the same picture.
    char speed[32] = "–", rate[64] = "– fps", hash[32];
    if ( !input->virtualClock )
    {
        snprintf( rate, sizeof( rate ), "%.0f fps: scene %.0f + panels %.0f ms", input->framesPerSecond,
            input->sceneMillis, input->panelMillis + input->showMillis );
        if ( snapshot->playing )
        {
            uiFormatDigits( snapshot->measuredSpeed, 2, speed, sizeof( speed ) - 4 );
            snprintf( speed + strlen( speed ), 4, "×" );
        }
    }
    snprintf( hash, sizeof( hash ), "hash %04" PRIx64 "…", snapshot->hash >> 48 );
    const struct
    {
        const char *mark, *text, *widest;
    } cells[] = {
        { "status.speed", speed, "0.25×" },
        { "status.fps", rate, "000 fps" },
        { "status.hash", hash, "hash 0000…" },
    };
    for ( int i = 0; i < SS_COUNT( cells ); ++i )
    {
        float width = fmaxf( uiTextSize( ui, ui_fontBody, cells[i].widest ).x,
            uiTextSize( ui, ui_fontBody, cells[i].text ).x );
        float x = right - uiTextSize( ui, ui_fontBody, cells[i].text ).x;
        uiDrawText( ui, list, ui_fontBody, x, y, theme->dim, cells[i].text );
        uiRect rect = { right - width, y, right, y + em };
        uiMarkRect( cells[i].mark, rect );
        uiMarkText( cells[i].mark, cells[i].text );
        bool pointed =
            igIsMouseHoveringRect( uiVec2( rect.x0, rect.y0 ), uiVec2( rect.x1, rect.y1 ), true ) &&
            igIsWindowHovered( 0 );
        if ( i == 1 && pointed )
        {
            igSetTooltip(
                "a frame: scene %.1f ms, panels and plots %.1f ms, on the screen %.1f ms\na step of the "
                "simulation, beside it: %.3g ms",
                input->sceneMillis, input->panelMillis, input->showMillis, 1e-3 * snapshot->stepMicros );
        }
        if ( i == 2 && pointed )
        {
            char full[32];
            snprintf( full, sizeof( full ), "%016" PRIx64, snapshot->hash );
            igSetTooltip(
                "hash of the state after step %lld: %s\nclick to copy", (long long)snapshot->step, full );
            if ( igIsMouseClicked( ImGuiMouseButton_Left, false ) )
            {
                igSetClipboardText( full );
                uiNotify( ui, "Hash copied." );
            }
        }
        right -= width + 1.4f * em;
    }

    const char* message =
        ui->messages.secondsLeft > 0.0 && ui->messages.notice[0] ? ui->messages.notice : snapshot->message;
    bool warning = message == snapshot->message || ui->messages.warns;
    const char* hint = ui->messages.hint ? ui->messages.hint : "F1 shows keys and mouse";
    float hintWidth = uiTextSize( ui, ui_fontBody, hint ).x;
    if ( message[0] )
    {
        // a message takes what it needs before the hint does
        float need = uiTextSize( ui, ui_fontBody, message ).x;
        float room = right - x0;
        float used =
            fitText( ui, message, x0, room, y, warning ? theme->warning : theme->accent, "status.message" );
        x0 += used + 1.4f * em;
        if ( need + hintWidth + 1.4f * em > room )
        {
            uiMarkText( "status.hint", hint );
            return;
        }
    }
    fitText( ui, hint, x0, right - x0, y, theme->dim, "status.hint" );
}
