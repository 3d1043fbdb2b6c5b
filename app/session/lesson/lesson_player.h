// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson.h"
#include "session/lesson/lesson_run.h"
#include "slipstick/lab/scene.h"

// A student in a lesson: place, answers, and which were right. The runs are computed on a thread from the
// lesson's own values; the window plays the same runs and may be changed meanwhile.

typedef enum lessonWait
{
    lesson_waitAnswer,  ///< of the question `at`
    lesson_waitRun,     ///< until somebody starts the run `at`
    lesson_waitCompute, ///< until it has been computed
    lesson_waitPlay,    ///< until the window has played it
    lesson_waitNext,    ///< at the end of a step
    lesson_waitEnd,     ///< the lesson is over
} lessonWait;

/// What has become of one item of the lesson.
typedef struct lessonState
{
    bool reached; ///< it is shown
    bool answered, skipped, right;
    int choice;            ///< from 0 on
    char typed[64];        ///< of a number
    double value;          ///< likewise, in the unit of the question
    double answer, within; ///< that would have been right
    lessonCurve* sketch;   ///< what was drawn; NULL before the question was reached
    double low, high;      ///< of its axis
    bool axisKnown;
    lessonCurve run; ///< the run to compare it with
    bool judged;
    lessonJudgement judgement;
    bool holds; ///< of a claim
    char numbers[160];
} lessonState;

typedef struct lessonPlayer
{
    lessonFile file;
    lessonState* states; ///< one for each item
    lessonRun run;       ///< at the present point of the lesson
    int step;            ///< the present one
    int shown;           ///< the one that is looked at: this one or one before
    int at;              ///< the item at which it waits
    lessonWait wait;
    unsigned hidden;         ///< lessonHidden bits
    const char* panes;       ///< of `show`; NULL: those of the scenario
    lessonError error;       ///< why the lesson cannot go on; empty: it can
    bool load;               ///< the window has to show `scene`
    bool play;               ///< and to play it, from `playFrom` to `playTo`
    double playFrom, playTo; ///< [s]
    double runFrom;          ///< [s] where the run begins, also when the window skips to its end
    ssSimDef pinned;         ///< the run before a `compare`
    bool hasPin;
    sessionJobMode jobs;
    lessonJob* job;   ///< NULL: nothing is being computed
    lessonJob* ahead; ///< a run that was computed before somebody started it
} lessonPlayer;

/// Begins a lesson and takes it over. NULL: out of memory; then the file stays the caller's.
lessonPlayer* lessonBegin( lessonFile* file, sessionJobMode jobs );
void lessonEnd( lessonPlayer* player ); ///< NULL is allowed
void lessonRestart( lessonPlayer* player );

/// Once per frame: takes what has been computed, and goes on as far as possible.
void lessonUpdate( lessonPlayer* player );
bool lessonIsBusy( const lessonPlayer* player );

/// The item that waits for an answer; NULL: none does, or another step is looked at.
const lessonItem* lessonQuestion( const lessonPlayer* player );
/// Does it wait for an answer, or ask another question later?
bool lessonAsksStill( const lessonPlayer* player );
void lessonChoose( lessonPlayer* player, int choice );
/// Anything but lesson_typedNumber is refused: nothing has been answered yet.
lessonTyped lessonType( lessonPlayer* player, const char* text );
/// The sketch that is being drawn; NULL: none is, or its axis is not known yet.
lessonState* lessonSketching( lessonPlayer* player );
/// Takes the sketch as it is; false: there is too little of it.
bool lessonFinishSketch( lessonPlayer* player );
/// The sketch of the step that is looked at, drawn or to be drawn; -1: it has none.
int lessonSketchItem( const lessonPlayer* player );

/// Answers, correctly or not, for scripts that go through a lesson. False: nothing is asked.
bool lessonAnswerAs( lessonPlayer* player, bool right );

/// Goes on: skips a question, starts a run, ends it, begins the next step.
void lessonNext( lessonPlayer* player );
void lessonBack( lessonPlayer* player ); ///< looks at the step before
/// The window has played the run to its end.
void lessonPlayed( lessonPlayer* player );
/// The scene that the window has to show; the caller destroys it.
ssResult lessonSceneOf( const lessonPlayer* player, ssScene* scene );

/// Points of the questions so far: each is worth one, a sketch as much of it as fits.
void lessonScore( const lessonPlayer* player, double* points, int* answered, int* questions );
/// Writes the answers as a table.
ssResult lessonSaveAnswers( const lessonPlayer* player, const char* path );
