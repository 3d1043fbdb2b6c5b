// SPDX-License-Identifier: MIT
#pragma once

// Texts of laws by chance, and what must hold for any text: it is refused at a place inside it, or it becomes
// a program that can be evaluated, exported and made into a law. tests/fuzz/fuzz_law.c lets libFuzzer choose
// the texts, and test_law_text_fuzz.c makes them in a fixed order.

#include "law/text/text_ops.h"
#include "law/text/text_program.h"
#include "slipstick/law.h"
#include "slipstick/law_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAW_FUZZ_CAPACITY ( SS_LAW_TEXT_CAPACITY + 512 )

typedef struct lawFuzz
{
    uint64_t random;
    int length;
    char text[LAW_FUZZ_CAPACITY];
} lawFuzz;

// ---------------------------------------------------------------------------------------------------- checks

/// Counts what is allocated, to find leaks after every text.
static long lawFuzzHeld;

static inline void* lawFuzzAllocate( void* context, size_t size )
{
    (void)context;
    ++lawFuzzHeld;
    return calloc( 1, size > 0 ? size : 1 );
}

static inline void lawFuzzFree( void* context, void* memory )
{
    (void)context;
    lawFuzzHeld -= memory != NULL;
    free( memory );
}

static inline bool lawFuzzIsUtf8( const char* text )
{
    for ( const unsigned char* b = (const unsigned char*)text; *b != 0; )
    {
        int more = *b < 0x80 ? 0 : *b >= 0xf0 ? 3 : *b >= 0xe0 ? 2 : *b >= 0xc0 ? 1 : -1;
        for ( int i = 1; i <= more; ++i ) { more = ( b[i] & 0xc0 ) == 0x80 ? more : -1; }
        if ( more < 0 ) { return false; }
        b += 1 + more;
    }
    return true;
}

/// NULL, or what is wrong with a refusal.
static inline const char* lawFuzzCheckRefusal(
    const char* text, const ssResult* result, const ssTextPlace* place )
{
    char prefix[64];
    int line = 1, start = 0;
    snprintf( prefix, sizeof prefix, "f.law:%d:%d: ", place->line, place->column );
    if ( result->code != ss_errorFormat || strncmp( result->message, prefix, strlen( prefix ) ) != 0 )
    {
        return "the message does not begin with its place";
    }
    if ( strlen( result->message ) >= sizeof result->message - 1 || !lawFuzzIsUtf8( result->message ) )
    {
        return "the message is cut off";
    }
    while ( line < place->line && text[start] != '\0' ) { line += text[start++] == '\n'; }
    int characters = 0;
    for ( int i = start; text[i] != '\0' && text[i] != '\n'; ++i )
    {
        characters += ( (unsigned char)text[i] & 0xc0 ) != 0x80;
    }
    bool inside = line == place->line && place->column >= 1 && place->column <= characters + 1;
    return inside && place->length >= 1 && place->column + place->length <= characters + 2
        ? NULL
        : "the place is outside the text";
}

/// Whether instructions refer to earlier ones, and results to instructions.
static inline bool lawFuzzIsOrdered( const ssLawProgram* p )
{
    bool good = p->uniformEnd <= p->mainEnd && p->mainEnd <= p->codeCount && p->codeCount <= TEXT_MAX_CODE;
    for ( int i = 0; i < p->codeCount; ++i )
    {
        const textInstruction* in = &p->code[i];
        int operands = textOperandCount( (textOp)in->op );
        good = good && in->op < text_opCount && ( operands < 1 || in->a < i ) &&
            ( operands < 2 || in->b < i ) && ( operands < 3 || in->c < i );
        int part = i < p->uniformEnd ? 0 : i < p->mainEnd ? 1 : 2;
        good = good && ( in->op != text_opInput || part == ( in->a == text_inputTheta ? 2 : 1 ) );
        good = good && ( in->op != text_opState || part == 1 ) &&
            ( in->op != text_opConstant || isfinite( p->constants[in->a] ) );
    }
    const int results[] = { p->force[0], p->force[1], p->roll, p->spin, p->c.scale, p->d.scale };
    for ( int i = 0; i < SS_COUNT( results ); ++i ) { good = good && results[i] < p->mainEnd; }
    return good;
}

