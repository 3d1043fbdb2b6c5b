// SPDX-License-Identifier: MIT
#include "ui/panel/panel_viewport.h"
#include "base/words.h"
#include "shows/shows.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_measure.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_pins.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_timeline.h"

#include <string.h>

// Over the scene: labels, clock, legends, the selected contact and the spring that pulls a body.

void uiFrameAll( uiState* ui, const uiFrameInput* input )
{
    float center[3], radius;
    uiSceneBounds( input->snapshot, center, &radius );
    gfxViewport viewport = uiViewport( ui, input );
    uiViewPanel* view = ui->view;
    view->moved = view->held = false;
    view->fitDistance = view->lead[0] = view->lead[1] = view->lead[2] = 0.0f;
    view->stretch = 1.0f;
    view->framed = uiFraming( ui, input );
    if ( view->framed.kind != gfx_framingNow )
    {
        memcpy( view->camera.target, view->framed.target, sizeof view->camera.target );
        view->camera.distance = view->framed.distance;
    }
    else if ( radius > 0.0f )
    {
        gfxCamera_Frame( &view->camera, center, radius / uiOpeningZoom( input ), &viewport );
    }
}

void uiHoldCamera( uiState* ui ) { ui->view->moved = ui->view->held = true; }

gfxFraming uiFraming( const uiState* ui, const uiFrameInput* input )
{
    static const gfxPath unknown = { .count = 0 };
    const double ahead = 1.2; // [s] of the clock on the wall
    const sessionSnapshot* s = input->snapshot;
    // Parts that are being put together, and twins, go ways of their own.
    bool known = !ui->build->on && sessionSnapshot_Twin( s ) == NULL && ui->settings.follow;
    const gfxStage now = gfxStageOf( &s->draw, s->time );
    gfxViewport viewport = uiViewport( ui, input );
    return gfxFrame( known ? &s->path : &unknown, &now, &ui->view->camera, &viewport, uiOpeningZoom( input ),
        ahead * s->speed );
}

float uiOpeningZoom( const uiFrameInput* input )
{
    double zoom = input->snapshot->show.camera.zoom;
    return zoom > 0.0 ? (float)zoom : 1.0f;
}

void uiResetCamera( uiState* ui, const uiFrameInput* input )
{
    const showCamera* own = &input->snapshot->show.camera;
    gfxCamera camera = gfxDefaultCamera();
    if ( own->zoom > 0.0 )
    {
        camera.yaw = (float)( own->yawDeg * SS_PI / 180.0 );
        camera.pitch = (float)( own->pitchDeg * SS_PI / 180.0 );
    }
    ui->view->camera = camera;
    uiFrameAll( ui, input );
}

typedef struct measureContext
{
    uiState* ui;
    float scale;
} measureContext;

/// In a presentation all text is large, and larger labels would hide each other.
static uiFont labelFont( const uiState* ui, bool title )
{
    return title && !ui->presenting.on ? ui_fontFormula : ui_fontBody;
}

static void measure( void* context, const char* text, bool title, float size[2] )
{
    measureContext* m = context;
    ImVec2 extent = uiTextSize( m->ui, labelFont( m->ui, title ), tr( text ) );
    size[0] = extent.x * m->scale;
    size[1] = extent.y * m->scale;
}

static void addFocus( gfxLabelRoom* room, const float point[3] )
{
    if ( room->focusCount < gfx_maxFocus )
    {
        memcpy( room->focus[room->focusCount++], point, sizeof room->focus[0] );
    }
}

/// What is selected or under the mouse: arrows from there say their values.
static void fillFocus(
    const uiState* ui, const uiFrameInput* input, const uiScenes* scenes, gfxLabelRoom* room )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    const uiViewPanel* view = ui->view;
    float at[3];
    if ( contacts->selected.found )
    {
        uiPlaceSelection( input->snapshot, scenes, at );
        addFocus( room, at );
    }
    if ( view->hoverContact ) { addFocus( room, view->hoverPoint ); }
    if ( view->hoverBody >= 0 && uiFindBody( &input->snapshot->draw, view->hoverBody, at ) )
    {
        addFocus( room, at );
    }
    for ( int i = 0; i < contacts->count && view->hoverBody >= 0; ++i )
    {
        const sessionContact* c = contacts->items + i;
        if ( c->a == view->hoverBody || c->b == view->hoverBody ) { addFocus( room, c->point ); }
    }
}

