// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_measure.h"

#include <string.h>

// Ruler and protractor in the scene: where their ends are, how they look, and how a hand moves them.

static ssVec3 toVec3( const float v[3] ) { return ssVec3_Make( (double)v[0], (double)v[1], (double)v[2] ); }

static uiEnd placeEnd( ssVec3 at ) { return ( uiEnd ){ .kind = ui_endPlace, .at = at }; }

static uiEnd contactEnd( const sessionContact* c )
{
    return ( uiEnd ){ ui_endContact, c->a, c->b, c->surface, toVec3( c->point ) };
}

bool uiLocateEnd( const sessionSnapshot* snapshot, const uiEnd* end, ssVec3* at )
{
    float center[3];
    double nearest = HUGE_VAL;
    const ssVec3 last = *at;
    if ( end->kind != ui_endContact )
    {
        bool there = end->kind != ui_endBody || uiFindBody( &snapshot->draw, end->a, center );
        *at = !there ? *at : end->kind == ui_endBody ? toVec3( center ) : end->at;
        return there;
    }
    for ( int i = 0; i < snapshot->contacts.count; ++i )
    {
        const sessionContact* c = snapshot->contacts.items + i;
        double away = ssVec3_Length( ssVec3_Sub( toVec3( c->point ), last ) );
        if ( c->a == end->a && c->b == end->b && c->surface == end->surface && away < nearest )
        {
            nearest = away;
            *at = toVec3( c->point );
        }
    }
    return isfinite( nearest );
}

void uiAttachEnd( uiState* ui, const uiFrameInput* input, int end, uiEnd to )
{
    ui->instruments.ends[end] = to;
    ui->measure->at[end] = to.at;
    ui->measure->found[end] = uiLocateEnd( input->snapshot, &to, ui->measure->at + end );
}

const char* uiDescribeEnd( const uiEnd* end )
{
    return end->kind == ui_endBody   ? uiPrint( tr( "body %d" ), end->a )
        : end->kind == ui_endContact ? uiPrint( tr( "contact of body %d" ), end->b >= 0 ? end->b : end->a )
        : end->kind == ui_endLevel   ? tr( "horizon" )
                                     : tr( "a place" );
}

void uiPlaceInstrument( uiState* ui, const uiFrameInput* input, int instrument )
{
    const gfxCamera* camera = &ui->view->camera;
    const uiMeasurePanel* p = ui->measure;
    uiEnd* ends = ui->instruments.ends;
    const sessionContactDetail* d = &input->snapshot->contacts.selected;
    double reach = 0.22 * (double)camera->distance, yaw = (double)camera->yaw;
    ssVec3 at = toVec3( camera->target ),
           along = p->sloped ? p->axes[0] : ssVec3_Make( cos( yaw ), -sin( yaw ), 0.0 );
    uiEnd body = { .kind = ui_endBody, .a = uiBodyAtHand( input ) };
    if ( instrument == ui_ruler )
    {
        // From where the body is now to where it goes: the way of a run without moving anything by hand.
        bool follows = body.a >= 0 && uiLocateEnd( input->snapshot, &body, &at );
        ends[ui_rulerFrom] = placeEnd( at );
        ends[ui_rulerTo] = follows ? body : placeEnd( ssVec3_MulAdd( at, reach, along ) );
    }
    else if ( instrument == ui_protractor )
    {
        at = d->found ? d->view.point : at;
        ends[ui_corner] = placeEnd( at );
        ends[ui_leg] = placeEnd( ssVec3_MulAdd( at, reach, along ) );
        ends[ui_leg2] = ( uiEnd ){ .kind = ui_endLevel };
    }
}

typedef struct Canvas
{
    uiState* ui;
    const gfxCamera* camera;
    gfxViewport viewport;
    float scale;
    ImDrawList* list;
    uiOverlay* overlay;
} Canvas;

static bool toScreen( const Canvas* c, ssVec3 at, ImVec2* place )
{
    float pixel[2], point[3] = { (float)at.x, (float)at.y, (float)at.z };
    bool seen = gfxCamera_Project( c->camera, &c->viewport, point, pixel );
    *place = uiVec2( ( c->viewport.x + pixel[0] ) / c->scale, ( c->viewport.y + pixel[1] ) / c->scale );
    return seen;
}