static inline bool lawFuzzSame( double a, double b )
{
    return memcmp( &a, &b, sizeof a ) == 0 || ( isnan( a ) && isnan( b ) );
}

/// NULL, or what is wrong with the evaluation: numbers, dual numbers
/// and many contacts at once agree to the bit.
static inline const char* lawFuzzCheckValues( const ssLawProgram* p, const double* values )
{
    static double uniform[TEXT_MAX_CODE], one[TEXT_MAX_CODE], dual[2 * TEXT_MAX_CODE],
        many[TEXT_BLOCK * TEXT_MAX_CODE];
    static const double velocities[3][2] = { { 0.0, 0.0 }, { 0.01, -0.02 }, { 3.0, 1e-9 } };
    double state[SS_LAW_MAX_STATES], inputs[3][text_inputCount] = { { 0 } }, lanes[text_inputCount][3],
                                     slope = 0.0;
    double dInputs[text_inputCount] = { 0 }, dState[SS_LAW_MAX_STATES] = { 0 }, states[SS_LAW_MAX_STATES][3];
    const double *lanePointers[text_inputCount], *statePointers[SS_LAW_MAX_STATES];
    textEvalUniform( p, values, uniform );
    ssLawProgram_InitialState( p, values, state );
    for ( int i = 0; i < 3; ++i )
    {
        inputs[i][text_inputVx] = velocities[i][0];
        inputs[i][text_inputVy] = velocities[i][1];
        inputs[i][text_inputN] = (double)i * 10.0;
        textCompleteInputs( inputs[i] );
    }
    for ( int k = 0; k < text_inputCount; ++k )
    {
        lanePointers[k] = lanes[k];
        for ( int i = 0; i < 3; ++i ) { lanes[k][i] = inputs[i][k]; }
    }
    for ( int k = 0; k < p->stateNumbers; ++k )
    {
        statePointers[k] = states[k];
        states[k][0] = states[k][1] = states[k][2] = state[k];
    }
    textEvalMany( p, uniform, 3, lanePointers, statePointers, many );
    for ( int i = 0; i < 3; ++i )
    {
        textEval( p, uniform, inputs[i], state, one );
        dInputs[text_inputVx] = 1.0;
        textCompleteDuals( 1, inputs[i], dInputs );
        textEvalDual( p, uniform, 1, inputs[i], dInputs, state, dState, dual );
        for ( int r = p->uniformEnd; r < p->mainEnd; ++r )
        {
            if ( !lawFuzzSame( one[r], many[r * TEXT_BLOCK + i] ) || !lawFuzzSame( one[r], dual[2 * r] ) )
            {
                return "the evaluations differ";
            }
        }
    }
    if ( p->c.given && p->c.kind == ss_setPolar ) { textPolarRadius( p, uniform, &p->c, 1.0, &slope ); }
    return NULL;
}

/// Makes the law and asks it for forces; a refusal is as good.
static inline const char* lawFuzzCheckLaw( const ssLawProgram* p, const double* values )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    ssLaw law;
    def.program = p;
    memcpy( def.programValues, values, (size_t)p->paramCount * sizeof *values );
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code != ss_ok ) { return result.message[0] != '\0' ? NULL : "a refusal without a message"; }
    double state[SS_LAW_MAX_STATES];
    ssLaw_InitialState( &law, state );
    ssLawSite site = { .h = 1e-3, .state = state };
    ssLaw at = ssLaw_At( &law, &site );
    ssLaw_SlipForce( &law, 10.0, ssVec2_Make( 0.0, 0.0 ) );
    ssLaw_SlipForce( &law, 10.0, ssVec2_Make( 0.1, -0.2 ) );
    ssLaw_SolveDirect( &at, 10.0, 1e-3, ssVec2_Make( 0.1, 0.3 ), ssVec2_Make( 0.0, 0.0 ) );
    ssLaw_NextState( &at, 10.0, ssVec2_Make( 0.1, -0.2 ), state );
    ssLaw_Destroy( &law );
    return NULL;
}

