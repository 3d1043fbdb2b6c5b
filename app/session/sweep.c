// SPDX-License-Identifier: MIT
#include "session/sweep.h"

#include "base/csv.h"
#include "base/svg_plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CELLS_MAX 10000000

// ------------------------------------------------------------------------------------------------------ axes

static ssResult axisError( const char* text, const char* what )
{
    return ssError( ss_errorValue, "vary",
        "--vary %.80s: %s; expected KEY=A:B:N, KEY=lin:A:B:N, KEY=log:A:B:N or KEY=V1,V2,...", text, what );
}

/// A number, or of a row with an R a multiple of it: "0.3R".
static bool parseEnd( const ssSimDef* base, const char* word, sweepAxis* axis, double* value )
{
    const ssScenario* scenario = base->scenario;
    double R = ssParamRadius( scenario->params, scenario->paramCount, base->values, axis->param );
    size_t length = strlen( word );
    char number[64];
    if ( !( R > 0.0 ) || length < 2 || length >= sizeof number || word[length - 1] != 'R' )
    {
        return ssParseNumber( word, value );
    }
    snprintf( number, sizeof number, "%.*s", (int)length - 1, word );
    double multiple = 0.0;
    bool good = ssParseNumber( number, &multiple );
    axis->inRadii = true;
    *value = multiple * R;
    return good;
}

/// The ratio or the difference of two doubles may be none.
static double between( double a, double b, double share, bool logarithmic )
{
    if ( logarithmic )
    {
        return isfinite( b / a ) ? a * pow( b / a, share ) : pow( a, 1.0 - share ) * pow( b, share );
    }
    return isfinite( b - a ) ? a + ( b - a ) * share : a * ( 1.0 - share ) + b * share;
}

static ssResult makeRange( const ssSimDef* base, const char* text, const char* range, sweepAxis* axis )
{
    char words[3][64];
    int count = 0;
    for ( const char* at = range; count < 3; ++count )
    {
        size_t length = strcspn( at, ":" );
        if ( length == 0 || length >= sizeof words[0] )
        {
            return axisError(
                text, length == 0 ? "a number is missing" : "a number has more than 63 characters" );
        }
        memcpy( words[count], at, length );
        words[count][length] = '\0';
        at += length;
        if ( *at == '\0' )
        {
            ++count;
            break;
        }
        if ( count == 2 )
        {
            return axisError( text, "there are too many colons" );
        }
        ++at;
    }
    double a, b, n;
    if ( count != 3 || !parseEnd( base, words[0], axis, &a ) || !parseEnd( base, words[1], axis, &b ) ||
        !ssParseNumber( words[2], &n ) )
    {
        bool bare = strcmp( words[0], "R" ) == 0 || ( count > 1 && strcmp( words[1], "R" ) == 0 );
        return axisError( text,
            bare ? "this is no range of numbers: R has no number before it, R itself is 1R"
                 : "this is no range of numbers" );
    }
    if ( !( n >= 1.0 && n == floor( n ) && n <= CELLS_MAX ) )
    {
        return axisError( text, "N must be a whole number from 1 to 10000000" );
    }
    if ( n > 1.0 && !( b > a ) )
    {
        return axisError( text, "B must be larger than A" );
    }
    if ( axis->logarithmic && !( a > 0.0 ) )
    {
        return axisError( text, "a logarithmic range needs A > 0" );
    }
    axis->count = (int)n;
    axis->values = calloc( (size_t)axis->count, sizeof( double ) );
    if ( axis->values == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the values of an axis" );
    }
    for ( int i = 0; i < axis->count; ++i )
    {
        double share = axis->count > 1 ? (double)i / ( axis->count - 1 ) : 0.0;
        // Both ends are exactly what was asked for.
        axis->values[i] = i == 0 ? a : i == axis->count - 1 ? b : between( a, b, share, axis->logarithmic );
        if ( base->scenario->params[axis->param].kind == ss_paramInteger )
        {
            axis->values[i] = round( axis->values[i] );
        }
    }
    return ssOk();
}

