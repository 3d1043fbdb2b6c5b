// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"
#include "law/law_typed.h"

// The resistance of a law in sliding T1 T2, rolling R1 R2 and spinning S. The blocks are independent (Acary &
// Bourrier Eq. 1, Tasora & Anitescu Eqs. 5-8), except in the ellipsoid and the patch.

/// The resistance of one isotropic block, bound × velocity/|velocity|.
static void resistBlock(
    const ssLaw* law, double bound, int count, const double* velocity, double* resistance, bool* setValued )
{
    double size = count == 2 ? ssHypot( velocity[0], velocity[1] ) : fabs( velocity[0] );
    // The moments of a law whose force is a function of the velocity are Coulomb's.
    bool single = law->type->setValued == false && law->type->function == NULL;
    *setValued = size == 0.0 && bound > 0.0 && !single;
    double factor = single ? lawSingleValuedFraction( law, size * law->def.length ) : 1.0;
    for ( int i = 0; i < count; ++i )
    {
        double share = size > 0.0 ? bound * factor * ( velocity[i] / size ) : 0.0;
        resistance[i] = *setValued || isnan( size ) ? SS_NAN : share;
    }
}

/// The ellipsoid's support, f_i = load mu_i² v_i/sqrt( sum mu_j² v_j² ); returns bits of set-valued blocks.
static unsigned resistEllipsoid(
    const ssLaw* law, double load, int count, const double* velocity, double* resistance )
{
    double sum = 0.0, mu[5];
    for ( int i = 0; i < count; ++i )
    {
        mu[i] = i < 2 ? law->def.mu : i < 4 ? law->def.muRoll : law->def.muSpin;
        sum = ssHypot( sum, mu[i] * velocity[i] );
    }
    for ( int i = 0; i < count; ++i )
    {
        resistance[i] = sum > 0.0 ? load * mu[i] * ( mu[i] * velocity[i] / sum ) : sum == 0.0 ? 0.0 : SS_NAN;
    }
    if ( sum != 0.0 ) { return 0; }
    // At rest the law is set-valued in the components whose coefficient is not zero.
    unsigned bits = 0;
    for ( int i = 0; i < count; ++i )
    {
        if ( mu[i] > 0.0 && load > 0.0 )
        {
            resistance[i] = SS_NAN;
            bits |= i < 2 ? (unsigned)ss_faceSlide : i < 4 ? (unsigned)ss_faceRoll : (unsigned)ss_faceSpin;
        }
    }
    return bits;
}

/// Sliding and spinning of a patch are coupled: if either moves, force and moment are single-valued.
static void resistPatch(
    const ssLaw* law, double load, const double* velocity, double* resistance, unsigned* bits )
{
    double speed = ssHypot( velocity[0], velocity[1] ), force, moment;
    ssContensou( law->def.pressure, law->def.patchRadius, speed, velocity[4], &force, &moment );
    double bound = law->def.mu * load * ssStribeckFactor( &law->def.stribeck, speed );
    bool rest = speed == 0.0 && velocity[4] == 0.0 && bound > 0.0;
    for ( int i = 0; i < 2; ++i )
    {
        resistance[i] = rest ? SS_NAN : speed > 0.0 ? bound * force * ( velocity[i] / speed ) : bound * force;
    }
    resistance[4] = rest ? SS_NAN : bound * moment;
    *bits |= rest ? (unsigned)ss_faceSlide | (unsigned)ss_faceSpin : 0u;
}

/// The lengths that bound the moments, at this velocity.
static void findLengths( const ssLaw* law, double load, const double* velocity, double* roll, double* spin )
{
    *roll = law->def.muRoll;
    *spin = law->def.muSpin;
    if ( law->typed != NULL )
    {
        ssLawSite site = *lawSiteOf( law );
        site.rolling = law->dimension >= 5 ? ssHypot( velocity[2], velocity[3] ) : site.rolling;
        site.spinning = law->dimension >= 6 ? fabs( velocity[4] ) : site.spinning;
        ssLaw there = ssLaw_At( law, &site );
        typedMoments( &there, load, ssVec2_Make( velocity[0], velocity[1] ), roll, spin );
    }
}

void ssLaw_Resistance(
    const ssLaw* law, double load, const double* velocity, double* resistance, unsigned* setValued )
{
    unsigned bits = 0;
    double bound = load > 0.0 || isnan( load ) ? load : 0.0;
    int count = law->dimension - 1;
    if ( law->def.kind == ss_lawKindEllipsoidal )
    {
        bits = resistEllipsoid( law, bound, count, velocity, resistance );
    }
    else
    {
        bool several = false;
        double roll, spin;
        findLengths( law, bound, velocity, &roll, &spin );
        if ( law->dimension >= 5 )
        {
            resistBlock( law, roll * bound, 2, velocity + 2, resistance + 2, &several );
            bits |= several ? (unsigned)ss_faceRoll : 0u;
        }
        if ( law->def.kind == ss_lawKindContensou )
        {
            resistPatch( law, bound, velocity, resistance, &bits );
        }
        else
        {
            ssLawForce slip = ssLaw_SlipForce( law, bound, ssVec2_Make( velocity[0], velocity[1] ) );
            resistance[0] = slip.force.x;
            resistance[1] = slip.force.y;
            bits |= slip.setValued ? (unsigned)ss_faceSlide : 0u;
            if ( law->dimension >= 6 )
            {
                resistBlock( law, spin * bound, 1, velocity + 4, resistance + 4, &several );
                bits |= several ? (unsigned)ss_faceSpin : 0u;
            }
        }
    }
    if ( setValued != NULL ) { *setValued = bits; }
}

double ssLaw_Dilation( const ssLaw* law, const double* velocity )
{
    if ( law->def.kind != ss_lawKindRelaxed ) { return 0.0; }
    const double mu[3] = { law->def.mu, law->def.muRoll, law->def.muSpin };
    const double speed[3] = { ssHypot( velocity[0], velocity[1] ),
        law->dimension >= 5 ? ssHypot( velocity[2], velocity[3] ) : 0.0,
        law->dimension >= 6 ? fabs( velocity[4] ) : 0.0 };
    return saxceSum( 3, mu, speed );
}
