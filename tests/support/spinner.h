// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

#include "slipstick/vecmath.h"

// An ordinary differential equation of a body with an axis k on a plane that touches it at the arm r(k) from
// its centre of mass. The normal force keeps the height of the contact, d²/dt² (v + w × r)_z = 0; friction is
// Coulomb's, with the corner at rest smoothed at a small speed, and a rolling moment is at most mu_r times
// the normal force. Classical Runge-Kutta.

#define GRAVITY 9.81 // [m/s²]

typedef struct Spinner
{
    double mass, across, along;   // [kg], [kg m²] about axes across and along k
    double radius, offset;        // [m] of the sphere, and of its middle from the centre of mass along k
    double half;                  // [m] half the thickness of a disk; 0: a sphere
    double mu, muRoll, smoothing; // [1], [m], [m/s]
} Spinner;

typedef struct Motion
{
    ssVec3 v, k, w;
} Motion;

static const ssVec3 s_up = { 0.0, 0.0, 1.0 };

static inline ssVec3 armOf( const Spinner* body, ssVec3 k )
{
    if ( body->half == 0.0 ) { return ssVec3_MulAdd( ssVec3_Scale( body->offset, k ), -body->radius, s_up ); }
    ssVec3 down = ssVec3_MulAdd( ssVec3_Scale( -1.0, s_up ), k.z, k ); // along the steepest radius
    return ssVec3_MulAdd( ssVec3_Scale( -body->half, k ), body->radius / ssVec3_Length( down ), down );
}

static inline ssVec3 turned( const Spinner* body, ssVec3 moment, ssVec3 k )
{
    double along = ssVec3_Dot( moment, k );
    return ssVec3_MulAdd(
        ssVec3_Scale( 1.0 / body->across, moment ), ( 1.0 / body->along - 1.0 / body->across ) * along, k );
}

/// A direction in the plane, which vanishes with the vector.
static inline ssVec3 directionOf( ssVec3 u, double smoothing )
{
    u.z = 0.0;
    return ssVec3_Scale( 1.0 / sqrt( ssVec3_Dot( u, u ) + smoothing * smoothing ), u );
}

static inline Motion rateOf( const Spinner* body, const Motion* s, double* load )
{
    const double q = 1e-6; // [s] of the difference that differentiates r
    ssVec3 kDot = ssVec3_Cross( s->w, s->k ), r = armOf( body, s->k );
    ssVec3 later = armOf( body, ssVec3_MulAdd( s->k, q, kDot ) ),
           earlier = armOf( body, ssVec3_MulAdd( s->k, -q, kDot ) );
    ssVec3 rDot = ssVec3_Scale( 0.5 / q, ssVec3_Sub( later, earlier ) );
    // Of a unit normal force: force and moment.
    ssVec3 slip = directionOf( ssVec3_Add( s->v, ssVec3_Cross( s->w, r ) ), body->smoothing );
    ssVec3 force = ssVec3_MulAdd( s_up, -body->mu, slip );
    ssVec3 moment = ssVec3_MulAdd( ssVec3_Cross( r, force ), -body->muRoll, directionOf( s->w, 1e-6 ) );
    ssVec3 spin = ssVec3_Scale( ( body->along - body->across ) * ssVec3_Dot( s->w, s->k ), s->k );
    ssVec3 momentum = ssVec3_MulAdd( spin, body->across, s->w );
    ssVec3 free = turned( body, ssVec3_Scale( -1.0, ssVec3_Cross( s->w, momentum ) ), s->k ),
           loaded = turned( body, moment, s->k );
    double unit = 1.0 / body->mass + ssVec3_Cross( loaded, r ).z;
    *load = ( GRAVITY - ssVec3_Cross( free, r ).z - ssVec3_Cross( s->w, rDot ).z ) / unit;
    return ( Motion ){ ssVec3_MulAdd( ssVec3_Scale( -GRAVITY, s_up ), *load / body->mass, force ), kDot,
        ssVec3_MulAdd( free, *load, loaded ) };
}

static inline Motion ahead( const Motion* s, double h, const Motion* rate )
{
    return ( Motion ){ ssVec3_MulAdd( s->v, h, rate->v ), ssVec3_MulAdd( s->k, h, rate->k ),
        ssVec3_MulAdd( s->w, h, rate->w ) };
}

/// The smallest normal force over the weight.
static inline double integrate( const Spinner* body, Motion* s, double h, double time )
{
    double least = 1.0, load, unused;
    for ( int i = 0; i < (int)lround( time / h ); ++i )
    {
        Motion a = rateOf( body, s, &load ), at = ahead( s, 0.5 * h, &a );
        Motion b = rateOf( body, &at, &unused );
        at = ahead( s, 0.5 * h, &b );
        Motion c = rateOf( body, &at, &unused );
        at = ahead( s, h, &c );
        Motion d = rateOf( body, &at, &unused );
        *s = ahead( s, h / 6.0, &a );
        *s = ahead( s, h / 3.0, &b );
        *s = ahead( s, h / 3.0, &c );
        *s = ahead( s, h / 6.0, &d );
        s->k = ssVec3_Scale( 1.0 / ssVec3_Length( s->k ), s->k );
        least = fmin( least, load / ( body->mass * GRAVITY ) );
    }
    return least;
}
