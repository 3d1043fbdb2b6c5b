// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_viewport.h"

// Over the scene: box, handles, joints, arrow of a throw. Handles are found in pixels: their size is fixed.

#define RING_POINTS 64
#define POINTS 60

// A camera and the place of the view on the screen.
typedef struct lens
{
    const gfxCamera* camera;
    gfxViewport viewport;
    float scale;
} lens;

/// Projects a point, in pixels of the viewport. False: behind the eye.
static bool project( const lens* l, ssVec3 p, float* x, float* y )
{
    const float point[3] = { (float)p.x, (float)p.y, (float)p.z };
    float screen[2];
    bool seen = gfxCamera_Project( l->camera, &l->viewport, point, screen );
    *x = seen ? screen[0] : 0.0f;
    *y = seen ? screen[1] : 0.0f;
    return seen;
}

/// Likewise on the screen, in ImGui's coordinates.
static bool toScreen( const lens* l, ssVec3 p, ImVec2* at )
{
    float x, y;
    bool seen = project( l, p, &x, &y );
    *at = uiVec2( ( l->viewport.x + x ) / l->scale, ( l->viewport.y + y ) / l->scale );
    return seen;
}

// The selected part in space.
typedef struct held
{
    ssPartKind kind;
    ssPose pose;
    ssVec3 middle, half; // of its box; the middle in the world
    ssAabb box;
} held;

static void fillHeld( const ssPart* part, ssPose pose, held* h )
{
    ssVec3 centre;
    h->kind = part->kind;
    h->pose = pose;
    ssPart_Box( part, &centre, &h->half );
    h->middle = ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, centre ) );
    h->box = ssPart_Aabb( part, pose );
}

static bool selectedInSpace( const uiState* ui, const uiFrameInput* input, held* h )
{
    const ssPart* part = uiSelectedPart( ui );
    if ( part == NULL ) { return false; }
    fillHeld( part, uiPartState( ui, input, part->id ).pose, h );
    return true;
}

static ssVec3 sidePoint( const held* h, int axis )
{
    const double halves[3] = { h->half.x, h->half.y, h->half.z };
    ssVec3 unit = { axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0 };
    return ssVec3_MulAdd( h->middle, halves[axis], ssQuat_Rotate( h->pose.orientation, unit ) );
}

/// The square of a side [px of the viewport], a little outside, clear of the others. False: behind the eye.
static bool sideAt( const uiState* ui, const lens* l, const held* h, int axis, float* x, float* y )
{
    float mx, my;
    if ( !project( l, h->middle, &mx, &my ) || !project( l, sidePoint( h, axis ), x, y ) ) { return false; }
    float dx = *x - mx, dy = *y - my, length = fmaxf( hypotf( dx, dy ), 1.0f ),
          away = 1.1f * ui->em * l->scale;
    *x += away * dx / length;
    *y += away * dy / length;
    return true;
}

/// The foot of the arrow that lifts, on top of the part.
static ssVec3 topPoint( const held* h ) { return ssVec3_Make( h->middle.x, h->middle.y, h->box.upper.z ); }

static ssVec3 ringPoint( const held* h, int i )
{
    double x = 0.5 * ( h->box.upper.x - h->box.lower.x ), y = 0.5 * ( h->box.upper.y - h->box.lower.y );
    double radius = 1.15 * fmax( hypot( x, y ), 1e-3 ), angle = 2.0 * SS_PI * i / RING_POINTS;
    return ssVec3_Make(
        h->middle.x + radius * cos( angle ), h->middle.y + radius * sin( angle ), h->middle.z );
}

static float liftLength( const uiState* ui, const lens* l ) { return 2.6f * ui->em * l->scale; }

