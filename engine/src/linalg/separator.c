// SPDX-License-Identifier: MIT
#include "linalg/fill_order.h"

#include <limits.h>
#include <math.h>
#include <string.h>

// Separators: few vertices that cut a graph into two similar parts. Neighbours are merged in pairs, the small
// graph is cut by trial (Karypis & Kumar 1998), and the cut improved on the way back (Fiduccia & Mattheyses
// 1982).

#define SMALL 70       // vertices of a graph that is cut by trial
#define LEVELS_MAX 24  // of merging
#define TURNS 6        // ways to merge that are tried
#define STARTS 6       // trials
#define PASSES 12      // improvements of a cut on one level
#define PATIENCE 120   // moves without a gain
#define SIDE_MOST 0.58 // of the weight on one side

enum
{
    sideA,
    sideB,
    sideCut
};

// A graph with weights; `merged` is where its vertices went on the next level.
typedef struct Level
{
    int n;
    int *start, *neighbour, *edge, *weight, *merged;
} Level;

typedef struct Separation
{
    ssArena* arena;
    const Level* level;
    unsigned char *side, *best;
    int* on;             // per vertex: the weight of its neighbours on either side
    int *cut, *cutPlace; // the vertices of the cut, and where they stand there
    int* moved;          // vertices whose side has changed in this pass, and their former sides
    int *locked, pass;   // per vertex: the pass in which it has left the cut
    int *queue, *seen;
    int cutCount, cutWeight, sizes[2], movedCount;
} Separation;

static const int s_strides[TURNS] = { 1, 7919, 104729, 611953, 15485863, 32452843 };

/// Pairs of neighbours with the strongest connection. Returns the number of vertices after merging.
static int matchVertices( Level* fine, int heaviest, int turn )
{
    int count = 0, n = fine->n;
    memset( fine->merged, -1, (size_t)n * sizeof( int ) );
    for ( int i = 0; i < n; ++i )
    {
        // Every turn takes the vertices in another order: strides of a prime that does not divide n.
        int stride = turn == 0 || n % s_strides[turn] == 0 ? 1 : s_strides[turn];
        int best = -1, most = INT_MIN, v = (int)( (int64_t)i * stride % n );
        for ( int k = fine->start[v]; k < fine->start[v + 1] && fine->merged[v] < 0; ++k )
        {
            int u = fine->neighbour[k];
            // Strong connections first, of equal ones the lighter neighbour.
            int value = 64 * fine->edge[k] - fine->weight[u];
            if ( fine->merged[u] < 0 && value > most && fine->weight[u] + fine->weight[v] <= heaviest )
            {
                best = u;
                most = value;
            }
        }
        if ( fine->merged[v] < 0 )
        {
            fine->merged[v] = count;
            if ( best >= 0 ) { fine->merged[best] = count; }
            ++count;
        }
    }
    return count;
}

static bool allocateLevel( ssArena* arena, Level* level, int n, int edges )
{
    size_t vertices = (size_t)n + 1;
    level->n = n;
    level->start = ssArena_Alloc( arena, ( 3 * vertices + 2 * ( (size_t)edges + 1 ) ) * sizeof( int ) );
    if ( level->start == NULL ) { return false; }
    level->weight = level->start + vertices;
    level->merged = level->weight + vertices;
    level->neighbour = level->merged + vertices;
    level->edge = level->neighbour + edges + 1;
    return true;
}

/// The graph with pairs merged; connections between the same two add up.
static bool mergeLevel( Separation* s, Level* fine, Level* coarse, int count )
{
    if ( !allocateLevel( s->arena, coarse, count, fine->start[fine->n] ) ) { return false; }
    int *pair = s->queue, *seen = s->seen,
        used = 0; // both members of a vertex; where a neighbour was written
    memset( pair, -1, 2 * (size_t)count * sizeof( int ) );
    for ( int v = 0; v < fine->n; ++v )
    {
        int c = fine->merged[v];
        pair[2 * c + ( pair[2 * c] >= 0 )] = v;
        coarse->weight[c] += fine->weight[v];
        seen[c] = -1;
    }
    for ( int c = 0; c < count; ++c )
    {
        int from = used;
        for ( int member = 0; member < 2 && pair[2 * c + member] >= 0; ++member )
        {
            int v = pair[2 * c + member];
            for ( int k = fine->start[v]; k < fine->start[v + 1]; ++k )
            {
                int other = fine->merged[fine->neighbour[k]];
                if ( other == c ) { continue; }
                if ( seen[other] < from )
                {
                    seen[other] = used;
                    coarse->neighbour[used] = other;
                    coarse->edge[used++] = 0;
                }
                coarse->edge[seen[other]] += fine->edge[k];
            }
        }
        coarse->start[c + 1] = used;
    }
    return true;
}

