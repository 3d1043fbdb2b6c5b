// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/format.h"
#include "ui/core/imgui.h"
#include "ui/core/marks.h"
#include "ui/core/ui.h"

// Colours, fonts and text. All lengths derive from `em`, the height of the body font.

// Two sizes and two weights. ImGui's size is the height of a line; letters, from d to p, have 0.86 of it.
typedef enum uiFont
{
    ui_fontSmall, // captions: the letters of the body, told apart by their colour
    ui_fontBody,
    ui_fontStrong,  // the body in bold
    ui_fontTitle,   // large, bold
    ui_fontFormula, // large
    ui_fontCode,    // all letters have the same width
    ui_fontCount
} uiFont;

// One colour per meaning, packed as ImGui expects it.
typedef struct uiTheme
{
    ImU32 background, panel, raised, line, text, dim, accent, error, warning, good;
    ImU32 mode[6];     // by ssContactMode
    ImU32 quantity[3]; // force, moment, velocity
    ImU32 series[7];   // curves of a plot
    ImU32 pin[4];      // runs that are kept for comparison: curves and ghosts
} uiTheme;

void uiApplyTheme( uiState* ui );
bool uiIsLight( const uiState* ui ); // the theme in force: a projector shows the light one better
// Takes the size of the window. True: the text has another size now, and the fonts are to be loaded again.
bool uiFitText( uiState* ui, int width, int height );
ImVec4 uiColorVec( ImU32 color );
ImU32 uiFade( ImU32 color, float alpha );
ImU32 uiMix( ImU32 a, ImU32 b, float t );
ImU32 uiInkOn( ImU32 background ); // black or white, whichever is easier to read
// The text with its indices and powers (wordsNextPiece) as letters below and above the line. The fonts have a
// copy of each letter there, so that such a text is measured, broken and drawn like any other.
const char* uiIndexed( const char* text );

// The places of the copies, which nobody else uses: those of Unicode for private use.
#define UI_INDEX_LETTERS 0xe000u
#define UI_POWER_LETTERS 0xe400u

void uiDrawText(
    uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, const char* text );
ImVec2 uiTextSize( uiState* ui, uiFont font, const char* text );
// The text, or as much of its beginning as fits into `width` with "…" after it.
const char* uiElide( uiState* ui, uiFont font, const char* text, float width );
// Counts a text that is wider than its place; scripts read the count as ui.cut.
void uiWatchText( uiState* ui, const char* text, float width );
// Turns blanks into the ends of lines, so that none is wider than `width`. Returns the number of lines.
int uiBreakLines( char* lines, float width );
// Parts of widgets: plain buttons, an entry of a list, the size of a text, shapes.
bool uiAreaButton( const char* id, ImVec2 size );
bool uiRectButton( const char* id, uiRect rect );
bool uiEntry( const char* label, bool chosen );
ImVec2 uiExtent( const char* text );
void uiFillRect( ImDrawList* list, uiRect rect, ImU32 color, float rounding );
void uiDrawFrame( ImDrawList* list, uiRect rect, ImU32 color, float rounding, float thickness );
void uiDrawLine( ImDrawList* list, float x0, float y0, float x1, float y1, ImU32 color, float thickness );
void uiDrawCross( ImDrawList* list, float x, float y, float r, ImU32 color, float thickness ); // ×
void uiPushClip( ImDrawList* list, uiRect rect );
// As igText, igTextDisabled and igSetTooltip, with indices.
#define uiText( ... ) igTextUnformatted( uiIndexed( uiPrint( __VA_ARGS__ ) ), NULL )
#define uiDimText( ... ) igTextDisabled( "%s", uiIndexed( uiPrint( __VA_ARGS__ ) ) )
#define uiTooltip( ... ) igSetTooltip( "%s", uiIndexed( uiPrint( __VA_ARGS__ ) ) )
void uiTitle( const uiState* ui, const char* text ); // at the cursor
void uiColoredText( ImU32 color, const char* text ); // at the cursor
#define uiItemTooltip( ... ) \
    ( igIsItemHovered( 0 ) ? uiTooltip( __VA_ARGS__ ) : (void)0 ) // of the last widget
// A tooltip of lines `width` em long; `more`, unless NULL, is dim.
void uiExplain( float width, const char* text, const char* more );
// A small heading with a line to the right, `gap` em below what is above it.
void uiHeading( uiState* ui, float gap, const char* text );
// Breaks lines at blanks only. ImGui also breaks them after a decimal point.
void uiWrappedText( const char* text );
void uiWrappedColor( ImU32 color, const char* text );
// Likewise in lines of even length: a last line of one word looks forgotten.
void uiEvenText( const char* text );
// Call around check boxes and radio buttons: only the border makes an empty one visible.
void uiPushBorder( const uiState* ui );
void uiPopBorder( void );
