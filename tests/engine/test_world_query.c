// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/world_query.h"

#include "shape_common.h"
#include "world_common.h"

// Rays, overlaps and nearest surfaces in a world.

static ssVec3 at( double x, double y, double z ) { return ssVec3_Make( x, y, z ); }

static bool isSame( ssBodyId a, ssBodyId b ) { return a.slot1 == b.slot1 && a.generation == b.generation; }

/// Bodies of all shapes in a cube of 6 m, one in four eccentric, one in seven disabled, over a tilted plane.
static ssWorld* clutter( testRng* rng, int count )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        ssShapeKind kind = (ssShapeKind)( i % ss_shapeKindCount );
        body.shape = shapeDraw( rng, kind );
        body.pose = shapeDrawPose( rng, 3.0 );
        if ( kind == ss_shapePlane )
        {
            body.kind = ss_bodyStatic;
            body.pose.position = at( 0.0, 0.0, i == ss_shapePlane ? -3.0 : -50.0 );
            body.pose.orientation = ssQuat_FromRotationVector( at( 0.1, 0.2, 0.0 ) );
        }
        else if ( i % 4 == 0 ) { body.shapeCentre = at( 0.5, -0.3, 0.2 ); }
        ssBodyId id = addBody( world, &body );
        if ( i % 7 == 3 ) { ssIgnore( ssWorld_SetEnabled( world, id, false ) ); }
    }
    return world;
}

static bool isEven( void* context, ssBodyId body )
{
    (void)context;
    return body.slot1 % 2 == 0;
}

/// Whether a query with this filter sees a body.
static bool seen( const ssWorld* world, const ssQueryFilter* filter, ssBodyId id )
{
    return ssWorld_Body( world, id ).enabled &&
        ( filter == NULL ||
            ( !isSame( id, filter->ignore ) &&
                ( filter->accepts == NULL || filter->accepts( filter->context, id ) ) ) );
}

// ------------------------------------------------------------------------------------------------ one by one

TEST theFirstHitIsTheFirstOfAllBodies( void )
{
    testRng rng = { 31 };
    int hits = 0, count = testCount( 4000 );
    ssWorld* world = clutter( &rng, 48 );
    for ( int n = 0; n < count; ++n )
    {
        ssVec3 from = ssVec3_Scale( testUniform( &rng, 0.0, 12.0 ), shapeDrawDirection( &rng ) );
        ssVec3 travel = ssVec3_Scale( testUniform( &rng, 0.5, 20.0 ), shapeDrawDirection( &rng ) );
        ssQueryFilter filter = { .ignore = ssWorld_BodyAt( world, n % 48 ),
            .accepts = n % 3 == 0 ? isEven : NULL };
        const ssQueryFilter* used = n % 2 == 0 ? &filter : NULL;
        ssWorldHit hit;
        ASSERT_EQ( ss_ok, ssWorld_CastRay( world, from, travel, used, &hit ).code );
        ssWorldHit first = { .body = { 0, 0 } };
        for ( int i = 0; i < ssWorld_BodySlots( world ); ++i )
        {
            ssBodyId id = ssWorld_BodyAt( world, i );
            ssRayHit own;
            if ( seen( world, used, id ) &&
                ssShape_CastRay(
                    ssWorld_BodyShape( world, id ), ssWorld_ShapePose( world, id ), from, travel, &own ) &&
                ( first.body.slot1 == 0 || own.fraction < first.at.fraction ) )
            {
                first = ( ssWorldHit ){ id, own };
            }
        }
        ASSERT( isSame( first.body, hit.body ) );
        ASSERT( first.at.fraction == hit.at.fraction && first.at.inside == hit.at.inside );
        hits += hit.body.slot1 != 0 ? 1 : 0;
    }
    ASSERT( hits > count / 4 && hits < count );
    ssDestroyWorld( world );
    PASS();
}

TEST overlapFindsTheBodiesThatShareAPoint( void )
{
    testRng rng = { 32 };
    ssWorld* world = clutter( &rng, 48 );
    int most = 0;
    for ( int n = 0; n < testCount( 2000 ); ++n )
    {
        ssShape shape = shapeDraw( &rng, (ssShapeKind)( n % ss_shapeKindCount ) );
        ssPose pose = shapeDrawPose( &rng, 4.0 );
        ssBodyId found[48];
        int count = -1, expected = 0;
        ASSERT_EQ( ss_ok, ssWorld_Overlap( world, &shape, pose, NULL, 48, found, &count ).code );
        for ( int i = 0; i < ssWorld_BodySlots( world ); ++i )
        {
            ssBodyId id = ssWorld_BodyAt( world, i );
            if ( ssWorld_Body( world, id ).enabled &&
                ssShape_Overlap(
                    &shape, pose, ssWorld_BodyShape( world, id ), ssWorld_ShapePose( world, id ) ) )
            {
                ASSERT( expected < count && isSame( id, found[expected] ) );
                expected += 1;
            }
        }
        ASSERT_EQ( expected, count );
        most = count > most ? count : most;
        // The number does not depend on the room for them.
        int again = -1;
        ASSERT_EQ( ss_ok, ssWorld_Overlap( world, &shape, pose, NULL, 0, NULL, &again ).code );
        ASSERT_EQ( count, again );
    }
    ASSERT( most > 3 );
    ssDestroyWorld( world );
    PASS();
}

