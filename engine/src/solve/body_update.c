// SPDX-License-Identifier: MIT
#include "solve/body_update.h"
#include "linalg/dense.h"
#include "slipstick/parallel.h"

#include <string.h>

// Solves with a matrix that differs at few contacts from one that was factorised.

#define COLUMNS_MOST 256   // of V, whose cost grows with their square
#define WORK_MOST 2.0      // of the columns of V, over that of a factorisation: they serve several solves
#define ROOM_LEAST 4e6     // numbers of V, 32 MB, that are allowed in any case: small factors are no bound
#define ERROR_WANTED 1e-11 // |w - K x| over |w| that is refined to: springs multiply it by 1/alpha, up to 1e9
#define ERROR_MOST 1e-9    // and with which factors are kept
#define REFINEMENTS 2      // of one solve, each as dear as the solve itself
#define BODIES_BLOCK 256   // bodies for one thread at a time, enough to repay the call
#define CONTACTS_BLOCK 128 // contacts, likewise
#define INNER_ROWS 32      // rows of I + G V, likewise
#define CLOSE 0.02 // |B - B_0| over |B_0| of rows that are as good as the same; 0: creep takes 13 % longer

void bodyUpdateFree( bodyUpdate* update )
{
    if ( update->space != NULL )
    {
        void* owned[] = { update->base, update->changes, update->wanted, update->close, update->columnOf,
            update->rows, update->groups, update->inner, update->pivots, update->scales, update->goal };
        for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( update->space->arena, owned[i] ); }
    }
    *update = ( bodyUpdate ){ 0 };
}

bool bodyUpdateMake( bodyUpdate* update, bodySpace* space )
{
    const ssSystem* system = space->system;
    ssArena* arena = space->arena;
    size_t d = (size_t)system->dimension, size = (size_t)system->contacts * d + 1,
           speeds = 6 * (size_t)space->bodies;
    SS_ASSERT( system->rows == 0 );
    *update = ( bodyUpdate ){ .space = space };
    update->base = ssArena_Alloc( arena, size * d * sizeof( double ) );
    update->changes = ssArena_Alloc( arena, size * d * sizeof( double ) );
    update->wanted = ssArena_Alloc( arena, size * d * sizeof( double ) );
    update->close = ssArena_Alloc( arena, ( (size_t)system->contacts + 1 ) * sizeof( int ) );
    update->columnOf = ssArena_Alloc( arena, size * sizeof( int ) );
    update->rows = ssArena_Alloc( arena, COLUMNS_MOST * sizeof( int ) );
    update->inner = ssArena_Reserve( arena, COLUMNS_MOST * COLUMNS_MOST * sizeof( double ) );
    update->pivots = ssArena_Alloc( arena, COLUMNS_MOST * sizeof( int ) );
    update->scales = ssArena_Alloc( arena, 2 * COLUMNS_MOST * sizeof( double ) );
    update->goal = ssArena_Alloc( arena, ( 3 * speeds + 2 * size ) * sizeof( double ) );
    if ( !( update->base && update->changes && update->wanted && update->close && update->columnOf &&
             update->rows && update->inner && update->pivots && update->scales && update->goal ) )
    {
        return false;
    }
    update->amounts = update->scales + COLUMNS_MOST;
    update->rest = update->goal + speeds;
    update->last = update->rest + speeds;
    update->flow = update->last + speeds;
    update->push = update->flow + size;
    return true;
}

void bodyUpdateForget( bodyUpdate* update ) { update->isFactored = false; }

// One side of a contact.
typedef struct Side
{
    int body;          // -1: the fixed world
    const double* map; // E_i of this side, `dimension` columns of 6 numbers
} Side;

static Side sideOf( const bodyUpdate* update, int i, int side )
{
    const ssSystem* system = update->space->system;
    size_t size = 6 * (size_t)system->dimension;
    return ( Side ){ side == 0 ? system->problem->bodyA[i] : system->problem->bodyB[i],
        update->space->maps + ( 2 * (size_t)i + (size_t)side ) * size };
}

/// Column k of V in the rows of a body: six numbers, LU_GROUP apart.
static double* columnAt( const bodyUpdate* update, int k, int body )
{
    const blockLu* lu = &update->space->lu;
    return update->groups + (size_t)( k / LU_GROUP ) * blockLuGroupSize( lu ) +
        (size_t)( 6 * lu->place[body] ) * LU_GROUP + k % LU_GROUP;
}

static int wholeGroups( int columns ) { return ( columns + LU_GROUP - 1 ) / LU_GROUP; }

/// How many columns each of so many groups holds if they share them evenly; an even number, to fill vectors.
static int widthOf( int columns, int groups )
{
    return 2 * ( ( columns + 2 * groups - 1 ) / ( 2 * groups ) );
}

