// SPDX-License-Identifier: MIT
#include "log/log_private.h"

// Every form of log. A file is given to the first that recognises
// it; CSV, which has no signature, comes last.

const logForm* const log_forms[] = {
    &log_mcap,
    &log_siconos,
    &log_dump,
    &log_csv,
    NULL,
};
