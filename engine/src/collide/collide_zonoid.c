// SPDX-License-Identifier: MIT
#include "collide/collide_private.h"

// The separation of a cylinder and a box, cylinder or capsule. Their cores are sums of segments (the axes
// of a box, the axis of a cylinder or capsule) and of a disc (of a cylinder). So is their Minkowski
// difference, a zonoid, and f(n) of collide_gjk.c is
//
//     f(n) = n·c - sum_k h_k |n·e_k| - sum_j r_j |n × z_j|,
//
// with segments of half length h_k along e_k and discs of radius r_j about z_j. As f is n·c less an even
// function, its maximum has n·c >= 0. It has kinks on the great circles n·e_k = 0 (edges and side lines) and
// at n = ± z_j (caps), and is smooth elsewhere. A maximum is therefore one of these:
// - a corner: a face, a cap, or a normal where two circles cross. All are tried;
// - stationary on an arc of a circle between such corners, where Newton's method finds
//   it if the slopes at the ends enclose it;
// - stationary between the circles. If the solids are apart, the normals better than the best one of all
//   corners and circles are a convex set, within which no n·e_k changes its sign: Newton's method with these
//   signs, begun on the steepest way up, finds the maximum. If they overlap, f < 0 is a maximum only with
//   curvature in both directions, which takes two rims. There may be several, and the method begins at four
//   normals.

#define MAX_SEGMENTS 6
#define MAX_SPLITS 12 // of a circle: other segments, discs, c and the two ends of the half with n·c >= 0
#define MAX_ARC_ITERATIONS 40 // Newton's steps on an arc; a few are needed
#define MAX_BENDS 12          // steps towards an inflection of f
#define MAX_ITERATIONS 30 // Newton's steps between the circles, of solids that may be apart; a few are needed
#define MAX_RIM_ITERATIONS 10 // the same, of rims that overlap
#define MAX_PASSES 60         // over the kinks at a normal
#define PARALLEL 1e-9         // sine below which directions are parallel
#define ON_KINK 1e-8          // of n·e or |n × z| below which n is on a kink
#define NEAR_TIP 0.2          // of |n × z| below which a cap is what Newton's steps will find
#define WORSE 0.5             // of the size by which a normal may be worse than one near it
#define BETTER 1e-10          // of the size by which a normal must beat those before it

typedef struct Zonoid
{
    ssVec3 c;
    int segments, discs; ///< those of A come first
    int segmentsOfA, discsOfA;
    ssVec3 e[MAX_SEGMENTS], z[2]; ///< unit vectors
    double h[MAX_SEGMENTS], r[2]; ///< half lengths and radii
    double size;                  ///< of the smaller solid
} Zonoid;

/// v less its part along the unit vector n.
static ssVec3 across( ssVec3 v, ssVec3 n ) { return ssVec3_MulAdd( v, -ssVec3_Dot( v, n ), n ); }

static void addSolid( Zonoid* all, const Solid* s )
{
    const ssShape* shape = s->shape;
    if ( shape->kind == ss_shapeBox )
    {
        const double half[3] = { shape->half.x, shape->half.y, shape->half.z };
        for ( int i = 0; i < 3; ++i )
        {
            all->e[all->segments] = matrixColumn( &s->m, i );
            all->h[all->segments++] = half[i];
        }
        return;
    }
    all->e[all->segments] = s->m.cz;
    all->h[all->segments++] = shape->halfLength;
    if ( shape->kind == ss_shapeCylinder )
    {
        all->z[all->discs] = s->m.cz;
        all->r[all->discs++] = shape->radius;
    }
}

static double gapAlong( const Zonoid* all, ssVec3 n )
{
    double f = ssVec3_Dot( n, all->c );
    for ( int k = 0; k < all->segments; ++k ) { f -= all->h[k] * fabs( ssVec3_Dot( n, all->e[k] ) ); }
    for ( int j = 0; j < all->discs; ++j ) { f -= all->r[j] * ssVec3_Length( across( n, all->z[j] ) ); }
    return f;
}

/// Keeps n, which is turned to c, if the gap along it is larger.
static void consider( const Zonoid* all, ssVec3 n, Separation* best )
{
    n = ssVec3_Dot( n, all->c ) < 0.0 ? ssVec3_Scale( -1.0, n ) : n;
    double gap = gapAlong( all, n );
    if ( gap > best->gap + BETTER * all->size )
    {
        best->normal = n;
        best->gap = gap;
    }
}

