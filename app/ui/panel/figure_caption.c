// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/words.h"
#include "slipstick/lab/log_scenario.h"
#include "ui/core/ui_state.h"
#include "ui/panel/figure.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"

#include <stdio.h>
#include <string.h>

// What figures are called, and what is written below them.

typedef struct caption
{
    char* text;
    size_t capacity;
} caption;

#define put( c, ... ) addText( ( c )->text, ( c )->capacity, __VA_ARGS__ )

/// A number with all digits that somebody may have given, and a point in every locale.
static const char* digits( double value )
{
    static char text[40];
    snprintf( text, sizeof( text ), "%.10g", value );
    char* comma = strchr( text, ',' );
    *( comma != NULL ? comma : text + strlen( text ) ) = comma != NULL ? '.' : '\0';
    return text;
}

// A value stays with its symbol and its unit: blanks that do not end a line.
#define TIED "\302\240"

/// Does the symbol name this parameter alone? The sets C and D share theirs.
static bool isClear( const sessionSnapshot* snapshot, int i )
{
    const ssParam* rows = snapshot->scenario->model.params;
    bool clear = rows[i].symbol != NULL && rows[i].symbol[0] != '\0';
    for ( int k = 0; k < snapshot->scenario->model.paramCount && clear; ++k )
    {
        clear = k == i || snapshot->unused[k] || rows[k].symbol == NULL ||
            strcmp( rows[k].symbol, rows[i].symbol ) != 0;
    }
    return clear;
}

/// A parameter with the value that it has in the run, or in a companion of it.
static void putParam( caption* c, const sessionSnapshot* snapshot, int i, double value, const char* text )
{
    const ssParam* row = snapshot->scenario->model.params + i;
    if ( row->kind == ss_paramChoice )
    {
        int choice = (int)value;
        put( c, "%s" TIED "=" TIED "%s", row->key,
            choice >= 0 && choice < ssParam_ChoiceCount( row ) ? ssParam_Choice( row, choice ) : "?" );
    }
    else if ( text != NULL ) { put( c, "%s" TIED "=" TIED "%.200s", row->key, text ); }
    else
    {
        put( c, "%s" TIED "=" TIED "%s%s%s", isClear( snapshot, i ) ? row->symbol : row->key, digits( value ),
            row->unit[0] != '\0' && strcmp( row->unit, "°" ) != 0 ? TIED : "", row->unit );
    }
}

/// What a pin or twin that is shown has that the run has not.
static void putCompanion( caption* c, const sessionSnapshot* snapshot, const sessionCompanionView* view )
{
    const ssScenario* scenario = snapshot->scenario;
    int written = 0;
    if ( view->kind == session_companionNone || view->hidden ) { return; }
    // The name of a twin says the same as its values.
    bool twin = view->kind == session_companionTwin;
    const char* name = twin ? "B" : view->name;
    put( c, "%s%s%s: ", twin ? tr( "Twin" ) : tr( "Pin" ), name[0] != '\0' ? TIED : "", name );
    for ( int i = 0; i < scenario->model.paramCount && view->scenario == scenario; ++i )
    {
        int slot = ssTextSlot( scenario->model.params, i );
        bool other = slot >= 0 ? strcmp( view->texts[slot], snapshot->texts[slot] ) != 0
                               : view->values[i] != snapshot->values[i];
        if ( other )
        {
            put( c, "%s", written++ > 0 ? ", " : "" );
            putParam( c, snapshot, i, view->values[i], slot >= 0 ? view->texts[slot] : NULL );
        }
    }
    if ( view->scenario != scenario && view->scenario != NULL && view->scenario->law != NULL )
    {
        put( c, "%s", tr( ssLawProgram_Info( view->scenario->law )->title ) );
    }
    put( c, ". " );
}

