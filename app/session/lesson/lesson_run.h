// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson_sketch.h"
#include "session/lesson/lesson_values.h"
#include "session/run/job.h"

// The runs of a lesson without a window: what `scene`, `until`, `run` and `compare` do.

#define LESSON_MAX_ASKS 16 ///< questions and claims about one run

/// What a run says about a question or a claim.
typedef struct lessonRunAsk
{
    int item;
    double answer, within;                   ///< of a number, when it was asked
    lessonWatch watches[LESSON_MAX_WATCHES]; ///< the first one of a number is its `is`; those of a claim its
                                             ///< max(x), …
    int watchCount;
    int signal; ///< of a sketch
    lessonCurve curve;
} lessonRunAsk;

typedef struct lessonRun
{
    const char* folder; ///< of the lesson; NULL: none
    ssSimDef def;
    ssSim* sim; ///< NULL: there has been no scene yet
    lessonNames names;
    lessonValues values;
    double time;
    double began; ///< [s] the time at which the last run began
    double until; ///< [s] where runs of the scene end
    lessonRunAsk* asks[LESSON_MAX_ASKS];
    int askCount;
} lessonRun;

bool lessonOpenScene( lessonRun* run, const lessonItem* item, lessonError* error );
bool lessonSetUntil( lessonRun* run, const char* text, int line, lessonError* error );
/// Asks for a measure, "far = max(x)", of the runs to come.
bool lessonAddMeasure( lessonRun* run, const char* text, int line, lessonError* error );
/// Brings the values up to date with the simulation.
void lessonReadRun( lessonRun* run );

/// Does this `run` or `compare`, from the present state, or from t = 0 if that has reached its end. `asks`
/// then has what it says about questions and claims.
bool lessonRunTo(
    lessonRun* run, const lessonText* lesson, int item, ssStop* stop, void* context, lessonError* error );
void lessonEndRun( lessonRun* run );

/// Does a claim hold now, after the run before it? `numbers` receives the values it uses, by the names of
/// formulas ("mu = 0.2") or by their symbols ("μ = 0.2").
bool lessonClaimHolds( lessonRun* run, const lessonText* lesson, int item, bool symbols, char* numbers,
    size_t capacity, lessonError* error );

/// The item of the run that answers a question: the next of its step, else the one before it in the same
/// scene, else a later one. For a claim: the one before it. -1: none.
int lessonRunOf( const lessonText* lesson, int item );

/// What a run says about the item; NULL: nothing.
const lessonRunAsk* lessonFindAsk( const lessonRun* run, int item );

/// A run of a lesson that is computed in the background, from its scene on.
typedef struct lessonJob
{
    sessionJob* job;
    const lessonText* lesson;
    int item;

    // The work's own while it goes on.
    lessonRun run;     ///< at the end of the item
    ssSimDef before;   ///< the definition before the item, if it is a `compare`
    lessonError error; ///< empty if all went well
} lessonJob;

/// Begins with the runs of the scene up to this item of the lesson. NULL when out of memory.
lessonJob* lessonBeginJob( sessionJobMode mode, const lessonText* lesson, const char* folder, int item );
void lessonEndJob( lessonJob* job ); ///< stops it; NULL is allowed

// Goes through a lesson without a window, and compares its answers and claims with its runs.

/// What a lesson states, and whether it is so.
typedef struct lessonFinding
{
    int line;
    bool failed;
    char text[400];
} lessonFinding;

typedef struct lessonReport
{
    lessonFinding* findings; ///< in the order of the lesson
    int count, capacity;
    int failures;
} lessonReport;

/// Checks a lesson. `folder` is that of its file, for laws beside it; NULL: none. `stop` (may be NULL) is
/// asked between steps of a run. False when out of memory.
bool lessonCheck(
    const lessonText* lesson, const char* folder, ssStop* stop, void* context, lessonReport* report );
void lessonFreeReport( lessonReport* report );
