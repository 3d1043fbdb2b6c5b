// SPDX-License-Identifier: MIT
#include "world_common.h"

// What bodies stand on: floors made of boxes, tables that turn, and how two materials combine at a contact.

// --------------------------------------------------------------------------------------------------- floors of boxes

#define TILE 0.15  // side of a box [m]
#define TILES 9    // boxes along a side of the floor
#define SPEED 0.5  // [m/s]
#define RADIUS 0.1 // [m]

/// Boxes side by side with their tops at z = 0, starting from the corner at -TILE.
static void addTiles( ssWorld* world, ssMaterial material )
{
    ssBodyDef tile = ssDefaultBodyDef();
    tile.kind = ss_bodyStatic;
    tile.material = material;
    tile.shape = ssBoxShape( ssVec3_Make( 0.5 * TILE, 0.5 * TILE, 0.05 ) );
    for ( int i = 0; i < TILES * TILES; ++i )
    {
        tile.pose.position = ssVec3_Make( TILE * ( i % TILES - 0.5 ), TILE * ( i / TILES - 0.5 ), -0.05 );
        addBody( world, &tile );
    }
}

/// How far a ball rolls that starts without slip, and its largest velocity across the floor.
static double rollsOver( bool boxes, double heading, double h, double* hop )
{
    ssMaterial material = { .mu = 0.5, .muRoll = 0.002 };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    if ( boxes )
    {
        addTiles( world, material );
    }
    else
    {
        addPlane( world, material, 0.0 );
    }
    ssBodyDef ball = sphereOn( RADIUS, material, 0.0 );
    ball.velocity = ssVec3_Make( SPEED * cos( heading ), SPEED * sin( heading ), 0.0 );
    ball.omega = ssVec3_Make( -ball.velocity.y / RADIUS, ball.velocity.x / RADIUS, 0.0 );
    ssBodyId id = addBody( world, &ball );
    *hop = 0.0;
    for ( int i = 0; i < (int)( 4.0 / h ); ++i )
    {
        ssWorld_Step( world, h );
        *hop = fmax( *hop, fabs( ssWorld_Body( world, id ).velocity.z ) );
    }
    ssBodyState state = ssWorld_Body( world, id );
    ssDestroyWorld( world );
    return ssVec3_Length( state.velocity ) < 1e-9 ? hypot( state.pose.position.x, state.pose.position.y )
                                                  : HUGE_VAL;
}

TEST floorsOfBoxesAreFlat( void )
{
    // The edge of the next box is a contact at a distance d ahead, with the gap d²/2R, which closes at v d/R.
    // The ball may be lifted at v d/R - d²/(2 R h), at most v² h/2R, and is displaced by no more than v h at
    // each of the ten seams it meets.
    const double h = 1e-3;
    double hop, plane = rollsOver( false, 0.0, h, &hop );
    ASSERT( plane > 5.0 * TILE && plane < 6.0 * TILE );
    ASSERT_EQ( 0.0, hop );
    int count = testCount( 5 );
    for ( int k = 0; k < count; ++k )
    {
        double heading = 0.5 * SS_PI * k / count; // the floor ends behind the start
        ASSERT_IN_RANGE( plane, rollsOver( true, heading, h, &hop ), 10.0 * SPEED * h );
        ASSERT( hop <= 1.01 * SPEED * SPEED * h / ( 2.0 * RADIUS ) );
    }
    PASS();
}

TEST ballsOfAllSizesStayOnAFloorOfBoxes( void )
{
    // The sizes range from one to twenty, over seams and corners.
    ssMaterial material = { .mu = 0.4, .muRoll = 1e-3 };
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addTiles( world, material );
    testRng rng = { 91 };
    int first = ssWorld_BodyCount( world );
    for ( int i = 0; i < 64; ++i )
    {
        ssBodyDef ball = sphereOn( pow( 20.0, testUniform( &rng, 0.0, 1.0 ) ) * 0.004, material, 0.0 );
        ball.pose.position.x = 0.17 * ( i % 8 );
        ball.pose.position.y = 0.17 * ( i / 8 );
        ball.pose.position.z += testUniform( &rng, 0.0, 0.3 );
        ball.velocity.x = testUniform( &rng, -0.2, 0.2 );
        ball.velocity.y = testUniform( &rng, -0.2, 0.2 );
        addBody( world, &ball );
    }
    for ( int i = 0; i < 2000; ++i )
    {
        ssWorld_Step( world, 1e-3 );
    }
    int left = 0;
    for ( int i = first; i < ssWorld_BodyCount( world ); ++i )
    {
        // The balls lie on the floor or on another ball, never in it; some have rolled over its edge.
        double radius = ssWorld_BodyShape( world, ssWorld_BodyAt( world, i ) )->radius;
        ssVec3 x = bodyAt( world, i ).pose.position;
        bool above = fmin( x.x, x.y ) > -TILE && fmax( x.x, x.y ) < ( TILES - 1 ) * TILE;
        ASSERT( !above || x.z > 0.99 * radius );
        left += above;
    }
    ASSERT( left > 40 );
    ssDestroyWorld( world );
    PASS();
}