/// A line of the scene, faint where it belongs to no reading.
static void drawStroke( const Canvas* c, ssVec3 from, ssVec3 to, bool known )
{
    ImVec2 a, b;
    if ( toScreen( c, from, &a ) && toScreen( c, to, &b ) )
    {
        float width = fmaxf( 2.0f, 0.13f * c->ui->em );
        uiDrawLine( c->list, a.x, a.y, b.x, b.y, uiFade( c->ui->theme.background, 0.7f ), width + 3.0f );
        uiDrawLine( c->list, a.x, a.y, b.x, b.y, uiFade( c->ui->theme.accent, known ? 1.0f : 0.4f ), width );
    }
}

/// Writes a reading above a place, or near it where a text stands already.
static void drawReading( const Canvas* c, ImVec2 at, const char* mark, const char* text )
{
    ImVec2 size = uiTextSize( c->ui, ui_fontStrong, text );
    float x = roundf( at.x - 0.5f * size.x ), y = roundf( at.y - size.y - 0.7f * c->ui->em );
    uiRect place = { x, y, x + size.x, y + size.y };
    uiMarkText( mark, text );
    if ( uiFindAndTakePlace( c->overlay, &place, ui_overlayUp ) )
    {
        uiDrawPlateText( c->ui, c->list, ui_fontStrong, place.x0, place.y0, c->ui->theme.accent, 0.8f, text );
    }
}

/// A line with a division every round length.
static void drawRuler( const Canvas* c )
{
    const uiMeasurePanel* p = c->ui->measure;
    ssVec3 from = p->at[ui_rulerFrom], way = ssVec3_Sub( p->at[ui_rulerTo], from );
    double length = p->values[ui_ruler];
    ImVec2 a, b, s;
    if ( !toScreen( c, from, &a ) || !toScreen( c, p->at[ui_rulerTo], &b ) ) { return; }
    drawStroke( c, from, p->at[ui_rulerTo], isfinite( length ) );
    float pixels = hypotf( b.x - a.x, b.y - a.y );
    double division = pixels > 8.0f ? uiNiceStep( length * 10.0 / (double)pixels ) : (double)INFINITY;
    for ( int i = 1;
          i * division < length && toScreen( c, ssVec3_MulAdd( from, i * division / length, way ), &s ); ++i )
    {
        float tick = ( i % 5 == 0 ? 0.5f : 0.3f ) * c->ui->em / pixels;
        uiDrawLine( c->list, s.x, s.y, s.x - tick * ( b.y - a.y ), s.y + tick * ( b.x - a.x ),
            c->ui->theme.accent, 1.0f );
    }
    drawReading( c, uiVec2( 0.5f * ( a.x + b.x ), 0.5f * ( a.y + b.y ) ), "measure.length",
        uiReadInstrument( c->ui, ui_ruler ) );
}

/// Two legs and the arc between them.
static void drawProtractor( const Canvas* c )
{
    const uiMeasurePanel* p = c->ui->measure;
    ssVec3 o = p->at[ui_corner], a = ssVec3_Sub( p->at[ui_leg], o ), b = ssVec3_Sub( p->at[ui_leg2], o ),
           last = o;
    double la = ssVec3_Length( a ), lb = ssVec3_Length( b ), radius = 0.5 * fmin( la, lb );
    bool known = isfinite( p->values[ui_protractor] );
    drawStroke( c, o, p->at[ui_leg], known );
    drawStroke( c, o, p->at[ui_leg2], known );
    const int pieces = 24;
    for ( int i = 0; i <= pieces && known; ++i )
    {
        // The chord between points of the legs at one distance, pushed out to that distance.
        double share = (double)i / pieces;
        ssVec3 chord = ssVec3_MulAdd( ssVec3_Scale( ( 1.0 - share ) / la, a ), share / lb, b );
        ssVec3 at = ssVec3_MulAdd( o, radius / fmax( ssVec3_Length( chord ), 1e-9 ), chord );
        if ( i > 0 ) { drawStroke( c, last, at, true ); }
        last = at;
    }
    ImVec2 corner;
    if ( toScreen( c, o, &corner ) )
    {
        drawReading( c, corner, "measure.angle", uiReadInstrument( c->ui, ui_protractor ) );
    }
}