/// The faces of boxes, the caps, and the common normals of one segment of each.
static void considerCorners( const Zonoid* all, Separation* best )
{
    for ( int k = 0; k < all->segments; ++k ) { consider( all, all->e[k], best ); }
    for ( int k = 0; k < all->segmentsOfA; ++k )
    {
        for ( int i = all->segmentsOfA; i < all->segments; ++i )
        {
            ssVec3 n = ssVec3_Cross( all->e[k], all->e[i] );
            if ( ssVec3_Length( n ) > PARALLEL )
            {
                // Rounding leaves the product of nearly parallel vectors not perpendicular to them.
                consider( all, ssVec3_Normalize( across( ssVec3_Normalize( n ), all->e[k] ) ), best );
            }
        }
    }
}

typedef struct Plane
{
    double x, y;
} Plane;

/// The great circle n·e_k = 0 in coordinates of its plane, in which c is (c, 0).
typedef struct Circle
{
    const Zonoid* all;
    ssVec3 middle, ahead; ///< unit vectors of the plane
    double c;
    Plane e[MAX_SEGMENTS], z[2];
    double height[2]; ///< of z_j above the plane, squared
} Circle;

/// f and its slopes where the circle is passed with the sun. At a kink the slope is less ahead than behind.
typedef struct Slope
{
    double f, ahead, behind, curvature;
} Slope;

typedef struct Split
{
    Plane n;
    Slope slope;
} Split;

static Circle circleAbout( const Zonoid* all, int k )
{
    Circle circle = { .all = all, .middle = across( all->c, all->e[k] ) };
    ssVec3 e = all->e[k];
    if ( ssVec3_Length( circle.middle ) <= PARALLEL * all->size )
    {
        circle.middle =
            across( fabs( e.x ) < 0.6 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 ), e );
    }
    circle.middle = ssVec3_Normalize( circle.middle );
    circle.ahead = ssVec3_Cross( e, circle.middle );
    circle.c = ssVec3_Dot( all->c, circle.middle );
    for ( int i = 0; i < all->segments; ++i )
    {
        circle.e[i] =
            ( Plane ){ ssVec3_Dot( all->e[i], circle.middle ), ssVec3_Dot( all->e[i], circle.ahead ) };
    }
    for ( int j = 0; j < all->discs; ++j )
    {
        double height = ssVec3_Dot( all->z[j], e );
        circle.z[j] =
            ( Plane ){ ssVec3_Dot( all->z[j], circle.middle ), ssVec3_Dot( all->z[j], circle.ahead ) };
        circle.height[j] = height * height;
    }
    return circle;
}

static double along( Plane a, Plane b ) { return a.x * b.x + a.y * b.y; }

static double turned( Plane a, Plane b ) { return a.x * b.y - a.y * b.x; }

static ssVec3 inSpace( const Circle* circle, Plane n )
{
    return ssVec3_MulAdd( ssVec3_Scale( n.x, circle->middle ), n.y, circle->ahead );
}

static Slope slopeAt( const Circle* circle, Plane n )
{
    const Zonoid* all = circle->all;
    double f = n.x * circle->c, slope = -n.y * circle->c, jump = 0.0, curvature = 0.0;
    for ( int k = 0; k < all->segments; ++k )
    {
        double x = along( n, circle->e[k] ), change = turned( n, circle->e[k] );
        f -= all->h[k] * fabs( x );
        if ( fabs( x ) <= ON_KINK ) { jump += all->h[k] * fabs( change ); }
        else { slope -= all->h[k] * ( x > 0.0 ? change : -change ); }
    }
    for ( int j = 0; j < all->discs; ++j )
    {
        // z = x n + change t + height e, so that |n × z|² = change² + height².
        double x = along( n, circle->z[j] ), change = turned( n, circle->z[j] );
        double square = change * change + circle->height[j], length = sqrt( square );
        f -= all->r[j] * length;
        if ( length <= ON_KINK )
        {
            jump += all->r[j] * fabs( x );
            continue;
        }
        slope += all->r[j] * ( x * change / length );
        curvature -= all->r[j] * ( circle->height[j] / ( square * length ) );
    }
    return ( Slope ){ f, slope - jump, slope + jump, curvature - f };
}

