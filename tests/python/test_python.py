# SPDX-License-Identifier: MIT
"""The Python module: the same numbers as the program, arrays in place, refusals in the engine's words.

Usage: test_python.py PROGRAM; SLIPSTICK_LIBRARY names the shared library. The last line is "N passed, N failed, N skipped".
"""

import ast
import copy
import gc
import html.parser
import importlib
import inspect
import json
import math
import os
import pickle
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
MODULE = os.path.join(HERE, os.pardir, os.pardir, "engine", "python")
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else None
sys.path.insert(0, MODULE)

import slipstick as ss  # noqa: E402


def run(*arguments, **keywords):
    return subprocess.run(arguments, check=True, capture_output=True, text=True, **keywords).stdout


class Sims(unittest.TestCase):
    def test_hashes_are_those_of_the_program(self):
        for scenario in ss.scenarios():
            sim = ss.Sim(scenario, preset="tiny")
            sim.run()
            self.assertEqual(sim.hash, run(PROGRAM, "run", scenario, "--preset", "tiny", "--hash").strip(), scenario)

    def test_rolling_sphere_decelerates_by_its_rolling_resistance(self):
        # Rolling without slip: u' = -mu_r g / (R (1 + 2/5)) for a solid sphere (Acary & Bourrier Sec. 6.1).
        sim = ss.Sim("rolling-sphere", preset="fig3a")
        table = sim.run(until=1.0, every=1000)
        slope = (table["u"][-1] - table["u"][1]) / (table["t"][-1] - table["t"][1])
        self.assertAlmostEqual(slope, -sim["mu_r"] * 9.81 / (sim["radius"] * 1.4), delta=1e-3 * abs(slope))

    def test_columns_are_signals_of_the_scenario(self):
        sim = ss.Sim("rolling-sphere", preset="tiny")
        table = sim.run()
        self.assertEqual(table.keys(), ["t"] + list(sim.scenario.signals))
        self.assertEqual({name: float(table[name][-1]) for name in sim.signals() if not math.isnan(table[name][-1])},
                         {name: value for name, value in sim.signals().items() if not math.isnan(value)})
        with self.assertRaisesRegex(KeyError, "no signal 'speed'"):
            table["speed"]

    def test_restored_state_goes_on_to_the_bit(self):
        sim = ss.Sim("playground", preset="tiny")
        sim.step(10)
        blob = sim.save()
        sim.step(40)
        end = sim.hash
        sim.restore(blob)
        sim.step(40)
        self.assertEqual(sim.hash, end)
        with self.assertRaises(ss.Error):
            sim.restore(blob[:-1])

    def test_live_parameter_changes_the_run(self):
        sim = ss.Sim("rolling-sphere", preset="tiny")
        sim["mu"] = 0.07
        self.assertEqual(sim["mu"], 0.07)
        with self.assertRaisesRegex(ss.Error, "mu = -1"):
            sim["mu"] = -1

    def test_threads_give_the_same_bits(self):
        definitions = [{"scenario": "rolling-sphere", "preset": "tiny", "mu": 0.05 + 0.01 * i} for i in range(40)]
        one = [each.hash for each in ss.run_many(definitions, threads=1)]
        self.assertEqual(one, [each.hash for each in ss.run_many(definitions, threads=4)])
        self.assertEqual(len(set(one)), 40)
        sim = ss.Sim("sphere-pile", preset="tiny")
        sim.run()
        try:
            ss.use_threads(3)
            threaded = ss.Sim("sphere-pile", preset="tiny")
            threaded.run()
        finally:
            ss.use_threads(1)
        self.assertEqual(sim.hash, threaded.hash)


def copies(thing):
    return copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))


