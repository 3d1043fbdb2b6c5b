// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_viewport.h"

#include <SDL_keycode.h>
#include <stdio.h>

// The mode itself, the palette, the tools and the keys.

static void watch( const uiFrameInput* input, bool on )
{
    uiPost( input, session_commandWatchBuild, on ? 1 : 0, 0.0 );
}

static void enter( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    b->on = ui->model.building = true;
    b->asks = b->opening = false;
    b->grid = b->grid > 0.0 ? b->grid : 0.05;
    b->tool = ui_toolMove;
    ui->settings.showPanel = true;
    watch( input, true );
    // What moves cannot be put into place.
    uiPost( input, session_commandPause, 0, 0.0 );
    ui->posted.playing = ( uiPostedValue ){ .set = true, .value = 0.0 };
}

static void leave( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    b->on = ui->model.building = false;
    b->gesture = ui_buildNone;
    b->jointFrom = 0;
    uiSelectPart( ui, 0 );
    watch( input, false );
}

void uiToggleBuild( uiState* ui, const uiFrameInput* input )
{
    if ( ui->build->on ) { leave( ui, input ); }
    else if ( input->snapshot->build.takes ) { enter( ui, input ); }
    else { ui->build->asks = true; }
}

void uiUpdateBuild( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    uiUpdateBuildModel( ui, input );
    if ( b->opening && input->snapshot->build.takes ) { enter( ui, input ); }
    if ( b->on && !input->snapshot->build.takes ) { leave( ui, input ); }
    if ( b->selected > 0 && ui->model.known && uiSelectedPart( ui ) == NULL ) { uiSelectPart( ui, 0 ); }
    uiPublish( "ui.build", b->on ? 1.0 : 0.0 );
    uiPublish( "build.asks", b->asks ? 1.0 : 0.0 );
    uiPublish( "build.parts", ui->model.known ? (double)ui->model.build.partCount : 0.0 );
    uiPublish( "build.joints", ui->model.known ? (double)ui->model.build.jointCount : 0.0 );
    uiPublish( "build.selected", (double)b->selected );
    uiPublish( "build.tool", (double)b->tool );
}

void uiDrawBuildOffer( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    const char* title = "###build-offer";
    if ( !b->asks ) { return; }
    float em = igGetFontSize();
    igSetNextWindowPos( uiVec2( 0.5f * (float)input->width, 0.4f * (float)input->height ), ImGuiCond_Always,
        uiVec2( 0.5f, 0.5f ) );
    igBegin( title, NULL,
        ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize );
    igTextUnformatted( tr( "Building happens in the playground. Open it?" ), NULL );
    igDummy( uiVec2( 0.0f, 0.3f * em ) );
    bool enterKey = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Enter ), false );
    bool escape = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    bool open = igButton( tr( "Open the playground" ), uiVec2( 0.0f, 0.0f ) );
    uiMark( "build.open" );
    igSameLine( 0.0f, -1.0f );
    bool cancel = igButton( tr( "Cancel" ), uiVec2( 0.0f, 0.0f ) );
    uiMark( "build.cancel" );
    igEnd();
    uiHint( ui, "%s", tr( "Enter: open the playground · Esc: stay here" ) );
    if ( open || enterKey )
    {
        ui->requests.load = ssFindScenario( "playground" );
        b->opening = true;
    }
    b->asks = b->asks && !open && !enterKey && !cancel && !escape;
}

static const struct
{
    const char *mark, *label, *help;
} s_tools[ui_toolCount] = {
    [ui_toolMove] = { "build.tool.move", TR( "move" ),
        TR( "drag a part onto what is under the mouse · Shift+drag or the arrow: height · Ctrl+drag: turn   "
            "[M]" ) },
    [ui_toolTurn] = { "build.tool.turn", TR( "turn" ), TR( "drag the ring: turn about the vertical   [U]" ) },
    [ui_toolSize] = { "build.tool.size", TR( "resize" ), TR( "drag a square: change the size   [Z]" ) },
    [ui_toolThrow] = { "build.tool.throw", TR( "throw" ),
        TR( "drag an arrow from a place: a new body starts there with that velocity; from a body: it gets it "
            "  [V]" ) },
    [ui_toolJoint] = { "build.tool.joint", TR( "joint" ),
        TR( "click two parts, or a part and the ground: they are joined   [J]" ) },
};

static const char* const s_partKeys[ss_partKindCount] = { "1", "2", "3", "4", "5", "6", "7", "8", "9", "0",
    "Shift+0" };

