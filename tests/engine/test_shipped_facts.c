// SPDX-License-Identifier: MIT
#include "law_text_common.h"

// What the shipped laws with memory are known for in the literature: hysteresis, Masing's
// rules, steady sliding, jumps of the speed, rest.

static const double s_load = 10.0;

// ------------------------------------------------------------------------------------------------ hysteresis

/// The forces along a displacement amplitude × sin, over the cycle number
/// `cycles`, in `steps` steps per cycle of 1 s.
static void oscillate(
    const shippedLaw* shipped, double amplitude, int cycles, int steps, double* last, double* lastButOne )
{
    double state[SS_LAW_MAX_STATES] = { 0.0 };
    ssLaw_InitialState( &shipped->law, state );
    for ( int cycle = 0; cycle < cycles; ++cycle )
    {
        memcpy( lastButOne, last, (size_t)steps * sizeof( double ) );
        for ( int i = 0; i < steps; ++i )
        {
            double before = sin( 2.0 * SS_PI * i / steps ), after = sin( 2.0 * SS_PI * ( i + 1 ) / steps );
            ssVec2 gamma = ssVec2_Make( amplitude * ( after - before ) * steps, 0.0 );
            last[i] = shippedStep( shipped, s_load, gamma, 1.0 / steps, state ).x;
        }
    }
}

#define CYCLE 2000

TEST pre_sliding_hysteresis_closes_and_dissipates( const char* name, double amplitude )
{
    shippedLaw shipped = shippedDefault( name );
    static double last[CYCLE], lastButOne[CYCLE];
    oscillate( &shipped, amplitude, 25, CYCLE, last, lastButOne );
    double largest = 0.0, gap = 0.0, work = 0.0;
    for ( int i = 0; i < CYCLE; ++i )
    {
        largest = fmax( largest, fabs( last[i] ) );
        gap = fmax( gap, fabs( last[i] - lastButOne[i] ) );
        work +=
            last[i] * amplitude * ( sin( 2.0 * SS_PI * ( i + 1 ) / CYCLE ) - sin( 2.0 * SS_PI * i / CYCLE ) );
    }
    ASSERT_IN_RANGEm( name, 0.0, gap, 1e-6 * largest );
    // A loop, narrower than the rectangle of Coulomb's law.
    ASSERTm( name, work > 0.01 * largest * amplitude && work < 4.0 * largest * amplitude );
    shippedClose( &shipped );
    PASS();
}

/// The branches are exponentials, and the loop between -A and A has its tips at mu N tanh( s0 A/mu ).
TEST the_loop_of_dahls_law_has_its_tips_where_the_paper_says( void )
{
    shippedLaw shipped = shippedDefault( "dahl" );
    double mu = *shippedValue( &shipped, "mu" ), s0 = *shippedValue( &shipped, "s0" ),
           amplitude = 0.8 * mu / s0;
    static double last[3][4 * CYCLE], lastButOne[4 * CYCLE];
    double tip[3];
    for ( int level = 0; level < 3; ++level )
    {
        int steps = CYCLE << level;
        oscillate( &shipped, amplitude, 15, steps, last[level], lastButOne );
        tip[level] = last[level][steps / 4 - 1];
    }
    double first = 2.0 * tip[1] - tip[0], second = 2.0 * tip[2] - tip[1];
    double expected = mu * s_load * tanh( s0 * amplitude / mu );
    ASSERT_IN_RANGE( expected, second + ( second - first ) / 3.0, 1e-8 * expected );
    shippedClose( &shipped );
    PASS();
}

// -------------------------------------------------------------------------------------------- Masing's rules

/// The force of a first loading, for the displacement x in units of d.
static double virgin( double x )
{
    double sum = 0.0;
    for ( int i = 0; i < 4; ++i ) { sum += 0.25 * fmin( fmax( x / ( 1 << i ), -1.0 ), 1.0 ); }
    return sum;
}

/// The displacement so far, as its turning points that are not yet forgotten; it starts at 0.
typedef struct Path
{
    double turn[256];
    int count;
} Path;

/// Masing 1926, Madelung 1905: after a turn a branch is the virgin curve at twice its size, a closed loop is
/// forgotten, and beyond the largest displacement the virgin curve goes on.
static double masing( Path* path, double x )
{
    path->turn[path->count++] = x;
    for ( bool changed = true; changed; )
    {
        changed = false;
        int n = path->count;
        double* t = path->turn;
        bool onward = n >= 3 && ( t[n - 1] - t[n - 2] ) * ( t[n - 2] - t[n - 3] ) >= 0.0;
        if ( n >= 4 && onward == false && fabs( t[n - 1] - t[n - 2] ) >= fabs( t[n - 2] - t[n - 3] ) )
        {
            t[n - 3] = t[n - 1];
            path->count -= 2;
            changed = true;
        }
        else if ( onward || ( n == 3 && fabs( t[2] ) >= fabs( t[1] ) ) )
        {
            t[n - 2] = t[n - 1];
            path->count -= 1;
            changed = true;
        }
    }
    double f = path->count > 1 ? virgin( path->turn[1] ) : 0.0;
    for ( int i = 2; i < path->count; ++i )
    {
        f += 2.0 * virgin( 0.5 * ( path->turn[i] - path->turn[i - 1] ) );
    }
    return f;
}

