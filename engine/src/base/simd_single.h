// SPDX-License-Identifier: MIT
#pragma once

#include "base/simd.h"

// A `single` holds four floats, one per lane, in memory. Arithmetic is done on a `wide`: for AVX2 two singles
// in a vector of 32 bytes, elsewhere one. Each lane rounds as a scalar would.

typedef float single __attribute__( ( vector_size( 16 ) ) );

typedef struct single3
{
    single x, y, z;
} single3;

static_assert( sizeof( single ) == SIMD_WIDTH * sizeof( float ), "as many lanes as a simd" );

/// Sets one lane.
static inline void single3Set( single3* a, int lane, double x, double y, double z )
{
    a->x[lane] = (float)x;
    a->y[lane] = (float)y;
    a->z[lane] = (float)z;
}

/// The same numbers in double precision.
SIMD_INLINE simd simdOfSingle( single a )
{
    simd r;
#if SIMD_PARTS == 1
    r.part[0] = (simdPart)_mm256_cvtps_pd( (__m128)a );
#elif defined( __aarch64__ )
    r.part[0] = (simdPart)vcvt_f64_f32( vget_low_f32( (float32x4_t)a ) );
    r.part[1] = (simdPart)vcvt_high_f64_f32( (float32x4_t)a );
#elif defined( __SSE2__ )
    r.part[0] = (simdPart)_mm_cvtps_pd( (__m128)a );
    r.part[1] = (simdPart)_mm_cvtps_pd( _mm_movehl_ps( (__m128)a, (__m128)a ) );
#else
    r.part[0] = ( simdPart ){ (double)a[0], (double)a[1] };
    r.part[1] = ( simdPart ){ (double)a[2], (double)a[3] };
#endif
    return r;
}

// ------------------------------------------------------------------------------------------------------ wide

#if defined( __AVX2__ )
#define WIDE_SINGLES 2 // singles of a wide
#else
#define WIDE_SINGLES 1
#endif

typedef float wide __attribute__( ( vector_size( 16 * WIDE_SINGLES ) ) );
typedef int32_t wideMask __attribute__( ( vector_size( 16 * WIDE_SINGLES ) ) );

typedef struct wide3
{
    wide x, y, z;
} wide3;

/// `value` in every lane.
SIMD_INLINE wide wideOf( float value )
{
    return value - ( wide ){ 0 }; // x - 0 is x, also for -0
}

/// The two side by side; the first one where a wide has but one.
SIMD_INLINE wide wideOfTwo( single a, single b )
{
#if WIDE_SINGLES == 2
    return __builtin_shufflevector( a, b, 0, 1, 2, 3, 4, 5, 6, 7 );
#else
    (void)b;
    return a;
#endif
}

/// Reverses wideOfTwo.
SIMD_INLINE void wideToTwo( wide from, single* a, single* b )
{
#if WIDE_SINGLES == 2
    *a = __builtin_shufflevector( from, from, 0, 1, 2, 3 );
    *b = __builtin_shufflevector( from, from, 4, 5, 6, 7 );
#else
    (void)b;
    *a = from;
#endif
}

/// Per lane: a if a < b, else b; NEON's own minimum treats signed zeros and NaNs differently.
SIMD_INLINE wide wideMin( wide a, wide b )
{
#if defined( __AVX2__ )
    return (wide)_mm256_min_ps( (__m256)a, (__m256)b );
#elif defined( __SSE2__ )
    return (wide)_mm_min_ps( (__m128)a, (__m128)b );
#else
    wideMask less = a < b;
    return (wide)( ( (wideMask)a & less ) | ( (wideMask)b & ~less ) );
#endif
}

/// Per lane: a if a > b, else b.
SIMD_INLINE wide wideMax( wide a, wide b )
{
#if defined( __AVX2__ )
    return (wide)_mm256_max_ps( (__m256)a, (__m256)b );
#elif defined( __SSE2__ )
    return (wide)_mm_max_ps( (__m128)a, (__m128)b );
#else
    wideMask more = a > b;
    return (wide)( ( (wideMask)a & more ) | ( (wideMask)b & ~more ) );
#endif
}

/// Per lane: the smaller one; b where a is NaN. One instruction, because `b` is a number other than 0.
SIMD_INLINE wide wideAtMost( wide a, wide b )
{
#if defined( __aarch64__ )
    return (wide)vminnmq_f32( (float32x4_t)a, (float32x4_t)b );
#else
    return wideMin( a, b );
#endif
}

/// Per lane: a where it is positive, else 0.
SIMD_INLINE wide widePositive( wide a )
{
#if defined( __aarch64__ )
    return (wide)vmaxnmq_f32( (float32x4_t)a, vdupq_n_f32( 0.0f ) );
#else
    return wideMax( a, wideOf( 0.0f ) );
#endif
}

SIMD_INLINE wide wideSqrt( wide a )
{
#if defined( __aarch64__ )
    return (wide)vsqrtq_f32( (float32x4_t)a );
#elif defined( __AVX2__ )
    return (wide)_mm256_sqrt_ps( (__m256)a );
#elif defined( __SSE2__ )
    return (wide)_mm_sqrt_ps( (__m128)a );
#else
    return ( wide ){ sqrtf( a[0] ), sqrtf( a[1] ), sqrtf( a[2] ), sqrtf( a[3] ) };
#endif
}

/// Per lane: `yes` if a <= b, else `no`.
SIMD_INLINE wide wideChoose( wide a, wide b, wide yes, wide no )
{
    wideMask within = a <= b;
    return (wide)( ( (wideMask)yes & within ) | ( (wideMask)no & ~within ) );
}

