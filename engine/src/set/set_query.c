// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

// Properties of a set as a whole: area, convexity, containment, outline and tangent cones.

/// A point of the shape, in the world frame.
static ssVec2 worldPoint( const ssSet* set, ssVec2 y )
{
    return ssVec2_MulAdd( set->offset, set->def.scale, setToWorld( set, y ) );
}

static ssVec2 boundaryPoint( const ssSet* set, const setShape* shape, int piece, double u )
{
    return worldPoint( set, shape->piecePoint( set, piece, u ) );
}

double ssSet_Area( const ssSet* set )
{
    return set->def.scale * set->def.scale * setGetShape( set->def.kind )->area( set );
}

ssSetVerdict ssSet_IsConvex( const ssSet* set )
{
    const setShape* shape = setGetShape( set->def.kind );
    ssVec2 where;
    if ( shape->isConvex == NULL || shape->isConvex( set, &where ) )
    {
        return ( ssSetVerdict ){ true, SS_NAN };
    }
    return ( ssSetVerdict ){ false, setAngleDeg( worldPoint( set, where ) ) };
}

// --- containment ---

/// r_inner/r_outer in the direction of x; the length of x has no effect.
static double radiusRatio( const ssSet* outer, const ssSet* inner, ssVec2 x )
{
    return ssSet_Gauge( outer, x ) / ssSet_Gauge( inner, x );
}

/// The largest ratio of radii from a to b: golden section along the chord, accurate also for slim sets.
static double peakBetween( const ssSet* outer, const ssSet* inner, ssVec2 a, ssVec2 b, ssVec2* where )
{
    const double golden = 0.61803398874989485;
    ssVec2 chord = ssVec2_Sub( b, a );
    double low = 0.0, high = 1.0, left = 1.0 - golden, right = golden;
    double fLeft = radiusRatio( outer, inner, ssVec2_MulAdd( a, left, chord ) );
    double fRight = radiusRatio( outer, inner, ssVec2_MulAdd( a, right, chord ) );
    for ( int i = 0; i < 48; ++i )
    {
        if ( fLeft >= fRight )
        {
            high = right;
            right = left;
            fRight = fLeft;
            left = high - golden * ( high - low );
            fLeft = radiusRatio( outer, inner, ssVec2_MulAdd( a, left, chord ) );
        }
        else
        {
            low = left;
            left = right;
            fLeft = fRight;
            right = low + golden * ( high - low );
            fRight = radiusRatio( outer, inner, ssVec2_MulAdd( a, right, chord ) );
        }
    }
    *where = ssVec2_MulAdd( a, fLeft >= fRight ? left : right, chord );
    return ssMax( fLeft, fRight );
}

/// A ratio of radii and the direction where it occurs.
typedef struct peak
{
    double value;
    ssVec2 where;
} peak;

static void keepLarger( peak* best, double value, ssVec2 where )
{
    if ( value > best->value )
    {
        best->value = value;
        best->where = where;
    }
}

/// Searches at the boundary points of `guide`, dense where its radius changes quickly. `refine`: also inside
/// intervals whose curvature allows a peak above the best so far.
static void searchAlong( const ssSet* outer, const ssSet* inner, const ssSet* guide, bool refine, peak* best )
{
    const setShape* shape = setGetShape( guide->def.kind );
    int pieces = shape->pieceCount( guide ), steps = pieces < 64 ? 512 / pieces : pieces < 256 ? 8 : 2;
    for ( int piece = 0; piece < pieces; ++piece )
    {
        ssVec2 a = boundaryPoint( guide, shape, piece, 0.0 );
        double fa = radiusRatio( outer, inner, a );
        keepLarger( best, fa, a );
        for ( int i = 1; i <= steps; ++i )
        {
            ssVec2 b = boundaryPoint( guide, shape, piece, (double)i / steps );
            ssVec2 middle = { 0.5 * ( a.x + b.x ), 0.5 * ( a.y + b.y ) };
            double fb = radiusRatio( outer, inner, b ), fm = radiusRatio( outer, inner, middle );
            keepLarger( best, fb, b );
            keepLarger( best, fm, middle );
            double room = 4.0 * fabs( fa - 2.0 * fm + fb ) + 1e-3 * ( ssMax( fa, fb ) - ssMin( fa, fb ) );
            if ( refine && room > 1e-15 * best->value && ssMax( fm, ssMax( fa, fb ) ) + room >= best->value )
            {
                ssVec2 where;
                double value = peakBetween( outer, inner, a, b, &where );
                keepLarger( best, value, where );
            }
            a = b;
            fa = fb;
        }
    }
}

