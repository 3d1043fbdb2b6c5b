// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "law/text/text_program.h"
#include "slipstick/elementary.h"
#include "slipstick/law.h"

// Laws exported to C: every text is one translation unit of strict C99 without a warning, and at random
// contacts it gives the forces of the engine and states that obey the implicit step.

// ------------------------------------------------------------------------------------------------------ laws

typedef struct Text
{
    const char* name;
    const char* text;
} Text;

/// What the shipped laws do not use: every kind of set as C, as D and as a
/// bound, words of C as names, every operation.
static const Text ownTexts[] = {
    { "disc", "law \"A disc\"\nparam mu = 0.3\nC = disc(mu + 0.1*v/(1 + v))" },
    { "force", "law \"A force along the velocity\"\nparam c = 3\nforce = N*0.2 - c*v/(1 + v)\n" },
    { "no friction at rest", "law \"Viscous\"\nparam c = 0.3\nforce = c*N*v/(1 + v)\n" },
    { "shrinking", "law \"Shrinking\"\nparam u = 1\nC = scale(ellipse(2, 1), 0.5 - v/u)\nD = disc(3)\n" },
    { "shifted disc", "law \"Shifted\"\nC = rotate(shift(disc(0.4), 0.1, 0.2), 25)" },
    { "ellipse",
        "law \"Turned ellipse\"\nparam v0 = 1 [m/s]\nC = rotate(ellipse(0.4, 0.2 + 0.1*exp(-v/v0)), 30)" },
    { "shifted ellipse",
        "law \"Ellipse off the centre\"\nC = shift(rotate(ellipse(0.4, 0.2), 15), 0.05, -0.02)\nD = "
        "disc(1)" },
    { "rectangle", "law \"Two bearings\"\nC = rotate(rectangle(0.4, 0.2), 10)" },
    { "superellipse", "law \"Superellipse\"\nC = superellipse(0.4, 0.2, 3.5)\nD = ellipse(2, 1)" },
    { "rhombus", "law \"Rhombus\"\nC = disc(0.5)\nD = superellipse(0.4, 0.2, 1)" },
    { "stadium", "law \"Bobsleigh\"\nC = rotate(stadium(0.3, 0.1, 0.2), -70)\nD = stadium(1, 2)" },
    { "polygon",
        "law \"Five corners\"\nparam a = 0.4 in 0.1 .. 1\n"
        "C = scale(polygon((a, 0), (0.1, a), (-a, 0.1), (-0.2, -a), (0.2, -0.3)), 1 + 0.1*v)" },
    { "clockwise polygon",
        "law \"Clockwise\"\nC = shift(polygon((1, 1), (1, -1), (-1, -1), (-1, 1)), 0.5, 0.2)\nD = disc(1)" },
    { "dented polygon", "law \"Arrow\"\nC = polygon((0.5, 0), (-0.3, 0.4), (-0.1, 0), (-0.3, -0.4))" },
    { "ngon", "law \"Hexagon\"\nparam v0 = 1\nC = ngon(6, 0.5 + 0.1*tanh(v/v0), 12)" },
    { "polar", "law \"Polar\"\nparam a = 0.05\nC = scale(polar(0.4 + a*cos(2*theta)), 1 + 1/(1 + v))" },
    { "dented polar", "law \"Clover\"\nC = rotate(polar(0.4 + 0.2*cos(3*theta)), 20)" },
    { "two polars",
        "law \"Two polars\"\nC = polar(0.5 + 0.1*sin(theta)^2)\nD = polar(0.5 + 0.05*sin(theta)^2 + "
        "0.02*cos(2*theta))" },
    { "convex asperity", "law \"Flat wedges\"\nC = asperity(0.5, 20)" },
    { "dented asperity", "law \"Steep wedges\"\nC = scale(asperity(1.2, 36), 0.5)" },
    { "asperity as D", "law \"Wedges as D\"\nC = disc(1)\nD = rotate(asperity(0.8, 36), 45)" },
    { "names",
        "law \"Names of C */ and /* so on ?\?/\"\nparam int = 0.2 # */ /* ?\?/ */\nparam int_ = 0.3\n"
        "param times = 0.1 \"/* not a comment\"\nparam cross = 2\n"
        "state double = int, double' = (times - double)*cross*v\n"
        "state step = (0, 0), step' = vel - step*cross\nC = disc(int_ + double)\nroll = times\nspin = "
        "0.5*int" },
    { "operations",
        "law \"Every operation\"\nparam u = 1\nlet s = v/u\nlet p = vx/u\nlet q = vy/u\n"
        "let a = exp(-s) + log(1 + s) + log10(2 + s) + sqrt(s) + abs(p) + sign(q) + min(p, q) + max(p, 0.5)\n"
        "let b = sin(p) + cos(q) + tan(0.1*p) + atan(q) + atan2(q, p) + asinh(p) + tanh(q) + s^2.5 - -p^3 + "
        "2^q\n"
        "let c = if(p < q and not (s <= 1) or p == 1, a - (b - a), if(p != q, a/(b*b), a*(b/2)))\n"
        "force = (a*p + c, b*q - (a - b) + phi)*N + (t*x/u, y*wr/u - ws/u)" },
    { "stop in an ellipse",
        "law \"Stop\"\nparam w = 1e-3\nparam k = 1e3\n"
        "state y in rotate(ellipse(w, 0.5*w), 20), y' = vel\nforce = k*y*N" },
    { "stop in a stadium",
        "law \"Long stop\"\nparam k = 1e3\nparam r = 3\n"
        "state y in shift(stadium(1e-3, 5e-4), 1e-4, 0), y' = vel - r*y\nforce = k*y*N" },
    { "stop in a polygon",
        "law \"Angular stop\"\nparam k = 1e3\nparam r = 2\n"
        "state y in scale(ngon(5, 1), 1e-3), y' = vel - r*y\nforce = k*y*N" },
    { "stop in a superellipse",
        "law \"Round stop\"\nparam k = 1e3\n"
        "state y in superellipse(1e-3, 2e-3, 4), y' = vel\nforce = k*y*N" },
    { "stop in a rectangle",
        "law \"Square stop\"\nparam k = 1e3\nparam r = 100\n"
        "state y in rectangle(1e-3, 2e-3), y' = vel - r*y\nforce = k*y*N" },
    { "stiff states",
        "law \"Stiff\"\nparam u = 1\nparam r = 50\n"
        "state a = 1 in 0.1 .. 3, a' = r*(-a^3 + sin(a) + v/u)\n"
        "state b = 0.5, b' = (if(b > 0, -tanh(4*b)*a, -b*a*a) + max(b, a*a) - sqrt(1 + a*a) + atan2(b, a) + "
        "hypot(a, b)\n"
        "    + exp(-b) + log(2 + b*b) + log10(3 + a*b) + cos(b) + tan(0.1*b) + atan(b) + asinh(a*b) + abs(b "
        "- a) + (1 + b*b)^a\n"
        "    + min(a, b)/(1 + b*b) - 40*b - b^3)*u\n"
        "C = disc(0.2 + 0.1*a)" },
};

