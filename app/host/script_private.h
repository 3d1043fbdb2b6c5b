// SPDX-License-Identifier: MIT
#pragma once

#include "host/script.h"
#include "ui/core/marks.h"
#include <SDL.h>

// What the files of the script share. script_parse.c reads a script into actions; script_verbs.c is the table
// of verbs and the functions that begin an action; script.c plays an action frame by frame.

enum
{
    script_wordsMax = 3 // of an action, after its verb
};

typedef struct scriptVerb scriptVerb;

typedef struct scriptAction
{
    const scriptVerb* verb;
    int line;
    char words[script_wordsMax][256]; // empty where the script gave none
    double numbers[script_wordsMax];  // of the words that are numbers
} scriptAction;

// One frame of the script.
typedef struct scriptTurn
{
    hostScript* script;
    const scriptAction* action;
    sessionDriver* driver;
    const sessionSnapshot* snapshot;
    hostScriptOutput* output;
    char* message; // says why the action failed
    size_t messageCapacity;
} scriptTurn;

typedef enum scriptPress
{
    script_pressNone,
    script_pressLeft,
    script_pressRight,
} scriptPress;

// A kind of action. Words are counted from 1, so that 0 means none.
struct scriptVerb
{
    const char* name;
    const char* usage;
    int minWords, maxWords; // after the verb
    int restWord;           // the word that takes the rest of the line, blanks included
    int firstNumber;        // this word and those after it are numbers
    double largestNumber;   // allowed magnitude of these numbers; 0: any
    /// Checks the words before anything is played; may be NULL.
    ssResult ( *check )( const scriptAction* action );
    /// Begins the action. False, with a message, when it fails.
    bool ( *begin )( scriptTurn* turn );

    // Of the verbs that point at a widget:
    scriptPress press; // a button to press and release there
    bool twice, ctrl;  // pressed twice; with Ctrl held
    bool atOnce;       // pressed, moved and released between two frames
    bool holds;        // not released: `release` does that
    /// Does what else there is to do once the mouse is over the middle of the widget; may be NULL.
    void ( *aim )( hostScript* script, const scriptAction* action, uiRect rect );
};

extern const scriptVerb script_verbs[];
extern const int script_verbCount;

// What is left to do for the current action, one phase per frame.
typedef enum scriptPhase
{
    script_phaseNext, // the action is finished
    script_phaseKeyUp,
    script_phaseAim,
    script_phaseModifierDown,
    script_phasePress,
    script_phaseHold,
    script_phaseRelease,
    script_phasePressAgain,
    script_phaseReleaseAgain,
    script_phaseModifierUp,
    script_phaseWalk,
} scriptPhase;

typedef struct scriptWalk scriptWalk;

struct hostScript
{
    scriptAction* actions;
    int count;
    int next;          // the action to begin next; the current one is before it
    int wait;          // frames to let pass
    double awaitBegan; // [s] when the present `await` began; 0: none
    scriptPhase phase;
    hostMouse mouse;
    int sinceRelease;   // frames since a button was released
    hostMouse burst[4]; // see hostScriptOutput
    int burstCount;
    scriptWalk* walk; // of the verb `walk`; NULL: none
    bool dragging;
    float dragX, dragY; // where the drag ends
};

/// Reads "Ctrl+Shift+Z": after the last plus is the key. False when a part has no such name.
bool scriptParseChord( const char* chord, SDL_Keycode* key, SDL_Keymod* modifiers );

/// script_walk.c
bool scriptBeginWalk( scriptTurn* turn );
bool scriptContinueWalk( scriptTurn* turn );

/// Sends a key event to the window.
void scriptPushKey( const char* chord, bool down );

/// Writes "line N: ..." into the message of the turn and returns false.
bool scriptFail( scriptTurn* turn, const char* format, ... ) SS_PRINTF( 2, 3 );

/// Moves the mouse to a fraction of the width and height of a rectangle.
void scriptMoveMouse( hostScript* script, uiRect rect, double x, double y );
