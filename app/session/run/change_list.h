// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/change.h"

// The changes of regime of the run, found at every step; the latest are kept, all are counted. Going back in
// time keeps what is ahead, until an edit makes it another run.

enum
{
    session_maxChanges = 4096 // the oldest quarter is dropped when the list is full
};

typedef struct sessionChange
{
    ssChange change;
    char a[SS_NAME_CAPACITY], b[SS_NAME_CAPACITY]; // the bodies
} sessionChange;

typedef struct sessionChangeList
{
    ssChangeLog* log; // NULL in copies
    sessionChange* items;
    int count;
    int64_t dropped;  // older ones that the list no longer holds
    uint64_t version; // grows when the list changes
} sessionChangeList;

/// Begins a new run.
void sessionChangeList_Clear( sessionChangeList* list );
/// Adds the changes of the state that the sim is in now.
void sessionChangeList_Visit( sessionChangeList* list, const ssSim* sim );
/// Forgets what came after the present state.
void sessionChangeList_Cut( sessionChangeList* list, const ssSim* sim );
void sessionChangeList_Copy( const sessionChangeList* from, sessionChangeList* to );
void sessionChangeList_Free( sessionChangeList* list );
