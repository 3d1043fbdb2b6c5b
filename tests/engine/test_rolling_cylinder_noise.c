// SPDX-License-Identifier: MIT
#include "cylinder_ensemble.h"

#include "model/rolling_cylinder_noise.h"
#include "slipstick/parallel.h"

#include <pthread.h>

// Chance: the noise itself, the stationary density and passage times, and the schemes and ensembles compared
// with both.

static testTable s_table;

// ----------------------------------------------------------------------------------------------------- noise

TEST zigguratStripsHaveEqualAreas( void )
{
    double edge = cylinderZiggurat[1], area = 0.00492867323397465535;
    ASSERT_IN_RANGE(
        area, edge * exp( -0.5 * edge * edge ) + sqrt( 0.5 * SS_PI ) * erfc( edge / sqrt( 2.0 ) ), 1e-17 );
    ASSERT_IN_RANGE( area, cylinderZiggurat[0] * exp( -0.5 * edge * edge ), 1e-17 );
    for ( int i = 1; i < 256; ++i )
    {
        double x = cylinderZiggurat[i], next = cylinderZiggurat[i + 1];
        ASSERT_IN_RANGE( area, x * ( exp( -0.5 * next * next ) - exp( -0.5 * x * x ) ), 1e-15 );
    }
    PASS();
}

TEST normalNumbersAreNormal( void )
{
    int n = testCount( 2000000 );
    double moments[7] = { 0.0 };
    int beyond[5] = { 0 };
    for ( int i = 0; i < n; ++i )
    {
        double x = cylinderGauss( cylinderMix( (uint64_t)i * cylinderGolden ) ), power = 1.0;
        for ( int k = 1; k <= 6; ++k )
        {
            power *= x;
            moments[k] += power / n;
        }
        for ( int k = 0; k < 5; ++k ) { beyond[k] += fabs( x ) > k + 0.25; }
    }
    // Each bound is five standard errors.
    static const double expected[7] = { 1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 15.0 };
    static const double variance[7] = { 0.0, 1.0, 2.0, 15.0, 96.0, 945.0, 10170.0 };
    for ( int k = 1; k <= 6; ++k )
    {
        ASSERT_IN_RANGE( expected[k], moments[k], 5.0 * sqrt( variance[k] / n ) );
    }
    for ( int k = 0; k < 5; ++k )
    {
        double p = erfc( ( k + 0.25 ) / sqrt( 2.0 ) );
        ASSERT_IN_RANGE( p, beyond[k] / (double)n, 5.0 * sqrt( p / n ) );
    }
    PASS();
}

TEST halvesAddUpToTheWhole( void )
{
    // xi sqrt(h) is the increment, and h^1.5 (xi/2 - eta/(2√3)) is the integral of the path over the step.
    for ( uint64_t seed = 1; seed < 20; ++seed )
    {
        for ( int level = 0; level < 20; ++level )
        {
            int64_t index = (int64_t)( seed * 37 ) << ( level / 2 );
            ssCylinderNoise whole = ssCylinderNoise_At( seed, level, index );
            ssCylinderNoise a = ssCylinderNoise_At( seed, level + 1, 2 * index );
            ssCylinderNoise b = ssCylinderNoise_At( seed, level + 1, 2 * index + 1 );
            double h = sqrt( 0.5 ), cube = h * h * h, third = 0.5 / sqrt( 3.0 );
            ASSERT_IN_RANGE( whole.xi, h * ( a.xi + b.xi ), 1e-14 );
            double areaA = cube * ( 0.5 * a.xi - third * a.eta ),
                   areaB = cube * ( 0.5 * b.xi - third * b.eta );
            ASSERT_IN_RANGE( 0.5 * whole.xi - third * whole.eta, areaA + 0.5 * h * a.xi + areaB, 1e-14 );
        }
    }
    PASS();
}

TEST noiseInBulkIsTheSameNoise( void )
{
    ssCylinderNoise bulk[300];
    for ( int level = 0; level < 24; level += 3 )
    {
        for ( int64_t first = 0; first < 2000; first += 611 )
        {
            ssCylinderNoise_Fill( 5, level, first, SS_COUNT( bulk ), bulk );
            for ( int i = 0; i < SS_COUNT( bulk ); ++i )
            {
                ssCylinderNoise one = ssCylinderNoise_At( 5, level, first + i );
                ASSERT( one.xi == bulk[i].xi && one.eta == bulk[i].eta );
            }
        }
    }
    PASS();
}

