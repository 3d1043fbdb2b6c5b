// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

#include <math.h>

// Stripes at 45° that fill an area piece by piece. They lie on the lines x + y = k gap of the
// whole window, so that the pieces fit together.

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
            ImDrawList_AddLine( list, uiVec2( left, from ), uiVec2( k * gap - to, to ), color, 1.2f );
        }
    }
}
