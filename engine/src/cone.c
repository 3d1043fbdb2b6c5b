// SPDX-License-Identifier: MIT
#include "slipstick/cone.h"

#include <math.h>

ssResult ssCheckCone( const ssCone* cone )
{
    if ( cone->dimension != 3 && cone->dimension != 5 && cone->dimension != 6 )
    {
        return ssError( ss_errorValue, "dimension", "dimension = %d; allowed is 3, 5 or 6", cone->dimension );
    }
    const char* keys[3] = { "mu", "mu_r", "mu_s" };
    double values[3] = { cone->mu, cone->muRoll, cone->muSpin };
    int blocks = cone->dimension == 3 ? 1 : cone->dimension == 5 ? 2 : 3;
    for ( int i = 0; i < blocks; ++i )
    {
        if ( !( values[i] >= 0.0 && isfinite( values[i] ) ) )
        {
            return ssError(
                ss_errorValue, keys[i], "%s = %g; allowed is a finite number >= 0", keys[i], values[i] );
        }
    }
    return ssOk();
}

/// The root of the piece of F where exactly the blocks in `active` lie beyond their bound. Divided by the largest
/// coefficient's square, which would overflow for the coefficients that stand for "as rough as you like".
static double normalOf( unsigned active, double x0, const double* mu, const double* length )
{
    double scale = 1.0;
    for ( int i = 0; i < 3; ++i )
    {
        scale = active & ( 1u << i ) ? fmax( scale, mu[i] ) : scale;
    }
    double top = x0 / scale, bottom = 1.0 / scale / scale;
    for ( int i = 0; i < 3; ++i )
    {
        if ( active & ( 1u << i ) )
        {
            top += mu[i] / scale * length[i];
            bottom += mu[i] / scale * ( mu[i] / scale );
        }
    }
    return top / bottom / scale;
}

/// Does the root of F lie at or above the breakpoint |l_i|/mu_i of block i? F is increasing, so its sign there
/// tells, and unlike a comparison with the root it does not cancel when coefficients differ by many powers of ten.
static bool withinBound( int i, int blocks, double x0, const double* mu, const double* length )
{
    if ( length[i] == 0.0 || mu[i] == 0.0 )
    {
        return length[i] == 0.0;
    }
    double breakpoint = length[i] / mu[i], sum = x0;
    for ( int j = 0; j < blocks; ++j )
    {
        sum += j != i ? mu[j] * fmax( 0.0, length[j] - mu[j] * breakpoint ) : 0.0;
    }
    return breakpoint <= sum;
}

// The projection is the root of F(y0) = y0 - x0 - sum mu_i (|l_i| - mu_i y0)_+, which is increasing and piecewise
// linear with breakpoints |l_i|/mu_i. Zero coefficients, zero blocks and equal breakpoints, which Acary & Bourrier
// Prop. 5.2 leaves open, need no case of their own.
ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p )
{
    int blocks = cone->dimension == 3 ? 1 : cone->dimension == 5 ? 2 : 3;
    double mu[3] = { cone->mu, cone->muRoll, cone->muSpin };
    double length[3] = { hypot( x[1], x[2] ), blocks > 1 ? hypot( x[3], x[4] ) : 0.0,
        blocks > 2 ? fabs( x[5] ) : 0.0 };

    if ( normalOf( ( 1u << blocks ) - 1u, x[0], mu, length ) <= 0.0 )
    {
        for ( int i = 0; i < cone->dimension; ++i )
        {
            p[i] = 0.0;
        }
        return ss_faceApex;
    }
    unsigned active = 0;
    for ( int i = 0; i < blocks; ++i )
    {
        active |= withinBound( i, blocks, x[0], mu, length ) ? 0u : 1u << i;
    }
    double normal = normalOf( active, x[0], mu, length );

    p[0] = normal;
    for ( int i = 0; i < blocks; ++i )
    {
        double factor = ( active & ( 1u << i ) ) ? mu[i] * normal / length[i] : 1.0;
        p[1 + 2 * i] = factor * x[1 + 2 * i];
        if ( i < 2 )
        {
            p[2 + 2 * i] = factor * x[2 + 2 * i];
        }
    }
    return (ssConeFace)active;
}

const char* ssConeFaceName( int dimension, ssConeFace face )
{
    static const char* const names[3][8] = {
        { "-", "A" },
        { "--", "A-", "-A", "AA" },
        { "---", "A--", "-A-", "AA-", "--A", "A-A", "-AA", "AAA" },
    };
    if ( face & ss_faceApex )
    {
        return "apex";
    }
    return names[dimension == 3 ? 0 : dimension == 5 ? 1 : 2][face];
}

const char* ssContactModeName( ssContactMode mode )
{
    static const char* const names[ss_modeCount] = { "open", "stick", "slide", "roll", "slide + roll", "spin" };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return names[mode];
}

ssContactMode ssClassifyContact(
    bool touching, double slide, double roll, double spin, double length, double tolerance )
{
    if ( !touching )
    {
        return ss_modeOpen;
    }
    bool slides = slide > tolerance, rolls = length * roll > tolerance, spins = length * spin > tolerance;
    if ( slides )
    {
        return rolls ? ss_modeSlideRoll : ss_modeSlide;
    }
    return rolls ? ss_modeRoll : spins ? ss_modeSpin : ss_modeStick;
}
