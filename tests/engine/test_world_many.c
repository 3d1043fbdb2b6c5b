// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/parallel.h"

// Many bodies: random scenes, energy, sleep, and states that are the same to the last bit.

static ssShape randomShape( testRng* rng )
{
    double size = pow( 10.0, testUniform( rng, -1.3, 0.0 ) );
    switch ( testRandom( rng ) % 4 )
    {
        case 0: return ssSphereShape( size );
        case 1:
            return ssBoxShape( ssVec3_Make(
                size, size * testUniform( rng, 0.3, 1.0 ), size * testUniform( rng, 0.3, 1.0 ) ) );
        case 2: return ssCylinderShape( size, size * testUniform( rng, 0.2, 1.5 ) );
        default: return ssCapsuleShape( size, size * testUniform( rng, 0.2, 1.5 ) );
    }
}

/// A coefficient at or between its extremes.
static double extreme( testRng* rng, double usual )
{
    const double values[] = { 0.0, 1e-6, 0.1, 0.5, 1.0, 10.0 };
    return usual * values[testRandom( rng ) % SS_COUNT( values )];
}

static ssMaterial randomMaterial( testRng* rng, double length )
{
    ssMaterial material = { .mu = extreme( rng, 1.0 ) };
    material.muRoll = extreme( rng, length );
    material.muSpin = extreme( rng, length );
    material.restitution = testRandom( rng ) % 3 == 0 ? testUniform( rng, 0.0, 1.0 ) : 0.0;
    return material;
}

/// Everything at once: all shapes, mass ratios up to 1e6, overlapping starts, static and kinematic obstacles.
static ssWorld* randomScene( testRng* rng, int bodies, bool elastic )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-4;
    def.maxIterations = 60;
    def.theta = testRandom( rng ) % 2 == 0 ? 1.0 : testUniform( rng, 0.5, 1.0 );
    def.law = (ssWorldLaw)( testRandom( rng ) % 3 );
    def.sleeping = testRandom( rng ) % 2 == 0;
    ssWorld* world = makeWorld( &def );
    addPlane( world, randomMaterial( rng, 0.1 ), testUniform( rng, -0.3, 0.3 ) );
    ssBodyDef obstacle = ssDefaultBodyDef();
    obstacle.shape = ssBoxShape( ssVec3_Make( 1.0, 0.5, 0.3 ) );
    obstacle.kind = testRandom( rng ) % 2 == 0 ? ss_bodyStatic : ss_bodyKinematic;
    obstacle.omega = ssVec3_Make( 0.0, 0.0, 1.0 );
    addBody( world, &obstacle );
    for ( int i = 0; i < bodies; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = randomShape( rng );
        body.mass = pow( 10.0, testUniform( rng, -3.0, 3.0 ) );
        body.material = randomMaterial( rng, 0.1 );
        body.material.restitution = elastic ? body.material.restitution : 0.0;
        body.pose.position = ssVec3_Make(
            testUniform( rng, -1.5, 1.5 ), testUniform( rng, -1.5, 1.5 ), testUniform( rng, 0.2, 3.0 ) );
        body.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make(
            testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ) ) );
        body.velocity = ssVec3_Make(
            testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ) );
        body.omega = ssVec3_Make(
            testUniform( rng, -9.0, 9.0 ), testUniform( rng, -9.0, 9.0 ), testUniform( rng, -9.0, 9.0 ) );
        addBody( world, &body );
    }
    return world;
}

/// The deepest overlap of the latest step, relative to the thickness of the thinner of the two bodies.
static double overlapOf( const ssWorld* world )
{
    double worst = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        double size = fmin( ssShape_InnerRadius( ssWorld_BodyShape( world, contact.a ) ),
            ssShape_InnerRadius( ssWorld_BodyShape( world, contact.b ) ) );
        worst = fmax( worst, -contact.gap / ( 2.0 * size ) );
    }
    return worst;
}

