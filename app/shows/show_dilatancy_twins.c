// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario dilatancy-twins and its presets.

static const showPreset s_presets[] = {
    { "block",
        { .point = "The relaxed law throws the sliding block 8 mm up, out of nothing but friction; under "
                   "Coulomb's law it stays down.",
            .speed = 0.005 } },
    { "sphere",
        { .point = "The relaxed law throws the sliding sphere 3.6 mm up; under Coulomb's law it stays down "
                   "and is spun up until it rolls.",
            .speed = 0.0035 } },
};

extern const showScenario show_dilatancyTwins;
const showScenario show_dilatancyTwins = {
    .id = "dilatancy-twins",
    .view = { .point =
                  "Two bodies slide: the convex relaxation, which many engines solve instead, throws one up.",
        .speed = 0.01,
        .ending = ss_endingLoop,
        .camera = { 42.0, 10.0, 1.0 } },
    .sides = { "coulomb", "relaxed" },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
