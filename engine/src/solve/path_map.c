// SPDX-License-Identifier: MIT
#include "solve/path_map.h"
#include "problem/problem_private.h"

#include <string.h>

#define TURNS 200         // Newton steps or bisections; far more than are ever needed
#define WEIGHT_SPREAD 4.0 // factor; weights of the contacts' barriers lie within this of 1

// The friction force within one disc.
typedef struct Disc
{
    double size;                              // |p_T|
    double bySize, byRadius, byBarrier;       // its derivatives with respect to |x_T|, R and e
    double push, pushByRadius, pushByBarrier; // 2 e R/(R² - |p_T|²), and its derivatives at constant |x_T|
} Disc;

/// h = 1 - a for the root 0 <= a < 1 of a (1 + k/(1 - a²)) = s, right to all digits near the edge: Newton's
/// method on h (2 - h) (s - 1 + h) = k (1 - h), from a quadratic with the same limits.
static double discSlack( double s, double k )
{
    double e = s - 1.0, least = ssMax( -e, 0.0 ), guess = ssMin( s / ( 1.0 + k ), 1.0 );
    double b = k * guess / ( 1.0 + guess ), root = sqrt( e * e + 4.0 * b );
    double h = ssMin( e > 0.0 ? 2.0 * b / ( e + root ) : 0.5 * ( root - e ), 1.0 );
    for ( int turn = 0; turn < TURNS; ++turn )
    {
        double f = h * ( 2.0 - h ) * ( e + h ) - k * ( 1.0 - h );
        double next = h - f / ( 2.0 * ( 1.0 - h ) * ( e + h ) + h * ( 2.0 - h ) + k );
        next = next > least ? ssMin( next, 1.0 ) : 0.5 * ( h + least );
        bool converged = fabs( next - h ) <= 1e-15 * h;
        h = next;
        if ( converged ) { break; }
    }
    return h;
}

/// The force within a disc of radius R with the barrier e, from |x_T| = `size`.
static Disc discMap( double size, double radius, double e )
{
    if ( e <= 0.0 )
    {
        bool inside = size <= radius;
        return ( Disc ){
            .size = inside ? size : radius, .bySize = inside ? 1.0 : 0.0, .byRadius = inside ? 0.0 : 1.0
        };
    }
    double k = 2.0 * e / ( radius * radius );
    if ( !( radius > 0.0 && k < 1e200 ) ) { return ( Disc ){ 0 }; }
    double h = discSlack( size / radius, k ), a = 1.0 - h, q = ssMax( h * ( 2.0 - h ), 1e-100 );
    double slope = 1.0 + k * ( 1.0 + a * a ) / ( q * q ), whole = q * q + k * ( 1.0 + a * a );
    return ( Disc ){ .size = a * radius,
        .bySize = 1.0 / slope,
        .byRadius = 2.0 * k * a / ( q * q ) / slope,
        .byBarrier = -2.0 * a / ( radius * q * slope ),
        .push = radius * k / q,
        .pushByRadius = -k * ( 2.0 + k - q ) / whole,
        .pushByBarrier = 2.0 / radius * ( q + k ) / whole };
}

// The normal force on the path, and its derivatives with respect to x_N and e.
typedef struct Normal
{
    double force, slope, byBarrier;
} Normal;

static Normal coulombNormal( double x, double e )
{
    double root = sqrt( x * x + 4.0 * e );
    double force = x > 0.0 ? 0.5 * ( x + root ) : root > 0.0 ? 2.0 * e / ( root - x ) : 0.0;
    return force > 0.0 ? ( Normal ){ force, force / root, 1.0 / root } : ( Normal ){ 0 };
}

static int discCount( const ssCone* cone ) { return cone->dimension / 2; }

static double discCoefficient( const ssCone* cone, int k )
{
    return k == 0 ? cone->mu : k == 1 ? cone->muRoll : cone->muSpin;
}