TEST maxwells_sliders_follow_masings_rules_exactly( void )
{
    testRng rng = { 2101 };
    shippedLaw shipped = shippedOpen( "maxwell-slip" );
    *shippedValue( &shipped, "mu_k" ) = *shippedValue( &shipped, "mu_s" ); // the strength stays as it is
    *shippedValue( &shipped, "c" ) = 0.0;
    shippedMake( &shipped );
    double d = *shippedValue( &shipped, "d" ), bound = *shippedValue( &shipped, "mu_s" ) * s_load;
    for ( int trial = 0; trial < testCount( 50 ); ++trial )
    {
        Path path = { .count = 1 };
        double state[SS_LAW_MAX_STATES] = { 0.0 }, x = 0.0, angle = testUniform( &rng, -SS_PI, SS_PI );
        ssVec2 e = ssVec2_Make( cos( angle ), sin( angle ) );
        ssLaw_InitialState( &shipped.law, state );
        for ( int i = 0; i < 100; ++i )
        {
            // Whole units now and then, so that loops close exactly at their turning points.
            double next = testUniform( &rng, -10.0, 10.0 ), h = testUniform( &rng, 1e-4, 1e-2 );
            next = i % 3 == 0 ? round( next ) : next;
            ssVec2 gamma = ssVec2_Scale( d * ( next - x ) / h, e );
            ssVec2 f = shippedStep( &shipped, s_load, gamma, h, state );
            x = next;
            ASSERT_IN_RANGE( bound * masing( &path, x ), ssVec2_Dot( f, e ), 1e-12 * bound );
            ASSERT_IN_RANGE( 0.0, f.x * e.y - f.y * e.x, 1e-12 * bound );
        }
    }
    shippedClose( &shipped );
    PASS();
}

// -------------------------------------------------------------------------------------------- steady sliding

TEST bristles_that_slide_steadily_follow_stribecks_curve( void )
{
    shippedLaw shipped = shippedDefault( "lugre" );
    double muStatic = *shippedValue( &shipped, "mu_s" ), muKinetic = *shippedValue( &shipped, "mu_k" ),
           vStribeck = *shippedValue( &shipped, "v_s" ), viscosity = *shippedValue( &shipped, "s2" );
    for ( double v = 1e-5; v < 1.0; v *= 2.0 )
    {
        double state[SS_LAW_MAX_STATES] = { 0.0 };
        ssVec2 e = ssVec2_Make( 0.28, -0.96 ), f = { 0.0, 0.0 };
        for ( int i = 0; i < 200; ++i )
        {
            f = shippedStep( &shipped, s_load, ssVec2_Scale( v, e ), 1e-5 / v, state );
        }
        double mu = muKinetic + ( muStatic - muKinetic ) * exp( -( v / vStribeck ) * ( v / vStribeck ) );
        double expected = ( mu + viscosity * v ) * s_load;
        ASSERT_IN_RANGE( expected * e.x, f.x, 1e-10 * expected );
        ASSERT_IN_RANGE( expected * e.y, f.y, 1e-10 * expected );
        // Once steady, it is so in every state of the step: also between two steps.
        f = shippedForce( &shipped, s_load, ssVec2_Scale( v, e ), state );
        ASSERT_IN_RANGE( expected, ssVec2_Dot( f, e ), 1e-9 * expected );
    }
    shippedClose( &shipped );
    PASS();
}

/// Al-Bender et al. 2005: while the speed swings, friction is larger on the way up than on the way down.
TEST the_strength_of_the_sliders_lags_behind_the_speed( void )
{
    shippedLaw shipped = shippedDefault( "maxwell-slip" );
    double state[SS_LAW_MAX_STATES] = { 0.0 }, h = 1e-4, up = 0.0, down = 0.0;
    ssLaw_InitialState( &shipped.law, state );
    for ( int i = 0; i < 20000; ++i )
    {
        double t = i * h, v = 0.02 + 0.015 * sin( 2.0 * SS_PI * t );
        double f = shippedStep( &shipped, s_load, ssVec2_Make( v, 0.0 ), h, state ).x;
        up = i == 10000 ? f : up;     // t = 1 s: v = 0.02, rising
        down = i == 15000 ? f : down; // t = 1.5 s: v = 0.02, falling
    }
    ASSERT( up > down + 0.001 * s_load );
    shippedClose( &shipped );
    PASS();
}

