// SPDX-License-Identifier: MIT
// Kernels for contacts between any bodies, compiled for the
// instructions that every processor of its kind has.

#define GS_KERNELS gs_bodyKernels
#include "gauss_seidel/gs_body_kernels.h"
