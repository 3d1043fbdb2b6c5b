// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"

#include <string.h>

// Says once, where the hand is, what it can do there. Nothing waits for it, and a click or a key ends it.

static const struct
{
    const char* mark; // of the widget, or how its mark begins
    const char* text;
} s_hints[] = {
    { "viewport", TR( "Drag the body: it follows your hand. Drag beside it to look from elsewhere." ) },
    { "param.", TR( "Drag the slider while it runs: what you see follows at once." ) },
    { "timeline", TR( "Drag here to see an earlier moment again." ) },
    { "plot.", TR( "The wheel zooms, a drag moves, a double-click shows all of it." ) },
    { "sets.", TR( "Drag the edge of the set: the law changes with it." ) },
    { "contact.cone", TR( "The reaction stays in its set. On the edge it slides." ) },
};

static const double s_dwell = 0.5, s_shown = 7.0; // [s] until it comes, and for which it stays

/// The hint about what is under the mouse; -1: none.
static int findHint( const uiFrameInput* input, ImVec2 mouse )
{
    const char* name;
    int found = -1;
    uiRect rect;
    for ( int i = 0; ( name = uiMarkName( i ) ) != NULL; ++i )
    {
        for ( int k = 0; k < SS_COUNT( s_hints ); ++k )
        {
            bool here = strncmp( name, s_hints[k].mark, strlen( s_hints[k].mark ) ) == 0 &&
                uiFindMark( name, &rect ) && uiInside( rect, mouse );
            here = here && ( k > 0 || input->snapshot->scenario->picture.drag != NULL );
            found = here ? k : found; // what lies on top was drawn later
        }
    }
    return found;
}

/// A plate with a text above the mouse, or below it.
static void drawHint( uiState* ui, const uiFrameInput* input, const char* text )
{
    ImDrawList* list = igGetForegroundDrawList_Nil();
    ImVec2 mouse = igGetIO()->MousePos, size;
    float em = igGetFontSize(), pad = roundf( 0.6f * em ), wrap = 19.0f * em;
    igCalcTextSize( &size, text, NULL, false, wrap );
    float x = uiClamp( mouse.x + em, 0.0f, fmaxf( 0.0f, (float)input->width - size.x - 3.0f * pad ) );
    float y = mouse.y - size.y - 2.0f * pad - em; // tooltips are below
    y = y < 0.0f ? mouse.y + 1.6f * em : y;
    uiRect r = { roundf( x ), roundf( y ), roundf( x + size.x + 2.0f * pad ),
        roundf( y + size.y + 2.0f * pad ) };
    uiFillRect( list, r, ui->theme.raised, 0.35f * em );
    uiDrawFrame( list, r, ui->theme.accent, 0.35f * em, fmaxf( 1.5f, 0.1f * em ) );
    ImDrawList_AddText_FontPtr(
        list, igGetFont(), em, uiVec2( r.x0 + pad, r.y0 + pad ), ui->theme.text, text, NULL, wrap, NULL );
    uiMarkRect( "hint", r );
    uiMarkText( "hint", text );
}

void uiWantHints( uiState* ui, bool wanted ) { ui->onceHint.wanted = wanted; }

void uiDrawHints( uiState* ui, const uiFrameInput* input )
{
    uiOnceHint* h = &ui->onceHint;
    if ( !h->wanted || ui->presenting.on || ui->lessonView.on || ui->find->open || ui->files->open )
    {
        return;
    }
    const ImGuiIO* io = igGetIO();
    unsigned seen = (unsigned)ui->settings.hintsSeen;
    int under = findHint( input, io->MousePos );
    under =
        under >= 0 && ( seen & ( 1u << under ) ) == 0 && !igIsPopupOpen_Str( "", ImGuiPopupFlags_AnyPopup )
        ? under
        : -1;
    bool same = under == h->index;
    h->seconds = same ? h->seconds + (double)io->DeltaTime : 0.0;
    bool shown = under >= 0 && h->seconds >= s_dwell;
    // Who has read it, or goes to work, has had it.
    bool left = !same && h->shown, works = h->shown && ( io->MouseDown[0] || io->MouseWheel != 0.0f );
    if ( left || works || h->seconds > s_dwell + s_shown )
    {
        ui->settings.hintsSeen = (float)( seen | ( h->index >= 0 ? 1u << h->index : 0u ) );
        shown = shown && left;
    }
    h->index = under;
    h->shown = shown;
    if ( shown ) { drawHint( ui, input, tr( s_hints[under].text ) ); }
    uiPublish( "hints.seen", (double)ui->settings.hintsSeen );
}
