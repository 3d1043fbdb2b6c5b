// SPDX-License-Identifier: MIT
#include "ui/panel/panel_params.h"
#include "base/shipped_scene.h"
#include "base/words.h"
#include "shows/shows.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sensitivity.h"
#include "ui/panel/panel_viewport.h"

#include <stdio.h>
#include <string.h>

// The left panel, made from the scenario's table: no code depends on which parameter a row shows.

/// Room for the text of a list as wide as the panel.
static float comboTextWidth( void )
{
    return uiSpace().x - igGetFrameHeight() - 2.0f * igGetStyle()->FramePadding.x;
}

static void scenarioKeys( uiState* ui, const ssScenario* current )
{
    uiFocusKeys keys = uiFocusStop( ui, "scenario", false );
    int count = ssScenarioCount(), steps = keys.steps + keys.fine;
    if ( !keys.focused ) { return; }
    uiFocusRing( ui, uiItemRect() );
    uiFocusSay( ui, tr( "scenario, %s" ), tr( ssScenario_Base( current )->title ) );
    uiFocusHint( ui, tr( "scenario: ← → previous, next · Ctrl+O: search · ↑ ↓ other rows · Esc leaves" ) );
    for ( int i = 0; i < count && steps != 0; ++i )
    {
        if ( ssGetScenario( i ) == ssScenario_Base( current ) )
        {
            ui->requests.load = ssGetScenario( ( ( i + steps ) % count + count ) % count );
        }
    }
}

static void scenarioSource( uiState* ui, const ssScenario* current )
{
    ImVec2 at = uiCursor();
    const char *plugin = ssScenario_Plugin( current ), *source = tr( current->source );
    if ( plugin != NULL )
    {
        source = uiPrint( tr( "plugin %s · %s" ), plugin, source );
        source = uiElide( ui, ui_fontSmall, source, comboTextWidth() );
    }
    uiSmallText( at.x + roundf( 0.3f * ui->em ), ui->theme.dim, source );
}

static void scenarioHead( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* current = ssScenario_Base( input->snapshot->scenario );
    igPushFont( ui->fonts[ui_fontTitle] );
    igPushStyleVar_Vec2(
        ImGuiStyleVar_FramePadding, uiVec2( roundf( 0.3f * ui->em ), roundf( 0.12f * ui->em ) ) );
    igPushStyleColor_U32( ImGuiCol_FrameBg, 0 );
    igPushStyleColor_U32( ImGuiCol_Button, 0 );
    igSetNextItemWidth( -1.0f );
    const char* own = input->snapshot->sceneShow.title; // a built scene goes by its own name
    const char* name = tr( own[0] != '\0' && !ui->lessonView.quiet ? own : current->title );
    const char* title = uiElide( ui, ui_fontTitle, name, comboTextWidth() );
    bool open = igBeginCombo( "##scenario", title, ImGuiComboFlags_HeightLarge );
    igPopStyleColor( 2 );
    igPopStyleVar( 1 );
    if ( !open )
    {
        // an open list is a window of its own, and a font must be popped in the window it was pushed in
        igPopFont();
    }
    uiMarkSaying( "scenario", name );
    scenarioKeys( ui, current );
    if ( igIsItemHovered( 0 ) && !open )
    {
        uiExplain( 28.0f, tr( current->summary ), NULL );
        uiHint( ui, tr( "click: choose a scenario · Ctrl+O: search" ) );
    }
    if ( open )
    {
        igPushFont( ui->fonts[ui_fontBody] );
        for ( int i = 0; i < ssScenarioCount(); ++i )
        {
            const ssScenario* scenario = ssGetScenario( i );
            if ( uiEntry( uiLabel( scenario->title ), scenario == current ) && scenario != current )
            {
                ui->requests.load = scenario;
            }
            uiMark( uiPrint( "scenario.%s", scenario->id ) );
        }
        igPopFont();
        uiEndCombo( ui );
        igPopFont();
    }
    if ( ui->settings.instrument ) { scenarioSource( ui, current ); }
}

