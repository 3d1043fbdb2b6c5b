// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "base/stage_watch.h"
#include "session/driver.h"
#include "session/history.h"
#include "session/trail.h"

// What the files of the driver share. driver.c owns the queue, the clock and the thread; driver_commands.c applies
// commands and records edits; driver_run.c steps, measures the cost of steps and goes back; driver_recorded.c moves in
// states that are recorded, and reads ahead; driver_publish.c fills snapshots and sends rows of signals to the plots.

enum
{
    session_rowsPerRun = 1 << 16 // rows of signals sent to the plots over the duration of a run
};

// One row of signals on its way to the plots.
typedef struct sessionRow
{
    uint64_t runNumber;
    int64_t step;
    double time;
    double cutAfter; // [s] rows the plots hold after this time belong to another run; NAN: none do
    int signalCount;
    double signals[SS_MAX_SIGNALS];
} sessionRow;

// An item that waits for the next step boundary: a command, a law, or a simulation that replaces the present one.
typedef struct sessionQueueItem
{
    sessionCommand command;
    char* law;  // the text of a typed law; NULL: the item is none
    ssSim* sim; // NULL: the item is a command or a law
    ssScene scene;
} sessionQueueItem;

struct sessionDriver
{
    // Shared with the window; guarded by `lock`.
    osMonitor*
        lock; // woken for the simulation when there is work, and for the window when the virtual time it
              // requested has passed
    bool quit, virtualClock;
    sessionQueueItem* queue;
    int queueCount, queueCapacity;
    double virtualSeconds;        // of the latest request
    uint64_t requested, answered; // numbers of virtual requests
    sessionRow* rows;
    int rowCount, rowCapacity;
    int newest, reading;             // indices into `snapshots`
    bool unread;                     // the window has not acquired the newest snapshot yet
    void ( *wake )( void* context ); // NULL: nobody sleeps
    void* wakeContext;
    double workBegan; // [s] 0: it waits for something to do
    sessionWork work; // as it was then

    // The simulation's own; guarded by `simLock`, which the thread holds while it works.
    osMonitor* simLock;
    osThread* thread;
    sessionSnapshot snapshots[3];
    ssSim* sim;
    ssScene scene; // how the run began, and its edits
    int editCapacity, nextEdit;
    int64_t lastStep; // the step at which the duration of the run ends
    int64_t rowStride;
    ssSim*
        ahead; // a run of its own through recorded states, for plots, changes and trails; NULL: they are computed
    bool aheadEnds;         // it cannot go on: a state cannot be read
    bool aheadTold;         // the window knows what it has read
    bool grows;             // more states may be recorded
    bool follows;           // the newest one is shown whenever one comes; only while it plays
    const ssPreset* preset; // the run began with; NULL: none
    ssShow show;
    bool playing, finished;
    double rest;  // [s] until a run that loops begins again; 0: it is not at its end
    bool changed; // since the last snapshot
    double speed;
    bool seeking;
    int64_t seekFrom, seekTo; // steps
    double seekBegan;         // [s]
    double lag;               // [s] of simulated time by which the simulation is behind the clock
    double clockRead;         // [s] when the clock was last read
    uint32_t flags, charts;
    sessionContactKey contact; // the selected one
    int contactCount;          // in the latest snapshot
    uint64_t runNumber;
    sessionHistory history;
    sessionTrail trail;
    sessionChangeList changes;
    ssCondition filter; // of the contacts that are shown
    sessionBreakWatch watchedBreak;
    sessionBreak broken; // the latest break
    uint64_t breakCount;
    bool atBreak;   // paused there, and `message` says so
    float scale[3]; // of arrows, as the latest snapshot chose it
    char message[256];
    double measureStart, measuredTime, measuredSpeed; // over half a second
    double stepBegan, lastStepSeconds;                // [s] of a step that was timed
    double stepSeconds;                               // smoothed cost of a step
    stageWatch watch;                                 // of the steps timed since `timedSince`
    double timedSince, timedSeconds;
    int64_t timedSteps;
    sessionTimings timings; // as last published
    double publishedAt;     // [s]
};

