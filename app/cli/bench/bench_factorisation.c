// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "cli/bench/bench_peers.h"
#include "cli/bench/bench_pile.h"
#include "slipstick/advanced/factorisation.h"
#include "slipstick/advanced/step_matrix.h"

#include <math.h>
#include <stdio.h>

// Factorisations of the matrices of `path`, at the reactions of a pile in a box: by
// fronts, as the solvers do it, and by SuiteSparse, where the program was built with it.
// Beside the times stands the fill of the orders.

#define PASSES 30    // of Gauss-Seidel per step
#define STEP 4e-3    // [s]
#define STEPS 80     // until the pile has fallen together
#define BARRIER 1e-6 // a point in the middle of a path

typedef struct Work
{
    const ssStepMatrix* matrix;
    ssFactorisation* fronts;
    bool done;
} Work;

static void factorFronts( void* context )
{
    Work* work = context;
    work->done = ssFactorisation_Compute( work->fronts, work->matrix->blocks );
}

static ssResult makeMatrix( const benchRun* run, int bodies, int* contacts, ssStepMatrix* matrix )
{
    pileLayers layers = { .count = bodies,
        .side = (int)ceil( cbrt( bodies ) ),
        .spacing = 1.05,
        .height = 0.69,
        .shake = 0.1,
        .staggered = true };
    ssWorld* world = NULL;
    ssProblem problem = { 0 };
    ssResult result = pileMakeLayers( &layers, PASSES, 4 * bodies, &world );
    for ( int i = 0; i < ( run->quick ? 20 : STEPS ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( world, STEP );
    }
    result = result.code == ss_ok ? ssWorld_Freeze( world, &problem ) : result;
    if ( result.code == ss_ok )
    {
        *contacts = problem.contactCount;
        result = ssMakeStepMatrix( &problem, ssWorld_Reactions( world ), BARRIER, matrix );
        ssProblem_Destroy( &problem );
    }
    ssDestroyWorld( world );
    return result;
}

static void add( benchRun* run, int contacts, const char* what, double seconds, double copy )
{
    char text[48];
    snprintf( text, sizeof( text ), "%d contacts: %s", contacts, what );
    if ( seconds > 0.0 )
    {
        benchAdd( run, text, 1e9 * seconds / contacts, copy, contacts );
    }
}

static void addFact( benchRun* run, int contacts, const char* what, double value )
{
    char text[96];
    snprintf( text, sizeof( text ), "%d contacts: %s", contacts, what );
    benchFact( run, text, value );
}

static void addFill(
    benchRun* run, const ssFactorisation* fronts, int contacts, double amdFill, double seconds )
{
    ssFactorisationSize size = ssFactorisation_Size( fronts );
    addFact( run, contacts, "blocks below the diagonal of L, our order", size.fill );
    if ( amdFill > 0.0 )
    {
        addFact( run, contacts, "the same, AMD of SuiteSparse", amdFill );
    }
    addFact( run, contacts, "Gflop/s of the fronts", 2e-9 * size.multiplications / seconds );
}

static ssResult measure( benchRun* run, int bodies )
{
    int contacts = 0;
    ssStepMatrix matrix = { 0 };
    ssResult result = makeMatrix( run, bodies, &contacts, &matrix );
    Work work = { .matrix = &matrix };
    if ( result.code == ss_ok )
    {
        result = ssCreateFactorisation( matrix.rows, 6, matrix.start, matrix.column, &work.fronts );
    }
    if ( result.code == ss_ok )
    {
        benchRun few = { .quick = run->quick, .repeats = run->quick ? 1 : 5 };
        double fronts = 1e-9 * benchMeasure( &few, factorFronts, &work, 1 );
        double copy =
            benchMeasureCopy( &few, ssFactorisation_Size( work.fronts ).bytes / (size_t)contacts, contacts );
        suitesparseTimes other = { 0 };
        if ( bench_peers.suitesparse != NULL )
        {
            other = bench_peers.suitesparse( &matrix, contacts > 2000 ? 1 : 3 );
        }
        add( run, contacts, "fronts", fronts, copy );
        add( run, contacts, "UMFPACK", other.umfpack, copy );
        add( run, contacts, "KLU", other.klu, copy );
        addFill( run, work.fronts, contacts, other.amdFill, fronts );
        if ( other.umfpack == 0.0 )
        {
            addFact( run, contacts, "times of SuiteSparse, which is not there (libsuitesparse-dev)", 0.0 );
        }
    }
    ssDestroyFactorisation( work.fronts );
    ssStepMatrix_Destroy( &matrix );
    return result;
}

static ssResult run( benchRun* bench )
{
    const int bodies[] = { 400, 2000, 4000 };
    ssResult result = ssOk();
    for ( int i = 0; i < ( bench->quick ? 1 : SS_COUNT( bodies ) ) && result.code == ss_ok; ++i )
    {
        result = measure( bench, bodies[i] );
    }
    return result;
}

const benchEntry bench_factorisation = { .name = "factorisation",
    .doc = "sparse LU of `path`'s matrices, by fronts and by SuiteSparse; fill of the orders",
    .run = run };
