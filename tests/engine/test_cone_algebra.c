// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "normal_cone.h"
#include "slipstick/cone.h"
#include "slipstick/vecmath.h"

// What holds for every variant of the cone: the projection agrees with its definition, and so do duality, the
// normal cone and the derivative. The definitions of the cones below share nothing with the engine.

#define ROWS 12 // one per variant and dimension

static const int s_dimensions[3] = { 3, 5, 6 };

static int blockCount( int dimension ) { return dimension == 3 ? 1 : dimension == 5 ? 2 : 3; }

static double coefficient( const ssCone* cone, int block )
{
    return block == 0 ? cone->mu : block == 1 ? cone->muRoll : cone->muSpin;
}

static double blockLength( const double* x, int block )
{
    return block == 2 ? fabs( x[5] ) : hypot( x[1 + 2 * block], x[2 + 2 * block] );
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
    double d[SS_CONE_MAX];
    for ( int i = 0; i < n; ++i ) { d[i] = a[i] - b[i]; }
    return norm( n, d );
}

static void direction( const ssCone* cone, int j, double* e )
{
    double angle = cone->facetAngle + SS_PI * j / cone->facets;
    e[0] = cos( angle );
    e[1] = sin( angle );
}

/// The size of the sliding block relative to its bound at p_N = 1.
static double slidingGauge( const ssCone* cone, const double* x )
{
    double worst = 0.0, e[2];
    if ( cone->variant == ss_coneCircumscribed )
    {
        for ( int j = 0; j < cone->facets; ++j )
        {
            direction( cone, j, e );
            worst = fmax( worst, fabs( e[0] * x[1] + e[1] * x[2] ) );
        }
        return worst;
    }
    if ( cone->variant == ss_coneInscribed )
    {
        // The outward normal of the edge from corner j to j + 1 points midway between them.
        for ( int j = 0; j < cone->facets; ++j )
        {
            double angle = cone->facetAngle + SS_PI * ( j + 0.5 ) / cone->facets;
            worst = fmax( worst, fabs( cos( angle ) * x[1] + sin( angle ) * x[2] ) );
        }
        return worst / cos( 0.5 * SS_PI / cone->facets );
    }
    return hypot( x[1], x[2] );
}

/// By how much x leaves the cone, as a length in its units; <= 0 inside.
static double violation( const ssCone* cone, const double* x )
{
    double worst = -x[0];
    int blocks = blockCount( cone->dimension );
    if ( cone->variant == ss_coneEllipsoidal )
    {
        double sum = 0.0, largest = 0.0;
        for ( int i = 0; i < blocks; ++i )
        {
            double mu = coefficient( cone, i ), length = blockLength( x, i );
            sum += mu > 0.0 ? length / mu * ( length / mu ) : 0.0;
            worst = fmax( worst, mu > 0.0 ? 0.0 : length );
            largest = mu > 0.0 ? fmax( largest, 1.0 / mu ) : largest;
        }
        return fmax( worst, ( sqrt( sum ) - x[0] ) / ( 1.0 + largest ) );
    }
    for ( int i = 0; i < blocks; ++i )
    {
        double length = i == 0 ? slidingGauge( cone, x ) : blockLength( x, i );
        worst = fmax( worst, length - coefficient( cone, i ) * x[0] );
    }
    return worst;
}

/// max { c·y : c in C }, taken over the corners of a polygon.
static double support( const ssCone* cone, const double* y )
{
    double sum = 0.0, squares = 0.0, corner = 0.0, e[2];
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double term = coefficient( cone, i ) * blockLength( y, i );
        sum += term;
        squares += term * term;
    }
    if ( cone->variant == ss_coneEllipsoidal ) { return sqrt( squares ); }
    if ( cone->variant == ss_coneIntersection ) { return sum; }
    ssCone turned = *cone;
    double stretch = 1.0;
    if ( cone->variant == ss_coneCircumscribed )
    {
        turned.facetAngle += 0.5 * SS_PI / cone->facets;
        stretch = 1.0 / cos( 0.5 * SS_PI / cone->facets );
    }
    for ( int j = 0; j < cone->facets; ++j )
    {
        direction( &turned, j, e );
        corner = fmax( corner, fabs( e[0] * y[1] + e[1] * y[2] ) );
    }
    return sum - cone->mu * blockLength( y, 0 ) + cone->mu * stretch * corner;
}

