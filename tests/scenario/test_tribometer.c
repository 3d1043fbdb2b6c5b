// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "fit_superellipse.h"
#include "model/tribometer.h"
#include "slipstick/lab/scenario.h"

// From forces to sets: the parameters of the virtual machine are recovered, and bad data are refused with
// their place.

#define ASSETS SLIPSTICK_TEST_DATA "/../../assets/measurements"

// These are the values of Walker & Leine Table 1.
static const double s_truth[5] = { 4.99, 4.25, 2.94, 1.84 / 1.19, 2.51 };

static bool makePvc( double rotationDeg, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = def.d = ssDefaultSetDef( ss_setSuperellipse );
    def.c.a = 4.99;
    def.c.b = 4.25;
    def.c.s = 2.94;
    def.d.a = 1.84;
    def.d.b = 1.19;
    def.d.s = 2.51;
    def.c.rotationDeg = def.d.rotationDeg = rotationDeg;
    def.cForce = 9.3;
    return ssMakeLaw( &def, law ).code == ss_ok;
}

static void found( const ssIdentification* r, double values[5], double errors[5] )
{
    const double v[5] = { r->c.a, r->c.b, r->c.s, r->d.ratio, r->d.s };
    const double e[5] = { r->c.aError, r->c.bError, r->c.sError, r->d.ratioError, r->d.sError };
    memcpy( values, v, sizeof v );
    memcpy( errors, e, sizeof e );
}

// ---------------------------------------------------------------------------------------------------- forces

TEST virtualForcesAreTheReference( void )
{
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    ssForceSample* samples = NULL;
    int count = 0;
    ASSERT_EQ( ss_ok, ssReadForces( testData( "tribometer_pvc_clean.csv" ), &samples, &count, NULL ).code );
    ASSERT_EQ( 360, count );
    for ( int i = 0; i < count; ++i )
    {
        ssForceSample f = ssTribometerForce( &law, 9.3, samples[i].phi );
        ASSERT_IN_RANGE( samples[i].tangential, f.tangential, 1e-9 );
        ASSERT_IN_RANGE( samples[i].radial, f.radial, 1e-9 );
    }
    ssRelease( samples );
    ssLaw_Destroy( &law );
    PASS();
}

TEST cleanDataGiveTheSetsToAThousandth( void )
{
    ssForceSample* samples = NULL;
    int count = 0;
    ASSERT_EQ( ss_ok, ssReadForces( testData( "tribometer_pvc_clean.csv" ), &samples, &count, NULL ).code );
    for ( int harmonics = 0; harmonics <= 60; harmonics += 60 )
    {
        ssIdentification r;
        ASSERT_EQ( ss_ok, ssIdentify( samples, count, harmonics, 9.3, &r ).code );
        double values[5], errors[5];
        found( &r, values, errors );
        for ( int k = 0; k < 5; ++k ) { ASSERT_IN_RANGE( s_truth[k], values[k], 1e-3 ); }
        ASSERT_IN_RANGE( 0.0, r.closure, 1e-9 );
        ASSERT( r.c.converged && r.d.converged && r.ellipse.converged );
        // An ellipse fits worse (Walker & Leine Fig. 26).
        ASSERT( r.ellipse.rms > 10.0 * r.c.rms );
        ssIdentification_Destroy( &r );
    }
    ssRelease( samples );
    PASS();
}

TEST noisyDataGiveTheSetsWithinTheirTolerance( void )
{
    static const double tolerance[5] = { 0.01, 0.015, 0.04, 0.003, 0.01 };
    enum
    {
        samples = 3600
    };
    static ssForceSample forces[samples];
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    int inside = 0, all = 0;
    for ( int seed = 1, n = testCount( 20 ); seed <= n; ++seed )
    {
        ssRng rng = ssSeedRng( (uint64_t)seed );
        ssTribometerDef def = { &law, 9.3, samples, 0.05, 0.02, true, 0.0, 0.0 };
        ASSERT_EQ( ss_ok, ssMeasureForces( &def, &rng, forces ).code );
        ssIdentification r;
        ASSERT_EQ( ss_ok, ssIdentify( forces, samples, 60, 9.3, &r ).code );
        double values[5], errors[5];
        found( &r, values, errors );
        for ( int k = 0; k < 5; ++k )
        {
            ASSERT_IN_RANGE( s_truth[k], values[k], tolerance[k] );
            inside += fabs( values[k] - s_truth[k] ) <= errors[k];
            ++all;
        }
        ASSERT_IN_RANGE( 0.05, r.noise, 0.005 );
        ASSERT_IN_RANGE( 9.3, r.load, 0.01 );
        ssIdentification_Destroy( &r );
    }
    // The 95% interval contains the true value about as often as it claims.
    ASSERT( inside >= 0.85 * all );
    ssLaw_Destroy( &law );
    PASS();
}

