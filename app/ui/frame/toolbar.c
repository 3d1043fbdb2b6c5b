// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"

#include <stdio.h>
#include <string.h>

// Buttons, speed, readings of integrator and solver. Icons are drawn: the font has no media symbols. In a
// narrow bar the labels of buttons disappear first, then readings from the right.

typedef enum toolIcon
{
    iconReset,
    iconBack,
    iconPlay,
    iconPause,
    iconStep,
    iconRecord,
    iconStop,
    iconTwins,
    iconBuild,
    iconPin,
    iconRuler,
    iconFace
} toolIcon;

static void drawResetIcon( ImDrawList* list, float x, float y, float r, ImU32 color )
{
    // The icon is most of a circle, counter-clockwise to the upper left, which ends in an arrow head.
    float thick = fmaxf( 1.5f, 0.26f * r ), radius = 0.82f * r;
    ImDrawList_PathArcTo( list, uiVec2( x, y ), radius, -0.9f, 3.9f, 24 );
    ImDrawList_PathStroke( list, color, 0, thick );
    float tipX = x + radius * cosf( 3.9f ), tipY = y + radius * sinf( 3.9f ), s = 0.55f * r;
    float dx = -sinf( 3.9f ), dy = cosf( 3.9f );
    ImDrawList_AddTriangleFilled( list, uiVec2( tipX + s * dx, tipY + s * dy ),
        uiVec2( tipX - s * dy, tipY + s * dx ), uiVec2( tipX + s * dy, tipY - s * dx ), color );
}

static void drawIcon( ImDrawList* list, toolIcon icon, float x, float y, float r, ImU32 color )
{
    float bar = fmaxf( 2.0f, roundf( 0.34f * r ) );
    switch ( icon )
    {
        case iconBuild: uiDrawPartIcon( list, ss_partBox, x, y, r, color ); break;
        case iconReset: drawResetIcon( list, x, y, r, color ); break;
        case iconPlay:
            ImDrawList_AddTriangleFilled( list, uiVec2( x - 0.6f * r, y - 0.95f * r ),
                uiVec2( x - 0.6f * r, y + 0.95f * r ), uiVec2( x + 0.95f * r, y ), color );
            break;
        case iconPause:
            uiFillRect( list, ( uiRect ){ x - 0.3f * r - bar, y - 0.85f * r, x - 0.3f * r, y + 0.85f * r },
                color, 0.0f );
            uiFillRect( list, ( uiRect ){ x + 0.3f * r, y - 0.85f * r, x + 0.3f * r + bar, y + 0.85f * r },
                color, 0.0f );
            break;
        case iconFace: // the sliders of a desk
            for ( int i = -1; i <= 1; ++i )
            {
                float lineY = y + 0.62f * r * (float)i, knob = x + ( i == 0 ? 0.4f : -0.35f ) * r;
                uiDrawLine( list, x - 0.9f * r, lineY, x + 0.9f * r, lineY, color, 1.5f );
                ImDrawList_AddCircleFilled( list, uiVec2( knob, lineY ), 0.28f * r, color, 12 );
            }
            break;
        case iconRuler:
            uiDrawFrame( list, ( uiRect ){ x - r, y - 0.45f * r, x + r, y + 0.45f * r }, color, 0.0f, 1.5f );
            for ( int i = -1; i <= 1; ++i )
            {
                float at = x + 0.5f * r * (float)i;
                uiDrawLine( list, at, y - 0.45f * r, at, y + 0.1f * r, color, 1.5f );
            }
            break;
        case iconTwins:
            ImDrawList_AddCircle( list, uiVec2( x - 0.45f * r, y ), 0.62f * r, color, 16, 1.5f );
            ImDrawList_AddCircleFilled( list, uiVec2( x + 0.5f * r, y ), 0.62f * r, color, 16 );
            break;
        case iconPin:
            // a drawing pin from the side: its head, its collar, its needle
            uiFillRect( list, ( uiRect ){ x - 0.42f * r, y - 0.95f * r, x + 0.42f * r, y - 0.05f * r }, color,
                0.12f * r );
            uiFillRect( list, ( uiRect ){ x - 0.8f * r, y - 0.15f * r, x + 0.8f * r, y + 0.15f * r }, color,
                0.1f * r );
            ImDrawList_AddTriangleFilled( list, uiVec2( x - 0.16f * r, y + 0.1f * r ),
                uiVec2( x + 0.16f * r, y + 0.1f * r ), uiVec2( x, y + 1.05f * r ), color );
            break;
        case iconBack:
        case iconStep:
        {
            float d = icon == iconStep ? 1.0f : -1.0f, edge = x + d * 0.5f * r, far = edge + d * bar;
            ImDrawList_AddTriangleFilled( list, uiVec2( x - d * 0.75f * r, y - 0.85f * r ),
                uiVec2( x - d * 0.75f * r, y + 0.85f * r ), uiVec2( x + d * 0.45f * r, y ), color );
            uiFillRect( list,
                ( uiRect ){ fminf( edge, far ), y - 0.85f * r, fmaxf( edge, far ), y + 0.85f * r }, color,
                0.0f );
            break;
        }
        case iconRecord: ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 0.85f * r, color, 0 ); break;
        case iconStop:
            uiFillRect(
                list, ( uiRect ){ x - 0.75f * r, y - 0.75f * r, x + 0.75f * r, y + 0.75f * r }, color, 0.0f );
            break;
    }
}

