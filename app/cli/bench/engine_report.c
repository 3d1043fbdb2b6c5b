// SPDX-License-Identifier: MIT
#include "base/os.h"
#include "base/svg_plot.h"
#include "cli/bench/bench_engines.h"
#include "cli/bench/bench_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What `bench engines` found, as a picture and as a page: errors over cost, who is best where, and every
// trial with the command that repeats it.

#define ERROR_LEAST 1e-8 // smaller errors are drawn there
#define ERROR_MOST 10.0
#define ALIKE 1e-6  // smaller errors are as good
#define GOOD 0.01   // an error that serves
#define BETTER 0.9  // of an error or cost: what is less is better, not noise
#define SETTINGS 12 // of a scene in an engine

// ------------------------------------------------------------------------------------------------ error over
// cost

typedef struct Panel
{
    double x[BENCH_RUNNERS_MAX][SETTINGS], y[BENCH_RUNNERS_MAX][SETTINGS];
    double lineX[BENCH_RUNNERS_MAX][ENGINES_STEPS], lineY[BENCH_RUNNERS_MAX][ENGINES_STEPS];
    svgMark marks[2 * BENCH_RUNNERS_MAX];
    svgPlot plot;
} Panel;

static svgColor colorOf( int runner )
{
    static const svgColor colors[] = { svg_black, svg_orange, svg_green, svg_olive, svg_pink, svg_sky,
        svg_red, svg_blue };
    return colors[runner % SS_COUNT( colors )];
}

/// The iterations at which the line of an engine is drawn: those in the middle, or the only ones.
static bool isMiddle( const engineTrial* trial ) { return trial->iterations == 50 || trial->iterations == 0; }

/// Is there a result that nothing speaks against?
static bool counts( const engineTrial* trial, const engineRunner* runner, const char* scene )
{
    return trial->runner == runner && strcmp( trial->scene, scene ) == 0 && trial->failure[0] == 0 &&
        trial->lie[0] == 0 && isfinite( trial->verdict.error );
}

/// The costs of all panels, so that they share an axis.
static void costRange( const benchRun* run, svgPlot* plot )
{
    plot->x0 = HUGE_VAL;
    plot->x1 = 0.0;
    for ( int i = 0; i < run->trialCount; ++i )
    {
        double cost = 1e3 * enginesCost( &run->trials[i] );
        plot->x0 = cost > 0.0 ? fmin( plot->x0, 0.8 * cost ) : plot->x0;
        plot->x1 = cost > 0.0 ? fmax( plot->x1, 1.25 * cost ) : plot->x1;
    }
    if ( !( plot->x1 > plot->x0 ) )
    {
        plot->x0 = 0.1;
        plot->x1 = 1.0;
    }
}

static void makePanel( const benchRun* run, const char* scene, Panel* panel )
{
    const engineRunner* runners[BENCH_RUNNERS_MAX];
    int count = enginesRunners( run, runners, BENCH_RUNNERS_MAX );
    *panel = ( Panel ){ .plot = { .title = scene,
                            .y0 = 0.3 * ERROR_LEAST,
                            .y1 = ERROR_MOST,
                            .logX = true,
                            .logY = true,
                            .marks = panel->marks,
                            .markCount = 2 * count } };
    costRange( run, &panel->plot );
    for ( int e = 0; e < count; ++e )
    {
        int points = 0, steps = 0;
        for ( int i = 0; i < run->trialCount; ++i )
        {
            const engineTrial* trial = &run->trials[i];
            if ( !counts( trial, runners[e], scene ) || points == SETTINGS ) { continue; }
            double x = 1e3 * enginesCost( trial ),
                   y = fmin( fmax( trial->verdict.error, ERROR_LEAST ), ERROR_MOST );
            panel->x[e][points] = x;
            panel->y[e][points++] = y;
            if ( isMiddle( trial ) && steps < ENGINES_STEPS )
            {
                panel->lineX[e][steps] = x;
                panel->lineY[e][steps++] = y;
            }
        }
        panel->marks[2 * e] = ( svgMark ){ .kind = svg_curve,
            .color = colorOf( e ),
            .count = steps,
            .x = panel->lineX[e],
            .y = panel->lineY[e] };
        panel->marks[2 * e + 1] = ( svgMark ){
            .kind = svg_points, .color = colorOf( e ), .count = points, .x = panel->x[e], .y = panel->y[e]
        };
    }
}

