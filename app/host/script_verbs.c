// SPDX-License-Identifier: MIT
#include "host/script_private.h"
#include "host/window.h"

#include <stdio.h>
#include <string.h>

// The verbs of scripts: how each is checked when it is read, begun and carried on from frame to frame.

static ssResult checkKey( const scriptAction* action )
{
    if ( scriptParseChord( action->words[0], NULL, NULL ) ) { return ssOk(); }
    return ssError( ss_errorFormat, action->verb->name,
        "line %d: no key is called '%.40s'; allowed: a name such as Space, with Ctrl+, Shift+ or Alt+ before "
        "it",
        action->line, action->words[0] );
}

static ssResult checkPicture( const scriptAction* action )
{
    return hostIsPictureName( action->words[0] )
        ? ssOk()
        : ssError( ss_errorFormat, action->verb->name, "line %d: " HOST_PICTURE_REFUSAL, action->line,
              action->verb->name, action->words[0] );
}

static ssResult checkScenario( const scriptAction* action )
{
    return ssFindScenario( action->words[0] ) != NULL
        ? ssOk()
        : ssError( ss_errorUnknown, action->verb->name, "line %d: there is no scenario '%.40s'", action->line,
              action->words[0] );
}

static bool beginWait( scriptTurn* turn )
{
    turn->script->wait = (int)fmax( 0.0, turn->action->numbers[0] - 1.0 );
    return true;
}

static bool beginKey( scriptTurn* turn )
{
    // The key is held for a frame, as by a hand.
    scriptPushKey( turn->action->words[0], true );
    turn->script->phase = script_phaseKeyUp;
    return true;
}

static bool beginTapKey( scriptTurn* turn )
{
    scriptPushKey( turn->action->words[0], true );
    scriptPushKey( turn->action->words[0], false );
    return true;
}

/// An event of SDL carries a few letters; a longer text is sent in pieces that do not cut a letter.
static bool beginType( scriptTurn* turn )
{
    const char* text = turn->action->words[0];
    while ( *text != '\0' )
    {
        SDL_Event event = { .type = SDL_TEXTINPUT };
        size_t length = strlen( text ), room = sizeof event.text.text - 1;
        length = length < room ? length : room;
        while ( ( text[length] & 0xc0 ) == 0x80 ) // inside a letter of several bytes
        {
            --length;
        }
        memcpy( event.text.text, text, length );
        SDL_PushEvent( &event );
        text += length;
    }
    return true;
}

ssResult hostSetParam( sessionDriver* driver, const sessionSnapshot* s, const char* key, const char* text )
{
    const ssModel* model = &s->scenario->model;
    int param = ssFindScenarioParam( s->scenario, key );
    double value = 0.0;
    ssResult result = param >= 0
        ? ssParseParamIn( model->params, model->paramCount, s->pending, param, text, &value )
        : ssError( ss_errorUnknown, NULL, "there is no parameter '%s'", key );
    if ( result.code == ss_ok )
    {
        sessionCommand command = { .kind = session_commandSetParam, .param = param, .value = value };
        snprintf( command.text, sizeof command.text, "%s", text );
        sessionDriver_Post( driver, &command );
    }
    return result;
}

static bool beginSet( scriptTurn* turn )
{
    const scriptAction* action = turn->action;
    ssResult result = hostSetParam( turn->driver, turn->snapshot, action->words[0], action->words[1] );
    return result.code == ss_ok || scriptFail( turn, "%.200s", result.message );
}

static bool beginLoad( scriptTurn* turn )
{
    turn->output->load = ssFindScenario( turn->action->words[0] );
    turn->script->wait = 1;
    return true;
}

static bool beginScreenshot( scriptTurn* turn )
{
    snprintf( turn->output->screenshot, sizeof turn->output->screenshot, "%s", turn->action->words[0] );
    return true;
}

/// As if the mouse had dropped a file onto the window.
static bool beginDrop( scriptTurn* turn )
{
    SDL_Event event = { .type = SDL_DROPFILE };
    event.drop.file = SDL_strdup( turn->action->words[0] );
    SDL_PushEvent( &event );
    turn->script->wait = 1;
    return true;
}

static bool beginAnswer( scriptTurn* turn )
{
    snprintf( turn->output->answer, sizeof turn->output->answer, "%s", turn->action->words[0] );
    turn->output->line = turn->action->line;
    turn->script->wait = 1;
    return true;
}

static bool beginSketch( scriptTurn* turn )
{
    snprintf( turn->output->sketch, sizeof turn->output->sketch, "%s", turn->action->words[0] );
    turn->output->line = turn->action->line;
    turn->script->wait = 1;
    return true;
}

static bool beginRelease( scriptTurn* turn )
{
    turn->script->mouse.down[0] = false;
    turn->script->sinceRelease = 0;
    turn->script->wait = 1;
    return true;
}

static bool beginQuit( scriptTurn* turn )
{
    turn->output->quit = true;
    return true;
}

