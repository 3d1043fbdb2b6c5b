// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "law/text/text_ops.h"
#include "law/text/text_program.h"
#include "slipstick/elementary.h"
#include "slipstick/law_text.h"

// The compiler of typed laws: what a text becomes. test_law_text_errors.c has the texts that are refused.

// --------------------------------------------------------------------------------------------------- helpers

/// Compiles a text that is right; NULL and a line on stdout if it is refused.
static ssLawProgram* compiled( const char* text )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "test.law", &program, NULL );
    if ( result.code != ss_ok ) { printf( "\n%s\n", result.message ); }
    return program;
}

typedef struct Numbers
{
    double inputs[text_inputCount];
    double state[SS_LAW_MAX_STATES];
    double uniform[TEXT_MAX_CODE], registers[TEXT_MAX_CODE];
} Numbers;

/// All registers at the parameters' default values, a velocity, a load and the initial states.
static void evaluate( const ssLawProgram* program, ssVec2 velocity, double load, Numbers* n )
{
    double values[SS_LAW_MAX_PARAMS];
    memset( n, 0, sizeof *n );
    for ( int i = 0; i < program->paramCount; ++i ) { values[i] = program->params[i].defaultValue; }
    n->inputs[text_inputVx] = velocity.x;
    n->inputs[text_inputVy] = velocity.y;
    n->inputs[text_inputN] = load;
    n->inputs[text_inputT] = 0.25;
    n->inputs[text_inputX] = 2.0;
    n->inputs[text_inputY] = -3.0;
    textCompleteInputs( n->inputs );
    ssLawProgram_InitialState( program, values, n->state );
    textEvalUniform( program, values, n->uniform );
    textEval( program, n->uniform, n->inputs, n->state, n->registers );
}

/// The value of an expression at vel = (3, 4) m/s and N = 10 N, with mu =
/// 0.3, w = 2 m and k = 5; NAN when refused.
static double valueOf( const char* expression )
{
    char text[2048];
    static Numbers n;
    snprintf( text, sizeof text,
        "law \"t\"\nparam mu = 0.3 [-]\nparam w = 2 [m]\nparam k = 5\nparam one = 1\nstate z = (0.5, 0.25) "
        "[m], z' = vel\n"
        "let result = %s\nforce = one*result*(1, 1)",
        expression );
    ssLawProgram* program = compiled( text );
    if ( program == NULL ) { return SS_NAN; }
    evaluate( program, ssVec2_Make( 3.0, 4.0 ), 10.0, &n );
    double value = n.registers[program->force[0]];
    ssLawProgram_Release( program );
    return value;
}

#define HEAD "law \"t\"\nparam mu = 0.3 [-]\nparam w = 2 [m]\nparam k = 5\n" // four lines

// ---------------------------------------------------------------------------------------------------- values

