// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/shape_query.h"

#include "shape_common.h"

// Rays, nearest points and overlaps of single shapes against their equations.

static const ssPose s_here = { .orientation = { 1.0, 0.0, 0.0, 0.0 } };

static ssVec3 at( double x, double y, double z ) { return ssVec3_Make( x, y, z ); }

/// A shape of every kind in turn.
static ssShape draw( testRng* rng, int n )
{
    return shapeDraw( rng, (ssShapeKind)( n % ss_shapeKindCount ) );
}

// ------------------------------------------------------------------------------------------------------ rays

TEST raysMeetShapesWhereTheirEquationsSay( void )
{
    const ssShape sphere = ssSphereShape( 2.0 ), box = ssBoxShape( at( 1.0, 2.0, 3.0 ) ),
                  rod = ssCylinderShape( 1.0, 2.0 ), pill = ssCapsuleShape( 1.0, 2.0 ),
                  plane = ssPlaneShape();
    const double d = sqrt( 0.75 ); // half a chord of the unit circle at the distance 1/2
    const struct
    {
        const ssShape* shape;
        ssVec3 from, travel;
        double fraction; // < 0: a miss
        ssVec3 normal;
    } rows[] = {
        { &sphere, at( -5, 0, 0 ), at( 10, 0, 0 ), 0.3, at( -1, 0, 0 ) },
        { &sphere, at( -5, 2, 0 ), at( 10, 0, 0 ), 0.5, at( 0, 1, 0 ) }, // touches
        { &sphere, at( -5, 2.0001, 0 ), at( 10, 0, 0 ), -1, at( 0, 0, 0 ) },
        { &sphere, at( -5, 0, 0 ), at( 2.999, 0, 0 ), -1, at( 0, 0, 0 ) }, // ends before it
        { &sphere, at( -5, 0, 0 ), at( 3, 0, 0 ), 1.0, at( -1, 0, 0 ) },   // ends on it
        { &sphere, at( -5, 0, 0 ), at( -10, 0, 0 ), -1, at( 0, 0, 0 ) },   // it is behind
        { &box, at( -5, 1, 1 ), at( 8, 0, 0 ), 0.5, at( -1, 0, 0 ) },
        { &box, at( 0, 0, 7 ), at( 0, 0, -8 ), 0.5, at( 0, 0, 1 ) },
        { &box, at( -5, 2, 0 ), at( 8, 0, 0 ), 0.5, at( -1, 0, 0 ) }, // along a face
        { &box, at( -5, 2.0001, 0 ), at( 8, 0, 0 ), -1, at( 0, 0, 0 ) },
        { &box, at( -3, 4, 0 ), at( 4, -4, 0 ), 0.5, at( 0, 0, 0 ) }, // onto an edge
        { &box, at( -2, 3.5, 0 ), at( 4, 0.1, 0 ), -1, at( 0, 0, 0 ) },
        { &rod, at( -5, 0, 1 ), at( 8, 0, 0 ), 0.5, at( -1, 0, 0 ) },
        { &rod, at( -5, 0.5, 1 ), at( 5, 0, 0 ), 1.0 - d / 5.0, at( -d, 0.5, 0 ) },
        { &rod, at( 0.5, 0.5, 6 ), at( 0, 0, -8 ), 0.5, at( 0, 0, 1 ) },
        { &rod, at( 1, 0, 6 ), at( 0, 0, -8 ), 0.5, at( 0, 0, 1 ) }, // along its side
        { &rod, at( 1.0001, 0, 6 ), at( 0, 0, -8 ), -1, at( 0, 0, 0 ) },
        { &rod, at( -5, 0, 2 ), at( 8, 0, 0 ), 0.5, at( -1, 0, 0 ) }, // in the plane of its cap
        { &rod, at( -5, 0, 2.0001 ), at( 8, 0, 0 ), -1, at( 0, 0, 0 ) },
        { &pill, at( 0, 0, 7 ), at( 0, 0, -8 ), 0.5, at( 0, 0, 1 ) },
        { &pill, at( 0.5, 0, -7 ), at( 0, 0, 5 ), 1.0 - d / 5.0, at( 0.5, 0, -d ) },
        { &pill, at( -5, 0, 2.5 ), at( 5, 0, 0 ), 1.0 - d / 5.0, at( -d, 0, 0.5 ) },
        { &pill, at( -5, 0, 1 ), at( 8, 0, 0 ), 0.5, at( -1, 0, 0 ) },
        { &pill, at( -5, 1, 0 ), at( 10, 0, 0 ), 0.5, at( 0, 1, 0 ) }, // touches its side
        { &pill, at( -5, 0, 3.0001 ), at( 8, 0, 0 ), -1, at( 0, 0, 0 ) },
        { &plane, at( 0, 0, 3 ), at( 4, 0, -4 ), 0.75, at( 0, 0, 1 ) },
        { &plane, at( 0, 0, 3 ), at( 1e9, 0, 0 ), -1, at( 0, 0, 0 ) },
        { &plane, at( 0, 0, 3 ), at( 0, 0, 4 ), -1, at( 0, 0, 0 ) },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssRayHit hit;
        bool hits = ssShape_CastRay( rows[i].shape, s_here, rows[i].from, rows[i].travel, &hit );
        char row[32];
        snprintf( row, sizeof row, "row %d", i );
        ASSERT_EQm( row, rows[i].fraction >= 0.0, hits );
        if ( hits )
        {
            ASSERT_IN_RANGEm( row, rows[i].fraction, hit.fraction, 1e-7 ); // the square root at a touch
            ASSERT_FALSE( hit.inside );
            ASSERT_IN_RANGE( 1.0, ssVec3_Length( hit.normal ), 1e-12 );
            bool given = ssVec3_Length( rows[i].normal ) > 0.5;
            ASSERTm( row, !given || ssVec3_Length( ssVec3_Sub( rows[i].normal, hit.normal ) ) < 1e-7 );
        }
    }
    PASS();
}

