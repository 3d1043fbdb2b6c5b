// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/typeset.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"

#include <SDL_keycode.h>

// Draws the presentation for a lecture hall.

void uiBeginPresentation( uiState* ui ) { ui->presenting = ( uiPresenting ){ .on = true, .asked = -1 }; }

void uiTogglePresentation( uiState* ui, const uiFrameInput* input )
{
    bool on = !ui->presenting.on;
    ui->styleDirty = true; // it has a theme of its own
    ui->presenting = ( uiPresenting ){ .on = false, .asked = -1 };
    ui->focus.on = ui->help->shown = ui->help->aboutShown = false;
    ui->closePopups = true;
    ui->requests.fontChanged = true;
    ui->view->frameWanted = ui->view->frameWanted || !ui->view->moved;
    if ( on && ui->build->on )
    {
        uiToggleBuild( ui, input ); // its tools are panels
    }
    if ( on ) { uiBeginPresentation( ui ); }
}

void uiUpdatePresentation( uiState* ui, const uiFrameInput* input )
{
    uiPresenting* p = &ui->presenting;
    uiPublish( "ui.present", p->on ? 1.0 : 0.0 );
    uiPublish( "present.black", p->on && p->black ? 1.0 : 0.0 );
    if ( !p->on ) { return; }
    if ( ui->requests.fontChanged ) { p->header = p->formula = 0.0f; }
    if ( input->snapshot->preset != p->preset || input->snapshot->scenario != p->scenario )
    {
        p->preset = input->snapshot->preset;
        p->scenario = input->snapshot->scenario;
        p->noPlots = false;
        p->header = p->formula = 0.0f;
        ui->messages.secondsLeft =
            p->noticed > 0 && p->noticed == ui->messages.count ? 0.0 : ui->messages.secondsLeft;
    }
    uiPublish( "present.em", (double)ui->em );
}

static void beginPart( const char* name, uiRect rect, ImVec2 padding, ImU32 background )
{
    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, padding );
    igPushStyleColor_U32( ImGuiCol_ChildBg, background );
    igBeginChild_Str( name, uiVec2( fmaxf( 1.0f, uiWidth( rect ) ), fmaxf( 1.0f, uiHeight( rect ) ) ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
            ImGuiWindowFlags_AlwaysUseWindowPadding );
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
}

/// Title, preset and sentence, wrapped; the height is kept for the next frame.
static void drawHeader( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const sessionSnapshot* snapshot = input->snapshot;
    const char *own = snapshot->sceneShow.title, *scenario = ssScenario_Base( snapshot->scenario )->title;
    const char* title = tr( own[0] != '\0' ? own : scenario );
    const char* label = own[0] != '\0'                          ? tr( scenario )
        : snapshot->preset != NULL && !snapshot->preset->hidden ? tr( snapshot->preset->label )
                                                                : "";
    const char* point = uiPoint( ui, snapshot );
    float em = layout->em, room = uiWidth( layout->header ) - 2.0f * em;
    beginPart( "##header", layout->header, uiVec2( em, roundf( 0.5f * em ) ), ui->theme.panel );
    ImVec2 at, wide = uiTextSize( ui, ui_fontTitle, title ), small = uiTextSize( ui, ui_fontBody, label );
    igGetCursorScreenPos( &at );
    igPushFont( ui->fonts[ui_fontTitle] );
    uiWrappedText( title );
    igPopFont();
    bool beside = wide.x + small.x + 1.2f * em <= room;
    if ( label[0] != '\0' && beside )
    {
        uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x + wide.x + 1.2f * em,
            at.y + 0.78f * ( wide.y - small.y ), ui->theme.dim, label );
    }
    else if ( label[0] != '\0' ) { uiWrappedColor( ui->theme.dim, label ); }
    uiEvenText( point );
    igGetCursorScreenPos( &at );
    ui->presenting.header = roundf( at.y + 0.2f * em - layout->header.y0 );
    igEndChild();
    uiMarkText( "present.title", title );
    uiMarkText( "present.label", label );
    uiMarkText( "present.point", point );
}

/// What a parameter explains, in a line of its own where it says two things.
static bool explained( const uiFrameInput* input, int index, uiFormula* f )
{
    const char* label = input->snapshot->scenario->model.params[index].label;
    *f = ( uiFormula ){ input->snapshot->explain[index], tr( label ) };
    return f->text[0] != '\0';
}

