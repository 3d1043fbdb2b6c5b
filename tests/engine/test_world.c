// SPDX-License-Identifier: MIT
#include "world_common.h"

// Single bodies: closed forms, friction that holds exactly, and rotation that conserves momentum and energy.

// ------------------------------------------------------------------------------------------------ on a plane

/// The sphere of the world beside the exact solution of Acary & Bourrier Fig. 3.
static enum greatest_test_res followExact( double mu, double muRoll, double omega0 )
{
    const double h = 1e-4, g = 9.81;
    ssMaterial material = { .mu = mu, .muRoll = muRoll };
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 0.5;
    def.tolerance = 1e-13;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    ssBodyDef ball = sphereOn( 0.5, material, 0.0 );
    ball.density = 2500.0;
    ball.velocity.x = 2.5;
    ball.omega.y = omega0;
    ssBodyId id = addBody( world, &ball );
    ssSphereModel model = {
        .radius = 0.5, .mass = ssWorld_Body( world, id ).mass, .mu = mu, .muRoll = muRoll, .gravityNormal = g
    };
    ssSphereState sphere = { .velocity = { 2.5, 0.0, 0.0 }, .omega = { 0.0, omega0, 0.0 } };
    ssSphereExact exact = ssSolveSphereExact( &model, &sphere, 0.0 );
    double error = 0.0;
    for ( int i = 1; i <= 60000; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        ASSERT_EQ( ss_statusConverged, report.status );
        ssVec3 x = ssWorld_Body( world, id ).pose.position;
        error = fmax( error, fabs( x.x - ssSphereExact_At( &exact, i * h ).x ) );
    }
    ASSERT_IN_RANGE( 0.0, error, 3e-9 );
    ssDestroyWorld( world );
    PASS();
}

TEST sphereFollowsTheClosedForms( void )
{
    CHECK_CALL( followExact( 0.2, 0.04, 5.0 ) );
    CHECK_CALL( followExact( 0.2, 0.04, 2.5 ) );
    CHECK_CALL( followExact( 0.05, 0.04, 5.0 ) );
    PASS();
}

TEST stuckSphereStaysStuck( void )
{
    // tan 5° = 0.0875 < min(mu, mu_r/R), at the default tolerance of the world and at one that asks for all
    // digits.
    const double angle = 5.0 * SS_PI / 180.0;
    for ( int k = 0; k < 2; ++k )
    {
        ssMaterial material = { .mu = 0.1, .muRoll = 0.05 };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = k == 0 ? def.tolerance : 1e-13;
        ssWorld* world = makeWorld( &def );
        addPlane( world, material, angle );
        ssBodyDef ball = sphereOn( 0.5, material, angle );
        ssBodyId id = addBody( world, &ball );
        for ( int i = 0; i < 100000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        ssVec3 moved = ssVec3_Sub( ssWorld_Body( world, id ).pose.position, ball.pose.position );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( moved ), 1e-9 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST spherePastTheConeRollsOff( void )
{
    // mu_r/R = 0.05 < tan 5°: the sphere rolls at (5/7) g (sin a - (mu_r/R) cos a).
    const double angle = 5.0 * SS_PI / 180.0, h = 1e-3, g = 9.81;
    ssMaterial material = { .mu = 0.5, .muRoll = 0.025 };
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 0.5;
    def.tolerance = 1e-13;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, angle );
    ssBodyDef ball = sphereOn( 0.5, material, angle );
    ssBodyId id = addBody( world, &ball );
    for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, h ); }
    double v = 2.0 * 5.0 / 7.0 * g * ( sin( angle ) - 0.05 * cos( angle ) );
    ASSERT_IN_RANGE( v, ssVec3_Length( ssWorld_Body( world, id ).velocity ), 1e-9 * v );
    ssDestroyWorld( world );
    PASS();
}

TEST allHeadingsStopAtTheSameDistance( void )
{
    double first = 0.0;
    for ( int k = 0; k < 24; ++k )
    {
        double heading = 2.0 * SS_PI * k / 24.0;
        ssMaterial material = { .mu = 0.3, .muRoll = 0.004, .muSpin = 0.002 };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-13;
        ssWorld* world = makeWorld( &def );
        addPlane( world, material, 0.0 );
        ssBodyDef ball = sphereOn( 0.05, material, 0.0 );
        ball.velocity = ssVec3_Make( cos( heading ), sin( heading ), 0.0 );
        ball.omega.z = 3.0;
        ssBodyId id = addBody( world, &ball );
        for ( int i = 0; i < 3000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        ssBodyState state = ssWorld_Body( world, id );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( state.velocity ), 1e-12 );
        double distance = hypot( state.pose.position.x, state.pose.position.y );
        first = k == 0 ? distance : first;
        ASSERT( distance > 0.3 );
        ASSERT_IN_RANGE( first, distance, 1e-9 * first );
        ssDestroyWorld( world );
    }
    PASS();
}

