// SPDX-License-Identifier: MIT
#include "test_main.h"
#include "world_common.h"

#include "factorisation.h"
#include "slipstick/rng.h"
#include "slipstick/solver.h"
#include "step_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Sparse factorisations of random block matrices: what is solved satisfies the equations, for
// patterns of all kinds and sizes of blocks. Judged by products with the matrix itself, and by
// a dense elimination with full row pivoting.

enum
{
    rowsMax = 1000
};

typedef struct Matrix
{
    int rows, size;
    bool full[rowsMax][rowsMax];
    int start[rowsMax + 1];
    int* column;
    double* blocks;
    double diagonal; // what is added to the diagonal
} Matrix;

static Matrix s_matrix;

static double random01( ssRng* rng ) { return 2.0 * ssRng_Uniform( rng ) - 1.0; }

/// Fills the pattern `full` with random numbers.
static void fillMatrix( Matrix* m, ssRng* rng )
{
    int count = 0, square = m->size * m->size;
    for ( int i = 0; i < m->rows; ++i )
    {
        for ( int j = 0; j < m->rows; ++j ) { count += m->full[i][j]; }
    }
    m->column = calloc( (size_t)count + 1, sizeof( int ) );
    m->blocks = calloc( (size_t)( count * square ) + 1, sizeof( double ) );
    count = 0;
    for ( int i = 0; i < m->rows; ++i )
    {
        m->start[i] = count;
        for ( int j = 0; j < m->rows; ++j )
        {
            for ( int c = 0; c < square && m->full[i][j]; ++c )
            {
                m->blocks[count * square + c] =
                    random01( rng ) + ( i == j && c % ( m->size + 1 ) == 0 ? m->diagonal : 0.0 );
            }
            m->column[count] = j;
            count += m->full[i][j];
        }
    }
    m->start[m->rows] = count;
}

static void freeMatrix( Matrix* m )
{
    free( m->column );
    free( m->blocks );
}

typedef enum Pattern
{
    patternDiagonal,
    patternArrow,
    patternBand,
    patternDense,
    patternIslands,
    patternRandom,
    patternOneSided, // A_ij without A_ji
    patternCount
} Pattern;

static bool inPattern( Pattern pattern, int rows, int i, int j, ssRng* rng )
{
    double chance = ssRng_Uniform( rng );
    return i == j || pattern == patternDense || ( pattern == patternArrow && ( i == 0 || j == 0 ) ) ||
        ( pattern == patternBand && abs( i - j ) <= 2 ) || ( pattern == patternIslands && i / 7 == j / 7 ) ||
        ( ( pattern == patternRandom || pattern == patternOneSided ) && chance < 4.0 / rows );
}

static void makeMatrix( Matrix* m, Pattern pattern, int rows, int size, ssRng* rng )
{
    *m = ( Matrix ){ .rows = rows, .size = size, .diagonal = 6.0 * size };
    for ( int i = 0; i < rows; ++i )
    {
        for ( int j = 0; j < rows; ++j )
        {
            bool in = inPattern( pattern, rows, i, j, rng );
            m->full[i][j] = m->full[i][j] || in;
            m->full[j][i] = m->full[j][i] || ( in && pattern != patternOneSided );
        }
    }
    m->diagonal = pattern == patternDense || pattern == patternArrow ? 2.0 * size * rows : m->diagonal;
    fillMatrix( m, rng );
}

/// The largest |b - A x|.
static double defectOf( const Matrix* m, const double* b, const double* x )
{
    double worst = 0.0;
    int d = m->size;
    for ( int row = 0; row < m->rows * d; ++row )
    {
        double sum = b[row];
        for ( int k = m->start[row / d]; k < m->start[row / d + 1]; ++k )
        {
            for ( int c = 0; c < d; ++c )
            {
                sum -= m->blocks[k * d * d + ( row % d ) * d + c] * x[m->column[k] * d + c];
            }
        }
        worst = fmax( worst, fabs( sum ) );
    }
    return worst;
}