static void palette( uiState* ui, const uiFrameInput* input )
{
    float em = igGetFontSize(), gap = roundf( 0.25f * em ), height = roundf( 1.75f * em );
    ImVec2 at = uiCursor(), room = uiSpace();
    float width = floorf( 0.5f * ( room.x - gap ) );
    for ( int i = 0; i < ss_partKindCount; ++i )
    {
        ssPartKind kind = (ssPartKind)i;
        const char* mark = uiPrint( "build.add.%s", ssPartKindName( kind ) );
        ImVec2 corner =
            uiVec2( at.x + (float)( i % 2 ) * ( width + gap ), at.y + (float)( i / 2 ) * ( height + gap ) );
        igSetCursorScreenPos( corner );
        bool pressed =
            uiBuildButton( ui, mark, uiPartKindLabel( kind ), uiVec2( width, height ), false, true );
        uiItemTooltip( tr( "add: %s   [%s]" ), uiPartKindLabel( kind ), s_partKeys[i] );
        ImDrawList* list = igGetWindowDrawList();
        uiDrawPartIcon(
            list, kind, corner.x + 1.05f * em, corner.y + 0.5f * height, 0.6f * em, ui->theme.accent );
        const char* label = uiElide( ui, ui_fontBody, uiPartKindLabel( kind ), width - 2.2f * em );
        uiDrawText( ui, list, ui_fontBody, corner.x + 2.0f * em, corner.y + 0.5f * ( height - em ),
            ui->theme.text, label );
        if ( pressed ) { uiAddPart( ui, input, kind ); }
    }
    igSetCursorScreenPos( uiVec2( at.x, at.y + (float)( ( ss_partKindCount + 1 ) / 2 ) * ( height + gap ) ) );
    igDummy( uiVec2( 1.0f, 1.0f ) );
}

static void chooseTool( uiState* ui, uiBuildTool tool )
{
    ui->build->tool = tool;
    // A joint begins with the part that is selected.
    ui->build->jointFrom = tool == ui_toolJoint ? ui->build->selected : 0;
}

static void tools( uiState* ui )
{
    float em = igGetFontSize(), gap = roundf( 0.25f * em ), height = roundf( 2.7f * em );
    ImVec2 at = uiCursor(), room = uiSpace();
    float width = floorf( ( room.x - gap * (float)( ui_toolCount - 1 ) ) / (float)ui_toolCount );
    for ( int i = 0; i < ui_toolCount; ++i )
    {
        ImVec2 corner = uiVec2( at.x + (float)i * ( width + gap ), at.y );
        igSetCursorScreenPos( corner );
        bool on = (int)ui->build->tool == i;
        bool pressed =
            uiBuildButton( ui, s_tools[i].mark, tr( s_tools[i].label ), uiVec2( width, height ), on, true );
        uiItemTooltip( "%s", tr( s_tools[i].help ) );
        ImDrawList* list = igGetWindowDrawList();
        ImU32 ink = on ? ui->theme.text : ui->theme.accent;
        uiDrawToolIcon(
            list, (uiBuildTool)i, corner.x + 0.5f * width, corner.y + 0.95f * em, 0.6f * em, ink );
        const char* label = uiElide( ui, ui_fontSmall, tr( s_tools[i].label ), width - 2.0f );
        ImVec2 size = uiTextSize( ui, ui_fontSmall, label );
        uiDrawText( ui, list, ui_fontSmall, corner.x + 0.5f * ( width - size.x ),
            corner.y + height - size.y - 1.0f, ui->theme.text, label );
        if ( pressed ) { chooseTool( ui, (uiBuildTool)i ); }
    }
    igSetCursorScreenPos( uiVec2( at.x, at.y + height + gap ) );
    igDummy( uiVec2( 1.0f, 1.0f ) );
}

