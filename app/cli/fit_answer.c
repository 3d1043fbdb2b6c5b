// SPDX-License-Identifier: MIT
#include "cli/fit_request.h"

#include "base/json_writer.h"
#include "base/os.h"
#include "slipstick/vecmath.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Prints the answer of `slipstick fit`, for people and as JSON.

static const char* unitOf( const fitRequest* request, const char* key )
{
    char bare[SS_FIT_KEY];
    snprintf( bare, sizeof bare, "%.*s", (int)strcspn( key, "@" ), key );
    int row = ssFindScenarioParam( request->scene.def.scenario, bare );
    return row >= 0                               ? request->scene.def.scenario->params[row].unit
        : strcmp( bare, SS_FIT_TIME_OFFSET ) == 0 ? "s"
                                                  : "";
}

// ------------------------------------------------------------------------------------------------------ text

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
    if ( !isfinite( end ) )
    {
        osWriteText( out, "open" );
    }
    else if ( digits >= 0 && digits <= 9 )
    {
        osPrintf( out, "%.*f", digits, end );
    }
    else
    {
        osPrintf( out, "%.6g", end );
    }
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
        else
        {
            formatWithError( e->value, e->error, number, sizeof number );
        }
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
    if ( isfinite( r->holdoutRms ) )
    {
        osPrintf( out, "; %.4g on the held-out part", r->holdoutRms );
    }
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
            request->scene.def.scenario->signals + request->tables[c->file].columns[c->column].signal;
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
    for ( int i = 0; i < r->paramCount; ++i )
    {
        osPrintf( out, " %.4g", r->singular[i] );
    }
    osPrintf( out, "\n%s\n",
        r->warningCount > 0 ? "not everything can be told:" : "the data tell all of these parameters" );
    for ( int i = 0; i < r->warningCount; ++i )
    {
        osPrintf( out, "%s\n", r->warnings[i] );
    }
}

static void printText( osWriter* out, fitRequest* const* requests, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( count > 1 )
        {
            osPrintf( out, "%s%d. %s\n", i > 0 ? "\n" : "", i + 1, requests[i]->law );
        }
        if ( requests[i]->check )
        {
            printCheck( out, requests[i] );
            continue;
        }
        printEstimates( out, requests[i] );
        printSummary( out, requests[i] );
    }
}

// ------------------------------------------------------------------------------------------------------ JSON

static void writeParameters( jsonWriter* json, const ssFitResult* r )
{
    jsonBeginObject( json, "parameters" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        const ssFitEstimate* e = r->estimates + i;
        jsonInLine( json );
        jsonBeginObject( json, e->key );
        jsonNumber( json, "value", e->value );
        jsonNumber( json, "error", e->error );
        jsonNumber( json, "low", e->low );
        jsonNumber( json, "high", e->high );
        jsonEndObject( json );
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
        jsonInLine( json );
        jsonBeginObject( json, NULL );
        jsonText( json, "file", table->name );
        jsonText(
            json, "signal", request->scene.def.scenario->signals[table->columns[c->column].signal].name );
        jsonNumber( json, "values", c->count );
        jsonNumber( json, "gaps", table->columns[c->column].gaps );
        jsonNumber( json, "noise", c->noise );
        jsonBool( json, "noise_estimated", c->estimated );
        jsonNumber( json, "rms", c->rms );
        jsonNumber( json, "sign_runs", c->runs );
        jsonNumber( json, "sign_runs_z", c->runsZ );
        jsonNumber( json, "outliers", c->outliers );
        jsonEndObject( json );
    }
    jsonEndArray( json );
}

static void writeResult( jsonWriter* json, const fitRequest* request )
{
    const ssFitResult* r = request->result;
    if ( request->law != NULL )
    {
        jsonText( json, "law", request->law );
    }
    writeParameters( json, r );
    if ( !request->check )
    {
        jsonNumber( json, "rms", r->rms );
        jsonNumber( json, "holdout_rms", r->holdoutRms );
        jsonNumber( json, "chi2", r->chi2 );
    }
    jsonNumber( json, "values", r->valueCount );
    jsonNumber( json, "runs", r->runs );
    jsonNumber( json, "h", r->h );
    jsonNumber( json, "step_error", request->check || r->cancelled ? SS_NAN : r->stepError );
    jsonBool( json, "cancelled", r->cancelled );
    jsonBool( json, "residuals_are_noise", !r->notNoise );
    jsonInLine( json );
    jsonBeginArray( json, "singular_values" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        jsonNumber( json, NULL, r->singular[i] );
    }
    jsonEndArray( json );
    writeColumns( json, request );
    jsonBeginArray( json, "warnings" );
    for ( int i = 0; i < r->warningCount; ++i )
    {
        jsonText( json, NULL, r->warnings[i] );
    }
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
    if ( requests[0]->json )
    {
        writeJson( out, requests, count );
    }
    else
    {
        printText( out, requests, count );
    }
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

// -------------------------------------------------------------------------------------------------- material

int fitWriteMaterial( const fitRequest* request )
{
    const ssFitResult* r = request->result;
    osWriter* out = osOpenWrite( request->outPath );
    osPrintf( out, "# %s, fitted with slipstick %s to", request->scene.def.scenario->id, ssVersion() );
    for ( int i = 0; i < request->tableCount; ++i )
    {
        osPrintf( out, " %s", request->tables[i].name );
    }
    osWriteText( out, "\n" );
    for ( int i = 0; i < r->paramCount; ++i )
    {
        // What belongs to one file, and the clock, are no parameters that --set knows.
        const ssFitEstimate* e = r->estimates + i;
        bool known = ssFindScenarioParam( request->scene.def.scenario, e->key ) >= 0;
        osPrintf( out, "%s%s = %.10g", known ? "" : "# ", e->key, e->value );
        osPrintf( out, isfinite( e->error ) ? " ± %.2g\n" : "\n", e->error );
    }
    for ( int i = 0; i < r->warningCount; ++i )
    {
        osPrintf( out, "# warning: %s\n", r->warnings[i] );
    }
    return argsCommit( "fit", out );
}
