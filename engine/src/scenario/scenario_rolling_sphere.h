// SPDX-License-Identifier: MIT
#pragma once

#include "model/sphere_exact.h"
#include "scenario/world_scenario.h"

// The state of scenario `rolling-sphere`, shared by the files of its table and motion and of its picture.

#define PLANE_BODY 0
#define SPHERE_BODY 1

enum
{
    sphereKeyMu,
    sphereKeyMuRoll,
    sphereKeyMuSpin,
    sphereKeyRestitution,
    sphereKeyRadius,
    sphereKeyDensity,
    sphereKeyU0,
    sphereKeyOmega0,
    sphereKeyOmegaX0,
    sphereKeySpin0,
    sphereKeyV0Y,
    sphereKeyV0Z,
    sphereKeyIncline,
    sphereKeyGravity,
    sphereKeyTheta,
    sphereKeyScheme,
    sphereKeyTol,
    sphereKeyLaw,
    sphereKeyCount
};

/// The present state of the sphere.
typedef struct Ball
{
    double x, y, gap; // [m]; the centre is at the height gap + R
    ssVec3 velocity, omega;
    double force[3];  // mean reaction over the last step: r_N, r_T1, r_T2 [N]
    double moment[3]; // m_R1, m_R2, m_N [N m]
    ssContactMode mode;
} Ball;

typedef struct RollingSphere
{
    ssWorld* world;
    ssSphereModel model;
    Ball sphere;
    ssSphereExact exact;
    WorldLaw typed;                  // the law of the plane, if there is one
    double incline;                  // [rad]
    double xMax, stopTime, maxError; // [m], [s], [m]; NAN where undefined
} RollingSphere;

/// The rows of LEDGER_SIGNALS, potential from rest on the plane; returns the kinetic energy.
double sphereFillLedger( const RollingSphere* s, double* ledger );

ssCone sphereCone( const ssSim* sim );
bool sphereUses( const ssSim* sim, int param );

void sphereDraw( const void* state, const ssSim* sim, const ssDraw* out );
void sphereExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