/// Spins a ball in place and returns its spin after `time`.
static double spinAfter( double muRoll, double muSpin, double time )
{
    ssMaterial material = { .mu = 0.5, .muRoll = muRoll, .muSpin = muSpin };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-13;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.omega.z = 10.0;
    ssBodyId id = addBody( world, &ball );
    for ( int i = 0; i < (int)llround( time / 1e-3 ); ++i ) { ssWorld_Step( world, 1e-3 ); }
    double spin = ssWorld_Body( world, id ).omega.z;
    ssDestroyWorld( world );
    return spin;
}

TEST spinStopsWithSpinningFrictionAndOnlyWithIt( void )
{
    // spin' = -(5/2) mu_s g/R², whatever mu_r is.
    double slope = 2.5 * 0.01 * 9.81 / 0.01;
    for ( int k = 0; k < 2; ++k )
    {
        double muRoll = k == 0 ? 0.0 : 0.02;
        ASSERT_IN_RANGE( 10.0 - 0.2 * slope, spinAfter( muRoll, 0.01, 0.2 ), 1e-9 );
        ASSERT_EQ( 0.0, spinAfter( muRoll, 0.01, 0.6 ) ); // to the bit
        ASSERT_IN_RANGE( 10.0, spinAfter( muRoll, 0.0, 5.0 ), 1e-9 );
    }
    PASS();
}

