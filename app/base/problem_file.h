// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// Contact problems from files as scenarios that a window shows.

/// Is this the beginning of a file that ssReadProblem reads?
bool problemIsFile( const char* head, size_t size );

/// Makes a scenario of the problem in a file: its contacts with the answer of `judgePath`, which is judged,
/// or of our own solver (NULL). `*contact` becomes the one to look at first. The caller has one reference.
ssResult problemScenario(
    const char* path, const char* judgePath, const ssScenario** scenario, int* contact );
