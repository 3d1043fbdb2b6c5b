// SPDX-License-Identifier: MIT
#include "solve/policy_table.h"

// The policy of `auto` and of a world's rescue. `slipstick solve --policy`
// prints it; NOTES.md holds the measurements.
//
// Problems with bodies begin with Gauss-Seidel, because a pass costs about twenty nanoseconds per contact and
// a factorisation as much as hundreds of passes. Where few digits are wanted and passes do not give them, the
// problem is a pile at rest, in which passes drift from one slip pattern to the next: a few steps inside the
// cones solve most of them, and the groups `pile` deal with the others, mostly in motion. Problems given as
// blocks of W come from elsewhere: towers and heaps of a few hundred contacts, many more than are needed to
// hold the bodies. Whatever is still unsolved goes through rounds of everything, until four rounds have not
// halved the residual.

// Contacts. From here on ten steps inside the cones cost as much as thousands of passes.
#define LARGE_PILE 2000
// Contacts. Beyond these they cost as much as tens of thousands.
#define HUGE_PILE 6000
// Contacts. Beyond these a few steps inside the cones last longer than a minute.
#define GLANCE_CONTACTS 25000
// Contacts. Beyond these a factorisation costs more than many slow passes.
#define MEDIUM_CONTACTS 1000
// Contacts. Up to these passes alone often are enough, and path is as fast as interior points (NOTES.md).
#define FEW_CONTACTS 20
// Proximal weight for blocks, near rounding: one that is felt holds redundant forces back.
#define PATH_ALPHA 1e-12
// Proximal weight. A convex path has no turns that need a larger one.
#define CONVEX_ALPHA 1e-9

#define RUNGS( array ) .rungs = array, .rungCount = SS_COUNT( array )

static const policyRung s_longPasses[] = {
    { "loose passes", .guard = { .needs = policyLoose, .contactsMax = LARGE_PILE - 1 },
        .solver = &ss_solverNsgs, .iterations = 3000,
        .why = "few digits: passes give them soonest, at 20 ns per contact" },
    { "more loose passes",
        .guard = { .needs = policyLoose, .contactsMin = LARGE_PILE, .contactsMax = HUGE_PILE },
        .solver = &ss_solverNsgs, .iterations = 8000,
        .why = "as long as twelve steps of interior points on 3000 contacts: 0.5 s" },
    { "many loose passes", .guard = { .needs = policyLoose, .contactsMin = HUGE_PILE + 1 },
        .solver = &ss_solverNsgs, .iterations = 32000,
        .why = "as long as twelve steps of interior points on 12,000 contacts: 7 s" },
    { "first passes", .guard = { .forbids = policyLoose }, .solver = &ss_solverNsgs, .iterations = 100,
        .why = "a factorisation costs as much as hundreds of passes" },
    { "more passes", .guard = { .forbids = policyLoose }, .solver = &ss_solverNsgs, .iterations = 400,
        .why = "in one piece, because the extrapolation needs its past" },
    { "most passes", .guard = { .forbids = policyLoose, .contactsMax = FEW_CONTACTS },
        .solver = &ss_solverNsgs, .iterations = 1600,
        .why = "in one piece, because the extrapolation needs its past" },
};

// Newton's method, which takes rows and all: where its first weight is too large it lowers it.
#define JOINTS_NEWTON \
    .solver = &ss_solverNewton, .iterations = 40, .options = { { "fallback", policyIs, { 0.0 }, 0 } }

static const policyRung s_joints[] = {
    { "newton for joints", JOINTS_NEWTON,
        .why = "chains of 6 and 20 links with 100 times the mass at the end: 1 to 3 steps, where 2000 passes "
               "miss 1e-6" },
    { "newton for joints anew", JOINTS_NEWTON, .start = policyFromZero,
        .why = "where the last step's forces are far off, as after a blow" },
};

static const policyRung s_firstPasses[] = {
    { "passes for joints", .solver = &ss_solverNsgs, .iterations = 100,
        .why = "masses that differ little: as quick as a factorisation" },
};

