// SPDX-License-Identifier: MIT
#include "ui/panel/panel_solvers.h"

#include "base/os.h"
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The solver microscope: one step frozen, several solvers on the same problem, what each did per iteration and per
// second, and the reaction of the selected contact on its walk through the cone.

static const ssChart s_charts[3] = {
    { .id = "scope-iterations",
        .title = "residual over iterations",
        .xLabel = "iteration",
        .xUnit = "",
        .yLabel = "log₁₀ residual",
        .yUnit = "",
        .doc = "the judge's residual of each solver",
        .logX = true },
    { .id = "scope-seconds",
        .title = "residual over time",
        .xLabel = "time",
        .xUnit = "s",
        .yLabel = "log₁₀ residual",
        .yUnit = "",
        .doc = "the same against the clock",
        .logX = true },
    { .id = "scope-walk",
        .title = "walk of the reaction",
        .xLabel = "p_T1",
        .xUnit = "N s",
        .yLabel = "p_T2",
        .yUnit = "N s",
        .doc = "the impulse of the watched contact; the circle is its bound at the end",
        .equalScales = true },
};

static const uint32_t s_usual = 0xffffffffu;

static bool prepare( uiState* ui, bool threaded )
{
    if ( ui->solvers->scope == NULL )
    {
        ui->solvers->scope = sessionCreateSolverScope( threaded );
        ui->solvers->runCopy = calloc( 1, sizeof( sessionScopeRun ) );
        ui->solvers->tolerance = 1e-8;
        ui->solvers->wanted = s_usual;
        ui->solvers->solver = 0;
    }
    return ui->solvers->scope != NULL && ui->solvers->runCopy != NULL;
}

void uiFreeSolvers( uiState* ui )
{
    sessionDestroySolverScope( ui->solvers->scope );
    free( ui->solvers->runCopy );
    for ( int i = 0; i < SS_COUNT( ui->solvers->charts ); ++i )
    {
        sessionChartList_Free( ui->solvers->charts + i );
    }
    ui->solvers->scope = NULL;
    ui->solvers->runCopy = NULL;
}

static void freeze( uiState* ui, const uiFrameInput* input )
{
    ssProblem problem;
    ssResult result = sessionDriver_Freeze( input->driver, &problem );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return;
    }
    char number[48];
    uiFormatQuantity( input->snapshot->time, "s", number, sizeof( number ) );
    snprintf( ui->solvers->source, sizeof( ui->solvers->source ), "%s at t = %s",
        input->snapshot->scenario->title, number );
    sessionSolverScope_SetProblem( ui->solvers->scope, &problem );
}

static void solve( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    int watch = contacts->selected.found ? contacts->selected.index : 0;
    sessionSolverScope_Run( ui->solvers->scope, ui->solvers->wanted, ui->solvers->tolerance, 0, watch );
}

static void save( uiState* ui, const uiFrameInput* input )
{
    size_t length = 0;
    char stem[128], path[512];
    char* text = ssFormatProblem( sessionSolverScope_Problem( ui->solvers->scope ), &length );
    osWriter* out = NULL;
    snprintf( stem, sizeof( stem ), "slipstick-%s-problem", input->snapshot->scenario->id );
    osFreeName( stem, "json", path, sizeof( path ) );
    ssResult result =
        text != NULL ? osBeginWrite( path, &out ) : ssError( ss_errorMemory, NULL, "out of memory" );
    if ( result.code == ss_ok )
    {
        osWrite( out, text, length );
        result = osCommitWrite( out );
    }
    ssRelease( text );
    uiNotifySaved( ui, result, path );
    if ( result.code == ss_ok )
    {
        snprintf( ui->solvers->path, sizeof( ui->solvers->path ), "%s", path );
    }
}

