// SPDX-License-Identifier: MIT
#include "test_main.h"
#include "world_common.h"

#include "slipstick/parallel.h"

// Laws of the caller's in worlds: what a contact remembers is found again in the next step, turns with the
// contact, sleeps and wakes with it, and is part of the state that is saved.

typedef struct Dahl
{
    double mu, stiffness;
} Dahl;

/// Dahl's bristle, z' = gamma - s0 |gamma|/mu z, f = s0 z N, over one implicit step.
static void dahlForce( void* context, double load, ssVec2 gamma, const double* state, double h, ssVec2* force,
    double* derivative, double* next )
{
    const Dahl* law = context;
    double v = ssVec2_Length( gamma ), s0 = law->stiffness, fade = 1.0 + h * s0 * v / law->mu;
    ssVec2 z = { ( state[0] + h * gamma.x ) / fade, ( state[1] + h * gamma.y ) / fade };
    *force = ssVec2_Scale( s0 * load, z );
    if ( next != NULL )
    {
        next[0] = z.x;
        next[1] = z.y;
    }
    if ( derivative != NULL )
    {
        ssVec2 e = v > 0.0 ? ssVec2_Scale( 1.0 / v, gamma ) : ssVec2_Make( 0.0, 0.0 );
        double slope = h * s0 / law->mu, scale = s0 * load / fade;
        derivative[0] = scale * ( h - slope * e.x * z.x );
        derivative[1] = -scale * slope * e.y * z.x;
        derivative[2] = -scale * slope * e.x * z.y;
        derivative[3] = scale * ( h - slope * e.y * z.y );
    }
}

static Dahl s_dahl = { .mu = 0.5, .stiffness = 1e6 };

static ssLawId addDahl( ssWorld* world )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCallback );
    def.callback = ( ssLawCallback ){
        .force = dahlForce, .context = &s_dahl, .givesDerivative = true, .stateNumbers = 2, .statePairs = 1
    };
    ssLawId law;
    ssResult result = ssWorld_AddLaw( world, &def, &law );
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return law;
}

/// A plane under Dahl's law that is turned by `turn`, with gravity turned by `turn` as well.
static ssWorld* dahlGround( ssWorldDef def, ssQuat turn, double angle )
{
    def.gravity = ssQuat_Rotate( turn, ssVec3_Make( 9.81 * sin( angle ), 0.0, -9.81 * cos( angle ) ) );
    ssWorld* world = makeWorld( &def );
    ssLawId law = addDahl( world );
    ssBodyDef plane = ssDefaultBodyDef();
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    plane.pose.orientation = turn;
    plane.law = law;
    plane.material = ( ssMaterial ){ .mu = 0.5 };
    addBody( world, &plane );
    return world;
}

static ssBodyId addBlock( ssWorld* world, ssQuat turn )
{
    ssBodyDef block = ssDefaultBodyDef();
    block.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.02 ) );
    block.material = ( ssMaterial ){ .mu = 0.5 };
    block.pose.position = ssQuat_Rotate( turn, ssVec3_Make( 0.0, 0.0, 0.02 ) );
    block.pose.orientation = turn;
    return addBody( world, &block );
}

