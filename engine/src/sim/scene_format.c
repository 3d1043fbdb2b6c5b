// SPDX-License-Identifier: MIT
#include "sim/scene_private.h"

#include <stdarg.h>
#include <stdio.h>

// Scenes as JSON texts: writing.

void scenePut( SceneWriter* w, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    size_t room = w->text != NULL ? w->capacity - w->used : 0;
    int n = vsnprintf( w->text != NULL ? w->text + w->used : NULL, room, format, arguments );
    va_end( arguments );
    w->used += n > 0 ? (size_t)n : 0;
}

static void putParam( SceneWriter* w, const ssParam* param, double value )
{
    char text[64];
    ssFormatParam( param, value, text, sizeof text );
    const char* quote = param->kind == ss_paramChoice ? "\"" : "";
    scenePut( w, "%s%s%s", quote, text, quote );
}

void scenePutText( SceneWriter* w, const char* text )
{
    scenePut( w, "\"" );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        if ( *at == '\n' || *at == '\t' )
        {
            scenePut( w, *at == '\n' ? "\\n" : "\\t" );
        }
        else if ( (unsigned char)*at < 0x20 )
        {
            scenePut( w, "\\u%04x", (unsigned)(unsigned char)*at );
        }
        else
        {
            scenePut( w, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at );
        }
    }
    scenePut( w, "\"" );
}

static void putValue( SceneWriter* w, const ssParam* param, double value, const char* text )
{
    if ( param->kind == ss_paramText )
    {
        scenePutText( w, text );
    }
    else
    {
        putParam( w, param, value );
    }
}

void scenePutNumber( SceneWriter* w, const char* before, double value )
{
    static const ssParam number = { .kind = ss_paramNumber };
    scenePut( w, "%s", before );
    putParam( w, &number, value );
}

static void putVec3( SceneWriter* w, const char* before, ssVec3 v )
{
    scenePutNumber( w, before, v.x );
    scenePutNumber( w, ", ", v.y );
    scenePutNumber( w, ", ", v.z );
    scenePut( w, "]" );
}

static void putCamera( SceneWriter* w, const ssSceneCamera* camera )
{
    scenePutNumber( w, ",\n  \"camera\": {\"yaw_deg\": ", camera->yawDeg );
    scenePutNumber( w, ", \"pitch_deg\": ", camera->pitchDeg );
    scenePutNumber( w, ", \"distance\": ", camera->distance );
    putVec3( w, ", \"target\": [", camera->target );
    scenePut( w, "}" );
}

/// Writes the rows from `first` on.
static void putParams( SceneWriter* w, const ssSimDef* def, int first, const char* separator )
{
    const ssParam* params = def->scenario->params;
    for ( int i = first; i < def->scenario->paramCount; ++i )
    {
        scenePut( w, "%s%s\"%s\": ", i > first ? "," : "", separator, params[i].key );
        putValue(
            w, params + i, def->values[i], params[i].kind == ss_paramText ? ssSimDef_Text( def, i ) : NULL );
    }
}

/// Writes a change of the law. `def` becomes that of a run with this law.
static void putLawEdit( SceneWriter* w, const ssEdit* edit, ssSimDef* def )
{
    const char* text = edit->text != NULL ? edit->text : "";
    scenePut( w, "\"law_text\": " );
    scenePutText( w, text );
    if ( ssSimDef_SetLaw( def, text, "law_text" ).code == ss_ok && text[0] != '\0' )
    {
        int own = ssScenario_Base( def->scenario )->paramCount;
        for ( int i = own; i < def->scenario->paramCount; ++i )
        {
            def->values[i] =
                edit->values != NULL ? edit->values[i - own] : def->scenario->params[i].defaultValue;
        }
        scenePut( w, ", \"params\": {" );
        putParams( w, def, own, "" );
        scenePut( w, "}" );
    }
    scenePut( w, "}" );
}

/// Writes a text that was made for the purpose, and frees it.
static void putMade( SceneWriter* w, char* text )
{
    w->failed = w->failed || text == NULL;
    scenePut( w, "%s", text != NULL ? text : "" );
    ssRelease( text );
}

