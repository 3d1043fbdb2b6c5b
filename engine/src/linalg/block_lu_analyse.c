// SPDX-License-Identifier: MIT
#include "linalg/block_lu_private.h"
#include "linalg/fill_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a factorisation knows before it sees a number: the order, the fronts, and where everything goes.

#define FACTOR_BYTES_MAX 3e9 // [bytes] limit on the memory of the factors and the updates
#define FAMILIES_MIN 3e6     // multiplications; below these a single thread is done before others are awake
#define FAMILY_MOST 0.06     // part of all multiplications, so that many threads have enough to do
#define FAMILY_LEAST 0.005   // smaller ones are put together
#define SHARED_FACTORS 1e5   // numbers of the factors from which threads share solving: one takes 50 µs

// The share of zeros allowed in a front up to a number of pivots, as larger fronts are faster.
static const struct
{
    int pivots;
    double zeros;
} s_relaxed[] = { { 2, 0.3 }, { 5, 0.15 }, { 15, 0.05 }, { 1 << 30, 0.02 } };

// The elimination tree, in positions.
typedef struct Tree
{
    int n;
    int *start, *neighbour; // the graph, in block rows
    int* parent;
    int* count; // rows of a column of L below its diagonal
    int *scratch, *more;
} Tree;

static bool makeTree( blockLu* lu, Tree* tree )
{
    size_t bytes = ( (size_t)lu->n + 2 ) * sizeof( int );
    tree->n = lu->n;
    tree->parent = ssArena_Alloc( lu->arena, bytes );
    tree->count = ssArena_Alloc( lu->arena, bytes );
    tree->scratch = ssArena_Alloc( lu->arena, bytes );
    tree->more = ssArena_Alloc( lu->arena, bytes );
    return tree->parent && tree->count && tree->scratch && tree->more;
}

static void freeTree( blockLu* lu, Tree* tree )
{
    void* owned[] = { tree->start, tree->neighbour, tree->parent, tree->count, tree->scratch, tree->more };
    for ( int i = 0; i < SS_COUNT( owned ); ++i ) { ssArena_Free( lu->arena, owned[i] ); }
}

/// Turns the number of neighbours, in start[i + 2], into where they begin, in start[i + 1].
static void sumStarts( int n, int* start )
{
    for ( int i = 0; i < n; ++i ) { start[i + 2] += start[i + 1]; }
}

/// Removes repeated neighbours. The list of vertex i ends at start[i + 1] before and after.
static void dropRepeats( int n, int* start, int* neighbour )
{
    int kept = 0, from = 0;
    for ( int i = 0; i < n; ++i )
    {
        int end = start[i + 1];
        start[i] = kept;
        for ( int k = from; k < end; ++k )
        {
            if ( k == from || neighbour[k] != neighbour[k - 1] ) { neighbour[kept++] = neighbour[k]; }
        }
        from = end;
    }
    start[n] = kept;
}

/// The symmetrised graph of the pattern, without the diagonal; going by vertex makes lists ascend.
static bool makeGraph( blockLu* lu, Tree* tree, const int* start, const int* column )
{
    int n = tree->n;
    size_t count = 2 * (size_t)start[n] + 1, starts = ( (size_t)n + 3 ) * sizeof( int );
    tree->start = ssArena_Alloc( lu->arena, starts );
    tree->neighbour = ssArena_Alloc( lu->arena, count * sizeof( int ) );
    int *first = ssArena_Alloc( lu->arena, starts ),
        *either = ssArena_Alloc( lu->arena, count * sizeof( int ) );
    bool room = tree->start && tree->neighbour && first && either;
    for ( int i = 0; i < n && room; ++i )
    {
        for ( int k = start[i]; k < start[i + 1]; ++k )
        {
            first[i + 2] += column[k] != i;
            first[column[k] + 2] += column[k] != i;
        }
    }
    for ( int i = 0; i < n && room; ++i ) { tree->start[i + 2] = first[i + 2]; }
    if ( room )
    {
        sumStarts( n, first );
        sumStarts( n, tree->start );
        for ( int i = 0; i < n; ++i )
        {
            for ( int k = start[i]; k < start[i + 1]; ++k )
            {
                if ( column[k] != i )
                {
                    either[first[i + 1]++] = column[k];
                    either[first[column[k] + 1]++] = i;
                }
            }
        }
        for ( int i = 0; i < n; ++i )
        {
            for ( int k = first[i]; k < first[i + 1]; ++k )
            {
                tree->neighbour[tree->start[either[k] + 1]++] = i;
            }
        }
        dropRepeats( n, tree->start, tree->neighbour );
    }
    ssArena_Free( lu->arena, either );
    ssArena_Free( lu->arena, first );
    return room;
}

