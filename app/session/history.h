// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// The way back: saved states at regular steps within a memory budget, thinned by halves as the run grows. To reach
// a step, restore the nearest saved one before it and step forward from there.

typedef struct sessionMoment
{
    int64_t step;
    size_t offset, size; // of its state; a scene that grows has growing states
} sessionMoment;

typedef struct sessionHistory
{
    unsigned char* bytes;
    size_t used, capacityBytes;
    sessionMoment* moments; // in order
    int count, capacity;
    int64_t interval; // steps between saved states
} sessionHistory;

void sessionHistory_Clear( sessionHistory* history );
void sessionHistory_Free( sessionHistory* history );

// Saves when this step is due; call at every step boundary.
void sessionHistory_Visit( sessionHistory* history, const ssSim* sim );

// A change at this step makes the states after it another run's.
void sessionHistory_Cut( sessionHistory* history, int64_t step );

// Restores the latest state at or before `step`, unless the sim stands between the two already. False when there is
// no such state.
bool sessionHistory_Restore( const sessionHistory* history, ssSim* sim, int64_t step );
