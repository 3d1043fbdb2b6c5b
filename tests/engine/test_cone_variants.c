// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "cone/de_saxce.h"
#include "lcp/lcp.h"
#include "normal_cone.h"
#include "slipstick/cone.h"
#include "slipstick/vecmath.h"

// What distinguishes the variants of the cone, numbers at the end of the range, and the contact law on pairs
// built to obey it.

static double logUniform( testRng* rng, double low, double high )
{
    return low * exp( testUniform( rng, 0.0, log( high / low ) ) );
}

static double dot( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += a[i] * b[i]; }
    return sum;
}

static double norm( int n, const double* a ) { return sqrt( dot( n, a, a ) ); }

static double distance( int n, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += ( a[i] - b[i] ) * ( a[i] - b[i] ); }
    return sqrt( sum );
}

static void randomPoint( testRng* rng, int n, double* x )
{
    for ( int i = 0; i < n; ++i ) { x[i] = testUniform( rng, -1.0, 1.0 ); }
}

static int blockCount( int dimension ) { return dimension == 3 ? 1 : dimension == 5 ? 2 : 3; }

static double blockLength( const double* x, int block )
{
    return block == 2 ? fabs( x[5] ) : hypot( x[1 + 2 * block], x[2 + 2 * block] );
}

// --------------------------------------------------------------------------------------------- special cases

TEST rollingConeWithoutRollingIsPlainCoulomb( void )
{
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone plain = { .dimension = 3, .mu = logUniform( &rng, 1e-3, 1e2 ) };
        for ( int v = 0; v < ss_coneVariantCount; ++v )
        {
            plain.variant = (ssConeVariant)v;
            plain.facets = 2 + k % 63;
            ssCone rolling = plain, spinning = plain;
            rolling.dimension = 5;
            spinning.dimension = 6;
            double x[6] = { 0 }, p[3], q[6], r[6];
            randomPoint( &rng, 3, x );
            ssConeFace face = ssProjectOntoCone( &plain, x, p );
            ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &rolling, x, q ), "%d" );
            ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &spinning, x, r ), "%d" );
            ASSERT( distance( 3, p, q ) <= 1e-15 && distance( 3, p, r ) <= 1e-15 );
            ASSERT( q[3] == 0.0 && q[4] == 0.0 && r[3] == 0.0 && r[4] == 0.0 && r[5] == 0.0 );
        }
    }
    PASS();
}

TEST ellipsoidalConeOfOneBlockIsTheDisc( void )
{
    testRng rng = { 2 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone disc = { .dimension = 3, .mu = logUniform( &rng, 1e-4, 1e4 ) }, ellipsoid = disc, six = disc;
        ellipsoid.variant = six.variant = ss_coneEllipsoidal;
        six.dimension = 6;
        double x[6], p[3], q[3], r[6];
        randomPoint( &rng, 6, x );
        x[1 + k % 2] *= disc.mu;
        ssConeFace face = ssProjectOntoCone( &disc, x, p );
        ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &ellipsoid, x, q ), "%d" );
        ssProjectOntoCone( &six, x, r );
        double tolerance = 1e-14 * ( 1.0 + norm( 3, x ) );
        ASSERT( distance( 3, p, q ) <= tolerance && distance( 3, p, r ) <= tolerance );
        ASSERT( r[3] == 0.0 && r[4] == 0.0 && r[5] == 0.0 );
    }
    PASS();
}

TEST equalCoefficientsMakeTheEllipsoidRound( void )
{
    // With equal coefficients it is a second-order cone in all components: (x0 + mu |l|)/(1 + mu²) in closed
    // form.
    testRng rng = { 3 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        double mu = logUniform( &rng, 1e-3, 1e3 );
        ssCone cone = { .dimension = 6, .mu = mu, .muRoll = mu, .muSpin = mu, .variant = ss_coneEllipsoidal };
        double x[6], p[6];
        randomPoint( &rng, 6, x );
        double length = norm( 5, x + 1 ), normal = ( x[0] + mu * length ) / ( 1.0 + mu * mu );
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        bool inside = length <= mu * x[0], apex = normal <= 0.0;
        ASSERT_EQ_FMT( inside ? 0 : apex ? (int)ss_faceApex : 7, (int)face, "%d" );
        double factor = inside ? 1.0 : apex ? 0.0 : mu * normal / length;
        ASSERT( fabs( p[0] - ( inside ? x[0] : fmax( 0.0, normal ) ) ) <= 1e-14 );
        for ( int i = 1; i < 6; ++i ) { ASSERT( fabs( p[i] - factor * x[i] ) <= 1e-14 ); }
    }
    PASS();
}

