// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/vecmath.h"

// Vectors, quaternions and matrices against their definitions.

static ssVec3 randomVector( testRng* rng )
{
    return ssVec3_Make(
        testUniform( rng, -2.0, 2.0 ), testUniform( rng, -2.0, 2.0 ), testUniform( rng, -2.0, 2.0 ) );
}

static double apart( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Sub( a, b ) ); }

/// Rodrigues' formula: turns v about the unit axis by the angle.
static ssVec3 rodrigues( ssVec3 axis, double angle, ssVec3 v )
{
    ssVec3 r = ssVec3_Scale( cos( angle ), v );
    r = ssVec3_MulAdd( r, sin( angle ), ssVec3_Cross( axis, v ) );
    return ssVec3_MulAdd( r, ( 1.0 - cos( angle ) ) * ssVec3_Dot( axis, v ), axis );
}

TEST crossIsRightHandedAndPerpendicular( void )
{
    ssVec3 x = { 1, 0, 0 }, y = { 0, 1, 0 }, z = { 0, 0, 1 };
    ASSERT( apart( ssVec3_Cross( x, y ), z ) == 0.0 );
    ASSERT( apart( ssVec3_Cross( y, z ), x ) == 0.0 );
    ASSERT( apart( ssVec3_Cross( z, x ), y ) == 0.0 );
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssVec3 a = randomVector( &rng ), b = randomVector( &rng ), c = ssVec3_Cross( a, b );
        ASSERT( fabs( ssVec3_Dot( a, c ) ) < 1e-14 && fabs( ssVec3_Dot( b, c ) ) < 1e-14 );
        // Lagrange's identity holds.
        double area = ssVec3_Dot( a, a ) * ssVec3_Dot( b, b ) - ssVec3_Dot( a, b ) * ssVec3_Dot( a, b );
        ASSERT( testNear( ssVec3_Dot( c, c ), area, 1e-13 ) );
    }
    PASS();
}

TEST lengthOfPlaneVectorsNeitherOverflowsNorVanishes( void )
{
    ASSERT( ssVec2_Length( ssVec2_Make( 3e300, 4e300 ) ) == 5e300 );
    ASSERT( testNear( ssVec2_Length( ssVec2_Make( 3e-300, 4e-300 ) ) / 5e-300, 1.0, 1e-15 ) );
    ASSERT( ssVec2_Length( ssVec2_Make( 0.0, 0.0 ) ) == 0.0 );
    PASS();
}

TEST planeVectorsAddAndScaleByComponent( void )
{
    ssVec2 a = { 1.0, -2.0 }, b = { 0.5, 4.0 };
    ssVec2 sum = ssVec2_Add( a, b ), difference = ssVec2_Sub( a, b ), sweep = ssVec2_MulAdd( a, 2.0, b );
    ASSERT( sum.x == 1.5 && sum.y == 2.0 );
    ASSERT( difference.x == 0.5 && difference.y == -6.0 );
    ASSERT( sweep.x == 2.0 && sweep.y == 6.0 );
    ASSERT( ssVec2_Dot( a, b ) == -7.5 );
    ASSERT( ssVec2_Scale( -2.0, a ).y == 4.0 );
    PASS();
}

TEST rotationAboutYTiltsXDownwards( void )
{
    // A positive incline must let +x point downhill.
    ssMat3 m = ssMat3_RotateY( SS_PI / 6.0 );
    ssVec3 x = ssMat3_Mul( m, ssVec3_Make( 1, 0, 0 ) ), z = ssMat3_Mul( m, ssVec3_Make( 0, 0, 1 ) );
    ASSERT( apart( x, ssVec3_Make( sqrt( 3.0 ) / 2.0, 0.0, -0.5 ) ) < 1e-15 );
    ASSERT( apart( z, ssVec3_Make( 0.5, 0.0, sqrt( 3.0 ) / 2.0 ) ) < 1e-15 );
    PASS();
}

TEST transposeUndoesARotation( void )
{
    testRng rng = { 2 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssMat3 m = ssMat3_RotateY( testUniform( &rng, -7.0, 7.0 ) );
        ssVec3 v = randomVector( &rng );
        ASSERT( apart( ssMat3_MulT( m, ssMat3_Mul( m, v ) ), v ) < 1e-15 * 8.0 );
        ASSERT( testNear( ssVec3_Length( ssMat3_Mul( m, v ) ), ssVec3_Length( v ), 1e-15 * 4.0 ) );
    }
    PASS();
}

TEST quaternionTurnsLikeRodrigues( void )
{
    testRng rng = { 3 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssVec3 axis = randomVector( &rng ), v = randomVector( &rng );
        axis = ssVec3_Scale( 1.0 / ssVec3_Length( axis ), axis );
        double angle = testDecades( &rng, -9.0, 0.7 );
        ssQuat q = ssQuat_FromRotationVector( ssVec3_Scale( angle, axis ) );
        ASSERT( apart( ssQuat_Rotate( q, v ), rodrigues( axis, angle, v ) ) < 1e-14 );
    }
    PASS();
}

TEST smallAnglesJoinTheLargeOnes( void )
{
    // Both sides of the switch from series to quotient agree to rounding.
    for ( double angle = 0.99e-4; angle < 1.01e-4; angle += 1e-9 )
    {
        ssQuat q = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
        ASSERT( fabs( q.y - sin( 0.5 * angle ) ) <= 1e-16 * 1e-4 * 8.0 );
        ASSERT( fabs( q.w * q.w + q.y * q.y - 1.0 ) <= 1e-15 );
    }
    ssQuat none = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, 0.0 ) );
    ASSERT( none.w == 1.0 && none.x == 0.0 && none.y == 0.0 && none.z == 0.0 );
    PASS();
}

