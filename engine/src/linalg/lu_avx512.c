// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"

// The kernels for AVX-512, where the build asks for it (see CMakeLists.txt); otherwise there are none.

#if defined( __AVX512F__ )
#define LU_KERNELS lu_kernelsAvx512
#include "linalg/lu_kernels.h"
#else
const luKernels lu_kernelsAvx512 = { NULL, NULL, NULL, NULL };
#endif
