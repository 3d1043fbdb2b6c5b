// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// The commands and the benchmark that need the window; main.c puts them into the tables.

typedef int hostCommandMain( int argc, char** argv );

/// Opens the window. Where there is no display, it draws a picture instead, and `run` computes the data.
int cmdGui( int argc, char** argv, hostCommandMain* run );
/// The same with a file: a contact log, a scene or a law.
int cmdOpen( int argc, char** argv, hostCommandMain* run );
int cmdShot( int argc, char** argv );
int cmdFilm( int argc, char** argv );
/// Shows the contacts of a running program; with --out it writes them into a file, without the window.
int cmdListen( int argc, char** argv );

extern const benchEntry bench_view;