TEST compensationUndoesCrosstalk( void )
{
    static ssForceSample forces[2][720];
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    for ( int k = 0; k < 2; ++k )
    {
        ssRng rng = ssSeedRng( 1 );
        ssTribometerDef def = { &law, 9.3, 720, 0.0, 0.1, k == 0, 0.0, 0.0 };
        ASSERT_EQ( ss_ok, ssMeasureForces( &def, &rng, forces[k] ).code );
    }
    double sensor[9], back[9];
    ssSensorMatrix( 0.1, sensor );
    for ( int i = 0; i < 720; ++i )
    {
        ssForceSample exact = ssTribometerForce( &law, 9.3, forces[0][i].phi );
        ASSERT_IN_RANGE( exact.tangential, forces[0][i].tangential, 1e-13 * 20.0 );
        ASSERT_IN_RANGE( exact.radial, forces[0][i].radial, 1e-13 * 20.0 );
        // Without compensation, the load shows in both channels.
        double wrong[2] = { 0.0, 0.0 }, force[3] = { exact.radial, exact.tangential, exact.normal };
        for ( int k = 0; k < 3; ++k )
        {
            wrong[0] += sensor[k] * force[k];
            wrong[1] += sensor[3 + k] * force[k];
        }
        ASSERT_IN_RANGE( wrong[0], forces[1][i].radial, 1e-12 );
        ASSERT_IN_RANGE( wrong[1], forces[1][i].tangential, 1e-12 );
        ASSERT( fabs( wrong[1] - exact.tangential ) > 0.3 );
    }
    ASSERT( ssInvert3( sensor, back ) );
    for ( int i = 0; i < 9; ++i )
    {
        double sum = 0.0;
        for ( int k = 0; k < 3; ++k ) { sum += sensor[3 * ( i / 3 ) + k] * back[3 * k + i % 3]; }
        ASSERT_IN_RANGE( i % 4 == 0 ? 1.0 : 0.0, sum, 1e-14 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------------- identification

TEST filterKeepsPhaseAndRemovesWhatIsFast( void )
{
    static ssForceSample forces[1000];
    for ( int i = 0; i < 1000; ++i )
    {
        double phi = 2.0 * SS_PI * i / 1000.0;
        forces[i] = ( ssForceSample ){ phi, 5.0 + 0.3 * cos( 3.0 * phi + 0.4 ) + 0.5 * sin( 80.0 * phi ),
            0.2 * sin( 20.0 * phi ) + 0.1 * cos( 21.0 * phi ), SS_NAN };
    }
    ssIdentification r;
    ASSERT_EQ( ss_ok, ssIdentify( forces, 1000, 20, 10.0, &r ).code );
    for ( int i = 0; i < 1000; ++i )
    {
        ASSERT_IN_RANGE( 5.0 + 0.3 * cos( 3.0 * r.phi[i] + 0.4 ), r.tangentialLow[i], 1e-11 );
        ASSERT_IN_RANGE( 0.2 * sin( 20.0 * r.phi[i] ), r.radialLow[i], 1e-11 );
    }
    ASSERT_EQ( 10.0, r.load );
    ssIdentification_Destroy( &r );
    PASS();
}

TEST directionSetIsTheIntegralOverTheForceAngle( void )
{
    // Eq. 125 as it stands, by the trapezoidal rule over theta, on data dense enough for it.
    enum
    {
        samples = 7200
    };
    static ssForceSample forces[samples];
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    ssRng rng = ssSeedRng( 1 );
    ssTribometerDef def = { &law, 9.3, samples, 0.0, 0.0, true, 0.0, 0.0 };
    ASSERT_EQ( ss_ok, ssMeasureForces( &def, &rng, forces ).code );
    ssIdentification r;
    ASSERT_EQ( ss_ok, ssIdentify( forces, samples, 0, 9.3, &r ).code );
    double sum = 0.0;
    for ( int i = 1; i < samples; ++i )
    {
        double before = forces[i - 1].radial / forces[i - 1].tangential,
               now = forces[i].radial / forces[i].tangential;
        sum += 0.5 * ( before + now ) * ( r.theta[i] - r.theta[i - 1] );
        ASSERT_IN_RANGE( sum, log( r.rD[i] / r.rD[0] ), 2e-5 );
    }
    // D lies inside C and touches it.
    double touch = 0.0;
    for ( int i = 0; i < samples; ++i )
    {
        ASSERT( r.rD[i] <= r.rC[i] * ( 1.0 + 1e-14 ) );
        touch = fmax( touch, r.rD[i] / r.rC[i] );
    }
    ASSERT_IN_RANGE( 1.0, touch, 1e-14 );
    ssIdentification_Destroy( &r );
    ssLaw_Destroy( &law );
    PASS();
}

TEST orderAndNumberOfTurnsDoNotMatter( void )
{
    static ssForceSample one[360], many[3 * 360];
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    testRng rng = { 2 };
    for ( int i = 0; i < 360; ++i )
    {
        one[i] = ssTribometerForce( &law, 9.3, 2.0 * SS_PI * i / 360.0 );
        for ( int k = 0; k < 3; ++k )
        {
            many[3 * i + k] = one[i];
            many[3 * i + k].phi += 2.0 * SS_PI * ( k - 1 );
        }
    }
    for ( int i = 3 * 360 - 1; i > 0; --i )
    {
        int j = (int)( testRandom( &rng ) % (uint64_t)( i + 1 ) );
        ssForceSample swap = many[i];
        many[i] = many[j];
        many[j] = swap;
    }
    ssIdentification a, b;
    ASSERT_EQ( ss_ok, ssIdentify( one, 360, 30, 9.3, &a ).code );
    ASSERT_EQ( ss_ok, ssIdentify( many, 3 * 360, 30, 9.3, &b ).code );
    double va[5], vb[5], e[5];
    found( &a, va, e );
    found( &b, vb, e );
    for ( int k = 0; k < 5; ++k )
    {
        // Three turns are resampled three times as densely, with straight lines between the samples.
        ASSERT_IN_RANGE( va[k], vb[k], 2e-3 );
    }
    ssIdentification_Destroy( &a );
    ssIdentification_Destroy( &b );
    ssLaw_Destroy( &law );
    PASS();
}

TEST unevenSamplesAreEvenedOut( void )
{
    static ssForceSample forces[2000];
    ssLaw law;
    ASSERT( makePvc( 0.0, &law ) );
    testRng rng = { 4 };
    for ( int i = 0; i < 2000; ++i )
    {
        forces[i] = ssTribometerForce( &law, 9.3, testUniform( &rng, -20.0, 20.0 ) );
    }
    ssIdentification r;
    ASSERT_EQ( ss_ok, ssIdentify( forces, 2000, 60, 9.3, &r ).code );
    double values[5], errors[5];
    found( &r, values, errors );
    for ( int k = 0; k < 5; ++k ) { ASSERT_IN_RANGE( s_truth[k], values[k], 5e-3 ); }
    ssIdentification_Destroy( &r );
    ssLaw_Destroy( &law );
    PASS();
}

TEST fitFindsEverySuperellipse( void )
{
    testRng rng = { 8 };
    double theta[200], r[200];
    for ( int k = 0, n = testCount( 300 ); k < n; ++k )
    {
        double a = testUniform( &rng, 0.2, 5.0 ), b = a * testUniform( &rng, 0.3, 3.0 ),
               s = testUniform( &rng, 1.1, 12.0 );
        bool ellipse = k % 4 == 0;
        s = ellipse ? 2.0 : s;
        for ( int i = 0; i < 200; ++i )
        {
            theta[i] = 2.0 * SS_PI * i / 200.0 + 0.01;
            r[i] = 1.0 /
                pow( pow( fabs( cos( theta[i] ) ) / a, s ) + pow( fabs( sin( theta[i] ) ) / b, s ), 1.0 / s );
        }
        ssSetFit fit = fitSuperellipse( 200, theta, r, ellipse );
        ASSERT( fit.converged );
        ASSERT_IN_RANGE( a, fit.a, 1e-8 * a );
        ASSERT_IN_RANGE( b, fit.b, 1e-8 * b );
        ASSERT_IN_RANGE( s, fit.s, 1e-7 * s );
        ASSERT( fit.rms < 1e-9 );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- bad data

static ssResult readText( const char* text )
{
    char path[600];
    snprintf( path, sizeof path, "%s/forces.csv", testScratch() );
    testWriteFile( path, text );
    ssForceSample* samples = NULL;
    int count = 0;
    ssResult result = ssReadForces( path, &samples, &count, NULL );
    ssRelease( samples );
    return result;
}

TEST badFilesAreRefusedWithTheirPlace( void )
{
    ssResult result = readText( "phi_deg,lambda_t\n0,1\n" );
    ASSERT( result.code != ss_ok && testContains( result.message, "lambda_r" ) );
    result = readText( "# a remark\nphi_deg,lambda_t,lambda_r\n0,1,0\n1,x,0\n" );
    ASSERTm( result.message,
        testContains( result.message, "line 4" ) && testContains( result.message, "lambda_t" ) );
    result = readText( "phi_deg,lambda_t,lambda_r\n0,1,0\n1,1\n" );
    ASSERTm( result.message, testContains( result.message, "line 3" ) );
    result = readText( "phi_deg,lambda_t [lbf],lambda_r\n0,1,0\n" );
    ASSERTm( result.message, testContains( result.message, "lbf" ) && testContains( result.message, "mN" ) );
    result = readText( "phi_deg,lambda_t,lambda_r\n0,1,0\n" );
    ASSERTm( result.message, testContains( result.message, "36" ) );
    // Data that do not say so are a measurement; a remark at the top is enough.
    char path[600];
    snprintf( path, sizeof path, "%s/forces.csv", testScratch() );
    ASSERT( !ssForcesAreSynthetic( path ) );
    testWriteFile( path, "# mine\n# Synthetic, of a model\nphi_deg,lambda_t,lambda_r\n" );
    ASSERT( ssForcesAreSynthetic( path ) );
    PASS();
}

TEST gapsAndDrivingForcesAreRefused( void )
{
    ssForceSample forces[300];
    for ( int i = 0; i < 300; ++i ) { forces[i] = ( ssForceSample ){ SS_PI / 180.0 * i, 1.0, 0.0, SS_NAN }; }
    ssIdentification r;
    ssResult result = ssIdentify( forces, 300, 0, 1.0, &r );
    ASSERTm( result.message, result.code != ss_ok && testContains( result.message, "299" ) );
    for ( int i = 0; i < 300; ++i ) { forces[i].phi *= 1.2; }
    forces[100].tangential = -1.0;
    result = ssIdentify( forces, 300, 0, 1.0, &r );
    ASSERTm( result.message, result.code != ss_ok && testContains( result.message, "120" ) );
    forces[100].tangential = SS_NAN;
    ASSERT( ssIdentify( forces, 300, 0, 1.0, &r ).code != ss_ok );
    ASSERT( ssIdentify( forces, 10, 0, 1.0, &r ).code != ss_ok );
    PASS();
}

/// Writes a turn of the virtual machine, in which every `every`-th row
/// has a gap, to a file of the scratch folder.
static const char* writeTurn( const char* name, double rotationDeg, double sign, int every )
{
    static char path[600], text[65536];
    static ssForceSample forces[720];
    ssLaw law;
    ssRng rng = ssSeedRng( 3 );
    ssTribometerDef machine = { &law, 9.3, 720, 0.05, 0.02, true, 0.0, 0.0 };
    if ( !makePvc( rotationDeg, &law ) || ssMeasureForces( &machine, &rng, forces ).code != ss_ok )
    {
        return "";
    }
    const char* const gaps[] = { "", "nan", "NaN" };
    snprintf( path, sizeof path, "%s/%s", testScratch(), name );
    int used = snprintf( text, sizeof text, "phi_deg,lambda_t,lambda_r,lambda_n\n" );
    for ( int i = 0; i < 720; ++i )
    {
        char t[32];
        snprintf( t, sizeof t, "%.6f", forces[i].tangential );
        used += snprintf( text + used, sizeof text - (size_t)used, "%g,%s,%.6f,%s\n", 0.5 * i,
            every > 0 && i % every == 1 ? gaps[i % 3] : t, sign * forces[i].radial,
            i % 50 == 0 ? "" : "9.3" );
    }
    testWriteFile( path, text );
    ssLaw_Destroy( &law );
    return path;
}

TEST rowsWithGapsAreLeftOutAndCounted( void )
{
    ssForceSample* samples = NULL;
    int count = 0, leftOut = 0;
    const char* path = writeTurn( "gaps.csv", 0.0, 1.0, 10 );
    ASSERT_EQ( ss_ok, ssReadForces( path, &samples, &count, &leftOut ).code );
    ASSERT_EQ( 648, count );
    ASSERT_EQ( 72, leftOut );
    ASSERT( isnan( samples[0].normal ) && samples[1].normal == 9.3 ); // a row without its load counts
    ssIdentification r;
    ASSERT_EQ( ss_ok, ssIdentify( samples, count, 60, 9.3, &r ).code );
    ASSERT_EQ( 720, r.count );
    ASSERT_IN_RANGE( 4.99, r.c.a, 2.0 * r.c.aError );
    ssIdentification_Destroy( &r );
    ssRelease( samples );
    testRun run = testShell( "\"$S\" eval tribometer --in '%s' | sed -n 2,3p", path );
    ASSERTm( run.err, testContains( run.err, "72 of 720 rows" ) && testContains( run.err, "left out" ) );
    // The row of the gap stays, without results.
    ASSERTm( run.out, testContains( run.out, ",9.3,,,,,\n" ) );
    run = testShell(
        "\"$S\" run tribometer --until 0.1 --set input='%s' --json --measure rows_left_out", path );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm( run.out,
        testContains( run.out, "\"rows_left_out\":72" ) || testContains( run.out, "\"rows_left_out\": 72" ) );
    PASS();
}

TEST turnedAndFlippedForcesAreSaidByEval( void )
{
    testRun run = testShell(
        "\"$S\" eval tribometer --in '%s' --out \"$D/o.csv\" --set material=\"$D/m.txt\" && cat "
        "\"$D/m.txt\" && \"$S\" run tribometer --until 0.1 --set @\"$D/m.txt\" --set noise=0 --json "
        "--measure fit_c_rotation_deg --measure fit_c_a --measure fit_c_b",
        writeTurn( "turned.csv", 45.0, 1.0, 0 ) );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm(
        run.err, testContains( run.err, "rotation = 45 ±" ) || testContains( run.err, "rotation = 44." ) );
    ASSERTm( run.err, !testContains( run.err, "warning" ) );
    ASSERTm(
        run.out, testContains( run.out, "c_rotation_deg=4" ) && testContains( run.out, "d_rotation_deg=4" ) );
    const char* a = strstr( run.out, "\"fit_c_a\":" );
    const char* b = strstr( run.out, "\"fit_c_b\":" );
    const char* turn = strstr( run.out, "\"fit_c_rotation_deg\":" );
    ASSERT( a != NULL && b != NULL && turn != NULL );
    ASSERT_IN_RANGE( 4.99, strtod( a + 10, NULL ), 0.02 );
    ASSERT_IN_RANGE( 4.25, strtod( b + 10, NULL ), 0.03 );
    ASSERT_IN_RANGE( 45.0, strtod( turn + 21, NULL ), 1.0 );
    run = testShell(
        "\"$S\" eval tribometer --in '%s' --out \"$D/o.csv\"", writeTurn( "flipped.csv", 0.0, -1.0, 0 ) );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm( run.err, testContains( run.err, "warning: lambda_r probably has the wrong sign" ) );
    ASSERTm( run.err, testContains( run.err, "times as wide" ) );
    PASS();
}

TEST unitsOfHeadingsAreRead( void )
{
    char text[8192] = "lambda_r [kN],phi_deg [rad],note,lambda_t [mN]\n";
    for ( int i = 0; i < 72; ++i )
    {
        size_t used = strlen( text );
        snprintf( text + used, sizeof text - used, "0.001,%.10f,%d,2000\n", 2.0 * SS_PI * i / 72.0, i );
    }
    char path[600];
    snprintf( path, sizeof path, "%s/units.csv", testScratch() );
    testWriteFile( path, text );
    ssForceSample* samples = NULL;
    int count = 0;
    ASSERT_EQ( ss_ok, ssReadForces( path, &samples, &count, NULL ).code );
    ASSERT_EQ( 72, count );
    ASSERT_IN_RANGE( 2.0, samples[5].tangential, 1e-12 );
    ASSERT_IN_RANGE( 1.0, samples[5].radial, 1e-12 );
    ASSERT_IN_RANGE( 2.0 * SS_PI * 5.0 / 72.0, samples[5].phi, 1e-9 );
    ASSERT( isnan( samples[5].normal ) );
    ssRelease( samples );
    PASS();
}

// -------------------------------------------------------------------------------------------------- scenario

static double presetMeasure( const char* preset, const char* measure )
{
    const ssScenario* scenario = ssFindScenario( "tribometer" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ssSim* sim = NULL;
    if ( ssSimDef_ApplyPreset( &def, preset ).code != ss_ok || ssCreateSim( &def, &sim ).code != ss_ok )
    {
        return SS_NAN;
    }
    double value = ssSim_Measure( sim, ssFindMeasure( scenario, measure ) );
    ssDestroySim( sim );
    return value;
}

static void countScenery( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    (void)count;
    (void)points;
    *(int*)context += role == ss_lineScenery;
}

TEST onlyAPlateWithADirectionHasGrooves( void )
{
    static const char* const presets[] = { "fig23", "fig24" };
    int lines[2] = { 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( "tribometer" ) );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, presets[i] ).code );
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        ssDraw draw = { .flags = ss_drawAll, .context = lines + i, .line = countScenery };
        ssSim_Draw( sim, &draw );
        ssDestroySim( sim );
    }
    ASSERT_EQ_FMT( 0, lines[0], "%d" );
    ASSERT( lines[1] > 0 );
    PASS();
}

TEST presetsHoldWhatThePaperPrints( void )
{
    ASSERT_IN_RANGE( 0.14, presetMeasure( "fig23", "mu_mean" ), 0.001 );
    ASSERT_IN_RANGE( 0.05, presetMeasure( "fig23", "speed" ), 1e-12 );
    ASSERT_IN_RANGE( 1.0, presetMeasure( "fig23", "fit_d_ratio" ), 0.005 );
    ASSERT_IN_RANGE( 0.54, presetMeasure( "fig24", "mu_1" ), 0.005 );
    ASSERT_IN_RANGE( 0.05, presetMeasure( "fig24", "speed" ), 1e-12 );
    ASSERT_IN_RANGE( 4.99, presetMeasure( "fig24", "fit_c_a" ), 0.01 );
    ASSERT_IN_RANGE( 4.25, presetMeasure( "fig24", "fit_c_b" ), 0.015 );
    ASSERT_IN_RANGE( 2.51, presetMeasure( "fig24", "fit_d_s" ), 0.01 );
    ASSERT( presetMeasure( "fig25", "mu_2" ) > 1.1 * presetMeasure( "fig25", "mu_1" ) );
    ASSERT_IN_RANGE( 0.1, presetMeasure( "fig25", "speed" ), 1e-12 );
    PASS();
}

TEST shippedFilesSayThatTheyAreSyntheticAndHoldThePrintedFacts( void )
{
    static const struct
    {
        const char* name;
        double load, mu1, mu2;
    } files[] = { { "steel_on_sandblasted_steel_synthetic.csv", 14.0, 0.14, 0.14 },
        { "pvc_on_ground_steel_synthetic.csv", 9.3, 0.54, 0.48 },
        { "steel_on_ground_steel_synthetic.csv", 18.5, SS_NAN, SS_NAN } };
    for ( int i = 0; i < SS_COUNT( files ); ++i )
    {
        char path[1200];
        snprintf( path, sizeof path, "%s/%s", ASSETS, files[i].name );
        char* text = testReadFile( path, NULL );
        ASSERTm( path,
            text != NULL && testContains( text, "SYNTHETIC" ) && testContains( text, "Not a measurement" ) );
        free( text );
        ASSERT( ssForcesAreSynthetic( path ) );
        ssForceSample* samples = NULL;
        int count = 0;
        ASSERT_EQ( ss_ok, ssReadForces( path, &samples, &count, NULL ).code );
        ssIdentification r;
        ASSERT_EQ( ss_ok, ssIdentify( samples, count, 60, SS_NAN, &r ).code );
        ASSERT_IN_RANGE( files[i].load, r.load, 0.01 );
        ASSERT( isnan( files[i].mu1 ) || fabs( r.mu1 - files[i].mu1 ) < 0.005 );
        ASSERT( isnan( files[i].mu2 ) || fabs( r.mu2 - files[i].mu2 ) < 0.005 );
        ASSERT( !isnan( files[i].mu1 ) || r.mu2 > 1.1 * r.mu1 );
        ssIdentification_Destroy( &r );
        ssRelease( samples );
    }
    PASS();
}

TEST everyPresetRunsToItsEndAndAnyTurnIsRestored( void )
{
    const ssScenario* scenario = ssFindScenario( "tribometer" );
    ssSimDef other = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &other, "tiny" ).code );
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        ssSimDef def = ssDefaultSimDef( scenario );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, scenario->presets[i].name ).code );
        ssSim *sim = NULL, *twin = NULL;
        ASSERT( ssCreateSim( &def, &sim ).code == ss_ok && ssCreateSim( &other, &twin ).code == ss_ok );
        int64_t steps = 0;
        ASSERT_EQ( ss_ok, ssSimDef_StepCount( &def, &steps ).code );
        for ( int64_t j = 0; j < steps; ++j ) { ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status ); }
        // A simulation of other forces takes the blob, and must show these forces from then on.
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ssSim_Save( sim, blob, size );
        ASSERT_EQ( ss_ok, ssSim_Restore( twin, blob, size ).code );
        ASSERT_EQ( ss_statusConverged, ssSim_Step( twin ).status );
        ssSim_Step( sim );
        double a[SS_MAX_SIGNALS], b[SS_MAX_SIGNALS];
        ssSim_Signals( sim, a );
        ssSim_Signals( twin, b );
        ASSERT( memcmp( a, b, (size_t)scenario->model.signalCount * sizeof( double ) ) == 0 );
        ASSERT_EQ( ssSim_Hash( sim ), ssSim_Hash( twin ) );
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( twin );
    }
    PASS();
}

