// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/label.h"
#include "ui/panel/panel_sets_internal.h"

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The window of the set editor: C and D with their handles, and the checks of the law below.

static void drawSet( uiSetEditor* e, int which )
{
    if ( e->first[which] < 0 || e->results[which].code != ss_ok )
    {
        return;
    }
    const ssVec2* points = e->cache->outlines[which];
    double half = 0.5 * (double)fminf( uiWidth( e->canvas ), uiHeight( e->canvas ) );
    // The scale stays fixed during a drag, or the handle would move away from the mouse.
    if ( e->ui->sets->handle < 0 || !( e->ui->sets->scale[which] > 0.0 ) )
    {
        // Only the shape of D matters. It is shown as it is used: scaled until it touches C from inside.
        bool fits = which == 1 && e->first[0] >= 0 && e->cache->law.code == ss_ok;
        e->ui->sets->scale[which] = fits
            ? e->cache->fitted * e->ui->sets->scale[0]
            : ( which == 0 ? 0.72 : 0.45 ) * half / fmax( e->cache->radius[which], 1e-12 );
    }
    e->scale[which] = e->ui->sets->scale[which];
    ImU32 color = which == 0 ? e->ui->theme.mode[ss_modeSlideRoll] : e->ui->theme.accent;
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
        if ( which == 0 || i / 3 % 2 == 0 )
        {
            ImDrawList_AddLine( e->list, a, b, color, 2.0f );
        }
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
        ImU32 color = h->set == 0 ? e->ui->theme.mode[ss_modeSlideRoll] : e->ui->theme.accent;
        float r = ( h->kind == ui_setHandleSample ? 0.24f : 0.32f ) * em;
        if ( h->kind == ui_setHandleRotation )
        {
            ImDrawList_AddCircle( e->list, at, r, color, 16, 2.0f );
        }
        else if ( h->kind == ui_setHandleOffset )
        {
            ImDrawList_AddLine( e->list, uiVec2( at.x - r, at.y ), uiVec2( at.x + r, at.y ), color, 2.0f );
            ImDrawList_AddLine( e->list, uiVec2( at.x, at.y - r ), uiVec2( at.x, at.y + r ), color, 2.0f );
        }
        else
        {
            ImDrawList_AddRectFilled(
                e->list, uiVec2( at.x - r, at.y - r ), uiVec2( at.x + r, at.y + r ), color, 2.0f, 0 );
        }
    }
}

/// Draws the belt directions for which steady sliding is unstable (Walker & Leine Theorem 2) as wedges behind the sets.
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

static void drawCanvas( uiSetEditor* e )
{
    ImVec2 lo = uiVec2( e->canvas.x0, e->canvas.y0 ), hi = uiVec2( e->canvas.x1, e->canvas.y1 );
    ImU32 axis = uiFade( e->ui->theme.text, 0.15f );
    float cx = 0.5f * ( lo.x + hi.x ), cy = 0.5f * ( lo.y + hi.y );
    ImDrawList_AddRectFilled( e->list, lo, hi, e->ui->theme.background, 3.0f, 0 );
    ImDrawList_PushClipRect( e->list, lo, hi, true );
    ImDrawList_AddLine( e->list, uiVec2( lo.x, cy ), uiVec2( hi.x, cy ), axis, 1.0f );
    ImDrawList_AddLine( e->list, uiVec2( cx, lo.y ), uiVec2( cx, hi.y ), axis, 1.0f );
    drawBelts( e );
    drawSet( e, 0 );
    drawSet( e, 1 );
    drawHandles( e );
    ImDrawList_PopClipRect( e->list );
}

static void beltText( const uiSetCache* cache, char* text, size_t capacity )
{
    if ( cache->law.code != ss_ok )
    {
        text[0] = '\0';
        return;
    }
    snprintf( text, capacity,
        cache->beltCount == 0 ? tr( "stable for every belt direction" ) : tr( "unstable belt directions:" ) );
    for ( int i = 0; i < cache->beltCount && i < 4; ++i )
    {
        size_t used = strlen( text );
        snprintf( text + used, capacity - used, "%s %.1f°…%.1f°", i > 0 ? "," : "", cache->belts[i].fromDeg,
            cache->belts[i].toDeg );
    }
}

/// The checks of the law, and the latest refusal.
static void drawVerdict( uiSetEditor* e )
{
    uiState* ui = e->ui;
    const uiSetCache* cache = e->cache;
    char text[320];
    for ( int k = 0; k < 2; ++k )
    {
        if ( e->first[k] < 0 )
        {
            continue;
        }
        const char* name = k == 0 ? "C" : "D";
        if ( e->results[k].code != ss_ok )
        {
            snprintf( text, sizeof( text ), "%s: %s", name, e->results[k].message );
        }
        else if ( cache->convex[k].holds )
        {
            snprintf( text, sizeof( text ), tr( "%s: star-shaped and convex" ), name );
        }
        else
        {
            snprintf( text, sizeof( text ), tr( "%s: star-shaped, not convex at %.1f°" ), name,
                cache->convex[k].angleDeg );
        }
        igTextUnformatted( text, NULL );
        uiMarkText( k == 0 ? "sets.c" : "sets.d", text );
    }
    if ( cache->law.code == ss_ok )
    {
        snprintf( text, sizeof( text ), tr( "largest D inside C: × %.4g; dissipative in every direction" ),
            cache->fitted );
    }
    else
    {
        snprintf( text, sizeof( text ), "%s", cache->law.message );
    }
    igTextUnformatted( text, NULL );
    uiMarkText( "sets.law", text );
    beltText( cache, text, sizeof( text ) );
    igTextUnformatted( text, NULL );
    uiMarkText( "sets.belt", text );
    uiPublish( "sets.belts", (double)cache->beltCount );
    uiPublish( "sets.fitted", cache->fitted );
    if ( ui->sets->refusal[0] )
    {
        igPushStyleColor_U32( ImGuiCol_Text, ui->theme.error );
        igPushTextWrapPos( 0.0f );
        igTextUnformatted( ui->sets->refusal, NULL );
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
    ImVec2 at, available;
    igGetCursorScreenPos( &at );
    igGetContentRegionAvail( &available );
    float side = fmaxf( 8.0f * em, fminf( available.x, available.y - 7.8f * em ) );
    e.canvas = ( uiRect ){ at.x, at.y, at.x + available.x, at.y + side };
    drawCanvas( &e );
    igInvisibleButton( "##canvas", uiVec2( available.x, side ), ImGuiButtonFlags_MouseButtonLeft );
    uiSetMouse( &e );
    drawVerdict( &e );
}

void uiDrawSets( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->sets->shown || !uiHasSets( input->snapshot->scenario ) )
    {
        return;
    }
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
