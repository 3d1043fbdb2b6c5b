// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/build_place.h"

// Parts in space: what a ray meets, and where a part rests.

static ssPart partAt( ssPartKind kind, double x, double y, double z )
{
    ssPart part = ssDefaultPart( kind );
    part.position = ssVec3_Make( x, y, z );
    return part;
}

/// A build with a box of 0.3 m on the ground at x = 1, and one on top of it.
static ssBuild twoBoxes( void )
{
    ssBuild build = ssDefaultBuild();
    ssBuildEdit low = { .op = ss_buildAddPart, .part = partAt( ss_partBox, 1.0, 0.0, 0.15 ) };
    ssBuildEdit high = { .op = ss_buildAddPart, .part = partAt( ss_partBox, 1.0, 0.0, 0.45 ) };
    testMust( ssBuild_Apply( &build, &low ) );
    testMust( ssBuild_Apply( &build, &high ) );
    return build;
}

TEST aPartRestsOnTheGroundOrOnWhatIsBelow( void )
{
    ssBuild build = twoBoxes();
    double r = ssDefaultPart( ss_partSphere ).radius;
    const struct
    {
        double x, z, expected;
    } cases[] = {
        { 0.0, 2.0, r },            // from above to the ground
        { 0.0, -1.0, r },           // out of the ground
        { 1.0, 2.0, 0.6 + r },      // onto the upper box
        { 1.0, 0.2, 0.6 + r },      // lifted out of both
        { 1.0 + 0.15 + r, 0.4, r }, // beside them: touching a side holds nothing
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssPart ball = partAt( ss_partSphere, cases[i].x, 0.0, cases[i].z );
        ASSERT_IN_RANGE( cases[i].expected, ssBuild_RestHeight( &build, NULL, &ball ), 1e-6 );
    }
    // On the edge of the box a ball touches with its side: its middle is at r from the edge.
    ssPart ball = partAt( ss_partSphere, 1.15 + 0.5 * r, 0.0, 2.0 );
    ASSERT_IN_RANGE( 0.6 + r * sqrt( 0.75 ), ssBuild_RestHeight( &build, NULL, &ball ), 1e-6 );
    ssBuild_Destroy( &build );
    PASS();
}

TEST aPartDoesNotRestOnItself( void )
{
    ssBuild build = twoBoxes();
    ASSERT_IN_RANGE( 0.45, ssBuild_RestHeight( &build, NULL, build.parts + 1 ), 1e-6 );
    ssBuild_Destroy( &build );
    PASS();
}

TEST withoutAGroundItStaysWhereItIs( void )
{
    ssBuild build = ssDefaultBuild();
    build.ground.on = false;
    ssPart ball = partAt( ss_partSphere, 0.0, 0.0, 2.0 );
    ASSERT_EQ( 2.0, ssBuild_RestHeight( &build, NULL, &ball ) );
    ssBuild_Destroy( &build );
    PASS();
}

/// A ramp of 2 x 1 x 1 m at the origin, and on the ground at x = 3 a wall that is 1 m high and 0.2 m thick.
static ssBuild rampAndWall( void )
{
    ssBuild build = ssDefaultBuild();
    ssBuildEdit ramp = { .op = ss_buildAddPart, .part = partAt( ss_partRamp, 0.0, 0.0, 0.5 ) };
    ramp.part.size = ssVec3_Make( 2.0, 1.0, 1.0 );
    ssBuildEdit wall = { .op = ss_buildAddPart, .part = partAt( ss_partWall, 3.0, 0.0, 0.5 ) };
    wall.part.size = ssVec3_Make( 0.2, 4.0, 1.0 );
    testMust( ssBuild_Apply( &build, &ramp ) );
    testMust( ssBuild_Apply( &build, &wall ) );
    return build;
}

static ssVec3 axisOf( const ssPart* part, double x, double y, double z )
{
    return ssQuat_Rotate( ssPart_Pose( part ).orientation, ssVec3_Make( x, y, z ) );
}

