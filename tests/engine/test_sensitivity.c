// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "model/rolling_cylinder.h"
#include "slipstick/lab/sensitivity.h"
#include "slipstick/vecmath.h"
#include "world_common.h"

// Derivatives of discrete runs against closed forms of the same discrete runs. A sphere that slides has
// u_k = u0 - mu g k h in every step; one that rolls under a rolling moment has u_k = u0 - (5/7) (g mu_r
// / R) k h until the step in which it stops.

#define GRAVITY 9.81
#define GOAL 1e-6

static ssSimDef s_def;

static void sphere( double h, double until )
{
    s_def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    s_def.h = h;
    s_def.until = until;
}

static void set( const char* key, double value )
{
    s_def.values[ssFindScenarioParam( s_def.scenario, key )] = value;
}

static ssSensitivity* find( int64_t stride, int count, const char* const* keys )
{
    int params[SS_SENSITIVITY_PARAMS];
    for ( int i = 0; i < count; ++i ) { params[i] = ssFindScenarioParam( s_def.scenario, keys[i] ); }
    ssSensitivityDef def = { .base = &s_def, .params = params, .paramCount = count, .stride = stride };
    ssSensitivity* found = NULL;
    ssResult result = ssFindSensitivity( &def, &found );
    if ( result.code != ss_ok ) { fprintf( stderr, "%s\n", result.message ); }
    return found;
}

static ssSensitivity* findOne( int64_t stride, const char* key ) { return find( stride, 1, &key ); }

static double at( const ssSensitivity* found, int row, const char* signal )
{
    return ssSensitivity_At( found, 0, row, ssFindSignal( s_def.scenario, signal ) );
}

TEST aSlidingBodySlowsDownByMuAndThenRollsAlikeForEveryMu( void )
{
    const double h = 1e-3, u0 = 3.0, mu = 0.2, slip = 2.5;
    sphere( h, 1.0 );
    set( "mu", mu );
    set( "mu_r", 0.0 );
    set( "u0", u0 );
    set( "omega0", ( u0 - slip ) / 0.5 );
    // The slip, which falls by 3.5 mu g h in a step, would become negative in step n. From then on the sphere
    // rolls with u0 - 2/7 of the slip at the start.
    int n = (int)ceil( slip / ( 3.5 * mu * GRAVITY * h ) );
    ssSensitivity* found = findOne( 1, "mu" );
    ASSERT( found != NULL );
    ASSERT_EQ_FMT( 1001, found->rowCount, "%d" );
    for ( int k = 1; k < n; ++k )
    {
        double expected = -GRAVITY * k * h;
        ASSERT_IN_RANGE( expected, at( found, k, "u" ), GOAL * fabs( expected ) );
        // theta = 1/2: x is the sum of trapezoids.
        double place = -0.5 * GRAVITY * ( k * h ) * ( k * h );
        ASSERT_IN_RANGE( place, at( found, k, "x" ), GOAL * fabs( place ) );
        ASSERT_EQ_FMT( (int)ss_sensitivitySmooth, (int)found->events[k], "%d" );
    }
    ASSERT_EQ_FMT( (int)ss_sensitivityJump, (int)found->events[n], "%d" );
    double behind = -GRAVITY * h * h * ( 0.5 * n * ( n - 1.0 ) );
    for ( int k = n; k <= 1000; ++k )
    {
        ASSERT_IN_RANGE( 0.0, at( found, k, "u" ), GOAL * GRAVITY * n * h );
        ASSERT_IN_RANGE( behind, at( found, k, "x" ), GOAL * fabs( behind ) );
        ASSERT( k == n || found->events[k] == ss_sensitivitySmooth );
    }
    ASSERT( found->by[0].error < GOAL );
    ASSERT_EQ( 0, found->by[0].missed );
    ASSERT_FALSE( found->by[0].oneSided );
    ssSensitivity_Destroy( found );
    PASS();
}

TEST aRollingSphereStopsSoonerByItsResistance( void )
{
    const double h = 1e-3, u0 = 1.0, muRoll = 0.04, radius = 0.5, slope = 5.0 / 7.0 * GRAVITY / radius;
    sphere( h, 2.5 );
    set( "mu_r", muRoll );
    set( "u0", u0 );
    set( "omega0", u0 / radius );
    int n = (int)ceil( u0 / ( slope * muRoll * h ) );
    ssSensitivity* found = findOne( 1, "mu_r" );
    ASSERT( found != NULL );
    for ( int k = 1; k < n; ++k )
    {
        double expected = -slope * k * h;
        ASSERT_IN_RANGE( expected, at( found, k, "u" ), GOAL * fabs( expected ) );
    }
    ASSERT_EQ_FMT( (int)ss_sensitivityJump, (int)found->events[n], "%d" );
    // Whatever the resistance, the step n ends at rest: the stopping
    // distance is a sum over the n - 1 steps before.
    double stop = -slope * h * h * ( 0.5 * n * ( n - 1.0 ) );
    ASSERT_IN_RANGE( stop, at( found, n, "x" ), GOAL * fabs( stop ) );
    ASSERT_IN_RANGE( stop, at( found, 2500, "x" ), GOAL * fabs( stop ) );
    int measure = ssFindMeasure( s_def.scenario, "x_max" );
    ASSERT_IN_RANGE( stop, found->by[0].measures[measure], GOAL * fabs( stop ) );
    ASSERT( found->by[0].measureErrors[measure] < GOAL * fabs( stop ) );
    // The step of the stop does not move with a small change: on the grid, neither does its time.
    ASSERT_EQ( 0.0, found->by[0].measures[ssFindMeasure( s_def.scenario, "t_stop" )] );
    ssSensitivity_Destroy( found );
    PASS();
}

