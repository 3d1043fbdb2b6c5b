// SPDX-License-Identifier: MIT
#include "ui/panel/panel_sweep.h"
#include "base/words.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"

#include <stdlib.h>
#include <string.h>

// The sweep panel. Every run takes all measures, so that another can be shown without running again.

#define MAX_VALUES 64    // along an axis: more cells could not be told apart
#define DEFAULT_VALUES 8 // along an axis: the map appears within seconds for most scenarios

// The names of the axes in scripts, and their labels.
static const char* const s_sides[2] = { "up", "along" };
static const char* const s_labels[2] = { TR( "y axis" ), TR( "x axis" ) };

void uiFreeSweep( uiState* ui )
{
    uiSweepPanel* s = ui->sweep;
    sweepDestroyRunner( s->runner );
    free( s->cells );
    free( s->have );
    free( s->values );
    *s = ( uiSweepPanel ){ 0 };
}

static bool canVary( const uiFrameInput* input, int param )
{
    return input->snapshot->scenario->model.params[param].kind != ss_paramText &&
        !input->snapshot->unused[param];
}

/// Takes the range and the scale of the slider.
static void chooseParam( uiSweepAxis* axis, const ssScenario* scenario, int param )
{
    const ssParam* row = scenario->model.params + param;
    *axis = ( uiSweepAxis ){ .param = param,
        .from = row->min,
        .to = row->max,
        .count = DEFAULT_VALUES,
        .logarithmic = row->logScale && row->min > 0.0 };
    if ( row->kind == ss_paramChoice ) { axis->count = ssParam_ChoiceCount( row ); }
    else if ( row->kind == ss_paramInteger && row->max - row->min + 1.0 < axis->count )
    {
        axis->count = (int)( row->max - row->min + 1.0 );
    }
    if ( ssCheckParam( row, axis->from ).code != ss_ok )
    {
        axis->from += ( axis->to - axis->from ) / axis->count; // the lower limit itself is not allowed
    }
}

static void chooseDefaults( uiSweepPanel* s, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    int found = 0;
    for ( int pass = 0; pass < 3 && found < 2; ++pass )
    {
        // Friction coefficients come first, then other numbers, then choices.
        for ( int i = 0; i < scenario->model.paramCount && found < 2; ++i )
        {
            const ssParam* row = scenario->model.params + i;
            bool law = i >= ssScenario_Base( scenario )->model.paramCount;
            bool friction = law || ( row->group != NULL && strcmp( row->group, "friction" ) == 0 );
            int turn = row->kind == ss_paramChoice ? 2 : friction ? 0 : 1;
            if ( canVary( input, i ) && turn == pass )
            {
                chooseParam( s->axes + found, scenario, i );
                ++found;
            }
        }
    }
    for ( ; found < 2; ++found ) { s->axes[found] = ( uiSweepAxis ){ .param = -1 }; }
    s->measure = 0;
    s->until = s->seenUntil = input->snapshot->until;
    s->refusal[0] = '\0';
}

/// Creates the runner, and clears the map of another scenario or law. Returns false if there is no memory.
static bool prepare( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    if ( s->runner == NULL )
    {
        s->seeds = 1;
        s->runner = sweepCreateRunner( input->jobs );
    }
    if ( s->runner == NULL ) { return false; }
    if ( s->scenario != input->snapshot->scenario )
    {
        sweepRunner_Clear( s->runner );
        // Axes of its own rows stay where they are when the typed law changes.
        bool kept = s->base == ssScenario_Base( input->snapshot->scenario ) &&
            s->axes[0].param < s->base->model.paramCount && s->axes[1].param < s->base->model.paramCount;
        s->scenario = input->snapshot->scenario;
        s->base = ssScenario_Base( s->scenario );
        s->collected = 0;
        if ( !kept ) { chooseDefaults( s, input ); }
    }
    if ( s->seenUntil != input->snapshot->until ) { s->until = s->seenUntil = input->snapshot->until; }
    return true;
}

const char* uiSweepParamName( const ssParam* row )
{
    bool same = strcmp( row->symbol, row->label ) == 0;
    return uiPrint( "%s%s%s%s%s%s", tr( row->symbol ), same ? "" : " ", same ? "" : tr( row->label ),
        row->unit[0] ? " [" : "", row->unit, row->unit[0] ? "]" : "" );
}

static void numberField( const char* mark, const char* label, double* value, float width )
{
    const char* id = uiPrint( "##%s", mark );
    igSetNextItemWidth( width );
    igInputDouble( id, value, 0.0, 0.0, "%.6g", ImGuiInputTextFlags_AutoSelectAll );
    uiMarkNumber( mark, label, *value );
}