double ssLargestScaleInside( const ssSet* outer, const ssSet* inner, double* angleDeg )
{
    // t D lies in C if t r_D(theta) <= r_C(theta) everywhere: samples, then refines where a peak may be.
    peak best = { 0.0, { 1.0, 0.0 } };
    for ( int round = 0; round < 2; ++round )
    {
        searchAlong( outer, inner, inner, round == 1, &best );
        searchAlong( outer, inner, outer, round == 1, &best );
    }
    if ( angleDeg != NULL ) { *angleDeg = setAngleDeg( best.where ); }
    return 1.0 / best.value;
}

ssSetVerdict ssSet_Contains( const ssSet* outer, const ssSet* inner )
{
    double angle, scale = ssLargestScaleInside( outer, inner, &angle );
    bool holds = scale >= 1.0 - 1e-12;
    return ( ssSetVerdict ){ holds, holds ? SS_NAN : angle };
}

// --- outline ---

/// The length of a piece and the angle by which it turns, estimated from a few chords.
static void measurePiece( const ssSet* set, const setShape* shape, int piece, double* length, double* turn )
{
    int steps = shape->hasStraightSides != NULL && shape->hasStraightSides( set ) ? 1 : 12;
    ssVec2 before = shape->piecePoint( set, piece, 0.0 ), last = { 0.0, 0.0 };
    *length = *turn = 0.0;
    for ( int i = 1; i <= steps; ++i )
    {
        ssVec2 p = shape->piecePoint( set, piece, (double)i / steps ), chord = ssVec2_Sub( p, before );
        *length += ssVec2_Length( chord );
        *turn += i > 1 ? fabs( ssAtan2( ssVec2_Cross( last, chord ), ssVec2_Dot( last, chord ) ) ) : 0.0;
        last = chord;
        before = p;
    }
}

void ssSet_Outline( const ssSet* set, int count, ssVec2* points )
{
    SS_ASSERT( count >= 0 );
    const setShape* shape = setGetShape( set->def.kind );
    int pieces = shape->pieceCount( set );
    if ( count < pieces )
    {
        for ( int i = 0; i < count; ++i )
        {
            points[i] = boundaryPoint( set, shape, (int)( (int64_t)i * pieces / count ), 0.0 );
        }
        return;
    }
    double totalLength = 0.0, totalTurn = 0.0, length, turn;
    for ( int i = 0; i < pieces; ++i )
    {
        measurePiece( set, shape, i, &length, &turn );
        totalLength += length;
        totalTurn += turn;
    }
    // Every piece begins with a point. The others are distributed half by length and half by turning angle.
    double share = 0.0;
    int used = 0, spare = count - pieces;
    for ( int i = 0; i < pieces; ++i )
    {
        measurePiece( set, shape, i, &length, &turn );
        share += totalTurn > 0.0 ? 0.5 * ( length / totalLength + turn / totalTurn ) : length / totalLength;
        int upTo =
            i + 1 == pieces ? count : i + 1 + (int)ssMin( floor( share * spare + 0.5 ), (double)spare );
        int n = upTo - used;
        for ( int j = 0; j < n; ++j ) { points[used + j] = boundaryPoint( set, shape, i, (double)j / n ); }
        used += n > 0 ? n : 0;
    }
}

// --- tangent cone ---

ssTangentCone ssSet_TangentCone( const ssSet* set, double theta )
{
    ssVec2 ray = { ssCos( theta ), ssSin( theta ) }, gradient;
    double k = ssSet_GaugeGradient( set, ray, &gradient ), size = ssVec2_Length( gradient );
    ssVec2 along = { -gradient.y / size, gradient.x / size };
    ssTangentCone cone = { along, { -along.x, -along.y }, isfinite( k ) };

    const setShape* shape = setGetShape( set->def.kind );
    if ( shape->hasStraightSides == NULL || !shape->hasStraightSides( set ) || !isfinite( k ) )
    {
        return cone;
    }
    int n = shape->pieceCount( set );
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 corner = boundaryPoint( set, shape, i, 0.0 );
        // Within the rounding error of an angle the ray passes through the corner.
        if ( ssVec2_Dot( corner, ray ) > 0.0 &&
            fabs( ssVec2_Cross( corner, ray ) ) <= 1e-14 * ssVec2_Length( corner ) )
        {
            ssVec2 next = ssVec2_Sub( boundaryPoint( set, shape, ( i + 1 ) % n, 0.0 ), corner );
            ssVec2 back = ssVec2_Sub( boundaryPoint( set, shape, ( i + n - 1 ) % n, 0.0 ), corner );
            cone.left = ssVec2_Scale( 1.0 / ssVec2_Length( next ), next );
            cone.right = ssVec2_Scale( 1.0 / ssVec2_Length( back ), back );
            cone.smooth = false;
            return cone;
        }
    }
    return cone;
}
