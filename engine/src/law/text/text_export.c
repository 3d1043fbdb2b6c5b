// SPDX-License-Identifier: MIT
#include "law/text/text_export.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// A law as one C99 file: its text as a comment, structs of parameters, inputs, states, and the force.

/// The title in small letters, such as stribeck_with_a_groove.
static void makePrefix( textExport* e )
{
    const char* title = e->program->title != NULL ? e->program->title : "";
    size_t length = 0;
    bool gap = false;
    for ( ; *title != '\0' && length < TEXT_PREFIX_CAPACITY - 8; ++title )
    {
        unsigned char c = (unsigned char)*title;
        bool letter = c < 128 && isalnum( c );
        if ( letter )
        {
            if ( length == 0 && isdigit( c ) )
            {
                length += (size_t)snprintf( e->prefix, sizeof e->prefix, "law_" );
            }
            e->prefix[length] = '_';
            length += gap && length > 0 ? 1 : 0;
            e->prefix[length++] = (char)tolower( c );
        }
        gap = !letter;
    }
    e->prefix[length] = '\0';
    if ( length == 0 ) { snprintf( e->prefix, sizeof e->prefix, "law" ); }
}

/// A text inside a comment: what would end it, begin another one or be a trigraph is taken apart.
static void putComment( textWriter* w, const char* text )
{
    static const char* const apart[] = { "*/", "/*", "??" };
    for ( const char* c = text; *c != '\0'; ++c )
    {
        if ( *c == '\n' )
        {
            textPut( w, "%s", c[1] != '\0' ? "\n *     " : "" );
            continue;
        }
        textPut( w, "%c", *c == '\r' ? ' ' : *c );
        for ( int i = 0; i < SS_COUNT( apart ); ++i )
        {
            textPut( w, "%s", strncmp( c, apart[i], 2 ) == 0 ? " " : "" );
        }
    }
}

static void putParams( textExport* e, textWriter* w )
{
    const ssLawProgram* p = e->program;
    textPut( w, "/* The parameters of the law. */\ntypedef struct %s_params\n{\n", e->prefix );
    for ( int i = 0; i < p->paramCount; ++i )
    {
        const ssParam* row = &p->params[i];
        const char* unit = row->unit != NULL ? row->unit : "";
        const char* doc = row->doc != NULL ? row->doc : "";
        textPut( w, "    double " );
        textPutName( w, row->key );
        textPut( w, unit[0] != '\0' || doc[0] != '\0' ? "; /* " : ";" );
        if ( unit[0] != '\0' )
        {
            textPut( w, "[" );
            putComment( w, unit );
            textPut( w, doc[0] != '\0' ? "] " : "]" );
        }
        putComment( w, doc );
        textPut( w, unit[0] != '\0' || doc[0] != '\0' ? " */\n" : "\n" );
    }
    textPut( w, "%s} %s_params;\n\n", p->paramCount == 0 ? "    double unused; /* it has none */\n" : "",
        e->prefix );
    textPut( w, "extern const %s_params %s_defaults;\n", e->prefix, e->prefix );
    textPut( w, "const %s_params %s_defaults = { ", e->prefix, e->prefix );
    for ( int i = 0; i < p->paramCount; ++i )
    {
        char number[TEXT_NUMBER_CAPACITY];
        textFormatExact( p->params[i].defaultValue, number );
        textPut( w, "%s%s", i > 0 ? ", " : "", number );
    }
    textPut( w, "%s };\n\n", p->paramCount == 0 ? "0.0" : "" );
}

static void putStates( textExport* e, textWriter* w )
{
    const ssLawProgram* p = e->program;
    if ( p->stateCount == 0 ) { return; }
    textPut( w,
        "/* What a contact remembers; %s_start gives the values at the start. */\ntypedef struct "
        "%s_state\n{\n",
        e->prefix, e->prefix );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const ssLawState* row = &p->states[i].row;
        textPut( w, "    double " );
        textPutName( w, row->name );
        textPut( w, row->size == 2 ? "[2];" : ";" );
        if ( row->unit != NULL && row->unit[0] != '\0' )
        {
            textPut( w, " /* [" );
            putComment( w, row->unit );
            textPut( w, "] */" );
        }
        textPut( w, "\n" );
    }
    textPut( w, "} %s_state;\n\n", e->prefix );
}

