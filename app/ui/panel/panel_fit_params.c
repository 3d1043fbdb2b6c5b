// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_params.h"

#include <string.h>

// The parameters of the fit panel: a lock each, and bounds for those that are free.

bool uiCanFit( const uiFrameInput* input, int param )
{
    const ssParam* row = input->snapshot->scenario->model.params + param;
    bool numerics =
        row->group != NULL && strcmp( row->group, "numerics" ) == 0; // nothing that could be measured
    return row->kind == ss_paramNumber && !numerics && !input->snapshot->unused[param];
}

int uiCountFree( const uiState* ui, const uiFrameInput* input )
{
    int count = 0;
    for ( int i = 0; i < input->snapshot->scenario->model.paramCount; ++i )
    {
        count += ui->fit->choices[i].free && uiCanFit( input, i ) ? 1 : 0;
    }
    return count;
}

const char* uiFitName( const ssScenario* scenario, int param )
{
    const ssParam* row = scenario->model.params + param;
    bool twice = false;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        twice = twice || ( i != param && strcmp( scenario->model.params[i].symbol, row->symbol ) == 0 );
    }
    return uiPrint( twice ? "%s (%s)" : "%s", tr( row->symbol ), row->key );
}

/// The first friction parameter is free: a fit of it alone is what most begin with.
void uiChooseFitDefaults( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    const ssScenario* scenario = input->snapshot->scenario;
    int first = -1;
    memset( f->choices, 0, sizeof( f->choices ) );
    f->mapParams[0] = f->mapParams[1] = -1;
    for ( int i = scenario->model.paramCount - 1; i >= 0; --i )
    {
        const char* group = scenario->model.params[i].group;
        bool friction = group != NULL && strcmp( group, "friction" ) == 0;
        bool before = first >= 0 && scenario->model.params[first].group != NULL &&
            strcmp( scenario->model.params[first].group, "friction" ) == 0;
        first = uiCanFit( input, i ) && ( friction || !before ) ? i : first;
    }
    if ( first >= 0 ) { f->choices[first].free = true; }
}

static void drawLock( const uiState* ui, ImVec2 at, float size, bool open )
{
    ImDrawList* list = igGetWindowDrawList();
    ImU32 ink = open ? ui->theme.accent : ui->theme.dim;
    float x = roundf( at.x + 0.5f * size ), half = roundf( 0.22f * size ), line = fmaxf( 1.5f, 0.07f * size );
    float top = roundf( at.y + 0.48f * size ), bottom = roundf( at.y + 0.8f * size );
    uiFillRect( list, ( uiRect ){ x - half, top, x + half, bottom }, ink, 0.05f * size );
    // The shackle of an open lock is raised, and held by one leg.
    float r = 0.62f * half, cy = at.y + ( open ? 0.3f : 0.38f ) * size;
    ImDrawList_PathLineTo( list, uiVec2( x - r, top ) );
    ImDrawList_PathArcTo( list, uiVec2( x, cy ), r, 3.14159f, 6.28319f, 12 );
    ImDrawList_PathLineTo( list, uiVec2( x + r, open ? cy + 0.05f * size : top ) );
    ImDrawList_PathStroke( list, ink, 0, line );
}

static void boundField( const ssParam* row, const char* end, char* text, size_t capacity )
{
    bool from = strcmp( end, "from" ) == 0;
    double bound = from ? row->allowedMin : row->allowedMax;
    const char* hint = isfinite( bound ) ? uiFormatNumber( bound ) : tr( "any" );
    const char* id = uiPrint( "##fit.%s.%s", end, row->key );
    igSetNextItemWidth( 3.9f * igGetFontSize() );
    igInputTextWithHint( id, hint, text, capacity,
        ImGuiInputTextFlags_CharsNoBlank | ImGuiInputTextFlags_AutoSelectAll, NULL, NULL );
    uiMark( id + 2 );
    const char* label = uiPrint( "%s, %s", tr( row->symbol ), from ? tr( "from" ) : tr( "to" ) );
    uiMarkField( id + 2, label, text[0] != '\0' ? text : hint );
    uiItemTooltip( "%s",
        from ? tr( "from which value it is searched; empty: as far as allowed" )
             : tr( "to which value it is searched; empty: as far as allowed" ) );
}

