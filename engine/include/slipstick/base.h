// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The basis of every other header: the result that reports bad input (ssResult), the assert and
// allocation hooks that an application may install once before it calls anything else, the
// version, and the hash that compares two states.

#ifdef __cplusplus
#define SS_EXTERN_C extern "C"
#else
#define SS_EXTERN_C
#endif

// Every public function begins with one of three macros, which say which threads may call
// it. The compiler sees the same in all three.
//   SS_API_ANY     any thread at any time. What its pointers lead to is the caller's: no other thread may
//                  change it meanwhile. What these functions create, retain and
//                  release is counted atomically.
//   SS_API_OBJECT  one thread at a time for each object that it gets; different objects in different threads.
//                  Where the object is const, several threads may call it at once while none changes it.
//   SS_API_SETUP   changes the whole process: a program calls it before other threads use the library.
// A comment says so where a function differs. Callbacks are called by the thread that called the library;
// the tasks of parallel.h are the exception.

#if defined( __GNUC__ )
#define SS_VISIBLE __attribute__( ( visibility( "default" ) ) )
#define SS_CHECKED __attribute__( ( warn_unused_result ) ) ///< on every function that returns an ssResult
#define SS_PRINTF( text, first ) __attribute__( ( format( printf, text, first ) ) )
#define SS_FORMAT_ARGUMENT( index ) __attribute__( ( format_arg( index ) ) )
#else
#define SS_VISIBLE
#define SS_CHECKED
#define SS_PRINTF( text, first )
#define SS_FORMAT_ARGUMENT( index )
#endif

#define SS_API_ANY SS_EXTERN_C SS_VISIBLE
#define SS_API_OBJECT SS_EXTERN_C SS_VISIBLE
#define SS_API_SETUP SS_EXTERN_C SS_VISIBLE

/// Begins the declaration of a constant.
#ifdef __cplusplus
#define SS_API_DATA extern "C" SS_VISIBLE
#else
#define SS_API_DATA extern SS_VISIBLE
#endif

#define SS_COUNT( array ) ( (int)( sizeof( array ) / sizeof( ( array )[0] ) ) )

/// The kind of error that an ssResult reports.
typedef enum ssCode
{
    ss_ok = 0,
    ss_errorUnknown, ///< an unknown name of a scenario, preset or parameter
    ss_errorValue,   ///< a value that is not allowed, not finite, or of the wrong kind
    ss_errorFormat,  ///< a text or blob that cannot be read
    ss_errorMemory,  ///< the allocator returned NULL
} ssCode;

/// Reports anything that a user, a file or a command line can get
/// wrong. The library never aborts on bad input.
typedef struct ssResult
{
    ssCode code;
    char field[48];    ///< the key, option or member at fault; empty: none in particular
    char message[256]; ///< states what is wrong and what is allowed
} ssResult;

/// Leaves the calling function with the result of `call` unless it is ss_ok. For places that own nothing
/// which would have to be given back.
#define SS_TRY( call )                                     \
    do {                                                   \
        const ssResult refusal_ = ( call );                \
        if ( refusal_.code != ss_ok ) { return refusal_; } \
    } while ( 0 )

/// Says that a result is ignored on purpose. Compilers warn where one is ignored by mistake.
static inline void ssIgnore( ssResult result ) { (void)result; }

/// A result that reports success.
SS_API_ANY SS_CHECKED ssResult ssOk( void );

/// A result that reports an error. `field` may be NULL.
SS_API_ANY SS_CHECKED ssResult ssError( ssCode code, const char* field, const char* format, ... )
    SS_PRINTF( 3, 4 );

/// Gives the text of a message in another language, or the text itself. A format keeps its directives in
/// their order. Any thread may call it; the result stays valid.
typedef const char* ssTranslator( const char* english );

/// From now on messages are made from what `translate` returns for their format; NULL, as at the start: from
/// the English. The change is atomic, and may come at any time.
SS_API_ANY void ssInstallTranslator( ssTranslator* translate );
SS_API_ANY const char* ssTranslate( const char* english ) SS_FORMAT_ARGUMENT( 1 );

/// Is asked in every iteration of long work; true ends the work there. While it returns false it changes no
/// result. It is called by the thread that called the library.
typedef bool ssStop( void* context );

/// The version of the library, such as "0.1.0".
SS_API_ANY const char* ssVersion( void );

/// Is called with the condition that failed. If it returns, the program ends with abort().
typedef void ssAssertHandler( const char* condition, const char* file, int line );

SS_API_SETUP void ssInstallAssertHandler( ssAssertHandler* handler );
SS_API_ANY void ssAssertFailed( const char* condition, const char* file, int line );

/// Checks for programming errors, in builds with SLIPSTICK_ASSERTS only. Bad
/// input is reported by an ssResult instead.
#if defined( SLIPSTICK_ASSERTS )
#define SS_ASSERT( condition ) ( ( condition ) ? (void)0 : ssAssertFailed( #condition, __FILE__, __LINE__ ) )
#else
#define SS_ASSERT( condition ) ( (void)0 )
#endif

/// Returns `size` bytes of zeroed memory, or NULL.
typedef void* ssAllocate( void* context, size_t size );
typedef void ssFree( void* context, void* memory );

/// Replaces calloc and free for the whole library; `context` is passed to both. NULL restores them.
SS_API_SETUP void ssInstallAllocator( ssAllocate* allocate, ssFree* release, void* context );

/// Zeroed memory from the installed allocator; NULL: out of memory.
SS_API_ANY void* ssAlloc( size_t size );

/// Frees memory from ssAlloc. NULL is allowed.
SS_API_ANY void ssRelease( void* memory );

/// Initial value of the hash: FNV-1a over the little-endian bytes of each value, never over padding.
#define SS_HASH_SEED 0xcbf29ce484222325ull

SS_API_ANY uint64_t ssHashU64( uint64_t hash, uint64_t value );
SS_API_ANY uint64_t ssHashF64( uint64_t hash, double value );
SS_API_ANY uint64_t ssHashText( uint64_t hash, const char* text );
