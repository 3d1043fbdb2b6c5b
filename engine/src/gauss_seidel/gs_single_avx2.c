// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Passes in single precision for AVX2, where the build asks for it (CMakeLists.txt).

#if defined( __AVX2__ )
#define GS_SOLVE_SINGLE gs_solveSingleAvx2
#include "gauss_seidel/gs_single_kernels.h"
#else
gsTask* const gs_solveSingleAvx2 = NULL;
#endif
