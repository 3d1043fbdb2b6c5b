// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "session/chart_list.h"
#include "session/contact_list.h"
#include "session/signal_log.h"
#include "slipstick/scene.h"

// The simulation and its clock, on a thread of its own. The window posts commands and reads the newest finished
// snapshot; nobody but the driver touches ssSim. Edits, drags and resets pass one queue, take effect at a step
// boundary and are recorded with the step's number, so that a live run and its replay are the same path.
// Without a thread the same code runs inside sessionDriver_Advance.

typedef enum sessionCommandKind
{
    session_commandPlay,
    session_commandPause,
    session_commandStep, // count steps forward, or back when negative; pauses
    session_commandSeek, // to step `count`
    session_commandReset,
    session_commandSetParam, // param, value; text for a text row
    session_commandPreset,   // param = index into the scenario's presets; loads and pauses as it was
    session_commandDrag,     // drag
    session_commandSpeed,    // value
    session_commandFlags,    // count = ssDrawFlags
    session_commandCharts,   // count = charts wanted, bit by bit
    session_commandSelect,   // contact
} sessionCommandKind;

typedef struct sessionCommand
{
    sessionCommandKind kind;
    int param;
    int64_t count;
    double value;
    char text[SS_TEXT_CAPACITY];
    ssDrag drag;
    sessionContactKey contact;
} sessionCommand;

// What a step costs, by the clock on the wall: means over half a second, or of the steps asked for.
typedef struct sessionTimings
{
    bool known;                         // false by a virtual clock, and before the first step
    bool staged;                        // a world plays the scenario
    double step, stages[ss_stageCount]; // [s]
} sessionTimings;

// Everything the window may know about the simulation at one moment.
typedef struct sessionSnapshot
{
    const ssScenario* scenario;
    uint64_t runNumber; // grows with every load and reset: plots start afresh
    int64_t step;
    double time, h, until; // [s]
    uint64_t seed;
    bool playing;
    double speed;         // wanted, × real time
    double measuredSpeed; // over the last half second
    double stepMicros;    // mean cost of a step [µs]
    sessionTimings timings;
    uint64_t hash;
    ssStepReport report;
    double values[SS_MAX_PARAMS];               // in force
    double pending[SS_MAX_PARAMS];              // from the next reset on
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY]; // of the text rows, in their order
    char pendingTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    bool unused[SS_MAX_PARAMS]; // the present choices do not read this row
    double signals[SS_MAX_SIGNALS];
    char explain[SS_MAX_PARAMS][112]; // the law beside each slider, with numbers
    bool canStepBack;
    bool finished;     // stands at `until`, where it paused by itself
    char message[256]; // last refusal or warning; empty when there is none
    gfxDrawList draw;
    sessionChartList charts[SS_MAX_CHARTS]; // those asked for
    sessionContactList contacts;
} sessionSnapshot;

typedef struct sessionDriver sessionDriver;

// The scene's edits are replayed. `threaded` false: everything happens inside sessionDriver_Advance. With a virtual
// clock time passes only there.
ssResult sessionCreateDriver( const ssScene* scene, bool threaded, bool virtualClock, bool playing,
    uint32_t drawFlags, sessionDriver** driver );
void sessionDestroyDriver( sessionDriver* driver );

void sessionDriver_Post( sessionDriver* driver, const sessionCommand* command );

// Replaces the scenario or scene, after what was posted before. On refusal the old one goes on.
ssResult sessionDriver_Load( sessionDriver* driver, const ssScene* scene );

// Real clock: returns at once (threaded), or steps within a budget (inline). Virtual clock: advances by exactly
// `seconds` of wall time × speed, waits until done, takes no notice of the budget.
void sessionDriver_Advance( sessionDriver* driver, double seconds );

// The newest finished snapshot; valid until the next call. Also brings `signalLog` up to date.
const sessionSnapshot* sessionDriver_Acquire( sessionDriver* driver, sessionSignalLog* signalLog );

// The run so far as a scene: parameters and recorded edits; the caller adds camera and flags and destroys it.
ssResult sessionDriver_Scene( sessionDriver* driver, ssScene* scene );

// The contact problem of the coming step, as a value of its own.
ssResult sessionDriver_Freeze( sessionDriver* driver, ssProblem* problem );
