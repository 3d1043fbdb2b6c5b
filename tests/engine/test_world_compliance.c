// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/problem.h"

// Compliant contacts with damping against closed forms: the damped oscillator, the
// restitution of Kelvin and Voigt's and of Hunt and Crossley's contacts, the deflection at
// rest; and what no contact may do: pull, or give energy.

#define RADIUS 0.1
#define MASS 2.0
#define G 9.81

static ssMaterial compliant( double k, double d, ssCompliance model )
{
    return ( ssMaterial ){ .stiffness = k, .damping = d, .compliance = model };
}

/// A ball of MASS at height `gap` over a rigid plane, with the velocity `v` along z.
static ssWorld* ballOver( ssMaterial material, double gravity, double gap, double v, ssBodyId* id )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, -gravity );
    def.sleeping = false;
    def.tolerance = 1e-12;
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 0.0 }, 0.0 );
    ssBodyDef ball = sphereOn( RADIUS, material, 0.0 );
    ball.mass = MASS;
    ball.pose.position.z = RADIUS + gap;
    ball.velocity.z = v;
    *id = addBody( world, &ball );
    return world;
}

static double depthOf( const ssWorld* world, ssBodyId id )
{
    return RADIUS - ssWorld_Body( world, id ).pose.position.z;
}

/// The speed at which a ball that strikes at v leaves again, over v.
static double restitutionOf( ssMaterial material, double v, double h )
{
    ssBodyId id;
    ssWorld* world = ballOver( material, 0.0, 0.3 * h * v, -v, &id );
    for ( int i = 0; i < 1000000 && !( depthOf( world, id ) < 0.0 && i > 2 ); ++i )
    {
        ssWorld_Step( world, h );
    }
    double e = ssWorld_Body( world, id ).velocity.z / v;
    ssDestroyWorld( world );
    return e;
}

// ------------------------------------------------------------------------------------------------ oscillator

/// The largest error of the depth in the motion from x0 beside the rest, over x0.
static double oscillatorError( double k, double d, int steps )
{
    double rate = 0.5 * d / MASS, omega = sqrt( k / MASS - rate * rate ), rest = MASS * G / k,
           x0 = 0.4 * rest;
    double h = 2.0 * SS_PI / omega / steps, worst = 0.0;
    ssBodyId id;
    ssWorld* world = ballOver( compliant( k, d, ss_complianceKelvinVoigt ), G, -( rest + x0 ), 0.0, &id );
    for ( int i = 1; i <= steps; ++i )
    {
        ssWorld_Step( world, h );
        double t = i * h,
               exact = x0 * exp( -rate * t ) * ( cos( omega * t ) + rate / omega * sin( omega * t ) );
        worst = fmax( worst, fabs( depthOf( world, id ) - rest - exact ) / x0 );
    }
    ssDestroyWorld( world );
    return worst;
}

TEST aMassOnADampedContactIsTheDampedOscillator( void )
{
    const double stiffness[] = { 2e3, 5e4 }, ratio[] = { 0.0, 0.1, 0.5 };
    for ( int i = 0; i < SS_COUNT( stiffness ); ++i )
    {
        for ( int j = 0; j < SS_COUNT( ratio ); ++j )
        {
            double k = stiffness[i], d = 2.0 * ratio[j] * sqrt( k * MASS );
            double coarse = oscillatorError( k, d, 500 ), fine = oscillatorError( k, d, 1000 ),
                   finest = oscillatorError( k, d, 2000 );
            // the first order of implicit Euler; its damping ratio pi/steps takes 2 pi²/steps in a period
            ASSERT( finest < 2.0 * SS_PI * SS_PI / 2000.0 );
            ASSERT(
                coarse / fine > 1.9 && coarse / fine < 2.1 && fine / finest > 1.9 && fine / finest < 2.1 );
        }
    }
    PASS();
}

