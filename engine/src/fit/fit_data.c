// SPDX-License-Identifier: MIT
#include "slipstick/advanced/csv.h"
#include "slipstick/lab/fit.h"
#include "slipstick/vecmath.h"

#include <stdio.h>
#include <string.h>

// Reads a table of measurements: which column is which signal, in which unit, with which noise.

#define HEADINGS_MAX 512

typedef struct Table
{
    const char* source;
    const ssScenario* scenario;
    const ssFitReading* reading;
    char ( *headings )[SS_CSV_HEADING];
    int headingCount;
    // What is read: the time, the signals, then the columns with their noise.
    const char* wanted[1 + 2 * SS_FIT_COLUMNS];
    int wantedCount;
    int noiseColumn[SS_FIT_COLUMNS]; // index into `wanted`, or -1
    double noiseNumber[SS_FIT_COLUMNS];
} Table;

/// Splits "x=x_m"; false when there is no "=" or nothing on one side of it.
static bool splitPair( const char* text, char* key, size_t capacity, const char** value )
{
    const char* equals = strchr( text, '=' );
    if ( equals == NULL || equals == text || equals[1] == '\0' || (size_t)( equals - text ) >= capacity )
    {
        return false;
    }
    snprintf( key, capacity, "%.*s", (int)( equals - text ), text );
    *value = equals + 1;
    return true;
}

static int findHeading( const Table* table, const char* name )
{
    for ( int i = 0; i < table->headingCount; ++i )
    {
        if ( strcmp( table->headings[i], name ) == 0 ) { return i; }
    }
    return -1;
}

static ssResult refuseHeading( const Table* table, const char* what, const char* name )
{
    const char* names[HEADINGS_MAX];
    for ( int i = 0; i < table->headingCount; ++i ) { names[i] = table->headings[i]; }
    const char* close = ssClosestName( name, names, table->headingCount );
    return ssError( ss_errorUnknown, NULL, "%.100s: %s'%.40s' is not a column of it%s%.40s%s", table->source,
        what, name, close != NULL ? "; did you mean '" : "", close != NULL ? close : "",
        close != NULL ? "'?" : "" );
}

static int findSignal( const Table* table, const char* name )
{
    return ssFindSignal( table->scenario, name );
}

static ssResult refuseSignal( const Table* table, const char* option, const char* name )
{
    const char* names[SS_MAX_SIGNALS];
    for ( int i = 0; i < table->scenario->model.signalCount; ++i )
    {
        names[i] = table->scenario->model.signals[i].name;
    }
    const char* close = ssClosestName( name, names, table->scenario->model.signalCount );
    return ssError( ss_errorUnknown, NULL, "%s: %s has no signal '%.40s'%s%.40s%s", option,
        table->scenario->id, name, close != NULL ? "; did you mean '" : "", close != NULL ? close : "",
        close != NULL ? "'?" : "" );
}

/// The column that is mapped to this name, or NULL.
static const char* mappedTo( const Table* table, const char* name )
{
    char key[SS_FIT_KEY];
    const char* column;
    for ( int i = 0; i < table->reading->mapCount; ++i )
    {
        if ( splitPair( table->reading->maps[i], key, sizeof key, &column ) && strcmp( key, name ) == 0 )
        {
            return column;
        }
    }
    return NULL;
}

static ssResult checkMaps( const Table* table )
{
    char key[SS_FIT_KEY];
    const char* column;
    for ( int i = 0; i < table->reading->mapCount; ++i )
    {
        if ( !splitPair( table->reading->maps[i], key, sizeof key, &column ) )
        {
            return ssError(
                ss_errorFormat, NULL, "--map %.60s: expected SIGNAL=COLUMN", table->reading->maps[i] );
        }
        if ( strcmp( key, "t" ) != 0 && findSignal( table, key ) < 0 )
        {
            return refuseSignal( table, "--map", key );
        }
        if ( findHeading( table, column ) < 0 ) { return refuseHeading( table, "--map: ", column ); }
    }
    return ssOk();
}

static ssResult findTime( Table* table )
{
    const char* mapped = mappedTo( table, "t" );
    if ( table->headingCount == 1 )
    {
        // What is left of "time [ms];x [mm]", which ends where its first unit does, is "time".
        bool semicolons = strchr( table->headings[0], ';' ) != NULL,
             tabs = strchr( table->headings[0], '\t' ) != NULL;
        return semicolons || tabs
            ? ssError( ss_errorFormat, NULL, "%.150s: its cells are separated by %s; expected commas",
                  table->source, semicolons ? "semicolons" : "tabs" )
            : ssError( ss_errorFormat, NULL,
                  "%.150s: it has one column; expected a time and signals, separated by commas",
                  table->source );
    }
    table->wanted[0] = mapped != NULL ? mapped : findHeading( table, "t" ) >= 0 ? "t" : "time";
    table->wantedCount = 1;
    if ( findHeading( table, table->wanted[0] ) >= 0 ) { return ssOk(); }
    return ssError( ss_errorFormat, NULL,
        "%.150s: no column is called t or time; --map t=COLUMN names the time", table->source );
}

