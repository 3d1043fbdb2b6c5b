// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Passes in single precision, compiled for AVX-512 where the build asks for it (see CMakeLists.txt); otherwise there are none.

#if defined( __AVX512VL__ )
#define GS_SOLVE_SINGLE gs_solveSingleAvx512
#include "gauss_seidel/gs_single_kernels.h"
#else
gsTask* const gs_solveSingleAvx512 = NULL;
#endif
