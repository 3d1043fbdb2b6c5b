// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "slipstick/lab/scenario.h"
#include "slipstick/lab/scene.h"

// A companion is another run that the driver shows at the time of the main one: going forward, back and to a
// reset are the same for all. It has a scene of its own (values and edits), so that its states are those of a
// single run of that scene, bit by bit. Where its step size is another one, it stands at the step nearest in
// time. Recorded states (logs) have no companions.
//
// A pin is the run so far: session_commandPin copies scene, state and history of the main run, and its plots
// begin with the rows that the main run had. What is done to the main run afterwards does not concern it. A
// twin follows: what is done to the main run is done to it too, except for the values that it overrides.
//
// The window finds the companions in sessionSnapshot.companions; a place that is free has the kind
// session_companionNone. A pin stays in its place until it is taken away. The rows for plots come with
// sessionDriver_AcquireWith into one log per place; they belong to the companion while log.runNumber ==
// companion.runNumber.

#define SESSION_MAX_PINS 4
#define SESSION_TWIN_PLACE SESSION_MAX_PINS
#define SESSION_MAX_COMPANIONS ( SESSION_MAX_PINS + 1 )
#define SESSION_MAX_MEASURES 32
#define SESSION_COMPANION_NAME 64 // [bytes]

typedef enum sessionCompanionKind
{
    session_companionNone,
    session_companionPin,
    session_companionTwin,
} sessionCompanionKind;

/// A companion in a snapshot.
typedef struct sessionCompanionView
{
    sessionCompanionKind kind;
    char name[SESSION_COMPANION_NAME]; // what differs: "μ 0.2"; or what the user calls it
    bool named;                        // the user calls it so
    bool hidden;                       // neither its body nor its curves are to be seen
    int64_t farthest;                  // the last step that is known of it
    uint64_t order;                    // the companion that was added later has the larger number
    uint64_t runNumber;                // of its run: another number makes its curves start afresh
    const ssScenario* scenario;        // with its typed law; the snapshot retains it
    int64_t step;
    double time, h; // [s]
    bool ended;     // it cannot go on; `message` says why
    char message[128];
    uint64_t hash;
    ssStepReport report;
    double values[SS_MAX_PARAMS];               // in force
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY]; // values of the text rows, in their order
    bool own[SS_MAX_PARAMS]; // of a twin: it has a value of its own here, whatever the main run has
    bool ownLaw;             // of a twin: likewise a typed law, or none
    double signals[SS_MAX_SIGNALS];
    double measures[SESSION_MAX_MEASURES];
    gfxDrawList draw; // of a pin: the bodies alone
} sessionCompanionView;

/// Writes in what a pinned run differs from the present one, as "μ 0.2", "law relaxed, u_0 3 m/s" or "fig3a":
/// what the pinned run has, with at most three differences and the number of the others. `present` is what
/// `run` has come to; its changes that wait for a reset count. Without a difference it is `alike`.
void sessionNamePin( const ssScene* pin, const ssScene* run, const ssSim* present, const char* alike,
    char* text, int capacity );
