// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "problem/problem_private.h"

#include "slipstick/rng.h"
#include "slipstick/solver.h"

// Contact problems of FCLIB: the file's contents are the problem, however they are stored, and what is wrong
// is named by its dataset. Files are written here with HDF5, and by FCLIB itself where it is installed.

TEST withoutHdf5TheMessageSaysHowToGetIt( void )
{
    ssProblem problem;
    ssResult result = ssReadProblem( "\x89HDF\r\n\x1a\n", 8, &problem );
    ASSERT_EQ( ss_errorFormat, result.code );
    ASSERTm( result.message, testContains( result.message, "libfclib-dev" ) );
    PASS();
}

#if defined( TEST_HDF5 )

#include "slipstick/hdf5.h"

#include <hdf5.h>
#if defined( TEST_FCLIB )
#include <fclib.h>
#endif

// --------------------------------------------------------------------------------------------------- writing

typedef struct Matrix
{
    int rows, columns;
    double value[32][32];
} Matrix;

enum
{
    asTriplets,
    asColumns,
    asRows
};

static hid_t makeFile( const char* path )
{
    return H5Fcreate( path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT );
}

static void makeGroup( hid_t file, const char* name )
{
    H5Gclose( H5Gcreate2( file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT ) );
}

static void put( hid_t file, const char* name, hid_t stored, hid_t native, int count, const void* numbers )
{
    hsize_t size = (hsize_t)count;
    hid_t space = H5Screate_simple( 1, &size, NULL );
    hid_t set = H5Dcreate2( file, name, stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT );
    if ( numbers != NULL ) { H5Dwrite( set, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers ); }
    H5Dclose( set );
    H5Sclose( space );
}

static void putInts( hid_t file, const char* name, int count, const int* numbers )
{
    put( file, name, H5T_STD_I32LE, H5T_NATIVE_INT, count, numbers );
}

static void putDoubles( hid_t file, const char* name, int count, const double* numbers )
{
    put( file, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, count, numbers );
}

static void putMember( hid_t file, const char* group, const char* name, int count, const int* numbers )
{
    char path[128];
    snprintf( path, sizeof( path ), "%s/%s", group, name );
    putInts( file, path, count, numbers );
}

static void putMatrix( hid_t file, const char* group, const Matrix* matrix, int storage )
{
    int p[1200] = { 0 }, i[1200], count = 0;
    double x[1200];
    int lines = storage == asRows ? matrix->rows : matrix->columns;
    int across = storage == asRows ? matrix->columns : matrix->rows;
    for ( int l = 0; l < lines; ++l )
    {
        for ( int k = 0; k < across; ++k )
        {
            double value = storage == asRows ? matrix->value[l][k] : matrix->value[k][l];
            if ( value != 0.0 )
            {
                if ( storage == asTriplets )
                {
                    p[count] = l; // CSparse: p holds the columns
                }
                i[count] = k;
                x[count++] = value;
            }
        }
        if ( storage != asTriplets ) { p[l + 1] = count; }
    }
    int nz = storage == asTriplets ? count : storage == asColumns ? -1 : -2;
    char path[128];
    makeGroup( file, group );
    putMember( file, group, "nzmax", 1, &count );
    putMember( file, group, "m", 1, &matrix->rows );
    putMember( file, group, "n", 1, &matrix->columns );
    putMember( file, group, "nz", 1, &nz );
    putMember( file, group, "p", storage == asTriplets ? count : lines + 1, p );
    putMember( file, group, "i", count, i );
    snprintf( path, sizeof( path ), "%s/x", group );
    putDoubles( file, path, count, x );
}

static const char* scratchFile( void )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/problem", testScratch() );
    return path;
}

// -------------------------------------------------------------------------------------------------- problems

#define CONTACTS 4
#define SIZE ( 3 * CONTACTS )
#define VELOCITIES 12
#define ROWS 2

typedef struct Example
{
    Matrix w, m, h, g;
    double q[SIZE], mu[CONTACTS], f[VELOCITIES], b[ROWS];
} Example;

