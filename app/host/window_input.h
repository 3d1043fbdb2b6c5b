// SPDX-License-Identifier: MIT
#pragma once

#include "host/script.h"
#include <SDL.h>
#include <stdbool.h>

// What the hand does, in the order it was done. Dear ImGui 1.86 looks at mouse and keys once per frame, so a
// press and a release between two frames would be one event or none, and a press would be seen where the
// mouse is by the end of the frame. Here all events are kept, and each frame is given as many of them as it
// can tell apart. Positions are those of the events, never differences: remote controls, touch screens and
// tablets have no others.

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
} hostInput;

hostInput hostMakeInput( bool scripted );

// Takes the events that have come since, without waiting. `ratio` is the
// number of SDL's units per unit of the panels.
void hostInput_Collect( hostInput* input, float ratio );
// Takes a state of the mouse of a script, as events.
void hostInput_AddMouse( hostInput* input, const hostMouse* mouse );

void hostInput_BeginFrame( hostInput* input );
// Gives the next event of this frame. False when there is none, or when it must wait for the next frame.
bool hostInput_Next( hostInput* input, SDL_Event* event );
// Shows the mouse to Dear ImGui; after its backend has begun the frame.
void hostInput_ShowMouse( const hostInput* input );
