// SPDX-License-Identifier: MIT
#include "cli/bench/bench_row_lu.h"

#include "slipstick/advanced/factorisation.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void rowLuFree( rowLu* lu )
{
    void* owned[] = { lu->order, lu->place, lu->upStart, lu->upColumn, lu->up, lu->lowStart, lu->lowColumn,
        lu->low, lu->inverse, lu->work };
    for ( int i = 0; i < (int)( sizeof( owned ) / sizeof( owned[0] ) ); ++i )
    {
        free( owned[i] );
    }
    *lu = ( rowLu ){ 0 };
}

// --------------------------------------------------------------------------------------------------------- ordering

static int countBits( uint64_t x )
{
    x = x - ( ( x >> 1 ) & 0x5555555555555555u );
    x = ( x & 0x3333333333333333u ) + ( ( x >> 2 ) & 0x3333333333333333u );
    x = ( x + ( x >> 4 ) ) & 0x0f0f0f0f0f0f0f0fu;
    return (int)( ( x * 0x0101010101010101u ) >> 56 );
}

static int lowestBit( uint64_t x )
{
    return countBits( ( x & ( ~x + 1u ) ) - 1u );
}

typedef struct Graph
{
    int n, words;
    uint64_t* rows; // bit j of row i is set if i and j are neighbours
    int* degree;    // number of neighbours; -1: eliminated
} Graph;

static bool makeGraph( Graph* graph, int n, const int* start, const int* column )
{
    graph->n = n;
    graph->words = ( n + 63 ) / 64;
    graph->rows = calloc( 1, ( (size_t)n * (size_t)graph->words + 1 ) * sizeof( uint64_t ) );
    graph->degree = calloc( 1, ( (size_t)n + 1 ) * sizeof( int ) );
    if ( graph->rows == NULL || graph->degree == NULL )
    {
        return false;
    }
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = start[i]; k < start[i + 1]; ++k )
        {
            int j = column[k];
            if ( j != i )
            {
                graph->rows[(size_t)i * (size_t)graph->words + (size_t)( j / 64 )] |= (uint64_t)1
                    << ( j % 64 );
                graph->rows[(size_t)j * (size_t)graph->words + (size_t)( i / 64 )] |= (uint64_t)1
                    << ( i % 64 );
            }
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        for ( int w = 0; w < graph->words; ++w )
        {
            graph->degree[i] += countBits( graph->rows[(size_t)i * (size_t)graph->words + (size_t)w] );
        }
    }
    return true;
}

/// Eliminates the vertex of least degree and connects its neighbours to each other. Its row keeps them: they are the
/// columns right of its diagonal.
static int eliminateNext( Graph* graph )
{
    int least = -1;
    for ( int i = 0; i < graph->n; ++i )
    {
        if ( graph->degree[i] >= 0 && ( least < 0 || graph->degree[i] < graph->degree[least] ) )
        {
            least = i;
        }
    }
    const uint64_t* row = graph->rows + (size_t)least * (size_t)graph->words;
    graph->degree[least] = -1;
    for ( int w = 0; w < graph->words; ++w )
    {
        for ( uint64_t bits = row[w]; bits != 0; bits &= bits - 1 )
        {
            int j = 64 * w + lowestBit( bits );
            uint64_t* other = graph->rows + (size_t)j * (size_t)graph->words;
            int degree = 0;
            for ( int v = 0; v < graph->words; ++v )
            {
                other[v] |= row[v];
                other[v] &= v == j / 64 ? ~( (uint64_t)1 << ( j % 64 ) ) : ~(uint64_t)0;
                other[v] &= v == least / 64 ? ~( (uint64_t)1 << ( least % 64 ) ) : ~(uint64_t)0;
                degree += countBits( other[v] );
            }
            graph->degree[j] = degree;
        }
    }
    return least;
}

static bool allocatePatterns( rowLu* lu, size_t count )
{
    size_t square = (size_t)( 36 ), n = (size_t)lu->n + 1;
    lu->upColumn = calloc( 1, ( count + 1 ) * sizeof( int ) );
    lu->lowColumn = calloc( 1, ( count + 1 ) * sizeof( int ) );
    lu->up = calloc( 1, ( count + 1 ) * square * sizeof( double ) );
    lu->low = calloc( 1, ( count + 1 ) * square * sizeof( double ) );
    lu->inverse = calloc( 1, n * square * sizeof( double ) );
    lu->work = calloc( 1, n * square * sizeof( double ) );
    return lu->upColumn && lu->lowColumn && lu->up && lu->low && lu->inverse && lu->work;
}

static void insertSorted( int* list, int count, int value )
{
    while ( count > 0 && list[count - 1] > value )
    {
        list[count] = list[count - 1];
        --count;
    }
    list[count] = value;
}

/// Takes the pattern of U from the eliminated graph, in positions; the pattern of L is its transpose.
static void fillPatterns( rowLu* lu, const Graph* graph )
{
    for ( int position = 0; position < lu->n; ++position )
    {
        const uint64_t* row = graph->rows + (size_t)lu->order[position] * (size_t)graph->words;
        int count = 0;
        for ( int w = 0; w < graph->words; ++w )
        {
            for ( uint64_t bits = row[w]; bits != 0; bits &= bits - 1 )
            {
                int at = lu->place[64 * w + lowestBit( bits )];
                insertSorted( lu->upColumn + lu->upStart[position], count++, at );
                lu->lowStart[at + 1] += 1;
            }
        }
    }
    for ( int i = 0; i < lu->n; ++i )
    {
        lu->lowStart[i + 1] += lu->lowStart[i];
    }
    // Filling in the order of positions makes each row of L ascend.
    for ( int position = 0; position < lu->n; ++position )
    {
        for ( int k = lu->upStart[position]; k < lu->upStart[position + 1]; ++k )
        {
            lu->lowColumn[lu->lowStart[lu->upColumn[k]]++] = position;
        }
    }
    for ( int i = lu->n; i > 0; --i )
    {
        lu->lowStart[i] = lu->lowStart[i - 1];
    }
    lu->lowStart[0] = 0;
}

