// SPDX-License-Identifier: MIT
#include "host/script.h"

#include "base/os.h"
#include "ui/core/marks.h"
#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum Verb
{
    verbWait,
    verbKey,
    verbClick,
    verbDoubleClick,
    verbRightClick,
    verbRightDoubleClick,
    verbCtrlClick,
    verbDrag,
    verbMove,
    verbWheel,
    verbType,
    verbSet,
    verbLoad,
    verbExpect,
    verbExpectText,
    verbScreenshot,
    verbQuit,
} Verb;

// How many words follow: the script is checked against this table before anything moves.
static const struct
{
    const char* name;
    Verb verb;
    int least, most;
    const char* usage;
} s_verbs[] = {
    { "wait", verbWait, 1, 1, "wait N" },
    { "key", verbKey, 1, 2, "key NAME" },
    { "click", verbClick, 1, 1, "click WIDGET" },
    { "double-click", verbDoubleClick, 1, 1, "double-click WIDGET" },
    { "right-click", verbRightClick, 1, 1, "right-click WIDGET" },
    { "right-double-click", verbRightDoubleClick, 1, 1, "right-double-click WIDGET" },
    { "ctrl-click", verbCtrlClick, 1, 1, "ctrl-click WIDGET" },
    { "drag", verbDrag, 2, 3, "drag WIDGET FRACTION [FRACTION_Y]" },
    { "move", verbMove, 3, 3, "move WIDGET FRACTION_X FRACTION_Y" },
    { "wheel", verbWheel, 2, 2, "wheel WIDGET NOTCHES" },
    { "type", verbType, 1, 1, "type TEXT" },
    { "set", verbSet, 2, 2, "set KEY VALUE" },
    { "load", verbLoad, 1, 1, "load SCENARIO" },
    { "expect", verbExpect, 3, 3, "expect KEY MIN MAX" },
    { "expect-text", verbExpectText, 2, 99, "expect-text WIDGET TEXT" },
    { "screenshot", verbScreenshot, 1, 1, "screenshot FILE" },
    { "quit", verbQuit, 0, 0, "quit" },
};

typedef struct Action
{
    Verb verb;
    int line;
    char words[3][256];
    double numbers[3]; // of the words that are numbers
} Action;

// What the hand still has to do for the current action, frame by frame.
typedef enum Phase
{
    phaseNext,
    phaseKeyUp,
    phaseAim,
    phaseModifierDown,
    phasePress,
    phaseHold,
    phaseRelease,
    phasePressAgain,
    phaseReleaseAgain,
    phaseModifierUp,
} Phase;

struct hostScript
{
    Action* actions;
    int count, next;
    int wait;
    Phase phase;
    hostMouse mouse;
    int button;
    int rest; // frames since a button went up: two clicks in a hurry would be a double click
    float dragX, dragY;
    bool dragging, twice, ctrl;
};

/// "Ctrl+Shift+Z": the part after the last plus is the key. False when a part is no such name.
static bool parseChord( const char* chord, SDL_Keycode* key, SDL_Keymod* modifiers )
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
        if ( bit == 0 )
        {
            return false;
        }
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

