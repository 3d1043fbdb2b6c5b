// SPDX-License-Identifier: MIT
// Drops a box onto the ground, waits until it rests, and reads its contacts: where they are,
// what they carry, and whether they stick. Together they carry the weight; how four points of a
// rigid box share it, statics leaves open. Prints
//
//     contact at (0.100, -0.100)  mode stick  force 39.24 N
//     ...
//     the ground carries 78.480 N, the box weighs 78.480 N
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

int main( void )
{
    // Every definition begins with its default and changes what it wants to have otherwise.
    ssWorldDef worldDef = ssDefaultWorldDef(); // gravity 9.81 m/s² downwards, against z
    ssWorld* world = NULL;
    must( ssCreateWorld( &worldDef, &world ) );

    ssBodyDef groundDef = ssDefaultBodyDef();
    groundDef.shape = ssPlaneShape(); // everything below z = 0
    groundDef.kind = ss_bodyStatic;
    must( ssWorld_AddBody( world, &groundDef, NULL ) );

    ssBodyDef boxDef = ssDefaultBodyDef();
    boxDef.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) ); // half its sides
    boxDef.pose.position = ssVec3_Make( 0.0, 0.0, 0.5 );
    boxDef.density = 1000.0;
    ssBodyId box; // names the box from now on
    must( ssWorld_AddBody( world, &boxDef, &box ) );

    for ( int step = 0; step < 1000; ++step )
    {
        ssWorldReport report = ssWorld_Step( world, 1e-3 );
        if ( report.status > ss_statusLimit )
        {
            fprintf( stderr, "the step failed\n" );
            return 1;
        }
    }

    double carried = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        const ssContactView* view = &contact.view;
        printf( "contact at (%.3f, %.3f)  mode %s  force %.2f N\n", view->point.x, view->point.y,
            ssContactModeName( view->mode ), view->force[0] );
        carried += view->force[0]; // along the normal
    }
    double weight = ssWorld_Body( world, box ).mass * 9.81;
    printf( "the ground carries %.3f N, the box weighs %.3f N\n", carried, weight );
    ssDestroyWorld( world );
    return fabs( carried - weight ) < 1e-6 * weight ? 0 : 1;
}
