// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/panel/panel_fit.h"

#include <ctype.h>
#include <stdio.h>

// Results of a fit: values with errors, what the data cannot tell, and the residuals.

/// Writes a value with as many digits as its error leaves sure: the error itself then has two.
static const char* formatBeside( double value, double error )
{
    double decimals = error > 0.0 ? 1.0 - floor( log10( error ) ) : SS_NAN;
    return isfinite( value ) && decimals >= 0.0 && decimals <= 8.0
        ? uiPrint( "%.*f", (int)decimals, value )
        : uiFormatDigits( value, error > 0.0 ? 6 : 3 );
}

static const char* formatEnd( double end, double error )
{
    return isnan( end ) ? tr( "open" ) : formatBeside( end, error );
}

static void drawEstimate( uiState* ui, const ssScenario* scenario, const ssFitResult* result, int index )
{
    const ssFitEstimate* e = result->estimates + index;
    int param = ssFindScenarioParam( scenario, e->key );
    const char* unit = param >= 0 ? scenario->model.params[param].unit : "s";
    const char* name = param >= 0 ? uiFitName( scenario, param ) : uiPrint( "%s", e->key );
    const char *value = formatBeside( e->value, e->error ), *error = formatBeside( e->error, e->error );
    const char *low = formatEnd( e->low, e->error ), *high = formatEnd( e->high, e->error );
    const char* text = uiPrint( "%s = %s%s%s%s%s", name, value, result->cancelled ? "" : " ± ",
        result->cancelled          ? ""
            : isfinite( e->error ) ? error
                                   : "?",
        unit[0] ? " " : "", unit );
    uiText( "%s", text );
    const char* mark = uiPrint( "fit.%s", e->key );
    uiMarkSaying( mark, text );
    text = uiPrint( "95%%: %s … %s%s%s", low, high, e->atBound ? tr( ", at a bound" ) : "",
        result->notNoise ? tr( "; too narrow: the residuals are not noise" ) : "" );
    if ( !result->cancelled )
    {
        uiWrappedColor( result->notNoise ? ui->theme.warning : ui->theme.dim, text );
        uiMarkText( uiPrint( "fit.%s.interval", e->key ), text );
    }
}

static void drawWarnings( uiState* ui, const ssFitResult* result )
{
    for ( int i = 0; i < result->warningCount; ++i )
    {
        char text[SS_FIT_TEXT];
        snprintf( text, sizeof( text ), "%s", result->warnings[i] );
        text[0] = (char)toupper( (unsigned char)text[0] );
        igSpacing();
        uiWrappedColor( ui->theme.warning, text );
        uiMarkText( uiPrint( "fit.warning.%d", i ), text );
    }
}

static void drawSummary( uiState* ui, const sessionFitOutcome* outcome )
{
    const ssFitResult* result = outcome->result;
    const char* misfit = uiFormatDigits( result->rms, 3 );
    const char* text = uiPrint( tr( "misfit %s, %d values, %d runs%s" ), misfit, result->valueCount,
        result->runs, result->cancelled ? tr( ", cancelled: the best so far" ) : "" );
    uiWrappedColor( ui->theme.dim, text );
    if ( result->paramCount == 2 && isfinite( result->correlation[1] ) )
    {
        text = uiPrint( tr( "correlation of the two: %.2f" ), result->correlation[1] );
        uiWrappedColor( ui->theme.dim, text );
    }
}

void uiDrawFitResult( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    if ( outcome == NULL || outcome->refusal.code != ss_ok || outcome->result == NULL ) { return; }
    const ssFitResult* result = outcome->result;
    if ( outcome->checked && result->warningCount == 0 )
    {
        const char* text = tr( "The data can tell all free parameters." );
        uiWrappedColor( ui->theme.text, text );
        uiMarkText( "fit.verdict", text );
    }
    for ( int i = 0; i < result->paramCount && !outcome->checked; ++i )
    {
        drawEstimate( ui, outcome->def->scenario, result, i );
    }
    if ( !outcome->checked ) { drawSummary( ui, outcome ); }
    drawWarnings( ui, result );
}

typedef struct Residuals
{
    uiState* ui;
    const ssFitResult* result;
    const ssFitData* data;
    uiRect plot;
    double t0, t1, most; // range of time, and of residuals in standard deviations
} Residuals;

static double residual( const Residuals* r, const ssFitColumnResult* column, int row )
{
    size_t at = (size_t)row * (size_t)r->data->columnCount + (size_t)column->column;
    double noise = r->data->noises != NULL ? r->data->noises[at] : column->noise;
    return ( r->data->values[at] - r->result->simulated[0][at] ) / ( noise > 0.0 ? noise : 1.0 );
}

static float placeX( const Residuals* r, double t )
{
    return r->plot.x0 + uiWidth( r->plot ) * (float)( ( t - r->t0 ) / ( r->t1 - r->t0 ) );
}

static float placeY( const Residuals* r, double value )
{
    double share = fmin( fmax( 0.5 + 0.5 * value / r->most, 0.0 ), 1.0 );
    return r->plot.y1 - uiHeight( r->plot ) * (float)share;
}

