// SPDX-License-Identifier: MIT
#include "base/svg_plot.h"
#include "base/words.h"
#include "ui/panel/panel_fit.h"

// The map of the misfit over two free parameters, ever finer; a click loads a point of it.

typedef struct MapView
{
    uiState* ui;
    const uiFrameInput* input;
    ImDrawList* list;
    sessionFitMapAxis axes[2]; // up, along
    const double* misfits;
    uiRect data;
    double lo, hi;
} MapView;

static uiRect cellRect( const MapView* m, int row, int column )
{
    float w = uiWidth( m->data ) / session_mapCells, h = uiHeight( m->data ) / session_mapCells;
    return ( uiRect ){ roundf( m->data.x0 + w * (float)column ),
        roundf( m->data.y1 - h * (float)( row + 1 ) ), roundf( m->data.x0 + w * (float)( column + 1 ) ),
        roundf( m->data.y1 - h * (float)row ) };
}

static void findRange( MapView* m )
{
    m->lo = HUGE_VAL;
    m->hi = -HUGE_VAL;
    for ( int i = 0; i < session_mapCells * session_mapCells; ++i )
    {
        if ( isfinite( m->misfits[i] ) && m->misfits[i] > 0.0 )
        {
            m->lo = fmin( m->lo, m->misfits[i] );
            m->hi = fmax( m->hi, m->misfits[i] );
        }
    }
}

/// Colours go by decades: what matters is where the misfit is small.
static void drawCells( const MapView* m )
{
    uiFillRect( m->list, m->data, m->ui->theme.background, 0.0f );
    for ( int i = 0; i < session_mapCells * session_mapCells; ++i )
    {
        int rgb[3];
        uiRect r = cellRect( m, i / session_mapCells, i % session_mapCells );
        if ( !isfinite( m->misfits[i] ) || !( m->misfits[i] > 0.0 ) ) { continue; }
        svgMapColor( m->hi > m->lo ? log( m->misfits[i] / m->lo ) / log( m->hi / m->lo ) : 0.5, rgb );
        ImU32 color = (ImU32)rgb[0] | (ImU32)rgb[1] << 8 | (ImU32)rgb[2] << 16 | 0xff000000u;
        uiFillRect( m->list, r, color, 0.0f );
    }
}

/// Where a value lies along an axis, 0 … 1 between the middles of the outermost cells.
static double shareOf( const sessionFitMapAxis* axis, double value )
{
    return axis->logarithmic ? log( value / axis->from ) / log( axis->to / axis->from )
                             : ( value - axis->from ) / ( axis->to - axis->from );
}

static ImVec2 placeOf( const MapView* m, double up, double along )
{
    float cells = session_mapCells, w = uiWidth( m->data ) / cells, h = uiHeight( m->data ) / cells;
    double x = shareOf( m->axes + 1, along ) * ( session_mapCells - 1 ) + 0.5;
    double y = shareOf( m->axes, up ) * ( session_mapCells - 1 ) + 0.5;
    return uiVec2( m->data.x0 + w * (float)fmin( fmax( x, -99.0 ), 199.0 ),
        m->data.y1 - h * (float)fmin( fmax( y, -99.0 ), 199.0 ) );
}

/// A ring where the sliders are, a cross where the fit is; both with an edge that shows on every colour.
static void drawPlaces( const MapView* m )
{
    const uiMeasured* measured = &m->ui->measured;
    float em = igGetFontSize(), r = 0.4f * em;
    int up = m->axes[0].param, along = m->axes[1].param;
    uiPushClip( m->list, m->data );
    ImVec2 here = placeOf( m, uiShownParam( m->ui, m->input, up ), uiShownParam( m->ui, m->input, along ) );
    ImDrawList_AddCircle( m->list, here, r, 0xff000000u, 20, 4.0f );
    ImDrawList_AddCircle( m->list, here, r, 0xffffffffu, 20, 2.0f );
    if ( measured->bounded[up] && measured->bounded[along] )
    {
        ImVec2 best = placeOf( m, measured->best[up], measured->best[along] );
        for ( int i = 0; i < 2; ++i )
        {
            ImU32 ink = i == 0 ? 0xff000000u : 0xffffffffu;
            float thick = i == 0 ? 4.0f : 2.0f, half = 0.35f * em + ( i == 0 ? 1.0f : 0.0f );
            uiDrawLine( m->list, best.x - half, best.y, best.x + half, best.y, ink, thick );
            uiDrawLine( m->list, best.x, best.y - half, best.x, best.y + half, ink, thick );
        }
    }
    ImDrawList_PopClipRect( m->list );
}

