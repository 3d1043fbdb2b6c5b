// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// The table of benchmarks. `view` needs the window, so main passes it to cmdBench.

extern const benchEntry bench_collide;
extern const benchEntry bench_cone;
extern const benchEntry bench_engines;
extern const benchEntry bench_gaussSeidel;
extern const benchEntry bench_law;
extern const benchEntry bench_log;
extern const benchEntry bench_math;
extern const benchEntry bench_pour;
extern const benchEntry bench_probe;
extern const benchEntry bench_scrub;
extern const benchEntry bench_solve;
extern const benchEntry bench_threads;
extern const benchEntry bench_world;

/// Takes the place of `view` in a program built without the window, and reports that.
extern const benchEntry bench_noView;

extern const benchEntry* const bench_table[];
extern const int bench_tableCount;
