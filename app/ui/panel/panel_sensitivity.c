// SPDX-License-Identifier: MIT
#include "ui/panel/panel_sensitivity.h"
#include "base/words.h"
#include "ui/core/slider.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"

#include <stdlib.h>
#include <string.h>

// Draws the bars under the sliders and asks for what they show.

#define MOTION 0.01 // of the slider's length that a bar stands for

/// The first curve of a pane that is shown and has a derivative; -1: none.
static int firstCurve( uiState* ui, const ssScenario* scenario, int pane )
{
    const ssPlot* plot = uiPanePlot( ui, scenario, pane );
    for ( int i = 0; plot != NULL && i < SS_MAX_CURVES && plot->signals[i] != NULL; ++i )
    {
        int signal = ssFindSignal( scenario, plot->signals[i] );
        if ( signal >= 0 && !uiPaneView( ui, scenario, pane )->hidden[i] &&
            ssSensitivity_HasSignal( scenario, signal ) )
        {
            return signal;
        }
    }
    return -1;
}

static int lookedAt( uiState* ui, const ssScenario* scenario )
{
    int pane = ui->sensitivity->pane, signal = pane >= 0 ? firstCurve( ui, scenario, pane ) : -1;
    for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots && signal < 0; ++i )
    {
        signal = ui->panes->plotShown[i] ? firstCurve( ui, scenario, i ) : -1;
    }
    for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots && signal < 0; ++i )
    {
        signal = firstCurve( ui, scenario, i );
    }
    return signal;
}

void uiLookAtPane( uiState* ui, int pane ) { ui->sensitivity->pane = pane; }

static bool hasBar( const uiFrameInput* input, int param )
{
    const ssParam* row = input->snapshot->scenario->model.params + param;
    return row->kind == ss_paramNumber && !input->snapshot->unused[param] &&
        strcmp( row->group, "numerics" ) != 0;
}

/// How far the value moves with the slider, at its present place.
static double motion( const ssParam* param, double value )
{
    double step = 1e-5 * fmax( fabs( value ), 1e-3 * ( param->max - param->min ) );
    double slope =
        ( uiSliderRatio( param, value + step ) - uiSliderRatio( param, value - step ) ) / ( 2.0 * step );
    return slope > 0.0 ? MOTION / slope : (double)NAN;
}

static void readAnswers( uiState* ui, const uiFrameInput* input )
{
    uiSensitivityPanel* s = ui->sensitivity;
    const ssScenario* scenario = input->snapshot->scenario;
    s->largest = 0.0;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        double slope = hasBar( input, i ) && s->signal >= 0 && s->refusal[0] == 0
            ? sessionSensitivity_Effect( s->runner, i, s->signal )
            : (double)NAN;
        s->effect[i] = slope * motion( scenario->model.params + i, uiShownParam( ui, input, i ) );
        s->largest = s->effect[i] > s->largest ? s->effect[i] : s->largest;
    }
}

void uiUpdateSensitivity( uiState* ui, const uiFrameInput* input )
{
    uiSensitivityPanel* s = ui->sensitivity;
    const ssScenario* scenario = input->snapshot->scenario;
    uiPublish( "ui.sensitivity", ui->settings.showSensitivity ? 1.0 : 0.0 );
    if ( s->base != ssScenario_Base( scenario ) )
    {
        s->base = ssScenario_Base( scenario );
        s->pane = -1;
    }
    if ( !ui->settings.showSensitivity )
    {
        if ( s->runner != NULL )
        {
            sessionDestroySensitivity( s->runner );
            s->runner = NULL;
        }
        return;
    }
    s->def = s->def != NULL ? s->def : calloc( 1, sizeof( *s->def ) ); // too large for the stack
    s->runner = s->runner != NULL ? s->runner : sessionCreateSensitivity( input->jobs );
    if ( s->def == NULL || s->runner == NULL )
    {
        ui->settings.showSensitivity = false;
        return;
    }
    bool wanted[SS_MAX_PARAMS] = { false };
    for ( int i = 0; i < scenario->model.paramCount; ++i ) { wanted[i] = hasBar( input, i ); }
    uiFillFitDef( ui, input, s->def );
    sessionSensitivity_Ask( s->runner, s->def, wanted );
    sessionSensitivity_Refusal( s->runner, s->refusal, (int)sizeof( s->refusal ) );
    s->left = sessionSensitivity_Left( s->runner );
    s->signal = lookedAt( ui, scenario );
    readAnswers( ui, input );
    uiPublish( "sensitivity.left", (double)s->left );
}

