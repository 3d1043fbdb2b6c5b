// SPDX-License-Identifier: MIT

#include "ui/ui_internal.h"

#include <stdio.h>
#include <string.h>

// A change of a parameter is one record, a drag from press to release counting as one. Records of one group,
// such as "all back to default", go together.

int uiNewEditGroup( uiState* ui )
{
    return ++ui->undo.lastGroup;
}

void uiRecordEdit( uiState* ui, int param, double before, double after, int group )
{
    uiUndo* undo = &ui->undo;
    double now = igGetTime();
    uiEditRecord* top = undo->position > 0 ? undo->records + undo->position - 1 : NULL;
    // The first click of a double click has already moved the slider: for the user both are one change.
    if ( top && top->param == param && top->after == before && now - undo->lastTime < 0.5 )
    {
        top->after = after;
        undo->count = undo->position;
        undo->lastTime = now;
        if ( top->before == top->after )
        {
            undo->position -= 1;
            undo->count = undo->position;
        }
        return;
    }
    if ( before == after )
    {
        return;
    }
    if ( undo->position == ui_undoDepth )
    {
        memmove( undo->records, undo->records + 1, ( ui_undoDepth - 1 ) * sizeof( uiEditRecord ) );
        undo->position -= 1;
    }
    undo->records[undo->position++] = ( uiEditRecord ){ param, group, before, after };
    undo->count = undo->position;
    undo->lastTime = now;
}

static void tell(
    uiState* ui, const uiFrameInput* input, const char* verb, const uiEditRecord* record, double value )
{
    const ssParam* param = input->snapshot->scenario->params + record->param;
    char number[48], text[160];
    if ( param->kind == ss_paramChoice )
    {
        ssFormatParam( param, value, number, (int)sizeof( number ) );
    }
    else
    {
        uiFormatQuantity( value, param->unit, number, sizeof( number ) );
    }
    snprintf( text, sizeof( text ), "%s: %s = %s", verb, param->symbol, number );
    uiNotify( ui, text );
}

void uiUndoEdit( uiState* ui, const uiFrameInput* input )
{
    uiUndo* undo = &ui->undo;
    if ( undo->position == 0 )
    {
        uiNotify( ui, "Nothing to undo." );
        return;
    }
    int group = undo->records[undo->position - 1].group;
    while ( undo->position > 0 && undo->records[undo->position - 1].group == group )
    {
        const uiEditRecord* record = undo->records + --undo->position;
        uiPostParam( ui, input, record->param, record->before );
        tell( ui, input, "undone", record, record->before );
    }
    undo->lastTime = -1.0;
}

void uiRedoEdit( uiState* ui, const uiFrameInput* input )
{
    uiUndo* undo = &ui->undo;
    if ( undo->position == undo->count )
    {
        uiNotify( ui, "Nothing to redo." );
        return;
    }
    int group = undo->records[undo->position].group;
    while ( undo->position < undo->count && undo->records[undo->position].group == group )
    {
        const uiEditRecord* record = undo->records + undo->position++;
        uiPostParam( ui, input, record->param, record->after );
        tell( ui, input, "redone", record, record->after );
    }
    undo->lastTime = -1.0;
}