static double logUniform( testRng* rng, double low, double high )
{
    return low * exp( testUniform( rng, 0.0, log( high / low ) ) );
}

/// Rows 0 … ROWS - 1: each variant in each dimension, with coefficients of all sizes, some of them zero or
/// equal.
static ssCone randomCone( testRng* rng, int row )
{
    double mu[3];
    for ( int i = 0; i < 3; ++i )
    {
        double kind = testUniform( rng, 0.0, 1.0 );
        mu[i] = kind < 0.1 ? 0.0 : kind < 0.2 ? 1.0 : logUniform( rng, 1e-3, 1e2 );
    }
    return ( ssCone ){ .dimension = s_dimensions[row % 3],
        .mu = mu[0],
        .muRoll = mu[1],
        .muSpin = mu[2],
        .variant = (ssConeVariant)( row / 3 ),
        .facets = 2 + (int)( testRandom( rng ) % 63 ),
        .facetAngle = testUniform( rng, -4.0, 4.0 ) };
}

/// Points of all sizes: around the apex, inside, outside, near the bounds, with zero blocks.
static void randomPoint( testRng* rng, const ssCone* cone, double* x )
{
    double size = logUniform( rng, 1e-6, 1e6 );
    for ( int i = 0; i < cone->dimension; ++i ) { x[i] = size * testUniform( rng, -1.0, 1.0 ); }
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double kind = testUniform( rng, 0.0, 1.0 ), length = blockLength( x, i );
        double near = coefficient( cone, i ) * fabs( x[0] ) * testUniform( rng, 0.3, 2.0 ) / length;
        double factor = kind < 0.1 ? 0.0 : kind < 0.5 && length > 0.0 ? near : 1.0;
        x[1 + 2 * i] *= factor;
        if ( i < 2 ) { x[2 + 2 * i] *= factor; }
    }
}

/// A random member of about that size, on the bound half of the time.
static void randomMember( testRng* rng, const ssCone* cone, double size, double* y )
{
    int blocks = blockCount( cone->dimension );
    y[0] = size * testUniform( rng, 0.0, 1.0 );
    double sum = 0.0, shares[3] = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < blocks; ++i )
    {
        shares[i] = testUniform( rng, 0.0, 1.0 ) < 0.5 ? 1.0 : testUniform( rng, 0.0, 1.0 );
        sum += shares[i] * shares[i];
    }
    for ( int i = 0; i < blocks; ++i )
    {
        double share = cone->variant == ss_coneEllipsoidal ? shares[i] / sqrt( fmax( 1.0, sum ) ) : shares[i];
        double angle = testUniform( rng, 0.0, 2.0 * SS_PI ), unit[3] = { 0.0, cos( angle ), sin( angle ) };
        double radius = share * coefficient( cone, i ) * y[0];
        radius /= i == 0 ? slidingGauge( cone, unit ) : 1.0;
        y[1 + 2 * i] = radius * ( i < 2 ? unit[1] : angle > SS_PI ? 1.0 : -1.0 );
        if ( i < 2 ) { y[2 + 2 * i] = radius * unit[2]; }
    }
}

static double gain( const ssCone* cone ) { return 1.0 + 2.0 * ( cone->mu + cone->muRoll + cone->muSpin ); }

/// Prints which cone and point broke a fact.
static bool holds( bool fact, const ssCone* cone, const double* x )
{
    if ( !fact )
    {
        fprintf( stderr, "\n%s, dimension %d, mu %.17g %.17g %.17g, k %d, angle %.17g, x",
            ssConeVariantName( cone->variant ), cone->dimension, cone->mu, cone->muRoll, cone->muSpin,
            cone->facets, cone->facetAngle );
        for ( int i = 0; i < cone->dimension; ++i ) { fprintf( stderr, " %.17g", x[i] ); }
        fputc( '\n', stderr );
    }
    return fact;
}

// ------------------------------------------------------------------------------------------------ projection