static void fillRandom( testRng* rng, double* numbers, int count )
{
    for ( int i = 0; i < count; ++i ) { numbers[i] = testUniform( rng, -1.0, 1.0 ); }
}

/// A A^T + 1 on `size` unknowns in groups of `group`: positive definite, and zero between the groups.
static Matrix positive( testRng* rng, int size, int group )
{
    Matrix a = { 0 }, made = { .rows = size, .columns = size };
    for ( int i = 0; i < size; ++i ) { fillRandom( rng, a.value[i], size ); }
    for ( int i = 0; i < size; ++i )
    {
        for ( int j = 0; j < size; ++j )
        {
            for ( int k = 0; k < size && i / group == j / group; ++k )
            {
                made.value[i][j] += a.value[i][k] * a.value[j][k];
            }
        }
        made.value[i][i] += 1.0;
    }
    return made;
}

static Matrix anyMatrix( testRng* rng, int rows, int columns )
{
    Matrix made = { .rows = rows, .columns = columns };
    for ( int i = 0; i < rows; ++i ) { fillRandom( rng, made.value[i], columns ); }
    return made;
}

static Example makeExample( uint64_t seed )
{
    testRng rng = { seed };
    Example example = { .w = positive( &rng, SIZE, SIZE ),
        .m = positive( &rng, VELOCITIES, 6 ),
        .h = anyMatrix( &rng, VELOCITIES, SIZE ),
        .g = anyMatrix( &rng, VELOCITIES, ROWS ) };
    // The matrix is not symmetric and has a hole; both must survive.
    example.w.value[0][5] += 0.25;
    for ( int k = 0; k < 9; ++k )
    {
        example.w.value[9 + k / 3][k % 3] = example.w.value[k % 3][9 + k / 3] = 0.0;
        example.h.value[k % 6][9 + k / 3 % 3] = 0.0; // the last contact does not touch the first body
    }
    fillRandom( &rng, example.q, SIZE );
    fillRandom( &rng, example.f, VELOCITIES );
    fillRandom( &rng, example.b, ROWS );
    for ( int i = 0; i < CONTACTS; ++i ) { example.mu[i] = testUniform( &rng, 0.0, 1.0 ); }
    return example;
}

static void writeLocal( const Example* example, int storage, bool constrained )
{
    int three = 3;
    hid_t file = makeFile( scratchFile() );
    makeGroup( file, "fclib_local" );
    putInts( file, "fclib_local/spacedim", 1, &three );
    putMatrix( file, "fclib_local/W", &example->w, storage );
    makeGroup( file, "fclib_local/vectors" );
    putDoubles( file, "fclib_local/vectors/q", SIZE, example->q );
    putDoubles( file, "fclib_local/vectors/mu", CONTACTS, example->mu );
    if ( constrained )
    {
        // The velocities of a global problem are named lambda: R = M, V = H^T, s = f.
        Matrix v = { .rows = SIZE, .columns = VELOCITIES };
        for ( int i = 0; i < SIZE * VELOCITIES; ++i )
        {
            v.value[i / VELOCITIES][i % VELOCITIES] = example->h.value[i % VELOCITIES][i / VELOCITIES];
        }
        putMatrix( file, "fclib_local/V", &v, storage );
        putMatrix( file, "fclib_local/R", &example->m, storage );
        putDoubles( file, "fclib_local/vectors/s", VELOCITIES, example->f );
    }
    H5Fclose( file );
}

static void writeGlobal( const Example* example, int storage, bool constrained )
{
    int three = 3;
    hid_t file = makeFile( scratchFile() );
    makeGroup( file, "fclib_global" );
    putInts( file, "fclib_global/spacedim", 1, &three );
    putMatrix( file, "fclib_global/M", &example->m, storage );
    putMatrix( file, "fclib_global/H", &example->h, storage );
    makeGroup( file, "fclib_global/vectors" );
    putDoubles( file, "fclib_global/vectors/f", VELOCITIES, example->f );
    putDoubles( file, "fclib_global/vectors/w", SIZE, example->q );
    putDoubles( file, "fclib_global/vectors/mu", CONTACTS, example->mu );
    if ( constrained )
    {
        putMatrix( file, "fclib_global/G", &example->g, storage );
        putDoubles( file, "fclib_global/vectors/b", ROWS, example->b );
    }
    H5Fclose( file );
}

