// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson_values.h"

// A number taken from a run while it goes on: "u at end", "u at 0.5", "u when slip <= 1e-6", "max(u)",
// "min(u)", "mean(u)". Without such words it is the number at the end.

#define LESSON_FORMULA_BYTES 400

typedef enum lessonMoment
{
    lesson_momentEnd,
    lesson_momentTime,
    lesson_momentWhen, ///< the first time that a condition holds
    lesson_momentMax,
    lesson_momentMin,
    lesson_momentMean,
} lessonMoment;

typedef struct lessonWatch
{
    lessonMoment moment;
    ssFormula* formula;
    ssFormula* when;
    double time; ///< [s] of lesson_momentTime
    double value;
    bool found;
    char unit[24]; ///< of the number, where it is a name alone; "?": it is not known
    double sum;
    int64_t count;
} lessonWatch;

/// False after a failure; end it in any case.
bool lessonBeginWatch( const lessonNames* names, const lessonValues* values, const char* text, int line,
    lessonWatch* watch, lessonError* error );
void lessonEndWatch( lessonWatch* watch );
/// Looks at a state of the run. `last`: it is the final one.
void lessonVisit( lessonWatch* watch, const lessonValues* values, double time, bool last );

/// Takes max(x), min(x) and mean(x) of one number out of a formula: each becomes a name of its own and a
/// watch, to be ended by the caller in any case. False after a failure.
bool lessonTakeWatches( const lessonNames* names, const lessonValues* values, const char* text, int line,
    char rest[LESSON_FORMULA_BYTES], lessonWatch watches[LESSON_MAX_WATCHES], int* count,
    lessonError* error );
