// SPDX-License-Identifier: MIT
#pragma once

#include "scenario/oscillator_motion.h"
#include "scenario/sliding_law.h"

// The state of scenario `stribeck`, shared by the files of its tables and motion and of its picture.

enum
{
    chartCharacteristic,
    chartCycle,
    chartGrowth,
    chartEigenvalues,
    chartCount
};

enum
{
    stribeckLawPoints = 120,  // of the curve of a typed law
    stribeckGrowthPoints = 41 // of its growth rates
};

typedef struct Stribeck
{
    OscillatorMotion motion; // first: the functions of oscillator_motion.h see only this

    // The typed law, if there is one, and what follows from it.
    TypedLaw typed;
    ssStribeckLaw own;
    double growth; // of steady sliding [1/s], for a law that remembers
    double speed[stribeckLawPoints], force[stribeckLawPoints]; // of steady sliding [m/s], [N]
    double beltSpeed[stribeckGrowthPoints], growthRate[stribeckGrowthPoints];
} Stribeck;

ssOscillatorModel stribeckModel( const void* state, const ssSim* sim );

void stribeckDraw( const void* state, const ssSim* sim, const ssDraw* out );
void stribeckDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink );
