// SPDX-License-Identifier: MIT
#include "law_common.h"

#include "model/sliding_mass.h"
#include "slipstick/advanced/csv.h"

// Sliding on planes and belts: the two ways to solve a step are compared with each other and with what
// physics demands of both, and the linearisation of steady sliding with tables, finite differences and
// Theorem 2 of Walker & Leine.

static ssLawDef beltLawDef( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = 30.0;
    def.c.b = 10.0;
    def.c.rotationDeg = 30.0;
    def.d = ssDefaultSetDef( ss_setEllipse );
    def.d.a = 3.0;
    def.d.b = 1.0;
    def.cForce = 9.81;
    return def;
}

static ssSlidingMassDef beltDef( double phiDeg, double speed )
{
    ssSlidingMassDef def = ssDefaultSlidingMassDef();
    def.stiffness[0] = def.stiffness[1] = 1.0;
    def.beltVelocity = ssVec2_Make( speed * cos( phiDeg / DEGREES ), speed * sin( phiDeg / DEGREES ) );
    return def;
}

/// A law with random sets, of which D is smooth and curved, so that B exists; C is smooth too.
static bool smoothLaw( testRng* rng, ssLawKind kind, ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( kind );
    static const ssSetKind kinds[] = { ss_setCircle, ss_setEllipse, ss_setSuperellipse };
    for ( int i = 0; i < 2; ++i )
    {
        ssSetDef* set = i == 0 ? &def.c : &def.d;
        *set = ssDefaultSetDef( kinds[testRandom( rng ) % 3u] );
        set->a = testUniform( rng, 0.5, 5.0 );
        set->b = testUniform( rng, 0.5, 5.0 );
        set->s = testUniform( rng, 1.3, 4.0 );
        set->rotationDeg = testUniform( rng, -180.0, 180.0 );
        double least = set->kind == ss_setCircle ? set->a : fmin( set->a, set->b );
        set->offsetX = testUniform( rng, -0.2, 0.2 ) * least;
        set->offsetY = testUniform( rng, -0.2, 0.2 ) * least;
    }
    def.cForce = testUniform( rng, 0.5, 5.0 );
    return ssMakeLaw( &def, law ).code == ss_ok;
}

// -------------------------------------------------------------------------------------------------- stepping

