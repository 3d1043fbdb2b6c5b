// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "session/lesson/lesson.h"
#include "ui/core/ui_state.h"

#include <string.h>

// Divides the window among panels, plots and scenes.

bool uiShowsOnly( const uiState* ui, const char* part )
{
    const char *only = ui->settings.only, *at = part != NULL ? strstr( only, part ) : only;
    char end = at != NULL && part != NULL ? at[strlen( part )] : ',';
    return only[0] != '\0' && at != NULL && ( at == only || at[-1] == ',' ) && ( end == ',' || end == '\0' );
}

static bool hides( const uiState* ui, unsigned what )
{
    return ui->lessonView.on && ( ui->lessonView.hidden & what ) != 0;
}

bool uiHidesParams( const uiState* ui ) { return hides( ui, lesson_hideParams ); }
bool uiHidesExact( const uiState* ui ) { return hides( ui, lesson_hideExact ); }
bool uiHidesContact( const uiState* ui ) { return hides( ui, lesson_hideContact ); }
bool uiShowsParams( const uiState* ui ) { return ui->settings.showPanel && !uiHidesParams( ui ); }
bool uiShowsPlots( const uiState* ui ) { return ui->settings.showPlots && !hides( ui, lesson_hidePlots ); }

bool uiLessonHolds( uiState* ui )
{
    if ( ui->lessonView.on && ui->lessonView.held )
    {
        uiNotify( ui, tr( "The lesson shows this later. PageDown goes on without an answer." ) );
    }
    return ui->lessonView.on && ui->lessonView.held;
}

float uiPanelShare( const uiState* ui )
{
    return ui->settings.instrument || ui->model.building ? 1.0f : 0.96f;
}

static bool showsContact( const uiState* ui )
{
    return ui->settings.showContact && ui->hadContacts && !uiHidesContact( ui );
}

/// On an upright phone, what is side by side elsewhere stands one below the other.
static bool isNarrow( const uiLayout* l ) { return l->status.x1 < fminf( 36.0f * l->em, l->status.y1 ); }

/// With a lesson: its column at the left, parameters at the right, plots or the like below the scene.
static uiLayout lessonLayout( const uiState* ui, uiLayout l, float w )
{
    const uiSettings* s = &ui->settings;
    float em = l.em, top = l.view.y0, bottom = l.timeline.y0;
    float column = roundf( fminf( UI_LESSON_WIDTH * em, 0.42f * w ) );
    bool plots = uiShowsPlots( ui ) || ui->lessonView.sketch;
    float share = ui->lessonView.sketch ? fmaxf( s->plotShare, 0.46f ) : s->plotShare;
    float split = plots ? roundf( bottom - share * ( bottom - top ) ) : bottom;
    float params = uiShowsParams( ui ) ? roundf( fminf( s->leftWidth * em, 0.25f * w ) ) : 0.0f;
    if ( isNarrow( &l ) )
    {
        float words = roundf( bottom - 0.42f * ( bottom - top ) );
        split = plots ? roundf( words - 0.45f * ( words - top ) ) : words;
        l.view = ( uiRect ){ 0.0f, top, w, split };
        l.plots = ( uiRect ){ 0.0f, split, w, words };
        l.lesson = ( uiRect ){ 0.0f, words, w, bottom };
        l.panel = ( uiRect ){ w, top, w, split };
        return l;
    }
    float law = uiWidth( l.law ), right = w - law;
    // Beside the words the scene keeps its room: first the contact goes, then the parameters.
    params = right - column - params < 0.3f * w || params < fminf( s->leftWidth, 15.0f ) * em ? 0.0f : params;
    float contact = showsContact( ui ) ? roundf( s->rightWidth * em ) : 0.0f;
    contact = right - column - params - contact < 0.38f * w ? 0.0f : contact;
    l.lesson = ( uiRect ){ 0.0f, top, column, bottom };
    l.panel = ( uiRect ){ right - params, top, right, split };
    l.contact = ( uiRect ){ right - params - contact, top, right - params, split };
    l.view = ( uiRect ){ column, top, right - params - contact, split };
    l.plots = ( uiRect ){ column, split, right, bottom };
    return l;
}

