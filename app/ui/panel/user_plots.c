// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_plots.h"
#include "ui/plot/plot.h"

#include <stdio.h>
#include <string.h>

// Signals over time, one signal over another, or the histogram of one. The settings keep them as
// "own:time/u+slip,", "own:over/x/u," and "own:histogram/slip,".

static const char* const s_kinds[] = { "time", "over", "histogram" };

enum
{
    kindTime,
    kindOver,
    kindHistogram,
    kindCount
};

static int kindOf( const ssPlot* plot )
{
    return plot->kind == ss_plotHistogram ? kindHistogram : plot->x != NULL ? kindOver : kindTime;
}

static const ssSignal* findSignal( const ssScenario* scenario, const char* name, size_t length )
{
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        if ( strlen( scenario->model.signals[i].name ) == length &&
            strncmp( scenario->model.signals[i].name, name, length ) == 0 )
        {
            return scenario->model.signals + i;
        }
    }
    return NULL;
}

static int signalCountOf( const ssPlot* plot )
{
    int count = 0;
    while ( count < SS_MAX_CURVES && plot->signals[count] != NULL ) { ++count; }
    return count;
}

static void append( char* text, size_t capacity, const char* word, const char* between )
{
    addText( text, capacity, "%s%s", text[0] != '\0' ? between : "", word );
}

/// Makes the title and the unit from the signals; different units are listed.
static void describe( uiUserPlot* user, const ssScenario* scenario )
{
    ssPlot* plot = &user->plot;
    user->title[0] = user->unit[0] = '\0';
    const char* last = NULL;
    for ( int i = 0; i < signalCountOf( plot ); ++i )
    {
        const ssSignal* signal = scenario->model.signals + ssFindSignal( scenario, plot->signals[i] );
        append( user->title, sizeof( user->title ), tr( signal->symbol ), ", " );
        if ( last == NULL || strcmp( last, signal->unit ) != 0 )
        {
            append( user->unit, sizeof( user->unit ), signal->unit[0] ? signal->unit : "–", ", " );
        }
        last = signal->unit;
    }
    if ( plot->x != NULL )
    {
        append( user->title, sizeof( user->title ),
            tr( scenario->model.signals[ssFindSignal( scenario, plot->x )].symbol ), tr( " over " ) );
    }
    user->unit[0] = strcmp( user->unit, "–" ) == 0 ? '\0' : user->unit[0];
    plot->id = user->id;
    plot->title = user->title;
    plot->unit = user->unit;
}

static int freeSlot( const uiState* ui )
{
    for ( int i = 0; i < ui_maxUserPlots; ++i )
    {
        if ( !ui->plots->userPlots[i].used ) { return i; }
    }
    return -1;
}

static uiUserPlot* resetSlot( uiState* ui, int slot )
{
    uiUserPlot* user = ui->plots->userPlots + slot;
    user->used = true;
    user->plot = ( ssPlot ){ .shown = true };
    user->view = ( uiPlotView ){ 0 };
    snprintf( user->id, sizeof( user->id ), "own%d", slot + 1 );
    return user;
}

void uiRemoveUserPlot( uiState* ui, int slot )
{
    ui->plots->userPlots[slot].used = false;
    ui->plotEditor->edited = ui->plotEditor->edited == slot ? -1 : ui->plotEditor->edited;
}

void uiFreeUserPlots( uiState* ui )
{
    for ( int i = 0; i < ui_maxUserPlots; ++i ) { sessionChartList_Free( &ui->plots->userPlots[i].chart ); }
}

/// Returns its slot; -1: there is no room, or no such signal.
static int addPlot( uiState* ui, const ssScenario* scenario, int signal, ssPlotKind kind )
{
    int slot = signal < scenario->model.signalCount ? freeSlot( ui ) : -1;
    if ( slot >= 0 )
    {
        uiUserPlot* user = resetSlot( ui, slot );
        user->plot.signals[0] = scenario->model.signals[signal].name;
        user->plot.kind = kind;
        describe( user, scenario );
    }
    return slot;
}

