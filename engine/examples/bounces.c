// SPDX-License-Identifier: MIT
// Lets a ball bounce on a box and listens to the events: each bounce begins a contact and ends it again, and
// each flight lasts e times as long as the one before. Then the box is removed, and the ball falls on. Prints
//
//     bounce 1 on the box after 0.319 s
//     bounce 2 on the box after 0.702 s
//     bounce 3 on the box after 0.932 s, 0.600 of the flight before
//     ...
//     the box is gone, and the ball falls at -9.810 m/s²
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
    const double h = 1e-4, restitution = 0.6;
    ssWorldDef worldDef = ssDefaultWorldDef();
    ssWorld* world = NULL;
    must( ssCreateWorld( &worldDef, &world ) );

    ssBodyDef boxDef = ssDefaultBodyDef();
    boxDef.shape = ssBoxShape( ssVec3_Make( 1.0, 1.0, 0.1 ) );
    boxDef.kind = ss_bodyStatic;
    boxDef.material.restitution = restitution;
    boxDef.userData = "box"; // the caller's own
    ssBodyDef ballDef = ssDefaultBodyDef();
    ballDef.shape = ssSphereShape( 0.1 );
    ballDef.material.restitution = restitution;
    ballDef.pose.position.z = 0.1 + 0.1 + 0.5; // half a metre above the box
    ssBodyId box, ball;
    must( ssWorld_AddBody( world, &boxDef, &box ) );
    must( ssWorld_AddBody( world, &ballDef, &ball ) );

    double last = 0.0, flight = 0.0;
    int bounces = 0, wrong = 0;
    for ( int step = 1; bounces < 5 && step < 100000; ++step )
    {
        ssWorld_Step( world, h );
        ssContactEvents events = ssWorld_Events( world );
        for ( int i = 0; i < events.beginCount; ++i ) // a pair: here the box and the ball
        {
            double time = step * h, share = flight > 0.0 ? ( time - last ) / flight : 0.0;
            const char* what = ssWorld_BodyData( world, events.begins[i].a );
            printf( "bounce %d on the %s after %.3f s", ++bounces, what, time );
            printf( share > 0.0 ? ", %.3f of the flight before\n" : "\n", share );
            wrong += share > 0.0 && fabs( share - restitution ) > 0.01 ? 1 : 0;
            flight = bounces > 1 ? time - last : 0.0; // the fall is only half a flight
            last = time;
        }
    }

    must( ssWorld_RemoveBody( world, box ) ); // between steps; its contacts go with it
    double before = ssWorld_Body( world, ball ).velocity.z;
    for ( int step = 0; step < 10000; ++step ) { ssWorld_Step( world, h ); }
    double fall = ssWorld_Body( world, ball ).velocity.z - before; // in one second
    bool gone = !ssWorld_HasBody( world, box ) && ssWorld_SetGroup( world, box, 1 ).code != ss_ok;
    printf( "the box is %s, and the ball falls at %.3f m/s²\n", gone ? "gone" : "still there", fall );
    ssDestroyWorld( world );
    return bounces == 5 && wrong == 0 && gone && fabs( fall + 9.81 ) < 1e-6 ? 0 : 1;
}
