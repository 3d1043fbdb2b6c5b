// SPDX-License-Identifier: MIT
#include "cone/cone_blocks.h"

// The contact modes of Acary & Bourrier Eq. 21, with spinning as a third block: which of sliding, rolling and spinning
// take place, read from velocities alone or from a pair of reaction and velocity.

const char* ssContactModeName( ssContactMode mode )
{
    static const char* const names[ss_modeCount] = { "open", "stick", "slide", "roll", "slide + roll",
        "spin" };
    SS_ASSERT( (int)mode >= 0 && mode < ss_modeCount );
    return names[mode];
}

static ssContactMode modeOf( bool slides, bool rolls, bool spins )
{
    if ( slides )
    {
        return rolls ? ss_modeSlideRoll : ss_modeSlide;
    }
    return rolls ? ss_modeRoll : spins ? ss_modeSpin : ss_modeStick;
}

ssContactMode ssClassifyContact(
    bool touching, double slide, double roll, double spin, double length, double tolerance )
{
    return touching ? modeOf( slide > tolerance, length * roll > tolerance, length * spin > tolerance )
                    : ss_modeOpen;
}

// The pair with moments as forces and angular velocities as surface velocities.
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

/// How far the reaction of a moving block is from what maximum dissipation wants of it [N]: p_i = -mu_i p_N
/// u_i/|u_i| (Acary & Bourrier Eq. 21), all blocks together in the ellipsoidal cone, a facet's worth in a
/// polyhedral one.
static double forceError( const Pair* pair, int block, const bool* moves )
{
    const ssCone* cone = &pair->cone;
    const double *p = pair->p, *y = pair->y;
    double mu = coneCoefficient( cone, block ), speed = coneBlockLength( y, block );
    double wanted = mu * p[0] / speed; // times -u
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
        wanted = support > 0.0 ? mu * ( mu / support ) * p[0] : 0.0;
    }
    int first = 1 + 2 * block;
    double error[2] = { p[first] + wanted * moving[first],
        block < 2 ? p[first + 1] + wanted * moving[first + 1] : 0.0 };
    return coneLength2( error[0], error[1] );
}

ssContactMode ssClassifyPair(
    const ssCone* cone, const double* p, const double* y, ssPairTolerance tolerance, double* residual )
{
    Pair pair = scaledPair( cone, p, y, tolerance.length );
    int blocks = coneBlockCount( cone->dimension );
    double own = 0.0;
    residual = residual != NULL ? residual : &own;

    double open = fmax(
        coneNorm( cone->dimension, pair.p ) / tolerance.force, fmax( 0.0, -pair.y[0] ) / tolerance.speed );
    if ( open <= 1.0 )
    {
        *residual = open;
        return ss_modeOpen;
    }
    double closed =
        fmax( fabs( pair.y[0] ) / tolerance.speed, ssCone_Distance( &pair.cone, pair.p ) / tolerance.force );
    // Every combination of blocks that move; the fewer the earlier, so that a tie leaves them at rest.
    static const unsigned order[8] = { 0, 4, 1, 2, 3, 5, 6, 7 };
    double best = (double)INFINITY;
    unsigned bestMoving = 0;
    for ( int k = 0; k < 8 && best > 1.0; ++k )
    {
        if ( order[k] >= 1u << blocks )
        {
            continue;
        }
        bool moves[3] = { ( order[k] & 1u ) != 0, ( order[k] & 2u ) != 0, ( order[k] & 4u ) != 0 };
        double worst = closed;
        for ( int i = 0; i < blocks; ++i )
        {
            double speed = coneBlockLength( pair.y, i );
            bool coupled = cone->variant == ss_coneEllipsoidal && order[k] != 0;
            if ( !moves[i] )
            {
                worst = fmax( worst, speed / tolerance.speed );
            }
            if ( moves[i] && !( speed > 0.0 ) )
            {
                worst = (double)INFINITY;
            }
            else if ( moves[i] || ( coupled && coneCoefficient( cone, i ) > 0.0 ) )
            {
                double error = forceError( &pair, i, moves );
                worst = fmax( worst, error / tolerance.force );
            }
        }
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
    return modeOf( ( bestMoving & 1u ) != 0, ( bestMoving & 2u ) != 0, ( bestMoving & 4u ) != 0 );
}
