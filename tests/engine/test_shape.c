// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/shape.h"

#include "shape_common.h"

// Shapes: their volume and inertia by sampling, their supports and boxes.

TEST wrongSizesAreRefusedWithTheirName( void )
{
    static const double wrong[] = { 0.0, -1.0, NAN, HUGE_VAL, -HUGE_VAL, 1e-60, 1e60 };
    for ( int i = 0; i < SS_COUNT( wrong ); ++i )
    {
        double x = wrong[i];
        const struct
        {
            ssShape shape;
            const char* field;
        } cases[] = { { ssSphereShape( x ), "radius" },
            { ssBoxShape( ssVec3_Make( x, 1.0, 1.0 ) ), "half.x" },
            { ssBoxShape( ssVec3_Make( 1.0, x, 1.0 ) ), "half.y" },
            { ssBoxShape( ssVec3_Make( 1.0, 1.0, x ) ), "half.z" }, { ssCylinderShape( x, 1.0 ), "radius" },
            { ssCylinderShape( 1.0, x ), "halfLength" }, { ssCapsuleShape( x, 1.0 ), "radius" },
            { ssCapsuleShape( 1.0, x ), "halfLength" } };
        for ( int j = 0; j < SS_COUNT( cases ); ++j )
        {
            ssResult result = ssShape_Validate( &cases[j].shape );
            ASSERT_EQ( ss_errorValue, result.code );
            ASSERT_STR_EQ( cases[j].field, result.field );
            ASSERT( testContains( result.message, "> 0" ) );
        }
    }
    ssShape needle = ssBoxShape( ssVec3_Make( 1.0, 1e-7, 1.0 ) ), unknown = { .kind = (ssShapeKind)99 };
    ASSERT_EQ( ss_errorValue, ssShape_Validate( &needle ).code );
    ASSERT_EQ( ss_errorUnknown, ssShape_Validate( &unknown ).code );
    PASS();
}

TEST defaultsAndPlanesAreValid( void )
{
    ssShape shape = ssDefaultShape(), plane = ssPlaneShape();
    ASSERT_EQ( ss_ok, ssShape_Validate( &shape ).code );
    ASSERT_EQ( ss_ok, ssShape_Validate( &plane ).code );
    for ( int i = 0; i < ss_shapeKindCount; ++i )
    {
        ASSERT( strlen( ssShapeKindName( (ssShapeKind)i ) ) > 2 );
    }
    PASS();
}

/// Points drawn from the bounding box measure the volume and its moments.
TEST volumeAndInertiaAgreeWithSampling( void )
{
    testRng rng = { 1 };
    const ssShape shapes[] = { ssSphereShape( 0.7 ), ssBoxShape( ssVec3_Make( 0.3, 0.5, 0.9 ) ),
        ssCylinderShape( 0.6, 0.4 ), ssCapsuleShape( 0.5, 0.8 ) };
    ssPose pose = { .orientation = ssQuat_Identity() };
    for ( int s = 0; s < SS_COUNT( shapes ); ++s )
    {
        ssAabb box = ssShape_Aabb( shapes + s, pose );
        double inside = 0.0, moments[3] = { 0.0, 0.0, 0.0 };
        int n = testCount( 400000 );
        for ( int i = 0; i < n; ++i )
        {
            ssVec3 p = { testUniform( &rng, box.lower.x, box.upper.x ),
                testUniform( &rng, box.lower.y, box.upper.y ),
                testUniform( &rng, box.lower.z, box.upper.z ) };
            if ( ssShape_Distance( shapes + s, pose, p ) <= 0.0 )
            {
                inside += 1.0;
                moments[0] += p.y * p.y + p.z * p.z;
                moments[1] += p.z * p.z + p.x * p.x;
                moments[2] += p.x * p.x + p.y * p.y;
            }
        }
        double whole = 8.0 * box.upper.x * box.upper.y * box.upper.z, noise = 8.0 / sqrt( n );
        ASSERT_IN_RANGE( ssShape_Volume( shapes + s ), whole * inside / n, noise );
        ssVec3 inertia = ssShape_Inertia( shapes + s );
        ASSERT_IN_RANGE( inertia.x, moments[0] / inside, noise );
        ASSERT_IN_RANGE( inertia.y, moments[1] / inside, noise );
        ASSERT_IN_RANGE( inertia.z, moments[2] / inside, noise );
    }
    PASS();
}

TEST supportIsTheFarthestPointAndTheBoxHoldsIt( void )
{
    testRng rng = { 2 };
    for ( int n = 0, count = testCount( 3000 ); n < count; ++n )
    {
        ssShape shape = shapeDraw( &rng, (ssShapeKind)( n % 4 ) );
        ssPose pose = shapeDrawPose( &rng, 3.0 );
        ssVec3 d = shapeDrawDirection( &rng ), s = ssShape_Support( &shape, pose, d );
        double reach = ssVec3_Dot( d, s ), size = ssShape_BoundingRadius( &shape );
        ASSERT_IN_RANGE( 0.0, ssShape_Distance( &shape, pose, s ), 1e-12 );
        ASSERT( ssVec3_Length( ssVec3_Sub( s, pose.position ) ) <= size * ( 1.0 + 1e-12 ) );
        ssAabb box = ssShape_Aabb( &shape, pose );
        double e = 1e-12;
        ASSERT( s.x >= box.lower.x - e && s.y >= box.lower.y - e && s.z >= box.lower.z - e );
        ASSERT( s.x <= box.upper.x + e && s.y <= box.upper.y + e && s.z <= box.upper.z + e );
        // The box is tight.
        ASSERT_IN_RANGE(
            box.upper.x, ssShape_Support( &shape, pose, ssVec3_Make( 1.0, 0.0, 0.0 ) ).x, 1e-12 );
        ASSERT_IN_RANGE(
            box.lower.z, ssShape_Support( &shape, pose, ssVec3_Make( 0.0, 0.0, -1.0 ) ).z, 1e-12 );
        for ( int i = 0; i < 20; ++i )
        {
            ssVec3 other = ssShape_Support( &shape, pose, shapeDrawDirection( &rng ) );
            ASSERT( ssVec3_Dot( d, other ) <= reach + 1e-12 );
        }
        // The inner sphere is inside.
        ASSERT( ssShape_Distance( &shape, pose, pose.position ) <= -ssShape_InnerRadius( &shape ) + 1e-12 );
    }
    PASS();
}

SUITE( shapes )
{
    RUN_TEST( wrongSizesAreRefusedWithTheirName );
    RUN_TEST( defaultsAndPlanesAreValid );
    RUN_TEST( volumeAndInertiaAgreeWithSampling );
    RUN_TEST( supportIsTheFarthestPointAndTheBoxHoldsIt );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( shapes );
    return TEST_END();
}