class Copies(unittest.TestCase):
    def pile(self):
        world = ss.World(sleeping=True)
        world.add_ground(law=ss.Law("coulomb", mu=0.4))
        corners = [(x, y, z) for x in (0, 0.1) for y in (0, 0.2) for z in (0, 0.1)]
        for i in range(4):
            body = world.add_body(ss.hull(corners), position=(0.01 * i, 0, 0.1 + 0.12 * i), material={"mu": 0.5})
            body.data = [i]
        world.bodies[2].remove()
        world.step(1e-3, 50)
        return world

    def test_worlds_go_on_with_the_same_bits_and_apart(self):
        world = self.pile()
        others = copies(world)
        gc.collect()
        positions = []
        for each in (world,) + others:
            self.assertEqual([body.slot for body in each.bodies], [0, 1, 3, 4])
            self.assertEqual([body.data for body in each.bodies], [None, [0], [2], [3]])
            each.step(1e-3, 200)
            positions.append([body.position + body.orientation for body in each.bodies])
        self.assertEqual(positions, [positions[0]] * 4)
        others[0].bodies[1].velocity = (0, 0, 5)
        others[0].step(1e-3, 10)
        self.assertNotEqual(others[0].bodies[1].position, world.bodies[1].position)
        self.assertEqual(others[1].bodies[1].position, world.bodies[1].position)
        self.assertIs(others[0].bodies[1].data, world.bodies[1].data)
        self.assertIsNot(others[1].bodies[1].data, world.bodies[1].data)
        del world, others, each  # nothing is freed twice
        gc.collect()

    def test_handles_follow_their_world(self):
        world = self.pile()
        world.owner = world.bodies[1]  # the program's own, in a circle
        world.bodies[1].data = world
        for other, body in (copy.deepcopy((world, world.bodies[1])), pickle.loads(pickle.dumps((world, world.bodies[1])))):
            self.assertIs(body.world, other)
            self.assertIs(other.bodies[1].data, other)
            self.assertEqual(other.owner, body)
            self.assertNotEqual(body, world.bodies[1])
        self.assertEqual(copy.copy(world.bodies[1]), world.bodies[1])

    def test_a_law_that_was_added_is_not_added_again(self):
        world, law = ss.World(), ss.Law("coulomb", mu=0.4)
        world.add_ground(law=law)
        other = copy.copy(world)
        other.add_body(ss.sphere(0.1), law=law)
        self.assertEqual(ss.lib.ssWorld_LawCount(other._handle), 1)

    def test_runs_go_on_with_the_same_bits(self):
        for sim in (ss.Sim("playground", preset="tiny"), ss.Sim("belt", preset="tiny", law="dahl")):
            sim.step(10)
            sim["mu" if "mu" in sim.scenario.params else "mass"] = 0.25
            others = copies(sim)
            sim.step(20)
            for other in others:
                other.step(20)
                self.assertEqual(other.hash, sim.hash)

    def test_hulls_are_not_freed_twice(self):
        shape = ss.hull([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (0.1, 0.1, 0.1)])
        others = copies(shape)
        mass = ss.World().add_body(shape).mass
        del shape
        gc.collect()
        for other in others:
            self.assertEqual(ss.World().add_body(other).mass, mass)
        self.assertEqual([each.value.radius for each in copies(ss.capsule(0.2, 1.0))], [0.2] * 3)
        with self.assertRaisesRegex(TypeError, "cannot be copied"):
            copy.copy(ss.Shape(ss.lib.ssSphereShape(1.0)))

    def test_laws_and_problems(self):
        laws = (ss.Law("coulomb", mu=0.3), ss.Law.shipped("dahl"))
        for law in laws:
            for other in copies(law):
                self.assertEqual(other.force(2.0, (0.3, 0.4)), law.force(2.0, (0.3, 0.4)))
        problem = ss.Problem.packing(contacts=20)
        answer = problem.solve()
        for other in copies(problem):
            self.assertEqual(other.format(), problem.format())
            self.assertEqual(list(other.solve().p), list(answer.p))
        for other in copies(answer):
            self.assertEqual((list(other.p), other.converged), (list(answer.p), True))

    def test_what_cannot_be_copied_says_so(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("t,contact,a,b,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\n0,0,0,1,0,0,1,0.1,0,1,0,0,0,0.3\n")
            log = ss.Log(path)
            for thing in (log, log[0]):
                for act in (copy.copy, copy.deepcopy, pickle.dumps):
                    with self.assertRaisesRegex(TypeError, "cannot be copied or pickled: "):
                        act(thing)
            self.assertEqual(len(log[0]), 1)


class Members(unittest.TestCase):
    def test_vectors_have_all_their_numbers(self):
        world = ss.World()
        ball = world.add_body(ss.sphere(0.1))
        law = ss.Law("coulomb", mu=0.3)
        for call, field in ((lambda: ss.World(gravity=(0, -9.81)), "gravity"),
                            (lambda: ss.World(gravity=(0, 0, 0, -9.81)), "gravity"),
                            (lambda: ss.World(gravity=9.81), "gravity"),
                            (lambda: world.add_body(ss.sphere(0.1), velocity=(1, 2)), "velocity"),
                            (lambda: world.add_body(ss.sphere(0.1), position=(1, 2)), ""),
                            (lambda: setattr(ball, "position", (1, 2)), ""),
                            (lambda: ball.set_force((1, 2)), ""),
                            (lambda: world.overlap(ss.sphere(0.1), orientation=(1, 0, 0)), "orientation"),
                            (lambda: law.force(1.0, (1,)), "velocity"),
                            (lambda: law.gauge(1.0, (1, 2, 3)), "force")):
            with self.assertRaisesRegex(ss.Error, "expected [234] numbers|not of the type") as refusal:
                call()
            self.assertEqual(refusal.exception.field, field)
        self.assertEqual(len(world.bodies), 1)
        world = ss.World(gravity=[0, 0, -1])
        self.assertEqual(ss.lib.ssWorld_Def(world._handle).contents.gravity.z, -1.0)

    def test_bodies_of_other_worlds_are_refused(self):
        one, two = ss.World(), ss.World()
        mine, other = one.add_body(ss.sphere(0.1)), two.add_body(ss.sphere(0.1))
        for call, field in ((lambda: one.add_joint("spherical", mine, other), "b"),
                            (lambda: one.add_joint("spherical", other), "a"),
                            (lambda: one.cast_ray((5, 0, 0), (-10, 0, 0), ignore=other), "ignore"),
                            (lambda: one.add_joint("spherical", copy.copy(one).bodies[0], mine), "a")):
            with self.assertRaisesRegex(ss.Error, "of another world") as refusal:
                call()
            self.assertEqual(refusal.exception.field, field)
        self.assertEqual(ss.lib.ssWorld_JointCount(one._handle), 0)
        self.assertIsNone(one.cast_ray((5, 0, 0), (-10, 0, 0), ignore=mine))


class Refusals(unittest.TestCase):
    def test_words_are_those_of_the_engine(self):
        for call, words in ((lambda: ss.Sim("rolling-sphere", mu=-1), "mu = -1 is out of range; allowed: mu >= 0"),
                            (lambda: ss.Sim("rolling-sphere", muu=1), "did you mean 'mu'"),
                            (lambda: ss.Sim("no-such"), "no scenario 'no-such'"),
                            (lambda: ss.Sim("rolling-sphere", preset="fig99"), "fig99"),
                            (lambda: ss.Sim("rolling-sphere", mu=float("nan")), "nan"),
                            (lambda: ss.Law('law "x"\nC = disk(0.3)'), "law:2:5: disk is no function or set"),
                            (lambda: ss.Law("coulomb", mu=-0.1), "mu"),
                            (lambda: ss.Law("coulomb", nu=0.1), "no such member"),
                            (lambda: ss.Problem.parse("{"), "line 1"),
                            (lambda: ss.Problem.packing(contacts=3).solve("best"), "no solver 'best'"),
                            (lambda: ss.Problem.packing(contacts=3).solve("nsgs", speed=3), "speed"),
                            (lambda: ss.Problem.packing(contacts=3).answer([1, 2]), "expected")):
            with self.assertRaises(ss.Error) as refusal:
                call()
            self.assertIn(words, str(refusal.exception))

    def test_other_library_is_refused(self):
        text = ("import ctypes, slipstick_headers\n"
                "write = slipstick_headers.write_types\n"
                "slipstick_headers.write_types = lambda headers: write(headers).replace(\n"
                "    '(\"mu\", c_double)', '(\"mu\", c_float)')\n"
                "try:\n    import slipstick\nexcept ImportError as error:\n    print(error)\n")
        self.assertIn("built from other headers than this module",
                      run(sys.executable, "-c", text, env=dict(os.environ, PYTHONPATH=MODULE)))

    def test_missing_library_is_named(self):
        text = "try:\n    import slipstick\nexcept ImportError as error:\n    print(error)\n"
        environment = dict(os.environ, PYTHONPATH=MODULE, SLIPSTICK_LIBRARY="/nowhere/libslipstick.so")
        self.assertIn("/nowhere/libslipstick.so", run(sys.executable, "-c", text, env=environment))


class Laws(unittest.TestCase):
    def test_coulomb_is_the_product_of_mu_and_load(self):
        law = ss.Law("coulomb", mu=0.3)
        self.assertEqual(law.force(10.0, (2.0, 0.0)), (3.0, 0.0))
        self.assertTrue(all(math.isnan(x) for x in law.force(10.0, (0.0, 0.0))))
        self.assertAlmostEqual(law.gauge(10.0, (0.0, 1.5)), 0.5)

    def test_many_forces_are_the_single_ones(self):
        law = ss.Law("stribeck")
        velocities = [(0.01 * i, 0.02) for i in range(20)]
        loads = [1.0 + i for i in range(20)]
        forces = law.forces(loads, velocities)
        for row, load, velocity in zip(forces, loads, velocities):
            self.assertEqual(tuple(row), law.force(load, velocity))

    def test_every_shipped_law_compiles(self):
        self.assertGreater(len(ss.laws()), 5)
        for name in ss.laws():
            ss.Law.shipped(name)


class Worlds(unittest.TestCase):
    def falling(self, **members):
        world = ss.World(gravity=(0, 0, -9.81), **members)
        world.add_ground()
        return world, world.add_body(ss.sphere(0.1), position=(0, 0, 5.0))

    def test_free_fall(self):
        world, ball = self.falling()
        world.step(1e-3, 500)
        self.assertAlmostEqual(ball.velocity[2], -9.81 * 0.5, places=9)
        self.assertAlmostEqual(ball.position[2], 5.0 - 0.5 * 9.81 * 0.25, delta=9.81 * 0.5 * 1e-3)

    def test_ball_on_the_ground_carries_its_weight(self):
        world, ball = self.falling()
        ball.position = (0, 0, 0.1)
        world.step(1e-3, 10)
        contact, = world.contacts()
        self.assertAlmostEqual(contact.view.force[0], ball.mass * 9.81, delta=1e-6 * ball.mass)

    @unittest.skipIf(ss.numpy is None, "NumPy is not installed")
    def test_arrays_follow_the_bodies_and_keep_them_in_place(self):
        world, ball = self.falling(bodyCapacity=3)
        positions, velocities = world.positions, world.velocities
        world.step(1e-3, 5)
        self.assertEqual(tuple(positions[ball.slot]), ball.position)
        self.assertEqual(tuple(velocities[ball.slot]), ball.velocity)
        world.add_body(ss.sphere(0.1), position=(1, 0, 5))
        with self.assertRaisesRegex(BufferError, "bodyCapacity"):
            world.add_body(ss.sphere(0.1), position=(2, 0, 5))
        del positions, velocities
        gc.collect()
        self.assertEqual(world.add_body(ss.sphere(0.1), position=(2, 0, 5)).slot, 3)
        self.assertEqual(world.positions.shape, (4, 3))
        positions = world.positions
        del world, ball
        gc.collect()
        self.assertEqual(positions[3][0], 2.0)

    def test_law_of_the_ground_stops_a_block(self):
        # mu g t = u: from 1 m/s with mu = 0.25 in 0.4077 s
        law = ss.Law('law "own"\nparam mu = 0.5 [-] in 0 .. 1\nC = disc(mu)', mu=0.25)
        world = ss.World(gravity=(0, 0, -9.81))
        world.add_ground(law=law)
        block = world.add_body(ss.box((0.1, 0.1, 0.05)), position=(0, 0, 0.05), velocity=(1, 0, 0))
        world.step(1e-3, 400)
        self.assertAlmostEqual(block.velocity[0], 1.0 - 0.25 * 9.81 * 0.4, places=6)
        world.step(1e-3, 20)
        self.assertAlmostEqual(block.velocity[0], 0.0, places=6)  # the tolerance of the solver

    def test_bounces_begin_and_end(self):
        world = ss.World(gravity=(0, 0, -9.81))
        ground = world.add_ground(material={"restitution": 0.8})
        ball = world.add_body(ss.sphere(0.1), position=(0, 0, 1.1), material={"restitution": 0.8})
        begins = []
        for step in range(1500):
            world.step(1e-3)
            begins += [(step * 1e-3, pair) for pair in world.events.begins]
        self.assertEqual(begins[0][1], (ground, ball))
        fall = math.sqrt(2.0 / 9.81)  # from 1 m; the bounce takes 2 e times as long
        self.assertAlmostEqual(begins[0][0], fall, delta=3e-3)
        self.assertAlmostEqual(begins[1][0], fall * (1.0 + 2.0 * 0.8), delta=6e-3)

    def test_queries_find_the_ball(self):
        world, ball = self.falling()
        hit = world.cast_ray((0, 0, 9), (0, 0, -8))
        self.assertEqual(hit.body, ball)
        self.assertAlmostEqual(hit.point[2], 5.1, places=12)
        self.assertAlmostEqual(hit.fraction, 3.9 / 8.0, places=12)
        self.assertIsNone(world.cast_ray((1, 0, 9), (0, 0, -8), ignore=ball))
        self.assertEqual(world.overlap(ss.box((0.1, 0.1, 0.1)), (0.15, 0, 5.0)), [ball])
        nearest = world.closest((0, 0, 4.0))
        self.assertEqual(nearest.body, ball)
        self.assertAlmostEqual(nearest.distance, 0.9, places=12)
        self.assertIsNone(world.closest((0, 0, 4.0), radius=0.5))

    def test_saved_world_goes_on_to_the_bit(self):
        law = ss.Law('law "own"\nparam mu = 0.5 [-] in 0 .. 1\nC = ellipse(mu, 0.5*mu)', mu=0.25)
        world = ss.World(gravity=(0, 0, -9.81))
        world.add_ground(law=law)
        block = world.add_body(ss.box((0.1, 0.1, 0.05)), position=(0, 0, 0.05), velocity=(1, 0.5, 0), omega=(0, 0, 2))
        world.step(1e-3, 50)
        again = ss.World.restored(world.save())
        for each in (world, again):
            each.step(1e-3, 100)
        self.assertEqual([body.position for body in again.bodies], [body.position for body in world.bodies])
        self.assertEqual(again.bodies[1].velocity, block.velocity)
        with self.assertRaises(ss.Error):
            ss.World.restored(world.save()[:-5])

    def test_removed_body_is_refused(self):
        world, ball = self.falling()
        ball.data = "mine"
        ball.remove()
        other = world.add_body(ss.sphere(0.2), position=(0, 0, 2))
        self.assertEqual((ball.slot, other.data, ball.exists, other == ball), (other.slot, None, False, False))
        for call in (lambda: ball.position, lambda: ball.remove(), lambda: ball.set_force((1, 0, 0))):
            with self.assertRaisesRegex(ss.Error, "removed"):
                call()

    def test_turned_box_stands_on_another_side(self):
        world = ss.World()
        brick = world.add_body(ss.box((0.1, 0.2, 0.3)))
        self.assertAlmostEqual(world.cast_ray((0, 0, 9), (0, 0, -9)).point[2], 0.3, places=12)
        brick.orientation = (2, 0, 2, 0)  # a quarter turn about y
        self.assertAlmostEqual(world.cast_ray((0, 0, 9), (0, 0, -9)).point[2], 0.1, places=12)
        with self.assertRaisesRegex(ss.Error, "no rotation"):
            brick.orientation = (0, 0, 0, 0)

    def test_material_that_is_set_rules_the_contact(self):
        world = ss.World(gravity=(0, 0, -9.81))
        world.add_ground(material={"mu": 0.25})
        block = world.add_body(ss.box((0.1, 0.1, 0.05)), position=(0, 0, 0.05), velocity=(1, 0, 0), material={"restitution": 0.5})
        block.material = {"mu": 0.0}
        self.assertEqual((block.material["mu"], block.material["restitution"]), (0.0, 0.5))
        world.step(1e-3, 100)
        self.assertAlmostEqual(block.velocity[0], 1.0, places=9)
        block.material = {"mu": 0.25}
        world.step(1e-3, 100)
        self.assertAlmostEqual(block.velocity[0], 1.0 - 0.25 * 9.81 * 0.1, places=6)
        with self.assertRaises(ss.Error):
            block.material = {"mu": -1.0}

    def test_hull_has_the_mass_of_its_volume(self):
        corners = [(x, y, z) for x in (0, 1) for y in (0, 2) for z in (0, 3)]
        body = ss.World().add_body(ss.hull(corners), density=10.0)
        self.assertAlmostEqual(body.mass, 60.0, places=9)

    def test_pendulum_keeps_its_energy(self):
        world = ss.World(gravity=(0, 0, -9.81), theta=0.5)
        bob = world.add_body(ss.sphere(0.05), position=(1, 0, 0))
        world.add_joint("spherical", None, bob, anchor=(0, 0, 0))
        before = world.energy
        world.step(2e-4, 5000)
        self.assertAlmostEqual(world.energy, before, delta=5e-3 * bob.mass * 9.81)
        self.assertAlmostEqual(math.dist(bob.position, (0, 0, 0)), 1.0, places=3)

    def test_refusals(self):
        world = ss.World()
        for call, words in ((lambda: ss.World(tolerance=-1.0), "tolerance"),
                            (lambda: ss.World(speed=1), "no such member"),
                            (lambda: ss.World(solver="best"), "best"),
                            (lambda: world.add_body(ss.sphere(-1.0)), "radius"),
                            (lambda: world.add_body(ss.sphere(1.0), kind="soft"), "dynamic, static, kinematic"),
                            (lambda: world.add_joint("glue"), "revolute"),
                            (lambda: world.step(-1.0), "h")):
            with self.assertRaises(ss.Error) as refusal:
                call()
            self.assertIn(words, str(refusal.exception))


class Problems(unittest.TestCase):
    def test_block_is_stopped_by_its_momentum(self):
        problem = ss.Problem.from_bodies([{"mass": 2.0}], [{"a": -1, "b": 0, "normal": (0, 0, 1)}], [0.1, 0, -1, 0, 0, 0])
        answer = problem.solve()
        for number, exact in zip(answer.reactions[0], (2.0, -0.2, 0.0)):
            self.assertAlmostEqual(number, exact, places=10)
        self.assertLess(answer.judge().residual, 1e-8)
        self.assertGreater(problem.answer([0.0, 0.0, 0.0]).judge().residual, 0.1)

    def test_options_reach_the_solver(self):
        problem = ss.Problem.packing(contacts=50, seed=2)
        for options in ({"omega": 0.5}, {"local_iterations": 10}, {"omega": 1.2, "accelerate": 0, "lanes": 0}):
            self.assertLess(problem.solve("nsgs", **options).judge().residual, 1e-8)
        with self.assertRaises(ss.Error) as refusal:
            problem.solve("nsgs", omega=7)
        self.assertIn("omega", str(refusal.exception))

    def test_problem_survives_its_text(self):
        problem = ss.Problem.packing(contacts=40, dimension=5, seed=4)
        again = ss.Problem.parse(problem.format())
        self.assertEqual([list(row) for row in problem.q], [list(row) for row in again.q])
        self.assertEqual([list(row) for row in problem.solve().reactions], [list(row) for row in again.solve().reactions])

    def test_shifted_polygon_survives_its_text(self):
        # Sliding along x against a rectangle of 3 N at 10 N of load that is shifted by 1 N: friction is 0.4 of the load.
        lib = ss.lib
        corners = (lib.ssVec2 * 4)((3, -2), (3, 2), (-3, 2), (-3, -2))
        law = lib.ssDefaultLawDef(lib.ss_lawKindCollinear)
        law.c = lib.ssDefaultSetDef(lib.ss_setPolygon)
        law.c.points, law.c.pointCount, law.c.offsetX, law.cForce = corners, 4, 1.0, 10.0
        problem = ss.Problem.from_bodies([{"mass": 2.0}], [{"a": -1, "b": 0, "normal": (0, 0, 1)}], [5, 0, -1, 0, 0, 0])
        self.assertEqual(lib.ssProblem_SetLaw(ss.ctypes.byref(problem.value), ss.ctypes.byref(law)).code, lib.ss_ok)
        for each in (problem, ss.Problem.parse(problem.format())):
            self.assertAlmostEqual(each.solve().reactions[0][1], -0.4 * 2.0, places=7)

    @unittest.skipIf(ss.numpy is None, "NumPy is not installed")
    def test_views_do_not_copy_and_keep_their_owner(self):
        problem = ss.Problem.packing(contacts=40, dimension=3, seed=4)
        q = problem.q
        self.assertEqual(q.ctypes.data, ss.ctypes.addressof(problem.value.q.contents))
        self.assertFalse(q.flags.writeable)
        first = q[0].copy()
        del problem
        gc.collect()
        self.assertEqual(list(q[0]), list(first))


class Fits(unittest.TestCase):
    def test_planted_coefficient_is_found(self):
        truth = ss.Sim("rolling-sphere", preset="fig3a", mu_r=0.012, h=1e-3)
        table = truth.run(every=100)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "measured.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("t [s],u [m/s]\n")
                file.writelines("%r,%r\n" % (float(t), float(u) + 0.001 * math.sin(37.0 * i))
                                for i, (t, u) in enumerate(zip(table["t"], table["u"])))
            guess = ss.Sim("rolling-sphere", preset="fig3a", h=1e-3)
            fit = ss.fit(guess, path, ["mu_r"], noises=["u=0.001"])
            with self.assertRaisesRegex(ss.Error, "no-such.csv"):
                ss.fit(guess, os.path.join(folder, "no-such.csv"), ["mu_r"])
        low, high = fit.intervals["mu_r"]
        self.assertTrue(low < 0.012 < high and high - low < 2e-4, (low, high))


class Logs(unittest.TestCase):
    def test_log_of_a_disc_is_a_disc(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "log.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n")
                for k in range(200):
                    x, y = math.cos(0.1 * k), math.sin(0.1 * k)
                    file.write("%g,0,0,1,%r,%r,10,%r,%r,0\n" % (0.01 * k, -4.0 * x, -4.0 * y, x, y))
            log = ss.Log(path)
        self.assertEqual((len(log), log.form), (200, "csv"))
        self.assertEqual([float(log[-1][name][0]) for name in ("t", "fz")], [1.99, 10.0])
        audit = log.audit()
        self.assertEqual(audit.fingerprint.set, ss.lib.ss_logSetCircle)
        self.assertAlmostEqual(audit.fingerprint.mu, 0.4, places=9)
        self.assertTrue(all(not check.known or check.violations == 0 for check in audit.checks))
        with self.assertRaises(KeyError):
            log[0]["speed"]


class Sensitivities(unittest.TestCase):
    def test_rolling_slows_in_proportion_to_its_resistance(self):
        # while it rolls: u = u0 - mu_r g t / (R (1 + 2/5)), so d u / d mu_r = -g t / (1.4 R), and mu does not matter
        sim = ss.Sim("rolling-sphere", preset="tiny")
        found = ss.sensitivity(sim, ["mu_r", "mu"], every=10)
        t, slope = found["mu_r"]["t"], found["mu_r"]["u"]
        rolling = [i for i in range(1, len(t)) if found.events[i] == "smooth"]
        first, last = rolling[0], rolling[-1]
        self.assertAlmostEqual((slope[last] - slope[first]) / (t[last] - t[first]), -9.81 / (1.4 * sim["radius"]), delta=0.05)
        self.assertEqual(float(found["mu"]["u"][last]), 0.0)
        self.assertLess(found.errors["mu_r"], 1e-6)
        with self.assertRaisesRegex(ss.Error, "no such parameter"):
            ss.sensitivity(sim, "muu")
        with self.assertRaises(ss.Error):
            ss.sensitivity(ss.Sim("sphere-pile", preset="tiny"), "mu")


def public(owner):
    return {name: each for name, each in vars(owner).items() if not name.startswith("_")}


def function_of(member):
    return getattr(member, "__func__", member) if isinstance(member, (classmethod, staticmethod)) else member


class Documents(unittest.TestCase):
    """What an editor shows: a sentence on every member, and types of exactly those that there are."""

    def things(self):
        return {name: getattr(ss, name) for name in ss.__all__ if name != "lib"}

    def test_every_public_member_says_what_it_is(self):
        for name, thing in self.things().items():
            self.assertTrue(inspect.getdoc(thing), name)
            if inspect.isclass(thing):
                for member, value in public(thing).items():
                    self.assertTrue(inspect.getdoc(value), "%s.%s" % (name, member))

    def test_stubs_have_exactly_the_public_names(self):
        with open(os.path.join(MODULE, "slipstick", "__init__.pyi"), encoding="utf-8") as file:
            rows = ast.parse(file.read()).body
        stubs = {row.name: row for row in rows if isinstance(row, (ast.ClassDef, ast.FunctionDef))}
        self.assertEqual(set(stubs) | {"lib"}, set(ss.__all__))
        for name, thing in self.things().items():
            if not inspect.isclass(thing):
                self.same_arguments(thing, stubs[name], name)
                continue
            inside = stubs[name].body
            methods = {row.name: row for row in inside if isinstance(row, ast.FunctionDef)}
            values = {row.target.id for row in inside if isinstance(row, ast.AnnAssign)}
            real = public(thing)
            own = {word for base in thing.__mro__[:-1] for word in self.assigned(base)}
            self.assertLessEqual(set(real) - {"count", "index"}, set(methods) | values, name)
            self.assertLessEqual({each for each in methods if not each.startswith("_")}, set(real), name)
            self.assertLessEqual(values, set(real) | own | {"hash", "measures"}, name)  # those two are set by run_many
            for each, row in methods.items():
                member = vars(thing).get(each)
                self.assertIsNotNone(member, "%s.%s" % (name, each))
                if not isinstance(member, property):
                    self.same_arguments(function_of(member), row, "%s.%s" % (name, each))

    def assigned(self, kind):
        try:
            tree = ast.parse(inspect.getsource(kind))
        except (OSError, TypeError, SyntaxError):
            return set()
        return {each.attr for each in ast.walk(tree) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)}

    def same_arguments(self, function, row, name):
        given = row.args.posonlyargs + row.args.args + ([row.args.vararg] if row.args.vararg else []) + row.args.kwonlyargs
        given = [each.arg for each in given] + ([row.args.kwarg.arg] if row.args.kwarg else [])
        parameters = inspect.signature(function).parameters.values()
        self.assertEqual(given, [each.name for each in parameters], name)
        optional = sum(each.default is not each.empty for each in parameters)
        self.assertEqual(len(row.args.defaults) + len(row.args.kw_defaults), optional, name)


