// SPDX-License-Identifier: MIT
#include "shows/shows.h"

// How a window presents the scenario tribometer and its presets.

static const showPreset s_presets[] = {
    { "fig23",
        { .point = "Fig. 23 (synthetic): on an isotropic surface the tangential force is constant, the "
                   "radial one zero, and the forces trace a circle." } },
    { "fig24",
        { .point = "Fig. 24 (synthetic, Table 1): as the disk turns, the force wanders along the reservoir "
                   "C; slip is normal to another set, D." } },
    { "fig25",
        { .point = "Fig. 25 (synthetic): friction is largest along the grooves, so C and D are elongated "
                   "along e_T2.",
            .speed = 1.0 } },
    { "clean",
        { .point = "Without noise the fits return exactly the superellipses of the virtual material." } },
    { "crosstalk",
        { .point = "Each channel leaks a tenth into the others, and nobody corrects it: the identified C is "
                   "12% too large (dotted: the true one)." } },
};

extern const showScenario show_tribometer;
const showScenario show_tribometer = {
    .id = "tribometer",
    .view = { .point = "A disk turns under a pin, and the forces on the pin trace the sets C and D of its "
                       "friction.",
        .speed = 2.0,
        .ending = ss_endingGoOn,
        .formula = "normal_force",
        .panes = "chart:sets,chart:forces",
        .camera = { -22.0, 30.0, 1.25 } },
    .noContacts = "its forces are those of a measurement",
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
};