static ssResult parseLine( char* line, int number, Action* action, bool* empty )
{
    char* save = line;
    char* words[100];
    int count = 0;
    for ( char* c = line; *c != '\0' && count < 100; )
    {
        while ( *c == ' ' || *c == '\t' || *c == '\r' )
        {
            *c++ = '\0';
        }
        if ( *c == '\0' || *c == '#' )
        {
            *c = '\0';
            break;
        }
        words[count++] = c;
        while ( *c != '\0' && *c != ' ' && *c != '\t' && *c != '\r' )
        {
            ++c;
        }
    }
    *empty = count == 0;
    if ( *empty )
    {
        return ssOk();
    }
    for ( int v = 0; v < SS_COUNT( s_verbs ); ++v )
    {
        if ( strcmp( s_verbs[v].name, words[0] ) != 0 )
        {
            continue;
        }
        if ( count - 1 < s_verbs[v].least || count - 1 > s_verbs[v].most )
        {
            return ssError( ss_errorFormat, words[0], "line %d: expected `%s`", number, s_verbs[v].usage );
        }
        *action = ( Action ){ .verb = s_verbs[v].verb, .line = number };
        for ( int i = 1; i < count; ++i )
        {
            // expect-text: the rest of the line is one text; keys of the pad have a blank in their names
            int last = action->verb == verbExpectText ? 2 : action->verb == verbKey ? 1 : 3;
            bool more = i > last;
            char* word = action->words[( more ? last : i ) - 1];
            size_t used = more ? strlen( word ) : 0;
            int n =
                snprintf( word + used, sizeof action->words[0] - used, "%s%s", more ? " " : "", words[i] );
            if ( n < 0 || (size_t)n >= sizeof action->words[0] - used )
            {
                return ssError( ss_errorFormat, words[0], "line %d: a word is too long; allowed: %d bytes",
                    number, (int)sizeof action->words[0] - 1 );
            }
        }
        int firstNumber = action->verb == verbWait ? 0 : 1;
        bool numeric = action->verb == verbWait || action->verb == verbDrag || action->verb == verbMove ||
            action->verb == verbWheel || action->verb == verbExpect;
        for ( int i = firstNumber; numeric && i < count - 1; ++i )
        {
            if ( !ssParseNumber( action->words[i], action->numbers + i ) )
            {
                return ssError( ss_errorFormat, words[0], "line %d: '%.40s' is not a number; expected `%s`",
                    number, action->words[i], s_verbs[v].usage );
            }
        }
        // A hand does not reach farther, and nobody waits longer: 1e6 frames are hours.
        double farthest = action->verb == verbWait ? 1e6 : 100.0;
        for ( int i = firstNumber; numeric && action->verb != verbExpect && i < count - 1; ++i )
        {
            if ( !( fabs( action->numbers[i] ) <= farthest ) )
            {
                return ssError( ss_errorValue, words[0], "line %d: %s is out of range; allowed: up to %g",
                    number, action->words[i], farthest );
            }
        }
        if ( action->verb == verbDrag && count == 3 )
        {
            action->numbers[2] = SS_NAN;
        }
        if ( action->verb == verbKey && !parseChord( action->words[0], NULL, NULL ) )
        {
            return ssError( ss_errorFormat, words[0],
                "line %d: no key is called '%.40s'; allowed: a name such as Space, with Ctrl+, Shift+ or "
                "Alt+ before it",
                number, action->words[0] );
        }
        if ( action->verb == verbLoad && ssFindScenario( action->words[0] ) == NULL )
        {
            return ssError( ss_errorUnknown, words[0], "line %d: there is no scenario '%.40s'", number,
                action->words[0] );
        }
        return ssOk();
    }
    const char* names[SS_COUNT( s_verbs )];
    for ( int v = 0; v < SS_COUNT( s_verbs ); ++v )
    {
        names[v] = s_verbs[v].name;
    }
    const char* closest = ssClosestName( words[0], names, SS_COUNT( s_verbs ) );
    return ssError( ss_errorUnknown, save, "line %d: unknown action '%.40s'%s%s%s", number, words[0],
        closest != NULL ? "; did you mean '" : "", closest != NULL ? closest : "",
        closest != NULL ? "'?" : "" );
}