// --------------------------------------------------------------------------------------------------------- driven

/// How far from the axis a block is after one turn of a table that carries it, at this share of the largest
/// speed.
static double carriedTo( double share, double start, double h )
{
    const double mu = 0.4, g = 9.81;
    double speed = share * sqrt( mu * g / start );
    ssMaterial material = { .mu = mu };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-9;
    ssWorld* world = makeWorld( &def );
    ssBodyDef table = ssDefaultBodyDef();
    table.kind = ss_bodyKinematic;
    table.shape = ssCylinderShape( 2.0, 0.05 );
    table.material = material;
    table.pose.position.z = -0.05;
    table.omega.z = speed;
    addBody( world, &table );
    ssBodyDef block = sphereOn( 0.01, material, 0.0 );
    block.shape = ssBoxShape( ssVec3_Make( 0.02, 0.02, 0.01 ) );
    block.pose.position.x = start;
    block.velocity.y = speed * start;
    block.omega.z = speed;
    ssBodyId id = addBody( world, &block );
    for ( int i = 0; i < (int)( 2.0 * SS_PI / speed / h ); ++i )
    {
        ssWorld_Step( world, h );
    }
    ssVec3 x = ssWorld_Body( world, id ).pose.position;
    ssDestroyWorld( world );
    return hypot( x.x, x.y );
}

TEST aTurningTableCarriesABlockUpToItsFriction( void )
{
    // The block holds if and only if omega² r <= mu g; a step along the tangent adds (omega h)²/2 of the
    // radius, 2 pi/(omega h) times.
    const double h = 3e-4, start = 0.5, speed = sqrt( 0.4 * 9.81 / start );
    double spiral = SS_PI * speed * h * start;
    ASSERT_IN_RANGE( start, carriedTo( 0.97, start, h ), 1.1 * spiral );
    ASSERT( carriedTo( 1.03, start, h ) > start + 20.0 * spiral );
    PASS();
}

TEST aLiftCarriesWithoutALoss( void )
{
    // A kinematic platform rises at 0.3 m/s: the box gains m g v t, all of it work of the drive.
    ssMaterial material = { .mu = 0.4 };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-11;
    ssWorld* world = makeWorld( &def );
    ssBodyDef lift = ssDefaultBodyDef();
    lift.kind = ss_bodyKinematic;
    lift.shape = ssBoxShape( ssVec3_Make( 0.5, 0.5, 0.05 ) );
    lift.material = material;
    lift.pose.position.z = -0.05;
    lift.velocity.z = 0.3;
    ssBodyId platform = addBody( world, &lift );
    ssBodyDef box = sphereOn( 0.1, material, 0.0 );
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.velocity.z = 0.3;
    ssBodyId id = addBody( world, &box );
    double start = ssWorld_Energy( world );
    for ( int i = 0; i < 1000; ++i )
    {
        ssWorld_Step( world, 1e-3 );
    }
    ssBodyState state = ssWorld_Body( world, id );
    double gained = state.mass * 9.81 * 0.3;
    ASSERT_IN_RANGE( 0.3 - 0.05, ssWorld_Body( world, platform ).pose.position.z, 1e-12 );
    ASSERT_IN_RANGE( 0.4, state.pose.position.z, 1e-9 );
    ASSERT_IN_RANGE( gained, ssWorld_Energy( world ) - start, 1e-8 * gained );
    ASSERT_IN_RANGE( gained, ssWorld_Ledger( world ).work, 1e-8 * gained );
    ssDestroyWorld( world );
    PASS();
}

// --------------------------------------------------------------------------------------------------------- materials

