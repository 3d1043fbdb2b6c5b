// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

#include <stdio.h>
#include <string.h>

// Turns the definition of a fit into arrays of free parameters, values and weights, and checks it.

#define HOLDOUT_BLOCKS 10 // blocks of time that a table is divided into

ssFitParam ssFreeParam( const char* key )
{
    ssFitParam param = { .low = SS_NAN, .high = SS_NAN, .start = SS_NAN };
    snprintf( param.key, sizeof param.key, "%.63s", key );
    return param;
}

double fitFromValue( const fitFree* f, double value ) { return f->log ? ssLog( value ) : value / f->scale; }

double fitToValue( const fitFree* f, double q )
{
    double value = f->log ? ssExp( q ) : q * f->scale;
    return value < f->low ? f->low : value > f->high ? f->high : value;
}

double fitSlope( const fitFree* f, double q ) { return f->log ? ssExp( q ) : f->scale; }

double fitLow( const fitFree* f ) { return f->log && f->low <= 0.0 ? -HUGE_VAL : fitFromValue( f, f->low ); }

double fitHigh( const fitFree* f ) { return fitFromValue( f, f->high ); }

void fitStart( const fitProblem* p, double* q )
{
    for ( int i = 0; i < p->n; ++i ) { q[i] = fitFromValue( p->free + i, p->free[i].start ); }
}

/// Parameters with an open end of the admissible range stay inside it by this share.
static void setBounds( fitFree* f, const ssParam* row )
{
    double inside = 1e-9 * ( row->max - row->min );
    f->low = row->allowedMin + ( row->open & ss_openLow ? inside : 0.0 );
    f->high = row->allowedMax - ( row->open & ss_openHigh ? inside : 0.0 );
    f->near = row->min > f->low ? row->min : f->low;
    f->far = row->max < f->high ? row->max : f->high;
    f->log = row->logScale && row->min > 0.0;
}

static ssResult findParam( const ssFitDef* def, const ssFitParam* wanted, fitFree* f )
{
    const ssScenario* scenario = def->base->scenario;
    if ( strcmp( wanted->key, SS_FIT_TIME_OFFSET ) == 0 )
    {
        if ( def->dataCount == 0 )
        {
            return ssError( ss_errorValue, wanted->key, "--free time_offset needs a table of measurements" );
        }
        const ssFitData* data = def->data + ( f->file >= 0 ? f->file : 0 );
        double first = data->times[0], last = data->times[data->rowCount - 1];
        for ( int i = 0; i < def->dataCount && f->file < 0; ++i )
        {
            first = ssMin( first, def->data[i].times[0] );
        }
        f->param = -1;
        f->low = -HUGE_VAL;
        f->high = first;
        f->near = first - 0.5 * ( last - first );
        f->far = first;
        f->start = ssMin( 0.0, first );
        f->scale = ssMax( 0.1 * ( last - first ), def->base->h );
        return ssOk();
    }
    f->param = ssFindScenarioParam( scenario, wanted->key );
    if ( f->param < 0 )
    {
        const char* names[SS_MAX_PARAMS];
        for ( int i = 0; i < scenario->model.paramCount; ++i ) { names[i] = scenario->model.params[i].key; }
        const char* close = ssClosestName( wanted->key, names, scenario->model.paramCount );
        return ssError( ss_errorUnknown, wanted->key, "%s has no parameter '%s'%s%s%s", scenario->id,
            wanted->key, close != NULL ? "; did you mean '" : "", close != NULL ? close : "",
            close != NULL ? "'?" : "" );
    }
    const ssParam* row = scenario->model.params + f->param;
    if ( row->kind != ss_paramNumber )
    {
        return ssError( ss_errorValue, row->key, "'%s' is no number that can be fitted: %s", row->key,
            row->kind == ss_paramInteger      ? "it is a whole number"
                : row->kind == ss_paramChoice ? "it is a choice"
                                              : "it is a text" );
    }
    setBounds( f, row );
    f->start = def->base->values[f->param];
    f->scale = ssMax( fabs( f->start ), 0.05 * ( f->far - f->near ) );
    return ssOk();
}