TEST stiffBristlesHoldABlockOnAnIncline( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    double angle = 0.3;
    ssWorld* world = dahlGround( def, ssQuat_Identity(), angle );
    ssBodyId block = addBlock( world, ssQuat_Identity() );
    int steps = testUpTo( 10000, 2000 );
    double early = 0.0;
    for ( int i = 0; i < steps; ++i )
    {
        ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
        early = i == 500 ? ssWorld_Body( world, block ).pose.position.x : early;
    }
    // s0 z N = m g sin: the bristles bend by tan/s0. The block moves further while they yield, by
    // z/(1 - s0 z/mu) at most, and stays there.
    double deflection = tan( angle ) / s_dahl.stiffness, x = ssWorld_Body( world, block ).pose.position.x;
    ASSERT( x > deflection && x < 1.01 * deflection / ( 1.0 - tan( angle ) / s_dahl.mu ) );
    ASSERT_IN_RANGE( early, x, 1e-4 * deflection );
    ASSERT( ssVec3_Length( ssWorld_Body( world, block ).velocity ) < 1e-10 );
    ASSERT_EQ( 4, ssWorld_ContactCount( world ) );
    double load = 0.0, carried = 0.0;
    for ( int i = 0; i < 4; ++i )
    {
        ssContactView view = ssWorld_Contact( world, i ).view;
        // The reaction on the block is -f.
        ASSERT_IN_RANGE( -view.force[1] / view.force[0], s_dahl.stiffness * view.site.state[0], 1e-9 );
        load += view.force[0];
        carried += view.force[0] * view.site.state[0];
    }
    ASSERT_IN_RANGE( deflection, carried / load, 1e-6 * deflection );
    ssDestroyWorld( world );
    PASS();
}

TEST aBlockOnATurntableTakesItsBristlesAlong( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    ssLawId law = addDahl( world );
    double omega = 2.0, radius = 0.5;
    ssBodyDef table = ssDefaultBodyDef();
    table.shape = ssBoxShape( ssVec3_Make( 2.0, 2.0, 0.1 ) );
    table.kind = ss_bodyKinematic;
    table.pose.position.z = -0.1;
    table.omega.z = omega;
    table.law = law;
    addBody( world, &table );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.05 );
    // A sphere that cannot roll: its inertia is huge.
    ball.mass = 1.0;
    ball.inertia = ssVec3_Make( 1e9, 1e9, 1e9 );
    ball.pose.position = ssVec3_Make( radius, 0.0, 0.05 );
    ball.velocity.y = omega * radius;
    ball.omega.z = omega;
    ssBodyId id = addBody( world, &ball );
    double h = 1e-3;
    int steps = 3000;
    for ( int i = 0; i < steps; ++i ) { ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status ); }
    // The bristles carry m omega² r in a direction that turns; a deflection that
    // stayed behind would let the ball drift.
    ssVec3 x = ssWorld_Body( world, id ).pose.position;
    double deflection = omega * omega * radius / ( 9.81 * s_dahl.stiffness );
    double turned = atan2( x.y, x.x ) - remainder( omega * h * steps, 2.0 * SS_PI );
    ASSERT_IN_RANGE( 0.0, remainder( turned, 2.0 * SS_PI ), 1e-3 );
    ASSERT_IN_RANGE( radius, sqrt( x.x * x.x + x.y * x.y ), 1e-5 );
    ssContactView view = ssWorld_Contact( world, 0 ).view;
    double z = sqrt( view.site.state[0] * view.site.state[0] + view.site.state[1] * view.site.state[1] );
    ASSERT_IN_RANGE( deflection, z, 0.02 * deflection );
    ssDestroyWorld( world );
    PASS();
}

TEST aTurnedSceneGivesTheTurnedMotion( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssVec3 found[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssVec3 by = k == 0 ? ssVec3_Make( 0.0, 0.0, 0.0 )
            : k == 1       ? ssVec3_Make( 0.0, 0.0, 2.0 )
                           : ssVec3_Make( 1.1, -0.7, 0.4 );
        ssQuat turn = ssQuat_FromRotationVector( by );
        ssWorld* world = dahlGround( def, turn, 0.2 );
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( 0.1 );
        ball.pose.position = ssQuat_Rotate( turn, ssVec3_Make( 0.0, 0.0, 0.1 ) );
        ball.velocity = ssQuat_Rotate( turn, ssVec3_Make( 0.1, 0.3, 0.0 ) );
        ball.omega = ssQuat_Rotate( turn, ssVec3_Make( 3.0, -1.0, 20.0 ) );
        ssBodyId id = addBody( world, &ball );
        for ( int i = 0; i < 300; ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
        }
        ssQuat back = { turn.w, -turn.x, -turn.y, -turn.z };
        found[k] = ssQuat_Rotate( back, ssWorld_Body( world, id ).pose.position );
        ssDestroyWorld( world );
    }
    ASSERT( ssVec3_Length( ssVec3_Sub( found[0], found[1] ) ) < 1e-9 );
    ASSERT( ssVec3_Length( ssVec3_Sub( found[0], found[2] ) ) < 1e-9 );
    PASS();
}