static void drawLabel( uiState* ui, ImDrawList* list, const gfxScreenLabel* label, float scale )
{
    uiFont font = labelFont( ui, label->title );
    float x = label->x / scale, y = label->y / scale, w = label->width / scale, h = label->height / scale;
    float ax = label->anchor[0] / scale, ay = label->anchor[1] / scale;
    ImU32 color = 0xff000000u | (ImU32)( label->color[0] * 255.0f + 0.5f ) |
        (ImU32)( label->color[1] * 255.0f + 0.5f ) << 8 | (ImU32)( label->color[2] * 255.0f + 0.5f ) << 16;
    color = uiFade( color, label->shown );
    // A line connects a label to what it names if it had to move away.
    float nearX = fminf( fmaxf( ax, x ), x + w ), nearY = fminf( fmaxf( ay, y ), y + h );
    if ( hypotf( ax - nearX, ay - nearY ) > 1.2f * h )
    {
        uiDrawLine( list, nearX, nearY, ax, ay, uiFade( color, 0.6f * label->shown ), 1.0f );
        ImDrawList_AddCircleFilled( list, uiVec2( ax, ay ), 2.0f, uiFade( color, 0.8f * label->shown ), 0 );
    }
    uiDrawPlateText( ui, list, font, x, y, color, 0.7f * label->shown, tr( label->text ) );
}

/// Draws the labels of a scene; returns how many. `missing` counts those that should be there and are not.
static int drawLabels( uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn,
    uiOverlay* overlay, const uiScenes* scenes, int scene, int* missing )
{
    float scale = uiPixelScale( input );
    gfxTaken taken[gfx_maxTaken];
    int takenCount = 0;
    for ( ; takenCount < overlay->count && takenCount < gfx_maxTaken; ++takenCount )
    {
        const uiRect* r = overlay->taken + takenCount;
        taken[takenCount] = ( gfxTaken ){ scale * r->x0, scale * r->y0, scale * r->x1, scale * r->y1 };
    }
    gfxViewport viewport = uiSceneViewport( input, scenes, scene );
    gfxPalette palette = uiPalette( ui );
    // The colour of an open contact is too pale for text.
    memcpy( palette.mode[ss_modeOpen], palette.dimText, sizeof( palette.dimText ) );
    measureContext context = { ui, scale };
    gfxStyle style = ui->settings.style;
    style.lineScale = scale * uiLineScale( ui, 1.0f );
    uiViewPanel* view = ui->view;
    bool moves = input->snapshot->time != view->labelledAt;
    // What the user hides and shows again leaves the labels where they were.
    uint32_t drawFlags = 2 * ui->settings.drawFlags + ( style.logArrows ? 1 : 0 );
    if ( drawFlags != view->labelledWith )
    {
        view->labelMemory[0].count = view->labelMemory[1].count = 0;
        view->labelledWith = drawFlags;
    }
    gfxLabelRoom room = { .measure = measure,
        .context = &context,
        .taken = taken,
        .takenCount = takenCount,
        .memory = view->labelMemory + scene,
        .seconds = moves ? igGetIO()->DeltaTime : 0.0f,
        .sentence = uiPoint( ui, input->snapshot ) };
    fillFocus( ui, input, scenes, &room );
    int lost = 0,
        count = gfxLayoutLabels( scenes->draws[scene], drawn, &viewport, &palette, &style, &room,
            view->labels, ui_maxLabels, &lost );
    *missing += lost;
    for ( int i = 0; i < count; ++i )
    {
        const gfxScreenLabel* label = view->labels + i;
        if ( label->title && uiHidesContact( ui ) ) // the mode of the contact
        {
            continue;
        }
        drawLabel( ui, list, label, scale );
        float x = label->x / scale, y = label->y / scale;
        uiTakePlace( overlay, ( uiRect ){ x, y, x + label->width / scale, y + label->height / scale } );
    }
    return count;
}

double uiPresetValue( const ssScenario* scenario, const ssPreset* preset, int param )
{
    double value = scenario->model.params[param].defaultValue;
    for ( int i = 0; preset != NULL && i < preset->valueCount; ++i )
    {
        bool named = ssFindScenarioParam( scenario, preset->values[i].key ) == param;
        value = named ? preset->values[i].value : value;
    }
    return value;
}

/// Does the run still have the values and law of its preset's sentence? Rows it does not read do not count.
static bool isOfPreset( const sessionSnapshot* snapshot, const ssPreset* preset )
{
    const ssScenario* scenario = snapshot->scenario;
    bool same = ssScenario_HasLawOf( scenario, preset );
    for ( int i = 0; i < scenario->model.paramCount && same; ++i )
    {
        same = snapshot->unused[i] || snapshot->values[i] == uiPresetValue( scenario, preset, i );
    }
    return same;
}