TEST bothWaysToSolveAStepAgree( void )
{
    // An associated law has one solution, whichever way finds it.
    testRng rng = { 3 };
    for ( int k = 0, n = testCount( 60 ); k < n; ++k )
    {
        ssLawDef lawDef = ssDefaultLawDef( ss_lawKindAssociated );
        lawDef.c = randomSet( &rng, true, 0 );
        lawDef.cForce = 2.0;
        ssLaw law;
        if ( ssMakeLaw( &lawDef, &law ).code != ss_ok ) { continue; }
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), testUniform( &rng, 0.0, 3.0 ) );
        def.mass = testUniform( &rng, 0.3, 3.0 );
        def.stiffness[1] = testUniform( &rng, 0.2, 5.0 );
        def.damping = testUniform( &rng, 0.0, 0.5 );
        def.push = ssVec2_Make( testUniform( &rng, -1.0, 1.0 ), testUniform( &rng, -1.0, 1.0 ) );
        ssSlidingMass a = { .position = { testUniform( &rng, -2.0, 2.0 ), testUniform( &rng, -2.0, 2.0 ) } },
                      b = a;
        def.tolerance = 1e-13;
        for ( int i = 0; i < 200; ++i )
        {
            def.method = ss_slidingMassDirect;
            ssSlidingMassReport direct = ssSlidingMass_Step( &a, &def, &law, 0.01 );
            ASSERT( direct.converged );
            def.method = ss_slidingMassMoreau;
            ssSlidingMassReport moreau = ssSlidingMass_Step( &b, &def, &law, 0.01 );
            ASSERT( moreau.converged );
            ASSERT_IN_RANGEm( "position 1", a.position.x, b.position.x, 1e-8 );
            ASSERT_IN_RANGEm( "position 2", a.position.y, b.position.y, 1e-8 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theLimitCycleIsTheSameBothWays( void )
{
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    ssSlidingMassDef def = beltDef( 50.0, 1.0 );
    ssSlidingMass runs[2];
    for ( int k = 0; k < 2; ++k )
    {
        def.method = k == 0 ? ss_slidingMassMoreau : ss_slidingMassDirect;
        def.tolerance = 1e-12;
        runs[k] = ( ssSlidingMass ){ .position = ssLineariseBelt( &def, &law ).equilibrium };
        runs[k].position.x += 0.01;
        for ( int i = 0; i < 6000; ++i )
        {
            ASSERT( ssSlidingMass_Step( &runs[k], &def, &law, 0.01 ).converged );
        }
    }
    ASSERT_IN_RANGE( runs[0].position.x, runs[1].position.x, 1e-5 );
    ASSERT_IN_RANGE( runs[0].position.y, runs[1].position.y, 1e-5 );
    PASS();
}

TEST everyStepObeysTheLaw( void )
{
    testRng rng = { 4 };
    for ( int k = 0, n = testCount( 80 ); k < n; ++k )
    {
        ssLaw law;
        if ( !smoothLaw( &rng, k % 2 == 0 ? ss_lawKindExtended : ss_lawKindCollinear, &law ) ) { continue; }
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), 1.0 );
        def.method = k % 4 < 2 ? ss_slidingMassDirect : ss_slidingMassMoreau;
        def.normalForce = testUniform( &rng, 0.5, 10.0 );
        ssSlidingMass s = { .position = { 1.0, -1.0 } };
        for ( int i = 0; i < 300; ++i )
        {
            ASSERT( ssSlidingMass_Step( &s, &def, &law, 0.01 ).converged );
            ASSERT( ssLaw_Gauge( &law, def.normalForce, s.force ) <= 1.0 + 1e-7 );
            // Friction dissipates energy.
            ASSERT( ssVec2_Dot( s.force, s.slip ) >= -1e-12 );
            if ( !s.stick && ssVec2_Length( s.slip ) > 1e-3 )
            {
                ssVec2 f = ssLaw_SlipForce( &law, def.normalForce, s.slip ).force;
                ASSERT_IN_RANGE( f.x, s.force.x, 1e-5 * def.normalForce );
                ASSERT_IN_RANGE( f.y, s.force.y, 1e-5 * def.normalForce );
            }
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST aLopsidedReservoirHoldsMoreOneWay( void )
{
    // f reaches 1.3 N to the right and 0.7 N to the left.
    ssLawDef lawDef = ssDefaultLawDef( ss_lawKindAssociated );
    lawDef.c = ssDefaultSetDef( ss_setCircle );
    lawDef.c.a = 1.0;
    lawDef.c.offsetX = 0.3;
    lawDef.cForce = 1.0;
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    for ( int k = 0; k < 2; ++k )
    {
        ssSlidingMassDef def = beltDef( k == 0 ? 0.0 : 180.0, 1.0 );
        def.normalForce = 1.0;
        // The belt moves to the right: the mass slides to the left over it, f = -0.7, and hangs at +0.7.
        double expected = k == 0 ? 0.7 : -1.3;
        ssBeltStability steady = ssLineariseBelt( &def, &law );
        ASSERT_IN_RANGE( expected, steady.equilibrium.x, 1e-12 );
        ASSERT_IN_RANGE( 0.0, steady.equilibrium.y, 1e-12 );
        for ( int method = 0; method < 2; ++method )
        {
            def.method = method == 0 ? ss_slidingMassMoreau : ss_slidingMassDirect;
            ssSlidingMass s = { .position = steady.equilibrium };
            for ( int i = 0; i < 500; ++i )
            {
                ASSERT( ssSlidingMass_Step( &s, &def, &law, 0.01 ).converged );
            }
            ASSERT_IN_RANGE( expected, s.position.x, 1e-9 );
            ASSERT_IN_RANGE( 0.0, s.position.y, 1e-9 );
        }
    }
    PASS();
}

TEST aStepThatDoesNotConvergeSaysSo( void )
{
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    ssSlidingMassDef def = beltDef( 50.0, 1.0 );
    def.method = ss_slidingMassMoreau;
    def.maxIterations = 1;
    ssSlidingMass s = { .position = { 5.0, 5.0 } };
    ssSlidingMassReport report = ssSlidingMass_Step( &s, &def, &law, 0.005 );
    ASSERT( !report.converged );
    ASSERT( report.residual > 0.0 );
    PASS();
}

/// The sum of all increases of Eq. 78 along a pair of runs, relative to its first value.
static double riseOfDistance(
    const ssSlidingMassDef* def, const ssLaw* law, ssSlidingMass a, ssSlidingMass b, double h, double until )
{
    double first = ssSlidingMass_Distance( def, &a, &b ), last = first, rise = 0.0;
    for ( int i = 0; i < (int)( until / h ); ++i )
    {
        ssSlidingMass_Step( &a, def, law, h );
        ssSlidingMass_Step( &b, def, law, h );
        double now = ssSlidingMass_Distance( def, &a, &b );
        rise += fmax( 0.0, now - last );
        last = now;
    }
    return rise / first;
}

TEST associatedMotionsNeverPart( void )
{
    // Theorem 1 says dV/dt <= 0. The scheme keeps to it up to its own error, which vanishes with the step.
    testRng rng = { 5 };
    double coarse = 0.0, fine = 0.0;
    for ( int k = 0, n = testCount( 40 ); k < n; ++k )
    {
        ssLawDef lawDef = ssDefaultLawDef( ss_lawKindAssociated );
        lawDef.c = randomSet( &rng, true, 0 );
        ssLaw law;
        if ( ssMakeLaw( &lawDef, &law ).code != ss_ok ) { continue; }
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), testUniform( &rng, 0.1, 3.0 ) );
        def.normalForce = 1.0;
        ssSlidingMass pair[2];
        for ( int i = 0; i < 2; ++i )
        {
            pair[i] = ( ssSlidingMass ){ .position = { testUniform( &rng, -6.0, 6.0 ),
                                             testUniform( &rng, -6.0, 6.0 ) },
                .velocity = { testUniform( &rng, -2.0, 2.0 ), testUniform( &rng, -2.0, 2.0 ) } };
        }
        double rise = riseOfDistance( &def, &law, pair[0], pair[1], 0.01, 8.0 );
        ASSERT( rise <= 0.1 );
        coarse = fmax( coarse, rise );
        fine = fmax( fine, riseOfDistance( &def, &law, pair[0], pair[1], 0.0025, 8.0 ) );
        ssLaw_Destroy( &law );
    }
    ASSERT( fine <= 0.5 * coarse );
    PASS();
}

TEST aSlidingPointStopsWhereCoulombSays( void )
{
    ssLawDef lawDef = ssDefaultLawDef( ss_lawKindAssociated );
    lawDef.c = ssDefaultSetDef( ss_setCircle );
    lawDef.c.a = 0.3;
    lawDef.cForce = 1.0;
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    ssSlidingMassDef def = ssDefaultSlidingMassDef();
    ssSlidingMass s = { .velocity = { 1.2, 1.6 } };
    while ( ssVec2_Length( s.velocity ) > 0.0 )
    {
        ASSERT( ssSlidingMass_Step( &s, &def, &law, 1e-4 ).converged );
    }
    double distance = 4.0 / ( 2.0 * 0.3 * 9.81 );
    ASSERT_IN_RANGE( 0.6 * distance, s.position.x, 1e-3 * 0.3 );
    ASSERT_IN_RANGE( 0.8 * distance, s.position.y, 1e-3 * 0.3 );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ pads

static ssPadDiskDef padDef( void )
{
    // Walker & Leine Sec. 5.1: 18 g, 28 mm across, with pads on a circle of 21 mm.
    return ( ssPadDiskDef ){ .mass = 0.018,
        .inertia = 0.5 * 0.018 * 0.014 * 0.014,
        .padRadius = 0.0105,
        .normalForce = 0.018 * 9.81,
        .tolerance = 1e-12,
        .maxIterations = 10000 };
}

static bool roundLaw( ssLaw* law )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
    def.c = ssDefaultSetDef( ss_setCircle );
    def.c.a = 0.5;
    def.cForce = 1.0;
    return ssMakeLaw( &def, law ).code == ss_ok;
}

TEST padsWithoutSpinSlideLikeAPoint( void )
{
    ssLaw law;
    ASSERT( roundLaw( &law ) );
    ssPadDiskDef def = padDef();
    ssPadDisk disk = { .velocity = { 1.0, 0.5 } };
    ssSlidingMassDef pointDef = ssDefaultSlidingMassDef();
    pointDef.mass = def.mass;
    pointDef.normalForce = def.normalForce;
    ssSlidingMass point = { .velocity = disk.velocity };
    for ( int i = 0; i < 300; ++i )
    {
        ASSERT( ssPadDisk_Step( &disk, &def, &law, 1e-3 ).converged );
        ASSERT( ssSlidingMass_Step( &point, &pointDef, &law, 1e-3 ).converged );
        ASSERT_IN_RANGE( point.position.x, disk.position.x, 1e-9 );
        ASSERT_IN_RANGE( point.position.y, disk.position.y, 1e-9 );
        ASSERT_IN_RANGE( 0.0, disk.spin, 1e-7 );
    }
    ASSERT( ssVec2_Length( disk.velocity ) == 0.0 && disk.spin == 0.0 );
    PASS();
}

TEST spinningLetsADiskSlideFarther( void )
{
    ssLaw law;
    ASSERT( roundLaw( &law ) );
    ssPadDiskDef def = padDef();
    double distance[2];
    for ( int k = 0; k < 2; ++k )
    {
        ssPadDisk disk = { .velocity = { 1.0, 0.0 }, .spin = k == 0 ? 0.0 : 100.0 };
        double energy = 0.5 * def.mass + 0.5 * def.inertia * disk.spin * disk.spin;
        for ( int i = 0; i < 600; ++i )
        {
            ASSERT( ssPadDisk_Step( &disk, &def, &law, 1e-3 ).converged );
            double now = 0.5 * def.mass * ssVec2_Dot( disk.velocity, disk.velocity ) +
                0.5 * def.inertia * disk.spin * disk.spin;
            ASSERT( now <= energy );
            energy = now;
        }
        ASSERT( energy == 0.0 );
        distance[k] = disk.position.x;
    }
    // Without spin it is v²/(2 mu g).
    ASSERT_IN_RANGE( 1.0 / ( 2.0 * 0.5 * 9.81 ), distance[0], 1e-3 );
    ASSERT( distance[1] > 1.1 * distance[0] );
    PASS();
}

// ------------------------------------------------------------------------------------------------- stability

TEST dampingMatricesAreThoseOfTheTable( void )
{
    static const char* const columns[] = { "phi_deg", "B11", "B12", "B21", "B22", "trB_nonzero_eigenvalue",
        "max_re_eig_A", "qeq_x", "qeq_y" };
    ssCsv table;
    ssResult result = ssReadCsv( testData( "belt_damping_matrix.csv" ), columns, 9, 9, &table );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( table.rowCount >= 60 );
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    for ( int i = 0; i < table.rowCount; ++i )
    {
        const double* row = table.numbers + 9 * i;
        ssSlidingMassDef def = beltDef( row[0], 1.0 );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        double size = 1.0 + fabs( row[1] ) + fabs( row[2] ) + fabs( row[3] ) + fabs( row[4] );
        for ( int j = 0; j < 4; ++j ) { ASSERT_IN_RANGE( row[1 + j], s.b[j], 1e-10 * size ); }
        ASSERT_IN_RANGE( row[5], s.traceB, 1e-10 * size );
        ASSERT_IN_RANGE( row[6], s.maxRe, 1e-10 * size );
        ASSERT_IN_RANGE( row[7], s.equilibrium.x, 1e-9 );
        ASSERT_IN_RANGE( row[8], s.equilibrium.y, 1e-9 );
        // The split of Eq. 111 adds up.
        ASSERT_IN_RANGE( s.b[1], s.damping[1] + s.gyroscopic, 1e-12 * size );
        ASSERT_IN_RANGE( s.b[2], s.damping[1] - s.gyroscopic, 1e-12 * size );
    }
    ssCsv_Destroy( &table );
    PASS();
}

TEST criticalAnglesAreWalkerAndLeines( void )
{
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    ssAngleBand bands[8];
    ASSERT_EQ( 2, ssUnstableBelts( &law, bands, 8 ) );
    for ( int i = 0; i < 2; ++i )
    {
        ASSERT_IN_RANGE( 44.105835 + 180.0 * i, bands[i].fromDeg, 1e-6 );
        ASSERT_IN_RANGE( 75.894165 + 180.0 * i, bands[i].toDeg, 1e-6 );
    }
    // sin 2 zeta = 9/16 (Eq. 118).
    lawDef.c.rotationDeg = 0.0;
    double zeta = 0.0, closed = 0.5 * asin( 9.0 / 16.0 ) * DEGREES;
    ASSERT_EQ( ss_ok, ssCriticalRotation( &lawDef, 0.0, 45.0, &zeta ).code );
    ASSERT_IN_RANGE( closed, zeta, 1e-6 );
    ASSERT_EQ( ss_ok, ssCriticalRotation( &lawDef, 45.0, 90.0, &zeta ).code );
    ASSERT_IN_RANGE( 90.0 - closed, zeta, 1e-6 );
    ASSERT_EQ( ss_ok, ssCriticalRotation( &lawDef, 0.0, 10.0, &zeta ).code );
    ASSERT( isnan( zeta ) );
    PASS();
}

TEST dampingMatrixIsTheSlopeOfTheForce( void )
{
    testRng rng = { 6 };
    int tried = 0;
    for ( int k = 0, n = testCountFull( 250, 600 ); k < n; ++k )
    {
        ssLaw law;
        if ( !smoothLaw( &rng, k % 3 == 0 ? ss_lawKindCollinear : ss_lawKindExtended, &law ) ) { continue; }
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), testUniform( &rng, 0.5, 2.0 ) );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        if ( s.smooth )
        {
            ++tried;
            ssVec2 gamma = ssVec2_Scale( -1.0, def.beltVelocity );
            double step = 1e-5, size = 0.0, slope[4];
            for ( int j = 0; j < 2; ++j )
            {
                ssVec2 d = { j == 0 ? step : 0.0, j == 1 ? step : 0.0 };
                ssVec2 up = ssLaw_SlipForce( &law, def.normalForce, ssVec2_Add( gamma, d ) ).force;
                ssVec2 down = ssLaw_SlipForce( &law, def.normalForce, ssVec2_Sub( gamma, d ) ).force;
                slope[j] = ( up.x - down.x ) / ( 2.0 * step );
                slope[2 + j] = ( up.y - down.y ) / ( 2.0 * step );
            }
            for ( int j = 0; j < 4; ++j ) { size = fmax( size, fabs( s.b[j] ) ); }
            for ( int j = 0; j < 4; ++j )
            {
                // Near the flat sides of a superellipse, the slope itself changes within the step.
                ASSERT_IN_RANGE( slope[j], s.b[j], 2e-3 * size + 1e-4 * def.normalForce );
            }
        }
        ssLaw_Destroy( &law );
    }
    ASSERT( tried > testCountFull( 250, 600 ) / 3 );
    PASS();
}