TEST sleepersRememberAndWhatOpensForgets( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.tolerance = 1e-10;
    ssWorld* world = dahlGround( def, ssQuat_Identity(), 0.3 );
    ssBodyId block = addBlock( world, ssQuat_Identity() );
    for ( int i = 0; i < 1000; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT( ssWorld_Body( world, block ).asleep );
    double before = ssWorld_Body( world, block ).pose.position.x;
    def = *ssWorld_Def( world );
    testMust( ssWorld_SetDef( world, &def ) ); // wakes it
    ASSERT_FALSE( ssWorld_Body( world, block ).asleep );
    ssWorld_Step( world, 1e-3 );
    // Without what it remembers the block would fall by the deflection again.
    ASSERT_IN_RANGE( before, ssWorld_Body( world, block ).pose.position.x, 1e-3 * tan( 0.3 ) / 1e6 );
    testMust(
        ssWorld_SetPose( world, block, ( ssPose ){ ssVec3_Make( 0.0, 0.0, 0.5 ), ssQuat_Identity() } ) );
    ssWorld_Step( world, 1e-3 );
    testMust(
        ssWorld_SetPose( world, block, ( ssPose ){ ssVec3_Make( 0.0, 0.0, 0.02 ), ssQuat_Identity() } ) );
    testMust(
        ssWorld_SetVelocity( world, block, ssVec3_Make( 0.0, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    ssWorld_Step( world, 1e-3 );
    // The bristles start anew: they bend within the first step, which takes them back to where they were.
    double moved = ssWorld_Body( world, block ).pose.position.x;
    ASSERT( moved > 0.5 * tan( 0.3 ) / s_dahl.stiffness );
    ssDestroyWorld( world );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ bits

/// Balls that fall on a plane under Dahl's law, roll, spin and strike each other.
static ssWorld* field( int count )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-5;
    def.sleeping = true;
    ssWorld* world = dahlGround( def, ssQuat_Identity(), 0.05 );
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( 0.05 );
        ball.material = ( ssMaterial ){ .mu = 0.3, .muRoll = 0.001 };
        ball.pose.position = ssVec3_Make( 0.11 * ( i % 20 ), 0.11 * ( i / 20 ), 0.05 + 1e-4 * ( i % 7 ) );
        ball.velocity = ssVec3_Make( 0.3 * sin( i ), 0.3 * cos( i ), 0.0 );
        ball.omega = ssVec3_Make( 0.0, 0.0, 10.0 * sin( 3.0 * i ) );
        addBody( world, &ball );
    }
    return world;
}

TEST restoredStatesGoOnAndThreadsDoNotChangeABit( void )
{
    static const int threads[3] = { 1, 2, 5 };
    uint64_t hashes[3], restored = 0;
    for ( int k = 0; k < 3; ++k )
    {
        int count = threads[k];
        ssSetParallelFor( k == 0 ? NULL : testThreads, &count );
        ssWorld* world = field( 600 );
        for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 2e-3 ); }
        if ( k == 0 )
        {
            ssWorld* later = field( 600 );
            ASSERT( testRestoreFrom( world, later ) );
            ASSERT_EQ( worldHash( world ), worldHash( later ) );
            for ( int i = 0; i < 10; ++i ) { ssWorld_Step( later, 2e-3 ); }
            restored = worldHash( later );
            ssDestroyWorld( later );
        }
        for ( int i = 0; i < 10; ++i ) { ssWorld_Step( world, 2e-3 ); }
        hashes[k] = worldHash( world );
        ssSetParallelFor( NULL, NULL );
        ssDestroyWorld( world );
    }
    ASSERT_EQ( hashes[0], restored );
    ASSERT_EQ( hashes[0], hashes[1] );
    ASSERT_EQ( hashes[0], hashes[2] );
    PASS();
}

/// The copy outlives the world, and what its contacts remembered is in it.
TEST aFrozenStepHasTheLawsOfTheProgram( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-10;
    ssWorld* world = dahlGround( def, ssQuat_Identity(), 0.3 );
    addBlock( world, ssQuat_Identity() );
    ssLawDef gone = ssDefaultLawDef( ss_lawKindAssociated );
    ssLawId law;
    testMust( ssWorld_AddLaw( world, &gone, &law ) );
    testMust( ssWorld_RemoveLaw( world, law ) );
    for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 1e-3 ); }
    const ssProblem* own = ssWorld_Problem( world );
    ssProblem frozen;
    ssResult result = ssWorld_Freeze( world, &frozen );
    ASSERT_EQm( result.message, ss_ok, result.code );
    int size = ssProblem_Size( own );
    double p[64], y[2][64];
    ASSERT( size <= 64 && size == ssProblem_Size( &frozen ) );
    memcpy( p, ssWorld_Reactions( world ), (size_t)size * sizeof( double ) );
    ssJudgement judged[2];
    ASSERT_EQ( ss_ok, ssProblem_Velocity( own, p, y[0] ).code );
    ASSERT_EQ( ss_ok, ssJudge( own, p, &judged[0], NULL ).code );
    ssDestroyWorld( world );
    ASSERT_EQ( ss_ok, ssProblem_Velocity( &frozen, p, y[1] ).code );
    ASSERT_EQ( ss_ok, ssJudge( &frozen, p, &judged[1], NULL ).code );
    ASSERT( memcmp( y[0], y[1], (size_t)size * sizeof( double ) ) == 0 );
    ASSERT( judged[0].residual == judged[1].residual && judged[1].residual <= 1e-9 );
    ssProblem_Destroy( &frozen );
    PASS();
}

