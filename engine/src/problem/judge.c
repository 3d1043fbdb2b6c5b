// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <float.h>
#include <string.h>

// The judge of every solver. It measures the natural map of the law in velocity units, with a length and step
// from the problem, so that units and a solver's own error do not change the verdict.

double systemSaxce( const ssSystem* system, int i, const double* y )
{
    return system->laws[i] == ss_contactFormSaxce ? ssCone_SectionSupport( &system->cones[i], y ) : 0.0;
}

void systemModify( const ssSystem* system, int i, const double* y, double* yhat )
{
    if ( yhat != y ) { memcpy( yhat, y, (size_t)system->dimension * sizeof( double ) ); }
    yhat[0] += systemSaxce( system, i, y );
}

void systemModifyAll( const ssSystem* system, const double* y, double* yhat )
{
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        systemModify( system, i, y + (size_t)i * (size_t)d, yhat + (size_t)i * (size_t)d );
    }
    if ( yhat != y && system->rows > 0 )
    {
        memcpy(
            yhat + system->contacts * d, y + system->contacts * d, (size_t)system->rows * sizeof( double ) );
    }
}

void systemProject( const ssSystem* system, double* x )
{
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        ssProjectOntoCone( &system->cones[i], x + (size_t)i * (size_t)d, x + (size_t)i * (size_t)d );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double* value = &x[system->contacts * d + k];
        *value = ssMin( ssMax( *value, system->lo[k] ), system->hi[k] );
    }
}

planarContact systemPlanar( const ssSystem* system, int i, ssLaw* there )
{
    return planarContactOf( system->problem, i, &system->cones[i], system->length, there );
}

void systemContactMap(
    const ssSystem* system, int i, const double* p, const double* y, double r, double* map )
{
    int d = system->dimension;
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        ssLaw there;
        planarContact contact = systemPlanar( system, i, &there );
        planarMap( &contact, d, p, y, r, map );
        return;
    }
    double x[SS_CONE_MAX];
    systemModify( system, i, y, x );
    for ( int c = 0; c < d; ++c ) { x[c] = p[c] - r * x[c]; }
    ssProjectOntoCone( &system->cones[i], x, x );
    for ( int c = 0; c < d; ++c ) { map[c] = p[c] - x[c]; }
}

double systemRowMap( const ssSystem* system, int k, const double* p, const double* y, double r )
{
    int at = system->contacts * system->dimension + k;
    return p[at] - ssMin( ssMax( p[at] - r * y[at], system->lo[k] ), system->hi[k] );
}

// Relative rounding of velocities that does not count as residual: no tolerance is smaller.
#define ROUNDING_MIN 1e-10

double systemResidual( const ssSystem* system, const double* p, const double* y )
{
    int d = system->dimension;
    double sum = 0.0, map[SS_CONE_MAX];
    for ( int i = 0; i < system->contacts; ++i )
    {
        systemContactMap(
            system, i, p + (size_t)i * (size_t)d, y + (size_t)i * (size_t)d, system->step, map );
        sum += vecDot( d, map, map );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double off = systemRowMap( system, k, p, y, system->step );
        sum += off * off;
    }
    // If q = 0, the answer is p = 0, and there is no scale by which another p could be nearly right.
    double size = system->step * system->qNorm;
    if ( !( size > 0.0 ) ) { return sum > 0.0 ? (double)INFINITY : 0.0; }
    // Unbounded forces (a wedged body) drown all velocities in their rounding, which is then the residual.
    double rounding = DBL_EPSILON * vecNorm( system->size, p ) / size, found = sqrt( sum ) / size;
    // This is not fmax, which would prefer the rounding to a NaN.
    return rounding > ROUNDING_MIN && rounding > found ? rounding : found;
}

// Relative size of the rounding in reactions below which they count as feasible: no tolerance is smaller.
#define FEASIBILITY_MIN 1e-12
// Infeasibility allowed over the tolerance of the residual. Where bodies collide, r |q| is a
// few times |p|, and so may be the distances that the tolerance allows; where bodies fly
// apart, it is many decades larger than |p|.
#define FEASIBILITY_FACTOR 10.0

