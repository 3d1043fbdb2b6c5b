// SPDX-License-Identifier: MIT
#include "base/shipped_scene.h"
#include "base/words.h"
#include "gfx/render/framing.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_viewport.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

// Draws the start page and its pictures, and opens what its cards are about.

// A card with a picture of a run, or with a few letters in its place.
typedef struct startCard
{
    const char *mark, *title, *about;  // NULL: those of what it opens
    const char *scenario, *preset;     // of the picture, and what it opens unless more is said
    const char *scene, *lesson, *file; // a built scene, a lesson, a file; NULL: it opens none
    double after;                      // [s] from the beginning to the moment of the picture
    showCamera camera;                 // zoom 0: as in the window
    int picture;                       // of uiStart; -1: none
    const char* letters;
} startCard;

static const startCard s_see[] = {
    { "start.grip", TR( "A ball grips" ), TR( "Friction spins a sliding ball up until it rolls." ),
        "rolling-sphere", "fig3b", .after = 3.0, .camera = { 4.0, 7.0, 0.8 }, .picture = 0 },
    { "start.belt", TR( "The belt sings" ),
        TR( "Friction that falls with speed feeds an oscillation; a faster belt is quieter." ), "stribeck",
        "stick-slip", .after = 6.0, .picture = 1 },
    { "start.grooves", TR( "Grooves bend a path" ),
        TR( "On a grooved plate friction points aside, and a body slides in a curve." ), "sliding-disk",
        "fig5", .after = 7.0, .picture = 2 },
    { "start.speeds", TR( "Two speeds at once" ),
        TR( "The same cylinder on the same slope can roll slowly or fast: its past decides." ),
        "rolling-cylinder", "fig5-bistable", .after = 2.0, .picture = 3 },
    { "start.noise", TR( "Noise makes it faster" ),
        TR( "Random pushes that are zero on average can still make a body faster on average." ),
        "rolling-cylinder", "soft-rubber", .after = 2.0, .camera = { -32.0, 22.0, 1.5 }, .picture = 4 },
    { "start.sand", TR( "Sand piles up" ), TR( "Grains that roll badly rest on each other." ), "sphere-pile",
        "fig4-steep", .after = 6.0, .camera = { 24.0, 17.0, 1.7 },
        .picture = 13 }, // takes longest to compute
    { "start.cubes", TR( "Cubes hover in other engines" ),
        TR( "Many engines solve a convex problem instead of Coulomb's law: what slides is lifted off the "
            "ground." ),
        "dilatancy-twins", "block", .after = 8.0, .camera = { 20.0, 6.0, 1.1 }, .picture = 6 },
    { "start.all", TR( "Everything there is" ), TR( "Scenarios and scenes." ), "playground", NULL,
        "turntable-bead", .after = 3.0, .camera = { 24.0, 27.0, 1.9 }, .picture = 7 },
};
static const startCard s_learn[] = {
    { "start.lesson.0", NULL, TR( "How much speed is left when it rolls?" ), "rolling-sphere", "billiard",
        .lesson = "slide-then-roll", .after = 4.0, .camera = { 10.0, 40.0, 0.9 }, .picture = 8 },
    { "start.lesson.1", NULL, TR( "What decides when it slips?" ), "lanes", "tilt",
        .lesson = "mass-and-angle", .after = 8.0, .picture = 9 },
    { "start.lesson.2", NULL, TR( "A push goes through a row of coins." ), "playground", NULL, "coin-row",
        .lesson = "row-of-coins", .after = 0.6, .picture = 10 },
};
static const startCard s_build[] = {
    { "start.build", TR( "From nothing" ), TR( "Set up balls, blocks and ramps." ), "playground", NULL,
        "arch", .after = 0.5, .picture = 11 },
    { "start.scene.0", NULL, TR( "One push, and all fall." ), "playground", NULL, "domino-row", .after = 2.0,
        .picture = 12 },
    { "start.scene.1", NULL, TR( "Sphere, box or hoop: which is first?" ), "playground", NULL, "ramp-race",
        .after = 1.0, .picture = 5 },
};
static const startCard s_own[] = {
    { "start.law", TR( "A law" ), TR( "Type friction as a formula." ), .picture = -1, .letters = "μ(v)" },
    { "start.data", TR( "Measurements" ), TR( "Compare a run with a table." ), .picture = -1,
        .letters = "x(t)" },
    { "start.contacts", TR( "Contacts" ), TR( "A log of any simulator." ), .picture = -1, .letters = "r_N" },
};