static int textCount( void ) { return SS_COUNT( ownTexts ) + ssShippedLawCount(); }

static Text textAt( int index )
{
    if ( index < SS_COUNT( ownTexts ) ) { return ownTexts[index]; }
    const ssShippedLaw* law = ssGetShippedLaw( index - SS_COUNT( ownTexts ) );
    return ( Text ){ law->name, law->text };
}

// ---------------------------------------------------------------------------------------------- the exported

/// A main function behind the exported law: reads contacts one after the other and prints what the law makes
/// of them. What one remembers, the next one begins with.
static void putDriver( FILE* file, const ssLawProgram* program, const char* prefix )
{
    bool states = program->stateCount > 0, moments = program->roll != TEXT_NONE || program->spin != TEXT_NONE;
    fprintf( file,
        "\n#include <stdio.h>\n"
        "int main( void )\n{\n"
        "    %s_params p = %s_defaults;\n    %s_input in;\n"
        "    double h, force[2], moments[2] = { 0.0, 0.0 }, z[17];\n",
        prefix, prefix, prefix );
    if ( states ) { fprintf( file, "    %s_state state = %s_start( &p );\n", prefix, prefix ); }
    fprintf( file,
        "    while ( scanf( \"%%lf %%lf %%lf %%lf %%lf %%lf %%lf %%lf %%lf\", &in.N, &in.vx, &in.vy, &in.t, "
        "&in.x,\n"
        "        &in.y, &in.wr, &in.ws, &h ) == 9 )\n    {\n" );
    fprintf( file, "        printf( \"%%d\", %s_force( &p, &in, %sforce%s ) );\n", prefix,
        states ? "h, &state, " : "", moments ? ", moments" : "" );
    fprintf( file,
        "        printf( \" %%.17g %%.17g %%.17g %%.17g\", force[0], force[1], moments[0], moments[1] );\n" );
    fprintf( file, states ? "        memcpy( z, &state, sizeof state );\n" : "        (void)h;\n" );
    fprintf( file,
        "        for ( int i = 0; i < %d; ++i )\n        {\n            printf( \" %%.17g\", z[i] );\n       "
        " }\n"
        "        printf( \"\\n\" );\n    }\n    return 0;\n}\n",
        program->stateNumbers );
}

