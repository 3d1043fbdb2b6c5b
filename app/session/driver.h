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
// Without a thread the same code runs inside hostDriver_Advance.

typedef enum hostCommandKind
{
    host_commandPlay,
    host_commandPause,
    host_commandStep, // count steps forward, or back when negative; pauses
    host_commandSeek, // to step `count`
    host_commandReset,
    host_commandSetParam, // param, value; text for a text row
    host_commandPreset,   // param = index into the scenario's presets; loads and pauses as it was
    host_commandDrag,     // drag
    host_commandSpeed,    // value
    host_commandFlags,    // count = ssDrawFlags
    host_commandCharts,   // count = charts wanted, bit by bit
    host_commandSelect,   // contact
} hostCommandKind;

typedef struct hostCommand
{
    hostCommandKind kind;
    int param;
    int64_t count;
    double value;
    char text[SS_TEXT_CAPACITY];
    ssDrag drag;
    hostContactKey contact;
} hostCommand;

// What a step costs, by the clock on the wall: means over half a second, or of the steps asked for.
typedef struct hostTimings
{
    bool known;                         // false by a virtual clock, and before the first step
    bool staged;                        // a world plays the scenario
    double step, stages[ss_stageCount]; // [s]
} hostTimings;

// Everything the window may know about the simulation at one moment.
typedef struct hostSnapshot
{
    const ssScenario* scenario;
    uint64_t run; // grows with every load and reset: plots start afresh
    int64_t step;
    double time, h, until; // [s]
    uint64_t seed;
    bool playing;
    double speed;         // wanted, × real time
    double measuredSpeed; // over the last half second
    double stepMicros;    // mean cost of a step [µs]
    hostTimings timings;
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
    hostChartList charts[SS_MAX_CHARTS]; // those asked for
    hostContactList contacts;
} hostSnapshot;

typedef struct hostDriver hostDriver;

// The scene's edits are replayed. `threaded` false: everything happens inside hostDriver_Advance. With a virtual
// clock time passes only there.
ssResult hostCreateDriver( const ssScene* scene, bool threaded, bool virtualClock, bool playing,
    uint32_t drawFlags, hostDriver** driver );
void hostDestroyDriver( hostDriver* driver );

void hostDriver_Post( hostDriver* driver, const hostCommand* command );

// Replaces the scenario or scene, after what was posted before. On refusal the old one goes on.
ssResult hostDriver_Load( hostDriver* driver, const ssScene* scene );

// Real clock: returns at once (threaded), or steps within a budget (inline). Virtual clock: advances by exactly
// `seconds` of wall time × speed, waits until done, takes no notice of the budget.
void hostDriver_Advance( hostDriver* driver, double seconds );

// The newest finished snapshot; valid until the next call. Also brings `trace` up to date.
const hostSnapshot* hostDriver_Acquire( hostDriver* driver, hostTrace* trace );

// The run so far as a scene: parameters and recorded edits; the caller adds camera and flags and destroys it.
ssResult hostDriver_Scene( hostDriver* driver, ssScene* scene );

// The contact problem of the coming step, as a value of its own.
ssResult hostDriver_Freeze( hostDriver* driver, ssProblem* problem );
