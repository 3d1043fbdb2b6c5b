// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// A boundary measured at given angles, as on a tribometer: the polygon through the samples (theta, r).
// Dynamics needs 360 samples or more, because sliding directions are constant between the corners of D.

static ssResult checkSamples( const ssVec2* samples, int n )
{
    const char* key = "samples";
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 v = samples[i];
        if ( !isfinite( v.x ) || !( v.y > 0.0 && isfinite( v.y ) ) )
        {
            return ssError( ss_errorValue, key,
                "samples: sample %d has theta = %g°, r = %g; allowed: a finite theta and a finite r > 0",
                i + 1, v.x * SET_DEGREES, v.y );
        }
        if ( i > 0 && !( v.x > samples[i - 1].x ) )
        {
            return ssError( ss_errorValue, key, "samples: theta = %g° follows %g°; angles must ascend",
                v.x * SET_DEGREES, samples[i - 1].x * SET_DEGREES );
        }
        double gap = i + 1 < n ? samples[i + 1].x - v.x : samples[0].x + 2.0 * SS_PI - v.x;
        if ( i + 1 == n && !( gap > 0.0 ) )
        {
            return ssError( ss_errorValue, key,
                "samples: angles run from %g° to %g°; allowed: less than 360°", samples[0].x * SET_DEGREES,
                v.x * SET_DEGREES );
        }
        if ( gap >= SS_PI * ( 1.0 - 1e-12 ) )
        {
            return ssError( ss_errorValue, key,
                "samples: nothing between %g° and %g°; gaps must be smaller than 180°", v.x * SET_DEGREES,
                ( v.x + gap ) * SET_DEGREES );
        }
    }
    return ssOk();
}

static ssResult prepare( ssSet* set )
{
    const ssVec2* samples = set->def.points;
    int n = samples != NULL ? set->def.pointCount : 0;
    // The last sample may repeat the first one a full turn later; it is dropped.
    if ( n > 3 && fabs( samples[n - 1].x - samples[0].x - 2.0 * SS_PI ) <= 1e-9 &&
        fabs( samples[n - 1].y - samples[0].y ) <= 1e-9 * samples[0].y )
    {
        n -= 1;
    }
    if ( n < 3 )
    {
        return ssError( ss_errorValue, "samples", "samples: %d given; allowed: 3 or more", n > 0 ? n : 0 );
    }
    SS_TRY( checkSamples( samples, n ) );
    SS_TRY( setOwnPoints( set, n ) );
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 v = set->def.points[i];
        set->owned[i] = ssVec2_Make( v.y * ssCos( v.x ), v.y * ssSin( v.x ) );
    }
    return setPreparePolygon( set, "samples" );
}

// The default: twelve samples of the ellipse with semi-axes 3 and 2.
static const ssVec2 s_samples[] = { { 0.0, 3.0 }, { 0.5235987755982988, 2.6186146828319083 },
    { 1.0471975511965976, 2.1602468994692870 }, { 1.5707963267948966, 2.0 },
    { 2.0943951023931953, 2.1602468994692870 }, { 2.6179938779914940, 2.6186146828319083 },
    { 3.1415926535897931, 3.0 }, { 3.6651914291880918, 2.6186146828319083 },
    { 4.1887902047863905, 2.1602468994692870 }, { 4.7123889803846897, 2.0 },
    { 5.2359877559829880, 2.1602468994692870 }, { 5.7595865315812871, 2.6186146828319083 } };

const setShape ss_setShapePolar = {
    .defaults = { .points = s_samples, .pointCount = SS_COUNT( s_samples ) },
    .prepare = prepare,
    SET_POLYGON_FUNCTIONS,
};
