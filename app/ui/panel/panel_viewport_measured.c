// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"
#include "ui/panel/panel_viewport.h"

#include <string.h>

// Where a body was measured: its path as points, its outline as a ring; its centre is the signals x, y, z.

enum
{
    mostPoints = 400 // of the path
};

typedef struct MeasuredBody
{
    const ssFitData* data;
    int columns[3]; // of the table, for x, y and z; -1: not measured
    float center[3], radius;
} MeasuredBody;

static int columnOf( const ssFitData* data, int signal )
{
    for ( int c = 0; signal >= 0 && c < data->columnCount; ++c )
    {
        if ( data->columns[c].signal == signal ) { return c; }
    }
    return -1;
}

/// Is this the place that the signals name?
static bool isAt( const sessionSnapshot* snapshot, const int signals[3], const float center[3] )
{
    for ( int k = 0; k < 3; ++k )
    {
        double value = signals[k] >= 0 ? snapshot->signals[signals[k]] : (double)center[k];
        if ( !( fabs( value - (double)center[k] ) <= 1e-4 * ( 1e-2 + fabs( value ) ) ) ) { return false; }
    }
    return true;
}

static bool findBody( const uiState* ui, const uiFrameInput* input, MeasuredBody* body )
{
    static const char* const names[3] = { "x", "y", "z" };
    const sessionSnapshot* snapshot = input->snapshot;
    const gfxDrawList* draw = &snapshot->draw;
    int signals[3], measured = 0;
    *body = ( MeasuredBody ){ .data = ui->measured.data };
    for ( int k = 0; k < 3; ++k )
    {
        signals[k] = ssFindSignal( snapshot->scenario, names[k] );
        bool length =
            signals[k] >= 0 && strcmp( snapshot->scenario->model.signals[signals[k]].unit, "m" ) == 0;
        signals[k] = length ? signals[k] : -1;
        body->columns[k] = columnOf( body->data, signals[k] );
        measured += body->columns[k] >= 0 ? 1 : 0;
    }
    for ( int i = 0; i < draw->sphereCount && measured > 0; ++i )
    {
        if ( isAt( snapshot, signals, draw->spheres[i].center ) )
        {
            memcpy( body->center, draw->spheres[i].center, sizeof( body->center ) );
            body->radius = draw->spheres[i].radius;
            return true;
        }
    }
    for ( int i = 0; i < draw->solidCount && measured > 0; ++i )
    {
        const gfxSolid* solid = draw->solids + i;
        if ( !solid->fixed && isAt( snapshot, signals, solid->center ) )
        {
            memcpy( body->center, solid->center, sizeof( body->center ) );
            body->radius = fmaxf( solid->half[0], fmaxf( solid->half[1], solid->half[2] ) );
            return true;
        }
    }
    return false;
}

/// Where a point of the scene is in the window. False: behind the eye.
static bool project(
    const uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, const float at[3], ImVec2* place )
{
    float scale = uiPixelScale( input ), pixel[2];
    gfxViewport viewport = uiViewport( ui, input );
    bool seen = gfxCamera_Project( drawn, &viewport, at, pixel );
    if ( seen ) { *place = uiVec2( ( viewport.x + pixel[0] ) / scale, ( viewport.y + pixel[1] ) / scale ); }
    return seen;
}

static void drawPath( const uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list,
    const MeasuredBody* body )
{
    const ssFitData* data = body->data;
    int stride = 1 + data->rowCount / mostPoints;
    for ( int row = 0; row < data->rowCount; row += stride )
    {
        float at[3];
        bool known = true;
        for ( int k = 0; k < 3; ++k )
        {
            int c = body->columns[k];
            at[k] = c >= 0 ? (float)data->values[(size_t)row * (size_t)data->columnCount + (size_t)c]
                           : body->center[k];
            known = known && isfinite( at[k] );
        }
        ImVec2 place;
        if ( known && project( ui, input, drawn, at, &place ) )
        {
            ImDrawList_AddNgonFilled(
                list, place, fmaxf( 1.5f, 0.1f * ui->em ), uiFade( ui->theme.text, 0.55f ), 6 );
        }
    }
}

static void drawRing( const uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list,
    const MeasuredBody* body )
{
    float at[3], edge[3], eye[3];
    for ( int k = 0; k < 3; ++k )
    {
        int c = body->columns[k];
        double value =
            c >= 0 ? ssFitData_At( body->data, c, input->snapshot->time ) : (double)body->center[k];
        at[k] = edge[k] = (float)value;
    }
    ImVec2 middle, rim;
    gfxCamera_Eye( drawn, eye );
    edge[2] += body->radius;
    bool seen = isfinite( at[0] ) && isfinite( at[1] ) && isfinite( at[2] ) &&
        project( ui, input, drawn, at, &middle ) && project( ui, input, drawn, edge, &rim );
    if ( seen )
    {
        // From above, a ball's height is foreshortened: its outline is as wide as the ball is far away.
        float dx = eye[0] - at[0], dy = eye[1] - at[1], dz = eye[2] - at[2];
        float distance = sqrtf( dx * dx + dy * dy + dz * dz ), flat = hypotf( dx, dy );
        float upright = fmaxf( 0.2f, flat / fmaxf( distance, 1e-6f ) );
        float radius = hypotf( rim.x - middle.x, rim.y - middle.y ) / upright;
        ImDrawList_AddCircle( list, middle, radius, uiFade( ui->theme.background, 0.6f ), 48, 4.0f );
        ImDrawList_AddCircle( list, middle, radius, uiFade( ui->theme.text, 0.85f ), 48, 2.0f );
    }
    uiPublish( "view.measured", seen ? 1.0 : 0.0 );
}

void uiDrawMeasuredBody( uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list )
{
    MeasuredBody body;
    if ( ui->measured.data != NULL && findBody( ui, input, &body ) )
    {
        drawPath( ui, input, drawn, list, &body );
        drawRing( ui, input, drawn, list, &body );
    }
}