void uiEnterStart( uiState* ui, const uiFrameInput* input )
{
    if ( ui->presenting.on ) { uiTogglePresentation( ui, input ); }
    if ( ui->build->on ) { uiToggleBuild( ui, input ); }
    ui->onStart = true;
    ui->focus.on = false;
    ui->closePopups = true;
    ui->view->frameWanted = ui->view->frameWanted || !ui->view->moved;
    uiSay(
        ui, ui_saysScene, "%s", tr( "Start page: arrow keys choose a card, Enter opens it, Esc leaves." ) );
}

static void leave( uiState* ui )
{
    ui->onStart = ui->focus.on = false;
    ui->view->frameWanted = ui->view->frameWanted || !ui->view->moved;
}

static void openCard( uiState* ui, const uiFrameInput* input, const startCard* card )
{
    const char* name = card->mark + strlen( "start." );
    if ( strcmp( name, "all" ) == 0 )
    {
        uiDoAction( ui, input, ui_actionFindScenario );
        return;
    }
    if ( strcmp( name, "contacts" ) == 0 )
    {
        uiDoAction( ui, input, ui_actionOpen );
        return;
    }
    leave( ui );
    if ( card->lesson != NULL ) { uiOpenLesson( ui, input, card->lesson ); }
    else if ( card->file != NULL )
    {
        snprintf( ui->requests.dropPath, sizeof ui->requests.dropPath, "%s", card->file );
    }
    else if ( strcmp( name, "law" ) == 0 )
    {
        ui->settings.showLaw = true;
        uiEnterLaw( ui );
    }
    else if ( strcmp( name, "data" ) == 0 ) { uiDoAction( ui, input, ui_actionOpenData ); }
    else if ( strcmp( name, "build" ) == 0 )
    {
        ui->requests.load = ssFindScenario( "playground" );
        ui->build->opening = true;
    }
    else if ( card->scene != NULL )
    {
        snprintf( ui->requests.loadScene, sizeof ui->requests.loadScene, "%s", card->scene );
    }
    else
    {
        ui->requests.load = ssFindScenario( card->scenario );
        ui->requests.loadPreset = ssFindPreset( ui->requests.load, card->preset );
    }
}

static const startCard* cardOf( int picture )
{
    const startCard* const lists[] = { s_see, s_learn, s_build };
    const int counts[] = { SS_COUNT( s_see ), SS_COUNT( s_learn ), SS_COUNT( s_build ) };
    for ( int i = 0; i < SS_COUNT( lists ); ++i )
    {
        for ( int k = 0; k < counts[i]; ++k )
        {
            if ( lists[i][k].picture == picture ) { return lists[i] + k; }
        }
    }
    return NULL;
}

static sessionPreview* begin( const startCard* card )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( card->scenario ) ),
        .viewFlags = ss_drawDefault };
    if ( card->scene != NULL && parseShippedScene( card->scene, &scene ).code != ss_ok ) { return NULL; }
    if ( card->scene == NULL && ssSimDef_ApplyPreset( &scene.def, card->preset ).code != ss_ok )
    {
        return NULL;
    }
    return sessionCreatePreview( &scene );
}

/// Looks as the window does when it opens this run, or as the card has it.
static gfxCamera cameraOf(
    const sessionPreview* preview, const showCamera* card, const gfxViewport* viewport )
{
    const showCamera* own = card->zoom > 0.0 ? card : &preview->show.camera;
    gfxCamera camera = gfxDefaultCamera();
    if ( own->zoom > 0.0 )
    {
        camera.yaw = (float)( own->yawDeg * SS_PI / 180.0 );
        camera.pitch = (float)( own->pitchDeg * SS_PI / 180.0 );
    }
    float zoom = own->zoom > 0.0 ? (float)own->zoom : 1.0f;
    const gfxStage now = gfxStageOf( &preview->draw, ssSim_Time( preview->sim ) );
    gfxFraming framing =
        gfxFrame( &preview->survey.path, &now, &camera, viewport, zoom, 1.2 * preview->show.speed );
    if ( framing.kind == gfx_framingNow || card->zoom > 0.0 )
    {
        gfxCamera_Frame( &camera, preview->draw.boundsCenter, preview->draw.boundsRadius / zoom, viewport );
        return camera;
    }
    memcpy( camera.target, framing.target, sizeof camera.target );
    camera.distance = framing.distance;
    return camera;
}

