// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "log/log_samples.h"
#include "log_common.h"

// Logs of known laws: the fingerprint names them.

typedef enum Regime
{
    PLAIN,
    RELAXED,     // contacts open with mu |v_T|
    REGULARISED, // |f_T| = mu f_N tanh( |v_T| / v_eps )
    STRIBECK,    // mu falls with the speed
} Regime;

typedef struct Plant
{
    ssLogSet set;
    double mu, minor, angle; // [rad] of the first corner or the major axis
    int corners;
    Regime regime;
    double vEps, noise;
    bool opposite;   // forces are opposite to the slip, not of maximal dissipation
    double sticking; // share of contacts that stick
    double turn;     // [rad] of the force from the slip reversed
} Plant;

/// The force on b per unit load when b slides against this angle.
static ssVec2 forceOf( const Plant* p, double slip )
{
    if ( p->set == ss_logSetEllipse )
    {
        double x = p->mu * cos( slip - p->angle ), y = p->minor * sin( slip - p->angle ), s = hypot( x, y );
        double fx = p->mu * x / s, fy = p->minor * y / s, c = cos( p->angle ), n = sin( p->angle );
        return ( ssVec2 ){ c * fx - n * fy, n * fx + c * fy };
    }
    if ( p->set == ss_logSetPolygon )
    {
        double step = 2.0 * SS_PI / p->corners,
               corner = p->angle + step * round( ( slip - p->angle ) / step );
        if ( p->opposite )
        {
            double off = remainder( slip - p->angle - 0.5 * step, step );
            double r = p->mu * cos( 0.5 * step ) / cos( off );
            return ( ssVec2 ){ r * cos( slip ), r * sin( slip ) };
        }
        return ( ssVec2 ){ p->mu * cos( corner ), p->mu * sin( corner ) };
    }
    return ( ssVec2 ){ p->mu * cos( slip ), p->mu * sin( slip ) };
}

/// What the speed does to the force.
static double speedFactor( const Plant* p, double speed )
{
    return p->regime == REGULARISED ? tanh( speed / p->vEps )
        : p->regime == STRIBECK     ? 0.6 + 0.4 * exp( -speed / 0.3 )
                                    : 1.0;
}

static void plantRow( testRng* rng, const Plant* p, ssLogFrame* frame, int row )
{
    // a plane that is tilted by up to 60 degrees
    double tilt = testUniform( rng, 0.0, 1.0 ), about = testUniform( rng, 0.0, 6.28 );
    ssVec3 n = { sin( tilt ) * cos( about ), sin( tilt ) * sin( about ), cos( tilt ) };
    ssVec3 e1 = ssVec3_MulAdd( ( ssVec3 ){ 1.0, 0.0, 0.0 }, -n.x, n );
    e1 = ssVec3_Scale( 1.0 / ssVec3_Length( e1 ), e1 );
    ssVec3 e2 = ssVec3_Cross( n, e1 );
    double load = fabs( testDecades( rng, -1.0, 2.0 ) ), speed = fabs( testDecades( rng, -2.5, 0.3 ) );
    double slip = testUniform( rng, 0.0, 2.0 * SS_PI );
    bool sticks = testUniform( rng, 0.0, 1.0 ) < p->sticking;
    ssVec2 f = ssVec2_Scale(
        sticks ? testUniform( rng, 0.0, 0.95 ) : speedFactor( p, speed ), forceOf( p, slip + p->turn ) );
    double opening = p->regime == RELAXED && !sticks ? p->mu * speed : 0.0;
    speed = sticks ? 1e-7 * testUniform( rng, 0.0, 1.0 ) : speed;
    double away = sticks ? testUniform( rng, 0.0, 2.0 * SS_PI ) : slip + SS_PI;
    double size = p->noise * load * hypot( 1.0, hypot( f.x, f.y ) );
    ssVec3 force = ssVec3_Scale( load, n ), velocity = ssVec3_Scale( opening, n );
    force = ssVec3_MulAdd( ssVec3_MulAdd( force, load * f.x, e1 ), load * f.y, e2 );
    velocity = ssVec3_MulAdd( ssVec3_MulAdd( velocity, speed * cos( away ), e1 ), speed * sin( away ), e2 );
    force.x += 0.58 * size * logGauss( rng ); // 1% of |f| in all
    force.y += 0.58 * size * logGauss( rng );
    force.z += 0.58 * size * logGauss( rng );
    frame->columns[ss_logA][row] = row % 3; // of three bodies each with twenty others
    frame->columns[ss_logB][row] = 3 + row;
    ssLogFrame_SetVector( frame, ss_logNx, row, n );
    ssLogFrame_SetVector( frame, ss_logFx, row, force );
    ssLogFrame_SetVector( frame, ss_logVx, row, velocity );
}