void uiWriteCaption( const sessionSnapshot* snapshot, char* text, size_t capacity )
{
    const ssScenario* scenario = snapshot->scenario;
    caption c = { .text = text, .capacity = capacity };
    text[0] = '\0';
    const char* own = snapshot->sceneShow.title;
    put( &c, "%s (%s", tr( own[0] != '\0' ? own : scenario->title ), scenario->id );
    if ( snapshot->preset != NULL ) { put( &c, ", %s" TIED "%s", tr( "preset" ), snapshot->preset->name ); }
    put( &c, "), t" TIED "=" TIED "%s" TIED "s. ", digits( snapshot->time ) );
    if ( scenario->law != NULL )
    {
        put( &c, "%s: %s. ", tr( "Typed law" ), tr( ssLawProgram_Info( scenario->law )->title ) );
    }
    int written = 0;
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        bool empty = ssTextSlot( scenario->model.params, i ) >= 0 &&
            snapshot->texts[ssTextSlot( scenario->model.params, i )][0] == '\0';
        if ( snapshot->unused[i] || empty )
        {
            continue; // the run does not depend on it
        }
        int slot = ssTextSlot( scenario->model.params, i );
        put( &c, "%s", written++ > 0 ? ", " : "" );
        putParam( &c, snapshot, i, snapshot->values[i], slot >= 0 ? snapshot->texts[slot] : NULL );
    }
    put( &c, "%s", written > 0 ? "; " : "" );
    if ( !snapshot->recorded )
    {
        put( &c, "h" TIED "=" TIED "%s" TIED "s, %s" TIED "%llu. ", digits( snapshot->h ), tr( "seed" ),
            (unsigned long long)snapshot->seed );
    }
    if ( isfinite( snapshot->changedAt ) )
    {
        put( &c, tr( "Changed while it ran, first at t = %s s: the scene file has all values. " ),
            digits( snapshot->changedAt ) );
    }
    for ( int i = 0; i < SESSION_MAX_COMPANIONS; ++i )
    {
        putCompanion( &c, snapshot, snapshot->companions + i );
    }
    put( &c, "Slipstick" TIED "%s", ssVersion() );
}

static const char* const s_words[] = { "scene", NULL, "plots", "contact", "sets", "free-body" };
static const char* const s_names[] = { TR( "the scene" ), NULL, TR( "all plots" ), TR( "the contact" ),
    TR( "the sets C and D" ), TR( "the free-body diagram" ) };

/// The id of a pane; unless `after` is 0, its kind stands in front: "plot:u".
static const char* paneId( const uiState* ui, const ssScenario* scenario, int pane, char after )
{
    int chart = pane - scenario->picture.plotCount;
    bool isChart = chart >= 0 && chart < scenario->picture.chartCount;
    const ssPlot* plot = isChart ? NULL : uiPanePlot( ui, scenario, pane );
    const char* id = isChart ? scenario->picture.charts[chart].id : plot != NULL ? plot->id : "";
    return after == 0 ? id : uiPrint( "%s%c%s", isChart ? "chart" : "plot", after, id );
}

const char* uiPaneMark( const uiState* ui, const ssScenario* scenario, const uiFigure* figure )
{
    bool pane = figure->kind == ui_figurePane;
    return pane ? paneId( ui, scenario, figure->pane, '.' ) : "";
}

ssResult uiFindFigure( const ssScenario* scenario, const char* word, uiFigure* figure )
{
    char allowed[200] = "";
    for ( int i = 0; i < SS_COUNT( s_words ); ++i )
    {
        if ( s_words[i] != NULL && strcmp( word, s_words[i] ) == 0 )
        {
            figure->kind = (uiFigureKind)i;
            return ssOk();
        }
    }
    for ( int i = 0; i < scenario->picture.plotCount + scenario->picture.chartCount; ++i )
    {
        bool chart = i >= scenario->picture.plotCount;
        const char* id = uiPrint( "%s%s", chart ? "chart:" : "plot:",
            chart ? scenario->picture.charts[i - scenario->picture.plotCount].id
                  : scenario->picture.plots[i].id );
        if ( strcmp( word, id ) == 0 || strcmp( word, strchr( id, ':' ) + 1 ) == 0 )
        {
            figure->kind = ui_figurePane;
            figure->pane = i;
            return ssOk();
        }
        addText( allowed, sizeof( allowed ), " %s", id );
    }
    return ssError( ss_errorUnknown, "--figure",
        "--figure %.40s: expected scene, plots, contact, sets, free-body%s%.140s", word,
        allowed[0] != '\0' ? "," : "", allowed );
}