/// Regimes and exact solutions are no measurements; a table that `run --csv` wrote has them.
static bool isComputed( const char* signal )
{
    size_t size = strlen( signal );
    return strcmp( signal, "mode" ) == 0 || strcmp( signal, "stick" ) == 0 ||
        ( size > 6 && strcmp( signal + size - 6, "_exact" ) == 0 );
}

static bool isAskedFor( const Table* table, const char* signal )
{
    const ssFitReading* reading = table->reading;
    for ( int i = 0; i < reading->columnCount; ++i )
    {
        if ( strcmp( reading->columns[i], signal ) == 0 ) { return true; }
    }
    return reading->columnCount == 0 && ( !isComputed( signal ) || mappedTo( table, signal ) != NULL );
}

static ssResult findColumns( Table* table, ssFitData* data )
{
    const ssFitReading* reading = table->reading;
    for ( int i = 0; i < reading->columnCount; ++i )
    {
        if ( findSignal( table, reading->columns[i] ) < 0 )
        {
            return refuseSignal( table, "--column", reading->columns[i] );
        }
    }
    for ( int s = 0; s < table->scenario->model.signalCount; ++s )
    {
        const char* name = table->scenario->model.signals[s].name;
        const char* column = mappedTo( table, name ) != NULL ? mappedTo( table, name ) : name;
        if ( !isAskedFor( table, name ) ) { continue; }
        if ( findHeading( table, column ) < 0 )
        {
            if ( reading->columnCount > 0 ) { return refuseHeading( table, "", column ); }
            continue;
        }
        if ( data->columnCount == SS_FIT_COLUMNS )
        {
            return ssError( ss_errorValue, NULL,
                "%.150s: more than %d measured signals; --column names those to use", table->source,
                SS_FIT_COLUMNS );
        }
        ssFitColumn* made = data->columns + data->columnCount++;
        snprintf( made->heading, sizeof made->heading, "%.60s", column );
        made->signal = s;
        table->wanted[table->wantedCount++] = column;
    }
    if ( data->columnCount == 0 )
    {
        return ssError( ss_errorFormat, NULL,
            "%.120s: no column is a signal of %s; `slipstick describe %s` lists them, --map SIGNAL=COLUMN "
            "renames one",
            table->source, table->scenario->id, table->scenario->id );
    }
    return ssOk();
}

static ssResult checkHeadings( const Table* table )
{
    for ( int i = 0; i < table->headingCount; ++i )
    {
        for ( int k = 0; k < i; ++k )
        {
            if ( table->headings[i][0] != '\0' && strcmp( table->headings[i], table->headings[k] ) == 0 )
            {
                return ssError( ss_errorFormat, NULL, "%.150s: two columns are called '%.40s'", table->source,
                    table->headings[i] );
            }
        }
    }
    return ssOk();
}

/// Lists the headings that nothing is read from.
static void listIgnored( const Table* table, ssFitData* data )
{
    for ( int i = 0; i < table->headingCount; ++i )
    {
        bool used = false;
        for ( int k = 0; k < table->wantedCount; ++k )
        {
            used = used || strcmp( table->headings[i], table->wanted[k] ) == 0;
        }
        size_t length = strlen( data->ignored );
        if ( !used && table->headings[i][0] != '\0' && length + 72 < sizeof data->ignored )
        {
            snprintf( data->ignored + length, sizeof data->ignored - length, "%s%.64s",
                length > 0 ? ", " : "", table->headings[i] );
        }
    }
}

static ssResult addNoise( Table* table, int column, const char* text )
{
    double number = 0.0;
    if ( ssParseNumber( text, &number ) )
    {
        table->noiseNumber[column] = number;
        return number > 0.0
            ? ssOk()
            : ssError( ss_errorValue, NULL, "--noise %.40s: expected a standard deviation > 0", text );
    }
    if ( findHeading( table, text ) < 0 ) { return refuseHeading( table, "--noise: ", text ); }
    table->noiseColumn[column] = table->wantedCount;
    table->wanted[table->wantedCount++] = text;
    return ssOk();
}

