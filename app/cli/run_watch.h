// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv_table.h"
#include "base/json_writer.h"
#include "base/os.h"
#include "base/stage_watch.h"
#include "session/driver/break_watch.h"
#include "session/run/doctor.h"
#include "slipstick/contact_log.h"
#include "slipstick/lab/change.h"
#include "slipstick/lab/fit.h"
#include "slipstick/lab/scenario.h"

// The table of `run --bodies`: where every body is, for each row of the table of signals.

typedef struct runBodies
{
    osWriter* out; // NULL: no table is wanted
    csvWriter csv;
    bool any; // it has rows
} runBodies;

/// Opens the table and writes its header. `path` NULL: none is wanted.
ssResult runBeginBodies( const char* path, runBodies* bodies );

/// Writes the bodies of the state that the sim is in now.
void runAddBodies( runBodies* bodies, const ssSim* sim );

/// Warns of a table without rows, which is what a scenario without bodies gives.
void runEndBodies( const runBodies* bodies, const ssSim* sim );

// The table of `run --changes`: one row per change of regime, found at every step.

typedef struct runChanges
{
    ssChangeLog* log; // NULL: no table is wanted
    osWriter* out;
    csvWriter csv;
} runChanges;

/// Opens the table and writes its header. `path` NULL: none is wanted.
ssResult runBeginChanges( const char* path, runChanges* changes );

/// Writes the changes of the state that the sim is in now. Call it at t = 0 and after every step.
ssResult runAddChanges( runChanges* changes, const ssSim* sim );

/// Frees the log; the writer remains.
void runEndChanges( runChanges* changes );

// The log of `run --contacts`: one row per contact, one frame per row of the table of signals.

typedef struct runContacts
{
    osWriter* out; // NULL: no log is wanted
    ssLogWriter* writer;
    ssLogFrame frame;
    bool any;    // a contact has been written
    bool bodies; // the form has a place for bodies
} runContacts;

/// Opens the log in the form that the ending of the path names. `path` NULL: none is wanted.
ssResult runBeginContacts( const char* path, const ssScenario* scenario, runContacts* contacts );

/// Writes the contacts of the step that the sim has just done.
ssResult runAddContacts( runContacts* contacts, const ssSim* sim );

/// Ends the log, and warns when it has no contacts; `out` remains.
ssResult runEndContacts( runContacts* contacts );

// `run --break`: the run ends in the first state in which a contact begins to satisfy a condition.

typedef struct runBreak
{
    sessionBreakWatch watch;
    const char* text; // NULL: none
    int measure;      // of a condition on the state, which becomes a number when it holds; -1: on contacts
    sessionBreak found;
    bool broke;
} runBreak;

/// Reads the condition (NULL: none) on contacts or, as an expression, on the state; the latter is a measure
/// of `def` from then on.
ssResult runBeginBreak( const char* text, ssSimDef* def, runBreak* stop );

/// Looks at the state that the sim is in now. Call it at t = 0 and after every step.
void runWatchBreak( runBreak* stop, const ssSim* sim );

/// Says on stderr where the run has ended, or that no contact has satisfied the condition.
void runPrintBreak( const runBreak* stop );

/// Writes the member "break" of the results, null without a break; nothing where none was wanted.
void runWriteBreak( jsonWriter* json, const runBreak* stop );

void runEndBreak( runBreak* stop );

// `run --against FILE`: a run beside a table of measurements. Without a file all functions do nothing.

#define AGAINST_MEASURE "misfit" ///< its name among the measures; ssAgainst defines it

typedef struct runAgainst
{
    ssFitData data;
    ssAgainst* against; ///< NULL: there is no file
    const ssScenario* scenario;
} runAgainst;

/// `until`: the run's end [s]; rows of the table beyond it, and gaps, are noted. Status 2: message.
int runBeginAgainst( const char* path, const ssScenario* scenario, double until, runAgainst* against );
void runEndAgainst( runAgainst* against );
void runVisitAgainst( const runAgainst* against, const ssSim* sim ); ///< at t = 0 and after every step
/// A column `data.x` for every measured signal x, at the times of the run.
void runAgainstHeadings( const runAgainst* against, csvWriter* csv );
void runAgainstCells( const runAgainst* against, csvWriter* csv, double time );

// The times of `run --timings`.

// Steps that are too coarse for what happens in them.
typedef struct runCoarse
{
    int64_t count;
    ssStepScale worst;
    double worstTime;
} runCoarse;

void runCountCoarse( runCoarse* coarse, const ssSim* sim, const ssStepScale* scale );
void runWarnCoarse( const runCoarse* coarse, const ssSim* sim, int64_t steps );
void runWriteCoarse( jsonWriter* json, const runCoarse* coarse, const ssSim* sim );

typedef struct runWatch
{
    stageWatch stages;
    double seconds; // spent in steps
} runWatch;

ssStepReport runTimedStep( runWatch* watch, ssSim* sim );

/// Prints mean wall times per step to stderr: they are not results, which do not depend on the machine.
void runPrintTimings( const runWatch* watch, int64_t steps );
