// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/plot/plot_internal.h"

#include <string.h>

// Stacked layers: parts of a whole over time, which end at the sum, drawn as a dashed curve. The first begins
// at its lowest value so far if that is negative, because the zero of a potential energy is a choice. Other
// negative layers extend downwards. In a plot that knows what was created, they are left out, and a hatched
// layer hangs down from the top to the sum.

ImU32 uiLayerColor( const uiTheme* t, int layer )
{
    // The order of the energy ledger: potential and kinetic energy, losses in the colours of their modes,
    // impacts in that of forces, and the numerical loss in that of text, because it must stand out.
    const ImU32 colors[SS_MAX_CURVES] = { t->mode[ss_modeOpen], t->quantity[2], t->mode[ss_modeSlide],
        t->mode[ss_modeRoll], t->mode[ss_modeSpin], t->quantity[0], t->text, t->accent };
    return colors[layer];
}

double uiStackBase( const uiPane* p )
{
    bool none = !p->stacked || p->count == 0 || p->signalLog->rowCount == 0;
    double least = none
        ? 0.0
        : sessionSignalLog_Range( p->signalLog, p->series[0].column, 0, p->signalLog->rowCount - 1 ).min;
    return fmin( least, 0.0 );
}

/// The thickness of a layer at a row.
static double layerValue( const uiPane* p, int row, int layer )
{
    double value = p->series[layer].visible ? paneAmount( p, row, layer ) : 0.0;
    bool empty = p->plot->created != NULL && layer > 0 && value < 0.0;
    return p->series[layer].created ? -value : empty ? 0.0 : value;
}

/// Layer i of a row lies between ends[i] and ends[i + 1]. Returns false if one is not finite.
static bool layerEnds( const uiPane* p, int row, double* ends )
{
    bool finite = true;
    ends[0] = p->base;
    for ( int i = 0; i < p->count; ++i )
    {
        double value = layerValue( p, row, i );
        ends[i + 1] = ends[i] + value;
        finite = finite && isfinite( value );
    }
    return finite;
}

/// The next row to draw, a multiple of a power of two, so that the edges do not flicker as the run grows.
static int nextRow( const uiPane* p, int row )
{
    int stride = 1 + (int)( 2.0f * (float)( p->last - p->first ) / fmaxf( 1.0f, uiWidth( p->data ) ) );
    int power = 1;
    while ( 2 * power <= stride ) { power *= 2; }
    int next = row - row % power + power;
    return row < p->last && next > p->last ? p->last : next;
}

void uiStackBounds( const uiPane* p, double* lo, double* hi )
{
    double ends[SS_MAX_CURVES + 1];
    for ( int row = p->first; row <= p->last; row = nextRow( p, row ) )
    {
        bool finite = layerEnds( p, row, ends );
        for ( int i = 0; i <= p->count && finite; ++i )
        {
            *lo = fmin( *lo, ends[i] );
            *hi = fmax( *hi, ends[i] );
        }
    }
}

static void fillLayers( uiPane* p )
{
    double before[SS_MAX_CURVES + 1], ends[SS_MAX_CURVES + 1];
    bool joined = layerEnds( p, p->first, before );
    float x0 = paneX( p, paneValue( p, p->first, 0 ) );
    ImDrawListFlags flags = p->list->Flags;
    p->list->Flags &= ~ImDrawListFlags_AntiAliasedFill; // it would show seams between the pieces
    for ( int row = nextRow( p, p->first ); row <= p->last; row = nextRow( p, row ) )
    {
        bool finite = layerEnds( p, row, ends );
        float x1 = paneX( p, paneValue( p, row, 0 ) );
        for ( int i = 0; i < p->count && finite && joined; ++i )
        {
            if ( before[i] != before[i + 1] || ends[i] != ends[i + 1] )
            {
                ImDrawList_AddQuadFilled( p->list, uiVec2( x0, paneY( p, before[i] ) ),
                    uiVec2( x0, paneY( p, before[i + 1] ) ), uiVec2( x1, paneY( p, ends[i + 1] ) ),
                    uiVec2( x1, paneY( p, ends[i] ) ),
                    uiFade( p->series[i].color, p->series[i].created ? 0.2f : 0.55f ) );
            }
            if ( p->series[i].created )
            {
                uiHatch( p->list, x0, x1, ( float[] ){ paneY( p, before[i] ), paneY( p, ends[i] ) },
                    ( float[] ){ paneY( p, before[i + 1] ), paneY( p, ends[i + 1] ) }, 0.55f * p->em,
                    p->series[i].color );
            }
        }
        memcpy( before, ends, sizeof( ends ) );
        joined = finite;
        x0 = x1;
    }
    p->list->Flags = flags;
}

