// SPDX-License-Identifier: MIT
#include "ui/panel/panel_sets.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"

#include <stdlib.h>

// The window of the set editor: C and D with their handles, and the checks of the law below.

/// Is there a set to draw?
static bool isMade( const uiSetEditor* e, int which )
{
    return e->first[which] >= 0 && e->results[which].code == ss_ok;
}

static ImU32 colorOf( const uiSetEditor* e, int which )
{
    return which == 0 ? e->ui->theme.mode[ss_modeSlideRoll] : e->ui->theme.accent;
}

static void chooseScale( uiSetEditor* e, int which )
{
    if ( !isMade( e, which ) ) { return; }
    double half = 0.5 * (double)fminf( uiWidth( e->canvas ), uiHeight( e->canvas ) );
    // The scale stays fixed during a drag, or the handle would move away from the mouse.
    // Only the shape of D matters. It is shown as it is used: scaled until it touches C from inside.
    if ( e->ui->sets->handle < 0 || !( e->ui->sets->scale[which] > 0.0 ) )
    {
        e->ui->sets->scale[which] = which == 1 && e->first[0] >= 0 && e->cache->law.code == ss_ok
            ? e->cache->fitted * e->ui->sets->scale[0]
            : ( which == 0 ? 0.72 : 0.45 ) * half / fmax( e->cache->radius[which], 1e-12 );
    }
    e->scale[which] = e->ui->sets->scale[which];
}

static void drawSet( uiSetEditor* e, int which )
{
    if ( !isMade( e, which ) ) { return; }
    const ssVec2* points = e->cache->outlines[which];
    ImU32 color = colorOf( e, which );
    ImDrawListFlags flags = e->list->Flags;
    e->list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for ( int i = 0; i < ui_setOutlinePoints; ++i )
    {
        ImVec2 a = uiSetToScreen( e, which, points[i] ),
               b = uiSetToScreen( e, which, points[( i + 1 ) % ui_setOutlinePoints] );
        if ( which == 0 )
        {
            ImDrawList_AddTriangleFilled(
                e->list, uiSetToScreen( e, 0, ( ssVec2 ){ 0.0, 0.0 } ), a, b, uiFade( color, 0.16f ) );
        }
        if ( which == 0 || i / 3 % 2 == 0 ) { ImDrawList_AddLine( e->list, a, b, color, 2.0f ); }
    }
    e->list->Flags = flags;
    uiAddSetHandles( e, which );
}

static void drawHandles( uiSetEditor* e )
{
    float em = igGetFontSize();
    for ( int i = 0; i < e->handleCount; ++i )
    {
        const uiSetHandle* h = e->handles + i;
        ImVec2 at = uiSetToScreen( e, h->set, h->at );
        ImU32 color = colorOf( e, h->set );
        float r = ( h->kind == ui_setHandleSample ? 0.24f : 0.32f ) * em;
        if ( h->kind == ui_setHandleRotation ) { ImDrawList_AddCircle( e->list, at, r, color, 16, 2.0f ); }
        else if ( h->kind == ui_setHandleOffset )
        {
            uiDrawLine( e->list, at.x - r, at.y, at.x + r, at.y, color, 2.0f );
            uiDrawLine( e->list, at.x, at.y - r, at.x, at.y + r, color, 2.0f );
        }
        else { uiFillRect( e->list, ( uiRect ){ at.x - r, at.y - r, at.x + r, at.y + r }, color, 2.0f ); }
    }
}

/// The belt directions with unstable steady sliding (Walker & Leine Theorem 2), as wedges.
static void drawBelts( uiSetEditor* e )
{
    float radius = 0.49f * fminf( uiWidth( e->canvas ), uiHeight( e->canvas ) );
    ImVec2 middle = uiSetToScreen( e, 0, ( ssVec2 ){ 0.0, 0.0 } );
    ImDrawListFlags flags = e->list->Flags;
    e->list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for ( int i = 0; i < e->cache->beltCount; ++i )
    {
        ssAngleBand band = e->cache->belts[i];
        int pieces = 1 + (int)( ( band.toDeg - band.fromDeg ) / 4.0 );
        for ( int k = 0; k < pieces; ++k )
        {
            ImVec2 ends[2];
            for ( int j = 0; j < 2; ++j )
            {
                double phi = uiRadians( band.fromDeg + ( band.toDeg - band.fromDeg ) * ( k + j ) / pieces );
                ends[j] =
                    uiVec2( middle.x + radius * (float)cos( phi ), middle.y - radius * (float)sin( phi ) );
            }
            ImDrawList_AddTriangleFilled(
                e->list, middle, ends[0], ends[1], uiFade( e->ui->theme.mode[ss_modeSlide], 0.13f ) );
        }
    }
    e->list->Flags = flags;
}