TEST ellipsoidalProjectionSolvesItsEquation( void )
{
    // The reference is bisection in long double on p_N (1 - lambda) = x_N, with p_N from the bound.
    testRng rng = { 4 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        double mu[3], x[6], p[6];
        for ( int i = 0; i < 3; ++i )
        {
            mu[i] = k % 2 == 0 ? logUniform( &rng, 1e-5, 1e5 ) : logUniform( &rng, 0.1, 10.0 );
        }
        ssCone cone = {
            .dimension = 6, .mu = mu[0], .muRoll = mu[1], .muSpin = mu[2], .variant = ss_coneEllipsoidal
        };
        randomPoint( &rng, 6, x );
        if ( k % 16 == 0 ) { x[0] = 0.0; }
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        if ( face == ss_faceInside || face == ss_faceApex ) { continue; }
        long double low = 0.0L, high = 1e30L, normal = 0.0L;
        for ( int i = 0; i < 300; ++i )
        {
            // It halves the magnitude first, then the value.
            long double lambda = i < 100 ? sqrtl( fmaxl( low, 1e-40L ) * high ) : 0.5L * ( low + high ),
                        sum = 0.0L;
            for ( int b = 0; b < 3; ++b )
            {
                long double share =
                    hypotl( x[1 + 2 * b], b < 2 ? x[2 + 2 * b] : 0.0 ) / ( mu[b] + lambda / mu[b] );
                sum += share * share;
            }
            normal = sqrtl( sum );
            if ( normal * ( 1.0L - lambda ) > x[0] ) { low = lambda; }
            else { high = lambda; }
        }
        ASSERT( fabs( p[0] - (double)normal ) <= 1e-14 );
        for ( int i = 1; i < 6; ++i )
        {
            long double m = mu[( i - 1 ) / 2];
            ASSERT( fabs( p[i] - (double)( x[i] * m / ( m + low / m ) ) ) <= 1e-14 );
        }
    }
    PASS();
}

/// The nearest point of a cone spanned by two rays, or of a half-line, in 3D.
static double nearestOnWedge(
    const double* x, const double* a, const double* b, double* best, double nearest )
{
    double aa = dot( 3, a, a ), bb = dot( 3, b, b ), ab = dot( 3, a, b );
    double ax = dot( 3, a, x ), bx = dot( 3, b, x ), det = aa * bb - ab * ab;
    double candidates[4][2] = { { ( bb * ax - ab * bx ) / det, ( aa * bx - ab * ax ) / det },
        { fmax( 0.0, ax / aa ), 0.0 }, { 0.0, fmax( 0.0, bx / bb ) }, { 0.0, 0.0 } };
    for ( int c = 0; c < 4; ++c )
    {
        if ( candidates[c][0] < 0.0 || candidates[c][1] < 0.0 ) { continue; }
        double p[3];
        for ( int i = 0; i < 3; ++i ) { p[i] = candidates[c][0] * a[i] + candidates[c][1] * b[i]; }
        double d = distance( 3, p, x );
        if ( d < nearest )
        {
            nearest = d;
            memcpy( best, p, sizeof p );
        }
    }
    return nearest;
}

TEST polyhedralProjectionIsTheBestOfAllFacesAndEdges( void )
{
    testRng rng = { 5 };
    for ( int k = 0, n = testCount( 2000 ); k < n; ++k )
    {
        ssCone cone = { .dimension = 3,
            .mu = logUniform( &rng, 0.01, 10.0 ),
            .variant = k % 2 == 0 ? ss_coneCircumscribed : ss_coneInscribed,
            .facets = 2 + (int)( testRandom( &rng ) % 63 ),
            .facetAngle = testUniform( &rng, -7.0, 7.0 ) };
        double x[3], p[3], brute[3] = { 0 }, corners[128][3];
        randomPoint( &rng, 3, x );
        bool out = k % 2 == 0;
        double reach = out ? cone.mu / cos( 0.5 * SS_PI / cone.facets ) : cone.mu;
        bool inside = x[0] >= 0.0;
        for ( int j = 0; j < 2 * cone.facets; ++j )
        {
            double angle = cone.facetAngle + SS_PI * ( j + ( out ? 0.5 : 0.0 ) ) / cone.facets;
            double side = cone.facetAngle + SS_PI * ( j + ( out ? 0.0 : 0.5 ) ) / cone.facets;
            corners[j][0] = 1.0;
            corners[j][1] = reach * cos( angle );
            corners[j][2] = reach * sin( angle );
            double height = out ? cone.mu : cone.mu * cos( 0.5 * SS_PI / cone.facets );
            inside = inside && cos( side ) * x[1] + sin( side ) * x[2] <= height * x[0];
        }
        double nearest = INFINITY;
        for ( int j = 0; j < 2 * cone.facets && !inside; ++j )
        {
            nearest =
                nearestOnWedge( x, corners[j], corners[( j + 1 ) % ( 2 * cone.facets )], brute, nearest );
        }
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        ASSERT_EQ_FMT( (int)inside, (int)( face == ss_faceInside ), "%d" );
        // Distances are compared: two candidates that are nearly equally far may lie the square root of that
        // apart.
        ASSERT( fabs( distance( 3, p, x ) - ( inside ? 0.0 : nearest ) ) <= 1e-14 );
        ASSERT( inside || distance( 3, p, brute ) <= 1e-7 );
        // On an edge, the point is a multiple of a corner.
        double across = INFINITY;
        for ( int j = 0; j < 2 * cone.facets; ++j )
        {
            across = fmin( across, hypot( p[1] - p[0] * corners[j][1], p[2] - p[0] * corners[j][2] ) );
        }
        ASSERT( !( face & ss_faceEdge ) || across <= 1e-12 );
    }
    PASS();
}

