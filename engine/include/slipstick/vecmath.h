// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/elementary.h"

#include <math.h>

// Small vectors, matrices and quaternions of doubles, passed by value and inlined. Coordinates are
// right-handed; quaternions rotate body coordinates into world coordinates.

#define SS_PI 3.14159265358979323846

/// An undefined value, written as an empty cell in CSV and as null in JSON.
#define SS_NAN ( (double)NAN )

typedef struct ssVec2
{
    double x, y;
} ssVec2;

typedef struct ssVec3
{
    double x, y, z;
} ssVec3;

/// Unit quaternion w + xi + yj + zk.
typedef struct ssQuat
{
    double w, x, y, z;
} ssQuat;

/// A matrix by columns.
typedef struct ssMat3
{
    ssVec3 cx, cy, cz;
} ssMat3;

static inline ssVec2 ssVec2_Make( double x, double y )
{
    ssVec2 v = { x, y };
    return v;
}

static inline ssVec2 ssVec2_Add( ssVec2 a, ssVec2 b ) { return ssVec2_Make( a.x + b.x, a.y + b.y ); }

static inline ssVec2 ssVec2_Sub( ssVec2 a, ssVec2 b ) { return ssVec2_Make( a.x - b.x, a.y - b.y ); }

static inline ssVec2 ssVec2_Scale( double s, ssVec2 a ) { return ssVec2_Make( s * a.x, s * a.y ); }

/// a + s b
static inline ssVec2 ssVec2_MulAdd( ssVec2 a, double s, ssVec2 b )
{
    return ssVec2_Make( a.x + s * b.x, a.y + s * b.y );
}

static inline double ssVec2_Dot( ssVec2 a, ssVec2 b ) { return a.x * b.x + a.y * b.y; }

/// The component along the third axis, positive if b lies counter-clockwise of a.
static inline double ssVec2_Cross( ssVec2 a, ssVec2 b ) { return a.x * b.y - a.y * b.x; }

/// Counter-clockwise by an angle.
static inline ssVec2 ssVec2_Rotate( ssVec2 v, double angle )
{
    double c = ssCos( angle ), s = ssSin( angle );
    return ssVec2_Make( c * v.x - s * v.y, s * v.x + c * v.y );
}

static inline bool ssVec2_IsFinite( ssVec2 a ) { return isfinite( a.x ) && isfinite( a.y ); }

/// Safe against overflow and underflow, unlike sqrt(x² + y²).
static inline double ssVec2_Length( ssVec2 a ) { return ssHypot( a.x, a.y ); }

static inline ssVec3 ssVec3_Make( double x, double y, double z )
{
    ssVec3 v = { x, y, z };
    return v;
}

/// Three numbers that follow one another.
static inline ssVec3 ssVec3_At( const double* numbers )
{
    return ssVec3_Make( numbers[0], numbers[1], numbers[2] );
}

static inline ssVec3 ssVec3_Add( ssVec3 a, ssVec3 b )
{
    return ssVec3_Make( a.x + b.x, a.y + b.y, a.z + b.z );
}

static inline ssVec3 ssVec3_Sub( ssVec3 a, ssVec3 b )
{
    return ssVec3_Make( a.x - b.x, a.y - b.y, a.z - b.z );
}

static inline ssVec3 ssVec3_Scale( double s, ssVec3 a ) { return ssVec3_Make( s * a.x, s * a.y, s * a.z ); }

/// a + s b
static inline ssVec3 ssVec3_MulAdd( ssVec3 a, double s, ssVec3 b )
{
    return ssVec3_Make( a.x + s * b.x, a.y + s * b.y, a.z + s * b.z );
}

static inline double ssVec3_Dot( ssVec3 a, ssVec3 b ) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline ssVec3 ssVec3_Cross( ssVec3 a, ssVec3 b )
{
    return ssVec3_Make( a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x );
}

static inline double ssVec3_Length( ssVec3 a ) { return sqrt( ssVec3_Dot( a, a ) ); }

static inline bool ssVec3_IsFinite( ssVec3 a )
{
    return isfinite( a.x ) && isfinite( a.y ) && isfinite( a.z );
}

/// The direction of a vector that is not zero.
static inline ssVec3 ssVec3_Normalize( ssVec3 a ) { return ssVec3_Scale( 1.0 / ssVec3_Length( a ), a ); }

