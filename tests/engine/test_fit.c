// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/fit.h"
#include "slipstick/rng.h"
#include "slipstick/vecmath.h"

// Fits against closed forms. A sphere that slides has u = u0 - mu g t exactly, which is linear in u0 and mu:
// estimates, errors and intervals are those of a straight line.

static double normal( ssRng* rng )
{
    double u = ssRng_Uniform( rng ), v = ssRng_Uniform( rng );
    return sqrt( -2.0 * log( 1.0 - u ) ) * cos( 2.0 * SS_PI * v );
}

#define ROWS 40
#define GRAVITY 9.81

typedef struct Line
{
    char text[8192];
    double t[ROWS], u[ROWS];
} Line;

static Line makeLine( double mu, double u0, double sigma, uint64_t seed )
{
    Line line = { .text = "t,u\n" };
    ssRng rng = ssSeedRng( seed );
    size_t used = strlen( line.text );
    for ( int i = 0; i < ROWS; ++i )
    {
        line.t[i] = 0.005 * i;
        line.u[i] = u0 - mu * GRAVITY * line.t[i] + sigma * normal( &rng );
        used += (size_t)snprintf(
            line.text + used, sizeof line.text - used, "%.17g,%.17g\n", line.t[i], line.u[i] );
    }
    return line;
}

/// Intercept and slope of a straight line by least squares, and their standard errors for noise of this size.
static void fitLine( const Line* line, double sigma, double* value, double* error )
{
    double t = 0.0, u = 0.0, tt = 0.0, tu = 0.0;
    for ( int i = 0; i < ROWS; ++i )
    {
        t += line->t[i] / ROWS;
        u += line->u[i] / ROWS;
    }
    for ( int i = 0; i < ROWS; ++i )
    {
        tt += ( line->t[i] - t ) * ( line->t[i] - t );
        tu += ( line->t[i] - t ) * ( line->u[i] - u );
    }
    value[1] = tu / tt;
    value[0] = u - value[1] * t;
    error[1] = sigma / sqrt( tt );
    error[0] = sigma * sqrt( 1.0 / ROWS + t * t / tt );
}

static ssSimDef slidingSphere( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_Set( &def, "mu_r", "0" ) );
    testMust( ssSimDef_Set( &def, "omega0", "0" ) );
    testMust( ssSimDef_Set( &def, "u0", "3" ) );
    return def;
}

static ssResult fitSphere( const Line* line, const char* noise, ssFitResult** fit )
{
    static ssSimDef def;
    def = slidingSphere();
    const ssFitReading reading = { .noises = &noise, .noiseCount = noise != NULL ? 1 : 0 };
    ssFitData data;
    ssResult result =
        ssParseFitData( "line", line->text, strlen( line->text ), def.scenario, &reading, &data );
    if ( result.code != ss_ok ) { return result; }
    const ssFitParam params[] = { ssFreeParam( "u0" ), ssFreeParam( "mu" ) };
    const ssFitDef fitDef = {
        .base = &def, .data = &data, .dataCount = 1, .params = params, .paramCount = 2
    };
    result = ssFit( &fitDef, fit );
    ssFitData_Destroy( &data );
    return result;
}

TEST knownNoiseGivesTheLineOfLeastSquares( void )
{
    for ( uint64_t seed = 1; seed <= 5; ++seed )
    {
        const double sigma = 0.02;
        Line line = makeLine( 0.3, 4.0, sigma, seed );
        double value[2], error[2];
        fitLine( &line, sigma, value, error );
        ssFitResult* fit = NULL;
        ssResult result = fitSphere( &line, "0.02", &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        const ssFitEstimate *u0 = fit->estimates, *mu = fit->estimates + 1;
        ASSERT_IN_RANGE( value[0], u0->value, 1e-3 * error[0] );
        ASSERT_IN_RANGE( -value[1] / GRAVITY, mu->value, 1e-3 * error[1] / GRAVITY );
        ASSERT_IN_RANGE( error[0], u0->error, 1e-3 * error[0] );
        ASSERT_IN_RANGE( error[1] / GRAVITY, mu->error, 1e-3 * error[1] / GRAVITY );
        // The profile of a linear model is exactly normal.
        ASSERT_IN_RANGE( u0->value + 1.959964 * error[0], u0->high, 2e-3 * error[0] );
        ASSERT_IN_RANGE( u0->value - 1.959964 * error[0], u0->low, 2e-3 * error[0] );
        ASSERT_IN_RANGE( mu->value + 1.959964 * error[1] / GRAVITY, mu->high, 2e-3 * error[1] / GRAVITY );
        ASSERT_EQ_FMT( 0, fit->warningCount, "%d" );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

TEST unknownNoiseGivesStudentsInterval( void )
{
    Line line = makeLine( 0.3, 4.0, 0.02, 7 );
    double value[2], error[2], square = 0.0;
    fitLine( &line, 1.0, value, error );
    for ( int i = 0; i < ROWS; ++i )
    {
        double miss = line.u[i] - value[0] - value[1] * line.t[i];
        square += miss * miss;
    }
    double sigma = sqrt( square / ( ROWS - 2 ) );
    ssFitResult* fit = NULL;
    ssResult result = fitSphere( &line, NULL, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_IN_RANGE( sigma, fit->columns[0].noise, 1e-3 * sigma );
    ASSERT_IN_RANGE( value[0], fit->estimates[0].value, 1e-3 * sigma );
    ASSERT_IN_RANGE( sigma * error[0], fit->estimates[0].error, 1e-3 * sigma );
    // t of 38 degrees of freedom at 97.5%
    double half = 2.024394 * sigma * error[0];
    ASSERT_IN_RANGE( half, fit->estimates[0].high - fit->estimates[0].value, 3e-3 * half );
    ASSERT_IN_RANGE( half, fit->estimates[0].value - fit->estimates[0].low, 3e-3 * half );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST unitsAreConvertedAndOthersRefused( void )
{
    static const struct
    {
        const char *from, *to;
        double factor;
    } good[] = { { "mm", "m", 1e-3 }, { "cm/s", "m/s", 1e-2 }, { "m s^-1", "m/s", 1.0 },
        { "deg", "rad", SS_PI / 180.0 }, { "rpm", "rad/s", 2.0 * SS_PI / 60.0 }, { "N mm", "N m", 1e-3 },
        { "kN·m", "J", 1e3 }, { "ms", "s", 1e-3 }, { "km/h", "m/s", 1.0 / 3.6 }, { "kg/m/s²", "Pa", 1.0 },
        { "°/s", "rad/s", SS_PI / 180.0 }, { "%", "", 0.01 }, { "", "m", 1.0 } };
    double factor = 0.0;
    for ( int i = 0; i < SS_COUNT( good ); ++i )
    {
        ssResult result = ssUnitFactor( good[i].from, good[i].to, &factor );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_IN_RANGE( good[i].factor, factor, 1e-12 * good[i].factor );
    }
    ASSERT( ssUnitFactor( "s", "m", &factor ).code != ss_ok );
    ASSERT( ssUnitFactor( "furlong", "m", &factor ).code != ss_ok );
    ASSERT( ssUnitFactor( "N", "N m", &factor ).code != ss_ok );
    PASS();
}

SUITE( fits )
{
    RUN_TEST( knownNoiseGivesTheLineOfLeastSquares );
    RUN_TEST( unknownNoiseGivesStudentsInterval );
    RUN_TEST( unitsAreConvertedAndOthersRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( fits );
    return TEST_END();
}
