// SPDX-License-Identifier: MIT
#pragma once

// A small function that takes the dimension as an argument is compiled once per dimension, with its loops
// unrolled, when it is inlined into callers that pass a constant. Left to itself, the compiler shares one
// copy with a loop in it. Rare cases are kept out of such functions, so that they do not cost registers.

#if defined( __GNUC__ )
#define ALWAYS_INLINE inline __attribute__( ( always_inline ) )
#define NEVER_INLINE __attribute__( ( noinline ) )
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#endif
