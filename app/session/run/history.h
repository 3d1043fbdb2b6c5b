// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// States saved at regular steps, for going back: restore the nearest one before a step and step forward. When
// the memory budget is full, every second one is dropped.

typedef struct sessionMoment
{
    int64_t step;
    size_t offset, size;        // of its state in `bytes`; states grow with the scene
    const ssScenario* scenario; // with the typed law that was in force; retained
} sessionMoment;

typedef struct sessionHistory
{
    unsigned char* bytes;
    size_t used, capacityBytes;
    sessionMoment* moments; // ascending by step
    int count, capacity;
    int64_t interval; // steps between saved states
} sessionHistory;

void sessionHistory_Clear( sessionHistory* history );
// Makes `to` (empty) a copy of at most `budget` bytes with the first state. False: no memory; it is empty.
bool sessionHistory_Copy( const sessionHistory* from, sessionHistory* to, size_t budget );
void sessionHistory_Free( sessionHistory* history );

// Saves the state when this step is due. To be called at every step boundary.
void sessionHistory_Visit( sessionHistory* history, const ssSim* sim );

// Drops the states after this step: a change here makes them those of another run.
void sessionHistory_Cut( sessionHistory* history, int64_t step );

// Restores the latest state at or before `step`, unless the sim stands in between. False: there is none.
bool sessionHistory_Restore( const sessionHistory* history, ssSim* sim, int64_t step );