static void countField( const char* mark, const char* label, int* value, int max, float width )
{
    const char* id = uiPrint( "##%s", mark );
    igSetNextItemWidth( width );
    igInputInt( id, value, 0, 0, ImGuiInputTextFlags_AutoSelectAll );
    *value = *value < 1 ? 1 : *value > max ? max : *value;
    uiMarkNumber( mark, label, (double)*value );
}

static void word( const uiState* ui, const char* text )
{
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
    uiColoredText( ui->theme.dim, text );
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
}

/// The entries of the open list of parameters.
static void paramEntries( uiSweepPanel* s, const uiFrameInput* input, int side )
{
    for ( int i = 0; i < s->scenario->model.paramCount; ++i )
    {
        if ( !canVary( input, i ) ) { continue; }
        igPushID_Int( i );
        const char* name = uiSweepParamName( s->scenario->model.params + i );
        if ( uiEntry( name, i == s->axes[side].param ) ) { chooseParam( s->axes + side, s->scenario, i ); }
        const char* mark = uiPrint( "sweep.%s.%s", s_sides[side], s->scenario->model.params[i].key );
        uiMarkSaying( mark, name );
        uiScrollTo( mark );
        igPopID();
    }
}

/// Where the fields begin, right of the widest label.
static float labelColumn( void )
{
    float em = igGetFontSize(), column = 4.0f * em;
    const char* const labels[] = { tr( s_labels[0] ), tr( s_labels[1] ), tr( "colour" ) };
    for ( int i = 0; i < SS_COUNT( labels ); ++i )
    {
        ImVec2 size = uiExtent( labels[i] );
        column = fmaxf( column, roundf( size.x + 1.1f * em ) );
    }
    return column;
}

/// A field of an axis for speech: "y axis, from".
static const char* axisLabel( int side, const char* field )
{
    return uiPrint( "%s, %s", tr( s_labels[side] ), field );
}

/// One line: the parameter, its range and the number of values.
static void drawAxis( uiState* ui, const uiFrameInput* input, int side )
{
    uiSweepPanel* s = ui->sweep;
    uiSweepAxis* axis = s->axes + side;
    float em = igGetFontSize();
    igAlignTextToFramePadding();
    uiText( "%s", tr( s_labels[side] ) );
    igSameLine( labelColumn(), 0.0f );
    const char* name = axis->param >= 0 ? uiSweepParamName( s->scenario->model.params + axis->param ) : "–";
    const char* mark = uiPrint( "##sweep.%s", s_sides[side] );
    igSetNextItemWidth( 17.0f * em );
    bool open = igBeginCombo(
        mark, uiIndexed( uiElide( ui, ui_fontBody, name, 15.0f * em ) ), ImGuiComboFlags_HeightLarge );
    uiMarkField( mark + 2, tr( s_labels[side] ), name );
    if ( open )
    {
        paramEntries( s, input, side );
        igEndCombo();
    }
    if ( axis->param < 0 || s->scenario->model.params[axis->param].kind == ss_paramChoice )
    {
        word( ui, tr( "all choices" ) );
        igNewLine();
        return;
    }
    const char* own = s_sides[side];
    word( ui, tr( "from" ) );
    numberField( uiPrint( "sweep.%s.from", own ), axisLabel( side, tr( "from" ) ), &axis->from, 5.5f * em );
    word( ui, tr( "to" ) );
    numberField( uiPrint( "sweep.%s.to", own ), axisLabel( side, tr( "to" ) ), &axis->to, 5.5f * em );
    word( ui, tr( "values" ) );
    countField( uiPrint( "sweep.%s.count", own ), axisLabel( side, tr( "values" ) ), &axis->count, MAX_VALUES,
        3.0f * em );
    igSameLine( 0.0f, 0.8f * em );
    mark = uiPrint( "sweep.%s.log", s_sides[side] );
    uiFormSwitch( ui, uiPrint( "%s###%s", tr( "log" ), mark ), mark, axisLabel( side, tr( "log" ) ),
        &axis->logarithmic );
}

