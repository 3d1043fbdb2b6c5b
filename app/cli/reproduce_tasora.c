// SPDX-License-Identifier: MIT
#include "cli/reproduce.h"

const reproPaper repro_tasora = { NULL, 0 };
