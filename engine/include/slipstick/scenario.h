// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/chart.h"
#include "slipstick/draw.h"
#include "slipstick/param.h"
#include "slipstick/problem.h"
#include "slipstick/world.h"

// A scenario is a value; everything else plays it. An ssScenario holds the tables (parameters, signals, plots,
// presets, measures) and the few functions that make it move; ssSim is one instance of it in time. The window,
// the command line, sweeps and tests know scenarios only through this header.

#define SS_MAX_PARAMS 64
#define SS_MAX_SIGNALS 128
#define SS_MAX_CHARTS 16
#define SS_MAX_STEPS 1e10 ///< of one run: days of computing, and exact as a double

typedef struct ssSim ssSim;

/// A number per time step: a CSV column, a curve.
typedef struct ssSignal
{
    const char* name;   ///< "r_t": CSV header, scripts
    const char* symbol; ///< "r_T": legends; UTF-8
    const char* unit;   ///< "N"; "" when dimensionless
    const char* doc;
} ssSignal;

#define SS_MAX_CURVES 8 ///< of one pane

typedef enum ssPlotKind
{
    ss_plotLines, ///< over time, or over the signal `x`
    /// Layers over time, each beginning where the one before it ends, so that the last ends at their sum, which is exact[0];
    /// a negative layer hangs down.
    ss_plotStacked,
    ss_plotHistogram, ///< share of the time signals[0] spends at a value
} ssPlotKind;

/// One pane of the plots: signals that share an axis, each with its exact counterpart where there is one.
typedef struct ssPlot
{
    const char* id;                     ///< "u": addressed as plot.u
    const char* title;                  ///< "velocity"
    const char* unit;                   ///< "m/s"
    const char* signals[SS_MAX_CURVES]; ///< drawn solid; NULL ends the list
    const char* exact[SS_MAX_CURVES];   ///< drawn dashed, same order; NULL where none
    bool shown;                         ///< visible until the user says otherwise
    const char* x;                      ///< the signal along x: a phase plane; NULL: time
    ssPlotKind kind;
} ssPlot;

typedef struct ssPresetValue
{
    const char* key;
    double value;
} ssPresetValue;

typedef struct ssPreset
{
    const char* name;  ///< "fig3a"
    const char* label; ///< "Fig. 3a: rolls without slip, stops"
    double h, until;   ///< [s]; 0 keeps the scenario's own
    const ssPresetValue* values;
    int valueCount;
} ssPreset;

/// A number per run: what a sweep asks for.
typedef struct ssMeasure
{
    const char* name;
    const char* unit;
    const char* doc;
} ssMeasure;

typedef enum ssStepStatus
{
    ss_stepConverged,
    ss_stepIterationLimit, ///< the contact solve stopped short of its tolerance; the state is usable
    ss_stepNotFinite,      ///< the state left the numbers; not advanced, or only by the substeps before
    ss_stepRefused,        ///< the solver does not take this contact problem; the same
} ssStepStatus;

/// The numerical outcome of one step.
typedef struct ssStepReport
{
    ssStepStatus status;
    int contacts;
    int iterations;
    double residual;    ///< natural map in velocity units [m/s] over the contact's reference velocity
    const char* reason; ///< of a refusal, until the next step; else NULL
} ssStepReport;

/// The mouse holding a body by a spring.
typedef struct ssDrag
{
    bool active;
    int body;
    ssVec3 target; ///< where the hand is [m], world
} ssDrag;

