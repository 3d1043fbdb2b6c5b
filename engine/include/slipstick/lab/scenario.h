// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/archive.h"
#include "slipstick/chart.h"
#include "slipstick/draw.h"
#include "slipstick/param.h"
#include "slipstick/problem.h"
#include "slipstick/world.h"

// A scenario is a constant descriptor, and everything else runs it: a model (what is computed), a picture
// (what can be seen of it) and presets. An ssSim is one instance of it in time. The window, the command line,
// sweeps and tests know scenarios only through this header. How a window presents one is no part of it.
//
//     ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
//     ssResult result = ssSimDef_Set( &def, "mu", "0.3" );
//     ssSim* sim;
//     result = ssCreateSim( &def, &sim );
//     ssStepReport report = ssSim_Step( sim );
//     ssDestroySim( sim );

#define SS_MAX_PARAMS 96    ///< parameters of one scenario, those of a typed law included
#define SS_MAX_SIGNALS 128  ///< signals of one scenario
#define SS_MAX_MEASURES 64  ///< its own measures that others may name
#define SS_MAX_CHARTS 16    ///< charts of one scenario
#define SS_NAME_CAPACITY 32 ///< [bytes] name of a body
#define SS_MAX_STEPS 1e10   ///< steps of one run: days of computing, and still exact as a double

typedef struct ssSim ssSim;
typedef struct ssScenario ssScenario;
typedef struct ssBuild ssBuild;         // build.h
typedef struct ssPartState ssPartState; // build.h

/// A number that is recorded at every time step: a column of the CSV output, a curve of a plot.
typedef struct ssSignal
{
    const char* name;   ///< "r_t", as in CSV headers and scripts
    const char* symbol; ///< "r_T", as in legends; UTF-8
    const char* unit;   ///< "N"; "" when dimensionless
    const char* doc;    ///< one sentence
} ssSignal;

#define SS_MAX_CURVES 8 ///< curves of one plot

typedef enum ssPlotKind
{
    ss_plotLines, ///< curves over time, or over the signal `x`
    /// Layers over time. Each begins where the one before it ends, so that the last one ends at their sum,
    /// which is exact[0]; a negative layer hangs down.
    ss_plotStacked,
    ss_plotHistogram, ///< the share of time that signals[0] spends at each value
} ssPlotKind;

/// One plot: signals that share an axis, each with its exact counterpart where there is one.
typedef struct ssPlot
{
    const char* id;                     ///< "u"; scripts address the plot as plot.u
    const char* title;                  ///< "velocity"
    const char* unit;                   ///< "m/s"
    const char* signals[SS_MAX_CURVES]; ///< drawn solid; NULL ends the list
    const char* exact[SS_MAX_CURVES];   ///< drawn dashed, in the same order; NULL where there is none
    bool shown;                         ///< visible until the user hides it
    const char* x;                      ///< the signal along x, for a phase plane; NULL: time
    ssPlotKind kind;
    /// Of a stacked plot: the signal of what the layers above the first have created, which is minus
    /// the sum of those below zero. Such layers are left out, and what they created is a hatched layer
    /// that hangs down from the top. NULL: none.
    const char* created;
} ssPlot;

/// One parameter of a preset.
typedef struct ssPresetValue
{
    const char* key;
    double value;
} ssPresetValue;

/// A named set of parameter values. Parameters that it does not name keep their values.
typedef struct ssPreset
{
    const char* name;  ///< "fig3a"
    const char* label; ///< "Fig. 3a: rolls without slip, stops"
    double h, until;   ///< step size and duration [s]; 0 keeps those that are set
    const ssPresetValue* values;
    int valueCount;
    /// optional: the shipped law (law_text.h) that it runs with; its values may name "law.mu_s"
    const char* law;
    bool hidden; ///< made for tests: menus do not offer it, and it stops at its end
} ssPreset;

/// A number that describes a whole run; a sweep maps it over parameters.
typedef struct ssMeasure
{
    const char* name;
    const char* unit;
    const char* doc;
} ssMeasure;

