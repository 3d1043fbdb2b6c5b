// SPDX-License-Identifier: MIT
#include "sim/scene_private.h"

#include <stdarg.h>
#include <stdio.h>

// Scenes as JSON texts: writing.

// The same calls are made twice: without a text they measure its length, then they write it.
typedef struct Writer
{
    char* text;
    size_t used, capacity;
} Writer;

static void SS_PRINTF( 2, 3 ) put( Writer* w, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    size_t room = w->text != NULL ? w->capacity - w->used : 0;
    int n = vsnprintf( w->text != NULL ? w->text + w->used : NULL, room, format, arguments );
    va_end( arguments );
    w->used += n > 0 ? (size_t)n : 0;
}

static void putParam( Writer* w, const ssParam* param, double value )
{
    char text[64];
    ssFormatParam( param, value, text, sizeof text );
    const char* quote = param->kind == ss_paramChoice ? "\"" : "";
    put( w, "%s%s%s", quote, text, quote );
}

/// Writes a text between quotes.
static void putText( Writer* w, const char* text )
{
    put( w, "\"" );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        if ( *at == '\n' || *at == '\t' )
        {
            put( w, *at == '\n' ? "\\n" : "\\t" );
        }
        else if ( (unsigned char)*at < 0x20 )
        {
            put( w, "\\u%04x", (unsigned)(unsigned char)*at );
        }
        else
        {
            put( w, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at );
        }
    }
    put( w, "\"" );
}

static void putValue( Writer* w, const ssParam* param, double value, const char* text )
{
    if ( param->kind == ss_paramText )
    {
        putText( w, text );
    }
    else
    {
        putParam( w, param, value );
    }
}

/// Writes all digits of a number, with a decimal point whatever the locale.
static void putNumber( Writer* w, const char* before, double value )
{
    static const ssParam number = { .kind = ss_paramNumber };
    put( w, "%s", before );
    putParam( w, &number, value );
}

static void putVec3( Writer* w, const char* before, ssVec3 v )
{
    putNumber( w, before, v.x );
    putNumber( w, ", ", v.y );
    putNumber( w, ", ", v.z );
    put( w, "]" );
}

static void putCamera( Writer* w, const ssSceneCamera* camera )
{
    putNumber( w, ",\n  \"camera\": {\"yaw_deg\": ", camera->yawDeg );
    putNumber( w, ", \"pitch_deg\": ", camera->pitchDeg );
    putNumber( w, ", \"distance\": ", camera->distance );
    putVec3( w, ", \"target\": [", camera->target );
    put( w, "}" );
}

/// Writes the rows from `first` on.
static void putParams( Writer* w, const ssSimDef* def, int first, const char* separator )
{
    const ssParam* params = def->scenario->params;
    for ( int i = first; i < def->scenario->paramCount; ++i )
    {
        put( w, "%s%s\"%s\": ", i > first ? "," : "", separator, params[i].key );
        putValue(
            w, params + i, def->values[i], params[i].kind == ss_paramText ? ssSimDef_Text( def, i ) : NULL );
    }
}

/// Writes a change of the law. `def` becomes that of a run with this law.
static void putLawEdit( Writer* w, const ssEdit* edit, ssSimDef* def )
{
    const char* text = edit->text != NULL ? edit->text : "";
    put( w, "\"law_text\": " );
    putText( w, text );
    if ( ssSimDef_SetLaw( def, text, "law_text" ).code == ss_ok && text[0] != '\0' )
    {
        int own = ssScenario_Base( def->scenario )->paramCount;
        for ( int i = own; i < def->scenario->paramCount; ++i )
        {
            def->values[i] =
                edit->values != NULL ? edit->values[i - own] : def->scenario->params[i].defaultValue;
        }
        put( w, ", \"params\": {" );
        putParams( w, def, own, "" );
        put( w, "}" );
    }
    put( w, "}" );
}

static void putEdit( Writer* w, const ssEdit* edit, ssSimDef* def )
{
    const ssParam* params = def->scenario->params;
    put( w, "{\"step\": %lld, ", (long long)edit->step );
    if ( edit->param == SS_EDIT_LAW )
    {
        putLawEdit( w, edit, def );
    }
    else if ( edit->param >= 0 )
    {
        put( w, "\"key\": \"%s\", \"value\": ", params[edit->param].key );
        putValue( w, params + edit->param, edit->value, edit->text != NULL ? edit->text : "" );
        put( w, "}" );
    }
    else if ( edit->drag.active )
    {
        putVec3( w, "\"drag\": [", edit->drag.target );
        put( w, "}" );
    }
    else
    {
        put( w, "\"drag\": false}" );
    }
}

/// Writes the edits. What their parameters are called follows from the law in force, which `def` keeps track of.
static void putEdits( Writer* w, const ssScene* scene, ssSimDef* def )
{
    *def = scene->def;
    put( w, ",\n  \"edits\": [" );
    for ( int i = 0; i < scene->editCount; ++i )
    {
        put( w, "%s\n    ", i > 0 ? "," : "" );
        putEdit( w, scene->edits + i, def );
    }
    put( w, "%s]\n}\n", scene->editCount > 0 ? "\n  " : "" );
}

static void putScene( Writer* w, const ssScene* scene, ssSimDef* scratch )
{
    const ssSimDef* def = &scene->def;
    put( w, "{\n  \"format\": \"slipstick-scene\",\n  \"version\": 1,\n  \"scenario\": \"%s\",\n",
        def->scenario->id );
    putNumber( w, "  \"h\": ", def->h );
    putNumber( w, ",\n  \"until\": ", def->until );
    put( w, ",\n  \"seed\": \"%llu\",\n", (unsigned long long)def->seed );
    if ( def->scenario->law != NULL )
    {
        put( w, "  \"law_text\": " );
        putText( w, ssLawProgram_Text( def->scenario->law ) );
        put( w, ",\n" );
    }
    put( w, "  \"params\": {" );
    putParams( w, def, 0, "\n    " );
    put( w, "\n  }" );
    if ( scene->camera.set )
    {
        putCamera( w, &scene->camera );
    }
    put( w, ",\n  \"view\": {" );
    for ( int i = 0; i < sceneFlagCount; ++i )
    {
        put( w, "%s\"%s\": %s", i > 0 ? ", " : "", ss_sceneFlagNames[i],
            scene->viewFlags & 1u << i ? "true" : "false" );
    }
    put( w, "}" );
    putEdits( w, scene, scratch );
}

char* ssFormatScene( const ssScene* scene )
{
    Writer writer = { 0 };
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
    ssRelease( scratch );
    return writer.text;
}
