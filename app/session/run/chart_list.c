// SPDX-License-Identifier: MIT
#include "session/run/chart_list.h"
#include "base/grow.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Adds a mark and returns room for its `values` numbers. NULL: out of memory, no mark.
static double* addMark( sessionChartList* list, sessionChartKind kind, ssChartRole role, const char* label,
    int count, int values )
{
    if ( !GROW( list->marks, list->markCapacity, list->markCount + 1 ) || count <= 0 ||
        !GROW( list->values, list->valueCapacity, list->valueCount + values ) )
    {
        return NULL;
    }
    sessionChartMark* mark = list->marks + list->markCount++;
    *mark = ( sessionChartMark ){ .kind = kind, .role = role, .first = list->valueCount, .count = count };
    snprintf( mark->label, sizeof( mark->label ), "%s", label != NULL ? label : "" );
    list->valueCount += values;
    return list->values + mark->first;
}

static void copy( double* to, const double* from, int count )
{
    memcpy( to, from, (size_t)count * sizeof( double ) );
}

static void setRange( void* context, double x0, double x1, double y0, double y1 )
{
    sessionChartList* list = context;
    if ( x1 > x0 && y1 > y0 && isfinite( x1 - x0 ) && isfinite( y1 - y0 ) )
    {
        list->ranged = true;
        list->x0 = x0;
        list->x1 = x1;
        list->y0 = y0;
        list->y1 = y1;
    }
}

static void addPairs( sessionChartList* list, sessionChartKind kind, ssChartRole role, const char* label,
    int count, const double* x, const double* y )
{
    double* to = addMark( list, kind, role, label, count, 2 * count );
    if ( to != NULL )
    {
        copy( to, x, count );
        copy( to + count, y, count );
    }
}

static void addCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    addPairs( context, session_chartCurve, role, label, count, x, y );
}

static void addPoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    addPairs( context, session_chartPoints, role, label, count, x, y );
}

static void addArea( void* context, ssChartRole role, const char* label, int count, const double* x,
    const double* low, const double* high )
{
    double* to = addMark( context, session_chartArea, role, label, count, 3 * count );
    if ( to != NULL )
    {
        copy( to, x, count );
        copy( to + count, low, count );
        copy( to + 2 * count, high, count );
    }
}

static void addBars( void* context, ssChartRole role, const char* label, int count, const double* edges,
    const double* heights )
{
    double* to = addMark( context, session_chartBars, role, label, count, 2 * count + 1 );
    if ( to != NULL )
    {
        copy( to, edges, count + 1 );
        copy( to + count + 1, heights, count );
    }
}

static void addArrow(
    void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 )
{
    double* to = addMark( context, session_chartArrow, role, label, 1, 4 );
    if ( to != NULL ) { copy( to, ( const double[] ){ x0, y0, x1, y1 }, 4 ); }
}

static void addBand( void* context, ssChartRole role, const char* label, double x0, double x1 )
{
    double* to = addMark( context, session_chartBand, role, label, 1, 2 );
    if ( to != NULL )
    {
        to[0] = x0;
        to[1] = x1;
    }
}

ssChartSink sessionChartList_Begin( sessionChartList* list )
{
    list->markCount = list->valueCount = 0;
    list->ranged = list->named = false;
    list->filled = true;
    return ( ssChartSink ){
        .context = list,
        .range = setRange,
        .curve = addCurve,
        .area = addArea,
        .bars = addBars,
        .points = addPoints,
        .arrow = addArrow,
        .band = addBand,
    };
}

void sessionChartList_Free( sessionChartList* list )
{
    free( list->marks );
    free( list->values );
    *list = ( sessionChartList ){ 0 };
}

int sessionChartList_Variant( const sessionChartList* list, const sessionChartMark* mark )
{
    const sessionChartMark* before = NULL; // the latest curve of that role with another label
    int variant = 0;
    bool counts = mark->role <= ss_chartFourth && mark->kind == session_chartCurve;
    for ( const sessionChartMark* m = list->marks; m < mark && counts; ++m )
    {
        bool same = m->role == mark->role && m->kind == mark->kind;
        if ( same && strcmp( m->label, mark->label ) == 0 )
        {
            return variant; // a further piece of a curve that was counted
        }
        if ( same && ( before == NULL || strcmp( m->label, before->label ) != 0 ) )
        {
            ++variant;
            before = m;
        }
    }
    return variant;
}