/// Parents and counts from the graph and the order (Liu 1990).
static void growTree( blockLu* lu, Tree* tree )
{
    int* seen = tree->scratch;
    for ( int i = 0; i < tree->n; ++i )
    {
        lu->place[lu->order[i]] = i;
        tree->count[i] = 0;
    }
    for ( int i = 0; i < tree->n; ++i )
    {
        tree->parent[i] = -1;
        seen[i] = i;
        for ( int k = tree->start[lu->order[i]]; k < tree->start[lu->order[i] + 1]; ++k )
        {
            for ( int j = lu->place[tree->neighbour[k]]; j < i && seen[j] != i; j = tree->parent[j] )
            {
                tree->parent[j] = tree->parent[j] < 0 ? i : tree->parent[j];
                seen[j] = i;
                tree->count[j] += 1;
            }
        }
    }
}

/// Rewrites `order`: families together, children first, the largest last, as it may merge with the parent.
static bool postorder( blockLu* lu, Tree* tree )
{
    int n = tree->n, *child = tree->scratch, *sibling = tree->more, at = n;
    int *stack = ssArena_Alloc( lu->arena, ( (size_t)n + 1 ) * sizeof( int ) ), depth = 0;
    int* old = ssArena_Alloc( lu->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    if ( stack != NULL && old != NULL )
    {
        memcpy( old, lu->order, (size_t)n * sizeof( int ) );
        memset( child, -1, (size_t)n * sizeof( int ) );
        for ( int i = 0; i < n; ++i )
        {
            int up = tree->parent[i], first = up >= 0 ? child[up] : -1;
            bool largest = first < 0 || tree->count[i] >= tree->count[first];
            if ( up < 0 ) { stack[depth++] = i; }
            else if ( largest )
            {
                sibling[i] = first;
                child[up] = i;
            }
            else
            {
                sibling[i] = sibling[first];
                sibling[first] = i;
            }
        }
        // From the end: a parent, then its first child with all of its descendants, then the next one.
        while ( depth > 0 )
        {
            int i = stack[--depth], base = depth;
            lu->order[--at] = old[i];
            for ( int c = child[i]; c >= 0; c = sibling[c] ) { stack[depth++] = c; }
            for ( int low = base, high = depth - 1; low < high; ++low, --high )
            {
                int keep = stack[low];
                stack[low] = stack[high];
                stack[high] = keep;
            }
        }
    }
    bool room = stack != NULL && old != NULL;
    ssArena_Free( lu->arena, old );
    ssArena_Free( lu->arena, stack );
    return room;
}

static bool mayMerge( const luFront* low, const luFront* high, double* zeros )
{
    double pivots = low->pivots + high->pivots;
    *zeros = (double)low->pivots * ( high->pivots + high->others - low->others );
    double all = 0.5 * pivots * ( pivots + 1.0 ) + pivots * high->others;
    *zeros += low->zeros + high->zeros;
    int k = 0;
    while ( pivots > s_relaxed[k].pivots ) { ++k; }
    return *zeros <= s_relaxed[k].zeros * all;
}

/// Columns with the same rows form a front. A front is merged with its parent where that adds few zeros.
static void findFronts( blockLu* lu, Tree* tree )
{
    int count = 0;
    for ( int i = 0; i < tree->n; ++i )
    {
        bool same = i > 0 && tree->parent[i - 1] == i && tree->count[i - 1] == tree->count[i] + 1;
        luFront* front = &lu->fronts[same ? count - 1 : count++];
        front->first = same ? front->first : i;
        front->pivots += 1;
        front->others = tree->count[i];
        lu->fill += tree->count[i];
    }
    int* merged = tree->scratch; // the front that one has become part of
    for ( int f = 0; f < count; ++f )
    {
        luFront *low = &lu->fronts[f], *high = f + 1 < count ? low + 1 : NULL;
        double zeros;
        merged[f] = high != NULL && tree->parent[low->first + low->pivots - 1] == high->first &&
            mayMerge( low, high, &zeros );
        if ( merged[f] )
        {
            high->first = low->first;
            high->pivots += low->pivots;
            high->zeros = zeros;
        }
    }
    lu->frontCount = 0;
    for ( int f = 0; f < count; ++f )
    {
        if ( !merged[f] ) { lu->fronts[lu->frontCount++] = lu->fronts[f]; }
    }
}

static int compareInts( const void* left, const void* right )
{
    const int *a = left, *b = right;
    return ( *a > *b ) - ( *a < *b );
}

/// Adds `row` to those of front f unless it is there or a pivot.
static void addRow( blockLu* lu, int f, int row, int* mark, int* count )
{
    const luFront* front = &lu->fronts[f];
    if ( row >= front->first + front->pivots && mark[row] != f )
    {
        mark[row] = f;
        lu->rows[front->rows + (size_t)( *count )++] = row;
    }
}

/// The rows of each front, from A and its children, and its parent, to which its first row belongs.
static void findRows( blockLu* lu, Tree* tree, const int* owner )
{
    int* mark = tree->more;
    memset( mark, -1, (size_t)tree->n * sizeof( int ) );
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        luFront* front = &lu->fronts[f];
        int count = 0;
        for ( int i = front->first; i < front->first + front->pivots; ++i )
        {
            for ( int k = tree->start[lu->order[i]]; k < tree->start[lu->order[i] + 1]; ++k )
            {
                addRow( lu, f, lu->place[tree->neighbour[k]], mark, &count );
            }
        }
        for ( int c = front->child; c >= 0; c = lu->fronts[c].sibling )
        {
            for ( int k = 0; k < lu->fronts[c].others; ++k )
            {
                addRow( lu, f, lu->rows[lu->fronts[c].rows + (size_t)k], mark, &count );
            }
        }
        SS_ASSERT( count == front->others );
        qsort( lu->rows + front->rows, (size_t)count, sizeof( int ), compareInts );
        front->parent = count > 0 ? owner[lu->rows[front->rows]] : -1;
        if ( count > 0 )
        {
            front->sibling = lu->fronts[front->parent].child;
            lu->fronts[front->parent].child = f;
        }
    }
}

