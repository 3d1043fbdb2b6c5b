// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"
#include "gfx/list/path.h"
#include "session/driver/break_watch.h"
#include "session/driver/companion.h"
#include "session/run/change_list.h"
#include "session/run/chart_list.h"
#include "session/run/doctor.h"
#include "session/run/free_body.h"
#include "session/run/shown_contacts.h"
#include "session/run/signal_log.h"
#include "shows/shows.h"
#include "slipstick/lab/build.h"
#include "slipstick/lab/scene.h"

// What a snapshot knows of the build of a run: the parts as they were given, and as they are now.

typedef struct sessionBuild
{
    bool takes;           // the scenario can be built in
    bool exists;          // the run has a build; else `build` is what its present bodies would become
    bool filled;          // `build` and `states` are valid; without a build only while somebody builds
    int64_t answered;     // the number of the latest command that was carried out or refused
    const ssBuild* build; // of the snapshot's scenario, or `made`
    ssBuild made;
    bool owns;           // `made` is valid
    ssPartState* states; // of the parts, in their order
    int stateCapacity;
} sessionBuild;

// `wanted`: somebody builds, and a run without a build shows its bodies as parts.
// `scenario` is that of the sim, which the snapshot retains.
void sessionBuild_Fill( sessionBuild* view, const ssSim* sim, const ssScenario* scenario, bool wanted );
void sessionBuild_Free( sessionBuild* view );

// The simulation and its clock, on a thread of its own. The window posts commands and reads the newest
// snapshot; only the driver touches ssSim. Commands take effect at a step boundary and are recorded with its
// number, so that replays follow the same path. Without a thread this runs in sessionDriver_Advance.

// [s] of wall time in which the end of a run that loops can be looked at.
#define SESSION_REST_BEFORE_LOOP 1.5

typedef enum sessionCommandKind
{
    session_commandPlay,
    session_commandPause,
    session_commandStep, // moves by `count` steps, back when negative, and pauses
    // Goes to step `count`. That can take long: snapshots show the way. Another seek, a pause, a reset or a
    // load ends it where it is; changes of parameters wait for its end.
    session_commandSeek,
    session_commandSeekTime, // goes to the step nearest to the time `value` [s]
    session_commandFollow,   // goes to the newest state of a log that grows, and stays at the newest
    session_commandReset,
    session_commandSetParam, // sets `param` to `value`, or a text row to `text`
    session_commandPreset,   // loads preset `param` of the scenario; a paused run stays paused
    session_commandDrag,     // applies `drag`
    // Changes the build as `build` says, which it owns, or takes the build away (NULL); `count` is the
    // command's number. For an undo: the last `param` changes, if they were made at this very step, are
    // taken back instead, with what they did.
    session_commandBuild,
    session_commandWatchBuild, // somebody builds (`count` 1), or no longer does (0)
    session_commandSpeed,      // sets the wanted speed to `value`
    session_commandFlags,      // sets the ssDrawFlags to `count`
    session_commandLoads,      // says what acts on body `count`; -1: on none
    session_commandCharts,     // fills the charts whose bits are set in `count`
    session_commandSelect,     // selects `contact` for the contact panel
    session_commandFilter,     // shows only contacts that satisfy the condition `text`; empty: all
    session_commandBreak,      // pauses when a contact begins to satisfy the condition `text`; empty: never
    session_commandPin,        // keeps the run so far as a pin named `text`, see companion.h
    session_commandTwin,       // shows a twin (count 1) or none (0); switched on again it has its last values
    // Gives the twin values of its own, `text` "mu=0.1,law=relaxed" or "preset=NAME", and switches it
    // on; "mu": this value is again that of the run, "law_text": its law, and "none": everything. The
    // twin then runs with them from t = 0 on.
    session_commandTwinValues,
    session_commandUnpin,       // takes the pin in place `param` away; -1: the newest, -2: all of them
    session_commandRestorePins, // brings the `count` pins back that were taken away last
    session_commandNamePin,     // calls the pin in place `param` `text`; empty: by what differs
    session_commandHidePin,     // hides the pin in place `param` (count 1), or shows it (0)
    // goes on with the run of the pin in place `param`; the present one becomes the pin
    session_commandSwapPin,
} sessionCommandKind;

typedef struct sessionCommand
{
    sessionCommandKind kind;
    int param;
    int64_t count;
    double value;
    char text[SS_TEXT_CAPACITY];
    ssDrag drag;
    ssBuildEdit* build; // allocated with ssAlloc
    sessionContactKey contact;
} sessionCommand;

// Wall time per step: the mean over half a second of play, or over the latest steps if paused.
typedef struct sessionTimings
{
    bool known;                         // false with a virtual clock, and before the first step
    bool staged;                        // a world plays the scenario, so `stages` is filled
    double step, stages[ss_stageCount]; // [s]
} sessionTimings;

