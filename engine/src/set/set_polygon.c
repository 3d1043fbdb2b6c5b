// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <string.h>

// A polygon that the origin sees as a whole: convex or not. Its offset is built into the prepared vertices,
// which start with the smallest polar angle; ownedAngles are their angles in (-pi, pi], ascending.

static const double s_degrees = 180.0 / SS_PI;

static double angleDeg( ssVec2 p )
{
    double angle = atan2( p.y, p.x ) * s_degrees;
    return angle < 0.0 ? angle + 360.0 : angle;
}

ssResult ssOwnSetPoints( ssSet* set, int count )
{
    int original = set->def.pointCount;
    set->owned = ssAlloc( (size_t)( count + original ) * sizeof( ssVec2 ) );
    set->ownedAngles = ssAlloc( (size_t)count * sizeof( double ) );
    if ( set->owned == NULL || set->ownedAngles == NULL )
    {
        return ssError( ss_errorMemory, NULL, "no memory for a set with %d points", count );
    }
    // The definition's points live behind the prepared ones, so that set->def stays usable.
    memcpy( set->owned + count, set->def.points, (size_t)original * sizeof( ssVec2 ) );
    set->def.points = set->owned + count;
    set->ownedCount = count;
    return ssOk();
}

/// Does the open segment a-b meet the segment c-d?
static bool segmentsCross( ssVec2 a, ssVec2 b, ssVec2 c, ssVec2 d )
{
    ssVec2 ab = ssVec2_Sub( b, a ), cd = ssVec2_Sub( d, c );
    double c1 = ssCross2( ab, ssVec2_Sub( c, a ) ), d1 = ssCross2( ab, ssVec2_Sub( d, a ) );
    double a1 = ssCross2( cd, ssVec2_Sub( a, c ) ), b1 = ssCross2( cd, ssVec2_Sub( b, c ) );
    return ( ( c1 > 0.0 ) != ( d1 > 0.0 ) ) && ( ( a1 > 0.0 ) != ( b1 > 0.0 ) );
}

static ssResult refuseCrossing( const ssVec2* p, int n, const char* key )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = i + 2; j < n; ++j )
        {
            if ( ( j + 1 ) % n != i && segmentsCross( p[i], p[i + 1], p[j], p[( j + 1 ) % n] ) )
            {
                return ssError( ss_errorValue, key,
                    "%s: the edges after points %d and %d cross, at about %.4g°; edges must not cross", key,
                    i + 1, j + 1, angleDeg( p[i + 1] ) );
            }
        }
    }
    return ssOk();
}

/// Why the origin does not see the boundary as a whole. `at` is the edge where that was noticed.
static ssResult refusePolygon( const ssSet* set, const char* key, int at )
{
    const ssVec2* p = set->owned;
    int n = set->ownedCount, winding = 0;
    ssResult crossing = refuseCrossing( p, n, key );
    if ( crossing.code != ss_ok )
    {
        return crossing;
    }
    int nearest = 0;
    double least = HUGE_VAL;
    ssVec2 foot = p[0];
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = p[i], b = p[( i + 1 ) % n], ab = ssVec2_Sub( b, a );
        bool above = ssCross2( a, b ) > 0.0;
        winding += a.y <= 0.0 && b.y > 0.0 && above ? 1 : a.y > 0.0 && b.y <= 0.0 && !above ? -1 : 0;
        double t = fmax( 0.0, fmin( 1.0, -ssVec2_Dot( a, ab ) / ssVec2_Dot( ab, ab ) ) );
        ssVec2 q = ssVec2_MulAdd( a, t, ab );
        if ( ssVec2_Length( q ) < least )
        {
            least = ssVec2_Length( q );
            nearest = i;
            foot = q;
        }
    }
    bool shifted = set->def.offsetX != 0.0 || set->def.offsetY != 0.0;
    const char* field = shifted ? "offset_x" : key;
    if ( winding == 0 || least == 0.0 )
    {
        // outside, the set lies in the direction of its nearest point; on the boundary, behind the edge's
        // normal
        ssVec2 edge = ssVec2_Sub( p[( nearest + 1 ) % n], p[nearest] );
        ssVec2 away = least > 0.0 ? ssVec2_Make( -foot.x, -foot.y ) : ssVec2_Make( edge.y, -edge.x );
        double angle = fmod( angleDeg( away ) + set->def.rotationDeg + 720.0, 360.0 );
        return ssError( ss_errorValue, field,
            "%s: the origin must lie inside the set; it lies %.4g N outside, in direction %.4g°", field,
            least * set->def.scale, angle );
    }
    double angle = fmod( angleDeg( p[at] ) + set->def.rotationDeg + 720.0, 360.0 );
    return ssError( ss_errorValue, field,
        "%s: the set is not star-shaped: at %.4g° a ray from the origin meets the boundary more than once",
        field, angle );
}

