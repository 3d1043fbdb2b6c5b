// SPDX-License-Identifier: MIT
#include "law/text/text_eval.h"
#include "law/text/text_ops.h"

// Many contacts at once: each instruction is one loop over the lanes of a block, which compilers vectorise,
// and the registers of a block stay in the cache.

typedef struct Operands
{
    const double *a, *b, *c;
    int lanes;
} Operands;

#define EACH_LANE( expression )       \
    for ( int i = 0; i < lanes; ++i ) \
    {                                 \
        result[i] = ( expression );   \
    }                                 \
    return

static void arithmetic( textOp op, const Operands* operands, double* restrict result )
{
    const double* restrict a = operands->a, * restrict b = operands->b;
    int lanes = operands->lanes;
    switch ( op )
    {
        case text_opNegate:
            EACH_LANE( -a[i] );
        case text_opAdd:
            EACH_LANE( a[i] + b[i] );
        case text_opSubtract:
            EACH_LANE( a[i] - b[i] );
        case text_opMultiply:
            EACH_LANE( a[i] * b[i] );
        case text_opDivide:
            EACH_LANE( a[i] / b[i] );
        case text_opAbs:
            EACH_LANE( fabs( a[i] ) );
        case text_opSign:
            EACH_LANE( textSign( a[i] ) );
        case text_opMin:
            EACH_LANE( ssMin( a[i], b[i] ) );
        case text_opMax:
            EACH_LANE( ssMax( a[i], b[i] ) );
        default:
            return;
    }
}

static void logic( textOp op, const Operands* operands, double* restrict result )
{
    const double* restrict a = operands->a, * restrict b = operands->b, * restrict c = operands->c;
    int lanes = operands->lanes;
    switch ( op )
    {
        case text_opLess:
            EACH_LANE( a[i] < b[i] ? 1.0 : 0.0 );
        case text_opLessEqual:
            EACH_LANE( a[i] <= b[i] ? 1.0 : 0.0 );
        case text_opEqual:
            EACH_LANE( a[i] == b[i] ? 1.0 : 0.0 );
        case text_opAnd:
            EACH_LANE( ( ( a[i] != 0.0 ) & ( b[i] != 0.0 ) ) ? 1.0 : 0.0 );
        case text_opOr:
            EACH_LANE( ( ( a[i] != 0.0 ) | ( b[i] != 0.0 ) ) ? 1.0 : 0.0 );
        case text_opSelect:
            for ( int i = 0; i < lanes; ++i )
            {
                double then = b[i], otherwise = c[i]; // both are loaded, so that nothing branches
                result[i] = a[i] != 0.0 ? then : otherwise;
            }
            return;
        default:
            arithmetic( op, operands, result );
    }
}

static void functions( textOp op, const Operands* operands, double* result )
{
    const double *a = operands->a, *b = operands->b;
    int lanes = operands->lanes;
    switch ( op )
    {
        case text_opPower:
            ssPowMany( a, b, result, lanes );
            return;
        case text_opSqrt:
            ssSqrtMany( a, result, lanes );
            return;
        case text_opExp:
            ssExpMany( a, result, lanes );
            return;
        case text_opLog:
            ssLogMany( a, result, lanes );
            return;
        case text_opLog10:
            ssLog10Many( a, result, lanes );
            return;
        case text_opSin:
            ssSinMany( a, result, lanes );
            return;
        case text_opCos:
            ssCosMany( a, result, lanes );
            return;
        case text_opTan:
            ssTanMany( a, result, lanes );
            return;
        case text_opAtan:
            ssAtanMany( a, result, lanes );
            return;
        case text_opAtan2:
            ssAtan2Many( a, b, result, lanes );
            return;
        case text_opAsinh:
            ssAsinhMany( a, result, lanes );
            return;
        case text_opTanh:
            ssTanhMany( a, result, lanes );
            return;
        case text_opHypot:
            ssHypotMany( a, b, result, lanes );
            return;
        default:
            logic( op, operands, result );
    }
}

static void fill( double* result, double value, int lanes )
{
    for ( int i = 0; i < lanes; ++i )
    {
        result[i] = value;
    }
}

static void copy( const double* source, double* result, int lanes )
{
    if ( source == NULL )
    {
        fill( result, 0.0, lanes );
        return;
    }
    for ( int i = 0; i < lanes; ++i )
    {
        result[i] = source[i];
    }
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
            case text_opConstant:
                fill( result, program->constants[in->a], lanes );
                continue;
            case text_opInput:
                copy( inputs[in->a], result, lanes );
                continue;
            case text_opState:
                copy( state[in->a], result, lanes );
                continue;
            default:
                break;
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