/// A bound is a value that the parameter may have. NaN: there is none.
static ssResult checkBound( const ssScenario* scenario, const fitFree* f, double bound )
{
    if ( !( bound == bound ) ) { return ssOk(); }
    if ( f->param < 0 )
    {
        return bound <= f->high
            ? ssOk()
            : ssError( ss_errorValue, f->key, "%s = %.10g is out of range; allowed: %s <= %.10g", f->key,
                  bound, f->key, f->high );
    }
    return ssCheckParam( scenario->model.params + f->param, bound );
}

static ssResult boundParam( const ssScenario* scenario, const ssFitParam* wanted, fitFree* f )
{
    bool hasLow = wanted->low == wanted->low, hasHigh = wanted->high == wanted->high;
    SS_TRY( checkBound( scenario, f, wanted->low ) );
    SS_TRY( checkBound( scenario, f, wanted->high ) );
    if ( hasLow && hasHigh && !( wanted->low < wanted->high ) )
    {
        return ssError( ss_errorValue, wanted->key,
            "--free %s=%.6g:%.6g: the first bound must be the lower one", wanted->key, wanted->low,
            wanted->high );
    }
    f->ownLow = hasLow;
    f->ownHigh = hasHigh;
    f->low = hasLow ? ssMax( wanted->low, f->low ) : f->low;
    f->high = hasHigh ? ssMin( wanted->high, f->high ) : f->high;
    f->near = hasLow ? f->low : ssMin( ssMax( f->near, f->low ), f->high );
    f->far = hasHigh ? f->high : ssMax( ssMin( f->far, f->high ), f->low );
    f->start = wanted->start == wanted->start ? wanted->start : f->start;
    f->start = ssMin( ssMax( f->start, f->low ), f->high );
    f->log = f->log && f->start > 0.0 && f->near > 0.0;
    return ssOk();
}

static ssResult addParam( fitProblem* p, const ssFitParam* wanted, int file )
{
    for ( int i = 0; i < p->n; ++i )
    {
        if ( p->free[i].file == file && strcmp( p->free[i].key, wanted->key ) == 0 )
        {
            return ssError( ss_errorValue, wanted->key, "--free %s is given twice", wanted->key );
        }
    }
    if ( p->n == SS_FIT_PARAMS )
    {
        return ssError( ss_errorValue, wanted->key, "more than %d free parameters", SS_FIT_PARAMS );
    }
    fitFree* f = p->free + p->n++;
    *f = ( fitFree ){ .file = file };
    snprintf( f->key, sizeof f->key, "%.56s", wanted->key );
    SS_TRY( findParam( p->def, wanted, f ) );
    return boundParam( p->def->base->scenario, wanted, f );
}

static ssResult addParams( fitProblem* p )
{
    const ssFitDef* def = p->def;
    for ( int i = 0; i < def->paramCount; ++i )
    {
        int files = def->params[i].perFile ? def->dataCount : 1;
        for ( int file = 0; file < files; ++file )
        {
            SS_TRY( addParam( p, def->params + i, def->params[i].perFile ? file : -1 ) );
        }
    }
    for ( int i = 0; i < p->n; ++i )
    {
        if ( p->free[i].file >= 0 && def->dataCount > 1 )
        {
            size_t length = strlen( p->free[i].key );
            snprintf( p->free[i].key + length, sizeof p->free[i].key - length, "@%d", p->free[i].file + 1 );
        }
    }
    return p->n > 0
        ? ssOk()
        : ssError( ss_errorValue, NULL, "no parameter is free; --free KEY names one, such as %s",
              def->base->scenario->model.paramCount > 0 ? def->base->scenario->model.params[0].key : "" );
}

