# SPDX-License-Identifier: MIT
"""A law of one's own, as a text: its forces, and a run under it."""

import slipstick as ss

TEXT = """
law "A groove that softens"
param mu_s = 0.5  [-]   in 0 .. 1
param mu_k = 0.3  [-]   in 0 .. 1
param v_s  = 0.02 [m/s] in 1e-4 .. 1 log
let mu = mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2)
C = rotate(ellipse(mu, 0.5*mu), 30)
"""

law = ss.Law(TEXT, mu_k=0.2)
for speed in (0.001, 0.01, 0.1):
    fx, fy = law.force(load=10.0, velocity=(speed, 0.0))
    print("at %5.3f m/s the contact pushes the ground with (%.3f, %.3f) N" % (speed, fx, fy))
print("under 3 N along x it sticks" if law.gauge(10.0, (3.0, 0.0)) < 1.0 else "under 3 N along x it slides")

try:
    ss.Law(TEXT.replace("ellipse", "elipse"))
except ss.Error as error:
    print("refused:", error)

sim = ss.Sim("sliding-disk", law=TEXT, until=0.5)
print("the disk's final state under this law:", sim.run()["t"][-1], "s,", sim.hash)
