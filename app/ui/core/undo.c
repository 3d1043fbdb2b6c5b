// SPDX-License-Identifier: MIT

#include "base/grow.h"
#include "base/words.h"
#include "ui/core/companions.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A record is one parameter change or drag; records of a group, such as a preset, are undone together.

int uiNewEditGroup( uiState* ui ) { return ++ui->undo.lastGroup; }

static void freeBuild( ssBuild* build )
{
    if ( build != NULL )
    {
        ssBuild_Destroy( build );
        free( build );
    }
}

static void freeRecord( uiEditRecord* record )
{
    free( record->textBefore );
    free( record->textAfter );
    freeBuild( record->buildBefore );
    freeBuild( record->buildAfter );
    *record = ( uiEditRecord ){ 0 };
}

static void dropRedo( uiUndo* undo )
{
    for ( int i = undo->position; i < undo->count; ++i ) { freeRecord( undo->records + i ); }
    undo->count = undo->position;
}

void uiForgetEdits( uiState* ui )
{
    ui->undo.position = 0;
    dropRedo( &ui->undo );
    freeRecord( &ui->undo.sent );
    ui->undo = ( uiUndo ){ 0 };
}

void uiForgetEditsFrom( uiState* ui, int param )
{
    uiUndo* undo = &ui->undo;
    int kept = 0, position = undo->position;
    for ( int i = 0; i < undo->count; ++i )
    {
        uiEditRecord* record = undo->records + i;
        if ( record->param >= param )
        {
            position -= i < undo->position ? 1 : 0;
            freeRecord( record );
        }
        else { undo->records[kept++] = *record; }
    }
    undo->count = kept;
    undo->position = position;
}

static void push( uiUndo* undo, uiEditRecord record )
{
    dropRedo( undo );
    if ( undo->position == ui_undoDepth )
    {
        freeRecord( undo->records );
        memmove( undo->records, undo->records + 1, ( ui_undoDepth - 1 ) * sizeof( uiEditRecord ) );
        undo->position -= 1;
    }
    undo->records[undo->position++] = record;
    undo->count = undo->position;
}

void uiEditParam( uiState* ui, const uiFrameInput* input, int param, double value, int group )
{
    double before = uiShownParam( ui, input, param );
    if ( before != value )
    {
        uiRecordEdit( ui, param, before, value, group );
        uiPostParam( ui, input, param, value );
    }
}

void uiRecordEdit( uiState* ui, int param, double before, double after, int group )
{
    uiUndo* undo = &ui->undo;
    double now = igGetTime();
    uiEditRecord* top = undo->position > 0 ? undo->records + undo->position - 1 : NULL;
    // The first click of a double-click has already moved the slider; for the user both are one change.
    if ( top && top->textAfter == NULL && !top->twin && top->param == param && top->after == before &&
        now - undo->lastTime < 0.5 )
    {
        top->after = after;
        undo->lastTime = now;
        undo->position -= top->before == top->after ? 1 : 0;
        dropRedo( undo );
        return;
    }
    if ( before == after ) { return; }
    push( undo, ( uiEditRecord ){ .param = param, .group = group, .before = before, .after = after } );
    undo->lastTime = now;
}

void uiRecordTwinEdit( uiState* ui, int param, double before, double after )
{
    if ( before != after && !( isnan( before ) && isnan( after ) ) )
    {
        push( &ui->undo,
            ( uiEditRecord ){ .param = param,
                .group = uiNewEditGroup( ui ),
                .before = before,
                .after = after,
                .twin = true } );
    }
}

static ssBuild* copyBuild( const ssBuild* build )
{
    ssBuild* copy = build != NULL ? malloc( sizeof *copy ) : NULL;
    if ( copy != NULL && ssBuild_Copy( build, copy ).code != ss_ok )
    {
        free( copy );
        return NULL;
    }
    return copy;
}