/// On a ramp a box lies flat: its foot is where the ray meets the slope, its axis is the normal of the
/// slope. Back on the ground it stands as before.
TEST aPartLandsOnWhatTheRayMeetsAndAlignsWithIt( void )
{
    ssBuild build = rampAndWall();
    const ssVec3 down = { 0.0, 0.0, -1.0 }, z = { 0.0, 0.0, 1.0 };
    // The slope falls by 1 m over 2 m towards +x; above x = 0.2 it is 0.5 - 0.5 x = 0.4 m high.
    const ssVec3 slope = ssVec3_Scale( 1.0 / sqrt( 5.0 ), ssVec3_Make( 1.0, 0.0, 2.0 ) );
    ssBuildHit hit;
    ssPart box = partAt( ss_partBox, 5.0, 5.0, 0.15 );
    box.turnDeg.z = 30.0;
    ASSERT( ssBuild_CastRay( &build, NULL, 0, ssVec3_Make( 0.2, 0.1, 9.0 ), down, &hit ) );
    ASSERT_EQ( 1, hit.part );
    ASSERT_IN_RANGE( 0.4, hit.point.z, 1e-9 );
    ssBuild_Land( &build, NULL, &hit, z, &box );
    ssVec3 up = axisOf( &box, 0.0, 0.0, 1.0 ), foot = ssVec3_MulAdd( box.position, -0.15, up );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( up, slope ) ), 1e-9 );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( foot, ssVec3_Make( 0.2, 0.1, 0.4 ) ) ), 1e-9 );
    ssBuildEdit add = { .op = ss_buildAddPart, .part = box };
    testMust( ssBuild_Apply( &build, &add ) );
    box = *ssBuild_Part( &build, 3 );
    ssVec3 stands = ssBuild_Support( &build, NULL, &box );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( stands, slope ) ), 1e-9 );
    ASSERT( ssBuild_CastRay( &build, NULL, 3, ssVec3_Make( -4.0, 0.0, 9.0 ), down, &hit ) );
    ASSERT_EQ( 0, hit.part );
    ssBuild_Land( &build, NULL, &hit, stands, &box );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( box.position, ssVec3_Make( -4.0, 0.0, 0.15 ) ) ), 1e-9 );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( box.turnDeg, ssVec3_Make( 0.0, 0.0, 30.0 ) ) ), 1e-6 );
    ssBuild_Destroy( &build );
    PASS();
}

/// A wall would not hold it: it stands on the ground, and touches the wall.
TEST aPartAtAWallStandsBesideIt( void )
{
    ssBuild build = rampAndWall();
    ssBuildHit hit;
    ssPart box = partAt( ss_partBox, 2.0, 0.0, 0.15 );
    ASSERT( ssBuild_CastRay(
        &build, NULL, 0, ssVec3_Make( 2.0, 0.5, 0.7 ), ssVec3_Make( 1.0, 0.0, 0.0 ), &hit ) );
    ASSERT_EQ( 2, hit.part );
    ssBuild_Land( &build, NULL, &hit, ssVec3_Make( 0.0, 0.0, 1.0 ), &box );
    ssVec3 expected = { 2.9 - 0.15, 0.5, 0.15 };
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( box.position, expected ) ), 1e-6 );
    ssBuild_Destroy( &build );
    PASS();
}

