// SPDX-License-Identifier: MIT
#pragma once

#include "base/stage_watch.h"
#include "session/driver/companion.h"
#include "session/driver/driver.h"
#include "session/run/run.h"
#include "shows/shows.h"

// What the driver knows of a companion.

typedef struct sessionCompanion
{
    sessionCompanionKind kind;
    char name[SESSION_COMPANION_NAME]; // given by the user; "": a pin is named by what differs
    bool hidden;
    uint64_t order;
    sessionRun run;
    bool ended; // it cannot be computed beyond `endStep`
    int64_t endStep;
    int64_t wanted;     // a pin that comes from a file is first computed up to this step, for its curves
    int64_t gatherFrom; // the step from which it goes to the time of the main run
    char message[128];
} sessionCompanion;

// What the files of the driver share. driver.c owns the queue, the clock and the thread; driver_commands.c
// applies commands and records edits, driver_build.c those of the build; driver_run.c steps, measures the
// cost of steps and goes back; driver_recorded.c moves in states that are recorded, and reads ahead;
// driver_publish.c fills snapshots; companion.c adds other runs, keeps them in step and shows them. run.c is
// what the main run and those of companions have in common.

// Waits for the next step boundary: a command, a law, or a simulation that replaces the present one.
typedef struct sessionQueueItem
{
    sessionCommand command;
    char* law;   // the text of a typed law; NULL: the item is none
    bool toTwin; // the law is that of the twin alone
    ssSim* sim;  // NULL: the item is a command or a law
    ssScene scene;
} sessionQueueItem;

// The scales of arrows, cones and discs, by ssQuantity.
typedef struct sessionScales
{
    uint64_t run; // of the main run that they belong to
    int64_t step; // of the latest snapshot
    double fitted
        // what the surveys do not know: the largest scale at which the glyphs of pictures fit; HUGE_VAL: any
        [3];
    int longFor[3];   // pictures in a row in which glyphs were cut
    double target[3]; // 0: not chosen yet
    double scale[3];  // as the latest snapshot has it, on its way to the target
    bool moves;       // it has not arrived
    double told[3];   // the targets that were known when glyphs were seen last; 0: nothing to compare with
    bool seen[3];     // the latest picture has such glyphs
    double factor[3]; // of the latest change of those
    uint64_t changes;
} sessionScales;

struct sessionDriver
{
    // Shared with the window; guarded by `lock`.
    osMonitor* lock; // woken for the simulation when there is work, and for the window when the virtual time
                     // it requested has passed
    bool quit, virtualClock;
    sessionQueueItem* queue;
    int queueCount, queueCapacity;
    double virtualSeconds;           // of the latest request
    uint64_t requested, answered;    // numbers of virtual requests
    int newest, reading;             // indices into `snapshots`
    bool unread;                     // the window has not acquired the newest snapshot yet
    void ( *wake )( void* context ); // NULL: nobody sleeps
    void* wakeContext;
    double workBegan; // [s] 0: it waits for something to do
    int logOf[1 +
        SESSION_MAX_COMPANIONS]; // which log of the window has the rows of the main run and of each place
    sessionWork work;            // as it was then

    // The simulation's own; guarded by `simLock`, which the thread holds while it works.
    osMonitor* simLock;
    osThread* thread;
    sessionSnapshot snapshots[3];
    sessionRun run;                                       // the main one
    sessionCompanion* companions[SESSION_MAX_COMPANIONS]; // NULL: the place is free
    uint64_t companionNumber;                             // of the newest companion
    uint64_t runCount;                                    // of all runs that have begun; numbers them
    ssScene* removed;                                     // pins that can come back; NULL: none yet
    bool pinsLeft;                                        // they went away with their scenario
    int leftPins;                                         // how many do in the load under way
    char leftTitle[64];                                   // of that scenario
    ssTwin lastTwin;                                      // as it was when it was switched off
    double gatherBegan;                                   // [s] when `behind` became true
    bool behind; // a companion has not reached the time of the main run yet; until then that waits
    // a run of its own through recorded states, for plots, changes and trails; NULL: they are computed
    ssSim* ahead;
    bool aheadEnds;         // it cannot go on: a state cannot be read
    bool aheadTold;         // the window knows what it has read
    bool grows;             // more states may be recorded
    bool follows;           // the newest one is shown whenever one comes; only while it plays
    const ssPreset* preset; // the run began with; NULL: none
    showView show;
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
    int loadsOf;               // the body whose loads are wanted; -1: none
    sessionLoads loads;        // of it
    bool watchesBuild;         // somebody builds
    int64_t buildAnswered;     // the number of the latest command about the build
    sessionContactKey contact; // the selected one
    int contactCount;          // in the latest snapshot
    ssCondition filter;        // of the contacts that are shown
    sessionBreakWatch watchedBreak;
    sessionBreak broken; // the latest break
    uint64_t breakCount;
    bool atBreak; // paused there, and `message` says so
    sessionScales scales;
    char message[256];
    double measureStart, measuredTime, measuredSpeed; // over half a second
    double stepBegan, lastStepSeconds;                // [s] of a step that was timed
    double stepSeconds;                               // smoothed cost of a step
    stageWatch watch;                                 // of the steps timed since `timedSince`
    double timedSince, timedSeconds;
    int64_t timedSteps;
    sessionTimings timings; // as last published
    ssStepScale coarse;     // of the coarsest step, as long as sessionDriver_Coarse has it
    int64_t coarseStep;
    double publishedAt; // [s]
};

// [s] over which speed and costs are averaged: short enough to follow a change, long enough to be read.
#define SESSION_AVERAGING_TIME 0.5

/// Tells the window what is being done. `began` is when that began [s]; 0: it has ended.
void sessionDriver_TellWork( sessionDriver* driver, double began );

