// SPDX-License-Identifier: MIT
#include "cli/bench/bench_report.h"

#include <math.h>

// What `bench threads` found: times, speed-ups, and whether they are as good as they should be.

/// The same pile, or the same place in the table of triads, on one thread.
static const benchScale* onOneThread( const benchRun* run, const benchScale* scale )
{
    for ( int i = 0; i < run->scaleCount; ++i )
    {
        if ( run->scales[i].spheres == scale->spheres && run->scales[i].threads == 1 )
        {
            return &run->scales[i];
        }
    }
    return scale;
}

static double stepSpeedUp( const benchRun* run, const benchScale* scale )
{
    return onOneThread( run, scale )->step / scale->step;
}

static double solveSpeedUp( const benchRun* run, const benchScale* scale )
{
    return onOneThread( run, scale )->solve / scale->solve;
}

static double triadSpeedUp( const benchRun* run, const benchScale* scale )
{
    return scale->triad / onOneThread( run, scale )->triad;
}

typedef struct Goal
{
    const char* what;
    bool measured; ///< there are enough processors, and the piles are large enough
    double least;  ///< the least speed-up of those that count
    double wanted;
} Goal;

#define GOALS 3

/// The goals, for whole steps and solves alike.
static void findGoals( const benchRun* run, Goal goals[GOALS] )
{
    goals[0] = ( Goal ){
        .what = "never slower than one thread, by more than 5%", .least = HUGE_VAL, .wanted = 0.95
    };
    goals[1] = ( Goal ){
        .what = "2 threads at 10,000 spheres: 1.7 times as fast", .least = HUGE_VAL, .wanted = 1.7
    };
    goals[2] = ( Goal ){ .what = "16 threads at 100,000: 10 times as fast, or 0.7 of the triad's speed-up",
        .least = HUGE_VAL,
        .wanted = 10.0 };
    for ( int i = 0; i < run->scaleCount && !run->quick; ++i )
    {
        const benchScale* scale = &run->scales[i];
        const bool counts[GOALS] = { scale->threads > 1, scale->threads == 2 && scale->spheres == 10000,
            scale->threads == 16 && scale->spheres == 100000 };
        for ( int k = 0; k < GOALS; ++k )
        {
            if ( counts[k] )
            {
                goals[k].measured = true;
                goals[k].least =
                    fmin( goals[k].least, fmin( stepSpeedUp( run, scale ), solveSpeedUp( run, scale ) ) );
            }
        }
        goals[2].wanted = counts[2] ? fmin( 10.0, 0.7 * triadSpeedUp( run, scale ) ) : goals[2].wanted;
    }
}

static void writeScale( jsonWriter* json, const benchRun* run, const benchScale* scale )
{
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonNumber( json, "spheres", scale->spheres );
    jsonNumber( json, "contacts", scale->contacts );
    jsonNumber( json, "threads", scale->threads );
    jsonNumber( json, "step_ms", 1e3 * scale->step );
    jsonNumber( json, "step_speedup", stepSpeedUp( run, scale ) );
    jsonNumber( json, "step_cpu_ms", 1e3 * scale->cpu );
    jsonNumber( json, "solve_ms", 1e3 * scale->solve );
    jsonNumber( json, "solve_speedup", solveSpeedUp( run, scale ) );
    jsonNumber( json, "triad_gb_per_s", 1e-9 * scale->triad );
    jsonNumber( json, "triad_speedup", triadSpeedUp( run, scale ) );
    jsonEndObject( json );
}

void benchScalesAsJson( jsonWriter* json, const benchRun* run )
{
    jsonBeginArray( json, "threads" );
    for ( int i = 0; i < run->scaleCount; ++i )
    {
        writeScale( json, run, &run->scales[i] );
    }
    jsonEndArray( json );
    Goal goals[GOALS];
    findGoals( run, goals );
    jsonBeginArray( json, "goals" );
    for ( int k = 0; k < GOALS; ++k )
    {
        jsonInLine( json );
        jsonBeginObject( json, NULL );
        jsonText( json, "what", goals[k].what );
        jsonNumber( json, "wanted", goals[k].wanted );
        jsonNumber( json, "speedup", goals[k].measured ? goals[k].least : (double)NAN );
        jsonEndObject( json );
    }
    jsonEndArray( json );
}

static void printStages( osWriter* out, const benchRun* run )
{
    osPrintf( out, "\nStages of the steps [ms of wall time]:\n%7s  %7s", "spheres", "threads" );
    for ( int k = 0; k < ss_stageCount; ++k )
    {
        osPrintf( out, "  %9s", ssWorldStageName( (ssWorldStage)k ) );
    }
    osPrintf( out, "\n" );
    for ( int i = 0; i < run->scaleCount; ++i )
    {
        osPrintf( out, "%7d  %7d", run->scales[i].spheres, run->scales[i].threads );
        for ( int k = 0; k < ss_stageCount; ++k )
        {
            osPrintf( out, "  %9.3f", 1e3 * run->scales[i].stages[k] );
        }
        osPrintf( out, "\n" );
    }
}

void benchScalesAsText( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nMilliseconds of wall time per time step of a pile and per solve of its contacts, with speed-ups; "
        "cpu: processor time\nof a step on all threads; triad: what a[i] = b[i] + s c[i] moves on as many "
        "threads, out of cache:\n"
        "%7s  %8s  %7s  %9s  %8s  %9s  %9s  %8s  %10s  %8s\n",
        "spheres", "contacts", "threads", "step", "speed-up", "cpu", "solve", "speed-up", "triad GB/s",
        "speed-up" );
    for ( int i = 0; i < run->scaleCount; ++i )
    {
        const benchScale* s = &run->scales[i];
        osPrintf( out, "%7d  %8d  %7d  %9.3f  %8.2f  %9.3f  %9.3f  %8.2f  %10.1f  %8.2f\n", s->spheres,
            s->contacts, s->threads, 1e3 * s->step, stepSpeedUp( run, s ), 1e3 * s->cpu, 1e3 * s->solve,
            solveSpeedUp( run, s ), 1e-9 * s->triad, triadSpeedUp( run, s ) );
    }
    printStages( out, run );
    Goal goals[GOALS];
    findGoals( run, goals );
    osPrintf( out, "\n" );
    for ( int k = 0; k < GOALS; ++k )
    {
        if ( goals[k].measured )
        {
            osPrintf( out, "%-6s  %s: at least %.2f, measured %.2f\n",
                goals[k].least >= goals[k].wanted ? "holds" : "missed", goals[k].what, goals[k].wanted,
                goals[k].least );
        }
        else
        {
            osPrintf( out, "%-6s  %s\n", "?", goals[k].what );
        }
    }
}
