// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/audit.h"

// A condition on a contact, typed as a short text such as
//     margin < 1%     energy created     law error > 0.01     mode = slide and not body "box 3"
// It chooses the contacts that a view shows, and the moment at which a run stops.
//
//     condition  = conjunction { "or" conjunction }
//     conjunction = factor { "and" factor }
//     factor     = "not" factor | "(" condition ")" | comparison
//     comparison = quantity ( < | <= | > | >= | = | != ) number [ unit ] | "mode" ( = | != ) word
//                | "energy created" | "pair" body "-" body | "body" body
//     body       = number | "name" | ground
//
// Quantities: margin, ratio, energy, law error, cone error, slip error, normal error, energy
// error, penetration, force, friction, speed, gap, contact. A comparison with a quantity that
// is not known is false, whatever it compares.

#define SS_CONDITION_CAPACITY 256     ///< [bytes] of a text, including the final zero
#define SS_CONDITION_MAX_TERMS 24     ///< comparisons in one condition
#define SS_CONDITION_MAX_DEPTH 16     ///< parentheses and "not" inside each other
#define SS_CONDITION_NAME_CAPACITY 32 ///< [bytes] of the name of a body, including the final zero

/// One comparison.
typedef struct ssConditionTerm
{
    int quantity;                              ///< its row in the table of quantities
    int comparison;                            ///< < <= > >= = !=
    double value;                              ///< in SI units, or an ssContactMode
    int bodies[2];                             ///< of `body` and `pair`: numbers, or what stands for them
    char names[2][SS_CONDITION_NAME_CAPACITY]; ///< of bodies given by name
} ssConditionTerm;

/// A condition as a value: it may be copied, and owns nothing.
typedef struct ssCondition
{
    int codeCount;                                   ///< 0: no condition
    unsigned char codes[4 * SS_CONDITION_MAX_TERMS]; ///< in postfix order: terms, and, or, not
    int termCount;
    ssConditionTerm terms[SS_CONDITION_MAX_TERMS];
} ssCondition;

/// What a condition needs to know beside the contact.
typedef struct ssConditionState
{
    double speed; ///< [m/s] that counts as motion, as in ssAuditContact
    /// The name of a body, by the numbers of ssContactView; a fixed one is
    /// -1 - surface. NULL: there are no names.
    void ( *nameOf )( const void* context, int body, char* text, int capacity );
    const void* context;
} ssConditionState;

/// Reads a condition. The error says what is wrong, in which column, and what is allowed.
SS_API_ANY SS_CHECKED ssResult ssParseCondition( const char* text, ssCondition* condition );

/// Does the contact satisfy the condition? `number` is its place in the state, from 1 on. Allocates nothing.
SS_API_ANY bool ssCondition_Holds(
    const ssCondition* condition, const ssConditionState* state, const ssContactView* contact, int number );

/// Writes the contact's values of the quantities that the condition compares: "margin 0.42%, speed 0.012
/// m/s". Returns the number of bytes written.
SS_API_ANY int ssCondition_Describe( const ssCondition* condition, const ssConditionState* state,
    const ssContactView* contact, int number, char* text, int capacity );