// True if the values shown are those of this preset; preset NULL: the defaults.
static bool matchesPreset( const uiState* ui, const uiFrameInput* input, const ssPreset* preset )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const ssScenario* scenario = snapshot->scenario;
    if ( snapshot->build.exists )
    {
        return false; // a build is part of none
    }
    if ( preset &&
        ( ( preset->h > 0.0 && preset->h != snapshot->h ) ||
            ( preset->until > 0.0 && preset->until != snapshot->until ) ) )
    {
        return false;
    }
    if ( !ssScenario_HasLawOf( scenario, preset ) ) { return false; }
    bool same = true;
    for ( int i = 0; i < scenario->model.paramCount && same; ++i )
    {
        same = uiPresetValue( scenario, preset, i ) == uiShownParam( ui, input, i );
    }
    return same;
}

void uiAllToDefault( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int group = uiNewEditGroup( ui );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        double before = uiShownParam( ui, input, i ), after = scenario->model.params[i].defaultValue;
        if ( before != after && uiChangeParam( ui, input, i, after ) )
        {
            uiRecordEdit( ui, i, before, after, group );
        }
    }
}

void uiChoosePreset( uiState* ui, const uiFrameInput* input, int preset )
{
    sessionCommand command = { .kind = session_commandPreset, .param = preset };
    sessionDriver_Post( input->driver, &command );
    memset( ui->posted.params, 0, sizeof( ui->posted.params ) );
    uiForgetEdits( ui );
}

/// The scene that was built and is shown, among those shipped; -1: none of them.
static int shownScene( const uiFrameInput* input )
{
    const char* title = input->snapshot->sceneShow.title;
    for ( int i = 0; i < shippedSceneCount() && title[0] != '\0'; ++i )
    {
        if ( strcmp( shippedSceneAt( i )->show.title, title ) == 0 ) { return i; }
    }
    return -1;
}

/// The keys at the list of presets and, behind them, built scenes. `current` is shown; -1: none.
static void presetKeys( uiState* ui, const uiFrameInput* input, int current )
{
    uiFocusKeys keys = uiFocusStop( ui, "preset", false );
    const ssScenario* scenario = input->snapshot->scenario;
    int presets = scenario->presetCount,
        count = presets + ( uiOffersScenes( scenario ) ? shippedSceneCount() : 0 );
    int scene = uiOffersScenes( scenario ) ? shownScene( input ) : -1;
    current = scene >= 0 ? presets + scene : current;
    int steps = keys.steps + keys.fine, step = steps > 0 ? 1 : -1, next = current;
    if ( !keys.focused ) { return; }
    uiFocusRing( ui, uiItemRect() );
    uiFocusSay( ui, tr( "preset, %s" ),
        scene >= 0         ? tr( shippedSceneAt( scene )->show.title )
            : current >= 0 ? tr( scenario->presets[current].label )
                           : tr( "custom values" ) );
    uiFocusHint( ui, "%s", tr( "preset: ← → choose · Del: start values · ↑ ↓ other rows · Esc leaves" ) );
    for ( int i = current + step; i >= 0 && i < count && steps != 0; i += step )
    {
        bool hidden = i < presets && scenario->presets[i].hidden;
        steps -= hidden ? 0 : step;
        next = hidden ? next : i;
    }
    if ( keys.remove ) { uiAllToDefault( ui, input ); }
    else if ( next != current && next >= presets )
    {
        uiLoadShippedScene( ui, shippedSceneAt( next - presets )->name );
    }
    else if ( next != current ) { uiChoosePreset( ui, input, next ); }
}