static const policyRung s_glance[] = {
    { "few interior points", .solver = &ss_solverInterior, .start = policyFromZero,
        .options = { { "rest", policyIs, { 1e9 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "dilate", policyCycles, { 10.0, 0.0, 10.0 }, 0 } },
        .iterations = 12,
        .why = "packings at rest of 470 to 3000 contacts: 21 of 23 that all else had missed in 6 to 10 s, 18 "
               "of them in 4 to 9 steps, the others with the other law" },
};

static const policyRung s_manyPasses[] = {
    { "many loose passes", .solver = &ss_solverNsgs, .start = policyFromCurrent, .iterations = 24000,
        .why =
            "where much slides: a packing of 3000 contacts, kicked, then needs one round of the next group" },
};

#define INSIDE_OPTIONS                                                      \
    { "rest", policyIs, { 1e9 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 }, \
    {                                                                       \
        "seed", policyOfRound, { 2.0 }, 0                                   \
    }

// More than creep takes where it leads anywhere; its patience ends it.
#define CREEP_STEPS 40000
// In the first round the other law is worth more than patience; later some piles need
// thousands of steps, but not for few digits.
#define CREEP_PATIENCE( steps )                                   \
    { "patience", policyOfDoubling, { steps, 4.0 }, 0 },          \
    {                                                             \
        "patience", policyOfDoubling, { steps, 1.0 }, policyLoose \
    }

static const policyRung s_inside[] = {
    { "relaxed interior points", .guard = { .forbids = policyOddRound }, .solver = &ss_solverInterior,
        .start = policyFromZero, .options = { INSIDE_OPTIONS, { "dilate", policyIs, { 10.0 }, 0 } },
        .iterations = 12,
        .why = "where a pile rests twelve steps end below 5e-3, in motion mostly above 1e-2" },
    { "creep from there", .guard = { .forbids = policyOddRound }, .solver = &ss_solverCreep,
        .start = policyFromCurrent, .options = { CREEP_PATIENCE( 200.0 ) }, .iterations = CREEP_STEPS,
        .near = 5e-3,
        .why = "forces that cancel each other move until a contact slips, however little loads them: 17 to "
               "161 steps on nine piles of 930 to 3,800 contacts, mu 0.6, 5 to 45 on ten of 1,100 to 1,300, "
               "mu 0.3" },
    { "interior points", .guard = { .needs = policyOddRound }, .solver = &ss_solverInterior,
        .start = policyFromZero, .options = { INSIDE_OPTIONS }, .iterations = 50,
        .why = "in motion: 20 to 60 steps where the path takes 40 to 120; what lasts longer leads nowhere" },
    { "creep from where they end", .guard = { .needs = policyOddRound }, .solver = &ss_solverCreep,
        .start = policyFromCurrent, .options = { CREEP_PATIENCE( 300.0 ) }, .iterations = CREEP_STEPS,
        .why = "mu 0.3, 1,150 to 5,100 contacts at rest: 3 to 73 steps; in motion 15 to 361 on 23 piles of "
               "1,000" },
    { "creep from the best", .guard = { .needs = policyOddRound }, .solver = &ss_solverCreep,
        .options = { CREEP_PATIENCE( 80.0 ) }, .iterations = CREEP_STEPS,
        .why =
            "in motion passes end nearer: kicked packings of 1,000 and 1,500 contacts take 20 and 70 steps" },
    { "path from there", .guard = { .needs = policyOddRound }, .solver = &ss_solverPath,
        .options = { { "barrier", policyOfSquare, { 10.0, 1e-8, 1e-2 }, 0 },
            { "seed", policyOfRound, { 1.0 }, 0 } },
        .iterations = 30,
        .why = "where interior points stall, the path often is near: two piles of 346 and 1141 contacts take "
               "18 and 22 steps" },
};

static const policyRung s_alternation[] = {
    { "pattern", .solver = &ss_solverNewton, .start = policyFromCurrent,
        .options = { { "alpha", policyIs, { 1e-4 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "frozen", policyIs, { 0.0 }, 0 } },
        .iterations = 10,
        .why = "ten Newton steps take the slip pattern at hand as far as it goes: piles of 600 and 1000 "
               "contacts" },
    { "next pattern", .solver = &ss_solverNsgs, .start = policyFromCurrent, .iterations = 400,
        .why =
            "400 passes lead to another pattern; from the best reactions they lead to the same ones again" },
};

static const policyRung s_drift[] = {
    { "drift", .solver = &ss_solverNsgs, .start = policyFromCurrent,
        // With extrapolation and full steps the passes leave an answer sooner than they find it.
        .options = { { "accelerate", policyIs, { 0.0 }, 0 }, { "omega", policyIs, { 0.5 }, 0 } },
        .iterations = 60000, .work = 300e6, .stretch = 200,
        .why = "passes drift past many near answers: residuals of 4e-4 (1000 contacts) to 1e-3 (2000 "
               "contacts)" },
    { "descent", .solver = &ss_solverLeastSquares, .start = policyFromNearest, .iterations = 150000,
        .work = 500e6,
        .why = "|F|² has no saddle that is not an answer: two piles of 2000 contacts ended at 1.0e-4 and "
               "1.3e-4" },
};

static const policyRung s_surrender[] = {
    { "stop", .why = "all that could still be tried on 2000 contacts takes minutes and ends higher" },
};

static const policyRung s_tower[] = {
    { "tower", .guard = { .needs = policyTower }, .solver = &ss_solverInterior, .start = policyFromZero,
        .options = { { "fallback", policyIs, { 0.0 }, 0 } }, .iterations = 60,
        .why = "towers of 550 contacts at rest: 8 to 24 ms, where the path took 31 to 1390 ms" },
};

static const policyRung s_fewContacts[] = {
    { "passes that pay", .solver = &ss_solverNsgs, .budget = policyPasses,
        .why = "few contacts: passes alone often are enough" },
};

static const policyRung s_blocks[] = {
    { "newton", .solver = &ss_solverNewton,
        .options = { { "alpha", policyOfResidual, { 1.0, 1e-8, 1e-4 }, 0 },
            { "fallback", policyIs, { 0.0 }, 0 }, { "frozen", policyIs, { 0.0 }, 0 } },
        .iterations = 15, .why = "after 15 steps the method is done, near an answer, or lost" },
    { "interior points", .guard = { .forbids = policyTower }, .solver = &ss_solverInterior,
        .start = policyFromZero, .options = { { "fallback", policyIs, { 0.0 }, 0 } }, .iterations = 60,
        .why = "without it 105 problems of the corpus need 14 % more work; up to 100 contacts newton is "
               "quicker" },
};

static const policyRung s_blockPaths[] = {
    { "path", .solver = &ss_solverPath, .start = policyFromZero,
        // First the quick way, then the one that loses the path less often, then another path.
        .options = { { "alpha", policyCycles, { 100.0 * PATH_ALPHA, 1.0 * PATH_ALPHA, 10.0 * PATH_ALPHA },
                         0 },
            { "predict", policyCycles, { 1.0, 0.0, 0.0 }, 0 },
            { "centre", policyCycles, { 0.03, 0.03, 0.1 }, 0 },
            { "seed", policyCycles, { 0.0, 0.0, 1.0 }, 0 } },
        .iterations = 150,
        .why = "alpha = 1e-6 stalls at 1e-7 on redundant contacts, 1e-10 to 1e-12 do not" },
};

static const policyRung s_other[] = {
    { "passes that pay", .solver = &ss_solverNsgs, .budget = policyPasses,
        .why = "nothing special is known, and passes never diverge" },
};

// Blocks have weights near rounding, a convex path needs no larger ones, others keep the default.
#define ROUND_PATH_OPTIONS                                                                                  \
    { "alpha", policyCycles, { 1.0 * PATH_ALPHA, 10.0 * PATH_ALPHA, 100.0 * PATH_ALPHA }, policyExplicit }, \
        { "alpha", policyIs, { CONVEX_ALPHA }, policyConvexBodies },                                        \
    {                                                                                                       \
        "seed", policyOfRound, { 1.0 }, 0                                                                   \
    }

static const policyRung s_rounds[] = {
    { "path from zero", .guard = { .needs = policyPathTurn, .forbids = policyOddRound },
        .solver = &ss_solverPath, .start = policyFromZero,
        .options = { { "barrier", policyIs, { 1e-2 }, 0 }, ROUND_PATH_OPTIONS }, .iterations = 400,
        .why = "the surest: settled piles of 400 contacts reach 1e-8, where passes and newton stall" },
    { "path from the best", .guard = { .needs = policyPathTurn | policyOddRound }, .solver = &ss_solverPath,
        .options = { { "barrier", policyOfSquare, { 10.0, 1e-8, 1e-2 }, 0 }, ROUND_PATH_OPTIONS },
        .iterations = 400,
        .why = "begins at the barrier that the residual stands for; without it 3 problems are lost" },
    { "newton, three weights", .guard = { .needs = policyNewton }, .solver = &ss_solverNewton,
        .options = { { "alpha", policyCycles, { 1e-2, 1e-4, 1e-6 }, 0 }, { "fallback", policyIs, { 0.0 }, 0 },
            { "frozen", policyIs, { 0.0 }, 0 } },
        .iterations = 60, .enough = 0.1,
        .why = "quadratic near an answer, each round with its own weight; without it 2 problems are lost" },
    { "passes", .solver = &ss_solverNsgs, .budget = policyDoubling, .iterations = 20, .enough = 0.1,
        .why = "never diverge" },
    { "newton anew", .guard = { .needs = policyNewton, .forbids = policyOddRound, .roundMin = 2 },
        .solver = &ss_solverNewton, .start = policyFromZero, .iterations = 400, .enough = 0.3,
        .why = "the best reactions may lie in a corner; without it 2 problems are lost" },
};

const policyGroup policyAuto[] = {
    { "joints, passes", .guard = { .needs = policyJoints }, .rounds = 1, RUNGS( s_firstPasses ) },
    { "joints", .guard = { .needs = policyJoints }, .rounds = 1, RUNGS( s_joints ) },
    { "passes", .guard = { .needs = policyBodies }, .rounds = 1, .gain = 3.0, RUNGS( s_longPasses ) },
    { "inside",
        .guard = { .needs = policyBodies | policyCoulomb,
            .forbids = policyLoose,
            .contactsMin = FEW_CONTACTS + 1 },
        .rounds = 4, RUNGS( s_inside ) },
    { "inside",
        .guard = { .needs = policyBodies | policyCoulomb | policyLoose,
            .contactsMin = FEW_CONTACTS + 1,
            .contactsMax = GLANCE_CONTACTS },
        .rounds = 2, .aside = true, RUNGS( s_glance ) },
    { "pile", .guard = { .needs = policyBodies | policyLoose | policyNewton, .contactsMax = LARGE_PILE - 1 },
        .rounds = 25, .report = "newton and nsgs", RUNGS( s_alternation ) },
    { "passes",
        .guard = { .needs = policyBodies | policyLoose, .contactsMin = LARGE_PILE, .contactsMax = HUGE_PILE },
        .rounds = 1, RUNGS( s_manyPasses ) },
    { "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyDescent,
            .contactsMin = LARGE_PILE },
        .rounds = 1, .report = "nsgs and least squares", RUNGS( s_drift ) },
    { "inside",
        .guard = { .needs = policyBodies | policyCoulomb | policyLoose,
            .contactsMin = FEW_CONTACTS + 1,
            .contactsMax = HUGE_PILE },
        .rounds = 2, .aside = true, RUNGS( s_inside ) },
    { "pile", .guard = { .needs = policyBodies | policyLoose | policyNewton, .contactsMax = LARGE_PILE - 1 },
        .rounds = 75, .report = "newton and nsgs", RUNGS( s_alternation ) },
    { "pile", .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyDescent }, .rounds = 3,
        .report = "nsgs and least squares", RUNGS( s_drift ) },
    { "pile",
        .guard = { .needs = policyBodies | policyLoose | policyCoulomb | policyDescent,
            .contactsMin = LARGE_PILE },
        .rounds = 1, RUNGS( s_surrender ) },
    { "tower", .guard = { .needs = policyBlocks }, .rounds = 1, RUNGS( s_tower ) },
    { "blocks", .guard = { .needs = policyBlocks, .contactsMax = FEW_CONTACTS }, .gain = 10.0,
        RUNGS( s_fewContacts ) },
    { "blocks", .guard = { .needs = policyBlocks }, .rounds = 1, RUNGS( s_blocks ) },
    { "blocks", .guard = { .needs = policyBlocks }, .rounds = 3, RUNGS( s_blockPaths ) },
    { "passes", .guard = { .needs = policyLoose, .forbids = policyBodies | policyBlocks }, .gain = 1.05,
        RUNGS( s_other ) },
    { "passes",
        .guard = { .forbids = policyLoose | policyBodies | policyBlocks, .contactsMin = MEDIUM_CONTACTS + 1 },
        .gain = 1.3, RUNGS( s_other ) },
    { "passes",
        .guard = { .needs = policyFactors,
            .forbids = policyLoose | policyBodies | policyBlocks,
            .contactsMax = MEDIUM_CONTACTS },
        .gain = 10.0, RUNGS( s_other ) },
    { "passes",
        .guard = { .forbids = policyFactors | policyLoose | policyBodies | policyBlocks,
            .contactsMax = MEDIUM_CONTACTS },
        .gain = 2.0, RUNGS( s_other ) },
    { "rounds", .patience = 4, RUNGS( s_rounds ) },
};

const int policyAutoCount = SS_COUNT( policyAuto );

// Contacts. Beyond these a factorisation costs more than the lost accuracy is worth.
#define RESCUE_CONTACTS_MAX 4000
// Contacts. The factorisations of the path cost the most.
#define RESCUE_PATH_CONTACTS 600

// Newton's method, and passes that lead to another slip pattern where it ends.
#define SPHERES_NEWTON .solver = &ss_solverNewton, .start = policyFromCurrent, .iterations = 12
#define SPHERES_PASSES .solver = &ss_solverNsgs, .start = policyFromCurrent, .iterations = 1000

static const policyRung s_rescuePasses[] = {
    { "more passes", .solver = &ss_solverNsgs, .iterations = 2000,
        .why = "poured spheres, mu_r = R: 3 of 4 steps that 1000 passes leave; without them a step takes 4.6 "
               "instead of 3.7 ms" },
};

static const policyRung s_rescueSpheres[] = {
    { "newton in turn", SPHERES_NEWTON,
        .why = "poured spheres, mu_r = R: with the next rung 93 of 93 steps that 1400 passes had not solved, "
               "18 ms each; newton alone, 40 steps, 75" },
    { "passes in turn", SPHERES_PASSES,
        .why = "lead to another slip pattern; with 256 instead of 1000 of them 5 of those 93 steps stay "
               "unsolved" },
};

static const policyRung s_rescuePaths[] = {
    { "another path", .guard = { .contactsMax = RESCUE_PATH_CONTACTS }, .solver = &ss_solverPath,
        .start = policyFromZero, .options = { { "seed", .kind = policyCycles, .value = { 0.0, 1.0, 2.0 } } },
        .iterations = 100,
        .why = "solves 15 or 16 of the 25 steps of 10,000 that three rounds of the group before leave, with "
               "each seed others" },
    { "newton after it", SPHERES_NEWTON,
        .why = "begins from another place after each path, and no step of 10,000 is missed" },
    { "passes after it", SPHERES_PASSES, .why = "the same: as in the rounds before, cheaper than a path" },
};

static const policyRung s_rescue[] = {
    { "auto", .solver = &ss_solverAuto, .iterations = 600,
        .why = "tries what there is, from passes to the path; every rescue of the corpus begins here" },
    { "newton", .solver = &ss_solverNewton, .iterations = 40,
        .why = "without it 51 instead of 41 of 1500 steps of poured spheres miss 1e-6" },
    { "path from zero", .guard = { .contactsMax = RESCUE_PATH_CONTACTS }, .solver = &ss_solverPath,
        .start = policyFromZero, .iterations = 200,
        .why = "poured spheres, mu_r = R: solves 95 of 101 steps; without it 4 or 5 of 10,000 miss 1e-4 "
               "instead of 1 or 2" },
    { "path", .guard = { .contactsMax = RESCUE_PATH_CONTACTS }, .solver = &ss_solverPath, .iterations = 400,
        .why = "250 poured spheres: 45 of 46 steps missed after auto and newton reach 1e-4, in 80 ms each" },
    { "newton anew", .guard = { .contactsMax = POLICY_RESCUE_FEW }, .solver = &ss_solverNewton,
        .start = policyFromZero, .iterations = 40,
        .why = "the best answer may lie where no step leads on: the last three steps of `lanes`, 17 Newton "
               "steps" },
};

const policyGroup policyRescue[] = {
    { "joints", .guard = { .needs = policyJoints }, .rounds = 1, RUNGS( s_joints ) },
    { "spheres, passes", .guard = { .needs = policySpheres }, .rounds = 1, RUNGS( s_rescuePasses ) },
    { "spheres", .guard = { .needs = policySpheres, .contactsMax = POLICY_NEWTON_CONTACTS }, .rounds = 8,
        RUNGS( s_rescueSpheres ) },
    { "spheres, paths", .guard = { .needs = policySpheres, .contactsMax = POLICY_NEWTON_CONTACTS },
        .rounds = 4, RUNGS( s_rescuePaths ) },
    { "rescue", .guard = { .contactsMax = RESCUE_CONTACTS_MAX }, .rounds = 1, RUNGS( s_rescue ) },
};

const int policyRescueCount = SS_COUNT( policyRescue );
