// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario belt and its presets.

static const showPreset s_presets[] = {
    { "fig17",
        { .point = "Fig. 17: steady sliding is unstable. The mass leaves its equilibrium (cross) and ends in "
                   "a cycle of stick and slip.",
            .speed = 16.0 } },
    { "fig16",
        { .point = "Fig. 16: the equilibrium is unstable for belts between 44° and 76°; at 60° the mass "
                   "leaves it at once.",
            .panes = "position,path,chart:bifurcation" } },
    { "stable30",
        { .point = "Outside the unstable range: pushed 8 m aside, the mass sticks and slips a few times, "
                   "then slides, up to a small swing that stays.",
            .panes = "position,path,chart:dial" } },
    { "stable85",
        { .point = "Beyond the unstable range: pushed 8 m aside, the mass creeps back across the belt, "
                   "because friction damps that motion.",
            .speed = 32.0,
            .panes = "position,path,chart:dial",
            .camera = SHOW_CAMERA_TOP } },
    { "fast16",
        { .point = "A belt at 16 m/s is too fast to catch the mass: it ends in a cycle that slides all the "
                   "time.",
            .panes = "position,path,velocity",
            .camera = SHOW_CAMERA_TOP } },
    { "associated",
        { .point = "Theorem 1: with slip normal to C itself, no belt direction is unstable: the mass returns "
                   "from 8 m, up to a small swing.",
            .camera = SHOW_CAMERA_TOP } },
};

extern const showScenario show_belt;
const showScenario show_belt = {
    .id = "belt",
    .view = { .point = "In some belt directions steady sliding is unstable, although friction does not fall "
                       "with speed.",
        .speed = 8.0,
        .ending = ss_endingGoOn,
        .formula = "phi_deg",
        .panes = "position,path,chart:reservoir",
        .camera = { 0.0, 69.0, 1.3 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
