// SPDX-License-Identifier: MIT
#include "ui/panel/panel_law.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The law editor, from above: commands, the run's law, text and message, sliders beside checks, pictures.

/// Creates the editor with the law of the run, or with one to start from. NULL: out of memory.
static uiLawEditor* prepare( uiState* ui, const uiFrameInput* input )
{
    if ( ui->law->editor != NULL ) { return ui->law->editor; }
    uiLawEditor* e = calloc( 1, sizeof( *e ) );
    if ( e == NULL ) { return NULL; }
    ui->law->editor = e;
    e->field.goal = e->dragged = e->waits = e->chosenCheck = e->hoveredCheck = -1;
    e->picture.logSpeed = true;
    const ssLawProgram* law = input->snapshot->scenario->law;
    const ssShippedLaw* first = ssFindShippedLaw( "coulomb" );
    const char* text = law != NULL ? ssLawProgram_Info( law )->text : first != NULL ? first->text : "";
    sessionTextHistory_Begin( &e->draft.history, text );
    sessionLawDraft_Show( &e->draft, text, law == NULL && first != NULL ? first->name : NULL, igGetTime() );
    if ( law == NULL && ui->law->keptPath[0] != '\0' )
    {
        sessionLawDraft_Restore( &e->draft, ui->law->keptPath, igGetTime() );
    }
    e->seen = input->snapshot->scenario;
    e->used = law != NULL;
    return e;
}

void uiFreeLaw( uiState* ui )
{
    uiLawEditor* e = ui->law->editor;
    if ( e != NULL )
    {
        if ( ui->law->keptPath[0] != '\0' ) { sessionLawDraft_Keep( &e->draft, ui->law->keptPath ); }
        sessionLawDraft_Free( &e->draft );
        sessionLawPicture_Free( &e->picture );
        sessionDestroyLawChecker( e->checker );
        free( e );
        ui->law->editor = NULL;
    }
}

void uiEnterLaw( uiState* ui ) { ui->law->enter = ui->settings.showLaw; }

bool uiLawIsBusy( const uiState* ui )
{
    const uiLawEditor* e = ui->law->editor;
    return e != NULL && ui->settings.showLaw &&
        ( e->draft.pending || e->waits >= 0 || uiLawIsBeingChecked( e ) );
}

ssResult uiOpenLaw( uiState* ui, const uiFrameInput* input, const char* path )
{
    uiLawEditor* e = prepare( ui, input );
    if ( e == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for the law editor" ); }
    ssResult result = sessionLawDraft_Open( &e->draft, path, igGetTime() );
    if ( result.code == ss_ok )
    {
        ui->settings.showLaw = true;
        uiLawTextChanged( e, 0 );
    }
    return result;
}

ssResult uiSaveLaw( uiState* ui, const char* path )
{
    uiLawEditor* e = ui->law->editor;
    ssResult result = sessionLawDraft_Save( &e->draft, path );
    uiNotifySaved( ui, result, e->draft.path );
    return result;
}

void uiLawFileName( const uiState* ui, char* name, size_t capacity )
{
    const uiLawEditor* e = ui->law->editor;
    const char* known = e != NULL ? e->draft.name : "";
    size_t length = strlen( known );
    bool whole = length > 4 && strcmp( known + length - 4, ".law" ) == 0;
    snprintf( name, capacity, "%s%s", length > 0 ? known : "my", whole ? "" : ".law" );
}

static void save( uiState* ui, uiLawEditor* e )
{
    if ( e->draft.path[0] != '\0' ) { uiSaveLaw( ui, NULL ); }
    else { ui->law->asks = ui_lawFileSave; }
}

bool uiLawButton( uiState* ui, const char* label, const char* mark, bool enabled )
{
    ImVec2 size, start;
    const char* shown = uiLabel( label );
    igCalcTextSize( &size, shown, NULL, true, -1.0f );
    ImVec2 available = uiSpace();
    igGetCursorStartPos( &start );
    float width = size.x + 2.0f * igGetStyle()->FramePadding.x;
    bool first = igGetCursorPosX() <= start.x + 1.0f;
    if ( !first && width > available.x ) { igNewLine(); }
    igBeginDisabled( !enabled );
    bool pressed = igButton( shown, uiVec2( 0.0f, 0.0f ) );
    igEndDisabled();
    uiMark( mark );
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusRing( ui, uiItemRect() );
        uiFocusHint( ui, tr( "%s: Enter presses · ↑ ↓ other controls · Esc leaves" ), tr( label ) );
    }
    if ( !enabled ) { uiMarkDisabled( mark ); }
    igSameLine( 0.0f, -1.0f );
    return ( pressed || keys.enter ) && enabled;
}