TEST polygonsEncloseTheDiscAndApproachIt( void )
{
    testRng rng = { 6 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone disc = { .dimension = k % 2 == 0 ? 3 : 6,
            .mu = logUniform( &rng, 0.01, 10.0 ),
            .muRoll = 0.3,
            .muSpin = 0.2 };
        ssCone outer = disc, inner = disc;
        outer.variant = ss_coneCircumscribed;
        inner.variant = ss_coneInscribed;
        outer.facets = inner.facets = k % 3 == 0 ? 64 : 2 + k % 63;
        outer.facetAngle = inner.facetAngle = testUniform( &rng, 0.0, 6.0 );
        double x[6], p[6], y[6];
        randomPoint( &rng, 6, y );
        double h = ssCone_SectionSupport( &disc, y ), hOuter = ssCone_SectionSupport( &outer, y ),
               hInner = ssCone_SectionSupport( &inner, y );
        double sliding = disc.mu * hypot( y[1], y[2] ), c = cos( 0.5 * SS_PI / outer.facets );
        ASSERT( hOuter >= h - 1e-14 * hOuter && hInner <= h + 1e-14 * h );
        ASSERT( hOuter - h <= sliding * ( 1.0 / c - 1.0 ) + 1e-14 * hOuter );
        ASSERT( h - hInner <= sliding * ( 1.0 - c ) + 1e-14 * h );
        randomPoint( &rng, 6, x );
        ssProjectOntoCone( &inner, x, p );
        ASSERT( ssCone_Distance( &disc, p ) <= 1e-14 * ( 1.0 + disc.mu ) );
        ssProjectOntoCone( &disc, x, p );
        ASSERT( ssCone_Distance( &outer, p ) <= 1e-14 * ( 1.0 + disc.mu ) );
        // The sections differ by at most mu p_N (1/c - 1), and the projections by the square root of that.
        double q[6];
        ssProjectOntoCone( &outer, x, q );
        double gap = ( 1.0 + disc.mu ) * norm( 6, x ) * ( 1.0 / c - 1.0 );
        ASSERT( distance( disc.dimension, p, q ) <= 2.0 * sqrt( gap * norm( 6, x ) ) + gap );
    }
    PASS();
}

TEST circumscribedOverestimatesByOneOverCosine( void )
{
    // The ratios are 1.4142, 1.1547, 1.0824 and 1.0196 for k = 2, 3, 4 and 8.
    static const int facets[4] = { 2, 3, 4, 8 };
    static const double ratios[4] = { 1.4142, 1.1547, 1.0824, 1.0196 };
    for ( int i = 0; i < 4; ++i )
    {
        ssCone cone = { .dimension = 3, .mu = 0.7, .variant = ss_coneCircumscribed, .facets = facets[i] };
        double between = 0.5 * SS_PI / facets[i];
        double along[3] = { 0.0, 1.0, 0.0 }, corner[3] = { 0.0, cos( between ), sin( between ) };
        ASSERT( fabs( ssCone_SectionSupport( &cone, corner ) / 0.7 - ratios[i] ) <= 5e-5 );
        double p[3];
        // Along e_1 the polygon ends where the disc does, and far outside the projection lies on that facet.
        along[0] = -0.35;
        ssProjectOntoCone( &cone, along, p );
        ASSERT( fabs( p[1] - 0.7 * p[0] ) <= 1e-15 && fabs( p[2] ) <= 1e-15 );
        cone.variant = ss_coneInscribed;
        ASSERT( fabs( ssCone_SectionSupport( &cone, along ) - 0.7 ) <= 1e-15 );
        ASSERT( fabs( ssCone_SectionSupport( &cone, corner ) - 0.7 * cos( between ) ) <= 1e-15 );
    }
    PASS();
}

/// The outline of the rim agrees with the gauge, the support function and membership.
TEST theSlidingRimHasGaugeOne( void )
{
    enum
    {
        around = 128
    };
    testRng rng = { 77 };
    for ( int i = 0; i < testCount( 300 ); ++i )
    {
        ssCone cone = { .dimension = 3, .mu = logUniform( &rng, 0.01, 10.0 ), .facets = 2 + i % 63 };
        cone.facetAngle = testUniform( &rng, -4.0, 4.0 );
        cone.variant = i % 3 == 0 ? ss_coneIntersection
            : i % 3 == 1          ? ss_coneCircumscribed
                                  : ss_coneInscribed;
        ssVec2 rim[around];
        ssCone_SlidingOutline( &cone, around, rim );
        double angle = testUniform( &rng, 0.0, 2.0 * SS_PI ), y[3] = { 0.0, cos( angle ), sin( angle ) };
        double reach = 0.0, turned = 0.0, load = logUniform( &rng, 1e-3, 1e3 );
        for ( int k = 0; k < around; ++k )
        {
            ssVec2 at = rim[k], next = rim[( k + 1 ) % around];
            double p[3] = { load, load * at.x, load * at.y };
            ASSERT_IN_RANGE( 1.0, ssCone_SlidingGauge( &cone, p ), 1e-12 );
            double inside[3] = { load, 0.3 * p[1], 0.3 * p[2] };
            ASSERT_IN_RANGE( 0.3, ssCone_SlidingGauge( &cone, inside ), 1e-12 );
            double within[3] = { load, 0.999 * p[1], 0.999 * p[2] },
                   beyond[3] = { load, 1.001 * p[1], 1.001 * p[2] };
            ASSERT( ssCone_Distance( &cone, within ) <= 0.0 );
            ASSERT( ssCone_Distance( &cone, beyond ) > 0.0 );
            reach = fmax( reach, at.x * y[1] + at.y * y[2] );
            turned += atan2( at.x * next.y - at.y * next.x, at.x * next.x + at.y * next.y );
        }
        ASSERT_IN_RANGE( 2.0 * SS_PI, turned, 1e-9 ); // once around, counter-clockwise
        // The support of a polygon is that of a corner, and the outline has all corners; a disc's outline
        // falls short by the cosine of half a step.
        double most = ssCone_SectionSupport( &cone, y );
        double least = cone.variant == ss_coneIntersection ? most * cos( SS_PI / around ) : most;
        ASSERT( reach >= least * ( 1.0 - 1e-12 ) && reach <= most * ( 1.0 + 1e-12 ) );
    }
    ssCone slippery = { .dimension = 3, .variant = ss_coneCircumscribed, .facets = 2 };
    ASSERT( ssCone_SlidingGauge( &slippery, ( double[3] ){ 1.0, 0.0, 0.0 } ) == 0.0 );
    ASSERT( ssCone_SlidingGauge( &slippery, ( double[3] ){ 1.0, 0.5, 0.0 } ) == HUGE_VAL );
    PASS();
}

