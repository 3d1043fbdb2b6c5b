# SPDX-License-Identifier: MIT
"""Slipstick: friction laws, contact problems, worlds of rigid bodies and the scenarios that show them.

    import slipstick as ss
    run = ss.Sim("rolling-sphere", preset="fig3a", mu=0.3).run()
    print(run["t"][-1], run["u"][-1])

Everything is computed by libslipstick, so the numbers are those of the program, to the bit. Arrays are NumPy arrays where
NumPy is installed, and plain lists and `array` objects otherwise. A refusal of the engine is an `Error` with its own words.

`lib` has every public function of the library under its C name, typed from the headers, for what has no class here. In a
notebook worlds, runs and laws show themselves as pictures, and `show` plays a scenario in a cell.
"""

import ctypes
import json
import os
import threading
from array import array
from concurrent.futures import ThreadPoolExecutor
from ctypes import POINTER, byref, c_double, c_int64, cast, create_string_buffer, sizeof

from ._library import (Error, LayoutError, Unique, check, lib, numpy, pointer_to, set_members, to_bytes, to_numbers,
                       to_struct, to_text, version, view_of, zeros)
from ._page import Page
from ._picture import Picture, curves, law_picture, scene, table
from ._world import (Body, Events, Hit, Joint, Nearest, Pair, Shape, World, box, capsule, cylinder, hull, plane,
                     sphere)

__all__ = ["Answer", "Body", "Error", "Events", "Fit", "Frame", "Hit", "Joint", "Law", "LayoutError", "Log", "Nearest", "Page",
           "Pair", "Picture", "Problem", "Run", "Scenario", "Sensitivity", "Shape", "Sim", "World", "box", "capsule",
           "cylinder", "fit", "hull", "laws", "lib", "plane", "run_many", "scenarios", "sensitivity", "show", "solvers",
           "sphere", "use_threads", "version"]

# ------------------------------------------------------------------------------------------------------- scenarios


class Scenario:
    """A scenario of the library by its id, with its tables."""

    def __init__(self, id):
        found = lib.ssFindScenario(to_bytes(id))
        if not found:
            raise Error("there is no scenario %r; slipstick.scenarios() lists them" % id, "scenario", lib.ss_errorUnknown)
        self.pointer, self.row = found, found.contents
        self.id, self.title, self.summary = to_text(self.row.id), to_text(self.row.title), to_text(self.row.summary)

    def __reduce__(self):
        return Scenario, (self.id,)

    def _names(self, rows, count, name="name"):
        return [to_text(getattr(rows[i], name)) for i in range(count)]

    @property
    def params(self):
        """The parameters with their default values."""
        return {to_text(p.key): p.defaultValue for p in self.row.model.params[:self.row.model.paramCount]}

    @property
    def signals(self):
        """The signals with their units."""
        return {to_text(s.name): to_text(s.unit) for s in self.row.model.signals[:self.row.model.signalCount]}

    @property
    def presets(self):
        """The names of its presets."""
        return self._names(self.row.presets, self.row.presetCount)

    @property
    def measures(self):
        """The names of the numbers that describe a whole run."""
        return self._names(self.row.model.measures, self.row.model.measureCount)

    def __repr__(self):
        return "<Scenario %s>" % self.id

    def _repr_html_(self):
        params = self.row.model.params[:self.row.model.paramCount]
        rows = [(to_text(p.key), "%g" % p.defaultValue, to_text(p.unit), to_text(p.doc)) for p in params]
        return table([(self.title, self.summary)]) + table(rows, ("parameter", "default", "unit", ""))


def scenarios():
    """The ids of all scenarios."""
    return [to_text(lib.ssGetScenario(i).contents.id) for i in range(lib.ssScenarioCount())]