// -------------------------------------------------------------------------------------------- rate and state

static double slideFor( const shippedLaw* shipped, double v, double distance, double* state )
{
    double f = 0.0;
    for ( int i = 0; i < 2000; ++i )
    {
        f = shippedStep( shipped, s_load, ssVec2_Make( v, 0.0 ), distance / v / 2000.0, state ).x;
    }
    return f;
}

TEST a_jump_of_the_speed_has_a_direct_and_a_lasting_effect( const char* name )
{
    shippedLaw shipped = shippedDefault( name );
    double a = *shippedValue( &shipped, "a" ), b = *shippedValue( &shipped, "b" ),
           distance = 60.0 * *shippedValue( &shipped, "D_c" ),
           muReference = *shippedValue( &shipped, "mu_0" ), vReference = *shippedValue( &shipped, "V_0" );
    const double speeds[] = { 1e-6, 1e-5, 3e-7, 1e-4, 1e-8 };
    double state[SS_LAW_MAX_STATES] = { 0.0 };
    ssLaw_InitialState( &shipped.law, state );
    double before = slideFor( &shipped, speeds[0], distance, state );
    // At the reference speed the coefficient is mu_0.
    ASSERT_IN_RANGE( muReference * s_load, before, 1e-10 * s_load );
    for ( int i = 1; i < SS_COUNT( speeds ); ++i )
    {
        double jump = log( speeds[i] / speeds[i - 1] );
        double now = shippedForce( &shipped, s_load, ssVec2_Make( speeds[i], 0.0 ), state ).x;
        ASSERT_IN_RANGEm( name, a * jump * s_load, now - before, 1e-10 * s_load );
        double after = slideFor( &shipped, speeds[i], distance, state );
        ASSERT_IN_RANGEm( name, ( a - b ) * jump * s_load, after - before, 1e-10 * s_load );
        ASSERT_IN_RANGEm(
            name, muReference + ( a - b ) * log( speeds[i] / vReference ), after / s_load, 1e-10 );
        before = after;
    }
    shippedClose( &shipped );
    PASS();
}