TEST expressionsMeanWhatTheySayOnPaper( void )
{
    // vel = (3, 4), v = 5, N = 10, mu = 0.3, w = 2, k = 5, z = (0.5, 0.25), t = 0.25, x = 2, y = -3
    const struct
    {
        const char* text;
        double value;
    } cases[] = {
        { "2 + 3*4", 14 },
        { "-k^2", -25 },  // the sign binds weaker than the power
        { "2^3^2", 512 }, // from the right
        { "2^-1", 0.5 },
        { "8 - 3 - 2", 3 }, // from the left
        { "8/4/2", 1 },
        { "k - -k", 10 },
        { "k^0", 1 },
        { "k^3", 125 },
        { "k^-2", 0.04 },
        { "k^16", 152587890625 },
        { "4^k", 1024 },
        { "4^0.5", 2 },
        { "v/(1 [m/s])", 5 },
        { "vel.x + 10*vel.y", 43 },
        { "(2*vel - vel/2).y", 6 },
        { "dot(vel, (1, 10))", 43 },
        { "length(vel) - v + abs(vel)", 5 },
        { "abs(-k) + sign(-k)", 4 },
        { "hypot(k, 12)", 13 },
        { "min(k, 3, 4) + 10*max(k, 7, 1)", 73 },
        { "clamp(k, 0, 3) + 10*clamp(k, 6, 7)", 63 },
        { "sqrt(k*k)", 5 },
        { "log(exp(k))", 5 },
        { "log10(1000)", 3 },
        { "sin(pi/2) + cos(0) + tan(0)", 2 },
        { "4*atan(1)/pi + 4*atan2(1, 1)/pi", 2 },
        { "if(k < 6, 1, 2) + 10*if(k > 6, 1, 2) + 100*if(k <= 5, 1, 2) + 1000*if(k >= 5, 1, 2)", 1121 },
        { "if(k == 5, 1, 2) + 10*if(k != 5, 1, 2)", 21 },
        { "if(k < 6 and k < 4 or not (k < 4), 1, 2)", 1 },
        { "if(k < 6, vel, 2*vel).x", 3 },
        { "(if(t < 0.2 [s], 1, 2) + x/w + y/w)", 1.5 },
        { "z.x/w + z.y/w", 0.375 },
        { "mu*N/(1 [N])", 3 },
        { "k +\n 1", SS_NAN }, // a line ends outside brackets
        { "(k +\n 1)", 6 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        double value = valueOf( cases[i].text );
        if ( isnan( cases[i].value ) )
        {
            ASSERTm( cases[i].text, isnan( value ) );
            continue;
        }
        ASSERT_IN_RANGEm( cases[i].text, cases[i].value, value, 4e-16 * fabs( cases[i].value ) );
    }
    PASS();
}

TEST unitsMultiplyAndDivide( void )
{
    // Each line is accepted only if the units agree; a unit at the end checks the whole expression.
    static const char* const good[] = { "w/(1 [s]) + v", "N/(1 [kg]) + v^2/w", "sqrt(w*w) + w",
        "w^0.5*w^1.5 [m^2]", "(1 [Pa])*w^2 + N", "(1 [J]) + N*w", "(1 [W]) + N*v", "(1 [Hz])*t + mu",
        "(1 [rad/s])*t + mu", "1 [N s/m] + N/v", "1 [N s m^-1] + N/v", "1 [N/(m/s)] + N/v", "1 [m/s²] + v/t",
        "1 [m·s] + w*t", "1 [m*s] + w*t", "3 + w", "k + w", "k*w + N", "w*(1 [1/m]) + mu", "30 [°] + 1 [deg]",
        "sin(mu*(30 [deg])*pi/180)", "sin(pi*(30 [deg])/180 [deg])" };
    static const char* const bad[] = { "w/(1 [s]) + w", "sqrt(w) + w", "w*w [m]", "(1 [Pa])*w + N",
        "1 [N s/m] + N", "mu + w", "(1 [m], 1 [s])", "w^mu + exp(w)", "30 [°] + w", "sin(30 [deg])",
        "sin(mu*(30 [deg]))", "min(w, v)", "atan2(w, v)", "exp(N*w)", "w == v" };
    char text[512];
    for ( int i = 0; i < SS_COUNT( good ) + SS_COUNT( bad ); ++i )
    {
        bool right = i < SS_COUNT( good );
        snprintf(
            text, sizeof text, HEAD "let a = %s\nC = disc(mu)", right ? good[i] : bad[i - SS_COUNT( good )] );
        ssLawProgram* program = NULL;
        ASSERT_EQm( text, right, ssCompileLaw( text, "t", &program, NULL ).code == ss_ok );
        ssLawProgram_Release( program );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- programs

static const char s_stribeck[] = "law \"Stribeck with a groove\"             # a comment\n"
                                 "param mu_s = 0.4  [-]   in 0 .. 1        \"static coefficient\"\n"
                                 "param mu_k = 0.3  [-]   in 0 .. 1\n"
                                 "param v_s  = 0.01 [m/s] in 1e-4 .. 1 log\n"
                                 "param b    = -2\n"
                                 "let mu = mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2)\n"
                                 "C = rotate(ellipse(mu, 0.5*mu), 30)\n"
                                 "D = disc(1)\n"
                                 "roll = 0.002 [m]\n"
                                 "spin = 0.001 [m]\n";

static const char s_lugre[] = "law \"LuGre\"\n"
                              "param s0 = 1e5 [1/m] in 1e2 .. 1e7 log\n"
                              "param s1 = 300 [s/m]\n"
                              "param w = 1e-3 [m]\n"
                              "let g = 0.2 + 0.1*exp(-(v/0.01 [m/s])^2)\n"
                              "state z = (0,0) [m], z' = vel - s0*v/g*z # a tangential vector\n"
                              "force = (s0*z + s1*z')*N\n"
                              "state y in disc(w), y' = vel             # a stop\n";

TEST parametersBecomeRows( void )
{
    ssLawProgram* program = compiled( s_stribeck );
    ASSERT( program != NULL );
    ASSERT_STR_EQ( "Stribeck with a groove", ssLawProgram_Info( program )->title );
    ASSERT_STR_EQ( s_stribeck, ssLawProgram_Info( program )->text );
    ASSERT_EQ( 4, ssLawProgram_Info( program )->paramCount );
    const ssParam* row = ssLawProgram_Info( program )->params;
    ASSERT_STR_EQ( "mu_s", row[0].key );
    ASSERT_STR_EQ( "static coefficient", row[0].doc );
    ASSERT_STR_EQ( "", row[0].unit );
    ASSERT_STR_EQ( "mu_k", row[1].label );
    ASSERT_STR_EQ( "m/s", row[2].unit );
    ASSERT( row[0].min == 0.0 && row[0].max == 1.0 && row[0].defaultValue == 0.4 && !row[0].logScale );
    ASSERT( row[2].allowedMin == 1e-4 && row[2].allowedMax == 1.0 && row[2].logScale && row[2].live );
    ASSERT( row[3].min == -4.0 && row[3].max == 0.0 && row[3].defaultValue == -2.0 );
    ASSERT( isinf( row[3].allowedMin ) && isinf( row[3].allowedMax ) );
    for ( int i = 0; i < 4; ++i )
    {
        ASSERT_EQ( ss_ok, ssCheckParam( &row[i], row[i].defaultValue ).code );
        ASSERT_STR_EQ( "law", row[i].group );
    }
    ASSERT_EQ( ss_lawInputSpeed, (int)ssLawProgram_Info( program )->inputs );
    ASSERT( !ssLawProgram_Info( program )->isFunction );
    ssLawProgram_Release( program );
    PASS();
}

TEST statesBecomeRows( void )
{
    ssLawProgram* program = compiled( s_lugre );
    ASSERT( program != NULL );
    ASSERT_EQ( 2, ssLawProgram_Info( program )->stateCount );
    ASSERT_EQ( 4, ssLawProgram_Info( program )->stateNumbers );
    const ssLawState* row = ssLawProgram_Info( program )->states;
    ASSERT_STR_EQ( "z", row[0].name );
    ASSERT_STR_EQ( "m", row[0].unit );
    ASSERT_STR_EQ( "y", row[1].name );
    ASSERT_STR_EQ( "m", row[1].unit ); // from that of w
    ASSERT( row[0].size == 2 && row[0].first == 0 && row[1].size == 2 && row[1].first == 2 );
    ASSERT( ssLawProgram_Info( program )->isFunction );
    unsigned inputs = ss_lawInputSpeed | ss_lawInputDirection | ss_lawInputLoad | ss_lawInputState;
    ASSERT_EQ( inputs, ssLawProgram_Info( program )->inputs );
    ASSERT( program->states[1].bound.given && !program->states[0].bound.given );
    double state[SS_LAW_MAX_STATES] = { 1.0, 1.0, 1.0, 1.0 }, values[3] = { 1e5, 300.0, 1e-3 };
    ssLawProgram_InitialState( program, values, state );
    ASSERT( state[0] == 0.0 && state[1] == 0.0 && state[2] == 0.0 && state[3] == 0.0 );
    ssLawProgram_Release( program );
    PASS();
}

TEST ratesMayFollowInAnyOrder( void )
{
    // Two states that refer to each other, a scalar range, and an initial value of parameters.
    ssLawProgram* program = compiled( HEAD "state p = 2*k in 0 .. 8 [-]\nstate q = 1\nlet s = p + q\n"
                                           "p' = (q - s)/(1 [s])\nq' = (p - s)/(1 [s])\nC = disc(mu + q)" );
    ASSERT( program != NULL );
    static Numbers n;
    evaluate( program, ssVec2_Make( 1.0, 0.0 ), 1.0, &n );
    ASSERT_EQ( 8.0, n.state[0] ); // 2 k = 10 lies outside its range
    ASSERT_EQ( 1.0, n.state[1] );
    ASSERT_EQ( -8.0, n.registers[program->states[0].rate[0]] );
    ASSERT_EQ( -1.0, n.registers[program->states[1].rate[0]] );
    ASSERT_EQ( 0.0, n.registers[program->states[0].low] );
    ASSERT_EQ( TEXT_NONE, program->states[1].low );
    ssLawProgram_Release( program );
    PASS();
}

/// Whether every instruction refers to earlier ones and stands in the right part.
static bool isOrdered( const ssLawProgram* p )
{
    static int part[TEXT_MAX_CODE];
    bool good = p->uniformEnd <= p->mainEnd && p->mainEnd <= p->codeCount;
    for ( int i = 0; i < p->codeCount && good; ++i )
    {
        textInstruction in = p->code[i];
        int operands = textOperandCount( (textOp)in.op );
        const int from[3] = { in.a, in.b, in.c };
        int own = in.op == text_opInput ? ( in.a == text_inputTheta ? 2 : 1 ) : in.op == text_opState ? 1 : 0;
        for ( int k = 0; k < operands; ++k )
        {
            good = good && from[k] < i;
            own = good && part[from[k]] > own ? part[from[k]] : own;
        }
        part[i] = own;
        good = good && own == ( i < p->uniformEnd ? 0 : i < p->mainEnd ? 1 : 2 );
    }
    return good;
}

TEST codeIsOrderedInThreeParts( void )
{
    static const char* const more[] = { "C = scale(polar(mu + 0.1*cos(4*theta)), 1 + v/(1 [m/s]))",
        "state q = 1, q' = v/w - q/(1 [s])\nC = superellipse(mu*q, mu, 3)\nD = ngon(8, q, 10)",
        "force = if(v < 1, mu*N, k*N)*(1, 2)", "let unused = exp(v/v) + q_1\nC = disc(1)" };
    for ( int i = 0; i < SS_COUNT( more ) + 2; ++i )
    {
        char text[1024];
        snprintf( text, sizeof text, "%s%s", i < 2 ? "" : HEAD "param q_1 = 2\n",
            i == 0       ? s_stribeck
                : i == 1 ? s_lugre
                         : more[i - 2] );
        ssLawProgram* program = compiled( text );
        ASSERTm( text, program != NULL );
        ASSERTm( text, isOrdered( program ) );
        ssLawProgram_Release( program );
    }
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        ssLawProgram* program = compiled( ssGetShippedLaw( i )->text );
        ASSERTm( ssGetShippedLaw( i )->name, program != NULL && isOrdered( program ) );
        ssLawProgram_Release( program );
    }
    PASS();
}

static int countOps( const ssLawProgram* p, textOp op )
{
    int count = 0;
    for ( int i = 0; i < p->codeCount; ++i ) { count += p->code[i].op == op; }
    return count;
}

TEST nothingIsComputedTwiceOrInVain( void )
{
    // exp stands there three times and is needed once; the square is a
    // product; 2*3 is 6; what is unused is gone.
    ssLawProgram* program =
        compiled( HEAD "let a = exp(-(v/w)^2*(1 [s^2]))\nlet b = exp(-(v/w)^2*(1 [s^2]))\n"
                       "let c = log(v/(1 [m/s]))\nC = disc(mu*a + 2*3*b + exp(-(v/w)^2*(1 [s^2])))" );
    ASSERT( program != NULL );
    ASSERT_EQ( 1, countOps( program, text_opExp ) );
    ASSERT_EQ( 0, countOps( program, text_opLog ) );
    ASSERT_EQ( 0, countOps( program, text_opPower ) );
    bool six = false;
    for ( int i = 0; i < program->constantCount; ++i ) { six = six || program->constants[i] == 6.0; }
    ASSERT( six );
    ssLawProgram_Release( program );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ sets

/// The numbers of a set where vel = (3, 4) m/s and N = 10 N.
static ssSetDef setAt( const ssLawProgram* p, const textSet* set )
{
    static Numbers n;
    evaluate( p, ssVec2_Make( 3.0, 4.0 ), 10.0, &n );
    const double* r = n.registers;
    ssSetDef def = ssDefaultSetDef( set->kind );
    def.a = set->a != TEXT_NONE ? r[set->a] : def.a;
    def.b = set->b != TEXT_NONE ? r[set->b] : def.b;
    def.s = set->s != TEXT_NONE ? r[set->s] : def.s;
    def.l = set->l != TEXT_NONE ? r[set->l] : def.l;
    def.e = set->e != TEXT_NONE ? r[set->e] : def.e;
    def.rotationDeg = set->rotation != TEXT_NONE ? r[set->rotation] : 0.0;
    def.offsetX = set->shiftX != TEXT_NONE ? r[set->shiftX] : 0.0;
    def.offsetY = set->shiftY != TEXT_NONE ? r[set->shiftY] : 0.0;
    def.scale = set->scale != TEXT_NONE ? r[set->scale] : 1.0;
    static ssVec2 points[TEXT_MAX_CORNERS];
    for ( int i = 0; i < set->cornerCount; ++i )
    {
        const int* corner = p->corners + 2 * ( set->firstCorner + i );
        points[i] = ssVec2_Make( r[corner[0]], r[corner[1]] );
    }
    def.points = set->cornerCount > 0 ? points : def.points;
    def.pointCount = set->cornerCount > 0 ? set->cornerCount : def.pointCount;
    return def;
}

TEST transformsOfSetsCompose( void )
{
    // x in rotate(shift(scale(E, 2), 0.3, 0.1), 90) if x turned back, minus the
    // shift, divided by 2 lies in E; and so on.
    ssLawProgram* program = compiled(
        HEAD "C = scale(shift(rotate(shift(scale(ellipse(1, 0.5), 2), 0.3, 0.1), 90), (0.05, -0.2)), 3)" );
    ASSERT( program != NULL );
    ssSetDef def = setAt( program, &program->c );
    ssSet set;
    ASSERT_EQ( ss_ok, ssMakeSet( &def, &set ).code );
    for ( int i = 0; i < 16; ++i )
    {
        // A point of the boundary, taken through the transforms one by one.
        double angle = 2.0 * SS_PI * i / 16.0;
        ssVec2 p = { 2.0 * cos( angle ) + 0.3, 2.0 * 0.5 * sin( angle ) + 0.1 };
        ssVec2 q = { 3.0 * ( -p.y + 0.05 ), 3.0 * ( p.x - 0.2 ) };
        ASSERT_IN_RANGE( 1.0, ssSet_Gauge( &set, q ), 1e-14 );
    }
    ssSet_Destroy( &set );
    ssLawProgram_Release( program );
    PASS();
}

TEST sizeThatAllLengthsShareBecomesTheScale( void )
{
    const struct
    {
        const char* text;
        bool constantShape;
        double a, b; // of the set, times its scale
    } cases[] = {
        { "ellipse(mu*v/(1 [m/s]), 0.5*mu*v/(1 [m/s]))", true, 1.5, 0.75 },
        { "rotate(rectangle(q, q/4), 30)", true, 5.0, 1.25 },
        { "disc(q)", true, 5.0, 0.0 },
        { "shift(ellipse(q, 2*q), q/8, 0)", true, 5.0, 10.0 },
        { "ellipse(q, 1)", false, 5.0, 1.0 },
        { "ellipse(q, q^2)", false, 5.0, 25.0 },
        { "shift(disc(q), 0.1, 0)", false, 5.0, 0.0 },
        { "scale(ellipse(1, 2), q)", true, 5.0, 10.0 },
        { "rotate(ellipse(1, 2), q)", false, 1.0, 2.0 },
        { "ellipse(mu, 2*mu)", true, 0.3, 0.6 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char text[512];
        snprintf( text, sizeof text, HEAD "let q = v/(1 [m/s])\nC = %s", cases[i].text );
        ssLawProgram* program = compiled( text );
        ASSERT( program != NULL );
        ASSERT_EQm( cases[i].text, cases[i].constantShape, program->c.constantShape );
        ssSetDef def = setAt( program, &program->c );
        ASSERT_IN_RANGEm( cases[i].text, cases[i].a, def.a * def.scale, 1e-15 * cases[i].a );
        if ( cases[i].b > 0.0 )
        {
            ASSERT_IN_RANGEm( cases[i].text, cases[i].b, def.b * def.scale, 1e-15 * cases[i].b );
        }
        ssLawProgram_Release( program );
    }
    PASS();
}

TEST scalarForceIsADisc( void )
{
    const struct
    {
        const char* text;
        double radius; // [N] at v = 5 m/s and N = 10 N
        unsigned inputs;
    } cases[] = {
        { "mu*N", 3.0, 0 }, // the load is a factor: C does not depend on it
        { "(mu + 0.1*v/(1 [m/s]))*N", 8.0, ss_lawInputSpeed },
        { "mu*N + 0.1*N*v/(1 [m/s])", 8.0, ss_lawInputSpeed },
        { "if(v < 1, N, 2*N)/2", 10.0, ss_lawInputSpeed },
        { "3 [N] + mu*N", 6.0, ss_lawInputLoad },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char text[512];
        snprintf( text, sizeof text, HEAD "force = %s", cases[i].text );
        ssLawProgram* program = compiled( text );
        ASSERT( program != NULL && program->c.given && program->c.constantShape );
        ASSERT( !ssLawProgram_Info( program )->isFunction );
        ssSetDef def = setAt( program, &program->c );
        ASSERT_EQ( ss_setCircle, def.kind );
        ASSERT_IN_RANGEm( cases[i].text, cases[i].radius, 10.0 * def.a * def.scale, 1e-14 );
        ASSERT_EQm( cases[i].text, cases[i].inputs, program->setInputs );
        ssLawProgram_Release( program );
    }
    PASS();
}

TEST regularPolygonsAndPolarSets( void )
{
    ssLawProgram* program = compiled( HEAD "C = ngon(6, mu, 15)\nD = polar(1 + 0.2*cos(2*theta))" );
    ASSERT( program != NULL );
    ssSetDef def = setAt( program, &program->c );
    ssSet set;
    ASSERT_EQ( ss_ok, ssMakeSet( &def, &set ).code );
    // Corners at 15°, 75°, … on the circle mu; between them the edges at mu cos(30°).
    ASSERT_IN_RANGE( 0.3, ssSet_Radius( &set, SS_PI / 12.0 ), 1e-15 );
    ASSERT_IN_RANGE( 0.3 * sqrt( 0.75 ), ssSet_Radius( &set, SS_PI / 4.0 ), 1e-15 );
    ssSet_Destroy( &set );
    static Numbers n;
    double slope = 0.0;
    evaluate( program, ssVec2_Make( 0.0, 0.0 ), 1.0, &n );
    ASSERT_EQ( ss_setPolar, program->d.kind );
    ASSERT_IN_RANGE( 1.2, textPolarRadius( program, n.uniform, &program->d, 0.0, &slope ), 1e-15 );
    ASSERT_IN_RANGE( 1.0, textPolarRadius( program, n.uniform, &program->d, SS_PI / 4.0, &slope ), 1e-15 );
    ASSERT_IN_RANGE( -0.4, slope, 1e-15 );
    ssLawProgram_Release( program );
    PASS();
}

TEST setInputsIncludeWhatTheirStatesDependOn( void )
{
    ssLawProgram* program =
        compiled( HEAD "state p = 0, p' = t/(1 [s^2])\nstate q = 0, q' = (p + x/w)/(1 [s])\n"
                       "state unused = 0, unused' = ws\nC = disc(mu + q)\nroll = w*wr*(1 [s])" );
    ASSERT( program != NULL );
    unsigned sets = ss_lawInputTime | ss_lawInputPlace | ss_lawInputState;
    ASSERT_EQ( sets, program->setInputs );
    ASSERT_EQ( sets | ss_lawInputSpinning | ss_lawInputRolling, program->inputs );
    ssLawProgram_Release( program );
    PASS();
}

TEST textsAreReadAsPeopleTypeThem( void )
{
    static const char* const texts[] = {
        "\xef\xbb\xbflaw \"with a byte order mark\"\nC = disc(1)",
        "\r\n\r\nlaw \"of Windows\"\r\nparam mu=.3[-]in 0..1\"µ, the coefficient\"\r\nC=disc(mu)\r\n",
        "# comment first\n\n\tlaw \"é\" # and after\nC = polygon((1, 0), # a corner\n   (0, 1),\n   (-1, "
        "-1)\n)\n",
        "law \"t\"\nstate z = (0, 0) [m],\n      z' = vel\nforce = z*(1 [1/m])*N",
        "law \"t\"\nstate y in disc(0.1), y' = vel\nforce = (1 [1/m])*y*N", // a state may be called y
        "law \"t\"\nlet S = ellipse(1, 2)\nlet slow = v < 0.1\nC = scale(rotate(S, 20), if(slow, 1, 2))\nD = "
        "S",
        "law \"t\"\nparam a = 2*pi [rad] in 0 .. 4*pi\nparam b = -1 in -2 .. -0.5\nC = disc(1)",
        "law \"t\"\nparam a = 30 [deg]\nC = rotate(ellipse(2, 1), a)\nD = disc(1 + sin(a*pi/180))",
    };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssLawProgram* program = compiled( texts[i] );
        ASSERTm( texts[i], program != NULL );
        ssLawProgram_Release( program );
    }
    PASS();
}

SUITE( lawText )
{
    RUN_TEST( expressionsMeanWhatTheySayOnPaper );
    RUN_TEST( unitsMultiplyAndDivide );
    RUN_TEST( parametersBecomeRows );
    RUN_TEST( statesBecomeRows );
    RUN_TEST( ratesMayFollowInAnyOrder );
    RUN_TEST( codeIsOrderedInThreeParts );
    RUN_TEST( nothingIsComputedTwiceOrInVain );
    RUN_TEST( transformsOfSetsCompose );
    RUN_TEST( sizeThatAllLengthsShareBecomesTheScale );
    RUN_TEST( scalarForceIsADisc );
    RUN_TEST( regularPolygonsAndPolarSets );
    RUN_TEST( setInputsIncludeWhatTheirStatesDependOn );
    RUN_TEST( textsAreReadAsPeopleTypeThem );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawText );
    return TEST_END();
}
