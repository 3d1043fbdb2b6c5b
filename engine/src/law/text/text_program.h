// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law_text.h"
#include "slipstick/set.h"

#include <stdatomic.h>

// A compiled law: straight code in which instruction i writes register i. Registers are scalars; a pair takes
// two. Both branches of an `if` are computed. The three parts depend on parameters alone, on inputs and
// states, and also on the angle `theta` of a polar set.

typedef enum textInput
{
    text_inputV,
    text_inputVx,
    text_inputVy,
    text_inputPhi,
    text_inputN,
    text_inputT,
    text_inputX,
    text_inputY,
    text_inputWr,
    text_inputWs,
    text_inputTheta,
    text_inputCount
} textInput;

typedef enum textOp
{
    text_opConstant, // constants[a]
    text_opInput,    // input a
    text_opParam,    // parameter a
    text_opState,    // number a of the states
    text_opNegate,   // the first with one operand
    text_opSqrt,
    text_opExp,
    text_opLog,
    text_opLog10,
    text_opSin,
    text_opCos,
    text_opTan,
    text_opAtan,
    text_opAsinh,
    text_opTanh,
    text_opAbs,
    text_opSign,
    text_opAdd, // the first with two operands; the four in this order
    text_opSubtract,
    text_opMultiply,
    text_opDivide,
    text_opPower, // a^b; the compiler writes small whole powers as products
    text_opAtan2,
    text_opMin,
    text_opMax,
    text_opHypot, // the length of the pair (a, b)
    text_opLess,  // 1 or 0, like the four below; from here on conditions
    text_opLessEqual,
    text_opEqual,
    text_opAnd,
    text_opOr,
    text_opSelect, // a != 0 ? b : c
    text_opCount
} textOp;

typedef struct textInstruction
{
    uint16_t op;
    uint16_t a, b, c; // registers, or the index of a constant, input, parameter or state; 0 where unused
} textInstruction;

#define TEXT_MAX_CODE 4096     // instructions
#define TEXT_MAX_CORNERS 256   // corners of one polygon
#define TEXT_POLAR_SAMPLES 720 // a polar set is the polygon through r at theta = 2 pi k/720
#define TEXT_NONE ( -1 )       // no register
#define TEXT_SET_NUMBERS 12    // of a set

/// A set whose numbers are registers; TEXT_NONE: the default, no rotation, no shift, the scale 1. The shape
/// is rotated, then shifted, then scaled about the origin.
typedef struct textSet
{
    bool given;
    ssSetKind kind;
    union
    {
        struct
        {
            int a, b, s, l, e, mu, beta; // as in ssSetDef; beta in degrees
            int rotation;                // [°]
            int shiftX, shiftY, scale;
            int radius; // polar: r(theta), a register of the third part; of parameters and theta alone
        };
        int numbers[TEXT_SET_NUMBERS];
    };
    int firstCorner, cornerCount; // polygon: register pairs in `corners`; they depend on parameters alone
    bool constantShape;           // all numbers but the scale depend on parameters alone
    int line, column;             // where it stands in the text
} textSet;

/// Is the set a disc about the origin? A shift has both components.
static inline bool textIsDisc( const textSet* set )
{
    return set->kind == ss_setCircle && set->shiftX == TEXT_NONE;
}

typedef struct textState
{
    ssLawState row;
    int initial[2], rate[2]; // registers; the second one of a scalar is TEXT_NONE
    textSet bound;           // `state y in disc(w)`: the pair is projected onto it
    int low, high; // `state s in LOW .. HIGH`: registers between which the scalar is kept; TEXT_NONE: none
} textState;

struct ssLawProgram
{
    atomic_int references;
    ssLawInfo info; // of what follows, for others
    char* text;
    const char* title; // among the names
    char* names;       // the texts that the rows of parameters and states point to
    int paramCount, stateCount, stateNumbers;
    ssParam params[SS_LAW_MAX_PARAMS];
    textState states[SS_LAW_MAX_STATES];
    ssLawState stateRows[SS_LAW_MAX_STATES];

    int codeCount, uniformEnd, mainEnd; // parts: [0, uniformEnd), [uniformEnd, mainEnd), [mainEnd, codeCount)
    textInstruction* code;
    int constantCount;
    double* constants;
    int cornerCount;
    int* corners; // registers of x and y in turn

    textSet c, d;
    int force[2]; // registers; a scalar force has TEXT_NONE second, no force has both
    int roll, spin;
    unsigned inputs;            // ssLawInput bits of everything
    unsigned setInputs;         // of C and D (or of a scalar force), rates of the states they use included
    const ssLawEntry* function; // `use`: the registered function that gives the force; NULL: the code does
};

// ---------------------------------------------------------------------------------------------- shipped laws

// The laws of assets/laws/ by name, in a file that engine/embed_laws.cmake writes.

extern const ssShippedLaw ss_shippedLaws[];
extern const int ss_shippedLawCount;

/// The registered law of this name that has a function, which texts name with `use`; NULL: there is none.
const ssLawEntry* textFindFunction( const char* name );

// ------------------------------------------------------------------------------------------------ evaluation

// Evaluates a compiled law. `uniform` are the registers of the first part, computed once for given
// parameters. `registers` has room for codeCount numbers.

/// The initial values of all states for these parameters.
void ssLawProgram_InitialState(
    const ssLawProgram* program, const double* values, double state[SS_LAW_MAX_STATES] );

/// Registers of the first part.
void textEvalUniform( const ssLawProgram* program, const double* values, double* registers );

/// The value of an expression outside a law (textCompileExpression); of a comparison 1 or 0.
double textEvalExpression( const textInstruction* code, int count, const double* constants,
    const double* values, double* registers );

/// Fills v and phi from vx and vy; at rest phi is 0.
void textCompleteInputs( double inputs[text_inputCount] );

/// All registers up to mainEnd: copies the first part from `uniform` and computes the second.
void textEval( const ssLawProgram* program, const double* uniform, const double inputs[text_inputCount],
    const double* state, double* registers );

#define TEXT_MAX_DUALS ( SS_LAW_MAX_STATES + 4 )

/// The same with `count` derivatives of every register: registers[r × (1 + count)] is the value, followed by
/// its derivatives. dInputs and dState (NULL: all 0) hold `count` numbers for every input and state;
/// textCompleteDuals fills those of v and phi. A kink has a one-sided derivative or 0 (abs and the length of
/// a pair at 0, sign and comparisons everywhere); min and max take the first operand's at a tie. An `if`
/// branch not taken has no influence, nor has an infinite derivative times 0.
void textEvalDual( const ssLawProgram* program, const double* uniform, int count,
    const double inputs[text_inputCount], const double* dInputs, const double* state, const double* dState,
    double* registers );

/// Derivatives of v and phi from those of vx and vy; at rest they are 0.
void textCompleteDuals( int count, const double inputs[text_inputCount], double* dInputs );

#define TEXT_BLOCK 64 // contacts that textEvalMany computes together

/// The second part for `lanes` <= TEXT_BLOCK contacts, with the bits of textEval: inputs[k] (NULL: all 0) and
/// state[k] have `lanes` numbers. Writes registers[r × TEXT_BLOCK + lane], but not those of `uniform`.
void textEvalMany( const ssLawProgram* program, const double* uniform, int lanes,
    const double* const inputs[text_inputCount], const double* const* state, double* registers );

/// The radius of a polar set at an angle, and its derivative by the angle.
double textPolarRadius(
    const ssLawProgram* program, const double* uniform, const textSet* set, double theta, double* slope );
