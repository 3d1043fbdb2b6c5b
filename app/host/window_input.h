// SPDX-License-Identifier: MIT
#pragma once

#include "host/script.h"
#include <SDL.h>
#include <stdbool.h>

// Input in the order it was made. Dear ImGui 1.86 looks at mouse and keys once per frame, so a click between
// two frames could be lost or misplaced; here all events are kept, and each frame gets those it can tell
// apart. Positions are never differences: remote controls, touch screens and tablets have none.

enum
{
    host_inputCapacity = 512,
    host_buttons = 3 // left, right, middle
};

typedef struct hostInputEvent
{
    SDL_Event event;
    float x, y; // of events of the mouse, in coordinates of the panels; those of a script have fractions
} hostInputEvent;

typedef struct hostInput
{
    hostInputEvent queue[host_inputCapacity];
    int count;
    hostMouse last; // what a script sent last
    bool woken;     // the simulation has called since the last frame
    bool scripted;  // a script has the mouse, and the one on the desk does not count

    // The mouse in the present frame.
    float x, y;
    bool down[host_buttons];
    float wheelX, wheelY;
    bool moved, changed[host_buttons], keyed, typed; // what the frame has already seen
    bool released[SDL_NUM_SCANCODES];                // likewise, of keys

    SDL_TouchFingerEvent fingers[2]; // on a screen: two of them pan and zoom
    int fingerCount;                 // on the screen
    bool pinching;                   // until no finger is left
} hostInput;

hostInput hostMakeInput( bool scripted );

// Takes new events without waiting. `ratio` is the number of SDL's units per panel unit.
void hostInput_Collect( hostInput* input, float ratio );
// Takes a state of the mouse of a script, as events.
void hostInput_AddMouse( hostInput* input, const hostMouse* mouse );

void hostInput_BeginFrame( hostInput* input );
// Gives the next event of this frame. False when there is none, or when it must wait for the next frame.
bool hostInput_Next( hostInput* input, SDL_Event* event );
// Shows the mouse to Dear ImGui; after its backend has begun the frame.
void hostInput_ShowMouse( const hostInput* input );
