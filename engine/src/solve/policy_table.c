// SPDX-License-Identifier: MIT
#include "solve/policy.h"

// The policy of `auto` and of a world's rescue; NOTES.md holds the measurements and shows these tables as text.
//
// Problems with bodies begin with Gauss-Seidel, because a pass costs about twenty nanoseconds per contact and a
// factorisation as much as hundreds of passes. Where few digits are wanted and passes do not give them, the problem is a
// pile at rest, in which passes drift from one slip pattern to the next: the groups `pile` deal with it. Problems given
// as blocks of W come from elsewhere: towers and heaps of a few hundred contacts, many more than are needed to hold the
// bodies. Whatever is still unsolved goes through rounds of everything, until four rounds have not halved the residual.

#define LARGE_PILE 2000 // contacts; from here on a factorisation costs more than tens of thousands of passes
#define MEDIUM_CONTACTS 1000 // contacts; beyond these a factorisation costs more than many slow passes
#define FEW_CONTACTS 16      // contacts; up to these passes alone often are enough
#define PATH_ALPHA \
    1e-12 // proximal weight for blocks, near rounding: one that is felt holds redundant forces back
#define CONVEX_ALPHA 1e-9 // proximal weight; a convex path has no turns that need a larger one

#define RUNGS( array ) .rungs = array, .rungCount = SS_COUNT( array )

// ------------------------------------------------------------------------------------------------- auto: with bodies

static const policyRung s_longPasses[] = {
    { .name = "loose passes",
        .guard = { .needs = policyLoose, .contactsMax = LARGE_PILE - 1 },
        .solver = &ss_solverNsgs,
        .iterations = 3000,
        .why = "few digits: passes give them sooner than anything else, at 20 ns per contact" },
    { .name = "many loose passes",
        .guard = { .needs = policyLoose, .contactsMin = LARGE_PILE },
        .solver = &ss_solverNsgs,
        .iterations = 32000,
        .why = "a factorisation of 2000 contacts costs more than tens of thousands of passes" },
    { .name = "first passes",
        .guard = { .forbids = policyLoose },
        .solver = &ss_solverNsgs,
        .iterations = 100,
        .why = "a factorisation costs as much as hundreds of passes" },
    { .name = "more passes",
        .guard = { .forbids = policyLoose },
        .solver = &ss_solverNsgs,
        .iterations = 400,
        .why = "in one piece, because the extrapolation needs its past" },
    { .name = "most passes",
        .guard = { .forbids = policyLoose },
        .solver = &ss_solverNsgs,
        .iterations = 1600,
        .why = "in one piece, because the extrapolation needs its past" },
};

