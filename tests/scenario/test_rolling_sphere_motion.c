// SPDX-License-Identifier: MIT
#include "rolling_sphere_common.h"

// The sphere off the ground, off the line, spinning and pulled, compared with conservation laws and
// symmetries. Numbers come from the formulas beside them.

// --- flight and impact ---

TEST thrownSphereFliesAParabola( void )
{
    static const double inclines[] = { 0.0, 20.0, -35.0 };
    for ( int k = 0; k < 3; ++k )
    {
        const double h = 1e-4, up = 2.0, a = inclines[k] * SS_PI / 180.0,
                     flight = 2.0 * up / ( s_g * cos( a ) );
        ssSim* sim = makeSim( NULL, h, "v0_z", up, "u0", 1.0, "omega0", 3.0, "v0_y", 0.5, "spin0", 4.0,
            "mu_s", 0.1, "incline_deg", inclines[k], NULL );
        while ( ssSim_Time( sim ) < flight - 2.0 * h )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            double t = ssSim_Time( sim );
            NEAR( up * t - 0.5 * s_g * cos( a ) * t * t, row.gap, 1e-11 );
            NEAR( row.gap + 0.5, row.z, 1e-15 );
            NEAR( t + 0.5 * s_g * sin( a ) * t * t, row.x, 1e-11 );
            NEAR( 0.5 * t, row.y, 1e-11 );
            ASSERT( row.omega == 3.0 && row.spin == 4.0 && row.rN == 0.0 && row.mode == ss_modeOpen );
        }
        stepTimes( sim, 5 );
        Row landed = rowOf( sim );
        ASSERT( landed.mode != ss_modeOpen );
        // The impact is found inside one step, no deeper than the fall of one step.
        ASSERT( landed.gap <= h * up && landed.gap >= -h * up );
        stepTimes( sim, 1000 );
        ASSERT( rowOf( sim ).gap == landed.gap );
        ssDestroySim( sim );
    }
    PASS();
}

