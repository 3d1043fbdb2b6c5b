# SPDX-License-Identifier: MIT
"""Worlds of rigid bodies."""

import ctypes
import math
import weakref
from collections import namedtuple
from ctypes import POINTER, byref

from ._library import (Error, check, lib, numpy, set_members, to_bytes, to_struct, to_text, to_tuple, to_vector,
                       view_of)
from ._picture import scene

KINDS = {"dynamic": lib.ss_bodyDynamic, "static": lib.ss_bodyStatic, "kinematic": lib.ss_bodyKinematic}
JOINTS = {"fixed": lib.ss_jointFixed, "prismatic": lib.ss_jointPrismatic, "revolute": lib.ss_jointRevolute,
          "spherical": lib.ss_jointSpherical, "motion": lib.ss_jointMotion, "seal": lib.ss_jointSeal}


Hit = namedtuple("Hit", "body point normal fraction inside")
Hit.__doc__ = "What a ray meets first: the body, where, the normal there, how far along the ray (0 to 1), whether it began inside."
Nearest = namedtuple("Nearest", "body point normal distance")
Nearest.__doc__ = "The nearest surface: its body, its point and normal, and its distance [m]."
Pair = namedtuple("Pair", "a b")
Pair.__doc__ = "Two bodies that touch."
Events = namedtuple("Events", "begins ends")
Events.__doc__ = "The pairs whose contact began, and those whose contact ended."


def choice(table, name, field):
    if name not in table:
        raise Error("%r is none of %s" % (name, ", ".join(table)), field, lib.ss_errorUnknown)
    return table[name]


class Shape:
    """The shape of a body; `offset` is where the coordinates of a hull's points lie in those of the body.

    `recipe` is the function that makes it and its arguments: copying and unpickling call it again.
    """

    def __init__(self, value, owner=None, offset=None, recipe=None):
        self.value, self._owner, self.offset, self._recipe = value, owner, offset, recipe

    def __repr__(self):
        if self._recipe is None:
            return "<Shape>"
        make, sizes = self._recipe
        return "<Shape %s>" % ("hull of %d points" % len(sizes[0]) if make is hull else
                               "%s(%s)" % (make.__name__, ", ".join(map(str, sizes))))

    def __reduce__(self):
        if self._recipe is None:
            raise TypeError("this Shape cannot be copied or pickled: only those that box, hull and the like have made can")
        return self._recipe

    def __del__(self):
        if getattr(self, "_owner", None):
            lib.ssHull_Release(self._owner)


def sphere(radius):
    """A ball of this radius [m]."""
    return Shape(lib.ssSphereShape(radius), recipe=(sphere, (radius,)))


def box(half):
    """A box of these three half sides [m]."""
    return Shape(lib.ssBoxShape(to_vector(half)), recipe=(box, (tuple(half),)))


def cylinder(radius, half_length):
    """A cylinder about the z axis of its body: radius and half its length [m]. A short one is a disk."""
    return Shape(lib.ssCylinderShape(radius, half_length), recipe=(cylinder, (radius, half_length)))


def capsule(radius, half_length):
    """A cylinder with round ends about the z axis of its body: radius, and half the distance of their centres [m]."""
    return Shape(lib.ssCapsuleShape(radius, half_length), recipe=(capsule, (radius, half_length)))


def plane():
    """The half-space below z = 0 of its body."""
    return Shape(lib.ssPlaneShape(), recipe=(plane, ()))


def hull(points):
    """The convex hull of points. Its origin is its centre of mass, its axes are the principal ones."""
    rows = (lib.ssVec3 * len(points))(*(to_vector(point) for point in points))
    handle, frame = POINTER(lib.ssHull)(), lib.ssPose()
    check(lib.ssCreateHull(rows, len(points), byref(handle), byref(frame)))
    return Shape(lib.ssHullShape(handle), handle, frame, (hull, ([to_tuple(row) for row in rows],)))


def _named(kind, id, world, slot1, generation):
    return kind(world, id(slot1, generation))


def _body_again(kind, *names):
    return _named(kind, lib.ssBodyId, *names)


def _joint_again(kind, *names):
    return _named(kind, lib.ssJointId, *names)


def _world_again(kind, blob):
    return kind.restored(blob)


