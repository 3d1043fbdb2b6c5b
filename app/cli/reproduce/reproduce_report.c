// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_report.h"

#include "base/json_writer.h"
#include "base/os.h"

#include <math.h>

/// The check that is furthest off in units of its tolerance; NULL if there are none.
static const reproChecked* decisive( const reproRun* run )
{
    const reproChecked* worst = NULL;
    double most = -1.0;
    for ( int i = 0; i < run->checkCount; ++i )
    {
        const reproChecked* c = run->checks + i;
        double off = c->agrees ? ( c->tolerance > 0.0 ? fabs( c->value - c->expected ) / c->tolerance : 0.0 )
                               : HUGE_VAL;
        if ( off > most )
        {
            most = off;
            worst = c;
        }
    }
    return worst;
}

bool reproAgrees( const reproRun* run )
{
    bool good = run->result.code == ss_ok && run->checkCount > 0;
    for ( int i = 0; i < run->checkCount; ++i )
    {
        good = good && run->checks[i].agrees;
    }
    return good;
}

const char* reproKind( const reproChecked* check )
{
    return check->trend ? "trend" : "value";
}

int reproTrends( const reproRun* run )
{
    int trends = 0;
    for ( int i = 0; i < run->checkCount; ++i )
    {
        trends += run->checks[i].trend ? 1 : 0;
    }
    return trends;
}

static const char* verdictOf( bool agrees )
{
    return agrees ? "agrees" : "off";
}

static void writeChecks( jsonWriter* json, const reproRun* run )
{
    jsonBeginArray( json, "checks" );
    for ( int i = 0; i < run->checkCount; ++i )
    {
        const reproChecked* check = run->checks + i;
        jsonBeginObject( json, NULL );
        jsonText( json, "what", check->what );
        jsonText( json, "kind", reproKind( check ) );
        jsonNumber( json, "value", check->value );
        jsonNumber( json, "expected", check->expected );
        jsonNumber( json, "tolerance", check->tolerance );
        jsonText( json, "verdict", verdictOf( check->agrees ) );
        jsonEndObject( json );
    }
    jsonEndArray( json );
}

void reproWriteJson( osWriter* out, const reproRun* runs, int count )
{
    jsonWriter json = jsonBegin( osText( out ) );
    jsonBeginObject( &json, NULL );
    jsonBeginArray( &json, "figures" );
    for ( int i = 0; i < count; ++i )
    {
        const reproFigure* figure = runs[i].figure;
        const reproChecked* c = decisive( runs + i );
        jsonBeginObject( &json, NULL );
        jsonText( &json, "id", figure->id );
        jsonText( &json, "claim", figure->claim );
        jsonText( &json, "what", c != NULL ? c->what : runs[i].result.message );
        jsonNumber( &json, "value", c != NULL ? c->value : SS_NAN );
        jsonNumber( &json, "expected", c != NULL ? c->expected : SS_NAN );
        jsonNumber( &json, "tolerance", c != NULL ? c->tolerance : SS_NAN );
        jsonText( &json, "verdict", verdictOf( reproAgrees( runs + i ) ) );
        jsonText( &json, "erratum", figure->erratum != NULL ? figure->erratum : "" );
        writeChecks( &json, runs + i );
        jsonNumber( &json, "seconds", runs[i].seconds );
        jsonEndObject( &json );
    }
    jsonEndArray( &json );
    jsonEndObject( &json );
}

void reproWriteTable( osWriter* out, const reproRun* runs, int count )
{
    osPrintf( out, "%-16s %-8s %-6s %14s %14s %10s  %s\n", "figure", "verdict", "kind", "value", "expected",
        "tolerance", "decisive check" );
    for ( int i = 0; i < count; ++i )
    {
        const reproChecked* c = decisive( runs + i );
        if ( c == NULL )
        {
            osPrintf( out, "%-16s %-8s %s\n", runs[i].figure->id, "off", runs[i].result.message );
            continue;
        }
        const char* verdict = verdictOf( reproAgrees( runs + i ) );
        if ( c->trend )
        {
            osPrintf( out, "%-16s %-8s %-6s %14s %14s %10s", runs[i].figure->id, verdict, reproKind( c ),
                c->agrees ? "holds" : "fails", "holds", "" );
        }
        else
        {
            osPrintf( out, "%-16s %-8s %-6s %14.9g %14.9g %10.3g", runs[i].figure->id, verdict,
                reproKind( c ), c->value, c->expected, c->tolerance );
        }
        osPrintf( out, "  %s (values: %d, trends: %d)\n", c->what,
            runs[i].checkCount - reproTrends( runs + i ), reproTrends( runs + i ) );
        if ( runs[i].result.code != ss_ok )
        {
            osPrintf( out, "%-16s %-8s %s\n", "", "", runs[i].result.message );
        }
    }
}
