// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/law_text.h"

// The midpoint scheme of the world: what sticks stays, what spins keeps spinning, and no step makes energy.
// Expected numbers are closed forms or integrations of the equations of motion by other programs.

static ssWorld* makeMidpoint( double tolerance )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 0.0;
    def.tolerance = tolerance;
    return makeWorld( &def );
}

static ssMaterial rough( double mu )
{
    ssMaterial material = ssDefaultBodyDef().material;
    material.mu = mu;
    return material;
}

static bool stepFor( ssWorld* world, double h, double time )
{
    bool solved = true;
    for ( int i = 0; i < (int)lround( time / h ); ++i )
    {
        solved = ssWorld_Step( world, h ).status == ss_statusConverged && solved;
    }
    return solved;
}

static ssVec3 axisOf( const ssWorld* world, ssBodyId id )
{
    return ssQuat_Rotate( ssWorld_Body( world, id ).pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
}

static double tiltOf( const ssWorld* world, ssBodyId id )
{
    return acos( ssMin( axisOf( world, id ).z, 1.0 ) ) * 180.0 / SS_PI;
}

// ---------------------------------------------------------------------------------------- what sticks stays

/// Without slip the box goes round in a circle about the axis of the table.
TEST aBoxOnATurntableKeepsItsRadius( void )
{
    static const struct
    {
        double h, bound;
    } cases[] = { { 1e-3, 1e-4 }, { 5e-3, 1e-3 } };
    double turns = testUpTo( 10, 2 );
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        ssWorld* world = makeMidpoint( 1e-6 );
        ssBodyDef table = ssDefaultBodyDef(), box = table;
        table.kind = ss_bodyKinematic;
        table.shape = ssBoxShape( ssVec3_Make( 1.0, 1.0, 0.05 ) );
        table.omega = ssVec3_Make( 0.0, 0.0, 2.0 );
        table.material.mu = box.material.mu = 1.0;
        box.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) );
        box.pose.position = ssVec3_Make( 0.5, 0.0, 0.1 );
        box.velocity = ssVec3_Make( 0.0, 1.0, 0.0 );
        box.omega = table.omega;
        addBody( world, &table );
        ssBodyId id = addBody( world, &box );
        stepFor( world, cases[k].h, turns * SS_PI );
        ssVec3 x = ssWorld_Body( world, id ).pose.position;
        ASSERT_IN_RANGE( 0.5, hypot( x.x, x.y ), cases[k].bound );
        ssDestroyWorld( world );
    }
    PASS();
}

/// A sphere and a hoop roll down without slip: x = g sin a t²/(2 (1 + I/(m R²))).
TEST whatRollsDownGoesAsFarAsItShould( void )
{
    double angle = 20.0 * SS_PI / 180.0;
    for ( int hoop = 0; hoop < 2; ++hoop )
    {
        for ( double h = 1e-3; h < 1e-2; h *= 5.0 )
        {
            ssWorld* world = makeMidpoint( 1e-6 );
            addPlane( world, rough( 1.0 ), angle );
            ssBodyDef def = sphereOn( 0.1, rough( 1.0 ), angle );
            if ( hoop == 1 )
            {
                def.shape = ssCylinderShape( 0.1, 0.02 );
                def.mass = 1.0;
                def.inertia = ssVec3_Make( 0.005, 0.005, 0.01 );
                def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.5 * SS_PI, 0.0, 0.0 ) );
            }
            ssBodyId id = addBody( world, &def );
            stepFor( world, h, 2.0 );
            double distance =
                ssVec3_Length( ssVec3_Sub( ssWorld_Body( world, id ).pose.position, def.pose.position ) );
            double expected = 0.5 * ( hoop == 1 ? 0.5 : 5.0 / 7.0 ) * 9.81 * sin( angle ) * 4.0;
            ASSERT_IN_RANGE( 1.0, distance / expected, 1e-8 );
            ssDestroyWorld( world );
        }
    }
    PASS();
}

