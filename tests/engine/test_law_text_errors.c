// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/law_text.h"

// Typed laws that are refused: with which words and where. The limits of a text, and its memory.

// -------------------------------------------------------------------------------------------------- refusals

typedef struct BadText
{
    const char* text;
    const char* message; // after "bad.law:"; it begins with line and column
    int length;
} BadText;

#define HEAD "law \"t\"\nparam mu = 0.3 [-]\nparam w = 2 [m]\nparam k = 5\n" // four lines

static const BadText s_badTexts[] = {
    // the form of a text
    { "", "1:1: expected law \"title\" at the beginning, not the end of the text", 1 },
    { "C = disc(1)", "1:1: expected law \"title\" at the beginning, not C", 1 },
    { "law Coulomb", "1:5: expected the title in quotation marks, not Coulomb", 7 },
    { "law \"Coulomb", "1:5: the quotation is not closed; expected \" before the end of the line", 8 },
    { "law \"a\"\nlaw \"b\"", "2:1: the law has its title already", 3 },
    { "law \"a\"", "1:1: the law gives no friction; expected C = … or force = …", 3 },
    { HEAD "parm c = 3", "5:1: parm begins no statement; did you mean param?", 4 },
    { HEAD "mu_2 = 3", "5:1: mu_2 begins no statement; to define it write let mu_2 = …", 4 },
    { HEAD "= 3", "5:1: expected param, let, state, C, D, force, roll or spin, not =", 1 },
    { HEAD "let a = mu mu", "5:12: expected an operator or the end of the line, not mu", 2 },
    { HEAD "let a = mu *\n", "5:13: expected a number, a name or a bracket, not the end of the line", 1 },
    { HEAD "C = disc(mu", "5:9: the bracket is not closed; expected )", 1 },
    { HEAD "C = disc(mu\nD = disc(1)", "5:9: the bracket is not closed; expected )", 1 },
    { HEAD "C = disc(mu))", "5:13: expected the end of the line: no bracket is open, not )", 1 },
    { HEAD "let a = 3 ; 4", "5:11: ; cannot stand here; expected a name, a number, an operator or a bracket",
        1 },
    { HEAD "# é ü\nlet µ = 1",
        "6:5: µ cannot stand here; expected ASCII: names of letters a-z, digits and _, operators + - * / ^",
        1 },
    { "law \"é\" é",
        "1:9: é cannot stand here; expected ASCII: names of letters a-z, digits and _, operators + - * / ^",
        1 },
    { "law \"\xff\"", "1:6: the byte 0xff is not UTF-8; save the file in that encoding", 1 },
    { "law \"a\"\n\x01", "2:1: the control character 0x01 cannot stand in a law", 1 },
    { HEAD "let a = 1e999", "5:9: 1e999 is not a finite number", 5 },
    // names
    { HEAD "C = disc(mus)", "5:10: mus is not defined above; did you mean mu?", 3 },
    { HEAD "C = disc(quartz)",
        "5:10: quartz is not defined above; expected a param, let or state, or an input: v vel vx vy phi N t "
        "x y wr ws",
        6 },
    { HEAD "C = dics(mu)", "5:5: dics is no function or set; did you mean disc?", 4 },
    { HEAD "let a = ln(3)", "5:9: ln is no function or set; did you mean log?", 2 },
    { HEAD "let a = sgn(3)", "5:9: sgn is no function or set; did you mean sign?", 3 },
    { HEAD "let a = 3**2", "5:10: ** is no operator; expected ^ for a power", 2 },
    { HEAD "let a = |v|", "5:9: | cannot stand here; expected abs(…) for an absolute value", 1 },
    { HEAD "force = disc(1)", "5:9: force, unless it is a pair, needs a scalar; disc(1) is a set", 7 },
    { HEAD "let a = g",
        "5:9: g is not defined above; expected a param, let or state, or an input: v vel vx vy phi N t x y "
        "wr ws",
        1 },
    { HEAD "let a = mu(3)", "5:11: mu is not a function; expected an operator before (", 1 },
    { HEAD "let a = sin", "5:9: sin needs its arguments: expected ( after it", 3 },
    { HEAD "let mu = 3", "5:5: mu is already defined in line 2; choose another name", 2 },
    { HEAD "let N = 3", "5:5: N is an input of every law; choose another name", 1 },
    { HEAD "param sin = 3", "5:7: sin has a meaning in the language; choose another name", 3 },
    { HEAD "let a = x\nlet y = 1",
        "6:5: x and y have been used as the place of the contact above; choose another name than y", 1 },
    { HEAD "C = disc(theta)", "5:10: theta exists only inside polar(…); the angle of sliding is phi", 5 },
    // parameters
    { HEAD "param a = mu", "5:11: the value of a parameter must be a number; for mu use let", 2 },
    { HEAD "param a = 3 in 4 .. 5", "5:11: a = 3 is outside its range 4 .. 5", 1 },
    { HEAD "param a = 3 in 5 .. 4", "5:16: the range 5 .. 4 is empty; expected LOW .. HIGH", 6 },
    { HEAD "param a = 3 in 4", "5:17: expected .. between the ends of the range, not the end of the text",
        1 },
    { HEAD "param a = 3 in -1 .. 4 log", "5:16: a logarithmic range cannot begin at -1; expected 0 or more",
        2 },
    // units
    { "law \"t\"\nparam mu_s = 0.4 [-]\nparam v_s = 0.1 [m/s]\n\nlet mu = mu_s + v_s\n",
        "5:10: mu_s [-] and v_s [m/s] cannot be added; both sides of + need the same unit", 10 },
    { HEAD "let a = w - w*w",
        "5:9: w [m] and w*w [m^2] cannot be subtracted; both sides of - need the same unit", 7 },
    { HEAD "param a = 5 [mm]", "5:14: [mm]: units without prefix only; write 0.001 [m] for 1 mm", 2 },
    { HEAD "param a = 5 [m/parsec]",
        "5:16: parsec is not a unit; expected kg, m, s, K, N, Pa, J, W, Hz, rad, deg or -", 6 },
    { HEAD "state T = 293 [K], T' = N*v", "5:20: T' is [N m/s]; expected [K/s], the unit of T per second",
        8 },
    { HEAD "let a = table(v, linear, (0, 1), (0, 2))",
        "5:9: the nodes of a table ascend: two to 200 of x for each y, and the same x for every y", 32 },
    { HEAD "let a = table(v, (0, 1))",
        "5:18: expected linear or monotone, as in table(v, linear, (0, 0.3), (0.1, 0.2))", 6 },
    { HEAD "let a = table(v, linear, \"mu.csv\")",
        "5:26: a file is read only where the law is one, by --law FILE; here write its rows: (x, value), …",
        8 },
    { HEAD "param a = 5 [m", "5:13: the unit is not closed; expected ] before the end of the line", 2 },
    { HEAD "let a = exp(w)", "5:13: exp needs a number without a unit, not w [m]", 1 },
    { HEAD "let a = sin(30 [deg])",
        "5:13: sin needs a number without a unit, not 30 [deg]; radians are x*pi/180", 8 },
    { HEAD "let a = 2^w", "5:11: the exponent of ^ needs a number without a unit, not w [m]", 1 },
    { HEAD "let a = if(v < w, 1, 2)",
        "5:12: v [m/s] and w [m] cannot be compared; both sides of < need the same unit", 5 },
    { HEAD "let a = min(w, 1, N)", "5:13: w [m] and N [N] have different units; min needs the same unit", 7 },
    { HEAD "let a = (mu, w)", "5:10: mu [-] and w [m] cannot be a pair; both need the same unit", 5 },
    { HEAD "C = ellipse(mu, w)", "5:13: mu [-] and w [m] have different units; ellipse needs the same unit",
        5 },
    { HEAD "C = disc(w)", "5:5: C has the unit [m]; expected none, since it is per newton of load", 7 },
    { HEAD "force = mu*N*vel", "5:9: force has the unit [N m/s]; expected [N]", 8 },
    { HEAD "roll = mu", "5:8: roll has the unit [-]; expected [m], a moment per newton of load", 2 },
    { HEAD "C = rotate(disc(mu), w)", "5:22: rotate needs an angle in degrees, not w [m]", 1 },
    { HEAD "let a = w*w [m]", "5:9: w*w [m^2] does not have the unit [m]", 7 },
    // types
    { HEAD "C = mu", "5:5: C is a set, and mu is a scalar; expected disc(…), ellipse(…), polygon(…), …", 2 },
    { HEAD "C = disc(vel)", "5:10: disc needs a scalar; vel is a pair", 3 },
    { HEAD "C = disc(mu) + disc(mu)",
        "5:5: + needs numbers; disc(mu) is a set: use scale(S, k), shift(S, x, y), rotate(S, degrees)", 8 },
    { HEAD "let a = vel + v", "5:9: vel is a pair and v is a scalar; both sides of + need the same type", 7 },
    { HEAD "let a = vel*vel", "5:9: vel is a pair, too; the product of two pairs is dot(a, b)", 7 },
    { HEAD "let a = 1/vel", "5:9: vel is a pair and cannot divide; expected a scalar after /", 5 },
    { HEAD "let a = v.x", "5:9: v is a scalar; only a pair has the components .x and .y", 3 },
    { HEAD "let a = if(mu, 1, 2)", "5:12: if needs a comparison such as v < 0.1; mu is a scalar", 2 },
    { HEAD "let a = if(0 < v < 1, 1, 2)", "5:12: one comparison at a time; expected a < b and b < c", 7 },
    { HEAD "let a = 1 + (v < 2)", "5:13: + needs numbers; (v < 2) is a comparison: use if(a < b, x, y)", 7 },
    { HEAD "let a = if(v < 1, (1, 2), 2)",
        "5:19: (1, 2) is a pair and 2 is a scalar; if needs two scalars or two pairs", 9 },
    { HEAD "C = ellipse(mu)",
        "5:5: ellipse has the wrong number of arguments; expected ellipse(a, b), the semi-axes", 11 },
    { HEAD "C = ngon(2.5, mu)", "5:10: ngon needs a whole number of corners, 3 … 128, not 2.5", 3 },
    { HEAD "C = polygon((1,0), (0,1))", "5:5: polygon has 2 corners; allowed: 3 … 256", 21 },
    { HEAD "C = rotate(mu, 30)", "5:12: rotate needs a set first; mu is a scalar", 2 },
    // what may depend on what
    { HEAD "C = disc(mu*(2 + cos(phi)))",
        "5:5: C must not depend on the direction of sliding (vel, vx, vy, phi); it may on v, N, t, x, y, wr, "
        "ws and states",
        23 },
    { HEAD "C = polygon((1, 0), (0, 1), (0, v))",
        "5:29: corners depend on parameters only; put what changes into scale(polygon(…), …)", 6 },
    { HEAD "C = polar(v*(2 + cos(theta)))",
        "5:11: r(theta) depends on theta and parameters only; put what changes into scale(polar(…), …)", 18 },
    { HEAD "force = mu*N*sign(vx)",
        "5:9: a scalar force acts along vel and must not depend on its direction (vel, vx, vy, phi); "
        "expected a pair, or v",
        13 },
    { HEAD "C = disc(mu)\nforce = mu*N",
        "6:1: a law has either C or force; viscosity belongs in C, such as disc(mu + c*v/N)", 5 },
    { HEAD "force = mu*N\nD = disc(1)", "6:1: D belongs to a reservoir C; a force has its direction already",
        1 },
    { HEAD "C = disc(mu)\nC = disc(mu)", "6:1: C is already given in line 5", 1 },
    // states
    { HEAD "state z, z' = vel", "5:8: expected = and an initial value, or in and a set, not ,", 1 },
    { HEAD "state z = (0, 0) [m], y' = vel", "5:23: expected z' = and the rate of the state, not y", 1 },
    { HEAD "state z = (0, 0) [m], z' = v", "5:28: z is a pair, so its rate cannot be a scalar", 1 },
    { HEAD "state z = (0, 0) [m], z' = z", "5:23: z' is [m]; expected [m/s], the unit of z per second", 6 },
    { HEAD "state z = v [m/s], z' = -z/t", "5:11: the initial value of z depends on parameters only", 1 },
    { HEAD "state z = (1 [m], 1) + (1 [s], 1), z' = vel",
        "5:11: (1 [m], 1) [m] and (1 [s], 1) [s] cannot be added; both sides of + need the same unit", 23 },
    { HEAD "state z = 0 in disc(1), z' = 1",
        "5:16: a pair is kept inside a set such as disc(w), a scalar inside LOW .. HIGH", 7 },
    { HEAD "state z in disc(w), z' = vel\nforce = z'*N/v",
        "6:9: z is kept inside its bound, so z' is not its rate; use z itself", 2 },
    { HEAD "state z = 0\nC = disc(mu + z)", "5:7: the state z has no rate; expected z' = …", 1 },
    { HEAD "state z = 0, z' = z'", "5:19: z' cannot be used in its own definition", 2 },
    // numbers
    { HEAD "let a = 1 + 1/(2 - 2)", "5:13: 1/(2 - 2) is not a finite number", 9 },
    { HEAD "let a = log(-1)", "5:9: log(-1) is not a finite number", 7 },
};

