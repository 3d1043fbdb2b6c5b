// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/json_writer.h"
#include "cli/solve_judge.h"
#include "solve/policy_text.h"

#include <stdio.h>
#include <string.h>

// `solve --policy`: a table of 120 columns whose cells break between words.

typedef struct Column
{
    const char* title;
    int width;
} Column;

static const Column s_columns[] = { { "rung", 13 }, { "when", 17 }, { "solver", 22 }, { "start", 7 },
    { "budget", 13 }, { "why", 36 } };

#define COLUMNS SS_COUNT( s_columns )
#define WORD_WIDTH 25 // of the words at the end

/// The end of the longest part of `text` that fits, without line breaks, before a blank or the end.
static const char* lineEnd( const char* text, int width )
{
    const char* end = text;
    for ( const char* at = text; end == text || argsColumns( text, at ) <= width; ++at )
    {
        end = *at == ' ' || *at == '\n' || *at == 0 ? at : end;
        if ( *at == '\n' || *at == 0 ) { break; }
    }
    return end;
}

/// One row of the table, in as many lines as its longest cell needs.
static void writeRow( osWriter* out, const char* const cells[] )
{
    const char* rest[COLUMNS];
    memcpy( rest, cells, sizeof( rest ) );
    for ( bool more = true; more; )
    {
        more = false;
        int missing = 2; // spaces before the next cell
        for ( int c = 0; c < COLUMNS; ++c )
        {
            const char* end = lineEnd( rest[c], s_columns[c].width );
            if ( end > rest[c] )
            {
                osPrintf( out, "%*s%.*s", missing, "", (int)( end - rest[c] ), rest[c] );
                missing = 0;
            }
            missing += s_columns[c].width - argsColumns( rest[c], end ) + 2;
            rest[c] = *end != 0 ? end + 1 : end;
            more = more || *rest[c] != 0;
        }
        osWriteText( out, "\n" );
    }
}

static void writeHeading( osWriter* out, const ssPolicyRung* rung )
{
    if ( rung->groupIndex == 0 )
    {
        const char* titles[COLUMNS];
        for ( int c = 0; c < COLUMNS; ++c ) { titles[c] = s_columns[c].title; }
        osPrintf( out, "%s: %s\n", rung->ladder,
            strcmp( rung->ladder, "auto" ) == 0 ? "what the solver `auto` calls, from top to bottom"
                                                : "what a world calls where its own passes stall" );
        writeRow( out, titles );
    }
    bool hasOneName = strcmp( rung->ladder, rung->group ) == 0;
    osPrintf( out, "\n%s%s%s%s%s: %s\n", rung->ladder, hasOneName ? "" : ", ", hasOneName ? "" : rung->group,
        rung->groupWhen[0] != 0 ? " if " : "", rung->groupWhen, rung->rounds );
}

/// The solver, and its options on a line each.
static void describeSolver( const ssPolicyRung* rung, char* text, size_t capacity )
{
    snprintf( text, capacity, "%s%s%s", rung->solver != NULL ? rung->solver : "none: the end",
        rung->options[0] != 0 ? ", " : "", rung->options );
    for ( char* comma = strstr( text, ", " ); comma != NULL; comma = strstr( comma, ", " ) )
    {
        comma[1] = '\n';
    }
}

static void writeTable( osWriter* out )
{
    const char* ladder = "";
    int group = -1;
    for ( int i = 0; i < ssPolicyRungCount(); ++i )
    {
        ssPolicyRung rung = ssGetPolicyRung( i );
        if ( strcmp( ladder, rung.ladder ) != 0 || group != rung.groupIndex )
        {
            osWriteText( out, i > 0 && rung.groupIndex == 0 ? "\n" : "" );
            writeHeading( out, &rung );
            ladder = rung.ladder;
            group = rung.groupIndex;
        }
        char solver[SS_POLICY_TEXT_MAX + 64];
        describeSolver( &rung, solver, sizeof( solver ) );
        const char* cells[] = { rung.name, rung.when, solver, rung.start, rung.budget, rung.why };
        SS_ASSERT( SS_COUNT( cells ) == COLUMNS );
        writeRow( out, cells );
    }
    osWriteText( out,
        "\nA rung is left out where its solver does not accept the problem. Budgets are iterations, and no"
        " rung gets more than\n--max-iterations leaves.\n" );
    for ( int i = 0; i < ssPolicyWordCount(); ++i )
    {
        const ssPolicyWord* word = ssGetPolicyWord( i );
        osPrintf( out, "  %-*s%s\n", WORD_WIDTH, word->word, word->meaning );
    }
}

static void writeJson( osWriter* out )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonBeginArray( &json, "rungs" );
    for ( int i = 0; i < ssPolicyRungCount(); ++i )
    {
        ssPolicyRung rung = ssGetPolicyRung( i );
        jsonBeginObject( &json, NULL );
        jsonMembers( &json, "ladder", rung.ladder, "group", rung.group, "group_index", rung.groupIndex,
            "group_when", rung.groupWhen, "rounds", rung.rounds, "rung", rung.name, "when", rung.when,
            "solver", rung.solver, "options", rung.options, "start", rung.start, "budget", rung.budget, "why",
            rung.why );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    jsonBeginObject( &json, "words" );
    for ( int i = 0; i < ssPolicyWordCount(); ++i )
    {
        jsonText( &json, ssGetPolicyWord( i )->word, ssGetPolicyWord( i )->meaning );
    }
    jsonEndObject( &json );
    jsonEndObject( &json );
}

ssResult solvePrintPolicy( bool json )
{
    osWriter* out = osOpenWrite( "-" );
    ( json ? writeJson : writeTable )( out );
    return osCommitWrite( out );
}
