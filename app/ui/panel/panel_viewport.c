// SPDX-License-Identifier: MIT
#include "ui/panel/panel_viewport.h"

#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_step_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The scene is already in the background; here are the hand that turns and pulls it, and the text over it.

void uiFrameAll( uiState* ui, const uiFrameInput* input )
{
    const gfxDrawList* draw = &input->snapshot->draw;
    gfxViewport viewport = uiViewport( ui, input );
    if ( draw->boundsRadius > 0.0f )
    {
        gfxCamera_Frame( &ui->view->camera, draw->boundsCenter, draw->boundsRadius, &viewport );
    }
}

// ----------------------------------------------------------------------------------------------------- mouse

static void postDrag( uiState* ui, const uiFrameInput* input, bool active )
{
    sessionCommand command = { .kind = session_commandDrag };
    command.drag.active = active;
    command.drag.body = ui->view->grabBody;
    command.drag.target = ( ssVec3 ){ (double)ui->view->grabTarget[0], (double)ui->view->grabTarget[1],
        (double)ui->view->grabTarget[2] };
    sessionDriver_Post( input->driver, &command );
}

void uiReleaseGrab( uiState* ui, const uiFrameInput* input )
{
    if ( ui->view->gesture == ui_gestureGrab )
    {
        postDrag( ui, input, false );
        ui->view->gesture = ui_gestureNone;
    }
}

static float dot3( const float* a, const float* b )
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Where the ray through a pixel meets the plane through the grabbed point that faces the camera.
static bool handTarget( const uiState* ui, const gfxViewport* viewport, float x, float y, float target[3] )
{
    float origin[3], direction[3];
    gfxCamera_Ray( &ui->view->camera, viewport, x, y, origin, direction );
    float along = dot3( direction, ui->view->grabNormal );
    if ( fabsf( along ) < 1e-6f )
    {
        return false;
    }
    float to[3] = { ui->view->grabPoint[0] - origin[0], ui->view->grabPoint[1] - origin[1],
        ui->view->grabPoint[2] - origin[2] };
    float way = dot3( to, ui->view->grabNormal ) / along;
    if ( way <= 0.0f )
    {
        return false;
    }
    for ( int i = 0; i < 3; ++i )
    {
        target[i] = origin[i] + way * direction[i];
    }
    return true;
}

static void beginGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const ImGuiIO* io = igGetIO();
    float hit[3];
    if ( igIsMouseClicked( ImGuiMouseButton_Right, false ) ||
        igIsMouseClicked( ImGuiMouseButton_Middle, false ) || io->KeyShift )
    {
        ui->view->gesture = ui_gesturePan;
        return;
    }
    int body = gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit );
    if ( body < 0 )
    {
        ui->view->gesture = ui_gestureOrbit;
        return;
    }
    float eye[3], length = 0.0f;
    gfxCamera_Eye( &ui->view->camera, eye );
    for ( int i = 0; i < 3; ++i )
    {
        ui->view->grabNormal[i] = ui->view->camera.target[i] - eye[i];
        length += ui->view->grabNormal[i] * ui->view->grabNormal[i];
    }
    length = sqrtf( fmaxf( length, 1e-20f ) );
    for ( int i = 0; i < 3; ++i )
    {
        ui->view->grabNormal[i] /= length;
        ui->view->grabPoint[i] = ui->view->grabTarget[i] = hit[i];
    }
    ui->view->gesture = ui_gestureGrab;
    ui->view->grabBody = body;
    postDrag( ui, input, true );
}

static void continueGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const ImGuiIO* io = igGetIO();
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    float dx = io->MouseDelta.x * scale, dy = io->MouseDelta.y * scale;
    float target[3];
    switch ( ui->view->gesture )
    {
        case ui_gestureOrbit:
            gfxCamera_Orbit( &ui->view->camera, dx, dy, viewport );
            break;
        case ui_gesturePan:
            gfxCamera_Pan( &ui->view->camera, dx, dy, viewport );
            igSetMouseCursor( ImGuiMouseCursor_ResizeAll );
            break;
        case ui_gestureGrab:
            // also while the mouse rests: a followed camera moves the hand through the world
            if ( handTarget( ui, viewport, x, y, target ) &&
                memcmp( target, ui->view->grabTarget, sizeof( target ) ) != 0 )
            {
                memcpy( ui->view->grabTarget, target, sizeof( target ) );
                postDrag( ui, input, true );
            }
            igSetMouseCursor( ImGuiMouseCursor_Hand );
            break;
        case ui_gestureNone:
            break;
    }
}

