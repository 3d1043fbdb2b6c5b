// SPDX-License-Identifier: MIT
// Passes in single precision, compiled for the instructions that every processor of its kind has.

#define GS_SOLVE_SINGLE gs_solveSingle
#include "gauss_seidel/gs_single_kernels.h"