/// The lines of one direction with their numbers, along the lower edge or the left one.
static void drawLines( uiSetEditor* e, bool upright, double step )
{
    uiRect c = e->canvas;
    float gap = 0.3f * igGetFontSize(), height = uiTextSize( e->ui, ui_fontSmall, "0" ).y;
    double last = floor( 0.5 * (double)( upright ? uiWidth( c ) : uiHeight( c ) ) / e->scale[0] / step );
    for ( double k = -last; k <= last; k += 1.0 )
    {
        ImVec2 at = uiSetToScreen( e, 0, ( ssVec2 ){ upright ? k * step : 0.0, upright ? 0.0 : k * step } );
        ImU32 ink = uiFade( e->ui->theme.text, k == 0.0 ? 0.25f : 0.08f );
        ImDrawList_AddLine( e->list, upright ? uiVec2( at.x, c.y0 ) : uiVec2( c.x0, at.y ),
            upright ? uiVec2( at.x, c.y1 ) : uiVec2( c.x1, at.y ), ink, 1.0f );
        const char* text = uiFormatNumber( k * step );
        float x = upright ? at.x - 0.5f * uiTextSize( e->ui, ui_fontSmall, text ).x : c.x0 + gap,
              y = upright ? c.y1 - height - gap : at.y - 0.5f * height;
        // The corners are left to the titles and to numbers of the other direction.
        bool free = upright ? x > c.x0 + 4.0f * height && x < c.x1 - 7.0f * height
                            : y > c.y0 + 1.6f * height && y < c.y1 - 2.2f * height;
        if ( free )
        {
            ImVec2 size = uiTextSize( e->ui, ui_fontSmall, text );
            uiFillRect( e->list, ( uiRect ){ x - 2.0f, y, x + size.x + 2.0f, y + size.y },
                e->ui->theme.background, 0.0f ); // the line would go through the number
            uiDrawText( e->ui, e->list, ui_fontSmall, x, y, e->ui->theme.dim, text );
        }
    }
}

/// The axes of the forces that C holds. D has no scale of its own.
static void drawAxes( uiSetEditor* e )
{
    if ( !isMade( e, 0 ) || !( e->scale[0] > 0.0 ) ) { return; }
    uiRect c = e->canvas;
    const char* unit = e->input->snapshot->scenario->model.params[e->first[0] + ss_setRowA].unit;
    float gap = 0.3f * igGetFontSize(), height = uiTextSize( e->ui, ui_fontSmall, "0" ).y;
    double step = uiNiceStep( (double)( 4.5f * igGetFontSize() ) / e->scale[0] );
    drawLines( e, true, step );
    drawLines( e, false, step );
    const char* text = uiPrint( "−r_T1 [%s]", unit );
    uiDrawText( e->ui, e->list, ui_fontSmall, c.x1 - uiTextSize( e->ui, ui_fontSmall, text ).x - gap,
        c.y1 - height - gap, e->ui->theme.dim, text );
    text = uiPrint( "−r_T2 [%s]", unit );
    uiDrawText( e->ui, e->list, ui_fontSmall, c.x0 + gap, c.y0 + gap, e->ui->theme.dim, text );
    uiMarkText( "sets.axis", text );
}

/// Names the sets beside the axes: C above its outline at the right, D inside its own at the left.
static void drawName( uiSetEditor* e, int which )
{
    if ( !isMade( e, which ) ) { return; }
    const ssVec2* points = e->cache->outlines[which];
    const char* name = which == 0 ? "C" : "D";
    int end = 0;
    for ( int i = 1; i < ui_setOutlinePoints; ++i )
    {
        double height = points[i].y - points[end].y + 0.4 * ( points[i].x - points[end].x );
        end = ( which == 0 ? height > 0.0 : height < 0.0 ) ? i : end;
    }
    double share = which == 0 ? 1.0 : 0.55;
    ImVec2 at = uiSetToScreen( e, which, ( ssVec2 ){ share * points[end].x, share * points[end].y } ),
           size = uiTextSize( e->ui, ui_fontBody, name );
    float up = which == 0 ? 0.35f * igGetFontSize() + size.y : 0.5f * size.y;
    uiDrawText( e->ui, e->list, ui_fontBody, roundf( at.x - 0.5f * size.x ), roundf( at.y - up ),
        colorOf( e, which ), name );
}

