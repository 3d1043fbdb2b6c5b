// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// Where the bodies have been: their centres at regular steps, for looking at, not part of the simulation.

enum
{
    session_trailBodies = 16, // beyond this a scene is a heap, and trails would hide it
    session_trailPoints = 1024
};

typedef struct sessionTrail
{
    ssVec3 points[session_trailBodies][session_trailPoints];
    ssVec3 now[session_trailBodies];
    int bodyCount;
    int64_t sampleCount, stride;
} sessionTrail;

void sessionTrail_Clear( sessionTrail* trail, double h );
void sessionTrail_Visit( sessionTrail* trail, const ssSim* sim ); // at every step boundary
// A change at this step makes the samples after it another run's.
void sessionTrail_Cut( sessionTrail* trail, int64_t step );
void sessionTrail_Draw( sessionTrail* trail, const ssSim* sim, const ssDraw* draw );
