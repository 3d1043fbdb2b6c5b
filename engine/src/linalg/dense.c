// SPDX-License-Identifier: MIT
#include "linalg/dense.h"

#include "slipstick/elementary.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/// Entry (i, j) of the n × n matrix `a`.
#define AT( a, n, i, j ) ( a )[(size_t)( i ) * (size_t)( n ) + (size_t)( j )]

bool denseLuFactor( double* a, int n, int* pivots, double* rowScale )
{
    for ( int i = 0; i < n; ++i )
    {
        double largest = 0.0;
        for ( int j = 0; j < n; ++j )
        {
            largest = ssMax( largest, fabs( AT( a, n, i, j ) ) );
        }
        if ( !( largest > 0.0 && isfinite( largest ) ) )
        {
            return false;
        }
        rowScale[i] = 1.0 / largest;
        for ( int j = 0; j < n; ++j )
        {
            AT( a, n, i, j ) *= rowScale[i];
        }
    }
    for ( int k = 0; k < n; ++k )
    {
        int best = k;
        for ( int i = k + 1; i < n; ++i )
        {
            best = fabs( AT( a, n, i, k ) ) > fabs( AT( a, n, best, k ) ) ? i : best;
        }
        pivots[k] = best;
        if ( !( fabs( AT( a, n, best, k ) ) > 0.0 ) )
        {
            return false;
        }
        for ( int j = 0; j < n && best != k; ++j )
        {
            double swap = AT( a, n, k, j );
            AT( a, n, k, j ) = AT( a, n, best, j );
            AT( a, n, best, j ) = swap;
        }
        for ( int i = k + 1; i < n; ++i )
        {
            double factor = AT( a, n, i, k ) / AT( a, n, k, k );
            AT( a, n, i, k ) = factor;
            for ( int j = k + 1; j < n && factor != 0.0; ++j )
            {
                AT( a, n, i, j ) -= factor * AT( a, n, k, j );
            }
        }
    }
    return true;
}

void denseLuSolve( const double* factors, int n, const int* pivots, const double* rowScale, double* b )
{
    for ( int i = 0; i < n; ++i )
    {
        b[i] *= rowScale[i];
    }
    for ( int k = 0; k < n; ++k )
    {
        double swap = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swap;
    }
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = 0; j < i; ++j )
        {
            b[i] -= AT( factors, n, i, j ) * b[j];
        }
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int j = i + 1; j < n; ++j )
        {
            b[i] -= AT( factors, n, i, j ) * b[j];
        }
        b[i] /= AT( factors, n, i, i );
    }
}

bool denseLuSolveRefined( const double* a, const double* b, int n, double* x, double* scratch, int* pivots )
{
    size_t square = (size_t)n * (size_t)n;
    double *factors = scratch, *rowScale = scratch + square, *residual = rowScale + n;
    memcpy( factors, a, square * sizeof *a );
    if ( !denseLuFactor( factors, n, pivots, rowScale ) )
    {
        return false;
    }
    memset( x, 0, (size_t)n * sizeof *x );
    for ( int pass = 0; pass < 3; ++pass )
    {
        for ( int i = 0; i < n; ++i )
        {
            double sum = b[i];
            for ( int j = 0; j < n; ++j )
            {
                sum -= AT( a, n, i, j ) * x[j];
            }
            residual[i] = sum;
        }
        denseLuSolve( factors, n, pivots, rowScale, residual );
        for ( int i = 0; i < n; ++i )
        {
            x[i] += residual[i];
            if ( !isfinite( x[i] ) )
            {
                return false;
            }
        }
    }
    return true;
}

bool denseCholeskyFactor( double* a, int n, double threshold )
{
    for ( int j = 0; j < n; ++j )
    {
        double diagonal = AT( a, n, j, j ), pivot = diagonal;
        for ( int k = 0; k < j; ++k )
        {
            pivot -= AT( a, n, j, k ) * AT( a, n, j, k );
        }
        if ( !( pivot > threshold * diagonal && isfinite( pivot ) ) )
        {
            return false;
        }
        AT( a, n, j, j ) = sqrt( pivot );
        for ( int i = j + 1; i < n; ++i )
        {
            double sum = AT( a, n, i, j );
            for ( int k = 0; k < j; ++k )
            {
                sum -= AT( a, n, i, k ) * AT( a, n, j, k );
            }
            AT( a, n, i, j ) = sum / AT( a, n, j, j );
        }
    }
    return true;
}