/// A box set down on a belt is taken along by mu g until it has the belt's speed.
TEST aBoxOnABeltGripsWhereItShould( void )
{
    for ( double h = 1e-3; h < 1e-2; h *= 5.0 )
    {
        ssWorld* world = makeMidpoint( 1e-6 );
        ssBodyDef belt = ssDefaultBodyDef(), box = belt;
        belt.kind = ss_bodyStatic;
        belt.shape = ssBoxShape( ssVec3_Make( 5.0, 1.0, 0.1 ) );
        belt.pose.position = ssVec3_Make( 0.0, 0.0, -0.1 );
        belt.beltVelocity = ssVec3_Make( 1.0, 0.0, 0.0 );
        belt.material.mu = box.material.mu = 0.4;
        box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
        box.pose.position = ssVec3_Make( -3.0, 0.0, 0.1 );
        addBody( world, &belt );
        ssBodyId id = addBody( world, &box );
        stepFor( world, h, 0.5 );
        double grip = 1.0 / ( 0.4 * 9.81 ), x = ssWorld_Body( world, id ).pose.position.x + 3.0;
        ASSERT_IN_RANGE( 0.5 * grip + ( 0.5 - grip ), x, h < 2e-3 ? 1e-4 : 1e-3 );
        ASSERT_IN_RANGE( 1.0, ssWorld_Body( world, id ).velocity.x, 1e-6 );
        ssDestroyWorld( world );
    }
    PASS();
}

// -------------------------------------------------------------------------------- what spins keeps spinning

/// A tippe top with point friction does not turn over with these numbers: 2.7 degrees after 4 s (independent
/// integrations). The product of its angular velocity and the arm of the contact, Jellett's constant, stays.
TEST aTippeTopStaysAsItIs( void )
{
    static const struct
    {
        double h, tilt, drift;
    } cases[] = { { 1e-3, 0.1, 1e-5 }, { 5e-3, 1.0, 5e-4 } };
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        ssWorld* world = makeMidpoint( 1e-10 );
        addPlane( world, rough( 0.3 ), 0.0 );
        ssBodyDef def = ssDefaultBodyDef();
        def.shape = ssSphereShape( 0.02 );
        def.mass = 0.015;
        def.inertia = ssVec3_Make( 2.25e-6, 2.25e-6, 2.25e-6 );
        def.shapeCentre = ssVec3_Make( 0.0, 0.0, 0.003 );
        def.material = rough( 0.3 );
        def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.1, 0.0 ) );
        ssVec3 axis = ssQuat_Rotate( def.pose.orientation, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        def.pose.position = ssVec3_MulAdd( ssVec3_Make( 0.0, 0.0, 0.02 ), -0.003, axis );
        def.omega = ssVec3_Scale( 150.0, axis );
        ssBodyId id = addBody( world, &def );
        double first = 0.0, drift = 0.0;
        for ( int i = 0; i <= (int)lround( 4.0 / cases[k].h ); ++i )
        {
            ssVec3 arm = ssVec3_MulAdd( ssVec3_Make( 0.0, 0.0, -0.02 ), 0.003, axisOf( world, id ) );
            double jellett = -ssVec3_Dot( ssWorld_Body( world, id ).omega, arm );
            first = i == 0 ? jellett : first;
            drift = ssMax( drift, fabs( jellett / first - 1.0 ) );
            ssWorld_Step( world, cases[k].h );
        }
        ASSERT_IN_RANGE( 2.7, tiltOf( world, id ), cases[k].tilt );
        ASSERT( drift < cases[k].drift );
        ssDestroyWorld( world );
    }
    PASS();
}

/// A disk that rolls on its rim in steady precession: its energy stays, and it goes round with Omega² = 4
/// g/(R sin a).
TEST eulersDiskGoesOnRoundAndRound( void )
{
    static const struct
    {
        double h, lost, rate;
    } cases[] = { { 1e-3, 5e-3, 0.11 }, { 5e-3, 5e-2, 0.5 } };
    double a = 0.5, rate = sqrt( 4.0 * 9.81 / ( 0.1 * sin( a ) ) ), spin = rate * sin( a );
    for ( int k = 0; k < SS_COUNT( cases ); ++k )
    {
        ssWorld* world = makeMidpoint( 1e-6 );
        addPlane( world, rough( 1.0 ), 0.0 );
        ssBodyDef def = ssDefaultBodyDef();
        def.shape = ssCylinderShape( 0.1, 1e-4 );
        def.mass = 1.0;
        def.inertia = ssVec3_Make( 0.0025, 0.0025, 0.005 );
        def.material = rough( 1.0 );
        def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, a, 0.0 ) );
        def.pose.position = ssVec3_Make( 0.0, 0.0, 0.1 * sin( a ) + 1e-4 * cos( a ) );
        def.omega = ssVec3_Make( -spin * cos( a ), 0.0, spin * sin( a ) );
        ssBodyId id = addBody( world, &def );
        double energy = ssWorld_Energy( world ), angle = 0.0, last = 0.0;
        for ( int i = 0; i < (int)lround( 2.0 / cases[k].h ); ++i )
        {
            ssWorld_Step( world, cases[k].h );
            ssVec3 axis = axisOf( world, id );
            double now = atan2( axis.y, axis.x );
            angle += remainder( now - last, 2.0 * SS_PI );
            last = now;
        }
        ASSERT_IN_RANGE( energy, ssWorld_Energy( world ), cases[k].lost * energy );
        ASSERT_IN_RANGE( rate, angle / 2.0, cases[k].rate );
        ssDestroyWorld( world );
    }
    PASS();
}

