// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "gfx/list/draw_adapter.h"
#include "gfx/list/draw_list.h"
#include "gfx/list/path.h"

#include <string.h>

// The scales of arrows, cones, sets and discs, chosen when the picture is complete.

// The most that a quantity's longest glyph takes of the bounds' radius; 1-2-5 steps leave 0.4 of it.
static const double s_longest[ss_quantityCount] = {
    [ss_quantityForce] = 0.80,
    [ss_quantityMoment] = 0.42,
    [ss_quantityVelocity] = 0.64,
};

double gfxRoundScale( double x )
{
    double decade = pow( 10.0, floor( log10( x ) ) ), lead = x / decade;
    // 0.5 / 0.1 is not quite 5: rounding must not cost a step.
    const double slack = 1.0 - 1e-9;
    double step = lead >= 10.0 * slack ? 10.0 : lead >= 5.0 * slack ? 5.0 : lead >= 2.0 * slack ? 2.0 : 1.0;
    return decade * step;
}

/// Computes a sphere around the bodies, for a sender that gave no bounds.
static void deriveBounds( gfxDrawList* list )
{
    list->boundsRadius = 1.0f;
    if ( list->sphereCount == 0 ) { return; }
    double center[3] = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < list->sphereCount; ++i )
    {
        for ( int k = 0; k < 3; ++k ) { center[k] += (double)list->spheres[i].center[k] / list->sphereCount; }
    }
    double radius = 0.0;
    for ( int i = 0; i < list->sphereCount; ++i )
    {
        const gfxSphere* sphere = &list->spheres[i];
        double dx = (double)sphere->center[0] - center[0], dy = (double)sphere->center[1] - center[1],
               dz = (double)sphere->center[2] - center[2];
        radius = fmax( radius, sqrt( dx * dx + dy * dy + dz * dz ) + 2.0 * (double)sphere->radius );
    }
    for ( int k = 0; k < 3; ++k ) { list->boundsCenter[k] = gfxToFloat( center[k] ); }
    list->boundsRadius = gfxToFloat( radius );
}

static void keepLargest( double* largest, double size ) { *largest = size > *largest ? size : *largest; }

/// Adds arrows where normal forces act; their shift of millimetres is enlarged by a round factor.
static void addActionLines( gfxDrawList* list )
{
    double largestRadius = 0.0, size = 0.0;
    for ( int i = 0; i < list->contactCount; ++i )
    {
        keepLargest( &largestRadius, (double)list->contacts[i].radius );
        size += (double)list->contacts[i].size / list->contactCount;
    }
    // The circles of radius mu_r become about as large as fits under the bodies that touch.
    size = size > 0.0 ? 0.42 * size : 0.2 * (double)list->boundsRadius;
    list->actionFactor = 1.0f;
    if ( ( list->flags & ss_drawLinesOfAction ) == 0 || !( largestRadius > 0.0 ) ) { return; }
    double factor = size / largestRadius;
    list->actionFactor = gfxToFloat( factor > 1.0 ? gfxRoundScale( factor ) : 1.0 );
    if ( !GROW( list->arrows, list->arrowCapacity, list->arrowCount + list->contactCount ) ) { return; }
    for ( int i = 0; i < list->contactCount; ++i )
    {
        const gfxContact* contact = &list->contacts[i];
        gfxArrow* arrow = &list->arrows[list->arrowCount++];
        *arrow = ( gfxArrow ){ .quantity = ss_quantityForce };
        for ( int k = 0; k < 3; ++k )
        {
            arrow->origin[k] = contact->point[k] + list->actionFactor * contact->shift[k];
            arrow->vector[k] = contact->force * contact->normal[k];
        }
        memcpy( arrow->symbol, "r_N", sizeof "r_N" );
    }
}

#define FEW 8

/// In a crowd the velocities of all bodies would hide them. A few, which a scenario picked, are drawn.
static void thinVelocities( gfxDrawList* list )
{
    int velocities = 0, kept = 0;
    for ( int i = 0; i < list->arrowCount; ++i )
    {
        velocities += list->arrows[i].quantity == ss_quantityVelocity ? 1 : 0;
    }
    if ( !list->tooManyContacts || ( list->flags & ss_drawEverything ) != 0 || velocities <= FEW ) { return; }
    for ( int i = 0; i < list->arrowCount; ++i )
    {
        if ( list->arrows[i].quantity != ss_quantityVelocity ) { list->arrows[kept++] = list->arrows[i]; }
    }
    list->arrowCount = kept;
}