static double largest( int count, const double* x )
{
    double most = 0.0;
    for ( int i = 0; i < count; ++i ) { most = fmax( most, fabs( x[i] ) ); }
    return most;
}

/// Solves A x = b for a random b; the defect over (|A| |x|).
static double solveAndJudge( Matrix* m, ssRng* rng, double* x, bool* regular )
{
    double b[6 * rowsMax];
    int n = m->rows * m->size;
    for ( int i = 0; i < n; ++i ) { b[i] = x[i] = random01( rng ); }
    ssFactorisation* lu = NULL;
    ssResult result = ssCreateFactorisation( m->rows, m->size, m->start, m->column, &lu );
    *regular = result.code == ss_ok && ssFactorisation_Compute( lu, m->blocks );
    if ( *regular ) { ssFactorisation_Solve( lu, x ); }
    ssDestroyFactorisation( lu );
    double size =
        largest( m->start[m->rows] * m->size * m->size, m->blocks ) * fmax( largest( n, x ), 1e-300 );
    return defectOf( m, b, x ) / size;
}

TEST everyPatternIsSolvedToRounding( void )
{
    ssRng rng = ssSeedRng( 7 );
    static double x[6 * rowsMax];
    const int rows[] = { 1, 2, 9, 60, 150 };
    for ( int pattern = 0; pattern < patternCount; ++pattern )
    {
        for ( int size = 1; size <= SS_FACTOR_BLOCK_MAX; ++size )
        {
            for ( int k = 0; k < SS_COUNT( rows ); ++k )
            {
                bool regular;
                makeMatrix( &s_matrix, (Pattern)pattern, rows[k], size, &rng );
                double defect = solveAndJudge( &s_matrix, &rng, x, &regular );
                freeMatrix( &s_matrix );
                ASSERT( regular );
                ASSERT( defect < 1e-13 );
            }
        }
    }
    PASS();
}

/// x of A x = b by elimination with row pivoting on the dense matrix.
static void solveDense( const Matrix* m, double* x )
{
    int d = m->size, n = m->rows * d;
    double* a = calloc( (size_t)( n * n ), sizeof( double ) );
    for ( int i = 0; i < m->rows; ++i )
    {
        for ( int k = m->start[i]; k < m->start[i + 1]; ++k )
        {
            for ( int c = 0; c < d * d; ++c )
            {
                a[( i * d + c / d ) * n + m->column[k] * d + c % d] = m->blocks[k * d * d + c];
            }
        }
    }
    for ( int k = 0; k < n; ++k )
    {
        int pivot = k;
        for ( int i = k; i < n; ++i ) { pivot = fabs( a[i * n + k] ) > fabs( a[pivot * n + k] ) ? i : pivot; }
        for ( int j = 0; j <= n && pivot != k; ++j )
        {
            double *one = j < n ? &a[k * n + j] : &x[k], *two = j < n ? &a[pivot * n + j] : &x[pivot],
                   keep = *one;
            *one = *two;
            *two = keep;
        }
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = a[i * n + k] / a[k * n + k];
            for ( int j = k; j < n; ++j ) { a[i * n + j] -= factor * a[k * n + j]; }
            x[i] -= factor * x[k];
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j ) { x[k] -= a[k * n + j] * x[j]; }
        x[k] /= a[k * n + k];
    }
    free( a );
}

/// Adds E s E^T of a spring of stiffness s between two rows, whose E
/// is random, to A, and E f of a force to b.
static void addSpring( Matrix* m, ssRng* rng, const int* ends, double stiffness, double* b )
{
    double e[2 * SS_FACTOR_BLOCK_MAX], force = random01( rng );
    int d = m->size;
    for ( int i = 0; i < 2 * d; ++i )
    {
        e[i] = random01( rng );
        b[ends[i / d] * d + i % d] += e[i] * force;
    }
    for ( int i = 0; i < 4 * d * d; ++i )
    {
        int r = i / ( 2 * d ), c = i % ( 2 * d ), at = m->start[ends[r / d]];
        while ( m->column[at] != ends[c / d] ) { ++at; }
        m->blocks[at * d * d + ( r % d ) * d + c % d] += e[r] * stiffness * e[c];
    }
}

