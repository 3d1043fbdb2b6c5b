// SPDX-License-Identifier: MIT
#pragma once

// The core of the library, but for what takes it apart, which is in advanced/advanced.h. Models, simulations,
// scenarios and fits are the lab, in lab/lab.h.

#include "slipstick/archive.h"
#include "slipstick/audit.h"
#include "slipstick/base.h"
#include "slipstick/chart.h"
#include "slipstick/condition.h"
#include "slipstick/cone.h"
#include "slipstick/contact_log.h"
#include "slipstick/draw.h"
#include "slipstick/elementary.h"
#include "slipstick/law.h"
#include "slipstick/law_text.h"
#include "slipstick/log_audit.h"
#include "slipstick/parallel.h"
#include "slipstick/param.h"
#include "slipstick/plugin.h"
#include "slipstick/problem.h"
#include "slipstick/rng.h"
#include "slipstick/set.h"
#include "slipstick/shape.h"
#include "slipstick/shape_query.h"
#include "slipstick/solve_report.h"
#include "slipstick/solver.h"
#include "slipstick/vecmath.h"
#include "slipstick/why.h"
#include "slipstick/world.h"
#include "slipstick/world_query.h"
#include "slipstick/world_save.h"
