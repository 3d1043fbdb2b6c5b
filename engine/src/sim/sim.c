// SPDX-License-Identifier: MIT
#include "base/registration.h"
#include "sim/sim_private.h"
#include "slipstick/advanced/question.h"

#include <stdio.h>
#include <string.h>

// One scenario in time: parameters and steps.

void simDestroyState( const ssScenario* scenario, void* state )
{
    if ( state != NULL && scenario->model.destroy != NULL ) { scenario->model.destroy( state ); }
    ssRelease( state );
}

ssResult simRestart( ssSim* sim )
{
    void* state = ssAlloc( sim->scenario->model.stateSize );
    if ( state == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the state of %s", sim->scenario->id );
    }
    int64_t step = sim->step;
    ssRng rng = sim->rng;
    int noiseCount = sim->noiseCount;
    sim->step = 0;
    sim->noiseCount = 0;
    sim->rng = ssSeedRng( sim->seed );
    ssResult result = sim->scenario->model.create( state, sim );
    if ( result.code != ss_ok )
    {
        sim->step = step;
        sim->rng = rng;
        sim->noiseCount = noiseCount;
        simDestroyState( sim->scenario, state );
        return result;
    }
    simDestroyState( sim->scenario, sim->state );
    sim->state = state;
    sim->report = ( ssStepReport ){ .status = ss_statusConverged };
    simForgetAnswers( sim );
    simObserve( sim );
    return result;
}

ssResult ssCreateSim( const ssSimDef* def, ssSim** sim )
{
    *sim = NULL;
    const ssScenario* scenario = def->scenario;
    ssRegistration_Freeze();
    if ( scenario == NULL ) { return simNoScenario(); }
    SS_TRY( simCheckFunctions( scenario ) );
    if ( !( def->h > 0.0 && isfinite( def->h ) ) )
    {
        return ssError( ss_errorValue, "h", "h = %g s; allowed: a finite step size > 0", def->h );
    }
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        SS_TRY( ssCheckParam( scenario->model.params + i, def->values[i] ) );
    }
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        // Of a pair that does not go together, the solver is the one that is refused.
        SS_TRY( scenario->model.params[i].moreChoices == &ss_registeredSolvers
                ? ssScenario_CheckSolver( scenario, def->values, i, def->values[i] )
                : ssOk() );
    }
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        int slot = ssTextSlot( scenario->model.params, i );
        SS_TRY( slot >= 0 ? ssCheckText( scenario->model.params + i, def->texts[slot] ) : ssOk() );
    }
    ssSim* made = ssAlloc( sizeof *made );
    if ( made == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for a simulation" ); }
    made->scenario = ssScenario_Retain( scenario );
    made->h = def->h;
    made->seed = def->seed;
    made->tolerance = def->tolerance;
    memcpy( made->texts, def->texts, sizeof made->texts );
    memcpy( made->pendingTexts, def->texts, sizeof made->pendingTexts );
    memcpy( made->values, def->values, sizeof made->values );
    memcpy( made->pending, def->values, sizeof made->pending );
    simFindNoise( made );
    size_t numbers = scenario->questions != NULL ? (size_t)ssQuestions_NumberCount( scenario->questions ) : 0;
    made->memory = numbers > 0 ? ssAlloc( numbers * sizeof *made->memory ) : NULL;
    ssResult result = numbers > 0 && made->memory == NULL
        ? ssError( ss_errorMemory, NULL, "out of memory for measures" )
        : simRestart( made );
    if ( result.code != ss_ok )
    {
        ssRelease( made->memory );
        ssScenario_Release( scenario );
        ssRelease( made );
        return result;
    }
    *sim = made;
    return result;
}

void ssDestroySim( ssSim* sim )
{
    if ( sim != NULL )
    {
        simDestroyState( sim->scenario, sim->state );
        ssScenario_Release( sim->scenario );
        ssRelease( sim->kept );
        ssRelease( sim->noise );
        ssRelease( sim->memory );
        ssRelease( sim );
    }
}

