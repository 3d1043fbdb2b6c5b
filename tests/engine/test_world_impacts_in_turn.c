// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/world_save.h"

// The sequential law of impacts: what rows, triangles and heaps of balls do that touch.

#define RADIUS 0.05 // [m]
#define ROW 5       // balls

static ssWorld* emptyWorld( ssImpactLaw impacts, double theta, double gravity )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.impacts = impacts;
    def.theta = theta;
    def.gravity = ssVec3_Make( 0.0, 0.0, -gravity );
    def.tolerance = 1e-12;
    return makeWorld( &def );
}

static ssBodyId addBall( ssWorld* world, ssVec3 place, ssVec3 velocity, ssMaterial material )
{
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( RADIUS );
    ball.mass = 1.0;
    ball.material = material;
    ball.pose.position = place;
    ball.velocity = velocity;
    return addBody( world, &ball );
}

/// Balls in a row that touch but for the first `moving` ones, which come at 1 m/s from `apart` metres away.
static ssWorld* cradle( ssImpactLaw impacts, double theta, int moving, double apart )
{
    const ssMaterial elastic = { .restitution = 1.0 };
    ssWorld* world = emptyWorld( impacts, theta, 9.81 );
    addPlane( world, elastic, 0.0 );
    for ( int i = 0; i < ROW; ++i )
    {
        double x = 2.0 * RADIUS * i - ( i < moving ? apart : 0.0 );
        addBall(
            world, ssVec3_Make( x, 0.0, RADIUS ), ssVec3_Make( i < moving ? 1.0 : 0.0, 0.0, 0.0 ), elastic );
    }
    return world;
}

static const double s_thetas[] = { 0.0, 0.5, 1.0 };

