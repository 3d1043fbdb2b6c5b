// SPDX-License-Identifier: MIT
#pragma once

// Other engines and libraries to measure Slipstick against. Each is a file of cli/bench/peers, compiled only
// if its library is found (peers.cmake); no answer of Slipstick depends on them.

#include "slipstick/problem.h"

// Spheres lie in a container of a floor and four walls, with sliding, rolling and spinning friction
// at every contact, and none of them sleeps. Each run is a process of its own, because an engine
// ends the program when it rejects its input.

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

/// Returns false when the engine failed, or took more than `limit` seconds of processor time.
typedef bool peerRun( const peerScene* scene, double limit, peerAnswer* answer );

peerRun bulletRun, mujocoRun;

// The solvers of Siconos are judged by the same residual as ours.

typedef struct siconosAnswer
{
    const char* solver; ///< "NSGS"; NULL when none reached the tolerance
    double seconds;     ///< processor time of the run that reached it, without setting up its data
    double residual;    ///< judged; the smallest one when none reached the tolerance
} siconosAnswer;

/// Does Siconos load, and accept the problem? It takes dimensions 3 and 5, Coulomb's law with circular
/// bounds, no bilateral rows and no compliance.
bool siconosAccepts( const ssProblem* problem );

/// Runs Gauss-Seidel and all others to a judged residual of `tolerance`, for at most `limit` seconds, each in
/// a process, as some crash; `best` is the fastest of the others.
ssResult siconosRun( const ssProblem* problem, double tolerance, double limit, siconosAnswer* gaussSeidel,
    siconosAnswer* best );

/// The peers of this build; NULL: its library was not found.
typedef struct benchPeers
{
    peerRun *bullet, *mujoco;
    bool ( *siconosAccepts )( const ssProblem* problem );
    ssResult ( *siconosRun )( const ssProblem* problem, double tolerance, double limit,
        siconosAnswer* gaussSeidel, siconosAnswer* best );
} benchPeers;

extern const benchPeers bench_peers;