int uiHandleAt( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    held h;
    const lens l = { &ui->view->camera, *viewport, uiPixelScale( input ) };
    float reach = 0.75f * ui->em * l.scale, px, py;
    if ( !selectedInSpace( ui, input, &h ) || ( input->snapshot->playing && !uiSelectedPart( ui )->fixed ) )
    {
        return ui_handleNone;
    }
    if ( ui->build->tool == ui_toolMove && project( &l, topPoint( &h ), &px, &py ) &&
        hypotf( x - px, y - ( py - liftLength( ui, &l ) ) ) < reach )
    {
        return ui_handleLift;
    }
    for ( int axis = 0; axis < 3 && ui->build->tool == ui_toolSize; ++axis )
    {
        if ( uiHasSizeAxis( h.kind, axis ) && sideAt( ui, &l, &h, axis, &px, &py ) &&
            hypotf( x - px, y - py ) < reach )
        {
            return axis;
        }
    }
    for ( int i = 0; i < RING_POINTS && ui->build->tool == ui_toolTurn; ++i )
    {
        if ( project( &l, ringPoint( &h, i ), &px, &py ) && hypotf( x - px, y - py ) < reach )
        {
            return ui_handleRing;
        }
    }
    return ui_handleNone;
}

static void drawBox( uiState* ui, ImDrawList* list, const lens* l, const held* h )
{
    for ( int i = 0; i < 8; ++i )
    {
        for ( int axis = 0; axis < 3; ++axis )
        {
            int j = i | 1 << axis;
            if ( j == i ) { continue; }
            ImVec2 ends[2];
            bool seen = true;
            for ( int k = 0; k < 2; ++k )
            {
                int corner = k == 0 ? i : j;
                ssVec3 local = { corner & 1 ? h->half.x : -h->half.x, corner & 2 ? h->half.y : -h->half.y,
                    corner & 4 ? h->half.z : -h->half.z };
                ssVec3 p = ssVec3_Add( h->middle, ssQuat_Rotate( h->pose.orientation, local ) );
                seen = toScreen( l, p, ends + k ) && seen;
            }
            if ( seen )
            {
                ImDrawList_AddLine( list, ends[0], ends[1], uiFade( ui->theme.accent, 0.85f ), 1.5f );
            }
        }
    }
}

static void drawArrow( ImDrawList* list, ImVec2 from, ImVec2 to, float head, ImU32 color, float thick )
{
    float dx = to.x - from.x, dy = to.y - from.y, length = fmaxf( hypotf( dx, dy ), 1e-3f );
    dx /= length;
    dy /= length;
    float bx = to.x - head * dx, by = to.y - head * dy, w = 0.5f * head;
    ImDrawList_AddLine( list, from, uiVec2( bx, by ), color, thick );
    ImDrawList_AddTriangleFilled(
        list, to, uiVec2( bx - w * dy, by + w * dx ), uiVec2( bx + w * dy, by - w * dx ), color );
}

static void markHandle( const char* mark, ImVec2 at )
{
    const float r = 5.0f;
    uiMarkRect( mark, ( uiRect ){ at.x - r, at.y - r, at.x + r, at.y + r } );
}

static void drawSides( uiState* ui, ImDrawList* list, const lens* l, const held* h )
{
    static const char* const marks[3] = { "build.handle.x", "build.handle.y", "build.handle.z" };
    for ( int axis = 0; axis < 3; ++axis )
    {
        ImVec2 at, side;
        float x, y;
        if ( uiHasSizeAxis( h->kind, axis ) && sideAt( ui, l, h, axis, &x, &y ) &&
            toScreen( l, sidePoint( h, axis ), &side ) )
        {
            float r = 0.32f * ui->em;
            at = uiVec2( ( l->viewport.x + x ) / l->scale, ( l->viewport.y + y ) / l->scale );
            ImDrawList_AddLine( list, side, at, ui->theme.accent, 2.0f );
            uiFillRect( list, ( uiRect ){ at.x - r, at.y - r, at.x + r, at.y + r }, ui->theme.accent, 0.0f );
            uiDrawFrame( list, ( uiRect ){ at.x - r, at.y - r, at.x + r, at.y + r }, ui->theme.background,
                0.0f, 1.5f );
            markHandle( marks[axis], at );
        }
    }
}

