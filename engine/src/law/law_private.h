// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// What the files of the law families share.

extern const ssLawType ss_lawTypeCoulomb, ss_lawTypeCoulombRolling, ss_lawTypeCoulombSpinning,
    ss_lawTypeRelaxed, ss_lawTypeEllipsoidal, ss_lawTypePolyhedral, ss_lawTypeAssociated,
    ss_lawTypeAssociatedEllipse, ss_lawTypeCollinear, ss_lawTypeExtended, ss_lawTypeTransformed,
    ss_lawTypeAsperity, ss_lawTypeTabulated, ss_lawTypeContensou, ss_lawTypeRegularised, ss_lawTypeTristate;

/// The law's circle of radius mu at the load 1 N, as C and D. mu = 0: frictionless.
ssResult lawUseCircle( const ssLawDef* def, ssLaw* law );

/// Makes law->c or a direction set. The refusal carries the prefixed key and, for an offset that leaves the origin
/// outside, the largest one that does not.
ssResult lawMakeSet( const ssSetDef* def, const char* prefix, ssSet* set );

/// Refuses a set that is not convex: where, and how much larger its hull is.
ssResult lawNeedConvex( const ssSet* set, const char* prefix, const char* why );

/// D = C.
void lawShareSets( ssLaw* law );

/// Takes over `d` as law->d, scaled to the largest that fits into law->c, or refuses it (and destroys it) when the law
/// is strict and it does not lie inside.
ssResult lawScaleIntoReservoir( ssLaw* law, ssSet* d );

/// f = z/k_C(z), z = grad Psi*_D (Walker & Leine Eq. 84).
ssLawForce lawExtendedSlip( const ssLaw* law, ssVec2 direction, double speed );

/// Force at the reference load for a unit sliding velocity; `context` is the caller's.
typedef ssVec2 lawFlowRule( const void* context, ssVec2 direction );

/// C through the forces of a flow rule (unless `keepC`: law->c is there already), and D from Walker & Leine Eq. 71;
/// law->report says how it closed. `nodes` are `count` ascending sliding angles [rad] within one turn, or equally
/// spaced ones when NULL.
ssResult lawSetsFromFlow(
    ssLaw* law, lawFlowRule* rule, const void* context, const double* nodes, int count, bool keepC );

/// Regularised and tristate laws in one block: the fraction of the bound at that speed.
double lawSingleValuedFraction( const ssLaw* law, double speed );

/// Regularised law in one block: f with f = bound × fraction( scale v ) and r v + f = size. Between 0 and the smaller of
/// size and bound, and the smaller of them where the law is steep.
double lawRegularisedProx( const ssLaw* law, double bound, double scale, double r, double size );

/// Contensou: (f, m) >= 0, sizes of force and moment, become the nearest point of bound × { what a patch of the radius 1
/// can do }, where moments weigh by `lever`, the radius over the length that moments were divided by.
void lawPatchProx( const ssLaw* law, double bound, double lever, double* force, double* moment );