/// The shortest way out of a box whose middle is 0.1 m away is the 0.2 m that are left of its width.
TEST noPartIsPutIntoAnotherOne( void )
{
    ssBuild build = twoBoxes();
    ssPart box = partAt( ss_partBox, 1.1, 0.0, 0.15 );
    ASSERT_EQ( 1, ssBuild_FreePlace( &build, NULL, &box ) );
    ASSERT_IN_RANGE( 1.3, box.position.x, 1e-6 );
    ASSERT_IN_RANGE( 0.0, box.position.y, 1e-9 );
    ASSERT_IN_RANGE( 0.15, box.position.z, 1e-6 );
    ASSERT_EQ( 0, ssBuild_FreePlace( &build, NULL, &box ) );
    ssPart ball = partAt( ss_partSphere, -2.0, 0.0, -1.0 );
    ASSERT_EQ( -1, ssBuild_FreePlace( &build, NULL, &ball ) );
    ASSERT_IN_RANGE( ball.radius, ball.position.z, 1e-6 );
    // What is joined may overlap.
    ssPart low = build.parts[0];
    low.position.z = 0.3;
    ASSERT_EQ( 2, ssBuild_FreePlace( &build, NULL, &low ) );
    ssBuildEdit join = { .op = ss_buildAddJoint, .joint = ssDefaultBuildJoint( ss_buildHinge ) };
    join.joint.a = 1;
    join.joint.b = 2;
    testMust( ssBuild_Apply( &build, &join ) );
    low.position.z = 0.3;
    ASSERT_EQ( 0, ssBuild_FreePlace( &build, NULL, &low ) );
    ssBuild_Destroy( &build );
    PASS();
}

/// A crowd of boxes into which a ball is put at any place: afterwards
/// it is at least its radius away from each.
TEST aFreePlaceIsFreeOfAllParts( void )
{
    ssBuild build = ssDefaultBuild();
    testRng rng = { 7 };
    for ( int i = 0; i < 12; ++i )
    {
        ssBuildEdit add = { .op = ss_buildAddPart,
            .part = partAt( ss_partBox, 0.31 * ( i % 4 ), 0.31 * ( i / 4 ), 0.15 ) };
        testMust( ssBuild_Apply( &build, &add ) );
    }
    for ( int k = 0; k < testCount( 200 ); ++k )
    {
        ssPart ball = partAt( ss_partSphere, testUniform( &rng, 0.0, 1.2 ), 0.0, 0.0 );
        ball.position.y = testUniform( &rng, 0.0, 0.9 );
        ball.position.z = testUniform( &rng, 0.0, 0.5 );
        ssBuild_FreePlace( &build, NULL, &ball );
        ASSERT( ball.position.z >= ball.radius - 1e-6 );
        for ( int i = 0; i < build.partCount; ++i )
        {
            ssVec3 d = ssVec3_Sub( ball.position, build.parts[i].position );
            double x = ssMax( fabs( d.x ) - 0.15, 0.0 ), y = ssMax( fabs( d.y ) - 0.15, 0.0 ),
                   h = ssMax( fabs( d.z ) - 0.15, 0.0 );
            ASSERT( sqrt( x * x + y * y + h * h ) >= ball.radius - 1e-6 );
        }
    }
    ssBuild_Destroy( &build );
    PASS();
}

/// Parts of every kind fall from anywhere onto a crowd, which grows: after
/// each landing there is nothing to move apart.
TEST whatLandsIsInNoOtherPart( void )
{
    static const ssVec3 corners[] = { { -0.2, -0.2, -0.1 }, { 0.2, -0.2, -0.1 }, { 0.0, 0.2, -0.1 },
        { 0.0, 0.0, 0.2 } };
    const ssVec3 z = { 0.0, 0.0, 1.0 };
    ssBuild build = rampAndWall();
    testRng rng = { 11 };
    for ( int k = 0; k < testCount( 80 ); ++k )
    {
        if ( k % 400 == 399 ) // a build has room for 500
        {
            ssBuild_Destroy( &build );
            build = rampAndWall();
        }
        ssPart part = partAt( (ssPartKind)( k % ss_partHull + ( k % 3 == 0 ) ), 0.0, 0.0, 1.0 );
        part.points = part.kind == ss_partHull ? corners : part.points;
        part.pointCount = part.kind == ss_partHull ? SS_COUNT( corners ) : part.pointCount;
        ssVec3 eye = { testUniform( &rng, -6.0, 6.0 ), testUniform( &rng, -6.0, 6.0 ), 5.0 };
        ssVec3 at = { testUniform( &rng, -1.5, 3.5 ), testUniform( &rng, -1.5, 1.5 ), 0.0 };
        ssVec3 way = ssVec3_Sub( at, eye );
        way = ssVec3_Scale( 1.0 / ssVec3_Length( way ), way );
        ssBuildHit hit;
        ASSERT( ssBuild_CastRay( &build, NULL, 0, eye, way, &hit ) );
        ssBuild_Land( &build, NULL, &hit, z, &part );
        ssVec3 landed = part.position;
        ssBuild_FreePlace( &build, NULL, &part );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( landed, part.position ) ), 1e-6 );
        ASSERT( ssPart_Aabb( &part, ssPart_Pose( &part ) ).lower.z > -1e-6 );
        ssBuildEdit add = { .op = ss_buildAddPart, .part = part };
        testMust( ssBuild_Apply( &build, &add ) );
    }
    ssBuild_Destroy( &build );
    PASS();
}