static ssResult makeList( const ssSimDef* base, const char* text, const char* list, sweepAxis* axis )
{
    int count = 1;
    for ( const char* at = list; *at != '\0'; ++at )
    {
        count += *at == ',' ? 1 : 0;
    }
    axis->values = calloc( (size_t)count, sizeof( double ) );
    if ( axis->values == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the values of an axis" );
    }
    while ( axis->count < count )
    {
        char word[64];
        size_t length = strcspn( list, "," );
        if ( length == 0 || length >= sizeof word )
        {
            return axisError(
                text, length == 0 ? "a value is missing" : "a value has more than 63 characters" );
        }
        memcpy( word, list, length );
        word[length] = '\0';
        const ssScenario* scenario = base->scenario;
        ssResult result = ssParseParamIn( scenario->params, scenario->paramCount, base->values, axis->param,
            word, axis->values + axis->count );
        axis->inRadii =
            axis->inRadii || ( scenario->params[axis->param].radius != NULL && word[length - 1] == 'R' );
        if ( result.code != ss_ok )
        {
            return result;
        }
        ++axis->count;
        list += length + ( list[length] == ',' ? 1 : 0 );
    }
    return ssOk();
}

static int compareNumbers( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

/// In ascending order, as maps are drawn and rows are looked up; false when a value comes twice.
static bool sortValues( sweepAxis* axis )
{
    qsort( axis->values, (size_t)axis->count, sizeof( double ), compareNumbers );
    for ( int i = 1; i < axis->count; ++i )
    {
        if ( axis->values[i] == axis->values[i - 1] )
        {
            return false;
        }
    }
    return true;
}

ssResult sweepParseAxis( const ssSimDef* base, const char* text, sweepAxis* axis )
{
    *axis = ( sweepAxis ){ .param = -1 };
    const char* equals = strchr( text, '=' );
    char key[64] = "";
    if ( equals == NULL || equals == text || (size_t)( equals - text ) >= sizeof key )
    {
        return axisError( text, "there is no KEY=" );
    }
    memcpy( key, text, (size_t)( equals - text ) );
    const ssScenario* scenario = base->scenario;
    axis->param = ssFindParam( scenario->params, scenario->paramCount, key );
    if ( axis->param < 0 )
    {
        ssSimDef copy = *base;
        return ssSimDef_Set( &copy, key, "0" ); // refuses with the nearest key
    }
    if ( scenario->params[axis->param].kind == ss_paramText )
    {
        return axisError( text, "a text cannot be varied" );
    }
    const char* values = equals + 1;
    axis->logarithmic = strncmp( values, "log:", 4 ) == 0;
    bool named = axis->logarithmic || strncmp( values, "lin:", 4 ) == 0;
    bool range = named || strchr( values, ':' ) != NULL;
    ssResult result = range ? makeRange( base, text, values + ( named ? 4 : 0 ), axis )
                            : makeList( base, text, values, axis );
    for ( int i = 0; i < axis->count && result.code == ss_ok; ++i )
    {
        result = ssCheckParam( scenario->params + axis->param, axis->values[i] );
    }
    if ( result.code == ss_ok && !sortValues( axis ) )
    {
        // A row is known by its values; an integer's range may be finer than its whole numbers.
        result = axisError( text, "a value comes twice" );
    }
    if ( result.code != ss_ok )
    {
        free( axis->values );
        *axis = ( sweepAxis ){ .param = -1 };
    }
    return result;
}

ssResult sweepCheckAxes( const sweepDef* def )
{
    const ssParam* params = def->base.scenario->params;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        for ( int k = 0; k < def->axisCount && def->axes[i].inRadii; ++k )
        {
            const char *key = params[def->axes[i].param].key, *other = params[def->axes[k].param].key;
            if ( strcmp( params[def->axes[i].param].radius, other ) == 0 )
            {
                return ssError( ss_errorValue, key,
                    "--vary %s in multiples of R, and R follows from %s, which varies too; give %s in %s",
                    key, other, key, params[def->axes[i].param].unit );
            }
        }
    }
    return ssOk();
}