TEST projectionIsAMemberAndStaysPut( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 100 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX], again[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssConeFace face = ssProjectOntoCone( &cone, x, p );
            double tolerance = 1e-12 * ( 1.0 + norm( cone.dimension, x ) );
            ASSERT( holds( violation( &cone, p ) <= tolerance, &cone, x ) );
            ssProjectOntoCone( &cone, p, again );
            ASSERT( holds( distance( cone.dimension, p, again ) <= tolerance, &cone, x ) );
            bool still = distance( cone.dimension, p, x ) == 0.0;
            ASSERT( holds( face != ss_faceInside || still, &cone, x ) );
            ASSERT( holds( ( face == ss_faceApex ) == ( norm( cone.dimension, p ) == 0.0 ), &cone, x ) );
        }
    }
    PASS();
}

TEST membersAreTheirOwnProjection( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 200 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double y[SS_CONE_MAX], p[SS_CONE_MAX];
            randomMember( &rng, &cone, logUniform( &rng, 1e-6, 1e6 ), y );
            ssProjectOntoCone( &cone, y, p );
            double tolerance = 1e-12 * ( 1.0 + norm( cone.dimension, y ) );
            ASSERT( holds( distance( cone.dimension, y, p ) <= tolerance, &cone, y ) );
            ASSERT( ssCone_Distance( &cone, y ) <= tolerance );
            ASSERT( ssCone_Distance( &cone, y ) <= tolerance );
        }
    }
    PASS();
}

TEST moreauDecomposesEveryPoint( void )
{
    // x = p - y with p in K, y in K*, p ⟂ y: these conditions make p the projection, and the only one.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 300 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], minus[SS_CONE_MAX], p[SS_CONE_MAX], y[SS_CONE_MAX], sum[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssProjectOntoCone( &cone, x, p );
            for ( int i = 0; i < cone.dimension; ++i ) { minus[i] = -x[i]; }
            projectOntoDualCone( &cone, minus, y );
            for ( int i = 0; i < cone.dimension; ++i ) { sum[i] = p[i] - y[i]; }
            double size = 1.0 + norm( cone.dimension, x ), tolerance = 1e-12 * size;
            ASSERT( holds( distance( cone.dimension, sum, x ) <= tolerance, &cone, x ) );
            ASSERT( holds( fabs( dot( cone.dimension, p, y ) ) <= tolerance * size, &cone, x ) );
            // The dual bound multiplies by the coefficients, and its rounding errors grow with them.
            ASSERT( holds( support( &cone, y ) - y[0] <= tolerance * gain( &cone ), &cone, x ) );
            ASSERT( holds( ssCone_DualDistance( &cone, y ) <= tolerance, &cone, x ) );
            ASSERT( fabs( ssCone_Distance( &cone, x ) - norm( cone.dimension, y ) ) <= tolerance );
            ASSERT( fabs( ssCone_PolarDistance( &cone, x ) - norm( cone.dimension, p ) ) <= tolerance );
        }
    }
    PASS();
}

TEST noMemberIsNearer( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 400 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX], y[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssProjectOntoCone( &cone, x, p );
            double size = norm( cone.dimension, x ), best = distance( cone.dimension, x, p );
            for ( int sample = 0; sample < 20; ++sample )
            {
                randomMember( &rng, &cone, 2.0 * size, y );
                // Samples far away say little, so half of them are pulled close to p, which keeps them in the
                // cone.
                double weight = sample % 2 == 0 ? 1.0 : logUniform( &rng, 1e-4, 1.0 );
                for ( int i = 0; i < cone.dimension; ++i ) { y[i] = p[i] + weight * ( y[i] - p[i] ); }
                bool further = distance( cone.dimension, x, y ) >= best - 1e-12 * ( 1.0 + size );
                ASSERT( holds( further, &cone, x ) );
            }
        }
    }
    PASS();
}

TEST projectionDoesNotExpand( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 500 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], y[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            randomPoint( &rng, &cone, y );
            for ( int i = 0; i < cone.dimension && k % 2 == 0; ++i )
            {
                y[i] = x[i] + 1e-6 * y[i]; // close pairs reveal a jump across a face
            }
            ssProjectOntoCone( &cone, x, p );
            ssProjectOntoCone( &cone, y, q );
            double size = norm( cone.dimension, x ) + norm( cone.dimension, y );
            bool shrinks =
                distance( cone.dimension, p, q ) <= distance( cone.dimension, x, y ) + 1e-12 * ( 1.0 + size );
            ASSERT( holds( shrinks, &cone, x ) );
        }
    }
    PASS();
}

