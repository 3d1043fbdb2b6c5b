// SPDX-License-Identifier: MIT
#include "slipstick/lab/fit.h"
#include "slipstick/vecmath.h"

#include <string.h>

// Compares one run with one table while it is played.

struct ssAgainst
{
    const ssFitData* data;
    int signalCount;
    int next; // row that the run has not reached
    bool begun;
    double time;
    double row[SS_MAX_SIGNALS]; // at that time
    double square;
    int64_t count;
};

ssResult ssCreateAgainst( const ssFitData* data, const ssScenario* scenario, ssAgainst** against )
{
    *against = ssAlloc( sizeof **against );
    if ( *against == NULL )
    {
        return ssError( ss_errorMemory, NULL, "%.150s: out of memory", data->name );
    }
    ( *against )->data = data;
    ( *against )->signalCount = scenario->model.signalCount;
    return ssOk();
}

void ssDestroyAgainst( ssAgainst* against )
{
    ssRelease( against );
}

void ssAgainst_Visit( ssAgainst* against, const ssSim* sim )
{
    const ssFitData* data = against->data;
    double row[SS_MAX_SIGNALS], time = ssSim_Time( sim );
    ssSim_Signals( sim, row );
    double slack = 1e-9 * ssSim_StepSize( sim );
    for ( ; against->next < data->rowCount && data->times[against->next] <= time + slack; ++against->next )
    {
        double at = data->times[against->next];
        double share =
            against->begun && time > against->time ? ( at - against->time ) / ( time - against->time ) : 1.0;
        const double* values = data->values + (size_t)against->next * (size_t)data->columnCount;
        for ( int c = 0; c < data->columnCount && ( against->begun || at >= time - slack ); ++c )
        {
            int s = data->columns[c].signal;
            double value =
                share > 1.0 - 1e-9 ? row[s] : against->row[s] + share * ( row[s] - against->row[s] );
            double miss = ( value - values[c] ) / data->columns[c].spread;
            if ( miss == miss )
            {
                against->square += miss * miss;
                against->count += 1;
            }
        }
    }
    memcpy( against->row, row, sizeof( double ) * (size_t)against->signalCount );
    against->time = time;
    against->begun = true;
}

double ssAgainst_Misfit( const ssAgainst* against )
{
    return against->count > 0 ? sqrt( against->square / (double)against->count ) : SS_NAN;
}

double ssFitData_At( const ssFitData* data, int column, double time )
{
    int low = 0, high = data->rowCount - 1;
    size_t columns = (size_t)data->columnCount, c = (size_t)column;
    double slack = 1e-9 * ( fabs( time ) + 1e-3 );
    if ( data->rowCount == 0 || time < data->times[0] - slack || time > data->times[high] + slack )
    {
        return SS_NAN;
    }
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        *( data->times[middle] <= time ? &low : &high ) = middle;
    }
    double first = data->values[(size_t)low * columns + c], last = data->values[(size_t)high * columns + c];
    double width = data->times[high] - data->times[low];
    double share = width > 0.0 ? ( time - data->times[low] ) / width : 0.0;
    return share < 1e-9 ? first : share > 1.0 - 1e-9 ? last : first + share * ( last - first );
}
