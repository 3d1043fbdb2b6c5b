// SPDX-License-Identifier: MIT
#include "slipstick/law.h"

#include <math.h>

// The rules that combine the numbers of two materials into those of their contact.

static const char* const s_ruleNames[ss_combineCount] = { "geometric", "min", "mean", "max" };

const char* ssCombineRuleName( ssCombineRule rule )
{
    SS_ASSERT( rule >= 0 && rule < ss_combineCount );
    return s_ruleNames[rule];
}

static ssResult checkMaterial( const ssMaterial* material )
{
    const char* keys[] = { "mu", "mu_r", "mu_s", "restitution" };
    double values[] = { material->mu, material->muRoll, material->muSpin, material->restitution };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        bool bounded = i == 3;
        if ( !( values[i] >= 0.0 && isfinite( values[i] ) && ( bounded == false || values[i] <= 1.0 ) ) )
        {
            return ssError( ss_errorValue, keys[i], "%s = %.10g; allowed: %s; nearest: %d", keys[i],
                values[i], bounded ? "0 … 1" : "a finite number >= 0", bounded && values[i] > 1.0 ? 1 : 0 );
        }
    }
    return ssOk();
}

static double combine( double a, double b, ssCombineRule rule )
{
    switch ( rule )
    {
        case ss_combineMin:
            return ssMin( a, b );
        case ss_combineMean:
            return 0.5 * a + 0.5 * b;
        case ss_combineMax:
            return ssMax( a, b );
        default:
            // The mean of equal values is that value to the last bit.
            return a == b ? a : sqrt( a ) * sqrt( b );
    }
}

ssResult ssCombineMaterials(
    const ssMaterial* a, const ssMaterial* b, ssCombineRule rule, ssMaterial* contact )
{
    if ( rule < 0 || rule >= ss_combineCount )
    {
        return ssError( ss_errorUnknown, "rule", "no rule has the number %d", (int)rule );
    }
    ssResult result = checkMaterial( a );
    if ( result.code == ss_ok )
    {
        result = checkMaterial( b );
    }
    if ( result.code == ss_ok )
    {
        contact->mu = combine( a->mu, b->mu, rule );
        contact->muRoll = combine( a->muRoll, b->muRoll, rule );
        contact->muSpin = combine( a->muSpin, b->muSpin, rule );
        contact->restitution = combine( a->restitution, b->restitution, rule );
    }
    return result;
}
