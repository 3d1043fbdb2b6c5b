// SPDX-License-Identifier: MIT
#include "ui/panel/panel_sweep.h"

#include "base/svg_plot.h"
#include "session/sweep_runner.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The sweep panel: two sliders span a map, a measure colours it, cells appear while the scene goes on. A click on a cell
// loads its parameters. Every measure of the scenario is taken from each run, so that changing the measure costs nothing.

enum
{
    mostPerAxis = 64,
    usualPerAxis = 8
};

// Where the map is drawn.
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

static const char* const s_sides[2] = { "up", "along" };

void uiFreeSweep( uiState* ui )
{
    uiSweepPanel* s = ui->sweep;
    sweepDestroyRunner( s->runner );
    free( s->cells );
    free( s->have );
    free( s->values );
    *s = ( uiSweepPanel ){ 0 };
}

// ---------------------------------------------------------------------------------------------------------- choosing

static bool canVary( const uiFrameInput* input, int param )
{
    return input->snapshot->scenario->params[param].kind != ss_paramText && !input->snapshot->unused[param];
}

/// The slider's own range, in its own scale.
static void chooseParam( uiSweepAxis* axis, const ssScenario* scenario, int param )
{
    const ssParam* row = scenario->params + param;
    *axis = ( uiSweepAxis ){ .param = param,
        .from = row->min,
        .to = row->max,
        .count = usualPerAxis,
        .logarithmic = row->logScale && row->min > 0.0 };
    if ( row->kind == ss_paramChoice )
    {
        axis->count = row->choiceCount;
    }
    else if ( row->kind == ss_paramInteger && row->max - row->min + 1.0 < axis->count )
    {
        axis->count = (int)( row->max - row->min + 1.0 );
    }
    if ( ssCheckParam( row, axis->from ).code != ss_ok )
    {
        axis->from += ( axis->to - axis->from ) / axis->count; // the end itself is excluded
    }
}

static void chooseDefaults( uiSweepPanel* s, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int found = 0;
    for ( int pass = 0; pass < 3 && found < 2; ++pass )
    {
        // Friction first, it is what this is about; then other numbers; choices only where there are not enough.
        for ( int i = 0; i < scenario->paramCount && found < 2; ++i )
        {
            const ssParam* row = scenario->params + i;
            bool friction = row->group != NULL && strcmp( row->group, "friction" ) == 0;
            int turn = row->kind == ss_paramChoice ? 2 : friction ? 0 : 1;
            if ( canVary( input, i ) && turn == pass )
            {
                chooseParam( s->axes + found, scenario, i );
                ++found;
            }
        }
    }
    for ( ; found < 2; ++found )
    {
        s->axes[found] = ( uiSweepAxis ){ .param = -1 };
    }
    s->measure = 0;
    s->until = s->seenUntil = input->snapshot->until;
    s->refusal[0] = '\0';
}

/// Ready for this scenario; a map of another one goes.
static bool prepare( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    if ( s->runner == NULL )
    {
        s->seeds = 1;
        s->runner = sweepCreateRunner( !input->virtualClock );
    }
    if ( s->runner == NULL )
    {
        return false;
    }
    if ( s->scenario != input->snapshot->scenario )
    {
        sweepRunner_Clear( s->runner );
        s->scenario = input->snapshot->scenario;
        s->collected = 0;
        chooseDefaults( s, input );
    }
    if ( s->seenUntil != input->snapshot->until )
    {
        s->until = s->seenUntil = input->snapshot->until;
    }
    return true;
}

// ----------------------------------------------------------------------------------------------------------- running

