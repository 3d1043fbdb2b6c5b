// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "session/fit/fit_curve.h"

/// The value of a signal of a curve beside the data, on the straight
/// line between two rows; NaN outside of them.
static inline double curveAt( const sessionFitCurve* curve, int signal, double time )
{
    size_t width = (size_t)curve->signalCount + 1, column = (size_t)signal + 1;
    int low = 0, high = curve->rowCount - 1;
    if ( high < 1 || !( time >= curve->rows[0] ) || time > curve->rows[(size_t)high * width] )
    {
        return (double)NAN;
    }
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        *( curve->rows[(size_t)middle * width] <= time ? &low : &high ) = middle;
    }
    const double *a = curve->rows + (size_t)low * width, *b = curve->rows + (size_t)high * width;
    double share = b[0] > a[0] ? ( time - a[0] ) / ( b[0] - a[0] ) : 0.0;
    return a[column] + share * ( b[column] - a[column] );
}
