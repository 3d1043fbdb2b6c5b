// SPDX-License-Identifier: MIT
// Kernels for contacts between spheres, compiled for the instructions that every processor of its kind has.

#define GS_KERNELS gs_sphereKernels
#include "gauss_seidel/gs_sphere_kernels.h"
