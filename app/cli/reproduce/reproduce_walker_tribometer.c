// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/reproduce/reproduce_walker.h"
#include "model/tribometer.h"
#include <stdlib.h>

// Walker & Leine 2019, Sec. 5.2: a pin-on-disk tribometer. The paper prints no forces, so a virtual machine
// measures its law, and its identification must recover the parameters.

static const double s_degree = SS_PI / 180.0;

enum
{
    samples = 3600, // per turn
    harmonics = 60  // kept by the filter
};

/// Measures a law with a sensor of `noise` [N] and identifies its sets from the forces.
static ssResult measureLaw( const ssLaw* law, double load, double noise, int count, ssIdentification* id )
{
    ssForceSample* forces = needMemory( (size_t)count, sizeof( ssForceSample ) );
    ssTribometerDef def = { .law = law, .normalForce = load, .samples = count, .noise = noise };
    ssRng rng = ssSeedRng( 1 );
    ssResult result = ssMeasureForces( &def, &rng, forces );
    result =
        result.code == ss_ok ? ssIdentify( forces, count, noise > 0.0 ? harmonics : 0, load, id ) : result;
    free( forces );
    return result;
}

/// Likewise a law that is made for it, at the load of its C.
static ssResult measureDef( const ssLawDef* def, double noise, ssIdentification* id )
{
    ssLaw law;
    ssResult result = ssMakeLaw( def, &law );
    if ( result.code == ss_ok )
    {
        result = measureLaw( &law, def->cForce, noise, samples, id );
        ssLaw_Destroy( &law );
    }
    return result;
}

static ssResult measureTable1( ssLawKind kind, double noise, ssIdentification* id )
{
    ssLaw law;
    ssResult result = walkerTable1Law( kind, &law );
    if ( result.code == ss_ok )
    {
        result = measureLaw( &law, WALKER_LOAD, noise, samples, id );
        ssLaw_Destroy( &law );
    }
    return result;
}

/// The coefficients in the text are those of the ellipse in Table 1, not of its superellipse.
static ssResult checkEllipse( reproRun* run )
{
    ssIdentification id;
    ssResult result = measureTable1( ss_lawKindAssociatedEllipse, 0.0, &id );
    if ( result.code == ss_ok )
    {
        reproCheck( run, "ellipse of Table 1: friction across the grooves, mu_1", id.mu1, 0.54, 0.005,
            "the paper prints two digits" );
        reproCheck( run, "ellipse of Table 1: friction along the grooves, mu_2", id.mu2, 0.48, 0.005,
            "the paper prints two digits" );
        ssIdentification_Destroy( &id );
    }
    return result;
}

static void drawForces( reproRun* run, const ssIdentification* id, const double* phi, const char* title )
{
    const svgMark forces[] = { reproCurve( svg_blue, false, "tangential, filtered", id->count, phi,
                                   id->tangentialLow ),
        reproCurve( svg_orange, false, "radial, filtered", id->count, phi, id->radialLow ) };
    reproPicture( run, title, "phi [°]", "force [N]", forces, 2,
        &( svgPlot ){ .note = "synthetic forces of a virtual machine" } );
}

static ssResult outlineOf( const ssSetFit* fit, walkerCurve* curve )
{
    ssSetDef def = ssDefaultSetDef( ss_setSuperellipse );
    ssSet set;
    def.a = fit->a;
    def.b = fit->b;
    def.s = fit->s;
    def.rotationDeg = fit->rotation / s_degree;
    ssResult result = ssMakeSet( &def, &set );
    if ( result.code == ss_ok )
    {
        walkerOutline( &set, 1.0, curve );
        ssSet_Destroy( &set );
    }
    return result;
}

/// `points`: four arrays, x and y of C, x and y of D.
static void drawSets( reproRun* run, const ssIdentification* id, const double* points )
{
    int n = id->count;
    walkerCurve c, d;
    if ( outlineOf( &id->c, &c ).code != ss_ok || outlineOf( &id->d, &d ).code != ss_ok ) { return; }
    const svgMark outlines[] = { reproCurve( svg_blue, false, "C, identified points", n, points, points + n ),
        reproCurve( svg_grey, true, "C, fitted superellipse", walker_outline, c.x, c.y ),
        reproCurve( svg_orange, false, "D, identified points", n, points + 2 * n, points + 3 * n ),
        reproCurve( svg_black, true, "D, fitted superellipse", walker_outline, d.x, d.y ) };
    reproPicture( run, "Identified sets", "−λ_T1 [N]", "−λ_T2 [N]", outlines, 4,
        &( svgPlot ){ .equalScales = true,
            .height = 480.0,
            .note = "synthetic forces of a virtual machine; D is known up to its scale" } );
}

