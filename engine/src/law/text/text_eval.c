// SPDX-License-Identifier: MIT
#include "base/elementary_many.h"
#include "law/text/text_ops.h"
#include "law/text/text_program.h"

#include <string.h>

// Evaluates compiled laws: numbers, derivatives, many contacts at once. At the end is what else is asked of
// them, so that a world without typed laws does not bring the compiler.

/// Registers `from` … `end` - 1. Unused operands are 0, so that they name a register that exists.
static void evaluate( const textInstruction* code, const double* constants, int from, int end,
    const double* values, const double* inputs, const double* state, double* r )
{
    for ( int i = from; i < end; ++i )
    {
        const textInstruction* in = &code[i];
        switch ( in->op )
        {
            case text_opConstant: r[i] = constants[in->a]; break;
            case text_opInput: r[i] = inputs[in->a]; break;
            case text_opParam: r[i] = values[in->a]; break;
            case text_opState: r[i] = state[in->a]; break;
            case text_opSelect: r[i] = r[in->a] != 0.0 ? r[in->b] : r[in->c]; break;
            default: r[i] = textApply( (textOp)in->op, r[in->a], r[in->b], 0.0 ); break;
        }
    }
}

void textEvalUniform( const ssLawProgram* program, const double* values, double* registers )
{
    evaluate( program->code, program->constants, 0, program->uniformEnd, values, NULL, NULL, registers );
}

double textEvalExpression(
    const textInstruction* code, int count, const double* constants, const double* values, double* registers )
{
    evaluate( code, constants, 0, count, values, NULL, NULL, registers );
    return registers[count - 1];
}

void textCompleteInputs( double inputs[text_inputCount] )
{
    double x = inputs[text_inputVx], y = inputs[text_inputVy];
    inputs[text_inputV] = ssHypot( x, y );
    inputs[text_inputPhi] = x == 0.0 && y == 0.0 ? 0.0 : ssAtan2( y, x );
}

void textEval( const ssLawProgram* program, const double* uniform, const double inputs[text_inputCount],
    const double* state, double* registers )
{
    if ( uniform != registers && program->uniformEnd > 0 )
    {
        memcpy( registers, uniform, (size_t)program->uniformEnd * sizeof *registers );
    }
    evaluate( program->code, program->constants, program->uniformEnd, program->mainEnd, NULL, inputs, state,
        registers );
}

void ssLawProgram_InitialState(
    const ssLawProgram* program, const double* values, double state[SS_LAW_MAX_STATES] )
{
    double registers[TEXT_MAX_CODE];
    textEvalUniform( program, values, registers );
    for ( int k = 0; k < program->stateCount; ++k )
    {
        const textState* s = &program->states[k];
        for ( int i = 0; i < s->row.size; ++i )
        {
            state[s->row.first + i] = s->initial[i] == TEXT_NONE ? 0.0 : registers[s->initial[i]];
        }
    }
}

// Dual numbers: every register has its value and `count` derivatives. At a kink the derivative is one-sided
// or 0; a factor 0 wins over an infinite one, so that constants have no effect.

/// The partial derivatives of an operation by its first and second operand.
typedef struct Partials
{
    double a, b;
} Partials;

static Partials powerPartials( double a, double b, double value )
{
    Partials p;
    p.a = b == 0.0 ? 0.0 : b * ssPow( a, b - 1.0 );
    p.b = a == 0.0 && b > 0.0 ? 0.0 : value * ssLog( a );
    return p;
}

/// Of the length (a, b) and of the angle atan2(a, b); 0 at the origin, where neither exists.
static Partials polarPartials( textOp op, double a, double b )
{
    double length = ssHypot( a, b );
    if ( length == 0.0 ) { return ( Partials ){ 0.0, 0.0 }; }
    double x = a / length, y = b / length;
    return op == text_opHypot ? ( Partials ){ x, y } : ( Partials ){ y / length, -x / length };
}

