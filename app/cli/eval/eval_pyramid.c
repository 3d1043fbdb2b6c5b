// SPDX-License-Identifier: MIT
#include "cli/eval/eval_table.h"
#include "slipstick/advanced/pyramid.h"

#include <stdio.h>

// A point mass under discretised friction with phantom inertia (Peiret et al. Eq. 8).

enum
{
    inputK,
    inputMass,
    inputMu,
    inputPhantomInertia,
    inputFx,
    inputFy,
    inputFz,
    inputCount
};

static const char* const s_inputs[inputCount] = { "k", "mass", "mu", "phantom_inertia", "fx", "fy", "fz" };

static const double s_identity[9] = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };

typedef struct Pyramid
{
    int columns[inputCount];
    int kappaColumns; // of each sign
    ssPyramidSolver* solver;
} Pyramid;

_Static_assert( sizeof( Pyramid ) <= EVAL_STATE_MAX, "EVAL_STATE_MAX is too small" );

static ssResult valueError( const evalRun* run, const char* column, double value, const char* allowed )
{
    return ssError( ss_errorValue, column, "%.90s, line %lld: %s = %g; allowed: %s", run->in->source,
        (long long)run->in->line, column, value, allowed );
}

static ssResult readRow( const evalRun* run, double* values )
{
    const Pyramid* pyramid = (const Pyramid*)(const void*)run->state;
    for ( int i = 0; i < inputCount; ++i )
    {
        SS_TRY( csvReadNumber( run->in, pyramid->columns[i], &values[i] ) );
    }
    double k = values[inputK];
    if ( !( k >= SS_PYRAMID_MIN_DIRECTIONS && k <= SS_PYRAMID_MAX_DIRECTIONS ) || k != floor( k ) )
    {
        return valueError( run, "k", k, "a whole number, 2 <= k <= 64" );
    }
    if ( !( values[inputMass] > 0.0 ) ) { return valueError( run, "mass", values[inputMass], "mass > 0" ); }
    for ( int i = inputMu; i <= inputPhantomInertia; ++i )
    {
        if ( !( values[i] >= 0.0 ) ) { return valueError( run, s_inputs[i], values[i], ">= 0" ); }
    }
    return ssOk();
}

static ssResult row( evalRun* run )
{
    Pyramid* pyramid = (Pyramid*)(void*)run->state;
    double in[inputCount];
    ssResult result = readRow( run, in );
    if ( result.code != ss_ok ) { return result; }
    int k = (int)in[inputK];
    double mass[9] = { 0.0 };
    mass[0] = mass[4] = mass[8] = in[inputMass];
    ssPyramidContact contact = { .k = k, .mu = in[inputMu], .phantomInertia = in[inputPhantomInertia] };
    ssPyramidProblem problem = { .n = 3,
        .mass = mass,
        .force = in + inputFx,
        .contactCount = 1,
        .contacts = &contact,
        .normalJacobian = s_identity + 6,
        .tangentJacobian = s_identity };
    ssPyramidDiagnosis diagnosis = ssPyramid_Diagnose( pyramid->solver, &problem );
    const ssPyramidSolution* s = ssPyramid_Solve( pyramid->solver, &problem );
    bool solved = s->report.status == ss_statusConverged;
    const double cells[] = { s->acceleration[0], s->acceleration[1], s->acceleration[2], s->tangent[0],
        s->tangent[1], s->normal[0], diagnosis.defect };
    evalCopyRow( run );
    for ( int i = 0; i < SS_COUNT( cells ); ++i ) { csvNumber( &run->out, solved ? cells[i] : (double)NAN ); }
    for ( int i = 0; i < 2 * pyramid->kappaColumns; ++i )
    {
        int j = i % pyramid->kappaColumns;
        const double* kappa = i < pyramid->kappaColumns ? s->kappaPlus : s->kappaMinus;
        csvNumber( &run->out, solved && j < k ? kappa[j] : (double)NAN );
    }
    if ( !solved ) { evalWarnRow( run, "the result is not finite" ); }
    else if ( k > pyramid->kappaColumns )
    {
        fprintf( stderr,
            "slipstick eval: warning: %s, line %lld: k = %d, but there are columns for k = %d; the remaining "
            "kappa are not written\n",
            run->in->source, (long long)run->in->line, k, pyramid->kappaColumns );
    }
    return ssOk();
}

/// Reads the first row, as k decides the columns; written after the header, and ended by the caller.
static ssResult begin( evalRun* run )
{
    Pyramid* pyramid = (Pyramid*)(void*)run->state;
    ssResult result = ssCreatePyramidSolver( 3, 1, SS_PYRAMID_MAX_DIRECTIONS, &pyramid->solver );
    for ( int i = 0; i < inputCount && result.code == ss_ok; ++i )
    {
        result = evalNeedColumn( run, s_inputs[i], &pyramid->columns[i] );
    }
    bool more = false;
    result = result.code == ss_ok ? csvNextRow( run->in, &more ) : result;
    double first[inputCount];
    if ( result.code == ss_ok && more )
    {
        result = readRow( run, first );
        // The largest k in the buffer decides: that of a small table, or of the first block of a large one.
        double most =
            result.code == ss_ok ? csvPeekLargest( run->in, pyramid->columns[inputK], first[inputK] ) : 0.0;
        pyramid->kappaColumns = (int)fmin( most, SS_PYRAMID_MAX_DIRECTIONS );
    }
    if ( result.code != ss_ok ) { return result; }
    evalAddColumns( run, "ax ay az lt1 lt2 ln rank_defect" );
    for ( int i = 0; i < 2 * pyramid->kappaColumns; ++i )
    {
        char name[32];
        bool plus = i < pyramid->kappaColumns;
        snprintf(
            name, sizeof( name ), "kappa_%s_%d", plus ? "plus" : "minus", i % pyramid->kappaColumns + 1 );
        evalAddColumn( run, name );
    }
    if ( more )
    {
        csvEndRow( &run->out );
        result = row( run );
    }
    return result;
}

static void end( evalRun* run )
{
    Pyramid* pyramid = (Pyramid*)(void*)run->state;
    ssDestroyPyramidSolver( pyramid->solver );
}

const evalFormula eval_pyramid = { "pyramid",
    .summary = "a mass on a plane under discretised friction (k directions, phantom inertia)",
    .columns = "k mass mu phantom_inertia fx fy fz -> ax ay az lt1 lt2 ln rank_defect kappa_plus_j "
               "kappa_minus_j (j = 1 ... the largest k in the first 64 kB)",
    .begin = begin, .row = row, .end = end };