class Cells(html.parser.HTMLParser):
    """The frames of the HTML of a notebook cell."""

    def __init__(self, text):
        super().__init__()
        self.frames = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        if tag == "iframe":
            self.frames.append(dict(attributes))


class Notebooks(unittest.TestCase):
    def circles(self, thing):
        svg = xml.etree.ElementTree.fromstring(thing._repr_svg_())
        self.assertEqual(svg.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertNotRegex(thing._repr_svg_(), r"\bnan\b")
        return [float(each.get("cy")) for each in svg.iter("{http://www.w3.org/2000/svg}circle")]

    def test_things_show_what_they_are(self):
        world = ss.World()
        ground, ball = world.add_ground(), world.add_body(ss.sphere(0.1), position=(0, 0, 1))
        problem = ss.Problem.packing(contacts=4)
        sim = ss.Sim("belt", preset="tiny")
        for thing, words in ((world, "2 bodies"), (ball, "Body 1"), (ss.sphere(0.1), "sphere(0.1)"),
                             (world.add_joint("spherical", None, ball), "Joint"), (ss.Law("coulomb", mu=0.3), "coulomb, mu=0.3"),
                             (ss.Law.shipped("dahl"), "Dahl"), (sim, "belt, tiny at t = 0 s"), (copy.copy(sim).run(), "rows of t, x"),
                             (sim.scenario, "belt"), (problem, "4 contacts"), (problem.solve(), "4 contacts")):
            self.assertIn(words, repr(thing))
            self.assertNotIn(" object at ", repr(thing))

    def test_every_scenario_has_a_picture(self):
        for name in ss.scenarios():
            sim = ss.Sim(name, preset="tiny")
            sim.step(3)
            self.circles(sim)
            self.circles(ss.Sim(name, preset="tiny").run(every=5))

    def test_every_law_has_a_picture(self):
        for name in ss.laws():
            self.circles(ss.Law(name))

    def test_what_falls_is_drawn_lower(self):
        world = ss.World(gravity=(0, 0, -9.81))
        world.add_ground()
        world.add_body(ss.sphere(0.1), position=(0, 0, 0.1))
        ball = world.add_body(ss.sphere(0.1), position=(0.5, 0, 2))
        rest, _, above, _ = self.circles(world)  # each with its light
        self.assertGreater(rest, above + 100)
        world.step(1e-3, 1000)
        rest, _, below, _ = self.circles(world)
        self.assertAlmostEqual(ball.position[2], 0.1, places=3)
        self.assertLess(abs(rest - below), 50)  # the ground is seen a little from above

    def test_page_plays_the_scene_with_its_parameters(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.environ["SLIPSTICK_PAGE"] = os.path.join(folder, "page.html")
            try:
                with self.assertRaisesRegex(ss.Error, "slipstick web builds it"):
                    ss.show("belt")
                with open(path, "w", encoding="utf-8") as file:
                    file.write("<html><!-- scene --><!-- /scene --><body>\"</body></html>")
                sim = ss.Sim("rolling-sphere", preset="fig3a", mu=0.3)
                sim["mu_r"] = 0.02
                frame, = Cells(ss.show(sim)._repr_html_()).frames
                self.assertTrue(frame["srcdoc"].endswith('<!-- /scene --><body>"</body></html>'))
                scene, = re.findall(r"slipstickBaked = (.*);</script>", frame["srcdoc"])
                scene = json.loads(scene.replace("<\\/", "</"))["scene"]
                self.assertEqual((scene["scenario"], scene["params"]["mu"], scene["params"]["mu_r"]), ("rolling-sphere", 0.3, 0.02))
                self.assertTrue(scene["view"]["bodies"])
                text = 'law "</script> own"\nC = disc(0.3)'
                frame, = Cells(ss.show(ss.Sim("rolling-sphere", law=text))._repr_html_()).frames
                self.assertEqual(frame["srcdoc"].count("</script>"), 1)  # what a law says does not end the script
                self.assertIn("own", frame["srcdoc"])
            finally:
                del os.environ["SLIPSTICK_PAGE"]


class Installation(unittest.TestCase):
    def test_wheel_works_alone(self):
        sys.path.insert(0, MODULE)
        build = importlib.import_module("slipstick_build")
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(os.path.join(folder, build.build_wheel(folder))) as wheel:
                wheel.extractall(folder)
            environment = {key: value for key, value in os.environ.items() if key != "SLIPSTICK_LIBRARY"}
            environment["PYTHONPATH"] = folder
            text = "import slipstick as ss; sim = ss.Sim('rolling-sphere', preset='tiny'); sim.run(); print(sim.hash, ss.__file__)"
            words = run(sys.executable, "-c", text, env=environment, cwd=folder).split()
            sim = ss.Sim("rolling-sphere", preset="tiny")
            sim.run()
            self.assertEqual(words, [sim.hash, os.path.join(folder, "slipstick", "__init__.py")])

    def test_works_without_numpy(self):
        text = ("import sys; sys.modules['numpy'] = None\n"
                "import slipstick as ss\n"
                "sim = ss.Sim('rolling-sphere', preset='tiny'); run = sim.run()\n"
                "answer = ss.Problem.packing(contacts=10, seed=1).solve()\n"
                "world = ss.World(); world.add_body(ss.sphere(0.1)); law = ss.Law('coulomb'); found = ss.sensitivity(sim, 'mu', 20)\n"
                "assert all(each._repr_svg_() for each in (sim, run, world, law, found['mu'])) and found._repr_html_()\n"
                "print(sim.hash, type(run['u']).__name__, type(answer.reactions).__name__)\n")
        sim = ss.Sim("rolling-sphere", preset="tiny")
        sim.run()
        self.assertEqual(run(sys.executable, "-c", text, env=dict(os.environ, PYTHONPATH=MODULE)).split(),
                         [sim.hash, "array", "list"])

    def test_examples_run(self):
        folder = os.path.join(MODULE, "examples")
        fewer = {"batch.py": ["100"]} if float(os.environ.get("SLIPSTICK_TEST_SCALE", 1)) < 10 else {}
        for name in sorted(os.listdir(folder)):
            if name.endswith(".py"):
                with self.subTest(name):
                    self.assertNotIn("NOT", run(sys.executable, os.path.join(folder, name), *fewer.get(name, []),
                                                env=dict(os.environ, PYTHONPATH=MODULE)))


if __name__ == "__main__":
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(unittest.defaultTestLoader.loadTestsFromModule(
        sys.modules[__name__]))
    bad = len({str(each[0]) for each in result.failures + result.errors})
    print("%d passed, %d failed, %d skipped" % (result.testsRun - bad - len(result.skipped), bad, len(result.skipped)))
    sys.exit(1 if bad else 0)