/// The contact whose point is drawn nearest to a pixel, within a finger's width; NULL: none. The hidden ones count too:
/// a contact always lies under a body.
static const sessionContact* contactUnder(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContact* found = NULL;
    float nearest = 0.7f * ui->em * ( input->pixelScale > 0.0f ? input->pixelScale : 1.0f );
    for ( int i = 0; i < list->count; ++i )
    {
        float at[2];
        if ( gfxCamera_Project( &ui->view->camera, viewport, list->items[i].point, at ) )
        {
            float away = hypotf( at[0] - x, at[1] - y );
            if ( away < nearest )
            {
                nearest = away;
                found = list->items + i;
            }
        }
    }
    return found;
}

static int describeContact( char* text, size_t capacity, const sessionContact* contact )
{
    char force[48];
    uiFormatQuantity( (double)contact->force, "N", force, sizeof( force ) );
    int mode = contact->mode >= 0 && contact->mode < ss_modeCount ? contact->mode : 0;
    return snprintf( text, capacity, "contact: %s, |r| = %s\ndouble-click to look into it",
        ssContactModeName( (ssContactMode)mode ), force );
}

static int describeSolid( char* text, size_t capacity, const gfxSolid* solid )
{
    const float* h = solid->half;
    if ( solid->kind == ss_solidBox )
    {
        return snprintf( text, capacity, "body %d: box, %.4g × %.4g × %.4g m", solid->body,
            2.0 * (double)h[0], 2.0 * (double)h[1], 2.0 * (double)h[2] );
    }
    bool capsule = solid->kind == ss_solidCapsule;
    return snprintf( text, capacity, "body %d: %s, R = %.4g m, length %.4g m", solid->body,
        capsule ? "capsule" : "cylinder", (double)h[0], 2.0 * (double)( h[2] + ( capsule ? h[0] : 0.0f ) ) );
}

/// What the mouse points at, in numbers.
static void showTooltip( const uiFrameInput* input, const sessionContact* contact, int body )
{
    char text[192] = "", number[48];
    int used = contact != NULL ? describeContact( text, sizeof( text ), contact ) : 0;
    float energy = 0.0f;
    const gfxDrawList* draw = &input->snapshot->draw;
    for ( int i = 0; i < draw->sphereCount && used == 0; ++i )
    {
        if ( draw->spheres[i].body == body )
        {
            uiFormatQuantity( (double)draw->spheres[i].radius, "m", number, sizeof( number ) );
            used = snprintf( text, sizeof( text ), "body %d: sphere, R = %s", body, number );
            energy = draw->spheres[i].energy;
        }
    }
    for ( int i = 0; i < draw->solidCount && used == 0; ++i )
    {
        if ( draw->solids[i].body == body )
        {
            used = describeSolid( text, sizeof( text ), &draw->solids[i] );
            energy = draw->solids[i].energy;
        }
    }
    if ( energy > 0.0f ) // not every scene tells it
    {
        uiFormatQuantity( (double)energy, "J", number, sizeof( number ) );
        snprintf( text + used, sizeof( text ) - (size_t)used, "\nkinetic energy %s", number );
    }
    if ( used > 0 )
    {
        igSetTooltip( "%s", text );
        uiMarkText( "view.tooltip", text );
    }
}

/// Double-click: look into the contact under the mouse, or into one of the body's.
static void selectUnder(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y );
    float hit[3];
    int body =
        contact == NULL ? gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit ) : -1;
    for ( int i = 0; i < list->count && contact == NULL && body >= 0; ++i )
    {
        contact = list->items[i].a == body || list->items[i].b == body ? list->items + i : NULL;
    }
    if ( contact != NULL )
    {
        uiSelectContact( ui, input, contact );
        ui->settings.showContact = true;
    }
}

