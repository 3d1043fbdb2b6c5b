// SPDX-License-Identifier: MIT
#include "session/lesson/lesson_values.h"
#include "base/find_row.h"
#include "base/grow.h"
#include "session/lesson/lesson.h"
#include "slipstick/base.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Gives the formulas of a lesson the names and values of a scenario.

#define FORMULA_BYTES 400

static void addName( lessonNames* n, const char* name )
{
    if ( n->count < SS_FORMULA_MAX_NAMES ) { n->names[n->count++] = name; }
}

static void addJoined( lessonNames* n, char** at, const char* prefix, const char* name )
{
    size_t length = strlen( prefix ) + strlen( name );
    snprintf( *at, length + 1, "%s%s", prefix, name );
    addName( n, *at );
    *at += length + 1;
}

static void addPlainNames( lessonNames* n )
{
    const ssScenario* s = n->scenario;
    for ( int i = 0; i < s->model.signalCount; ++i ) { addName( n, s->model.signals[i].name ); }
    n->paramFirst = n->count;
    for ( int i = 0; i < s->model.paramCount; ++i )
    {
        addName( n, s->model.params[i].key );
        if ( ssFindSignal( s, s->model.params[i].key ) >= 0 ) { n->hidden[n->hiddenCount++] = i; }
    }
    n->measureFirst = n->count;
    for ( int i = 0; i < s->model.measureCount; ++i ) { addName( n, s->model.measures[i].name ); }
    n->time = n->count;
    addName( n, "t" );
    addName( n, "h" );
    n->gravity = ssFindParam( s->model.params, s->model.paramCount, "gravity" );
    if ( n->gravity >= 0 ) { addName( n, "g" ); }
    static const char* const ofRun[LESSON_MAX_WATCHES] = { "run.1", "run.2", "run.3", "run.4" };
    n->watchFirst = n->count;
    for ( int i = 0; i < LESSON_MAX_WATCHES; ++i ) { addName( n, ofRun[i] ); }
}

bool lessonMakeNames( const ssScenario* scenario, lessonNames* names )
{
    *names = ( lessonNames ){ .scenario = scenario };
    size_t bytes = 0;
    addPlainNames( names );
    for ( int i = 0; i < names->count; ++i )
    {
        bytes += 2 * ( strlen( "before." ) + strlen( names->names[i] ) + 1 ) + strlen( "param." );
    }
    names->pool = malloc( bytes + 1 );
    if ( names->pool == NULL ) { return false; }
    char* at = names->pool;
    names->hiddenFirst = names->count;
    for ( int i = 0; i < names->hiddenCount; ++i )
    {
        addJoined( names, &at, "param.", scenario->model.params[names->hidden[i]].key );
    }
    names->plainCount = names->hiddenFirst;
    for ( int i = 0; i < names->plainCount; ++i ) { addJoined( names, &at, "before.", names->names[i] ); }
    return true;
}

void lessonFreeNames( lessonNames* names )
{
    for ( int i = 0; i < names->compiledCount; ++i ) { ssDestroyFormula( names->compiled[i].formula ); }
    free( names->compiled );
    free( names->pool );
    *names = ( lessonNames ){ 0 };
}

void lessonFillValues( const lessonNames* names, const double* params, const double* signals,
    const double* measures, double time, double h, lessonValues* values )
{
    const ssScenario* s = names->scenario;
    memcpy( values->now, signals, (size_t)s->model.signalCount * sizeof( double ) );
    memcpy( values->now + names->paramFirst, params, (size_t)s->model.paramCount * sizeof( double ) );
    for ( int i = 0; i < s->model.measureCount; ++i )
    {
        values->now[names->measureFirst + i] = measures != NULL ? measures[i] : (double)NAN;
    }
    values->now[names->time] = time;
    values->now[names->time + 1] = h;
    if ( names->gravity >= 0 ) { values->now[names->time + 2] = params[names->gravity]; }
    for ( int i = 0; i < names->hiddenCount; ++i )
    {
        values->now[names->hiddenFirst + i] = params[names->hidden[i]];
    }
    for ( int i = 0; i < LESSON_MAX_WATCHES; ++i ) { values->now[names->watchFirst + i] = (double)NAN; }
}

