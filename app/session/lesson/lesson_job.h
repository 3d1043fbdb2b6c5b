// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson_run.h"

// A run of a lesson that is computed on a thread of its own, from its scene on.

typedef struct lessonJob lessonJob;

/// Begins with the runs of the scene up to this item of the lesson. NULL when out of memory.
lessonJob* lessonBeginJob( const lessonText* lesson, const char* folder, int item );
bool lessonJobDone( const lessonJob* job );
void lessonWaitForJob( lessonJob* job );
void lessonEndJob( lessonJob* job ); ///< stops it; NULL is allowed

int lessonJobItem( const lessonJob* job );
/// The run at the end of the item, once the job is done; its error is empty if all went well.
lessonRun* lessonJobRun( lessonJob* job );
const lessonError* lessonJobError( const lessonJob* job );
/// [s] The time at which the last run began.
double lessonJobBegin( const lessonJob* job );
/// The definition before the item, if it is a `compare`.
const ssSimDef* lessonJobBefore( const lessonJob* job );
