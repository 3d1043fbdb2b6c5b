// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/shape.h"

#include "shape_common.h"

// Convex hulls: their faces against brute force, mass against closed forms, and what is refused.

static const ssVec3 s_cube[8] = { { 1, 1, 1 }, { -1, 1, 1 }, { 1, -1, 1 }, { -1, -1, 1 }, { 1, 1, -1 },
    { -1, 1, -1 }, { 1, -1, -1 }, { -1, -1, -1 } };

static ssPose identity( void ) { return ( ssPose ){ .orientation = ssQuat_Identity() }; }

/// Are all points inside, are the faces flat, and does every edge belong to two of them?
static bool isHullOf( const ssHull* hull, ssPose frame, const ssVec3* points, int count, double epsilon )
{
    const ssVec3* v = ssHull_Vertices( hull );
    int directed = 0;
    bool good = true;
    for ( int f = 0; f < ssHull_FaceCount( hull ); ++f )
    {
        ssVec3 n;
        const int* c;
        int corners = ssHull_Face( hull, f, &n, &c );
        directed += corners;
        for ( int i = 0; i < count; ++i )
        {
            ssVec3 x = ssVec3_Add( frame.position, ssQuat_Rotate( frame.orientation, points[i] ) );
            good = good && ssVec3_Dot( n, ssVec3_Sub( x, v[c[0]] ) ) <= epsilon;
        }
        for ( int i = 0; i < corners; ++i )
        {
            ssVec3 a = v[c[i]], b = v[c[( i + 1 ) % corners]], d = v[c[( i + 2 ) % corners]];
            good = good && fabs( ssVec3_Dot( n, ssVec3_Sub( a, v[c[0]] ) ) ) <= epsilon;
            good = good && ssVec3_Dot( n, ssVec3_Cross( ssVec3_Sub( b, a ), ssVec3_Sub( d, b ) ) ) > 0.0;
        }
    }
    // Euler: V - E + F = 2
    return good && ssHull_VertexCount( hull ) - directed / 2 + ssHull_FaceCount( hull ) == 2;
}

TEST hullsOfRandomPointsContainThem( void )
{
    testRng rng = { 1 };
    for ( int n = 0, all = testCount( 300 ); n < all; ++n )
    {
        ssVec3 points[64];
        int count = 4 + n % 61;
        for ( int i = 0; i < count; ++i )
        {
            // In a ball, on a sphere, or on a coarse grid, where many lie in common planes and lines.
            ssVec3 d = shapeDrawDirection( &rng );
            double r = n % 3 == 0 ? testUniform( &rng, 0.0, 1.0 ) : 1.0;
            points[i] = ssVec3_Scale( r, d );
            if ( n % 3 == 2 )
            {
                points[i] = ssVec3_Make( round( 2.0 * d.x ), round( 2.0 * d.y ), round( 2.0 * d.z ) );
            }
        }
        ssHull* hull = NULL;
        ssPose frame;
        ssResult result = ssCreateHull( points, count, &hull, &frame );
        if ( result.code == ss_ok )
        {
            ASSERT( isHullOf( hull, frame, points, count, 1e-6 ) );
            ssHull_Release( hull );
        }
        else
        {
            // Few points may lie in a plane.
            ASSERT( count < 8 );
        }
    }
    PASS();
}