/// The view turns about what was clicked; about everything when that was empty space.
static void centreOn( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    float hit[3];
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y );
    if ( contact != NULL )
    {
        memcpy( ui->view->camera.target, contact->point, sizeof( ui->view->camera.target ) );
    }
    else if ( gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit ) >= 0 )
    {
        memcpy( ui->view->camera.target, hit, sizeof( ui->view->camera.target ) );
    }
    else
    {
        uiFrameAll( ui, input );
    }
}

static void handleMouse( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const ImGuiIO* io = igGetIO();
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    gfxViewport viewport = uiViewport( ui, input );
    float x = ( io->MousePos.x - layout->view.x0 ) * scale, y = ( io->MousePos.y - layout->view.y0 ) * scale;

    igSetCursorScreenPos( uiVec2( layout->view.x0, layout->view.y0 ) );
    igInvisibleButton( "viewport",
        uiVec2( fmaxf( 1.0f, uiWidth( layout->view ) ), fmaxf( 1.0f, uiHeight( layout->view ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
            ImGuiButtonFlags_MouseButtonMiddle );
    igSetItemAllowOverlap(); // the splitters lie on its edge
    uiMark( "viewport" );
    bool hovered = igIsItemHovered( 0 );

    if ( igIsItemActivated() )
    {
        if ( igIsMouseDoubleClicked( ImGuiMouseButton_Right ) )
        {
            centreOn( ui, input, &viewport, x, y );
        }
        else if ( igIsMouseDoubleClicked( ImGuiMouseButton_Left ) )
        {
            selectUnder( ui, input, &viewport, x, y );
        }
        else if ( igIsMouseClicked( ImGuiMouseButton_Left, false ) &&
            contactUnder( ui, input, &viewport, x, y ) != NULL &&
            ( ui->settings.drawFlags & ss_drawContactPoints ) != 0 && !io->KeyShift )
        {
            // A panel that opened now would move the view away under the second click.
            uiSelectContact( ui, input, contactUnder( ui, input, &viewport, x, y ) );
        }
        else
        {
            beginGesture( ui, input, &viewport, x, y );
        }
    }
    else if ( igIsItemActive() )
    {
        continueGesture( ui, input, &viewport, x, y );
    }
    else if ( ui->view->gesture != ui_gestureNone )
    {
        uiReleaseGrab( ui, input );
        ui->view->gesture = ui_gestureNone;
    }
    if ( input->snapshot->contacts.selected.found )
    {
        // where the selected contact is on the screen, for scripts and tests
        ssVec3 point = input->snapshot->contacts.selected.view.point;
        const float at[3] = { (float)point.x, (float)point.y, (float)point.z };
        float pixel[2];
        if ( gfxCamera_Project( &ui->view->camera, &viewport, at, pixel ) )
        {
            float px = layout->view.x0 + pixel[0] / scale, py = layout->view.y0 + pixel[1] / scale, r = 2.0f;
            uiMarkRect( "contact.point", ( uiRect ){ px - r, py - r, px + r, py + r } );
        }
    }
    if ( hovered && io->MouseWheel != 0.0f )
    {
        gfxCamera_Zoom( &ui->view->camera, io->MouseWheel, x, y, &viewport );
    }
    float hit[3];
    const sessionContact* under =
        hovered && ui->view->gesture == ui_gestureNone ? contactUnder( ui, input, &viewport, x, y ) : NULL;
    int body = hovered && ui->view->gesture == ui_gestureNone
        ? gfxPickBody( &input->snapshot->draw, &ui->view->camera, &viewport, x, y, hit )
        : -1;
    if ( !input->snapshot->playing && ( under != NULL || body >= 0 ) )
    {
        showTooltip( input, under, body );
    }
    if ( ui->view->gesture == ui_gestureGrab )
    {
        uiHint( ui,
            input->snapshot->playing ? "pull; let go to release the body"
                                     : "the hand pulls when the run goes on (Space)" );
    }
    else if ( under != NULL )
    {
        uiHint( ui, "double-click looks into this contact · N next contact · right double-click centres" );
    }
    else if ( body >= 0 )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiHint( ui,
            "double-click looks into its contact · drag to pull the body · right-drag pans · wheel zooms" );
    }
    else if ( hovered )
    {
        uiHint( ui,
            "drag empty space to orbit · drag a body to pull it · right-drag pans · wheel zooms · F1 help" );
    }
}

// ------------------------------------------------------------------------------------------------------ text

typedef struct measureContext
{
    uiState* ui;
    float scale;
} measureContext;

static void measure( void* context, const char* text, bool title, float size[2] )
{
    measureContext* m = context;
    ImVec2 extent = uiTextSize( m->ui, title ? ui_fontTitle : ui_fontBody, text );
    size[0] = extent.x * m->scale;
    size[1] = extent.y * m->scale;
}

// Text that reads on anything: a faint plate of the background's colour.
static void drawPlateText(
    uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, float plate, const char* text )
{
    ImVec2 size = uiTextSize( ui, font, text );
    float pad = roundf( 0.2f * ui->em );
    ImDrawList_AddRectFilled( list, uiVec2( x - pad, y ), uiVec2( x + size.x + pad, y + size.y ),
        uiFade( ui->theme.background, plate ), pad, 0 );
    uiDrawText( ui, list, font, x, y, color, text );
}

/// Text that stands in the corners of the view: labels keep clear of it.
typedef struct corners
{
    gfxTaken taken[4];
    int count;
} corners;

static void takeCorner( corners* c, const uiFrameInput* input, uiRect r )
{
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    if ( c->count < SS_COUNT( c->taken ) && r.x1 > r.x0 && r.y1 > r.y0 )
    {
        c->taken[c->count++] = ( gfxTaken ){ scale * r.x0, scale * r.y0, scale * r.x1, scale * r.y1 };
    }
}

static void drawLabels(
    uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn, const corners* text )
{
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    gfxViewport viewport = uiViewport( ui, input );
    gfxPalette palette = uiPalette( ui );
    // an open contact is pale, a name in that colour would not be read
    memcpy( palette.mode[ss_modeOpen], palette.dimText, sizeof( palette.dimText ) );
    measureContext context = { ui, scale };
    gfxStyle style = ui->settings.style;
    style.lineScale = scale;
    const gfxLabelRoom room = { measure, &context, text->taken, text->count };
    int count = gfxLayoutLabels(
        &input->snapshot->draw, drawn, &viewport, &palette, &style, &room, ui->view->labels, ui_maxLabels );
    for ( int i = 0; i < count; ++i )
    {
        const gfxScreenLabel* label = ui->view->labels + i;
        uiFont font = label->title ? ui_fontTitle : ui_fontBody;
        ImVec2 size = uiTextSize( ui, font, label->text );
        float x = label->x / scale, y = label->y / scale;
        float ax = label->anchor[0] / scale, ay = label->anchor[1] / scale;
        ImU32 color = 0xff000000u | (ImU32)( label->color[0] * 255.0f + 0.5f ) |
            (ImU32)( label->color[1] * 255.0f + 0.5f ) << 8 |
            (ImU32)( label->color[2] * 255.0f + 0.5f ) << 16;
        // a label that had to give way keeps a thread to what it names
        float nearX = fminf( fmaxf( ax, x ), x + size.x ), nearY = fminf( fmaxf( ay, y ), y + size.y );
        if ( hypotf( ax - nearX, ay - nearY ) > 1.5f * size.y )
        {
            ImDrawList_AddLine( list, uiVec2( nearX, nearY ), uiVec2( ax, ay ), uiFade( color, 0.6f ), 1.0f );
        }
        drawPlateText( ui, list, font, x, y, color, 0.7f, label->text );
    }
    uiPublish( "view.labels", (double)count );
}

typedef struct legendRow
{
    char text[64];
    float bar; // [px]; 0: none
    ImU32 color;
} legendRow;

// For each quantity on the screen, how long a round number of it is drawn.
static int scaleRows( uiState* ui, const gfxDrawList* draw, double metresPerPixel, float em, legendRow* rows )
{
    static const char* const names[ss_quantityCount] = { "force", "moment", "velocity" };
    static const char* const units[ss_quantityCount] = { "N", "N m", "m/s" };
    unsigned used = 0;
    for ( int i = 0; i < draw->arrowCount; ++i )
    {
        const float* v = draw->arrows[i].vector;
        double length = sqrt( (double)( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] ) );
        bool seen = length * (double)draw->scale[draw->arrows[i].quantity] >
            (double)gfx_shortestArrow * metresPerPixel;
        used |= seen ? 1u << draw->arrows[i].quantity : 0u;
    }
    for ( int i = 0; i < draw->discCount; ++i )
    {
        used |= 1u << draw->discs[i].quantity;
    }
    int count = 0;
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        double pixels = (double)draw->scale[q] / metresPerPixel; // per unit of the quantity
        if ( !( used & 1u << q ) || !( pixels > 0.0 ) || !isfinite( pixels ) )
        {
            continue;
        }
        double value = uiNiceStep( 2.2 * (double)em / pixels );
        char number[48], mark[32];
        uiFormatQuantity( value, units[q], number, sizeof( number ) );
        legendRow* row = rows + count++;
        snprintf( row->text, sizeof( row->text ), "%s %s", names[q], number );
        row->bar = (float)( value * pixels );
        row->color = ui->theme.quantity[q];
        snprintf( mark, sizeof( mark ), "scale.%s", names[q] );
        uiPublish( mark, value );
    }
    return count;
}