TEST projectionScalesWithItsPoint( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 600 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], scaled[SS_CONE_MAX], p[SS_CONE_MAX], s = logUniform( &rng, 1e-3, 1e3 );
            randomPoint( &rng, &cone, x );
            double size = norm( cone.dimension, x );
            ssProjectOntoCone( &cone, x, p );
            for ( int i = 0; i < cone.dimension; ++i )
            {
                scaled[i] = s * x[i];
                p[i] *= s;
            }
            ssProjectOntoCone( &cone, scaled, scaled );
            bool same = distance( cone.dimension, scaled, p ) <= 1e-12 * s * ( 1.0 + size );
            ASSERT( holds( same, &cone, x ) );
        }
    }
    PASS();
}

TEST projectionMayOverwriteItsPoint( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 700 + (uint64_t)row };
        for ( int k = 0; k < 1000; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssConeFace face = ssProjectOntoCone( &cone, x, p );
            ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &cone, x, x ), "%d" );
            ASSERT_MEM_EQ( p, x, (size_t)cone.dimension * sizeof *x );
        }
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- duality

TEST dualOfTheDualIsTheCone( void )
{
    // z is in K exactly if no member of K* has a negative product with it; the worst member is the part of z
    // beyond K. P_K** by Moreau from P_K* is P_K again.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 800 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], minus[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            for ( int i = 0; i < cone.dimension; ++i ) { minus[i] = -x[i]; }
            projectOntoDualCone( &cone, minus, q );
            for ( int i = 0; i < cone.dimension; ++i ) { q[i] += x[i]; }
            ssProjectOntoCone( &cone, x, p );
            double size = 1.0 + norm( cone.dimension, x );
            ASSERT( holds( distance( cone.dimension, p, q ) <= 1e-12 * size, &cone, x ) );
        }
    }
    PASS();
}

TEST membersOfConeAndDualNeverOppose( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 900 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double p[SS_CONE_MAX], y[SS_CONE_MAX];
            randomMember( &rng, &cone, 1.0, p );
            randomPoint( &rng, &cone, y );
            double h = support( &cone, y ), size = 1.0 + norm( cone.dimension, y ) * gain( &cone );
            ASSERT( holds( fabs( h - ssCone_SectionSupport( &cone, y ) ) <= 1e-13 * size, &cone, y ) );
            y[0] = h * testUniform( &rng, 1.0, 1.5 );
            ASSERT( holds( dot( cone.dimension, p, y ) >= -1e-12 * size, &cone, y ) );
            ASSERT( holds( ssCone_DualDistance( &cone, y ) <= 1e-12 * size, &cone, y ) );
            // A tenth below the bound is outside.
            y[0] = 0.9 * h;
            double depth = 0.1 * h / gain( &cone );
            ASSERT( holds( h == 0.0 || ssCone_DualDistance( &cone, y ) > 0.5 * depth, &cone, y ) );
        }
    }
    PASS();
}

TEST supportIsAttainedByMembersOnly( void )
{
    // sup { p·y : p in K, p_N = 1 } = y_N + h(y), so sampled members stay below it.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1000 + (uint64_t)row };
        for ( int k = 0, n = testCount( 2000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double y[SS_CONE_MAX], p[SS_CONE_MAX];
            randomPoint( &rng, &cone, y );
            double h = ssCone_SectionSupport( &cone, y ), size = norm( cone.dimension, y ) * gain( &cone );
            for ( int sample = 0; sample < 20; ++sample )
            {
                randomMember( &rng, &cone, 1.0, p );
                double reached = dot( cone.dimension, p, y ) - p[0] * y[0];
                ASSERT( holds( reached <= p[0] * h + 1e-12 * size, &cone, y ) );
            }
        }
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------- normal cone

TEST normalsAreObtuseToTheCone( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1100 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX], y[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssConeFace face = ssProjectOntoCone( &cone, x, p );
            double size = norm( cone.dimension, p );
            ssConeNormals normals = normalCone( &cone, p, 1e-12 * size );
            ASSERT( holds( normals.apex == ( face == ss_faceApex ), &cone, x ) );
            ASSERT( holds( face == ss_faceInside || normals.apex || normals.count > 0, &cone, x ) );
            for ( int r = 0; r < normals.count; ++r )
            {
                const double* ray = normals.rays[r];
                double length = norm( cone.dimension, ray ), reach = 1e-11 * length * size * gain( &cone );
                ASSERT( holds( fabs( dot( cone.dimension, ray, p ) ) <= reach, &cone, x ) );
                for ( int sample = 0; sample < 10; ++sample )
                {
                    randomMember( &rng, &cone, 2.0 * size, y );
                    ASSERT( holds( dot( cone.dimension, ray, y ) <= reach, &cone, x ) );
                }
            }
        }
    }
    PASS();
}