// Everything the window may know about the simulation at one moment.
typedef struct sessionSnapshot
{
    const ssScenario* scenario; // with the typed law in force; the snapshot retains it
    uint64_t runNumber;         // grows with every load and reset; a new number makes the plots start afresh
    int64_t step;
    double time, h, until; // [s]
    double begin;          // [s] the time of step 0
    bool recorded;    // the states are recorded, as the frames of a log; `until` is the time of the last one
    int64_t lastStep; // at `until`
    bool grows;       // recorded: more states may come
    bool follows;     // and the newest one is shown, whenever one comes
    int64_t readStep; // recorded: signals and changes are known up to this step
    const ssPreset* preset; // the run began with; NULL: none
    double changedAt;       // [s] when it was changed first while it ran; NaN: it was not
    showView show;          // how the scenario, its preset or the scene is meant to be seen
    ssSceneShow sceneShow;  // what the scene itself says of it
    uint64_t seed;
    bool playing;
    double speed;         // wanted, × real time
    double measuredSpeed; // reached over the last half second, × real time
    double stepMicros;    // mean cost of a step [µs]
    sessionTimings timings;
    uint64_t hash;
    ssStepReport report;
    ssStepScale coarse; // of the coarsest step of the second that was shown last; paused, of the latest one
    double values[SS_MAX_PARAMS];               // in force
    double pending[SS_MAX_PARAMS];              // in force from the next reset on
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY]; // values of the text rows, in their order
    char pendingTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    bool waits[SS_MAX_PARAMS];  // changed since the last step: the value takes effect with the next one
    bool unused[SS_MAX_PARAMS]; // the present choices do not read this row
    double signals[SS_MAX_SIGNALS];
    char explain[SS_MAX_PARAMS][112]; // the law beside each slider, with its present numbers
    sessionBreak broken;              // the latest break: where a contact began to satisfy the condition
    uint64_t breakCount;              // breaks so far: a new number makes the window select the contact
    bool canStepBack;
    bool finished;     // the run has reached `until` and paused by itself
    bool resting;      // it has reached `until` and is about to begin again
    char message[256]; // the last refusal or warning; empty when there is none
    gfxDrawList draw;
    gfxPath path;                           // of the run, as far as it is known beforehand
    sessionChartList charts[SS_MAX_CHARTS]; // filled on request, see session_commandCharts
    sessionContactList contacts;
    sessionLoads loads; // see session_commandLoads
    sessionBuild build;
    sessionChangeList changes; // of the whole run, also after this moment
    bool sided;                // the scenario puts two runs side by side itself
    gfxDrawList sides[2];      // each of them alone, then
    sessionCompanionView companions[SESSION_MAX_COMPANIONS];
    // how often scales of arrows have changed before the eyes: a new number is announced
    uint64_t scaleChanges;
    double scaleFactor[3];                 // of the latest such change
    double measures[SESSION_MAX_MEASURES]; // of the main run; filled only while there are companions
} sessionSnapshot;

/// The twin; NULL: there is none.
static inline const sessionCompanionView* sessionSnapshot_Twin( const sessionSnapshot* snapshot )
{
    const sessionCompanionView* view = snapshot->companions + SESSION_TWIN_PLACE;
    return view->kind == session_companionTwin ? view : NULL;
}

typedef struct sessionDriver sessionDriver;

// What the driver is busy with, to be shown. All zero with a virtual clock: the window waits.
typedef struct sessionWork
{
    bool queued;    // a command waits to be taken
    double seconds; // since it began; more than some hundredths are one long step
    bool seeking;   // it computes its way from step `from` to step `to`
    int64_t from, to, at;
    double soughtSeconds; // since that began
} sessionWork;

// Creates the simulation of a scene; the edits of the scene are replayed. With `threaded` false everything
// happens inside sessionDriver_Advance. With a virtual clock time passes only there.
ssResult sessionCreateDriver( const ssScene* scene, bool threaded, bool virtualClock, bool playing,
    uint32_t drawFlags, sessionDriver** driver );
void sessionDestroyDriver( sessionDriver* driver );

// Calls `wake` for each new snapshot, from the thread that made it: a window may sleep till then.
void sessionDriver_SetWake( sessionDriver* driver, void ( *wake )( void* context ), void* context );

// Never waits for the simulation.
sessionWork sessionDriver_Work( sessionDriver* driver );

void sessionDriver_Post( sessionDriver* driver, const sessionCommand* command );

// Changes the typed law of the simulation, after all commands posted before; NULL or "" takes it
// away. It is refused here if the text is wrong (`file` is its name in the message), and by a message
// of a snapshot if the scenario cannot have it.
ssResult sessionDriver_SetLaw( sessionDriver* driver, const char* text, const char* file );

// The same of the twin alone, whose law this is whatever the run has ("": none). Switches it on.
ssResult sessionDriver_SetTwinLaw( sessionDriver* driver, const char* text, const char* file );

// A twin's scene: the run's with other values and its own edits. The caller destroys it.
ssResult sessionTwinScene( const ssScene* main, const ssTwin* twin, ssScene* scene );

// Replaces the scenario or scene, after all commands posted before. When it is refused, the old one stays.
ssResult sessionDriver_Load( sessionDriver* driver, const ssScene* scene );

// With a real clock this returns at once (threaded) or steps within a time budget
// (inline). With a virtual clock it advances by exactly `seconds` of wall time × speed,
// waits until that is done and ignores the budget.
void sessionDriver_Advance( sessionDriver* driver, double seconds );

// The newest finished snapshot, valid until the next call; brings `signalLog` up to date.
const sessionSnapshot* sessionDriver_Acquire( sessionDriver* driver, sessionSignalLog* signalLog );
// The same with one log for each place of a companion, SESSION_MAX_COMPANIONS of them.
const sessionSnapshot* sessionDriver_AcquireWith(
    sessionDriver* driver, sessionSignalLog* signalLog, sessionSignalLog* companionLogs );

// Copies the run as a scene with edits. The caller adds camera and flags, and destroys it.
ssResult sessionDriver_Scene( sessionDriver* driver, ssScene* scene );

// Copies the contact problem of the coming step. The caller destroys it.
ssResult sessionDriver_Freeze( sessionDriver* driver, ssProblem* problem );

// The way to the latest steps again, for another thread (sessionReplay_Record). The caller frees it.
ssResult sessionDriver_Replay( sessionDriver* driver, int64_t steps, sessionReplay* replay );
