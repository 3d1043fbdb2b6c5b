// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/contact_log.h"
#include "slipstick/lab/scenario.h"

// The log of `run --contacts`: one row per contact, one frame per row of the table of signals.

typedef struct runContacts
{
    osWriter* out; // NULL: no log is wanted
    ssLogWriter* writer;
    ssLogFrame frame;
    ssResult result; // of the frame that is being filled
    bool any;        // a contact has been written
    bool bodies;     // the form has a place for bodies
    bool pending;    // the forces of this frame are not known yet
} runContacts;

/// Opens the log in the form that the ending of the path names. `path` NULL: none is wanted.
ssResult runBeginContacts( const char* path, const ssScenario* scenario, runContacts* contacts );

/// Writes the contacts of the step that the sim has just done.
ssResult runAddContacts( runContacts* contacts, const ssSim* sim );

/// Ends the log, and warns when it has no contacts; `out` remains.
ssResult runEndContacts( runContacts* contacts );
