// SPDX-License-Identifier: MIT
#include "solve/body_space.h"
#include "base/inline.h"
#include "slipstick/parallel.h"

#include <stdlib.h>
#include <string.h>

// What one thread does at a time.
#define BODIES_FILLED 64       // rows of bodies: about 50 µs
#define BODIES_GATHERED 256    // w of bodies
#define CONTACTS_SCATTERED 512 // y of contacts

void bodySpaceFree( bodySpace* space )
{
    void* owned[] = { space->maps, space->rowMaps, space->start, space->column, space->blocks, space->slots,
        space->sideStart, space->sides };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( space->arena, owned[i] ); }
    blockLuFree( &space->lu );
    *space = ( bodySpace ){ 0 };
}

/// R^T for a body's inverse inertia I^-1 = R R^T, where R is lower triangular (Cholesky).
static ssMat3 rootOf( ssMat3 a )
{
    double l00 = sqrt( ssMax( a.cx.x, 0.0 ) );
    double l10 = l00 > 0.0 ? a.cx.y / l00 : 0.0, l20 = l00 > 0.0 ? a.cx.z / l00 : 0.0;
    double l11 = sqrt( ssMax( a.cy.y - l10 * l10, 0.0 ) );
    double l21 = l11 > 0.0 ? ( a.cy.z - l20 * l10 ) / l11 : 0.0;
    double l22 = sqrt( ssMax( a.cz.z - l20 * l20 - l21 * l21, 0.0 ) );
    // The columns of R^T are the rows of R.
    return ( ssMat3 ){ { l00, 0.0, 0.0 }, { l10, l11, 0.0 }, { l20, l21, l22 } };
}

/// One column of a map: what a unit force and moment do to the body.
static void putColumn( const ssProblem* problem, int body, ssMat3 root, ssVec3 f, ssVec3 m, double* out )
{
    double push = sqrt( problem->inverseMass[body] );
    ssVec3 spin = ssMat3_Mul( root, m );
    memcpy( out, ( const double[6] ){ push * f.x, push * f.y, push * f.z, spin.x, spin.y, spin.z },
        6 * sizeof( double ) );
}

static void fillContactMap( bodySpace* space, int i, int side )
{
    const ssSystem* system = space->system;
    const ssProblem* problem = system->problem;
    int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i], d = system->dimension;
    if ( body < 0 ) { return; }
    ssVec3 arm = side == 0 ? problem->armsA[i] : problem->armsB[i], none = { 0.0, 0.0, 0.0 };
    ssMat3 root = rootOf( problem->inverseInertia[body] );
    const ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    const ssVec3 axes[6] = { frame.cx, frame.cy, frame.cz, frame.cy, frame.cz, frame.cx };
    double* map = space->maps + ( 2 * (size_t)i + (size_t)side ) * (size_t)( 6 * d );
    double sign = side == 0 ? -1.0 : 1.0;
    for ( int c = 0; c < d; ++c )
    {
        ssVec3 axis = ssVec3_Scale( c < 3 ? sign : sign * system->length, axes[c] );
        putColumn(
            problem, body, root, c < 3 ? axis : none, c < 3 ? ssVec3_Cross( arm, axis ) : axis, map + 6 * c );
    }
}

static void fillRowMap( bodySpace* space, int k, int side )
{
    const ssSystem* system = space->system;
    const ssProblemRow* row = &system->problem->rows[k];
    int body = side == 0 ? row->a : row->b;
    if ( body < 0 ) { return; }
    const double* jacobian = side == 0 ? row->jacobianA : row->jacobianB;
    double s = system->scale[system->contacts * system->dimension + k];
    putColumn( system->problem, body, rootOf( system->problem->inverseInertia[body] ),
        ssVec3_Make( s * jacobian[0], s * jacobian[1], s * jacobian[2] ),
        ssVec3_Make( s * jacobian[3], s * jacobian[4], s * jacobian[5] ),
        space->rowMaps + 12 * (size_t)k + 6 * (size_t)side );
}

/// The bodies of contact k or, beyond the contacts, of a row.
static void bodiesOf( const ssSystem* system, int k, int* a, int* b )
{
    const ssProblem* problem = system->problem;
    *a = k < system->contacts ? problem->bodyA[k] : problem->rows[k - system->contacts].a;
    *b = k < system->contacts ? problem->bodyB[k] : problem->rows[k - system->contacts].b;
}

