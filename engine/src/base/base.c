// SPDX-License-Identifier: MIT
#include "slipstick/solve_report.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

// Results and their translated messages, the names of statuses, the version, and the hook of asserts.

static _Atomic( ssTranslator* ) s_translator;

void ssInstallTranslator( ssTranslator* translate ) { atomic_store( &s_translator, translate ); }

const char* ssTranslate( const char* english )
{
    ssTranslator* translate = atomic_load( &s_translator );
    return translate != NULL ? translate( english ) : english;
}

ssResult ssOk( void ) { return ( ssResult ){ .code = ss_ok }; }

ssResult ssError( ssCode code, const char* field, const char* format, ... )
{
    ssResult result = { .code = code };
    if ( field != NULL ) { snprintf( result.field, sizeof result.field, "%s", field ); }
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( result.message, sizeof result.message, ssTranslate( format ), arguments );
    va_end( arguments );
    return result;
}

const char* ssVersion( void ) { return SS_VERSION_STRING; }

// Written once by the application before anything else runs, so threads may share it.
static ssAssertHandler* s_assertHandler;

void ssInstallAssertHandler( ssAssertHandler* handler ) { s_assertHandler = handler; }

void ssAssertFailed( const char* condition, const char* file, int line )
{
    if ( s_assertHandler != NULL ) { s_assertHandler( condition, file, line ); }
    abort();
}

const char* ssStatusName( ssStatus status )
{
    static const char* const names[] = { "converged", "limit", "not-finite", "refused", "cancelled",
        "no-memory", "stalled", "ray termination", "cycle" };
    SS_ASSERT( (int)status >= 0 && (int)status < SS_COUNT( names ) );
    return names[status];
}