/// The prefix of the exported names, from the name of the force.
static bool findPrefix( const char* source, char prefix[64] )
{
    const char* force = strstr( source, "_force( const " );
    const char* start = force;
    while ( start != NULL && start > source && start[-1] != ' ' ) { --start; }
    if ( start == NULL || force - start >= 64 ) { return false; }
    snprintf( prefix, 64, "%.*s", (int)( force - start ), start );
    return true;
}

// -------------------------------------------------------------------------------------------------- contacts

typedef struct Contact
{
    double inputs[text_inputCount], h;
    double state[SS_LAW_MAX_STATES]; // at the start of the step
} Contact;

static Contact randomContact( testRng* rng, int index )
{
    Contact c = { .h = index % 3 == 0 ? 0.0 : testUniform( rng, 1e-5, 1e-2 ) };
    double phi = testUniform( rng, -4, 4 ), v = index == 0 ? 0.0 : fabs( testDecades( rng, -5, 1 ) );
    c.inputs[text_inputVx] = index == 3 ? v : v * cos( phi );
    c.inputs[text_inputVy] = index == 3 ? 0.0 : v * sin( phi );
    c.inputs[text_inputN] = index == 1 ? 0.0 : testUniform( rng, 0.1, 100 );
    for ( int k = text_inputT; k <= text_inputWs; ++k ) { c.inputs[k] = testUniform( rng, -1, 1 ); }
    textCompleteInputs( c.inputs );
    return c;
}

// ------------------------------------------------------------------------------------------------ the engine

typedef struct Engine
{
    const ssLawProgram* program;
    ssLaw law;
    double uniform[TEXT_MAX_CODE], registers[TEXT_MAX_CODE];
} Engine;

static double number( const Engine* e, int reg, double none )
{
    return reg == TEXT_NONE ? none : e->registers[reg];
}

/// The set of the engine for the registers of this moment.
static ssSet setOf( const Engine* e, const textSet* set )
{
    static ssVec2 points[TEXT_POLAR_SAMPLES];
    ssSetDef def = ssDefaultSetDef( set->kind );
    def.a = number( e, set->a, 1 );
    def.b = number( e, set->b, 1 );
    def.s = number( e, set->s, 2 );
    def.l = number( e, set->l, 0 );
    def.e = number( e, set->e, def.b );
    def.mu = number( e, set->mu, 1 );
    def.betaDeg = number( e, set->beta, 0 );
    def.beta2Deg = SS_NAN;
    def.rotationDeg = number( e, set->rotation, 0 );
    def.offsetX = number( e, set->shiftX, 0 );
    def.offsetY = number( e, set->shiftY, 0 );
    def.scale = number( e, set->scale, 1 );
    def.points = points;
    def.pointCount = set->kind == ss_setPolar ? TEXT_POLAR_SAMPLES : set->cornerCount;
    for ( int i = 0; i < def.pointCount; ++i )
    {
        double theta = 2 * SS_PI * i / TEXT_POLAR_SAMPLES;
        const int* corner = &e->program->corners[2 * ( set->firstCorner + i )];
        points[i] = set->kind == ss_setPolar
            ? ssVec2_Make( theta, textPolarRadius( e->program, e->uniform, set, theta, NULL ) )
            : ssVec2_Make( e->registers[corner[0]], e->registers[corner[1]] );
    }
    ssSet result;
    ssResult made = ssMakeSet( &def, &result );
    if ( made.code != ss_ok )
    {
        printf( "%s\n", made.message );
        abort();
    }
    return result;
}

static ssLawSite siteOf( const Contact* contact, const double* state )
{
    const double* in = contact->inputs;
    return ( ssLawSite ){ .time = in[text_inputT],
        .x = in[text_inputX],
        .y = in[text_inputY],
        .rolling = in[text_inputWr],
        .spinning = in[text_inputWs],
        .state = state };
}

/// The force of the engine's law in these states.
static ssLawForce engineForce( const Engine* e, const Contact* contact, const double* z )
{
    const double* in = contact->inputs;
    ssLawSite site = siteOf( contact, z );
    ssLaw law = ssLaw_At( &e->law, &site );
    return ssLaw_SlipForce( &law, in[text_inputN], ssVec2_Make( in[text_inputVx], in[text_inputVy] ) );
}