class Run:
    """Signals over time: run["u"] is the column of a signal, run["t"] the time; run.units has the units."""

    def __init__(self, rows, count, names, units, title=""):
        self.rows, self.names, self.units, self.title = rows, names, units, title
        self._count = count

    def __repr__(self):
        return "<Run %s: %d rows of %s>" % (self.title, self._count, ", ".join(self.names))

    def picture(self, *names):
        """Curves of these signals over time; without names of the first four that change."""
        if not names:
            moving = [name for name in self.names[1:] if min(self[name], default=0) < max(self[name], default=0)]
            names = (moving or self.names[1:])[:4]
        return curves(self.title, "t [s]", self["t"],
                      [("%s [%s]" % (name, self.units[name]) if self.units[name] else name, self[name]) for name in names])

    def _repr_svg_(self):
        return self.picture().svg

    def __getitem__(self, name):
        try:
            column = self.names.index(name)
        except ValueError:
            raise KeyError("there is no signal %r; there are %s" % (name, ", ".join(self.names))) from None
        if numpy is not None:
            return self.rows[:, column]
        return self.rows[column::len(self.names)]

    def __len__(self):
        return self._count

    def keys(self):
        """The names of the columns."""
        return list(self.names)

    def write(self, path):
        """Writes the table as CSV with exact numbers, as `slipstick run --csv` does."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(",".join(self.names) + "\n")
            width = len(self.names)
            flat = self.rows.reshape(-1) if numpy is not None else self.rows
            for i in range(self._count):
                file.write(",".join(repr(float(x)) for x in flat[i * width:(i + 1) * width]) + "\n")


def _sim_again(kind, given, blob):
    sim = kind(**given)
    sim.restore(blob)
    return sim


class Sim:
    """One run of a scenario. Keywords are its parameters: numbers, names of choices, or texts.

    `law` is the text of a law, or the name of a shipped one; a parameter of its own is given as `set={"law.mu_s": 0.4}`.
    A copy, by `copy` or `pickle`, is another run in the same state, which goes on with the same bits.
    """

    def __init__(self, scenario, preset=None, law=None, h=None, until=None, seed=None, set=None, **params):
        self.scenario = scenario if isinstance(scenario, Scenario) else Scenario(scenario)
        self._handle, self._law = None, law
        law = _law_text(law) if law is not None else None
        self._given = dict(params, scenario=self.scenario.id, preset=preset, law=law, h=h, until=until, seed=seed, set=set)
        definition = lib.ssDefaultSimDef(self.scenario.pointer)
        if preset is not None:
            check(lib.ssSimDef_ApplyPreset(byref(definition), to_bytes(preset)))
        if law is not None:
            check(lib.ssSimDef_SetLaw(byref(definition), to_bytes(law), b"law"))
        for name, value in (("h", h), ("until", until), ("seed", seed)):
            if value is not None:
                setattr(definition, name, value)
        for key, value in list((set or {}).items()) + list(params.items()):
            check(lib.ssSimDef_Set(byref(definition), to_bytes(key), to_bytes(_number_text(value))))
        self.definition = definition
        handle = POINTER(lib.ssSim)()
        check(lib.ssCreateSim(byref(definition), byref(handle)))
        self._handle = handle

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.ssDestroySim(self._handle)
            self._handle = None

    def __repr__(self):
        preset = self._given["preset"]
        return "<Sim %s%s at t = %g s>" % (self.scenario.id, ", " + preset if preset else "", self.time)

    def picture(self):
        """The scene now, with the forces at its contacts."""
        return scene(lambda draw: lib.ssSim_Draw(self._handle, draw), "%s, t = %.4g s" % (self.scenario.title, self.time))

    def _repr_svg_(self):
        return self.picture().svg

    def __reduce__(self):
        return _sim_again, (type(self), self._given, self.save())

    @property
    def time(self):
        """The simulated time [s]."""
        return lib.ssSim_Time(self._handle)

    @property
    def steps(self):
        """Steps so far."""
        return lib.ssSim_StepIndex(self._handle)

    @property
    def hash(self):
        """Of everything that affects the next step: the sixteen digits of `slipstick run --hash`."""
        return "%016x" % lib.ssSim_Hash(self._handle)

    def step(self, count=1):
        """Makes steps and returns the report of the last one."""
        done = lib.ssSim_Record(self._handle, count, 0, None)
        report = lib.ssSim_Report(self._handle)
        if done < count:
            raise Error("the run ended at t = %g s: %s" % (self.time, _step_words(report)), "step")
        return report

    def run(self, until=None, every=1):
        """Runs to its end (or to `until` seconds) and returns the signals of every `every`-th step, t = 0 included."""
        definition = self.definition
        if until is not None:
            steps = max(0, round(until / definition.h) - self.steps)
        else:
            whole = c_int64()
            check(lib.ssSimDef_StepCount(byref(definition), byref(whole)))
            steps = max(0, whole.value - self.steps)
        model = lib.ssSim_Scenario(self._handle).contents.model
        signals = model.signals[:model.signalCount]
        names = ["t"] + [to_text(s.name) for s in signals]
        units = dict(zip(names, ["s"] + [to_text(s.unit) for s in signals]))
        rows = steps // every + 1
        table = zeros(rows, len(names))
        done = lib.ssSim_Record(self._handle, steps, every, pointer_to(table))
        run = Run(table, rows, names, units, self.scenario.title)
        if done < steps:
            kept = done // every + 1
            run = Run(table[:kept] if numpy is not None else table[:kept * len(names)], kept, names, units, self.scenario.title)
            error = Error("the run ended at t = %g s: %s" % (self.time, _step_words(lib.ssSim_Report(self._handle))), "step")
            error.run = run
            raise error
        return run

    def __getitem__(self, key):
        index = lib.ssFindScenarioParam(lib.ssSim_Scenario(self._handle), to_bytes(key))
        if index < 0:
            raise KeyError(key)
        param = lib.ssSim_Scenario(self._handle).contents.model.params[index]
        if param.kind == lib.ss_paramText:
            return to_text(lib.ssSim_Text(self._handle, index))
        value = lib.ssSim_Param(self._handle, index)
        return to_text(param.choices[int(value)]) if param.kind == lib.ss_paramChoice else value

    def __setitem__(self, key, value):
        scenario = lib.ssSim_Scenario(self._handle)
        index = lib.ssFindScenarioParam(scenario, to_bytes(key))
        if index < 0:
            raise KeyError(key)
        param = scenario.contents.model.params[index]
        if param.kind == lib.ss_paramText:
            check(lib.ssSim_SetText(self._handle, index, to_bytes(value)))
            return
        number = c_double()
        check(lib.ssParseParam(byref(param), to_bytes(_number_text(value)), byref(number)))
        check(lib.ssSim_SetParam(self._handle, index, number))

    def signals(self):
        """The signals now."""
        model = lib.ssSim_Scenario(self._handle).contents.model
        row = (c_double * max(1, model.signalCount))()
        lib.ssSim_Signals(self._handle, row)
        return {to_text(model.signals[i].name): row[i] for i in range(model.signalCount)}

    def measures(self):
        """The numbers that describe the whole run so far."""
        return {name: lib.ssSim_Measure(self._handle, i) for i, name in enumerate(self.scenario.measures)}

    def reset(self):
        """Back to the start; changed parameters stay."""
        check(lib.ssSim_Reset(self._handle))

    def save(self):
        """The whole state as bytes, for `restore`."""
        blob = create_string_buffer(lib.ssSim_SaveSize(self._handle))
        if lib.ssSim_Save(self._handle, blob, len(blob)) == 0:
            raise MemoryError
        return blob.raw

    def restore(self, blob):
        """Back to a state that `save` gave."""
        check(lib.ssSim_Restore(self._handle, bytes(blob), len(blob)))

    def freeze(self):
        """The contact problem of the next step."""
        problem = Problem()
        check(lib.ssSim_Freeze(self._handle, byref(problem.value)))
        return problem


def _number_text(value):
    if isinstance(value, bool):
        return str(int(value))
    return value if isinstance(value, (str, bytes)) else repr(float(value)) if isinstance(value, float) else str(value)


def _step_words(report):
    if report.reason:
        return to_text(report.reason)
    return {lib.ss_statusNotFinite: "a value is no longer finite", lib.ss_statusRefused: "the solver refuses the contacts",
            lib.ss_statusCancelled: "it was cancelled"}.get(report.status, "it could not go on")


def run_many(definitions, threads=None, every=1):
    """Runs many simulations over threads: each definition is a dict of the arguments of Sim. The runs come in their order."""
    def one(definition):
        sim = Sim(**definition)
        run = sim.run(every=every)
        run.hash, run.measures = sim.hash, sim.measures()
        return run

    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(one, definitions))


class Sensitivity:
    """The derivatives of a run by its parameters: found["mu"] is a Run of d signal / d mu.

    `measures` and `errors` are by parameter: a dict of the derivatives of the measures, and the largest estimated error
    relative to the largest derivative. `events` says of each row: "smooth", "jump" (a contact has just changed its regime) or
    "edge" (a neighbouring run changes it in another step). Signals without derivative, such as regimes, are NaN.
    """

    def __init__(self, sim, keys, found):
        model = sim.scenario.row.model
        names = ["t"] + list(sim.scenario.signals)
        width, count = found.signalCount, found.rowCount
        self.times = [found.times[i] for i in range(count)]
        self.events = [("smooth", "jump", "edge")[found.events[i]] for i in range(count)]
        self.measures, self.errors, self._by = {}, {}, {}
        for key, by in zip(keys, found.by):
            unit, rows = to_text(model.params[by.param].unit), zeros(count, 1 + width)
            flat = rows.reshape(-1) if numpy is not None else rows
            for i in range(count):
                flat[i * (1 + width)] = self.times[i]
                for k in range(width):
                    flat[i * (1 + width) + 1 + k] = by.signals[i * width + k]
            units = {name: "(%s)/(%s)" % (each or "1", unit) if unit else each for name, each in sim.scenario.signals.items()}
            self._by[key] = Run(rows, count, names, dict(units, t="s"), "d / d " + key)
            self.measures[key] = {name: by.measures[i] for i, name in enumerate(sim.scenario.measures)}
            self.errors[key] = by.error

    def __getitem__(self, key):
        return self._by[key]

    def __repr__(self):
        return "<Sensitivity by %s: %d rows>" % (", ".join(self._by), len(self.times))

    def _repr_html_(self):
        names = list(next(iter(self.measures.values()), {}))
        return table([[name] + ["%.6g" % row[name] for row in self.measures.values()] for name in names],
                     ["d / d"] + list(self.measures))


def sensitivity(sim, params, every=1, quick=False):
    """The derivatives of all signals and measures by these parameters, over the whole run that the arguments of `sim` describe.

    There is a row for every `every`-th step; `quick` takes six runs per parameter instead of twenty.
    """
    params = [params] if isinstance(params, str) else list(params)
    scenario = lib.ssSim_Scenario(sim._handle)
    indices = [lib.ssFindScenarioParam(scenario, to_bytes(key)) for key in params]
    if min(indices, default=0) < 0:
        raise Error("there is no such parameter; there are %s" % ", ".join(sim.scenario.params), params[indices.index(-1)],
                    lib.ss_errorUnknown)
    definition = lib.ssSensitivityDef(base=ctypes.pointer(sim.definition), params=(ctypes.c_int * max(1, len(params)))(*indices),
                                      paramCount=len(params), stride=every, quick=quick)
    handle = POINTER(lib.ssSensitivity)()
    check(lib.ssFindSensitivity(byref(definition), byref(handle)))
    try:
        return Sensitivity(sim, params, handle.contents)
    finally:
        lib.ssSensitivity_Destroy(handle)


def _own(text):
    """The text that the library has made, and gives away."""
    if not text:
        raise MemoryError
    try:
        return ctypes.string_at(text).decode()
    finally:
        lib.ssRelease(text)


def show(sim, height=600):
    """The sandbox with this scene, to be played in a notebook cell: a Page, from the start of the run.

    `sim` is a Sim, or what Sim takes as its scenario. Its parameters go along as they are now, and so does its law.
    """
    sim = sim if isinstance(sim, Sim) else Sim(sim)
    definition = type(sim.definition).from_buffer_copy(sim.definition)
    model = definition.scenario.contents.model
    for i, param in enumerate(model.params[:model.paramCount]):
        definition.values[i] = lib.ssSim_Param(sim._handle, i)
        if param.kind == lib.ss_paramText:
            check(lib.ssSimDef_Set(byref(definition), param.key, lib.ssSim_Text(sim._handle, i)))
    whole = lib.ssScene(viewFlags=lib.ss_drawDefault)
    setattr(whole, "def", definition)
    return Page(json.loads(_own(lib.ssFormatScene(byref(whole)))), height, repr(sim))


# ------------------------------------------------------------------------------------------------------------- laws


def laws():
    """The names of the laws that come with the library."""
    return [to_text(lib.ssGetShippedLaw(i).contents.name) for i in range(lib.ssShippedLawCount())]


def _law_text(law):
    """The text of a law: of a shipped one by its name, of a Law, or the text itself."""
    if isinstance(law, Law):
        return law.text
    found = lib.ssFindShippedLaw(to_bytes(law))
    return to_text(found.contents.text) if found else law


def _law_again(kind, law, values):
    return kind(law, **values)


class Law:
    """A friction law of one contact: the name of a kind such as "coulomb", of a shipped law, or a text.

    Keywords are the members of ssLawDef for a kind, as in Law("coulomb-rolling", mu=0.3, muRoll=0.01), or the parameters of a
    text. Where a kind and a shipped law have the same name, `Law.shipped` has the latter.
    """

    def __init__(self, law, **values):
        self._made, self.text, self._given = False, None, (law, values)
        kind = lib.ssFindLawType(to_bytes(law))
        if kind:
            definition = lib.ssDefaultLawDef(kind.contents.kind)
            definition.dimension = kind.contents.minDimension
            set_members(definition, values)
        else:
            definition = self._compile(_law_text(law), values)
        self.definition = definition
        self.value = lib.ssLaw()
        check(lib.ssMakeLaw(byref(definition), byref(self.value)))
        self._made = True

    @classmethod
    def shipped(cls, name, **values):
        """A law that comes with the library, by its name; `laws` lists them."""
        found = lib.ssFindShippedLaw(to_bytes(name))
        if not found:
            raise Error("there is no shipped law %r; there are %s" % (name, ", ".join(laws())), "law", lib.ss_errorUnknown)
        return cls(to_text(found.contents.text), **values)

    def _compile(self, text, values):
        program = POINTER(lib.ssLawProgram)()
        check(lib.ssCompileLaw(to_bytes(text), b"law", byref(program), None))
        self._program, self.text = program, text
        definition = lib.ssTextLawDef(program)
        info = lib.ssLawProgram_Info(program).contents
        rows = info.params
        keys = [to_text(rows[i].key) for i in range(info.paramCount)]
        for key, value in values.items():
            if key not in keys:
                raise Error("the law has no such parameter; it has %s" % ", ".join(keys), key, lib.ss_errorUnknown)
            check(lib.ssCheckParam(byref(rows[keys.index(key)]), value))
            definition.programValues[keys.index(key)] = value
        return definition

    def __repr__(self):
        law, values = self._given
        if self.text is not None:
            law = to_text(lib.ssLawProgram_Info(self._program).contents.title)
        return "<Law %s%s>" % (law, "".join(", %s=%s" % pair for pair in values.items()))

    def picture(self):
        """Its force at a load of 1 N: in all directions of sliding, and over the speed."""
        return law_picture(self, repr(self)[1:-1])

    def _repr_svg_(self):
        return self.picture().svg

    def __reduce__(self):
        law, values = self._given
        return _law_again, (type(self), self.text or law, values)

    def __del__(self):
        if getattr(self, "_made", False):
            lib.ssLaw_Destroy(byref(self.value))
        if getattr(self, "_program", None):
            lib.ssLawProgram_Release(self._program)

    def force(self, load, velocity):
        """The friction force [N] that a contact sliding with this velocity exerts on the ground; NaN where it sticks."""
        force = lib.ssLaw_SlipForce(byref(self.value), load, to_struct(lib.ssVec2, velocity, "velocity")).force
        return force.x, force.y

    def forces(self, loads, velocities):
        """The forces of many contacts, as an n × 2 array."""
        loads, velocities = to_numbers(loads), to_numbers(velocities)
        count = len(loads)
        if (velocities.size if numpy is not None else len(velocities)) != 2 * count:
            raise Error("expected a velocity of two components for each of %d loads" % count, "velocities", lib.ss_errorValue)
        forces = zeros(count, 2)
        vectors = POINTER(lib.ssVec2)
        lib.ssLaw_SlipForces(byref(self.value), count, pointer_to(loads), cast(pointer_to(velocities), vectors),
                             cast(pointer_to(forces), vectors))
        return forces if numpy is not None else [tuple(forces[2 * i:2 * i + 2]) for i in range(count)]

    def gauge(self, load, force):
        """Below 1 the contact sticks under this force, at 1 it may slide, above 1 friction cannot supply it."""
        return lib.ssLaw_Gauge(byref(self.value), load, to_struct(lib.ssVec2, force, "force"))


# --------------------------------------------------------------------------------------------------------- problems


def solvers():
    """The names of the solvers."""
    return [to_text(lib.ssGetSolver(i).contents.name) for i in range(lib.ssSolverCount())]


class Answer:
    """The reactions of a problem: `reactions` is an array of contacts × dimension, `report` the solver's report."""

    def __init__(self, problem, p, report=None):
        self.problem, self.p, self.report = problem, p, report

    def __repr__(self):
        return "<Answer to %r>" % self.problem

    @property
    def reactions(self):
        """The reactions [N s], contacts × dimension: normal, tangential, then rolling and spinning."""
        n, d = self.problem.contacts, self.problem.dimension
        if numpy is not None:
            return self.p[:n * d].reshape(n, d)
        return [self.p[i * d:(i + 1) * d] for i in range(n)]

    @property
    def converged(self):
        """Whether a solver has found it, to its tolerance."""
        return self.report is not None and self.report.status == lib.ss_statusConverged

    def judge(self):
        """How good it is, by the judge that decides for all solvers: an ssJudgement."""
        judgement = lib.ssJudgement()
        check(lib.ssJudge(byref(self.problem.value), pointer_to(self.p), byref(judgement), None))
        return judgement


def _problem_again(kind, text):
    return kind.parse(text)


class Problem:
    """A frozen contact problem. Made by `read`, `packing`, `from_bodies`, Sim.freeze or World.freeze."""

    def __init__(self):
        self.value = lib.ssProblem()

    def __repr__(self):
        return "<Problem of %d contacts, dimension %d>" % (self.contacts, self.dimension)

    def __reduce__(self):
        return _problem_again, (type(self), self.format())

    def __del__(self):
        if hasattr(self, "value"):
            lib.ssProblem_Destroy(byref(self.value))

    @classmethod
    def read(cls, path):
        """Reads a problem file: Slipstick's own, Siconos' text or FCLIB's HDF5."""
        with open(path, "rb") as file:
            return cls.parse(file.read())

    @classmethod
    def parse(cls, text):
        """Reads a problem from the text of such a file."""
        problem, text = cls(), to_bytes(text)
        check(lib.ssReadProblem(text, len(text), byref(problem.value)))
        return problem

    @classmethod
    def packing(cls, **members):
        """Spheres at random places: keywords are the members of ssPackingDef, such as contacts=300, dimension=5, seed=7."""
        problem, definition = cls(), set_members(lib.ssDefaultPackingDef(), members)
        check(lib.ssMakePacking(byref(definition), byref(problem.value)))
        return problem

    @classmethod
    def from_bodies(cls, bodies, contacts, velocities=None, dimension=3):
        """Bodies and contacts as dicts of the members of ssProblemBody and ssProblemContact; six velocities per body."""
        problem = cls()
        rows = (lib.ssProblemBody * max(1, len(bodies)))()
        for row, members in zip(rows, bodies):
            ctypes.memmove(byref(row), byref(set_members(lib.ssDefaultProblemBody(), members)), sizeof(row))
        touching = (lib.ssProblemContact * max(1, len(contacts)))()
        for row, members in zip(touching, contacts):
            ctypes.memmove(byref(row), byref(set_members(lib.ssDefaultProblemContact(dimension), members)), sizeof(row))
        free = to_numbers(velocities) if velocities is not None else None
        if free is not None and (free.size if numpy is not None else len(free)) != 6 * len(bodies):
            raise Error("expected six numbers for each of %d bodies" % len(bodies), "velocities", lib.ss_errorValue)
        check(lib.ssProblem_FromBodies(dimension, rows, len(bodies), touching, len(contacts), None, 0,
                                        pointer_to(free) if free is not None else None, byref(problem.value)))
        return problem

    @property
    def contacts(self):
        """How many contacts it has."""
        return self.value.contactCount

    @property
    def dimension(self):
        """Numbers of a reaction: 3, 5 with rolling resistance, 6 with spinning resistance."""
        return self.value.dimension

    @property
    def q(self):
        """The velocities of the contacts without reactions: a view of contacts × dimension."""
        return view_of(self, self.value.q, (self.contacts, self.dimension))

    def solve(self, solver="auto", tolerance=1e-8, iterations=0, start=None, **options):
        """Solves it. Keywords are options of the solver, by their names."""
        found = lib.ssFindSolver(to_bytes(solver))
        if not found:
            raise Error("there is no solver %r; there are %s" % (solver, ", ".join(solvers())), "solver", lib.ss_errorUnknown)
        given = lib.ssDefaultSolveOptions()
        given.tolerance, given.maxIterations = tolerance, iterations
        keys = [to_bytes(key) for key in options]  # the options point to them
        for key, value in zip(keys, options.values()):
            check(lib.ssSolveOptions_Set(byref(given), key, value))
        p = self._reactions(start)
        report = lib.ssSolveReport()
        check(lib.ssSolve(found, byref(self.value), byref(given), pointer_to(p), byref(report)))
        return Answer(self, p, report)

    def answer(self, reactions):
        """Reactions from elsewhere as an answer, to be judged."""
        return Answer(self, self._reactions(reactions))

    def _reactions(self, values):
        size = lib.ssProblem_Size(byref(self.value))
        if values is None:
            return zeros(size)
        numbers = to_numbers(values)
        numbers = numbers.reshape(-1).copy() if numpy is not None else array("d", numbers)
        if len(numbers) != size:
            raise Error("there are %d numbers; expected %d" % (len(numbers), size), "reactions", lib.ss_errorValue)
        return numbers

    def format(self):
        """The problem as a text in Slipstick's form."""
        length = ctypes.c_size_t()
        text = lib.ssFormatProblem(byref(self.value), byref(length))
        return _own(text)


