// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Kernels for contacts between spheres for AVX-512, where the build asks for it (CMakeLists.txt).

#if defined( __AVX512VL__ )
#define GS_KERNELS gs_sphereKernelsAvx512
#include "gauss_seidel/gs_sphere_kernels.h"
#else
const gsKernels gs_sphereKernelsAvx512 = { NULL, NULL, NULL, NULL, NULL };
#endif
