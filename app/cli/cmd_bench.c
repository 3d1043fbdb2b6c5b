// SPDX-License-Identifier: MIT
#include "base/bench.h"

#include "base/args.h"
#include "base/json.h"
#include "base/os.h"
#include "cli/commands.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const benchEntry* const s_benches[] = {
    &bench_belt,
    &bench_collide,
    &bench_cone,
    &bench_cylinder,
    &bench_set,
    &bench_solve,
    &bench_sweep,
    &bench_view,
    &bench_world,
};

// ------------------------------------------------------------------------------------------------- measuring

static volatile double s_kept; // written, never read

void benchKeep( double value )
{
    s_kept = value;
}

double benchMeasure( const benchRun* run, benchWork* work, void* context, int items )
{
    double best = (double)INFINITY;
    work( context ); // memory is mapped and the caches are as they will be
    for ( int i = 0; i < run->repeats; ++i )
    {
        double start = osSeconds();
        work( context );
        best = fmin( best, osSeconds() - start );
    }
    // a clock too coarse for the work gives its own resolution, not nothing
    return fmax( best, 1e-9 ) * 1e9 / items;
}

typedef struct Copy
{
    char *from, *to;
    size_t size;
} Copy;

static void copyAll( void* context )
{
    Copy* copy = context;
    memcpy( copy->to, copy->from, copy->size );
    benchKeep( (double)copy->to[copy->size / 2] );
}

double benchMeasureCopy( const benchRun* run, size_t bytes, int items )
{
    Copy copy = { .size = bytes * (size_t)items };
    copy.from = calloc( copy.size, 1 );
    copy.to = malloc( copy.size );
    double ns = 0.0;
    if ( copy.from != NULL && copy.to != NULL )
    {
        memset( copy.from, 1, copy.size ); // pages of its own, not the system's one page of zeros
        ns = benchMeasure( run, copyAll, &copy, items );
    }
    free( copy.from );
    free( copy.to );
    return ns;
}

void benchAdd( benchRun* run, const char* what, double ns, double copyNs, int items )
{
    if ( run->rowCount < BENCH_ROWS_MAX )
    {
        benchRow* row = &run->rows[run->rowCount++];
        *row = ( benchRow ){ .name = run->name, .ns = ns, .copyNs = copyNs, .items = items };
        snprintf( row->what, sizeof( row->what ), "%s", what );
    }
}

void benchAddStep( benchRun* run, const benchStep* step )
{
    if ( run->stepCount < BENCH_STEPS_MAX )
    {
        run->steps[run->stepCount++] = *step;
    }
}

void benchFact( benchRun* run, const char* what, double value )
{
    if ( run->factCount < BENCH_FACTS_MAX )
    {
        benchNumber* fact = &run->facts[run->factCount++];
        fact->value = value;
        snprintf( fact->what, sizeof( fact->what ), "%s", what );
    }
}

// --------------------------------------------------------------------------------------------------- answers

static double ratioOf( const benchRow* row )
{
    return row->copyNs > 0.0 ? row->ns / row->copyNs : (double)NAN;
}

/// How many times as long as we the other takes; NAN where one of the two did not get there.
static double ratioTo( const benchMatch* match, double other )
{
    return match->rivals && match->converged && isfinite( other ) ? other / match->seconds : (double)NAN;
}

static void writeMatch( jsonWriter* json, const benchMatch* match )
{
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonText( json, "problem", match->what );
    jsonNumber( json, "contacts", match->contacts );
    jsonNumber( json, "dimension", match->dimension );
    jsonNumber( json, "tolerance", match->tolerance );
    jsonText( json, "status", match->converged ? "converged" : "missed" );
    jsonNumber( json, "residual", match->residual );
    jsonNumber( json, "seconds", match->seconds );
    if ( match->rivals )
    {
        jsonNumber( json, "siconos_nsgs_seconds", match->gaussSeidel );
        jsonNumber( json, "siconos_best_seconds", match->best );
        jsonText( json, "siconos_best", match->bestName );
        jsonNumber( json, "ratio_to_siconos_nsgs", ratioTo( match, match->gaussSeidel ) );
        jsonNumber( json, "ratio_to_siconos_best", ratioTo( match, match->best ) );
    }
    jsonEndObject( json );
}

static double frameOf( const benchPicture* picture )
{
    return picture->fill + picture->submit + picture->draw + picture->ui;
}

