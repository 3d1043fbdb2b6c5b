// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/eval/eval_table.h"
#include "model/tribometer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Turns measured forces into C and D by points, fitted superellipses, and a file for `--set @FILE`.

static const char* const s_forms[] = { "superellipse", "ellipse", "polygon" };

_Static_assert( SS_COUNT( s_forms ) == ss_materialFormCount, "a name for each form" );

enum
{
    key_normalForce,
    key_harmonics,
    key_form,
    key_material
};

static const ssParam s_params[] = {
    [key_normalForce] = { "normal_force", .symbol = "r_N", .label = "normal force", .unit = "N",
        .group = "machine", .doc = "Load of the measurement, if the table has no column lambda_n.",
        .min = 0.1, .max = 50.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 9.3 },
    [key_harmonics] = { "harmonics", .symbol = "K", .label = "filter", .unit = "", .group = "identification",
        .doc = "Harmonics of a turn that the zero-phase filter keeps; 0: no filter.", .kind = ss_paramInteger,
        .max = 180.0, .allowedMax = 3600.0, .defaultValue = 60.0 },
    [key_form] = { "form", .symbol = "form", .label = "form of the material", .unit = "",
        .group = "identification", .doc = "superellipse, ellipse (D = C) or polygon (the points).",
        .kind = ss_paramChoice, .max = ss_materialFormCount - 1, .allowedMax = ss_materialFormCount - 1,
        .choices = s_forms, .choiceCount = SS_COUNT( s_forms ) },
    [key_material] = { "material", .symbol = "material", .label = "material", .unit = "",
        .group = "identification", .doc = "Writes the identified C and D to this file, for --set @FILE.",
        .kind = ss_paramText },
};

/// The whole table is kept, because the filter and the fits use all forces.
typedef struct Table
{
    ssForceSample* samples; // of each row, NaN where a cell is empty or nan
    char** rows;            // text of the input rows
    int count, capacity;
    ssIdentification found;
} Table;

_Static_assert( sizeof( Table ) <= EVAL_STATE_MAX, "EVAL_STATE_MAX is too small" );

typedef struct Column
{
    int at;        // index; -1: none
    double factor; // from its unit to N or rad
} Column;

/// Finds a column by its name; its heading may end with a unit, as in "lambda_t [mN]".
static ssResult findColumn( const evalRun* run, const char* name, bool angle, bool needed, Column* column )
{
    size_t length = strlen( name );
    *column = ( Column ){ .at = -1, .factor = 1.0 };
    for ( int i = 0; i < run->in->columnCount; ++i )
    {
        const char* heading = run->in->names[i];
        const char* rest = heading + length;
        if ( strncmp( heading, name, length ) != 0 ||
            rest[strspn( rest, " " )] != ( *rest == '\0' ? '\0' : '[' ) )
        {
            continue;
        }
        char unit[16] = "";
        const char* bracket = strchr( rest, '[' );
        if ( bracket != NULL )
        {
            snprintf( unit, sizeof( unit ), "%.*s", (int)strcspn( bracket + 1, "]" ), bracket + 1 );
        }
        column->at = i;
        if ( ( angle ? ssAngleUnit( unit, &column->factor ) : ssForceUnit( unit, &column->factor ) ) ==
            false )
        {
            return ssError( ss_errorFormat, name, "%.80s: column %s has the unit '%s'; allowed: %s",
                run->in->source, name, unit, angle ? "deg, ° or rad" : "N, mN or kN" );
        }
        return ssOk();
    }
    return needed ? evalNeedColumn( run, name, &column->at ) : ssOk();
}

