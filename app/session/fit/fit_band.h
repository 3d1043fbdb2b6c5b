// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_runner.h"

// Fills the fitted curve of an outcome and its 95% band, by runs at the ends of the standard errors:
// with a square root L of the covariance, C = L Lᵀ, the variance of a curve is the sum over the
// columns l of L of ((s(p + l) - s(p - l)) / 2)².
void sessionFindBand( sessionFitOutcome* outcome, ssStop* stop, void* context );
