// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson.h"

// A curve drawn before a run, and what of it fits: sign, beginning, end, and when it stops changing.

#define LESSON_COLUMNS 200

/// A curve over time, in equal columns; NAN where there is none.
typedef struct lessonCurve
{
    double begin, end; ///< [s]
    double y[LESSON_COLUMNS];
} lessonCurve;

void lessonClearCurve( lessonCurve* curve, double begin, double end );
/// A state of a run: the last one of a column counts.
void lessonRecord( lessonCurve* curve, double time, double value );
/// Draws a line between two points of a sketch.
void lessonDrawLine( lessonCurve* curve, double t0, double y0, double t1, double y1 );
/// Fills the columns between those that have a value.
void lessonFillGaps( lessonCurve* curve );

/// What a curve looks like. `scale` is a length on the axis, by which "level" and "zero" are judged.
typedef struct lessonFeatures
{
    bool any;         ///< at least two columns have a value
    double share;     ///< of the columns that have one
    double positive;  ///< share of columns above zero among those that are not near zero
    bool zero;        ///< it stays near zero
    double from, to;  ///< the first and the last value
    double low, high; ///< with zero
    int direction;    ///< it begins to rise (1) or fall (-1), or stays level (0)
    double slope;     ///< how steeply, until half of its largest change; 0 when level
    double stop;      ///< [s] from when on it does not change any more; NAN: it changes until its end
} lessonFeatures;

lessonFeatures lessonFindFeatures( const lessonCurve* curve, double scale );
/// The distance from the lowest to the highest value or zero; 0: there is none.
double lessonSpan( const lessonCurve* curve );

typedef enum lessonFit
{
    lesson_fitNotJudged,
    lesson_fitRight,
    lesson_fitWrong,
} lessonFit;

/// One for each bit of lessonJudged, in their order.
#define LESSON_JUDGED_COUNT 4
typedef struct lessonJudgement
{
    lessonFit fits[LESSON_JUDGED_COUNT];
    lessonFeatures run, sketch;
    bool empty; ///< less than half of the time was drawn
    int right, judged;
} lessonJudgement;

/// Compares a sketch with the run. `scale` is the height of the axis.
lessonJudgement lessonJudge(
    const lessonCurve* run, const lessonCurve* sketch, unsigned judged, double scale );

/// Is the feature defined for this run? If not, `why` says so.
bool lessonIsDefined( const lessonCurve* run, lessonJudged feature, char* why, size_t capacity );

/// Limits of an axis that shows the curve without giving its sign or its end away.
void lessonSketchAxis( const lessonCurve* run, double* low, double* high );