typedef struct toolButton
{
    const char *mark, *label, *help;
    toolIcon icon;
    uiAction action;
    bool enabled;
} toolButton;

static float buttonWidth( uiState* ui, const toolButton* button, bool labelled, float em )
{
    // "pause" and "play" have the same width, so that the bar does not shift when the run starts
    const char* widest = button->action == ui_actionPlayPause ? TR( "pause" ) : button->label;
    return roundf( labelled ? 2.3f * em + uiTextSize( ui, ui_fontBody, tr( widest ) ).x : 2.1f * em );
}

static void drawButton( uiState* ui, const uiFrameInput* input, const toolButton* button, bool labelled,
    ImVec2 corner, ImVec2 size )
{
    const uiTheme* theme = &ui->theme;
    float em = igGetFontSize();
    igSetCursorScreenPos( corner );
    bool pressed = uiAreaButton( button->mark, size );
    uiMark( button->mark );
    if ( !button->enabled ) { uiMarkDisabled( button->mark ); }
    uiMarkText( button->mark, tr( button->label ) );
    bool hovered = igIsItemHovered( 0 ), held = igIsItemActive() && hovered;

    ImDrawList* list = igGetWindowDrawList();
    bool lit = button->enabled && hovered;
    ImU32 ground = !button->enabled ? uiFade( theme->raised, 0.35f )
        : held                      ? uiMix( theme->raised, theme->accent, 0.45f )
        : lit                       ? uiMix( theme->raised, theme->accent, 0.25f )
                                    : theme->raised;
    ImU32 ink = button->enabled ? theme->text : uiFade( theme->dim, 0.45f );
    ImU32 symbol = button->enabled && button->action == ui_actionPlayPause ? theme->accent
        : button->action == ui_actionRecord                                ? theme->error
                                                                           : ink;
    ImDrawList_AddRectFilled(
        list, corner, uiVec2( corner.x + size.x, corner.y + size.y ), ground, roundf( 0.25f * em ), 0 );
    float y = roundf( corner.y + 0.5f * size.y );
    float x = labelled ? corner.x + 1.05f * em : corner.x + 0.5f * size.x;
    drawIcon( list, button->icon, roundf( x ), y, roundf( 0.45f * em ), symbol );
    if ( labelled )
    {
        ImVec2 text = uiTextSize( ui, ui_fontBody, tr( button->label ) );
        uiDrawText(
            ui, list, ui_fontBody, corner.x + 1.85f * em, y - 0.5f * text.y, ink, tr( button->label ) );
    }
    if ( hovered ) { uiTooltip( "%s   [%s]", tr( button->help ), uiActionKeys( button->action ) ); }
    if ( pressed && button->enabled ) { uiDoAction( ui, input, button->action ); }
}

static void postSpeed( uiState* ui, const uiFrameInput* input, double speed )
{
    if ( speed != uiShownSpeed( ui, input ) )
    {
        uiPost( input, session_commandSpeed, 0, speed );
        ui->posted.speed = ( uiPostedValue ){ .set = true, .value = speed };
    }
}