const char* uiFigureName( const uiState* ui, const ssScenario* scenario, const uiFigure* figure )
{
    if ( figure->kind != ui_figurePane ) { return tr( s_names[figure->kind] ); }
    int chart = figure->pane - scenario->picture.plotCount;
    bool isChart = chart >= 0 && chart < scenario->picture.chartCount;
    const ssPlot* plot = isChart ? NULL : uiPanePlot( ui, scenario, figure->pane );
    return uiPrint( "%s: %s", isChart ? tr( "chart" ) : tr( "plot" ),
        isChart            ? tr( scenario->picture.charts[chart].title )
            : plot != NULL ? tr( plot->title )
                           : "" );
}

const char* uiFigureStem( const uiState* ui, const ssScenario* scenario, const uiFigure* figure )
{
    bool pane = figure->kind == ui_figurePane;
    const char* id = pane ? paneId( ui, scenario, figure->pane, 0 ) : s_words[figure->kind];
    return uiPrint( "slipstick-%.80s-%s", ssScenario_IsLog( scenario ) ? "log" : scenario->id, id );
}

bool uiFigureIsVector( const char* path ) { return endsWith( path, ".svg" ) || endsWith( path, ".pdf" ); }

ssResult uiCheckFigureForm( const ssScenario* scenario, const uiFigure* figure )
{
    bool curves =
        figure->kind == ui_figurePane || figure->kind == ui_figurePlots || figure->kind == ui_figureFreeBody;
    if ( !endsWith( figure->path, ".png" ) && !uiFigureIsVector( figure->path ) )
    {
        return ssError( ss_errorValue, "-o",
            "-o %.120s: figures end in .png; plots, charts and free-body also in .svg and .pdf",
            figure->path );
    }
    if ( !sessionIsSize( figure->width, figure->height ) )
    {
        return ssError( ss_errorValue, "--size", "--size %dx%d: expected 320x240 to 7680x4320", figure->width,
            figure->height );
    }
    if ( uiFigureIsVector( figure->path ) && !curves )
    {
        return ssError( ss_errorValue, "-o",
            "-o %.120s: only plots, charts and free-body can be drawn with lines; allowed for this figure: "
            ".png",
            figure->path );
    }
    return figure->kind == ui_figureSets && !uiHasSets( scenario )
        ? ssError( ss_errorValue, "--figure", "--figure sets: %s has no sets C and D", scenario->id )
        : ssOk();
}

ssResult uiCheckFigure( const uiState* ui, const sessionSnapshot* snapshot, const uiFigure* figure )
{
    int panes[ui_maxPanes];
    if ( figure->kind == ui_figureContact && !snapshot->contacts.selected.found )
    {
        return ssError( ss_errorValue, "--figure", "--figure contact: there is no contact at t = %.6g s",
            snapshot->time );
    }
    if ( figure->kind == ui_figureFreeBody && !ui->freeBody->loads.known )
    {
        return ssError( ss_errorValue, "--figure",
            "--figure free-body: what acts on the body is not known at t = %.6g s", snapshot->time );
    }
    return figure->kind == ui_figurePlots && uiListPanes( ui, snapshot->scenario, panes ) == 0
        ? ssError( ss_errorValue, "--figure", "--figure plots: no plot is shown" )
        : uiCheckFigureForm( snapshot->scenario, figure );
}