static ssResult addRow( evalRun* run, Table* table, const Column columns[4] )
{
    int capacity = table->capacity; // of both arrays
    if ( !GROW( table->samples, capacity, table->count + 1 ) ||
        !GROW( table->rows, table->capacity, table->count + 1 ) )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    double value[4] = { 0.0, 0.0, 0.0, SS_NAN };
    for ( int i = 0; i < 4; ++i )
    {
        SS_TRY( columns[i].at >= 0 ? csvReadNumberOrGap( run->in, columns[i].at, &value[i] ) : ssOk() );
        value[i] *= columns[i].factor;
    }
    char* row = needMemory( 1, run->in->recordLength + 1 );
    memcpy( row, run->in->record, run->in->recordLength );
    row[run->in->recordLength] = '\0';
    table->rows[table->count] = row;
    table->samples[table->count++] = ( ssForceSample ){ value[0], value[1], value[2], value[3] };
    return ssOk();
}

static ssResult readTable( evalRun* run, Table* table )
{
    static const char* const names[] = { "phi_deg", "lambda_t", "lambda_r", "lambda_n" };
    Column columns[4];
    ssResult result = ssOk();
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        result = findColumn( run, names[i], i == 0, i < 3, &columns[i] );
    }
    for ( bool more = true; result.code == ss_ok; )
    {
        result = csvNextRow( run->in, &more );
        if ( result.code != ss_ok || more == false ) { break; }
        result = addRow( run, table, columns );
    }
    return result;
}

static ssResult writeMaterial(
    const ssIdentification* found, ssMaterialForm form, const char* source, const char* path )
{
    static const int capacity = 16 << 10;
    char remark[160];
    snprintf( remark, sizeof( remark ), "from %s %.100s",
        ssForcesAreSynthetic( source ) ? "synthetic forces" : "forces in", source );
    char* text = needMemory( (size_t)capacity, 1 );
    int length = ssIdentification_Material( found, form, remark, text, capacity );
    osWriter* out = NULL;
    ssResult result =
        length > 0 ? osBeginWrite( path, &out ) : ssError( ss_errorMemory, NULL, "out of memory" );
    if ( result.code == ss_ok )
    {
        osWrite( out, text, (size_t)length );
        result = osCommitWrite( out );
    }
    free( text );
    return result;
}

/// ", rotation = 0.1 ± 0.2°", or nothing if the rotation cannot be determined.
static const char* rotationText( const ssSetFit* fit, char* text, size_t capacity )
{
    text[0] = '\0';
    if ( isfinite( fit->rotationError ) )
    {
        snprintf( text, capacity, ", rotation = %.4g ± %.2g°", fit->rotation * 180.0 / SS_PI,
            fit->rotationError * 180.0 / SS_PI );
    }
    return text;
}

static void printWarnings( const ssIdentification* f )
{
    if ( f->c.converged == false || f->d.converged == false || f->ellipse.converged == false )
    {
        fprintf( stderr, "slipstick eval: warning: a fit did not converge\n" );
    }
    if ( f->isFlipped )
    {
        fprintf( stderr,
            "slipstick eval: warning: lambda_r probably has the wrong sign: the opposite sign agrees better "
            "with a convex D and with C\n" );
    }
    if ( f->c.isMisfit )
    {
        fprintf( stderr,
            "slipstick eval: warning: C is not a superellipse: its radius deviates by %.2g%% beyond the "
            "noise, and the intervals of C are %.2g times as wide for it\n",
            100.0 * f->c.misfit, f->c.widening );
    }
    if ( f->d.isMisfit )
    {
        fprintf( stderr,
            "slipstick eval: warning: D is not a superellipse: the direction of the force deviates by %.2g° "
            "beyond the noise, and the intervals of D are %.2g times as wide for it\n",
            f->d.misfit * 180.0 / SS_PI, f->d.widening );
    }
}

static void printFits( const ssIdentification* f, const char* source )
{
    if ( ssForcesAreSynthetic( source ) )
    {
        fprintf( stderr, "slipstick eval: %s holds synthetic forces, not a measurement\n", source );
    }
    char c[64], d[64];
    fprintf( stderr,
        "slipstick eval: C: a = %.5g ± %.2g N, b = %.5g ± %.2g N, s = %.5g ± %.2g%s, rms error %.2g%%\n"
        "slipstick eval: ellipse: a = %.5g N, b = %.5g N, rms error %.2g%%\n"
        "slipstick eval: D: a/b = %.5g ± %.2g, s = %.5g ± %.2g%s; closure of ln r_D %.2g\n",
        f->c.a, f->c.aError, f->c.b, f->c.bError, f->c.s, f->c.sError, rotationText( &f->c, c, sizeof( c ) ),
        100.0 * f->c.rms, f->ellipse.a, f->ellipse.b, 100.0 * f->ellipse.rms, f->d.ratio, f->d.ratioError,
        f->d.s, f->d.sError, rotationText( &f->d, d, sizeof( d ) ), f->closure );
    printWarnings( f );
}

