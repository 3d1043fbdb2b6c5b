// SPDX-License-Identifier: MIT
// What the page says of the run in elements of its own, for those who do not see the canvas.
#include "base/words.h"
#include "host/window.h"
#include "session/driver/driver.h"
#include "ui/core/format.h"

#include <emscripten.h>
#include <stdio.h>

static char s_text[49152];
static size_t s_length;

/// A line of four words: what it is, its name for scripts, its label, its value.
static void add( const char* kind, const char* name, const char* label, const char* value )
{
    int length =
        snprintf( s_text + s_length, sizeof s_text - s_length, "%s\t%s\t%s\t%s\n", kind, name, label, value );
    s_length += length > 0 && (size_t)length < sizeof s_text - s_length ? (size_t)length : 0;
}

static void addParams( const sessionSnapshot* s, const ssModel* model )
{
    for ( int i = 0; i < model->paramCount; ++i )
    {
        const ssParam* param = model->params + i;
        int slot = ssTextSlot( model->params, i );
        if ( !s->unused[i] )
        {
            add( "param", param->key, uiPrint( "%s, %s", param->symbol, tr( param->label ) ),
                slot >= 0 ? s->texts[slot] : uiFormatParam( param, s->values[i] ) );
        }
    }
}

/// Language, title and sentence of the scene, then its time, parameters and signals; "": no scene.
EMSCRIPTEN_KEEPALIVE const char* pageDescribe( void );
const char* pageDescribe( void )
{
    const char* point = "";
    const sessionSnapshot* s = hostShown( &point );
    if ( s == NULL ) { return ""; }
    s_length = 0;
    const ssModel* model = &s->scenario->model;
    const char* own = s->sceneShow.title;
    const char* title = own[0] != '\0' ? own : ssScenario_Base( s->scenario )->title;
    add( "language", wordsChosen(), "", "" );
    add( "title", ssScenario_Base( s->scenario )->id, tr( title ), point );
    add( "state", "t", s->playing ? tr( "time" ) : uiPrint( "%s, %s", tr( "time" ), tr( "paused" ) ),
        uiFormatQuantity( s->time, "s" ) );
    addParams( s, model );
    for ( int i = 0; i < model->signalCount; ++i )
    {
        const ssSignal* signal = model->signals + i;
        add( "signal", signal->name, uiPrint( "%s, %s", signal->symbol, tr( signal->doc ) ),
            uiFormatQuantity( s->signals[i], signal->unit ) );
    }
    return s_text;
}
