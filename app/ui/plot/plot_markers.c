// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

// Sparse marks on the curves after the first, so that eyes that do not see the hues tell them apart.

void uiDrawMarker( ImDrawList* list, int shape, float x, float y, float radius, ImU32 color )
{
    float r = radius, s = 0.85f * radius, thickness = fmaxf( 1.5f, 0.45f * radius );
    switch ( shape )
    {
        case ui_markerSquare:
            uiFillRect( list, ( uiRect ){ x - s, y - s, x + s, y + s }, color, 0.0f );
            break;
        case ui_markerTriangle:
        case ui_markerWedge:
        {
            float up = shape == ui_markerTriangle ? -1.0f : 1.0f;
            ImDrawList_AddTriangleFilled( list, uiVec2( x, y + 1.15f * up * r ),
                uiVec2( x + 1.1f * r, y - 0.8f * up * r ), uiVec2( x - 1.1f * r, y - 0.8f * up * r ), color );
            break;
        }
        case ui_markerDiamond:
            ImDrawList_AddQuadFilled( list, uiVec2( x, y - 1.25f * r ), uiVec2( x + 1.25f * r, y ),
                uiVec2( x, y + 1.25f * r ), uiVec2( x - 1.25f * r, y ), color );
            break;
        case ui_markerCross:
            uiDrawLine( list, x - r, y - r, x + r, y + r, color, thickness );
            uiDrawLine( list, x - r, y + r, x + r, y - r, color, thickness );
            break;
        case ui_markerPlus:
            uiDrawLine( list, x - 1.2f * r, y, x + 1.2f * r, y, color, thickness );
            uiDrawLine( list, x, y - 1.2f * r, x, y + 1.2f * r, color, thickness );
            break;
        case ui_markerRing: ImDrawList_AddCircle( list, uiVec2( x, y ), r, color, 16, thickness ); break;
        default: break;
    }
}

float uiMarkerRadius( const uiPane* p ) { return 0.22f * p->em; }

/// The value of a column at a time between two rows.
static double valueAt( const uiPane* p, int column, double t )
{
    int row = sessionSignalLog_Find( p->signalLog, t );
    if ( row < 0 || row + 1 >= p->signalLog->rowCount ) { return (double)NAN; }
    double t0 = paneValue( p, row, 0 ), t1 = paneValue( p, row + 1, 0 );
    double share = t1 > t0 ? ( t - t0 ) / ( t1 - t0 ) : 0.0;
    return ( 1.0 - share ) * paneValue( p, row, column ) + share * paneValue( p, row + 1, column );
}

static void markAt( uiPane* p, const uiSeries* s, double t, double value )
{
    if ( isfinite( value ) )
    {
        float x = paneX( p, t ), y = paneY( p, value ), r = uiMarkerRadius( p );
        uiDrawMarker( p->list, s->marker, x, y, r, s->color );
        uiRoomTake( &p->ui->plots->room, ( uiRect ){ x - r, y - r, x + r, y + r } );
    }
}

/// Marks stand at fixed times, so that they stay where they are while the curve grows, and one is at its end.
/// Those of different curves alternate: curves that coincide show all their marks.
void uiMarkCurve( uiPane* p, int index )
{
    const uiSeries* s = p->series + index;
    int rows = p->signalLog->rowCount;
    if ( s->marker == ui_markerNone || rows < 2 ) { return; }
    double perSecond = (double)uiWidth( p->data ) / ( p->x1 - p->x0 );
    double period = exp2( ceil( log2( 4.0 * (double)p->em / perSecond ) ) );
    double shift = (double)index / (double)p->count, end = fmin( p->x1, paneValue( p, rows - 1, 0 ) );
    for ( double k = ceil( p->x0 / period - shift ); ( k + shift ) * period < end; k += 1.0 )
    {
        markAt( p, s, ( k + shift ) * period, valueAt( p, s->column, ( k + shift ) * period ) );
    }
    markAt( p, s, paneValue( p, rows - 1, 0 ), paneValue( p, rows - 1, s->column ) );
}

static float segmentLength( const uiPane* p, const double* x, const double* y, int i )
{
    bool drawn = isfinite( x[i] + y[i] + x[i - 1] + y[i - 1] );
    float length = hypotf( paneX( p, x[i] ) - paneX( p, x[i - 1] ), paneY( p, y[i] ) - paneY( p, y[i - 1] ) );
    return drawn && length < 4000.0f ? length : 0.0f;
}

/// Marks along a curve that need not run from left to right; a short one has one in its middle.
void uiMarkPath( uiPane* p, int shape, ImU32 color, int count, const double* x, const double* y )
{
    float total = 0.0f, travelled = 0.0f, period = 5.0f * p->em;
    for ( int i = 1; i < count && shape != ui_markerNone; ++i ) { total += segmentLength( p, x, y, i ); }
    float next = fminf( 0.5f * total, period * ( 0.25f + 0.125f * (float)shape ) );
    for ( int i = 1; i < count && total > 0.0f; ++i )
    {
        float length = segmentLength( p, x, y, i ), x0 = paneX( p, x[i - 1] ), y0 = paneY( p, y[i - 1] );
        for ( ; length > 0.0f && next <= travelled + length; next += period )
        {
            float share = ( next - travelled ) / length;
            uiDrawMarker( p->list, shape, x0 + share * ( paneX( p, x[i] ) - x0 ),
                y0 + share * ( paneY( p, y[i] ) - y0 ), uiMarkerRadius( p ), color );
        }
        travelled += length;
    }
}