TEST normalsTakeAPointBackToItsProjection( void )
{
    // p plus any non-negative combination of the generators is projected to p.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1200 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX];
            randomPoint( &rng, &cone, x );
            ssProjectOntoCone( &cone, x, p );
            double size = norm( cone.dimension, p );
            ssConeNormals normals = normalCone( &cone, p, 1e-13 * size );
            memcpy( x, p, sizeof p );
            for ( int r = 0; r < normals.count; ++r )
            {
                double weight =
                    size * testUniform( &rng, 0.0, 1.0 ) / norm( cone.dimension, normals.rays[r] );
                for ( int i = 0; i < cone.dimension; ++i ) { x[i] += weight * normals.rays[r][i]; }
            }
            ssProjectOntoCone( &cone, x, q );
            ASSERT( holds(
                distance( cone.dimension, p, q ) <= 1e-11 * ( 1.0 + size ) * gain( &cone ), &cone, x ) );
        }
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- Jacobian

static void multiply( int n, const double* matrix, const double* x, double* y )
{
    for ( int i = 0; i < n; ++i ) { y[i] = dot( n, matrix + i * n, x ); }
}

TEST jacobianTimesPointIsTheProjection( void )
{
    // The projection is homogeneous of degree 1, so Euler's theorem holds.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1300 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX], plain[SS_CONE_MAX], jacobian[36];
            randomPoint( &rng, &cone, x );
            ssConeFace face = ssCone_ProjectionJacobian( &cone, x, p, jacobian );
            ASSERT_EQ_FMT( (int)ssProjectOntoCone( &cone, x, plain ), (int)face, "%d" );
            ASSERT_MEM_EQ( plain, p, (size_t)cone.dimension * sizeof *p );
            ASSERT_EQ_FMT( (int)face, (int)ssCone_ProjectionJacobian( &cone, x, NULL, jacobian ), "%d" );
            multiply( cone.dimension, jacobian, x, q );
            double size = 1.0 + norm( cone.dimension, x );
            ASSERT( holds( distance( cone.dimension, p, q ) <= 1e-12 * size, &cone, x ) );
        }
    }
    PASS();
}

/// Computes the smallest and largest eigenvalue by Jacobi rotations.
static void eigenvalues( int n, const double* matrix, double* low, double* high )
{
    double a[36];
    memcpy( a, matrix, (size_t)( n * n ) * sizeof *a );
    for ( int sweep = 0; sweep < 30; ++sweep )
    {
        for ( int p = 0; p < n; ++p )
        {
            for ( int q = p + 1; q < n; ++q )
            {
                double theta = 0.5 * atan2( 2.0 * a[p * n + q], a[q * n + q] - a[p * n + p] );
                double c = cos( theta ), s = sin( theta );
                for ( int i = 0; i < n; ++i )
                {
                    double u = a[i * n + p], v = a[i * n + q];
                    a[i * n + p] = c * u - s * v;
                    a[i * n + q] = s * u + c * v;
                }
                for ( int i = 0; i < n; ++i )
                {
                    double u = a[p * n + i], v = a[q * n + i];
                    a[p * n + i] = c * u - s * v;
                    a[q * n + i] = s * u + c * v;
                }
            }
        }
    }
    *low = *high = a[0];
    for ( int i = 1; i < n; ++i )
    {
        *low = fmin( *low, a[i * n + i] );
        *high = fmax( *high, a[i * n + i] );
    }
}