/// Whether no number of a row differs from `base` by over CLOSE of its largest. NaN is never close.
static bool isRowClose( int d, const double* row, const double* base )
{
    double size = 0.0;
    bool is = true;
    for ( int c = 0; c < d; ++c ) { size = ssMax( size, fabs( base[c] ) ); }
    for ( int c = 0; c < d; ++c ) { is = is && fabs( row[c] - base[c] ) <= CLOSE * size; }
    return is;
}

static bool isContactClose( int d, const double* b, const double* base )
{
    bool is = true;
    for ( int r = 0; r < d; ++r ) { is = is && isRowClose( d, b + r * d, base + r * d ); }
    return is;
}

/// Adds the rows of contact i that differ to J. False when J is full.
static bool addRows( bodyUpdate* update, int i, const double* b, const double* base )
{
    int d = update->space->system->dimension;
    for ( int row = i * d; row < ( i + 1 ) * d; ++row, b += d, base += d )
    {
        double* change = update->changes + (size_t)row * (size_t)d;
        bool differs = false;
        for ( int c = 0; c < d; ++c )
        {
            change[c] = b[c] - base[c];
            differs = differs || change[c] != 0.0;
        }
        if ( differs && update->count == COLUMNS_MOST ) { return false; }
        if ( differs ) { update->rows[update->count++] = row; }
    }
    return true;
}

/// Finds J. Contacts all of whose rows are close to those of B_0 get these, and are remembered. Returns how
/// many rows of J have no column yet, COLUMNS_MOST + 1 when J is too large.
static int findRows( bodyUpdate* update, double* b )
{
    const ssSystem* system = update->space->system;
    int d = system->dimension, missing = 0;
    size_t square = (size_t)( d * d ), bytes = square * sizeof( double );
    update->count = update->closeCount = 0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double *own = b + (size_t)i * square, *base = update->base + (size_t)i * square;
        if ( memcmp( own, base, bytes ) == 0 )
        {
            continue; // as most contacts, which stick
        }
        if ( isContactClose( d, own, base ) )
        {
            memcpy( update->wanted + (size_t)update->closeCount * square, own, bytes );
            memcpy( own, base, bytes );
            update->close[update->closeCount++] = i;
        }
        else if ( !addRows( update, i, own, base ) ) { return COLUMNS_MOST + 1; }
    }
    for ( int j = 0; j < update->count; ++j ) { missing += update->columnOf[update->rows[j]] < 0; }
    return missing;
}

/// Gives close contacts back what they had.
static void restoreClose( const bodyUpdate* update, double* b )
{
    size_t square = (size_t)( update->space->system->dimension * update->space->system->dimension );
    for ( int k = 0; k < update->closeCount; ++k )
    {
        memcpy( b + (size_t)update->close[k] * square, update->wanted + (size_t)k * square,
            square * sizeof( double ) );
    }
}

/// Column k becomes the column of E for a row of B; solving makes it one of V.
static void putColumn( bodyUpdate* update, int k, int row )
{
    int d = update->space->system->dimension;
    for ( int s = 0; s < 2; ++s )
    {
        Side side = sideOf( update, row / d, s );
        for ( int r = 0; r < 6 && side.body >= 0; ++r )
        {
            columnAt( update, k, side.body )[r * LU_GROUP] += side.map[6 * ( row % d ) + r];
        }
    }
}

static void copyColumn( bodyUpdate* update, int from, int to )
{
    for ( int body = 0; body < update->space->bodies && from != to; ++body )
    {
        const double* source = columnAt( update, from, body );
        double* target = columnAt( update, to, body );
        for ( int r = 0; r < 6 * LU_GROUP; r += LU_GROUP ) { target[r] = source[r]; }
    }
}

/// Computes the missing columns of V behind the old groups, then closes the gaps. Columns go to an even
/// number of groups, none empty, so that two threads have as much to do.
static void addColumns( bodyUpdate* update, int missing )
{
    const blockLu* lu = &update->space->lu;
    if ( missing == 0 ) { return; }
    int oldGroups = wholeGroups( update->columns ), firstNew = oldGroups * LU_GROUP,
        width = widthOf( missing, 2 * wholeGroups( ( missing + 1 ) / 2 ) ),
        groups = ( missing + width - 1 ) / width;
    size_t size = blockLuGroupSize( lu );
    double* newGroups = update->groups + (size_t)oldGroups * size;
    memset( newGroups, 0, (size_t)groups * size * sizeof( double ) );
    for ( int j = 0, k = 0; j < update->count; ++j )
    {
        int row = update->rows[j];
        if ( update->columnOf[row] < 0 )
        {
            putColumn( update, firstNew + k / width * LU_GROUP + k % width, row );
            update->columnOf[row] = update->columns + k++;
        }
    }
    blockLuSolveGroups( lu, groups, width, newGroups );
    for ( int k = 0; k < missing; ++k )
    {
        copyColumn( update, firstNew + k / width * LU_GROUP + k % width, update->columns + k );
    }
    update->columns += missing;
}