ssResult hostLoadScript( const char* path, hostScript** made )
{
    *made = NULL;
    char* text = NULL;
    size_t length = 0;
    ssResult result = osReadFile( path, &text, &length );
    if ( result.code != ss_ok )
    {
        return result;
    }
    if ( memchr( text, 0, length ) != NULL )
    {
        free( text );
        return ssError( ss_errorFormat, "script", "this is no text: it contains zero bytes" );
    }
    int lines = 1;
    for ( size_t i = 0; i < length; ++i )
    {
        lines += text[i] == '\n';
    }
    hostScript* script = calloc( 1, sizeof *script );
    Action* actions = calloc( (size_t)lines, sizeof *actions );
    if ( script == NULL || actions == NULL )
    {
        free( script );
        free( actions );
        free( text );
        return ssError( ss_errorMemory, "script", "out of memory for %d lines", lines );
    }
    script->actions = actions;
    script->mouse.x = script->mouse.y = -1000.0f;
    script->rest = 1000;
    char* line = text;
    for ( int number = 1; line != NULL && result.code == ss_ok; ++number )
    {
        char* end = strchr( line, '\n' );
        if ( end != NULL )
        {
            *end = '\0';
        }
        bool empty = true;
        result = parseLine( line, number, actions + script->count, &empty );
        script->count += result.code == ss_ok && !empty;
        line = end != NULL ? end + 1 : NULL;
    }
    free( text );
    if ( result.code != ss_ok )
    {
        hostDestroyScript( script );
        return result;
    }
    *made = script;
    return result;
}

void hostDestroyScript( hostScript* script )
{
    if ( script != NULL )
    {
        free( script->actions );
        free( script );
    }
}

static void pushKey( const char* chord, bool down )
{
    SDL_Keymod modifiers = KMOD_NONE;
    SDL_Event event = { .type = down ? SDL_KEYDOWN : SDL_KEYUP };
    event.key.state = down ? SDL_PRESSED : SDL_RELEASED;
    parseChord( chord, &event.key.keysym.sym, &modifiers );
    event.key.keysym.scancode = SDL_GetScancodeFromKey( event.key.keysym.sym );
    event.key.keysym.mod = (Uint16)modifiers;
    // ImGui's backend asks SDL for the modifiers in force, not the event.
    SDL_SetModState( down ? modifiers : KMOD_NONE );
    SDL_PushEvent( &event );
}

/// An event of SDL carries a few letters; a longer text goes out in pieces that do not cut a letter.
static void pushText( const char* text )
{
    while ( *text != '\0' )
    {
        SDL_Event event = { .type = SDL_TEXTINPUT };
        size_t length = strlen( text ), most = sizeof event.text.text - 1;
        length = length < most ? length : most;
        while ( ( text[length] & 0xc0 ) == 0x80 ) // inside a letter of several bytes
        {
            --length;
        }
        memcpy( event.text.text, text, length );
        SDL_PushEvent( &event );
        text += length;
    }
}

/// The value a script may expect: a parameter, a signal, a word about the clock, or a number the panels published.
static bool lookUp( const sessionSnapshot* s, const char* key, double* value )
{
    const ssScenario* scenario = s->scenario;
    bool pending = strncmp( key, "pending.", 8 ) == 0;
    int param = ssFindParam( scenario->params, scenario->paramCount, pending ? key + 8 : key );
    if ( param >= 0 )
    {
        *value = pending ? s->pending[param] : s->values[param];
        return true;
    }
    int signal = ssFindSignal( scenario, key );
    if ( signal >= 0 )
    {
        *value = s->signals[signal];
        return true;
    }
    const struct
    {
        const char* name;
        double value;
    } words[] = {
        { "t", s->time },
        { "time", s->time },
        { "step", (double)s->step },
        { "h", s->h },
        { "until", s->until },
        { "playing", s->playing ? 1.0 : 0.0 },
        { "paused", s->playing ? 0.0 : 1.0 },
        { "finished", s->finished ? 1.0 : 0.0 },
        { "speed", s->speed },
        { "run", (double)s->runNumber },
        { "spheres", s->draw.sphereCount },
        { "arrows", s->draw.arrowCount },
        { "cones", s->draw.coneCount },
        { "discs", s->draw.discCount },
    };
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        if ( strcmp( words[i].name, key ) == 0 )
        {
            *value = words[i].value;
            return true;
        }
    }
    return uiFindPublished( key, value );
}

