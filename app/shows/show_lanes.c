// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario lanes and its presets.

static const showPreset s_presets[] = {
    { "tilt",
        { .point = "The table tilts. Each sphere lets go at its own angle, ticked at its lane; the chart "
                   "compares prediction and simulation." } },
    { "race",
        { .point = "At a fixed 12° the spheres that let go below 12° run; the others stay, however long you "
                   "wait.",
            .speed = 0.25,
            .panes = "roll,slide,energy" } },
};

extern const showScenario show_lanes;
const showScenario show_lanes = {
    .id = "lanes",
    .view = { .point = "Each sphere starts when the table is steeper than its own sliding or rolling "
                       "friction allows.",
        .speed = 1.5,
        .ending = ss_endingLoop,
        .panes = "chart:release,roll,slide",
        .camera = { 90.0, 26.0, 0.93 },
        .focusOnly = true },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