TEST noiseIsWhiteAcrossStepsAndSeeds( void )
{
    int n = testCount( 200000 );
    double sums[6] = { 0.0 };
    for ( int i = 0; i < n; ++i )
    {
        ssCylinderNoise a = ssCylinderNoise_At( 3, 5, i ), b = ssCylinderNoise_At( 3, 5, i + 1 );
        ssCylinderNoise other = ssCylinderNoise_At( 4, 5, i );
        const double products[6] = { a.xi * a.eta, a.xi * b.xi, a.eta * b.eta, a.eta * b.xi, a.xi * other.xi,
            a.xi * b.eta };
        for ( int k = 0; k < 6; ++k ) { sums[k] += products[k]; }
    }
    for ( int k = 0; k < 6; ++k ) { ASSERT_IN_RANGE( 0.0, sums[k] / n, 5.0 / sqrt( n ) ); }
    PASS();
}

// --------------------------------------------------------------------------------------- density and passage

static double exponent( const ssCylinder* c, double a, double b )
{
    // A very fine Simpson's rule is the reference.
    const int parts = 20000;
    double sum = 0.0, width = ( b - a ) / parts;
    for ( int i = 0; i <= parts; ++i )
    {
        double weight = i == 0 || i == parts ? 1.0 : i % 2 == 1 ? 4.0 : 2.0;
        sum += weight * ssCylinder_Force( c, a + i * width );
    }
    return 2.0 * ssCylinder_EffectiveMass( c ) / c->noise * sum * width / 3.0;
}

TEST densityAgreesWithTheTable( void )
{
    ASSERT( testReadTable( "stationary_density_sigma50.csv", &s_table ) );
    static const double angles[] = { 4.87, 4.90, 4.93 };
    for ( int k = 0; k < 3; ++k )
    {
        ssCylinder c = testNoisyCylinder( angles[k], 50.0 );
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &c, &density ).code );
        double top = ssCylinderDensity_At( &density, 2.0 );
        for ( int i = 0; i < s_table.rows; ++i )
        {
            double v = s_table.cells[i][0], expected = s_table.cells[i][k + 1];
            double p = ssCylinderDensity_At( &density, v );
            // The quadrature of the table is off by 1.5e-5 where p < 1e-28 (v < 0.5); there the integral
            // itself decides.
            ASSERT_IN_RANGE( expected, p, ( expected > 1e-28 ? 1e-5 : 2e-5 ) * expected );
            ASSERT_IN_RANGE( exponent( &c, 2.0, v ), log( p / top ), 1e-6 );
        }
        ssCylinderDensity_Destroy( &density );
    }
    PASS();
}

TEST momentsOfTheDensityAreThoseOfThePaper( void )
{
    static const struct
    {
        double alpha, mean, std;
    } rows[] = { { 4.87, 1.69721, 0.31393 }, { 4.90, 2.85271, 0.82262 }, { 4.93, 3.84610, 0.34709 } };
    for ( int i = 0; i < 3; ++i )
    {
        ssCylinder c = testNoisyCylinder( rows[i].alpha, 50.0 );
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &c, &density ).code );
        ASSERT_IN_RANGE( rows[i].mean, density.mean, 5.1e-6 );
        ASSERT_IN_RANGE( rows[i].std, density.std, 5.1e-6 );
        // The distribution is complete: it rises from zero to one.
        double sum = 0.0, below = 0.0;
        for ( double v = -0.5; v < 9.0; v += 0.001 )
        {
            sum += 0.001 * ssCylinderDensity_At( &density, v );
            double next = ssCylinderDensity_Below( &density, v );
            ASSERT( next >= below );
            below = next;
        }
        ASSERT_IN_RANGE( 1.0, sum, 1e-6 );
        ASSERT_IN_RANGE( 1.0, below, 1e-12 );
        ssCylinderDensity_Destroy( &density );
    }
    static const double noises[] = { 1.0, 10.0, 50.0, 100.0, 200.0, 500.0 };
    static const double slow[] = { 1.5732, 1.5878, 1.6972, 1.9213, 2.2237, 2.5700 };
    static const double fast[] = { 3.9221, 3.9114, 3.8461, 3.7101, 3.5034, 3.3248 };
    for ( int i = 0; i < SS_COUNT( noises ); ++i )
    {
        ssCylinder a = testNoisyCylinder( 4.87, noises[i] ), b = testNoisyCylinder( 4.93, noises[i] );
        ssCylinderDensity one, two;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &a, &one ).code );
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &b, &two ).code );
        ASSERT_IN_RANGE( slow[i], one.mean, 5.1e-5 );
        ASSERT_IN_RANGE( fast[i], two.mean, 5.1e-5 );
        ssCylinderDensity_Destroy( &one );
        ssCylinderDensity_Destroy( &two );
    }
    PASS();
}

