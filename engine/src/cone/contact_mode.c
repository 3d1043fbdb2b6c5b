// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"

// The contact modes of Acary & Bourrier Eq. 21, extended by spinning. A contact is classified by its
// velocities alone or by a pair of reaction and velocity.

const char* ssContactModeName( ssContactMode mode )
{
    static const char* const names[ss_modeCount] = { "open", "stick", "slide", "roll", "slide + roll",
        "spin" };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return names[mode];
}

int ssContactModeRank( ssContactMode mode )
{
    static const int ranks[ss_modeCount] = { [ss_modeOpen] = 0,
        [ss_modeStick] = 1,
        [ss_modeSpin] = 2,
        [ss_modeRoll] = 3,
        [ss_modeSlide] = 4,
        [ss_modeSlideRoll] = 5 };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return ranks[mode];
}

const char* ssContactModeWord( ssContactMode mode )
{
    return mode == ss_modeSlideRoll ? "slide+roll" : ssContactModeName( mode );
}

ssContactMode ssModeOfMotion( bool slides, bool rolls, bool spins )
{
    if ( slides )
    {
        return rolls ? ss_modeSlideRoll : ss_modeSlide;
    }
    return rolls ? ss_modeRoll : spins ? ss_modeSpin : ss_modeStick;
}

// A pair of reaction and velocity, with moments converted to forces
// and angular velocities to surface velocities.
typedef struct Pair
{
    ssCone cone;
    double p[SS_CONE_MAX], y[SS_CONE_MAX];
} Pair;

static Pair scaledPair( const ssCone* cone, const double* p, const double* y, double length )
{
    Pair pair = { .cone = *cone };
    pair.cone.muRoll /= length;
    pair.cone.muSpin /= length;
    for ( int i = 0; i < cone->dimension; ++i )
    {
        pair.p[i] = i < 3 ? p[i] : p[i] / length;
        pair.y[i] = i < 3 ? y[i] : y[i] * length;
    }
    return pair;
}

/// The distance of the reaction of a moving block from that of maximum dissipation [N], p_i = -mu_i p_N
/// u_i/|u_i| (Acary & Bourrier Eq. 21). In the ellipsoidal cone it depends on all moving blocks together. In
/// a polyhedral cone a whole facet may attain the maximum, so the sliding force is judged by its power.
static double forceError( const Pair* pair, int block, const bool* moves )
{
    const ssCone* cone = &pair->cone;
    const double *p = pair->p, *y = pair->y;
    double mu = coneCoefficient( cone, block ), speed = coneBlockLength( y, block );
    double factor = mu * p[0] / speed; // the reaction is -factor u_i
    double moving[SS_CONE_MAX] = { 0 };
    for ( int i = 1; i < cone->dimension; ++i )
    {
        moving[i] = moves[( i - 1 ) / 2] ? y[i] : 0.0;
    }
    if ( block == 0 && coneIsPolyhedral( cone ) )
    {
        ssCone sliding = *cone;
        sliding.dimension = 3;
        double gap = p[0] * ssCone_SectionSupport( &sliding, y ) + y[1] * p[1] + y[2] * p[2];
        return fabs( gap ) / speed;
    }
    if ( cone->variant == ss_coneEllipsoidal )
    {
        double support = ssCone_SectionSupport( cone, moving );
        factor = support > 0.0 ? mu * ( mu / support ) * p[0] : 0.0;
    }
    int first = 1 + 2 * block;
    double error[2] = { p[first] + factor * moving[first],
        block < 2 ? p[first + 1] + factor * moving[first + 1] : 0.0 };
    return coneLength2( error[0], error[1] );
}

/// The worst violation of the conditions of a contact in which exactly the blocks in the bit mask `moving`
/// move, in tolerances. `closed` is the violation of the conditions that all closed modes share.
static double motionResidual( const Pair* pair, unsigned moving, ssPairTolerance tolerance, double closed )
{
    const ssCone* cone = &pair->cone;
    bool moves[3] = { ( moving & 1u ) != 0, ( moving & 2u ) != 0, ( moving & 4u ) != 0 };
    bool coupled = cone->variant == ss_coneEllipsoidal && moving != 0; // the blocks at rest share the bound
    double worst = closed;
    for ( int i = 0; i < coneBlockCount( cone->dimension ); ++i )
    {
        double speed = coneBlockLength( pair->y, i );
        if ( !moves[i] )
        {
            worst = ssMax( worst, speed / tolerance.speed );
        }
        if ( moves[i] && !( speed > 0.0 ) )
        {
            worst = (double)INFINITY;
        }
        else if ( moves[i] || ( coupled && coneCoefficient( cone, i ) > 0.0 ) )
        {
            double error = forceError( pair, i, moves );
            worst = ssMax( worst, error / tolerance.force );
        }
    }
    return worst;
}

ssContactMode ssClassifyPair(
    const ssCone* cone, const double* p, const double* y, ssPairTolerance tolerance, double* residual )
{
    Pair pair = scaledPair( cone, p, y, tolerance.length );
    int blocks = coneBlockCount( cone->dimension );
    double unused = 0.0;
    residual = residual != NULL ? residual : &unused;

    double open = ssMax(
        coneNorm( cone->dimension, pair.p ) / tolerance.force, ssMax( 0.0, -pair.y[0] ) / tolerance.speed );
    if ( open <= 1.0 )
    {
        *residual = open;
        return ss_modeOpen;
    }
    double closed =
        ssMax( fabs( pair.y[0] ) / tolerance.speed, ssCone_Distance( &pair.cone, pair.p ) / tolerance.force );
    // All combinations of moving blocks as bit masks. Those with fewer blocks come
    // first, so that a tie leaves blocks at rest.
    static const unsigned order[8] = { 0, 4, 1, 2, 3, 5, 6, 7 };
    double best = (double)INFINITY;
    unsigned bestMoving = 0;
    for ( int k = 0; k < 8 && best > 1.0; ++k )
    {
        double worst =
            order[k] < 1u << blocks ? motionResidual( &pair, order[k], tolerance, closed ) : (double)INFINITY;
        if ( worst < best )
        {
            best = worst;
            bestMoving = order[k];
        }
    }
    if ( open < best )
    {
        *residual = open;
        return ss_modeOpen;
    }
    *residual = best;
    return ssModeOfMotion( ( bestMoving & 1u ) != 0, ( bestMoving & 2u ) != 0, ( bestMoving & 4u ) != 0 );
}