/// What the chosen tool needs: the kind that is thrown or joined, the grid.
static void toolRows( uiState* ui )
{
    uiBuildPanel* b = ui->build;
    if ( b->tool == ui_toolThrow )
    {
        const char* names[ss_partKindCount];
        int count = 0, index = (int)b->thrown;
        for ( ; count < ss_partKindCount && ssPartKind_CanMove( (ssPartKind)count ); ++count )
        {
            names[count] = uiPartKindLabel( (ssPartKind)count );
        }
        uiChoiceRow( ui, "build.thrown", tr( "throw a" ), names, count, &index );
        b->thrown = (ssPartKind)index;
    }
    if ( b->tool == ui_toolJoint )
    {
        const char* names[ss_buildJointKindCount];
        int index = (int)b->joint;
        for ( int i = 0; i < ss_buildJointKindCount; ++i )
        {
            names[i] = uiJointKindLabel( (ssBuildJointKind)i );
        }
        uiChoiceRow( ui, "build.joint", tr( "join by a" ), names, ss_buildJointKindCount, &index );
        b->joint = (ssBuildJointKind)index;
    }
    bool snaps = !b->free, rests = !b->floats;
    int group;
    const uiNumberRow grid = { .mark = "build.grid", .label = tr( "grid" ), .unit = "m", .step = 0.01 };
    uiCheckRow( ui, "build.snap", tr( "snap to the grid   [X]" ), &snaps );
    b->grid = snaps && uiNumbersRow( ui, &grid, &b->grid, 1, &group ) ? fmin( fmax( b->grid, 1e-3 ), 10.0 )
                                                                      : b->grid;
    uiCheckRow( ui, "build.rest", tr( "rest on what is below" ), &rests );
    b->free = !snaps;
    b->floats = !rests;
}

static bool wordButton(
    uiState* ui, const char* mark, const char* word, const char* help, bool enabled, float width )
{
    ImVec2 at = uiCursor();
    float em = igGetFontSize(), height = igGetFrameHeight();
    bool pressed = uiBuildButton( ui, mark, word, uiVec2( width, height ), false, enabled );
    uiItemTooltip( "%s", help );
    const char* label = uiElide( ui, ui_fontBody, word, width - 0.3f * em );
    ImVec2 size = uiTextSize( ui, ui_fontBody, label );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x + 0.5f * ( width - size.x ),
        at.y + 0.5f * ( height - em ), enabled ? ui->theme.text : uiFade( ui->theme.dim, 0.5f ), label );
    return pressed;
}

static void partButtons( uiState* ui, const uiFrameInput* input )
{
    float gap = roundf( 0.25f * igGetFontSize() );
    ImVec2 room = uiSpace();
    float width = floorf( ( room.x - 2.0f * gap ) / 3.0f );
    bool any = uiSelectedPart( ui ) != NULL;
    bool copy = wordButton( ui, "build.copy", tr( "copy" ), tr( "a copy beside it   [Ctrl+D]" ), any, width );
    igSameLine( 0.0f, gap );
    bool remove = wordButton( ui, "build.delete", tr( "delete" ), tr( "remove it   [Delete]" ), any, width );
    igSameLine( 0.0f, gap );
    bool drop = wordButton(
        ui, "build.drop", tr( "drop" ), tr( "lower it until it touches what is below   [D]" ), any, width );
    if ( copy ) { uiCopyPart( ui, input ); }
    else if ( remove ) { uiRemovePart( ui, input ); }
    else if ( drop ) { uiDropPart( ui, input ); }
}

/// The selected part and the world around.
static void drawPart( uiState* ui, const uiFrameInput* input )
{
    const ssPart* part = uiSelectedPart( ui );
    const char* label = part != NULL ? uiPartLabel( part ) : "";
    uiTitle( ui, part != NULL ? label : tr( "No part is selected" ) );
    if ( part == NULL )
    {
        igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
        uiWrappedText( tr( "Click a part, or press Tab. While the run is paused a part can be moved; while "
                           "it runs the mouse pulls it." ) );
        igPopStyleColor( 1 );
    }
    else
    {
        partButtons( ui, input );
        uiDrawInspector( ui, input );
    }
    uiDrawWorldRows( ui, input );
}