static bool isComplete( const ssForceSample* sample )
{
    return isfinite( sample->phi + sample->tangential + sample->radial );
}

/// Writes the points of C and D at the angle of each row, and empty cells where the row is incomplete.
static void writeRows( evalRun* run, const Table* table )
{
    const ssIdentification* f = &table->found;
    evalAddColumns( run, "theta_deg f_1 f_2 r_c r_d" );
    for ( int i = 0; i < table->count && osWriteStopped( run->out.out ) == false; ++i )
    {
        bool complete = isComplete( &table->samples[i] );
        double part = complete ? table->samples[i].phi / ( 2.0 * SS_PI ) : 0.0;
        int at = (int)floor( ( part - floor( part ) ) * f->count + 0.5 ) % f->count;
        double theta = fmod( f->theta[at] * 180.0 / SS_PI + 360.0, 360.0 );
        csvEndRow( &run->out );
        csvRaw( &run->out, table->rows[i], strlen( table->rows[i] ) );
        const double cells[] = { theta, f->rC[at] * cos( f->theta[at] ), f->rC[at] * sin( f->theta[at] ),
            f->rC[at], f->rD[at] };
        for ( int k = 0; k < SS_COUNT( cells ); ++k )
        {
            csvNumber( &run->out, complete ? cells[k] : SS_NAN );
        }
    }
}

/// Identifies the sets from the complete rows, and warns if there are others.
static ssResult identify( evalRun* run, Table* table )
{
    ssForceSample* complete = needMemory( 1, ( (size_t)table->count + 1 ) * sizeof( *complete ) );
    int count = 0;
    for ( int i = 0; i < table->count; ++i )
    {
        complete[count] = table->samples[i];
        count += isComplete( &table->samples[i] );
    }
    ssResult result = ssIdentify(
        complete, count, (int)run->values[key_harmonics], run->values[key_normalForce], &table->found );
    free( complete );
    if ( count < table->count )
    {
        fprintf( stderr,
            "slipstick eval: warning: %d of %d rows have an empty or nan cell and are left out; their "
            "results stay empty\n",
            table->count - count, table->count );
    }
    return result;
}

static ssResult begin( evalRun* run )
{
    Table* table = (Table*)(void*)run->state;
    ssResult result = readTable( run, table );
    result = result.code == ss_ok ? identify( run, table ) : result;
    if ( result.code == ss_ok && run->texts[0] != NULL )
    {
        result = writeMaterial(
            &table->found, (ssMaterialForm)run->values[key_form], run->in->source, run->texts[0] );
    }
    if ( result.code == ss_ok )
    {
        printFits( &table->found, run->in->source );
        writeRows( run, table );
    }
    return result;
}

static ssResult row( evalRun* run )
{
    // `begin` has read and written all rows.
    (void)run;
    return ssOk();
}

static void end( evalRun* run )
{
    Table* table = (Table*)(void*)run->state;
    for ( int i = 0; i < table->count; ++i ) { free( table->rows[i] ); }
    free( table->rows );
    free( table->samples );
    ssIdentification_Destroy( &table->found );
}

const evalFormula eval_tribometer = { "tribometer",
    .summary = "measured friction forces: the sets C and D, and a material",
    .columns = "phi_deg lambda_t lambda_r [lambda_n] -> theta_deg f_1 f_2 r_c r_d", .params = s_params,
    .paramCount = SS_COUNT( s_params ), .begin = begin, .row = row, .end = end };