/// Above this speed [m/s], under which there is no friction, the law has no number.
static void brokenForce( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)state, (void)h, (void)derivative, (void)next;
    double bound = *(const double*)context;
    *force = ssVec2_Scale( ssVec2_Length( gamma ) > bound ? load * SS_NAN : 0.0, gamma );
}

TEST aLawThatGivesNoNumberIsAnErrorThatNamesItsContact( void )
{
    double bound = 1.0;
    ssWorldDef def = ssDefaultWorldDef();
    for ( int moves = 0; moves < 2; ++moves )
    {
        ssWorld* world = makeWorld( &def );
        ssLawDef law = ssDefaultLawDef( ss_lawKindCallback );
        law.callback = ( ssLawCallback ){ .force = brokenForce, .context = &bound };
        ssBodyDef plane = ssDefaultBodyDef();
        plane.shape = ssPlaneShape();
        plane.kind = ss_bodyStatic;
        testMust( ssWorld_AddLaw( world, &law, &plane.law ) );
        addBody( world, &plane );
        for ( int i = 0; i < 3; ++i )
        {
            ssBodyDef ball = sphereOn( 0.1, ( ssMaterial ){ .mu = 0.0 }, 0.0 );
            ball.pose.position.x = i;
            ball.velocity.y = i == 1 && moves == 1 ? 2.0 : 0.5;
            addBody( world, &ball );
        }
        ssVec3 before = bodyAt( world, 2 ).pose.position;
        ssWorldReport report = ssWorld_Step( world, 1e-3 );
        if ( moves == 0 )
        {
            ASSERT_EQ( ss_statusConverged, report.status );
            ASSERT_EQ( NULL, ssWorld_Refusal( world ) );
            bound = 0.1;
            report = ssWorld_Step( world, 1e-3 );
            bound = 1.0;
        }
        ASSERT_EQ( ss_statusNotFinite, report.status );
        const char* reason = ssWorld_Refusal( world );
        ASSERTm( reason, testContains( reason, moves == 0 ? "slots 0 and 1" : "slots 0 and 2" ) );
        ASSERTm( reason, testContains( reason, moves == 0 ? "0.5) m/s" : "2) m/s" ) );
        ASSERT( moves == 0 || before.y == bodyAt( world, 2 ).pose.position.y ); // nothing has moved
        bound = HUGE_VAL; // and a law that is mended goes on
        ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
        ASSERT_EQ( NULL, ssWorld_Refusal( world ) );
        bound = 1.0;
        ssDestroyWorld( world );
    }
    PASS();
}