static inline const char* lawFuzzCheckProgram( const char* text, const ssLawProgram* p, bool deep )
{
    double values[SS_LAW_MAX_PARAMS] = { 0 };
    if ( strcmp( text, ssLawProgram_Info( p )->text ) != 0 || ssLawProgram_Info( p )->title == NULL ||
        !lawFuzzIsOrdered( p ) )
    {
        return "the program is not in order";
    }
    for ( int i = 0; i < p->paramCount; ++i )
    {
        values[i] = p->params[i].defaultValue;
        if ( ssCheckParam( &p->params[i], values[i] ).code != ss_ok ||
            !( p->params[i].min < p->params[i].max ) )
        {
            return "a parameter is outside its range";
        }
    }
    const char* wrong = lawFuzzCheckValues( p, values );
    if ( deep && wrong == NULL )
    {
        char* source = ssLawProgram_ExportC( p );
        wrong = source == NULL ? "it cannot be exported" : lawFuzzCheckLaw( p, values );
        ssRelease( source );
    }
    return wrong;
}

/// NULL, or what is wrong with the answer to a text. `accepted` counts the texts that become programs. A deep
/// check also makes the law, exports it and solves a step.
static inline const char* lawFuzzCheck( const char* text, bool deep, long* accepted )
{
    ssLawProgram* program = (ssLawProgram*)1;
    ssTextPlace place = { 0, 0, 0 };
    long held = lawFuzzHeld;
    ssResult result = ssCompileLaw( text, "f.law", &program, &place );
    const char* wrong = NULL;
    if ( result.code == ss_ok )
    {
        ++*accepted;
        wrong = lawFuzzCheckProgram( text, program, deep );
        ssLawProgram_Release( program );
    }
    else
    {
        wrong =
            program == NULL ? lawFuzzCheckRefusal( text, &result, &place ) : "a refused text has a program";
    }
    return wrong != NULL ? wrong : lawFuzzHeld != held ? "it leaks" : NULL;
}

// ------------------------------------------------------------------------------------------------- the texts

static inline unsigned lawFuzzPick( lawFuzz* f, unsigned count )
{
    uint64_t z = f->random += 0x9e3779b97f4a7c15u; // splitmix64
    z = ( z ^ ( z >> 30 ) ) * 0xbf58476d1ce4e5b9u;
    z = ( z ^ ( z >> 27 ) ) * 0x94d049bb133111ebu;
    return count > 0 ? (unsigned)( ( z ^ ( z >> 31 ) ) % count ) : 0;
}

static inline void lawFuzzInsert( lawFuzz* f, int at, const char* bytes, int count )
{
    count = count < LAW_FUZZ_CAPACITY - 1 - f->length ? count : LAW_FUZZ_CAPACITY - 1 - f->length;
    memmove( f->text + at + count, f->text + at, (size_t)( f->length - at ) );
    memcpy( f->text + at, bytes, (size_t)count );
    f->length += count;
}

static inline void lawFuzzAppend( lawFuzz* f, const char* text )
{
    lawFuzzInsert( f, f->length, text, (int)strlen( text ) );
}

static inline void lawFuzzRemove( lawFuzz* f, int at, int count )
{
    count = count < f->length - at ? count : f->length - at;
    memmove( f->text + at, f->text + at + count, (size_t)( f->length - at - count ) );
    f->length -= count;
}

