// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

// The polygon of 2k corners that replaces a friction circle. Directions e_1 … e_k, spread over the half
// circle from `angle` on, are facet normals of the circumscribed polygon and corners of the inscribed one.

/// The unit vector `at` facets after e_1: whole numbers are the ±e_j, half ones lie midway between them.
static inline ssVec2 facetDirection( int k, double angle, double at )
{
    double theta = angle + SS_PI * at / k;
    return ssVec2_Make( ssCos( theta ), ssSin( theta ) );
}

/// The 2k corners for a circle of this radius, counter-clockwise from the first at or after e_1.
static inline void facetCorners( int k, double angle, bool inscribed, double radius, ssVec2* corners )
{
    double reach = inscribed ? radius : radius / ssCos( SS_PI / ( 2.0 * k ) );
    for ( int j = 0; j < 2 * k; ++j )
    {
        corners[j] = ssVec2_Scale( reach, facetDirection( k, angle, inscribed ? j : j + 0.5 ) );
    }
}
