// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/problem.h"

// Gauss-Seidel as one writes it first: a scalar loop over contacts between spheres, in their order in the problem, without
// extrapolation. It is the yardstick of `bench gauss-seidel`.

typedef struct plainLoop plainLoop;

/// Copies the problem, whose bodies must be spheres; q may be more than what the free velocities give. NULL: out of memory.
plainLoop* plainMake( const ssProblem* problem );
void plainFree( plainLoop* loop ); ///< NULL is fine

/// Makes all reactions zero.
void plainReset( plainLoop* loop );

void plainPass( plainLoop* loop );

/// The reactions `p` of the problem, in SI units.
void plainReactions( const plainLoop* loop, const ssProblem* problem, double* p );

/// The velocity of one body, to keep.
double plainVelocity( const plainLoop* loop );