TEST refusalsSayWhatAndWhere( void )
{
    for ( int i = 0; i < SS_COUNT( s_badTexts ); ++i )
    {
        const BadText* bad = &s_badTexts[i];
        char expected[300];
        ssTextPlace place = { 0, 0, 0 };
        ssLawProgram* program = (ssLawProgram*)1;
        ssResult result = ssCompileLaw( bad->text, "bad.law", &program, &place );
        ASSERT_EQm( bad->text, NULL, program );
        ASSERT_EQm( bad->text, ss_errorFormat, result.code );
        snprintf( expected, sizeof expected, "bad.law:%s", bad->message );
        ASSERT_STR_EQm( bad->text, expected, result.message );
        snprintf( expected, sizeof expected, "bad.law:%d:%d: ", place.line, place.column );
        ASSERT_EQm( bad->text, 0, strncmp( result.message, expected, strlen( expected ) ) );
        ASSERT_EQ_FMTm( bad->text, bad->length, place.length, "%d" );
    }
    PASS();
}

TEST longPathLeavesRoomForTheMessage( void )
{
    char file[400];
    ssLawProgram* program = NULL;
    memset( file, 'd', sizeof file );
    strcpy( file + sizeof file - 10, "/last.law" );
    ssResult result = ssCompileLaw( "law \"a\"\nC = disc(muu)", file, &program, NULL );
    ASSERT( strstr( result.message, "/last.law:2:10: muu is not defined above" ) != NULL );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- limits

/// Compiles a text that is made of `head`, `count` times `piece`, and `tail`.
static ssResult compileRepeated( const char* head, const char* piece, int count, const char* tail )
{
    size_t length = strlen( head ) + strlen( piece ) * (size_t)count + strlen( tail ) + 1;
    char* text = malloc( length );
    char* at = text + sprintf( text, "%s", head );
    for ( int i = 0; i < count; ++i ) { at += sprintf( at, "%s", piece ); }
    strcpy( at, tail );
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "limit.law", &program, NULL );
    ssLawProgram_Release( program );
    free( text );
    return result;
}

