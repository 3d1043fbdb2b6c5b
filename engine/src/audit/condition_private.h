// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/condition.h"

// What the reader of conditions and their evaluation share.

typedef enum conditionQuantity
{
    condition_margin,
    condition_ratio,
    condition_energy,
    condition_energyCreated,
    condition_lawError,
    condition_coneError,
    condition_slipError,
    condition_normalError,
    condition_energyError,
    condition_penetration,
    condition_force,
    condition_friction,
    condition_speed,
    condition_gap,
    condition_contact,
    condition_mode,
    condition_pair,
    condition_body,
    condition_quantityCount
} conditionQuantity;

/// The units in which numbers may be given; the first of a kind is that of a number without one.
typedef enum conditionUnit
{
    condition_unitNone, ///< a whole number, a word or a body
    condition_unitShare,
    condition_unitForce,
    condition_unitPower,
    condition_unitSpeed,
    condition_unitLength,
} conditionUnit;

typedef struct conditionRow
{
    const char* name;
    conditionUnit unit;
} conditionRow;

extern const conditionRow conditionRows[condition_quantityCount];

typedef enum conditionComparison
{
    condition_less,
    condition_lessEqual,
    condition_greater,
    condition_greaterEqual,
    condition_equal,
    condition_notEqual,
    condition_comparisonCount
} conditionComparison;

/// Codes of a program; smaller ones are the indices of terms.
enum
{
    condition_and = SS_CONDITION_MAX_TERMS,
    condition_or,
    condition_not,
};

/// What stands in ssConditionTerm.bodies for a body without a number.
enum
{
    condition_named = -2,
    condition_ground = -1, ///< any fixed body
};
