// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <float.h>
#include <math.h>
#include <string.h>

// The judge of every solver. One measure: the natural map of the law, in velocity units, with a step that comes from
// the problem, after scaling moments by a length that comes from the problem; so that neither kilograms nor
// millimetres nor a solver's own idea of an error change the verdict.

// ------------------------------------------------------------------------------------------------- maps of the laws

void systemModify( const ssSystem* system, int i, const double* y, double* yhat )
{
    if ( yhat != y )
    {
        memcpy( yhat, y, (size_t)system->dimension * sizeof( double ) );
    }
    if ( system->laws[i] == ss_contactFormSaxce )
    {
        yhat[0] += ssCone_SectionSupport( &system->cones[i], y );
    }
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
        *value = fmin( fmax( *value, system->lo[k] ), system->hi[k] );
    }
}

planarContact systemPlanar( const ssSystem* system, int i )
{
    const ssProblem* problem = system->problem;
    return ( planarContact ){ .law = &problem->lawTable[problem->lawIndex[i]],
        .cone = &system->cones[i],
        .length = system->length,
        .scale = problem->lawScale != NULL ? problem->lawScale[i] : 1.0 };
}

void systemContactMap(
    const ssSystem* system, int i, const double* p, const double* y, double r, double* map )
{
    int d = system->dimension;
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        planarContact contact = systemPlanar( system, i );
        planarMap( &contact, d, p, y, r, map );
        return;
    }
    double x[SS_CONE_MAX];
    systemModify( system, i, y, x );
    for ( int c = 0; c < d; ++c )
    {
        x[c] = p[c] - r * x[c];
    }
    ssProjectOntoCone( &system->cones[i], x, x );
    for ( int c = 0; c < d; ++c )
    {
        map[c] = p[c] - x[c];
    }
}

double systemRowMap( const ssSystem* system, int k, const double* p, const double* y, double r )
{
    int at = system->contacts * system->dimension + k;
    return p[at] - fmin( fmax( p[at] - r * y[at], system->lo[k] ), system->hi[k] );
}

#define HIDDEN_FROM 1e-10 // below it no answer is in doubt

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
    // q = 0: nothing moves, p = 0 is the answer, and any other p is as wrong as it is large
    double size = system->step * system->qNorm;
    if ( !( size > 0.0 ) )
    {
        return sum > 0.0 ? (double)INFINITY : 0.0;
    }
    // forces without bound (a wedged body) drown all velocities in their rounding: what cannot be seen is not zero
    double hidden = DBL_EPSILON * vecNorm( system->size, p ) / size, seen = sqrt( sum ) / size;
    // not fmax, which takes what is no number for the smaller
    return hidden > HIDDEN_FROM && hidden > seen ? hidden : seen;
}

double systemObjective( const ssSystem* system, const double* p, const double* y )
{
    double sum = 0.0;
    for ( int i = 0; i < system->size; ++i )
    {
        sum += 0.5 * p[i] * ( y[i] + system->q[i] );
    }
    return sum;
}

// ---------------------------------------------------------------------------------------------------------- verdict