/// Copies what stands after `law` at the beginning of a text.
static const char* titleOf( const char* text )
{
    const char *from = strchr( text, '"' ), *to = from != NULL ? strchr( from + 1, '"' ) : NULL;
    int length = to != NULL ? (int)( to - from - 1 ) : 0;
    return uiPrint( "%.*s", length, from != NULL ? from + 1 : "" );
}

/// Shows a law that comes with the program. The text before can be had back by undo.
static void showShipped( uiLawEditor* e, int index )
{
    const ssShippedLaw* law = ssGetShippedLaw( index );
    sessionLawDraft_Show( &e->draft, law->text, law->name, igGetTime() );
    uiLawTextChanged( e, 0 );
    e->posted = 0; // chosen for the run, also where it is the one that is shown
}

static void listKeys( uiState* ui, uiLawEditor* e, int current )
{
    uiFocusKeys keys = uiFocusStop( ui, "law.list", false );
    int steps = keys.steps + keys.fine, count = ssShippedLawCount();
    if ( !keys.focused ) { return; }
    uiFocusRing( ui, uiItemRect() );
    uiFocusHint( ui, tr( "shipped laws: ← → previous, next · ↑ ↓ other controls · Esc leaves" ) );
    if ( steps != 0 )
    {
        current = current < 0 && steps < 0 ? 0 : current;
        showShipped( e, ( ( current + steps ) % count + count ) % count );
    }
}

static bool drawEntry( uiState* ui, int index, bool shown )
{
    const ssShippedLaw* law = ssGetShippedLaw( index );
    ImVec2 at = uiCursor();
    const char* title = titleOf( law->text );
    igPushID_Int( index );
    bool clicked = uiEntry( "##shipped", shown );
    igPopID();
    const char* mark = uiPrint( "law.list.%s", law->name );
    uiMarkSaying( mark, tr( title ) );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontBody, at.x, at.y, ui->theme.text, tr( title ) );
    uiDrawText( ui, list, ui_fontBody, at.x + 21.0f * igGetFontSize(), at.y, ui->theme.dim, law->name );
    return clicked;
}

static void drawList( uiState* ui, uiLawEditor* e )
{
    float em = igGetFontSize();
    int count = ssShippedLawCount(), current = -1;
    for ( int i = 0; i < count && e->draft.path[0] == '\0'; ++i )
    {
        current = strcmp( e->draft.name, ssGetShippedLaw( i )->name ) == 0 ? i : current;
    }
    igSetNextItemWidth( 8.0f * em );
    igSetNextWindowSizeConstraints(
        uiVec2( 32.0f * em, 0.0f ), uiVec2( 32.0f * em, 0.8f * igGetIO()->DisplaySize.y ), NULL, NULL );
    bool open = igBeginCombo( "##laws", tr( "shipped laws" ), ImGuiComboFlags_HeightLargest );
    uiMark( "law.list" );
    uiPublish( "law.list", (double)count );
    listKeys( ui, e, current );
    for ( int i = 0; open && i < count; ++i )
    {
        if ( drawEntry( ui, i, i == current ) ) { showShipped( e, i ); }
    }
    if ( open ) { uiEndCombo( ui ); }
    igSameLine( 0.0f, -1.0f );
}

