// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/parallel.h"

// Random forces and random friction in every scenario: their laws in closed form, whatever the step, and the
// same bits from the same seed.

typedef struct Setting
{
    const char *key, *value;
} Setting;

static ssSim* makeSim( const char* id, const Setting* settings, int count, double h, uint64_t seed )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    for ( int i = 0; i < count; ++i )
    {
        testMust( ssSimDef_Set( &def, settings[i].key, settings[i].value ) );
    }
    def.h = h;
    def.seed = seed;
    ssSim* sim = NULL;
    testMust( ssCreateSim( &def, &sim ) );
    return sim;
}

static void run( ssSim* sim, int steps )
{
    for ( int i = 0; i < steps; ++i )
    {
        ssStepReport report = ssSim_Step( sim );
        if ( report.status > ss_statusLimit )
        {
            fprintf(
                stderr, "%s: %s\n", ssSim_Scenario( sim )->id, report.reason != NULL ? report.reason : "" );
            abort();
        }
    }
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

#define SIM( id, settings, h, seed ) makeSim( id, settings, SS_COUNT( settings ), h, seed )

// --------------------------------------------------------------------------------------------- a free body

// A sphere of one kilogram without any friction.
#define FREE                                                              \
    { "mu", "0" }, { "mu_r", "0" }, { "mu_s", "0" }, { "radius", "0.1" }, \
        { "density", "238.7324146378430" },                               \
    {                                                                     \
        "u0", "0"                                                         \
    }

/// The variance of the velocity after some steps, over many seeds.
static double spreadOf( const Setting* settings, int count, double h, int steps, int seeds )
{
    double sum = 0.0, squares = 0.0;
    for ( int seed = 1; seed <= seeds; ++seed )
    {
        ssSim* sim = makeSim( "rolling-sphere", settings, count, h, (uint64_t)seed );
        run( sim, steps );
        double u = signalOf( sim, "u" );
        sum += u / seeds;
        squares += u * u / seeds;
        ssDestroySim( sim );
    }
    return squares - sum * sum;
}

TEST whiteNoiseSpreadsVelocitiesWithTheSquareRootOfTime( void )
{
    // σ² t / m², and the same with a step ten times as long
    const Setting settings[] = { FREE, { "noise.force", "2" } };
    int seeds = testCount( 4000 );
    for ( int k = 0; k < 2; ++k )
    {
        double h = k == 0 ? 0.05 : 0.005, t = 0.1;
        double spread = spreadOf( settings, SS_COUNT( settings ), h, (int)lround( t / h ), seeds );
        ASSERT_IN_RANGE( 4.0 * t, spread, 4.0 * t * 5.0 * sqrt( 2.0 / seeds ) );
    }
    PASS();
}

TEST colouredNoiseDoesAsItsClosedFormWhateverTheStep( void )
{
    // A stationary Ornstein-Uhlenbeck force moves a free mass with the variance σ² (t - τ (1 -
    // exp(-t/τ)))/m².
    const Setting settings[] = { FREE, { "noise.force", "2" }, { "noise.time", "0.2" } };
    int seeds = testCount( 4000 );
    for ( int k = 0; k < 3; ++k )
    {
        double t = 0.3, h = t / ( k == 0 ? 1 : k == 1 ? 3 : 30 );
        double expected = 4.0 * ( t - 0.2 * ( 1.0 - exp( -t / 0.2 ) ) );
        double spread = spreadOf( settings, SS_COUNT( settings ), h, (int)lround( t / h ), seeds );
        ASSERT_IN_RANGE( expected, spread, expected * 5.0 * sqrt( 2.0 / seeds ) );
    }
    PASS();
}

TEST forceOfColouredNoiseHasItsVarianceAndMemory( void )
{
    const Setting settings[] = { FREE, { "noise.force", "0.3" }, { "noise.time", "0.05" } };
    ssSim* sim = SIM( "rolling-sphere", settings, 1e-3, 7 );
    int n = testCount( 200000 ), lag = 50;
    double *f = calloc( (size_t)n, sizeof( double ) ), variance = 0.0, together = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        run( sim, 1 );
        f[i] = ssSim_Noise( sim, 0 ).force[0];
        variance += f[i] * f[i] / n;
        together += i >= lag ? f[i] * f[i - lag] / ( n - lag ) : 0.0;
    }
    double expected = 0.09 / ( 2.0 * 0.05 ), error = 5.0 * sqrt( 2.0 * 0.05 / ( n * 1e-3 ) );
    ASSERT_IN_RANGE( expected, variance, expected * error );
    ASSERT_IN_RANGE( expected * exp( -1.0 ), together, expected * error );
    free( f );
    ssDestroySim( sim );
    PASS();
}

