// SPDX-License-Identifier: MIT
#pragma once

#include <math.h>
#include <stdint.h>

#if defined( __aarch64__ )
#include <arm_neon.h>
#elif defined( __SSE2__ )
#include <emmintrin.h>
#endif

// Four numbers side by side, as two vectors of the 16 bytes that every machine we build for has without being asked:
// wide enough to keep the arithmetic of two chains in flight, and each operation rounds as it would alone, so that lanes
// give the bits of a plain loop. Vectors of 32 bytes would read better and are taken apart badly by compilers that do
// not have them.

#define LANES 4
#define LANE_PARTS 2

// Inlined whatever its size: a kernel is one stretch of arithmetic. Sanitizers, which put checks around every access,
// would take minutes to compile that.
#if defined( __has_feature )
#define LANE_HAS_FEATURE( feature ) __has_feature( feature )
#else
#define LANE_HAS_FEATURE( feature ) 0
#endif
#if defined( __SANITIZE_ADDRESS__ ) || defined( __SANITIZE_THREAD__ ) || \
    LANE_HAS_FEATURE( address_sanitizer ) || LANE_HAS_FEATURE( thread_sanitizer )
#define LANE_INLINE static inline __attribute__( ( unused ) )
#else
#define LANE_INLINE static inline __attribute__( ( always_inline ) )
#endif

typedef double lanePart __attribute__( ( vector_size( 16 ) ) );
typedef int64_t laneMask __attribute__( ( vector_size( 16 ) ) );

typedef struct lane
{
    lanePart part[LANE_PARTS];
} lane;

typedef struct lane3
{
    lane x, y, z;
} lane3;

/// For each part `i` of the lanes.
#define LANE_EACH( i ) for ( int i = 0; i < LANE_PARTS; ++i )

LANE_INLINE lane laneOf( double value )
{
    lane r;
    LANE_EACH( i )
    {
        r.part[i] = ( lanePart ){ value, value };
    }
    return r;
}

LANE_INLINE lane laneAdd( lane a, lane b )
{
    LANE_EACH( i )
    {
        a.part[i] += b.part[i];
    }
    return a;
}

LANE_INLINE lane laneSub( lane a, lane b )
{
    LANE_EACH( i )
    {
        a.part[i] -= b.part[i];
    }
    return a;
}

LANE_INLINE lane laneMul( lane a, lane b )
{
    LANE_EACH( i )
    {
        a.part[i] *= b.part[i];
    }
    return a;
}

LANE_INLINE lane laneDiv( lane a, lane b )
{
    LANE_EACH( i )
    {
        a.part[i] /= b.part[i];
    }
    return a;
}

/// c + a b
LANE_INLINE lane laneMulAdd( lane c, lane a, lane b )
{
    return laneAdd( c, laneMul( a, b ) );
}

/// c - a b
LANE_INLINE lane laneMulSub( lane c, lane a, lane b )
{
    return laneSub( c, laneMul( a, b ) );
}

LANE_INLINE lane laneNeg( lane a )
{
    LANE_EACH( i )
    {
        a.part[i] = -a.part[i];
    }
    return a;
}

LANE_INLINE lane laneMin( lane a, lane b )
{
    LANE_EACH( i )
    {
#if defined( __aarch64__ )
        a.part[i] = (lanePart)vminq_f64( (float64x2_t)a.part[i], (float64x2_t)b.part[i] );
#elif defined( __SSE2__ )
        a.part[i] = (lanePart)_mm_min_pd( (__m128d)a.part[i], (__m128d)b.part[i] );
#else
        laneMask less = a.part[i] < b.part[i];
        a.part[i] = (lanePart)( ( (laneMask)a.part[i] & less ) | ( (laneMask)b.part[i] & ~less ) );
#endif
    }
    return a;
}

LANE_INLINE lane laneMax( lane a, lane b )
{
    LANE_EACH( i )
    {
#if defined( __aarch64__ )
        a.part[i] = (lanePart)vmaxq_f64( (float64x2_t)a.part[i], (float64x2_t)b.part[i] );
#elif defined( __SSE2__ )
        a.part[i] = (lanePart)_mm_max_pd( (__m128d)a.part[i], (__m128d)b.part[i] );
#else
        laneMask more = a.part[i] > b.part[i];
        a.part[i] = (lanePart)( ( (laneMask)a.part[i] & more ) | ( (laneMask)b.part[i] & ~more ) );
#endif
    }
    return a;
}

LANE_INLINE lane laneSqrt( lane a )
{
    LANE_EACH( i )
    {
#if defined( __aarch64__ )
        a.part[i] = (lanePart)vsqrtq_f64( (float64x2_t)a.part[i] );
#elif defined( __SSE2__ )
        a.part[i] = (lanePart)_mm_sqrt_pd( (__m128d)a.part[i] );
#else
        a.part[i] = ( lanePart ){ sqrt( a.part[i][0] ), sqrt( a.part[i][1] ) };
#endif
    }
    return a;
}

