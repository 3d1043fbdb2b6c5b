// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"
#include "law/text/text_ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// C expressions from registers. A register used once is written in place unless that gets long; others are
// local variables r12. Its derivative by number 3 of the states is r12_3.

#define MAX_EXPRESSION 10 // operations of one expression

void textFormatExact( double value, char text[TEXT_NUMBER_CAPACITY] )
{
    if ( !isfinite( value ) )
    {
        snprintf( text, TEXT_NUMBER_CAPACITY, "%s",
            isnan( value )    ? "NAN"
                : value > 0.0 ? "INFINITY"
                              : "-INFINITY" );
        return;
    }
    for ( int digits = 6; digits <= 17; ++digits )
    {
        snprintf( text, TEXT_NUMBER_CAPACITY - 2, "%.*g", digits, value );
        if ( strtod( text, NULL ) == value ) { break; }
    }
    for ( char* c = text; *c != '\0'; ++c ) { *c = strchr( "0123456789-+e", *c ) == NULL ? '.' : *c; }
    if ( strpbrk( text, ".e" ) == NULL )
    {
        strcat( text, ".0" ); // an integer would be divided as one
    }
}

static bool isReserved( const char* name, size_t length )
{
    static const char* const words[] = { "auto", "break", "case", "char", "const", "continue", "default",
        "do", "double", "else", "enum", "extern", "float", "for", "goto", "if", "inline", "int", "long",
        "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
        "typedef", "union", "unsigned", "void", "volatile", "while", "_Bool", "_Complex", "_Imaginary", "NAN",
        "INFINITY", "HUGE_VAL", "HUGE_VALF", "HUGE_VALL", "NULL", "linux", "unix", "errno" };
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        if ( strlen( words[i] ) == length && memcmp( words[i], name, length ) == 0 ) { return true; }
    }
    return false;
}

void textPutName( textWriter* writer, const char* name )
{
    size_t length = strlen( name ), bare = length;
    while ( bare > 0 && name[bare - 1] == '_' ) { bare -= 1; }
    // "int" becomes "int_", and "int_" becomes "int__": different names stay different
    textPut( writer, "%s%s", name, isReserved( name, bare ) ? "_" : "" );
}

static const textInstruction* instruction( const textExport* e, int reg ) { return &e->program->code[reg]; }

static bool isLeaf( const textExport* e, int reg )
{
    return textOperandCount( (textOp)instruction( e, reg )->op ) == 0;
}

static int operandsOf( const textInstruction* in, int operands[3] )
{
    operands[0] = in->a;
    operands[1] = in->b;
    operands[2] = in->c;
    return textOperandCount( (textOp)in->op );
}

void textBeginFunction( textExport* e )
{
    memset( e->needed, 0, sizeof e->needed );
    memset( e->named, 0, sizeof e->named );
    memset( e->varies, 0, sizeof e->varies );
    memset( e->derived, 0, sizeof e->derived );
}

void textNeed( textExport* e, int reg )
{
    if ( reg != TEXT_NONE ) { e->needed[reg] = true; }
}

/// Operations whose derivative is 0 wherever it exists.
static bool isStep( textOp op ) { return op == text_opSign || ( op >= text_opLess && op <= text_opOr ); }

/// Fills `varies` of all registers up to the end.
static void findVarying( textExport* e )
{
    for ( int i = 0; i < e->program->mainEnd; ++i )
    {
        const textInstruction* in = instruction( e, i );
        int operands[3], count = operandsOf( in, operands );
        e->varies[i] = in->op == text_opState ? 1u << in->a : 0u;
        for ( int k = in->op == text_opSelect ? 1 : 0; k < count && !isStep( (textOp)in->op ); ++k )
        {
            e->varies[i] |= e->varies[operands[k]];
        }
    }
}

void textNeedDerivatives( textExport* e, int reg )
{
    if ( reg == TEXT_NONE ) { return; }
    findVarying( e );
    e->derived[reg] = e->varies[reg];
    for ( int i = reg; i >= 0; --i )
    {
        int operands[3], count = operandsOf( instruction( e, i ), operands );
        for ( int k = 0; k < count && e->derived[i] != 0u; ++k )
        {
            bool condition = instruction( e, i )->op == text_opSelect && k == 0;
            e->derived[operands[k]] |= condition ? 0u : e->derived[i] & e->varies[operands[k]];
        }
    }
}

