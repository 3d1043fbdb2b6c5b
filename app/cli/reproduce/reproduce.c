// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce.h"
#include "base/csv_table.h"
#include "base/grow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What figures share: checks and their verdicts, tables, pictures, runs of a scenario.

const char* reproName( reproRun* run, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( run->name, sizeof run->name, format, arguments );
    va_end( arguments );
    return run->name;
}

void reproCheck(
    reproRun* run, const char* what, double value, double expected, double tolerance, const char* reason )
{
    if ( run->checkCount == repro_checksMax ) { return; }
    reproChecked* c = run->checks + run->checkCount++;
    *c = ( reproChecked ){ .value = value, .expected = expected, .tolerance = tolerance };
    c->agrees = fabs( value - expected ) <= tolerance; // false for NaN
    snprintf( c->what, sizeof c->what, "%s", what );
    snprintf( c->reason, sizeof c->reason, "%s", reason );
}

void reproHolds( reproRun* run, const char* what, bool holds, const char* reason )
{
    int before = run->checkCount;
    reproCheck( run, what, holds ? 1.0 : 0.0, 1.0, 0.0, reason );
    if ( run->checkCount > before ) { run->checks[before].trend = true; }
}

void reproNote( reproRun* run, const char* format, ... )
{
    size_t used = strlen( run->note );
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( run->note + used, sizeof run->note - used, format, arguments );
    va_end( arguments );
}

static void filePath( const reproRun* run, const char* name, char* path, size_t capacity )
{
    snprintf( path, capacity, "%s/%s", run->folder, name );
}

/// Chooses the name of the next picture; false when none is to be written.
static bool nextPicture( reproRun* run, char* path, size_t capacity )
{
    if ( run->folder == NULL || run->pictureCount == repro_picturesMax ) { return false; }
    char* name = run->pictures[run->pictureCount++];
    bool first = run->pictureCount == 1;
    snprintf(
        name, sizeof run->pictures[0], first ? "%s.svg" : "%s-%d.svg", run->figure->id, run->pictureCount );
    filePath( run, name, path, capacity );
    return true;
}

void reproPicture( reproRun* run, const char* title, const char* xTitle, const char* yTitle,
    const svgMark* marks, int count, const svgPlot* look )
{
    char path[1200];
    svgPlot plot = look != NULL ? *look : ( svgPlot ){ 0 };
    plot.title = title;
    plot.xTitle = xTitle;
    plot.yTitle = yTitle;
    plot.marks = marks;
    plot.markCount = count;
    run->result = nextPicture( run, path, sizeof path ) && run->result.code == ss_ok
        ? svgSavePlot( path, &plot )
        : run->result;
}

void reproMapPicture( reproRun* run, const svgMap* map )
{
    char path[1200];
    run->result = nextPicture( run, path, sizeof path ) && run->result.code == ss_ok ? svgSaveMap( path, map )
                                                                                     : run->result;
}

void reproTable( reproRun* run, const char* heading, int rows, const double* const* columns )
{
    int count = 1;
    char path[1200];
    osWriter* out = NULL;
    if ( run->folder == NULL || run->result.code != ss_ok ) { return; }
    snprintf( run->table, sizeof run->table, "%s.csv", run->figure->id );
    filePath( run, run->table, path, sizeof path );
    run->result = osBeginWrite( path, &out );
    if ( run->result.code != ss_ok ) { return; }
    for ( const char* c = strchr( heading, ',' ); c != NULL; c = strchr( c + 1, ',' ) ) { ++count; }
    osPrintf( out, "%s\n", heading );
    csvWriter csv = csvBeginTable( out );
    for ( int row = 0; row < rows; ++row )
    {
        for ( int i = 0; i < count; ++i ) { csvNumber( &csv, columns[i][row] ); }
        csvEndRow( &csv );
    }
    run->result = osCommitWrite( out );
}

#define THREADS_MAX 64 // as many as --jobs allows

typedef struct Pieces
{
    reproRun* run;
    reproPiece* piece;
    void* context;
    osMonitor* monitor; // guards the members below
    int count, next, done, failedAt;
    ssResult failed;
} Pieces;

static void doPieces( void* context )
{
    Pieces* p = context;
    osLockMonitor( p->monitor );
    while ( p->next < p->count && p->failed.code == ss_ok )
    {
        int index = p->next++;
        osUnlockMonitor( p->monitor );
        ssResult result = p->piece( p->run, index, p->context );
        osLockMonitor( p->monitor );
        if ( result.code != ss_ok && ( p->failed.code == ss_ok || index < p->failedAt ) )
        {
            p->failed = result;
            p->failedAt = index;
        }
        ++p->done;
        if ( p->run->notify != NULL ) { p->run->notify( p->run, (double)p->done / p->count ); }
    }
    osUnlockMonitor( p->monitor );
}