/// With drag alone the motion is an Ornstein-Uhlenbeck process, about which everything is known.
static ssCylinder linearCylinder( double drag, double noise )
{
    ssCylinder c = testNoisyCylinder( 0.0, noise );
    c.gravity = 1e-15; // it weighs nothing, so the surface takes no energy
    c.dragA = drag;
    c.dragB = 0.0;
    return c;
}

TEST linearForceHasANormalDensity( void )
{
    for ( double noise = 1e-6; noise < 1e7; noise *= 10.0 )
    {
        ssCylinder c = linearCylinder( 3.0, noise );
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &c, &density ).code );
        double std = sqrt( noise / ( 2.0 * 150.0 * 3.0 ) );
        ASSERT_IN_RANGE( 0.0, density.mean, 1e-9 * std );
        ASSERT_IN_RANGE( std, density.std, 1e-9 * std );
        for ( int i = -5; i <= 5; ++i )
        {
            double expected = exp( -0.5 * i * i ) / ( sqrt( 2.0 * SS_PI ) * std );
            ASSERT_IN_RANGE( expected, ssCylinderDensity_At( &density, i * std ), 1e-8 * expected );
            ASSERT_IN_RANGE(
                0.5 * erfc( -i / sqrt( 2.0 ) ), ssCylinderDensity_Below( &density, i * std ), 1e-9 );
        }
        ssCylinderDensity_Destroy( &density );
    }
    PASS();
}

TEST faintNoiseHasANarrowDensity( void )
{
    // As the noise fades, the velocity stays near its equilibrium, with the width that the curvature of the
    // well gives.
    for ( double noise = 1e-2; noise > 1e-11; noise *= 0.01 )
    {
        ssCylinder c = testNoisyCylinder( 4.87, noise );
        ssCylinderEquilibrium e[8];
        ASSERT_EQ( 1, ssCylinder_Equilibria( &c, e, 8 ) );
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &c, &density ).code );
        double std = sqrt( noise / ( -2.0 * 150.0 * ssCylinder_ForceSlope( &c, e[0].v ) ) );
        ASSERT_IN_RANGE( e[0].v, density.mean, 0.1 * std );
        ASSERT_IN_RANGE( std, density.std, 0.01 * std );
        ssCylinderDensity_Destroy( &density );
    }
    PASS();
}

TEST passageTimesAreExact( void )
{
    ssCylinder c = testNoisyCylinder( 4.90, 50.0 );
    ssCylinderEquilibrium e[8];
    ASSERT_EQ( 3, ssCylinder_Equilibria( &c, e, 8 ) );
    double up = ssCylinder_Passage( &c, e[0].v, e[2].v ), down = ssCylinder_Passage( &c, e[2].v, e[0].v );
    ASSERT_IN_RANGE( 2096.9, up, 0.1 );
    ASSERT_IN_RANGE( 3178.5, down, 0.1 );
    // On the way through a point, the times of one direction add up.
    double half = ssCylinder_Passage( &c, e[0].v, 2.7 ) + ssCylinder_Passage( &c, 2.7, e[2].v );
    ASSERT_IN_RANGE( up, half, 1e-9 * up );
    // Without a barrier or noticeable noise, it is the time of the deterministic motion.
    ssCylinder quick = linearCylinder( 3.0, 1e-8 );
    double expected = 150.0 / 3.0 * log( 4.0 );
    ASSERT_IN_RANGE( expected, ssCylinder_Passage( &quick, 4.0, 1.0 ), 1e-6 * expected );
    // This is the mirror image.
    ssCylinder mirror = c;
    mirror.alpha = -c.alpha;
    ASSERT_IN_RANGE( up, ssCylinder_Passage( &mirror, -e[0].v, -e[2].v ), 1e-9 * up );
    // Kramers' formula becomes accurate as the noise becomes small.
    double last = HUGE_VAL;
    for ( double noise = 20.0; noise > 0.1; noise /= 2.0 )
    {
        c.noise = noise;
        double ratio = ssCylinder_KramersTime( &c, true ) / ssCylinder_Passage( &c, e[0].v, e[2].v );
        ASSERT( fabs( ratio - 1.0 ) < last );
        last = fabs( ratio - 1.0 );
    }
    ASSERT( last < 2e-3 );
    c.noise = 0.0;
    ASSERT( isnan( ssCylinder_Passage( &c, 1.0, 2.0 ) ) && isnan( ssCylinder_KramersTime( &c, true ) ) );
    PASS();
}