/// The root of the increasing p_N - x_N - e/p_N - (push of discs), by Newton between bounds.
static Normal relaxedNormal( const ssCone* cone, const double* x, double e )
{
    double sizes[3], projected[SS_CONE_MAX];
    for ( int k = 0; k < discCount( cone ); ++k ) { sizes[k] = vecNorm( k == 2 ? 1 : 2, x + 1 + 2 * k ); }
    ssProjectOntoCone( cone, x, projected );
    double low = coulombNormal( x[0], e ).force, high = HUGE_VAL;
    Normal normal = { .force = ssMax( low, projected[0] ) };
    for ( int turn = 0; turn < TURNS && normal.force > 0.0; ++turn )
    {
        double p = normal.force, f = p - x[0] - e / p, slope = 1.0 + e / ( p * p ), byBarrier = 1.0 / p;
        for ( int k = 0; k < discCount( cone ); ++k )
        {
            double mu = discCoefficient( cone, k );
            Disc disc = discMap( sizes[k], mu * p, e );
            f -= mu * disc.push;
            slope -= mu * mu * disc.pushByRadius;
            byBarrier += mu * disc.pushByBarrier;
        }
        normal.slope = 1.0 / slope;
        normal.byBarrier = byBarrier / slope;
        low = f < 0.0 ? p : low;
        high = f > 0.0 ? p : high;
        double next = p - f / slope;
        if ( !( next > low && next < high ) ) { next = isinf( high ) ? 2.0 * p : 0.5 * ( low + high ); }
        if ( fabs( f ) <= 1e-15 * slope * p || fabs( next - p ) <= 1e-15 * p ) { break; }
        normal.force = next;
    }
    return normal;
}

void pathContactMap( const ssCone* cone, bool relaxed, const double* x, double e, double* p, double* jacobian,
    double* byBarrier )
{
    int d = cone->dimension;
    memset( p, 0, (size_t)d * sizeof( double ) );
    if ( jacobian != NULL )
    {
        memset( byBarrier, 0, (size_t)d * sizeof( double ) );
        memset( jacobian, 0, (size_t)( d * d ) * sizeof( double ) );
    }
    Normal normal = relaxed && e > 0.0 ? relaxedNormal( cone, x, e ) : coulombNormal( x[0], e );
    if ( !( normal.force > 0.0 ) ) { return; }
    double byNormal[SS_CONE_MAX] = { 1.0 }; // derivative of p with respect to p_N
    p[0] = normal.force;
    for ( int block = 0; block < discCount( cone ); ++block )
    {
        int first = 1 + 2 * block, last = block == 2 ? first : first + 1;
        double mu = discCoefficient( cone, block ), size = vecNorm( last - first + 1, x + first );
        Disc disc = discMap( size, mu * p[0], e );
        double ratio = size > 0.0 ? disc.size / size : disc.bySize;
        for ( int c = first; c <= last; ++c )
        {
            p[c] = ratio * x[c];
            double along = size > 0.0 ? x[c] / size : 0.0;
            byNormal[c] = disc.byRadius * mu * along;
            for ( int k = first; k <= last && jacobian != NULL; ++k )
            {
                double other = size > 0.0 ? x[k] / size : 0.0;
                jacobian[c * d + k] = ( c == k ? ratio : 0.0 ) + ( disc.bySize - ratio ) * along * other;
            }
            if ( jacobian != NULL )
            {
                byBarrier[c] = byNormal[c] * normal.byBarrier + disc.byBarrier * along;
            }
        }
    }
    for ( int c = 0; c < d && jacobian != NULL; ++c )
    {
        jacobian[c * d] = byNormal[c] * normal.slope;
        for ( int k = 1; k < d && relaxed; ++k )
        {
            jacobian[c * d + k] += byNormal[c] * byNormal[k] * normal.slope;
        }
    }
    if ( jacobian != NULL ) { byBarrier[0] = normal.byBarrier; }
}

double pathBarrierWeight( int contact, unsigned attempt )
{
    uint32_t hash = ( (uint32_t)contact + 1u ) * 2654435761u + attempt * 2246822519u;
    hash = ( hash ^ ( hash >> 15 ) ) * 2246822519u;
    hash = ( hash ^ ( hash >> 13 ) ) * 3266489917u;
    double even = 2.0 * ( ( hash ^ ( hash >> 16 ) ) / 4294967296.0 ) - 1.0;
    return attempt == 0 ? 1.0 : ssPow( WEIGHT_SPREAD, even );
}
