// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sweep.h"

#include <string.h>

// The map of a sweep: cells, axes and colour scale. A click on a cell loads its parameters.

// The map while it is being drawn.
typedef struct mapFrame
{
    uiState* ui;
    const uiFrameInput* input;
    uiSweepPanel* s;
    const sweepDef* def;
    ImDrawList* list;
    uiRect data;
    int rows, columns;
} mapFrame;

static uiRect cellRect( const mapFrame* m, int row, int column )
{
    float w = uiWidth( m->data ), h = uiHeight( m->data );
    return ( uiRect ){ roundf( m->data.x0 + w * (float)column / (float)m->columns ),
        roundf( m->data.y1 - h * (float)( row + 1 ) / (float)m->rows ),
        roundf( m->data.x0 + w * (float)( column + 1 ) / (float)m->columns ),
        roundf( m->data.y1 - h * (float)row / (float)m->rows ) };
}

static ImU32 mapColor( double share )
{
    int rgb[3];
    svgMapColor( share, rgb );
    return (ImU32)rgb[0] | (ImU32)rgb[1] << 8 | (ImU32)rgb[2] << 16 | 0xff000000u;
}

/// True if the extreme values look the same on the screen: then rounding errors must not colour the map.
static bool isFlat( const uiSweepPanel* s )
{
    const char* lo = uiFormatNumber( s->lo );
    return strcmp( lo, uiFormatNumber( s->hi ) ) == 0;
}

/// Returns the position of a value on the colour scale, 0 … 1, or NaN if it has no colour.
static double shareOf( const uiSweepPanel* s, double value )
{
    double lo = s->lo, hi = s->hi;
    if ( isFlat( s ) ) { return isfinite( value ) ? 0.5 : SS_NAN; }
    if ( s->logColors )
    {
        value = value > 0.0 ? log( value ) : SS_NAN;
        lo = log( s->leastPositive );
        hi = s->hi > 0.0 ? log( s->hi ) : lo;
    }
    return isfinite( value ) ? ( hi > lo ? ( value - lo ) / ( hi - lo ) : 0.5 ) : SS_NAN;
}

/// Marks a cell without a value.
static void hatch( const mapFrame* m, uiRect r, ImU32 color )
{
    float step = 0.5f * igGetFontSize();
    uiPushClip( m->list, r );
    for ( float x = r.x0 - uiHeight( r ); x < r.x1; x += step )
    {
        uiDrawLine( m->list, x, r.y1, x + uiHeight( r ), r.y0, color, 1.0f );
    }
    ImDrawList_PopClipRect( m->list );
}

static bool isLoaded( const mapFrame* m, int row, int column )
{
    const sweepAxis *yAxis = m->def->axes, *xAxis = m->def->axes + 1;
    return uiShownParam( m->ui, m->input, yAxis->param ) == yAxis->values[row] &&
        uiShownParam( m->ui, m->input, xAxis->param ) == xAxis->values[column];
}

static void drawCells( const mapFrame* m )
{
    const uiSweepPanel* s = m->s;
    const uiTheme* theme = &m->ui->theme;
    uiRect loaded = { 0 }, hovered = { 0 };
    for ( int row = 0; row < m->rows; ++row )
    {
        for ( int column = 0; column < m->columns; ++column )
        {
            int index = row * m->columns + column;
            double value = s->values[index];
            uiRect r = cellRect( m, row, column );
            double share = shareOf( s, value );
            if ( isfinite( share ) ) { uiFillRect( m->list, r, mapColor( share ), 0.0f ); }
            else if ( s->have[index] )
            {
                bool failed = s->cells[index].failure[0] != '\0';
                hatch( m, r, failed ? theme->error : theme->dim );
            }
            else
            {
                uiDrawFrame( m->list, ( uiRect ){ r.x0, r.y0, r.x1 + 1.0f, r.y1 + 1.0f },
                    uiFade( theme->text, 0.10f ), 0.0f, 1.0f );
            }
            loaded = isLoaded( m, row, column ) ? r : loaded;
            hovered = row == s->row && column == s->column ? r : hovered;
            if ( m->input->virtualClock ) // only scripts need names, and there can be thousands of cells
            {
                const char* mark = uiPrint( "sweep.cell.%d.%d", row, column );
                uiMarkRect( mark, r );
                uiPublish( mark, value );
            }
        }
    }
    const uiRect frames[2] = { loaded, hovered };
    for ( int i = 0; i < 2; ++i )
    {
        uiRect r = frames[i];
        if ( uiWidth( r ) > 0.0f )
        {
            uiDrawFrame( m->list, r, 0xff000000u, 0.0f, 4.0f );
            uiDrawFrame( m->list, r, i == 0 ? theme->accent : 0xffffffffu, 0.0f, 2.0f );
        }
    }
}