/// The numerical outcome of one step.
typedef struct ssStepReport
{
    /// Beyond ss_statusLimit the state is that of the last good step or, in a world, of its last good inner
    /// step; a step that was cancelled (ssSim_SetStop) has left no trace.
    ssStatus status;
    int contacts;
    int iterations;
    double residual;  ///< natural map of the contact problem, relative to its velocities; dimensionless
    bool budgetSpent; ///< the solver stopped short of its tolerance because its work had reached its bound
    /// of a world: the furthest rung of the rescue that was tried, because passes had stalled; 0: none
    int rescueRungs;
    int lawRounds;     ///< of a world: solves that found the coefficients of typed laws
    bool lawUnsettled; ///< of a world: these coefficients have not settled
    /// of a world: contacts under typed laws whose step has several solutions, of which it took one
    int ambiguous;
    int joints, jointsOff;       ///< of a world, with the next three: as in ssWorldReport
    double jointGap, jointAngle; ///< [m], [rad] the largest errors of joints that are left
    double jointEnergy;          ///< [J] made by joints so far: ssLedger.joints
    /// of a world: how often so far restitution was lowered, lest an impact create energy
    int limitedImpacts;
    int impactsWithoutCollision; ///< of a world: in this step, as in ssWorldReport
    bool impactsLeft;            ///< of a world: as in ssWorldReport
    ssStepScale scale;           ///< of a world: how much happens in the step, and whether that is too much
    /// Why the solver refused, or that a step had no memory, valid until the next step; otherwise NULL.
    const char* reason;
} ssStepReport;

/// The mouse pulls a body by a spring.
typedef struct ssDrag
{
    bool active; ///< false lets go
    int body;
    ssVec3 target; ///< where the mouse holds the spring [m], in world coordinates
} ssDrag;

/// A contact has changed its mode, or the motion its regime. change.h finds these changes.
typedef struct ssChange
{
    int64_t step;
    double time; ///< [s] the end of the first step in the new mode
    int contact; ///< counted from 0 in the order in which the contacts of the run first touched
    int a, b;    ///< the bodies, as ssSim_BodyName knows them
    int from, to;
    bool jumped;      ///< by an impact without collision, after which `to` may be what `from` was
    double held;      ///< [s] how long `from` had lasted
    double drive;     ///< what drives the change then, see ssDrive; NAN: the scenario names nothing
    double predicted; ///< at which value of it theory expects the change; NAN: it does not say
} ssChange;

/// What drives the changes of regime of a scenario, such as the incline of a table.
typedef struct ssDrive
{
    const char* symbol; ///< "α"
    const char* unit;   ///< "°"
    double ( *value )( const void* state, const ssSim* sim );
    /// Optional: the value at which theory expects this change; NAN where it says nothing.
    double ( *predict )( const void* state, const ssSim* sim, const ssChange* change );
} ssDrive;

/// What noise does to one body in a step: a force on it [N] along x and y, or along its one direction, and
/// the factor of its friction, which is 1 on average and always positive. SS_NOISE_ROWS (param.h) end the
/// table of a model that asks for it.
typedef struct ssNoise
{
    double force[2];
    double friction;
} ssNoise;

