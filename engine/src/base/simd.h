// SPDX-License-Identifier: MIT
#pragma once

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#if defined( __aarch64__ )
#include <arm_neon.h>
#elif defined( __AVX2__ )
#include <immintrin.h>
#elif defined( __SSE2__ )
#include <emmintrin.h>
#endif

// Kernels are compiled for the basic instructions, AVX2, and AVX-512. Only the time depends on the set.

/// How many of them this processor has and the build has compiled.
static inline int simdSetCount( bool avx2, bool avx512 )
{
#if defined( __x86_64__ )
    avx2 = avx2 && __builtin_cpu_supports( "avx2" );
    avx512 = avx2 && avx512 && __builtin_cpu_supports( "avx512f" ) && __builtin_cpu_supports( "avx512vl" ) &&
        __builtin_cpu_supports( "avx512dq" );
#else
    avx2 = avx512 = false;
#endif
    return 1 + avx2 + avx512;
}

// A `simd` holds four doubles, one per lane: for AVX2 one vector of 32 bytes, elsewhere two of 16 bytes,
// which every machine has; compilers split larger vectors badly. In memory both are the same. Each lane
// rounds as a scalar would, so the lanes yield the bits of a plain loop.

#define SIMD_WIDTH 4 // lanes of a simd
#if defined( __AVX2__ )
#define SIMD_PARTS 1 // vectors of a simd
#else
#define SIMD_PARTS 2
#endif
#define SIMD_LANES ( SIMD_WIDTH / SIMD_PARTS ) // lanes of a part

// Kernels must be inlined, whatever their size, to become one stretch of arithmetic. A sanitizer adds checks
// to every access, and compiling such an inlined kernel would take minutes.
#if defined( __has_feature )
#define SIMD_HAS_FEATURE( feature ) __has_feature( feature )
#else
#define SIMD_HAS_FEATURE( feature ) 0
#endif
#if defined( __SANITIZE_ADDRESS__ ) || defined( __SANITIZE_THREAD__ ) || \
    SIMD_HAS_FEATURE( address_sanitizer ) || SIMD_HAS_FEATURE( thread_sanitizer )
#define SIMD_INLINE static inline __attribute__( ( unused ) )
#else
#define SIMD_INLINE static inline __attribute__( ( always_inline ) )
#endif

/// The compiler moves nothing from before to after this, or back, that reads or writes memory.
#define SIMD_KEEP_ORDER() __asm__ volatile( "" ::: "memory" )

// Aligned to 16 bytes, so that files compiled for different processors agree on structures.
typedef double simdPart __attribute__( ( vector_size( 8 * SIMD_LANES ), aligned( 16 ) ) );
typedef int64_t simdMask __attribute__( ( vector_size( 8 * SIMD_LANES ), aligned( 16 ) ) );

typedef struct simd
{
    simdPart part[SIMD_PARTS];
} simd;

typedef struct simd3
{
    simd x, y, z;
} simd3;

/// Repeats statements with i as the number. Loops of a whole kernel would take a minute to unroll.
#define SIMD_PART( k, ... ) \
    {                       \
        enum                \
        {                   \
            i = k           \
        };                  \
        __VA_ARGS__         \
    }
#if SIMD_PARTS == 1
#define SIMD_EACH( ... ) SIMD_PART( 0, __VA_ARGS__ )
#else
#define SIMD_EACH( ... ) SIMD_PART( 0, __VA_ARGS__ ) SIMD_PART( 1, __VA_ARGS__ )
#endif

/// `value` in every lane.
SIMD_INLINE simd simdOf( double value )
{
    simd r;
    SIMD_EACH( r.part[i] = value - ( simdPart ){ 0 }; ) // x - 0 is x, also for -0
    return r;
}

SIMD_INLINE simd simdAdd( simd a, simd b )
{
    SIMD_EACH( a.part[i] += b.part[i]; )
    return a;
}

SIMD_INLINE simd simdSub( simd a, simd b )
{
    SIMD_EACH( a.part[i] -= b.part[i]; )
    return a;
}

SIMD_INLINE simd simdMul( simd a, simd b )
{
    SIMD_EACH( a.part[i] *= b.part[i]; )
    return a;
}

SIMD_INLINE simd simdDiv( simd a, simd b )
{
    SIMD_EACH( a.part[i] /= b.part[i]; )
    return a;
}

/// c + a b
SIMD_INLINE simd simdMulAdd( simd c, simd a, simd b ) { return simdAdd( c, simdMul( a, b ) ); }

/// c - a b
SIMD_INLINE simd simdMulSub( simd c, simd a, simd b ) { return simdSub( c, simdMul( a, b ) ); }

SIMD_INLINE simd simdNeg( simd a )
{
    SIMD_EACH( a.part[i] = -a.part[i]; )
    return a;
}

