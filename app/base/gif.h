// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// An animation as GIF 89a, written frame by frame: a palette for the pixels that change, all others are
// transparent. The same frames give the same bytes.

#define GIF_FPS_MAX 50.0 ///< viewers slow down frames that last less than two hundredths of a second

typedef struct gifWriter gifWriter;

/// Begins an animation that repeats for ever; `comment` may be NULL. NULL when out of memory.
gifWriter* gifBegin( osWriter* out, int width, int height, double fps, const char* comment );

/// Adds rows of RGB bytes from the top down. Errors of writing are those of the writer.
void gifAddFrame( gifWriter* gif, const unsigned char* rgb );

/// Ends the file, not the writer. NULL is allowed.
void gifEnd( gifWriter* gif );
/// Frees it without a further byte. NULL is allowed.
void gifAbort( gifWriter* gif );
