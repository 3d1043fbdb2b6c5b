// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/job.h"
#include "slipstick/law_check.h"

// Checks the law that is being typed, as a job: the verdicts take up to some tenths of a second. The newest
// question counts. A quick answer comes first, the thorough one follows.

typedef struct sessionLawChecker sessionLawChecker;

sessionLawChecker* sessionCreateLawChecker( sessionJobMode mode ); // NULL when memory is short
void sessionDestroyLawChecker( sessionLawChecker* checker );       // NULL is allowed

// Asks about a program with these values of its parameters; asking the same again does nothing.
void sessionLawChecker_Ask( sessionLawChecker* checker, const ssLawProgram* program, const double* values );
bool sessionLawChecker_Busy( sessionLawChecker* checker );
// Copies the newest answer, which may be about an older question. False: there is none yet.
bool sessionLawChecker_Answer( sessionLawChecker* checker, ssLawCheck* check );
