// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <stdlib.h>

/// Orders by x, y, then the signs of zeros, so that every qsort gives the same result.
static int ascending( const void* a, const void* b )
{
    const ssVec2 *p = a, *q = b;
    int byX = ( p->x > q->x ) - ( p->x < q->x );
    int byY = ( p->y > q->y ) - ( p->y < q->y );
    int bySign = 2 * ( !signbit( p->x ) - !signbit( q->x ) ) + ( !signbit( p->y ) - !signbit( q->y ) );
    return byX != 0 ? byX : byY != 0 ? byY : bySign;
}

static int descending( const void* a, const void* b ) { return ascending( b, a ); }

static bool turnsLeft( ssVec2 a, ssVec2 b, ssVec2 c )
{
    return ssVec2_Cross( ssVec2_Sub( b, a ), ssVec2_Sub( c, b ) ) > 0.0;
}

/// Swaps the chain of sorted points to the front, which keeps the others, and returns its length.
static int scanChain( ssVec2* p, int n )
{
    int h = 1;
    for ( int i = 1; i < n; ++i )
    {
        while ( h >= 2 && !turnsLeft( p[h - 2], p[h - 1], p[i] ) ) { h -= 1; }
        ssVec2 swap = p[i];
        p[i] = p[h];
        p[h] = swap;
        h += 1;
    }
    return h;
}

// Andrew's algorithm, in place (Brönnimann et al., Space-efficient planar convex hull algorithms, 2004).
int ssConvexHull( int count, const ssVec2* points, ssVec2* hull )
{
    int n = 0;
    for ( int i = 0; i < count; ++i )
    {
        ssVec2 p = points[i];
        if ( isfinite( p.x ) && isfinite( p.y ) ) { hull[n++] = p; }
    }
    if ( n == 0 ) { return 0; }
    qsort( hull, (size_t)n, sizeof( ssVec2 ), ascending );
    int unique = 1;
    for ( int i = 1; i < n; ++i )
    {
        if ( hull[i].x != hull[unique - 1].x || hull[i].y != hull[unique - 1].y )
        {
            hull[unique++] = hull[i];
        }
    }
    n = unique;
    if ( n < 3 ) { return n; }
    int lower = scanChain( hull, n );
    qsort( hull + lower, (size_t)( n - lower ), sizeof( ssVec2 ), descending );
    int h = lower - 1 + scanChain( hull + lower - 1, n - lower + 1 );
    // The upper chain ends at the leftmost point.
    while ( h > lower && !turnsLeft( hull[h - 2], hull[h - 1], hull[0] ) ) { h -= 1; }
    return h;
}