void lessonReadValues(
    const lessonNames* names, const ssSim* sim, ssFormula* const* formulas, int count, lessonValues* values )
{
    const ssScenario* s = names->scenario;
    double params[SS_MAX_PARAMS], signals[SS_MAX_SIGNALS];
    for ( int i = 0; i < s->model.paramCount; ++i ) { params[i] = ssSim_Param( sim, i ); }
    ssSim_Signals( sim, signals );
    lessonFillValues( names, params, signals, NULL, ssSim_Time( sim ), ssSim_StepSize( sim ), values );
    for ( int i = 0; i < s->model.measureCount; ++i )
    {
        bool used = formulas == NULL;
        for ( int k = 0; k < count && !used; ++k )
        {
            used = formulas[k] != NULL && ssFormula_Uses( formulas[k], names->measureFirst + i );
        }
        if ( used ) { values->now[names->measureFirst + i] = ssSim_Measure( sim, i ); }
    }
}

void lessonForgetBefore( const lessonNames* names, lessonValues* values )
{
    for ( int i = names->hiddenFirst + names->hiddenCount; i < names->count; ++i )
    {
        values->now[i] = (double)NAN;
    }
}

void lessonKeepBefore( const lessonNames* names, lessonValues* values )
{
    int first = names->hiddenFirst + names->hiddenCount;
    for ( int i = 0; i < names->plainCount && first + i < names->count; ++i )
    {
        values->now[first + i] = values->now[i];
    }
}

static bool isKind(
    const ssFormula* formula, const char* text, int line, bool comparison, lessonError* error )
{
    return ssFormula_IsComparison( formula ) == comparison ||
        lessonFail( error, line, "'%.80s' is %s; expected %s", text, comparison ? "a number" : "a comparison",
            comparison ? "a comparison such as u < 1" : "a number" );
}

ssFormula* lessonCompileOwn(
    const lessonNames* names, const char* text, int line, bool comparison, lessonError* error )
{
    ssFormula* formula = NULL;
    ssResult result = ssCompileFormula( text, names->names, names->count, &formula, NULL );
    if ( result.code != ss_ok )
    {
        lessonFail( error, line, "the formula '%.80s' of %s: %s", text, names->scenario->id, result.message );
        return NULL;
    }
    if ( !isKind( formula, text, line, comparison, error ) )
    {
        ssDestroyFormula( formula );
        return NULL;
    }
    return formula;
}

/// The formula of a text, kept by `place`, where the text stands in the lesson.
static ssFormula* compileAt(
    lessonNames* names, const char* place, const char* text, int line, bool comparison, lessonError* error )
{
    for ( int i = 0; i < names->compiledCount; ++i )
    {
        if ( names->compiled[i].text == place )
        {
            ssFormula* known = names->compiled[i].formula;
            return isKind( known, text, line, comparison, error ) ? known : NULL;
        }
    }
    ssFormula* formula = lessonCompileOwn( names, text, line, comparison, error );
    if ( formula == NULL ) { return NULL; }
    if ( !GROW( names->compiled, names->compiledCapacity, names->compiledCount + 1 ) )
    {
        ssDestroyFormula( formula );
        lessonFail( error, line, "out of memory" );
        return NULL;
    }
    names->compiled[names->compiledCount++] = ( lessonCompiled ){ place, formula };
    return formula;
}

ssFormula* lessonCompile(
    lessonNames* names, const char* text, int line, bool comparison, lessonError* error )
{
    return compileAt( names, text, text, line, comparison, error );
}

