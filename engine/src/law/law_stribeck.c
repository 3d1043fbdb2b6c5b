// SPDX-License-Identifier: MIT
#include "slipstick/law.h"

#include <math.h>

// Velocity weakening as a factor on any law. At rest C is unchanged; during sliding the force decreases with
// the speed, which lets a block on a belt stick and slip (Walker & Leine Sec. 4.1).

ssResult ssCheckStribeck( const ssStribeck* stribeck )
{
    if ( stribeck->curve == ss_stribeckNone )
    {
        return ssOk();
    }
    if ( !( stribeck->ratio >= 0.0 && stribeck->ratio <= 1.0 ) )
    {
        return ssError( ss_errorValue, "stribeck_ratio",
            "stribeck_ratio = %.10g (kinetic over static friction); allowed: 0 … 1; nearest: %g",
            stribeck->ratio, stribeck->ratio > 1.0 ? 1.0 : 0.0 );
    }
    if ( stribeck->curve == ss_stribeckStep )
    {
        return ssOk();
    }
    if ( !( stribeck->velocity > 0.0 && isfinite( stribeck->velocity ) ) )
    {
        return ssError( ss_errorValue, "v_stribeck", "v_stribeck = %.10g; allowed: a finite speed > 0 m/s",
            stribeck->velocity );
    }
    if ( !( stribeck->exponent > 0.0 && isfinite( stribeck->exponent ) ) )
    {
        return ssError( ss_errorValue, "stribeck_exponent",
            "stribeck_exponent = %.10g; allowed: a finite number > 0", stribeck->exponent );
    }
    return ssOk();
}

double ssStribeckFactor( const ssStribeck* stribeck, double speed )
{
    if ( stribeck->curve == ss_stribeckNone || speed == 0.0 )
    {
        return 1.0;
    }
    if ( stribeck->curve == ss_stribeckStep )
    {
        return stribeck->ratio;
    }
    double fall = ssExp( -ssPow( fabs( speed ) / stribeck->velocity, stribeck->exponent ) );
    return stribeck->ratio + ( 1.0 - stribeck->ratio ) * fall;
}