static double slopeOfOne( textOp op, double a, double value )
{
    switch ( op )
    {
        case text_opNegate: return -1.0;
        case text_opSqrt: return 0.5 / value;
        case text_opExp: return value;
        case text_opLog: return 1.0 / a;
        case text_opLog10: return 0.43429448190325182765 / a; // 1/ln 10
        case text_opSin: return ssCos( a );
        case text_opCos: return -ssSin( a );
        case text_opTan: return 1.0 + value * value;
        case text_opAtan: return 1.0 / ( 1.0 + a * a );
        case text_opAsinh: return 1.0 / ssHypot( 1.0, a );
        case text_opTanh: return ( 1.0 - value ) * ( 1.0 + value );
        case text_opAbs: return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; // 0 at 0
        default: return 0.0;                                        // steps: sign and comparisons
    }
}

static Partials partials( textOp op, double a, double b, double value )
{
    switch ( op )
    {
        case text_opAdd: return ( Partials ){ 1.0, 1.0 };
        case text_opSubtract: return ( Partials ){ 1.0, -1.0 };
        case text_opMultiply: return ( Partials ){ b, a };
        case text_opDivide: return ( Partials ){ 1.0 / b, -value / b };
        case text_opPower: return powerPartials( a, b, value );
        case text_opHypot:
        case text_opAtan2: return polarPartials( op, a, b );
        case text_opMin: // at a tie, and where the second is NaN, that of the first
            return a <= b || b != b ? ( Partials ){ 1.0, 0.0 } : ( Partials ){ 0.0, 1.0 };
        case text_opMax: return a >= b || b != b ? ( Partials ){ 1.0, 0.0 } : ( Partials ){ 0.0, 1.0 };
        default: return ( Partials ){ slopeOfOne( op, a, value ), 0.0 };
    }
}

static inline double chain( double partial, double derivative )
{
    return partial == 0.0 || derivative == 0.0 ? 0.0 : partial * derivative;
}

/// A register of `count` derivatives from those of its operands.
static void differentiate( textOp op, int count, const double* a, const double* b, double* r )
{
    bool unary = textOperandCount( op ) == 1;
    b = unary ? a : b;
    r[0] = textApply( op, a[0], b[0], 0.0 );
    Partials p = partials( op, a[0], b[0], r[0] );
    if ( unary )
    {
        for ( int k = 1; k <= count; ++k ) { r[k] = chain( p.a, a[k] ); }
        return;
    }
    for ( int k = 1; k <= count; ++k ) { r[k] = chain( p.a, a[k] ) + chain( p.b, b[k] ); }
}

/// A register that has the value `value` and the derivatives `d`; NULL: none.
static void put( int count, double value, const double* d, double* r )
{
    r[0] = value;
    if ( d != NULL )
    {
        memcpy( r + 1, d, (size_t)count * sizeof *r );
        return;
    }
    for ( int k = 1; k <= count; ++k ) { r[k] = 0.0; }
}

typedef struct Variables
{
    int count;
    const double *inputs, *dInputs, *state, *dState;
} Variables;

static const double* row( const double* derivatives, int index, int count )
{
    return derivatives != NULL ? derivatives + (size_t)index * (size_t)count : NULL;
}

static void evaluateDual(
    const ssLawProgram* program, int from, int end, const Variables* variables, double* registers )
{
    int count = variables->count;
    size_t stride = 1 + (size_t)count;
    for ( int i = from; i < end; ++i )
    {
        const textInstruction* in = &program->code[i];
        double* r = registers + (size_t)i * stride;
        const double *a = registers + in->a * stride, *b = registers + in->b * stride;
        switch ( in->op )
        {
            case text_opConstant: put( count, program->constants[in->a], NULL, r ); break;
            case text_opInput:
                put( count, variables->inputs[in->a], row( variables->dInputs, in->a, count ), r );
                break;
            case text_opState:
                put( count, variables->state[in->a], row( variables->dState, in->a, count ), r );
                break;
            case text_opSelect: // the other branch may be NaN
                memcpy( r, a[0] != 0.0 ? b : registers + in->c * stride, stride * sizeof *r );
                break;
            default: differentiate( (textOp)in->op, count, a, b, r ); break;
        }
    }
}

