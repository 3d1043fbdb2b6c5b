// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

// Axes, ticks and titles of a pane, for plots over time and for charts.

static double tickStep( double lo, double hi, float pixels, float spacing )
{
    return uiNiceStep( ( hi - lo ) * (double)( spacing / fmaxf( pixels, 1.0f ) ) );
}

/// `size`: the largest number on the axis; `factor`: of its unit.
static const char* tickText( double value, double step, double size, double factor )
{
    value /= factor;
    step /= factor;
    size /= factor;
    value = fabs( value ) < 1e-6 * step ? 0.0 : value;
    if ( size >= 1e6 || size < 1e-3 )
    {
        int digits = 1 + (int)ceil( log10( size / step ) - 1e-9 );
        return uiFormatDigits( value, digits < 1 ? 1 : digits > 12 ? 12 : digits );
    }
    int decimals = (int)ceil( -log10( step ) - 1e-9 );
    return uiPrint( "%.*f", decimals < 0 ? 0 : decimals, value );
}

/// A pane that is low has at least two numbers at its axis, unless there is nothing to tell apart.
static double valueStep( const uiPane* p )
{
    double step = tickStep( p->y0, p->y1, uiHeight( p->data ), 1.8f * p->em );
    bool few = floor( p->y1 / step + 1e-9 ) - ceil( p->y0 / step - 1e-9 ) < 1.0;
    return p->zero ? 2.0 : few ? uiNiceStep( 0.3 * step ) : step;
}

// Returns the width of the widest label of the y axis, which decides where the data area begins.
static float valueLabelWidth( uiPane* p, double step )
{
    float width = 0.0f;
    double size = fmax( fabs( p->y0 ), fabs( p->y1 ) );
    for ( double k = ceil( p->y0 / step - 1e-9 ); k <= floor( p->y1 / step + 1e-9 ); k += 1.0 )
    {
        width =
            fmaxf( width, uiTextSize( p->ui, ui_fontSmall, tickText( k * step, step, size, p->yFactor ) ).x );
    }
    return width;
}

/// Divides the pane below `lines` of legend.
static void layOutArea( uiPane* p, int lines, float besides )
{
    float pad = roundf( 0.45f * p->em );
    p->strip.y1 = p->rect.y1 - pad - p->small - roundf( 0.15f * p->em );
    p->strip.y0 = p->regime.column ? p->strip.y1 - roundf( 1.12f * p->small ) : p->strip.y1;
    p->data.y0 = p->rect.y0 + pad + roundf( 1.45f * p->small ) + (float)lines * uiLegendLine( p );
    p->data.y1 = fmaxf( p->data.y0 + 8.0f, p->strip.y0 - ( p->regime.column ? 2.0f : 0.0f ) );
    double step = valueStep( p );
    p->data.x0 =
        p->rect.x0 + pad + fmaxf( valueLabelWidth( p, step ), 2.0f * p->em ) + roundf( 0.4f * p->em );
    p->data.x1 = fmaxf( p->data.x0 + 8.0f, p->rect.x1 - roundf( 0.8f * p->em ) - besides );
    p->strip.x0 = p->data.x0;
    p->strip.x1 = p->data.x1;
}

void uiPlotLayout( uiPane* p )
{
    p->yUnit = p->unit;
    p->yFactor = uiScaleUnit( fmax( fabs( p->y0 - p->base ), fabs( p->y1 - p->base ) ), &p->yUnit );
    layOutArea( p, 0, 0.0f );
    uiChooseLegendPlace( p );
    if ( p->legend.place == ui_legendBeside || p->legend.lines > 0 )
    {
        layOutArea(
            p, p->legend.lines, p->legend.place == ui_legendBeside ? roundf( uiLegendBeside( p ) ) : 0.0f );
    }
    uiPlaceLegend( p );
}

/// The width of the lines of the grid, which grow with the text.
static float hairline( const uiPane* p ) { return fmaxf( 1.0f, roundf( 0.045f * p->em ) ); }

static void drawYAxis( uiPane* p )
{
    uiRect d = p->data;
    ImU32 grid = uiFade( p->ui->theme.text, 0.10f ), zero = uiFade( p->ui->theme.text, 0.25f );
    double step = valueStep( p ), size = fmax( fabs( p->y0 ), fabs( p->y1 ) );
    for ( double k = ceil( p->y0 / step - 1e-9 ); k <= floor( p->y1 / step + 1e-9 ); k += 1.0 )
    {
        float y = roundf( paneY( p, k * step ) );
        const char* text = tickText( k * step, step, size, p->yFactor );
        float width = uiTextSize( p->ui, ui_fontSmall, text ).x;
        uiFillRect( p->list, ( uiRect ){ d.x0, y, d.x1, y + hairline( p ) }, k == 0.0 ? zero : grid, 0.0f );
        if ( y - 0.5f * p->small >= d.y0 - 0.6f * p->small && y + 0.5f * p->small <= d.y1 + 0.6f * p->small )
        {
            uiDrawText( p->ui, p->list, ui_fontSmall, d.x0 - width - 0.4f * p->em, y - 0.5f * p->small,
                p->ui->theme.dim, text );
        }
    }
}