static ssResult makeAxis( const ssSimDef* base, const uiSweepAxis* choice, sweepAxis* axis )
{
    if ( choice->param < 0 )
    {
        return ssError( ss_errorValue, NULL, "this scenario has not two parameters that can vary" );
    }
    const ssParam* row = base->scenario->params + choice->param;
    char text[1024];
    int used = snprintf( text, sizeof( text ), "%s=", row->key );
    if ( row->kind == ss_paramChoice )
    {
        for ( int i = 0; i < row->choiceCount && used < (int)sizeof( text ) - 64; ++i )
        {
            used += snprintf(
                text + used, sizeof( text ) - (size_t)used, "%s%.60s", i > 0 ? "," : "", row->choices[i] );
        }
    }
    else
    {
        int count = choice->count;
        if ( row->kind == ss_paramInteger && choice->to - choice->from + 1.0 < count )
        {
            count = (int)fmax( 1.0, choice->to - choice->from + 1.0 ); // no value twice
        }
        snprintf( text + used, sizeof( text ) - (size_t)used, "%s%.17g:%.17g:%d",
            choice->logarithmic ? "log:" : "", choice->from, choice->to, count );
    }
    return sweepParseAxis( base, text, axis );
}

static void fillBase( const uiSweepPanel* s, const uiFrameInput* input, ssSimDef* base )
{
    const sessionSnapshot* snapshot = input->snapshot;
    base->scenario = snapshot->scenario;
    memcpy( base->values, snapshot->pending, sizeof( base->values ) );
    memcpy( base->texts, snapshot->pendingTexts, sizeof( base->texts ) );
    base->h = snapshot->h;
    base->seed = snapshot->seed;
    // A run ends on a step.
    base->until = fmax( 1.0, round( s->until / snapshot->h ) ) * snapshot->h;
}

static bool growCells( uiSweepPanel* s, int64_t count )
{
    free( s->cells );
    free( s->have );
    free( s->values );
    s->cells = calloc( (size_t)count, sizeof( sweepCell ) );
    s->have = calloc( (size_t)count, sizeof( bool ) );
    s->values = calloc( (size_t)count, sizeof( double ) );
    for ( int64_t i = 0; i < count && s->values != NULL; ++i )
    {
        s->values[i] = SS_NAN;
    }
    return s->cells != NULL && s->have != NULL && s->values != NULL;
}

static void forgetRange( uiSweepPanel* s )
{
    s->lo = s->leastAbove0 = HUGE_VAL;
    s->hi = -HUGE_VAL;
}