static void reverse( ssVec2* p, int n )
{
    for ( int i = 0, j = n - 1; i < j; ++i, --j )
    {
        ssVec2 swap = p[i];
        p[i] = p[j];
        p[j] = swap;
    }
}

ssResult ssPrepareSetPolygon( ssSet* set, const char* key )
{
    ssVec2* p = set->owned;
    int n = set->ownedCount;
    if ( ssPolygonArea( set ) < 0.0 )
    {
        reverse( p, n );
    }
    double c = set->cosRotation, s = set->sinRotation;
    ssVec2 offset = { c * set->def.offsetX + s * set->def.offsetY,
        c * set->def.offsetY - s * set->def.offsetX };
    for ( int i = 0; i < n; ++i )
    {
        p[i] = ssVec2_Add( p[i], offset );
    }
    set->offset = ssVec2_Make( 0.0, 0.0 );
    set->centered = true;

    // Every edge turns counter-clockwise about the origin, and all of them together once: that is
    // "star-shaped, the origin inside, no crossings" in one.
    int first = 0, descents = 0;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = p[i], b = p[( i + 1 ) % n];
        if ( !( ssCross2( a, b ) > 4e-16 * ssVec2_Length( a ) * ssVec2_Length( b ) ) )
        {
            return refusePolygon( set, key, i );
        }
        if ( atan2( b.y, b.x ) < atan2( a.y, a.x ) )
        {
            first = ( i + 1 ) % n;
            ++descents;
        }
    }
    if ( descents != 1 )
    {
        return refusePolygon( set, key, 0 );
    }
    // three reversals rotate the list so that it starts with the smallest angle
    reverse( p, first );
    reverse( p + first, n - first );
    reverse( p, n );
    for ( int i = 0; i < n; ++i )
    {
        set->ownedAngles[i] = atan2( p[i].y, p[i].x );
    }
    return ssOk();
}

static ssResult prepare( ssSet* set )
{
    const char* key = "vertices";
    int n = set->def.pointCount;
    const ssVec2* v = set->def.points;
    if ( v == NULL || n < 3 )
    {
        return ssError( ss_errorValue, key, "vertices: %d given; allowed: 3 or more", v == NULL ? 0 : n );
    }
    double size = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        if ( !isfinite( v[i].x ) || !isfinite( v[i].y ) )
        {
            return ssError( ss_errorValue, key, "vertices: point %d is (%g, %g); allowed: finite numbers",
                i + 1, v[i].x, v[i].y );
        }
        size = fmax( size, fmax( fabs( v[i].x ), fabs( v[i].y ) ) );
    }
    // a list that closes itself says its first vertex twice
    n -= n > 3 && v[0].x == v[n - 1].x && v[0].y == v[n - 1].y;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = v[( i + n - 1 ) % n], b = v[i], c = v[( i + 1 ) % n];
        if ( b.x == c.x && b.y == c.y )
        {
            return ssError( ss_errorValue, key,
                "vertices: points %d and %d at %.4g° are the same; leave one out", i + 1, ( i + 1 ) % n + 1,
                angleDeg( b ) );
        }
        ssVec2 in = ssVec2_Scale( 1.0 / size, ssVec2_Sub( b, a ) );
        ssVec2 out = ssVec2_Scale( 1.0 / size, ssVec2_Sub( c, b ) );
        // a vertex on a straight side is fine, a spike is not
        if ( ssVec2_Dot( in, out ) < 0.0 &&
            fabs( ssCross2( in, out ) ) <= 4e-16 * ssVec2_Length( in ) * ssVec2_Length( out ) )
        {
            return ssError( ss_errorValue, key,
                "vertices: the boundary turns back at point %d, %.4g°; leave it out", i + 1, angleDeg( b ) );
        }
    }
    ssResult result = ssOwnSetPoints( set, n );
    if ( result.code != ss_ok )
    {
        return result;
    }
    memcpy( set->owned, set->def.points, (size_t)n * sizeof( ssVec2 ) );
    return ssPrepareSetPolygon( set, key );
}