static bool hasMoments( const ssLawProgram* p ) { return p->roll != TEXT_NONE || p->spin != TEXT_NONE; }

static void putSignature( textExport* e, textWriter* w )
{
    textPut( w, "int %s_force( const %s_params* p, const %s_input* in,", e->prefix, e->prefix, e->prefix );
    if ( e->program->stateCount > 0 ) { textPut( w, " double h, %s_state* state,", e->prefix ); }
    textPut( w, "\n    double force[2]%s )", hasMoments( e->program ) ? ", double moments[2]" : "" );
}

static void putPrototypes( textExport* e, textWriter* w )
{
    bool states = e->program->stateCount > 0;
    textPut( w,
        "/* The resistance f [N] of the contact against sliding with the velocity (vx, vy): f.v > 0 "
        "dissipates.\n" );
    if ( states )
    {
        textPut( w,
            "   The states advance by the time h [s], over which the velocity is that at its end, and f is "
            "the\n"
            "   force at the end; with h = 0 they stay. Returns -1 if no states were found.\n" );
    }
    if ( hasMoments( e->program ) )
    {
        textPut( w, "   moments: the largest rolling and spinning moments [N m].\n" );
    }
    if ( e->program->force[1] == TEXT_NONE )
    {
        textPut( w,
            "   Returns 1 where f is not unique: at rest the contact holds any force that lies in C, and f "
            "is NAN;\n"
            "   while it slides straight against an edge of D, f is the middle one. Else 0. */\n" );
    }
    else { textPut( w, "   Returns 0. */\n" ); }
    putSignature( e, w );
    textPut( w, ";\n\n" );
    if ( states )
    {
        textPut( w, "%s_state %s_start( const %s_params* p );\n\n", e->prefix, e->prefix, e->prefix );
    }
}

/// The index of a number in a pair; nothing for a scalar.
static void putIndex( textWriter* w, const ssLawState* row, int index )
{
    if ( row->size == 2 ) { textPut( w, "[%d]", index ); }
}

/// What a function returns that has computed its force; -1 where it has states and they were not found.
static const char* statusText( const textExport* e )
{
    return e->program->stateCount > 0 ? "found ? 0 : -1" : "0";
}

static void putStart( textExport* e )
{
    const ssLawProgram* p = e->program;
    textWriter* w = &e->writer;
    textBeginFunction( e );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        textNeed( e, p->states[i].initial[0] );
        textNeed( e, p->states[i].initial[1] );
    }
    textPlanLocals( e );
    textPut( w, "%s_state %s_start( const %s_params* p )\n{\n    %s_state state;\n", e->prefix, e->prefix,
        e->prefix, e->prefix );
    textPut( w, textUses( e, text_opParam, -1 ) ? "" : "    (void)p;\n" );
    textPutLocals( e );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const ssLawState* row = &p->states[i].row;
        for ( int k = 0; k < row->size; ++k )
        {
            textPut( w, "    state." );
            textPutName( w, row->name );
            putIndex( w, row, k );
            textPut( w, " = " );
            textPutRegister( e, p->states[i].initial[k], "0.0" );
            textPut( w, ";\n" );
        }
    }
    textPut( w, "    return state;\n}\n\n" );
}

/// Copies the states between the struct and the array z.
static void putCopies( textExport* e, bool back )
{
    const ssLawProgram* p = e->program;
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const ssLawState* row = &p->states[i].row;
        for ( int k = 0; k < row->size; ++k )
        {
            textWriter* w = &e->writer;
            textPut( w, back ? "        state->" : "    z[%d] = state->", row->first + k );
            textPutName( w, row->name );
            putIndex( w, row, k );
            textPut( w, back ? " = z[%d];\n" : ";\n", row->first + k );
        }
    }
}