/// Keeps n if the gap along it is larger.
static void considerSplit( const Circle* circle, const Split* split, Separation* best )
{
    if ( split->slope.f > best->gap + BETTER * circle->all->size )
    {
        best->normal = ssVec3_Normalize( inSpace( circle, split->n ) );
        best->gap = split->slope.f;
    }
}

static Plane unitPlane( double x, double y )
{
    double length = sqrt( x * x + y * y );
    return ( Plane ){ x / length, y / length };
}

/// Considers the maximum of f on the arc from p to q, where the slope changes its sign.
static void considerArc( const Circle* circle, Plane p, Plane q, Separation* best )
{
    Split at = { .n = unitPlane( p.x + q.x, p.y + q.y ) };
    for ( int i = 0; i < MAX_ARC_ITERATIONS; ++i )
    {
        at.slope = slopeAt( circle, at.n );
        Slope s = at.slope;
        if ( fabs( s.ahead ) <= 1e-13 * circle->all->size ) { break; }
        p = s.ahead > 0.0 ? at.n : p;
        q = s.ahead > 0.0 ? q : at.n;
        // Newton's step, unless f is convex or it leaves the bracket.
        double step = -s.ahead / s.curvature;
        Plane next = { at.n.x - step * at.n.y, at.n.y + step * at.n.x };
        bool within = s.curvature < 0.0 && turned( p, next ) > 0.0 && turned( next, q ) > 0.0;
        next = within ? unitPlane( next.x, next.y ) : unitPlane( p.x + q.x, p.y + q.y );
        double change = turned( at.n, next );
        at.n = next;
        if ( fabs( change ) < 1e-13 ) { break; }
    }
    at.slope = slopeAt( circle, at.n );
    considerSplit( circle, &at, best );
}

/// Where the tangents at p and q meet, above which f cannot be, since n·w is concave on a line that touches
/// the circle; false: f is nowhere better than `least` between them.
static bool tangentsMeet( const Split* p, const Split* q, double least, Plane* n )
{
    double pf = p->slope.f, ps = p->slope.ahead, qf = q->slope.f, qs = q->slope.behind;
    Plane atP = { pf * p->n.x - ps * p->n.y, pf * p->n.y + ps * p->n.x };
    Plane atQ = { qf * q->n.x - qs * q->n.y, qf * q->n.y + qs * q->n.x };
    Plane meet = { atQ.y - atP.y, atP.x - atQ.x };
    double length = sqrt( along( meet, meet ) );
    if ( !( length > 0.0 ) ) { return false; }
    double sign = along( meet, p->n ) + along( meet, q->n ) < 0.0 ? -1.0 / length : 1.0 / length;
    *n = ( Plane ){ sign * meet.x, sign * meet.y };
    return along( *n, atP ) > least;
}

/// Looks for a maximum on an arc whose end slopes have one sign. f is concave near the projection of a disc's
/// axis and may be convex farther away: a maximum exists if the slope at the inflection has the other sign.
static void considerBend( const Circle* circle, Split p, Split q, Separation* best )
{
    bool rises = p.slope.ahead > 0.0;
    Split middle;
    for ( int i = 0;
          i < MAX_BENDS && tangentsMeet( &p, &q, best->gap + BETTER * circle->all->size, &middle.n ); ++i )
    {
        middle.slope = slopeAt( circle, middle.n );
        if ( rises != ( middle.slope.ahead > 0.0 ) )
        {
            considerArc( circle, rises ? p.n : middle.n, rises ? middle.n : q.n, best );
            break;
        }
        p = rises == ( middle.slope.curvature < 0.0 ) ? middle : p;
        q = rises == ( middle.slope.curvature < 0.0 ) ? q : middle;
    }
}

/// Adds the direction (x, y), turned to c, in order, unless it is as good as 0.
static void addSplit( Split* splits, int* count, double x, double y )
{
    double length = sqrt( x * x + y * y );
    if ( length <= PARALLEL ) { return; }
    double sign = ( x < 0.0 ? -1.0 : 1.0 ) / length;
    Plane n = { sign * x, sign * y };
    int i = ( *count )++;
    for ( ; i > 0 && splits[i - 1].n.y > n.y; --i ) { splits[i].n = splits[i - 1].n; }
    splits[i].n = n;
}

