// SPDX-License-Identifier: MIT
#include "session/fit/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs the cells of a sweep, each with all its seeds, on several threads.

/// Makes one run. False, with a reason in `failure`, when it gives no numbers; otherwise `failure` says why a
/// measure has none, or is empty.
static bool runOnce( const sweepDef* def, ssSimDef* run, ssStop* stop, void* context, double* measures,
    char* failure, size_t capacity )
{
    ssSim* sim = NULL;
    int64_t steps = 0;
    failure[0] = '\0';
    ssResult result = ssSimDef_StepCount( run, &steps );
    result = result.code == ss_ok ? ssCreateSim( run, &sim ) : result;
    if ( result.code != ss_ok )
    {
        snprintf( failure, capacity, "%.190s", result.message );
        return false;
    }
    ssAgainst* against = NULL;
    bool good =
        def->against == NULL || ssCreateAgainst( def->against, run->scenario, &against ).code == ss_ok;
    if ( against != NULL ) { ssAgainst_Visit( against, sim ); }
    for ( int64_t step = 0; step < steps && good; ++step )
    {
        ssStepReport report = ssSim_Step( sim );
        if ( against != NULL && report.status < ss_statusNotFinite ) { ssAgainst_Visit( against, sim ); }
        if ( report.status >= ss_statusNotFinite )
        {
            snprintf( failure, capacity, "%.150s at t = %.6g s",
                report.reason != NULL ? report.reason : "not finite", ssSim_Time( sim ) );
            good = false;
        }
        // Asking takes a lock. A step with many contacts is long enough to ask every time.
        else if ( stop != NULL && ( ( step & 63 ) == 63 || report.contacts > 16 ) && stop( context ) )
        {
            snprintf( failure, capacity, "stopped" );
            good = false;
        }
    }
    for ( int i = 0; i < def->measureCount && good; ++i )
    {
        bool own = def->measures[i] < run->scenario->model.measureCount;
        measures[i] = own ? ssSim_Measure( sim, def->measures[i] ) : ssAgainst_Misfit( against );
        if ( own && failure[0] == '\0' )
        {
            ssSim_ExplainMeasure( sim, def->measures[i], failure, (int)capacity );
        }
    }
    ssDestroyAgainst( against );
    ssDestroySim( sim );
    return good;
}

/// Makes the run of one seed of a cell.
static bool runSeed( const sweepDef* def, int64_t index, int seed, ssStop* stop, void* context,
    double* measures, char* failure, size_t capacity )
{
    double values[sweep_axesMax];
    ssSimDef* run = malloc( sizeof( ssSimDef ) ); // too large for a stack: it holds texts
    if ( run == NULL )
    {
        snprintf( failure, capacity, "out of memory" );
        return false;
    }
    sweepCellValues( def, index, values );
    *run = def->base;
    run->seed = def->base.seed + (uint64_t)seed;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        // As a text, so that theta chooses the scheme that has it.
        const ssParam* row = &run->scenario->model.params[def->axes[i].param];
        char text[64];
        ssFormatParam( row, values[i], text, (int)sizeof( text ) );
        ssIgnore( ssSimDef_Set( run, row->key, text ) ); // they were checked
    }
    bool good = runOnce( def, run, stop, context, measures, failure, capacity );
    free( run );
    return good;
}

/// Means and standard errors of the measures, which stand seed after seed. A failed cell has none.
static void summarise( const sweepDef* def, const double* measures, sweepCell* cell )
{
    bool empty = false;
    for ( int i = 0; i < def->measureCount; ++i )
    {
        double first = 0.0, sum = 0.0, square = 0.0;
        int n = 0;
        for ( int s = 0; s < def->seeds && cell->failure[0] == '\0'; ++s )
        {
            double value = measures[(size_t)s * (size_t)def->measureCount + (size_t)i];
            if ( isfinite( value ) )
            {
                // Differences from the first value make the error of equal runs exactly zero.
                first = n == 0 ? value : first;
                sum += value - first;
                square += ( value - first ) * ( value - first );
                ++n;
            }
        }
        double spread = n > 1 ? fmax( 0.0, square - sum * sum / n ) / ( n - 1 ) : 0.0;
        cell->mean[i] = n > 0 ? first + sum / n : SS_NAN;
        cell->error[i] = n > 1 ? sqrt( spread / n ) : SS_NAN;
        empty = empty || n == 0;
    }
    if ( !empty || cell->failure[0] != '\0' ) { cell->note[0] = '\0'; }
}

void sweepRunCell( const sweepDef* def, int64_t index, ssStop* stop, void* context, sweepCell* cell )
{
    *cell = ( sweepCell ){ .index = index };
    size_t count = (size_t)def->measureCount;
    double* measures = calloc( (size_t)def->seeds * count, sizeof( double ) );
    bool good = measures != NULL;
    if ( !good ) { snprintf( cell->failure, sizeof cell->failure, "out of memory" ); }
    for ( int s = 0; s < def->seeds && good; ++s )
    {
        char* text = cell->note[0] == '\0' ? cell->note : cell->failure;
        good = runSeed( def, index, s, stop, context, measures + (size_t)s * count, text, sizeof cell->note );
        if ( !good ) { memmove( cell->failure, text, strlen( text ) + 1 ); }
        else { cell->failure[0] = '\0'; }
    }
    summarise( def, measures, cell );
    free( measures );
}

