// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/json_writer.h"
#include "base/svg_plot.h"
#include "cli/fit_request.h"
#include "slipstick/vecmath.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Prints the answer of `slipstick fit`, for people and as JSON, and writes its page.

static const char* unitOf( const fitRequest* request, const char* key )
{
    char bare[SS_FIT_KEY];
    snprintf( bare, sizeof bare, "%.*s", (int)strcspn( key, "@" ), key );
    int row = ssFindScenarioParam( request->scene.def.scenario, bare );
    return row >= 0                               ? request->scene.def.scenario->model.params[row].unit
        : strcmp( bare, SS_FIT_TIME_OFFSET ) == 0 ? "s"
                                                  : "";
}

/// Digits so that the error has two: 0.2012 ± 0.0021.
static void formatWithError( double value, double error, char* text, size_t capacity )
{
    if ( !( error > 0.0 ) || !isfinite( error ) )
    {
        snprintf( text, capacity, "%.6g ± ?", value );
        return;
    }
    int digits = (int)ceil( 1.0 - log10( error ) );
    if ( digits < 0 || digits > 9 )
    {
        double top = fmax( fabs( value ), error );
        int significant = (int)fmin( 15.0, fmax( 2.0, floor( log10( top ) ) + 1.0 + digits ) );
        snprintf( text, capacity, "%.*g ± %.2g", significant, value, error );
        return;
    }
    snprintf( text, capacity, "%.*f ± %.*f", digits, value, digits, error );
}

static void printEnd( osWriter* out, double end, double error )
{
    int digits = error > 0.0 && isfinite( error ) ? (int)ceil( 1.0 - log10( error ) ) : 6;
    if ( !isfinite( end ) ) { osWriteText( out, "open" ); }
    else if ( digits >= 0 && digits <= 9 ) { osPrintf( out, "%.*f", digits, end ); }
    else { osPrintf( out, "%.6g", end ); }
}

static void printEstimates( osWriter* out, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    int width = 0;
    for ( int i = 0; i < r->paramCount; ++i )
    {
        int length = (int)strlen( r->estimates[i].key );
        width = length > width ? length : width;
    }
    for ( int i = 0; i < r->paramCount; ++i )
    {
        const ssFitEstimate* e = r->estimates + i;
        char number[96];
        const char* unit = unitOf( request, e->key );
        if ( r->cancelled ) // how far it is from the optimum, nobody knows
        {
            snprintf( number, sizeof number, "%.6g", e->value );
        }
        else { formatWithError( e->value, e->error, number, sizeof number ); }
        osPrintf( out, "%-*s = %s%s%s", width, e->key, number, unit[0] != '\0' ? " " : "", unit );
        if ( !r->cancelled )
        {
            osWriteText( out, "   95%: " );
            printEnd( out, e->low, e->error );
            osWriteText( out, " to " );
            printEnd( out, e->high, e->error );
            osWriteText( out, r->notNoise ? "   too narrow: the residuals are not noise" : "" );
        }
        osPrintf( out, "%s\n", e->atBound ? "   at its bound" : "" );
    }
    for ( int i = 0; i < r->paramCount; ++i )
    {
        for ( int k = 0; k < i && !r->cancelled; ++k )
        {
            osPrintf( out, "correlation %s, %s = %.3f\n", r->estimates[k].key, r->estimates[i].key,
                r->correlation[i * r->paramCount + k] );
        }
    }
}

static void printSummary( osWriter* out, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    osPrintf( out, "rms = %.4g of %s, chi² = %.4g for %d value%s", r->rms,
        request->tableCount > 0 ? "the spread of the data" : "the errors", r->chi2, r->valueCount,
        r->valueCount == 1 ? "" : "s" );
    if ( isfinite( r->holdoutRms ) ) { osPrintf( out, "; %.4g on the held-out part", r->holdoutRms ); }
    osPrintf( out, "\n%d runs with h = %.6g s", r->runs, r->h );
    if ( !r->cancelled )
    {
        osPrintf( out, "; half of it changes the curves by %.2g of the noise", r->stepError );
    }
    osWriteText( out, "\n" );
    for ( int i = 0; i < r->columnCount; ++i )
    {
        const ssFitColumnResult* c = r->columns + i;
        const ssSignal* signal =
            request->scene.def.scenario->model.signals + request->tables[c->file].columns[c->column].signal;
        osPrintf( out, "%s%s%s: noise %.4g %s (%s), %d values, %d run%s of equal sign (z = %.2f)\n",
            signal->name, request->tableCount > 1 ? " of " : "",
            request->tableCount > 1 ? request->tables[c->file].name : "", c->noise, signal->unit,
            c->estimated ? "estimated" : "given", c->count, c->runs, c->runs == 1 ? "" : "s", c->runsZ );
    }
}