static void paint(
    uiState* ui, const uiFrameInput* input, gfxRenderer* renderer, const startCard* card, uiStartPicture* p )
{
    const gfxViewport viewport = { 0.0f, 0.0f, (float)p->width, (float)p->height };
    gfxPalette palette = uiPalette( ui );
    gfxStyle style = uiGetStyle( ui );
    style.lineScale = 0.7f * uiPixelScale( input ) * uiGrowth( ui );
    style.ambient = false;
    // A very small picture has no room for arrows.
    const uint32_t small = ss_drawBodies | ss_drawGround | ss_drawTrails;
    bool large = (float)p->width > 9.0f * ui->em * uiPixelScale( input );
    sessionPreview_Draw( p->preview, large ? (uint32_t)ss_drawDefault : small );
    gfxCamera camera = cameraOf( p->preview, &card->camera, &viewport );
    gfxCanvas_Draw( &p->canvas, renderer, &p->preview->draw, &camera, &palette, &style, p->width, p->height );
    p->light = uiIsLight( ui );
    p->drawn = true;
}

/// The work of the job: each run comes to the moment of its picture, and then belongs to the window.
static void compute( void* context )
{
    const double piece = 0.02; // [s]
    uiStart* s = context;
    for ( int i = 0; i < ui_startPictures; ++i )
    {
        uiStartPicture* p = s->pictures + i;
        const startCard* card = cardOf( i );
        p->preview = p->begun ? p->preview : begin( card );
        p->begun = true;
        while ( p->preview != NULL && !p->there && !sessionPreview_Seek( p->preview, card->after, piece ) )
        {
            if ( sessionJob_Stops( s->job ) ) { return; }
        }
        sessionJob_Lock( s->job );
        p->there = p->preview != NULL;
        s->finished = i + 1 == ui_startPictures;
        sessionJob_Unlock( s->job );
    }
}

/// Begins the work, or goes on with it, as long as the page is shown.
static void work( uiStart* s, const uiFrameInput* input, bool shown )
{
    if ( s->job == NULL && shown ) { s->job = sessionCreateJob( input->jobs, 1, false, compute, s ); }
    bool busy = s->job != NULL && sessionJob_Busy( s->job );
    if ( s->job != NULL && shown && !busy && !s->finished ) { sessionJob_Ask( s->job ); }
    if ( !shown && busy ) { sessionJob_Cancel( s->job ); }
}

void uiPaintStart( uiState* ui, const uiFrameInput* input, gfxRenderer* renderer )
{
    const double budget = 5e-3; // [s] of a frame
    uiStart* s = ui->start;
    bool light = uiIsLight( ui );
    work( s, input, ui->onStart );
    for ( int i = 0; i < ui_startPictures && ui->onStart && s->job != NULL; ++i )
    {
        uiStartPicture* p = s->pictures + i;
        sessionJob_Lock( s->job );
        bool there = p->there;
        sessionJob_Unlock( s->job );
        if ( !there || p->width <= 0 || p->height <= 0 ) { continue; }
        bool same =
            p->drawn && p->light == light && p->canvas.width == p->width && p->canvas.height == p->height;
        if ( p->moves ) { sessionPreview_Play( p->preview, (double)igGetIO()->DeltaTime, budget ); }
        if ( p->moves || !same ) { paint( ui, input, renderer, cardOf( i ), p ); }
    }
}

bool uiStartMoves( const uiState* ui )
{
    bool moves = ui->start->job != NULL && sessionJob_Busy( ui->start->job );
    for ( int i = 0; i < ui_startPictures; ++i ) { moves = moves || ui->start->pictures[i].moves; }
    return ui->onStart && moves;
}

void uiFreeStart( uiState* ui )
{
    sessionDestroyJob( ui->start->job );
    for ( int i = 0; i < ui_startPictures; ++i ) { sessionDestroyPreview( ui->start->pictures[i].preview ); }
}

void uiForgetPictures( uiState* ui )
{
    uiFreeFind( ui );
    for ( int i = 0; i < ui_startPictures; ++i )
    {
        ui->start->pictures[i].canvas = ( gfxCanvas ){ 0 };
        ui->start->pictures[i].drawn = false;
    }
}