// [s] over which speed and costs are averaged: short enough to follow a change, long enough to be read.
#define SESSION_AVERAGING_TIME 0.5

/// Tells the window what is being done. `began` is when that began [s]; 0: it has ended.
void sessionDriver_TellWork( sessionDriver* driver, double began );

/// Should the present step be cancelled? Of type ssStop.
bool sessionDriver_WantsStop( void* driver );

/// Shows a message to the user with the next snapshot.
void sessionDriver_SetMessage( sessionDriver* driver, const char* text );

// ------------------------------------------------------------------------------------------------ driver_run.c

/// Begins a new run at t = 0 of the present sim, with fresh plots, trail and history.
void sessionDriver_BeginRun( sessionDriver* driver );

/// Makes one step, with the edits that belong before it. False when the simulation cannot go on.
bool sessionDriver_Step( sessionDriver* driver );

/// The plots of a log follow the selected contact.
void sessionDriver_SelectContact( sessionDriver* driver, sessionContactKey key );

/// Leaves the break at which the run is paused; its message is no longer true.
void sessionDriver_LeaveBreak( sessionDriver* driver );

/// Called at the step where the duration of the run ends: it pauses, runs on or rests before it begins again.
void sessionDriver_ReachEnd( sessionDriver* driver );

/// Begins to go to a step, back or forward. With a virtual clock it gets there at once.
void sessionDriver_Seek( sessionDriver* driver, int64_t step );

/// Goes on for some time [s].
void sessionDriver_ContinueSeek( sessionDriver* driver, double budget );

/// Ends it where it is.
void sessionDriver_EndSeek( sessionDriver* driver );

/// Averages the cost of the steps timed so far, when it is time to.
void sessionDriver_AverageTimings( sessionDriver* driver );

// ------------------------------------------------------------------------------------------- driver_recorded.c

/// Reads recorded states from the first one on, with the present parameters. Does nothing where states are computed.
/// `signalsOnly`: changes of regime and trails stay as they are.
void sessionDriver_BeginAhead( sessionDriver* driver, bool signalsOnly );

/// Is there more to read?
bool sessionDriver_HasAhead( const sessionDriver* driver );

/// Reads on for some time [s].
void sessionDriver_ReadAhead( sessionDriver* driver, double budget );

/// Finds the states that have been recorded since, and shows the newest one if it follows them.
void sessionDriver_Grow( sessionDriver* driver );

/// Goes to the newest state and follows those that come; to the last one where none come.
void sessionDriver_Follow( sessionDriver* driver );

/// Goes to a recorded state. False: it cannot be read, and the playing ends here.
bool sessionDriver_JumpTo( sessionDriver* driver, int64_t step );

/// [s] of simulated time until the next step is due.
double sessionDriver_NextStep( const sessionDriver* driver );

// ------------------------------------------------------------------------------------------- driver_commands.c

void sessionDriver_Apply( sessionDriver* driver, const sessionCommand* command );

/// Exchanges the typed law.
void sessionDriver_ApplyLaw( sessionDriver* driver, const char* text );

/// Replaces the simulation and takes both over.
void sessionDriver_Replace( sessionDriver* driver, ssSim* sim, ssScene scene );

/// Takes speed and ending from the preset of the scene, or from its scenario.
void sessionDriver_AdoptShow( sessionDriver* driver );

/// Goes back to t = 0 with the values that apply from a reset on.
void sessionDriver_Reset( sessionDriver* driver );

// -------------------------------------------------------------------------------------------- driver_publish.c

/// Sends the present signals to the plots. See sessionRow for `cutAfter`.
void sessionDriver_SendRow( sessionDriver* driver, double cutAfter );
/// The same of another simulation of the same run.
void sessionDriver_SendRowOf( sessionDriver* driver, const ssSim* sim, double cutAfter );

/// Fills a snapshot and hands it to the window.
void sessionDriver_Publish( sessionDriver* driver );