TEST polyhedralConeTurnsWithItsFacets( void )
{
    testRng rng = { 7 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = { .dimension = 3,
            .mu = 0.5,
            .variant = k % 2 == 0 ? ss_coneCircumscribed : ss_coneInscribed,
            .facets = 2 + k % 20 };
        ssCone turned = cone;
        turned.facetAngle = testUniform( &rng, -3.0, 3.0 );
        double c = cos( turned.facetAngle ), s = sin( turned.facetAngle ), x[3], y[3], p[3], q[3];
        randomPoint( &rng, 3, x );
        y[0] = x[0];
        y[1] = c * x[1] - s * x[2];
        y[2] = s * x[1] + c * x[2];
        ssProjectOntoCone( &cone, x, p );
        ssProjectOntoCone( &turned, y, q );
        double expected[3] = { p[0], c * p[1] - s * p[2], s * p[1] + c * p[2] };
        ASSERT( distance( 3, q, expected ) <= 1e-14 );
    }
    PASS();
}

// ------------------------------------------------------------------------------ the ends of the number range

/// Coefficients and components of every power of ten that is allowed.
TEST magnitudesOfAllSizesStayFiniteAndOptimal( void )
{
    testRng rng = { 8 };
    for ( int k = 0, n = testCount( 40000 ); k < n; ++k )
    {
        static const int dimensions[3] = { 3, 5, 6 };
        double mu[3], x[6], p[6], y[6], jacobian[36];
        for ( int i = 0; i < 3; ++i )
        {
            double limit = k % 3 == 0 ? 150.0 : 12.0;
            mu[i] = testRandom( &rng ) % 6 == 0 ? 0.0 : fabs( testDecades( &rng, -limit, limit ) );
        }
        ssCone cone = { .dimension = dimensions[k % 3],
            .mu = mu[0],
            .muRoll = mu[1],
            .muSpin = mu[2],
            .variant = (ssConeVariant)( k / 3 % 4 ),
            .facets = 2 + k % 63 };
        double limit = k % 5 == 0 ? 150.0 : 12.0, largest = 0.0;
        for ( int i = 0; i < cone.dimension; ++i )
        {
            x[i] = testRandom( &rng ) % 6 == 0 ? 0.0 : testDecades( &rng, -limit, limit );
            largest = fmax( largest, fabs( x[i] ) );
        }
        ssProjectOntoCone( &cone, x, p );
        ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
        double product = 0.0, scale = largest > 0.0 ? largest : 1.0, beyond = 0.0;
        for ( int i = 0; i < cone.dimension; ++i )
        {
            ASSERT( isfinite( p[i] ) && fabs( p[i] ) <= 3.0 * scale );
            y[i] = ( p[i] - x[i] ) / scale;
            product += p[i] / scale * y[i];
        }
        for ( int i = 0; i < cone.dimension * cone.dimension; ++i )
        {
            ASSERT( isfinite( jacobian[i] ) && fabs( jacobian[i] ) <= 1.0 + 1e-12 );
        }
        // Orthogonality, feasibility and dual feasibility make it the projection, whatever the sizes. Both
        // bounds are measured as distances along the steepest way out.
        ASSERT( fabs( product ) <= 1e-12 );
        double squares = 0.0, steep = 1.0, rough = 1.0;
        for ( int i = 0; i < blockCount( cone.dimension ); ++i )
        {
            double length = blockLength( p, i ) / scale;
            double slack = i == 0 && cone.variant == ss_coneCircumscribed ? 1.5 : 1.0;
            beyond = fmax( beyond, ( length - slack * mu[i] * ( p[0] / scale ) ) / ( 1.0 + mu[i] ) );
            squares += mu[i] > 0.0 ? length / mu[i] * ( length / mu[i] ) : 0.0;
            steep = mu[i] > 0.0 ? fmax( steep, 1.0 / mu[i] ) : steep;
            rough = fmax( rough, mu[i] );
        }
        bool ellipsoidal = cone.variant == ss_coneEllipsoidal;
        ASSERT( beyond <= 1e-13 );
        ASSERT( !ellipsoidal || ( sqrt( squares ) - p[0] / scale ) / steep <= 1e-13 );
        ASSERT( ( ssCone_SectionSupport( &cone, y ) - y[0] ) / rough <= 1e-12 );
    }
    PASS();
}