/// What a card says: its own words, or those of what it opens.
static void wordsOf( const startCard* card, const char** title, const char** about )
{
    const lessonShipped* lesson = card->lesson != NULL ? lessonFindShipped( card->lesson ) : NULL;
    const shippedScene* scene = card->scene != NULL ? findShippedScene( card->scene ) : NULL;
    const ssScenario* scenario = card->scenario != NULL ? ssFindScenario( card->scenario ) : NULL;
    const char* point = lesson != NULL ? lesson->about
        : scene != NULL                ? scene->show.point
        : scenario != NULL             ? showOf( scenario, ssFindPreset( scenario, card->preset ) ).point
                                       : "";
    *title = card->file != NULL && card->title != NULL ? card->title
        : card->title != NULL                          ? tr( card->title )
        : lesson != NULL                               ? tr( lesson->title )
                                                       : tr( scene != NULL ? scene->show.title : "" );
    *about = card->file != NULL ? card->about : tr( card->about != NULL ? card->about : point );
}

/// Text in at most `lines` lines; a longer one ends with "…". Returns where the next line would be.
static float drawLines( uiState* ui, uiRect rect, ImU32 color, const char* text, int lines )
{
    char broken[400];
    snprintf( broken, sizeof broken, "%s", uiIndexed( text ) );
    uiBreakLines( broken, uiWidth( rect ) );
    float y = rect.y0, line = roundf( 1.1f * igGetFontSize() );
    for ( char *from = broken, *end; from != NULL && lines > 0; from = end, --lines )
    {
        end = strchr( from, '\n' );
        for ( char* c = end; lines == 1 && c != NULL && *c != '\0'; ++c )
        {
            *c = *c == '\n' ? ' ' : *c; // the rest, which is cut off
        }
        if ( lines > 1 && end != NULL ) { *end++ = '\0'; }
        const char* shown = lines > 1 ? from : uiElide( ui, ui_fontBody, from, uiWidth( rect ) );
        ImDrawList_AddText_FontPtr( igGetWindowDrawList(), igGetFont(), igGetFontSize(),
            uiVec2( floorf( rect.x0 ), floorf( y ) ), color, shown, NULL, 0.0f, NULL );
        y += line;
    }
    return y;
}

static int countLines( const char* text, float width )
{
    return uiBreakLines( uiPrint( "%s", uiIndexed( text ) ), width );
}

static void drawPicture( uiState* ui, const uiFrameInput* input, const startCard* card, uiRect r, bool hot )
{
    ImDrawList* list = igGetWindowDrawList();
    uiFillRect( list, r, ui->theme.background, 0.0f );
    if ( card->picture < 0 )
    {
        ImVec2 size = uiTextSize( ui, ui_fontTitle, card->letters );
        uiDrawText( ui, list, ui_fontTitle, floorf( 0.5f * ( r.x0 + r.x1 - size.x ) ),
            floorf( 0.5f * ( r.y0 + r.y1 - size.y ) ), hot ? ui->theme.accent : ui->theme.dim,
            card->letters );
        return;
    }
    uiStartPicture* p = ui->start->pictures + card->picture;
    ImVec2 low = uiVec2( r.x0, r.y0 ), high = uiVec2( r.x1, r.y1 );
    bool seen = igIsRectVisible_Vec2( low, high );
    p->width = seen ? (int)lroundf( uiWidth( r ) * uiPixelScale( input ) ) : 0;
    p->height = seen ? (int)lroundf( uiHeight( r ) * uiPixelScale( input ) ) : 0;
    p->moves = hot;
    if ( p->drawn && seen )
    {
        ImDrawList_AddImage( list, (ImTextureID)(uintptr_t)p->canvas.texture, low, high, uiVec2( 0.0f, 1.0f ),
            uiVec2( 1.0f, 0.0f ), 0xffffffffu );
    }
}

