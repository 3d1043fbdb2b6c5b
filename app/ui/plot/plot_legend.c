// SPDX-License-Identifier: MIT

#include "ui/plot/plot_internal.h"

#include <stdio.h>

// The legend of a pane: in the title line, else in an empty part of a chart, else above the data.

static const float s_swatch = 1.3f, s_gap = 0.35f, s_between = 0.9f; // [em]

uiLegendEntry* uiAddLegend( uiPane* p, const char* text )
{
    if ( p->legend.count == ui_maxLegend ) { return NULL; }
    uiLegendEntry* e = p->legend.entries + p->legend.count++;
    *e = ( uiLegendEntry ){ .kind = ui_swatchLine };
    snprintf( e->text, sizeof( e->text ), "%s", text );
    e->width = ceilf( uiTextSize( p->ui, ui_fontSmall, e->text ).x + ( s_swatch + s_gap ) * p->em );
    return e;
}

float uiLegendLine( const uiPane* p ) { return roundf( 1.25f * p->small ); }

static float titleRoom( const uiPane* p )
{
    const char* title = uiPaneTitle( p );
    float end = fminf( p->data.x1, p->rect.x1 - 2.0f - p->ui->plots->cornerWidth );
    return end - p->data.x0 - uiTextSize( p->ui, ui_fontSmall, title ).x - 1.2f * p->em;
}

/// The number of lines that the entries need between the ends of the data.
static int countLines( const uiPane* p )
{
    float x = 0.0f, room = p->rect.x1 - p->data.x0;
    int lines = 1;
    for ( int i = 0; i < p->legend.count; ++i )
    {
        float width = p->legend.entries[i].width;
        if ( x > 0.0f && x + width > room )
        {
            ++lines;
            x = 0.0f;
        }
        x += width + s_between * p->em;
    }
    return lines;
}

float uiLegendBeside( const uiPane* p )
{
    float widest = 0.0f, room = p->rect.y1 - p->data.y0 - 0.3f * p->em;
    for ( int i = 0; i < p->legend.count; ++i ) { widest = fmaxf( widest, p->legend.entries[i].width ); }
    bool high = (float)p->legend.count * 0.82f * p->small <= room;
    return high && uiWidth( p->rect ) - widest > 8.5f * p->em ? widest : 0.0f;
}

void uiChooseLegendPlace( uiPane* p )
{
    uiLegend* l = &p->legend;
    float total = 0.0f;
    for ( int i = 0; i < l->count; ++i )
    {
        total += l->entries[i].width + ( i > 0 ? s_between * p->em : 0.0f );
    }
    // Lines above the data leave them some height; a pane that is too low has its legend beside them.
    int lines = countLines( p ),
        most = (int)fmaxf( 0.0f, ( p->data.y1 - p->data.y0 - 2.2f * p->em ) / uiLegendLine( p ) );
    bool above = l->place == ui_legendAbove, beside = uiLegendBeside( p ) > 0.0f;
    l->place = p->stacked && beside ? ui_legendBeside
        : total <= titleRoom( p )   ? ui_legendTitle
        : p->plot == NULL && !above ? ui_legendInside
        : lines > most && beside    ? ui_legendBeside
                                    : ui_legendAbove;
    l->lines = l->place != ui_legendAbove ? 0 : lines < most ? lines : most;
}

static void placeInTitle( uiPane* p )
{
    float x = fminf( p->data.x1, p->rect.x1 - 2.0f - p->ui->plots->cornerWidth ),
          y = p->rect.y0 + roundf( 0.45f * p->em ) - roundf( 0.5f * ( uiLegendLine( p ) - p->small ) );
    for ( int i = p->legend.count - 1; i >= 0; --i )
    {
        uiLegendEntry* e = p->legend.entries + i;
        e->rect = ( uiRect ){ x - e->width, y, x, y + uiLegendLine( p ) };
        x -= e->width + s_between * p->em;
    }
}

