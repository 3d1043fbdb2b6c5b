// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "law/text/text_ops.h"

#include <string.h>

// From a text to a compiled law; what it is asked then is in text_eval.c.

static bool allocate( textCompiler* c )
{
    ssLawProgram* p = ssAlloc( sizeof *p );
    if ( p == NULL ) { return false; }
    c->program = p;
    // Every name, unit and sentence is a piece of the text, and units that were inferred are short.
    c->namesCapacity =
        2 * c->length + SS_LAW_MAX_STATES * TEXT_UNIT_CAPACITY + SS_LAW_MAX_PARAMS * TEXT_UNIT_CAPACITY + 64;
    atomic_init( &p->references, 1 );
    p->text = ssAlloc( (size_t)c->length + 1 );
    p->names = ssAlloc( (size_t)c->namesCapacity );
    p->force[0] = p->force[1] = p->roll = p->spin = TEXT_NONE;
    return p->text != NULL && p->names != NULL;
}

static void initialise( textCompiler* c, const char* text, const char* file, size_t length )
{
    c->text = text;
    c->file = file != NULL && file[0] != '\0' ? file : "law";
    c->length = (int)length;
    c->unitStart = -1;
    for ( int i = 0; i < text_resultCount; ++i ) { c->given[i] = -1; }
}

/// Compiles into c->program; false only when out of memory.
static bool compile( textCompiler* c )
{
    if ( !allocate( c ) ) { return false; }
    memcpy( c->program->text, c->text, (size_t)c->length );
    textStartLexer( c );
    textParseStatements( c );
    return c->failed || textFinishProgram( c );
}

/// "FILE:LINE:COL: message"; a long path is shortened from the left, so that the message stays.
static ssResult failure( const textCompiler* c )
{
    size_t length = strlen( c->file );
    const char* file = length > 60 ? c->file + length - 57 : c->file;
    while ( ( (unsigned char)*file & 0xc0 ) == 0x80 ) { ++file; }
    return ssError( ss_errorFormat, NULL, "%s%s:%d:%d: %s", length > 60 ? "…" : "", file, c->place.line,
        c->place.column, c->message );
}

ssResult ssCompileLaw( const char* text, const char* file, ssLawProgram** program, ssTextPlace* place )
{
    ssTextPlace unused;
    place = place != NULL ? place : &unused;
    *place = ( ssTextPlace ){ 1, 1, 1 };
    *program = NULL;
    size_t length = strlen( text );
    textCompiler* c = ssAlloc( sizeof *c );
    if ( c == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    initialise( c, text, file, length < SS_LAW_TEXT_CAPACITY ? length : SS_LAW_TEXT_CAPACITY );
    if ( length >= SS_LAW_TEXT_CAPACITY )
    {
        textFail( c, 0, 1, "the text has %zu bytes; allowed: at most %d", length, SS_LAW_TEXT_CAPACITY - 1 );
    }
    bool memory = c->failed || compile( c );
    ssResult result = !memory ? ssError( ss_errorMemory, NULL, "out of memory" )
        : c->failed           ? failure( c )
                              : ssOk();
    *place = c->failed ? c->place : *place;
    if ( result.code == ss_ok ) { *program = c->program; }
    else { ssLawProgram_Release( c->program ); }
    ssRelease( c );
    return result;
}

// From the parser's instructions to a program: drops unused ones and orders the rest into three parts.

typedef struct needs
{
    bool reg[TEXT_MAX_CODE];
    int place[TEXT_MAX_CODE]; // of a register in the program
} needs;

typedef void visitRegister( void* context, int* reg );

static void visitSet( textSet* set, visitRegister* visit, void* context )
{
    for ( int i = 0; i < TEXT_SET_NUMBERS && set->given; ++i ) { visit( context, &set->numbers[i] ); }
}

/// All registers that the members of a program refer to.
static void visitResults( ssLawProgram* p, visitRegister* visit, void* context )
{
    visitSet( &p->c, visit, context );
    visitSet( &p->d, visit, context );
    visit( context, &p->force[0] );
    visit( context, &p->force[1] );
    visit( context, &p->roll );
    visit( context, &p->spin );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        textState* s = &p->states[i];
        for ( int k = 0; k < 2; ++k )
        {
            visit( context, &s->initial[k] );
            visit( context, &s->rate[k] );
        }
        visit( context, &s->low );
        visit( context, &s->high );
        visitSet( &s->bound, visit, context );
    }
    for ( int i = 0; i < 2 * p->cornerCount; ++i ) { visit( context, &p->corners[i] ); }
}

static void markNeeded( void* context, int* reg )
{
    if ( *reg != TEXT_NONE ) { ( (needs*)context )->reg[*reg] = true; }
}

static void replace( void* context, int* reg )
{
    *reg = *reg == TEXT_NONE ? TEXT_NONE : ( (needs*)context )->place[*reg];
}

static void markOperands( const textCompiler* c, needs* n )
{
    for ( int i = c->codeCount - 1; i >= 0; --i )
    {
        int operands = n->reg[i] ? textOperandCount( (textOp)c->code[i].op ) : 0;
        const uint16_t from[3] = { c->code[i].a, c->code[i].b, c->code[i].c };
        for ( int k = 0; k < operands; ++k ) { n->reg[from[k]] = true; }
    }
}

