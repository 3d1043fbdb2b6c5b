// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario sphere-pile and its presets.

static const showPreset s_presets[] = {
    { "fig4-steep",
        { .point = "Fig. 4: with enough rolling resistance spheres rest on each other, and μ = 0.7 lets the "
                   "pile grow steep.",
            .speed = 0.6 } },
    { "fig4-flat",
        { .point = "Fig. 4: the same rolling resistance, but with μ = 0.3 the spheres slide off and the pile "
                   "stays flatter.",
            .speed = 0.7 } },
    { "scatter",
        { .point = "Almost no rolling resistance: nothing rests on anything, and the spheres roll off in all "
                   "directions.",
            .camera = { 24.0, 40.0, 0.5 } } },
    { "reduced",
        { .point = "Sixty spheres that hardly roll come to rest as a small, steep pile; the line shows its "
                   "slope.",
            .speed = 0.36,
            .ending = ss_endingLoop } },
};

extern const showScenario show_spherePile;
const showScenario show_spherePile = {
    .id = "sphere-pile",
    .view = { .point = "Spheres fall on a plate: rolling resistance decides if they pile up, friction how "
                       "steeply.",
        .speed = 1.0,
        .ending = ss_endingGoOn,
        .panes = "height,contacts,energy",
        .camera = { 24.0, 11.0, 1.1 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
