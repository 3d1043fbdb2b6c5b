// SPDX-License-Identifier: MIT
#pragma once

#include "cli/bench/engine_scenes.h"

// Runners: programs, one for each engine, that are given scenes as lines and answer with lines (README.md
// beside this file).

typedef struct engineRunner
{
    char name[32];     ///< by which it is chosen and its files are called: "bullet"
    char command[600]; ///< for the shell
    // What it says of itself.
    char engine[32], version[32], notes[400];
    bool iterates; ///< it heeds the number of iterations
} engineRunner;

/// What a runner made of one task.
typedef struct engineReply
{
    char failure[160]; ///< in its own words; "": none
    char fault[200];   ///< what it does otherwise than the protocol wants; "": nothing
    double secondsPerStep;
    double seconds; ///< of processor time that it really took, with all its runs
    sceneAnswer answer;
} engineReply;

void engineReply_Destroy( engineReply* reply );

/// The number of samples that a task asks for, and of moving bodies.
int taskSamples( const runnerTask* task );
int taskMoving( const runnerTask* task );

/// Gives a runner some tasks in one process, for at most `limit` seconds, and takes its replies to all of
/// them. `extra` (NULL: nothing) is a line in front of each task that is none of ours. What it says of itself
/// is kept in the runner. Returns an error only where this program cannot go on; `fault` of a reply has what
/// is wrong with the runner.
ssResult runnerAsk( engineRunner* runner, const runnerTask* tasks, const char* extra, int count, double limit,
    engineReply* replies );

/// Finds the runners: programs slipstick-runner-NAME beside this one, in its folder for helpers and in $PATH,
/// and those that are given as NAME=COMMAND. Returns their number, or -1 after a message.
int runnersFind( const char* const* given, int givenCount, engineRunner* runners, int most );

/// `slipstick bench engines --check NAME`: prints what a runner does wrong. Returns how many checks fail.
int runnerCheck( engineRunner* runner );
