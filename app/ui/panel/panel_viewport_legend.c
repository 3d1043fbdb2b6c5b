// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_viewport.h"

// The legends in the corners of the view: lengths of arrows, the grid, and the colours of modes.

void uiDrawPlateText(
    uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, float plate, const char* text )
{
    ImVec2 size = uiTextSize( ui, font, text );
    float pad = roundf( 0.2f * ui->em );
    uiFillRect( list, ( uiRect ){ x - pad, y, x + size.x + pad, y + size.y },
        uiFade( ui->theme.background, plate ), pad );
    uiDrawText( ui, list, font, x, y, color, text );
}

typedef struct legendRow
{
    const char* text;
    float bar; // [px]; 0: none
    bool news; // its scale has just changed
    ImU32 color;
} legendRow;

static const double s_scaleNews = 4.0; // [s] for which a change of scale is announced

/// The factor by which the scale of a quantity has changed a moment ago; 1: it has not.
static double newsOfScale( uiState* ui, const sessionSnapshot* snapshot, int quantity )
{
    uiViewPanel* view = ui->view;
    if ( view->scaleChanges != snapshot->scaleChanges )
    {
        view->scaleChanges = snapshot->scaleChanges;
        view->scaleToldAt = igGetTime();
    }
    bool news = view->scaleToldAt > 0.0 && igGetTime() - view->scaleToldAt < s_scaleNews;
    return news && snapshot->scaleFactor[quantity] > 0.0 ? snapshot->scaleFactor[quantity] : 1.0;
}

// One row for each quantity on the screen: a round value, and a bar as long as an arrow of that value.
static int scaleRows(
    uiState* ui, const sessionSnapshot* snapshot, double metresPerPixel, float em, legendRow* rows )
{
    const gfxDrawList* draw = &snapshot->draw;
    static const char* const names[ss_quantityCount] = { TR( "force" ), TR( "moment" ), TR( "velocity" ) };
    static const char* const units[ss_quantityCount] = { "N", "N m", "m/s" };
    double largest[ss_quantityCount];
    for ( int q = 0; q < ss_quantityCount; ++q ) { largest[q] = (double)draw->largest[q]; }
    for ( int i = 0; i < draw->discCount; ++i )
    {
        double* size = &largest[draw->discs[i].quantity];
        *size = fmax( *size, (double)draw->discs[i].radius );
    }
    int count = 0;
    for ( int q = 0; q < ss_quantityCount; ++q )
    {
        double pixels = (double)draw->scale[q] / metresPerPixel; // per unit of the quantity
        bool seen = largest[q] * pixels > (double)gfx_shortestArrow && isfinite( pixels );
        const char* mark = uiPrint( "scale.%s", names[q] );
        if ( !seen )
        {
            uiPublish( mark, 0.0 );
            continue;
        }
        double value = uiNiceStep( 2.2 * (double)em / pixels );
        const char* number = uiFormatQuantity( value, units[q] );
        legendRow* row = rows + count++;
        double factor = newsOfScale( ui, snapshot, q );
        row->text = uiPrint( factor < 1.0 ? tr( "%s %s, length ÷%g" )
                : factor > 1.0            ? tr( "%s %s, length ×%g" )
                                          : "%s %s",
            tr( names[q] ), number, factor < 1.0 ? 1.0 / factor : factor );
        row->news = factor != 1.0;
        row->bar = (float)( value * pixels );
        row->color = ui->theme.quantity[q];
        uiPublish( mark, value );
        uiMarkText( mark, row->text );
    }
    return count;
}

/// Adds a row without a bar.
static void addNote( uiState* ui, legendRow* rows, int* count, const char* mark, const char* text )
{
    rows[( *count )++] = ( legendRow ){ .color = ui->theme.dim, .text = text };
    uiMarkText( mark, text );
}

/// Rows about enlarged offsets, force chains, glyphs that are left out, and the grid.
static int noteRows(
    uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, legendRow* rows, int count )
{
    const gfxDrawList* draw = &input->snapshot->draw;
    if ( ( ui->settings.drawFlags & ss_drawLinesOfAction ) && draw->actionFactor > 1.0f )
    {
        addNote( ui, rows, &count, "view.action",
            uiPrint( tr( "line of action: offset and μ_r drawn ×%g" ), (double)draw->actionFactor ) );
    }
    if ( ( draw->flags & ss_drawForceChains ) && draw->largestForce > 0.0f )
    {
        const char* number = uiFormatQuantity( (double)draw->largestForce, "N" );
        addNote( ui, rows, &count, "view.chains",
            uiPrint( tr( "thickest chain %.24s%s" ), number,
                draw->tooManyContacts ? tr( "; above the mean" ) : "" ) );
    }
    if ( input->snapshot->contacts.filtered )
    {
        const sessionContactList* contacts = &input->snapshot->contacts;
        addNote( ui, rows, &count, "view.filter",
            uiPrint( tr( "filter: %d of %d contacts shown" ), contacts->shown, contacts->count ) );
    }
    if ( input->glyphsDrawn < input->glyphsAsked )
    {
        addNote( ui, rows, &count, "view.glyphs",
            uiPrint( tr( "the largest %d of %d glyphs" ), input->glyphsDrawn, input->glyphsAsked ) );
    }
    uiPublish( "view.glyphs.drawn", input->glyphsDrawn );
    uiPublish( "view.glyphs.asked", input->glyphsAsked );
    float spacing = draw->planeCount > 0 ? gfxGridSpacing( &draw->planes[0], drawn ) : 0.0f;
    if ( spacing > 0.0f && ( ui->settings.drawFlags & ss_drawGround ) )
    {
        addNote( ui, rows, &count, "view.grid",
            uiPrint( tr( "grid %s" ), uiFormatQuantity( (double)spacing, "m" ) ) );
    }
    return count;
}

