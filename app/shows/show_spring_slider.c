// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario spring-slider and its presets.

static const showPreset s_presets[] = {
    { "stick-slip",
        { .point = "k = k_c/2: the contact heals while the spring loads it, then the block slips within a "
                   "hundredth of a second. An earthquake in the laboratory." } },
    { "oscillating",
        { .point = "k = k_c: the disturbance neither grows nor decays, and the block creeps slower and "
                   "faster in turn.",
            .speed = 64.0,
            .panes = "speed,force,chart:phase" } },
    { "stable",
        { .point = "k = 1.6 k_c: the disturbance spirals back to steady sliding at V. Now change V by a "
                   "factor of ten.",
            .speed = 32.0,
            .panes = "speed,growth,chart:phase" } },
    { "slip-law",
        { .point = "Ruina's slip law does not heal at rest, and yet the soft spring makes the block stick "
                   "and slip." } },
    { "lugre",
        { .point = "The block of Canudas de Wit et al.: bristles hold it until the spring reaches the static "
                   "friction of 1.5 N.",
            .speed = 4.0,
            .panes = "x,force,u" } },
};

extern const showScenario show_springSlider;
const showScenario show_springSlider = {
    .id = "spring-slider",
    .view = { .point = "Below a critical stiffness of the spring, friction that remembers sticks and slips.",
        .speed = 256.0,
        .ending = ss_endingGoOn,
        .formula = "stiffness",
        .panes = "speed,force,chart:phase",
        .camera = { 18.0, 17.0, 1.2 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