/// The plate of a card. True if it was pressed; `hot`: it is under the mouse, or the keyboard is at it.
static bool drawPlate( uiState* ui, const char* mark, uiRect r, const char* text, bool* hot )
{
    const ImGuiIO* io = igGetIO();
    bool pressed = uiRectButton( mark, r ), hovered = igIsItemHovered( 0 );
    uiScrollWithHand();
    pressed = pressed &&
        !( igIsMouseReleased( 0 ) && io->MouseDragMaxDistanceSqr[0] > igGetFontSize() * igGetFontSize() );
    // One card at a time: whichever of mouse and keyboard was used last.
    ui->focus.on = ui->focus.on && !( hovered && ( io->MouseDelta.x != 0.0f || io->MouseDelta.y != 0.0f ) );
    *hot = ui->focus.on ? strcmp( ui->focus.name, mark ) == 0 : hovered;
    uiFillRect( igGetWindowDrawList(), r, *hot ? ui->theme.raised : ui->theme.panel,
        roundf( 0.3f * igGetFontSize() ) );
    uiMarkSaying( mark, text );
    igSetMouseCursor( hovered ? ImGuiMouseCursor_Hand : igGetMouseCursor() );
    return pressed;
}

static void drawBorder( uiState* ui, uiRect r, bool hot )
{
    uiDrawFrame( igGetWindowDrawList(), r, hot ? ui->theme.accent : ui->theme.line,
        roundf( 0.3f * igGetFontSize() ), hot ? fmaxf( 1.5f, 0.1f * igGetFontSize() ) : 1.0f );
}

/// A card with its picture above the title, or (`row`) at the left of title and sentence.
static void drawCard( uiState* ui, const uiFrameInput* input, const startCard* card, uiRect r, bool row )
{
    const char *title, *about;
    bool hot = false;
    wordsOf( card, &title, &about );
    float em = igGetFontSize(), pad = roundf( 0.45f * em ), line = roundf( 1.1f * em );
    bool pressed = drawPlate( ui, card->mark, r, uiPrint( "%s. %s", title, about ), &hot );
    if ( !row && hot && !ui->focus.on )
    {
        igSetNextWindowPos( uiVec2( r.x0, r.y1 + 0.2f * em ), ImGuiCond_Always, uiVec2( 0.0f, 0.0f ) );
        uiExplain( 24.0f, about, NULL ); // below the card, whose picture plays
    }
    uiRect picture = r, words = { r.x0 + pad, r.y0, r.x1 - 0.5f * pad, r.y1 };
    if ( card->file == NULL && row )
    {
        bool narrow = uiWidth( r ) < 18.0f * em;
        picture.x1 = floorf( r.x0 + ( narrow ? 1.1f : 1.5f ) * uiHeight( r ) );
        words.x0 = picture.x1 + pad;
    }
    picture.y1 = row ? r.y1 : floorf( r.y1 - 2.0f * line - 1.4f * pad );
    if ( card->file == NULL ) { drawPicture( ui, input, card, picture, hot ); }
    words.y0 = row ? r.y0 + 0.5f * pad : picture.y1 + 0.5f * pad;
    int lines = row ? (int)floorf( ( uiHeight( r ) - pad ) / line ) : 2;
    int used = countLines( title, uiWidth( words ) ) + countLines( about, uiWidth( words ) );
    words.y0 += row ? roundf( 0.5f * line * (float)( used < lines ? lines - used : 0 ) ) : 0.0f;
    const ssScenario* shown = row || card->scene != NULL ? NULL : ssFindScenario( card->scenario );
    float y = drawLines( ui, words, ui->theme.text, title, row && lines > 1 ? lines - 1 : lines );
    lines -= (int)roundf( ( y - words.y0 ) / line );
    words.y0 = y;
    drawLines( ui, words, ui->theme.dim, row ? about : shown != NULL ? tr( shown->title ) : about, lines );
    drawBorder( ui, r, hot );
    if ( pressed ) { openCard( ui, input, card ); }
}

// What is laid out in one part of the page.
typedef struct startPart
{
    uiRect rect;     // from the heading downwards
    int columns;     // of cards
    float height;    // of a card
    bool row;        // pictures at the left
    const char* all; // the mark of the link beside the heading; NULL: none
} startPart;

