// SPDX-License-Identifier: MIT
#pragma once

#include "base/json_writer.h"
#include "session/driver/break_watch.h"

// `run --break`: the run ends in the first state in which a contact begins to satisfy a condition.

typedef struct runBreak
{
    sessionBreakWatch watch;
    sessionBreak found;
    bool broke;
} runBreak;

/// Reads the condition. `text` NULL: none is wanted. An error is that of the option
/// --break, also where the scenario has no contacts.
ssResult runBeginBreak( const char* text, const ssScenario* scenario, runBreak* stop );

/// Looks at the state that the sim is in now. Call it at t = 0 and after every step.
void runWatchBreak( runBreak* stop, const ssSim* sim );

/// Says on stderr where the run has ended, or that no contact has satisfied the condition.
void runPrintBreak( const runBreak* stop );

/// Writes the member "break" of the results, null without a break; nothing where none was wanted.
void runWriteBreak( jsonWriter* json, const runBreak* stop );

void runEndBreak( runBreak* stop );
