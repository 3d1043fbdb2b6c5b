// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/shipped_scene.h"
#include "session/run/trail.h"
#include "slipstick/lab/build.h"

// The scenes that ship: each runs, and does what its sentence promises.

#define GRAVITY 9.81 // [m/s²]

typedef struct Run
{
    ssScene scene;
    ssSim* sim;
    int nextEdit;
} Run;

static bool openScene( Run* run, const char* name )
{
    *run = ( Run ){ .sim = NULL };
    ssResult result = parseShippedScene( name, &run->scene );
    if ( result.code != ss_ok )
    {
        printf( "%s: %s\n", name, result.message );
        return false;
    }
    result = ssCreateSim( &run->scene.def, &run->sim );
    if ( result.code != ss_ok )
    {
        printf( "%s: %s\n", name, result.message );
        ssScene_Destroy( &run->scene );
    }
    return result.code == ss_ok;
}

/// Goes on until a time; false when a step fails.
static bool runUntil( Run* run, double time )
{
    while ( ssSim_Time( run->sim ) < time - 1e-9 )
    {
        testMust( ssScene_ApplyEdits( &run->scene, run->sim, &run->nextEdit ) );
        if ( ssSim_Step( run->sim ).status >= ss_statusNotFinite ) { return false; }
    }
    return true;
}

static void closeScene( Run* run )
{
    ssDestroySim( run->sim );
    ssScene_Destroy( &run->scene );
}

/// The part of that name; an ssPartState of NANs where there is none.
static ssPartState partNamed( const Run* run, const char* name )
{
    ssPartState state = { .centre = { NAN, NAN, NAN } };
    const ssBuild* build = ssSim_Build( run->sim );
    for ( int i = 0; i < build->partCount; ++i )
    {
        if ( strcmp( build->parts[i].name, name ) == 0 )
        {
            ssSim_PartState( run->sim, build->parts[i].id, &state );
        }
    }
    return state;
}

static ssPartState partAt( const Run* run, int index )
{
    ssPartState state = { .body = -1 };
    ssSim_PartState( run->sim, ssSim_Build( run->sim )->parts[index].id, &state );
    return state;
}

/// The angle between the axis `local` of a part and the vertical [rad].
static double tiltOf( const ssPartState* state, ssVec3 local )
{
    double c = ssQuat_Rotate( state->pose.orientation, local ).z;
    return acos( fmin( fmax( c, -1.0 ), 1.0 ) );
}

static const ssVec3 s_up = { 0.0, 0.0, 1.0 }, s_along = { 1.0, 0.0, 0.0 };

TEST everySceneSaysWhatThereIsToSee( void )
{
    ASSERT_EQ_FMT( 13, shippedSceneCount(), "%d" );
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        const shippedScene* scene = shippedSceneAt( i );
        ssScene read;
        ASSERTm( scene->name, scene->show.title[0] != '\0' );
        size_t length = strlen( scene->show.point );
        ASSERTm( scene->name, length > 20 && scene->show.point[length - 1] == '.' );
        ASSERT_EQ( ss_ok, parseShippedScene( scene->name, &read ).code );
        ASSERTm( scene->name, read.camera.set && scene->show.speed > 0.0 );
        ssScene_Destroy( &read );
    }
    PASS();
}

TEST dominoesFallOneAfterAnother( void )
{
    Run run;
    ASSERT( openScene( &run, "domino-row" ) );
    int count = ssSim_Build( run.sim )->partCount, fallen = 0;
    // A domino that has tilted by 20° falls: its diagonal is 10° from its side.
    while ( ssSim_Time( run.sim ) < run.scene.def.until - 1e-9 && fallen < count )
    {
        ASSERT( runUntil( &run, ssSim_Time( run.sim ) + 0.01 ) );
        for ( int i = count - 1; i > fallen + 3; --i )
        {
            ssPartState later = partAt( &run, i );
            ASSERTm( "a domino fell before its turn", tiltOf( &later, s_up ) < 0.35 );
        }
        ssPartState next = partAt( &run, fallen );
        fallen += tiltOf( &next, s_up ) > 0.35 ? 1 : 0;
    }
    ASSERT_EQ_FMT( count, fallen, "%d" );
    closeScene( &run );
    PASS();
}

