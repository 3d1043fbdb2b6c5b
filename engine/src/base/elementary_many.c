// SPDX-License-Identifier: MIT
#include "slipstick/elementary.h"

// The elementary functions over arrays.

void ssExpMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssExp( x[i] );
    }
}

void ssExp2Many( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssExp2( x[i] );
    }
}

void ssExpm1Many( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssExpm1( x[i] );
    }
}

void ssLogMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssLog( x[i] );
    }
}

void ssLog10Many( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssLog10( x[i] );
    }
}

void ssLog1pMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssLog1p( x[i] );
    }
}

void ssSinMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssSin( x[i] );
    }
}

void ssCosMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssCos( x[i] );
    }
}

void ssTanMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssTan( x[i] );
    }
}

void ssAsinMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssAsin( x[i] );
    }
}

void ssAtanMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssAtan( x[i] );
    }
}

void ssTanhMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssTanh( x[i] );
    }
}

void ssAsinhMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssAsinh( x[i] );
    }
}

void ssAtanhMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssAtanh( x[i] );
    }
}

void ssCbrtMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssCbrt( x[i] );
    }
}

void ssPowMany( const double* x, const double* y, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssPow( x[i], y[i] );
    }
}

void ssAtan2Many( const double* y, const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssAtan2( y[i], x[i] );
    }
}

void ssHypotMany( const double* x, const double* y, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = ssHypot( x[i], y[i] );
    }
}

void ssSqrtMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        result[i] = sqrt( x[i] );
    }
}