class Body:
    """A body of a world, by its handle. `data` is the program's own."""

    def __init__(self, world, id):
        self.world, self.id = world, id

    def __reduce__(self):
        return _body_again, (type(self), self.world, self.id.slot1, self.id.generation)

    def __eq__(self, other):
        return isinstance(other, Body) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def _key(self):
        return id(self.world), self.id.slot1, self.id.generation

    def __repr__(self):
        return "<Body %d%s>" % (self.slot, "" if self.exists else ", removed")

    @property
    def slot(self):
        """Its place in the arrays of the world."""
        return self.id.slot1 - 1

    @property
    def exists(self):
        """Whether it is still in its world."""
        return lib.ssWorld_HasBody(self.world._handle, self.id)

    @property
    def state(self):
        """Its ssBodyState."""
        if not self.exists:
            raise Error("the body was removed", "body", lib.ss_errorValue)
        return lib.ssWorld_Body(self.world._handle, self.id)

    @property
    def position(self):
        """Of its centre of mass [m]."""
        return to_tuple(self.state.pose.position)

    @position.setter
    def position(self, value):
        pose = self.state.pose
        pose.position = to_vector(value)
        check(lib.ssWorld_SetPose(self.world._handle, self.id, pose))

    @property
    def orientation(self):
        """A unit quaternion (w, x, y, z); one of another length is scaled when it is set."""
        return to_tuple(self.state.pose.orientation)

    @orientation.setter
    def orientation(self, value):
        pose, turn = self.state.pose, to_struct(lib.ssQuat, value, "orientation")
        length = math.sqrt(sum(number * number for number in to_tuple(turn)))
        if not 0 < length < math.inf:
            raise Error("%r is no rotation" % (value,), "orientation", lib.ss_errorValue)
        pose.orientation = lib.ssQuat(*(number / length for number in to_tuple(turn)))
        check(lib.ssWorld_SetPose(self.world._handle, self.id, pose))

    @property
    def material(self):
        """The members of its ssMaterial as a dict: mu, muRoll, muSpin, restitution, … Setting takes those that change."""
        if not self.exists:
            raise Error("the body was removed", "body", lib.ss_errorValue)
        material = lib.ssWorld_Material(self.world._handle, self.id)
        return {name: getattr(material, name) for name, _ in material._fields_}

    @material.setter
    def material(self, value):
        material = set_members(lib.ssMaterial(**self.material), value)
        check(lib.ssWorld_SetMaterial(self.world._handle, self.id, byref(material)))

    @property
    def velocity(self):
        """Of its centre of mass [m/s]."""
        return to_tuple(self.state.velocity)

    @velocity.setter
    def velocity(self, value):
        check(lib.ssWorld_SetVelocity(self.world._handle, self.id, to_vector(value), self.state.omega))

    @property
    def omega(self):
        """Its angular velocity [rad/s], in world coordinates."""
        return to_tuple(self.state.omega)

    @omega.setter
    def omega(self, value):
        check(lib.ssWorld_SetVelocity(self.world._handle, self.id, self.state.velocity, to_vector(value)))

    @property
    def mass(self):
        """Its mass [kg]."""
        return self.state.mass

    @property
    def asleep(self):
        """Whether it rests and is left alone until something touches it."""
        return self.state.asleep

    @property
    def data(self):
        """Anything that a program keeps with the body; the world does not look at it."""
        return self.world._data.get((self.id.slot1, self.id.generation))

    @data.setter
    def data(self, value):
        self.world._data[self.id.slot1, self.id.generation] = value

    def set_force(self, force, torque=(0, 0, 0)):
        """A force [N] at the centre of mass and a torque [N m] that act until they are changed."""
        check(lib.ssWorld_SetForce(self.world._handle, self.id, to_vector(force), to_vector(torque)))

    def remove(self):
        """Takes it out of its world."""
        check(lib.ssWorld_RemoveBody(self.world._handle, self.id))
        self.world._data.pop((self.id.slot1, self.id.generation), None)


class Joint:
    """A joint of a world, by its handle."""

    def __init__(self, world, id):
        self.world, self.id = world, id

    def __repr__(self):
        return "<Joint %d>" % (self.id.slot1 - 1)

    def __reduce__(self):
        return _joint_again, (type(self), self.world, self.id.slot1, self.id.generation)

    @property
    def force(self):
        """Force [N] and moment [N m] on the second body over the last inner step."""
        force, moment = lib.ssVec3(), lib.ssVec3()
        lib.ssWorld_JointForce(self.world._handle, self.id, byref(force), byref(moment))
        return to_tuple(force), to_tuple(moment)

    def set(self, speed, max_force):
        """Drives it: the speed of its motor [m/s or rad/s], and the largest force or moment [N or N m] it has for that."""
        check(lib.ssWorld_SetJoint(self.world._handle, self.id, speed, max_force))

    def remove(self):
        """Takes it out of its world."""
        check(lib.ssWorld_RemoveJoint(self.world._handle, self.id))


