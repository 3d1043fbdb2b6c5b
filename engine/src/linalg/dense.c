// SPDX-License-Identifier: MIT
#include "linalg/dense.h"
#include "linalg/complex.h"
#include "slipstick/elementary.h"

#include <string.h>

// Dense factorisations, singular values and eigenvalues, for real and complex matrices.

/// Entry (i, j) of the n × n matrix `a`.
#define AT( a, n, i, j ) ( a )[(size_t)( i ) * (size_t)( n ) + (size_t)( j )]
#define ATTEMPTS 60 // for one eigenvalue; three are usual

bool denseLuFactor( double* a, int n, int* pivots, double* rowScale )
{
    for ( int i = 0; i < n; ++i )
    {
        double largest = 0.0;
        for ( int j = 0; j < n; ++j ) { largest = ssMax( largest, fabs( AT( a, n, i, j ) ) ); }
        if ( !( largest > 0.0 && isfinite( largest ) ) ) { return false; }
        rowScale[i] = 1.0 / largest;
        for ( int j = 0; j < n; ++j ) { AT( a, n, i, j ) *= rowScale[i]; }
    }
    for ( int k = 0; k < n; ++k )
    {
        int best = k;
        for ( int i = k + 1; i < n; ++i )
        {
            best = fabs( AT( a, n, i, k ) ) > fabs( AT( a, n, best, k ) ) ? i : best;
        }
        pivots[k] = best;
        if ( !( fabs( AT( a, n, best, k ) ) > 0.0 ) ) { return false; }
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
    for ( int i = 0; i < n; ++i ) { b[i] *= rowScale[i]; }
    for ( int k = 0; k < n; ++k )
    {
        double swap = b[k];
        b[k] = b[pivots[k]];
        b[pivots[k]] = swap;
    }
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = 0; j < i; ++j ) { b[i] -= AT( factors, n, i, j ) * b[j]; }
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int j = i + 1; j < n; ++j ) { b[i] -= AT( factors, n, i, j ) * b[j]; }
        b[i] /= AT( factors, n, i, i );
    }
}

bool denseLuSolveRefined( const double* a, const double* b, int n, double* x, double* scratch, int* pivots )
{
    size_t square = (size_t)n * (size_t)n;
    double *factors = scratch, *rowScale = scratch + square, *residual = rowScale + n;
    memcpy( factors, a, square * sizeof *a );
    if ( !denseLuFactor( factors, n, pivots, rowScale ) ) { return false; }
    memset( x, 0, (size_t)n * sizeof *x );
    for ( int pass = 0; pass < 3; ++pass )
    {
        for ( int i = 0; i < n; ++i )
        {
            double sum = b[i];
            for ( int j = 0; j < n; ++j ) { sum -= AT( a, n, i, j ) * x[j]; }
            residual[i] = sum;
        }
        denseLuSolve( factors, n, pivots, rowScale, residual );
        for ( int i = 0; i < n; ++i )
        {
            x[i] += residual[i];
            if ( !isfinite( x[i] ) ) { return false; }
        }
    }
    return true;
}

bool denseCholeskyFactor( double* a, int n, double threshold )
{
    for ( int j = 0; j < n; ++j )
    {
        double diagonal = AT( a, n, j, j ), pivot = diagonal;
        for ( int k = 0; k < j; ++k ) { pivot -= AT( a, n, j, k ) * AT( a, n, j, k ); }
        if ( !( pivot > threshold * diagonal && isfinite( pivot ) ) ) { return false; }
        AT( a, n, j, j ) = sqrt( pivot );
        for ( int i = j + 1; i < n; ++i )
        {
            double sum = AT( a, n, i, j );
            for ( int k = 0; k < j; ++k ) { sum -= AT( a, n, i, k ) * AT( a, n, j, k ); }
            AT( a, n, i, j ) = sum / AT( a, n, j, j );
        }
    }
    return true;
}

void denseCholeskySolve( const double* factor, int n, double* b )
{
    for ( int i = 0; i < n; ++i )
    {
        for ( int j = 0; j < i; ++j ) { b[i] -= AT( factor, n, i, j ) * b[j]; }
        b[i] /= AT( factor, n, i, i );
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int j = i + 1; j < n; ++j ) { b[i] -= AT( factor, n, j, i ) * b[j]; }
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
        for ( ; j > 0 && values[j - 1] < value; --j ) { values[j] = values[j - 1]; }
        values[j] = value;
    }
}

/// The tangent of the Jacobi rotation that annihilates an entry, from the cotangent of twice its angle.
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
    // Rotations make the rows orthogonal, which are contiguous, unlike columns; the values are the same.
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
        for ( int k = 0; k < n; ++k ) { sum = ssHypot( sum, AT( a, n, i, k ) ); }
        values[i] = sum;
    }
    sortDescending( values, n );
}