# -------------------------------------------------------------------------------------------------------------- fit


class Fit(Unique):
    """The result of a fit: `values`, `errors` and `intervals` by key, `warnings` as sentences; `raw` has all of it."""

    _instead = "take its values, errors and intervals, which can be"

    def __init__(self, handle):
        self._handle, self.raw = handle, handle.contents
        rows = [self.raw.estimates[i] for i in range(self.raw.paramCount)]
        self.values = {to_text(row.key): row.value for row in rows}
        self.errors = {to_text(row.key): row.error for row in rows}
        self.intervals = {to_text(row.key): (row.low, row.high) for row in rows}
        self.warnings = [to_text(ctypes.string_at(self.raw.warnings[i])) for i in range(self.raw.warningCount)]
        self.rms, self.runs = self.raw.rms, self.raw.runs

    def __repr__(self):
        return "<Fit %s>" % ", ".join("%s = %.6g ± %.2g" % (key, value, self.errors[key]) for key, value in self.values.items())

    def _repr_html_(self):
        rows = [(key, "%.6g" % value, "%.2g" % self.errors[key], "%.6g … %.6g" % self.intervals[key])
                for key, value in self.values.items()]
        return table(rows, ("parameter", "value", "error", "interval")) + table([(words,) for words in self.warnings])

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.ssFitResult_Destroy(self._handle)