void sweepFree( sweepDef* def )
{
    for ( int i = 0; i < def->axisCount; ++i )
    {
        free( def->axes[i].values );
    }
    def->axisCount = 0;
}

int64_t sweepCellCount( const sweepDef* def )
{
    double count = 1.0;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        count *= def->axes[i].count;
    }
    return count <= CELLS_MAX ? (int64_t)count : -1;
}

void sweepCellValues( const sweepDef* def, int64_t index, double* values )
{
    for ( int i = def->axisCount - 1; i >= 0; --i )
    {
        values[i] = def->axes[i].values[index % def->axes[i].count];
        index /= def->axes[i].count;
    }
}

// ------------------------------------------------------------------------------------------------------ one cell

/// One run; false with a reason when it has no numbers.
static bool runOnce( const sweepDef* def, ssSimDef* run, bool ( *stop )( void* ), void* context,
    double* measures, char* failure, size_t capacity )
{
    ssSim* sim = NULL;
    int64_t steps = 0;
    ssResult result = ssSimDef_StepCount( run, &steps );
    result = result.code == ss_ok ? ssCreateSim( run, &sim ) : result;
    if ( result.code != ss_ok )
    {
        snprintf( failure, capacity, "%.190s", result.message );
        return false;
    }
    bool good = true;
    for ( int64_t step = 0; step < steps && good; ++step )
    {
        ssStepReport report = ssSim_Step( sim );
        if ( report.status >= ss_stepNotFinite )
        {
            snprintf( failure, capacity, "%.150s at t = %.6g s",
                report.reason != NULL ? report.reason : "not finite", ssSim_Time( sim ) );
            good = false;
        }
        // Where many bodies touch a step takes its time; elsewhere asking would.
        else if ( stop != NULL && ( ( step & 63 ) == 63 || report.contacts > 16 ) && stop( context ) )
        {
            snprintf( failure, capacity, "stopped" );
            good = false;
        }
    }
    for ( int i = 0; i < def->measureCount && good; ++i )
    {
        measures[i] = ssSim_Measure( sim, def->measures[i] );
    }
    ssDestroySim( sim );
    return good;
}

/// The run of one seed of a cell.
static bool runSeed( const sweepDef* def, int64_t index, int seed, bool ( *stop )( void* ), void* context,
    double* measures, char* failure, size_t capacity )
{
    double values[sweep_axesMax];
    ssSimDef* run = malloc( sizeof( ssSimDef ) ); // holds texts: too large for a stack
    if ( run == NULL )
    {
        snprintf( failure, capacity, "out of memory" );
        return false;
    }
    sweepCellValues( def, index, values );
    *run = def->base;
    run->seed = def->base.seed + (uint64_t)seed;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        run->values[def->axes[i].param] = values[i];
    }
    bool good = runOnce( def, run, stop, context, measures, failure, capacity );
    free( run );
    return good;
}

/// Means and errors of the runs' measures, seed after seed. A cell that failed has none.
static void summarise( const sweepDef* def, const double* measures, sweepCell* cell )
{
    for ( int i = 0; i < def->measureCount; ++i )
    {
        double first = 0.0, sum = 0.0, square = 0.0;
        int n = 0;
        for ( int s = 0; s < def->seeds && cell->failure[0] == '\0'; ++s )
        {
            double value = measures[(size_t)s * (size_t)def->measureCount + (size_t)i];
            if ( isfinite( value ) )
            {
                // From the first value on: equal runs have an error of exactly zero.
                first = n == 0 ? value : first;
                sum += value - first;
                square += ( value - first ) * ( value - first );
                ++n;
            }
        }
        double spread = n > 1 ? fmax( 0.0, square - sum * sum / n ) / ( n - 1 ) : 0.0;
        cell->mean[i] = n > 0 ? first + sum / n : SS_NAN;
        cell->error[i] = n > 1 ? sqrt( spread / n ) : SS_NAN;
    }
}