typedef enum Break
{
    breakUnderLoad,  // above 5 N
    breakWhenSlow,   // below 0.5 m/s
    breakRange,      // the force is 1e300 N above 5 N
    breakUnderLittle // below 1 mN, which only a trial may ask for
} Break;

static int s_calls;

/// A dashpot of 5 N s/m that breaks as `context`, a Break, says.
static void breakingForce( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)state, (void)h, (void)derivative, (void)next;
    Break way = *(const Break*)context;
    s_calls += 1;
    bool broken = way == breakWhenSlow ? ssVec2_Length( gamma ) < 0.5
        : way == breakUnderLittle      ? load < 1e-3
                                       : load > 5.0;
    *force = ssVec2_Scale( 5.0, gamma );
    force->x = !broken ? force->x : way == breakRange ? 1e300 : SS_NAN;
}

/// A sphere of 1 kg that does not turn slides at 1 m/s on a plane under a law; it weighs 9.81 N.
static ssWorld* slider( const char* solver, const ssLawDef* law )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.solver = solver;
    ssWorld* world = makeWorld( &def );
    ssBodyDef plane = ssDefaultBodyDef(), ball = sphereOn( 0.1, ( ssMaterial ){ .mu = 0.0 }, 0.0 );
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    testMust( ssWorld_AddLaw( world, law, &plane.law ) );
    addBody( world, &plane );
    ball.mass = 1.0;
    ball.inertia = ssVec3_Make( 1e6, 1e6, 1e6 );
    ball.velocity.x = 1.0;
    addBody( world, &ball );
    return world;
}