/// A cone that spins on its apex faster than the critical speed nods by 4.78 degrees at most; more slowly, it
/// falls.
TEST aConeThatSpinsFastEnoughStands( void )
{
    ssVec3 points[49] = { { 0.0, 0.0, 0.0 } };
    for ( int k = 0; k < 48; ++k )
    {
        points[k + 1] =
            ssVec3_Make( 0.1 * cos( 2.0 * SS_PI * k / 48.0 ), 0.1 * sin( 2.0 * SS_PI * k / 48.0 ), 0.1 );
    }
    ssHull* hull = NULL;
    ssPose frame;
    ASSERT_EQ( ss_ok, ssCreateHull( points, 49, &hull, &frame ).code );
    for ( double share = 0.8; share < 1.2; share += 0.3 )
    {
        for ( double h = 1e-3; h < 1e-2; h *= 5.0 )
        {
            ssWorld* world = makeMidpoint( 1e-6 );
            addPlane( world, rough( 5.0 ), 0.0 );
            ssQuat tilted = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 2.0 * SS_PI / 180.0, 0.0 ) );
            ssVec3 axis = ssQuat_Rotate( tilted, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            ssBodyDef def = ssDefaultBodyDef();
            def.shape = ssHullShape( hull );
            def.density = 1000.0;
            def.material = rough( 5.0 );
            def.pose.orientation = ssQuat_Mul( tilted, ssQuat_Conjugate( frame.orientation ) );
            def.pose.position = ssVec3_Scale( 0.075, axis ); // the centre of mass of a cone
            def.omega = ssVec3_Scale( share * 49.65, axis );
            ssBodyId id = addBody( world, &def );
            ssVec3 own = ssQuat_Rotate( ssQuat_Conjugate( def.pose.orientation ), axis );
            double largest = 0.0;
            for ( int i = 0; i < (int)lround( 0.6 / h ); ++i )
            {
                ssWorld_Step( world, h );
                ssVec3 now = ssQuat_Rotate( ssWorld_Body( world, id ).pose.orientation, own );
                largest = ssMax( largest, acos( ssMin( now.z, 1.0 ) ) * 180.0 / SS_PI );
            }
            if ( share > 1.0 ) { ASSERT_IN_RANGE( 4.78, largest, h < 2e-3 ? 0.02 : 0.1 ); }
            else { ASSERT( largest > 40.0 ); }
            ssDestroyWorld( world );
        }
    }
    ssHull_Release( hull );
    PASS();
}

// ----------------------------------------------------------------------------------------- order and energy

/// The way of a block down a slope whose friction falls with its speed, after 2 s.
static double slidingWay( double h, const ssLawProgram* program )
{
    double angle = 20.0 * SS_PI / 180.0;
    ssWorld* world = makeMidpoint( 1e-9 );
    ssLawDef law = ssDefaultLawDef( ss_lawKindText );
    law.program = program;
    ssLawId id;
    if ( ssWorld_AddLaw( world, &law, &id ).code != ss_ok ) { return NAN; }
    ssBodyDef plane = ssDefaultBodyDef(), box = plane;
    plane.kind = ss_bodyStatic;
    plane.shape = ssPlaneShape();
    plane.law = id;
    plane.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.05 ) );
    box.pose.orientation = plane.pose.orientation;
    box.pose.position = ssVec3_Make( 0.05 * sin( angle ), 0.0, 0.05 * cos( angle ) );
    addBody( world, &plane );
    ssBodyId body = addBody( world, &box );
    stepFor( world, h, 2.0 );
    double way = ssVec3_Length( ssVec3_Sub( ssWorld_Body( world, body ).pose.position, box.pose.position ) );
    ssDestroyWorld( world );
    return way;
}

/// The same by the equation of motion, with Runge and Kutta's method.
static double wayOfTheEquation( void )
{
    double x = 0.0, v = 0.0, angle = 20.0 * SS_PI / 180.0, h = 1e-4;
    for ( int i = 0; i < 20000; ++i )
    {
        double k[4], at = v;
        for ( int j = 0; j < 4; ++j )
        {
            double mu = 0.15 + 0.15 * exp( -( at / 0.5 ) * ( at / 0.5 ) );
            k[j] = 9.81 * ( sin( angle ) - mu * cos( angle ) );
            at = v + ( j < 2 ? 0.5 * h : h ) * k[j];
        }
        x += h * ( v + h * ( k[0] + k[1] + k[2] ) / 6.0 );
        v += h * ( k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3] ) / 6.0;
    }
    return x;
}

