// SPDX-License-Identifier: MIT
#include "slipstick/solve_report.h"

// Names the ways in which a solver ends.

const char* ssSolveStatusName( ssSolveStatus status )
{
    static const char* const names[] = { "converged", "limit", "stalled", "not-finite", "cancelled",
        "no-memory", "refused" };
    SS_ASSERT( (int)status >= 0 && (int)status < SS_COUNT( names ) );
    return names[status];
}
