// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// Is what we see legal? Each contact is measured against its law, check by check, without knowing the solver: the
// worst offender of each check can be looked at. All measures are free of units.

typedef enum ssAuditCheck
{
    ss_auditCone,      ///< reaction inside its cone or reservoir: excess over the bound
    ss_auditSignorini, ///< normal force only where the contact does not open: r_N u_N
    ss_auditSlip, ///< slip against the reaction: what the law would dissipate and what is dissipated (AB Eq. 43)
    ss_auditEnergy,      ///< the contact takes energy and gives none
    ss_auditPenetration, ///< overlap over the size of the smaller body
    ss_auditCount
} ssAuditCheck;

typedef struct ssAudit
{
    int contacts;
    double worst[ss_auditCount]; ///< 0 is perfect
    int contact[ss_auditCount];  ///< which one, counted in the order they came; -1: none
} ssAudit;

/// "cone membership", and a sentence about it.
SS_API const char* ssAuditName( ssAuditCheck check );
SS_API const char* ssAuditDoc( ssAuditCheck check );

/// From here on a measure is worth a warning, or an alarm.
SS_API double ssAuditWarningLevel( ssAuditCheck check );
SS_API double ssAuditViolationLevel( ssAuditCheck check );

/// How far one contact is from its law. `speed` [m/s] > 0 is a velocity that counts as motion (such as g h): below it,
/// noise in a velocity does not weigh more than it is worth. A relaxed contact may open: Signorini's measure is 0.
SS_API void ssAuditContact( const ssContactView* contact, double speed, double measures[ss_auditCount] );

SS_API void ssAudit_Begin( ssAudit* audit );
SS_API void ssAudit_Add( ssAudit* audit, int count, const ssContactView* contacts, double speed );
