// SPDX-License-Identifier: MIT
#pragma once

// Inlined into callers that pass a constant dimension, a function is compiled once per dimension, with its
// loops unrolled. Rare cases are kept out of such functions, so that they do not cost registers.

#if defined( __GNUC__ )
#define ALWAYS_INLINE inline __attribute__( ( always_inline ) )
#define NEVER_INLINE __attribute__( ( noinline ) )
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#endif
