# SPDX-License-Identifier: MIT
"""Friction coefficients from a measurement: here a run with noise stands in for the laboratory."""

import os
import random
import tempfile

import slipstick as ss

truth = ss.Sim("rolling-sphere", preset="fig3a", mu=0.17, mu_r=0.012)
run = truth.run(every=500)
random.seed(1)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "measured.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("t [s],u [m/s]\n")
        for t, u in zip(run["t"], run["u"]):
            file.write("%r,%r\n" % (float(t), float(u) + random.gauss(0.0, 0.01)))
    guess = ss.Sim("rolling-sphere", preset="fig3a")
    result = ss.fit(guess, path, free=["mu", "mu_r"], noises=["u=0.01"])

for key, value in result.values.items():
    low, high = result.intervals[key]
    print("%-5s %.5f ± %.5f, 95%% interval %.5f to %.5f (true: %g)" % (key, value, result.errors[key], low, high, truth[key]))
for warning in result.warnings:
    print(warning)