void denseEigenvalues( double* a, int n, double* values, double* vectors )
{
    for ( int i = 0; i < n * n && vectors != NULL; ++i ) { vectors[i] = i % ( n + 1 ) == 0 ? 1.0 : 0.0; }
    bool rotated = true;
    for ( int pass = 0; pass < JACOBI_PASSES && rotated; ++pass )
    {
        rotated = false;
        for ( int p = 0; p < n - 1; ++p )
        {
            for ( int q = p + 1; q < n; ++q )
            {
                double off = AT( a, n, p, q ), app = AT( a, n, p, p ), aqq = AT( a, n, q, q );
                if ( !( fabs( off ) > 1e-17 * ( fabs( app ) + fabs( aqq ) ) ) ) { continue; }
                rotated = true;
                double t = jacobiTangent( ( aqq - app ) / ( 2.0 * off ) );
                double c = 1.0 / ssHypot( 1.0, t ), s = c * t;
                rotateRows( a, n, p, q, c, s );
                rotateColumns( a, n, p, q, c, s );
                if ( vectors != NULL ) { rotateColumns( vectors, n, p, q, c, s ); }
            }
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        values[i] = AT( a, n, i, i );
        for ( int j = i; j > 0 && values[j - 1] > values[j]; --j )
        {
            double swap = values[j];
            values[j] = values[j - 1];
            values[j - 1] = swap;
            for ( int k = 0; k < n && vectors != NULL; ++k )
            {
                swap = AT( vectors, n, k, j );
                AT( vectors, n, k, j ) = AT( vectors, n, k, j - 1 );
                AT( vectors, n, k, j - 1 ) = swap;
            }
        }
    }
}

static void swapRows( denseComplex* a, int n, denseComplex* b, int i, int k )
{
    for ( int j = 0; j < n && i != k; ++j )
    {
        denseComplex keep = a[i * n + j];
        a[i * n + j] = a[k * n + j];
        a[k * n + j] = keep;
    }
    denseComplex keep = b[i];
    b[i] = b[k];
    b[k] = keep;
}

bool denseComplexSolve( denseComplex* a, int n, denseComplex* b )
{
    for ( int k = 0; k < n; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < n; ++i )
        {
            pivot = complexSize( a[i * n + k] ) > complexSize( a[pivot * n + k] ) ? i : pivot;
        }
        if ( !( complexSize( a[pivot * n + k] ) > 0.0 ) ) { return false; }
        swapRows( a, n, b, k, pivot );
        for ( int i = k + 1; i < n; ++i )
        {
            denseComplex factor = complexDivide( a[i * n + k], a[k * n + k] );
            for ( int j = k + 1; j < n; ++j )
            {
                a[i * n + j] = complexSub( a[i * n + j], complexMul( factor, a[k * n + j] ) );
            }
            b[i] = complexSub( b[i], complexMul( factor, b[k] ) );
        }
    }
    for ( int k = n - 1; k >= 0; --k )
    {
        for ( int j = k + 1; j < n; ++j ) { b[k] = complexSub( b[k], complexMul( a[k * n + j], b[j] ) ); }
        b[k] = complexDivide( b[k], a[k * n + k] );
    }
    return true;
}

/// Balances rows and columns by powers of two (Osborne 1960), which leaves the eigenvalues the same.
static void balance( double* a, int n )
{
    bool changed = true;
    for ( int round = 0; round < 60 && changed; ++round )
    {
        changed = false;
        for ( int i = 0; i < n; ++i )
        {
            double column = 0.0, row = 0.0;
            for ( int j = 0; j < n; ++j )
            {
                column += j != i ? fabs( a[j * n + i] ) : 0.0;
                row += j != i ? fabs( a[i * n + j] ) : 0.0;
            }
            if ( !( column > 0.0 && row > 0.0 && isfinite( column ) && isfinite( row ) ) ) { continue; }
            int exponent;
            frexp( row / column, &exponent );
            double factor = ldexp( 1.0, exponent / 2 );
            if ( column * factor + row / factor >= 0.95 * ( column + row ) ) { continue; }
            changed = true;
            for ( int j = 0; j < n; ++j )
            {
                a[j * n + i] *= factor;
                a[i * n + j] /= factor;
            }
        }
    }
}