TEST jacobianIsSymmetricBetweenZeroAndOne( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1400 + (uint64_t)row };
        for ( int k = 0, n = testCountFull( 4000, 10000 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], jacobian[36], low, high;
            randomPoint( &rng, &cone, x );
            if ( k % 4 == 0 )
            {
                ssProjectOntoCone( &cone, x, x ); // kinks: points on the bounds, and the apex itself
            }
            ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
            for ( int i = 0; i < cone.dimension; ++i )
            {
                for ( int j = 0; j < i; ++j )
                {
                    double a = jacobian[i * cone.dimension + j], b = jacobian[j * cone.dimension + i];
                    ASSERT( holds( fabs( a - b ) <= 1e-15, &cone, x ) );
                }
            }
            if ( k % 5 == 0 )
            {
                eigenvalues( cone.dimension, jacobian, &low, &high );
                ASSERT( holds( low >= -1e-12 && high <= 1.0 + 1e-12, &cone, x ) );
            }
        }
    }
    PASS();
}

/// The largest difference between the Jacobian and central differences, relative to the step along each axis.
static double differenceError( const ssCone* cone, const double* x, const double* jacobian, double step )
{
    int n = cone->dimension;
    double worst = 0.0;
    for ( int j = 0; j < n; ++j )
    {
        double a[SS_CONE_MAX], b[SS_CONE_MAX];
        memcpy( a, x, (size_t)n * sizeof *a );
        memcpy( b, x, (size_t)n * sizeof *b );
        a[j] += step;
        b[j] -= step;
        double width = a[j] - b[j];
        ssProjectOntoCone( cone, a, a );
        ssProjectOntoCone( cone, b, b );
        for ( int i = 0; i < n; ++i )
        {
            worst = fmax( worst, fabs( ( a[i] - b[i] ) / width - jacobian[i * n + j] ) );
        }
    }
    return worst;
}

TEST jacobianIsTheDerivativeAwayFromKinks( void )
{
    // The coefficients are moderate, so that a step of 1e-5 |x| is small everywhere. A kink within the step
    // shows as a different face or as differences that do not settle; such points are counted instead of
    // compared.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1500 + (uint64_t)row };
        int compared = 0, count = testCountFull( 4000, 10000 );
        for ( int k = 0; k < count; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            double x[SS_CONE_MAX], jacobian[36], corner[SS_CONE_MAX], other[SS_CONE_MAX];
            double* coefficients[3] = { &cone.mu, &cone.muRoll, &cone.muSpin };
            for ( int i = 0; i < 3; ++i )
            {
                *coefficients[i] = testRandom( &rng ) % 8 == 0 ? 0.0 : logUniform( &rng, 0.1, 3.0 );
            }
            cone.facets = 2 + (int)( testRandom( &rng ) % 7 );
            for ( int i = 0; i < cone.dimension; ++i ) { x[i] = testUniform( &rng, -1.0, 1.0 ); }
            x[0] += 0.4;
            double step = 1e-5;
            ssConeFace face = ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
            bool smooth = true;
            for ( int side = 0; side < 2 * cone.dimension && smooth; ++side )
            {
                memcpy( corner, x, sizeof x );
                corner[side / 2] += ( side % 2 ? 4.0 : -4.0 ) * step;
                smooth = ssProjectOntoCone( &cone, corner, other ) == face;
            }
            for ( int i = 0; i < blockCount( cone.dimension ); ++i )
            {
                smooth = smooth && blockLength( x, i ) > 0.02;
            }
            if ( smooth )
            {
                ++compared;
                ASSERT( holds( differenceError( &cone, x, jacobian, step ) <= 1e-5, &cone, x ) );
            }
        }
        ASSERT( compared > count * 3 / 4 );
    }
    PASS();
}

/// How far from x a point is nearby: the derivative turns with the direction of each block, and so changes
/// within a fraction of its length. 1e-7, or a millionth of the shortest block that is not zero.
static double nearbyRadius( const ssCone* cone, const double* x )
{
    double radius = 1e-7;
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double length = blockLength( x, i );
        radius = length > 0.0 ? fmin( radius, 1e-6 * length ) : radius;
    }
    return radius;
}