TEST asManyBallsLeaveACradleAsCome( void )
{
    for ( int n = 0; n < 3 * ( ROW - 1 ); ++n )
    {
        int moving = 1 + n / 3;
        ssWorld* world = cradle( ss_impactsSequential, s_thetas[n % 3], moving, 0.0105 );
        int impacts = 0;
        for ( int step = 0; step < 20; ++step )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ASSERT_FALSE( report.impactsLeft );
            impacts += report.impacts;
        }
        ASSERT_EQ( moving * ( ROW - moving ), impacts ); // each ball that comes passes each that rests
        for ( int i = 0; i < ROW; ++i )
        {
            double expected = i >= ROW - moving ? 1.0 : 0.0;
            ASSERT_IN_RANGE( expected, bodyAt( world, 1 + i ).velocity.x, 1e-12 );
        }
        // The last one flies as if the impulse had gone through the row in no time, also within the step.
        double way = 2.0 * RADIUS * ( ROW - 1 ) + 0.02 - 0.0105;
        ASSERT_IN_RANGE( way, bodyAt( world, ROW ).pose.position.x, s_thetas[n % 3] == 0.0 ? 1e-12 : 1e-3 );
        ASSERT_IN_RANGE( 0.0, ssWorld_Ledger( world ).impact, 1e-12 );
        ASSERT_IN_RANGE( 0.0, ssWorld_Ledger( world ).numerics, 1e-12 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST theSimultaneousLawMovesTheRowOnTogether( void )
{
    ssWorld* world = cradle( ss_impactsSimultaneous, 0.0, 1, 0.0 );
    ssWorld_Step( world, 1e-3 );
    for ( int i = 0; i < ROW; ++i )
    {
        ASSERT_IN_RANGE( i == 0 ? -0.6 : 0.4, bodyAt( world, 1 + i ).velocity.x, 1e-9 );
    }
    ssDestroyWorld( world );
    PASS();
}

// Balls on strings: joints give way to the impact as far as they let the balls swing.
TEST aCradleOnStringsSwings( void )
{
    const double length = 0.5, angle = 0.1;
    ssWorld* world = emptyWorld( ss_impactsSequential, 0.0, 9.81 );
    for ( int i = 0; i < ROW; ++i )
    {
        double turn = i == 0 ? angle : 0.0, x = 2.0 * RADIUS * i;
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = ss_jointRevolute;
        joint.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        joint.anchor = ssVec3_Make( x, 0.0, length );
        joint.b =
            addBall( world, ssVec3_Make( x - length * sin( turn ), 0.0, length * ( 1.0 - cos( turn ) ) ),
                ssVec3_Make( 0.0, 0.0, 0.0 ), ( ssMaterial ){ .restitution = 1.0 } );
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
    }
    double energy = ssWorld_Energy( world ), furthest = 0.0;
    for ( int step = 0; step < 700; ++step ) // half a period is 0.71 s
    {
        ssWorld_Step( world, 1e-3 );
        furthest = fmax( furthest, bodyAt( world, ROW - 1 ).pose.position.x );
    }
    // The last one swings as far as the first one came, and the others stay.
    ASSERT_IN_RANGE( 2.0 * RADIUS * ( ROW - 1 ) + length * sin( angle ), furthest, 1e-3 * length );
    for ( int i = 0; i < ROW - 1; ++i )
    {
        ASSERT_IN_RANGE( 2.0 * RADIUS * i, bodyAt( world, i ).pose.position.x, 1e-3 * length );
    }
    ASSERT_IN_RANGE( energy, ssWorld_Energy( world ), 1e-3 * 9.81 * length * ( 1.0 - cos( angle ) ) );
    ssDestroyWorld( world );
    PASS();
}

/// A ball that hits a triangle of 15 in the middle; frictionless, in a plane.
static ssWorld* breakTriangle( double theta, double e )
{
    ssWorld* world = emptyWorld( ss_impactsSequential, theta, 0.0 );
    const ssMaterial material = { .restitution = e };
    addBall( world, ssVec3_Make( -0.15, 0.0, 0.0 ), ssVec3_Make( 1.0, 0.0, 0.0 ), material );
    for ( int row = 0; row < 5; ++row )
    {
        for ( int k = 0; k <= row; ++k )
        {
            ssVec3 place = { sqrt( 3.0 ) * RADIUS * row, RADIUS * ( 2 * k - row ), 0.0 };
            addBall( world, place, ssVec3_Make( 0.0, 0.0, 0.0 ), material );
        }
    }
    return world;
}

// Two balls that are hit by a third one at once take 2 sqrt(3)/5 of its speed along 30° each, and hand it on
// along the edges of the triangle; it goes back with 1/5.
TEST aBreakInTheMiddleIsSymmetric( void )
{
    for ( int n = 0; n < 3; ++n )
    {
        ssWorld* world = breakTriangle( s_thetas[n], 1.0 );
        for ( int step = 0; step < 100; ++step )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
        }
        const int corners[2] = { 11, 15 };
        for ( int k = 0; k < 2; ++k )
        {
            ssVec3 v = bodyAt( world, corners[k] ).velocity;
            ASSERT_IN_RANGE( 0.6, v.x, 1e-4 ); // places are 1e-17 off, which no ball can be before the others
            ASSERT_IN_RANGE( ( k == 0 ? -0.2 : 0.2 ) * sqrt( 3.0 ), v.y, 1e-4 );
        }
        ASSERT_IN_RANGE( -0.2, bodyAt( world, 0 ).velocity.x, 1e-4 );
        ASSERT_IN_RANGE( 0.5, ssWorld_Energy( world ), 1e-12 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// Balls and boxes thrown together.
static ssWorld* thrown( testRng* rng, double theta, double e, double mu, bool boxes )
{
    ssWorld* world = emptyWorld( ss_impactsSequential, theta, 0.0 );
    for ( int i = 0; i < 27; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        int x = i % 3 - 1, y = i / 3 % 3 - 1, z = i / 9 - 1;
        body.shape =
            boxes && i % 2 == 0 ? ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.04 ) ) : ssSphereShape( RADIUS );
        body.mass = fabs( testDecades( rng, -0.5, 0.5 ) );
        body.material = ( ssMaterial ){ .mu = mu, .restitution = e };
        body.pose.position = ssVec3_Scale( 2.01 * RADIUS, ssVec3_Make( x, y, z ) );
        for ( int k = 0; k < 3; ++k )
        {
            ( &body.velocity.x )[k] = testUniform( rng, -1.0, 1.0 ) - 20.0 * ( &body.pose.position.x )[k];
            ( &body.omega.x )[k] = mu > 0.0 ? testUniform( rng, -5.0, 5.0 ) : 0.0;
        }
        addBody( world, &body );
    }
    return world;
}

static double balanceOf( const ssWorld* world )
{
    ssLedger l = ssWorld_Ledger( world );
    return l.added + l.work - l.sliding - l.rolling - l.spinning - l.impact - l.numerics - l.kinetic -
        l.potential;
}

TEST heapsKeepMomentumAndNeverGainEnergy( void )
{
    testRng rng = { 3 };
    for ( int n = 0; n < testCount( 40 ); ++n )
    {
        double theta = s_thetas[n % 3], e = n % 4 == 0 ? 1.0 : testUniform( &rng, 0.1, 1.0 );
        double mu = n % 2 == 0 ? 0.0 : 0.5;
        bool boxes = n % 5 == 1;
        ssWorld* world = thrown( &rng, theta, e, mu, boxes );
        const ssVec3 start = linearMomentum( world ), turning = angularMomentum( world );
        double energy = ssWorld_Energy( world ), first = energy, size = sqrt( 2.0 * energy * 27.0 );
        int impacts = 0;
        for ( int step = 0; step < 60; ++step )
        {
            ssWorldReport report = ssWorld_Step( world, 2e-3 );
            impacts += report.impacts;
            ASSERT( report.status <= ss_statusLimit );
            ASSERT( ssWorld_Energy( world ) <= energy + 1e-9 * first );
            energy = ssWorld_Energy( world );
            ASSERT_IN_RANGE( 0.0, balanceOf( world ), 1e-12 * first );
        }
        ASSERT( impacts > 20 );
        ASSERT( e < 1.0 || mu > 0.0 || boxes || fabs( energy - first ) <= 1e-12 * first );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( linearMomentum( world ), start ) ), 1e-12 * size );
        if ( theta == 0.0 && !boxes )
        {
            ssVec3 change = ssVec3_Sub( angularMomentum( world ), turning );
            // Friction acts where the balls touch; after other impacts in the step that is off by (v h)²/R,
            // 0.2 mm.
            ASSERT_IN_RANGE( 0.0, ssVec3_Length( change ), ( mu > 0.0 ? 2e-4 : 1e-9 ) * size );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST theBitsAreThoseOfAnyNumberOfThreads( void )
{
    uint64_t first = 0;
    for ( int threads = 1; threads <= 4; threads *= 2 )
    {
        testRng rng = { 9 };
        ssWorld* world = thrown( &rng, 0.0, 0.8, 0.3, true );
        ssSetParallelFor( testThreads, &threads );
        for ( int step = 0; step < 60; ++step ) { ssWorld_Step( world, 2e-3 ); }
        ssSetParallelFor( NULL, NULL );
        uint64_t hash = worldHash( world );
        first = threads == 1 ? hash : first;
        ASSERT( hash == first );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aSavedWorldKeepsItsLaw( void )
{
    testRng rng = { 4 };
    ssWorld *world = thrown( &rng, 0.0, 0.9, 0.2, false ), *again = NULL;
    while ( ssWorld_Step( world, 2e-3 ).impacts == 0 ) {}
    ssBlob blob;
    testMust( ssWorld_Save( world, &blob ) );
    testMust( ssWorld_Restore( blob.bytes, blob.size, NULL, &again ) );
    ASSERT_EQ( ss_impactsSequential, ssWorld_Def( again )->impacts );
    double loads[2] = { 0.0, 0.0 };
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        loads[0] += ssWorld_Contact( world, i ).view.force[0]; // with the impulses of the sequence
        loads[1] += ssWorld_Contact( again, i ).view.force[0];
    }
    ASSERT( loads[0] > 0.0 && loads[0] == loads[1] );
    for ( int step = 0; step < 20; ++step )
    {
        ssWorld_Step( world, 2e-3 );
        ssWorld_Step( again, 2e-3 );
    }
    ASSERT( worldHash( world ) == worldHash( again ) );
    ssBlob_Destroy( &blob );
    ssDestroyWorld( world );
    ssDestroyWorld( again );
    PASS();
}

// A row that is thrown at a wall hands impacts to and fro for longer than any bound.
TEST aSequenceThatDoesNotEndIsCutAndSaysSo( void )
{
    int cut = 0;
    for ( int n = 0; n < 3; ++n )
    {
        ssWorld* world = emptyWorld( ss_impactsSequential, s_thetas[n], 0.0 );
        const ssMaterial material = { .restitution = 0.95 };
        ssBodyDef wall = ssDefaultBodyDef();
        wall.shape = ssBoxShape( ssVec3_Make( 0.1, 1.0, 1.0 ) );
        wall.kind = ss_bodyStatic;
        wall.material = material;
        wall.pose.position.x = -0.1 - RADIUS;
        addBody( world, &wall );
        for ( int i = 0; i < 60; ++i )
        {
            addBall( world, ssVec3_Make( 2.0 * RADIUS * i, 0.0, 0.0 ),
                ssVec3_Make( -1.0 - 0.1 * i, 0.0, 0.0 ), material );
        }
        double energy = ssWorld_Energy( world );
        for ( int step = 0; step < 50; ++step )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            cut += report.impactsLeft ? 1 : 0;
            ASSERT( report.impacts <= 32 * report.contacts );
            ASSERT( ssWorld_Energy( world ) <= energy * ( 1.0 + 1e-9 ) );
            energy = ssWorld_Energy( world );
        }
        ssDestroyWorld( world );
    }
    ASSERT( cut > 0 );
    PASS();
}

// What falls flat on a row of other bodies does not rattle on its corners.
TEST aBoxThatLandsFlatStaysFlat( void )
{
    ssWorld* world = emptyWorld( ss_impactsSequential, 0.0, 9.81 );
    const ssMaterial elastic = { .mu = 0.5, .restitution = 1.0 };
    addPlane( world, elastic, 0.0 );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.05 ) );
    box.material = elastic;
    box.pose.position.z = 0.05;
    addBody( world, &box );
    box.pose.position.z = 0.25;
    addBody( world, &box );
    for ( int step = 0; step < 400; ++step )
    {
        ssWorld_Step( world, 1e-3 );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( bodyAt( world, 2 ).omega ), 1e-3 );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST anUnknownLawIsRefused( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    def.impacts = (ssImpactLaw)2;
    ssResult result = ssCreateWorld( &def, &world );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( testContains( result.message, "impacts" ) );
    PASS();
}

SUITE( sequential )
{
    RUN_TEST( asManyBallsLeaveACradleAsCome );
    RUN_TEST( theSimultaneousLawMovesTheRowOnTogether );
    RUN_TEST( aCradleOnStringsSwings );
    RUN_TEST( aBreakInTheMiddleIsSymmetric );
    RUN_TEST( heapsKeepMomentumAndNeverGainEnergy );
    RUN_TEST( theBitsAreThoseOfAnyNumberOfThreads );
    RUN_TEST( aSavedWorldKeepsItsLaw );
    RUN_TEST( aSequenceThatDoesNotEndIsCutAndSaysSo );
    RUN_TEST( aBoxThatLandsFlatStaysFlat );
    RUN_TEST( anUnknownLawIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sequential );
    return TEST_END();
}
