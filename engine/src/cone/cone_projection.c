// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "cone/cone_private.h"
#include "slipstick/vecmath.h"

#include <float.h>
#include <string.h>

// The Euclidean projection onto K, for intersections of discs and polyhedral cones (ellipsoidal:
// cone_ellipsoidal.c). The fast path is inlined once per dimension (base/inline.h).

// The minimum and maximum compile to one instruction each, without a branch or a call. Both forms give the
// same bits where b is no NaN and zeros do not differ in sign, or b is the +0 of a maximum.
static ALWAYS_INLINE double lesser( double a, double b )
{
#if defined( __aarch64__ )
    return fmin( a, b );
#else
    return a < b ? a : b;
#endif
}

static ALWAYS_INLINE double greater( double a, double b )
{
#if defined( __aarch64__ )
    return fmax( a, b );
#else
    return a > b ? a : b;
#endif
}

// The normal component y0 of the projection is the root of F(y0) = y0 - x0 - sum mu_i (|l_i| - mu_i y0)_+,
// which is increasing and piecewise linear with breakpoints |l_i|/mu_i. Block i lies beyond its bound if F is
// positive at its breakpoint or, multiplied by mu_i,
//     |l_i| > mu_i x0 + sum_j mu_j (mu_i |l_j| - mu_j |l_i|)_+.
// Unlike a comparison with the root, this sign does not cancel when coefficients differ by many
// powers of ten. Zero coefficients, zero blocks and equal breakpoints, which Acary & Bourrier
// Prop. 5.2 leaves open, need no special case.

typedef struct Root
{
    double normal;   // y0
    unsigned active; // bit i: block i lies beyond its bound
    bool apex;       // the projection is zero
} Root;

/// The root where products stay in range. No branches: faces are unpredictable. Callers pass a constant `n`.
static ALWAYS_INLINE Root solveInRange( int n, double x0, const double* mu, const double* length )
{
    double top = x0, bottom = 1.0;
    unsigned active = 0;
    for ( int i = 0; i < n; ++i )
    {
        double bound = mu[i] * x0;
        for ( int j = 0; j < n; ++j )
        {
            double later = mu[i] * length[j] - mu[j] * length[i]; // > 0: block j has the later breakpoint
            bound += j != i ? mu[j] * greater( later, 0.0 ) : 0.0;
        }
        unsigned beyond = length[i] > bound;
        double weight = (double)beyond;
        top += weight * ( mu[i] * length[i] );
        bottom += weight * ( mu[i] * mu[i] );
        active |= beyond << i;
    }
    // In the polar cone, where the apex is nearest, all blocks lie beyond their bounds.
    Root root = { greater( top / bottom, 0.0 ), active, !( top > 0.0 ) };
    return root;
}

/// The root of the piece of F on which just the blocks in `active` are beyond their bound. Dividing by the
/// largest squared coefficient avoids overflow where one stands for unbounded friction.
static double rootOfPiece( unsigned active, const coneBlocks* blocks, double x0 )
{
    double scale = 1.0;
    for ( int i = 0; i < blocks->count; ++i )
    {
        scale = active & ( 1u << i ) ? ssMax( scale, blocks->mu[i] ) : scale;
    }
    double top = x0 / scale, bottom = 1.0 / scale / scale;
    for ( int i = 0; i < blocks->count; ++i )
    {
        if ( active & ( 1u << i ) )
        {
            double ratio = blocks->mu[i] / scale;
            top += ratio * blocks->length[i];
            bottom += ratio * ratio;
        }
    }
    return top / bottom / scale;
}

/// The breakpoint of a block, below which it lies beyond its bound.
static double breakpointOf( const coneBlocks* blocks, int i )
{
    double length = blocks->length[i];
    return length > 0.0 ? length / blocks->mu[i] : 0.0;
}

/// Whether F is positive at the breakpoint of block i, where `active` are the blocks with later breakpoints.
static bool isBeyond( int i, unsigned active, const coneBlocks* blocks, double x0 )
{
    const double *mu = blocks->mu, *length = blocks->length;
    double bound = mu[i] * x0;
    for ( int j = 0; j < blocks->count; ++j )
    {
        if ( ( active & ( 1u << j ) ) == 0 || mu[j] == 0.0 ) { continue; }
        double scale = ssMax( mu[i], mu[j] );
        double later = mu[i] / scale * length[j] - mu[j] / scale * length[i];
        // If this overflows, the block lies within its bound.
        bound += later > 0.0 ? mu[j] * ( scale * later ) : 0.0;
    }
    return length[i] > bound;
}

