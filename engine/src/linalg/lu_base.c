// SPDX-License-Identifier: MIT
#define LU_KERNELS lu_subtract
#include "linalg/lu_kernels.h"