/// I + E S E^T of a chain of bodies, each held to its neighbours by five stiff
/// springs, and the forces of these springs.
static void makeChain( Matrix* m, int rows, ssRng* rng, double* b )
{
    makeMatrix( m, patternBand, rows, 6, rng );
    for ( int i = 0; i < 6 * rows; ++i ) { b[i] = 0.0; }
    for ( int i = 0; i < rows; ++i )
    {
        for ( int k = 36 * m->start[i]; k < 36 * m->start[i + 1]; ++k )
        {
            m->blocks[k] = m->column[k / 36] == i && k % 36 % 7 == 0 ? 1.0 : 0.0;
        }
    }
    for ( int k = 0; k < 5 * ( rows - 1 ); ++k )
    {
        addSpring( m, rng, ( const int[2] ){ k / 5, k / 5 + 1 }, 1e8 * ( 0.1 + ssRng_Uniform( rng ) ), b );
    }
}

// Some motions are free, a hundred million times as easy as the others. x is as small as the
// springs are stiff, and A x = b has nevertheless nearly as many digits as after an
// elimination that chooses its pivots among all rows.
TEST stiffSpringsBesideFreeMotionsLoseNoDigits( void )
{
    enum
    {
        rows = 40,
        size = 6 * rows
    };
    ssRng rng = ssSeedRng( 11 );
    int turns = testUpTo( 20, 10 ), worse = 0;
    for ( int turn = 0; turn < turns; ++turn )
    {
        double b[size], x[size], dense[size];
        makeChain( &s_matrix, rows, &rng, b );
        memcpy( x, b, sizeof( b ) );
        memcpy( dense, b, sizeof( b ) );
        ssFactorisation* lu = NULL;
        ASSERT_EQ( ss_ok, ssCreateFactorisation( rows, 6, s_matrix.start, s_matrix.column, &lu ).code );
        ASSERT( ssFactorisation_Compute( lu, s_matrix.blocks ) );
        ssFactorisation_Solve( lu, x );
        solveDense( &s_matrix, dense );
        double defect = defectOf( &s_matrix, b, x ), best = defectOf( &s_matrix, b, dense );
        ssDestroyFactorisation( lu );
        freeMatrix( &s_matrix );
        worse += defect > 100.0 * best;
    }
    ASSERT( worse <= 1 + turns / 10 ); // sometimes a body is eliminated early whose springs hardly hold it
    PASS();
}

TEST agreesWithADenseElimination( void )
{
    ssRng rng = ssSeedRng( 3 );
    double x[240], y[240];
    for ( int turn = 0; turn < 20; ++turn )
    {
        makeMatrix( &s_matrix, patternRandom, 40, 6, &rng );
        ssFactorisation* lu = NULL;
        ASSERT_EQ( ss_ok, ssCreateFactorisation( 40, 6, s_matrix.start, s_matrix.column, &lu ).code );
        ASSERT( ssFactorisation_Compute( lu, s_matrix.blocks ) );
        for ( int i = 0; i < 240; ++i ) { x[i] = y[i] = random01( &rng ); }
        ssFactorisation_Solve( lu, x );
        solveDense( &s_matrix, y );
        for ( int i = 0; i < 240; ++i ) { ASSERT_IN_RANGE( y[i], x[i], 1e-12 ); }
        ssDestroyFactorisation( lu );
        freeMatrix( &s_matrix );
    }
    PASS();
}

