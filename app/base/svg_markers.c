// SPDX-License-Identifier: MIT
#include "base/svg_private.h"

#include <math.h>

// Sparse marks on solid curves, one shape for each colour, for readers who do not see the hues.

/// Shapes around the origin, filled, or only drawn if they are open. A colour without one has no marks.
static const struct
{
    const char* path;
    bool open;
} s_shapes[svg_colorCount] = {
    [svg_orange] = { "M-3.4 -3.4H3.4V3.4H-3.4Z", false },
    [svg_green] = { "M0 -4.6L4.4 3.2H-4.4Z", false },
    [svg_pink] = { "M0 -5L5 0L0 5L-5 0Z", false },
    [svg_red] = { "M-3.6 -3.6L3.6 3.6M-3.6 3.6L3.6 -3.6", true },
    [svg_olive] = { "M0 4.6L4.4 -3.2H-4.4Z", false },
    [svg_black] = { "M-3.6 0A3.6 3.6 0 1 0 3.6 0A3.6 3.6 0 1 0 -3.6 0", true },
    [svg_sky] = { "M-4.6 0H4.6M0 -4.6V4.6", true },
};

bool svgHasMarker( const svgMark* m )
{
    return m->kind == svg_curve && !m->dashed && !m->plain && s_shapes[m->color].path != NULL;
}

void svgMarker( osWriter* out, svgColor shape, double x, double y, const char* color )
{
    osPrintf( out, "<path d=\"%s\" %s=\"%s\"%s transform=\"translate(", s_shapes[shape].path,
        s_shapes[shape].open ? "fill=\"none\" stroke" : "fill", color,
        s_shapes[shape].open ? " stroke-width=\"1.8\"" : "" );
    svgNumber( out, x );
    osWriteText( out, " " );
    svgNumber( out, y );
    osWriteText( out, ")\"/>\n" );
}

static double pieceLength( const svgFrame* f, const svgMark* m, int i )
{
    bool drawn = isfinite( m->x[i] + m->y[i] + m->x[i - 1] + m->y[i - 1] );
    return drawn ? hypot( svgToX( f, m->x[i] ) - svgToX( f, m->x[i - 1] ),
                       svgToY( f, m->y[i] ) - svgToY( f, m->y[i - 1] ) )
                 : 0.0;
}

void svgMarkCurve( const svgFrame* f, const svgMark* m, const char* color )
{
    const double period = 90.0; // [px] along the curve
    double total = 0.0, travelled = 0.0;
    for ( int i = 1; i < m->count; ++i )
    {
        total += pieceLength( f, m, i );
    }
    // Curves that coincide begin at different places, and a short curve has its mark in the middle.
    double next = fmin( 0.5 * total, period * ( 0.25 + 0.125 * (double)m->color ) );
    for ( int i = 1; i < m->count && total > 0.0; ++i )
    {
        double length = pieceLength( f, m, i ), x = svgToX( f, m->x[i - 1] ), y = svgToY( f, m->y[i - 1] );
        for ( ; length > 0.0 && next <= travelled + length; next += period )
        {
            double share = ( next - travelled ) / length;
            svgMarker( f->out, m->color, x + share * ( svgToX( f, m->x[i] ) - x ),
                y + share * ( svgToY( f, m->y[i] ) - y ), color );
        }
        travelled += length;
    }
}