static double rowExcess( const ssSystem* system, int k, const double* p )
{
    double own = p[system->contacts * system->dimension + k];
    return ssMax( ssMax( system->lo[k] - own, own - system->hi[k] ), 0.0 );
}

double systemContactExcess( const ssSystem* system, int i, const double* own )
{
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        ssLaw there;
        planarContact contact = systemPlanar( system, i, &there );
        return planarExcess( &contact, system->dimension, own );
    }
    return ssCone_Distance( &system->cones[i], own );
}

double systemInfeasibility( const ssSystem* system, const double* p )
{
    double sum = 0.0, size = vecNorm( system->size, p );
    for ( int i = 0; i < system->contacts; ++i )
    {
        double out = systemContactExcess( system, i, p + (size_t)i * (size_t)system->dimension );
        sum += out * out;
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double out = rowExcess( system, k, p );
        sum += out * out;
    }
    return sum == 0.0 ? 0.0 : sqrt( sum ) / size; // a NaN stays one
}

double infeasibilityAllowed( double tolerance )
{
    return ssMax( FEASIBILITY_FACTOR * tolerance, FEASIBILITY_MIN );
}

bool systemIsFeasible( const ssSystem* system, const double* p, double tolerance )
{
    return systemInfeasibility( system, p ) <= infeasibilityAllowed( tolerance );
}

void systemMakeFeasible( const ssSystem* system, double* p )
{
    int d = system->dimension;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* own = p + (size_t)i * (size_t)d;
        if ( system->laws[i] == ss_contactFormPlanar )
        {
            ssLaw there;
            planarContact contact = systemPlanar( system, i, &there );
            planarMakeFeasible( &contact, d, own );
        }
        else { ssProjectOntoCone( &system->cones[i], own, own ); }
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double* own = &p[system->contacts * d + k];
        *own = ssMin( ssMax( *own, system->lo[k] ), system->hi[k] );
    }
}

double systemObjective( const ssSystem* system, const double* p, const double* y )
{
    double sum = 0.0;
    for ( int i = 0; i < system->size; ++i ) { sum += 0.5 * p[i] * ( y[i] + system->q[i] ); }
    return sum;
}

/// Adds the share of one contact to the sums.
static void judgeContact( const ssSystem* system, int i, const double* p, const double* y, ssJudgement* sums )
{
    int d = system->dimension;
    double power = -vecDot( d, p, y );
    sums->dissipation += power;
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        ssLaw there;
        planarContact contact = systemPlanar( system, i, &there );
        double out = planarExcess( &contact, d, p );
        sums->feasibility += out * out;
        sums->dualFeasibility += ssMin( y[0], 0.0 ) * ssMin( y[0], 0.0 );
        sums->complementarity += fabs( p[0] * y[0] );
        return;
    }
    double yhat[SS_CONE_MAX];
    systemModify( system, i, y, yhat );
    double out = ssCone_Distance( &system->cones[i], p );
    double dual = ssCone_DualDistance( &system->cones[i], yhat );
    sums->feasibility += out * out;
    sums->dualFeasibility += dual * dual;
    sums->complementarity += fabs( vecDot( d, p, yhat ) );
    // Under the relaxed law -y·p = h p_N - u_N p_N with u_N = h in sliding, which leaves nothing to compare.
    if ( system->laws[i] == ss_contactFormSaxce )
    {
        sums->dissipationDefect += fabs( power - ssCone_Dissipation( &system->cones[i], y, p ) );
    }
}