// A row of G: what it takes of the velocities of the two bodies.
typedef struct RowOfG
{
    int bodies[2]; // -1: the fixed world
    double parts[2][6];
} RowOfG;

static RowOfG rowOfG( const bodyUpdate* update, int j )
{
    int d = update->space->system->dimension, row = update->rows[j];
    const double* change = update->changes + (size_t)row * (size_t)d;
    RowOfG g = { { 0, 0 }, { { 0.0 } } };
    for ( int s = 0; s < 2; ++s )
    {
        Side side = sideOf( update, row / d, s );
        g.bodies[s] = side.body;
        for ( int k = 0; k < 6 * d && side.body >= 0; ++k )
        {
            g.parts[s][k % 6] += side.map[k] * change[k / 6];
        }
    }
    return g;
}

/// Fills rows of I + G V. Each is multiplied with whole groups of columns of V; those of J are kept.
static void fillInner( void* context, int block, int first, int last )
{
    const bodyUpdate* update = context;
    (void)block;
    for ( int j = first; j < last; ++j )
    {
        RowOfG g = rowOfG( update, j );
        double sums[COLUMNS_MOST] = { 0 }, *inner = update->inner + (size_t)j * (size_t)update->count;
        for ( int column = 0; column < update->columns; column += LU_GROUP )
        {
            for ( int s = 0; s < 2; ++s )
            {
                const double* v = g.bodies[s] >= 0 ? columnAt( update, column, g.bodies[s] ) : NULL;
                for ( int k = 0; k < 6 * LU_GROUP && v != NULL; ++k )
                {
                    sums[column + k % LU_GROUP] += g.parts[s][k / LU_GROUP] * v[k];
                }
            }
        }
        for ( int k = 0; k < update->count; ++k )
        {
            inner[k] = ( j == k ? 1.0 : 0.0 ) + sums[update->columnOf[update->rows[k]]];
        }
    }
}

/// Factors I + G V, whose rows threads share. False if it is singular.
static bool factorInner( bodyUpdate* update )
{
    ssParallelFor( update->count, INNER_ROWS, fillInner, update );
    return denseLuFactor( update->inner, update->count, update->pivots, update->scales );
}

/// amounts = G z.
static void seeVector( bodyUpdate* update, const double* z )
{
    for ( int j = 0; j < update->count; ++j )
    {
        RowOfG g = rowOfG( update, j );
        update->amounts[j] = 0.0;
        for ( int s = 0; s < 2; ++s )
        {
            update->amounts[j] += g.bodies[s] >= 0 ? vecDot( 6, g.parts[s], z + 6 * g.bodies[s] ) : 0.0;
        }
    }
}

// z -= V amounts, by bodies.
typedef struct Subtraction
{
    const bodyUpdate* update;
    double* z;
    double amounts[COLUMNS_MOST]; // by columns of V
} Subtraction;

static void subtractFromBodies( void* context, int block, int first, int last )
{
    const Subtraction* subtraction = context;
    (void)block;
    for ( int column = 0; column < subtraction->update->columns; column += LU_GROUP )
    {
        for ( int body = first; body < last; ++body )
        {
            const double* rows = columnAt( subtraction->update, column, body );
            for ( int r = 0; r < 6; ++r )
            {
                subtraction->z[6 * body + r] -=
                    vecDot( LU_GROUP, rows + r * LU_GROUP, subtraction->amounts + column );
            }
        }
    }
}

/// z -= V amounts. Threads share the bodies.
static void subtractColumns( const bodyUpdate* update, double* z )
{
    Subtraction subtraction = { .update = update, .z = z };
    for ( int j = 0; j < update->count; ++j )
    {
        subtraction.amounts[update->columnOf[update->rows[j]]] = update->amounts[j];
    }
    ssParallelFor( update->space->bodies, BODIES_BLOCK, subtractFromBodies, &subtraction );
}

/// w <- K^-1 w, but for rounding.
static void solveRoughly( bodyUpdate* update, double* w )
{
    bodySpaceSolve( update->space, w );
    if ( update->count > 0 )
    {
        seeVector( update, w );
        denseLuSolve( update->inner, update->count, update->pivots, update->scales, update->amounts );
        subtractColumns( update, w );
    }
}

// push = B flow, by contacts.
typedef struct Pushing
{
    const bodyUpdate* update;
    const double* b;
} Pushing;