/// What is computed: rows of parameters, signals and measures, and the functions that make a state move.
/// `create`, `step` and `serialize` are required; `apply` (or `adopt`), `fillSignals` and `measure` only if
/// there are live parameters or typed laws, signals or measures. ssCreateSim refuses a scenario that lacks
/// one of them. The others may be NULL.
typedef struct ssModel
{
    const ssParam* params;
    int paramCount;
    const ssSignal* signals;
    int signalCount;
    const ssMeasure* measures;
    int measureCount;
    double h, until;      ///< the scenario's own step size and duration [s]
    const ssDrive* drive; ///< optional: what drives its changes of regime
    bool bodyModes; ///< its regimes are the modes of the bodies it draws: no contacts, no signal for them
    bool pile; ///< grains without number: nearby runs part ways, and derivatives by parameters say nothing

    /// It takes a typed law, for which it asks ssSim_LawDef in `create` and in `adopt` or `apply`.
    bool takesLaw;
    /// Optional: keys of the rows that a typed law takes the place of, besides law, c_… and d_…: "mu_s mu_k"
    const char* lawReplaces;
    /// Optional: the shipped law that it runs with unless it gets another; NULL: it has its own code
    const char* ownLaw;
    /// It can consist of a build (build.h), for which it asks ssSim_Build in `create` and `adopt`.
    bool takesBuild;

    size_t stateSize; ///< bytes of the state, which the sim allocates and zeroes before `create`

    /// Sets up the state at t = 0 from the parameters. A refusal says
    /// which combination of values is impossible.
    ssResult ( *create )( void* state, const ssSim* sim );
    void ( *destroy )( void* state ); ///< optional: frees what the state points to
    /// Applies a live parameter that has changed, and cannot refuse: the rows admit only what it can apply.
    /// Required if a parameter is live and there is no `adopt`.
    void ( *apply )( void* state, const ssSim* sim );
    /// Optional, instead of `apply`: applies a change, or refuses it because of the other values. After a
    /// refusal the state must be as before, and the old value stays in force.
    ssResult ( *adopt )( void* state, const ssSim* sim );
    /// Advances the state by one time step.
    ssStepReport ( *step )( void* state, ssSim* sim );
    /// Visits every field that affects the next step: the one list serves saving, restoring and hashing.
    void ( *serialize )( void* state, ssArchive* archive );
    /// Optional: called after another state has been read, to recompute what is only displayed, such
    /// as curves that follow from parameters.
    void ( *restored )( void* state, const ssSim* sim );
    /// Fills one row in the order of `signals`; NAN where a signal is undefined.
    void ( *fillSignals )( const void* state, const ssSim* sim, double* row );
    /// The value of one of `measures`; NAN where it is undefined.
    double ( *measure )( const void* state, const ssSim* sim, int measure );
    /// Optional: the contact problem of the next step as a value of its own; refused where there are no
    /// contacts.
    ssResult ( *freeze )( const void* state, const ssSim* sim, ssProblem* problem );
    /// Optional: does the scenario read this parameter, given the choices that apply from the
    /// next reset on? A panel hides the others.
    bool ( *uses )( const ssSim* sim, int param );
    /// Optional, where a row has the registered solvers among its choices: the ssLawFlags of the contacts
    /// that these values make. Solvers that do not honour them are neither offered nor taken.
    unsigned ( *lawFlags )( const double* values );
    /// Required where it takes builds: the present state of part number `index` of the build in force
    /// (ssSim_Build).
    void ( *partState )( const void* state, const ssSim* sim, int index, ssPartState* part );
    /// Likewise: what the run consists of as a build, at its present place. The caller destroys it.
    ssResult ( *makeBuild )( const void* state, const ssSim* sim, ssBuild* build );
} ssModel;