static void judge(
    const ssSystem* system, const double* p, const double* y, ssJudgement* out, double* perContact )
{
    int d = system->dimension;
    double size = system->step * system->qNorm, worst = -1.0;
    *out = ( ssJudgement ){ .worstContact = -1 };
    for ( int i = 0; i < system->contacts; ++i )
    {
        size_t at = (size_t)i * (size_t)d;
        double map[SS_CONE_MAX];
        systemContactMap( system, i, p + at, y + at, system->step, map );
        double share = vecNorm( d, map );
        judgeContact( system, i, p + at, y + at, out );
        if ( share > worst )
        {
            worst = share;
            out->worstContact = i;
        }
        if ( perContact != NULL )
        {
            perContact[i] = size > 0.0 ? share / size : share > 0.0 ? (double)INFINITY : 0.0;
        }
    }
    double velocity = system->qNorm > 0.0 ? system->qNorm : 1.0;
    double energy = velocity * velocity * system->step;
    out->residual = systemResidual( system, p, y );
    out->infeasibility = systemInfeasibility( system, p );
    out->feasibility = sqrt( out->feasibility ) * system->meanDiag / velocity;
    out->dualFeasibility = sqrt( out->dualFeasibility ) / velocity;
    out->complementarity /= energy;
    out->dissipationDefect /= energy;
    out->objective = systemObjective( system, p, y );
}

/// A system and two vectors of its size.
typedef struct Scratch
{
    ssArena* arena; // NULL: the heap
    ssArenaMark mark;
    ssSystem system;
    double *p, *y;
} Scratch;

static ssResult beginScratch( const ssProblem* problem, ssArena* arena, Scratch* scratch )
{
    scratch->arena = arena;
    scratch->mark = ssArena_Mark( arena );
    ssResult result = systemCreate( problem, arena, &scratch->system );
    scratch->p = NULL;
    scratch->y = NULL;
    if ( result.code == ss_ok )
    {
        size_t size = ( (size_t)scratch->system.size + 1 ) * sizeof( double );
        scratch->p = ssArena_Alloc( arena, size );
        scratch->y = ssArena_Alloc( arena, size );
        result = scratch->p != NULL && scratch->y != NULL ? result : problemNoMemory();
    }
    return result;
}

static void endScratch( Scratch* scratch )
{
    ssArena_Free( scratch->arena, scratch->p );
    ssArena_Free( scratch->arena, scratch->y );
    systemDestroy( &scratch->system );
    ssArena_Release( scratch->arena, scratch->mark );
}

ssResult ssJudge( const ssProblem* problem, const double* p, ssJudgement* judgement, double* perContact )
{
    Scratch scratch;
    ssResult result = beginScratch( problem, NULL, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemMultiply( &scratch.system, scratch.p, scratch.y, scratch.system.velocity );
        judge( &scratch.system, scratch.p, scratch.y, judgement, perContact );
    }
    endScratch( &scratch );
    return result;
}

ssResult problemMakeFeasible( const ssProblem* problem, ssArena* arena, double* p )
{
    Scratch scratch;
    ssResult result = beginScratch( problem, arena, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemMakeFeasible( &scratch.system, scratch.p );
        systemUnscaleReaction( &scratch.system, scratch.p, p );
    }
    endScratch( &scratch );
    return result;
}

ssResult ssProblem_MakeFeasible( const ssProblem* problem, double* p )
{
    return problemMakeFeasible( problem, NULL, p );
}

ssResult ssProblem_Velocity( const ssProblem* problem, const double* p, double* y )
{
    Scratch scratch;
    ssResult result = beginScratch( problem, NULL, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemMultiply( &scratch.system, scratch.p, scratch.y, scratch.system.velocity );
        for ( int i = 0; i < scratch.system.size; ++i ) { y[i] = scratch.y[i] / scratch.system.scale[i]; }
    }
    endScratch( &scratch );
    return result;
}

ssResult problemBodyVelocities( const ssProblem* problem, ssArena* arena, const double* p, double* v )
{
    if ( ssProblem_IsExplicit( problem ) )
    {
        return ssError( ss_errorValue, "w", "the problem has no bodies" );
    }
    Scratch scratch;
    ssResult result = beginScratch( problem, arena, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemBegin( &scratch.system, scratch.p );
        for ( int i = 0; i < 6 * problem->bodyCount; ++i )
        {
            v[i] = scratch.system.velocity[i] +
                ( problem->freeVelocity != NULL ? problem->freeVelocity[i] : 0.0 );
        }
    }
    endScratch( &scratch );
    return result;
}

