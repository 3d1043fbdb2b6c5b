// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Other engines on the heaps of `slipstick bench world`. Spheres lie in a container of a floor and four walls, with
// sliding, rolling and spinning friction at every contact, and none of them sleeps. An engine that the program was built
// without (Debian: libbullet-dev, libmujoco-dev) is left out. Each run is a process of its own, because an engine ends
// the program when it rejects its input.

typedef struct peerScene
{
    int count;
    double radius, density;    // [m], [kg/m³]
    double width;              // of the container [m]
    double mu, muRoll, muSpin; // the latter two are lengths [m]
    double h;                  // time step [s]
    int iterations;
    int settle, steps;       // steps before and during the measurement
    const double* positions; // three per sphere [m]
} peerScene;

typedef struct peerAnswer
{
    double seconds; // processor time of the fastest step
    int contacts;   // in the last step
    double overlap; // deepest penetration in the last step [m]
} peerAnswer;

/// Returns false when the engine is missing, failed, or took more than `limit` seconds of processor time.
typedef bool peerRun( const peerScene* scene, double limit, peerAnswer* answer );

peerRun bulletRun, mujocoRun;
