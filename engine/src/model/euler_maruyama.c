// SPDX-License-Identifier: MIT
#include "model/euler_maruyama.h"

// The public form of the step, which itself is the inline function cylinderStep of euler_maruyama.h.

double ssCylinder_Step(
    const ssCylinderForce* f, ssCylinderScheme scheme, double h, double v, ssCylinderNoise noise )
{
    cylinderStepFactors factors = cylinderMakeStepFactors( f, h );
    bool euler = scheme == ss_cylinderEuler;
    return f->cylinder.model == ss_cylinderApprox ? cylinderStep( f, &factors, true, euler, v, noise )
                                                  : cylinderStep( f, &factors, false, euler, v, noise );
}