const char* lessonUnitOf( const lessonNames* names, const char* text )
{
    char name[64];
    static const char* const prefixes[] = { "before.", "param." };
    for ( int i = 0; i < SS_COUNT( prefixes ); ++i )
    {
        size_t length = strlen( prefixes[i] );
        text += strncmp( text, prefixes[i], length ) == 0 ? length : 0;
    }
    snprintf( name, sizeof( name ), "%.*s", (int)strcspn( text, " \t" ), text );
    int signal = ssFindSignal( names->scenario, name ), measure = ssFindMeasure( names->scenario, name );
    int param = ssFindParam( names->scenario->model.params, names->scenario->model.paramCount, name );
    bool alone = strlen( name ) == strlen( text );
    return !alone      ? NULL
        : signal >= 0  ? names->scenario->model.signals[signal].unit
        : param >= 0   ? names->scenario->model.params[param].unit
        : measure >= 0 ? names->scenario->model.measures[measure].unit
                       : NULL;
}

/// Fails if a formula is such a name and its value is in another unit than the one that stands beside it.
static bool checkUnit(
    const lessonNames* names, const char* text, const char* unit, int line, lessonError* error )
{
    const char* own = lessonUnitOf( names, text );
    const lessonUnit *known = own != NULL ? lessonFindUnit( own ) : NULL, *given = lessonFindUnit( unit );
    // A row may be loose about what kind of number it is ("°" for a rate), but not about its size.
    return known == NULL || given == NULL || known->kind != given->kind || known == given ||
        lessonFail( error, line, "%.60s of %s is in %s, not in %s", text, names->scenario->id,
            own[0] != '\0' ? own : "no unit", unit[0] != '\0' ? unit : "no unit" );
}

double lessonEvaluate(
    lessonNames* names, const lessonValues* values, const char* text, int line, lessonError* error )
{
    ssFormula* formula = lessonCompile( names, text, line, false, error );
    return formula != NULL ? ssFormula_Value( formula, values->now ) : (double)NAN;
}

void lessonFormatNumber( double value, const char* unit, char* text, size_t capacity )
{
    char number[48] = "–";
    if ( isfinite( value ) ) { ssFormatNumber( value, number, sizeof( number ) ); }
    bool close = strncmp( unit, "°", strlen( "°" ) ) == 0 || strcmp( unit, "%" ) == 0 || unit[0] == '\0';
    snprintf( text, capacity, "%s%s%s", number, close ? "" : " ", unit );
}

/// The unit at the end of "5/7*u0 m/s"; "": none. `*length` is that of the formula.
static const char* cutUnit( const char* text, size_t* length )
{
    size_t end = strlen( text );
    *length = end;
    for ( size_t i = 1; i < end; ++i )
    {
        if ( text[i] != ' ' ) { continue; }
        size_t operand = i;
        while ( operand > 0 && text[operand - 1] == ' ' ) { --operand; }
        bool open = operand == 0 || strchr( "+-*/^<>=(,", text[operand - 1] ) != NULL;
        const lessonUnit* unit = open ? NULL : lessonFindUnit( text + i + 1 );
        if ( unit != NULL )
        {
            *length = operand;
            return unit->text;
        }
    }
    return "";
}

/// The value of a part of a text, compiled once for its `place`.
static double evaluatePart( lessonNames* names, const lessonValues* values, const char* place,
    const char* part, int line, lessonError* error )
{
    ssFormula* formula = compileAt( names, place, part, line, false, error );
    return formula != NULL ? ssFormula_Value( formula, values->now ) : (double)NAN;
}

bool lessonExpand( lessonNames* names, const lessonValues* values, const char* text, int line, char* out,
    size_t capacity, lessonError* error )
{
    size_t used = 0;
    while ( *text != '\0' && used + 1 < capacity )
    {
        if ( *text != '{' )
        {
            out[used++] = *text++;
            continue;
        }
        const char* end = strchr( text, '}' );
        char part[FORMULA_BYTES], number[64];
        size_t length = end != NULL ? (size_t)( end - text - 1 ) : 0;
        if ( end == NULL || length >= sizeof( part ) )
        {
            return lessonFail( error, line, "'%.24s' has no '}'; {FORMULA UNIT} stands on one line", text );
        }
        memcpy( part, text + 1, length );
        part[length] = '\0';
        const char* unit = cutUnit( part, &length );
        part[length] = '\0';
        double value = evaluatePart( names, values, text + 1, part, line, error );
        if ( error->text[0] != '\0' || ( unit[0] != '\0' && !checkUnit( names, part, unit, line, error ) ) )
        {
            return false;
        }
        lessonFormatNumber( value, unit, number, sizeof( number ) );
        // A line does not end between a number and its unit.
        char* space = strchr( number, ' ' );
        int digits = space != NULL ? (int)( space - number ) : (int)strlen( number );
        int added = snprintf( out + used, capacity - used, "%.*s%s%s", digits, number,
            space != NULL ? "\u00a0" : "", space != NULL ? space + 1 : "" );
        used += added > 0 && (size_t)added < capacity - used ? (size_t)added : 0;
        text = end + 1;
    }
    out[used] = '\0';
    return true;
}