const ssScenario* ssSim_Scenario( const ssSim* sim ) { return sim->scenario; }

int64_t ssSim_StepIndex( const ssSim* sim ) { return sim->step; }

double ssSim_TimeOf( const ssSim* sim, int64_t step )
{
    return sim->scenario->recorded != NULL ? sim->scenario->recorded->timeOf( sim->state, step )
                                           : (double)step * sim->h;
}

double ssSim_Time( const ssSim* sim ) { return ssSim_TimeOf( sim, sim->step ); }

int64_t ssSim_LastStep( const ssSim* sim )
{
    return sim->scenario->recorded != NULL ? sim->scenario->recorded->lastStep( sim->state ) : -1;
}

ssResult ssSim_Extend( ssSim* sim, bool* grows )
{
    *grows = false;
    const ssRecorded* recorded = sim->scenario->recorded;
    return recorded != NULL && recorded->extend != NULL ? recorded->extend( sim->state, grows ) : ssOk();
}

int64_t ssSim_FindStep( const ssSim* sim, double time )
{
    int64_t low = 0, high = ssSim_LastStep( sim );
    if ( sim->scenario->recorded == NULL || high < 0 )
    {
        double step = round( time / sim->h );
        return step > 0.0 ? (int64_t)ssMin( step, SS_MAX_STEPS ) : 0;
    }
    while ( high - low > 1 )
    {
        int64_t middle = low + ( high - low ) / 2;
        *( ssSim_TimeOf( sim, middle ) <= time ? &low : &high ) = middle;
    }
    return time - ssSim_TimeOf( sim, low ) <= ssSim_TimeOf( sim, high ) - time ? low : high;
}

double ssSim_StepSize( const ssSim* sim ) { return sim->h; }

double ssSim_Tolerance( const ssSim* sim, double own )
{
    return sim->tolerance > 0.0 && sim->tolerance < own ? sim->tolerance : own;
}

uint64_t ssSim_Seed( const ssSim* sim ) { return sim->seed; }

ssRng* ssSim_Rng( ssSim* sim ) { return &sim->rng; }

ssStepReport ssSim_Report( const ssSim* sim ) { return sim->report; }

double ssSim_Param( const ssSim* sim, int param )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->model.paramCount );
    return sim->values[param];
}

double ssSim_PendingParam( const ssSim* sim, int param )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->model.paramCount );
    return sim->pending[param];
}

const char* ssSim_Text( const ssSim* sim, int param )
{
    int slot = ssTextSlot( sim->scenario->model.params, param );
    SS_ASSERT( slot >= 0 );
    return sim->texts[slot];
}

const char* ssSim_PendingText( const ssSim* sim, int param )
{
    int slot = ssTextSlot( sim->scenario->model.params, param );
    SS_ASSERT( slot >= 0 );
    return sim->pendingTexts[slot];
}

ssResult simApplyChange( ssSim* sim )
{
    if ( sim->scenario->model.adopt != NULL ) { return sim->scenario->model.adopt( sim->state, sim ); }
    sim->scenario->model.apply( sim->state, sim );
    return ssOk();
}

ssResult ssSim_SetText( ssSim* sim, int param, const char* text )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->model.paramCount );
    const ssParam* row = sim->scenario->model.params + param;
    int slot = ssTextSlot( sim->scenario->model.params, param );
    ssResult result = slot >= 0 ? ssCheckText( row, text )
                                : ssError( ss_errorValue, row->key, "%s is a number, not a text", row->key );
    if ( result.code != ss_ok ||
        ( strcmp( sim->texts[slot], text ) == 0 && strcmp( sim->pendingTexts[slot], text ) == 0 ) )
    {
        return result;
    }
    char before[SS_TEXT_CAPACITY], pending[SS_TEXT_CAPACITY];
    memcpy( before, sim->texts[slot], sizeof before );
    memcpy( pending, sim->pendingTexts[slot], sizeof pending );
    memcpy( sim->pendingTexts[slot], text, strlen( text ) + 1 );
    if ( row->live && sim->step > 0 )
    {
        memcpy( sim->texts[slot], text, strlen( text ) + 1 );
        result = simApplyChange( sim );
    }
    else if ( sim->step == 0 ) { result = ssSim_Reset( sim ); }
    if ( result.code != ss_ok )
    {
        memcpy( sim->texts[slot], before, sizeof before );
        memcpy( sim->pendingTexts[slot], pending, sizeof pending );
    }
    return result;
}