static ssResult readScratch( ssProblem* problem )
{
    size_t length = 0;
    char* bytes = testReadFile( scratchFile(), &length );
    ssResult result = ssReadProblem( bytes, length, problem );
    free( bytes );
    return result;
}

// --------------------------------------------------------------------------------------------- dense algebra

/// Solves a x = b by elimination with the largest pivot; destroys both, and b becomes x.
static void solveDense( int n, double a[32][32], double* b )
{
    for ( int c = 0; c < n; ++c )
    {
        int best = c;
        for ( int r = c; r < n; ++r ) { best = fabs( a[r][c] ) > fabs( a[best][c] ) ? r : best; }
        for ( int k = 0; k < n; ++k )
        {
            double swap = a[c][k];
            a[c][k] = a[best][k];
            a[best][k] = swap;
        }
        double swap = b[c];
        b[c] = b[best];
        b[best] = swap;
        for ( int r = 0; r < n; ++r )
        {
            double factor = r == c ? 0.0 : a[r][c] / a[c][c];
            for ( int k = c; k < n; ++k ) { a[r][k] -= factor * a[c][k]; }
            b[r] -= factor * b[c];
        }
    }
    for ( int c = 0; c < n; ++c ) { b[c] /= a[c][c]; }
}

/// u = H^T v + w with M v = H r + G lambda + f, G^T v + b = 0, directly from FCLIB's definition.
static void globalVelocity( const Example* e, bool constrained, const double* r, double* u )
{
    double a[32][32] = { { 0.0 } }, x[32] = { 0.0 };
    for ( int i = 0; i < VELOCITIES; ++i )
    {
        x[i] = e->f[i];
        for ( int j = 0; j < VELOCITIES; ++j ) { a[i][j] = e->m.value[i][j]; }
        for ( int j = 0; j < SIZE; ++j ) { x[i] += e->h.value[i][j] * r[j]; }
        for ( int j = 0; j < ROWS; ++j )
        {
            a[i][VELOCITIES + j] = -e->g.value[i][j];
            a[VELOCITIES + j][i] = e->g.value[i][j];
            x[VELOCITIES + j] = -e->b[j];
        }
    }
    solveDense( VELOCITIES + ( constrained ? ROWS : 0 ), a, x );
    for ( int j = 0; j < SIZE; ++j )
    {
        u[j] = e->q[j];
        for ( int i = 0; i < VELOCITIES; ++i ) { u[j] += e->h.value[i][j] * x[i]; }
    }
}

/// u = W r + V lambda + q with V^T r + R lambda + s = 0 (V = H^T, R = M, s = f as written above).
static void localVelocity( const Example* e, bool constrained, const double* r, double* u )
{
    double a[32][32], x[32] = { 0.0 };
    for ( int i = 0; i < VELOCITIES; ++i )
    {
        x[i] = -e->f[i];
        for ( int j = 0; j < VELOCITIES; ++j ) { a[i][j] = e->m.value[i][j]; }
        for ( int j = 0; j < SIZE; ++j ) { x[i] -= e->h.value[i][j] * r[j]; }
    }
    solveDense( VELOCITIES, a, x );
    for ( int i = 0; i < SIZE; ++i )
    {
        u[i] = e->q[i];
        for ( int j = 0; j < SIZE; ++j ) { u[i] += e->w.value[i][j] * r[j]; }
        for ( int j = 0; j < VELOCITIES && constrained; ++j ) { u[i] += e->h.value[j][i] * x[j]; }
    }
}

// ----------------------------------------------------------------------------------------------------- facts

