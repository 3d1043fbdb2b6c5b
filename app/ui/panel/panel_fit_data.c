// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The table behind the fit panel, and the run that the sliders stand for beside it.

void uiFreeFit( uiState* ui )
{
    uiFitPanel* f = ui->fit;
    sessionDestroyFitLive( f->live );
    sessionDestroyFitRunner( f->runner );
    sessionDestroyFitMap( f->map );
    sessionTable_Release( f->table );
    free( f->def );
    *f = ( uiFitPanel ){ 0 };
}

bool uiFitIsLive( const uiState* ui )
{
    return ui->fit->live != NULL && sessionFitLive_Busy( ui->fit->live );
}

bool uiFitIsBusy( const uiState* ui )
{
    const uiFitPanel* f = ui->fit;
    return ( f->runner != NULL && sessionFitRunner_Progress( f->runner ).busy ) ||
        ( f->map != NULL && sessionFitMap_Busy( f->map ) );
}

void uiTakeTable( uiState* ui, sessionTable* table )
{
    uiFitPanel* f = ui->fit;
    sessionTable_Release( f->table );
    f->table = table;
    f->problem[0] = '\0';
    f->refusal[0] = '\0';
    f->mapped = 0;
    ui->measured = ( uiMeasured ){ .data = NULL }; // it points into what goes now
    if ( f->live != NULL ) { sessionFitLive_Clear( f->live ); }
    if ( f->runner != NULL )
    {
        sessionFitRunner_Clear( f->runner );
        sessionFitMap_Clear( f->map );
    }
}

/// What was there before has no meaning here, and the panel says why.
static void refuse( uiState* ui, ssResult result )
{
    uiTakeTable( ui, NULL );
    snprintf( ui->fit->problem, sizeof( ui->fit->problem ), "%s", result.message );
    ui->fit->shown = true;
}

static bool hasData( const uiFitPanel* f ) { return f->table != NULL && f->table->problem[0] == '\0'; }

/// Reads a file. Beside data that are there, one whose numbers are wrong is refused; alone it is shown,
/// because it may be enough to leave out a column.
static ssResult readData(
    const uiState* ui, const uiFrameInput* input, const char* path, sessionTable** table )
{
    ssResult result = sessionReadTable( path, input->snapshot->scenario, table );
    if ( result.code == ss_ok && hasData( ui->fit ) && ( *table )->problem[0] != '\0' &&
        !( *table )->undecided )
    {
        result = ssError( ss_errorFormat, NULL, "%s", ( *table )->problem );
        sessionTable_Release( *table );
        *table = NULL;
    }
    return result;
}

