// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_walker.h"
#include "slipstick/law.h"
#include <stdio.h>

// Walker & Leine 2019, Secs. 3 and 5.3: force reservoirs and direction sets.

static const double s_degree = SS_PI / 180.0;

void walkerOutline( const ssSet* set, double scale, walkerCurve* curve )
{
    for ( int i = 0; i < walker_outline; ++i )
    {
        double theta = i * s_degree, r = scale * ssSet_Radius( set, theta );
        curve->x[i] = r * cos( theta );
        curve->y[i] = r * sin( theta );
    }
}

ssResult walkerTable1Law( ssLawKind kind, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( kind );
    def.cForce = WALKER_LOAD;
    def.c = ssDefaultSetDef( ss_setSuperellipse );
    def.c.a = 4.99;
    def.c.b = 4.25;
    def.c.s = 2.94;
    def.d = ssDefaultSetDef( ss_setSuperellipse );
    def.d.a = 1.84;
    def.d.b = 1.19;
    def.d.s = 2.51;
    if ( kind == ss_lawKindAssociatedEllipse )
    {
        def.c = ssDefaultSetDef( ss_setEllipse );
        def.c.a = 5.0;
        def.c.b = 4.49;
    }
    return ssMakeLaw( &def, law );
}

static ssVec2 unit( double angle ) { return ssVec2_Make( cos( angle ), sin( angle ) ); }

static double angleBetween( ssVec2 a, ssVec2 b )
{
    return fabs( atan2( a.x * b.y - a.y * b.x, ssVec2_Dot( a, b ) ) );
}

/// Largest angle between the sliding direction and the normal of D at the force [rad] (Eq. 55).
static double normalityDefect( const ssLaw* law )
{
    double worst = 0.0;
    for ( int i = 0; i < 720; ++i )
    {
        ssVec2 g = unit( ( 0.5 * i + 0.1 ) * s_degree ), normal;
        ssSet_GaugeGradient( &law->d, ssLaw_SlipForce( law, law->cForce, g ).force, &normal );
        worst = fmax( worst, angleBetween( g, normal ) );
    }
    return worst;
}

/// Largest relative distance of the sliding force from the boundary of C.
static double boundaryDefect( const ssLaw* law )
{
    double worst = 0.0;
    for ( int i = 0; i < 720; ++i )
    {
        ssVec2 f = ssLaw_SlipForce( law, law->cForce, unit( ( 0.5 * i + 0.1 ) * s_degree ) ).force;
        worst = fmax( worst, fabs( ssLaw_Gauge( law, law->cForce, f ) - 1.0 ) );
    }
    return worst;
}

static double leastDissipation( const ssLaw* law )
{
    double least = HUGE_VAL;
    for ( int i = 0; i < 720; ++i )
    {
        least = fmin( least, ssLaw_Dissipation( law, law->cForce, unit( ( 0.5 * i + 0.1 ) * s_degree ) ) );
    }
    return least;
}

static void drawSets( reproRun* run, const ssLaw* law, const char* title, const char* unitName )
{
    char xTitle[32], yTitle[32];
    walkerCurve c, d;
    walkerOutline( &law->c, 1.0, &c );
    walkerOutline( &law->d, 1.0, &d );
    // One force, and the sliding direction that belongs to it.
    ssVec2 g = unit( 65.0 * s_degree ), f = ssLaw_SlipForce( law, law->cForce, g ).force;
    ssVec2 z = ssVec2_Scale( 1.0 / ssSet_Gauge( &law->d, f ), f );
    double arrow = 0.35 * ssVec2_Length( f );
    const double fx[2] = { 0.0, f.x }, fy[2] = { 0.0, f.y }, gx[2] = { z.x, z.x + arrow * g.x },
                 gy[2] = { z.y, z.y + arrow * g.y };
    snprintf( xTitle, sizeof xTitle, "−λ_T1 [%s]", unitName );
    snprintf( yTitle, sizeof yTitle, "−λ_T2 [%s]", unitName );
    const svgMark marks[] = { reproCurve( svg_blue, false, "C", walker_outline, c.x, c.y ),
        reproCurve( svg_orange, false, "D", walker_outline, d.x, d.y ),
        reproCurve( svg_black, false, "a force −λ_T", 2, fx, fy ),
        reproCurve( svg_green, false, "its sliding direction", 2, gx, gy ) };
    reproPicture( run, title, xTitle, yTitle, marks, SS_COUNT( marks ),
        &( svgPlot ){ .equalScales = true, .height = 480.0 } );
}

