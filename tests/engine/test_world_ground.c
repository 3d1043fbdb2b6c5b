// SPDX-License-Identifier: MIT
#include "world_common.h"

// What bodies stand on: floors made of boxes, tables that turn, and how two materials combine at a contact.

// ------------------------------------------------------------------------------------------- floors of boxes

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
    if ( boxes ) { addTiles( world, material ); }
    else { addPlane( world, material, 0.0 ); }
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
    // The edge of the next box is no edge: the ball rolls as on a plane, and is not lifted.
    const double h = 1e-3;
    double hop, plane = rollsOver( false, 0.0, h, &hop );
    ASSERT( plane > 5.0 * TILE && plane < 6.0 * TILE );
    ASSERT_EQ( 0.0, hop );
    int count = testCount( 5 );
    for ( int k = 0; k < count; ++k )
    {
        double heading = 0.5 * SS_PI * k / count; // the floor ends behind the start
        ASSERT_IN_RANGE( plane, rollsOver( true, heading, h, &hop ), 1e-4 * plane );
        ASSERT( hop <= 1.5e-4 * SPEED ); // normals that differ by so little count as the same
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- seams

// What lies behind the seam at x = 0, where the floor in front of it ends at z = 0.
typedef enum Beyond
{
    beyondSame,  // the same once more, or higher or lower
    beyondLoose, // the same, both of them heavy loose boxes on a plane
    beyondTiles, // small tiles, uneven by a quarter of the slop
    beyondPlane, // a plane, into which the floor in front is sunk
    beyondWall,  // a wall that stands on the same
    beyondPost,  // a wall that goes on downwards
    beyondRamp,  // a ramp of 30 degrees
} Beyond;

static void addSlab( ssWorld* world, ssBodyKind kind, ssVec3 half, ssVec3 at, double pitch, double mu )
{
    ssBodyDef slab = ssDefaultBodyDef();
    slab.kind = kind;
    slab.shape = ssBoxShape( half );
    slab.pose.position = at;
    slab.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, pitch, 0.0 ) );
    slab.material.mu = mu;
    slab.density = 1e6;
    addBody( world, &slab );
}

static void addBeyond( ssWorld* world, Beyond beyond, double mu )
{
    ssVec3 wall = { 0.1, 1.0, 0.5 };
    testRng rng = { 12 };
    double tilt = SS_PI / 6.0;
    for ( int i = 0; i < 60 && beyond == beyondTiles; ++i )
    {
        ssVec3 at = { 0.05 + 0.1 * ( i % 20 ), 0.3 * ( i / 20 - 1 ),
            -0.1 + testUniform( &rng, -2.5e-5, 2.5e-5 ) };
        addSlab( world, ss_bodyStatic, ssVec3_Make( 0.05, 0.15, 0.1 ), at, 0.0, mu );
    }
    if ( beyond == beyondPlane ) { addPlane( world, ( ssMaterial ){ .mu = mu }, 0.0 ); }
    else if ( beyond == beyondWall || beyond == beyondPost )
    {
        addSlab(
            world, ss_bodyStatic, wall, ssVec3_Make( 0.1, 0.0, beyond == beyondWall ? 0.5 : 0.2 ), 0.0, mu );
    }
    else if ( beyond == beyondRamp )
    {
        ssVec3 at = { 5.0 * cos( tilt ) + 0.1 * sin( tilt ), 0.0, 5.0 * sin( tilt ) - 0.1 * cos( tilt ) };
        addSlab( world, ss_bodyStatic, ssVec3_Make( 5.0, 1.0, 0.1 ), at, -tilt, mu );
    }
}

/// What comes over a seam at 3 m/s.
typedef struct Comer
{
    ssShape shape;
    ssVec3 turn; // its pose, as a rotation vector
    double mu;   // 0: it slides; otherwise it rolls
    bool first;  // it is added before the floor
} Comer;

/// The state of the comer 0.6 s after it was 0.7 m in front of the seam.
static ssBodyState comesOver( const Comer* comer, Beyond beyond, double rise, double h )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    ssBodyDef body = ssDefaultBodyDef(), ground = ssDefaultBodyDef();
    body.shape = comer->shape;
    body.pose = ( ssPose ){ { -0.7, 0.02, 0.1 }, ssQuat_FromRotationVector( comer->turn ) };
    body.velocity.x = 3.0;
    body.omega.y = comer->mu > 0.0 ? 30.0 : 0.0;
    body.material.mu = comer->mu;
    ssBodyId id;
    ssResult result = comer->first ? ssWorld_AddBody( world, &body, &id ) : ssOk();
    ssBodyKind kind = beyond == beyondLoose ? ss_bodyDynamic : rise == 0.0 ? ss_bodyKinematic : ss_bodyStatic;
    ssVec3 half = { 5.0, 1.0, 0.1 };
    addSlab( world, kind, half, ssVec3_Make( -5.0, 0.0, -0.1 ), 0.0, comer->mu );
    addBeyond( world, beyond, comer->mu );
    if ( beyond == beyondSame || beyond == beyondLoose || beyond == beyondWall )
    {
        addSlab( world, kind, half, ssVec3_Make( 5.0, 0.0, -0.1 + rise ), 0.0, comer->mu );
    }
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ground.material.mu = 1.0;
    ground.pose.position.z = -0.2;
    addBody( world, &ground );
    result = comer->first || result.code != ss_ok ? result : ssWorld_AddBody( world, &body, &id );
    for ( int i = 0; i < (int)( 0.6 / h + 0.5 ) && result.code == ss_ok; ++i ) { ssWorld_Step( world, h ); }
    ssBodyState state = ssWorld_Body( world, id );
    ssDestroyWorld( world );
    return state;
}

