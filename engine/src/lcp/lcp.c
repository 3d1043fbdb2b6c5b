// SPDX-License-Identifier: MIT
#include "lcp/lcp_private.h"

#include <string.h>

// The linear complementarity problem: memory, scaling, residual, projected Gauss-Seidel (Lemke: lemke.c).

#define MAX_CAPACITY 20000 // unknowns; the dense matrices then take 9.6 GB, more than this form is meant for

ssResult lcpCreateWork( ssArena* arena, int capacity, ssLcpWork** work )
{
    *work = NULL;
    if ( capacity < 0 || capacity > MAX_CAPACITY )
    {
        return ssError( ss_errorValue, "capacity", "%d unknowns; allowed: 0 to %d", capacity, MAX_CAPACITY );
    }
    size_t n = (size_t)capacity, numbers = n * ( n + 2 ) + ( n * n + 3 * n ) + n * n + 4 * n + 1;
    ssLcpWork* created = ssArena_Alloc( arena, sizeof *created );
    double* memory = ssArena_Alloc( arena, numbers * sizeof *memory );
    int* indices = ssArena_Alloc( arena, ( 4 * n + 1 ) * sizeof *indices );
    if ( created == NULL || memory == NULL || indices == NULL )
    {
        ssArena_Free( arena, created );
        ssArena_Free( arena, memory );
        ssArena_Free( arena, indices );
        return ssError( ss_errorMemory, NULL, "out of memory for a problem of %d unknowns", capacity );
    }
    double* factors = memory + n * ( n + 2 );
    double* basis = factors + n * n + 3 * n;
    double* vectors = basis + n * n;
    *created = ( ssLcpWork ){ .arena = arena,
        .capacity = capacity,
        .numbers = memory,
        .indices = indices,
        .dictionary = memory,
        .factors = factors,
        .basis = basis,
        .scale = vectors,
        .w = vectors + n,
        .a = vectors + 2 * n,
        .b = vectors + 3 * n,
        .rowVariable = indices,
        .columnVariable = indices + n,
        .pivots = indices + 2 * n + 1,
        .tied = indices + 3 * n + 1 };
    *work = created;
    return ssOk();
}

ssResult ssCreateLcpWork( int capacity, ssLcpWork** work ) { return lcpCreateWork( NULL, capacity, work ); }

void ssDestroyLcpWork( ssLcpWork* work )
{
    if ( work != NULL )
    {
        ssArena_Free( work->arena, work->numbers );
        ssArena_Free( work->arena, work->indices );
        ssArena_Free( work->arena, work );
    }
}

void ssLcpWork_SetStop( ssLcpWork* work, ssStop* stop, void* context )
{
    work->stop = stop;
    work->stopContext = context;
}

void lcpScale( const ssLcp* lcp, double* scale )
{
    // Ruiz's equilibration of |M| + |M^T|, by powers of two so that scaling does not round.
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i ) { scale[i] = 1.0; }
    for ( int pass = 0; pass < 4; ++pass )
    {
        for ( size_t i = 0; i < n; ++i )
        {
            double largest = 0.0;
            for ( size_t j = 0; j < n; ++j )
            {
                double entry = ssMax( fabs( lcp->m[i * n + j] ), fabs( lcp->m[j * n + i] ) );
                largest = ssMax( largest, entry * scale[j] * scale[i] );
            }
            if ( largest > 0.0 && isfinite( largest ) )
            {
                int exponent = 0;
                frexp( largest, &exponent );
                scale[i] = ldexp( scale[i], -exponent / 2 );
            }
        }
    }
}

/// w = M z + q
static void multiply( const ssLcp* lcp, const double* z, double* w )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        double sum = lcp->q[i];
        for ( size_t j = 0; j < n; ++j ) { sum += lcp->m[i * n + j] * z[j]; }
        w[i] = sum;
    }
}