/// Where the rows of each front lie in that of its parent.
static void findPlaces( blockLu* lu )
{
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        const luFront* front = &lu->fronts[f];
        const luFront* parent = front->parent >= 0 ? &lu->fronts[front->parent] : NULL;
        for ( int k = 0, at = 0; k < front->others; ++k )
        {
            int row = lu->rows[front->rows + (size_t)k], beyond = parent->first + parent->pivots;
            while ( row >= beyond && lu->rows[parent->rows + (size_t)at] != row ) { ++at; }
            lu->places[front->rows + (size_t)k] = row < beyond ? row - parent->first : parent->pivots + at;
        }
    }
}

static void findRuns( blockLu* lu )
{
    size_t used = 0;
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        luFront* front = &lu->fronts[f];
        const int* places = lu->places + front->rows;
        int pivots = front->parent >= 0 ? lu->fronts[front->parent].pivots : 0;
        luRun* runs = lu->runs + used;
        front->runs = used;
        front->runCount = front->runSplit = 0;
        for ( int k = 0; k < front->others; ++k )
        {
            bool next = k > 0 && places[k] == places[k - 1] + 1 && places[k] != pivots;
            luRun* run = &runs[next ? front->runCount - 1 : front->runCount++];
            int to = places[k] < pivots ? places[k] : places[k] - pivots;
            *run = next ? ( luRun ){ run->from, run->to, run->count + lu->d }
                        : ( luRun ){ k * lu->d, to * lu->d, lu->d };
            front->runSplit += places[k] < pivots && !next;
        }
        used += (size_t)front->runCount;
    }
}

/// Multiplications of a front.
static double workOf( const blockLu* lu, const luFront* front )
{
    double k = (double)( front->pivots * lu->d ), m = (double)( front->others * lu->d );
    return k * k * k / 3.0 + k * k * m + k * m * m;
}