static void speedKeys( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    uiFocusKeys keys = uiFocusStop( ui, "speed", true );
    if ( !keys.focused ) { return; }
    uiFocusRing( ui, rect );
    uiFocusSay( ui, tr( "speed, %s, slider" ), uiFormatSpeed( uiShownSpeed( ui, input ) ) );
    uiFocusHint( ui,
        tr( "speed: ← → halve, double · digits or Enter: type · Del: real time · ↓ parameters · Esc "
            "leaves" ) );
    double speed = uiShownSpeed( ui, input );
    int steps = keys.steps + keys.fine;
    if ( keys.enter || keys.typed[0] ) { uiBeginTypingNumber( ui, "speed", speed, keys.typed ); }
    if ( steps != 0 )
    {
        double octave = round( log2( speed > 0.0 ? speed : 1.0 ) ) + steps;
        postSpeed( ui, input, exp2( fmin( fmax( octave, ui_slowest ), ui_fastest ) ) );
    }
    if ( keys.remove ) { postSpeed( ui, input, 1.0 ); }
}

/// The speed is typed as a number or a fraction: 0.25 or 1/4.
static void speedField( uiState* ui, const uiFrameInput* input, float width )
{
    uiTyped typed = uiTypingField( ui, width );
    uiMark( "speed" );
    uiHint( ui, tr( "Enter: set the speed, 1/64 to 16384 · Esc: cancel" ) );
    if ( typed != ui_typedEnter ) { return; }
    double above = 0.0, below = 1.0;
    const char* text = uiPrint( "%s", ui->typing.text );
    char* slash = strchr( text, '/' );
    if ( slash != NULL ) { *slash = 0; }
    bool number = ssParseNumber( text, &above ) && ( slash == NULL || ssParseNumber( slash + 1, &below ) );
    double speed = above / below;
    if ( number && speed >= exp2( ui_slowest ) && speed <= exp2( ui_fastest ) )
    {
        postSpeed( ui, input, speed );
        return;
    }
    const char* note =
        uiPrint( tr( "speed %.60s: expected a number or a fraction from 1/64 to 16384" ), ui->typing.text );
    uiWarn( ui, note );
}

static void speedSlider( uiState* ui, const uiFrameInput* input, float width )
{
    double speed = uiShownSpeed( ui, input );
    double ratio = ( log2( speed > 0.0 ? speed : 1.0 ) - ui_slowest ) / ( ui_fastest - ui_slowest );
    uiSliderEvents events =
        uiSlider( ui, "speed", width, &ratio, -ui_slowest / (double)( ui_fastest - ui_slowest ), false );
    if ( events.ctrlClicked ) { uiBeginTypingNumber( ui, "speed", speed, "" ); }
    else if ( events.changed || events.doubleClicked )
    {
        postSpeed( ui, input,
            events.doubleClicked ? 1.0 : exp2( round( ratio * ( ui_fastest - ui_slowest ) ) + ui_slowest ) );
        // The press of a double-click must not start a drag.
        ui->slider.moved = ui->slider.moved && !events.doubleClicked;
    }
    if ( events.hovered || events.active )
    {
        uiTooltip( tr( "speed relative to real time, 1/64× to 16384×   [%s slower, %s faster]\n"
                       "Ctrl+click: type · double-click: real time" ),
            uiActionKeys( ui_actionSlower ), uiActionKeys( ui_actionFaster ) );
    }
}

static void drawSpeed( uiState* ui, const uiFrameInput* input, float x, float y, float width, float height )
{
    float em = igGetFontSize();
    ImDrawList* list = igGetWindowDrawList();
    float textY = y + 0.5f * ( height - em );
    uiDrawText( ui, list, ui_fontBody, x, textY, ui->theme.dim, tr( "speed" ) );
    x += uiTextSize( ui, ui_fontBody, tr( "speed" ) ).x + 0.5f * em;

    speedKeys( ui, input, ( uiRect ){ x - 0.25f * em, y, x + width + 0.25f * em, y + height } );
    igSetCursorScreenPos( uiVec2( x, y + 0.5f * ( height - igGetFrameHeight() ) ) );
    if ( uiIsTyping( ui, "speed" ) ) { speedField( ui, input, width ); }
    else { speedSlider( ui, input, width ); }
    double speed = uiShownSpeed( ui, input );
    const char* text = uiFormatSpeed( speed );
    uiMarkText( "speed", text );
    uiPublish( "speed", speed );
    uiDrawText( ui, list, ui_fontBody, x + width + 0.5f * em, textY, ui->theme.text, text );
}

