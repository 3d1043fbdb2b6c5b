// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario rolling-disk and its presets.

static const showPreset s_presets[] = {
    { "coulomb",
        { .point = "Sec. 6.1: Coulomb's law keeps its disk on the ground; under the relaxed law it rides on "
                   "a gap. Both stop at the same line." } },
    { "relaxed",
        { .point = "Sec. 6.1: the relaxed law lifts its disk by h ρ |ω|; the gap closes as it slows, and "
                   "both disks stop at the same line.",
            .twin = "law=coulomb" } },
    { "slips",
        { .point = "Both slide at first and are spun up until they roll; while it slides, the relaxed disk "
                   "rides high.",
            .speed = 0.25,
            .panes = "gap,rim,x,energy" } },
};

extern const showScenario show_rollingDisk;
const showScenario show_rollingDisk = {
    .id = "rolling-disk",
    .view = { .point = "Two disks roll to rest, one under Coulomb's law, one under its convex relaxation.",
        .speed = 1.0, // it stands at its line from 7.14 s on
        .ending = ss_endingStop,
        .formula = "law",
        .panes = "gap,x,v,energy",
        .camera = { 46.0, 8.0, 1.05 },
        .twin = "law=relaxed" },
    .drawsOther = true,
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
