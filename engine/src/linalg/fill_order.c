// SPDX-License-Identifier: MIT
#include "linalg/fill_order.h"

#include <string.h>

// Orders of elimination with little fill: nested dissection, and the choice between it and minimum degree.

// Nested dissection: a separator cuts the graph in two, comes last, and both sides are cut in turn. Small
// parts are ordered by minimum degree, with the separators around them in sight.

#define LEAF 200 // vertices of a part that is not cut any further

typedef struct Dissection
{
    ssArena* arena;
    const fillGraph* graph;
    int *part, parts;   // vertex -> number of its part; separators have -1
    int* list;          // vertices, part by part
    int *local, *names; // vertex -> its number in the part, and back
    int* reached;       // per vertex: the part in which it was reached from the first one
    unsigned char* side;
    bool failed;
} Dissection;

// A part as a graph of its own. The separators around it may follow; they stay.
typedef struct Leaf
{
    fillGraph graph;
    int *start, *neighbour, *found;
    bool* stays;
} Leaf;

static bool makeLeaf( Dissection* d, const int* list, int n, bool around, Leaf* leaf )
{
    const fillGraph* graph = d->graph;
    size_t ends = 0;
    int count = n, at = 0, *local = d->local, *names = d->names, part = d->part[list[0]];
    for ( int i = 0; i < n; ++i )
    {
        local[list[i]] = i;
        names[i] = list[i];
        ends += (size_t)( graph->start[list[i] + 1] - graph->start[list[i]] );
    }
    leaf->start = ssArena_Alloc( d->arena, ( (size_t)n + ends + 2 ) * sizeof( int ) );
    leaf->neighbour = ssArena_Alloc( d->arena, ( 2 * ends + 1 ) * sizeof( int ) );
    leaf->stays = ssArena_Alloc( d->arena, ( (size_t)n + ends + 1 ) * sizeof( bool ) );
    leaf->found = ssArena_Alloc( d->arena, ( (size_t)n + ends + 1 ) * sizeof( int ) );
    if ( !( leaf->start && leaf->neighbour && leaf->stays && leaf->found ) ) { return false; }
    for ( int i = 0; i < count; ++i ) // count grows by the vertices around the part
    {
        for ( int k = graph->start[names[i]]; k < graph->start[names[i] + 1]; ++k )
        {
            int u = graph->neighbour[k];
            bool inside = d->part[u] == part, wanted = inside || ( around && i < n );
            if ( wanted && !inside && !( local[u] >= n && local[u] < count && names[local[u]] == u ) )
            {
                local[u] = count;
                names[count] = u;
                leaf->stays[count++] = true;
            }
            if ( wanted ) { leaf->neighbour[at++] = local[u]; }
        }
        leaf->start[i + 1] = at;
    }
    leaf->graph = ( fillGraph ){ .n = count, .start = leaf->start, .neighbour = leaf->neighbour };
    return true;
}

static void freeLeaf( Dissection* d, Leaf* leaf )
{
    ssArena_Free( d->arena, leaf->found );
    ssArena_Free( d->arena, leaf->stays );
    ssArena_Free( d->arena, leaf->neighbour );
    ssArena_Free( d->arena, leaf->start );
}

/// Orders a part by minimum degree, with the separators around it in sight.
static void orderLeaf( Dissection* d, const int* list, int n, int* order )
{
    ssArenaMark mark = ssArena_Mark( d->arena );
    Leaf leaf = { 0 };
    bool ordered = makeLeaf( d, list, n, true, &leaf ) &&
        fillMinimumDegree( d->arena, &leaf.graph, leaf.stays, leaf.found ) == n;
    for ( int i = 0; i < n && ordered; ++i ) { order[i] = d->names[leaf.found[i]]; }
    d->failed = d->failed || !ordered;
    freeLeaf( d, &leaf );
    ssArena_Release( d->arena, mark );
}

/// Cuts a connected part; its list becomes side, side, cut, sized `counts`. False: no cut is worth it.
static bool cutPart( Dissection* d, int* list, int n, int counts[3] )
{
    ssArenaMark mark = ssArena_Mark( d->arena );
    Leaf leaf = { 0 };
    bool cut = makeLeaf( d, list, n, false, &leaf ) && fillSeparate( d->arena, &leaf.graph, d->side );
    d->failed = d->failed || !cut;
    freeLeaf( d, &leaf );
    ssArena_Release( d->arena, mark );
    counts[0] = counts[1] = counts[2] = 0;
    for ( int side = 0, at = 0; side < 3 && cut; ++side )
    {
        for ( int i = 0; i < n; ++i )
        {
            if ( d->side[i] == side )
            {
                list[at++] = d->names[i];
                counts[side] += 1;
            }
        }
    }
    return cut && counts[0] > 0 && counts[1] > 0 && counts[2] < n / 3;
}

static void dissectPart( Dissection* d, int* list, int n, int* order );

