// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario follower-force and its presets.

static const showPreset s_presets[] = {
    { "flutter",
        { .point = "The friction force turns with the outer rod and feeds the motion: from 0.02 rad the "
                   "pendulum swings up to a whole radian." } },
    { "equal",
        { .point = "With equal masses the two frequencies meet at a force of 2 k/l; just above it, the "
                   "straight position flutters." } },
    { "paradox",
        { .point = "Ziegler's paradox: without damping 2 N would do nothing (the threshold is 2.09 N); a "
                   "little damping lowers it to 1.46 N.",
            .speed = 16.0,
            .panes = "theta,growth,chart:growth" } },
    { "stable",
        { .point = "Below the threshold the pendulum returns to the straight position after a small push.",
            .speed = 16.0,
            .panes = "theta,growth,chart:growth" } },
};

extern const showScenario show_followerForce;
const showScenario show_followerForce = {
    .id = "follower-force",
    .view = { .point =
                  "A friction force of constant size that follows the rod makes a straight pendulum flutter.",
        .speed = 2.0,
        .ending = ss_endingGoOn,
        .formula = "mu",
        .panes = "theta,growth,chart:frequencies",
        .camera = { 10.0, 48.0, 1.2 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
