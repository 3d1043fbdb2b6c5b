// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

#include <string.h>

// Which parts of the data area are drawn on, as a grid of small cells, so that words find a free place.

void uiRoomBegin( uiRoom* room, uiRect area )
{
    float cell = fmaxf(
        2.0f, fmaxf( uiWidth( area ) / (float)ui_roomColumns, uiHeight( area ) / (float)ui_roomRows ) );
    room->area = area;
    room->cell = cell;
    room->columns = (int)fminf( (float)ui_roomColumns, ceilf( uiWidth( area ) / cell ) );
    room->rows = (int)fminf( (float)ui_roomRows, ceilf( uiHeight( area ) / cell ) );
    for ( int i = 0; i < room->rows; ++i ) { memset( room->used[i], 0, (size_t)room->columns ); }
}

/// The cells that a rectangle touches: columns from[0] … to[0], rows from[1] … to[1]; empty outside.
static void cellsOf( const uiRoom* room, uiRect r, int* from, int* to )
{
    const float ends[4] = { r.x0 - room->area.x0, r.y0 - room->area.y0, r.x1 - room->area.x0,
        r.y1 - room->area.y0 };
    const int counts[2] = { room->columns, room->rows };
    for ( int i = 0; i < 2; ++i )
    {
        float first = floorf( ends[i] / room->cell ), last = floorf( ends[i + 2] / room->cell );
        from[i] = (int)fminf( fmaxf( first, 0.0f ), (float)counts[i] );
        to[i] = (int)fminf( fmaxf( last, -1.0f ), (float)( counts[i] - 1 ) );
    }
}

void uiRoomTake( uiRoom* room, uiRect r )
{
    int from[2], to[2];
    cellsOf( room, r, from, to );
    for ( int row = from[1]; row <= to[1] && from[0] <= to[0]; ++row )
    {
        memset( room->used[row] + from[0], 1, (size_t)( to[0] - from[0] + 1 ) );
    }
}

bool uiRoomFree( const uiRoom* room, uiRect r )
{
    int from[2], to[2];
    cellsOf( room, r, from, to );
    for ( int row = from[1]; row <= to[1] && from[0] <= to[0]; ++row )
    {
        if ( memchr( room->used[row] + from[0], 1, (size_t)( to[0] - from[0] + 1 ) ) != NULL )
        {
            return false;
        }
    }
    return true;
}

bool uiClipSegment( uiRect r, float* a, float* b )
{
    float enter = 0.0f, leave = 1.0f;
    const float step[2] = { b[0] - a[0], b[1] - a[1] }, low[2] = { r.x0, r.y0 }, high[2] = { r.x1, r.y1 };
    for ( int i = 0; i < 2; ++i )
    {
        if ( step[i] == 0.0f )
        {
            enter = a[i] < low[i] || a[i] > high[i] ? 2.0f : enter;
            continue;
        }
        float s = ( low[i] - a[i] ) / step[i], t = ( high[i] - a[i] ) / step[i];
        enter = fmaxf( enter, fminf( s, t ) );
        leave = fminf( leave, fmaxf( s, t ) );
    }
    if ( !( enter <= leave ) ) { return false; }
    b[0] = a[0] + leave * step[0];
    b[1] = a[1] + leave * step[1];
    a[0] += enter * step[0];
    a[1] += enter * step[1];
    return true;
}

void uiRoomTakeLine( uiRoom* room, float x0, float y0, float x1, float y1 )
{
    float a[2] = { x0, y0 }, b[2] = { x1, y1 };
    if ( !uiClipSegment( room->area, a, b ) ) { return; }
    float half = 0.5f * room->cell;
    int count = 1 + (int)( hypotf( b[0] - a[0], b[1] - a[1] ) / half );
    for ( int i = 0; i <= count; ++i )
    {
        float s = (float)i / (float)count, x = a[0] + s * ( b[0] - a[0] ), y = a[1] + s * ( b[1] - a[1] );
        uiRoomTake( room, ( uiRect ){ x - half, y - half, x + half, y + half } );
    }
}
