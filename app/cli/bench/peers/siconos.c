// SPDX-License-Identifier: MIT
#include "base/os.h"
#include "cli/bench/bench_peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Siconos gets every problem in the form that suits it best: moments scaled by the problem's length,
// mean(diag W) = 1, |q| = 1, the storage that each solver prefers, and a tolerance that is lowered until the
// judged residual is reached; only that run is timed. (Siconos measures its residual in another way, and its
// rolling Gauss-Seidel aborts on sparse blocks.) The library is loaded when the benchmark runs: it loads a
// hundred others, which would slow every start of the program.

#include <FrictionContactProblem.h>
#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsMatrix.h>
#include <NumericsSparseMatrix.h>
#include <RollingFrictionContactProblem.h>
#include <SolverOptions.h>
#include <SparseBlockMatrix.h>

// The functions that we call, with their own types.
static struct
{
    bool tried, available;
    __typeof__( NM_create )* create;
    __typeof__( NM_entry )* entry;
    __typeof__( NM_triplet_alloc )* allocateTriplets;
    __typeof__( NM_csc )* byColumns;
    __typeof__( frictionContactProblem_new_with_data )* sliding;
    __typeof__( rollingFrictionContactProblem_new_with_data )* rolling;
    __typeof__( solver_options_create )* options;
    __typeof__( solver_options_update_internal )* setLocal;
    __typeof__( fc3d_driver )* solveSliding;
    __typeof__( rolling_fc3d_driver )* solveRolling;
} s_siconos;

typedef enum Storage
{
    storeDense,
    storeBlocks,
    storeSparse
} Storage;

typedef struct Entry
{
    int id;
    const char* name;
    Storage storage;
    int local; // solver of a single contact in Gauss-Seidel; 0: the default
} Entry;

// The first entry of each list is Gauss-Seidel.
static const Entry s_sliding[] = {
    { SICONOS_FRICTION_3D_NSGS, "NSGS", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_NSGS, "NSGS-PLI", storeBlocks,
        SICONOS_FRICTION_3D_ONECONTACT_ProjectionOnConeWithLocalIteration },
    { SICONOS_FRICTION_3D_NSGS, "NSGS-QUARTIC", storeBlocks, SICONOS_FRICTION_3D_ONECONTACT_QUARTIC },
    { SICONOS_FRICTION_3D_NSN_AC, "NSN_AC", storeSparse, 0 },
    { SICONOS_FRICTION_3D_PROX, "PROX", storeSparse, 0 },
    { SICONOS_FRICTION_3D_ADMM, "ADMM", storeSparse, 0 },
    { SICONOS_FRICTION_3D_NSN_NM, "NSN_NM", storeSparse, 0 },
    { SICONOS_FRICTION_3D_NSN_FB, "NSN_FB", storeSparse, 0 },
    { SICONOS_FRICTION_3D_ACLMFP, "ACLMFP", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_TFP, "TFP", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_DSFP, "DSFP", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_VI_FPP, "VI_FPP", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_VI_EG, "VI_EG", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_FPP, "FPP", storeBlocks, 0 },
    { SICONOS_FRICTION_3D_EG, "EG", storeBlocks, 0 },
};
static const Entry s_rolling[] = {
    { SICONOS_ROLLING_FRICTION_3D_NSGS, "NSGS", storeDense, 0 },
    { SICONOS_ROLLING_FRICTION_3D_NSGS, "NSGS-PROJ", storeDense,
        SICONOS_ROLLING_FRICTION_3D_ONECONTACT_ProjectionOnCone },
    { SICONOS_ROLLING_FRICTION_3D_ADMM, "ADMM", storeSparse, 0 },
};

typedef struct Job
{
    const ssProblem* problem; // with explicit blocks of W
    const Entry* entry;
    double tolerance;
    double *scale, size, strength; // W' = s W s / size, q' = s q / strength
    int repeats;
} Job;