TEST theTangentConeDecides( void )
{
    // By Theorem 2, gamma inside the tangent cone, a negative trace and growth are equivalent.
    testRng rng = { 8 };
    int unstable = 0, tried = 0;
    for ( int k = 0, n = testCountFull( 250, 600 ); k < n; ++k )
    {
        ssLaw law;
        if ( !smoothLaw( &rng, ss_lawKindExtended, &law ) ) { continue; }
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), 1.0 );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        if ( s.smooth && fabs( s.coneMargin ) > 1e-6 )
        {
            ++tried;
            unstable += s.coneMargin > 0.0;
            double size = fabs( s.b[0] ) + fabs( s.b[1] ) + fabs( s.b[2] ) + fabs( s.b[3] );
            ASSERT( s.coneMargin > 0.0 ? s.traceB < 1e-12 * size : s.traceB > -1e-12 * size );
            ASSERT( s.coneMargin > 0.0 ? s.maxRe > -1e-12 : s.maxRe < 1e-12 );
            ASSERT_IN_RANGE( s.coneMargin,
                ssBeltConeMargin( &law, atan2( def.beltVelocity.y, def.beltVelocity.x ) ), 1e-9 );
        }
        ssLaw_Destroy( &law );
    }
    ASSERT( unstable > 0 && unstable < tried );
    PASS();
}

