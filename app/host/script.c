// SPDX-License-Identifier: MIT
#include "host/script_private.h"

#include <stdio.h>
#include <string.h>

// Plays the lines of a script as a user would: moves the mouse, presses keys, looks at what was drawn.

#define CLICK_PAUSE 20 // [frames] between two clicks, so that they are not taken for a double click

bool scriptFail( scriptTurn* turn, const char* format, ... )
{
    int used = snprintf( turn->message, turn->messageCapacity, "line %d: ", turn->action->line );
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( turn->message + used, turn->messageCapacity - (size_t)used, format, arguments );
    va_end( arguments );
    return false;
}

bool scriptParseChord( const char* chord, SDL_Keycode* key, SDL_Keymod* modifiers )
{
    int mod = KMOD_NONE;
    for ( const char* plus = strchr( chord, '+' ); plus != NULL && plus[1] != '\0';
          plus = strchr( chord, '+' ) )
    {
        size_t length = (size_t)( plus - chord );
        int bit = length == 4 && SDL_strncasecmp( chord, "ctrl", 4 ) == 0 ? KMOD_LCTRL
            : length == 5 && SDL_strncasecmp( chord, "shift", 5 ) == 0    ? KMOD_LSHIFT
            : length == 3 && SDL_strncasecmp( chord, "alt", 3 ) == 0      ? KMOD_LALT
                                                                          : 0;
        if ( bit == 0 ) { return false; }
        mod |= bit;
        chord = plus + 1;
    }
    SDL_Keycode found = SDL_GetKeyFromName( chord );
    if ( key != NULL )
    {
        *key = found;
        *modifiers = (SDL_Keymod)mod;
    }
    return found != SDLK_UNKNOWN;
}

void scriptPushKey( const char* chord, bool down )
{
    SDL_Keymod modifiers = KMOD_NONE;
    SDL_Event event = { .type = down ? SDL_KEYDOWN : SDL_KEYUP };
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    scriptParseChord( chord, &event.key.keysym.sym, &modifiers );
    event.key.keysym.scancode = SDL_GetScancodeFromKey( event.key.keysym.sym );
    event.key.keysym.mod = (Uint16)( down ? modifiers : KMOD_NONE );
    SDL_PushEvent( &event );
}

void scriptMoveMouse( hostScript* script, uiRect rect, double x, double y )
{
    script->mouse.x = rect.x0 + (float)x * ( rect.x1 - rect.x0 );
    script->mouse.y = rect.y0 + (float)y * ( rect.y1 - rect.y0 );
}

/// Presses, moves and releases before the next frame comes, as a finger does on a slow machine.
static void burst( hostScript* script )
{
    hostMouse m = script->mouse;
    script->burst[script->burstCount++] = m;
    m.down[0] = true;
    script->burst[script->burstCount++] = m;
    if ( script->dragging )
    {
        m.x = script->dragX;
        m.y = script->dragY;
        script->burst[script->burstCount++] = m;
    }
    m.down[0] = false;
    script->mouse = m;
    script->sinceRelease = 0;
    script->wait = 1;
}

/// Moves the mouse to the scrolled widget. False: no such name, or disabled and to be pressed.
static bool aim( scriptTurn* turn )
{
    hostScript* script = turn->script;
    const scriptVerb* verb = turn->action->verb;
    uiRect rect = { 0 };
    script->phase = script_phaseNext;
    if ( !uiFindMark( turn->action->words[0], &rect ) )
    {
        return scriptFail( turn, "there is no widget '%s' on the screen", turn->action->words[0] );
    }
    if ( verb->press != script_pressNone && uiIsMarkDisabled( turn->action->words[0] ) )
    {
        return scriptFail( turn, "the widget '%s' is disabled", turn->action->words[0] );
    }
    scriptMoveMouse( script, rect, 0.5, 0.5 );
    if ( verb->aim != NULL ) { verb->aim( script, turn->action, rect ); }
    if ( verb->atOnce ) { burst( script ); }
    else if ( verb->press != script_pressNone )
    {
        script->phase = verb->ctrl ? script_phaseModifierDown : script_phasePress;
    }
    return true;
}