double lcpScaledResidual( const ssLcp* lcp, ssLcpWork* work, const double* z )
{
    multiply( lcp, z, work->w );
    double worst = 0.0, size = 0.0;
    for ( int i = 0; i < lcp->size; ++i )
    {
        double s = work->scale[i], defect = fabs( ssMin( z[i] / s, work->w[i] * s ) );
        if ( !isfinite( defect ) || !isfinite( z[i] ) || !isfinite( work->w[i] ) ) { return HUGE_VAL; }
        worst = ssMax( worst, defect );
        size = ssMax( size, fabs( lcp->q[i] * s ) );
    }
    return worst > 0.0 ? worst / ssMax( size, 1e-300 ) : 0.0;
}

double ssLcp_Residual( const ssLcp* lcp, ssLcpWork* work, const double* z )
{
    SS_ASSERT( lcp->size <= work->capacity );
    lcpScale( lcp, work->scale );
    return lcpScaledResidual( lcp, work, z );
}

ssPgsOptions ssDefaultPgsOptions( void )
{
    return ( ssPgsOptions ){ .relaxation = 1.0, .tolerance = 1e-12, .maxPasses = 10000 };
}

static void gaussSeidelPass( const ssLcp* lcp, double relaxation, double* z )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        double sum = lcp->q[i];
        for ( size_t j = 0; j < n; ++j ) { sum += lcp->m[i * n + j] * z[j]; }
        z[i] = ssMax( 0.0, z[i] - relaxation * sum / lcp->m[i * n + i] );
    }
}

static bool hasPositiveDiagonal( const ssLcp* lcp )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        if ( !( lcp->m[i * n + i] > 0.0 ) ) { return false; }
    }
    return true;
}

/// How far z has moved from the kept iterate, and the largest number of z; both scaled.
static double distanceMoved(
    const ssLcp* lcp, const ssLcpWork* work, const double* kept, const double* z, double* largest )
{
    double moved = 0.0;
    *largest = 0.0;
    for ( int i = 0; i < lcp->size; ++i )
    {
        moved = ssMax( moved, fabs( z[i] - kept[i] ) / work->scale[i] );
        *largest = ssMax( *largest, fabs( z[i] ) / work->scale[i] );
    }
    return moved;
}

ssLcpReport ssLcp_Pgs( const ssLcp* lcp, const ssPgsOptions* options, ssLcpWork* work, double* z )
{
    SS_ASSERT( lcp->size <= work->capacity );
    size_t n = (size_t)lcp->size;
    ssLcpReport report = { .status = ss_statusLimit };
    lcpScale( lcp, work->scale );
    if ( !hasPositiveDiagonal( lcp ) )
    {
        report.status = ss_statusRefused;
        report.residual = lcpScaledResidual( lcp, work, z );
        return report;
    }
    // Brent's cycle detection: an iterate kept after 1, 2, 4, 8, … passes recurs exactly if there is a cycle.
    double *kept = work->a, largest = 0.0;
    memcpy( kept, z, n * sizeof *z );
    int power = 1, age = 0;
    for ( ; report.iterations < options->maxPasses; )
    {
        if ( lcpStops( work ) )
        {
            report.status = ss_statusCancelled;
            return report;
        }
        gaussSeidelPass( lcp, options->relaxation, z );
        ++report.iterations;
        ++age;
        report.residual = lcpScaledResidual( lcp, work, z );
        if ( !( report.residual <= 1e100 ) )
        {
            report.status = ss_statusNotFinite;
            return report;
        }
        if ( report.residual <= options->tolerance )
        {
            report.status = ss_statusConverged;
            return report;
        }
        double moved = distanceMoved( lcp, work, kept, z, &largest );
        // Slow convergence is not a cycle: the distance to the kept iterate must be far below the residual.
        if ( moved <= 1e-13 * largest && report.residual > 1e-6 )
        {
            report.status = ss_statusCycle;
            report.period = age;
            return report;
        }
        if ( age == power )
        {
            memcpy( kept, z, n * sizeof *z );
            power *= 2;
            age = 0;
        }
    }
    return report;
}