void uiDrawBuild( uiState* ui, const uiFrameInput* input )
{
    float em = igGetFontSize();
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 0.4f * em ), roundf( 0.2f * em ) ) );
    ImVec2 at = uiCursor(), room = uiSpace();
    uiTitle( ui, tr( "Build" ) );
    float width = roundf( 6.0f * em );
    ImVec2 below = uiCursor();
    igSetCursorScreenPos( uiVec2( at.x + room.x - width, at.y ) );
    if ( wordButton( ui, "build.done", tr( "done   [B]" ), tr( "leave the build mode" ), true, width ) )
    {
        leave( ui, input );
    }
    if ( !ui->model.known )
    {
        igSetCursorScreenPos( below );
        uiDimText( "%s", tr( "one moment …" ) );
        igPopStyleVar( 1 );
        return;
    }
    float clear = roundf( 4.8f * em );
    igSetCursorScreenPos( uiVec2( at.x + room.x - width - clear - roundf( 0.25f * em ), at.y ) );
    if ( wordButton( ui, "build.clear", tr( "clear" ),
             tr( "delete all parts; gravity and ground stay   [Shift+Delete]" ),
             ui->model.build.partCount > 0, clear ) )
    {
        uiClearBuild( ui, input );
    }
    igSetCursorScreenPos( below );
    uiHeading( ui, 0.1f, tr( "add" ) );
    palette( ui, input );
    uiHeading( ui, 0.1f, tr( "tool" ) );
    tools( ui );
    toolRows( ui );
    if ( uiWidth( uiComputeLayout( ui, input->width, input->height ).contact ) <= 0.0f )
    {
        drawPart( ui, input );
    }
    igPopStyleVar( 1 );
}

void uiDrawBuildSide( uiState* ui, const uiFrameInput* input )
{
    float em = igGetFontSize();
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 0.4f * em ), roundf( 0.2f * em ) ) );
    if ( ui->model.known ) { drawPart( ui, input ); }
    igPopStyleVar( 1 );
}

const uiBuildKeyRow ui_buildKeyTable[] = {
    { TR( "1 … 9, 0, Shift+0" ),
        TR( "add a sphere, box, cylinder, capsule, hollow sphere, hoop, hull, ramp, belt, turntable, "
            "wall" ) },
    { TR( "Tab, N" ), TR( "select the next part; with Shift the previous one" ) },
    { TR( "M, U, Z, V, J" ), TR( "tool: move, turn, resize, throw, joint" ) },
    { TR( "arrow keys" ), TR( "move the part by a step of the grid; Shift+Up, Shift+Down: height" ) },
    { TR( "Ctrl+arrow keys" ), TR( "turn it by 5°; with Shift by 15°" ) },
    { TR( "Alt+Up, Alt+Down" ), TR( "make it larger, smaller" ) },
    { "D", TR( "drop it onto what is below" ) },
    { TR( "Ctrl+D, Delete" ), TR( "copy it, delete it; Shift+Delete: delete all parts" ) },
    { "X", TR( "grid on or off; Alt while dragging: off" ) },
    { "Enter", TR( "its numbers, by keyboard; I: the palette" ) },
    { TR( "drag a part" ),
        TR( "move it while paused; Shift: height, Ctrl: turn, wheel: height, Alt: off the grid" ) },
    { TR( "drag a body" ), TR( "pull it while the run goes on" ) },
    { "Space, R",
        TR( "run or pause; back to t = 0: parts are where they were given, what was thrown is gone" ) },
    { "Ctrl+Z, Ctrl+Shift+Z", TR( "undo, redo" ) },
    { "B, Esc", TR( "leave" ) },
};
const int ui_buildKeyCount = SS_COUNT( ui_buildKeyTable );

static void selectNext( uiState* ui, int direction )
{
    const ssBuild* build = &ui->model.build;
    int at = -1;
    for ( int i = 0; i < build->partCount; ++i ) { at = build->parts[i].id == ui->build->selected ? i : at; }
    if ( build->partCount > 0 )
    {
        at = at < 0 ? ( direction > 0 ? 0 : build->partCount - 1 )
                    : ( at + direction + build->partCount ) % build->partCount;
        uiSelectPart( ui, build->parts[at].id );
    }
}

/// The world's axis that points most to the right on the screen, and that away from the viewer.
static void screenAxes( const uiState* ui, ssVec3* right, ssVec3* away )
{
    // At yaw 0 the camera looks along +y; quarter turns follow.
    int quarter = (int)lround( (double)ui->view->camera.yaw / ( 0.5 * SS_PI ) );
    quarter = ( quarter % 4 + 4 ) % 4;
    static const double cosines[4] = { 1.0, 0.0, -1.0, 0.0 }, sines[4] = { 0.0, 1.0, 0.0, -1.0 };
    *right = ssVec3_Make( cosines[quarter], sines[quarter], 0.0 );
    *away = ssVec3_Make( -sines[quarter], cosines[quarter], 0.0 );
}

