// SPDX-License-Identifier: MIT
#include "slipstick/lcp.h"

#include "lcp/lcp_work.h"

#include <math.h>
#include <string.h>

// The problem, its judge and projected Gauss-Seidel; Lemke's method has a file of its own.

const char* ssLcpStatusName( ssLcpStatus status )
{
    static const char* const names[ss_lcpStatusCount] = { "solved", "ray termination", "iteration limit",
        "cycle", "refused", "not finite" };
    return status >= 0 && status < ss_lcpStatusCount ? names[status] : "?";
}

ssResult ssCreateLcpWork( int capacity, ssLcpWork** work )
{
    *work = NULL;
    // 20,000 unknowns are 9 GB of tables: beyond any problem this dense form is meant for.
    if ( capacity < 0 || capacity > 20000 )
    {
        return ssError( ss_errorValue, "capacity", "%d unknowns; allowed: 0 to 20000", capacity );
    }
    size_t n = (size_t)capacity, numbers = n * ( n + 2 ) + ( n * n + 3 * n ) + n * n + 4 * n + 1;
    ssLcpWork* made = ssAlloc( sizeof *made );
    double* memory = ssAlloc( numbers * sizeof *memory );
    int* indices = ssAlloc( ( 4 * n + 1 ) * sizeof *indices );
    if ( made == NULL || memory == NULL || indices == NULL )
    {
        ssRelease( made );
        ssRelease( memory );
        ssRelease( indices );
        return ssError( ss_errorMemory, NULL, "out of memory for a problem of %d unknowns", capacity );
    }
    double* table = memory;
    double* square = table + n * ( n + 2 );
    double* basis = square + n * n + 3 * n;
    double* rest = basis + n * n;
    *made = ( ssLcpWork ){ .capacity = capacity,
        .numbers = memory,
        .indices = indices,
        .table = table,
        .square = square,
        .basis = basis,
        .scale = rest,
        .w = rest + n,
        .a = rest + 2 * n,
        .b = rest + 3 * n,
        .rowVariable = indices,
        .columnVariable = indices + n,
        .pivots = indices + 2 * n + 1,
        .tied = indices + 3 * n + 1 };
    *work = made;
    return ssOk();
}

void ssDestroyLcpWork( ssLcpWork* work )
{
    if ( work != NULL )
    {
        ssRelease( work->numbers );
        ssRelease( work->indices );
        ssRelease( work );
    }
}

void lcpScale( const ssLcp* lcp, double* scale )
{
    // Ruiz' equilibration of |M| + |M^T|, by powers of two so that scaling rounds nothing.
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        scale[i] = 1.0;
    }
    for ( int pass = 0; pass < 4; ++pass )
    {
        for ( size_t i = 0; i < n; ++i )
        {
            double largest = 0.0;
            for ( size_t j = 0; j < n; ++j )
            {
                double entry = fmax( fabs( lcp->m[i * n + j] ), fabs( lcp->m[j * n + i] ) );
                largest = fmax( largest, entry * scale[j] * scale[i] );
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

static void multiply( const ssLcp* lcp, const double* z, double* w )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        double sum = lcp->q[i];
        for ( size_t j = 0; j < n; ++j )
        {
            sum += lcp->m[i * n + j] * z[j];
        }
        w[i] = sum;
    }
}

double lcpJudge( const ssLcp* lcp, ssLcpWork* work, const double* z )
{
    multiply( lcp, z, work->w );
    double worst = 0.0, size = 0.0;
    for ( int i = 0; i < lcp->size; ++i )
    {
        double s = work->scale[i], defect = fabs( fmin( z[i] / s, work->w[i] * s ) );
        if ( !isfinite( defect ) || !isfinite( z[i] ) || !isfinite( work->w[i] ) )
        {
            return HUGE_VAL;
        }
        worst = fmax( worst, defect );
        size = fmax( size, fabs( lcp->q[i] * s ) );
    }
    return worst > 0.0 ? worst / fmax( size, 1e-300 ) : 0.0;
}

double ssLcp_Residual( const ssLcp* lcp, ssLcpWork* work, const double* z )
{
    SS_ASSERT( lcp->size <= work->capacity );
    lcpScale( lcp, work->scale );
    return lcpJudge( lcp, work, z );
}

ssPgsOptions ssDefaultPgsOptions( void )
{
    return ( ssPgsOptions ){ .relaxation = 1.0, .tolerance = 1e-12, .maxPasses = 10000 };
}

static void pass( const ssLcp* lcp, double relaxation, double* z )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        double sum = lcp->q[i];
        for ( size_t j = 0; j < n; ++j )
        {
            sum += lcp->m[i * n + j] * z[j];
        }
        z[i] = fmax( 0.0, z[i] - relaxation * sum / lcp->m[i * n + i] );
    }
}

ssLcpReport ssLcp_Pgs( const ssLcp* lcp, const ssPgsOptions* options, ssLcpWork* work, double* z )
{
    SS_ASSERT( lcp->size <= work->capacity );
    size_t n = (size_t)lcp->size;
    ssLcpReport report = { .status = ss_lcpIterationLimit };
    lcpScale( lcp, work->scale );
    for ( size_t i = 0; i < n; ++i )
    {
        if ( !( lcp->m[i * n + i] > 0.0 ) )
        {
            report.status = ss_lcpRefused;
            report.residual = lcpJudge( lcp, work, z );
            return report;
        }
    }
    // Brent: a kept iterate, renewed after 1, 2, 4, 8 … passes, is met again exactly when there is a cycle.
    double *kept = work->a, largest = 0.0;
    memcpy( kept, z, n * sizeof *z );
    int power = 1, age = 0;
    for ( ; report.iterations < options->maxPasses; )
    {
        pass( lcp, options->relaxation, z );
        ++report.iterations;
        ++age;
        report.residual = lcpJudge( lcp, work, z );
        if ( !( report.residual <= 1e100 ) )
        {
            report.status = ss_lcpNotFinite;
            return report;
        }
        if ( report.residual <= options->tolerance )
        {
            report.status = ss_lcpSolved;
            return report;
        }
        double moved = 0.0;
        largest = 0.0;
        for ( size_t i = 0; i < n; ++i )
        {
            moved = fmax( moved, fabs( z[i] - kept[i] ) / work->scale[i] );
            largest = fmax( largest, fabs( z[i] ) / work->scale[i] );
        }
        // An iterate that creeps is no cycle: being back must beat the residual by far.
        if ( moved <= 1e-13 * largest && report.residual > 1e-6 )
        {
            report.status = ss_lcpCycle;
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