TEST tiesOfRoughConesDoNotContradictEachOther( void )
{
    // l_i = mu_i t up to rounding: with mu² beyond 1e16, each block may seem to be bounded by another one.
    testRng rng = { 10 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = { .dimension = 6,
            .mu = logUniform( &rng, 1e2, 1e12 ),
            .muRoll = logUniform( &rng, 1e2, 1e12 ),
            .muSpin = logUniform( &rng, 1e2, 1e12 ),
            .variant = (ssConeVariant)( k % 4 ),
            .facets = 2 + k % 63 };
        double t = logUniform( &rng, 1e-6, 1.0 ), angle = SS_PI * (double)( k % 127 ) / cone.facets, p[6];
        double x[6] = { k % 2 == 0 ? -t : 0.5 * t, cone.mu * t * cos( angle ), cone.mu * t * sin( angle ),
            cone.muRoll * t, 0.0, -cone.muSpin * t };
        ssProjectOntoCone( &cone, x, p );
        // Going all the way to the apex would cost the whole length; the nearest point is next to x.
        double size = norm( 6, x );
        ASSERT( p[0] > 0.0 && ssCone_Distance( &cone, p ) <= 1e-14 * size );
        ASSERT( distance( 6, x, p ) <= 2.0 * t + fabs( x[0] ) + 1e-14 * size );
    }
    PASS();
}

TEST smallestAndLargestNumbersAreProjected( void )
{
    static const double sizes[] = { 5e-324, 1e-310, 1e-200, 1e-100, 1e100, 1e200, 1e300 };
    static const double coefficients[] = { 0.0, 5e-324, 1e-300, 0.5, 1e200, 1e308 };
    for ( int v = 0; v < ss_coneVariantCount; ++v )
    {
        for ( int s = 0; s < SS_COUNT( sizes ); ++s )
        {
            for ( int c = 0; c < 216; ++c )
            {
                ssCone cone = { .dimension = 6,
                    .mu = coefficients[c % 6],
                    .muRoll = coefficients[c / 6 % 6],
                    .muSpin = coefficients[c / 36],
                    .variant = (ssConeVariant)v,
                    .facets = 5 };
                double p[6], jacobian[36], x[6] = { 0.25, -0.5, 0.125, 1.0, 0.5, -1.0 };
                for ( int i = 0; i < 6; ++i ) { x[i] *= sizes[s]; }
                ssProjectOntoCone( &cone, x, p );
                ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
                for ( int i = 0; i < 6; ++i )
                {
                    ASSERT( isfinite( p[i] ) && fabs( p[i] ) <= 2.0 * sizes[s] );
                }
                for ( int i = 0; i < 36; ++i ) { ASSERT( fabs( jacobian[i] ) <= 1.0 + 1e-12 ); }
                ASSERT( isfinite( ssCone_Distance( &cone, x ) ) );
                ASSERT( c != 129 || fabs( p[1] ) <= 0.51 * p[0] + 1e-320 );
            }
        }
    }
    PASS();
}

TEST scaledPathAgreesWithTheFastOne( void )
{
    // 2^-400 lies outside the range in which squares are safe, and scaling by it changes no digit.
    testRng rng = { 9 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        static const int dimensions[3] = { 3, 5, 6 };
        ssCone cone = { .dimension = dimensions[k % 3],
            .mu = logUniform( &rng, 1e-3, 1e3 ),
            .muRoll = logUniform( &rng, 1e-3, 1e3 ),
            .muSpin = logUniform( &rng, 1e-3, 1e3 ) };
        double x[6], p[6], q[6];
        randomPoint( &rng, 6, x );
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        double far = k % 2 == 0 ? 0x1p-400 : 0x1p400;
        for ( int i = 0; i < 6; ++i ) { x[i] *= far; }
        ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &cone, x, q ), "%d" );
        for ( int i = 0; i < cone.dimension; ++i ) { ASSERT( fabs( q[i] / far - p[i] ) <= 4e-15 ); }
    }
    PASS();
}

TEST whatIsNotFiniteEndsEveryLoop( void )
{
    const double bad[] = { NAN, INFINITY, -INFINITY };
    for ( int v = 0; v < ss_coneVariantCount; ++v )
    {
        for ( int i = 0; i < 6; ++i )
        {
            for ( int b = 0; b < 3; ++b )
            {
                ssCone cone = { .dimension = 6,
                    .mu = 0.5,
                    .muRoll = 0.1,
                    .muSpin = 0.1,
                    .variant = (ssConeVariant)v,
                    .facets = 4 };
                double x[6] = { 1.0, 1.0, 1.0, 1.0, 1.0, 1.0 }, p[6], jacobian[36];
                x[i] = bad[b];
                // They promise only to return.
                ssProjectOntoCone( &cone, x, p );
                ssCone_ProjectionJacobian( &cone, x, p, jacobian );
                normalCone( &cone, x, 0.0 );
            }
        }
    }
    PASS();
}