/// The keys at an end: Enter takes hold of it, and then the arrows move it.
static void endKeys( uiState* ui, int end, const char* mark, uiRect rect )
{
    uiMeasurePanel* p = ui->measure;
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    float dx = 0.0f, dy = 0.0f;
    bool held = uiHeldMove( ui, mark, &dx, &dy );
    if ( !keys.focused ) { return; }
    uiFocusFrame( ui, rect );
    uiFocusSay( ui, tr( "end at %s, %s" ), uiDescribeEnd( ui->instruments.ends + end ),
        uiReadInstrument( ui, end <= ui_rulerTo ? ui_ruler : ui_protractor ) );
    uiFocusHint( ui, "%s",
        held ? tr( "↑ ↓ ← → move the end · Shift: finer · Enter or Esc lets go" )
             : tr( "end of an instrument: Enter takes hold of it · ↑ ↓ others · Esc leaves" ) );
    if ( keys.enter && !held ) { uiTakeHold( ui, mark ); }
    else if ( dx != 0.0f || dy != 0.0f )
    {
        float to[3] = { (float)p->at[end].x, (float)p->at[end].y, (float)p->at[end].z };
        uiMoveOnScreen( ui, dx, dy, to );
        ui->instruments.ends[end] = placeEnd( toVec3( to ) );
    }
}

static bool isShown( const uiState* ui, int end )
{
    return ui->instruments.shown[end <= ui_rulerTo ? ui_ruler : ui_protractor] &&
        ui->instruments.ends[end].kind != ui_endLevel;
}

/// The end as a ring, filled where it is attached.
static void drawEnd( const Canvas* c, int end )
{
    static const char* const marks[ui_endCount] = { "measure.end.from", "measure.end.to",
        "measure.end.corner", "measure.end.leg", "measure.end.leg2" };
    uiState* ui = c->ui;
    const uiEnd* e = ui->instruments.ends + end;
    ImVec2 at;
    if ( !isShown( ui, end ) || !toScreen( c, ui->measure->at[end], &at ) ) { return; }
    float r = roundf( 0.42f * ui->em );
    ImU32 ink = uiFade( ui->theme.accent, ui->measure->found[end] ? 1.0f : 0.4f );
    ImDrawList_AddCircleFilled( c->list, at, r, uiFade( ui->theme.background, 0.75f ), 20 );
    ImDrawList_AddCircle( c->list, at, r, ink, 20, fmaxf( 1.5f, 0.13f * ui->em ) );
    if ( e->kind != ui_endPlace ) { ImDrawList_AddCircleFilled( c->list, at, 0.5f * r, ink, 16 ); }
    uiRect rect = { at.x - r, at.y - r, at.x + r, at.y + r };
    uiMarkRect( marks[end], rect );
    uiMarkText( marks[end], uiDescribeEnd( e ) );
    uiPublish( uiPrint( "%s.x", marks[end] ), (double)at.x );
    uiPublish( uiPrint( "%s.y", marks[end] ), (double)at.y );
    uiPublish( "measure.end.size", 2.0 * (double)r );
    endKeys( ui, end, marks[end], rect );
}

void uiDrawInstruments( uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list,
    const uiScenes* scenes, uiOverlay* overlay )
{
    const bool* shown = ui->instruments.shown;
    Canvas c = { ui, drawn, uiSceneViewport( input, scenes, 0 ), uiPixelScale( input ), list, overlay };
    uiPushClip( list, scenes->parts[0] );
    if ( shown[ui_ruler] ) { drawRuler( &c ); }
    if ( shown[ui_protractor] ) { drawProtractor( &c ); }
    for ( int end = 0; end < ui_endCount && !ui->settings.sceneOnly; ++end ) { drawEnd( &c, end ); }
    ImDrawList_PopClipRect( list );
    if ( shown[ui_stopwatch] )
    {
        const char* text = uiPrint( tr( "stopwatch %s" ), uiReadInstrument( ui, ui_stopwatch ) );
        float half = 0.5f * uiTextSize( ui, ui_fontStrong, text ).x, em = ui->em;
        drawReading( &c, uiVec2( overlay->view.x0 + 0.8f * em + half, overlay->view.y0 + 7.0f * em ),
            "measure.watch", text );
    }
}

/// How far along a ray a plane is; INFINITY: it is not met.
static double rayToPlane( ssVec3 origin, ssVec3 ray, ssVec3 point, ssVec3 normal )
{
    double way = ssVec3_Dot( normal, ssVec3_Sub( point, origin ) ) / ssVec3_Dot( normal, ray );
    return way > 0.0 && isfinite( way ) ? way : (double)INFINITY;
}