static void moveTo( hostScript* script, uiRect rect, double fx, double fy )
{
    script->mouse.x = rect.x0 + (float)fx * ( rect.x1 - rect.x0 );
    script->mouse.y = rect.y0 + (float)fy * ( rect.y1 - rect.y0 );
}

/// Puts the hand on the widget, which is in view now. False when there is none of that name.
static bool aim( hostScript* script, char* message, size_t capacity )
{
    const Action* action = script->actions + script->next - 1;
    uiRect rect = { 0 };
    script->phase = phaseNext;
    if ( !uiFindMark( action->words[0], &rect ) )
    {
        snprintf( message, capacity, "line %d: there is no widget '%s' on the screen", action->line,
            action->words[0] );
        return false;
    }
    moveTo( script, rect, 0.5, 0.5 );
    if ( action->verb == verbMove )
    {
        moveTo( script, rect, action->numbers[1], action->numbers[2] );
        return true;
    }
    if ( action->verb == verbWheel )
    {
        script->mouse.wheel = (float)action->numbers[1];
        script->wait = 1;
        return true;
    }
    if ( action->verb == verbDrag )
    {
        double fy = isnan( action->numbers[2] ) ? 0.5 : action->numbers[2];
        script->dragX = rect.x0 + (float)action->numbers[1] * ( rect.x1 - rect.x0 );
        script->dragY = rect.y0 + (float)fy * ( rect.y1 - rect.y0 );
        script->dragging = true;
    }
    script->twice = action->verb == verbDoubleClick || action->verb == verbRightDoubleClick;
    script->button = action->verb == verbRightClick || action->verb == verbRightDoubleClick ? 1 : 0;
    script->ctrl = action->verb == verbCtrlClick;
    script->phase = script->ctrl ? phaseModifierDown : phasePress;
    return true;
}

/// Starts the next action. False when it fails.
static bool begin( hostScript* script, sessionDriver* driver, const sessionSnapshot* snapshot,
    hostScriptOutput* output, char* message, size_t capacity )
{
    const Action* action = script->actions + script->next++;
    script->dragging = script->twice = script->ctrl = false;
    script->button = 0;
    switch ( action->verb )
    {
        case verbWait:
            script->wait = (int)fmax( 0.0, action->numbers[0] - 1.0 );
            return true;

        case verbKey:
            // Up only in the next frame: Dear ImGui 1.86 looks at what is down once per frame.
            pushKey( action->words[0], true );
            script->phase = phaseKeyUp;
            return true;

        case verbType:
            pushText( action->words[0] );
            return true;

        case verbClick:
        case verbDoubleClick:
        case verbRightClick:
        case verbRightDoubleClick:
        case verbCtrlClick:
        case verbDrag:
        case verbMove:
        case verbWheel:
            // What is scrolled out of sight is brought into view first.
            uiReveal( action->words[0] );
            script->wait = 2;
            script->phase = phaseAim;
            return true;

        case verbSet:
        {
            const ssScenario* scenario = snapshot->scenario;
            int param = ssFindParam( scenario->params, scenario->paramCount, action->words[0] );
            double value = 0.0;
            ssResult result = param >= 0
                ? ssParseParamIn( scenario->params, scenario->paramCount, snapshot->pending, param,
                      action->words[1], &value )
                : ssError( ss_errorUnknown, NULL, "there is no parameter '%s'", action->words[0] );
            if ( result.code != ss_ok )
            {
                snprintf( message, capacity, "line %d: %.200s", action->line, result.message );
                return false;
            }
            sessionCommand command = { .kind = session_commandSetParam, .param = param, .value = value };
            snprintf( command.text, sizeof command.text, "%s", action->words[1] );
            sessionDriver_Post( driver, &command );
            return true;
        }

        case verbLoad:
            output->load = ssFindScenario( action->words[0] );
            script->wait = 1;
            return true;

        case verbExpect:
        {
            double value = 0.0;
            if ( !lookUp( snapshot, action->words[0], &value ) )
            {
                snprintf(
                    message, capacity, "line %d: nothing is called '%s'", action->line, action->words[0] );
                return false;
            }
            if ( !( value >= action->numbers[1] && value <= action->numbers[2] ) )
            {
                snprintf( message, capacity, "line %d: expected %s in [%g, %g], found %.10g", action->line,
                    action->words[0], action->numbers[1], action->numbers[2], value );
                return false;
            }
            return true;
        }

        case verbExpectText:
        {
            const char* text = uiFindMarkText( action->words[0] );
            if ( text == NULL || strstr( text, action->words[1] ) == NULL )
            {
                snprintf( message, capacity, "line %d: expected '%.80s' in %.60s, found %s%.120s%s",
                    action->line, action->words[1], action->words[0], text != NULL ? "'" : "",
                    text != NULL ? text : "no such widget", text != NULL ? "'" : "" );
                return false;
            }
            return true;
        }

        case verbScreenshot:
            snprintf( output->screenshot, sizeof output->screenshot, "%s", action->words[0] );
            return true;

        case verbQuit:
            output->quit = true;
            return true;
    }
    return true;
}

