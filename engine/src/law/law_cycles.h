// SPDX-License-Identifier: MIT
#pragma once

#include "law/law_typed.h"
#include "slipstick/advanced/law_check.h"

#include <stdbool.h>

// The search for a periodic motion over which a law with memory gives out energy.

// [m/s] Motions that can be done by hand are searched first; a quick search ends there.
#define LAW_SEARCH_QUICK 1.0
#define LAW_SEARCH_FASTEST 100.0

typedef struct lawSearch
{
    // What to search.
    const ssLaw* law;
    const ssLawSite* site;
    double load;
    bool quick;
    ssLawCheckStop* stop; // may be NULL
    void* context;

    // What was found.
    bool stopped;        // before its end
    int motions;         // that returned to their states, or pushed in every turn
    int mixtures;        // states at which mixtures of all velocities were tried
    ssLawMotion worst;   // pieces 0: none
    ssVec2 gamma, force; // where it pushes most
    // a stored energy, a sum of squares of the states, accounts for all that the mixtures tried
    bool explained;
    char name[48]; // what the worst motion is
} lawSearch;

void lawSearchCycles( lawSearch* search );

/// The speed towards `direction` at which a law resists least, or pushes, f·v/|v|: by a scan that is fine
/// enough for narrow bands of speeds, and golden sections.
double lawLeastResisted( const ssLaw* law, double load, ssVec2 direction );

// Periodic motions of a contact, and the work that its law takes in or gives out in a turn.

/// A piece of constant velocity takes growing steps, as states relax after a jump.
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

/// An implicit step of the states, which does not ring. False if it has no solution.
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

/// Finds periodic states near those of the motion and fills the rest; false if the law is undefined on the
/// way. Without them, a motion counts if the law keeps pushing in every turn.
bool motionClose( motionLaw* m, ssLawMotion* motion, motionSteps steps, motionTally* tally );

/// Says how a contact is moved, in at most some 150 bytes; `name` is empty or what a smooth motion is called.
void motionSay( const ssLawMotion* motion, const char* name, char* text, int capacity );

// The cheapest mixture: u >= 0 with sum u_j way_j = 1, sum u_j a_j = 0, least sum u_j cost_j.

#define MIXTURE_ROWS 17 // the way, and one for every number of the states

typedef struct mixture
{
    int count; // of columns with a share
    int column[MIXTURE_ROWS];
    double share[MIXTURE_ROWS];
    double cost;
    double price[MIXTURE_ROWS]; // cost_j >= price · (way_j, a_j) for all j
} mixture;

/// Revised simplex. A column has `rows` numbers, way_j first. False if no mixture balances.
bool solveMixture( int rows, int columns, const double* cost, const double* table, mixture* m );
