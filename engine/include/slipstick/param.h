// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <math.h>

// A parameter is everything about one value that a user can change: its key, label, unit and documentation,
// the range of its slider, the values that are admissible at all, and whether a change takes effect at the
// next step or at the next reset. Parameters stand in tables, one row each; panels, --set, scene files,
// sweeps and tests all read these tables.

typedef enum ssParamKind
{
    ss_paramNumber,
    ss_paramInteger,
    ss_paramChoice, ///< the value is an index into `choices` and is written by name
    /// a text such as a file name or a list of numbers, "" by default; its numeric value is always 0
    ss_paramText,
} ssParamKind;

#define SS_MAX_TEXTS 6        ///< the most text rows of one table
#define SS_TEXT_CAPACITY 8192 ///< [bytes] of one text, including the final zero

/// The ends of the admissible interval that are excluded.
typedef enum ssParamOpen
{
    ss_openNone = 0,
    ss_openLow = 1, ///< allowedMin itself is not admissible, as for a radius
    ss_openHigh = 2,
} ssParamOpen;

/// Choices that grow while programs and plugins register things.
typedef struct ssChoices
{
    const char* const* names;
    int count;
    const char* const*
        oldNames; ///< pairs: a name that is still read, and the present one; NULL ends them, or: none
} ssChoices;

typedef struct ssParam
{
    const char* key;    ///< "mu_r": the name on the command line, in files and in scripts
    const char* symbol; ///< "μ_r", as in the papers; UTF-8
    const char* label;  ///< "rolling resistance length"
    const char* unit;   ///< "m"; "": dimensionless
    const char* group;  ///< heading in the panel: "friction", "start", "numerics"
    const char* doc;    ///< one or two sentences for the tooltip
    ssParamKind kind;

    double min, max;               ///< range of the slider; typed values may lie outside
    double allowedMin, allowedMax; ///< the admissible range, which is enforced; may be infinite
    ssParamOpen open;
    double defaultValue;
    bool logScale; ///< the slider is logarithmic; min must be > 0, or 0 for a scale that is linear near zero
    bool live;     ///< a change takes effect at the next step, otherwise at the next reset

    const char* const* choices; ///< names of the choices, for ss_paramChoice; ssParam_ChoiceCount counts them
    int choiceCount;
    /// choices that are registered at run time, which follow; NULL: none can be
    const ssChoices* moreChoices;

    // A length such as mu_r can be given as a multiple of the body's radius R: "0.3R".
    const char* radius; ///< key of the row that determines R; NULL: no multiples of R
    double radiusShare; ///< R divided by the value of that row: 1 for a radius, 1/2 for a diameter

    /// Key of a row of choices, one of which is this row's key: this row is used if that is chosen, and
    /// ssSimDef_Set chooses it with this row. NULL: none.
    const char* chosenBy;
} ssParam;

/// Index of the row with that key, or -1.
SS_API_ANY int ssFindParam( const ssParam* params, int count, const char* key );

/// The choices of a row, those that have been registered included.
SS_API_ANY int ssParam_ChoiceCount( const ssParam* param );
SS_API_ANY const char* ssParam_Choice( const ssParam* param, int index ); ///< 0 … count - 1

/// The number of text rows before row `param`: its index among the table's texts. -1 if it is not a text row.
SS_API_ANY int ssTextSlot( const ssParam* params, int param );

/// Checks that the text fits and has no control characters.
SS_API_ANY SS_CHECKED ssResult ssCheckText( const ssParam* param, const char* text );

/// Checks that `value` is admissible. The message gives the key, the value and what is allowed.
SS_API_ANY SS_CHECKED ssResult ssCheckParam( const ssParam* param, double value );

/// Parses a number, or a choice by name, independently of the locale, and
/// checks it. A text is checked and yields 0.
SS_API_ANY SS_CHECKED ssResult ssParseParam( const ssParam* param, const char* text, double* value );

/// The radius R whose multiples row `param` accepts, in a table with these values; 0: none.
SS_API_ANY double ssParamRadius( const ssParam* params, int count, const double* values, int param );

/// ssParseParam that also accepts multiples of R such as "0.3R", in a table with these values.
SS_API_ANY SS_CHECKED ssResult ssParseParamIn(
    const ssParam* params, int count, const double* values, int param, const char* text, double* value );

/// Writes the value so that ssParseParam reads it back exactly: in as few digits
/// as that takes, or the choice's name. A text row yields "".
SS_API_ANY void ssFormatParam( const ssParam* param, double value, char* text, int capacity );

/// Parses a finite number, independently of the locale. False if the text is anything else.
SS_API_ANY bool ssParseNumber( const char* text, double* value );

/// The one of `names` that is closest to `name`, or NULL if none is close enough to suggest.
SS_API_ANY const char* ssClosestName( const char* name, const char* const* names, int count );

/// Writes a number for display: four significant digits, but all digits before the point; no exponent between
/// 1e-4 and 1e7, and a short one elsewhere: "2.5e-9".
SS_API_ANY void ssFormatNumber( double value, char* text, int capacity );

/// The unit in which people write values up to `size`, from 1e-3 to 1e6 the same: "µm/s" for 2e-6 and "m/s",
/// "mg" for 4e-5 and "kg". Returns how many of `unit` it is, 1e-6.
SS_API_ANY double ssScaleUnit( double size, const char* unit, char* scaled, int capacity );

/// Writes a number with a unit as people write it: "1 µm/s", "2.5 MN/m", "0.04 m", "3°". Unit NULL or "":
/// none.
SS_API_ANY void ssFormatQuantity( double value, const char* unit, char* text, int capacity );

// clang-format off
#define SS_NOISE_ROW( Key, Symbol, Label, Unit, Max, Doc ) \
    { .key = Key, .symbol = Symbol, .label = Label, .unit = Unit, .group = "noise", .doc = Doc, .max = Max, \
        .allowedMax = HUGE_VAL, .logScale = true, .live = true }
#define SS_NOISE_FORCE_ROW SS_NOISE_ROW( "noise.force", "σ_F", "random force", "N √s", 100.0, \
    "A random force on everything that moves. In a time t it gives an impulse with the standard deviation " \
    "σ_F √t; with a correlation time τ the force has σ_F/√(2 τ). 0: none." )
#define SS_NOISE_TIME_ROW SS_NOISE_ROW( "noise.time", "τ", "correlation time", "s", 10.0, \
    "How long random forces and friction remember their values. 0: white noise, which remembers nothing." )
/// The last rows of a scenario whose bodies can be pushed at random and whose friction can vary.
#define SS_NOISE_COUNT 3
#define SS_NOISE_ROWS SS_NOISE_FORCE_ROW, \
    SS_NOISE_ROW( "noise.mu", "σ_μ", "random friction", "√s", 1.0, \
    "Friction varies about its value and never falls below 0. Its mean over a time t has the relative " \
    "standard deviation σ_μ/√t; with a longer correlation time τ, σ_μ/√(2 τ) at any moment. 0: none." ), \
    SS_NOISE_TIME_ROW
// clang-format on
