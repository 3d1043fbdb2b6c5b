// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// The benchmarks of the command line. `view`, which needs the window, is handed to cmdBench from above.

extern const benchEntry bench_belt;
extern const benchEntry bench_collide;
extern const benchEntry bench_cone;
extern const benchEntry bench_cylinder;
extern const benchEntry bench_gaussSeidel;
extern const benchEntry bench_set;
extern const benchEntry bench_solve;
extern const benchEntry bench_world;

/// In its place where the program was built without the window: it says so.
extern const benchEntry bench_noView;

extern const benchEntry* const bench_table[];
extern const int bench_tableCount;
