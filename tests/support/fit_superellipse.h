// SPDX-License-Identifier: MIT
#pragma once

#include "model/tribometer_private.h"
#include "slipstick/elementary.h"

#include <math.h>

/// Fits r > 0 at the angles theta [rad], by least squares of ln r. The errors are NaN.
static inline ssSetFit fitSuperellipse( int count, const double* theta, const double* r, bool ellipse )
{
    ssSetFit fit = { .converged = false };
    tribometerPoint* points = ssAlloc( (size_t)count * sizeof *points );
    if ( points != NULL )
    {
        double sum = 0.0;
        for ( int i = 0; i < count; ++i )
        {
            points[i] = ( tribometerPoint ){ .theta = theta[i], .logRadius = ssLog( r[i] ), .weight = 1.0 };
        }
        fit = tribometerFitC( points, count, ellipse );
        for ( int i = 0; i < count; ++i )
        {
            double e = points[i].logRadius - ssLog( ssSetFit_Radius( &fit, theta[i] ) );
            sum += e * e;
        }
        fit.rms = sqrt( sum / count );
        ssRelease( points );
    }
    fit.aError = fit.bError = fit.sError = fit.ratioError = fit.rotationError = SS_NAN;
    return fit;
}
