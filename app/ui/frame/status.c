// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"

#include <inttypes.h>
#include <string.h>

// The last line: message and hint at the left; misfit, hash, frame rate and speed at the right.

/// Draws what fits into `available` and returns its width. A tooltip shows a text that was cut off.
static float fitText(
    uiState* ui, const char* text, float x, float available, float y, ImU32 color, const char* mark )
{
    ImVec2 size = uiTextSize( ui, ui_fontBody, text );
    float width = fminf( size.x, available );
    if ( width <= 0.0f ) { return 0.0f; }
    uiDrawText(
        ui, igGetWindowDrawList(), ui_fontBody, x, y, color, uiElide( ui, ui_fontBody, text, width ) );
    uiMarkRect( mark, ( uiRect ){ x, y, x + width, y + size.y } );
    uiMarkText( mark, text );
    if ( width < size.x && igIsMouseHoveringRect( uiVec2( x, y ), uiVec2( x + width, y + size.y ), true ) )
    {
        uiTooltip( "%s", text );
    }
    return width;
}

static void rateHovered( uiState* ui, const uiFrameInput* input )
{
    (void)ui;
    uiTooltip( tr( "one frame: scene %.1f ms, panels and plots %.1f ms, display %.1f ms\n"
                   "one simulation step, on its own thread: %.3g ms" ),
        input->sceneMillis, input->panelMillis, input->showMillis, 1e-3 * input->snapshot->stepMicros );
}

static void hashHovered( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const char* full = uiPrint( "%016" PRIx64, snapshot->hash );
    uiTooltip(
        tr( "hash of the state after step %lld: %s\nclick to copy" ), (long long)snapshot->step, full );
    (void)ui;
}

static void copyHash( uiState* ui, const uiFrameInput* input )
{
    igSetClipboardText( uiPrint( "%016" PRIx64, input->snapshot->hash ) );
    uiNotify( ui, tr( "Hash copied." ) );
}

static void misfitHovered( uiState* ui, const uiFrameInput* input )
{
    (void)ui, (void)input;
    uiTooltip( tr( "how far the run with these values is from the data:\n"
                   "root mean square of the difference over the spread of each column" ) );
}

typedef struct statusReading
{
    const char *mark, *text, *widest;
    void ( *hovered )( uiState* ui, const uiFrameInput* input ); // NULL: nothing happens
    void ( *pressed )( uiState* ui, const uiFrameInput* input ); // NULL: it cannot be
} statusReading;

/// Names the place of a reading, and lets mouse and keyboard use it.
static void placeReading( uiState* ui, const uiFrameInput* input, const statusReading* reading, uiRect rect )
{
    if ( reading->pressed != NULL )
    {
        if ( uiRectButton( reading->mark, rect ) ) { reading->pressed( ui, input ); }
        uiMark( reading->mark );
    }
    else { uiMarkRect( reading->mark, rect ); }
    uiMarkText( reading->mark, reading->text );
    if ( reading->hovered != NULL &&
        igIsMouseHoveringRect( uiVec2( rect.x0, rect.y0 ), uiVec2( rect.x1, rect.y1 ), true ) &&
        igIsWindowHovered( 0 ) )
    {
        reading->hovered( ui, input );
    }
}

/// The readings at the right; returns where they begin. Under a virtual clock none shows wall time.
static float drawReadings( uiState* ui, const uiFrameInput* input, float right, float y, float em )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const char *speed = "–", *rate = "– fps";
    const sessionFitCurve* curve = ui->measured.curve;
    if ( !input->virtualClock )
    {
        rate = uiPrint( tr( "%.0f fps: scene %.0f + panels %.0f ms" ), input->framesPerSecond,
            input->sceneMillis, input->panelMillis + input->showMillis );
        speed = snapshot->playing ? uiPrint( "%s×", uiFormatDigits( snapshot->measuredSpeed, 2 ) ) : speed;
    }
    const char* hash = uiPrint( tr( "hash %04llx…" ), (unsigned long long)( snapshot->hash >> 48 ) );
    const char* widestHash = uiPrint( tr( "hash %04llx…" ), 0ull );
    const char* widestMisfit = uiPrint( tr( "misfit %s" ), "0.000" );
    const char* misfit =
        curve != NULL ? uiPrint( tr( "misfit %s" ), uiFormatDigits( curve->misfit, 3 ) ) : "";
    const statusReading readings[] = {
        { "status.speed", speed, "0.25×", NULL, NULL },
        { "status.fps", rate, "000 fps", rateHovered, NULL },
        { "status.hash", hash, widestHash, hashHovered, copyHash },
        { "status.misfit", misfit, widestMisfit, misfitHovered, NULL },
    };
    for ( int i = 0; i < SS_COUNT( readings ); ++i )
    {
        bool few = !ui->settings.instrument && strcmp( readings[i].mark, "status.misfit" ) != 0;
        if ( few || readings[i].text[0] == '\0' ) { continue; }
        float textWidth = uiTextSize( ui, ui_fontBody, readings[i].text ).x;
        float width = fmaxf( uiTextSize( ui, ui_fontBody, readings[i].widest ).x, textWidth );
        uiDrawText(
            ui, igGetWindowDrawList(), ui_fontBody, right - textWidth, y, ui->theme.dim, readings[i].text );
        placeReading( ui, input, readings + i, ( uiRect ){ right - width, y, right, y + em } );
        right -= width + 1.4f * em;
    }
    return right;
}

void uiDrawStatus( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const uiTheme* theme = &ui->theme;
    float em = layout->em, left = roundf( 0.7f * em );
    float y = roundf( layout->status.y0 + 0.5f * ( uiHeight( layout->status ) - em ) );
    float right = drawReadings( ui, input, layout->status.x1 - left, y, em );

    const char* refusal = input->snapshot->message;
    bool noticed = ui->messages.secondsLeft > 0.0 && ui->messages.notice[0];
    const char* message = noticed ? ui->messages.notice : refusal;
    bool warning = !noticed || ui->messages.warns;
    const char* hint = ui->messages.hint ? ui->messages.hint : tr( "F1: keys and mouse" );
    if ( message[0] )
    {
        // The message has precedence over the hint, which is shown only where it fits.
        float need = uiTextSize( ui, ui_fontBody, message ).x + uiTextSize( ui, ui_fontBody, hint ).x;
        float available = right - left;
        left += fitText( ui, message, left, available, y, warning ? theme->warning : theme->accent,
                    "status.message" ) +
            1.4f * em;
        if ( need + 1.4f * em > available )
        {
            uiMarkText( "status.hint", hint );
            return;
        }
    }
    fitText( ui, hint, left, right - left, y, theme->dim, "status.hint" );
}