static const char* const lawFuzzPieces[] = { "(", ")", ",", "'", "\"", "#", "\n", "[", "]", "[m]", "[m/s]",
    "[-]", "[mm]", "[N s/m]", "[1/(kg m^2)]", "[m²]", "[°]", "..", " .. ", " in ", " log ", "=",
    " == ", " != ", "<", "<=", ">", ">=", "+", "-", "*", "/", "^", ".x", ".y", ".", " and ", " or ", "not ",
    "0", "1", "-1", "2", "0.5", "1e300", "1e-320", "3", "17", "180", "1e9999", "0x1", "v", "vel", "vx", "vy",
    "phi", "N", "t", "x", "y", "wr", "ws", "theta", "pi", "exp(", "log(", "log10(", "sqrt(", "abs(", "sign(",
    "min(", "max(", "sin(", "cos(", "tan(", "atan(", "atan2(", "asinh(", "tanh(", "if(", "dot(", "length(",
    "hypot(", "clamp(", "disc(", "ellipse(", "superellipse(", "rectangle(", "stadium(", "polygon(", "polar(",
    "ngon(", "asperity(", "rotate(", "shift(", "scale(", "law \"l\"\n", "param ", "let ", "state ",
    "C = ", "D = ", "force = ", "roll = ", "spin = ", "param q = 1 [m] in 0 .. 2 log \"doc\"\n",
    "let a = v/N\n", "state z = (0, 0) [m], z' = vel\n", "state y in disc(1), y' = vel\n",
    "state s = 0 in 0 .. 1, s' = v\n", "s' = ", "C = disc(1)\n", "force = N*vel/v\n",
    "polygon((1,0),(0,1),(-1,-1))", "\xc3\xa9", "\xff", "\x01", "\xe2\x80", "\r\n", "\xef\xbb\xbf", " ", "_",
    "é" };

/// A number, a name or an operation, without a look at units: many are refused, and many are not.
static inline void lawFuzzExpression( lawFuzz* f, int depth )
{
    static const char* const leaves[] = { "0", "1", "0.3", "2 [m]", "0.01 [m/s]", "v", "N", "t", "x", "p0",
        "p1", "a0", "s0", "z0.x", "vx", "phi", "pi", "length(vel)", "wr", "v/p0" };
    static const char* const signs[] = { " + ", " - ", "*", "/", "*", "^" };
    static const char* const unary[] = { "exp(", "log(", "sqrt(abs(", "-(", "abs(", "sin(", "cos(", "tanh(",
        "asinh(", "atan(", "sign(", "log10(" };
    unsigned kind = depth <= 0 ? 0 : lawFuzzPick( f, 8 );
    if ( kind < 2 ) { lawFuzzAppend( f, leaves[lawFuzzPick( f, SS_COUNT( leaves ) )] ); }
    else if ( kind < 5 )
    {
        lawFuzzAppend( f, "(" );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, signs[lawFuzzPick( f, SS_COUNT( signs ) )] );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, ")" );
    }
    else if ( kind < 7 )
    {
        const char* function = unary[lawFuzzPick( f, SS_COUNT( unary ) )];
        lawFuzzAppend( f, function );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, strcmp( function, "sqrt(abs(" ) == 0 ? "))" : ")" );
    }
    else
    {
        lawFuzzAppend( f, "if(" );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, lawFuzzPick( f, 2 ) == 0 ? " < " : " >= " );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, ", " );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, ", " );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, ")" );
    }
}

static inline void lawFuzzSet( lawFuzz* f, int depth )
{
    static const struct
    {
        const char *before, *between, *after;
    } forms[] = { { "disc(", NULL, ")" }, { "ellipse(", ", ", ")" }, { "rectangle(", ", ", ")" },
        { "stadium(", ", ", ")" }, { "superellipse(1, ", ", ", ")" }, { "ngon(5, ", ", ", ")" },
        { "polar(2 + cos(theta)*", NULL, ")" }, { "polygon((1, 0), (0, ", "), (-1, ", "))" },
        { "asperity(0.3, ", NULL, ")" } };
    unsigned kind = lawFuzzPick( f, depth > 0 ? 14 : SS_COUNT( forms ) );
    if ( kind >= (unsigned)SS_COUNT( forms ) )
    {
        static const char* const names[] = { "rotate(", "scale(", "shift(", "scale(", "rotate(" };
        unsigned form = kind - (unsigned)SS_COUNT( forms );
        lawFuzzAppend( f, names[form] );
        lawFuzzSet( f, depth - 1 );
        lawFuzzAppend( f, ", " );
        lawFuzzExpression( f, depth - 1 );
        lawFuzzAppend( f, form == 2 ? ", 0.01)" : ")" );
        return;
    }
    lawFuzzAppend( f, forms[kind].before );
    lawFuzzExpression( f, depth );
    if ( forms[kind].between != NULL )
    {
        lawFuzzAppend( f, forms[kind].between );
        lawFuzzExpression( f, depth );
    }
    lawFuzzAppend( f, forms[kind].after );
}