/// Where the states arrive from `start` after the time h with the rates
/// of the registers, kept within their bounds.
static void arrive( const Engine* e, const double* start, double h, double* next )
{
    const ssLawProgram* p = e->program;
    for ( int i = 0; i < p->stateCount; ++i )
    {
        const textState* s = &p->states[i];
        double* n = next + s->row.first;
        for ( int k = 0; k < s->row.size; ++k )
        {
            n[k] = start[s->row.first + k] + h * e->registers[s->rate[k]];
        }
        if ( s->bound.given )
        {
            ssSet bound = setOf( e, &s->bound );
            ssVec2 inside = ssSet_Prox( &bound, ssVec2_Make( n[0], n[1] ) );
            n[0] = inside.x;
            n[1] = inside.y;
            ssSet_Destroy( &bound );
        }
        n[0] = fmax( number( e, s->low, -INFINITY ), fmin( number( e, s->high, INFINITY ), n[0] ) );
    }
}

/// The largest derivative of a rate by a state [1/s].
static double stiffnessOf( const Engine* e, const Contact* contact, const double* z )
{
    static double duals[TEXT_MAX_CODE * ( 1 + SS_LAW_MAX_STATES )];
    const ssLawProgram* p = e->program;
    int n = p->stateNumbers;
    double unit[SS_LAW_MAX_STATES * SS_LAW_MAX_STATES] = { 0 }, largest = 0.0;
    for ( int k = 0; k < n; ++k ) { unit[k * n + k] = 1.0; }
    textEvalDual( p, e->uniform, n, contact->inputs, NULL, z, unit, duals );
    for ( int i = 0; i < p->stateCount; ++i )
    {
        for ( int k = 0; k < p->states[i].row.size * n; ++k )
        {
            largest = fmax( largest, fabs( duals[p->states[i].rate[k / n] * ( 1 + n ) + 1 + k % n] ) );
        }
    }
    return largest;
}

// ----------------------------------------------------------------------------------------------------- tests

static bool haveCompiler( void ) { return testShell( "command -v cc > /dev/null" ).status == 0; }

/// The states after the step, against those of the engine. NULL: they are the same.
static const char* compareNextState( const Engine* e, const Contact* contact, const double* z )
{
    static char message[256];
    const double* in = contact->inputs;
    double next[SS_LAW_MAX_STATES];
    ssLawSite site = siteOf( contact, contact->state );
    site.h = contact->h;
    ssLaw law = ssLaw_At( &e->law, &site );
    ssLaw_NextState( &law, in[text_inputN], ssVec2_Make( in[text_inputVx], in[text_inputVy] ), next );
    for ( int i = 0; i < e->program->stateCount; ++i )
    {
        const ssLawState* row = &e->program->states[i].row;
        int a = row->first, b = row->first + row->size - 1;
        double size =
            fabs( next[a] ) + fabs( next[b] ) + fabs( contact->state[a] ) + fabs( contact->state[b] );
        if ( !( fabs( z[a] - next[a] ) + fabs( z[b] - next[b] ) <= 1e-12 * size ) )
        {
            snprintf( message, sizeof message, "state %s is %.17g, %.17g; expected %.17g, %.17g", row->name,
                z[a], z[b], next[a], next[b] );
            return message;
        }
    }
    return NULL;
}

/// What the exported law says about one contact, against the engine. NULL: all is well.
static const char* compare( Engine* e, const Contact* contact, const double* got )
{
    static char message[512];
    const ssLawProgram* p = e->program;
    const double* z = got + 5;
    double next[SS_LAW_MAX_STATES];
    textEval( p, e->uniform, contact->inputs, z, e->registers );
    arrive( e, contact->state, contact->h, next );
    // the rates may change by `stiffness` per change of the states, and so may what is left of the equation
    double stiffness = contact->h > 0.0 ? stiffnessOf( e, contact, z ) : 0.0;
    for ( int i = 0; i < p->stateCount && contact->h > 0.0; ++i )
    {
        const ssLawState* row = &p->states[i].row;
        double size = 0.0, error = 0.0;
        for ( int k = row->first; k < row->first + row->size; ++k )
        {
            size = fmax( size, fmax( fabs( contact->state[k] ), fabs( z[k] ) ) );
            error = fmax( error, fabs( next[k] - z[k] ) );
        }
        if ( !( error <= 1e-12 * size * ( 1.0 + contact->h * stiffness ) ) )
        {
            snprintf( message, sizeof message, "state %s misses its implicit step by %g of %g", row->name,
                error, size );
            return message;
        }
    }
    const char* other = compareNextState( e, contact, z );
    if ( other != NULL ) { return other; }
    ssLawForce expected = engineForce( e, contact, z );
    ssVec2 force = expected.force;
    double load = contact->inputs[text_inputN],
           tolerance = 1e-12 * fmax( ssVec2_Length( force ), 1e-3 * load );
    bool same = isnan( force.x )
        ? isnan( got[1] ) && isnan( got[2] )
        : fabs( got[1] - force.x ) <= tolerance && fabs( got[2] - force.y ) <= tolerance;
    double roll = number( e, p->roll, 0 ) * load, spin = number( e, p->spin, 0 ) * load;
    same = same && fabs( got[3] - roll ) <= 1e-12 * load && fabs( got[4] - spin ) <= 1e-12 * load;
    if ( !same || got[0] != expected.setValued )
    {
        snprintf( message, sizeof message,
            "status %g, force (%.17g, %.17g), moments (%g, %g) for v = (%.17g, %.17g), N = %g; expected %d, "
            "(%.17g, %.17g), "
            "(%g, %g)",
            got[0], got[1], got[2], got[3], got[4], contact->inputs[text_inputVx],
            contact->inputs[text_inputVy], load, expected.setValued, force.x, force.y, roll, spin );
        return message;
    }
    return NULL;
}

