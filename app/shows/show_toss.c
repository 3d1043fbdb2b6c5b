// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario toss and its presets.

static const showPreset s_presets[] = {
    { "cube",
        { .point = "The numbers were found on 100 measured tosses of a real cube, whose centre of mass is "
                   "about 6 mm off its middle." } },
    { "rigid", { .point = "The same cube and throw with rigid contacts and Newton's restitution." } },
    { "sphere",
        { .point = "Its backspin outlives its flight: after a few bounces the ball comes back.",
            .speed = 0.5,
            .panes = "xy,spin,z,energy" } },
    { "coin", { .point = "A coin lands on its rim, wobbles and settles on a face.", .speed = 0.5 } },
    { "capsule",
        { .point = "It strikes with one cap, then with the other, and comes to rest on its side." } },
};

extern const showScenario show_toss;
const showScenario show_toss = {
    .id = "toss",
    .view = { .point = "A body is thrown onto the ground and tumbles, bounces, slides and rolls to rest.",
        .speed = 0.2,
        .ending = ss_endingLoop,
        .panes = "z,spin,energy",
        .camera = { 24.0, 14.0, 1.5 },
        .focusOnly = true,
        .solidTrails = true },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