static void separator( const uiState* ui, float x, float y, float height )
{
    uiFillRect( igGetWindowDrawList(),
        ( uiRect ){ roundf( x ), y + 0.15f * height, roundf( x ) + 1.0f, y + 0.85f * height }, ui->theme.line,
        0.0f );
}

typedef struct reading
{
    const char *mark, *tip, *text, *shorter; // NULL: there is no shorter text
    float width;
} reading;

/// Writes "h 100 µs", or "h 5 ms = 4 × 1.25 ms" where the step is divided into substeps.
static const char* writeStepSize( const sessionSnapshot* snapshot )
{
    const ssScenario* scenario = snapshot->scenario;
    int row = ssFindParam( scenario->model.params, scenario->model.paramCount, "substeps" );
    int substeps = row >= 0 ? (int)snapshot->values[row] : 1;
    double h = snapshot->h, scale = substeps <= 1 || h >= 0.1 ? 1.0 : h >= 1e-4 ? 1e3 : 1e6;
    const char* unit = scale == 1.0 ? "s" : scale == 1e3 ? "ms" : "µs";
    const char* whole = uiFormatDigits( scale * h, 3 );
    const char* part = uiFormatDigits( scale * h / substeps, 3 );
    return substeps > 1 ? uiPrint( "h %s %s = %d × %s %s", whole, unit, substeps, part, unit )
                        : uiPrint( "h %s", uiFormatQuantity( h, "s" ) );
}

/// The present values of the first curves of the plots that are shown.
static int measuredReadings( uiState* ui, const uiFrameInput* input, reading* readings, int most )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssScenario* scenario = snapshot->scenario;
    int panes[ui_maxPanes], paneCount = uiListPanes( ui, scenario, panes ), count = 0;
    for ( int i = 0; i < paneCount && count < most && !ui->lessonView.quiet; ++i )
    {
        const ssPlot* plot = uiPanePlot( ui, scenario, panes[i] );
        int row =
            plot != NULL && plot->kind == ss_plotLines ? ssFindSignal( scenario, plot->signals[0] ) : -1;
        bool again = row < 0;
        for ( int k = 0; k < count && !again; ++k )
        {
            again = readings[k].tip == scenario->model.signals[row].doc;
        }
        if ( again ) { continue; }
        const ssSignal* signal = scenario->model.signals + row;
        const char *symbol = uiCurveName( scenario, signal ), *title = tr( plot->title ),
                   *name = !uiIsWord( signal->symbol ) ? symbol
            : plot->signals[1] == NULL                 ? title
                                                       : uiPrint( "%s, %s", title, symbol ),
                   *mark = uiPrint( "measured.%d", count );
        double largest = input->signalLog != NULL ? input->signalLog->largest[row] : 0.0;
        const char* value = uiFormatMeasured( snapshot->signals[row], largest, signal->unit );
        reading* r = readings + count++;
        *r = ( reading ){ .mark = mark,
            .tip = signal->doc,
            .text = uiPrint( "%s = %s", name, value ),
            .shorter = uiPrint( "%s = %s", tr( signal->symbol ), value ) };
        r->width = fmaxf( uiTextSize( ui, ui_fontBody, r->text ).x,
            uiTextSize( ui, ui_fontBody, uiPrint( "%s = -0.0000 %s", name, signal->unit ) ).x );
    }
    return count;
}

