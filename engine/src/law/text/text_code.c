// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "law/text/text_ops.h"

#include <string.h>

// Emits the instructions of a compiled law, each once, with constants folded.

static unsigned hashInstruction( textInstruction in )
{
    uint64_t key = (uint64_t)in.op << 48 | (uint64_t)in.a << 32 | (uint64_t)in.b << 16 | in.c;
    return (unsigned)( key * 0x9e3779b97f4a7c15ull >> 40 ) % ( 2 * TEXT_MAX_CODE );
}

static unsigned dependsOf( const textCompiler* c, textInstruction in )
{
    switch ( in.op )
    {
        case text_opConstant:
        case text_opParam: return 0;
        case text_opInput: return textInputDepends( (textInput)in.a );
        case text_opState: return TEXT_DEPENDS_STATE( in.a );
        default: break;
    }
    int operands = textOperandCount( (textOp)in.op );
    unsigned depends = c->depends[in.a];
    depends |= operands > 1 ? c->depends[in.b] : 0;
    return depends | ( operands > 2 ? c->depends[in.c] : 0 );
}

/// The register of exactly this instruction, which is a new one unless it has been emitted before.
static int intern( textCompiler* c, textOp op, int a, int b, int third )
{
    textInstruction in = { (uint16_t)op, (uint16_t)a, (uint16_t)b, (uint16_t)third };
    unsigned slot = hashInstruction( in );
    for ( ; c->codeHash[slot] != 0; slot = ( slot + 1 ) % ( 2 * TEXT_MAX_CODE ) )
    {
        if ( memcmp( &c->code[c->codeHash[slot] - 1], &in, sizeof in ) == 0 )
        {
            return c->codeHash[slot] - 1;
        }
    }
    if ( c->codeCount >= TEXT_MAX_CODE )
    {
        textFail( c, c->token.start, c->token.end, "the law needs more than %d operations", TEXT_MAX_CODE );
        return 0;
    }
    int reg = c->codeCount++;
    c->code[reg] = in;
    c->depends[reg] = dependsOf( c, in );
    c->codeHash[slot] = (uint16_t)( reg + 1 );
    return reg;
}

int textConstant( textCompiler* c, double value )
{
    // Equal bits are one constant; 0 and -0 are two.
    uint64_t bits = 0;
    memcpy( &bits, &value, sizeof bits );
    unsigned slot = (unsigned)( bits * 0x9e3779b97f4a7c15ull >> 40 ) % SS_COUNT( c->constantHash );
    while ( c->constantHash[slot] != 0 &&
        memcmp( &c->constants[c->constantHash[slot] - 1], &value, sizeof value ) != 0 )
    {
        slot = ( slot + 1 ) % SS_COUNT( c->constantHash );
    }
    if ( c->constantHash[slot] == 0 )
    {
        if ( c->constantCount >= TEXT_MAX_CODE )
        {
            textFail( c, c->token.start, c->token.end, "the law has more than %d numbers", TEXT_MAX_CODE );
            return 0;
        }
        c->constants[c->constantCount] = value;
        c->constantHash[slot] = (uint16_t)++c->constantCount;
    }
    int index = c->constantHash[slot] - 1;
    return intern( c, text_opConstant, index, 0, 0 );
}

bool textIsConstant( const textCompiler* c, int reg, double* value )
{
    if ( c->code[reg].op != text_opConstant ) { return false; }
    *value = c->constants[c->code[reg].a];
    return true;
}

/// The value of an instruction whose operands are numbers.
static bool fold( textCompiler* c, textOp op, int a, int b, int third, int* reg )
{
    double x = 0.0, y = 0.0, z = 0.0;
    int operands = textOperandCount( op );
    if ( operands == 0 || !textIsConstant( c, a, &x ) || ( operands > 1 && !textIsConstant( c, b, &y ) ) ||
        ( operands > 2 && !textIsConstant( c, third, &z ) ) )
    {
        return false;
    }
    double value = op == text_opSelect ? ( x != 0.0 ? y : z ) : textApply( op, x, y, z );
    if ( !isfinite( value ) )
    {
        textFail( c, c->foldStart, c->lastEnd, "%s is not a finite number",
            textQuoteOf( c, c->foldStart, c->lastEnd ).text );
        value = 0.0;
    }
    *reg = textConstant( c, value );
    return true;
}