/// Keeps an arrow if among its quantity's longest, of these `sizes`; `where`: the shortest's place.
static void keepLongest( gfxDrawList* list, int index, float size, float sizes[gfx_longest], int* where )
{
    int quantity = list->arrows[index].quantity, count = list->longestCount[quantity];
    if ( count == gfx_longest && !( size > sizes[*where] ) ) { return; }
    int place = count < gfx_longest ? list->longestCount[quantity]++ : *where;
    list->longest[quantity][place] = index;
    sizes[place] = size;
    for ( int i = 0; i < list->longestCount[quantity]; ++i )
    {
        *where = i == 0 || sizes[i] < sizes[*where] ? i : *where;
    }
}

/// Finds the largest arrow of each quantity; of many, also those that may get labels.
static void measureArrows( gfxDrawList* list, int count[ss_quantityCount] )
{
    float sizes[ss_quantityCount][gfx_longest];
    int where[ss_quantityCount] = { 0 };
    list->namedCount = 0;
    for ( int i = 0; i < ss_quantityCount; ++i )
    {
        list->largest[i] = 0.0f;
        list->longestCount[i] = 0;
    }
    for ( int i = 0; i < list->arrowCount; ++i )
    {
        const gfxArrow* arrow = &list->arrows[i];
        const float* v = arrow->vector;
        int q = arrow->quantity;
        float size = sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] );
        list->largest[q] = size > list->largest[q] ? size : list->largest[q];
        ++count[q];
        if ( list->arrowCount > gfx_longest && arrow->symbol[0] != '\0' )
        {
            ++list->namedCount;
            keepLongest( list, i, size, sizes[q], &where[q] );
        }
    }
}

/// The size that glyphs are measured by: that of what is seen.
static double sizeOf( const gfxDrawList* list )
{
    const gfxStage s = gfxStageOf( list, 0.0 );
    double size = 0.0;
    for ( int k = 0; k < 3 && list->built && gfxStage_HasBodies( &s ); ++k )
    {
        size = hypot( size, 0.8 * (double)( s.high[k] - s.low[k] ) );
    }
    return size > 0.0 ? size : (double)list->boundsRadius;
}

void gfxFinishAdapter( gfxDrawList* list )
{
    if ( !( list->boundsRadius > 0.0f ) ) { deriveBounds( list ); }
    double size = sizeOf( list );
    thinVelocities( list );
    addActionLines( list );
    double largest[ss_quantityCount] = { 0.0 };
    int count[ss_quantityCount] = { 0 };
    measureArrows( list, count );
    for ( int i = 0; i < ss_quantityCount; ++i ) { largest[i] = (double)list->largest[i]; }
    for ( int i = 0; i < list->coneCount; ++i )
    {
        keepLargest( &largest[ss_quantityForce], (double)list->cones[i].height );
    }
    for ( int i = 0; i < list->setCount; ++i )
    {
        for ( int k = 0; k < list->sets[i].count; ++k )
        {
            const float* point = list->setPoints[list->sets[i].first + k];
            keepLargest( &largest[ss_quantityForce], hypot( (double)point[0], (double)point[1] ) );
        }
    }
    for ( int i = 0; i < list->discCount; ++i )
    {
        int quantity = list->discs[i].quantity;
        keepLargest( &largest[quantity], (double)list->discs[i].radius );
    }
    // A body that needs minutes to cross the picture is at rest: its velocity is the solver's error.
    keepLargest( &largest[ss_quantityVelocity], count[ss_quantityVelocity] > 0 ? 2e-3 * size : 0.0 );
    for ( int i = 0; i < ss_quantityCount; ++i )
    {
        // Many glyphs share the space: they shrink with the distance between neighbours.
        double share = fmin( 1.0, cbrt( 8.0 / fmax( 1.0, count[i] ) ) );
        // Among many contacts, the glyphs of the selected one must not hide its neighbours.
        share *= list->tooManyContacts || list->focusOnly ? 0.4 : 1.0;
        double fits = s_longest[i] * share * size;
        list->limit[i] = largest[i] > 0.0 ? gfxToFloat( fits / largest[i] ) : 0.0f;
        list->broken[i] = false;
        bool open = !( list->scale[i] > 0.0f ) && largest[i] > 0.0;
        list->scale[i] = open ? gfxToFloat( gfxRoundScale( fits / largest[i] ) ) : list->scale[i];
    }
}