/// Divides the fronts into families and those above: a front whose `work`, with all below it, exceeds
/// FAMILY_MOST is in no family, nor are its ancestors. Otherwise there is one family.
static void findFamilies( blockLu* lu, const double* work, bool isLarge )
{
    double most = isLarge ? FAMILY_MOST * lu->products : HUGE_VAL, sum = 0.0;
    lu->familyCount = lu->aboveCount = 0;
    for ( int f = 0, first = 0; f < lu->frontCount; ++f )
    {
        int parent = lu->fronts[f].parent;
        if ( work[f] > most )
        {
            lu->above[lu->aboveCount++] = f;
            first = f + 1;
            continue;
        }
        bool isRoot = parent < 0 || work[parent] > most, isLast = f == lu->frontCount - 1;
        sum += isRoot ? work[f] : 0.0;
        if ( isLast || ( isRoot && isLarge && ( sum > FAMILY_LEAST * lu->products || work[f + 1] > most ) ) )
        {
            lu->families[lu->familyCount++] = ( luFamily ){ .first = first, .last = f };
            first = f + 1;
            sum = 0.0;
        }
    }
}

/// Whether factors and updates with so many numbers are too large.
static bool isTooLarge( double numbers ) { return numbers * sizeof( double ) > FACTOR_BYTES_MAX; }

/// Puts the updates of listed fronts, or all from `first` on, on two own stacks. False: too large.
static bool stackUpdates( blockLu* lu, int count, const int* fronts, int first )
{
    size_t used[2] = { 0, 0 }, most[2] = { 0, 0 }, square = (size_t)( lu->d * lu->d );
    for ( int k = 0; k < count; ++k )
    {
        luFront* front = &lu->fronts[fronts != NULL ? fronts[k] : first + k];
        size_t* own = &used[front->isOdd];
        used[!front->isOdd] -= front->children; // they are the last ones there
        double numbers = (double)front->others * front->others * (double)square,
               more = fmax( (double)*own + numbers - (double)most[front->isOdd], 0.0 );
        if ( isTooLarge( (double)lu->factorSize + (double)( lu->updateSize + most[0] + most[1] ) + more ) )
        {
            return false;
        }
        size_t update = (size_t)front->others * (size_t)front->others * square;
        front->update = *own;
        *own += update;
        most[front->isOdd] = *own > most[front->isOdd] ? *own : most[front->isOdd];
        bool hasParent = front->parent >= 0 && ( fronts != NULL || front->parent < first + count );
        if ( hasParent ) { lu->fronts[front->parent].children += update; }
    }
    for ( int k = 0; k < count; ++k )
    {
        luFront* front = &lu->fronts[fronts != NULL ? fronts[k] : first + k];
        front->update += lu->updateSize + ( front->isOdd ? most[0] : 0 );
    }
    lu->updateSize += most[0] + most[1];
    return true;
}

/// Lays out the updates, in families if the work is to be shared. False when they are too large.
static bool layOutUpdates( blockLu* lu, const double* work, bool isShared )
{
    bool fits = true;
    lu->updateSize = 0;
    for ( int f = lu->frontCount - 1; f >= 0; --f )
    {
        luFront* front = &lu->fronts[f];
        front->children = 0;
        front->isOdd = front->parent >= 0 && !lu->fronts[front->parent].isOdd;
    }
    findFamilies( lu, work, isShared );
    for ( int k = 0; k < lu->familyCount && fits; ++k )
    {
        const luFamily* family = &lu->families[k];
        fits = stackUpdates( lu, family->last - family->first + 1, NULL, family->first );
    }
    return fits && stackUpdates( lu, lu->aboveCount, lu->above, 0 );
}

/// Lays out factors and updates. `work` has room for a number per front. False when they would be too large.
static bool layOut( blockLu* lu, double* work )
{
    size_t square = (size_t)( lu->d * lu->d );
    memset( work, 0, (size_t)lu->frontCount * sizeof( double ) );
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        luFront* front = &lu->fronts[f];
        size_t pivots = (size_t)front->pivots, others = (size_t)front->others;
        double own = workOf( lu, front );
        lu->othersMax = front->others > lu->othersMax ? front->others : lu->othersMax;
        if ( isTooLarge( (double)lu->factorSize +
                 (double)pivots * (double)( pivots + 2 * others ) * (double)square ) )
        {
            return false;
        }
        front->top = lu->factorSize;
        front->left = front->top + pivots * ( pivots + others ) * square;
        lu->factorSize = front->left + others * pivots * square;
        lu->products += own;
        work[f] += own;
        if ( front->parent >= 0 ) { work[front->parent] += work[f]; }
    }
    // Families have stacks of their own, which take more memory than those for all.
    bool isShared = lu->products >= FAMILIES_MIN;
    return ( isShared && layOutUpdates( lu, work, true ) ) || layOutUpdates( lu, work, false );
}