TEST pivotsInsideABlockAreChosen( void )
{
    // A block whose first diagonal number is zero, and one whose pivot is 1e-17 of the rest.
    const int start[] = { 0, 1 }, column[] = { 0 };
    const double blocks[2][4] = { { 0.0, 2.0, 3.0, 0.0 }, { 1e-17, 1.0, 1.0, 1.0 } };
    const double answers[2][2] = { { 1.0, 0.5 }, { 2.0, 1.0 } }; // of (1, 3)
    for ( int k = 0; k < 2; ++k )
    {
        ssFactorisation* lu = NULL;
        double x[2] = { 1.0, 3.0 };
        ASSERT_EQ( ss_ok, ssCreateFactorisation( 1, 2, start, column, &lu ).code );
        ASSERT( ssFactorisation_Compute( lu, blocks[k] ) );
        ssFactorisation_Solve( lu, x );
        ASSERT_IN_RANGE( answers[k][0], x[0], 1e-14 );
        ASSERT_IN_RANGE( answers[k][1], x[1], 1e-14 );
        ssDestroyFactorisation( lu );
    }
    PASS();
}

TEST aSingularMatrixIsRefusedAndTheNextOneSolved( void )
{
    ssRng rng = ssSeedRng( 11 );
    static double x[6 * rowsMax];
    makeMatrix( &s_matrix, patternRandom, 50, 3, &rng );
    ssFactorisation* lu = NULL;
    ASSERT_EQ( ss_ok, ssCreateFactorisation( 50, 3, s_matrix.start, s_matrix.column, &lu ).code );
    size_t bytes = (size_t)( s_matrix.start[50] * 9 ) * sizeof( double );
    double* spoilt = calloc( 1, bytes );
    memcpy( spoilt, s_matrix.blocks, bytes );
    for ( int k = s_matrix.start[20]; k < s_matrix.start[21]; ++k )
    {
        memset( spoilt + 9 * k, 0, 3 * sizeof( double ) ); // one row of zeros
    }
    ASSERT_FALSE( ssFactorisation_Compute( lu, spoilt ) );
    ASSERT( ssFactorisation_Compute( lu, s_matrix.blocks ) );
    double b[150];
    for ( int i = 0; i < 150; ++i ) { b[i] = x[i] = random01( &rng ); }
    ssFactorisation_Solve( lu, x );
    ASSERT( defectOf( &s_matrix, b, x ) < 1e-13 );
    free( spoilt );
    ssDestroyFactorisation( lu );
    freeMatrix( &s_matrix );
    PASS();
}

TEST aNearlySingularMatrixKeepsASmallDefect( void )
{
    ssRng rng = ssSeedRng( 5 );
    static double x[6 * rowsMax];
    for ( int turn = 0; turn < 10; ++turn )
    {
        bool regular;
        makeMatrix( &s_matrix, patternBand, 40, 6, &rng );
        // Rows of widely different sizes, as contacts with large and small forces have.
        for ( int i = 0; i < 40; ++i )
        {
            double scale = pow( 10.0, 8.0 * random01( &rng ) );
            for ( int k = 36 * s_matrix.start[i]; k < 36 * s_matrix.start[i + 1]; ++k )
            {
                s_matrix.blocks[k] *= scale;
            }
        }
        double defect = solveAndJudge( &s_matrix, &rng, x, &regular );
        freeMatrix( &s_matrix );
        ASSERT( regular );
        ASSERT( defect < 1e-12 );
    }
    PASS();
}

TEST theSameMatrixGivesTheSameBits( void )
{
    static double x[2][6 * rowsMax];
    bool regular;
    for ( int turn = 0; turn < 2; ++turn )
    {
        ssRng rng = ssSeedRng( 17 );
        makeMatrix( &s_matrix, patternRandom, 200, 6, &rng );
        solveAndJudge( &s_matrix, &rng, x[turn], &regular );
        freeMatrix( &s_matrix );
        ASSERT( regular );
    }
    ASSERT_MEM_EQ( x[0], x[1], 1200 * sizeof( double ) );
    PASS();
}