TEST aRayMeetsTheSurface( void )
{
    const ssVec3 down = { 0.0, 0.0, -1.0 }, above = { 0.1, 0.0, 5.0 }, beside = { 3.0, 0.0, 5.0 };
    // Heights of the surfaces above x = 0.1 of parts whose middle is at the origin.
    const struct
    {
        ssPartKind kind;
        double height;
    } cases[] = {
        { ss_partSphere, sqrt( 0.15 * 0.15 - 0.01 ) },
        { ss_partBox, 0.15 },
        { ss_partCylinder, 0.15 },
        { ss_partRamp, 0.35 - 0.35 * ( 0.1 + 1.0 ) },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssPart part = ssDefaultPart( cases[i].kind );
        double distance = 0.0;
        ssVec3 normal;
        ASSERT( ssPart_Hit( &part, ssPart_Pose( &part ), above, down, &distance, &normal ) );
        ASSERT_IN_RANGEm( ssPartKindName( cases[i].kind ), 5.0 - cases[i].height, distance, 1e-3 );
        ASSERT( normal.z > 0.5 );
        ASSERT_FALSE( ssPart_Hit( &part, ssPart_Pose( &part ), beside, down, NULL, NULL ) );
    }
    PASS();
}

TEST pointsAreReadInAnyPunctuation( void )
{
    ssVec3 points[8];
    int count;
    ASSERT_EQ( ss_ok, ssParsePoints( "0 0 0\n1,0,0; [0, 1, 0]\n(0 0 1e0)", points, 8, &count ).code );
    ASSERT_EQ_FMT( 4, count, "%d" );
    ASSERT_EQ( 1.0, points[3].z );
    PASS();
}

TEST wrongPointsAreNamed( void )
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        { "", "0 points" },
        { "0 0 0; 1 0 0; 0 1 0", "3 points" },
        { "0 0 0; 1 0 nan; 0 1 0; 0 0 1", "point 2" },
        { "0 0 0; 1 0 0; 0 1 0; 0 0", "point 4 has 2 numbers" },
        { "0 0 0; 1 0 0; 0 1 0; 0 0 1; 1 1 1; 2 2 2; 3 3 3; 4 4 4; 5 5 5", "more than 8" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssVec3 points[8];
        int count;
        ssResult result = ssParsePoints( cases[i].text, points, 8, &count );
        ASSERTm( cases[i].text, result.code != ss_ok );
        ASSERTm( result.message, strstr( result.message, cases[i].says ) != NULL );
    }
    PASS();
}

SUITE( build_place )
{
    RUN_TEST( aPartLandsOnWhatTheRayMeetsAndAlignsWithIt );
    RUN_TEST( aPartAtAWallStandsBesideIt );
    RUN_TEST( noPartIsPutIntoAnotherOne );
    RUN_TEST( aFreePlaceIsFreeOfAllParts );
    RUN_TEST( whatLandsIsInNoOtherPart );
    RUN_TEST( aPartRestsOnTheGroundOrOnWhatIsBelow );
    RUN_TEST( aPartDoesNotRestOnItself );
    RUN_TEST( withoutAGroundItStaysWhereItIs );
    RUN_TEST( aRayMeetsTheSurface );
    RUN_TEST( pointsAreReadInAnyPunctuation );
    RUN_TEST( wrongPointsAreNamed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( build_place );
    return TEST_END();
}
