// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/solver.h"
#include "solve/linear_step.h"
#include "solve/path_map.h"

#include <string.h>

/// The matrix of a linear step of `path` in the velocities of the bodies: blocks of 6 × 6 numbers in the form
/// that ssCreateFactorisation takes (MATH.md, *Contact problems*).
typedef struct ssStepMatrix
{
    int rows; ///< bodies
    int *start, *column;
    double* blocks;
} ssStepMatrix;

#define ALPHA 1e-6 // proximal weight, the default of `path`

static inline void ssStepMatrix_Destroy( ssStepMatrix* matrix )
{
    ssRelease( matrix->start );
    ssRelease( matrix->column );
    ssRelease( matrix->blocks );
    *matrix = ( ssStepMatrix ){ 0 };
}

/// B = (I - (1 - alpha) J)^-1 r J of every contact (solve_path.c). False where that has no inverse.
static inline bool fillWeights(
    const ssSystem* system, const double* p, const double* y, double barrier, double* r, double* b )
{
    int d = system->dimension;
    systemContactSteps( system, r );
    for ( int i = 0; i < system->contacts; ++i )
    {
        double x[SS_CONE_MAX] = { 0 }, image[SS_CONE_MAX], byBarrier[SS_CONE_MAX];
        double j[SS_CONE_MAX * SS_CONE_MAX], g[SS_CONE_MAX * SS_CONE_MAX];
        for ( int c = 0; c < d; ++c ) { x[c] = p[i * d + c] - r[i] * y[i * d + c]; }
        pathContactMap( &system->cones[i], system->laws[i] == ss_contactFormRelaxed, x, r[i] * barrier, image,
            j, byBarrier );
        for ( int c = 0; c < d * d; ++c )
        {
            g[c] = ( c % ( d + 1 ) == 0 ? 1.0 : 0.0 ) - ( 1.0 - ALPHA ) * j[c];
        }
        if ( !linearStepInvert( d, g ) ) { return false; }
        for ( int c = 0; c < d * d; ++c )
        {
            double sum = 0.0;
            for ( int k = 0; k < d; ++k ) { sum += g[c / d * d + k] * j[k * d + c % d]; }
            b[i * d * d + c] = r[i] * sum;
        }
    }
    return true;
}

static inline void* copyOf( const void* from, size_t size )
{
    void* copy = ssAlloc( size + 1 );
    if ( copy != NULL ) { memcpy( copy, from, size ); }
    return copy;
}

static inline ssResult fillStepMatrix(
    ssSystem* system, const double* p, double barrier, ssStepMatrix* matrix )
{
    size_t n = (size_t)system->contacts + 1, d = (size_t)system->dimension, size = (size_t)system->size + 1;
    double *numbers = ssAlloc( ( 2 * size + n + n * d * d ) * sizeof( double ) ), *y = numbers + size,
           *r = y + size, *b = r + n;
    bodySpace space = { 0 };
    ssResult result = ssError( ss_errorMemory, NULL, "out of memory" );
    if ( numbers != NULL && bodySpaceMake( &space, system ) )
    {
        double energy = system->qNorm * system->qNorm * system->step / ( system->contacts + 1.0 );
        systemScaleReaction( system, p, numbers );
        systemMultiply( system, numbers, y, system->velocity );
        if ( !fillWeights( system, numbers, y, energy * barrier, r, b ) )
        {
            result = ssError( ss_errorValue, "barrier", "the step is singular at this point" );
        }
        else
        {
            bodySpaceAssemble( &space, b, NULL );
            size_t count = (size_t)space.start[space.bodies];
            *matrix = ( ssStepMatrix ){ .rows = space.bodies,
                .start = copyOf( space.start, ( (size_t)space.bodies + 1 ) * sizeof( int ) ),
                .column = copyOf( space.column, count * sizeof( int ) ),
                .blocks = copyOf( space.blocks, count * 36 * sizeof( double ) ) };
            result = matrix->start && matrix->column && matrix->blocks ? ssOk() : result;
        }
    }
    bodySpaceFree( &space );
    ssRelease( numbers );
    return result;
}

/// The matrix at the reactions `p` with the barrier m, as a multiple of |q|² / (n mean diag W) as in the
/// option `barrier`. The problem has bodies, and cones for Coulomb's law or the relaxed one.
static inline ssResult ssMakeStepMatrix(
    const ssProblem* problem, const double* p, double barrier, ssStepMatrix* matrix )
{
    *matrix = ( ssStepMatrix ){ 0 };
    ssSystem system;
    ssResult result = ssSolver_Accepts( &ss_solverPath, problem );
    result =
        result.code == ss_ok && ( problem->blockStart != NULL || problem->rowCount > 0 || !( barrier > 0.0 ) )
        ? ssError( ss_errorValue, "problem", "a step matrix needs bodies, no joints, and a barrier above 0" )
        : result;
    result = result.code == ss_ok ? systemCreate( problem, NULL, &system ) : result;
    if ( result.code == ss_ok )
    {
        result = fillStepMatrix( &system, p, barrier, matrix );
        systemDestroy( &system );
    }
    if ( result.code != ss_ok ) { ssStepMatrix_Destroy( matrix ); }
    return result;
}
