// SPDX-License-Identifier: MIT
// The dense kernels of the block LU for every processor; lu_avx2.c and lu_avx512.c compile them again.
#define LU_KERNELS lu_kernels
#include "linalg/lu_kernels.h"