/// Considers all maxima of f on the circle n·e_k = 0, of which the half with n·c >= 0 is enough.
static void considerCircle( const Zonoid* all, int k, Separation* best )
{
    Circle circle = circleAbout( all, k );
    Split splits[MAX_SPLITS] = { { .n = { 0.0, -1.0 } } };
    int count = 1;
    addSplit( splits, &count, 1.0, 0.0 );
    for ( int i = 0; i < all->segments; ++i )
    {
        addSplit( splits, &count, i != k ? -circle.e[i].y : 0.0, i != k ? circle.e[i].x : 0.0 );
    }
    for ( int j = 0; j < all->discs; ++j ) { addSplit( splits, &count, circle.z[j].x, circle.z[j].y ); }
    splits[count++].n = ( Plane ){ 0.0, 1.0 };
    for ( int i = 0; i < count; ++i )
    {
        splits[i].slope = slopeAt( &circle, splits[i].n );
        considerSplit( &circle, splits + i, best );
    }
    for ( int i = 1; i < count; ++i )
    {
        const Split *p = splits + i - 1, *q = splits + i;
        double rise = p->slope.ahead, fall = -q->slope.behind;
        Plane n;
        // An arc of f < 0 that is higher than its ends is so at the crossing of the tangents.
        if ( best->gap < 0.0 && !tangentsMeet( p, q, best->gap + BETTER * all->size, &n ) ) { continue; }
        if ( rise > 0.0 && fall > 0.0 ) { considerArc( &circle, p->n, q->n, best ); }
        else if ( best->gap < 0.0 && rise * fall < 0.0 ) { considerBend( &circle, *p, *q, best ); }
    }
}

/// Points of the segments and discs that make w, the point of the difference with n·w = f(n) that is nearest
/// to the line of n. Its part across n, `way`, is the steepest way up.
typedef struct Supports
{
    ssVec3 way;
    double share[MAX_SEGMENTS]; ///< of each segment's half length, -1 to 1
    ssVec3 rim[2];              ///< of each disc
    bool kink[MAX_SEGMENTS], tip[2];
} Supports;

/// Kink after kink takes what it can of the way; this converges, as the way's squared length is convex.
static void settleKinks( const Zonoid* all, Supports* s )
{
    bool changes = true;
    for ( int pass = 0; pass < MAX_PASSES && changes; ++pass )
    {
        ssVec3 start = s->way;
        for ( int k = 0; k < all->segments; ++k )
        {
            if ( s->kink[k] )
            {
                double share = s->share[k] + ssVec3_Dot( s->way, all->e[k] ) / all->h[k];
                share = ssMin( ssMax( share, -1.0 ), 1.0 );
                s->way = ssVec3_MulAdd( s->way, ( s->share[k] - share ) * all->h[k], all->e[k] );
                s->share[k] = share;
            }
        }
        for ( int j = 0; j < all->discs; ++j )
        {
            if ( s->tip[j] )
            {
                ssVec3 wanted = ssVec3_Add( s->way, s->rim[j] );
                double length = ssVec3_Length( wanted );
                s->rim[j] = length > all->r[j] ? ssVec3_Scale( all->r[j] / length, wanted ) : wanted;
                s->way = ssVec3_Sub( wanted, s->rim[j] );
            }
        }
        ssVec3 change = ssVec3_Sub( s->way, start );
        changes = ssVec3_Length( change ) > 1e-13 * all->size;
    }
}

static Supports supportsAt( const Zonoid* all, ssVec3 n )
{
    Supports s = { .way = all->c };
    bool any = false;
    for ( int k = 0; k < all->segments; ++k )
    {
        double x = ssVec3_Dot( n, all->e[k] );
        s.kink[k] = fabs( x ) <= ON_KINK;
        s.share[k] = s.kink[k] ? 0.0 : copysign( 1.0, x );
        s.way = ssVec3_MulAdd( s.way, -s.share[k] * all->h[k], all->e[k] );
        any = any || s.kink[k];
    }
    for ( int j = 0; j < all->discs; ++j )
    {
        ssVec3 q = across( n, all->z[j] );
        double length = ssVec3_Length( q );
        s.tip[j] = length <= ON_KINK;
        s.rim[j] = s.tip[j] ? ssVec3_Make( 0.0, 0.0, 0.0 ) : ssVec3_Scale( all->r[j] / length, q );
        s.way = ssVec3_Sub( s.way, s.rim[j] );
        any = any || s.tip[j];
    }
    s.way = across( s.way, n );
    if ( any ) { settleKinks( all, &s ); }
    return s;
}

