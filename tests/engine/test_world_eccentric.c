// SPDX-License-Identifier: MIT
#include "world_common.h"

// Bodies whose centre of mass is not the centre of their shape: loaded dice and roly-polies.

#define G 9.81

TEST inFlightTheCentreOfMassFallsAndTheShapeTurnsAboutIt( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 0.5; // exact for a constant force
    ssWorld* world = makeWorld( &def );
    ssBodyDef die = ssDefaultBodyDef();
    die.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) );
    die.inertia = ssVec3_Make( 1.0, 1.0, 1.0 );
    die.shapeCentre = ssVec3_Make( 0.0, 0.0, -0.01 );
    die.velocity = ssVec3_Make( 1.0, 0.5, 2.0 );
    die.omega = ssVec3_Make( 0.0, 6.0, 0.0 );
    ssBodyId id = addBody( world, &die );
    double t = 0.0;
    for ( int i = 0; i < 300; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        t = 1e-3 * ( i + 1 );
    }
    ssVec3 mass = ssWorld_Body( world, id ).pose.position, shape = ssWorld_ShapePose( world, id ).position;
    ssVec3 parabola = { t, 0.5 * t, 2.0 * t - 0.5 * G * t * t };
    ASSERT( ssVec3_Length( ssVec3_Sub( mass, parabola ) ) < 1e-12 );
    ssVec3 turned = { -0.01 * sin( 6.0 * t ), 0.0, -0.01 * cos( 6.0 * t ) };
    ASSERT( ssVec3_Length( ssVec3_Sub( ssVec3_Sub( shape, mass ), turned ) ) < 1e-12 );
    ssDestroyWorld( world );
    PASS();
}

/// The period of small swings of a ball that rolls with its centre of mass `low` below its centre.
static double rolyPolyPeriod( double radius, double low, double stiffness )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = false;
    def.theta = 0.5;
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    ssMaterial rough = { .mu = 2.0 };
    addPlane( world, rough, 0.0 );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( radius );
    ball.mass = 2.0;
    ball.inertia = ssVec3_Make( 0.004, 0.004, 0.004 );
    ball.shapeCentre = ssVec3_Make( 0.0, 0.0, low );
    ball.material = rough;
    ball.material.stiffness = stiffness;
    ball.material.damping = stiffness > 0.0 ? 100.0 : 0.0;
    double angle = 0.02;
    ball.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    ssVec3 up = ssQuat_Rotate( ball.pose.orientation, ball.shapeCentre );
    ball.pose.position = ssVec3_Sub( ssVec3_Make( 0.0, 0.0, radius ), up );
    ssBodyId id = addBody( world, &ball );
    double h = 2e-4, last = 0.0, first = 0.0, period = 0.0;
    for ( int i = 1; i < 100000 && period == 0.0; ++i )
    {
        ssWorld_Step( world, h );
        double w = ssWorld_Body( world, id ).omega.y, cross = i * h - h * w / ( w - last );
        if ( i > 10 && last < 0.0 && w >= 0.0 )
        {
            period = first > 0.0 ? cross - first : 0.0;
            first = first > 0.0 ? first : cross;
        }
        last = w;
    }
    ssDestroyWorld( world );
    return period;
}

TEST aRolyPolySwingsWithItsClosedForm( void )
{
    const double lows[] = { 0.01, 0.03 };
    for ( int i = 0; i < SS_COUNT( lows ); ++i )
    {
        double R = 0.1, c = lows[i], m = 2.0, J = 0.004;
        // m g c sin(phi) turns the ball about its point of contact, which is R - c below the centre of mass
        double exact = 2.0 * SS_PI * sqrt( ( J + m * ( R - c ) * ( R - c ) ) / ( m * G * c ) );
        ASSERT_IN_RANGE( exact, rolyPolyPeriod( R, c, 0.0 ), 2e-3 * exact );
        ASSERT_IN_RANGE( exact, rolyPolyPeriod( R, c, 1e6 ), 5e-3 * exact );
    }
    PASS();
}

TEST aBoxTipsIfItsCentreOfMassIsBeyondItsEdge( void )
{
    for ( int beyond = 0; beyond < 2; ++beyond )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        ssMaterial material = { .mu = 0.6 };
        addPlane( world, material, 0.0 );
        ssBodyDef table = ssDefaultBodyDef(); // a box reaches over the edge of a table
        table.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.2 ) );
        table.kind = ss_bodyStatic;
        table.material = material;
        table.pose.position = ssVec3_Make( -0.2, 0.0, 0.2 );
        addBody( world, &table );
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) );
        box.material = material;
        double mass = beyond ? 0.004 : -0.004; // the edge is at x = 0, the centre of the box at 0.02
        box.shapeCentre = ssVec3_Make( 0.02 - mass, 0.0, 0.0 );
        box.pose.position = ssVec3_Make( mass, 0.0, 0.45 );
        ssBodyId id = addBody( world, &box );
        for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, 1e-3 ); }
        bool fell = ssWorld_ShapePose( world, id ).position.z < 0.3;
        ASSERT_EQ( beyond == 1, fell );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aSavedEccentricBodyGoesOn( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 0.3 }, 0.0 );
    ssBodyDef die = ssDefaultBodyDef();
    die.shape = ssBoxShape( ssVec3_Make( 0.05, 0.04, 0.06 ) );
    die.shapeCentre = ssVec3_Make( 0.004, -0.003, 0.01 );
    die.pose.position.z = 0.2;
    die.omega = ssVec3_Make( 5.0, 8.0, 2.0 );
    addBody( world, &die );
    ssWorld* other = makeWorld( &def );
    for ( int i = 0; i < 300; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERT( testRestoreFrom( world, other ) );
    for ( int i = 0; i < 300; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        ssWorld_Step( other, 1e-3 );
        ASSERT_EQ( worldHash( world ), worldHash( other ) );
    }
    ssDestroyWorld( world );
    ssDestroyWorld( other );
    PASS();
}

TEST aPlaneHasNoOtherCentre( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef plane = ssDefaultBodyDef();
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    plane.shapeCentre.z = 0.1;
    ASSERT( testContains( ssWorld_AddBody( world, &plane, NULL ).message, "zero for a plane" ) );
    ssDestroyWorld( world );
    PASS();
}

SUITE( eccentric )
{
    RUN_TEST( inFlightTheCentreOfMassFallsAndTheShapeTurnsAboutIt );
    RUN_TEST( aRolyPolySwingsWithItsClosedForm );
    RUN_TEST( aBoxTipsIfItsCentreOfMassIsBeyondItsEdge );
    RUN_TEST( aSavedEccentricBodyGoesOn );
    RUN_TEST( aPlaneHasNoOtherCentre );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( eccentric );
    return TEST_END();
}