void textEvalDual( const ssLawProgram* program, const double* uniform, int count,
    const double inputs[text_inputCount], const double* dInputs, const double* state, const double* dState,
    double* registers )
{
    for ( int i = 0; i < program->uniformEnd; ++i )
    {
        put( count, uniform[i], NULL, registers + (size_t)i * ( 1 + (size_t)count ) );
    }
    Variables variables = { count, inputs, dInputs, state, dState };
    evaluateDual( program, program->uniformEnd, program->mainEnd, &variables, registers );
}

void textCompleteDuals( int count, const double inputs[text_inputCount], double* dInputs )
{
    double x = inputs[text_inputVx], y = inputs[text_inputVy];
    Partials v = polarPartials( text_opHypot, x, y ), phi = polarPartials( text_opAtan2, y, x );
    size_t n = (size_t)count;
    for ( size_t k = 0; k < n; ++k )
    {
        double dx = dInputs[text_inputVx * n + k], dy = dInputs[text_inputVy * n + k];
        dInputs[text_inputV * n + k] = chain( v.a, dx ) + chain( v.b, dy );
        dInputs[text_inputPhi * n + k] = chain( phi.a, dy ) + chain( phi.b, dx );
    }
}

double textPolarRadius(
    const ssLawProgram* program, const double* uniform, const textSet* set, double theta, double* slope )
{
    // The third part depends on the first one and on theta alone, so the registers between are not needed.
    double registers[2 * TEXT_MAX_CODE];
    for ( int i = 0; i < program->uniformEnd; ++i ) { put( 1, uniform[i], NULL, registers + 2 * i ); }
    double inputs[text_inputCount] = { 0.0 }, dInputs[text_inputCount] = { 0.0 };
    inputs[text_inputTheta] = theta;
    dInputs[text_inputTheta] = 1.0;
    Variables variables = { 1, inputs, dInputs, NULL, NULL };
    evaluateDual( program, program->mainEnd, set->radius + 1, &variables, registers );
    if ( slope != NULL ) { *slope = registers[2 * set->radius + 1]; }
    return registers[2 * set->radius];
}

// Many contacts at once: each instruction is a vectorised loop over a block whose registers fit the cache.

typedef struct Operands
{
    const double *a, *b, *c;
    int lanes;
} Operands;

#define EACH_LANE( expression )                                       \
    for ( int i = 0; i < lanes; ++i ) { result[i] = ( expression ); } \
    return

static void arithmetic( textOp op, const Operands* operands, double* restrict result )
{
    const double* restrict a = operands->a, * restrict b = operands->b;
    int lanes = operands->lanes;
    switch ( op )
    {
        case text_opNegate: EACH_LANE( -a[i] );
        case text_opAdd: EACH_LANE( a[i] + b[i] );
        case text_opSubtract: EACH_LANE( a[i] - b[i] );
        case text_opMultiply: EACH_LANE( a[i] * b[i] );
        case text_opDivide: EACH_LANE( a[i] / b[i] );
        case text_opAbs: EACH_LANE( fabs( a[i] ) );
        case text_opSign: EACH_LANE( textSign( a[i] ) );
        case text_opMin: EACH_LANE( ssMin( a[i], b[i] ) );
        case text_opMax: EACH_LANE( ssMax( a[i], b[i] ) );
        default: return;
    }
}

static void logic( textOp op, const Operands* operands, double* restrict result )
{
    const double* restrict a = operands->a, * restrict b = operands->b, * restrict c = operands->c;
    int lanes = operands->lanes;
    switch ( op )
    {
        case text_opLess: EACH_LANE( a[i] < b[i] ? 1.0 : 0.0 );
        case text_opLessEqual: EACH_LANE( a[i] <= b[i] ? 1.0 : 0.0 );
        case text_opEqual: EACH_LANE( a[i] == b[i] ? 1.0 : 0.0 );
        case text_opAnd: EACH_LANE( ( ( a[i] != 0.0 ) & ( b[i] != 0.0 ) ) ? 1.0 : 0.0 );
        case text_opOr: EACH_LANE( ( ( a[i] != 0.0 ) | ( b[i] != 0.0 ) ) ? 1.0 : 0.0 );
        case text_opSelect:
            for ( int i = 0; i < lanes; ++i )
            {
                double then = b[i], otherwise = c[i]; // both are loaded, so that nothing branches
                result[i] = a[i] != 0.0 ? then : otherwise;
            }
            return;
        default: arithmetic( op, operands, result );
    }
}

