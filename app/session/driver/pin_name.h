// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scene.h"

/// Writes in what a pinned run differs from the present one, as "μ 0.2", "law relaxed, u_0 3 m/s" or "fig3a":
/// what the pinned run has, with at most three differences and the number of the others. `present` is what
/// `run` has come to; its changes that wait for a reset count. Without a difference it is `alike`.
void sessionNamePin( const ssScene* pin, const ssScene* run, const ssSim* present, const char* alike,
    char* text, int capacity );
