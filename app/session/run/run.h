// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "session/run/change_list.h"
#include "session/run/doctor.h"
#include "session/run/history.h"
#include "session/run/signal_log.h"
#include "session/run/survey.h"
#include "session/run/trail.h"
#include "slipstick/lab/scene.h"

// A run of a scene: simulation, recorded edits, history and plots. The driver has the main one and one per
// companion (companion.h). Only the driver's thread touches it, apart from `rows`.

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
    int copyTo; // with this row, the plots of companion copyTo - 1 begin with all rows so far; 0: nothing
    uint64_t copyNumber; // of its run
    int signalCount;
    double signals[SS_MAX_SIGNALS];
} sessionRow;

/// The state after the last step, before any change: forces are judged by the law they were computed with.
typedef struct sessionLastStep
{
    unsigned char* blob; // NULL: nothing has been changed since
    size_t size;
    const ssScenario* scenario; // as it was then; retained
    ssSim* sim;                 // made of the blob when it is asked for
    bool compared, differs;     // does the present state judge a contact otherwise?
    double signals[SS_MAX_SIGNALS];
} sessionLastStep;

typedef struct sessionRun
{
    ssSim* sim;
    ssScene scene; // how the run began, and its edits
    int editCapacity, nextEdit;
    int64_t lastStep; // the step at which the duration of the run ends
    int64_t farthest; // the last step that was computed since it began or was changed
    int64_t rowStride;
    uint64_t number; // grows with every load and reset
    sessionHistory history;
    sessionTrail trail;
    sessionChangeList changes;
    sessionLastStep last;
    sessionSurvey survey;
    osMonitor* lock;  // of the driver; it guards:
    sessionRow* rows; // that nobody has fetched yet
    int rowCount, rowCapacity;
} sessionRun;

/// Begins at t = 0 of the present sim, with fresh plots, trail and history; `number` is that of the run.
void sessionRun_Begin( sessionRun* run, uint64_t number );
void sessionRun_Free( sessionRun* run );

/// Before each step: keeps what going back needs, and applies the edits that are due.
ssResult sessionRun_BeforeStep( sessionRun* run );
/// After each step: notes changes of regime and sends signals.
void sessionRun_AfterStep( sessionRun* run );

/// Before each change between two steps: keeps what the last one has left.
void sessionRun_BeforeChange( sessionRun* run );
/// The simulation whose contacts and laws are those of the last step; valid until a change or a step.
const ssSim* sessionRun_LastStep( sessionRun* run );
/// What is shown is the present state again.
void sessionRun_ForgetLastStep( sessionRun* run );
/// Has this parameter been changed since the last step, so that it takes effect with the next one?
bool sessionRun_WaitsForStep( sessionRun* run, int param );
/// Applies the recorded edits that belong to this step boundary.
ssResult sessionRun_ApplyEdits( sessionRun* run );

/// Goes to the latest saved state at or before `step`, unless the sim stands in between. False: none.
bool sessionRun_GoNear( sessionRun* run, int64_t step );

/// The way to the latest `steps` steps again, for somebody who is not in the driver's thread.
ssResult sessionRun_Replay( const sessionRun* run, int64_t steps, sessionReplay* replay );

/// Forgets what came after this step boundary: a change here makes it another run.
void sessionRun_CutFuture( sessionRun* run );
/// Records and takes over an edit at this step boundary; drops later edits. False: out of memory.
bool sessionRun_Record( sessionRun* run, ssEdit edit );

/// Takes the scenario and the values in force over as those that the run begins with.
void sessionRun_AdoptValues( sessionRun* run );

/// After a change at t = 0: nothing has happened yet, so the run simply begins with it.
void sessionRun_BeginAnew( sessionRun* run );

/// Sends the present signals to the plots. See sessionRow for `cutAfter`.
void sessionRun_SendRow( sessionRun* run, double cutAfter );
/// The same of another simulation of the same run.
void sessionRun_SendRowOf( sessionRun* run, const ssSim* sim, double cutAfter );
/// The same, after which the plots of a companion begin with all rows so far.
void sessionRun_SendCopy( sessionRun* run, int companion, uint64_t number );

/// Moves the rows that have come into the log of the window. The lock is held.
void sessionRun_TakeRows( sessionRun* run, sessionSignalLog* log, sessionSignalLog* companionLogs );
