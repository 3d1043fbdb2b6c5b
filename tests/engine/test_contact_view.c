// SPDX-License-Identifier: MIT
#include "typed_law.h"
#include "world_common.h"

#include "slipstick/audit.h"
#include "slipstick/lab/scenario.h"

// What a contact is said to do is what it does: velocities are those that were solved for, and a regime is
// read off the law and not off the rounding of a velocity.

static const ssMaterial wood = { .mu = 0.2 };

static ssContactView viewOf( double normal, double tangential, double slide, double roll, double spin )
{
    return ( ssContactView ){ .force = { normal, tangential, 0.0 },
        .velocity = { 0.0, -slide, 0.0, roll, 0.0, spin },
        .cone = { .dimension = 6, .mu = 0.3, .muRoll = 0.01, .muSpin = 0.02 },
        .size = 0.5,
        .lawScale = 1.0 };
}

TEST aBlockMovesOnlyAtItsBound( void )
{
    // inside the cone nothing slides, however fast the velocity claims to be
    ssContactView c = viewOf( 10.0, 1.0, 1.0, 1.0, 1.0 );
    ASSERT_EQ( ss_modeStick, ssContactView_Mode( &c, 1e-7 ) );
    c.force[1] = 3.0;
    ASSERT_EQ( ss_modeSlide, ssContactView_Mode( &c, 1e-7 ) );
    c.moment[0] = -0.1;
    ASSERT_EQ( ss_modeSlideRoll, ssContactView_Mode( &c, 1e-7 ) );
    c.force[1] = 0.0;
    ASSERT_EQ( ss_modeRoll, ssContactView_Mode( &c, 1e-7 ) );
    c.moment[0] = 0.0;
    c.moment[2] = -0.2;
    ASSERT_EQ( ss_modeSpin, ssContactView_Mode( &c, 1e-7 ) );
    c.force[0] = 0.0;
    ASSERT_EQ( ss_modeOpen, ssContactView_Mode( &c, 1e-7 ) );
    PASS();
}

TEST aBlockAtItsBoundMovesOnlyBeyondTheResolution( void )
{
    ssContactView c = viewOf( 10.0, 3.0, 1.1e-4, 0.0, 0.0 );
    ASSERT_EQ( ss_modeSlide, ssContactView_Mode( &c, 1e-4 ) );
    ASSERT_EQ( ss_modeStick, ssContactView_Mode( &c, 1.2e-4 ) );
    // angular velocities count times the size of the body, and nothing resists where a coefficient is zero
    c = viewOf( 10.0, 0.0, 0.0, 2.1e-4, 0.0 );
    c.cone.muRoll = 0.0;
    ASSERT_EQ( ss_modeRoll, ssContactView_Mode( &c, 1e-4 ) );
    c.velocity[3] = 1.9e-4;
    ASSERT_EQ( ss_modeStick, ssContactView_Mode( &c, 1e-4 ) );
    PASS();
}

TEST blocksOfAnEllipsoidShareOneBound( void )
{
    ssContactView c = viewOf( 10.0, 3.0 * sqrt( 0.5 ), 1.0, 1.0, 0.0 );
    c.cone.variant = ss_coneEllipsoidal;
    ASSERT_EQ( ss_modeStick, ssContactView_Mode( &c, 1e-7 ) );
    c.moment[0] = 0.1 * sqrt( 0.5 );
    ASSERT_EQ( ss_modeSlideRoll, ssContactView_Mode( &c, 1e-7 ) );
    PASS();
}

/// Flat boxes beside each other on a slope.
static ssWorld* slidingBoxes( double angle, double tolerance )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = tolerance;
    ssWorld* world = makeWorld( &def );
    addPlane( world, wood, angle );
    for ( int i = 0; i < 3; ++i )
    {
        ssBodyDef box = sphereOn( 0.1, wood, angle );
        box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.15, 0.1 ) );
        box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
        box.pose.position.y = 0.5 * i;
        addBody( world, &box );
    }
    return world;
}

TEST slidingBoxesSlideAndDoNotRoll( void )
{
    // tan 30° is far above mu, and the boxes are too flat to tip
    static const double tolerances[] = { 1e-4, 1e-8 };
    for ( int k = 0; k < SS_COUNT( tolerances ); ++k )
    {
        ssWorld* world = slidingBoxes( SS_PI / 6.0, tolerances[k] );
        int contacts = 0, slides = 0;
        for ( int step = 0; step < 400; ++step )
        {
            ssWorld_Step( world, 1e-3 );
            for ( int i = 0; step >= 10 && i < ssWorld_ContactCount( world ); ++i )
            {
                ssContactMode mode = ssWorld_Contact( world, i ).view.mode;
                contacts += mode != ss_modeOpen ? 1 : 0;
                slides += mode == ss_modeSlide ? 1 : 0;
            }
        }
        ASSERT( contacts > 3 * 390 );
        ASSERT_EQ_FMT( contacts, slides, "%d" );
        ssDestroyWorld( world );
    }
    PASS();
}