const char* uiPoint( const uiState* ui, const sessionSnapshot* snapshot )
{
    const showView* show = &snapshot->show;
    const ssScenario* scenario = snapshot->scenario;
    if ( show->teller == show_byScene ) { return tr( show->point ); }
    bool ofPreset = show->teller == show_byPreset && isOfPreset( snapshot, snapshot->preset );
    if ( !ofPreset && scenario->law != NULL && !ssScenario_HasLawOf( scenario, NULL ) )
    {
        return uiPrint(
            tr( "With a law of your own: %s." ), tr( ssLawProgram_Info( scenario->law )->title ) );
    }
    // The other sentences are about other bodies than built ones.
    bool built = snapshot->build.exists || ui->model.building;
    return built ? "" : tr( ofPreset ? show->point : showOf( scenario, NULL ).point );
}

/// The sentence of the view, where it can also be about keys.
static const char* pointOf( const uiState* ui, const sessionSnapshot* snapshot )
{
    const char* point = uiPoint( ui, snapshot );
    return point[0] != '\0' ? point
        : ui->model.building
        ? tr( "Add parts at the left, drag them into place, and press Space to run them." )
        : tr( "Built by hand: B changes the parts, Space runs them." );
}

/// Draws the sentence of what there is to see, between clock and modes. Returns where it ends.
static float drawPoint( uiState* ui, const uiFrameInput* input, const uiLayout* layout, uiRect clock,
    ImDrawList* list, uiOverlay* overlay )
{
    const char* text = pointOf( ui, input->snapshot );
    float em = layout->em, x0 = fmaxf( layout->view.x0 + 10.5f * em, clock.x1 + em ),
          y = layout->view.y0 + roundf( 0.55f * em );
    float x1 = fminf(
        layout->view.x1 - 7.5f * em, uiRoomRightOf( overlay, ( uiRect ){ x0, y, x0, y + 3.0f * em } ) );
    uiRect free = { x0, y, x0 + 12.0f * em, y + 3.0f * em };
    bool taken = !uiFindPlace( overlay, &free, ui_overlayDown ) || free.y0 > y;
    if ( x1 - x0 < 12.0f * em || taken || ui->presenting.on ||
        ui->lessonView.on ) // it would tell what to find out
    {
        return y;
    }
    uiMarkText( "view.point", text );
    text = uiIndexed( text );
    ImVec2 size;
    igPushFont( ui->fonts[ui_fontBody] );
    // The narrowest width that takes no further line: a last line of one word looks forgotten.
    float wrap = x1 - x0, narrow = 0.0f;
    igCalcTextSize( &size, text, NULL, false, wrap );
    float height = size.y;
    for ( int i = 0; i < 8; ++i )
    {
        float middle = 0.5f * ( narrow + wrap );
        igCalcTextSize( &size, text, NULL, false, middle );
        *( size.y > height ? &narrow : &wrap ) = middle;
    }
    igCalcTextSize( &size, text, NULL, false, wrap );
    uiFillRect( list,
        ( uiRect ){ x0 - 0.3f * em, y - 0.1f * em, x0 + size.x + 0.3f * em, y + size.y + 0.1f * em },
        uiFade( ui->theme.background, 0.5f ), roundf( 0.2f * em ) );
    ImDrawList_AddText_FontPtr( list, ui->fonts[ui_fontBody], igGetFontSize(),
        uiVec2( floorf( x0 ), floorf( y ) ), ui->theme.text, text, NULL, wrap, NULL );
    igPopFont();
    uiTakePlace( overlay, ( uiRect ){ x0, y, x0 + size.x, y + size.y } );
    return y + size.y;
}

/// Draws a hint in a pill at the bottom of the view, in the middle if there is room.
static void drawPill(
    uiState* ui, const uiLayout* layout, ImDrawList* list, const char* hint, uiOverlay* overlay )
{
    float em = layout->em, px = 1.1f * em, py = 0.45f * em;
    uiFont font = labelFont( ui, true );
    ImVec2 size = uiTextSize( ui, font, hint );
    float cx = 0.5f * ( overlay->view.x0 + overlay->view.x1 ), cy = overlay->view.y1 - 2.4f * em;
    uiRect place = { cx - 0.5f * size.x - px, cy - 0.5f * size.y - py, cx + 0.5f * size.x + px,
        cy + 0.5f * size.y + py };
    if ( !uiFindAndTakePlace( overlay, &place, ui_overlayAside ) ) { return; }
    uiFillRect( list, place, uiFade( ui->theme.raised, 0.88f ), 0.5f * size.y + py );
    uiDrawText( ui, list, font, place.x0 + px, place.y0 + py, ui->theme.text, hint );
    uiMarkRect( "view.hint", place );
    uiMarkText( "view.hint", hint );
}

