// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/parallel.h"
#include "slipstick/vecmath.h"

#include <string.h>

// Runs the simulations of a fit and takes their residuals.

/// The definition of the run of one file (-1: of a target) with the point's values and clock offset.
static ssResult defineRun(
    const fitProblem* p, double h, const double* q, int file, ssSimDef* run, double* offset )
{
    *run = *p->def->base;
    run->h = h;
    *offset = 0.0;
    const ssFitData* data = file >= 0 ? p->def->data + file : NULL;
    for ( int i = 0; data != NULL && i < data->setCount; ++i )
    {
        run->values[data->sets[i].param] = data->sets[i].value;
    }
    for ( int i = 0; i < p->n; ++i )
    {
        const fitFree* f = p->free + i;
        double value = fitToValue( f, q[i] );
        if ( f->file >= 0 && f->file != file ) { continue; }
        if ( f->param < 0 ) { *offset = value; }
        else { run->values[f->param] = value; }
    }
    double last = data != NULL ? data->times[data->rowCount - 1] - *offset : 0.0;
    int64_t own = llround( p->def->base->until / h ), steps = (int64_t)ceil( last / h - 1e-9 );
    run->until = (double)( steps > own ? steps : own ) * h;
    return steps <= (int64_t)( 2.0 * SS_FIT_STEPS_MAX ) ? ssOk() : ssError( ss_errorValue, NULL, "too long" );
}

static bool asksToStop( const fitProblem* p )
{
    const ssFitDef* def = p->def;
    return ( !p->finishing && def->stop != NULL && def->stop( def->context ) ) ||
        ( def->abandon != NULL && def->abandon( def->context ) );
}

typedef struct Walk
{
    ssSim* sim;
    double before[SS_MAX_SIGNALS], now[SS_MAX_SIGNALS]; // rows at the last two steps
    double timeBefore, timeNow;
    bool beforeKnown, nowKnown;
} Walk;

/// Steps until the time lies within the last step, without the rows of steps that are not measured.
static bool walkTo( const fitProblem* p, Walk* walk, double time )
{
    double h = ssSim_StepSize( walk->sim ), slack = 1e-9 * h;
    while ( walk->timeNow < time - slack )
    {
        if ( walk->nowKnown ) { memcpy( walk->before, walk->now, sizeof walk->now ); }
        else if ( walk->timeNow + h >= time - slack ) { ssSim_Signals( walk->sim, walk->before ); }
        walk->beforeKnown = walk->nowKnown || walk->timeNow + h >= time - slack;
        walk->timeBefore = walk->timeNow;
        walk->nowKnown = false;
        if ( ssSim_Step( walk->sim ).status >= ss_statusNotFinite ||
            ( ( ssSim_StepIndex( walk->sim ) & 63 ) == 0 && asksToStop( p ) ) )
        {
            return false;
        }
        walk->timeNow = ssSim_Time( walk->sim );
    }
    if ( !walk->nowKnown )
    {
        ssSim_Signals( walk->sim, walk->now );
        walk->nowKnown = true;
    }
    return true;
}

static double signalAt( const Walk* walk, int signal, double time )
{
    double width = walk->timeNow - walk->timeBefore;
    double share = walk->beforeKnown && width > 0.0 ? ( time - walk->timeBefore ) / width : 1.0;
    return share > 1.0 - 1e-9 ? walk->now[signal]
        : share < 1e-9        ? walk->before[signal]
                              : walk->before[signal] + share * ( walk->now[signal] - walk->before[signal] );
}