/// Where a free end goes: onto the ground under the mouse, else into the plane through its old place that
/// faces the camera.
static ssVec3 freePlace(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y, ssVec3 old )
{
    float start[3], ray3[3], eye[3];
    const gfxCamera* camera = &ui->view->camera;
    gfxCamera_Ray( camera, viewport, x, y, start, ray3 );
    gfxCamera_Eye( camera, eye );
    ssVec3 origin = toVec3( start ), ray = toVec3( ray3 );
    double way = HUGE_VAL;
    for ( int i = 0; i < input->snapshot->draw.planeCount; ++i )
    {
        const gfxPlane* plane = input->snapshot->draw.planes + i;
        ssVec3 middle = toVec3( plane->origin );
        double here = rayToPlane( origin, ray, middle, toVec3( plane->normal ) );
        ssVec3 off = ssVec3_Sub( ssVec3_MulAdd( origin, here, ray ), middle );
        bool inside = !( plane->half[0] > 0.0f ) ||
            fabs( ssVec3_Dot( off, toVec3( plane->tangent ) ) ) <= (double)plane->half[0];
        way = inside && here < way ? here : way;
    }
    way = isfinite( way )
        ? way
        : rayToPlane( origin, ray, old, ssVec3_Sub( toVec3( camera->target ), toVec3( eye ) ) );
    return isfinite( way ) ? ssVec3_MulAdd( origin, way, ray ) : old;
}

/// Where a dragged end goes: to a contact or the body under the mouse, with Alt to neither.
static uiEnd endAt(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionSnapshot* s = input->snapshot;
    const gfxCamera* camera = &ui->view->camera;
    float hit[3], center[3], pixel[2], reach = 0.5f * ui->em * uiPixelScale( input );
    bool snaps = !igGetIO()->KeyAlt;
    const sessionContact* contact = snaps ? uiContactNear( ui, input, viewport, x, y, -1, reach ) : NULL;
    int body = snaps ? gfxPickBody( &s->draw, camera, viewport, x, y, hit ) : -1;
    bool atCenter = body >= 0 && uiFindBody( &s->draw, body, center ) &&
        gfxCamera_Project( camera, viewport, center, pixel ) && hypotf( pixel[0] - x, pixel[1] - y ) < reach;
    return contact != NULL && !atCenter ? contactEnd( contact )
        : body >= 0
        ? ( uiEnd ){ .kind = ui_endBody, .a = body }
        : placeEnd( freePlace( ui, input, viewport, x, y, ui->measure->at[ui->measure->dragged] ) );
}

/// The end under the mouse; -1: none. The later ones lie above.
static int endUnder( const uiState* ui, const gfxViewport* viewport, float x, float y, float reach )
{
    int found = -1;
    for ( int end = 0; end < ui_endCount; ++end )
    {
        ssVec3 v = ui->measure->at[end];
        float pixel[2], point[3] = { (float)v.x, (float)v.y, (float)v.z };
        bool meets = isShown( ui, end ) && gfxCamera_Project( &ui->view->camera, viewport, point, pixel ) &&
            hypotf( pixel[0] - x, pixel[1] - y ) <= reach;
        found = meets ? end : found;
    }
    return found;
}

bool uiMeasureMouse(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y, bool hovered )
{
    uiMeasurePanel* p = ui->measure;
    bool free = hovered && ui->view->scene == 0 && ui->view->gesture == ui_gestureNone;
    int end = p->dragged >= 0 ? p->dragged
        : free                ? endUnder( ui, viewport, x, y, 0.6f * ui->em * uiPixelScale( input ) )
                              : -1;
    // Who builds takes the part, not the end that is attached to it.
    bool part = end >= 0 && ui->build->on && ui->instruments.ends[end].kind == ui_endBody;
    if ( end < 0 || ( p->dragged < 0 && ( part || ( igIsItemActive() && !igIsItemActivated() ) ) ) )
    {
        return false;
    }
    igSetMouseCursor( ImGuiMouseCursor_Hand );
    uiHint(
        ui, "%s", tr( "drag the end: it snaps to bodies and contacts and follows them · Alt: to a place" ) );
    if ( p->dragged < 0 && igIsItemActivated() && igIsMouseDown( ImGuiMouseButton_Left ) )
    {
        p->dragged = end;
    }
    else if ( p->dragged >= 0 && ( x != ui->view->lastX || y != ui->view->lastY ) )
    {
        uiAttachEnd( ui, input, end, endAt( ui, input, viewport, x, y ) );
    }
    if ( p->dragged >= 0 && !igIsItemActive() )
    {
        p->dragged = -1;
        uiNotify( ui, uiPrint( tr( "the end is at: %s" ), uiDescribeEnd( ui->instruments.ends + end ) ) );
    }
    ui->view->lastX = x;
    ui->view->lastY = y;
    return true;
}