/// A frame of a hand's movement that has begun.
static void carryOn( hostScript* script )
{
    switch ( script->phase )
    {
        case phaseNext:
        case phaseAim:
            break;

        case phaseKeyUp:
            pushKey( script->actions[script->next - 1].words[0], false );
            script->phase = phaseNext;
            break;

        case phaseModifierDown:
            pushKey( "Ctrl+Left Ctrl", true );
            script->phase = phasePress;
            break;

        case phasePress:
            script->mouse.down[script->button] = true;
            script->phase = script->dragging ? phaseHold : phaseRelease;
            break;

        case phaseHold:
        {
            // Half way first: widgets that need a threshold see a movement, not a jump.
            float gapX = script->dragX - script->mouse.x, gapY = script->dragY - script->mouse.y;
            bool close = fabsf( gapX ) + fabsf( gapY ) < 8.0f;
            script->mouse.x += close ? gapX : 0.5f * gapX;
            script->mouse.y += close ? gapY : 0.5f * gapY;
            script->phase = close ? phaseRelease : phaseHold;
            break;
        }

        case phaseRelease:
            script->mouse.down[script->button] = false;
            script->rest = 0;
            script->phase = script->twice ? phasePressAgain : script->ctrl ? phaseModifierUp : phaseNext;
            script->wait = script->phase == phaseNext ? 1 : 0;
            break;

        case phasePressAgain:
            script->mouse.down[script->button] = true;
            script->phase = phaseReleaseAgain;
            break;

        case phaseReleaseAgain:
            script->mouse.down[script->button] = false;
            script->rest = 0;
            script->phase = phaseNext;
            script->wait = 1;
            break;

        case phaseModifierUp:
            pushKey( "Left Ctrl", false );
            script->phase = phaseNext;
            script->wait = 1;
            break;
    }
}

bool hostScript_Step( hostScript* script, sessionDriver* driver, const sessionSnapshot* snapshot,
    hostScriptOutput* output, char* message, size_t capacity )
{
    enum
    {
        unhurried = 20
    };
    bool fine = true;
    bool pressesNext = script->next < script->count && script->actions[script->next].verb >= verbClick &&
        script->actions[script->next].verb <= verbDrag;
    script->mouse.wheel = 0.0f;
    ++script->rest;
    if ( script->wait > 0 )
    {
        --script->wait;
    }
    else if ( script->phase == phaseAim )
    {
        fine = aim( script, message, capacity );
    }
    else if ( script->phase != phaseNext )
    {
        carryOn( script );
    }
    else if ( pressesNext && script->rest < unhurried )
    {
        // the hand rests
    }
    else if ( script->next < script->count )
    {
        fine = begin( script, driver, snapshot, output, message, capacity );
    }
    else
    {
        output->quit = true;
    }
    output->mouse = script->mouse;
    return fine;
}