static void functions( textOp op, const Operands* operands, double* result )
{
    typedef void OfOne( const double* a, double* result, int count );
    typedef void OfTwo( const double* a, const double* b, double* result, int count );
    static OfOne* const ofOne[text_opCount] = { [text_opSqrt] = ssSqrtMany,
        [text_opExp] = ssExpMany,
        [text_opLog] = ssLogMany,
        [text_opLog10] = ssLog10Many,
        [text_opSin] = ssSinMany,
        [text_opCos] = ssCosMany,
        [text_opTan] = ssTanMany,
        [text_opAtan] = ssAtanMany,
        [text_opAsinh] = ssAsinhMany,
        [text_opTanh] = ssTanhMany };
    static OfTwo* const ofTwo[text_opCount] = {
        [text_opPower] = ssPowMany, [text_opAtan2] = ssAtan2Many, [text_opHypot] = ssHypotMany
    };
    if ( ofOne[op] != NULL ) { ofOne[op]( operands->a, result, operands->lanes ); }
    else if ( ofTwo[op] != NULL ) { ofTwo[op]( operands->a, operands->b, result, operands->lanes ); }
    else { logic( op, operands, result ); }
}

static void fill( double* result, double value, int lanes )
{
    for ( int i = 0; i < lanes; ++i ) { result[i] = value; }
}

static void copy( const double* source, double* result, int lanes )
{
    if ( source == NULL )
    {
        fill( result, 0.0, lanes );
        return;
    }
    for ( int i = 0; i < lanes; ++i ) { result[i] = source[i]; }
}

void textEvalMany( const ssLawProgram* program, const double* uniform, int lanes,
    const double* const inputs[text_inputCount], const double* const* state, double* registers )
{
    double same[3][TEXT_BLOCK]; // operands of the first part are the same in all lanes
    for ( int i = program->uniformEnd; i < program->mainEnd; ++i )
    {
        const textInstruction* in = &program->code[i];
        double* result = registers + (size_t)i * TEXT_BLOCK;
        textOp op = (textOp)in->op;
        switch ( op )
        {
            case text_opConstant: fill( result, program->constants[in->a], lanes ); continue;
            case text_opInput: copy( inputs[in->a], result, lanes ); continue;
            case text_opState: copy( state[in->a], result, lanes ); continue;
            default: break;
        }
        const uint16_t operands[3] = { in->a, in->b, in->c };
        const double* sources[3] = { result, result, result };
        for ( int k = 0; k < textOperandCount( op ); ++k )
        {
            sources[k] = registers + (size_t)operands[k] * TEXT_BLOCK;
            if ( operands[k] < program->uniformEnd )
            {
                fill( same[k], uniform[operands[k]], lanes );
                sources[k] = same[k];
            }
        }
        functions( op, &( Operands ){ sources[0], sources[1], sources[2], lanes }, result );
    }
}

const ssLawProgram* ssLawProgram_Retain( const ssLawProgram* program )
{
    if ( program != NULL )
    {
        atomic_fetch_add_explicit( &( (ssLawProgram*)program )->references, 1, memory_order_relaxed );
    }
    return program;
}

void ssLawProgram_Release( const ssLawProgram* program )
{
    ssLawProgram* p = (ssLawProgram*)program;
    if ( p == NULL || atomic_fetch_sub_explicit( &p->references, 1, memory_order_acq_rel ) != 1 ) { return; }
    ssRelease( p->text );
    ssRelease( p->names );
    ssRelease( p->code );
    ssRelease( p->constants );
    ssRelease( p->corners );
    ssRelease( p );
}

const ssLawInfo* ssLawProgram_Info( const ssLawProgram* program ) { return &program->info; }
