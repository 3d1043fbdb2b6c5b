// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"

// Icons of the parts and tools. They are drawn, because the font has none of them.

static void polyline( ImDrawList* list, const float* xy, int count, bool closed, ImU32 color, float thick )
{
    for ( int i = 0; i < count; ++i ) { ImDrawList_PathLineTo( list, uiVec2( xy[2 * i], xy[2 * i + 1] ) ); }
    ImDrawList_PathStroke( list, color, closed ? ImDrawFlags_Closed : 0, thick );
}

/// A polygon with corners in units of r about (x, y), filled faintly, with an outline.
static void shape( ImDrawList* list, const float* corners, int count, float x, float y, float r, ImU32 color )
{
    float xy[32];
    for ( int i = 0; i < count; ++i )
    {
        xy[2 * i] = x + r * corners[2 * i];
        xy[2 * i + 1] = y + r * corners[2 * i + 1];
        ImDrawList_PathLineTo( list, uiVec2( xy[2 * i], xy[2 * i + 1] ) );
    }
    ImDrawList_PathFillConvex( list, uiFade( color, 0.25f ) );
    polyline( list, xy, count, true, color, fmaxf( 1.2f, 0.12f * r ) );
}

static void ellipse(
    ImDrawList* list, float x, float y, float rx, float ry, float from, float to, ImU32 color, float thick )
{
    const int count = 24;
    for ( int i = 0; i <= count; ++i )
    {
        float angle = from + ( to - from ) * (float)i / (float)count;
        ImDrawList_PathLineTo( list, uiVec2( x + rx * cosf( angle ), y + ry * sinf( angle ) ) );
    }
    ImDrawList_PathStroke( list, color, 0, thick );
}

static void arrow(
    ImDrawList* list, float x0, float y0, float x1, float y1, float head, ImU32 color, float thick )
{
    float dx = x1 - x0, dy = y1 - y0, length = fmaxf( hypotf( dx, dy ), 1e-6f );
    dx /= length;
    dy /= length;
    float bx = x1 - head * dx, by = y1 - head * dy, w = 0.55f * head;
    uiDrawLine( list, x0, y0, bx, by, color, thick );
    ImDrawList_AddTriangleFilled( list, uiVec2( x1, y1 ), uiVec2( bx - w * dy, by + w * dx ),
        uiVec2( bx + w * dy, by - w * dx ), color );
}

static void drawBox( ImDrawList* list, float x, float y, float r, ImU32 color )
{
    static const float front[] = { -0.85f, -0.35f, 0.35f, -0.35f, 0.35f, 0.85f, -0.85f, 0.85f };
    static const float top[] = { -0.85f, -0.35f, -0.35f, -0.85f, 0.85f, -0.85f, 0.35f, -0.35f };
    static const float side[] = { 0.35f, -0.35f, 0.85f, -0.85f, 0.85f, 0.35f, 0.35f, 0.85f };
    shape( list, front, 4, x, y, r, color );
    shape( list, top, 4, x, y, r, color );
    shape( list, side, 4, x, y, r, color );
}

static void drawRound( ImDrawList* list, ssPartKind kind, float x, float y, float r, ImU32 color )
{
    float thick = fmaxf( 1.2f, 0.12f * r );
    const float pi = (float)SS_PI;
    if ( kind == ss_partSphere || kind == ss_partHollowSphere || kind == ss_partHoop )
    {
        bool solid = kind == ss_partSphere;
        ImDrawList_AddCircleFilled(
            list, uiVec2( x, y ), 0.88f * r, uiFade( color, solid ? 0.3f : 0.1f ), 0 );
        ImDrawList_AddCircle( list, uiVec2( x, y ), 0.88f * r, color, 0, thick );
        if ( kind == ss_partHoop )
        {
            ImDrawList_AddCircle( list, uiVec2( x, y ), 0.6f * r, color, 0, thick );
            return;
        }
        ellipse( list, x, y, 0.88f * r, 0.3f * r, 0.0f, solid ? pi : 2.0f * pi, color, 0.8f * thick );
        return;
    }
    if ( kind == ss_partCapsule )
    {
        ImDrawList_PathArcTo( list, uiVec2( x, y - 0.4f * r ), 0.5f * r, -pi, 0.0f, 16 );
        ImDrawList_PathArcTo( list, uiVec2( x, y + 0.4f * r ), 0.5f * r, 0.0f, pi, 16 );
        ImDrawList_PathFillConvex( list, uiFade( color, 0.25f ) );
        ImDrawList_PathArcTo( list, uiVec2( x, y - 0.4f * r ), 0.5f * r, -pi, 0.0f, 16 );
        ImDrawList_PathArcTo( list, uiVec2( x, y + 0.4f * r ), 0.5f * r, 0.0f, pi, 16 );
        ImDrawList_PathStroke( list, color, ImDrawFlags_Closed, thick );
        return;
    }
    bool flat = kind == ss_partTurntable;
    float rx = flat ? 0.92f * r : 0.65f * r, ry = flat ? 0.4f * r : 0.25f * r,
          up = flat ? -0.1f * r : -0.6f * r, down = flat ? 0.15f * r : 0.6f * r;
    ellipse( list, x, y + up, rx, ry, 0.0f, 2.0f * pi, color, thick );
    ellipse( list, x, y + down, rx, ry, 0.0f, pi, color, thick );
    uiDrawLine( list, x - rx, y + up, x - rx, y + down, color, thick );
    uiDrawLine( list, x + rx, y + up, x + rx, y + down, color, thick );
    if ( flat )
    {
        ellipse( list, x, y - 0.55f * r, 0.55f * r, 0.22f * r, -0.4f, pi + 0.9f, color, thick );
        arrow( list, x - 0.35f * r, y - 0.75f * r, x - 0.1f * r, y - 0.82f * r, 0.3f * r, color, thick );
    }
}

