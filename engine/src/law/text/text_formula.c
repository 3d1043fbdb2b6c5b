// SPDX-License-Identifier: MIT
#include "slipstick/advanced/formula.h"

#include "law/text/text_compile.h"
#include "law/text/text_ops.h"

#include <string.h>

// A formula is one expression of the language of laws. Its names take the place of parameters, so that it has
// a part of its own neither for inputs nor for sets.

struct ssFormula
{
    bool comparison;
    int result; // its register
    int codeCount, constantCount;
    textInstruction* code;
    double* constants;
};

static bool parseFormula( textCompiler* c, textValue* value )
{
    textStartLexer( c );
    *value = textParseExpression( c );
    if ( !c->failed && c->token.kind != text_tokenEnd )
    {
        textFailExpected( c, "an operator such as + or < or the end of the formula" );
    }
    if ( !c->failed && value->type != text_typeScalar && value->type != text_typeBoolean )
    {
        textFail( c, value->start, value->end, "%s is %s; a formula is a number or a comparison",
            textQuoteOf( c, value->start, value->end ).text, textTypeName( value->type ) );
    }
    return !c->failed;
}

static void* copyOf( const void* bytes, size_t size )
{
    void* copy = ssAlloc( size > 0 ? size : 1 );
    return copy != NULL && size > 0 ? memcpy( copy, bytes, size ) : copy;
}

static ssFormula* makeFormula( const textCompiler* c, const textValue* value )
{
    ssFormula* formula = ssAlloc( sizeof *formula );
    if ( formula == NULL )
    {
        return NULL;
    }
    formula->comparison = value->type == text_typeBoolean;
    formula->result = value->reg[0];
    formula->codeCount = value->reg[0] + 1; // an instruction needs earlier ones alone
    formula->constantCount = c->constantCount;
    formula->code = copyOf( c->code, (size_t)formula->codeCount * sizeof *formula->code );
    formula->constants = copyOf( c->constants, (size_t)c->constantCount * sizeof *formula->constants );
    if ( formula->code == NULL || formula->constants == NULL )
    {
        ssDestroyFormula( formula );
        return NULL;
    }
    return formula;
}

ssResult ssCompileFormula(
    const char* text, const char* const* names, int count, ssFormula** formula, ssTextPlace* place )
{
    size_t length = strlen( text );
    textCompiler* c = ssAlloc( sizeof *c );
    *formula = NULL;
    if ( place != NULL )
    {
        *place = ( ssTextPlace ){ 1, 1, 1 };
    }
    if ( c == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    c->text = text;
    c->file = "formula";
    c->length = (int)( length < SS_LAW_TEXT_CAPACITY ? length : SS_LAW_TEXT_CAPACITY );
    c->unitStart = -1;
    c->names = names;
    c->nameCount = count < SS_FORMULA_MAX_NAMES ? count : SS_FORMULA_MAX_NAMES;
    c->isFormula = true;
    textValue value;
    bool memory = true;
    if ( length >= SS_LAW_TEXT_CAPACITY )
    {
        textFail(
            c, 0, 1, "the formula has %zu bytes; allowed: at most %d", length, SS_LAW_TEXT_CAPACITY - 1 );
    }
    else if ( parseFormula( c, &value ) )
    {
        *formula = makeFormula( c, &value );
        memory = *formula != NULL;
    }
    if ( place != NULL && c->failed )
    {
        *place = c->place;
    }
    ssResult result = !memory ? ssError( ss_errorMemory, NULL, "out of memory" )
        : c->failed ? ssError( ss_errorFormat, NULL, "column %d: %.220s", c->place.column, c->message )
                    : ssOk();
    ssRelease( c );
    return result;
}

void ssDestroyFormula( ssFormula* formula )
{
    if ( formula != NULL )
    {
        ssRelease( formula->code );
        ssRelease( formula->constants );
        ssRelease( formula );
    }
}

bool ssFormula_IsComparison( const ssFormula* formula )
{
    return formula->comparison;
}

bool ssFormula_Uses( const ssFormula* formula, int name )
{
    for ( int i = 0; i < formula->codeCount; ++i )
    {
        if ( formula->code[i].op == text_opParam && formula->code[i].a == name )
        {
            return true;
        }
    }
    return false;
}

double ssFormula_Value( const ssFormula* formula, const double* values )
{
    double r[TEXT_MAX_CODE];
    for ( int i = 0; i < formula->codeCount; ++i )
    {
        textInstruction in = formula->code[i];
        r[i] = in.op == text_opConstant ? formula->constants[in.a]
            : in.op == text_opParam     ? values[in.a]
            : in.op == text_opSelect    ? ( r[in.a] != 0.0 ? r[in.b] : r[in.c] )
                                        : textApply( (textOp)in.op, r[in.a], r[in.b], 0.0 );
    }
    return r[formula->result];
}