/// Reduces `a` to an upper Hessenberg matrix by elimination with pivoting.
static void toHessenberg( double* a, int n )
{
    for ( int k = 1; k < n - 1; ++k )
    {
        int pivot = k;
        for ( int i = k + 1; i < n; ++i )
        {
            pivot = fabs( a[i * n + k - 1] ) > fabs( a[pivot * n + k - 1] ) ? i : pivot;
        }
        for ( int j = 0; j < n && pivot != k; ++j )
        {
            double keep = a[k * n + j];
            a[k * n + j] = a[pivot * n + j];
            a[pivot * n + j] = keep;
        }
        for ( int j = 0; j < n && pivot != k; ++j )
        {
            double keep = a[j * n + k];
            a[j * n + k] = a[j * n + pivot];
            a[j * n + pivot] = keep;
        }
        for ( int i = k + 1; i < n && a[k * n + k - 1] != 0.0; ++i )
        {
            double factor = a[i * n + k - 1] / a[k * n + k - 1];
            for ( int j = 0; j < n; ++j ) { a[i * n + j] -= factor * a[k * n + j]; }
            for ( int j = 0; j < n; ++j ) { a[j * n + k] += factor * a[j * n + i]; }
            a[i * n + k - 1] = 0.0;
        }
    }
}

/// The eigenvalue of the last two rows that is nearer to the last entry (Wilkinson's shift).
static denseComplex chooseShift( const denseComplex* h, int n, int last )
{
    denseComplex a = h[( last - 1 ) * n + last - 1], b = h[( last - 1 ) * n + last],
                 c = h[last * n + last - 1], d = h[last * n + last];
    denseComplex half = { 0.5 * ( a.re - d.re ), 0.5 * ( a.im - d.im ) }, product = complexMul( b, c );
    denseComplex root = complexRoot( complexAdd( complexMul( half, half ), product ) );
    denseComplex one = complexAdd( half, root ), other = complexSub( half, root );
    denseComplex larger = complexSize( one ) > complexSize( other ) ? one : other;
    return complexSize( larger ) > 0.0 ? complexSub( d, complexDivide( product, larger ) ) : d;
}

/// One step of the QR method on rows first … last: h - shift = Q R, then R Q + shift, by Givens rotations.
static void turnRows( denseComplex* h, int n, int first, int last, denseComplex shift, denseComplex* turns )
{
    for ( int i = first; i <= last; ++i ) { h[i * n + i] = complexSub( h[i * n + i], shift ); }
    for ( int k = first; k < last; ++k )
    {
        denseComplex x = h[k * n + k], y = h[( k + 1 ) * n + k];
        double length = ssHypot( complexSize( x ), complexSize( y ) );
        denseComplex c = { 1.0, 0.0 }, s = { 0.0, 0.0 };
        if ( length > 0.0 )
        {
            c = ( denseComplex ){ x.re / length, x.im / length };
            s = ( denseComplex ){ y.re / length, y.im / length };
        }
        turns[2 * k] = c;
        turns[2 * k + 1] = s;
        for ( int j = k; j <= last; ++j )
        {
            denseComplex up = h[k * n + j], low = h[( k + 1 ) * n + j];
            h[k * n + j] = complexAdd(
                complexMul( complexConjugate( c ), up ), complexMul( complexConjugate( s ), low ) );
            h[( k + 1 ) * n + j] = complexSub( complexMul( c, low ), complexMul( s, up ) );
        }
    }
    for ( int k = first; k < last; ++k )
    {
        denseComplex c = turns[2 * k], s = turns[2 * k + 1];
        for ( int i = first; i <= k + 1; ++i )
        {
            denseComplex left = h[i * n + k], right = h[i * n + k + 1];
            h[i * n + k] = complexAdd( complexMul( left, c ), complexMul( right, s ) );
            h[i * n + k + 1] = complexSub(
                complexMul( right, complexConjugate( c ) ), complexMul( left, complexConjugate( s ) ) );
        }
    }
    for ( int i = first; i <= last; ++i ) { h[i * n + i] = complexAdd( h[i * n + i], shift ); }
}

bool denseGeneralEigenvalues( double* a, int n, denseComplex* scratch, denseComplex* values )
{
    balance( a, n );
    toHessenberg( a, n );
    denseComplex turns[2 * 64];
    for ( int i = 0; i < n * n; ++i )
    {
        scratch[i] = ( denseComplex ){ a[i], 0.0 };
        if ( !isfinite( a[i] ) || n > 64 ) { return false; }
    }
    int last = n - 1, tries = 0;
    while ( last >= 0 && tries < ATTEMPTS )
    {
        int first = last;
        while ( first > 0 &&
            complexSize( scratch[first * n + first - 1] ) > 1e-16 *
                    ( complexSize( scratch[first * n + first] ) +
                        complexSize( scratch[( first - 1 ) * n + first - 1] ) ) )
        {
            --first;
        }
        if ( first == last )
        {
            values[last] = scratch[last * n + last];
            --last;
            tries = 0;
            continue;
        }
        denseComplex shift = chooseShift( scratch, n, last );
        // A symmetric pattern can stall; any other shift breaks it.
        shift.re += tries % 10 == 9 ? complexSize( scratch[last * n + last - 1] ) : 0.0;
        turnRows( scratch, n, first, last, shift, turns );
        ++tries;
    }
    return last < 0;
}