/// The run of the cylinder, differentiated step by step: s' = s + h/M (dF/dv s + dF/dp).
TEST aRollingCylinderFollowsItsVariationalEquation( void )
{
    static const char* const keys[] = { "k", "gamma", "v0" };
    const double h = 0.02;
    s_def = ssDefaultSimDef( ssFindScenario( "rolling-cylinder" ) );
    s_def.h = h;
    s_def.until = 10.0;
    set( "scheme", ss_cylinderEuler );
    ssSensitivity* found = find( 1, 3, keys );
    ASSERT( found != NULL );
    int signal = ssFindSignal( s_def.scenario, "v" );
    for ( int p = 0; p < 3; ++p )
    {
        ssCylinder cylinder = ssCylinderFromValues( s_def.values );
        double* moved = p == 0 ? &cylinder.stiffness : p == 1 ? &cylinder.damping : NULL;
        double v = s_def.values[ssFindScenarioParam( s_def.scenario, "v0" )], s = moved == NULL ? 1.0 : 0.0;
        double mass = ssCylinder_EffectiveMass( &cylinder ), peak = ssSensitivity_Peak( found, p, signal );
        for ( int k = 0; k <= 500; ++k )
        {
            ASSERT_IN_RANGE( s, ssSensitivity_At( found, p, k, signal ), GOAL * peak );
            double slope = 0.0, value = moved != NULL ? *moved : 0.0, step = 1e-4 * value;
            if ( moved != NULL )
            {
                *moved = value + step;
                slope = ssCylinder_Force( &cylinder, v );
                *moved = value - step;
                slope = ( slope - ssCylinder_Force( &cylinder, v ) ) / ( 2.0 * step );
                *moved = value;
            }
            double next = v + h / mass * ssCylinder_Force( &cylinder, v );
            s += h / mass * ( ssCylinder_ForceSlope( &cylinder, v ) * s + slope );
            v = next;
        }
        ASSERT( found->by[p].error < GOAL );
    }
    ssSensitivity_Destroy( found );
    PASS();
}

/// A sphere is let go on an incline: above mu = (2/7) tan(alpha) it rolls, below it slides as well.
TEST onTheEdgeOfARegimeTheSideOfTheSameRegimeCounts( void )
{
    const double alpha = 20.0 * SS_PI / 180.0, critical = 2.0 / 7.0 * tan( alpha );
    for ( int side = 0; side < 2; ++side )
    {
        sphere( 1e-3, 0.2 );
        set( "mu_r", 0.0 );
        set( "u0", 0.0 );
        set( "omega0", 0.0 );
        set( "incline_deg", 20.0 );
        set( "mu", critical * ( side == 0 ? 1.0 + 1e-9 : 1.0 - 1e-9 ) );
        ssSensitivity* found = findOne( 10, "mu" );
        ASSERT( found != NULL );
        double slope = side == 0 ? 0.0 : -GRAVITY * cos( alpha );
        for ( int row = 1; row < found->rowCount; ++row )
        {
            ASSERT_EQ_FMT( (int)ss_sensitivityEdge, (int)found->events[row], "%d" );
            // So close to the edge, the run counts as rolling on either side of it.
            ASSERT_IN_RANGE( 0.0, at( found, row, "u" ), 1e-5 );
        }
        ASSERT( found->by[0].edgeFrom <= 0.01 );
        ssSensitivity_Destroy( found );
        // A little further in, nothing is left of it.
        set( "mu", critical * ( side == 0 ? 1.01 : 0.99 ) );
        found = findOne( 10, "mu" );
        ASSERT( found != NULL );
        ASSERT_IN_RANGE( slope * 0.2, at( found, 20, "u" ), 1e-6 );
        ASSERT( found->by[0].edgeFrom != found->by[0].edgeFrom );
        ssSensitivity_Destroy( found );
    }
    PASS();
}

TEST atTheEndOfItsRangeAParameterHasADerivativeOnOneSide( void )
{
    sphere( 1e-3, 0.5 );
    set( "mu_r", 0.0 );
    set( "u0", 2.0 );
    set( "omega0", 4.0 );
    ssSensitivity* found = findOne( 100, "mu_r" );
    ASSERT( found != NULL );
    ASSERT( found->by[0].oneSided );
    double expected = -5.0 / 7.0 * GRAVITY / 0.5 * 0.5;
    ASSERT_IN_RANGE( expected, at( found, 5, "u" ), GOAL * fabs( expected ) );
    ssSensitivity_Destroy( found );
    PASS();
}

TEST whereASignalHasAKinkItHasNoDerivative( void )
{
    s_def = ssDefaultSimDef( ssFindScenario( "toss" ) );
    s_def.until = 10.0 * s_def.h;
    static const char* const still[] = { "vx", "vy", "vz", "gravity" };
    for ( int i = 0; i < SS_COUNT( still ); ++i ) { set( still[i], 0.0 ); }
    ssSensitivity* found = findOne( 1, "vx" );
    ASSERT( found != NULL );
    // A body that hangs in the air: pushed either way, it moves that way, and its speed is |v|.
    ASSERT_IN_RANGE( 10.0 * s_def.h, at( found, 10, "x" ), GOAL * s_def.h );
    ASSERT( isnan( at( found, 10, "speed" ) ) );
    ASSERT_EQ_FMT( (int)ss_sensitivitySmooth, (int)found->events[10], "%d" );
    ssSensitivity_Destroy( found );
    PASS();
}

TEST threadsDoNotChangeABit( void )
{
    static const int threads[3] = { 1, 2, 5 };
    static const char* const keys[] = { "mu", "mu_r" };
    uint64_t hashes[3];
    for ( int k = 0; k < 3; ++k )
    {
        int count = threads[k];
        sphere( 1e-3, 1.0 );
        set( "omega0", 0.0 );
        ssSetParallelFor( k == 0 ? NULL : testThreads, &count );
        ssSensitivity* found = find( 7, 2, keys );
        ssSetParallelFor( NULL, NULL );
        ASSERT( found != NULL );
        hashes[k] = SS_HASH_SEED;
        for ( int p = 0; p < 2; ++p )
        {
            for ( int i = 0; i < found->rowCount * found->signalCount; ++i )
            {
                hashes[k] = ssHashF64( hashes[k], found->by[p].signals[i] );
            }
        }
        ASSERT_EQ( hashes[0], hashes[k] );
        ssSensitivity_Destroy( found );
    }
    PASS();
}

static const char* refusal( const char* scenario, const char* key, const char* other )
{
    static ssResult result;
    s_def = ssDefaultSimDef( ssFindScenario( scenario ) );
    testMust( ssSimDef_ApplyPreset( &s_def, "tiny" ) );
    int params[] = { ssFindScenarioParam( s_def.scenario, key ),
        other != NULL ? ssFindScenarioParam( s_def.scenario, other ) : 0 };
    ssSensitivityDef def = {
        .base = &s_def, .params = params, .paramCount = other != NULL ? 2 : 1, .stride = 1
    };
    ssSensitivity* found = NULL;
    result = ssFindSensitivity( &def, &found );
    return found == NULL ? result.message : "";
}

TEST pilesAndWhatIsNoNumberAreRefused( void )
{
    ASSERT( strstr( refusal( "sphere-pile", "mu", NULL ), "not available for piles" ) != NULL );
    ASSERT( strstr( refusal( "gravel-pile", "mu", NULL ), "not available for piles" ) != NULL );
    ASSERT( strstr( refusal( "rolling-sphere", "law", NULL ), "it is a choice" ) != NULL );
    ASSERT( strstr( refusal( "rolling-cylinder", "cos_load", NULL ), "it is a whole number" ) != NULL );
    ASSERT( strstr( refusal( "toss", "input", NULL ), "it is a text" ) != NULL );
    ASSERT( strstr( refusal( "rolling-sphere", "mu", "mu" ), "given twice" ) != NULL );
    PASS();
}

SUITE( sensitivities )
{
    RUN_TEST( aSlidingBodySlowsDownByMuAndThenRollsAlikeForEveryMu );
    RUN_TEST( aRollingSphereStopsSoonerByItsResistance );
    RUN_TEST( aRollingCylinderFollowsItsVariationalEquation );
    RUN_TEST( onTheEdgeOfARegimeTheSideOfTheSameRegimeCounts );
    RUN_TEST( atTheEndOfItsRangeAParameterHasADerivativeOnOneSide );
    RUN_TEST( whereASignalHasAKinkItHasNoDerivative );
    RUN_TEST( threadsDoNotChangeABit );
    RUN_TEST( pilesAndWhatIsNoNumberAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sensitivities );
    return TEST_END();
}
