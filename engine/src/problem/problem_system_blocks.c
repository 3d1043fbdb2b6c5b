// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <stdlib.h>
#include <string.h>

// W as blocks W_ij between units (contacts, or rows between the same bodies) that share a body.

/// The body of a unit on side 0 or 1; -1: none.
static int bodyOf( const ssSystem* system, const int* at, int i, int side )
{
    const ssProblem* problem = system->problem;
    if ( i < system->contacts ) { return side == 0 ? problem->bodyA[i] : problem->bodyB[i]; }
    const ssProblemRow* row = &problem->rows[at[i] - system->contacts * system->dimension];
    return side == 0 ? row->a : row->b;
}

/// What number c of unit j does to the velocity v of its body on a side.
static void addResponse( const ssSystem* system, const int* at, int j, int side, int c, double* v )
{
    const ssProblem* problem = system->problem;
    int body = bodyOf( system, at, j, side );
    ssVec3 f, m;
    if ( j < system->contacts )
    {
        double unit[SS_CONE_MAX] = { 0 };
        unit[c] = 1.0;
        implicitForce( system, j, unit, &f, &m );
        implicitAddResponse( problem, body, side == 1 ? problem->armsB[j] : problem->armsA[j],
            side == 1 ? 1.0 : -1.0, f, m, v );
        return;
    }
    const ssProblemRow* row = &problem->rows[at[j] + c - system->contacts * system->dimension];
    const double* jacobian = side == 1 ? row->jacobianB : row->jacobianA;
    double scale = system->scale[at[j] + c];
    f = ssVec3_Make( scale * jacobian[0], scale * jacobian[1], scale * jacobian[2] );
    m = ssVec3_Make( scale * jacobian[3], scale * jacobian[4], scale * jacobian[5] );
    implicitAddResponse( problem, body, ssVec3_Make( 0.0, 0.0, 0.0 ), 1.0, f, m, v );
}

/// Adds the velocity at unit i that the velocity v of its body on a side makes.
static void addVelocity( const ssSystem* system, const int* at, int i, int side, const double* v, double* y )
{
    const ssProblem* problem = system->problem;
    if ( i < system->contacts )
    {
        implicitAddVelocity(
            system, i, side == 1 ? problem->armsB[i] : problem->armsA[i], side == 1 ? 1.0 : -1.0, v, y );
        return;
    }
    for ( int k = at[i]; k < at[i + 1]; ++k )
    {
        const ssProblemRow* row = &problem->rows[k - system->contacts * system->dimension];
        y[k - at[i]] += system->scale[k] * vecDot( 6, side == 1 ? row->jacobianB : row->jacobianA, v );
    }
}

/// The block W_ij through one body: column by column, what a unit reaction at j does to the velocity at i.
static void addBlockThrough( const ssSystem* system, const int* at, int i, int j, int body, double* block )
{
    int d = system->dimension;
    int sideI = bodyOf( system, at, i, 1 ) == body ? 1 : 0,
        sideJ = bodyOf( system, at, j, 1 ) == body ? 1 : 0;
    for ( int c = 0; c < at[j + 1] - at[j]; ++c )
    {
        double v[6] = { 0 }, y[SS_CONE_MAX] = { 0 };
        addResponse( system, at, j, sideJ, c, v );
        addVelocity( system, at, i, sideI, v, y );
        for ( int r = 0; r < at[i + 1] - at[i]; ++r ) { block[r * d + c] += y[r]; }
    }
}

/// Lists the units of each body in ascending order: those of body k stand from (*start)[k] on.
static bool listUnits( const ssSystem* system, const int* at, int n, int** start, int** list )
{
    int m = system->problem->bodyCount;
    *start = ssArena_Alloc( system->arena, ( (size_t)m + 2 ) * sizeof( int ) );
    *list = ssArena_Alloc( system->arena, ( 2 * (size_t)n + 1 ) * sizeof( int ) );
    if ( *start == NULL || *list == NULL ) { return false; }
    int* count = *start;
    for ( int i = 0; i < 2 * n; ++i )
    {
        int body = bodyOf( system, at, i / 2, i % 2 );
        count[body + 1] += body >= 0;
    }
    int sum = 0;
    for ( int k = 0; k <= m; ++k )
    {
        int here = k > 0 ? count[k] : 0;
        count[k] = sum; // start of body k - 1
        sum += here;
    }
    count[m + 1] = sum;
    for ( int i = 0; i < 2 * n; ++i )
    {
        int body = bodyOf( system, at, i / 2, i % 2 );
        if ( body >= 0 ) { ( *list )[count[body + 1]++] = i / 2; }
    }
    // Each start has moved to the end of its body: the end of body k - 1, at index k, is the start of body k.
    return true;
}

static int compareInts( const void* a, const void* b )
{
    return ( *(const int*)a > *(const int*)b ) - ( *(const int*)a < *(const int*)b );
}

