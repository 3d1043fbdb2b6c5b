// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/draw.h"

// An audit checks whether contacts obey their law, whichever solver computed them. Every check
// yields a dimensionless measure per contact, where 0 is perfect, and the audit keeps the
// worst contact of each check for inspection.

typedef enum ssAuditCheck
{
    ss_auditCone,      ///< the reaction lies in its cone or reservoir: excess over the bound
    ss_auditSignorini, ///< only a contact that does not open carries a normal force: r_N u_N
    /// The contact dissipates what its law prescribes (Acary & Bourrier Eq. 43): difference in power. If its
    /// law is a function of the velocity, difference in force.
    ss_auditSlip,
    ss_auditEnergy,      ///< the contact creates no energy: power gained beyond what bristles have stored
    ss_auditPenetration, ///< the bodies do not overlap: overlap over the size of the smaller body
    ss_auditCount
} ssAuditCheck;

typedef struct ssAudit
{
    int contacts;
    double worst[ss_auditCount]; ///< the largest measure of each check
    int contact[ss_auditCount]; ///< the contact it belongs to, counted in the order they were added; -1: none
} ssAudit;

/// The name of a check, such as "cone membership", and a sentence that explains it.
SS_API_ANY const char* ssAuditName( ssAuditCheck check );
SS_API_ANY const char* ssAuditDoc( ssAuditCheck check );

/// A measure above the first level is worth a warning, one above the second violates the law.
SS_API_ANY double ssAuditWarningLevel( ssAuditCheck check );
SS_API_ANY double ssAuditViolationLevel( ssAuditCheck check );

/// The measures of one contact. `speed` [m/s] > 0 is the smallest velocity that counts as motion, such as g
/// h; slower motion is measured against it, so that numerical noise stays small. A relaxed contact may open:
/// its Signorini measure is 0. A measure of a recorded contact is NaN where its log does not say what the
/// check needs.
SS_API_ANY void ssAuditContact( const ssContactView* contact, double speed, double measures[ss_auditCount] );

/// The law error: the worst of the measures but penetration, which is an error of the motion. Unknown
/// ones do not count; NaN when all are unknown.
SS_API_ANY double ssAuditLawError( const double measures[ss_auditCount] );

/// Starts an audit without contacts.
SS_API_OBJECT void ssAudit_Begin( ssAudit* audit );

/// Adds contacts. A measure that is NaN counts as the worst; one that a log leaves unknown does not count.
SS_API_OBJECT void ssAudit_Add( ssAudit* audit, int count, const ssContactView* contacts, double speed );