// ------------------------------------------------------------------------------------------- what settles

TEST oscillatorHasItsShareOfEnergyInEachMotion( void )
{
    // m x'' + c x' + k x = σ ξ: k <x²> = m <u²> = σ²/(2c)
    const Setting settings[] = { { "mass", "1" }, { "stiffness", "10" }, { "damping", "2" },
        { "normal_force", "0" }, { "perturbation", "0" }, { "noise.force", "0.4" } };
    ssSim* sim = SIM( "stribeck", settings, 0.01, 3 );
    int n = testCount( 400000 );
    double x2 = 0.0, u2 = 0.0;
    run( sim, 1000 );
    for ( int i = 0; i < n; ++i )
    {
        run( sim, 1 );
        double x = signalOf( sim, "x" ), u = signalOf( sim, "u" );
        x2 += x * x / n;
        u2 += u * u / n;
    }
    double expected = 0.16 / ( 2.0 * 2.0 ), error = 5.0 * sqrt( 2.0 * 1.0 / ( n * 0.01 ) );
    ASSERT_IN_RANGE( expected, 10.0 * x2, expected * error );
    ASSERT_IN_RANGE( expected, u2, expected * ( error + 0.02 ) );
    ssDestroySim( sim );
    PASS();
}

TEST dryFrictionGivesTheSpeedAnExponentialDensity( void )
{
    // In the plane p(v) = exp(-a |v|) with a = 2 m F/σ²: the speed has the mean 2/a and the mean square 6/a².
    const Setting settings[] = { { "mass", "1" }, { "gravity", "10" }, { "c_force", "10" },
        { "law", "associated" }, { "c_kind", "circle" }, { "c_a", "2" }, { "v0", "0" }, { "ghosts", "none" },
        { "noise.force", "1" } };
    ssSim* sim = SIM( "sliding-disk", settings, 1e-3, 5 );
    int n = testCount( 1000000 );
    double mean = 0.0, square = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        run( sim, 1 );
        double speed = signalOf( sim, "speed" );
        mean += speed / n;
        square += speed * speed / n;
    }
    double a = 4.0, error = 5.0 * sqrt( 0.5 * 0.5 / ( n * 1e-3 ) );
    ASSERT_IN_RANGE( 2.0 / a, mean, 2.0 / a * ( error + 0.03 ) );
    ASSERT_IN_RANGE( 6.0 / ( a * a ), square, 6.0 / ( a * a ) * ( 2.0 * error + 0.05 ) );
    ssDestroySim( sim );
    PASS();
}

TEST whatSticksDoesNotCreepUnderWeakNoise( void )
{
    const Setting disk[] = { { "v0", "0" }, { "mass", "1" }, { "gravity", "10" }, { "noise.force", "0.1" },
        { "noise.time", "0.1" } };
    const Setting block[] = { { "v0", "0" }, { "shape", "block" }, { "mu", "0.5" }, { "noise.force", "0.2" },
        { "noise.time", "0.1" } };
    ssSim* sim = SIM( "sliding-disk", disk, 1e-3, 2 );
    run( sim, 2000 );
    ASSERT_EQ( 0.0, signalOf( sim, "x" ) );
    ASSERT_EQ( 0.0, signalOf( sim, "speed" ) );
    ssDestroySim( sim );
    sim = SIM( "dilatancy-twins", block, 1e-3, 2 );
    run( sim, 500 );
    ASSERT( ssSim_Noise( sim, 1 ).force[0] != 0.0 );
    ASSERT_IN_RANGE( 0.0, signalOf( sim, "x_exact_law" ), 1e-9 );
    ssDestroySim( sim );
    PASS();
}

// ------------------------------------------------------------------------------------------------- friction

