# SPDX-License-Identifier: MIT
"""A box falls on the ground, bounces, slides to rest, and a ray finds it: a world of one's own."""

import slipstick as ss

world = ss.World(gravity=(0, 0, -9.81))
ground = world.add_ground(material={"mu": 0.4, "restitution": 0.5})
crate = world.add_body(ss.box((0.1, 0.1, 0.1)), position=(0, 0, 0.6), velocity=(1, 0, 0),
                       material={"mu": 0.4, "restitution": 0.5})

for step in range(2000):
    world.step(1e-3)
    for pair in world.events.begins:
        print("t = %.3f s: %r touches %r at height %.3f m" % (0.001 * (step + 1), pair.b, pair.a, crate.position[2]))
print("at rest at x = %.3f m on %d points, which carry %.1f N" % (
    crate.position[0], len(world.contacts()), sum(contact.view.force[0] for contact in world.contacts())))

hit = world.cast_ray((crate.position[0], 0, 5), (0, 0, -10))
print("from above the ray meets %r at height %.3f m" % (hit.body, hit.point[2]))
crate.remove()
try:
    crate.position
except ss.Error as error:
    print("refused:", error)
