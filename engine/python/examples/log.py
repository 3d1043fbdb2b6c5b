# SPDX-License-Identifier: MIT
"""Another simulator's contacts: what its friction law really is."""

import math
import os
import tempfile

import slipstick as ss

# Sliding contacts of a simulator that claims mu = 0.5, but uses a square: friction is stronger along the diagonals.
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "contacts.csv")
    with open(path, "w", encoding="utf-8") as file:
        file.write("t,contact,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\n")
        for k in range(360):
            angle = math.radians(k + 0.5)
            x, y = math.cos(angle), math.sin(angle)
            fx, fy = -0.5 * math.copysign(10.0, x), -0.5 * math.copysign(10.0, y)
            file.write("%g,%d,0,0,1,%r,%r,10,%r,%r,0,0.5\n" % (0.01 * k, k, fx, fy, x, y))
    log = ss.Log(path)

print("%d frames; the first has the force (%g, %g, %g) N" % (len(log), log[0]["fx"][0], log[0]["fy"][0], log[0]["fz"][0]))
audit = log.audit()
for check in range(ss.lib.ss_logCheckCount):
    finding = audit.checks[check]
    if finding.known:
        print("%-16s worst %.3f, %d violations" % (ss.lib.ssLogCheckName(check).decode(), finding.worst, finding.violations))
print("the law is a", ss.lib.ssLogSetName(audit.fingerprint.set).decode(), "with", audit.fingerprint.facets, "corners")
