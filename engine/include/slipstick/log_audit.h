// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/condition.h"
#include "slipstick/contact_log.h"

// What the friction of a log really does: every contact against the laws of unilateral contact
// and dry friction, and the fingerprint of the law that was used. All measures are relative to
// the load of the contact, where 0 is perfect.

typedef enum ssLogCheck
{
    ss_logCheckCone, ///< the reaction lies in its cone: (|f_T| - mu f_N) / f_N
    /// friction opposes sliding: |f_T| / f_N times the sine of the angle between them
    ss_logCheckSlipDirection,
    ss_logCheckComplementarity, ///< only a contact that closes carries a force, and none pulls
    /// f_T·v_T + m·w creates no energy, beyond what a spring of the fingerprint gives back
    ss_logCheckEnergy,
    ss_logCheckRolling,  ///< the rolling moment lies in its disc: (|m_T| - mu_r f_N) / (mu_r f_N)
    ss_logCheckSpinning, ///< likewise for the spinning moment and mu_s
    ss_logCheckCreep,    ///< nothing slides inside its cone: (mu f_N - |f_T|) / f_N while it slides
    ss_logCheckCount
} ssLogCheck;

/// The name of a check in files, such as "slip_direction".
SS_API_ANY const char* ssLogCheckName( ssLogCheck check );

typedef struct ssLogFinding
{
    bool known;   ///< false: the log does not say what the check needs
    double worst; ///< the largest measure
    double t,
        contact; ///< where it is; the contact is its place in the frame where the log does not number them
    uint64_t violations; ///< contacts whose measure exceeds the tolerance
} ssLogFinding;

typedef enum ssLogSet
{
    ss_logSetUnknown, ///< too few sliding contacts or directions, or another law
    ss_logSetCircle,
    ss_logSetEllipse,
    ss_logSetPolygon,
    ss_logSetCount
} ssLogSet;

SS_API_ANY const char* ssLogSetName( ssLogSet set );

/// A tangential spring, as distinct elements have it: f_T = -k s - c
/// v_T with the displacement s, up to mu f_N.
typedef struct ssLogSpring
{
    double stiffness;  ///< k [N/m]; 0: there is none
    double damping;    ///< c [N s/m]
    double dampingErr; ///< [N s/m] k dt/2: what half a step between force and displacement looks like
    /// what it leaves of the increments of friction between frames, of those of contacts that stick
    double miss;
} ssLogSpring;

/// The law that the sliding contacts of a log obey. Unknown numbers are NaN. Directions are
/// angles from the world's x axis, projected onto the plane of the contact (from y where
/// the normal is x), turning about the normal.
typedef struct ssFingerprint
{
    ssLogSet set; ///< of the forces on b that |f_T| / f_N can reach
    double mu;    ///< the largest |f_T| / f_N: circumradius of a polygon, semi-major axis of an ellipse
    double muErr; ///< twice the standard error of mu
    /// median distance of the friction of sliding contacts from that of this law, over mu; NaN: too few slide
    double miss;
    int directions;  ///< of slip that were seen, where they are few; 0: all. Nothing is known between them
    bool associated; ///< forces maximise dissipation over the set; false: they are opposite to the slip
    /// [deg] all forces are turned by this angle from the slip reversed; 0: by none in common
    double turnDeg;
    double muMinor;    ///< the smallest: inradius of a polygon, semi-minor axis of an ellipse
    double axisDeg;    ///< [deg] the major axis of an ellipse, 0 to 180
    int facets;        ///< corners of a polygon; 0: it is none
    double facetDeg;   ///< [deg] its first corner
    double muR, muS;   ///< [m] |m_T| / f_N of rolling and |m_N| / f_N of spinning contacts
    bool relaxedKnown; ///< enough contacts slide to say
    bool relaxed;      ///< contacts open with mu |v_T| while they slide (convex-relaxed law, dilatant)
    double vEps;       ///< [m/s] below it |f_T| / f_N grows with the speed; NaN: it does not
    /// friction follows it, not the slip: slip direction and creep are unknown, and energy has what it stores
    ssLogSpring spring;
} ssFingerprint;

#define SS_LOG_PAIRS_MAX 64

/// The coefficient of the contacts between two bodies; NaN in place of a body: of the other one with any.
typedef struct ssLogPair
{
    double a, b;
    double mu, muErr; ///< as of the fingerprint
    int contacts;     ///< that slide, from which it was found
} ssLogPair;

/// Coefficients of mixed materials. None where one law fits all contacts.
typedef struct ssLogPairs
{
    int count;
    ssLogPair items[SS_LOG_PAIRS_MAX];
} ssLogPairs;

/// What the user knows about the log; NaN: unknown.
typedef struct ssLogAuditOptions
{
    double mu, muR, muS; ///< in place of the columns of the log and the fingerprint
    double h;            ///< [s] step size; unknown: the least time between frames
    double tolerance;    ///< of every check
    /// only contacts that satisfy it are audited; NULL: all. Bodies are numbers, without names
    const ssCondition* where;
    /// Receives every violation, in the order of the log. May be NULL.
    void ( *violation )( void* context, ssLogCheck check, double t, double contact, double measure );
    /// Receives the share of the work that is done; true ends it. May be NULL.
    bool ( *progress )( void* context, double share );
    void* context;
} ssLogAuditOptions;

/// Nothing known, tolerance 1e-3.
SS_API_ANY ssLogAuditOptions ssDefaultLogAuditOptions( void );

typedef struct ssLogAudit
{
    /// those with contacts: a table has no others, and an audit of it is that of the log it came from
    int frames;
    uint64_t contacts; ///< that were audited
    double h;          ///< [s] the step size that was used; NaN: unknown
    /// [m/s] contacts that are slower, or slower than `tolerance` times the fastest of a frame, stick
    double slidingSpeed;
    double noise; ///< the share of the sliding speed to which the directions of slips are known, at most 1
    double tolerance;
    ssLogFinding checks[ss_logCheckCount];
    ssFingerprint fingerprint; ///< with several materials mu is their largest, muMinor their smallest
    ssLogPairs pairs;          ///< of mixed materials, each with a circle
} ssLogAudit;

/// Reads the log twice: for the fingerprint, and for the checks, which use
/// it. The error is that of a row that is none.
SS_API_OBJECT SS_CHECKED ssResult ssAuditContactLog(
    ssContactLog* log, const ssLogAuditOptions* options, ssLogAudit* audit );

/// Whether friction follows no law that is known: it does not oppose the slip, and fits no set, or slips in
/// too few directions to tell. Checks that need the law are then unknown, unless mu is given.
SS_API_ANY bool ssFingerprint_IsOtherLaw( const ssFingerprint* print );