static ssResult findNoise( Table* table, const ssFitData* data )
{
    for ( int c = 0; c < data->columnCount; ++c )
    {
        table->noiseColumn[c] = -1;
        const char *general = NULL, *own = NULL;
        for ( int i = 0; i < table->reading->noiseCount; ++i )
        {
            char key[SS_FIT_KEY];
            const char* value;
            if ( !splitPair( table->reading->noises[i], key, sizeof key, &value ) )
            {
                general = table->reading->noises[i];
            }
            else if ( strcmp( key, table->scenario->model.signals[data->columns[c].signal].name ) == 0 )
            {
                own = value;
            }
            else if ( findSignal( table, key ) < 0 ) { return refuseSignal( table, "--noise", key ); }
        }
        const char* text = own != NULL ? own : general;
        SS_TRY( text != NULL ? addNoise( table, c, text ) : ssOk() );
    }
    return ssOk();
}

static ssResult allocate( ssFitData* data, int rows, bool noises )
{
    size_t cells = (size_t)rows * (size_t)data->columnCount;
    data->times = ssAlloc( ( (size_t)rows + 1 ) * sizeof( double ) );
    data->lines = ssAlloc( ( (size_t)rows + 1 ) * sizeof( int ) );
    data->values = ssAlloc( ( cells + 1 ) * sizeof( double ) );
    data->noises = noises ? ssAlloc( ( cells + 1 ) * sizeof( double ) ) : NULL;
    bool room = data->times != NULL && data->lines != NULL && data->values != NULL &&
        ( !noises || data->noises != NULL );
    return room ? ssOk() : ssError( ss_errorMemory, NULL, "%.150s: out of memory", data->name );
}

static ssResult unitFactor( const ssFitData* data, const ssCsv* csv, int wanted, const char* heading,
    const char* unit, double* factor )
{
    ssResult result = ssUnitFactor( csv->units[wanted], unit, factor );
    return result.code == ss_ok ? result
                                : ssError( ss_errorFormat, NULL, "%.100s, column %.40s: %.110s", data->name,
                                      heading, result.message );
}

static ssResult copyTimes( const Table* table, const ssCsv* csv, ssFitData* data )
{
    double factor;
    SS_TRY( unitFactor( data, csv, 0, table->wanted[0], "s", &factor ) );
    for ( int r = 0; r < csv->rowCount; ++r )
    {
        double time = factor * ssCsv_Number( csv, r, 0 );
        data->times[r] = time;
        data->lines[r] = csv->lines[r];
        if ( !( time == time ) )
        {
            return ssError(
                ss_errorFormat, NULL, "%.150s, line %d: a row without a time", data->name, csv->lines[r] );
        }
        if ( r > 0 && time < data->times[r - 1] )
        {
            return ssError( ss_errorFormat, NULL,
                "%.120s, line %d: the time goes back from %.6g s to %.6g s; expected ascending times",
                data->name, csv->lines[r], data->times[r - 1], time );
        }
    }
    return ssOk();
}

static ssResult copyColumn( const Table* table, const ssCsv* csv, int c, ssFitData* data )
{
    ssFitColumn* column = data->columns + c;
    const char* unit = table->scenario->model.signals[column->signal].unit;
    double factor, noiseFactor;
    SS_TRY( unitFactor( data, csv, 1 + c, column->heading, unit, &factor ) );
    int from = table->noiseColumn[c];
    noiseFactor = factor;
    SS_TRY( from >= 0 && csv->units[from][0] != '\0'
            ? unitFactor( data, csv, from, table->wanted[from], unit, &noiseFactor )
            : ssOk() );
    column->noise = fabs( factor ) * table->noiseNumber[c];
    for ( int r = 0; r < csv->rowCount; ++r )
    {
        size_t cell = (size_t)r * (size_t)data->columnCount + (size_t)c;
        double value = factor * ssCsv_Number( csv, r, 1 + c );
        double noise = from >= 0 ? noiseFactor * ssCsv_Number( csv, r, from ) : column->noise;
        data->values[cell] = value;
        column->count += value == value;
        column->gaps += !( value == value );
        if ( data->noises != NULL ) { data->noises[cell] = noise; }
        if ( from >= 0 && value == value && !( noise > 0.0 ) )
        {
            return ssError( ss_errorValue, NULL,
                "%.100s, line %d, column %.40s: expected a standard deviation > 0 beside every measured "
                "value",
                data->name, csv->lines[r], table->wanted[from] );
        }
    }
    data->gapCount += column->gaps;
    return column->count > 0 ? ssOk()
                             : ssError( ss_errorFormat, NULL, "%.150s, column %.40s: it has no values",
                                   data->name, column->heading );
}

