// SPDX-License-Identifier: MIT
#pragma once

#include "sim/rows.h"
#include "slipstick/lab/scenario.h"
#include "slipstick/world.h"

// Rows shared by scenarios with a world: time step, contact solve, and the energy ledger as signals.

#define TOLERANCE_DOC "The contact solver stops when its residual falls below this value."

#define SOLVER_DOC                                                                                           \
    "passes: Gauss-Seidel passes, vectorised for time stepping. The other choices are the solvers of the "   \
    "command `solve`; those that do not honour the law and the resistances are not offered (psor takes the " \
    "relaxed law alone)."

/// Choices of WORLD_LAW_PARAM, in the order of ssWorldLaw.
extern const char* const worldLawNames[3];

enum
{
    worldSchemeMidpoint,
    worldSchemeTheta
};

extern const char* const worldSchemeNames[2];
/// Choices of IMPACTS_PARAM, in the order of ssImpactLaw.
extern const char* const worldImpactNames[2];

// clang-format off
#define WORLD_LAW_PARAM .key = "law", .symbol = "law", .label = "friction law", .unit = "", \
    .group = "numerics", \
    .doc = "coulomb: set-valued friction without dilatancy. relaxed: the convex law, in which sliding " \
    "contacts open to a " \
           "small gap. ellipsoidal: a single bound on force and moments together.", \
    .kind = ss_paramChoice, .max = 2.0, .allowedMax = 2.0, .live = true, .choices = worldLawNames, \
    .choiceCount = 3

#define THETA_PARAM .key = "theta", .symbol = "θ", .label = "Moreau-Jean theta", .unit = "", \
    .group = "numerics", .chosenBy = "scheme", \
    .doc = "Of scheme=theta: weight of the new velocity in the position update. With 1 the energy never "   \
           "rises.",                                                                                    \
    .min = 0.5, .max = 1.0, .allowedMin = 0.5, .allowedMax = 1.0, .defaultValue = 1.0, .live = true

/// After THETA_PARAM; `chosen` is worldSchemeMidpoint or worldSchemeTheta.
#define SCHEME_PARAM( chosen ) .key = "scheme", .symbol = "scheme", .label = "time stepping", .unit = "", \
    .group = "numerics", \
    .doc = "midpoint: of second order; what sticks stays, what spins keeps spinning. theta: Moreau and " \
    "Jean's scheme of the papers, of first order, with the given theta. The relaxed law and compliant " \
    "contacts always use the latter, with theta = 1.", \
    .kind = ss_paramChoice, .max = 1.0, .allowedMax = 1.0, .defaultValue = ( chosen ), .live = true, \
    .choices = worldSchemeNames, .choiceCount = 2

#define IMPACTS_PARAM .key = "impacts", .symbol = "impacts", .label = "impacts of several bodies", \
    .unit = "", .group = "numerics", \
    .doc = "simultaneous: Newton's law at all contacts of a step at once; balls in a row that touch move " \
    "on together. sequential: at one contact after the other until none approaches, as in a cradle or the " \
    "break at billiards. The relaxed law has no restitution.", \
    .kind = ss_paramChoice, .max = 1.0, .allowedMax = 1.0, .live = true, \
    .choices = worldImpactNames, .choiceCount = 2

#define RESTITUTION_PARAM .key = "restitution", .symbol = "e", .label = "restitution", .unit = "", \
    .group = "friction", \
    .doc = "Newton's coefficient of restitution of all contacts. The relaxed law ignores it.", \
    .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0, .live = true

// The window finds this row by its key and shows it beside h.
#define SUBSTEPS_PARAM .key = "substeps", .symbol = "substeps", .label = "substeps", .unit = "", \
    .group = "numerics", \
    .doc = "Number of inner steps that each step of size h is divided into, each with its own collision " \
    "detection and " \
           "contact problem. Iterations are summed over them; the forces and contacts shown are those of " \
           "the last one.", \
    .kind = ss_paramInteger, .min = 1.0, .max = 10.0, .allowedMin = 1.0, .allowedMax = SS_MAX_SUBSTEPS, \
    .defaultValue = 1.0, \
    .live = true
// clang-format on

// The energy ledger as signals that a stacked plot layers; their sum is the energy supplied. Potential energy
// is lowest: it may be negative, and the others are stacked from there.
enum
{
    ledgerPotential,
    ledgerSliding,
    ledgerRolling,
    ledgerSpinning,
    ledgerImpact,
    ledgerNumerics,
    ledgerSupplied,
    ledgerCreated,
    ledgerCount
};

#define KINETIC_SIGNAL( suffix )                                  \
    {                                                             \
        "kinetic_energy" suffix, "kinetic", "J", "kinetic energy" \
    }

// clang-format off
#define LEDGER_SIGNALS( suffix ) \
    { "potential_energy" suffix, "potential", "J", "potential energy" }, \
    { "sliding" suffix, "sliding", "J", "energy dissipated so far by sliding" }, \
    { "rolling" suffix, "rolling", "J", "energy dissipated so far by rolling" }, \
    { "spinning" suffix, "spinning", "J", "energy dissipated so far by spinning" }, \
    { "impact" suffix, "impact", "J", \
        "energy dissipated so far by normal reactions; negative if they added energy, as under the relaxed " \
        "law" }, \
    { "numerics" suffix, "numerical loss", "J", \
        "energy lost so far by the time-stepping scheme; negative if it added energy" }, \
    { "energy_in" suffix, "brought in", "J", \
        "energy at the start plus energy supplied since; the sum of the terms above and the kinetic " \
        "energy" }, \
    { "energy_created" suffix, "created", "J", \
        "energy created so far: minus the sum of the losses that are negative" }

#define LEDGER_LAYERS( suffix ) .unit = "J", .kind = ss_plotStacked, .exact = { "energy_in" suffix }, \
    .created = "energy_created" suffix, .signals = { \
    "potential_energy" suffix, "kinetic_energy" suffix, "sliding" suffix, "rolling" suffix, \
    "spinning" suffix, \
    "impact" suffix, "numerics" suffix }
// clang-format on
