// SPDX-License-Identifier: MIT
#pragma once

#include "law/text/formula.h"
#include "session/lesson/lesson.h"
#include "slipstick/lab/scenario.h"

// Formulas of a lesson: signals, parameters and measures by name, time t, step size h, gravity g. param.NAME
// is a parameter hidden by a signal, before.NAME the value at the end of the run before a `compare`; max(x),
// min(x) and mean(x) are those of the run.

#define LESSON_MAX_WATCHES 4 ///< numbers of a whole run in one formula

/// A formula that has been compiled, found again by the place of its text.
typedef struct lessonCompiled
{
    const char* text;
    ssFormula* formula;
} lessonCompiled;

typedef struct lessonNames
{
    const ssScenario* scenario;
    const char* names[SS_FORMULA_MAX_NAMES];
    int count;
    int plainCount; ///< of names without "before."
    int paramFirst, measureFirst, time, gravity, hiddenFirst;
    int watchFirst;            ///< of LESSON_MAX_WATCHES numbers of a whole run
    int hidden[SS_MAX_PARAMS]; ///< parameters that are param.NAME
    int hiddenCount;
    char* pool; ///< names that are put together
    lessonCompiled* compiled;
    int compiledCount, compiledCapacity;
} lessonNames;

/// A moment of a run, as formulas see it; NAN where a value is not defined.
typedef struct lessonValues
{
    double now[SS_FORMULA_MAX_NAMES];
} lessonValues;

/// False when out of memory. The scenario must live as long as the names.
bool lessonMakeNames( const ssScenario* scenario, lessonNames* names );
void lessonFreeNames( lessonNames* names );

/// Fills the values from parts, except before.NAME; `measures` may be NULL: they are not known.
void lessonFillValues( const lessonNames* names, const double* params, const double* signals,
    const double* measures, double time, double h, lessonValues* values );
/// From a simulation, with the measures that the formulas use (NULL: all of them).
void lessonReadValues(
    const lessonNames* names, const ssSim* sim, ssFormula* const* formulas, int count, lessonValues* values );
void lessonForgetBefore( const lessonNames* names, lessonValues* values );
/// Makes the values those of before.NAME.
void lessonKeepBefore( const lessonNames* names, lessonValues* values );

/// Compiles a formula, once for each place of a text, which must not move. Fails if it is not what is asked
/// for: a number or a comparison. The names own it.
ssFormula* lessonCompile(
    lessonNames* names, const char* text, int line, bool comparison, lessonError* error );
/// The same for a text that moves: the caller destroys the formula.
ssFormula* lessonCompileOwn(
    const lessonNames* names, const char* text, int line, bool comparison, lessonError* error );
/// The value of a number now; NAN after a failure, and where it is not defined.
double lessonEvaluate(
    lessonNames* names, const lessonValues* values, const char* text, int line, lessonError* error );

/// The unit of a formula that is the name of a signal, parameter or measure alone; NULL: it is not known.
const char* lessonUnitOf( const lessonNames* names, const char* text );

/// Writes a paragraph with the numbers of its {formulas}. False after a failure.
bool lessonExpand( lessonNames* names, const lessonValues* values, const char* text, int line, char* out,
    size_t capacity, lessonError* error );
/// "1.429 m/s", "5°": four digits and the unit.
void lessonFormatNumber( double value, const char* unit, char* text, size_t capacity );
/// The largest error of an answer that still counts, in the unit of the answer; NAN after a failure.
double lessonTolerance( lessonNames* names, const lessonValues* values, const lessonItem* item, double answer,
    lessonError* error );

// What the words after `scene` and `compare` do to a run.

/// Fills the definition from "SCENARIO [PRESET] [KEY=VALUE …]". `folder` (may be NULL) is that of the lesson,
/// where law=FILE is looked for. False after a failure.
bool lessonMakeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error );
/// Changes values by "KEY=VALUE …"; also law=NAME or FILE, h and seed.
bool lessonChangeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error );
/// The panes of `show` exist in the scenario: "u,r_t,chart:cycle".
bool lessonCheckPanes( const char* text, int line, const ssScenario* scenario, lessonError* error );

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