static void putStateStep( textExport* e )
{
    textWriter* w = &e->writer;
    textPut( w, "    double z[%d];\n    int found = 1;\n", e->program->stateNumbers );
    putCopies( e, false );
    textPut( w, "    if ( h > 0.0 )\n    {\n        found = step( p, in, h, z );\n" );
    putCopies( e, true );
    textPut( w, "    }\n" );
}

/// C and D are discs about the origin: the force is along the velocity.
static bool isRound( const ssLawProgram* p )
{
    return textIsDisc( &p->c ) && ( !p->d.given || textIsDisc( &p->d ) );
}

static bool isOne( const ssLawProgram* p, int reg )
{
    return reg == TEXT_NONE || ( p->code[reg].op == text_opConstant && p->constants[p->code[reg].a] == 1.0 );
}

static void putRoundSlip( textExport* e )
{
    const ssLawProgram* p = e->program;
    textPut( &e->writer, "    const double size = " );
    if ( p->force[0] != TEXT_NONE ) { textPutRegister( e, p->force[0], "0.0" ); }
    else
    {
        textPut( &e->writer, "in->N" );
        const int factors[2] = { p->c.a, p->c.scale };
        for ( int k = 0; k < 2; ++k )
        {
            if ( !isOne( p, factors[k] ) )
            {
                textPut( &e->writer, " * " );
                textPutFactor( e, factors[k], "1.0" );
            }
        }
    }
    textPut( &e->writer,
        ";\n    if ( v == 0.0 )\n    {\n        force[0] = force[1] = size > 0.0 ? NAN : 0.0;\n        "
        "return " );
    textPut( &e->writer,
        p->stateCount > 0 ? "!found ? -1 : size > 0.0 ? 1 : 0;\n    }\n" : "size > 0.0 ? 1 : 0;\n    }\n" );
    textPut( &e->writer,
        "    force[0] = size * ( in->vx / v );\n    force[1] = size * ( in->vy / v );\n    return " );
    textPut( &e->writer, "%s;\n", statusText( e ) );
}

static void putSlip( textExport* e )
{
    const ssLawProgram* p = e->program;
    textWriter* w = &e->writer;
    const char* test = textConvexTest( &p->c );
    textPutSet( e, &p->c, "c" );
    textPut( w, "    if ( " );
    textPutPointTest( e, &p->c, "c" );
    textPut(
        w, " )\n    {\n        force[0] = force[1] = 0.0;\n        return %s;\n    }\n", statusText( e ) );
    textPut( w, "    if ( v == 0.0 )\n    {\n        force[0] = force[1] = NAN;\n        return %s;\n    }\n",
        p->stateCount > 0 ? "found ? 1 : -1" : "1" );
    textPut( w, "    const vec direction = make_vec( in->vx / v, in->vy / v );\n    int edge = 0;\n" );
    if ( p->d.given )
    {
        textPutSet( e, &p->d, "d" );
        textPut( w,
            "    vec f = set_support( &d, direction, &edge ), normal;\n"
            "    const double k = set_gauge( &c, f, &normal );\n"
            "    f = make_vec( f.x / k, f.y / k );\n" );
    }
    else if ( test != NULL )
    {
        textPut( w,
            "    /* without a D it is C if that is convex, else the disc */\n"
            "    const int convex = %s( c_q );\n"
            "    vec f = convex ? set_support( &c, direction, &edge ) : direction, normal;\n"
            "    const double k = convex ? 1.0 : set_gauge( &c, f, &normal );\n"
            "    f = make_vec( f.x / k, f.y / k );\n",
            test );
    }
    else { textPut( w, "    const vec f = set_support( &c, direction, &edge );\n" ); }
    textPut( w, "    force[0] = in->N * f.x;\n    force[1] = in->N * f.y;\n" );
    textPut( w, p->stateCount > 0 ? "    return found ? edge : -1;\n" : "    return edge;\n" );
}