ssResult reproEach( reproRun* run, int count, reproPiece* piece, void* context )
{
    Pieces p = { .run = run,
        .piece = piece,
        .context = context,
        .monitor = osCreateMonitor(),
        .count = count,
        .failed = ssOk() };
    osThread* threads[THREADS_MAX];
    int started = 0;
    if ( p.monitor == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    for ( int i = 1; i < run->threads && i < count && i < THREADS_MAX; ++i )
    {
        threads[started] = osStartThread( doPieces, &p );
        started += threads[started] != NULL ? 1 : 0;
    }
    doPieces( &p );
    for ( int i = 0; i < started; ++i ) { osJoinThread( threads[i] ); }
    osDestroyMonitor( p.monitor );
    return p.failed;
}

/// Applies "key=value;key=value" to a definition.
static ssResult applySets( ssSimDef* def, const char* sets )
{
    ssResult result = ssOk();
    while ( sets != NULL && *sets != '\0' && result.code == ss_ok )
    {
        char word[256], *equals;
        size_t length = strcspn( sets, ";" );
        if ( length >= sizeof word ) { return ssError( ss_errorValue, NULL, "a setting is too long" ); }
        memcpy( word, sets, length );
        word[length] = '\0';
        sets += length + ( sets[length] == ';' ? 1 : 0 );
        equals = strchr( word, '=' );
        if ( equals == NULL )
        {
            return ssError( ss_errorValue, NULL, "'%s' is not of the form key=value", word );
        }
        *equals = '\0';
        double number = 0.0;
        bool isNumber = ssParseNumber( equals + 1, &number );
        if ( isNumber && strcmp( word, "h" ) == 0 ) { def->h = number; }
        else if ( isNumber && strcmp( word, "until" ) == 0 ) { def->until = number; }
        else if ( isNumber && strcmp( word, "seed" ) == 0 ) { def->seed = (uint64_t)number; }
        else { result = ssSimDef_Set( def, word, equals + 1 ); }
    }
    return result;
}

static void keepRow( reproSim* sim, const ssSim* from )
{
    double row[SS_MAX_SIGNALS];
    sim->t[sim->rows] = ssSim_Time( from );
    ssSim_Signals( from, row );
    for ( int i = 0; i < sim->scenario->model.signalCount; ++i )
    {
        sim->signals[(size_t)i * (size_t)sim->capacity + (size_t)sim->rows] = row[i];
    }
    ++sim->rows;
}

static ssResult createRun(
    const ssScenario* scenario, const char* preset, const char* sets, int64_t* steps, ssSim** run )
{
    ssSimDef* def = needMemory( 1, sizeof( ssSimDef ) );
    *def = ssDefaultSimDef( scenario );
    ssResult result = preset != NULL ? ssSimDef_ApplyPreset( def, preset ) : ssOk();
    result = result.code == ss_ok ? applySets( def, sets ) : result;
    result = result.code == ss_ok ? ssSimDef_StepCount( def, steps ) : result;
    result = result.code == ss_ok ? ssCreateSim( def, run ) : result;
    free( def );
    return result;
}

static ssResult playSteps( ssSim* run, int64_t steps, int64_t stride, reproSim* sim )
{
    keepRow( sim, run );
    for ( int64_t step = 1; step <= steps; ++step )
    {
        ssStepReport report = ssSim_Step( run );
        if ( report.status >= ss_statusNotFinite )
        {
            return ssError( ss_errorValue, NULL, "%s at t = %g s: %.150s", sim->scenario->id,
                ssSim_Time( run ), report.reason != NULL ? report.reason : "the state is no longer finite" );
        }
        if ( step % stride == 0 || step == steps ) { keepRow( sim, run ); }
    }
    return ssOk();
}

ssResult reproPlay( const char* scenario, const char* preset, const char* sets, int rows, reproSim* sim )
{
    *sim = ( reproSim ){ .scenario = ssFindScenario( scenario ) };
    if ( sim->scenario == NULL )
    {
        return ssError( ss_errorUnknown, NULL, "there is no scenario %s", scenario );
    }
    ssSim* run = NULL;
    int64_t steps = 0;
    SS_TRY( createRun( sim->scenario, preset, sets, &steps, &run ) );
    int64_t stride = rows > 1 ? ( steps + rows - 2 ) / ( rows - 1 ) : steps;
    stride = stride > 0 ? stride : 1;
    sim->capacity = (int)( steps / stride ) + 3;
    sim->t = needMemory( (size_t)sim->capacity, sizeof( double ) );
    sim->signals =
        needMemory( (size_t)sim->capacity * (size_t)sim->scenario->model.signalCount, sizeof( double ) );
    ssResult result = playSteps( run, steps, stride, sim );
    for ( int i = 0;
          i < sim->scenario->model.measureCount && i < SS_COUNT( sim->measures ) && result.code == ss_ok;
          ++i )
    {
        sim->measures[i] = ssSim_Measure( run, i );
    }
    ssDestroySim( run );
    if ( result.code != ss_ok ) { reproFree( sim ); }
    return result;
}

void reproFree( reproSim* sim )
{
    free( sim->t );
    free( sim->signals );
    *sim = ( reproSim ){ 0 };
}

const double* reproSignal( const reproSim* sim, const char* name )
{
    int column = ssFindSignal( sim->scenario, name );
    SS_ASSERT( column >= 0 );
    return sim->signals + (size_t)column * (size_t)sim->capacity;
}

double reproMeasure( const reproSim* sim, const char* name )
{
    int measure = ssFindMeasure( sim->scenario, name );
    SS_ASSERT( measure >= 0 );
    return sim->measures[measure];
}
