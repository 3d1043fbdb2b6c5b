// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <string.h>

// K is pointed if no forces in it balance (Tasora & Anitescu Eq. 45); else a body is wedged.

/// Sum of p_N over p = P_K(x + lambda e_N).
static double normalSum( const ssSystem* system, const double* x, double lambda )
{
    int d = system->dimension;
    double sum = 0.0;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double p[SS_CONE_MAX];
        memcpy( p, x + (size_t)i * (size_t)d, (size_t)d * sizeof( double ) );
        p[0] += lambda;
        ssProjectOntoCone( &system->cones[i], p, p );
        sum += p[0];
    }
    return sum;
}

// Sums nearer to 1 than this are 1, to the rounding of thousands of terms.
#define SECTION_ROUNDING 1e-13

/// The lambda in [low, high] at which the growing sum of p_N is 1: Illinois false position. Every third step
/// halves the interval, because the sum has kinks and may be flat.
static double sectionShift( const ssSystem* system, const double* x, double low, double high )
{
    double below = normalSum( system, x, low ) - 1.0, above = normalSum( system, x, high ) - 1.0;
    int stayed = 0; // > 0: the low end stayed, < 0: the high one
    for ( int k = 1; k < 180 && above > below; ++k )
    {
        double lambda =
            k % 3 == 0 ? 0.5 * ( low + high ) : ( low * above - high * below ) / ( above - below );
        double sum = normalSum( system, x, lambda ) - 1.0;
        if ( fabs( sum ) <= SECTION_ROUNDING || !( lambda > low && lambda < high ) ) { return lambda; }
        if ( sum < 0.0 )
        {
            above *= stayed < 0 ? 0.5 : 1.0;
            stayed = -1;
            low = lambda;
            below = sum;
        }
        else
        {
            below *= stayed > 0 ? 0.5 : 1.0;
            stayed = 1;
            high = lambda;
            above = sum;
        }
    }
    return 0.5 * ( low + high );
}

/// x <- the nearest point of { p in K, sum p_N = 1 }: P_K(x + lambda e_N), lambda sought from `shift` on.
static void projectOntoSection( const ssSystem* system, double* x, double* shift )
{
    double step = 1.0 / system->contacts, low = *shift, high = *shift;
    if ( normalSum( system, x, *shift ) < 1.0 )
    {
        for ( int k = 0; k < 100 && !( normalSum( system, x, high ) >= 1.0 ); ++k, step *= 4.0 )
        {
            low = high;
            high += step;
        }
    }
    else
    {
        for ( int k = 0; k < 100 && !( normalSum( system, x, low ) <= 1.0 ); ++k, step *= 4.0 )
        {
            high = low;
            low -= step;
        }
    }
    *shift = sectionShift( system, x, low, high );
    for ( int i = 0; i < system->contacts; ++i ) { x[(size_t)i * (size_t)system->dimension] += *shift; }
    systemProject( system, x );
}

// Iterations of the minimisation. A problem that is not found wedged by then counts as pointed.
#define ITERATIONS 600

// Largest step over 1/mean(diag W). Where nothing moves, steps would grow until their sums are mere rounding.
#define RATE_MAX 1e6

// Least |W p| relative to mean(diag W) at which the minimisation ends, and below which the problem is wedged.
#define DEFECT_END 1e-9
#define DEFECT_WEDGED 1e-6

/// Vectors of the minimisation.
typedef struct Vectors
{
    double* p;        // the iterate
    double* x;        // the extrapolated point from which the next step starts
    double* y;        // W x
    double* previous; // the iterate before
    double* product;  // W p
    double shift;     // of the last projection
} Vectors;

