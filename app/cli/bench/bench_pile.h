// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// Spheres of gravel in a square container, the scene of `bench world` and `bench threads`.

#define PILE_DIAMETER 0.045 // of a stone of gravel [m]
#define PILE_DENSITY 2028.0 // of gravel [kg/m³]
#define PILE_HEAP 250       // spheres of a heap

extern const ssMaterial pile_gravel;

/// Layers of spheres. Lengths are in diameters.
typedef struct pileLayers
{
    int count, side; ///< number of spheres in all, and along a wall
    double spacing, height, shake;
    bool staggered; ///< each layer lies in the hollows of the one below
} pileLayers;

/// Width of the container [m].
double pileWidth( const pileLayers* layers );

/// A world whose steps make `passes` of Gauss-Seidel each, with room for `contacts` at first.
ssResult pileMakeLayers( const pileLayers* layers, int passes, int contacts, ssWorld** world );

/// Pours a heap of spheres of 20 mm, under a law that all bodies own (NULL: none), and lets it rest for so
/// many steps of 1 ms.
ssResult pileMakeHeap(
    int count, int rest, const ssMaterial* material, const ssLawDef* own, ssLawId* law, ssWorld** world );