/// The sum over the lanes of two wides of one single, or of one of two, in their order.
SIMD_INLINE double wideSum( wide a, wide b )
{
    double sum = 0.0;
    for ( int i = 0; i < 2 * SIMD_WIDTH; ++i )
    {
        sum += (double)( i < SIMD_WIDTH * WIDE_SINGLES ? a[i] : b[i % ( SIMD_WIDTH * WIDE_SINGLES )] );
    }
    return sum;
}

// --------------------------------------------------------------------------------------------------- vectors

SIMD_INLINE wide3 wide3OfTwo( const single3* a, const single3* b )
{
    return ( wide3 ){ wideOfTwo( a->x, b->x ), wideOfTwo( a->y, b->y ), wideOfTwo( a->z, b->z ) };
}

SIMD_INLINE void wide3ToTwo( wide3 from, single3* a, single3* b )
{
    wideToTwo( from.x, &a->x, &b->x );
    wideToTwo( from.y, &a->y, &b->y );
    wideToTwo( from.z, &a->z, &b->z );
}

SIMD_INLINE wide wide3Dot( wide3 a, wide3 b ) { return a.x * b.x + a.y * b.y + a.z * b.z; }

SIMD_INLINE wide3 wide3Add( wide3 a, wide3 b ) { return ( wide3 ){ a.x + b.x, a.y + b.y, a.z + b.z }; }

SIMD_INLINE wide3 wide3Sub( wide3 a, wide3 b ) { return ( wide3 ){ a.x - b.x, a.y - b.y, a.z - b.z }; }

SIMD_INLINE wide3 wide3Scale( wide s, wide3 a ) { return ( wide3 ){ s * a.x, s * a.y, s * a.z }; }

/// c + s a
SIMD_INLINE wide3 wide3MulAdd( wide3 c, wide s, wide3 a )
{
    return ( wide3 ){ c.x + s * a.x, c.y + s * a.y, c.z + s * a.z };
}

/// c - s a
SIMD_INLINE wide3 wide3MulSub( wide3 c, wide s, wide3 a )
{
    return ( wide3 ){ c.x - s * a.x, c.y - s * a.y, c.z - s * a.z };
}

SIMD_INLINE wide3 wide3Cross( wide3 a, wide3 b )
{
    return ( wide3 ){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x };
}

SIMD_INLINE wide3 wide3Choose( wide a, wide b, wide3 yes, wide3 no )
{
    return ( wide3 ){ wideChoose( a, b, yes.x, no.x ), wideChoose( a, b, yes.y, no.y ),
        wideChoose( a, b, yes.z, no.z ) };
}

// ---------------------------------------------------------------------------------------------------- memory

// A wide also holds records of four numbers, which may be added to others before all are transposed.

SIMD_INLINE wide wideLoad( const float* a, const float* b )
{
    return wideOfTwo( *(const single*)(const void*)a, *(const single*)(const void*)b );
}

SIMD_INLINE void wideStore( float* a, float* b, wide r )
{
    wideToTwo( r, (single*)(void*)a, (single*)(void*)b );
}

/// Exchanges rows and columns of four records, side by side with four others.
SIMD_INLINE void wideTranspose( wide* r )
{
#if WIDE_SINGLES == 2
    wide lowXY = __builtin_shufflevector( r[0], r[1], 0, 8, 1, 9, 4, 12, 5, 13 ),
         lowZW = __builtin_shufflevector( r[0], r[1], 2, 10, 3, 11, 6, 14, 7, 15 ),
         highXY = __builtin_shufflevector( r[2], r[3], 0, 8, 1, 9, 4, 12, 5, 13 ),
         highZW = __builtin_shufflevector( r[2], r[3], 2, 10, 3, 11, 6, 14, 7, 15 );
    r[0] = __builtin_shufflevector( lowXY, highXY, 0, 1, 8, 9, 4, 5, 12, 13 );
    r[1] = __builtin_shufflevector( lowXY, highXY, 2, 3, 10, 11, 6, 7, 14, 15 );
    r[2] = __builtin_shufflevector( lowZW, highZW, 0, 1, 8, 9, 4, 5, 12, 13 );
    r[3] = __builtin_shufflevector( lowZW, highZW, 2, 3, 10, 11, 6, 7, 14, 15 );
#else
    wide lowXY = __builtin_shufflevector( r[0], r[1], 0, 4, 1, 5 ),
         lowZW = __builtin_shufflevector( r[0], r[1], 2, 6, 3, 7 ),
         highXY = __builtin_shufflevector( r[2], r[3], 0, 4, 1, 5 ),
         highZW = __builtin_shufflevector( r[2], r[3], 2, 6, 3, 7 );
    r[0] = __builtin_shufflevector( lowXY, highXY, 0, 1, 4, 5 );
    r[1] = __builtin_shufflevector( lowXY, highXY, 2, 3, 6, 7 );
    r[2] = __builtin_shufflevector( lowZW, highZW, 0, 1, 4, 5 );
    r[3] = __builtin_shufflevector( lowZW, highZW, 2, 3, 6, 7 );
#endif
}

/// Lane i of the vector is taken from the first three numbers of record i. The records are overwritten.
SIMD_INLINE wide3 wide3OfRecords( wide* r )
{
    wideTranspose( r );
    return ( wide3 ){ r[0], r[1], r[2] };
}

/// Reverses wide3OfRecords; the fourth numbers become 0.
SIMD_INLINE void wide3ToRecords( wide3 a, wide* r )
{
    r[0] = a.x;
    r[1] = a.y;
    r[2] = a.z;
    r[3] = wideOf( 0.0f );
    wideTranspose( r );
}
