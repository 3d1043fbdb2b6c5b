// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario playground and its presets.

static const showPreset s_presets[] = {
    { "mix",
        { .point = "Everything falls and comes to a real rest. Pull a body with the mouse, raise tilt α "
                   "until it slides, or choose another ground.",
            .panes = "pull,kinetic_energy,energy" } },
    { "grooves",
        { .point = "The boxes do not slide straight downhill: their trails turn to the grooves, along which "
                   "friction is four times smaller than across.",
            .speed = 0.1,
            .camera = { 0.0, 69.0, 0.85 } } },
    { "creep",
        { .point = "A smooth friction law never sticks: at 20° the boxes creep, where Coulomb's law holds "
                   "them. Choose ground = coulomb to see.",
            .speed = 4.0 } },
    { "bounce",
        { .point = "A tower of balls falls over; they bounce off the table, the wall and each other with e = "
                   "0.8. The plot shows where the energy goes.",
            .speed = 0.25 } },
    { "cylinders",
        { .point = "At 28°, tan α is just larger than μ = 0.5, and the cylinders slide. Lower tilt α to 26°: "
                   "friction stops and holds them.",
            .speed = 0.25 } },
};

extern const showScenario show_playground;
const showScenario show_playground = {
    .id = "playground",
    .view = { .point = "A table to play on: pull bodies with the mouse, tilt it, add more, change the "
                       "ground's law.",
        .speed = 1.0,
        .ending = ss_endingGoOn,
        .panes = "kinetic_energy,energy,contacts",
        .focusOnly = true,
        .solidTrails = true },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
