// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <slipstick_runner.h>

// Sixteen small scenes whose outcome is known, for any engine (`slipstick bench engines`), and the judge of
// what an engine makes of them. In every scene the ground is the plane z = 0, and a slope is a gravity that
// leans.

typedef enum sceneMeasure
{
    scene_place, ///< where bodies are at the end: the worst distance from the exact place
    scene_angle, ///< by how much the first moving body has turned about z
    scene_lift,  ///< how much higher it lies while it slides than at the end
    scene_load,  ///< normal forces between stacked bodies, during the last second
} sceneMeasure;

typedef struct engineScene
{
    const char *name, *title, *unit;
    runnerTask task; ///< without step size and log
    double duration; ///< [s]
    double every;    ///< [s] between samples
    sceneMeasure measure;
    double exact;                        ///< of what is measured; for places, the distance of the worst body
    double scale;                        ///< errors are divided by this
    double from, to;                     ///< [s] during which the lift is measured
    bool upright;                        ///< places count along z, too
    double target[RUNNER_BODIES_MAX][3]; ///< exact displacement of bodies at the end [m]
} engineScene;

#define SCENE_COUNT 16
extern const char* const scene_names[SCENE_COUNT];

/// The scene of this name for steps of h [s]; false: there is none.
bool sceneFind( const char* name, double h, engineScene* scene );

/// What was said of a scene, and logged.
typedef struct sceneAnswer
{
    int sampleCount, dynamicCount;
    double* t;
    double* states;   ///< RUNNER_STATE numbers per moving body and sample
    double worstLoad; ///< [N] by which a normal force was off, from the log
} sceneAnswer;

typedef struct sceneVerdict
{
    double measured, exact, error;
} sceneVerdict;

sceneVerdict sceneJudge( const engineScene* scene, const sceneAnswer* answer );

/// What rests on stacked body `index` and on itself [N].
double sceneWeight( const engineScene* scene, int index );
