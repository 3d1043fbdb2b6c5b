// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario gravel-pile and its presets.

static const showPreset s_presets[] = {
    { "fig10",
        { .point = "Fig. 10: without rolling resistance the stones run apart and fill the container as a "
                   "flat layer.",
            .speed = 0.3 } },
    { "fig11",
        { .point = "Fig. 11: the same stones with a rolling and spinning resistance of 10 mm pile up to a "
                   "heap with a slope.",
            .speed = 0.25 } },
    { "heap",
        { .point = "Rolling resistance makes round stones heap up like gravel. Drag μ_r to 0 while they "
                   "pour: the heap runs apart." } },
    { "faceted",
        { .point = "Faceted stones heap up without any rolling resistance. For round stones, rolling "
                   "resistance stands in for the facets.",
            .speed = 0.3 } },
};

extern const showScenario show_gravelPile;
const showScenario show_gravelPile = {
    .id = "gravel-pile",
    .view = { .point = "Poured gravel: round stones make a layer; rolling resistance makes them a heap.",
        .speed = 0.4,
        .ending = ss_endingGoOn,
        .panes = "repose_angle_deg,height,energy,contacts",
        .camera = { 24.0, 13.0, 1.0 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