static void measureSpread( ssFitData* data, int c )
{
    double mean = 0.0, square = 0.0;
    ssFitColumn* column = data->columns + c;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int r = 0; r < data->rowCount; ++r )
        {
            double value = data->values[(size_t)r * (size_t)data->columnCount + (size_t)c];
            if ( value == value && pass == 0 ) { mean += value / column->count; }
            else if ( value == value ) { square += ( value - mean ) * ( value - mean ) / column->count; }
        }
    }
    // What varies by rounding alone does not vary.
    double spread = sqrt( square ), size = fabs( mean );
    column->spread = spread > 1e-9 * size ? spread : size > 0.0 ? size : 1.0;
}

static ssResult copyTable( const Table* table, const ssCsv* csv, ssFitData* data )
{
    bool noises = false;
    for ( int c = 0; c < data->columnCount; ++c ) { noises = noises || table->noiseColumn[c] >= 0; }
    data->rowCount = csv->rowCount;
    if ( csv->rowCount == 0 )
    {
        return ssError( ss_errorFormat, NULL, "%.150s: headings without rows", data->name );
    }
    SS_TRY( allocate( data, csv->rowCount, noises ) );
    SS_TRY( copyTimes( table, csv, data ) );
    for ( int c = 0; c < data->columnCount; ++c )
    {
        SS_TRY( copyColumn( table, csv, c, data ) );
        measureSpread( data, c );
    }
    return ssOk();
}

static ssResult readSet( const Table* table, const char* text, int line, ssFitData* data )
{
    char key[SS_FIT_KEY], value[SS_FIT_KEY];
    const ssScenario* scenario = table->scenario;
    if ( sscanf( text, " %63[^= ] = %63s", key, value ) != 2 )
    {
        return ssError(
            ss_errorFormat, NULL, "%.150s, line %d: expected # set KEY = VALUE", table->source, line );
    }
    int param = ssFindScenarioParam( scenario, key );
    if ( param < 0 || scenario->model.params[param].kind == ss_paramText || data->setCount == SS_FIT_SETS )
    {
        return ssError( ss_errorUnknown, NULL, "%.120s, line %d: %s", table->source, line,
            data->setCount == SS_FIT_SETS ? "too many parameters are set"
                                          : "# set names no parameter of the scenario that has a value" );
    }
    double number;
    ssResult result = ssParseParam( scenario->model.params + param, value, &number );
    if ( result.code != ss_ok )
    {
        return ssError( result.code, NULL, "%.100s, line %d: %.130s", table->source, line, result.message );
    }
    data->sets[data->setCount].param = param;
    data->sets[data->setCount++].value = number;
    return ssOk();
}

static ssResult readSets( const Table* table, const char* text, size_t length, ssFitData* data )
{
    const char *at = text, *end = text + length;
    for ( int line = 1; at < end; ++line )
    {
        const char* stop = memchr( at, '\n', (size_t)( end - at ) );
        stop = stop != NULL ? stop : end;
        char copy[160] = "";
        size_t size = (size_t)( stop - at ) < sizeof copy - 1 ? (size_t)( stop - at ) : sizeof copy - 1;
        memcpy( copy, at, size );
        if ( strncmp( copy, "# set ", 6 ) == 0 ) { SS_TRY( readSet( table, copy + 6, line, data ) ); }
        at = stop < end ? stop + 1 : stop;
    }
    return ssOk();
}

static ssResult readTable( Table* table, const char* text, size_t length, ssFitData* data )
{
    SS_TRY( checkHeadings( table ) );
    SS_TRY( checkMaps( table ) );
    SS_TRY( findTime( table ) );
    SS_TRY( findColumns( table, data ) );
    SS_TRY( findNoise( table, data ) );
    SS_TRY( readSets( table, text, length, data ) );
    listIgnored( table, data );
    ssCsv csv;
    SS_TRY( ssParseCsvWithGaps(
        table->source, text, length, table->wanted, table->wantedCount, table->wantedCount, &csv ) );
    ssResult result = copyTable( table, &csv, data );
    ssCsv_Destroy( &csv );
    return result;
}

