// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/pyramid.h"
#include "slipstick/lab/scenario.h"

// The state of scenario `facet-fan`, shared by the files of its table and motion and of its picture.

#define FAN_GRAVITY 9.81 // [m/s²]
#define FAN_MASS 1.0     // of a puck [kg]

enum
{
    fanPuckMax = 40,
    fanPathMax = 64 // points of a recorded path; a path that is full keeps every other one
};

enum
{
    fanKeyK,
    fanKeyFacet,
    fanKeyPhantomInertia,
    fanKeyMu,
    fanKeyV0,
    fanKeyHeadings,
    fanKeyModel,
    fanKeyLevel,
    fanKeyCount
};

enum
{
    fanModelAcceleration,
    fanModelForce,
    fanModelCone,
    fanModelCount
};

enum
{
    fanLevelVelocity,
    fanLevelAcceleration
};

typedef struct FacetFan
{
    int count;
    ssVec2 x[fanPuckMax], v[fanPuckMax]; // [m], [m/s]
    // The paths so far: positions of all pucks every `pathStride` steps, saved but not part of the hash.
    int pathCount, pathStride;
    int pathWait; // steps since the last recorded point
    ssVec2 paths[fanPathMax][fanPuckMax];
    ssPyramidSolver* solver; // working memory, not part of the state
} FacetFan;

/// Angle of e_1 [rad].
double fanFacetAngle( const ssSim* sim );

/// The path from velocity `v` to rest under the polygon, in closed form: between two facet normals the force
/// is that of the corner, coordinates along both normals fall alike until one is zero, and the puck stops
/// along the other.
ssVec2 fanRemainingPath( int model, int k, double angle, double muG, ssVec2 v );

void fanDraw( const void* state, const ssSim* sim, const ssDraw* out );
void fanDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void fanExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