#define ASSERT_REFUSED( part, result )                                           \
    do {                                                                         \
        ssResult refused = ( result );                                           \
        ASSERT_EQm( part, ss_errorFormat, refused.code );                        \
        ASSERTm( refused.message, strstr( refused.message, ( part ) ) != NULL ); \
    } while ( 0 )

TEST sixtyFourLevelsOfNestingAreEnough( void )
{
    ASSERT_EQ( ss_ok,
        compileRepeated( HEAD "C = disc", "(", 64,
            "mu))))))))))))))))))))))))))))))))"
            "))))))))))))))))))))))))))))))))" )
            .code );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "(", 65, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "(", 16000, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "-", 16000, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "2^", 8000, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "not ", 4000, "v < 1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "if(v<1,1,", 1500, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "let a = ", "sin(", 4000, "1" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "C = ", "rotate(", 2000, "disc(1)" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "C = ", "polygon(", 2000, "(1,1)" ) );
    ASSERT_REFUSED( "nested more than 64 deep", compileRepeated( HEAD "C = ", "polar(", 2000, "1" ) );
    PASS();
}

TEST sizesAreBounded( void )
{
    char text[SS_LAW_TEXT_CAPACITY + 2];
    ssLawProgram* program = NULL;
    snprintf( text, sizeof text, "law \"t\"\nC = disc(1)\n#" );
    memset( text + strlen( text ), 'x', sizeof text - strlen( text ) );
    text[SS_LAW_TEXT_CAPACITY - 1] = '\0';
    ASSERT_EQ( ss_ok, ssCompileLaw( text, "t", &program, NULL ).code );
    ssLawProgram_Release( program );
    text[SS_LAW_TEXT_CAPACITY - 1] = 'x';
    text[SS_LAW_TEXT_CAPACITY] = '\0';
    ASSERT_STR_EQ( "t:1:1: the text has 16384 bytes; allowed: at most 16383",
        ssCompileLaw( text, "t", &program, NULL ).message );

    ASSERT_REFUSED( "more than 4096 operations", compileRepeated( HEAD "let a = 1", "-v-k", 3000, "" ) );
    ASSERT_REFUSED( "a pair counts as two",
        compileRepeated(
            "law \"t\"\nstate a = (0, 0), a' = vel\nstate b = (0, 0), b' = vel\nstate c = (0, 0), c' = vel\n"
            "state d = (0, 0), d' = vel\nstate e = (0, 0), e' = vel\nstate f = (0, 0), f' = vel\n"
            "state g = (0, 0), g' = vel\nstate h = 0, h' = v\n",
            "state i = (0, 0), i' = vel\n", 1, "C = disc(1)" ) );
    ASSERT_REFUSED( "more than 2048 corners",
        compileRepeated( HEAD "let a = 1\n", "D = ngon(128, 1)\n", 1,
            "let b = ngon(128, 1)\nlet c = ngon(128, 2)\nlet d = ngon(128, 3)\n"
            "let e = ngon(128, 1)\nlet f = ngon(128, 2)\nlet g = ngon(128, 3)\n"
            "let h = ngon(128, 1)\nlet i = ngon(128, 2)\nlet j = ngon(128, 3)\n"
            "let l = ngon(128, 1)\nlet m = ngon(128, 2)\nlet n = ngon(128, 3)\n"
            "let o = ngon(128, 1)\nlet p = ngon(128, 2)\nlet q = ngon(128, 3)\n"
            "let r = ngon(128, 1)\n" ) );
    ASSERT_REFUSED(
        "polygon has 257 corners", compileRepeated( HEAD "C = polygon((1, 0)", ",(0, 1)", 256, ")" ) );
    ASSERT_REFUSED( "the name", compileRepeated( HEAD "let ", "a", 32, " = 1" ) );
    ASSERT_REFUSED( "at most 120", compileRepeated( "law \"", "a", 121, "\"" ) );
    ASSERT_REFUSED( "more than 63 characters", compileRepeated( HEAD "let a = 1", "0", 63, "" ) );
    PASS();
}

TEST atMostTwentyFourParameters( void )
{
    char text[2048];
    for ( int count = SS_LAW_MAX_PARAMS; count <= SS_LAW_MAX_PARAMS + 1; ++count )
    {
        int used = sprintf( text, "law \"t\"\n" );
        for ( int i = 0; i < count; ++i ) { used += sprintf( text + used, "param p%d = 1\n", i ); }
        sprintf( text + used, "C = disc(p23)\n" );
        ssLawProgram* program = NULL;
        ssResult result = ssCompileLaw( text, "t", &program, NULL );
        ASSERT_EQ( count == SS_LAW_MAX_PARAMS, result.code == ss_ok );
        ASSERT( result.code == ss_ok || strcmp( result.message, "t:26:7: more than 24 parameters" ) == 0 );
        ssLawProgram_Release( program );
    }
    PASS();
}

/// Fails at the allocation number `failAt`, and counts what is not given back.
typedef struct Memory
{
    int allocations, failAt, held;
} Memory;

static void* allocateFew( void* context, size_t size )
{
    Memory* m = context;
    void* memory = ++m->allocations == m->failAt ? NULL : calloc( 1, size + 1 );
    m->held += memory != NULL;
    return memory;
}

static void freeCounted( void* context, void* memory )
{
    ( (Memory*)context )->held -= memory != NULL;
    free( memory );
}

TEST nothingLeaks( void )
{
    const char* const texts[] = { HEAD "C = polygon((1, 0), (0, 1), (-1, -1))", HEAD "C = disc(w)", "" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        bool ended = false;
        for ( int failAt = 1; failAt < 20 && !ended; ++failAt )
        {
            Memory memory = { 0, failAt, 0 };
            ssLawProgram* program = NULL;
            ssInstallAllocator( allocateFew, freeCounted, &memory );
            ssResult result = ssCompileLaw( texts[i], "t", &program, NULL );
            ended = memory.allocations < failAt;
            bool consistent = ( program != NULL ) == ( result.code == ss_ok );
            ssLawProgram_Release( program );
            ssInstallAllocator( NULL, NULL, NULL );
            ASSERT( consistent );
            ASSERT_EQ( !ended, result.code == ss_errorMemory );
            ASSERT_EQ_FMT( 0, memory.held, "%d" );
        }
        ASSERT( ended );
    }
    PASS();
}

TEST programsAreShared( void )
{
    Memory memory = { 0, 0, 0 };
    ssInstallAllocator( allocateFew, freeCounted, &memory );
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( "law \"shared\"\nC = disc(1)", "t", &program, NULL );
    const ssLawProgram* other = ssLawProgram_Retain( program );
    ssLawProgram_Release( program );
    bool alive = strcmp( ssLawProgram_Info( other )->title, "shared" ) == 0;
    ssLawProgram_Release( other );
    ssLawProgram_Release( NULL );
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT_EQ( ss_ok, result.code );
    ASSERT( alive );
    ASSERT_EQ( 0, memory.held );
    PASS();
}

SUITE( lawTextErrors )
{
    RUN_TEST( refusalsSayWhatAndWhere );
    RUN_TEST( longPathLeavesRoomForTheMessage );
    RUN_TEST( sixtyFourLevelsOfNestingAreEnough );
    RUN_TEST( sizesAreBounded );
    RUN_TEST( atMostTwentyFourParameters );
    RUN_TEST( nothingLeaks );
    RUN_TEST( programsAreShared );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawTextErrors );
    return TEST_END();
}
