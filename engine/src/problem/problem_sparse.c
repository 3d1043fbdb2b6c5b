// SPDX-License-Identifier: MIT
#include "linalg/dense.h"
#include "problem/problem_private.h"

#include <string.h>

// Makes blocks of W from sparse entries and eliminates further unknowns (MATH.md, FCLIB's problems).

bool sparseAllocate( ssRoom* room, sparseMatrix* sparse, int rows, int columns, int count )
{
    *sparse = ( sparseMatrix ){ rows, .columns = columns, .count = count,
        .row = ssRoom_Take( room, (size_t)count, sizeof( int ) ),
        .column = ssRoom_Take( room, (size_t)count, sizeof( int ) ),
        .value = ssRoom_Take( room, (size_t)count, sizeof( double ) ) };
    return !room->failed;
}

typedef struct Blocks
{
    int *rows, *columns;
    double* values;
    int count;
} Blocks;

/// Sorts the indices 0 … count - 1 by their keys, stably; `start` has `keys` + 1 numbers.
static void sortByKey( int count, const int* key, int keys, int* start, int* order )
{
    memset( start, 0, ( (size_t)keys + 1 ) * sizeof( int ) );
    for ( int i = 0; i < count; ++i ) { start[key[i] + 1] += 1; }
    for ( int k = 0; k < keys; ++k ) { start[k + 1] += start[k]; }
    for ( int i = 0; i < count; ++i ) { order[start[key[i]]++] = i; }
    for ( int k = keys; k > 0; --k ) { start[k] = start[k - 1]; }
    start[0] = 0;
}

/// Indices sorted by key, and scratch.
typedef struct Order
{
    int *key, *start, *order;
    int* open; // per contact: the number of its block or column, or -1
} Order;

static Order makeOrder( ssRoom* room, int count, int keys, int open )
{
    return ( Order ){ .key = ssRoom_Take( room, (size_t)count, sizeof( int ) ),
        .start = ssRoom_Take( room, (size_t)keys, sizeof( int ) ),
        .order = ssRoom_Take( room, (size_t)count, sizeof( int ) ),
        .open = ssRoom_Take( room, (size_t)open, sizeof( int ) ) };
}

/// Distributes entries over blocks by block rows and returns their number; counts without `blocks`.
static int gather( const sparseMatrix* w, int n, int d, const Order* sorted, Blocks* blocks )
{
    int count = 0;
    memset( sorted->open, 0xff, (size_t)n * sizeof( int ) );
    for ( int i = 0; i < n; ++i )
    {
        int first = count;
        for ( int k = sorted->start[i]; k < sorted->start[i + 1]; ++k )
        {
            int at = sorted->order[k], column = w->column[at] / d;
            if ( sorted->open[column] < first ) { sorted->open[column] = count++; }
            if ( blocks != NULL )
            {
                int block = sorted->open[column];
                blocks->rows[block] = i;
                blocks->columns[block] = column;
                blocks->values[(size_t)block * (size_t)( d * d ) +
                    (size_t)( w->row[at] % d * d + w->column[at] % d )] += w->value[at];
            }
        }
    }
    return count;
}

/// Blocks of w, with room for `more` blocks.
static ssResult gatherBlocks( ssRoom* room, const sparseMatrix* w, int n, int d, Blocks* blocks, int more )
{
    Order sorted = makeOrder( room, w->count, n, n );
    SS_TRY( room->failed ? problemNoMemory() : ssOk() );
    for ( int k = 0; k < w->count; ++k ) { sorted.key[k] = w->row[k] / d; }
    sortByKey( w->count, sorted.key, n, sorted.start, sorted.order );
    size_t count = (size_t)gather( w, n, d, &sorted, NULL ) + (size_t)more;
    blocks->rows = ssRoom_Take( room, count, sizeof( int ) );
    blocks->columns = ssRoom_Take( room, count, sizeof( int ) );
    blocks->values = ssRoom_Take( room, count, (size_t)( d * d ) * sizeof( double ) );
    SS_TRY( room->failed ? problemNoMemory() : ssOk() );
    blocks->count = gather( w, n, d, &sorted, blocks );
    return ssOk();
}

/// The unknowns of K in groups that are not coupled with each other: one body each when K is a mass matrix.
typedef struct Groups
{
    int count;
    int* of;     // unknown -> group
    int* inside; // unknown -> place in its group
    Order byUnknown, byK, byH;
} Groups;