/// A text that follows the grammar. Without units, so that most of it is accepted.
static inline void lawFuzzWrite( lawFuzz* f )
{
    int depth = 1 + (int)lawFuzzPick( f, 4 );
    lawFuzzAppend( f, "law \"by chance\"\nparam p0 = 0.01 in 1e-4 .. 1 log\nparam p1 = 0.3\n" );
    lawFuzzAppend( f, "let a0 = p1*" );
    lawFuzzExpression( f, depth );
    lawFuzzAppend( f, "\nstate s0 = 0.5, s0' = p0*" );
    lawFuzzExpression( f, depth );
    lawFuzzAppend( f, "\nstate z0" );
    lawFuzzAppend( f, lawFuzzPick( f, 2 ) == 0 ? " in disc(p1)" : " = (0, p0)" );
    lawFuzzAppend( f, ", z0' = p0*(vel - z0*" );
    lawFuzzExpression( f, depth );
    lawFuzzAppend( f, ")\nroll = p0*" );
    lawFuzzExpression( f, depth );
    unsigned kind = lawFuzzPick( f, 4 );
    lawFuzzAppend( f, kind < 2 ? "\nC = scale(" : kind < 3 ? "\nforce = p1*" : "\nforce = p1*vel*" );
    if ( kind < 2 )
    {
        lawFuzzSet( f, depth );
        lawFuzzAppend( f, ", p1)" );
    }
    else { lawFuzzExpression( f, depth ); }
    lawFuzzAppend( f, "\n" );
}

static inline void lawFuzzMutate( lawFuzz* f )
{
    int at = (int)lawFuzzPick( f, (unsigned)f->length + 1 ),
        from = (int)lawFuzzPick( f, (unsigned)f->length + 1 );
    const char* piece = lawFuzzPieces[lawFuzzPick( f, SS_COUNT( lawFuzzPieces ) )];
    char copy[64], byte = (char)lawFuzzPick( f, 256 );
    int count = 1 + (int)lawFuzzPick( f, 40 );
    switch ( lawFuzzPick( f, 8 ) )
    {
        case 0: // a byte
            lawFuzzInsert( f, at, &byte, 1 );
            break;
        case 1: lawFuzzRemove( f, at, 1 + (int)lawFuzzPick( f, 3 ) ); break;
        case 2: lawFuzzRemove( f, at, count ); break;
        case 3: // something from elsewhere in the text
            count = count < f->length - from ? count : f->length - from;
            memcpy( copy, f->text + from, (size_t)count );
            lawFuzzInsert( f, at, copy, count );
            break;
        case 4: // the same many times
            for ( int i = 0; i < count * count; ++i ) { lawFuzzInsert( f, at, piece, (int)strlen( piece ) ); }
            break;
        case 5: // a piece instead of what stands there
            lawFuzzRemove( f, at, (int)strlen( piece ) );
            lawFuzzInsert( f, at, piece, (int)strlen( piece ) );
            break;
        default: lawFuzzInsert( f, at, piece, (int)strlen( piece ) ); break;
    }
}

/// The next text: a shipped one, one by the grammar or a heap of
/// pieces; left as it is or changed a few times.
static inline void lawFuzzMake( lawFuzz* f )
{
    unsigned kind = lawFuzzPick( f, 16 );
    f->length = 0;
    if ( kind < 7 && ssShippedLawCount() > 0 )
    {
        lawFuzzAppend( f, ssGetShippedLaw( (int)lawFuzzPick( f, (unsigned)ssShippedLawCount() ) )->text );
    }
    else if ( kind < 14 ) { lawFuzzWrite( f ); }
    else
    {
        lawFuzzAppend( f, kind == 14 ? "law \"l\"\n" : "" );
        for ( unsigned i = lawFuzzPick( f, 60 ); i > 0; --i )
        {
            lawFuzzAppend( f, lawFuzzPieces[lawFuzzPick( f, SS_COUNT( lawFuzzPieces ) )] );
        }
    }
    for ( unsigned i = lawFuzzPick( f, 3 ) * lawFuzzPick( f, 4 ); i > 0; --i ) { lawFuzzMutate( f ); }
    f->text[f->length] = '\0';
}
