// SPDX-License-Identifier: MIT

#include "ui/plot/chart_internal.h"

#include <string.h>

// The legend of a chart, in the corner where it covers least.

static void swatch( uiPane* p, const sessionChartMark* m, float x, float y, float width )
{
    uiChartStroke s = uiChartStrokeOf( p->ui, m->role );
    float thickness = fmaxf( 2.0f, 0.14f * p->em );
    if ( m->kind == session_chartPoints )
    {
        ImU32 color = m->role == ss_chartNow ? p->ui->theme.accent : s.color;
        ImDrawList_AddCircleFilled( p->list, uiVec2( x + 0.5f * width, y ), 0.22f * p->em, color, 12 );
    }
    else if ( m->kind == session_chartBand || m->kind == session_chartArea || m->kind == session_chartBars )
    {
        float half = 0.3f * p->em;
        ImDrawList_AddRectFilled( p->list, uiVec2( x, y - half ), uiVec2( x + width, y + half ),
            uiFade( s.color, m->kind == session_chartBand ? 0.25f : 0.45f ), 0.0f, 0 );
    }
    else if ( s.dashed )
    {
        float dash = s.dash > 0.0f ? 0.18f * width : 0.4f * width;
        for ( float at = 0.0f; at < width - 1.0f; at += 1.6f * dash )
        {
            ImDrawList_AddLine( p->list, uiVec2( x + at, y ), uiVec2( x + fminf( at + dash, width ), y ),
                s.color, thickness );
        }
    }
    else
    {
        ImDrawList_AddLine( p->list, uiVec2( x, y ), uiVec2( x + width, y ), s.color, thickness );
    }
}

static bool labelled( const sessionChartList* list, int mark )
{
    const char* label = list->marks[mark].label;
    if ( list->marks[mark].role == ss_chartNow )
    {
        return false; // the only moving dot needs no explanation
    }
    for ( int i = 0; i < mark; ++i )
    {
        if ( strcmp( list->marks[i].label, label ) == 0 )
        {
            return false; // of several marks with the same label only the first is listed
        }
    }
    return label[0] != 0;
}

/// Counts the points of curves, dots and bars that a rectangle would cover. The present state counts most.
static int covered( const uiPane* p, const sessionChartList* list, uiRect r )
{
    int count = 0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        const sessionChartMark* m = list->marks + i;
        const double* v = list->values + m->first;
        int weight = m->role == ss_chartNow ? 1000 : 1;
        for ( int k = 0; k < m->count && ( m->kind == session_chartCurve || m->kind == session_chartPoints );
              ++k )
        {
            count += isfinite( v[k] ) && isfinite( v[m->count + k] ) &&
                    uiInside( r, uiVec2( paneX( p, v[k] ), paneY( p, v[m->count + k] ) ) )
                ? weight
                : 0;
        }
        for ( int k = 0; k < m->count && m->kind == session_chartBars; ++k )
        {
            float x = paneX( p, 0.5 * ( v[k] + v[k + 1] ) ), y = paneY( p, v[m->count + 1 + k] );
            count += x >= r.x0 && x < r.x1 && y < r.y1 ? 1 : 0;
        }
    }
    return count;
}

void uiDrawChartLegend( uiPane* p, const sessionChartList* list, bool hovered )
{
    float widest = 0.0f, line = roundf( 1.3f * p->small ), pad = roundf( 0.4f * p->em ),
          bar = roundf( 1.1f * p->em );
    int count = 0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        if ( labelled( list, i ) )
        {
            widest = fmaxf( widest, uiTextSize( p->ui, ui_fontSmall, list->marks[i].label ).x );
            ++count;
        }
    }
    float width = widest + bar + 2.5f * pad, height = (float)count * line;
    // A pane that is too small for its legend shows it only while the mouse is over it.
    bool fits = width <= 0.72f * uiWidth( p->data ) && height <= 0.62f * uiHeight( p->data );
    if ( count == 0 || !( fits || hovered ) )
    {
        return;
    }
    uiRect best = { 0.0f, 0.0f, 0.0f, 0.0f };
    int least = 1 << 30;
    for ( int corner = 0; corner < 4; ++corner )
    {
        float x = corner % 2 == 0 ? p->data.x1 - width : p->data.x0 + 0.3f * p->em;
        float y = corner / 2 == 0 ? p->data.y0 + 0.2f * p->em : p->data.y1 - height - 0.2f * p->em;
        uiRect place = { x, y, x + width, y + height };
        int cost = covered( p, list, place ) + ( uiInside( place, igGetIO()->MousePos ) ? 10000 : 0 );
        if ( cost < least )
        {
            least = cost;
            best = place;
        }
    }
    ImDrawList_AddRectFilled( p->list, uiVec2( best.x0, best.y0 ), uiVec2( best.x1, best.y1 ),
        uiFade( p->ui->theme.background, 0.66f ), 0.0f, 0 );
    float x = best.x0 + 0.5f * pad, y = best.y0;
    for ( int i = 0; i < list->markCount; ++i )
    {
        if ( labelled( list, i ) )
        {
            swatch( p, list->marks + i, x, roundf( y + 0.5f * line ), bar );
            uiDrawText( p->ui, p->list, ui_fontSmall, x + bar + pad, roundf( y + 0.5f * ( line - p->small ) ),
                p->ui->theme.text, list->marks[i].label );
            y += line;
        }
    }
}
