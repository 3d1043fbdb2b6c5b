// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "law/text/text_ops.h"
#include "law/text/text_program.h"
#include "slipstick/elementary.h"
#include "slipstick/rng.h"

// The evaluation of compiled laws, on programs that are put together by hand: values against
// the C expression they stand for, derivatives against closed forms and differences, and
// many contacts at once against one at a time.

// ------------------------------------------------------------------------------------------------- a builder

typedef struct Builder
{
    ssLawProgram program;
    textInstruction code[256];
    double constants[64];
} Builder;

static void begin( Builder* b )
{
    memset( b, 0, sizeof *b );
    b->program.code = b->code;
    b->program.constants = b->constants;
}

static int emit( Builder* b, textOp op, int x, int y, int z )
{
    b->code[b->program.codeCount] =
        ( textInstruction ){ (uint16_t)op, (uint16_t)x, (uint16_t)y, (uint16_t)z };
    return b->program.codeCount++;
}

static int constant( Builder* b, double value )
{
    b->constants[b->program.constantCount] = value;
    return emit( b, text_opConstant, b->program.constantCount++, 0, 0 );
}

static void endUniform( Builder* b ) { b->program.uniformEnd = b->program.codeCount; }

static void endMain( Builder* b ) { b->program.mainEnd = b->program.codeCount; }

/// mu_k + (mu_s - mu_k) exp( -(v/v_s)^2 ) of the parameters mu_s, mu_k, v_s.
static int stribeck( Builder* b )
{
    begin( b );
    int muS = emit( b, text_opParam, 0, 0, 0 ), muK = emit( b, text_opParam, 1, 0, 0 );
    int vS = emit( b, text_opParam, 2, 0, 0 );
    int fall = emit( b, text_opSubtract, muS, muK, 0 );
    endUniform( b );
    int q = emit( b, text_opDivide, emit( b, text_opInput, text_inputV, 0, 0 ), vS, 0 );
    int e = emit( b, text_opExp, emit( b, text_opNegate, emit( b, text_opMultiply, q, q, 0 ), 0, 0 ), 0, 0 );
    int mu = emit( b, text_opAdd, muK, emit( b, text_opMultiply, fall, e, 0 ), 0 );
    endMain( b );
    return mu;
}

/// One operation on two states and, for `if`, a third.
static int operation( Builder* b, textOp op )
{
    begin( b );
    endUniform( b );
    int x = emit( b, text_opState, 0, 0, 0 ), y = emit( b, text_opState, 1, 0, 0 );
    int z = emit( b, text_opState, 2, 0, 0 );
    int operands = textOperandCount( op );
    int r = emit( b, op, x, operands > 1 ? y : 0, operands > 2 ? z : 0 );
    endMain( b );
    return r;
}

static double valueOf( textOp op, double x, double y, double z )
{
    Builder b;
    int r = operation( &b, op );
    double inputs[text_inputCount] = { 0 }, registers[256];
    textEval( &b.program, NULL, inputs, ( double[] ){ x, y, z }, registers );
    return registers[r];
}