TEST theNearestSurfaceIsTheNearestOfAllBodies( void )
{
    testRng rng = { 33 };
    ssWorld* world = clutter( &rng, 48 );
    int none = 0, inside = 0;
    for ( int n = 0; n < testCount( 4000 ); ++n )
    {
        ssVec3 p = ssVec3_Scale( testUniform( &rng, 0.0, 8.0 ), shapeDrawDirection( &rng ) );
        double radius = n % 5 == 0 ? HUGE_VAL : testUniform( &rng, 0.0, 0.5 );
        ssQueryFilter filter = { .ignore = ssWorld_BodyAt( world, n % 48 ), .accepts = isEven };
        const ssQueryFilter* used = n % 2 == 0 ? &filter : NULL;
        ssWorldNearest nearest, least = { .at = { .distance = HUGE_VAL } };
        ASSERT_EQ( ss_ok, ssWorld_Closest( world, p, radius, used, &nearest ).code );
        for ( int i = 0; i < ssWorld_BodySlots( world ); ++i )
        {
            ssBodyId id = ssWorld_BodyAt( world, i );
            ssNearest own;
            ASSERT_EQ( ss_ok, ssWorld_ClosestOnBody( world, id, p, &own ).code );
            double distance =
                ssShape_Distance( ssWorld_BodyShape( world, id ), ssWorld_ShapePose( world, id ), p );
            ASSERT_IN_RANGE( distance, own.distance, 1e-12 );
            if ( seen( world, used, id ) && own.distance <= radius && own.distance < least.at.distance )
            {
                least = ( ssWorldNearest ){ id, own };
            }
        }
        ASSERT( isSame( least.body, nearest.body ) );
        none += nearest.body.slot1 == 0 ? 1 : 0;
        inside += nearest.body.slot1 != 0 && nearest.at.distance < 0.0 ? 1 : 0;
        ASSERT( nearest.body.slot1 == 0 || least.at.distance == nearest.at.distance );
    }
    ASSERT( none > 0 && inside > 0 );
    ssDestroyWorld( world );
    PASS();
}

// --------------------------------------------------------------------------------------------------- in time

/// A range finder over a falling ball reads its height, before the first step, after each and after an edit.
TEST queriesSeeTheWorldAsItIs( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    ssBodyDef body = ssDefaultBodyDef();
    body.shape = ssSphereShape( 0.1 );
    body.pose.position.z = 1.0;
    ssBodyId ball = addBody( world, &body );
    for ( int i = 0; i < 60; ++i )
    {
        double height = ssWorld_Body( world, ball ).pose.position.z;
        ssWorldHit hit;
        ASSERT_EQ(
            ss_ok, ssWorld_CastRay( world, at( 0.0, 0.0, 5.0 ), at( 0.0, 0.0, -10.0 ), NULL, &hit ).code );
        ASSERT( isSame( ball, hit.body ) );
        ASSERT_IN_RANGE( height + 0.1, hit.at.point.z, 1e-12 );
        ASSERT_IN_RANGE( ( 5.0 - height - 0.1 ) / 10.0, hit.at.fraction, 1e-12 );
        // Past the ball, the ground.
        ssQueryFilter filter = { .ignore = ball };
        ASSERT_EQ(
            ss_ok, ssWorld_CastRay( world, at( 0.0, 0.0, 5.0 ), at( 0.0, 0.0, -10.0 ), &filter, &hit ).code );
        ASSERT_IN_RANGE( 0.5, hit.at.fraction, 1e-12 );
        ASSERT( ssWorld_BodyShape( world, hit.body )->kind == ss_shapePlane );
        ssWorldNearest nearest;
        ASSERT_EQ( ss_ok, ssWorld_Closest( world, at( 1.0, 0.0, height ), 10.0, &filter, &nearest ).code );
        ASSERT_IN_RANGE( height, nearest.at.distance, 1e-12 );
        ssWorld_Step( world, 0.01 );
    }
    body.pose.position = at( 2.0, 0.0, 3.0 );
    ASSERT_EQ( ss_ok, ssWorld_SetPose( world, ball, body.pose ).code );
    ssShape probe = ssSphereShape( 0.01 );
    ssBodyId found;
    int count = 0;
    ASSERT_EQ( ss_ok, ssWorld_Overlap( world, &probe, body.pose, NULL, 1, &found, &count ).code );
    ASSERT( count == 1 && isSame( ball, found ) );
    ssDestroyWorld( world );
    PASS();
}

