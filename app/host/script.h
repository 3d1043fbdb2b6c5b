// SPDX-License-Identifier: MIT
#pragma once

#include "session/driver/driver.h"

// Plays a script in the window: one action per line, with widgets addressed by name. It behaves like a user:
// buttons are pressed and released in different frames, and it knows only what was drawn.

typedef struct hostMouse
{
    float x, y; // ImGui coordinates
    bool down[3];
    float wheel;
} hostMouse;

typedef struct hostScript hostScript;

// Checks the whole script before the first action; a bad line is refused with its number.
ssResult hostLoadScript( const char* path, hostScript** script );
void hostDestroyScript( hostScript* script );

// What the window has to do for the script in this frame.
typedef struct hostScriptOutput
{
    hostMouse mouse;
    hostMouse burst[4]; // what the mouse does before that, between two frames
    int burstCount;
    char screenshot[256];          // file to write after this frame; empty for none
    const ssScenario* load;        // NULL for none
    char answer[256], sketch[256]; // for the lesson; empty for none
    int line;                      // that asks for them
    bool quit;
} hostScriptOutput;

// Changes a value of the run, as a slider does.
ssResult hostSetParam( sessionDriver* driver, const sessionSnapshot* s, const char* key, const char* text );

// A number by the name that `expect` has for it. False: there is none.
bool hostFindValue( const sessionSnapshot* snapshot, const char* key, double* value );

// Plays the next frame. False when an expectation fails or a widget is unknown; `message` names the line.
bool hostScript_Step( hostScript* script, sessionDriver* driver, const sessionSnapshot* snapshot,
    hostScriptOutput* output, char* message, size_t capacity );