/// What the simulation is busy with once the user has to wait for it. NULL: no waiting.
static const char* describeWork( const uiFrameInput* input )
{
    const double patience = 0.1; // [s]
    const sessionWork* work = &input->work;
    if ( input->opening != NULL )
    {
        const char* slash = strrchr( input->opening, '/' );
        return uiPrint( tr( "reading %.60s … %d%% · Esc cancels" ),
            slash != NULL ? slash + 1 : input->opening, (int)( 100.0 * input->openingShare ) );
    }
    if ( work->seeking && work->soughtSeconds > patience )
    {
        double share = (double)( work->at - work->from ) / fmax( 1.0, (double)( work->to - work->from ) );
        const char* number = uiFormatQuantity( (double)work->to * input->snapshot->h, "s" );
        return uiPrint( tr( "going to t = %s … %d%% · Space stops" ), number, (int)( 100.0 * share ) );
    }
    // Where every step takes that long, the text stays, so that it does not flicker.
    bool slow = input->snapshot->playing && 1e-6 * input->snapshot->stepMicros > patience;
    bool waits = work->seconds > patience || ( slow && !input->virtualClock );
    return waits ? uiPrint( tr( "computing a step … %.1f s" ), work->seconds ) : NULL;
}

/// Says that not all contacts of a log are shown. NULL: all are.
static const char* describeChoice( const sessionSnapshot* snapshot )
{
    int signal = snapshot->recorded ? ssFindSignal( snapshot->scenario, "closed" ) : -1;
    int shown = snapshot->draw.contactCount > 0 ? snapshot->draw.contactCount : snapshot->contacts.count;
    return signal < 0 || shown == 0 || !( snapshot->signals[signal] > SS_LOG_SHOWN )
        ? NULL
        : uiPrint( tr( "%d of %.0f contacts shown" ), shown, snapshot->signals[signal] );
}

/// Draws a line of the clock's block, and makes the block as wide as the line.
static void drawClockLine(
    uiState* ui, ImDrawList* list, uiFont font, ImU32 color, float height, const char* text, uiRect* block )
{
    uiDrawPlateText( ui, list, font, block->x0, block->y1, color, 0.3f, text );
    block->x1 = fmaxf( block->x1, block->x0 + uiTextSize( ui, font, text ).x );
    block->y1 += height;
}

/// The time and what there is to know about it. Returns the place of all lines.
static uiRect drawClock(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list, uiOverlay* overlay )
{
    const sessionSnapshot* snapshot = input->snapshot;
    float em = layout->em, x = layout->view.x0 + roundf( 0.8f * em ),
          y = layout->view.y0 + roundf( 0.5f * em );
    uiRect block = { x, y, x + 8.0f * em, y + 3.0f * em };
    bool placed = uiFindPlace( overlay, &block, ui_overlayDown );
    block = ( uiRect ){ x, block.y0, x, block.y0 };
    // The time has as many decimals as the step size, so that only the last digits change.
    int decimals = snapshot->h > 0.0 ? (int)ceil( -log10( snapshot->h ) - 1e-9 ) : 4;
    decimals = decimals < 2 ? 2 : decimals > 6 ? 6 : decimals;
    const char* text = uiPrint( "t = %.*f s", decimals, snapshot->time );
    uiMarkText( "clock", text );
    if ( !placed ) { return block; }
    if ( !ui->presenting.on ) // its timeline has the time, too
    {
        drawClockLine( ui, list, ui_fontTitle, ui->theme.text, 1.75f * em, text, &block );
    }
    const char* state = snapshot->resting                    ? tr( "begins again" )
        : !uiShownPlaying( ui, input ) && snapshot->step > 0 ? tr( "paused" )
                                                             : NULL;
    if ( state != NULL && !snapshot->finished && !ui->settings.sceneOnly )
    {
        drawClockLine( ui, list, ui_fontBody, ui->theme.dim, 1.3f * em, state, &block );
    }
    ImVec2 live = uiDrawLiveLine( ui, input, list, x, block.y1 );
    block.x1 = fmaxf( block.x1, x + live.x );
    block.y1 += live.y;
    text = describeChoice( snapshot );
    if ( text != NULL )
    {
        drawClockLine( ui, list, ui_fontBody, ui->theme.warning, 1.3f * em, text, &block );
        uiMarkText( "view.shown", text );
    }
    uiTakePlace( overlay, block );
    return block;
}

