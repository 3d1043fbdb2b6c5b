// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scene.h"

// The window from its first to its last frame: SDL, GL, Dear ImGui, the simulation's driver, a script if there is
// one. Returns the program's exit status.

typedef struct hostWindowDef
{
    const char* command; // for messages: "gui", "shot"
    const ssScene* scene;
    const char* scenePath; // where it came from; NULL: not from a file
    bool playing, threaded;
    int width, height;
    bool hidden;       // draw off screen even where a display is
    bool virtualClock; // 1/60 s per frame, settings ignored, no budget
    bool remember;     // settings are not ignored
    const char* script;
    int frames;             // stop after this many; 0: no limit
    const char* screenshot; // written at the end; NULL: none
    int64_t startStep;      // run to this step before the first frame
    bool light, plain;      // plain: the scene alone, without panels
    const char* font;
    float pixelRatio; // pixels per unit of the panels, as a dense display has it; 1: the display's own
} hostWindowDef;

hostWindowDef hostDefaultWindowDef( void );
int hostRunWindow( const hostWindowDef* def );

// A scenario as the window first shows it: with the preset that has the most to see.
ssScene hostOpeningScene( const ssScenario* scenario );

// "1280x720", from 320x240 to 7680x4320.
bool hostParseSize( const char* text, int* width, int* height );