ssResult ssProblem_BodyVelocities( const ssProblem* problem, const double* p, double* v )
{
    return problemBodyVelocities( problem, NULL, p, v );
}

double ssProblem_Length( const ssProblem* problem )
{
    ssSystem system;
    double length = systemCreate( problem, NULL, &system ).code == ss_ok ? system.length : 1.0;
    systemDestroy( &system );
    return length;
}

double ssProblem_Asymmetry( const ssProblem* problem )
{
    if ( !ssProblem_IsExplicit( problem ) ) { return 0.0; }
    int d = problem->dimension;
    double largest = 0.0, worst = 0.0;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            int j = problem->blockColumn[k];
            const double* block = problem->blocks + (size_t)k * (size_t)( d * d );
            // Block (j, i) is found by bisection, since the columns of a row ascend.
            int low = problem->blockStart[j], high = problem->blockStart[j + 1];
            while ( low < high )
            {
                int middle = low + ( high - low ) / 2;
                low = problem->blockColumn[middle] < i ? middle + 1 : low;
                high = problem->blockColumn[middle] < i ? high : middle;
            }
            bool there = low < problem->blockStart[j + 1] && problem->blockColumn[low] == i;
            const double* mirror = there ? problem->blocks + (size_t)low * (size_t)( d * d ) : NULL;
            for ( int c = 0; c < d * d; ++c )
            {
                double other = mirror != NULL ? mirror[( c % d ) * d + c / d] : 0.0;
                largest = ssMax( largest, fabs( block[c] ) );
                worst = ssMax( worst, fabs( block[c] - other ) );
            }
        }
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

// How far each contact is from its law, and what is wrong there in a word, for answers from outside.

// A force below its bound by more than this share is far from it, whatever its direction.
#define AT_BOUND 0.02
// Share of the natural map from which the reaction's distance from the cone is named as the reason. It is
// small: such a reaction is wrong whatever the velocities are.
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
    for ( int c = first; c <= last; ++c ) { grown[c] *= 1.0 + AT_BOUND; }
    // On the bound of a circle the excess grows by this share of the size over sqrt(1 + mu²).
    double growth = systemContactExcess( system, i, grown ) - systemContactExcess( system, i, p );
    return growth <= 0.1 * AT_BOUND * size;
}

/// What friction does wrong: the block with the largest part is below its bound or misdirected.
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
    // The map leads from the wanted reaction to the actual one: against it, the latter is too small.
    double along = size > 0.0 ? vecDot( count, map + first, p + first ) / size : -largest;
    bool small = -along > sqrt( 0.5 ) * largest || isInside( system, i, p, first, first + count - 1 );
    return small ? (ssAnswerFault)( ss_faultSlidesInside + worst ) : ss_faultDirection;
}

static ssAnswerFault faultOf( const ssSystem* system, int i, const double* p, const double* y, double excess )
{
    double map[SS_CONE_MAX];
    systemContactMap( system, i, p, y, system->step, map );
    double share = vecNorm( system->dimension, map );
    if ( share == 0.0 ) { return ss_faultNone; }
    // Under the relaxed law the bound of u_N is h(y_T): a contact that slides opens.
    double h = system->laws[i] == ss_contactFormRelaxed ? ssCone_SectionSupport( &system->cones[i], y ) : 0.0;
    double opening = system->step * ( y[0] - h );
    if ( excess >= EXPLAINS * share ) { return -p[0] > 0.1 * excess ? ss_faultPulls : ss_faultOutside; }
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
    Scratch scratch;
    ssResult result = beginScratch( problem, NULL, &scratch );
    if ( result.code == ss_ok )
    {
        const ssSystem* system = &scratch.system;
        systemScaleReaction( system, p, scratch.p );
        systemMultiply( system, scratch.p, scratch.y, system->velocity );
        for ( int i = 0; i < system->contacts; ++i )
        {
            size_t at = (size_t)i * (size_t)system->dimension;
            contacts[i] = judgeOne( system, i, scratch.p + at, scratch.y + at );
        }
    }
    endScratch( &scratch );
    return result;
}