/// Writes a value of an axis: a number with a few digits, or the name of a choice.
static const char* axisText( const mapFrame* m, int side, int at )
{
    const sweepAxis* axis = m->def->axes + side;
    const ssParam* row = m->def->base.scenario->model.params + axis->param;
    return row->kind == ss_paramChoice ? uiPrint( "%s", wordsChoice( row, (int)axis->values[at] ) )
                                       : uiFormatDigits( axis->values[at], 3 );
}

static float widestText( const mapFrame* m, int side )
{
    float width = 0.0f;
    for ( int i = 0; i < m->def->axes[side].count; ++i )
    {
        width = fmaxf( width, uiTextSize( m->ui, ui_fontSmall, axisText( m, side, i ) ).x );
    }
    return width;
}

static void drawAxes( const mapFrame* m, float small, float em )
{
    ImU32 ink = m->ui->theme.dim;
    uiRect d = m->data;
    int every = (int)ceilf( 1.5f * small * (float)m->rows / uiHeight( d ) );
    for ( int row = 0; row < m->rows; row += every < 1 ? 1 : every )
    {
        uiRect r = cellRect( m, row, 0 );
        const char* text = axisText( m, 0, row );
        float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, d.x0 - width - 0.5f * em,
            0.5f * ( r.y0 + r.y1 ) - 0.5f * small, ink, text );
    }
    every = (int)ceilf( ( widestText( m, 1 ) + em ) * (float)m->columns / uiWidth( d ) );
    for ( int column = 0; column < m->columns; column += every < 1 ? 1 : every )
    {
        uiRect r = cellRect( m, 0, column );
        const char* text = axisText( m, 1, column );
        float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, 0.5f * ( r.x0 + r.x1 ) - 0.5f * width, d.y1 + 0.4f * em,
            ink, text );
    }
    const ssScenario* scenario = m->def->base.scenario;
    const char* text = uiSweepParamName( scenario->model.params + m->def->axes[0].param );
    uiDrawText( m->ui, m->list, ui_fontSmall, d.x0, d.y0 - 1.6f * small, m->ui->theme.text, text );
    text = uiSweepParamName( scenario->model.params + m->def->axes[1].param );
    float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
    uiDrawText( m->ui, m->list, ui_fontSmall, 0.5f * ( d.x0 + d.x1 - width ), d.y1 + 0.5f * em + 1.3f * small,
        m->ui->theme.text, text );
}

#define BANDS 64

static void drawScale( const mapFrame* m, float left, float small, float em )
{
    const uiSweepPanel* s = m->s;
    const ssMeasure* measure = m->def->base.scenario->model.measures + s->measure;
    uiRect d = m->data;
    float width = roundf( 1.1f * em );
    for ( int i = 0; i < BANDS; ++i )
    {
        float y1 = d.y1 - uiHeight( d ) * (float)i / BANDS,
              y0 = d.y1 - uiHeight( d ) * (float)( i + 1 ) / BANDS;
        uiFillRect( m->list, ( uiRect ){ left, roundf( y0 ), left + width, roundf( y1 ) },
            mapColor( ( i + 0.5 ) / BANDS ), 0.0f );
    }
    const char* text = uiPrint( measure->unit[0] ? "%s [%s]" : "%s", measure->name, measure->unit );
    uiDrawText( m->ui, m->list, ui_fontSmall, left, d.y0 - 1.6f * small, m->ui->theme.text, text );
    double lo = s->logColors ? s->leastPositive : s->lo;
    if ( lo <= s->hi )
    {
        const float at[3] = { d.y1 - small, 0.5f * ( d.y0 + d.y1 - small ), d.y0 };
        const double values[3] = { lo, s->logColors ? sqrt( lo * s->hi ) : 0.5 * ( lo + s->hi ), s->hi };
        bool flat = isFlat( s ) || lo == s->hi; // one number is enough
        for ( int i = flat ? 1 : 0; i < ( flat ? 2 : 3 ); ++i )
        {
            uiDrawText( m->ui, m->list, ui_fontSmall, left + width + 0.4f * em, at[i], m->ui->theme.dim,
                uiFormatNumber( values[i] ) );
        }
        uiPublish( "sweep.lo", lo );
        uiPublish( "sweep.middle", values[1] );
        uiPublish( "sweep.hi", s->hi );
    }
}