static ssHull* s_cube; // with sides of 0.2 m

static int comers( Comer* list )
{
    ssVec3 corners[8], none = { 0.0, 0.0, 0.0 }, lying = { 0.5 * SS_PI, 0.0, 0.0 },
                       turned = { 0.0, 0.0, 0.4 };
    for ( int i = 0; i < 8; ++i )
    {
        corners[i] = ssVec3_Make( i & 1 ? 0.1 : -0.1, i & 2 ? 0.1 : -0.1, i & 4 ? 0.1 : -0.1 );
    }
    if ( s_cube == NULL ) { ssIgnore( ssCreateHull( corners, 8, &s_cube, NULL ) ); }
    const Comer all[] = { { ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) ), none, 0.0, false },
        { ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) ), turned, 0.0, true },
        { ssHullShape( s_cube ), none, 0.0, true }, { ssCylinderShape( 0.1, 0.1 ), none, 0.0, false },
        { ssCylinderShape( 0.1, 0.1 ), lying, 1.0, false }, { ssCylinderShape( 0.1, 0.1 ), lying, 0.0, true },
        { ssSphereShape( 0.1 ), none, 1.0, true }, { ssSphereShape( 0.1 ), none, 0.0, false },
        { ssCapsuleShape( 0.1, 0.1 ), lying, 1.0, false } };
    memcpy( list, all, sizeof( all ) );
    return SS_COUNT( all );
}

/// Without friction nothing slows a body on a level floor, and pure
/// rolling is not resisted either: 3 m/s stay.
TEST nothingCatchesWhereFacesGoOn( void )
{
    Comer list[16];
    const double steps[] = { 1e-3, 5e-3, 1.0 / 60.0 };
    for ( int i = 0, count = comers( list ); i < count; ++i )
    {
        for ( int k = 0; k < SS_COUNT( steps ); ++k )
        {
            for ( Beyond beyond = beyondSame; beyond <= beyondPlane; ++beyond )
            {
                // Up and down by a quarter of the slop, which is 2e-3 of the radius: what is lifted by it may
                // fly.
                double loss = list[i].mu == 0.0 || beyond == beyondTiles ? 0.01
                    : beyond == beyondLoose                              ? 1e-3
                                                                         : 3e-4;
                ssBodyState end = comesOver( &list[i], beyond, 0.0, steps[k] );
                ASSERT_IN_RANGEm( ssShapeKindName( list[i].shape.kind ), 3.0, end.velocity.x, loss );
                ASSERT_IN_RANGE( 0.1, end.pose.position.z, 4e-4 );
                ASSERT_IN_RANGE( 0.0, end.omega.z, 0.01 );
            }
            ASSERT_IN_RANGE( 3.0, comesOver( &list[i], beyondSame, 1e-4, steps[k] ).velocity.x, 0.01 );
            ASSERT_IN_RANGE( 3.0, comesOver( &list[i], beyondSame, -1e-4, steps[k] ).velocity.x, 0.01 );
        }
    }
    PASS();
}