static void drawBar( ImDrawList* list, float x, float y, float length, float half, ImU32 color )
{
    const uiRect parts[] = {
        { x, y - half, x + length, y + half },
        { x, y - 3.0f * half, x + half, y + 3.0f * half },
        { x + length - half, y - 3.0f * half, x + length, y + 3.0f * half },
    };
    for ( int i = 0; i < SS_COUNT( parts ); ++i )
    {
        ImDrawList_AddRectFilled(
            list, uiVec2( parts[i].x0, parts[i].y0 ), uiVec2( parts[i].x1, parts[i].y1 ), color, 0.0f, 0 );
    }
}

static uiRect drawLegend(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list, const gfxCamera* drawn )
{
    float em = layout->em, line = roundf( 1.1f * em );
    double metresPerPixel = 2.0 * (double)drawn->distance * tan( 0.5 * (double)drawn->fieldOfView ) /
        (double)fmaxf( 1.0f, uiHeight( layout->view ) );
    legendRow rows[ss_quantityCount + 4];
    int count = scaleRows( ui, &input->snapshot->draw, metresPerPixel, em, rows );
    if ( uiWidth( layout->view ) < 40.0f * em )
    {
        count = 0; // large type in a small view: the arrows carry their values anyway
    }
    if ( ( ui->settings.drawFlags & ss_drawLinesOfAction ) && input->snapshot->draw.actionFactor > 1.0f )
    {
        rows[count] = ( legendRow ){ .color = ui->theme.dim };
        snprintf( rows[count].text, sizeof( rows[count].text ), "line of action: offset and μ_r drawn ×%g",
            (double)input->snapshot->draw.actionFactor );
        uiMarkText( "view.action", rows[count].text );
        ++count;
    }
    const gfxDrawList* draw = &input->snapshot->draw;
    if ( ( draw->flags & ss_drawForceChains ) && draw->strongest > 0.0f )
    {
        char number[40];
        uiFormatQuantity( (double)draw->strongest, "N", number, sizeof( number ) );
        rows[count] = ( legendRow ){ .color = ui->theme.dim };
        snprintf( rows[count].text, sizeof( rows[count].text ), "widest chain %.24s%s", number,
            draw->tooManyContacts ? "; above the mean" : "" );
        uiMarkText( "view.chains", rows[count].text );
        ++count;
    }
    if ( input->glyphsDrawn < input->glyphsAsked )
    {
        rows[count] = ( legendRow ){ .color = ui->theme.dim };
        snprintf( rows[count].text, sizeof( rows[count].text ), "%d of %d glyphs: the largest",
            input->glyphsDrawn, input->glyphsAsked );
        uiMarkText( "view.glyphs", rows[count].text );
        ++count;
    }
    uiPublish( "view.glyphs.drawn", input->glyphsDrawn );
    uiPublish( "view.glyphs.asked", input->glyphsAsked );
    float spacing = draw->planeCount > 0 ? gfxGridSpacing( &draw->planes[0], drawn ) : 0.0f, widest = 0.0f;
    if ( spacing > 0.0f && ( ui->settings.drawFlags & ss_drawGround ) )
    {
        char number[48];
        uiFormatQuantity( (double)spacing, "m", number, sizeof( number ) );
        rows[count] = ( legendRow ){ .color = ui->theme.dim };
        snprintf( rows[count].text, sizeof( rows[count].text ), "grid %s", number );
        uiMarkText( "view.grid", rows[count].text );
        ++count;
    }
    for ( int i = 0; i < count; ++i )
    {
        widest = fmaxf( widest, rows[i].bar > 0.0f ? uiTextSize( ui, ui_fontSmall, rows[i].text ).x : 0.0f );
    }
    float x = layout->view.x0 + roundf( 0.8f * em );
    float y = layout->view.y1 - roundf( 0.4f * em ) - (float)count * line;
    uiRect all = { x, y, x, y + (float)count * line };
    for ( int i = 0; i < count; ++i, y += line )
    {
        drawPlateText( ui, list, ui_fontSmall, x, y, ui->theme.dim, 0.3f, rows[i].text );
        all.x1 = fmaxf( all.x1,
            x +
                fmaxf( uiTextSize( ui, ui_fontSmall, rows[i].text ).x,
                    rows[i].bar > 0.0f ? widest + em + rows[i].bar : 0.0f ) );
        if ( rows[i].bar > 0.0f )
        {
            float middle = roundf( y + 0.5f * uiTextSize( ui, ui_fontSmall, rows[i].text ).y );
            drawBar( list, x + widest + roundf( 0.7f * em ), middle, rows[i].bar,
                fmaxf( 1.0f, roundf( 0.07f * em ) ), rows[i].color );
        }
    }
    return all;
}

