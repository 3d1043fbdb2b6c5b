// SPDX-License-Identifier: MIT
#include "slipstick/base.h"

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

// The hooks are the library's only mutable globals: set once, before anything else runs.
static ssAssertHandler* s_assertHandler;
static ssAllocate* s_allocate = allocateZeroed;
static ssFree* s_free = free;

void ssSetAssertHandler( ssAssertHandler* handler )
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

void ssSetAllocator( ssAllocate* allocate, ssFree* release )
{
    s_allocate = allocate != NULL ? allocate : allocateZeroed;
    s_free = release != NULL ? release : free;
}

void* ssAlloc( size_t size )
{
    return s_allocate( size > 0 ? size : 1 );
}

void ssRelease( void* memory )
{
    if ( memory != NULL )
    {
        s_free( memory );
    }
}
