// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario guideway and its presets.

static const showPreset s_presets[] = {
    { "fig8",
        { .point = "Fig. 8: the drive needs the 7.75 N of the formula, ζ F_y for the balls and S for the "
                   "seals. Balls follow at half the speed." } },
    { "fig8-no-seal",
        { .point = "Fig. 8: without seals only the rolling friction of the balls is left: ζ F_y = 2.45 N "
                   "moves a load of 490 N." } },
    { "raceway45",
        { .point = "Rows at 45° press the upper balls √2 times as hard as the load, so the drive needs 8.765 "
                   "N; the lower rows run free.",
            .camera = { 38.0, 20.0, 0.95 } } },
    { "preload",
        { .point = "Rows pressed against each other with 20 N per ball: all four carry, and below 509 N the "
                   "load does not change the resistance.",
            .camera = { 38.0, 20.0, 0.95 } } },
    { "stick",
        { .point = "7 N is less than the 7.75 N of the formula: the carriage does not move. Raise F_max "
                   "beyond it, and it runs.",
            .panes = "force_x,velocity,chart:resistance" } },
};

extern const showScenario show_guideway;
const showScenario show_guideway = {
    .id = "guideway",
    .view = { .point = "A carriage of 10 kg runs on balls of 1 g; their rolling friction is what the drive "
                       "must overcome.",
        .speed = 0.05,
        .ending = ss_endingGoOn,
        .formula = "load",
        .camera = { 38.0, 20.0, 1.1 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