/// What the colours of bodies and contact points mean: upper right, without a box.
static uiRect drawModeLegend(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    bool modes = ( ui->settings.drawFlags & ss_drawModes ) != 0;
    if ( !modes && contacts->count < 2 )
    {
        return ( uiRect ){ 0 };
    }
    unsigned used = 0;
    for ( int i = 0; i < contacts->count; ++i )
    {
        used |= 1u << ( contacts->items[i].mode >= 0 && contacts->items[i].mode < ss_modeCount
                        ? contacts->items[i].mode
                        : 0 );
    }
    float em = layout->em, line = roundf( 1.15f * em ), y = layout->view.y0 + roundf( 0.6f * em );
    uiRect all = { layout->view.x1, y, layout->view.x1, y };
    for ( int m = 0; m < ss_modeCount; ++m )
    {
        if ( !( used & 1u << m ) )
        {
            continue;
        }
        const char* name = ssContactModeName( (ssContactMode)m );
        float x = layout->view.x1 - roundf( 1.0f * em ) - uiTextSize( ui, ui_fontSmall, name ).x;
        drawPlateText( ui, list, ui_fontSmall, x, y, ui->theme.dim, 0.3f, name );
        ImDrawList_AddCircleFilled(
            list, uiVec2( x - 0.8f * em, y + 0.5f * line - 1.0f ), 0.28f * em, ui->theme.mode[m], 12 );
        all.x0 = fminf( all.x0, x - 1.1f * em );
        y += line;
    }
    all.y1 = y;
    return all;
}

