// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/pyramid.h"
#include "slipstick/lab/scenario.h"

// The state of scenario `pushed-block`, shared by the files of its table and motion and of its picture.

#define BLOCK_GRAVITY 9.81    // [m/s²]
#define BLOCK_HALF_SIDE 0.25  // [m]
#define BLOCK_HALF_HEIGHT 0.1 // [m]

enum
{
    blockContactMax = 4
};

enum
{
    blockKeyK,
    blockKeyFacet,
    blockKeyPhantomInertia,
    blockKeyMu,
    blockKeyMuKinetic,
    blockKeyMass,
    blockKeyContacts,
    blockKeyPush,
    blockKeyPushAngle,
    blockKeyPushRate,
    blockKeyPushTurnRate,
    blockKeyCount
};

typedef struct PushedBlock
{
    int contacts;
    double mass;
    double x[3], v[3]; // x, y, yaw [m, m, rad] and their rates

    // The solution of Eq. 8 at this time.
    double a[3];
    double normal[blockContactMax], tangent[2 * blockContactMax];
    double kappaPlus[blockContactMax * SS_PYRAMID_MAX_DIRECTIONS],
        kappaMinus[blockContactMax * SS_PYRAMID_MAX_DIRECTIONS];
    double sigmaPlus[SS_PYRAMID_MAX_DIRECTIONS], sigmaMinus[SS_PYRAMID_MAX_DIRECTIONS];
    int mode, k;
    double push[2];

    // Diagnosis of the lead matrix with the present parameters.
    int rank, defect;
    double condition, nearest; // condition number; nearest phantom inertia with a singular matrix [kg]
    ssPyramidSolver* solver;   // working memory, not part of the state
} PushedBlock;

/// Contact i relative to the centre, in world axes [m].
ssVec2 blockFoot( const PushedBlock* s, int i );

/// Angle of e_1 [rad].
double blockFacetAngle( const ssSim* sim );

/// Friction along x and y and normal force, summed over all contacts [N].
void blockSumForces( const PushedBlock* s, double sum[3] );

void blockDraw( const void* state, const ssSim* sim, const ssDraw* out );
void blockDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void blockExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