static int makeReadings( uiState* ui, const uiFrameInput* input, reading* readings )
{
    const sessionSnapshot* snapshot = input->snapshot;
    int count = 0;

    if ( !ui->settings.instrument && !snapshot->recorded )
    {
        return measuredReadings( ui, input, readings, 2 );
    }
    reading* real = readings + count++;
    *real =
        ( reading ){ .mark = "speed.real", .tip = TR( "speed reached, measured over the last half second" ) };
    real->text = input->virtualClock || !snapshot->playing
        ? tr( "(real –)" )
        : uiPrint( tr( "(real %s×)" ), uiFormatDigits( snapshot->measuredSpeed, 2 ) );
    if ( snapshot->recorded )
    {
        reading* frame = readings + count++;
        *frame = ( reading ){ .mark = "frame", .tip = TR( "frame of the file" ) };
        frame->text = uiPrint(
            tr( "frame %lld of %lld" ), (long long)snapshot->step + 1, (long long)snapshot->lastStep + 1 );
        real->width = uiTextSize( ui, ui_fontBody, tr( "(real 0.25×)" ) ).x;
        frame->width = uiTextSize( ui, ui_fontBody, frame->text ).x;
        return count;
    }
    reading* size = readings + count++;
    *size = ( reading ){ .mark = "h", .tip = TR( "time step, and its substeps" ) };
    size->text = writeStepSize( snapshot );

    reading* solve = readings + count++;
    *solve = ( reading ){ .mark = "solve",
        .tip = TR( "contact solve of the latest step: iterations and natural-map residual. No solve: nothing "
                   "touches, or nothing that touches moves" ) };
    if ( snapshot->report.contacts == 0 && snapshot->report.iterations == 0 )
    {
        solve->text = snapshot->step > 0 ? tr( "no solve" ) : tr( "solve –" );
    }
    else
    {
        const char* number = uiFormatDigits( snapshot->report.residual, 1 );
        solve->text = uiPrint( tr( "%d it  %s" ), snapshot->report.iterations, number );
    }
    // Each reading is as wide as its widest text, so that the bar does not shift while numbers change.
    const char* const widest[] = { tr( "(real 0.25×)" ), "h 0.00125 s", tr( "000 it  2e-13" ) };
    for ( int i = 0; i < count; ++i )
    {
        readings[i].width = fmaxf(
            uiTextSize( ui, ui_fontBody, readings[i].text ).x, uiTextSize( ui, ui_fontBody, widest[i] ).x );
    }
    return count;
}

/// Draws the readings from `x` on, as many as fit to the left of `right`.
static void drawReadings( uiState* ui, const uiFrameInput* input, float right, const reading* readings,
    int count, float x, float y, float height )
{
    float em = igGetFontSize(), gap = roundf( 0.35f * em ), spacing = roundf( 0.9f * em );
    for ( int i = 0; i < count; ++i )
    {
        ImVec2 at = uiVec2( x, y + 0.5f * ( height - em ) );
        ImVec2 size = uiTextSize( ui, ui_fontBody, readings[i].text );
        // The first one comes if its text fits, or a shorter one; behind it nothing is shifted.
        const char* text = readings[i].text;
        if ( i == 0 && x + size.x > right - gap && readings[i].shorter != NULL )
        {
            text = readings[i].shorter;
            size = uiTextSize( ui, ui_fontBody, text );
        }
        if ( x + ( i == 0 ? size.x : readings[i].width ) > right - gap ) { break; }
        bool trouble =
            strcmp( readings[i].mark, "solve" ) == 0 && input->snapshot->report.status != ss_statusConverged;
        uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x, at.y,
            trouble                       ? ui->theme.warning
                : ui->settings.instrument ? ui->theme.dim
                                          : ui->theme.text,
            text );
        uiMarkRect( readings[i].mark, ( uiRect ){ at.x, at.y, at.x + size.x, at.y + size.y } );
        uiMarkText( readings[i].mark, text );
        if ( igIsMouseHoveringRect( at, uiVec2( at.x + size.x, at.y + size.y ), true ) &&
            igIsWindowHovered( 0 ) )
        {
            uiTooltip( "%s", tr( readings[i].tip ) );
        }
        x += readings[i].width + spacing;
        if ( i + 1 < count && x + spacing + readings[i + 1].width <= right - gap )
        {
            separator( ui, x, y, height );
        }
        x += spacing;
    }
}