/// The first point of a ray in a shape is on its surface, and no point
/// before it is inside: this is what a hit is.
TEST nothingOfTheShapeLiesBeforeAHit( void )
{
    testRng rng = { 11 };
    int hits = 0, count = testCount( 12000 );
    for ( int n = 0; n < count; ++n )
    {
        ssShape shape = draw( &rng, n );
        ssPose pose = shapeDrawPose( &rng, 2.0 );
        ssVec3 from = ssVec3_Scale( testUniform( &rng, 0.0, 8.0 ), shapeDrawDirection( &rng ) );
        ssVec3 aim =
            ssVec3_MulAdd( pose.position, testUniform( &rng, 0.0, 1.5 ), shapeDrawDirection( &rng ) );
        ssVec3 travel = ssVec3_Scale( testUniform( &rng, 0.2, 3.0 ), ssVec3_Sub( aim, from ) );
        ssRayHit hit;
        bool met = ssShape_CastRay( &shape, pose, from, travel, &hit );
        double end = met ? hit.fraction : 1.0, length = ssVec3_Length( travel );
        bool starts = ssShape_Distance( &shape, pose, from ) <= 0.0;
        ASSERT_EQ( starts, met && hit.inside );
        for ( int i = 0; i <= 60 && !starts; ++i )
        {
            ssVec3 x = ssVec3_MulAdd( from, end * i / 60.0, travel );
            ASSERT( ssShape_Distance( &shape, pose, x ) >= -1e-9 );
        }
        // Steps as long as the distance to the surface never jump over it.
        double way = 0.0;
        for ( int i = 0; i < 400 && !starts && way < end * length; ++i )
        {
            double gap = ssShape_Distance( &shape, pose, ssVec3_MulAdd( from, way / length, travel ) );
            ASSERT( gap > -1e-9 );
            way += gap;
        }
        if ( met )
        {
            hits += 1;
            ASSERT( hit.fraction >= 0.0 && hit.fraction <= 1.0 );
            ASSERT_IN_RANGE( 1.0, ssVec3_Length( hit.normal ), 1e-9 );
            ssVec3 along = ssVec3_MulAdd( from, hit.fraction, travel );
            ASSERT( ssVec3_Length( ssVec3_Sub( hit.point, along ) ) < 1e-12 * ( 10.0 + length ) );
        }
        if ( met && !starts )
        {
            ASSERT_IN_RANGE( 0.0, ssShape_Distance( &shape, pose, hit.point ), 1e-9 );
            // A normal of a convex body leads away from it.
            ssVec3 off = ssVec3_MulAdd( hit.point, 0.1, hit.normal );
            ASSERT_IN_RANGE( 0.1, ssShape_Distance( &shape, pose, off ), 1e-8 );
            ASSERT( ssVec3_Dot( hit.normal, travel ) <= 1e-9 * length );
        }
    }
    ASSERT( hits > count / 3 && hits < count );
    PASS();
}