/// The fill of exact minimum degree, by elimination on the full graph.
static double bruteFill( const Matrix* m )
{
    static bool near[rowsMax][rowsMax];
    static bool gone[rowsMax];
    double fill = 0.0;
    memset( gone, 0, sizeof( gone ) );
    for ( int i = 0; i < m->rows; ++i )
    {
        for ( int j = 0; j < m->rows; ++j ) { near[i][j] = i != j && ( m->full[i][j] || m->full[j][i] ); }
    }
    for ( int turn = 0; turn < m->rows; ++turn )
    {
        int best = -1, least = rowsMax;
        for ( int i = 0; i < m->rows; ++i )
        {
            int degree = 0;
            for ( int j = 0; j < m->rows; ++j ) { degree += near[i][j] && !gone[j]; }
            if ( !gone[i] && degree < least )
            {
                best = i;
                least = degree;
            }
        }
        gone[best] = true;
        fill += least;
        for ( int i = 0; i < m->rows; ++i )
        {
            for ( int j = 0; j < m->rows; ++j )
            {
                near[i][j] =
                    near[i][j] || ( i != j && near[best][i] && near[best][j] && !gone[i] && !gone[j] );
            }
        }
    }
    return fill;
}

/// Neighbours in a grid of points in space, a little distorted.
static void makeGrid( Matrix* m, int side, int size, ssRng* rng )
{
    *m = ( Matrix ){ .rows = side * side * side, .size = size, .diagonal = 10.0 * size };
    for ( int i = 0; i < m->rows; ++i )
    {
        const int steps[3] = { 1, side, side * side };
        m->full[i][i] = true;
        for ( int k = 0; k < 3; ++k )
        {
            int j = i + steps[k];
            bool same = i / ( steps[k] * side ) == j / ( steps[k] * side );
            if ( same && j < m->rows && ssRng_Uniform( rng ) < 0.9 ) { m->full[i][j] = m->full[j][i] = true; }
        }
    }
    fillMatrix( m, rng );
}

TEST theOrderNeedsAboutTheFillOfMinimumDegree( void )
{
    ssRng rng = ssSeedRng( 23 );
    for ( int turn = 0; turn < 6; ++turn )
    {
        turn % 2 == 0 ? makeMatrix( &s_matrix, patternRandom, 120 + 40 * turn, 1, &rng )
                      : makeGrid( &s_matrix, 4 + turn / 2, 1, &rng );
        ssFactorisation* lu = NULL;
        ASSERT_EQ(
            ss_ok, ssCreateFactorisation( s_matrix.rows, 1, s_matrix.start, s_matrix.column, &lu ).code );
        double fill = ssFactorisation_Size( lu ).fill;
        ssDestroyFactorisation( lu );
        ASSERT( fill <= 1.15 * bruteFill( &s_matrix ) );
        freeMatrix( &s_matrix );
    }
    PASS();
}

TEST largeGraphsAreCutAndSolved( void )
{
    // From several hundred rows on the order looks for separators; here of
    // a grid, and of loose pieces and chains.
    ssRng rng = ssSeedRng( 29 );
    static double x[6 * rowsMax];
    const Pattern patterns[] = { patternIslands, patternBand, patternDiagonal, patternArrow, patternRandom };
    bool regular;
    makeGrid( &s_matrix, 9, 3, &rng );
    ASSERT( solveAndJudge( &s_matrix, &rng, x, &regular ) < 1e-13 && regular );
    ssFactorisation* lu = NULL;
    ASSERT_EQ( ss_ok, ssCreateFactorisation( s_matrix.rows, 3, s_matrix.start, s_matrix.column, &lu ).code );
    ASSERT( ssFactorisation_Size( lu ).fill <= 1.05 * bruteFill( &s_matrix ) );
    ssDestroyFactorisation( lu );
    freeMatrix( &s_matrix );
    for ( int k = 0; k < SS_COUNT( patterns ); ++k )
    {
        makeMatrix( &s_matrix, patterns[k], 700, 2, &rng );
        double defect = solveAndJudge( &s_matrix, &rng, x, &regular );
        freeMatrix( &s_matrix );
        ASSERT( regular && defect < 1e-13 );
    }
    PASS();
}