TEST aCubeOfCornersIsTheBox( void )
{
    ssHull* hull = NULL;
    ssPose frame;
    ASSERT_EQ( ss_ok, ssCreateHull( s_cube, 8, &hull, &frame ).code );
    ssShape shape = ssHullShape( hull ), box = ssBoxShape( ssVec3_Make( 1.0, 1.0, 1.0 ) );
    ASSERT_EQ( 8, ssHull_VertexCount( hull ) );
    ASSERT_EQ( 6, ssHull_FaceCount( hull ) );
    ASSERT_IN_RANGE( ssShape_Volume( &box ), ssShape_Volume( &shape ), 1e-14 );
    ASSERT_IN_RANGE( ssShape_Inertia( &box ).x, ssShape_Inertia( &shape ).x, 1e-14 );
    ASSERT_IN_RANGE( ssShape_Inertia( &box ).z, ssShape_Inertia( &shape ).z, 1e-14 );
    ASSERT_IN_RANGE( ssShape_BoundingRadius( &box ), ssShape_BoundingRadius( &shape ), 1e-14 );
    ASSERT_IN_RANGE( ssShape_InnerRadius( &box ), ssShape_InnerRadius( &shape ), 1e-14 );
    testRng rng = { 2 };
    for ( int n = 0; n < 200; ++n )
    {
        ssPose at = shapeDrawPose( &rng, 2.0 );
        ssVec3 x = ssVec3_Scale( testUniform( &rng, 0.0, 4.0 ), shapeDrawDirection( &rng ) );
        ASSERT_IN_RANGE( ssShape_Distance( &box, at, x ), ssShape_Distance( &shape, at, x ), 1e-12 );
        ssPose plane = { .orientation = ssQuat_Identity() }, over = at;
        over.position.z = 1.2;
        ssShape ground = ssPlaneShape();
        ssManifold a, b;
        ASSERT_EQ( ssCollide( &box, over, &ground, plane, 0.3, &a ),
            ssCollide( &shape, over, &ground, plane, 0.3, &b ) );
        ASSERT_EQ( a.count, b.count );
        ssShape other = ssSphereShape( 0.4 );
        ASSERT_EQ( ssCollide( &box, at, &other, identity(), 0.1, &a ),
            ssCollide( &shape, at, &other, identity(), 0.1, &b ) );
        ASSERT_IN_RANGE( a.points[0].gap, b.points[0].gap, a.count > 0 ? 1e-12 : HUGE_VAL );
    }
    ssHull_Release( hull );
    PASS();
}

TEST aShiftedAndTurnedHullHasTheSamePrincipalMoments( void )
{
    ssPose pose = { { 3.0, -2.0, 5.0 }, ssQuat_FromRotationVector( ssVec3_Make( 0.4, -0.7, 1.1 ) ) };
    ssVec3 points[8];
    double half[3] = { 0.2, 0.5, 0.9 };
    for ( int i = 0; i < 8; ++i )
    {
        ssVec3 c = { half[0] * s_cube[i].x, half[1] * s_cube[i].y, half[2] * s_cube[i].z };
        points[i] = ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, c ) );
    }
    ssHull* hull = NULL;
    ssPose frame;
    ASSERT_EQ( ss_ok, ssCreateHull( points, 8, &hull, &frame ).code );
    ssShape shape = ssHullShape( hull ), box = ssBoxShape( ssVec3_Make( half[0], half[1], half[2] ) );
    ssVec3 own = ssShape_Inertia( &shape ), exact = ssShape_Inertia( &box );
    ASSERT_IN_RANGE( ssShape_Volume( &box ), ssShape_Volume( &shape ), 1e-12 );
    ASSERT_IN_RANGE( exact.x + exact.y + exact.z, own.x + own.y + own.z, 1e-11 );
    ASSERT_IN_RANGE( exact.x * exact.y * exact.z, own.x * own.y * own.z, 1e-11 );
    // The frame takes the points to the hull, whose centre of mass is the origin.
    ssVec3 middle = ssVec3_Add( frame.position, ssQuat_Rotate( frame.orientation, pose.position ) );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( middle ), 1e-12 );
    ASSERT( isHullOf( hull, frame, points, 8, 1e-9 ) );
    ssHull_Release( hull );
    PASS();
}

