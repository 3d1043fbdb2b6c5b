// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <stdlib.h>

// Questions about a set as a whole: area, convexity, containment, its outline, tangents; and the convex hull.

static const double s_degrees = 180.0 / SS_PI;

static double angleOf( ssVec2 x )
{
    double angle = atan2( x.y, x.x ) * s_degrees;
    return angle < 0.0 ? angle + 360.0 : angle;
}

/// A boundary point of the shape, in the world.
static ssVec2 worldPoint( const ssSet* set, ssVec2 y )
{
    double c = set->cosRotation, s = set->sinRotation;
    return ssVec2_MulAdd( set->offset, set->def.scale, ssVec2_Make( c * y.x - s * y.y, s * y.x + c * y.y ) );
}

static ssVec2 boundaryPoint( const ssSet* set, const ssSetShape* shape, int piece, double u )
{
    return worldPoint( set, shape->piecePoint( set, piece, u ) );
}

double ssSet_Area( const ssSet* set )
{
    return set->def.scale * set->def.scale * ssGetSetShape( set->def.kind )->area( set );
}

ssSetVerdict ssSet_IsConvex( const ssSet* set )
{
    const ssSetShape* shape = ssGetSetShape( set->def.kind );
    ssVec2 where;
    if ( shape->convex == NULL || shape->convex( set, &where ) )
    {
        return ( ssSetVerdict ){ true, SS_NAN };
    }
    return ( ssSetVerdict ){ false, angleOf( worldPoint( set, where ) ) };
}

// --- containment ---

/// How far `inner` reaches in the direction of x, in units of `outer`. Does not depend on the length of x.
static double excess( const ssSet* outer, const ssSet* inner, ssVec2 x )
{
    return ssSet_Gauge( outer, x ) / ssSet_Gauge( inner, x );
}

/// The largest excess between the directions a and b, by golden section along the chord: a chord stays
/// accurate for slim sets, where angles would not.
static double peakBetween( const ssSet* outer, const ssSet* inner, ssVec2 a, ssVec2 b, ssVec2* where )
{
    const double golden = 0.61803398874989485;
    ssVec2 chord = ssVec2_Sub( b, a );
    double low = 0.0, high = 1.0, left = 1.0 - golden, right = golden;
    double fLeft = excess( outer, inner, ssVec2_MulAdd( a, left, chord ) );
    double fRight = excess( outer, inner, ssVec2_MulAdd( a, right, chord ) );
    for ( int i = 0; i < 48; ++i )
    {
        if ( fLeft >= fRight )
        {
            high = right;
            right = left;
            fRight = fLeft;
            left = high - golden * ( high - low );
            fLeft = excess( outer, inner, ssVec2_MulAdd( a, left, chord ) );
        }
        else
        {
            low = left;
            left = right;
            fLeft = fRight;
            right = low + golden * ( high - low );
            fRight = excess( outer, inner, ssVec2_MulAdd( a, right, chord ) );
        }
    }
    *where = ssVec2_MulAdd( a, fLeft >= fRight ? left : right, chord );
    return fmax( fLeft, fRight );
}

typedef struct peak
{
    double value;
    ssVec2 where;
} peak;

static void keep( peak* best, double value, ssVec2 where )
{
    if ( value > best->value )
    {
        best->value = value;
        best->where = where;
    }
}

/// Looks at the directions of one set's boundary points, which are dense where its radius changes quickly.
/// The first round only samples; the second climbs in every interval whose bend leaves room for a higher peak
/// inside.
static void searchAlong( const ssSet* outer, const ssSet* inner, const ssSet* guide, bool climb, peak* best )
{
    const ssSetShape* shape = ssGetSetShape( guide->def.kind );
    int pieces = shape->pieceCount( guide ), steps = pieces < 64 ? 512 / pieces : pieces < 256 ? 8 : 2;
    for ( int piece = 0; piece < pieces; ++piece )
    {
        ssVec2 a = boundaryPoint( guide, shape, piece, 0.0 );
        double fa = excess( outer, inner, a );
        keep( best, fa, a );
        for ( int i = 1; i <= steps; ++i )
        {
            ssVec2 b = boundaryPoint( guide, shape, piece, (double)i / steps );
            ssVec2 middle = { 0.5 * ( a.x + b.x ), 0.5 * ( a.y + b.y ) };
            double fb = excess( outer, inner, b ), fm = excess( outer, inner, middle );
            keep( best, fb, b );
            keep( best, fm, middle );
            double room = 4.0 * fabs( fa - 2.0 * fm + fb ) + 1e-3 * ( fmax( fa, fb ) - fmin( fa, fb ) );
            if ( climb && room > 1e-15 * best->value && fmax( fm, fmax( fa, fb ) ) + room >= best->value )
            {
                ssVec2 where;
                double value = peakBetween( outer, inner, a, b, &where );
                keep( best, value, where );
            }
            a = b;
            fa = fb;
        }
    }
}

double ssLargestScaleInside( const ssSet* outer, const ssSet* inner, double* angleDeg )
{
    // Both sets are star-shaped, so t D fits into C when t r_D(theta) <= r_C(theta) for all theta.
    peak best = { 0.0, { 1.0, 0.0 } };
    for ( int round = 0; round < 2; ++round )
    {
        searchAlong( outer, inner, inner, round == 1, &best );
        searchAlong( outer, inner, outer, round == 1, &best );
    }
    if ( angleDeg != NULL )
    {
        *angleDeg = angleOf( best.where );
    }
    return 1.0 / best.value;
}

