// SPDX-License-Identifier: MIT
#include "base/csv_table.h"
#include "base/grow.h"
#include "base/svg_plot.h"
#include "session/fit/sweep.h"

#include <stdio.h>
#include <string.h>

// Writes and reads the table of a sweep, and saves its map as a picture.

static void addCell( char* line, size_t capacity, const char* text )
{
    addText( line, capacity, "%s%s", line[0] != '\0' ? "," : "", text );
}

/// A heading; an expression with commas or quotes in quotes.
static void addHeading( char* line, size_t capacity, const char* name, const char* ending )
{
    bool quoted = strpbrk( name, ",\"" ) != NULL;
    addText( line, capacity, "%s%s", line[0] != '\0' ? "," : "", quoted ? "\"" : "" );
    for ( const char* at = name; *at != '\0'; ++at )
    {
        addText( line, capacity, "%s%c", *at == '"' ? "\"" : "", *at );
    }
    addText( line, capacity, "%s%s", ending, quoted ? "\"" : "" );
}

static void addNumber( char* line, size_t capacity, double value )
{
    char text[SS_NUMBER_MAX + 1] = "";
    if ( isfinite( value ) ) { text[ssSpellNumber( value, text )] = '\0'; }
    addText( line, capacity, ",%s", text );
}

static void formatKey( const sweepDef* def, int64_t index, char* line, size_t capacity )
{
    double values[sweep_axesMax];
    char text[96];
    line[0] = '\0';
    sweepCellValues( def, index, values );
    for ( int i = 0; i < def->axisCount; ++i )
    {
        const ssParam* param = def->base.scenario->model.params + def->axes[i].param;
        ssFormatParam( param, values[i], text, (int)sizeof text );
        addCell( line, capacity, text );
    }
}

void sweepFormatHeader( const sweepDef* def, char* line, size_t capacity )
{
    const ssScenario* scenario = def->base.scenario;
    line[0] = '\0';
    for ( int i = 0; i < def->axisCount; ++i )
    {
        addCell( line, capacity, scenario->model.params[def->axes[i].param].key );
    }
    for ( int i = 0; i < def->measureCount; ++i )
    {
        const char* name = sweepMeasure( def, def->measures[i] )->name;
        addHeading( line, capacity, name, "" );
        if ( def->seeds > 1 ) { addHeading( line, capacity, name, "_error" ); }
    }
    addCell( line, capacity, "failure" );
}

void sweepFormatRow( const sweepDef* def, const sweepCell* cell, char* line, size_t capacity )
{
    formatKey( def, cell->index, line, capacity );
    for ( int i = 0; i < def->measureCount; ++i )
    {
        addNumber( line, capacity, cell->mean[i] );
        if ( def->seeds > 1 ) { addNumber( line, capacity, cell->error[i] ); }
    }
    // The reason is a sentence with commas, so it is quoted, and quotes within it are doubled.
    size_t used = strlen( line );
    const char* reason = cell->failure[0] != '\0' ? cell->failure : cell->note;
    used += (size_t)snprintf( line + used, capacity - used, reason[0] ? ",\"" : "," );
    for ( const char* at = reason; *at != '\0' && used + 3 < capacity; ++at )
    {
        if ( *at == '"' ) { line[used++] = '"'; }
        line[used++] = *at == '\n' ? ' ' : *at;
    }
    line[used] = '\0';
    snprintf( line + used, capacity - used, reason[0] ? "\"\n" : "\n" );
}

/// Reads the next field of a row and moves past its comma. False when no comma ends it.
static bool nextField( const char** line, char* field, size_t capacity )
{
    size_t length = strcspn( *line, "," );
    if ( ( *line )[length] != ',' || length >= capacity ) { return false; }
    memcpy( field, *line, length );
    field[length] = '\0';
    *line += length + 1;
    return true;
}

int64_t sweepReadRow( const sweepDef* def, const char* line, double* value )
{
    char field[96];
    int64_t index = 0;
    for ( int i = 0; i < def->axisCount; ++i )
    {
        const sweepAxis* axis = def->axes + i;
        double key = 0.0;
        if ( !nextField( &line, field, sizeof field ) ||
            ssParseParam( def->base.scenario->model.params + axis->param, field, &key ).code != ss_ok )
        {
            return -1;
        }
        int place = sweepAxis_Find( axis, key );
        if ( place < 0 ) { return -1; }
        index = index * axis->count + place;
    }
    int numbers = def->measureCount * ( def->seeds > 1 ? 2 : 1 );
    for ( int i = 0; i < numbers; ++i )
    {
        double number = SS_NAN;
        if ( !nextField( &line, field, sizeof field ) ||
            ( field[0] != '\0' && !ssParseNumber( field, &number ) ) )
        {
            return -1;
        }
        *value = i == 0 ? number : *value;
    }
    size_t length = strlen( line );
    bool whole = length == 0 || ( length > 2 && line[0] == '"' && line[length - 1] == '"' );
    return whole ? index : -1;
}

#define CHOICES_MAX 32

/// The places and names of choices on an axis: they stand side by side, whatever their numbers are.
typedef struct choiceAxis
{
    double places[CHOICES_MAX];
    const char* names[CHOICES_MAX];
} choiceAxis;

/// False when the axis is not one of choices.
static bool placeChoices( const sweepDef* def, const sweepAxis* axis, choiceAxis* choices )
{
    const ssParam* param = def->base.scenario->model.params + axis->param;
    if ( param->kind != ss_paramChoice || axis->count > CHOICES_MAX ) { return false; }
    for ( int i = 0; i < axis->count; ++i )
    {
        choices->places[i] = i;
        choices->names[i] = ssParam_Choice( param, (int)axis->values[i] );
    }
    return true;
}

ssResult sweepSaveMap(
    const sweepDef* def, int measure, bool logColors, const double* values, const char* path )
{
    const ssScenario* scenario = def->base.scenario;
    const ssParam *down = scenario->model.params + def->axes[0].param,
                  *along = scenario->model.params + def->axes[1].param;
    const ssMeasure* shown = sweepMeasure( def, def->measures[measure] );
    char title[160], x[96], y[96], value[96];
    snprintf( title, sizeof title, "%s: %s", scenario->title, shown->name );
    snprintf( x, sizeof x, along->unit[0] ? "%s [%s]" : "%s", along->key, along->unit );
    snprintf( y, sizeof y, down->unit[0] ? "%s [%s]" : "%s", down->key, down->unit );
    snprintf( value, sizeof value, shown->unit[0] ? "%s [%s]" : "%s", shown->name, shown->unit );
    choiceAxis columns, rows;
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
