// SPDX-License-Identifier: MIT
#include "linalg/fill_order.h"

#include <string.h>

// Approximate minimum degree on a quotient graph: eliminated vertices become elements, whose variables are
// pairwise neighbours. Indistinguishable variables are merged, covered elements absorbed, and degrees bounded
// by the sizes of elements outside the newest one.

typedef struct Quotient
{
    ssArena* arena;
    int n, left; // vertices; weight of those not eliminated yet
    // variables
    int* weight;                       // vertices merged into it; 0: merged or eliminated
    int* degree;                       // bound on the weight of its neighbours
    int* lists;                        // per variable: its elements, then its variables
    int *first, *elements, *variables; // where they begin, and their numbers
    bool* stays;
    int *head, *next, *previous; // lists of equal degree
    int least;                   // no variable has a smaller degree
    int *member, *lastMember;    // vertices merged into a variable, as a list
    // elements
    int *from, *length, *size; // in `pool`; the weight of its variables, 0: absorbed
    int* pool;
    size_t used, room;
    // scratch
    int *mark, stamp; // per variable: in the newest element
    int64_t *outside,
        outsideStamp; // per element: weight outside the newest one, plus the stamp; per variable: in total
    int *bucket, *chain, *keep;
    unsigned* hash;
} Quotient;

static bool makeQuotient( Quotient* q, ssArena* arena, const fillGraph* graph, const bool* stays )
{
    size_t n = (size_t)graph->n + 1, count = (size_t)graph->start[graph->n] + 1;
    *q = ( Quotient ){ .arena = arena, .n = graph->n, .room = 4 * count + 4 * n };
    int** arrays[] = { &q->weight, &q->degree, &q->first, &q->elements, &q->variables, &q->head, &q->next,
        &q->previous, &q->member, &q->lastMember, &q->from, &q->length, &q->size, &q->mark, &q->bucket,
        &q->chain, &q->keep };
    int* block = ssArena_Alloc( arena, (size_t)SS_COUNT( arrays ) * n * sizeof( int ) );
    q->lists = ssArena_Reserve( arena, count * sizeof( int ) );
    q->stays = ssArena_Alloc( arena, n * sizeof( bool ) );
    q->hash = ssArena_Alloc( arena, n * sizeof( unsigned ) );
    q->outside = ssArena_Alloc( arena, n * sizeof( int64_t ) );
    q->weight = block;
    q->pool =
        ssArena_Reserve( arena, q->room * sizeof( int ) ); // last, so that an arena can let it grow in place
    if ( block == NULL || q->lists == NULL || q->stays == NULL || q->hash == NULL || q->outside == NULL ||
        q->pool == NULL )
    {
        return false;
    }
    for ( int i = 0; i < SS_COUNT( arrays ); ++i ) { *arrays[i] = block + (size_t)i * n; }
    memcpy( q->lists, graph->neighbour, ( count - 1 ) * sizeof( int ) );
    for ( int i = 0; i < q->n; ++i )
    {
        q->weight[i] = 1;
        q->first[i] = graph->start[i];
        q->variables[i] = q->degree[i] = graph->start[i + 1] - graph->start[i];
        q->stays[i] = stays != NULL && stays[i];
        q->left += 1;
        q->head[i] = q->bucket[i] = q->member[i] = -1;
        q->lastMember[i] = i;
    }
    return true;
}

static void freeQuotient( Quotient* q )
{
    ssArena_Free( q->arena, q->pool );
    ssArena_Free( q->arena, q->outside );
    ssArena_Free( q->arena, q->hash );
    ssArena_Free( q->arena, q->stays );
    ssArena_Free( q->arena, q->lists );
    ssArena_Free( q->arena, q->weight );
}

static void enlist( Quotient* q, int i )
{
    int degree = q->degree[i];
    q->previous[i] = -1;
    q->next[i] = q->head[degree];
    if ( q->next[i] >= 0 ) { q->previous[q->next[i]] = i; }
    q->head[degree] = i;
    q->least = degree < q->least ? degree : q->least;
}