static ssVec2 nextVertex( const ssSet* set, int i )
{
    return set->owned[i + 1 < set->ownedCount ? i + 1 : 0];
}

/// The edge that the ray through x meets: from vertex i to the next.
static int findEdge( const ssSet* set, ssVec2 x )
{
    double angle = atan2( x.y, x.x );
    int n = set->ownedCount, low = -1, high = n;
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        low = set->ownedAngles[middle] <= angle ? middle : low;
        high = set->ownedAngles[middle] <= angle ? high : middle;
    }
    int i = low < 0 ? n - 1 : low;
    // atan2 rounds; the cross products decide
    if ( ssCross2( set->owned[i], x ) < 0.0 )
    {
        i = i > 0 ? i - 1 : n - 1;
    }
    else if ( ssCross2( x, nextVertex( set, i ) ) < 0.0 )
    {
        i = i + 1 < n ? i + 1 : 0;
    }
    return i;
}

/// x = alpha p + beta q with the ends p, q of the edge that the ray meets: k = alpha + beta.
double ssPolygonGauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    int i = findEdge( set, x );
    ssVec2 p = set->owned[i], q = nextVertex( set, i );
    double span = ssCross2( p, q );
    if ( gradient != NULL )
    {
        *gradient = ssVec2_Make( ( q.y - p.y ) / span, ( p.x - q.x ) / span );
    }
    return fmax( 0.0, ssCross2( x, q ) / span ) + fmax( 0.0, ssCross2( p, x ) / span );
}

double ssPolygonSupport( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double best = -HUGE_VAL, reach = 0.0;
    int n = set->ownedCount, at = 0;
    for ( int i = 0; i < n; ++i )
    {
        double value = ssVec2_Dot( set->owned[i], g );
        reach = fmax( reach, fabs( set->owned[i].x * g.x ) + fabs( set->owned[i].y * g.y ) );
        at = value > best ? i : at;
        best = fmax( best, value );
    }
    // the two ends of an edge differ by rounding only
    ssVec2 first = set->owned[at], last = first, along = { -g.y, g.x };
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 p = set->owned[i];
        if ( best - ssVec2_Dot( p, g ) <= 1e-15 * reach )
        {
            first = ssVec2_Dot( p, along ) < ssVec2_Dot( first, along ) ? p : first;
            last = ssVec2_Dot( p, along ) > ssVec2_Dot( last, along ) ? p : last;
        }
    }
    *ambiguous = first.x != last.x || first.y != last.y;
    *point = ssVec2_Make( 0.5 * ( first.x + last.x ), 0.5 * ( first.y + last.y ) );
    return best;
}

double ssPolygonBend( const ssSet* set, ssVec2 g )
{
    ssVec2 point;
    bool ambiguous = false;
    ssPolygonSupport( set, g, &point, &ambiguous );
    return ambiguous ? SS_NAN : 0.0;
}