static void drawMeasurement( reproRun* run, const ssIdentification* id, const char* title )
{
    int n = id->count;
    double* phi = needMemory( (size_t)n, sizeof( double ) );
    double* points = needMemory( 4 * (size_t)n, sizeof( double ) );
    for ( int i = 0; i < n; ++i )
    {
        phi[i] = id->phi[i] / s_degree;
        points[i] = id->rC[i] * cos( id->theta[i] );
        points[n + i] = id->rC[i] * sin( id->theta[i] );
        points[2 * n + i] = id->rD[i] * cos( id->theta[i] );
        points[3 * n + i] = id->rD[i] * sin( id->theta[i] );
    }
    drawForces( run, id, phi, title );
    drawSets( run, id, points );
    reproTable( run, "phi_deg,lambda_t,lambda_r,lambda_t_filtered,lambda_r_filtered,theta_rad,r_c,r_d", n,
        ( const double*[] ){
            phi, id->tangential, id->radial, id->tangentialLow, id->radialLow, id->theta, id->rC, id->rD } );
    free( points );
    free( phi );
}

/// The largest and the smallest tangential force, and where they are [°].
static void extremes( const ssIdentification* id, double* high, double* highDeg, double* low, double* lowDeg )
{
    *high = -HUGE_VAL;
    *low = HUGE_VAL;
    for ( int i = 0; i < id->count; ++i )
    {
        double f = id->tangentialLow[i], at = id->phi[i] / s_degree;
        *highDeg = f > *high ? at : *highDeg;
        *high = fmax( *high, f );
        *lowDeg = f < *low ? at : *lowDeg;
        *low = fmin( *low, f );
    }
}

ssResult walkerMakeFig23( reproRun* run )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setCircle );
    def.c.a = 0.14 * 14.0;
    def.d = ssDefaultSetDef( ss_setCircle );
    def.cForce = 14.0;
    ssIdentification id;
    SS_TRY( measureDef( &def, 0.05, &id ) );
    double radial = 0.0;
    for ( int i = 0; i < id.count; ++i ) { radial += id.radial[i] / id.count; }
    reproCheck( run, "mean friction coefficient", id.muMean, 0.14, 0.005, "the paper prints two digits" );
    reproCheck(
        run, "mean radial force [N]", radial, 0.0, 0.0025, "three standard errors of 3600 samples, 0.05 N" );
    reproCheck(
        run, "quotient of the semi-axes of C", id.c.ratio, 1.0, 0.005, "noise 0.05 N of 1.96 N, filtered" );
    reproCheck( run, "roundness of C", id.c.s, 2.0, 1.5 * id.c.sError,
        "a circle is s = 2; three standard errors of the fit" );
    reproCheck( run, "quotient of the semi-axes of D", id.d.ratio, 1.0, 0.005, "noise as above" );
    drawMeasurement( run, &id, "Sandblasted steel: isotropic" );
    ssIdentification_Destroy( &id );
    reproNote( run,
        "The measured forces are not printed. A virtual machine measures a circle with the printed mu = 0.14 "
        "at 14.0 N, with white noise of 0.05 N; the identification must find it isotropic." );
    return ssOk();
}

static void checkFit( reproRun* run, const ssIdentification* id, double scale, const char* reason )
{
    reproCheck( run, "semi-major axis of C [N]", id->c.a, 4.99, scale * 0.01, reason );
    reproCheck( run, "semi-minor axis of C [N]", id->c.b, 4.25, scale * 0.015, reason );
    reproCheck( run, "roundness of C", id->c.s, 2.94, scale * 0.04, reason );
    reproCheck( run, "quotient of the semi-axes of D", id->d.ratio, 1.84 / 1.19, scale * 0.003, reason );
    reproCheck( run, "roundness of D", id->d.s, 2.51, scale * 0.01, reason );
}

ssResult walkerMakeFig24( reproRun* run )
{
    ssIdentification id, clean;
    SS_TRY( measureTable1( ss_lawKindExtended, 0.05, &id ) );
    ssResult result = measureTable1( ss_lawKindExtended, 0.0, &clean );
    if ( result.code != ss_ok )
    {
        ssIdentification_Destroy( &id );
        return result;
    }
    checkFit( run, &id, 1.0, "spread of independent computations with the same noise" );
    reproCheck(
        run, "friction across the grooves, mu_1", clean.mu1, 0.54, 0.005, "the paper prints two digits" );
    result = checkEllipse( run );
    double high, highDeg = 0.0, low, lowDeg = 0.0, quarter = 0.0;
    extremes( &clean, &high, &highDeg, &low, &lowDeg );
    for ( int k = 0; k < 4; ++k ) { quarter = fmax( quarter, fabs( clean.radialLow[k * clean.count / 4] ) ); }
    reproCheck( run, "smallest tangential force along the grooves, at [°]", fmod( lowDeg, 180.0 ), 90.0, 0.2,
        "two samples of 0.1°" );
    reproCheck( run, "radial force at 0°, 90°, 180°, 270° [N]", quarter, 0.0, 1e-9, "by symmetry" );
    reproNote( run,
        "The measured forces are not printed; synthetic ones of the sets in Table 1, with white noise of "
        "0.05 N, take their place. Their tangential force is largest at %.0f° (%.3f N), not at 0°, because "
        "the corners of the fitted C extend further than its axis.",
        fmin( fmod( highDeg, 180.0 ), 180.0 - fmod( highDeg, 180.0 ) ), high );
    drawMeasurement( run, &id, "PVC on ground steel" );
    ssIdentification_Destroy( &clean );
    ssIdentification_Destroy( &id );
    return result;
}

