// SPDX-License-Identifier: MIT
#include "world_common.h"

// Bodies at rest on each other: nothing about them changes from step to step, and what is not held moves.

// What a contact is called and how it moves.
typedef struct Named
{
    ssBodyId a, b;
    uint32_t feature;
    ssContactMode mode;
} Named;

static bool sameContact( const Named* x, const Named* y )
{
    return x->a.slot1 == y->a.slot1 && x->b.slot1 == y->b.slot1 && x->feature == y->feature &&
        x->mode == y->mode;
}

/// How many contacts of the next `steps` steps were not there in the step
/// before, under that name and in that mode.
static int changesAtRest( ssWorld* world, double h, int steps, int* iterations )
{
    enum
    {
        most = 400
    };
    static Named before[most], now[most];
    int count = -1, changes = 0;
    *iterations = 0;
    for ( int i = 0; i < steps; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        *iterations += i > 0 ? report.iterations : 0;
        changes += count >= 0 && report.contacts != count ? 1 : 0;
        for ( int k = 0; k < report.contacts && k < most; ++k )
        {
            ssWorldContact contact = ssWorld_Contact( world, k );
            now[k] = ( Named ){ contact.a, contact.b, contact.feature, contact.view.mode };
            changes += count >= 0 && !( k < count && sameContact( &now[k], &before[k] ) ) ? 1 : 0;
        }
        count = report.contacts;
        memcpy( before, now, sizeof( now ) );
    }
    return changes;
}

/// Adds so many boxes on top of each other, `apart` from each other and turned and shifted by chance.
static void addStack( ssWorld* world, int boxes, double shift, double turn, double apart )
{
    testRng rng = { 31 };
    for ( int i = 0; i < boxes; ++i )
    {
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
        box.material.mu = 0.5;
        box.density = 700.0;
        double x = testUniform( &rng, -shift, shift ), y = testUniform( &rng, -shift, shift );
        box.pose.position = ssVec3_Make( x, y, 0.1 + i * ( 0.2 + apart ) );
        box.pose.orientation =
            ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, testUniform( &rng, -turn, turn ) ) );
        addBody( world, &box );
    }
}

/// Nothing changes in a stack that has come to rest: its contacts keep their names and modes, the reactions
/// of the step before are those of the next one, each level carries the weight above it, and nothing moves.
TEST stacksAtRestAreSolvedOnce( void )
{
    static const struct
    {
        double shift, turn, apart;
    } kinds[] = { { 0.0, 0.0, 0.0 }, { 0.01, 0.0, 0.0 }, { 0.01, 0.2, 0.0 }, { 0.0, 0.8, 0.0 },
        { 0.003, 0.03, 0.003 } };
    static const double steps[] = { 1e-3, 5e-3, 1.0 / 60.0 };
    static const int heights[] = { 5, 10, 20 };
    for ( int n = 0, count = testUpTo( 45, 9 ); n < count; ++n )
    {
        double h = steps[n % 3], weight = 0.2 * 0.2 * 0.2 * 700.0 * 9.81;
        int boxes = heights[n / 3 % 3], iterations;
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
        addStack( world, boxes, kinds[n / 9].shift, kinds[n / 9].turn, kinds[n / 9].apart );
        for ( int i = 0; i < (int)( 4.0 / h ); ++i ) { ssWorld_Step( world, h ); }
        ASSERT_EQ_FMT( 0, changesAtRest( world, h, 100, &iterations ), "%d" );
        ASSERT_EQ_FMT( 0, iterations, "%d" );
        double load[21] = { 0.0 };
        for ( int k = 0; k < ssWorld_ContactCount( world ); ++k )
        {
            ssWorldContact contact = ssWorld_Contact( world, k );
            int upper = contact.a.slot1 > contact.b.slot1 ? contact.a.slot1 : contact.b.slot1;
            load[upper - 2] += contact.view.force[0];
        }
        for ( int i = 0; i < boxes; ++i )
        {
            ASSERT_IN_RANGE( ( boxes - i ) * weight, load[i], 1e-4 * boxes * weight );
            ssBodyState state = bodyAt( world, i + 1 );
            ASSERT_EQ( 0.0, ssVec3_Length( state.velocity ) + ssVec3_Length( state.omega ) );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// Dominoes change no mode while they stand, and after they have fallen onto each other.
TEST dominoesAtRestChangeNoMode( void )
{
    for ( int pushed = 0; pushed < 2; ++pushed )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.6 }, 0.0 );
        ssBodyDef domino = ssDefaultBodyDef();
        domino.shape = ssBoxShape( ssVec3_Make( 0.012, 0.035, 0.07 ) );
        domino.density = 700.0;
        domino.material.mu = 0.3;
        for ( int i = 0; i < 20; ++i )
        {
            domino.pose.position = ssVec3_Make( 0.075 * i, 0.0, 0.07 );
            domino.velocity.x = i == 0 && pushed ? 0.28 : 0.0;
            domino.omega.y = i == 0 && pushed ? 4.0 : 0.0;
            addBody( world, &domino );
        }
        int iterations;
        for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, 2e-3 ); }
        ASSERT_EQ_FMT( 0, changesAtRest( world, 2e-3, 1000, &iterations ), "%d" );
        ASSERT( iterations <= ( pushed ? 1000 : 0 ) );
        ASSERT( ( bodyAt( world, 20 ).pose.position.z < 0.05 ) == ( pushed == 1 ) );
        ssDestroyWorld( world );
    }
    PASS();
}

/// What is held stands; what tips, or slides on a slope beyond the critical angle, is not held.
TEST whatIsNotHeldMoves( void )
{
    static const double excess[] = { -1e-3, 1e-3 };
    for ( int k = 0; k < 2; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        double slope = atan( 0.5 ) + excess[k];
        def.gravity = ssVec3_Make( 9.81 * sin( slope ), 0.0, -9.81 * cos( slope ) );
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.05 ) );
        box.material.mu = 0.5;
        box.pose.position.z = 0.05;
        ssBodyId id = addBody( world, &box );
        for ( int i = 0; i < 1000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        // a = g (sin - mu cos) = 9.81 excess sqrt(1 + mu²) to first order
        double v = k == 0 ? 0.0 : 9.81 * ( sin( slope ) - 0.5 * cos( slope ) );
        ASSERT_IN_RANGE( v, ssWorld_Body( world, id ).velocity.x, 1e-4 * 9.81 );
        ssDestroyWorld( world );
    }
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 1.0 }, 0.0 );
    ssBodyDef plank = ssDefaultBodyDef();
    plank.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.5 ) );
    plank.material.mu = 1.0;
    double lean = atan( 0.1 ) + 1e-4; // from where it stands on the edge
    plank.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, lean, 0.0 ) );
    plank.pose.position.z = 0.5 * cos( lean ) + 0.05 * sin( lean );
    ssBodyId id = addBody( world, &plank );
    for ( int i = 0; i < 3000; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT( ssWorld_Body( world, id ).pose.position.z < 0.1 );
    ssDestroyWorld( world );
    PASS();
}

SUITE( rest )
{
    RUN_TEST( stacksAtRestAreSolvedOnce );
    RUN_TEST( dominoesAtRestChangeNoMode );
    RUN_TEST( whatIsNotHeldMoves );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( rest );
    return TEST_END();
}
