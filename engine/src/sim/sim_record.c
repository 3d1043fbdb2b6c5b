// SPDX-License-Identifier: MIT
#include "slipstick/lab/scenario.h"

// Plays a simulation to its end and records its signals.

static double* writeRow( const ssSim* sim, double* row )
{
    row[0] = ssSim_Time( sim );
    ssSim_Signals( sim, row + 1 );
    return row + 1 + ssSim_Scenario( sim )->model.signalCount;
}

int64_t ssSim_Record( ssSim* sim, int64_t steps, int64_t every, double* rows )
{
    bool records = rows != NULL && every > 0;
    double* row = records ? writeRow( sim, rows ) : NULL;
    int64_t done = 0;
    while ( done < steps && ssSim_Step( sim ).status < ss_statusNotFinite )
    {
        done += 1;
        row = records && done % every == 0 ? writeRow( sim, row ) : row;
    }
    return done;
}
