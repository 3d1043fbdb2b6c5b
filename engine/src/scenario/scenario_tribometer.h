// SPDX-License-Identifier: MIT
#pragma once

#include "model/tribometer.h"
#include "slipstick/advanced/set_params.h"
#include "slipstick/lab/scenario.h"

// The state of scenario `tribometer`, shared by the files of its table and motion and of its picture.

enum
{
    tribometerKeyC = 0,
    tribometerKeyD = SS_SET_ROW_COUNT,
    tribometerKeyCForce = 2 * SS_SET_ROW_COUNT,
    tribometerKeyNormalForce,
    tribometerKeyRpm,
    tribometerKeyPinRadius,
    tribometerKeySamples,
    tribometerKeyNoise,
    tribometerKeyCrosstalk,
    tribometerKeyCompensate,
    tribometerKeyHarmonics,
    tribometerKeyInput,
    tribometerKeyCount
};

enum
{
    tribometerChartSets,
    tribometerChartForces,
    tribometerChartCount
};

/// The forces of one turn of the disk and the sets identified from them.
typedef struct Turn
{
    uint64_t key; // hash of the parameters and the seed it was made with
    ssIdentification id;
    double* normal; // normal force at the angles of the identification [N]
    bool synthetic;
    int leftOut; // rows of the file with an empty or nan cell
} Turn;

typedef struct Tribometer
{
    double angle; // of the disk since t = 0 [rad]
    Turn* turn;   // follows from parameters and seed and is not part of the state
} Tribometer;

/// The turn with the present parameters. After a restore it is made again.
const Turn* tribometerTurn( const Tribometer* s, const ssSim* sim );

/// Index of the sample that the disk passed last.
int tribometerSample( const Tribometer* s, const Turn* turn );

/// The virtual machine with the present parameters.
ssTribometerDef tribometerDef( const ssSim* sim, const ssLaw* law );

/// Sliding speed of the pin [m/s].
double tribometerSpeed( const ssSim* sim );

void tribometerDraw( const void* state, const ssSim* sim, const ssDraw* out );
void tribometerDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
void tribometerExplain( const void* state, const ssSim* sim, int param, char* text, int capacity );