TEST aSetThatIsRefusedInFlightChangesNothing( void )
{
    const ssScenario* scenario = ssFindScenario( "tribometer" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ssSim_Step( sim );
    uint64_t before = ssSim_Hash( sim );
    int offset = ssFindParam( scenario->model.params, scenario->model.paramCount, "d_offset_x" );
    ASSERT( ssSim_SetParam( sim, offset, 50.0 ).code != ss_ok );
    ASSERT_EQ( before, ssSim_Hash( sim ) );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, offset, 0.2 ).code );
    ssDestroySim( sim );
    PASS();
}

TEST aMaterialGoesFromForcesToOtherScenarios( void )
{
    testRun run =
        testShell( "\"$S\" eval tribometer --in '%s/pvc_on_ground_steel_synthetic.csv' --out \"$D/o.csv\" "
                   "--set material=\"$D/m.txt\" && cat \"$D/m.txt\" && "
                   "\"$S\" run tribometer --until 0.1 --set @\"$D/m.txt\" --set noise=0 --json "
                   "--measure fit_c_b --measure fit_d_s && head -n 2 \"$D/o.csv\"",
            ASSETS );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm( run.err, testContains( run.err, "C: a = 4.9" ) && testContains( run.err, "±" ) );
    ASSERTm( run.err, testContains( run.err, "synthetic forces, not a measurement" ) );
    ASSERTm(
        run.out, testContains( run.out, "synthetic" ) && testContains( run.out, "c_kind=superellipse" ) );
    const char* b = strstr( run.out, "\"fit_c_b\":" );
    const char* s = strstr( run.out, "\"fit_d_s\":" );
    ASSERT( b != NULL && s != NULL );
    ASSERT_IN_RANGE( 4.25, strtod( b + 10, NULL ), 0.02 );
    ASSERT_IN_RANGE( 2.51, strtod( s + 10, NULL ), 0.02 );
    ASSERTm( run.out, testContains( run.out, "lambda_n [N],theta_deg,f_1,f_2,r_c,r_d" ) );
    // A disk that slides on the identified material goes as far as on the true one, within the accuracy of
    // the forces.
    run = testShell(
        "\"$S\" eval tribometer --in '%s/pvc_on_ground_steel_synthetic.csv' --out \"$D/o.csv\" --set "
        "material=\"$D/m.txt\" && \"$S\" run sliding-disk --set @\"$D/m.txt\" --set law=extended --json "
        "--measure end_1 --measure end_2 && \"$S\" run belt --until 1 --set @\"$D/m.txt\"",
        ASSETS );
    ASSERT_EQm( run.err, 0, run.status );
    const char* end1 = strstr( run.out, "\"end_1\":" );
    const char* end2 = strstr( run.out, "\"end_2\":" );
    ASSERT( end1 != NULL && end2 != NULL );
    ASSERT_IN_RANGE( 0.165172, strtod( end1 + 8, NULL ), 1e-3 );
    ASSERT_IN_RANGE( 0.140955, strtod( end2 + 8, NULL ), 1e-3 );
    run = testShell(
        "\"$S\" eval tribometer --in '%s/pvc_on_ground_steel_synthetic.csv' --out \"$D/o.csv\" --set "
        "form=polygon --set material=\"$D/m.txt\" && \"$S\" run tribometer --until 0.1 --set @\"$D/m.txt\" "
        "--set noise=0 --json --measure fit_d_ratio",
        ASSETS );
    ASSERT_EQm( run.err, 0, run.status );
    const char* ratio = strstr( run.out, "\"fit_d_ratio\":" );
    ASSERT( ratio != NULL );
    ASSERT_IN_RANGE( 1.84 / 1.19, strtod( ratio + 14, NULL ), 0.01 );
    PASS();
}

