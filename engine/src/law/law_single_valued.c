// SPDX-License-Identifier: MIT
#include "law/law_typed.h"
#include "slipstick/law.h"

// Two laws that are single-valued functions of the velocity. They are common in practice, and a
// comparison shows what set-valued laws achieve.
//   regularised: The jump at rest is smeared over the speed vEps. At rest the
//   force is zero, so the contact creeps under
//                any load, and the smaller vEps is, the stiffer is the equation of motion.
//   tristate:    Tasora & Anitescu Eq. 4 taken literally: the full force against the motion, and none at
//   rest. A
//                computed velocity is never exactly zero, so the force flips between its
//                bounds: the contact chatters.
// Both apply to sliding, rolling and spinning alike. A scenario that combines the tristate moment with
// Coulomb sliding uses the rolling block of this law and the sliding block of the other.

double lawSingleValuedFraction( const ssLaw* law, double speed )
{
    if ( law->def.kind == ss_lawKindTristate ) { return speed > 0.0 ? 1.0 : 0.0; }
    double x = speed / law->def.vEps;
    return law->def.regularisation == ss_regulariseTanh ? ssTanh( x ) : 2.0 / SS_PI * ssAtan( x );
}

double lawRegularisedProx( const ssLaw* law, double bound, double scale, double r, double size )
{
    if ( !( bound > 0.0 && size > 0.0 ) ) { return 0.0; }
    double v = r > 0.0 ? ssMax( size - bound, 0.0 ) / r : 0.0;
    bool hyperbolic = law->def.regularisation == ss_regulariseTanh;
    // r v + f(v) - size is concave and increasing: Newton's method from the left never passes the root.
    for ( int i = 0; i < 100 && r > 0.0; ++i )
    {
        double x = scale * v / law->def.vEps, fraction = lawSingleValuedFraction( law, scale * v );
        double slope =
            hyperbolic ? ( 1.0 - fraction ) * ( 1.0 + fraction ) : 2.0 / ( SS_PI * ( 1.0 + x * x ) );
        double next =
            v + ( size - r * v - bound * fraction ) / ( r + bound * ( scale / law->def.vEps ) * slope );
        if ( !( next > v ) ) { break; }
        v = next;
    }
    double force = r * v < 0.5 * size ? size - r * v : bound * lawSingleValuedFraction( law, scale * v );
    return ssMin( force, bound );
}

static ssLawForce slipFraction( const ssLaw* law, ssVec2 direction, double speed )
{
    double size = law->def.mu * lawSingleValuedFraction( law, speed );
    return ( ssLawForce ){ .force = ssVec2_Scale( size, direction ) };
}

static ssResult prepareRegularised( const ssLawDef* def, ssLaw* law )
{
    if ( !( def->vEps > 0.0 && isfinite( def->vEps ) ) )
    {
        return ssError( ss_errorValue, "v_eps",
            "v_eps = %.10g; allowed: a finite speed > 0 m/s (for 0 use Coulomb's law: law = coulomb)",
            def->vEps );
    }
    if ( !( def->length > 0.0 && isfinite( def->length ) ) )
    {
        return ssError(
            ss_errorValue, "length", "length = %.10g; allowed: a finite length > 0 m", def->length );
    }
    return lawUseCircle( def, law );
}

double ssLaw_CreepSpeed( const ssLaw* law, double load, ssVec2 force )
{
    if ( law->type->function != NULL )
    {
        ssVec2 gamma;
        return lawFunctionCreep( law, load, force, &gamma );
    }
    if ( typedChanges( law ) ) { return typedCreep( law, load, force ); }
    double gauge = ssLaw_Gauge( law, load, force );
    if ( isnan( gauge ) || gauge > 1.0 || ( gauge == 1.0 && law->type->setValued == false ) )
    {
        return isnan( gauge ) ? SS_NAN : (double)INFINITY;
    }
    if ( law->def.kind != ss_lawKindRegularised ) { return 0.0; }
    bool hyperbolic = law->def.regularisation == ss_regulariseTanh;
    return law->def.vEps * ( hyperbolic ? ssAtanh( gauge ) : ssTan( 0.5 * SS_PI * gauge ) );
}

const ssLawType ss_lawTypeRegularised = { ss_lawKindRegularised, "regularised",
    "a smooth function of the speed: creeps under any load",
    "common practice, for comparison: arctan or tanh over v_eps",
    .needs = ss_needsMu | ss_needsRegularisation, .flags = ss_lawFlagSingleValued, LAW_OF_ROWS( 3, 6 ),
    .monotone = true, .dissipative = true, .prepare = prepareRegularised, .slip = slipFraction };

const ssLawType ss_lawTypeTristate = { ss_lawKindTristate, "tristate",
    "the full force against the motion, none at rest: chatters", "Tasora & Anitescu Eq. 4, for comparison",
    .needs = ss_needsMu, .flags = ss_lawFlagSingleValued, LAW_OF_ROWS( 3, 6 ), .monotone = true,
    .dissipative = true, .prepare = lawUseCircle, .slip = slipFraction };

// Velocity weakening as a factor on any law; at rest C is unchanged (Walker & Leine Sec. 4.1).

ssResult ssCheckStribeck( const ssStribeck* stribeck )
{
    if ( stribeck->curve == ss_stribeckNone ) { return ssOk(); }
    if ( !( stribeck->ratio >= 0.0 && stribeck->ratio <= 1.0 ) )
    {
        return ssError( ss_errorValue, "stribeck_ratio",
            "stribeck_ratio = %.10g (kinetic over static friction); allowed: 0 … 1; nearest: %g",
            stribeck->ratio, stribeck->ratio > 1.0 ? 1.0 : 0.0 );
    }
    if ( stribeck->curve == ss_stribeckStep ) { return ssOk(); }
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
    if ( stribeck->curve == ss_stribeckNone || speed == 0.0 ) { return 1.0; }
    if ( stribeck->curve == ss_stribeckStep ) { return stribeck->ratio; }
    double fall = ssExp( -ssPow( fabs( speed ) / stribeck->velocity, stribeck->exponent ) );
    return stribeck->ratio + ( 1.0 - stribeck->ratio ) * fall;
}