bool rowLuAnalyse( rowLu* lu, int n, const int* start, const int* column )
{
    *lu = ( rowLu ){ .n = n };
    Graph graph = { 0 };
    lu->order = calloc( 1, ( (size_t)n + 1 ) * sizeof( int ) );
    lu->place = calloc( 1, ( (size_t)n + 1 ) * sizeof( int ) );
    lu->upStart = calloc( 1, ( (size_t)n + 2 ) * sizeof( int ) );
    lu->lowStart = calloc( 1, ( (size_t)n + 2 ) * sizeof( int ) );
    bool room =
        lu->order && lu->place && lu->upStart && lu->lowStart && makeGraph( &graph, n, start, column );
    size_t count = 0;
    for ( int position = 0; position < n && room; ++position )
    {
        int next = eliminateNext( &graph );
        const uint64_t* row = graph.rows + (size_t)next * (size_t)graph.words;
        lu->order[position] = next;
        lu->place[next] = position;
        lu->upStart[position] = (int)count;
        for ( int w = 0; w < graph.words; ++w )
        {
            count += (size_t)countBits( row[w] );
        }
        room = count < ( (size_t)1 << 30 );
    }
    room = room && allocatePatterns( lu, count );
    if ( room )
    {
        lu->upStart[n] = (int)count;
        fillPatterns( lu, &graph );
    }
    free( graph.rows );
    free( graph.degree );
    return room;
}

// ---------------------------------------------------------------------------------------------------------- numbers

/// x y + z, rounded twice: a fused operation would be faster where the processor has one, with other bits than elsewhere.
static inline __attribute__( ( always_inline ) ) double mulAdd( double x, double y, double z )
{
    return x * y + z;
}

/// c += a b. A factorisation spends its time here, so each row of c is summed up in registers before it is stored.
static inline __attribute__( ( always_inline ) ) void addProduct(
    int d, const double* restrict a, const double* restrict b, double* restrict c )
{
    for ( int i = 0; i < d; ++i )
    {
        double row[6];
        for ( int j = 0; j < d; ++j )
        {
            row[j] = c[i * d + j];
        }
        for ( int k = 0; k < d; ++k )
        {
            double factor = a[i * d + k];
            for ( int j = 0; j < d; ++j )
            {
                row[j] = mulAdd( factor, b[k * d + j], row[j] );
            }
        }
        for ( int j = 0; j < d; ++j )
        {
            c[i * d + j] = row[j];
        }
    }
}

/// c = -a b
static inline __attribute__( ( always_inline ) ) void negativeProduct(
    int d, const double* a, const double* b, double* c )
{
    memset( c, 0, (size_t)( d * d ) * sizeof( double ) );
    addProduct( d, a, b, c );
    for ( int i = 0; i < d * d; ++i )
    {
        c[i] = -c[i];
    }
}

/// Factors row by row: scatters the row of A into `work`, subtracts the rows above, and stores the result.
static inline __attribute__( ( always_inline ) ) bool factorRows(
    rowLu* lu, int d, const int* start, const int* column, const double* blocks )
{
    size_t square = (size_t)( d * d );
    double* work = lu->work;
    memset( work, 0, (size_t)lu->n * square * sizeof( double ) );
    for ( int i = 0; i < lu->n; ++i )
    {
        int source = lu->order[i];
        for ( int k = start[source]; k < start[source + 1]; ++k )
        {
            memcpy( work + (size_t)lu->place[column[k]] * square, blocks + (size_t)k * square,
                square * sizeof( double ) );
        }
        for ( int l = lu->lowStart[i]; l < lu->lowStart[i + 1]; ++l )
        {
            int k = lu->lowColumn[l];
            double* factor = lu->low + (size_t)l * square;
            double* own = work + (size_t)k * square;
            negativeProduct( d, own, lu->inverse + (size_t)k * square, factor );
            memset( own, 0, square * sizeof( double ) );
            for ( int u = lu->upStart[k]; u < lu->upStart[k + 1]; ++u )
            {
                addProduct( d, factor, lu->up + (size_t)u * square, work + (size_t)lu->upColumn[u] * square );
            }
        }
        if ( !ssInvertBlock( d, work + (size_t)i * square, lu->inverse + (size_t)i * square ) )
        {
            return false;
        }
        memset( work + (size_t)i * square, 0, square * sizeof( double ) );
        for ( int u = lu->upStart[i]; u < lu->upStart[i + 1]; ++u )
        {
            double* own = work + (size_t)lu->upColumn[u] * square;
            memcpy( lu->up + (size_t)u * square, own, square * sizeof( double ) );
            memset( own, 0, square * sizeof( double ) );
        }
    }
    return true;
}

bool rowLuFactor( rowLu* lu, const int* start, const int* column, const double* blocks )
{
    return factorRows( lu, 6, start, column, blocks );
}