static bool openLibrary( void )
{
    if ( s_siconos.tried ) { return s_siconos.available; }
    s_siconos.tried = true;
    const struct
    {
        void* place;
        const char* name;
    } functions[] = { { &s_siconos.create, "NM_create" }, { &s_siconos.entry, "NM_entry" },
        { &s_siconos.allocateTriplets, "NM_triplet_alloc" }, { &s_siconos.byColumns, "NM_csc" },
        { &s_siconos.sliding, "frictionContactProblem_new_with_data" },
        { &s_siconos.rolling, "rollingFrictionContactProblem_new_with_data" },
        { &s_siconos.options, "solver_options_create" },
        { &s_siconos.setLocal, "solver_options_update_internal" }, { &s_siconos.solveSliding, "fc3d_driver" },
        { &s_siconos.solveRolling, "rolling_fc3d_driver" } };
    void* library = osOpenLibrary( SLIPSTICK_SICONOS );
    s_siconos.available = library != NULL;
    for ( int i = 0; i < SS_COUNT( functions ) && s_siconos.available; ++i )
    {
        void* found = osFindInLibrary( library, functions[i].name );
        s_siconos.available = found != NULL;
        memcpy( functions[i].place, &found, sizeof( found ) );
    }
    // One core is compared with one core.
    void ( *setThreads )( int ) = NULL;
    void* found = s_siconos.available ? osFindInLibrary( library, "openblas_set_num_threads" ) : NULL;
    memcpy( &setThreads, &found, sizeof( found ) );
    if ( setThreads != NULL ) { setThreads( 1 ); }
    return s_siconos.available;
}

bool siconosAccepts( const ssProblem* problem )
{
    bool accepted = openLibrary() && ( problem->dimension == 3 || problem->dimension == 5 ) &&
        problem->rowCount == 0 && problem->compliance == NULL && problem->contactCount > 0;
    for ( int i = 0; i < problem->contactCount && accepted; ++i )
    {
        accepted =
            problem->laws[i] == ss_contactFormSaxce && problem->cones[i].variant == ss_coneIntersection;
    }
    return accepted;
}

// Memory is not freed, because the process ends with the run.

static void* allocate( size_t count, size_t size )
{
    void* memory = calloc( count + 1, size );
    if ( memory == NULL ) { abort(); }
    return memory;
}

static double scaled( const Job* job, int block, int entry )
{
    int d = job->problem->dimension;
    double value = job->problem->blocks[(size_t)block * (size_t)( d * d ) + (size_t)entry];
    return value * job->scale[entry / d] * job->scale[entry % d] / job->size;
}

static void fillBlocks( const Job* job, NumericsMatrix* matrix )
{
    const ssProblem* problem = job->problem;
    int n = problem->contactCount, d = problem->dimension, count = problem->blockStart[n];
    SparseBlockStructuredMatrix* blocks = matrix->matrix1;
    blocks->nbblocks = (unsigned)count;
    blocks->blocknumber0 = blocks->blocknumber1 = (unsigned)n;
    blocks->block = allocate( (size_t)count, sizeof( double* ) );
    blocks->blocksize0 = allocate( (size_t)n, sizeof( unsigned ) );
    blocks->blocksize1 = allocate( (size_t)n, sizeof( unsigned ) );
    blocks->filled1 = (size_t)n + 1;
    blocks->filled2 = (size_t)count;
    blocks->index1_data = allocate( (size_t)n + 1, sizeof( size_t ) );
    blocks->index2_data = allocate( (size_t)count, sizeof( size_t ) );
    for ( int i = 0; i <= n; ++i ) { blocks->index1_data[i] = (size_t)problem->blockStart[i]; }
    for ( int i = 0; i < n; ++i )
    {
        blocks->blocksize0[i] = blocks->blocksize1[i] = (unsigned)( ( i + 1 ) * d );
    }
    for ( int k = 0; k < count; ++k )
    {
        blocks->index2_data[k] = (size_t)problem->blockColumn[k];
        blocks->block[k] = allocate( (size_t)( d * d ), sizeof( double ) );
        for ( int c = 0; c < d * d; ++c )
        {
            blocks->block[k][c % d * d + c / d] = scaled( job, k, c ); // column by column
        }
    }
}