static void drawXAxis( uiPane* p )
{
    uiRect d = p->data;
    ImU32 grid = uiFade( p->ui->theme.text, 0.10f ), zero = uiFade( p->ui->theme.text, 0.25f );
    const char* text = "";
    float labelY = p->strip.y1 + roundf( 0.15f * p->em );
    const char* unit = p->xUnit;
    double size = fmax( fabs( p->x0 ), fabs( p->x1 ) ), factor = p->logX ? 1.0 : uiScaleUnit( size, &unit );
    const char* title = uiAxisTitle( p->xLabel, unit );
    float titleX = d.x1 - uiTextSize( p->ui, ui_fontSmall, title ).x;
    uiDrawText( p->ui, p->list, ui_fontSmall, titleX, labelY, p->ui->theme.dim, title );
    double step = tickStep( p->x0, p->x1, uiWidth( d ), 4.2f * p->em );
    step = p->logX ? fmax( 1.0, ceil( step ) ) : step; // whole decades
    for ( double k = ceil( p->x0 / step - 1e-9 ); k <= floor( p->x1 / step + 1e-9 ); k += 1.0 )
    {
        float x = roundf( p->data.x0 + (float)( ( k * step - p->x0 ) / ( p->x1 - p->x0 ) ) * uiWidth( d ) );
        text = p->logX ? uiFormatNumber( pow( 10.0, k * step ) ) : tickText( k * step, step, size, factor );
        float width = uiTextSize( p->ui, ui_fontSmall, text ).x;
        uiFillRect( p->list, ( uiRect ){ x, d.y0, x + hairline( p ), d.y1 },
            p->ownX && k == 0.0 && !p->logX ? zero : grid, 0.0f );
        if ( x + 0.5f * width < titleX - 0.5f * p->em )
        {
            // a wide number would meet the lowest one of the other axis
            float left = fmaxf( x - 0.5f * width, d.x0 - 0.3f * p->em );
            uiDrawText( p->ui, p->list, ui_fontSmall, left, labelY, p->ui->theme.dim, text );
        }
    }
}

const char* uiPaneTitle( const uiPane* p )
{
    return uiPrint( "%s [%s]", p->title, p->yUnit[0] ? p->yUnit : "–" );
}

/// As much of the title as fits; the unit stays while there is room for some letters before it. A narrow pane
/// is no fault of the words: this does not count as cut off, and a tooltip has the whole title.
static const char* shortenTitle( const uiPane* p, float width )
{
    int cut = p->ui->cutTexts;
    const char* unit = uiPrint( " [%s]", p->yUnit[0] ? p->yUnit : "–" );
    float room = width - uiTextSize( p->ui, ui_fontSmall, unit ).x;
    const char* text = room > 3.0f * p->em
        ? uiPrint( "%s%s", uiElide( p->ui, ui_fontSmall, p->title, room ), unit )
        : uiElide( p->ui, ui_fontSmall, uiPaneTitle( p ), width );
    p->ui->cutTexts = cut;
    return text;
}

static void drawTitle( uiPane* p )
{
    const char* text = uiPaneTitle( p );
    float titleY = p->rect.y0 + roundf( 0.45f * p->em ),
          titleWidth = uiTextSize( p->ui, ui_fontSmall, text ).x;
    // The title begins above the data; in a narrow pane it may begin further left.
    float end = p->rect.x1 - 2.0f - p->ui->plots->cornerWidth;
    float left = fmaxf( fminf( p->data.x0, end - titleWidth ), p->rect.x0 + 2.0f );
    if ( titleWidth > end - left )
    {
        ImVec2 low = uiVec2( left, p->rect.y0 ), high = uiVec2( end, titleY + p->small );
        if ( igIsWindowHovered( 0 ) && igIsMouseHoveringRect( low, high, true ) ) { uiTooltip( "%s", text ); }
        text = shortenTitle( p, end - left );
    }
    uiDrawText( p->ui, p->list, ui_fontSmall, left, titleY, p->ui->theme.text, text );
}

void uiPlotAxes( uiPane* p )
{
    uiFillRect( p->list, p->data, p->ui->theme.background, 0.0f );
    drawYAxis( p );
    drawXAxis( p );
    drawTitle( p );
}