static void printCheck( osWriter* out, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    osWriteText( out, "looked at" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        osPrintf( out, "%s %s = %.4g", i > 0 ? "," : "", r->estimates[i].key, r->estimates[i].value );
    }
    osWriteText( out, "\nsingular values" );
    for ( int i = 0; i < r->paramCount; ++i ) { osPrintf( out, " %.4g", r->singular[i] ); }
    osPrintf( out, "\n%s\n",
        r->warningCount > 0 ? "not everything can be told:" : "the data tell all of these parameters" );
    for ( int i = 0; i < r->warningCount; ++i ) { osPrintf( out, "%s\n", r->warnings[i] ); }
}

static void printRanking( osWriter* out, fitRequest* const* requests, int count )
{
    int width = 3;
    bool noise = true;
    for ( int i = 0; i < count; ++i )
    {
        int length = argsColumns( requests[i]->law, requests[i]->law + strlen( requests[i]->law ) );
        width = length > width ? length : width;
        noise = noise && !requests[i]->result->notNoise;
    }
    osPrintf( out, "    %-*s  held-out       AIC       BIC\n", width, "law" );
    for ( int i = 0; i < count; ++i )
    {
        const ssFitResult *r = requests[i]->result, *first = requests[0]->result;
        osPrintf( out, "%2d. %-*s  %8.4g  %8.1f  %8.1f", i + 1, width, requests[i]->law, r->holdoutRms,
            r->aic - first->aic, r->bic - first->bic );
        const ssFitRank* rank = &requests[i]->rank;
        if ( i > 0 && rank->tied ) { osWriteText( out, "   the data cannot tell it from the first" ); }
        else if ( i > 0 && rank->behind >= 3.0 )
        {
            osPrintf( out, "   worse on the held-out part, by %.1f standard errors", rank->behind );
        }
        osWriteText( out, "\n" );
    }
    osPrintf( out,
        "AIC and BIC are those of the fitted part, less those of the first law; they assume residuals that "
        "are "
        "independent\nand normal%s. The data cannot tell laws apart within three standard errors on the "
        "held-out\npart and 10 in AIC; of those as good as the best, the one of the least BIC is first.\n\n",
        noise ? "" : " (of some laws they are not)" );
}

static void printText( osWriter* out, fitRequest* const* requests, int count )
{
    if ( count > 1 && !requests[0]->check ) { printRanking( out, requests, count ); }
    for ( int i = 0; i < count; ++i )
    {
        if ( count > 1 ) { osPrintf( out, "%s%d. %s\n", i > 0 ? "\n" : "", i + 1, requests[i]->law ); }
        if ( requests[i]->check )
        {
            printCheck( out, requests[i] );
            continue;
        }
        printEstimates( out, requests[i] );
        printSummary( out, requests[i] );
    }
}

static void writeParameters( jsonWriter* json, const ssFitResult* r )
{
    jsonBeginObject( json, "parameters" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        const ssFitEstimate* e = r->estimates + i;
        jsonRow( json, e->key, "value", e->value, "error", e->error, "low", e->low, "high", e->high );
    }
    jsonEndObject( json );
    jsonBeginArray( json, "correlation" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        jsonInLine( json );
        jsonBeginArray( json, NULL );
        for ( int k = 0; k < r->paramCount; ++k )
        {
            jsonNumber( json, NULL, r->correlation[i * r->paramCount + k] );
        }
        jsonEndArray( json );
    }
    jsonEndArray( json );
}

static void writeColumns( jsonWriter* json, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    jsonBeginArray( json, "columns" );
    for ( int i = 0; i < r->columnCount; ++i )
    {
        const ssFitColumnResult* c = r->columns + i;
        const ssFitData* table = request->tables + c->file;
        jsonRow( json, NULL, "file", table->name, "signal",
            request->scene.def.scenario->model.signals[table->columns[c->column].signal].name, "values",
            c->count, "gaps", table->columns[c->column].gaps, "noise", c->noise, "noise_estimated",
            c->estimated, "rms", c->rms, "sign_runs", c->runs, "sign_runs_z", c->runsZ, "outliers",
            c->outliers );
    }
    jsonEndArray( json );
}