TEST atRestAContactIsAsDeepAsTheWeightAsks( void )
{
    double k = 3e4;
    const double deep[ss_complianceCount] = { MASS * G / k, MASS * G / k, pow( MASS * G / k, 2.0 / 3.0 ) };
    for ( int model = 0; model < ss_complianceCount; ++model )
    {
        double d = model == ss_complianceKelvinVoigt ? 300.0 : 3.0;
        ssBodyId id;
        ssWorld* world = ballOver( compliant( k, d, (ssCompliance)model ), G, 0.0, 0.0, &id );
        for ( int i = 0; i < 20000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        ASSERT_IN_RANGE( deep[model], depthOf( world, id ), 1e-8 * deep[model] );
        ASSERT_IN_RANGE( MASS * G, ssWorld_Contact( world, 0 ).view.force[0], 1e-8 * MASS * G );
        ssDestroyWorld( world );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------- restitution

/// Schwager and Pöschel (2007): the contact ends where the force vanishes, before the depth does.
static double kelvinVoigtRestitution( double k, double d )
{
    double beta = 0.5 * d / MASS, omega = sqrt( k / MASS - beta * beta );
    return exp( -beta / omega * ( SS_PI - atan2( 2.0 * beta * omega, omega * omega - beta * beta ) ) );
}

/// Hunt and Crossley (1975): d v - ln(1 + d v) = -d w - ln(1 - d w) for the
/// speeds v before and w after, for any k and n.
static double huntCrossleyRestitution( double d, double v )
{
    double left = d * v - log1p( d * v ), low = 0.0, high = fmin( 1.0 / d, v );
    for ( int i = 0; i < 200; ++i )
    {
        double w = 0.5 * ( low + high ), right = -d * w - log1p( -d * w );
        low = right < left ? w : low;
        high = right < left ? high : w;
    }
    return low / v;
}

/// Whether the restitution approaches `exact` with the first order of the step.
static bool converges( ssMaterial material, double v, double period, double exact )
{
    double coarse = fabs( restitutionOf( material, v, period / 1000.0 ) - exact ),
           fine = fabs( restitutionOf( material, v, period / 4000.0 ) - exact );
    if ( !( fine < 4e-3 && fine < 0.4 * coarse ) )
    {
        printf( "restitution %g: off by %g, then %g\n", exact, coarse, fine );
        return false;
    }
    return true;
}

TEST theRestitutionOfKelvinAndVoigtHasItsClosedForm( void )
{
    const double ratio[] = { 0.02, 0.1, 0.3, 0.6 }, speed[] = { 0.1, 3.0 };
    double k = 1e5, period = 2.0 * SS_PI * sqrt( MASS / k );
    for ( int i = 0; i < SS_COUNT( ratio ); ++i )
    {
        double d = 2.0 * ratio[i] * sqrt( k * MASS );
        for ( int j = 0; j < SS_COUNT( speed ); ++j )
        {
            ssMaterial material = compliant( k, d, ss_complianceKelvinVoigt );
            ASSERT( converges( material, speed[j], period, kelvinVoigtRestitution( k, d ) ) );
        }
    }
    PASS();
}

TEST theRestitutionOfHuntAndCrossleyFallsWithTheSpeed( void )
{
    const double speed[] = { 0.1, 0.5, 2.0 };
    double d = 0.6;
    for ( int j = 0; j < SS_COUNT( speed ); ++j )
    {
        double v = speed[j], exact = huntCrossleyRestitution( d, v );
        // 1 - (2/3) d v for small v, whatever the exponent
        ASSERT_IN_RANGE( 1.0 - 2.0 / 3.0 * d * v, exact, 0.5 * d * v * d * v );
        double k = 1e5, period = 2.0 * SS_PI * sqrt( MASS / k );
        ASSERT( converges( compliant( k, d, ss_complianceHuntCrossley ), v, period, exact ) );
        // about the period of Hertz's contact: 2.94 (m²/(k² v))^(1/5), with its constant 5/4 for energy
        double hertz = 1e7, time = 2.0 * 2.94 * pow( 25.0 / 16.0 * MASS * MASS / ( hertz * hertz * v ), 0.2 );
        ASSERT( converges( compliant( hertz, d, ss_complianceHertz ), v, time, exact ) );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------- what cannot be

/// A box thrown onto the plane, with everything at random.
static ssWorld* tossedBox( testRng* rng, ssCompliance model )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = false;
    ssWorld* world = makeWorld( &def );
    double mu = testUniform( rng, 0.0, 0.8 ), k = pow( 10.0, testUniform( rng, 3.0, 6.0 ) );
    double d = model == ss_complianceKelvinVoigt ? testUniform( rng, 0.0, 2.0 ) * sqrt( 0.4 * k )
                                                 : testUniform( rng, 0.0, 5.0 );
    ssMaterial material = compliant( model == ss_complianceHertz ? 30.0 * k : k, d, model );
    material.mu = mu;
    addPlane( world, ( ssMaterial ){ .mu = mu }, 0.0 );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.05, 0.04, 0.06 ) );
    box.mass = 0.4;
    box.material = material;
    box.pose.position.z = 0.2;
    box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make(
        testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ), testUniform( rng, -3.0, 3.0 ) ) );
    box.velocity = ssVec3_Make( testUniform( rng, -2.0, 2.0 ), 0.0, testUniform( rng, -2.0, 0.0 ) );
    box.omega = ssVec3_Make(
        testUniform( rng, -15.0, 15.0 ), testUniform( rng, -15.0, 15.0 ), testUniform( rng, -15.0, 15.0 ) );
    addBody( world, &box );
    return world;
}

