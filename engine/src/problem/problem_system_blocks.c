// SPDX-License-Identifier: MIT
#include "problem/problem_implicit.h"

#include <stdlib.h>
#include <string.h>

// W as explicit blocks: contacts are neighbours if they share a body, and W_ij is assembled through the bodies they share.

/// The block W_ij through one body: column by column, what a unit reaction at j does to the velocity at i.
static void addBlockThrough( const ssSystem* system, int i, int j, int body, double* block )
{
    const ssProblem* problem = system->problem;
    int d = system->dimension;
    bool sideI = problem->bodyB[i] == body, sideJ = problem->bodyB[j] == body;
    for ( int c = 0; c < d; ++c )
    {
        double unit[SS_CONE_MAX] = { 0 }, v[6] = { 0 }, y[SS_CONE_MAX] = { 0 };
        unit[c] = 1.0;
        ssVec3 f, m;
        implicitForce( system, j, unit, &f, &m );
        implicitAddResponse(
            problem, body, sideJ ? problem->armsB[j] : problem->armsA[j], sideJ ? 1.0 : -1.0, f, m, v );
        implicitAddVelocity(
            system, i, sideI ? problem->armsB[i] : problem->armsA[i], sideI ? 1.0 : -1.0, v, y );
        for ( int r = 0; r < d; ++r )
        {
            block[r * d + c] += y[r];
        }
    }
}

/// Lists the contacts of each body in ascending order: those of body k stand from (*start)[k] on.
static bool listContacts( const ssSystem* system, int** start, int** list )
{
    const ssProblem* problem = system->problem;
    int n = problem->contactCount, m = problem->bodyCount;
    *start = ssArena_Alloc( system->arena, ( (size_t)m + 2 ) * sizeof( int ) );
    *list = ssArena_Alloc( system->arena, ( 2 * (size_t)n + 1 ) * sizeof( int ) );
    if ( *start == NULL || *list == NULL )
    {
        return false;
    }
    int* count = *start;
    for ( int i = 0; i < n; ++i )
    {
        count[problem->bodyA[i] + 1] += problem->bodyA[i] >= 0;
        count[problem->bodyB[i] + 1] += problem->bodyB[i] >= 0;
    }
    int sum = 0;
    for ( int k = 0; k <= m; ++k )
    {
        int here = k > 0 ? count[k] : 0;
        count[k] = sum; // start of body k - 1
        sum += here;
    }
    count[m + 1] = sum;
    for ( int i = 0; i < n; ++i )
    {
        for ( int side = 0; side < 2; ++side )
        {
            int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
            if ( body >= 0 )
            {
                ( *list )[count[body + 1]++] = i;
            }
        }
    }
    // Each start has moved to the end of its body: the end of body k - 1, at index k, is the start of body k.
    return true;
}

static int compareInts( const void* a, const void* b )
{
    return ( *(const int*)a > *(const int*)b ) - ( *(const int*)a < *(const int*)b );
}

/// Finds the contacts that share a body with contact i, itself included, in ascending order, and returns how many.
static int neighboursOf(
    const ssProblem* problem, int i, const int* start, const int* list, int* mark, int* found )
{
    int count = 0;
    for ( int side = 0; side < 2; ++side )
    {
        int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
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
    if ( *start == NULL || *column == NULL || *blocks == NULL )
    {
        return false;
    }
    memcpy( *start, system->blockStart, ( (size_t)n + 1 ) * sizeof( int ) );
    memcpy( *column, system->blockColumn, count * sizeof( int ) );
    memcpy( *blocks, system->blocks, count * square * sizeof( double ) );
    return true;
}

static bool assembleBodies( const ssSystem* system, int** start, int** column, double** blocks )
{
    const ssProblem* problem = system->problem;
    int n = system->contacts, d = system->dimension;
    size_t square = (size_t)( d * d );
    int *bodyStart = NULL, *list = NULL;
    int* mark = ssArena_Alloc( system->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    int* found = ssArena_Alloc( system->arena, ( 2 * (size_t)n + 1 ) * sizeof( int ) );
    *start = ssArena_Alloc( system->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    bool room = listContacts( system, &bodyStart, &list ) && mark && found && *start;
    size_t count = 0;
    for ( int i = 0; i < n && room; ++i )
    {
        ( *start )[i] = (int)count;
        count += (size_t)neighboursOf( problem, i, bodyStart, list, mark, found );
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
        int here = neighboursOf( problem, i, bodyStart, list, mark, found );
        for ( int k = 0; k < here; ++k )
        {
            int j = found[k];
            double* block = *blocks + (size_t)( ( *start )[i] + k ) * square;
            ( *column )[( *start )[i] + k] = j;
            for ( int side = 0; side < 2; ++side )
            {
                int body = side == 0 ? problem->bodyA[i] : problem->bodyB[i];
                if ( body >= 0 && ( problem->bodyA[j] == body || problem->bodyB[j] == body ) )
                {
                    addBlockThrough( system, i, j, body, block );
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

bool systemMakeBlocks( const ssSystem* system, int** start, int** column, double** blocks )
{
    bool room = system->blocks != NULL ? copyExplicit( system, start, column, blocks )
                                       : assembleBodies( system, start, column, blocks );
    int d = system->dimension;
    for ( int i = 0; i < system->contacts && room && system->compliance != NULL; ++i )
    {
        for ( int k = ( *start )[i]; k < ( *start )[i + 1]; ++k )
        {
            for ( int c = 0; c < d && ( *column )[k] == i; ++c )
            {
                ( *blocks )[(size_t)k * (size_t)( d * d ) + (size_t)( c * d + c )] +=
                    system->compliance[i * d + c];
            }
        }
    }
    return room;
}