void textPlanLocals( textExport* e )
{
    static const int unlimited = 1000;
    int* uses = ssAlloc( 2 * TEXT_MAX_CODE * sizeof( int ) );
    if ( uses == NULL )
    {
        e->writer.failed = true;
        return;
    }
    int* size = uses + TEXT_MAX_CODE;
    memset( uses, 0, 2 * TEXT_MAX_CODE * sizeof( int ) );
    for ( int i = e->program->codeCount - 1; i >= 0; --i )
    {
        int operands[3], count = operandsOf( instruction( e, i ), operands );
        for ( int k = 0; k < count && e->needed[i]; ++k )
        {
            e->needed[operands[k]] = true;
            // the derivatives of an operation are written with its operands
            uses[operands[k]] += e->derived[i] != 0u ? unlimited : 1;
        }
    }
    for ( int i = 0; i < e->program->codeCount; ++i )
    {
        int operands[3], count = operandsOf( instruction( e, i ), operands );
        size[i] = 1;
        for ( int k = 0; k < count && e->needed[i]; ++k )
        {
            size[i] += e->named[operands[k]] || isLeaf( e, operands[k] ) ? 0 : size[operands[k]];
        }
        bool shared = uses[i] > 1 || e->derived[i] != 0u || size[i] > MAX_EXPRESSION;
        e->named[i] = e->needed[i] && shared && !isLeaf( e, i );
    }
    ssRelease( uses );
}

bool textUses( const textExport* e, textOp op, int index )
{
    for ( int i = 0; i < e->program->codeCount; ++i )
    {
        const textInstruction* in = instruction( e, i );
        if ( e->needed[i] && in->op == op && ( index < 0 || in->a == index ) ) { return true; }
    }
    return false;
}

void textPutUnused( textExport* e )
{
    bool usesInput = textUses( e, text_opInput, -1 ), usesStates = textUses( e, text_opState, -1 );
    textPut( &e->writer, "%s%s%s", textUses( e, text_opParam, -1 ) ? "" : "    (void)p;\n",
        usesInput ? "" : "    (void)in;\n", usesStates ? "" : "    (void)z;\n" );
}

void textPutSpeed( textExport* e )
{
    if ( textUses( e, text_opInput, text_inputV ) )
    {
        textPut( &e->writer, "    const double v = hypot( in->vx, in->vy );\n" );
    }
    if ( textUses( e, text_opInput, text_inputPhi ) )
    {
        textPut( &e->writer,
            "    const double phi = in->vx == 0.0 && in->vy == 0.0 ? 0.0 : atan2( in->vy, in->vx );\n" );
    }
}

/// How strongly an expression binds.
typedef enum Binding
{
    bind_condition, // a ? b : c, a < b
    bind_sum,
    bind_product,
    bind_unary,
    bind_term, // a name, a number, a call
} Binding;

static void putExpression( textExport* e, int reg, Binding least );

static void putLeaf( textExport* e, const textInstruction* in )
{
    static const char* const inputs[text_inputCount] = { "v", "in->vx", "in->vy", "phi", "in->N", "in->t",
        "in->x", "in->y", "in->wr", "in->ws", "theta" };
    char number[TEXT_NUMBER_CAPACITY];
    switch ( in->op )
    {
        case text_opConstant:
            textFormatExact( e->program->constants[in->a], number );
            textPut( &e->writer, number[0] == '-' ? "( %s )" : "%s", number );
            break;
        case text_opInput: textPut( &e->writer, "%s", inputs[in->a] ); break;
        case text_opParam:
            textPut( &e->writer, "p->" );
            textPutName( &e->writer, e->program->params[in->a].key );
            break;
        default: textPut( &e->writer, "z[%d]", in->a ); break;
    }
}

