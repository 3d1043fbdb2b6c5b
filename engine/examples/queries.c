// SPDX-License-Identifier: MIT
// Questions to a world, as a robot with a range finder asks them: rays from above measure the height
// of what lies below, the nearest obstacle is found, and a place is tried for a box. Nothing is
// stepped; queries see bodies as they are. Prints
//
//     x = -0.6 m  ground at 0.000 m
//     x = -0.3 m  ball   at 0.900 m
//     ...
//     nearest to (2, 0, 0.5): the ball, 1.500 m away
//     bodies that a box would touch: 1 at x = 0.6 m, 0 at x = 2.0 m
#include <math.h>
#include <slipstick/slipstick.h>
#include <stdio.h>
#include <stdlib.h>

static void must( ssResult result )
{
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: %s\n", result.field, result.message );
        exit( 1 );
    }
}

/// How many bodies a box of half a metre would touch that stands at x, a millimetre above the ground.
static int touched( const ssWorld* world, double x )
{
    ssShape box = ssBoxShape( ssVec3_Make( 0.25, 0.25, 0.25 ) );
    ssPose pose = { ssVec3_Make( x, 0.0, 0.251 ), ssQuat_Identity() };
    int count = 0;
    must( ssWorld_Overlap( world, &box, pose, NULL, 0, NULL, &count ) ); // no array: only their number
    return count;
}

int main( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    must( ssCreateWorld( &def, &world ) );
    ssBodyDef groundDef = ssDefaultBodyDef(), ballDef = ssDefaultBodyDef();
    groundDef.shape = ssPlaneShape();
    groundDef.kind = ss_bodyStatic;
    groundDef.userData = "ground"; // the caller's own, found again by the handle
    ballDef.shape = ssSphereShape( 0.5 );
    ballDef.pose.position.z = 0.5;
    ballDef.userData = "ball";
    ssBodyId ground, ball;
    must( ssWorld_AddBody( world, &groundDef, &ground ) );
    must( ssWorld_AddBody( world, &ballDef, &ball ) );

    double worst = 0.0;
    for ( int i = -2; i <= 2; ++i )
    {
        double x = 0.3 * i;
        ssWorldHit hit;
        must( ssWorld_CastRay(
            world, ssVec3_Make( x, 0.0, 5.0 ), ssVec3_Make( 0.0, 0.0, -10.0 ), NULL, &hit ) );
        const char* what = ssWorld_BodyData( world, hit.body );
        printf( "x = %4.1f m  %-6s at %.3f m\n", x, what, hit.at.point.z );
        double height = fabs( x ) < 0.5 ? 0.5 + sqrt( 0.25 - x * x ) : 0.0;
        worst = fmax( worst, fabs( hit.at.point.z - height ) );
    }

    ssWorldNearest nearest;
    ssQueryFilter obstacles = { .ignore = ground };
    must( ssWorld_Closest( world, ssVec3_Make( 2.0, 0.0, 0.5 ), 10.0, &obstacles, &nearest ) );
    const char* what = ssWorld_BodyData( world, nearest.body );
    printf( "nearest to (2, 0, 0.5): the %s, %.3f m away\n", what, nearest.at.distance );

    int here = touched( world, 0.6 ), there = touched( world, 2.0 );
    printf( "bodies that a box would touch: %d at x = 0.6 m, %d at x = 2.0 m\n", here, there );
    ssDestroyWorld( world );
    return worst < 1e-12 && fabs( nearest.at.distance - 1.5 ) < 1e-12 && here == 1 && there == 0 ? 0 : 1;
}