TEST theBreakHandsTheMomentumOn( void )
{
    Run run;
    ASSERT( openScene( &run, "billiard-table" ) );
    double before = partNamed( &run, "cue ball" ).velocity.x;
    ASSERT( runUntil( &run, 0.6 ) );
    ASSERTm( "the cue ball stops nearly", partNamed( &run, "cue ball" ).velocity.x < 0.3 * before );
    ASSERT( runUntil( &run, 2.0 ) );
    int moved = 0, balls = 0;
    const ssBuild* build = ssSim_Build( run.sim );
    for ( int i = 0; i < build->partCount; ++i )
    {
        if ( build->parts[i].kind == ss_partSphere )
        {
            ssPartState ball = partAt( &run, i );
            ssVec3 way = ssVec3_Sub( ball.centre, build->parts[i].position );
            moved += ssVec3_Length( way ) > 0.03 ? 1 : 0;
            ++balls;
            ASSERTm(
                "a ball has left the table", fabs( ball.centre.x ) < 1.13 && fabs( ball.centre.y ) < 0.57 );
        }
    }
    ASSERT_EQ_FMT( 16, balls, "%d" );
    ASSERTm( "most balls move", moved >= 12 );
    closeScene( &run );
    PASS();
}

TEST oneCoinLeavesTheRow( void )
{
    Run run;
    ASSERT( openScene( &run, "coin-row" ) );
    const ssBuild* build = ssSim_Build( run.sim );
    int last = build->partCount - 1;
    double v = build->parts[0].velocity.x, mu = build->ground.material.mu, radius = build->parts[0].radius;
    // The last coin takes over the way that the first one had left: v²/(2 μ g) in all.
    double free = build->parts[1].position.x - build->parts[0].position.x - 2.0 * radius;
    ASSERT( runUntil( &run, 0.4 ) );
    for ( int i = 0; i <= last; ++i )
    {
        double way = i == 0 ? free : i == last ? v * v / ( 2.0 * mu * GRAVITY ) - free : 0.0;
        ASSERT_IN_RANGE( way, partAt( &run, i ).centre.x - build->parts[i].position.x, 1e-5 );
    }
    closeScene( &run );
    PASS();
}

TEST theBallFellsMostPins( void )
{
    Run run;
    ASSERT( openScene( &run, "bowling" ) );
    ASSERT( runUntil( &run, 0.3 ) );
    int standing = 0;
    for ( int i = 1; i <= 10; ++i )
    {
        ssPartState pin = partAt( &run, i );
        standing += tiltOf( &pin, s_up ) < 0.01 ? 1 : 0;
    }
    ASSERT_EQ_FMTm( "before the ball comes all pins stand", 10, standing, "%d" );
    ASSERT( runUntil( &run, 2.0 ) );
    int felled = 0;
    for ( int i = 1; i <= 10; ++i )
    {
        ssPartState pin = partAt( &run, i );
        felled += tiltOf( &pin, s_up ) > 0.5 ? 1 : 0;
    }
    ASSERTm( "fewer than seven pins fell", felled >= 7 );
    closeScene( &run );
    PASS();
}

TEST theStoneStopsWhereItShould( void )
{
    Run run;
    ASSERT( openScene( &run, "curling" ) );
    double speed = partNamed( &run, "stone without spin" ).velocity.x;
    double mu = ssSim_Build( run.sim )->ground.material.mu;
    ASSERT( runUntil( &run, run.scene.def.until ) );
    ssPartState still = partNamed( &run, "stone without spin" ), spun = partNamed( &run, "stone that spins" );
    ASSERT_IN_RANGE( speed * speed / ( 2.0 * mu * GRAVITY ), still.centre.x, 0.01 );
    ASSERT_IN_RANGE( 0.5, still.centre.y, 1e-3 );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( spun.velocity ), 1e-3 );
    ASSERTm( "the stone that spins goes farther", spun.centre.x > still.centre.x + 0.1 );
    closeScene( &run );
    PASS();
}