typedef struct Pair
{
    int row, column;
    int source; // 4 × contact + which of its blocks; -1: the identity
} Pair;

static int comparePairs( const void* left, const void* right )
{
    const Pair *a = left, *b = right;
    int byRow = ( a->row > b->row ) - ( a->row < b->row );
    int byColumn = ( a->column > b->column ) - ( a->column < b->column );
    int bySource = ( a->source > b->source ) - ( a->source < b->source );
    return byRow != 0 ? byRow : byColumn != 0 ? byColumn : bySource;
}

static bool makePattern( bodySpace* space )
{
    const ssSystem* system = space->system;
    int couplings = system->contacts + system->rows, n = space->bodies;
    size_t count = 0;
    Pair* pairs = ssArena_Alloc( space->arena, ( 4 * (size_t)couplings + (size_t)n + 1 ) * sizeof( Pair ) );
    space->slots = ssArena_Alloc( space->arena, ( 4 * (size_t)couplings + 1 ) * sizeof( int ) );
    space->start = ssArena_Alloc( space->arena, ( (size_t)n + 2 ) * sizeof( int ) );
    if ( pairs == NULL || space->slots == NULL || space->start == NULL )
    {
        ssArena_Free( space->arena, pairs );
        return false;
    }
    for ( int i = 0; i < n; ++i ) { pairs[count++] = ( Pair ){ i, i, -1 }; }
    for ( int k = 0; k < couplings; ++k )
    {
        int body[2];
        bodiesOf( system, k, &body[0], &body[1] );
        for ( int w = 0; w < 4; ++w )
        {
            space->slots[4 * k + w] = -1;
            if ( body[w / 2] >= 0 && body[w % 2] >= 0 )
            {
                pairs[count++] = ( Pair ){ body[w / 2], body[w % 2], 4 * k + w };
            }
        }
    }
    qsort( pairs, count, sizeof( Pair ), comparePairs );
    space->column = ssArena_Alloc( space->arena, ( count + 1 ) * sizeof( int ) );
    int used = 0;
    for ( size_t k = 0; k < count && space->column != NULL; ++k )
    {
        if ( k == 0 || pairs[k].row != pairs[k - 1].row || pairs[k].column != pairs[k - 1].column )
        {
            space->column[used++] = pairs[k].column;
            space->start[pairs[k].row + 1] = used;
        }
        if ( pairs[k].source >= 0 ) { space->slots[pairs[k].source] = used - 1; }
    }
    ssArena_Free( space->arena, pairs );
    space->blocks = ssArena_Alloc( space->arena, ( (size_t)used + 1 ) * 36 * sizeof( double ) );
    return space->column != NULL && space->blocks != NULL;
}

/// Lists the contacts and rows of every body.
static bool listSides( bodySpace* space )
{
    const ssSystem* system = space->system;
    int couplings = system->contacts + system->rows, n = space->bodies;
    space->sideStart = ssArena_Alloc( space->arena, ( (size_t)n + 2 ) * sizeof( int ) );
    space->sides = ssArena_Alloc( space->arena, ( 2 * (size_t)couplings + 1 ) * sizeof( int ) );
    if ( space->sideStart == NULL || space->sides == NULL ) { return false; }
    int* start = space->sideStart;
    for ( int turn = 0; turn < 2; ++turn )
    {
        for ( int k = 0; k < 2 * couplings; ++k )
        {
            int body[2];
            bodiesOf( system, k / 2, &body[0], &body[1] );
            if ( body[k % 2] >= 0 && turn == 0 ) { start[body[k % 2] + 2] += 1; }
            else if ( body[k % 2] >= 0 ) { space->sides[start[body[k % 2] + 1]++] = k; }
        }
        for ( int i = 0; i < n && turn == 0; ++i ) { start[i + 2] += start[i + 1]; }
    }
    return true;
}

bool bodySpaceMake( bodySpace* space, const ssSystem* system )
{
    *space = ( bodySpace ){ .arena = system->arena, .system = system, .bodies = system->bodies };
    size_t n = (size_t)system->contacts, rows = (size_t)system->rows;
    space->maps =
        ssArena_Alloc( space->arena, ( 2 * n + 1 ) * (size_t)( 6 * system->dimension ) * sizeof( double ) );
    space->rowMaps = ssArena_Alloc( space->arena, ( 12 * rows + 1 ) * sizeof( double ) );
    if ( space->maps == NULL || space->rowMaps == NULL || !makePattern( space ) || !listSides( space ) )
    {
        return false;
    }
    for ( int side = 0; side < 2; ++side )
    {
        for ( int i = 0; i < system->contacts; ++i ) { fillContactMap( space, i, side ); }
        for ( int k = 0; k < system->rows; ++k ) { fillRowMap( space, k, side ); }
    }
    return true;
}

