// SPDX-License-Identifier: MIT
#include "cli/bench/bench_report.h"

#include <stdio.h>
#include <string.h>

// Writes the results of all benchmarks as tables for people or as JSON.

static double ratioOf( const benchRow* row )
{
    return row->copyNs > 0.0 ? row->ns / row->copyNs : (double)NAN;
}

/// Time of the other solver divided by ours; NAN where one of the two did not converge.
static double ratioTo( const benchMatch* match, double other )
{
    return match->comparable && match->converged && isfinite( other ) ? other / match->seconds : (double)NAN;
}

static void writeMatch( jsonWriter* json, const benchRun* run, int index )
{
    const benchMatch* match = &run->matches[index];
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonMembers( json, "problem", match->what, "contacts", match->contacts, "dimension", match->dimension,
        "tolerance", match->tolerance, "status", match->converged ? "converged" : "missed", "residual",
        match->residual, "seconds", match->seconds );
    if ( match->comparable )
    {
        jsonMembers( json, "siconos_nsgs_seconds", match->gaussSeidel, "siconos_best_seconds", match->best,
            "siconos_best", match->bestName, "ratio_to_siconos_nsgs", ratioTo( match, match->gaussSeidel ),
            "ratio_to_siconos_best", ratioTo( match, match->best ) );
    }
    jsonEndObject( json );
}

static double frameOf( const benchPicture* picture )
{
    return picture->fill + picture->cull + picture->submit + picture->draw + picture->ui;
}

static void writePicture( jsonWriter* json, const benchRun* run, int index )
{
    const benchPicture* picture = &run->pictures[index];
    jsonRow( json, NULL, "picture", picture->what, "spheres", picture->spheres, "contacts", picture->contacts,
        "frame_ms", 1e3 * frameOf( picture ), "fill_ms", 1e3 * picture->fill, "cull_ms", 1e3 * picture->cull,
        "submit_ms", 1e3 * picture->submit, "draw_ms", 1e3 * picture->draw, "ui_ms", 1e3 * picture->ui,
        "gpu_ms", 1e3 * picture->gpu, "frames_per_second", picture->rate, "cpu_ms", 1e3 * picture->cpu,
        "simulation_left", picture->speedLeft );
}

/// Time divided by that of the first entry of the same scene, which is Slipstick on one thread.
static double ratioToOurs( const benchRun* run, int index )
{
    for ( int i = 0; i < index; ++i )
    {
        if ( strcmp( run->steps[i].scene, run->steps[index].scene ) == 0 )
        {
            return run->steps[index].seconds / run->steps[i].seconds;
        }
    }
    return (double)NAN;
}

static void writeStep( jsonWriter* json, const benchRun* run, int index )
{
    const benchStep* step = &run->steps[index];
    bool ours = step->bytesPerSphere > 0.0;
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonMembers( json, "scene", step->scene, "engine", step->engine, "threads", step->threads, "spheres",
        step->spheres, "contacts", step->contacts, "sweeps", step->passes, "overlap", step->overlap, "ms",
        1e3 * step->seconds, "ratio_to_ours", ratioToOurs( run, index ) );
    for ( int k = 0; k < ss_stageCount && ours; ++k )
    {
        char key[32];
        snprintf( key, sizeof( key ), "%s_ms", ssWorldStageName( (ssWorldStage)k ) );
        jsonNumber( json, key, 1e3 * step->stages[k] );
    }
    if ( ours )
    {
        jsonMembers(
            json, "bytes_per_sphere", step->bytesPerSphere, "bytes_per_contact", step->bytesPerContact );
    }
    jsonEndObject( json );
}

static void writeFact( jsonWriter* json, const benchRun* run, int index )
{
    jsonRow( json, NULL, "what", run->facts[index].what, "value", run->facts[index].value );
}

static void writeRow( jsonWriter* json, const benchRun* run, int index )
{
    const benchRow* row = &run->rows[index];
    jsonRow( json, NULL, "name", row->name, "what", row->what, "ns", row->ns, "memcpy_ns", row->copyNs,
        "ratio_to_memcpy", ratioOf( row ), "items", row->items, "repeats", run->repeats );
}

typedef void WriteItem( jsonWriter* json, const benchRun* run, int index );

static void writeItems( jsonWriter* json, const benchRun* run, const char* key, int count, WriteItem* write )
{
    if ( count == 0 && write != writeRow )
    {
        return; // only the array of rows is always there
    }
    jsonBeginArray( json, key );
    for ( int i = 0; i < count; ++i ) { write( json, run, i ); }
    jsonEndArray( json );
}

void benchAnswerAsJson( osWriter* out, const benchRun* run )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    writeItems( &json, run, "rows", run->rowCount, writeRow );
    writeItems( &json, run, "matches", run->matchCount, writeMatch );
    writeItems( &json, run, "steps", run->stepCount, writeStep );
    if ( run->scaleCount > 0 ) { benchScalesAsJson( &json, run ); }
    if ( run->trialCount > 0 ) { benchTrialsAsJson( &json, run ); }
    writeItems( &json, run, "facts", run->factCount, writeFact );
    writeItems( &json, run, "pictures", run->pictureCount, writePicture );
    jsonEndObject( &json );
}

