// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario facet-fan and its presets.

static const showPreset s_presets[] = {
    { "hexagon",
        { .point = "A hexagon instead of the friction disc: pucks launched alike stop on a hexagon inside "
                   "the true circle, up to 13% too early." } },
    { "square",
        { .point = "With four sides the paths bend towards the axes, and friction along the diagonal is 41% "
                   "too strong: a diamond, not a circle." } },
    { "octagon",
        { .point = "Eight sides come close to the disc: no puck stops more than 8% too early. Turning the "
                   "polygon turns the error." } },
    { "inscribed",
        { .point = "Stewart & Trinkle put the polygon inside the disc: friction is too weak, and the pucks "
                   "slide beyond the true circle." } },
    { "circle",
        { .point = "At acceleration level the polygon matters at rest only: even with four sides the pucks "
                   "stop on the true circle." } },
};

extern const showScenario show_facetFan;
const showScenario show_facetFan = {
    .id = "facet-fan",
    .view = { .point = "Pucks show what becomes of friction if its disc is replaced by a polygon.",
        .speed = 0.125,
        .ending = ss_endingLoop,
        .formula = "v0",
        .panes = "speed,chart:rose",
        .camera = { 0.0, 69.0, 0.9 } },
    .noContacts =
        "its pucks are solved one by one as accelerations or velocities of points, not as contacts of bodies",
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
