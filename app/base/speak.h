// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Says sentences aloud by speech-dispatcher's spd-say, else as lines on standard output for a screen reader
// or a test. A sentence gives way to the next one.

typedef struct speaker speaker;

/// `lines`: on standard output in any case. `language`: "de". NULL when there is no memory.
speaker* speakBegin( bool lines, const char* language );
void speakSay( speaker* s, const char* text );
void speakEnd( speaker* s ); ///< NULL is allowed
