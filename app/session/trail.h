// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// Where the bodies have been: their centres at regular steps, for looking at, not part of the simulation.

enum
{
    host_trailBodies = 16, // beyond this a scene is a heap, and trails would hide it
    host_trailPoints = 1024
};

typedef struct hostTrail
{
    ssVec3 points[host_trailBodies][host_trailPoints];
    ssVec3 now[host_trailBodies];
    int bodyCount;
    int64_t sampleCount, stride;
} hostTrail;

void hostTrail_Clear( hostTrail* trail, double h );
void hostTrail_Visit( hostTrail* trail, const ssSim* sim ); // at every step boundary
// A change at this step makes the samples after it another run's.
void hostTrail_Cut( hostTrail* trail, int64_t step );
void hostTrail_Draw( hostTrail* trail, const ssSim* sim, const ssDraw* draw );
