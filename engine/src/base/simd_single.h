// SPDX-License-Identifier: MIT
#pragma once

#include "base/simd.h"

// Four floats in one vector of 16 bytes, one per lane (simd.h has four doubles). Each lane rounds as a scalar would.

typedef float single __attribute__( ( vector_size( 16 ) ) );
typedef int32_t singleMask __attribute__( ( vector_size( 16 ) ) );

typedef struct single3
{
    single x, y, z;
} single3;

static_assert( sizeof( single ) == SIMD_WIDTH * sizeof( float ), "as many lanes as a simd" );

/// `value` in every lane.
SIMD_INLINE single singleOf( float value )
{
    return value - ( single ){ 0 };
}

/// Per lane: `yes` where the mask is set, else `no`.
SIMD_INLINE single singleSelect( singleMask mask, single yes, single no )
{
    return (single)( ( (singleMask)yes & mask ) | ( (singleMask)no & ~mask ) );
}

/// Per lane: a if a < b, else b.
SIMD_INLINE single singleMin( single a, single b )
{
    return singleSelect( a < b, a, b );
}

/// Per lane: a if a > b, else b.
SIMD_INLINE single singleMax( single a, single b )
{
    return singleSelect( a > b, a, b );
}

SIMD_INLINE single singleSqrt( single a )
{
#if defined( __aarch64__ )
    return (single)vsqrtq_f32( (float32x4_t)a );
#elif defined( __SSE2__ )
    return (single)_mm_sqrt_ps( (__m128)a );
#else
    return ( single ){ sqrtf( a[0] ), sqrtf( a[1] ), sqrtf( a[2] ), sqrtf( a[3] ) };
#endif
}

/// The sum over the lanes, in their order.
SIMD_INLINE double singleSum( single a )
{
    return ( ( (double)a[0] + (double)a[1] ) + (double)a[2] ) + (double)a[3];
}

// --------------------------------------------------------------------------------------------------------- vectors

SIMD_INLINE single single3Dot( single3 a, single3 b )
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

SIMD_INLINE single3 single3Add( single3 a, single3 b )
{
    return ( single3 ){ a.x + b.x, a.y + b.y, a.z + b.z };
}

SIMD_INLINE single3 single3Sub( single3 a, single3 b )
{
    return ( single3 ){ a.x - b.x, a.y - b.y, a.z - b.z };
}

SIMD_INLINE single3 single3Scale( single s, single3 a )
{
    return ( single3 ){ s * a.x, s * a.y, s * a.z };
}

/// c + s a
SIMD_INLINE single3 single3MulAdd( single3 c, single s, single3 a )
{
    return ( single3 ){ c.x + s * a.x, c.y + s * a.y, c.z + s * a.z };
}

/// c - s a
SIMD_INLINE single3 single3MulSub( single3 c, single s, single3 a )
{
    return ( single3 ){ c.x - s * a.x, c.y - s * a.y, c.z - s * a.z };
}

SIMD_INLINE single3 single3Cross( single3 a, single3 b )
{
    return ( single3 ){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

SIMD_INLINE single3 single3Select( singleMask mask, single3 yes, single3 no )
{
    return ( single3 ){ singleSelect( mask, yes.x, no.x ), singleSelect( mask, yes.y, no.y ),
        singleSelect( mask, yes.z, no.z ) };
}

// ---------------------------------------------------------------------------------------------------------- memory

/// Exchanges rows and columns of four vectors of four.
SIMD_INLINE void singleTranspose( single* r )
{
    single lowXY = __builtin_shufflevector( r[0], r[1], 0, 4, 1, 5 ),
           lowZW = __builtin_shufflevector( r[0], r[1], 2, 6, 3, 7 ),
           highXY = __builtin_shufflevector( r[2], r[3], 0, 4, 1, 5 ),
           highZW = __builtin_shufflevector( r[2], r[3], 2, 6, 3, 7 );
    r[0] = __builtin_shufflevector( lowXY, highXY, 0, 1, 4, 5 );
    r[1] = __builtin_shufflevector( lowXY, highXY, 2, 3, 6, 7 );
    r[2] = __builtin_shufflevector( lowZW, highZW, 0, 1, 4, 5 );
    r[3] = __builtin_shufflevector( lowZW, highZW, 2, 3, 6, 7 );
}