/// A cell whose seeds are being run, perhaps on several threads.
typedef struct openCell
{
    sweepCell cell;    // with the failure of the lowest seed that failed
    int next;          // the seed to begin next
    int running;       // seeds being run
    int failed;        // the lowest seed that failed
    int noted;         // the lowest seed in which a measure has no value
    double measures[]; // per seed
} openCell;

typedef struct sweepJob
{
    const sweepDef* def;
    const bool* wanted;
    int64_t count, next;
    openCell* open; // a cell with seeds left to begin; NULL: the next cell is to be opened
    bool stopped;
    sessionJob* job;
    ssStop* stop; // NULL: only the sink ends it
    sweepSink* sink;
    void* context;
} sweepJob;

static bool hasStopped( void* context )
{
    sweepJob* job = context;
    bool stops = job->stop != NULL && job->stop( job->context );
    sessionJob_Lock( job->job );
    job->stopped = job->stopped || stops;
    stops = job->stopped;
    sessionJob_Unlock( job->job );
    return stops;
}

static void deliver( sweepJob* job, const sweepCell* cell )
{
    job->stopped = job->stopped || !job->sink( job->context, cell );
}

/// Chooses the seed to run next. NULL when there is none left.
static openCell* beginSeed( sweepJob* job, int* seed )
{
    size_t room = sizeof( double ) * (size_t)job->def->seeds * (size_t)job->def->measureCount;
    while ( job->open == NULL && !job->stopped )
    {
        while ( job->next < job->count && job->wanted != NULL && !job->wanted[job->next] ) { ++job->next; }
        if ( job->next >= job->count ) { return NULL; }
        sweepCell cell = { .index = job->next++ };
        job->open = malloc( sizeof( openCell ) + room );
        if ( job->open == NULL )
        {
            snprintf( cell.failure, sizeof cell.failure, "out of memory" );
            summarise( job->def, NULL, &cell );
            deliver( job, &cell );
            continue;
        }
        *job->open = ( openCell ){ .cell = cell, .failed = job->def->seeds, .noted = job->def->seeds };
    }
    if ( job->stopped ) { return NULL; }
    openCell* open = job->open;
    *seed = open->next++;
    open->running += 1;
    job->open = open->next < job->def->seeds ? open : NULL;
    return open;
}

/// Keep the failure of the lowest seed, whichever thread is faster: all seeds below it have begun.
static void endSeed( sweepJob* job, openCell* open, int seed, bool good, const char* failure )
{
    open->running -= 1;
    if ( !good && seed < open->failed )
    {
        open->failed = seed;
        snprintf( open->cell.failure, sizeof open->cell.failure, "%s", failure );
    }
    if ( good && failure[0] != '\0' && seed < open->noted )
    {
        open->noted = seed;
        snprintf( open->cell.note, sizeof open->cell.note, "%s", failure );
    }
    if ( !good && job->open == open )
    {
        job->open = NULL; // its other seeds are not needed
    }
    if ( open->running == 0 && job->open != open )
    {
        if ( !job->stopped )
        {
            summarise( job->def, open->measures, &open->cell );
            deliver( job, &open->cell );
        }
        free( open );
    }
}

static void work( void* context )
{
    sweepJob* job = context;
    int seed = 0;
    char failure[sizeof( ( (sweepCell*)NULL )->failure )];
    sessionJob_Lock( job->job );
    for ( openCell* open; ( open = beginSeed( job, &seed ) ) != NULL; )
    {
        sessionJob_Unlock( job->job );
        double* measures = open->measures + (size_t)seed * (size_t)job->def->measureCount;
        bool good =
            runSeed( job->def, open->cell.index, seed, hasStopped, job, measures, failure, sizeof failure );
        sessionJob_Lock( job->job );
        endSeed( job, open, seed, good, failure );
    }
    sessionJob_Unlock( job->job );
}

void sweepRunCells(
    const sweepDef* def, const bool* wanted, int jobs, ssStop* stop, sweepSink* sink, void* context )
{
    sweepJob job = { .def = def,
        .wanted = wanted,
        .count = sweepCellCount( def ),
        .stop = stop,
        .sink = sink,
        .context = context };
    job.job = sessionCreateJob( jobs > 1 ? session_jobThreads : session_jobAtOnce, jobs, false, work, &job );
    if ( job.job != NULL )
    {
        sessionJob_Ask( job.job );
        sessionJob_Wait( job.job, (double)INFINITY );
        sessionDestroyJob( job.job );
        free( job.open ); // left over by a sweep that was stopped
    }
}
