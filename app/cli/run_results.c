// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/json_writer.h"
#include "cli/run_request.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Writes what a run leaves at its end: parameters, measures and the hash of its state.

bool runIsStream( const char* path ) { return path != NULL && strcmp( path, "-" ) == 0; }

bool runPrintsTable( const runRequest* request )
{
    return runIsStream( request->csvPath ) || runIsStream( request->changesPath );
}

int runChooseMeasures( runRequest* request )
{
    const ssScenario* scenario = request->scene.def.scenario;
    if ( request->measureNames.count == 0 )
    {
        for ( int i = 0; i < scenario->model.measureCount && i < RUN_MEASURES_MAX; ++i )
        {
            request->measures[request->measureCount++] = i;
        }
        if ( request->againstPath != NULL && request->measureCount < RUN_MEASURES_MAX )
        {
            request->measures[request->measureCount++] = scenario->model.measureCount;
        }
        return ARGS_STATUS_OK;
    }
    int status = argsAskMeasures( "run", &request->scene.def, &request->measureNames,
        request->againstPath != NULL ? AGAINST_MEASURE : NULL );
    scenario = request->scene.def.scenario;
    for ( int i = 0; i < request->measureNames.count; ++i )
    {
        const char* name = request->measureNames.items[i];
        bool isMisfit = request->againstPath != NULL && strcmp( name, AGAINST_MEASURE ) == 0;
        int found = status != ARGS_STATUS_OK ? -1
            : isMisfit                       ? scenario->model.measureCount
                                             : argsFindMeasure( "run", scenario, name );
        if ( found < 0 ) { return ARGS_STATUS_BAD_INPUT; }
        bool known = false;
        for ( int k = 0; k < request->measureCount; ++k ) { known = known || request->measures[k] == found; }
        if ( known == false && request->measureCount < RUN_MEASURES_MAX )
        {
            request->measures[request->measureCount++] = found;
        }
    }
    return ARGS_STATUS_OK;
}

typedef struct Shown
{
    const char *name, *unit;
    double value;
    char reason[128]; // why it has none; may be empty
} Shown;

/// A measure of the run; the one after the scenario's own is the misfit.
static Shown measureOf( const runRequest* request, const ssSim* sim, int measure )
{
    const ssScenario* scenario = request->scene.def.scenario;
    if ( measure == scenario->model.measureCount )
    {
        return ( Shown ){ AGAINST_MEASURE, "", ssAgainst_Misfit( request->against.against ), "" };
    }
    const ssMeasure* row = scenario->model.measures + measure;
    Shown shown = { row->name, row->unit, ssSim_Measure( sim, measure ), "" };
    ssSim_ExplainMeasure( sim, measure, shown.reason, (int)sizeof shown.reason );
    return shown;
}

static void writeJson( osWriter* out, const runRequest* request, const ssSim* sim )
{
    const ssSimDef* def = &request->scene.def;
    const ssScenario* scenario = def->scenario;
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonText( &json, "scenario", scenario->id );
    if ( scenario->law != NULL ) { jsonText( &json, "law_text", ssLawProgram_Info( scenario->law )->text ); }
    jsonBeginObject( &json, "params" );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const ssParam* param = &scenario->model.params[i];
        if ( param->kind == ss_paramChoice )
        {
            jsonText( &json, param->key, ssParam_Choice( param, (int)def->values[i] ) );
        }
        else if ( param->kind == ss_paramText ) { jsonText( &json, param->key, ssSimDef_Text( def, i ) ); }
        else { jsonNumber( &json, param->key, def->values[i] ); }
    }
    jsonEndObject( &json );
    bool empty = false;
    jsonBeginObject( &json, "measures" );
    for ( int i = 0; i < request->measureCount; ++i )
    {
        Shown shown = measureOf( request, sim, request->measures[i] );
        jsonNumber( &json, shown.name, shown.value );
        empty = empty || shown.reason[0] != '\0';
    }
    jsonEndObject( &json );
    if ( empty ) { jsonBeginObject( &json, "undefined" ); }
    for ( int i = 0; i < request->measureCount && empty; ++i )
    {
        Shown shown = measureOf( request, sim, request->measures[i] );
        if ( shown.reason[0] != '\0' ) { jsonText( &json, shown.name, shown.reason ); }
    }
    if ( empty ) { jsonEndObject( &json ); }
    if ( scenario->law != NULL ) { jsonNumber( &json, "ambiguous_steps", (double)request->ambiguousSteps ); }
    runSensitivityJson( &request->sensitivity, &json, request->measures, request->measureCount );
    runWriteCoarse( &json, &request->coarse, sim );
    runWriteBreak( &json, &request->stop );
    char hash[24];
    snprintf( hash, sizeof( hash ), "%016" PRIx64, ssSim_Hash( sim ) );
    jsonText( &json, "hash", hash );
    jsonEndObject( &json );
}

static void formatMeasures( const runRequest* request, const ssSim* sim, char* text, size_t capacity )
{
    int width = 0;
    for ( int i = 0; i < request->measureCount; ++i )
    {
        int length = (int)strlen( measureOf( request, sim, request->measures[i] ).name );
        width = length > width ? length : width;
    }
    text[0] = 0;
    for ( int i = 0; i < request->measureCount; ++i )
    {
        Shown shown = measureOf( request, sim, request->measures[i] );
        double value = shown.value;
        char number[32] = "undefined";
        if ( isfinite( value ) ) { snprintf( number, sizeof( number ), "%.9g", value ); }
        addText( text, capacity, "%-*s = %s%s%s\n", width, shown.name, number,
            isfinite( value )             ? ( shown.unit[0] != 0 ? " " : "" )
                : shown.reason[0] != '\0' ? "; "
                                          : "",
            isfinite( value ) ? shown.unit : shown.reason );
    }
}

int runWriteResults( const runRequest* request, const ssSim* sim )
{
    char measures[RUN_MEASURES_MAX * 512];
    bool toStream = runPrintsTable( request );
    // For scripts, --hash alone prints sixteen digits and nothing else.
    bool wantMeasures = request->measureNames.count > 0 || ( request->hash == false && toStream == false );
    formatMeasures( request, sim, measures, sizeof( measures ) );

    if ( toStream )
    {
        // The table has standard output to itself.
        fputs( wantMeasures ? measures : "", stderr );
        if ( request->hash ) { fprintf( stderr, "%016" PRIx64 "\n", ssSim_Hash( sim ) ); }
        return ARGS_STATUS_OK;
    }
    osWriter* out = osOpenWrite( "-" );
    if ( request->json ) { writeJson( out, request, sim ); }
    else
    {
        osWriteText( out, wantMeasures ? measures : "" );
        runSensitivityText(
            &request->sensitivity, out, request->measures, wantMeasures ? request->measureCount : 0 );
        if ( request->hash ) { osPrintf( out, "%016" PRIx64 "\n", ssSim_Hash( sim ) ); }
    }
    return argsCommit( "run", out );
}