/// Should the present step be cancelled? Of type ssStop.
bool sessionDriver_WantsStop( void* driver );

/// Shows a message to the user with the next snapshot.
void sessionDriver_SetMessage( sessionDriver* driver, const char* text );

// -------------------------------------------------------------------------------------------- driver_build.c

void sessionDriver_ApplyBuild( sessionDriver* driver, sessionCommand* command );
/// Frees what a command about the build owns; others own nothing.
void sessionFreeBuildCommand( sessionCommand* command );

// ---------------------------------------------------------------------------------------------- driver_run.c

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
const ssStepScale* sessionDriver_Coarse( const sessionDriver* driver ); // what is said to be too coarse

// ----------------------------------------------------------------------------------------- driver_recorded.c

/// Reads recorded states, if any, from the first one on; `signalsOnly`: keeps changes of regime and trails.
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

// ----------------------------------------------------------------------------------------- driver_commands.c

void sessionDriver_Apply( sessionDriver* driver, sessionCommand* command );

/// Exchanges the typed law.
void sessionDriver_ApplyLaw( sessionDriver* driver, const char* text );

/// Replaces the simulation and takes both over.
void sessionDriver_Replace( sessionDriver* driver, ssSim* sim, ssScene scene );

/// Takes speed and ending from the preset of the scene, or from its scenario.
void sessionDriver_AdoptShow( sessionDriver* driver );

/// Goes back to t = 0 with the values that apply from a reset on.
void sessionDriver_Reset( sessionDriver* driver );

// ----------------------------------------------------------------------------------------------- companion.c

/// Puts a run of this scene beside the main one, in place of what was there. It begins at t = 0, and Gather
/// takes it to the time of the main run. A pin from a scene file comes so (place: sessionDriver_FreePlace).
ssResult sessionDriver_AddCompanion(
    sessionDriver* driver, int place, sessionCompanionKind kind, const ssScene* scene, const char* name );
/// Pins the main run so far: its scene, state, history and curves.
ssResult sessionDriver_AddPin( sessionDriver* driver, const char* name );
void sessionDriver_RemoveCompanion( sessionDriver* driver, int place );
void sessionDriver_RemoveCompanions( sessionDriver* driver );
int sessionDriver_FreePlace( const sessionDriver* driver ); ///< for a pin; -1: none
int sessionDriver_NewestPin( const sessionDriver* driver ); ///< its place; -1: there is none
bool sessionDriver_HasCompanions( const sessionDriver* driver );

/// Takes all companions to the time of the main run, within some seconds [s]. False: they are on their way,
/// and the main run and changes of it wait for them (`behind`).
bool sessionDriver_Gather( sessionDriver* driver, double budget );
/// Says so to who asks what is being done.
void sessionDriver_TellGathering( const sessionDriver* driver, sessionWork* work );

void sessionDriver_FillCompanions( sessionDriver* driver, sessionSnapshot* s );
/// Draws the trail into the list that has been filled with the bodies.
void sessionDrawTrail( sessionRun* run, const gfxDrawList* list, const ssDraw* draw );
void sessionFillMeasures( const ssSim* sim, double* measures );
void sessionFreeCompanionViews( sessionSnapshot* s );

// ---------------------------------------------------------------------------------------------------- twin.c

/// Makes the twin anew from the scene of the main run and its values there, or takes it away.
void sessionDriver_BuildTwin( sessionDriver* driver );
/// Does to the twin what was just recorded of the main run.
void sessionDriver_ForwardEdit( sessionDriver* driver );
void sessionDriver_SwitchTwin( sessionDriver* driver, bool on );
/// "mu=0.1,…": gives the twin these values; "mu" or "law_text": again the run's; "none": all of them.
void sessionDriver_SetTwinValues( sessionDriver* driver, const char* list );
void sessionDriver_ApplyTwinLaw( sessionDriver* driver, const char* text );
void sessionDriver_FillTwin( const sessionDriver* driver, sessionCompanionView* view );

// ----------------------------------------------------------------------------------------------------- pin.c

void sessionDriver_NamePin( sessionDriver* driver, int place, const char* name );
void sessionDriver_HidePin( sessionDriver* driver, int place, bool hidden );
/// Removes pins, which RestorePins brings back: the last `count` that were
/// removed, as far as there are free places.
void sessionDriver_RemovePin( sessionDriver* driver, int place );
void sessionDriver_RemovePins( sessionDriver* driver );
void sessionDriver_RestorePins( sessionDriver* driver, int count );
void sessionDriver_FreeRemovedPins( sessionDriver* driver );
/// Before and after another scenario replaces the present one: its pins go away and come back with it.
void sessionDriver_LeavePins( sessionDriver* driver );
void sessionDriver_ComeBackToPins( sessionDriver* driver );
/// Replaces the companions by the pins of the main run's scene, if it has any.
void sessionDriver_TakePins( sessionDriver* driver );
/// Adds the pins to a scene that is saved.
ssResult sessionDriver_AddPinsTo( const sessionDriver* driver, ssScene* scene );
/// Exchanges the main run with a pin. Nothing is computed; a second exchange undoes the first.
void sessionDriver_SwapPin( sessionDriver* driver, int place );

// ------------------------------------------------------------------------------------------- driver_scales.c

/// Looks on through the runs for the scales of their arrows.
void sessionDriver_Survey( sessionDriver* driver );
bool sessionDriver_Surveys( const sessionDriver* driver );
/// Gives all pictures of a snapshot the same scales.
void sessionDriver_FillScales( sessionDriver* driver, sessionSnapshot* s );

// ------------------------------------------------------------------------------------------ driver_publish.c

/// Fills a snapshot and hands it to the window.
void sessionDriver_Publish( sessionDriver* driver );