static void pushContacts( void* context, int block, int first, int last )
{
    const Pushing* pushing = context;
    const bodyUpdate* update = pushing->update;
    int d = update->space->system->dimension;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        for ( int r = 0; r < d; ++r )
        {
            update->push[at + (size_t)r] =
                vecDot( d, pushing->b + ( at + (size_t)r ) * (size_t)d, update->flow + at );
        }
    }
}

/// flow = E^T x, push = B flow, rest = goal - K x. Returns the size of rest.
static double findRest( bodyUpdate* update, const double* b, const double* x )
{
    int speeds = 6 * update->space->bodies;
    bodySpaceScatter( update->space, x, update->flow );
    ssParallelFor( update->space->system->contacts, CONTACTS_BLOCK, pushContacts, &( Pushing ){ update, b } );
    bodySpaceGather( update->space, update->push, update->rest );
    for ( int i = 0; i < speeds; ++i ) { update->rest[i] = update->goal[i] - x[i] - update->rest[i]; }
    return vecNorm( speeds, update->rest );
}

/// w = K^-1 w with the factors of K_0 and the columns, refined. False where rounding has spoiled it.
static bool solveRefined( bodyUpdate* update, const double* b, double* w )
{
    int speeds = 6 * update->space->bodies;
    size_t bytes = (size_t)speeds * sizeof( double );
    memcpy( update->goal, w, bytes );
    memcpy( update->rest, w, bytes );
    memset( w, 0, bytes );
    double size = vecNorm( speeds, update->goal ), error = HUGE_VAL, before = HUGE_VAL;
    // Rounding bounds what can be reached: the first step that does not halve the error is the last.
    for ( int k = 0; k == 0 || ( k <= REFINEMENTS && error > ERROR_WANTED * size && error < 0.5 * before );
          ++k )
    {
        memcpy( update->last, w, bytes );
        solveRoughly( update, update->rest );
        for ( int i = 0; i < speeds; ++i ) { w[i] += update->rest[i]; }
        before = error;
        error = findRest( update, b, w );
    }
    if ( error > before )
    {
        memcpy( w, update->last, bytes );
        error = findRest( update, b, w );
    }
    return error <= ERROR_MOST * size;
}

/// Solves with the factors of K_0. False, and w is as before, when too much differs or rounding spoils it.
static bool solveUpdated( bodyUpdate* update, double* b, double* w )
{
    int missing = findRows( update, b );
    if ( update->columns + missing > update->capacity ) { return false; }
    addColumns( update, missing );
    if ( !factorInner( update ) ) { return false; }
    bool isGood = solveRefined( update, b, w );
    if ( !isGood ) { memcpy( w, update->goal, 6 * (size_t)update->space->bodies * sizeof( double ) ); }
    return isGood;
}

static bool factorAnew( bodyUpdate* update, const double* b )
{
    const ssSystem* system = update->space->system;
    const blockLu* lu = &update->space->lu;
    size_t d = (size_t)system->dimension, rows = (size_t)system->contacts * d;
    if ( !bodySpaceFactor( update->space, b, NULL ) ) { return false; }
    if ( update->groups == NULL )
    {
        // As many columns as pay, in large problems in about the memory that the factors take.
        double most = ssMin( WORK_MOST * lu->products / (double)( lu->factorSize + 1 ), COLUMNS_MOST );
        double room = ssMax( (double)lu->factorSize, ROOM_LEAST ) / ( (double)blockLuGroupSize( lu ) + 1.0 );
        int groups = (int)ssMin( most / LU_GROUP, room );
        // Two more: the last group of old columns may be partly filled, and all groups of new ones.
        update->groups = ssArena_Reserve(
            update->space->arena, (size_t)( groups + 2 ) * blockLuGroupSize( lu ) * sizeof( double ) );
        update->capacity = update->groups != NULL ? groups * LU_GROUP : 0;
    }
    memcpy( update->base, b, rows * d * sizeof( double ) );
    for ( size_t i = 0; i < rows; ++i ) { update->columnOf[i] = -1; }
    update->columns = update->count = 0;
    update->isFactored = true;
    return true;
}

bool bodyUpdateSolve( bodyUpdate* update, double* b, double* w )
{
    update->isKept = false;
    if ( update->isFactored )
    {
        update->isKept = solveUpdated( update, b, w );
        if ( update->isKept ) { return true; }
        restoreClose( update, b );
    }
    bodyUpdateForget( update );
    bool isSolved = factorAnew( update, b );
    if ( isSolved )
    {
        // The best there is; but factors that lose so many digits serve no other matrix.
        update->isFactored = solveRefined( update, b, w );
    }
    return isSolved;
}