/// The formula that matters: that of the parameter the keyboard is at, the one that the preset or scenario
/// names, the law of the selected contact, or what a coefficient of friction explains.
static uiFormula chooseFormula( const uiState* ui, const uiFrameInput* input )
{
    uiFormula f;
    const ssScenario* scenario = input->snapshot->scenario;
    const char* named = input->snapshot->show.formula;
    int first = named != NULL ? ssFindScenarioParam( scenario, named ) : -1;
    int mu = ssFindScenarioParam( scenario, "mu" );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        if ( uiParamInStrip( ui, input, i ) && explained( input, i, &f ) )
        {
            return ( uiFormula ){ f.text, "" }; // the strip above has the rest
        }
    }
    if ( ( first >= 0 && explained( input, first, &f ) ) || uiContactFormula( input, &f ) ) { return f; }
    if ( ui->hadContacts )
    {
        return ( uiFormula ){ "|r_T| ≤ μ r_N", tr( "There are no contacts at the moment." ) };
    }
    bool found = mu >= 0 && explained( input, mu, &f );
    for ( int i = 0; i < scenario->model.paramCount && !found; ++i ) { found = explained( input, i, &f ); }
    return found ? f : ( uiFormula ){ "", "" };
}

static void drawFormula( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    float em = layout->em, pad = em, width = uiWidth( layout->formula ) - 2.0f * pad;
    uiFormula chosen = chooseFormula( ui, input );
    const char *formula = chosen.text, *caption = chosen.caption;
    uiMarkText( "present.formula", formula );
    uiMarkText( "present.caption", caption );
    if ( formula[0] == '\0' ) { return; }
    float scale = uiFormulaScale( ui, formula, width, 6.4f * em );
    float needed = roundf( uiFormulaSize( ui, formula, scale, width ).y + 2.2f * em );
    // It never becomes lower while the same thing is shown: the scene would jump.
    ui->presenting.formula = fmaxf( ui->presenting.formula, needed );
    if ( uiHeight( layout->formula ) < em ) { return; }
    beginPart( "##formula", layout->formula, uiVec2( pad, 0.0f ), ui->theme.panel );
    ImDrawList* list = igGetWindowDrawList();
    float x = layout->formula.x0 + pad, y = layout->formula.y0 + roundf( 0.45f * em );
    uiDrawText( ui, list, ui_fontSmall, x, y, ui->theme.dim, uiElide( ui, ui_fontSmall, caption, width ) );
    uiDrawFormula( ui, list, formula, scale, width, x, y + roundf( 1.15f * em ), ui->theme.text );
    uiMarkRect( "present.formula", layout->formula );
    igEndChild();
}

/// The scene has another size than in the last frame: a camera that nobody has moved fits itself to it.
static void fitCamera( uiState* ui, const uiLayout* layout )
{
    uiPresenting* p = &ui->presenting;
    float width = uiWidth( layout->view ), height = uiHeight( layout->view );
    if ( width != p->viewWidth || height != p->viewHeight )
    {
        ui->view->frameWanted = ui->view->frameWanted || !ui->view->moved;
        p->viewWidth = width;
        p->viewHeight = height;
    }
}

static void drawPlots( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    bool sketch = ui->lessonView.on && ui->lessonView.sketch;
    if ( !sketch && ( !uiShowsPlots( ui ) || ui->presenting.noPlots ) ) { return; }
    bool plots = uiShowsPlots( ui ) && !ui->presenting.noPlots;
    uiRect left = rect, right = rect;
    left.x1 = right.x0 = sketch && plots ? roundf( 0.5f * ( rect.x0 + rect.x1 ) )
        : sketch                         ? rect.x1
                                         : rect.x0;
    beginPart( "##plots", rect, uiVec2( 0.0f, 0.0f ), ui->theme.panel );
    if ( sketch ) { uiDrawSketch( ui, input, left ); }
    if ( plots && !uiDrawTwoPlots( ui, input, right ) )
    {
        ui->presenting.noPlots = true; // their room is worth more to the scene
    }
    igEndChild();
}

void uiDrawPresentation(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    const sessionContactList* list = &input->snapshot->contacts;
    ImVec2 none = uiVec2( 0.0f, 0.0f );
    if ( !ui->contact->key.active && list->count > 0 && !list->items[0].hidden )
    {
        uiSelectContact( ui, input, list->items );
    }
    fitCamera( ui, layout );
    uiDrawViewport( ui, input, layout, drawn );
    if ( ui->lessonView.on )
    {
        beginPart(
            "##lesson", layout->lesson, uiVec2( layout->em, roundf( 0.5f * layout->em ) ), ui->theme.panel );
        uiDrawLesson( ui, input );
        igEndChild();
    }
    else
    {
        drawHeader( ui, input, layout );
        drawFormula( ui, input, layout );
    }
    drawPlots( ui, input, layout->plots );
    beginPart( "##timeline", layout->timeline, none, ui->theme.panel );
    uiDrawTimeline( ui, input, layout->timeline );
    igEndChild();
    if ( !uiHidesParams( ui ) ) { uiDrawParamStrip( ui, input, layout->view ); }
}

