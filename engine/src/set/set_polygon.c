// SPDX-License-Identifier: MIT
#include "set/set_shape.h"

#include <string.h>

// A star-shaped polygon; ownedVertices include the offset, ownedAngles ascend in (-pi, pi].

ssResult setOwnPoints( ssSet* set, int count )
{
    int original = set->def.pointCount;
    set->owned = ssAlloc( (size_t)( count + original ) * sizeof( ssVec2 ) );
    set->ownedAngles = ssAlloc( (size_t)count * sizeof( double ) );
    if ( set->owned == NULL || set->ownedAngles == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a set with %d points", count );
    }
    if ( original > 0 )
    {
        // The points of the definition are stored behind the vertices, so that set->def stays valid.
        memcpy( set->owned + count, set->def.points, (size_t)original * sizeof( ssVec2 ) );
        set->def.points = set->owned + count;
    }
    set->ownedCount = count;
    return ssOk();
}

/// Whether the open segment a-b meets the segment c-d.
static bool segmentsCross( ssVec2 a, ssVec2 b, ssVec2 c, ssVec2 d )
{
    ssVec2 ab = ssVec2_Sub( b, a ), cd = ssVec2_Sub( d, c );
    double c1 = ssVec2_Cross( ab, ssVec2_Sub( c, a ) ), d1 = ssVec2_Cross( ab, ssVec2_Sub( d, a ) );
    double a1 = ssVec2_Cross( cd, ssVec2_Sub( a, c ) ), b1 = ssVec2_Cross( cd, ssVec2_Sub( b, c ) );
    return ( ( c1 > 0.0 ) != ( d1 > 0.0 ) ) && ( ( a1 > 0.0 ) != ( b1 > 0.0 ) );
}

static ssResult rejectCrossing( const ssVec2* p, int n, const char* key )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = i + 2; j < n; ++j )
        {
            if ( ( j + 1 ) % n != i && segmentsCross( p[i], p[i + 1], p[j], p[( j + 1 ) % n] ) )
            {
                return ssError( ss_errorValue, key,
                    "%s: the edges after points %d and %d cross, at about %.4g°; edges must not cross", key,
                    i + 1, j + 1, setAngleDeg( p[i + 1] ) );
            }
        }
    }
    return ssOk();
}

/// The error for a polygon that is not star-shaped about the origin. `at` is an edge that shows it.
static ssResult rejectPolygon( const ssSet* set, const char* key, int at )
{
    const ssVec2* p = set->owned;
    int n = set->ownedCount, winding = 0;
    SS_TRY( rejectCrossing( p, n, key ) );
    int nearest = 0;
    double least = HUGE_VAL;
    ssVec2 foot = p[0];
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = p[i], b = p[( i + 1 ) % n], ab = ssVec2_Sub( b, a );
        bool above = ssVec2_Cross( a, b ) > 0.0;
        winding += a.y <= 0.0 && b.y > 0.0 && above ? 1 : a.y > 0.0 && b.y <= 0.0 && !above ? -1 : 0;
        double t = ssMax( 0.0, ssMin( 1.0, -ssVec2_Dot( a, ab ) / ssVec2_Dot( ab, ab ) ) );
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
        // Where the origin leaves the set: away from the nearest boundary point, or along its edge's normal.
        ssVec2 edge = ssVec2_Sub( p[( nearest + 1 ) % n], p[nearest] );
        ssVec2 away = least > 0.0 ? ssVec2_Make( -foot.x, -foot.y ) : ssVec2_Make( edge.y, -edge.x );
        double angle = fmod( setAngleDeg( away ) + set->def.rotationDeg + 720.0, 360.0 );
        return ssError( ss_errorValue, field,
            "%s: the origin must lie inside the set; it lies %.4g N outside, in direction %.4g°", field,
            least * set->def.scale, angle );
    }
    double angle = fmod( setAngleDeg( p[at] ) + set->def.rotationDeg + 720.0, 360.0 );
    return ssError( ss_errorValue, field,
        "%s: the set is not star-shaped, because at %.4g° a ray from the origin meets the boundary more than "
        "once",
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

ssResult setPreparePolygon( ssSet* set, const char* key )
{
    ssVec2* p = set->owned;
    int n = set->ownedCount;
    if ( setPolygonArea( set ) < 0.0 ) { reverse( p, n ); }
    ssVec2 offset = setToShape( set, ssVec2_Make( set->def.offsetX, set->def.offsetY ) );
    for ( int i = 0; i < n; ++i ) { p[i] = ssVec2_Add( p[i], offset ); }
    set->offset = ssVec2_Make( 0.0, 0.0 );
    set->centered = true;

    // Star-shaped about an origin inside: every edge turns counter-clockwise about it, once in all.
    int first = 0, descents = 0;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = p[i], b = p[( i + 1 ) % n];
        if ( !( ssVec2_Cross( a, b ) > 4e-16 * ssVec2_Length( a ) * ssVec2_Length( b ) ) )
        {
            return rejectPolygon( set, key, i );
        }
        if ( ssAtan2( b.y, b.x ) < ssAtan2( a.y, a.x ) )
        {
            first = ( i + 1 ) % n;
            ++descents;
        }
    }
    if ( descents != 1 ) { return rejectPolygon( set, key, 0 ); }
    // Three reversals rotate the list so that it begins with the smallest angle.
    reverse( p, first );
    reverse( p + first, n - first );
    reverse( p, n );
    for ( int i = 0; i < n; ++i ) { set->ownedAngles[i] = ssAtan2( p[i].y, p[i].x ); }
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
        size = ssMax( size, ssMax( fabs( v[i].x ), fabs( v[i].y ) ) );
    }
    // The last vertex may repeat the first one; it is dropped.
    n -= n > 3 && v[0].x == v[n - 1].x && v[0].y == v[n - 1].y;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 a = v[( i + n - 1 ) % n], b = v[i], c = v[( i + 1 ) % n];
        if ( b.x == c.x && b.y == c.y )
        {
            return ssError( ss_errorValue, key,
                "vertices: points %d and %d at %.4g° are the same; leave one out", i + 1, ( i + 1 ) % n + 1,
                setAngleDeg( b ) );
        }
        ssVec2 in = ssVec2_Scale( 1.0 / size, ssVec2_Sub( b, a ) );
        ssVec2 out = ssVec2_Scale( 1.0 / size, ssVec2_Sub( c, b ) );
        // A vertex may lie on a straight side, but a spike has no interior.
        if ( ssVec2_Dot( in, out ) < 0.0 &&
            fabs( ssVec2_Cross( in, out ) ) <= 4e-16 * ssVec2_Length( in ) * ssVec2_Length( out ) )
        {
            return ssError( ss_errorValue, key,
                "vertices: the boundary turns back at point %d, %.4g°; leave it out", i + 1,
                setAngleDeg( b ) );
        }
    }
    SS_TRY( setOwnPoints( set, n ) );
    memcpy( set->owned, set->def.points, (size_t)n * sizeof( ssVec2 ) );
    return setPreparePolygon( set, key );
}

