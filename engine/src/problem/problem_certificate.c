// SPDX-License-Identifier: MIT
#include "problem/problem_private.h"

#include <string.h>

// Why a problem has no solution. Every y that the bodies can reach is y = W z + q. If reactions p in K move
// nothing, W p = 0, then p·y = q·p whatever z is (W is symmetric). A solution has y in K*, so that p·y >= 0:
// q·p < 0 excludes it. By Farkas such a p exists wherever no y reaches K*, but for limits that are not
// reached, and the nearest approach of y to K* gives it: with f = |P_K(-y)|²/2, half the squared distance of
// y from K* (Moreau), p = P_K(-y) has W p = 0 and q·p = -|p|² where f is least.
//
// Under Coulomb's law only y_N >= 0 is certain, since De Saxcé's term lifts
// what slides. There K is { p_N >= 0, p_T = 0 }.

#define ITERATIONS 200000 // of small problems
#define WORK 20000000     // iterations times contacts
#define CHECK_EVERY 16
#define PATIENCE 2000     // iterations without a better certificate, once there is one
#define CLOSE_ENOUGH 1e-9 // |y| from K* over |q|: as good as reached
// There is no solution if its forces exceed those that stop the bodies at once by this factor.
#define FORCE_FACTOR 1e9
#define FORCE_FACTOR_END 1e14
#define SMALL 1e-12 // reactions below this share of the largest one are rounding

typedef struct Search
{
    ssSystem* system;
    bool relaxed;      // all contacts as under the relaxed law
    double *q, *z, *p; // z: where the next step starts; p = P_K(-y)
    double *last, *y, *product;
    double largest; // eigenvalue of W
} Search;

/// x <- P_K x with the recession cone of K: bounded multipliers of rows are no directions to infinity.
static void projectDirection( const Search* s, double* x )
{
    const ssSystem* system = s->system;
    int d = system->dimension, first = system->contacts * d;
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* own = x + (size_t)i * (size_t)d;
        bool cone = system->laws[i] == ss_contactFormRelaxed ||
            ( s->relaxed && system->laws[i] == ss_contactFormSaxce );
        if ( cone )
        {
            ssProjectOntoCone( &system->cones[i], own, own );
            continue;
        }
        memset( own + 1, 0, (size_t)( d - 1 ) * sizeof( double ) );
        own[0] = ssMax( own[0], 0.0 );
    }
    for ( int k = 0; k < system->rows; ++k )
    {
        double low = isfinite( system->lo[k] ) ? 0.0 : -(double)INFINITY;
        double high = isfinite( system->hi[k] ) ? 0.0 : (double)INFINITY;
        x[first + k] = ssMin( ssMax( x[first + k], low ), high );
    }
}

/// p = P_K(-(W z + q)); returns |p|²/2.
static double distanceAt( Search* s )
{
    systemMultiply( s->system, s->z, s->y, s->system->velocity );
    for ( int i = 0; i < s->system->size; ++i ) { s->p[i] = -s->y[i] - s->q[i]; }
    projectDirection( s, s->p );
    return 0.5 * vecDot( s->system->size, s->p, s->p );
}

/// The largest eigenvalue of W, a little too large (power iteration).
static double largestEigenvalue( Search* s )
{
    int size = s->system->size;
    double value = s->system->meanDiag;
    for ( int i = 0; i < size; ++i ) { s->z[i] = 1.0 + 0.1 * ( i % 7 ); }
    for ( int k = 0; k < 40; ++k )
    {
        double norm = vecNorm( size, s->z );
        for ( int i = 0; i < size; ++i ) { s->z[i] /= norm; }
        systemMultiply( s->system, s->z, s->y, s->system->velocity );
        value = vecNorm( size, s->y );
        memcpy( s->z, s->y, (size_t)size * sizeof( double ) );
        if ( !( value > 0.0 ) ) { return s->system->meanDiag; }
    }
    memset( s->z, 0, (size_t)size * sizeof( double ) );
    return 1.2 * value;
}

/// How many times larger than |q|/mean(diag W) the forces of a solution would have to be, by the present p.
static double forceFactor( Search* s )
{
    int size = s->system->size;
    systemMultiply( s->system, s->p, s->product, s->system->velocity );
    double work = vecDot( size, s->q, s->p ), moved = vecNorm( size, s->product );
    double factor = -work * s->system->meanDiag / ( vecNorm( size, s->q ) * moved );
    return work < 0.0 ? ( moved > 0.0 ? factor : HUGE_VAL ) : 0.0;
}

