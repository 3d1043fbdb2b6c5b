// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The sweep behind the map: its start, the cells that have finished, and saving them.

static ssResult makeAxis( const ssSimDef* base, const uiSweepAxis* choice, sweepAxis* axis )
{
    if ( choice->param < 0 )
    {
        return ssError( ss_errorValue, NULL, "this scenario does not have two parameters to vary" );
    }
    const ssParam* row = base->scenario->model.params + choice->param;
    char text[1024];
    int used = snprintf( text, sizeof( text ), "%s=", row->key );
    if ( row->kind == ss_paramChoice )
    {
        for ( int i = 0; i < ssParam_ChoiceCount( row ) && used < (int)sizeof( text ) - 64; ++i )
        {
            used += snprintf( text + used, sizeof( text ) - (size_t)used, "%s%.60s", i > 0 ? "," : "",
                ssParam_Choice( row, i ) );
        }
    }
    else
    {
        int count = choice->count;
        if ( row->kind == ss_paramInteger && choice->to - choice->from + 1.0 < count )
        {
            count = (int)fmax( 1.0, choice->to - choice->from + 1.0 ); // no integer occurs twice
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
    // The duration is rounded to whole steps.
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
    for ( int64_t i = 0; i < count && s->values != NULL; ++i ) { s->values[i] = SS_NAN; }
    return s->cells != NULL && s->have != NULL && s->values != NULL;
}

static void forgetRange( uiSweepPanel* s )
{
    s->lo = s->leastPositive = HUGE_VAL;
    s->hi = -HUGE_VAL;
}

void uiStartSweep( uiState* ui, const uiFrameInput* input )
{
    uiSweepPanel* s = ui->sweep;
    sweepDef* def = calloc( 1, sizeof( sweepDef ) ); // too large for the stack, because it holds texts
    if ( def == NULL )
    {
        uiWarn( ui, tr( "out of memory" ) );
        return;
    }
    fillBase( s, input, &def->base );
    def->seeds = s->seeds;
    def->measureCount = s->scenario->model.measureCount < sweep_measuresMax ? s->scenario->model.measureCount
                                                                            : sweep_measuresMax;
    for ( int i = 0; i < def->measureCount; ++i ) { def->measures[i] = i; }
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
    if ( result.code == ss_ok ) { result = sweepRunner_Start( s->runner, def ); }
    else { sweepRunner_Clear( s->runner ); }
    snprintf( s->refusal, sizeof( s->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    sweepFree( def );
    free( def );
}

static void showCell( uiSweepPanel* s, const sweepCell* cell )
{
    double value = cell->mean[s->measure];
    s->values[cell->index] = value;
    if ( isfinite( value ) )
    {
        s->lo = fmin( s->lo, value );
        s->hi = fmax( s->hi, value );
        s->leastPositive = value > 0.0 ? fmin( s->leastPositive, value ) : s->leastPositive;
    }
}

void uiCollectCells( uiSweepPanel* s )
{
    const sweepDef* def = sweepRunner_Def( s->runner );
    sweepCell cell;
    while ( def != NULL && sweepRunner_Cell( s->runner, s->collected, &cell ) )
    {
        ++s->collected;
        s->cells[cell.index] = cell;
        s->have[cell.index] = true;
        showCell( s, &cell );
    }
    if ( def != NULL && s->shownMeasure != s->measure )
    {
        s->shownMeasure = s->measure;
        forgetRange( s );
        for ( int64_t i = 0; i < sweepCellCount( def ); ++i )
        {
            if ( s->have[i] ) { showCell( s, s->cells + i ); }
        }
    }
}

static ssResult saveTable( const uiSweepPanel* s, const sweepDef* def, const char* path )
{
    char line[2048];
    osWriter* out = osOpenWrite( path );
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

void uiSaveSweep( uiState* ui, const sweepDef* def, const char* format )
{
    uiSweepPanel* s = ui->sweep;
    char path[512];
    osFreeName( uiPrint( "slipstick-%s-sweep", s->scenario->id ), format, path, sizeof( path ) );
    ssResult result = strcmp( format, "csv" ) == 0
        ? saveTable( s, def, path )
        : sweepSaveMap( def, s->measure, s->logColors, s->values, path );
    uiNotifySaved( ui, result, path );
}