void uiNewUserPlot( uiState* ui, const ssScenario* scenario )
{
    int slot = freeSlot( ui );
    if ( uiAddUserPlot( ui, scenario, 0, ss_plotLines ) ) { uiEditUserPlot( ui, slot ); }
}

bool uiAddUserPlot( uiState* ui, const ssScenario* scenario, int signal, ssPlotKind kind )
{
    bool added = addPlot( ui, scenario, signal, kind ) >= 0;
    if ( !added ) { uiWarn( ui, tr( "You can add at most eight plots. Remove one first." ) ); }
    return added;
}

void uiEditUserPlot( uiState* ui, int slot )
{
    ui->plotEditor->edited = slot;
    ui->plotEditor->wanted = true;
}

/// Reads "over/x/u". Returns false if the scenario does not have one of the signals.
static bool readPane( uiUserPlot* user, const ssScenario* scenario, const char* text, size_t length )
{
    int kind = -1;
    size_t at = 0;
    for ( int k = 0; k < kindCount; ++k )
    {
        size_t word = strlen( s_kinds[k] );
        if ( word < length && strncmp( text, s_kinds[k], word ) == 0 && text[word] == '/' )
        {
            kind = k;
            at = word + 1;
        }
    }
    ssPlot* plot = &user->plot;
    int count = 0;
    while ( kind >= 0 && at < length && count < SS_MAX_CURVES )
    {
        size_t word = strcspn( text + at, "/+," );
        const ssSignal* signal = findSignal( scenario, text + at, word );
        if ( signal == NULL ) { return false; }
        if ( kind == kindOver && plot->x == NULL ) { plot->x = signal->name; }
        else { plot->signals[count++] = signal->name; }
        at += word + 1;
    }
    plot->kind = kind == kindHistogram ? ss_plotHistogram : ss_plotLines;
    return count > 0 && ( kind == kindTime || count == 1 );
}

void uiReadUserPlots( uiState* ui, const ssScenario* scenario, const char* ids )
{
    for ( int i = 0; i < ui_maxUserPlots; ++i ) { ui->plots->userPlots[i].used = false; }
    ui->plotEditor->edited = -1;
    int slot = 0;
    while ( *ids != '\0' && slot < ui_maxUserPlots )
    {
        size_t length = strcspn( ids, "," );
        if ( strncmp( ids, "own:", 4 ) == 0 )
        {
            uiUserPlot* user = resetSlot( ui, slot );
            user->used = readPane( user, scenario, ids + 4, length - 4 );
            if ( user->used )
            {
                describe( user, scenario );
                ++slot;
            }
        }
        ids += ids[length] == ',' ? length + 1 : length;
    }
}

void uiDropLostSignals( uiState* ui, const ssScenario* scenario )
{
    for ( int i = 0; i < ui_maxUserPlots; ++i )
    {
        uiUserPlot* user = ui->plots->userPlots + i;
        ssPlot* plot = &user->plot;
        int count = signalCountOf( plot ), kept = 0;
        if ( !user->used ) { continue; }
        for ( int k = 0; k < count; ++k )
        {
            const char* name = plot->signals[k];
            plot->signals[k] = NULL;
            if ( ssFindSignal( scenario, name ) >= 0 ) { plot->signals[kept++] = name; }
        }
        user->used = kept > 0 && ( plot->x == NULL || ssFindSignal( scenario, plot->x ) >= 0 );
        if ( user->used && kept < count ) { describe( user, scenario ); }
    }
}

void uiWriteUserPlots( const uiState* ui, char* ids, size_t capacity )
{
    size_t used = 0;
    ids[0] = '\0';
    for ( int i = 0; i < ui_maxUserPlots; ++i )
    {
        const ssPlot* plot = &ui->plots->userPlots[i].plot;
        char text[SS_MAX_CURVES * 48] = "";
        if ( !ui->plots->userPlots[i].used ) { continue; }
        for ( int j = 0; j < signalCountOf( plot ); ++j )
        {
            append( text, sizeof( text ), plot->signals[j], "+" );
        }
        size_t left = capacity - used;
        int length = snprintf( ids + used, left, "own:%s/%s%s%s,", s_kinds[kindOf( plot )],
            plot->x != NULL ? plot->x : "", plot->x != NULL ? "/" : "", text );
        if ( length < 0 || (size_t)length >= left )
        {
            ids[used] = '\0'; // a plot that does not fit as a whole is left out
            return;
        }
        used += (size_t)length;
    }
}

