// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario painleve-rod and its presets.

static const showPreset s_presets[] = {
    { "onto",
        { .point = "The end slides freely until the ground is rough. There no finite force lets it slide on: "
                   "it stops at once, although nothing strikes." } },
    { "jump",
        { .point = "No finite force lets the end slide on: it stops at once, although nothing strikes, and "
                   "the rod tips over it." } },
    { "rougher",
        { .point = "More friction changes nothing: the impulse that stops the end lies within both cones, so "
                   "the rod goes on as it does with μ = 1.5." } },
    { "below",
        { .point = "Below 4/3 sliding is possible at any angle: a large but finite force slows the end down "
                   "within many steps." } },
    { "pulled",
        { .point = "Here the end follows the rod, and friction lifts it: it slides on, however rough the "
                   "ground is." } },
};

extern const showScenario show_painleveRod;
const showScenario show_painleveRod = {
    .id = "painleve-rod",
    .view = { .point = "A rod on rough ground: where friction is too large for any finite force, it jumps.",
        .speed = 0.0625,
        .ending = ss_endingStop,
        .formula = "mu",
        .panes = "slip,energy,chart:paradox",
        .camera = { 8.0, 10.0, 1.1 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