static ssVec2 nextVertex( const ssSet* set, int i )
{
    return set->owned[i + 1 < set->ownedCount ? i + 1 : 0];
}

/// The edge that the ray through x meets. Edge i runs from vertex i to the next.
static int findEdge( const ssSet* set, ssVec2 x )
{
    double angle = ssAtan2( x.y, x.x );
    int n = set->ownedCount, low = -1, high = n;
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        low = set->ownedAngles[middle] <= angle ? middle : low;
        high = set->ownedAngles[middle] <= angle ? high : middle;
    }
    int i = low < 0 ? n - 1 : low;
    // Angles are rounded; the signs of cross products decide.
    if ( ssVec2_Cross( set->owned[i], x ) < 0.0 ) { i = i > 0 ? i - 1 : n - 1; }
    else if ( ssVec2_Cross( x, nextVertex( set, i ) ) < 0.0 ) { i = i + 1 < n ? i + 1 : 0; }
    return i;
}

/// k = alpha + beta with x = alpha p + beta q, where p and q are the ends of the edge that the ray meets.
double setPolygonGauge( const ssSet* set, ssVec2 x, ssVec2* gradient )
{
    int i = findEdge( set, x );
    ssVec2 p = set->owned[i], q = nextVertex( set, i );
    double span = ssVec2_Cross( p, q );
    if ( gradient != NULL ) { *gradient = ssVec2_Make( ( q.y - p.y ) / span, ( p.x - q.x ) / span ); }
    return ssMax( 0.0, ssVec2_Cross( x, q ) / span ) + ssMax( 0.0, ssVec2_Cross( p, x ) / span );
}

double setPolygonSupport( const ssSet* set, ssVec2 g, ssVec2* point, bool* ambiguous )
{
    double best = -HUGE_VAL, magnitude = 0.0; // of the terms in p·g, for its rounding error
    int n = set->ownedCount, at = 0;
    for ( int i = 0; i < n; ++i )
    {
        double value = ssVec2_Dot( set->owned[i], g );
        magnitude = ssMax( magnitude, fabs( set->owned[i].x * g.x ) + fabs( set->owned[i].y * g.y ) );
        at = value > best ? i : at;
        best = ssMax( best, value );
    }
    // If a whole edge attains the support, the values at its ends differ by rounding only.
    ssVec2 first = set->owned[at], last = first, along = { -g.y, g.x };
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 p = set->owned[i];
        if ( best - ssVec2_Dot( p, g ) <= 1e-15 * magnitude )
        {
            first = ssVec2_Dot( p, along ) < ssVec2_Dot( first, along ) ? p : first;
            last = ssVec2_Dot( p, along ) > ssVec2_Dot( last, along ) ? p : last;
        }
    }
    *ambiguous = first.x != last.x || first.y != last.y;
    *point = ssVec2_Make( 0.5 * ( first.x + last.x ), 0.5 * ( first.y + last.y ) );
    return best;
}