/// The foot of x on the line through an edge, from its nearer end: it keeps its digits next to either vertex.
static ssVec2 footOnEdge( ssVec2 p, ssVec2 q, ssVec2 x )
{
    ssVec2 edge = ssVec2_Sub( q, p );
    double square = ssVec2_Dot( edge, edge ), t = ssVec2_Dot( ssVec2_Sub( x, p ), edge ) / square;
    return t <= 0.0 ? p
        : t >= 1.0  ? q
        : t <= 0.5  ? ssVec2_MulAdd( p, t, edge )
                    : ssVec2_MulAdd( q, ssVec2_Dot( ssVec2_Sub( x, q ), edge ) / square, edge );
}

// Outside a convex polygon exactly one normal cone holds x: a vertex's, or an edge's strip. Signs decide, not
// distances: those of a far point are equal to rounding.
ssVec2 ssPolygonProx( const ssSet* set, ssVec2 x )
{
    int n = set->ownedCount;
    double least = HUGE_VAL;
    ssVec2 nearest = x;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 p = set->owned[i], q = nextVertex( set, i ), before = set->owned[i > 0 ? i - 1 : n - 1];
        ssVec2 in = ssVec2_Sub( p, before ), out = ssVec2_Sub( q, p ), away = ssVec2_Sub( x, p );
        double passed = ssVec2_Dot( away, out );
        if ( passed <= 0.0 && ssVec2_Dot( away, in ) >= 0.0 )
        {
            return p;
        }
        if ( passed > 0.0 && ssVec2_Dot( ssVec2_Sub( x, q ), out ) < 0.0 && ssCross2( out, away ) <= 0.0 )
        {
            return footOnEdge( p, q, x );
        }
        // between a strip and a cone that rounding has drawn apart
        ssVec2 foot = footOnEdge( p, q, x );
        double distance = ssVec2_Length( ssVec2_Sub( x, foot ) );
        nearest = distance < least ? foot : nearest;
        least = fmin( least, distance );
    }
    return nearest;
}

double ssPolygonArea( const ssSet* set )
{
    double sum = 0.0;
    for ( int i = 0; i < set->ownedCount; ++i )
    {
        sum += ssCross2( set->owned[i], nextVertex( set, i ) );
    }
    return 0.5 * sum;
}

bool ssPolygonConvex( const ssSet* set, ssVec2* where )
{
    int n = set->ownedCount;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 b = set->owned[i], in = ssVec2_Sub( b, set->owned[i > 0 ? i - 1 : n - 1] );
        ssVec2 out = ssVec2_Sub( nextVertex( set, i ), b );
        // vertices on a straight line are convex, however they round
        if ( ssCross2( in, out ) < -1e-12 * ssVec2_Length( in ) * ssVec2_Length( out ) )
        {
            *where = b;
            return false;
        }
    }
    return true;
}

int ssPolygonPieceCount( const ssSet* set )
{
    return set->ownedCount;
}

ssVec2 ssPolygonPiecePoint( const ssSet* set, int piece, double u )
{
    ssVec2 p = set->owned[piece], q = nextVertex( set, piece );
    return u <= 0.0 ? p
        : u >= 1.0  ? q
                    : ssVec2_Make( ( 1.0 - u ) * p.x + u * q.x, ( 1.0 - u ) * p.y + u * q.y );
}

bool ssPolygonPolyhedral( const ssSet* set )
{
    (void)set;
    return true;
}

static const ssVec2 s_hexagon[] = { { 3.0, 0.0 }, { 2.0, 1.0 }, { -2.0, 1.0 }, { -3.0, 0.0 }, { -2.0, -1.0 },
    { 2.0, -1.0 } };

const ssSetShape ss_setShapePolygon = {
    .defaults = { .points = s_hexagon, .pointCount = SS_COUNT( s_hexagon ) },
    .prepare = prepare,
    .gauge = ssPolygonGauge,
    .support = ssPolygonSupport,
    .bend = ssPolygonBend,
    .prox = ssPolygonProx,
    .area = ssPolygonArea,
    .convex = ssPolygonConvex,
    .pieceCount = ssPolygonPieceCount,
    .piecePoint = ssPolygonPiecePoint,
    .polyhedral = ssPolygonPolyhedral,
};