TEST bouncesShrinkBySquareOfRestitution( void )
{
    static const double steps[] = { 1e-3, 1e-4 };
    for ( int k = 0; k < 2; ++k )
    {
        const double h = steps[k], e = 0.7;
        ssSim* sim = makeSim( NULL, h, "v0_z", 3.0, "u0", 0.0, "omega0", 0.0, "restitution", e, NULL );
        double peaks[5] = { 0.0 }, last = 0.0;
        int count = 0;
        bool rising = true;
        while ( count < 5 )
        {
            ssSim_Step( sim );
            double gap = rowOf( sim ).gap;
            if ( rising && gap < last ) { peaks[count++] = last; }
            rising = gap > last;
            last = gap;
        }
        NEAR( 9.0 / ( 2.0 * s_g ), peaks[0], 3.0 * h );
        for ( int i = 1; i < 5; ++i )
        {
            // The speed of impact is off by g h and its place by v h: relative to v²/2g, that is 4 g h / v.
            double v = sqrt( 2.0 * s_g * peaks[i - 1] );
            NEAR( e * e, peaks[i] / peaks[i - 1], 6.0 * s_g * h / v );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST perfectRestitutionKeepsTheEnergy( void )
{
    // Over the step of impact the mean normal velocity is zero: neither gap nor energy changes.
    ssSim* sim = makeSim( NULL, 1e-3, "v0_z", 3.0, "restitution", 1.0, "mu", 0.0, "mu_r", 0.0, NULL );
    Row start = rowOf( sim );
    int impacts = 0;
    for ( int i = 0; i < 20000; ++i )
    {
        ssSim_Step( sim );
        Row row = rowOf( sim );
        impacts += row.mode != ss_modeOpen;
        NEAR( start.energy, row.energy, 1e-11 * start.energy );
    }
    ASSERT( impacts > 20 );
    ssDestroySim( sim );
    PASS();
}

TEST impactSpinIsBoundedByTheImpulse( void )
{
    // The sphere drops fast onto the plane with slip: one step carries the impact, and the friction impulse
    // is mu times the normal impulse.
    const double h = 1e-4, down = 1.0, mu = 0.1, u0 = 2.5;
    ssSim* sim = makeSim( NULL, h, "v0_z", -down, "u0", u0, "omega0", 0.0, "mu", mu, "mu_r", 0.0, NULL );
    ssSim_Step( sim );
    Row row = rowOf( sim );
    double impulse = down + s_g * h;
    NEAR( u0 - mu * impulse, row.u, 1e-12 );
    NEAR( 5.0 / ( 2.0 * 0.5 ) * mu * impulse, row.omega, 1e-12 );
    ssDestroySim( sim );
    PASS();
}

// --- spinning ---

TEST spinStopsWhenTheFormulaSays( void )
{
    testRng rng = { 16 };
    for ( int k = 0, n = testCount( 20 ); k < n; ++k )
    {
        double muSpin = testUniform( &rng, 0.01, 0.2 ), spin0 = testDecades( &rng, 0.0, 1.5 ), h = 1e-3;
        double R = testUniform( &rng, 0.2, 0.6 ), rate = 2.5 * muSpin * s_g / ( R * R ),
               stop = fabs( spin0 ) / rate;
        bool rolls = k % 2 == 0;
        // This also holds without sliding and rolling friction, and while the sphere rolls on.
        ssSim* sim = makeSim( NULL, h, "mu", rolls ? 0.3 : 0.0, "mu_r", 0.0, "mu_s", muSpin, "radius", R,
            "spin0", spin0, "u0", rolls ? R : 0.0, "omega0", rolls ? 1.0 : 0.0, NULL );
        double moment = muSpin * massOf( sim ) * s_g;
        while ( ssSim_Time( sim ) < stop + 10.0 * h )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            double t = ssSim_Time( sim );
            NEAR( copysign( fmax( 0.0, fabs( spin0 ) - rate * t ), spin0 ), row.spin, 1e-9 );
            if ( t < stop ) { NEAR( -copysign( moment, spin0 ), row.mS, 1e-9 * moment ); }
        }
        ASSERT( rowOf( sim ).spin == 0.0 );
        if ( !rolls ) { NEAR( stop, measureOf( sim, "t_stop" ), h * ( 1.0 + 1e-9 ) ); }
        ssDestroySim( sim );
    }
    PASS();
}

TEST spinDecaysWhenRollingIsZero( void )
{
    ssSim* sim = makeSim( "spin-down", 1e-3, "mu_r", 0.0, NULL );
    stepTimes( sim, 1000 );
    NEAR( 20.0 - 2.5 * 0.05 * s_g / 0.25, rowOf( sim ).spin, 1e-9 );
    ssDestroySim( sim );
    PASS();
}

TEST spinNeverDecaysWithoutSpinningFriction( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3, "mu_s", 0.0, "spin0", 7.3, NULL );
    for ( int i = 0; i < 6000; ++i )
    {
        ssSim_Step( sim );
        ASSERT( rowOf( sim ).spin == 7.3 );
    }
    ASSERT_EQ_FMT( (int)ss_modeSpin, (int)rowOf( sim ).mode, "%d" );
    ssDestroySim( sim );
    PASS();
}

// --- billiards: motion off the line ---

TEST sideSpinBendsThePathIntoAParabola( void )
{
    testRng rng = { 17 };
    const double mu = 0.2, h = 1e-3;
    for ( int k = 0, n = testCount( 40 ); k < n; ++k )
    {
        double R = testUniform( &rng, 0.02, 0.6 );
        double vx = testUniform( &rng, -2, 2 ), vy = testUniform( &rng, -2, 2 );
        double wx = testUniform( &rng, -3, 3 ) / R, wy = testUniform( &rng, -3, 3 ) / R;
        // u_T = v + omega × (-R N). While it slips, a = -mu g u_T/|u_T| and |u_T|' = -(7/2) mu g.
        double sx = vx - R * wy, sy = vy + R * wx, slip = hypot( sx, sy ),
               end = 2.0 * slip / ( 7.0 * mu * s_g );
        double ax = -mu * s_g * sx / slip, ay = -mu * s_g * sy / slip;
        ssSim* sim = makeSim( NULL, h, "mu", mu, "mu_r", 0.0, "radius", R, "u0", vx, "v0_y", vy, "omega0", wy,
            "omega_x0", wx, NULL );
        while ( ssSim_Time( sim ) < end + 0.5 )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            double t = ssSim_Time( sim ), s = fmin( t, end ), rest = t - s;
            // The end of slip falls inside a step, which gives an offset of at most a h²/8 from there on.
            double slack = t < end ? 1e-10 : 0.125 * mu * s_g * h * h + 1e-10;
            NEAR( vx * s + 0.5 * ax * s * s + ( vx + ax * end ) * rest, row.x, slack );
            NEAR( vy * s + 0.5 * ay * s * s + ( vy + ay * end ) * rest, row.y, slack );
            NEAR( vx + ax * s, row.u, 1e-10 );
            NEAR( ( wy - 2.5 * ax / R * s ), row.omega, 1e-9 / R );
            ASSERT( isnan( row.xExact ) );
        }
        ASSERT_EQ_FMT( (int)ss_modeRoll, (int)rowOf( sim ).mode, "%d" );
        ssDestroySim( sim );
    }
    PASS();
}

