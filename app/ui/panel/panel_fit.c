// SPDX-License-Identifier: MIT
#include "ui/panel/panel_fit.h"
#include "base/words.h"
#include "ui/core/form.h"

// The window of the fit panel: the table and the commands above; columns and parameters at the left; what
// came out at the right, with the map beside it and the residuals below.

static const char* listSignals( const ssScenario* scenario )
{
    const char* text = tr( "Signals of this scenario: " );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        const ssSignal* signal = scenario->model.signals + i;
        text = uiPrint( signal->unit[0] ? "%s%s%.30s [%.16s]" : "%s%s%.30s", text, i > 0 ? ", " : "",
            signal->name, signal->unit );
    }
    return text;
}

/// Says what to drop here.
static void drawEmpty( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    if ( f->problem[0] != '\0' )
    {
        uiWrappedColor( ui->theme.error, f->problem );
        uiMarkText( "fit.problem", f->problem );
        igSpacing();
    }
    if ( input->snapshot->recorded )
    {
        uiWrappedColor( ui->theme.text, tr( "A log has no parameters to fit. Choose a scenario first." ) );
        return;
    }
    uiWrappedColor( ui->theme.text,
        tr( "Drop a table of measurements onto the window, or open one. Its points then lie on the plots, "
            "the misfit follows the sliders, and a fit finds the parameters, with what the data cannot "
            "tell." ) );
    uiMarkText( "fit.empty", tr( "Drop a table of measurements onto the window" ) );
    igSpacing();
    f->asks = uiCommandButton( uiLabel( "Open data…" ), "fit.open", true ) || f->asks;
    igNewLine();
    igSpacing();
    uiWrappedColor( ui->theme.dim,
        tr( "A CSV file: a line of headings, then numbers. One column is the time, t or time; the others are "
            "called as signals, with their units in brackets. Empty cells are gaps." ) );
    igPushFont( ui->fonts[ui_fontCode] );
    igTextUnformatted( "t [s], x [mm], u [m/s]\n0,     0,      2.5\n0.01,  24.9,   2.48", NULL );
    igPopFont();
    igSpacing();
    igPushTextWrapPos( 0.0f );
    igTextDisabled( "%s", listSignals( input->snapshot->scenario ) ); // names as in a file
    igPopTextWrapPos();
}

static void drawTableLine( uiState* ui )
{
    uiFitPanel* f = ui->fit;
    const ssFitData* data = &f->table->data;
    const sessionFitCurve* curve = ui->measured.curve;
    f->asks = uiCommandButton( uiLabel( "Open data…" ), "fit.open", true ) || f->asks;
    bool removed = uiCommandButton( uiLabel( "Remove" ), "fit.remove", true );
    const char* gaps = data->gapCount > 0 ? uiPrint( tr( ", %d gaps" ), data->gapCount ) : "";
    const char* misfit =
        curve != NULL ? uiPrint( tr( " · misfit %s" ), uiFormatDigits( curve->misfit, 3 ) ) : "";
    const char* text =
        uiPrint( tr( "%.180s: %d rows%s%s" ), sessionTable_Name( f->table ), data->rowCount, gaps, misfit );
    ImVec2 available = uiSpace();
    const char* shown = uiElide( ui, ui_fontBody, text, available.x );
    igAlignTextToFramePadding();
    igTextUnformatted( shown, NULL );
    uiMarkText( "fit.table", text );
    if ( removed )
    {
        uiTakeTable( ui, NULL );
        f->path[0] = '\0';
    }
}

static void drawStatus( uiState* ui )
{
    const uiFitPanel* f = ui->fit;
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    sessionFitProgress progress = sessionFitRunner_Progress( f->runner );
    const char* stage = progress.stage[0] != '\0' ? tr( progress.stage ) : tr( "starts" );
    const char* refusal = f->table->problem[0] != '\0' ? f->table->problem
        : f->refusal[0] != '\0'                        ? f->refusal
        : outcome != NULL                              ? outcome->refusal.message
                                                       : "";
    bool bad = f->table->problem[0] != '\0' || f->refusal[0] != '\0' ||
        ( outcome != NULL && outcome->refusal.code != ss_ok );
    const char* text = refusal;
    if ( !bad && progress.busy )
    {
        const char* rms =
            isfinite( progress.rms ) ? uiPrint( tr( ", residuals %.3g times the noise" ), progress.rms ) : "";
        text = uiPrint( tr( "%s: %d runs%s" ), stage, progress.runs, rms );
    }
    else if ( !bad )
    {
        text = outcome != NULL && !outcome->checked
            ? tr( "Found. Use these values gives them to the sliders and starts again; Undo takes them "
                  "back." )
            : tr( "Open the locks of what is unknown. Check says what the data cannot tell; Fit finds the "
                  "values." );
    }
    uiWrappedColor( bad ? ui->theme.error : ui->theme.dim, text );
    uiMarkText( "fit.status", text );
}

