// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"
#include "slipstick/problem.h"

// Why does it slip? A doctor for contacts: it tells apart what may make contacts of a simulator slip, creep,
// lift or gain energy, each by a test on the data of its own. It has numbers for what it says, and what the
// data cannot tell it lists instead of guessing.

typedef enum ssWhyCause
{
    ss_whySoft,             ///< creep by regularised or compliant friction: slip proportional to the force
    ss_whyUnconverged,      ///< the solver was stopped early: what is left depends on the order of contacts
    ss_whyPolygon,          ///< a pyramid or polygon stands for the cone
    ss_whyRelaxation,       ///< contacts lift in proportion to their slip
    ss_whyStaleNormal,      ///< friction is bounded by another normal force than the contact's
    ss_whyOneCone,          ///< sliding and rolling or spinning share one bound
    ss_whyCombine,          ///< mu of a pair is not what was asked for
    ss_whyUnits,            ///< a rolling or spinning coefficient is read as a number or as a length
    ss_whyStep,             ///< sticking is lost by the time step: positions drift without a slip
    ss_whyFlicker,          ///< contacts come and go
    ss_whyJumpingContact,   ///< the point or normal jumps: edges of meshes, manifolds
    ss_whyRestitution,      ///< impacts add energy
    ss_whyTangentialSpring, ///< friction follows a spring with a limit, as in DEM: no fault
    ss_whyLawEnergy,        ///< the law itself creates energy
    ss_whyInfeasible,       ///< no forces in the cones hold this load
    ss_whySeveralSolutions, ///< more than one answer obeys the laws
    ss_whyNoContact,        ///< nothing presses
    ss_whyIllPosed,         ///< bodies are wedged: forces have no bound
    ss_whyBadlyScaled,      ///< masses or lengths differ by more than the digits of a solver
    ss_whyHard,             ///< there is a solution, which Gauss-Seidel does not find
    ss_whyCauseCount
} ssWhyCause;

#define SS_WHY_NAMED 8 ///< contacts that are named

/// A cause that was found.
typedef struct ssWhyFinding
{
    ssWhyCause cause;
    double confidence; ///< 0 to 1: the share of what is wrong that the cause explains
    double share;      ///< of the contacts, or rows of the log, that could show it
    int contactCount;  ///< of `contacts`
    double contacts[SS_WHY_NAMED];
    const char* sentence; ///< what happens
    const char* law;      ///< what would have to be true
    char evidence[240];   ///< in numbers
} ssWhyFinding;

/// What the data cannot tell, and what would.
typedef struct ssWhyMissing
{
    ssWhyCause cause;
    const char* channel; ///< "columns mx my mz and mu_r"
} ssWhyMissing;

/// Causes by falling confidence.
typedef struct ssWhy
{
    uint64_t contacts; ///< that were looked at: rows of a log
    int count, missingCount;
    ssWhyFinding findings[ss_whyCauseCount];
    ssWhyMissing missing[ss_whyCauseCount];
} ssWhy;

/// What to look at, and what the user knows; NaN: everything, unknown.
typedef struct ssWhyOptions
{
    double contact;      ///< its number
    double time;         ///< [s] 25 frames before and after it
    double mu, muR, muS; ///< in place of the columns of a log
    double h;            ///< [s] the step size; unknown: the least time between frames
    double radius;       ///< [m] of round bodies, where the log has no sizes
} ssWhyOptions;

SS_API_ANY ssWhyOptions ssDefaultWhyOptions( void );

/// Reads the log twice: for the fingerprint of its law, as an audit does, and for the tests.
SS_API_OBJECT SS_CHECKED ssResult ssWhyContactLog(
    ssContactLog* log, const ssWhyOptions* options, ssWhy* why );
/// Solves the problem, from two starts, and looks for what is wrong with it. Other solvers are tried where
/// the first fails. `stop` may be NULL.
SS_API_OBJECT SS_CHECKED ssResult ssWhyProblem(
    const ssProblem* problem, ssStop* stop, void* context, ssWhy* why );

SS_API_ANY const char* ssWhyName( ssWhyCause cause ); ///< "stale-normal"
/// False: what it explains is meant so, as the springs of distinct elements are.
SS_API_ANY bool ssWhyIsFault( ssWhyCause cause );
/// The experiment that would prove it.
SS_API_ANY const char* ssWhyExperiment( ssWhyCause cause );
/// What to change, in the words of that simulator ("mujoco"), or in general where it is NULL or has none.
SS_API_ANY const char* ssWhyAdvice( ssWhyCause cause, const char* engine );
/// The simulators whose words are known, with a blank after each.
SS_API_ANY const char* ssWhyEngines( void );
