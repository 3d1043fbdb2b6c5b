// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

#define SIM_LAW_PREFIX "law." // before the keys of a typed law's parameters

/// Of a log: a coefficient that is set takes the place of the logged one.
void logAdoptBound( ssSimDef* def, int param );

/// Refuses a scenario that lacks functions the sim calls (scenario.h), or whose tables do not fit.
ssResult simCheckFunctions( const ssScenario* scenario );
/// simCheckFunctions and all entries of the tables, as a window and the command line need them.
ssResult simCheckTables( const ssScenario* scenario );

/// The refusal of a definition without a scenario.
ssResult simNoScenario( void );

/// The row of choices on which the use of this one depends, and the choice; -1: none.
int simChosenBy( const ssModel* model, int param, double* choice );

enum
{
    simNoiseRows = 3 // of SS_NOISE_ROWS
};

/// The noise of one body: unit normal numbers with memory, and what they give in the present step.
typedef struct SimNoise
{
    double x[3];
    ssNoise now;
} SimNoise;

struct ssSim
{
    const ssScenario* scenario;
    double h;
    int64_t step;
    uint64_t seed;
    double tolerance; // of the definition; 0: the scenario's own
    ssRng rng;
    double values[SS_MAX_PARAMS];
    double pending[SS_MAX_PARAMS];
    char texts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    char pendingTexts[SS_MAX_TEXTS][SS_TEXT_CAPACITY];
    int noiseRows[simNoiseRows]; // which rows they are; -1: the scenario has none
    SimNoise* noise;
    int noiseCount, noiseCapacity;
    int noiseMade;    // bodies whose noise is that of the present step
    bool noiseFailed; // there was no memory for it
    ssStepReport report;
    ssStageHook* stageHook;
    void* stageContext;
    ssStop* stop;
    void* stopContext;
    bool asks; // the scenario asked `stop` in the latest step, so that a copy of the state is worth its time
    bool canStop;        // the copy below is that of the present step
    double* memory;      // of measures that were asked for; NULL: none were
    unsigned char* kept; // the state before the present step, without a header
    size_t keptSize, keptCapacity;
    void* state;
};

/// Replaces the state by a new one at t = 0 from sim->values; a scenario that refuses keeps the old.
ssResult simRestart( ssSim* sim );
void simDestroyState( const ssScenario* scenario, void* state ); // NULL is fine
/// Lets the scenario take over changed values, which it may refuse.
ssResult simApplyChange( ssSim* sim );
/// Visits every field that affects the next step or is shown: to measure, write, read and hash.
void simSerialize( ssSim* sim, ssArchive* archive );
/// Measuring, writing and hashing do not change the sim.
void simVisit( const ssSim* sim, ssArchive* archive );

/// The scenario with this law, or for NULL or "" without any. The caller owns one reference.
ssResult simLawScenario(
    const ssScenario* scenario, const char* text, const char* file, const ssScenario** derived );
/// The same with another build (NULL: none) and the law that the scenario has.
ssResult simBuildScenario( const ssScenario* scenario, const ssBuild* build, const ssScenario** derived );
/// The scenario without parts thrown during the run; NULL: none were. The caller owns a reference.
ssResult simDropThrown( const ssScenario* scenario, const ssScenario** derived );
/// Hash of the build of a scenario that has one; it was computed when the scenario was made.
uint64_t simBuildHash( const ssScenario* scenario );
/// The values that parameters have after a change from one law of a scenario to another; see ssSimDef_SetLaw.
void simCarryValues( const ssScenario* from, const double* old, const ssScenario* to, double* values );

// sim_noise.c
void simFindNoise( ssSim* sim );
bool simIsNoiseRow( const ssSim* sim, int param );
bool simIsNoisy( const ssSim* sim, const double* values ); // some row is not 0
void simNoiseFields( ssSim* sim, ssArchive* archive );
void simExplainNoise( const ssSim* sim, int param, char* text, int capacity );

// sim_question.c
/// The quantities that measures which are asked for may name, and their units; how many there are.
int simQuestionNames( const ssScenario* scenario, const char** names, const char** units );
void simForgetAnswers( ssSim* sim );
void simObserve( ssSim* sim ); ///< takes the present state as the next one
double simAnswer( const ssSim* sim, int index, char* reason, int capacity ); ///< `reason` may be NULL
struct ssQuestionRow;
/// Has it a name of its own? Such a measure is a signal, too: its value so far.
bool simIsNamed( const struct ssQuestionRow* row );
void simAnswerSignals( const ssSim* sim, double* row ); ///< the signals after the scenario's own
void simOwnSignals( const ssSim* sim, double* row );    ///< those without the former
void simAnswerFields( ssSim* sim, ssArchive* archive );