/// Draws an entry of the list of presets: its label and, below it, its sentence. True if it was clicked.
static bool presetEntry( uiState* ui, const char* mark, const char* title, const char* point, bool current )
{
    ImVec2 at = uiCursor(), available = uiSpace(), size = { 0.0f, 0.0f };
    point = uiIndexed( tr( point ) );
    if ( point != NULL ) { igCalcTextSize( &size, point, NULL, false, available.x ); }
    float line = igGetFontSize();
    igPushID_Str( mark );
    bool clicked = igSelectable_Bool( uiLabel( title ), current, 0, uiVec2( 0.0f, line + size.y ) );
    igPopID();
    uiMark( mark );
    uiScrollTo( mark );
    if ( point != NULL )
    {
        ImDrawList_AddText_FontPtr( igGetWindowDrawList(), igGetFont(), igGetFontSize(),
            uiVec2( floorf( at.x ), floorf( at.y + line ) ), ui->theme.dim, point, NULL, available.x, NULL );
    }
    return clicked;
}

void uiLoadShippedScene( uiState* ui, const char* name )
{
    snprintf( ui->requests.loadScene, sizeof( ui->requests.loadScene ), "%s", name );
}

bool uiOffersScenes( const ssScenario* scenario )
{
    return strcmp( ssScenario_Base( scenario )->id, "playground" ) == 0;
}

/// The scenes that were built in the playground, below its presets.
static void sceneEntries( uiState* ui, const uiFrameInput* input )
{
    igSeparator();
    uiDimText( "%s", tr( "Built scenes" ) );
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        const shippedScene* scene = shippedSceneAt( i );
        bool current = strcmp( input->snapshot->sceneShow.title, scene->show.title ) == 0;
        if ( presetEntry(
                 ui, uiPrint( "scene.%s", scene->name ), scene->show.title, scene->show.point, current ) )
        {
            uiLoadShippedScene( ui, scene->name );
        }
    }
}

static void presetCombo( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const char* title = input->snapshot->sceneShow.title;
    int current = 0;
    while ( current < scenario->presetCount && !matchesPreset( ui, input, scenario->presets + current ) )
    {
        ++current;
    }
    current = current < scenario->presetCount ? current : -1;
    const char* shown = ui->lessonView.quiet
        ? tr( "values of the lesson" ) // names of presets tell what they show
        : title[0] != '\0'                 ? tr( title )
        : input->snapshot->build.exists    ? tr( "a scene of your own" )
        : current >= 0                     ? tr( scenario->presets[current].label )
        : matchesPreset( ui, input, NULL ) ? tr( "Start values" )
                                           : tr( "custom values" );
    igSetNextItemWidth( -1.0f );
    bool built = input->snapshot->build.exists && title[0] != '\0'; // its name is in the line above
    const char* text = built && !ui->lessonView.quiet ? tr( "built scene" ) : shown;
    const char* label = uiElide( ui, ui_fontBody, text, comboTextWidth() );
    bool open = igBeginCombo( "##preset", label, ImGuiComboFlags_HeightLarge );
    uiMarkSaying( "preset", shown );
    uiMarkText( "preset.shown", label );
    presetKeys( ui, input, current );
    if ( igIsItemHovered( 0 ) && !open ) { uiExplain( 28.0f, shown, uiPoint( ui, input->snapshot ) ); }
    if ( !open ) { return; }
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        if ( scenario->presets[i].hidden ) { continue; }
        const char* mark = uiPrint( "preset.%s", scenario->presets[i].name );
        const ssPreset* preset = scenario->presets + i;
        if ( presetEntry( ui, mark, preset->label, showOfPreset( scenario, preset )->point, i == current ) )
        {
            uiChoosePreset( ui, input, i );
        }
    }
    if ( uiOffersScenes( scenario ) ) { sceneEntries( ui, input ); }
    uiEndCombo( ui );
}

const char* uiGroupName( const char* english )
{
    static const char law[] = "law: "; // followed by the title of a typed law
    bool typed = strncmp( english, law, sizeof( law ) - 1 ) == 0;
    const char* title = typed ? english + sizeof( law ) - 1 : "";
    return uiPrint( "%s%s%s", typed ? tr( "law" ) : tr( english ), typed ? ": " : "",
        title[0] != '\0' ? tr( title ) : "" );
}

/// What a row is to the face of the window.
typedef enum rowPlace
{
    rowNowhere, // the run does not read it, or only the instrument shows it
    rowFront,
    rowGrouped // in the instrument, or under More
} rowPlace;

