// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"

// The product for AVX2, where the build asks for it (see CMakeLists.txt); otherwise there is none.

#if defined( __AVX2__ )
#define LU_KERNELS lu_subtractAvx2
#include "linalg/lu_kernels.h"
#else
luSubtract* const lu_subtractAvx2 = NULL;
#endif