/// The law editor takes the right of the window, plots included, and leaves some of it to the scene.
static float lawWidth( const uiSettings* s, float em, float w, float left )
{
    float share = uiClamp( 0.44f * w, 36.0f * em, 50.0f * em );
    float wanted =
        s->lawWidth > 0.0f ? uiClamp( s->lawWidth, UI_MIN_LAW_WIDTH, UI_MAX_SIDE_WIDTH ) * em : share;
    return s->showLaw ? roundf( fminf( wanted, fmaxf( 0.4f * w, 0.88f * w - left ) ) ) : 0.0f;
}

/// A lesson in a presentation: its column at the left, then the scene, plots or the sketch below.
static uiLayout presentLesson( const uiState* ui, float em, float w, float h )
{
    float timeline = roundf( h - 1.9f * em ), column = roundf( fminf( 27.0f * em, 0.42f * w ) );
    bool plots = ( uiShowsPlots( ui ) && !ui->presenting.noPlots ) || ui->lessonView.sketch;
    float split = plots ? roundf( 0.55f * timeline ) : timeline;
    return ( uiLayout ){
        .em = em,
        .menu = { 0.0f, 0.0f, w, 0.0f },
        .tools = { 0.0f, 0.0f, w, 0.0f },
        .lesson = { 0.0f, 0.0f, column, timeline },
        .view = { column, 0.0f, w, split },
        .plots = { column, split, w, timeline },
        .timeline = { 0.0f, timeline, w, h },
        .status = { 0.0f, h, w, h },
        .contact = { w, 0.0f, w, 0.0f },
        .law = { w, 0.0f, w, 0.0f },
    };
}

/// The presentation: title and sentence above, the scene with its formula at the left, plots at the right, or
/// below the scene in a window that is no wider than high, and the timeline.
static uiLayout presentLayout( const uiState* ui, float em, float w, float h )
{
    const uiPresenting* p = &ui->presenting;
    float header = p->header > 0.0f ? p->header : roundf( 5.0f * em );
    float timeline = roundf( h - 1.9f * em ), top = fminf( header, 0.5f * h );
    bool beside = w > 1.15f * h, plots = ui->settings.showPlots && !p->noPlots;
    float split = plots && beside ? roundf( 0.61f * w ) : w;
    float lower = plots && !beside ? roundf( timeline - 0.34f * h ) : timeline;
    float formula = fmaxf( top + 1.0f, lower - p->formula );
    return ( uiLayout ){
        .em = em,
        .menu = { 0.0f, 0.0f, w, 0.0f },
        .tools = { 0.0f, 0.0f, w, 0.0f },
        .header = { 0.0f, 0.0f, w, top },
        .view = { 0.0f, top, split, formula },
        .formula = { 0.0f, formula, split, lower },
        .plots = { beside ? split : 0.0f, beside ? top : lower, w, timeline },
        .timeline = { 0.0f, timeline, w, h },
        .status = { 0.0f, h, w, h },
        .contact = { w, top, w, top },
        .law = { w, top, w, top },
    };
}

/// The start page: the run is in its first card, at the upper left, or above the others in a narrow window.
static uiLayout startLayout( float em, float menu, float w, float h )
{
    const float edge = 1.4f * em, caption = 3.5f * em;
    bool wide = w >= 66.0f * em && h >= 37.0f * em;
    float top = roundf( menu + 3.2f * em ),
          right = wide ? roundf( edge + 0.355f * ( w - 2.0f * edge ) ) : w - edge;
    float bottom = wide ? h - 17.4f * em : top + 0.45f * ( h - top );
    return ( uiLayout ){
        .em = em,
        .menu = { 0.0f, 0.0f, w, menu },
        .tools = { 0.0f, menu, w, menu },
        .view = { edge, top, right, fmaxf( top + 1.0f, roundf( bottom - caption ) ) },
        .cards = { edge, wide ? top : roundf( bottom + 0.8f * em ), w - edge, h },
        .timeline = { 0.0f, h, w, h },
        .status = { 0.0f, h, w, h },
    };
}