static int countValues( const ssFitDef* def )
{
    int64_t count = def->targetCount;
    for ( int f = 0; f < def->dataCount; ++f )
    {
        count += (int64_t)def->data[f].rowCount * def->data[f].columnCount - def->data[f].gapCount;
    }
    return count < 50000000 ? (int)count : -1;
}

/// Values of the same signal share one unknown noise.
static int findGroup( fitProblem* p, int signal )
{
    for ( int g = 0; g < p->groupCount; ++g )
    {
        if ( p->groupSignal[g] == signal ) { return g; }
    }
    p->groupSignal[p->groupCount] = signal;
    return p->groupCount++;
}

/// Is this row in a block that is kept apart? The blocks are spread evenly over the table.
static bool isHeld( const ssFitDef* def, const ssFitData* data, int row )
{
    int block = (int)( (int64_t)row * HOLDOUT_BLOCKS / data->rowCount );
    return floor( ( block + 1 ) * def->holdout + 0.5 ) > floor( block * def->holdout + 0.5 );
}

static void addRows( fitProblem* p, int file )
{
    const ssFitData* data = p->def->data + file;
    for ( int r = 0; r < data->rowCount; ++r )
    {
        for ( int c = 0; c < data->columnCount; ++c )
        {
            size_t cell = (size_t)r * (size_t)data->columnCount + (size_t)c;
            if ( !( data->values[cell] == data->values[cell] ) ) { continue; }
            const ssFitColumn* column = data->columns + c;
            double noise = data->noises != NULL ? data->noises[cell] : column->noise;
            int i = p->m++;
            p->measured[i] = data->values[cell];
            p->spread[i] = column->spread;
            p->time[i] = data->times[r];
            p->column[i] = c;
            p->held[i] = isHeld( p->def, data, r );
            p->group[i] = noise > 0.0 ? -1 : findGroup( p, column->signal );
            p->weight[i] = p->held[i] || p->group[i] >= 0 ? 0.0 : 1.0 / noise;
            p->fitted += !p->held[i];
        }
    }
}

static ssResult addValues( fitProblem* p )
{
    const ssFitDef* def = p->def;
    int count = countValues( def );
    size_t size = count > 0 ? (size_t)count : 0;
    p->measured = ssRoom_Take( &p->room, size, sizeof( double ) );
    p->spread = ssRoom_Take( &p->room, size, sizeof( double ) );
    p->weight = ssRoom_Take( &p->room, size, sizeof( double ) );
    p->time = ssRoom_Take( &p->room, size, sizeof( double ) );
    p->group = ssRoom_Take( &p->room, size, sizeof( int ) );
    p->column = ssRoom_Take( &p->room, size, sizeof( int ) );
    p->held = ssRoom_Take( &p->room, size, sizeof( bool ) );
    p->bestResiduals = ssRoom_Take( &p->room, size, sizeof( double ) );
    if ( count < 0 || p->room.failed )
    {
        return ssError( ss_errorMemory, NULL, "out of memory: the tables are too large" );
    }
    for ( int f = 0; f < def->dataCount; ++f )
    {
        p->fileFirst[f] = p->m;
        addRows( p, f );
    }
    p->fileFirst[def->dataCount] = p->m;
    for ( int i = 0; i < def->targetCount; ++i, ++p->m )
    {
        p->measured[p->m] = def->targets[i].value;
        p->spread[p->m] = def->targets[i].error;
        p->weight[p->m] = 1.0 / def->targets[i].error;
        p->group[p->m] = p->column[p->m] = -1;
        p->fitted += 1;
    }
    return ssOk();
}

