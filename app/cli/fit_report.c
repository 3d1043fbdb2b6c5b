// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "cli/fit_request.h"
#include "slipstick/vecmath.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// The page of a fit: what was found, how sure that is, and the curves with their residuals, to be looked at.

static const char s_style[] =
    "body{font:15px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}"
    "th:first-child,td:first-child{text-align:left}.warning{background:#fff3cd;padding:.4em .8em;margin:.4em "
    "0}"
    "svg{max-width:100%;height:auto}.note{color:#555}";

static void writeEnd( osWriter* out, double end )
{
    osWriteText( out, "<td>" );
    if ( isfinite( end ) )
    {
        osPrintf( out, "%.6g", end );
    }
    else
    {
        osWriteText( out, "open" );
    }
    osWriteText( out, "</td>" );
}

static void writeParameters( osWriter* out, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    osWriteText( out,
        "<table><tr><th>parameter</th><th>value</th><th>standard error</th><th>95% from</th><th>to</th>" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        osWriteText( out, "<th>" );
        svgWriteText( out, r->estimates[i].key );
        osWriteText( out, "</th>" );
    }
    osWriteText( out, "</tr>\n" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        const ssFitEstimate* e = r->estimates + i;
        osWriteText( out, "<tr><td>" );
        svgWriteText( out, e->key );
        osPrintf( out, "</td><td>%.6g</td><td>", e->value );
        if ( r->cancelled )
        {
            osWriteText( out, "</td><td></td><td></td>" );
        }
        else
        {
            osPrintf( out, isfinite( e->error ) ? "%.2g</td>" : "unknown</td>", e->error );
            writeEnd( out, e->low );
            writeEnd( out, e->high );
        }
        for ( int k = 0; k < r->paramCount && !r->cancelled; ++k )
        {
            osPrintf( out, "<td>%.2f</td>", r->correlation[i * r->paramCount + k] );
        }
        osWriteText( out, "</tr>\n" );
    }
    osPrintf( out, "</table>\n<p class=\"note\">%s%s</p>\n",
        r->cancelled
            ? "The fit was stopped: these are the best values so far, and their errors are not known."
            : "The last columns are correlations of the estimates.",
        r->notNoise && !r->cancelled ? " Errors and intervals are too narrow: the residuals are not noise."
                                     : "" );
}

static void writeSummary( osWriter* out, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    for ( int i = 0; i < r->warningCount; ++i )
    {
        osWriteText( out, "<p class=\"warning\">" );
        svgWriteText( out, r->warnings[i] );
        osWriteText( out, "</p>\n" );
    }
    osPrintf( out, "<p>The curves miss the data by %.4g of their spread (rms); chi² = %.4g for %d values",
        r->rms, r->chi2, r->valueCount );
    if ( isfinite( r->holdoutRms ) )
    {
        osPrintf( out, "; on the part that was kept apart by %.4g", r->holdoutRms );
    }
    osPrintf( out,
        ". %d runs with h = %.4g s; half of that step changes the curves by %.2g of the noise.</p>\n",
        r->runs, r->h, r->stepError );
}

/// Series of one column: measured and kept-apart points, the fitted curve, residuals in standard deviations.
typedef struct Curve
{
    double *t, *measured, *held, *fitted, *residual;
    int count;
} Curve;

static void makeCurve(
    const fitRequest* request, const ssFitColumnResult* column, Curve* curve, double* memory )
{
    const ssFitData* data = request->tables + column->file;
    size_t n = (size_t)data->rowCount;
    *curve = ( Curve ){ memory, memory + n, memory + 2 * n, memory + 3 * n, memory + 4 * n, data->rowCount };
    for ( int r = 0; r < data->rowCount; ++r )
    {
        size_t cell = (size_t)r * (size_t)data->columnCount + (size_t)column->column;
        bool held = request->result->held[column->file][r];
        double noise = data->noises != NULL ? data->noises[cell] : column->noise;
        curve->t[r] = data->times[r];
        curve->measured[r] = held ? SS_NAN : data->values[cell];
        curve->held[r] = held ? data->values[cell] : SS_NAN;
        curve->fitted[r] = request->result->simulated[column->file][cell];
        curve->residual[r] = ( data->values[cell] - curve->fitted[r] ) / noise;
    }
}