TEST badMaterialsAndForcesAreReportedWithTheirLine( void )
{
    testRun run = testShell(
        "printf '# remark\\nc_a=5\\nc_a=-1\\n' > \"$D/m\"; \"$S\" run tribometer --set @\"$D/m\"" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, testContains( run.err, "line 3" ) && testContains( run.err, "c_a" ) );
    run = testShell( "\"$S\" run tribometer --set @/no/such/file" );
    ASSERT_EQ( 2, run.status );
    run = testShell( "printf 'phi_deg,lambda_t,lambda_r\\n0,1,0\\n1,?,0\\n' | \"$S\" eval tribometer" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, testContains( run.err, "line 3" ) );
    ASSERT_EQ( 0u, run.outLength );
    run = testShell(
        "printf 'phi_deg,lambda_t,lambda_r\\n0,1,0\\n1,?,0\\n' > \"$D/f\"; \"$S\" run tribometer --set "
        "input=\"$D/f\"" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, testContains( run.err, "line 3" ) );
    PASS();
}

SUITE( forces )
{
    RUN_TEST( virtualForcesAreTheReference );
    RUN_TEST( cleanDataGiveTheSetsToAThousandth );
    RUN_TEST( noisyDataGiveTheSetsWithinTheirTolerance );
    RUN_TEST( compensationUndoesCrosstalk );
}