void uiRecordBuild(
    uiState* ui, const ssBuild* before, const ssBuild* after, int group, const char* what, int64_t step )
{
    uiUndo* undo = &ui->undo;
    uiEditRecord* top = undo->position > 0 ? undo->records + undo->position - 1 : NULL;
    if ( top != NULL && top->param == ui_buildRecord && top->group == group )
    {
        freeBuild( top->buildAfter );
        top->buildAfter = copyBuild( after );
        top->posts += 1;
        top->step = top->step == step ? step : -1;
        dropRedo( undo );
        return;
    }
    uiEditRecord record = { .param = ui_buildRecord,
        .group = group,
        .buildBefore = copyBuild( before ),
        .buildAfter = copyBuild( after ),
        .posts = 1,
        .step = step };
    snprintf( record.what, sizeof( record.what ), "%s", what );
    push( undo, record );
}

void uiRecordPins( uiState* ui, int kind, int number )
{
    push( &ui->undo,
        ( uiEditRecord ){
            .param = kind, .group = uiNewEditGroup( ui ), .before = -1.0, .after = (double)number } );
}

/// Undoes or repeats what was done with pins.
static void restorePins( uiState* ui, const uiFrameInput* input, const uiEditRecord* record, bool undo )
{
    int number = (int)record->after;
    sessionCommand command = { .kind = session_commandSwapPin, .param = number };
    bool removes = record->param == ( undo ? ui_editPin : ui_editUnpin );
    if ( record->param != ui_editSwap )
    {
        command = ( sessionCommand ){
            .kind = removes ? session_commandUnpin : session_commandRestorePins, .param = -1, .count = number
        };
    }
    for ( int i = 0; i < ( removes ? number : 1 ); ++i ) { sessionDriver_Post( input->driver, &command ); }
    uiNotify( ui,
        record->param == ui_editSwap ? tr( "the present run and the pin have changed places" )
            : removes                ? tr( "pin removed" )
                                     : tr( "pin back" ) );
}

static bool isOfPins( const uiEditRecord* record )
{
    return record->param <= ui_editPin && record->param >= ui_editSwap;
}

void uiRecordLaw( uiState* ui, const char* before, const char* after )
{
    uiUndo* undo = &ui->undo;
    uiEditRecord* top = undo->position > 0 ? undo->records + undo->position - 1 : NULL;
    if ( top != NULL && top->param == ui_editLaw && top->textAfter != NULL &&
        strcmp( top->textAfter, before ) == 0 )
    {
        dropRedo( undo );
        free( top->textAfter );
        top->textAfter = copyText( after );
        return;
    }
    push( undo,
        ( uiEditRecord ){ .param = ui_editLaw,
            .group = uiNewEditGroup( ui ),
            .textBefore = copyText( before ),
            .textAfter = copyText( after ) } );
}

void uiSendText( uiState* ui, const uiFrameInput* input, int param, const char* before, const char* after )
{
    uiPostText( input, param, after );
    freeRecord( &ui->undo.sent );
    if ( strcmp( before, after ) != 0 )
    {
        ui->undo.sent = ( uiEditRecord ){ .param = param,
            .group = uiNewEditGroup( ui ),
            .textBefore = copyText( before ),
            .textAfter = copyText( after ) };
        ui->undo.sentAge = 0;
    }
}

void uiSettleText( uiState* ui, const uiFrameInput* input )
{
    uiEditRecord* sent = &ui->undo.sent;
    if ( sent->textBefore == NULL || sent->textAfter == NULL ) { return; }
    int slot = ssTextSlot( input->snapshot->scenario->model.params, sent->param );
    if ( strcmp( input->snapshot->pendingTexts[slot], sent->textAfter ) == 0 )
    {
        push( &ui->undo, *sent );
        *sent = ( uiEditRecord ){ 0 };
    }
    else if ( ++ui->undo.sentAge > ui_postedFrames ) { freeRecord( sent ); }
}

void uiRecordInstruments( uiState* ui )
{
    size_t size = sizeof ui->instruments;
    if ( memcmp( &ui->instruments, &ui->instrumentsKept, size ) != 0 )
    {
        uiEditRecord record = { .param = ui_editInstruments,
            .group = uiNewEditGroup( ui ),
            .textBefore = malloc( size ),
            .textAfter = malloc( size ) };
        if ( record.textBefore != NULL && record.textAfter != NULL )
        {
            memcpy( record.textBefore, &ui->instrumentsKept, size );
            memcpy( record.textAfter, &ui->instruments, size );
        }
        push( &ui->undo, record );
        memcpy( &ui->instrumentsKept, &ui->instruments, size );
    }
}