TEST potentialIsTheIntegralOfTheForce( void )
{
    for ( int model = 0; model < ss_cylinderModelCount; ++model )
    {
        ssCylinder c = testCylinder( 2, (ssCylinderModel)model, true, 4.92 );
        c.noise = 50.0;
        ASSERT( ssCylinder_Potential( &c, 0.0 ) == 0.0 );
        for ( double v = -3.0; v < 12.0; v += 1.3 )
        {
            double change = ssCylinder_Potential( &c, v + 0.7 ) - ssCylinder_Potential( &c, v );
            double expected =
                -exponent( &c, v, v + 0.7 ) * c.noise / ( 2.0 * ssCylinder_EffectiveMass( &c ) );
            ASSERT_IN_RANGE( expected, change, 1e-6 * ( 1.0 + fabs( expected ) ) );
        }
    }
    PASS();
}

TEST impossibleDensitiesAreRefused( void )
{
    ssCylinder c = testCylinder( 2, ss_cylinderFull, true, 4.9 );
    ssCylinderDensity density;
    ssResult result = ssMakeCylinderDensity( &c, &density );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( density.cells == NULL && testContains( result.message, "noise > 0" ) );
    // Without drag on a steep slope, the full model runs out of its range.
    c.noise = 50.0;
    c.dragB = 0.0;
    c.alpha = 0.5;
    result = ssMakeCylinderDensity( &c, &density );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, density.cells == NULL && testContains( result.message, "limit of" ) );
    PASS();
}

// --------------------------------------------------------------------------------------------------- schemes

static double meanAfter( ssCylinderScheme scheme, double h, int members, double* variance )
{
    ssCylinderEnsembleDef def = ssDefaultCylinderEnsembleDef();
    def.cylinder = linearCylinder( 150.0, 400.0 ); // one relaxation per second
    def.scheme = scheme;
    def.h = h;
    def.settle = llround( 1.0 / h ) - 1;
    def.steps = 1;
    def.members = members;
    def.v0 = 1.0;
    ssCylinderEnsemble ensemble;
    ssResult result = ssRunCylinderEnsemble( &def, &ensemble );
    double mean = result.code == ss_ok ? ensemble.mean : SS_NAN;
    *variance = result.code == ss_ok ? ensemble.std * ensemble.std : SS_NAN;
    ssCylinderEnsemble_Destroy( &ensemble );
    return mean;
}

