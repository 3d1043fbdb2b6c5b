// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <math.h>
#include <string.h>

// The judgement of single contacts: how far each one is from its law, and what is wrong there in a word. For
// answers from outside, where a residual alone does not help to find the mistake.

// A force below its bound by more than this share is far from it, whatever its direction.
#define AT_BOUND 0.02
// Share of a contact's natural map that the distance of its reaction from the cone has to
// be, to be named as the reason. It is small, because such a reaction is wrong whatever
// the velocities are, and they follow from it.
#define EXPLAINS 0.2

static const char* const s_faults[ss_faultCount] = {
    [ss_faultNone] = "obeys its law",
    [ss_faultPulls] = "pulls: its normal reaction is negative",
    [ss_faultOutside] = "its reaction is larger than its law allows",
    [ss_faultApproaches] = "its bodies still approach each other",
    [ss_faultOpens] = "presses although it opens",
    [ss_faultSlidesInside] = "slides although its friction is below the bound",
    [ss_faultRollsInside] = "rolls although its moment is below the bound",
    [ss_faultSpinsInside] = "spins although its moment is below the bound",
    [ss_faultDirection] = "its friction has not the direction that belongs to its motion",
};

const char* ssAnswerFaultText( ssAnswerFault fault )
{
    SS_ASSERT( (int)fault >= 0 && fault < ss_faultCount );
    return s_faults[fault];
}

bool ssJudgement_IsSolution( const ssJudgement* judgement, double tolerance )
{
    return judgement->residual <= tolerance && judgement->infeasibility <= infeasibilityAllowed( tolerance );
}

static const int s_blockStart[] = { 1, 3, 5, 6 };

/// Whether the components first … last of the reaction could grow by the share AT_BOUND.
static bool isInside( const ssSystem* system, int i, const double* p, int first, int last )
{
    double grown[SS_CONE_MAX], size = vecNorm( last - first + 1, p + first );
    memcpy( grown, p, (size_t)system->dimension * sizeof( double ) );
    for ( int c = first; c <= last; ++c )
    {
        grown[c] *= 1.0 + AT_BOUND;
    }
    // On the bound of a circle the excess grows by this share of the size over sqrt(1 + mu²).
    double growth = systemContactExcess( system, i, grown ) - systemContactExcess( system, i, p );
    return growth <= 0.1 * AT_BOUND * size;
}

/// What friction does wrong: the block with the largest part of the map is
/// below its bound, or has another direction.
static ssAnswerFault frictionFault( const ssSystem* system, int i, const double* p, const double* map )
{
    int d = system->dimension, blocks = d == 3 ? 1 : d - 3, worst = 0;
    double largest = -1.0;
    for ( int b = 0; b < blocks; ++b )
    {
        double part = vecNorm( s_blockStart[b + 1] - s_blockStart[b], map + s_blockStart[b] );
        worst = part > largest ? b : worst;
        largest = ssMax( largest, part );
    }
    int first = s_blockStart[worst], count = s_blockStart[worst + 1] - first;
    double size = vecNorm( count, p + first );
    // The map leads from the reaction that the law wants to the one that is
    // there: against it, the latter is too small.
    double along = size > 0.0 ? vecDot( count, map + first, p + first ) / size : -largest;
    bool small = -along > sqrt( 0.5 ) * largest || isInside( system, i, p, first, first + count - 1 );
    return small ? (ssAnswerFault)( ss_faultSlidesInside + worst ) : ss_faultDirection;
}

static ssAnswerFault faultOf( const ssSystem* system, int i, const double* p, const double* y, double excess )
{
    double map[SS_CONE_MAX];
    systemContactMap( system, i, p, y, system->step, map );
    double share = vecNorm( system->dimension, map );
    if ( share == 0.0 )
    {
        return ss_faultNone;
    }
    // Under the relaxed law the bound of u_N is h(y_T): a contact that slides opens.
    double h = system->laws[i] == ss_contactFormRelaxed ? ssCone_SectionSupport( &system->cones[i], y ) : 0.0;
    double opening = system->step * ( y[0] - h );
    if ( excess >= EXPLAINS * share )
    {
        return -p[0] > 0.1 * excess ? ss_faultPulls : ss_faultOutside;
    }
    double normal = opening < 0.0 ? -opening : ssMin( p[0], opening );
    return normal < vecNorm( system->dimension - 1, map + 1 ) ? frictionFault( system, i, p, map )
        : opening < 0.0                                       ? ss_faultApproaches
                                                              : ss_faultOpens;
}

static ssContactJudgement judgeOne( const ssSystem* system, int i, const double* p, const double* y )
{
    int d = system->dimension;
    double map[SS_CONE_MAX], size = vecNorm( d, p ), unit = system->step * system->qNorm;
    systemContactMap( system, i, p, y, system->step, map );
    double share = vecNorm( d, map ), excess = systemContactExcess( system, i, p );
    return ( ssContactJudgement ){
        .residual = unit > 0.0 ? share / unit
            : share > 0.0      ? (double)INFINITY
                               : 0.0,
        .infeasibility = excess > 0.0 ? excess / size : 0.0,
        .dissipation = 0.0 - vecDot( d - 1, p + 1, y + 1 ), // no -0
        .fault = faultOf( system, i, p, y, excess ),
    };
}

ssResult ssJudgeContacts( const ssProblem* problem, const double* p, ssContactJudgement* contacts )
{
    ssSystem system;
    ssResult result = systemCreate( problem, NULL, &system );
    size_t size = ( (size_t)ssProblem_Size( problem ) + 1 ) * sizeof( double );
    double *scaled = ssAlloc( size ), *y = ssAlloc( size );
    result = result.code == ss_ok && ( scaled == NULL || y == NULL ) ? problemNoMemory() : result;
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &system, p, scaled );
        systemMultiply( &system, scaled, y, system.velocity );
        for ( int i = 0; i < system.contacts; ++i )
        {
            size_t at = (size_t)i * (size_t)system.dimension;
            contacts[i] = judgeOne( &system, i, scaled + at, y + at );
        }
    }
    ssRelease( scaled );
    ssRelease( y );
    systemDestroy( &system );
    return result;
}
