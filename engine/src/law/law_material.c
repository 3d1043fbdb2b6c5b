// SPDX-License-Identifier: MIT
#include "slipstick/law.h"

// The rules that combine the numbers of two materials into those of their contact.

static const char* const s_ruleNames[ss_combineCount] = { "geometric", "min", "mean", "max" };

const char* ssCombineRuleName( ssCombineRule rule )
{
    SS_ASSERT( rule >= 0 && rule < ss_combineCount );
    return s_ruleNames[rule];
}

static ssResult checkMaterial( const ssMaterial* material )
{
    const char* keys[] = { "mu", "mu_r", "mu_s", "restitution", "stiffness", "damping" };
    double values[] = { material->mu, material->muRoll, material->muSpin, material->restitution,
        material->stiffness, material->damping };
    if ( material->compliance < 0 || material->compliance >= ss_complianceCount )
    {
        return ssError( ss_errorUnknown, "compliance", "no model of compliance has the number %d",
            (int)material->compliance );
    }
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
        case ss_combineMin: return ssMin( a, b );
        case ss_combineMean: return 0.5 * a + 0.5 * b;
        case ss_combineMax: return ssMax( a, b );
        default:
            // The mean of equal values is that value to the last bit.
            return a == b ? a : sqrt( a ) * sqrt( b );
    }
}

/// Compliances in series carry the same force F, and their depths add up. A side with the share s of the
/// depth has delta_a = F/k_a - (d_a/k_a) s_a delta' for Kelvin-Voigt, and to first order in the damping
/// delta_a = (F/k_a)^(1/n) (1 - d_a s_a delta'/n) for the others. The sum has the same form.
static void combineCompliance( const ssMaterial* a, const ssMaterial* b, ssMaterial* contact )
{
    const ssMaterial* softer = !( b->stiffness > 0.0 ) ? a
        : !( a->stiffness > 0.0 )                      ? b
        : a->stiffness <= b->stiffness                 ? a
                                                       : b;
    contact->stiffness = softer->stiffness;
    contact->damping = softer->stiffness > 0.0 ? softer->damping : 0.0;
    contact->compliance = softer->compliance;
    if ( !( a->stiffness > 0.0 && b->stiffness > 0.0 && a->compliance == b->compliance ) ) { return; }
    bool hertz = a->compliance == ss_complianceHertz, linear = a->compliance == ss_complianceKelvinVoigt;
    double depthA = 1.0 / ( hertz ? ssCbrt( a->stiffness * a->stiffness ) : a->stiffness ),
           depthB = 1.0 / ( hertz ? ssCbrt( b->stiffness * b->stiffness ) : b->stiffness ),
           depth = depthA + depthB, shareA = depthA / depth, shareB = depthB / depth;
    contact->stiffness = hertz ? 1.0 / ( depth * sqrt( depth ) ) : 1.0 / depth;
    contact->damping = linear
        ? contact->stiffness * ( shareA * a->damping / a->stiffness + shareB * b->damping / b->stiffness )
        : shareA * shareA * a->damping + shareB * shareB * b->damping;
}

ssResult ssCombineMaterials(
    const ssMaterial* a, const ssMaterial* b, ssCombineRule rule, ssMaterial* contact )
{
    if ( rule < 0 || rule >= ss_combineCount )
    {
        return ssError( ss_errorUnknown, "rule", "no rule has the number %d", (int)rule );
    }
    SS_TRY( checkMaterial( a ) );
    SS_TRY( checkMaterial( b ) );
    contact->mu = combine( a->mu, b->mu, rule );
    contact->muRoll = combine( a->muRoll, b->muRoll, rule );
    contact->muSpin = combine( a->muSpin, b->muSpin, rule );
    contact->restitution = combine( a->restitution, b->restitution, rule );
    combineCompliance( a, b, contact );
    return ssOk();
}
