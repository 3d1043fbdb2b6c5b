// SPDX-License-Identifier: MIT
#include "sim/scene_private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Scenes as JSON texts: writing.

static void putParam( textWriter* w, const ssParam* param, double value )
{
    char text[64], shorter[64];
    ssFormatParam( param, value, text, sizeof text );
    snprintf( shorter, sizeof shorter, "%.15g", value ); // which often reads as the same number, also 0.35
    bool same = param->kind != ss_paramChoice && strtod( shorter, NULL ) == value;
    char* comma = strchr( shorter, ',' ); // of the locale
    comma != NULL ? (void)( *comma = '.' ) : (void)0;
    const char* quote = param->kind == ss_paramChoice ? "\"" : "";
    textPut( w, "%s%s%s", quote, same ? shorter : text, quote );
}

static void putValue( textWriter* w, const ssParam* param, double value, const char* text )
{
    if ( param->kind == ss_paramText ) { textPutQuoted( w, text ); }
    else { putParam( w, param, value ); }
}

void scenePutNumber( textWriter* w, const char* before, double value )
{
    static const ssParam number = { .kind = ss_paramNumber };
    textPut( w, "%s", before );
    putParam( w, &number, value );
}

static void putVec3( textWriter* w, const char* before, ssVec3 v )
{
    scenePutNumber( w, before, v.x );
    scenePutNumber( w, ", ", v.y );
    scenePutNumber( w, ", ", v.z );
    textPut( w, "]" );
}

static void putCamera( textWriter* w, const ssSceneCamera* camera )
{
    scenePutNumber( w, ",\n  \"camera\": {\"yaw_deg\": ", camera->yawDeg );
    scenePutNumber( w, ", \"pitch_deg\": ", camera->pitchDeg );
    if ( camera->distance > 0.0 )
    {
        scenePutNumber( w, ", \"distance\": ", camera->distance );
        putVec3( w, ", \"target\": [", camera->target );
    }
    textPut( w, "}" );
}

static bool sameValue( const ssSimDef* a, const ssSimDef* b, int param )
{
    int slot = ssTextSlot( a->scenario->model.params, param );
    return slot >= 0 ? strcmp( a->texts[slot], b->texts[slot] ) == 0 : a->values[param] == b->values[param];
}

/// Writes the rows from `first` on, but for those with the values of `base`; NULL: all.
static void putParams(
    textWriter* w, const ssSimDef* def, const ssSimDef* base, int first, const char* separator )
{
    const ssParam* params = def->scenario->model.params;
    const char* comma = "";
    for ( int i = first; i < def->scenario->model.paramCount; ++i )
    {
        if ( base == NULL || !sameValue( def, base, i ) )
        {
            const char* text = params[i].kind == ss_paramText ? ssSimDef_Text( def, i ) : NULL;
            textPut( w, "%s%s\"%s\": ", comma, separator, params[i].key );
            putValue( w, params + i, def->values[i], text );
            comma = ",";
        }
    }
}

static const char* lawTextOf( const ssSimDef* def )
{
    return def->scenario->law != NULL ? ssLawProgram_Info( def->scenario->law )->text : "";
}

/// Writes a change of the law. `def` becomes that of a run with this law.
static void putLawEdit( textWriter* w, const ssEdit* edit, ssSimDef* def )
{
    const char* text = edit->text != NULL ? edit->text : "";
    textPut( w, "\"law_text\": " );
    textPutQuoted( w, text );
    if ( ssSimDef_SetLaw( def, text, "law_text" ).code == ss_ok && text[0] != '\0' )
    {
        int own = ssScenario_Base( def->scenario )->model.paramCount;
        for ( int i = own; i < def->scenario->model.paramCount; ++i )
        {
            def->values[i] =
                edit->values != NULL ? edit->values[i - own] : def->scenario->model.params[i].defaultValue;
        }
        textPut( w, ", \"params\": {" );
        putParams( w, def, NULL, own, "" );
        textPut( w, "}" );
    }
    textPut( w, "}" );
}

/// Writes a text that was made for the purpose, and frees it.
static void putMade( textWriter* w, char* text )
{
    w->failed = w->failed || text == NULL;
    textPut( w, "%s", text != NULL ? text : "" );
    ssRelease( text );
}

static void putEdit( textWriter* w, const ssEdit* edit, ssSimDef* def )
{
    const ssParam* params = def->scenario->model.params;
    textPut( w, "{\"step\": %lld, ", (long long)edit->step );
    if ( edit->param == SS_EDIT_LAW ) { putLawEdit( w, edit, def ); }
    else if ( edit->param == SS_EDIT_BUILD )
    {
        textPut( w, "\"build\": " );
        putMade( w, ssFormatBuildEdit( edit->build ) );
        textPut( w, "}" );
    }
    else if ( edit->param >= 0 )
    {
        textPut( w, "\"key\": \"%s\", \"value\": ", params[edit->param].key );
        putValue( w, params + edit->param, edit->value, edit->text != NULL ? edit->text : "" );
        textPut( w, "}" );
    }
    else if ( edit->drag.active )
    {
        putVec3( w, "\"drag\": [", edit->drag.target );
        textPut( w, edit->drag.body != 0 ? ", \"body\": %d}" : "}", edit->drag.body );
    }
    else { textPut( w, "\"drag\": false}" ); }
}