TEST aRayThatBeginsInsideHitsAtOnce( void )
{
    testRng rng = { 12 };
    for ( int n = 0; n < 600; ++n )
    {
        ssShape shape = draw( &rng, n );
        ssPose pose = shapeDrawPose( &rng, 2.0 );
        bool ground = shape.kind == ss_shapePlane;
        ssVec3 inside = ground
            ? ssVec3_MulAdd( pose.position, -0.5, ssQuat_Rotate( pose.orientation, at( 0.0, 0.0, 1.0 ) ) )
            : pose.position;
        ssVec3 travel = ssVec3_Scale( n % 2 == 0 ? 5.0 : 0.0, shapeDrawDirection( &rng ) );
        ssRayHit hit;
        ASSERT( ssShape_CastRay( &shape, pose, inside, travel, &hit ) );
        ASSERT( hit.inside && hit.fraction == 0.0 );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( inside, hit.point ) ), 0.0 );
        ASSERT_IN_RANGE( 1.0, ssVec3_Length( hit.normal ), 1e-12 );
    }
    PASS();
}

TEST raysOfLengthZeroAndRaysThatAreNoneHitNothingOutside( void )
{
    testRng rng = { 13 };
    for ( int kind = 0; kind < ss_shapeKindCount; ++kind )
    {
        ssShape shape = shapeDraw( &rng, (ssShapeKind)kind );
        ssVec3 above = at( 0.0, 0.0, 4.0 ), down = at( 0.0, 0.0, -8.0 );
        ssRayHit hit;
        ASSERT( ssShape_CastRay( &shape, s_here, above, down, &hit ) );
        ASSERT_FALSE( ssShape_CastRay( &shape, s_here, above, at( 0.0, 0.0, 0.0 ), &hit ) );
        static const double wrong[] = { NAN, HUGE_VAL, -HUGE_VAL };
        for ( int i = 0; i < SS_COUNT( wrong ); ++i )
        {
            ASSERT_FALSE( ssShape_CastRay( &shape, s_here, at( wrong[i], 0.0, 4.0 ), down, &hit ) );
            ASSERT_FALSE( ssShape_CastRay( &shape, s_here, above, at( 0.0, 0.0, wrong[i] ), &hit ) );
        }
    }
    PASS();
}

/// From a thousand radii away, and with a shape far from the origin of the world.
TEST distantRaysStillHit( void )
{
    testRng rng = { 14 };
    for ( int n = 0, count = testCount( 3000 ); n < count; ++n )
    {
        ssShape shape = draw( &rng, n );
        ssPose pose = shapeDrawPose( &rng, 1000.0 );
        ssVec3 away = shapeDrawDirection( &rng );
        ssVec3 up = ssQuat_Rotate( pose.orientation, at( 0.0, 0.0, 1.0 ) );
        away = ssVec3_Dot( away, up ) < 0.0 ? ssVec3_Scale( -1.0, away ) : away; // above a plane
        ssVec3 from = ssVec3_MulAdd( pose.position, 1000.0, away );
        ssRayHit hit;
        ASSERT( ssShape_CastRay( &shape, pose, from, ssVec3_Scale( -1001.0, away ), &hit ) );
        ASSERT_IN_RANGE( 0.0, ssShape_Distance( &shape, pose, hit.point ), 1e-9 );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------- nearest points

/// A point of the surface: where a ray from outside to a point inside meets it.
static ssVec3 surfacePoint( testRng* rng, const ssShape* shape, ssPose pose )
{
    bool plane = shape->kind == ss_shapePlane;
    ssVec3 out = shapeDrawDirection( rng ), up = ssQuat_Rotate( pose.orientation, at( 0.0, 0.0, 1.0 ) );
    out = plane && ssVec3_Dot( out, up ) < 0.0 ? ssVec3_Scale( -1.0, out ) : out;
    double inner = plane ? 1.0 : ssShape_InnerRadius( shape );
    ssVec3 aim = ssVec3_MulAdd( pose.position, plane ? -1.0 : 0.0, up );
    aim = ssVec3_MulAdd( aim, testUniform( rng, 0.0, 0.9 * inner ), shapeDrawDirection( rng ) );
    ssVec3 from = ssVec3_MulAdd( pose.position, 10.0, out );
    ssRayHit hit = { .fraction = NAN, .point = { NAN, NAN, NAN } };
    ssShape_CastRay( shape, pose, from, ssVec3_Sub( aim, from ), &hit );
    return hit.point;
}

TEST noPointOfTheSurfaceIsNearer( void )
{
    testRng rng = { 15 };
    for ( int n = 0, count = testCount( 6000 ); n < count; ++n )
    {
        ssShape shape = draw( &rng, n );
        ssPose pose = shapeDrawPose( &rng, 2.0 );
        ssVec3 p = ssVec3_MulAdd( pose.position, testUniform( &rng, 0.0, 2.5 ), shapeDrawDirection( &rng ) );
        ssNearest nearest = ssShape_Closest( &shape, pose, p );
        double reach = fabs( nearest.distance );
        ASSERT_IN_RANGE( ssShape_Distance( &shape, pose, p ), nearest.distance, 1e-12 );
        ASSERT_IN_RANGE( 0.0, ssShape_Distance( &shape, pose, nearest.point ), 1e-12 );
        ASSERT_IN_RANGE( 1.0, ssVec3_Length( nearest.normal ), 1e-12 );
        ASSERT_IN_RANGE( reach, ssVec3_Length( ssVec3_Sub( p, nearest.point ) ), 1e-12 );
        ssVec3 back = ssVec3_MulAdd( nearest.point, nearest.distance, nearest.normal );
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssVec3_Sub( p, back ) ), 1e-12 );
        for ( int i = 0; i < 40; ++i )
        {
            ssVec3 x = surfacePoint( &rng, &shape, pose );
            ASSERT( ssVec3_Length( ssVec3_Sub( p, x ) ) >= reach - 1e-9 );
        }
    }
    PASS();
}

