// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"
#include "slipstick/world.h"

// What scenarios played by a world have in common.

/// The outcome of a step; `sound` false: a number the scenario shows has left the range.
ssStepReport worldStepReport( const ssWorldReport* report, bool sound );

/// All bodies are of this material from now on.
void worldSetMaterials( ssWorld* world, const ssMaterial* material );

/// Could such a body be added? What cannot be is refused when a run begins, not when its turn comes.
ssResult worldTryBody( const ssWorldDef* def, const ssBodyDef* body );

/// A square plate around the origin, instead of ground without end.
void worldDrawPlate( const ssDraw* out, double half );

/// Bodies and contacts of a world whose bounds and ground the scenario has drawn itself.
void worldDrawRest( const ssWorld* world, const ssDraw* out, uint32_t flags );

/// Sums over the contacts that carry force.
typedef struct worldLoads
{
    double contacts, sumNormal, maxTangential, maxRolling; // [-], [N], [N], [N m]
} worldLoads;

worldLoads worldSumLoads( const ssWorld* world );

/// The law beside the sliders of a pile of spheres of this radius [m].
typedef enum pileWord
{
    pileRatio, // a length over the radius
    pileAngle, // the angle of friction
    pileStrike,
    pileMass,
} pileWord;

void pileExplain( pileWord word, const char* symbol, double value, double radius, char* text, int capacity );