static bool makeFronts( blockLu* lu, Tree* tree )
{
    size_t total = 0;
    lu->fronts = ssArena_Alloc( lu->arena, ( (size_t)lu->n + 1 ) * sizeof( luFront ) );
    if ( lu->fronts == NULL ) { return false; }
    findFronts( lu, tree );
    int* owner = tree->scratch;
    for ( int f = 0; f < lu->frontCount; ++f )
    {
        luFront* front = &lu->fronts[f];
        for ( int i = 0; i < front->pivots; ++i ) { owner[front->first + i] = f; }
        front->child = front->sibling = -1;
        front->rows = total;
        total += (size_t)front->others;
    }
    lu->rows = ssArena_Alloc( lu->arena, ( total + 1 ) * sizeof( int ) );
    lu->places = ssArena_Alloc( lu->arena, ( total + 1 ) * sizeof( int ) );
    lu->families = ssArena_Alloc( lu->arena, ( (size_t)lu->frontCount + 1 ) * sizeof( luFamily ) );
    lu->above = ssArena_Alloc( lu->arena, ( (size_t)lu->frontCount + 1 ) * sizeof( int ) );
    lu->runs = ssArena_Alloc( lu->arena, ( total + 1 ) * sizeof( luRun ) );
    if ( !( lu->rows && lu->places && lu->families && lu->above && lu->runs ) ) { return false; }
    findRows( lu, tree, owner );
    findPlaces( lu );
    findRuns( lu );
    double* work = ssArena_Alloc( lu->arena, ( (size_t)lu->frontCount + 1 ) * sizeof( double ) );
    bool fits = work != NULL && layOut( lu, work );
    ssArena_Free( lu->arena, work );
    return fits;
}

