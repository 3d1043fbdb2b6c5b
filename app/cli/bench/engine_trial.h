// SPDX-License-Identifier: MIT
#pragma once

#include "cli/bench/engine_runner.h"
#include "slipstick/log_audit.h"
#include "slipstick/why.h"

// One scene in one engine: run, judged, audited, and asked why.

typedef struct engineTrial
{
    const char* scene; ///< its name
    const engineRunner* runner;
    double h;          ///< [s]
    int iterations;    ///< 0: the engine's default
    char failure[200]; ///< why there is no result; "": there is one
    char lie[200];     ///< what its log says otherwise than its answer; "": nothing
    sceneVerdict verdict;
    double secondsPerStep; ///< processor time
    bool audited;
    uint64_t contacts;
    ssLogFinding checks[ss_logCheckCount];
    ssLogCheck worst; ///< the check that contacts miss by most; ss_logCheckCount: none of them does
    const char* set;  ///< of the law that was found
    double mu;
    const char *cause, *sentence; ///< the first that the doctor names; NULL: none
    char evidence[240];
    double confidence;
    char* link; ///< the contact that misses `worst` by most, as a link; NULL: none
} engineTrial;

/// `log` is the place of the contact log. An error is one of this program; what is wrong with the runner is a
/// failure or a lie.
ssResult trialRun( engineRunner* runner, const char* scene, double h, int iterations, int repeats,
    const char* log, engineTrial* trial );
void engineTrial_Destroy( engineTrial* trial );

/// A contact log in memory.
typedef struct trialLog
{
    char* text;
    ssSource source;
    ssContactLog* log;
} trialLog;

ssResult trialOpenLog( const char* path, trialLog* file );
void trialCloseLog( trialLog* file );

/// Compares a log with what the runner has said, and fills worstLoad of the answer. `lie` gets what does not
/// agree.
ssResult trialCompare( const engineScene* scene, const runnerTask* task, ssContactLog* log,
    sceneAnswer* answer, char* lie, size_t capacity );
