// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/audit.h"

// A condition on a contact, typed as a short text such as
//     margin < 1%     energy created     law error > 0.01     mode = slide and not body "box 3"
// It chooses the contacts that a view shows, and the moment at which a run stops. It is an expression of the
// language of typed laws, with arithmetic and functions (friction > 0.9*force), and a few forms of its own:
//
//     number [ unit ]   such as 1%, 2 kN, 3 mm/s; SI without a unit
//     "mode" ( = | != ) word
//     "energy created" | "pair" body "-" body | "body" body
//     body = number | "name" | ground
//
// Quantities: margin, ratio, energy, law error, cone error, slip error, normal error, energy
// error, penetration, force, friction, speed, gap, contact, t (the time). A comparison with a quantity that
// is not known is false, whatever it compares.

#define SS_CONDITION_CAPACITY 256   ///< [bytes] of a text, including the final zero
#define SS_CONDITION_MAX_STEPS 256  ///< operations of one condition
#define SS_CONDITION_MAX_NUMBERS 96 ///< different numbers in one condition
#define SS_CONDITION_MAX_QUANTITIES 20
#define SS_CONDITION_MAX_BODIES 24    ///< terms with `body` or `pair`
#define SS_CONDITION_NAME_CAPACITY 32 ///< [bytes] of the name of a body, including the final zero

/// One `body` or `pair`.
typedef struct ssConditionBodies
{
    int count;                                 ///< 1 or 2
    int bodies[2];                             ///< numbers, or what stands for them
    char names[2][SS_CONDITION_NAME_CAPACITY]; ///< of bodies given by name
} ssConditionBodies;

/// A condition as a value: it may be copied, and owns nothing.
typedef struct ssCondition
{
    int codeCount;                         ///< 0: no condition
    uint64_t code[SS_CONDITION_MAX_STEPS]; ///< the compiled expression
    double numbers[SS_CONDITION_MAX_NUMBERS];
    int quantityCount;
    unsigned char quantities[SS_CONDITION_MAX_QUANTITIES]; ///< that it compares, in the order of the text
    int bodyCount;
    ssConditionBodies bodies[SS_CONDITION_MAX_BODIES];
} ssCondition;

/// What a condition needs to know beside the contact.
typedef struct ssConditionState
{
    double speed; ///< [m/s] that counts as motion, as in ssAuditContact
    double t;     ///< [s] the present time
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

/// Writes the contact's values of the quantities that the condition uses: "margin 0.42%, speed 0.012 m/s".
/// Returns the number of bytes written.
SS_API_ANY int ssCondition_Describe( const ssCondition* condition, const ssConditionState* state,
    const ssContactView* contact, int number, char* text, int capacity );