SIMD_INLINE simdPart simdPartChoose( simdMask first, simdPart yes, simdPart no )
{
    return (simdPart)( ( (simdMask)yes & first ) | ( (simdMask)no & ~first ) );
}

/// Per lane: a if a < b, else b; NEON's own minimum treats signed zeros and NaNs differently.
SIMD_INLINE simdPart simdPartMin( simdPart a, simdPart b )
{
#if defined( __AVX2__ )
    return (simdPart)_mm256_min_pd( (__m256d)a, (__m256d)b );
#elif defined( __SSE2__ )
    return (simdPart)_mm_min_pd( (__m128d)a, (__m128d)b );
#else
    return simdPartChoose( a < b, a, b );
#endif
}

SIMD_INLINE simd simdMin( simd a, simd b )
{
    SIMD_EACH( a.part[i] = simdPartMin( a.part[i], b.part[i] ); )
    return a;
}

/// Per lane: the smaller one; b where a is NaN. One instruction, because `b` is a number other than 0.
SIMD_INLINE simd simdAtMost( simd a, simd b )
{
#if defined( __aarch64__ )
    SIMD_EACH( a.part[i] = (simdPart)vminnmq_f64( (float64x2_t)a.part[i], (float64x2_t)b.part[i] ); )
    return a;
#else
    return simdMin( a, b );
#endif
}

/// Per lane: a if a > b, else b.
SIMD_INLINE simdPart simdPartMax( simdPart a, simdPart b )
{
#if defined( __AVX2__ )
    return (simdPart)_mm256_max_pd( (__m256d)a, (__m256d)b );
#elif defined( __SSE2__ )
    return (simdPart)_mm_max_pd( (__m128d)a, (__m128d)b );
#else
    return simdPartChoose( a > b, a, b );
#endif
}

SIMD_INLINE simd simdMax( simd a, simd b )
{
    SIMD_EACH( a.part[i] = simdPartMax( a.part[i], b.part[i] ); )
    return a;
}

/// Per lane: a where it is positive, else 0.
SIMD_INLINE simd simdPositive( simd a )
{
#if defined( __aarch64__ )
    SIMD_EACH( a.part[i] = (simdPart)vmaxnmq_f64( (float64x2_t)a.part[i], vdupq_n_f64( 0.0 ) ); )
    return a;
#else
    return simdMax( a, simdOf( 0.0 ) );
#endif
}

SIMD_INLINE simdPart simdPartSqrt( simdPart a )
{
#if defined( __aarch64__ )
    return (simdPart)vsqrtq_f64( (float64x2_t)a );
#elif defined( __AVX2__ )
    return (simdPart)_mm256_sqrt_pd( (__m256d)a );
#elif defined( __SSE2__ )
    return (simdPart)_mm_sqrt_pd( (__m128d)a );
#else
    return ( simdPart ){ sqrt( a[0] ), sqrt( a[1] ) };
#endif
}

SIMD_INLINE simd simdSqrt( simd a )
{
    SIMD_EACH( a.part[i] = simdPartSqrt( a.part[i] ); )
    return a;
}

/// Per lane: `value` if a > b, else 0.
SIMD_INLINE simd simdWhereMore( simd a, simd b, simd value )
{
    SIMD_EACH( value.part[i] = (simdPart)( (simdMask)value.part[i] & ( a.part[i] > b.part[i] ) ); )
    return value;
}

/// Per lane: `yes` if a <= b, else `no`.
SIMD_INLINE simd simdChoose( simd a, simd b, simd yes, simd no )
{
    SIMD_EACH( yes.part[i] = simdPartChoose( a.part[i] <= b.part[i], yes.part[i], no.part[i] ); )
    return yes;
}

SIMD_INLINE simd simdAbs( simd a )
{
    SIMD_EACH( a.part[i] = (simdPart)( (simdMask)a.part[i] & ( INT64_MAX - ( simdMask ){ 0 } ) ); )
    return a;
}

/// The sum over the lanes, in their order.
SIMD_INLINE double simdSum( simd a )
{
#if SIMD_PARTS == 1
    return ( ( a.part[0][0] + a.part[0][1] ) + a.part[0][2] ) + a.part[0][3];
#else
    return ( ( a.part[0][0] + a.part[0][1] ) + a.part[1][0] ) + a.part[1][1];
#endif
}

// --------------------------------------------------------------------------------------------------- vectors

SIMD_INLINE simd simd3Dot( simd3 a, simd3 b )
{
    return simdMulAdd( simdMulAdd( simdMul( a.x, b.x ), a.y, b.y ), a.z, b.z );
}

SIMD_INLINE simd3 simd3Add( simd3 a, simd3 b )
{
    return ( simd3 ){ simdAdd( a.x, b.x ), simdAdd( a.y, b.y ), simdAdd( a.z, b.z ) };
}

