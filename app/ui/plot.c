// SPDX-License-Identifier: MIT

#include "ui/plot.h"

#include "ui/ui_internal.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum
{
    maxSeries = 4
};

typedef struct series
{
    const ssSignal* signal;
    int column, exactColumn; // in a row of the trace; 0: none
    ImU32 color;
    bool visible;
    double min, max, last; // over the whole trace
    int count;             // of finite values
    uiRect legend;
} series;

// Everything one pane needs while it is drawn.
typedef struct pane
{
    uiState* ui;
    const hostTrace* trace;
    const ssPlot* plot;
    uiPlotView* view;
    ImDrawList* list;
    uiRect rect, data, strip;
    double x0, x1, y0, y1;
    int first, last; // rows that matter for x0 … x1
    series series[maxSeries];
    int count;
    int modeColumn;
    float em, small;
} pane;

static double at( const pane* p, int row, int column )
{
    return p->trace->rows[(size_t)row * (size_t)( 1 + p->trace->signalCount ) + (size_t)column];
}

static float toX( const pane* p, double t )
{
    return p->data.x0 + (float)( ( t - p->x0 ) / ( p->x1 - p->x0 ) * (double)uiWidth( p->data ) );
}

static float toY( const pane* p, double value )
{
    double ratio = ( value - p->y0 ) / ( p->y1 - p->y0 );
    // far outside stays outside without leaving what a float can hold
    return p->data.y1 - (float)( fmin( fmax( ratio, -50.0 ), 51.0 ) * (double)uiHeight( p->data ) );
}

// ------------------------------------------------------------------------------------------------------- series

// A colour says what is measured: forces, moments and velocities look as in the scene; what comes second takes the
// next free hue.
static ImU32 chooseColor( const pane* p, const char* unit )
{
    static const char* const units[] = { "N", "N m", "m/s" };
    const uiTheme* theme = &p->ui->theme;
    ImU32 candidates[3 + SS_COUNT( theme->series )];
    int count = 0;
    for ( int i = 0; i < SS_COUNT( units ); ++i )
    {
        if ( strcmp( unit, units[i] ) == 0 )
        {
            candidates[count++] = theme->quantity[i];
        }
    }
    for ( int i = 0; i < SS_COUNT( theme->series ); ++i )
    {
        candidates[count++] = theme->series[i];
    }
    for ( int i = 0; i < count; ++i )
    {
        bool taken = false;
        for ( int j = 0; j < p->count; ++j )
        {
            taken = taken || p->series[j].color == candidates[i];
        }
        if ( !taken )
        {
            return candidates[i];
        }
    }
    return theme->text;
}

static void collectSeries( pane* p, const ssScenario* scenario )
{
    for ( int i = 0; i < maxSeries && p->plot->signals[i]; ++i )
    {
        int signal = ssFindSignal( scenario, p->plot->signals[i] );
        int exact = p->plot->exact[i] ? ssFindSignal( scenario, p->plot->exact[i] ) : -1;
        if ( signal < 0 )
        {
            continue;
        }
        series s = { .signal = scenario->signals + signal,
            .column = 1 + signal,
            .exactColumn = 1 + exact,
            .visible = !p->view->hidden[i],
            .min = INFINITY,
            .max = -INFINITY,
            .last = (double)NAN };
        s.color = chooseColor( p, s.signal->unit );
        for ( int row = 0; row < p->trace->rowCount; ++row )
        {
            double value = at( p, row, s.column );
            if ( isfinite( value ) )
            {
                s.min = fmin( s.min, value );
                s.max = fmax( s.max, value );
                ++s.count;
            }
            s.last = value;
        }
        p->series[p->count++] = s;
    }
}

static void publishSeries( const pane* p )
{
    char name[128];
    for ( int i = 0; i < p->count; ++i )
    {
        const series* s = p->series + i;
        const struct
        {
            const char* what;
            double value;
        } rows[] = { { "last", s->last }, { "min", s->count ? s->min : (double)NAN },
            { "max", s->count ? s->max : (double)NAN }, { "count", (double)s->count },
            { "visible", s->visible ? 1.0 : 0.0 } };
        for ( int j = 0; j < SS_COUNT( rows ); ++j )
        {
            snprintf( name, sizeof( name ), "plot.%s.%s.%s", p->plot->id, s->signal->name, rows[j].what );
            uiPublish( name, rows[j].value );
        }
    }
    const double ranges[] = { p->x0, p->x1, p->y0, p->y1 };
    static const char* const ends[] = { "x0", "x1", "y0", "y1" };
    for ( int i = 0; i < 4; ++i )
    {
        snprintf( name, sizeof( name ), "plot.%s.%s", p->plot->id, ends[i] );
        uiPublish( name, ranges[i] );
    }
}

