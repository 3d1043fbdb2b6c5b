// SPDX-License-Identifier: MIT
#include "ui/panel/panel_free_body.h"

#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/figure.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// Draws the free-body diagram in a window of its own.

// -----------------------------------------------------------------------------------------------------
// sketch

typedef struct Pen
{
    ImDrawList* list;
    const ImFont* font;
    float x, y, size;
    bool draws; // false: it only measures
    ImU32 color;
} Pen;

static void setPiece( void* context, const char* text, int length, bool low )
{
    Pen* pen = context;
    float size = low ? 0.72f * pen->size : pen->size;
    ImVec2 extent;
    ImFont_CalcTextSizeA( &extent, (ImFont*)pen->font, size, 1e9f, 0.0f, text, text + length, NULL );
    if ( pen->draws )
    {
        ImDrawList_AddText_FontPtr( pen->list, pen->font, size,
            uiVec2( pen->x, pen->y - ( low ? 0.55f : 0.8f ) * size ), pen->color, text, text + length, 0.0f,
            NULL );
    }
    pen->x += extent.x;
}

static void drawWords( uiState* ui, ImDrawList* list, const sketchPart* part, ImU32 ink, float x, float y )
{
    bool small = part->width < ui->fonts[ui_fontBody]->FontSize - 0.5f;
    Pen pen = { list, ui->fonts[small ? ui_fontSmall : ui_fontBody], 0.0f, y + part->y0, part->width, false,
        ink };
    sketchPieces( part->text, setPiece, &pen );
    float shift = part->align < 0 ? 0.0f : part->align > 0 ? pen.x : 0.5f * pen.x;
    pen.x = roundf( x + part->x0 - shift );
    pen.y = roundf( pen.y );
    pen.draws = true;
    sketchPieces( part->text, setPiece, &pen );
}

static void drawHead( ImDrawList* list, ImVec2 from, ImVec2 to, float size, ImU32 ink )
{
    float dx = to.x - from.x, dy = to.y - from.y, length = fmaxf( hypotf( dx, dy ), 1e-6f );
    size = fminf( size, 0.6f * length + 3.0f );
    dx *= size / length;
    dy *= size / length;
    ImDrawList_AddTriangleFilled( list, to, uiVec2( to.x - dx - 0.4f * dy, to.y - dy + 0.4f * dx ),
        uiVec2( to.x - dx + 0.4f * dy, to.y - dy - 0.4f * dx ), ink );
}

static void drawStroke( ImDrawList* list, const sketchPart* part, ImU32 ink, float x, float y )
{
    ImVec2 from = uiVec2( x + part->x0, y + part->y0 ), to = uiVec2( x + part->x1, y + part->y1 );
    bool headed = part->kind == sketch_arrow;
    float dx = to.x - from.x, dy = to.y - from.y, length = fmaxf( hypotf( dx, dy ), 1e-6f );
    float head = headed ? fminf( 4.5f * part->width, 0.6f * length ) : 0.0f,
          end = 1.0f - 0.8f * head / length;
    float dash = part->dashed ? 5.0f / length : 1.0f;
    for ( float t = 0.0f; t < end; t += 1.8f * dash )
    {
        float u = fminf( t + dash, end );
        uiDrawLine( list, from.x + t * dx, from.y + t * dy, from.x + u * dx, from.y + u * dy, ink,
            fmaxf( 1.0f, part->width ) );
    }
    if ( headed )
    {
        drawHead( list, from, to, fmaxf( 5.0f, 4.5f * part->width ), ink );
    }
}

void uiShowSketch( uiState* ui, ImDrawList* list, const svgSketch* s, float x, float y )
{
    const uiTheme* theme = &ui->theme;
    const ImU32 inks[sketch_inkCount] = { theme->text, theme->dim, theme->quantity[ss_quantityForce],
        theme->quantity[ss_quantityMoment], theme->quantity[ss_quantityVelocity],
        uiMix( theme->panel, theme->dim, 0.22f ) };
    for ( int i = 0; i < s->count; ++i )
    {
        const sketchPart* part = s->parts + i;
        ImVec2 path[256];
        int count = part->count < 256 ? part->count : 256;
        for ( int k = 0; k < count; ++k )
        {
            const float* at = s->points[part->first + k];
            path[k] = uiVec2( x + at[0], y + at[1] );
        }
        if ( part->kind == sketch_words )
        {
            drawWords( ui, list, part, inks[part->ink], x, y );
        }
        else if ( part->kind == sketch_outline && count > 2 )
        {
            ImDrawList_AddConvexPolyFilled( list, path, count, inks[part->ink] );
            ImDrawList_AddPolyline( list, path, count, inks[sketch_dim], ImDrawFlags_Closed, part->width );
        }
        else if ( part->kind == sketch_curve && count > 1 )
        {
            ImDrawList_AddPolyline( list, path, count, inks[part->ink], 0, part->width );
            drawHead( list, path[count - 2], path[count - 1], 4.0f * part->width + 3.0f, inks[part->ink] );
        }
        else if ( part->kind == sketch_line || part->kind == sketch_arrow )
        {
            drawStroke( list, part, inks[part->ink], x, y );
        }
    }
}

// ------------------------------------------------------------------------------------------------------
// panel

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
    if ( uiCommandButton( "CSV##free.csv", "free.csv", p->loads.known ) )
    {
        saveTable( ui );
    }
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
    if ( wanted < 0 )
    {
        return;
    }
    if ( !p->frozen && snapshot->loads.body == wanted )
    {
        p->loads = snapshot->loads;
    }
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
            sessionLoads_Draw( &p->loads, room.x, room.y, em, &p->sketch );
            uiShowSketch( ui, igGetWindowDrawList(), &p->sketch, at.x, at.y );
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