static void fillEntries( const Job* job, NumericsMatrix* matrix, bool dense )
{
    const ssProblem* problem = job->problem;
    int n = problem->contactCount, d = problem->dimension;
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            for ( int c = 0; c < d * d; ++c )
            {
                int row = i * d + c / d, column = problem->blockColumn[k] * d + c % d;
                double value = scaled( job, k, c );
                if ( dense ) { matrix->matrix0[(size_t)column * (size_t)( n * d ) + (size_t)row] = value; }
                else if ( value != 0.0 ) { s_siconos.entry( matrix, row, column, value ); }
            }
        }
    }
}

static NumericsMatrix* makeMatrix( const Job* job )
{
    int d = job->problem->dimension, size = job->problem->contactCount * d;
    static const NM_types types[] = { NM_DENSE, NM_SPARSE_BLOCK, NM_SPARSE };
    NumericsMatrix* matrix = s_siconos.create( types[job->entry->storage], size, size );
    switch ( job->entry->storage )
    {
        case storeBlocks: fillBlocks( job, matrix ); break;
        case storeSparse:
            s_siconos.allocateTriplets(
                matrix, job->problem->blockStart[job->problem->contactCount] * d * d );
            fillEntries( job, matrix, false );
            // The rolling ADMM of Siconos turns triplets into NaN.
            s_siconos.byColumns( matrix );
            matrix->matrix2->origin = NSM_CSC;
            break;
        default: fillEntries( job, matrix, true );
    }
    return matrix;
}

/// Writes the time to answer[0] and the reactions, in our units, after it.
static void solveInChild( void* context, void* answer )
{
    const Job* job = context;
    const ssProblem* problem = job->problem;
    int n = problem->contactCount, d = problem->dimension;
    size_t size = (size_t)n * (size_t)d;
    double *out = answer, *q = allocate( size, 8 ), *mu = allocate( (size_t)n, 8 ),
           *muRoll = allocate( (size_t)n, 8 );
    double *r = allocate( size, 8 ), *u = allocate( size, 8 );
    for ( size_t i = 0; i < size; ++i ) { q[i] = problem->q[i] * job->scale[i % (size_t)d] / job->strength; }
    for ( int i = 0; i < n; ++i )
    {
        mu[i] = problem->cones[i].mu;
        muRoll[i] = d == 5 ? problem->cones[i].muRoll / job->scale[d - 1] : 0.0;
    }
    NumericsMatrix* matrix = makeMatrix( job );
    out[0] = HUGE_VAL;
    for ( int round = 0; round < job->repeats; ++round )
    {
        SolverOptions* options = s_siconos.options( job->entry->id );
        options->dparam[SICONOS_DPARAM_TOL] = job->tolerance;
        options->iparam[SICONOS_IPARAM_MAX_ITER] = 1000000;
        if ( job->entry->local != 0 ) { s_siconos.setLocal( options, 0, job->entry->local ); }
        memset( r, 0, size * sizeof( double ) );
        memset( u, 0, size * sizeof( double ) );
        double began = osCpuSeconds();
        if ( d == 3 ) { s_siconos.solveSliding( s_siconos.sliding( d, n, matrix, q, mu ), r, u, options ); }
        else { s_siconos.solveRolling( s_siconos.rolling( d, n, matrix, q, mu, muRoll ), r, u, options ); }
        double seconds = osCpuSeconds() - began;
        out[0] = fmin( out[0], seconds );
        round = seconds > 0.05 ? job->repeats : round;
    }
    // p' = p size / (s strength)
    for ( size_t i = 0; i < size; ++i )
    {
        out[1 + i] = r[i] * job->strength / job->size * job->scale[i % (size_t)d];
    }
}

