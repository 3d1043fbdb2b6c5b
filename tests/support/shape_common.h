// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/shape.h"

// Random shapes, poses and directions. Include test_main.h first.

static inline ssVec3 shapeDrawDirection( testRng* rng )
{
    double z = testUniform( rng, -1.0, 1.0 ), a = testUniform( rng, 0.0, 2.0 * SS_PI ),
           r = sqrt( 1.0 - z * z );
    return ssVec3_Make( r * cos( a ), r * sin( a ), z );
}

/// One of a few hulls of random points, which live as long as the program.
static inline ssShape shapeDrawHull( testRng* rng )
{
    static ssHull* hulls[12];
    int index = (int)testUniform( rng, 0.0, 11.999 );
    ssVec3 points[24];
    int count = 4 + 2 * ( index % 6 ) + ( index > 8 ? 8 : 0 );
    for ( int i = 0; hulls[index] == NULL && i < count; ++i )
    {
        points[i] = ssVec3_Scale( testUniform( rng, 0.5, 1.0 ), shapeDrawDirection( rng ) );
        // A thin one would not tell much; the first four points span a body.
        static const double corner[4][3] = { { 1, 1, 1 }, { -1, -1, 1 }, { -1, 1, -1 }, { 1, -1, -1 } };
        if ( i < 4 )
        {
            points[i] = ssVec3_Add(
                points[i], ssVec3_Scale( 0.6, ssVec3_Make( corner[i][0], corner[i][1], corner[i][2] ) ) );
        }
    }
    if ( hulls[index] == NULL ) { testMust( ssCreateHull( points, count, &hulls[index], NULL ) ); }
    return ssHullShape( hulls[index] );
}

static inline ssShape shapeDraw( testRng* rng, ssShapeKind kind )
{
    double a = testUniform( rng, 0.3, 1.0 ), b = testUniform( rng, 0.3, 1.0 ),
           c = testUniform( rng, 0.3, 1.0 );
    return kind == ss_shapeSphere  ? ssSphereShape( a )
        : kind == ss_shapeBox      ? ssBoxShape( ssVec3_Make( a, b, c ) )
        : kind == ss_shapeCylinder ? ssCylinderShape( a, b )
        : kind == ss_shapeCapsule  ? ssCapsuleShape( a, b )
        : kind == ss_shapeHull     ? shapeDrawHull( rng )
                                   : ssPlaneShape();
}

static inline ssPose shapeDrawPose( testRng* rng, double spread )
{
    ssPose pose = { { testUniform( rng, -spread, spread ), testUniform( rng, -spread, spread ),
                        testUniform( rng, -spread, spread ) },
        ssQuat_FromRotationVector(
            ssVec3_Scale( testUniform( rng, 0.0, SS_PI ), shapeDrawDirection( rng ) ) ) };
    return pose;
}