/// Where many points are equally near, one of them is given.
TEST centresAxesEdgesAndCornersHaveANearestPoint( void )
{
    testRng rng = { 16 };
    for ( int kind = 0; kind < ss_shapeKindCount; ++kind )
    {
        ssShape shape = shapeDraw( &rng, (ssShapeKind)kind );
        for ( int i = 0; i < 343; ++i )
        {
            // -3/2, -1, -1/2, 0 … 3/2 of the sizes
            double x = ( i % 7 - 3 ) / 2.0, y = ( i / 7 % 7 - 3 ) / 2.0, z = ( i / 49 - 3 ) / 2.0;
            ssVec3 size =
                kind == ss_shapeBox ? shape.half : at( shape.radius, shape.radius, shape.halfLength );
            size = kind == ss_shapeHull || kind == ss_shapePlane ? at( 1.0, 1.0, 1.0 ) : size;
            ssVec3 p = { x * size.x, y * size.y, z * size.z };
            ssNearest nearest = ssShape_Closest( &shape, s_here, p );
            ASSERT_IN_RANGE( 1.0, ssVec3_Length( nearest.normal ), 1e-12 );
            ASSERT_IN_RANGE( 0.0, ssShape_Distance( &shape, s_here, nearest.point ), 1e-12 );
            ASSERT_IN_RANGE(
                fabs( nearest.distance ), ssVec3_Length( ssVec3_Sub( p, nearest.point ) ), 1e-12 );
            ssVec3 off = ssVec3_MulAdd( nearest.point, 0.1, nearest.normal );
            ASSERT_IN_RANGE( 0.1, ssShape_Distance( &shape, s_here, off ), 1e-12 );
        }
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- overlap

/// Projects a point back and forth between two convex bodies, which finds their distance (von Neumann;
/// Cheney & Goldstein 1959): above zero when they are apart, zero when they are not. Where a corner
/// lies in a shallow wedge, the way is long.
static double distanceBetween( const ssShape* a, ssPose poseA, const ssShape* b, ssPose poseB )
{
    ssVec3 x = poseA.position, y = x;
    double apart = INFINITY, before;
    int rounds = 0;
    do {
        before = apart;
        ssNearest toB = ssShape_Closest( b, poseB, x );
        y = toB.distance > 0.0 ? toB.point : x;
        ssNearest toA = ssShape_Closest( a, poseA, y );
        x = toA.distance > 0.0 ? toA.point : y;
        if ( toA.distance <= 0.0 ) { return 0.0; }
        apart = ssVec3_Length( ssVec3_Sub( x, y ) );
    } while ( ++rounds < 4000 || ( rounds < 400000 && before - apart > 1e-9 * apart ) );
    return apart;
}

TEST overlapIsWhereTwoBodiesShareAPoint( void )
{
    testRng rng = { 17 };
    int overlaps = 0, count = testCount( 2160 );
    for ( int n = 0; n < count; ++n )
    {
        ssShape a = draw( &rng, n ), b = draw( &rng, n / ss_shapeKindCount );
        if ( a.kind == ss_shapePlane && b.kind == ss_shapePlane ) { continue; }
        ssPose poseA = shapeDrawPose( &rng, 1.0 ), poseB = shapeDrawPose( &rng, 1.0 );
        bool overlap = ssShape_Overlap( &a, poseA, &b, poseB );
        ASSERT_EQ( overlap, ssShape_Overlap( &b, poseB, &a, poseA ) );
        double apart = distanceBetween( &a, poseA, &b, poseB );
        char pair[96];
        snprintf( pair, sizeof pair, "%s and %s, %d: %g m", ssShapeKindName( a.kind ),
            ssShapeKindName( b.kind ), n, apart );
        ASSERTm( pair, overlap ? apart < 1e-3 : apart > 0.0 );
        ssManifold manifold;
        bool touches = false;
        ssCollide( &a, poseA, &b, poseB, 1.0, &manifold );
        for ( int i = 0; i < manifold.count; ++i ) { touches = touches || manifold.points[i].gap <= 0.0; }
        ASSERT_EQm( pair, touches, overlap );
        overlaps += overlap ? 1 : 0;
    }
    ASSERT( overlaps > count / 5 && overlaps < count * 4 / 5 );
    PASS();
}

TEST aSmallBodyDeepInsideALargeOneOverlapsIt( void )
{
    testRng rng = { 18 };
    for ( int n = 0; n < 720; ++n )
    {
        ssShape small = draw( &rng, n ), large = draw( &rng, n / ss_shapeKindCount );
        bool plane = small.kind == ss_shapePlane || large.kind == ss_shapePlane;
        if ( plane || small.kind == ss_shapeHull ) { continue; }
        small.radius *= 0.1;
        small.halfLength *= 0.1;
        small.half = ssVec3_Scale( 0.1, small.half );
        ssPose pose = shapeDrawPose( &rng, 1.0 ), within = shapeDrawPose( &rng, 0.05 );
        within.position = ssVec3_Add( within.position, pose.position );
        char pair[96];
        snprintf(
            pair, sizeof pair, "%s in %s", ssShapeKindName( small.kind ), ssShapeKindName( large.kind ) );
        ASSERTm( pair, ssShape_Overlap( &small, within, &large, pose ) );
        ASSERT( ssShape_Overlap( &large, pose, &small, within ) );
    }
    PASS();
}

TEST planesOverlapUnlessTheyFaceEachOther( void )
{
    ssShape plane = ssPlaneShape();
    ssPose down = { .orientation = { 0.0, 1.0, 0.0, 0.0 } }, tilted = down;
    tilted.orientation = ssQuat_FromRotationVector( at( 3.0, 0.0, 0.0 ) );
    down.position.z = tilted.position.z = 1.0;
    ASSERT_FALSE( ssShape_Overlap( &plane, s_here, &plane, down ) );
    ASSERT( ssShape_Overlap( &plane, s_here, &plane, tilted ) );
    down.position.z = 0.0;
    ASSERT( ssShape_Overlap( &plane, s_here, &plane, down ) );
    ASSERT( ssShape_Overlap( &plane, s_here, &plane, s_here ) );
    PASS();
}

SUITE( shapeQueries )
{
    RUN_TEST( raysMeetShapesWhereTheirEquationsSay );
    RUN_TEST( nothingOfTheShapeLiesBeforeAHit );
    RUN_TEST( aRayThatBeginsInsideHitsAtOnce );
    RUN_TEST( raysOfLengthZeroAndRaysThatAreNoneHitNothingOutside );
    RUN_TEST( distantRaysStillHit );
    RUN_TEST( noPointOfTheSurfaceIsNearer );
    RUN_TEST( centresAxesEdgesAndCornersHaveANearestPoint );
    RUN_TEST( overlapIsWhereTwoBodiesShareAPoint );
    RUN_TEST( aSmallBodyDeepInsideALargeOneOverlapsIt );
    RUN_TEST( planesOverlapUnlessTheyFaceEachOther );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( shapeQueries );
    return TEST_END();
}