ssResult ssSim_SetParam( ssSim* sim, int param, double value )
{
    SS_ASSERT( param >= 0 && param < sim->scenario->model.paramCount );
    const ssParam* row = sim->scenario->model.params + param;
    SS_TRY( ssCheckParam( row, value ) );
    SS_TRY( ssScenario_CheckSolver( sim->scenario, sim->pending, param, value ) );
    // An equal value is no change: a slider that is held still must not restart a closed form.
    if ( sim->values[param] == value && sim->pending[param] == value ) { return ssOk(); }
    // At t = 0 the run begins with this value, so that the order of changes does not matter.
    if ( row->live && sim->step > 0 )
    {
        double before = sim->values[param];
        sim->values[param] = value;
        ssResult result = simApplyChange( sim );
        sim->values[param] = result.code == ss_ok ? value : before;
        sim->pending[param] = result.code == ss_ok ? value : sim->pending[param];
        return result;
    }
    double old = sim->pending[param];
    sim->pending[param] = value;
    ssResult result = sim->step == 0 ? ssSim_Reset( sim ) : ssOk();
    sim->pending[param] = result.code == ss_ok ? value : old;
    return result;
}

void ssSim_Drag( ssSim* sim, const ssDrag* drag )
{
    if ( sim->scenario->picture.drag != NULL ) { sim->scenario->picture.drag( sim->state, sim, drag ); }
}

ssResult ssSim_Reset( ssSim* sim )
{
    double old[SS_MAX_PARAMS];
    char oldTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    memcpy( old, sim->values, sizeof old );
    memcpy( oldTexts, sim->texts, sizeof oldTexts );
    memcpy( sim->values, sim->pending, sizeof sim->values );
    memcpy( sim->texts, sim->pendingTexts, sizeof sim->texts );
    const ssScenario *before = sim->scenario, *after = NULL;
    ssResult result = sim->step > 0 ? simDropThrown( before, &after ) : ssOk();
    sim->scenario = after != NULL ? after : before;
    result = result.code == ss_ok ? simRestart( sim ) : result;
    if ( result.code != ss_ok )
    {
        sim->scenario = before;
        memcpy( sim->values, old, sizeof sim->values );
        memcpy( sim->texts, oldTexts, sizeof sim->texts );
    }
    if ( after != NULL ) { ssScenario_Release( result.code == ss_ok ? before : after ); }
    return result;
}

ssResult ssSim_Jump( ssSim* sim, int64_t step )
{
    int64_t last = ssSim_LastStep( sim );
    if ( sim->scenario->recorded == NULL )
    {
        return ssError( ss_errorValue, "step", "%.60s computes its states: it cannot go to one directly",
            sim->scenario->title );
    }
    if ( step < 0 || step > last )
    {
        return ssError( ss_errorValue, "step", "there is no step %lld; allowed: 0 to %lld", (long long)step,
            (long long)last );
    }
    SS_TRY( sim->scenario->recorded->jump( sim->state, sim, step ) );
    sim->step = step;
    sim->report = ( ssStepReport ){ .status = ss_statusConverged };
    return ssOk();
}

void ssSim_SetStageHook( ssSim* sim, ssStageHook* hook, void* context )
{
    sim->stageHook = hook;
    sim->stageContext = context;
}

ssStageHook* ssSim_StageHook( const ssSim* sim, void** context )
{
    *context = sim->stageContext;
    return sim->stageHook;
}

void ssSim_SetStop( ssSim* sim, ssStop* stop, void* context )
{
    sim->asks = sim->asks || stop != sim->stop;
    sim->stop = stop;
    sim->stopContext = context;
}