// A product with E or E^T: p and y have the system's size, w has six numbers per body.
typedef struct Product
{
    const bodySpace* space;
    const double* from;
    double* to;
} Product;

/// E_k of one side of contact k or, beyond the contacts, of a row.
static const double* mapOf( const bodySpace* space, int k, int side )
{
    size_t d = (size_t)space->system->dimension, contacts = (size_t)space->system->contacts, at = (size_t)k;
    return at < contacts ? space->maps + ( 2 * at + (size_t)side ) * 6 * d
                         : space->rowMaps + ( 2 * ( at - contacts ) + (size_t)side ) * 6;
}

/// w += E_k p for one side.
static ALWAYS_INLINE void addForce( int d, const double* map, const double* p, double* w )
{
    for ( int c = 0; c < d; ++c )
    {
        for ( int r = 0; r < 6; ++r ) { w[r] += map[6 * c + r] * p[c]; }
    }
}

/// Each body adds up its contacts and rows in their order.
static ALWAYS_INLINE void gather( const Product* product, int d, int first, int last )
{
    const bodySpace* space = product->space;
    int contacts = space->system->contacts;
    const double* rows = product->from + (size_t)contacts * (size_t)d;
    for ( int i = first; i < last; ++i )
    {
        double own[6] = { 0 };
        for ( int s = space->sideStart[i]; s < space->sideStart[i + 1]; ++s )
        {
            int k = space->sides[s] / 2;
            const double* map = mapOf( space, k, space->sides[s] % 2 );
            k < contacts ? addForce( d, map, product->from + (size_t)k * (size_t)d, own )
                         : addForce( 1, map, rows + k - contacts, own );
        }
        memcpy( product->to + 6 * (size_t)i, own, sizeof( own ) );
    }
}

static void gatherBodies( void* context, int part, int first, int last )
{
    const Product* product = context;
    int d = product->space->system->dimension;
    (void)part;
    d == 3       ? gather( product, 3, first, last )
        : d == 5 ? gather( product, 5, first, last )
                 : gather( product, d, first, last );
}

void bodySpaceGather( const bodySpace* space, const double* p, double* w )
{
    ssParallelFor( space->bodies, BODIES_GATHERED, gatherBodies, &( Product ){ space, p, w } );
}

/// y += E_k^T w for one side.
static ALWAYS_INLINE void addSpeed( int d, const double* map, const double* w, double* y )
{
    for ( int c = 0; c < d; ++c )
    {
        const double* column = map + 6 * c;
        double even = column[0] * w[0] + column[2] * w[2] + column[4] * w[4];
        double odd = column[1] * w[1] + column[3] * w[3] + column[5] * w[5];
        y[c] += even + odd;
    }
}

/// y of contact k or, beyond the contacts, of a row.
static ALWAYS_INLINE void scatterOne( const Product* product, int d, int k, double* y )
{
    int body[2];
    bodiesOf( product->space->system, k, &body[0], &body[1] );
    memset( y, 0, (size_t)d * sizeof( double ) );
    for ( int side = 0; side < 2; ++side )
    {
        if ( body[side] >= 0 )
        {
            addSpeed( d, mapOf( product->space, k, side ), product->from + 6 * (size_t)body[side], y );
        }
    }
}

static ALWAYS_INLINE void scatter( const Product* product, int d, int first, int last )
{
    int contacts = product->space->system->contacts;
    double* rows = product->to + (size_t)contacts * (size_t)d;
    for ( int k = first; k < last; ++k )
    {
        k < contacts ? scatterOne( product, d, k, product->to + (size_t)k * (size_t)d )
                     : scatterOne( product, 1, k, rows + k - contacts );
    }
}

static void scatterContacts( void* context, int part, int first, int last )
{
    const Product* product = context;
    int d = product->space->system->dimension;
    (void)part;
    d == 3       ? scatter( product, 3, first, last )
        : d == 5 ? scatter( product, 5, first, last )
                 : scatter( product, d, first, last );
}