/// What the user can do, or has to wait for; NULL: nothing is to be said.
static const char* chooseHint( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    // nobody can press a key in a film or a figure
    const char* work = ui->settings.sceneOnly ? NULL : describeWork( input );
    if ( ui->settings.sceneOnly || work != NULL || ui->lessonView.on ) // the lesson says what to do
    {
        return work;
    }
    if ( snapshot->finished )
    {
        const char* ended = uiLiveEnd( input );
        return ended != NULL     ? ended
            : snapshot->recorded ? tr( "end of the log · Space plays it again" )
                                 : tr( "end of the run · Space goes on · R begins again" );
    }
    float pixel[2];
    gfxViewport viewport = uiViewport( ui, input );
    const gfxStage stage = gfxStageOf( &snapshot->draw, snapshot->time );
    bool seen = gfxCamera_Project( &ui->view->camera, &viewport, stage.center, pixel ) && pixel[0] > 0.0f &&
        pixel[1] > 0.0f && pixel[0] < viewport.width && pixel[1] < viewport.height;
    if ( ui->view->held && !seen ) { return tr( "F shows it again" ); }
    bool waits = !uiShownPlaying( ui, input ) && snapshot->step == 0 && snapshot->lastStep > 0;
    return !waits ? NULL : snapshot->recorded ? tr( "Space to play" ) : tr( "Space to run" );
}

// Draws the spring between a body and the mouse. The same hand pulls in both scenes.
static void drawSpring( uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn,
    const uiScenes* scenes, int scene )
{
    float scale = uiPixelScale( input );
    gfxViewport viewport = uiSceneViewport( input, scenes, scene );
    float from[2], to[2];
    if ( ui->view->gesture != ui_gestureGrab ||
        !gfxCamera_Project( drawn, &viewport, ui->view->grabTarget, to ) )
    {
        return;
    }
    float ox = viewport.x / scale, oy = viewport.y / scale;
    ImVec2 target = uiVec2( ox + to[0] / scale, oy + to[1] / scale );
    const gfxDrawList* draw = scenes->draws[scene];
    for ( int i = 0; i < draw->sphereCount; ++i )
    {
        if ( draw->spheres[i].body == ui->view->grabBody &&
            gfxCamera_Project( drawn, &viewport, draw->spheres[i].center, from ) )
        {
            ImVec2 body = uiVec2( ox + from[0] / scale, oy + from[1] / scale );
            ImDrawList_AddLine( list, body, target, ui->theme.accent, fmaxf( 1.5f, 0.1f * ui->em ) );
            ImDrawList_AddCircleFilled( list, body, 0.2f * ui->em, ui->theme.accent, 0 );
            break;
        }
    }
    ImDrawList_AddCircle( list, target, 0.45f * ui->em, ui->theme.accent, 0, fmaxf( 1.5f, 0.12f * ui->em ) );
}

/// The colour of the selected contact's ring: red where it breaks its law.
static ImU32 ringColor( const uiState* ui, const double measures[ss_auditCount] )
{
    bool wrong = false, doubtful = false;
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        wrong = wrong || measures[i] > ssAuditViolationLevel( (ssAuditCheck)i );
        doubtful = doubtful || measures[i] > ssAuditWarningLevel( (ssAuditCheck)i );
    }
    return wrong ? ui->theme.error : doubtful ? ui->theme.warning : ui->theme.accent;
}

int uiPlaceSelection( const sessionSnapshot* snapshot, const uiScenes* scenes, float at[3] )
{
    const ssContactView* view = &snapshot->contacts.selected.view;
    at[0] = (float)view->point.x;
    at[1] = (float)view->point.y;
    at[2] = (float)view->point.z;
    float both[3], alone[3];
    for ( int i = 0; i < scenes->count && scenes->count > 1 && snapshot->sided; ++i )
    {
        if ( uiFindBody( &snapshot->draw, view->b, both ) && uiFindBody( scenes->draws[i], view->b, alone ) )
        {
            for ( int k = 0; k < 3; ++k ) { at[k] += alone[k] - both[k]; }
            return i;
        }
    }
    return 0;
}