// Rows inside the time range and one beyond each end, so that lines run out of the frame.
static void findRows( pane* p )
{
    int lo = hostTrace_Find( p->trace, p->x0 ), hi = hostTrace_Find( p->trace, p->x1 );
    p->first = lo < 0 ? 0 : lo;
    p->last = hi + 1 < p->trace->rowCount ? hi + 1 : p->trace->rowCount - 1;
}

// The range of what can be seen, with room above and below, ending at round numbers so that it seldom moves.
static void fitValues( pane* p )
{
    double lo = INFINITY, hi = -INFINITY;
    for ( int i = 0; i < p->count; ++i )
    {
        const series* s = p->series + i;
        for ( int row = p->first; s->visible && row <= p->last; ++row )
        {
            const double values[] = { at( p, row, s->column ),
                s->exactColumn ? at( p, row, s->exactColumn ) : (double)NAN };
            for ( int j = 0; j < 2; ++j )
            {
                lo = isfinite( values[j] ) ? fmin( lo, values[j] ) : lo;
                hi = isfinite( values[j] ) ? fmax( hi, values[j] ) : hi;
            }
        }
    }
    if ( !( lo <= hi ) )
    {
        lo = 0.0;
        hi = 1.0;
    }
    double size = fmax( fabs( lo ), fabs( hi ) );
    if ( hi - lo <= 1e-9 * size || hi - lo < 1e-300 )
    {
        // constant: zero at one side, or a unit around zero
        lo = size > 0.0 ? fmin( lo, 0.0 ) : -1.0;
        hi = size > 0.0 ? fmax( hi, 0.0 ) : 1.0;
    }
    double span = hi - lo;
    lo = lo > 0.0 && lo < 0.5 * span ? 0.0 : lo;
    hi = hi < 0.0 && -hi < 0.5 * span ? 0.0 : hi;
    double step = uiNiceStep( 0.08 * ( hi - lo ) );
    p->y0 = floor( lo / step - 0.5 ) * step;
    p->y1 = ceil( hi / step + 0.5 ) * step;
}

// ---------------------------------------------------------------------------------------------------------- axes

static double tickStep( double lo, double hi, float pixels, float apart )
{
    return uiNiceStep( ( hi - lo ) * (double)( apart / fmaxf( pixels, 1.0f ) ) );
}

static void tickText( double value, double step, double size, char* text, size_t capacity )
{
    value = fabs( value ) < 1e-6 * step ? 0.0 : value;
    if ( size >= 1e6 || size < 1e-3 )
    {
        int digits = 1 + (int)ceil( log10( size / step ) - 1e-9 );
        uiFormatDigits( value, digits < 1 ? 1 : digits > 12 ? 12 : digits, text, capacity );
        return;
    }
    int decimals = (int)ceil( -log10( step ) - 1e-9 );
    snprintf( text, capacity, "%.*f", decimals < 0 ? 0 : decimals, value );
}

// Widest label of the value axis: it decides where the data area begins.
static float valueLabelWidth( pane* p, double step )
{
    char text[48];
    float width = 0.0f;
    double size = fmax( fabs( p->y0 ), fabs( p->y1 ) );
    for ( double k = ceil( p->y0 / step - 1e-9 ); k <= floor( p->y1 / step + 1e-9 ); k += 1.0 )
    {
        tickText( k * step, step, size, text, sizeof( text ) );
        width = fmaxf( width, uiTextSize( p->ui, ui_fontSmall, text ).x );
    }
    return width;
}

static void layoutPane( pane* p )
{
    float pad = roundf( 0.45f * p->em );
    p->strip.y1 = p->rect.y1 - pad - p->small - roundf( 0.15f * p->em );
    p->strip.y0 = p->modeColumn ? p->strip.y1 - roundf( 1.12f * p->small ) : p->strip.y1;
    p->data.y0 = p->rect.y0 + pad + roundf( 1.45f * p->small );
    p->data.y1 = fmaxf( p->data.y0 + 8.0f, p->strip.y0 - ( p->modeColumn ? 2.0f : 0.0f ) );
    double step = tickStep( p->y0, p->y1, uiHeight( p->data ), 2.1f * p->em );
    p->data.x0 =
        p->rect.x0 + pad + fmaxf( valueLabelWidth( p, step ), 2.0f * p->em ) + roundf( 0.4f * p->em );
    p->data.x1 = fmaxf( p->data.x0 + 8.0f, p->rect.x1 - roundf( 0.8f * p->em ) );
    p->strip.x0 = p->data.x0;
    p->strip.x1 = p->data.x1;
}