/// What can be seen of a model and touched. All of it is optional, but charts need `drawChart`.
typedef struct ssPicture
{
    const ssPlot* plots;
    int plotCount;
    const ssChart* charts;
    int chartCount;
    const char* body;   ///< the name of its only body, "mass"
    const char* ground; ///< the name of what it moves on, "belt"
    /// Where there are several bodies: the name of one, "box 3". Bodies that views can pick have the numbers
    /// >= 0; -1 is the fixed surroundings, and the fixed body k of a world -1 - k.
    void ( *nameBody )( const void* state, const ssSim* sim, int body, char* text, int capacity );
    void ( *draw )( const void* state, const ssSim* sim, const ssDraw* draw );
    /// Draws one of `charts`; the sink takes everything. This runs for every frame, so curves that depend on
    /// parameters alone are best computed in `create` and `apply` and kept in the state.
    void ( *drawChart )( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
    /// Writes the law behind a parameter with its present numbers, "μ_r r_N = 0.04 m × 12841 N = 513.7 N m",
    /// or nothing.
    void ( *explain )( const void* state, const ssSim* sim, int param, char* text, int capacity );
    void ( *drag )( void* state, const ssSim* sim, const ssDrag* drag ); ///< The mouse pulls.
} ssPicture;

/// Of states that are recorded and not computed, such as the frames of a contact log.
typedef struct ssRecorded
{
    /// [s] The time of a step from 0 to the last one. Times ascend, but need neither begin at 0 nor be
    /// equidistant.
    double ( *timeOf )( const void* state, int64_t step );
    /// The number of the last step; it may grow.
    int64_t ( *lastStep )( const void* state );
    /// Finds the states that have been recorded since; `*grows`: more may come. NULL: all
    /// are there. An error ends the growing.
    ssResult ( *extend )( void* state, bool* grows );
    /// Goes to any step from 0 to the last one. After a refusal the state is as before.
    ssResult ( *jump )( void* state, ssSim* sim, int64_t step );
    /// Called with 1 for each new user of the scenario and with -1 when one has ended, from any thread. One
    /// without users frees itself.
    void ( *count )( const ssScenario* scenario, int change );
} ssRecorded;

struct ssScenario
{
    const char* id;      ///< "rolling-sphere"
    const char* title;   ///< "Rolling sphere"
    const char* source;  ///< "Acary & Bourrier 2021, Sec. 6.1, Figs. 2-3"
    const char* summary; ///< one paragraph, and what a window says of a scenario that it does not know
    ssModel model;
    ssPicture picture;
    const ssRecorded* recorded; ///< NULL: the states are computed
    const ssPreset* presets;    ///< one is named "tiny"
    int presetCount;
    const char* opening;        ///< the preset to begin with; NULL: the defaults
    const char* const* figures; ///< ids of the figures of the papers that it reproduces
    int figureCount;

    // Filled in the copies that ssSimDef_SetLaw and ssSimDef_SetBuild make.
    /// the scenario that this one is with a typed law or a build; NULL: it is itself one without
    const ssScenario* base;
    const ssLawProgram* law;             ///< the typed law; NULL: none
    const ssBuild* build;                ///< the build; NULL: none
    const struct ssQuestions* questions; ///< measures of ssSimDef_Ask, after the scenario's own; NULL: none
};

/// The scenarios of the library, listed in scenario_table.c, and those that were registered.
SS_API_ANY int ssScenarioCount( void );
SS_API_ANY const ssScenario* ssGetScenario( int index );
SS_API_ANY const ssScenario* ssFindScenario( const char* id ); ///< NULL when unknown

/// Adds a scenario to the table, after those of the library: the window, `run`, `sweep`, `list` and scene
/// files find it by its id. Refused, with the name of what is wrong: an id that is taken or not allowed
/// (lower-case letters, digits, '-'), a missing text or function, a row whose default is outside its range, a
/// plot of a signal that is not there, a preset of an unknown parameter, no preset `tiny`; and everything
/// once a simulation has been created. `scenario` must stay valid.
SS_API_SETUP SS_CHECKED ssResult ssRegisterScenario( const ssScenario* scenario );
/// The plugin that has registered the scenario; NULL: it is the
/// library's, the program's, or was made at run time.
SS_API_ANY const char* ssScenario_Plugin( const ssScenario* scenario );

/// Can row `param` have this value beside the other `values`? A contact solver has to honour the law and the
/// resistances; the refusal names the choices of the row with which it does.
SS_API_ANY SS_CHECKED ssResult ssScenario_CheckSolver(
    const ssScenario* scenario, const double* values, int param, double value );

SS_API_ANY int ssFindSignal( const ssScenario* scenario, const char* name );  ///< -1 when unknown
SS_API_ANY int ssFindMeasure( const ssScenario* scenario, const char* name ); ///< -1 when unknown
SS_API_ANY const ssPreset* ssFindPreset(
    const ssScenario* scenario, const char* name ); ///< NULL when unknown
/// Index of a parameter, or -1. "mu_s" finds the row "law.mu_s" of a
/// typed law where no row has that very key.
SS_API_ANY int ssFindScenarioParam( const ssScenario* scenario, const char* key );

/// The scenario without its typed law: by this, not by the pointer itself, scenarios are compared.
SS_API_ANY const ssScenario* ssScenario_Base( const ssScenario* scenario );
/// Keeps a scenario that was made at run time while it is in use: one with a typed law (see ssSimDef_SetLaw)
/// or a log. Other scenarios are constants and need neither.
SS_API_ANY const ssScenario* ssScenario_Retain( const ssScenario* scenario );
SS_API_ANY void ssScenario_Release( const ssScenario* scenario ); ///< NULL is allowed

/// Is the typed law of the scenario that of the preset (NULL: the one with which the
/// scenario begins)? Without a law in either it is.
SS_API_ANY bool ssScenario_HasLawOf( const ssScenario* scenario, const ssPreset* preset );

/// A run before it begins, as a plain value: the scenario and all its numbers.
typedef struct ssSimDef
{
    const ssScenario* scenario;
    double values[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY]; ///< values of the text parameters, in their order
    double h;                                   ///< step size [s], > 0
    double until;                               ///< duration [s]
    uint64_t seed;
    const ssPreset* preset; ///< the one applied last; only windows care. NULL: none
    /// contact solvers of scenarios without the row tol stop no sooner than this; 0: their own
    double tolerance;
} ssSimDef;

/// The scenario's own values, with seed 1 and with its own law where it names one. The definition of NULL (an
/// unknown id) is one that ssCreateSim refuses.
SS_API_ANY ssSimDef ssDefaultSimDef( const ssScenario* scenario );
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_ApplyPreset( ssSimDef* def, const char* name );
/// Sets a parameter, found by ssFindScenarioParam. `text` is a number, the name of a choice, or the value of
/// a text parameter. The refusal of an unknown key suggests the nearest one.
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_Set( ssSimDef* def, const char* key, const char* text );
/// Gives the run a typed law (law_text.h), or with NULL or "" the scenario's own again. `file` is the name
/// that messages use. def->scenario becomes a copy of the descriptor with the law's parameters after its own,
/// as "law.mu_s" in the group "law: TITLE". Parameters keep their values by key; those of the law that are
/// new, or whose default value the text has changed, get their defaults. A refusal changes nothing.
///
/// Such a scenario exists once for each text. It lives while a simulation or ssScenario_Retain uses
/// it, and after that at least until 64 others have been made or released: a definition that is
/// kept longer without a simulation retains it.
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_SetLaw( ssSimDef* def, const char* text, const char* file );
/// Gives the run one more measure, an expression over the whole run in the language of typed laws: of
/// signals, parameters, t, the measures of the scenario, and
///     max(x)  min(x)  mean(x)  mean(x, CONDITION)  integral(x)  integral(x, CONDITION)  period(x)
///     duration(CONDITION)  count(CONDITION)  count(contacts, CONDITION)  first(CONDITION)  last(CONDITION)
///     x at first(CONDITION)  x at last(CONDITION)
/// What stands outside of them is taken at the end of the run. In conditions `mode = slide` speaks of any
/// contact. `name` (NULL: the text) is that of the measure; one with a name of its own, of letters, digits
/// and _, is a signal with a plot as well: its value so far. Like a typed law, it makes another scenario.
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_Ask( ssSimDef* def, const char* name, const char* text );
/// The preset whose values these are, whatever the seed; NULL when there is none.
SS_API_OBJECT const ssPreset* ssSimDef_Preset( const ssSimDef* def );
/// The value of a text parameter.
SS_API_OBJECT const char* ssSimDef_Text( const ssSimDef* def, int param );
/// The number of steps of this run, llround( until / h ). Refused when
/// `until` is not a multiple of h to within 1e-9.
SS_API_OBJECT SS_CHECKED ssResult ssSimDef_StepCount( const ssSimDef* def, int64_t* steps );

/// Refuses a definition without a scenario, a scenario that lacks a
/// required function, and values out of range.
SS_API_ANY SS_CHECKED ssResult ssCreateSim( const ssSimDef* def, ssSim** sim );
SS_API_OBJECT void ssDestroySim( ssSim* sim );

SS_API_OBJECT const ssScenario* ssSim_Scenario( const ssSim* sim );
SS_API_OBJECT int64_t ssSim_StepIndex( const ssSim* sim );
/// [s] step × h: a product, not a sum, so that rounding does not grow; or the recorded time.
SS_API_OBJECT double ssSim_Time( const ssSim* sim );
/// [s] The time of any step.
SS_API_OBJECT double ssSim_TimeOf( const ssSim* sim, int64_t step );
/// The step whose time is nearest.
SS_API_OBJECT int64_t ssSim_FindStep( const ssSim* sim, double time );
/// The last step where states are recorded; -1: they are computed, and there is always another one.
SS_API_OBJECT int64_t ssSim_LastStep( const ssSim* sim );
/// Finds the states that have been recorded since; `*grows`: more may come. An error
/// is one of what came; states before it stay.
SS_API_OBJECT SS_CHECKED ssResult ssSim_Extend( ssSim* sim, bool* grows );
SS_API_OBJECT double ssSim_StepSize( const ssSim* sim );
/// The tolerance of a contact solver whose scenario has none among its
/// rows: `own`, or what the definition asks for.
SS_API_OBJECT double ssSim_Tolerance( const ssSim* sim, double own );
SS_API_OBJECT uint64_t ssSim_Seed( const ssSim* sim );
SS_API_OBJECT ssRng* ssSim_Rng( ssSim* sim );
/// The noise of body 0 … in the latest step or, within a step, in the present one; without noise no force and
/// the factor 1. A scenario with more than one body first calls ssSim_Shake with their number, in each step;
/// that is false, and need not be asked further, without noise.
SS_API_OBJECT ssNoise ssSim_Noise( const ssSim* sim, int body );
SS_API_OBJECT bool ssSim_Shake( ssSim* sim, int bodies );
SS_API_OBJECT ssStepReport ssSim_Report( const ssSim* sim ); ///< of the latest step that was not cancelled

/// The value in force.
SS_API_OBJECT double ssSim_Param( const ssSim* sim, int param );
/// The value that applies from the next reset on. It equals the value in force
/// unless a change is waiting for the reset.
SS_API_OBJECT double ssSim_PendingParam( const ssSim* sim, int param );
/// Changes a parameter. Live parameters take effect with the next step. Others take effect at once while t =
/// 0, and at the next reset after that. A refused value leaves everything as it was.
SS_API_OBJECT SS_CHECKED ssResult ssSim_SetParam( ssSim* sim, int param, double value );
/// The same three functions for text parameters.
SS_API_OBJECT const char* ssSim_Text( const ssSim* sim, int param );
SS_API_OBJECT const char* ssSim_PendingText( const ssSim* sim, int param );
SS_API_OBJECT SS_CHECKED ssResult ssSim_SetText( ssSim* sim, int param, const char* text );
SS_API_OBJECT void ssSim_Drag( ssSim* sim, const ssDrag* drag );

/// Exchanges the typed law between two steps, as ssSimDef_SetLaw does before a run; time and state stay as
/// they are. A refusal of the text, or by the scenario, leaves everything as it was.
SS_API_OBJECT SS_CHECKED ssResult ssSim_SetLaw( ssSim* sim, const char* text, const char* file );
/// The same with given values of the new law's parameters, in their order; NULL: as above.
SS_API_OBJECT SS_CHECKED ssResult ssSim_SetLawWith(
    ssSim* sim, const char* text, const char* file, const double* values );
/// The typed law in force: its kind, its program and the values of its parameters, ready for ssMakeLaw.
/// False: there is none, and `def` is as before.
SS_API_OBJECT bool ssSim_LawDef( const ssSim* sim, ssLawDef* def );

/// Reads the set whose parameters (SS_SET_ROWS in set_params.h) begin
/// at index `first`, with the values in force.
SS_API_OBJECT SS_CHECKED ssResult ssSim_ReadSet( const ssSim* sim, int first, bool upToScale, ssSetDef* def );

/// Makes a law of that kind from the sets C and D whose parameters begin at `firstC` and `firstD`. C is given
/// at the normal force `cForce` [N], except for an asperity set, which is always given per newton. Sets that
/// the law does not need are not read. A typed law takes the place of all that.
SS_API_OBJECT SS_CHECKED ssResult ssSim_MakeLaw(
    const ssSim* sim, ssLawKind kind, int firstC, int firstD, double cForce, ssLaw* law );

/// Goes back to t = 0 with the pending parameters and the same seed.
SS_API_OBJECT SS_CHECKED ssResult ssSim_Reset( ssSim* sim );
SS_API_OBJECT ssStepReport ssSim_Step( ssSim* sim );
/// Makes up to `steps` steps, and ends before one that fails. `rows` (NULL: none) gets the time and
/// the signals now and after every `every`-th step: 1 + steps/every rows of 1 + signalCount
/// numbers. Returns how many steps were made.
SS_API_OBJECT int64_t ssSim_Record( ssSim* sim, int64_t steps, int64_t every, double* rows );
/// Goes to any step where the states are recorded (ssRecorded.jump). A refusal, also of a scenario that
/// computes its states, changes nothing.
SS_API_OBJECT SS_CHECKED ssResult ssSim_Jump( ssSim* sim, int64_t step );

/// The hook is called at the stages of every step in scenarios that are worlds of bodies; NULL removes it. It
/// only observes, and is no part of the state.
SS_API_OBJECT void ssSim_SetStageHook( ssSim* sim, ssStageHook* hook, void* context );
SS_API_OBJECT ssStageHook* ssSim_StageHook( const ssSim* sim, void** context );

/// Lets `stop` (NULL: none) cancel a step: scenarios that are worlds of bodies ask it in every iteration of
/// their solvers. A cancelled step leaves the simulation, its report and its hash as they were, so that the
/// run can go on as if nothing had happened. For this such scenarios keep a copy of the state before every
/// step, which costs them a few per cent of their time. `stop` is no part of the state.
SS_API_OBJECT void ssSim_SetStop( ssSim* sim, ssStop* stop, void* context );
/// What the step of a scenario asks; NULL when nobody does.
SS_API_OBJECT ssStop* ssSim_Stop( ssSim* sim, void** context );

SS_API_OBJECT void ssSim_Signals(
    const ssSim* sim, double* row ); ///< one number per signal; NAN when undefined
SS_API_OBJECT double ssSim_Measure( const ssSim* sim, int measure ); ///< NAN when undefined
/// Writes why a measure that was asked for (ssSimDef_Ask) has no value in this run; nothing where it has one.
SS_API_OBJECT void ssSim_ExplainMeasure( const ssSim* sim, int measure, char* reason, int capacity );
SS_API_OBJECT void ssSim_Draw( const ssSim* sim, const ssDraw* draw );
SS_API_OBJECT void ssSim_DrawChart( const ssSim* sim, int chart, const ssChartSink* sink );
/// The name of a body, at most SS_NAME_CAPACITY - 1 bytes; see ssPicture.nameBody. Where the scenario gives
/// none it is "body 3" or "ground".
SS_API_OBJECT void ssSim_BodyName( const ssSim* sim, int body, char* text, int capacity );
/// What drives the changes of regime now, and where theory expects this change; NAN where nothing is known.
SS_API_OBJECT double ssSim_Drive( const ssSim* sim );
SS_API_OBJECT double ssSim_Predict( const ssSim* sim, const ssChange* change );
/// Does the scenario read this parameter?
SS_API_OBJECT bool ssSim_Uses( const ssSim* sim, int param );
/// The contact problem of the next step, for solvers and files; the
/// caller destroys it with ssProblem_Destroy.
SS_API_OBJECT SS_CHECKED ssResult ssSim_Freeze( const ssSim* sim, ssProblem* problem );
/// Writes the law behind a parameter with its present numbers; an
/// empty text where there is nothing to explain.
SS_API_OBJECT void ssSim_Explain( const ssSim* sim, int param, char* text, int capacity );

/// A hash of everything that affects the next step. Hashing and saving are for one thread at a time, although
/// the simulation stays as it is: they visit its fields by the function that also reads them.
SS_API_OBJECT uint64_t ssSim_Hash( const ssSim* sim );

/// The whole simulation as a flat blob (magic number, version, scenario, size and checksum, then the fields)
/// without pointers. Restoring it is exact to the bit.
SS_API_OBJECT size_t ssSim_SaveSize( const ssSim* sim ); ///< [bytes]
SS_API_OBJECT size_t ssSim_Save(
    const ssSim* sim, void* blob, size_t capacity ); ///< bytes written; 0: it does not fit
/// The simulation may have been made with other values, seed and step size: its state is then made anew
/// with those of the blob. A blob of another scenario, typed law or version, or one that is cut short
/// or damaged, is refused and changes nothing.
SS_API_OBJECT SS_CHECKED ssResult ssSim_Restore( ssSim* sim, const void* blob, size_t size );
/// The same with the typed law that was in force when the blob was saved:
/// `scenario` is what ssSim_Scenario was then.
SS_API_OBJECT SS_CHECKED ssResult ssSim_RestoreAs(
    ssSim* sim, const ssScenario* scenario, const void* blob, size_t size );