/// Finds the units that share a body with unit i, itself included, in ascending order, and returns how many.
static int neighboursOf(
    const ssSystem* system, const int* at, int i, const int* start, const int* list, int* mark, int* found )
{
    int count = 0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = bodyOf( system, at, i, side );
        for ( int k = body >= 0 ? start[body] : 0; body >= 0 && k < start[body + 1]; ++k )
        {
            if ( mark[list[k]] != i + 1 )
            {
                mark[list[k]] = i + 1;
                found[count++] = list[k];
            }
        }
    }
    qsort( found, (size_t)count, sizeof( int ), compareInts );
    return count;
}

static bool copyExplicit( const ssSystem* system, int** start, int** column, double** blocks )
{
    int n = system->contacts;
    size_t count = (size_t)system->blockStart[n], square = (size_t)( system->dimension * system->dimension );
    *start = ssArena_Alloc( system->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    *column = ssArena_Alloc( system->arena, ( count + 1 ) * sizeof( int ) );
    *blocks = ssArena_Alloc( system->arena, ( count + 1 ) * square * sizeof( double ) );
    if ( *start == NULL || *column == NULL || *blocks == NULL ) { return false; }
    memcpy( *start, system->blockStart, ( (size_t)n + 1 ) * sizeof( int ) );
    memcpy( *column, system->blockColumn, count * sizeof( int ) );
    memcpy( *blocks, system->blocks, count * square * sizeof( double ) );
    return true;
}

static bool assembleBodies(
    const ssSystem* system, const int* at, int n, int** start, int** column, double** blocks )
{
    int d = system->dimension;
    size_t square = (size_t)( d * d );
    int *bodyStart = NULL, *list = NULL;
    int* mark = ssArena_Alloc( system->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    int* found = ssArena_Alloc( system->arena, ( 2 * (size_t)n + 1 ) * sizeof( int ) );
    *start = ssArena_Alloc( system->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    bool room = listUnits( system, at, n, &bodyStart, &list ) && mark && found && *start;
    size_t count = 0;
    for ( int i = 0; i < n && room; ++i )
    {
        ( *start )[i] = (int)count;
        count += (size_t)neighboursOf( system, at, i, bodyStart, list, mark, found );
        room = count < ( 1u << 30 );
    }
    if ( room )
    {
        ( *start )[n] = (int)count;
        *column = ssArena_Alloc( system->arena, ( count + 1 ) * sizeof( int ) );
        *blocks = ssArena_Alloc( system->arena, ( count + 1 ) * square * sizeof( double ) );
        room = *column != NULL && *blocks != NULL;
        memset( mark, 0, (size_t)n * sizeof( int ) );
    }
    for ( int i = 0; i < n && room; ++i )
    {
        int here = neighboursOf( system, at, i, bodyStart, list, mark, found );
        for ( int k = 0; k < here; ++k )
        {
            int j = found[k];
            double* block = *blocks + (size_t)( ( *start )[i] + k ) * square;
            ( *column )[( *start )[i] + k] = j;
            for ( int side = 0; side < 2; ++side )
            {
                int body = bodyOf( system, at, i, side );
                if ( body >= 0 &&
                    ( bodyOf( system, at, j, 0 ) == body || bodyOf( system, at, j, 1 ) == body ) )
                {
                    addBlockThrough( system, at, i, j, body, block );
                }
            }
        }
    }
    ssArena_Free( system->arena, mark );
    ssArena_Free( system->arena, found );
    ssArena_Free( system->arena, bodyStart );
    ssArena_Free( system->arena, list );
    return room;
}

int systemUnits( const ssSystem* system, int** at )
{
    const ssProblem* problem = system->problem;
    int n = system->contacts, d = system->dimension, count = 0;
    *at = ssArena_Alloc( system->arena, ( (size_t)n + (size_t)system->rows + 1 ) * sizeof( int ) );
    if ( *at == NULL ) { return -1; }
    for ( ; count < n; ++count ) { ( *at )[count] = count * d; }
    for ( int k = 0; k < system->rows; ++k )
    {
        const ssProblemRow *row = &problem->rows[k], *last = &problem->rows[k > 0 ? k - 1 : 0];
        bool same = count > n && row->a == last->a && row->b == last->b && n * d + k < ( *at )[count - 1] + d;
        if ( !same ) { ( *at )[count++] = n * d + k; }
    }
    ( *at )[count] = system->size;
    return count;
}

bool systemMakeBlocks(
    const ssSystem* system, const int* at, int units, int** start, int** column, double** blocks )
{
    bool room = system->blocks != NULL ? copyExplicit( system, start, column, blocks )
                                       : assembleBodies( system, at, units, start, column, blocks );
    int d = system->dimension;
    for ( int i = 0; i < units && room && system->compliance != NULL; ++i )
    {
        for ( int k = ( *start )[i]; k < ( *start )[i + 1]; ++k )
        {
            for ( int c = 0; c < at[i + 1] - at[i] && ( *column )[k] == i; ++c )
            {
                ( *blocks )[(size_t)k * (size_t)( d * d ) + (size_t)( c * d + c )] +=
                    system->compliance[at[i] + c];
            }
        }
    }
    return room;
}

bool systemMakeContactBlocks( const ssSystem* system, int** start, int** column, double** blocks )
{
    int *at = NULL, units = systemUnits( system, &at );
    bool room = units >= 0 && systemMakeBlocks( system, at, units, start, column, blocks );
    ssArena_Free( system->arena, at );
    return room;
}