static void drawRing( uiState* ui, ImDrawList* list, const lens* l, const held* h )
{
    ImVec2 before, at;
    bool had = toScreen( l, ringPoint( h, 0 ), &before );
    for ( int i = 1; i <= RING_POINTS; ++i )
    {
        bool has = toScreen( l, ringPoint( h, i ), &at );
        if ( had && has ) { ImDrawList_AddLine( list, before, at, ui->theme.accent, 2.5f ); }
        before = at;
        had = has;
    }
    // A knob says that the ring can be held.
    if ( toScreen( l, ringPoint( h, 0 ), &at ) )
    {
        ImDrawList_AddCircleFilled( list, at, 0.38f * ui->em, ui->theme.accent, 0 );
        ImDrawList_AddCircle( list, at, 0.38f * ui->em, ui->theme.background, 0, 1.5f );
        markHandle( "build.handle.ring", at );
    }
}

static void drawLift( uiState* ui, ImDrawList* list, const lens* l, const held* h )
{
    ImVec2 foot;
    if ( toScreen( l, topPoint( h ), &foot ) )
    {
        ImVec2 tip = uiVec2( foot.x, foot.y - liftLength( ui, l ) / l->scale );
        drawArrow(
            list, foot, uiVec2( tip.x, tip.y - 0.5f * ui->em ), 0.8f * ui->em, ui->theme.accent, 2.5f );
        markHandle( "build.handle.lift", tip );
    }
}

/// The path of a body about to be thrown, until it meets something or can no longer be predicted.
static void drawFlight( uiState* ui, const uiFrameInput* input, ImDrawList* list, const lens* l )
{
    const double seconds = 1.5;
    const uiBuildPanel* b = ui->build;
    ImU32 color = uiFade( ui->theme.quantity[ss_quantityVelocity], 0.8f );
    ssVec3 from = b->thrownFrom, to;
    ImVec2 a, c;
    ssBuildHit hit;
    bool met = false;
    for ( int i = 1; i <= POINTS && !met; ++i, from = to )
    {
        double t = seconds * i / POINTS;
        to = ssVec3_MulAdd(
            ssVec3_MulAdd( b->thrownFrom, t, b->thrownVelocity ), 0.5 * t * t, ui->model.build.gravity );
        ssVec3 way = ssVec3_Sub( to, from );
        double length = ssVec3_Length( way );
        met = length > 0.0 &&
            uiCastRay(
                ui, input, b->throwsNew ? 0 : b->selected, from, ssVec3_Scale( 1.0 / length, way ), &hit ) &&
            ssVec3_Length( ssVec3_Sub( hit.point, from ) ) <= length;
        to = met ? hit.point : to;
        if ( ( i % 2 == 1 || met ) && toScreen( l, from, &a ) && toScreen( l, to, &c ) ) // dashes
        {
            ImDrawList_AddLine( list, a, c, color, 2.0f );
        }
    }
    if ( met && toScreen( l, from, &c ) ) { ImDrawList_AddCircle( list, c, 0.35f * ui->em, color, 0, 2.0f ); }
    uiPublish( "build.throw.range", hypot( from.x - b->thrownFrom.x, from.y - b->thrownFrom.y ) );
}

