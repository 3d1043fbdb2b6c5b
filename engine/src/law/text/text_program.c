// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"

#include <string.h>

// A compiled law as an object: its text, parameters and states, shared by counting.

static bool allocate( textCompiler* c )
{
    ssLawProgram* p = ssAlloc( sizeof *p );
    if ( p == NULL )
    {
        return false;
    }
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
    for ( int i = 0; i < text_resultCount; ++i )
    {
        c->given[i] = -1;
    }
}

/// Compiles into c->program; false only when out of memory.
static bool compile( textCompiler* c )
{
    if ( !allocate( c ) )
    {
        return false;
    }
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
    while ( ( (unsigned char)*file & 0xc0 ) == 0x80 )
    {
        ++file;
    }
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
    if ( c == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
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
    if ( result.code == ss_ok )
    {
        *program = c->program;
    }
    else
    {
        ssLawProgram_Release( c->program );
    }
    ssRelease( c );
    return result;
}

// -------------------------------------------------------------------------------------------------- programs

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
    if ( p == NULL || atomic_fetch_sub_explicit( &p->references, 1, memory_order_acq_rel ) != 1 )
    {
        return;
    }
    ssRelease( p->text );
    ssRelease( p->names );
    ssRelease( p->code );
    ssRelease( p->constants );
    ssRelease( p->corners );
    ssRelease( p );
}

const char* ssLawProgram_Title( const ssLawProgram* program )
{
    return program->title;
}

const char* ssLawProgram_Text( const ssLawProgram* program )
{
    return program->text;
}

int ssLawProgram_ParamCount( const ssLawProgram* program )
{
    return program->paramCount;
}

const ssParam* ssLawProgram_Params( const ssLawProgram* program )
{
    return program->params;
}

int ssLawProgram_StateCount( const ssLawProgram* program )
{
    return program->stateCount;
}

const ssLawState* ssLawProgram_States( const ssLawProgram* program )
{
    return program->stateRows;
}

int ssLawProgram_StateNumbers( const ssLawProgram* program )
{
    return program->stateNumbers;
}

unsigned ssLawProgram_Inputs( const ssLawProgram* program )
{
    return program->inputs;
}

bool ssLawProgram_GivesRoll( const ssLawProgram* program )
{
    return program->roll != TEXT_NONE;
}

bool ssLawProgram_GivesSpin( const ssLawProgram* program )
{
    return program->spin != TEXT_NONE;
}

bool ssLawProgram_IsFunction( const ssLawProgram* program )
{
    return program->force[1] != TEXT_NONE || program->function != NULL;
}

const char* ssLawProgram_Function( const ssLawProgram* program )
{
    return program->function != NULL ? program->function->name : NULL;
}
