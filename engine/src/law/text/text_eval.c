// SPDX-License-Identifier: MIT
#include "law/text/text_eval.h"

#include "law/text/text_ops.h"

#include <string.h>

// Evaluates compiled laws: numbers, derivatives, many contacts at once.

int textOperandCount( textOp op )
{
    switch ( op )
    {
        case text_opConstant:
        case text_opInput:
        case text_opParam:
        case text_opState:
            return 0;
        case text_opAdd:
        case text_opSubtract:
        case text_opMultiply:
        case text_opDivide:
        case text_opPower:
        case text_opAtan2:
        case text_opMin:
        case text_opMax:
        case text_opHypot:
        case text_opLess:
        case text_opLessEqual:
        case text_opEqual:
        case text_opAnd:
        case text_opOr:
            return 2;
        case text_opSelect:
            return 3;
        default:
            return 1;
    }
}

/// Registers `from` … `end` - 1. Unused operands are 0, so that they name a register that exists.
static void evaluate( const ssLawProgram* program, int from, int end, const double* values,
    const double* inputs, const double* state, double* r )
{
    for ( int i = from; i < end; ++i )
    {
        const textInstruction* in = &program->code[i];
        switch ( in->op )
        {
            case text_opConstant:
                r[i] = program->constants[in->a];
                break;
            case text_opInput:
                r[i] = inputs[in->a];
                break;
            case text_opParam:
                r[i] = values[in->a];
                break;
            case text_opState:
                r[i] = state[in->a];
                break;
            case text_opSelect:
                r[i] = r[in->a] != 0.0 ? r[in->b] : r[in->c];
                break;
            default:
                r[i] = textApply( (textOp)in->op, r[in->a], r[in->b], 0.0 );
                break;
        }
    }
}

void textEvalUniform( const ssLawProgram* program, const double* values, double* registers )
{
    evaluate( program, 0, program->uniformEnd, values, NULL, NULL, registers );
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
    evaluate( program, program->uniformEnd, program->mainEnd, NULL, inputs, state, registers );
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