bool uiSensitivityIsBusy( const uiState* ui )
{
    return ui->settings.showSensitivity && ui->sensitivity->left > 0;
}

void uiFreeSensitivity( uiState* ui )
{
    sessionDestroySensitivity( ui->sensitivity->runner );
    free( ui->sensitivity->def );
}

void uiDrawSensitivityLine( uiState* ui, const uiFrameInput* input )
{
    const uiSensitivityPanel* s = ui->sensitivity;
    if ( !ui->settings.showSensitivity ) { return; }
    const char* text = tr( "Sensitivity bars: no curve to look at" );
    if ( s->refusal[0] != 0 )
    {
        // The reason alone: what to do instead is in the manual.
        text = uiPrint( tr( "Sensitivity bars: %.*s" ), (int)strcspn( s->refusal, ":" ), s->refusal );
    }
    else if ( s->signal >= 0 )
    {
        const ssSignal* signal = input->snapshot->scenario->model.signals + s->signal;
        const char* left = s->left > 0 ? uiPrint( tr( " · %d to come" ), s->left ) : "";
        text = uiPrint( tr( "Bars: effect of each slider on %s" ), tr( signal->symbol ) );
        text = uiPrint( "%s%s", text, left );
    }
    ImVec2 at = uiCursor();
    uiSmallText( at.x + roundf( 0.3f * ui->em ), ui->theme.dim, text );
    uiMarkSaying( "sensitivity", text );
    uiItemTooltip( s->refusal[0] != 0 ? "%s"
                                      : tr( "How much 1%% of each slider's length changes this curve.\nPut "
                                            "the mouse over another plot to look at its first curve." ),
        s->refusal );
}

void uiDrawSensitivityBar( uiState* ui, const uiFrameInput* input, int param, float width )
{
    const uiSensitivityPanel* s = ui->sensitivity;
    double effect = s->effect[param];
    if ( !ui->settings.showSensitivity || !hasBar( input, param ) || !( effect >= 0.0 ) ) { return; }
    ImVec2 at = uiCursor();
    float em = igGetFontSize(), thick = fmaxf( 2.0f, roundf( 0.2f * em ) );
    float inset = roundf( 0.38f * em ); // as the track of the slider above it
    at.x += inset;
    width -= 2.0f * inset;
    double share = s->largest > 0.0 ? effect / s->largest : 0.0;
    float y = roundf( at.y + igGetFrameHeight() - 0.5f * thick ), length = (float)share * width;
    ImDrawList* list = igGetWindowDrawList();
    uiFillRect( list, ( uiRect ){ at.x, y - thick, at.x + width, y }, uiFade( ui->theme.text, 0.1f ), 0.0f );
    uiFillRect( list, ( uiRect ){ at.x, y - thick, at.x + fmaxf( length, share > 0.0 ? 1.0f : 0.0f ), y },
        uiMix( ui->theme.dim, ui->theme.text, 0.6f ), 0.0f );
    uiPublish( uiPrint( "param.%s.effect", input->snapshot->scenario->model.params[param].key ), share );
}

void uiSensitivityTooltip( uiState* ui, const uiFrameInput* input, int param )
{
    const uiSensitivityPanel* s = ui->sensitivity;
    if ( !ui->settings.showSensitivity || s->signal < 0 || s->refusal[0] != 0 || !hasBar( input, param ) )
    {
        return;
    }
    const ssSignal* signal = input->snapshot->scenario->model.signals + s->signal;
    if ( !isfinite( s->effect[param] ) )
    {
        uiText( tr( "effect on %s: %s" ), tr( signal->symbol ),
            s->left > 0 ? tr( "to come" ) : tr( "undefined" ) );
        return;
    }
    const char* text = uiFormatQuantity( s->effect[param], signal->unit );
    uiText( tr( "1%% of the slider changes %s by %s (rms over the run)" ), tr( signal->symbol ), text );
}
