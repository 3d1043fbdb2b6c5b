// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario sprag-slip and its presets.

static const showPreset s_presets[] = {
    { "squeal",
        { .point = "The strut presses harder whenever the mass moves with the belt, so friction feeds the "
                   "motion until the mass sticks and slips.",
            .speed = 16.0 } },
    { "threshold",
        { .point = "At μ = 1.155 friction feeds exactly what the dashpots take: the oscillation neither "
                   "grows nor decays." } },
    { "stable",
        { .point = "With little friction the dashpots win: the oscillation dies out, and the mass slides "
                   "steadily." } },
    { "jam",
        { .point = "As the mass moves on, friction grows faster than the pull of the springs: it never "
                   "slips, and the belt drags it along.",
            .speed = 1.0,
            .ending = ss_endingLoop,
            .panes = "x,r,chart:growth",
            .camera = { 16.0, 12.0, 0.85 } } },
};

extern const showScenario show_spragSlip;
const showScenario show_spragSlip = {
    .id = "sprag-slip",
    .view = { .point = "A slanted strut turns friction with a constant coefficient into negative damping.",
        .speed = 8.0,
        .ending = ss_endingGoOn,
        .formula = "cx",
        .panes = "x,growth,chart:growth",
        .camera = { 16.0, 12.0, 1.0 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
