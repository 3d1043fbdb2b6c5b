// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// What a law is, found by trying it: does it stick, does it dissipate as much as it may, does it create
// energy, does a time step have one answer? Every property that fails comes with an example. The trials are
// many velocities, loads, places and times, and for laws with memory periodic motions, which are searched
// for: a failure is certain. A property that holds is proved by the form of the law, or no counter-example
// was found.

typedef enum ssLawProperty
{
    ss_lawIsSetValued,  ///< it sticks: at rest a whole set of forces is possible
    ss_lawIsAssociated, ///< the force is the one in C that dissipates most (Walker & Leine Def. 12, Prop. 2)
    /// it never creates energy; with memory, none over a motion that ends in the state it began in
    ss_lawIsDissipative,
    ss_lawIsMonotone,   ///< (f1 - f2)·(gamma1 - gamma2) >= 0 (Walker & Leine Def. 13); states held
    ss_lawIsStarShaped, ///< C has the origin inside, and every ray from it leaves C once
    ss_lawHasConvexD,   ///< D is convex with the origin inside
    ss_lawIsUnique,     ///< a time step has one solution, whatever the mass
    ss_lawPropertyCount
} ssLawProperty;

typedef enum ssLawVerdict
{
    ss_verdictNone, ///< the question does not apply, or could not be asked
    ss_verdictHolds,
    ss_verdictFails,
} ssLawVerdict;

#define SS_LAW_SENTENCE 240 ///< bytes of a finding's sentence

typedef struct ssLawFinding
{
    ssLawVerdict verdict;
    /// ssLawPropertyTitle and, where the answer depends on it, what was held: "monotone, states held"
    const char* title;
    bool proved; ///< it holds for all velocities, not only for those that were tried
    char sentence[SS_LAW_SENTENCE];
    /// The example, if there is one: one or two pairs of sliding velocity
    /// [m/s] and force [N] under this load [N].
    int pairs;
    double load;
    ssVec2 gamma[2], force[2];
} ssLawFinding;

#define SS_LAW_PIECES 24 ///< of a motion, at most

/// A periodic motion: pieces of constant velocity under a constant load, at one place.
typedef struct ssLawMotion
{
    int pieces;                           ///< 0: none
    ssVec2 velocity[SS_LAW_PIECES];       ///< [m/s]
    double duration[SS_LAW_PIECES];       ///< [s]
    double load;                          ///< [N]
    double time, x, y, rolling, spinning; ///< as in ssLawSite
    double state[SS_LAW_MAX_STATES];      ///< at the start of a turn
    bool returns; ///< the states are the same after a turn; otherwise the law pushes in every turn
    double work;  ///< that the law takes in over a turn [J]; negative: it gives out energy
    double way;   ///< of a turn [m]
    double gain;  ///< energy that it gives out per metre [J/m]
} ssLawMotion;

typedef struct ssLawCheck
{
    ssLawFinding findings[ss_lawPropertyCount];
    bool createsEnergy;
    double work; ///< the least dissipation found [W], or over a cycle [J]; negative: energy was created
    ssLawMotion motion; ///< the motion that makes the law give out most energy per metre, where one was found
    int motions;        ///< velocities that were tried, and with memory periodic motions
    double dScale;      ///< the factor by which D was scaled into C; NaN without a D of its own
    /// A typed polar(…) is the polygon through 720 of its points: its largest
    /// distance from the text, over the radius.
    double samplingError;
} ssLawCheck;

SS_API_ANY const char* ssLawPropertyKey( ssLawProperty property );   ///< "set_valued", as in JSON
SS_API_ANY const char* ssLawPropertyTitle( ssLawProperty property ); ///< "sticks"

/// Checks a law; its site is ignored. It takes some milliseconds, and some tenths of a second for laws with
/// memory (seconds, with many states); `quick` tries less. The same law always gets the same answer.
SS_API_OBJECT void ssCheckLaw( const ssLaw* law, bool quick, ssLawCheck* check );

/// Asked now and then during a check; true ends it.
typedef bool ssLawCheckStop( void* context );

/// The same, unless `stop` says so; then it returns false, and the findings are not complete.
SS_API_OBJECT bool ssCheckLawUntil(
    const ssLaw* law, bool quick, ssLawCheckStop* stop, void* context, ssLawCheck* check );

/// One moment of a motion.
typedef struct ssLawMoment
{
    double time;            ///< [s]
    ssVec2 place;           ///< [m], from where it began
    ssVec2 velocity, force; ///< [m/s], [N]
    double energy;          ///< that the law has given out since the start [J]
    const double* state;    ///< after this moment
} ssLawMoment;

typedef void ssLawMotionTrace( void* context, const ssLawMoment* moment );

/// Moves a contact for some turns, and calls `trace` after every step.
/// False if the law is not defined on the way.
SS_API_OBJECT bool ssLaw_FollowMotion(
    const ssLaw* law, const ssLawMotion* motion, int turns, ssLawMotionTrace* trace, void* context );

/// The findings about a law that ssMakeLaw refused: the reason
/// stands where it belongs, nothing else is known.
SS_API_ANY void ssCheckRefusedLaw( const ssResult* refusal, ssLawCheck* check );
