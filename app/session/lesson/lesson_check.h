// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson.h"

// Goes through a lesson without a window: runs what it runs, and
// compares its answers and claims with the runs.

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
