// SPDX-License-Identifier: MIT
#include "gauss_seidel/gs_single.h"

#include <string.h>

// Partial passes in single precision: when most change lies on a part of the contacts, passes go over these
// alone, and every so often over all, which chooses them anew. The chosen ones of each colour and kind are
// brought into the first groups; the others hold their reactions. All contacts are judged.

// Passes over all contacts before the first choice.
#define FIRST_PASSES 32
// One pass over all contacts and how many partial ones take turns. Right after a pass over all the residual
// is larger, hence not the rhythm of the measurements.
#define PARTIAL_PASSES 23
// A contact is held if the square of its change is less than this share of the mean.
#define HELD_SHARE 0.003
// Most contacts: choosing is done by one thread.
#define CONTACTS_MAX 6000
// Fewer contacts than this are not worth it.
#define CONTACTS_MIN 64

static single squareOf( single3 a, single3 b )
{
    single x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
    return x * x + y * y + z * z;
}

static float* changesOf( const ssGs* gs, int kind, int group )
{
    return gs->single->changes + (size_t)( gs->familyBase[gsFamily( kind )] + group ) * SIMD_WIDTH;
}

/// Squares of the changes of reactions in the last pass. Returns their sum.
static double findChanges( const ssGs* gs, int kind, int first, int last )
{
    const gsSingle* own = gs->single;
    double sum = 0.0;
    for ( int group = first; group < last; ++group )
    {
        singleView view = gsSingleView( gs, kind, group );
        const singleReactions *now = &view.p[own->now], *then = &view.p[!own->now];
        single f = squareOf( now->f, then->f ), m = squareOf( now->m, then->m ), mass = { 1, 1, 1, 1 },
               inertia = mass;
        for ( int lane = 0; lane < SIMD_WIDTH && kind == gs_equal; ++lane )
        {
            const singleBody* b = &own->bodies[view.bodies[SIMD_WIDTH + lane]];
            mass[lane] = b->inverseMass > 0.0f ? b->inverseMass : 1.0f;
            inertia[lane] = b->inverseInertia > 0.0f ? b->inverseInertia : 1.0f;
        }
        f /= mass * mass;
        single change = gs->dimension > 3 ? f + m / ( inertia * inertia ) : f;
        memcpy( changesOf( gs, kind, group ), &change, sizeof( change ) );
        sum += (double)( ( change[0] + change[1] ) + ( change[2] + change[3] ) );
    }
    return sum;
}

/// Exchanges lanes i and k of groups, each of which is `rows` vectors of four numbers.
static void exchange( void* groups, size_t bytes, int i, int k )
{
    size_t rows = bytes / sizeof( single );
    uint32_t* x = (uint32_t*)groups + (size_t)( i / SIMD_WIDTH ) * rows * SIMD_WIDTH + i % SIMD_WIDTH;
    uint32_t* y = (uint32_t*)groups + (size_t)( k / SIMD_WIDTH ) * rows * SIMD_WIDTH + k % SIMD_WIDTH;
    for ( size_t row = 0; row < rows * SIMD_WIDTH; row += SIMD_WIDTH )
    {
        uint32_t kept = x[row];
        x[row] = y[row];
        y[row] = kept;
    }
}

static void exchangeContacts( ssGs* gs, int kind, int first, int i, int k )
{
    singleView view = gsSingleView( gs, kind, first );
    exchange( view.bodies, kind == gs_equal ? sizeof( singleEqualGroup ) : sizeof( singleGroup ), i, k );
    exchange( view.low, sizeof( singleNumbers ), i, k );
    exchange( gsLaneContacts( gs, kind, first ), SIMD_WIDTH * sizeof( int ), i, k );
    exchange( changesOf( gs, kind, first ), SIMD_WIDTH * sizeof( float ), i, k );
}

/// Brings contacts of a colour and kind that change by more than the limit first; returns their number.
static int bringForward( ssGs* gs, int kind, int first, int count, float limit )
{
    const float* changes = changesOf( gs, kind, first );
    int i = 0, k = count * SIMD_WIDTH - 1;
    for ( ;; )
    {
        while ( i <= k && changes[i] > limit ) { ++i; }
        while ( i <= k && !( changes[k] > limit ) ) { --k; }
        if ( i > k ) { break; }
        exchangeContacts( gs, kind, first, i++, k-- );
    }
    return ( i + SIMD_WIDTH - 1 ) / SIMD_WIDTH;
}

static void addTo( singleBody* body, float v, const float* dv, float w, const float* dw )
{
    for ( int c = 0; c < 3; ++c )
    {
        body->v[c] += v * dv[c];
        body->w[c] += w * dw[c];
    }
}