static ssResult checkTimes( const fitProblem* p )
{
    const ssFitDef* def = p->def;
    bool shifted = false;
    for ( int i = 0; i < p->n; ++i ) { shifted = shifted || p->free[i].param < 0; }
    for ( int f = 0; f < def->dataCount; ++f )
    {
        const ssFitData* data = def->data + f;
        if ( data->times[0] < -1e-9 * def->base->h && !shifted )
        {
            return ssError( ss_errorValue, NULL,
                "%.120s, line %d: t = %.6g s is before the start of the run; --free time_offset where the "
                "clocks differ",
                data->name, data->lines[0], data->times[0] );
        }
        double last = data->times[data->rowCount - 1];
        if ( last > SS_FIT_STEPS_MAX * def->base->h )
        {
            return ssError( ss_errorValue, NULL,
                "%.100s: t = %.6g s is %.3g steps of h = %.3g s, and at most %.0g are run; is the unit of "
                "time right, as in t [ms]?",
                data->name, last, last / def->base->h, def->base->h, SS_FIT_STEPS_MAX );
        }
    }
    return ssOk();
}

static ssResult checkCounts( const fitProblem* p )
{
    const ssFitDef* def = p->def;
    int rows = 0;
    for ( int f = 0; f < def->dataCount; ++f )
    {
        const ssFitData* data = def->data + f;
        for ( int r = 0; r < data->rowCount; ++r )
        {
            bool filled = false;
            for ( int c = 0; c < data->columnCount; ++c )
            {
                double value = data->values[(size_t)r * (size_t)data->columnCount + (size_t)c];
                filled = filled || value == value;
            }
            rows += filled && !isHeld( def, data, r );
        }
    }
    if ( def->dataCount > 0 && rows + def->targetCount < p->n + 1 )
    {
        return ssError( ss_errorValue, NULL,
            "%.100s: %d row%s for %d free parameter%s; a fit needs at least %d", def->data[0].name, rows,
            rows == 1 ? "" : "s", p->n, p->n == 1 ? "" : "s", p->n + 1 );
    }
    if ( def->dataCount == 0 && def->targetCount < p->n )
    {
        return ssError( ss_errorValue, NULL,
            "%d target%s for %d free parameters; a fit needs at least as many", def->targetCount,
            def->targetCount == 1 ? "" : "s", p->n );
    }
    return ssOk();
}

static ssResult checkDef( const ssFitDef* def )
{
    if ( def->dataCount + def->targetCount == 0 )
    {
        return ssError( ss_errorValue, NULL, "nothing to fit to; --data FILE names a table of measurements" );
    }
    if ( def->dataCount > SS_FIT_FILES )
    {
        return ssError( ss_errorValue, NULL, "more than %d files", SS_FIT_FILES );
    }
    if ( !( def->holdout >= 0.0 && def->holdout <= 0.9 ) )
    {
        return ssError( ss_errorValue, NULL, "--holdout %.6g: expected a share from 0 to 0.9", def->holdout );
    }
    int once = def->dataCount + ( def->targetCount > 0 ? def->seeds > 1 ? def->seeds : 1 : 0 );
    if ( def->maxRuns > 0 && def->maxRuns < once )
    {
        return ssError( ss_errorValue, NULL, "--max-runs %d: a single comparison with the data takes %d runs",
            def->maxRuns, once );
    }
    for ( int i = 0; i < def->targetCount; ++i )
    {
        if ( !( def->targets[i].error > 0.0 ) )
        {
            return ssError( ss_errorValue, NULL, "a target needs an error > 0: NAME=VALUE±ERROR" );
        }
    }
    return ssOk();
}

static ssResult fill( fitProblem* p )
{
    SS_TRY( checkDef( p->def ) );
    SS_TRY( addParams( p ) );
    SS_TRY( checkTimes( p ) );
    SS_TRY( checkCounts( p ) );
    return addValues( p );
}

ssResult fitMakeProblem( const ssFitDef* def, fitProblem* p )
{
    *p = ( fitProblem ){ def, .h = def->base->h, .bestChi2 = HUGE_VAL, .rivalExcess = HUGE_VAL,
        .horizon = 1.0, .runs = { .most = def->maxRuns > 0 ? def->maxRuns : 100000 } };
    SS_TRY( fill( p ) );
    for ( int i = 0; i < p->n; ++i )
    {
        p->delta[i] = 1e-4;
        p->floor[i] = 1e-6;
    }
    return ssOk();
}