static void countSlides( void* context, int count, const ssContactView* contacts )
{
    int* slides = context;
    for ( int i = 0; i < count; ++i )
    {
        slides[0] += contacts[i].mode == ss_modeSlide || contacts[i].mode == ss_modeSlideRoll ? 1 : 0;
    }
    slides[1] += count;
}

TEST rollingBallsOfTheGuidewayNeverSlide( void )
{
    // Their reactions stay far inside the cones; balls that recirculate open and close, which is true.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "guideway" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    int slides[2] = { 0, 0 };
    ssDraw draw = { .context = slides, .contacts = countSlides };
    while ( ssSim_Time( sim ) < ( testScale() < 1.0 ? 0.2 : 0.4 ) )
    {
        ssSim_Step( sim );
        if ( ssSim_Time( sim ) > 0.1 ) { ssSim_Draw( sim, &draw ); }
    }
    ssDestroySim( sim );
    ASSERT( slides[1] > 1000 );
    ASSERT_EQ_FMT( 0, slides[0], "%d" );
    PASS();
}

/// A box thrown to tumble over the ground.
static ssWorld* tumblingBox( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-9;
    def.maxIterations = 5000;
    ssWorld* world = makeWorld( &def );
    addPlane( world, wood, 0.0 );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.3, 0.1, 0.05 ) );
    box.material = wood;
    box.pose.position = ssVec3_Make( 0.0, 0.0, 0.35 );
    box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.5, 0.7, 0.3 ) );
    box.velocity = ssVec3_Make( 2.0, 0.5, 0.0 );
    box.omega = ssVec3_Make( 6.0, -9.0, 4.0 );
    addBody( world, &box );
    return world;
}

TEST velocitiesShownAreThoseSolvedFor( void )
{
    // A closed contact has exactly the normal velocity that its law allows,
    // though the box turns on in the same step.
    ssWorld* world = tumblingBox();
    int closed = 0;
    for ( int step = 0; step < 600; ++step )
    {
        ssWorld_Step( world, 1e-3 );
        for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
        {
            ssWorldContact c = ssWorld_Contact( world, i );
            if ( c.view.force[0] > 1.0 )
            {
                ASSERT_IN_RANGE( c.view.allowance, c.velocity[0], 1e-6 );
                closed += 1;
            }
        }
    }
    ASSERT( closed > 100 );
    ssDestroyWorld( world );
    PASS();
}

TEST aRestoredWorldShowsTheSameContacts( void )
{
    ssWorld *world = tumblingBox(), *other = tumblingBox();
    int shown = 0;
    for ( int step = 0; step < 300; ++step )
    {
        ssWorld_Step( world, 1e-3 );
        ssArchive archive = { .mode = ss_archiveMeasure };
        ssWorld_Serialize( world, &archive );
        unsigned char* bytes = malloc( archive.used );
        archive = ( ssArchive ){ .mode = ss_archiveWrite, .bytes = bytes, .size = archive.used };
        ssWorld_Serialize( world, &archive );
        archive = ( ssArchive ){ .mode = ss_archiveRead, .bytes = bytes, .size = archive.used };
        ssWorld_Serialize( other, &archive );
        free( bytes );
        ASSERT( !archive.overrun && worldHash( world ) == worldHash( other ) );
        ASSERT_EQ( ssWorld_ContactCount( world ), ssWorld_ContactCount( other ) );
        for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
        {
            ssWorldContact a = ssWorld_Contact( world, i ), b = ssWorld_Contact( other, i );
            ASSERT( memcmp( a.velocity, b.velocity, sizeof( a.velocity ) ) == 0 );
            ASSERT_EQ( a.view.mode, b.view.mode );
            shown += 1;
        }
    }
    ASSERT( shown > 50 );
    ssDestroyWorld( world );
    ssDestroyWorld( other );
    PASS();
}

static void keepArrow( void* context, int count, const ssDrawArrow* arrows )
{
    ssVec3* shown = context;
    *shown = count > 0 ? arrows[count - 1].vector : *shown;
}