/// value where a > b, else 0.
LANE_INLINE lane laneWhereMore( lane a, lane b, lane value )
{
    LANE_EACH( i )
    {
        laneMask more = a.part[i] > b.part[i];
        value.part[i] = (lanePart)( (laneMask)value.part[i] & more );
    }
    return value;
}

/// yes where a <= b, else no.
LANE_INLINE lane laneChoose( lane a, lane b, lane yes, lane no )
{
    LANE_EACH( i )
    {
        laneMask within = a.part[i] <= b.part[i];
        yes.part[i] = (lanePart)( ( (laneMask)yes.part[i] & within ) | ( (laneMask)no.part[i] & ~within ) );
    }
    return yes;
}

LANE_INLINE lane laneAbs( lane a )
{
    return laneMax( a, laneNeg( a ) );
}

/// In the order of the lanes.
LANE_INLINE double laneSum( lane a )
{
    return ( ( a.part[0][0] + a.part[0][1] ) + a.part[1][0] ) + a.part[1][1];
}

// --------------------------------------------------------------------------------------------------------- vectors

LANE_INLINE lane lane3Dot( lane3 a, lane3 b )
{
    return laneMulAdd( laneMulAdd( laneMul( a.x, b.x ), a.y, b.y ), a.z, b.z );
}

LANE_INLINE lane3 lane3Add( lane3 a, lane3 b )
{
    return ( lane3 ){ laneAdd( a.x, b.x ), laneAdd( a.y, b.y ), laneAdd( a.z, b.z ) };
}

LANE_INLINE lane3 lane3Sub( lane3 a, lane3 b )
{
    return ( lane3 ){ laneSub( a.x, b.x ), laneSub( a.y, b.y ), laneSub( a.z, b.z ) };
}

LANE_INLINE lane3 lane3Scale( lane s, lane3 a )
{
    return ( lane3 ){ laneMul( s, a.x ), laneMul( s, a.y ), laneMul( s, a.z ) };
}

/// c + s a
LANE_INLINE lane3 lane3MulAdd( lane3 c, lane s, lane3 a )
{
    return ( lane3 ){ laneMulAdd( c.x, s, a.x ), laneMulAdd( c.y, s, a.y ), laneMulAdd( c.z, s, a.z ) };
}

/// c - s a
LANE_INLINE lane3 lane3MulSub( lane3 c, lane s, lane3 a )
{
    return ( lane3 ){ laneMulSub( c.x, s, a.x ), laneMulSub( c.y, s, a.y ), laneMulSub( c.z, s, a.z ) };
}

LANE_INLINE lane3 lane3Cross( lane3 a, lane3 b )
{
    return ( lane3 ){ laneMulSub( laneMul( a.y, b.z ), a.z, b.y ),
        laneMulSub( laneMul( a.z, b.x ), a.x, b.z ), laneMulSub( laneMul( a.x, b.y ), a.y, b.x ) };
}

LANE_INLINE lane3 lane3Choose( lane a, lane b, lane3 yes, lane3 no )
{
    return ( lane3 ){ laneChoose( a, b, yes.x, no.x ), laneChoose( a, b, yes.y, no.y ),
        laneChoose( a, b, yes.z, no.z ) };
}

// ---------------------------------------------------------------------------------------------------------- memory

#define LANE_FIRSTS( a, b ) __builtin_shufflevector( a, b, 0, 2 )
#define LANE_SECONDS( a, b ) __builtin_shufflevector( a, b, 1, 3 )

/// Four records of four numbers, each in one place, become four lanes.
LANE_INLINE void laneGather( const double* const* records, lane* x, lane* y, lane* z, lane* w )
{
    LANE_EACH( i )
    {
        const lanePart* p = (const lanePart*)(const void*)records[2 * i];
        const lanePart* q = (const lanePart*)(const void*)records[2 * i + 1];
        x->part[i] = LANE_FIRSTS( p[0], q[0] );
        y->part[i] = LANE_SECONDS( p[0], q[0] );
        z->part[i] = LANE_FIRSTS( p[1], q[1] );
        w->part[i] = LANE_SECONDS( p[1], q[1] );
    }
}

LANE_INLINE void laneScatter( double* const* records, lane x, lane y, lane z, lane w )
{
    LANE_EACH( i )
    {
        lanePart* p = (lanePart*)(void*)records[2 * i];
        lanePart* q = (lanePart*)(void*)records[2 * i + 1];
        p[0] = LANE_FIRSTS( x.part[i], y.part[i] );
        q[0] = LANE_SECONDS( x.part[i], y.part[i] );
        p[1] = LANE_FIRSTS( z.part[i], w.part[i] );
        q[1] = LANE_SECONDS( z.part[i], w.part[i] );
    }
}

/// One number of one lane; for packing and reading out.
static inline void laneSet( lane* a, int at, double value )
{
    a->part[at / 2][at % 2] = value;
}

static inline double laneGet( const lane* a, int at )
{
    return a->part[at / 2][at % 2];
}

static inline void lane3Set( lane3* a, int at, double x, double y, double z )
{
    laneSet( &a->x, at, x );
    laneSet( &a->y, at, y );
    laneSet( &a->z, at, z );
}
