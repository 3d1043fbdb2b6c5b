// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_law.h"

#include <string.h>

// The checks of the law as lights. A property that fails is not wrong: only a law that creates energy is. The
// one that is chosen, or under the mouse, has its sentence below the text and its example in the pictures.

static const double s_pause = 0.15; // [s] that text and sliders rest before the checks begin

void uiUpdateLawChecks( uiLawEditor* e, const uiFrameInput* input )
{
    const sessionLawDraft* d = &e->draft;
    double now = igGetTime();
    if ( e->checker == NULL || d->program == NULL )
    {
        e->checker = e->checker != NULL ? e->checker : sessionCreateLawChecker( input->jobs );
        return;
    }
    bool same =
        e->checkedVersion == d->version && memcmp( e->checkedValues, d->values, sizeof( d->values ) ) == 0;
    if ( !same )
    {
        e->checkedVersion = d->version;
        memcpy( e->checkedValues, d->values, sizeof( d->values ) );
        e->checkDue = now + s_pause;
    }
    if ( e->checkDue > 0.0 && now >= e->checkDue )
    {
        e->checkDue = 0.0;
        sessionLawChecker_Ask( e->checker, d->program, d->values );
    }
    e->checked = sessionLawChecker_Answer( e->checker, &e->check );
}

bool uiLawIsBeingChecked( const uiLawEditor* e )
{
    return e->checkDue > 0.0 || ( e->checker != NULL && sessionLawChecker_Busy( e->checker ) );
}

/// The property whose example is drawn: the one under the mouse, else the one that was chosen, else the first
/// that fails, where creating energy comes first. -1: none.
static int shownOf( const uiLawEditor* e )
{
    int first = -1;
    for ( int i = 0; i < ss_lawPropertyCount && first < 0; ++i )
    {
        first = e->check.findings[i].verdict == ss_verdictFails && e->check.findings[i].pairs > 0 ? i : -1;
    }
    first =
        e->check.findings[ss_lawIsDissipative].verdict == ss_verdictFails ? (int)ss_lawIsDissipative : first;
    return !e->checked         ? -1
        : e->hoveredCheck >= 0 ? e->hoveredCheck
        : e->chosenCheck >= 0  ? e->chosenCheck
                               : first;
}

const ssLawFinding* uiShownFinding( const uiLawEditor* e )
{
    int shown = shownOf( e );
    return shown >= 0 ? e->check.findings + shown : NULL;
}

static ImU32 colorOf( const uiState* ui, int property, ssLawVerdict verdict )
{
    return verdict == ss_verdictHolds     ? ui->theme.good
        : verdict == ss_verdictNone       ? ui->theme.dim
        : property == ss_lawIsDissipative ? ui->theme.error
                                          : ui->theme.warning;
}

/// A disc: proved; a ring with a dot: no counter-example; a triangle: fails; a ring: does not apply.
static void drawLight(
    ImDrawList* list, float x, float y, float r, ImU32 color, ssLawVerdict verdict, bool proved )
{
    if ( verdict == ss_verdictHolds && !proved )
    {
        ImDrawList_AddCircle( list, uiVec2( x, y ), r - 0.5f, color, 0, 1.5f );
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 0.4f * r, color, 0 );
    }
    else if ( verdict == ss_verdictHolds )
    {
        ImDrawList_AddCircleFilled( list, uiVec2( x, y ), r, color, 0 );
    }
    else if ( verdict == ss_verdictFails )
    {
        ImDrawList_AddTriangleFilled( list, uiVec2( x, y - 1.15f * r ),
            uiVec2( x - 1.15f * r, y + 0.95f * r ), uiVec2( x + 1.15f * r, y + 0.95f * r ), color );
    }
    else { ImDrawList_AddCircle( list, uiVec2( x, y ), r - 0.5f, color, 0, 1.5f ); }
}

/// Draws a light with its title. The next one follows on the same line if it fits.
static void drawCheck( uiState* ui, uiLawEditor* e, int property, float left, float right )
{
    const ssLawFinding* f = e->check.findings + property;
    const char* title = tr( f->title != NULL ? f->title : ssLawPropertyTitle( (ssLawProperty)property ) );
    float em = igGetFontSize(), r = 0.28f * em, pad = roundf( 0.35f * em );
    float width = 2.0f * r + 3.0f * pad + uiTextSize( ui, ui_fontBody, title ).x,
          height = roundf( 1.45f * em );
    const char* mark = uiPrint( "law.check.%s", ssLawPropertyKey( (ssLawProperty)property ) );
    ImVec2 at = uiCursor();
    if ( at.x > left && at.x + width > right )
    {
        igNewLine();
        igGetCursorScreenPos( &at );
    }
    if ( uiAreaButton( mark, uiVec2( width, height ) ) )
    {
        e->chosenCheck = e->chosenCheck == property ? -1 : property;
    }
    uiMarkSaying( mark, f->sentence );
    uiPublish( mark, e->checked ? (double)f->verdict : 0.0 );
    uiRect rect = { at.x, at.y, at.x + width, at.y + height };
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusRing( ui, rect );
        uiFocusHint( ui, tr( "%s: Enter shows its example · ↑ ↓ other controls · Esc leaves" ), title );
        e->chosenCheck = keys.enter ? property : e->chosenCheck;
    }
    bool hovered = igIsItemHovered( 0 );
    e->nextHovered = hovered || keys.focused ? property : e->nextHovered;
    ImDrawList* list = igGetWindowDrawList();
    ImU32 color = uiFade( colorOf( ui, property, f->verdict ), e->checked ? 1.0f : 0.4f );
    if ( shownOf( e ) == property )
    {
        ImDrawList_AddRectFilled( list, at, uiVec2( rect.x1, rect.y1 ), uiFade( ui->theme.text, 0.08f ),
            igGetStyle()->FrameRounding, 0 );
    }
    drawLight( list, at.x + pad + r, at.y + 0.5f * height, r, color, e->checked ? f->verdict : ss_verdictNone,
        f->proved );
    uiDrawText( ui, list, ui_fontBody, at.x + 2.0f * pad + 2.0f * r, at.y + 0.5f * ( height - em ),
        f->verdict == ss_verdictNone || !e->checked ? ui->theme.dim : ui->theme.text, title );
    if ( hovered ) { uiHint( ui, tr( "click: keep its sentence and its example in the pictures" ) ); }
    igSameLine( 0.0f, roundf( 0.2f * em ) );
}

void uiDrawLawChecks( uiState* ui, uiLawEditor* e )
{
    ImVec2 at = uiCursor(), room = uiSpace();
    e->nextHovered = -1;
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( 0.0f, 0.0f ) );
    for ( int i = 0; i < ss_lawPropertyCount; ++i ) { drawCheck( ui, e, i, at.x, at.x + room.x ); }
    igPopStyleVar( 1 );
    igNewLine();
    e->hoveredCheck = e->nextHovered;
    const ssLawFinding* shown = uiShownFinding( e );
    uiPublish( "law.example", shown != NULL ? (double)shown->pairs : 0.0 );
    uiPublish( "law.checked", e->checked && !uiLawIsBeingChecked( e ) ? 1.0 : 0.0 );
}
