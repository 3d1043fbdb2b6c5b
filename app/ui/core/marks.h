// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// Names of what is on the screen ("param.mu", "plot.u", "button.play"), for scripts and tests.

typedef struct uiRect
{
    float x0, y0, x1, y1; // [px] in ImGui coordinates
} uiRect;

void uiBeginMarks( void );                               // once per frame, before the first widget
void uiMark( const char* name );                         // names the last ImGui item
void uiMarkRect( const char* name, uiRect rect );        // names a region
void uiMarkDisabled( const char* name );                 // the named widget does not react in this frame
void uiMarkText( const char* name, const char* text );   // the text of a widget, for expect-text
void uiMarkSaying( const char* name, const char* text ); // uiMark and uiMarkText
void uiPublish( const char* name, double value );        // a number, for expect
void uiEndMarks( void );       // the frame is finished, and the functions below answer for it
void uiMuteMarks( bool mute ); // what is drawn now is not in the window
void uiFreeMarks( void );      // at the end of the program

// These return false or NULL if nothing of that name was drawn in the last finished frame.
bool uiFindMark( const char* name, uiRect* rect );
bool uiIsMarkDisabled( const char* name );
const char* uiFindMarkText( const char* name );
bool uiFindPublished( const char* name, double* value );

// The names of the last finished frame, in the order of drawing; NULL beyond them.
const char* uiMarkName( int index );

// Asks for the widget of that name to be scrolled into view. A script does this before it clicks.
void uiReveal( const char* name );
// True once after uiReveal: the widget that is being drawn has to scroll into view.
bool uiTakeReveal( const char* name );
void uiScrollTo( const char* name ); // scrolls it into view, if so