void uiDrawToolbar( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    bool playing = uiShownPlaying( ui, input );
    float em = layout->em, gap = roundf( 0.35f * em ), spacing = roundf( 0.9f * em );
    float height = roundf( 1.7f * em );
    float y = roundf( layout->tools.y0 + 0.5f * ( uiHeight( layout->tools ) - 1.0f - height ) );
    const toolButton all[] = {
        { "button.reset", TR( "reset" ), TR( "back to t = 0; applies pending changes" ), iconReset,
            ui_actionReset, true },
        { "button.back", TR( "back" ), TR( "one step back" ), iconBack, ui_actionStepBack,
            input->snapshot->canStepBack },
        { "button.play", playing ? TR( "pause" ) : TR( "play" ), playing ? TR( "pause" ) : TR( "run" ),
            playing ? iconPause : iconPlay, ui_actionPlayPause, true },
        { "button.step", TR( "step" ), TR( "one step forward, then pause" ), iconStep, ui_actionStep, true },
        { "button.pin", TR( "pin run" ), TR( "keep the run so far, to compare with it" ), iconPin,
            ui_actionPin, !input->snapshot->recorded },
        { "button.twins", TR( "twins" ), TR( "the run beside itself with other values" ), iconTwins,
            ui_actionToggleTwin, !input->snapshot->recorded },
        { "button.measure", TR( "measure" ), TR( "lengths, angles and times in the scene" ), iconRuler,
            ui_actionRuler, true },
        { "button.build", TR( "build" ), TR( "add, move and throw parts" ), iconBuild, ui_actionToggleBuild,
            true },
    };
    bool records = input->recording != NULL && input->recording->running;
    const toolButton record = { "button.record", records ? TR( "stop" ) : TR( "rec" ),
        records ? TR( "stop recording" ) : TR( "record a film" ), records ? iconStop : iconRecord,
        ui_actionRecord, true };
    const bool instrument = ui->settings.instrument;
    const toolButton face = { "button.face", instrument ? TR( "stage" ) : TR( "instrument" ),
        instrument ? TR( "show less, larger" )
                   : TR( "show everything: all parameters, the contact microscope, the solver" ),
        iconFace, ui_actionToggleFace, true };
    // Only the playground can be built in; elsewhere the menu offers to open it. Single steps are for the
    // instrument; the keys work in both.
    toolButton buttons[SS_COUNT( all )];
    int buttonCount = 0;
    for ( int i = 0; i < SS_COUNT( all ) - ( input->snapshot->build.takes ? 0 : 1 ); ++i )
    {
        bool step = all[i].action == ui_actionStep || all[i].action == ui_actionStepBack;
        if ( instrument || !step ) { buttons[buttonCount++] = all[i]; }
    }
    reading readings[4];
    int readingCount = makeReadings( ui, input, readings );

    float speedWidth = roundf( 7.0f * em );
    float speedTotal = uiTextSize( ui, ui_fontBody, tr( "speed" ) ).x + speedWidth +
        uiTextSize( ui, ui_fontBody, "16384×" ).x + em;
    float labelled = 2.0f * spacing + speedTotal + gap + buttonWidth( ui, &record, true, em ) + gap +
        buttonWidth( ui, &face, true, em );
    for ( int i = 0; i < buttonCount; ++i ) { labelled += gap + buttonWidth( ui, buttons + i, true, em ); }
    for ( int i = 0; i < readingCount && instrument; ++i ) { labelled += readings[i].width + 2.0f * spacing; }
    bool words = labelled <= uiWidth( layout->tools );

    float width = buttonWidth( ui, &record, words, em ), right = layout->tools.x1 - gap - width;
    float faceWidth = buttonWidth( ui, &face, words, em ), faceX = right - gap - faceWidth;
    float x = gap + roundf( 0.35f * em );
    for ( int i = 0; i < buttonCount && x + buttonWidth( ui, buttons + i, words, em ) < faceX; ++i )
    {
        width = buttonWidth( ui, buttons + i, words, em );
        drawButton( ui, input, buttons + i, words, uiVec2( x, y ), uiVec2( width, height ) );
        x += width + gap;
    }
    x += spacing - gap;
    if ( x + spacing + speedTotal <= faceX )
    {
        separator( ui, x, y, height );
        drawSpeed( ui, input, x + spacing, y, speedWidth, height );
        x += spacing + speedTotal + gap;
        separator( ui, x, y, height );
        drawReadings( ui, input, faceX, readings, readingCount, x + spacing, y, height );
    }
    drawButton( ui, input, &face, words, uiVec2( faceX, y ), uiVec2( faceWidth, height ) );
    drawButton(
        ui, input, &record, words, uiVec2( right, y ), uiVec2( layout->tools.x1 - gap - right, height ) );
}