static void drawCanvas( uiSetEditor* e )
{
    ImVec2 lo = uiVec2( e->canvas.x0, e->canvas.y0 ), hi = uiVec2( e->canvas.x1, e->canvas.y1 );
    ImDrawList_AddRectFilled( e->list, lo, hi, e->ui->theme.background, 3.0f, 0 );
    ImDrawList_PushClipRect( e->list, lo, hi, true );
    chooseScale( e, 0 );
    chooseScale( e, 1 );
    drawAxes( e );
    drawBelts( e );
    for ( int i = 0; i < 2; ++i )
    {
        drawSet( e, i );
        drawName( e, i );
    }
    if ( !e->ui->settings.sceneOnly ) // nobody drags anything in a figure
    {
        drawHandles( e );
    }
    ImDrawList_PopClipRect( e->list );
}

static const char* beltText( const uiSetCache* cache )
{
    const char* text =
        cache->beltCount == 0 ? tr( "stable for every belt direction" ) : tr( "unstable belt directions:" );
    for ( int i = 0; i < cache->beltCount && i < 4; ++i )
    {
        text = uiPrint(
            "%s%s %.1f°…%.1f°", text, i > 0 ? "," : "", cache->belts[i].fromDeg, cache->belts[i].toDeg );
    }
    return cache->law.code == ss_ok ? text : "";
}

static void sayLine( const char* mark, const char* text )
{
    uiText( "%s", text );
    uiMarkText( mark, text );
}

/// The checks of the law, and the latest refusal.
static void drawVerdict( uiSetEditor* e )
{
    uiState* ui = e->ui;
    const uiSetCache* cache = e->cache;
    for ( int k = 0; k < 2; ++k )
    {
        if ( e->first[k] < 0 ) { continue; }
        const char* name = k == 0 ? "C" : "D";
        sayLine( k == 0 ? "sets.c" : "sets.d",
            e->results[k].code != ss_ok ? uiPrint( "%s: %s", name, e->results[k].message )
                : cache->convex[k].holds
                ? uiPrint( tr( "%s: star-shaped and convex" ), name )
                : uiPrint( tr( "%s: star-shaped, not convex at %.1f°" ), name, cache->convex[k].angleDeg ) );
    }
    sayLine( "sets.law",
        cache->law.code != ss_ok
            ? cache->law.message
            : uiPrint( tr( "largest D inside C: × %.4g; dissipative in every direction" ), cache->fitted ) );
    sayLine( "sets.belt", beltText( cache ) );
    uiPublish( "sets.belts", (double)cache->beltCount );
    uiPublish( "sets.fitted", cache->fitted );
    if ( ui->sets->refusal[0] )
    {
        igPushStyleColor_U32( ImGuiCol_Text, ui->theme.error );
        igPushTextWrapPos( 0.0f );
        uiText( "%s", ui->sets->refusal );
        igPopTextWrapPos();
        igPopStyleColor( 1 );
    }
    uiMarkText( "sets.refusal", ui->sets->refusal );
}

void uiDrawSetEditor( uiState* ui, const uiFrameInput* input )
{
    if ( ui->sets->cache == NULL && ( ui->sets->cache = calloc( 1, sizeof( uiSetCache ) ) ) == NULL )
    {
        return;
    }
    float em = igGetFontSize();
    uiSetEditor e = { .ui = ui, .input = input, .list = igGetWindowDrawList(), .scale = { 1.0, 1.0 } };
    uiReadSets( &e );
    ImVec2 at = uiCursor(), available = uiSpace();
    float side = fmaxf( 8.0f * em, fminf( available.x, available.y - 7.8f * em ) );
    e.canvas = ( uiRect ){ at.x, at.y, at.x + available.x, at.y + side };
    drawCanvas( &e );
    uiAreaButton( "##canvas", uiVec2( available.x, side ) );
    uiSetMouse( &e );
    drawVerdict( &e );
}

void uiDrawSets( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->sets->shown || !uiHasSets( input->snapshot->scenario ) ) { return; }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    igSetNextWindowPos( uiVec2( 0.98f * w, 0.1f * h ), ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 28.0f * em, 0.6f * w ), fminf( 36.0f * em, 0.85f * h ) ), ImGuiCond_Appearing );
    if ( igBegin( uiLabel( "Sets C and D" ), &ui->sets->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        uiDrawSetEditor( ui, input );
    }
    igEnd();
}
