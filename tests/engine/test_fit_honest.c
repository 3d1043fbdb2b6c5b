// SPDX-License-Identifier: MIT
#include "fit_common.h"

#include "slipstick/law_text.h"
#include "slipstick/parallel.h"

// What a fit says about itself: what the data cannot tell,
// outliers, a wrong law; and what must not change it.

static ssSimDef s_sphere;

/// A sphere that slides at first and rolls later: at t = 0.9 s with mu = 0.2.
static const ssSimDef* sphere( void )
{
    s_sphere = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_Set( &s_sphere, "u0", "4" ) );
    testMust( ssSimDef_Set( &s_sphere, "omega0", "0" ) );
    s_sphere.h = 1e-3;
    return &s_sphere;
}

static const char* const s_motion[] = { "u", "omega", "x" };

typedef struct Job
{
    const char* texts[3];
    int files;
    const char* free[4];
    bool perFile[4];
    double holdout;
    ssStop* stop;
    void* context;
    bool check;
    int maxRuns;
} Job;

static ssResult solve( const ssSimDef* def, const Job* job, ssFitResult** fit )
{
    ssFitData data[3];
    ssFitParam params[4];
    ssFitDef fitDef = { .base = def,
        .data = data,
        .params = params,
        .holdout = job->holdout,
        .stop = job->stop,
        .maxRuns = job->maxRuns,
        .context = job->context };
    ssResult result = ssOk();
    *fit = NULL;
    for ( int i = 0; i < job->files && result.code == ss_ok; ++i )
    {
        result =
            ssParseFitData( "table", job->texts[i], strlen( job->texts[i] ), def->scenario, NULL, data + i );
        fitDef.dataCount += result.code == ss_ok;
    }
    while ( fitDef.paramCount < 4 && job->free[fitDef.paramCount] != NULL )
    {
        params[fitDef.paramCount] = ssFreeParam( job->free[fitDef.paramCount] );
        params[fitDef.paramCount].perFile = job->perFile[fitDef.paramCount];
        ++fitDef.paramCount;
    }
    if ( result.code == ss_ok ) { result = job->check ? ssCheckFit( &fitDef, fit ) : ssFit( &fitDef, fit ); }
    for ( int i = 0; i < fitDef.dataCount; ++i ) { ssFitData_Destroy( data + i ); }
    return result;
}

// --------------------------------------------------------------------------------- what the data cannot tell