static ssLogAudit auditOf( testRng* rng, const Plant* p, int contacts )
{
    logText text = { 0 };
    const ssSink sink = { .context = &text, .write = logAppend };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    ssLogAudit audit = { 0 };
    testMust( ssBeginLog( &sink, "csv", SS_LOG_BIT( ss_logA ) | SS_LOG_BIT( ss_logB ), &writer ) );
    for ( int k = 0; k < 10; ++k )
    {
        frame.count = 0;
        testMust( ssLogFrame_Resize( &frame, contacts / 10, 0 ) );
        frame.t = 0.01 * k;
        for ( int row = 0; row < frame.count; ++row ) { plantRow( rng, p, &frame, row ); }
        testMust( ssLogWriter_Frame( writer, &frame ) );
    }
    testMust( ssLogWriter_End( writer ) );
    ssLogFrame_Destroy( &frame );
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    logAuditText( &text, &options, &audit );
    free( text.bytes );
    return audit;
}

static ssFingerprint fingerprintOf( testRng* rng, const Plant* p, int contacts )
{
    return auditOf( rng, p, contacts ).fingerprint;
}

/// The k-th of forty laws. Every second log has 1% noise, two in three have contacts that stick.
static Plant plantOf( testRng* rng, int k )
{
    Plant p = {
        .set = ss_logSetCircle, .mu = testUniform( rng, 0.1, 1.2 ), .noise = k % 2 == 1 ? 0.01 : 0.0
    };
    p.angle = testUniform( rng, 0.0, 2.0 * SS_PI );
    p.sticking = k % 3 == 0 ? 0.0 : 0.3;
    int kind = k / 4; // ten kinds, four of each
    p.set = kind >= 1 && kind <= 4 ? ss_logSetPolygon : kind == 5 || kind == 6 ? ss_logSetEllipse : p.set;
    p.corners = kind == 1 ? 4 : kind == 2 ? 6 : kind == 3 ? 8 : kind == 4 ? 4 + 2 * ( k % 3 ) : 0;
    p.opposite = kind == 4;
    p.minor = p.mu * testUniform( rng, 0.4, 0.85 );
    p.regime = kind == 7 ? RELAXED : kind == 8 ? REGULARISED : kind == 9 ? STRIBECK : PLAIN;
    p.vEps = fabs( testDecades( rng, -1.7, -1.0 ) );
    return p;
}

static double degrees( double radians, double period )
{
    double d = fmod( radians * 180.0 / SS_PI, period );
    return d < 0.0 ? d + period : d;
}

static bool matches( const Plant* p, const ssFingerprint* f )
{
    double mu = p->regime == STRIBECK ? p->mu * speedFactor( p, 0.00316 ) : p->mu; // the slowest contacts
    bool same = f->set == p->set && fabs( f->mu - mu ) < 0.02 * mu;
    if ( p->set == ss_logSetEllipse )
    {
        double off = remainder( f->axisDeg - degrees( p->angle, 180.0 ), 180.0 );
        same = same && fabs( f->muMinor - p->minor ) < 0.02 * p->mu && fabs( off ) < 3.0;
    }
    if ( p->set == ss_logSetPolygon )
    {
        double period = 360.0 / p->corners,
               off = remainder( f->facetDeg - degrees( p->angle, period ), period );
        same = same && f->facets == p->corners && fabs( off ) < 2.0;
        same = same && f->facetDeg >= 0.0 && f->facetDeg < period;
    }
    same = same && f->turnDeg == 0.0;
    same = same && f->relaxedKnown && f->relaxed == ( p->regime == RELAXED );
    return same &&
        ( p->regime == REGULARISED ? fabs( f->vEps - p->vEps ) < 0.2 * p->vEps : isnan( f->vEps ) );
}