TEST weakOrdersAreOneAndTwo( void )
{
    // Fewer samples would show chance, not the order.
    int members = testCount( 40000 ) > 40000 ? testCount( 40000 ) : 40000;
    double exactMean = exp( -1.0 ), exactVariance = 400.0 / ( 150.0 * 150.0 ) * 0.5 * ( 1.0 - exp( -2.0 ) );
    for ( int scheme = 0; scheme < ss_cylinderSchemeCount; ++scheme )
    {
        double meanError[3], varianceError[3], h = 0.5;
        for ( int i = 0; i < 3; ++i, h *= 0.5 )
        {
            double variance, mean = meanAfter( (ssCylinderScheme)scheme, h, members, &variance );
            meanError[i] = mean - exactMean;
            varianceError[i] = variance / exactVariance - 1.0;
            // The effect of the scheme on a linear force is known in closed form, and the code must do
            // exactly that.
            double factor = scheme == 0 ? 1.0 - h : 1.0 - h + 0.5 * h * h;
            double kick = scheme == 0 ? h : h * ( 1.0 - h + h * h / 3.0 ), expected = 0.0;
            int steps = (int)lround( 1.0 / h );
            for ( int k = 0; k < steps; ++k )
            {
                expected = factor * factor * expected + kick * 400.0 / ( 150.0 * 150.0 );
            }
            double error = sqrt( expected / members );
            ASSERT_IN_RANGE( pow( factor, steps ), mean, 5.0 * error );
            ASSERT_IN_RANGE( expected, variance, 5.0 * expected * sqrt( 2.0 / members ) );
        }
        // Halving the step halves the error of the mean, or quarters it.
        double order = log2( fabs( meanError[0] / meanError[1] ) );
        ASSERT_IN_RANGE( scheme == 0 ? 1.2 : 2.3, order, 0.25 );
        ASSERT( fabs( varianceError[0] ) > fabs( varianceError[2] ) );
    }
    PASS();
}

/// The distance between the end of a path and that of the same path with a much finer step.
static double strongError( const ssCylinder* c, ssCylinderScheme scheme, int level, int paths )
{
    ssCylinderForce force = ssPrepareCylinder( c, NULL );
    double sum = 0.0;
    for ( int path = 0; path < paths; ++path )
    {
        double ends[2];
        for ( int k = 0; k < 2; ++k )
        {
            int depth = k == 0 ? level : 12;
            double h = ldexp( 32.0, -depth ), v = 2.5;
            for ( int64_t i = 0; i < 1 << depth; ++i )
            {
                v = ssCylinder_Step( &force, k == 0 ? scheme : ss_cylinderSra1, h, v,
                    ssCylinderNoise_At( (uint64_t)path, depth, i ) );
            }
            ends[k] = v;
        }
        sum += fabs( ends[0] - ends[1] );
    }
    return sum / paths;
}

TEST strongOrdersAreOneAndOneAndAHalf( void )
{
    // A lively case: noise of 1 m/s in the 32 s, and a stiff drag.
    ssCylinder c = testNoisyCylinder( 4.90, 2000.0 );
    c.dragA = 20.0;
    c.alpha = 10.0 * SS_PI / 180.0;
    int paths = testCount( 20 );
    double euler[3], sra1[3];
    for ( int i = 0; i < 3; ++i )
    {
        euler[i] = strongError( &c, ss_cylinderEuler, 5 + i, paths );
        sra1[i] = strongError( &c, ss_cylinderSra1, 5 + i, paths );
    }
    ASSERT( log2( euler[0] / euler[2] ) > 2 * 0.8 );
    ASSERT( log2( sra1[0] / sra1[2] ) > 2 * 1.35 );
    ASSERT( sra1[0] < 0.2 * euler[0] );
    PASS();
}

TEST splineIsTheFullModel( void )
{
    testRng rng = { 4 };
    for ( int k = 0, n = testCount( 12 ); k < n; ++k )
    {
        ssCylinder c = testCylinder( k % 2 + 1, ss_cylinderFull, true, testUniform( &rng, 0.0, 30.0 ) );
        c.surface = k < 2 ? 100.0 : k == 2 ? 0.0 : testUniform( &rng, 0.01, 1000.0 );
        c.impactFactor = k % 3 == 2 ? 1.0 : 2.0;
        ssCylinderSpline spline;
        ASSERT_EQ( ss_ok, ssMakeCylinderSpline( &c, &spline ).code );
        ASSERT( spline.error < 1e-8 && ssCylinderSpline_Matches( &spline, &c ) );
        // One spline serves every slope and load of this material.
        for ( int i = 0; i < 2000; ++i )
        {
            c.alpha = testUniform( &rng, -1.2, 1.2 );
            ssCylinderForce force = ssPrepareCylinder( &c, &spline );
            double limit = fmin( ssCylinder_SpeedLimit( &c ), 1e9 );
            double v = limit * pow( 10.0, testUniform( &rng, -9.0, 0.0 ) );
            double expected = ssCylinder_Force( &c, v ), resistance = ssCylinder_Resistance( &c, v );
            // The second term is the rounding of the sum of forces.
            double scale = resistance + 1e-7 * ( fabs( force.drive ) + ssCylinder_Drag( &c, v ) );
            ASSERT_IN_RANGE( expected, ssCylinderForce_At( &force, v ), 1e-8 * scale );
            ASSERT_IN_RANGE( 2.0 * force.drive - expected, ssCylinderForce_At( &force, -v ), 1e-8 * scale );
        }
        ssCylinderSpline_Destroy( &spline );
    }
    PASS();
}