static inline ssVec3 ssMat3_Mul( ssMat3 m, ssVec3 v )
{
    return ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( v.x, m.cx ), v.y, m.cy ), v.z, m.cz );
}

/// Transpose times vector: the inverse rotation if m is a rotation.
static inline ssVec3 ssMat3_MulT( ssMat3 m, ssVec3 v )
{
    return ssVec3_Make( ssVec3_Dot( m.cx, v ), ssVec3_Dot( m.cy, v ), ssVec3_Dot( m.cz, v ) );
}

/// Rotation about the y axis by `angle` [rad].
static inline ssMat3 ssMat3_RotateY( double angle )
{
    double c, s;
    ssSinCos( angle, &s, &c );
    ssMat3 m = { { c, 0.0, -s }, { 0.0, 1.0, 0.0 }, { s, 0.0, c } };
    return m;
}

static inline ssQuat ssQuat_Identity( void )
{
    ssQuat q = { 1.0, 0.0, 0.0, 0.0 };
    return q;
}

static inline ssQuat ssQuat_Mul( ssQuat a, ssQuat b )
{
    ssQuat q = { a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w };
    return q;
}

static inline ssQuat ssQuat_Normalize( ssQuat q )
{
    double s = 1.0 / sqrt( q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z );
    ssQuat r = { s * q.w, s * q.x, s * q.y, s * q.z };
    return r;
}

/// The rotation by the vector `v` [rad], its exponential: exact for a
/// constant angular velocity v / h over a step h.
static inline ssQuat ssQuat_FromRotationVector( ssVec3 v )
{
    double angle = ssVec3_Length( v );
    // Near zero sin(x/2)/x is taken from its series, whose truncation error is below rounding.
    double sine, cosine;
    ssSinCos( 0.5 * angle, &sine, &cosine );
    double k = angle < 1e-4 ? 0.5 - angle * angle / 48.0 : sine / angle;
    ssQuat q = { cosine, k * v.x, k * v.y, k * v.z };
    return q;
}

/// The inverse of a rotation.
static inline ssQuat ssQuat_Conjugate( ssQuat q )
{
    ssQuat r = { q.w, -q.x, -q.y, -q.z };
    return r;
}

/// The logarithm of a rotation: the vector [rad] of length at most pi whose exponential is q or -q, which
/// turn alike. The length of q does not matter, if it is not zero.
static inline ssVec3 ssQuat_ToRotationVector( ssQuat q )
{
    double sine = ssHypot( ssHypot( q.x, q.y ), q.z ), sign = q.w < 0.0 ? -1.0 : 1.0;
    // 2 atan(x)/x is 2 near zero, where sine may underflow; w is 1 there but for the length of q
    double k = sine > 1e-8 * fabs( q.w ) ? 2.0 * ssAtan2( sine, sign * q.w ) / sine : 2.0 / ( sign * q.w );
    return ssVec3_Make( sign * k * q.x, sign * k * q.y, sign * k * q.z );
}

/// The angle of the rotation from a to b [rad], 0 … pi.
static inline double ssQuat_AngleBetween( ssQuat a, ssQuat b )
{
    ssQuat q = ssQuat_Mul( ssQuat_Conjugate( a ), b );
    return 2.0 * ssAtan2( ssHypot( ssHypot( q.x, q.y ), q.z ), fabs( q.w ) );
}

static inline ssVec3 ssQuat_Rotate( ssQuat q, ssVec3 v )
{
    ssVec3 u = { q.x, q.y, q.z };
    ssVec3 t = ssVec3_MulAdd( ssVec3_Cross( u, v ), q.w, v );
    return ssVec3_MulAdd( v, 2.0, ssVec3_Cross( u, t ) );
}

/// The rotation as a matrix: its columns are the body's axes in world coordinates.
static inline ssMat3 ssQuat_Matrix( ssQuat q )
{
    double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z, xy = q.x * q.y, yz = q.y * q.z, zx = q.z * q.x;
    double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    ssMat3 m = { { 1.0 - 2.0 * ( yy + zz ), 2.0 * ( xy + wz ), 2.0 * ( zx - wy ) },
        { 2.0 * ( xy - wz ), 1.0 - 2.0 * ( zz + xx ), 2.0 * ( yz + wx ) },
        { 2.0 * ( zx + wy ), 2.0 * ( yz - wx ), 1.0 - 2.0 * ( xx + yy ) } };
    return m;
}
