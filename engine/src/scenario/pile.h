// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/world_scenario.h"

// Shared by the piles of spheres and gravel: pouring of grains, table rows, measures of shape.

#define PILE_GRAVITY 9.81 ///< [m/s²]

/// The state of a pile, at the beginning of the state of its scenario.
typedef struct Pile
{
    ssWorld* world;
    int first;          ///< body of the first grain; plate and walls come before it
    int capacity;       ///< grains to be poured in all
    int poured;         ///< grains in the world
    int lost;           ///< grains that left the plate
    double next;        ///< time at which the next grain is due [s]
    double penetration; ///< deepest so far [m]
    int* supported;     ///< scratch: which grains rest on something?
} Pile;

/// Rows of the parameters that the functions below read.
typedef struct PileKeys
{
    int n, diameter, density, mu, muRoll, muSpin, restitution, dropHeight, theta, law, tol, substeps;
} PileKeys;

ssMaterial pileMaterial( const ssSim* sim, const PileKeys* keys );

/// The ssLawFlags of the contacts.
unsigned pileLawFlags( const double* values, const PileKeys* keys );

/// Everything but the solver and its iteration limit. `fixed` is the number of bodies that are not grains.
ssWorldDef pileWorldDef( const ssSim* sim, const PileKeys* keys, int fixed );

/// Creates the world and makes room for the grains. After a refusal the pile is to be destroyed.
ssResult pileCreate( Pile* pile, const ssSim* sim, const PileKeys* keys, const ssWorldDef* def );
void pileDestroy( Pile* pile );
/// Gives the world a changed definition, and all bodies the material of the parameters.
void pileApply( Pile* pile, const ssSim* sim, const PileKeys* keys, const ssWorldDef* def );

// The group of fallen grains. The plate may belong to it too: bodies of one group do not touch.
#define PILE_FALLEN 1u

/// The state of a grain, counted from 0. Returns false if it has left the plate.
bool pileGrain( const Pile* pile, int grain, ssBodyState* body );

/// Is no grain from number `from` on closer to `place` than `distance` [m], centre to centre?
bool pileIsFree( const Pile* pile, int from, ssVec3 place, double distance );

enum
{
    pileSignalN,
    pileSignalContacts,
    pileSignalKinetic,
    pileSignalMaxSpeed,
    pileSignalSumRn,
    pileSignalMaxRt,
    pileSignalMaxMr,
    pileSignalHeight,
    pileSignalMeanHeight,
    pileSignalIterations,
    pileSignalResidual,
    pileSignalCount
};

// clang-format off
#define PILE_SIGNALS( grain ) \
    { "n", grain "s", "", grain "s on the plate or above it" }, \
    { "contacts", "contacts", "", "contacts that carry force" }, \
    { "kinetic_energy", "kinetic", "J", "kinetic energy of all " grain "s" }, \
    { "max_speed", "max |v|", "m/s", "speed of the fastest " grain }, \
    { "sum_r_n", "Σ r_N", "N", "sum of the normal forces" }, \
    { "max_r_t", "max r_T", "N", "largest tangential force" }, \
    { "max_m_r", "max m_R", "N m", "largest rolling moment" }, \
    { "height", "top", "", "top of the highest supported " grain ", in diameters" }, \
    { "mean_height", "mean", "", "mean height of the " grain " centres, in radii" }, \
    { "iterations", "iterations", "", "iterations of the contact solver" }, \
    { "residual", "residual", "", "residual of the contact problem" }

#define PILE_HEIGHT_PLOT .id = "height", .title = "height of the top, in diameters", .unit = "", \
    .signals = { "height" }
#define PILE_MEAN_HEIGHT_PLOT .id = "mean_height", .title = "mean height, in radii", .unit = "", \
    .signals = { "mean_height" }
#define PILE_KINETIC_PLOT .id = "kinetic_energy", .title = "kinetic energy", .unit = "J", \
    .signals = { "kinetic_energy" }