static void writePicture( jsonWriter* json, const benchPicture* picture )
{
    jsonInLine( json );
    jsonBeginObject( json, NULL );
    jsonText( json, "picture", picture->what );
    jsonNumber( json, "spheres", picture->spheres );
    jsonNumber( json, "contacts", picture->contacts );
    jsonNumber( json, "frame_ms", 1e3 * frameOf( picture ) );
    jsonNumber( json, "fill_ms", 1e3 * picture->fill );
    jsonNumber( json, "submit_ms", 1e3 * picture->submit );
    jsonNumber( json, "draw_ms", 1e3 * picture->draw );
    jsonNumber( json, "ui_ms", 1e3 * picture->ui );
    jsonNumber( json, "cpu_ms", 1e3 * picture->cpu );
    jsonNumber( json, "simulation_left", picture->left );
    jsonEndObject( json );
}

/// How many times as long as the first of the same scene, which is ours on one thread.
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
    jsonText( json, "scene", step->scene );
    jsonText( json, "engine", step->engine );
    jsonNumber( json, "threads", step->threads );
    jsonNumber( json, "spheres", step->spheres );
    jsonNumber( json, "contacts", step->contacts );
    jsonNumber( json, "sweeps", step->sweeps );
    jsonNumber( json, "overlap", step->overlap );
    jsonNumber( json, "ms", 1e3 * step->seconds );
    jsonNumber( json, "ratio_to_ours", ratioToOurs( run, index ) );
    for ( int k = 0; k < ss_stageCount && ours; ++k )
    {
        char key[32];
        snprintf( key, sizeof( key ), "%s_ms", ssWorldStageName( (ssWorldStage)k ) );
        jsonNumber( json, key, 1e3 * step->stages[k] );
    }
    if ( ours )
    {
        jsonNumber( json, "bytes_per_sphere", step->bytesPerSphere );
        jsonNumber( json, "bytes_per_contact", step->bytesPerContact );
    }
    jsonEndObject( json );
}

static void writeSteps( jsonWriter* json, const benchRun* run )
{
    jsonBeginArray( json, "steps" );
    for ( int i = 0; i < run->stepCount; ++i )
    {
        writeStep( json, run, i );
    }
    jsonEndArray( json );
    jsonBeginArray( json, "facts" );
    for ( int i = 0; i < run->factCount; ++i )
    {
        jsonInLine( json );
        jsonBeginObject( json, NULL );
        jsonText( json, "what", run->facts[i].what );
        jsonNumber( json, "value", run->facts[i].value );
        jsonEndObject( json );
    }
    jsonEndArray( json );
}