/// F and its derivatives at n where the signs of the segments are fixed: `corner` is c less their ends.
typedef struct Smooth
{
    double f;
    ssVec3 slope; ///< across n
    double uu, uv, vv;
    ssVec3 u, v;  ///< across n
    bool nearTip; ///< n is near an axis of a disc, to which f rises
} Smooth;

static double smoothGap( const Zonoid* all, ssVec3 corner, ssVec3 n )
{
    double f = ssVec3_Dot( n, corner );
    for ( int j = 0; j < all->discs; ++j ) { f -= all->r[j] * ssVec3_Length( across( n, all->z[j] ) ); }
    return f;
}

static Smooth smoothAt( const Zonoid* all, ssVec3 corner, ssVec3 n )
{
    ssVec3 axis = fabs( n.x ) < 0.6 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 );
    Smooth s = { .u = across( axis, n ) };
    s.u = ssVec3_Normalize( s.u );
    s.v = ssVec3_Cross( n, s.u );
    ssVec3 w = corner;
    for ( int j = 0; j < all->discs; ++j )
    {
        ssVec3 q = across( n, all->z[j] );
        double length = ssMax( ssVec3_Length( q ), 1e-12 );
        w = ssVec3_MulAdd( w, -all->r[j] / length, q );
        // h = r |n × z| curves along the rim only.
        ssVec3 rim = ssVec3_Scale( 1.0 / length, ssVec3_Cross( all->z[j], q ) );
        double bend = all->r[j] / length, x = ssVec3_Dot( rim, s.u ), y = ssVec3_Dot( rim, s.v );
        s.uu -= bend * x * x;
        s.uv -= bend * x * y;
        s.vv -= bend * y * y;
    }
    for ( int j = 0; j < all->discs && !s.nearTip; ++j )
    {
        ssVec3 q = across( n, all->z[j] );
        double length = ssVec3_Length( q );
        if ( length < NEAR_TIP )
        {
            ssVec3 without = ssVec3_MulAdd( w, all->r[j] / ssMax( length, 1e-12 ), q );
            s.nearTip = ssVec3_Length( across( without, all->z[j] ) ) < all->r[j];
        }
    }
    s.f = ssVec3_Dot( n, w );
    s.slope = across( w, n );
    s.uu -= s.f;
    s.vv -= s.f;
    return s;
}

/// Newton's step across n; where f is not concave, one uphill.
static ssVec3 smoothStep( const Zonoid* all, const Smooth* s )
{
    double half = 0.5 * ( s->uu + s->vv ), tilt = 0.5 * ( s->uu - s->vv );
    double spread = sqrt( tilt * tilt + s->uv * s->uv );
    double excess = ssMax( half + spread + 0.01 * all->size, 0.0 );
    excess = half + spread < -1e-6 * all->size ? 0.0 : excess;
    double uu = s->uu - excess, vv = s->vv - excess, det = uu * vv - s->uv * s->uv;
    double x = ssVec3_Dot( s->slope, s->u ), y = ssVec3_Dot( s->slope, s->v );
    ssVec3 step = ssVec3_Scale( ( s->uv * y - vv * x ) / det, s->u );
    return ssVec3_MulAdd( step, ( s->uv * x - uu * y ) / det, s->v );
}

/// Moves n along the step, which is shortened until f is not below `gap`; false: it stays.
static bool uphill( const Zonoid* all, ssVec3 corner, ssVec3 step, double gap, ssVec3* n )
{
    for ( int k = 0; k < 12; ++k, step = ssVec3_Scale( 0.25, step ) )
    {
        ssVec3 next = ssVec3_Normalize( ssVec3_Add( *n, step ) );
        if ( smoothGap( all, corner, next ) >= gap )
        {
            *n = next;
            return true;
        }
    }
    return false;
}