/// The latest message, above the scene: below it are the formula, scales and the strip of a parameter.
static void drawMessage( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    bool noticed = ui->messages.secondsLeft > 0.0 && ui->messages.notice[0];
    const char* message = noticed ? ui->messages.notice : input->snapshot->message;
    uiMarkText( "status.message", message );
    ui->messages.room = ( uiRect ){ 0 };
    if ( message[0] == '\0' ) { return; }
    const uiRect view = layout->view;
    float em = layout->em, room = uiWidth( view ) - 4.0f * em;
    const char* shown = uiElide( ui, ui_fontBody, message, room );
    ImVec2 size = uiTextSize( ui, ui_fontBody, shown );
    float x = roundf( 0.5f * ( view.x0 + view.x1 - size.x ) ), y = view.y0 + roundf( 1.2f * em );
    ImDrawList* list = igGetForegroundDrawList_Nil();
    uiRect place = { x - em, y - 0.4f * em, x + size.x + em, y + size.y + 0.4f * em };
    ui->messages.room = place; // of which the texts of the next frame keep clear
    uiFillRect( list, place, uiFade( ui->theme.raised, 0.95f ), 0.5f * em );
    uiDrawText( ui, list, ui_fontBody, x, y,
        !noticed || ui->messages.warns ? ui->theme.warning : ui->theme.text, shown );
}

void uiDrawAbove( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    if ( ui->presenting.on ) { drawMessage( ui, input, layout ); }
    uiDrawSpotlight( ui, input );
    if ( ui->presenting.on && ui->presenting.black )
    {
        uiFillRect( igGetForegroundDrawList_Nil(),
            ( uiRect ){ 0.0f, 0.0f, (float)input->width, (float)input->height }, 0xff000000u, 0.0f );
    }
}

/// A notice about what is shown: it does not outlive it.
static void notify( uiState* ui, const char* note )
{
    uiNotify( ui, note );
    ui->presenting.noticed = ui->messages.count;
}

/// Goes to the next preset that menus offer, or back. At the end it stays.
static void turnPage( uiState* ui, const uiFrameInput* input, int direction )
{
    const ssScenario* scenario = input->snapshot->scenario;
    uiPresenting* p = &ui->presenting;
    int current = -1;
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        current = scenario->presets + i == input->snapshot->preset ? i : current;
    }
    // Two taps can come before a snapshot shows what the first one asked for.
    current = p->asked >= 0 && p->asked < scenario->presetCount && p->askedRun == input->snapshot->runNumber
        ? p->asked
        : current;
    int next = current + direction;
    while ( next >= 0 && next < scenario->presetCount && scenario->presets[next].hidden )
    {
        next += direction;
    }
    if ( next >= 0 && next < scenario->presetCount )
    {
        uiChoosePreset( ui, input, next );
        p->asked = next;
        p->askedRun = input->snapshot->runNumber;
        return;
    }
    const char* note = uiPrint( direction > 0 ? tr( "This is the last preset. %s: next scenario" )
                                              : tr( "This is the first preset. %s: previous scenario" ),
        uiActionKeys( direction > 0 ? ui_actionNextScenario : ui_actionPreviousScenario ) );
    notify( ui, note );
}

bool uiNeedsPanels( uiAction action )
{
    static const uiAction actions[] = { ui_actionTogglePanel, ui_actionToggleContact, ui_actionToggleSets,
        ui_actionToggleLaw, ui_actionTypeLaw, ui_actionToggleSolvers, ui_actionWhy, ui_actionNewPane,
        ui_actionMenus, ui_actionToggleTransitions, ui_actionToggleReport, ui_actionToggleSweep,
        ui_actionToggleFit, ui_actionFilterContacts, ui_actionBreakWhen, ui_actionToggleBuild };
    bool found = false;
    for ( int i = 0; i < SS_COUNT( actions ); ++i ) { found = found || actions[i] == action; }
    return found;
}