/// Without the impact term, and with a very large one, the tolerance of the spline cannot be met: the
/// last attempt is kept, and states its error.
TEST splineThatMissesItsToleranceIsStillTheFullModel( void )
{
    static const double factors[] = { 0.0, 1e-8, 1e3, 1e6, 1e11 };
    testRng rng = { 6 };
    for ( int k = 0, n = testCount( 20 ); k < n; ++k )
    {
        ssCylinder c = testCylinder( k % 2 + 1, ss_cylinderFull, true, 2.0 );
        c.impactFactor = factors[k % SS_COUNT( factors )];
        c.surface *= k < 5 ? 1.0 : pow( 10.0, testUniform( &rng, -4.0, 1.0 ) );
        ssCylinderSpline spline;
        ASSERT_EQ( ss_ok, ssMakeCylinderSpline( &c, &spline ).code );
        ASSERT( spline.error < 1e-6 );
        ssCylinderForce force = ssPrepareCylinder( &c, &spline );
        double limit = ssCylinder_SpeedLimit( &c );
        for ( int i = 0; i <= 2000; ++i )
        {
            // Also at rest, at the end, and beyond it.
            double v = limit * ( i % 2 == 0 ? i / 1900.0 : pow( 10.0, testUniform( &rng, -9.0, 0.0 ) ) );
            double expected = ssCylinder_Force( &c, v ), resistance = ssCylinder_Resistance( &c, v );
            // Between the points at which it is measured, the error may be somewhat larger.
            double scale = 4.0 * spline.error * resistance +
                1e-15 * ( resistance + fabs( force.drive ) + ssCylinder_Drag( &c, v ) );
            ASSERT_IN_RANGE( expected, ssCylinderForce_At( &force, v ), scale );
        }
        ssCylinderSpline_Destroy( &spline );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- ensembles

static ssCylinderEnsembleDef noisyDef( double alphaDeg, double noise, int members )
{
    ssCylinderEnsembleDef def = ssDefaultCylinderEnsembleDef();
    def.cylinder = testNoisyCylinder( alphaDeg, noise );
    def.settle = 5000;
    def.steps = 16000;
    def.members = members;
    def.v0 = 2.5;
    return def;
}

TEST noiseQuickensTheSlowAndSlowsTheFast( void )
{
    double means[2][2], errors[2][2];
    for ( int a = 0; a < 2; ++a )
    {
        for ( int s = 0; s < 2; ++s )
        {
            ssCylinderEnsembleDef def = noisyDef( a == 0 ? 4.87 : 4.93, s == 0 ? 10.0 : 100.0, 10 );
            ssCylinderEnsemble ensemble;
            ssCylinderDensity density;
            ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &def, &ensemble ).code );
            ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &def.cylinder, &density ).code );
            means[a][s] = ensemble.mean;
            errors[a][s] = ensemble.meanError;
            ASSERT_IN_RANGE( density.mean, ensemble.mean, 4.0 * ensemble.meanError );
            ssCylinderEnsemble_Destroy( &ensemble );
            ssCylinderDensity_Destroy( &density );
        }
    }
    ASSERT( means[0][1] - means[0][0] > 4.0 * hypot( errors[0][0], errors[0][1] ) );
    ASSERT( means[1][0] - means[1][1] > 4.0 * hypot( errors[1][0], errors[1][1] ) );
    PASS();
}

enum
{
    bins = 60
};

/// The highest bins with a deep valley between them.
static int countPeaks( const int64_t* counts )
{
    int peaks = 0;
    int64_t highest = 0, lowest = 0;
    bool rising = true;
    for ( int i = 0; i < bins; ++i )
    {
        if ( rising )
        {
            highest = counts[i] > highest ? counts[i] : highest;
            if ( counts[i] < 0.7 * highest )
            {
                ++peaks;
                rising = false;
                lowest = counts[i];
            }
        }
        else
        {
            lowest = counts[i] < lowest ? counts[i] : lowest;
            if ( counts[i] > lowest / 0.7 + 1000 )
            {
                rising = true;
                highest = counts[i];
            }
        }
    }
    return peaks;
}

