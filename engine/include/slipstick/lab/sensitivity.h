// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

// Sensitivities: the derivatives of the signals and measures of a run by its parameters, those of the
// discrete run with its fixed step. Runs beside it, with the parameter moved to both sides by a ladder of
// distances, are compared with it and extrapolated; each derivative comes with an estimate of its error. Only
// runs that pass through the same regimes in the same steps are compared, so that derivatives hold between
// events and through them. MATH.md has the reasons.
//
//     int params[] = { ssFindScenarioParam( scenario, "mu" ) };
//     ssSensitivityDef def = { .base = &simDef, .params = params, .paramCount = 1, .stride = 10 };
//     ssSensitivity* found = NULL;
//     ssResult result = ssFindSensitivity( &def, &found );
//     ... ssSensitivity_At( found, 0, row, signal ), found->by[0].measures[i], found->by[0].error ...
//     ssSensitivity_Destroy( found );
//
// Runs are spread over the threads of parallel.h; the bits of a result do not depend on their number.

#define SS_SENSITIVITY_PARAMS 16       ///< parameters of one call
#define SS_SENSITIVITY_CONTACTS 64     ///< at most: beyond that a world is a pile
#define SS_SENSITIVITY_TOLERANCE 1e-12 ///< solver tolerance of all its runs
#define SS_SENSITIVITY_GOAL 1e-6       ///< relative error that is aimed at

typedef struct ssSensitivityDef
{
    const ssSimDef* base;
    const ssScene* edits; ///< changes during the run; NULL: none
    const int* params;    ///< rows of the scenario, numbers only
    int paramCount;
    int64_t stride; ///< steps between two rows, from t = 0; the last state is always one
    bool quick;     ///< six runs per parameter instead of twenty: enough to see which parameter matters
    ssStop* stop;   ///< asked from all threads; NULL: none
    void* context;
    /// How much is done, from 0 to 1, on the caller's thread; NULL: none.
    void ( *progress )( void* context, double share );
} ssSensitivityDef;

/// What a row says about its derivatives.
typedef enum ssSensitivityEvent
{
    ss_sensitivitySmooth, ///< they are those of all the run's neighbours
    ss_sensitivityJump,   ///< a contact has changed its regime since the row before: they jump in time
    /// By now the nearest neighbours have changed their regimes in other steps: they jump in the parameter.
    /// Their values are those of the one side that still agrees, and NAN where none does.
    ss_sensitivityEdge,
} ssSensitivityEvent;

/// The derivatives by one parameter.
typedef struct ssSensitivityBy
{
    int param;
    double* signals;  ///< row by row, signalCount numbers each [unit of the signal / unit of the parameter]
    double* measures; ///< of the whole run; NAN where undefined
    double* measureErrors; ///< estimated, absolute
    /// The largest estimated error of a signal, relative to the largest value of this derivative; where the
    /// parameter hardly matters, to 1e-2 of signal / parameter.
    double error;
    int errorSignal;   ///< the signal it belongs to; -1: none
    int missed;        ///< rows with an error above SS_SENSITIVITY_GOAL
    double missedFrom; ///< [s] the first of them; NAN: none
    double edgeFrom;   ///< [s] the first row of ss_sensitivityEdge; NAN: none
    bool oneSided;     ///< the parameter lies at the end of its admissible range
    double near, far;  ///< distances of the neighbours: the smallest and the largest
} ssSensitivityBy;

typedef struct ssSensitivity
{
    int rowCount, signalCount, measureCount, paramCount;
    double* times;         ///< [s] of the rows
    unsigned char* events; ///< ssSensitivityEvent of the rows, the gravest of all parameters
    ssSensitivityBy by[SS_SENSITIVITY_PARAMS];
    int64_t unconverged; ///< steps of all runs whose solver left a residual above 1e-10
    int runs;
} ssSensitivity;

/// Has this signal a derivative? Regimes and the reports of solvers have none.
SS_API_ANY bool ssSensitivity_HasSignal( const ssScenario* scenario, int signal );

/// Refuses piles, logs and other scenarios without derivatives, before anything is computed.
SS_API_ANY SS_CHECKED ssResult ssSensitivity_Admits( const ssScenario* scenario );

/// Computes them. The caller destroys the result. A refusal names what is wrong.
SS_API_ANY SS_CHECKED ssResult ssFindSensitivity( const ssSensitivityDef* def, ssSensitivity** result );
SS_API_OBJECT void ssSensitivity_Destroy( ssSensitivity* sensitivity ); ///< NULL is allowed

/// d signal / d parameter number `by` of the definition.
SS_API_OBJECT double ssSensitivity_At( const ssSensitivity* sensitivity, int by, int row, int signal );

/// The root mean square of d signal / d parameter over all rows but those in which a
/// regime changes, where a force may depend on where in the step it does: how much the
/// parameter matters for this curve. NAN: undefined.
SS_API_OBJECT double ssSensitivity_Rms( const ssSensitivity* sensitivity, int by, int signal );
/// The largest |d signal / d parameter| of all rows. NAN: undefined.
SS_API_OBJECT double ssSensitivity_Peak( const ssSensitivity* sensitivity, int by, int signal );