static bool isNumber( const textCompiler* c, int reg, double number )
{
    double value = 0.0;
    return textIsConstant( c, reg, &value ) && value == number;
}

/// The operand that an instruction only passes on; TEXT_NONE when it does something.
static int passed( textCompiler* c, textOp op, int a, int b, int third )
{
    double x = 0.0;
    switch ( op )
    {
        case text_opAdd: return isNumber( c, a, 0.0 ) ? b : isNumber( c, b, 0.0 ) ? a : TEXT_NONE;
        case text_opSubtract: return isNumber( c, b, 0.0 ) ? a : TEXT_NONE;
        case text_opMultiply: return isNumber( c, a, 1.0 ) ? b : isNumber( c, b, 1.0 ) ? a : TEXT_NONE;
        case text_opDivide: return isNumber( c, b, 1.0 ) ? a : TEXT_NONE;
        case text_opNegate: return c->code[a].op == text_opNegate ? c->code[a].a : TEXT_NONE;
        case text_opMin:
        case text_opMax: return a == b ? a : TEXT_NONE;
        case text_opSelect:
            return b == third ? b : textIsConstant( c, a, &x ) ? ( x != 0.0 ? b : third ) : TEXT_NONE;
        default: return TEXT_NONE;
    }
}

static bool isInput( const textCompiler* c, int reg, textInput input )
{
    return c->code[reg].op == text_opInput && c->code[reg].a == input;
}

int textEmit( textCompiler* c, textOp op, int a, int b, int third )
{
    int reg = 0;
    if ( c->failed || fold( c, op, a, b, third, &reg ) ) { return reg; }
    int same = textOperandCount( op ) > 0 ? passed( c, op, a, b, third ) : TEXT_NONE;
    if ( same != TEXT_NONE ) { return same; }
    if ( op == text_opHypot && isInput( c, a, text_inputVx ) && isInput( c, b, text_inputVy ) )
    {
        return intern( c, text_opInput, text_inputV, 0, 0 ); // the length of vel
    }
    bool commutes = op == text_opAdd || op == text_opMultiply || op == text_opEqual || op == text_opAnd ||
        op == text_opOr;
    return commutes && a > b ? intern( c, op, b, a, 0 ) : intern( c, op, a, b, third );
}

int textEmitPower( textCompiler* c, int base, int exponent )
{
    double power = 0.0;
    if ( !textIsConstant( c, exponent, &power ) ) { return textEmit( c, text_opPower, base, exponent, 0 ); }
    if ( power == 0.5 ) { return textEmit( c, text_opSqrt, base, 0, 0 ); }
    if ( power != floor( power ) || fabs( power ) > 16.0 )
    {
        return textEmit( c, text_opPower, base, exponent, 0 );
    }
    // Squares of squares; x^0 is 1 for every x.
    int result = textConstant( c, 1.0 ), square = base;
    for ( int n = (int)fabs( power ); n > 0; n /= 2 )
    {
        result = n % 2 == 1 ? textEmit( c, text_opMultiply, result, square, 0 ) : result;
        square = n > 1 ? textEmit( c, text_opMultiply, square, square, 0 ) : square;
    }
    return power < 0.0 ? textEmit( c, text_opDivide, textConstant( c, 1.0 ), result, 0 ) : result;
}

/// Whether the load is a factor of `reg`, given the same of all registers before it.
static bool hasLoad( const textCompiler* c, int reg, const bool* has )
{
    textInstruction in = c->code[reg];
    switch ( in.op )
    {
        case text_opInput: return in.a == text_inputN;
        case text_opMultiply: return has[in.a] || has[in.b];
        case text_opDivide:
        case text_opNegate: return has[in.a];
        case text_opAdd:
        case text_opSubtract: return has[in.a] && has[in.b];
        case text_opSelect: return has[in.b] && has[in.c];
        default: return false;
    }
}

/// The quotient of a register that has the load as a factor, given those of the registers before it.
static int quotient( textCompiler* c, int reg, const bool* has, const int* by )
{
    textInstruction in = c->code[reg];
    switch ( in.op )
    {
        case text_opInput: return textConstant( c, 1.0 );
        case text_opMultiply:
            return has[in.a] ? textEmit( c, text_opMultiply, by[in.a], in.b, 0 )
                             : textEmit( c, text_opMultiply, in.a, by[in.b], 0 );
        case text_opDivide: return textEmit( c, text_opDivide, by[in.a], in.b, 0 );
        case text_opNegate: return textEmit( c, text_opNegate, by[in.a], 0, 0 );
        case text_opSelect: return textEmit( c, text_opSelect, in.a, by[in.b], by[in.c] );
        default: return textEmit( c, (textOp)in.op, by[in.a], by[in.b], 0 );
    }
}