SIMD_INLINE simd3 simd3Sub( simd3 a, simd3 b )
{
    return ( simd3 ){ simdSub( a.x, b.x ), simdSub( a.y, b.y ), simdSub( a.z, b.z ) };
}

SIMD_INLINE simd3 simd3Scale( simd s, simd3 a )
{
    return ( simd3 ){ simdMul( s, a.x ), simdMul( s, a.y ), simdMul( s, a.z ) };
}

/// c + s a
SIMD_INLINE simd3 simd3MulAdd( simd3 c, simd s, simd3 a )
{
    return ( simd3 ){ simdMulAdd( c.x, s, a.x ), simdMulAdd( c.y, s, a.y ), simdMulAdd( c.z, s, a.z ) };
}

/// c - s a
SIMD_INLINE simd3 simd3MulSub( simd3 c, simd s, simd3 a )
{
    return ( simd3 ){ simdMulSub( c.x, s, a.x ), simdMulSub( c.y, s, a.y ), simdMulSub( c.z, s, a.z ) };
}

SIMD_INLINE simd3 simd3Cross( simd3 a, simd3 b )
{
    return ( simd3 ){ simdMulSub( simdMul( a.y, b.z ), a.z, b.y ),
        simdMulSub( simdMul( a.z, b.x ), a.x, b.z ), simdMulSub( simdMul( a.x, b.y ), a.y, b.x ) };
}

SIMD_INLINE simd3 simd3Choose( simd a, simd b, simd3 yes, simd3 no )
{
    return ( simd3 ){ simdChoose( a, b, yes.x, no.x ), simdChoose( a, b, yes.y, no.y ),
        simdChoose( a, b, yes.z, no.z ) };
}

// ---------------------------------------------------------------------------------------------------- memory

#if SIMD_PARTS == 1

/// Exchanges rows and columns of four vectors of four.
SIMD_INLINE void simdTranspose( simdPart* r )
{
    simdPart evenLow = __builtin_shufflevector( r[0], r[1], 0, 4, 2, 6 ),
             oddLow = __builtin_shufflevector( r[0], r[1], 1, 5, 3, 7 ),
             evenHigh = __builtin_shufflevector( r[2], r[3], 0, 4, 2, 6 ),
             oddHigh = __builtin_shufflevector( r[2], r[3], 1, 5, 3, 7 );
    r[0] = __builtin_shufflevector( evenLow, evenHigh, 0, 1, 4, 5 );
    r[1] = __builtin_shufflevector( oddLow, oddHigh, 0, 1, 4, 5 );
    r[2] = __builtin_shufflevector( evenLow, evenHigh, 2, 3, 6, 7 );
    r[3] = __builtin_shufflevector( oddLow, oddHigh, 2, 3, 6, 7 );
}

/// Transposes four records of four numbers each: lane i of x, y, z and w is taken from records[i].
SIMD_INLINE void simdGather( const double* const* records, simd* x, simd* y, simd* z, simd* w )
{
    simdPart r[SIMD_WIDTH];
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { r[i] = *(const simdPart*)(const void*)records[i]; }
    simdTranspose( r );
    x->part[0] = r[0];
    y->part[0] = r[1];
    z->part[0] = r[2];
    w->part[0] = r[3];
}

/// Reverses simdGather.
SIMD_INLINE void simdScatter( double* const* records, simd x, simd y, simd z, simd w )
{
    simdPart r[SIMD_WIDTH] = { x.part[0], y.part[0], z.part[0], w.part[0] };
    simdTranspose( r );
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { *(simdPart*)(void*)records[i] = r[i]; }
}

/// Adds to four records of four numbers each.
SIMD_INLINE void simdScatterAdd( double* const* records, simd x, simd y, simd z, simd w )
{
    simdPart r[SIMD_WIDTH] = { x.part[0], y.part[0], z.part[0], w.part[0] };
    simdTranspose( r );
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { *(simdPart*)(void*)records[i] += r[i]; }
}

#else

#define SIMD_FIRSTS( a, b ) __builtin_shufflevector( a, b, 0, 2 )
#define SIMD_SECONDS( a, b ) __builtin_shufflevector( a, b, 1, 3 )

// Two records and one part of four vectors, which is half of what the functions below do.

SIMD_INLINE void simdGatherPart( const double* const* r, simdPart* x, simdPart* y, simdPart* z, simdPart* w )
{
    const simdPart *p = (const simdPart*)(const void*)r[0], *q = (const simdPart*)(const void*)r[1];
    *x = SIMD_FIRSTS( p[0], q[0] );
    *y = SIMD_SECONDS( p[0], q[0] );
    *z = SIMD_FIRSTS( p[1], q[1] );
    *w = SIMD_SECONDS( p[1], q[1] );
}