/// v joins a side or the cut (change = 1) or leaves it (-1).
static void count( Separation* s, int v, int side, int change )
{
    const Level* level = s->level;
    if ( side == sideCut )
    {
        s->cutWeight += change * level->weight[v];
        if ( change > 0 )
        {
            s->cutPlace[v] = s->cutCount;
            s->cut[s->cutCount++] = v;
            return;
        }
        int last = s->cut[--s->cutCount];
        s->cut[s->cutPlace[v]] = last;
        s->cutPlace[last] = s->cutPlace[v];
        return;
    }
    s->sizes[side] += change * level->weight[v];
    for ( int k = level->start[v]; k < level->start[v + 1]; ++k )
    {
        s->on[2 * level->neighbour[k] + side] += change * level->weight[v];
    }
}

static void setSide( Separation* s, int v, int side )
{
    s->moved[2 * s->movedCount] = v;
    s->moved[2 * s->movedCount++ + 1] = s->side[v];
    count( s, v, s->side[v], -1 );
    s->side[v] = (unsigned char)side;
    count( s, v, side, 1 );
}

/// Counts everything for the sides as they are.
static void countAll( Separation* s )
{
    s->cutCount = s->cutWeight = s->movedCount = s->sizes[sideA] = s->sizes[sideB] = 0;
    memset( s->on, 0, 2 * (size_t)s->level->n * sizeof( int ) );
    for ( int v = 0; v < s->level->n; ++v ) { count( s, v, s->side[v], 1 ); }
}

/// The vertex that is best moved out of the cut, and where to; -1: there is none.
static int chooseMove( const Separation* s, int most, int* to )
{
    int best = -1, bestGain = INT_MIN;
    for ( int c = 0; c < s->cutCount; ++c )
    {
        int v = s->cut[c], own = s->level->weight[v];
        for ( int side = sideA; side <= sideB && s->locked[v] != s->pass; ++side )
        {
            // Its own weight minus that of neighbours that enter the cut for it; ties: the smaller side.
            int gain = 2 * ( own - s->on[2 * v + 1 - side] ) + ( s->sizes[side] < s->sizes[1 - side] );
            if ( s->sizes[side] + own <= most && gain > bestGain )
            {
                best = v;
                bestGain = gain;
                *to = side;
            }
        }
    }
    return best;
}

/// One pass of moves; keeps the best state on the way. True when the cut got lighter.
static bool improve( Separation* s, int most )
{
    int before = s->cutWeight, best = s->cutWeight, bestMoved = 0, to = sideA;
    s->movedCount = 0;
    s->pass += 1;
    for ( int since = 0; since < PATIENCE; ++since )
    {
        int v = chooseMove( s, most, &to );
        if ( v < 0 ) { break; }
        s->locked[v] = s->pass;
        setSide( s, v, to );
        for ( int k = s->level->start[v]; k < s->level->start[v + 1]; ++k )
        {
            if ( s->side[s->level->neighbour[k]] == 1 - to )
            {
                setSide( s, s->level->neighbour[k], sideCut );
            }
        }
        if ( s->cutWeight < best )
        {
            best = s->cutWeight;
            bestMoved = s->movedCount;
            since = -1;
        }
    }
    while ( s->movedCount > bestMoved )
    {
        int v = s->moved[2 * s->movedCount - 2], old = s->moved[2 * s->movedCount - 1];
        setSide( s, v, old );
        s->movedCount -= 2; // the move and the way back
    }
    return s->cutWeight < before;
}

static void improveLevel( Separation* s, const Level* level, int most )
{
    s->level = level;
    memset( s->locked, 0, (size_t)level->n * sizeof( int ) );
    s->pass = 0;
    countAll( s );
    for ( int pass = 0; pass < PASSES && improve( s, most ); ++pass ) {}
}

/// Half of the weight around one vertex is one side; what borders on it is the cut.
static void startAround( Separation* s, int from, int total )
{
    const Level* level = s->level;
    int tail = 1, weight = 0;
    memset( s->seen, 0, (size_t)level->n * sizeof( int ) );
    memset( s->side, sideB, (size_t)level->n );
    s->queue[0] = from;
    s->seen[from] = 1;
    for ( int head = 0; head < tail && 2 * weight < total; ++head )
    {
        int v = s->queue[head];
        s->side[v] = sideA;
        weight += level->weight[v];
        for ( int k = level->start[v]; k < level->start[v + 1]; ++k )
        {
            int u = level->neighbour[k];
            if ( !s->seen[u] )
            {
                s->seen[u] = 1;
                s->queue[tail++] = u;
            }
        }
    }
    for ( int v = 0; v < level->n; ++v )
    {
        for ( int k = level->start[v]; k < level->start[v + 1] && s->side[v] == sideB; ++k )
        {
            s->side[v] = s->side[level->neighbour[k]] == sideA ? sideCut : sideB;
        }
    }
}