/// Draws a ring around the selected contact.
static void drawSelection(
    uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn, const uiScenes* scenes )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    if ( !contacts->selected.found || contacts->count < 2 || !ui->settings.showContact || ui->build->on )
    {
        return; // the only contact needs no ring
    }
    float scale = uiPixelScale( input );
    float at[3];
    int scene = uiPlaceSelection( input->snapshot, scenes, at );
    gfxViewport viewport = uiSceneViewport( input, scenes, scene );
    float pixel[2];
    if ( gfxCamera_Project( drawn, &viewport, at, pixel ) )
    {
        ImVec2 middle = uiVec2( ( viewport.x + pixel[0] ) / scale, ( viewport.y + pixel[1] ) / scale );
        ImDrawList_AddCircle( list, middle, 0.65f * ui->em, ui->theme.background, 24, 4.0f );
        ImDrawList_AddCircle(
            list, middle, 0.65f * ui->em, ringColor( ui, contacts->selected.measures ), 24, 2.0f );
    }
}

/// Draws the texts that have places of their own, those that matter most first: the later ones give way.
static void drawCorners( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list,
    const gfxCamera* drawn, const uiScenes* scenes, uiOverlay* overlay )
{
    float em = layout->em, top = layout->view.y0 + roundf( 0.5f * em );
    uiRect clock = { layout->view.x0, top, layout->view.x0, top };
    uiTakePlace( overlay, ui->pins->room );
    uiTakePlace( overlay, ui->measure->room );
    if ( ui->presenting.on ) // its message and the strip of a parameter lie over the view
    {
        uiTakePlace( overlay, ui->messages.room );
        overlay->view.y1 -= ui->params->stripHeight;
        uiDrawTwinBadges( ui, input, scenes, top, list, overlay );
    }
    uiTakePlace( overlay, uiDrawStepReport( ui, input, layout, list ) );
    uiDrawModeLegend( ui, input, layout, list, overlay );
    clock = drawClock( ui, input, layout, list, overlay );
    float end = drawPoint( ui, input, layout, clock, list, overlay );
    if ( !ui->presenting.on )
    {
        // Below the clock, the word under it, and the sentence, however many lines that has.
        top = roundf( fmaxf( layout->view.y0 + 3.7f * em, end + 0.4f * em ) );
        uiDrawTwinBadges( ui, input, scenes, top, list, overlay );
    }
    uiDrawScaleLegend( ui, input, layout, list, drawn, overlay );
    const char* hint = chooseHint( ui, input );
    if ( hint != NULL ) { drawPill( ui, layout, list, hint, overlay ); }
    uiDrawGhostNames( ui, input, drawn, list, overlay );
}

void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    uiViewMouse( ui, input, layout );
    ImDrawList* list = igGetWindowDrawList();
    uiPushClip( list, layout->view );
    if ( uiDrawLiveCard( ui, input, layout, list ) )
    {
        ImDrawList_PopClipRect( list );
        return;
    }
    uiDrawMeasuredBody( ui, input, drawn, list );
    uiScenes scenes = uiComputeScenes( ui, input );
    uiOverlay overlay;
    uiBeginOverlay( &overlay, layout );
    if ( ui->onStart ) // a picture, to be touched
    {
        drawSpring( ui, input, list, drawn, &scenes, 0 );
        ImDrawList_PopClipRect( list );
        return;
    }
    drawCorners( ui, input, layout, list, drawn, &scenes, &overlay );
    uiDrawInstruments( ui, input, drawn, list, &scenes, &overlay );
    int labels = 0, missing = 0;
    for ( int i = 0; i < scenes.count; ++i )
    {
        const uiRect* part = scenes.parts + i;
        uiPushClip( list, ( uiRect ){ part->x0, part->y0, part->x1, part->y1 } );
        labels += drawLabels( ui, input, list, drawn, &overlay, &scenes, i, &missing );
        drawSpring( ui, input, list, drawn, &scenes, i );
        ImDrawList_PopClipRect( list );
    }
    ui->view->labelledAt = input->snapshot->time;
    uiPublish( "view.labels", (double)labels );
    uiPublish( "view.labels.missing", (double)missing );
    uiPublish( "view.overlaps", (double)uiCountOverlaps( &overlay ) );
    drawSelection( ui, input, list, drawn, &scenes );
    uiDrawBuildHandles( ui, input, layout, drawn, list );
    ImDrawList_PopClipRect( list );
}