/// Climbs from n along `way`, with the signs of the segments there, and considers where it ends.
static void climb(
    const Zonoid* all, const double* share, ssVec3 n, ssVec3 way, bool overlap, Separation* best )
{
    ssVec3 corner = all->c;
    for ( int k = 0; k < all->segments; ++k )
    {
        corner = ssVec3_MulAdd( corner, -share[k] * all->h[k], all->e[k] );
    }
    // At the tip over a cap f has no derivative.
    uphill( all, corner, way, smoothGap( all, corner, n ), &n );
    for ( int i = 0; i < ( overlap ? MAX_RIM_ITERATIONS : MAX_ITERATIONS ); ++i )
    {
        Smooth s = smoothAt( all, corner, n );
        ssVec3 step = smoothStep( all, &s );
        double length = ssVec3_Length( step ), gain = ssVec3_Dot( step, s.slope );
        // Newton's method converges quadratically and can gain about half the slope times the step.
        if ( length < 1e-5 )
        {
            n = ssVec3_Normalize( ssVec3_Add( n, step ) );
            break;
        }
        // The overlap is not within these signs: a kink is in the way up, or a cap, which is known.
        bool known = overlap && ( s.f > 0.0 || ( s.nearTip && s.f < best->gap ) );
        if ( known || ( i > 2 && s.f + 2.0 * gain < best->gap ) ) { return; }
        if ( !uphill( all, corner, ssVec3_Scale( 1.0 / ssMax( length, 1.0 ), step ), s.f - 1e-15 * all->size,
                 &n ) )
        {
            break;
        }
    }
    consider( all, n, best );
}

/// Between an axis and the way to the other solid, on either side: the rims of two cylinders that overlap.
static void climbFromRims( const Zonoid* all, Separation* best )
{
    for ( int i = 0; i < 4; ++i )
    {
        ssVec3 axis = all->z[i / 2], side = across( all->c, axis );
        ssVec3 n =
            ssVec3_MulAdd( ssVec3_Scale( 1.0 / ssMax( ssVec3_Length( side ), PARALLEL * all->size ), side ),
                i % 2 == 0 ? 1.0 : -1.0, axis );
        n = ssVec3_Scale( ( ssVec3_Dot( n, all->c ) < 0.0 ? -1.0 : 1.0 ) / ssVec3_Length( n ), n );
        double share[MAX_SEGMENTS];
        for ( int k = 0; k < all->segments; ++k ) { share[k] = copysign( 1.0, ssVec3_Dot( n, all->e[k] ) ); }
        if ( gapAlong( all, n ) > best->gap - WORSE * all->size ) // else no maximum near it is better
        {
            climb( all, share, n, ssVec3_Make( 0.0, 0.0, 0.0 ), true, best );
        }
    }
}

static Zonoid difference( const Solid* a, const Solid* b )
{
    Zonoid all = { .c = ssVec3_Sub( b->p, a->p ),
        .size = ssMin( ssShape_BoundingRadius( a->shape ), ssShape_BoundingRadius( b->shape ) ) };
    addSolid( &all, a );
    all.segmentsOfA = all.segments;
    all.discsOfA = all.discs;
    addSolid( &all, b );
    return all;
}

Separation separateAlongAxes( const Solid* a, const Solid* b )
{
    Zonoid all = difference( a, b );
    Separation best = { .gap = -HUGE_VAL };
    considerCorners( &all, &best );
    return best;
}

Separation separateZonoids( const Solid* a, const Solid* b, double margin, ssVec3* onA )
{
    Zonoid all = difference( a, b );
    Separation best = { .gap = -HUGE_VAL };
    considerCorners( &all, &best );
    *onA = a->p;
    if ( best.gap > margin )
    {
        return best; // that corner already proves that they are too far apart
    }
    for ( int k = 0; k < all.segments; ++k ) { considerCircle( &all, k, &best ); }
    Supports s = supportsAt( &all, best.normal );
    double steepness = ssVec3_Length( s.way );
    ssVec3 before = best.normal;
    if ( steepness > 1e-10 * all.size )
    {
        climb( &all, s.share, best.normal, ssVec3_Scale( 0.5 / steepness, s.way ), false, &best );
    }
    if ( all.discs == 2 && best.gap < 0.0 ) { climbFromRims( &all, &best ); }
    ssVec3 change = ssVec3_Sub( best.normal, before );
    s = ssVec3_Dot( change, change ) > 0.0 ? supportsAt( &all, best.normal ) : s;
    for ( int k = 0; k < all.segmentsOfA; ++k )
    {
        *onA = ssVec3_MulAdd( *onA, s.share[k] * all.h[k], all.e[k] );
    }
    *onA = all.discsOfA > 0 ? ssVec3_Add( *onA, s.rim[0] ) : *onA;
    return best;
}