double setPolygonHessianFactor( const ssSet* set, ssVec2 g )
{
    ssVec2 point;
    bool ambiguous = false;
    setPolygonSupport( set, g, &point, &ambiguous );
    return ambiguous ? SS_NAN : 0.0;
}

/// The point of the edge p-q nearest to x, from the nearer end, for accuracy next to vertices.
static ssVec2 footOnEdge( ssVec2 p, ssVec2 q, ssVec2 x )
{
    ssVec2 edge = ssVec2_Sub( q, p );
    double square = ssVec2_Dot( edge, edge ), t = ssVec2_Dot( ssVec2_Sub( x, p ), edge ) / square;
    return t <= 0.0 ? p
        : t >= 1.0  ? q
        : t <= 0.5  ? ssVec2_MulAdd( p, t, edge )
                    : ssVec2_MulAdd( q, ssVec2_Dot( ssVec2_Sub( x, q ), edge ) / square, edge );
}

// A point outside is in the normal cone of a vertex or before one edge: signs tell, distances may tie.
ssVec2 setPolygonProx( const ssSet* set, ssVec2 x )
{
    int n = set->ownedCount;
    double least = HUGE_VAL;
    ssVec2 nearest = x;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 p = set->owned[i], q = nextVertex( set, i ), before = set->owned[i > 0 ? i - 1 : n - 1];
        ssVec2 in = ssVec2_Sub( p, before ), out = ssVec2_Sub( q, p ), away = ssVec2_Sub( x, p );
        double passed = ssVec2_Dot( away, out );
        if ( passed <= 0.0 && ssVec2_Dot( away, in ) >= 0.0 ) { return p; }
        if ( passed > 0.0 && ssVec2_Dot( ssVec2_Sub( x, q ), out ) < 0.0 && ssVec2_Cross( out, away ) <= 0.0 )
        {
            return footOnEdge( p, q, x );
        }
        // Rounding may leave a gap between a strip and a normal cone; for such a point distances decide.
        ssVec2 foot = footOnEdge( p, q, x );
        double distance = ssVec2_Length( ssVec2_Sub( x, foot ) );
        nearest = distance < least ? foot : nearest;
        least = ssMin( least, distance );
    }
    return nearest;
}

double setPolygonArea( const ssSet* set )
{
    double sum = 0.0;
    for ( int i = 0; i < set->ownedCount; ++i )
    {
        sum += ssVec2_Cross( set->owned[i], nextVertex( set, i ) );
    }
    return 0.5 * sum;
}

bool setPolygonIsConvex( const ssSet* set, ssVec2* where )
{
    int n = set->ownedCount;
    for ( int i = 0; i < n; ++i )
    {
        ssVec2 b = set->owned[i], in = ssVec2_Sub( b, set->owned[i > 0 ? i - 1 : n - 1] );
        ssVec2 out = ssVec2_Sub( nextVertex( set, i ), b );
        // Vertices on a straight line count as convex, whatever their rounding error.
        if ( ssVec2_Cross( in, out ) < -1e-12 * ssVec2_Length( in ) * ssVec2_Length( out ) )
        {
            *where = b;
            return false;
        }
    }
    return true;
}

int setPolygonPieceCount( const ssSet* set ) { return set->ownedCount; }

ssVec2 setPolygonPiecePoint( const ssSet* set, int piece, double u )
{
    ssVec2 p = set->owned[piece], q = nextVertex( set, piece );
    return u <= 0.0 ? p
        : u >= 1.0  ? q
                    : ssVec2_Make( ( 1.0 - u ) * p.x + u * q.x, ( 1.0 - u ) * p.y + u * q.y );
}

bool setPolygonHasStraightSides( const ssSet* set )
{
    (void)set;
    return true;
}

static const ssVec2 s_hexagon[] = { { 3.0, 0.0 }, { 2.0, 1.0 }, { -2.0, 1.0 }, { -3.0, 0.0 }, { -2.0, -1.0 },
    { 2.0, -1.0 } };

const setShape ss_setShapePolygon = {
    .defaults = { .points = s_hexagon, .pointCount = SS_COUNT( s_hexagon ) },
    .prepare = prepare,
    SET_POLYGON_FUNCTIONS,
};