/// Bodies whose contact has closed overlap, and those that are apart do not: queries
/// and steps agree about where surfaces are.
TEST overlapAgreesWithTheContactsOfAStep( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 1.0; // else the gap at the start of a step is that of its middle less what the bodies move
    ssWorld* world = heap( &def, 24, true, 3 );
    int closed = 0;
    for ( int step = 0; step < 120; ++step )
    {
        ssPose poses[32];
        for ( int i = 0; i < ssWorld_BodySlots( world ); ++i )
        {
            poses[i] = ssWorld_ShapePose( world, ssWorld_BodyAt( world, i ) );
        }
        ssWorld_Step( world, 5e-3 );
        for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
        {
            // The gap is that at the start of the step.
            ssWorldContact contact = ssWorld_Contact( world, i );
            bool overlap = ssShape_Overlap( ssWorld_BodyShape( world, contact.a ), poses[contact.a.slot1 - 1],
                ssWorld_BodyShape( world, contact.b ), poses[contact.b.slot1 - 1] );
            ASSERT( contact.gap > 0.0 || overlap );
            closed += contact.gap <= 0.0 ? 1 : 0;
        }
    }
    ASSERT( closed > 100 );
    ssDestroyWorld( world );
    PASS();
}

TEST queriesChangeNothing( void )
{
    testRng rng = { 34 };
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = heap( &def, 18, true, 4 ), *twin = heap( &def, 18, true, 4 );
    for ( int i = 0; i < 40; ++i )
    {
        ssWorldHit hit;
        ssWorldNearest nearest;
        int count;
        ssShape probe = ssBoxShape( at( 0.1, 0.1, 0.1 ) );
        ssPose pose = shapeDrawPose( &rng, 0.3 );
        ASSERT_EQ( ss_ok, ssWorld_CastRay( world, at( 0.0, 0.0, 2.0 ), pose.position, NULL, &hit ).code );
        ASSERT_EQ( ss_ok, ssWorld_Overlap( world, &probe, pose, NULL, 0, NULL, &count ).code );
        ASSERT_EQ( ss_ok, ssWorld_Closest( world, pose.position, 1.0, NULL, &nearest ).code );
        ssWorld_Step( world, 5e-3 );
        ssWorld_Step( twin, 5e-3 );
        ASSERT_EQ( worldHash( twin ), worldHash( world ) );
    }
    ssDestroyWorld( world );
    ssDestroyWorld( twin );
    PASS();
}

// --------------------------------------------------------------------------------------------------- refused

TEST questionsThatMakeNoSenseAreRefusedByName( void )
{
    testRng rng = { 35 };
    ssWorld* world = clutter( &rng, 12 );
    ssWorldHit hit;
    ssWorldNearest nearest;
    ssNearest own;
    int count = 7;
    ssShape wrong = ssSphereShape( -1.0 ), probe = ssSphereShape( 1.0 );
    ssPose here = { .orientation = ssQuat_Identity() }, bad = here, none = here;
    bad.position.y = NAN;
    none.orientation.w = 0.0;
    const ssVec3 up = { 0.0, 0.0, 1.0 };
    const struct
    {
        ssResult result;
        const char* field;
    } rows[] = { { ssWorld_CastRay( world, at( NAN, 0.0, 0.0 ), up, NULL, &hit ), "origin" },
        { ssWorld_CastRay( world, up, at( 0.0, HUGE_VAL, 0.0 ), NULL, &hit ), "travel" },
        { ssWorld_CastRay( world, up, at( 0.0, 1e200, 0.0 ), NULL, &hit ), "travel" },
        { ssWorld_Overlap( world, &wrong, here, NULL, 0, NULL, &count ), "radius" },
        { ssWorld_Overlap( world, &probe, bad, NULL, 0, NULL, &count ), "position" },
        { ssWorld_Overlap( world, &probe, none, NULL, 0, NULL, &count ), "orientation" },
        { ssWorld_Closest( world, at( 0.0, 0.0, NAN ), 1.0, NULL, &nearest ), "point" },
        { ssWorld_Closest( world, up, -1.0, NULL, &nearest ), "radius" },
        { ssWorld_Closest( world, up, NAN, NULL, &nearest ), "radius" },
        { ssWorld_ClosestOnBody( world, ( ssBodyId ){ 0, 0 }, up, &own ), "body" },
        { ssWorld_ClosestOnBody( world, ( ssBodyId ){ 99, 1 }, up, &own ), "body" },
        { ssWorld_ClosestOnBody( world, ssWorld_BodyAt( world, 0 ), at( NAN, 0.0, 0.0 ), &own ), "point" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ASSERT_EQ( ss_errorValue, rows[i].result.code );
        ASSERT_STR_EQ( rows[i].field, rows[i].result.field );
        ASSERT( strlen( rows[i].result.message ) > 10 );
    }
    ASSERT( hit.body.slot1 == 0 && nearest.body.slot1 == 0 && count == 0 );
    ssDestroyWorld( world );
    PASS();
}

SUITE( queries )
{
    RUN_TEST( theFirstHitIsTheFirstOfAllBodies );
    RUN_TEST( overlapFindsTheBodiesThatShareAPoint );
    RUN_TEST( theNearestSurfaceIsTheNearestOfAllBodies );
    RUN_TEST( queriesSeeTheWorldAsItIs );
    RUN_TEST( overlapAgreesWithTheContactsOfAStep );
    RUN_TEST( queriesChangeNothing );
    RUN_TEST( questionsThatMakeNoSenseAreRefusedByName );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( queries );
    return TEST_END();
}