static void putEdit( SceneWriter* w, const ssEdit* edit, ssSimDef* def )
{
    const ssParam* params = def->scenario->params;
    scenePut( w, "{\"step\": %lld, ", (long long)edit->step );
    if ( edit->param == SS_EDIT_LAW )
    {
        putLawEdit( w, edit, def );
    }
    else if ( edit->param == SS_EDIT_BUILD )
    {
        scenePut( w, "\"build\": " );
        putMade( w, ssFormatBuildEdit( edit->build ) );
        scenePut( w, "}" );
    }
    else if ( edit->param >= 0 )
    {
        scenePut( w, "\"key\": \"%s\", \"value\": ", params[edit->param].key );
        putValue( w, params + edit->param, edit->value, edit->text != NULL ? edit->text : "" );
        scenePut( w, "}" );
    }
    else if ( edit->drag.active )
    {
        putVec3( w, "\"drag\": [", edit->drag.target );
        scenePut( w, edit->drag.body != 0 ? ", \"body\": %d}" : "}", edit->drag.body );
    }
    else
    {
        scenePut( w, "\"drag\": false}" );
    }
}

void scenePutEdits( SceneWriter* w, const ssScene* scene, ssSimDef* def, const char* indent )
{
    *def = scene->def;
    scenePut( w, "%s\"edits\": [", indent );
    for ( int i = 0; i < scene->editCount; ++i )
    {
        scenePut( w, "%s\n%s  ", i > 0 ? "," : "", indent );
        putEdit( w, scene->edits + i, def );
    }
    scenePut( w, "%s%s]", scene->editCount > 0 ? "\n" : "", scene->editCount > 0 ? indent : "" );
}

void scenePutRun( SceneWriter* w, const ssScene* scene, const char* indent )
{
    const ssSimDef* def = &scene->def;
    char separator[32];
    snprintf( separator, sizeof separator, "\n%s  ", indent );
    scenePut( w, "%s\"h\": ", indent );
    scenePutNumber( w, "", def->h );
    scenePut( w, ",\n%s\"until\": ", indent );
    scenePutNumber( w, "", def->until );
    scenePut( w, ",\n%s\"seed\": \"%llu\",\n", indent, (unsigned long long)def->seed );
    if ( def->scenario->law != NULL )
    {
        scenePut( w, "%s\"law_text\": ", indent );
        scenePutText( w, ssLawProgram_Text( def->scenario->law ) );
        scenePut( w, ",\n" );
    }
    scenePut( w, "%s\"params\": {", indent );
    putParams( w, def, 0, separator );
    scenePut( w, "\n%s}", indent );
    if ( def->scenario->build != NULL )
    {
        scenePut( w, ",\n%s\"build\": ", indent );
        putMade( w, ssFormatBuild( def->scenario->build ) );
    }
}

static void putScene( SceneWriter* w, const ssScene* scene, ssSimDef* scratch )
{
    const char* plugin = ssScenario_Plugin( scene->def.scenario );
    scenePut( w, "{\n  \"format\": \"slipstick-scene\",\n  \"version\": 1,\n  \"scenario\": \"%s\",\n",
        scene->def.scenario->id );
    if ( plugin != NULL )
    {
        scenePut( w, "  \"plugin\": \"%s\",\n", plugin );
    }
    scenePutRun( w, scene, "  " );
    if ( scene->camera.set )
    {
        putCamera( w, &scene->camera );
    }
    scenePut( w, ",\n  \"view\": {" );
    for ( int i = 0; i < sceneFlagCount; ++i )
    {
        scenePut( w, "%s\"%s\": %s", i > 0 ? ", " : "", ss_sceneFlagNames[i],
            scene->viewFlags & 1u << i ? "true" : "false" );
    }
    scenePut( w, "}" );
    scenePutShow( w, &scene->show );
    scenePutCompared( w, scene, scratch );
    scenePut( w, ",\n" );
    scenePutEdits( w, scene, scratch, "  " );
    scenePut( w, "\n}\n" );
}

char* ssFormatScene( const ssScene* scene )
{
    SceneWriter writer = { 0 };
    ssSimDef* scratch = ssAlloc( sizeof *scratch ); // too large for a stack
    if ( scratch == NULL )
    {
        return NULL;
    }
    putScene( &writer, scene, scratch );
    writer.capacity = writer.used + 1;
    writer.used = 0;
    writer.text = ssAlloc( writer.capacity );
    if ( writer.text != NULL )
    {
        putScene( &writer, scene, scratch );
    }
    if ( writer.failed )
    {
        ssRelease( writer.text );
        writer.text = NULL;
    }
    ssRelease( scratch );
    return writer.text;
}