TEST badConesAreRefusedByName( void )
{
    const ssCone good = { .dimension = 5, .mu = 0.5, .variant = ss_coneInscribed, .facets = 2 };
    ASSERT_EQ( ss_ok, ssCheckCone( &good ).code );
    static const int facets[] = { -1, 0, 1, 65, 1000000 };
    for ( int i = 0; i < SS_COUNT( facets ); ++i )
    {
        ssCone cone = good;
        cone.facets = facets[i];
        ASSERT_STR_EQ( "k", ssCheckCone( &cone ).field );
        cone.variant = ss_coneEllipsoidal; // has no facets that could be wrong
        ASSERT_EQ( ss_ok, ssCheckCone( &cone ).code );
    }
    ssCone cone = good;
    cone.facetAngle = NAN;
    ASSERT_STR_EQ( "facet_deg", ssCheckCone( &cone ).field );
    cone = good;
    cone.variant = ss_coneVariantCount;
    ASSERT_STR_EQ( "variant", ssCheckCone( &cone ).field );
    cone = good;
    cone.mu = -0.1;
    ASSERT_STR_EQ( "mu", ssCheckCone( &cone ).field );
    PASS();
}

TEST exactTiesAndTheApexHaveOneAnswer( void )
{
    for ( int v = 0; v < ss_coneVariantCount; ++v )
    {
        ssCone cone = { .dimension = 6,
            .mu = 0.5,
            .muRoll = 0.25,
            .muSpin = 0.125,
            .variant = (ssConeVariant)v,
            .facets = 4 };
        double zero[6] = { 0 }, p[6] = { 1.0 };
        ASSERT_EQ( ss_faceApex, ssProjectOntoCone( &cone, zero, p ) );
        double down[6] = { -1.0, 0.0, 0.0, 0.0, 0.0, 0.0 }, up[6] = { 1.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
        ASSERT_EQ( ss_faceApex, ssProjectOntoCone( &cone, down, p ) );
        ASSERT( norm( 6, p ) == 0.0 && !signbit( p[0] ) && !signbit( p[1] ) );
        ASSERT_EQ( ss_faceInside, ssProjectOntoCone( &cone, up, p ) );
        ASSERT_MEM_EQ( up, p, sizeof p );
        ssConeNormals normals = normalCone( &cone, zero, 0.0 );
        ASSERT( normals.apex && normals.count == 0 );
    }
    // All breakpoints are equal: y0 = (1 + 2 + .5 + .125)/(1 + .25 + .0625 + .015625).
    ssCone cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.25, .muSpin = 0.125 };
    double x[6] = { 1.0, 4.0, 0.0, 0.0, 2.0, -1.0 }, p[6];
    ASSERT_EQ_FMT( 7, (int)ssProjectOntoCone( &cone, x, p ), "%d" );
    ASSERT( fabs( p[0] - 3.625 / 1.328125 ) <= 1e-15 * 4.0 );
    PASS();
}

// ---------------------------------------------------------------------------------------------- normal cones

TEST normalsAreThoseOfThePaper( void )
{
    // See Acary & Bourrier Eqs. 39 and 41.
    ssCone cone = { .dimension = 5, .mu = 0.5, .muRoll = 0.25 };
    double sliding[5] = { 2.0, 0.6, 0.8, 0.1, 0.0 }, both[5] = { 2.0, 0.6, 0.8, 0.0, -0.5 };
    ssConeNormals one = normalCone( &cone, sliding, 1e-12 );
    ASSERT_EQ_FMT( 1, one.count, "%d" );
    double first[5] = { -0.5, 0.6, 0.8, 0.0, 0.0 }, second[5] = { -0.25, 0.0, 0.0, 0.0, -1.0 };
    ASSERT( distance( 5, one.rays[0], first ) <= 1e-15 );
    ssConeNormals two = normalCone( &cone, both, 1e-12 );
    ASSERT_EQ_FMT( 2, two.count, "%d" );
    ASSERT( distance( 5, two.rays[0], first ) <= 1e-15 && distance( 5, two.rays[1], second ) <= 1e-15 );
    // With a single block, the ellipsoidal cone has the same normal.
    ssCone ellipsoid = { .dimension = 3, .mu = 0.5, .variant = ss_coneEllipsoidal };
    ssConeNormals round = normalCone( &ellipsoid, sliding, 1e-12 );
    ASSERT( round.count == 1 && distance( 3, round.rays[0], first ) <= 1e-15 );
    // The point is a corner of the square |x|, |y| <= mu p_N.
    ssCone square = { .dimension = 3, .mu = 0.5, .variant = ss_coneCircumscribed, .facets = 2 };
    double corner[3] = { 2.0, 1.0, -1.0 };
    ssConeNormals edges = normalCone( &square, corner, 1e-12 );
    ASSERT_EQ_FMT( 2, edges.count, "%d" );
    double sum[3], expected[3] = { -1.0, 1.0, -1.0 };
    for ( int i = 0; i < 3; ++i ) { sum[i] = edges.rays[0][i] + edges.rays[1][i]; }
    ASSERT( distance( 3, sum, expected ) <= 1e-15 );
    // Without friction, every tangential direction is a generator, with both signs.
    ssCone smooth = { .dimension = 6 };
    double up[6] = { 1.0, 0.0, 0.0, 0.0, 0.0, 0.0 };
    ASSERT_EQ_FMT( 10, normalCone( &smooth, up, 0.0 ).count, "%d" );
    PASS();
}

// --------------------------------------------------------------------------------------------------- the law

typedef struct Pair
{
    ssCone cone;
    double p[6], y[6];
    int moving; // bits of the blocks that move
} Pair;