static void tableSets( reproRun* run, const ssLaw* law )
{
    double theta[walker_outline], c[walker_outline], d[walker_outline], phi[walker_outline],
        fx[walker_outline], fy[walker_outline];
    for ( int i = 0; i < walker_outline; ++i )
    {
        theta[i] = phi[i] = i;
        c[i] = ssSet_Radius( &law->c, i * s_degree );
        d[i] = ssSet_Radius( &law->d, i * s_degree );
        ssVec2 f = ssLaw_SlipForce( law, law->cForce, unit( i * s_degree ) ).force;
        fx[i] = f.x;
        fy[i] = f.y;
    }
    reproTable( run, "theta_deg,r_c,r_d,phi_deg,f_1,f_2", walker_outline,
        ( const double*[] ){ theta, c, d, phi, fx, fy } );
}

static double asperityRadius( double mu, double beta, double theta ) // Eq. 50 at lambda_N = 1
{
    double c = cos( theta ), s = sin( theta ), sb = sin( beta ), cb = cos( beta );
    return mu / cb * sqrt( cb * cb * c * c + s * s ) /
        ( s * s + ( 1.0 - ( 1.0 + mu * mu ) * sb * sb ) * c * c );
}

/// r² + 2 r'² - r r'', which is positive where a polar curve is convex.
static double convexity( const ssSet* set, double theta )
{
    const double step = 1e-3;
    double a = ssSet_Radius( set, theta - step ), r = ssSet_Radius( set, theta ),
           b = ssSet_Radius( set, theta + step );
    double first = ( b - a ) / ( 2.0 * step ), second = ( a - 2.0 * r + b ) / ( step * step );
    return r * r + 2.0 * first * first - r * second;
}

static double inflection( const ssSet* set, double from, double to )
{
    bool rises = convexity( set, from ) > 0.0;
    for ( int i = 0; i < 60; ++i )
    {
        double middle = 0.5 * ( from + to );
        *( ( convexity( set, middle ) > 0.0 ) == rises ? &from : &to ) = middle;
    }
    return from;
}

static ssResult asperityLaw( double mu, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAsperity );
    def.c = ssDefaultSetDef( ss_setAsperity );
    def.c.mu = mu;
    def.c.betaDeg = 36.0;
    def.cForce = 1.0;
    return ssMakeLaw( &def, law );
}

ssResult walkerMakeFig10( reproRun* run )
{
    const double mu = 1.2, beta = 36.0 * s_degree;
    ssLaw law, jammed;
    SS_TRY( asperityLaw( mu, &law ) );
    double worst = 0.0;
    for ( int i = 0; i < 720; ++i )
    {
        double theta = 0.5 * i * s_degree, exact = asperityRadius( mu, beta, theta );
        worst = fmax( worst, fabs( ssSet_Radius( &law.c, theta ) / exact - 1.0 ) );
    }
    reproCheck( run, "largest relative distance of C from Eq. 50", worst, 0.0, 1e-12, "rounding" );
    reproCheck( run, "r_C across the wedges, theta = 0 [per lambda_N]", ssSet_Radius( &law.c, 0.0 ),
        mu / ( cos( beta ) * cos( beta ) - mu * mu * sin( beta ) * sin( beta ) ), 1e-12,
        "limit of Eqs. 45-49, rounding" );
    reproCheck( run, "r_C along the wedges, theta = 90° [per lambda_N]", ssSet_Radius( &law.c, 0.5 * SS_PI ),
        mu / cos( beta ), 1e-12, "limit of Eqs. 45-49, rounding" );
    reproCheck( run, "C is not convex from theta [°]",
        inflection( &law.c, 40.0 * s_degree, 80.0 * s_degree ) / s_degree, 56.1, 0.05,
        "independent computation to 0.1°" );
    reproCheck( run, "C is not convex up to theta [°]",
        inflection( &law.c, 100.0 * s_degree, 140.0 * s_degree ) / s_degree, 123.9, 0.05,
        "independent computation to 0.1°" );
    reproCheck( run, "forces of the springs off the boundary of C, relative", boundaryDefect( &law ), 0.0,
        1e-12, "rounding" );
    reproCheck( run, "p_2/p_1 of D", ssSet_Radius( &law.d, 0.5 * SS_PI ) / ssSet_Radius( &law.d, 0.0 ),
        cos( beta ), 1e-12, "Eq. 52, rounding" );
    reproCheck( run, "sliding direction off the normal of D, at most [rad]", normalityDefect( &law ), 0.0,
        1e-12, "Eqs. 51-52, rounding" );
    bool refused = asperityLaw( 1.4, &jammed ).code != ss_ok;
    reproHolds( run, "mu = 1.4 > cot 36° = 1.376 is refused", refused, "Eq. 48: the flanks would jam" );
    if ( !refused ) { ssLaw_Destroy( &jammed ); }
    drawSets( run, &law, "Wedge-shaped asperities: mu = 1.2, beta = 36°", "per λ_N" );
    tableSets( run, &law );
    ssLaw_Destroy( &law );
    return ssOk();
}