static int partOf( unsigned depends ) { return depends & TEXT_DEPENDS_THETA ? 2 : depends != 0 ? 1 : 0; }

/// Copies what is needed, part by part; within a part the order stays, so that operands come first.
static void writeCode( textCompiler* c, needs* n )
{
    ssLawProgram* p = c->program;
    int count = 0;
    for ( int part = 0; part < 3; ++part )
    {
        for ( int i = 0; i < c->codeCount; ++i )
        {
            if ( !n->reg[i] || partOf( c->depends[i] ) != part ) { continue; }
            textInstruction in = c->code[i];
            int operands = textOperandCount( (textOp)in.op );
            in.a = operands > 0 ? (uint16_t)n->place[in.a] : in.a;
            in.b = operands > 1 ? (uint16_t)n->place[in.b] : 0;
            in.c = operands > 2 ? (uint16_t)n->place[in.c] : 0;
            if ( in.op == text_opConstant )
            {
                p->constants[p->constantCount] = c->constants[in.a];
                in.a = (uint16_t)p->constantCount++;
            }
            n->place[i] = count;
            p->code[count++] = in;
        }
        p->uniformEnd = part == 0 ? count : p->uniformEnd;
        p->mainEnd = part == 1 ? count : p->mainEnd;
    }
    p->codeCount = count;
}

static unsigned dependsOf( const textCompiler* c, int reg ) { return reg == TEXT_NONE ? 0 : c->depends[reg]; }

static unsigned stateDepends( const textCompiler* c, const textState* s )
{
    unsigned depends = dependsOf( c, s->rate[0] ) | dependsOf( c, s->rate[1] );
    depends |= dependsOf( c, s->low ) | dependsOf( c, s->high );
    return depends | ( s->bound.given ? textSetDepends( c, &s->bound ) : 0 );
}

/// Adds what the states among `depends` depend on, and so on.
static unsigned closeOverStates( const textCompiler* c, unsigned depends )
{
    const ssLawProgram* p = c->program;
    for ( int pass = 0; pass < p->stateCount; ++pass )
    {
        for ( int i = 0; i < p->stateCount; ++i )
        {
            const textState* s = &p->states[i];
            unsigned own =
                TEXT_DEPENDS_STATE( s->row.first ) | TEXT_DEPENDS_STATE( s->row.first + s->row.size - 1 );
            depends |= depends & own & ~(unsigned)ss_lawInputState ? stateDepends( c, s ) : 0;
        }
    }
    return depends;
}

static void findInputs( textCompiler* c )
{
    ssLawProgram* p = c->program;
    unsigned sets = p->c.given ? textSetDepends( c, &p->c ) : 0;
    sets |= p->d.given ? textSetDepends( c, &p->d ) : 0;
    unsigned all = sets | dependsOf( c, p->roll ) | dependsOf( c, p->spin );
    if ( p->force[1] != TEXT_NONE ) // one that is a scalar has become C
    {
        all |= dependsOf( c, p->force[0] ) | dependsOf( c, p->force[1] );
    }
    for ( int i = 0; i < p->stateCount; ++i ) { all |= stateDepends( c, &p->states[i] ) | ss_lawInputState; }
    if ( p->function != NULL )
    {
        all |= (unsigned)ss_lawInputSpeed | (unsigned)ss_lawInputDirection | (unsigned)ss_lawInputLoad;
    }
    p->inputs = all & 0xffu;
    p->setInputs = closeOverStates( c, sets ) & 0xffu;
}

bool textFinishProgram( textCompiler* c )
{
    ssLawProgram* p = c->program;
    needs* n = ssAlloc( sizeof *n );
    p->code = ssAlloc( (size_t)c->codeCount * sizeof *p->code + 1 );
    p->constants = ssAlloc( (size_t)c->constantCount * sizeof *p->constants + 1 );
    p->corners = ssAlloc( (size_t)c->cornerCount * 2 * sizeof *p->corners + 1 );
    bool good = n != NULL && p->code != NULL && p->constants != NULL && p->corners != NULL;
    if ( good )
    {
        p->cornerCount = c->cornerCount;
        memcpy( p->corners, c->corners, (size_t)c->cornerCount * 2 * sizeof *p->corners );
        findInputs( c );
        visitResults( p, markNeeded, n );
        markOperands( c, n );
        writeCode( c, n );
        visitResults( p, replace, n );
        p->info = ( ssLawInfo ){ p->title, .text = p->text, .params = p->params, .paramCount = p->paramCount,
            .stateCount = p->stateCount, .stateNumbers = p->stateNumbers, .states = p->stateRows,
            .inputs = p->inputs, .isFunction = p->force[1] != TEXT_NONE || p->function != NULL,
            .givesRoll = p->roll != TEXT_NONE, .givesSpin = p->spin != TEXT_NONE,
            .function = p->function != NULL ? p->function->name : NULL };
    }
    ssRelease( n );
    return good;
}
