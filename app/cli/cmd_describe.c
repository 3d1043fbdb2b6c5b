// SPDX-License-Identifier: MIT
#include "base/args_law.h"
#include "base/json_writer.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

// `slipstick describe`: the parameters, presets, signals, measures and figures of a scenario.

static const char* kindName( ssParamKind kind )
{
    switch ( kind )
    {
        case ss_paramInteger: return "integer";
        case ss_paramChoice: return "choice";
        case ss_paramText: return "text";
        case ss_paramNumber: break;
    }
    return "number";
}

/// Is this choice taken beside the defaults of the others?
static bool isOffered( const ssScenario* scenario, const ssParam* param, int choice )
{
    double defaults[SS_MAX_PARAMS];
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        defaults[i] = scenario->model.params[i].defaultValue;
    }
    return ssScenario_CheckSolver( scenario, defaults, (int)( param - scenario->model.params ), choice )
               .code == ss_ok;
}

static void paramAsJson( jsonWriter* json, const ssScenario* scenario, const ssParam* param )
{
    jsonBeginObject( json, NULL );
    jsonMembers( json, "key", param->key, "symbol", param->symbol, "label", param->label, "group",
        param->group, "unit", param->unit, "kind", kindName( param->kind ), "min", param->min, "max",
        param->max, "allowed_min", param->allowedMin, "allowed_max", param->allowedMax );
    if ( param->kind == ss_paramChoice )
    {
        jsonText( json, "default", ssParam_Choice( param, (int)param->defaultValue ) );
        jsonInLine( json );
        jsonBeginArray( json, "choices" );
        for ( int i = 0; i < ssParam_ChoiceCount( param ); ++i )
        {
            if ( isOffered( scenario, param, i ) ) { jsonText( json, NULL, ssParam_Choice( param, i ) ); }
        }
        jsonEndArray( json );
    }
    else if ( param->kind == ss_paramText ) { jsonText( json, "default", "" ); }
    else { jsonNumber( json, "default", param->defaultValue ); }
    jsonMembers( json, "live", param->live, "doc", param->doc );
    jsonEndObject( json );
}

static void nameAndUnit( jsonWriter* json, const char* name, const char* unit )
{
    jsonRow( json, NULL, "name", name, "unit", unit );
}

static void describeAsJson( osWriter* out, const ssScenario* scenario )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonMembers( &json, "id", scenario->id, "title", scenario->title, "source", scenario->source, "takes_law",
        scenario->model.takesLaw );
    if ( scenario->law != NULL ) { jsonText( &json, "law_text", ssLawProgram_Info( scenario->law )->text ); }
    jsonBeginArray( &json, "params" );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        paramAsJson( &json, scenario, &scenario->model.params[i] );
    }
    jsonEndArray( &json );
    jsonInLine( &json );
    jsonBeginArray( &json, "presets" );
    for ( int i = 0; i < scenario->presetCount; ++i ) { jsonText( &json, NULL, scenario->presets[i].name ); }
    jsonEndArray( &json );
    jsonBeginArray( &json, "signals" );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        nameAndUnit( &json, scenario->model.signals[i].name, scenario->model.signals[i].unit );
    }
    jsonEndArray( &json );
    jsonBeginArray( &json, "measures" );
    for ( int i = 0; i < scenario->model.measureCount; ++i )
    {
        nameAndUnit( &json, scenario->model.measures[i].name, scenario->model.measures[i].unit );
    }
    jsonEndArray( &json );
    jsonInLine( &json );
    jsonBeginArray( &json, "figures" );
    for ( int i = 0; i < scenario->figureCount; ++i ) { jsonText( &json, NULL, scenario->figures[i] ); }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

static void pad( osWriter* out, const char* text, int width )
{
    osWriteText( out, text );
    for ( int i = argsColumns( text, text + strlen( text ) ); i < width; ++i ) { osWrite( out, " ", 1 ); }
    osWrite( out, "  ", 2 );
}

#define CELL_MAX 128 // [bytes] longer lists of choices are cut

typedef struct Row
{
    char cells[7][CELL_MAX]; // key, symbol, unit, kind, slider, allowed, default
} Row;

static void allowedText( const ssParam* param, char* text, size_t capacity )
{
    bool low = isfinite( param->allowedMin ), high = isfinite( param->allowedMax );
    const char* openLow = ( param->open & ss_openLow ) != 0 ? ">" : ">=";
    const char* openHigh = ( param->open & ss_openHigh ) != 0 ? "<" : "<=";
    char lowText[48] = "", highText[48] = "";
    if ( low ) { snprintf( lowText, sizeof( lowText ), "%s %.10g", openLow, param->allowedMin ); }
    if ( high ) { snprintf( highText, sizeof( highText ), "%s %.10g", openHigh, param->allowedMax ); }
    snprintf( text, capacity, "%s%s%s", low || high ? lowText : "any", low && high ? ", " : "", highText );
}