static void start( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    sweepDef* def = calloc( 1, sizeof( sweepDef ) ); // holds texts: too large for a stack
    if ( def == NULL )
    {
        uiWarn( ui, "out of memory" );
        return;
    }
    fillBase( s, input, &def->base );
    def->seeds = s->seeds;
    def->measureCount =
        s->scenario->measureCount < sweep_measuresMax ? s->scenario->measureCount : sweep_measuresMax;
    for ( int i = 0; i < def->measureCount; ++i )
    {
        def->measures[i] = i;
    }
    ssResult result = s->axes[0].param == s->axes[1].param
        ? ssError( ss_errorValue, NULL, "both axes vary the same parameter; choose another for one of them" )
        : ssOk();
    for ( int i = 0; i < 2 && result.code == ss_ok; ++i )
    {
        result = makeAxis( &def->base, s->axes + i, def->axes + i );
        def->axisCount += result.code == ss_ok ? 1 : 0;
    }
    s->collected = 0;
    forgetRange( s );
    s->shownMeasure = s->measure;
    if ( result.code == ss_ok && !growCells( s, sweepCellCount( def ) ) )
    {
        result = ssError( ss_errorMemory, NULL, "out of memory for the cells of the map" );
    }
    if ( result.code == ss_ok )
    {
        result = sweepRunner_Start( s->runner, def );
    }
    else
    {
        sweepRunner_Clear( s->runner );
    }
    snprintf( s->refusal, sizeof( s->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    sweepFree( def );
    free( def );
}

static void take( uiSweepPanel* s, const sweepCell* cell )
{
    double value = cell->mean[s->measure];
    s->values[cell->index] = value;
    if ( isfinite( value ) )
    {
        s->lo = fmin( s->lo, value );
        s->hi = fmax( s->hi, value );
        s->leastAbove0 = value > 0.0 ? fmin( s->leastAbove0, value ) : s->leastAbove0;
    }
}

/// What has finished since the last frame.
static void collect( uiSweepPanel* s )
{
    const sweepDef* def = sweepRunner_Def( s->runner );
    sweepCell cell;
    while ( def != NULL && sweepRunner_Cell( s->runner, s->collected, &cell ) )
    {
        ++s->collected;
        s->cells[cell.index] = cell;
        s->have[cell.index] = true;
        take( s, &cell );
    }
    if ( def != NULL && s->shownMeasure != s->measure )
    {
        s->shownMeasure = s->measure;
        forgetRange( s );
        for ( int64_t i = 0; i < sweepCellCount( def ); ++i )
        {
            if ( s->have[i] )
            {
                take( s, s->cells + i );
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ saving

static ssResult saveTable( const uiSweepPanel* s, const sweepDef* def, const char* path )
{
    osWriter* out = NULL;
    char line[2048];
    ssResult result = osBeginWrite( path, &out );
    if ( result.code != ss_ok )
    {
        return result;
    }
    sweepFormatHeader( def, line, sizeof( line ) );
    osPrintf( out, "%s\n", line );
    for ( int64_t i = 0; i < sweepCellCount( def ); ++i )
    {
        if ( s->have[i] )
        {
            sweepFormatRow( def, s->cells + i, line, sizeof( line ) );
            osWriteText( out, line );
        }
    }
    return osCommitWrite( out );
}

static void save( uiState* ui, const sweepDef* def, const char* format )
{
    uiSweepPanel* s = ui->sweep;
    char stem[128], path[512];
    snprintf( stem, sizeof( stem ), "slipstick-%s-sweep", s->scenario->id );
    osFreeName( stem, format, path, sizeof( path ) );
    ssResult result = strcmp( format, "csv" ) == 0
        ? saveTable( s, def, path )
        : sweepSaveMap( def, s->measure, s->logColors, s->values, path );
    uiNotifySaved( ui, result, path );
}

// ---------------------------------------------------------------------------------------------------------- controls

static void paramName( const ssParam* row, bool full, char* text, size_t capacity )
{
    bool same = strcmp( row->symbol, row->label ) == 0;
    snprintf( text, capacity, "%s%s%s%s%s%s", row->symbol, full && !same ? " " : "",
        full && !same ? row->label : "", row->unit[0] ? " [" : "", row->unit, row->unit[0] ? "]" : "" );
}

static void drawNumber( const char* mark, double* value, float width )
{
    char id[72];
    snprintf( id, sizeof( id ), "##%s", mark );
    igSetNextItemWidth( width );
    igInputDouble( id, value, 0.0, 0.0, "%.6g", ImGuiInputTextFlags_AutoSelectAll );
    uiMark( mark );
}

static void drawWhole( const char* mark, int* value, int most, float width )
{
    char id[72];
    snprintf( id, sizeof( id ), "##%s", mark );
    igSetNextItemWidth( width );
    igInputInt( id, value, 0, 0, ImGuiInputTextFlags_AutoSelectAll );
    uiMark( mark );
    *value = *value < 1 ? 1 : *value > most ? most : *value;
}

static void word( const uiState* ui, const char* text )
{
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igTextUnformatted( text, NULL );
    igPopStyleColor( 1 );
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
}

/// One line: which parameter, from where to where, in how many steps.
static void drawAxis( uiState* ui, const uiFrameInput* input, int side )
{
    uiSweepPanel* s = ui->sweep;
    uiSweepAxis* axis = s->axes + side;
    float em = igGetFontSize();
    char name[160], mark[64];
    igAlignTextToFramePadding();
    igTextUnformatted( side == 0 ? "up" : "along", NULL );
    igSameLine( 4.0f * em, 0.0f );
    snprintf( name, sizeof( name ), "–" );
    if ( axis->param >= 0 )
    {
        paramName( s->scenario->params + axis->param, true, name, sizeof( name ) );
    }
    snprintf( mark, sizeof( mark ), "##sweep.%s", s_sides[side] );
    igSetNextItemWidth( 17.0f * em );
    bool open = igBeginCombo( mark, name, ImGuiComboFlags_HeightLarge );
    uiMark( mark + 2 );
    if ( open )
    {
        for ( int i = 0; i < s->scenario->paramCount; ++i )
        {
            if ( !canVary( input, i ) )
            {
                continue;
            }
            igPushID_Int( i );
            paramName( s->scenario->params + i, true, name, sizeof( name ) );
            if ( igSelectable_Bool( name, i == axis->param, 0, uiVec2( 0.0f, 0.0f ) ) )
            {
                chooseParam( axis, s->scenario, i );
            }
            snprintf( mark, sizeof( mark ), "sweep.%s.%s", s_sides[side], s->scenario->params[i].key );
            uiMark( mark );
            if ( uiTakeReveal( mark ) )
            {
                igSetScrollHereY( 0.5f );
            }
            igPopID();
        }
        igEndCombo();
    }
    if ( axis->param < 0 || s->scenario->params[axis->param].kind == ss_paramChoice )
    {
        word( ui, "every choice" );
        igNewLine();
        return;
    }
    word( ui, "from" );
    snprintf( mark, sizeof( mark ), "sweep.%s.from", s_sides[side] );
    drawNumber( mark, &axis->from, 5.5f * em );
    word( ui, "to" );
    snprintf( mark, sizeof( mark ), "sweep.%s.to", s_sides[side] );
    drawNumber( mark, &axis->to, 5.5f * em );
    word( ui, "in" );
    snprintf( mark, sizeof( mark ), "sweep.%s.count", s_sides[side] );
    drawWhole( mark, &axis->count, mostPerAxis, 3.0f * em );
    igSameLine( 0.0f, 0.8f * em );
    snprintf( mark, sizeof( mark ), "log##sweep.%s.log", s_sides[side] );
    uiPushBorder( ui );
    igCheckbox( mark, &axis->logarithmic );
    uiPopBorder();
    uiMark( mark + 5 );
}

static void drawMeasure( uiState* ui )
{
    uiSweepPanel* s = ui->sweep;
    const ssScenario* scenario = s->scenario;
    float em = igGetFontSize();
    char mark[64];
    igAlignTextToFramePadding();
    igTextUnformatted( "colour", NULL );
    igSameLine( 4.0f * em, 0.0f );
    igSetNextItemWidth( 17.0f * em );
    bool open = igBeginCombo( "##sweep.measure", scenario->measures[s->measure].name, 0 );
    uiMark( "sweep.measure" );
    if ( !open && igIsItemHovered( 0 ) )
    {
        igSetTooltip( "%s", scenario->measures[s->measure].doc );
    }
    if ( open )
    {
        for ( int i = 0; i < scenario->measureCount && i < sweep_measuresMax; ++i )
        {
            if ( igSelectable_Bool( scenario->measures[i].name, i == s->measure, 0, uiVec2( 0.0f, 0.0f ) ) )
            {
                s->measure = i;
            }
            snprintf( mark, sizeof( mark ), "sweep.measure.%s", scenario->measures[i].name );
            uiMark( mark );
            if ( igIsItemHovered( 0 ) )
            {
                igSetTooltip( "%s", scenario->measures[i].doc );
            }
        }
        igEndCombo();
    }
    igSameLine( 0.0f, 0.8f * em );
    uiPushBorder( ui );
    igCheckbox( "log  ##sweep.colour.log", &s->logColors );
    uiPopBorder();
    uiMark( "sweep.colour.log" );
    if ( igIsItemHovered( 0 ) )
    {
        igSetTooltip( "colours by decades; cells that are not positive are hatched" );
    }
    word( ui, "run until" );
    drawNumber( "sweep.until", &s->until, 5.5f * em );
    word( ui, "s, seeds" );
    drawWhole( "sweep.seeds", &s->seeds, 1000, 3.0f * em );
}

static bool button( const char* label, const char* mark, bool enabled )
{
    igBeginDisabled( !enabled );
    bool pressed = igButton( label, uiVec2( 0.0f, 0.0f ) );
    igEndDisabled();
    uiMark( mark );
    igSameLine( 0.0f, -1.0f );
    return pressed && enabled;
}

static void drawCommands( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    sweepProgress progress = sweepRunner_Progress( s->runner );
    if ( button( "Start", "sweep.start", true ) )
    {
        start( ui, input );
        progress = sweepRunner_Progress( s->runner );
    }
    if ( button( "Stop", "sweep.stop", progress.busy && !progress.stopped ) )
    {
        sweepRunner_Stop( s->runner );
    }
    collect( s );
    const sweepDef* def = sweepRunner_Def( s->runner );
    if ( button( "Save CSV", "sweep.csv", s->collected > 0 ) )
    {
        save( ui, def, "csv" );
    }
    if ( button( "Save SVG", "sweep.svg", s->collected > 0 ) )
    {
        save( ui, def, "svg" );
    }
    char text[320] = "";
    if ( s->refusal[0] != '\0' )
    {
        snprintf( text, sizeof( text ), "%s", s->refusal );
    }
    else if ( def == NULL )
    {
        snprintf( text, sizeof( text ), "Two sliders span the map, a measure colours it." );
    }
    else if ( progress.busy && !progress.stopped )
    {
        char left[48] = "";
        if ( progress.done > 0 )
        {
            snprintf( left, sizeof( left ), ", %.0f s left", ceil( progress.secondsLeft ) );
        }
        snprintf( text, sizeof( text ), "%d of %d cells%s", (int)progress.done, (int)progress.total, left );
    }
    else
    {
        snprintf( text, sizeof( text ), "%d of %d cells%s", (int)progress.done, (int)progress.total,
            progress.stopped ? ", stopped" : "" );
    }
    if ( progress.failed > 0 )
    {
        size_t used = strlen( text );
        snprintf( text + used, sizeof( text ) - used, ", %d failed", (int)progress.failed );
    }
    igPushStyleColor_U32( ImGuiCol_Text, s->refusal[0] != '\0' ? ui->theme.error : ui->theme.dim );
    igPushTextWrapPos( 0.0f );
    igTextUnformatted( text, NULL );
    igPopTextWrapPos();
    igPopStyleColor( 1 );
    uiMarkText( "sweep.status", text );
    uiPublish( "sweep.total", (double)progress.total );
    uiPublish( "sweep.done", (double)progress.done );
    uiPublish( "sweep.failed", (double)progress.failed );
    uiPublish( "sweep.busy", progress.busy ? 1.0 : 0.0 );
}

// --------------------------------------------------------------------------------------------------------------- map

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

/// Values that read alike have one colour: the rounding of equal cells is no map.
static bool isFlat( const uiSweepPanel* s )
{
    char lo[96], hi[96];
    uiFormatNumber( s->lo, lo, sizeof( lo ) );
    uiFormatNumber( s->hi, hi, sizeof( hi ) );
    return strcmp( lo, hi ) == 0;
}

/// Where a value stands between the ends of the colours, 0 … 1; NaN where it has no colour.
static double shareOf( const uiSweepPanel* s, double value )
{
    double lo = s->lo, hi = s->hi;
    if ( isFlat( s ) )
    {
        return isfinite( value ) ? 0.5 : SS_NAN;
    }
    if ( s->logColors )
    {
        value = value > 0.0 ? log( value ) : SS_NAN;
        lo = log( s->leastAbove0 );
        hi = s->hi > 0.0 ? log( s->hi ) : lo;
    }
    return isfinite( value ) ? ( hi > lo ? ( value - lo ) / ( hi - lo ) : 0.5 ) : SS_NAN;
}

/// No number here: lines from corner to corner.
static void hatch( const mapFrame* m, uiRect r, ImU32 color )
{
    float step = 0.5f * igGetFontSize();
    ImDrawList_PushClipRect( m->list, uiVec2( r.x0, r.y0 ), uiVec2( r.x1, r.y1 ), true );
    for ( float x = r.x0 - uiHeight( r ); x < r.x1; x += step )
    {
        ImDrawList_AddLine( m->list, uiVec2( x, r.y1 ), uiVec2( x + uiHeight( r ), r.y0 ), color, 1.0f );
    }
    ImDrawList_PopClipRect( m->list );
}

static bool isLoaded( const mapFrame* m, int row, int column )
{
    const sweepAxis *up = m->def->axes, *along = m->def->axes + 1;
    return uiShownParam( m->ui, m->input, up->param ) == up->values[row] &&
        uiShownParam( m->ui, m->input, along->param ) == along->values[column];
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
            if ( isfinite( share ) )
            {
                ImDrawList_AddRectFilled(
                    m->list, uiVec2( r.x0, r.y0 ), uiVec2( r.x1, r.y1 ), mapColor( share ), 0.0f, 0 );
            }
            else if ( s->have[index] )
            {
                bool failed = s->cells[index].failure[0] != '\0';
                hatch( m, r, failed ? theme->error : theme->dim );
            }
            else
            {
                ImDrawList_AddRect( m->list, uiVec2( r.x0, r.y0 ), uiVec2( r.x1 + 1.0f, r.y1 + 1.0f ),
                    uiFade( theme->text, 0.10f ), 0.0f, 0, 1.0f );
            }
            loaded = isLoaded( m, row, column ) ? r : loaded;
            hovered = row == s->row && column == s->column ? r : hovered;
            if ( m->input->virtualClock ) // names for scripts alone: there can be thousands
            {
                char mark[48];
                snprintf( mark, sizeof( mark ), "sweep.cell.%d.%d", row, column );
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
            ImDrawList_AddRect(
                m->list, uiVec2( r.x0, r.y0 ), uiVec2( r.x1, r.y1 ), 0xff000000u, 0.0f, 0, 4.0f );
            ImDrawList_AddRect( m->list, uiVec2( r.x0, r.y0 ), uiVec2( r.x1, r.y1 ),
                i == 0 ? theme->accent : 0xffffffffu, 0.0f, 0, 2.0f );
        }
    }
}

/// A value of an axis: its number with a few digits, or the choice's name.
static void axisText( const mapFrame* m, int side, int at, char* text, size_t capacity )
{
    const sweepAxis* axis = m->def->axes + side;
    const ssParam* row = m->def->base.scenario->params + axis->param;
    if ( row->kind == ss_paramChoice )
    {
        ssFormatParam( row, axis->values[at], text, (int)capacity );
    }
    else
    {
        uiFormatDigits( axis->values[at], 3, text, capacity );
    }
}

static float widestText( const mapFrame* m, int side )
{
    char text[96];
    float width = 0.0f;
    for ( int i = 0; i < m->def->axes[side].count; ++i )
    {
        axisText( m, side, i, text, sizeof( text ) );
        width = fmaxf( width, uiTextSize( m->ui, ui_fontSmall, text ).x );
    }
    return width;
}

static void drawAxes( const mapFrame* m, float small, float em )
{
    char text[160];
    ImU32 ink = m->ui->theme.dim;
    uiRect d = m->data;
    int every = (int)ceilf( 1.5f * small * (float)m->rows / uiHeight( d ) );
    for ( int row = 0; row < m->rows; row += every < 1 ? 1 : every )
    {
        uiRect r = cellRect( m, row, 0 );
        axisText( m, 0, row, text, sizeof( text ) );
        float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, d.x0 - width - 0.5f * em,
            0.5f * ( r.y0 + r.y1 ) - 0.5f * small, ink, text );
    }
    every = (int)ceilf( ( widestText( m, 1 ) + em ) * (float)m->columns / uiWidth( d ) );
    for ( int column = 0; column < m->columns; column += every < 1 ? 1 : every )
    {
        uiRect r = cellRect( m, 0, column );
        axisText( m, 1, column, text, sizeof( text ) );
        float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
        uiDrawText( m->ui, m->list, ui_fontSmall, 0.5f * ( r.x0 + r.x1 ) - 0.5f * width, d.y1 + 0.4f * em,
            ink, text );
    }
    const ssScenario* scenario = m->def->base.scenario;
    paramName( scenario->params + m->def->axes[0].param, true, text, sizeof( text ) );
    uiDrawText( m->ui, m->list, ui_fontSmall, d.x0, d.y0 - 1.6f * small, m->ui->theme.text, text );
    paramName( scenario->params + m->def->axes[1].param, true, text, sizeof( text ) );
    float width = uiTextSize( m->ui, ui_fontSmall, text ).x;
    uiDrawText( m->ui, m->list, ui_fontSmall, 0.5f * ( d.x0 + d.x1 - width ), d.y1 + 0.5f * em + 1.3f * small,
        m->ui->theme.text, text );
}

static void drawScale( const mapFrame* m, float left, float small, float em )
{
    enum
    {
        bands = 64
    };
    const uiSweepPanel* s = m->s;
    const ssMeasure* measure = m->def->base.scenario->measures + s->measure;
    uiRect d = m->data;
    char text[96];
    float width = roundf( 1.1f * em );
    for ( int i = 0; i < bands; ++i )
    {
        float y1 = d.y1 - uiHeight( d ) * (float)i / bands,
              y0 = d.y1 - uiHeight( d ) * (float)( i + 1 ) / bands;
        ImDrawList_AddRectFilled( m->list, uiVec2( left, roundf( y0 ) ), uiVec2( left + width, roundf( y1 ) ),
            mapColor( ( i + 0.5 ) / bands ), 0.0f, 0 );
    }
    snprintf( text, sizeof( text ), measure->unit[0] ? "%s [%s]" : "%s", measure->name, measure->unit );
    uiDrawText( m->ui, m->list, ui_fontSmall, left, d.y0 - 1.6f * small, m->ui->theme.text, text );
    double lo = s->logColors ? s->leastAbove0 : s->lo;
    if ( lo <= s->hi )
    {
        const float at[3] = { d.y1 - small, 0.5f * ( d.y0 + d.y1 - small ), d.y0 };
        const double values[3] = { lo, s->logColors ? sqrt( lo * s->hi ) : 0.5 * ( lo + s->hi ), s->hi };
        bool flat = isFlat( s ) || lo == s->hi; // one number says it
        for ( int i = flat ? 1 : 0; i < ( flat ? 2 : 3 ); ++i )
        {
            uiFormatNumber( values[i], text, sizeof( text ) );
            uiDrawText(
                m->ui, m->list, ui_fontSmall, left + width + 0.4f * em, at[i], m->ui->theme.dim, text );
        }
        uiPublish( "sweep.lo", lo );
        uiPublish( "sweep.middle", values[1] );
        uiPublish( "sweep.hi", s->hi );
    }
}

static void quantity( const ssParam* row, double value, char* text, size_t capacity )
{
    if ( row->kind == ss_paramChoice )
    {
        ssFormatParam( row, value, text, (int)capacity );
    }
    else
    {
        uiFormatQuantity( value, row->unit, text, capacity );
    }
}

static void tooltip( const mapFrame* m, int row, int column )
{
    const uiSweepPanel* s = m->s;
    const ssScenario* scenario = m->def->base.scenario;
    const sweepCell* cell = s->cells + row * m->columns + column;
    const ssMeasure* measure = scenario->measures + s->measure;
    const ssParam *up = scenario->params + m->def->axes[0].param,
                  *along = scenario->params + m->def->axes[1].param;
    char a[96], b[96], value[96], text[480];
    quantity( up, m->def->axes[0].values[row], a, sizeof( a ) );
    quantity( along, m->def->axes[1].values[column], b, sizeof( b ) );
    int used = snprintf( text, sizeof( text ), "%s = %s, %s = %s\n", up->symbol, a, along->symbol, b );
    char* rest = text + used;
    size_t room = sizeof( text ) - (size_t)used;
    if ( !s->have[row * m->columns + column] )
    {
        snprintf( rest, room, "not computed yet" );
    }
    else if ( cell->failure[0] != '\0' )
    {
        snprintf( rest, room, "failed: %s", cell->failure );
    }
    else if ( !isfinite( cell->mean[s->measure] ) )
    {
        snprintf( rest, room, "%s is undefined here: %s", measure->name, measure->doc );
    }
    else
    {
        uiFormatQuantity( cell->mean[s->measure], measure->unit, value, sizeof( value ) );
        used = snprintf( rest, room, "%s = %s", measure->name, value );
        if ( isfinite( cell->error[s->measure] ) )
        {
            uiFormatNumber( cell->error[s->measure], value, sizeof( value ) );
            snprintf( rest + used, room - (size_t)used, " ± %s (%d seeds)", value, m->def->seeds );
        }
    }
    igSetTooltip( "%s\nclick to load", text );
    uiMarkText( "sweep.tooltip", text );
}

/// The parameters of a cell, in force from the start of a run.
static void load( const mapFrame* m, int row, int column )
{
    const int at[2] = { row, column };
    int group = uiNewEditGroup( m->ui );
    for ( int i = 0; i < 2; ++i )
    {
        const sweepAxis* axis = m->def->axes + i;
        double before = uiShownParam( m->ui, m->input, axis->param ), after = axis->values[at[i]];
        if ( before != after )
        {
            uiRecordEdit( m->ui, axis->param, before, after, group );
            uiPostParam( m->ui, m->input, axis->param, after );
        }
    }
    uiPost( m->input, session_commandReset, 0, 0.0 );
}

static void handleMouse( mapFrame* m, bool clicked )
{
    uiSweepPanel* s = m->s;
    s->row = s->column = -1;
    if ( !igIsItemHovered( 0 ) )
    {
        return;
    }
    ImVec2 mouse = igGetIO()->MousePos;
    int column = (int)floorf( ( mouse.x - m->data.x0 ) / uiWidth( m->data ) * (float)m->columns );
    int row = (int)floorf( ( m->data.y1 - mouse.y ) / uiHeight( m->data ) * (float)m->rows );
    if ( row < 0 || column < 0 || row >= m->rows || column >= m->columns )
    {
        return;
    }
    s->row = row;
    s->column = column;
    tooltip( m, row, column );
    if ( clicked )
    {
        load( m, row, column );
    }
}

static void drawMap( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    mapFrame m = { .ui = ui, .input = input, .s = s, .def = sweepRunner_Def( s->runner ) };
    if ( m.def == NULL )
    {
        return;
    }
    m.list = igGetWindowDrawList();
    m.rows = m.def->axes[0].count;
    m.columns = m.def->axes[1].count;
    float em = igGetFontSize(), small = uiTextSize( ui, ui_fontSmall, "0" ).y;
    ImVec2 at, room;
    igGetCursorScreenPos( &at );
    igGetContentRegionAvail( &room );
    m.data = ( uiRect ){ at.x + widestText( &m, 0 ) + 1.0f * em, at.y + 2.2f * small,
        at.x + room.x - 7.5f * em, at.y + room.y - 3.2f * small };
    m.data.x1 = fmaxf( m.data.x1, m.data.x0 + 4.0f * em );
    m.data.y1 = fmaxf( m.data.y1, m.data.y0 + 4.0f * em );
    ImDrawList_AddRectFilled( m.list, uiVec2( m.data.x0, m.data.y0 ), uiVec2( m.data.x1, m.data.y1 ),
        ui->theme.background, 0.0f, 0 );
    drawCells( &m );
    drawAxes( &m, small, em );
    drawScale( &m, m.data.x1 + 1.2f * em, small, em );
    igSetCursorScreenPos( uiVec2( m.data.x0, m.data.y0 ) );
    bool clicked = igInvisibleButton(
        "##map", uiVec2( uiWidth( m.data ), uiHeight( m.data ) ), ImGuiButtonFlags_MouseButtonLeft );
    uiMark( "sweep.map" );
    handleMouse( &m, clicked );
}

void uiDrawSweep( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->sweep->shown || !prepare( ui, input ) )
    {
        return;
    }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    // Beside the scene, above the plots.
    igSetNextWindowPos( uiVec2( 0.98f * w, 0.09f * h ), ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 49.0f * em, 0.94f * w ), fminf( 40.0f * em, 0.66f * h ) ), ImGuiCond_Appearing );
    if ( igBegin(
             "Sweep", &ui->sweep->shown, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        if ( ui->sweep->scenario->measureCount == 0 )
        {
            igTextWrapped( "This scenario has no measure: there is nothing to map." );
        }
        else
        {
            drawAxis( ui, input, 0 );
            drawAxis( ui, input, 1 );
            drawMeasure( ui );
            drawCommands( ui, input );
            drawMap( ui, input );
        }
    }
    igEnd();
}
