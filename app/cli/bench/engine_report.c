// SPDX-License-Identifier: MIT
#include "base/embedded.h"
#include "base/os.h"
#include "cli/bench/bench_engines.h"
#include "cli/bench/bench_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What `bench engines` found, as a page: report.html with the results in it.

static void putEscaped( textWriter* page, const char* json )
{
    for ( const char* at = json; *at != 0; ++at )
    {
        *at == '<' ? textPut( page, "\\u003c" ) : textPutBytes( page, at, 1 );
    }
}

/// The page has the results in it, in place of a mark.
static void putPage( textWriter* page, const char* address, const char* results )
{
    const char *text = (const char*)embedded_reports[0].data, *mark = strstr( text, "@RESULTS@" );
    textWriter head = { .text = NULL };
    textPut( &head, "{\"address\": " );
    textPutQuoted( &head, address );
    textPut( &head, ", \"version\": \"%s\", \"results\": ", ssVersion() );
    textPutBytes( page, text, (size_t)( mark - text ) );
    putEscaped( page, head.text );
    putEscaped( page, results );
    textPut( page, "}" );
    textPut( page, "%s", mark + strlen( "@RESULTS@" ) );
    ssRelease( head.text );
}

ssResult enginesSaveReport( const benchRun* run, const char* folder )
{
    char path[1200], *results = NULL;
    size_t length = 0;
    snprintf( path, sizeof( path ), "%.1100s/results.json", folder );
    osWriter* out = osOpenWrite( path );
    benchAnswerAsJson( out, run );
    SS_TRY( osCommitWrite( out ) );
    SS_TRY( osReadFile( path, &results, &length ) );
    snprintf( path, sizeof( path ), "%.1100s/index.html", folder );
    out = osOpenWrite( path );
    textWriter page = osText( out );
    putPage( &page, run->engines.address, results );
    free( results );
    return osCommitWrite( out );
}
