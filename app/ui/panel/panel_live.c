// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"

// Draws what is known of a program that sends its contacts.

typedef struct cardLine
{
    uiFont font;
    const char* text;
    float after; // space below, in lines
    ImU32 color;
} cardLine;

/// Draws lines on a card in the middle of the view, as wide as all but the last, which is cut.
static void drawCard(
    uiState* ui, const uiLayout* layout, ImDrawList* list, const cardLine* lines, int count )
{
    float em = layout->em, width = 0.0f, height = 0.0f;
    for ( int i = 0; i < count; ++i )
    {
        ImVec2 size = uiTextSize( ui, lines[i].font, lines[i].text );
        width = fmaxf( width, i == count - 1 ? 0.0f : size.x );
        height += lines[i].text[0] != 0 ? size.y + lines[i].after * em : 0.0f;
    }
    float x = roundf( 0.5f * ( layout->view.x0 + layout->view.x1 - width ) ), pad = 1.6f * em;
    float y = roundf( 0.5f * ( layout->view.y0 + layout->view.y1 - height ) );
    uiFillRect( list, ( uiRect ){ x - pad, y - pad, x + width + pad, y + height + pad },
        uiFade( ui->theme.panel, 0.94f ), roundf( 0.4f * em ) );
    for ( int i = 0; i < count; ++i )
    {
        if ( lines[i].text[0] == 0 ) { continue; }
        const char* shown = uiElide( ui, lines[i].font, lines[i].text, width );
        uiDrawText( ui, list, lines[i].font, x, y, lines[i].color, shown );
        y += uiTextSize( ui, lines[i].font, lines[i].text ).y + lines[i].after * em;
    }
}

bool uiDrawLiveCard( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list )
{
    const uiLive* live = input->live;
    if ( live == NULL || !live->waits ) { return false; }
    const sessionLiveState* state = &live->state;
    bool comes = state->phase == session_liveReceiving;
    const char* title =
        uiPrint( comes ? tr( "A program is connected to port %d" ) : tr( "Waiting for a program on port %d" ),
            state->port );
    const char* connect = uiPrint( "ssProbe* probe = ssProbeConnect( %d );", state->port );
    const uiTheme* theme = &ui->theme;
    const cardLine lines[] = {
        { ui_fontTitle, title, 0.3f, theme->text },
        { ui_fontBody,
            comes ? tr( "Its first frame has not come yet." )
                  : tr( "Add these lines to your simulator, and start it:" ),
            0.8f, theme->dim },
        { ui_fontCode, "#include <slipstick_probe.h>", 0.1f, theme->text },
        { ui_fontCode, connect, 0.6f, theme->accent },
        { ui_fontCode, "ssProbeBeginFrame( probe, t );                  // in every step", 0.1f,
            theme->text },
        { ui_fontCode, "ssProbeContact( probe, id, a, b, point, normal, // for every contact;", 0.1f,
            theme->text },
        { ui_fontCode, "    force, NULL, velocity, NULL,                // NULL, NAN: not known", 0.1f,
            theme->text },
        { ui_fontCode, "    gap, mu, NAN, NAN );", 0.1f, theme->text },
        { ui_fontCode, "ssProbeEndFrame( probe );", 0.8f, theme->text },
        { ui_fontSmall,
            tr( "Only programs on this computer can connect. The manual, chapter 11, says what each number "
                "is." ),
            0.0f, theme->dim },
        { ui_fontSmall, state->message, 0.0f, theme->warning },
    };
    drawCard( ui, layout, list, lines, SS_COUNT( lines ) );
    uiPublish( "live.refusals", state->phase == session_liveRefused ? 1.0 : 0.0 );
    uiMarkText( "live.card", title );
    uiMarkText( "live.connect", connect );
    uiMarkText( "live.message", state->message );
    return true;
}

