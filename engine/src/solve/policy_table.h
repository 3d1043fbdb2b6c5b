// SPDX-License-Identifier: MIT
#pragma once

#include "solve/solve_state.h"

// The policy as data, in policy_table.c, read by policy.c: which solver is called when, from where, with
// which options and how long, for `auto` and the rescue of a world. A ladder has groups of rungs, taken from
// top to bottom until the judge is satisfied or a limit is reached.

/// What is known of a problem, by bits. policyPathTurn and policyOddRound vary with the round.
typedef enum policyFact
{
    policyBodies = 1 << 0,        // W comes from bodies, and all laws are cones
    policyBlocks = 1 << 1,        // W is given as blocks, and `newton` and `path` can both be called
    policyExplicit = 1 << 2,      // W is given as blocks
    policyTower = 1 << 3,         // blocks, not full
    policyCoulomb = 1 << 4,       // some contact has De Saxcé's term: the problem is not convex
    policyLoose = 1 << 5,         // few digits are wanted
    policyNewton = 1 << 6,        // a factorisation contact by contact is possible and affordable
    policyPath = 1 << 7,          // `path` accepts the problem
    policyDescent = 1 << 8,       // least squares accepts the problem
    policyFactors = 1 << 9,       // policyNewton or policyPath
    policyConvexBodies = 1 << 10, // W comes from bodies or rows only, and no contact has De Saxcé's term
    policyPathTurn = 1 << 11,     // policyPath, and its turn has come: with blocks in the second round
    policyOddRound = 1 << 12,     // the second, the fourth …
    policySpheres = 1 << 13,      // passes of the world are made in single precision: see ssGsOptions
    policyJoints = 1 << 14,       // rows, for which Newton's method is the quickest: see policyHasJoints
} policyFact;

// Residual. Coarser tolerances ask for few digits, which passes give soonest.
#define POLICY_LOOSE_TOLERANCE 1e-5
// Contacts and rows. Beyond these a factorisation contact by contact costs too much.
#define POLICY_NEWTON_CONTACTS 2500
// Contacts up to which a rescue is cheap, however small the residual.
#define POLICY_RESCUE_FEW 64
// Part of the residual to which it must fall within the patience of a group.
#define POLICY_HALVES 0.5
// A value that doubles stops growing after so many doublings.
#define POLICY_DOUBLINGS_MAX 6

/// When a group or a rung applies. Zeros leave a bound out.
typedef struct policyGuard
{
    unsigned needs, forbids; // facts
    int contactsMin, contactsMax;
    int roundMin; // rounds of the group before it
} policyGuard;

typedef enum policyStart
{
    policyFromBest,    // of all rungs so far
    policyFromZero,    // no reactions: far from any wrong answer
    policyFromCurrent, // where the last rung ended, which leads to new places
    policyFromNearest, // the best of this round; afterwards the current reactions are what they were
} policyStart;

typedef enum policyBudget
{
    policyFixed,    // `iterations`
    policyPasses,   // the option `sweeps` of `auto`
    policyDoubling, // `iterations`, twice as many in every later round, up to 64 times
} policyBudget;

typedef enum policyValue
{
    policyIs,         // value[0]
    policyCycles,     // value[round % 3]
    policyOfResidual, // value[0] × residual, between value[1] and value[2]
    policyOfSquare,   // value[0] × residual², between value[1] and value[2]
    policyOfRound,    // the round over value[0], rounded down
    policyOfDoubling, // value[0], doubled value[1] times in every later round, up to 64 times as much
} policyValue;

/// An option of a solver, by name. All others have their defaults.
typedef struct policyOption
{
    const char* key;
    policyValue kind;
    double value[3];
    unsigned needs; // facts; without them the option keeps its default
} policyOption;

#define POLICY_OPTIONS_MAX 6 // options that one rung sets

typedef struct policyRung
{
    const char* name;
    policyGuard guard;
    const ssSolver* solver; // NULL: the ladder ends here
    policyStart start;
    policyOption options[POLICY_OPTIONS_MAX];
    policyBudget budget;
    int iterations;  // at most
    double work;     // passes × contacts, at most: iterations <= work/contacts; 0: no bound
    int stretch;     // iterations between two looks at the residual; 0: all at once
    double enough;   // part of the round's first residual; once it is below that, the rung is left out
    double near;     // residual at which the rung before must have ended, at most; 0: no such condition
    const char* why; // the measurement that justifies the rung
} policyRung;

typedef struct policyGroup
{
    const char* name;
    policyGuard guard;
    int rounds;   // at most; 0: any number
    double gain;  // a rung that does not divide the residual by this ends the group; 0: it need not
    int patience; // rounds within which the residual must halve, or the ladder ends; 0: it need not
    // what one round is called in the report; NULL: the solvers are named with their iterations
    const char* report;
    bool aside; // in `auto`: afterwards the current reactions are what they were
    const policyRung* rungs;
    int rungCount;
} policyGroup;

/// Whether rows are the difficulty: heavy bodies jointed to light ones take thousands of passes.
static inline bool policyHasJoints( int contacts, int rows )
{
    int all = contacts + rows;
    return rows > 0 && all <= POLICY_NEWTON_CONTACTS && ( rows >= contacts || all <= POLICY_RESCUE_FEW );
}

/// The ladders.
extern const policyGroup policyAuto[];
extern const int policyAutoCount;
extern const policyGroup policyRescue[];
extern const int policyRescueCount;

/// What is left of a rung once its formulas have been evaluated.
typedef struct policyTask
{
    const policyGroup* group;
    const policyRung* rung;
    int iterations; // at most, and within all limits
    ssSolverOption options[POLICY_OPTIONS_MAX];
    int optionCount;
} policyTask;

/// One problem on its way down a ladder. The caller gives facts and limits, and makes the attempts.
typedef struct policyWalk
{
    unsigned facts;
    unsigned lawFlags;
    int contacts, rows, blocks;
    double asymmetry;
    int passes;        // for policyPasses
    int maxIterations; // of all rungs together
    double budget;     // work of all rungs together, in passes

    int iterations;
    double work;
    bool budgetSpent;
    double residual; // of the best reactions
    double ended;    // the residual at which the last rung ended
    ssStatus status;
    bool surrendered; // the patience of a group was exhausted

    /// Lets the solver of the task work. It updates `iterations`, `work`, `residual`, `ended` and `status`,
    /// and returns true when nothing more is to be tried.
    bool ( *attempt )( struct policyWalk* walk, const policyTask* task );
    /// Called before and after the rounds of a group; may be NULL.
    void ( *enter )( struct policyWalk* walk, const policyGroup* group );
    void ( *leave )( struct policyWalk* walk, const policyGroup* group, int rounds );
    void ( *beginRound )( struct policyWalk* walk );

    double before; // the residual before the last rung
} policyWalk;

/// Whether a solver accepts a problem with these laws, rows, blocks (policyExplicit) and asymmetry.
bool policyAccepts( const policyWalk* walk, const ssSolver* solver );

/// Takes the rungs in their order. True when an attempt has ended the walk or a limit was reached.
bool policyRun( policyWalk* walk, const policyGroup* groups, int groupCount );
