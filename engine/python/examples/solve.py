# SPDX-License-Identifier: MIT
"""Contact problems: one built by hand with a known answer, and a random packing for several solvers."""

import slipstick as ss

# A block of 2 kg falls on the floor at 1 m/s and slides at 0.1 m/s: it takes 2 N s to stop it, friction stops the sliding.
problem = ss.Problem.from_bodies(
    bodies=[{"mass": 2.0}],
    contacts=[{"a": -1, "b": 0, "point": (0, 0, 0), "normal": (0, 0, 1)}],
    velocities=[0.1, 0, -1, 0, 0, 0])
answer = problem.solve()
print("reactions N, T1, T2 [N s]:", [round(float(x), 12) for x in answer.reactions[0]])

packing = ss.Problem.packing(contacts=200, dimension=5, seed=7)
for solver in ("nsgs", "newton", "auto"):
    answer = packing.solve(solver, tolerance=1e-8)
    print("%-7s %s, judged %.1e, %s" % (solver, "converged" if answer.converged else "stopped",
                                       answer.judge().residual, answer.report.what.decode()))

# An answer from elsewhere is judged in the same way.
none = packing.answer([[0.0] * 5] * packing.contacts)
print("no reactions at all: judged %.1e" % none.judge().residual)