TEST theRaceIsWonInTheRightOrder( void )
{
    Run run;
    ASSERT( openScene( &run, "ramp-race" ) );
    const ssPart* ramp = ssSim_Build( run.sim )->parts;
    double slope = atan( ramp->size.z / ramp->size.x ), t = 1.2;
    static const char* const names[3] = { "sphere", "box", "hoop" };
    ssVec3 from[3];
    for ( int i = 0; i < 3; ++i ) { from[i] = partNamed( &run, names[i] ).centre; }
    ASSERT( runUntil( &run, t ) );
    const double share[3] = { 5.0 / 7.0 * sin( slope ), sin( slope ) - 0.15 * cos( slope ),
        0.5 * sin( slope ) };
    for ( int i = 0; i < 3; ++i )
    {
        double way = ssVec3_Length( ssVec3_Sub( partNamed( &run, names[i] ).centre, from[i] ) );
        double expected = 0.5 * share[i] * GRAVITY * t * t;
        ASSERT_IN_RANGEm( names[i], expected, way, 0.01 * expected );
    }
    closeScene( &run );
    PASS();
}

TEST theStackSlipsWhereTheTableShakesTooStrongly( void )
{
    Run run;
    ASSERT( openScene( &run, "shaking-stack" ) );
    const ssPart* gentle = ssSim_Build( run.sim )->parts;
    const ssPart* strong = gentle + 4;
    double omega = 2.0 * SS_PI * gentle->shakeFrequency, limit = gentle->material.mu * GRAVITY;
    ASSERT(
        gentle->shakeAmplitude * omega * omega < limit && strong->shakeAmplitude * omega * omega > limit );
    double slipped[2] = { 0.0, 0.0 };
    for ( int k = 1; k <= 30; ++k )
    {
        ASSERT( runUntil( &run, 0.1 * k ) );
        for ( int i = 0; i < 2; ++i )
        {
            double offset = partAt( &run, 4 * i + 1 ).centre.x - partAt( &run, 4 * i ).centre.x;
            slipped[i] = fmax( slipped[i], fabs( offset ) );
        }
    }
    ASSERTm( "the gentle table keeps its stack", slipped[0] < 1e-3 );
    ASSERTm( "the strong table loses it", slipped[1] > 0.01 );
    closeScene( &run );
    PASS();
}

TEST spinningWheelsEndUpRolling( void )
{
    Run run;
    ASSERT( openScene( &run, "wheel-spin-up" ) );
    double rim = partNamed( &run, "disk" ).omega.y * ssSim_Build( run.sim )->parts[0].radius;
    ASSERT( runUntil( &run, 1.5 ) );
    // Angular momentum about the point of contact is kept: v (1 + I/(m R²)) = I/(m R²) R ω.
    ASSERT_IN_RANGE( rim / 3.0, partNamed( &run, "disk" ).velocity.x, 0.01 * rim );
    ASSERT_IN_RANGE( rim * 0.5, partNamed( &run, "hoop" ).velocity.x, 0.01 * rim );
    closeScene( &run );
    PASS();
}

TEST theArchStands( void )
{
    Run run;
    ASSERT( openScene( &run, "arch" ) );
    ssVec3 before = partNamed( &run, "keystone" ).centre;
    ASSERT( runUntil( &run, 1.0 ) );
    ssVec3 way = ssVec3_Sub( partNamed( &run, "keystone" ).centre, before );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( way ), 5e-3 );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( partNamed( &run, "keystone" ).velocity ), 5e-3 );
    closeScene( &run );
    PASS();
}