void bodySpaceScatter( const bodySpace* space, const double* w, double* y )
{
    const ssSystem* system = space->system;
    ssParallelFor(
        system->contacts + system->rows, CONTACTS_SCATTERED, scatterContacts, &( Product ){ space, w, y } );
}

/// Adds left B right^T to both blocks of the side `left` of a contact. Maps: d columns of six; B: d × d.
static ALWAYS_INLINE void addProducts(
    int d, const double* left, const double* b, const double* maps, const int* slots, double* blocks )
{
    double columns[6 * SS_CONE_MAX]; // of left B
    for ( int c = 0; c < d; ++c )
    {
        double sums[6] = { 0 };
        for ( int k = 0; k < d; ++k )
        {
            for ( int r = 0; r < 6; ++r ) { sums[r] += left[6 * k + r] * b[k * d + c]; }
        }
        memcpy( columns + 6 * c, sums, sizeof( sums ) );
    }
    for ( int side = 0; side < 2; ++side )
    {
        const double* right = maps + side * 6 * d;
        double* block = slots[side] >= 0 ? blocks + 36 * (size_t)slots[side] : NULL;
        for ( int r = 0; r < 6 && block != NULL; ++r )
        {
            double sums[6] = { 0 };
            for ( int k = 0; k < d; ++k )
            {
                for ( int c = 0; c < 6; ++c ) { sums[c] += columns[6 * k + r] * right[6 * k + c]; }
            }
            for ( int c = 0; c < 6; ++c ) { block[6 * r + c] += sums[c]; }
        }
    }
}

/// Whether a contact counts: one that is open has B = 0.
static bool hasBlock( int numbers, const double* b )
{
    bool any = false;
    for ( int i = 0; i < numbers; ++i ) { any = any || b[i] != 0.0; }
    return any;
}

typedef struct Assembly
{
    bodySpace* space;
    const double *b, *rowB;
} Assembly;

/// Fills the rows of some bodies. Each block is a sum over contacts in their order, whatever the threads.
static void assembleBodies( void* context, int part, int first, int last )
{
    const Assembly* assembly = context;
    bodySpace* space = assembly->space;
    int d = space->system->dimension, contacts = space->system->contacts;
    (void)part;
    for ( int i = first; i < last; ++i )
    {
        int begin = space->start[i], end = space->start[i + 1], own = begin;
        memset( space->blocks + 36 * (size_t)begin, 0, (size_t)( end - begin ) * 36 * sizeof( double ) );
        while ( space->column[own] != i ) { ++own; }
        for ( int c = 0; c < 6; ++c ) { space->blocks[36 * (size_t)own + (size_t)( 7 * c )] = 1.0; }
        for ( int s = space->sideStart[i]; s < space->sideStart[i + 1]; ++s )
        {
            int k = space->sides[s] / 2, side = space->sides[s] % 2, n = k < contacts ? d : 1;
            const double* maps = k < contacts ? space->maps + (size_t)( 12 * d ) * (size_t)k
                                              : space->rowMaps + 12 * (size_t)( k - contacts );
            const double* b = k < contacts ? assembly->b + (size_t)( d * d ) * (size_t)k
                                           : assembly->rowB + ( k - contacts );
            const double* left = maps + side * 6 * n;
            const int* slots = space->slots + 4 * (size_t)k + 2 * side;
            if ( hasBlock( n * n, b ) )
            {
                n == 3       ? addProducts( 3, left, b, maps, slots, space->blocks )
                    : n == 5 ? addProducts( 5, left, b, maps, slots, space->blocks )
                             : addProducts( n, left, b, maps, slots, space->blocks );
            }
        }
    }
}

void bodySpaceAssemble( bodySpace* space, const double* b, const double* rowB )
{
    ssParallelFor( space->bodies, BODIES_FILLED, assembleBodies, &( Assembly ){ space, b, rowB } );
}

bool bodySpaceFactor( bodySpace* space, const double* b, const double* rowB )
{
    if ( !space->analysed )
    {
        space->analysed =
            blockLuAnalyse( &space->lu, space->arena, space->bodies, 6, true, space->start, space->column );
        if ( !space->analysed )
        {
            blockLuFree( &space->lu ); // the next attempt starts over
            return false;
        }
    }
    bodySpaceAssemble( space, b, rowB );
    return blockLuFactor( &space->lu, space->blocks );
}

void bodySpaceSolve( bodySpace* space, double* w ) { blockLuSolve( &space->lu, w ); }
