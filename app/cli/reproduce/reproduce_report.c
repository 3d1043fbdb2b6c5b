// SPDX-License-Identifier: MIT
#include "base/json_writer.h"
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    for ( int i = 0; i < run->checkCount; ++i ) { good = good && run->checks[i].agrees; }
    return good;
}

const char* reproKind( const reproChecked* check ) { return check->trend ? "trend" : "value"; }

int reproTrends( const reproRun* run )
{
    int trends = 0;
    for ( int i = 0; i < run->checkCount; ++i ) { trends += run->checks[i].trend ? 1 : 0; }
    return trends;
}

static const char* verdictOf( bool agrees ) { return agrees ? "agrees" : "off"; }

static void writeChecks( jsonWriter* json, const reproRun* run )
{
    jsonBeginArray( json, "checks" );
    for ( int i = 0; i < run->checkCount; ++i )
    {
        const reproChecked* check = run->checks + i;
        jsonBeginObject( json, NULL );
        jsonMembers( json, "what", check->what, "kind", reproKind( check ), "value", check->value, "expected",
            check->expected, "tolerance", check->tolerance, "verdict", verdictOf( check->agrees ) );
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
        jsonMembers( &json, "id", figure->id, "claim", figure->claim, "what",
            c != NULL ? c->what : runs[i].result.message, "value", c != NULL ? c->value : SS_NAN, "expected",
            c != NULL ? c->expected : SS_NAN, "tolerance", c != NULL ? c->tolerance : SS_NAN, "verdict",
            verdictOf( reproAgrees( runs + i ) ), "erratum", figure->erratum != NULL ? figure->erratum : "" );
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
        osPrintf( out, "%-16s %-8s %-6s ", runs[i].figure->id, verdict, reproKind( c ) );
        c->trend ? osPrintf( out, "%14s %14s %10s", c->agrees ? "holds" : "fails", "holds", "" )
                 : osPrintf( out, "%14.9g %14.9g %10.3g", c->value, c->expected, c->tolerance );
        osPrintf( out, "  %s (values: %d, trends: %d)\n", c->what,
            runs[i].checkCount - reproTrends( runs + i ), reproTrends( runs + i ) );
        if ( runs[i].result.code != ss_ok )
        {
            osPrintf( out, "%-16s %-8s %s\n", "", "", runs[i].result.message );
        }
    }
}

// Writes the figures, their checks and pictures as one HTML page.

static const char s_style[] =
    "body{font:16px/1.5 sans-serif;color:#1b1f26;max-width:60em;margin:2em auto;padding:0 "
    "1em}h1{font-size:1.6em}h2{font-size:1.2em;margin-top:2.2em;border-top:1px solid "
    "#d5dae1;padding-top:1em}table{border-collapse:collapse;margin:.8em "
    "0;width:100%}td,th{text-align:left;padding:.25em .6em;border-bottom:1px solid "
    "#e9edf2;font-size:.9em}.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.agrees{"
    "color:#008060;font-weight:bold}.off{color:#c62828;font-weight:bold}.erratum{background:#fff7e0;border-"
    "left:4px solid #d98800;padding:.4em "
    ".8em}.note{color:#5b6675}svg{max-width:100%;height:auto;display:block;margin:.8em "
    "0}a{color:#0072b2}code{color:#5b6675;font-size:.75em;font-weight:normal;margin-left:.6em}"
    // On paper the pictures of a figure stand two by two; a single one keeps its size.
    "@media "
    "print{h2,h2+p{break-after:avoid}svg,tr,.erratum{break-inside:avoid}svg{max-height:9.5cm}svg:not(:only-"
    "child){display:inline-block;width:49%}body{margin:0;max-width:none;font-size:10pt}}";

static void writeCell( osWriter* out, double value )
{
    char text[32];
    snprintf( text, sizeof text, "%.9g", value );
    osPrintf( out, "<td class=\"n\">%s</td>", text );
}

/// Copies the picture into the page, so that the page is complete in itself.
static void embedPicture( osWriter* out, const char* folder, const char* name )
{
    char path[1200];
    char* text = NULL;
    size_t length = 0;
    snprintf( path, sizeof path, "%s/%s", folder, name );
    if ( osReadFile( path, &text, &length ).code == ss_ok )
    {
        const char* svg = strstr( text, "<svg" );
        osWriteText( out, svg != NULL ? svg : "" );
    }
    free( text );
}

/// A paragraph of a class, if there is any text.
static void writeParagraph( osWriter* out, const char* class, const char* text )
{
    if ( text != NULL && text[0] != '\0' )
    {
        osPrintf( out, "<p class=\"%s\">", class );
        svgWriteText( out, text );
        osWriteText( out, "</p>\n" );
    }
}