/// A heading and the cards below it. Returns where they end.
static float drawPart( uiState* ui, const uiFrameInput* input, const startPart* part, const char* heading,
    const startCard* cards, int count )
{
    float em = igGetFontSize(), gap = roundf( 0.6f * em );
    uiRect r = part->rect;
    uiDrawText( ui, igGetWindowDrawList(), ui_fontStrong, r.x0, r.y0, ui->theme.text, heading );
    if ( part->all != NULL )
    {
        const char* text = uiPrint( tr( "All %d lessons" ), lessonShippedCount() - 1 );
        ImVec2 size = uiTextSize( ui, ui_fontBody, text );
        uiRect place = { floorf( r.x1 - size.x ), r.y0, r.x1, r.y0 + size.y };
        bool pressed = uiRectButton( part->all, place ), hovered = igIsItemHovered( 0 );
        uiMarkSaying( part->all, text );
        uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, place.x0, place.y0, ui->theme.accent, text );
        if ( hovered )
        {
            igSetMouseCursor( ImGuiMouseCursor_Hand );
            uiDrawLine(
                igGetWindowDrawList(), place.x0, place.y1, place.x1, place.y1, ui->theme.accent, 1.0f );
        }
        if ( pressed ) { uiDoAction( ui, input, ui_actionLessons ); }
    }
    float top = roundf( r.y0 + 1.6f * em ),
          width = floorf( ( uiWidth( r ) - gap * (float)( part->columns - 1 ) ) / (float)part->columns );
    for ( int i = 0; i < count; ++i )
    {
        float x = r.x0 + (float)( i % part->columns ) * ( width + gap ),
              y = top + (float)( i / part->columns ) * ( part->height + gap );
        drawCard( ui, input, cards + i, ( uiRect ){ x, y, x + width, y + part->height }, part->row );
    }
    int rows = ( count + part->columns - 1 ) / part->columns;
    return top + (float)rows * ( part->height + gap );
}

/// The files that were opened or saved last; without any there is no such part.
static float drawRecent( uiState* ui, const uiFrameInput* input, startPart part )
{
    startCard cards[ui_maxRecent + 1];
    int count = 0;
    const uiSettings* s = &ui->settings;
    for ( int i = 0; i < ui_maxRecent && s->recent[i][0] != '\0'; ++i )
    {
        const char* name = strrchr( s->recent[i], '/' ) + 1; // it is a full path
        const char* folder = uiPrint( "%.*s", (int)( name - s->recent[i] ), s->recent[i] );
        cards[count++] = ( startCard ){
            .mark = uiPrint( "start.recent.%d", i ), .title = name, .about = folder, .file = s->recent[i]
        };
    }
    return count > 0 ? drawPart( ui, input, &part, tr( "Recent" ), cards, count ) : part.rect.y0;
}

/// Name and purpose, and the choice of the theme at the right.
static void drawHead( uiState* ui, const uiLayout* layout )
{
    static const char* const marks[] = { "start.dark", "start.light" };
    const char* const labels[] = { tr( "Dark" ), tr( "Light" ) };
    float em = layout->em, x = layout->view.x0, y = roundf( layout->menu.y1 + 0.75f * em );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontTitle, x, y, ui->theme.text, "Slipstick" );
    ImVec2 title = uiTextSize( ui, ui_fontTitle, "Slipstick" );
    float right = layout->cards.x1, base = roundf( y + 0.78f * ( title.y - em ) );
    for ( int i = 1; i >= 0; --i )
    {
        bool on = ui->settings.light == ( i == 1 );
        ImVec2 size = uiTextSize( ui, ui_fontBody, labels[i] );
        uiRect r = { right - size.x - 1.2f * em, y, right, y + 1.6f * em };
        bool pressed = uiRectButton( marks[i], r ), hovered = igIsItemHovered( 0 );
        uiMarkSaying( marks[i],
            uiPrint(
                "%s%s", i == 1 ? tr( "Light theme" ) : tr( "Dark theme" ), on ? tr( ", chosen" ) : "" ) );
        uiFillRect( list, r, on ? ui->theme.raised : ui->theme.background, 0.25f * em );
        uiDrawFrame( list, r, on || hovered ? ui->theme.accent : ui->theme.line, 0.25f * em, 1.0f );
        uiDrawText( ui, list, ui_fontBody, r.x0 + 0.6f * em,
            floorf( r.y0 + 0.5f * ( uiHeight( r ) - size.y ) ), on ? ui->theme.text : ui->theme.dim,
            labels[i] );
        if ( pressed )
        {
            ui->settings.light = i == 1;
            ui->styleDirty = true;
        }
        right = r.x0 - 0.4f * em;
    }
    const char* purpose = tr( "Friction that you can take hold of." );
    x += title.x + 1.2f * em;
    if ( x + uiTextSize( ui, ui_fontBody, purpose ).x + em < right )
    {
        uiDrawText( ui, list, ui_fontBody, x, base, ui->theme.dim, purpose );
    }
}