static void answerAsJson( osWriter* out, const benchRun* run )
{
    jsonWriter json = jsonBegin( out );
    jsonBeginObject( &json, NULL );
    jsonBeginArray( &json, "rows" );
    for ( int i = 0; i < run->rowCount; ++i )
    {
        const benchRow* row = &run->rows[i];
        jsonInLine( &json );
        jsonBeginObject( &json, NULL );
        jsonText( &json, "name", row->name );
        jsonText( &json, "what", row->what );
        jsonNumber( &json, "ns", row->ns );
        jsonNumber( &json, "memcpy_ns", row->copyNs );
        jsonNumber( &json, "ratio_to_memcpy", ratioOf( row ) );
        jsonNumber( &json, "items", row->items );
        jsonNumber( &json, "repeats", run->repeats );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    if ( run->matchCount > 0 )
    {
        jsonBeginArray( &json, "matches" );
        for ( int i = 0; i < run->matchCount; ++i )
        {
            writeMatch( &json, &run->matches[i] );
        }
        jsonEndArray( &json );
    }
    if ( run->stepCount > 0 )
    {
        writeSteps( &json, run );
    }
    if ( run->pictureCount > 0 )
    {
        jsonBeginArray( &json, "pictures" );
        for ( int i = 0; i < run->pictureCount; ++i )
        {
            writePicture( &json, &run->pictures[i] );
        }
        jsonEndArray( &json );
    }
    jsonEndObject( &json );
}

static void printTime( osWriter* out, double seconds )
{
    if ( isfinite( seconds ) )
    {
        osPrintf( out, "  %9.3f", 1e3 * seconds );
    }
    else
    {
        osPrintf( out, "  %9s", "missed" );
    }
}

static void printRatio( osWriter* out, double ratio )
{
    if ( isfinite( ratio ) )
    {
        osPrintf( out, "  %8.2f", ratio );
    }
    else
    {
        osPrintf( out, "  %8s", "" );
    }
}

/// Where the comparison means something: problems on which the fastest of the others takes over a millisecond.
static void summarise( osWriter* out, const benchRun* run )
{
    int count = 0, faster = 0, alone = 0;
    double least = (double)INFINITY;
    for ( int i = 0; i < run->matchCount; ++i )
    {
        const benchMatch* match = &run->matches[i];
        double other = fmin( match->gaussSeidel, match->best );
        alone += match->rivals && match->converged && !isfinite( other );
        if ( match->rivals && isfinite( other ) && other > 1e-3 )
        {
            double ratio = match->converged ? other / match->seconds : 0.0;
            count += 1;
            faster += ratio > 1.0;
            least = fmin( least, ratio );
        }
    }
    osPrintf( out, "Siconos' fastest takes over 1 ms on %d of them; auto is faster on %d", count, faster );
    osPrintf( out, count > 0 ? ", the least ratio is %.2f.\n" : ".\n", least );
    osPrintf( out, "%d problems auto solves and no solver of Siconos does in 50 times as long (1 to 10 s).\n",
        alone );
}

static void answerMatches( osWriter* out, const benchRun* run )
{
    int width = 7;
    bool rivals = false;
    for ( int i = 0; i < run->matchCount; ++i )
    {
        int length = (int)strlen( run->matches[i].what );
        width = length > width ? length : width;
        rivals = rivals || run->matches[i].rivals;
    }
    osPrintf( out,
        "\nMilliseconds of processor time to the same judged residual%s:\n%-*s  %8s  %1s  %6s  %9s",
        rivals ? ", and how many times ours Siconos takes" : "", width, "problem", "contacts", "d", "tol",
        "auto" );
    osPrintf( out, rivals ? "  %9s  %8s  %9s  %8s  %s\n" : "\n", "its NSGS", "ratio", "its best", "ratio",
        "which" );
    for ( int i = 0; i < run->matchCount; ++i )
    {
        const benchMatch* match = &run->matches[i];
        osPrintf( out, "%-*s  %8d  %d  %6.0e", width, match->what, match->contacts, match->dimension,
            match->tolerance );
        printTime( out, match->converged ? match->seconds : (double)INFINITY );
        if ( match->rivals )
        {
            printTime( out, match->gaussSeidel );
            printRatio( out, ratioTo( match, match->gaussSeidel ) );
            printTime( out, match->best );
            printRatio( out, ratioTo( match, match->best ) );
            osPrintf( out, "  %s", match->bestName );
        }
        osPrintf( out, "\n" );
    }
    if ( rivals )
    {
        summarise( out, run );
    }
}

static void answerPictures( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nMilliseconds per frame of the window (cpu: of all threads), and what at most 60 frames a second "
        "leave\n"
        "of the speed of a simulation on its own thread:\n"
        "%-22s  %8s  %8s  %7s  %6s  %6s  %6s  %6s  %6s  %5s\n",
        "picture", "spheres", "contacts", "frame", "fill", "submit", "draw", "ui", "cpu", "left" );
    for ( int i = 0; i < run->pictureCount; ++i )
    {
        const benchPicture* p = &run->pictures[i];
        osPrintf( out, "%-22s  %8d  %8d  %7.2f  %6.2f  %6.2f  %6.2f  %6.2f  %6.2f  %4.0f%%\n", p->what,
            p->spheres, p->contacts, 1e3 * frameOf( p ), 1e3 * p->fill, 1e3 * p->submit, 1e3 * p->draw,
            1e3 * p->ui, 1e3 * p->cpu, 1e2 * p->left );
    }
}

static void answerSteps( osWriter* out, const benchRun* run )
{
    osPrintf( out,
        "\nMilliseconds per time step: processor time, on two threads time on the wall. Others have our heap "
        "and "
        "as many\niterations; ratio: how many times ours on one thread they take:\n"
        "%-18s  %-16s  %7s  %7s  %8s  %6s  %8s  %9s  %9s  %8s\n",
        "scene", "engine", "threads", "spheres", "contacts", "sweeps", "overlap", "ms", "us/contact",
        "ratio" );
    for ( int i = 0; i < run->stepCount; ++i )
    {
        const benchStep* s = &run->steps[i];
        osPrintf( out, "%-18s  %-16s  %7d  %7d  %8d  %6.1f  %7.2f%%", s->scene, s->engine, s->threads,
            s->spheres, s->contacts, s->sweeps, 1e2 * s->overlap );
        printTime( out, s->seconds );
        osPrintf( out, "  %9.3f", 1e6 * s->seconds / ( s->contacts > 0 ? s->contacts : 1 ) );
        printRatio( out, ratioToOurs( run, i ) );
        osPrintf( out, "\n" );
    }
    osPrintf( out, "\nOurs stage by stage, and bytes:\n%-18s  %7s", "scene", "threads" );
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
            for ( int k = 0; k < ss_stageCount; ++k )
            {
                osPrintf( out, "  %9.3f", 1e3 * s->stages[k] );
            }
            osPrintf( out, "  %8.0f  %9.0f\n", s->bytesPerSphere, s->bytesPerContact );
        }
    }
    osPrintf( out, "\n" );
    for ( int i = 0; i < run->factCount; ++i )
    {
        osPrintf( out, "%10.4g  %s\n", run->facts[i].value, run->facts[i].what );
    }
}

