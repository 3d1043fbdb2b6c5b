// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario sliding-disk and its presets.

static const showPreset s_presets[] = {
    { "fig27",
        { .point = "Fig. 27: one launch under four laws. The extended law bends the path most towards the "
                   "grooves, the collinear law not at all.",
            .panes = "direction,chart:reservoir,chart:paths" } },
    { "fig19a",
        { .point = "Fig. 19a: launched at the same angle, the paths have the same shape, and their size "
                   "grows with the square of the speed." } },
    { "fig19b",
        { .point = "Fig. 19b: along and across the grooves the disk slides straight; at every angle between, "
                   "its path bends towards the grooves." } },
    { "pads",
        { .point = "Sec. 5.1: a disk on three pads that also spins slides farther, since each pad spends "
                   "part of its friction on the rotation.",
            .panes = "path,spin" } },
    { "bobsleigh",
        { .point = "Fig. 7b: runners turned 20° to the right. Friction is large across and small along them, "
                   "so the path turns until it follows them.",
            .speed = 0.25,
            .panes = "path,direction,chart:reservoir" } },
    { "xy-table",
        { .point = "Fig. 6: each axis has its own friction. The first one stops at half the time, and the "
                   "path ends straight along the other.",
            .speed = 0.0625,
            .panes = "mode,path,chart:reservoir" } },
    { "fig5",
        { .point = "Fig. 5: slip is normal to an ellipse three times as long as wide: all paths bend "
                   "strongly towards the grooves.",
            .speed = 0.0625 } },
    { "fig7a",
        { .point = "Fig. 7a: for most directions of slip the force stays near a corner of the superellipse, "
                   "so the paths are almost parabolas.",
            .speed = 0.0625 } },
    { "fig8",
        { .point = "Fig. 8: the ellipse of Fig. 5, but the force opposes the velocity: every path is "
                   "straight, only its length depends on the angle.",
            .speed = 0.0625 } },
    { "fig10",
        { .point = "Fig. 10: wedges make C bulge inwards, so that its normal cannot be the direction of "
                   "slip; a second set D gives the direction.",
            .speed = 0.015625 } },
    { "fig11",
        { .point = "Fig. 11a: C sets the size of the force, D the direction of slip. With a rounder D the "
                   "paths bend less than with C alone (dashed).",
            .speed = 0.0625 } },
    { "fig12a",
        { .point = "Fig. 12a: friction is weaker across the grooves, so the path bends away from them; the "
                   "extended law bends it most.",
            .speed = 0.0625 } },
};

extern const showScenario show_slidingDisk;
const showScenario show_slidingDisk = {
    .id = "sliding-disk",
    .view = { .point = "On a ground plate friction depends on the direction, and the path of a disk bends.",
        .speed = 0.04,
        .ending = ss_endingLoop,
        .panes = "chart:paths,chart:reservoir",
        .camera = { 0.0, 69.0, 0.85 } },
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