static void putForce( textExport* e )
{
    const ssLawProgram* p = e->program;
    textWriter* w = &e->writer;
    bool function = p->force[1] != TEXT_NONE;
    textBeginFunction( e );
    textNeed( e, p->roll );
    textNeed( e, p->spin );
    textNeed( e, p->force[0] );
    textNeed( e, p->force[1] );
    if ( p->force[0] == TEXT_NONE )
    {
        textNeedSet( e, &p->c );
        if ( !isRound( p ) ) { textNeedSet( e, &p->d ); }
    }
    textPlanLocals( e );
    putSignature( e, w );
    textPut( w, "\n{\n" );
    if ( p->stateCount > 0 ) { putStateStep( e ); }
    textPut( w, p->stateCount > 0 || textUses( e, text_opParam, -1 ) ? "" : "    (void)p;\n" );
    textPut( w,
        "    if ( !( in->N > 0.0 ) )\n    {\n        force[0] = force[1] = %s0.0;\n        return %s;\n    "
        "}\n",
        hasMoments( p ) ? "moments[0] = moments[1] = " : "", statusText( e ) );
    bool speed = textUses( e, text_opInput, text_inputV );
    textPut( w, function || speed ? "" : "    const double v = hypot( in->vx, in->vy );\n" );
    textPutSpeed( e );
    textPutLocals( e );
    const int bounds[2] = { p->roll, p->spin };
    for ( int k = 0; k < 2 && hasMoments( p ); ++k )
    {
        textPut( w, "    moments[%d] = in->N * ", k );
        textPutFactor( e, bounds[k], "0.0" );
        textPut( w, ";\n" );
    }
    if ( !function )
    {
        ( isRound( p ) ? putRoundSlip : putSlip )( e );
        textPut( w, "}\n" );
        return;
    }
    for ( int k = 0; k < 2; ++k )
    {
        textPut( w, "    force[%d] = ", k );
        textPutRegister( e, p->force[k], "0.0" );
        textPut( w, ";\n" );
    }
    textPut( w, "    return %s;\n}\n", statusText( e ) );
}

static const char s_input[] = "/* What the law may depend on. */\n"
                              "typedef struct %s_input\n"
                              "{\n"
                              "    double N;      /* load [N] */\n"
                              "    double vx, vy; /* sliding velocity [m/s] */\n"
                              "    double t;      /* time [s] */\n"
                              "    double x, y;   /* place of the contact [m] */\n"
                              "    double wr, ws; /* rolling and spinning speed [rad/s] */\n"
                              "} %s_input;\n\n";

static char* putFile( textExport* e )
{
    textWriter file = { .text = NULL };
    if ( e->program->stateCount > 0 )
    {
        putStart( e );
        textPutStep( e );
    }
    putForce( e );
    textPut( &file, "/* " );
    putComment( &file, e->program->title != NULL ? e->program->title : "" );
    textPut( &file, ": a friction law, written by Slipstick from this text:\n *\n *     " );
    putComment( &file, e->program->text != NULL ? e->program->text : "" );
    textPut(
        &file, "\n */\n#include <math.h>\n%s\n", e->program->stateCount > 0 ? "#include <string.h>\n" : "" );
    putParams( e, &file );
    textPut( &file, s_input, e->prefix, e->prefix );
    putStates( e, &file );
    putPrototypes( e, &file );
    if ( !e->writer.failed )
    {
        textPutHelpers( &file, e->writer.text );
        textPut( &file, "%s", e->writer.text );
    }
    if ( file.failed || e->writer.failed )
    {
        ssRelease( file.text );
        file.text = NULL;
    }
    ssRelease( e->writer.text );
    return file.text;
}

char* ssLawProgram_ExportC( const ssLawProgram* program )
{
    textExport* e = program->function == NULL ? ssAlloc( sizeof *e ) : NULL;
    if ( e == NULL ) { return NULL; }
    memset( e, 0, sizeof *e );
    e->program = program;
    makePrefix( e );
    char* text = putFile( e );
    ssRelease( e );
    return text;
}