static void open( uiState* ui )
{
    char* text = NULL;
    size_t length = 0;
    ssProblem problem = { 0 };
    ssResult result = osReadFile( ui->solvers->path, &text, &length );
    result = result.code == ss_ok ? ssReadProblem( text, length, &problem ) : result;
    free( text );
    if ( result.code != ss_ok )
    {
        uiWarn( ui, result.message );
        return;
    }
    snprintf( ui->solvers->source, sizeof( ui->solvers->source ), "%.120s", ui->solvers->path );
    sessionSolverScope_SetProblem( ui->solvers->scope, &problem );
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
    bool has = sessionSolverScope_Problem( ui->solvers->scope ) != NULL;
    if ( button( "Freeze this step", "solvers.freeze", true ) )
    {
        freeze( ui, input );
    }
    if ( button( "Solve", "solvers.solve", has ) )
    {
        solve( ui, input );
    }
    if ( button( "Save problem", "solvers.save", has ) )
    {
        save( ui, input );
    }
    igSetNextItemWidth( 14.0f * igGetFontSize() );
    igInputTextWithHint(
        "##path", "problem file", ui->solvers->path, sizeof( ui->solvers->path ), 0, NULL, NULL );
    uiMark( "solvers.file" );
    igSameLine( 0.0f, -1.0f );
    if ( button( "Open", "solvers.open", ui->solvers->path[0] != 0 ) )
    {
        open( ui );
    }
    igNewLine();
    const ssProblem* problem = sessionSolverScope_Problem( ui->solvers->scope );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    if ( problem != NULL )
    {
        igText( "%s: %d contact%s of dimension %d", ui->solvers->source, problem->contactCount,
            problem->contactCount == 1 ? "" : "s", problem->dimension );
        if ( problem->rowCount > 0 )
        {
            igSameLine( 0.0f, 0.0f );
            igText( ", %d bilateral or box rows", problem->rowCount );
        }
        uiPublish( "solvers.contacts", (double)problem->contactCount );
    }
    else
    {
        igTextUnformatted( "Freeze the present step, or open a problem file; then let solvers at it.", NULL );
    }
    igPopStyleColor( 1 );
}

/// Colours repeat after seven; names stand at both places.
static ssChartRole roleOf( int index )
{
    static const ssChartRole roles[] = { ss_chartFirst, ss_chartSecond, ss_chartThird, ss_chartFourth,
        ss_chartUnstable, ss_chartReservoir, ss_chartViolation, ss_chartExact };
    return roles[index % SS_COUNT( roles )];
}

