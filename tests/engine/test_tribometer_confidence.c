// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "fit_superellipse.h"
#include "model/tribometer.h"

// What the identification says about its own results: intervals that contain the truth as often as
// they claim, axes that are turned, sets of another shape, and radial forces with the wrong sign. All
// forces come through the program's own sensor.

enum
{
    samplesMax = 36000,
    valuesMax = 5
};

static ssForceSample s_forces[samplesMax];

/// The sets of a material: a, b, s and the rotation [°] of C, then those of D.
typedef struct Material
{
    double c[4], d[4];
} Material;

// These are the sets of Walker & Leine Table 1, ours for Fig. 25 (turned),
// a circle, and the first two turned to 45°.
static const Material s_pvc = { { 4.99, 4.25, 2.94, 0.0 }, { 1.84, 1.19, 2.51, 0.0 } };
static const Material s_steel = { { 2.6, 3.2, 2.3, 20.0 }, { 1.0, 1.6, 3.2, -13.31 } };
static const Material s_circle = { { 1.96, 1.96, 2.0, 0.0 }, { 1.0, 1.0, 2.0, 0.0 } };
static const Material s_diagonal = { { 4.99, 4.25, 2.94, 45.0 }, { 1.84, 1.19, 2.51, 45.0 } };
static const Material s_rhombic = { { 3.0, 5.0, 1.6, -30.0 }, { 1.0, 1.3, 1.7, -10.0 } };

static ssSetDef setOf( const double numbers[4] )
{
    ssSetDef set = ssDefaultSetDef( ss_setSuperellipse );
    set.a = numbers[0];
    set.b = numbers[1];
    set.s = numbers[2];
    set.rotationDeg = numbers[3];
    return set;
}

static bool makeLaw( const Material* material, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = setOf( material->c );
    def.d = setOf( material->d );
    def.cForce = 9.3;
    return ssMakeLaw( &def, law ).code == ss_ok;
}

/// How a measurement is made.
typedef struct Measurement
{
    int samples, turns, harmonics;
    double missing, noise;
    double memory; // of the noise from one sample to the next: 0 is white
} Measurement;

/// Measures into s_forces. Returns the number of samples, 0 after a failure.
static int measure( const ssLaw* law, const Measurement* how, uint64_t seed )
{
    ssRng rng = ssSeedRng( seed );
    int count = 0;
    for ( int turn = 0; turn < how->turns; ++turn )
    {
        ssTribometerDef def = { law, 9.3, how->samples, how->noise, 0.02, true, 0.0, 0.0 };
        ssForceSample* one = s_forces + count;
        if ( ssMeasureForces( &def, &rng, one ).code != ss_ok ) { return 0; }
        double t = 0.0, q = 0.0, fresh = sqrt( 1.0 - how->memory * how->memory );
        for ( int i = 0; i < how->samples; ++i )
        {
            ssForceSample exact = ssTribometerForce( law, 9.3, one[i].phi ), sample = one[i];
            t = how->memory * t + fresh * ( sample.tangential - exact.tangential );
            q = how->memory * q + fresh * ( sample.radial - exact.radial );
            sample.tangential = exact.tangential + t;
            sample.radial = exact.radial + q;
            s_forces[count] = sample;
            count += ssRng_Uniform( &rng ) >= how->missing;
        }
    }
    return count;
}

/// Counts over several seeds how often the intervals contain the truth.
static bool countCovered(
    const Material* material, const Measurement* how, int seeds, int covered[valuesMax] )
{
    ssLaw law;
    bool good = makeLaw( material, &law );
    const double *c = material->c, *d = material->d;
    for ( int seed = 1; seed <= seeds && good; ++seed )
    {
        int count = measure( &law, how, (uint64_t)seed * 7919u );
        ssIdentification r;
        good = count > 0 && ssIdentify( s_forces, count, how->harmonics, 9.3, &r ).code == ss_ok;
        if ( good )
        {
            const double off[valuesMax] = { r.c.a - c[0], r.c.b - c[1], r.c.s - c[2], r.d.ratio - d[0] / d[1],
                r.d.s - d[2] };
            const double half[valuesMax] = { r.c.aError, r.c.bError, r.c.sError, r.d.ratioError, r.d.sError };
            for ( int k = 0; k < valuesMax; ++k ) { covered[k] += fabs( off[k] ) <= half[k]; }
            ssIdentification_Destroy( &r );
        }
    }
    ssLaw_Destroy( &law );
    return good;
}

// ------------------------------------------------------------------------------------------------- intervals

