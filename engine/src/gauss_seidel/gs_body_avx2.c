// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Kernels for contacts between any bodies for AVX2, where the build asks for it (CMakeLists.txt).

#if defined( __AVX2__ )
#define GS_KERNELS gs_bodyKernelsAvx2
#include "gauss_seidel/gs_body_kernels.h"
#else
const gsKernels gs_bodyKernelsAvx2 = { NULL, NULL, NULL, NULL, NULL };
#endif
