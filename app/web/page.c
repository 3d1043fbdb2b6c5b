// SPDX-License-Identifier: MIT
// The program as a web page: the window, and `run` for its hashes. page.js is what it meets in the browser.
#include "base/contact_file.h"
#include "base/os.h"
#include "cli/commands.h"
#include "host/window.h"
#include "host/window_commands.h"
#include "ui/core/marks.h"

#include <SDL.h>
#include <emscripten.h>
#include <string.h>

/// Opens a file that the user has dropped or chosen, as if it were dropped onto the window.
EMSCRIPTEN_KEEPALIVE void pageDrop( const char* path );
void pageDrop( const char* path )
{
    SDL_Event event = { .drop = { .type = SDL_DROPFILE, .file = SDL_strdup( path ) } };
    SDL_PushEvent( &event );
}

/// Ctrl+V with the text of the browser's clipboard.
EMSCRIPTEN_KEEPALIVE void pagePaste( const char* text );
void pagePaste( const char* text )
{
    SDL_SetClipboardText( text );
    for ( int i = 0; i < 2; ++i )
    {
        SDL_Event event = { .key = { .type = i == 0 ? SDL_KEYDOWN : SDL_KEYUP,
                                .state = i == 0 ? SDL_PRESSED : SDL_RELEASED,
                                .keysym = { SDL_SCANCODE_V, SDLK_v, KMOD_LCTRL, 0 } } };
        SDL_PushEvent( &event );
    }
}

/// What was copied last.
EMSCRIPTEN_KEEPALIVE const char* pageCopied( void );
const char* pageCopied( void )
{
    static char* text;
    SDL_free( text );
    text = SDL_GetClipboardText();
    return text;
}

/// A number of the window by the name that scripts have for it; NaN: there is none.
EMSCRIPTEN_KEEPALIVE double pageNumber( const char* name );
double pageNumber( const char* name )
{
    double value = 0.0;
    return hostFindNumber( name, &value ) ? value : SS_NAN;
}

/// Where the widget of that name is: its corners in pixels of the page; NULL: it is not there.
EMSCRIPTEN_KEEPALIVE const uiRect* pagePlace( const char* name );
const uiRect* pagePlace( const char* name )
{
    static uiRect rect;
    return uiFindMark( name, &rect ) ? &rect : NULL;
}

/// The text of a widget; NULL: it has none.
EMSCRIPTEN_KEEPALIVE const char* pageText( const char* name );
const char* pageText( const char* name ) { return uiFindMarkText( name ); }

/// Changes a value of the run. Returns why not; "": it has.
EMSCRIPTEN_KEEPALIVE const char* pageSet( const char* key, const char* text );
const char* pageSet( const char* key, const char* text )
{
    static ssResult result;
    result = hostSetValue( key, text );
    return result.code == ss_ok ? "" : result.message;
}

/// Writes the answers of the open lesson as a table; false: none is open.
EMSCRIPTEN_KEEPALIVE bool pageAnswers( const char* path );
bool pageAnswers( const char* path ) { return hostSaveAnswers( path ); }

int main( int argc, char** argv )
{
    osStart();
    if ( argc > 1 && strcmp( argv[1], "run" ) == 0 ) { return cmdRun( argc - 1, argv + 1 ); }
    char name[] = "gui", noThread[] = "--no-thread";
    char* words[32] = { name };
    int count = 1;
    for ( int i = 1; i < argc && count < SS_COUNT( words ) - 2; ++i )
    {
        char* contacts = contactsOfLink( argv[i] );
        words[count++] = contacts != NULL ? contacts : argv[i];
    }
    words[count++] = noThread;
    return cmdGui( count, words, cmdRun );
}