static void putCall( textExport* e, const textInstruction* in )
{
    static const char* const names[text_opCount] = { [text_opPower] = "pow",
        [text_opSqrt] = "sqrt",
        [text_opExp] = "exp",
        [text_opLog] = "log",
        [text_opLog10] = "log10",
        [text_opSin] = "sin",
        [text_opCos] = "cos",
        [text_opTan] = "tan",
        [text_opAtan] = "atan",
        [text_opAtan2] = "atan2",
        [text_opAsinh] = "asinh",
        [text_opTanh] = "tanh",
        [text_opAbs] = "fabs",
        [text_opSign] = "sign",
        [text_opMin] = "fmin",
        [text_opMax] = "fmax",
        [text_opHypot] = "hypot" };
    textPut( &e->writer, "%s( ", names[in->op] );
    putExpression( e, in->a, bind_condition );
    if ( textOperandCount( (textOp)in->op ) == 2 )
    {
        textPut( &e->writer, ", " );
        putExpression( e, in->b, bind_condition );
    }
    textPut( &e->writer, " )" );
}

/// `not a` is the comparison a == 0 of a condition: the register of a, or TEXT_NONE.
static int negatedBy( const textExport* e, const textInstruction* in )
{
    const int operands[2] = { in->a, in->b };
    for ( int k = 0; k < 2 && in->op == text_opEqual; ++k )
    {
        const textInstruction* other = instruction( e, operands[1 - k] );
        textOp op = (textOp)instruction( e, operands[k] )->op;
        if ( other->op == text_opConstant && e->program->constants[other->a] == 0.0 && op >= text_opLess &&
            op <= text_opOr )
        {
            return operands[k];
        }
    }
    return TEXT_NONE;
}

/// Writes a register as a condition, which needs no brackets at the top.
static void putCondition( textExport* e, int reg, bool inner )
{
    const textInstruction* in = instruction( e, reg );
    static const char* const signs[text_opCount] = { [text_opLess] = "<",
        [text_opLessEqual] = "<=",
        [text_opEqual] = "==",
        [text_opAnd] = "&&",
        [text_opOr] = "||" };
    bool compares = !e->named[reg] && signs[in->op] != NULL,
         joins = in->op == text_opAnd || in->op == text_opOr;
    int negated = compares ? negatedBy( e, in ) : TEXT_NONE;
    textPut( &e->writer, inner ? "( " : "" );
    if ( negated != TEXT_NONE )
    {
        textPut( &e->writer, "!" );
        putCondition( e, negated, true );
    }
    else if ( compares && joins )
    {
        putCondition( e, in->a, true );
        textPut( &e->writer, " %s ", signs[in->op] );
        putCondition( e, in->b, true );
    }
    else if ( compares )
    {
        putExpression( e, in->a, bind_sum );
        textPut( &e->writer, " %s ", signs[in->op] );
        putExpression( e, in->b, bind_sum );
    }
    else
    {
        putExpression( e, reg, bind_sum );
        textPut( &e->writer, " != 0.0" );
    }
    textPut( &e->writer, inner ? " )" : "" );
}

static Binding bindingOf( textOp op )
{
    return op == text_opAdd || op == text_opSubtract   ? bind_sum
        : op == text_opMultiply || op == text_opDivide ? bind_product
        : op == text_opNegate                          ? bind_unary
        : op >= text_opLess                            ? bind_condition
                                                       : bind_term;
}

/// Writes the operation of a register, also if the register has a name.
static void putOperation( textExport* e, int reg )
{
    const textInstruction* in = instruction( e, reg );
    Binding binding = bindingOf( (textOp)in->op );
    switch ( in->op )
    {
        case text_opAdd:
        case text_opSubtract:
        case text_opMultiply:
        case text_opDivide:
            // a + (b + c) is not (a + b) + c in floating point
            putExpression( e, in->a, binding );
            textPut( &e->writer, " %c ", "+-*/"[in->op - text_opAdd] );
            putExpression( e, in->b, (Binding)( binding + 1 ) );
            break;
        case text_opNegate:
            textPut( &e->writer, "-" );
            putExpression( e, in->a, bind_term );
            break;
        case text_opSelect:
            putCondition( e, in->a, false );
            textPut( &e->writer, " ? " );
            putExpression( e, in->b, bind_sum );
            textPut( &e->writer, " : " );
            putExpression( e, in->c, bind_sum );
            break;
        default:
            if ( binding != bind_condition )
            {
                putCall( e, in );
                break;
            }
            bool named = e->named[reg];
            e->named[reg] = false; // the comparison itself, not its name
            putCondition( e, reg, false );
            e->named[reg] = named;
            textPut( &e->writer, " ? 1.0 : 0.0" );
            break;
    }
}