static void printTime( osWriter* out, double seconds )
{
    isfinite( seconds ) ? osPrintf( out, "  %9.3f", 1e3 * seconds ) : osPrintf( out, "  %9s", "missed" );
}

static void printRatio( osWriter* out, double ratio )
{
    isfinite( ratio ) ? osPrintf( out, "  %8.2f", ratio ) : osPrintf( out, "  %8s", "" );
}

/// Summarises the meaningful problems: those that take Siconos over a millisecond.
static void summarise( osWriter* out, const benchRun* run )
{
    int count = 0, faster = 0, alone = 0;
    double least = (double)INFINITY;
    for ( int i = 0; i < run->matchCount; ++i )
    {
        const benchMatch* match = &run->matches[i];
        double other = fmin( match->gaussSeidel, match->best );
        alone += match->comparable && match->converged && !isfinite( other );
        if ( match->comparable && isfinite( other ) && other > 1e-3 )
        {
            double ratio = match->converged ? other / match->seconds : 0.0;
            count += 1;
            faster += ratio > 1.0;
            least = fmin( least, ratio );
        }
    }
    osPrintf( out, "The fastest solver of Siconos takes over 1 ms on %d of them; auto is faster on %d", count,
        faster );
    osPrintf( out, count > 0 ? " (smallest ratio %.2f).\n" : ".\n", least );
    osPrintf( out,
        "auto solves %d problems that no solver of Siconos solves in 50 times as long (1 to 10 s).\n",
        alone );
}

static void answerMatches( osWriter* out, const benchRun* run )
{
    int width = 7;
    bool comparable = false;
    for ( int i = 0; i < run->matchCount; ++i )
    {
        int length = (int)strlen( run->matches[i].what );
        width = length > width ? length : width;
        comparable = comparable || run->matches[i].comparable;
    }
    osPrintf( out,
        "\nMilliseconds of processor time to the same judged residual%s:\n%-*s  %8s  %1s  %6s  %9s",
        comparable ? "; ratio: Siconos divided by auto" : "", width, "problem", "contacts", "d", "tol",
        "auto" );
    osPrintf( out, comparable ? "  %9s  %8s  %9s  %8s  %s\n" : "\n", "Siconos", "ratio", "its best", "ratio",
        "which" );
    for ( int i = 0; i < run->matchCount; ++i )
    {
        const benchMatch* match = &run->matches[i];
        osPrintf( out, "%-*s  %8d  %d  %6.0e", width, match->what, match->contacts, match->dimension,
            match->tolerance );
        printTime( out, match->converged ? match->seconds : (double)INFINITY );
        if ( match->comparable )
        {
            printTime( out, match->gaussSeidel );
            printRatio( out, ratioTo( match, match->gaussSeidel ) );
            printTime( out, match->best );
            printRatio( out, ratioTo( match, match->best ) );
            osPrintf( out, "  %s", match->bestName );
        }
        osPrintf( out, "\n" );
    }
    if ( comparable ) { summarise( out, run ); }
}

static void answerPictures( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nMilliseconds per frame of the window, each part waited for (gpu: by the clock of the graphics "
        "card; cpu: of all\nthreads); frames per second where nothing is waited for; and the share of its "
        "speed that a simulation on its own\nthread keeps at up to 60 frames a second:\n"
        "%-20s  %7s  %8s  %7s  %6s  %6s  %6s  %6s  %6s  %6s  %6s  %6s  %5s\n",
        "picture", "spheres", "contacts", "frame", "fill", "cull", "submit", "draw", "ui", "gpu", "cpu",
        "fps", "left" );
    for ( int i = 0; i < run->pictureCount; ++i )
    {
        const benchPicture* p = &run->pictures[i];
        osPrintf( out,
            "%-20s  %7d  %8d  %7.2f  %6.2f  %6.2f  %6.2f  %6.2f  %6.2f  %6.2f  %6.2f  %6.1f  %4.0f%%\n",
            p->what, p->spheres, p->contacts, 1e3 * frameOf( p ), 1e3 * p->fill, 1e3 * p->cull,
            1e3 * p->submit, 1e3 * p->draw, 1e3 * p->ui, 1e3 * p->gpu, 1e3 * p->cpu, p->rate,
            1e2 * p->speedLeft );
    }
}