void denseCholeskySolve( const double* factor, int n, double* b )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = 0; j < i; ++j )
        {
            b[i] -= AT( factor, n, i, j ) * b[j];
        }
        b[i] /= AT( factor, n, i, i );
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int j = i + 1; j < n; ++j )
        {
            b[i] -= AT( factor, n, j, i ) * b[j];
        }
        b[i] /= AT( factor, n, i, i );
    }
}

#define JACOBI_PASSES 60 // Jacobi rotations converge within about ten passes; this only bounds the loop

static void sortDescending( double* values, int n )
{
    for ( int i = 1; i < n; ++i )
    {
        double value = values[i];
        int j = i;
        for ( ; j > 0 && values[j - 1] < value; --j )
        {
            values[j] = values[j - 1];
        }
        values[j] = value;
    }
}

/// Tangent of the angle of the Jacobi rotation that annihilates an
/// entry, given the cotangent of twice that angle.
static double jacobiTangent( double cotangent )
{
    return copysign( 1.0, cotangent ) / ( fabs( cotangent ) + ssHypot( 1.0, cotangent ) );
}

static void rotateRows( double* a, int n, int p, int q, double c, double s )
{
    for ( int k = 0; k < n; ++k )
    {
        double x = AT( a, n, p, k ), y = AT( a, n, q, k );
        AT( a, n, p, k ) = c * x - s * y;
        AT( a, n, q, k ) = s * x + c * y;
    }
}

static void rotateColumns( double* a, int n, int p, int q, double c, double s )
{
    for ( int k = 0; k < n; ++k )
    {
        double x = AT( a, n, k, p ), y = AT( a, n, k, q );
        AT( a, n, k, p ) = c * x - s * y;
        AT( a, n, k, q ) = s * x + c * y;
    }
}

void denseSingularValues( double* a, int n, double* values )
{
    // The rotations make the rows orthogonal. Columns would yield the same
    // values, but rows are contiguous in memory.
    bool rotated = true;
    for ( int pass = 0; pass < JACOBI_PASSES && rotated; ++pass )
    {
        rotated = false;
        for ( int p = 0; p < n - 1; ++p )
        {
            for ( int q = p + 1; q < n; ++q )
            {
                double alpha = 0.0, beta = 0.0, gamma = 0.0;
                for ( int k = 0; k < n; ++k )
                {
                    double x = AT( a, n, p, k ), y = AT( a, n, q, k );
                    alpha += x * x;
                    beta += y * y;
                    gamma += x * y;
                }
                if ( !( fabs( gamma ) > 1e-15 * sqrt( alpha * beta ) ) || !( fabs( gamma ) > 1e-300 ) )
                {
                    continue;
                }
                rotated = true;
                double t = jacobiTangent( ( beta - alpha ) / ( 2.0 * gamma ) );
                double c = 1.0 / ssHypot( 1.0, t ), s = c * t;
                rotateRows( a, n, p, q, c, s );
            }
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        double sum = 0.0;
        for ( int k = 0; k < n; ++k )
        {
            sum = ssHypot( sum, AT( a, n, i, k ) );
        }
        values[i] = sum;
    }
    sortDescending( values, n );
}

void denseEigenvalues( double* a, int n, double* values )
{
    for ( int pass = 0; pass < JACOBI_PASSES; ++pass )
    {
        bool rotated = false;
        for ( int p = 0; p < n - 1; ++p )
        {
            for ( int q = p + 1; q < n; ++q )
            {
                double off = AT( a, n, p, q ), app = AT( a, n, p, p ), aqq = AT( a, n, q, q );
                if ( !( fabs( off ) > 1e-17 * ( fabs( app ) + fabs( aqq ) ) ) )
                {
                    continue;
                }
                rotated = true;
                double t = jacobiTangent( ( aqq - app ) / ( 2.0 * off ) );
                double c = 1.0 / ssHypot( 1.0, t ), s = c * t;
                rotateRows( a, n, p, q, c, s );
                rotateColumns( a, n, p, q, c, s );
            }
        }
        if ( !rotated )
        {
            break;
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        values[i] = -AT( a, n, i, i );
    }
    sortDescending( values, n );
    for ( int i = 0; i < n; ++i )
    {
        values[i] = -values[i];
    }
}
