// SPDX-License-Identifier: MIT
#pragma once

#include "law/law_typed.h"
#include "slipstick/law_check.h"

// Periodic motions of a contact, and the work that its law takes in or gives out in a turn.

/// How a piece of constant velocity is divided into steps, each longer than
/// the one before: states relax after a jump.
typedef struct motionSteps
{
    int count;
    double growth;
} motionSteps;

#define MOTION_COARSE ( ( motionSteps ){ 10, 1.7 } )
#define MOTION_FINE ( ( motionSteps ){ 60, 1.25 } )
#define MOTION_EVEN ( ( motionSteps ){ 2, 1.0 } )    // for a motion of many pieces
#define MOTION_SMOOTH ( ( motionSteps ){ 16, 1.0 } ) // the same, fine
#define MOTION_MANY 9                                // pieces from which a motion counts as smooth

/// A law at the site of a motion, and how its states are stepped.
typedef struct motionLaw
{
    ssLaw law; // at `site`
    ssLawSite site;
    double load;
    int numbers;                        // of the states
    bool bounded;                       // some state is kept in a set
    double perMetre[SS_LAW_MAX_STATES]; // the most that sliding has changed a state, at least 1
} motionLaw;

/// Prepares the law; it is valid until the struct moves.
void motionBegin( motionLaw* m, const ssLaw* law, const ssLawSite* site, double load );

/// Moves for a time h; the power is that in the middle of the step, into the law. False if there is none.
bool motionStep( motionLaw* m, ssVec2 gamma, double h, double* state, ssVec2* force );

/// Takes the states over an implicit step, which does not ring
/// however long it is. False if it has no solution.
bool motionRelax( motionLaw* m, ssVec2 gamma, double h, double* state );

/// What happens in one turn.
typedef struct motionTally
{
    double work, way,
        handled; // net work into the law [J], way [m], work if every force were along the way [J]
    double size[SS_LAW_MAX_STATES],
        swing[SS_LAW_MAX_STATES]; // largest states, and how far they went from the start
    ssVec2 gamma, force;          // where the law pushed most
} motionTally;

bool motionTurn(
    motionLaw* m, const ssLawMotion* motion, motionSteps steps, double* state, motionTally* tally );

/// Finds states that return after a turn, near those of the motion, and fills the rest of it; false
/// if the law is not defined on the way. A motion whose states do not return counts if the law
/// pushes in every turn, and not less later on.
bool motionClose( motionLaw* m, ssLawMotion* motion, motionSteps steps, motionTally* tally );

/// Says how a contact is moved, in at most some 150 bytes; `name` is empty or what a smooth motion is called.
void motionSay( const ssLawMotion* motion, const char* name, char* text, int capacity );