#define PILE_NORMAL_PLOT .id = "sum_r_n", .title = "normal forces", .unit = "N", .signals = { "sum_r_n" }
#define PILE_TANGENTIAL_PLOT .id = "max_r_t", .title = "largest tangential force", .unit = "N", \
    .signals = { "max_r_t" }
#define PILE_ROLLING_PLOT .id = "max_m_r", .title = "largest rolling moment", .unit = "N m", \
    .signals = { "max_m_r" }
#define PILE_ITERATIONS_PLOT .id = "iterations", .title = "solver iterations", .unit = "", \
    .signals = { "iterations" }
#define PILE_RESIDUAL_PLOT .id = "residual", .title = "residual", .unit = "", .signals = { "residual" }
// clang-format on

/// Are all signals of a step of h finite? The world itself checks poses and velocities.
bool pileIsFinite( const Pile* pile, const ssWorldReport* report, double h );

/// Fills the rows of PILE_SIGNALS except the kinetic energy and the height.
void pileFillSignals( const Pile* pile, double diameter, double* row );

enum
{
    pileMeasureHeight,
    pileMeasureMeanHeight,
    pileMeasureBottomRadius,
    pileMeasureContacts,
    pileMeasureMaxPenetration,
    pileMeasureKinetic,
    pileMeasureLost,
    pileMeasureCount
};

// clang-format off
#define PILE_MEASURES( grain, bottom ) \
    { "height", "", "top of the highest supported " grain ", in diameters" }, \
    { "mean_height", "", "mean height of the " grain " centres, in radii" }, \
    { "bottom_radius", "", bottom }, \
    { "contacts", "", "contacts that carry force" }, \
    { "max_penetration", "m", "deepest penetration so far" }, \
    { "kinetic_energy", "J", "kinetic energy of all " grain "s" }, \
    { "lost", "", grain "s that left the plate" }
// clang-format on

/// One of the measures above, except the bottom radius, from a row of signals.
double pileMeasure( const Pile* pile, const double* row, int measure );

/// The place of number i on the plate; false if number i does not lie there.
typedef bool PilePlace( const void* state, const ssSim* sim, int i, ssVec2* place );

/// Mean distance of the places 0 … count - 1 from their centroid, in diameters; NAN if there are none.
double pileMeanRadius( const void* state, const ssSim* sim, int count, PilePlace* place, double diameter );

/// Which grains rest on the plate or on such grains, and do not collide in the air or at height `source` [m]?
void pileFindSupported( const Pile* pile, double diameter, double source );

/// The slope of a heap: the line through the tops of its rings.
typedef struct PileSlope
{
    ssVec2 centre; ///< [m]
    double radius; ///< of the base [m]
    double angle;  ///< [deg]
    double apex;   ///< height of the line over the centre [m]
} PileSlope;

/// How a slope is fitted [diameters].
typedef struct PileFit
{
    double base; ///< base radius from which a slope is measured
    double ring; ///< least width of a ring
} PileFit;

extern const PileFit pileGravelFit; ///< of a heap of thousands: the measured angle of repose
extern const PileFit pileSmallFit;  ///< of a hundred grains, which make few rings

/// False while there are too few supported grains.
bool pileFindSlope( const Pile* pile, double diameter, const PileFit* fit, PileSlope* slope );

/// The line of the slope on both sides of the heap, with its angle.
void pileDrawSlope( const PileSlope* slope, double diameter, const ssDraw* out );

/// Angle of repose [deg]: of the line through the tops of rings between 20 and 80% of the base radius, within
/// which nine tenths of the supported grains lie. NAN if there are too few of them.
double pileReposeAngle( const Pile* pile, double diameter );

/// The law beside the sliders of mu, drop height and density; other parameters leave the text alone.
void pileExplain( const ssSim* sim, const PileKeys* keys, int param, double value, char* text, int capacity );
