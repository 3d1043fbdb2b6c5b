// SPDX-License-Identifier: MIT
#include "ui/panel/panel_solvers.h"
#include "base/words.h"
#include "slipstick/vecmath.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

// The solver microscope: several solvers on the contact problem of one frozen step. Charts show the residual
// of each over iterations and over time, and the path of the selected contact's reaction through the cone.

static const ssChart s_charts[3] = {
    { "scope-iterations", .title = TR( "residual over iterations" ), .xLabel = TR( "iteration" ), .xUnit = "",
        .yLabel = TR( "log₁₀ residual" ), .yUnit = "",
        .doc = TR( "residual of each solver, measured the same way" ), .logX = true },
    { "scope-seconds", .title = TR( "residual over time" ), .xLabel = TR( "time" ), .xUnit = "s",
        .yLabel = TR( "log₁₀ residual" ), .yUnit = "",
        .doc = TR( "residual of each solver over computing time" ), .logX = true },
    { "scope-walk", .title = TR( "path of the reaction" ), .xLabel = "p_T1", .xUnit = "N s", .yLabel = "p_T2",
        .yUnit = "N s", .doc = TR( "impulse of the selected contact; the circle is its bound" ),
        .equalScales = true },
};

static bool prepare( uiState* ui, sessionJobMode mode )
{
    if ( ui->solvers->scope == NULL )
    {
        ui->solvers->scope = sessionCreateSolverScope( mode );
        ui->solvers->runCopy = calloc( 1, sizeof( sessionScopeRun ) );
        ui->solvers->tolerance = 1e-8;
        ui->solvers->wanted = 0xffffffffu; // all
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

/// Says in the status bar, and beside the button, why there is no problem. True: there is one.
static bool accept( uiState* ui, const uiFrameInput* input, ssResult result )
{
    snprintf( ui->solvers->refusal, sizeof( ui->solvers->refusal ), "%s",
        result.code == ss_ok ? "" : result.message );
    ui->solvers->refused = input->snapshot->scenario;
    if ( result.code != ss_ok ) { uiWarn( ui, result.message ); }
    return result.code == ss_ok;
}

static void freeze( uiState* ui, const uiFrameInput* input )
{
    ssProblem problem;
    if ( !accept( ui, input, sessionDriver_Freeze( input->driver, &problem ) ) ) { return; }
    const char* number = uiFormatQuantity( input->snapshot->time, "s" );
    snprintf( ui->solvers->source, sizeof( ui->solvers->source ), tr( "%s at t = %s" ),
        tr( input->snapshot->scenario->title ), number );
    sessionSolverScope_SetProblem( ui->solvers->scope, &problem );
}

static void solve( uiState* ui, const uiFrameInput* input )
{
    const sessionContactList* contacts = &input->snapshot->contacts;
    int watched = contacts->selected.found ? contacts->selected.index : 0;
    sessionSolverScope_Run( ui->solvers->scope, ui->solvers->wanted, ui->solvers->tolerance, 0, watched );
}

static void save( uiState* ui, const uiFrameInput* input )
{
    size_t length = 0;
    char path[512];
    char* text = ssFormatProblem( sessionSolverScope_Problem( ui->solvers->scope ), &length );
    const char* stem = uiPrint( "slipstick-%s-problem", input->snapshot->scenario->id );
    osFreeName( stem, "json", path, sizeof( path ) );
    ssResult result = osSaveFile( path, text, length );
    ssRelease( text );
    uiNotifySaved( ui, result, path );
    if ( result.code == ss_ok ) { snprintf( ui->solvers->path, sizeof( ui->solvers->path ), "%s", path ); }
}

static void open( uiState* ui, const uiFrameInput* input )
{
    char* text = NULL;
    size_t length = 0;
    ssProblem problem = { 0 };
    ssResult result = osReadFile( ui->solvers->path, &text, &length );
    result = result.code == ss_ok ? ssReadProblem( text, length, &problem ) : result;
    free( text );
    if ( !accept( ui, input, result ) ) { return; }
    snprintf( ui->solvers->source, sizeof( ui->solvers->source ), "%.120s", ui->solvers->path );
    sessionSolverScope_SetProblem( ui->solvers->scope, &problem );
}

static void drawCommands( uiState* ui, const uiFrameInput* input )
{
    bool has = sessionSolverScope_Problem( ui->solvers->scope ) != NULL;
    if ( uiCommandButton( uiLabel( "Freeze this step" ), "solvers.freeze", true ) ) { freeze( ui, input ); }
    if ( uiCommandButton( uiLabel( "Solve" ), "solvers.solve", has ) ) { solve( ui, input ); }
    if ( uiCommandButton( uiLabel( "Save problem" ), "solvers.save", has ) ) { save( ui, input ); }
    igSetNextItemWidth( 14.0f * igGetFontSize() );
    igInputTextWithHint(
        "##path", tr( "problem file" ), ui->solvers->path, sizeof( ui->solvers->path ), 0, NULL, NULL );
    uiMarkField( "solvers.file", tr( "problem file" ), ui->solvers->path );
    igSameLine( 0.0f, -1.0f );
    if ( uiCommandButton( uiLabel( "Open" ), "solvers.open", ui->solvers->path[0] != 0 ) )
    {
        open( ui, input );
    }
    igNewLine();
    if ( ui->solvers->refusal[0] != '\0' && ui->solvers->refused == input->snapshot->scenario )
    {
        uiWrappedColor( ui->theme.error, ui->solvers->refusal );
        uiMarkText( "solvers.refusal", ui->solvers->refusal );
    }
    const ssProblem* problem = sessionSolverScope_Problem( ui->solvers->scope );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    if ( problem != NULL )
    {
        uiText( problem->contactCount == 1 ? tr( "%s: %d contact of dimension %d" )
                                           : tr( "%s: %d contacts of dimension %d" ),
            ui->solvers->source, problem->contactCount, problem->dimension );
        if ( problem->rowCount > 0 )
        {
            igSameLine( 0.0f, 0.0f );
            uiText( tr( ", %d bilateral or box rows" ), problem->rowCount );
        }
        uiPublish( "solvers.contacts", (double)problem->contactCount );
    }
    else { igTextUnformatted( tr( "Freeze the current step or open a problem file, then Solve." ), NULL ); }
    igPopStyleColor( 1 );
}

/// Colours repeat after eight solvers; table and charts also show the names.
static ssChartRole roleOf( int index )
{
    static const ssChartRole roles[] = { ss_chartFirst, ss_chartSecond, ss_chartThird, ss_chartFourth,
        ss_chartUnstable, ss_chartReservoir, ss_chartViolation, ss_chartExact };
    return roles[index % SS_COUNT( roles )];
}

/// Writes iterations, residual and time of a solver into the next columns of its row.
static void reportCells( uiState* ui, const ssSolver* solver, const ssSolveReport* report )
{
    uiText( "%d", report->iterations );
    igTableNextColumn();
    const char* number = uiFormatDigits( report->residual, 2 );
    bool good = report->status == ss_statusConverged;
    uiColoredText( good ? ui->theme.good : ui->theme.warning, number );
    igTableNextColumn();
    igTextUnformatted( uiFormatDigits( report->seconds, 2 ), NULL );
    uiPublish( uiPrint( "solvers.%s.residual", solver->name ), report->residual );
}

/// What a solver has done, for speech: "pgs, converged, residual 3.2e-9".
static void markOutcome(
    const char* mark, const char* name, const char* outcome, const ssSolveReport* report )
{
    if ( report == NULL )
    {
        uiMarkField( mark, name, outcome );
        return;
    }
    const char* number = uiFormatDigits( report->residual, 2 );
    uiMarkField( mark, name, uiPrint( "%.200s, %s %s", outcome, tr( "residual" ), number ) );
}

static void solverRow( uiState* ui, int index )
{
    uiSolversPanel* s = ui->solvers;
    const ssSolver* solver = ssGetSolver( index );
    bool wanted = ( s->wanted >> index & 1u ) != 0;
    igTableNextRow( 0, 0.0f );
    igTableNextColumn();
    igPushID_Int( index );
    uiPushBorder( ui );
    if ( igCheckbox( "##wanted", &wanted ) ) { s->wanted ^= 1u << index; }
    uiPopBorder();
    const char* mark = uiPrint( "solvers.%s", solver->name );
    uiMarkSwitch( mark, solver->name, wanted );
    igSameLine( 0.0f, -1.0f );
    igPushStyleColor_U32( ImGuiCol_Text, uiChartColor( ui, roleOf( index ) ) );
    if ( igSelectable_Bool(
             solver->name, s->solver == index, ImGuiSelectableFlags_SpanAllColumns, uiVec2( 0.0f, 0.0f ) ) )
    {
        s->solver = index;
        s->iteration = 1 << 30; // the last one
    }
    igPopStyleColor( 1 );
    mark = uiPrint( "solvers.pick.%s", solver->name );
    uiMark( mark );
    bool ran = sessionSolverScope_Get( s->scope, index, s->runCopy ) && s->runCopy->done;
    bool refused = ran && s->runCopy->refusal[0] != 0;
    const char* outcome = refused ? s->runCopy->refusal
        : ran                     ? tr( s->runCopy->report.what )
                                  : tr( "not run yet" );
    markOutcome( mark, solver->name, outcome, ran && !refused ? &s->runCopy->report : NULL );
    uiItemTooltip( "%s\n%s\n%s", tr( solver->label ), solver->source, outcome );
    igTableNextColumn();
    if ( refused ) { uiDimText( tr( "refused" ) ); }
    else if ( ran ) { reportCells( ui, solver, &s->runCopy->report ); }
    igPopID();
}

/// Says which kinds of contacts hold up the chosen solver, where it has not converged.
static void drawTrouble( uiState* ui )
{
    uiSolversPanel* s = ui->solvers;
    if ( s->solver < 0 || !sessionSolverScope_Get( s->scope, s->solver, s->runCopy ) || !s->runCopy->done ||
        s->runCopy->trouble.worst < 0 )
    {
        return;
    }
    const solveTrouble* trouble = &s->runCopy->trouble;
    int contacts = trouble->problem->contactCount;
    igSpacing();
    igPushTextWrapPos( 0.0f );
    uiText( tr( "%s: %d of %d contacts fulfil the law to %g; the rest:" ), ssGetSolver( s->solver )->name,
        contacts - trouble->count, contacts, trouble->tolerance );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    for ( int fault = 0; fault < ss_faultCount; ++fault )
    {
        if ( trouble->kinds[fault].count > 0 )
        {
            uiText( "%d %s", trouble->kinds[fault].count, tr( solveTroubleName( (ssAnswerFault)fault ) ) );
        }
    }
    igPopStyleColor( 1 );
    igPopTextWrapPos();
    uiPublish( "solvers.held_up", (double)trouble->count );
}

static void drawTable( uiState* ui, float width )
{
    igBeginChild_Str( "##solvers", uiVec2( width, 0.0f ), false, ImGuiWindowFlags_NavFlattened );
    if ( igBeginTable( "##table", 4, ImGuiTableFlags_RowBg, uiVec2( 0.0f, 0.0f ), 0.0f ) )
    {
        igTableSetupColumn( tr( "solver" ), ImGuiTableColumnFlags_WidthStretch, 1.3f, 0 );
        igTableSetupColumn( tr( "it" ), ImGuiTableColumnFlags_WidthStretch, 0.6f, 0 );
        igTableSetupColumn( tr( "residual" ), ImGuiTableColumnFlags_WidthStretch, 0.8f, 0 );
        igTableSetupColumn( tr( "seconds" ), ImGuiTableColumnFlags_WidthStretch, 0.8f, 0 );
        igTableHeadersRow();
        for ( int i = 0; i < ssSolverCount() && i < session_scopeSolvers; ++i ) { solverRow( ui, i ); }
        igEndTable();
    }
    drawTrouble( ui );
    igEndChild();
}

/// Draws the residuals of all solvers over iterations and over time.
static void fillResiduals( uiSolversPanel* s )
{
    double *x = s->x, *t = s->t, *y = s->y;
    ssChartSink iterations = sessionChartList_Begin( s->charts ),
                seconds = sessionChartList_Begin( s->charts + 1 );
    s->charts[0].named = s->charts[1].named = true;
    for ( int i = 0; i < ssSolverCount() && i < session_scopeSolvers; ++i )
    {
        if ( !sessionSolverScope_Get( s->scope, i, s->runCopy ) || s->runCopy->refusal[0] != 0 ) { continue; }
        int count = s->runCopy->rowCount;
        for ( int k = 0; k < count; ++k )
        {
            const sessionScopeRow* row = s->runCopy->rows + k;
            x[k] = row->iteration + 1;
            t[k] = fmax( row->seconds, 1e-7 );
            y[k] = log10( fmax( row->residual, 1e-18 ) );
        }
        const char* name = ssGetSolver( i )->name;
        iterations.curve( iterations.context, roleOf( i ), name, count, x, y );
        seconds.curve( seconds.context, roleOf( i ), name, count, t, y );
        if ( i == s->solver && count > 0 )
        {
            int at = s->iteration < count ? s->iteration : count - 1;
            iterations.points( iterations.context, ss_chartNow, "", 1, x + at, y + at );
            seconds.points( seconds.context, ss_chartNow, "", 1, t + at, y + at );
        }
    }
}

#define CORNERS 97

/// Draws the path of the reaction up to the chosen iteration, inside the bound there.
static void fillPath( uiSolversPanel* s, const ssCone* cone )
{
    static_assert( (int)CORNERS <= (int)session_scopeRows, "the circle is written into the same arrays" );
    double *x = s->x, *y = s->y;
    ssChartSink path = sessionChartList_Begin( s->charts + 2 );
    if ( s->solver < 0 || !sessionSolverScope_Get( s->scope, s->solver, s->runCopy ) ||
        s->runCopy->rowCount == 0 )
    {
        return;
    }
    int count = s->runCopy->rowCount, at = s->iteration < count ? s->iteration : count - 1;
    const sessionScopeRow* now = s->runCopy->rows + at;
    double bound = cone->mu * fmax( now->reaction[0], 0.0 );
    for ( int i = 0; i < CORNERS; ++i )
    {
        x[i] = bound * cos( 2.0 * SS_PI * i / ( CORNERS - 1 ) );
        y[i] = bound * sin( 2.0 * SS_PI * i / ( CORNERS - 1 ) );
    }
    path.curve( path.context, ss_chartReservoir, TR( "bound μ p_N" ), CORNERS, x, y );
    for ( int i = 0; i <= at; ++i )
    {
        x[i] = s->runCopy->rows[i].reaction[1];
        y[i] = s->runCopy->rows[i].reaction[2];
    }
    path.curve( path.context, ss_chartFirst, TR( "path" ), at + 1, x, y );
    path.points( path.context, ss_chartNow, "", 1, x + at, y + at );
    uiPublish( "solvers.iteration", (double)now->iteration );
}

/// The slider of iterations in words, for speech: "iteration 12, residual 3.2e-9".
static void markScrub( const uiSolversPanel* s )
{
    const char* label = uiPrint( tr( "iteration %d" ), s->iteration );
    const char* number = uiFormatDigits( s->runCopy->rows[s->iteration].residual, 2 );
    uiMarkField( "solvers.scrub", label, uiPrint( "%s %s", tr( "residual" ), number ) );
}

/// Draws one chart above, two below, and the slider of iterations under them.
static void drawCharts( uiState* ui, const uiFrameInput* input, float width, float height )
{
    uiSolversPanel* s = ui->solvers;
    const ssProblem* problem = sessionSolverScope_Problem( s->scope );
    float em = igGetFontSize(), half = floorf( 0.5f * height ), middle = floorf( 0.5f * width );
    ImVec2 at = uiCursor();
    fillResiduals( s );
    if ( problem != NULL && problem->contactCount > 0 )
    {
        const sessionContactList* contacts = &input->snapshot->contacts;
        int watched = contacts->selected.found && contacts->selected.index < problem->contactCount
            ? contacts->selected.index
            : 0;
        fillPath( s, problem->cones + watched );
    }
    const uiRect cells[3] = { { at.x, at.y, at.x + width, at.y + half },
        { at.x, at.y + half, at.x + middle, at.y + height },
        { at.x + middle, at.y + half, at.x + width, at.y + height } };
    // A window of their own keeps the keyboard from getting lost in them.
    igBeginChild_Str( "##charts", uiVec2( width, height ), false,
        ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav );
    bool any = s->charts[0].markCount > 0;
    for ( int i = 0; i < 3 && any; ++i ) // axes around nothing would have invented numbers
    {
        uiDrawChart( ui, s_charts + i, s->charts + i, s->views + i, -1, cells[i] );
    }
    igEndChild();
    igSetCursorScreenPos( uiVec2( at.x, at.y + ( any ? height + 0.4f * em : 0.0f ) ) );
    if ( s->solver >= 0 && sessionSolverScope_Get( s->scope, s->solver, s->runCopy ) &&
        s->runCopy->rowCount > 0 )
    {
        int last = s->runCopy->rowCount - 1;
        s->iteration = s->iteration > last ? last : s->iteration;
        igSetNextItemWidth( width );
        igSliderInt( "##iteration", &s->iteration, 0, last, tr( "iteration %d" ), 0 );
        uiMark( "solvers.scrub" );
        markScrub( s );
    }
    else
    {
        uiDimText( tr( "Freeze, solve, then click the name of a solver to step through its iterations." ) );
    }
}

void uiDrawSolvers( uiState* ui, const uiFrameInput* input )
{
    if ( !ui->solvers->shown || !prepare( ui, input->jobs ) ) { return; }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    igSetNextWindowPos( uiVec2( 0.5f * w, 0.5f * h ), ImGuiCond_Appearing, uiVec2( 0.5f, 0.5f ) );
    igSetNextWindowSize(
        uiVec2( fminf( 72.0f * em, 0.94f * w ), fminf( 40.0f * em, 0.86f * h ) ), ImGuiCond_Appearing );
    if ( igBegin( uiLabel( "Solver microscope" ), &ui->solvers->shown,
             ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        drawCommands( ui, input );
        ImVec2 available = uiSpace();
        float left = fminf( 24.0f * em, 0.4f * available.x );
        drawTable( ui, left );
        igSameLine( 0.0f, -1.0f );
        drawCharts( ui, input, available.x - left - em, available.y - 2.2f * em );
    }
    igEnd();
}