static void writeColumn(
    osWriter* out, const fitRequest* request, const ssFitColumnResult* column, double* memory )
{
    const ssFitData* data = request->tables + column->file;
    const ssSignal* signal = request->scene.def.scenario->signals + data->columns[column->column].signal;
    Curve c;
    makeCurve( request, column, &c, memory );
    char title[320], unit[96];
    snprintf( title, sizeof title, "%s of %s", signal->name, data->name );
    snprintf(
        unit, sizeof unit, "%.40s [%.40s]", signal->symbol, signal->unit[0] != '\0' ? signal->unit : "1" );
    svgMark marks[] = {
        { .kind = svg_points,
            .color = svg_grey,
            .label = "measured",
            .count = c.count,
            .x = c.t,
            .y = c.measured },
        { .kind = svg_points,
            .color = svg_orange,
            .count = c.count,
            .x = c.t,
            .y = c.held,
            .label = request->def.holdout > 0.0 ? "kept apart" : NULL },
        { .kind = svg_curve,
            .color = svg_blue,
            .plain = true,
            .label = "fitted",
            .count = c.count,
            .x = c.t,
            .y = c.fitted },
    };
    svgPlot curves = { .title = title, .xTitle = "t [s]", .yTitle = unit, .marks = marks, .markCount = 3 };
    svgWritePlot( out, &curves );
    double edges[2] = { c.t[0], c.t[c.count - 1] }, low[2] = { -2.0, -2.0 }, high[2] = { 2.0, 2.0 };
    char note[160];
    snprintf( note, sizeof note, "%d runs of equal sign, z = %.2f; noise %.3g %s, %s", column->runs,
        column->runsZ, column->noise, signal->unit, column->estimated ? "estimated" : "given" );
    svgMark rest[] = {
        { .kind = svg_area,
            .color = svg_sky,
            .label = "2 standard deviations",
            .count = 2,
            .x = edges,
            .y = low,
            .z = high },
        { .kind = svg_points, .color = svg_blue, .count = c.count, .x = c.t, .y = c.residual },
    };
    svgPlot residuals = { .title = "residuals",
        .xTitle = "t [s]",
        .yTitle = "(measured - fitted) / noise",
        .note = note,
        .marks = rest,
        .markCount = 2,
        .height = 300.0 };
    svgWritePlot( out, &residuals );
}

static ssResult writePage( fitRequest* const* requests, int count, double* memory )
{
    char path[1200];
    snprintf( path, sizeof path, "%s/index.html", requests[0]->reportFolder );
    osWriter* out = osOpenWrite( path );
    osPrintf( out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>Fit of %s</title><link rel=\"icon\" "
        "href=\"data:,\"><style>%s</style></head>\n<body>\n<h1>%s, fitted</h1>\n",
        requests[0]->scene.def.scenario->id, s_style, requests[0]->scene.def.scenario->title );
    for ( int i = 0; i < count; ++i )
    {
        if ( requests[i]->law != NULL )
        {
            osPrintf( out, "<h2>%d. ", i + 1 );
            svgWriteText( out, requests[i]->law );
            osWriteText( out, "</h2>\n" );
        }
        writeParameters( out, requests[i] );
        writeSummary( out, requests[i] );
        for ( int c = 0; c < requests[i]->result->columnCount; ++c )
        {
            writeColumn( out, requests[i], requests[i]->result->columns + c, memory );
        }
    }
    osPrintf( out, "<p class=\"note\">slipstick %s</p>\n</body></html>\n", ssVersion() );
    return osCommitWrite( out );
}

int fitWriteReport( fitRequest* const* requests, int count )
{
    size_t rows = 1;
    for ( int i = 0; i < requests[0]->tableCount; ++i )
    {
        size_t here = (size_t)requests[0]->tables[i].rowCount;
        rows = here > rows ? here : rows;
    }
    double* memory = calloc( 5 * rows, sizeof( double ) );
    ssResult result = memory != NULL ? osMakeFolders( requests[0]->reportFolder )
                                     : ssError( ss_errorMemory, NULL, "out of memory" );
    result = result.code == ss_ok ? writePage( requests, count, memory ) : result;
    free( memory );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "fit", result );
}
