// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario rolling-cylinder and its presets.

static const showPreset s_presets[] = {
    { "fig2",
        { .point = "Fig. 2: from rest, the resistance of the soft ground rises to a maximum at 1.2 m/s, then "
                   "falls.",
            .speed = 32.0,
            .panes = "v,force,chart:terms" } },
    { "fig3",
        { .point = "Fig. 3: a little above the unstable speed, it runs away to the fast stable one, not to "
                   "the slow one.",
            .speed = 32.0,
            .panes = "v,chart:force,chart:potential" } },
    { "fig4",
        { .point = "Fig. 4: as the plane tilts, the speed follows its branch to a fold and jumps; on the way "
                   "back, at another slope.",
            .panes = "v,alpha_deg,chart:bifurcation" } },
    { "fig5-slow",
        { .point =
                "Fig. 5, left: below the bistable slopes, noise keeps the cylinder about its slow speed." } },
    { "fig5-bistable",
        { .point = "Fig. 5, middle: noise makes the cylinder jump between its two stable speeds; the "
                   "histogram grows two peaks." } },
    { "fig5-fast",
        { .point = "Fig. 5, right: above the bistable slopes, noise keeps the cylinder about its fast "
                   "speed." } },
    { "soft-rubber",
        { .point = "Strong gusts throw the cylinder out of the shallow slow well into the deep fast one, "
                   "where it stays.",
            .speed = 256.0,
            .panes = "v,chart:density,chart:potential" } },
    { "hysteresis",
        { .point = "The softer ground of Fig. 5, without noise: the speed jumps up at a steeper slope than "
                   "down.",
            .panes = "v,alpha_deg,chart:bifurcation" } },
};

extern const showScenario show_rollingCylinder;
const showScenario show_rollingCylinder = {
    .id = "rolling-cylinder",
    .view = { .point = "On soft ground a cylinder has two stable speeds at one slope: a slow and a fast one.",
        .speed = 1024.0,
        .ending = ss_endingGoOn,
        .formula = "alpha_deg",
        .panes = "v,chart:density,chart:potential",
        .camera = { 14.0, 12.0, 1.0 } },
    .noContacts = "its contact is an area of springs and dampers, not a point",
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
