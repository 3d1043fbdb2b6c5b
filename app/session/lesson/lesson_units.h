// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Units of numbers that students type: "1.4 m/s", "140 cm/s", "5°".

typedef struct lessonUnit
{
    const char* text; ///< "m/s"; "": none
    int kind;         ///< units of the same kind can be converted
    double factor;    ///< to the first unit of the kind
} lessonUnit;

/// "none" and "-" are no unit. NULL when unknown.
const lessonUnit* lessonFindUnit( const char* text );
/// Writes the units of a kind, "m/s, cm/s, km/h"; of all kinds for -1. Returns `text`.
const char* lessonUnitNames( int kind, char* text, size_t capacity );

typedef enum lessonTyped
{
    lesson_typedNumber,
    lesson_typedNothing,
    lesson_typedNoNumber,
    lesson_typedNoUnit,    ///< what follows the number is no unit
    lesson_typedOtherUnit, ///< a unit of another kind
    lesson_typedMissing,   ///< a number without a unit where there must be one
} lessonTyped;

/// Reads what a student typed as a number of this unit. A comma is a decimal point as well.
lessonTyped lessonReadNumber( const char* text, const lessonUnit* unit, double* value );
