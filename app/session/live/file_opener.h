// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/job.h"
#include "slipstick/contact_log.h"
#include "slipstick/lab/scenario.h"

// Opens a contact log as a job: finding the frames of a large one takes long, and can be cancelled.

typedef struct sessionFileOpener sessionFileOpener;

// Begins to open the file; NULL when memory is short. The renames of `options` are copied, its progress is
// not used. `wake` (NULL: nobody sleeps) is called by the job now and then, and at the end.
sessionFileOpener* sessionBeginOpening( sessionJobMode mode, const char* path, const ssLogOptions* options,
    void ( *wake )( void* context ), void* context );
// Ends it where it is, and frees everything. NULL is allowed.
void sessionEndOpening( sessionFileOpener* opener );

const char* sessionFileOpener_Path( const sessionFileOpener* opener );
// The share of the file that has been read, 0 to 1.
double sessionFileOpener_Share( sessionFileOpener* opener );
bool sessionFileOpener_Done( sessionFileOpener* opener );
// Once done: the scenario of the log, with a reference for the caller, or what is wrong.
ssResult sessionFileOpener_Take( sessionFileOpener* opener, const ssScenario** scenario );