TEST histogramGrowsIntoTheDensity( void )
{
    static const double angles[] = { 4.87, 4.90, 4.93 };
    static const int peaks[] = { 1, 2, 1 };
    for ( int k = 0; k < 3; ++k )
    {
        ssCylinderEnsembleDef def = noisyDef( angles[k], 50.0, 640 );
        def.steps = k == 1 ? testCount( 16000 ) : 16000; // 1e7 s in all
        def.bins = bins;
        def.low = 0.0;
        def.high = 6.0;
        ssCylinderEnsemble ensemble;
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &def, &ensemble ).code );
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &def.cylinder, &density ).code );
        ASSERT_EQ( peaks[k], countPeaks( ensemble.counts ) );
        double total = (double)def.steps * def.members, below = 0.0;
        // An excursion lasts about 500 s, which gives the number of independent samples.
        double free = total / ( k == 1 ? 3000.0 : 600.0 );
        for ( int i = 0; i < bins; ++i )
        {
            double edge = def.low + ( i + 1 ) * ( def.high - def.low ) / bins;
            below += (double)ensemble.counts[i] / total;
            double expected = ssCylinderDensity_Below( &density, edge );
            ASSERT_IN_RANGE( expected, below, 5.0 * sqrt( expected * ( 1.0 - expected ) / free ) + 2e-3 );
        }
        ASSERT_IN_RANGE( density.std, ensemble.std, 0.02 * density.std );
        ssCylinderEnsemble_Destroy( &ensemble );
        ssCylinderDensity_Destroy( &density );
    }
    PASS();
}

TEST passagesTakeTheirExactTime( void )
{
    // The runs are long compared with both times: passages that are incomplete at the end are not counted.
    ssCylinderEnsembleDef def = noisyDef( 4.90, 50.0, testCount( 320 ) );
    ssCylinderEquilibrium e[8];
    ASSERT_EQ( 3, ssCylinder_Equilibria( &def.cylinder, e, 8 ) );
    def.v0 = def.slow = e[0].v;
    def.fast = e[2].v;
    def.settle = 0;
    def.steps = 60000;
    ssCylinderEnsemble ensemble;
    ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &def, &ensemble ).code );
    double up = ssCylinder_Passage( &def.cylinder, def.slow, def.fast );
    double down = ssCylinder_Passage( &def.cylinder, def.fast, def.slow );
    ASSERT( ensemble.ups > 500 && ensemble.downs > 500 );
    ASSERT_IN_RANGE( up, ensemble.passageUp, 0.1 * up );
    ASSERT_IN_RANGE( down, ensemble.passageDown, 0.1 * down );
    ssCylinderEnsemble_Destroy( &ensemble );
    PASS();
}

typedef struct Hand
{
    ssBlockTask* task;
    void* context;
    int first, step, blocks;
} Hand;

static void* runHand( void* argument )
{
    Hand* hand = argument;
    for ( int block = hand->first; block < hand->blocks; block += hand->step )
    {
        hand->task( hand->context, block );
    }
    return NULL;
}

/// Deals the blocks out to threads in turn, the last block first.
static void dealOut( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    int count = *(int*)hookContext;
    pthread_t threads[8];
    Hand hands[8];
    for ( int i = count - 1; i >= 0; --i )
    {
        hands[i] = ( Hand ){ task, context, i, count, blocks };
        pthread_create( threads + i, NULL, runHand, hands + i );
    }
    for ( int i = 0; i < count; ++i ) { pthread_join( threads[i], NULL ); }
}