#define MAX_BINS 96 // about 40 are made

/// The rows of a run within the visible time, and the column of the signal.
typedef struct Rows
{
    const sessionSignalLog* log;
    int first, last, column;
} Rows;

static Rows visibleRows( const sessionSignalLog* log, int column, double t0, double t1 )
{
    int first = sessionSignalLog_Find( log, t0 );
    return ( Rows ){ log, first < 0 ? 0 : first, sessionSignalLog_Find( log, t1 ), column };
}

static void widen( const Rows* rows, double* lo, double* hi )
{
    for ( int i = rows->first; i <= rows->last; ++i )
    {
        double value = sessionSignalLog_Row( rows->log, i )[rows->column];
        *lo = isfinite( value ) ? fmin( *lo, value ) : *lo;
        *hi = isfinite( value ) ? fmax( *hi, value ) : *hi;
    }
}

/// Bins of equal width.
typedef struct Bins
{
    double step, start; // the first begins at start × step
    int count;
    double edges[MAX_BINS + 1];
} Bins;

static Bins chooseBins( double lo, double hi )
{
    double size = fmax( fabs( lo ), fabs( hi ) ), span = hi - lo;
    span = span > 1e-9 * size && span > 1e-300 ? span : size > 0.0 ? size : 1.0;
    Bins bins = { .step = uiNiceStep( span / 40.0 ) };
    bins.start = floor( lo / bins.step );
    bins.count = (int)fmin( floor( hi / bins.step ) - bins.start + 1.0, MAX_BINS );
    for ( int i = 0; i <= bins.count; ++i ) { bins.edges[i] = ( bins.start + i ) * bins.step; }
    return bins;
}

/// For how long a row holds: until the next. A single one counts, too.
static double durationOf( const Rows* rows, int i )
{
    return i < rows->last
        ? sessionSignalLog_Row( rows->log, i + 1 )[0] - sessionSignalLog_Row( rows->log, i )[0]
        : rows->first == rows->last ? 1.0
                                    : 0.0;
}

/// The share of the visible time that the signal spends in each bin [%].
static void fillShares( const Rows* rows, const Bins* bins, double shares[MAX_BINS] )
{
    double total = 0.0;
    memset( shares, 0, MAX_BINS * sizeof( *shares ) );
    for ( int i = rows->first; i <= rows->last; ++i )
    {
        const double* row = sessionSignalLog_Row( rows->log, i );
        double value = row[rows->column], duration = durationOf( rows, i );
        int bin = isfinite( value ) ? (int)( floor( value / bins->step ) - bins->start ) : -1;
        if ( bin >= 0 && bin < bins->count )
        {
            shares[bin] += duration;
            total += duration;
        }
    }
    for ( int i = 0; i < bins->count; ++i ) { shares[i] *= total > 0.0 ? 100.0 / total : 0.0; }
}

#define POINTS 81

/// The normal density with the mean and the variance of the rows, with which the histogram is compared.
static void addNormal( const ssChartSink* sink, const Rows* rows, const Bins* bins )
{
    double x[POINTS], y[POINTS], total = 0.0, mean = 0.0, square = 0.0;
    for ( int i = rows->first; i <= rows->last; ++i )
    {
        double value = sessionSignalLog_Row( rows->log, i )[rows->column], duration = durationOf( rows, i );
        total += isfinite( value ) ? duration : 0.0;
        double share = isfinite( value ) && total > 0.0 ? duration / total : 0.0,
               off = share > 0.0 ? value - mean : 0.0;
        mean += share * off;
        square += share * ( ( 1.0 - share ) * off * off - square );
    }
    double spread = sqrt( square ), from = bins->edges[0], width = bins->edges[bins->count] - from;
    for ( int i = 0; i < POINTS; ++i )
    {
        x[i] = from + width * i / ( POINTS - 1.0 );
        double z = ( x[i] - mean ) / spread;
        y[i] = 100.0 * bins->step / ( spread * sqrt( 2.0 * SS_PI ) ) * exp( -0.5 * z * z );
    }
    if ( spread > 0.2 * bins->step )
    {
        sink->curve( sink->context, ss_chartExact, TR( "normal" ), POINTS, x, y );
    }
}