TEST fortyPlantedLawsAreFound( void )
{
    testRng rng = { 20 };
    int wrong = 0;
    for ( int k = 0; k < 40; ++k )
    {
        Plant p = plantOf( &rng, k );
        ssFingerprint f = fingerprintOf( &rng, &p, 600 );
        if ( !matches( &p, &f ) )
        {
            ++wrong;
            printf( "log %d: planted %s mu %.4f minor %.4f angle %.2f deg corners %d regime %d v_eps %.4f "
                    "noise %g; "
                    "found %s mu %.4f ± %.4f minor %.4f axis %.2f facets %d at %.2f relaxed %d v_eps %.4f\n",
                k, ssLogSetName( p.set ), p.mu, p.minor, p.angle * 180.0 / SS_PI, p.corners, p.regime, p.vEps,
                p.noise, ssLogSetName( f.set ), f.mu, f.muErr, f.muMinor, f.axisDeg, f.facets, f.facetDeg,
                f.relaxed, f.vEps );
        }
    }
    ASSERT( wrong <= 2 );
    PASS();
}

TEST exactLogsObeyTheLawThatIsFound( void )
{
    testRng rng = { 21 };
    for ( int k = 0; k < 32; k += 2 ) // those without noise under laws that do not depend on the speed
    {
        Plant p = plantOf( &rng, k );
        ssLogAudit audit = auditOf( &rng, &p, 600 );
        for ( int i = 0; i < ss_logCheckCount; ++i )
        {
            char message[128];
            snprintf( message, sizeof message, "log %d (%s): %s %g in %d contacts", k, ssLogSetName( p.set ),
                ssLogCheckName( (ssLogCheck)i ), audit.checks[i].worst, (int)audit.checks[i].violations );
            ASSERT_EQm( message, 0, (int)audit.checks[i].violations );
        }
    }
    PASS();
}

