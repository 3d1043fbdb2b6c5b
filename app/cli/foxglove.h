// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/contact_log.h"
#include "slipstick/lab/log_scenario.h"

/// Writes the log that the simulation plays for Foxglove and Rerun.
ssResult foxgloveWrite( ssSim* sim, ssSink* sink );