void sweepRunCell(
    const sweepDef* def, int64_t index, bool ( *stop )( void* ), void* context, sweepCell* cell )
{
    *cell = ( sweepCell ){ .index = index };
    size_t count = (size_t)def->measureCount;
    double* measures = calloc( (size_t)def->seeds * count, sizeof( double ) );
    bool good = measures != NULL;
    if ( !good )
    {
        snprintf( cell->failure, sizeof cell->failure, "out of memory" );
    }
    for ( int s = 0; s < def->seeds && good; ++s )
    {
        good = runSeed(
            def, index, s, stop, context, measures + (size_t)s * count, cell->failure, sizeof cell->failure );
    }
    summarise( def, measures, cell );
    free( measures );
}

// ------------------------------------------------------------------------------------------------------ all cells

/// A cell whose seeds are at work, perhaps on several threads.
typedef struct openCell
{
    sweepCell cell; // with the failure of the first seed that has one
    int next;       // seed to begin
    int running;
    int failed;        // the first seed that did
    double measures[]; // per seed
} openCell;

typedef struct workers
{
    const sweepDef* def;
    const bool* wanted;
    int64_t count, next;
    openCell* open; // has seeds to begin; NULL: the next cell does
    bool stopped;
    osMonitor* monitor;
    sweepSink* sink;
    void* context;
} workers;

static bool hasStopped( void* context )
{
    workers* c = context;
    osLockMonitor( c->monitor );
    bool stopped = c->stopped;
    osUnlockMonitor( c->monitor );
    return stopped;
}

static void deliver( workers* c, const sweepCell* cell )
{
    c->stopped = c->stopped || !c->sink( c->context, cell );
}

/// The cell of the next seed; NULL: no more.
static openCell* beginSeed( workers* c, int* seed )
{
    size_t room = sizeof( double ) * (size_t)c->def->seeds * (size_t)c->def->measureCount;
    while ( c->open == NULL && !c->stopped )
    {
        while ( c->next < c->count && !c->wanted[c->next] )
        {
            ++c->next;
        }
        if ( c->next >= c->count )
        {
            return NULL;
        }
        sweepCell cell = { .index = c->next++ };
        c->open = malloc( sizeof( openCell ) + room );
        if ( c->open == NULL )
        {
            snprintf( cell.failure, sizeof cell.failure, "out of memory" );
            summarise( c->def, NULL, &cell );
            deliver( c, &cell );
            continue;
        }
        *c->open = ( openCell ){ .cell = cell, .failed = c->def->seeds };
    }
    if ( c->stopped )
    {
        return NULL;
    }
    openCell* open = c->open;
    *seed = open->next++;
    open->running += 1;
    c->open = open->next < c->def->seeds ? open : NULL;
    return open;
}

/// Seeds begin in their order, so that what is told of a cell does not depend on who was faster.
static void endSeed( workers* c, openCell* open, int seed, bool good, const char* failure )
{
    open->running -= 1;
    if ( !good && seed < open->failed )
    {
        open->failed = seed;
        snprintf( open->cell.failure, sizeof open->cell.failure, "%s", failure );
    }
    if ( !good && c->open == open )
    {
        c->open = NULL; // the others would tell nothing
    }
    if ( open->running == 0 && c->open != open )
    {
        if ( !c->stopped )
        {
            summarise( c->def, open->measures, &open->cell );
            deliver( c, &open->cell );
        }
        free( open );
    }
}