static void drawCommands( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    bool busy = sessionFitRunner_Progress( f->runner ).busy;
    bool ready = !busy && f->table->problem[0] == '\0';
    const sessionFitOutcome* outcome = uiFitOutcome( ui );
    bool fitted = outcome != NULL && !outcome->checked && outcome->refusal.code == ss_ok;
    if ( uiCommandButton( uiLabel( "Check" ), "fit.check", ready ) ) { uiStartFit( ui, input, true ); }
    if ( uiCommandButton( uiLabel( "Fit" ), "fit.start", ready ) ) { uiStartFit( ui, input, false ); }
    if ( uiCommandButton( uiLabel( "Cancel" ), "fit.cancel", busy ) ) { sessionFitRunner_Stop( f->runner ); }
    if ( uiCommandButton( uiLabel( "Use these values" ), "fit.use", fitted ) ) { uiUseFit( ui, input ); }
    if ( uiCommandButton( uiLabel( "Undo" ), "fit.undo", ui->undo.position > 0 ) )
    {
        uiUndoEdit( ui, input );
    }
    if ( uiCommandButton( uiLabel( "Map" ), "fit.map", ready && uiCountFree( ui, input ) > 1 ) )
    {
        uiStartMap( ui, input );
    }
    igNewLine();
    // A new fit gets a map of its own.
    uint64_t number = sessionFitRunner_Progress( f->runner ).number;
    outcome = uiFitOutcome( ui );
    if ( outcome != NULL && !outcome->checked && outcome->refusal.code == ss_ok && f->mapped != number )
    {
        f->mapped = number;
        uiStartMap( ui, input );
    }
}

static void drawChoices( uiState* ui, const uiFrameInput* input, ImVec2 size )
{
    if ( igBeginChild_Str( "##choices", size, false, ImGuiWindowFlags_NavFlattened ) )
    {
        uiFitPanel* f = ui->fit;
        igSetNextItemOpen( f->columnsShown, ImGuiCond_Always );
        f->columnsShown = igCollapsingHeader_TreeNodeFlags( uiLabel( "What the columns measure" ), 0 );
        uiMarkField( "fit.columns", tr( "What the columns measure" ),
            f->columnsShown ? tr( "open" ) : tr( "closed" ) );
        if ( f->columnsShown ) { uiDrawFitColumns( ui, input ); }
        igSetNextItemOpen( !f->paramsHidden, ImGuiCond_Always );
        f->paramsHidden = !igCollapsingHeader_TreeNodeFlags( uiLabel( "What the fit may change" ), 0 );
        uiMarkField(
            "fit.params", tr( "What the fit may change" ), f->paramsHidden ? tr( "closed" ) : tr( "open" ) );
        if ( !f->paramsHidden ) { uiDrawFitParams( ui, input ); }
    }
    igEndChild();
}

/// The numbers with the map beside them, and the residuals below both.
static void drawOutcome( uiState* ui, const uiFrameInput* input, ImVec2 size )
{
    float em = igGetFontSize(), lower = fmaxf( 8.0f * em, 0.38f * size.y ), upper = size.y - lower;
    float left = roundf( 0.48f * size.x );
    ImVec2 at = uiCursor();
    if ( igBeginChild_Str( "##result", uiVec2( left, upper ), false, ImGuiWindowFlags_NavFlattened ) )
    {
        uiDrawFitResult( ui, input );
    }
    igEndChild();
    igSetCursorScreenPos( uiVec2( at.x + left, at.y ) );
    uiDrawFitMap( ui, input, ( uiRect ){ at.x + left, at.y, at.x + size.x, at.y + upper } );
    uiDrawResiduals( ui, input, ( uiRect ){ at.x, at.y + upper, at.x + size.x, at.y + size.y } );
}

static void drawTable( uiState* ui, const uiFrameInput* input )
{
    drawTableLine( ui );
    if ( ui->fit->table == NULL ) { return; }
    drawCommands( ui, input );
    drawStatus( ui );
    uiPublishFit( ui );
    float gap = igGetFontSize();
    ImVec2 available = uiSpace(), at = uiCursor();
    ImVec2 left = uiVec2( roundf( 0.40f * available.x ), available.y );
    drawChoices( ui, input, left );
    igSetCursorScreenPos( uiVec2( at.x + left.x + gap, at.y ) );
    drawOutcome( ui, input, uiVec2( available.x - left.x - gap, available.y ) );
}

void uiDrawFit( uiState* ui, const uiFrameInput* input )
{
    uiFitPanel* f = ui->fit;
    if ( !f->shown ) { return; }
    float em = igGetFontSize(), w = (float)input->width, h = (float)input->height;
    // Sliders and plots stay in sight.
    uiLayout layout = uiComputeLayout( ui, input->width, input->height );
    float bottom = uiHeight( layout.plots ) > 0.0f ? layout.plots.y0 : 0.8f * h;
    bool open = f->table != NULL && f->runner != NULL && !input->snapshot->recorded;
    ImVec2 size = uiVec2( fminf( 70.0f * em, fmaxf( 0.6f * w, 0.985f * w - layout.panel.x1 ) ),
        fminf( 44.0f * em, fmaxf( 0.4f * h, bottom - 0.085f * h ) ) );
    igSetNextWindowPos( uiVec2( 0.99f * w, 0.08f * h ), ImGuiCond_Appearing, uiVec2( 1.0f, 0.0f ) );
    igSetNextWindowSize( size, ImGuiCond_Appearing );
    if ( igBegin(
             uiLabel( "Fit" ), &f->shown, ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings ) )
    {
        if ( open ) { drawTable( ui, input ); }
        else { drawEmpty( ui, input ); }
    }
    igEnd();
}
