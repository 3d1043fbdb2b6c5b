// SPDX-License-Identifier: MIT
#include "ui/panel/panel_free_body.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/figure.h"

#include <limits.h>
#include <string.h>

// Draws the free-body diagram in a window of its own.

typedef struct Pieces
{
    ImFont* font;
    float x, y, size;
    bool draws; // false: they are only measured
    ImU32 color;
} Pieces;

static void setPiece( void* context, const char* text, int length, bool low )
{
    Pieces* p = context;
    float size = low ? 0.72f * p->size : p->size;
    ImVec2 extent;
    ImFont_CalcTextSizeA( &extent, p->font, size, 1e9f, 0.0f, text, text + length, NULL );
    if ( p->draws )
    {
        ImDrawList_AddText_FontPtr( igGetWindowDrawList(), p->font, size,
            uiVec2( p->x, p->y - ( low ? 0.55f : 0.8f ) * size ), p->color, text, text + length, 0.0f, NULL );
    }
    p->x += extent.x;
}

static ImU32 inkColor( const uiState* ui, svgInk ink )
{
    const uiTheme* theme = &ui->theme;
    const ImU32 inks[svg_inkCount] = { theme->text, theme->dim, theme->quantity[ss_quantityForce],
        theme->quantity[ss_quantityMoment], theme->quantity[ss_quantityVelocity],
        uiMix( theme->panel, theme->dim, 0.22f ) };
    return inks[ink];
}

static void drawWords( void* context, svgInk ink, float x, float y, float size, int align, const char* text )
{
    const uiState* ui = context;
    bool small = size < ui->fonts[ui_fontBody]->FontSize - 0.5f;
    Pieces p = { ui->fonts[small ? ui_fontSmall : ui_fontBody], 0.0f, roundf( y ), size, false,
        inkColor( ui, ink ) };
    svgPieces( text, setPiece, &p );
    p.x = roundf( x - 0.5f * (float)( align + 1 ) * p.x );
    p.draws = true;
    svgPieces( text, setPiece, &p );
}

static void drawPath( void* context, svgInk ink, float width, int count, float ( *points )[2] )
{
    ImVec2 path[128];
    ImU32 color = inkColor( context, ink );
    for ( int i = 0; i < count && i < 128; ++i ) { path[i] = uiVec2( points[i][0], points[i][1] ); }
    if ( width > 0.0f )
    {
        ImDrawList_AddPolyline( igGetWindowDrawList(), path, count, color, 0, fmaxf( width, 1.0f ) );
    }
    else { ImDrawList_AddConvexPolyFilled( igGetWindowDrawList(), path, count, color ); }
}

svgPen uiMakePen( uiState* ui ) { return ( svgPen ){ ui, drawPath, drawWords }; }

/// The first body after number `from` that the scene draws, in a ring; -1: it draws none.
static int bodyAfter( const gfxDrawList* draw, int from )
{
    int next = INT_MAX, lowest = INT_MAX;
    for ( int i = 0; i < draw->sphereCount + draw->solidCount; ++i )
    {
        int body = i < draw->sphereCount ? draw->spheres[i].body : draw->solids[i - draw->sphereCount].body;
        next = body > from && body < next ? body : next;
        lowest = body >= 0 && body < lowest ? body : lowest;
    }
    return next < INT_MAX ? next : lowest < INT_MAX ? lowest : -1;
}

/// The body of the contact that was selected last; at first the first one.
static void chooseBody( uiFreeBodyPanel* p, const sessionSnapshot* snapshot )
{
    const sessionContactList* contacts = &snapshot->contacts;
    if ( p->scenario != snapshot->scenario )
    {
        p->scenario = snapshot->scenario;
        p->body = -1;
        p->frozen = false;
        p->contact.active = false;
    }
    const sessionContactKey* key = &contacts->key;
    if ( key->active && ( !p->contact.active || key->a != p->contact.a || key->b != p->contact.b ) )
    {
        p->contact = *key;
        p->body = key->b >= 0 ? key->b : key->a;
    }
    p->body = p->body >= 0 ? p->body : bodyAfter( &snapshot->draw, -1 );
}

void uiToggleFreeBody( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->freeBody->shown = !ui->freeBody->shown && !uiLessonHolds( ui );
    ui->freeBody->frozen = false;
}

