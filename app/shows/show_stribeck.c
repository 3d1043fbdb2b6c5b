// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario stribeck and its presets.

static const showPreset s_presets[] = {
    { "stick-slip",
        { .point = "The belt carries the block along until the spring tears it loose; it slips back and is "
                   "caught again." } },
    { "growth",
        { .point = "Friction that falls with speed feeds the oscillation: it grows until the block is as "
                   "fast as the belt and sticks.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth" } },
    { "stable",
        { .point = "Above the critical speed friction hardly falls any more: the dashpot wins, and the swing "
                   "slowly decays.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth",
            .camera = { 24.0, 17.0, 1.0 } } },
    { "step",
        { .point = "With one coefficient at rest and a smaller one while sliding, the cycle (dashed) has a "
                   "closed form.",
            .panes = "x,phase,chart:cycle" } },
};

extern const showScenario show_stribeck;
const showScenario show_stribeck = {
    .id = "stribeck",
    .view = { .point = "Friction that falls with speed makes a block on a slow belt stick and slip.",
        .speed = 2.0,
        .ending = ss_endingGoOn,
        .formula = "damping",
        .panes = "x,r_t,chart:characteristic",
        .camera = { 24.0, 17.0, 1.25 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
