# SPDX-License-Identifier: MIT
"""A thousand rolling spheres over threads: how far each rolls, by its coefficients. An argument asks for fewer."""

import os
import sys
import time

import slipstick as ss

definitions = [{"scenario": "rolling-sphere", "preset": "fig3a", "h": 1e-2, "mu": 0.05 + 0.01 * i, "mu_r": 0.002 + 0.001 * k}
               for i in range(40) for k in range(25)]
definitions = definitions[:int(sys.argv[1]) if len(sys.argv) > 1 else None]

start = time.perf_counter()
serial = ss.run_many(definitions, threads=1, every=100)
between = time.perf_counter()
runs = ss.run_many(definitions, every=100)
end = time.perf_counter()

same = all(a.hash == b.hash for a, b in zip(serial, runs))
farthest = max(range(len(runs)), key=lambda i: runs[i].measures["x_max"])
print("%d runs: %.2f s on one thread, %.2f s on %d; %s" % (len(runs), between - start, end - between, os.cpu_count(),
      "the same bits" if same else "NOT the same bits"))
print("the farthest goes %.3f m, with mu = %.3f and mu_r = %.3f m" % (
    runs[farthest].measures["x_max"], definitions[farthest]["mu"], definitions[farthest]["mu_r"]))