static void publish( const uiFreeBodyPanel* p )
{
    static const char* const names[3] = { "free.along", "free.normal", "free.out" };
    static const char* const sums[3] = { "free.sum.along", "free.sum.normal", "free.sum.out" };
    sessionPage page = sessionLoads_Page( &p->loads );
    const ssVec3* axes[3] = { &page.along, &page.normal, &page.out };
    uiPublish( "free.loads", p->loads.known ? (double)p->loads.all.count : 0.0 );
    uiPublish( "free.frozen", p->frozen ? 1.0 : 0.0 );
    uiPublish( "free.time", p->loads.time );
    for ( int k = 0; k < 3 && p->loads.known; ++k )
    {
        uiPublish( names[k], ssVec3_Dot( p->loads.all.inertia, *axes[k] ) );
        uiPublish( sums[k], ssVec3_Dot( p->loads.all.sum, *axes[k] ) );
    }
}

static void saveTable( uiState* ui )
{
    uiFreeBodyPanel* p = ui->freeBody;
    osFreeName( uiPrint( "slipstick-%.80s-free-body", p->scenario->id ), "csv", p->path, sizeof p->path );
    uiNotifySaved( ui, sessionLoads_Save( &p->loads, p->path ), p->path );
}

static void drawButtons( uiState* ui, const uiFrameInput* input )
{
    uiFreeBodyPanel* p = ui->freeBody;
    if ( uiCommandButton( uiLabel( p->frozen ? TR( "Go on##free.freeze" ) : TR( "Freeze##free.freeze" ) ),
             "free.freeze", p->loads.known ) )
    {
        p->frozen = !p->frozen;
    }
    if ( uiCommandButton( uiLabel( "Next body##free.next" ), "free.next", !p->frozen ) )
    {
        p->body = bodyAfter( &input->snapshot->draw, p->body );
    }
    if ( uiCommandButton( uiLabel( "Figure##free.figure" ), "free.figure", p->loads.known ) )
    {
        ui->figure->shown = false;
        uiToggleFigure( ui, input );
        ui->figure->figure.kind = ui_figureFreeBody;
        uiProposeFigurePath( ui, p->scenario );
    }
    if ( uiCommandButton( "CSV##free.csv", "free.csv", p->loads.known ) ) { saveTable( ui ); }
    igNewLine();
}

void uiDrawFreeBody( uiState* ui, const uiFrameInput* input )
{
    uiFreeBodyPanel* p = ui->freeBody;
    const sessionSnapshot* snapshot = input->snapshot;
    chooseBody( p, snapshot );
    int wanted = p->shown && !uiHidesContact( ui ) ? p->body : -1;
    if ( wanted != p->posted )
    {
        uiPost( input, session_commandLoads, wanted, 0.0 );
        p->posted = wanted;
    }
    uiPublish( "ui.free-body", p->shown ? 1.0 : 0.0 );
    if ( wanted < 0 ) { return; }
    if ( !p->frozen && snapshot->loads.body == wanted ) { p->loads = snapshot->loads; }
    publish( p );
    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    float em = igGetFontSize(), w = fminf( 46.0f * em, 0.94f * (float)input->width );
    float h = fminf( 28.0f * em, 0.8f * (float)input->height );
    igSetNextWindowPos( uiVec2( layout.view.x1 - 0.5f * em, layout.view.y0 + 0.5f * em ), ImGuiCond_Appearing,
        uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize( uiVec2( w, h ), ImGuiCond_Appearing );
    if ( igBegin( uiLabel( "Free-body diagram" ), &p->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar ) )
    {
        drawButtons( ui, input );
        ImVec2 at = uiCursor(), room = uiSpace();
        if ( p->loads.known )
        {
            const svgPen pen = uiMakePen( ui );
            sessionLoads_Draw( &p->loads, &pen, at.x, at.y, room.x, room.y, em );
        }
        else
        {
            uiWrappedColor( ui->theme.dim,
                tr( "What acts on this body is known after a step, in worlds of bodies and for the sphere, "
                    "block, belt and spring-slider. Click another body, or begin the run with Space." ) );
        }
        uiMarkRect( "free.diagram", ( uiRect ){ at.x, at.y, at.x + room.x, at.y + room.y } );
    }
    igEnd();
}