double lessonTolerance( lessonNames* names, const lessonValues* values, const lessonItem* item, double answer,
    lessonError* error )
{
    const lessonPiece within = item->within.text != NULL ? item->within : ( lessonPiece ){ "5%", item->line };
    char part[FORMULA_BYTES];
    size_t length = strlen( within.text );
    if ( length >= sizeof( part ) )
    {
        lessonFail( error, within.line, "'within' is too long" );
        return (double)NAN;
    }
    memcpy( part, within.text, length + 1 );
    bool share = part[length - 1] == '%';
    const lessonUnit* asked = lessonItemUnit( item );
    const lessonUnit* given = asked;
    if ( share ) { part[length - 1] = '\0'; }
    else
    {
        const char* unit = cutUnit( part, &length );
        part[length] = '\0';
        given = unit[0] != '\0' ? lessonFindUnit( unit ) : asked;
    }
    if ( given->kind != asked->kind )
    {
        lessonFail( error, within.line, "'within' is given in %s, the answer in %s", given->text,
            asked->text[0] != '\0' ? asked->text : "no unit" );
        return (double)NAN;
    }
    double value = evaluatePart( names, values, within.text, part, within.line, error );
    return fabs( share ? 0.01 * value * answer : value * given->factor / asked->factor );
}

enum
{
    kindNone,
    kindLength,
    kindTime,
    kindSpeed,
    kindAngle,
    kindForce,
    kindEnergy,
    kindPower,
    kindRate,
    kindFrequency,
    kindMass,
    kindMoment,
    kindAcceleration,
    kindArea,
    kindVolume,
    kindPressure,
    kindStiffness,
    kindDamping,
    kindForceRate,
    kindTurning,
    kindDensity,
    kindCurvature
};

#define DEGREE 0.017453292519943295 // pi/180

static const lessonUnit s_units[] = { { "", kindNone, 1.0 }, { "%", kindNone, 0.01 },
    { "m", kindLength, 1.0 }, { "cm", kindLength, 1e-2 }, { "mm", kindLength, 1e-3 },
    { "µm", kindLength, 1e-6 }, { "km", kindLength, 1e3 }, { "s", kindTime, 1.0 }, { "ms", kindTime, 1e-3 },
    { "min", kindTime, 60.0 }, { "m/s", kindSpeed, 1.0 }, { "cm/s", kindSpeed, 1e-2 },
    { "mm/s", kindSpeed, 1e-3 }, { "km/h", kindSpeed, 1.0 / 3.6 }, { "rad", kindAngle, 1.0 },
    { "°", kindAngle, DEGREE }, { "N", kindForce, 1.0 }, { "mN", kindForce, 1e-3 }, { "kN", kindForce, 1e3 },
    { "J", kindEnergy, 1.0 }, { "mJ", kindEnergy, 1e-3 }, { "kJ", kindEnergy, 1e3 }, { "W", kindPower, 1.0 },
    { "mW", kindPower, 1e-3 }, { "kW", kindPower, 1e3 }, { "1/s", kindRate, 1.0 }, { "rad/s", kindRate, 1.0 },
    { "Hz", kindFrequency, 1.0 }, { "kg", kindMass, 1.0 }, { "g", kindMass, 1e-3 },
    { "N m", kindMoment, 1.0 }, { "m/s²", kindAcceleration, 1.0 }, { "m²", kindArea, 1.0 },
    { "m³", kindVolume, 1.0 }, { "Pa", kindPressure, 1.0 }, { "kPa", kindPressure, 1e3 },
    { "MPa", kindPressure, 1e6 }, { "N/m", kindStiffness, 1.0 }, { "N s/m", kindDamping, 1.0 },
    { "N/s", kindForceRate, 1.0 }, { "°/s", kindTurning, 1.0 }, { "kg/m³", kindDensity, 1.0 },
    { "1/m", kindCurvature, 1.0 } };