TEST muCannotBeToldFromRollingAlone( void )
{
    static char text[FIT_TEXT];
    for ( int seed = 1; seed <= testCount( 5 ); ++seed )
    {
        ASSERT( fitMakeText( sphere(), s_motion, 2, 1.2, 4.8, 0.03, 0.01, (uint64_t)seed, text ) );
        Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" } };
        ssFitResult* fit = NULL;
        ssResult result = solve( &s_sphere, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        // However large mu is, the sphere rolls; a small one would let it slide still.
        ASSERT( isnan( fit->estimates[0].high ) );
        ASSERT( fitWarns( fit, "the data do not limit mu from above" ) ||
            fitWarns( fit, "the data cannot tell mu" ) );
        ASSERT( fit->estimates[1].low < 0.04 + 2e-4 && fit->estimates[1].high > 0.04 - 2e-4 );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

TEST theCheckSaysSoBeforeAndWhatWouldTell( void )
{
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 1.2, 4.8, 0.03, 0.01, 1, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" }, .check = true };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ_FMT( 1, fit->warningCount, "%d" );
    ASSERT( fitWarns( fit, "the data cannot tell mu; measuring from t = 0 on would tell" ) );
    ssFitResult_Destroy( fit );
    // While it slides everything is told.
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 4.8, 0.03, 0.01, 1, text ) );
    result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ_FMTm( fit->warnings[0], 0, fit->warningCount, "%d" );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST parametersThatActTogetherAreNamedAsTheirProduct( void )
{
    // While a sphere slides u = u0 - mu g t: gravity and mu act as a product.
    static char text[FIT_TEXT];
    sphere();
    testMust( ssSimDef_Set( &s_sphere, "mu_r", "0" ) );
    const char* const columns[] = { "u", "r_t" };
    ASSERT( fitMakeText( &s_sphere, columns, 1, 0.0, 0.5, 0.01, 0.01, 3, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { "mu", "gravity" }, .check = true };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERTm( fit->warnings[0], fitWarns( fit, "mu and gravity only as the product mu × gravity" ) );
    // The normal force would tell them apart, but it is constant: no signal of this run does.
    ASSERTm( fit->warnings[0], !fitWarns( fit, "measuring r_t" ) );
    ssFitResult_Destroy( fit );
    PASS();
}

// ------------------------------------------------------------------------------------ outliers, wrong models

/// Moves every `every`-th value of the column by ten times its noise.
static void spoil( char* text, int every, double by )
{
    static char copy[FIT_TEXT];
    size_t used = 0;
    int row = 0;
    for ( char* line = strtok( text, "\n" ); line != NULL; line = strtok( NULL, "\n" ), ++row )
    {
        double t, u;
        if ( row > 0 && row % every == 0 && sscanf( line, "%lf,%lf", &t, &u ) == 2 )
        {
            used += (size_t)snprintf( copy + used, sizeof copy - used, "%.12g,%.12g\n", t, u + by );
        }
        else { used += (size_t)snprintf( copy + used, sizeof copy - used, "%s\n", line ); }
    }
    memcpy( text, copy, used + 1 );
}

TEST twoPercentOutliersAreNoticed( void )
{
    static char text[FIT_TEXT];
    for ( int seed = 1; seed <= testCount( 3 ); ++seed )
    {
        ASSERT( fitMakeText( sphere(), s_motion, 1, 0.0, 4.8, 0.024, 0.01, (uint64_t)seed, text ) );
        Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" } };
        ssFitResult* fit = NULL;
        ssResult result = solve( &s_sphere, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_EQ_FMTm( fit->warnings[0], 0, fit->warningCount, "%d" );
        ssFitResult_Destroy( fit );
        spoil( text, 50, 0.12 ); // ten standard deviations
        result = solve( &s_sphere, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT( fitWarns( fit, "outliers" ) );
        // Four were planted, and normal noise may add one.
        ASSERT_IN_RANGE( 4.5, fit->columns[0].outliers, 0.5 );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

TEST aWrongLawIsNoticed( void )
{
    // The data have rolling resistance, the fit has none.
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 4.8, 0.03, 0.01, 5, text ) );
    testMust( ssSimDef_Set( &s_sphere, "mu_r", "0" ) );
    Job job = { .texts = { text }, .files = 1, .free = { "mu", "u0" } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( fitWarns( fit, "does not describe the data" ) );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST whatIsNoNoiseIsSaidWithEveryWarningThatApplies( void )
{
    // Forty tables of a sphere with rolling resistance, which the fit has not, with a noise that
    // is said to be ten times as large: of every one it is to be said that it keeps its sign,
    // and that the noise is not what was given.
    enum
    {
        files = 40
    };
    static char text[FIT_TEXT];
    static ssFitData data[files];
    ASSERT( fitMakeText( sphere(), s_motion, 1, 0.0, 4.8, 0.1, 0.001, 5, text ) );
    testMust( ssSimDef_Set( &s_sphere, "mu_r", "0.039" ) );
    const char* const noises[] = { "u=3" };
    const ssFitReading reading = { .noises = noises, .noiseCount = 1 };
    for ( int i = 0; i < files; ++i )
    {
        char name[32];
        snprintf( name, sizeof name, "table %d", i );
        testMust( ssParseFitData( name, text, strlen( text ), s_sphere.scenario, &reading, data + i ) );
    }
    ssFitParam mu = ssFreeParam( "mu" );
    const ssFitDef def = {
        .base = &s_sphere, .data = data, .dataCount = files, .params = &mu, .paramCount = 1, .maxRuns = 20000
    };
    ssFitResult* fit = NULL;
    ssResult result = ssFit( &def, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    int signs = 0, large = 0;
    for ( int i = 0; i < fit->warningCount; ++i )
    {
        signs += strstr( fit->warnings[i], "keep their sign" ) != NULL;
        large += strstr( fit->warnings[i], "times the noise that was given" ) != NULL;
    }
    ASSERT_EQ_FMT( files, signs, "%d" );
    ASSERT_EQ_FMT( files, large, "%d" );
    ASSERT( fit->notNoise );
    ASSERT( fit->runs <= 20000 && !fit->cancelled ); // the search leaves runs for what follows
    ssFitResult_Destroy( fit );
    for ( int i = 0; i < files; ++i ) { ssFitData_Destroy( data + i ); }
    PASS();
}

TEST aFarStartFindsTheTruth( void )
{
    // A block on a belt under LuGre grows from steady sliding into stick-slip. From the default
    // values it does not move at all, and cycles that fall together by chance make minima elsewhere.
    // 1% of noise is all that the truth leaves.
    static char text[FIT_TEXT];
    static ssSimDef block;
    block = ssDefaultSimDef( ssFindScenario( "stribeck" ) );
    testMust( ssSimDef_SetLaw( &block, ssFindShippedLaw( "lugre" )->text, "lugre" ) );
    testMust( ssSimDef_Set( &block, "damping", "0" ) );
    testMust( ssSimDef_Set( &block, "law.s2", "0.01" ) );
    static const char* const keys[] = { "law.mu_s", "law.mu_k", "law.v_s" };
    static const double truth[] = { 0.8, 0.2, 0.3 };
    ssSimDef true_ = block;
    for ( int i = 0; i < 3; ++i ) { true_.values[ssFindScenarioParam( true_.scenario, keys[i] )] = truth[i]; }
    true_.h = 4e-3;
    const char* const columns[] = { "x", "u" };
    ASSERT( fitMakeText( &true_, columns, 2, 0.0, 14.0, 0.1, 0.01, 1, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { keys[0], keys[1], keys[2] } };
    block.h = 4e-3;
    ssFitResult* fit = NULL;
    ssResult result = solve( &block, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_IN_RANGE( 0.01, fit->rms, 0.001 );
    for ( int i = 0; i < 3; ++i )
    {
        ASSERT_IN_RANGE( truth[i], fit->estimates[i].value, 4.0 * fit->estimates[i].error );
    }
    ASSERT( !fit->notNoise );
    ssFitResult_Destroy( fit );
    PASS();
}

// ---------------------------------------------------------------------------------------------- noise or not

/// 100 rows of a sphere that slides, u = u0 - mu g t, with noise
/// whose values keep `memory` of the one before.
static void makeSlide( double memory, uint64_t seed, char* text )
{
    ssRng rng = ssSeedRng( seed );
    double noise = 0.0;
    size_t used = (size_t)snprintf( text, FIT_TEXT, "t,u\n" );
    for ( int i = 0; i < 100; ++i )
    {
        double t = 0.01 * i;
        noise =
            i == 0 ? fitNormal( &rng ) : memory * noise + sqrt( 1.0 - memory * memory ) * fitNormal( &rng );
        used += (size_t)snprintf(
            text + used, FIT_TEXT - used, "%.12g,%.12g\n", t, 8.0 - 0.2 * 9.81 * t + 0.05 * noise );
    }
}

/// Fits mu to such tables; `said` is the noise that is given, NULL: none.
static ssFitResult* fitSlides( int files, double memory, uint64_t seed, const char* said )
{
    static char text[FIT_TEXT];
    ssFitData data[10];
    ssFitResult* fit = NULL;
    const ssFitReading reading = { .noises = &said, .noiseCount = said != NULL };
    ssFitParam mu = ssFreeParam( "mu" );
    sphere();
    testMust( ssSimDef_Set( &s_sphere, "u0", "8" ) );
    testMust( ssSimDef_Set( &s_sphere, "mu_r", "0" ) );
    testMust( ssSimDef_Set( &s_sphere, "gravity", "9.81" ) );
    s_sphere.h = 0.01;
    for ( int i = 0; i < files; ++i )
    {
        makeSlide( memory, seed + (uint64_t)i, text );
        testMust( ssParseFitData( "table", text, strlen( text ), s_sphere.scenario, &reading, data + i ) );
    }
    const ssFitDef def = { .base = &s_sphere,
        .data = data,
        .dataCount = files,
        .params = &mu,
        .paramCount = 1,
        .ownStep = true,
        .noIntervals = true };
    testMust( ssFit( &def, &fit ) );
    for ( int i = 0; i < files; ++i ) { ssFitData_Destroy( data + i ); }
    return fit;
}

TEST whiteNoiseIsTakenForNoise( void )
{
    // One false alarm in a thousand fits, of one table or three, with the noise given or not.
    int alarms = 0, fits = testUpTo( 300, 60 );
    for ( int i = 0; i < fits; ++i )
    {
        ssFitResult* fit =
            fitSlides( i % 2 == 0 ? 1 : 3, 0.0, 10 * (uint64_t)i, i % 4 < 2 ? "u=0.05" : NULL );
        alarms += fit->notNoise;
        ssFitResult_Destroy( fit );
    }
    ASSERT( alarms <= fits / 100 ); // of 300, more come once in 4000 times
    PASS();
}

TEST whatNoTableSaysAloneTheySayTogether( void )
{
    // A correlation of 0.2 is two standard deviations in one table of 100 values, and six in ten.
    int seen = 0;
    for ( int i = 0; i < 10; ++i )
    {
        ssFitResult* fit = fitSlides( 10, 0.2, 100 + 10 * (uint64_t)i, NULL );
        seen += fit->notNoise;
        ssFitResult_Destroy( fit );
    }
    ASSERT( seen >= 9 );
    // So is noise of 1.15 times what was given.
    ssFitResult* fit = fitSlides( 10, 0.0, 1000, "u=0.0435" );
    ASSERT( fit->notNoise );
    ASSERT( fitWarns( fit, "all columns together: the residuals are 1.1" ) );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST anotherDampingIsNotTakenForNoise( void )
{
    // Friction makes up for most of the damping, and signs change nearly as often as those of noise.
    static char text[FIT_TEXT];
    static ssSimDef block;
    block = ssDefaultSimDef( ssFindScenario( "stribeck" ) );
    testMust( ssSimDef_ApplyPreset( &block, "stick-slip" ) );
    testMust( ssSimDef_Set( &block, "damping", "0.05" ) );
    testMust( ssSimDef_Set( &block, "mu_s", "0.5" ) );
    testMust( ssSimDef_Set( &block, "mu_k", "0.25" ) );
    const char* const columns[] = { "x", "u" };
    for ( int seed = 1; seed <= testCount( 3 ); ++seed )
    {
        testMust( ssSimDef_Set( &block, "damping", "0.05" ) );
        ASSERT( fitMakeText( &block, columns, 2, 0.0, 20.0, 0.1, 0.02, (uint64_t)seed, text ) );
        Job job = { .texts = { text }, .files = 1, .free = { "mu_s", "mu_k" } };
        ssFitResult* fit = NULL;
        ssResult result = solve( &block, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERTm( fit->warnings[0], !fit->notNoise );
        ssFitResult_Destroy( fit );
        testMust( ssSimDef_Set( &block, "damping", "0.2" ) );
        result = solve( &block, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT( fit->notNoise && fitWarns( fit, "the intervals are too narrow" ) );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

TEST boundsOutsideOfTheRangeAreRefusedWithIt( void )
{
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 1, 0.0, 3.0, 0.1, 0.01, 1, text ) );
    ssFitData data;
    testMust( ssParseFitData( "table", text, strlen( text ), s_sphere.scenario, NULL, &data ) );
    static const struct
    {
        const char* key;
        double low, high;
        const char* range;
    } bad[] = { { "mu", -1.0, 1.0, "mu >= 0" }, { "radius", 0.0, NAN, "radius > 0" },
        { "mu", NAN, -1.0, "mu >= 0" }, { "incline_deg", 95.0, NAN, "incline_deg" },
        { "mu", -INFINITY, 1.0, "mu >= 0" } };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        ssFitParam param = ssFreeParam( bad[i].key );
        param.low = bad[i].low;
        param.high = bad[i].high;
        const ssFitDef def = {
            .base = &s_sphere, .data = &data, .dataCount = 1, .params = &param, .paramCount = 1
        };
        ssFitResult* fit = NULL;
        ssResult result = ssFit( &def, &fit );
        ASSERTm( bad[i].key, result.code != ss_ok && fit == NULL );
        ASSERTm( result.message, testContains( result.message, bad[i].range ) );
    }
    ssFitData_Destroy( &data );
    PASS();
}

// ----------------------------------------------------------------------------------- files, clocks, held out

TEST filesShareParametersOrHaveTheirOwn( void )
{
    static char first[FIT_TEXT], second[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 3.0, 0.03, 0.01, 1, first ) );
    testMust( ssSimDef_Set( &s_sphere, "u0", "3" ) );
    ASSERT( fitMakeText( &s_sphere, s_motion, 2, 0.0, 3.0, 0.03, 0.01, 2, second ) );
    Job job = { .texts = { first, second },
        .files = 2,
        .free = { "mu", "mu_r", "u0" },
        .perFile = { false, false, true } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ_FMT( 4, fit->paramCount, "%d" );
    ASSERT_STR_EQ( "mu", fit->estimates[0].key );
    ASSERT_STR_EQ( "u0@1", fit->estimates[2].key );
    ASSERT_STR_EQ( "u0@2", fit->estimates[3].key );
    const double truth[] = { 0.2, 0.04, 4.0, 3.0 };
    for ( int i = 0; i < 4; ++i )
    {
        const ssFitEstimate* e = fit->estimates + i;
        ASSERT_IN_RANGE( truth[i], e->value, 4.0 * e->error );
    }
    ASSERT_EQ_FMT( 0, fit->warningCount, "%d" );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST aFileMaySetItsOwnConditions( void )
{
    static char first[FIT_TEXT], second[FIT_TEXT], both[FIT_TEXT + 64];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 3.0, 0.03, 0.01, 1, first ) );
    testMust( ssSimDef_Set( &s_sphere, "u0", "3" ) );
    ASSERT( fitMakeText( &s_sphere, s_motion, 2, 0.0, 3.0, 0.03, 0.01, 2, second ) );
    testMust( ssSimDef_Set( &s_sphere, "u0", "4" ) );
    snprintf( both, sizeof both, "# set u0 = 3\n%s", second );
    Job job = { .texts = { first, both }, .files = 2, .free = { "mu", "mu_r" } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_IN_RANGE( 0.2, fit->estimates[0].value, 4.0 * fit->estimates[0].error );
    ASSERT_IN_RANGE( 0.04, fit->estimates[1].value, 4.0 * fit->estimates[1].error );
    ASSERT( fit->rms < 0.012 );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST aClockThatIsOffIsFound( void )
{
    static char text[FIT_TEXT], late[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 4.0, 0.04, 0.01, 1, text ) );
    size_t used = 0;
    for ( char* line = strtok( text, "\n" ); line != NULL; line = strtok( NULL, "\n" ) )
    {
        double t, u, omega;
        bool numbers = sscanf( line, "%lf,%lf,%lf", &t, &u, &omega ) == 3;
        used += numbers
            ? (size_t)snprintf( late + used, sizeof late - used, "%.12g,%.12g,%.12g\n", t + 0.25, u, omega )
            : (size_t)snprintf( late + used, sizeof late - used, "%s\n", line );
    }
    Job job = { .texts = { late }, .files = 1, .free = { "mu", "mu_r", SS_FIT_TIME_OFFSET } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_IN_RANGE( 0.2, fit->estimates[0].value, 4.0 * fit->estimates[0].error );
    ASSERT_IN_RANGE( 0.25, fit->estimates[2].value, fmax( 4.0 * fit->estimates[2].error, 1e-3 ) );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST whatIsKeptApartIsPredicted( void )
{
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 4.0, 0.02, 0.01, 1, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" }, .holdout = 0.3 };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    int held = 0;
    for ( int r = 0; r < 201; ++r ) { held += fit->held[0][r]; }
    ASSERT_IN_RANGE( 60, held, 2 );
    ASSERT_EQ_FMT( 2 * ( 201 - held ), fit->valueCount, "%d" );
    // A right law misses what it has not seen by the noise, too.
    ASSERT_IN_RANGE( 0.01, fit->holdoutRms, 0.002 );
    ssFitResult_Destroy( fit );
    PASS();
}

// ----------------------------------------------------------------------------------------- threads, stopping

/// Takes the blocks from the last to the first, as threads might.
static void backwards( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    (void)hookContext;
    for ( int block = blocks - 1; block >= 0; --block ) { task( context, block ); }
}

TEST theOrderOfTheRunsDoesNotMatter( void )
{
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 3, 0.0, 3.0, 0.05, 0.01, 1, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" } };
    ssFitResult *forward = NULL, *reverse = NULL;
    ASSERT_EQ( ss_ok, solve( &s_sphere, &job, &forward ).code );
    ssSetParallelFor( backwards, NULL );
    ASSERT_EQ( ss_ok, solve( &s_sphere, &job, &reverse ).code );
    ssSetParallelFor( NULL, NULL );
    ASSERT_EQ( 0, memcmp( forward->estimates, reverse->estimates, sizeof forward->estimates ) );
    ASSERT_EQ_FMT( forward->runs, reverse->runs, "%d" );
    ssFitResult_Destroy( forward );
    ssFitResult_Destroy( reverse );
    PASS();
}

static bool stopsLater( void* context )
{
    int* left = context;
    return --*left < 0;
}

TEST aFitThatIsStoppedGivesTheBestSoFar( void )
{
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 0.0, 3.0, 0.05, 0.01, 1, text ) );
    int left = 60;
    Job job = {
        .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" }, .stop = stopsLater, .context = &left
    };
    ssFitResult* fit = NULL;
    ssResult result = solve( &s_sphere, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( fit->cancelled );
    for ( int i = 0; i < 3; ++i ) // nobody knows how far the best so far is from the optimum
    {
        ASSERT( isnan( fit->estimates[i].error ) && isnan( fit->estimates[i].low ) &&
            isnan( fit->estimates[i].high ) );
    }
    ASSERT( fit->paramCount == 3 && isfinite( fit->estimates[0].value ) && isfinite( fit->rms ) );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST aStoppedFitDrawsNoConclusions( void )
{
    // Wherever it is stopped: nothing of what the data tell, of intervals or of
    // errors, all of which need finished work.
    static char text[FIT_TEXT];
    ASSERT( fitMakeText( sphere(), s_motion, 2, 1.2, 4.8, 0.05, 0.01, 1, text ) );
    testMust( ssSimDef_Set( &s_sphere, "u0", "0.1" ) ); // far from the data
    bool stopped = true;
    for ( int most = 2; stopped; most += testScale() < 1.0 ? 25 : 5 )
    {
        Job job = { .texts = { text }, .files = 1, .free = { "mu", "mu_r", "u0" }, .maxRuns = most };
        ssFitResult* fit = NULL;
        ssResult result = solve( &s_sphere, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        stopped = fit->cancelled;
        for ( int i = 0; i < fit->warningCount && stopped; ++i )
        {
            const char* warning = fit->warnings[i];
            ASSERTm( warning, strncmp( warning, "the data", 8 ) != 0 );
            ASSERTm( warning, !testContains( warning, "interval" ) && !testContains( warning, "errors" ) );
            ASSERTm( warning, !testContains( warning, "outliers" ) && !testContains( warning, "optimum" ) );
        }
        ASSERT( stopped || fitWarns( fit, "the data" ) );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

// ----------------------------------------------------------------------------------- never worse than before

TEST aFitThatBeginsAtTheTruthStaysThere( void )
{
    // Stick-slip falls on steps: the run with another step is another curve, and the
    // fit must not prefer it to the data's own.
    static char text[FIT_TEXT];
    static ssSimDef belt;
    belt = ssDefaultSimDef( ssFindScenario( "belt" ) );
    const char* const columns[] = { "x", "y" };
    ASSERT( fitMakeText( &belt, columns, 2, 0.0, 60.0, 0.2, 0.0, 1, text ) );
    Job job = { .texts = { text }, .files = 1, .free = { "c_a", "d_a" } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &belt, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_IN_RANGE( 0.0, fit->rms, 1e-9 );
    ASSERT_IN_RANGE( 30.0, fit->estimates[0].value, 1e-6 );
    ASSERT_IN_RANGE( 3.0, fit->estimates[1].value, 1e-6 );
    ssFitResult_Destroy( fit );
    PASS();
}

TEST anExactFitHasNoMisfitOfOneSign( void )
{
    // Residuals that are all zero have no sign; from another start, what is left of them is rounding.
    static char text[FIT_TEXT];
    for ( int k = 0; k < 2; ++k )
    {
        ASSERT( fitMakeText( sphere(), s_motion, 2, 1.2, 4.8, 0.05, 0.0, 1, text ) );
        testMust( ssSimDef_Set( &s_sphere, "mu_r", k == 0 ? "0.04" : "0.05" ) );
        Job job = { .texts = { text }, .files = 1, .free = { "mu_r" } };
        ssFitResult* fit = NULL;
        ssResult result = solve( &s_sphere, &job, &fit );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_IN_RANGE( 0.0, fit->rms, 1e-8 );
        ASSERT_FALSE( fit->notNoise || fitWarns( fit, "sign" ) || fitWarns( fit, "correlated" ) );
        ssFitResult_Destroy( fit );
    }
    PASS();
}

TEST aFitThatMissesTheDataSaysSo( void )
{
    // A mass that oscillates, with a start where it rests: all curves nearby are an equilibrium.
    static char text[FIT_TEXT];
    static ssSimDef belt;
    belt = ssDefaultSimDef( ssFindScenario( "belt" ) );
    const char* const columns[] = { "x", "y" };
    ASSERT( fitMakeText( &belt, columns, 2, 0.0, 60.0, 0.2, 0.01, 1, text ) );
    testMust( ssSimDef_Set( &belt, "c_a", "20" ) );
    Job job = { .texts = { text }, .files = 1, .free = { "stiffness" } };
    ssFitResult* fit = NULL;
    ssResult result = solve( &belt, &job, &fit );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( fit->rms > 0.7 );
    ASSERT( fitWarns( fit, "hardly better than their mean" ) );
    ssFitResult_Destroy( fit );
    PASS();
}

SUITE( honesty )
{
    RUN_TEST( aFitThatBeginsAtTheTruthStaysThere );
    RUN_TEST( aFitThatMissesTheDataSaysSo );
    RUN_TEST( anExactFitHasNoMisfitOfOneSign );
    RUN_TEST( muCannotBeToldFromRollingAlone );
    RUN_TEST( theCheckSaysSoBeforeAndWhatWouldTell );
    RUN_TEST( parametersThatActTogetherAreNamedAsTheirProduct );
    RUN_TEST( twoPercentOutliersAreNoticed );
    RUN_TEST( aWrongLawIsNoticed );
    RUN_TEST( whatIsNoNoiseIsSaidWithEveryWarningThatApplies );
    if ( testScale() > 1.0 ) // half a minute
    {
        RUN_TEST( aFarStartFindsTheTruth );
    }
    RUN_TEST( whiteNoiseIsTakenForNoise );
    RUN_TEST( whatNoTableSaysAloneTheySayTogether );
    RUN_TEST( anotherDampingIsNotTakenForNoise );
    RUN_TEST( boundsOutsideOfTheRangeAreRefusedWithIt );
}

SUITE( tables )
{
    RUN_TEST( filesShareParametersOrHaveTheirOwn );
    RUN_TEST( aFileMaySetItsOwnConditions );
    RUN_TEST( aClockThatIsOffIsFound );
    RUN_TEST( whatIsKeptApartIsPredicted );
    RUN_TEST( theOrderOfTheRunsDoesNotMatter );
    RUN_TEST( aFitThatIsStoppedGivesTheBestSoFar );
    RUN_TEST( aStoppedFitDrawsNoConclusions );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( honesty );
    RUN_SUITE( tables );
    return TEST_END();
}