ssResult enginesSavePicture( const benchRun* run, const char* path )
{
    static Panel panels[SCENE_COUNT];
    svgPlot plots[SCENE_COUNT] = { 0 };
    svgMark legend[BENCH_RUNNERS_MAX] = { 0 };
    const engineRunner* runners[BENCH_RUNNERS_MAX];
    int count = enginesRunners( run, runners, BENCH_RUNNERS_MAX );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        makePanel( run, scene_names[s], &panels[s] );
        plots[s] = panels[s].plot;
        plots[s].xTitle = s >= SCENE_COUNT - 4 ? "ms per simulated second" : NULL;
        plots[s].yTitle = s % 4 == 0 ? "relative error" : NULL;
        plots[s].width = 300.0;
        plots[s].height = 230.0;
    }
    for ( int e = 0; e < count; ++e )
    {
        legend[e] = ( svgMark ){ .kind = svg_curve, .color = colorOf( e ), .label = runners[e]->engine };
    }
    svgPanels page = { "Sixteen scenes with known answers: error over cost",
        .note = "Dots: every step size and iteration count; the line goes from large steps to small ones.",
        .plots = plots, .count = SCENE_COUNT, .columns = 4, .legend = legend, .legendCount = count };
    return svgSavePanels( path, &page );
}

// ------------------------------------------------------------------------------------------------------- the
// page

static const char s_style[] =
    ":root{color-scheme:light "
    "dark;--ink:#1b1f26;--soft:#5b6675;--line:#d5dae1;--ground:#fff;--mark:#fff7e0;--good:#00664d;"
    "--bad:#b3261e;--link:#005a8c}@media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--"
    "line:#3a424d;"
    "--ground:#14171c;--mark:#3a3216;--good:#5fd0ae;--bad:#ff9a8f;--link:#7cc4f0}}"
    "body{font:16px/1.5 sans-serif;color:var(--ink);background:var(--ground);max-width:72em;margin:1.5em "
    "auto;padding:0 1em}"
    "h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2em;border-top:1px solid var(--line);padding-top:.8em}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;margin:.6em "
    "0;font-size:.85em}td,th{text-align:left;padding:.2em "
    ".6em;border-bottom:1px solid "
    "var(--line);vertical-align:top}.n{text-align:right;font-variant-numeric:tabular-nums;"
    "white-space:nowrap}.best{font-weight:bold;color:var(--good)}.bad{color:var(--bad)}.note{color:var(--"
    "soft)}.better{"
    "background:var(--mark);border-left:4px solid #d98800;padding:.3em .8em;margin:.5em "
    "0}a{color:var(--link)}code{font-size:"
    ".9em;overflow-wrap:anywhere}td "
    "code{display:inline-block;min-width:20em}summary{cursor:pointer;padding:.3em 0}figure{"
    "margin:.8em 0;background:#fff;border:1px solid "
    "var(--line);border-radius:6px;max-width:40em}svg{max-width:100%;height:"
    "auto;display:block}.key{display:inline-block;margin-right:1.2em;white-space:nowrap}.key "
    "i{display:inline-block;width:.8em;"
    "height:.8em;border-radius:50%;margin-right:.4em;border:1px solid var(--line)}";

static void cell( osWriter* out, const char* class, const char* format, ... ) SS_PRINTF( 3, 4 );
static void cell( osWriter* out, const char* class, const char* format, ... )
{
    char text[1200];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, sizeof( text ), format, arguments );
    va_end( arguments );
    osPrintf( out, "<td class=\"%s\">", class );
    svgWriteText( out, text );
    osWriteText( out, "</td>" );
}

/// The trial of the smallest error, or with `serves` the cheapest that is good enough; NULL: there is none.
static const engineTrial* bestOf(
    const benchRun* run, const engineRunner* runner, const char* scene, bool serves )
{
    const engineTrial* best = NULL;
    for ( int i = 0; i < run->trialCount; ++i )
    {
        const engineTrial* trial = &run->trials[i];
        if ( !counts( trial, runner, scene ) || ( serves && !( trial->verdict.error <= GOOD ) ) )
        {
            continue;
        }
        bool better = best == NULL ||
            ( serves ? enginesCost( trial ) < enginesCost( best )
                     : trial->verdict.error < best->verdict.error );
        best = better ? trial : best;
    }
    return best;
}