static void work( void* context )
{
    workers* c = context;
    int seed = 0;
    char failure[sizeof( ( (sweepCell*)NULL )->failure )];
    osLockMonitor( c->monitor );
    for ( openCell* open; ( open = beginSeed( c, &seed ) ) != NULL; )
    {
        osUnlockMonitor( c->monitor );
        double* measures = open->measures + (size_t)seed * (size_t)c->def->measureCount;
        bool good =
            runSeed( c->def, open->cell.index, seed, hasStopped, c, measures, failure, sizeof failure );
        osLockMonitor( c->monitor );
        endSeed( c, open, seed, good, failure );
    }
    osUnlockMonitor( c->monitor );
}

void sweepRunCells( const sweepDef* def, const bool* wanted, int jobs, sweepSink* sink, void* context )
{
    workers c = { .def = def,
        .wanted = wanted,
        .count = sweepCellCount( def ),
        .monitor = osCreateMonitor(),
        .sink = sink,
        .context = context };
    if ( c.monitor == NULL )
    {
        return;
    }
    osThread* threads[256];
    int count = 0;
    for ( int i = 1; i < jobs && i < 256; ++i )
    {
        threads[count] = osStartThread( work, &c );
        count += threads[count] != NULL ? 1 : 0;
    }
    work( &c );
    for ( int i = 0; i < count; ++i )
    {
        osJoinThread( threads[i] );
    }
    free( c.open ); // of a sweep that was stopped
    osDestroyMonitor( c.monitor );
}

// ------------------------------------------------------------------------------------------------------ files

static void addText( char* line, size_t capacity, const char* text )
{
    size_t used = strlen( line );
    snprintf( line + used, capacity - used, "%s%s", used > 0 ? "," : "", text );
}

static void addNumber( char* line, size_t capacity, double value )
{
    char text[CSV_NUMBER_MAX + 1] = "";
    if ( isfinite( value ) )
    {
        text[csvFormatNumber( value, text )] = '\0';
    }
    size_t used = strlen( line );
    snprintf( line + used, capacity - used, ",%s", text );
}

static void formatKey( const sweepDef* def, int64_t index, char* line, size_t capacity )
{
    double values[sweep_axesMax];
    char text[96];
    line[0] = '\0';
    sweepCellValues( def, index, values );
    for ( int i = 0; i < def->axisCount; ++i )
    {
        const ssParam* param = def->base.scenario->params + def->axes[i].param;
        ssFormatParam( param, values[i], text, (int)sizeof text );
        addText( line, capacity, text );
    }
}

void sweepFormatHeader( const sweepDef* def, char* line, size_t capacity )
{
    const ssScenario* scenario = def->base.scenario;
    char text[96];
    line[0] = '\0';
    for ( int i = 0; i < def->axisCount; ++i )
    {
        addText( line, capacity, scenario->params[def->axes[i].param].key );
    }
    for ( int i = 0; i < def->measureCount; ++i )
    {
        addText( line, capacity, scenario->measures[def->measures[i]].name );
        if ( def->seeds > 1 )
        {
            snprintf( text, sizeof text, "%s_error", scenario->measures[def->measures[i]].name );
            addText( line, capacity, text );
        }
    }
    addText( line, capacity, "failure" );
}

void sweepFormatRow( const sweepDef* def, const sweepCell* cell, char* line, size_t capacity )
{
    formatKey( def, cell->index, line, capacity );
    for ( int i = 0; i < def->measureCount; ++i )
    {
        addNumber( line, capacity, cell->mean[i] );
        if ( def->seeds > 1 )
        {
            addNumber( line, capacity, cell->error[i] );
        }
    }
    // A reason is a sentence: quoted, its own quotes doubled.
    size_t used = strlen( line );
    used += (size_t)snprintf( line + used, capacity - used, cell->failure[0] ? ",\"" : "," );
    for ( const char* at = cell->failure; *at != '\0' && used + 3 < capacity; ++at )
    {
        if ( *at == '"' )
        {
            line[used++] = '"';
        }
        line[used++] = *at == '\n' ? ' ' : *at;
    }
    line[used] = '\0';
    snprintf( line + used, capacity - used, cell->failure[0] ? "\"\n" : "\n" );
}

