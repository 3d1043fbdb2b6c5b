// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/shown_contacts.h"
#include "slipstick/condition.h"

// Watches a run for the state in which a contact begins to satisfy a condition. Contacts are pairs of bodies:
// a pair that touches at several points satisfies it as long as one of them does. One that satisfied it in
// the state before does not begin to, so that a run that goes on after a break does not stop at once.

typedef struct sessionBreak
{
    double time; // [s]
    int64_t step;
    int contacts;                                  // that began to satisfy the condition in this state
    sessionContactKey key;                         // of the first one
    int number;                                    // its place in the state, from 1 on
    char a[SS_NAME_CAPACITY], b[SS_NAME_CAPACITY]; // its bodies
    char values[96];                               // "margin 0.42%"; empty: the condition compares no numbers
} sessionBreak;

typedef struct sessionPair
{
    int a, b; // as ssSim_BodyName knows them
} sessionPair;

// All zero at first.
typedef struct sessionBreakWatch
{
    ssCondition condition;
    char text[SS_CONDITION_CAPACITY]; // empty: nothing is watched
    int64_t visited;                  // the step of the latest state + 1; 0: none
    sessionPair *pairs, *before;      // that satisfy it now, and in the state before, sorted
    int pairCount, pairCapacity, beforeCount, beforeCapacity;
} sessionBreakWatch;

// What conditions need to know of the state of a sim.
ssConditionState sessionConditionState( const ssSim* sim );

// Changes the condition; an empty text takes it away. When it is refused, the old one stays.
ssResult sessionBreakWatch_Set( sessionBreakWatch* watch, const char* text );
// The state that is visited next belongs to another run: what satisfies the condition there has not begun to.
void sessionBreakWatch_Forget( sessionBreakWatch* watch );
// Looks at the state that the sim is in now. True: a contact begins to satisfy the
// condition. That can only be said if the state one step before has been visited, or in the
// first frame of a log, where all contacts begin.
bool sessionBreakWatch_Visit( sessionBreakWatch* watch, const ssSim* sim, sessionBreak* found );
void sessionBreakWatch_Free( sessionBreakWatch* watch );

// Writes "box 3 on ground, margin 0.42%, and 2 more contacts".
int sessionBreak_Describe( const sessionBreak* found, char* text, size_t capacity );