static uiRect drawClock( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list )
{
    const sessionSnapshot* snapshot = input->snapshot;
    float em = layout->em, x = layout->view.x0 + roundf( 0.8f * em ),
          y = layout->view.y0 + roundf( 0.5f * em );
    // decimals as many as the step size has, at least two, so that the last digit moves and the rest stands
    int decimals = snapshot->h > 0.0 ? (int)ceil( -log10( snapshot->h ) - 1e-9 ) : 4;
    decimals = decimals < 2 ? 2 : decimals > 6 ? 6 : decimals;
    char text[64];
    snprintf( text, sizeof( text ), "t = %.*f s", decimals, snapshot->time );
    drawPlateText( ui, list, ui_fontTitle, x, y, ui->theme.text, 0.3f, text );
    uiMarkText( "clock", text );
    y += 1.75f * em;
    bool playing = uiShownPlaying( ui, input );
    if ( snapshot->finished )
    {
        drawPlateText( ui, list, ui_fontBody, x, y, ui->theme.dim, 0.3f, "end of the run · R resets" );
    }
    else if ( !playing && snapshot->step > 0 )
    {
        drawPlateText( ui, list, ui_fontBody, x, y, ui->theme.dim, 0.3f, "paused" );
    }
    if ( !playing && snapshot->step == 0 )
    {
        const char* hint = "Space to run";
        ImVec2 size = uiTextSize( ui, ui_fontTitle, hint );
        float cx = 0.5f * ( layout->view.x0 + layout->view.x1 ), cy = layout->view.y1 - 2.4f * em;
        float px = 1.1f * em, py = 0.45f * em;
        ImDrawList_AddRectFilled( list, uiVec2( cx - 0.5f * size.x - px, cy - 0.5f * size.y - py ),
            uiVec2( cx + 0.5f * size.x + px, cy + 0.5f * size.y + py ), uiFade( ui->theme.raised, 0.88f ),
            0.5f * size.y + py, 0 );
        uiDrawText( ui, list, ui_fontTitle, cx - 0.5f * size.x, cy - 0.5f * size.y, ui->theme.text, hint );
        uiMarkText( "view.hint", hint );
    }
    return ( uiRect ){ x, layout->view.y0, x + 12.0f * em, y + 1.2f * em };
}

