// SPDX-License-Identifier: MIT
#include "ui/core/slider_scale.h"

#include "ui/core/format.h"
#include "ui/core/imgui.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Turns values into places on a slider and back.

double uiSliderLinearPart( const ssParam* param )
{
    return 1e-3 * fmax( fabs( param->min ), fabs( param->max ) );
}

double uiSliderRatio( const ssParam* param, double value )
{
    if ( !param->logScale )
    {
        return ( value - param->min ) / ( param->max - param->min );
    }
    if ( param->min > 0.0 )
    {
        return value > 0.0 ? log( value / param->min ) / log( param->max / param->min ) : -1.0;
    }
    double s = uiSliderLinearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return ( asinh( value / s ) - lo ) / ( hi - lo );
}

static double valueAt( const ssParam* param, double ratio )
{
    if ( !param->logScale )
    {
        return param->min + ratio * ( param->max - param->min );
    }
    if ( param->min > 0.0 )
    {
        return param->min * pow( param->max / param->min, ratio );
    }
    double s = uiSliderLinearPart( param ), lo = asinh( param->min / s ), hi = asinh( param->max / s );
    return s * sinh( lo + ratio * ( hi - lo ) );
}

double uiDraggedValue( const ssParam* param, double ratio, float pixels )
{
    if ( ratio <= 0.0 || ratio >= 1.0 )
    {
        return ratio <= 0.0 ? param->min : param->max;
    }
    double value = valueAt( param, ratio );
    if ( param->kind == ss_paramInteger )
    {
        return round( value );
    }
    double pixel = fabs( valueAt( param, fmin( 1.0, ratio + 1.0 / (double)fmaxf( pixels, 1.0f ) ) ) - value );
    double quantum = pow( 10.0, floor( log10( fmax( 2.0 * pixel, 1e-300 ) ) ) );
    if ( igGetIO()->KeyAlt )
    {
        quantum *= 0.1;
    }
    double rounded = round( value / quantum ) * quantum, exact;
    rounded = ssParseNumber( uiPrint( "%.12g", rounded ), &exact ) ? exact : rounded;
    return fmin( fmax( rounded, param->min ), param->max );
}

/// What one press of an arrow key changes: about a hundredth of a linear slider, a few per cent of a
/// logarithmic value; one where the number is an integer.
static double keyQuantum( const ssParam* param, double value )
{
    double least = param->min > 0.0 ? param->min : uiSliderLinearPart( param );
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