static const char* countFrames( int frames )
{
    if ( frames < 1000 ) { return uiPrint( frames == 1 ? tr( "%d frame" ) : tr( "%d frames" ), frames ); }
    // Thin spaces, as in other large numbers of the window.
    int millions = frames / 1000000, thousands = frames / 1000 % 1000;
    return millions > 0 ? uiPrint( tr( "%d %03d %03d frames" ), millions, thousands, frames % 1000 )
                        : uiPrint( tr( "%d %03d frames" ), thousands, frames % 1000 );
}

ImVec2 uiDrawLiveLine( uiState* ui, const uiFrameInput* input, ImDrawList* list, float x, float y )
{
    const uiLive* live = input->live;
    const sessionSnapshot* s = input->snapshot;
    if ( live == NULL || !live->inWindow ) { return uiVec2( 0.0f, 0.0f ); }
    const char* frames = countFrames( (int)s->lastStep + 1 );
    const char* number = uiFormatQuantity( s->until - s->time, "s" );
    bool wrong = live->current && live->state.phase == session_liveRefused;
    const char* text = s->follows ? uiPrint( tr( "live · %s" ), frames )
        : s->grows
        ? uiPrint( tr( "%s behind · %s: the newest of %s" ), number, uiActionKeys( ui_actionNewest ), frames )
        : wrong ? uiPrint( tr( "refused after %s" ), frames )
                : uiPrint( tr( "ended after %s" ), frames );
    float em = ui->em * igGetIO()->FontGlobalScale, dot = s->follows ? 0.9f * em : 0.0f;
    ImU32 color = s->follows ? ui->theme.good : wrong ? ui->theme.warning : ui->theme.dim;
    if ( s->follows )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( x + 0.3f * em, y + 0.55f * em ), 0.28f * em, color, 16 );
    }
    uiDrawPlateText( ui, list, ui_fontBody, x + dot, y, color, 0.3f, text );
    uiMarkText( "live.line", text );
    uiPublish( "live.frames", (double)live->state.frames );
    uiPublish( "live.program", (double)live->state.program );
    return uiVec2( dot + uiTextSize( ui, ui_fontBody, text ).x, 1.3f * em );
}

const char* uiLiveEnd( const uiFrameInput* input )
{
    const uiLive* live = input->live;
    return live == NULL || !live->inWindow ? NULL
        : live->state.saved[0] != 0        ? tr( "program ended · Space plays its log" )
                                           : tr( "program ended · Ctrl+S saves its log" );
}

float uiDrawLiveButton( uiState* ui, const uiFrameInput* input, uiRect rect, float right )
{
    const sessionSnapshot* s = input->snapshot;
    if ( !s->grows ) { return right; }
    float em = ui->em * igGetIO()->FontGlobalScale;
    ImVec2 size = uiTextSize( ui, ui_fontSmall, tr( "live" ) );
    float width = size.x + 1.9f * em, x = right - width;
    igSetCursorScreenPos( uiVec2( x, rect.y0 ) );
    if ( uiAreaButton( "timeline.live", uiVec2( width, fmaxf( 1.0f, uiHeight( rect ) ) ) ) )
    {
        uiPost( input, session_commandFollow, 0, 0.0 );
    }
    uiMarkSaying( "timeline.live", s->follows ? tr( "live" ) : tr( "go live" ) );
    bool hovered = igIsItemHovered( 0 );
    if ( hovered )
    {
        uiTooltip( s->follows ? tr( "the newest frame is shown   [%s]" ) : tr( "to the newest frame   [%s]" ),
            uiActionKeys( ui_actionNewest ) );
    }
    ImU32 color = s->follows ? ui->theme.good : hovered ? ui->theme.accent : ui->theme.dim;
    ImDrawList* list = igGetWindowDrawList();
    float y = roundf( 0.5f * ( rect.y0 + rect.y1 ) );
    if ( s->follows )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( x + 0.6f * em, y ), 0.26f * em, color, 16 );
    }
    else
    {
        ImDrawList_AddCircle(
            list, uiVec2( x + 0.6f * em, y ), 0.26f * em, color, 16, fmaxf( 1.0f, 0.1f * em ) );
    }
    uiDrawText( ui, list, ui_fontSmall, x + 1.1f * em, y - 0.5f * size.y, color, tr( "live" ) );
    return x;
}
