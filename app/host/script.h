// SPDX-License-Identifier: MIT
#pragma once

#include "session/driver.h"

// A player of window scripts: one action per line, widgets by the key they carry. It acts like a hand: presses and
// releases in different frames, and looks only at what was drawn.

typedef struct hostMouse
{
    float x, y; // ImGui coordinates
    bool down[3];
    float wheel;
} hostMouse;

typedef struct hostScript hostScript;

// Reads and checks the whole script first; a line nobody can play is refused with its number.
ssResult hostLoadScript( const char* path, hostScript** script );
void hostDestroyScript( hostScript* script );

// What the window must do for the script this frame.
typedef struct hostScriptOutput
{
    hostMouse mouse;
    char screenshot[256];   // file to write after this frame; empty: none
    const ssScenario* load; // NULL: none
    bool quit;
} hostScriptOutput;

// Plays on. False when an expectation failed or a widget is unknown; `message` names the line.
bool hostScript_Step( hostScript* script, sessionDriver* driver, const sessionSnapshot* snapshot,
    hostScriptOutput* output, char* message, size_t capacity );