static void answerSteps( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nMilliseconds per time step: processor time, or wall time on several threads. Other engines get "
        "the same heap and\nas many iterations; ratio: time divided by that of slipstick on one thread:\n"
        "%-18s  %-16s  %7s  %7s  %8s  %6s  %8s  %9s  %9s  %8s\n",
        "scene", "engine", "threads", "spheres", "contacts", "passes", "overlap", "ms", "us/contact",
        "ratio" );
    for ( int i = 0; i < run->stepCount; ++i )
    {
        const benchStep* s = &run->steps[i];
        osPrintf( out, "%-18s  %-16s  %7d  %7d  %8d  %6.1f  %7.2f%%", s->scene, s->engine, s->threads,
            s->spheres, s->contacts, s->passes, 1e2 * s->overlap );
        printTime( out, s->seconds );
        osPrintf( out, "  %9.3f", 1e6 * s->seconds / ( s->contacts > 0 ? s->contacts : 1 ) );
        printRatio( out, ratioToOurs( run, i ) );
        osPrintf( out, "\n" );
    }
    osPrintf( out, "\nStages of slipstick [ms], and bytes:\n%-18s  %7s", "scene", "threads" );
    for ( int k = 0; k < ss_stageCount; ++k )
    {
        osPrintf( out, "  %9s", ssWorldStageName( (ssWorldStage)k ) );
    }
    osPrintf( out, "  %8s  %9s\n", "B/sphere", "B/contact" );
    for ( int i = 0; i < run->stepCount; ++i )
    {
        const benchStep* s = &run->steps[i];
        if ( s->bytesPerSphere > 0.0 )
        {
            osPrintf( out, "%-18s  %7d", s->scene, s->threads );
            for ( int k = 0; k < ss_stageCount; ++k ) { osPrintf( out, "  %9.3f", 1e3 * s->stages[k] ); }
            osPrintf( out, "  %8.0f  %9.0f\n", s->bytesPerSphere, s->bytesPerContact );
        }
    }
}

static void answerFacts( osWriter* out, const benchRun* run )
{
    osPrintf( out, "\n" );
    for ( int i = 0; i < run->factCount; ++i )
    {
        osPrintf( out, "%10.4g  %s\n", run->facts[i].value, run->facts[i].what );
    }
}

void benchAnswerAsText( osWriter* out, const benchRun* run )
{
    int nameWidth = 4, whatWidth = 4;
    for ( int i = 0; i < run->rowCount; ++i )
    {
        int name = (int)strlen( run->rows[i].name ), what = (int)strlen( run->rows[i].what );
        nameWidth = name > nameWidth ? name : nameWidth;
        whatWidth = what > whatWidth ? what : whatWidth;
    }
    if ( run->rowCount > 0 )
    {
        osPrintf( out, "%-*s  %-*s  %10s  %10s  %8s\n", nameWidth, "name", whatWidth, "what", "ns",
            "memcpy ns", "ratio" );
    }
    for ( int i = 0; i < run->rowCount; ++i )
    {
        const benchRow* row = &run->rows[i];
        osPrintf( out, "%-*s  %-*s  %10.2f  %10.2f  %8.2f\n", nameWidth, row->name, whatWidth, row->what,
            row->ns, row->copyNs, ratioOf( row ) );
    }
    const struct
    {
        int count;
        void ( *answer )( osWriter* out, const benchRun* run );
    } parts[] = { { run->matchCount, answerMatches }, { run->stepCount, answerSteps },
        { run->scaleCount, benchScalesAsText }, { run->trialCount, benchTrialsAsText },
        { run->factCount, answerFacts }, { run->pictureCount, answerPictures } };
    for ( int i = 0; i < SS_COUNT( parts ); ++i )
    {
        if ( parts[i].count > 0 ) { parts[i].answer( out, run ); }
    }
}

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

static void writeScale( jsonWriter* json, const benchRun* run, int index )
{
    const benchScale* scale = &run->scales[index];
    jsonRow( json, NULL, "spheres", scale->spheres, "contacts", scale->contacts, "threads", scale->threads,
        "step_ms", 1e3 * scale->step, "step_speedup", stepSpeedUp( run, scale ), "step_cpu_ms",
        1e3 * scale->cpu, "solve_ms", 1e3 * scale->solve, "solve_speedup", solveSpeedUp( run, scale ),
        "triad_gb_per_s", 1e-9 * scale->triad, "triad_speedup", triadSpeedUp( run, scale ) );
}

void benchScalesAsJson( jsonWriter* json, const benchRun* run )
{
    writeItems( json, run, "threads", run->scaleCount, writeScale );
    Goal goals[GOALS];
    findGoals( run, goals );
    jsonBeginArray( json, "goals" );
    for ( int k = 0; k < GOALS; ++k )
    {
        jsonRow( json, NULL, "what", goals[k].what, "wanted", goals[k].wanted, "speedup",
            goals[k].measured ? goals[k].least : (double)NAN );
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
        goals[k].measured ? osPrintf( out, "%-6s  %s: at least %.2f, measured %.2f\n",
                                goals[k].least >= goals[k].wanted ? "holds" : "missed", goals[k].what,
                                goals[k].wanted, goals[k].least )
                          : osPrintf( out, "%-6s  %s\n", "?", goals[k].what );
    }
}