static void addOutline(
    const ssChartSink* sink, ssChartRole role, const char* name, const Bins* bins, const double* shares )
{
    double x[2 * MAX_BINS + 2], y[2 * MAX_BINS + 2];
    int count = 0;
    x[count] = bins->edges[0];
    y[count++] = 0.0;
    for ( int i = 0; i < bins->count; ++i )
    {
        x[count] = bins->edges[i];
        y[count++] = shares[i];
        x[count] = bins->edges[i + 1];
        y[count++] = shares[i];
    }
    x[count] = bins->edges[bins->count];
    y[count++] = 0.0;
    sink->curve( sink->context, role, name, count, x, y );
}

static void fillHistogram(
    uiState* ui, const uiFrameInput* input, sessionChartList* chart, const Rows* rows, double t0, double t1 )
{
    ssChartSink sink = sessionChartList_Begin( chart );
    uiPin pins[SESSION_MAX_COMPANIONS];
    Rows pinned[SESSION_MAX_COMPANIONS];
    double lo = HUGE_VAL, hi = -HUGE_VAL, shares[MAX_BINS], zero = 0.0;
    int count = uiShownCurves( ui, input, pins );
    widen( rows, &lo, &hi );
    for ( int k = 0; k < count; ++k )
    {
        if ( pins[k].log != NULL )
        {
            pinned[k] = visibleRows( pins[k].log, rows->column, t0, t1 );
            widen( pinned + k, &lo, &hi );
        }
    }
    if ( !( lo <= hi ) ) { return; }
    Bins bins = chooseBins( lo, hi );
    fillShares( rows, &bins, shares );
    sink.bars( sink.context, ss_chartFirst, "", bins.count, bins.edges, shares );
    addNormal( &sink, rows, &bins );
    // What has settled has the same density in the later half of the time.
    Rows later = visibleRows( rows->log, rows->column, 0.5 * ( t0 + t1 ), t1 );
    fillShares( &later, &bins, shares );
    addOutline( &sink, ss_chartSecond, TR( "later half" ), &bins, shares );
    for ( int k = 0; k < count; ++k )
    {
        if ( pins[k].log != NULL )
        {
            fillShares( pinned + k, &bins, shares );
            int before = chart->markCount;
            addOutline( &sink, ss_chartExact, pins[k].view->name, &bins, shares );
            if ( chart->markCount > before )
            {
                chart->marks[before].pin = 1 + pins[k].place; // an outline in its colour
            }
        }
    }
    sink.points(
        sink.context, ss_chartNow, TR( "now" ), 1, input->snapshot->signals + rows->column - 1, &zero );
}

void uiDrawUserHistogram(
    uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double t0, double t1 )
{
    const ssScenario* scenario = input->snapshot->scenario;
    uiUserPlot* user =
        ui->plots->userPlots + ( pane - scenario->picture.plotCount - scenario->picture.chartCount );
    const sessionSignalLog* signalLog = input->signalLog;
    int column = ssFindSignal( scenario, user->plot.signals[0] );
    bool usable = signalLog && signalLog->signalCount == scenario->model.signalCount &&
        signalLog->runNumber == input->snapshot->runNumber && signalLog->rowCount > 0;
    user->chart.filled = false;
    if ( usable )
    {
        Rows rows = visibleRows( signalLog, 1 + column, t0, t1 );
        fillHistogram( ui, input, &user->chart, &rows, t0, t1 );
    }
    ssChart row = uiUserChart( user, scenario );
    uiDrawChart( ui, &row, &user->chart, &user->view, pane, rect );
}

