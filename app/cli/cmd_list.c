// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/json_writer.h"
#include "base/shipped_scene.h"
#include "cli/commands.h"

#include <string.h>

// `slipstick list`: the scenarios.

static void listAsJson( osWriter* out )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonBeginArray( &json, "scenarios" );
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        jsonRow( &json, NULL, "id", scenario->id, "title", scenario->title, "source", scenario->source,
            "plugin", ssScenario_Plugin( scenario ) );
    }
    jsonEndArray( &json );
    jsonBeginArray( &json, "scenes" );
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        const shippedScene* scene = shippedSceneAt( i );
        jsonRow( &json, NULL, "name", scene->name, "title", scene->show.title );
    }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

static void listAsText( osWriter* out )
{
    int idWidth = 0, titleWidth = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const char* name = ssGetScenario( i )->title;
        int id = (int)strlen( ssGetScenario( i )->id ), title = argsColumns( name, name + strlen( name ) );
        idWidth = id > idWidth ? id : idWidth;
        titleWidth = title > titleWidth ? title : titleWidth;
    }
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        const char* plugin = ssScenario_Plugin( scenario );
        osPrintf( out, "%-*s  %s%*s  %s%s%s%s\n", idWidth, scenario->id, scenario->title,
            titleWidth - argsColumns( scenario->title, scenario->title + strlen( scenario->title ) ), "",
            scenario->source, plugin != NULL ? " [plugin " : "", plugin != NULL ? plugin : "",
            plugin != NULL ? "]" : "" );
    }
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        const shippedScene* scene = shippedSceneAt( i );
        osPrintf( out, "%-*s  %-*s  %s\n", idWidth, scene->name, titleWidth, scene->show.title,
            "scene built in the playground" );
    }
}

int cmdList( int argc, char** argv )
{
    bool json = false;
    const argsOption options[] = { { "--json", NULL, "print JSON, for scripts", .flag = &json } };
    argsSpec spec = { .command = "list",
        .summary = "Lists every scenario and shipped scene: id, title, source. Those of plugins say so.",
        .usage = "[--json]",
        ARGS_OPTIONS( options ) };
    ARGS_PARSE( &spec, argc, argv );
    osWriter* out = osOpenWrite( "-" );
    ( json ? listAsJson : listAsText )( out );
    return argsCommit( "list", out );
}