def fit(sim, data, free, noises=(), maps=(), intervals=True):
    """Finds the parameters `free` of a run from measurements.

    `sim` is a Sim that has the scenario and all other values; `data` the path of a CSV file, or a list of paths; `free` a list
    of keys, or a dict of keys with their bounds. `noises` and `maps` are as in `slipstick fit`.
    """
    paths = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    tables = (lib.ssFitData * len(paths))()
    reading = lib.ssFitReading()
    texts = [(ctypes.c_char_p * max(1, len(each)))(*map(to_bytes, each)) for each in (maps, noises)]
    reading.maps, reading.mapCount = texts[0], len(maps)
    reading.noises, reading.noiseCount = texts[1], len(noises)
    bounds = free if isinstance(free, dict) else {key: None for key in free}
    rows = (lib.ssFitParam * max(1, len(bounds)))()
    for row, (key, range_) in zip(rows, bounds.items()):
        ctypes.memmove(byref(row), byref(lib.ssFreeParam(to_bytes(key))), sizeof(row))
        if range_ is not None:
            row.low, row.high = range_
    definition = lib.ssFitDef()
    definition.base, definition.data, definition.dataCount = ctypes.pointer(sim.definition), tables, len(paths)
    definition.params, definition.paramCount, definition.noIntervals = rows, len(bounds), not intervals
    handle = POINTER(lib.ssFitResult)()
    read = 0
    try:
        for table, path in zip(tables, paths):
            check(lib.ssReadFitData(to_bytes(os.fspath(path)), sim.definition.scenario, byref(reading), byref(table)))
            read += 1
        check(lib.ssFit(byref(definition), byref(handle)))
    finally:
        for table in tables[:read]:
            lib.ssFitData_Destroy(byref(table))
    return Fit(handle)


