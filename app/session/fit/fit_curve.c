// SPDX-License-Identifier: MIT
#include "session/fit/fit_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Plays one run beside a table and keeps its curves.

static const double s_rows = 1000.0; // of a curve: more than pixels of a plot

void sessionFitCurve_Free( sessionFitCurve* curve )
{
    free( curve->rows );
    *curve = ( sessionFitCurve ){ 0 };
}

static bool addRow( sessionFitCurve* curve, const ssSim* sim )
{
    size_t width = (size_t)curve->signalCount + 1;
    if ( curve->rowCount == curve->rowCapacity )
    {
        int capacity = curve->rowCapacity > 0 ? 2 * curve->rowCapacity : (int)s_rows + 8;
        // Another scenario can have more signals than the one the buffer was made for.
        double* grown = realloc( curve->rows, (size_t)capacity * ( SS_MAX_SIGNALS + 1 ) * sizeof *grown );
        if ( grown == NULL )
        {
            return false;
        }
        curve->rows = grown;
        curve->rowCapacity = capacity;
    }
    double* row = curve->rows + (size_t)curve->rowCount * width;
    row[0] = ssSim_Time( sim );
    ssSim_Signals( sim, row + 1 );
    curve->rowCount += 1;
    return true;
}

static ssResult begin( const ssSimDef* def, const ssFitData* data, int64_t* steps, ssSim** sim )
{
    double wanted = ceil( data->times[data->rowCount - 1] / def->h - 1e-9 );
    *steps = wanted > 0.0 && wanted <= SS_FIT_STEPS_MAX ? (int64_t)wanted : 0;
    if ( !( wanted <= SS_FIT_STEPS_MAX ) )
    {
        return ssError( ss_errorValue, NULL,
            "The data end at t = %.6g s, which are %.3g steps of h = %.3g s. Is the unit of time right, as "
            "in t [ms]?",
            data->times[data->rowCount - 1], wanted, def->h );
    }
    ssSimDef* run = malloc( sizeof *run ); // too large for a stack: it holds texts
    if ( run == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    *run = *def;
    for ( int i = 0; i < data->setCount; ++i )
    {
        run->values[data->sets[i].param] = data->sets[i].value;
    }
    run->until = fmax( (double)*steps, fmax( 1.0, round( def->until / def->h ) ) ) * def->h;
    ssResult result = ssCreateSim( run, sim );
    free( run );
    return result;
}

/// Looks at the state where a measured time lies in the step before it or after it:
/// signals cost more than a step of a simple scene.
static void visit( ssAgainst* against, const ssFitData* data, const ssSim* sim, int* next )
{
    double h = ssSim_StepSize( sim ), time = ssSim_Time( sim ), slack = 1e-9 * h;
    if ( *next < data->rowCount && data->times[*next] <= time + h + 2.0 * slack )
    {
        ssAgainst_Visit( against, sim );
    }
    while ( *next < data->rowCount && data->times[*next] <= time + slack )
    {
        *next += 1;
    }
}

/// Steps to the end of the data. False, with a reason in `failure`, where it cannot.
static bool walk( ssSim* sim, ssAgainst* against, const ssFitData* data, int64_t steps, ssStop* stop,
    void* context, sessionFitCurve* curve, char* failure, size_t capacity )
{
    int64_t stride = 1 + (int64_t)( (double)steps / s_rows );
    int next = 0;
    for ( int64_t step = 0;; ++step )
    {
        visit( against, data, sim, &next );
        bool kept = curve == NULL || ( step % stride != 0 && step < steps ) || addRow( curve, sim );
        if ( step == steps || !kept )
        {
            snprintf( failure, capacity, "%s", kept ? "" : "out of memory" );
            return kept;
        }
        ssStepReport report = ssSim_Step( sim );
        bool stopped = stop != NULL && ( ( step & 63 ) == 63 || report.contacts > 16 ) && stop( context );
        if ( stopped || report.status >= ss_stepNotFinite )
        {
            snprintf( failure, capacity, "%.120s at t = %.6g s",
                stopped                     ? "stopped"
                    : report.reason != NULL ? report.reason
                                            : "The run is no longer finite",
                ssSim_Time( sim ) );
            return false;
        }
    }
}

double sessionRunAgainst(
    const ssSimDef* def, const ssFitData* data, ssStop* stop, void* context, sessionFitCurve* curve )
{
    char failure[200] = "";
    ssSim* sim = NULL;
    ssAgainst* against = NULL;
    int64_t steps = 0;
    if ( curve != NULL )
    {
        curve->rowCount = 0;
        curve->signalCount = def->scenario->signalCount;
        curve->misfit = SS_NAN;
    }
    ssResult result = begin( def, data, &steps, &sim );
    result = result.code == ss_ok ? ssCreateAgainst( data, def->scenario, &against ) : result;
    double misfit = SS_NAN;
    if ( result.code != ss_ok )
    {
        snprintf( failure, sizeof failure, "%.190s", result.message );
    }
    else if ( walk( sim, against, data, steps, stop, context, curve, failure, sizeof failure ) )
    {
        misfit = ssAgainst_Misfit( against );
    }
    ssDestroyAgainst( against );
    ssDestroySim( sim );
    if ( curve != NULL )
    {
        curve->misfit = misfit;
        memcpy( curve->failure, failure, sizeof failure );
    }
    return misfit;
}