/// Nor on a floor of triangles, whose corners are sharp.
TEST nothingCatchesOnTriangles( void )
{
    Comer list[16];
    ssHull* prism = NULL;
    ssPose frame;
    const double side = 0.25;
    const ssVec3 corners[6] = { { 0.0, 0.0, 0.0 }, { side, 0.0, 0.0 }, { side, side, 0.0 },
        { 0.0, 0.0, -0.1 }, { side, 0.0, -0.1 }, { side, side, -0.1 } };
    testMust( ssCreateHull( corners, 6, &prism, &frame ) );
    ssQuat back = ssQuat_Conjugate( frame.orientation );
    ssVec3 middle = ssVec3_Scale( -1.0, ssQuat_Rotate( back, frame.position ) );
    for ( int i = 0, count = comers( list ); i < count; ++i )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        ssBodyDef tile = ssDefaultBodyDef(), body = ssDefaultBodyDef();
        tile.kind = ss_bodyStatic;
        tile.material.mu = body.material.mu = list[i].mu;
        tile.shape = ssHullShape( prism );
        for ( int k = 0; k < 144; ++k ) // the second half of a square is the first one turned by half a turn
        {
            ssVec3 at = { side * ( k / 2 % 18 - 8 ), side * ( k / 36 - 2 ), 0.0 };
            ssQuat half = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, k % 2 ? SS_PI : 0.0 ) );
            at = ssVec3_Add( at, ssVec3_Make( k % 2 ? side : 0.0, k % 2 ? side : 0.0, 0.0 ) );
            tile.pose.position = ssVec3_Add( at, ssQuat_Rotate( half, middle ) );
            tile.pose.orientation = ssQuat_Mul( half, back );
            addBody( world, &tile );
        }
        body.shape = list[i].shape;
        body.pose = ( ssPose ){ { -1.5, 0.013, 0.1 }, ssQuat_FromRotationVector( list[i].turn ) };
        body.velocity = ssVec3_Make( 3.0 * cos( 0.1 ), 3.0 * sin( 0.1 ), 0.0 );
        body.omega =
            list[i].mu > 0.0 ? ssVec3_Make( -30.0 * sin( 0.1 ), 30.0 * cos( 0.1 ), 0.0 ) : body.omega;
        bool slides = list[i].mu > 0.0 && list[i].shape.kind != ss_shapeSphere; // its axis is not across
        ssBodyId id = addBody( world, &body );
        for ( int n = 0; n < 160 && !slides; ++n ) { ssWorld_Step( world, 5e-3 ); }
        ASSERT_IN_RANGE( 3.0, ssVec3_Length( ssWorld_Body( world, id ).velocity ), 3e-4 );
        ASSERT( slides || ssWorld_Body( world, id ).pose.position.x > 0.8 );
        ssDestroyWorld( world );
    }
    ssHull_Release( prism );
    PASS();
}

/// A plastic collision with a wall stops what slides; what rolls climbs, but nothing
/// gets past it. A step of 2 cm stops a box.
TEST whatStandsUpBehindASeamStops( void )
{
    Comer list[16];
    const double steps[] = { 1e-3, 5e-3, 1.0 / 60.0 };
    for ( int i = 0, count = comers( list ); i < count; ++i )
    {
        for ( int k = 0; k < SS_COUNT( steps ); ++k )
        {
            ssBodyState wall = comesOver( &list[i], beyondWall, 0.0, steps[k] ),
                        post = comesOver( &list[i], beyondPost, 0.0, steps[k] );
            ASSERT( wall.pose.position.x < 0.0 && post.pose.position.x < 0.0 );
            ASSERT( list[i].mu > 0.0 || ( wall.velocity.x < 1e-6 && post.velocity.x < 1e-6 ) );
            // A ramp takes from the body at least what its normal points against: at
            // most cos(30°) of the speed stays.
            ASSERT( comesOver( &list[i], beyondRamp, 0.0, steps[k] ).pose.position.z > 0.2 );
            if ( list[i].mu == 0.0 && list[i].shape.kind != ss_shapeSphere && list[i].turn.x == 0.0 )
            {
                // with the front of a box, a third of the speed is left at best: it tips over the edge
                ASSERT( comesOver( &list[i], beyondSame, 5e-4, steps[k] ).velocity.x < 2.5 );
                ASSERT( comesOver( &list[i], beyondSame, 0.02, steps[k] ).velocity.x < 1.5 );
            }
        }
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
    for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, 1e-3 ); }
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

// ---------------------------------------------------------------------------------------------------- driven

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
    for ( int i = 0; i < (int)( 2.0 * SS_PI / speed / h ); ++i ) { ssWorld_Step( world, h ); }
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
    for ( int i = 0; i < 1000; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ssBodyState state = ssWorld_Body( world, id );
    double gained = state.mass * 9.81 * 0.3;
    ASSERT_IN_RANGE( 0.3 - 0.05, ssWorld_Body( world, platform ).pose.position.z, 1e-12 );
    ASSERT_IN_RANGE( 0.4, state.pose.position.z, 1e-9 );
    ASSERT_IN_RANGE( gained, ssWorld_Energy( world ) - start, 1e-8 * gained );
    ASSERT_IN_RANGE( gained, ssWorld_Ledger( world ).work, 1e-8 * gained );
    ssDestroyWorld( world );
    PASS();
}

// ------------------------------------------------------------------------------------------------- materials

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
        for ( int i = 0; i < 200; ++i ) { ssWorld_Step( world, 1e-3 ); }
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
        for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, h ); }
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
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-2 ).status );
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
        ASSERT_EQ( ss_statusConverged, report.status );
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
    RUN_TEST( nothingCatchesWhereFacesGoOn );
    RUN_TEST( nothingCatchesOnTriangles );
    RUN_TEST( whatStandsUpBehindASeamStops );
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
    ssHull_Release( s_cube );
    return TEST_END();
}