/// What stands behind the name: bounds of a free parameter, or the value of a locked one.
static void drawBounds( uiState* ui, const uiFrameInput* input, int index, float left )
{
    const ssParam* row = input->snapshot->scenario->model.params + index;
    uiFitChoice* choice = ui->fit->choices + index;
    igSameLine( left, 0.0f );
    if ( choice->free )
    {
        boundField( row, "from", choice->low, sizeof( choice->low ) );
        igSameLine( 0.0f, 0.35f * igGetFontSize() );
        igTextUnformatted( "…", NULL );
        igSameLine( 0.0f, 0.35f * igGetFontSize() );
        boundField( row, "to", choice->high, sizeof( choice->high ) );
        return;
    }
    const char* value = uiFormatQuantity( uiShownParam( ui, input, index ), row->unit );
    uiColoredText( ui->theme.dim, value );
}

/// The lock in words, for speech: "μ, free", "m, locked, 1 kg".
static void markLock( const uiState* ui, const uiFrameInput* input, int index, const char* mark )
{
    const ssParam* row = input->snapshot->scenario->model.params + index;
    const char* value = uiFormatQuantity( uiShownParam( ui, input, index ), row->unit );
    const char* text = uiPrint( "%s, %s", tr( "locked" ), value );
    uiMarkField( mark, tr( row->symbol ), ui->fit->choices[index].free ? tr( "free" ) : text );
}

static void drawParam( uiState* ui, const uiFrameInput* input, int index, float bounds )
{
    const ssParam* row = input->snapshot->scenario->model.params + index;
    uiFitChoice* choice = ui->fit->choices + index;
    float em = igGetFontSize(), size = igGetFrameHeight();
    const char* mark = uiPrint( "fit.lock.%s", row->key );
    ImVec2 at = uiCursor();
    if ( igButton( "##lock", uiVec2( size, size ) ) ) { choice->free = !choice->free; }
    uiMark( mark );
    markLock( ui, input, index, mark );
    uiScrollTo( mark );
    uiItemTooltip( choice->free ? tr( "free: the fit finds it; click to lock" )
                                : tr( "locked: it keeps the value of its slider; click to free" ) );
    drawLock( ui, at, size, choice->free );
    uiPublish( mark, choice->free ? 0.0 : 1.0 );
    igSameLine( 0.0f, 0.5f * em );
    bool same = strcmp( row->symbol, row->label ) == 0;
    const char* text = uiPrint( "%s%s%s%s%s%s", tr( row->symbol ), same ? "" : "  ",
        same ? "" : tr( row->label ), row->unit[0] && choice->free ? " [" : "", choice->free ? row->unit : "",
        row->unit[0] && choice->free ? "]" : "" );
    const char* shown = uiElide( ui, ui_fontBody, text, bounds - size - 1.2f * em );
    igAlignTextToFramePadding();
    uiColoredText( choice->free ? ui->theme.text : ui->theme.dim, shown );
    uiItemTooltip( "%s", text );
    drawBounds( ui, input, index, bounds );
}

void uiDrawFitParams( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    ImVec2 available = uiSpace();
    float bounds = available.x - 9.3f * igGetFontSize();
    const char* group = "";
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const char* own = scenario->model.params[i].group != NULL ? scenario->model.params[i].group : "";
        if ( uiCanFit( input, i ) )
        {
            if ( strcmp( group, own ) != 0 )
            {
                const char* heading = uiGroupName( own );
                uiDimText( "%s", heading );
                uiMarkText( uiPrint( "fit.group.%s", own ), heading );
                group = own;
            }
            igPushID_Int( i );
            drawParam( ui, input, i, bounds );
            igPopID();
        }
    }
}
