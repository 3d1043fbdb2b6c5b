// SPDX-License-Identifier: MIT
#include "ui/panel/panel_fit_internal.h"

#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The table behind the fit panel, and the run that the sliders stand for beside it.

void uiFreeFit( uiState* ui )
{
    uiFitPanel* f = ui->fit;
    sessionDestroyFitLive( f->live );
    sessionTable_Release( f->table );
    free( f->def );
    *f = ( uiFitPanel ){ 0 };
}

bool uiFitIsBusy( const uiState* ui )
{
    return ui->fit->live != NULL && sessionFitLive_Busy( ui->fit->live );
}

void uiTakeTable( uiState* ui, sessionTable* table )
{
    uiFitPanel* f = ui->fit;
    sessionTable_Release( f->table );
    f->table = table;
    f->problem[0] = '\0';
    if ( f->live != NULL )
    {
        sessionFitLive_Clear( f->live );
    }
}

static void refuse( uiState* ui, ssResult result )
{
    uiTakeTable( ui, NULL );
    snprintf( ui->fit->problem, sizeof( ui->fit->problem ), "%s", result.message );
    ui->fit->shown = true;
}

ssResult uiOpenData( uiState* ui, const uiFrameInput* input, const char* path )
{
    uiFitPanel* f = ui->fit;
    sessionTable* table = NULL;
    char note[256];
    snprintf( f->path, sizeof( f->path ), "%s", path );
    ssResult result = sessionReadTable( path, input->snapshot->scenario, &table );
    if ( result.code != ss_ok )
    {
        refuse( ui, result );
        return result;
    }
    uiTakeTable( ui, table );
    f->shown = f->shown || table->problem[0] != '\0';
    if ( table->problem[0] == '\0' )
    {
        snprintf( note, sizeof( note ), "%.120s: %d rows. F7 fits parameters to them.",
            sessionTable_Name( table ), table->data.rowCount );
        uiNotify( ui, note );
    }
    return result;
}

/// The table of another scenario is read again: its columns may mean something there too.
static void followScenario( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    const ssScenario* scenario = input->snapshot->scenario;
    if ( f->scenario == scenario )
    {
        return;
    }
    bool sameBase = f->base == ssScenario_Base( scenario );
    f->scenario = scenario;
    f->base = ssScenario_Base( scenario );
    if ( f->table == NULL )
    {
        return;
    }
    sessionTable *table = NULL, *again = NULL;
    int roles[session_tableColumns];
    for ( int i = 0; i < f->table->columnCount; ++i )
    {
        roles[i] = f->table->columns[i].role;
    }
    ssResult result = sessionReadTable( f->path, scenario, &table );
    // Another law leaves the signals as they are, and with them what the user chose.
    if ( result.code == ss_ok && sameBase && table->columnCount == f->table->columnCount &&
        sessionReadTableAs( table, roles, &again ).code == ss_ok )
    {
        sessionTable_Release( table );
        table = again;
    }
    if ( result.code == ss_ok )
    {
        uiTakeTable( ui, table );
    }
    else
    {
        refuse( ui, result );
    }
}

bool uiFillFitDef( const uiState* ui, const uiFrameInput* input, ssSimDef* def )
{
    const sessionSnapshot* snapshot = input->snapshot;
    def->scenario = snapshot->scenario;
    for ( int i = 0; i < snapshot->scenario->paramCount; ++i )
    {
        def->values[i] = uiShownParam( ui, input, i );
    }
    memcpy( def->texts, snapshot->pendingTexts, sizeof( def->texts ) );
    def->h = snapshot->h;
    def->seed = snapshot->seed;
    def->until = fmax( 1.0, round( snapshot->until / snapshot->h ) ) * snapshot->h;
    return !snapshot->recorded;
}

static bool prepare( uiFitPanel* f, const uiFrameInput* input )
{
    f->def = f->def != NULL ? f->def : calloc( 1, sizeof( *f->def ) ); // too large for the stack
    f->live = f->live != NULL ? f->live : sessionCreateFitLive( !input->virtualClock );
    return f->def != NULL && f->live != NULL;
}

void uiUpdateFit( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    uiMeasured* m = &ui->measured;
    followScenario( ui, input );
    m->data = NULL;
    m->curve = NULL;
    if ( f->table != NULL && f->table->problem[0] == '\0' && prepare( f, input ) &&
        uiFillFitDef( ui, input, f->def ) )
    {
        sessionFitLive_Ask( f->live, f->def, f->table );
        m->data = &f->table->data;
        m->curve = sessionFitLive_Answer( f->live );
        uiPublish( "fit.updates", (double)sessionFitLive_Count( f->live ) );
    }
    uiPublish( "fit.rows", m->data != NULL ? m->data->rowCount : 0.0 );
    uiPublish( "fit.misfit", m->curve != NULL ? m->curve->misfit : (double)NAN );
    uiPublish( "ui.fit", f->shown ? 1.0 : 0.0 );
}
