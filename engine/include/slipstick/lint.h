// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// Is what we see legal? Each contact is measured against its law, check by check, without knowing the solver: the
// worst offender of each check can be looked at. All measures are free of units.

typedef enum ssLintCheck
{
    ss_lintCone,      ///< reaction inside its cone or reservoir: excess over the bound
    ss_lintSignorini, ///< normal force only where the contact does not open: r_N u_N
    ss_lintSlip, ///< slip against the reaction: what the law would dissipate and what is dissipated (AB Eq. 43)
    ss_lintEnergy,      ///< the contact takes energy and gives none
    ss_lintPenetration, ///< overlap over the size of the smaller body
    ss_lintCount
} ssLintCheck;

typedef struct ssLint
{
    int contacts;
    double worst[ss_lintCount]; ///< 0 is perfect
    int contact[ss_lintCount];  ///< which one, counted in the order they came; -1: none
} ssLint;

/// "cone membership", and a sentence about it.
SS_API const char* ssLintName( ssLintCheck check );
SS_API const char* ssLintDoc( ssLintCheck check );

/// From here on a measure is worth a warning, or an alarm.
SS_API double ssLintWarning( ssLintCheck check );
SS_API double ssLintAlarm( ssLintCheck check );

/// How far one contact is from its law. `speed` [m/s] > 0 is a velocity that counts as motion (such as g h): below it,
/// noise in a velocity does not weigh more than it is worth. A relaxed contact may open: Signorini's measure is 0.
SS_API void ssLintContact( const ssContactView* contact, double speed, double measures[ss_lintCount] );

SS_API void ssLint_Begin( ssLint* lint );
SS_API void ssLint_Add( ssLint* lint, int count, const ssContactView* contacts, double speed );