static void writeCheck( osWriter* out, const reproChecked* c )
{
    osWriteText( out, "<tr><td>" );
    svgWriteText( out, c->what );
    osPrintf( out, "</td><td>%s</td>", reproKind( c ) );
    if ( c->trend )
    {
        osPrintf( out, "<td class=\"n\">%s</td><td class=\"n\">holds</td><td class=\"n\">–</td>",
            c->agrees ? "holds" : "fails" );
    }
    else
    {
        writeCell( out, c->value );
        writeCell( out, c->expected );
        writeCell( out, c->tolerance );
    }
    osWriteText( out, "<td>" );
    svgWriteText( out, c->reason );
    osPrintf( out, "</td><td class=\"%s\">%s</td></tr>\n", c->agrees ? "agrees" : "off",
        c->agrees ? "agrees" : "off" );
}

static void writeFigure( osWriter* out, const char* folder, const reproRun* run )
{
    const reproFigure* figure = run->figure;
    const char* verdict = reproAgrees( run ) ? "agrees" : "off";
    osPrintf( out, "<h2 id=\"%s\">", figure->id );
    svgWriteText( out, figure->title );
    osPrintf( out, " <span class=\"%s\">%s</span><code>%s</code></h2>\n<p>", verdict, verdict, figure->id );
    svgWriteText( out, figure->source );
    osWriteText( out, ". " );
    svgWriteText( out, figure->claim );
    osWriteText( out, "</p>\n" );
    writeParagraph( out, "erratum", figure->erratum );
    writeParagraph( out, "off", run->result.code != ss_ok ? run->result.message : NULL );
    osWriteText( out,
        "<table><tr><th>check</th><th>kind</th><th class=\"n\">computed</th><th class=\"n\">expected</th><th "
        "class=\"n\">tolerance</th><th>why this tolerance</th><th></th></tr>\n" );
    for ( int i = 0; i < run->checkCount; ++i ) { writeCheck( out, run->checks + i ); }
    osWriteText( out, "</table>\n<div>" );
    for ( int i = 0; i < run->pictureCount; ++i ) { embedPicture( out, folder, run->pictures[i] ); }
    osWriteText( out, "</div>\n" );
    writeParagraph( out, "note", run->note );
    if ( run->table[0] )
    {
        osPrintf( out, "<p class=\"note\">Numbers: <a href=\"%s\">%s</a>; computed in %.1f s.</p>\n",
            run->table, run->table, run->seconds );
    }
}

static void writeContents( osWriter* out, const reproRun* runs, int count )
{
    int good = 0;
    for ( int i = 0; i < count; ++i ) { good += reproAgrees( runs + i ) ? 1 : 0; }
    osPrintf( out,
        "<p>Slipstick %s. %d of %d agree. Curves are ours; closed forms, printed values and other readings "
        "are dashed. Where a paper is inconsistent, both readings are given and the verdict is on the "
        "corrected one. A check is of a value, which agrees within its tolerance, or of a trend, a statement "
        "that holds.</p>\n<table><tr><th>figure</th><th>what</th><th class=\"n\">values</th><th "
        "class=\"n\">trends</th><th>verdict</th></tr>\n",
        ssVersion(), good, count );
    for ( int i = 0; i < count; ++i )
    {
        const char* verdict = reproAgrees( runs + i ) ? "agrees" : "off";
        const reproFigure* figure = runs[i].figure;
        osPrintf( out, "<tr><td><a href=\"#%s\">%s</a></td><td>", figure->id, figure->id );
        svgWriteText( out, figure->title );
        osPrintf( out, "</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td class=\"%s\">%s</td></tr>\n",
            runs[i].checkCount - reproTrends( runs + i ), reproTrends( runs + i ), verdict, verdict );
    }
    osWriteText( out, "</table>\n" );
}

ssResult reproWritePage( const char* folder, const reproRun* runs, int count )
{
    char path[1200];
    snprintf( path, sizeof path, "%s/index.html", folder );
    osWriter* out = osOpenWrite( path );
    osPrintf( out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>Slipstick: figures of the papers</title><link rel=\"icon\" "
        "href=\"data:,\"><style>%s</style></head>\n<body>\n<h1>Figures of the papers, computed again</h1>\n",
        s_style );
    writeContents( out, runs, count );
    for ( int i = 0; i < count; ++i ) { writeFigure( out, folder, runs + i ); }
    osWriteText( out, "</body></html>\n" );
    return osCommitWrite( out );
}
