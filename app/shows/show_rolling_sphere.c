// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario rolling-sphere and its presets.

static const showPreset s_presets[] = {
    { "fig2",
        { .point = "Fig. 2: with little rolling resistance the sphere rolls 22 m in 18 s and stops, as the "
                   "closed form says.",
            .speed = 2.0,
            .panes = "x,u,omega,energy" } },
    { "fig3a",
        { .point = "Fig. 3a: it rolls without slip; the rolling moment is at its limit and slows it until it "
                   "stops.",
            .speed = 0.5 } },
    { "fig3b",
        { .point = "Fig. 3b: it slides at first; friction slows it and spins it up until slip ends, and it "
                   "rolls on to a stop.",
            .speed = 0.45 } },
    { "fig3c",
        { .point = "Fig. 3c: friction is too weak for the rolling resistance: the sphere turns ever slower, "
                   "stops turning and slides on.",
            .speed = 0.4 } },
    { "billiard",
        { .point = "Massé: the roll Ω_x about the aim makes the slip point sideways; friction bends the path "
                   "until slip ends, then it runs straight.",
            .speed = 0.05,
            .panes = "path,omega_x,slip",
            .camera = { 0.0, 69.0, 0.17 } } },
    { "spin-down",
        { .point = "A sphere that only spins: the moment m_S = μ_s r_N stays at its limit, and the spin "
                   "falls evenly to zero, then stops dead.",
            .speed = 0.45,
            .panes = "spin,m_s,energy",
            .camera = { 24.0, 32.0, 1.0 } } },
    { "tiny", { .speed = 0.25 } },
};

extern const showScenario show_rollingSphere;
const showScenario show_rollingSphere = {
    .id = "rolling-sphere",
    .view = { .point = "Set down too fast or too slow for its spin, a sphere slides, grips, rolls and stops.",
        .speed = 0.25,
        .ending = ss_endingLoop },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