bool uiPresentationKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    uiPresenting* p = &ui->presenting;
    bool plain = modifiers == ui_modNone, wasBlack = p->black;
    bool blackens = plain && ( key == SDLK_b || key == SDLK_PERIOD ); // what the buttons of presenters send
    bool pages = plain && ( key == SDLK_PAGEDOWN || key == SDLK_PAGEUP );
    bool leaves = plain && key == SDLK_ESCAPE;
    if ( !p->on || ui->find->open || ui->help->shown || ui->files->open || input->opening != NULL )
    {
        return false;
    }
    if ( modifiers == ui_modShift && key == SDLK_l ) // light or dark
    {
        ui->settings.darkSlides = !ui->settings.darkSlides;
        ui->styleDirty = true;
        return true;
    }
    p->black = blackens && !wasBlack;
    if ( pages && input->snapshot->scenario != NULL )
    {
        turnPage( ui, input, key == SDLK_PAGEDOWN ? 1 : -1 );
    }
    if ( blackens || pages || ( wasBlack && leaves ) ) { return true; }
    if ( leaves )
    {
        bool spot = ui->spotlight.on;
        ui->spotlight.on = false;
        if ( !spot ) { uiTogglePresentation( ui, input ); }
        return true;
    }
    if ( uiNeedsPanels( uiFindAction( key, modifiers ) ) )
    {
        const char* note =
            uiPrint( tr( "A presentation has no panels. %s leaves it." ), uiActionKeys( ui_actionPresent ) );
        notify( ui, note );
        return true;
    }
    return false;
}

// Darkens the window but for a soft circle around the pointer, or around the control of the keyboard.

static const float s_opening = 0.16f, s_smallest = 0.05f,
                   s_largest = 0.6f; // radius over height of the window

void uiToggleSpotlight( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->spotlight.on = !ui->spotlight.on;
}

void uiResizeSpotlight( uiState* ui, const uiFrameInput* input, int notches )
{
    (void)input;
    float* radius = &ui->spotlight.radius;
    *radius = uiClamp(
        ( *radius > 0.0f ? *radius : s_opening ) * powf( 1.2f, (float)notches ), s_smallest, s_largest );
    ui->spotlight.on = true;
}

/// The middle of the circle. The pointer is outside the window until it has moved in it.
static ImVec2 middleOf( const uiState* ui, const uiFrameInput* input )
{
    ImVec2 mouse = igGetIO()->MousePos;
    uiRect rect;
    if ( ui->focus.on && uiFindMark( ui->focus.name, &rect ) )
    {
        return uiVec2( 0.5f * ( rect.x0 + rect.x1 ), 0.5f * ( rect.y0 + rect.y1 ) );
    }
    bool inside = mouse.x >= 0.0f && mouse.y >= 0.0f && mouse.x <= (float)input->width &&
        mouse.y <= (float)input->height;
    return inside ? mouse : uiVec2( 0.5f * (float)input->width, 0.5f * (float)input->height );
}

#define SEGMENTS 96
#define RINGS 7

/// Rings of vertices whose darkness grows outwards; the last one is beyond the corners.
static void drawRings( ImDrawList* list, ImVec2 middle, float radius, float far )
{
    const float darkest = 0.82f, soft = 0.45f;
    ImVec2 uv = igGetIO()->Fonts->TexUvWhitePixel;
    ImDrawList_PrimReserve( list, 6 * SEGMENTS * ( RINGS - 1 ), SEGMENTS * RINGS );
    ImDrawIdx first = (ImDrawIdx)list->_VtxCurrentIdx;
    for ( int r = 0; r < RINGS; ++r )
    {
        float share = fminf( (float)r / (float)( RINGS - 2 ), 1.0f );
        float reach = r == RINGS - 1 ? far : radius * ( 1.0f + soft * share );
        ImU32 color = uiFade( 0xff000000u, darkest * share * share * ( 3.0f - 2.0f * share ) );
        for ( int i = 0; i < SEGMENTS; ++i )
        {
            float angle = 2.0f * (float)SS_PI * (float)i / (float)SEGMENTS;
            ImDrawList_PrimWriteVtx( list,
                uiVec2( middle.x + reach * cosf( angle ), middle.y + reach * sinf( angle ) ), uv, color );
        }
    }
    for ( int r = 0; r + 1 < RINGS; ++r )
    {
        for ( int i = 0; i < SEGMENTS; ++i )
        {
            int a = r * SEGMENTS + i, b = r * SEGMENTS + ( i + 1 ) % SEGMENTS, c = a + SEGMENTS,
                d = b + SEGMENTS;
            const int corners[] = { a, b, c, b, d, c };
            for ( int k = 0; k < SS_COUNT( corners ); ++k )
            {
                ImDrawList_PrimWriteIdx( list, (ImDrawIdx)( first + corners[k] ) );
            }
        }
    }
}

void uiDrawSpotlight( uiState* ui, const uiFrameInput* input )
{
    uiPublish( "spotlight", ui->spotlight.on ? 1.0 : 0.0 );
    if ( !ui->spotlight.on ) { return; }
    float height = (float)input->height, width = (float)input->width;
    float radius = height * ( ui->spotlight.radius > 0.0f ? ui->spotlight.radius : s_opening );
    uiPublish( "spotlight.radius", (double)radius );
    drawRings( igGetForegroundDrawList_Nil(), middleOf( ui, input ), radius, 2.0f * hypotf( width, height ) );
}