/// The title of the law, the file and whether it has been saved, and a cross that closes the editor.
static void drawHead( uiState* ui, const uiLawEditor* e )
{
    const sessionLawDraft* d = &e->draft;
    float em = igGetFontSize(), side = igGetFrameHeight();
    ImVec2 at = uiCursor(), room = uiSpace();
    const char* name =
        d->program != NULL ? tr( ssLawProgram_Info( d->program )->title ) : tr( "Your own law" );
    const ssShippedLaw* known = d->path[0] == '\0' ? ssFindShippedLaw( d->name ) : NULL;
    const char* file = uiPrint( "%s%s", d->name[0] ? d->name : tr( "not in a file yet" ),
        sessionLawDraft_IsChanged( d )               ? tr( ", changed" )
            : d->path[0] || !d->name[0]              ? ""
            : known != NULL && known->plugin != NULL ? tr( ", of a plugin" )
                                                     : tr( ", shipped" ) );
    const char* title =
        uiElide( ui, ui_fontTitle, name, room.x - side - uiTextSize( ui, ui_fontSmall, file ).x - 1.5f * em );
    ImVec2 size = uiTextSize( ui, ui_fontTitle, title ), small = uiTextSize( ui, ui_fontSmall, file );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontTitle, at.x, at.y, ui->theme.text, title );
    uiDrawText( ui, list, ui_fontSmall, at.x + size.x + 0.7f * em, at.y + 0.82f * ( size.y - small.y ),
        ui->theme.dim, file );
    uiMarkText( "law.title", title );
    uiMarkText( "law.file", file );
    igSetCursorScreenPos( uiVec2( at.x + room.x - side, at.y ) );
    ui->settings.showLaw = !uiAreaButton( "law.close", uiVec2( side, side ) ) && ui->settings.showLaw;
    uiMark( "law.close" );
    ImU32 color = igIsItemHovered( 0 ) ? ui->theme.text : ui->theme.dim;
    float r = roundf( 0.28f * em ), x = at.x + room.x - 0.5f * side, y = at.y + 0.5f * side;
    uiDrawCross( list, x, y, r, color, 1.5f );
    if ( igIsItemHovered( 0 ) ) { uiHint( ui, tr( "close the law editor (L); the text is kept" ) ); }
    igSetCursorScreenPos( uiVec2( at.x, at.y + fmaxf( size.y, side ) + 0.2f * em ) );
}

static void drawCommands( uiState* ui, uiLawEditor* e )
{
    sessionLawDraft* d = &e->draft;
    bool changed = sessionLawDraft_IsChanged( d );
    drawList( ui, e );
    ui->law->asks = uiLawButton( ui, TR( "Open…" ), "law.open", true ) ? ui_lawFileOpen : ui->law->asks;
    if ( uiLawButton( ui, TR( "Save" ), "law.save", changed || d->path[0] == '\0' ) ) { save( ui, e ); }
    ui->law->asks = uiLawButton( ui, TR( "Save as…" ), "law.save-as", true ) ? ui_lawFileSave : ui->law->asks;
    if ( uiLawButton( ui, TR( "Revert" ), "law.revert", changed ) )
    {
        uiLawTextChanged( e, sessionLawDraft_Revert( d, igGetTime() ) );
    }
    if ( uiLawButton( ui, TR( "Undo" ), "law.undo", sessionTextHistory_CanUndo( &d->history ) ) )
    {
        uiUndoLaw( e );
    }
    if ( uiLawButton( ui, TR( "Redo" ), "law.redo", sessionTextHistory_CanRedo( &d->history ) ) )
    {
        uiRedoLaw( e );
    }
    igNewLine();
    if ( e->field.save )
    {
        e->field.save = false;
        save( ui, e );
    }
}

static const char* rightText( const sessionLawDraft* d )
{
    int params = d->program != NULL ? ssLawProgram_Info( d->program )->paramCount : 0;
    int states = d->program != NULL ? ssLawProgram_Info( d->program )->stateNumbers : 0;
    const char* memory = states == 0
        ? tr( "no memory" )
        : uiPrint( states == 1 ? tr( "%d number of memory" ) : tr( "%d numbers of memory" ), states );
    return uiPrint( params == 1 ? tr( "The text is right: %d parameter, %s." )
                                : tr( "The text is right: %d parameters, %s." ),
        params, memory );
}