/// The place of a row among those of a front.
static int findRow( const blockLu* lu, const luFront* front, int row )
{
    int low = 0, high = front->others - 1;
    while ( low < high )
    {
        int middle = ( low + high ) / 2;
        bool before = lu->rows[front->rows + (size_t)middle] < row;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return front->pivots + low;
}

/// Where block (row, column) of A goes, both as positions: to the front that eliminates the first of the two.
static luEntry placeEntry( const blockLu* lu, const luFront* front, int source, int row, int column )
{
    int end = front->first + front->pivots;
    size_t d = (size_t)lu->d, width = (size_t)( front->pivots + front->others ) * d,
           pivots = (size_t)front->pivots * d;
    size_t r = (size_t)( row < end ? row - front->first : findRow( lu, front, row ) ) * d;
    size_t c = (size_t)( column < end ? column - front->first : findRow( lu, front, column ) ) * d;
    int at = (int)( r / d );
    return r < pivots ? ( luEntry ){ source, at, (int)width, front->top + r * width + c }
                      : ( luEntry ){ source, at, (int)pivots, front->left + ( r - pivots ) * pivots + c };
}

static bool makeEntries( blockLu* lu, Tree* tree, const int* start, const int* column )
{
    int *owner = tree->scratch, *fill = tree->more;
    lu->entries = ssArena_Alloc( lu->arena, ( (size_t)start[lu->n] + 1 ) * sizeof( luEntry ) );
    if ( lu->entries == NULL ) { return false; }
    memset( fill, 0, ( (size_t)lu->n + 1 ) * sizeof( int ) );
    for ( int turn = 0; turn < 2; ++turn )
    {
        for ( int i = 0; i < lu->n; ++i )
        {
            for ( int k = start[i]; k < start[i + 1]; ++k )
            {
                int row = lu->place[i], other = lu->place[column[k]], f = owner[row < other ? row : other];
                if ( turn == 1 )
                {
                    lu->entries[lu->fronts[f].entries + fill[f]] =
                        placeEntry( lu, &lu->fronts[f], k, row, other );
                }
                fill[f] += 1;
            }
        }
        for ( int f = 0, at = 0; f < lu->frontCount && turn == 0; ++f )
        {
            lu->fronts[f].entries = at;
            at += fill[f];
            lu->fronts[f].entryCount = fill[f];
            fill[f] = 0;
        }
    }
    return true;
}

/// The rows of families that belong to fronts above. `mark`: one number per position. False: no memory.
static bool findOuter( blockLu* lu, int* mark )
{
    const luFront* root = &lu->fronts[lu->frontCount - 1];
    size_t total = root->rows + (size_t)root->others + 1;
    lu->outer = ssArena_Alloc( lu->arena, total * sizeof( int ) );
    lu->outerAt = ssArena_Alloc( lu->arena, total * sizeof( int ) );
    if ( !( lu->outer && lu->outerAt ) ) { return false; }
    memset( mark, -1, (size_t)lu->n * sizeof( int ) );
    int found = 0;
    for ( int k = 0; k < lu->familyCount; ++k )
    {
        luFamily* family = &lu->families[k];
        const luFront *begin = &lu->fronts[family->first], *last = &lu->fronts[family->last];
        family->end = last->first + last->pivots;
        family->outer = found;
        for ( size_t i = begin->rows; i < last->rows + (size_t)last->others; ++i )
        {
            int row = lu->rows[i];
            if ( row >= family->end && mark[row] < family->outer )
            {
                mark[row] = found;
                lu->outer[found++] = row;
            }
            lu->outerAt[i] = row >= family->end ? mark[row] - family->outer : -1;
        }
        family->outerCount = found - family->outer;
    }
    return true;
}

/// Gives each family room in `work`, from `used` on; returns the numbers that are then in use.
static size_t placeWork( blockLu* lu, size_t used )
{
    size_t d = (size_t)lu->d;
    for ( int k = 0; k < lu->familyCount; ++k )
    {
        luFamily* family = &lu->families[k];
        int most = 0;
        for ( int f = family->first; f <= family->last; ++f )
        {
            int rows = lu->fronts[f].pivots + lu->fronts[f].others;
            most = rows > most ? rows : most;
        }
        family->work = used;
        used += (size_t)( family->outerCount + most ) * d;
    }
    return used;
}

static bool allocateNumbers( blockLu* lu, Tree* tree )
{
    size_t square = (size_t)( lu->d * lu->d ), n = (size_t)lu->n + 1, work = 2 * n * (size_t)lu->d;
    if ( lu->aboveCount > 0 && (double)lu->factorSize > SHARED_FACTORS )
    {
        if ( !findOuter( lu, tree->scratch ) ) { return false; }
        work = placeWork( lu, work );
    }
    lu->diagonal = ssArena_Alloc( lu->arena, 2 * n * square * sizeof( double ) );
    lu->factors = ssArena_Reserve( lu->arena, ( lu->factorSize + 1 ) * sizeof( double ) );
    lu->updates = ssArena_Reserve( lu->arena, ( lu->updateSize + 1 ) * sizeof( double ) );
    lu->work = ssArena_Alloc( lu->arena, work * sizeof( double ) );
    return lu->diagonal && lu->factors && lu->updates && lu->work;
}

bool blockLuAnalyse(
    blockLu* lu, ssArena* arena, int n, int d, bool lasting, const int* start, const int* column )
{
    *lu = ( blockLu ){ .arena = arena, .mark = ssArena_Mark( arena ), .n = n, .d = d };
    Tree tree = { 0 };
    lu->order = ssArena_Alloc( lu->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    lu->place = ssArena_Alloc( lu->arena, ( (size_t)n + 1 ) * sizeof( int ) );
    bool room = lu->order && lu->place && makeTree( lu, &tree ) && makeGraph( lu, &tree, start, column );
    if ( room )
    {
        fillGraph graph = { .n = n, .start = tree.start, .neighbour = tree.neighbour };
        room = lasting ? fillOrder( arena, &graph, lu->order )
                       : fillMinimumDegree( arena, &graph, NULL, lu->order ) == n;
    }
    if ( room )
    {
        growTree( lu, &tree );
        room = postorder( lu, &tree );
    }
    if ( room )
    {
        growTree( lu, &tree ); // in the new order
        room = makeFronts( lu, &tree ) && makeEntries( lu, &tree, start, column ) &&
            allocateNumbers( lu, &tree );
    }
    freeTree( lu, &tree );
    return room;
}
