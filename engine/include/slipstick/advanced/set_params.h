// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"
#include "slipstick/set.h"

// The keys of a planar set as rows of a parameter table, and the function that reads a set from them. The
// command line and every scenario use the same rows. A table with two sets contains SS_SET_ROWS( "c_",
// "reservoir C", … ) and SS_SET_ROWS( "d_", "directions D", … ), and its owner knows where each begins.

/// The rows of a set, in the order of SS_SET_ROWS.
enum
{
    ss_setRowKind,
    ss_setRowA,
    ss_setRowB,
    ss_setRowS,
    ss_setRowL,
    ss_setRowE,
    ss_setRowMu,
    ss_setRowBeta,
    ss_setRowBeta2,
    ss_setRowRotation,
    ss_setRowOffsetX,
    ss_setRowOffsetY,
    ss_setRowScale,
    ss_setRowVertices,
    ss_setRowSamples,
    SS_SET_ROW_COUNT,
    SS_SET_NUMBER_COUNT = ss_setRowVertices ///< the rows that are numbers or choices; text rows follow
};

#define SS_SET_ROW( Key, Symbol, Label, Unit, Group, Doc, Low, High, Hard, HardHigh, Open, Value )   \
    {                                                                                                \
        .key = Key, .symbol = Symbol, .label = Label, .unit = Unit, .group = Group, .doc = Doc,      \
        .kind = ss_paramNumber, .min = Low, .max = High, .allowedMin = Hard, .allowedMax = HardHigh, \
        .open = Open, .defaultValue = Value, .live = true                                            \
    }
#define SS_SET_TEXT_ROW( Key, Symbol, Label, Group, Doc )                                     \
    {                                                                                         \
        .key = Key, .symbol = Symbol, .label = Label, .unit = "", .group = Group, .doc = Doc, \
        .kind = ss_paramText, .live = true                                                    \
    }

/// The rows of a set. P is the prefix of the keys and G their group; Kind, A, B and S are defaults. Sliders
/// of lengths end at Size and those of offsets at ± Shift.
#define SS_SET_ROWS( P, G, Kind, A, B, S, Size, Shift ) \
    SS_TURNED_SET_ROWS( P, G, Kind, A, B, S, 0.0, Size, Shift )

/// The rows of a set with a default rotation [°].
#define SS_TURNED_SET_ROWS( P, G, Kind, A, B, S, Rotation, Size, Shift )                                    \
    { .key = P "kind",                                                                                      \
        .symbol = "shape",                                                                                  \
        .label = "shape",                                                                                   \
        .unit = "",                                                                                         \
        .group = G,                                                                                         \
        .doc = "Shape of the set.",                                                                         \
        .kind = ss_paramChoice,                                                                             \
        .allowedMax = ss_setKindCount - 1,                                                                  \
        .max = ss_setKindCount - 1,                                                                         \
        .defaultValue = Kind,                                                                               \
        .live = true,                                                                                       \
        .choices = ss_setKindNames,                                                                         \
        .choiceCount = ss_setKindCount,                                                                     \
        .moreChoices = &ss_registeredSets },                                                                \
        SS_SET_ROW( P "a", "a", "semi-axis 1", "N", G, "Radius, semi-axis or half side along axis 1.",      \
            0.01 * ( Size ), Size, 0.0, HUGE_VAL, ss_openLow, A ),                                          \
        SS_SET_ROW( P "b", "b", "semi-axis 2", "N", G, "Semi-axis, half side or half width along axis 2.",  \
            0.01 * ( Size ), Size, 0.0, HUGE_VAL, ss_openLow, B ),                                          \
        SS_SET_ROW( P "s", "roundness", "roundness", "", G, "Superellipse: exponent.", 1.0, 10.0, 1.0,      \
            200.0, ss_openNone, S ),                                                                        \
        SS_SET_ROW( P "l", "l", "straight half length", "N", G,                                             \
            "Stadium: half length of its straight sides.", 0.0, Size, 0.0, HUGE_VAL, ss_openNone, A ),      \
        SS_SET_ROW( P "e", "e", "semi-axis of the ends", "N", G, "Stadium: semi-axis of its ends.",         \
            0.01 * ( Size ), Size, 0.0, HUGE_VAL, ss_openLow, B ),                                          \
        SS_SET_ROW( P "mu", "μ", "flank coefficient", "", G,                                                \
            "Asperity: friction coefficient of the flanks.", 0.1, 2.0, 0.0, HUGE_VAL, ss_openLow, 0.5 ),    \
        SS_SET_ROW( P "beta_deg", "β", "flank angle", "°", G, "Asperity: inclination of the flanks.", 0.0,  \
            80.0, 0.0, 90.0, ss_openHigh, 30.0 ),                                                           \
        SS_SET_ROW( P "beta2_deg", "β₂", "other flank angle", "°", G,                                       \
            "Asperity: inclination of the other flank; -1: equal.", -1.0, 80.0, -1.0, 90.0, ss_openHigh,    \
            -1.0 ),                                                                                         \
        SS_SET_ROW( P "rotation_deg", "rotation", "rotation ζ", "°", G,                                     \
            "Rotates the set counter-clockwise.", -180.0, 180.0, -HUGE_VAL, HUGE_VAL, ss_openNone,          \
            Rotation ),                                                                                     \
        SS_SET_ROW( P "offset_x", "x₀", "offset 1", "N", G, "Shifts the set; the origin must stay inside.", \
            -( Shift ), Shift, -HUGE_VAL, HUGE_VAL, ss_openNone, 0.0 ),                                     \
        SS_SET_ROW( P "offset_y", "y₀", "offset 2", "N", G, "Shifts the set; the origin must stay inside.", \
            -( Shift ), Shift, -HUGE_VAL, HUGE_VAL, ss_openNone, 0.0 ),                                     \
        SS_SET_ROW( P "scale", "scale", "scale", "", G, "Scales shape and offset.", 0.1, 10.0, 0.0,         \
            HUGE_VAL, ss_openLow, 1.0 ),                                                                    \
        SS_SET_TEXT_ROW( P "vertices", "corners", "corners", G, "Polygon: x1;y1;x2;y2;... in order [N]." ), \
        SS_SET_TEXT_ROW( P "samples", "radii", "sampled radius", G,                                         \
            "Polar: a CSV file with columns theta_deg, r, or theta1;r1;theta2;r2;... in degrees." )

/// The values of the text rows.
typedef struct ssSetTexts
{
    const char* vertices; ///< "x1;y1;x2;y2;..."; "" or NULL: none
    const char* samples;  ///< a CSV file with columns theta_deg, r, or "theta1_deg;r1;theta2_deg;r2;..."
} ssSetTexts;

/// Reads a definition from the rows that begin at `rows` and their `values`. `given` marks the rows that the
/// user wrote: a row that the kind requires must be among them, and a text of another kind is an error. If
/// `given` is NULL, a polygon without vertices is the rhombus with half diagonals a and b, and a polar curve
/// without samples the ellipse. `upToScale` is true for a direction set, whose circle needs no radius. The
/// definition owns its points: release them with ssFreeSetPoints, also after an error.
SS_API_ANY SS_CHECKED ssResult ssReadSetRows( const ssParam* rows, const double* values, const bool* given,
    ssSetTexts texts, bool upToScale, ssSetDef* def );
SS_API_OBJECT void ssFreeSetPoints( ssSetDef* def );

/// Whether a set of this kind uses the row, 0 … SS_SET_ROW_COUNT - 1.
SS_API_ANY bool ssSetKindUses( ssSetKind kind, int row );