static void drawEnds( const MapView* m, float small )
{
    ImU32 ink = m->ui->theme.dim;
    for ( int end = 0; end < 2; ++end )
    {
        const char* text = uiFormatDigits( end == 0 ? m->axes[0].from : m->axes[0].to, 3 );
        float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, m->data.x0 - width - 0.4f * small,
            end == 0 ? m->data.y1 - small : m->data.y0, ink, text );
        text = uiFormatDigits( end == 0 ? m->axes[1].from : m->axes[1].to, 3 );
        width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, end == 0 ? m->data.x0 : m->data.x1 - width,
            m->data.y1 + 0.1f * small, ink, text );
    }
    const char* up = uiFitName( m->input->snapshot->scenario, m->axes[0].param );
    const char* along = uiFitName( m->input->snapshot->scenario, m->axes[1].param );
    ImVec2 size = uiTextSize( m->ui, ui_fontSmall, up );
    uiDrawText( m->ui, m->list, ui_fontSmall, m->data.x0 - size.x - 0.4f * small,
        0.5f * ( m->data.y0 + m->data.y1 - size.y ), m->ui->theme.text, up );
    size = uiTextSize( m->ui, ui_fontSmall, along );
    uiDrawText( m->ui, m->list, ui_fontSmall, 0.5f * ( m->data.x0 + m->data.x1 - size.x ),
        m->data.y1 + 0.1f * small, m->ui->theme.text, along );
}

static void load( const MapView* m, const int at[2] )
{
    int group = uiNewEditGroup( m->ui );
    for ( int i = 0; i < 2; ++i )
    {
        int param = m->axes[i].param;
        uiEditParam( m->ui, m->input, param, sessionFitMap_Value( m->axes + i, at[i] ), group );
    }
    uiPost( m->input, session_commandReset, 0, 0.0 );
}

static void handleMouse( const MapView* m, bool clicked )
{
    ImVec2 mouse = igGetIO()->MousePos;
    int at[2] = { (int)floorf( ( m->data.y1 - mouse.y ) / uiHeight( m->data ) * session_mapCells ),
        (int)floorf( ( mouse.x - m->data.x0 ) / uiWidth( m->data ) * session_mapCells ) };
    bool inside = at[0] >= 0 && at[1] >= 0 && at[0] < session_mapCells && at[1] < session_mapCells;
    if ( !inside || !igIsItemHovered( 0 ) ) { return; }
    const ssParam* params = m->input->snapshot->scenario->model.params;
    const char* up = uiFitName( m->input->snapshot->scenario, m->axes[0].param );
    const char* along = uiFitName( m->input->snapshot->scenario, m->axes[1].param );
    const char* a = uiFormatQuantity( sessionFitMap_Value( m->axes, at[0] ), params[m->axes[0].param].unit );
    const char* b =
        uiFormatQuantity( sessionFitMap_Value( m->axes + 1, at[1] ), params[m->axes[1].param].unit );
    const char* misfit = uiFormatDigits( m->misfits[at[0] * session_mapCells + at[1]], 3 );
    uiTooltip( tr( "%s = %s, %s = %s\nmisfit %s\nring: the sliders, cross: the fit\nclick to load" ), up, a,
        along, b, misfit );
    if ( clicked ) { load( m, at ); }
}

