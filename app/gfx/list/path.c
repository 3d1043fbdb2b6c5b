// SPDX-License-Identifier: MIT
#include "gfx/list/path.h"
#include "slipstick/draw.h"

#include <string.h>

#define CROWD 64 // of more bodies, some fall off the table

// [radii of the bounds] What is farther away has left, and no camera goes after it. Of what was built that
// holds while most of its bodies are nearer: all of it may go away together.
static const float s_lost = 5.0f, s_builtLost = 1.5f;

typedef struct gathered
{
    gfxStage stage;
    float lost; // [m]; 0: nothing is
    int near, far;
} gathered;

static void addBox( gathered* b, const gfxDrawList* list, const float center[3], const float half[3] )
{
    float away = 0.0f;
    for ( int k = 0; k < 3; ++k ) { away = fmaxf( away, fabsf( center[k] - list->boundsCenter[k] ) ); }
    bool near = away < HUGE_VALF && ( away <= b->lost || !( b->lost > 0.0f ) );
    *( near ? &b->near : &b->far ) += 1;
    const float at[gfx_stageAxes] = { center[0], center[1], center[2], center[0] + center[1],
        center[0] - center[1] };
    for ( int k = 0; k < gfx_stageAxes && near; ++k )
    {
        float reach = k < 3 ? half[k] : half[0] + half[1];
        b->stage.low[k] = fminf( b->stage.low[k], at[k] - reach );
        b->stage.high[k] = fmaxf( b->stage.high[k], at[k] + reach );
    }
}

/// Half the size of the upright box around a solid.
static void boxAround( const gfxSolid* solid, float half[3] )
{
    const float x = solid->orientation[0], y = solid->orientation[1], z = solid->orientation[2],
                w = solid->orientation[3];
    const float turn[3][3] = {
        { 1.0f - 2.0f * ( y * y + z * z ), 2.0f * ( x * y - z * w ), 2.0f * ( x * z + y * w ) },
        { 2.0f * ( x * y + z * w ), 1.0f - 2.0f * ( x * x + z * z ), 2.0f * ( y * z - x * w ) },
        { 2.0f * ( x * z - y * w ), 2.0f * ( y * z + x * w ), 1.0f - 2.0f * ( x * x + y * y ) },
    };
    bool round = solid->kind == ss_solidCylinder || solid->kind == ss_solidCapsule;
    const float own[3] = { solid->half[0], round ? solid->half[0] : solid->half[1],
        solid->half[2] + ( solid->kind == ss_solidCapsule ? solid->half[0] : 0.0f ) };
    for ( int k = 0; k < 3; ++k )
    {
        half[k] = fabsf( turn[k][0] ) * own[0] + fabsf( turn[k][1] ) * own[1] + fabsf( turn[k][2] ) * own[2];
    }
}

/// All moving bodies that are not lost.
static gathered collect( const gfxDrawList* list, float lost )
{
    gathered b = { .lost = lost,
        .stage = { .radius = list->built ? 0.0f : list->boundsRadius,
            .low = { HUGE_VALF, HUGE_VALF, HUGE_VALF, HUGE_VALF, HUGE_VALF },
            .high = { -HUGE_VALF, -HUGE_VALF, -HUGE_VALF, -HUGE_VALF, -HUGE_VALF } } };
    memcpy( b.stage.center, list->boundsCenter, sizeof b.stage.center );
    bool few = list->built || list->sphereCount + list->solidCount <= CROWD;
    for ( int i = 0; i < list->sphereCount && few; ++i )
    {
        const float r = list->spheres[i].radius, half[3] = { r, r, r };
        if ( list->spheres[i].body >= 0 ) { addBox( &b, list, list->spheres[i].center, half ); }
    }
    for ( int i = 0; i < list->solidCount && few; ++i )
    {
        float half[3];
        if ( !list->solids[i].fixed && ( list->built || list->solids[i].body >= 0 ) )
        {
            boxAround( list->solids + i, half );
            addBox( &b, list, list->solids[i].center, half );
        }
    }
    return b;
}

gfxStage gfxStageOf( const gfxDrawList* list, double time )
{
    gathered b = collect( list, ( list->built ? s_builtLost : s_lost ) * list->boundsRadius );
    b = list->built && b.far >= b.near ? collect( list, 0.0f ) : b;
    gfxStage* stage = &b.stage;
    stage->time = time;
    for ( int k = 0; k < 3 && list->built && gfxStage_HasBodies( stage ); ++k )
    {
        stage->center[k] = 0.5f * ( stage->low[k] + stage->high[k] );
    }
    return *stage;
}

bool gfxStage_HasBodies( const gfxStage* stage ) { return stage->low[0] <= stage->high[0]; }

void gfxStage_Corners( const gfxStage* s, float corners[gfx_stageCorners][3] )
{
    const float *low = s->low, *high = s->high;
    for ( int i = 0; i < gfx_stageCorners; ++i )
    {
        // Bit 1: on a side across y instead of x; bit 2: on its upper one; bit 4: the end at the sum.
        bool onY = ( i & 1 ) != 0, upper = ( i & 2 ) != 0, bySum = ( i & 4 ) != 0;
        int own = i & 1, other = 1 - own;
        float side = upper ? high[own] : low[own];
        float end = bySum ? ( upper ? high[3] : low[3] ) - side
            : onY         ? side + ( upper ? low[4] : high[4] )
                          : side - ( upper ? high[4] : low[4] );
        corners[i][own] = side;
        corners[i][other] = fminf( fmaxf( end, low[other] ), high[other] );
        corners[i][2] = ( i & 8 ) != 0 ? high[2] : low[2];
    }
}

static float between( float a, float b, float share ) { return a + share * ( b - a ); }

gfxStage gfxPath_At( const gfxPath* path, double time )
{
    int low = 0, high = path->count - 1;
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        *( path->stages[middle].time <= time ? &low : &high ) = middle;
    }
    const gfxStage *a = path->stages + low, *b = path->stages + high;
    double span = b->time - a->time;
    float share = span > 0.0 ? (float)fmin( fmax( ( time - a->time ) / span, 0.0 ), 1.0 ) : 0.0f;
    gfxStage at = share < 0.5f ? *a : *b;
    at.time = time;
    at.radius = between( a->radius, b->radius, share );
    bool bodies = gfxStage_HasBodies( a ) && gfxStage_HasBodies( b );
    for ( int k = 0; k < gfx_stageAxes; ++k )
    {
        at.center[k % 3] = between( a->center[k % 3], b->center[k % 3], share );
        at.low[k] = bodies ? between( a->low[k], b->low[k], share ) : at.low[k];
        at.high[k] = bodies ? between( a->high[k], b->high[k], share ) : at.high[k];
    }
    return at;
}
