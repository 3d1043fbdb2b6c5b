// SPDX-License-Identifier: MIT
#include "slipstick/base.h"

#include <stdlib.h>

// The allocation hooks.

static void* allocateZeroed( void* context, size_t size )
{
    (void)context;
    return calloc( 1, size );
}

static void freeMemory( void* context, void* memory )
{
    (void)context;
    free( memory );
}

// Written once by the application before anything else runs, so threads may share them.
static ssAllocate* s_allocate = allocateZeroed;
static ssFree* s_free = freeMemory;
static void* s_context;

void ssInstallAllocator( ssAllocate* allocate, ssFree* release, void* context )
{
    s_allocate = allocate != NULL ? allocate : allocateZeroed;
    s_free = release != NULL ? release : freeMemory;
    s_context = context;
}

void* ssAlloc( size_t size ) { return s_allocate( s_context, size > 0 ? size : 1 ); }

void ssRelease( void* memory )
{
    if ( memory != NULL ) { s_free( s_context, memory ); }
}