/// What the compiler, the law, the run or the chosen check says about the text.
static void drawMessage( uiState* ui, uiLawEditor* e )
{
    const sessionLawDraft* d = &e->draft;
    const ssLawFinding* finding = uiShownFinding( e );
    const char* text = "";
    ImU32 color = ui->theme.dim;
    if ( d->problem[0] != '\0' )
    {
        text = uiPrint( tr( "Line %d, column %d: %s" ), d->place.line, d->place.column, d->problem );
        color = ui->theme.error;
    }
    else if ( e->picture.result.code != ss_ok || e->refusal[0] != '\0' )
    {
        text = uiPrint( "%s", e->picture.result.code != ss_ok ? e->picture.result.message : e->refusal );
        color = ui->theme.warning;
    }
    else if ( finding != NULL )
    {
        text = uiPrint( "%s: %s%s", tr( finding->title ),
            finding->verdict == ss_verdictFails                          ? tr( "no, " )
                : finding->verdict == ss_verdictHolds && finding->proved ? tr( "yes, " )
                : finding->verdict == ss_verdictHolds                    ? tr( "no counter-example found, " )
                                                                         : "",
            finding->sentence );
        color = finding->verdict == ss_verdictFails ? ui->theme.text : ui->theme.dim;
    }
    else { text = rightText( d ); }
    uiWrappedColor( color, text );
    uiMarkSaying( "law.message", text );
    ui->law->enter = ( d->problem[0] != '\0' && igIsItemClicked( ImGuiMouseButton_Left ) ) || ui->law->enter;
    uiPublish( "law.error.line", d->problem[0] != '\0' ? d->place.line : 0.0 );
    uiPublish( "law.error.column", d->problem[0] != '\0' ? d->place.column : 0.0 );
    uiPublish( "law.error.length", d->problem[0] != '\0' ? d->place.length : 0.0 );
}

static void updatePictures( const uiFrameInput* input, uiLawEditor* e )
{
    const sessionSnapshot* s = input->snapshot;
    sessionLawMoment moment = sessionLawMomentOf( &s->contacts.selected, s->time );
    moment.found =
        moment.found && uiRunHasLaw( e, input ); // a contact under another law is not in the picture
    if ( e->draft.program != NULL )
    {
        const ssLawFinding* finding = uiShownFinding( e );
        bool worst = finding == e->check.findings + ss_lawIsDissipative && e->check.createsEnergy;
        sessionLawPicture_Draw( &e->picture, e->draft.program, e->draft.values, e->draft.version, &moment,
            finding, worst ? &e->check.motion : NULL );
    }
}