ssSetVerdict ssSet_Contains( const ssSet* outer, const ssSet* inner )
{
    double angle, scale = ssLargestScaleInside( outer, inner, &angle );
    bool holds = scale >= 1.0 - 1e-12;
    return ( ssSetVerdict ){ holds, holds ? SS_NAN : angle };
}

// --- outline ---

/// Length and turning of a piece, estimated on a few chords.
static void measurePiece( const ssSet* set, const ssSetShape* shape, int piece, double* length, double* turn )
{
    int steps = shape->polyhedral != NULL && shape->polyhedral( set ) ? 1 : 12;
    ssVec2 before = shape->piecePoint( set, piece, 0.0 ), last = { 0.0, 0.0 };
    *length = *turn = 0.0;
    for ( int i = 1; i <= steps; ++i )
    {
        ssVec2 p = shape->piecePoint( set, piece, (double)i / steps ), chord = ssVec2_Sub( p, before );
        *length += ssVec2_Length( chord );
        *turn += i > 1 ? fabs( atan2( ssCross2( last, chord ), ssVec2_Dot( last, chord ) ) ) : 0.0;
        last = chord;
        before = p;
    }
}

void ssSet_Outline( const ssSet* set, int count, ssVec2* points )
{
    SS_ASSERT( count >= 0 );
    const ssSetShape* shape = ssGetSetShape( set->def.kind );
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
    // Every piece begins with a point; the others go half by length, half by turning.
    double share = 0.0;
    int used = 0, spare = count - pieces;
    for ( int i = 0; i < pieces; ++i )
    {
        measurePiece( set, shape, i, &length, &turn );
        share += totalTurn > 0.0 ? 0.5 * ( length / totalLength + turn / totalTurn ) : length / totalLength;
        int upTo = i + 1 == pieces ? count : i + 1 + (int)fmin( floor( share * spare + 0.5 ), (double)spare );
        int n = upTo - used;
        for ( int j = 0; j < n; ++j )
        {
            points[used + j] = boundaryPoint( set, shape, i, (double)j / n );
        }
        used += n > 0 ? n : 0;
    }
}

// --- tangent cone ---

ssTangentCone ssSet_TangentCone( const ssSet* set, double theta )
{
    ssVec2 ray = { cos( theta ), sin( theta ) }, gradient;
    double k = ssSet_GaugeGradient( set, ray, &gradient ), size = ssVec2_Length( gradient );
    ssVec2 along = { -gradient.y / size, gradient.x / size };
    ssTangentCone cone = { along, { -along.x, -along.y }, isfinite( k ) };

    const ssSetShape* shape = ssGetSetShape( set->def.kind );
    if ( shape->polyhedral == NULL || !shape->polyhedral( set ) || !isfinite( k ) )
    {
        return cone;
    }
    int n = shape->pieceCount( set );
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 corner = boundaryPoint( set, shape, i, 0.0 );
        // an angle in double precision cannot tell a ray any closer to a corner from the corner itself
        if ( ssVec2_Dot( corner, ray ) > 0.0 &&
            fabs( ssCross2( corner, ray ) ) <= 1e-14 * ssVec2_Length( corner ) )
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

// --- convex hull ---

/// By x, then y; points that differ in the signs of zeros alone have an order too, so that every qsort gives the same.
static int ascending( const void* a, const void* b )
{
    const ssVec2 *p = a, *q = b;
    int byX = ( p->x > q->x ) - ( p->x < q->x );
    int byY = ( p->y > q->y ) - ( p->y < q->y );
    int bySign = 2 * ( !signbit( p->x ) - !signbit( q->x ) ) + ( !signbit( p->y ) - !signbit( q->y ) );
    return byX != 0 ? byX : byY != 0 ? byY : bySign;
}

static int descending( const void* a, const void* b )
{
    return ascending( b, a );
}

static bool turnsLeft( ssVec2 a, ssVec2 b, ssVec2 c )
{
    return ssCross2( ssVec2_Sub( b, a ), ssVec2_Sub( c, b ) ) > 0.0;
}

/// The hull's chain along sorted points, moved to the front by exchanging, so that nothing gets lost.
static int scanChain( ssVec2* p, int n )
{
    int h = 1;
    for ( int i = 1; i < n; ++i )
    {
        while ( h >= 2 && !turnsLeft( p[h - 2], p[h - 1], p[i] ) )
        {
            h -= 1;
        }
        ssVec2 swap = p[i];
        p[i] = p[h];
        p[h] = swap;
        h += 1;
    }
    return h;
}

// Andrew's two chains in place (Brönnimann et al., Space-efficient planar convex hull algorithms, 2004).
int ssConvexHull( int count, const ssVec2* points, ssVec2* hull )
{
    int n = 0;
    for ( int i = 0; i < count; ++i )
    {
        ssVec2 p = points[i];
        if ( isfinite( p.x ) && isfinite( p.y ) )
        {
            hull[n++] = p;
        }
    }
    if ( n == 0 )
    {
        return 0;
    }
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
    if ( n < 3 )
    {
        return n;
    }
    int lower = scanChain( hull, n );
    qsort( hull + lower, (size_t)( n - lower ), sizeof( ssVec2 ), descending );
    int h = lower - 1 + scanChain( hull + lower - 1, n - lower + 1 );
    // close the upper chain at the leftmost point
    while ( h > lower && !turnsLeft( hull[h - 2], hull[h - 1], hull[0] ) )
    {
        h -= 1;
    }
    return h;
}
