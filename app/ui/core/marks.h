// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Names for what is on the screen, so that scripts and tests address widgets by the key they carry
// ("param.mu", "plot.u", "button.play") and not by where they happen to be.

typedef struct uiRect
{
    float x0, y0, x1, y1; // [px] in ImGui coordinates
} uiRect;

void uiBeginMarks( void );                             // once per frame, before any widget
void uiMark( const char* name );                       // names the last ImGui item
void uiMarkRect( const char* name, uiRect rect );      // names any region
void uiMarkText( const char* name, const char* text ); // what a widget says, for expect-text
void uiPublish( const char* name, double value );      // a number a script may expect
void uiEndMarks( void );  // the frame is finished: from here on it can be asked about
void uiFreeMarks( void ); // at the end of the program

// False when nothing of that name was drawn in the last finished frame.
bool uiFindMark( const char* name, uiRect* rect );
const char* uiFindMarkText( const char* name ); // NULL when unknown
bool uiFindPublished( const char* name, double* value );

// Scrolls what goes by that name into view when it is next drawn; a script does this before it clicks.
void uiReveal( const char* name );
bool uiTakeReveal( const char* name ); // for whoever draws it: true once
