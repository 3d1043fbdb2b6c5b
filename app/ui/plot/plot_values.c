// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/plot/plot_internal.h"

// The values at the cursor, where they hide least: the present run's, and the pins' with the difference.

#define MAX_LINES ( ui_maxSeries * ( 1 + SESSION_MAX_COMPANIONS ) )

typedef struct ValueLine
{
    const char* text;
    int series, pin; // pin -1: the present run
    float width;
} ValueLine;

const char* uiDescribeValue( const uiPane* p, int i, int row )
{
    const uiSeries* s = p->series + i;
    bool shown = row >= 0 && s->visible;
    double value = shown ? paneAmount( p, row, i ) : 0.0;
    double largest = shown && s->column > 0 ? p->signalLog->largest[s->column - 1] : 0.0;
    const char* number = shown ? uiFormatMeasured( value, largest, s->signal->unit ) : "";
    return uiPrint( number[0] == 0          ? "%s"
            : p->recorded && isnan( value ) ? tr( "%s unknown" )
                                            : "%s = %s",
        s->name, number );
}

static void addLine( uiPane* p, ValueLine* lines, int* count, int series, int pin, const char* text )
{
    lines[*count] = ( ValueLine ){ text, series, pin, uiTextSize( p->ui, ui_fontSmall, text ).x };
    *count += text[0] != '\0' && *count + 1 < MAX_LINES ? 1 : 0;
}

/// Collects the lines. Those of the present run come in any case; those of pins as far as there is room.
static int collectLines( uiPane* p, int row, double time, ValueLine* lines )
{
    int count = 0, live = 0, most = (int)( ( p->data.y1 - p->rect.y0 ) / uiLegendLine( p ) );
    for ( int i = 0; i < p->count; ++i )
    {
        live += p->series[i].visible && p->series[i].entry >= 0 && row >= 0 ? 1 : 0;
    }
    for ( int i = 0; i < p->count; ++i )
    {
        const uiSeries* s = p->series + i;
        bool listed = s->visible && s->entry >= 0;
        if ( listed && row >= 0 )
        {
            addLine( p, lines, &count, i, -1, uiDescribeValue( p, i, row ) );
            --live;
        }
        int column = p->stacked ? s->exactColumn : s->column;
        for ( int k = 0; k < p->pinCount && ( listed || ( p->stacked && column > 0 ) ); ++k )
        {
            if ( count + live < most )
            {
                double present = row >= 0 && column > 0 ? paneValue( p, row, column ) : (double)NAN;
                addLine( p, lines, &count, i, k, uiDescribePin( p, k, i, time, present ) );
            }
        }
    }
    return count;
}

/// Chooses where the box is, beside the cursor.
static uiRect placeBox( const uiPane* p, double time, float width, float height )
{
    float at = paneX( p, time ), gap = 0.6f * p->em;
    const float xs[2] = { at + gap + width <= p->rect.x1 ? at + gap : at - gap - width,
        at - gap - width >= p->rect.x0 ? at - gap - width : at + gap };
    // Many values also take the place of the legend.
    float top = fmaxf( p->rect.y0, fminf( p->data.y0, p->data.y1 - height ) );
    const float ys[2] = { top, fmaxf( top, p->data.y1 - height ) };
    uiRect box = { xs[0], ys[0], xs[0] + width, ys[0] + height };
    for ( int i = 3; i >= 0; --i )
    {
        uiRect place = { xs[i % 2], ys[i / 2], xs[i % 2] + width, ys[i / 2] + height };
        box = uiRoomFree( &p->ui->plots->room, place ) ? place : box;
    }
    // A box that is wider than the room on either side covers the cursor rather than another pane.
    float shift = fminf( 0.0f, p->rect.x1 - box.x1 );
    shift = fmaxf( shift, p->rect.x0 - box.x0 );
    return ( uiRect ){ box.x0 + shift, box.y0, box.x1 + shift, box.y1 };
}

/// What the keyboard has asked for at this plot: the moment, and the values of the present run.
static void sayValues( const uiPane* p, double time, const ValueLine* lines, int count )
{
    const char* text = uiPrint( "t = %s", uiFormatQuantity( time, "s" ) );
    for ( int i = 0; i < count; ++i )
    {
        text = lines[i].pin >= 0 ? text : uiPrint( "%s, %s", text, lines[i].text );
    }
    uiFocusSay( p->ui, tr( "plot, %s, %s" ), p->title, text );
}

void uiPlotValues( uiPane* p, int row )
{
    double time = row >= 0 ? paneValue( p, row, 0 ) : p->ui->plots->cursorTime;
    ValueLine lines[MAX_LINES];
    int count = isnan( time ) ? 0 : collectLines( p, row, time, lines );
    p->valueCount = count;
    if ( count == 0 ) { return; }
    if ( p->focused && isfinite( p->ui->plots->keyTime ) ) { sayValues( p, time, lines, count ); }
    float widest = 0.0f, line = uiLegendLine( p ), pad = roundf( 0.35f * p->em ), swatch = 1.1f * p->em;
    for ( int i = 0; i < count; ++i ) { widest = fmaxf( widest, lines[i].width ); }
    uiRect box = placeBox( p, time, widest + swatch + 3.0f * pad, (float)count * line + pad );
    uiFillRect( p->list, box, uiFade( p->ui->theme.raised, 0.96f ), roundf( 0.2f * p->em ) );
    float y = box.y0 + 0.5f * pad;
    for ( int i = 0; i < count; ++i, y += line )
    {
        const ValueLine* l = lines + i;
        float middle = roundf( y + 0.5f * line );
        if ( l->pin < 0 )
        {
            uiDrawSwatch( p, p->legend.entries + p->series[l->series].entry, box.x0 + pad, middle, swatch );
        }
        else { uiDrawPinSample( p->ui, p->list, p->pins + l->pin, box.x0 + pad, middle, swatch ); }
        uiDrawText( p->ui, p->list, ui_fontSmall, box.x0 + 2.0f * pad + swatch, middle - 0.5f * p->small,
            l->pin < 0 ? p->ui->theme.text : p->ui->theme.dim, l->text );
    }
}