static ssResult ellipseLaw( ssLawKind kind, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( kind );
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.d = def.c;
    def.c.a = 5.0;
    def.c.b = 3.0;
    def.d.a = 2.0;
    def.d.b = 1.6;
    def.cForce = 1.0;
    return ssMakeLaw( &def, law );
}

ssResult walkerMakeFig11( reproRun* run )
{
    ssLaw extended, transformed, wedges;
    SS_TRY( ellipseLaw( ss_lawKindExtended, &extended ) );
    ssResult result = ellipseLaw( ss_lawKindTransformed, &transformed );
    if ( result.code == ss_ok )
    {
        result = asperityLaw( 1.2, &wedges );
        if ( result.code != ss_ok ) { ssLaw_Destroy( &transformed ); }
    }
    if ( result.code != ss_ok )
    {
        ssLaw_Destroy( &extended );
        return result;
    }
    double worst = 0.0;
    for ( int i = 0; i < 720; ++i )
    {
        ssVec2 g = unit( 0.5 * i * s_degree );
        worst = fmax( worst,
            ssVec2_Length( ssVec2_Sub( ssLaw_SlipForce( &extended, 1.0, g ).force,
                ssLaw_SlipForce( &transformed, 1.0, g ).force ) ) );
    }
    reproCheck( run, "two ellipses: Eq. 54 and Eq. 55 differ by [N]", worst, 0.0, 1e-12,
        "the same law written twice; rounding" );
    reproCheck( run, "two ellipses: sliding direction off the normal of D [rad]",
        normalityDefect( &extended ), 0.0, 1e-7, "Eq. 55; the normal is that of a computed point" );
    reproHolds( run, "two ellipses: every sliding dissipates", leastDissipation( &extended ) > 0.0,
        "Prop. 9: strictly dissipative" );
    reproHolds( run, "two ellipses: not monotone", !ssLaw_CheckMonotone( &extended, 1.0, 180 ).holds,
        "Prop. 3: C and D differ in shape" );
    reproCheck( run, "C not convex: force off the boundary of C, relative", boundaryDefect( &wedges ), 0.0,
        1e-12, "Eq. 84, rounding" );
    reproCheck( run, "C not convex: sliding direction off the normal of D [rad]", normalityDefect( &wedges ),
        0.0, 1e-12, "Eq. 55, rounding" );
    reproHolds( run, "C not convex: every sliding dissipates", leastDissipation( &wedges ) > 0.0,
        "Prop. 9: strictly dissipative" );
    drawSets( run, &extended, "Fig. 11a: two ellipses", "N" );
    drawSets( run, &wedges, "Fig. 11b: C not convex", "per λ_N" );
    tableSets( run, &extended );
    reproNote( run,
        "The figure prints no numbers. C 5 × 3, D 2 × 1.6 (a) and the wedges of Fig. 10 (b) are ours; only "
        "the construction is checked." );
    ssLaw_Destroy( &wedges );
    ssLaw_Destroy( &transformed );
    ssLaw_Destroy( &extended );
    return ssOk();
}

/// Largest relative distance of D from an ellipse of that ratio, both scaled to 1 at theta = 0.
static double distanceFromEllipse( const ssLaw* law, double ratio )
{
    double worst = 0.0, first = ssSet_Radius( &law->d, 0.0 );
    for ( int i = 0; i < 360; ++i )
    {
        double theta = i * s_degree, exact = 1.0 / hypot( cos( theta ), sin( theta ) / ratio );
        worst = fmax( worst, fabs( ssSet_Radius( &law->d, theta ) / first / exact - 1.0 ) );
    }
    return worst;
}