// A pure function of sizes and state: the host needs the viewport before ImGui's frame begins.
uiLayout uiComputeLayout( const uiState* ui, int width, int height )
{
    const uiSettings* s = &ui->settings;
    float em = ui->em * igGetIO()->FontGlobalScale, w = (float)width, h = (float)height;
    if ( s->sceneOnly ) { return ( uiLayout ){ .em = em, .view = { 0.0f, 0.0f, w, h } }; }
    if ( ui->onStart ) { return startLayout( em, em + 2.0f * roundf( 0.22f * em ), w, h ); }
    if ( ui->presenting.on ) { return ( ui->lessonView.on ? presentLesson : presentLayout )( ui, em, w, h ); }
    bool part = uiShowsOnly( ui, NULL );
    float bar = roundf( 2.3f * em ), menu = em + 2.0f * roundf( 0.22f * em );
    menu = !part ? menu : uiShowsOnly( ui, "tools" ) ? 0.0f : -bar; // what is not shown lies outside
    float tools = menu + bar;
    float status = part ? h : h - roundf( 1.65f * em ), middle = status - tools;
    if ( middle < 1.0f )
    {
        middle = 1.0f;
        status = tools + 1.0f;
    }
    // Large text needs more height: a plot lower than nine lines shows nothing.
    float share = fmaxf(
        uiClamp( s->plotShare, UI_MIN_PLOT_SHARE, UI_MAX_PLOT_SHARE ), fminf( 9.0f * em / middle, 0.42f ) );
    float timeline = s->showTimeline ? status - roundf( 1.7f * em ) : status;
    float plots = uiShowsPlots( ui ) ? roundf( share * middle ) : 0.0f;
    float split = fmaxf( tools + 1.0f, timeline - plots );
    float left = s->showPanel
        ? roundf( uiClamp( s->leftWidth * uiPanelShare( ui ), UI_MIN_LEFT_WIDTH, UI_MAX_SIDE_WIDTH ) * em )
        : 0.0f;
    left = fminf( left, roundf( 0.46f * w ) );
    float law = lawWidth( s, em, w, left );
    // The contact microscope, or the numbers of a part, disappear if they leave the scene too narrow.
    float right = showsContact( ui ) || ui->model.building
        ? roundf( uiClamp( s->rightWidth * em, UI_MIN_RIGHT_WIDTH * em, UI_MAX_SIDE_WIDTH * em ) )
        : 0.0f;
    right = w - left - law - right < 0.38f * w ? 0.0f : right;
    uiLayout layout = {
        .em = em,
        .menu = { 0.0f, 0.0f, w, menu },
        .tools = { 0.0f, menu, w, tools },
        .panel = { 0.0f, tools, left, split },
        .view = { left, tools, w - law - right, split },
        .contact = { w - law - right, tools, w - law, split },
        .law = { w - law, tools, w, timeline },
        .plots = { 0.0f, split, w - law, timeline },
        .timeline = { 0.0f, timeline, w, status },
        .status = { 0.0f, status, w, fmaxf( h, status + em ) },
    };
    if ( isNarrow( &layout ) && left > 0.0f )
    {
        float lower = roundf( split - 0.46f * ( split - tools ) );
        layout.view = ( uiRect ){ 0.0f, tools, w - law, lower };
        layout.panel = ( uiRect ){ 0.0f, lower, w - law, split };
    }
    return ui->lessonView.on ? lessonLayout( ui, layout, w ) : layout;
}