/// A pair that obeys the law with those blocks moving: the velocity is given, and p opposes it at its bound.
static Pair lawfulPair( testRng* rng, ssConeVariant variant, int dimension, int moving )
{
    Pair pair = { .cone = { .dimension = dimension,
                      .mu = testUniform( rng, 0.1, 1.0 ),
                      .muRoll = testUniform( rng, 0.1, 1.0 ),
                      .muSpin = testUniform( rng, 0.1, 1.0 ),
                      .variant = variant,
                      .facets = 2 + (int)( testRandom( rng ) % 10 ) },
        .moving = moving };
    double mu[3] = { pair.cone.mu, pair.cone.muRoll, pair.cone.muSpin };
    pair.p[0] = testUniform( rng, 0.5, 2.0 );
    double squares = 0.0;
    for ( int i = 0; i < blockCount( dimension ); ++i )
    {
        double angle = testUniform( rng, 0.0, 2.0 * SS_PI ), speed = testUniform( rng, 0.1, 1.0 );
        double unit[2] = { i < 2 ? cos( angle ) : angle > SS_PI ? 1.0 : -1.0, sin( angle ) };
        bool moves = ( moving & 1 << i ) != 0;
        double inner =
            moving != 0 && variant == ss_coneEllipsoidal ? 0.0 : 0.5 * testUniform( rng, 0.0, 1.0 );
        for ( int c = 0; c < ( i < 2 ? 2 : 1 ); ++c )
        {
            pair.y[1 + 2 * i + c] = moves ? speed * unit[c] : 0.0;
            pair.p[1 + 2 * i + c] = -( moves ? 1.0 : inner ) * mu[i] * pair.p[0] * unit[c];
        }
        squares += moves ? mu[i] * speed * mu[i] * speed : 0.0;
    }
    if ( variant == ss_coneEllipsoidal )
    {
        for ( int c = 1; c < dimension && moving != 0; ++c )
        {
            double m = mu[( c - 1 ) / 2];
            pair.p[c] = -m * m * pair.y[c] * pair.p[0] / sqrt( squares );
        }
        for ( int c = 1; c < dimension && moving == 0; ++c ) { pair.p[c] *= 0.5; }
    }
    if ( ( variant == ss_coneCircumscribed || variant == ss_coneInscribed ) && ( moving & 1 ) != 0 )
    {
        // The reaction is the corner that resists most.
        bool out = variant == ss_coneCircumscribed;
        double best = -1.0, half = 0.5 * SS_PI / pair.cone.facets;
        for ( int j = 0; j < 2 * pair.cone.facets; ++j )
        {
            double angle = 2.0 * half * ( j + ( out ? 0.5 : 0.0 ) ),
                   reach = mu[0] / ( out ? cos( half ) : 1.0 );
            double power = -( cos( angle ) * pair.y[1] + sin( angle ) * pair.y[2] );
            if ( power > best )
            {
                best = power;
                pair.p[1] = reach * pair.p[0] * cos( angle );
                pair.p[2] = reach * pair.p[0] * sin( angle );
            }
        }
    }
    return pair;
}

/// A polygon has the same corners, bit for bit, in a cone and in the discretised friction model.
TEST polygonsHaveOneSetOfCorners( void )
{
    testRng rng = { 23 };
    for ( int k = SS_CONE_MIN_FACETS; k <= SS_CONE_MAX_FACETS; ++k )
    {
        for ( int inscribed = 0; inscribed < 2; ++inscribed )
        {
            ssCone cone = { .dimension = 3,
                .mu = 1.0,
                .variant = inscribed ? ss_coneInscribed : ss_coneCircumscribed,
                .facets = k,
                .facetAngle = testUniform( &rng, 0.0, 1.6 ) };
            ssVec2 corners[2 * SS_CONE_MAX_FACETS], rim[2 * SS_CONE_MAX_FACETS];
            ssPyramidCorners(
                inscribed ? ss_pyramidForce : ss_pyramidAcceleration, k, cone.facetAngle, corners );
            ssCone_SlidingOutline( &cone, 2 * k, rim );
            for ( int j = 0; j < 2 * k; ++j )
            {
                ASSERT( rim[j].x == corners[j].x && rim[j].y == corners[j].y );
            }
        }
    }
    PASS();
}

TEST lawfulPairsAreComplementaryAndDissipate( void )
{
    static const int dimensions[3] = { 3, 5, 6 };
    testRng rng = { 20 };
    for ( int k = 0, n = testCount( 40000 ); k < n; ++k )
    {
        int dimension = dimensions[k % 3],
            moving = (int)( testRandom( &rng ) % ( 1u << blockCount( dimension ) ) );
        Pair pair = lawfulPair( &rng, (ssConeVariant)( k / 3 % 4 ), dimension, moving );
        double yhat[6], power = -dot( dimension, pair.p, pair.y );
        ssCone_ModifiedVelocity( &pair.cone, pair.y, yhat );
        ASSERT( ssCone_Distance( &pair.cone, pair.p ) <= 1e-13 );
        ASSERT( ssCone_DualDistance( &pair.cone, yhat ) <= 1e-13 );
        ASSERT( fabs( dot( dimension, yhat, pair.p ) ) <= 1e-13 );
        // This is Acary & Bourrier Eq. 43.
        ASSERT( fabs( ssCone_Dissipation( &pair.cone, pair.y, pair.p ) - power ) <= 1e-13 );
        // A solution is a fixed point of the natural map (Acary & Bourrier Eq. 61).
        double x[6];
        for ( int i = 0; i < dimension; ++i ) { x[i] = pair.p[i] - 0.7 * yhat[i]; }
        ssProjectOntoCone( &pair.cone, x, x );
        ASSERT( distance( dimension, x, pair.p ) <= 1e-13 );
    }
    PASS();
}