/// Cuts a grid of 9 × 9 × 9 into two halves and single points.
static void cutGrid( Matrix* m, ssRng* rng )
{
    freeMatrix( m );
    for ( int i = 0; i < m->rows; ++i )
    {
        int layer = i / 81;
        for ( int j = 0; j < m->rows && ( layer == 4 || i % 11 == 0 ); ++j )
        {
            m->full[i][j] = m->full[j][i] = i == j;
        }
    }
    fillMatrix( m, rng );
}

/// Threads that begin with the last block.
static void reversedThreads( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    (void)hookContext;
    for ( int block = blocks - 1; block >= 0; --block ) { task( context, block ); }
}

TEST threadsDoNotChangeTheBits( void )
{
    static double serial[6 * rowsMax], b[6 * rowsMax], x[6 * rowsMax];
    ssRng rng = ssSeedRng( 31 );
    for ( int turn = 0; turn < 4; ++turn )
    {
        // A grid, a random graph, one front with everything, and a grid with loose pieces.
        turn % 3 == 0   ? makeGrid( &s_matrix, 8 + turn / 3, 6, &rng )
            : turn == 1 ? makeMatrix( &s_matrix, patternRandom, 400, 6, &rng )
                        : makeMatrix( &s_matrix, patternDense, 60, 6, &rng );
        if ( turn == 3 ) { cutGrid( &s_matrix, &rng ); }
        int n = 6 * s_matrix.rows;
        for ( int threads = 0; threads <= 5; ++threads )
        {
            ssFactorisation* lu = NULL;
            ASSERT_EQ(
                ss_ok, ssCreateFactorisation( s_matrix.rows, 6, s_matrix.start, s_matrix.column, &lu ).code );
            ASSERTm( "worth sharing", ssFactorisation_Size( lu ).multiplications > 3e6 );
            if ( threads > 0 ) { ssSetParallelFor( threads == 5 ? reversedThreads : testThreads, &threads ); }
            for ( int i = 0; i < n; ++i ) { b[i] = x[i] = sin( (double)i ); }
            bool isRegular = ssFactorisation_Compute( lu, s_matrix.blocks );
            ssFactorisation_Solve( lu, x );
            ssSetParallelFor( NULL, NULL );
            ASSERT( isRegular );
            ASSERT( defectOf( &s_matrix, b, x ) < 1e-11 );
            ssDestroyFactorisation( lu );
            if ( threads == 0 ) { memcpy( serial, x, sizeof( x ) ); }
            ASSERT_MEM_EQ( serial, x, (size_t)n * sizeof( double ) );
        }
        freeMatrix( &s_matrix );
    }
    PASS();
}

/// Where number i of vector k lies in groups of vectors.
static double* inGroups( const blockLu* lu, double* groups, int k, int i )
{
    int row = lu->place[i / lu->d] * lu->d + i % lu->d;
    return groups + (size_t)( k / LU_GROUP ) * blockLuGroupSize( lu ) +
        (size_t)( row * LU_GROUP + k % LU_GROUP );
}