TEST whatASolveDoesNotResolveIsDrawnAtRest( void )
{
    // A free ball: nothing is solved, so that only rounding counts as rest.
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    ssWorld* world = NULL;
    ASSERT_EQ( ss_ok, ssCreateWorld( &def, &world ).code );
    ssBodyDef ball = ssDefaultBodyDef();
    ssBodyId id;
    ball.velocity.x = 2e-11;
    ASSERT_EQ( ss_ok, ssWorld_AddBody( world, &ball, &id ).code );
    ssWorld_Step( world, 1e-3 );
    ssVec3 shown = { 1.0, 1.0, 1.0 };
    ssDraw draw = { .flags = ss_drawVelocities, .context = &shown, .arrows = keepArrow };
    ssWorld_Draw( world, &draw );
    ASSERT_EQ( 2e-11, ssWorld_Body( world, id ).velocity.x );
    ASSERT_EQ( 0.0, ssVec3_Length( shown ) );
    ASSERT_EQ( 0.0, ssWorld_ShownVelocity( world, id ).x );
    testMust( ssWorld_SetVelocity( world, id, ssVec3_Make( 1e-3, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    ssWorld_Draw( world, &draw );
    ASSERT_EQ( 1e-3, shown.x );
    ssDestroyWorld( world );
    PASS();
}

/// Under a Stribeck curve, 0.3 at high speed and 0.4 at rest, a contact with
/// 0.3 r_N slides at 1 m/s and sticks at rest.
TEST aTypedContactSlidesAtTheBoundOfItsSpeed( void )
{
    ssLaw law = makeText( "law \"s\"\n" UNITS "C = disc(0.3 + 0.1*exp(-(v/u/0.01)^2))\n" );
    ssContactView c = {
        .force = { 10.0, -3.0, 0.0 }, .velocity = { 0.0, 1.0 }, .size = 0.1, .law = &law, .lawScale = 1.0
    };
    c.mode = ssContactView_Mode( &c, 1e-7 );
    ASSERT_EQ( ss_modeSlide, c.mode );
    ASSERT_EQ( 1.0, ssContactView_SlidingSpeed( &c ) );
    c.force[1] = -2.5; // inside C(1 m/s): whatever its velocity says, it sticks
    c.mode = ssContactView_Mode( &c, 1e-7 );
    ASSERT_EQ( ss_modeStick, c.mode );
    ASSERT_EQ( 0.0, ssContactView_SlidingSpeed( &c ) );
    ssLaw_Destroy( &law );
    PASS();
}

/// A function of the velocity has no bound: its contact slides if it moves. A law that holds nothing at rest
/// creeps, and what is called sticking is slow sliding.
TEST whatHasNoBoundAtRestIsJudgedByItsVelocity( void )
{
    ssLaw function = makeText( "law \"f\"\n" UNITS "force = 2*vel/u*N\n" ),
          zero = makeText( "law \"z\"\n" UNITS "C = disc(0.5*tanh(v/u))\n" );
    ssContactView c = { .force = { 10.0, -0.1, 0.0 },
        .velocity = { 0.0, 0.005 },
        .size = 0.1,
        .law = &function,
        .lawScale = 1.0 };
    ASSERT_EQ( ss_modeSlide, ssContactView_Mode( &c, 1e-3 ) );
    ASSERT_EQ( ss_modeStick, ssContactView_Mode( &c, 1e-2 ) );
    c.law = &zero;
    c.mode = ss_modeStick;
    c.force[1] = -0.025; // 0.5 tanh(0.005) × 10 N
    ASSERT_EQ( 0.005, ssContactView_SlidingSpeed( &c ) );
    c.force[1] = 0.0; // nothing to be held
    ASSERT_EQ( 0.0, ssContactView_SlidingSpeed( &c ) );
    ssLaw_Destroy( &function );
    ssLaw_Destroy( &zero );
    PASS();
}

SUITE( contact_view )
{
    RUN_TEST( aTypedContactSlidesAtTheBoundOfItsSpeed );
    RUN_TEST( whatHasNoBoundAtRestIsJudgedByItsVelocity );
    RUN_TEST( whatASolveDoesNotResolveIsDrawnAtRest );
    RUN_TEST( aBlockMovesOnlyAtItsBound );
    RUN_TEST( aBlockAtItsBoundMovesOnlyBeyondTheResolution );
    RUN_TEST( blocksOfAnEllipsoidShareOneBound );
    RUN_TEST( slidingBoxesSlideAndDoNotRoll );
    RUN_TEST( rollingBallsOfTheGuidewayNeverSlide );
    RUN_TEST( velocitiesShownAreThoseSolvedFor );
    RUN_TEST( aRestoredWorldShowsTheSameContacts );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( contact_view );
    return TEST_END();
}
