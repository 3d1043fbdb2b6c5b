// SPDX-License-Identifier: MIT
#include "model/instability.h"

#include "slipstick/vecmath.h"

#include <math.h>

// Eigenvalues of small linear systems with unsymmetric stiffness, as roots of the characteristic polynomial.

typedef struct Complex
{
    double re, im;
} Complex;

static Complex add( Complex a, Complex b )
{
    return ( Complex ){ a.re + b.re, a.im + b.im };
}

static Complex mul( Complex a, Complex b )
{
    return ( Complex ){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static Complex divide( Complex a, Complex b )
{
    double s = b.re * b.re + b.im * b.im;
    return ( Complex ){ ( a.re * b.re + a.im * b.im ) / s, ( a.im * b.re - a.re * b.im ) / s };
}

/// The square root with re >= 0; for negative real numbers the one with im >= 0.
static Complex squareRoot( Complex a )
{
    double r = ssHypot( a.re, a.im ), larger = sqrt( 0.5 * ( r + fabs( a.re ) ) );
    if ( larger == 0.0 )
    {
        return ( Complex ){ 0.0, 0.0 };
    }
    double smaller = fabs( a.im ) / ( 2.0 * larger );
    Complex root = a.re >= 0.0 ? ( Complex ){ larger, smaller } : ( Complex ){ smaller, larger };
    root.im = a.im < 0.0 ? -root.im : root.im;
    return root;
}

/// Both roots of a x² + b x + c, without cancellation.
static void quadratic( double a, double b, double c, Complex roots[2] )
{
    double discriminant = b * b - 4.0 * a * c;
    if ( discriminant < 0.0 )
    {
        double im = sqrt( -discriminant ) / fabs( 2.0 * a );
        roots[0] = ( Complex ){ -b / ( 2.0 * a ), im };
        roots[1] = ( Complex ){ -b / ( 2.0 * a ), -im };
        return;
    }
    double t = -0.5 * ( b + copysign( sqrt( discriminant ), b ) );
    roots[0] = ( Complex ){ t / a, 0.0 };
    roots[1] = ( Complex ){ t != 0.0 ? c / t : 0.0, 0.0 };
}

/// The coefficients of det( M s² + D s + K ) for two coordinates, highest power first.
static void characteristic( const ssLinearSystem* s, double p[5] )
{
    const double *m = s->m, *d = s->d, *k = s->k;
    p[0] = m[0] * m[3] - m[1] * m[2];
    p[1] = m[0] * d[3] + d[0] * m[3] - m[1] * d[2] - d[1] * m[2];
    p[2] = m[0] * k[3] + k[0] * m[3] - m[1] * k[2] - k[1] * m[2] + d[0] * d[3] - d[1] * d[2];
    p[3] = d[0] * k[3] + k[0] * d[3] - d[1] * k[2] - k[1] * d[2];
    p[4] = k[0] * k[3] - k[1] * k[2];
}

/// The roots of a monic quartic by the Durand-Kerner method. The roots are of order 1.
static void quarticRoots( const double p[4], Complex roots[4] )
{
    for ( int i = 0; i < 4; ++i )
    {
        // The method needs a start that is off the axes and not symmetric.
        double angle = 0.4 + 0.5 * SS_PI * i;
        roots[i] = ( Complex ){ 1.1 * ssCos( angle ), 1.1 * ssSin( angle ) };
    }
    for ( int iteration = 0; iteration < 500; ++iteration )
    {
        double change = 0.0;
        for ( int i = 0; i < 4; ++i )
        {
            Complex z = roots[i], value = { 1.0, 0.0 }, product = { 1.0, 0.0 };
            for ( int j = 0; j < 4; ++j )
            {
                value = add( mul( value, z ), ( Complex ){ p[j], 0.0 } );
            }
            for ( int j = 0; j < 4; ++j )
            {
                product =
                    j != i ? mul( product, ( Complex ){ z.re - roots[j].re, z.im - roots[j].im } ) : product;
            }
            if ( product.re == 0.0 && product.im == 0.0 )
            {
                continue; // two roots coincide and stay
            }
            Complex step = divide( value, product );
            roots[i] = ( Complex ){ z.re - step.re, z.im - step.im };
            change = ssMax( change, ssHypot( step.re, step.im ) );
        }
        if ( !( change > 1e-16 ) )
        {
            return;
        }
    }
}

static int fourRoots( const ssLinearSystem* system, Complex roots[4] )
{
    double p[5];
    characteristic( system, p );
    if ( p[1] == 0.0 && p[3] == 0.0 )
    {
        // Without damping this is a quadratic in s², so that marginal stability is exact.
        Complex squares[2];
        quadratic( p[0], p[2], p[4], squares );
        for ( int i = 0; i < 2; ++i )
        {
            roots[2 * i] = squareRoot( squares[i] );
            roots[2 * i + 1] = ( Complex ){ -roots[2 * i].re, -roots[2 * i].im };
        }
        return 4;
    }
    double scale = 0.0;
    for ( int i = 1; i < 5; ++i )
    {
        scale = ssMax( scale, ssPow( fabs( p[i] / p[0] ), 1.0 / i ) );
    }
    double monic[4];
    for ( int i = 1; i < 5; ++i )
    {
        monic[i - 1] = p[i] / p[0] / ssPow( scale, i );
    }
    quarticRoots( monic, roots );
    for ( int i = 0; i < 4; ++i )
    {
        roots[i] = ( Complex ){ scale * roots[i].re, scale * roots[i].im };
    }
    return 4;
}

int ssLinear_Eigenvalues( const ssLinearSystem* system, ssEigenvalue roots[4] )
{
    Complex found[4];
    int count = 2;
    if ( system->n == 1 )
    {
        quadratic( system->m[0], system->d[0], system->k[0], found );
    }
    else
    {
        count = fourRoots( system, found );
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
    Complex s = { root.re, root.im }, y[2] = { { 1.0, 0.0 }, { 0.0, 0.0 } };
    Complex square = mul( s, s ), pencil[4];
    int n = system->n;
    for ( int i = 0; i < n * n; ++i )
    {
        pencil[i] = ( Complex ){ square.re * system->m[i] + s.re * system->d[i] + system->k[i],
            square.im * system->m[i] + s.im * system->d[i] };
    }
    if ( n == 2 )
    {
        // y solves y·pencil = 0, taken from the larger column.
        double left = ssHypot( pencil[0].re, pencil[0].im ) + ssHypot( pencil[2].re, pencil[2].im );
        double right = ssHypot( pencil[1].re, pencil[1].im ) + ssHypot( pencil[3].re, pencil[3].im );
        int column = left >= right ? 0 : 1;
        y[0] = pencil[2 + column];
        y[1] = ( Complex ){ -pencil[column].re, -pencil[column].im };
    }
    Complex sum = { 0.0, 0.0 };
    double size = 0.0;
    for ( int i = 0; i < n; ++i )
    {
        Complex part = { 0.0, 0.0 };
        for ( int j = 0; j < n; ++j )
        {
            int at = n * i + j;
            part.re += system->m[at] * u[j] + ( s.re * system->m[at] + system->d[at] ) * q[j];
            part.im += s.im * system->m[at] * q[j];
        }
        sum = add( sum, mul( y[i], part ) );
        size += y[i].re * y[i].re + y[i].im * y[i].im;
    }
    return ssHypot( sum.re, sum.im ) / sqrt( size );
}