static void delist( Quotient* q, int i )
{
    if ( q->previous[i] >= 0 ) { q->next[q->previous[i]] = q->next[i]; }
    else { q->head[q->degree[i]] = q->next[i]; }
    if ( q->next[i] >= 0 ) { q->previous[q->next[i]] = q->previous[i]; }
}

/// Merges the vertices of `other` into those of `own`.
static void mergeMembers( Quotient* q, int own, int other )
{
    q->member[q->lastMember[own]] = other;
    q->lastMember[own] = q->lastMember[other];
    q->weight[own] += q->weight[other];
    q->weight[other] = 0;
}

static void addToElement( Quotient* q, int pivot, int i )
{
    if ( q->weight[i] > 0 && i != pivot && q->mark[i] != q->stamp )
    {
        q->mark[i] = q->stamp;
        q->pool[q->used++] = i;
        q->size[pivot] += q->weight[i];
        if ( !q->stays[i] ) { delist( q, i ); }
    }
}

/// The pivot becomes an element of its neighbours and absorbs its own elements. False: no memory.
static bool makeElement( Quotient* q, int pivot )
{
    if ( q->used + (size_t)q->n > q->room )
    {
        size_t room = 2 * q->room + (size_t)q->n;
        int* pool = ssArena_Grow( q->arena, q->pool, q->used * sizeof( int ), room * sizeof( int ) );
        if ( pool == NULL ) { return false; }
        q->pool = pool;
        q->room = room;
    }
    q->stamp += 1;
    q->from[pivot] = (int)q->used;
    q->size[pivot] = 0;
    const int* list = q->lists + q->first[pivot];
    for ( int k = 0; k < q->elements[pivot]; ++k )
    {
        int e = list[k];
        for ( int v = 0; v < q->length[e] && q->size[e] > 0; ++v )
        {
            addToElement( q, pivot, q->pool[q->from[e] + v] );
        }
        q->size[e] = 0;
    }
    for ( int k = 0; k < q->variables[pivot]; ++k )
    {
        addToElement( q, pivot, list[q->elements[pivot] + k] );
    }
    q->length[pivot] = (int)q->used - q->from[pivot];
    return true;
}

/// For every element next to the newest one: the weight of its variables that do not belong to both.
static void weighOutside( Quotient* q, int pivot )
{
    q->outsideStamp += 2 * q->n + 1;
    for ( int v = 0; v < q->length[pivot]; ++v )
    {
        int i = q->pool[q->from[pivot] + v];
        for ( int k = 0; k < q->elements[i]; ++k )
        {
            int e = q->lists[q->first[i] + k];
            if ( q->size[e] > 0 )
            {
                q->outside[e] =
                    ( q->outside[e] >= q->outsideStamp ? q->outside[e] : q->outsideStamp + q->size[e] ) -
                    q->weight[i];
            }
        }
    }
}

/// Shortens the lists of variable i. True when only the newest element is left of them.
static bool shortenLists( Quotient* q, int pivot, int i )
{
    int *list = q->lists + q->first[i], elements = 0, variables = 0;
    int64_t outside = 0;
    unsigned hash = (unsigned)pivot;
    for ( int k = 0; k < q->variables[i]; ++k )
    {
        int j = list[q->elements[i] + k];
        if ( q->weight[j] > 0 && q->mark[j] != q->stamp && j != pivot )
        {
            q->keep[variables++] = j;
            outside += q->weight[j];
            hash += (unsigned)j;
        }
    }
    for ( int k = 0; k < q->elements[i]; ++k )
    {
        int e = list[k];
        int64_t beyond = q->outside[e] - q->outsideStamp;
        if ( q->size[e] > 0 && beyond > 0 )
        {
            list[elements++] = e;
            outside += beyond;
            hash += (unsigned)e;
        }
        else
        {
            q->size[e] = 0; // all of it lies within the newest element
        }
    }
    list[elements++] = pivot;
    memcpy( list + elements, q->keep, (size_t)variables * sizeof( int ) );
    q->elements[i] = elements;
    q->variables[i] = variables;
    q->hash[i] = hash;
    q->outside[i] = outside;
    return outside == 0;
}

