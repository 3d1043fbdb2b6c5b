// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// What the window adds to the command line; main.c puts it into the tables.

typedef int hostCommandMain( int argc, char** argv );

/// Where there is no display a picture is drawn, and `run` computes the data instead.
int cmdGui( int argc, char** argv, hostCommandMain* run );
int cmdShot( int argc, char** argv );

extern const benchEntry bench_view;