static void drawMeasure( uiState* ui )
{
    uiSweepPanel* s = ui->sweep;
    const ssScenario* scenario = s->scenario;
    float em = igGetFontSize();
    igAlignTextToFramePadding();
    uiText( "%s", tr( "colour" ) );
    igSameLine( labelColumn(), 0.0f );
    igSetNextItemWidth( 17.0f * em );
    bool open = igBeginCombo( "##sweep.measure", scenario->model.measures[s->measure].name, 0 );
    uiMarkField( "sweep.measure", tr( "colour" ), scenario->model.measures[s->measure].name );
    if ( !open && igIsItemHovered( 0 ) )
    {
        uiTooltip( "%s", tr( scenario->model.measures[s->measure].doc ) );
    }
    if ( open )
    {
        for ( int i = 0; i < scenario->model.measureCount && i < sweep_measuresMax; ++i )
        {
            s->measure = uiEntry( scenario->model.measures[i].name, i == s->measure ) ? i : s->measure;
            const char* mark = uiPrint( "sweep.measure.%s", scenario->model.measures[i].name );
            uiMarkField( mark, scenario->model.measures[i].name, tr( scenario->model.measures[i].doc ) );
            uiItemTooltip( "%s", tr( scenario->model.measures[i].doc ) );
        }
        igEndCombo();
    }
    igSameLine( 0.0f, 0.8f * em );
    uiFormSwitch( ui, uiLabel( "log##sweep.colour.log" ), "sweep.colour.log", tr( "logarithmic colours" ),
        &s->logColors );
    uiItemTooltip( tr( "logarithmic colours; cells that are not positive are hatched" ) );
    word( ui, tr( "run until" ) );
    numberField( "sweep.until", tr( "run until" ), &s->until, 5.5f * em );
    word( ui, tr( "s, seeds" ) );
    countField( "sweep.seeds", tr( "seeds" ), &s->seeds, 1000, 3.0f * em );
}

static void drawStatus( uiState* ui, sweepProgress progress )
{
    const uiSweepPanel* s = ui->sweep;
    const char* text = s->refusal;
    if ( text[0] == '\0' && sweepRunner_Def( s->runner ) == NULL )
    {
        text = tr( "Choose two parameters and a measure, then Start." );
    }
    else if ( text[0] == '\0' )
    {
        bool goesOn = progress.busy && progress.done > 0;
        const char* left = progress.stopped ? tr( ", stopped" )
            : goesOn                        ? uiPrint( tr( ", %.0f s left" ), ceil( progress.secondsLeft ) )
                                            : "";
        text = uiPrint( tr( "%d of %d cells%s" ), (int)progress.done, (int)progress.total, left );
    }
    text = progress.failed > 0 ? uiPrint( "%s%s", text, uiPrint( tr( ", %d failed" ), (int)progress.failed ) )
                               : text;
    igPushStyleColor_U32( ImGuiCol_Text, s->refusal[0] != '\0' ? ui->theme.error : ui->theme.dim );
    igPushTextWrapPos( 0.0f );
    uiText( "%s", text );
    igPopTextWrapPos();
    igPopStyleColor( 1 );
    uiMarkText( "sweep.status", text );
    uiPublish( "sweep.total", (double)progress.total );
    uiPublish( "sweep.done", (double)progress.done );
    uiPublish( "sweep.failed", (double)progress.failed );
    uiPublish( "sweep.busy", progress.busy ? 1.0 : 0.0 );
}

static void drawCommands( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    sweepProgress progress = sweepRunner_Progress( s->runner );
    if ( uiCommandButton( uiLabel( "Start" ), "sweep.start", true ) )
    {
        uiStartSweep( ui, input );
        progress = sweepRunner_Progress( s->runner );
    }
    if ( uiCommandButton( uiLabel( "Stop" ), "sweep.stop", progress.busy && !progress.stopped ) )
    {
        sweepRunner_Stop( s->runner );
    }
    uiCollectCells( s );
    const sweepDef* def = sweepRunner_Def( s->runner );
    if ( uiCommandButton( uiLabel( "Save CSV" ), "sweep.csv", s->collected > 0 ) )
    {
        uiSaveSweep( ui, def, "csv" );
    }
    if ( uiCommandButton( uiLabel( "Save SVG" ), "sweep.svg", s->collected > 0 ) )
    {
        uiSaveSweep( ui, def, "svg" );
    }
    drawStatus( ui, progress );
}

void uiDrawSweep( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->sweep->shown || !prepare( ui, input ) ) { return; }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    igSetNextWindowPos( uiVec2( 0.98f * w, 0.09f * h ), ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 49.0f * em, 0.94f * w ), fminf( 40.0f * em, 0.66f * h ) ), ImGuiCond_Appearing );
    if ( igBegin( uiLabel( "Sweep" ), &ui->sweep->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        if ( ui->sweep->scenario->model.measureCount == 0 )
        {
            igTextWrapped( tr( "This scenario has no measures to map." ) );
        }
        else
        {
            drawAxis( ui, input, 0 );
            drawAxis( ui, input, 1 );
            drawMeasure( ui );
            drawCommands( ui, input );
            uiDrawSweepMap( ui, input );
        }
    }
    igEnd();
}