// m v' = -5 v: v = (1 + 0.005)^-n after n steps of 1 ms, and below 0.5 m/s from step 139 on.
TEST aLawWithoutANumberUnderItsLoadEndsTheStep( void )
{
    const char* const solvers[] = { "passes", "newton" };
    for ( int k = 0; k < 8; ++k )
    {
        Break way = (Break)( k / 2 );
        ssLawDef law = ssDefaultLawDef( ss_lawKindCallback );
        law.callback = ( ssLawCallback ){ .force = breakingForce, .context = &way };
        ssWorld* world = slider( solvers[k % 2], &law );
        int good = way == breakWhenSlow ? 138 : way == breakUnderLittle ? 200 : 0;
        for ( int i = 0; i < good; ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
        }
        double v = bodyAt( world, 1 ).velocity.x;
        ASSERT_IN_RANGE( pow( 1.005, -good ), v, 1e-6 );
        s_calls = 0;
        ssWorldReport report = ssWorld_Step( world, 1e-3 );
        if ( way != breakUnderLittle )
        {
            ASSERTm( "a step that fails asks the law some hundred times at most", s_calls <= 1000 );
            const char* reason = ssWorld_Refusal( world );
            ASSERT_EQ_FMT( (int)ss_statusNotFinite, (int)report.status, "%d" );
            ASSERT( reason != NULL );
            ASSERTm( reason, testContains( reason, "slots 0 and 1" ) );
            ASSERTm( reason, testContains( reason, "load of 9.81 N" ) );
            ASSERTm( reason, testContains( reason, way == breakWhenSlow ? "(0.49" : "" ) );
            ASSERT( v == bodyAt( world, 1 ).velocity.x ); // nothing has moved
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// The square root of a typed law has none above 0.5 m/s, and an ellipse needs its half axes.
TEST aTypedLawWithoutNumbersNamesItsContact( void )
{
    const struct
    {
        const char *text, *missing;
    } laws[] = { { "C = disc(sqrt(1 - v/u))", "no finite coefficient" },
        { "C = disc(0.3)\nroll = 1*sqrt(1 - v/u)", "no finite coefficient" },
        { "C = disc(0.3)\nspin = 1*sqrt(1 - v/u)", "no finite coefficient" },
        { "C = ellipse(0.3, 0.2)\nroll = 1*sqrt(1 - v/u)", "no finite coefficient" },
        { "C = ellipse(sqrt(1 - v/u), 0.3)", "no usable set" },
        { "C = ellipse(1 - v/u, 0.3)", "no usable set" },
        { "C = ellipse(0.3, 0.2)\nD = ellipse(0.2, 0.3*sqrt(1 - v/u))", "no usable set" },
        { "C = disc(exp(1000*v/u))", "no finite coefficient" },
        { "force = N*sqrt(1 - v/u)*vel/u", "no finite force" } };
    const char* const solvers[] = { "passes", "newton" };
    for ( int k = 0; k < 2 * SS_COUNT( laws ); ++k )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"c\"\nparam u = 0.5 [m/s]\n%s\n", laws[k / 2].text );
        ssLawDef law = ssDefaultLawDef( ss_lawKindText );
        ssLawProgram* program = NULL;
        testMust( ssCompileLaw( text, "law", &program, NULL ) );
        law.program = program;
        law.programValues[0] = 0.5;
        ssWorld* world = slider( solvers[k % 2], &law );
        ssWorldReport report = ssWorld_Step( world, 1e-3 );
        const char* reason = ssWorld_Refusal( world );
        ASSERT_EQ_FMT( (int)ss_statusNotFinite, (int)report.status, "%d" );
        ASSERT( reason != NULL );
        ASSERTm( reason, testContains( reason, laws[k / 2].missing ) );
        ASSERTm( reason, testContains( reason, "slots 0 and 1" ) );
        ssDestroyWorld( world );
        ssLawProgram_Release( program );
    }
    PASS();
}

// Its squares would overflow.
TEST aTypedLawThatIsTooLargeIsRefused( void )
{
    const char* const texts[] = { "C = disc(1e300)", "C = ellipse(1e300, 0.2)", "C = disc(1)\nroll = 1e300" };
    for ( int k = 0; k < SS_COUNT( texts ); ++k )
    {
        char text[200];
        snprintf( text, sizeof( text ), "law \"c\"\n%s\n", texts[k] );
        ssLawDef def = ssDefaultLawDef( ss_lawKindText );
        ssLawProgram* program = NULL;
        testMust( ssCompileLaw( text, "law", &program, NULL ) );
        def.program = program;
        ssLaw law;
        ssResult result = ssMakeLaw( &def, &law );
        ASSERT_EQ_FMT( (int)ss_errorValue, (int)result.code, "%d" );
        ASSERTm( result.message, testContains( result.message, "1e+300" ) );
        ASSERTm( result.message, testContains( result.message, "1e+100" ) );
        ssLawProgram_Release( program );
    }
    PASS();
}

SUITE( memory )
{
    RUN_TEST( stiffBristlesHoldABlockOnAnIncline );
    RUN_TEST( aBlockOnATurntableTakesItsBristlesAlong );
    RUN_TEST( aTurnedSceneGivesTheTurnedMotion );
    RUN_TEST( sleepersRememberAndWhatOpensForgets );
    RUN_TEST( aFrozenStepHasTheLawsOfTheProgram );
    RUN_TEST( aLawThatGivesNoNumberIsAnErrorThatNamesItsContact );
    RUN_TEST( aLawWithoutANumberUnderItsLoadEndsTheStep );
    RUN_TEST( aTypedLawWithoutNumbersNamesItsContact );
    RUN_TEST( aTypedLawThatIsTooLargeIsRefused );
    RUN_TEST( restoredStatesGoOnAndThreadsDoNotChangeABit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( memory );
    return TEST_END();
}
