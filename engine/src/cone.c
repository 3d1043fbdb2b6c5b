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

// The projection is the root of F(y0) = y0 - x0 - sum mu_i (|l_i| - mu_i y0)_+, which is increasing and piecewise
// linear with breakpoints |l_i|/mu_i. Starting with all blocks active and dropping those whose breakpoint lies
// below the root visits at most three pieces and never divides by a coefficient, so that zero coefficients, zero
// blocks and equal breakpoints, which Acary & Bourrier Prop. 5.2 leaves open, need no case of their own.
ssConeFace ssProjectOntoCone( const ssCone* cone, const double* x, double* p )
{
    int blocks = cone->dimension == 3 ? 1 : cone->dimension == 5 ? 2 : 3;
    double mu[3] = { cone->mu, cone->muRoll, cone->muSpin };
    double length[3] = { hypot( x[1], x[2] ), blocks > 1 ? hypot( x[3], x[4] ) : 0.0,
        blocks > 2 ? fabs( x[5] ) : 0.0 };

    double top = x[0], bottom = 1.0;
    for ( int i = 0; i < blocks; ++i )
    {
        top += mu[i] * length[i];
        bottom += mu[i] * mu[i];
    }
    if ( top <= 0.0 )
    {
        for ( int i = 0; i < cone->dimension; ++i )
        {
            p[i] = 0.0;
        }
        return ss_faceApex;
    }

    unsigned active = ( 1u << blocks ) - 1u;
    double normal = top / bottom;
    for ( bool changed = true; changed; )
    {
        changed = false;
        for ( int i = 0; i < blocks; ++i )
        {
            if ( ( active & ( 1u << i ) ) && length[i] <= mu[i] * normal )
            {
                active &= ~( 1u << i );
                changed = true;
            }
        }
        if ( changed )
        {
            top = x[0];
            bottom = 1.0;
            for ( int i = 0; i < blocks; ++i )
            {
                if ( active & ( 1u << i ) )
                {
                    top += mu[i] * length[i];
                    bottom += mu[i] * mu[i];
                }
            }
            normal = top / bottom;
        }
    }

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