/// The root for any coefficients and lengths scaled to about 1. F increases, so the blocks beyond their
/// bounds have the latest breakpoints; in that order rounding cannot make ties contradict.
static Root solveAnyRange( const coneBlocks* blocks, double x0 )
{
    Root root = { 0 };
    if ( rootOfPiece( ( 1u << blocks->count ) - 1u, blocks, x0 ) <= 0.0 )
    {
        root.apex = true;
        return root;
    }
    int order[CONE_BLOCKS_MAX] = { 0 };
    for ( int i = 0; i < blocks->count; ++i )
    {
        int k = i;
        for ( ; k > 0 && breakpointOf( blocks, order[k - 1] ) < breakpointOf( blocks, i ); --k )
        {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
    for ( int k = 0; k < blocks->count; ++k )
    {
        int i = order[k];
        if ( blocks->length[i] == 0.0 || !isBeyond( i, root.active, blocks, x0 ) ) { break; }
        root.active |= 1u << i;
    }
    root.normal = rootOfPiece( root.active, blocks, x0 );
    return root;
}

double coneSolveBlocks( const coneBlocks* blocks, double x0, unsigned* active )
{
    Root root = solveAnyRange( blocks, x0 );
    *active = root.active;
    return root.normal;
}

/// The projection of a point scaled to about 1, for coefficients of any size.
static ssConeFace projectScaled( const ssCone* cone, const double* x, double* p )
{
    coneBlocks blocks = { .count = coneBlockCount( cone->dimension ) };
    for ( int i = 0; i < blocks.count; ++i )
    {
        blocks.mu[i] = coneCoefficient( cone, i );
        blocks.length[i] = coneBlockLength( x, i );
    }
    Root root = solveAnyRange( &blocks, x[0] );
    p[0] = root.normal;
    for ( int i = 0; i < blocks.count; ++i )
    {
        bool beyond = ( root.active & ( 1u << i ) ) != 0;
        double factor = root.apex ? 0.0 : beyond ? blocks.mu[i] * root.normal / blocks.length[i] : 1.0;
        p[1 + 2 * i] = factor * x[1 + 2 * i] + 0.0;
        if ( i < 2 ) { p[2 + 2 * i] = factor * x[2 + 2 * i] + 0.0; }
    }
    return root.apex ? ss_faceApex : (ssConeFace)root.active;
}

/// A projection commutes with scaling, and scaling by a power of two is exact.
static ssConeFace projectByScaling( const ssCone* cone, const double* x, double* p,
    ssConeFace ( *project )( const ssCone*, const double*, double* ) )
{
    double scale = coneScaleOf( cone->dimension, x ), scaled[SS_CONE_MAX] = { 0 };
    for ( int i = 0; i < cone->dimension; ++i ) { scaled[i] = scale * x[i]; }
    ssConeFace face = project( cone, scaled, scaled );
    for ( int i = 0; i < cone->dimension; ++i ) { p[i] = scaled[i] / scale; }
    return face;
}

static NEVER_INLINE ssConeFace projectIntersectionByScaling( const ssCone* cone, const double* x, double* p )
{
    return projectByScaling( cone, x, p, projectScaled );
}

// The sum of mu² [-] up to which rounding errors of tied breakpoints are small against the bound.
#define MU_SQUARE_MAX 1e12

/// Whether solveInRange may be used. Unlike projectIntersection's quick test it accepts zero blocks.
static NEVER_INLINE bool isInRange( const ssCone* cone, const double* x )
{
    double size = x[0] * x[0], muSquare = 0.0;
    for ( int i = 0; i < coneBlockCount( cone->dimension ); ++i )
    {
        double a = x[1 + 2 * i], b = i < 2 ? x[2 + 2 * i] : 0.0, square = a * a + b * b;
        if ( !( square > CONE_SQUARE_MIN || ( a == 0.0 && b == 0.0 ) ) ) { return false; }
        size += square;
        muSquare += coneCoefficient( cone, i ) * coneCoefficient( cone, i );
    }
    return size > CONE_SQUARE_MIN && size < CONE_SQUARE_MAX && muSquare < MU_SQUARE_MAX;
}

static ALWAYS_INLINE ssConeFace projectIntersection(
    int dimension, const ssCone* cone, const double* x, double* p )
{
    const int n = dimension == 3 ? 1 : dimension == 5 ? 2 : 3;
    double x0 = x[0], mu[3] = { cone->mu, n > 1 ? cone->muRoll : 0.0, n > 2 ? cone->muSpin : 0.0 };
    double square[3] = { x[1] * x[1] + x[2] * x[2], n > 1 ? x[3] * x[3] + x[4] * x[4] : 0.0,
        n > 2 ? x[5] * x[5] : 0.0 };
    double size = x0 * x0, muSquare = 0.0;
    bool inRange = true;
    for ( int i = 0; i < n; ++i )
    {
        size += square[i];
        muSquare += mu[i] * mu[i];
        inRange = inRange & ( square[i] > CONE_SQUARE_MIN );
    }
    if ( !( inRange & ( size < CONE_SQUARE_MAX ) & ( muSquare < MU_SQUARE_MAX ) ) && !isInRange( cone, x ) )
    {
        return projectIntersectionByScaling( cone, x, p );
    }

    double length[3] = { sqrt( square[0] ), n > 1 ? sqrt( square[1] ) : 0.0, n > 2 ? fabs( x[5] ) : 0.0 };
    Root root = solveInRange( n, x0, mu, length );
    p[0] = root.normal;
    for ( int i = 0; i < n && i < 2; ++i )
    {
        double bound = mu[i] * root.normal, divisor = greater( length[i], DBL_MIN );
        // The factor is 1 within the bound and 0 at the apex. Adding 0.0 avoids a negative zero there.
        double factor = lesser( bound, divisor ) / divisor;
        p[1 + 2 * i] = factor * x[1 + 2 * i] + 0.0;
        p[2 + 2 * i] = factor * x[2 + 2 * i] + 0.0;
    }
    if ( n > 2 )
    {
        double bound = mu[2] * root.normal;
        p[5] = copysign( lesser( length[2], bound ), x[5] ) + 0.0;
    }
    return root.apex ? ss_faceApex : (ssConeFace)root.active;
}

coneSector coneFindSector( const ssCone* cone, const double* x )
{
    bool inscribed = cone->variant == ss_coneInscribed;
    double step = SS_PI / cone->facets, half = 0.5 * step;
    // The normals of the inscribed polygon's facets lie midway between the e_j.
    double first = cone->facetAngle + ( inscribed ? half : 0.0 );
    double facet = nearbyint( ( ssAtan2( x[2], x[1] ) - first ) / step );
    ssVec2 normal = facetDirection( cone->facets, cone->facetAngle, inscribed ? facet + 0.5 : facet );
    coneSector sector = { .normal = { normal.x, normal.y } };
    sector.a = inscribed ? cone->mu * ssCos( half ) : cone->mu;
    sector.b = inscribed ? cone->mu * ssSin( half ) : cone->mu * ssTan( half );
    sector.s = sector.normal[0] * x[1] + sector.normal[1] * x[2];
    double t = sector.normal[0] * x[2] - sector.normal[1] * x[1], side = t < 0.0 ? -1.0 : 1.0;
    sector.t = side * t;
    sector.across[0] = -side * sector.normal[1];
    sector.across[1] = side * sector.normal[0];
    return sector;
}

static ssConeFace projectPolyhedralScaled( const ssCone* cone, const double* x, double* p )
{
    coneSector sector = coneFindSector( cone, x );
    int further = coneBlockCount( cone->dimension ) - 1;
    coneBlocks blocks = { .count = 2 + further,
        .mu = { sector.a, sector.b, cone->muRoll, cone->muSpin },
        .length = { sector.s, sector.t } };
    for ( int i = 0; i < further; ++i ) { blocks.length[2 + i] = coneBlockLength( x, 1 + i ); }
    Root root = solveAnyRange( &blocks, x[0] );
    if ( root.apex )
    {
        memset( p, 0, (size_t)cone->dimension * sizeof( double ) );
        return ss_faceApex;
    }
    int face = ( root.active & 3u ) != 0 ? ss_faceSlide : ss_faceInside;
    double s = root.active & 1u ? sector.a * root.normal : sector.s;
    double t = root.active & 2u ? sector.b * root.normal : sector.t;
    double tangential[2] = { s * sector.normal[0] + t * sector.across[0],
        s * sector.normal[1] + t * sector.across[1] };
    for ( int i = 0; i < 2; ++i ) { p[1 + i] = face != ss_faceInside ? tangential[i] : x[1 + i]; }
    face |= root.active & 2u ? ss_faceEdge : 0;
    p[0] = root.normal;
    for ( int i = 0; i < further; ++i )
    {
        bool beyond = ( root.active & ( 4u << i ) ) != 0;
        double factor = beyond ? blocks.mu[2 + i] * root.normal / blocks.length[2 + i] : 1.0;
        p[3 + 2 * i] = factor * x[3 + 2 * i];
        if ( i == 0 ) { p[4] = factor * x[4]; }
        face |= beyond ? ss_faceRoll << i : 0;
    }
    return (ssConeFace)face;
}

static NEVER_INLINE ssConeFace project3( const ssCone* cone, const double* x, double* p )
{
    return projectIntersection( 3, cone, x, p );
}

static NEVER_INLINE ssConeFace project5( const ssCone* cone, const double* x, double* p )
{
    return projectIntersection( 5, cone, x, p );
}

static NEVER_INLINE ssConeFace project6( const ssCone* cone, const double* x, double* p )
{
    return projectIntersection( 6, cone, x, p );
}

static NEVER_INLINE ssConeFace projectVariant( const ssCone* cone, const double* x, double* p )
{
    return cone->variant == ss_coneEllipsoidal ? coneProjectEllipsoidal( cone, x, p )
                                               : projectByScaling( cone, x, p, projectPolyhedralScaled );
}

ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p )
{
    if ( cone->variant != ss_coneIntersection ) { return projectVariant( cone, x, p ); }
    return cone->dimension == 3 ? project3( cone, x, p )
        : cone->dimension == 5  ? project5( cone, x, p )
                                : project6( cone, x, p );
}