TEST vectorsInGroupsAreSolvedAsOneByOne( void )
{
    static double x[6 * rowsMax];
    static const int used[] = { LU_GROUP, 6, LU_GROUP, 3 }; // of each group; the others stay as they are
    ssRng rng = ssSeedRng( 43 );
    for ( int turn = 0; turn < 4; ++turn )
    {
        int size = turn == 0 ? 6 : 2 + turn, vectors = ( 1 + turn ) * LU_GROUP;
        turn == 0 ? makeGrid( &s_matrix, 8, 6, &rng )
                  : makeMatrix( &s_matrix, turn == 1 ? patternBand : patternRandom, 300, size, &rng );
        int n = s_matrix.rows * size;
        blockLu lu;
        ASSERT( blockLuAnalyse( &lu, NULL, s_matrix.rows, size, true, s_matrix.start, s_matrix.column ) );
        ASSERT( blockLuFactor( &lu, s_matrix.blocks ) );
        ASSERTm( "threads share solving", lu.outer != NULL || turn > 0 );
        double* groups = calloc( (size_t)( 1 + turn ) * blockLuGroupSize( &lu ), sizeof( double ) );
        double* right = calloc( (size_t)( vectors * n ), sizeof( double ) );
        for ( int i = 0; i < vectors * n; ++i )
        {
            // Those of the last group have two numbers, the others all.
            bool isIn = i / n < turn * LU_GROUP || i % n / 2 == i / n;
            right[i] = isIn ? sin( i + 1.0 ) : 0.0;
            *inGroups( &lu, groups, i / n, i % n ) = right[i];
        }
        blockLuSolveGroups( &lu, 1 + turn, used[turn], groups );
        for ( int k = 0; k < vectors; ++k )
        {
            double error = 0.0, largest = 0.0;
            memcpy( x, right + k * n, (size_t)n * sizeof( double ) );
            if ( k % LU_GROUP < used[turn] ) { blockLuSolve( &lu, x ); }
            for ( int i = 0; i < n; ++i )
            {
                error = fmax( error, fabs( *inGroups( &lu, groups, k, i ) - x[i] ) );
                largest = fmax( largest, fabs( x[i] ) );
            }
            ASSERT( largest > 0.0 && error < 1e-12 * largest );
        }
        free( right );
        free( groups );
        blockLuFree( &lu );
        freeMatrix( &s_matrix );
    }
    PASS();
}

TEST aSingularBlockIsFoundOnEveryThread( void )
{
    ssRng rng = ssSeedRng( 37 );
    int threads = 4, tried = 0, found = 0, solved = 0;
    makeGrid( &s_matrix, 8, 6, &rng );
    ssFactorisation* lu = NULL;
    ASSERT_EQ( ss_ok, ssCreateFactorisation( s_matrix.rows, 6, s_matrix.start, s_matrix.column, &lu ).code );
    ssSetParallelFor( testThreads, &threads );
    for ( int row = 0; row < s_matrix.rows; row += 37 )
    {
        size_t first = (size_t)s_matrix.start[row] * 36, last = (size_t)s_matrix.start[row + 1] * 36;
        double kept[7 * 36];
        memcpy( kept, s_matrix.blocks + first, ( last - first ) * sizeof( double ) );
        memset( s_matrix.blocks + first, 0, ( last - first ) * sizeof( double ) );
        found += ssFactorisation_Compute( lu, s_matrix.blocks ) ? 0 : 1;
        memcpy( s_matrix.blocks + first, kept, ( last - first ) * sizeof( double ) );
        solved += ssFactorisation_Compute( lu, s_matrix.blocks ) ? 1 : 0;
        tried += 1;
    }
    ssSetParallelFor( NULL, NULL );
    ASSERT_EQ( tried, found );
    ASSERT_EQ( tried, solved );
    ssDestroyFactorisation( lu );
    freeMatrix( &s_matrix );
    PASS();
}

TEST chainsAndStarsFillNothing( void )
{
    ssRng rng = ssSeedRng( 1 );
    const Pattern patterns[] = { patternArrow, patternDiagonal };
    for ( int k = 0; k < 2; ++k )
    {
        makeMatrix( &s_matrix, patterns[k], 300, 1, &rng );
        ssFactorisation* lu = NULL;
        ASSERT_EQ( ss_ok, ssCreateFactorisation( 300, 1, s_matrix.start, s_matrix.column, &lu ).code );
        ASSERT_IN_RANGE( k == 0 ? 299.0 : 0.0, ssFactorisation_Size( lu ).fill, 0.0 );
        ssDestroyFactorisation( lu );
        freeMatrix( &s_matrix );
    }
    PASS();
}