TEST associatedAndCollinearLawsHaveNoUnstableBelt( void )
{
    testRng rng = { 9 };
    for ( int k = 0, n = testCount( 40 ); k < n; ++k )
    {
        bool collinear = k % 2 == 0;
        ssLawDef lawDef = ssDefaultLawDef( collinear ? ss_lawKindCollinear : ss_lawKindAssociated );
        lawDef.c = randomSet( &rng, !collinear, 0 );
        ssLaw law;
        if ( ssMakeLaw( &lawDef, &law ).code == ss_ok )
        {
            ssAngleBand bands[4];
            ASSERT_EQ( 0, ssUnstableBelts( &law, bands, 4 ) );
            ASSERT( ssWorstBelt( &law, NULL ) < 1e-9 );
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

TEST eigenvaluesSolveTheCharacteristicEquation( void )
{
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    testRng rng = { 10 };
    for ( int k = 0, n = testCountFull( 250, 500 ); k < n; ++k )
    {
        ssSlidingMassDef def = beltDef( testUniform( &rng, 0.0, 360.0 ), testUniform( &rng, 0.3, 3.0 ) );
        def.mass = testUniform( &rng, 0.2, 5.0 );
        def.damping = testUniform( &rng, 0.0, 2.0 );
        def.stiffness[0] = testUniform( &rng, 0.2, 5.0 );
        def.stiffness[1] = k % 3 == 0 ? def.stiffness[0] : testUniform( &rng, 0.2, 5.0 );
        ssBeltStability s = ssLineariseBelt( &def, &law );
        double sumRe = 0.0;
        for ( int i = 0; i < 4; ++i )
        {
            double re = s.eigenvalues[i][0], im = s.eigenvalues[i][1], c = def.damping;
            sumRe += re;
            ASSERT( i == 0 || re <= s.eigenvalues[i - 1][0] );
            // The polynomial is (m s² + (b11 + c) s + k1)(m s² + (b22 + c) s + k2) - b12 b21 s².
            double p[2][2], size = 0.0;
            for ( int j = 0; j < 2; ++j )
            {
                double d = s.b[3 * j] + c;
                p[j][0] = def.mass * ( re * re - im * im ) + d * re + def.stiffness[j];
                p[j][1] = def.mass * 2.0 * re * im + d * im;
                size = fmax(
                    size, def.mass * ( re * re + im * im ) + fabs( d ) * hypot( re, im ) + def.stiffness[j] );
            }
            double bb = s.b[1] * s.b[2];
            double detRe = p[0][0] * p[1][0] - p[0][1] * p[1][1] - bb * ( re * re - im * im );
            double detIm = p[0][0] * p[1][1] + p[0][1] * p[1][0] - bb * 2.0 * re * im;
            size = size * size + fabs( bb ) * ( re * re + im * im );
            ASSERT_IN_RANGE( 0.0, detRe / size, 1e-12 );
            ASSERT_IN_RANGE( 0.0, detIm / size, 1e-12 );
        }
        // By Prop. 10 their sum is minus the trace.
        ASSERT_IN_RANGE(
            -( s.traceB + 2.0 * def.damping ) / def.mass, sumRe, 1e-9 * ( 1.0 + fabs( sumRe ) ) );
    }
    PASS();
}

TEST beltsAtRestAndCornersHaveNoLinearisation( void )
{
    ssLawDef lawDef = beltLawDef();
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &law ).code );
    ssSlidingMassDef def = beltDef( 50.0, 0.0 );
    ssBeltStability s = ssLineariseBelt( &def, &law );
    ASSERT( isnan( s.traceB ) && isnan( s.maxRe ) && s.equilibrium.x == 0.0 && s.equilibrium.y == 0.0 );
    lawDef.d = ssDefaultSetDef( ss_setRectangle );
    ssLaw edged;
    ASSERT_EQ( ss_ok, ssMakeLaw( &lawDef, &edged ).code );
    def = beltDef( 0.0, 1.0 );
    s = ssLineariseBelt( &def, &edged );
    ASSERT( !s.smooth && isnan( s.maxRe ) );
    PASS();
}

SUITE( stepping )
{
    RUN_TEST( bothWaysToSolveAStepAgree );
    RUN_TEST( theLimitCycleIsTheSameBothWays );
    RUN_TEST( everyStepObeysTheLaw );
    RUN_TEST( aLopsidedReservoirHoldsMoreOneWay );
    RUN_TEST( aStepThatDoesNotConvergeSaysSo );
    RUN_TEST( associatedMotionsNeverPart );
    RUN_TEST( aSlidingPointStopsWhereCoulombSays );
    RUN_TEST( padsWithoutSpinSlideLikeAPoint );
    RUN_TEST( spinningLetsADiskSlideFarther );
}

SUITE( stability )
{
    RUN_TEST( dampingMatricesAreThoseOfTheTable );
    RUN_TEST( criticalAnglesAreWalkerAndLeines );
    RUN_TEST( dampingMatrixIsTheSlopeOfTheForce );
    RUN_TEST( theTangentConeDecides );
    RUN_TEST( associatedAndCollinearLawsHaveNoUnstableBelt );
    RUN_TEST( eigenvaluesSolveTheCharacteristicEquation );
    RUN_TEST( beltsAtRestAndCornersHaveNoLinearisation );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( stepping );
    RUN_SUITE( stability );
    return TEST_END();
}