static void notifyChange(
    uiState* ui, const uiFrameInput* input, const char* verb, const uiEditRecord* record, double value )
{
    const char* number = "";
    if ( record->param == ui_buildRecord )
    {
        uiNotify( ui, uiPrint( "%s: %s", verb, record->what ) );
        return;
    }
    if ( record->param == ui_editLaw || record->param == ui_editInstruments )
    {
        uiNotify(
            ui, uiPrint( "%s: %s", verb, record->param == ui_editLaw ? tr( "law" ) : tr( "measurement" ) ) );
        return;
    }
    const ssParam* param = input->snapshot->scenario->model.params + record->param;
    if ( record->textAfter != NULL || isnan( value ) )
    {
        uiNotify( ui, uiPrint( "%s: %s", verb, tr( param->label ) ) );
        return;
    }
    number = uiFormatParam( param, value );
    uiNotify( ui, uiPrint( "%s: %s = %s", verb, tr( param->symbol ), number ) );
}

/// Brings a build back. If the run is still at that step, the change is taken back with its effects.
static void restoreBuild( uiState* ui, const uiFrameInput* input, uiEditRecord* record, bool after )
{
    bool here = record->step == input->snapshot->step && !input->snapshot->playing;
    uiReplaceBuild(
        ui, input, after ? record->buildAfter : record->buildBefore, here && !after ? record->posts : 0 );
    if ( after )
    {
        record->posts = 1;
        record->step = input->snapshot->step;
    }
}

static void restore( uiState* ui, const uiFrameInput* input, uiEditRecord* record, bool after )
{
    const char* text = after ? record->textAfter : record->textBefore;
    if ( record->param == ui_buildRecord ) { restoreBuild( ui, input, record, after ); }
    else if ( record->param == ui_editInstruments )
    {
        memmove(
            &ui->instruments, text != NULL ? (const void*)text : &ui->instruments, sizeof ui->instruments );
        memcpy( &ui->instrumentsKept, &ui->instruments, sizeof ui->instruments );
    }
    else if ( record->param == ui_editLaw )
    {
        ssIgnore(
            sessionDriver_SetLaw( input->driver, text != NULL ? text : "", "law" ) ); // it was taken once
    }
    else if ( record->twin )
    {
        uiPostTwinValue( ui, input, record->param, after ? record->after : record->before );
    }
    else if ( text != NULL ) { uiPostText( input, record->param, text ); }
    else { uiPostParam( ui, input, record->param, after ? record->after : record->before ); }
}

void uiUndoEdit( uiState* ui, const uiFrameInput* input )
{
    uiUndo* undo = &ui->undo;
    if ( undo->position == 0 )
    {
        uiNotify( ui, tr( "Nothing to undo." ) );
        return;
    }
    int group = undo->records[undo->position - 1].group;
    while ( undo->position > 0 && undo->records[undo->position - 1].group == group )
    {
        uiEditRecord* record = undo->records + --undo->position;
        if ( isOfPins( record ) )
        {
            restorePins( ui, input, record, true );
            continue;
        }
        restore( ui, input, record, false );
        notifyChange( ui, input, tr( "undone" ), record, record->before );
    }
    undo->lastTime = -1.0;
}

void uiRedoEdit( uiState* ui, const uiFrameInput* input )
{
    uiUndo* undo = &ui->undo;
    if ( undo->position == undo->count )
    {
        uiNotify( ui, tr( "Nothing to redo." ) );
        return;
    }
    int group = undo->records[undo->position].group;
    while ( undo->position < undo->count && undo->records[undo->position].group == group )
    {
        uiEditRecord* record = undo->records + undo->position++;
        if ( isOfPins( record ) )
        {
            restorePins( ui, input, record, false );
            continue;
        }
        restore( ui, input, record, true );
        notifyChange( ui, input, tr( "redone" ), record, record->after );
    }
    undo->lastTime = -1.0;
}