static int rootOf( int* parent, int i )
{
    while ( parent[i] != i )
    {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

static ssResult findGroups( ssRoom* room, const sparseElimination* e, int contacts, Groups* groups )
{
    int size = e->k.rows;
    int* parent = ssRoom_Take( room, (size_t)size, sizeof( int ) );
    groups->of = ssRoom_Take( room, (size_t)size, sizeof( int ) );
    groups->inside = ssRoom_Take( room, (size_t)size, sizeof( int ) );
    SS_TRY( room->failed ? problemNoMemory() : ssOk() );
    for ( int i = 0; i < size; ++i ) { parent[i] = i; }
    for ( int k = 0; k < e->k.count; ++k )
    {
        int a = rootOf( parent, e->k.row[k] ), b = rootOf( parent, e->k.column[k] );
        parent[a > b ? a : b] = a > b ? b : a;
    }
    for ( int i = 0; i < size; ++i )
    {
        // A root is the smallest index of its group, so that it has its number already.
        int root = rootOf( parent, i );
        groups->of[i] = root == i ? groups->count++ : groups->of[root];
    }
    groups->byUnknown = makeOrder( room, size, groups->count, 0 );
    groups->byK = makeOrder( room, e->k.count, groups->count, 0 );
    groups->byH = makeOrder( room, e->h.count, groups->count, contacts );
    SS_TRY( room->failed ? problemNoMemory() : ssOk() );
    memset( groups->byH.open, 0xff, ( (size_t)contacts + 1 ) * sizeof( int ) );
    sortByKey( size, groups->of, groups->count, groups->byUnknown.start, groups->byUnknown.order );
    for ( int g = 0; g < groups->count; ++g )
    {
        for ( int k = groups->byUnknown.start[g]; k < groups->byUnknown.start[g + 1]; ++k )
        {
            groups->inside[groups->byUnknown.order[k]] = k - groups->byUnknown.start[g];
        }
    }
    for ( int k = 0; k < e->k.count; ++k ) { groups->byK.key[k] = groups->of[e->k.row[k]]; }
    for ( int k = 0; k < e->h.count; ++k ) { groups->byH.key[k] = groups->of[e->h.row[k]]; }
    sortByKey( e->k.count, groups->byK.key, groups->count, groups->byK.start, groups->byK.order );
    sortByKey( e->h.count, groups->byH.key, groups->count, groups->byH.start, groups->byH.order );
    return ssOk();
}

/// Numbers the contacts of group `g` in byH.open (others -1), lists them in `touched`, returns how many.
static int numberContacts( const sparseElimination* e, const Groups* groups, int g, int d, int* touched )
{
    int count = 0;
    for ( int k = groups->byH.start[g]; k < groups->byH.start[g + 1]; ++k )
    {
        int contact = e->h.column[groups->byH.order[k]] / d;
        if ( groups->byH.open[contact] < 0 )
        {
            groups->byH.open[contact] = count;
            touched[count++] = contact;
        }
    }
    return count;
}

static void forgetContacts( const Groups* groups, const int* touched, int count )
{
    for ( int i = 0; i < count; ++i ) { groups->byH.open[touched[i]] = -1; }
}

/// Eliminates one group of unknowns into W and q. False: no memory, or its part of K is singular.
static bool eliminateGroup( const sparseElimination* e, const Groups* groups, int g, int d,
    const int* touched, int contacts, Blocks* blocks, double* q )
{
    const Order *byK = &groups->byK, *byH = &groups->byH;
    const int* members = groups->byUnknown.order + groups->byUnknown.start[g];
    int size = groups->byUnknown.start[g + 1] - groups->byUnknown.start[g], columns = contacts * d;
    size_t s = (size_t)size;
    double* k = ssAlloc( ( s * s + s + ( (size_t)columns + 1 ) * s + 1 ) * sizeof( double ) );
    int* pivots = ssAlloc( ( s + 1 ) * sizeof( int ) );
    bool regular = k != NULL && pivots != NULL;
    if ( regular )
    {
        double *scale = k + s * s, *x = scale + s, *free = x + (size_t)columns * s;
        for ( int i = byK->start[g]; i < byK->start[g + 1]; ++i )
        {
            int at = byK->order[i];
            k[(size_t)groups->inside[e->k.row[at]] * s + (size_t)groups->inside[e->k.column[at]]] +=
                e->k.value[at];
        }
        for ( int i = byH->start[g]; i < byH->start[g + 1]; ++i )
        {
            int at = byH->order[i], column = e->h.column[at];
            x[(size_t)( byH->open[column / d] * d + column % d ) * s +
                (size_t)groups->inside[e->h.row[at]]] += e->sign * e->h.value[at];
        }
        for ( int i = 0; i < size; ++i ) { free[i] = e->f[members[i]]; }
        regular = denseLuFactor( k, size, pivots, scale );
        for ( int c = 0; c <= columns && regular; ++c )
        {
            denseLuSolve( k, size, pivots, scale, x + (size_t)c * s );
        }
        int first = blocks->count;
        for ( int i = byH->start[g]; i < byH->start[g + 1] && regular; ++i )
        {
            int at = byH->order[i], row = e->h.column[at];
            size_t unknown = (size_t)groups->inside[e->h.row[at]];
            q[row] += e->h.value[at] * free[unknown];
            for ( int c = 0; c < columns; ++c )
            {
                size_t block = (size_t)( first + byH->open[row / d] * contacts + c / d );
                blocks->values[block * (size_t)( d * d ) + (size_t)( row % d * d + c % d )] +=
                    e->h.value[at] * x[(size_t)c * s + unknown];
            }
        }
        for ( int i = 0; i < contacts * contacts; ++i )
        {
            blocks->rows[first + i] = touched[i / contacts];
            blocks->columns[first + i] = touched[i % contacts];
        }
        blocks->count += contacts * contacts;
    }
    ssRelease( k );
    ssRelease( pivots );
    return regular;
}

/// Counts the blocks that the elimination adds, and refuses what would take too much memory.
static ssResult countBlocks(
    const sparseElimination* e, const Groups* groups, int d, int* touched, int* blockCount )
{
    double blocks = 0.0;
    for ( int g = 0; g < groups->count; ++g )
    {
        int size = groups->byUnknown.start[g + 1] - groups->byUnknown.start[g];
        int contacts = numberContacts( e, groups, g, d, touched );
        forgetContacts( groups, touched, contacts );
        if ( size > SPARSE_ELIMINATE_MAX )
        {
            return ssError( ss_errorValue, e->name,
                "%s: %d unknowns are coupled; allowed: at most %d, because they are eliminated as a dense "
                "matrix",
                e->name, size, SPARSE_ELIMINATE_MAX );
        }
        blocks += (double)contacts * contacts;
        if ( blocks > SPARSE_BLOCKS_MAX )
        {
            return ssError( ss_errorValue, e->name, "%s: eliminating it would give W more than %d blocks",
                e->name, SPARSE_BLOCKS_MAX );
        }
    }
    *blockCount = (int)blocks;
    return ssOk();
}

static ssResult eliminate(
    const sparseElimination* e, const Groups* groups, int d, int* touched, Blocks* blocks, double* q )
{
    for ( int g = 0; g < groups->count; ++g )
    {
        int contacts = numberContacts( e, groups, g, d, touched );
        bool regular = contacts == 0 || eliminateGroup( e, groups, g, d, touched, contacts, blocks, q );
        forgetContacts( groups, touched, contacts );
        if ( !regular )
        {
            return ssError(
                ss_errorValue, e->name, "%s is singular: its unknowns cannot be eliminated", e->name );
        }
    }
    return ssOk();
}

ssResult sparseMakeProblem( ssRoom* room, int dimension, int contacts, const sparseMatrix* w,
    const sparseElimination* elimination, double* q, const ssCone* cones, ssProblem* problem )
{
    static const sparseMatrix none = { 0 };
    Groups groups = { 0 };
    Blocks blocks = { 0 };
    int more = 0;
    int* touched = ssRoom_Take( room, (size_t)contacts, sizeof( int ) );
    if ( elimination != NULL )
    {
        SS_TRY( findGroups( room, elimination, contacts, &groups ) );
        SS_TRY( countBlocks( elimination, &groups, dimension, touched, &more ) );
    }
    SS_TRY( gatherBlocks( room, w != NULL ? w : &none, contacts, dimension, &blocks, more ) );
    if ( elimination != NULL )
    {
        SS_TRY( eliminate( elimination, &groups, dimension, touched, &blocks, q ) );
    }
    return ssProblem_FromBlocks( dimension, contacts, blocks.count, blocks.rows, blocks.columns,
        blocks.values, q, cones, ss_contactFormSaxce, problem );
}