static void drawAxes( pane* p )
{
    const uiTheme* theme = &p->ui->theme;
    uiRect d = p->data;
    ImU32 grid = uiFade( theme->text, 0.10f ), ink = theme->dim;
    char text[96];

    ImDrawList_AddRectFilled(
        p->list, uiVec2( d.x0, d.y0 ), uiVec2( d.x1, d.y1 ), theme->background, 0.0f, 0 );
    double step = tickStep( p->y0, p->y1, uiHeight( d ), 2.1f * p->em ),
           size = fmax( fabs( p->y0 ), fabs( p->y1 ) );
    for ( double k = ceil( p->y0 / step - 1e-9 ); k <= floor( p->y1 / step + 1e-9 ); k += 1.0 )
    {
        float y = roundf( toY( p, k * step ) );
        tickText( k * step, step, size, text, sizeof( text ) );
        float width = uiTextSize( p->ui, ui_fontSmall, text ).x;
        ImDrawList_AddRectFilled( p->list, uiVec2( d.x0, y ), uiVec2( d.x1, y + 1.0f ),
            k == 0.0 ? uiFade( theme->text, 0.25f ) : grid, 0.0f, 0 );
        if ( y - 0.5f * p->small >= d.y0 - 0.6f * p->small && y + 0.5f * p->small <= d.y1 + 0.6f * p->small )
        {
            uiDrawText(
                p->ui, p->list, ui_fontSmall, d.x0 - width - 0.4f * p->em, y - 0.5f * p->small, ink, text );
        }
    }
    const char* timeTitle = "t [s]";
    float labelY = p->strip.y1 + roundf( 0.15f * p->em );
    float titleX = d.x1 - uiTextSize( p->ui, ui_fontSmall, timeTitle ).x;
    uiDrawText( p->ui, p->list, ui_fontSmall, titleX, labelY, ink, timeTitle );
    step = tickStep( p->x0, p->x1, uiWidth( d ), 4.2f * p->em );
    size = fmax( fabs( p->x0 ), fabs( p->x1 ) );
    for ( double k = ceil( p->x0 / step - 1e-9 ); k <= floor( p->x1 / step + 1e-9 ); k += 1.0 )
    {
        float x = roundf( toX( p, k * step ) );
        tickText( k * step, step, size, text, sizeof( text ) );
        float width = uiTextSize( p->ui, ui_fontSmall, text ).x;
        ImDrawList_AddRectFilled( p->list, uiVec2( x, d.y0 ), uiVec2( x + 1.0f, d.y1 ), grid, 0.0f, 0 );
        if ( x + 0.5f * width < titleX - 0.5f * p->em )
        {
            uiDrawText( p->ui, p->list, ui_fontSmall, x - 0.5f * width, labelY, ink, text );
        }
    }
    snprintf( text, sizeof( text ), "%s [%s]", p->plot->title, p->plot->unit[0] ? p->plot->unit : "–" );
    float titleY = p->rect.y0 + roundf( 0.45f * p->em );
    uiDrawText( p->ui, p->list, ui_fontSmall, d.x0, titleY, theme->text, text );

    bool exact = false;
    for ( int i = 0; i < p->count; ++i )
    {
        exact = exact || ( p->series[i].exactColumn && p->series[i].visible );
    }
    float taken = uiTextSize( p->ui, ui_fontSmall, text ).x;
    float width = uiTextSize( p->ui, ui_fontSmall, "exact: dashed" ).x;
    if ( exact && taken + width + p->em < uiWidth( d ) )
    {
        uiDrawText( p->ui, p->list, ui_fontSmall, d.x1 - width, titleY, ink, "exact: dashed" );
    }
}

// -------------------------------------------------------------------------------------------------------- curves

typedef struct pen
{
    pane* p;
    ImU32 color;
    float thickness;
    bool dashed;
    int count;
} pen;

static void strokeDashes( pen* k )
{
    float( *points )[2] = k->p->ui->plotBuffer.points;
    float on = 0.5f * k->p->em, period = 0.85f * k->p->em, way = 0.0f;
    for ( int i = 1; i < k->count; ++i )
    {
        float dx = points[i][0] - points[i - 1][0], dy = points[i][1] - points[i - 1][1];
        float length = hypotf( dx, dy ), from = 0.0f;
        // a nearly vertical jump far out of the frame is no place for a million dashes
        if ( length > 4000.0f )
        {
            way = 0.0f;
            continue;
        }
        while ( from < length )
        {
            float phase = fmodf( way + from, period );
            float to = fminf( length, from + ( phase < on ? on - phase : period - phase ) + 1e-3f );
            if ( phase < on )
            {
                ImDrawList_AddLine( k->p->list,
                    uiVec2( points[i - 1][0] + dx * from / length, points[i - 1][1] + dy * from / length ),
                    uiVec2( points[i - 1][0] + dx * to / length, points[i - 1][1] + dy * to / length ),
                    k->color, k->thickness );
            }
            from = to;
        }
        way += length;
    }
}

