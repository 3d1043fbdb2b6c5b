// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario pushed-block and its presets.

static const showPreset s_presets[] = {
    { "ramp",
        { .point = "Friction grows with the push until it reaches the side of the polygon; then the block "
                   "slips, and friction drops to its kinetic value." } },
    { "turn",
        { .point = "A corner of the octagon can hold this push of 10.2 N. As the push turns towards a side, "
                   "the block slips: the polygon is not a disc.",
            .speed = 0.0625,
            .panes = "size,a,chart:polygon" } },
    { "square",
        { .point = "Along the diagonal a square holds 41% more than Coulomb's disc (dashed): the block slips "
                   "at 13.9 N instead of 9.8 N.",
            .panes = "size,a,chart:polygon" } },
    { "four-feet",
        { .point = "Four contacts are more than the equations determine; a little compliance shares the "
                   "force among them. All feet slip at once.",
            .panes = "feet,a,chart:polygon" } },
    { "singular",
        { .point = "With a phantom inertia of k m = 8 kg the rank of the matrix drops from 14 to 12; "
                   "friction and motion stay as without it.",
            .panes = "a,sigma,rank" } },
    { "no-phantom",
        { .point = "Without phantom inertia the rank of the matrix is 2k − 2 = 6 short; force and motion are "
                   "those with it.",
            .panes = "a,sigma,rank" } },
};

extern const showScenario show_pushedBlock;
const showScenario show_pushedBlock = {
    .id = "pushed-block",
    .view = { .point = "A block is pushed until it slips; a polygon stands in for Coulomb's disc.",
        .speed = 0.25,
        .ending = ss_endingLoop,
        .formula = "mu",
        .panes = "force,a,chart:polygon",
        .camera = { 24.0, 32.0, 1.4 } },
    .noContacts = "it solves for accelerations, and static and kinetic friction are no law between its "
                  "forces and velocities",
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
