// SPDX-License-Identifier: MIT
#include "cli/reproduce.h"

const reproPaper repro_peiret = { NULL, 0 };