static void runEntry( Job* job, double wanted, double limit, double* answer, siconosAnswer* found )
{
    size_t bytes = ( (size_t)ssProblem_Size( job->problem ) + 1 ) * sizeof( double );
    for ( int step = 0; step < 5; ++step )
    {
        ssJudgement judgement = { .residual = HUGE_VAL };
        job->tolerance = wanted * pow( 0.1, step );
        if ( !osTry( solveInChild, job, answer, bytes, limit ) ||
            ssJudge( job->problem, answer + 1, &judgement, NULL ).code != ss_ok )
        {
            return;
        }
        found->residual = judgement.residual < found->residual ? judgement.residual : found->residual;
        if ( judgement.residual <= wanted )
        {
            found->solver = job->entry->name;
            found->seconds = answer[0];
            return;
        }
    }
}

static ssResult runAll(
    Job* job, double wanted, double limit, siconosAnswer* gaussSeidel, siconosAnswer* best )
{
    bool rolling = job->problem->dimension == 5;
    const Entry* entries = rolling ? s_rolling : s_sliding;
    int count = rolling ? SS_COUNT( s_rolling ) : SS_COUNT( s_sliding );
    double* answer = calloc( (size_t)ssProblem_Size( job->problem ) + 1, sizeof( double ) );
    if ( answer == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    for ( int i = 0; i < count; ++i )
    {
        siconosAnswer found = { .residual = HUGE_VAL };
        // A solver far slower than the fastest so far need not finish; only short runs are repeated.
        double known = best->solver != NULL ? best->seconds
            : gaussSeidel->solver != NULL   ? 3.0 * gaussSeidel->seconds
                                            : limit;
        double timeLimit = i > 0 ? fmin( limit, 1.5 * known + 0.2 ) : limit;
        job->entry = &entries[i];
        runEntry( job, wanted, timeLimit, answer, &found );
        if ( i == 0 ) { *gaussSeidel = found; }
        else if ( found.solver != NULL && ( best->solver == NULL || found.seconds < best->seconds ) )
        {
            *best = found;
        }
    }
    free( answer );
    return ssOk();
}

ssResult siconosRun( const ssProblem* problem, double tolerance, double limit, siconosAnswer* gaussSeidel,
    siconosAnswer* best )
{
    *gaussSeidel = *best = ( siconosAnswer ){ .residual = HUGE_VAL };
    ssProblem assembled = { 0 };
    ssResult result =
        ssProblem_IsExplicit( problem ) ? ssOk() : ssProblem_MakeExplicit( problem, &assembled );
    const ssProblem* used = ssProblem_IsExplicit( problem ) ? problem : &assembled;
    if ( result.code == ss_ok )
    {
        int n = used->contactCount, d = used->dimension;
        double length = ssProblem_Length( used ), scale[5] = { 1.0, 1.0, 1.0, length, length };
        Job job = { .problem = used, .scale = scale, .size = 1.0, .strength = 1.0, .repeats = 3 };
        double sum = 0.0, square = 0.0;
        for ( int i = 0; i < n; ++i )
        {
            for ( int k = used->blockStart[i]; k < used->blockStart[i + 1]; ++k )
            {
                for ( int c = 0; c < d && used->blockColumn[k] == i; ++c )
                {
                    sum += scaled( &job, k, c * d + c );
                }
            }
            for ( int c = 0; c < d; ++c ) { square += pow( used->q[i * d + c] * scale[c], 2.0 ); }
        }
        job.size = sum / ( n * d );
        job.strength = square > 0.0 ? sqrt( square ) : 1.0;
        result = runAll( &job, tolerance, limit, gaussSeidel, best );
    }
    ssProblem_Destroy( &assembled );
    return result;
}