TEST frictionThatFallsWithSpeedIsOfSecondOrder( void )
{
    ssLawProgram* program = NULL;
    ASSERT_EQ( ss_ok,
        ssCompileLaw( "law \"Stribeck\"\nC = disc(0.15 + 0.15*exp(-(v/0.5)^2))\n", "test", &program, NULL )
            .code );
    double exact = wayOfTheEquation();
    double coarse = fabs( slidingWay( 1e-2, program ) - exact ),
           fine = fabs( slidingWay( 1e-3, program ) - exact );
    ASSERT( fine < 1e-5 );
    ASSERT( coarse < 1e-3 );
    ASSERT( fine < 0.03 * coarse ); // an order of 1.5 at least
    ssLawProgram_Release( program );
    PASS();
}

/// The n-th peak of a ball with restitution e is e^(2n) of the first height, whatever the step is.
TEST aBallBouncesAsHighAsItsRestitutionSays( void )
{
    for ( double h = 1e-3; h < 1e-2; h *= 5.0 )
    {
        ssWorld* world = makeMidpoint( 1e-6 );
        ssMaterial material = rough( 0.0 );
        material.restitution = 0.8;
        addPlane( world, material, 0.0 );
        ssBodyDef def = sphereOn( 0.1, material, 0.0 );
        def.pose.position.z = 1.1;
        ssBodyId id = addBody( world, &def );
        double last = 0.0;
        for ( int i = 0, peaks = 0; i < (int)lround( 4.0 / h ); ++i )
        {
            ssWorld_Step( world, h );
            ssBodyState body = ssWorld_Body( world, id );
            if ( last > 0.0 && body.velocity.z <= 0.0 && peaks < 5 )
            {
                double height =
                    body.pose.position.z - 0.1 + body.velocity.z * body.velocity.z / ( 2.0 * 9.81 );
                ++peaks;
                ASSERT_IN_RANGE( 1.0, height / pow( 0.8, 2.0 * peaks ), 1e-9 );
            }
            last = body.velocity.z;
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// A rod on a hinge keeps the energy of its swing, and a step four times as long errs about 16 times as much.
TEST aRodOnAHingeKeepsItsEnergyToSecondOrder( void )
{
    double worst[2] = { 0.0, 0.0 };
    for ( int k = 0; k < 2; ++k )
    {
        double h = k == 0 ? 1e-3 : 4e-3;
        ssWorld* world = makeMidpoint( 1e-10 );
        ssBodyDef def = ssDefaultBodyDef();
        def.shape = ssBoxShape( ssVec3_Make( 0.5, 0.02, 0.02 ) );
        def.mass = 1.0;
        def.pose.position = ssVec3_Make( 0.5, 0.0, 0.0 );
        ssJointDef hinge = ssDefaultJointDef();
        hinge.kind = ss_jointRevolute;
        hinge.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        hinge.b = addBody( world, &def );
        ASSERT_EQ( ss_ok, ssWorld_AddJoint( world, &hinge, NULL ).code );
        double energy = ssWorld_Energy( world );
        for ( int i = 0; i < (int)lround( 3.0 / h ); ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
            worst[k] = ssMax( worst[k], fabs( ssWorld_Energy( world ) - energy ) );
        }
        ssDestroyWorld( world );
    }
    ASSERT( worst[0] < 1e-3 );
    ASSERT( worst[0] < worst[1] / 10.0 );
    PASS();
}

static ssShape someShape( testRng* rng )
{
    double r = testUniform( rng, 0.05, 0.2 ), kind = testUniform( rng, 0.0, 4.0 );
    ssVec3 half = { r * testUniform( rng, 0.3, 1.0 ), r * testUniform( rng, 0.3, 1.0 ), r };
    return kind < 1.0 ? ssSphereShape( r )
        : kind < 2.0  ? ssBoxShape( half )
        : kind < 3.0  ? ssCylinderShape( r, half.x )
                      : ssCapsuleShape( 0.5 * r, 0.5 * r );
}

/// Bodies of all kinds that tumble down a slope. What a step adds to the energy is what it books as
/// correction of positions, and nothing else.
TEST noStepMakesEnergy( void )
{
    testRng rng = { 4711 };
    for ( int n = 0; n < testCountFull( 20, 1000 ); ++n )
    {
        double mu = testUniform( &rng, 0.0, 1.0 ), e = testUniform( &rng, -1.0, 1.0 ),
               h = testUniform( &rng, 1e-3, 8e-3 );
        ssMaterial material = rough( mu );
        material.restitution = ssMax( e, 0.0 );
        ssWorld* world = makeMidpoint( 1e-10 );
        addPlane( world, material, testUniform( &rng, 0.0, 0.3 ) );
        int bodies = 1 + n % 8;
        for ( int k = 0; k < bodies; ++k )
        {
            ssBodyDef def = ssDefaultBodyDef();
            def.shape = someShape( &rng );
            def.material = material;
            def.pose.position = ssVec3_Make(
                testUniform( &rng, -0.4, 0.4 ), testUniform( &rng, -0.4, 0.4 ), 0.25 + 0.42 * k );
            def.velocity = ssVec3_Make( testUniform( &rng, -1.0, 1.0 ), testUniform( &rng, -1.0, 1.0 ), 0.0 );
            def.omega = ssVec3_Make( testUniform( &rng, -9.0, 9.0 ), testUniform( &rng, -9.0, 9.0 ),
                testUniform( &rng, -9.0, 9.0 ) );
            addBody( world, &def );
        }
        double largest = fabs( ssWorld_Energy( world ) );
        for ( int i = 0; i < (int)( 1.0 / h ); ++i )
        {
            double energy = ssWorld_Energy( world ), corrected = ssWorld_Ledger( world ).correction;
            ASSERT( ssWorld_Step( world, h ).status <= ss_statusLimit );
            double gained =
                ssWorld_Energy( world ) - energy - ( ssWorld_Ledger( world ).correction - corrected );
            largest = ssMax( largest, fabs( ssWorld_Energy( world ) ) );
            ASSERT( gained < 1e-9 * largest );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// A state is the same, and goes on with the same bits, after it was saved and read; a step that is refused
/// leaves it as it was.
TEST aStateGoesOnAfterItWasRead( void )
{
    uint64_t hashes[2];
    unsigned char* bytes = NULL;
    size_t size = 0;
    for ( int k = 0; k < 2; ++k )
    {
        ssWorld* world = makeMidpoint( 1e-6 );
        addPlane( world, rough( 0.5 ), 0.1 );
        for ( int i = 0; i < 4; ++i )
        {
            ssBodyDef def = ssDefaultBodyDef();
            def.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.05 ) );
            def.pose.position = ssVec3_Make( 0.02 * i, 0.0, 0.2 + 0.15 * i );
            def.omega = ssVec3_Make( 3.0, i, 1.0 );
            def.material.mu = 0.5;
            addBody( world, &def );
        }
        ssArchive archive = {
            .mode = k == 0 ? ss_archiveMeasure : ss_archiveRead, .bytes = bytes, .size = size
        };
        if ( k == 0 )
        {
            stepFor( world, 2e-3, 0.5 );
            ssWorld_Serialize( world, &archive );
            size = archive.used;
            bytes = malloc( size );
            archive = ( ssArchive ){ .mode = ss_archiveWrite, .bytes = bytes, .size = size };
        }
        ssWorld_Serialize( world, &archive );
        ASSERT_FALSE( archive.overrun );
        uint64_t before = worldHash( world );
        ASSERT_EQ( ss_statusRefused, ssWorld_Step( world, -1.0 ).status );
        ASSERT_EQ( before, worldHash( world ) );
        stepFor( world, 2e-3, 0.3 );
        hashes[k] = worldHash( world );
        ssDestroyWorld( world );
    }
    free( bytes );
    ASSERT_EQ( hashes[0], hashes[1] );
    PASS();
}

SUITE( midpoint )
{
    RUN_TEST( aBoxOnATurntableKeepsItsRadius );
    RUN_TEST( whatRollsDownGoesAsFarAsItShould );
    RUN_TEST( aBoxOnABeltGripsWhereItShould );
    RUN_TEST( aTippeTopStaysAsItIs );
    RUN_TEST( eulersDiskGoesOnRoundAndRound );
    RUN_TEST( aConeThatSpinsFastEnoughStands );
    RUN_TEST( frictionThatFallsWithSpeedIsOfSecondOrder );
    RUN_TEST( aBallBouncesAsHighAsItsRestitutionSays );
    RUN_TEST( aRodOnAHingeKeepsItsEnergyToSecondOrder );
    RUN_TEST( noStepMakesEnergy );
    RUN_TEST( aStateGoesOnAfterItWasRead );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( midpoint );
    return TEST_END();
}