int textDivideByLoad( textCompiler* c, int reg )
{
    bool has[TEXT_MAX_CODE] = { false }, needed[TEXT_MAX_CODE] = { false };
    int by[TEXT_MAX_CODE];
    for ( int i = 0; i <= reg; ++i ) { has[i] = hasLoad( c, i, has ); }
    if ( !has[reg] )
    {
        return textEmit( c, text_opDivide, reg, textEmit( c, text_opInput, text_inputN, 0, 0 ), 0 );
    }
    needed[reg] = true;
    for ( int i = reg; i >= 0; --i )
    {
        textInstruction in = c->code[i];
        if ( !needed[i] || in.op == text_opInput ) { continue; }
        if ( in.op == text_opMultiply ) { needed[has[in.a] ? in.a : in.b] = true; }
        else if ( in.op == text_opSelect ) { needed[in.b] = needed[in.c] = true; }
        else
        {
            needed[in.a] = true;
            needed[in.op == text_opAdd || in.op == text_opSubtract ? in.b : in.a] = true;
        }
    }
    for ( int i = 0; i <= reg; ++i ) { by[i] = needed[i] ? quotient( c, i, has, by ) : 0; }
    return by[reg];
}

unsigned textSetDepends( const textCompiler* c, const textSet* set )
{
    unsigned depends = 0;
    for ( int i = 0; i < TEXT_SET_NUMBERS; ++i )
    {
        depends |= set->numbers[i] != TEXT_NONE ? c->depends[set->numbers[i]] : 0;
    }
    return depends & ~TEXT_DEPENDS_THETA;
}

/// Splits a register into a coefficient that depends on parameters alone and the rest.
static int splitFactor( textCompiler* c, int reg, int* coefficient )
{
    *coefficient = textConstant( c, 1.0 );
    for ( ;; )
    {
        textInstruction in = c->code[reg];
        if ( in.op == text_opMultiply && ( c->depends[in.a] == 0 || c->depends[in.b] == 0 ) )
        {
            bool first = c->depends[in.a] == 0;
            *coefficient = textEmit( c, text_opMultiply, *coefficient, first ? in.a : in.b, 0 );
            reg = first ? in.b : in.a;
        }
        else if ( in.op == text_opDivide && c->depends[in.b] == 0 )
        {
            *coefficient = textEmit( c, text_opDivide, *coefficient, in.b, 0 );
            reg = in.a;
        }
        else { return reg; }
    }
}

static void takeFactorOut( textCompiler* c, textSet* set )
{
    int* lengths[6] = { &set->a, &set->b, &set->l, &set->e, &set->shiftX, &set->shiftY };
    int coefficients[6], core = TEXT_NONE;
    bool fixed = set->kind == ss_setPolygon || set->kind == ss_setPolar || set->kind == ss_setAsperity;
    for ( int i = 0; i < 6; ++i )
    {
        coefficients[i] = *lengths[i];
        if ( *lengths[i] == TEXT_NONE || isNumber( c, *lengths[i], 0.0 ) ) { continue; }
        if ( fixed || c->depends[*lengths[i]] == 0 ) { return; }
        int rest = splitFactor( c, *lengths[i], &coefficients[i] );
        if ( core != TEXT_NONE && rest != core ) { return; }
        core = rest;
    }
    if ( core == TEXT_NONE ) { return; }
    for ( int i = 0; i < 6; ++i ) { *lengths[i] = coefficients[i]; }
    set->scale = set->scale == TEXT_NONE ? core : textEmit( c, text_opMultiply, set->scale, core, 0 );
}

void textFinishSet( textCompiler* c, textSet* set )
{
    textSet shape = *set;
    shape.scale = TEXT_NONE;
    if ( textSetDepends( c, &shape ) != 0 ) { takeFactorOut( c, set ); }
    shape = *set;
    shape.scale = TEXT_NONE;
    set->constantShape = textSetDepends( c, &shape ) == 0;
}
