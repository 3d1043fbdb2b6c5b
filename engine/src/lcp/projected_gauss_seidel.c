// SPDX-License-Identifier: MIT
#include "lcp/lcp_private.h"

#include <math.h>
#include <string.h>

// Projected Gauss-Seidel for linear complementarity problems with a positive diagonal.

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
        for ( size_t j = 0; j < n; ++j )
        {
            sum += lcp->m[i * n + j] * z[j];
        }
        z[i] = ssMax( 0.0, z[i] - relaxation * sum / lcp->m[i * n + i] );
    }
}

static bool hasPositiveDiagonal( const ssLcp* lcp )
{
    size_t n = (size_t)lcp->size;
    for ( size_t i = 0; i < n; ++i )
    {
        if ( !( lcp->m[i * n + i] > 0.0 ) )
        {
            return false;
        }
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
    // Brent's cycle detection: an iterate that is kept, and replaced after 1, 2, 4, 8, … passes,
    // occurs again exactly if there is a cycle.
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
