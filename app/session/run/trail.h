// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// The centres of the bodies at regular steps, only to look at: not part of the simulation's state.

enum
{
    session_trailBodies = 16,  // a scene with more bodies is a heap, which trails would hide
    session_trailPoints = 1024 // per body; when they are full, every second one is dropped
};

typedef struct sessionTrail
{
    ssVec3 points[session_trailBodies][session_trailPoints];
    ssVec3 now[session_trailBodies];
    int bodyCount;
    int64_t sampleCount, stride;
    int64_t begin;    // the first sample of these bodies: trails of others end where one comes or goes
    int sampleBodies; // in the samples from there on; -1: unknown
} sessionTrail;

void sessionTrail_Clear( sessionTrail* trail, double h );
void sessionTrail_Visit( sessionTrail* trail, const ssSim* sim ); // at every step boundary
// Drops the samples after this step: a change here makes them those of another run.
void sessionTrail_Cut( sessionTrail* trail, int64_t step );
void sessionTrail_Draw( sessionTrail* trail, const ssSim* sim, const ssDraw* draw );
// The same of one body alone, which is drawn with its centre at `center`.
void sessionTrail_DrawOne(
    sessionTrail* trail, const ssSim* sim, const ssDraw* draw, int body, const float center[3] );