ssResult uiOpenData( uiState* ui, const uiFrameInput* input, const char* path )
{
    uiFitPanel* f = ui->fit;
    sessionTable* table = NULL;
    ssResult result = readData( ui, input, path, &table );
    if ( result.code != ss_ok )
    {
        if ( !hasData( f ) ) { refuse( ui, result ); }
        return result;
    }
    snprintf( f->path, sizeof( f->path ), "%s", path );
    uiTakeTable( ui, table );
    f->unplotted = true;
    f->shown = f->shown || table->problem[0] != '\0';
    f->columnsShown = table->problem[0] != '\0' || table->columnCount <= 6;
    if ( table->problem[0] == '\0' )
    {
        const char* note = uiPrint( tr( "%.120s: %d rows. F7 fits parameters to them." ),
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
    if ( f->scenario == scenario ) { return; }
    bool sameBase = f->base == ssScenario_Base( scenario );
    f->scenario = scenario;
    f->base = ssScenario_Base( scenario );
    if ( !sameBase ) { uiChooseFitDefaults( ui, input ); }
    if ( f->table == NULL ) { return; }
    sessionTable *table = NULL, *again = NULL;
    int roles[session_tableColumns];
    for ( int i = 0; i < f->table->columnCount; ++i ) { roles[i] = f->table->columns[i].role; }
    ssResult result = sessionReadTable( f->path, scenario, &table );
    // Another law leaves the signals as they are, and with them what the user chose.
    if ( result.code == ss_ok && sameBase && table->columnCount == f->table->columnCount &&
        sessionReadTableAs( table, roles, &again ).code == ss_ok )
    {
        sessionTable_Release( table );
        table = again;
    }
    if ( result.code == ss_ok ) { uiTakeTable( ui, table ); }
    else { refuse( ui, result ); }
}

bool uiFillFitDef( const uiState* ui, const uiFrameInput* input, ssSimDef* def )
{
    const sessionSnapshot* snapshot = input->snapshot;
    def->scenario = snapshot->scenario;
    for ( int i = 0; i < snapshot->scenario->model.paramCount; ++i )
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
    f->live = f->live != NULL ? f->live : sessionCreateFitLive( input->jobs );
    f->runner = f->runner != NULL ? f->runner : sessionCreateFitRunner( input->jobs );
    f->map = f->map != NULL ? f->map : sessionCreateFitMap( input->jobs );
    return f->def != NULL && f->live != NULL && f->runner != NULL && f->map != NULL;
}

/// What the newest fit says about curves and parameters.
static void showOutcome( uiState* ui )
{
    uiMeasured* m = &ui->measured;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    memset( m->bounded, 0, sizeof( m->bounded ) );
    m->bandLow = m->bandHigh = NULL;
    if ( outcome == NULL || outcome->checked || outcome->refusal.code != ss_ok ) { return; }
    if ( outcome->low.rowCount > 0 )
    {
        m->bandLow = &outcome->low;
        m->bandHigh = &outcome->high;
    }
    for ( int i = 0; i < outcome->result->paramCount; ++i )
    {
        const ssFitEstimate* e = outcome->result->estimates + i;
        int param = ssFindScenarioParam( outcome->def->scenario, e->key );
        if ( param >= 0 )
        {
            m->bounded[param] = true;
            m->best[param] = e->value;
            m->low[param] = e->low;
            m->high[param] = e->high;
        }
    }
}

/// Opens plots of what was measured and is on none, as far as there is room; the rest is named.
static void plotMeasured( uiState* ui, const ssScenario* scenario, const ssFitData* data )
{
    const int most = 2;
    char rest[120] = "";
    int opened = 0;
    for ( int i = 0; i < data->columnCount; ++i )
    {
        int signal = data->columns[i].signal;
        if ( uiIsPlotted( ui, scenario, signal ) ) { continue; }
        if ( opened < most && uiPlotSignal( ui, scenario, signal ) ) { ++opened; }
        else
        {
            addText( rest, sizeof( rest ), "%s%s", rest[0] != '\0' ? ", " : "",
                scenario->model.signals[signal].name );
        }
    }
    if ( rest[0] != '\0' )
    {
        uiNotify( ui, uiPrint( tr( "Measured, but on no plot: %s. G opens one." ), rest ) );
    }
}

void uiUpdateFit( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    uiMeasured* m = &ui->measured;
    followScenario( ui, input );
    m->data = NULL;
    m->curve = NULL;
    showOutcome( ui );
    bool prepared = f->table != NULL && prepare( f, input );
    if ( prepared && f->table->problem[0] == '\0' && uiFillFitDef( ui, input, f->def ) )
    {
        sessionFitLive_Ask( f->live, f->def, f->table );
        m->data = &f->table->data;
        if ( f->unplotted )
        {
            plotMeasured( ui, input->snapshot->scenario, m->data );
            f->unplotted = false;
        }
        m->curve = sessionFitLive_Answer( f->live );
        uiPublish( "fit.updates", (double)sessionFitLive_Count( f->live ) );
    }
    uiPublish( "fit.rows", m->data != NULL ? m->data->rowCount : 0.0 );
    uiPublish( "fit.misfit", m->curve != NULL ? m->curve->misfit : (double)NAN );
    uiPublish( "ui.fit", f->shown ? 1.0 : 0.0 );
}

static const char* roleName( const ssScenario* scenario, int role )
{
    if ( role < 0 ) { return role == session_columnTime ? tr( "time [s]" ) : tr( "not used" ); }
    const ssSignal* signal = scenario->model.signals + role;
    return uiPrint( signal->unit[0] ? "%s [%s]" : "%s", signal->name, signal->unit );
}

/// A column has another meaning now; the column that had it before has none.
static void setRole( uiState* ui, int column, int role )
{
    const sessionTable* table = ui->fit->table;
    sessionTable* another = NULL;
    int roles[session_tableColumns];
    for ( int i = 0; i < table->columnCount; ++i )
    {
        bool same = role != session_columnUnused && table->columns[i].role == role;
        roles[i] = i == column ? role : same ? session_columnUnused : table->columns[i].role;
    }
    ssResult result = sessionReadTableAs( table, roles, &another );
    if ( result.code == ss_ok )
    {
        uiTakeTable( ui, another );
        ui->fit->unplotted = true;
    }
    else
    {
        uiWarn( ui, result.message ); // the file is gone or was changed: the data stay as they are
    }
}

/// The entries of the open list. Returns the chosen role, or that of the column.
static int roleEntries( const sessionTable* table, int column )
{
    const ssScenario* scenario = table->scenario;
    int role = table->columns[column].role;
    for ( int i = session_columnTime; i < scenario->model.signalCount; ++i )
    {
        igPushID_Int( i );
        const char* entry = uiPrint( i >= 0 ? "%s  –  %.150s" : "%s", roleName( scenario, i ),
            i >= 0 && scenario->model.signals[i].doc != NULL ? tr( scenario->model.signals[i].doc ) : "" );
        role = uiEntry( entry, i == table->columns[column].role ) ? i : role;
        const char* mark = uiPrint( "fit.column.%d.%s", column,
            i >= 0                        ? scenario->model.signals[i].name
                : i == session_columnTime ? "t"
                                          : "none" );
        uiMarkSaying( mark, entry );
        uiScrollTo( mark );
        igPopID();
    }
    return role;
}

static void drawColumn( uiState* ui, int index, float width )
{
    const sessionTable* table = ui->fit->table;
    const sessionTableColumn* column = table->columns + index;
    float em = igGetFontSize();
    const char* text = uiPrint( column->unit[0] ? "%s [%s]" : "%s", column->heading, column->unit );
    const char* shown = uiElide( ui, ui_fontBody, text, width - 0.5f * em );
    igAlignTextToFramePadding();
    uiText( "%s", shown );
    uiItemTooltip( column->unit[0] ? "%s" : tr( "%s\nno unit: that of the signal holds" ), text );
    igSameLine( width, 0.0f );
    const char* mark = uiPrint( "##fit.column.%d", index );
    const char* name = roleName( table->scenario, column->role );
    igSetNextItemWidth( -1.0f );
    bool open = igBeginCombo( mark, name, ImGuiComboFlags_HeightLarge );
    uiMarkField( mark + 2, column->heading, name );
    uiScrollTo( mark + 2 );
    if ( open )
    {
        int role = roleEntries( table, index );
        uiEndCombo( ui );
        if ( role != column->role ) { setRole( ui, index, role ); }
    }
}

void uiDrawFitColumns( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    const uiFitPanel* f = ui->fit;
    ImVec2 available = uiSpace();
    for ( int i = 0; f->table != NULL && i < f->table->columnCount; ++i )
    {
        igPushID_Int( i );
        drawColumn( ui, i, roundf( 0.45f * available.x ) );
        igPopID();
    }
}