static void placeAbove( uiPane* p )
{
    float line = uiLegendLine( p ), x = p->data.x0,
          y = p->data.y0 - (float)p->legend.lines * line - roundf( 0.15f * p->em );
    int used = 1;
    for ( int i = 0; i < p->legend.count && used <= p->legend.lines; ++i )
    {
        uiLegendEntry* e = p->legend.entries + i;
        if ( x > p->data.x0 && x + e->width > p->rect.x1 )
        {
            x = p->data.x0;
            y += line;
            ++used;
        }
        if ( used <= p->legend.lines )
        {
            e->rect = ( uiRect ){ x, y, fminf( x + e->width, p->rect.x1 ), y + line };
        }
        x += e->width + s_between * p->em;
    }
}

/// The layers of a stack lie one above the other, and so do their names.
static void placeBeside( uiPane* p )
{
    int count = p->legend.count;
    float x = p->data.x1 + 0.5f * p->em, room = p->rect.y1 - p->data.y0 - 0.3f * p->em,
          line = fminf( uiLegendLine( p ), room / (float)( count > 0 ? count : 1 ) );
    for ( int i = 0; i < count; ++i )
    {
        float y = p->data.y0 + line * (float)( p->stacked ? count - 1 - i : i );
        p->legend.entries[i].rect = ( uiRect ){ x, y, p->rect.x1, y + line };
    }
}

void uiPlaceLegend( uiPane* p )
{
    for ( int i = 0; i < p->legend.count; ++i ) { p->legend.entries[i].rect = ( uiRect ){ 0 }; }
    if ( p->legend.place == ui_legendTitle ) { placeInTitle( p ); }
    else if ( p->legend.place == ui_legendAbove ) { placeAbove( p ); }
    else if ( p->legend.place == ui_legendBeside ) { placeBeside( p ); }
}

/// Puts the entries into columns from an upper left corner on. Returns what they take.
static uiRect placeColumns( uiPane* p, int columns, float x, float y )
{
    uiLegend* l = &p->legend;
    int rows = ( l->count + columns - 1 ) / columns;
    uiRect all = { x, y, x, y + (float)rows * uiLegendLine( p ) };
    for ( int c = 0; c < columns; ++c )
    {
        float widest = 0.0f, left = all.x1 + ( c > 0 ? s_between * p->em : 0.0f );
        for ( int i = c * rows; i < ( c + 1 ) * rows && i < l->count; ++i )
        {
            float top = y + (float)( i - c * rows ) * uiLegendLine( p );
            widest = fmaxf( widest, l->entries[i].width );
            l->entries[i].rect = ( uiRect ){ left, top, left + l->entries[i].width, top + uiLegendLine( p ) };
        }
        all.x1 = left + widest;
    }
    return all;
}

static bool tryPlace( uiPane* p, int columns, float x, float y )
{
    float gap = 0.3f * p->em;
    uiRect all = placeColumns( p, columns, x, y );
    bool inside =
        all.x0 >= p->data.x0 && all.x1 <= p->data.x1 && all.y0 >= p->data.y0 && all.y1 <= p->data.y1;
    if ( !inside ||
        !uiRoomFree(
            &p->ui->plots->room, ( uiRect ){ all.x0 - gap, all.y0 - gap, all.x1 + gap, all.y1 + gap } ) )
    {
        return false;
    }
    p->view->legend.columns = columns;
    p->view->legend.x = x - p->data.x0;
    p->view->legend.y = y - p->data.y0;
    return true;
}

/// Tries the corners, the upper right one first, then the middles of the edges, then places between them.
static bool searchPlace( uiPane* p, int columns )
{
    static const float shares[] = { 0.0f, 1.0f, 0.5f, 0.25f, 0.75f, 0.125f, 0.375f, 0.625f, 0.875f };
    uiRect size = placeColumns( p, columns, 0.0f, 0.0f ), d = p->data;
    float gap = roundf( 0.25f * p->em ), width = uiWidth( d ) - size.x1 - 2.0f * gap,
          height = uiHeight( d ) - size.y1 - 2.0f * gap;
    bool found = false;
    for ( int k = 0; k < SS_COUNT( shares ) && width >= 0.0f && height >= 0.0f && !found; ++k )
    {
        // the places that share k adds to those before it
        for ( int i = 0; i < 2 * k + 1 && !found; ++i )
        {
            float x = d.x1 - gap - size.x1 - shares[i < k ? i : k] * width,
                  y = d.y0 + gap + shares[i <= k ? k : i - k - 1] * height;
            found = tryPlace( p, columns, roundf( x ), roundf( y ) );
        }
    }
    return found;
}