/// The velocities of random reactions distinguish two problems if they differ.
static enum greatest_test_res sameVelocities( const Example* example, bool local, bool constrained )
{
    ssProblem problem;
    testRng rng = { 11 };
    ssResult result = readScratch( &problem );
    ASSERT_STR_EQ( "", result.message );
    ASSERT_EQ( CONTACTS, problem.contactCount );
    ASSERT_EQ( 3, problem.dimension );
    for ( int i = 0; i < CONTACTS; ++i ) { ASSERT_EQ( example->mu[i], problem.cones[i].mu ); }
    for ( int round = 0; round < 5; ++round )
    {
        double r[SIZE], u[SIZE], y[SIZE];
        fillRandom( &rng, r, SIZE );
        ( local ? localVelocity : globalVelocity )( example, constrained, r, u );
        ASSERT_EQ( ss_ok, ssProblem_Velocity( &problem, r, y ).code );
        for ( int i = 0; i < SIZE; ++i ) { ASSERT_IN_RANGE( u[i], y[i], 1e-10 * ( 1.0 + fabs( u[i] ) ) ); }
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST everyStorageOfALocalProblemIsTheSameProblem( void )
{
    for ( int i = 0; i < 6; ++i )
    {
        Example example = makeExample( (uint64_t)i );
        writeLocal( &example, i % 3, i >= 3 );
        CHECK_CALL( sameVelocities( &example, true, i >= 3 ) );
    }
    PASS();
}

TEST globalProblemsAreReducedToTheirContacts( void )
{
    for ( int i = 0; i < 6; ++i )
    {
        Example example = makeExample( 10 + (uint64_t)i );
        writeGlobal( &example, i % 3, i >= 3 );
        CHECK_CALL( sameVelocities( &example, false, i >= 3 ) );
    }
    PASS();
}

#define ROLLING 2
#define ROLLING_SIZE ( 5 * ROLLING )

/// Two contacts of five rows each; `global` gives M, H, f, w with M = 2: W = H^T H/2, q = H^T f/2 + w.
static void writeRolling( testRng* rng, bool global, int storage, Matrix* w, double* q, double* muRoll )
{
    int five = 5;
    const char* group = global ? "fclib_global_rolling" : "fclib_local_rolling";
    char path[64];
    double mu[ROLLING], f[VELOCITIES], own[ROLLING_SIZE];
    Matrix m = { .rows = VELOCITIES, .columns = VELOCITIES }, h = anyMatrix( rng, VELOCITIES, ROLLING_SIZE );
    *w = positive( rng, ROLLING_SIZE, ROLLING_SIZE );
    fillRandom( rng, own, ROLLING_SIZE );
    fillRandom( rng, f, VELOCITIES );
    memcpy( q, own, sizeof( own ) );
    for ( int i = 0; i < VELOCITIES; ++i ) { m.value[i][i] = 2.0; }
    for ( int i = 0; i < ROLLING_SIZE && global; ++i )
    {
        memset( w->value[i], 0, sizeof( w->value[i] ) );
        for ( int k = 0; k < VELOCITIES; ++k )
        {
            q[i] += 0.5 * h.value[k][i] * f[k];
            for ( int j = 0; j < ROLLING_SIZE; ++j )
            {
                w->value[i][j] += 0.5 * h.value[k][i] * h.value[k][j];
            }
        }
    }
    for ( int i = 0; i < ROLLING; ++i )
    {
        mu[i] = testUniform( rng, 0.0, 1.0 );
        muRoll[i] = testUniform( rng, 0.0, 0.1 );
    }
    hid_t file = makeFile( scratchFile() );
    makeGroup( file, group );
    putMember( file, group, "spacedim", 1, &five );
    snprintf( path, sizeof( path ), "%s/vectors", group );
    makeGroup( file, path );
    const struct
    {
        const char* name;
        int count;
        const double* numbers;
    } vectors[] = { { "mu", ROLLING, mu }, { "mu_r", ROLLING, muRoll },
        { global ? "w" : "q", ROLLING_SIZE, own }, { "f", global ? VELOCITIES : 0, f } };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        snprintf( path, sizeof( path ), "%s/vectors/%s", group, vectors[i].name );
        if ( vectors[i].count > 0 ) { putDoubles( file, path, vectors[i].count, vectors[i].numbers ); }
    }
    const struct
    {
        const char* name;
        const Matrix* matrix;
    } matrices[] = { { global ? "M" : "W", global ? &m : w }, { "H", global ? &h : NULL } };
    for ( int i = 0; i < SS_COUNT( matrices ); ++i )
    {
        snprintf( path, sizeof( path ), "%s/%s", group, matrices[i].name );
        if ( matrices[i].matrix != NULL ) { putMatrix( file, path, matrices[i].matrix, storage ); }
    }
    H5Fclose( file );
}

TEST rollingProblemsHaveFiveRowsPerContact( void )
{
    testRng rng = { 21 };
    for ( int i = 0; i < 6; ++i )
    {
        Matrix w;
        ssProblem problem;
        double q[ROLLING_SIZE], muRoll[ROLLING], p[ROLLING_SIZE], y[ROLLING_SIZE];
        writeRolling( &rng, i >= 3, i % 3, &w, q, muRoll );
        ssResult result = readScratch( &problem );
        ASSERT_STR_EQ( "", result.message );
        ASSERT_EQ( ROLLING, problem.contactCount );
        ASSERT_EQ( 5, problem.dimension );
        fillRandom( &rng, p, ROLLING_SIZE );
        ASSERT_EQ( ss_ok, ssProblem_Velocity( &problem, p, y ).code );
        for ( int k = 0; k < ROLLING_SIZE; ++k )
        {
            double u = q[k];
            for ( int j = 0; j < ROLLING_SIZE; ++j ) { u += w.value[k][j] * p[j]; }
            ASSERT_EQ( muRoll[k / 5], problem.cones[k / 5].muRoll );
            ASSERT_IN_RANGE( u, y[k], 1e-12 * ( 1.0 + fabs( u ) ) );
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST aSolvedFileObeysTheLaw( void )
{
    Example example = makeExample( 3 );
    writeGlobal( &example, asTriplets, true );
    ssProblem problem;
    ASSERT_EQ( ss_ok, readScratch( &problem ).code );
    double p[SIZE] = { 0.0 };
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ASSERT_EQ( ss_ok, ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report ).code );
    ASSERT( report.residual <= 1e-8 );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST whatFclibWritesIsRead( void )
{
#if defined( TEST_FCLIB )
    Example example = makeExample( 5 );
    int p[SIZE + 1] = { 0 }, i[SIZE * SIZE], n = 0;
    double x[SIZE * SIZE];
    for ( int c = 0; c < SIZE; ++c )
    {
        for ( int r = 0; r < SIZE; ++r, ++n )
        {
            i[n] = r;
            x[n] = example.w.value[r][c];
        }
        p[c + 1] = n;
    }
    struct fclib_matrix w = { .nzmax = n, .m = SIZE, .n = SIZE, .p = p, .i = i, .x = x, .nz = -1 };
    struct fclib_info info = { "title", "description", "positive definite" };
    struct fclib_local local = { .W = &w, .mu = example.mu, .q = example.q, .spacedim = 3, .info = &info };
    remove( scratchFile() );
    ASSERT_EQ( 1, fclib_write_local( &local, scratchFile() ) );
    CHECK_CALL( sameVelocities( &example, true, false ) );

    int mp[VELOCITIES * 6], mi[VELOCITIES * 6], hp[VELOCITIES * SIZE], hi[VELOCITIES * SIZE], mn = 0, hn = 0;
    double mx[VELOCITIES * 6], hx[VELOCITIES * SIZE];
    for ( int r = 0; r < VELOCITIES; ++r )
    {
        for ( int c = r / 6 * 6; c < r / 6 * 6 + 6; ++c, ++mn )
        {
            mi[mn] = r;
            mp[mn] = c;
            mx[mn] = example.m.value[r][c];
        }
        for ( int c = 0; c < SIZE; ++c, ++hn )
        {
            hi[hn] = r;
            hp[hn] = c;
            hx[hn] = example.h.value[r][c];
        }
    }
    struct fclib_matrix m = {
        .nzmax = mn, .m = VELOCITIES, .n = VELOCITIES, .p = mp, .i = mi, .x = mx, .nz = mn
    };
    struct fclib_matrix h = { .nzmax = hn, .m = VELOCITIES, .n = SIZE, .p = hp, .i = hi, .x = hx, .nz = hn };
    struct fclib_global global = {
        .M = &m, .H = &h, .mu = example.mu, .f = example.f, .w = example.q, .spacedim = 3, .info = &info
    };
    remove( scratchFile() );
    ASSERT_EQ( 1, fclib_write_global( &global, scratchFile() ) );
    CHECK_CALL( sameVelocities( &example, false, false ) );
    PASS();
#else
    SKIPm( "FCLIB is not installed (libfclib-dev)" );
#endif
}

// ------------------------------------------------------------------------------------------------- bad input

static enum greatest_test_res refusedBy( const char* dataset )
{
    ssProblem problem;
    ssResult result = readScratch( &problem );
    ASSERTm( dataset, result.code != ss_ok );
    ASSERTm( result.message, testContains( result.message, dataset ) );
    PASS();
}

/// Replaces one dataset of a good file by something else.
static void replace( const char* name, hid_t stored, hid_t native, int count, const void* numbers )
{
    hid_t file = H5Fopen( scratchFile(), H5F_ACC_RDWR, H5P_DEFAULT );
    H5Ldelete( file, name, H5P_DEFAULT );
    if ( count >= 0 ) { put( file, name, stored, native, count, numbers ); }
    H5Fclose( file );
}

TEST brokenDatasetsAreNamed( void )
{
    static const double bad[SIZE * SIZE] = { -1.0, 0.0 };
    double notANumber[SIZE] = { 1.0 };
    notANumber[5] = nan( "" );
    static const struct
    {
        const char* name;
        int count; // -1: the dataset is removed
        int number;
    } wrong[] = { { "fclib_local/spacedim", 1, 2 }, { "fclib_local/spacedim", 1, 4 },
        { "fclib_local/spacedim", -1, 0 }, { "fclib_local/W/m", 1, 2147483646 }, { "fclib_local/W/n", 1, 9 },
        { "fclib_local/W/m", 1, -3 }, { "fclib_local/W/m", 2, 12 }, { "fclib_local/W/nz", 1, -3 },
        { "fclib_local/W/nzmax", 1, 2147483646 }, { "fclib_local/W/nzmax", 1, 7 },
        { "fclib_local/W/p", 3, 0 }, { "fclib_local/W/p", SIZE + 1, 5 }, { "fclib_local/W/i", -1, 0 },
        { "fclib_local/W/x", -1, 0 }, { "fclib_local/vectors/q", -1, 0 },
        { "fclib_local/vectors/mu", -1, 0 } };
    Example example = makeExample( 1 );
    for ( int i = 0; i < SS_COUNT( wrong ); ++i )
    {
        int numbers[SIZE + 1] = { wrong[i].number };
        writeLocal( &example, asColumns, false );
        replace( wrong[i].name, H5T_STD_I32LE, H5T_NATIVE_INT, wrong[i].count, numbers );
        // A W of another size is discovered where the sizes first disagree.
        CHECK_CALL( refusedBy( testContains( wrong[i].name, "W/" ) ? "fclib_local/W" : wrong[i].name ) );
    }
    const struct
    {
        const char* name;
        int count;
        const double* numbers;
    } vectors[] = { { "fclib_local/vectors/mu", CONTACTS, bad },
        { "fclib_local/vectors/mu", CONTACTS + 1, bad }, { "fclib_local/vectors/q", SIZE, notANumber },
        { "fclib_local/vectors/q", SIZE - 1, bad }, { "fclib_local/W/x", 3, bad } };
    for ( int i = 0; i < SS_COUNT( vectors ); ++i )
    {
        writeLocal( &example, asColumns, false );
        replace( vectors[i].name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, vectors[i].count, vectors[i].numbers );
        CHECK_CALL( refusedBy( vectors[i].name ) );
    }
    writeLocal( &example, asColumns, false );
    replace( "fclib_local/vectors/q", H5T_C_S1, H5T_C_S1, SIZE, "abcdefghijkl" );
    CHECK_CALL( refusedBy( "fclib_local/vectors/q" ) );
    testRng rng = { 22 };
    Matrix w;
    int three = 3;
    double q[ROLLING_SIZE], muRoll[ROLLING];
    writeRolling( &rng, false, asColumns, &w, q, muRoll );
    replace( "fclib_local_rolling/vectors/mu_r", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, ROLLING, bad );
    CHECK_CALL( refusedBy( "fclib_local_rolling/vectors/mu_r" ) );
    writeRolling( &rng, false, asColumns, &w, q, muRoll );
    replace( "fclib_local_rolling/spacedim", H5T_STD_I32LE, H5T_NATIVE_INT, 1, &three );
    CHECK_CALL( refusedBy( "fclib_local_rolling/spacedim" ) );
    PASS();
}

TEST brokenGlobalProblemsAreNamed( void )
{
    Example example = makeExample( 2 );
    for ( int k = 0; k < 36; ++k )
    {
        example.m.value[k / 6][k % 6] = k == 0 ? 1.0 : 0.0; // five velocities without mass
    }
    writeGlobal( &example, asTriplets, false );
    CHECK_CALL( refusedBy( "fclib_global/M" ) );
    example = makeExample( 2 );
    int eleven = 11;
    writeGlobal( &example, asTriplets, true );
    replace( "fclib_global/H/m", H5T_STD_I32LE, H5T_NATIVE_INT, 1, &eleven );
    CHECK_CALL( refusedBy( "fclib_global/H/m" ) );
    writeGlobal( &example, asTriplets, true );
    replace( "fclib_global/vectors/b", H5T_STD_I32LE, H5T_NATIVE_INT, -1, NULL );
    CHECK_CALL( refusedBy( "fclib_global/vectors/b" ) );
    hid_t file = makeFile( scratchFile() );
    makeGroup( file, "something" );
    H5Fclose( file );
    CHECK_CALL( refusedBy( "fclib_local" ) );
    PASS();
}

static size_t s_asked;

static void* countingAllocate( void* context, size_t size )
{
    (void)context;
    s_asked += size;
    return size < ( 1u << 28 ) ? calloc( 1, size ) : NULL;
}

/// The dataset is announced but never written: HDF5 would fill in as many zeros as the file claims.
TEST announcedSizesAreNotAllocated( void )
{
    int three = 3, size = 300000000, none = -1;
    hid_t file = makeFile( scratchFile() );
    makeGroup( file, "fclib_local" );
    makeGroup( file, "fclib_local/W" );
    makeGroup( file, "fclib_local/vectors" );
    putInts( file, "fclib_local/spacedim", 1, &three );
    three = 30000000;
    putInts( file, "fclib_local/W/m", 1, &three );
    putInts( file, "fclib_local/W/n", 1, &three );
    putInts( file, "fclib_local/W/nz", 1, &none );
    putInts( file, "fclib_local/W/nzmax", 1, &size );
    putInts( file, "fclib_local/W/p", three + 1, NULL );
    putInts( file, "fclib_local/W/i", size, NULL );
    putDoubles( file, "fclib_local/W/x", size, NULL );
    putDoubles( file, "fclib_local/vectors/q", three, NULL );
    putDoubles( file, "fclib_local/vectors/mu", three / 3, NULL );
    H5Fclose( file );
    s_asked = 0;
    ssInstallAllocator( countingAllocate, NULL, NULL );
    ssProblem problem;
    ssResult result = readScratch( &problem );
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT( result.code != ss_ok && result.code != ss_errorMemory );
    ASSERTm( result.message, testContains( result.message, "fclib_local/W" ) );
    ASSERT( s_asked < ( 1u << 26 ) );
    PASS();
}

TEST truncatedFilesAreRefused( void )
{
    Example example = makeExample( 4 );
    writeGlobal( &example, asColumns, true );
    size_t length = 0;
    char* bytes = testReadFile( scratchFile(), &length );
    int tries = testCount( 200 );
    for ( int i = 0; i < tries; ++i )
    {
        ssProblem problem;
        size_t part = 8 + ( length - 9 ) * (size_t)i / (size_t)tries;
        ASSERT( ssReadProblem( bytes, part, &problem ).code != ss_ok );
    }
    free( bytes );
    PASS();
}

/// Whatever the bytes are, the answer is a problem that obeys the rules of problems, or a refusal in words.
TEST flippedBitsGiveAProblemOrARefusal( void )
{
    Example example = makeExample( 6 );
    writeLocal( &example, asRows, true );
    size_t length = 0;
    char* bytes = testReadFile( scratchFile(), &length );
    char* changed = malloc( length );
    testRng rng = { 77 };
    for ( int i = 0; i < testCount( 300 ); ++i )
    {
        memcpy( changed, bytes, length );
        for ( int k = 0; k <= i % 4; ++k )
        {
            changed[testRandom( &rng ) % length] ^= (char)( 1u << ( testRandom( &rng ) % 8 ) );
        }
        ssProblem problem;
        ssResult result = ssReadProblem( changed, length, &problem );
        ASSERT( result.code == ss_ok ? ssProblem_Check( &problem ).code == ss_ok
                                     : result.message[0] != 0 && problem.contactCount == 0 );
        ssProblem_Destroy( &problem );
    }
    free( changed );
    free( bytes );
    PASS();
}

TEST theProgramSaysOneLine( void )
{
    Example example = makeExample( 4 );
    writeLocal( &example, asColumns, false );
    testRun run = testShell( "\"$S\" solve '%s' --json", scratchFile() );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.out, "converged" ) );
    run = testShell( "head -c 900 '%s' >\"$D/x.json\"; \"$S\" solve \"$D/x.json\"", scratchFile() );
    ASSERT_EQ( 2, run.status );
    ASSERT_EQ_FMT( 1, testLines( run.err ), "%d" );
    ASSERTm( run.err, testContains( run.err, "HDF5" ) );
    replace( "fclib_local/vectors/mu", H5T_STD_I32LE, H5T_NATIVE_INT, -1, NULL );
    run = testShell( "\"$S\" solve '%s'", scratchFile() );
    ASSERT_EQ( 2, run.status );
    ASSERT_EQ_FMT( 1, testLines( run.err ), "%d" );
    ASSERTm( run.err, testContains( run.err, "fclib_local/vectors/mu" ) );
    PASS();
}

SUITE( fclibFiles )
{
    RUN_TEST( withoutHdf5TheMessageSaysHowToGetIt );
    ssUseHdf5();
    H5Eset_auto2( H5E_DEFAULT, NULL, NULL ); // deleting and truncating are intended here
    RUN_TEST( everyStorageOfALocalProblemIsTheSameProblem );
    RUN_TEST( globalProblemsAreReducedToTheirContacts );
    RUN_TEST( rollingProblemsHaveFiveRowsPerContact );
    RUN_TEST( aSolvedFileObeysTheLaw );
    RUN_TEST( whatFclibWritesIsRead );
    RUN_TEST( brokenDatasetsAreNamed );
    RUN_TEST( brokenGlobalProblemsAreNamed );
    RUN_TEST( announcedSizesAreNotAllocated );
    RUN_TEST( truncatedFilesAreRefused );
    RUN_TEST( flippedBitsGiveAProblemOrARefusal );
    RUN_TEST( theProgramSaysOneLine );
}

#else

TEST filesOfFclibNeedHdf5( void ) { SKIPm( "built without HDF5 (libfclib-dev): no FCLIB file was read" ); }

SUITE( fclibFiles )
{
    RUN_TEST( withoutHdf5TheMessageSaysHowToGetIt );
    RUN_TEST( filesOfFclibNeedHdf5 );
}

#endif

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( fclibFiles );
    return TEST_END();
}