static void penFlush( pen* k )
{
    float( *points )[2] = k->p->ui->plotBuffer.points;
    if ( k->count == 1 )
    {
        ImDrawList_AddCircleFilled(
            k->p->list, uiVec2( points[0][0], points[0][1] ), 1.2f * k->thickness, k->color, 8 );
    }
    else if ( k->count > 1 && k->dashed )
    {
        strokeDashes( k );
    }
    else if ( k->count > 1 )
    {
        ImDrawList_AddPolyline(
            k->p->list, (const ImVec2*)(const void*)points, k->count, k->color, 0, k->thickness );
    }
    k->count = 0;
}

static void penTo( pen* k, float x, float y )
{
    float( *points )[2] = k->p->ui->plotBuffer.points;
    if ( k->count == ui_plotPoints )
    {
        float lastX = points[k->count - 1][0], lastY = points[k->count - 1][1];
        penFlush( k );
        points[0][0] = lastX;
        points[0][1] = lastY;
        k->count = 1;
    }
    points[k->count][0] = x;
    points[k->count][1] = y;
    ++k->count;
}

// Where rows are denser than pixels, a column of pixels keeps its lowest and highest row, in their order: nothing
// that sticks out is lost.
static void drawCurve( pane* p, int column, ImU32 color, float thickness, bool dashed )
{
    pen k = { .p = p, .color = color, .thickness = thickness, .dashed = dashed };
    bool thin = p->last - p->first > 2 * (int)uiWidth( p->data );
    int pixel = -1000000, lowRow = -1, highRow = -1;
    for ( int row = p->first; row <= p->last + 1; ++row )
    {
        bool end = row > p->last;
        double value = end ? (double)NAN : at( p, row, column );
        float x = end ? 0.0f : toX( p, at( p, row, 0 ) );
        bool gap = end || !isfinite( value );
        if ( thin && lowRow >= 0 && ( gap || (int)floorf( x ) != pixel ) )
        {
            int a = lowRow < highRow ? lowRow : highRow, b = lowRow < highRow ? highRow : lowRow;
            penTo( &k, toX( p, at( p, a, 0 ) ), toY( p, at( p, a, column ) ) );
            if ( b != a )
            {
                penTo( &k, toX( p, at( p, b, 0 ) ), toY( p, at( p, b, column ) ) );
            }
            lowRow = highRow = -1;
        }
        if ( gap )
        {
            penFlush( &k );
        }
        else if ( thin )
        {
            pixel = (int)floorf( x );
            lowRow = lowRow < 0 || value < at( p, lowRow, column ) ? row : lowRow;
            highRow = highRow < 0 || value > at( p, highRow, column ) ? row : highRow;
        }
        else
        {
            penTo( &k, x, toY( p, value ) );
        }
    }
}

static void drawCurves( pane* p )
{
    float thickness = fmaxf( 1.5f, 0.1f * p->em );
    ImDrawList_PushClipRect(
        p->list, uiVec2( p->data.x0, p->data.y0 ), uiVec2( p->data.x1, p->data.y1 ), true );
    for ( int i = 0; i < p->count && p->trace->rowCount; ++i )
    {
        if ( p->series[i].visible && p->series[i].exactColumn )
        {
            // wide enough to look out on both sides where the computed curve covers it
            drawCurve(
                p, p->series[i].exactColumn, uiFade( p->ui->theme.dim, 0.75f ), 2.7f * thickness, true );
        }
    }
    for ( int i = 0; i < p->count && p->trace->rowCount; ++i )
    {
        if ( p->series[i].visible )
        {
            drawCurve( p, p->series[i].column, p->series[i].color, thickness, false );
        }
    }
    ImDrawList_PopClipRect( p->list );
}

static bool overlaps( uiRect a, uiRect b )
{
    return a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
}

