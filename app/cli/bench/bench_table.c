// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"
#include "cli/bench/bench_peers.h"

// The benchmarks, and the other engines and libraries that this build found (cli/bench/peers/peers.cmake).

const benchEntry* const bench_table[] = { &bench_collide, &bench_cone, &bench_engines, &bench_gaussSeidel,
    &bench_law, &bench_log, &bench_math, &bench_pour, &bench_probe, &bench_scrub, &bench_solve,
    &bench_threads, &bench_world };
const int bench_tableCount = SS_COUNT( bench_table );

const benchPeers bench_peers = {
#if defined( SLIPSTICK_PEER_BULLET )
    .bullet = bulletRun,
#else
    .bullet = NULL,
#endif
#if defined( SLIPSTICK_PEER_MUJOCO )
    .mujoco = mujocoRun,
#endif
#if defined( SLIPSTICK_PEER_SICONOS )
    .siconosAccepts = siconosAccepts,
    .siconosRun = siconosRun,
#endif
};