static void drawBar( ImDrawList* list, float x, float y, float length, float half, ImU32 color )
{
    const uiRect parts[] = {
        { x, y - half, x + length, y + half },
        { x, y - 3.0f * half, x + half, y + 3.0f * half },
        { x + length - half, y - 3.0f * half, x + length, y + 3.0f * half },
    };
    for ( int i = 0; i < SS_COUNT( parts ); ++i ) { uiFillRect( list, parts[i], color, 0.0f ); }
}

void uiDrawScaleLegend( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list,
    const gfxCamera* drawn, uiOverlay* overlay )
{
    float em = layout->em, line = roundf( 1.1f * em );
    double metresPerPixel = 2.0 * (double)drawn->distance * tan( 0.5 * (double)drawn->fieldOfView ) /
        (double)fmaxf( 1.0f, uiHeight( layout->view ) );
    legendRow rows[ss_quantityCount + 5];
    int count = scaleRows( ui, input->snapshot, metresPerPixel, em, rows );
    if ( uiWidth( layout->view ) < 40.0f * em )
    {
        count = 0; // large text in a small view: the arrows are labelled with their values anyway
    }
    count = noteRows( ui, input, drawn, rows, count );
    float widest = 0.0f;
    for ( int i = 0; i < count; ++i )
    {
        widest = fmaxf( widest, rows[i].bar > 0.0f ? uiTextSize( ui, ui_fontSmall, rows[i].text ).x : 0.0f );
    }
    float x = layout->view.x0 + roundf( 0.8f * em ), right = x;
    for ( int i = 0; i < count; ++i )
    {
        right = fmaxf( right,
            x +
                fmaxf( uiTextSize( ui, ui_fontSmall, rows[i].text ).x,
                    rows[i].bar > 0.0f ? widest + em + rows[i].bar : 0.0f ) );
    }
    float y = roundf( overlay->view.y1 - 0.4f * em ) - (float)count * line;
    uiRect all = { x, y, right, y + (float)count * line };
    bool placed = count > 0 && uiFindAndTakePlace( overlay, &all, ui_overlayUp );
    uiMarkRect( "view.scales", placed ? all : ( uiRect ){ x, y, x, y } );
    y = all.y0;
    for ( int i = 0; i < count && placed; ++i, y += line )
    {
        uiDrawPlateText( ui, list, ui_fontSmall, x, y, rows[i].news ? ui->theme.accent : ui->theme.dim, 0.3f,
            rows[i].text );
        if ( rows[i].bar > 0.0f )
        {
            float middle = roundf( y + 0.5f * uiTextSize( ui, ui_fontSmall, rows[i].text ).y );
            drawBar( list, x + widest + roundf( 0.7f * em ), middle, rows[i].bar,
                fmaxf( 1.0f, roundf( 0.07f * em ) ), rows[i].color );
        }
    }
}

void uiDrawModeLegend(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list, uiOverlay* overlay )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    bool modes = ( ui->settings.drawFlags & ss_drawModes ) != 0;
    if ( !modes && contacts->count < 2 ) { return; }
    unsigned used = 0;
    for ( int i = 0; i < contacts->count; ++i )
    {
        used |= contacts->items[i].pending || ( contacts->items[i].hidden && !modes )
            ? 0u
            : 1u << ( contacts->items[i].mode >= 0 && contacts->items[i].mode < ss_modeCount
                      ? contacts->items[i].mode
                      : 0 );
    }
    float em = layout->em, line = roundf( 1.15f * em ), y = layout->view.y0 + roundf( 0.6f * em ),
          end = layout->view.x1 - roundf( 1.0f * em );
    uiRect all = { end, y, end, y };
    float left = end; // dots and names begin below each other
    for ( int m = 0; m < ss_modeCount; ++m )
    {
        float width = uiTextSize( ui, ui_fontSmall, tr( ssContactModeName( (ssContactMode)m ) ) ).x;
        left = used & 1u << m ? fminf( left, floorf( end - width ) ) : left;
        all.y1 += used & 1u << m ? line : 0.0f;
    }
    all.x0 = left - 1.1f * em;
    bool placed = used != 0u && uiFindAndTakePlace( overlay, &all, ui_overlayDown );
    y = all.y0;
    for ( int m = 0; m < ss_modeCount && placed; ++m )
    {
        if ( used & 1u << m )
        {
            const char* name = tr( ssContactModeName( (ssContactMode)m ) );
            uiDrawPlateText( ui, list, ui_fontSmall, left, y, ui->theme.dim, 0.3f, name );
            ImDrawList_AddCircleFilled(
                list, uiVec2( left - 0.8f * em, y + 0.5f * line - 1.0f ), 0.28f * em, ui->theme.mode[m], 12 );
            y += line;
        }
    }
}