static void setKind( uiUserPlot* user, const ssScenario* scenario, int kind )
{
    ssPlot* plot = &user->plot;
    plot->kind = kind == kindHistogram ? ss_plotHistogram : ss_plotLines;
    plot->x = kind == kindOver ? scenario->model.signals[0].name : NULL;
    for ( int i = 1; i < SS_MAX_CURVES && kind != kindTime; ++i ) { plot->signals[i] = NULL; }
    user->view = ( uiPlotView ){ 0 };
}

/// In a plot over time a click adds or removes a curve; otherwise it replaces the signal of the axis.
static void chooseSignal( uiUserPlot* user, const char* name, bool xAxis )
{
    ssPlot* plot = &user->plot;
    int count = signalCountOf( plot );
    user->view = ( uiPlotView ){ 0 };
    if ( xAxis )
    {
        plot->x = name;
        return;
    }
    if ( kindOf( plot ) != kindTime )
    {
        plot->signals[0] = name;
        return;
    }
    for ( int i = 0; i < count; ++i )
    {
        if ( plot->signals[i] == name )
        {
            memmove( plot->signals + i, plot->signals + i + 1,
                (size_t)( SS_MAX_CURVES - i - 1 ) * sizeof( plot->signals[0] ) );
            plot->signals[SS_MAX_CURVES - 1] = NULL;
            plot->signals[0] = count == 1 ? name : plot->signals[0]; // the last one stays
            return;
        }
    }
    if ( count < SS_MAX_CURVES ) { plot->signals[count] = name; }
}

static bool isChosen( const ssPlot* plot, const char* name, bool xAxis )
{
    for ( int i = 0; i < SS_MAX_CURVES && !xAxis; ++i )
    {
        if ( plot->signals[i] == name ) { return true; }
    }
    return xAxis && plot->x == name;
}

static void signalList( uiUserPlot* user, const ssScenario* scenario, bool xAxis, float width, float height )
{
    igPushStyleVar_Vec2( ImGuiStyleVar_WindowPadding, uiVec2( 4.0f, 4.0f ) );
    igBeginChild_Str( xAxis ? "##x" : "##y", uiVec2( width, height ), true, ImGuiWindowFlags_NavFlattened );
    for ( int i = 0; i < scenario->model.signalCount; ++i )
    {
        const ssSignal* signal = scenario->model.signals + i;
        const char* label = uiPrint( "%s%s%s%s##%s", uiIndexed( tr( signal->symbol ) ),
            signal->unit[0] ? " [" : "", signal->unit, signal->unit[0] ? "]" : "", signal->name );
        const char* mark = uiPrint( "pane.%s.%s", xAxis ? "x" : "y", signal->name );
        bool chosen = isChosen( &user->plot, signal->name, xAxis );
        if ( igSelectable_Bool( label, chosen, ImGuiSelectableFlags_DontClosePopups, uiVec2( 0.0f, 0.0f ) ) )
        {
            chooseSignal( user, signal->name, xAxis );
        }
        uiScrollTo( mark );
        uiMark( mark );
        uiPublish( mark, chosen ? 1.0 : 0.0 );
        uiItemTooltip( "%s: %s", signal->name, tr( signal->doc ) );
    }
    igEndChild();
    igPopStyleVar( 1 );
}

static void kindButtons( uiState* ui, uiUserPlot* user, const ssScenario* scenario )
{
    static const char* const words[kindCount] = { TR( "over time" ), TR( "over another signal" ),
        TR( "histogram" ) };
    int kind = kindOf( &user->plot );
    for ( int k = 0; k < kindCount; ++k )
    {
        const char* mark = uiPrint( "pane.kind.%s", s_kinds[k] );
        if ( k > 0 ) { igSameLine( 0.0f, 0.8f * igGetFontSize() ); }
        uiPushBorder( ui );
        bool pressed = igRadioButton_Bool( uiLabel( words[k] ), kind == k );
        uiPopBorder();
        if ( pressed && kind != k )
        {
            setKind( user, scenario, k );
            kind = k;
        }
        uiMark( mark );
    }
}

