// SPDX-License-Identifier: MIT
#include "base/scratch.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ssResult ssOk( void )
{
    return ( ssResult ){ .code = ss_ok };
}

ssResult ssError( ssCode code, const char* field, const char* format, ... )
{
    ssResult result = { .code = code };
    if ( field != NULL )
    {
        snprintf( result.field, sizeof result.field, "%s", field );
    }
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( result.message, sizeof result.message, format, arguments );
    va_end( arguments );
    return result;
}

const char* ssVersion( void )
{
    return SS_VERSION_STRING;
}

static void* allocateZeroed( size_t size )
{
    return calloc( 1, size );
}

// The hooks are the library's only mutable globals that threads share: set once, before anything else runs.
static ssAssertHandler* s_assertHandler;
static ssAllocate* s_allocate = allocateZeroed;
static ssFree* s_free = free;

void ssInstallAssertHandler( ssAssertHandler* handler )
{
    s_assertHandler = handler;
}

void ssAssertFailed( const char* condition, const char* file, int line )
{
    if ( s_assertHandler != NULL )
    {
        s_assertHandler( condition, file, line );
    }
    abort();
}

void ssInstallAllocator( ssAllocate* allocate, ssFree* release )
{
    s_allocate = allocate != NULL ? allocate : allocateZeroed;
    s_free = release != NULL ? release : free;
}

// ----------------------------------------------------------------------------------------------------------- scratch

#define SCRATCH_ALIGN 64
#define SCRATCH_LEAST 65536 // bytes of the first piece

static _Thread_local scratchSpace* s_scratch;

/// Before every block, filled up to SCRATCH_ALIGN.
typedef struct Header
{
    size_t below; // header of the block below
    bool released;
} Header;

static Header* headerAt( const scratchSpace* space, int piece, size_t at )
{
    return (Header*)(void*)( space->pieces[piece].memory + at );
}

static size_t alignUp( size_t size )
{
    return ( size + SCRATCH_ALIGN - 1 ) / SCRATCH_ALIGN * SCRATCH_ALIGN;
}

/// A piece with so much room on top, added when there is none; -1 without memory.
static int findRoom( scratchSpace* space, size_t bytes )
{
    size_t capacity = SCRATCH_LEAST;
    for ( int i = 0; i < space->count; ++i )
    {
        if ( space->pieces[i].capacity - space->pieces[i].used >= bytes )
        {
            return i;
        }
        capacity += space->pieces[i].capacity;
    }
    while ( capacity < bytes )
    {
        capacity *= 2;
    }
    void* memory = space->count < SCRATCH_PIECES ? s_allocate( capacity ) : NULL;
    if ( memory == NULL )
    {
        return -1;
    }
    space->pieces[space->count].memory = memory;
    space->pieces[space->count].capacity = capacity;
    return space->count++;
}

static void* takeScratch( scratchSpace* space, size_t size )
{
    if ( size > SIZE_MAX / 4 )
    {
        return NULL;
    }
    size_t bytes = SCRATCH_ALIGN + alignUp( size );
    int i = findRoom( space, bytes );
    if ( i < 0 )
    {
        return NULL;
    }
    size_t at = space->pieces[i].used;
    *headerAt( space, i, at ) = ( Header ){ .below = space->pieces[i].top };
    space->pieces[i].top = at;
    space->pieces[i].used = at + bytes;
    return memset( space->pieces[i].memory + at + SCRATCH_ALIGN, 0, size );
}

/// False when the memory is none of its own.
static bool giveBackScratch( scratchSpace* space, void* memory )
{
    uintptr_t address = (uintptr_t)memory;
    for ( int i = 0; i < space->count; ++i )
    {
        uintptr_t first = (uintptr_t)space->pieces[i].memory;
        if ( address < first || address >= first + space->pieces[i].capacity )
        {
            continue;
        }
        headerAt( space, i, (size_t)( address - first ) - SCRATCH_ALIGN )->released = true;
        while ( space->pieces[i].used > 0 && headerAt( space, i, space->pieces[i].top )->released )
        {
            space->pieces[i].used = space->pieces[i].top;
            space->pieces[i].top = headerAt( space, i, space->pieces[i].top )->below;
        }
        return true;
    }
    return false;
}

void scratchBegin( scratchSpace* space )
{
    space->outer = s_scratch;
    s_scratch = space;
}

void scratchEnd( scratchSpace* space )
{
    SS_ASSERT( s_scratch == space );
    for ( int i = 0; i < space->count; ++i )
    {
        SS_ASSERT( space->pieces[i].used == 0 );
    }
    s_scratch = space->outer;
}

void scratchFree( scratchSpace* space )
{
    for ( int i = 0; i < space->count; ++i )
    {
        ssRelease( space->pieces[i].memory );
    }
    *space = ( scratchSpace ){ 0 };
}

size_t scratchBytes( const scratchSpace* space )
{
    size_t sum = 0;
    for ( int i = 0; i < space->count; ++i )
    {
        sum += space->pieces[i].capacity;
    }
    return sum;
}

void* ssAlloc( size_t size )
{
    size = size > 0 ? size : 1;
    return s_scratch != NULL ? takeScratch( s_scratch, size ) : s_allocate( size );
}

void ssRelease( void* memory )
{
    if ( memory != NULL && !( s_scratch != NULL && giveBackScratch( s_scratch, memory ) ) )
    {
        s_free( memory );
    }
}
