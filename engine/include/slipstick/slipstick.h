// SPDX-License-Identifier: MIT
#pragma once

// The whole library.

#include "slipstick/archive.h"
#include "slipstick/base.h"
#include "slipstick/broad_phase.h"
#include "slipstick/chart.h"
#include "slipstick/cone.h"
#include "slipstick/draw.h"
#include "slipstick/law.h"
#include "slipstick/lcp.h"
#include "slipstick/parallel.h"
#include "slipstick/lint.h"
#include "slipstick/param.h"
#include "slipstick/problem.h"
#include "slipstick/rng.h"
#include "slipstick/scenario.h"
#include "slipstick/scene.h"
#include "slipstick/set.h"
#include "slipstick/set_params.h"
#include "slipstick/shape.h"
#include "slipstick/solver.h"
#include "slipstick/sphere_on_plane.h"
#include "slipstick/sweep.h"
#include "slipstick/table.h"
#include "slipstick/vecmath.h"
#include "slipstick/world.h"
