# SPDX-License-Identifier: MIT
"""A sphere starts sliding, then rolls, then stops (Acary & Bourrier, Fig. 3a): a scenario, its signals and its closed form."""

import slipstick as ss

sim = ss.Sim("rolling-sphere", preset="fig3a")
run = sim.run(every=100)
print("parameters:", {key: sim[key] for key in ("mu", "mu_r", "radius", "u0")})
print("   t [%s]   u [%s]" % (run.units["t"], run.units["u"]))
for t, u in list(zip(run["t"], run["u"]))[::60]:
    print("%8.3f %8.4f" % (t, u))
print("measures:", sim.measures())
print("hash:", sim.hash)