class World:
    """Rigid bodies that touch, slide, roll, spin, stack and stop. Keywords are the members of ssWorldDef.

    A copy, by `copy` or `pickle`, is another world in the same state, made by saving and restoring: it steps on with the same
    bits, and its bodies are others in the same slots. `copy.copy` shares the data of bodies, `copy.deepcopy` copies it.
    """

    def __init__(self, **members):
        self._handle, self._data, self._laws, self._views = None, {}, {}, []
        solver = members.pop("solver", None)
        definition = set_members(lib.ssDefaultWorldDef(), members)
        if solver is not None:
            self._solver = to_bytes(solver)  # the world keeps the pointer
            definition.solver = self._solver
        handle = POINTER(lib.ssWorld)()
        check(lib.ssCreateWorld(byref(definition), byref(handle)))
        self._handle = handle

    def __repr__(self):
        return "<World of %d bodies and %d joints, %d contacts>" % (
            lib.ssWorld_BodyCount(self._handle), lib.ssWorld_JointCount(self._handle), lib.ssWorld_ContactCount(self._handle))

    def picture(self):
        """The world now, with the forces at its contacts."""
        return scene(lambda draw: lib.ssWorld_Draw(self._handle, draw), "%d bodies" % lib.ssWorld_BodyCount(self._handle))

    def _repr_svg_(self):
        return self.picture().svg

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.ssDestroyWorld(self._handle)
            self._handle = None

    def __reduce__(self):
        state = {key: value for key, value in self.__dict__.items() if key not in ("_handle", "_views", "_solver")}
        state["_data"] = dict(self._data)
        state["_laws"] = {law: to_tuple(id) for law, id in self._laws.items()}
        return _world_again, (type(self), self.save()), state

    def __setstate__(self, state):
        self.__dict__.update(state)
        self._laws = {law: lib.ssLawId(*id) for law, id in self._laws.items()}

    def _own(self, body, field):
        """The handle of a body of this world; None is none."""
        if body is not None and body.world is not self:
            raise Error("%r is of another world" % body, field, lib.ss_errorValue)
        return lib.ssBodyId() if body is None else body.id

    def add_body(self, shape, position=(0, 0, 0), law=None, kind="dynamic", **members):
        """Adds a body. Keywords are the members of ssBodyDef; a material is a dict: material={"mu": 0.3, "restitution": 0.5}."""
        definition = lib.ssDefaultBodyDef()
        definition.shape = shape.value
        definition.pose.position = to_vector(position)
        definition.kind = choice(KINDS, kind, "kind")
        if law is not None:
            definition.law = self.add_law(law)
        set_members(definition, members)
        self._refuse_to_move()
        id = lib.ssBodyId()
        check(lib.ssWorld_AddBody(self._handle, byref(definition), byref(id)))
        return Body(self, id)

    def add_ground(self, **members):
        """A static plane at z = 0 with its normal upward."""
        return self.add_body(plane(), kind="static", **members)

    def add_law(self, law):
        """The handle of a law in this world; a Law that is added again keeps its handle."""
        if law not in self._laws:
            id = lib.ssLawId()
            check(lib.ssWorld_AddLaw(self._handle, byref(law.definition), byref(id)))
            self._laws[law] = id
        return self._laws[law]

    def add_joint(self, kind, a=None, b=None, anchor=(0, 0, 0), axis=(0, 0, 1), **members):
        """Joins two bodies; None is the fixed world. The kinds are those of ssJointKind: "revolute", "prismatic", …"""
        definition = set_members(lib.ssDefaultJointDef(), members)
        definition.kind = choice(JOINTS, kind, "kind")
        definition.a, definition.b = self._own(a, "a"), self._own(b, "b")
        definition.anchor, definition.axis = to_vector(anchor), to_vector(axis)
        id = lib.ssJointId()
        check(lib.ssWorld_AddJoint(self._handle, byref(definition), byref(id)))
        return Joint(self, id)

    @property
    def bodies(self):
        """The bodies that there are."""
        ids = (lib.ssWorld_BodyAt(self._handle, slot) for slot in range(lib.ssWorld_BodySlots(self._handle)))
        return [Body(self, id) for id in ids if id.slot1]

    def step(self, h, count=1):
        """Makes `count` steps of h seconds and returns the report of the last one, an ssWorldReport."""
        report = None
        for _ in range(count):
            report = lib.ssWorld_Step(self._handle, h)
            if report.status >= lib.ss_statusNotFinite:
                reason = lib.ssWorld_Refusal(self._handle)
                raise Error(to_text(reason) if reason else "the step failed: a value is no longer finite, or memory is out", "step")
        return report

    def contacts(self):
        """The contacts of the latest inner step, as ssWorldContact."""
        return [lib.ssWorld_Contact(self._handle, i) for i in range(lib.ssWorld_ContactCount(self._handle))]

    @property
    def events(self):
        """The pairs of bodies whose contact began or ended in the latest step. A body that ended it may be gone."""
        events = lib.ssWorld_Events(self._handle)

        def pairs(rows, count):
            return [Pair(*(Body(self, lib.ssBodyId(id.slot1, id.generation)) for id in (rows[i].a, rows[i].b)))
                    for i in range(count)]

        return Events(pairs(events.begins, events.beginCount), pairs(events.ends, events.endCount))

    def _filter(self, ignore):
        return byref(lib.ssQueryFilter(ignore=self._own(ignore, "ignore"))) if ignore is not None else None

    def cast_ray(self, origin, travel, ignore=None):
        """The first body that the points origin + f travel, f = 0 to 1, meet; None: they meet none."""
        hit = lib.ssWorldHit()
        check(lib.ssWorld_CastRay(self._handle, to_vector(origin), to_vector(travel), self._filter(ignore), byref(hit)))
        if hit.body.slot1 == 0:
            return None
        return Hit(Body(self, hit.body), to_tuple(hit.at.point), to_tuple(hit.at.normal), hit.at.fraction, hit.at.inside)

    def overlap(self, shape, position=(0, 0, 0), orientation=(1, 0, 0, 0), ignore=None):
        """The bodies that have a point in common with a shape at a place."""
        pose = lib.ssPose(to_vector(position), to_struct(lib.ssQuat, orientation, "orientation"))
        ids, count = (lib.ssBodyId * max(1, lib.ssWorld_BodyCount(self._handle)))(), ctypes.c_int()
        check(lib.ssWorld_Overlap(self._handle, byref(shape.value), pose, self._filter(ignore), len(ids), ids, byref(count)))
        return [Body(self, lib.ssBodyId(id.slot1, id.generation)) for id in ids[:count.value]]

    def closest(self, point, radius=math.inf, ignore=None):
        """The surface nearest to a point within a radius; None: there is none. Inside a body the distance is negative."""
        nearest = lib.ssWorldNearest()
        check(lib.ssWorld_Closest(self._handle, to_vector(point), radius, self._filter(ignore), byref(nearest)))
        if nearest.body.slot1 == 0:
            return None
        return Nearest(Body(self, nearest.body), to_tuple(nearest.at.point), to_tuple(nearest.at.normal), nearest.at.distance)

    def save(self):
        """The whole world as bytes, laws and hulls included, for `restored`."""
        blob = lib.ssBlob()
        check(lib.ssWorld_Save(self._handle, byref(blob)))
        try:
            return ctypes.string_at(blob.bytes, blob.size)
        finally:
            lib.ssBlob_Destroy(byref(blob))

    @classmethod
    def restored(cls, blob):
        """The world that was saved, which steps on with the same bits."""
        world = cls.__new__(cls)
        world._handle, world._data, world._laws, world._views = None, {}, {}, []
        handle = POINTER(lib.ssWorld)()
        check(lib.ssWorld_Restore(bytes(blob), len(blob), None, byref(handle)))
        world._handle = handle
        return world

    def freeze(self):
        """The contact problem of the latest inner step, as a Problem."""
        from . import Problem
        problem = Problem()
        check(lib.ssWorld_Freeze(self._handle, byref(problem.value)))
        return problem

    @property
    def energy(self):
        """Kinetic and potential energy [J]."""
        return lib.ssWorld_Energy(self._handle)

    @property
    def ledger(self):
        """The energy balance, an ssLedger."""
        return lib.ssWorld_Ledger(self._handle)

    def _refuse_to_move(self):
        """Another body than there is room for moves all others away under the views of them, as for a bytearray."""
        self._views = [view for view in self._views if view() is not None]
        if self._views and lib.ssWorld_BodySlots(self._handle) == lib.ssWorld_Arrays(self._handle).capacity:
            raise BufferError("arrays of this world's bodies are in use, and there is no room for another body: drop them "
                              "before, or reserve room with World(bodyCapacity=…)")

    def _rows(self, member, width):
        arrays = lib.ssWorld_Arrays(self._handle)
        rows = view_of(self, getattr(arrays, member), (arrays.slots, width), (arrays.stride, 8))
        if numpy is not None and arrays.slots > 0:
            self._views.append(weakref.ref(rows.base))
        return rows

    @property
    def positions(self):
        """Positions of all slots, slots × 3: a view that follows the bodies (without NumPy a copy). Free slots hold old numbers."""
        return self._rows("position", 3)

    @property
    def orientations(self):
        """Likewise, slots × 4: quaternions (w, x, y, z)."""
        return self._rows("orientation", 4)

    @property
    def velocities(self):
        """Likewise, slots × 3."""
        return self._rows("velocity", 3)

    @property
    def omegas(self):
        """Likewise, slots × 3."""
        return self._rows("omega", 3)
