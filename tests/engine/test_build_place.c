// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/advanced/build_place.h"

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