TEST quaternionProductIsOneTurnAfterTheOther( void )
{
    testRng rng = { 4 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssQuat a = ssQuat_FromRotationVector( randomVector( &rng ) );
        ssQuat b = ssQuat_FromRotationVector( randomVector( &rng ) );
        ssVec3 v = randomVector( &rng );
        ASSERT( apart( ssQuat_Rotate( ssQuat_Mul( a, b ), v ), ssQuat_Rotate( a, ssQuat_Rotate( b, v ) ) ) <
            1e-14 );
        ASSERT(
            apart( ssQuat_Rotate( ssQuat_Mul( ssQuat_Identity(), b ), v ), ssQuat_Rotate( b, v ) ) == 0.0 );
    }
    PASS();
}

TEST quaternionAndMatrixAgreeAboutY( void )
{
    for ( double angle = -3.0; angle <= 3.0; angle += 0.25 )
    {
        ssVec3 v = { 0.3, -0.7, 1.1 };
        ssQuat q = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
        ASSERT( apart( ssQuat_Rotate( q, v ), ssMat3_Mul( ssMat3_RotateY( angle ), v ) ) < 1e-15 * 4.0 );
    }
    PASS();
}

TEST normalisingGivesUnitLength( void )
{
    testRng rng = { 5 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssQuat q = { testDecades( &rng, -3, 3 ), testDecades( &rng, -3, 3 ), testDecades( &rng, -3, 3 ),
            testDecades( &rng, -3, 3 ) };
        ssQuat u = ssQuat_Normalize( q );
        ASSERT( fabs( u.w * u.w + u.x * u.x + u.y * u.y + u.z * u.z - 1.0 ) < 1e-15 * 4.0 );
        ASSERT( fabs( u.w * q.x - u.x * q.w ) <= 1e-12 * fabs( q.x ) );
    }
    PASS();
}

TEST theConjugateUndoesATurn( void )
{
    testRng rng = { 7 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssQuat q = ssQuat_FromRotationVector( randomVector( &rng ) );
        ssVec3 v = randomVector( &rng );
        ASSERT( apart( v, ssQuat_Rotate( ssQuat_Conjugate( q ), ssQuat_Rotate( q, v ) ) ) < 1e-14 );
    }
    PASS();
}

TEST theLogarithmIsTheShortestTurn( void )
{
    testRng rng = { 8 };
    const double angles[] = { 0.0, 1e-300, 1e-12, 1e-7, 1e-4, 0.3, 1.5, 3.0, 3.1415926 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssVec3 axis = randomVector( &rng );
        axis = ssVec3_Scale( 1.0 / ssVec3_Length( axis ), axis );
        double angle = angles[k % SS_COUNT( angles )], length = testUniform( &rng, 0.1, 10.0 );
        ssVec3 v = ssVec3_Scale( angle, axis );
        ssQuat q = ssQuat_FromRotationVector( v );
        ssQuat scaled = { -length * q.w, -length * q.x, -length * q.y, -length * q.z }; // the same turn
        ASSERT( apart( v, ssQuat_ToRotationVector( q ) ) <= 1e-15 * ( 1.0 + angle ) );
        ASSERT( apart( v, ssQuat_ToRotationVector( scaled ) ) <= 2e-15 * ( 1.0 + angle ) );
        // beyond a half turn the other way round is shorter
        ssVec3 far = ssVec3_Scale( 2.0 * SS_PI - angle, axis );
        ssVec3 back = ssQuat_ToRotationVector( ssQuat_FromRotationVector( far ) );
        ASSERT( apart( ssVec3_Scale( -1.0, v ), back ) <= 1e-14 );
    }
    PASS();
}

TEST theAngleBetweenTwoTurnsIsThatOfTheirDifference( void )
{
    testRng rng = { 9 };
    for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
    {
        ssVec3 turn = randomVector( &rng );
        double angle = testUniform( &rng, 0.0, SS_PI );
        turn = ssVec3_Scale( angle / ssVec3_Length( turn ), turn );
        ssQuat a = ssQuat_FromRotationVector( randomVector( &rng ) );
        ssQuat b = ssQuat_Mul( a, ssQuat_FromRotationVector( turn ) ), minus = { -b.w, -b.x, -b.y, -b.z };
        ASSERT_IN_RANGE( angle, ssQuat_AngleBetween( a, b ), 1e-14 );
        ASSERT_IN_RANGE( angle, ssQuat_AngleBetween( minus, a ), 1e-14 );
    }
    PASS();
}

SUITE( vecmath )
{
    RUN_TEST( crossIsRightHandedAndPerpendicular );
    RUN_TEST( lengthOfPlaneVectorsNeitherOverflowsNorVanishes );
    RUN_TEST( planeVectorsAddAndScaleByComponent );
    RUN_TEST( rotationAboutYTiltsXDownwards );
    RUN_TEST( transposeUndoesARotation );
    RUN_TEST( quaternionTurnsLikeRodrigues );
    RUN_TEST( smallAnglesJoinTheLargeOnes );
    RUN_TEST( quaternionProductIsOneTurnAfterTheOther );
    RUN_TEST( quaternionAndMatrixAgreeAboutY );
    RUN_TEST( normalisingGivesUnitLength );
    RUN_TEST( theConjugateUndoesATurn );
    RUN_TEST( theLogarithmIsTheShortestTurn );
    RUN_TEST( theAngleBetweenTwoTurnsIsThatOfTheirDifference );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( vecmath );
    return TEST_END();
}