typedef struct ssScenario
{
    const char* id;      ///< "rolling-sphere"
    const char* title;   ///< "Rolling sphere"
    const char* source;  ///< "Acary & Bourrier 2021, Sec. 6.1, Figs. 2-3"
    const char* summary; ///< a paragraph

    const ssParam* params;
    int paramCount;
    const ssSignal* signals;
    int signalCount;
    const ssPlot* plots;
    int plotCount;
    const ssChart* charts; ///< optional
    int chartCount;
    const ssPreset* presets; ///< one is named "tiny"
    int presetCount;
    const char* opening; ///< the preset a window opens with; NULL: the defaults
    const ssMeasure* measures;
    int measureCount;
    const char* const* figures; ///< ids of the paper's figures it reproduces
    int figureCount;
    double h, until; ///< the scenario's own step size and duration [s]
    double speed;    ///< × real time at which it is worth watching; 0: a quarter
    bool topView;    ///< happens in a horizontal plane: best seen from above

    size_t stateSize; ///< bytes the sim sets aside, zeroed, before `create`

    /// Sets the state up at t = 0 from the parameters; the message says which combination is impossible.
    ssResult ( *create )( void* state, const ssSim* sim );
    void ( *destroy )( void* state ); ///< optional: frees what the state points to
    /// A live parameter changed.
    void ( *apply )( void* state, const ssSim* sim );
    /// Optional, instead of `apply`: a change that may be refused for what it would make together with the other values;
    /// the state must then be as before, and the old value holds on.
    ssResult ( *adopt )( void* state, const ssSim* sim );
    ssStepReport ( *step )( void* state, ssSim* sim );
    void ( *serialize )( void* state, ssArchive* archive );
    /// Optional: another state was read. Remakes what is only looked at, such as curves that follow from parameters.
    void ( *restored )( void* state, const ssSim* sim );
    /// Fills one row in the order of `signals`; NAN where a signal is undefined.
    void ( *fillSignals )( const void* state, const ssSim* sim, double* row );
    double ( *measure )( const void* state, const ssSim* sim, int measure );
    void ( *draw )( const void* state, const ssSim* sim, const ssDraw* draw );
    /// Fills one of `charts`. Curves that depend on parameters alone are best kept in the state, made in `create` and
    /// `apply`: this runs for every picture.
    void ( *drawChart )( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
    /// The law beside a slider with today's numbers: "μ_r r_N = 0.04 m × 12841 N = 513.7 N m". Empty: nothing to
    /// say.
    void ( *explain )( const void* state, const ssSim* sim, int param, char* text, int capacity );
    void ( *drag )( void* state, const ssSim* sim, const ssDrag* drag ); ///< optional
    /// Optional: the contact problem of the coming step as a value of its own; refused where nothing touches.
    ssResult ( *freeze )( const void* state, const ssSim* sim, ssProblem* problem );
    /// Optional: does the scenario read this parameter, with the choices that hold from the next reset on? A panel leaves
    /// the others out.
    bool ( *uses )( const ssSim* sim, int param );
} ssScenario;

/// The explicit list; adding a scenario is one file and one line in scenario_table.c.
SS_API int ssScenarioCount( void );
SS_API const ssScenario* ssGetScenario( int index );
SS_API const ssScenario* ssFindScenario( const char* id ); ///< NULL when unknown

SS_API int ssFindSignal( const ssScenario* scenario, const char* name );  ///< -1 when unknown
SS_API int ssFindMeasure( const ssScenario* scenario, const char* name ); ///< -1 when unknown
SS_API const ssPreset* ssFindPreset( const ssScenario* scenario, const char* name );

/// A run before it starts: which scenario, with which numbers. A plain value.
typedef struct ssSimDef
{
    const ssScenario* scenario;
    double values[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY]; ///< of the text rows, in their order
    double h;                                   ///< step size [s], > 0
    double until;                               ///< duration [s]
    uint64_t seed;
} ssSimDef;

SS_API ssSimDef ssDefaultSimDef( const ssScenario* scenario );
SS_API ssResult ssSimDef_ApplyPreset( ssSimDef* def, const char* name );
/// `text` is a number, a choice's name, or the text of a text row. An unknown key suggests the nearest.
SS_API ssResult ssSimDef_Set( ssSimDef* def, const char* key, const char* text );
/// The text of a text row.
SS_API const char* ssSimDef_Text( const ssSimDef* def, int param );
/// Steps of this run: llround( until / h ). Refused when `until` is not a multiple of h to 1e-9.
SS_API ssResult ssSimDef_StepCount( const ssSimDef* def, int64_t* steps );

SS_API ssResult ssCreateSim( const ssSimDef* def, ssSim** sim );
SS_API void ssDestroySim( ssSim* sim );

SS_API const ssScenario* ssSim_Scenario( const ssSim* sim );
SS_API int64_t ssSim_StepIndex( const ssSim* sim );
SS_API double ssSim_Time( const ssSim* sim ); ///< step × h, multiplied, never accumulated
SS_API double ssSim_StepSize( const ssSim* sim );
SS_API uint64_t ssSim_Seed( const ssSim* sim );
SS_API ssRng* ssSim_Rng( ssSim* sim );
SS_API ssStepReport ssSim_Report( const ssSim* sim ); ///< of the latest step

/// The value in force.
SS_API double ssSim_Param( const ssSim* sim, int param );
/// The value that holds from the next reset on; equals the one in force unless a change waits.
SS_API double ssSim_PendingParam( const ssSim* sim, int param );
/// Live parameters act from the next step. Others act at once while t = 0, and wait for a reset after that.
/// Refused values leave everything as it was.
SS_API ssResult ssSim_SetParam( ssSim* sim, int param, double value );
/// The same for the rows that are texts.
SS_API const char* ssSim_Text( const ssSim* sim, int param );
SS_API const char* ssSim_PendingText( const ssSim* sim, int param );
SS_API ssResult ssSim_SetText( ssSim* sim, int param, const char* text );
SS_API void ssSim_Drag( ssSim* sim, const ssDrag* drag );

/// The set in the rows of a scenario that begin at `first`, with the values in force.
SS_API ssResult ssSim_ReadSet( const ssSim* sim, int first, bool upToScale, ssSetDef* def );

/// The law of that kind with C and D of a scenario's rows, C meant at `cForce` [N] (an asperity set is per newton
/// whatever cForce says). What the law does not need is not read.
SS_API ssResult ssSim_MakeLaw(
    const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce, ssLaw* law );

/// Back to t = 0 with the pending parameters and the seed.
SS_API ssResult ssSim_Reset( ssSim* sim );
SS_API ssStepReport ssSim_Step( ssSim* sim );

/// Called at the stages of every step of a scenario that a world plays; NULL: nobody listens. No part of the state: a
/// listener changes nothing.
SS_API void ssSim_SetStageHook( ssSim* sim, ssStageHook* hook, void* context );
SS_API ssStageHook* ssSim_StageHook( const ssSim* sim, void** context );

SS_API void ssSim_Signals( const ssSim* sim, double* row );
SS_API double ssSim_Measure( const ssSim* sim, int measure ); ///< NAN when undefined
SS_API void ssSim_Draw( const ssSim* sim, const ssDraw* draw );
SS_API void ssSim_DrawChart( const ssSim* sim, int chart, const ssChartSink* sink );
SS_API bool ssSim_Uses( const ssSim* sim, int param );
/// The contact problem of the coming step, for solvers and files; ssProblem_Destroy it.
SS_API ssResult ssSim_Freeze( const ssSim* sim, ssProblem* problem );
SS_API void ssSim_Explain( const ssSim* sim, int param, char* text, int capacity );

/// Of everything that affects the next step.
SS_API uint64_t ssSim_Hash( const ssSim* sim );

/// The whole simulation as a flat blob: magic, version, scenario, size; no pointers. Restoring is bit-exact.
SS_API size_t ssSim_SaveSize( const ssSim* sim );
SS_API size_t ssSim_Save( const ssSim* sim, void* blob, size_t capacity ); ///< bytes written; 0: does not fit
/// A foreign, cut or damaged blob is refused and the sim stays as it was.
SS_API ssResult ssSim_Restore( ssSim* sim, const void* blob, size_t size );
