// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario mode-coupling and its presets.

static const showPreset s_presets[] = {
    { "flutter",
        { .point = "Friction couples vertical and horizontal motion: above μ = 0.68 both modes share one "
                   "frequency, and the mass circles ever wider.",
            .speed = 5.5 } },
    { "stable",
        { .point = "Below the threshold there are two frequencies: the motion beats between them but does "
                   "not grow.",
            .panes = "x,path,chart:frequencies" } },
    { "heavy-belt",
        { .point = "A heavy belt must be moved as well, and shifts the threshold from 0.68 to 0.76; at μ = "
                   "1.2 the motion grows until the mass sticks.",
            .camera = { 14.0, 8.0, 0.8 } } },
    { "chatter",
        { .point = "On a fast belt the motion grows until the mass leaves the belt, flies, and lands on it "
                   "again.",
            .speed = 4.0,
            .panes = "path,x,r" } },
};

extern const showScenario show_modeCoupling;
const showScenario show_modeCoupling = {
    .id = "mode-coupling",
    .view = { .point = "Friction with a constant coefficient couples two modes: where they merge, the motion "
                       "grows.",
        .speed = 8.0,
        .ending = ss_endingGoOn,
        .formula = "mu",
        .panes = "path,x,chart:frequencies",
        .camera = { 14.0, 8.0, 0.95 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
