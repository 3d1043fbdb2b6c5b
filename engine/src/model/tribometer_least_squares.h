// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/tribometer.h"

/// What a change of ln r at each point does to ln a, ln b, ln s of the fit: the rows of the least-squares map. False
/// when the points do not determine them.
bool tribometerInfluence(
    const ssSetFit* fit, bool ellipse, int count, const double* theta, double ( *influence )[3] );
