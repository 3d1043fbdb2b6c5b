// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"
#include "slipstick/world.h"

// What scenarios played by a world have in common.

/// One step of the sim's size; whoever listens to the sim's stages hears the world's.
ssWorldReport worldStep( ssWorld* world, const ssSim* sim );

/// The outcome of a step; `sound` false: a number the scenario shows has left the range.
ssStepReport worldStepReport( const ssWorld* world, const ssWorldReport* report, bool sound );

/// All bodies are of this material from now on.
void worldSetMaterials( ssWorld* world, const ssMaterial* material );

/// Could such a body be added? What cannot be is refused when a run begins, not when its turn comes.
ssResult worldTryBody( const ssWorldDef* def, const ssBodyDef* body );

/// A square plate around the origin, instead of ground without end.
void worldDrawPlate( const ssDraw* out, double half );

/// Bodies and contacts of a world whose bounds and ground the scenario has drawn itself.
void worldDrawRest( const ssWorld* world, const ssDraw* out, uint32_t flags );

// The world's inner steps as a parameter. The window finds it by its key and shows it beside h.
// clang-format off
#define SUBSTEPS_PARAM .key = "substeps", .symbol = "n_h", .label = "substeps", .unit = "", .group = "numerics", \
    .doc = "Inner steps that each step of size h divides into, with collisions and a contact problem of their own. Iterations " \
           "are summed over them; forces and contacts shown are those of the last.", \
    .kind = ss_paramInteger, .min = 1.0, .max = 10.0, .allowedMin = 1.0, .allowedMax = SS_MAX_SUBSTEPS, .defaultValue = 1.0, \
    .live = true
// clang-format on

/// Sums over the contacts that carry force.
typedef struct worldLoads
{
    double contacts, sumNormal, maxTangential, maxRolling; // [-], [N], [N], [N m]
} worldLoads;

worldLoads worldSumLoads( const ssWorld* world );

// The energy ledger as signals: `kinetic_energy` and these rows, layers of one stacked plot. What was brought in is what
// all layers add up to. Potential energy lies lowest: it may be negative, and the others then stand on its floor.
enum
{
    bookPotential,
    bookSliding,
    bookRolling,
    bookSpinning,
    bookImpact,
    bookNumerics,
    bookBroughtIn,
    bookCount
};

#define KINETIC_SIGNAL( suffix )                                  \
    {                                                             \
        "kinetic_energy" suffix, "kinetic", "J", "kinetic energy" \
    }

// clang-format off
#define BOOK_SIGNALS( suffix ) \
    { "potential_energy" suffix, "potential", "J", "potential energy" }, \
    { "sliding" suffix, "sliding", "J", "lost so far by sliding" }, \
    { "rolling" suffix, "rolling", "J", "lost so far by rolling" }, \
    { "spinning" suffix, "spinning", "J", "lost so far by spinning" }, \
    { "impact" suffix, "impact", "J", "lost so far by impacts" }, \
    { "numerics" suffix, "numerics", "J", "lost so far by the scheme itself; negative where it added energy" }, \
    { "energy_in" suffix, "brought in", "J", "energy at the start and brought in since: what all parts add up to" }

#define BOOK_LAYERS( suffix ) .unit = "J", .kind = ss_plotStacked, .exact = { "energy_in" suffix }, .signals = { \
    "potential_energy" suffix, "kinetic_energy" suffix, "sliding" suffix, "rolling" suffix, "spinning" suffix, \
    "impact" suffix, "numerics" suffix }
// clang-format on

/// The seven rows of BOOK_SIGNALS; potential energy counts from `datum` [J]. Returns the kinetic energy.
double worldFillBooks( const ssWorld* world, double datum, double* row );

/// The law beside the sliders of a pile of spheres of this radius [m].
typedef enum pileWord
{
    pileAngle, // the angle of friction
    pileStrike,
    pileMass,
} pileWord;

void pileExplain( pileWord word, double value, double radius, char* text, int capacity );