void uiDrawPartIcon( ImDrawList* list, ssPartKind kind, float x, float y, float r, ImU32 color )
{
    static const float ramp[] = { -0.9f, -0.6f, 0.9f, 0.7f, -0.9f, 0.7f };
    static const float hull[] = { -0.9f, 0.2f, -0.45f, -0.8f, 0.5f, -0.75f, 0.9f, 0.15f, 0.3f, 0.85f, -0.5f,
        0.7f };
    static const float wall[] = { -0.9f, -0.5f, 0.9f, -0.75f, 0.9f, 0.5f, -0.9f, 0.75f };
    float thick = fmaxf( 1.2f, 0.12f * r );
    switch ( kind )
    {
        case ss_partBox: drawBox( list, x, y, r, color ); break;
        case ss_partHull:
            shape( list, hull, 6, x, y, r, color );
            uiDrawLine( list, x - 0.45f * r, y - 0.8f * r, x, y, color, thick );
            uiDrawLine( list, x + 0.9f * r, y + 0.15f * r, x, y, color, thick );
            uiDrawLine( list, x - 0.5f * r, y + 0.7f * r, x, y, color, thick );
            break;
        case ss_partRamp: shape( list, ramp, 3, x, y, r, color ); break;
        case ss_partWall: shape( list, wall, 4, x, y, r, color ); break;
        case ss_partBelt:
            uiDrawFrame(
                list, ( uiRect ){ x - 0.95f * r, y, x + 0.95f * r, y + 0.6f * r }, color, 0.3f * r, thick );
            ImDrawList_AddCircle( list, uiVec2( x - 0.62f * r, y + 0.3f * r ), 0.14f * r, color, 0, thick );
            ImDrawList_AddCircle( list, uiVec2( x + 0.62f * r, y + 0.3f * r ), 0.14f * r, color, 0, thick );
            arrow( list, x - 0.6f * r, y - 0.4f * r, x + 0.7f * r, y - 0.4f * r, 0.42f * r, color, thick );
            break;
        default: drawRound( list, kind, x, y, r, color ); break;
    }
}

void uiDrawToolIcon( ImDrawList* list, uiBuildTool tool, float x, float y, float r, ImU32 color )
{
    float thick = fmaxf( 1.2f, 0.14f * r ), head = 0.42f * r;
    switch ( tool )
    {
        case ui_toolMove:
            arrow( list, x, y, x + r, y, head, color, thick );
            arrow( list, x, y, x - r, y, head, color, thick );
            arrow( list, x, y, x, y - r, head, color, thick );
            arrow( list, x, y, x, y + r, head, color, thick );
            break;
        case ui_toolTurn:
            ellipse( list, x, y, 0.8f * r, 0.8f * r, -2.2f, 2.6f, color, thick );
            arrow( list, x - 0.6f * r, y + 0.52f * r, x - 0.86f * r, y + 0.08f * r, head, color, thick );
            break;
        case ui_toolSize:
            uiDrawFrame( list, ( uiRect ){ x - 0.9f * r, y - 0.1f * r, x + 0.1f * r, y + 0.9f * r }, color,
                0.0f, thick );
            arrow( list, x - 0.1f * r, y + 0.1f * r, x + 0.9f * r, y - 0.9f * r, head, color, thick );
            break;
        case ui_toolThrow:
            ImDrawList_AddCircle( list, uiVec2( x - 0.55f * r, y + 0.45f * r ), 0.38f * r, color, 0, thick );
            arrow( list, x - 0.2f * r, y + 0.15f * r, x + 0.95f * r, y - 0.7f * r, head, color, thick );
            break;
        case ui_toolJoint:
        default:
            uiDrawFrame( list, ( uiRect ){ x - 0.95f * r, y - 0.35f * r, x - 0.3f * r, y + 0.35f * r }, color,
                0.0f, thick );
            uiDrawFrame( list, ( uiRect ){ x + 0.3f * r, y - 0.35f * r, x + 0.95f * r, y + 0.35f * r }, color,
                0.0f, thick );
            uiDrawLine( list, x - 0.3f * r, y, x + 0.3f * r, y, color, thick );
            ImDrawList_AddCircleFilled( list, uiVec2( x, y ), 0.2f * r, color, 0 );
            break;
    }
}