static void judgeContact( const ssSystem* system, int i, const double* p, const double* y, ssJudgement* sums )
{
    int d = system->dimension;
    double power = -vecDot( d, p, y );
    sums->dissipation += power;
    if ( system->laws[i] == ss_contactFormPlanar )
    {
        planarContact contact = systemPlanar( system, i );
        double out = planarExcess( &contact, d, p );
        sums->feasibility += out * out;
        sums->dualFeasibility += fmin( y[0], 0.0 ) * fmin( y[0], 0.0 );
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
    // the relaxed law dissipates -y·p = h p_N - u_N p_N, with u_N = h while it slides: nothing to compare with
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
    out->feasibility = sqrt( out->feasibility ) * system->meanDiag / velocity;
    out->dualFeasibility = sqrt( out->dualFeasibility ) / velocity;
    out->complementarity /= energy;
    out->dissipationDefect /= energy;
    out->objective = systemObjective( system, p, y );
}

typedef struct Scratch
{
    ssSystem system;
    double *p, *y;
} Scratch;

static ssResult beginScratch( const ssProblem* problem, Scratch* scratch )
{
    ssResult result = systemCreate( problem, &scratch->system );
    scratch->p = NULL;
    scratch->y = NULL;
    if ( result.code == ss_ok )
    {
        size_t size = ( (size_t)scratch->system.size + 1 ) * sizeof( double );
        scratch->p = ssAlloc( size );
        scratch->y = ssAlloc( size );
        result = scratch->p != NULL && scratch->y != NULL ? result : problemNoMemory();
    }
    return result;
}

static void endScratch( Scratch* scratch )
{
    ssRelease( scratch->p );
    ssRelease( scratch->y );
    systemDestroy( &scratch->system );
}

ssResult ssJudge( const ssProblem* problem, const double* p, ssJudgement* judgement, double* perContact )
{
    Scratch scratch;
    ssResult result = beginScratch( problem, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemMultiply( &scratch.system, scratch.p, scratch.y, scratch.system.velocity );
        judge( &scratch.system, scratch.p, scratch.y, judgement, perContact );
    }
    endScratch( &scratch );
    return result;
}

// ------------------------------------------------------------------------------------------- velocities and numbers

ssResult ssProblem_Velocity( const ssProblem* problem, const double* p, double* y )
{
    Scratch scratch;
    ssResult result = beginScratch( problem, &scratch );
    if ( result.code == ss_ok )
    {
        systemScaleReaction( &scratch.system, p, scratch.p );
        systemMultiply( &scratch.system, scratch.p, scratch.y, scratch.system.velocity );
        for ( int i = 0; i < scratch.system.size; ++i )
        {
            y[i] = scratch.y[i] / scratch.system.scale[i];
        }
    }
    endScratch( &scratch );
    return result;
}

ssResult ssProblem_BodyVelocities( const ssProblem* problem, const double* p, double* v )
{
    if ( ssProblem_IsExplicit( problem ) )
    {
        return ssError( ss_errorValue, "w", "the problem has no bodies" );
    }
    Scratch scratch;
    ssResult result = beginScratch( problem, &scratch );
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

double ssProblem_Length( const ssProblem* problem )
{
    ssSystem system;
    double length = systemCreate( problem, &system ).code == ss_ok ? system.length : 1.0;
    systemDestroy( &system );
    return length;
}

double ssProblem_Asymmetry( const ssProblem* problem )
{
    if ( !ssProblem_IsExplicit( problem ) )
    {
        return 0.0;
    }
    int d = problem->dimension;
    double largest = 0.0, worst = 0.0;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        for ( int k = problem->blockStart[i]; k < problem->blockStart[i + 1]; ++k )
        {
            int j = problem->blockColumn[k];
            const double* block = problem->blocks + (size_t)k * (size_t)( d * d );
            // columns of a row ascend
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
                largest = fmax( largest, fabs( block[c] ) );
                worst = fmax( worst, fabs( block[c] - other ) );
            }
        }
    }
    return largest > 0.0 ? worst / largest : 0.0;
}

// ------------------------------------------------------------------------------------------------------- pointedness