// Friction bounded along x and along y, each for itself, as many engines have it.
TEST exactSquareHasFourCorners( void )
{
    logText text = { 0 };
    logAppend( &text, "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 29 );
    for ( int k = 0; k < 360; ++k )
    {
        char line[160];
        double x = cos( ( k + 0.5 ) * SS_PI / 180.0 ), y = sin( ( k + 0.5 ) * SS_PI / 180.0 );
        int length = snprintf( line, sizeof line, "%g,0,0,1,%g,%g,10,%.17g,%.17g,0\n", 0.01 * k,
            copysign( 5.0, -x ), copysign( 5.0, -y ), x, y );
        logAppend( &text, line, (size_t)length );
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    ASSERT( logAuditText( &text, &options, &audit ) );
    ASSERT_EQ( ss_logSetPolygon, audit.fingerprint.set );
    ASSERT_EQ( 4, audit.fingerprint.facets );
    ASSERT_IN_RANGE( 45.0, audit.fingerprint.facetDeg, 1e-6 );
    free( text.bytes );
    PASS();
}

/// A log of contacts that slide in `directions`, each within `spread` of them, one in 25 in any direction;
/// forces of the set miss it by about 1e-4. Lagging friction keeps to the middle of the spread, as that of a
/// solver with the directions of the last step.
static ssFingerprint seenIn(
    testRng* rng, const Plant* p, int directions, double first, double spread, bool lags )
{
    logText text = { 0 };
    logAppend( &text, "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 29 );
    for ( int k = 0; k < 600; ++k )
    {
        char line[200];
        double middle = first + 2.0 * SS_PI * ( k % directions ) / directions;
        double slip = middle + spread * testUniform( rng, -1.0, 1.0 );
        slip = k % 25 == 7 ? testUniform( rng, 0.0, 2.0 * SS_PI ) : slip;
        ssVec2 f = ssVec2_Scale(
            10.0 * ( 1.0 + 1e-4 * testUniform( rng, -1.0, 1.0 ) ), forceOf( p, lags ? middle : slip ) );
        double speed = testUniform( rng, 0.5, 2.0 );
        int length = snprintf( line, sizeof line, "%g,0,0,1,%.17g,%.17g,10,%.17g,%.17g,0\n", 0.01 * k, f.x,
            f.y, -speed * cos( slip ), -speed * sin( slip ) );
        logAppend( &text, line, (size_t)length );
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    logAuditText( &text, &options, &audit );
    free( text.bytes );
    return audit.fingerprint;
}

TEST aCircleSeenInFewDirectionsHasNoCorners( void )
{
    testRng rng = { 41 };
    for ( int k = 0; k < testCount( 60 ); ++k )
    {
        static const int few[] = { 6, 8, 10, 12, 16 };
        Plant p = { .set = ss_logSetCircle, .mu = testUniform( &rng, 0.1, 1.0 ) };
        int directions = few[k % SS_COUNT( few )];
        ssFingerprint f = seenIn(
            &rng, &p, directions, testUniform( &rng, 0.0, 6.28 ), k % 3 == 0 ? 0.0 : 0.01, k % 2 == 0 );
        ASSERT_EQm( ssLogSetName( f.set ), ss_logSetCircle, f.set );
        ASSERT_EQ_FMT( directions, f.directions, "%d" );
        ASSERT_IN_RANGE( p.mu, f.mu, 1e-3 * p.mu );
    }
    PASS();
}

TEST cornersThatWereSeenStay( void )
{
    // A square in eight directions, at its corners and between them; with many directions up to 16 corners
    // (one of 24 has no radius that is more than half a percent off the mean).
    testRng rng = { 42 };
    static const int corners[] = { 3, 4, 6, 8, 12, 16 };
    for ( int k = 0; k < SS_COUNT( corners ); ++k )
    {
        Plant p = {
            .set = ss_logSetPolygon, .mu = 0.5, .corners = corners[k], .angle = 0.1, .opposite = k % 2 == 0
        };
        ssFingerprint f = seenIn( &rng, &p, 599, 0.0, 0.0, false );
        ASSERT_EQ( ss_logSetPolygon, f.set );
        ASSERT_EQ_FMT( corners[k], f.facets, "%d" );
        ASSERT_EQ( 0, f.directions );
    }
    Plant square = { .set = ss_logSetPolygon, .mu = 0.5, .corners = 4, .opposite = true };
    ssFingerprint f = seenIn( &rng, &square, 8, 0.0, 0.0, false );
    ASSERT_EQ( ss_logSetPolygon, f.set );
    ASSERT_EQ( 4, f.facets );
    ASSERT_EQ( 8, f.directions );
    // An octagon of which only the corners were seen looks like a circle.
    f = seenIn( &rng, &( Plant ){ .set = ss_logSetPolygon, .mu = 0.5, .corners = 8, .opposite = true }, 8,
        0.0, 0.0, false );
    ASSERT_EQ( ss_logSetCircle, f.set );
    PASS();
}

/// The audit of a log whose contacts slide in these directions alone, evenly;
/// `noise` is the share by which forces are off.
static ssLogAudit slidingIn(
    testRng* rng, const Plant* p, const double* degree, int directions, double noise )
{
    logText text = { 0 };
    logAppend( &text, "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 29 );
    for ( int k = 0; k < 1200; ++k )
    {
        char line[200];
        double slip = degree[(int)testUniform( rng, 0.0, directions )] * SS_PI / 180.0;
        ssVec2 f = forceOf( p, slip );
        double speed = testUniform( rng, 0.2, 2.0 ), load = testUniform( rng, 1.0, 5.0 );
        int length = snprintf( line, sizeof line, "%.9g,0,0,1,%.12g,%.12g,%.12g,%.12g,%.12g,0\n", 0.01 * k,
            load * ( 1.0 + noise * logGauss( rng ) ) * f.x, load * ( 1.0 + noise * logGauss( rng ) ) * f.y,
            load, -speed * cos( slip ), -speed * sin( slip ) );
        logAppend( &text, line, (size_t)length );
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    logAuditText( &text, &options, &audit );
    free( text.bytes );
    return audit;
}

/// `count` directions that are evenly spread, from `first` on.
static ssLogAudit slidingEvenly( testRng* rng, const Plant* p, double first, int count, double noise )
{
    double degree[32];
    for ( int i = 0; i < count; ++i ) { degree[i] = first + 360.0 * i / count; }
    return slidingIn( rng, p, degree, count, noise );
}

// Directions of a quadrant fit many an ellipse, one as long as one likes
// through the two sides of a square's corner.
TEST aQuadrantTellsNoEllipse( void )
{
    static const double quadrant[] = { 0.0, 20.0, 45.0, 70.0, 90.0 };
    testRng rng = { 61 };
    for ( int k = 0; k < 8; ++k )
    {
        double turn = 37.0 * k, degree[5];
        for ( int i = 0; i < 5; ++i ) { degree[i] = quadrant[i] + turn; }
        Plant p = { .set = ss_logSetPolygon, .mu = 0.5, .corners = 4, .opposite = true };
        p.angle = turn * SS_PI / 180.0;
        ssLogAudit audit = slidingIn( &rng, &p, degree, 5, k % 2 == 0 ? 0.0 : 0.002 );
        ASSERT_EQ( ss_logSetUnknown, audit.fingerprint.set );
        ASSERT( isnan( audit.fingerprint.mu ) );
        ASSERT_FALSE( audit.checks[ss_logCheckCone].known );
        ASSERT_FALSE( audit.checks[ss_logCheckCreep].known );
    }
    // All around, five directions do tell one.
    static const double around[] = { 0.0, 36.0, 72.0, 108.0, 144.0 };
    Plant ellipse = { .set = ss_logSetEllipse, .mu = 0.6, .minor = 0.3, .angle = 0.4 };
    ssFingerprint f = slidingIn( &rng, &ellipse, around, 5, 0.0 ).fingerprint;
    ASSERT_EQ( ss_logSetEllipse, f.set );
    ASSERT_IN_RANGE( 0.6, f.mu, 1e-6 );
    ASSERT_IN_RANGE( 0.3, f.muMinor, 1e-6 );
    PASS();
}

// Half of the forces, or more, are then of one size, which makes them no circle.
TEST polygonsSeenAtTheirCornersAndBetweenAreNoCircles( void )
{
    static const struct
    {
        int corners, directions;
    } cases[] = { { 4, 8 }, { 4, 16 }, { 6, 12 }, { 6, 24 }, { 3, 12 }, { 8, 16 } };
    testRng rng = { 62 };
    for ( int k = 0; k < 4 * SS_COUNT( cases ); ++k )
    {
        int corners = cases[k / 4].corners;
        double first = 10.0 * ( k % 4 ), noise = k % 2 == 0 ? 0.0 : 0.002;
        Plant p = { .set = ss_logSetPolygon, .mu = 0.5, .corners = corners, .opposite = true };
        p.angle = first * SS_PI / 180.0;
        ssLogAudit audit = slidingEvenly( &rng, &p, first, cases[k / 4].directions, noise );
        ASSERT_EQ( ss_logSetPolygon, audit.fingerprint.set );
        ASSERT_EQ_FMT( corners, audit.fingerprint.facets, "%d" );
        ASSERT_IN_RANGE( 0.5, audit.fingerprint.mu, 1e-9 + noise );
        for ( int i = 0; i < ss_logCheckCount && noise == 0.0; ++i )
        {
            ASSERT_EQm( ssLogCheckName( (ssLogCheck)i ), 0, (int)audit.checks[i].violations );
        }
    }
    PASS();
}

// Midway between a corner and a side, half of the forces are turned one
// way and half the other: by nothing in common.
TEST maximalDissipationMidwayIsNotTurned( void )
{
    testRng rng = { 63 };
    for ( int k = 0; k < 12; ++k )
    {
        int corners = k % 3 == 0 ? 4 : k % 3 == 1 ? 6 : 8;
        double first = 20.0 + 5.0 * k, noise = k % 2 == 0 ? 0.0 : 0.002;
        Plant p = { .set = ss_logSetPolygon, .mu = 0.5, .corners = corners, .angle = first * SS_PI / 180.0 };
        ssFingerprint f = slidingEvenly( &rng, &p, first + 90.0 / corners, 2 * corners, noise ).fingerprint;
        ASSERT_EQ( ss_logSetPolygon, f.set );
        ASSERT_EQ_FMT( corners, f.facets, "%d" );
        ASSERT( f.associated );
        ASSERT_EQ( 0.0, f.turnDeg );
        ASSERT_IN_RANGE( 0.0, remainder( f.facetDeg - first, 360.0 / corners ), 0.1 );
    }
    PASS();
}

/// Twelve masses of 1 kg on springs of distinct elements (Cundall & Strack 1979), pulled to and fro in
/// directions of their own: f_T = -k s - c v, cut to mu N, where s then is what the cut leaves. `gain` scales
/// the force while a spring lets go. One frame per `every` steps of 0.1 ms.
static ssLogAudit auditOfSprings(
    double stiffness, double damping, double mu, double pull, double gain, int every )
{
    enum
    {
        MASSES = 12
    };
    const double h = 1e-4, weight = 10.0;
    double s[MASSES][2] = { 0 }, v[MASSES][2] = { 0 };
    logText text = { 0 };
    logAppend( &text, "t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 33 );
    for ( int step = 0; step < 4000; ++step )
    {
        for ( int i = 0; i < MASSES; ++i )
        {
            double angle = 0.5 * i, swing = pull * sin( 2.0 * SS_PI * ( 3.0 + 0.5 * i ) * step * h ), f[2];
            for ( int c = 0; c < 2; ++c ) { f[c] = -stiffness * s[i][c] - damping * v[i][c]; }
            double size = hypot( f[0], f[1] ), cut = size > mu * weight ? mu * weight / size : 1.0;
            for ( int c = 0; c < 2; ++c )
            {
                f[c] *= cut;
                s[i][c] = cut < 1.0 ? -( f[c] + damping * v[i][c] ) / stiffness : s[i][c];
            }
            double gives = f[0] * v[i][0] + f[1] * v[i][1] > 0.0 ? gain : 1.0;
            char line[240];
            int length = snprintf( line, sizeof line, "%.17g,0,%d,0,0,1,%.17g,%.17g,%g,%.17g,%.17g,0\n",
                step * h, i + 1, gives * f[0], gives * f[1], weight, v[i][0], v[i][1] );
            if ( step % every == 0 ) { logAppend( &text, line, (size_t)length ); }
            for ( int c = 0; c < 2; ++c )
            {
                v[i][c] += h * ( swing * ( c == 0 ? cos( angle ) : sin( angle ) ) + f[c] );
                s[i][c] += h * v[i][c];
            }
        }
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    logAuditText( &text, &options, &audit );
    free( text.bytes );
    return audit;
}

TEST springsOfDistinctElementsAreRecognised( void )
{
    static const struct
    {
        double stiffness, damping, mu, pull;
        int every;
    } cases[] = { { 2e4, 5.0, 0.5, 8.0, 1 }, { 2e4, 0.0, 0.5, 8.0, 1 }, { 5e3, 20.0, 0.3, 6.0, 1 },
        { 2e3, 2.0, 0.8, 12.0, 5 }, { 1e4, 3.0, 0.9, 4.0, 1 } }; // the last one never slides
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssLogAudit audit = auditOfSprings(
            cases[i].stiffness, cases[i].damping, cases[i].mu, cases[i].pull, 1.0, cases[i].every );
        const ssFingerprint* f = &audit.fingerprint;
        ASSERT_IN_RANGE( cases[i].stiffness, f->spring.stiffness, 0.02 * cases[i].stiffness );
        // Semi-implicit steps end the displacement a half step late, which looks like a damper of k dt/2.
        double late = 0.5 * cases[i].stiffness * 1e-4 * cases[i].every;
        ASSERT_IN_RANGE( late, f->spring.dampingErr, 0.03 * late );
        ASSERT_IN_RANGE(
            cases[i].damping, f->spring.damping, 0.1 * cases[i].damping + 0.01 * sqrt( cases[i].stiffness ) );
        if ( cases[i].pull > cases[i].mu * 10.0 )
        {
            ASSERT_EQ( ss_logSetCircle, f->set );
            ASSERT_IN_RANGE( cases[i].mu, f->mu, 0.005 );
        }
        ASSERT( audit.checks[ss_logCheckEnergy].known );
        ASSERT_EQ( 0, (int)audit.checks[ss_logCheckEnergy].violations );
        ASSERT_FALSE( audit.checks[ss_logCheckCreep].known );
    }
    PASS();
}

TEST springsThatGiveBackMoreThanTheyStoreAreFound( void )
{
    ssLogAudit audit = auditOfSprings( 2e4, 5.0, 0.5, 8.0, 1.1, 1 );
    ASSERT_IN_RANGE( 2e4, audit.fingerprint.spring.stiffness, 2e3 );
    ASSERT( audit.checks[ss_logCheckEnergy].violations > 100 );
    PASS();
}

/// Contacts that slide in any direction, with mu = mus[material]; `grounds`: body a is the material and b is
/// new every time, else a and b are one of the pairs 0-1, 0-2, 1-2.
static ssLogAudit auditOfMixture(
    testRng* rng, const double mus[3], const double shares[2], bool grounds, double excess, double noise )
{
    logText text = { 0 };
    logAppend( &text, "t,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 33 );
    for ( int k = 0; k < 900; ++k )
    {
        char line[240];
        double draw = testUniform( rng, 0.0, 1.0 ), angle = testUniform( rng, 0.0, 6.28 ),
               speed = testUniform( rng, 0.1, 2.0 );
        int material = draw < shares[0] ? 0 : draw < shares[1] ? 1 : 2;
        double f = 10.0 * mus[material] * ( k == 450 ? 1.0 + excess : 1.0 + noise * logGauss( rng ) );
        int a = grounds ? material : material == 2 ? 1 : 0, b = grounds ? 10 + k : material == 0 ? 1 : 2;
        int length = snprintf( line, sizeof line, "%g,%d,%d,0,0,1,%.17g,%.17g,10,%.17g,%.17g,0\n", 0.01 * k,
            k % 2 && !grounds ? b : a, k % 2 && !grounds ? a : b, -f * cos( angle ), -f * sin( angle ),
            speed * cos( angle ), speed * sin( angle ) );
        logAppend( &text, line, (size_t)length );
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    logAuditText( &text, &options, &audit );
    free( text.bytes );
    return audit;
}

TEST mixedMaterialsHaveNumbersPerPair( void )
{
    static const struct
    {
        double mus[3], shares[2];
    } cases[] = { { { 0.2, 0.4, 0.6 }, { 0.3, 0.6 } }, { { 0.05, 0.9, 0.3 }, { 0.5, 0.8 } },
        { { 0.4, 0.4, 0.2 }, { 0.4, 0.8 } } };
    testRng rng = { 51 };
    for ( int k = 0; k < 4 * SS_COUNT( cases ); ++k )
    {
        const double* mus = cases[k / 4].mus;
        bool grounds = k % 2 == 1;
        double noise = k % 4 < 2 ? 0.0 : 0.005;
        ssLogAudit audit = auditOfMixture( &rng, mus, cases[k / 4].shares, grounds, noise, noise );
        ASSERT_EQ_FMT( 3, audit.pairs.count, "%d" );
        for ( int i = 0; i < 3; ++i )
        {
            const ssLogPair* pair = grounds ? ssLogPairs_Find( &audit.pairs, i, 77 )
                                            : ssLogPairs_Find( &audit.pairs, i == 0 ? 1 : 2, i == 2 ? 1 : 0 );
            ASSERT( pair != NULL );
            ASSERT_IN_RANGE(
                mus[i], pair->mu, 1e-12 + 0.5 * noise * mus[i] ); // five standard errors of a median of 180
            ASSERT( isnan( pair->b ) == grounds );
        }
        ASSERT_IN_RANGE( fmax( mus[0], fmax( mus[1], mus[2] ) ), audit.fingerprint.mu, 1e-12 + 0.5 * noise );
        ASSERT( audit.checks[ss_logCheckCone].known );
        for ( int i = 0; i < ss_logCheckCount && noise == 0.0; ++i )
        {
            ASSERT_EQm( ssLogCheckName( (ssLogCheck)i ), 0, (int)audit.checks[i].violations );
        }
        if ( noise > 0.0 ) { continue; }
        // A contact of whatever pair that is a fifth beyond its bound is found, though others may carry more.
        audit = auditOfMixture( &rng, mus, cases[k / 4].shares, grounds, 0.2, noise );
        ASSERT_EQ( 1, (int)audit.checks[ss_logCheckCone].violations );
        ASSERT_IN_RANGE( 4.5, audit.checks[ss_logCheckCone].t, 1e-9 );
    }
    PASS();
}

TEST oneMaterialHasNoPairs( void )
{
    testRng rng = { 52 };
    for ( int k = 0; k < 40; ++k )
    {
        Plant p = plantOf( &rng, k );
        ASSERT_EQ_FMT( 0, auditOf( &rng, &p, 600 ).pairs.count, "%d" );
    }
    PASS();
}

// Forces near the slip reversed are near the corners of a polygon with
// many corners, which is not what they obey.
TEST turnedFrictionIsNoPolygon( void )
{
    testRng rng = { 22 };
    for ( int k = 0; k < 12; ++k )
    {
        double degree = ( k % 2 == 0 ? 1.0 : -1.0 ) * ( 1.5 + 0.4 * k );
        Plant p = { .set = ss_logSetCircle, .mu = 0.5, .turn = degree * SS_PI / 180.0 };
        p.noise = k % 3 == 0 ? 0.005 : 0.0;
        p.sticking = k % 4 == 0 ? 0.3 : 0.0;
        ssFingerprint f = fingerprintOf( &rng, &p, 600 );
        ASSERT_EQ( ss_logSetCircle, f.set );
        ASSERT_IN_RANGE( 0.5, f.mu, 0.005 );
        ASSERT_IN_RANGE( degree, f.turnDeg, 0.2 );
    }
    Plant far = { .set = ss_logSetCircle, .mu = 0.5, .turn = 0.35 };
    ssFingerprint f = fingerprintOf( &rng, &far, 600 );
    ASSERT_EQm( "another law than Coulomb's", ss_logSetUnknown, f.set );
    ASSERT_IN_RANGE( 0.35 * 180.0 / SS_PI, f.turnDeg, 0.2 );
    PASS();
}

TEST noFrictionIsACircleOfNoSize( void )
{
    testRng rng = { 23 };
    Plant p = { .set = ss_logSetCircle, .mu = 0.0 };
    ssLogAudit audit = auditOf( &rng, &p, 600 );
    ASSERT_EQ( ss_logSetCircle, audit.fingerprint.set );
    ASSERT_EQ( 0.0, audit.fingerprint.mu );
    ASSERT_EQ( 0.0, audit.fingerprint.muErr );
    for ( int i = 0; i < ss_logCheckCount; ++i ) { ASSERT_EQ( 0, (int)audit.checks[i].violations ); }
    PASS();
}

TEST tooFewContactsAreUnknown( void )
{
    testRng rng = { 3 };
    Plant p = { .set = ss_logSetCircle, .mu = 0.5 };
    ssFingerprint f = fingerprintOf( &rng, &p, 10 );
    ASSERT_EQ( ss_logSetUnknown, f.set );
    ASSERT( isnan( f.mu ) && isnan( f.muErr ) && isnan( f.vEps ) && !f.relaxedKnown );
    p.sticking = 1.0;
    f = fingerprintOf( &rng, &p, 600 );
    ASSERT_EQm( "nothing slides", ss_logSetUnknown, f.set );
    ASSERT( isnan( f.mu ) );
    PASS();
}

TEST oneDirectionTellsTheCoefficientButNotTheSet( void )
{
    const char row[] = "0,0,1,-3,0,10,0.5,0,0\n";
    logText text = { 0 };
    logAppend( &text, "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", 29 );
    for ( int k = 0; k < 100; ++k )
    {
        char line[80];
        int length = snprintf( line, sizeof line, "%g,%s", 0.01 * k, row );
        logAppend( &text, line, (size_t)length );
    }
    ssLogAudit audit;
    ssLogAuditOptions options = ssDefaultLogAuditOptions();
    ASSERT( logAuditText( &text, &options, &audit ) );
    ASSERT_EQ( ss_logSetUnknown, audit.fingerprint.set );
    ASSERT_IN_RANGE( 0.3, audit.fingerprint.mu, 1e-12 );
    free( text.bytes );
    PASS();
}

SUITE( fingerprint )
{
    RUN_TEST( fortyPlantedLawsAreFound );
    RUN_TEST( exactLogsObeyTheLawThatIsFound );
    RUN_TEST( exactSquareHasFourCorners );
    RUN_TEST( turnedFrictionIsNoPolygon );
    RUN_TEST( noFrictionIsACircleOfNoSize );
    RUN_TEST( tooFewContactsAreUnknown );
    RUN_TEST( oneDirectionTellsTheCoefficientButNotTheSet );
    RUN_TEST( aCircleSeenInFewDirectionsHasNoCorners );
    RUN_TEST( cornersThatWereSeenStay );
    RUN_TEST( aQuadrantTellsNoEllipse );
    RUN_TEST( polygonsSeenAtTheirCornersAndBetweenAreNoCircles );
    RUN_TEST( maximalDissipationMidwayIsNotTurned );
    RUN_TEST( springsOfDistinctElementsAreRecognised );
    RUN_TEST( springsThatGiveBackMoreThanTheyStoreAreFound );
    RUN_TEST( mixedMaterialsHaveNumbersPerPair );
    RUN_TEST( oneMaterialHasNoPairs );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( fingerprint );
    return TEST_END();
}