TEST theSeesawTipsToTheSideOfTheBall( void )
{
    Run run;
    ASSERT( openScene( &run, "seesaw" ) );
    ASSERT( runUntil( &run, 0.45 ) ); // the ball is still falling
    ssPartState plank = partNamed( &run, "plank" );
    ASSERT_IN_RANGEm( "balanced", 0.5 * SS_PI, tiltOf( &plank, s_along ), 0.01 );
    ASSERT( runUntil( &run, 2.0 ) );
    plank = partNamed( &run, "plank" );
    ASSERTm( "its right side is down", tiltOf( &plank, s_along ) > 0.5 * SS_PI + 0.1 );
    closeScene( &run );
    PASS();
}

TEST beadsSlipOffBeyondTheirRadius( void )
{
    Run run;
    ASSERT( openScene( &run, "turntable-bead" ) );
    const ssBuild* build = ssSim_Build( run.sim );
    double omega = build->parts[0].speed, limit = build->parts[0].material.mu * GRAVITY / ( omega * omega );
    ASSERT( runUntil( &run, 2.0 ) );
    int kept = 0, lost = 0;
    for ( int i = 2; i < build->partCount; ++i )
    {
        ssVec3 given = build->parts[i].position, now = partAt( &run, i ).centre;
        double before = hypot( given.x, given.y ), after = hypot( now.x, now.y );
        // A step along the tangent of a circle ends outside it by the share (ω h)²/2 of its radius.
        double drift = 0.5 * omega * omega * run.scene.def.h * 2.0 * before;
        ASSERTm( build->parts[i].name,
            before < limit ? fabs( after - before ) < 1.5 * drift + 1e-4 : after > before + 0.02 );
        kept += before < limit ? 1 : 0;
        lost += before < limit ? 0 : 1;
    }
    ASSERT( kept >= 2 && lost >= 2 );
    closeScene( &run );
    PASS();
}

/// The longest stretch between two points of a trail.
static void longestStretch( void* context, int count, const ssVec3* points )
{
    double* longest = context;
    for ( int i = 1; i < count; ++i )
    {
        *longest = fmax( *longest, ssVec3_Length( ssVec3_Sub( points[i], points[i - 1] ) ) );
    }
}

TEST whoComesLaterHasNoTrailFromBefore( void )
{
    static sessionTrail trail;
    Run run;
    double longest = 0.0;
    ASSERT( openScene( &run, "curling" ) );
    sessionTrail_Clear( &trail, run.scene.def.h );
    for ( int i = 0; i < 200; ++i )
    {
        if ( i == 100 )
        {
            ssBuildEdit edit = { .op = ss_buildAddPart, .part = ssDefaultPart( ss_partSphere ) };
            edit.part.position = ssVec3_Make( 20.0, 9.0, 5.0 );
            ASSERT_EQ( ss_ok, ssSim_EditBuild( run.sim, &edit ).code );
        }
        sessionTrail_Visit( &trail, run.sim );
        ssSim_Step( run.sim );
    }
    ssDraw draw = { .flags = ss_drawTrails, .context = &longest, .trail = longestStretch };
    sessionTrail_Draw( &trail, run.sim, &draw );
    ASSERT( longest > 0.01 && longest < 0.1 ); // 50 points per second of bodies between 0.5 and 5 m/s
    closeScene( &run );
    PASS();
}

SUITE( built_scenes )
{
    RUN_TEST( whoComesLaterHasNoTrailFromBefore );
    RUN_TEST( everySceneSaysWhatThereIsToSee );
    RUN_TEST( dominoesFallOneAfterAnother );
    RUN_TEST( theBreakHandsTheMomentumOn );
    RUN_TEST( oneCoinLeavesTheRow );
    RUN_TEST( theBallFellsMostPins );
    RUN_TEST( theStoneStopsWhereItShould );
    RUN_TEST( theRaceIsWonInTheRightOrder );
    RUN_TEST( theStackSlipsWhereTheTableShakesTooStrongly );
    RUN_TEST( spinningWheelsEndUpRolling );
    RUN_TEST( theArchStands );
    RUN_TEST( theSeesawTipsToTheSideOfTheBall );
    RUN_TEST( beadsSlipOffBeyondTheirRadius );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( built_scenes );
    return TEST_END();
}