/// Makes one projected step from x, with `rate` halved until it is short enough. Returns p·W p/2
/// at the new p and updates the least |W p|.
static double descend( ssSystem* system, Vectors* at, double* rate, double* least )
{
    int size = system->size;
    double *p = at->p, *x = at->x, *y = at->y;
    double atX = 0.5 * vecDot( size, x, y ), atP = 0.0;
    for ( int halving = 0; halving < 40; ++halving, *rate *= 0.5 )
    {
        for ( int i = 0; i < size; ++i ) { p[i] = x[i] - *rate * y[i]; }
        projectOntoSection( system, p, &at->shift );
        double slope = 0.0;
        for ( int i = 0; i < size; ++i ) { slope += y[i] * ( p[i] - x[i] ); }
        double move = vecDistance( size, p, x );
        systemMultiply( system, p, at->product, system->velocity );
        atP = 0.5 * vecDot( size, p, at->product );
        *least = ssMin( *least, vecNorm( size, at->product ) );
        if ( atP <= atX + slope + move * move / ( 2.0 * *rate ) + 1e-300 ) { break; }
    }
    return atP;
}

/// The least |W p| found while p·W p is minimised over the section by accelerated projected
/// gradient: 0 where forces balance each other.
static double leastForce( ssSystem* system, Vectors* at )
{
    int size = system->size;
    double *p = at->p, *x = at->x, *y = at->y;
    double rate = 1.0 / ( 2.0 * system->meanDiag ), t = 1.0, least = (double)INFINITY;
    memset( system->q, 0, (size_t)size * sizeof( double ) );
    memset( p, 0, (size_t)size * sizeof( double ) );
    projectOntoSection( system, p, &at->shift );
    memcpy( x, p, (size_t)size * sizeof( double ) );
    double before = (double)INFINITY;
    for ( int iteration = 0; iteration < ITERATIONS; ++iteration )
    {
        memcpy( at->previous, p, (size_t)size * sizeof( double ) );
        systemMultiply( system, x, y, system->velocity );
        double energy = descend( system, at, &rate, &least );
        bool restart = energy > before;
        double next = restart ? 1.0 : 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * t * t ) );
        double beta = restart ? 0.0 : ( t - 1.0 ) / next;
        for ( int i = 0; i < size; ++i ) { x[i] = p[i] + beta * ( p[i] - at->previous[i] ); }
        t = next;
        before = energy;
        rate = ssMin( 1.1 * rate, RATE_MAX / system->meanDiag );
        if ( least < DEFECT_END * system->meanDiag ) { break; }
    }
    return least;
}

/// Looks for forces that balance each other. `p` may be NULL.
static ssResult findBalanced( const ssProblem* problem, ssPointedness* pointedness, double* p )
{
    ssSystem system;
    ssResult result = systemCreate( problem, NULL, &system );
    if ( result.code == ss_ok && problem->contactCount > 0 )
    {
        ssRoom room = { 0 };
        size_t size = (size_t)system.size;
        Vectors at = { .p = ssRoom_Take( &room, size, sizeof( double ) ),
            .x = ssRoom_Take( &room, size, sizeof( double ) ),
            .y = ssRoom_Take( &room, size, sizeof( double ) ),
            .previous = ssRoom_Take( &room, size, sizeof( double ) ),
            .product = ssRoom_Take( &room, size, sizeof( double ) ) };
        result = room.failed ? problemNoMemory() : result;
        if ( result.code == ss_ok )
        {
            pointedness->defect = leastForce( &system, &at ) / system.meanDiag;
            pointedness->wedged = pointedness->defect < DEFECT_WEDGED;
            pointedness->message = pointedness->wedged ? "wedged: forces are not bounded" : "pointed";
            if ( p != NULL ) { systemUnscaleReaction( &system, at.p, p ); }
        }
        ssRoom_Release( &room );
    }
    systemDestroy( &system );
    return result;
}

ssResult ssProblem_CheckPointed( const ssProblem* problem, ssPointedness* pointedness, double* p )
{
    *pointedness = ( ssPointedness ){ .defect = (double)INFINITY, .message = "pointed" };
    if ( ssProblem_Flags( problem ) & SS_LAWS_PLANAR )
    {
        return ssError( ss_errorValue, "law",
            "the check of pointedness needs cones; laws with sets or functions are not cones" );
    }
    ssProblem even;
    ssRoom room = { 0 };
    bool made = problemMakeEven( &room, problem, &even );
    ssResult result = made ? findBalanced( &even, pointedness, p ) : problemNoMemory();
    ssRoom_Release( &room );
    return result;
}
