// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/tribometer.h"

/// The derivatives of ln a, ln b and ln s of the fit with respect to ln r of each point. False if the points do not determine
/// the fit.
bool tribometerInfluence(
    const ssSetFit* fit, bool ellipse, int count, const double* theta, double ( *influence )[3] );