// Symbols at the ends of the curves, where there is room for them.
static void drawEndLabels( pane* p )
{
    uiRect taken[2 * maxSeries];
    int count = 0;
    for ( int i = 0; i < p->count; ++i )
    {
        taken[count++] = p->series[i].legend;
    }
    for ( int i = 0; i < p->count; ++i )
    {
        const series* s = p->series + i;
        int row = p->last;
        while ( s->visible && row > p->first && !isfinite( at( p, row, s->column ) ) )
        {
            --row;
        }
        if ( !s->visible || s->count < 2 )
        {
            continue;
        }
        float x = toX( p, at( p, row, 0 ) ), y = toY( p, at( p, row, s->column ) );
        ImVec2 size = uiTextSize( p->ui, ui_fontSmall, s->signal->symbol );
        float gap = 0.35f * p->em;
        const uiRect places[] = {
            { x + gap, y - 0.5f * size.y, x + gap + size.x, y + 0.5f * size.y },
            { x + gap, y - size.y - 1.0f, x + gap + size.x, y - 1.0f },
            { x + gap, y + 1.0f, x + gap + size.x, y + 1.0f + size.y },
            { x - size.x - gap, y - size.y - gap, x - gap, y - gap },
            { x - size.x - gap, y + gap, x - gap, y + size.y + gap },
        };
        for ( int j = 0; j < SS_COUNT( places ); ++j )
        {
            uiRect r = places[j];
            bool free = r.x0 >= p->data.x0 && r.x1 <= p->data.x1 && r.y0 >= p->data.y0 && r.y1 <= p->data.y1;
            for ( int k = 0; k < count; ++k )
            {
                free = free && !overlaps( r, taken[k] );
            }
            if ( free )
            {
                uiDrawText( p->ui, p->list, ui_fontSmall, r.x0, r.y0, s->color, s->signal->symbol );
                taken[count++] = r;
                break;
            }
        }
    }
}

// --------------------------------------------------------------------------------------------------------- strip

static void drawSegment( pane* p, int mode, float x0, float x1 )
{
    static const char* const letters[ss_modeCount] = { "O", "St", "Sl", "R", "S+R", "Sp" };
    x0 = fmaxf( x0, p->strip.x0 );
    x1 = fminf( x1, p->strip.x1 );
    if ( mode < 0 || mode >= ss_modeCount || x1 <= x0 )
    {
        return;
    }
    ImU32 color = p->ui->theme.mode[mode];
    ImDrawList_AddRectFilled( p->list, uiVec2( x0, p->strip.y0 ), uiVec2( x1, p->strip.y1 ), color, 0.0f, 0 );
    const char* const names[] = { ssContactModeName( (ssContactMode)mode ), letters[mode] };
    for ( int i = 0; i < 2; ++i )
    {
        ImVec2 size = uiTextSize( p->ui, ui_fontSmall, names[i] );
        if ( size.x + 0.5f * p->em <= x1 - x0 )
        {
            float y = p->strip.y0 + 0.5f * ( uiHeight( p->strip ) - size.y );
            uiDrawText(
                p->ui, p->list, ui_fontSmall, 0.5f * ( x0 + x1 - size.x ), y, uiInkOn( color ), names[i] );
            break;
        }
    }
}

static void drawStrip( pane* p )
{
    if ( p->modeColumn == 0 )
    {
        return;
    }
    ImDrawList_AddRectFilled( p->list, uiVec2( p->strip.x0, p->strip.y0 ), uiVec2( p->strip.x1, p->strip.y1 ),
        p->ui->theme.background, 0.0f, 0 );
    int mode = -1;
    float start = p->strip.x0;
    for ( int row = p->first; p->trace->rowCount && row <= p->last; ++row )
    {
        double value = at( p, row, p->modeColumn );
        int here = isfinite( value ) ? (int)value : -1;
        if ( here != mode )
        {
            float x = toX( p, at( p, row, 0 ) );
            drawSegment( p, mode, start, x );
            mode = here;
            start = x;
        }
    }
    if ( p->trace->rowCount )
    {
        drawSegment( p, mode, start, toX( p, at( p, p->last, 0 ) ) );
    }
}

// ------------------------------------------------------------------------------------------------ cursor, legend

static int cursorRow( const pane* p )
{
    double t = p->ui->cursorTime;
    if ( isnan( t ) || p->trace->rowCount == 0 )
    {
        return -1;
    }
    int row = hostTrace_Find( p->trace, t );
    row = row < 0 ? 0 : row;
    if ( row + 1 < p->trace->rowCount && fabs( at( p, row + 1, 0 ) - t ) < fabs( at( p, row, 0 ) - t ) )
    {
        ++row;
    }
    // beyond the data there is nothing to read
    return t > at( p, p->trace->rowCount - 1, 0 ) + 0.01 * ( p->x1 - p->x0 ) ? -1 : row;
}

