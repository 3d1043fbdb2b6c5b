// SPDX-License-Identifier: MIT
#include "linalg/complex.h"
#include "model/instability.h"

// Eigenvalues of small linear systems with unsymmetric stiffness: by formulas where there is one coordinate
// or no damping, because these are exact at the limits of stability, else those of the matrix of the
// first-order system.

/// Both roots of a x² + b x + c, without cancellation.
static void quadratic( double a, double b, double c, denseComplex roots[2] )
{
    double discriminant = b * b - 4.0 * a * c;
    if ( discriminant < 0.0 )
    {
        double im = sqrt( -discriminant ) / fabs( 2.0 * a );
        roots[0] = ( denseComplex ){ -b / ( 2.0 * a ), im };
        roots[1] = ( denseComplex ){ -b / ( 2.0 * a ), -im };
        return;
    }
    double t = -0.5 * ( b + copysign( sqrt( discriminant ), b ) );
    roots[0] = ( denseComplex ){ t / a, 0.0 };
    roots[1] = ( denseComplex ){ t != 0.0 ? c / t : 0.0, 0.0 };
}

/// Without damping det( M s² + K ) is a quadratic in s², so that marginal stability is exact.
static void undampedRoots( const ssLinearSystem* s, denseComplex roots[4] )
{
    const double *m = s->m, *k = s->k;
    denseComplex squares[2];
    quadratic( m[0] * m[3] - m[1] * m[2], m[0] * k[3] + k[0] * m[3] - m[1] * k[2] - k[1] * m[2],
        k[0] * k[3] - k[1] * k[2], squares );
    for ( int i = 0; i < 4; ++i )
    {
        denseComplex root = complexRoot( squares[i / 2] );
        roots[i] = i % 2 == 0 ? root : ( denseComplex ){ -root.re, -root.im };
    }
}

/// det( M s² + D s + K ) and its derivative by s.
static void characteristic(
    const ssLinearSystem* system, denseComplex s, denseComplex* det, denseComplex* slope )
{
    denseComplex a[4], by[4], square = complexMul( s, s );
    for ( int i = 0; i < 4; ++i )
    {
        double m = system->m[i], d = system->d[i];
        a[i] = ( denseComplex ){ m * square.re + d * s.re + system->k[i], m * square.im + d * s.im };
        by[i] = ( denseComplex ){ 2.0 * m * s.re + d, 2.0 * m * s.im };
    }
    *det = complexSub( complexMul( a[0], a[3] ), complexMul( a[1], a[2] ) );
    *slope = complexSub( complexAdd( complexMul( by[0], a[3] ), complexMul( a[0], by[3] ) ),
        complexAdd( complexMul( by[1], a[2] ), complexMul( a[1], by[2] ) ) );
}

/// A step of Newton's method, where it brings the root nearer: errors of the QR algorithm are relative to the
/// largest of the roots.
static denseComplex polished( const ssLinearSystem* system, denseComplex root )
{
    denseComplex det, slope, after, unused;
    characteristic( system, root, &det, &slope );
    if ( complexSize( slope ) == 0.0 ) { return root; }
    denseComplex better = complexSub( root, complexDivide( det, slope ) );
    characteristic( system, better, &after, &unused );
    return complexSize( after ) < complexSize( det ) ? better : root;
}

/// q' = u, u' = -M^-1 (K q + D u). False: they are not found.
static bool dampedRoots( const ssLinearSystem* s, denseComplex roots[4] )
{
    const double *m = s->m, det = m[0] * m[3] - m[1] * m[2];
    double a[16] = { [2] = 1.0, [7] = 1.0 };
    denseComplex scratch[16];
    for ( int i = 0; i < 4; ++i )
    {
        const double* by = i < 2 ? s->k : s->d;
        a[8 + i] = ( m[1] * by[2 + i % 2] - m[3] * by[i % 2] ) / det;
        a[12 + i] = ( m[2] * by[i % 2] - m[0] * by[2 + i % 2] ) / det;
    }
    bool found = denseGeneralEigenvalues( a, 4, scratch, roots );
    for ( int i = 0; i < 4 && found; ++i ) { roots[i] = polished( s, roots[i] ); }
    return found;
}

int ssLinear_Eigenvalues( const ssLinearSystem* system, ssEigenvalue roots[4] )
{
    denseComplex found[4];
    const double* d = system->d;
    int count = 2 * system->n;
    if ( system->n == 1 ) { quadratic( system->m[0], d[0], system->k[0], found ); }
    else if ( d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0 && d[3] == 0.0 ) { undampedRoots( system, found ); }
    else if ( !dampedRoots( system, found ) )
    {
        for ( int i = 0; i < count; ++i ) { found[i] = ( denseComplex ){ SS_NAN, SS_NAN }; }
    }
    for ( int i = 0; i < count; ++i )
    {
        ssEigenvalue root = { found[i].re, found[i].im };
        int at = i;
        for ( ; at > 0 &&
              ( roots[at - 1].im < root.im || ( roots[at - 1].im == root.im && roots[at - 1].re < root.re ) );
              --at )
        {
            roots[at] = roots[at - 1];
        }
        roots[at] = root;
    }
    return count;
}

ssEigenvalue ssLinear_Leading( const ssLinearSystem* system )
{
    ssEigenvalue roots[4];
    int count = ssLinear_Eigenvalues( system, roots );
    ssEigenvalue leading = roots[0];
    for ( int i = 1; i < count; ++i )
    {
        // Only a difference beyond rounding counts: of a conjugate pair the one with im > 0 stays first.
        double margin = 1e-12 * ( fabs( leading.re ) + fabs( leading.im ) );
        leading = roots[i].re > leading.re + margin ? roots[i] : leading;
    }
    return leading;
}

double ssLinear_Amplitude( const ssLinearSystem* system, ssEigenvalue root, const double* q, const double* u )
{
    denseComplex s = { root.re, root.im }, y[2] = { { 1.0, 0.0 }, { 0.0, 0.0 } };
    denseComplex square = complexMul( s, s ), pencil[4];
    int n = system->n;
    for ( int i = 0; i < n * n; ++i )
    {
        pencil[i] = ( denseComplex ){ square.re * system->m[i] + s.re * system->d[i] + system->k[i],
            square.im * system->m[i] + s.im * system->d[i] };
    }
    if ( n == 2 )
    {
        // y solves y·pencil = 0, taken from the larger column.
        double left = ssHypot( pencil[0].re, pencil[0].im ) + ssHypot( pencil[2].re, pencil[2].im );
        double right = ssHypot( pencil[1].re, pencil[1].im ) + ssHypot( pencil[3].re, pencil[3].im );
        int column = left >= right ? 0 : 1;
        y[0] = pencil[2 + column];
        y[1] = ( denseComplex ){ -pencil[column].re, -pencil[column].im };
    }
    denseComplex sum = { 0.0, 0.0 };
    double size = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        denseComplex part = { 0.0, 0.0 };
        for ( int j = 0; j < n; ++j )
        {
            int at = n * i + j;
            part.re += system->m[at] * u[j] + ( s.re * system->m[at] + system->d[at] ) * q[j];
            part.im += s.im * system->m[at] * q[j];
        }
        sum = complexAdd( sum, complexMul( y[i], part ) );
        size += y[i].re * y[i].re + y[i].im * y[i].im;
    }
    return ssHypot( sum.re, sum.im ) / sqrt( size );
}