TEST twoMaterialsCombineByTheRule( void )
{
    // A block of 0.2 slides on ground of 0.8, decelerated by the geometric mean, the smaller, the mean or the
    // larger.
    static const double mus[ss_combineCount] = {
        [ss_combineGeometric] = 0.4, [ss_combineMin] = 0.2, [ss_combineMean] = 0.5, [ss_combineMax] = 0.8
    };
    for ( int rule = 0; rule < ss_combineCount; ++rule )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.rule = (ssCombineRule)rule;
        def.tolerance = 1e-11;
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.8 }, 0.0 );
        ssBodyDef block = sphereOn( 0.02, ( ssMaterial ){ .mu = 0.2 }, 0.0 );
        block.shape = ssBoxShape( ssVec3_Make( 0.3, 0.3, 0.02 ) );
        block.velocity.x = 2.0;
        ssBodyId id = addBody( world, &block );
        for ( int i = 0; i < 200; ++i )
        {
            ssWorld_Step( world, 1e-3 );
        }
        ASSERT_IN_RANGE( 2.0 - 0.2 * mus[rule] * 9.81, ssWorld_Body( world, id ).velocity.x, 1e-7 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// A block on a slope whose coefficient of 0.5 falls to 0.2 within some 0.1 m/s.
static ssWorld* stribeckSlope( double angle, ssStribeckCurve curve, double speed )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    law.mu = 0.5;
    law.stribeck = ( ssStribeck ){ curve, 0.4, 0.1, 1.0 };
    ssLawId index;
    ssBodyId ground = addPlane( world, ( ssMaterial ){ .mu = 0.9 }, angle );
    if ( ssWorld_AddLaw( world, &law, &index ).code == ss_ok )
    {
        testMust( ssWorld_SetLaw( world, ground, index, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
    ssBodyDef block = sphereOn( 0.02, ( ssMaterial ){ .mu = 0.1 }, angle );
    block.shape = ssBoxShape( ssVec3_Make( 0.3, 0.3, 0.02 ) );
    block.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    block.velocity = ssVec3_Make( speed * cos( angle ), 0.0, -speed * sin( angle ) );
    addBody( world, &block );
    return world;
}

TEST staticFrictionExceedsKineticFriction( void )
{
    // tan a lies between the two coefficients: the block rests for ever, and once it slides it goes on
    // sliding.
    const double angle = atan( 0.35 ), h = 1e-3, g = 9.81;
    for ( int k = 0; k < 2; ++k )
    {
        ssStribeckCurve curve = k == 0 ? ss_stribeckExp : ss_stribeckStep;
        ssWorld* world = stribeckSlope( angle, curve, 0.0 );
        ssVec3 start = bodyAt( world, 1 ).pose.position;
        for ( int i = 0; i < 2000; ++i )
        {
            ssWorld_Step( world, h );
        }
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( bodyAt( world, 1 ).pose.position, start ) ), 1e-6 );
        ssDestroyWorld( world );

        // The reference integrates v' = g (sin a - mu(v) cos a) in steps as small as those of the world.
        world = stribeckSlope( angle, curve, 0.3 );
        ssStribeck stribeck = { curve, 0.4, 0.1, 1.0 };
        double v = 0.3;
        for ( int i = 0; i < 1000; ++i )
        {
            ssWorld_Step( world, h );
            v += h * g * ( sin( angle ) - 0.5 * ssStribeckFactor( &stribeck, v ) * cos( angle ) );
        }
        ASSERT_IN_RANGE( v, ssVec3_Length( bodyAt( world, 1 ).velocity ), 1e-6 * v );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST contactsBecomeCompliantInFlight( void )
{
    // First a rigid ball rests; then contacts of 1e5 N/m let it sink by m g/k.
    const double stiffness = 1e5;
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-12;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    addPlane( world, material, 0.0 );
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ssBodyId id = addBody( world, &ball );
    for ( int part = 0; part < 2; ++part )
    {
        def.stiffness = part == 0 ? 0.0 : stiffness;
        ASSERT_EQ( ss_ok, ssWorld_SetDef( world, &def ).code );
        for ( int i = 0; i < 2000; ++i )
        {
            ASSERT_EQ( ss_worldStatusConverged, ssWorld_Step( world, 1e-2 ).status );
        }
        ssBodyState state = ssWorld_Body( world, id );
        double depth = part == 0 ? 0.0 : state.mass * 9.81 / stiffness;
        ASSERT_IN_RANGE( 0.1 - depth, state.pose.position.z, 1e-9 );
    }
    ssDestroyWorld( world );
    PASS();
}

/// Five equal boxes exactly above each other stand on the same twenty points at every step.
TEST aStackKeepsItsContacts( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    ASSERT_EQ( ss_ok, ssCreateWorld( &def, &world ).code );
    ssBodyDef body = ssDefaultBodyDef();
    body.material = ( ssMaterial ){ .mu = 0.5 };
    body.kind = ss_bodyStatic;
    body.shape = ssPlaneShape();
    ASSERT_EQ( ss_ok, ssWorld_AddBody( world, &body, NULL ).code );
    body.kind = ss_bodyDynamic;
    body.shape = ssBoxShape( ssVec3_Make( 0.5, 0.5, 0.5 ) );
    for ( int i = 0; i < 5; ++i )
    {
        body.pose.position.z = 0.5 + i;
        ASSERT_EQ( ss_ok, ssWorld_AddBody( world, &body, NULL ).code );
    }
    uint32_t features[20] = { 0 };
    for ( int i = 0; i < 100; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, 0.01 );
        ASSERT_EQ( ss_worldStatusConverged, report.status );
        ASSERT_EQ_FMT( 20, report.contacts, "%d" );
        for ( int k = 0; k < 20; ++k )
        {
            uint32_t feature = ssWorld_Contact( world, k ).feature;
            ASSERT( i == 0 || feature == features[k] );
            features[k] = feature;
        }
    }
    ssDestroyWorld( world );
    PASS();
}

SUITE( ground )
{
    RUN_TEST( aStackKeepsItsContacts );
    RUN_TEST( floorsOfBoxesAreFlat );
    RUN_TEST( ballsOfAllSizesStayOnAFloorOfBoxes );
    RUN_TEST( aTurningTableCarriesABlockUpToItsFriction );
    RUN_TEST( aLiftCarriesWithoutALoss );
    RUN_TEST( twoMaterialsCombineByTheRule );
    RUN_TEST( staticFrictionExceedsKineticFriction );
    RUN_TEST( contactsBecomeCompliantInFlight );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( ground );
    return TEST_END();
}