/// Arrow keys: they move, with Ctrl they turn, with Alt they resize.
static bool arrowKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    int x = key == SDLK_RIGHT ? 1
        : key == SDLK_LEFT    ? -1
                              : 0,
        y = key == SDLK_UP ? 1
        : key == SDLK_DOWN ? -1
                           : 0;
    if ( ( x == 0 && y == 0 ) || uiSelectedPart( ui ) == NULL ) { return false; }
    const ssVec3 none = { 0.0, 0.0, 0.0 };
    ssVec3 right, away;
    screenAxes( ui, &right, &away );
    double grid = ui->build->grid;
    bool shift = ( modifiers & ui_modShift ) != 0;
    if ( ( modifiers & ui_modCtrl ) != 0 )
    {
        double angle = shift ? 15.0 : 5.0;
        ssVec3 turn = x != 0 ? ssVec3_Make( 0.0, 0.0, angle * x ) : ssVec3_Scale( -angle * y, right );
        uiNudgePart( ui, input, none, turn, 1.0 );
    }
    else if ( ( modifiers & ui_modAlt ) != 0 )
    {
        uiNudgePart( ui, input, none, none, x + y > 0 ? 1.1 : 1.0 / 1.1 );
    }
    else if ( shift )
    {
        uiNudgePart( ui, input, ssVec3_Make( 0.0, 0.0, grid * y ), none, y != 0 ? 1.0 : 1.0 );
    }
    else
    {
        uiNudgePart( ui, input, ssVec3_Add( ssVec3_Scale( grid * x, right ), ssVec3_Scale( grid * y, away ) ),
            none, 1.0 );
    }
    return true;
}

static bool addKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    if ( key == SDLK_0 && modifiers == ui_modShift )
    {
        uiAddPart( ui, input, ss_partWall );
        return true;
    }
    if ( modifiers != ui_modNone || key < SDLK_0 || key > SDLK_9 ) { return false; }
    uiAddPart( ui, input, (ssPartKind)( key == SDLK_0 ? 9 : key - SDLK_1 ) );
    return true;
}

static bool letterKey( uiState* ui, const uiFrameInput* input, int key )
{
    static const struct
    {
        int key;
        uiBuildTool tool;
    } toolKeys[] = { { SDLK_m, ui_toolMove }, { SDLK_u, ui_toolTurn }, { SDLK_z, ui_toolSize },
        { SDLK_v, ui_toolThrow }, { SDLK_j, ui_toolJoint } };
    for ( int i = 0; i < SS_COUNT( toolKeys ); ++i )
    {
        if ( key == toolKeys[i].key )
        {
            chooseTool( ui, toolKeys[i].tool );
            return true;
        }
    }
    switch ( key )
    {
        case SDLK_d: uiDropPart( ui, input ); return true;
        case SDLK_x: ui->build->free = !ui->build->free; return true;
        case SDLK_i: uiFocusOn( ui, "build.add.sphere" ); return true;
        case SDLK_DELETE: uiRemovePart( ui, input ); return true;
        case SDLK_RETURN:
        case SDLK_KP_ENTER:
            uiFocusOn( ui, uiSelectedPart( ui ) != NULL ? "build.name" : "build.add.sphere" );
            return true;
        default: return false;
    }
}

bool uiBuildKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    if ( !ui->build->on || !ui->model.known ) { return false; }
    if ( ( key == SDLK_TAB || key == SDLK_n ) && ( modifiers == ui_modNone || modifiers == ui_modShift ) )
    {
        selectNext( ui, modifiers == ui_modShift ? -1 : 1 );
        return true;
    }
    if ( key == SDLK_d && modifiers == ui_modCtrl )
    {
        uiCopyPart( ui, input );
        return true;
    }
    if ( key == SDLK_DELETE && modifiers == ui_modShift )
    {
        uiClearBuild( ui, input );
        return true;
    }
    return arrowKey( ui, input, key, modifiers ) || addKey( ui, input, key, modifiers ) ||
        ( modifiers == ui_modNone && letterKey( ui, input, key ) );
}

bool uiCancelBuild( uiState* ui, const uiFrameInput* input )
{
    uiBuildPanel* b = ui->build;
    bool busy = b->gesture != ui_buildNone || b->jointFrom != 0 || b->tool != ui_toolMove;
    if ( b->asks )
    {
        b->asks = false;
        return true;
    }
    if ( !b->on ) { return false; }
    if ( busy )
    {
        b->gesture = ui_buildNone;
        b->jointFrom = 0;
        b->tool = ui_toolMove;
    }
    else if ( b->selected > 0 ) { uiSelectPart( ui, 0 ); }
    else { leave( ui, input ); }
    return true;
}