TEST badPatternsAreRefused( void )
{
    const int start[] = { 0, 1, 2 }, column[] = { 0, 2 };
    ssFactorisation* lu = NULL;
    ASSERT_EQ( ss_errorValue, ssCreateFactorisation( 2, 3, start, column, &lu ).code );
    ASSERT( lu == NULL );
    ASSERT_EQ( ss_errorValue, ssCreateFactorisation( 1, 7, start, column, &lu ).code );
    ASSERT_EQ( ss_ok, ssCreateFactorisation( 0, 6, start, column, &lu ).code );
    ASSERT( ssFactorisation_Compute( lu, NULL ) );
    ssDestroyFactorisation( lu );
    PASS();
}

// ------------------------------------------------------------------------------------ the matrices of `path`

/// The largest |A - A^T| over the largest |A|.
static double asymmetryOf( const ssStepMatrix* m )
{
    double worst = 0.0, most = 0.0;
    for ( int i = 0; i < m->rows; ++i )
    {
        for ( int k = m->start[i]; k < m->start[i + 1]; ++k )
        {
            int back = m->start[m->column[k]];
            while ( m->column[back] != i )
            {
                ++back; // the pattern is symmetric, or this ends in the next row
            }
            for ( int r = 0; r < 6; ++r )
            {
                for ( int c = 0; c < 6; ++c )
                {
                    double own = m->blocks[36 * k + 6 * r + c], other = m->blocks[36 * back + 6 * c + r];
                    worst = fabs( own - other ) > worst ? fabs( own - other ) : worst;
                    most = fabs( own ) > most ? fabs( own ) : most;
                }
            }
        }
    }
    return worst / most;
}

TEST theStepOfAConvexLawIsSymmetric( void )
{
    // The relaxed law is the gradient of a convex function, so that its steps have
    // symmetric matrices; Coulomb's law is not.
    const ssContactForm laws[] = { ss_contactFormRelaxed, ss_contactFormSaxce };
    for ( int k = 0; k < 2; ++k )
    {
        ssPackingDef def = ssDefaultPackingDef();
        def.settled = true;
        def.contacts = 60;
        def.dimension = 5;
        def.law = laws[k];
        ssProblem problem;
        ssStepMatrix matrix;
        ASSERT_EQ( ss_ok, ssMakePacking( &def, &problem ).code );
        double* p = calloc( (size_t)ssProblem_Size( &problem ), sizeof( double ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            p[5 * i] = 1e-4 * ( 1 + i % 3 );
            p[5 * i + 1] = 0.5e-4;
        }
        ASSERT_EQ( ss_ok, ssMakeStepMatrix( &problem, p, 1e-3, &matrix ).code );
        double asymmetry = asymmetryOf( &matrix );
        ASSERT( k == 0 ? asymmetry < 1e-10 : asymmetry > 1e-3 );
        ASSERT_EQ( problem.bodyCount, matrix.rows );
        ssStepMatrix_Destroy( &matrix );
        ASSERT_EQ( ss_errorValue, ssMakeStepMatrix( &problem, p, 0.0, &matrix ).code );
        ASSERT( matrix.blocks == NULL );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

SUITE( factorisation )
{
    RUN_TEST( everyPatternIsSolvedToRounding );
    RUN_TEST( stiffSpringsBesideFreeMotionsLoseNoDigits );
    RUN_TEST( agreesWithADenseElimination );
    RUN_TEST( pivotsInsideABlockAreChosen );
    RUN_TEST( aSingularMatrixIsRefusedAndTheNextOneSolved );
    RUN_TEST( aNearlySingularMatrixKeepsASmallDefect );
    RUN_TEST( theSameMatrixGivesTheSameBits );
    RUN_TEST( theOrderNeedsAboutTheFillOfMinimumDegree );
    RUN_TEST( largeGraphsAreCutAndSolved );
    RUN_TEST( threadsDoNotChangeTheBits );
    RUN_TEST( vectorsInGroupsAreSolvedAsOneByOne );
    RUN_TEST( aSingularBlockIsFoundOnEveryThread );
    RUN_TEST( chainsAndStarsFillNothing );
    RUN_TEST( badPatternsAreRefused );
    RUN_TEST( theStepOfAConvexLawIsSymmetric );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( factorisation );
    return TEST_END();
}