# ------------------------------------------------------------------------------------------------------------- logs


class Frame(Unique):
    """The contacts of a log at one time: frame["fx"] is a column as an array, a view where NumPy is installed."""

    _instead = "take its columns, which can be"

    def __init__(self, log, index):
        self.value = lib.ssLogFrame()
        check(lib.ssContactLog_ReadFrame(log._handle, index, byref(self.value)))
        self.t, self.count = self.value.t, self.value.count

    def __repr__(self):
        return "<Frame at t = %g s, %d contacts>" % (self.t, self.count)

    def __del__(self):
        if hasattr(self, "value"):
            lib.ssLogFrame_Destroy(byref(self.value))

    def __len__(self):
        return self.count

    def __getitem__(self, name):
        column = lib.ssFindLogColumn(to_bytes(name))
        if column == lib.ss_logColumnCount:
            names = [to_text(lib.ssLogColumnName(i)) for i in range(lib.ss_logColumnCount)]
            raise KeyError("there is no column %r; there are %s" % (name, ", ".join(names)))
        return view_of(self, self.value.columns[column], (self.count,)) if self.count else zeros(0)


class Log(Unique):
    """A contact log of any simulator, in any form that `slipstick audit` reads. A sequence of frames."""

    _instead = "open the file again"

    def __init__(self, path, dt=0.0):
        self._handle = None
        with open(path, "rb") as file:
            self._bytes = file.read()
        self._path = to_bytes(os.fspath(path))
        self._source = lib.ssMemorySource(self._path, self._bytes, len(self._bytes))
        self._source.path = self._path
        options = lib.ssLogOptions()
        options.dt = dt
        handle = POINTER(lib.ssContactLog)()
        check(lib.ssOpenContactLog(byref(self._source), byref(options), byref(handle)))
        self._handle = handle
        self.form = to_text(lib.ssContactLog_Form(handle))

    def __repr__(self):
        return "<Log %s, %s, %d frames>" % (to_text(self._path), self.form, len(self))

    def __del__(self):
        if getattr(self, "_handle", None):
            lib.ssCloseContactLog(self._handle)

    def __len__(self):
        return lib.ssContactLog_FrameCount(self._handle)

    def __getitem__(self, index):
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Frame(self, index)

    def audit(self, **known):
        """Checks every contact and finds the law that was used: an ssLogAudit. Keywords: mu, muR, muS, h, tolerance."""
        options = set_members(lib.ssDefaultLogAuditOptions(), known)
        audit = lib.ssLogAudit()
        check(lib.ssAuditContactLog(self._handle, byref(options), byref(audit)))
        return audit


# ---------------------------------------------------------------------------------------------------------- threads

_hook = None  # the library keeps a pointer to it


def use_threads(count):
    """Lets the engine work on `count` threads inside one step or fit; 1: on the caller's alone. The bits stay the same."""
    global _hook
    if count <= 1:
        lib.ssSetParallelFor(lib.ssParallelHook(), None)
        _hook = None
        return
    pool, inside = ThreadPoolExecutor(count - 1), threading.local()

    def share(context, blocks, task, task_context):
        numbers = iter(range(blocks))
        lock = threading.Lock()

        def work():
            nested, inside.busy = getattr(inside, "busy", False), True
            while True:
                with lock:
                    block = next(numbers, None)
                if block is None:
                    inside.busy = nested
                    return
                task(task_context, block)

        if getattr(inside, "busy", False) or blocks == 1:
            return work()
        helpers = [pool.submit(work) for _ in range(min(count, blocks) - 1)]
        work()
        for helper in helpers:
            helper.result()

    _hook = lib.ssParallelHook(share)
    lib.ssSetParallelFor(_hook, None)
