// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The ground every other header stands on: how the library reports bad input (ssResult), how it asserts and
// allocates (hooks an application sets once, before anything else), its version, and the hash that makes two
// states comparable.

#ifdef __cplusplus
#define SS_EXTERN_C extern "C"
#else
#define SS_EXTERN_C
#endif

#if defined( __GNUC__ )
#define SS_API SS_EXTERN_C __attribute__( ( visibility( "default" ) ) )
#define SS_PRINTF( text, first ) __attribute__( ( format( printf, text, first ) ) )
#else
#define SS_API SS_EXTERN_C
#define SS_PRINTF( text, first )
#endif

#define SS_COUNT( array ) ( (int)( sizeof( array ) / sizeof( ( array )[0] ) ) )

/// What kind of refusal an ssResult carries.
typedef enum ssCode
{
    ss_ok = 0,
    ss_errorUnknown, ///< a name nobody knows: scenario, preset, parameter
    ss_errorValue,   ///< a value outside what is allowed, not finite, or of the wrong kind
    ss_errorFormat,  ///< a text or blob that cannot be read
    ss_errorMemory,  ///< the allocator gave nothing
} ssCode;

/// The answer to everything a user, a file or a command line can get wrong. Never an abort.
typedef struct ssResult
{
    ssCode code;
    char field[48];    ///< the key, option or member at fault; empty when none
    char message[256]; ///< a sentence: what is wrong and what is allowed
} ssResult;

/// Success.
SS_API ssResult ssOk( void );

/// A refusal. `field` may be NULL.
SS_API ssResult ssError( ssCode code, const char* field, const char* format, ... ) SS_PRINTF( 3, 4 );

/// "0.1.0"
SS_API const char* ssVersion( void );

/// Called with the failed condition before the program stops. Return to stop by abort().
typedef void ssAssertHandler( const char* condition, const char* file, int line );

SS_API void ssInstallAssertHandler( ssAssertHandler* handler );
SS_API void ssAssertFailed( const char* condition, const char* file, int line );

/// Programmer errors only; bad input is an ssResult.
#if defined( SLIPSTICK_ASSERTS )
#define SS_ASSERT( condition ) ( ( condition ) ? (void)0 : ssAssertFailed( #condition, __FILE__, __LINE__ ) )
#else
#define SS_ASSERT( condition ) ( (void)0 )
#endif

/// Replaces malloc and free for the whole library. `allocate` returns zeroed memory or NULL.
typedef void* ssAllocate( size_t size );
typedef void ssFree( void* memory );

SS_API void ssInstallAllocator( ssAllocate* allocate, ssFree* release );
SS_API void* ssAlloc( size_t size );
SS_API void ssRelease( void* memory );

/// FNV-1a over the little-endian bytes of each value: fields, never padding.
#define SS_HASH_SEED 0xcbf29ce484222325ull

SS_API uint64_t ssHashU64( uint64_t hash, uint64_t value );
SS_API uint64_t ssHashF64( uint64_t hash, double value );
SS_API uint64_t ssHashText( uint64_t hash, const char* text );