ssResult ssParseFitData( const char* source, const char* text, size_t length, const ssScenario* scenario,
    const ssFitReading* reading, ssFitData* data )
{
    static const ssFitReading plain = { 0 };
    *data = ( ssFitData ){ .rowCount = 0 };
    snprintf( data->name, sizeof data->name, "%.255s", source );
    Table table = { .source = source, .scenario = scenario, .reading = reading != NULL ? reading : &plain };
    if ( memchr( text, '\0', length ) != NULL )
    {
        return ssError( ss_errorFormat, NULL, "%.150s: this is no text; expected a CSV table", source );
    }
    table.headings = ssAlloc( HEADINGS_MAX * sizeof *table.headings );
    if ( table.headings == NULL ) { return ssError( ss_errorMemory, NULL, "%.150s: out of memory", source ); }
    ssResult result =
        ssListCsvHeadings( source, text, length, table.headings, HEADINGS_MAX, &table.headingCount );
    result = result.code == ss_ok ? readTable( &table, text, length, data ) : result;
    ssRelease( table.headings );
    if ( result.code != ss_ok ) { ssFitData_Destroy( data ); }
    return result;
}

ssResult ssReadFitData(
    const char* path, const ssScenario* scenario, const ssFitReading* reading, ssFitData* data )
{
    *data = ( ssFitData ){ .rowCount = 0 };
    char* text = NULL;
    size_t length = 0;
    ssResult result = ssReadText( path, &text, &length );
    result = result.code == ss_ok
        ? ssParseFitData( path, text != NULL ? text : "", length, scenario, reading, data )
        : result;
    ssRelease( text );
    return result;
}

void ssFitData_Destroy( ssFitData* data )
{
    ssRelease( data->times );
    ssRelease( data->values );
    ssRelease( data->noises );
    ssRelease( data->lines );
    data->times = data->values = data->noises = NULL;
    data->lines = NULL;
    data->rowCount = data->columnCount = 0;
}

struct ssAgainst
{
    const ssFitData* data;
    int signalCount;
    int next; // row that the run has not reached
    bool begun;
    double time;
    double row[SS_MAX_SIGNALS]; // at that time
    double square;
    int64_t count;
};

ssResult ssCreateAgainst( const ssFitData* data, const ssScenario* scenario, ssAgainst** against )
{
    *against = ssAlloc( sizeof **against );
    if ( *against == NULL ) { return ssError( ss_errorMemory, NULL, "%.150s: out of memory", data->name ); }
    ( *against )->data = data;
    ( *against )->signalCount = scenario->model.signalCount;
    return ssOk();
}

void ssDestroyAgainst( ssAgainst* against ) { ssRelease( against ); }

void ssAgainst_Visit( ssAgainst* against, const ssSim* sim )
{
    const ssFitData* data = against->data;
    double row[SS_MAX_SIGNALS], time = ssSim_Time( sim );
    ssSim_Signals( sim, row );
    double slack = 1e-9 * ssSim_StepSize( sim );
    for ( ; against->next < data->rowCount && data->times[against->next] <= time + slack; ++against->next )
    {
        double at = data->times[against->next];
        double share =
            against->begun && time > against->time ? ( at - against->time ) / ( time - against->time ) : 1.0;
        const double* values = data->values + (size_t)against->next * (size_t)data->columnCount;
        for ( int c = 0; c < data->columnCount && ( against->begun || at >= time - slack ); ++c )
        {
            int s = data->columns[c].signal;
            double value =
                share > 1.0 - 1e-9 ? row[s] : against->row[s] + share * ( row[s] - against->row[s] );
            double miss = ( value - values[c] ) / data->columns[c].spread;
            if ( miss == miss )
            {
                against->square += miss * miss;
                against->count += 1;
            }
        }
    }
    memcpy( against->row, row, sizeof( double ) * (size_t)against->signalCount );
    against->time = time;
    against->begun = true;
}

double ssAgainst_Misfit( const ssAgainst* against )
{
    return against->count > 0 ? sqrt( against->square / (double)against->count ) : SS_NAN;
}

double ssFitData_At( const ssFitData* data, int column, double time )
{
    int low = 0, high = data->rowCount - 1;
    size_t columns = (size_t)data->columnCount, c = (size_t)column;
    double slack = 1e-9 * ( fabs( time ) + 1e-3 );
    if ( data->rowCount == 0 || time < data->times[0] - slack || time > data->times[high] + slack )
    {
        return SS_NAN;
    }
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        *( data->times[middle] <= time ? &low : &high ) = middle;
    }
    double first = data->values[(size_t)low * columns + c], last = data->values[(size_t)high * columns + c];
    double width = data->times[high] - data->times[low];
    double share = width > 0.0 ? ( time - data->times[low] ) / width : 0.0;
    return share < 1e-9 ? first : share > 1.0 - 1e-9 ? last : first + share * ( last - first );
}