static void stopOf( double angle, const double* start, double mu, double muRoll, double muSpin,
    double* distance, double* time, double* direction )
{
    double c = cos( angle ), s = sin( angle );
    ssSim* sim = makeSim( NULL, 1e-3, "mu", mu, "mu_r", muRoll, "mu_s", muSpin, "u0",
        c * start[0] - s * start[1], "v0_y", s * start[0] + c * start[1], "omega_x0",
        c * start[2] - s * start[3], "omega0", s * start[2] + c * start[3], "spin0", start[4], NULL );
    for ( int i = 0; i < 40000 && isnan( measureOf( sim, "t_stop" ) ); ++i ) { ssSim_Step( sim ); }
    Row row = rowOf( sim );
    *distance = hypot( row.x, row.y );
    *time = measureOf( sim, "t_stop" );
    *direction = remainder( atan2( row.y, row.x ) - angle, 2.0 * SS_PI );
    ssDestroySim( sim );
}

TEST everyHeadingStopsAtTheSameDistance( void )
{
    static const struct
    {
        double start[5]; // v_x, v_y, omega_x, omega_y, spin
        double mu, muRoll, muSpin;
    } cases[] = {
        { { 2.5, 0.0, 0.0, 5.0, 0.0 }, 0.2, 0.04, 0.0 },   // rolls
        { { 2.5, 0.0, 0.0, -4.0, 0.0 }, 0.2, 0.04, 0.0 },  // slips and rolls
        { { 2.0, 0.5, 4.0, -3.0, 3.0 }, 0.1, 0.02, 0.01 }, // obliquely
        { { 1.0, 0.0, -9.0, 0.0, 0.0 }, 0.05, 0.05, 0.0 }, // stops rolling before it stops sliding
    };
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        double distance, time, direction;
        stopOf( 0.0, cases[k].start, cases[k].mu, cases[k].muRoll, cases[k].muSpin, &distance, &time,
            &direction );
        ASSERT( distance > 0.1 && !isnan( time ) );
        for ( int i = 1; i < 24; i += testScale() < 1.0 ? 5 : 1 )
        {
            double otherDistance, otherTime, otherDirection;
            stopOf( i * SS_PI / 12.0, cases[k].start, cases[k].mu, cases[k].muRoll, cases[k].muSpin,
                &otherDistance, &otherTime, &otherDirection );
            NEAR( distance, otherDistance, 1e-9 * distance );
            NEAR( time, otherTime, 1.001e-3 );
            NEAR( 0.0, remainder( otherDirection - direction, 2.0 * SS_PI ), 1e-9 );
        }
    }
    PASS();
}