static const engineRunner* ourRunner( const engineRunner* const* runners, int count )
{
    for ( int e = 0; e < count; ++e )
    {
        if ( strcmp( runners[e]->name, "slipstick" ) == 0 ) { return runners[e]; }
    }
    return NULL;
}

static void settingOf( const engineTrial* trial, char* text, size_t capacity )
{
    char iterations[32] = "";
    if ( trial->iterations > 0 )
    {
        snprintf( iterations, sizeof( iterations ), ", %d iterations", trial->iterations );
    }
    snprintf( text, capacity, "h = 1/%.0f s%s", 1.0 / trial->h, iterations );
}

/// Says where an engine is more accurate than ours, or as good as is needed for less. Returns how often.
static int writeBetter(
    osWriter* out, const benchRun* run, const char* scene, const engineRunner* const* runners, int count )
{
    const engineRunner* ours = ourRunner( runners, count );
    const engineTrial* own[2] = { bestOf( run, ours, scene, false ), bestOf( run, ours, scene, true ) };
    int said = 0;
    for ( int e = 0; e < count && ours != NULL; ++e )
    {
        const engineTrial *exact = bestOf( run, runners[e], scene, false ),
                          *cheap = bestOf( run, runners[e], scene, true );
        if ( runners[e] == ours ) { continue; }
        char setting[80];
        bool closer = exact != NULL &&
            ( own[0] == NULL ||
                fmax( exact->verdict.error, ALIKE ) < BETTER * fmax( own[0]->verdict.error, ALIKE ) );
        bool cheaper =
            cheap != NULL && ( own[1] == NULL || enginesCost( cheap ) < BETTER * enginesCost( own[1] ) );
        if ( closer )
        {
            settingOf( exact, setting, sizeof( setting ) );
            osPrintf( out, "<p class=\"better\"><b>%s is more accurate</b>: %.1e (%s)", runners[e]->engine,
                exact->verdict.error, setting );
            own[0] != NULL ? osPrintf( out, "; Slipstick at best %.1e.</p>\n", own[0]->verdict.error )
                           : osPrintf( out, "; Slipstick has no result that counts.</p>\n" );
        }
        if ( cheaper )
        {
            settingOf( cheap, setting, sizeof( setting ) );
            osPrintf( out,
                "<p class=\"better\"><b>%s is cheaper</b> to within 1 %%: %.2g ms per simulated second (%s)",
                runners[e]->engine, 1e3 * enginesCost( cheap ), setting );
            own[1] != NULL ? osPrintf( out, "; Slipstick %.2g ms.</p>\n", 1e3 * enginesCost( own[1] ) )
                           : osPrintf( out, "; Slipstick does not get there.</p>\n" );
        }
        said += closer || cheaper;
    }
    return said;
}

static void writeVerdict( osWriter* out, const benchRun* run, const engineTrial* trial )
{
    if ( trial->failure[0] != 0 ) { cell( out, "bad", "%s", trial->failure ); }
    else if ( trial->lie[0] != 0 ) { cell( out, "bad", "log and answer disagree: %s", trial->lie ); }
    else if ( trial->worst == ss_logCheckCount ) { cell( out, "", trial->audited ? "clean" : "no log" ); }
    else
    {
        cell( out, "", "%s %.2g in %.3g%%", ssLogCheckName( trial->worst ), trial->checks[trial->worst].worst,
            100.0 * (double)trial->checks[trial->worst].violations / (double)trial->contacts );
    }
    osWriteText( out, "<td>" );
    if ( trial->cause != NULL )
    {
        osPrintf( out, "<span title=\"" );
        svgWriteText( out, trial->sentence );
        osWriteText( out, ": " );
        svgWriteText( out, trial->evidence );
        osPrintf( out, "\">%s (%.2f)</span>", trial->cause, trial->confidence );
    }
    osWriteText( out, "</td><td>" );
    if ( trial->link != NULL )
    {
        const ssLogFinding* f = &trial->checks[trial->worst];
        osPrintf( out, "<a href=\"" );
        svgWriteText( out, run->engines.address );
        osPrintf( out, "%s\">%.0f at %.4g s</a>", trial->link, f->contact, f->t );
    }
    osWriteText( out, "</td>" );
}