bool uiPlaceLegendInside( uiPane* p )
{
    int columns = p->view->legend.columns;
    if ( columns > 0 && columns <= p->legend.count &&
        tryPlace( p, columns, p->data.x0 + p->view->legend.x, p->data.y0 + p->view->legend.y ) )
    {
        return true;
    }
    for ( columns = 1; columns <= p->legend.count; ++columns )
    {
        if ( searchPlace( p, columns ) ) { return true; }
    }
    p->view->legend.columns = 0;
    return false;
}

static void drawLineSwatch( uiPane* p, const uiLegendEntry* e, float x, float y, float width )
{
    ImU32 color = e->off ? uiFade( e->color, 0.35f ) : e->color;
    float thickness = fmaxf( 2.0f, 0.13f * p->em ), dash = e->dash > 0.0f ? e->dash * width : 2.0f * width;
    for ( float at = 0.0f; at < width - 1.0f; at += dash )
    {
        float drawn = e->share > 0.0f ? e->share : e->dash > 0.0f ? 0.58f : 1.0f;
        float to = fminf( at + drawn * dash, width );
        uiDrawLine( p->list, x + at, y, x + to, y, color, thickness );
    }
    uiDrawMarker( p->list, e->marker, x + 0.5f * width, y, uiMarkerRadius( p ), color );
}

void uiDrawSwatch( uiPane* p, const uiLegendEntry* e, float x, float y, float width )
{
    if ( e->kind == ui_swatchLine ) { drawLineSwatch( p, e, x, y, width ); }
    else if ( e->kind == ui_swatchDot )
    {
        ImDrawList_AddCircleFilled( p->list, uiVec2( x + 0.5f * width, y ), 0.24f * p->em, e->color, 12 );
    }
    else
    {
        float half = roundf( 0.3f * p->em ), x0 = x + 0.25f * width, x1 = x + width;
        uiFillRect( p->list, ( uiRect ){ x0, y - half, x1, y + half },
            uiFade( e->color, e->off ? 0.25f : e->strength ), 1.0f );
        if ( e->hatched )
        {
            uiHatch( p->list, x0, x1, ( float[] ){ y - half, y - half }, ( float[] ){ y + half, y + half },
                0.5f * half, uiFade( e->color, e->off ? 0.35f : 1.0f ) );
        }
    }
}

void uiDrawLegend( uiPane* p )
{
    const uiTheme* theme = &p->ui->theme;
    for ( int i = 0; i < p->legend.count; ++i )
    {
        const uiLegendEntry* e = p->legend.entries + i;
        if ( uiWidth( e->rect ) <= 0.0f ) { continue; }
        float middle = roundf( 0.5f * ( e->rect.y0 + e->rect.y1 ) ),
              x = e->rect.x0 + ( s_swatch + s_gap ) * p->em;
        ImU32 ink = e->off ? uiFade( theme->dim, 0.6f ) : theme->text;
        uiPushClip( p->list, ( uiRect ){ e->rect.x0, p->rect.y0, p->rect.x1, p->rect.y1 } );
        uiDrawSwatch( p, e, e->rect.x0, middle, s_swatch * p->em );
        uiDrawText( p->ui, p->list, ui_fontSmall, x, middle - 0.5f * p->small, ink, e->text );
        if ( e->off )
        {
            float end = x + uiTextSize( p->ui, ui_fontSmall, e->text ).x;
            uiDrawLine( p->list, x, middle, end, middle, ink, 1.0f );
        }
        ImDrawList_PopClipRect( p->list );
    }
}

void uiPublishLegend( uiPane* p, const char* mark, int covered )
{
    int missing = 0;
    for ( int i = 0; i < p->legend.count; ++i )
    {
        missing += uiWidth( p->legend.entries[i].rect ) > 0.0f ? 0 : 1;
    }
    p->ui->plots->legendCovered += covered;
    p->ui->plots->legendMissing += missing;
    uiPublish( uiPrint( "%s.legend.count", mark ), (double)( p->legend.count - missing ) );
    uiPublish( uiPrint( "%s.legend.covered", mark ), (double)covered );
}