/// The value and the derivatives by the three operands.
static void dualOf( textOp op, double x, double y, double z, double result[4] )
{
    Builder b;
    int r = operation( &b, op );
    double inputs[text_inputCount] = { 0 }, registers[256 * 4];
    const double unit[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    textEvalDual( &b.program, NULL, 3, inputs, NULL, ( double[] ){ x, y, z }, unit, registers );
    memcpy( result, registers + 4 * r, 4 * sizeof( double ) );
}

static bool same( double a, double b )
{
    return ( isnan( a ) && isnan( b ) ) || memcmp( &a, &b, sizeof a ) == 0;
}

// ---------------------------------------------------------------------------------------------------- values

TEST a_stribeck_curve_is_its_formula( void )
{
    Builder b;
    int mu = stribeck( &b );
    const double values[3] = { 0.4, 0.3, 0.01 };
    double uniform[256], registers[256];
    textEvalUniform( &b.program, values, uniform );
    for ( double v = 0.0; v < 0.1; v += 0.003 )
    {
        double inputs[text_inputCount] = { 0 };
        inputs[text_inputVx] = -0.6 * v;
        inputs[text_inputVy] = 0.8 * v;
        textCompleteInputs( inputs );
        ASSERT_IN_RANGE( v, inputs[text_inputV], 1e-16 );
        textEval( &b.program, uniform, inputs, NULL, registers );
        double q = inputs[text_inputV] / values[2];
        ASSERT_EQ( values[1] + ( values[0] - values[1] ) * ssExp( -( q * q ) ), registers[mu] );
    }
    PASS();
}

TEST every_operation_is_the_function_of_its_name( void )
{
    ASSERT_EQ( -1.5, valueOf( text_opNegate, 1.5, 0, 0 ) );
    ASSERT_EQ( 3.5, valueOf( text_opAdd, 1.5, 2, 0 ) );
    ASSERT_EQ( -0.5, valueOf( text_opSubtract, 1.5, 2, 0 ) );
    ASSERT_EQ( 3.0, valueOf( text_opMultiply, 1.5, 2, 0 ) );
    ASSERT_EQ( 0.75, valueOf( text_opDivide, 1.5, 2, 0 ) );
    ASSERT_EQ( -8.0, valueOf( text_opPower, -2, 3, 0 ) );
    ASSERT_EQ( 3.0, valueOf( text_opSqrt, 9, 0, 0 ) );
    ASSERT_EQ( ssExp( 0.3 ), valueOf( text_opExp, 0.3, 0, 0 ) );
    ASSERT_EQ( ssLog( 0.3 ), valueOf( text_opLog, 0.3, 0, 0 ) );
    ASSERT_EQ( ssLog10( 0.3 ), valueOf( text_opLog10, 0.3, 0, 0 ) );
    ASSERT_EQ( ssSin( 0.3 ), valueOf( text_opSin, 0.3, 0, 0 ) );
    ASSERT_EQ( ssCos( 0.3 ), valueOf( text_opCos, 0.3, 0, 0 ) );
    ASSERT_EQ( ssTan( 0.3 ), valueOf( text_opTan, 0.3, 0, 0 ) );
    ASSERT_EQ( ssAtan( 0.3 ), valueOf( text_opAtan, 0.3, 0, 0 ) );
    ASSERT_EQ( ssAtan2( 0.3, -2 ), valueOf( text_opAtan2, 0.3, -2, 0 ) );
    ASSERT_EQ( ssAsinh( 0.3 ), valueOf( text_opAsinh, 0.3, 0, 0 ) );
    ASSERT_EQ( ssTanh( 0.3 ), valueOf( text_opTanh, 0.3, 0, 0 ) );
    ASSERT_EQ( 0.3, valueOf( text_opAbs, -0.3, 0, 0 ) );
    ASSERT_EQ( -1.0, valueOf( text_opSign, -0.3, 0, 0 ) );
    ASSERT_EQ( 0.0, valueOf( text_opSign, 0.0, 0, 0 ) );
    ASSERT_EQ( -2.0, valueOf( text_opMin, 0.3, -2, 0 ) );
    ASSERT_EQ( 0.3, valueOf( text_opMax, 0.3, -2, 0 ) );
    ASSERT_EQ( 5.0, valueOf( text_opHypot, 3, -4, 0 ) );
    PASS();
}

TEST conditions_are_one_or_zero( void )
{
    for ( int x = -1; x <= 1; ++x )
    {
        for ( int y = -1; y <= 1; ++y )
        {
            ASSERT_EQ( x < y, valueOf( text_opLess, x, y, 0 ) );
            ASSERT_EQ( x <= y, valueOf( text_opLessEqual, x, y, 0 ) );
            ASSERT_EQ( x == y, valueOf( text_opEqual, x, y, 0 ) );
            ASSERT_EQ( x && y, valueOf( text_opAnd, x, y, 0 ) );
            ASSERT_EQ( x || y, valueOf( text_opOr, x, y, 0 ) );
            ASSERT_EQ( x ? y : 7, valueOf( text_opSelect, x, y, 7 ) );
        }
    }
    PASS();
}

TEST at_rest_there_is_no_direction( void )
{
    double inputs[text_inputCount] = { 0 };
    inputs[text_inputVx] = -0.0;
    textCompleteInputs( inputs );
    ASSERT_EQ( 0.0, inputs[text_inputV] );
    ASSERT_EQ( 0.0, inputs[text_inputPhi] );
    PASS();
}

TEST states_start_at_what_the_parameters_say( void )
{
    Builder b;
    begin( &b );
    int p = emit( &b, text_opParam, 1, 0, 0 ), twice = emit( &b, text_opAdd, p, p, 0 );
    endUniform( &b );
    endMain( &b );
    b.program.stateCount = 2;
    b.program.stateNumbers = 3;
    b.program.states[0] = ( textState ){
        .row = { .size = 2, .first = 0 }, .initial = { TEXT_NONE, TEXT_NONE }, .rate = { p, p }
    };
    b.program.states[1] =
        ( textState ){ .row = { .size = 1, .first = 2 }, .initial = { twice, TEXT_NONE }, .rate = { p } };
    double state[SS_LAW_MAX_STATES] = { 9, 9, 9, 9 };
    ssLawProgram_InitialState( &b.program, ( double[] ){ 3, 4 }, state );
    ASSERT_EQ( 0.0, state[0] );
    ASSERT_EQ( 0.0, state[1] );
    ASSERT_EQ( 8.0, state[2] );
    PASS();
}

SUITE( values )
{
    RUN_TEST( a_stribeck_curve_is_its_formula );
    RUN_TEST( every_operation_is_the_function_of_its_name );
    RUN_TEST( conditions_are_one_or_zero );
    RUN_TEST( at_rest_there_is_no_direction );
    RUN_TEST( states_start_at_what_the_parameters_say );
}

// ----------------------------------------------------------------------------------------------- derivatives

/// Points at which every operation is smooth in all its operands.
static const double smoothPoints[][3] = {
    { 0.7, 1.3, 2.0 },
    { 0.2, 0.4, -1.0 },
    { 2.5, -0.6, 0.5 },
    { 1.1, 3.0, 0.1 },
};

TEST every_derivative_is_the_limit_of_differences( void )
{
    for ( int op = text_opNegate; op < text_opCount; ++op )
    {
        for ( size_t i = 0; i < sizeof smoothPoints / sizeof smoothPoints[0]; ++i )
        {
            double x[3], dual[4];
            memcpy( x, smoothPoints[i], sizeof x );
            dualOf( (textOp)op, x[0], x[1], x[2], dual );
            ASSERT_EQ( valueOf( (textOp)op, x[0], x[1], x[2] ), dual[0] );
            for ( int k = 0; k < 3; ++k )
            {
                double h = 1e-5, plus[3], minus[3];
                memcpy( plus, x, sizeof x );
                memcpy( minus, x, sizeof x );
                plus[k] += h;
                minus[k] -= h;
                double slope = ( valueOf( (textOp)op, plus[0], plus[1], plus[2] ) -
                                   valueOf( (textOp)op, minus[0], minus[1], minus[2] ) ) /
                    ( 2 * h );
                char what[64];
                snprintf( what, sizeof what, "operation %d by operand %d at point %d", op, k, (int)i );
                // h² f'''/6 and the rounding of f over h are below this
                ASSERT_IN_RANGEm( what, slope, dual[1 + k], 2e-8 * ( 1 + fabs( slope ) ) );
            }
        }
    }
    PASS();
}

TEST a_power_has_a_slope_wherever_it_has_one( void )
{
    double d[4];
    dualOf( text_opPower, -2, 3, 0, d );
    ASSERT_EQ( -8.0, d[0] );
    ASSERT_EQ( 12.0, d[1] ); // 3 x²
    dualOf( text_opPower, 0, 2, 0, d );
    ASSERT_EQ( 0.0, d[1] );
    ASSERT_EQ( 0.0, d[2] ); // 0^y is 0 for all y near 2
    dualOf( text_opPower, 0, 1, 0, d );
    ASSERT_EQ( 1.0, d[1] );
    dualOf( text_opPower, 0, 0, 0, d );
    ASSERT_EQ( 0.0, d[1] ); // x^0 is 1 everywhere
    dualOf( text_opPower, 0, 0.5, 0, d );
    ASSERT_EQ( (double)INFINITY, d[1] );
    PASS();
}

TEST kinks_have_a_finite_slope( void )
{
    double d[4];
    dualOf( text_opAbs, 0, 0, 0, d );
    ASSERT_EQ( 0.0, d[1] );
    dualOf( text_opAbs, -0.0, 0, 0, d );
    ASSERT_EQ( 0.0, d[1] );
    dualOf( text_opSign, 0, 0, 0, d );
    ASSERT_EQ( 0.0, d[1] );
    dualOf( text_opHypot, 0, 0, 0, d );
    ASSERT( d[0] == 0 && d[1] == 0 && d[2] == 0 );
    dualOf( text_opAtan2, 0, 0, 0, d );
    ASSERT( d[1] == 0 && d[2] == 0 );
    for ( int op = text_opMin; op <= text_opMax; ++op )
    {
        dualOf( (textOp)op, 2, 2, 0, d );
        ASSERT( d[0] == 2 && d[1] == 1 && d[2] == 0 );
    }
    dualOf( text_opSqrt, 0, 0, 0, d );
    ASSERT( isinf( d[1] ) && d[2] == 0 && d[3] == 0 ); // vertical in x; nothing depends on the others
    PASS();
}

TEST the_branch_that_is_not_taken_has_no_slope( void )
{
    // if( x > 0, x log(x), 0 ) at 0, and sqrt(x)·0
    Builder b;
    begin( &b );
    int zero = constant( &b, 0.0 );
    endUniform( &b );
    int x = emit( &b, text_opInput, text_inputX, 0, 0 );
    int log = emit( &b, text_opLog, x, 0, 0 );
    int branch = emit( &b, text_opSelect, emit( &b, text_opLess, zero, x, 0 ),
        emit( &b, text_opMultiply, x, log, 0 ), zero );
    int product = emit( &b, text_opMultiply, emit( &b, text_opSqrt, x, 0, 0 ), zero, 0 );
    endMain( &b );
    double uniform[256], registers[2 * 256], inputs[text_inputCount] = { 0 },
                                             dInputs[text_inputCount] = { 0 };
    dInputs[text_inputX] = 1.0;
    textEvalUniform( &b.program, NULL, uniform );
    textEvalDual( &b.program, uniform, 1, inputs, dInputs, NULL, NULL, registers );
    ASSERT_EQ( 0.0, registers[2 * branch] );
    ASSERT_EQ( 0.0, registers[2 * branch + 1] );
    ASSERT_EQ( 0.0, registers[2 * product + 1] );
    PASS();
}

TEST the_speed_changes_along_its_direction( void )
{
    double inputs[text_inputCount] = { 0 }, d[2 * text_inputCount] = { 0 };
    inputs[text_inputVx] = 3;
    inputs[text_inputVy] = -4;
    d[2 * text_inputVx] = 1;
    d[2 * text_inputVy + 1] = 1;
    textCompleteInputs( inputs );
    textCompleteDuals( 2, inputs, d );
    ASSERT_IN_RANGE( 0.6, d[2 * text_inputV], 1e-15 );
    ASSERT_IN_RANGE( -0.8, d[2 * text_inputV + 1], 1e-15 );
    ASSERT_IN_RANGE( 4.0 / 25, d[2 * text_inputPhi], 1e-15 );
    ASSERT_IN_RANGE( 3.0 / 25, d[2 * text_inputPhi + 1], 1e-15 );
    inputs[text_inputVx] = inputs[text_inputVy] = 0;
    textCompleteInputs( inputs );
    textCompleteDuals( 2, inputs, d );
    for ( int k = 0; k < 2; ++k )
    {
        ASSERT_EQ( 0.0, d[2 * text_inputV + k] );
        ASSERT_EQ( 0.0, d[2 * text_inputPhi + k] );
    }
    PASS();
}

TEST a_polar_radius_has_its_slope( void )
{
    // r = 1 + eps cos( 3 theta ), behind a second part that must not matter
    Builder b;
    begin( &b );
    int eps = emit( &b, text_opParam, 0, 0, 0 ), one = constant( &b, 1.0 ), three = constant( &b, 3.0 );
    endUniform( &b );
    emit( &b, text_opInput, text_inputV, 0, 0 );
    endMain( &b );
    int angle = emit( &b, text_opMultiply, three, emit( &b, text_opInput, text_inputTheta, 0, 0 ), 0 );
    textSet set = { .kind = ss_setPolar };
    set.radius = emit(
        &b, text_opAdd, one, emit( &b, text_opMultiply, eps, emit( &b, text_opCos, angle, 0, 0 ), 0 ), 0 );
    double uniform[256], slope;
    textEvalUniform( &b.program, ( double[] ){ 0.1 }, uniform );
    for ( double theta = -3.0; theta < 3.0; theta += 0.37 )
    {
        double r = textPolarRadius( &b.program, uniform, &set, theta, &slope );
        ASSERT_IN_RANGE( 1 + 0.1 * cos( 3 * theta ), r, 1e-15 );
        ASSERT_IN_RANGE( -0.3 * sin( 3 * theta ), slope, 1e-15 );
        ASSERT_EQ( r, textPolarRadius( &b.program, uniform, &set, theta, NULL ) );
    }
    PASS();
}

SUITE( derivatives )
{
    RUN_TEST( every_derivative_is_the_limit_of_differences );
    RUN_TEST( a_power_has_a_slope_wherever_it_has_one );
    RUN_TEST( kinks_have_a_finite_slope );
    RUN_TEST( the_branch_that_is_not_taken_has_no_slope );
    RUN_TEST( the_speed_changes_along_its_direction );
    RUN_TEST( a_polar_radius_has_its_slope );
}

// --------------------------------------------------------------------------------------------- many contacts

/// Numbers of all sizes, and those at which functions behave in ways of their own.
static double anyNumber( ssRng* rng )
{
    static const double special[] = { 0.0, -0.0, 1.0, -1.0, 2.0, -3.0, INFINITY, -INFINITY, NAN, 1e-310 };
    double u = ssRng_Uniform( rng );
    if ( u < 0.3 ) { return special[(int)( u / 0.3 * 10.0 )]; }
    double size = ssExp( 20.0 * ssRng_Uniform( rng ) - 10.0 );
    return ssRng_Uniform( rng ) < 0.5 ? size : -size;
}

/// A program of `length` random instructions on all inputs, three states and ten uniform numbers.
static void randomProgram( Builder* b, ssRng* rng, int length )
{
    begin( b );
    for ( int k = 0; k < 10; ++k ) { constant( b, anyNumber( rng ) ); }
    endUniform( b );
    for ( int k = 0; k < text_inputCount; ++k ) { emit( b, text_opInput, k, 0, 0 ); }
    for ( int k = 0; k < 3; ++k ) { emit( b, text_opState, k, 0, 0 ); }
    for ( int k = 0; k < length; ++k )
    {
        int r[3], count = b->program.codeCount;
        textOp op =
            (textOp)( text_opNegate + (int)( ssRng_Uniform( rng ) * ( text_opCount - text_opNegate ) ) );
        for ( int i = 0; i < 3; ++i ) { r[i] = (int)( ssRng_Uniform( rng ) * count ); }
        emit( b, op, r[0], r[1], r[2] );
    }
    endMain( b );
}

TEST many_contacts_have_the_bits_of_one( void )
{
    static double registers[256 * TEXT_BLOCK], inputs[text_inputCount][TEXT_BLOCK], state[3][TEXT_BLOCK];
    ssRng rng = ssSeedRng( 11 );
    for ( int trial = 0; trial < 100; ++trial )
    {
        Builder b;
        randomProgram( &b, &rng, 200 );
        const double *columns[text_inputCount], *states[3];
        for ( int k = 0; k < text_inputCount; ++k )
        {
            columns[k] = k == text_inputWs ? NULL : inputs[k];
            for ( int i = 0; i < TEXT_BLOCK; ++i )
            {
                inputs[k][i] = k == text_inputWs ? 0.0 : anyNumber( &rng );
            }
        }
        for ( int k = 0; k < 3; ++k )
        {
            states[k] = state[k];
            for ( int i = 0; i < TEXT_BLOCK; ++i ) { state[k][i] = anyNumber( &rng ); }
        }
        int lanes = trial < TEXT_BLOCK ? trial + 1 : TEXT_BLOCK;
        double uniform[256], one[256];
        textEvalUniform( &b.program, NULL, uniform );
        textEvalMany( &b.program, uniform, lanes, columns, states, registers );
        for ( int lane = 0; lane < lanes; ++lane )
        {
            double in[text_inputCount], z[3];
            for ( int k = 0; k < text_inputCount; ++k ) { in[k] = inputs[k][lane]; }
            for ( int k = 0; k < 3; ++k ) { z[k] = state[k][lane]; }
            textEval( &b.program, uniform, in, z, one );
            for ( int r = b.program.uniformEnd; r < b.program.mainEnd; ++r )
            {
                ASSERT( same( one[r], registers[r * TEXT_BLOCK + lane] ) );
            }
        }
    }
    PASS();
}

TEST dual_numbers_have_the_bits_of_numbers( void )
{
    static double duals[256 * 4];
    ssRng rng = ssSeedRng( 12 );
    for ( int trial = 0; trial < 300; ++trial )
    {
        Builder b;
        randomProgram( &b, &rng, 200 );
        double uniform[256], one[256], inputs[text_inputCount], state[3];
        double dInputs[3 * text_inputCount] = { 0 }, dState[9] = { 0 };
        for ( int k = 0; k < text_inputCount; ++k )
        {
            inputs[k] = anyNumber( &rng );
            dInputs[3 * k] = anyNumber( &rng );
        }
        for ( int k = 0; k < 3; ++k )
        {
            state[k] = anyNumber( &rng );
            dState[3 * k + 1] = anyNumber( &rng );
        }
        textEvalUniform( &b.program, NULL, uniform );
        textEval( &b.program, uniform, inputs, state, one );
        textEvalDual( &b.program, uniform, 3, inputs, dInputs, state, dState, duals );
        for ( int r = 0; r < b.program.mainEnd; ++r )
        {
            ASSERT( same( one[r], duals[4 * r] ) );
            ASSERT_EQ( 0.0, duals[4 * r + 3] ); // nothing varies with the third variable
        }
    }
    PASS();
}

SUITE( many )
{
    RUN_TEST( many_contacts_have_the_bits_of_one );
    RUN_TEST( dual_numbers_have_the_bits_of_numbers );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( values );
    RUN_SUITE( derivatives );
    RUN_SUITE( many );
    return TEST_END();
}