static void writeTrial( osWriter* out, const benchRun* run, const engineTrial* trial )
{
    char command[900];
    osWriteText( out, "<tr>" );
    cell( out, "", "%s", trial->runner->engine );
    cell( out, "n", "1/%.0f", 1.0 / trial->h );
    trial->iterations > 0 ? cell( out, "n", "%d", trial->iterations ) : cell( out, "n", "–" );
    isfinite( trial->verdict.error ) ? cell( out, "n", "%.1e", trial->verdict.error ) : cell( out, "n", "–" );
    isfinite( enginesCost( trial ) ) ? cell( out, "n", "%.3g", 1e3 * enginesCost( trial ) )
                                     : cell( out, "n", "–" );
    writeVerdict( out, run, trial );
    enginesCommand( run, trial, command, sizeof( command ) );
    osWriteText( out, "<td><code>" );
    svgWriteText( out, command );
    osWriteText( out, "</code></td></tr>\n" );
}

static void writeScene(
    osWriter* out, const benchRun* run, const char* name, const engineRunner* const* runners, int count )
{
    static Panel panel;
    engineScene scene;
    sceneFind( name, engines_steps[1], &scene );
    makePanel( run, name, &panel );
    panel.plot.xTitle = "ms per simulated second";
    panel.plot.yTitle = "relative error";
    panel.plot.width = 480.0;
    panel.plot.height = 300.0;
    osPrintf( out, "<h2 id=\"%s\">%s: %s</h2>\n", name, name, scene.title );
    if ( writeBetter( out, run, name, runners, count ) == 0 && ourRunner( runners, count ) != NULL )
    {
        osWriteText(
            out, "<p class=\"note\">No engine is more accurate here, or cheaper to within 1 %.</p>\n" );
    }
    osWriteText( out, "<figure>" );
    svgWritePlot( out, &panel.plot );
    osWriteText( out,
        "</figure>\n<details><summary>Every trial, with the command that repeats it</summary><div "
        "class=\"wide\"><table>"
        "<tr><th>engine</th><th class=\"n\">h [s]</th><th class=\"n\">iterations</th><th "
        "class=\"n\">error</th><th "
        "class=\"n\">ms/s</th><th>audit</th><th>cause (confidence)</th><th>worst "
        "contact</th><th>command</th></tr>\n" );
    for ( int i = 0; i < run->trialCount; ++i )
    {
        if ( strcmp( run->trials[i].scene, name ) == 0 ) { writeTrial( out, run, &run->trials[i] ); }
    }
    osWriteText( out, "</table></div></details>\n" );
}

/// Smallest errors of all settings, a row per scene.
static void writeOverview( osWriter* out, const benchRun* run, const engineRunner* const* runners, int count )
{
    osWriteText( out,
        "<h2>The smallest error of each engine</h2>\n<p>Over all step sizes and iteration counts; in "
        "brackets "
        "milliseconds of processor time per simulated second. – has no result that counts.</p>\n<div "
        "class=\"wide\"><table><tr><th>scene</th>" );
    for ( int e = 0; e < count; ++e ) { osPrintf( out, "<th class=\"n\">%s</th>", runners[e]->engine ); }
    osWriteText( out, "</tr>\n" );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        double least = HUGE_VAL;
        bool any = false;
        for ( int i = 0; i < run->trialCount; ++i ) { any = any || run->trials[i].scene == scene_names[s]; }
        if ( !any ) { continue; }
        osPrintf( out, "<tr><td><a href=\"#%s\">%s</a></td>", scene_names[s], scene_names[s] );
        for ( int e = 0; e < count; ++e )
        {
            const engineTrial* best = bestOf( run, runners[e], scene_names[s], false );
            least = best != NULL ? fmin( least, fmax( best->verdict.error, ALIKE ) ) : least;
        }
        for ( int e = 0; e < count; ++e )
        {
            const engineTrial* best = bestOf( run, runners[e], scene_names[s], false );
            if ( best == NULL ) { cell( out, "n", "–" ); }
            else
            {
                cell( out, fmax( best->verdict.error, ALIKE ) <= least ? "n best" : "n", "%.1e (%.2g)",
                    best->verdict.error, 1e3 * enginesCost( best ) );
            }
        }
        osWriteText( out, "</tr>\n" );
    }
    osWriteText( out, "</table></div>\n" );
}