static void drawChoice( uiState* ui, const uiFrameInput* input, int side )
{
    static const char* const names[2] = { "fit.map.up", "fit.map.along" };
    uiFitPanel* f = ui->fit;
    const ssScenario* scenario = input->snapshot->scenario;
    const char* id = uiPrint( "##%s", names[side] );
    igSetNextItemWidth( 5.0f * igGetFontSize() );
    const char* chosen =
        f->mapParams[side] >= 0 ? tr( scenario->model.params[f->mapParams[side]].symbol ) : "–";
    bool open = igBeginCombo( id, uiIndexed( chosen ), 0 );
    uiMarkField( names[side], side == 0 ? tr( "y axis" ) : tr( "x axis" ), chosen );
    for ( int i = 0; open && i < scenario->model.paramCount; ++i )
    {
        if ( !f->choices[i].free || !uiCanFit( input, i ) ) { continue; }
        if ( uiEntry( tr( scenario->model.params[i].symbol ), i == f->mapParams[side] ) )
        {
            f->mapParams[1 - side] =
                f->mapParams[1 - side] == i ? f->mapParams[side] : f->mapParams[1 - side];
            f->mapParams[side] = i;
            uiStartMap( ui, input );
        }
        const char* mark = uiPrint( "%s.%s", names[side], scenario->model.params[i].key );
        uiMarkSaying( mark, tr( scenario->model.params[i].symbol ) );
    }
    if ( open ) { igEndCombo(); }
}

/// What the colours mean, and how far the map is.
static void drawTitle( const MapView* m, float x, float y, int done )
{
    const int all = session_mapCells * session_mapCells;
    const char *lo = uiFormatDigits( m->lo, 3 ), *hi = uiFormatDigits( m->hi, 3 );
    const char* text = done < all ? uiPrint( tr( "misfit, %d%% done" ), 100 * done / all )
                                  : uiPrint( tr( "misfit: dark %s … bright %s" ), lo, hi );
    bool fits = x + uiTextSize( m->ui, ui_fontSmall, text ).x <= m->data.x1;
    text = fits ? text : uiPrint( tr( "misfit %s … %s" ), lo, hi );
    uiDrawText( m->ui, m->list, ui_fontSmall, x, y, m->ui->theme.text, text );
    uiMarkText( "fit.map.title", text );
    uiMarkText( "fit.map.cells", uiPrint( "%s, %s", tr( "map" ), text ) );
}

void uiDrawFitMap( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    uiFitPanel* f = ui->fit;
    MapView m = { .ui = ui, .input = input, .list = igGetWindowDrawList(), .misfits = f->misfits };
    float small = uiTextSize( ui, ui_fontSmall, "0" ).y, em = igGetFontSize();
    if ( !sessionFitMap_Axes( f->map, m.axes ) )
    {
        if ( uiFitOutcome( ui ) != NULL && uiCountFree( ui, input ) < 2 )
        {
            uiDrawText( ui, m.list, ui_fontSmall, rect.x0 + em, rect.y0 + 0.1f * small, ui->theme.dim,
                tr( "Two free parameters have a map." ) );
        }
        return;
    }
    int done = sessionFitMap_Cells( f->map, f->misfits );
    float left = rect.x0 + 4.2f * em, top = rect.y0 + 0.1f * small;
    findRange( &m );
    m.data.x1 = rect.x1;
    drawTitle( &m, rect.x0 + em, top, done );
    top += 1.3f * small;
    if ( uiCountFree( ui, input ) > 2 )
    {
        igSetCursorScreenPos( uiVec2( left, top ) );
        drawChoice( ui, input, 0 );
        igSameLine( 0.0f, 0.4f * em );
        igTextUnformatted( tr( "over" ), NULL );
        igSameLine( 0.0f, 0.4f * em );
        drawChoice( ui, input, 1 );
        top += igGetFrameHeight() + 0.3f * em;
    }
    m.data = ( uiRect ){ left, top, rect.x1, rect.y1 - 1.6f * small };
    if ( uiWidth( m.data ) < 3.0f * em || uiHeight( m.data ) < 2.0f * em ) { return; }
    drawCells( &m );
    drawPlaces( &m );
    drawEnds( &m, small );
    bool clicked = uiRectButton( "##fit.map.cells", m.data );
    uiMark( "fit.map.cells" );
    uiPublish( "fit.map.done", (double)done );
    uiPublish( "fit.map.least", m.lo );
    handleMouse( &m, clicked );
}