/// The same of the twin, whose keys begin with "twin."; twin.late is how far it is behind the run [s].
static bool findTwinValue( const sessionSnapshot* s, const char* key, double* value )
{
    const sessionCompanionView* twin = sessionSnapshot_Twin( s );
    if ( twin == NULL || strncmp( key, "twin.", 5 ) != 0 ) { return false; }
    key += 5;
    int param = ssFindScenarioParam( twin->scenario, key ), signal = ssFindSignal( twin->scenario, key );
    bool late = strcmp( key, "late" ) == 0;
    *value = param >= 0 ? twin->values[param]
        : signal >= 0   ? twin->signals[signal]
        : late          ? s->time - twin->time
                        : SS_NAN;
    return param >= 0 || signal >= 0 || late;
}

/// Finds a value to expect: of a parameter, signal, clock or draw list, or published by a panel.
bool hostFindValue( const sessionSnapshot* s, const char* key, double* value )
{
    const ssScenario* scenario = s->scenario;
    bool pending = strncmp( key, "pending.", 8 ) == 0;
    int param = ssFindScenarioParam( scenario, pending ? key + 8 : key );
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
    } numbers[] = {
        { "t", s->time },
        { "time", s->time },
        { "step", (double)s->step },
        { "h", s->h },
        { "until", s->until },
        { "playing", s->playing ? 1.0 : 0.0 },
        { "paused", s->playing ? 0.0 : 1.0 },
        { "finished", s->finished ? 1.0 : 0.0 },
        { "last-step", (double)s->lastStep },
        { "grows", s->grows ? 1.0 : 0.0 },
        { "follows", s->follows ? 1.0 : 0.0 },
        { "speed", s->speed },
        { "run", (double)s->runNumber },
        { "spheres", s->draw.sphereCount },
        { "arrows", s->draw.arrowCount },
        { "cones", s->draw.coneCount },
        { "discs", s->draw.discCount },
    };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        if ( strcmp( numbers[i].name, key ) == 0 )
        {
            *value = numbers[i].value;
            return true;
        }
    }
    return findTwinValue( s, key, value ) || uiFindPublished( key, value );
}

static bool beginExpect( scriptTurn* turn )
{
    const scriptAction* action = turn->action;
    double value = 0.0, min = action->numbers[1], max = action->numbers[2];
    return !hostFindValue( turn->snapshot, action->words[0], &value )
        ? scriptFail( turn, "no value is called '%s'", action->words[0] )
        : ( value >= min && value <= max ) ||
            scriptFail( turn, "expected %s in [%g, %g], found %.10g", action->words[0], min, max, value );
}

/// Waits for what another program does, which no number of frames can foresee.
static bool beginAwait( scriptTurn* turn )
{
    const double patience = 30.0; // [s] of wall time
    const scriptAction* action = turn->action;
    hostScript* script = turn->script;
    double value = 0.0, now = osSeconds();
    bool found = hostFindValue( turn->snapshot, action->words[0], &value );
    if ( found && value >= action->numbers[1] && value <= action->numbers[2] )
    {
        script->awaitBegan = 0.0;
        return true;
    }
    script->awaitBegan = script->awaitBegan > 0.0 ? script->awaitBegan : now;
    if ( now - script->awaitBegan > patience )
    {
        return scriptFail( turn, "waited %g s for %s in [%g, %g], found %.10g", patience, action->words[0],
            action->numbers[1], action->numbers[2], found ? value : (double)NAN );
    }
    SDL_Delay( 5 );
    script->next -= 1; // once more
    return true;
}

static bool beginExpectText( scriptTurn* turn )
{
    const scriptAction* action = turn->action;
    const char* text = uiFindMarkText( action->words[0] );
    if ( text == NULL )
    {
        return scriptFail( turn, "expected '%.80s' in %.60s, but there is no such widget on the screen",
            action->words[1], action->words[0] );
    }
    return strstr( text, action->words[1] ) != NULL ||
        scriptFail(
            turn, "expected '%.80s' in %.60s, found '%.120s'", action->words[1], action->words[0], text );
}

/// Prints what the verbs can use now: widgets, texts and the numbers of panels, one line each.
static bool beginNames( scriptTurn* turn )
{
    (void)turn;
    const char* name;
    for ( int i = 0; ( name = uiMarkName( i ) ) != NULL; ++i )
    {
        double value = 0.0;
        uiRect rect;
        const char* text = uiFindMarkText( name );
        printf( "%s%s", name, uiFindMark( name, &rect ) ? " [widget]" : "" );
        if ( uiFindPublished( name, &value ) ) { printf( " = %.10g", value ); }
        printf( "%s%s\n", text != NULL ? ": " : "", text != NULL ? text : "" );
    }
    return true;
}

/// Scrolls the widget into view first; two frames later the mouse can be moved to it.
static bool beginPointing( scriptTurn* turn )
{
    uiReveal( turn->action->words[0] );
    turn->script->wait = 2;
    turn->script->phase = script_phaseAim;
    return true;
}