ssStop* ssSim_Stop( ssSim* sim, void** context )
{
    sim->asks = true;
    *context = sim->stopContext;
    return sim->canStop ? sim->stop : NULL;
}

void simOwnSignals( const ssSim* sim, double* row )
{
    if ( sim->scenario->model.fillSignals != NULL )
    {
        sim->scenario->model.fillSignals( sim->state, sim, row );
    }
}

void ssSim_Signals( const ssSim* sim, double* row )
{
    simOwnSignals( sim, row );
    simAnswerSignals( sim, row + ssScenario_Base( sim->scenario )->model.signalCount );
}

double ssSim_Measure( const ssSim* sim, int measure )
{
    SS_ASSERT( measure >= 0 && measure < sim->scenario->model.measureCount );
    int own = ssScenario_Base( sim->scenario )->model.measureCount;
    if ( measure >= own ) { return simAnswer( sim, measure - own, NULL, 0 ); }
    return sim->scenario->model.measure( sim->state, sim, measure );
}

void ssSim_ExplainMeasure( const ssSim* sim, int measure, char* reason, int capacity )
{
    SS_ASSERT( measure >= 0 && measure < sim->scenario->model.measureCount );
    int own = ssScenario_Base( sim->scenario )->model.measureCount;
    reason[0] = '\0';
    if ( measure >= own ) { simAnswer( sim, measure - own, reason, capacity ); }
}

void ssSim_Draw( const ssSim* sim, const ssDraw* draw )
{
    if ( sim->scenario->picture.draw != NULL ) { sim->scenario->picture.draw( sim->state, sim, draw ); }
}

// What a sink does not take is left out, and a scenario need not ask.
static void noRange( void* context, double x0, double x1, double y0, double y1 )
{
    (void)context, (void)x0, (void)x1, (void)y0, (void)y1;
}

static void noCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)context, (void)role, (void)label, (void)count, (void)x, (void)y;
}

static void noArea( void* context, ssChartRole role, const char* label, int count, const double* x,
    const double* low, const double* high )
{
    (void)context, (void)role, (void)label, (void)count, (void)x, (void)low, (void)high;
}

static void noArrow(
    void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 )
{
    (void)context, (void)role, (void)label, (void)x0, (void)y0, (void)x1, (void)y1;
}

static void noBand( void* context, ssChartRole role, const char* label, double x0, double x1 )
{
    (void)context, (void)role, (void)label, (void)x0, (void)x1;
}

void ssSim_DrawChart( const ssSim* sim, int chart, const ssChartSink* sink )
{
    SS_ASSERT( chart >= 0 && chart < sim->scenario->picture.chartCount );
    const ssChartSink whole = { .context = sink->context,
        .range = sink->range != NULL ? sink->range : noRange,
        .curve = sink->curve != NULL ? sink->curve : noCurve,
        .area = sink->area != NULL ? sink->area : noArea,
        .bars = sink->bars != NULL ? sink->bars : noCurve,
        .points = sink->points != NULL ? sink->points : noCurve,
        .arrow = sink->arrow != NULL ? sink->arrow : noArrow,
        .band = sink->band != NULL ? sink->band : noBand };
    sim->scenario->picture.drawChart( sim->state, sim, chart, &whole );
}

void ssSim_BodyName( const ssSim* sim, int body, char* text, int capacity )
{
    if ( sim->scenario->picture.nameBody != NULL )
    {
        sim->scenario->picture.nameBody( sim->state, sim, body, text, capacity );
    }
    else if ( body < 0 || sim->scenario->picture.body != NULL )
    {
        const char* ground = sim->scenario->picture.ground != NULL ? sim->scenario->picture.ground : "ground";
        snprintf( text, (size_t)capacity, "%s", body < 0 ? ground : sim->scenario->picture.body );
    }
    else { snprintf( text, (size_t)capacity, "body %d", body ); }
}

double ssSim_Drive( const ssSim* sim )
{
    const ssDrive* drive = sim->scenario->model.drive;
    return drive != NULL ? drive->value( sim->state, sim ) : SS_NAN;
}