static void drawPoints( const Residuals* r )
{
    ImDrawList* list = igGetWindowDrawList();
    const uiTheme* theme = &r->ui->theme;
    float radius = fmaxf( 1.6f, 0.11f * igGetFontSize() );
    int stride = 1 + r->data->rowCount / 1500; // more points could not be told apart
    for ( int i = 0; i < r->result->columnCount; ++i )
    {
        ImU32 ink = theme->series[i % SS_COUNT( theme->series )];
        for ( int row = 0; row < r->data->rowCount; row += stride )
        {
            double value = residual( r, r->result->columns + i, row );
            if ( isfinite( value ) )
            {
                ImDrawList_AddNgonFilled( list,
                    uiVec2( placeX( r, r->data->times[row] ), placeY( r, value ) ), radius, ink,
                    i % 2 == 0 ? 6 : 4 );
            }
        }
    }
}

/// The lines at zero and at two standard deviations, within which 95% of noise lies.
static void drawGrid( const Residuals* r, float small )
{
    ImDrawList* list = igGetWindowDrawList();
    const uiTheme* theme = &r->ui->theme;
    uiFillRect( list, r->plot, theme->background, 0.0f );
    uiFillRect( list, ( uiRect ){ r->plot.x0, placeY( r, 2.0 ), r->plot.x1, placeY( r, -2.0 ) },
        uiFade( theme->text, 0.06f ), 0.0f );
    for ( int k = -2; k <= 2; k += 2 )
    {
        float y = roundf( placeY( r, k ) );
        uiFillRect( list, ( uiRect ){ r->plot.x0, y, r->plot.x1, y + 1.0f },
            uiFade( theme->text, k == 0 ? 0.5f : 0.15f ), 0.0f );
        const char* text = uiPrint( "%d", k );
        float width = uiTextSize( r->ui, ui_fontSmall, text ).x;
        uiDrawText( r->ui, list, ui_fontSmall, r->plot.x0 - width - 0.4f * small, y - 0.5f * small,
            theme->dim, text );
    }
    const char *from = uiFormatNumber( r->t0 ), *to = uiPrint( "t = %s s", uiFormatNumber( r->t1 ) );
    uiDrawText( r->ui, list, ui_fontSmall, r->plot.x0, r->plot.y1 + 0.1f * small, theme->dim, from );
    uiDrawText( r->ui, list, ui_fontSmall, r->plot.x1 - uiTextSize( r->ui, ui_fontSmall, to ).x,
        r->plot.y1 + 0.1f * small, theme->dim, to );
}

/// What the runs of equal sign say: "x: signs change as in noise".
static const char* runsText( const ssFitColumnResult* column )
{
    return uiPrint( tr( "%s (%d runs of equal sign, z = %.1f)" ),
        column->runsZ < -2.0      ? tr( "signs change too seldom: the curve misses a trend" )
            : column->runsZ > 2.0 ? tr( "signs change too often for noise" )
                                  : tr( "signs change as in noise" ),
        column->runs, column->runsZ );
}

/// The names of the columns in their colours, and what the signs say about the worst of them.
static float drawLegend( const Residuals* r, float x, float y, float width, float small )
{
    ImDrawList* list = igGetWindowDrawList();
    const uiTheme* theme = &r->ui->theme;
    const char* title = tr( "data minus fit, in standard deviations of the noise:" );
    int worst = 0;
    float at = x;
    uiDrawText( r->ui, list, ui_fontSmall, at, y, theme->dim, title );
    at += uiTextSize( r->ui, ui_fontSmall, title ).x + 0.6f * small;
    for ( int i = 0; i < r->result->columnCount; ++i )
    {
        const ssFitColumnResult* column = r->result->columns + i;
        const char* name = r->data->columns[column->column].heading;
        float wide = uiTextSize( r->ui, ui_fontSmall, name ).x;
        if ( at + wide <= x + width )
        {
            uiDrawText(
                r->ui, list, ui_fontSmall, at, y, theme->series[i % SS_COUNT( theme->series )], name );
        }
        at += wide + 0.8f * small;
        worst = fabs( column->runsZ ) > fabs( r->result->columns[worst].runsZ ) ? i : worst;
    }
    const ssFitColumnResult* column = r->result->columns + worst;
    const char* text = uiPrint( "%s%.60s: %s", r->result->columnCount > 1 ? tr( "at worst " ) : "",
        r->data->columns[column->column].heading, runsText( column ) );
    const char* shown = uiElide( r->ui, ui_fontSmall, text, width );
    uiDrawText( r->ui, list, ui_fontSmall, x, y + 1.2f * small,
        fabs( column->runsZ ) > 2.0 ? theme->warning : theme->dim, shown );
    uiMarkText( "fit.runs", text );
    return y + 2.5f * small;
}

void uiDrawResiduals( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    (void)input;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    if ( outcome == NULL || outcome->checked || outcome->refusal.code != ss_ok ||
        outcome->result->columnCount == 0 || outcome->table->data.rowCount < 2 )
    {
        return;
    }
    const ssFitData* data = &outcome->table->data;
    float small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    Residuals r = { .ui = ui,
        .result = outcome->result,
        .data = data,
        .t0 = data->times[0],
        .t1 = data->times[data->rowCount - 1],
        .most = 4.5 };
    float top = drawLegend( &r, rect.x0, rect.y0 + 0.3f * small, uiWidth( rect ), small );
    r.plot = ( uiRect ){ rect.x0 + 1.8f * small, top, rect.x1, rect.y1 - 1.3f * small };
    if ( uiHeight( r.plot ) < 2.0f * small || !( r.t1 > r.t0 ) ) { return; }
    drawGrid( &r, small );
    drawPoints( &r );
    uiMarkRect( "fit.residuals", r.plot );
}