/// Moves the mouse towards the end of a drag, half of the way at a time: a widget with a threshold sees a
/// movement, not a jump. Returns true at the end.
static bool moveDrag( hostScript* script )
{
    float gapX = script->dragX - script->mouse.x, gapY = script->dragY - script->mouse.y;
    bool close = fabsf( gapX ) + fabsf( gapY ) < 8.0f;
    script->mouse.x += close ? gapX : 0.5f * gapX;
    script->mouse.y += close ? gapY : 0.5f * gapY;
    return close;
}

static void finishAction( hostScript* script )
{
    script->phase = script_phaseNext;
    script->wait = 1;
}

static void release( hostScript* script, int button )
{
    script->mouse.down[button] = false;
    script->sinceRelease = 0;
}

/// Plays one frame of an action that has begun.
static void continueAction( hostScript* script, const scriptAction* action )
{
    const scriptVerb* verb = action->verb;
    int button = verb->press == script_pressRight ? 1 : 0;
    switch ( script->phase )
    {
        case script_phaseNext:
        case script_phaseAim:
        case script_phaseWalk: break;

        case script_phaseKeyUp:
            scriptPushKey( action->words[0], false );
            script->phase = script_phaseNext;
            break;

        case script_phaseModifierDown:
            scriptPushKey( "Ctrl+Left Ctrl", true );
            script->phase = script_phasePress;
            break;

        case script_phasePress:
            script->mouse.down[button] = true;
            script->phase = script->dragging ? script_phaseHold : script_phaseRelease;
            break;

        case script_phaseHold:
            script->phase = !moveDrag( script ) ? script_phaseHold
                : verb->holds                   ? script_phaseNext
                                                : script_phaseRelease;
            break;

        case script_phaseRelease:
            release( script, button );
            if ( verb->twice || verb->ctrl )
            {
                script->phase = verb->twice ? script_phasePressAgain : script_phaseModifierUp;
                break;
            }
            finishAction( script );
            break;

        case script_phasePressAgain:
            script->mouse.down[button] = true;
            script->phase = script_phaseReleaseAgain;
            break;

        case script_phaseReleaseAgain:
            release( script, button );
            finishAction( script );
            break;

        case script_phaseModifierUp:
            scriptPushKey( "Left Ctrl", false );
            finishAction( script );
            break;
    }
}

/// Begins the next action, or lets the mouse rest before a click. Quits after the last action.
static bool beginNext( scriptTurn* turn )
{
    hostScript* script = turn->script;
    if ( script->next == script->count )
    {
        turn->output->quit = true;
        return true;
    }
    const scriptAction* action = script->actions + script->next;
    if ( action->verb->press != script_pressNone && script->sinceRelease < CLICK_PAUSE ) { return true; }
    ++script->next;
    script->dragging = false;
    turn->action = action;
    return action->verb->begin( turn );
}

bool hostScript_Step( hostScript* script, sessionDriver* driver, const sessionSnapshot* snapshot,
    hostScriptOutput* output, char* message, size_t capacity )
{
    scriptTurn turn = {
        .script = script,
        .action = script->next > 0 ? script->actions + script->next - 1 : NULL,
        .driver = driver,
        .snapshot = snapshot,
        .output = output,
        .message = message,
        .messageCapacity = capacity,
    };
    bool fine = true;
    script->mouse.wheel = 0.0f;
    script->burstCount = 0;
    ++script->sinceRelease;
    if ( script->wait > 0 ) { --script->wait; }
    else if ( script->phase == script_phaseNext ) { fine = beginNext( &turn ); }
    else if ( script->phase == script_phaseAim ) { fine = aim( &turn ); }
    else if ( script->phase == script_phaseWalk ) { fine = scriptContinueWalk( &turn ); }
    else { continueAction( script, turn.action ); }
    output->mouse = script->mouse;
    output->burstCount = script->burstCount;
    memcpy( output->burst, script->burst, sizeof script->burst );
    return fine;
}