static void aimMove( hostScript* script, const scriptAction* action, uiRect rect )
{
    scriptMoveMouse( script, rect, action->numbers[1], action->numbers[2] );
}

static void aimWheel( hostScript* script, const scriptAction* action, uiRect rect )
{
    (void)rect;
    script->mouse.wheel = (float)action->numbers[1];
    script->wait = 1;
}

static void aimDrag( hostScript* script, const scriptAction* action, uiRect rect )
{
    double y = action->words[2][0] != '\0' ? action->numbers[2] : 0.5;
    script->dragX = rect.x0 + (float)action->numbers[1] * ( rect.x1 - rect.x0 );
    script->dragY = rect.y0 + (float)y * ( rect.y1 - rect.y0 );
    script->dragging = true;
}

// Nobody waits for more than 1e6 frames, which are hours, and no screen is 100 widgets wide.
#define MAX_WAIT 1e6     // [frames]
#define MAX_FRACTION 100 // of the size of a widget, and notches of the wheel

const scriptVerb script_verbs[] = {
    { "wait", "wait N", 1, 1, .firstNumber = 1, .largestNumber = MAX_WAIT, .begin = beginWait },
    // Keys of the keypad have a blank in their names.
    { "key", "key NAME", 1, 2, .restWord = 1, .check = checkKey, .begin = beginKey },
    { "tap-key", "tap-key NAME", 1, 2, .restWord = 1, .check = checkKey, .begin = beginTapKey },
    { "tap", "tap WIDGET", 1, 1, .begin = beginPointing, .press = script_pressLeft, .atOnce = true },
    { "swipe", "swipe WIDGET FRACTION [FRACTION_Y]", 2, 3, .firstNumber = 2, .largestNumber = MAX_FRACTION,
        .begin = beginPointing, .aim = aimDrag, .press = script_pressLeft, .atOnce = true },
    { "click", "click WIDGET", 1, 1, .begin = beginPointing, .press = script_pressLeft },
    { "double-click", "double-click WIDGET", 1, 1, .begin = beginPointing, .press = script_pressLeft,
        .twice = true },
    { "right-click", "right-click WIDGET", 1, 1, .begin = beginPointing, .press = script_pressRight },
    { "right-double-click", "right-double-click WIDGET", 1, 1, .begin = beginPointing,
        .press = script_pressRight, .twice = true },
    { "ctrl-click", "ctrl-click WIDGET", 1, 1, .begin = beginPointing, .press = script_pressLeft,
        .ctrl = true },
    { "drag", "drag WIDGET FRACTION [FRACTION_Y]", 2, 3, .firstNumber = 2, .largestNumber = MAX_FRACTION,
        .begin = beginPointing, .aim = aimDrag, .press = script_pressLeft },
    { "hold", "hold WIDGET FRACTION [FRACTION_Y]", 2, 3, .firstNumber = 2, .largestNumber = MAX_FRACTION,
        .begin = beginPointing, .aim = aimDrag, .press = script_pressLeft, .holds = true },
    { "release", "release", 0, 0, .begin = beginRelease },
    { "move", "move WIDGET FRACTION_X FRACTION_Y", 3, 3, .firstNumber = 2, .largestNumber = MAX_FRACTION,
        .begin = beginPointing, .aim = aimMove },
    { "wheel", "wheel WIDGET NOTCHES", 2, 2, .firstNumber = 2, .largestNumber = MAX_FRACTION,
        .begin = beginPointing, .aim = aimWheel },
    { "type", "type TEXT", 1, 99, .restWord = 1, .begin = beginType },
    { "set", "set KEY VALUE", 2, 2, .begin = beginSet },
    { "load", "load SCENARIO", 1, 1, .check = checkScenario, .begin = beginLoad },
    { "expect", "expect KEY MIN MAX", 3, 3, .firstNumber = 2, .begin = beginExpect },
    { "await", "await KEY MIN MAX", 3, 3, .firstNumber = 2, .begin = beginAwait },
    { "expect-text", "expect-text WIDGET TEXT", 2, 99, .restWord = 2, .begin = beginExpectText },
    { "names", "names", 0, 0, .begin = beginNames },
    { "screenshot", "screenshot FILE.png", 1, 1, .check = checkPicture, .begin = beginScreenshot },
    { "drop", "drop FILE", 1, 99, .restWord = 1, .begin = beginDrop },
    { "answer", "answer TEXT", 1, 99, .restWord = 1, .begin = beginAnswer },
    { "sketch", "sketch T:Y T:Y…", 2, 99, .restWord = 1, .begin = beginSketch },
    { "walk", "walk", 0, 0, .begin = scriptBeginWalk },
    { "quit", "quit", 0, 0, .begin = beginQuit },
};

const int script_verbCount = SS_COUNT( script_verbs );