static ssResult beginRun(
    const fitProblem* p, double h, const double* q, int file, uint64_t seed, ssSim** sim, double* offset )
{
    ssSimDef* run = ssAlloc( sizeof *run ); // too large for a stack: it holds texts
    *sim = NULL;
    if ( run == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    ssResult result = defineRun( p, h, q, file, run, offset );
    run->seed += seed;
    result = result.code == ss_ok ? ssCreateSim( run, sim ) : result;
    ssRelease( run );
    return result;
}

/// Residuals of the values of one file. An undefined signal misses by ten times the spread.
static bool runFile( const fitProblem* p, double h, const double* q, int file, double* residuals )
{
    const ssFitData* data = p->def->data + file;
    Walk walk = { .sim = NULL };
    double offset;
    bool good = beginRun( p, h, q, file, 0, &walk.sim, &offset ).code == ss_ok;
    int i = p->fileFirst[file];
    double first = data->times[0], last = data->times[data->rowCount - 1];
    double end = p->horizon < 1.0 ? first + p->horizon * ( last - first ) : last;
    memset( residuals + i, 0, sizeof( double ) * (size_t)( p->fileFirst[file + 1] - i ) );
    for ( int r = 0; r < data->rowCount && data->times[r] <= end && good; ++r )
    {
        double time = data->times[r] - offset;
        good = walkTo( p, &walk, time );
        const double* values = data->values + (size_t)r * (size_t)data->columnCount;
        for ( int c = 0; c < data->columnCount && good; ++c )
        {
            if ( values[c] == values[c] )
            {
                double miss = signalAt( &walk, data->columns[c].signal, time ) - values[c];
                residuals[i] = isfinite( miss ) ? miss : 10.0 * p->spread[i];
                ++i;
            }
        }
    }
    ssDestroySim( walk.sim );
    return good;
}

static bool runTargets( const fitProblem* p, double h, const double* q, int seed, double* measures )
{
    ssSim* sim = NULL;
    double offset;
    bool good = beginRun( p, h, q, -1, (uint64_t)seed, &sim, &offset ).code == ss_ok;
    int64_t steps = good ? llround( p->def->base->until / h ) : 0;
    for ( int64_t step = 0; step < steps && good; ++step )
    {
        ssStepReport report = ssSim_Step( sim );
        bool ask = ( step & 63 ) == 63 || report.contacts > 16;
        good = report.status < ss_statusNotFinite && !( ask && asksToStop( p ) );
    }
    for ( int i = 0; i < p->def->targetCount && good; ++i )
    {
        measures[i] = ssSim_Measure( sim, p->def->targets[i].measure );
    }
    ssDestroySim( sim );
    return good;
}

typedef struct Batch
{
    const fitProblem* p;
    double h;
    const double* q;
    double* residuals;
    double* measures; // point by point, seed by seed
    bool* good;       // per simulation
    int perPoint, seeds;
} Batch;

static void runOne( void* context, int block, int first, int last )
{
    const Batch* b = context;
    const fitProblem* p = b->p;
    (void)last;
    int point = first / b->perPoint, unit = first % b->perPoint;
    const double* q = b->q + (size_t)point * (size_t)p->n;
    if ( unit < p->def->dataCount )
    {
        b->good[block] = runFile( p, b->h, q, unit, b->residuals + (size_t)point * (size_t)p->m );
        return;
    }
    int seed = unit - p->def->dataCount;
    size_t at = ( (size_t)point * (size_t)b->seeds + (size_t)seed ) * (size_t)p->def->targetCount;
    b->good[block] = runTargets( p, b->h, q, seed, b->measures + at );
}

/// The means over the seeds, taken in their order.
static void finishTargets( const Batch* b, int point )
{
    const fitProblem* p = b->p;
    for ( int t = 0; t < p->def->targetCount; ++t )
    {
        double sum = 0.0;
        int count = 0, i = p->fileFirst[p->def->dataCount] + t;
        for ( int s = 0; s < b->seeds; ++s )
        {
            size_t at = ( (size_t)point * (size_t)b->seeds + (size_t)s ) * (size_t)p->def->targetCount;
            double value = b->measures[at + (size_t)t];
            sum += isfinite( value ) ? value : 0.0;
            count += isfinite( value );
        }
        double miss = count > 0 ? sum / count - p->measured[i] : 10.0 * p->spread[i];
        b->residuals[(size_t)point * (size_t)p->m + (size_t)i] = miss;
    }
}

void fitEvaluate(
    const fitProblem* p, double h, int count, const double* q, double* residuals, bool* ok, fitRuns* runs )
{
    int seeds = p->def->targetCount == 0 ? 0 : p->def->seeds > 1 ? p->def->seeds : 1;
    Batch b = { .p = p, .h = h, .q = q, .residuals = residuals, .seeds = seeds };
    b.perPoint = p->def->dataCount + seeds;
    int afford = ( runs->most - runs->made ) / b.perPoint, tried = count < afford ? count : afford;
    int total = tried * b.perPoint;
    runs->out = runs->out || tried < count;
    b.good = ssAlloc( (size_t)total * sizeof( bool ) + 1 );
    b.measures =
        ssAlloc( ( (size_t)tried * (size_t)seeds * (size_t)p->def->targetCount + 1 ) * sizeof( double ) );
    bool room = b.good != NULL && b.measures != NULL;
    if ( room )
    {
        ssParallelFor( total, 1, runOne, &b );
        runs->made += total;
    }
    for ( int i = 0; i < count; ++i )
    {
        ok[i] = room && i < tried;
        for ( int k = 0; k < b.perPoint && ok[i]; ++k ) { ok[i] = b.good[i * b.perPoint + k]; }
        if ( ok[i] ) { finishTargets( &b, i ); }
    }
    ssRelease( b.good );
    ssRelease( b.measures );
}

bool fitTrace( fitProblem* p, const double* q, int file, const double* times, int count, double* rows )
{
    Walk walk = { .sim = NULL };
    double offset;
    p->runs.out = p->runs.out || p->runs.made == p->runs.most;
    p->runs.made += !p->runs.out;
    bool good = !p->runs.out && beginRun( p, p->h, q, file, 0, &walk.sim, &offset ).code == ss_ok;
    int signals = p->def->base->scenario->model.signalCount;
    for ( int r = 0; r < count && good; ++r )
    {
        good = walkTo( p, &walk, times[r] - offset );
        for ( int s = 0; s < signals && good; ++s )
        {
            rows[(size_t)r * (size_t)signals + (size_t)s] = signalAt( &walk, s, times[r] - offset );
        }
    }
    ssDestroySim( walk.sim );
    return good;
}

ssResult fitTry( const fitProblem* p, const double* q )
{
    ssSim* sim = NULL;
    double offset;
    ssResult result = beginRun( p, p->h, q, p->def->dataCount > 0 ? 0 : -1, 0, &sim, &offset );
    ssDestroySim( sim );
    return result;
}

double fitChi2( const fitProblem* p, const double* residuals )
{
    double sum = 0.0;
    for ( int i = 0; i < p->m; ++i )
    {
        double scaled = p->weight[i] * residuals[i];
        sum += scaled * scaled;
    }
    return sum;
}

double fitRms( const fitProblem* p, const double* residuals, bool held )
{
    double sum = 0.0;
    int count = 0;
    for ( int i = 0; i < p->m; ++i )
    {
        if ( p->held[i] == held )
        {
            sum += residuals[i] * residuals[i] / ( p->spread[i] * p->spread[i] );
            ++count;
        }
    }
    return count > 0 ? sqrt( sum / count ) : SS_NAN;
}

bool fitStops( fitProblem* p )
{
    p->stopped = p->stopped || p->runs.out || asksToStop( p );
    return p->stopped;
}

void fitTell( fitProblem* p, const char* stage )
{
    p->stage = stage;
    if ( p->def->progress == NULL ) { return; }
    ssFitProgress progress = { .stage = stage, .runs = p->runs.made, .paramCount = p->n };
    for ( int i = 0; i < p->n; ++i ) { progress.values[i] = fitToValue( p->free + i, p->best[i] ); }
    progress.rms = p->bestChi2 < HUGE_VAL ? sqrt( p->bestChi2 / p->fitted ) : SS_NAN;
    p->def->progress( p->def->context, &progress );
}

void fitKeepBest( fitProblem* p, const double* q, double chi2, const double* residuals )
{
    if ( chi2 < p->bestChi2 && p->horizon == 1.0 )
    {
        p->bestKnown = true;
        p->bestH = p->h;
        memcpy( p->bestResiduals, residuals, sizeof( double ) * (size_t)p->m );
        p->bestChi2 = chi2;
        memcpy( p->best, q, sizeof( double ) * (size_t)p->n );
    }
}

#define COARSEST 6 // times that the step may be doubled

/// [standard deviations] the difference of two sets of residuals.
static double rmsChange( const fitProblem* p, const double* a, const double* b )
{
    double sum = 0.0;
    for ( int i = 0; i < p->m; ++i )
    {
        double change = p->weight[i] * ( a[i] - b[i] );
        sum += change * change;
    }
    return p->fitted > 0 ? sqrt( sum / p->fitted ) : 0.0;
}

/// Doubles the step while its error is below a tenth of the noise: to first order, twice the change at half.
void fitChooseStep( fitProblem* p, const double* q )
{
    double h = p->def->base->h;
    double* residuals = ssAlloc( 2 * (size_t)p->m * sizeof( double ) );
    bool ok = false;
    if ( p->def->ownStep || p->def->dataCount == 0 || residuals == NULL )
    {
        ssRelease( residuals );
        return;
    }
    fitEvaluate( p, h, 1, q, residuals, &ok, &p->runs );
    fitKeepBest( p, q, ok ? fitChi2( p, residuals ) : HUGE_VAL, residuals );
    for ( int k = 1; k <= COARSEST && ok; ++k )
    {
        double* fine = residuals + ( k % 2 == 1 ? 0 : p->m );
        double* coarse = residuals + ( k % 2 == 1 ? p->m : 0 );
        fitEvaluate( p, 2.0 * h, 1, q, coarse, &ok, &p->runs );
        ok = ok && 2.0 * rmsChange( p, coarse, fine ) < 0.1;
        h = ok ? 2.0 * h : h;
    }
    p->h = h;
    ssRelease( residuals );
}

double fitStepError( fitProblem* p, const double* q, const double* residuals, const double* jacobian,
    double h, double* shift, int* worst )
{
    double* halved = ssAlloc( (size_t)p->m * sizeof( double ) );
    bool ok = false;
    *shift = 0.0;
    *worst = 0;
    if ( halved == NULL ) { return 0.0; }
    fitEvaluate( p, 0.5 * h, 1, q, halved, &ok, &p->runs );
    double error = ok ? rmsChange( p, residuals, halved ) : 0.0;
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, g[SS_FIT_PARAMS], moved[SS_FIT_PARAMS];
    double covariance[SS_FIT_PARAMS * SS_FIT_PARAMS];
    for ( int i = 0; i < p->m; ++i ) { halved[i] = ok ? halved[i] - residuals[i] : 0.0; }
    fitNormal( p, jacobian, normal );
    fitGradient( p, jacobian, halved, g );
    fitSolve( normal, p->n, NULL, g, moved );
    fitCovariance( p, jacobian, covariance );
    for ( int j = 0; j < p->n; ++j )
    {
        double errors = fabs( moved[j] ) / sqrt( covariance[j * p->n + j] );
        *worst = errors > *shift ? j : *worst;
        *shift = ssMax( *shift, errors );
    }
    ssRelease( halved );
    return error;
}
