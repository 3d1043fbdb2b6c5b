// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"

// The kernels for AVX2, where the build asks for it (see CMakeLists.txt); otherwise there are none.

#if defined( __AVX2__ )
#define LU_KERNELS lu_kernelsAvx2
#include "linalg/lu_kernels.h"
#else
const luKernels lu_kernelsAvx2 = { NULL, NULL, NULL, NULL };
#endif
