// SPDX-License-Identifier: MIT
#include "cli/reproduce.h"

const reproPaper repro_walker = { NULL, 0 };