/// The best of several cuts of the smallest graph.
static void cutSmall( Separation* s, const Level* level, int total, int most )
{
    int least = INT_MAX;
    s->level = level;
    for ( int turn = 0; turn < STARTS && turn < level->n; ++turn )
    {
        startAround( s, turn * level->n / ( STARTS < level->n ? STARTS : level->n ), total );
        improveLevel( s, level, most );
        if ( s->cutWeight < least && s->sizes[sideA] > 0 && s->sizes[sideB] > 0 )
        {
            least = s->cutWeight;
            memcpy( s->best, s->side, (size_t)level->n );
        }
    }
    least < INT_MAX ? (void)memcpy( s->side, s->best, (size_t)level->n )
                    : (void)memset( s->side, sideCut, (size_t)level->n );
}

static bool makeSeparation( Separation* s, ssArena* arena, const fillGraph* graph, Level* first )
{
    size_t n = (size_t)graph->n + 1;
    *s = ( Separation ){ .arena = arena };
    s->on = ssArena_Alloc( arena, 18 * n * sizeof( int ) );
    s->side = ssArena_Alloc( arena, 2 * n );
    if ( s->on == NULL || s->side == NULL ||
        !allocateLevel( arena, first, graph->n, graph->start[graph->n] ) )
    {
        return false;
    }
    s->cut = s->on + 2 * n;
    s->cutPlace = s->cut + n;
    s->locked = s->cutPlace + n;
    s->seen = s->locked + n;
    s->queue = s->seen + n;
    s->moved = s->queue + 2 * n; // a vertex changes its side four times at most
    s->best = s->side + n;
    memcpy( first->start, graph->start, n * sizeof( int ) );
    memcpy( first->neighbour, graph->neighbour, (size_t)graph->start[graph->n] * sizeof( int ) );
    for ( int v = 0; v < graph->n; ++v ) { first->weight[v] = 1; }
    for ( int k = 0; k < graph->start[graph->n]; ++k ) { first->edge[k] = 1; }
    return true;
}

/// One way to merge, and its cut. Returns weight over product of the sides (small is good); -1: no memory.
static double separateOnce( Separation* s, Level* levels, int turn )
{
    int top = 0, n = levels[0].n, most = (int)( SIDE_MOST * n );
    while ( levels[top].n > SMALL && top + 1 < LEVELS_MAX )
    {
        int merged = matchVertices( &levels[top], 1 + n / 20, turn );
        if ( merged > 19 * levels[top].n / 20 ) { break; }
        if ( !mergeLevel( s, &levels[top], &levels[top + 1], merged ) ) { return -1.0; }
        ++top;
    }
    cutSmall( s, &levels[top], n, most );
    for ( int k = top - 1; k >= 0; --k )
    {
        memcpy( s->best, s->side, (size_t)levels[k + 1].n );
        for ( int v = 0; v < levels[k].n; ++v ) { s->side[v] = s->best[levels[k].merged[v]]; }
        improveLevel( s, &levels[k], most );
    }
    double sides = (double)s->sizes[sideA] * (double)s->sizes[sideB];
    return sides > 0.0 ? s->cutWeight / sides : HUGE_VAL;
}

bool fillSeparate( ssArena* arena, const fillGraph* graph, unsigned char* side )
{
    Separation s;
    Level levels[LEVELS_MAX] = { 0 };
    ssArenaMark mark = ssArena_Mark( arena );
    bool room = makeSeparation( &s, arena, graph, &levels[0] );
    double least = (double)INFINITY;
    memset( side, sideCut, (size_t)graph->n );
    for ( int turn = 0; turn < TURNS && room; ++turn )
    {
        ssArenaMark again = ssArena_Mark( arena );
        double own = separateOnce( &s, levels, turn );
        room = own >= 0.0;
        if ( room && own < least )
        {
            least = own;
            memcpy( side, s.side, (size_t)graph->n );
        }
        for ( int k = LEVELS_MAX - 1; k > 0; --k )
        {
            ssArena_Free( arena, levels[k].start );
            levels[k] = ( Level ){ 0 };
        }
        ssArena_Release( arena, again );
    }
    ssArena_Free( arena, levels[0].start );
    ssArena_Free( arena, s.side );
    ssArena_Free( arena, s.on );
    ssArena_Release( arena, mark );
    return room;
}
