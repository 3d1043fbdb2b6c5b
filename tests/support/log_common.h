// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/log_audit.h"

#include <stdlib.h>
#include <string.h>

// Contact logs made of frames, in memory. Include test_main.h first.

typedef struct logText
{
    char* bytes;
    size_t used, capacity;
} logText;

static inline bool logAppend( void* context, const void* bytes, size_t size )
{
    logText* text = context;
    if ( text->used + size > text->capacity )
    {
        text->capacity = 2 * ( text->used + size );
        text->bytes = realloc( text->bytes, text->capacity );
    }
    memcpy( text->bytes + text->used, bytes, size );
    text->used += size;
    return true;
}

/// Audits a log in memory; the message of an error is printed.
static inline bool logAuditText( const logText* text, const ssLogAuditOptions* options, ssLogAudit* audit )
{
    ssContactLog* log = NULL;
    ssSource source = ssMemorySource( "log.csv", text->bytes, text->used );
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    result = result.code == ss_ok ? ssAuditContactLog( log, options, audit ) : result;
    ssCloseContactLog( log );
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return result.code == ss_ok;
}

static inline double logGauss( testRng* rng )
{
    double a = testUniform( rng, 1e-12, 1.0 ), b = testUniform( rng, 0.0, 2.0 * SS_PI );
    return sqrt( -2.0 * log( a ) ) * cos( b );
}