static bool sameLists( const Quotient* q, int i, int j )
{
    // The newest element may stand at another place in the two lists, but the others keep their order.
    int count = q->elements[i] + q->variables[i];
    return q->elements[i] == q->elements[j] && q->variables[i] == q->variables[j] &&
        q->stays[i] == q->stays[j] &&
        memcmp( q->lists + q->first[i], q->lists + q->first[j], (size_t)count * sizeof( int ) ) == 0;
}

/// Merges variables of the newest element that have the same neighbours.
static void mergeAlike( Quotient* q, int pivot )
{
    const int* list = q->pool + q->from[pivot];
    for ( int v = 0; v < q->length[pivot]; ++v )
    {
        int i = list[v];
        if ( q->weight[i] == 0 ) { continue; }
        unsigned slot = q->hash[i] % (unsigned)q->n;
        int other = q->bucket[slot];
        while ( other >= 0 && !( q->hash[other] == q->hash[i] && sameLists( q, other, i ) ) )
        {
            other = q->chain[other];
        }
        if ( other >= 0 ) { mergeMembers( q, other, i ); }
        else
        {
            q->chain[i] = q->bucket[slot];
            q->bucket[slot] = i;
        }
    }
    for ( int v = 0; v < q->length[pivot]; ++v ) { q->bucket[q->hash[list[v]] % (unsigned)q->n] = -1; }
}

/// Eliminates one variable. False: no memory.
static bool eliminate( Quotient* q, int pivot )
{
    delist( q, pivot );
    if ( !makeElement( q, pivot ) ) { return false; }
    weighOutside( q, pivot );
    for ( int v = 0; v < q->length[pivot]; ++v )
    {
        int i = q->pool[q->from[pivot] + v];
        if ( shortenLists( q, pivot, i ) && !q->stays[i] )
        {
            q->size[pivot] -= q->weight[i];
            mergeMembers( q, pivot, i ); // it has no neighbours beyond the pivot's, and goes with it
        }
    }
    mergeAlike( q, pivot );
    q->left -= q->weight[pivot];
    q->weight[pivot] = 0;
    int kept = 0, *list = q->pool + q->from[pivot];
    for ( int v = 0; v < q->length[pivot]; ++v )
    {
        int i = list[v];
        if ( q->weight[i] > 0 )
        {
            list[kept++] = i;
            int within = q->size[pivot] - q->weight[i], most = q->left - q->weight[i];
            int degree = (int)( q->outside[i] < q->degree[i] ? q->outside[i] : q->degree[i] ) + within;
            q->degree[i] = degree < most ? degree : most;
            if ( !q->stays[i] ) { enlist( q, i ); }
        }
    }
    q->length[pivot] = kept;
    q->used = (size_t)( q->from[pivot] + kept );
    return true;
}

int fillMinimumDegree( ssArena* arena, const fillGraph* graph, const bool* stays, int* order )
{
    Quotient q;
    ssArenaMark mark = ssArena_Mark( arena );
    bool room = makeQuotient( &q, arena, graph, stays );
    int count = 0, wanted = 0;
    for ( int i = graph->n - 1; i >= 0 && room; --i ) // of equal ones the first comes first
    {
        wanted += !q.stays[i];
        if ( !q.stays[i] ) { enlist( &q, i ); }
    }
    q.least = 0;
    while ( count < wanted && room )
    {
        while ( q.head[q.least] < 0 ) { q.least += 1; }
        int pivot = q.head[q.least];
        room = eliminate( &q, pivot );
        for ( int i = pivot; i >= 0 && room; i = q.member[i] ) { order[count++] = i; }
    }
    freeQuotient( &q );
    ssArena_Release( arena, mark );
    return room ? count : -1;
}
