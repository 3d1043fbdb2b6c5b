// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_private.h"

// Kernels for contacts between spheres, compiled for AVX2 where the build asks for it (see
// CMakeLists.txt); otherwise there are none.

#if defined( __AVX2__ )
#define GS_KERNELS gs_sphereKernelsAvx2
#include "gauss_seidel/gs_sphere_kernels.h"
#else
const gsKernels gs_sphereKernelsAvx2 = { NULL, NULL, NULL, NULL, NULL };
#endif