double ssSim_Predict( const ssSim* sim, const ssChange* change )
{
    const ssDrive* drive = sim->scenario->model.drive;
    return drive != NULL && drive->predict != NULL ? drive->predict( sim->state, sim, change ) : SS_NAN;
}

bool ssSim_Uses( const ssSim* sim, int param )
{
    const ssModel* model = &sim->scenario->model;
    double choice;
    int row = simChosenBy( model, param, &choice );
    return ( row < 0 || ssSim_Param( sim, row ) == choice ) &&
        ( model->uses == NULL || simIsNoiseRow( sim, param ) || model->uses( sim, param ) );
}

ssResult ssSim_Freeze( const ssSim* sim, ssProblem* problem )
{
    *problem = ( ssProblem ){ 0 };
    return sim->scenario->model.freeze != NULL
        ? sim->scenario->model.freeze( sim->state, sim, problem )
        : ssError( ss_errorValue, NULL, "%s has no contact problem with bodies that could be frozen",
              sim->scenario->title );
}

void ssSim_Explain( const ssSim* sim, int param, char* text, int capacity )
{
    text[0] = '\0';
    if ( simIsNoiseRow( sim, param ) ) { simExplainNoise( sim, param, text, capacity ); }
    else if ( sim->scenario->picture.explain != NULL )
    {
        sim->scenario->picture.explain( sim->state, sim, param, text, capacity );
    }
    const ssScenario* scenario = sim->scenario;
    double R = ssParamRadius( scenario->model.params, scenario->model.paramCount, sim->values, param );
    if ( R > 0.0 )
    {
        char ratio[24];
        int used = (int)strlen( text );
        ssFormatNumber( sim->values[param] / R, ratio, sizeof ratio );
        snprintf( text + used, (size_t)( capacity - used ), "%s%s/R = %s", used > 0 ? "\n" : "",
            ssTranslate( scenario->model.params[param].symbol ), ratio );
    }
}

/// Writes the state to sim->kept; false: it does not fit.
static bool writeKept( ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveWrite, .bytes = sim->kept, .size = sim->keptCapacity };
    simVisit( sim, &archive );
    sim->keptSize = archive.used;
    return !archive.overrun;
}

/// Keeps a copy of the state if somebody may cancel the step; false: nobody, or there is no memory for it.
static bool keepState( ssSim* sim )
{
    bool wanted = sim->stop != NULL && sim->asks;
    if ( !wanted || writeKept( sim ) ) { return wanted; }
    ssRelease( sim->kept );
    sim->keptCapacity = sim->keptSize + sim->keptSize / 4;
    sim->kept = ssAlloc( sim->keptCapacity );
    sim->keptCapacity = sim->kept != NULL ? sim->keptCapacity : 0;
    return sim->kept != NULL && writeKept( sim );
}

static void returnToKept( ssSim* sim )
{
    ssArchive archive = { .mode = ss_archiveRead, .bytes = sim->kept, .size = sim->keptSize };
    simSerialize( sim, &archive );
    if ( sim->scenario->model.restored != NULL ) { sim->scenario->model.restored( sim->state, sim ); }
}

ssStepReport ssSim_Step( ssSim* sim )
{
    sim->canStop = keepState( sim );
    sim->asks = sim->noiseFailed = false;
    sim->noiseMade = 0;
    ssSim_Shake( sim, 1 );
    ssStepReport before = sim->report, report = sim->scenario->model.step( sim->state, sim );
    if ( sim->noiseFailed )
    {
        report = ( ssStepReport ){ .status = ss_statusNoMemory, .reason = "out of memory for noise" };
    }
    if ( report.status == ss_statusCancelled )
    {
        returnToKept( sim );
        sim->report = before;
        return report;
    }
    sim->report = report;
    sim->step += report.status < ss_statusNotFinite ? 1 : 0;
    if ( report.status < ss_statusNotFinite ) { simObserve( sim ); }
    return report;
}
