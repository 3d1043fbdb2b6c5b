// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// The way back: saved states at regular steps within a memory budget, thinned by halves as the run grows. To reach
// a step, restore the nearest saved one before it and step forward from there.

typedef struct hostMoment
{
    int64_t step;
    size_t offset, size; // of its state; a scene that grows has growing states
} hostMoment;

typedef struct hostHistory
{
    unsigned char* bytes;
    size_t used, capacityBytes;
    hostMoment* moments; // in order
    int count, capacity;
    int64_t interval; // steps between saved states
} hostHistory;

void hostHistory_Clear( hostHistory* history );
void hostHistory_Free( hostHistory* history );

// Saves when this step is due; call at every step boundary.
void hostHistory_Visit( hostHistory* history, const ssSim* sim );

// A change at this step makes the states after it another run's.
void hostHistory_Cut( hostHistory* history, int64_t step );

// Restores the latest state at or before `step`, unless the sim stands between the two already. False when there is
// no such state.
bool hostHistory_Restore( const hostHistory* history, ssSim* sim, int64_t step );
