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

static inline ssShape shapeDraw( testRng* rng, ssShapeKind kind )
{
    double a = testUniform( rng, 0.3, 1.0 ), b = testUniform( rng, 0.3, 1.0 ),
           c = testUniform( rng, 0.3, 1.0 );
    return kind == ss_shapeSphere  ? ssSphereShape( a )
        : kind == ss_shapeBox      ? ssBoxShape( ssVec3_Make( a, b, c ) )
        : kind == ss_shapeCylinder ? ssCylinderShape( a, b )
        : kind == ss_shapeCapsule  ? ssCapsuleShape( a, b )
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
