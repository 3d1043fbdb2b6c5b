// SPDX-License-Identifier: MIT
#define LU_KERNELS lu_kernels
#include "linalg/lu_kernels.h"