static void tooltip( const mapFrame* m, int row, int column )
{
    const uiSweepPanel* s = m->s;
    const ssScenario* scenario = m->def->base.scenario;
    const sweepCell* cell = s->cells + row * m->columns + column;
    const ssMeasure* measure = scenario->model.measures + s->measure;
    const ssParam *yParam = scenario->model.params + m->def->axes[0].param,
                  *xParam = scenario->model.params + m->def->axes[1].param;
    const char* a = uiFormatParam( yParam, m->def->axes[0].values[row] );
    const char* b = uiFormatParam( xParam, m->def->axes[1].values[column] );
    const char* text = tr( "not computed yet" );
    if ( s->have[row * m->columns + column] && cell->failure[0] != '\0' )
    {
        text = uiPrint( tr( "failed: %s" ), cell->failure );
    }
    else if ( s->have[row * m->columns + column] && !isfinite( cell->mean[s->measure] ) )
    {
        text = uiPrint( tr( "%s is undefined here: %s" ), measure->name, tr( measure->doc ) );
    }
    else if ( s->have[row * m->columns + column] )
    {
        const char* value = uiFormatQuantity( cell->mean[s->measure], measure->unit );
        const char* error = uiFormatNumber( cell->error[s->measure] );
        bool seeds = isfinite( cell->error[s->measure] );
        text = uiPrint( "%s = %s%s", measure->name, value,
            seeds ? uiPrint( tr( " ± %s (%d seeds)" ), error, m->def->seeds ) : "" );
    }
    text = uiPrint( "%s = %s, %s = %s\n%s", tr( yParam->symbol ), a, tr( xParam->symbol ), b, text );
    uiTooltip( tr( "%s\nclick to load" ), text );
    uiMarkText( "sweep.tooltip", text );
}

/// Loads the parameters of a cell and resets, so that they act from the start of the run.
static void load( const mapFrame* m, int row, int column )
{
    const int at[2] = { row, column };
    int group = uiNewEditGroup( m->ui );
    for ( int i = 0; i < 2; ++i )
    {
        const sweepAxis* axis = m->def->axes + i;
        uiEditParam( m->ui, m->input, axis->param, axis->values[at[i]], group );
    }
    uiPost( m->input, session_commandReset, 0, 0.0 );
}

static void handleMouse( mapFrame* m, bool clicked )
{
    uiSweepPanel* s = m->s;
    s->row = s->column = -1;
    if ( !igIsItemHovered( 0 ) ) { return; }
    ImVec2 mouse = igGetIO()->MousePos;
    int column = (int)floorf( ( mouse.x - m->data.x0 ) / uiWidth( m->data ) * (float)m->columns );
    int row = (int)floorf( ( m->data.y1 - mouse.y ) / uiHeight( m->data ) * (float)m->rows );
    if ( row < 0 || column < 0 || row >= m->rows || column >= m->columns ) { return; }
    s->row = row;
    s->column = column;
    tooltip( m, row, column );
    if ( clicked ) { load( m, row, column ); }
}

void uiDrawSweepMap( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    mapFrame m = { .ui = ui, .input = input, .s = s, .def = sweepRunner_Def( s->runner ) };
    if ( m.def == NULL ) { return; }
    m.list = igGetWindowDrawList();
    m.rows = m.def->axes[0].count;
    m.columns = m.def->axes[1].count;
    float em = igGetFontSize(), small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    ImVec2 at = uiCursor(), available = uiSpace();
    m.data = ( uiRect ){ at.x + widestText( &m, 0 ) + 1.0f * em, at.y + 2.2f * small,
        at.x + available.x - 7.5f * em, at.y + available.y - 3.2f * small };
    m.data.x1 = fmaxf( m.data.x1, m.data.x0 + 4.0f * em );
    m.data.y1 = fmaxf( m.data.y1, m.data.y0 + 4.0f * em );
    uiFillRect( m.list, m.data, ui->theme.background, 0.0f );
    drawCells( &m );
    drawAxes( &m, small, em );
    drawScale( &m, m.data.x1 + 1.2f * em, small, em );
    bool clicked = uiRectButton( "##map", m.data );
    uiMarkField( "sweep.map", tr( "map" ), s->scenario->model.measures[s->measure].name );
    handleMouse( &m, clicked );
}
