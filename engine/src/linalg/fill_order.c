// SPDX-License-Identifier: MIT
#include "linalg/fill_order.h"

#include <string.h>

// Chooses the order of elimination that costs least.

#define DISSECT_FROM 600 // vertices; smaller graphs have no separators worth the search

double fillCost( ssArena* arena, const fillGraph* graph, const int* order, double* fill )
{
    int n = graph->n;
    size_t bytes = ( (size_t)n + 1 ) * sizeof( int );
    ssArenaMark mark = ssArena_Mark( arena );
    int *place = ssArena_Alloc( arena, bytes ), *parent = ssArena_Alloc( arena, bytes );
    int *seen = ssArena_Alloc( arena, bytes ), *count = ssArena_Alloc( arena, bytes );
    double cost = -1.0, entries = 0.0;
    if ( place != NULL && parent != NULL && seen != NULL && count != NULL )
    {
        for ( int i = 0; i < n; ++i )
        {
            place[order[i]] = i;
        }
        // Row i of L is what the elimination tree has between the neighbours of i and i (Liu 1990).
        for ( int i = 0; i < n; ++i )
        {
            parent[i] = -1;
            seen[i] = i;
            for ( int k = graph->start[order[i]]; k < graph->start[order[i] + 1]; ++k )
            {
                for ( int j = place[graph->neighbour[k]]; j < i && seen[j] != i; j = parent[j] )
                {
                    parent[j] = parent[j] < 0 ? i : parent[j];
                    seen[j] = i;
                    count[j] += 1;
                }
            }
        }
        cost = 0.0;
        for ( int i = 0; i < n; ++i )
        {
            cost += (double)count[i] * ( count[i] + 1.0 );
            entries += count[i];
        }
    }
    if ( fill != NULL )
    {
        *fill = entries;
    }
    ssArena_Free( arena, count );
    ssArena_Free( arena, seen );
    ssArena_Free( arena, parent );
    ssArena_Free( arena, place );
    ssArena_Release( arena, mark );
    return cost;
}

bool fillOrder( ssArena* arena, const fillGraph* graph, int* order )
{
    size_t bytes = ( (size_t)graph->n + 1 ) * sizeof( int );
    if ( fillMinimumDegree( arena, graph, NULL, order ) != graph->n )
    {
        return false;
    }
    if ( graph->n < DISSECT_FROM )
    {
        return true;
    }
    ssArenaMark mark = ssArena_Mark( arena );
    int* other = ssArena_Alloc( arena, bytes );
    bool room = other != NULL && fillDissect( arena, graph, other );
    double own = room ? fillCost( arena, graph, order, NULL ) : -1.0;
    double cut = room ? fillCost( arena, graph, other, NULL ) : -1.0;
    room = own >= 0.0 && cut >= 0.0;
    if ( room && cut < own )
    {
        memcpy( order, other, bytes );
    }
    ssArena_Free( arena, other );
    ssArena_Release( arena, mark );
    return room;
}