static void drawCursor( pane* p, int row )
{
    const uiTheme* theme = &p->ui->theme;
    double t = p->ui->cursorTime;
    if ( isnan( t ) || t < p->x0 || t > p->x1 )
    {
        return;
    }
    float x = roundf( toX( p, row >= 0 ? at( p, row, 0 ) : t ) );
    ImDrawList_AddRectFilled( p->list, uiVec2( x, p->data.y0 ), uiVec2( x + 1.0f, p->strip.y1 ),
        uiFade( theme->text, 0.6f ), 0.0f, 0 );
    char number[48], text[96];
    uiFormatNumber( row >= 0 ? at( p, row, 0 ) : t, number, sizeof( number ) );
    snprintf( text, sizeof( text ), "t = %s s", number );
    ImVec2 size = uiTextSize( p->ui, ui_fontSmall, text );
    float tx = fminf( x + 0.4f * p->em, p->data.x1 - size.x - 2.0f ), ty = p->data.y1 - size.y - 0.2f * p->em;
    ImDrawList_AddRectFilled( p->list, uiVec2( tx - 3.0f, ty ), uiVec2( tx + size.x + 3.0f, ty + size.y ),
        uiFade( theme->background, 0.8f ), 0.0f, 0 );
    uiDrawText( p->ui, p->list, ui_fontSmall, tx, ty, theme->text, text );
    for ( int i = 0; i < p->count && row >= 0; ++i )
    {
        double value = at( p, row, p->series[i].column );
        float y = toY( p, isfinite( value ) ? value : p->y0 );
        if ( p->series[i].visible && isfinite( value ) && y >= p->data.y0 && y <= p->data.y1 )
        {
            ImDrawList_AddCircleFilled(
                p->list, uiVec2( x + 0.5f, y ), 0.22f * p->em, p->series[i].color, 0 );
        }
    }
}

// Upper right, no box; with a cursor it becomes the read-out.
static void drawLegend( pane* p, int row )
{
    const uiTheme* theme = &p->ui->theme;
    char texts[maxSeries][96], mark[128];
    float widest = 0.0f, line = roundf( 1.3f * p->small ), swatch = roundf( 1.1f * p->em ),
          pad = roundf( 0.4f * p->em );
    for ( int i = 0; i < p->count; ++i )
    {
        const series* s = p->series + i;
        snprintf( texts[i], sizeof( texts[i] ), "%s", s->signal->symbol );
        if ( row >= 0 && s->visible )
        {
            char number[64];
            uiFormatQuantity( at( p, row, s->column ), s->signal->unit, number, sizeof( number ) );
            snprintf( texts[i], sizeof( texts[i] ), "%s = %s", s->signal->symbol, number );
        }
        widest = fmaxf( widest, uiTextSize( p->ui, ui_fontSmall, texts[i] ).x );
    }
    float x = p->data.x1 - widest - swatch - 2.0f * pad, y = p->data.y0 + 0.2f * p->em;
    for ( int i = 0; i < p->count && y + line <= p->data.y1; ++i, y += line )
    {
        series* s = p->series + i;
        s->legend = ( uiRect ){ x, y, p->data.x1, y + line };
        ImU32 ink = s->visible ? theme->text : uiFade( theme->dim, 0.6f );
        float middle = roundf( y + 0.5f * line );
        // of the ground's own colour: it only holds the curves off the words
        ImDrawList_AddRectFilled( p->list, uiVec2( x, y ), uiVec2( p->data.x1, y + line ),
            uiFade( theme->background, 0.78f ), 0.0f, 0 );
        ImDrawList_AddLine( p->list, uiVec2( x + 0.3f * pad, middle ), uiVec2( x + swatch, middle ),
            s->visible ? s->color : uiFade( s->color, 0.35f ), fmaxf( 2.0f, 0.14f * p->em ) );
        float tx = x + swatch + pad;
        uiDrawText( p->ui, p->list, ui_fontSmall, tx, middle - 0.5f * p->small, ink, texts[i] );
        if ( !s->visible )
        {
            ImDrawList_AddLine( p->list, uiVec2( tx, middle ),
                uiVec2( tx + uiTextSize( p->ui, ui_fontSmall, texts[i] ).x, middle ), ink, 1.0f );
        }
        snprintf( mark, sizeof( mark ), "plot.%s.legend.%s", p->plot->id, s->signal->name );
        uiMarkRect( mark, s->legend );
        uiMarkText( mark, texts[i] );
    }
}

// --------------------------------------------------------------------------------------------------------- mouse

static int legendUnder( const pane* p, ImVec2 mouse )
{
    for ( int i = 0; i < p->count; ++i )
    {
        if ( uiInside( p->series[i].legend, mouse ) )
        {
            return i;
        }
    }
    return -1;
}