static void putExpression( textExport* e, int reg, Binding least )
{
    const textInstruction* in = instruction( e, reg );
    if ( e->named[reg] )
    {
        textPut( &e->writer, "r%d", reg );
        return;
    }
    if ( isLeaf( e, reg ) )
    {
        putLeaf( e, in );
        return;
    }
    bool brackets = bindingOf( (textOp)in->op ) < least;
    textPut( &e->writer, brackets ? "( " : "" );
    putOperation( e, reg );
    textPut( &e->writer, brackets ? " )" : "" );
}

static void putOrNone( textExport* e, int reg, const char* none, Binding least )
{
    if ( reg == TEXT_NONE )
    {
        textPut( &e->writer, "%s", none );
        return;
    }
    putExpression( e, reg, least );
}

void textPutRegister( textExport* e, int reg, const char* none )
{
    putOrNone( e, reg, none, bind_condition );
}

void textPutFactor( textExport* e, int reg, const char* none )
{
    putOrNone( e, reg, none, bind_unary ); // also behind a division or a product
}

void textPutDerivative( textExport* e, int reg, int number )
{
    if ( ( e->varies[reg] >> number & 1u ) == 0u )
    {
        textPut( &e->writer, "0.0" );
        return;
    }
    textPut( &e->writer, instruction( e, reg )->op == text_opState ? "1.0" : "r%d_%d", reg, number );
}

/// Writes the derivative of an operation by its operand 0 or 1. All operands are names or leaves.
static void putPartial( textExport* e, int reg, int operand )
{
    static const char* const one[text_opCount] = { [text_opSqrt] = "0.5 / %r",
        [text_opExp] = "%r",
        [text_opLog] = "1.0 / %a",
        [text_opLog10] = "1.0 / ( %a * log( 10.0 ) )",
        [text_opSin] = "cos( %a )",
        [text_opCos] = "-sin( %a )",
        [text_opTan] = "1.0 + %r * %r",
        [text_opAtan] = "1.0 / ( 1.0 + %a * %a )",
        [text_opAsinh] = "1.0 / hypot( 1.0, %a )",
        [text_opTanh] = "( 1.0 - %r ) * ( 1.0 + %r )",
        [text_opAbs] = "sign( %a )",
        [text_opMultiply] = "%b",
        [text_opDivide] = "1.0 / %b",
        [text_opPower] = "%b == 0.0 ? 0.0 : %b * pow( %a, %b - 1.0 )",
        [text_opAtan2] = "%a == 0.0 && %b == 0.0 ? 0.0 : %b / ( %a * %a + %b * %b )",
        [text_opHypot] = "%r == 0.0 ? 0.0 : %a / %r" };
    static const char* const two[text_opCount] = { [text_opMultiply] = "%a",
        [text_opDivide] = "-%r / %b",
        [text_opPower] = "%a == 0.0 && %b > 0.0 ? 0.0 : %r * log( %a )",
        [text_opAtan2] = "%a == 0.0 && %b == 0.0 ? 0.0 : -%a / ( %a * %a + %b * %b )",
        [text_opHypot] = "%r == 0.0 ? 0.0 : %b / %r" };
    const textInstruction* in = instruction( e, reg );
    for ( const char* c = operand == 0 ? one[in->op] : two[in->op]; *c != '\0'; ++c )
    {
        if ( *c != '%' )
        {
            textPut( &e->writer, "%c", *c );
            continue;
        }
        c += 1;
        putExpression( e, *c == 'r' ? reg : *c == 'a' ? in->a : in->b, bind_term );
    }
}

/// Whether the derivative is that of an operand, up to a sign or a choice.
static bool isLinear( textOp op )
{
    return op == text_opNegate || op == text_opAdd || op == text_opSubtract || op == text_opSelect ||
        op == text_opMin || op == text_opMax;
}

static bool variesBy( const textExport* e, int reg, int number )
{
    return ( e->varies[reg] >> number & 1u ) != 0u;
}

/// The derivative of a sum, a difference or a negative.
static void putSumDerivative( textExport* e, const textInstruction* in, int number )
{
    bool first = variesBy( e, in->a, number );
    bool second = in->op != text_opNegate && variesBy( e, in->b, number );
    textPut( &e->writer, in->op == text_opNegate ? "-" : "" );
    if ( first ) { textPutDerivative( e, in->a, number ); }
    if ( second )
    {
        bool minus = in->op == text_opSubtract;
        textPut( &e->writer, first && minus ? " - " : first ? " + " : minus ? "-" : "" );
        textPutDerivative( e, in->b, number );
    }
}