/// A regular tetrahedron of edge a: volume a³/(6√2), inertia m a²/20, centre at a quarter of its height.
TEST aTetrahedronHasItsClosedForms( void )
{
    const ssVec3 points[4] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
    double a = 2.0 * sqrt( 2.0 );
    ssHull* hull = NULL;
    ASSERT_EQ( ss_ok, ssCreateHull( points, 4, &hull, NULL ).code );
    ssShape shape = ssHullShape( hull );
    ASSERT_IN_RANGE( a * a * a / ( 6.0 * sqrt( 2.0 ) ), ssShape_Volume( &shape ), 1e-13 );
    ASSERT_IN_RANGE( a * a / 20.0, ssShape_Inertia( &shape ).x, 1e-13 );
    ASSERT_IN_RANGE( a / sqrt( 24.0 ), ssShape_InnerRadius( &shape ), 1e-13 );
    ssHull_Release( hull );
    PASS();
}

TEST pointsThatMakeNoBodyAreRefused( void )
{
    const ssVec3 square[5] = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0.5, 0.2, 0 } };
    const ssVec3 line[4] = { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 }, { 3, 3, 3 } };
    const ssVec3 same[4] = { { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } };
    const ssVec3 nan[4] = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, (double)NAN, 0 }, { 0, 0, 1 } };
    ssHull* hull = NULL;
    ASSERT( strstr( ssCreateHull( square, 5, &hull, NULL ).message, "in a plane" ) != NULL );
    ASSERT( strstr( ssCreateHull( line, 4, &hull, NULL ).message, "on a line" ) != NULL );
    ASSERT( strstr( ssCreateHull( same, 4, &hull, NULL ).message, "in one place" ) != NULL );
    ASSERT( strstr( ssCreateHull( nan, 4, &hull, NULL ).message, "point 3" ) != NULL );
    ASSERT( strstr( ssCreateHull( square, 3, &hull, NULL ).message, "4 to 64" ) != NULL );
    ASSERT( hull == NULL );
    PASS();
}

/// The lowest corner of a boat, at the stern, lies between steep faces; the
/// flattest face is the bow, and does not touch.
TEST theLowestCornerTouchesWhicheverFaceIsFlattest( void )
{
    const ssVec3 boat[7] = { { 0, 0, 0 }, { 1, 0, 0.1 }, { 2, 0.2, 1.1 }, { 2, -0.2, 1.1 }, { 0, 0.2, 1 },
        { 0, -0.2, 1 }, { 1, 0, 1.2 } };
    ssHull* hull = NULL;
    ssPose frame;
    ASSERT_EQ( ss_ok, ssCreateHull( boat, 7, &hull, &frame ).code );
    ssShape shape = ssHullShape( hull ), floor = ssBoxShape( ssVec3_Make( 9.0, 9.0, 1.0 ) );
    ssQuat back = ssQuat_Conjugate( frame.orientation );
    ssPose under = { { 0.0, 0.0, -1.0 }, ssQuat_Identity() };
    for ( int depth = -1; depth <= 1; ++depth )
    {
        ssPose pose = { ssVec3_Scale( -1.0, ssQuat_Rotate( back, frame.position ) ), back };
        pose.position.z -= 0.01 * depth;
        for ( int swapped = 0; swapped < 2; ++swapped )
        {
            ssManifold m;
            bool touching = swapped ? ssCollide( &shape, pose, &floor, under, 0.2, &m )
                                    : ssCollide( &floor, under, &shape, pose, 0.2, &m );
            ASSERT( touching );
            double lowest = HUGE_VAL;
            for ( int i = 0; i < m.count; ++i ) { lowest = fmin( lowest, m.points[i].gap ); }
            ASSERT_IN_RANGE( -0.01 * depth, lowest, 1e-12 );
        }
    }
    ssHull_Release( hull );
    PASS();
}

SUITE( hulls )
{
    RUN_TEST( hullsOfRandomPointsContainThem );
    RUN_TEST( aCubeOfCornersIsTheBox );
    RUN_TEST( aShiftedAndTurnedHullHasTheSamePrincipalMoments );
    RUN_TEST( aTetrahedronHasItsClosedForms );
    RUN_TEST( pointsThatMakeNoBodyAreRefused );
    RUN_TEST( theLowestCornerTouchesWhicheverFaceIsFlattest );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( hulls );
    return TEST_END();
}