/// x <- the nearest point of { p in K, sum p_N = 1 }: P_K(x + lambda e_N) with the lambda at which the sum, which
/// grows with it, is 1.
static void projectOntoSection( const ssSystem* system, double* x )
{
    int d = system->dimension, n = system->contacts;
    double low = -1.0, high = 1.0;
    for ( int phase = 0; phase < 2; ++phase )
    {
        for ( int turn = 0; turn < ( phase == 0 ? 200 : 60 ); ++turn )
        {
            double lambda = phase == 0 ? ( turn % 2 == 0 ? high : low ) : 0.5 * ( low + high ), sum = 0.0;
            for ( int i = 0; i < n; ++i )
            {
                double p[SS_CONE_MAX];
                memcpy( p, x + (size_t)i * (size_t)d, (size_t)d * sizeof( double ) );
                p[0] += lambda;
                ssProjectOntoCone( &system->cones[i], p, p );
                sum += p[0];
            }
            if ( phase == 0 )
            {
                bool enclosed = turn % 2 == 0 ? sum >= 1.0 : sum <= 1.0;
                high *= turn % 2 == 0 && !enclosed ? 4.0 : 1.0;
                low *= turn % 2 == 1 && !enclosed ? 4.0 : 1.0;
            }
            else
            {
                low = sum < 1.0 ? lambda : low;
                high = sum < 1.0 ? high : lambda;
            }
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        x[(size_t)i * (size_t)d] += 0.5 * ( low + high );
    }
    systemProject( system, x );
}

/// Least p·W p over the section, by accelerated projected gradient: 0 where forces balance each other.
static double leastForce( ssSystem* system, double* p, double* y, double* x, double* old, double* product )
{
    int size = system->size;
    double rate = 1.0 / ( 2.0 * system->meanDiag ), t = 1.0, least = (double)INFINITY;
    memset( system->q, 0, (size_t)size * sizeof( double ) );
    memset( p, 0, (size_t)size * sizeof( double ) );
    projectOntoSection( system, p );
    memcpy( x, p, (size_t)size * sizeof( double ) );
    double before = (double)INFINITY;
    for ( int turn = 0; turn < 600; ++turn )
    {
        memcpy( old, p, (size_t)size * sizeof( double ) );
        systemMultiply( system, x, y, system->velocity );
        double atX = 0.5 * vecDot( size, x, y ), slope = 0.0, move = 0.0, atP = 0.0;
        for ( int halving = 0; halving < 40; ++halving, rate *= 0.5 )
        {
            for ( int i = 0; i < size; ++i )
            {
                p[i] = x[i] - rate * y[i];
            }
            projectOntoSection( system, p );
            slope = 0.0;
            for ( int i = 0; i < size; ++i )
            {
                slope += y[i] * ( p[i] - x[i] );
            }
            move = vecDistance( size, p, x );
            systemMultiply( system, p, product, system->velocity );
            atP = 0.5 * vecDot( size, p, product );
            least = fmin( least, vecNorm( size, product ) );
            if ( atP <= atX + slope + move * move / ( 2.0 * rate ) + 1e-300 )
            {
                break;
            }
        }
        bool restart = atP > before;
        double next = restart ? 1.0 : 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * t * t ) );
        double beta = restart ? 0.0 : ( t - 1.0 ) / next;
        for ( int i = 0; i < size; ++i )
        {
            x[i] = p[i] + beta * ( p[i] - old[i] );
        }
        t = next;
        before = atP;
        rate *= 1.1;
        if ( least < 1e-9 * system->meanDiag )
        {
            break;
        }
    }
    return least;
}

ssResult ssProblem_CheckPointed( const ssProblem* problem, ssPointedness* pointedness, double* p )
{
    *pointedness = ( ssPointedness ){ .defect = (double)INFINITY, .message = "pointed" };
    if ( ssProblem_Flags( problem ) & SS_LAWS_PLANAR )
    {
        return ssError(
            ss_errorValue, "law", "the pointedness check knows cones, no laws with sets or functions" );
    }
    Scratch scratch;
    ssResult result = beginScratch( problem, &scratch );
    if ( result.code == ss_ok && problem->contactCount > 0 )
    {
        ssSystem* system = &scratch.system;
        size_t size = ( (size_t)system->size + 1 ) * sizeof( double );
        double *x = ssAlloc( size ), *old = ssAlloc( size ), *product = ssAlloc( size );
        if ( x == NULL || old == NULL || product == NULL )
        {
            result = problemNoMemory();
        }
        else
        {
            pointedness->defect =
                leastForce( system, scratch.p, scratch.y, x, old, product ) / system->meanDiag;
            pointedness->wedged = pointedness->defect < 1e-6;
            pointedness->message = pointedness->wedged ? "wedged: forces are not bounded" : "pointed";
            if ( p != NULL )
            {
                systemUnscaleReaction( system, scratch.p, p );
            }
        }
        ssRelease( x );
        ssRelease( old );
        ssRelease( product );
    }
    endScratch( &scratch );
    return result;
}