static rowPlace placeOf( const uiState* ui, const sessionSnapshot* snapshot, int index )
{
    const ssScenario* scenario = snapshot->scenario;
    const ssParam* param = scenario->model.params + index;
    const showFront* front = snapshot->show.front;
    bool law = index >= ssScenario_Base( scenario )->model.paramCount, namesLaw = false;
    for ( int i = 0; i < show_maxFront && front[i].key != NULL; ++i )
    {
        namesLaw = namesLaw || strncmp( front[i].key, "law.", 4 ) == 0;
    }
    bool numerics = strcmp( param->group, "numerics" ) == 0;
    bool first = showFindFront( &snapshot->show, param->key ) != NULL || ( law && !namesLaw );
    return snapshot->unused[index] ? rowNowhere
        : uiShowsOnly( ui, NULL )
        ? ( uiShowsOnly( ui, uiPrint( "param.%s", param->key ) ) ? rowFront : rowNowhere )
        : ui->settings.instrument ? rowGrouped
        : first                   ? rowFront
        : numerics                ? rowNowhere
        : front[0].key == NULL    ? rowFront
                                  : rowGrouped;
}

/// Rows in the table's order, each group at its first row, a typed law's first. Returns how many there are;
/// draws none where `c` is NULL.
static int drawGroups( uiState* ui, const uiFrameInput* input, const uiParamColumns* c )
{
    const ssScenario* scenario = input->snapshot->scenario;
    const ssParam* params = scenario->model.params;
    int own = ssScenario_Base( scenario )->model.paramCount, count = scenario->model.paramCount, rows = 0;
    bool done[SS_MAX_PARAMS] = { false };
    for ( int k = 0; k < count; ++k )
    {
        int i = ( own + k ) % count;
        bool first = !done[i] && placeOf( ui, input->snapshot, i ) == rowGrouped;
        if ( first && c != NULL ) { uiHeading( ui, 0.15f, uiGroupName( params[i].group ) ); }
        for ( int j = i; j < count && first; ++j )
        {
            if ( !done[j] && placeOf( ui, input->snapshot, j ) == rowGrouped &&
                strcmp( params[j].group, params[i].group ) == 0 )
            {
                done[j] = true;
                ++rows;
                c != NULL ? uiDrawParamRow( ui, input, j, c ) : (void)0;
            }
        }
    }
    return rows;
}

/// The rows in front: those of the show in its order, then others such as those of a typed law. Returns how
/// many.
static int drawFront( uiState* ui, const uiFrameInput* input, const uiParamColumns* c )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const showFront* front = snapshot->show.front;
    const ssParam* params = snapshot->scenario->model.params;
    int rows = 0;
    igDummy( uiVec2( 0.0f, roundf( 0.3f * igGetFontSize() ) ) );
    for ( int k = 0; k < show_maxFront + snapshot->scenario->model.paramCount; ++k )
    {
        bool named = k < show_maxFront;
        int i = !named             ? k - show_maxFront
            : front[k].key != NULL ? ssFindScenarioParam( snapshot->scenario, front[k].key )
                                   : -1;
        bool own = i >= 0 && ( named || showFindFront( &snapshot->show, params[i].key ) == NULL );
        if ( own && placeOf( ui, snapshot, i ) == rowFront )
        {
            uiDrawParamRow( ui, input, i, c );
            ++rows;
        }
    }
    return rows;
}

