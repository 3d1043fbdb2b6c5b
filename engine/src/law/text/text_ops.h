// SPDX-License-Identifier: MIT
#pragma once

#include "law/text/text_program.h"
#include "slipstick/elementary.h"

// What one instruction computes from its operands. text_eval.c computes the same over arrays of contacts.

static inline double textSign( double x )
{
    return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; // keeps a NaN, and the sign of a zero
}

static inline double textFunction( textOp op, double a, double b )
{
    switch ( op )
    {
        case text_opPower: return ssPow( a, b );
        case text_opSqrt: return sqrt( a );
        case text_opExp: return ssExp( a );
        case text_opLog: return ssLog( a );
        case text_opLog10: return ssLog10( a );
        case text_opSin: return ssSin( a );
        case text_opCos: return ssCos( a );
        case text_opTan: return ssTan( a );
        case text_opAtan: return ssAtan( a );
        case text_opAtan2: return ssAtan2( a, b );
        case text_opAsinh: return ssAsinh( a );
        case text_opTanh: return ssTanh( a );
        case text_opHypot: return ssHypot( a, b );
        default: return SS_NAN;
    }
}

/// The value of an instruction that is not a constant, an input, a parameter or a state.
static inline double textApply( textOp op, double a, double b, double c )
{
    switch ( op )
    {
        case text_opNegate: return -a;
        case text_opAdd: return a + b;
        case text_opSubtract: return a - b;
        case text_opMultiply: return a * b;
        case text_opDivide: return a / b;
        case text_opAbs: return fabs( a );
        case text_opSign: return textSign( a );
        case text_opMin: return ssMin( a, b );
        case text_opMax: return ssMax( a, b );
        case text_opLess: return a < b ? 1.0 : 0.0;
        case text_opLessEqual: return a <= b ? 1.0 : 0.0;
        case text_opEqual: return a == b ? 1.0 : 0.0;
        case text_opAnd: return a != 0.0 && b != 0.0 ? 1.0 : 0.0;
        case text_opOr: return a != 0.0 || b != 0.0 ? 1.0 : 0.0;
        case text_opSelect: return a != 0.0 ? b : c;
        default: return textFunction( op, a, b );
    }
}

/// Operands of an operation that are registers: 0 … 3.
static inline int textOperandCount( textOp op )
{
    return ( op >= text_opNegate ) + ( op >= text_opAdd ) + ( op == text_opSelect );
}