SIMD_INLINE void simdScatterPart( double* const* r, simdPart x, simdPart y, simdPart z, simdPart w )
{
    simdPart *p = (simdPart*)(void*)r[0], *q = (simdPart*)(void*)r[1];
    p[0] = SIMD_FIRSTS( x, y );
    q[0] = SIMD_SECONDS( x, y );
    p[1] = SIMD_FIRSTS( z, w );
    q[1] = SIMD_SECONDS( z, w );
}

SIMD_INLINE void simdScatterAddPart( double* const* r, simdPart x, simdPart y, simdPart z, simdPart w )
{
    simdPart *p = (simdPart*)(void*)r[0], *q = (simdPart*)(void*)r[1];
    p[0] += SIMD_FIRSTS( x, y );
    q[0] += SIMD_SECONDS( x, y );
    p[1] += SIMD_FIRSTS( z, w );
    q[1] += SIMD_SECONDS( z, w );
}

/// Transposes four records of four numbers each: lane i of x, y, z and w is taken from records[i].
SIMD_INLINE void simdGather( const double* const* records, simd* x, simd* y, simd* z, simd* w )
{
    SIMD_EACH( simdGatherPart( records + 2 * i, &x->part[i], &y->part[i], &z->part[i], &w->part[i] ); )
}

/// Reverses simdGather.
SIMD_INLINE void simdScatter( double* const* records, simd x, simd y, simd z, simd w )
{
    SIMD_EACH( simdScatterPart( records + 2 * i, x.part[i], y.part[i], z.part[i], w.part[i] ); )
}

/// Adds to four records of four numbers each.
SIMD_INLINE void simdScatterAdd( double* const* records, simd x, simd y, simd z, simd w )
{
    SIMD_EACH( simdScatterAddPart( records + 2 * i, x.part[i], y.part[i], z.part[i], w.part[i] ); )
}

#endif

// A simd also holds one record of four numbers, which may be added to another before both are transposed.

SIMD_INLINE simd simdLoad( const double* record )
{
    simd r;
    SIMD_EACH( r.part[i] = ( (const simdPart*)(const void*)record )[i]; )
    return r;
}

SIMD_INLINE void simdStore( double* record, simd r )
{
    SIMD_EACH( ( (simdPart*)(void*)record )[i] = r.part[i]; )
}

/// Lane i of the vector is taken from the first three numbers of record i.
SIMD_INLINE simd3 simd3OfRecords( const simd* r )
{
    simd3 a;
#if SIMD_PARTS == 1
    simdPart t[SIMD_WIDTH] = { r[0].part[0], r[1].part[0], r[2].part[0], r[3].part[0] };
    simdTranspose( t );
    a.x.part[0] = t[0];
    a.y.part[0] = t[1];
    a.z.part[0] = t[2];
#else
    SIMD_EACH( a.x.part[i] = SIMD_FIRSTS( r[2 * i].part[0], r[2 * i + 1].part[0] ); )
    SIMD_EACH( a.y.part[i] = SIMD_SECONDS( r[2 * i].part[0], r[2 * i + 1].part[0] ); )
    SIMD_EACH( a.z.part[i] = SIMD_FIRSTS( r[2 * i].part[1], r[2 * i + 1].part[1] ); )
#endif
    return a;
}

/// Reverses simd3OfRecords; the fourth numbers become 0.
SIMD_INLINE void simd3ToRecords( simd3 a, simd* r )
{
#if SIMD_PARTS == 1
    simdPart t[SIMD_WIDTH] = { a.x.part[0], a.y.part[0], a.z.part[0], { 0 } };
    simdTranspose( t );
    for ( int i = 0; i < SIMD_WIDTH; ++i ) { r[i].part[0] = t[i]; }
#else
    const simdPart zero = { 0 };
    SIMD_EACH( r[2 * i].part[0] = SIMD_FIRSTS( a.x.part[i], a.y.part[i] ); )
    SIMD_EACH( r[2 * i + 1].part[0] = SIMD_SECONDS( a.x.part[i], a.y.part[i] ); )
    SIMD_EACH( r[2 * i].part[1] = SIMD_FIRSTS( a.z.part[i], zero ); )
    SIMD_EACH( r[2 * i + 1].part[1] = SIMD_SECONDS( a.z.part[i], zero ); )
#endif
}

/// Sets one lane. This and simdGet pack and unpack data outside the kernels.
static inline void simdSet( simd* a, int lane, double value )
{
    a->part[lane / SIMD_LANES][lane % SIMD_LANES] = value;
}

static inline double simdGet( const simd* a, int lane )
{
    return a->part[lane / SIMD_LANES][lane % SIMD_LANES];
}

static inline void simd3Set( simd3* a, int lane, double x, double y, double z )
{
    simdSet( &a->x, lane, x );
    simdSet( &a->y, lane, y );
    simdSet( &a->z, lane, z );
}