static void fillRow( const ssScenario* scenario, const ssParam* param, Row* row )
{
    snprintf( row->cells[0], CELL_MAX, "%s", param->key );
    snprintf( row->cells[1], CELL_MAX, "%s", param->symbol );
    snprintf( row->cells[2], CELL_MAX, "%s", param->unit[0] != 0 ? param->unit : "-" );
    snprintf( row->cells[3], CELL_MAX, "%s%s", kindName( param->kind ), param->live ? ", live" : "" );
    if ( param->kind == ss_paramChoice )
    {
        size_t used = 0;
        for ( int i = 0; i < ssParam_ChoiceCount( param ) && used < CELL_MAX; ++i )
        {
            int length = isOffered( scenario, param, i )
                ? snprintf( row->cells[4] + used, CELL_MAX - used, "%s%s", used > 0 ? "|" : "",
                      ssParam_Choice( param, i ) )
                : 0;
            used += length > 0 ? (size_t)length : 0;
        }
        row->cells[5][0] = 0;
        snprintf( row->cells[6], CELL_MAX, "%s", ssParam_Choice( param, (int)param->defaultValue ) );
        return;
    }
    if ( param->kind == ss_paramText )
    {
        row->cells[4][0] = row->cells[5][0] = row->cells[6][0] = 0;
        return;
    }
    snprintf( row->cells[4], CELL_MAX, "%.6g .. %.6g", param->min, param->max );
    allowedText( param, row->cells[5], CELL_MAX );
    snprintf( row->cells[6], CELL_MAX, "%.10g", param->defaultValue );
}

static void describeParams( osWriter* out, const ssScenario* scenario )
{
    static const Row titles = { { "key", "symbol", "unit", "kind", "slider", "allowed", "default" } };
    int widths[7];
    for ( int c = 0; c < 7; ++c )
    {
        widths[c] = argsColumns( titles.cells[c], titles.cells[c] + strlen( titles.cells[c] ) );
    }
    Row row;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        fillRow( scenario, scenario->model.params + i, &row );
        for ( int c = 0; c < 7; ++c )
        {
            // A long list of choices widens its own row only, not the whole table.
            int width = argsColumns( row.cells[c], row.cells[c] + strlen( row.cells[c] ) );
            widths[c] = width > widths[c] && width <= 24 ? width : widths[c];
        }
    }
    osWriteText( out,
        "\nParameters (--set key=value; a \"live\" one takes effect at the next step, others at a reset)\n" );
    for ( int i = -1; i < scenario->model.paramCount; ++i )
    {
        if ( i >= 0 ) { fillRow( scenario, scenario->model.params + i, &row ); }
        const Row* shown = i < 0 ? &titles : &row;
        osWriteText( out, "  " );
        for ( int c = 0; c < 7; ++c ) { pad( out, shown->cells[c], widths[c] ); }
        osPrintf( out, "%s\n", i < 0 ? "meaning" : scenario->model.params[i].doc );
    }
}

/// Whether the scenario takes a typed law, and which one it has here.
static void describeLaw( osWriter* out, const ssScenario* scenario )
{
    if ( scenario->law != NULL )
    {
        osPrintf( out, "typed law: %s\n", ssLawProgram_Info( scenario->law )->title );
    }
    else if ( scenario->model.takesLaw ) { osWriteText( out, "takes a typed law: --law FILE\n" ); }
}

static void describeAsText( osWriter* out, const ssScenario* scenario )
{
    osPrintf( out, "%s: %s\n%s\n\n%s\n\nh = %.10g s, until = %.10g s\n", scenario->id, scenario->title,
        scenario->source, scenario->summary, scenario->model.h, scenario->model.until );
    describeLaw( out, scenario );
    describeParams( out, scenario );
    osWriteText( out, "\nPresets (--preset name)\n" );
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        osPrintf( out, "  %-16s  %s\n", scenario->presets[i].name, scenario->presets[i].label );
    }
    osWriteText( out, "\nSignals (columns of --csv)\n" );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        const ssSignal* signal = &scenario->model.signals[i];
        osPrintf( out, "  %-16s  %-8s  %s\n", signal->name, signal->unit[0] != 0 ? signal->unit : "-",
            signal->doc );
    }
    osWriteText( out, "\nMeasures (--measure name)\n" );
    for ( int i = 0; i < scenario->model.measureCount; ++i )
    {
        const ssMeasure* measure = &scenario->model.measures[i];
        osPrintf( out, "  %-16s  %-8s  %s\n", measure->name, measure->unit[0] != 0 ? measure->unit : "-",
            measure->doc );
    }
    if ( scenario->figureCount > 0 ) { osWriteText( out, "\nFigures\n" ); }
    for ( int i = 0; i < scenario->figureCount; ++i ) { osPrintf( out, "  %s\n", scenario->figures[i] ); }
}

int cmdDescribe( int argc, char** argv )
{
    bool json = false;
    const char* law = NULL;
    const argsOption options[] = {
        { "--law", "FILE", "with the parameters of a typed law, from a file or a shipped one", .text = &law },
        { "--json", NULL, "print JSON, for scripts", .flag = &json },
    };
    argsSpec spec = { "describe", .usage = "SCENARIO [--law FILE] [--json]",
        .summary = "Shows the parameters, presets, signals, measures and figures of a scenario.",
        ARGS_OPTIONS( options ), .wordMin = 1, .wordMax = 1, .wordName = "a scenario" };
    int status = ARGS_STATUS_OK;
    ARGS_PARSE( &spec, argc, argv );
    const ssScenario* scenario = ssFindScenario( spec.words.items[0] );
    if ( scenario == NULL ) { return argsUnknownScenario( "describe", spec.words.items[0] ); }
    ssSimDef def = ssDefaultSimDef( scenario );
    if ( law != NULL && argsSetLaw( "describe", law, &def, &status ) == false ) { return status; }
    scenario = def.scenario;
    osWriter* out = osOpenWrite( "-" );
    ( json ? describeAsJson : describeAsText )( out, scenario );
    return argsCommit( "describe", out );
}
