// SPDX-License-Identifier: MIT
#include "cli/reproduce.h"

const reproPaper repro_poschel = { NULL, 0 };