/// One list of signals, or two for a signal over another.
static void signalLists( const uiState* ui, uiUserPlot* user, const ssScenario* scenario )
{
    float em = igGetFontSize(), width = 13.0f * em, height = 14.0f * em;
    int kind = kindOf( &user->plot );
    bool over = kind == kindOver;
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igTextUnformatted( kind == kindTime ? tr( "curves: click to add or remove" )
            : over                      ? tr( "y axis" )
                                        : tr( "signal" ),
        NULL );
    if ( over )
    {
        igSameLine( width + 1.4f * em, 0.0f );
        igTextUnformatted( tr( "x axis" ), NULL );
    }
    igPopStyleColor( 1 );
    signalList( user, scenario, false, over ? width : 2.0f * width + 0.6f * em, height );
    if ( over )
    {
        igSameLine( 0.0f, 0.6f * em );
        signalList( user, scenario, true, width, height );
    }
}

/// An expression becomes a signal of the run, and with that a curve of the plot.
static void expressionField( uiState* ui, uiUserPlot* user, const ssScenario* scenario )
{
    uiUserPlotEditor* editor = ui->plotEditor;
    int count = scenario->model.signalCount;
    if ( editor->awaited == count ) { chooseSignal( user, scenario->model.signals[count - 1].name, false ); }
    editor->awaited = editor->awaited == count ? 0 : editor->awaited;
    igSetNextItemWidth( 26.6f * igGetFontSize() );
    bool entered = igInputTextWithHint( "##expression", tr( "an expression, such as power = abs(r_t*slip)" ),
        editor->expression, sizeof editor->expression, ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL );
    uiMarkField( "pane.expression", tr( "expression" ), editor->expression );
    if ( entered && editor->expression[0] != '\0' )
    {
        snprintf( ui->requests.measure, sizeof ui->requests.measure, "%s", editor->expression );
        editor->awaited = count + 1;
    }
}

void uiDrawUserPlotEditor( uiState* ui, const uiFrameInput* input, uiRect plots )
{
    const ssScenario* scenario = input->snapshot->scenario;
    float em = igGetFontSize();
    if ( ui->plotEditor->wanted )
    {
        igOpenPopup_Str( "##own", 0 );
        ui->plotEditor->wanted = false;
        ui->plotEditor->awaited = 0;
        ui->plotEditor->expression[0] = '\0';
    }
    igSetNextWindowPos(
        uiVec2( plots.x1 - em, plots.y0 - 0.3f * em ), ImGuiCond_Appearing, uiVec2( 1.0f, 1.0f ) );
    bool open = igBeginPopup( "##own", ImGuiWindowFlags_NoMove );
    uiPublish( "ui.pane-editor", open ? 1.0 : 0.0 );
    if ( !open ) { return; }
    if ( ui->plotEditor->edited < 0 || !ui->plots->userPlots[ui->plotEditor->edited].used || ui->closePopups )
    {
        igCloseCurrentPopup();
        igEndPopup();
        return;
    }
    uiUserPlot* user = ui->plots->userPlots + ui->plotEditor->edited;
    kindButtons( ui, user, scenario );
    signalLists( ui, user, scenario );
    if ( !ssScenario_IsLog( scenario ) ) { expressionField( ui, user, scenario ); }
    if ( igButton( uiLabel( "Done" ), uiVec2( 0.0f, 0.0f ) ) ) { igCloseCurrentPopup(); }
    uiMark( "pane.done" );
    igSameLine( 0.0f, 0.6f * em );
    bool removed = igButton( uiLabel( "Remove" ), uiVec2( 0.0f, 0.0f ) );
    uiMark( "pane.remove" );
    describe( user, scenario );
    if ( removed )
    {
        uiRemoveUserPlot( ui, ui->plotEditor->edited );
        igCloseCurrentPopup();
    }
    igEndPopup();
}