static void writeEngines( osWriter* out, const benchRun* run, const engineRunner* const* runners, int count )
{
    osWriteText( out, "<h2>The engines, and what was hard to run fairly</h2>\n<ul>\n" );
    for ( int e = 0; e < count; ++e )
    {
        osWriteText( out, "<li><b>" );
        svgWriteText( out, runners[e]->engine );
        osWriteText( out, "</b> " );
        svgWriteText( out, runners[e]->version );
        osWriteText( out, ": " );
        svgWriteText( out, runners[e]->notes );
        osWriteText( out, "</li>\n" );
    }
    for ( int i = 0; i < run->absentCount; ++i )
    {
        osPrintf( out, "<li>%s is not here: it needs the package %s.</li>\n", run->absent[i].engine,
            run->absent[i].package );
    }
    osWriteText( out,
        "</ul>\n<p>Iterations are not the same work in every engine: one of Slipstick goes over all "
        "contacts, as one of Bullet "
        "and of ODE quick does; one of MuJoCo is a step of Newton's method. Cost is processor time without "
        "collision being "
        "separated. Everything that a scene does not say is the engine's default.</p>\n" );
}

static void writePage( osWriter* out, const benchRun* run )
{
    const engineRunner* runners[BENCH_RUNNERS_MAX];
    int count = enginesRunners( run, runners, BENCH_RUNNERS_MAX );
    static const char* const hex[] = { "#1b1f26", "#d98800", "#008060", "#8a7d00", "#a8558a", "#3a9bd1",
        "#c24f00", "#0072b2" };
    osPrintf( out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width"
        "\"><title>FrictionBench</title><link rel=\"icon\" href=\"data:,\"><style>%s</style></head>\n<body>\n"
        "<h1>FrictionBench</h1>\n<p>%d scenes whose outcome is known, in %d engines, at %d step sizes and up "
        "to three iteration "
        "counts. Each engine is a program of its own that is told the scene and not the answer; its contact "
        "log is audited and "
        "compared with its answer by Slipstick %s. All numbers are in <a "
        "href=\"results.json\">results.json</a>. "
        "<code>slipstick bench engines --report DIR</code> repeats everything.</p>\n<p>",
        s_style, SCENE_COUNT, count, ENGINES_STEPS, ssVersion() );
    for ( int e = 0; e < count; ++e )
    {
        osPrintf( out, "<span class=\"key\"><i style=\"background:%s\"></i>", hex[e % SS_COUNT( hex )] );
        svgWriteText( out, runners[e]->engine );
        osWriteText( out, "</span>" );
    }
    osWriteText( out,
        "</p>\n<p class=\"note\">Pictures: relative error over processor time per simulated second. Dots are "
        "all "
        "settings, the line goes from 1/60 s to 1/960 s with 50 iterations. Links to contacts open in a "
        "page of "
        "Slipstick (<code>./slipstick web</code>) that lies beside this one.</p>\n" );
    writeOverview( out, run, runners, count );
    writeEngines( out, run, runners, count );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        bool any = false;
        for ( int i = 0; i < run->trialCount; ++i ) { any = any || run->trials[i].scene == scene_names[s]; }
        if ( any ) { writeScene( out, run, scene_names[s], runners, count ); }
    }
    osWriteText( out, "</body></html>\n" );
}

ssResult enginesSaveReport( const benchRun* run, const char* folder )
{
    char path[1200];
    snprintf( path, sizeof( path ), "%.1100s/results.json", folder );
    osWriter* out = osOpenWrite( path );
    benchAnswerAsJson( out, run );
    SS_TRY( osCommitWrite( out ) );
    snprintf( path, sizeof( path ), "%.1100s/index.html", folder );
    out = osOpenWrite( path );
    writePage( out, run );
    return osCommitWrite( out );
}