TEST intervalsHoldTheTruthAsOftenAsTheyClaim( void )
{
    static const struct
    {
        const Material* material;
        Measurement how;
    } rows[] = {
        { &s_pvc, { 3600, 1, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 3600, 2, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 3600, 4, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 3600, 10, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 3600, 1, 60, 0.1, 0.05, 0.0 } },
        { &s_pvc, { 720, 4, 60, 0.3, 0.05, 0.0 } },
        { &s_pvc, { 72, 1, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 72, 10, 60, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 360, 1, 0, 0.0, 0.05, 0.0 } },
        { &s_pvc, { 720, 1, 20, 0.0, 0.2, 0.0 } },
        { &s_steel, { 360, 4, 60, 0.0, 0.05, 0.0 } },
        { &s_circle, { 360, 1, 60, 0.0, 0.05, 0.0 } },
        { &s_diagonal, { 360, 2, 60, 0.0, 0.05, 0.0 } },
        { &s_rhombic, { 360, 1, 60, 0.0, 0.05, 0.0 } },
    };
    int seeds = testCountFull( 6, 20 ), all = 0;
    bool isShown = seeds >= 200;
    // Five results of which about two and a half are independent.
    double slack = 3.3 * sqrt( 0.05 * 0.95 / ( 2.5 * seeds ) );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        const Measurement* how = &rows[i].how;
        int covered[valuesMax] = { 0 }, sum = 0;
        ASSERT( countCovered( rows[i].material, how, seeds, covered ) );
        for ( int k = 0; k < valuesMax; ++k ) { sum += covered[k]; }
        double part = (double)sum / ( valuesMax * seeds );
        if ( isShown )
        {
            printf( "\n%4d samples, %2d turns, %2.0f%% missing, %g N, K = %2d: %.1f%% (%d %d %d %d %d of %d)",
                how->samples, how->turns, 100.0 * how->missing, how->noise, how->harmonics, 100.0 * part,
                covered[0], covered[1], covered[2], covered[3], covered[4], seeds );
        }
        ASSERT( part >= fmin( 0.90, 0.95 - slack ) && part <= fmax( 0.99, 0.95 + slack ) );
        all += sum;
    }
    double pooled = (double)all / ( SS_COUNT( rows ) * valuesMax * seeds );
    if ( isShown ) { printf( "\npooled: %.1f%%\n", 100.0 * pooled ); }
    ASSERT( pooled >= 0.92 && pooled <= 0.98 );
    PASS();
}

TEST noiseThatLastsWidensTheIntervals( void )
{
    // The noise of the sensor forgets in ten samples, as after a filter of its own.
    static const Measurement lasting[] = { { 3600, 1, 60, 0.0, 0.05, 0.9 }, { 1440, 4, 60, 0.1, 0.05, 0.8 } };
    for ( int i = 0; i < SS_COUNT( lasting ); ++i )
    {
        int covered[valuesMax] = { 0 }, seeds = testCount( 10 ), sum = 0;
        ASSERT( countCovered( &s_pvc, &lasting[i], seeds, covered ) );
        for ( int k = 0; k < valuesMax; ++k ) { sum += covered[k]; }
        ASSERT( sum >= 0.85 * valuesMax * seeds );
    }
    PASS();
}