/// Dieterich 1972: static friction grows with the logarithm of the
/// time of rest; Ruina's state waits for slip.
TEST contacts_grow_older_at_rest_in_the_aging_law_only( void )
{
    shippedLaw aging = shippedDefault( "rate-and-state-aging" ),
               slip = shippedDefault( "rate-and-state-slip" );
    double b = *shippedValue( &aging, "b" );
    double old[SS_LAW_MAX_STATES] = { 0.0 }, still[SS_LAW_MAX_STATES] = { 0.0 };
    ssLaw_InitialState( &aging.law, old );
    ssLaw_InitialState( &slip.law, still );
    ssVec2 rest = { 0.0, 0.0 }, creep = { 1e-6, 0.0 };
    double age = old[0], young = shippedForce( &aging, s_load, creep, old ).x;
    for ( int i = 0; i < 10; ++i )
    {
        shippedStep( &aging, s_load, rest, 99.0 * age / 10.0, old );
        shippedStep( &slip, s_load, rest, 10.0, still );
    }
    ASSERT_IN_RANGE( 100.0 * age, old[0], 1e-12 * old[0] );
    ASSERT_IN_RANGE(
        b * log( 100.0 ), ( shippedForce( &aging, s_load, creep, old ).x - young ) / s_load, 1e-12 );
    ASSERT_IN_RANGE( 0.0, still[0], 1e-12 );
    shippedClose( &aging );
    shippedClose( &slip );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ rest

/// A block of 1 kg under its weight and a push, in steps that are implicit in its velocity.
typedef struct Block
{
    double state[SS_LAW_MAX_STATES];
    double x;
    ssVec2 velocity, force;
} Block;

static bool pushBlock( const shippedLaw* shipped, Block* block, double push, double h )
{
    ssLawSite site = { .h = h, .state = block->state };
    ssLaw at = ssLaw_At( &shipped->law, &site );
    ssVec2 free = ssVec2_Make( block->velocity.x + h * push, block->velocity.y );
    ssPlanarSolution s = ssLaw_SolveDirect( &at, s_load, h, free, block->force );
    double next[SS_LAW_MAX_STATES] = { 0.0 };
    ssLaw_NextState( &at, s_load, s.gamma, next );
    memcpy( block->state, next, sizeof( next ) );
    block->velocity = s.gamma;
    block->force = s.force;
    block->x += h * s.gamma.x;
    return s.converged;
}

/// Bristles of a micrometre need steps of microseconds if the steps are explicit.
TEST stiff_bristles_hold_still_on_an_incline_at_any_step_size( const char* name, double h )
{
    shippedLaw shipped = shippedOpen( name );
    *shippedValue( &shipped, "s0" ) = 1e6;
    shippedMake( &shipped );
    Block block = { .x = 0.0 };
    ssLaw_InitialState( &shipped.law, block.state );
    for ( int i = 0; i * h < 0.1 || i < 2000; ++i )
    {
        ASSERTm( name, pushBlock( &shipped, &block, 0.2 * s_load, h ) );
    }
    // 0.2/s0, and what the bristles creep until they are stretched.
    ASSERTm( name, block.x > 0.15e-6 && block.x < 1e-6 );
    ASSERT_IN_RANGEm( name, 0.0, ssVec2_Length( block.velocity ), 1e-12 );
    ASSERT_IN_RANGEm( name, 0.2 * s_load, block.force.x, 1e-9 );
    shippedClose( &shipped );
    PASS();
}

/// How far a block creeps in 200 cycles of a force that never reaches the strength of the contact.
static double drift( const char* name )
{
    shippedLaw shipped = shippedDefault( name );
    Block block = { .x = 0.0 };
    double h = 1e-3, start = 0.0;
    for ( int i = 0; i < 20000; ++i )
    {
        double push = ( 0.15 + 0.03 * sin( 2.0 * SS_PI * i / 100.0 ) ) * s_load;
        pushBlock( &shipped, &block, push, h );
        start = i == 9999 ? block.x : start;
    }
    double moved = block.x - start;
    shippedClose( &shipped );
    return moved;
}

/// Dupont et al. 2002, Fig. 1: that LuGre drifts is why they wrote the paper.
TEST elasto_plastic_bristles_do_not_drift_where_others_do( void )
{
    ASSERT_IN_RANGE( 0.0, drift( "elasto-plastic" ), 1e-12 );
    ASSERT( drift( "lugre" ) > 1e-7 );
    ASSERT( drift( "dahl" ) > 1e-6 );
    PASS();
}

TEST elasto_plastic_bristles_are_elastic_up_to_their_limit( void )
{
    shippedLaw shipped = shippedDefault( "elasto-plastic" );
    double s0 = *shippedValue( &shipped, "s0" ), limit = *shippedValue( &shipped, "e" ) * 0.3 / s0, x = 0.0;
    double state[SS_LAW_MAX_STATES] = { 0.0 };
    testRng rng = { 2102 };
    for ( int i = 0; i < 200; ++i )
    {
        double next = testUniform( &rng, -0.99, 0.99 ) * limit, h = 1e-3;
        shippedStep( &shipped, s_load, ssVec2_Make( ( next - x ) / h, 0.0 ), h, state );
        x = next;
        ASSERT_IN_RANGE( x, state[0], 1e-12 * limit );
    }
    shippedClose( &shipped );
    PASS();
}

SUITE( facts )
{
    RUN_TESTp( pre_sliding_hysteresis_closes_and_dissipates, "dahl", 2e-5 );
    RUN_TESTp( pre_sliding_hysteresis_closes_and_dissipates, "lugre", 2e-6 );
    RUN_TESTp( pre_sliding_hysteresis_closes_and_dissipates, "elasto-plastic", 3e-6 );
    RUN_TESTp( pre_sliding_hysteresis_closes_and_dissipates, "maxwell-slip", 3e-5 );
    RUN_TEST( the_loop_of_dahls_law_has_its_tips_where_the_paper_says );
    RUN_TEST( maxwells_sliders_follow_masings_rules_exactly );
    RUN_TEST( bristles_that_slide_steadily_follow_stribecks_curve );
    RUN_TEST( the_strength_of_the_sliders_lags_behind_the_speed );
    RUN_TESTp( a_jump_of_the_speed_has_a_direct_and_a_lasting_effect, "rate-and-state-aging" );
    RUN_TESTp( a_jump_of_the_speed_has_a_direct_and_a_lasting_effect, "rate-and-state-slip" );
    RUN_TEST( contacts_grow_older_at_rest_in_the_aging_law_only );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "lugre", 1e-5 );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "elasto-plastic", 1e-5 );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "lugre", 1e-3 );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "elasto-plastic", 1e-3 );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "lugre", 0.02 );
    RUN_TESTp( stiff_bristles_hold_still_on_an_incline_at_any_step_size, "elasto-plastic", 0.02 );
    RUN_TEST( elasto_plastic_bristles_do_not_drift_where_others_do );
    RUN_TEST( elasto_plastic_bristles_are_elastic_up_to_their_limit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( facts );
    return TEST_END();
}