/// Orders a connected part.
static void dissectConnected( Dissection* d, int* list, int n, int* order )
{
    int counts[3];
    if ( n <= LEAF || !cutPart( d, list, n, counts ) )
    {
        orderLeaf( d, list, n, order );
        return;
    }
    for ( int i = n - counts[2]; i < n; ++i )
    {
        d->part[list[i]] = -1;
        order[i] = list[i];
    }
    dissectPart( d, list, counts[0], order );
    dissectPart( d, list + counts[0], counts[1], order + counts[0] );
}

static void numberPart( Dissection* d, const int* list, int n )
{
    d->parts += 1;
    for ( int i = 0; i < n; ++i ) { d->part[list[i]] = d->parts; }
}

/// Moves the vertices connected with the first one to the front of the list; returns their number.
static int gatherPiece( Dissection* d, int* list, int n )
{
    int part = d->part[list[0]], tail = 1, at = 0, *queue = d->names;
    queue[0] = list[0];
    d->reached[list[0]] = part;
    for ( int head = 0; head < tail; ++head )
    {
        for ( int k = d->graph->start[queue[head]]; k < d->graph->start[queue[head] + 1]; ++k )
        {
            int u = d->graph->neighbour[k];
            if ( d->part[u] == part && d->reached[u] != part )
            {
                d->reached[u] = part;
                queue[tail++] = u;
            }
        }
    }
    int rest = tail;
    for ( int i = 0; i < n; ++i ) { d->local[d->reached[list[i]] == part ? at++ : rest++] = list[i]; }
    memcpy( list, d->local, (size_t)n * sizeof( int ) );
    return tail;
}

/// Orders a part: its connected pieces one after the other.
static void dissectPart( Dissection* d, int* list, int n, int* order )
{
    while ( n > 0 && !d->failed )
    {
        numberPart( d, list, n );
        int piece = n > LEAF ? gatherPiece( d, list, n ) : n;
        if ( piece < n ) { numberPart( d, list, piece ); }
        dissectConnected( d, list, piece, order );
        list += piece;
        order += piece;
        n -= piece;
    }
}

/// Nested dissection (George 1973), with minimum degree inside the parts. False: no memory.
static bool fillDissect( ssArena* arena, const fillGraph* graph, int* order )
{
    Dissection d = { .arena = arena, .graph = graph };
    size_t n = (size_t)graph->n + 1;
    ssArenaMark mark = ssArena_Mark( arena );
    d.part = ssArena_Alloc( arena, 5 * n * sizeof( int ) );
    d.side = ssArena_Alloc( arena, n );
    bool room = d.part != NULL && d.side != NULL;
    if ( room )
    {
        d.list = d.part + n;
        d.local = d.list + n;
        d.names = d.local + n;
        d.reached = d.names + n;
        for ( int i = 0; i < graph->n; ++i ) { d.list[i] = i; }
        dissectPart( &d, d.list, graph->n, order );
    }
    ssArena_Free( arena, d.side );
    ssArena_Free( arena, d.part );
    ssArena_Release( arena, mark );
    return room && !d.failed;
}

#define DISSECT_FROM 600 // vertices; smaller graphs have no separators worth the search

/// Multiplications that a factorisation in this order takes, each with its subtraction, for entries of 1 × 1;
/// -1: no memory. `fill` (may be NULL) gets the entries below the diagonal.
static double fillCost( ssArena* arena, const fillGraph* graph, const int* order, double* fill )
{
    int n = graph->n;
    size_t bytes = ( (size_t)n + 1 ) * sizeof( int );
    ssArenaMark mark = ssArena_Mark( arena );
    int *place = ssArena_Alloc( arena, bytes ), *parent = ssArena_Alloc( arena, bytes );
    int *seen = ssArena_Alloc( arena, bytes ), *count = ssArena_Alloc( arena, bytes );
    double cost = -1.0, entries = 0.0;
    if ( place != NULL && parent != NULL && seen != NULL && count != NULL )
    {
        for ( int i = 0; i < n; ++i ) { place[order[i]] = i; }
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
    if ( fill != NULL ) { *fill = entries; }
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
    if ( fillMinimumDegree( arena, graph, NULL, order ) != graph->n ) { return false; }
    if ( graph->n < DISSECT_FROM ) { return true; }
    ssArenaMark mark = ssArena_Mark( arena );
    int* other = ssArena_Alloc( arena, bytes );
    bool room = other != NULL && fillDissect( arena, graph, other );
    double own = room ? fillCost( arena, graph, order, NULL ) : -1.0;
    double cut = room ? fillCost( arena, graph, other, NULL ) : -1.0;
    room = own >= 0.0 && cut >= 0.0;
    if ( room && cut < own ) { memcpy( order, other, bytes ); }
    ssArena_Free( arena, other );
    ssArena_Release( arena, mark );
    return room;
}