TEST frictionVariesAboutItsValue( void )
{
    // White: the sum over t has the variance r² t for every step. Coloured: r²/(2τ) at each moment.
    static const struct
    {
        const char *mu, *time;
        double h, variance;
    } cases[] = { { "0.01", "0", 1e-3, 1e-4 / 1e-3 }, { "0.1", "0", 1e-3, 1e-2 / 1e-3 },
        { "0.1", "0", 1e-2, 1.0 }, { "0.1", "0.05", 1e-3, 0.1 } };
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        const Setting settings[] = { FREE, { "noise.mu", cases[k].mu }, { "noise.time", cases[k].time } };
        ssSim* sim = SIM( "rolling-sphere", settings, cases[k].h, 11 );
        int n = testCount( 200000 );
        double mean = 0.0, square = 0.0, least = 1.0;
        for ( int i = 0; i < n; ++i )
        {
            run( sim, 1 );
            double x = ssSim_Noise( sim, 1 ).friction; // the sphere; the ground is body 0
            mean += x / n;
            square += x * x / n;
            least = fmin( least, x );
        }
        double v = cases[k].variance, memory = k == 3 ? 100.0 : 1.0, error = 5.0 * sqrt( memory / n );
        ASSERT_IN_RANGE( 1.0, mean, error * sqrt( v ) );
        ASSERT_IN_RANGE( v, square - mean * mean, v * error * sqrt( 2.0 + 6.0 * v ) );
        ASSERT( least > 0.0 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST randomFrictionBrakesAsItsMean( void )
{
    // A block slides with v0 - μ g t on average; without the random part exactly so.
    double mean = 0.0, spread = 0.0, t = 0.05, g = 9.81;
    int seeds = testCount( 1000 );
    for ( int seed = 1; seed <= seeds; ++seed )
    {
        const Setting settings[] = { { "v0", "2" }, { "shape", "block" }, { "mu", "0.5" },
            { "noise.mu", "0.01" } };
        ssSim* sim = SIM( "dilatancy-twins", settings, 1e-3, (uint64_t)seed );
        run( sim, 50 );
        double lost = 2.0 * t - signalOf( sim, "x_exact_law" );
        mean += lost / seeds;
        spread += lost * lost / seeds;
        ssDestroySim( sim );
    }
    // The lost way is the integral of (t - s) over the friction: μ g t²/2 on average, μ² g² r² t³/3 about it.
    double expected = 0.5 * 0.5 * g * t * t, variance = 0.25 * g * g * 1e-4 * t * t * t / 3.0;
    ASSERT_IN_RANGE( expected, mean, 5.0 * sqrt( variance / seeds ) + 0.03 * expected );
    ASSERT_IN_RANGE( variance, spread - mean * mean, variance * ( 15.0 * sqrt( 1.0 / seeds ) + 0.05 ) );
    PASS();
}

// ------------------------------------------------------------------------------------------------- the bits

static uint64_t hashAfter( const char* id, const Setting* settings, int count, uint64_t seed, int steps )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ssSim* sim = makeSim( id, settings, count, def.scenario->model.h, seed );
    run( sim, steps );
    uint64_t hash = ssSim_Hash( sim );
    ssDestroySim( sim );
    return hash;
}

static const Setting s_both[] = { { "noise.force", "0.01" }, { "noise.mu", "0.05" },
    { "noise.time", "0.02" } };

TEST sameSeedGivesTheSameBitsWithAnyNumberOfThreads( void )
{
    static const char* const ids[] = { "playground", "sphere-pile", "belt" };
    for ( int k = 0; k < SS_COUNT( ids ); ++k )
    {
        uint64_t first = hashAfter( ids[k], s_both, SS_COUNT( s_both ), 4, 60 );
        for ( int threads = 1; threads <= 4; threads *= 2 )
        {
            ssSetParallelFor( testThreads, &threads );
            uint64_t hash = hashAfter( ids[k], s_both, SS_COUNT( s_both ), 4, 60 );
            ssSetParallelFor( NULL, NULL );
            ASSERT_EQ( first, hash );
        }
        ASSERT( first != hashAfter( ids[k], s_both, SS_COUNT( s_both ), 5, 60 ) );
    }
    PASS();
}

static bool isLog( const ssScenario* scenario ) { return scenario->recorded != NULL; }

TEST restoredRunsGoOnWithTheSameNoise( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        ssSimDef def = ssDefaultSimDef( scenario );
        testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
        int steps = 0;
        for ( int k = 0; k < SS_COUNT( s_both ); ++k )
        {
            steps += ssFindScenarioParam( scenario, s_both[k].key ) >= 0;
            if ( ssFindScenarioParam( scenario, s_both[k].key ) >= 0 )
            {
                testMust( ssSimDef_Set( &def, s_both[k].key, s_both[k].value ) );
            }
        }
        if ( steps == 0 || isLog( scenario ) ) { continue; }
        ssSim *sim, *other;
        testMust( ssCreateSim( &def, &sim ) );
        def.seed = 99;
        testMust( ssCreateSim( &def, &other ) );
        run( sim, 20 );
        run( other, 7 );
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
        testMust( ssSim_Restore( other, blob, size ) );
        ASSERT_EQ( ssSim_Hash( sim ), ssSim_Hash( other ) );
        run( sim, 20 );
        run( other, 20 );
        ASSERT_EQm( scenario->id, ssSim_Hash( sim ), ssSim_Hash( other ) );
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( other );
    }
    PASS();
}