static void writeSource( const ssLawProgram* program, const char* source, const char* prefix )
{
    char path[600];
    snprintf( path, sizeof path, "%s/law.c", testScratch() );
    FILE* file = fopen( path, "wb" );
    fputs( source, file );
    putDriver( file, program, prefix );
    fclose( file );
}

static void writeContacts( const Contact* contacts, int count )
{
    char path[600];
    snprintf( path, sizeof path, "%s/contacts", testScratch() );
    FILE* file = fopen( path, "wb" );
    for ( int i = 0; i < count; ++i )
    {
        static const textInput order[8] = { text_inputN, text_inputVx, text_inputVy, text_inputT, text_inputX,
            text_inputY, text_inputWr, text_inputWs };
        for ( int k = 0; k < 8; ++k ) { fprintf( file, "%.17g ", contacts[i].inputs[order[k]] ); }
        fprintf( file, "%.17g\n", contacts[i].h );
    }
    fclose( file );
}

TEST a_law_in_c_gives_the_forces_of_the_engine( int index )
{
    enum
    {
        count = 200
    };
    static Contact contacts[count + 1];
    static Engine engine;
    static char message[8192];
    Text text = textAt( index );
    ssLawProgram* program = NULL;
    ssResult compiled = ssCompileLaw( text.text, text.name, &program, NULL );
    ASSERT_EQm( compiled.message, ss_ok, compiled.code );
    char prefix[64], *source = ssLawProgram_ExportC( program );
    ASSERT( findPrefix( source, prefix ) );
    writeSource( program, source, prefix );
    ssRelease( source );

    testRng rng = { (uint64_t)index };
    ssLawDef def = ssTextLawDef( program );
    engine.program = program;
    ssResult made = ssMakeLaw( &def, &engine.law );
    ASSERT_EQm( made.message, ss_ok, made.code );
    textEvalUniform( program, def.programValues, engine.uniform );
    for ( int i = 0; i < count; ++i ) { contacts[i] = randomContact( &rng, i ); }
    writeContacts( contacts, count );
    testRun run =
        testShell( "cc -std=c99 -Wall -Wextra -Wpedantic -Werror -O1 \"$D/../law.c\" -lm -o \"$D/law\" && "
                   "\"$D/law\" < \"$D/../contacts\"" );
    snprintf( message, sizeof message, "%s: %s", text.name, run.err );
    ASSERT_EQm( message, 0, run.status );
    char* cursor = (char*)(uintptr_t)run.out;
    ssLaw_InitialState( &engine.law, contacts[0].state );
    for ( int i = 0; i < count; ++i )
    {
        double got[5 + SS_LAW_MAX_STATES] = { 0 };
        for ( int k = 0; k < 5 + program->stateNumbers; ++k ) { got[k] = strtod( cursor, &cursor ); }
        const char* wrong = compare( &engine, &contacts[i], got );
        snprintf( message, sizeof message, "%s: contact %d: %s", text.name, i, wrong != NULL ? wrong : "" );
        ASSERTm( message, wrong == NULL );
        memcpy( contacts[i + 1].state, got + 5, sizeof contacts[i].state );
    }
    ssLaw_Destroy( &engine.law );
    ssLawProgram_Release( program );
    PASS();
}

SUITE( exported )
{
    if ( !haveCompiler() ) { return; }
    for ( int i = 0; i < textCount(); ++i ) { RUN_TEST1( a_law_in_c_gives_the_forces_of_the_engine, i ); }
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( exported );
    return TEST_END();
}