// --- rest, energy, symmetry ---

TEST stuckSphereStaysStuck( void )
{
    static const double inclines[] = { 0.0, 4.0, -4.0 };
    for ( int k = 0; k < 3; ++k )
    {
        ssSim* sim = makeSim( NULL, 1e-3, "u0", 0.0, "omega0", 0.0, "mu_s", 0.01, "restitution", 0.5 * k,
            "incline_deg", inclines[k], NULL );
        Row first = rowOf( sim );
        for ( int i = 0; i < 5000; ++i )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            ASSERT_MEM_EQ( &first, &row, sizeof row );
        }
        ASSERT( first.x == 0.0 && first.gap == 0.0 && first.mode == ss_modeStick );
        NEAR( massOf( sim ) * s_g * cos( inclines[k] * SS_PI / 180.0 ), first.rN, 1e-9 * first.rN );
        ASSERT( measureOf( sim, "t_stop" ) == 0.0 );
        ssDestroySim( sim );
    }
    PASS();
}

static ssSim* makeRandomSim( testRng* rng, double h, double incline, double restitution )
{
    double mu = testUniform( rng, 0.0, 1.0 ), muRoll = testUniform( rng, 0.0, 0.1 ),
           muSpin = testUniform( rng, 0.0, 0.1 );
    double u0 = testUniform( rng, -3, 3 ), v0 = testUniform( rng, -3, 3 ), up = testUniform( rng, -1, 2 );
    double wx = testUniform( rng, -9, 9 ), wy = testUniform( rng, -9, 9 ), spin = testUniform( rng, -9, 9 );
    return makeSim( NULL, h, "mu", mu, "mu_r", muRoll, "mu_s", muSpin, "u0", u0, "v0_y", v0, "v0_z", up,
        "omega_x0", wx, "omega0", wy, "spin0", spin, "incline_deg", incline, "restitution", restitution,
        NULL );
}

TEST energyAndDissipationBalance( void )
{
    testRng rng = { 18 };
    for ( int k = 0, n = testCount( 60 ); k < n; ++k )
    {
        ssSim* sim = makeRandomSim( &rng, 1e-3, k % 2 * testUniform( &rng, -40, 40 ), k % 3 * 0.4 );
        Row start = rowOf( sim );
        double scale = start.energy;
        for ( int i = 0; i < 2000; ++i )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            scale = fmax( scale, fabs( row.energy ) + fabs( row.dissipated ) );
            NEAR( start.energy, row.energy + row.dissipated, 1e-12 * scale );
        }
        ssDestroySim( sim );
    }
    PASS();
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

TEST slidingRollingSpinningAndImpactMakeUpWhatIsLost( void )
{
    testRng rng = { 21 };
    for ( int k = 0, n = testCount( 20 ); k < n; ++k )
    {
        ssSim* sim = makeRandomSim( &rng, 1e-3, k % 2 * testUniform( &rng, -40, 40 ), k % 3 * 0.4 );
        double scale = signalOf( sim, "energy_in" );
        for ( int i = 0; i < 1000; ++i ) { ssSim_Step( sim ); }
        double parts = signalOf( sim, "sliding" ) + signalOf( sim, "rolling" ) + signalOf( sim, "spinning" ) +
            signalOf( sim, "impact" );
        scale = fmax( scale, fabs( parts ) );
        NEAR( signalOf( sim, "dissipated" ), parts, 1e-11 * scale );
        // theta = 1/2 balances the ledger by itself.
        NEAR( 0.0, signalOf( sim, "numerics" ), 1e-11 * scale );
        ssDestroySim( sim );
    }
    PASS();
}

