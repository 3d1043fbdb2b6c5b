// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_curve.h"
#include "session/fit/fit_table.h"
#include "session/run/job.h"

// The run with the values of the sliders beside a table, as a job. The newest question counts, but a run that
// has begun is finished, so that a slider that never rests still shows curves.

typedef struct sessionFitLive sessionFitLive;

sessionFitLive* sessionCreateFitLive( sessionJobMode mode ); // NULL when memory is short
void sessionDestroyFitLive( sessionFitLive* live );          // NULL is allowed

// Asks for the run of a definition; asking the same again does nothing.
void sessionFitLive_Ask( sessionFitLive* live, const ssSimDef* def, sessionTable* table );
// Ends the run, and forgets question and answer.
void sessionFitLive_Clear( sessionFitLive* live );
// Is an answer to the newest question still to come?
bool sessionFitLive_Busy( sessionFitLive* live );
// The newest answer, perhaps to an older question; NULL: none. Valid until the next call.
const sessionFitCurve* sessionFitLive_Answer( sessionFitLive* live );
// Answers so far.
int64_t sessionFitLive_Count( sessionFitLive* live );
