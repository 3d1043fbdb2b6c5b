// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Other engines on our heaps: the other side of `slipstick bench world`. Spheres lie in a container of a floor and four
// walls, sliding, rolling and spinning friction at every contact, nothing sleeps. Where the program was built without an
// engine (Debian: libbullet-dev, libmujoco-dev) that side is missing. Each run is a process of its own: an engine that
// does not like its input ends the program.

typedef struct peerScene
{
    int count;
    double radius, density; // [m], [kg/m³]
    double width;           // of the container [m]
    double mu, muRoll, muSpin;
    double h; // [s]
    int iterations;
    int settle, steps;       // steps before the clock starts, and after
    const double* positions; // three per sphere [m]
} peerScene;

typedef struct peerAnswer
{
    double seconds; // of processor time: the fastest step
    int contacts;   // of the last step
    double overlap; // deepest of the last step [m]
} peerAnswer;

/// False when the engine is not there or did not get through within `limit` seconds of processor time.
typedef bool peerRun( const peerScene* scene, double limit, peerAnswer* answer );

peerRun bulletRun, mujocoRun;