/// The largest normal force; negative if any of them pulls.
static double largestForce( const ssWorld* world )
{
    double largest = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        double force = ssWorld_Contact( world, i ).view.force[0];
        largest = force < 0.0 || largest < 0.0 ? -1.0 : fmax( largest, force );
    }
    return largest;
}

TEST noContactPullsOrGivesEnergy( void )
{
    testRng rng = { 31 };
    for ( int n = 0; n < testCountFull( 45, 120 ); ++n )
    {
        ssWorld* world = tossedBox( &rng, (ssCompliance)( n % ss_complianceCount ) );
        double flight = ssWorld_Energy( world );
        for ( int i = 0; i < 2500; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 4e-4 );
            ASSERT( report.status <= ss_statusLimit );
            double force = largestForce( world ), energy = ssWorld_Energy( world );
            ASSERT( force >= 0.0 );
            // with energy in the springs there is less in the motion, and in the air there is none in them
            ASSERT( energy <= flight * ( 1.0 + 1e-9 ) );
            ssAabb bounds = ssShape_Aabb(
                ssWorld_BodyShape( world, ssWorld_BodyAt( world, 1 ) ), bodyAt( world, 1 ).pose );
            flight = bounds.lower.z > 0.0 ? energy : flight;
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aCoinThatGivesWayComesToRest( void )
{
    for ( int model = 0; model < ss_complianceCount; ++model )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.sleeping = false;
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.4 }, 0.0 );
        ssBodyDef coin = ssDefaultBodyDef();
        coin.shape = ssCylinderShape( 0.05, 0.006 );
        coin.mass = 0.2;
        coin.material = compliant( model == ss_complianceHertz ? 1e6 : 3e4,
            model == ss_complianceKelvinVoigt ? 20.0 : 2.0, (ssCompliance)model );
        coin.material.mu = 0.4;
        coin.pose.position.z = 0.03;
        coin.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.3, 0.1, 0.0 ) );
        ssBodyId id = addBody( world, &coin );
        for ( int i = 0; i < 5000; ++i ) { ssWorld_Step( world, 5e-4 ); }
        ssBodyState body = ssWorld_Body( world, id );
        ASSERT( ssVec3_Length( body.omega ) < 1e-6 && ssVec3_Length( body.velocity ) < 1e-7 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST theJudgeAcceptsCompliantSteps( void )
{
    testRng rng = { 32 };
    for ( int n = 0; n < 30; ++n )
    {
        ssWorld* world = tossedBox( &rng, (ssCompliance)( n % ss_complianceCount ) );
        for ( int i = 0; i < 2000 && largestForce( world ) == 0.0; ++i ) { ssWorld_Step( world, 4e-4 ); }
        ssProblem problem;
        ssJudgement judgement;
        ASSERT_EQ( ss_ok, ssWorld_Freeze( world, &problem ).code );
        ASSERT_EQ( ss_ok, ssJudge( &problem, ssWorld_Reactions( world ), &judgement, NULL ).code );
        ASSERT( judgement.residual <= ssWorld_Def( world )->tolerance );
        ssProblem_Destroy( &problem );
        ssDestroyWorld( world );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- materials

TEST twoSurfacesGiveWayInSeries( void )
{
    ssMaterial a = compliant( 3e4, 60.0, ss_complianceKelvinVoigt ), b = compliant( 1e4, 10.0, a.compliance ),
               c;
    ASSERT_EQ( ss_ok, ssCombineMaterials( &a, &b, ss_combineMean, &c ).code );
    ASSERT_IN_RANGE( 7.5e3, c.stiffness, 1e-9 );
    // at a steady rate the dashpots share it as the springs share the depth, 1 : 3
    ASSERT_IN_RANGE( 0.25 * 0.25 * 60.0 + 0.75 * 0.75 * 10.0, c.damping, 1e-12 );
    ssMaterial x = compliant( 8e4, 2.0, ss_complianceHertz ), y = compliant( 8e4, 4.0, ss_complianceHertz );
    ASSERT_EQ( ss_ok, ssCombineMaterials( &x, &y, ss_combineMin, &c ).code );
    // each side takes half the depth of the force 8e4 (delta/2)^(3/2)
    ASSERT_IN_RANGE( 8e4 * pow( 0.5, 1.5 ), c.stiffness, 1e-9 );
    ASSERT_IN_RANGE( 1.5, c.damping, 1e-12 );
    ssMaterial rigid = { .mu = 0.3 };
    ASSERT_EQ( ss_ok, ssCombineMaterials( &rigid, &b, ss_combineGeometric, &c ).code );
    ASSERT( c.stiffness == b.stiffness && c.damping == b.damping && c.compliance == b.compliance );
    ASSERT_EQ( ss_ok, ssCombineMaterials( &x, &b, ss_combineGeometric, &c ).code ); // b has the smaller k
    ASSERT( c.stiffness == b.stiffness && c.damping == b.damping && c.compliance == b.compliance );
    PASS();
}

TEST materialsOutOfRangeAreRefusedByName( void )
{
    const ssMaterial bad[] = { { .stiffness = -1.0 }, { .damping = -2.0 }, { .stiffness = (double)INFINITY },
        { .compliance = ss_complianceCount } };
    const char* names[] = { "stiffness = -1", "damping = -2", "stiffness = inf", "compliance" };
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef ball = ssDefaultBodyDef();
    addBody( world, &ball );
    addBody( world, &ball );
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        ssResult results[] = { ssWorld_SetMaterial( world, ssWorld_BodyAt( world, 0 ), &bad[i] ),
            ssWorld_SetPairMaterial(
                world, ssWorld_BodyAt( world, 0 ), ssWorld_BodyAt( world, 1 ), &bad[i] ) };
        for ( int k = 0; k < SS_COUNT( results ); ++k )
        {
            ASSERT( results[k].code != ss_ok );
            ASSERT( testContains( results[k].message, names[i] ) );
        }
    }
    ssMaterial fine = { .mu = 0.1 };
    ssBodyId one = ssWorld_BodyAt( world, 1 ), none = { 0, 0 };
    ASSERT(
        testContains( ssWorld_SetPairMaterial( world, one, one, &fine ).message, "two different bodies" ) );
    ASSERT_STR_EQ( "b", ssWorld_SetPairMaterial( world, one, none, &fine ).field );
    ssDestroyWorld( world );
    PASS();
}

/// How far a box with the velocity `v` slides over the plane.
static double slidingDistance( ssWorld* world, ssBodyId box, double v )
{
    double start = ssWorld_Body( world, box ).pose.position.x;
    testMust( ssWorld_SetVelocity( world, box, ssVec3_Make( v, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    for ( int i = 0; i < 3000; ++i ) { ssWorld_Step( world, 5e-4 ); }
    return ssWorld_Body( world, box ).pose.position.x - start;
}

TEST aPairHasItsOwnMaterial( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssMaterial rough = { .mu = 0.5 }, smooth = { .mu = 0.2 };
    ssBodyId plane = addPlane( world, rough, 0.0 ), boxes[2];
    for ( int i = 0; i < 2; ++i )
    {
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.05 ) );
        box.material = rough;
        box.pose.position = ssVec3_Make( 0.0, i, 0.05 );
        boxes[i] = addBody( world, &box );
    }
    ASSERT_EQ( ss_ok, ssWorld_SetPairMaterial( world, boxes[1], plane, &smooth ).code );
    ASSERT_EQ( 0.2, ssWorld_PairMaterial( world, plane, boxes[1] ).mu );
    double v = 1.5;
    // v²/(2 mu g), to the first order of h
    ASSERT_IN_RANGE( v * v / ( 2.0 * 0.5 * G ), slidingDistance( world, boxes[0], v ), 2e-3 );
    ASSERT_IN_RANGE( v * v / ( 2.0 * 0.2 * G ), slidingDistance( world, boxes[1], v ), 2e-3 );
    ASSERT_EQ( ss_ok, ssWorld_SetPairMaterial( world, plane, boxes[1], NULL ).code );
    ASSERT_IN_RANGE( v * v / ( 2.0 * 0.5 * G ), slidingDistance( world, boxes[1], v ), 2e-3 );
    ssDestroyWorld( world );
    PASS();
}

TEST rigidContactsStayRigidBesideCompliantOnes( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssMaterial hard = { .mu = 0.5, .restitution = 0.6 };
    ssBodyId plane = addPlane( world, hard, 0.0 ), balls[2];
    for ( int i = 0; i < 2; ++i )
    {
        ssBodyDef ball = sphereOn( RADIUS, hard, 0.0 );
        ball.mass = MASS;
        ball.pose.position.x = i;
        ball.velocity.z = -1.0;
        balls[i] = addBody( world, &ball );
    }
    double k = 2e3;
    ssMaterial soft = compliant( k, 2.0 * sqrt( k * MASS ), ss_complianceKelvinVoigt );
    ASSERT_EQ( ss_ok, ssWorld_SetPairMaterial( world, plane, balls[1], &soft ).code );
    ssWorld_Step( world, 1e-3 );
    ASSERT_IN_RANGE( 0.6, ssWorld_Body( world, balls[0] ).velocity.z, 1e-6 ); // Newton's law
    ASSERT( ssWorld_Body( world, balls[1] ).velocity.z < 0.0 );               // still on its way in
    for ( int i = 0; i < 5000; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT( fabs( depthOf( world, balls[0] ) ) < 2.1e-3 * RADIUS ); // the slop
    ASSERT_IN_RANGE( MASS * G / k, depthOf( world, balls[1] ), 1e-5 );
    ssDestroyWorld( world );
    PASS();
}

TEST aSavedWorldGoesOnWithItsMaterials( void )
{
    for ( int model = 0; model < ss_complianceCount; ++model )
    {
        testRng rng = { 40 + (uint64_t)model };
        ssWorld* world = tossedBox( &rng, (ssCompliance)model );
        ssMaterial pair =
            ssWorld_PairMaterial( world, ssWorld_BodyAt( world, 0 ), ssWorld_BodyAt( world, 1 ) );
        pair.mu = 0.3;
        if ( model > 0 )
        {
            ASSERT_EQ( ss_ok,
                ssWorld_SetPairMaterial(
                    world, ssWorld_BodyAt( world, 0 ), ssWorld_BodyAt( world, 1 ), &pair )
                    .code );
        }
        for ( int i = 0; i < 700; ++i ) { ssWorld_Step( world, 4e-4 ); }
        ssWorld* other = makeWorld( ssWorld_Def( world ) ); // knows none of the materials
        ASSERT( testRestoreFrom( world, other ) );
        for ( int i = 0; i < 500; ++i )
        {
            ssWorld_Step( world, 4e-4 );
            ssWorld_Step( other, 4e-4 );
            ASSERT_EQ( worldHash( world ), worldHash( other ) );
        }
        ssDestroyWorld( world );
        ssDestroyWorld( other );
    }
    PASS();
}

SUITE( compliance )
{
    RUN_TEST( aMassOnADampedContactIsTheDampedOscillator );
    RUN_TEST( atRestAContactIsAsDeepAsTheWeightAsks );
    RUN_TEST( theRestitutionOfKelvinAndVoigtHasItsClosedForm );
    RUN_TEST( theRestitutionOfHuntAndCrossleyFallsWithTheSpeed );
    RUN_TEST( noContactPullsOrGivesEnergy );
    RUN_TEST( aCoinThatGivesWayComesToRest );
    RUN_TEST( theJudgeAcceptsCompliantSteps );
    RUN_TEST( twoSurfacesGiveWayInSeries );
    RUN_TEST( materialsOutOfRangeAreRefusedByName );
    RUN_TEST( aPairHasItsOwnMaterial );
    RUN_TEST( rigidContactsStayRigidBesideCompliantOnes );
    RUN_TEST( aSavedWorldGoesOnWithItsMaterials );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( compliance );
    return TEST_END();
}