TEST randomScenesStayFiniteAndBounded( void )
{
    for ( int k = 0; k < testCountFull( 25, 100 ); ++k )
    {
        testRng rng = { 1000u + (uint64_t)k };
        ssWorld* world = randomScene( &rng, 4 + k % 9, true );
        for ( int i = 0; i < 300; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 4e-3 );
            ASSERT( report.status == ss_statusConverged || report.status == ss_statusLimit );
            for ( int b = 2; b < ssWorld_BodyCount( world ); ++b )
            {
                ssBodyState body = bodyAt( world, b );
                double speed = ssVec3_Length( body.velocity );
                ASSERT( isfinite( speed ) && isfinite( ssVec3_Length( body.omega ) ) );
                ASSERT( isfinite( ssVec3_Length( body.pose.position ) ) );
                // Nothing explodes: ten metres down a slope and a blow by the fastest and heaviest body give
                // less than this.
                ASSERT( speed < 1e3 );
            }
            // Once the overlapping start is resolved, the overlap is at most a hundredth, whatever strikes
            // whatever.
            ASSERT( i < 50 || overlapOf( world ) < 0.01 );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST energyNeverRisesInAnyScene( void )
{
    // All shapes, all coefficients, light bodies under heavy ones, e = 0: the energy grows by no more than
    // the correction of overlaps and the drives put in. A step that is not solved says so, and is not meant.
    int solved = 0, steps = 0;
    for ( int k = 0; k < testCountFull( 3, 10 ); ++k )
    {
        testRng rng = { 5000u + (uint64_t)k };
        ssWorld* world = randomScene( &rng, 4 + k % 9, false );
        ssWorldDef def = *ssWorld_Def( world );
        def.theta = 1.0;
        def.tolerance = 1e-6;
        def.maxIterations = testScale() < 10.0 ? 500 : 2000;
        ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
        double own = ssWorld_Energy( world ), rise = 0.0;
        ssLedger ledger = { 0 };
        for ( int i = 0; i < testUpTo( 300, 100 ); ++i, ++steps )
        {
            ssWorldReport report = ssWorld_Step( world, 4e-3 );
            ledger = report.ledger;
            double now = ssWorld_Energy( world ) - ledger.correction - ledger.work;
            bool converged = report.status == ss_statusConverged;
            rise = converged ? fmax( rise, now - own ) : rise;
            solved += converged;
            own = now;
        }
        double dissipated = ledger.sliding + ledger.rolling + ledger.spinning + ledger.impact;
        ASSERT( rise <= 1e-9 * dissipated );
        ssDestroyWorld( world );
    }
    ASSERT( 2 * solved > steps );
    PASS();
}

TEST energyNeverRises( void )
{
    for ( int k = 0; k < testUpTo( 4, 2 ); ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-6;
        def.maxIterations = 3000;
        ssWorld* world = heap( &def, 27, k % 2 == 1, 77u + (uint64_t)k );
        double start = ssWorld_Energy( world ), last = start;
        for ( int i = 0; i < testUpTo( 1500, 600 ); ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            double energy = ssWorld_Energy( world );
            ASSERT( energy <= last + 1e-9 * start );
            last = energy;
            // The ledger balances.
            double books = report.ledger.added + report.ledger.work - lostOf( &report.ledger );
            ASSERT_IN_RANGE( books, energy, 1e-11 * start );
            ASSERT( report.maxPenetration < 0.001 );
        }
        const ssLedger* ledger = &ssWorld_Report( world )->ledger;
        ASSERT( last < 0.7 * start );
        ASSERT( ledger->correction <= 1e-3 * ( start - last ) );
        ASSERT( ledger->sliding > 0.0 && ledger->impact > 0.0 && ledger->rolling > 0.0 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// Twenty spheres of 1 cm are released one by one over a plane, followed by some more time. At every step,
/// under any law, reactions lie in their cones, no overlap exceeds a hundredth, and there is no energy but
/// that of the drops.
static enum greatest_test_res pourUnder( ssWorldLaw law, double muRoll, double* top, double* spread )
{
    const double radius = 0.01, h = 1e-3;
    ssWorldDef def = ssDefaultWorldDef();
    def.law = law;
    def.tolerance = 1e-6;
    def.maxIterations = 3000;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5, .muRoll = muRoll };
    addPlane( world, material, 0.0 );
    testRng rng = { 17 };
    for ( int i = 0; i < 2000; ++i )
    {
        if ( i % 80 == 0 && i / 80 < 20 )
        {
            ssBodyDef ball = sphereOn( radius, material, 0.0 );
            ball.pose.position = ssVec3_Make(
                testUniform( &rng, -radius, radius ), testUniform( &rng, -radius, radius ), 20.0 * radius );
            addBody( world, &ball );
        }
        double before = ssWorld_Energy( world );
        ssLedger ledger = ssWorld_Step( world, h ).ledger;
        ASSERT( ssWorld_Energy( world ) <= before + 1e-9 * ledger.added );
        ASSERT( overlapOf( world ) < 0.01 );
        for ( int k = 0; k < ssWorld_ContactCount( world ); ++k )
        {
            ssContactView view = ssWorld_Contact( world, k ).view;
            double p[6] = { view.force[0], view.force[1], view.force[2], view.moment[0], view.moment[1],
                view.moment[2] };
            // The bound is the solver's tolerance, which is relative to the weights.
            double weight = 9.81 * bodyAt( world, 1 ).mass;
            ASSERT( ssCone_Distance( &view.cone, p ) <= 10.0 * def.tolerance * ( weight + view.force[0] ) );
        }
    }
    ssVec3 centre = { 0.0, 0.0, 0.0 };
    int count = ssWorld_BodyCount( world ) - 1;
    *top = *spread = 0.0;
    for ( int b = 1; b <= count; ++b )
    {
        ssVec3 x = bodyAt( world, b ).pose.position;
        centre = ssVec3_MulAdd( centre, 1.0 / count, x );
        *top = fmax( *top, 0.5 * ( x.z / radius + 1.0 ) );
    }
    for ( int b = 1; b <= count; ++b )
    {
        ssVec3 x = ssVec3_Sub( bodyAt( world, b ).pose.position, centre );
        *spread += hypot( x.x, x.y ) / ( 2.0 * radius * count );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST everyLawScattersOrPilesAsRollingResistanceSays( void )
{
    // Coulomb's law comes first, and the other two at the usual scale.
    for ( int law = ss_worldLawCoulomb; law < testUpTo( ss_worldLawEllipsoidal + 1, 1 ); ++law )
    {
        double top, spread;
        CHECK_CALL( pourUnder( (ssWorldLaw)law, 1e-5, &top, &spread ) );
        ASSERT( top < 1.05 && spread > 5.0 );
        CHECK_CALL( pourUnder( (ssWorldLaw)law, 0.01, &top, &spread ) );
        ASSERT( top > 1.5 && spread < 4.5 );
    }
    PASS();
}

TEST coarseStepsKeepStonesApart( void )
{
    // 5 ms and 50 sweeps, as a window uses them: stones strike at 3 m/s, a third of their size per step.
    // Spheres end a step at the surface; corners, whose turn the midpoint scheme takes for no impact, may be
    // deeper by that turn.
    const double bounds[2] = { 0.01, 0.02 };
    for ( int k = 0; k < 2; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 0.0;
        def.maxIterations = 50;
        ssWorld* world = heap( &def, testUpTo( 90, 36 ), k == 1, 31u + (uint64_t)k );
        for ( int i = 1; i < ssWorld_BodyCount( world ); ++i )
        {
            testMust( ssWorld_SetVelocity( world, ssWorld_BodyAt( world, i ), ssVec3_Make( 0.0, 0.0, -3.0 ),
                ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        }
        double start = ssWorld_Energy( world ), last = start, lifted = 0.0;
        for ( int i = 0; i < 300; ++i )
        {
            ssLedger ledger = ssWorld_Step( world, 5e-3 ).ledger;
            ASSERT( overlapOf( world ) < bounds[k] );
            // The energy grows by no more than the correction of overlaps put in, and that is negligible.
            double energy = ssWorld_Energy( world );
            ASSERT( energy <= last + ( ledger.correction - lifted ) + 1e-12 * start );
            last = energy;
            lifted = ledger.correction;
            double dissipated = ledger.sliding + ledger.rolling + ledger.spinning + ledger.impact;
            ASSERT( ledger.correction <= 1e-3 * dissipated );
        }
        ASSERT( last < 0.5 * start );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST overlapsAreCorrectedWithoutThrowing( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    addPlane( world, material, 0.0 );
    for ( int i = 0; i < 3; ++i )
    {
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position = ssVec3_Make( 0.1 * i, 0.0, 0.06 );
        addBody( world, &ball );
    }
    double fastest = 0.0;
    for ( int i = 0; i < 1000; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        for ( int b = 1; b <= 3; ++b )
        {
            fastest = fmax( fastest, ssVec3_Length( bodyAt( world, b ).velocity ) );
        }
    }
    ASSERT( ssWorld_Report( world )->maxPenetration < 0.002 );
    ASSERT( fastest < 0.05 );
    ssDestroyWorld( world );
    PASS();
}

TEST nothingSleepsWhereSleepingIsOff( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-5;
    ASSERT( !def.sleeping );
    ssWorld* world = heap( &def, 9, false, 3 );
    for ( int i = 0; i < 2000; ++i ) { ASSERT_EQ_FMT( 9, ssWorld_Step( world, 2e-3 ).awake, "%d" ); }
    // Everything is at rest anyway. Sleeping is switched on, then off again: all bodies are awake at once.
    ASSERT( ssWorld_Ledger( world ).kinetic < 1e-12 );
    for ( int k = 0; k < 2; ++k )
    {
        def.sleeping = k == 0;
        ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
        for ( int i = 0; i < 500; ++i ) { ssWorld_Step( world, 2e-3 ); }
        ASSERT_EQ_FMT( k == 0 ? 0 : 9, ssWorld_Report( world )->awake, "%d" );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST heapsFallAsleepAndWakeWhenStruck( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.tolerance = 1e-5;
    ssWorld* world = heap( &def, 9, false, 3 );
    for ( int i = 0; i < 6000 && ( i == 0 || ssWorld_Report( world )->awake > 0 ); ++i )
    {
        ssWorld_Step( world, 2e-3 );
    }
    ASSERT_EQ( 0, ssWorld_Report( world )->awake );
    ssWorld_Step( world, 2e-3 );
    ASSERT( ssWorld_ContactCount( world ) >= 9 );
    double weight = 0.0, carried = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        carried += contact.a.slot1 == 1 ? contact.view.force[0] : 0.0;
    }
    for ( int i = 1; i < ssWorld_BodyCount( world ); ++i )
    {
        ASSERT( bodyAt( world, i ).asleep );
        weight += 9.81 * bodyAt( world, i ).mass;
    }
    // The forces are kept while the bodies sleep.
    ASSERT_IN_RANGE( weight, carried, 1e-2 * weight );
    ssBodyDef hammer = ssDefaultBodyDef();
    hammer.shape = ssSphereShape( 0.05 );
    hammer.pose.position = bodyAt( world, 1 ).pose.position;
    hammer.pose.position.z += 0.15;
    hammer.velocity.z = -3.0;
    addBody( world, &hammer );
    for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 2e-3 ); }
    ASSERT( !bodyAt( world, 1 ).asleep );
    ssDestroyWorld( world );
    PASS();
}

/// The heap must be at rest: while one body still rolls, every step is another problem.
TEST warmStartSavesSweeps( void )
{
    int sweeps[2] = { 0, 0 };
    for ( int k = 0; k < 2; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-4;
        ssWorld* world = heap( &def, 45, false, 9 );
        for ( int i = 0; i < 3000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        def.warmStart = k == 0;
        ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
        for ( int i = 0; i < 50; ++i ) { sweeps[k] += ssWorld_Step( world, 1e-3 ).iterations; }
        ssDestroyWorld( world );
    }
    ASSERT( 3 * sweeps[0] < sweeps[1] );
    PASS();
}

// ------------------------------------------------------------------------------------------------- same bits

TEST restoredWorldsGoOnAsIfNothingHappened( void )
{
    for ( int k = 0; k < testCountFull( 12, 20 ); ++k )
    {
        testRng rng = { 300u + (uint64_t)k };
        ssWorld* world = randomScene( &rng, 10, true );
        ssWorldDef def = *ssWorld_Def( world );
        def.substeps = 1 + k % 2;
        ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
        int stop = (int)( testRandom( &rng ) % 120 );
        for ( int i = 0; i < stop; ++i ) { ssWorld_Step( world, 4e-3 ); }
        ssArchive measure = { .mode = ss_archiveMeasure };
        ssWorld_Serialize( world, &measure );
        unsigned char* blob = malloc( measure.used );
        ssArchive write = { .mode = ss_archiveWrite, .bytes = blob, .size = measure.used };
        ssWorld_Serialize( world, &write );
        for ( int i = 0; i < 60; ++i ) { ssWorld_Step( world, 4e-3 ); }
        uint64_t hash = worldHash( world );
        // The state is restored into the same world, and into one that has never stepped.
        for ( int other = 0; other < 2; ++other )
        {
            testRng again = { 300u + (uint64_t)k };
            ssWorld* target = other == 0 ? world : randomScene( &again, 3, true );
            ssArchive read = { .mode = ss_archiveRead, .bytes = blob, .size = measure.used };
            ssWorld_Serialize( target, &read );
            ASSERT( !read.overrun && read.used == measure.used );
            // The problem of a step is not saved, and none is made up.
            ssProblem frozen;
            ASSERT( ssWorld_Freeze( target, &frozen ).code != ss_ok );
            for ( int i = 0; i < 60; ++i ) { ssWorld_Step( target, 4e-3 ); }
            ASSERT( worldHash( target ) == hash );
            if ( other == 1 ) { ssDestroyWorld( target ); }
        }
        // A truncated blob is noticed.
        ssArchive cut = { .mode = ss_archiveRead, .bytes = blob, .size = measure.used / 2 };
        ssWorld_Serialize( world, &cut );
        ASSERT( cut.overrun );
        free( blob );
        ssDestroyWorld( world );
    }
    PASS();
}

static enum greatest_test_res sameBodies( const ssWorld* a, const ssWorld* b )
{
    ASSERT_EQ( ssWorld_BodyCount( a ), ssWorld_BodyCount( b ) );
    for ( int i = 0; i < ssWorld_BodyCount( a ); ++i )
    {
        ssBodyState x = bodyAt( a, i ), y = bodyAt( b, i );
        ASSERT_MEM_EQ( &x.pose, &y.pose, sizeof x.pose );
        ASSERT_MEM_EQ( &x.velocity, &y.velocity, sizeof x.velocity );
        ASSERT_MEM_EQ( &x.omega, &y.omega, sizeof x.omega );
        ASSERT_EQ( x.asleep, y.asleep );
    }
    PASS();
}

/// The last of several reports, with sums or maxima over all of them.
static ssWorldReport summed( ssWorldReport sofar, ssWorldReport last )
{
    last.iterations += sofar.iterations;
    last.residual = fmax( last.residual, sofar.residual );
    last.maxPenetration = fmax( last.maxPenetration, sofar.maxPenetration );
    last.correctedDepth = fmax( last.correctedDepth, sofar.correctedDepth );
    last.status = last.status == ss_statusConverged ? sofar.status : last.status;
    return last;
}

static enum greatest_test_res sameReports( const ssWorldReport* a, const ssWorldReport* b )
{
    ASSERT_EQ( a->status, b->status );
    ASSERT_EQ_FMT( a->iterations, b->iterations, "%d" );
    ASSERT_EQ_FMT( a->contacts, b->contacts, "%d" );
    ASSERT_EQ_FMT( a->awake, b->awake, "%d" );
    ASSERT_EQ( a->residual, b->residual );
    ASSERT_EQ( a->maxPenetration, b->maxPenetration );
    ASSERT_EQ( a->correctedDepth, b->correctedDepth );
    ASSERT_MEM_EQ( &a->ledger, &b->ledger, sizeof a->ledger );
    PASS();
}

TEST substepsAreStepsOfTheirSize( void )
{
    const double h = 1e-2;
    for ( int k = 0; k < testCountFull( 8, 12 ); ++k )
    {
        int substeps = 2 + k % 4;
        ssWorld* worlds[2];
        ssWorldDef def;
        for ( int w = 0; w < 2; ++w )
        {
            testRng rng = { 900u + (uint64_t)k };
            worlds[w] = randomScene( &rng, 10, true );
            def = *ssWorld_Def( worlds[w] );
            def.substeps = w == 0 ? substeps : 1;
            ASSERT_EQ( ss_ok, ssWorld_SetDef( worlds[w], &def ).code );
        }
        for ( int i = 0; i < 60; ++i )
        {
            ssWorldReport whole = ssWorld_Step( worlds[0], h );
            ssWorldReport parts = ssWorld_Step( worlds[1], h / substeps );
            for ( int s = 1; s < substeps; ++s )
            {
                parts = summed( parts, ssWorld_Step( worlds[1], h / substeps ) );
            }
            CHECK_CALL( sameReports( &parts, &whole ) );
            CHECK_CALL( sameReports( &whole, ssWorld_Report( worlds[0] ) ) );
            CHECK_CALL( sameBodies( worlds[0], worlds[1] ) );
        }
        // The contacts are those of the last substep, including their forces.
        ASSERT_EQ( ssWorld_ContactCount( worlds[0] ), ssWorld_ContactCount( worlds[1] ) );
        for ( int i = 0; i < ssWorld_ContactCount( worlds[0] ); ++i )
        {
            ssWorldContact a = ssWorld_Contact( worlds[0], i ), b = ssWorld_Contact( worlds[1], i );
            ASSERT_MEM_EQ( a.view.force, b.view.force, sizeof a.view.force );
        }
        // Nothing else has diverged: with the same def they are the same to the last bit after one more step.
        def.substeps = 1;
        for ( int w = 0; w < 2; ++w )
        {
            ASSERT_EQ( ss_ok, ssWorld_SetDef( worlds[w], &def ).code );
            ssWorld_Step( worlds[w], h );
        }
        ASSERT( worldHash( worlds[0] ) == worldHash( worlds[1] ) );
        ssDestroyWorld( worlds[0] );
        ssDestroyWorld( worlds[1] );
    }
    PASS();
}

/// What a user does to a heap between two steps.
static void meddle( ssWorld* world, int event, testRng* rng )
{
    int id = 1 + (int)( testRandom( rng ) % 300 );
    ssBodyState body = bodyAt( world, id );
    ssVec3 above = { testUniform( rng, 0.0, 0.3 ), testUniform( rng, 0.0, 0.3 ),
        testUniform( rng, 0.3, 0.6 ) };
    if ( event == 0 )
    {
        body.pose.position = above;
        testMust( ssWorld_SetPose( world, ssWorld_BodyAt( world, id ), body.pose ) );
    }
    else if ( event == 1 )
    {
        testMust( ssWorld_SetEnabled( world, ssWorld_BodyAt( world, id ), false ) );
        testMust( ssWorld_SetEnabled( world, ssWorld_BodyAt( world, id / 2 ), true ) );
    }
    else if ( event == 2 )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( testUniform( rng, 0.03, 0.08 ) );
        ball.pose.position = above;
        addBody( world, &ball );
    }
    else if ( event == 3 )
    {
        testMust( ssWorld_SetVelocity( world, ssWorld_BodyAt( world, id ), ssVec3_Make( 0.0, 2.0, 3.0 ),
            ssVec3_Make( 0.0, 0.0, 5.0 ) ) );
    }
}

/// A world remembers which bodies are near each other. One that was saved and restored
/// starts without that, and goes on the same, to the last bit: no contact is missed or comes
/// too late, whatever was done to the bodies.
TEST whatAWorldRemembersOfPlacesChangesNothing( void )
{
    for ( int k = 0; k < 4; ++k )
    {
        testRng rng = { 70u + (uint64_t)k };
        ssWorldDef def = ssDefaultWorldDef();
        def.maxIterations = 30;
        def.sleeping = k % 2 == 1;
        ssWorld* world = heap( &def, 320, k == 3, 5u + (uint64_t)k );
        for ( int i = 0; i < testCountFull( 70, 120 ); ++i )
        {
            ssWorld* fresh = NULL;
            if ( i % 10 == 9 )
            {
                meddle( world, i / 10 % 4, &rng );
                fresh = makeWorld( &def );
                ASSERT( testRestoreFrom( world, fresh ) );
            }
            ssWorld_Step( world, 4e-3 );
            if ( fresh != NULL )
            {
                ssWorld_Step( fresh, 4e-3 );
                ASSERT_EQ( worldHash( fresh ), worldHash( world ) );
                ssDestroyWorld( fresh );
            }
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST threadsDoNotChangeABit( void )
{
    uint64_t hashes[3] = { 0, 0, 0 };
    for ( int k = 0; k < 3; ++k )
    {
        int threads = 1 << k;
        ssSetParallelFor( k == 0 ? NULL : testThreads, &threads );
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 0.0;
        def.maxIterations = 5;
        ssWorld* world = heap( &def, 1200, true, 5 );
        for ( int i = 0; i < testCountFull( 24, 40 ); ++i ) { ssWorld_Step( world, 3e-3 ); }
        hashes[k] = worldHash( world );
        ssSetParallelFor( NULL, NULL );
        ssDestroyWorld( world );
    }
    ASSERT( hashes[0] == hashes[1] && hashes[1] == hashes[2] );
    PASS();
}

SUITE( scenes )
{
    RUN_TEST( randomScenesStayFiniteAndBounded );
    RUN_TEST( energyNeverRisesInAnyScene );
    RUN_TEST( energyNeverRises );
    RUN_TEST( everyLawScattersOrPilesAsRollingResistanceSays );
    RUN_TEST( coarseStepsKeepStonesApart );
    RUN_TEST( overlapsAreCorrectedWithoutThrowing );
    RUN_TEST( nothingSleepsWhereSleepingIsOff );
    RUN_TEST( heapsFallAsleepAndWakeWhenStruck );
    RUN_TEST( warmStartSavesSweeps );
}

SUITE( bits )
{
    RUN_TEST( restoredWorldsGoOnAsIfNothingHappened );
    RUN_TEST( substepsAreStepsOfTheirSize );
    RUN_TEST( whatAWorldRemembersOfPlacesChangesNothing );
    RUN_TEST( threadsDoNotChangeABit );
}

/// A column of boxes and spheres whose densities differ by twelve decades, which no solver gets right.
static ssWorld* unevenColumn( uint64_t seed, ssWorldLaw law, int maxIterations )
{
    testRng rng = { seed };
    ssWorldDef def = ssDefaultWorldDef();
    def.law = law;
    def.maxIterations = maxIterations;
    ssWorld* world = makeWorld( &def );
    addPlane( world, ssDefaultBodyDef().material, 0.0 );
    for ( int i = 0; i < 6; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = testUniform( &rng, 0.0, 1.0 ) < 0.5 ? ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) )
                                                         : ssSphereShape( 0.05 );
        body.pose.position = ssVec3_Make(
            testUniform( &rng, -0.01, 0.01 ), testUniform( &rng, -0.01, 0.01 ), 0.0499 + 0.0998 * i );
        body.density = 1000.0 * pow( 10.0, testUniform( &rng, -6.0, 6.0 ) );
        body.material.mu = pow( 10.0, testUniform( &rng, -1.0, 1.0 ) );
        body.velocity = ssVec3_Make( testUniform( &rng, -0.5, 0.5 ), testUniform( &rng, -0.5, 0.5 ),
            testUniform( &rng, -0.5, 0.5 ) * pow( 10.0, testUniform( &rng, -3.0, 3.0 ) ) );
        addBody( world, &body );
    }
    return world;
}

TEST rescuesEndWhenTheirBudgetIsSpent( void )
{
    // One column in about twelve spends it: far more are tried before none of them is a failure.
    int spent = 0, converged = 0;
    for ( int k = 0; k < 12 || ( spent == 0 && k < 200 ); ++k )
    {
        ssWorld* world =
            unevenColumn( (uint64_t)k + 1, k % 2 == 0 ? ss_worldLawCoulomb : ss_worldLawEllipsoidal, 300 );
        for ( int i = 0; i < 5; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ASSERT( report.status == ss_statusLimit || !report.budgetSpent );
            spent += report.budgetSpent;
            converged += report.status == ss_statusConverged;
        }
        ssDestroyWorld( world );
    }
    ASSERT( spent > 0 && converged > 0 );
    PASS();
}

TEST convergedStepsDoNotPull( void )
{
    for ( int k = 0; k < testCountFull( 20, 30 ); ++k )
    {
        ssWorld* world =
            unevenColumn( (uint64_t)k + 1, k % 2 == 0 ? ss_worldLawCoulomb : ss_worldLawEllipsoidal, 1000 );
        for ( int i = 0; i < 5; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1.7e-11 );
            ssJudgement judgement = { 0 };
            if ( report.status == ss_statusConverged && report.contacts > 0 )
            {
                ASSERT_EQ( ss_ok,
                    ssJudge( ssWorld_Problem( world ), ssWorld_Reactions( world ), &judgement, NULL ).code );
                ASSERT( judgement.infeasibility <= 10.0 * ssWorld_Def( world )->tolerance );
            }
        }
        ssDestroyWorld( world );
    }
    PASS();
}

SUITE( work )
{
    RUN_TEST( rescuesEndWhenTheirBudgetIsSpent );
    RUN_TEST( convergedStepsDoNotPull );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scenes );
    RUN_SUITE( bits );
    RUN_SUITE( work );
    return TEST_END();
}