TEST jacobianOnAKinkIsALimitOfDerivatives( void )
{
    // On the bounds, at the apex and on the bound of the polar, some point nearby has nearly this derivative.
    for ( int row = 0; row < ROWS; ++row )
    {
        testRng rng = { 1600 + (uint64_t)row };
        for ( int k = 0, n = testCount( 200 ); k < n; ++k )
        {
            ssCone cone = randomCone( &rng, row );
            cone.mu = testUniform( &rng, 0.2, 2.0 );
            cone.muRoll = testUniform( &rng, 0.2, 2.0 );
            cone.muSpin = testUniform( &rng, 0.2, 2.0 );
            cone.facets = 2 + (int)( testRandom( &rng ) % 7 );
            double x[SS_CONE_MAX], y[SS_CONE_MAX], p[SS_CONE_MAX], jacobian[36], nearby[36], best = 1.0;
            randomMember( &rng, &cone, 1.0, x );
            x[0] += 0.1;
            if ( k % 3 == 1 )
            {
                ssProjectOntoCone( &cone, x, p );
                memcpy( x, p, sizeof x );
            }
            else if ( k % 3 == 2 ) { x[0] = -support( &cone, x ); }
            for ( int i = 0; i < cone.dimension && k % 30 == 0; ++i ) { x[i] = 0.0; }
            ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
            double radius = nearbyRadius( &cone, x );
            for ( int sample = 0; sample < 400 && best > 1e-3; ++sample )
            {
                for ( int i = 0; i < cone.dimension; ++i )
                {
                    // Half of the points lie nearly straight up or down, because narrow cones and polars fill
                    // little of a cube.
                    double spread = i > 0 && sample % 2 == 0 ? 0.05 : 1.0;
                    y[i] = x[i] + radius * spread * testUniform( &rng, -1.0, 1.0 );
                }
                ssCone_ProjectionJacobian( &cone, y, NULL, nearby );
                double worst = 0.0;
                for ( int i = 0; i < cone.dimension * cone.dimension; ++i )
                {
                    worst = fmax( worst, fabs( nearby[i] - jacobian[i] ) );
                }
                best = fmin( best, worst );
            }
            ASSERT( holds( best <= 1e-3, &cone, x ) );
        }
    }
    PASS();
}

TEST jacobianWithoutFrictionMovesTheNormalOnly( void )
{
    for ( int row = 0; row < ROWS; ++row )
    {
        ssCone cone = {
            .dimension = s_dimensions[row % 3], .variant = (ssConeVariant)( row / 3 ), .facets = 4
        };
        for ( int k = 0; k < 4; ++k )
        {
            double x[6] = { k < 2 ? 1.0 : -1.0, 0.0, 0.0, 0.0, 0.0, 0.0 }, jacobian[36];
            x[2] = k % 2 == 0 ? 0.0 : 0.5;
            ssCone_ProjectionJacobian( &cone, x, NULL, jacobian );
            for ( int i = 0; i < cone.dimension * cone.dimension; ++i )
            {
                ASSERT( holds( jacobian[i] == ( i == 0 && k < 2 ? 1.0 : 0.0 ), &cone, x ) );
            }
        }
    }
    PASS();
}

SUITE( algebra )
{
    RUN_TEST( projectionIsAMemberAndStaysPut );
    RUN_TEST( membersAreTheirOwnProjection );
    RUN_TEST( moreauDecomposesEveryPoint );
    RUN_TEST( noMemberIsNearer );
    RUN_TEST( projectionDoesNotExpand );
    RUN_TEST( projectionScalesWithItsPoint );
    RUN_TEST( projectionMayOverwriteItsPoint );
    RUN_TEST( dualOfTheDualIsTheCone );
    RUN_TEST( membersOfConeAndDualNeverOppose );
    RUN_TEST( supportIsAttainedByMembersOnly );
    RUN_TEST( normalsAreObtuseToTheCone );
    RUN_TEST( normalsTakeAPointBackToItsProjection );
    RUN_TEST( jacobianTimesPointIsTheProjection );
    RUN_TEST( jacobianIsSymmetricBetweenZeroAndOne );
    RUN_TEST( jacobianIsTheDerivativeAwayFromKinks );
    RUN_TEST( jacobianOnAKinkIsALimitOfDerivatives );
    RUN_TEST( jacobianWithoutFrictionMovesTheNormalOnly );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( algebra );
    return TEST_END();
}