TEST modifiedVelocityIsDeSaxces( void )
{
    ssCone cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.1, .muSpin = 0.2 };
    double y[6] = { 1.0, 3.0, -4.0, 0.0, 2.0, -7.0 };
    ssCone_ModifiedVelocity( &cone, y, y );
    ASSERT( fabs( y[0] - ( 1.0 + 2.5 + 0.2 + 1.4 ) ) <= 1e-15 * 8.0 );
    ASSERT( y[1] == 3.0 && y[2] == -4.0 && y[3] == 0.0 && y[4] == 2.0 && y[5] == -7.0 );
    PASS();
}

/// The judge, the solve of one contact and four contacts in lanes have the same term.
TEST deSaxcesTermIsTheSameForOneContactAndInLanes( void )
{
    static const int dimensions[3] = { 3, 5, 6 };
    testRng rng = { 22 };
    for ( int k = 0, n = testCount( 3000 ); k < n; ++k )
    {
        ssCone cone = { .dimension = dimensions[k % 3],
            .mu = testUniform( &rng, 0.0, 2.0 ),
            .muRoll = testUniform( &rng, 0.0, 2.0 ),
            .muSpin = testUniform( &rng, 0.0, 2.0 ) };
        double y[6];
        for ( int i = 0; i < 6; ++i ) { y[i] = testUniform( &rng, -1.0, 1.0 ); }
        const simd mu[3] = { simdOf( cone.mu ), simdOf( cone.muRoll ), simdOf( cone.muSpin ) };
        const simd speed[3] = { simdOf( hypot( y[1], y[2] ) ), simdOf( hypot( y[3], y[4] ) ),
            simdOf( fabs( y[5] ) ) };
        simd lanes = saxceSumLanes( simdOf( y[0] ), blockCount( cone.dimension ), mu, speed );
        double h = ssCone_SectionSupport( &cone, y );
        double rounding = 16.0 * 0x1p-53 * ( 1.0 + h ); // at most eight on either side
        ASSERT( fabs( saxceTerm( &cone, y ) - h ) <= rounding );
        for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
        {
            ASSERT( fabs( simdGet( &lanes, lane ) - y[0] - h ) <= rounding );
        }
    }
    PASS();
}

/// Acary & Bourrier Prop. 4.2: no admissible reaction gives back more than the friction takes.
TEST dissipationIsNeverBelowThePower( void )
{
    static const int dimensions[3] = { 3, 5, 6 };
    testRng rng = { 21 };
    for ( int k = 0, count = testCount( 40000 ); k < count; ++k )
    {
        int dimension = dimensions[k % 3];
        Pair pair = lawfulPair( &rng, (ssConeVariant)( k / 3 % 4 ), dimension, 0 );
        double y[6], p[6];
        randomPoint( &rng, 6, y );
        randomPoint( &rng, 6, p );
        y[0] = fabs( y[0] );
        ssProjectOntoCone( &pair.cone, p, p );
        ASSERT( ssCone_Dissipation( &pair.cone, y, p ) >= -dot( dimension, y, p ) - 1e-13 );
    }
    PASS();
}

SUITE( variants )
{
    RUN_TEST( rollingConeWithoutRollingIsPlainCoulomb );
    RUN_TEST( ellipsoidalConeOfOneBlockIsTheDisc );
    RUN_TEST( equalCoefficientsMakeTheEllipsoidRound );
    RUN_TEST( ellipsoidalProjectionSolvesItsEquation );
    RUN_TEST( polyhedralProjectionIsTheBestOfAllFacesAndEdges );
    RUN_TEST( polygonsEncloseTheDiscAndApproachIt );
    RUN_TEST( circumscribedOverestimatesByOneOverCosine );
    RUN_TEST( theSlidingRimHasGaugeOne );
    RUN_TEST( polyhedralConeTurnsWithItsFacets );
}

SUITE( numbers )
{
    RUN_TEST( magnitudesOfAllSizesStayFiniteAndOptimal );
    RUN_TEST( tiesOfRoughConesDoNotContradictEachOther );
    RUN_TEST( smallestAndLargestNumbersAreProjected );
    RUN_TEST( scaledPathAgreesWithTheFastOne );
    RUN_TEST( whatIsNotFiniteEndsEveryLoop );
    RUN_TEST( badConesAreRefusedByName );
    RUN_TEST( exactTiesAndTheApexHaveOneAnswer );
}

SUITE( law )
{
    RUN_TEST( normalsAreThoseOfThePaper );
    RUN_TEST( polygonsHaveOneSetOfCorners );
    RUN_TEST( lawfulPairsAreComplementaryAndDissipate );
    RUN_TEST( modifiedVelocityIsDeSaxces );
    RUN_TEST( deSaxcesTermIsTheSameForOneContactAndInLanes );
    RUN_TEST( dissipationIsNeverBelowThePower );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( variants );
    RUN_SUITE( numbers );
    RUN_SUITE( law );
    return TEST_END();
}