static void answerAsText( osWriter* out, const benchRun* run )
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
    if ( run->matchCount > 0 )
    {
        answerMatches( out, run );
    }
    if ( run->stepCount > 0 )
    {
        answerSteps( out, run );
    }
    if ( run->pictureCount > 0 )
    {
        answerPictures( out, run );
    }
}

// --------------------------------------------------------------------------------------------------- command

static int unknownBench( const char* word )
{
    const char* names[SS_COUNT( s_benches )];
    for ( int i = 0; i < SS_COUNT( s_benches ); ++i )
    {
        names[i] = s_benches[i]->name;
    }
    char hint[96];
    argsSuggest( word, names, SS_COUNT( names ), hint, sizeof( hint ) );
    return argsFail( "bench", "unknown benchmark '%s'%s `slipstick help bench` shows all", word,
        hint[0] != 0 ? hint : ";" );
}

/// Everything named is known before the first starts.
static int chooseBenches( const argsList* words, bool* chosen )
{
    for ( int i = 0; i < SS_COUNT( s_benches ); ++i )
    {
        chosen[i] = words->count == 0;
    }
    for ( int w = 0; w < words->count; ++w )
    {
        int found = -1;
        for ( int i = 0; i < SS_COUNT( s_benches ) && found < 0; ++i )
        {
            found = strcmp( s_benches[i]->name, words->items[w] ) == 0 ? i : -1;
        }
        if ( found < 0 )
        {
            return unknownBench( words->items[w] );
        }
        chosen[found] = true;
    }
    return ARGS_STATUS_OK;
}

/// `all`: nobody named them one by one, so that what this machine cannot do is left out.
static int carryOut( benchRun* run, const bool* chosen, bool all, bool json )
{
    for ( int i = 0; i < SS_COUNT( s_benches ); ++i )
    {
        if ( chosen[i] == false )
        {
            continue;
        }
        run->name = s_benches[i]->name;
        ssResult result = s_benches[i]->run( run );
        if ( result.code != ss_ok )
        {
            int status = argsRefuse( "bench", result );
            if ( run->unable && all )
            {
                run->unable = false;
                continue;
            }
            return run->unable || result.code == ss_errorMemory ? ARGS_STATUS_MACHINE : status;
        }
    }
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code == ss_ok )
    {
        ( json ? answerAsJson : answerAsText )( out, run );
        result = osCommitWrite( out );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "bench", result );
}

int cmdBench( int argc, char** argv )
{
    bool json = false, quick = false;
    const char* problems = getenv( "SLIPSTICK_PROBLEMS" );
    const argsOption options[] = {
        { "--problems", "DIR", "solve: also the contact problems in this folder ($SLIPSTICK_PROBLEMS)",
            .text = &problems },
        { "--json", NULL, "as JSON, for scripts", .flag = &json },
        { "--quick", NULL, "few items and repeats: a test that it works, not a measurement", .flag = &quick },
    };
    char notes[1024] =
        "Nanoseconds per item, the fastest of several repeats, beside a plain memcpy of the same "
        "data.\nBenchmarks:";
    for ( int i = 0; i < SS_COUNT( s_benches ); ++i )
    {
        size_t used = strlen( notes );
        snprintf(
            notes + used, sizeof( notes ) - used, "\n  %-8s %s", s_benches[i]->name, s_benches[i]->doc );
    }
    argsSpec spec = { .command = "bench",
        .summary = "How long the building blocks take on this machine.",
        .usage = "[NAME...] [--problems DIR] [--quick] [--json]",
        .notes = notes,
        .options = options,
        .optionCount = SS_COUNT( options ),
        .wordMax = ARGS_LIST_MAX,
        .wordName = "NAME" };
    int status = ARGS_STATUS_OK;
    if ( argsParse( &spec, argc, argv, &status ) == false )
    {
        return status;
    }
    bool chosen[SS_COUNT( s_benches )];
    status = chooseBenches( &spec.words, chosen );
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    benchRun* run = calloc( 1, sizeof( *run ) );
    if ( run == NULL )
    {
        argsFail( "bench", "no memory" );
        return ARGS_STATUS_MACHINE;
    }
    run->quick = quick;
    run->problems = problems != NULL && problems[0] != 0 ? problems : NULL;
    run->repeats = quick ? 2 : 9;
    status = carryOut( run, chosen, spec.words.count == 0, json );
    free( run );
    return status;
}
