// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

#include <limits.h>

// Only the os_posix_*.c files include this header.

#ifndef PATH_MAX
#define PATH_MAX 4096 ///< [bytes] the length on Linux, for systems that state none
#endif

/// "cannot write 'PATH': REASON". A path too long loses its beginning, so the reason is always there.
ssResult osFileError( const char* verb, const char* path, const char* reason );

/// Temporary files are called .slipstick-PROCESS-SLOT-ATTEMPT.tmp.
#define OS_TEMP_PREFIX ".slipstick-"

/// Tells the page that a file is complete; elsewhere files need no more than that.
#ifdef __EMSCRIPTEN__
void osPublish( const char* path );
#else
static inline void osPublish( const char* path ) { (void)path; }
#endif

/// Removes the temporary files beside `path` whose process is gone, as a kill or a power failure leaves them.
void osRemoveAbandoned( const char* path );