static void writeResult( jsonWriter* json, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    if ( request->law != NULL ) { jsonText( json, "law", request->law ); }
    writeParameters( json, r );
    if ( !request->check )
    {
        jsonMembers( json, "rms", r->rms, "holdout_rms", r->holdoutRms, "chi2", r->chi2, "aic", r->aic, "bic",
            r->bic );
    }
    if ( !request->check && request->laws.count > 1 )
    {
        jsonMembers( json, "tied_with_first", request->rank.tied, "behind", request->rank.behind );
    }
    jsonMembers( json, "values", r->valueCount, "runs", r->runs, "h", r->h, "step_error",
        request->check || r->cancelled ? SS_NAN : r->stepError, "cancelled", r->cancelled,
        "residuals_are_noise", (bool)!r->notNoise );
    jsonInLine( json );
    jsonBeginArray( json, "singular_values" );
    for ( int i = 0; i < r->paramCount; ++i ) { jsonNumber( json, NULL, r->singular[i] ); }
    jsonEndArray( json );
    writeColumns( json, request );
    jsonBeginArray( json, "warnings" );
    for ( int i = 0; i < r->warningCount; ++i ) { jsonText( json, NULL, r->warnings[i] ); }
    jsonEndArray( json );
}

static void writeJson( osWriter* out, fitRequest* const* requests, int count )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonText( &json, "scenario", requests[0]->scene.def.scenario->id );
    writeResult( &json, requests[0] );
    if ( count > 1 )
    {
        jsonBeginArray( &json, "laws" );
        for ( int i = 0; i < count; ++i )
        {
            jsonBeginObject( &json, NULL );
            writeResult( &json, requests[i] );
            jsonEndObject( &json );
        }
        jsonEndArray( &json );
    }
    jsonEndObject( &json );
}

int fitPrintAnswer( fitRequest* const* requests, int count )
{
    osWriter* out = osOpenWrite( "-" );
    ( requests[0]->json ? writeJson : printText )( out, requests, count );
    ssResult result = osCommitWrite( out );
    for ( int i = 0; i < count; ++i )
    {
        const ssFitResult* r = requests[i]->result;
        for ( int w = 0; w < r->warningCount && !requests[i]->check; ++w )
        {
            argsPrintLine( "slipstick fit: warning: %s%s%s", count > 1 ? requests[i]->law : "",
                count > 1 ? ": " : "", r->warnings[w] );
        }
        if ( r->cancelled )
        {
            argsPrintLine( "slipstick fit: stopped after %d runs; this is the best so far", r->runs );
        }
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "fit", result );
}

int fitWriteMaterial( const fitRequest* request )
{
    const ssFitResult* r = request->result;
    osWriter* out = osOpenWrite( request->outPath );
    osPrintf( out, "# %s, fitted with slipstick %s to", request->scene.def.scenario->id, ssVersion() );
    for ( int i = 0; i < request->tableCount; ++i ) { osPrintf( out, " %s", request->tables[i].name ); }
    osWriteText( out, "\n" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        // What belongs to one file, and the clock, are no parameters that --set knows.
        const ssFitEstimate* e = r->estimates + i;
        bool known = ssFindScenarioParam( request->scene.def.scenario, e->key ) >= 0;
        osPrintf( out, "%s%s = %.10g", known ? "" : "# ", e->key, e->value );
        osPrintf( out, isfinite( e->error ) ? " ± %.2g\n" : "\n", e->error );
    }
    for ( int i = 0; i < r->warningCount; ++i ) { osPrintf( out, "# warning: %s\n", r->warnings[i] ); }
    return argsCommit( "fit", out );
}

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
    isfinite( end ) ? osPrintf( out, "%.6g", end ) : osWriteText( out, "open" );
    osWriteText( out, "</td>" );
}

static void writeParameterTable( osWriter* out, const fitRequest* request )
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
        if ( r->cancelled ) { osWriteText( out, "</td><td></td><td></td>" ); }
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
    const ssSignal* signal =
        request->scene.def.scenario->model.signals + data->columns[column->column].signal;
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
    svgPlot residuals = { "residuals", .xTitle = "t [s]", .yTitle = "(measured - fitted) / noise",
        .note = note, .marks = rest, .markCount = 2, .height = 300.0 };
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
        writeParameterTable( out, requests[i] );
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
    double* memory = needMemory( 5 * rows, sizeof( double ) );
    ssResult result = osMakeFolders( requests[0]->reportFolder );
    result = result.code == ss_ok ? writePage( requests, count, memory ) : result;
    free( memory );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "fit", result );
}