ssResult walkerMakeFig25( reproRun* run )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setSuperellipse );
    def.c.a = 2.6;
    def.c.b = 3.2;
    def.c.s = 2.3;
    def.d = def.c;
    def.d.a = 1.0;
    def.d.b = 1.6;
    def.d.s = 3.2;
    def.cForce = 18.5;
    ssIdentification id;
    SS_TRY( measureDef( &def, 0.0, &id ) );
    reproHolds( run, "friction along the grooves exceeds that across them", id.mu2 > id.mu1,
        "the paper: largest along the grooves for the steel pin" );
    reproCheck(
        run, "C recovered: semi-axis along the grooves [N]", id.c.b, 3.2, 0.005, "noise-free; quadrature" );
    reproCheck( run, "C recovered: roundness", id.c.s, 2.3, 0.01, "noise-free" );
    reproCheck( run, "D recovered: quotient of the semi-axes", id.d.ratio, 1.0 / 1.6, 0.003,
        "noise-free; quadrature" );
    reproCheck( run, "D recovered: roundness", id.d.s, 3.2, 0.03, "noise-free; quadrature" );
    reproHolds( run, "C and D differ in shape", fabs( id.c.ratio - id.d.ratio ) > 0.05,
        "the paper: no associated law can represent it" );
    drawMeasurement( run, &id, "Steel on ground steel" );
    ssIdentification_Destroy( &id );
    reproNote( run,
        "The paper gives the load, 18.5 N, the speed, 100 mm/s, and that friction is largest along the "
        "grooves, but neither forces nor sets. The shapes here are ours: only the identification and the "
        "statements are checked." );
    return ssOk();
}

#define STEPS 90000

/// Integrates Eq. 125 for D over a quarter turn, over the force angle theta or, as the paper may also be
/// read, over the disk angle phi. Returns the largest difference of ln r_D from that of the set itself.
static double integrateD( const ssLaw* law, bool overPhi )
{
    double sum = 0.0, before = 0.0, slopeBefore = 0.0, worst = 0.0,
           first = log( ssSet_Radius( &law->d, 0.0 ) );
    for ( int i = 0; i <= STEPS; ++i )
    {
        double phi = 0.5 * SS_PI * i / STEPS;
        ssVec2 f = ssLaw_SlipForce( law, WALKER_LOAD, ssVec2_Make( cos( phi ), sin( phi ) ) ).force;
        double theta = atan2( f.y, f.x ), slope = tan( theta - phi ), at = overPhi ? phi : theta;
        sum += i > 0 ? 0.5 * ( slope + slopeBefore ) * ( at - before ) : 0.0;
        double off = fabs( sum - log( ssSet_Radius( &law->d, theta ) ) + first );
        worst = off > worst ? off : worst;
        before = at;
        slopeBefore = slope;
    }
    return worst;
}

ssResult walkerMakeTable1( reproRun* run )
{
    ssLaw law;
    ssIdentification id;
    SS_TRY( walkerTable1Law( ss_lawKindExtended, &law ) );
    ssResult result = measureLaw( &law, WALKER_LOAD, 0.0, samples, &id );
    if ( result.code != ss_ok )
    {
        ssLaw_Destroy( &law );
        return result;
    }
    checkFit( run, &id, 0.1, "noise-free: a tenth of the error with 0.05 N of noise" );
    reproCheck( run, "D by Eq. 125 over theta: r_D off, relative", expm1( integrateD( &law, false ) ), 0.0,
        1e-4, "D is known up to its scale; trapezoids" );
    reproCheck( run, "D by Eq. 125 over the disk angle: r_D off [%]",
        -100.0 * expm1( -integrateD( &law, true ) ), 10.6, 0.1,
        "1 - cos of the largest angle between force and sliding: this reading is wrong" );
    result = checkEllipse( run );
    drawMeasurement( run, &id, "Forces of the sets of Table 1" );
    reproNote( run,
        "The fit needs the measured forces, which are not printed: a virtual machine measures the sets of "
        "the table without noise, and the identification must recover them." );
    ssIdentification_Destroy( &id );
    ssLaw_Destroy( &law );
    return result;
}
