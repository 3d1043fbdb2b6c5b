// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

const benchEntry* const bench_table[] = {
    &bench_belt,
    &bench_collide,
    &bench_cone,
    &bench_cylinder,
    &bench_engines,
    &bench_factorisation,
    &bench_fit,
    &bench_gaussSeidel,
    &bench_law,
    &bench_log,
    &bench_math,
    &bench_pour,
    &bench_probe,
    &bench_scrub,
    &bench_set,
    &bench_solve,
    &bench_threads,
    &bench_world,
};
const int bench_tableCount = SS_COUNT( bench_table );