/// Other ways to write a unit.
static const char* const s_aliases[][2] = { { "none", "" }, { "-", "" }, { "deg", "°" }, { "degree", "°" },
    { "degrees", "°" }, { "Grad", "°" }, { "grad", "°" }, { "um", "µm" }, { "μm", "µm" }, { "m/s^2", "m/s²" },
    { "m/s2", "m/s²" }, { "Nm", "N m" }, { "m^2", "m²" }, { "m^3", "m³" }, { "s^-1", "1/s" },
    { "kmh", "km/h" }, { "percent", "%" } };

const lessonUnit* lessonFindUnit( const char* text )
{
    int alias = FIND_ROW( s_aliases, SS_COUNT( s_aliases ), text );
    int unit = FIND_ROW( s_units, SS_COUNT( s_units ), alias >= 0 ? s_aliases[alias][1] : text );
    return unit >= 0 ? s_units + unit : NULL;
}

const lessonUnit* lessonItemUnit( const lessonItem* item )
{
    return lessonFindUnit( item->unit.text != NULL ? item->unit.text : "" );
}

const char* lessonUnitNames( int kind, char* text, size_t capacity )
{
    text[0] = '\0';
    for ( int i = 0; i < SS_COUNT( s_units ); ++i )
    {
        if ( kind < 0 || s_units[i].kind == kind )
        {
            addText( text, capacity, "%s%s", text[0] != '\0' ? ", " : "",
                s_units[i].text[0] != '\0' ? s_units[i].text : "none" );
        }
    }
    return text;
}

lessonTyped lessonReadNumber( const char* text, const lessonUnit* unit, double* value )
{
    char copy[64];
    size_t length = 0;
    text += strspn( text, " \t" );
    if ( text[0] == '\0' ) { return lesson_typedNothing; }
    size_t digits = strspn( text, "+-.,0123456789" );
    size_t exponent =
        text[digits] == 'e' || text[digits] == 'E' ? 1 + strspn( text + digits + 1, "+-0123456789" ) : 0;
    digits += exponent > 1 ? exponent : 0;
    for ( size_t i = text[0] == '+' ? 1 : 0; i < digits && length + 1 < sizeof( copy ); ++i )
    {
        copy[length++] = text[i] == ',' ? '.' : text[i];
    }
    copy[length] = '\0';
    if ( digits == 0 || !ssParseNumber( copy, value ) ) { return lesson_typedNoNumber; }
    const char* rest = text + digits + strspn( text + digits, " \t" );
    length = strlen( rest );
    while ( length > 0 && ( rest[length - 1] == ' ' || rest[length - 1] == '\t' ) ) { --length; }
    if ( length >= sizeof( copy ) ) { return lesson_typedNoUnit; }
    memcpy( copy, rest, length );
    copy[length] = '\0';
    const lessonUnit* typed = lessonFindUnit( copy );
    if ( typed == NULL ) { return lesson_typedNoUnit; }
    bool frequency = unit->kind == kindFrequency && strcmp( typed->text, "1/s" ) == 0;
    if ( typed->kind != unit->kind && !frequency )
    {
        return typed->text[0] == '\0' ? lesson_typedMissing : lesson_typedOtherUnit;
    }
    // A plain number beside "%" is ambiguous; it means the unit that was asked for.
    bool plain = unit->kind == kindNone && typed->text[0] == '\0';
    *value *= plain ? 1.0 : typed->factor / unit->factor;
    return lesson_typedNumber;
}
