// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "slipstick/param.h"
#include "slipstick/vecmath.h"

// Friction laws as text. A user types a law as in a paper (files *.law); it is checked, units included, and
// compiled into a program without loops, which always ends. A program is a value that never changes and may
// be shared among threads. ssMakeLaw makes a law from a program and the values of its parameters (law.h:
// ss_lawKindText).
//
//     law "Stribeck with a groove"             # a comment
//     param mu_s = 0.4  [-]   in 0 .. 1        "static coefficient"
//     param mu_k = 0.3  [-]   in 0 .. 1
//     param v_s  = 0.01 [m/s] in 1e-4 .. 1 log
//     let mu = mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2)
//     C = rotate(ellipse(mu, 0.5*mu), 30)
//
// A law has either a force reservoir C per newton of load, with or without a direction set D, or a `force`. A
// force that is a scalar acts along the sliding velocity and is the radius of a disc C × N; a force that is a
// pair is a function of the velocity. Either may have states, which a contact remembers. app/MANUAL.md
// describes the language.

#define SS_LAW_TEXT_CAPACITY 16384 ///< [bytes] of a text, including the final zero
#define SS_LAW_MAX_PARAMS 24       ///< parameters of one law
#define SS_LAW_MAX_STATES 16       ///< numbers that a contact remembers; a pair counts as two

typedef struct ssLawProgram ssLawProgram;

/// What a law depends on besides its parameters: a mask of these bits.
typedef enum ssLawInput
{
    ss_lawInputSpeed = 1 << 0,     ///< v
    ss_lawInputDirection = 1 << 1, ///< vel, vx, vy, phi
    ss_lawInputLoad = 1 << 2,      ///< N
    ss_lawInputTime = 1 << 3,      ///< t
    ss_lawInputPlace = 1 << 4,     ///< x, y
    ss_lawInputRolling = 1 << 5,   ///< wr
    ss_lawInputSpinning = 1 << 6,  ///< ws
    ss_lawInputState = 1 << 7,     ///< its own states
} ssLawInput;

/// A state of a law: a scalar or a tangential vector.
typedef struct ssLawState
{
    const char* name;
    const char* unit; ///< "m"; "" when dimensionless or not given
    int size;         ///< 1 or 2
    int first;        ///< index of its first number among the numbers of all states
} ssLawState;

/// The place of an error in a text, counted from 1; columns count characters, not bytes.
typedef struct ssTextPlace
{
    int line, column;
    int length; ///< characters concerned, at least 1
} ssTextPlace;

/// Compiles a text. A refusal reads "FILE:LINE:COL: what, what was expected"; `place` (may
/// be NULL) gets the place without the file's name. `file` is the name that messages use.
/// On success the caller owns one reference.
SS_API_ANY SS_CHECKED ssResult ssCompileLaw(
    const char* text, const char* file, ssLawProgram** program, ssTextPlace* place );

/// References are counted, atomically. NULL is allowed and does nothing.
SS_API_ANY const ssLawProgram* ssLawProgram_Retain( const ssLawProgram* program );
SS_API_ANY void ssLawProgram_Release( const ssLawProgram* program );

/// What a program says about itself, for as long as it lives.
typedef struct ssLawInfo
{
    const char* title; ///< "Stribeck with a groove"
    const char* text;  ///< as it was typed
    /// Rows with the key as typed ("mu_s"), live, group "law", the range as slider and as admissible range.
    const ssParam* params;
    int paramCount;
    int stateCount;   ///< states, not numbers
    int stateNumbers; ///< numbers of all states together
    const ssLawState* states;
    /// The inputs on which C and D, the force, the moments or the rates of the states depend: ssLawInput
    /// bits.
    unsigned inputs;
    bool isFunction;           ///< `force` is a pair: a function of the velocity, without a set C
    bool givesRoll, givesSpin; ///< the text bounds the moments against rolling, and against spinning
    const char* function;      ///< the registered function that it uses; NULL: none
} ssLawInfo;

SS_API_ANY const ssLawInfo* ssLawProgram_Info( const ssLawProgram* program );

/// Writes the law as one self-contained strict C99 function with its state and with the parameters' default
/// values; the caller frees the text with ssRelease. NULL when out of memory, and for a law that uses a
/// registered function.
SS_API_ANY char* ssLawProgram_ExportC( const ssLawProgram* program );

// ---------------------------------------------------------------------------------------------- shipped laws

/// A law that is found by its name: one that comes with the library, from
/// assets/laws/NAME.law, or one that was registered.
typedef struct ssShippedLaw
{
    const char* name; ///< "lugre"
    const char* text;
    const char* plugin; ///< that has registered it; NULL: the library or the program itself
} ssShippedLaw;

SS_API_ANY int ssShippedLawCount( void );
SS_API_ANY const ssShippedLaw* ssGetShippedLaw(
    int index ); ///< in alphabetical order, then those that were registered
SS_API_ANY const ssShippedLaw* ssFindShippedLaw( const char* name ); ///< NULL when there is none

// ----------------------------------------------------------------------------------------- laws of one's own

/// The force f [N] of a registered law for a sliding velocity under a load, with the values of the
/// parameters of its text in their order; the rest as in ssLawForceFunction (law.h). It depends on its
/// arguments alone, and any thread may call it.
typedef void ssLawFunction( const double* params, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next );

/// A law with a name, offered wherever the shipped laws are. It is a text, and may have a function: the text
/// then gives the title and the parameters, and the line `use "NAME"` stands for the force.
///
///     { .name = "creep",
///         .text = "law \"Creep\"\nparam eta = 2 [s/m] in 0 .. 10\nuse \"creep\"\n",
///         .force = creep }
typedef struct ssLawEntry
{
    const char* name; ///< "creep"
    const char* text;
    ssLawFunction* force; ///< NULL: the text says it all
    bool givesDerivative; ///< `force` fills `derivative`; otherwise differences are taken
    /// numbers that a contact remembers for `force`, at most SS_LAW_MAX_STATES; they start at 0
    int stateNumbers;
    /// the first 2 × statePairs of them are tangential vectors, which turn with the contact's frame
    int statePairs;
} ssLawEntry;

/// Adds a law after the shipped ones: `--law NAME`, the law editor, builds, presets and lessons offer it.
/// Refused: a name that is taken or not allowed, a text that does not compile, with its line and column, a
/// text and a function that do not belong together; and everything once a simulation has been created.
/// `entry` must stay valid.
SS_API_SETUP SS_CHECKED ssResult ssRegisterLaw( const ssLawEntry* entry );