/// Opens and closes the rows that are not in front.
static void drawMore( uiState* ui, int rows )
{
    float em = igGetFontSize(), height = igGetFrameHeight(), r = 0.28f * em;
    ImVec2 at = uiCursor(), room = uiSpace();
    bool* open = &ui->params->more;
    *open = uiAreaButton( "params.more", uiVec2( room.x, height ) ) ? !*open : *open;
    const char* text = uiPrint( *open ? tr( "Less" ) : tr( "More (%d)" ), rows );
    uiMarkSaying( "params.more", text );
    ImU32 ink = igIsItemHovered( 0 ) ? ui->theme.text : ui->theme.accent;
    float x = at.x + 0.5f * em, y = at.y + 0.5f * height;
    ImDrawList_AddTriangleFilled( igGetWindowDrawList(),
        *open ? uiVec2( x - r, y - 0.6f * r ) : uiVec2( x - 0.6f * r, y - r ),
        *open ? uiVec2( x + r, y - 0.6f * r ) : uiVec2( x + 0.8f * r, y ),
        *open ? uiVec2( x, y + 0.8f * r ) : uiVec2( x - 0.6f * r, y + r ), ink );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x + 1.15f * em, y - 0.5f * em, ink, text );
    uiPublish( "params.more", *open ? 1.0 : 0.0 );
}

void uiDrawParams( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float em = igGetFontSize();
    bool instrument = ui->settings.instrument;
    scenarioHead( ui, input );
    if ( scenario->presetCount > 0 ) { presetCombo( ui, input ); }
    uiDrawTwinPresets( ui, input );
    if ( input->snapshot->build.exists )
    {
        const char* text =
            uiPrint( tr( "Parts: %d · B: change them" ), input->snapshot->build.build->partCount );
        uiDimText( "%s", text );
        uiMarkText( "build.summary", text );
    }
    uiDrawSensitivityLine( ui, input );
    uiParamColumns c = uiMeasureParamColumns( ui, input );
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 0.5f * em ), roundf( 0.12f * em ) ) );
    int others = instrument ? 0 : drawGroups( ui, input, NULL );
    int rows = instrument ? 0 : drawFront( ui, input, &c );
    if ( others > 0 ) { drawMore( ui, others ); }
    if ( instrument || ui->params->more ) { rows += drawGroups( ui, input, &c ); }
    uiPublish( "params.rows", (double)rows );
    igPopStyleVar( 1 );
}

// The parameter that the keyboard is at, in a strip over the scene: a presentation has no panel.

static void drawOne( uiState* ui, const uiFrameInput* input, int index, uiRect view )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    // The formula below it explains the value; a change that waits has a line here.
    bool waits =
        input->snapshot->pending[index] != input->snapshot->values[index] || input->snapshot->waits[index];
    float em = ui->em * igGetIO()->FontGlobalScale, height = roundf( ( waits ? 4.5f : 3.3f ) * em );
    ui->params->stripHeight = height;
    igSetCursorScreenPos( uiVec2( view.x0, view.y1 - height ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( em, roundf( 0.5f * em ) ) );
    igPushStyleColor_U32( ImGuiCol_ChildBg, ui->theme.panel );
    bool open = igBeginChild_Str( "##strip", uiVec2( uiWidth( view ), height ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
            ImGuiWindowFlags_AlwaysUseWindowPadding );
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
    if ( open )
    {
        ImVec2 at = uiCursor();
        uiSmallText( at.x, ui->theme.dim, tr( param->label ) );
        uiParamColumns c = uiMeasureParamColumns( ui, input );
        uiDrawParamRow( ui, input, index, &c );
    }
    igEndChild();
}

bool uiParamInStrip( const uiState* ui, const uiFrameInput* input, int index )
{
    const ssParam* param = input->snapshot->scenario->model.params + index;
    return ui->focus.on && strcmp( ui->focus.name, uiPrint( "param.%s", param->key ) ) == 0;
}

void uiDrawParamStrip( uiState* ui, const uiFrameInput* input, uiRect view )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int own = ssScenario_Base( scenario )->model.paramCount, count = scenario->model.paramCount;
    ui->params->stripHeight = 0.0f;
    for ( int k = 0; k < count; ++k )
    {
        int i = ( own + k ) % count; // those of a typed law first, as in the panel
        const ssParam* param = scenario->model.params + i;
        if ( input->snapshot->unused[i] || param->kind == ss_paramText ) { continue; }
        if ( uiParamInStrip( ui, input, i ) )
        {
            drawOne( ui, input, i, view );
            continue;
        }
        uiFocusStop( ui, uiPrint( "param.%s", param->key ), param->kind != ss_paramChoice );
    }
}