TEST withoutStrengthThereIsNoNoise( void )
{
    // The rows are no part of such a run: golden.txt holds from before there were any.
    const Setting zero[] = { { "noise.force", "0" }, { "noise.mu", "0" } };
    ASSERT_EQ( hashAfter( "playground", zero, 0, 1, 30 ), hashAfter( "playground", zero, 2, 1, 30 ) );
    ASSERT( hashAfter( "playground", zero, 0, 1, 30 ) !=
        hashAfter( "playground", s_both, SS_COUNT( s_both ), 1, 30 ) );
    const Setting settings[] = { { "noise.force", "0.5" }, { "u0", "3" } };
    ssSim* sim = SIM( "rolling-sphere", settings, 1e-3, 1 );
    run( sim, 10 );
    ASSERT( ssSim_Noise( sim, 1 ).force[1] != 0.0 );
    testMust( ssSim_SetParam( sim, ssFindScenarioParam( ssSim_Scenario( sim ), "noise.force" ), 0.0 ) );
    run( sim, 1 );
    ASSERT_EQ( 0.0, ssSim_Noise( sim, 1 ).force[1] );
    ASSERT_EQ( 1.0, ssSim_Noise( sim, 1 ).friction );
    ssDestroySim( sim );
    PASS();
}

TEST everyScenarioTakesNoiseOrSaysWhyNot( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( i ) );
        ssResult force = ssSimDef_Set( &def, "noise.force", "1" ), mu = ssSimDef_Set( &def, "noise.mu", "1" );
        bool still = strcmp( def.scenario->id, "tribometer" ) == 0;
        bool smooth = still || strcmp( def.scenario->id, "rolling-cylinder" ) == 0;
        ASSERT_EQm( def.scenario->id, !still, force.code == ss_ok );
        ASSERT_EQm( def.scenario->id, !smooth, mu.code == ss_ok );
        ASSERT(
            !smooth || strstr( mu.message, still ? "nothing moves" : "no friction coefficient" ) != NULL );
    }
    PASS();
}

TEST everyScenarioIsMovedByIt( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = 0; k < 2; ++k )
        {
            if ( ssFindScenarioParam( scenario, s_both[k].key ) < 0 ) { continue; }
            // The strengths are those of the run, so that only what they do can tell the two apart.
            double x[2] = { 0.0, 0.0 };
            for ( int seed = 0; seed < 2; ++seed )
            {
                ssSimDef def = ssDefaultSimDef( scenario );
                testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
                testMust( ssSimDef_Set( &def, s_both[k].key, k == 0 ? "1" : "0.2" ) );
                def.seed = (uint64_t)seed + 1;
                int64_t steps;
                testMust( ssSimDef_StepCount( &def, &steps ) );
                ssSim* sim;
                testMust( ssCreateSim( &def, &sim ) );
                run( sim, (int)steps );
                double row[SS_MAX_SIGNALS];
                ssSim_Signals( sim, row );
                for ( int s = 0; s < scenario->model.signalCount; ++s )
                {
                    x[seed] += isfinite( row[s] ) ? ( s + 1 ) * row[s] : 0.0;
                }
                ssDestroySim( sim );
            }
            ASSERTm( scenario->id, x[0] != x[1] );
        }
    }
    PASS();
}

SUITE( laws )
{
    RUN_TEST( whiteNoiseSpreadsVelocitiesWithTheSquareRootOfTime );
    RUN_TEST( colouredNoiseDoesAsItsClosedFormWhateverTheStep );
    RUN_TEST( forceOfColouredNoiseHasItsVarianceAndMemory );
    RUN_TEST( oscillatorHasItsShareOfEnergyInEachMotion );
    RUN_TEST( dryFrictionGivesTheSpeedAnExponentialDensity );
    RUN_TEST( whatSticksDoesNotCreepUnderWeakNoise );
    RUN_TEST( frictionVariesAboutItsValue );
    RUN_TEST( randomFrictionBrakesAsItsMean );
}

SUITE( bits )
{
    RUN_TEST( sameSeedGivesTheSameBitsWithAnyNumberOfThreads );
    RUN_TEST( restoredRunsGoOnWithTheSameNoise );
    RUN_TEST( withoutStrengthThereIsNoNoise );
    RUN_TEST( everyScenarioTakesNoiseOrSaysWhyNot );
    RUN_TEST( everyScenarioIsMovedByIt );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( laws );
    RUN_SUITE( bits );
    return TEST_END();
}