/// What will be thrown, from where, how fast and where to, while the mouse is still down.
static void drawThrow(
    uiState* ui, const uiFrameInput* input, ImDrawList* list, const lens* l, const uiRect* view )
{
    const uiBuildPanel* b = ui->build;
    ImVec2 from, to;
    ssVec3 v = b->thrownVelocity;
    bool throws = b->gesture == ui_buildThrow;
    uiPublish( "build.throwing", throws ? 1.0 : 0.0 );
    if ( throws && b->throwsNew )
    {
        held new;
        fillHeld( &b->start, ssPart_Pose( &b->start ), &new );
        drawBox( ui, list, l, &new );
    }
    if ( !throws || !toScreen( l, b->thrownFrom, &from ) ||
        !toScreen( l, ssVec3_MulAdd( b->thrownFrom, 1.0 / 3.0, v ), &to ) )
    {
        return;
    }
    ImU32 color = ui->theme.quantity[ss_quantityVelocity];
    drawFlight( ui, input, list, l );
    ImDrawList_AddCircle( list, from, 0.5f * ui->em, color, 0, 2.0f );
    drawArrow( list, from, to, 0.9f * ui->em, color, 3.0f );
    const char* number = uiFormatQuantity( ssVec3_Length( v ), "m/s" );
    // Beside the tip; at the edge of the view below it.
    ImVec2 size = uiTextSize( ui, ui_fontBody, number );
    float x = to.x + 0.8f * ui->em, right = view->x1 - size.x - 0.5f * ui->em;
    float y = to.y + ( x > right ? 0.6f : -0.5f ) * ui->em;
    uiDrawPlateText( ui, list, ui_fontBody, fmaxf( fminf( x, right ), view->x0 ),
        fminf( fmaxf( y, view->y0 ), view->y1 - size.y ), color, 0.7f, number );
    uiMarkText( "build.throw", number );
}

/// Joints: a dot at the anchor with lines to the middles of the parts.
static void drawJoints( uiState* ui, const uiFrameInput* input, ImDrawList* list, const lens* l )
{
    for ( int i = 0; i < ui->model.build.jointCount; ++i )
    {
        const ssBuildJoint* joint = ui->model.build.joints + i;
        ssPose a = uiPartState( ui, input, joint->a ).pose;
        ssVec3 anchor = joint->a > 0 ? ssVec3_Add( a.position, ssQuat_Rotate( a.orientation, joint->anchor ) )
                                     : joint->anchor;
        ImVec2 at, end;
        if ( !toScreen( l, anchor, &at ) ) { continue; }
        const int ids[2] = { joint->a, joint->b };
        for ( int k = 0; k < 2; ++k )
        {
            if ( ids[k] > 0 && toScreen( l, uiPartState( ui, input, ids[k] ).pose.position, &end ) )
            {
                ImDrawList_AddLine( list, at, end, uiFade( ui->theme.warning, 0.8f ), 2.0f );
            }
        }
        ImDrawList_AddCircleFilled( list, at, 0.35f * ui->em, ui->theme.warning, 0 );
        ImDrawList_AddCircle( list, at, 0.35f * ui->em, ui->theme.background, 0, 1.5f );
    }
}

/// Names the places of the parts on the screen, for scripts and tests.
static void markParts( const uiState* ui, const uiFrameInput* input, const lens* l )
{
    for ( int i = 0; i < ui->model.build.partCount; ++i )
    {
        ImVec2 at;
        const ssPart* part = ui->model.build.parts + i;
        ssPose pose = uiPartState( ui, input, part->id ).pose;
        ssVec3 centre, half;
        ssPart_Box( part, &centre, &half );
        if ( toScreen( l, ssVec3_Add( pose.position, ssQuat_Rotate( pose.orientation, centre ) ), &at ) )
        {
            markHandle( uiPrint( "build.part.%d", part->id ), at );
        }
    }
}

void uiDrawBuildHandles(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn, ImDrawList* list )
{
    uiBuildPanel* b = ui->build;
    if ( !b->on || !ui->model.known ) { return; }
    const lens l = { drawn, uiViewport( ui, input ), uiPixelScale( input ) };
    drawJoints( ui, input, list, &l );
    markParts( ui, input, &l );
    held h;
    if ( selectedInSpace( ui, input, &h ) )
    {
        drawBox( ui, list, &l, &h );
        bool still = !input->snapshot->playing || uiSelectedPart( ui )->fixed;
        if ( still && b->tool == ui_toolMove ) { drawLift( ui, list, &l, &h ); }
        else if ( still && b->tool == ui_toolTurn ) { drawRing( ui, list, &l, &h ); }
        else if ( still && b->tool == ui_toolSize ) { drawSides( ui, list, &l, &h ); }
    }
    drawThrow( ui, input, list, &l, &layout->view );
}