TEST moreTurnsAndMoreSamplesNarrowTheIntervals( void )
{
    // Four times the samples halve an interval, be it in one turn or in four.
    static const Measurement how[] = { { 900, 1, 60, 0.0, 0.05, 0.0 }, { 900, 4, 60, 0.0, 0.05, 0.0 },
        { 3600, 1, 60, 0.0, 0.05, 0.0 } };
    double half[3];
    ssLaw law;
    ASSERT( makeLaw( &s_pvc, &law ) );
    for ( int i = 0; i < 3; ++i )
    {
        ssIdentification r;
        int count = measure( &law, &how[i], 5 );
        ASSERT_EQ( ss_ok, ssIdentify( s_forces, count, 60, 9.3, &r ).code );
        half[i] = r.c.sError / r.c.widening;
        ssIdentification_Destroy( &r );
    }
    ASSERT_IN_RANGE( 0.5, half[1] / half[0], 0.06 );
    ASSERT_IN_RANGE( 0.5, half[2] / half[0], 0.06 );
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------------------- rotation

TEST turnedSetsAreFoundWithTheirAxes( void )
{
    static const Material* const materials[] = { &s_pvc, &s_steel, &s_diagonal, &s_rhombic };
    static const Measurement how[] = { { 720, 1, 60, 0.0, 0.0, 0.0 }, { 720, 1, 60, 0.0, 0.05, 0.0 } };
    const double degree = SS_PI / 180.0;
    for ( int i = 0; i < SS_COUNT( materials ) * SS_COUNT( how ); ++i )
    {
        const Material* m = materials[i / SS_COUNT( how )];
        const Measurement* h = &how[i % SS_COUNT( how )];
        ssLaw law;
        ASSERT( makeLaw( m, &law ) );
        for ( int seed = 1, n = testCount( 5 ); seed <= n; ++seed )
        {
            ssIdentification r;
            ASSERT_EQ( ss_ok, ssIdentify( s_forces, measure( &law, h, (uint64_t)seed ), 60, 9.3, &r ).code );
            double wide = h->noise > 0.0 ? 1.0 : 1e-6;
            ASSERT_IN_RANGE( m->c[0], r.c.a, 0.05 * wide );
            ASSERT_IN_RANGE( m->c[1], r.c.b, 0.05 * wide );
            ASSERT_IN_RANGE( m->d[0] / m->d[1], r.d.ratio, 0.02 * wide );
            ASSERT_IN_RANGE(
                m->c[3], r.c.rotation / degree, ( 2.0 * r.c.rotationError / degree + 1e-6 ) * wide );
            ASSERT_IN_RANGE(
                m->d[3], r.d.rotation / degree, ( 2.0 * r.d.rotationError / degree + 1e-6 ) * wide );
            ASSERT( r.c.rotation > -0.25 * SS_PI && r.c.rotation <= 0.25 * SS_PI );
            ASSERT( r.c.rotationError < 3.0 * degree && r.d.rotationError < 0.5 * degree );
            ASSERT( !r.isFlipped );
            ssIdentification_Destroy( &r );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST aCircleHasNoRotation( void )
{
    static const Measurement how[] = { { 360, 1, 60, 0.0, 0.0, 0.0 }, { 360, 1, 60, 0.0, 0.05, 0.0 } };
    ssLaw law;
    ASSERT( makeLaw( &s_circle, &law ) );
    for ( int i = 0, n = testCountFull( 12, 20 ); i < n; ++i )
    {
        ssIdentification r;
        int count = measure( &law, &how[i % 2], (uint64_t)i );
        ASSERT_EQ( ss_ok, ssIdentify( s_forces, count, 60, 9.3, &r ).code );
        ASSERT( r.c.rotation == 0.0 && isnan( r.c.rotationError ) );
        ASSERT( r.d.rotation == 0.0 && isnan( r.d.rotationError ) );
        ASSERT( !r.isFlipped );
        ASSERT_IN_RANGE( 1.96, r.c.a, 0.03 );
        ssIdentification_Destroy( &r );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST everyTurnedSuperellipseIsFitted( void )
{
    testRng rng = { 12 };
    double theta[240], r[240];
    for ( int k = 0, n = testCountFull( 120, 200 ); k < n; ++k )
    {
        double a = testUniform( &rng, 0.2, 5.0 ), b = a * testUniform( &rng, 1.1, 3.0 ),
               s = testUniform( &rng, 1.1, 12.0 ), turn = testUniform( &rng, -0.78, 0.78 );
        ssSetFit truth = { .a = k % 2 == 0 ? a : b, .b = k % 2 == 0 ? b : a, .s = s, .rotation = turn };
        for ( int i = 0; i < 240; ++i )
        {
            theta[i] = 2.0 * SS_PI * i / 240.0 + 0.01;
            r[i] = ssSetFit_Radius( &truth, theta[i] );
            double c = cos( theta[i] - turn ), d = sin( theta[i] - turn );
            ASSERT_IN_RANGE(
                1.0, pow( fabs( r[i] * c ) / truth.a, s ) + pow( fabs( r[i] * d ) / truth.b, s ), 1e-12 );
        }
        ssSetFit fit = fitSuperellipse( 240, theta, r, false );
        ASSERT( fit.converged && fit.rms < 1e-9 );
        ASSERT_IN_RANGE( truth.a, fit.a, 1e-8 * a );
        ASSERT_IN_RANGE( truth.b, fit.b, 1e-8 * a );
        ASSERT_IN_RANGE( s, fit.s, 1e-7 * s );
        ASSERT_IN_RANGE( turn, fit.rotation, 1e-7 );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- checks

TEST anotherShapeIsSaidAndWidensTheIntervals( void )
{
    // C is a rectangle with an ellipse's corners missing: a stadium. D is a circle.
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setStadium );
    def.c.l = 2.5;
    def.c.b = 3.5;
    def.c.e = 1.5;
    def.d = ssDefaultSetDef( ss_setCircle );
    def.d.a = 1.0;
    def.cForce = 9.3;
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &law ).code );
    static const Measurement how = { 1440, 1, 60, 0.0, 0.05, 0.0 };
    ssIdentification r;
    ASSERT_EQ( ss_ok, ssIdentify( s_forces, measure( &law, &how, 1 ), 60, 9.3, &r ).code );
    ASSERT( r.c.isMisfit && r.c.widening > 2.0 && r.c.misfit > 0.005 );
    ASSERT( !r.d.isMisfit && r.d.widening < 2.0 );
    char text[4096];
    ASSERT( ssIdentification_Material( &r, ss_materialSuperellipse, "test", text, sizeof text ) > 0 );
    ASSERT( testContains( text, "# warning: C is not a superellipse" ) );
    ssIdentification_Destroy( &r );
    ssLaw_Destroy( &law );
    PASS();
}

TEST noiseAloneIsNoMisfit( void )
{
    static const Measurement how[] = { { 72, 1, 0, 0.0, 0.05, 0.0 }, { 1440, 1, 60, 0.1, 0.05, 0.0 } };
    int found = 0, n = testCount( 20 );
    ssLaw law;
    ASSERT( makeLaw( &s_pvc, &law ) );
    for ( int seed = 1; seed <= n; ++seed )
    {
        ssIdentification r;
        int count = measure( &law, &how[seed % 2], (uint64_t)seed );
        ASSERT_EQ( ss_ok, ssIdentify( s_forces, count, 60, 9.3, &r ).code );
        found += r.c.isMisfit + r.d.isMisfit;
        ASSERT( !r.isFlipped );
        ssIdentification_Destroy( &r );
    }
    // Chance finds one in some thousand.
    ASSERT( found <= n / 100 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST radialForcesWithTheWrongSignAreNoticed( void )
{
    // The last is an associated law, whose D changes little when it is flipped: C tells.
    static const Material ellipse = { { 5.0, 4.4, 2.0, 0.0 }, { 5.0, 4.4, 2.0, 0.0 } };
    static const Material* const materials[] = { &s_pvc, &s_steel, &s_diagonal, &s_rhombic, &ellipse };
    static const int samples[] = { 72, 720 };
    for ( int i = 0, n = 2 * SS_COUNT( materials ); i < n; ++i )
    {
        Measurement how = { samples[i % 2], 1, 60, 0.0, 0.05, 0.0 };
        ssLaw law;
        ASSERT( makeLaw( materials[i / 2], &law ) );
        for ( int seed = 1, seeds = testCount( 3 ); seed <= seeds; ++seed )
        {
            ssIdentification r;
            int count = measure( &law, &how, (uint64_t)seed );
            ASSERT_EQ( ss_ok, ssIdentify( s_forces, count, 60, 9.3, &r ).code );
            ASSERT( !r.isFlipped );
            ssIdentification_Destroy( &r );
            for ( int k = 0; k < count; ++k ) { s_forces[k].radial = -s_forces[k].radial; }
            ASSERT_EQ( ss_ok, ssIdentify( s_forces, count, 60, 9.3, &r ).code );
            ASSERT( r.isFlipped );
            char text[4096];
            ASSERT( ssIdentification_Material( &r, ss_materialSuperellipse, "test", text, sizeof text ) > 0 );
            ASSERT( testContains( text, "wrong sign" ) );
            ssIdentification_Destroy( &r );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

SUITE( intervals )
{
    RUN_TEST( intervalsHoldTheTruthAsOftenAsTheyClaim );
    RUN_TEST( noiseThatLastsWidensTheIntervals );
    RUN_TEST( moreTurnsAndMoreSamplesNarrowTheIntervals );
}

SUITE( rotation )
{
    RUN_TEST( turnedSetsAreFoundWithTheirAxes );
    RUN_TEST( aCircleHasNoRotation );
    RUN_TEST( everyTurnedSuperellipseIsFitted );
}

SUITE( checks )
{
    RUN_TEST( anotherShapeIsSaidAndWidensTheIntervals );
    RUN_TEST( noiseAloneIsNoMisfit );
    RUN_TEST( radialForcesWithTheWrongSignAreNoticed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( intervals );
    RUN_SUITE( rotation );
    RUN_SUITE( checks );
    return TEST_END();
}