TEST blockSlidesDownAtTheRightRate( void )
{
    const double angle = 30.0 * SS_PI / 180.0, h = 1e-3, g = 9.81;
    const double mus[] = { 0.3, 0.7 };
    for ( int k = 0; k < 2; ++k )
    {
        ssMaterial material = { .mu = mus[k] };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-11;
        ssWorld* world = makeWorld( &def );
        addPlane( world, material, angle );
        ssBodyDef box = sphereOn( 0.1, material, angle );
        box.shape = ssBoxShape( ssVec3_Make( 0.3, 0.2, 0.1 ) );
        box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
        ssBodyId id = addBody( world, &box );
        for ( int i = 0; i < 500; ++i ) { ssWorld_Step( world, h ); }
        double v = 0.5 * g * fmax( 0.0, sin( angle ) - mus[k] * cos( angle ) );
        ASSERT_IN_RANGE( v, ssVec3_Length( ssWorld_Body( world, id ).velocity ), 1e-7 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST bouncingBallKeepsNewtonsRatio( void )
{
    for ( int k = 0; k <= 4; ++k )
    {
        double e = 0.25 * k;
        ssMaterial material = { .restitution = e };
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = 0.5;
        def.tolerance = 1e-13;
        ssWorld* world = makeWorld( &def );
        addPlane( world, material, 0.0 );
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position.z = 1.1;
        ssBodyId id = addBody( world, &ball );
        double down = 0.0, up = 0.0;
        for ( int i = 0; i < 5000 && !( down < 0.0 && up >= 0.0 ); ++i )
        {
            down = ssWorld_Body( world, id ).velocity.z;
            ssWorld_Step( world, 1e-4 );
            up = ssWorld_Body( world, id ).velocity.z;
        }
        ASSERT_IN_RANGE( -sqrt( 2.0 * 9.81 ), down, 1e-2 );
        ASSERT_IN_RANGE( -e * down, up, 1e-9 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST anIncomingBallStopsAtTheSurface( void )
{
    // The sphere comes to rest neither in the ground nor above it, from any height, with any step.
    testRng rng = { 5 };
    for ( int k = 0; k < testCount( 200 ); ++k )
    {
        ssMaterial material = { .mu = 0.5 };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-13;
        ssWorld* world = makeWorld( &def );
        addPlane( world, material, 0.0 );
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position.z = 0.1 + testUniform( &rng, 0.0, 1.0 );
        ball.velocity.z = -testUniform( &rng, 0.0, 30.0 );
        ssBodyId id = addBody( world, &ball );
        double h = pow( 10.0, testUniform( &rng, -3.0, -1.5 ) );
        for ( int i = 0; i < (int)( 1.0 / h ); ++i )
        {
            ssWorld_Step( world, h );
            ASSERT( ssWorld_Body( world, id ).pose.position.z > 0.1 - 1e-12 );
        }
        ASSERT_IN_RANGE( 0.1, ssWorld_Body( world, id ).pose.position.z, 1e-9 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST beltCarriesABlockToItsSpeed( void )
{
    ssMaterial material = { .mu = 0.5 };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-11;
    ssWorld* world = makeWorld( &def );
    ssBodyId belt = addPlane( world, material, 0.0 );
    ssBodyDef box = sphereOn( 0.1, material, 0.0 );
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.1 ) );
    ssBodyId id = addBody( world, &box );
    testMust( ssWorld_SetBeltVelocity( world, belt, ssVec3_Make( 0.0, 1.0, 0.0 ) ) );
    for ( int i = 0; i < 100; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT_IN_RANGE( 0.1 * 0.5 * 9.81, ssWorld_Body( world, id ).velocity.y, 1e-8 );
    for ( int i = 0; i < 400; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT_IN_RANGE( 1.0, ssWorld_Body( world, id ).velocity.y, 1e-9 );
    // Half of what the drive gave is heat, half is motion.
    const ssLedger* ledger = &ssWorld_Report( world )->ledger;
    double kinetic = 0.5 * ssWorld_Body( world, id ).mass;
    ASSERT_IN_RANGE( kinetic, ledger->sliding, 1e-6 * kinetic );
    ASSERT_IN_RANGE( 2.0 * kinetic, ledger->work, 1e-6 * kinetic );
    ssDestroyWorld( world );
    PASS();
}

TEST groovesSteerTheStoppingDistance( void )
{
    // The friction ellipse has the axes 0.2 along the groove and 0.4 across; turning the groove by 90° swaps
    // them.
    for ( int k = 0; k < 4; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-10;
        ssWorld* world = makeWorld( &def );
        ssLawDef law = ssDefaultLawDef( ss_lawKindAssociatedEllipse );
        law.c = ssDefaultSetDef( ss_setEllipse );
        law.c.a = 0.2;
        law.c.b = 0.4;
        law.cForce = 1.0;
        ssLawId index;
        ASSERT_EQ( ss_ok, ssWorld_AddLaw( world, &law, &index ).code );
        ssMaterial material = { .mu = 0.5 };
        ssBodyId ground = addPlane( world, material, 0.0 );
        testMust( ssWorld_SetLaw( world, ground, index,
            k % 2 == 0 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 ) ) );
        ssBodyDef box = sphereOn( 0.02, material, 0.0 );
        box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.02 ) );
        box.velocity = k / 2 == 0 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, 1.0, 0.0 );
        ssBodyId id = addBody( world, &box );
        const double h = 1e-3;
        for ( int i = 0; i < 700; ++i ) { ssWorld_Step( world, h ); }
        ssVec3 x = ssWorld_Body( world, id ).pose.position;
        double mu = k % 2 == k / 2 ? 0.2 : 0.4, distance = 1.0 / ( 2.0 * mu * 9.81 );
        ASSERT_IN_RANGE( distance, hypot( x.x, x.y ), 1e-6 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// Ground with a friction ellipse whose axes are 0.2 along the groove, x, and 0.4 across.
static ssBodyId addGrooves( ssWorld* world, ssMaterial material )
{
    ssLawDef law = ssDefaultLawDef( ss_lawKindAssociatedEllipse );
    law.c = ssDefaultSetDef( ss_setEllipse );
    law.c.a = 0.2;
    law.c.b = 0.4;
    law.cForce = 1.0;
    ssLawId index;
    ssBodyId ground = addPlane( world, material, 0.0 );
    if ( ssWorld_AddLaw( world, &law, &index ).code == ss_ok )
    {
        testMust( ssWorld_SetLaw( world, ground, index, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
    return ground;
}

TEST ballsRollAndSpinDownOnGroovesAsElsewhere( void )
{
    // The ball rolls with U' = -(5/7) mu_r g/R along and across, both within the friction of the grooves, and
    // spins down at -(5/2) mu_s g/R².
    const double h = 1e-3, g = 9.81, radius = 0.1, muRoll = 0.01, muSpin = 0.002;
    for ( int k = 0; k < 3; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-10;
        def.maxIterations = 5000;
        ssWorld* world = makeWorld( &def );
        ssMaterial material = { .mu = 0.5, .muRoll = muRoll, .muSpin = muSpin };
        addGrooves( world, material );
        ssBodyDef ball = sphereOn( radius, material, 0.0 );
        ball.velocity = k == 0 ? ssVec3_Make( 1.0, 0.0, 0.0 ) : ssVec3_Make( 0.0, k == 1 ? 1.0 : 0.0, 0.0 );
        ball.omega = k == 0 ? ssVec3_Make( 0.0, 10.0, 0.0 ) : ssVec3_Make( k == 1 ? -10.0 : 0.0, 0.0, 0.0 );
        ball.omega.z = k == 2 ? 10.0 : 0.0;
        ssBodyId id = addBody( world, &ball );
        for ( int i = 0; i < 500; ++i ) { ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status ); }
        ssBodyState state = ssWorld_Body( world, id );
        double speed = k == 2 ? 0.0 : 1.0 - 0.5 * 5.0 / 7.0 * muRoll * g / radius;
        double spin = k == 2 ? fmax( 0.0, 10.0 - 0.5 * 2.5 * muSpin * g / ( radius * radius ) ) : 0.0;
        ASSERT_IN_RANGE( speed, hypot( state.velocity.x, state.velocity.y ), 1e-7 );
        ASSERT_IN_RANGE( spin, state.omega.z, 1e-6 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aRefusedProblemSaysWhyAndMovesNothing( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.solver = "admm";
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    addGrooves( world, material );
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ssBodyId id = addBody( world, &ball );
    ASSERT( ssWorld_Refusal( world ) == NULL );
    ASSERT_EQ( ss_statusRefused, ssWorld_Step( world, 1e-3 ).status );
    ASSERT( ssWorld_Refusal( world ) != NULL && strstr( ssWorld_Refusal( world ), "anisotropic" ) != NULL );
    worldHash( world ); // only reads
    ASSERT_EQ( ss_statusRefused, ssWorld_Report( world )->status );
    ASSERT_EQ( 0.1, ssWorld_Body( world, id ).pose.position.z );
    def.solver = "passes";
    ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
    ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
    ASSERT( ssWorld_Refusal( world ) == NULL );
    ssDestroyWorld( world );
    PASS();
}

TEST aSubstepThatIsRefusedLeavesThoseBeforeIt( void )
{
    // The body first falls freely; the first contact problem is the one that is refused.
    const double h = 0.1;
    const int substeps = 50;
    ssMaterial material = { .mu = 0.5 };
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.pose.position.z += 0.02;
    ssWorld* worlds[2];
    ssWorldReport reports[2];
    ssBodyId id;
    int steps = 0;
    for ( int k = 0; k < 2; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.solver = "admm";
        def.substeps = k == 0 ? substeps : 1;
        worlds[k] = makeWorld( &def );
        addGrooves( worlds[k], material );
        id = addBody( worlds[k], &ball );
    }
    reports[0] = ssWorld_Step( worlds[0], h );
    do {
        reports[1] = ssWorld_Step( worlds[1], h / substeps );
        ++steps;
    } while ( reports[1].status == ss_statusConverged && steps < substeps );
    ASSERT( steps > 5 && steps < substeps );
    ASSERT_EQ( ss_statusRefused, reports[0].status );
    ASSERT( ssWorld_Refusal( worlds[0] ) != NULL );
    ASSERT_EQ( ssWorld_Body( worlds[1], id ).pose.position.z, ssWorld_Body( worlds[0], id ).pose.position.z );
    ASSERT_EQ( ssWorld_Body( worlds[1], id ).velocity.z, ssWorld_Body( worlds[0], id ).velocity.z );
    ASSERT( ssWorld_Body( worlds[0], id ).velocity.z < 0.0 );
    ASSERT_EQ( reports[1].ledger.kinetic, reports[0].ledger.kinetic );
    ssDestroyWorld( worlds[0] );
    ssDestroyWorld( worlds[1] );
    PASS();
}

// ----------------------------------------------------------------------------------------------- free bodies

TEST freeRotationConservesEnergyAndMomentum( void )
{
    testRng rng = { 11 };
    for ( int k = 0; k < testCount( 20 ); ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        ssWorld* world = makeWorld( &def );
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make(
            testUniform( &rng, 0.1, 1.0 ), testUniform( &rng, 0.1, 1.0 ), testUniform( &rng, 0.1, 1.0 ) ) );
        box.omega = ssVec3_Make( testUniform( &rng, -20.0, 20.0 ), testUniform( &rng, -20.0, 20.0 ),
            testUniform( &rng, -20.0, 20.0 ) );
        addBody( world, &box );
        double energy = ssWorld_Energy( world );
        ssVec3 momentum = angularMomentum( world );
        for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, 1e-2 ); }
        ASSERT_IN_RANGE( energy, ssWorld_Energy( world ), 1e-11 * energy );
        ssVec3 change = ssVec3_Sub( angularMomentum( world ), momentum );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( change ), 1e-11 * ssVec3_Length( momentum ) );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST spinAboutTheMiddleAxisTumbles( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    ssWorld* world = makeWorld( &def );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.3, 0.2, 0.05 ) );
    box.omega = ssVec3_Make( 1e-3, 10.0, 0.0 );
    ssBodyId id = addBody( world, &box );
    double least = 10.0;
    for ( int i = 0; i < 4000; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        ssBodyState state = ssWorld_Body( world, id );
        ssQuat q = state.pose.orientation, back = { q.w, -q.x, -q.y, -q.z };
        least = fmin( least, ssQuat_Rotate( back, state.omega ).y );
    }
    ASSERT( least < -9.0 );
    ssDestroyWorld( world );
    PASS();
}

TEST bodiesThatFallTogetherDoNotFeelEachOther( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    testRng rng = { 5 };
    for ( int i = 0; i < 12; ++i )
    {
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.15, 0.1 ) );
        box.pose.position = ssVec3_Make( 0.0, 0.0, 0.2 * i );
        box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( testUniform( &rng, -3.0, 3.0 ),
            testUniform( &rng, -3.0, 3.0 ), testUniform( &rng, -3.0, 3.0 ) ) );
        addBody( world, &box );
    }
    ssWorldReport report = ssWorld_Step( world, 1e-3 );
    ASSERT( report.contacts > 0 );
    for ( int k = 1; k < 20; ++k )
    {
        report = ssWorld_Step( world, 1e-3 );
        ASSERT_EQ_FMT( ss_statusConverged, report.status, "%d" );
    }
    for ( int i = 0; i < 12; ++i )
    {
        ssBodyState body = bodyAt( world, i );
        ASSERT_IN_RANGE( 20e-3 * def.gravity.z, body.velocity.z, 1e-12 );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( body.omega ), 1e-12 );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST collisionsConserveMomentum( void )
{
    testRng rng = { 21 };
    for ( int k = 0; k < testCount( 10 ); ++k )
    {
        bool boxes = k % 2 == 1;
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        def.theta = 1.0; // impulses that act at times of their own keep the angular momentum of pairs only
        def.tolerance = 1e-6;
        ssWorld* world = makeWorld( &def );
        double size = 0.0;
        for ( int i = 0; i < 27; ++i )
        {
            ssBodyDef body = ssDefaultBodyDef();
            body.shape = boxes && i % 2 == 0 ? ssBoxShape( ssVec3_Make( 0.4, 0.3, 0.2 ) )
                                             : ssSphereShape( testUniform( &rng, 0.2, 0.5 ) );
            body.material = ( ssMaterial ){
                .mu = 0.5, .muRoll = 0.05, .muSpin = 0.02, .restitution = testUniform( &rng, 0.0, 1.0 )
            };
            body.pose.position = ssVec3_Make( 1.1 * ( i % 3 ), 1.1 * ( i / 3 % 3 ), 1.1 * ( i / 9 ) );
            ssVec3 inward = ssVec3_Sub( ssVec3_Make( 1.1, 1.1, 1.1 ), body.pose.position );
            body.velocity =
                ssVec3_MulAdd( inward, testUniform( &rng, 0.0, 3.0 ), ssVec3_Make( 0.3, 0.7, -0.2 ) );
            addBody( world, &body );
            size += bodyAt( world, i ).mass * ssVec3_Length( body.velocity );
        }
        ssVec3 linear = linearMomentum( world ), angular = angularMomentum( world );
        int contacts = 0, corrected = 0;
        for ( int i = 0; i < 300; ++i )
        {
            ssVec3 before = angularMomentum( world );
            ssWorldReport report = ssWorld_Step( world, 2e-3 );
            contacts += report.contacts;
            if ( report.correctedDepth >
                0.0 ) // a body that is moved keeps its velocity, which moves its x × m v
            {
                ssVec3 moved = ssVec3_Sub( angularMomentum( world ), before );
                ASSERT_IN_RANGE( 0.0, ssVec3_Length( moved ), report.correctedDepth * size );
                angular = ssVec3_Add( angular, moved );
                ++corrected;
            }
        }
        ASSERT( contacts > 100 && corrected < 10 );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( linearMomentum( world ), linear ) ), 1e-12 * size );
        // The momentum is about the origin, less than ten metres away.
        ASSERT_IN_RANGE(
            0.0, ssVec3_Length( ssVec3_Sub( angularMomentum( world ), angular ) ), 1e-11 * size );
        ssDestroyWorld( world );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- joints

TEST jointsHoldWhatTheyName( void )
{
    static const ssJointKind kinds[] = { ss_jointFixed, ss_jointPrismatic, ss_jointRevolute,
        ss_jointSpherical };
    for ( int k = 0; k < SS_COUNT( kinds ); ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-12;
        def.maxIterations = 20000;
        ssWorld* world = makeWorld( &def );
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.3, 0.2, 0.1 ) );
        box.pose.position = ssVec3_Make( 1.0, 0.0, 0.0 );
        ssBodyId id = addBody( world, &box );
        ssJointId joint;
        ssJointDef pin = ssDefaultJointDef();
        pin.kind = kinds[k];
        pin.b = id;
        pin.axis =
            kinds[k] == ss_jointRevolute ? ssVec3_Make( 0.0, 1.0, 0.0 ) : ssVec3_Make( 1.0, 0.0, -1.0 );
        ASSERT_EQ( ss_ok, ssWorld_AddJoint( world, &pin, &joint ).code );
        for ( int i = 0; i < 300; ++i ) { ssWorld_Step( world, 1e-3 ); }
        ssBodyState state = ssWorld_Body( world, id );
        ssVec3 x = state.pose.position, force, moment;
        ssWorld_JointForce( world, joint, &force, &moment );
        switch ( kinds[k] )
        {
            case ss_jointFixed:
                ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( x, box.pose.position ) ), 1e-9 );
                ASSERT_IN_RANGE( state.mass * 9.81, force.z, 1e-6 * state.mass );
                break;
            case ss_jointPrismatic: // slides down at g/sqrt 2
                ASSERT_IN_RANGE( 9.81 / sqrt( 2.0 ) * 0.3, ssVec3_Length( state.velocity ), 1e-8 );
                ASSERT_IN_RANGE( -( x.x - 1.0 ), x.z, 1e-10 );
                ASSERT_IN_RANGE( 0.0, ssVec3_Length( state.omega ), 1e-10 );
                break;
            case ss_jointRevolute: // a pendulum of length 1
                ASSERT_IN_RANGE( 1.0, hypot( x.x, x.z ), 1e-3 );
                ASSERT_IN_RANGE( 0.0, x.y, 1e-10 );
                ASSERT( x.z < -0.3 );
                break;
            default: ASSERT_IN_RANGE( 1.0, ssVec3_Length( x ), 1e-3 ); break;
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST motorAndSealKeepTheirBounds( void )
{
    // A mass of 1 kg on a rail: a seal of 3 N holds against 2.9 N and gives way to 3.1 N, and a motor keeps
    // its speed.
    for ( int k = 0; k < 3; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        def.tolerance = 1e-13;
        ssWorld* world = makeWorld( &def );
        ssBodyDef box = ssDefaultBodyDef();
        box.mass = 1.0;
        ssBodyId id = addBody( world, &box );
        ssJointId joint;
        ssJointDef row = ssDefaultJointDef();
        row.kind = k == 2 ? ss_jointMotion : ss_jointSeal;
        row.b = id;
        row.speed = k == 2 ? 0.7 : 0.0;
        row.maxForce = k == 2 ? HUGE_VAL : 3.0;
        ASSERT_EQ( ss_ok, ssWorld_AddJoint( world, &row, &joint ).code );
        testMust( ssWorld_SetForce(
            world, id, ssVec3_Make( k == 0 ? 2.9 : 3.1, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        for ( int i = 0; i < 1000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        double expected = k == 0 ? 0.0 : k == 1 ? 0.1 : 0.7;
        ASSERT_IN_RANGE( expected, ssWorld_Body( world, id ).velocity.x, 1e-9 );
        ssVec3 force, moment;
        ssWorld_JointForce( world, joint, &force, &moment );
        ASSERT_IN_RANGE( k == 0 ? -2.9 : k == 1 ? -3.0 : -3.1, force.x, 1e-6 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aHandPullsABody( void )
{
    ssMaterial material = { .mu = 0.3 };
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ssBodyId id = addBody( world, &ball );
    testMust( ssWorld_Drag( world, true, id, ssVec3_Make( 0.0, 0.0, 0.1 ) ) );
    ssVec3 target = { 0.5, 0.0, 0.4 };
    for ( int i = 0; i < 4000; ++i )
    {
        testMust( ssWorld_Drag( world, true, id, target ) );
        ssWorld_Step( world, 1e-3 );
    }
    // The body hangs m g/k below the hand, and the spring carries its weight.
    ssBodyState state = ssWorld_Body( world, id );
    ASSERT_IN_RANGE( 0.5, state.pose.position.x, 2e-2 );
    ASSERT_IN_RANGE( state.mass * 9.81, ssWorld_Spring( world )->force.z, 0.02 * state.mass * 9.81 );
    testMust( ssWorld_Drag( world, false, id, target ) );
    ASSERT( !ssWorld_Spring( world )->active );
    ssDestroyWorld( world );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- report

typedef struct Stages
{
    int entered[64];
    int count;
} Stages;

static void onStage( void* context, ssWorldStage stage )
{
    Stages* stages = context;
    stages->entered[stages->count++] = (int)stage;
}

TEST aStepReportsWhatItDid( void )
{
    // A ball that runs into another, one alone, and a box on a hinge: these are three islands.
    Stages stages = { .count = 0 };
    ssMaterial material = { .mu = 0.5 };
    ssWorldDef def = ssDefaultWorldDef();
    def.stageHook = onStage;
    def.stageContext = &stages;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    for ( int i = 0; i < 3; ++i )
    {
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position.x = i < 2 ? 0.2 * i : 1.0;
        ball.velocity.x = i == 0 ? 0.1 : 0.0;
        addBody( world, &ball );
    }
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.pose.position = ssVec3_Make( 0.0, 3.0, 2.0 );
    ssJointDef hinge = ssDefaultJointDef();
    hinge.kind = ss_jointRevolute;
    hinge.b = addBody( world, &box );
    hinge.anchor = ssVec3_Make( 0.0, 2.0, 2.0 );
    hinge.axis = ssVec3_Make( 1.0, 0.0, 0.0 );
    ASSERT_EQ( ss_ok, ssWorld_AddJoint( world, &hinge, NULL ).code );
    ssWorldReport report = ssWorld_Step( world, 1e-3 );
    ASSERT_EQ( ss_statusConverged, report.status );
    ASSERT_EQ_FMT( 4, report.bodies, "%d" );
    ASSERT_EQ_FMT( 4, report.awake, "%d" );
    ASSERT_EQ_FMT( 3, report.islands, "%d" );
    ASSERT_EQ_FMT( 4, report.contacts, "%d" ); // three with the ground, one between the two
    ASSERT( report.pairs >= report.contacts );
    ASSERT_EQ_FMT( 5, report.rows, "%d" );
    ASSERT( report.iterations > 0 && report.residual <= def.tolerance );
    ASSERT_IN_RANGE( 0.0, report.maxPenetration, 1e-12 );
    ASSERT_EQ( 0.0, report.correctedDepth );
    // The stages come in their order, followed by the end of the last.
    ASSERT_EQ_FMT( ss_stageCount + 1, stages.count, "%d" );
    for ( int i = 0; i < stages.count; ++i ) { ASSERT_EQ_FMT( i, stages.entered[i], "%d" ); }
    // What was there before and is gone now appears in the ledger, most of it lost in the impact.
    const ssLedger* ledger = &report.ledger;
    ASSERT_EQ( ssWorld_Energy( world ), ledger->kinetic + ledger->potential );
    ASSERT_IN_RANGE( ledger->added + ledger->work - lostOf( ledger ), ssWorld_Energy( world ),
        1e-14 * fabs( ledger->potential ) );
    ASSERT( ledger->impact > 0.0 && ledger->rolling == 0.0 && ledger->spinning == 0.0 );
    // Every substep goes through all stages.
    def.substeps = 3;
    ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
    stages.count = 0;
    ssWorld_Step( world, 1e-3 );
    ASSERT_EQ_FMT( 3 * ( ss_stageCount + 1 ), stages.count, "%d" );
    for ( int i = 0; i < stages.count; ++i )
    {
        ASSERT_EQ_FMT( i % ( ss_stageCount + 1 ), stages.entered[i], "%d" );
    }
    ssDestroyWorld( world );
    PASS();
}

// -------------------------------------------------------------------------------------------------- refusals

TEST badInputIsRefusedByName( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    def.theta = 0.4;
    ssResult result = ssCreateWorld( &def, &world );
    ASSERT( world == NULL && result.code == ss_errorValue );
    ASSERT_STR_EQ( "theta", result.field );
    const int noCounts[] = { 0, -1, SS_MAX_SUBSTEPS + 1 };
    for ( int i = 0; i < SS_COUNT( noCounts ); ++i )
    {
        def = ssDefaultWorldDef();
        def.substeps = noCounts[i];
        result = ssCreateWorld( &def, &world );
        ASSERT( world == NULL && result.code == ss_errorValue );
        ASSERT_STR_EQ( "substeps", result.field );
    }
    def = ssDefaultWorldDef();
    def.solver = "wishful";
    ASSERT_EQ( ss_errorUnknown, ssCreateWorld( &def, &world ).code );
    def = ssDefaultWorldDef();
    world = makeWorld( &def );
    ssBodyId id;
    ssBodyDef body = ssDefaultBodyDef();
    body.shape.radius = -1.0;
    ASSERT( ssWorld_AddBody( world, &body, &id ).code != ss_ok );
    body = ssDefaultBodyDef();
    body.density = 0.0;
    ASSERT_STR_EQ( "density", ssWorld_AddBody( world, &body, &id ).field );
    body = ssDefaultBodyDef();
    body.material.mu = -0.1;
    ASSERT_STR_EQ( "mu", ssWorld_AddBody( world, &body, &id ).field );
    body = ssDefaultBodyDef();
    body.pose.position.x = SS_NAN;
    ASSERT_STR_EQ( "position", ssWorld_AddBody( world, &body, &id ).field );
    body = ssDefaultBodyDef();
    body.shape = ssPlaneShape();
    ASSERT_STR_EQ( "kind", ssWorld_AddBody( world, &body, &id ).field );
    body = ssDefaultBodyDef();
    body.law = ( ssLawId ){ 4, 1 };
    ASSERT_STR_EQ( "law", ssWorld_AddBody( world, &body, &id ).field );
    ssJointDef joint = ssDefaultJointDef();
    joint.b = ( ssBodyId ){ 8, 1 };
    ASSERT_STR_EQ( "b", ssWorld_AddJoint( world, &joint, NULL ).field );
    ASSERT_STR_EQ( "b", ssWorld_AddJoint( world, &( ssJointDef ){ .axis.x = 1.0 }, NULL ).field );
    ASSERT_EQ( 0, ssWorld_BodyCount( world ) );
    ssDestroyWorld( world );
    PASS();
}

SUITE( plane )
{
    RUN_TEST( sphereFollowsTheClosedForms );
    RUN_TEST( stuckSphereStaysStuck );
    RUN_TEST( spherePastTheConeRollsOff );
    RUN_TEST( allHeadingsStopAtTheSameDistance );
    RUN_TEST( spinStopsWithSpinningFrictionAndOnlyWithIt );
    RUN_TEST( blockSlidesDownAtTheRightRate );
    RUN_TEST( bouncingBallKeepsNewtonsRatio );
    RUN_TEST( anIncomingBallStopsAtTheSurface );
    RUN_TEST( beltCarriesABlockToItsSpeed );
    RUN_TEST( groovesSteerTheStoppingDistance );
    RUN_TEST( ballsRollAndSpinDownOnGroovesAsElsewhere );
    RUN_TEST( aRefusedProblemSaysWhyAndMovesNothing );
    RUN_TEST( aSubstepThatIsRefusedLeavesThoseBeforeIt );
}

SUITE( freeMotion )
{
    RUN_TEST( freeRotationConservesEnergyAndMomentum );
    RUN_TEST( spinAboutTheMiddleAxisTumbles );
    RUN_TEST( bodiesThatFallTogetherDoNotFeelEachOther );
    RUN_TEST( collisionsConserveMomentum );
}

SUITE( joints )
{
    RUN_TEST( jointsHoldWhatTheyName );
    RUN_TEST( motorAndSealKeepTheirBounds );
    RUN_TEST( aHandPullsABody );
    RUN_TEST( aStepReportsWhatItDid );
    RUN_TEST( badInputIsRefusedByName );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( plane );
    RUN_SUITE( freeMotion );
    RUN_SUITE( joints );
    return TEST_END();
}