/// The run itself, to be pulled, and the way to its sliders and plots below it.
static void drawRun( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    const sessionSnapshot* snapshot = input->snapshot;
    float em = layout->em, pad = roundf( 0.5f * em );
    uiDrawViewport( ui, input, layout, drawn );
    if ( ui->view->gesture == ui_gestureGrab && !uiShownPlaying( ui, input ) )
    {
        uiPost( input, session_commandPlay, 0, 0.0 ); // who pulls wants to see it move
    }
    uiRect r = { layout->view.x0, layout->view.y1, layout->view.x1, roundf( layout->view.y1 + 3.5f * em ) };
    const char* own = snapshot->sceneShow.title;
    const char* title = tr( own[0] != '\0' ? own : ssScenario_Base( snapshot->scenario )->title );
    const char* about = snapshot->scenario->picture.drag != NULL
        ? tr( "Drag it. Click here for sliders and plots." )
        : tr( "Click here for sliders and plots." );
    bool hot = false, pressed = drawPlate( ui, "start.run", r, uiPrint( "%s. %s", title, about ), &hot );
    ImDrawList* list = igGetWindowDrawList();
    uiDrawText( ui, list, ui_fontStrong, r.x0 + pad, roundf( r.y0 + 0.6f * pad ),
        hot ? ui->theme.accent : ui->theme.text, title );
    drawLines( ui, ( uiRect ){ r.x0 + pad, roundf( r.y0 + 0.6f * pad + 1.3f * em ), r.x1 - pad, r.y1 },
        ui->theme.dim, about, 2 );
    drawBorder( ui, ( uiRect ){ r.x0, layout->view.y0, r.x1, r.y1 }, hot );
    if ( pressed ) { leave( ui ); }
}

/// Everything but the run, side by side.
static void drawWide( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    float em = layout->em, gap = roundf( 0.6f * em ), big = roundf( 1.1f * em ), row = roundf( 3.9f * em );
    float left = layout->view.x1 + big, bottom = roundf( layout->view.y1 + 3.5f * em );
    float low = roundf( bottom + 1.1f * em );
    uiRect see = { left, layout->view.y0, layout->cards.x1, bottom };
    startPart part = { see, 4, floorf( 0.5f * ( bottom - see.y0 - 1.6f * em - gap ) ), false, NULL };
    drawPart( ui, input, &part, tr( "See" ), s_see, SS_COUNT( s_see ) );
    part = ( startPart ){ { layout->view.x0, low, layout->view.x1, layout->cards.y1 }, 1, row, true,
        "start.lessons" };
    drawPart( ui, input, &part, tr( "Learn" ), s_learn, SS_COUNT( s_learn ) );
    float parts = ui->settings.recent[0][0] != '\0' ? 3.0f : 2.0f,
          width = floorf( ( layout->cards.x1 - left - ( parts - 1.0f ) * big ) / parts );
    part = ( startPart ){ { left, low, left + width, layout->cards.y1 }, 1, row, true, NULL };
    drawPart( ui, input, &part, tr( "Build" ), s_build, SS_COUNT( s_build ) );
    part.rect.x0 += width + big;
    part.rect.x1 += width + big;
    drawPart( ui, input, &part, tr( "Your own" ), s_own, SS_COUNT( s_own ) );
    part.rect.x0 += width + big;
    part.rect.x1 += width + big;
    part.height = roundf( 2.5f * em );
    drawRecent( ui, input, part );
}

/// One below the other, in a list that scrolls.
static void drawNarrow( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    float em = layout->em, row = roundf( 3.9f * em );
    uiRect c = layout->cards;
    igSetCursorScreenPos( uiVec2( c.x0, c.y0 ) );
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 0.0f, 0.0f ) );
    igPushStyleColor_U32( ImGuiCol_ChildBg, 0u );
    igBeginChild_Str( "##cards", uiVec2( uiWidth( c ), uiHeight( c ) ), false, 0 );
    uiScrollWithHand();
    igPopStyleColor( 1 );
    igPopStyleVar( 1 );
    ImVec2 at = uiCursor();
    float width = uiSpace().x, y = at.y;
    int columns = (int)fmaxf( 1.0f, floorf( ( width + 0.6f * em ) / ( 11.6f * em ) ) ),
        half = columns > 2 ? 2 : 1;
    startPart part = { { at.x, y, at.x + width - 0.4f * em, y }, columns, roundf( 9.5f * em ), false, NULL };
    part.rect.y0 = drawPart( ui, input, &part, tr( "See" ), s_see, SS_COUNT( s_see ) ) + 0.8f * em;
    part = ( startPart ){ part.rect, half, row, true, "start.lessons" };
    part.rect.y0 = drawPart( ui, input, &part, tr( "Learn" ), s_learn, SS_COUNT( s_learn ) ) + 0.8f * em;
    part.all = NULL;
    part.rect.y0 = drawPart( ui, input, &part, tr( "Build" ), s_build, SS_COUNT( s_build ) ) + 0.8f * em;
    part.rect.y0 = drawPart( ui, input, &part, tr( "Your own" ), s_own, SS_COUNT( s_own ) ) + 0.8f * em;
    part.height = roundf( 2.5f * em );
    y = drawRecent( ui, input, part );
    igSetCursorScreenPos( uiVec2( at.x, y ) );
    igDummy( uiVec2( 1.0f, em ) );
    igEndChild();
}

