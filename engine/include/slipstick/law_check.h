// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// What a law is, found by trying it: does it stick, does it dissipate as much as it may, does it create energy, does a
// time step have one answer? Every property that fails comes with an example. The trials are many velocities, loads,
// places and times, and closed cycles for laws with memory: a failure is certain, and a property that holds was not
// refuted.

typedef enum ssLawProperty
{
    ss_lawIsSetValued,  ///< it sticks: at rest a whole set of forces is possible
    ss_lawIsAssociated, ///< the force is the one in C that dissipates most (Walker & Leine Def. 12, Prop. 2)
    ss_lawIsDissipative, ///< it never creates energy; with memory, none over a cycle that ends in the state it began in
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
    char sentence[SS_LAW_SENTENCE];
    /// The example, if there is one: one or two pairs of sliding velocity [m/s] and force [N] under this load [N].
    int pairs;
    double load;
    ssVec2 gamma[2], force[2];
} ssLawFinding;

typedef struct ssLawCheck
{
    ssLawFinding findings[ss_lawPropertyCount];
    bool createsEnergy;
    double work;   ///< the least dissipation found [W], or over a cycle [J]; negative: energy was created
    double dScale; ///< the factor by which D was scaled into C; NaN without a D of its own
    /// A typed polar(…) is the polygon through 720 of its points: its largest distance from the text, over the radius.
    double samplingError;
} ssLawCheck;

SS_API_ANY const char* ssLawPropertyKey( ssLawProperty property );   ///< "set_valued", as in JSON
SS_API_ANY const char* ssLawPropertyTitle( ssLawProperty property ); ///< "sticks"

/// Checks a law; its site is ignored. It takes some milliseconds, and some tenths of a second for laws with memory;
/// `quick` tries less.
SS_API_OBJECT void ssCheckLaw( const ssLaw* law, bool quick, ssLawCheck* check );

/// The findings about a law that ssMakeLaw refused: the reason stands where it belongs, nothing else is known.
SS_API_ANY void ssCheckRefusedLaw( const ssResult* refusal, ssLawCheck* check );