static const policyRung s_alternation[] = {
    { .name = "pattern",
        .solver = &ss_solverNewton,
        .start = policyFromCurrent,
        .options = { { "alpha", policyIs, { 1e-4 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "frozen", policyIs, { 0.0 }, 0 } },
        .iterations = 10,
        .why = "ten Newton steps take the slip pattern at hand as far as it goes: piles of 600 and 1000 "
               "contacts" },
    { .name = "next pattern",
        .solver = &ss_solverNsgs,
        .start = policyFromCurrent,
        .iterations = 400,
        .why =
            "400 passes lead to another pattern; from the best reactions they lead to the same ones again" },
};

static const policyRung s_drift[] = {
    { .name = "drift",
        .solver = &ss_solverNsgs,
        .start = policyFromCurrent,
        // With extrapolation and full steps the passes leave an answer sooner than they find it.
        .options = { { "accelerate", policyIs, { 0.0 }, 0 }, { "omega", policyIs, { 0.5 }, 0 } },
        .iterations = 60000,
        .work = 300e6,
        .stretch = 200,
        .why = "passes drift past many near answers: residuals of 4e-4 (1000 contacts) to 1e-3 (2000 "
               "contacts)" },
    { .name = "descent",
        .solver = &ss_solverLeastSquares,
        .start = policyFromNearest,
        .iterations = 150000,
        .work = 500e6,
        .why = "|F|² has no saddle that is not an answer: two piles of 2000 contacts ended at 1.0e-4 and "
               "1.3e-4" },
};

static const policyRung s_surrender[] = {
    { .name = "stop", .why = "all that could still be tried on 2000 contacts takes minutes and ends higher" },
};

static const policyRung s_annealing[] = {
    { .name = "annealed path",
        .solver = &ss_solverPath,
        .start = policyFromZero,
        .options = { { "barrier", policyIs, { 1.0 }, 0 }, { "settle", policyCycles, { 0.03, 0.01, 0.1 }, 0 },
            { "seed", policyOfRound, { 3.0 }, 0 } },
        .iterations = 600,
        .why = "annealed slowly the path ends near an answer: 4e-4 to 6e-4 on 2000 contacts" },
};

// ---------------------------------------------------------------------------------------------- auto: without bodies

static const policyRung s_tower[] = {
    { .name = "tower",
        .guard = { .needs = policyTower },
        .solver = &ss_solverInterior,
        .start = policyFromZero,
        .options = { { "fallback", policyIs, { 0.0 }, 0 } },
        .iterations = 60,
        .why = "towers of 550 contacts at rest: 8 to 24 ms, where the path took 31 to 1390 ms" },
};

static const policyRung s_fewContacts[] = {
    { .name = "passes that pay",
        .solver = &ss_solverNsgs,
        .budget = policySweeps,
        .why = "up to 16 contacts passes alone often are enough" },
};

#define NATURAL_MAP_OPTIONS                                                                          \
    {                                                                                                \
        { "alpha", policyOfResidual, { 1.0, 1e-8, 1e-4 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 }, \
        {                                                                                            \
            "frozen", policyIs, { 0.0 }, 0                                                           \
        }                                                                                            \
    }

static const policyRung s_blocks[] = {
    { .name = "opening passes",
        .guard = { .contactsMin = FEW_CONTACTS + 1 },
        .solver = &ss_solverNsgs,
        .budget = policyDensity,
        .why = "they open contacts, which makes the first factorisation smaller" },
    { .name = "newton",
        .solver = &ss_solverNewton,
        .options = NATURAL_MAP_OPTIONS,
        .iterations = 15,
        .why = "after 15 steps the method is done, near an answer, or lost" },
    { .name = "newton, near",
        .guard = { .needs = policyNear, .forbids = policyFull },
        .solver = &ss_solverNewton,
        .options = NATURAL_MAP_OPTIONS,
        .iterations = 45,
        .why = "below 1e-5, or after a hundredfold gain, more steps arrive" },
    { .name = "dense passes",
        .guard = { .needs = policyFull },
        .solver = &ss_solverNsgs,
        .iterations = 150,
        .why =
            "a pass costs n², a factorisation n³: bodies in joints and elastic pieces take half the time" },
    { .name = "interior points",
        .guard = { .forbids = policyTower },
        .solver = &ss_solverInterior,
        .start = policyFromZero,
        .options = { { "fallback", policyIs, { 0.0 }, 0 } },
        .iterations = 60,
        .why = "up to 100 contacts Newton's method is quicker and comes first" },
};

static const policyRung s_blockPaths[] = {
    { .name = "path",
        .solver = &ss_solverPath,
        .start = policyFromZero,
        // First the quick way, then the one that loses the path less often, then another path.
        .options = { { "alpha", policyCycles, { 100.0 * PATH_ALPHA, 1.0 * PATH_ALPHA, 10.0 * PATH_ALPHA },
                         0 },
            { "predict", policyCycles, { 1.0, 0.0, 0.0 }, 0 },
            { "centre", policyCycles, { 0.03, 0.03, 0.1 }, 0 },
            { "seed", policyCycles, { 0.0, 0.0, 1.0 }, 0 } },
        .iterations = 150,
        .why = "alpha = 1e-6 stalls at 1e-7 on redundant contacts, 1e-10 to 1e-12 do not" },
    { .name = "newton",
        .solver = &ss_solverNewton,
        .options = NATURAL_MAP_OPTIONS,
        .iterations = 15,
        .why = "quadratic near an answer, where the path has ended" },
    { .name = "newton, near",
        .guard = { .needs = policyNear },
        .solver = &ss_solverNewton,
        .options = NATURAL_MAP_OPTIONS,
        .iterations = 45,
        .why = "below 1e-5, or after a hundredfold gain, more steps arrive" },
    { .name = "sliding tower",
        .guard = { .needs = policyFirstRound },
        .solver = &ss_solverInterior,
        .start = policyFromZero,
        .options = { { "fallback", policyIs, { 0.0 }, 0 }, { "rest", policyIs, { 1e9 }, 0 },
            { "stick", policyIs, { 1e-2 }, 0 } },
        .iterations = 50,
        .why = "where something slides, a softer guess succeeds within 50 steps or not at all" },
};

static const policyRung s_other[] = {
    { .name = "passes that pay",
        .solver = &ss_solverNsgs,
        .budget = policySweeps,
        .why = "nothing special is known, and passes never diverge" },
};

// -------------------------------------------------------------------------------------------------------- auto: rounds

// Blocks have weights near rounding, a convex path needs none that is larger, and all others keep the default.
#define ROUND_PATH_OPTIONS                                                                                  \
    { "alpha", policyCycles, { 1.0 * PATH_ALPHA, 10.0 * PATH_ALPHA, 100.0 * PATH_ALPHA }, policyExplicit }, \
        { "alpha", policyIs, { CONVEX_ALPHA }, policyConvexBodies },                                        \
    {                                                                                                       \
        "seed", policyOfRound, { 1.0 }, 0                                                                   \
    }

static const policyRung s_rounds[] = {
    { .name = "path from zero",
        .guard = { .needs = policyPathTurn, .forbids = policyOddRound },
        .solver = &ss_solverPath,
        .start = policyFromZero,
        .options = { { "barrier", policyIs, { 1e-2 }, 0 }, ROUND_PATH_OPTIONS },
        .iterations = 400,
        .why = "the surest: settled piles of 400 contacts reach 1e-8, where passes and newton stall" },
    { .name = "path from the best",
        .guard = { .needs = policyPathTurn | policyOddRound },
        .solver = &ss_solverPath,
        .options = { { "barrier", policyOfSquare, { 10.0, 1e-8, 1e-2 }, 0 }, ROUND_PATH_OPTIONS },
        .iterations = 400,
        .why = "begins at the barrier that the residual stands for" },
    { .name = "passes after the path",
        .guard = { .needs = policyPathTurn },
        .solver = &ss_solverNsgs,
        .iterations = 30,
        .why = "they remove what the barrier has left" },
    { .name = "newton, three weights",
        .guard = { .needs = policyNewton },
        .solver = &ss_solverNewton,
        .options = { { "alpha", policyCycles, { 1e-2, 1e-4, 1e-6 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "frozen", policyIs, { 0.0 }, 0 } },
        .iterations = 60,
        .enough = 0.1,
        .why = "quadratic near an answer; each round has its own first weight" },
    { .name = "passes",
        .solver = &ss_solverNsgs,
        .budget = policyDoubling,
        .iterations = 20,
        .enough = 0.1,
        .why = "never diverge, and change the slip pattern" },
    { .name = "newton, frozen",
        .guard = { .needs = policyNewton | policyOddRound },
        .solver = &ss_solverNewton,
        .options = { { "alpha", policyIs, { 1e-4 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "frozen", policyIs, { 1.0 }, 0 } },
        .iterations = 100,
        .enough = 0.1,
        .why = "convex problems one after the other get past points where the full method does not move" },
    { .name = "gradients",
        .guard = { .forbids = policyPlanar | policyFirstRound | policySkew },
        .solver = &ss_solverApgd,
        .budget = policyDoubling,
        .iterations = 250,
        .enough = 0.3,
        .why = "slow and steady" },
    { .name = "gradients, skew",
        .guard = { .needs = policySkew, .forbids = policyPlanar | policyFirstRound },
        .solver = &ss_solverExtragradient,
        .budget = policyDoubling,
        .iterations = 250,
        .enough = 0.3,
        .why = "apgd assumes W = W^T" },
    { .name = "anew: newton",
        .guard = { .needs = policyNewton, .forbids = policyOddRound, .roundMin = 2 },
        .solver = &ss_solverNewton,
        .start = policyFromZero,
        .iterations = 400,
        .enough = 0.3,
        .why = "the best reactions may lie in a corner; with it all of 3000 random packings were solved" },
    { .name = "anew: newton, planar",
        .guard = { .needs = policyNewton | policyPlanar | policyOddRound, .roundMin = 2 },
        .solver = &ss_solverNewton,
        .start = policyFromZero,
        .iterations = 400,
        .enough = 0.3,
        .why = "fixed-point does not know planar laws" },
    { .name = "anew: fixed point",
        .guard = { .needs = policyNewton | policyOddRound, .forbids = policyPlanar, .roundMin = 2 },
        .solver = &ss_solverFixedPoint,
        .start = policyFromZero,
        .iterations = 10000,
        .enough = 0.3,
        .why = "the best reactions may lie where no step leads on" },
};

const policyGroup policyAuto[] = {
    { .name = "passes", .guard = { .needs = policyBodies }, .rounds = 1, .gain = 3.0, RUNGS( s_longPasses ) },
    { .name = "pile",
        .guard = { .needs = policyBodies | policyLoose | policyNewton, .contactsMax = LARGE_PILE - 1 },
        .rounds = 100,
        .report = "newton and nsgs",
        RUNGS( s_alternation ) },
    { .name = "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyDescent },
        .rounds = 3,
        .report = "nsgs and least squares",
        RUNGS( s_drift ) },
    { .name = "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyDescent,
            .contactsMin = LARGE_PILE },
        .rounds = 1,
        RUNGS( s_surrender ) },
    { .name = "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyPath,
            .contactsMax = LARGE_PILE - 1 },
        .rounds = 9,
        RUNGS( s_annealing ) },
    { .name = "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyPath,
            .contactsMin = LARGE_PILE },
        .rounds = 2,
        RUNGS( s_annealing ) },
    { .name = "tower", .guard = { .needs = policyBlocks }, .rounds = 1, RUNGS( s_tower ) },
    { .name = "blocks",
        .guard = { .needs = policyBlocks, .contactsMax = FEW_CONTACTS },
        .gain = 10.0,
        RUNGS( s_fewContacts ) },
    { .name = "blocks", .guard = { .needs = policyBlocks }, .rounds = 1, RUNGS( s_blocks ) },
    { .name = "blocks", .guard = { .needs = policyBlocks }, .rounds = 3, RUNGS( s_blockPaths ) },
    { .name = "passes",
        .guard = { .needs = policyLoose, .forbids = policyBodies | policyBlocks },
        .gain = 1.05,
        RUNGS( s_other ) },
    { .name = "passes",
        .guard = { .forbids = policyLoose | policyBodies | policyBlocks, .contactsMin = MEDIUM_CONTACTS + 1 },
        .gain = 1.3,
        RUNGS( s_other ) },
    { .name = "passes",
        .guard = { .needs = policyFactors,
            .forbids = policyLoose | policyBodies | policyBlocks,
            .contactsMax = MEDIUM_CONTACTS },
        .gain = 10.0,
        RUNGS( s_other ) },
    { .name = "passes",
        .guard = { .forbids = policyFactors | policyLoose | policyBodies | policyBlocks,
            .contactsMax = MEDIUM_CONTACTS },
        .gain = 2.0,
        RUNGS( s_other ) },
    { .name = "rounds", .patience = 4, RUNGS( s_rounds ) },
};

const int policyAutoCount = SS_COUNT( policyAuto );

// --------------------------------------------------------------------------------------------------------- the rescue

#define RESCUE_CONTACTS_MIN \
    4 // contacts; where passes stall on fewer, the other solvers hardly ever do better
#define RESCUE_CONTACTS_MAX \
    4000 // contacts; beyond, a factorisation costs more than the lost accuracy is worth
#define RESCUE_PATH_CONTACTS 600 // contacts; the factorisations of the path cost the most

static const policyRung s_rescue[] = {
    { .name = "auto",
        .solver = &ss_solverAuto,
        .iterations = 600,
        .why = "tries what there is, for a while" },
    { .name = "newton",
        .solver = &ss_solverNewton,
        .iterations = 40,
        .why = "few but costly steps from there" },
    { .name = "path",
        .guard = { .contactsMax = RESCUE_PATH_CONTACTS },
        .solver = &ss_solverPath,
        .iterations = 400,
        .why = "250 poured spheres: 45 of 46 steps missed after auto and newton reach 1e-4, in 80 ms each" },
    { .name = "auto, patient",
        .solver = &ss_solverAuto,
        .budget = policyCaller,
        .why = "with all iterations that the user allows" },
    { .name = "path, near",
        .guard = { .contactsMax = RESCUE_PATH_CONTACTS },
        .solver = &ss_solverPath,
        // The path starts at ten times the residual; alpha holds reactions that do not affect the motion.
        .options = { { "barrier", policyOfSquare, { 100.0, 0.0, 1e-2 }, 0 },
            { "alpha", policyIs, { 1e-3 }, 0 }, { "centre", policyIs, { 0.3 }, 0 } },
        .iterations = 60,
        .why = "the end of a path from the best answer: five of twelve steps just above the tolerance" },
    { .name = "newton anew",
        .guard = { .contactsMax = POLICY_RESCUE_FEW },
        .solver = &ss_solverNewton,
        .start = policyFromZero,
        .iterations = 40,
        .why = "the best answer may lie where no step leads on: the last three steps of `lanes`, 17 Newton "
               "steps" },
};

const policyGroup policyRescue[] = {
    { .name = "rescue",
        .guard = { .contactsMin = RESCUE_CONTACTS_MIN, .contactsMax = RESCUE_CONTACTS_MAX },
        .rounds = 1,
        RUNGS( s_rescue ) },
};

const int policyRescueCount = SS_COUNT( policyRescue );
