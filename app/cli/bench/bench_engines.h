// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"
#include "cli/bench/engine_trial.h"

// `bench engines`: the trials of a run, and what is made of them.

#define ENGINES_STEPS 3
extern const double engines_steps[ENGINES_STEPS]; ///< [s]

/// Processor time per simulated time; NaN: there is none.
double enginesCost( const engineTrial* trial );

/// The command that repeats a trial.
void enginesCommand( const benchRun* run, const engineTrial* trial, char* text, size_t capacity );

/// The runners of a run, in the order in which they first come.
int enginesRunners( const benchRun* run, const engineRunner** runners, int most );

/// Saves errors over cost, a panel per scene.
ssResult enginesSavePicture( const benchRun* run, const char* path );

/// The page of a run.
ssResult enginesSaveReport( const benchRun* run, const char* folder );