static void drawTable( uiState* ui, float width )
{
    igBeginChild_Str( "##solvers", uiVec2( width, 0.0f ), false, 0 );
    if ( igBeginTable( "##table", 4, ImGuiTableFlags_RowBg, uiVec2( 0.0f, 0.0f ), 0.0f ) )
    {
        igTableSetupColumn( "solver", ImGuiTableColumnFlags_WidthStretch, 1.3f, 0 );
        igTableSetupColumn( "it", ImGuiTableColumnFlags_WidthStretch, 0.6f, 0 );
        igTableSetupColumn( "residual", ImGuiTableColumnFlags_WidthStretch, 0.8f, 0 );
        igTableSetupColumn( "seconds", ImGuiTableColumnFlags_WidthStretch, 0.8f, 0 );
        igTableHeadersRow();
        for ( int i = 0; i < ssSolverCount() && i < session_scopeSolvers; ++i )
        {
            const ssSolver* solver = ssGetSolver( i );
            bool wanted = ( ui->solvers->wanted >> i & 1u ) != 0;
            char mark[64], number[32];
            igTableNextRow( 0, 0.0f );
            igTableNextColumn();
            igPushID_Int( i );
            uiPushBorder( ui );
            if ( igCheckbox( "##wanted", &wanted ) )
            {
                ui->solvers->wanted ^= 1u << i;
            }
            uiPopBorder();
            snprintf( mark, sizeof( mark ), "solvers.%s", solver->name );
            uiMark( mark );
            igSameLine( 0.0f, -1.0f );
            igPushStyleColor_U32( ImGuiCol_Text, uiChartColor( ui, roleOf( i ) ) );
            if ( igSelectable_Bool( solver->name, ui->solvers->solver == i,
                     ImGuiSelectableFlags_SpanAllColumns, uiVec2( 0.0f, 0.0f ) ) )
            {
                ui->solvers->solver = i;
                ui->solvers->iteration = 1 << 30;
            }
            igPopStyleColor( 1 );
            snprintf( mark, sizeof( mark ), "solvers.pick.%s", solver->name );
            uiMark( mark );
            bool ran = sessionSolverScope_Get( ui->solvers->scope, i, ui->solvers->runCopy ) &&
                ui->solvers->runCopy->done;
            const ssSolveReport* report = &ui->solvers->runCopy->report;
            bool refused = ran && ui->solvers->runCopy->refusal[0] != 0;
            if ( igIsItemHovered( 0 ) )
            {
                igSetTooltip( "%s\n%s\n%s", solver->label, solver->source,
                    refused   ? ui->solvers->runCopy->refusal
                        : ran ? report->what
                              : "not run yet" );
            }
            igTableNextColumn();
            if ( refused )
            {
                igTextDisabled( "refused" );
            }
            else if ( ran )
            {
                igText( "%d", report->iterations );
                igTableNextColumn();
                uiFormatDigits( report->residual, 2, number, sizeof( number ) );
                bool good = report->status == ss_solveConverged;
                igPushStyleColor_U32( ImGuiCol_Text, good ? ui->theme.good : ui->theme.warning );
                igTextUnformatted( number, NULL );
                igPopStyleColor( 1 );
                igTableNextColumn();
                uiFormatDigits( report->seconds, 2, number, sizeof( number ) );
                igTextUnformatted( number, NULL );
                snprintf( mark, sizeof( mark ), "solvers.%s.residual", solver->name );
                uiPublish( mark, report->residual );
            }
            igPopID();
        }
        igEndTable();
    }
    igEndChild();
}

static void fillResiduals( uiState* ui )
{
    enum
    {
        most = session_scopeRows
    };
    static double x[most], t[most], y[most]; // too large for a stack
    ssChartSink iterations = sessionChartList_Begin( ui->solvers->charts ),
                seconds = sessionChartList_Begin( ui->solvers->charts + 1 );
    for ( int i = 0; i < ssSolverCount() && i < session_scopeSolvers; ++i )
    {
        if ( !sessionSolverScope_Get( ui->solvers->scope, i, ui->solvers->runCopy ) ||
            ui->solvers->runCopy->refusal[0] != 0 )
        {
            continue;
        }
        int count = ui->solvers->runCopy->rowCount;
        for ( int k = 0; k < count; ++k )
        {
            const sessionScopeRow* row = ui->solvers->runCopy->rows + k;
            x[k] = row->iteration + 1;
            t[k] = fmax( row->seconds, 1e-7 );
            y[k] = log10( fmax( row->residual, 1e-18 ) );
        }
        const char* name = ssGetSolver( i )->name;
        iterations.curve( iterations.context, roleOf( i ), name, count, x, y );
        seconds.curve( seconds.context, roleOf( i ), name, count, t, y );
        if ( i == ui->solvers->solver && count > 0 )
        {
            int at = ui->solvers->iteration < count ? ui->solvers->iteration : count - 1;
            iterations.points( iterations.context, ss_chartNow, "", 1, x + at, y + at );
            seconds.points( seconds.context, ss_chartNow, "", 1, t + at, y + at );
        }
    }
}

static void fillWalk( uiState* ui, const ssCone* cone )
{
    enum
    {
        corners = 97
    };
    static double x[session_scopeRows], y[session_scopeRows];
    ssChartSink walk = sessionChartList_Begin( ui->solvers->charts + 2 );
    if ( ui->solvers->solver < 0 ||
        !sessionSolverScope_Get( ui->solvers->scope, ui->solvers->solver, ui->solvers->runCopy ) ||
        ui->solvers->runCopy->rowCount == 0 )
    {
        return;
    }
    int count = ui->solvers->runCopy->rowCount,
        at = ui->solvers->iteration < count ? ui->solvers->iteration : count - 1;
    const sessionScopeRow* now = ui->solvers->runCopy->rows + at;
    double bound = cone->mu * fmax( now->reaction[0], 0.0 );
    for ( int i = 0; i < corners; ++i )
    {
        x[i] = bound * cos( 6.283185307179586 * i / ( corners - 1 ) );
        y[i] = bound * sin( 6.283185307179586 * i / ( corners - 1 ) );
    }
    walk.curve( walk.context, ss_chartReservoir, "bound μ p_N", corners, x, y );
    for ( int i = 0; i <= at; ++i )
    {
        x[i] = ui->solvers->runCopy->rows[i].reaction[1];
        y[i] = ui->solvers->runCopy->rows[i].reaction[2];
    }
    walk.curve( walk.context, ss_chartFirst, "so far", at + 1, x, y );
    walk.points( walk.context, ss_chartNow, "", 1, x + at, y + at );
    uiPublish( "solvers.iteration", (double)now->iteration );
}

void uiDrawSolvers( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->solvers->shown || !prepare( ui, !input->virtualClock ) )
    {
        return;
    }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    igSetNextWindowPos( uiVec2( 0.5f * w, 0.5f * h ), ImGuiCond_Appearing, uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 72.0f * em, 0.94f * w ), fminf( 40.0f * em, 0.86f * h ) ), ImGuiCond_Appearing );
    if ( igBegin( "Solver microscope", &ui->solvers->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        drawCommands( ui, input );
        const ssProblem* problem = sessionSolverScope_Problem( ui->solvers->scope );
        ImVec2 room;
        igGetContentRegionAvail( &room );
        float left = fminf( 24.0f * em, 0.4f * room.x );
        drawTable( ui, left );
        igSameLine( 0.0f, -1.0f );
        ImVec2 at;
        igGetCursorScreenPos( &at );
        fillResiduals( ui );
        if ( problem != NULL && problem->contactCount > 0 )
        {
            const sessionContactList* contacts = &input->snapshot->contacts;
            int watch = contacts->selected.found && contacts->selected.index < problem->contactCount
                ? contacts->selected.index
                : 0;
            fillWalk( ui, problem->cones + watch );
        }
        float width = room.x - left - em, height = room.y - 2.2f * em, half = floorf( 0.5f * height );
        uiDrawChart( ui, s_charts, ui->solvers->charts, ui->solvers->views, -1,
            ( uiRect ){ at.x, at.y, at.x + width, at.y + half } );
        float middle = floorf( 0.5f * width );
        uiDrawChart( ui, s_charts + 1, ui->solvers->charts + 1, ui->solvers->views + 1, -1,
            ( uiRect ){ at.x, at.y + half, at.x + middle, at.y + height } );
        uiDrawChart( ui, s_charts + 2, ui->solvers->charts + 2, ui->solvers->views + 2, -1,
            ( uiRect ){ at.x + middle, at.y + half, at.x + width, at.y + height } );
        igSetCursorScreenPos( uiVec2( at.x, at.y + height + 0.4f * em ) );
        bool walking = ui->solvers->solver >= 0 &&
            sessionSolverScope_Get( ui->solvers->scope, ui->solvers->solver, ui->solvers->runCopy ) &&
            ui->solvers->runCopy->rowCount > 0;
        if ( walking )
        {
            int last = ui->solvers->runCopy->rowCount - 1;
            ui->solvers->iteration = ui->solvers->iteration > last ? last : ui->solvers->iteration;
            igSetNextItemWidth( width );
            igSliderInt( "##iteration", &ui->solvers->iteration, 0, last, "iteration %d", 0 );
            uiMark( "solvers.scrub" );
        }
        else
        {
            igTextDisabled( "Freeze, solve, then click a solver's name to walk through its iterations." );
        }
    }
    igEnd();
}
