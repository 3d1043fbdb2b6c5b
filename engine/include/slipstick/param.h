// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Everything a user can change is one row: its key, how it is written, what it means, where its slider runs,
// which values are admissible at all, and whether a change takes effect in flight or at the next reset.
// Panels, --set, scene files, sweeps and tests read this table and nothing else.

typedef enum ssParamKind
{
    ss_paramNumber,
    ss_paramInteger,
    ss_paramChoice, ///< value is an index into `choices`; written by name
    ss_paramText,   ///< a text, "" by default: a file's name, a list of numbers; its number is always 0
} ssParamKind;

#define SS_MAX_TEXTS 6        ///< text rows of one table
#define SS_TEXT_CAPACITY 8192 ///< [bytes] of one text, the final zero included

/// Which ends of the admissible interval are excluded.
typedef enum ssParamOpen
{
    ss_openNone = 0,
    ss_openLow = 1, ///< allowedMin itself is not admissible (a radius of 0)
    ss_openHigh = 2,
} ssParamOpen;

typedef struct ssParam
{
    const char* key;    ///< "mu_r": command line, files, scripts
    const char* symbol; ///< "μ_r" as in the papers; UTF-8
    const char* label;  ///< "rolling resistance length"
    const char* unit;   ///< "m"; "" when dimensionless
    const char* group;  ///< heading in the panel: "friction", "start", "numerics"
    const char* doc;    ///< a sentence or two for the tooltip
    ssParamKind kind;

    double min, max;               ///< the slider's range: soft
    double allowedMin, allowedMax; ///< the physically admissible range: hard; may be infinite
    ssParamOpen open;
    double defaultValue;
    bool logScale; ///< slider moves in decades; min must be > 0, or 0 for a scale that is linear near zero
    bool live;     ///< takes effect at the next step; otherwise at the next reset

    const char* const* choices; ///< names, for ss_paramChoice
    int choiceCount;

    const char* radius; ///< of lengths like mu_r: key of the length that R comes from; NULL: none
    double radiusShare; ///< R is this share of it: 1, or 1/2 of a diameter
} ssParam;

/// The row with that key, or -1.
SS_API int ssFindParam( const ssParam* params, int count, const char* key );

/// Which of the texts a row's text is: how many text rows come before it. -1 when it is no text row.
SS_API int ssTextSlot( const ssParam* params, int param );

/// Does the text fit, and is it free of control characters?
SS_API ssResult ssCheckText( const ssParam* param, const char* text );

/// Is `value` admissible for this row? The message names key, value and what is allowed.
SS_API ssResult ssCheckParam( const ssParam* param, double value );

/// Reads a number, or a choice by name, independent of locale, and checks it. A text row gives 0 and a check of the text.
SS_API ssResult ssParseParam( const ssParam* param, const char* text, double* value );

/// R of a row that has one, in a table with these values; 0: it has none.
SS_API double ssParamRadius( const ssParam* params, int count, const double* values, int param );

/// ssParseParam in a table with these values: a row with an R also takes multiples of it, "0.3R".
SS_API ssResult ssParseParamIn(
    const ssParam* params, int count, const double* values, int param, const char* text, double* value );

/// Writes the value as ssParseParam reads it back: 17 digits, or the choice's name; nothing for a text row.
SS_API void ssFormatParam( const ssParam* param, double value, char* text, int capacity );

/// A finite number and nothing else; independent of locale.
SS_API bool ssParseNumber( const char* text, double* value );

/// The name among `names` closest to `name`, or NULL when none is near enough to suggest.
SS_API const char* ssClosestName( const char* name, const char* const* names, int count );

/// A number for people: four significant digits, all whole digits kept, no exponent between 1e-4 and 1e7.
SS_API void ssFormatNumber( double value, char* text, int capacity );
