// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "cli/run_sensitivity.h"
#include "cli/run_watch.h"

#define RUN_MEASURES_MAX 64

// What the command line asks for.
typedef struct runRequest
{
    ssScene scene;
    const char* csvPath;
    const char* changesPath;
    const char* contactsPath;
    const char* bodiesPath;
    const char* breakText;
    const char* againstPath;
    const char* sensitivityKeys;
    double every;
    argsList measureNames;
    argsList map; // of --map
    bool json, hash, timings;
    int threads;

    int64_t steps;
    int64_t stride; // steps between two rows
    int measures[RUN_MEASURES_MAX];
    int measureCount;
    int64_t ambiguousSteps; // of the run: those with several solutions
    runCoarse coarse;       // of the run
    runBreak stop;
    runAgainst against;
    runSensitivity sensitivity;
} runRequest;

/// Is this path standard output?
bool runIsStream( const char* path );
/// Does a table have standard output to itself?
bool runPrintsTable( const runRequest* request );

/// Finds the measures that are to be printed; status 2 after a message.
int runChooseMeasures( runRequest* request );
/// Prints the results of a run that has ended.
int runWriteResults( const runRequest* request, const ssSim* sim );