ssResult walkerMakeFig12( reproRun* run )
{
    static const char* const titles[3] = { "Fig. 12a: orthotropic law", "Fig. 12b: collinear tensor law",
        "Fig. 12c: fourth-order tensor" };
    ssResult result = ssOk();
    for ( int i = 0; i < 3 && result.code == ss_ok; ++i )
    {
        ssLaw law;
        ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
        def.cForce = 1.0;
        def.flow.tensor2[0] = i == 0 ? 3.0 : i == 1 ? 0.0 : 2.0;
        def.flow.tensor2[3] = i == 0 ? 5.0 : i == 1 ? 0.0 : 1.5;
        def.flow.kind = i == 0 ? ss_flowTensor2 : ss_flowTensor4;
        // In (b), f = (5 g_1² + 3 g_2²) g; in (c), a symmetric tensor of our choice.
        def.flow.tensor4[0] = i == 1 ? 5.0 : 0.4;
        def.flow.tensor4[3] = i == 1 ? 3.0 : 0.2;
        def.flow.tensor4[8 + 4] = i == 1 ? 5.0 : 0.0;
        def.flow.tensor4[8 + 7] = i == 1 ? 3.0 : 0.3;
        result = ssMakeLaw( &def, &law );
        if ( result.code != ss_ok ) { break; }
        if ( i == 0 )
        {
            reproCheck( run, "(a) C is the ellipse 3 × 5: force off it, relative", boundaryDefect( &law ),
                0.0, 1e-5, "C is a curve of samples" );
            reproCheck( run, "(a) D by Eq. 71 is an ellipse of ratio sqrt(5/3): off, relative",
                distanceFromEllipse( &law, sqrt( 5.0 / 3.0 ) ), 0.0, 1e-5, "D is a curve of samples" );
        }
        else if ( i == 1 )
        {
            reproCheck( run, "(b) D by Eq. 71 is a circle: off, relative", distanceFromEllipse( &law, 1.0 ),
                0.0, 1e-5, "D is a curve of samples" );
        }
        else
        {
            reproHolds( run, "(c) D by Eq. 71 is convex", law.report.convex, "the paper says so" );
            reproCheck( run, "(c) change of ln r_D over a turn", law.report.closureGap, 0.0, 1e-6,
                "D closes: tensor symmetric about both axes; quadrature" );
        }
        drawSets( run, &law, titles[i], "N" );
        if ( i == 0 ) { tableSets( run, &law ); }
        ssLaw_Destroy( &law );
    }
    reproNote( run,
        "The paper takes its parameters from a reference and prints none; the tensors are ours. Only its "
        "statements are checked: two ellipses (a), D a circle (b), a closed convex D (c)." );
    return result;
}

/// The angle [°] between force and sliding direction, 0° to 90°; returns the largest.
static double turnOf( const ssLaw* law, double* turn )
{
    double most = 0.0;
    for ( int i = 0; i <= 90; ++i )
    {
        ssVec2 g = unit( i * s_degree ), f = ssLaw_SlipForce( law, WALKER_LOAD, g ).force;
        turn[i] = atan2( f.x * g.y - f.y * g.x, ssVec2_Dot( f, g ) ) / s_degree;
        most = fabs( turn[i] ) > most ? fabs( turn[i] ) : most;
    }
    return most;
}

ssResult walkerMakeFig26( reproRun* run )
{
    static const ssLawKind kinds[4] = { ss_lawKindAssociatedEllipse, ss_lawKindAssociated,
        ss_lawKindCollinear, ss_lawKindExtended };
    static const char* const names[4] = { "associated, ellipse", "associated, superellipse", "collinear",
        "extended" };
    static double const across[4] = { 5.0, 4.99, 4.99, 4.99 }, along[4] = { 4.49, 4.25, 4.25, 4.25 };
    double phi[91], turn[4][91], most[4];
    svgMark marks[4];
    for ( int i = 0; i < 4; ++i )
    {
        ssLaw law;
        SS_TRY( walkerTable1Law( kinds[i], &law ) );
        reproCheck( run, reproName( run, "%s: force across the grooves [N]", names[i] ),
            ssLaw_SlipForce( &law, WALKER_LOAD, unit( 0.0 ) ).force.x, across[i], 1e-12,
            "Table 1, rounding" );
        reproCheck( run, reproName( run, "%s: force along the grooves [N]", names[i] ),
            ssLaw_SlipForce( &law, WALKER_LOAD, unit( 0.5 * SS_PI ) ).force.y, along[i], 1e-12,
            "Table 1, rounding" );
        reproCheck( run, reproName( run, "%s: sliding direction off the normal of D [rad]", names[i] ),
            normalityDefect( &law ), 0.0, 1e-7,
            "Eq. 55; D = C associated, D a circle collinear; normal of a computed point" );
        most[i] = turnOf( &law, turn[i] );
        if ( i == 0 || i == 1 || i == 3 )
        {
            drawSets( run, &law, i == 3 ? "Extended law: superellipses C and D" : names[i], "N" );
        }
        if ( i == 3 ) { tableSets( run, &law ); }
        ssLaw_Destroy( &law );
        marks[i] = reproCurve( (svgColor)i, false, names[i], 91, phi, turn[i] );
    }
    for ( int i = 0; i <= 90; ++i ) { phi[i] = i; }
    reproCheck( run, "collinear: largest angle between force and sliding [°]", most[2], 0.0, 1e-9,
        "zero by definition; rounding" );
    reproHolds( run, "the extended law turns the force furthest from the sliding direction",
        most[3] > most[0] && most[3] > most[1], "why only it deflects the disk of Fig. 27 enough" );
    reproPicture( run, "How far the force turns from the sliding direction",
        "sliding direction from e_T1, across the grooves [°]", "angle [°]", marks, 4, NULL );
    reproNote(
        run, "The measured points of the figure are not printed; the fitted sets are those of Table 1." );
    return ssOk();
}
