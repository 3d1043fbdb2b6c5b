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
    // The paths so far, for the picture: positions of all pucks after every `pathStride` steps, the first at
    // the start. They are saved with the state, but do not affect the next step and are no part of its hash.
    int pathCount, pathStride;
    int pathWait; // steps since the last recorded point
    ssVec2 paths[fanPathMax][fanPuckMax];
    ssPyramidSolver* solver; // working memory, not part of the state
} FacetFan;

/// Angle of e_1 [rad].
double fanFacetAngle( const ssSim* sim );

/// The path of a puck from velocity `v` to rest under the polygon, in closed form. Since -u lies in the
/// normal cone of the polygon at the force, a velocity between two facet normals meets the force of the
/// corner: its coordinates along both normals fall at the same rate until one of them is zero, and the puck
/// stops along the other normal.
ssVec2 fanRemainingPath( int model, int k, double angle, double muG, ssVec2 v );

void fanDraw( const void* state, const ssSim* sim, const ssDraw* out );
void fanDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void fanExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
