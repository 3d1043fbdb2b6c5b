// SPDX-License-Identifier: MIT
#include "host/script_private.h"
#include "ui/core/focus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The verb `walk` visits every widget of all panels by keyboard and fails where it cannot come.

#define PAUSE 1 // [frames] until the focus has moved and has been drawn

typedef enum scriptWalkKey
{
    walkJump, // to the next panel, where the focus may come back to the middle of it
    walkUp,
    walkDown,
} scriptWalkKey;

struct scriptWalk
{
    char visited[ui_maxStops][ui_stopName];
    int count;
    char before[ui_stopName]; // where the focus was when the latest key was pressed
    scriptWalkKey key;        // which one it was
    int pressed;              // keys so far
};

static bool wasVisited( const scriptWalk* walk, const char* name )
{
    bool found = false;
    for ( int i = 0; i < walk->count; ++i ) { found = found || strcmp( walk->visited[i], name ) == 0; }
    return found;
}

static const uiStop* findStop( const char* name )
{
    const uiStop* stop = uiFindStop( 0 );
    for ( int i = 1; stop != NULL && strcmp( stop->name, name ) != 0; ++i ) { stop = uiFindStop( i ); }
    return stop;
}

/// Is there no stop of its panel before it?
static bool isFirst( const uiStop* stop )
{
    const uiStop* other = uiFindStop( 0 );
    for ( int i = 1; other != stop && ( other->group != stop->group || other->missing ); ++i )
    {
        other = uiFindStop( i );
    }
    return other == stop;
}

/// Was every widget of the last frame visited?
static bool judge( scriptTurn* turn, const scriptWalk* walk )
{
    const uiStop* stop;
    for ( int i = 0; ( stop = uiFindStop( i ) ) != NULL; ++i )
    {
        if ( stop->missing )
        {
            return scriptFail(
                turn, "the mouse can use the widget '%.80s', and no key reaches it", stop->name );
        }
        if ( !wasVisited( walk, stop->name ) )
        {
            return scriptFail( turn, "the keyboard did not come to the widget '%.80s'", stop->name );
        }
    }
    return true;
}

static void pressNext( scriptTurn* turn, scriptWalk* walk, const char* name, scriptWalkKey key )
{
    static const char* const keys[] = { "Ctrl+Tab", "Up", "Down" };
    snprintf( walk->before, sizeof walk->before, "%s", name );
    walk->key = key;
    ++walk->pressed;
    scriptPushKey( keys[key], true );
    scriptPushKey( keys[key], false );
    turn->script->wait = PAUSE;
}

bool scriptBeginWalk( scriptTurn* turn )
{
    scriptWalk* walk = calloc( 1, sizeof *walk );
    if ( walk == NULL ) { return scriptFail( turn, "there is no memory for a walk" ); }
    turn->script->walk = walk;
    turn->script->phase = script_phaseWalk;
    pressNext( turn, walk, "", walkJump );
    return true;
}

bool scriptContinueWalk( scriptTurn* turn )
{
    scriptWalk* walk = turn->script->walk;
    const char* name = uiFindMarkText( "focus" );
    name = name != NULL ? name : "";
    bool stayed = walk->key != walkJump && strcmp( name, walk->before ) == 0;
    bool round = walk->key == walkJump && wasVisited( walk, name );
    bool lost = name[0] == '\0' || walk->pressed > 4 * ui_maxStops;
    if ( round || lost )
    {
        bool fine = !lost ? judge( turn, walk )
                          : scriptFail( turn, "the focus was lost after '%.80s'", walk->before );
        free( walk );
        turn->script->walk = NULL;
        turn->script->phase = script_phaseNext;
        return fine;
    }
    const uiStop* stop = findStop( name );
    if ( stop == NULL )
    {
        return scriptFail( turn, "the focus is at '%.80s', which is not on the screen", name );
    }
    if ( !stayed && !wasVisited( walk, name ) && walk->count < ui_maxStops )
    {
        snprintf( walk->visited[walk->count++], ui_stopName, "%s", name );
    }
    bool up = walk->key != walkDown && !stayed && !isFirst( stop );
    pressNext( turn, walk, name, up ? walkUp : stayed && walk->key == walkDown ? walkJump : walkDown );
    return true;
}
