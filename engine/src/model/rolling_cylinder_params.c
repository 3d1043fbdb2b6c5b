// SPDX-License-Identifier: MIT
#include "model/rolling_cylinder.h"
#include "slipstick/vecmath.h"

#include <math.h>

// The rows that describe the rolling cylinder, for its scenario and for `eval`.

static const char* const s_models[] = { "full", "approx" };
static const char* const s_schemes[] = { "euler", "sra1" };

// The table is laid out by hand, one row per parameter.
// clang-format off
const ssParam ss_cylinderParams[ss_cylinderKeyCount] = {
    [ss_cylinderKeyAlpha] = { .key = "alpha_deg", .symbol = "α", .label = "slope", .unit = "°",
        .group = "plane",
        .doc = "Inclination of the plane; a positive slope drives towards +x. Between the two folds two "
        "speeds are stable.",
        .min = 0.0, .max = 8.0, .allowedMin = -90.0, .allowedMax = 90.0,
        .open = (ssParamOpen)( ss_openLow | ss_openHigh ), .defaultValue = 2.0, .live = true },
    [ss_cylinderKeyNoise] = { .key = "noise", .symbol = "σ²", .label = "noise intensity", .unit = "kg²/s³",
        .group = "plane",
        .doc = "Intensity of the random force of the air, per metre of cylinder: its integral over a time t "
        "has the "
               "variance sigma² t. 0: no noise.",
        .min = 0.0, .max = 1000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0,
        .logScale = true,
        .live = true },
    [ss_cylinderKeyStiffness] = { .key = "k", .symbol = "k", .label = "stiffness of the surface",
        .unit = "kg/m²/s²",
        .group = "surface",
        .doc = "Spring force per area and depth. A stiffer surface has a shallower and shorter contact.",
        .min = 1e5, .max = 1e8, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 1e7,
        .logScale = true, .live = true },
    [ss_cylinderKeyDamping] = { .key = "gamma", .symbol = "γ", .label = "damping of the surface",
        .unit = "kg/m²/s",
        .group = "surface",
        .doc = "Damping force per area and speed. It must exceed 2 sqrt(k m), or the springs oscillate and "
        "the contact "
               "breaks up.",
        .min = 7e4, .max = 2e6, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 5e5,
        .logScale = true, .live = true },
    [ss_cylinderKeySurface] = { .key = "m", .symbol = "m", .label = "mass of the surface", .unit = "kg/m²",
        .group = "surface",
        .doc = "Mass of the springs per area. It is accelerated downwards at the front edge. The full model "
        "ends at the "
               "speed where the springs would have to pull: v³ = gamma W R/m².",
        .min = 1.0, .max = 1000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 100.0,
        .logScale = true,
        .live = true },
    [ss_cylinderKeyMass] = { .key = "mass", .symbol = "M", .label = "mass", .unit = "kg/m",
        .group = "cylinder",
        .doc = "Mass of the cylinder per metre.",
        .min = 1.0, .max = 1000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 100.0, .logScale = true },
    [ss_cylinderKeyRadius] = { .key = "radius", .symbol = "R", .label = "radius", .unit = "m",
        .group = "cylinder",
        .doc = "Radius of the cylinder.",
        .min = 0.05, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 0.5 },
    [ss_cylinderKeyInertia] = { .key = "inertia", .symbol = "I", .label = "moment of inertia", .unit = "kg m",
        .group = "cylinder",
        .doc = "Moment of inertia about the axis, per metre. 0: a solid cylinder, M R²/2.",
        .min = 0.0, .max = 100.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [ss_cylinderKeyGravity] = { .key = "gravity", .symbol = "g", .label = "gravity", .unit = "m/s²",
        .group = "plane",
        .doc = "Acceleration of gravity, vertically downwards.",
        .min = 1.0, .max = 25.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 9.81,
        .live = true },
    [ss_cylinderKeyDragA] = { .key = "drag_a", .symbol = "A", .label = "linear drag", .unit = "kg/m/s",
        .group = "plane",
        .doc = "The drag of the air is A v + B v|v|.",
        .min = 0.0, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0,
        .live = true },
    [ss_cylinderKeyDragB] = { .key = "drag_b", .symbol = "B", .label = "quadratic drag", .unit = "kg/m²",
        .group = "plane",
        .doc = "The drag of the air is A v + B v|v|. Without drag nothing limits the speed of the fast "
        "cylinder.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0,
        .live = true },
    [ss_cylinderKeyModel] = { .key = "model", .symbol = "model", .label = "law of resistance", .unit = "",
        .group = "surface",
        .doc = "full: Eqs. 5, 6, 9, 10, with the depth that follows from the load. approx: Eqs. 11 and 12 as "
        "printed, "
               "for strong damping.",
        .kind = ss_paramChoice, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0,
        .defaultValue = 0.0,
        .live = true, .choices = s_models, .choiceCount = SS_COUNT( s_models ) },
    [ss_cylinderKeyImpactFactor] = { .key = "impact_factor", .symbol = "c", .label = "impact factor",
        .unit = "",
        .group = "surface",
        .doc = "The last term of Eq. 9 is this factor times m v² h/R. The factor 2 balances the energy and "
        "leads to "
               "Eq. 12; the paper prints 1. Applies to the full model only.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 2.0,
        .live = true },
    [ss_cylinderKeyCosLoad] = { .key = "cos_load", .symbol = "cos α", .label = "load with cos α", .unit = "",
        .group = "surface",
        .doc = "1: the load on the surface is M g cos alpha. 0: it is M g, as in the figures of the paper.",
        .kind = ss_paramInteger, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0,
        .defaultValue = 1.0,
        .live = true },
    [ss_cylinderKeyV0] = { .key = "v0", .symbol = "v₀", .label = "initial velocity", .unit = "m/s",
        .group = "start",
        .doc = "Initial velocity. The full model holds only up to a limit and does not accept more.",
        .min = -5.0, .max = 20.0, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 1.0 },
    [ss_cylinderKeyTiltRate] = { .key = "tilt_rate_deg", .symbol = "dα/dt", .label = "tilting", .unit = "°/s",
        .group = "plane",
        .doc = "The plane tilts up and down at this rate, half a window beyond both folds, so that the "
        "velocity draws "
               "the hysteresis. 0: the slope is constant.",
        .min = 0.0, .max = 0.01, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0,
        .live = true },
    [ss_cylinderKeyScheme] = { .key = "scheme", .symbol = "scheme", .label = "scheme", .unit = "",
        .group = "numerics",
        .doc = "euler: Euler-Maruyama, order 1. sra1: Rößler's scheme for additive noise, strong order 1.5, "
        "weak "
               "order 2. Steps whose sizes differ by powers of two follow the same noise.",
        .kind = ss_paramChoice, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0,
        .defaultValue = 1.0,
        .live = true, .choices = s_schemes, .choiceCount = SS_COUNT( s_schemes ) },
    [ss_cylinderKeySettle] = { .key = "settle", .symbol = "settling", .label = "settling time", .unit = "s",
        .group = "numerics",
        .doc = "Time from the start, or from the last change, until the statistics begin.",
        .min = 0.0, .max = 10000.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0 },
    [ss_cylinderKeyBackground] = { .key = "background", .symbol = "runs", .label = "background runs",
        .unit = "",
        .group = "numerics",
        .doc = "Number of background runs at each of ten noise intensities. They fill in the mean velocity "
        "against "
               "noise. 0: none.",
        .kind = ss_paramInteger, .min = 0.0, .max = 16.0, .allowedMin = 0.0, .allowedMax = 16.0,
        .defaultValue = 0.0 },
};
// clang-format on

ssCylinder ssCylinderFromValues( const double* values )
{
    return ( ssCylinder ){
        .alpha = values[ss_cylinderKeyAlpha] * SS_PI / 180.0,
        .noise = values[ss_cylinderKeyNoise],
        .stiffness = values[ss_cylinderKeyStiffness],
        .damping = values[ss_cylinderKeyDamping],
        .surface = values[ss_cylinderKeySurface],
        .mass = values[ss_cylinderKeyMass],
        .radius = values[ss_cylinderKeyRadius],
        .inertia = values[ss_cylinderKeyInertia],
        .gravity = values[ss_cylinderKeyGravity],
        .dragA = values[ss_cylinderKeyDragA],
        .dragB = values[ss_cylinderKeyDragB],
        .model = (ssCylinderModel)values[ss_cylinderKeyModel],
        .impactFactor = values[ss_cylinderKeyImpactFactor],
        .cosLoad = values[ss_cylinderKeyCosLoad] != 0.0,
    };
}