uiScenes uiComputeScenes( const uiState* ui, const uiFrameInput* input )
{
    uiRect view = uiComputeLayout( ui, input->width, input->height ).view;
    const sessionSnapshot* snapshot = input->snapshot;
    uiScenes scenes = {
        .count = 1, .parts = { view, view }, .draws = { snapshot != NULL ? &snapshot->draw : NULL }
    };
    const sessionCompanionView* twin = snapshot != NULL ? sessionSnapshot_Twin( snapshot ) : NULL;
    bool sided = snapshot != NULL && snapshot->sided && twin == NULL;
    int wanted = (int)ui->settings.twinView;
    if ( ( twin == NULL && !sided ) || wanted == ui_twinTogether ) { return scenes; }
    float w = uiWidth( view ), h = uiHeight( view );
    // The way in which both pictures are larger.
    bool beside = wanted == ui_twinBeside ||
        ( wanted != ui_twinStacked && fminf( 0.5f * w, h ) >= fminf( w, 0.5f * h ) );
    float half = floorf( 0.5f * ( beside ? w : h ) );
    scenes.count = 2;
    scenes.draws[0] = sided ? snapshot->sides : scenes.draws[0];
    scenes.draws[1] = sided ? snapshot->sides + 1 : &twin->draw;
    scenes.parts[0] =
        ( uiRect ){ view.x0, view.y0, beside ? view.x0 + half : view.x1, beside ? view.y1 : view.y0 + half };
    scenes.parts[1] =
        ( uiRect ){ beside ? view.x1 - half : view.x0, beside ? view.y0 : view.y1 - half, view.x1, view.y1 };
    return scenes;
}

static gfxViewport inPixels( const uiFrameInput* input, uiRect r )
{
    float scale = uiPixelScale( input );
    return ( gfxViewport ){ r.x0 * scale, r.y0 * scale, fmaxf( 1.0f, uiWidth( r ) * scale ),
        fmaxf( 1.0f, uiHeight( r ) * scale ) };
}

gfxViewport uiSceneViewport( const uiFrameInput* input, const uiScenes* scenes, int scene )
{
    return inPixels( input, scenes->parts[scene] );
}

gfxViewport uiViewport( const uiState* ui, const uiFrameInput* input )
{
    return inPixels( input, uiComputeScenes( ui, input ).parts[0] );
}

gfxViewport uiWholeViewport( const uiState* ui, const uiFrameInput* input )
{
    return inPixels( input, uiComputeLayout( ui, input->width, input->height ).view );
}

void uiSceneBounds( const sessionSnapshot* snapshot, float center[3], float* radius )
{
    const gfxDrawList* a = &snapshot->draw;
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    memcpy( center, a->boundsCenter, sizeof a->boundsCenter );
    *radius = a->boundsRadius;
    if ( twin == NULL || !( twin->draw.boundsRadius > 0.0f ) || !( *radius > 0.0f ) ) { return; }
    const gfxDrawList* b = &twin->draw;
    float away[3], distance = 0.0f;
    for ( int i = 0; i < 3; ++i )
    {
        away[i] = b->boundsCenter[i] - a->boundsCenter[i];
        distance += away[i] * away[i];
    }
    distance = sqrtf( distance );
    const float lost = 5.0f; // times the radius: a body so far away cannot be shown beside the other
    float larger = fmaxf( a->boundsRadius, b->boundsRadius );
    if ( distance > lost * larger || !( distance < INFINITY ) ) { return; }
    float whole = fmaxf( larger, 0.5f * ( distance + a->boundsRadius + b->boundsRadius ) );
    // From the centre of the larger sphere, or of the first, as far towards the other as it sticks out.
    const gfxDrawList* from = b->boundsRadius > a->boundsRadius ? b : a;
    float share = distance > 0.0f ? ( whole - from->boundsRadius ) / distance : 0.0f;
    for ( int i = 0; i < 3; ++i )
    {
        center[i] = from->boundsCenter[i] + ( from == a ? share : -share ) * away[i];
    }
    *radius = whole;
}

float uiGrowth( const uiState* ui )
{
    const uiTextFit* fit = &ui->textFit;
    const uiSettings usual = uiDefaultSettings();
    return fmaxf( 1.0f, fminf( fit->width / usual.windowWidth, fit->height / usual.windowHeight ) );
}

float uiLineScale( const uiState* ui, float scale )
{
    const float plain = 18.0f; // [px] size of text for which lines are as thin as always
    return ui->presenting.on ? fmaxf( 1.0f, ui->em / plain ) : fmaxf( scale, uiGrowth( ui ) );
}