/// The change of one contact in the last pass is no longer extrapolated: it counts as one of the pass before.
static void holdLane( const ssGs* gs, int kind, int group, const singleView* view, int lane )
{
    const gsSingle* own = gs->single;
    const singleReactions *now = &view->p[own->now], *then = &view->p[!own->now];
    int a = view->bodies[lane], b = view->bodies[SIMD_WIDTH + lane];
    bool equal = kind == gs_equal;
    const float n[3] = { view->x->n.x[lane], view->x->n.y[lane], view->x->n.z[lane] };
    const float f[3] = { now->f.x[lane] - then->f.x[lane], now->f.y[lane] - then->f.y[lane],
        now->f.z[lane] - then->f.z[lane] };
    const float m[3] = { now->m.x[lane] - then->m.x[lane], now->m.y[lane] - then->m.y[lane],
        now->m.z[lane] - then->m.z[lane] };
    const float lever[3] = { n[1] * f[2] - n[2] * f[1], n[2] * f[0] - n[0] * f[2],
        n[0] * f[1] - n[1] * f[0] };
    float rb = equal ? own->equal[group].k[lane] : view->x->rb[lane],
          ra = equal ? rb : gsSingleGroup( gs, kind, group )->ra[lane], onA[3], onB[3];
    for ( int c = 0; c < 3; ++c )
    {
        onB[c] = m[c] - rb * lever[c];
        onA[c] = m[c] + ra * lever[c];
    }
    const singleBody *of = own->bodies,
                     *unit = &( singleBody ){ .inverseMass = 1.0f, .inverseInertia = 1.0f };
    const singleBody* by = equal ? unit : &of[b];
    addTo( &own->previousBodies[b], by->inverseMass, f, by->inverseInertia, onB );
    if ( a < gs->bodyCount )
    {
        by = equal ? unit : &of[a];
        addTo( &own->previousBodies[a], -by->inverseMass, f, -by->inverseInertia, onA );
    }
}

static void holdGroups( const ssGs* gs, int kind, int first, int last )
{
    int now = gs->single->now;
    for ( int group = first; group < last; ++group )
    {
        singleView view = gsSingleView( gs, kind, group );
        const float* changes = changesOf( gs, kind, group );
        for ( int lane = 0; lane < SIMD_WIDTH; ++lane )
        {
            if ( changes[lane] > 0.0f ) { holdLane( gs, kind, group, &view, lane ); }
        }
        view.p[!now] = view.p[now];
    }
}

static double findAllChanges( const ssGs* gs )
{
    double sum = 0.0;
    for ( int colour = 0; colour < gs->colours; ++colour )
    {
        for ( int kind = 0; kind < gs_kinds; ++kind )
        {
            int first = gs->firstGroup[colour][kind];
            sum += findChanges( gs, kind, first, first + gs->groupCount[colour][kind] );
        }
    }
    return sum;
}

/// Chooses the groups of partial passes after a pass over all.
static void choose( ssGs* gs )
{
    float limit = (float)( HELD_SHARE * findAllChanges( gs ) / gs->contacts );
    memcpy( gs->activeCount, gs->groupCount, sizeof( gs->activeCount ) );
    for ( int colour = 0; colour < gs->colours; ++colour )
    {
        for ( int kind = 0; kind < gs_kinds; ++kind )
        {
            int count = gs->groupCount[colour][kind], first = gs->firstGroup[colour][kind];
            if ( count > 0 )
            {
                int active = bringForward( gs, kind, first, count, limit );
                gs->activeCount[colour][kind] = active;
                holdGroups( gs, kind, first + active, first + count );
            }
        }
    }
}

bool gsSingleIsPartial( ssGs* gs )
{
    gsSingle* own = gs->single;
    int passes = gs->progress.passes - FIRST_PASSES, phase = passes % ( 1 + PARTIAL_PASSES );
    if ( gs->tolerance == 0.0 || gs->contacts < CONTACTS_MIN || gs->contacts > CONTACTS_MAX || passes < 0 )
    {
        return false;
    }
    if ( phase == 0 )
    {
        // The steps of a pass over all contacts are longer than those of the partial pass before it.
        gs->previousStepSquare = HUGE_VAL;
        return false;
    }
    if ( own->changes == NULL )
    {
        own->changes = gsReserve( gs, (size_t)gs->totalGroups * SIMD_WIDTH * sizeof( float ) );
    }
    if ( phase == 1 && own->changes != NULL ) { choose( gs ); }
    return own->changes != NULL;
}
