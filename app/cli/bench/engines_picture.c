// SPDX-License-Identifier: MIT
#include "cli/bench/bench_engines.h"

#include "base/svg_plot.h"

#include <math.h>
#include <string.h>

// Errors over cost as small multiples: a panel per scene, and in it for every engine two points, with the
// usual step and the short one, and the line between them.

#define ENGINES ( ENGINES_PEERS + 1 )
#define ERROR_LEAST 1e-8 // smaller errors are drawn there
#define ERROR_MOST 10.0

typedef struct Panel
{
    double x[ENGINES][2], y[ENGINES][2];
    svgMark marks[2 * ENGINES];
} Panel;

static const svgColor s_colors[ENGINES] = { svg_black, svg_orange, svg_green, svg_pink };

static const char* engineName( int index )
{
    return index == 0 ? engines_own.engine : engines_peers[index - 1].engine;
}

static void place( const benchTrial* trial, Panel* panel )
{
    for ( int e = 0; e < ENGINES; ++e )
    {
        if ( strcmp( trial->engine, engineName( e ) ) == 0 && isfinite( trial->error ) )
        {
            panel->x[e][trial->fine] = 1e3 * trial->secondsPerStep / trial->h;
            panel->y[e][trial->fine] = fmin( fmax( trial->error, ERROR_LEAST ), ERROR_MOST );
        }
    }
}

static void makePanel( const benchRun* run, const char* scene, Panel* panel )
{
    for ( int e = 0; e < ENGINES; ++e )
    {
        for ( int k = 0; k < 2; ++k )
        {
            panel->x[e][k] = panel->y[e][k] = (double)NAN;
        }
        svgMark line = {
            .kind = svg_curve, .color = s_colors[e], .count = 2, .x = panel->x[e], .y = panel->y[e]
        };
        panel->marks[2 * e] = line;
        line.kind = svg_points;
        line.count = 1; // the dot shows where the usual step is
        panel->marks[2 * e + 1] = line;
    }
    for ( int i = 0; i < run->trialCount; ++i )
    {
        if ( strcmp( run->trials[i].scene, scene ) == 0 )
        {
            place( &run->trials[i], panel );
        }
    }
}

/// The costs of all panels, so that they share an axis.
static void costRange( const benchRun* run, double* least, double* most )
{
    *least = HUGE_VAL;
    *most = 0.0;
    for ( int i = 0; i < run->trialCount; ++i )
    {
        double cost = 1e3 * run->trials[i].secondsPerStep / run->trials[i].h;
        if ( cost > 0.0 )
        {
            *least = fmin( *least, cost );
            *most = fmax( *most, cost );
        }
    }
    *least = *most > 0.0 ? 0.8 * *least : 0.1;
    *most = *most > 0.0 ? 1.25 * *most : 1.0;
}

ssResult enginesSavePicture( const benchRun* run, const char* path )
{
    static Panel panels[SCENE_COUNT];
    svgPlot plots[SCENE_COUNT] = { 0 };
    svgMark legend[ENGINES] = { 0 };
    double least, most;
    costRange( run, &least, &most );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        makePanel( run, scene_names[s], &panels[s] );
        plots[s] = ( svgPlot ){ .title = scene_names[s],
            .xTitle = s >= SCENE_COUNT - 5 ? "ms per simulated second" : NULL,
            .yTitle = s % 5 == 0 ? "relative error" : NULL,
            .x0 = least,
            .x1 = most,
            .y0 = 0.3 * ERROR_LEAST,
            .y1 = ERROR_MOST,
            .logX = true,
            .logY = true,
            .marks = panels[s].marks,
            .markCount = SS_COUNT( panels[s].marks ),
            .width = 262.0,
            .height = 230.0 };
    }
    for ( int e = 0; e < ENGINES; ++e )
    {
        legend[e] = ( svgMark ){ .kind = svg_curve, .color = s_colors[e], .label = engineName( e ) };
    }
    svgPanels page = { .title = "Ten scenes with closed forms: error over cost",
        .note = "Dot: h = 1/240 s; the line leads to h = 1/1920 s. Errors below 1e-8 are drawn there.",
        .plots = plots,
        .count = SCENE_COUNT,
        .columns = 5,
        .legend = legend,
        .legendCount = ENGINES };
    return svgSavePanels( path, &page );
}