/// Cuts the next cell off a row; false when no comma ends it.
static bool nextCell( const char** line, char* cell, size_t capacity )
{
    size_t length = strcspn( *line, "," );
    if ( ( *line )[length] != ',' || length >= capacity )
    {
        return false;
    }
    memcpy( cell, *line, length );
    cell[length] = '\0';
    *line += length + 1;
    return true;
}

int64_t sweepReadRow( const sweepDef* def, const char* line, double* value )
{
    char cell[96];
    int64_t index = 0;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        const sweepAxis* axis = def->axes + i;
        double key = 0.0;
        if ( !nextCell( &line, cell, sizeof cell ) ||
            ssParseParam( def->base.scenario->params + axis->param, cell, &key ).code != ss_ok )
        {
            return -1;
        }
        const double* found =
            bsearch( &key, axis->values, (size_t)axis->count, sizeof( double ), compareNumbers );
        if ( found == NULL )
        {
            return -1;
        }
        index = index * axis->count + ( found - axis->values );
    }
    int numbers = def->measureCount * ( def->seeds > 1 ? 2 : 1 );
    for ( int i = 0; i < numbers; ++i )
    {
        double number = SS_NAN;
        if ( !nextCell( &line, cell, sizeof cell ) || ( cell[0] != '\0' && !ssParseNumber( cell, &number ) ) )
        {
            return -1;
        }
        *value = i == 0 ? number : *value;
    }
    size_t length = strlen( line );
    bool whole = length == 0 || ( length > 2 && line[0] == '"' && line[length - 1] == '"' );
    return whole ? index : -1;
}

enum
{
    choicesMax = 32
};

/// Choices stand side by side under their names, whatever their numbers are.
typedef struct sideBySide
{
    double places[choicesMax];
    const char* names[choicesMax];
} sideBySide;

static bool placeChoices( const sweepDef* def, const sweepAxis* axis, sideBySide* choices )
{
    const ssParam* param = def->base.scenario->params + axis->param;
    if ( param->kind != ss_paramChoice || axis->count > choicesMax )
    {
        return false;
    }
    for ( int i = 0; i < axis->count; ++i )
    {
        choices->places[i] = i;
        choices->names[i] = param->choices[(int)axis->values[i]];
    }
    return true;
}

ssResult sweepSaveMap(
    const sweepDef* def, int measure, bool logColors, const double* values, const char* path )
{
    const ssScenario* scenario = def->base.scenario;
    const ssParam *down = scenario->params + def->axes[0].param,
                  *along = scenario->params + def->axes[1].param;
    const ssMeasure* shown = scenario->measures + def->measures[measure];
    char title[160], x[96], y[96], value[96];
    snprintf( title, sizeof title, "%s: %s", scenario->title, shown->name );
    snprintf( x, sizeof x, along->unit[0] ? "%s [%s]" : "%s", along->key, along->unit );
    snprintf( y, sizeof y, down->unit[0] ? "%s [%s]" : "%s", down->key, down->unit );
    snprintf( value, sizeof value, shown->unit[0] ? "%s [%s]" : "%s", shown->name, shown->unit );
    sideBySide columns, rows;
    bool namedColumns = placeChoices( def, def->axes + 1, &columns );
    bool namedRows = placeChoices( def, def->axes, &rows );
    svgMap map = { .title = title,
        .xTitle = x,
        .yTitle = y,
        .valueTitle = value,
        .columns = def->axes[1].count,
        .rows = def->axes[0].count,
        .x = namedColumns ? columns.places : def->axes[1].values,
        .y = namedRows ? rows.places : def->axes[0].values,
        .xNames = namedColumns ? columns.names : NULL,
        .yNames = namedRows ? rows.names : NULL,
        .logX = def->axes[1].logarithmic,
        .logY = def->axes[0].logarithmic,
        .logValues = logColors,
        .values = values };
    return svgSaveMap( path, &map );
}