TEST threadsAndGroupsChangeNothing( void )
{
    ssCylinderEnsembleDef def = noisyDef( 4.90, 50.0, 53 );
    def.steps = 1000;
    def.settle = 77;
    def.bins = bins;
    def.high = 6.0;
    ssCylinderEnsemble reference, other;
    for ( int model = 0; model < ss_cylinderModelCount; ++model )
    {
        def.cylinder.model = (ssCylinderModel)model;
        ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &def, &reference ).code );
        for ( int threads = 1; threads <= 5; threads += 2 )
        {
            ssSetParallelFor( dealOut, &threads );
            ssResult result = ssRunCylinderEnsemble( &def, &other );
            ssSetParallelFor( NULL, NULL );
            ASSERT_EQ( ss_ok, result.code );
            ASSERT( reference.mean == other.mean && reference.std == other.std );
            ASSERT_EQ( 0, memcmp( reference.counts, other.counts, bins * sizeof( int64_t ) ) );
            for ( int i = 0; i < def.members; ++i )
            {
                ASSERT( reference.members[i].last == other.members[i].last );
                ASSERT( reference.members[i].variance == other.members[i].variance );
            }
            ssCylinderEnsemble_Destroy( &other );
        }
        // A member on its own is the same run: seed 1 + 29, stepped by hand.
        ssCylinderEnsembleDef single = def;
        single.members = 1;
        single.seed = def.seed + 29;
        ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &single, &other ).code );
        ASSERT( other.members[0].last == reference.members[29].last );
        ssCylinderEnsemble_Destroy( &other );
        ssCylinderSpline spline = { .cellCount = 0 };
        ASSERT_EQ( ss_ok, ssMakeCylinderSpline( &def.cylinder, &spline ).code );
        ssCylinderForce force = ssPrepareCylinder( &def.cylinder, &spline );
        double v = def.v0;
        for ( int64_t i = 0; i < def.settle + def.steps; ++i )
        {
            v = ssCylinder_Step( &force, def.scheme, def.h, v,
                ssCylinderNoise_At( single.seed, ssCylinderNoise_Level( def.h ), i ) );
        }
        ASSERT( v == reference.members[29].last );
        ssCylinderSpline_Destroy( &spline );
        ssCylinderEnsemble_Destroy( &reference );
    }
    PASS();
}

TEST badEnsemblesAreRefused( void )
{
    ssCylinderEnsemble ensemble;
    ssCylinderEnsembleDef def = noisyDef( 4.90, 50.0, 0 );
    ASSERT_EQ( ss_errorValue, ssRunCylinderEnsemble( &def, &ensemble ).code );
    def = noisyDef( 4.90, -1.0, 1 );
    ASSERT_EQ( ss_errorValue, ssRunCylinderEnsemble( &def, &ensemble ).code );
    def = noisyDef( 4.90, 1.0, 1 );
    def.h = 0.0;
    ASSERT_EQ( ss_errorValue, ssRunCylinderEnsemble( &def, &ensemble ).code );
    def = noisyDef( 4.90, 1.0, 1 );
    def.bins = 5;
    ASSERT_EQ( ss_errorValue, ssRunCylinderEnsemble( &def, &ensemble ).code );
    ASSERT( ensemble.members == NULL && ensemble.counts == NULL );
    PASS();
}

SUITE( noise )
{
    RUN_TEST( zigguratStripsHaveEqualAreas );
    RUN_TEST( normalNumbersAreNormal );
    RUN_TEST( halvesAddUpToTheWhole );
    RUN_TEST( noiseInBulkIsTheSameNoise );
    RUN_TEST( noiseIsWhiteAcrossStepsAndSeeds );
}

SUITE( densities )
{
    RUN_TEST( densityAgreesWithTheTable );
    RUN_TEST( momentsOfTheDensityAreThoseOfThePaper );
    RUN_TEST( linearForceHasANormalDensity );
    RUN_TEST( faintNoiseHasANarrowDensity );
    RUN_TEST( passageTimesAreExact );
    RUN_TEST( potentialIsTheIntegralOfTheForce );
    RUN_TEST( impossibleDensitiesAreRefused );
}

SUITE( motion )
{
    RUN_TEST( weakOrdersAreOneAndTwo );
    RUN_TEST( strongOrdersAreOneAndOneAndAHalf );
    RUN_TEST( splineIsTheFullModel );
    RUN_TEST( splineThatMissesItsToleranceIsStillTheFullModel );
    RUN_TEST( noiseQuickensTheSlowAndSlowsTheFast );
    RUN_TEST( histogramGrowsIntoTheDensity );
    RUN_TEST( passagesTakeTheirExactTime );
    RUN_TEST( threadsAndGroupsChangeNothing );
    RUN_TEST( badEnsemblesAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( noise );
    RUN_SUITE( densities );
    RUN_SUITE( motion );
    return TEST_END();
}