static void zoom( double* lo, double* hi, double around, double factor )
{
    double a = around + ( *lo - around ) * factor, b = around + ( *hi - around ) * factor;
    double size = fmax( fabs( a ), fabs( b ) );
    // deeper than the digits of a double there is nothing to see
    if ( b - a > 1e-11 * size && b - a > 1e-280 && b - a < 1e280 )
    {
        *lo = a;
        *hi = b;
    }
}

static void setTime( pane* p, double lo, double hi )
{
    p->ui->timeRange = ( uiPlotRange ){ true, lo, hi };
}

static void setValues( pane* p, double lo, double hi )
{
    p->view->y = ( uiPlotRange ){ true, lo, hi };
}

static void beginPlotGesture( pane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    int entry = legendUnder( p, mouse );
    bool right = igIsMouseClicked( ImGuiMouseButton_Right, false );
    bool fit = igIsMouseDoubleClicked( ImGuiMouseButton_Left );
    v->gesture = right         ? ui_plotBox
        : mouse.x < p->data.x0 ? ui_plotPanY
        : mouse.y > p->data.y1 ? ui_plotPanX
                               : ui_plotPan;
    if ( !right && entry >= 0 )
    {
        // position in the scenario's list, not in ours, which leaves out unknown signals
        for ( int i = 0; i < maxSeries && p->plot->signals[i]; ++i )
        {
            if ( strcmp( p->plot->signals[i], p->series[entry].signal->name ) == 0 )
            {
                v->hidden[i] = !v->hidden[i];
            }
        }
        v->gesture = ui_plotLegend;
    }
    else if ( fit )
    {
        v->y.manual = false;
        p->ui->timeRange.manual = false;
        v->gesture = ui_plotLegend;
    }
    v->pressX = mouse.x;
    v->pressY = mouse.y;
    v->startX0 = p->x0;
    v->startX1 = p->x1;
    v->startY0 = p->y0;
    v->startY1 = p->y1;
}

static void continuePlotGesture( pane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    float dx = mouse.x - v->pressX, dy = mouse.y - v->pressY;
    bool dragging = igIsMouseDragging( ImGuiMouseButton_Left, 3.0f );
    if ( dragging && ( v->gesture == ui_plotPan || v->gesture == ui_plotPanX ) )
    {
        double shift = (double)( dx / uiWidth( p->data ) ) * ( v->startX1 - v->startX0 );
        setTime( p, v->startX0 - shift, v->startX1 - shift );
    }
    if ( dragging && ( v->gesture == ui_plotPan || v->gesture == ui_plotPanY ) )
    {
        double shift = (double)( dy / uiHeight( p->data ) ) * ( v->startY1 - v->startY0 );
        setValues( p, v->startY0 + shift, v->startY1 + shift );
    }
    if ( v->gesture == ui_plotBox )
    {
        uiRect d = p->data;
        ImVec2 a =
            uiVec2( fmaxf( d.x0, fminf( v->pressX, mouse.x ) ), fmaxf( d.y0, fminf( v->pressY, mouse.y ) ) );
        ImVec2 b =
            uiVec2( fminf( d.x1, fmaxf( v->pressX, mouse.x ) ), fminf( d.y1, fmaxf( v->pressY, mouse.y ) ) );
        ImDrawList_AddRectFilled( p->list, a, b, uiFade( p->ui->theme.accent, 0.18f ), 0.0f, 0 );
        ImDrawList_AddRect( p->list, a, b, p->ui->theme.accent, 0.0f, 0, 1.0f );
    }
}

