// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/problem.h"

// Answers to contact problems as CSV: `solve --out` writes them, `solve --judge` and `open --judge` read
// them. A row per contact: contact, p_n, p_t1, …, u_n, u_t1, …, mode. engine/FORMS.md says what they mean.

/// Writes the reactions p, and the velocities and modes to this tolerance. Always ends the writer.
ssResult reactionsWrite( osWriter* out, const ssProblem* problem, const double* p, double tolerance );

/// An answer from a file.
typedef struct reactionsAnswer
{
    double* p;            ///< ssProblem_Size numbers; the multipliers of rows go with the reactions
    double* y;            ///< the velocities that follow from them
    bool hasVelocities;   ///< the file has velocities of its own
    double velocityError; ///< largest difference of those from y, relative to the largest velocity
    int velocityContact;  ///< where it is
} reactionsAnswer;

/// Reads the answer of a file. A refusal names the line and what is allowed.
ssResult reactionsRead( const char* path, const ssProblem* problem, reactionsAnswer* answer );
void reactionsDestroy( reactionsAnswer* answer );