void scenePutEdits( textWriter* w, const ssScene* scene, ssSimDef* def, const char* indent )
{
    *def = scene->def;
    textPut( w, "%s\"edits\": [", indent );
    for ( int i = 0; i < scene->editCount; ++i )
    {
        textPut( w, "%s\n%s  ", i > 0 ? "," : "", indent );
        putEdit( w, scene->edits + i, def );
    }
    textPut( w, "%s%s]", scene->editCount > 0 ? "\n" : "", scene->editCount > 0 ? indent : "" );
}

/// Writes the measures that were asked for; nothing where none were.
static void putMeasures( textWriter* w, const ssScenario* scenario, const char* indent )
{
    int first = ssScenario_Base( scenario )->model.measureCount;
    for ( int i = first; i < scenario->model.measureCount; ++i )
    {
        const ssMeasure* measure = scenario->model.measures + i;
        i == first ? textPut( w, ",\n%s\"measures\": {", indent ) : textPut( w, "," );
        textPut( w, "\n%s  ", indent );
        textPutQuoted( w, measure->name );
        textPut( w, ": " );
        textPutQuoted( w, measure->doc );
    }
    if ( first < scenario->model.measureCount ) { textPut( w, "\n%s}", indent ); }
}

void scenePutRun( textWriter* w, const ssScene* scene, const char* indent, bool brief )
{
    const ssSimDef* def = &scene->def;
    ssSimDef* base =
        brief ? ssAlloc( sizeof *base ) : NULL; // what a reader begins with; too large for a stack
    char separator[32];
    snprintf( separator, sizeof separator, "\n%s  ", indent );
    w->failed = w->failed || ( brief && base == NULL );
    textPut( w, "%s\"h\": ", indent );
    scenePutNumber( w, "", def->h );
    textPut( w, ",\n%s\"until\": ", indent );
    scenePutNumber( w, "", def->until );
    textPut( w, ",\n%s\"seed\": \"%llu\",\n", indent, (unsigned long long)def->seed );
    if ( base != NULL )
    {
        *base = ssDefaultSimDef( ssScenario_Base( def->scenario ) );
        bool preset = def->preset != NULL && ssSimDef_ApplyPreset( base, def->preset->name ).code == ss_ok;
        preset ? textPut( w, "%s\"preset\": \"%s\",\n", indent, def->preset->name ) : (void)0;
    }
    if ( strcmp( lawTextOf( def ), base != NULL ? lawTextOf( base ) : "" ) != 0 )
    {
        textPut( w, "%s\"law_text\": ", indent );
        textPutQuoted( w, lawTextOf( def ) );
        textPut( w, ",\n" );
        w->failed = w->failed ||
            ( base != NULL && ssSimDef_SetLaw( base, lawTextOf( def ), "law_text" ).code != ss_ok );
    }
    textPut( w, "%s\"params\": {", indent );
    putParams( w, def, base, 0, separator );
    textPut( w, "\n%s}", indent );
    if ( def->scenario->build != NULL )
    {
        textPut( w, ",\n%s\"build\": ", indent );
        putMade( w, ssFormatBuild( def->scenario->build ) );
    }
    putMeasures( w, def->scenario, indent );
    ssRelease( base );
}

static void putScene( textWriter* w, const ssScene* scene, ssSimDef* scratch, bool brief )
{
    const char* plugin = ssScenario_Plugin( scene->def.scenario );
    textPut( w, "{\n  \"format\": \"slipstick-scene\",\n  \"version\": 1,\n  \"scenario\": \"%s\",\n",
        scene->def.scenario->id );
    if ( plugin != NULL ) { textPut( w, "  \"plugin\": \"%s\",\n", plugin ); }
    scenePutRun( w, scene, "  ", brief );
    if ( scene->camera.set ) { putCamera( w, &scene->camera ); }
    textPut( w, ",\n  \"view\": {" );
    for ( int i = 0; i < sceneFlagCount; ++i )
    {
        textPut( w, "%s\"%s\": %s", i > 0 ? ", " : "", ss_sceneFlagNames[i],
            scene->viewFlags & 1u << i ? "true" : "false" );
    }
    textPut( w, "}" );
    scenePutShow( w, &scene->show );
    scenePutCompared( w, scene, scratch, brief );
    textPut( w, ",\n" );
    scenePutEdits( w, scene, scratch, "  " );
    textPut( w, "\n}\n" );
}

static char* formatScene( const ssScene* scene, bool brief )
{
    textWriter writer = { 0 };
    ssSimDef* scratch = ssAlloc( sizeof *scratch ); // too large for a stack
    if ( scratch == NULL ) { return NULL; }
    putScene( &writer, scene, scratch, brief );
    if ( writer.failed )
    {
        ssRelease( writer.text );
        writer.text = NULL;
    }
    ssRelease( scratch );
    return writer.text;
}

char* ssFormatScene( const ssScene* scene ) { return formatScene( scene, false ); }

char* ssFormatSceneBrief( const ssScene* scene ) { return formatScene( scene, true ); }