static void endPlotGesture( pane* p, ImVec2 mouse )
{
    uiPlotView* v = p->view;
    if ( v->gesture == ui_plotBox )
    {
        uiRect d = p->data;
        float ax = fmaxf( d.x0, fminf( v->pressX, mouse.x ) ),
              bx = fminf( d.x1, fmaxf( v->pressX, mouse.x ) );
        float ay = fmaxf( d.y0, fminf( v->pressY, mouse.y ) ),
              by = fminf( d.y1, fmaxf( v->pressY, mouse.y ) );
        double x0 = p->x0, x1 = p->x1, y0 = p->y0, y1 = p->y1;
        if ( bx - ax > 4.0f )
        {
            setTime( p, x0 + (double)( ( ax - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ),
                x0 + (double)( ( bx - d.x0 ) / uiWidth( d ) ) * ( x1 - x0 ) );
        }
        if ( by - ay > 4.0f )
        {
            setValues( p, y1 - (double)( ( by - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ),
                y1 - (double)( ( ay - d.y0 ) / uiHeight( d ) ) * ( y1 - y0 ) );
        }
    }
    v->gesture = ui_plotIdle;
}

static void handlePlotMouse( pane* p, bool hovered, bool activated, bool active )
{
    const ImGuiIO* io = igGetIO();
    ImVec2 mouse = io->MousePos;
    bool inData = uiInside( p->data, mouse );
    if ( activated )
    {
        beginPlotGesture( p, mouse );
    }
    else if ( active )
    {
        continuePlotGesture( p, mouse );
    }
    else if ( p->view->gesture != ui_plotIdle )
    {
        endPlotGesture( p, mouse );
    }
    if ( hovered && io->MouseWheel != 0.0f )
    {
        double factor = pow( 0.85, (double)io->MouseWheel ), x0 = p->x0, x1 = p->x1, y0 = p->y0, y1 = p->y1;
        if ( mouse.x >= p->data.x0 )
        {
            zoom( &x0, &x1, x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( x1 - x0 ),
                factor );
            setTime( p, x0, x1 );
        }
        if ( mouse.y <= p->data.y1 )
        {
            zoom( &y0, &y1, y1 - (double)( ( mouse.y - p->data.y0 ) / uiHeight( p->data ) ) * ( y1 - y0 ),
                factor );
            setValues( p, y0, y1 );
        }
    }
    if ( hovered && inData && p->view->gesture != ui_plotBox )
    {
        p->ui->nextCursorTime =
            p->x0 + (double)( ( mouse.x - p->data.x0 ) / uiWidth( p->data ) ) * ( p->x1 - p->x0 );
    }
    if ( hovered && legendUnder( p, mouse ) >= 0 )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        const series* s = p->series + legendUnder( p, mouse );
        uiHint( p->ui, "%s: %s · click to hide or show", s->signal->symbol,
            s->signal->doc ? s->signal->doc : s->signal->name );
    }
    else if ( hovered && inData )
    {
        uiHint( p->ui, "drag pans · wheel zooms · right-drag zooms into a box · double-click fits" );
    }
    else if ( hovered )
    {
        uiHint( p->ui, "wheel or drag over an axis moves that axis alone · double-click fits" );
    }
}

void uiPlot( uiState* ui, const uiFrameInput* input, int plot, uiRect rect, double time0, double time1 )
{
    const ssScenario* scenario = input->snapshot->scenario;
    static const hostTrace nothing = { .lastStep = -1 };
    bool usable = input->trace && input->trace->signalCount == scenario->signalCount &&
        input->trace->run == input->snapshot->run;
    int mode = ssFindSignal( scenario, "mode" );
    pane p = { .ui = ui,
        .trace = usable ? input->trace : &nothing,
        .plot = scenario->plots + plot,
        .view = ui->plotViews + plot,
        .list = igGetWindowDrawList(),
        .rect = rect,
        .x0 = time0,
        .x1 = time1,
        .modeColumn = 1 + mode,
        .em = ui->em * igGetIO()->FontGlobalScale,
        .last = -1 };
    p.small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    char mark[96];
    snprintf( mark, sizeof( mark ), "plot.%s", p.plot->id );

    igSetCursorScreenPos( uiVec2( rect.x0, rect.y0 ) );
    igInvisibleButton( mark, uiVec2( fmaxf( 1.0f, uiWidth( rect ) ), fmaxf( 1.0f, uiHeight( rect ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight );
    bool hovered = igIsItemHovered( 0 ), activated = igIsItemActivated(), active = igIsItemActive();

    collectSeries( &p, scenario );
    if ( p.trace->rowCount )
    {
        findRows( &p );
    }
    if ( p.view->y.manual )
    {
        p.y0 = p.view->y.lo;
        p.y1 = p.view->y.hi;
    }
    else
    {
        fitValues( &p );
    }
    layoutPane( &p );
    int row = cursorRow( &p );
    drawAxes( &p );
    drawCurves( &p );
    drawStrip( &p );
    drawCursor( &p, row );
    drawLegend( &p, row );
    drawEndLabels( &p );
    if ( p.trace->rowCount < 2 && !uiShownPlaying( ui, input ) )
    {
        const char* text = "press Space to run";
        ImVec2 size = uiTextSize( ui, ui_fontBody, text );
        uiDrawText( ui, p.list, ui_fontBody, 0.5f * ( p.data.x0 + p.data.x1 - size.x ),
            0.5f * ( p.data.y0 + p.data.y1 - size.y ), ui->theme.dim, text );
    }
    handlePlotMouse( &p, hovered, activated, active );
    uiMarkRect( mark, p.data );
    publishSeries( &p );
}