/// The button in the corner of the picture, drawn before it so that it gets the mouse.
static float drawScaleButton( uiLawEditor* e, uiRect rect )
{
    const char* label = e->picture.logSpeed ? tr( "log v" ) : tr( "linear v" );
    ImVec2 size = uiExtent( label );
    float pad = roundf( 0.3f * igGetFontSize() ), width = size.x + 2.0f * pad;
    igSetCursorScreenPos( uiVec2( rect.x1 - width, rect.y0 + pad ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_FramePadding, uiVec2( pad, 0.0f ) );
    if ( igButton( label, uiVec2( 0.0f, 0.0f ) ) )
    {
        e->picture.logSpeed = !e->picture.logSpeed;
        e->forceView = ( uiPlotView ){ 0 };
    }
    igPopStyleVar( 1 );
    uiMark( "law.log" );
    return width;
}

static void drawPictures( uiState* ui, uiLawEditor* e, ImVec2 size, bool stacked )
{
    ImVec2 at = uiCursor();
    if ( !e->picture.made )
    {
        uiDimText( tr( "The pictures appear with the first law that can be made." ) );
        return;
    }
    float gap = roundf( 0.4f * igGetFontSize() ), half = floorf( 0.5f * ( size.x - gap ) );
    uiRect left = { at.x, at.y, at.x + half, at.y + size.y };
    uiRect right = { at.x + half + gap, at.y, at.x + size.x, at.y + size.y };
    if ( stacked )
    {
        left = ( uiRect ){ at.x, at.y, at.x + size.x, at.y + 0.5f * size.y };
        right = ( uiRect ){ at.x, left.y1, at.x + size.x, at.y + size.y };
    }
    ui->plots->cornerWidth = drawScaleButton( e, left );
    uiDrawChart( ui, session_lawForceChart + ( e->picture.logSpeed ? 1 : 0 ), &e->picture.force,
        &e->forceView, -1, left );
    ui->plots->cornerWidth = 0.0f;
    uiDrawChart( ui, &session_lawSetChart, &e->picture.sets, &e->setView, -1, right );
    uiPublish( "law.log", e->picture.logSpeed ? 1.0 : 0.0 );
}

/// Begins a part of the panel that scrolls by itself. The caller ends it.
static void beginPart( const char* name, ImVec2 at, float width, float height )
{
    igSetCursorScreenPos( at );
    igBeginChild_Str( name, uiVec2( width, height ), false, 0 );
}

/// The text gets the remaining height. In a narrow panel the parts stand below each other.
static void drawParts( uiState* ui, const uiFrameInput* input, uiLawEditor* e )
{
    float em = igGetFontSize();
    drawHead( ui, e );
    drawCommands( ui, e );
    uiDrawLawRun( ui, input, e );
    ImVec2 room = uiSpace(), at = uiCursor();
    bool narrow = room.x < 30.0f * em;
    int params = e->draft.program != NULL ? ssLawProgram_Info( e->draft.program )->paramCount : 0;
    float gap = igGetStyle()->ItemSpacing.y, message = 2.3f * em, columns = narrow ? 1.0f : 2.0f;
    float wanted = ( (float)( params > 4 ? params : 4 ) ) * ( igGetFrameHeight() + 0.1f * em ); // all sliders
    float rows = roundf( fminf( wanted, fmaxf( 0.25f * room.y, 6.2f * em ) ) );
    float checks = narrow ? 9.0f * em : rows;
    float pictures = roundf( fminf( fmaxf( 0.33f * room.y, 10.0f * em ), 1.1f * room.x / columns ) );
    float band = narrow ? rows + checks + gap : rows, below = narrow ? 2.0f * pictures : pictures;
    float text = roundf( fmaxf( 8.0f * em, room.y - message - band - below - 3.0f * gap ) );
    float half = narrow ? room.x : floorf( 0.5f * ( room.x - em ) );
    uiDrawLawText( ui, e, room.x, text );
    at.y += text + gap;
    igSetCursorScreenPos( at );
    drawMessage( ui, e );
    at.y += message + gap;
    beginPart( "##rows", at, half, rows );
    uiDrawLawRows( ui, input, e );
    igEndChild();
    ImVec2 beside = narrow ? uiVec2( at.x, at.y + rows + gap ) : uiVec2( at.x + room.x - half, at.y );
    beginPart( "##checks", beside, half, checks );
    uiDrawLawChecks( ui, e );
    igEndChild();
    at.y += band + gap;
    igSetCursorScreenPos( at );
    drawPictures( ui, e, uiVec2( room.x, below ), narrow );
    igSetCursorScreenPos( uiVec2( at.x, at.y + below ) );
}

void uiDrawLaw( uiState* ui, const uiFrameInput* input )
{
    uiLawEditor* e = prepare( ui, input );
    if ( e == NULL )
    {
        uiDimText( tr( "Out of memory for the law editor." ) );
        return;
    }
    sessionLawDraft_Update( &e->draft, igGetTime() );
    uiUpdateLawRun( ui, e, input );
    uiUpdateLawChecks( e, input );
    updatePictures( input, e );
    drawParts( ui, input, e );
}
