// SPDX-License-Identifier: MIT
#include "ui/core/slider.h"
#include "ui/core/format.h"
#include "ui/core/ui_state.h"

#include <stdlib.h>

// Replaces ImGui's slider: it works on a ratio, so that the caller chooses the scale, and pressing the grab
// without moving does not change the value.

static void drawTrack(
    uiState* ui, uiRect usable, float radius, double ratio, double tick, bool dimmed, bool lit )
{
    const uiTheme* theme = &ui->theme;
    ImDrawList* list = igGetWindowDrawList();
    float y = 0.5f * ( usable.y0 + usable.y1 ), half = fmaxf( 1.0f, roundf( 0.22f * radius ) );
    float at = ratio < 0.0 ? 0.0f : ratio > 1.0 ? 1.0f : (float)ratio;
    float x = usable.x0 + at * uiWidth( usable );
    ImU32 color = dimmed ? theme->dim : theme->accent;

    ImU32 rail = uiMix( theme->panel, theme->dim, 0.38f );
    uiFillRect( list, ( uiRect ){ usable.x0, y - half, usable.x1, y + half }, rail, half );
    uiFillRect( list, ( uiRect ){ usable.x0, y - half, x, y + half }, uiFade( color, 0.85f ), half );
    if ( tick >= 0.0 && tick <= 1.0 )
    {
        float tx = roundf( usable.x0 + (float)tick * uiWidth( usable ) );
        uiDrawLine( list, tx, y + 0.55f * radius, tx, y + 1.15f * radius,
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
    else { ImDrawList_AddCircleFilled( list, uiVec2( x, y ), radius, color, 0 ); }
}

uiSliderEvents uiSlider( uiState* ui, const char* mark, float width, double* ratio, double tick, bool dimmed )
{
    const ImGuiIO* io = igGetIO();
    float em = igGetFontSize(), radius = roundf( 0.38f * em ), height = igGetFrameHeight();
    uiSliderEvents events = { 0 };

    ImVec2 corner = uiCursor();
    uiRect usable = { corner.x + radius, corner.y, corner.x + width - radius, corner.y + height };
    float grabX = usable.x0 + (float)fmin( fmax( *ratio, 0.0 ), 1.0 ) * uiWidth( usable );

    uiAreaButton( mark, uiVec2( width, height ) );
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
            double next = io->KeyAlt && !events.pressed
                ? ui->slider.ratio + 0.1 * (double)( io->MouseDelta.x / uiWidth( usable ) )
                : (double)( ( io->MousePos.x - usable.x0 ) / uiWidth( usable ) );
            next = fmin( fmax( next, 0.0 ), 1.0 );
            ui->slider.ratio = next;
            events.changed = next != *ratio;
            *ratio = next;
        }
    }
    drawTrack( ui, usable, radius, *ratio, tick, dimmed, events.hovered || events.active );
    return events;
}

// Turns values into places on a slider and back.

static double linearPart( const ssParam* param )
{
    return 1e-3 * fmax( fabs( param->min ), fabs( param->max ) );
}

double uiSliderRatio( const ssParam* param, double value )
{
    if ( !param->logScale ) { return ( value - param->min ) / ( param->max - param->min ); }
    if ( param->min > 0.0 )
    {
        return value > 0.0 ? log( value / param->min ) / log( param->max / param->min ) : -1.0;
    }
    double s = linearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return ( asinh( value / s ) - lo ) / ( hi - lo );
}

static double valueAt( const ssParam* param, double ratio )
{
    if ( !param->logScale ) { return param->min + ratio * ( param->max - param->min ); }
    if ( param->min > 0.0 ) { return param->min * pow( param->max / param->min, ratio ); }
    double s = linearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return s * sinh( lo + ratio * ( hi - lo ) );
}

double uiDraggedValue( const ssParam* param, double ratio, float pixels )
{
    if ( ratio <= 0.0 || ratio >= 1.0 ) { return ratio <= 0.0 ? param->min : param->max; }
    double value = valueAt( param, ratio );
    if ( param->kind == ss_paramInteger ) { return round( value ); }
    double pixel = fabs( valueAt( param, fmin( 1.0, ratio + 1.0 / (double)fmaxf( pixels, 1.0f ) ) ) - value );
    double quantum = pow( 10.0, floor( log10( fmax( 2.0 * pixel, 1e-300 ) ) ) );
    quantum *= igGetIO()->KeyAlt ? 0.1 : 1.0;
    double rounded = round( value / quantum ) * quantum, exact;
    rounded = ssParseNumber( uiPrint( "%.12g", rounded ), &exact ) ? exact : rounded;
    return fmin( fmax( rounded, param->min ), param->max );
}

/// One press of an arrow key: 1/100 of a linear slider, a few per cent of a logarithmic value, or 1.
static double keyQuantum( const ssParam* param, double value )
{
    double least = param->min > 0.0 ? param->min : linearPart( param );
    double quantum = uiNiceStep(
        param->logScale ? 0.05 * fmax( fabs( value ), least ) : 0.01 * ( param->max - param->min ) );
    return param->kind == ss_paramInteger ? fmax( 1.0, round( quantum ) ) : quantum;
}

double uiKeyStep( const ssParam* param, double value, int steps, double share )
{
    for ( int i = 0; i < abs( steps ); ++i )
    {
        double direction = steps > 0 ? 1.0 : -1.0;
        // Below a power of ten the quantum is that of the smaller values.
        double q = keyQuantum( param, value - ( value * direction < 0.0 ? 1e-6 * value : 0.0 ) );
        q = param->kind == ss_paramInteger ? fmax( 1.0, round( share * q ) ) : share * q;
        double multiple = value / q;
        double next =
            q * ( direction > 0.0 ? floor( multiple + 1e-6 ) + 1.0 : ceil( multiple - 1e-6 ) - 1.0 );
        bool inside = value >= param->min && value <= param->max;
        value = inside ? fmin( fmax( next, param->min ), param->max ) : next;
    }
    double exact;
    return ssParseNumber( uiPrint( "%.12g", value ), &exact ) ? exact : value;
}