/// The derivative of what chooses between two values.
static void putChoiceDerivative( textExport* e, const textInstruction* in, int number )
{
    bool select = in->op == text_opSelect;
    if ( select ) { putCondition( e, in->a, false ); }
    else
    {
        putExpression( e, in->a, bind_sum );
        textPut( &e->writer, in->op == text_opMin ? " <= " : " >= " );
        putExpression( e, in->b, bind_sum );
    }
    textPut( &e->writer, " ? " );
    textPutDerivative( e, select ? in->b : in->a, number );
    textPut( &e->writer, " : " );
    textPutDerivative( e, select ? in->c : in->b, number );
}

/// The derivative of other operations, from their derivatives by their operands.
static void putChainDerivative( textExport* e, int reg, int number )
{
    const textInstruction* in = instruction( e, reg );
    const int operands[2] = { in->a, in->b };
    const char* plus = "";
    for ( int k = 0; k < textOperandCount( (textOp)in->op ); ++k )
    {
        if ( !variesBy( e, operands[k], number ) ) { continue; }
        bool state = instruction( e, operands[k] )->op == text_opState;
        textPut( &e->writer, state ? "%sr%d_%c" : "%stimes( r%d_%c, ", plus, reg, "ab"[k] );
        if ( !state )
        {
            textPutDerivative( e, operands[k], number );
            textPut( &e->writer, " )" );
        }
        plus = " + ";
    }
}

static void putDerivatives( textExport* e, int reg, const char* indent )
{
    const textInstruction* in = instruction( e, reg );
    const int operands[2] = { in->a, in->b };
    bool linear = isLinear( (textOp)in->op );
    int count = linear ? 0 : textOperandCount( (textOp)in->op );
    for ( int k = 0; k < count; ++k )
    {
        if ( ( e->derived[reg] & e->varies[operands[k]] ) != 0u )
        {
            textPut( &e->writer, "%sconst double r%d_%c = ", indent, reg, "ab"[k] );
            putPartial( e, reg, k );
            textPut( &e->writer, ";\n" );
        }
    }
    for ( int number = 0; number < e->program->stateNumbers; ++number )
    {
        if ( ( e->derived[reg] >> number & 1u ) == 0u ) { continue; }
        textPut( &e->writer, "%sconst double r%d_%d = ", indent, reg, number );
        if ( !linear ) { putChainDerivative( e, reg, number ); }
        else if ( in->op == text_opNegate || in->op == text_opAdd || in->op == text_opSubtract )
        {
            putSumDerivative( e, in, number );
        }
        else { putChoiceDerivative( e, in, number ); }
        textPut( &e->writer, ";\n" );
    }
}

static void putLocal( textExport* e, int reg, const char* indent )
{
    textPut( &e->writer, "%sconst double r%d = ", indent, reg );
    putOperation( e, reg );
    textPut( &e->writer, ";\n" );
    if ( e->derived[reg] != 0u ) { putDerivatives( e, reg, indent ); }
}

void textPutLocals( textExport* e )
{
    for ( int i = 0; i < e->program->mainEnd; ++i )
    {
        if ( e->named[i] ) { putLocal( e, i, "    " ); }
    }
}

void textPutPolarLocals( textExport* e, int radius )
{
    bool* reached = ssAlloc( TEXT_MAX_CODE * sizeof( bool ) );
    if ( reached == NULL )
    {
        e->writer.failed = true;
        return;
    }
    memset( reached, 0, TEXT_MAX_CODE * sizeof( bool ) );
    reached[radius] = true;
    for ( int i = radius; i >= e->program->mainEnd; --i )
    {
        int operands[3], count = operandsOf( instruction( e, i ), operands );
        for ( int k = 0; k < count && reached[i]; ++k ) { reached[operands[k]] = true; }
    }
    for ( int i = e->program->mainEnd; i <= radius; ++i )
    {
        if ( reached[i] && e->named[i] ) { putLocal( e, i, "        " ); }
    }
    ssRelease( reached );
}