void uiDrawStart( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    drawHead( ui, layout );
    drawRun( ui, input, layout, drawn );
    ( layout->cards.y0 == layout->view.y0 ? drawWide : drawNarrow )( ui, input, layout );
    int there = 0;
    for ( int i = 0; i < ui_startPictures; ++i ) { there += ui->start->pictures[i].drawn ? 1 : 0; }
    uiPublish( "start.pictures", (double)there );
}

/// The card nearest to where the keyboard is, in the direction of an arrow; NULL: there is none.
static const char* neighbour( uiRect from, int key )
{
    const char *best = NULL, *name;
    float least = INFINITY;
    bool across = key == SDLK_LEFT || key == SDLK_RIGHT;
    float sign = key == SDLK_RIGHT || key == SDLK_DOWN ? 1.0f : -1.0f;
    for ( int i = 0; ( name = uiMarkName( i ) ) != NULL; ++i )
    {
        uiRect r;
        if ( ( strncmp( name, "start.", 6 ) != 0 && strcmp( name, "viewport" ) != 0 ) ||
            !uiFindMark( name, &r ) )
        {
            continue;
        }
        float dx = sign * ( 0.5f * ( r.x0 + r.x1 ) - 0.5f * ( from.x0 + from.x1 ) ),
              dy = sign * ( 0.5f * ( r.y0 + r.y1 ) - 0.5f * ( from.y0 + from.y1 ) );
        // How far ahead its near edge is, and how far beside.
        float ahead = across ? ( sign > 0.0f ? r.x0 - from.x1 : from.x0 - r.x1 )
                             : ( sign > 0.0f ? r.y0 - from.y1 : from.y0 - r.y1 );
        float beside = across ? fmaxf( 0.0f, fmaxf( r.y0 - from.y1, from.y0 - r.y1 ) ) + 0.1f * fabsf( dy )
                              : fmaxf( 0.0f, fmaxf( r.x0 - from.x1, from.x0 - r.x1 ) ) + 0.1f * fabsf( dx );
        float cost = fmaxf( 0.0f, ahead ) + 2.0f * beside;
        if ( ahead > -2.0f && ( across ? dx : dy ) > 1.0f && cost < least )
        {
            least = cost;
            best = name;
        }
    }
    return best;
}

bool uiStartKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    bool plain = modifiers == ui_modNone, tab = key == SDLK_TAB && ( plain || modifiers == ui_modShift );
    bool arrow = plain && ( key == SDLK_LEFT || key == SDLK_RIGHT || key == SDLK_UP || key == SDLK_DOWN );
    bool enter = plain && ( key == SDLK_RETURN || key == SDLK_KP_ENTER );
    (void)input;
    if ( !ui->onStart || ui->find->open || ui->help->shown || ui->help->aboutShown ) { return false; }
    if ( ( plain && key == SDLK_ESCAPE ) || ( enter && !ui->focus.on ) )
    {
        leave( ui );
        return true;
    }
    uiRect from;
    if ( ( arrow || tab ) && !( ui->focus.on && uiFindMark( ui->focus.name, &from ) ) )
    {
        return uiFocusOn( ui, "start.run" );
    }
    if ( tab ) // through all cards in their order
    {
        ui->focus.moves += plain ? 1 : -1;
        return true;
    }
    const char* next = arrow ? neighbour( from, key ) : NULL;
    return next != NULL ? uiFocusOn( ui, next ) : arrow;
}
