// SPDX-License-Identifier: MIT
#include "law/text/formula.h"
#include "law/text/text_compile.h"
#include "law/text/text_program.h"

#include <stdio.h>
#include <string.h>

// Expressions outside laws. Their names are the caller's values, in the place of parameters.

struct ssFormula
{
    bool comparison;
    int codeCount;
    textInstruction* code;
    double* constants;
};

static void parse( textCompiler* c, textExpression* expression )
{
    c->brackets = c->vocabulary->isCondition ? 1 : 0;
    textStartLexer( c );
    textValue value = textParseExpression( c );
    if ( !c->failed && c->token.kind != text_tokenEnd )
    {
        char expected[80];
        snprintf( expected, sizeof expected, "an operator such as + or <, 'and', 'or' or the end of the %s",
            c->vocabulary->what );
        textFailExpected( c, expected );
    }
    if ( !c->failed && value.type != text_typeScalar && value.type != text_typeBoolean )
    {
        textFail( c, value.start, value.end, "%s is %s; a formula is a number or a comparison",
            textQuoteOf( c, value.start, value.end ).text, textTypeName( value.type ) );
    }
    if ( c->vocabulary->isCondition ) { textNeedComparison( c, &value, "a condition" ); }
    *expression = ( textExpression ){ .comparison = value.type == text_typeBoolean,
        .codeCount = value.reg[0] + 1, // an instruction needs earlier ones alone
        .constantCount = c->constantCount,
        .code = c->code,
        .constants = c->constants,
        .unit = value.unit };
}

ssResult textCompileExpression( const char* text, int capacity, const textVocabulary* vocabulary,
    textCompiler** compiler, textExpression* expression )
{
    size_t length = strlen( text );
    *expression = ( textExpression ){ .place = { 1, 1, 1 } };
    textCompiler* c = *compiler = ssAlloc( sizeof *c );
    if ( c == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    c->text = text;
    c->file = vocabulary->what;
    c->length = (int)length;
    c->unitStart = -1;
    c->vocabulary = vocabulary;
    if ( length >= (size_t)capacity )
    {
        c->length = 0;
        textFail(
            c, 0, 1, "a %s has at most %d bytes, this one has %zu", vocabulary->what, capacity - 1, length );
    }
    else { parse( c, expression ); }
    if ( !c->failed ) { return ssOk(); }
    expression->place = c->place;
    ssResult result =
        ssError( ss_errorFormat, vocabulary->what, "column %d: %.220s", c->place.column, c->message );
    ssRelease( c );
    *compiler = NULL;
    return result;
}

static void* copyOf( const void* bytes, size_t size )
{
    void* copy = ssAlloc( size > 0 ? size : 1 );
    return copy != NULL && size > 0 ? memcpy( copy, bytes, size ) : copy;
}

ssResult ssCompileFormula(
    const char* text, const char* const* names, int count, ssFormula** formula, ssTextPlace* place )
{
    const textVocabulary vocabulary = { "formula", .example = "u < 0.1", .names = names,
        .nameCount = count < SS_FORMULA_MAX_NAMES ? count : SS_FORMULA_MAX_NAMES };
    textCompiler* c = NULL;
    textExpression made;
    *formula = NULL;
    ssResult result = textCompileExpression( text, SS_LAW_TEXT_CAPACITY, &vocabulary, &c, &made );
    if ( place != NULL ) { *place = made.place; }
    if ( result.code != ss_ok ) { return result; }
    ssFormula* f = ssAlloc( sizeof *f );
    if ( f != NULL )
    {
        f->comparison = made.comparison;
        f->codeCount = made.codeCount;
        f->code = copyOf( made.code, (size_t)made.codeCount * sizeof *made.code );
        f->constants = copyOf( made.constants, (size_t)made.constantCount * sizeof *made.constants );
    }
    ssRelease( c );
    if ( f == NULL || f->code == NULL || f->constants == NULL )
    {
        ssDestroyFormula( f );
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    *formula = f;
    return ssOk();
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

bool ssFormula_IsComparison( const ssFormula* formula ) { return formula->comparison; }

bool ssFormula_Uses( const ssFormula* formula, int name )
{
    for ( int i = 0; i < formula->codeCount; ++i )
    {
        if ( formula->code[i].op == text_opParam && formula->code[i].a == name ) { return true; }
    }
    return false;
}

double ssFormula_Value( const ssFormula* formula, const double* values )
{
    double registers[TEXT_MAX_CODE];
    return textEvalExpression( formula->code, formula->codeCount, formula->constants, values, registers );
}
