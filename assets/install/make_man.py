#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_man.py PROGRAM > slipstick.1: writes the man page from the help texts of the program and the frame below. A test says
when a command or an option is missing in the page."""

import re
import subprocess
import sys

FRAME = r""".\" SPDX-License-Identifier: MIT
.\" Written by make_man.py from the help texts of the program.
.TH SLIPSTICK 1 "" Slipstick "User Commands"
.SH NAME
slipstick \- interactive sandbox for friction laws
.SH SYNOPSIS
.B slipstick
.RI [ SCENARIO | SCENE.json ]
.RI [ options ]
.br
.B slipstick
.RB [ \-\-plugin
.IR FILE.so ]...
.I COMMAND
.RI [ arguments ]
.SH DESCRIPTION
Slipstick shows what friction laws do: spheres that slide, roll and stop, piles, belts, tribometers, and a playground to build in.
Every scenario runs in a window and, with the same bits, without one. It also solves contact problems from files, checks the contacts
of other simulators' logs, fits parameters to measurements, and computes figures of the papers again.
.PP
A
.I SCENARIO
is a name that
.B slipstick list
prints; a
.I SCENE.json
is a file that the window has saved. Results go to standard output, messages to standard error.
.SH OPTIONS
.TP
.B \-\-help, \-h
Show the list of commands.
.TP
.B \-\-version
Print the version.
.TP
.BI \-\-plugin " FILE.so"
Load a plugin before the command: scenarios, laws, sets and solvers of your own. It stands before the command; repeatable.
.SH RUN OPTIONS
Commands that compute a scenario take these.
@RUN@
.SH COMMANDS
@COMMANDS@
.SH EXIT STATUS
.TP
.B 0
Done.
.TP
.B 1
A check failed: a figure is off, nothing converged, a log breaks the law.
.TP
.B 2
Bad usage or bad input. The message says what is wrong and what is allowed.
.TP
.B 3
Not supported on this machine, such as a window without a display.
.SH ENVIRONMENT
.TP
.BR XDG_CONFIG_HOME ", " HOME
Where the settings of the window lie.
.TP
.BR LC_ALL ", " LC_MESSAGES ", " LANG
Language of the window, unless
.B \-\-language
says it. Numbers are read and written with a point always.
.TP
.B SLIPSTICK_PROBLEMS
Folder of contact problems for
.BR "slipstick bench solve" .
.TP
.B SLIPSTICK_SHADERS
Folder of shaders to use instead of those in the program.
.TP
.B TMPDIR
Folder of temporary files.
.SH FILES
.TP
.I $XDG_CONFIG_HOME/slipstick/settings.txt
Settings of the window: recent files, size, theme, language, layout. Delete it to start afresh.
.SH EXAMPLES
.nf
slipstick rolling\-sphere \-\-preset fig3b
slipstick run rolling\-sphere \-\-set mu=0.05 \-\-until 3 \-\-csv run.csv \-\-every 0.01
slipstick sweep rolling\-sphere \-\-vary mu=0.05:0.4:20 \-\-measure x_max \-\-csv map.csv
slipstick fit rolling\-sphere \-\-data measured.csv \-\-free mu \-\-free mu_r \-\-report page
slipstick reproduce acary\-fig3b \-\-out report
slipstick solve problem.json \-\-solver all
slipstick audit contacts.csv
slipstick shot belt \-\-at 100 \-o belt.png
.fi
.SH SEE ALSO
The manual (app/MANUAL.md), the mathematics (engine/MATH.md) and the forms of files (engine/FORMS.md) of the source. The engine is a
library for C, C++ and Python:
.B pkg\-config \-\-cflags \-\-libs slipstick
or
.BR find_package(slipstick) .
"""

TABLES = {"solve": "solvers", "bench": "benchmarks", "eval": "formulas", "audit": "columns of a log"}  # too long for the page
RUN_OPTIONS = ["--set", "--preset", "--law", "--h", "--until", "--seed"]


def ask(program, *words):
    return subprocess.run([program, *words], check=True, capture_output=True, text=True).stdout


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def options_of(text):
    """The rows "  --option ARGUMENT   description"; long ones are followed by two blanks only."""
    rows = []
    for line in text.splitlines():
        found = re.match(r"  (--?[a-z][a-z-]*)(?: (\S+))?  +(.*)", line)
        if found:
            rows.append(found.groups())
    return rows


def write_option(option, argument, description):
    head = f".B {roff(option)}" if argument is None else f'.BI {roff(option)} " {roff(argument)}"'
    if not re.match(r"[a-z-]+: ", description):  # a name
        description = description[0].upper() + description[1:]
    return f".TP\n{head}\n{roff(description.rstrip('.'))}.\n"


def notes_of(text):
    """What follows the options, up to a table that would make the page long."""
    parts = re.split(r"\n\n", text.strip())
    notes = " ".join(" ".join(part.split("\n")) for part in parts[2:] if not part.startswith("  "))
    notes = re.split(r" Solvers: | Without a name, all | WHAT is one of|A log has one row", notes)[0]
    return notes.strip().rstrip(":")


def write_command(program, name, run_rows, gui_rows):
    words = name.split()
    text = ask(program, "help", name) if len(words) == 1 else ask(program, *words, "--help")
    usage, description = text.split("\n\n")[:2]
    out = f".SS {name}\n.nf\n{roff(usage)}\n.fi\n.PP\n{roff(' '.join(description.split()))}\n"
    rows = [row for row in options_of(text) if row[0] != "--help"]
    if name == "open" and rows == gui_rows:
        return out + "It takes the options of\n.BR gui .\n"
    if all(row in rows for row in run_rows):
        rows = [row for row in rows if row not in run_rows]
        out += "It takes the RUN OPTIONS and these.\n"
    out += "".join(write_option(*row) for row in rows)
    notes = notes_of(text)
    if notes and name != "law":
        out += f".PP\n{roff(notes)}\n"
    if name in TABLES:
        out += f".PP\n.B slipstick help {name}\nlists the {TABLES[name]}.\n"
    return out


def main():
    program = sys.argv[1]
    text = ask(program, "help")
    names = re.findall(r"^  slipstick ([a-z]+)", text, flags=re.M)
    gui_rows = [row for row in options_of(ask(program, "help", "gui")) if row[0] != "--help"]
    run_rows = [row for row in gui_rows if row[0] in RUN_OPTIONS]
    commands = ""
    for name in names:
        if name == "help":
            commands += ".SS help\n.nf\nslipstick help [COMMAND]\n.fi\n.PP\nShows all commands, or the options of one.\n"
            continue
        commands += write_command(program, name, run_rows, gui_rows)
        if name == "law":
            for what in ("check", "show", "export", "list"):
                commands += write_command(program, f"law {what}", run_rows, gui_rows)
    page = FRAME.replace("@RUN@", "".join(write_option(*row) for row in run_rows).rstrip())
    sys.stdout.write(page.replace("@COMMANDS@", commands.rstrip()))


main()