SUITE( identification )
{
    RUN_TEST( filterKeepsPhaseAndRemovesWhatIsFast );
    RUN_TEST( directionSetIsTheIntegralOverTheForceAngle );
    RUN_TEST( orderAndNumberOfTurnsDoNotMatter );
    RUN_TEST( unevenSamplesAreEvenedOut );
    RUN_TEST( fitFindsEverySuperellipse );
}

SUITE( badData )
{
    RUN_TEST( badFilesAreRefusedWithTheirPlace );
    RUN_TEST( gapsAndDrivingForcesAreRefused );
    RUN_TEST( rowsWithGapsAreLeftOutAndCounted );
    RUN_TEST( turnedAndFlippedForcesAreSaidByEval );
    RUN_TEST( unitsOfHeadingsAreRead );
    RUN_TEST( badMaterialsAndForcesAreReportedWithTheirLine );
}

SUITE( scenario )
{
    RUN_TEST( onlyAPlateWithADirectionHasGrooves );
    RUN_TEST( presetsHoldWhatThePaperPrints );
    RUN_TEST( shippedFilesSayThatTheyAreSyntheticAndHoldThePrintedFacts );
    RUN_TEST( everyPresetRunsToItsEndAndAnyTurnIsRestored );
    RUN_TEST( aSetThatIsRefusedInFlightChangesNothing );
    RUN_TEST( aMaterialGoesFromForcesToOtherScenarios );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( forces );
    RUN_SUITE( identification );
    RUN_SUITE( badData );
    RUN_SUITE( scenario );
    return TEST_END();
}