/// Brings y near K* by accelerated gradients (metric W). Returns the force factor of the best p, s->last.
static double approach( Search* s )
{
    int size = s->system->size;
    size_t bytes = (size_t)size * sizeof( double );
    double qNorm = vecNorm( size, s->q ), best = 0.0, before = HUGE_VAL, t = 1.0;
    int most = WORK / s->system->contacts, since = 0;
    double *previous = s->product + size + 1, *at = previous + size + 1;
    s->largest = largestEigenvalue( s );
    memset( previous, 0, bytes );
    memset( s->z, 0, bytes );
    for ( int k = 0; k < ITERATIONS && k < most; ++k, ++since )
    {
        double f = distanceAt( s );
        if ( !( f > 0.5 * CLOSE_ENOUGH * CLOSE_ENOUGH * qNorm * qNorm ) ) { return 0.0; }
        if ( k % CHECK_EVERY == 0 )
        {
            double factor = forceFactor( s );
            if ( factor > best )
            {
                since = factor > 2.0 * best ? 0 : since;
                best = factor;
                memcpy( s->last, s->p, bytes );
            }
            if ( best >= FORCE_FACTOR_END || ( best >= FORCE_FACTOR && since > PATIENCE ) ) { break; }
        }
        t = f > before ? 1.0 : t;
        double next = 0.5 * ( 1.0 + sqrt( 1.0 + 4.0 * t * t ) ), beta = f > before ? 0.0 : ( t - 1.0 ) / next;
        for ( int i = 0; i < size; ++i )
        {
            at[i] = s->z[i] + s->p[i] / s->largest;
            s->z[i] = at[i] + beta * ( at[i] - previous[i] );
        }
        memcpy( previous, at, bytes );
        t = next;
        before = f;
    }
    return best;
}

/// Scales p to a largest component of 1 and drops what is rounding; returns the contacts that carry it.
static int tidy( const ssSystem* system, double* p )
{
    double largest = 0.0;
    int d = system->dimension, carrying = 0;
    for ( int i = 0; i < system->size; ++i ) { largest = ssMax( largest, fabs( p[i] ) ); }
    for ( int i = 0; i < system->contacts; ++i )
    {
        double* own = p + (size_t)i * (size_t)d;
        bool carries = vecNorm( d, own ) > SMALL * largest;
        for ( int c = 0; c < d; ++c ) { own[c] = carries ? own[c] / largest : 0.0; }
        carrying += carries ? 1 : 0;
    }
    for ( int i = system->contacts * d; i < system->size; ++i ) { p[i] /= largest; }
    return carrying;
}

static void search( Search* s, ssCertificate* certificate )
{
    int size = s->system->size;
    double factor = approach( s );
    certificate->found = factor >= FORCE_FACTOR;
    if ( certificate->found )
    {
        certificate->contacts = tidy( s->system, s->last );
        certificate->closing = vecDot( size, s->q, s->last );
        certificate->factor = factor;
    }
}

static ssResult findIn( const ssProblem* problem, bool relaxed, ssCertificate* certificate, double* p )
{
    ssSystem system;
    ssResult result = systemCreate( problem, NULL, &system );
    size_t size = (size_t)system.size + 1;
    double* room = result.code == ss_ok ? ssAlloc( 8 * size * sizeof( double ) ) : NULL;
    result = result.code == ss_ok && room == NULL ? problemNoMemory() : result;
    if ( result.code == ss_ok && system.asymmetry <= 1e-9 && system.contacts > 0 )
    {
        Search s = { &system, relaxed, room, room + size, room + 2 * size, room + 3 * size, room + 4 * size,
            room + 5 * size, 0.0 };
        memcpy( s.q, system.q, ( size - 1 ) * sizeof( double ) );
        memset( system.q, 0, ( size - 1 ) * sizeof( double ) );
        search( &s, certificate );
        if ( !certificate->found && relaxed ) // normal forces alone lie in K, too, and are found more easily
        {
            s.relaxed = false;
            search( &s, certificate );
        }
        if ( certificate->found && p != NULL ) { systemUnscaleReaction( &system, s.last, p ); }
    }
    ssRelease( room );
    systemDestroy( &system );
    return result;
}

ssResult ssProblem_FindCertificate(
    const ssProblem* problem, bool relaxed, ssCertificate* certificate, double* p )
{
    *certificate = ( ssCertificate ){ 0 };
    ssProblem even;
    ssRoom room = { 0 };
    bool made = problemMakeEven( &room, problem, &even );
    ssResult result = made ? findIn( &even, relaxed, certificate, p ) : problemNoMemory();
    ssRoom_Release( &room );
    return result;
}