TEST slidingAndRollingLossesAreTheirForcesTimesTheirWays( void )
{
    // fig3b slides and rolls until 0.2548 s with constant forces (Acary & Bourrier Sec. 6.1): slip decreases
    // evenly to zero, so its path is a triangle and that of rolling a trapezium.
    const double h = 1e-4;
    const int steps = 2000;
    ssSim* sim = makeSim( "fig3b", h, NULL );
    Row start = rowOf( sim );
    for ( int i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
    Row end = rowOf( sim );
    ASSERT_EQ( ss_modeSlideRoll, (int)end.mode );
    double half = 0.5 * steps * h, load = massOf( sim ) * s_g;
    double sliding = valueOf( sim, "mu" ) * load * half * ( fabs( start.slip ) + fabs( end.slip ) );
    double rolling = valueOf( sim, "mu_r" ) * load * half * ( fabs( start.omega ) + fabs( end.omega ) );
    NEAR( sliding, signalOf( sim, "sliding" ), 1e-9 * sliding );
    NEAR( rolling, signalOf( sim, "rolling" ), 1e-9 * rolling );
    ASSERT( signalOf( sim, "spinning" ) == 0.0 && signalOf( sim, "impact" ) == 0.0 );
    ssDestroySim( sim );
    PASS();
}

TEST contactsOnlyDissipateOnTheFlat( void )
{
    // With p·y+ <= 0 the work of a step is p·y+ - p'Wp/2, which is never positive; the slack is rounding of
    // the sum.
    testRng rng = { 19 };
    for ( int k = 0, n = testCount( 60 ); k < n; ++k )
    {
        ssSim* sim = makeRandomSim( &rng, k % 2 == 0 ? 1e-3 : 1e-2, 0.0, 0.0 );
        double before = 0.0, scale = rowOf( sim ).energy;
        for ( int i = 0; i < 2000; ++i )
        {
            ssSim_Step( sim );
            double now = rowOf( sim ).dissipated;
            ASSERT( now - before >= -1e-15 * scale );
            before = now;
        }
        ASSERT( before > 0.0 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST contactsDissipateOnInclinesExceptWhenReversing( void )
{
    // Where the sphere reverses inside a step, friction already holds it against gravity: it gives back at
    // most half of mu m g cos a × h × g sin a × h.
    testRng rng = { 20 };
    const double h = 1e-3;
    for ( int k = 0, n = testCount( 60 ); k < n; ++k )
    {
        double incline = testUniform( &rng, -40, 40 ), a = fabs( incline ) * SS_PI / 180.0;
        ssSim* sim = makeRandomSim( &rng, h, incline, 0.0 );
        double before = 0.0, scale = rowOf( sim ).energy;
        double pulls = s_g * h * s_g * h * sin( a ) * cos( a ) * valueOf( sim, "mu" ),
               slack = 0.5 * massOf( sim ) * pulls;
        for ( int i = 0; i < 2000; ++i )
        {
            bool impact = rowOf( sim ).mode == ss_modeOpen;
            ssSim_Step( sim );
            Row row = rowOf( sim );
            scale = fmax( scale, fabs( row.energy ) + fabs( row.dissipated ) );
            ASSERT( impact || row.dissipated - before >= -slack - 1e-15 * scale );
            before = row.dissipated;
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST densityScalesForcesAndNothingElse( void )
{
    testRng a = { 21 }, b = { 21 };
    for ( int k = 0; k < 10; ++k )
    {
        ssSim* light = makeRandomSim( &a, 1e-3, 5.0, 0.3 );
        ssSim* heavy = makeRandomSim( &b, 1e-3, 5.0, 0.3 );
        setValue( heavy, "density", 3.0 * 2500.0 );
        for ( int i = 0; i < 1500; ++i )
        {
            Row l = rowOf( light ), g = rowOf( heavy );
            double force = 1e-9 * ( 1.0 + fabs( l.rN ) );
            NEAR( l.x, g.x, 1e-11 );
            NEAR( l.y, g.y, 1e-11 );
            NEAR( l.gap, g.gap, 1e-11 );
            NEAR( l.u, g.u, 1e-11 );
            NEAR( l.omega, g.omega, 1e-10 );
            NEAR( l.spin, g.spin, 1e-10 );
            NEAR( 3.0 * l.rN, g.rN, 3.0 * force );
            NEAR( 3.0 * l.rT, g.rT, 30.0 * force );
            NEAR( 3.0 * l.mR, g.mR, 30.0 * force );
            NEAR( 3.0 * l.mS, g.mS, 30.0 * force );
            NEAR( 3.0 * l.energy, g.energy, 1e-9 * fabs( g.energy ) + 1e-6 );
            ssSim_Step( light );
            ssSim_Step( heavy );
        }
        ssDestroySim( light );
        ssDestroySim( heavy );
    }
    PASS();
}

TEST mirroredStartsGiveMirroredRuns( void )
{
    testRng rng = { 22 };
    for ( int k = 0, n = testCount( 10 ); k < n; ++k )
    {
        double vx = testUniform( &rng, -2, 2 ), vy = testUniform( &rng, -2, 2 ),
               wx = testUniform( &rng, -6, 6 ), wy = testUniform( &rng, -6, 6 ),
               spin = testUniform( &rng, -6, 6 ), tilt = testUniform( &rng, -9, 9 );
        ssSim* sims[3];
        // Mirrored in x, u, omega_y, spin and the incline change sign; mirrored in y, v_y, omega_x and spin
        // do.
        for ( int j = 0; j < 3; ++j )
        {
            double sx = j == 1 ? -1.0 : 1.0, sy = j == 2 ? -1.0 : 1.0;
            sims[j] = makeSim( NULL, 1e-3, "mu_s", 0.02, "u0", sx * vx, "v0_y", sy * vy, "omega_x0", sy * wx,
                "omega0", sx * wy, "spin0", sx * sy * spin, "incline_deg", sx * tilt, NULL );
        }
        for ( int i = 0; i < 2000; ++i )
        {
            Row a = rowOf( sims[0] ), b = rowOf( sims[1] ), c = rowOf( sims[2] );
            NEAR( a.x, -b.x, 1e-11 );
            NEAR( a.y, b.y, 1e-11 );
            NEAR( a.omega, -b.omega, 1e-11 );
            NEAR( a.spin, -b.spin, 1e-11 );
            NEAR( a.x, c.x, 1e-11 );
            NEAR( a.y, -c.y, 1e-11 );
            NEAR( a.omega, c.omega, 1e-11 );
            NEAR( a.spin, -c.spin, 1e-11 );
            for ( int j = 0; j < 3; ++j ) { ssSim_Step( sims[j] ); }
        }
        for ( int j = 0; j < 3; ++j ) { ssDestroySim( sims[j] ); }
    }
    PASS();
}

TEST judgeAcceptsEveryStepOfEveryRun( void )
{
    testRng rng = { 25 };
    for ( int k = 0, n = testCount( 100 ); k < n; ++k )
    {
        ssSim* sim = makeRandomSim( &rng, 1e-3, testUniform( &rng, -60, 60 ), k % 2 * 0.5 );
        setValue( sim, "law", k % 5 == 0 ? 1.0 : 0.0 );
        for ( int i = 0; i < 1000; ++i )
        {
            ssStepReport report = ssSim_Step( sim );
            ASSERT_EQ_FMT( (int)ss_statusConverged, (int)report.status, "%d" );
            ASSERT( report.residual <= 1e-10 );
            Row row = rowOf( sim );
            ASSERT_EQ( row.mode != ss_modeOpen, report.contacts == 1 );
            ASSERT( fabs( row.rT ) <= valueOf( sim, "mu" ) * row.rN * ( 1.0 + 1e-12 ) + 1e-9 );
            ASSERT( fabs( row.mR ) <= valueOf( sim, "mu_r" ) * row.rN * ( 1.0 + 1e-12 ) + 1e-9 );
            ASSERT( fabs( row.mS ) <= valueOf( sim, "mu_s" ) * row.rN * ( 1.0 + 1e-12 ) + 1e-9 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

// --- the relaxed law ---

TEST relaxedContactsRideOnTheGapTheyMustHave( void )
{
    // gap + h u_N+ = h A_r; with theta = 1 the new gap is exactly that.
    static const double steps[] = { 0.01, 0.005, 0.001 };
    for ( int k = 0; k < 3; ++k )
    {
        const double h = steps[k];
        ssSim* sim = makeSim( "fig3b", h, "law", 1.0, "theta", 1.0, "mu_s", 0.03, "spin0", 2.0, NULL );
        int contacts = 0;
        for ( int i = 0; i < (int)( 3.0 / h ); ++i )
        {
            ssSim_Step( sim );
            Row row = rowOf( sim );
            if ( row.rN > 0.0 )
            {
                double rate = 0.2 * fabs( row.slip ) + 0.04 * fabs( row.omega ) + 0.03 * fabs( row.spin );
                NEAR( h * rate, row.gap, 1e-10 );
                ++contacts;
            }
        }
        ASSERT( contacts > (int)( 2.0 / h ) );
        ssDestroySim( sim );
    }
    PASS();
}

TEST relaxedLawLaunchesAtTheOnsetOfSliding( void )
{
    // It leaves with u_N = A_r and flies to A_r²/(2g), whatever the step size is.
    static const double steps[] = { 1e-3, 1e-4 };
    for ( int k = 0; k < 2; ++k )
    {
        const double h = steps[k];
        ssSim* sim = makeSim( NULL, h, "law", 1.0, "mu", 0.3, "mu_r", 0.04, "u0", 2.5, "omega0", 0.0, NULL );
        ssSim_Step( sim );
        Row first = rowOf( sim );
        double rate = 0.3 * fabs( first.slip ) + 0.04 * fabs( first.omega ), peak = 0.0;
        for ( double t = 0.0; t < 2.0 * rate / s_g; t += h )
        {
            ssSim_Step( sim );
            peak = fmax( peak, rowOf( sim ).gap );
        }
        ASSERT( rate > 0.3 );
        NEAR( rate * rate / ( 2.0 * s_g ), peak, 2.0 * rate * h );
        ssDestroySim( sim );
    }
    PASS();
}

TEST coulombNeverLifts( void )
{
    static const char* const presets[] = { "fig3a", "fig3b", "fig3c", "billiard", "spin-down" };
    for ( int k = 0; k < SS_COUNT( presets ); ++k )
    {
        ssSim* sim = makeSim( presets[k], 1e-3, NULL );
        for ( int i = 0; i < 4000; ++i )
        {
            ssSim_Step( sim );
            ASSERT( rowOf( sim ).gap == 0.0 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

// --- changes in flight ---

TEST sameValueAgainIsNoChange( void )
{
    ssSim* a = makeSim( "fig3b", 1e-3, NULL );
    ssSim* b = makeSim( "fig3b", 1e-3, NULL );
    for ( int i = 0; i < 1000; ++i )
    {
        setValue( b, "mu", 0.2 );
        ssSim_Step( a );
        ssSim_Step( b );
    }
    ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

TEST pulledSphereFollowsTheHand( void )
{
    ssSim* sim = makeSim( NULL, 1e-3, "u0", 0.0, "omega0", 0.0, NULL );
    ASSERT( !isnan( rowOf( sim ).xExact ) );
    ssDrag hand = { .active = true, .body = 0, .target = { 0.0, 0.0, 0.5 } };
    ssSim_Drag( sim, &hand );
    hand.target = ssVec3_Make( 1.0, 0.5, 0.5 );
    ssSim_Drag( sim, &hand );
    double startDistance = hypot( 1.0, 0.5 );
    stepTimes( sim, 200 );
    Row row = rowOf( sim );
    ASSERT( hypot( 1.0 - row.x, 0.5 - row.y ) < startDistance - 0.05 );
    ASSERT( row.x > 0.0 && row.y > 0.0 );
    ASSERT( isnan( row.xExact ) && isnan( row.uExact ) && isnan( row.omegaExact ) && isnan( row.rTExact ) &&
        isnan( row.mRExact ) );
    // Held long enough, it comes to rest near the hand, as near as friction lets the spring pull it.
    stepTimes( sim, 8000 );
    row = rowOf( sim );
    ASSERT( hypot( 1.0 - row.x, 0.5 - row.y ) < 0.1 );
    hand.active = false;
    ssSim_Drag( sim, &hand );
    stepTimes( sim, 3000 );
    ASSERT( rowOf( sim ).u == 0.0 );
    ASSERT( isnan( rowOf( sim ).xExact ) );
    ssDestroySim( sim );
    PASS();
}

TEST handNeverShakesTheSphereApart( void )
{
    // With any step size, law and theta, and a hand on the sphere or far from it, the sphere stays within
    // reach of the hand.
    testRng rng = { 26 };
    for ( int k = 0, n = testCount( 200 ); k < n; ++k )
    {
        double h = fabs( testDecades( &rng, -4.0, 1.0 ) ), R = fabs( testDecades( &rng, -2.0, 0.5 ) );
        ssSim* sim = makeSim( NULL, h, "radius", R, "u0", 0.0, "omega0", 0.0, "theta", k % 2 == 0 ? 0.5 : 1.0,
            "law", k % 3 == 0 ? 1.0 : 0.0, "gravity", k % 5 == 0 ? 0.0 : s_g, NULL );
        ssDrag hand = { .active = true,
            .target = { testUniform( &rng, -2, 2 ), testUniform( &rng, -2, 2 ), testUniform( &rng, 0, 2 ) } };
        ssSim_Drag( sim, &hand );
        hand.target =
            ssVec3_Make( testUniform( &rng, -2, 2 ), testUniform( &rng, -2, 2 ), testUniform( &rng, 0, 2 ) );
        ssSim_Drag( sim, &hand );
        for ( int i = 0; i < 2000; ++i )
        {
            ASSERT( ssSim_Step( sim ).status != ss_statusNotFinite );
            Row row = rowOf( sim );
            ASSERT( fabs( row.x ) < 50.0 && fabs( row.y ) < 50.0 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

SUITE( motion )
{
    RUN_TEST( thrownSphereFliesAParabola );
    RUN_TEST( bouncesShrinkBySquareOfRestitution );
    RUN_TEST( perfectRestitutionKeepsTheEnergy );
    RUN_TEST( impactSpinIsBoundedByTheImpulse );
    RUN_TEST( spinStopsWhenTheFormulaSays );
    RUN_TEST( spinDecaysWhenRollingIsZero );
    RUN_TEST( spinNeverDecaysWithoutSpinningFriction );
    RUN_TEST( sideSpinBendsThePathIntoAParabola );
    RUN_TEST( everyHeadingStopsAtTheSameDistance );
    RUN_TEST( stuckSphereStaysStuck );
}

SUITE( laws )
{
    RUN_TEST( energyAndDissipationBalance );
    RUN_TEST( slidingRollingSpinningAndImpactMakeUpWhatIsLost );
    RUN_TEST( slidingAndRollingLossesAreTheirForcesTimesTheirWays );
    RUN_TEST( contactsOnlyDissipateOnTheFlat );
    RUN_TEST( contactsDissipateOnInclinesExceptWhenReversing );
    RUN_TEST( densityScalesForcesAndNothingElse );
    RUN_TEST( mirroredStartsGiveMirroredRuns );
    RUN_TEST( judgeAcceptsEveryStepOfEveryRun );
    RUN_TEST( relaxedContactsRideOnTheGapTheyMustHave );
    RUN_TEST( relaxedLawLaunchesAtTheOnsetOfSliding );
    RUN_TEST( coulombNeverLifts );
    RUN_TEST( sameValueAgainIsNoChange );
    RUN_TEST( pulledSphereFollowsTheHand );
    RUN_TEST( handNeverShakesTheSphereApart );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( motion );
    RUN_SUITE( laws );
    return TEST_END();
}