// The spring between a body and the hand.
static void drawHand( uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn )
{
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    gfxViewport viewport = uiViewport( ui, input );
    float from[2], to[2];
    if ( ui->view->gesture != ui_gestureGrab ||
        !gfxCamera_Project( drawn, &viewport, ui->view->grabTarget, to ) )
    {
        return;
    }
    float ox = viewport.x / scale, oy = viewport.y / scale;
    ImVec2 hand = uiVec2( ox + to[0] / scale, oy + to[1] / scale );
    const gfxDrawList* draw = &input->snapshot->draw;
    for ( int i = 0; i < draw->sphereCount; ++i )
    {
        if ( draw->spheres[i].body == ui->view->grabBody &&
            gfxCamera_Project( drawn, &viewport, draw->spheres[i].center, from ) )
        {
            ImVec2 body = uiVec2( ox + from[0] / scale, oy + from[1] / scale );
            ImDrawList_AddLine( list, body, hand, ui->theme.accent, fmaxf( 1.5f, 0.1f * ui->em ) );
            ImDrawList_AddCircleFilled( list, body, 0.2f * ui->em, ui->theme.accent, 0 );
            break;
        }
    }
    ImDrawList_AddCircle( list, hand, 0.45f * ui->em, ui->theme.accent, 0, fmaxf( 1.5f, 0.12f * ui->em ) );
}

/// A ring around the contact under the microscope.
static void drawSelection( uiState* ui, const uiFrameInput* input, ImDrawList* list, const gfxCamera* drawn )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    if ( !contacts->selected.found || contacts->count < 2 || !ui->settings.showContact )
    {
        return; // a single contact needs no ring
    }
    float scale = input->pixelScale > 0.0f ? input->pixelScale : 1.0f;
    gfxViewport viewport = uiViewport( ui, input );
    ssVec3 p = contacts->selected.view.point;
    const float at[3] = { (float)p.x, (float)p.y, (float)p.z };
    float pixel[2];
    if ( gfxCamera_Project( drawn, &viewport, at, pixel ) )
    {
        ImVec2 middle = uiVec2( ( viewport.x + pixel[0] ) / scale, ( viewport.y + pixel[1] ) / scale );
        ImDrawList_AddCircle( list, middle, 0.65f * ui->em, ui->theme.background, 24, 4.0f );
        ImDrawList_AddCircle( list, middle, 0.65f * ui->em, ui->theme.accent, 24, 2.0f );
    }
}

void uiDrawViewport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn )
{
    handleMouse( ui, input, layout );
    ImDrawList* list = igGetWindowDrawList();
    ImDrawList_PushClipRect(
        list, uiVec2( layout->view.x0, layout->view.y0 ), uiVec2( layout->view.x1, layout->view.y1 ), true );
    corners c = { .count = 0 };
    takeCorner( &c, input, drawLegend( ui, input, layout, list, drawn ) );
    takeCorner( &c, input, drawModeLegend( ui, input, layout, list ) );
    takeCorner( &c, input, drawClock( ui, input, layout, list ) );
    takeCorner( &c, input, uiDrawStepReport( ui, input, layout, list ) );
    drawLabels( ui, input, list, drawn, &c );
    drawSelection( ui, input, list, drawn );
    drawHand( ui, input, list, drawn );
    ImDrawList_PopClipRect( list );
}