/// Draws the upper end of a layer as a line, where the layer is thick enough.
static void drawEdge( uiPane* p, int layer )
{
    double ends[SS_MAX_CURVES + 1];
    uiPen pen = { .p = p, .color = p->series[layer].color, .thickness = fmaxf( 1.2f, 0.08f * p->em ) };
    for ( int row = p->first; row <= p->last; row = nextRow( p, row ) )
    {
        bool finite = layerEnds( p, row, ends );
        float y0 = finite ? paneY( p, ends[layer] ) : 0.0f, y1 = finite ? paneY( p, ends[layer + 1] ) : 0.0f;
        if ( finite && fabsf( y1 - y0 ) >= 0.5f ) { uiPenTo( &pen, paneX( p, paneValue( p, row, 0 ) ), y1 ); }
        else { uiPenFlush( &pen ); }
    }
    uiPenFlush( &pen );
}

void uiPlotStack( uiPane* p )
{
    if ( p->signalLog->rowCount == 0 ) { return; }
    uiPushClip( p->list, p->data );
    fillLayers( p );
    for ( int i = 0; i < p->count; ++i )
    {
        // what was created ends at the dashed curve
        if ( !p->series[i].created ) { drawEdge( p, i ); }
    }
    ImDrawList_PopClipRect( p->list );
    double ends[SS_MAX_CURVES + 1];
    layerEnds( p, p->signalLog->rowCount - 1, ends );
    uiPublish( uiPrint( "plot.%s.top", p->plot->id ), ends[p->count] );
    uiPublish( uiPrint( "plot.%s.base", p->plot->id ), ends[0] );
}

/// Draws names at the end of the data, inside the layers that are thick enough.
void uiPlotLayerLabels( uiPane* p )
{
    double ends[SS_MAX_CURVES + 1];
    if ( p->signalLog->rowCount < 2 || !layerEnds( p, p->last, ends ) ) { return; }
    float right = fminf( paneX( p, paneValue( p, p->last, 0 ) ), p->data.x1 ) - 0.5f * p->em;
    for ( int i = 0; i < p->count; ++i )
    {
        float y0 = paneY( p, fmax( ends[i], ends[i + 1] ) ), y1 = paneY( p, fmin( ends[i], ends[i + 1] ) );
        y0 = fmaxf( y0, p->data.y0 );
        y1 = fminf( y1, p->data.y1 );
        const char* name = tr( p->series[i].signal->symbol );
        ImVec2 size = uiTextSize( p->ui, ui_fontSmall, name );
        bool fits = y1 - y0 >= 1.1f * size.y && right - size.x > p->data.x0 + 0.3f * p->em;
        // The layer must also be thick enough where its name begins.
        double earlier[SS_MAX_CURVES + 1];
        double t =
            p->x0 + (double)( ( right - size.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
        int row = sessionSignalLog_Find( p->signalLog, t );
        fits = fits && layerEnds( p, row > p->first ? row : p->first, earlier );
        if ( fits )
        {
            y0 = fmaxf( y0, paneY( p, fmax( earlier[i], earlier[i + 1] ) ) );
            y1 = fminf( y1, paneY( p, fmin( earlier[i], earlier[i + 1] ) ) );
        }
        // Layers that hang down lie over others, and so would their names.
        float top = 0.5f * ( y0 + y1 - size.y );
        uiRect place = { right - size.x, top, right, top + size.y };
        if ( fits && y1 - y0 >= 1.1f * size.y && uiRoomFree( &p->ui->plots->room, place ) )
        {
            uiDrawText( p->ui, p->list, ui_fontSmall, place.x0, top, p->ui->theme.text, name );
            uiRoomTake( &p->ui->plots->room, place );
        }
    }
}

// 45° stripes on the lines x + y = k gap of the whole window, so that pieces of an area fit together.

void uiHatch(
    ImDrawList* list, float x0, float x1, const float top[2], const float bottom[2], float gap, ImU32 color )
{
    // Narrow pieces make the edges straight enough.
    int pieces = (int)fminf( ceilf( ( x1 - x0 ) / 3.0f ), 4096.0f );
    for ( int i = 0; i < pieces; ++i )
    {
        float s0 = (float)i / (float)pieces, s1 = (float)( i + 1 ) / (float)pieces, mid = 0.5f * ( s0 + s1 );
        float left = x0 + s0 * ( x1 - x0 ), right = x0 + s1 * ( x1 - x0 );
        float y0 = top[0] + mid * ( top[1] - top[0] ), y1 = bottom[0] + mid * ( bottom[1] - bottom[0] );
        float low = fminf( y0, y1 ), high = fmaxf( y0, y1 );
        for ( float k = ceilf( ( left + low ) / gap ); k * gap - left <= high && high - low < 1e4f;
              k += 1.0f )
        {
            float from = k * gap - left, to = fmaxf( k * gap - right, low );
            uiDrawLine( list, left, from, k * gap - to, to, color, 1.2f );
        }
    }
}
