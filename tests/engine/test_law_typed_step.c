// SPDX-License-Identifier: MIT
#include "typed_law.h"

#include <time.h>

// Steps of typed laws: implicit in the speed and in the states. They say when they have several solutions,
// end at one for any parameters, and hold what the papers say of laws with memory in closed form.

// ----------------------------------------------------------------------------------------- several solutions

TEST aStepWithSeveralSolutionsSaysSo( void )
{
    // A static coefficient of 0.5 and a kinetic one of 0.3: between them, a mass at rest may stay or slide.
    ssLaw law = makeText( "law \"step\"\nC = disc(if(v > 0, 0.3, 0.5))\n" );
    const double load = 10.0, r = 2.0;
    static const struct
    {
        double pull;
        int solutions;
        double speed;
    } rows[] = { { 2.0, 1, 0.0 }, { 4.0, 2, 0.0 }, { 5.5, 1, 1.25 } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssVec2 free = polar( rows[i].pull / r, 0.7 );
        ssPlanarSolution s = ssLaw_SolveDirect( &law, load, 1.0 / r, free, s_none );
        ASSERT_EQ_FMT( rows[i].solutions, s.solutions, "%d" );
        ASSERT_IN_RANGE( rows[i].speed, ssVec2_Length( s.gamma ), 1e-15 );
        ASSERT_EQ( rows[i].speed == 0.0, s.stick );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST theRootsOfALinearFallAreFoundByHand( void )
{
    // B(s) = N max(0.5 - 2 s, 0.1) and |z| = B(s) + r s with r = 1, N = 1. For 0.3 < |z| < 0.5 it sticks,
    // slides on the falling branch at s = 0.5 - |z|, or on the flat one at s = |z| - 0.1.
    ssLaw law = makeText( "law \"fall\"\n" UNITS "C = disc(max(0.5 - 2*v/u, 0.1))\n" );
    ssVec2 z = { 0.42, 0.0 };
    ssPlanarSolution s = ssLaw_SolveDirect( &law, 1.0, 1.0, z, s_none );
    ASSERT( s.stick && s.solutions == 3 );
    // Those two are solutions as well: the step of the iteration leaves them where they are.
    ASSERT( distance( ssLaw_ProxStep( &law, 1.0, ssVec2_Make( 0.1, 0.0 ), ssVec2_Make( 0.32, 0.0 ), 1.0 ),
                ssVec2_Make( 0.1, 0.0 ) ) <= 1e-15 );
    ASSERT( distance( ssLaw_ProxStep( &law, 1.0, ssVec2_Make( 0.34, 0.0 ), ssVec2_Make( 0.08, 0.0 ), 1.0 ),
                ssVec2_Make( 0.34, 0.0 ) ) <= 1e-14 );
    // Beyond what can stick only the flat branch is left.
    s = ssLaw_SolveDirect( &law, 1.0, 1.0, ssVec2_Make( 0.0, 0.7 ), s_none );
    ASSERT( !s.stick && s.solutions == 1 && distance( s.gamma, ssVec2_Make( 0.0, 0.6 ) ) <= 1e-15 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST slidingGoesOnWhereSeveralSpeedsSolveTheStep( void )
{
    // A bound with a plateau: 0.2 below 0.1 m/s, then it falls to 0.05. With r = 1 and |z| between 0.2 and
    // 0.3 a slow and a fast sliding solve the step; the one that continues the motion is taken.
    ssLaw law =
        makeText( "law \"plateau\"\n" UNITS "C = disc(if(v < 0.1, 0.2, max(0.2 - 3*(v - 0.1)/u, 0.05)))\n" );
    ssVec2 z = { 0.28, 0.0 };
    ssPlanarSolution slow = ssLaw_SolveDirect( &law, 1.0, 1.0, z, ssVec2_Make( 0.2, 0.0 ) ),
                     fast = ssLaw_SolveDirect( &law, 1.0, 1.0, z, ssVec2_Make( 0.05, 0.0 ) ),
                     unknown = ssLaw_SolveDirect( &law, 1.0, 1.0, z, s_none );
    ASSERT_EQ_FMT( 3, slow.solutions, "%d" );
    ASSERT( slow.converged && distance( slow.gamma, ssVec2_Make( 0.08, 0.0 ) ) <= 1e-15 );
    ASSERT( fast.converged && distance( fast.gamma, ssVec2_Make( 0.23, 0.0 ) ) <= 1e-15 );
    ASSERT( distance( unknown.gamma, fast.gamma ) <= 1e-15 );
    ssLaw_Destroy( &law );
    PASS();
}

// --------------------------------------------------------------------------------------------- the iteration

static const char* const s_setTexts[] = { "law \"a\"\n" UNITS "C = disc(0.4 + 0.3*v/u)\n",
    "law \"b\"\n" UNITS "C = disc(0.3 + 0.2*exp(-(v/u/0.1)^2))\n",
    "law \"c\"\n" UNITS "let k = 0.3 + 0.2*exp(-v/u/0.5) + 0.1*v/u\nC = rotate(ellipse(k, 0.5*k), 30)\n",
    "law \"d\"\n" UNITS "let k = 0.3 + 0.2*exp(-v/u/0.5)\nC = rotate(ellipse(k, 0.3), 20*v/u)\nD = disc(1)\n",
    "law \"e\"\n" UNITS "let k = 0.3 + 0.1*v/u\nC = scale(polar(1 + 0.2*cos(4*theta)), k)\n",
    "law \"f\"\n" UNITS "state w = 1, w' = (1 - w*(1 + v/u))/0.01/sec\nC = disc(0.3*w + 0.1)\n",
    "law \"g\"\n" UNITS "state y in disc(0.01), y' = vel\nC = ellipse(0.3 + 10*length(y)/m, 0.3)\n" };

TEST fixedPointsOfTheStepAreThePairsOfTheLaw( void )
{
    ssRng rng = ssSeedRng( 17 );
    for ( int k = 0; k < SS_COUNT( s_setTexts ); ++k )
    {
        ssLaw law = makeText( s_setTexts[k] );
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        ssLawSite site = { .h = 1e-2, .state = state };
        ssLaw there = ssLaw_At( &law, &site );
        for ( int i = 0; i < 60; ++i )
        {
            double load = 0.5 + 2.0 * ssRng_Uniform( &rng ), r = 1.0 + 5.0 * ssRng_Uniform( &rng );
            ssVec2 gamma = polar( pow( 10.0, -2.0 * ssRng_Uniform( &rng ) ), 6.28 * ssRng_Uniform( &rng ) );
            ssVec2 force = ssLaw_SlipForce( &there, load, gamma ).force;
            ASSERTm( s_setTexts[k], ssVec2_Dot( force, gamma ) > 0.0 );
            ASSERTm( s_setTexts[k],
                distance( ssLaw_ProxStep( &there, load, force, gamma, r ), force ) <= 1e-12 * load );
            ssVec2 shorter = ssVec2_Scale( 0.9, force );
            ASSERTm( s_setTexts[k],
                distance( ssLaw_ProxStep( &there, load, shorter, gamma, r ), shorter ) > 1e-4 * load );
            // At rest all of C is left where it is.
            ASSERTm( s_setTexts[k], ssLaw_CanStick( &there, load, polar( 0.1 * load, 3.0 ) ) );
            ASSERTm( s_setTexts[k],
                distance( ssLaw_ProxStep( &there, load, polar( 0.1 * load, 3.0 ), s_none, r ),
                    polar( 0.1 * load, 3.0 ) ) <= 1e-15 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theDirectSolutionObeysTheLawAndTheMotion( void )
{
    ssRng rng = ssSeedRng( 23 );
    for ( int k = 0; k < SS_COUNT( s_setTexts ); ++k )
    {
        ssLaw law = makeText( s_setTexts[k] );
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        ssLawSite site = { .h = 1e-2, .state = state };
        ssLaw there = ssLaw_At( &law, &site );
        for ( int i = 0; i < 60; ++i )
        {
            double load = 0.5 + 2.0 * ssRng_Uniform( &rng ), g = 0.2 + ssRng_Uniform( &rng );
            ssVec2 free = polar( 2.0 * ssRng_Uniform( &rng ), 6.28 * ssRng_Uniform( &rng ) );
            ssPlanarSolution s = ssLaw_SolveDirect( &there, load, g, free, s_none );
            ASSERTm( s_setTexts[k], s.converged && s.solutions >= 1 );
            ASSERTm( s_setTexts[k],
                distance( s.gamma, ssVec2_MulAdd( free, -g, s.force ) ) <= 1e-12 * ( 1.0 + load ) );
            ssVec2 force = ssLaw_SlipForce( &there, load, s.gamma ).force;
            ASSERTm( s_setTexts[k],
                s.stick ? ssLaw_CanStick( &there, load, s.force )
                        : distance( force, s.force ) <= 1e-10 * load );
            ssPlanarSolution p = ssLaw_SolveProx( &there, load, g, free, s.force, 1e-12, 2000 );
            ASSERTm( s_setTexts[k], p.converged && distance( p.force, s.force ) <= 1e-9 * load );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

// Sets of every kind that change their shape, with D of another kind or turned against C. Prox steps need D
// inside C, and the answer does not depend on how far.
TEST setsThatChangeTheirShapeAreSolvedBothWaysAndFast( void )
{
    static const char* const reservoirs[] = { "ellipse(k, 0.1)", "rotate(ellipse(k, 0.1), 40*tanh(v/1))",
        "superellipse(k, 0.1, 1.2)", "rotate(superellipse(k, 0.1, 4), 40*tanh(v/1))", "rectangle(0.1, k)",
        "stadium(k, 0.1, 0.05)", "shift(ellipse(k, 0.2), 0.05, 0.1*k)" };
    static const char* const directions[] = { "disc(3)", "ellipse(1, 0.3)", "rotate(ellipse(1, 0.5 + k), 70)",
        "superellipse(1, 0.6, 3)", "stadium(1, 0.4, 0.4)", "ngon(8, 1)" };
    ssRng rng = ssSeedRng( 29 );
    clock_t slips = 0;
    int laws = 0;
    for ( int k = 0; k < SS_COUNT( reservoirs ) * SS_COUNT( directions ); ++k )
    {
        if ( !testTakes( k ) ) { continue; }
        ++laws;
        char text[300];
        snprintf( text, sizeof( text ), "law \"a\"\nlet k = 0.2 + 0.2*exp(-v/0.1)\nC = %s\nD = %s\n",
            reservoirs[k % SS_COUNT( reservoirs )], directions[k / SS_COUNT( reservoirs )] );
        ssLaw law = makeText( text );
        for ( int i = 0; i < 12; ++i )
        {
            double load = 0.5 + 2.0 * ssRng_Uniform( &rng ), g = 0.05 + 0.1 * ssRng_Uniform( &rng );
            ssVec2 free = polar( 0.3 + ssRng_Uniform( &rng ), 6.28 * ssRng_Uniform( &rng ) );
            ssPlanarSolution s = ssLaw_SolveDirect( &law, load, g, free, s_none );
            ASSERTm( text, s.converged && !s.stick );
            ssPlanarSolution p = ssLaw_SolveProx( &law, load, g, free, s.force, 1e-12, 5000 );
            ASSERTm( text, p.converged && distance( p.force, s.force ) <= 1e-9 * load );
        }
        clock_t start = clock();
        for ( int i = 0; i < 100; ++i ) { ssLaw_SlipForce( &law, 1.0, polar( 0.001 * ( i + 1 ), 0.1 * i ) ); }
        slips += clock() - start;
        ssLaw_Destroy( &law );
    }
    // About a microsecond each, without a search for the scale of D, which takes 200.
    double each = (double)slips / CLOCKS_PER_SEC / ( 100.0 * laws );
    ASSERT( each < 5e-5 );
    PASS();
}

TEST roundLawsTurnWithTheirLoad( void )
{
    // What a text says without a direction has none: a turned motion gives the turned answer.
    static const char* const names[] = { "stribeck-viscous", "lugre", "dahl", "maxwell-slip",
        "elasto-plastic", "rate-and-state-aging", "gear" };
    ssRng rng = ssSeedRng( 29 );
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        ssLaw law = makeShipped( names[k] );
        for ( int i = 0; i < 30; ++i )
        {
            double angle = 6.28 * ssRng_Uniform( &rng ), speed = 0.2 * ssRng_Uniform( &rng );
            ssLawSite site = { .h = 1e-3 };
            ssLaw there = ssLaw_At( &law, &site );
            ssPlanarSolution a = ssLaw_SolveDirect( &there, 5.0, 1e-3, polar( speed, 0.0 ), s_none ),
                             b = ssLaw_SolveDirect( &there, 5.0, 1e-3, polar( speed, angle ), s_none );
            ASSERTm( names[k], a.converged && b.converged );
            ASSERTm( names[k], distance( b.gamma, polar( a.gamma.x, angle ) ) <= 1e-13 );
            ASSERTm( names[k], distance( b.force, polar( a.force.x, angle ) ) <= 1e-10 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- memory

TEST steadySlidingOfTypedBristlesIsTheirCurve( void )
{
    ssLaw law = makeText( "law \"LuGre\"\n" UNITS "let g = 0.3 + 0.2*exp(-(v/u/0.01)^2)\n"
                          "state z = (0, 0) [m], z' = vel - 1e5*v/g*z/m\n"
                          "force = (1e5*z/m + 300*z'/u + 0.4*vel/u)*N\n" );
    ASSERT_EQ( 2, ssLaw_StateNumbers( &law ) );
    for ( double v = 1e-4; v < 2.0; v *= 3.0 )
    {
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        ssLawSite site = { .h = 1e-2 / v, .state = state };
        ssLaw there = ssLaw_At( &law, &site );
        for ( int i = 0; i < 50; ++i ) { ssLaw_NextState( &there, 2.0, polar( v, 0.5 ), state ); }
        double expected = 0.3 + 0.2 * exp( -( v / 0.01 ) * ( v / 0.01 ) ) + 0.4 * v;
        ASSERT( distance( ssLaw_SlipForce( &there, 2.0, polar( v, 0.5 ) ).force,
                    polar( 2.0 * expected, 0.5 ) ) <= 1e-12 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

/// A mass on an incline: how far it has crept after `steps`, or NaN if a step failed.
static double creepOnIncline( const ssLaw* law, double pull, double h, int steps, double* speed )
{
    const double mass = 1.0, load = 9.81;
    double state[SS_LAW_MAX_STATES], moved = 0.0;
    ssLaw_InitialState( law, state );
    ssVec2 v = s_none, force = s_none;
    for ( int i = 0; i < steps; ++i )
    {
        ssLawSite site = { .h = h, .state = state, .impulses = true };
        ssLaw there = ssLaw_At( law, &site );
        ssVec2 free = { v.x, v.y + h * pull / mass };
        ssPlanarSolution s = ssLaw_SolveDirect( &there, h * load, 1.0 / mass, free, force );
        if ( !s.converged ) { return SS_NAN; }
        v = s.gamma;
        force = s.force;
        moved += h * v.y;
        ssLaw_NextState( &there, h * load, v, state );
    }
    *speed = v.y;
    return moved;
}

TEST stiffTypedBristlesHoldAWeightOnAnIncline( void )
{
    // See test_law_callback.c for the two bounds.
    ssLaw law = makeText( "law \"LuGre\"\n" UNITS "let g = 0.4 + 0.1*exp(-(v/u/1e-3)^2)\n"
                          "state z = (0, 0) [m], z' = vel - 1e6*v/g*z/m\n"
                          "force = (1e6*z/m + 300*z'/u + 0.1*vel/u)*N\n" );
    const double q = 0.72, unit = 0.5 / 1e6;
    double speed = 1.0, moved = creepOnIncline( &law, q * 0.5 * 9.81, 1e-3, 2000, &speed );
    ASSERT( moved >= log( 1.0 / ( 1.0 - q ) ) * unit && moved <= q / ( 1.0 - q ) * unit );
    ASSERT( fabs( speed ) <= 1e-12 );
    double far = creepOnIncline( &law, 1.2 * 0.5 * 9.81, 1e-3, 2000, &speed );
    ASSERT( far > 1e-2 && speed > 1e-2 );
    ssLaw_Destroy( &law );
    PASS();
}

/// The force along x after moving by `to` - *at in `steps` steps.
static double displace( const ssLaw* law, double* state, double* at, double to, int steps, double* work )
{
    double force = 0.0, dx = ( to - *at ) / steps;
    for ( int i = 0; i < steps; ++i )
    {
        ssLawSite site = { .h = 1.0, .state = state };
        ssLaw there = ssLaw_At( law, &site );
        force = ssLaw_SlipForce( &there, 1.0, ssVec2_Make( dx, 0.0 ) ).force.x;
        *work += force * dx;
        ssLaw_NextState( &there, 1.0, ssVec2_Make( dx, 0.0 ), state );
    }
    *at = to;
    return force;
}

TEST stopsFollowMasingsRules( void )
{
    // Springs of stiffness k_i with sliders that give way at w_i. The virgin curve F(x) =
    // sum k_i min(x, w_i); after a reversal at x_r the force is F(x_r) - 2 F((x_r - x)/2),
    // and a closed loop ends where it began.
    ssLaw law =
        makeText( "law \"stops\"\n" UNITS "state a in disc(1), a' = vel\nstate b in disc(2.5), b' = vel\n"
                  "state c in disc(4), c' = vel\nforce = (3*a + 2*b + 0.7*c)*newton/m\n" );
    double state[SS_LAW_MAX_STATES], at = 0.0, work = 0.0;
    ssLaw_InitialState( &law, state );
#define VIRGIN( x ) ( 3.0 * fmin( x, 1.0 ) + 2.0 * fmin( x, 2.5 ) + 0.7 * fmin( x, 4.0 ) )
    ASSERT_IN_RANGE( VIRGIN( 0.7 ), displace( &law, state, &at, 0.7, 7, &work ), 1e-13 );
    double top = displace( &law, state, &at, 3.0, 23, &work );
    ASSERT_IN_RANGE( VIRGIN( 3.0 ), top, 1e-13 );
    ASSERT_IN_RANGE( top - 2.0 * VIRGIN( 0.75 ), displace( &law, state, &at, 1.5, 15, &work ), 1e-13 );
    double before[SS_LAW_MAX_STATES], low = displace( &law, state, &at, -1.0, 25, &work );
    ASSERT_IN_RANGE( top - 2.0 * VIRGIN( 2.0 ), low, 1e-13 );
    // An inner loop: up and back to the point of reversal, and the outer
    // branch goes on as if nothing had been.
    memcpy( before, state, sizeof( before ) );
    work = 0.0;
    ASSERT_IN_RANGE( low + 2.0 * VIRGIN( 0.8 ), displace( &law, state, &at, 0.6, 16, &work ), 1e-13 );
    ASSERT_IN_RANGE( low, displace( &law, state, &at, -1.0, 16, &work ), 1e-13 );
    for ( int i = 0; i < 6; ++i ) { ASSERT_IN_RANGE( before[i], state[i], 1e-13 ); }
    ASSERT( work > 0.0 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST aCycleWithMemoryDissipates( void )
{
    static const char* const names[] = { "lugre", "dahl", "maxwell-slip", "elasto-plastic" };
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        ssLaw law = makeShipped( names[k] );
        double state[SS_LAW_MAX_STATES], work = 0.0;
        ssLaw_InitialState( &law, state );
        const double h = 1e-4, width = 1e-4;
        for ( int i = 0; i < 4000; ++i )
        {
            work = i == 2000 ? 0.0 : work;
            ssLawSite site = { .h = h, .state = state };
            ssLaw there = ssLaw_At( &law, &site );
            ssVec2 gamma = { width * 2.0 * SS_PI / 0.1 * cos( 2.0 * SS_PI * i * h / 0.1 ), 0.0 };
            work += h * ssLaw_Dissipation( &there, 2.0, gamma );
            ssLaw_NextState( &there, 2.0, gamma, state );
        }
        // Two cycles; at most the rectangle of the strongest friction there and back.
        ASSERTm( names[k], work > 0.0 && work < 2.0 * 4.0 * width * 2.0 * 0.5 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

/// z' = gamma - s0 v/g z with g = 0.4 + 0.1 exp(-(v/1e-3)²), one implicit step solved by hand.
static void luGreByHand( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)context, (void)derivative;
    double v = ssVec2_Length( gamma ), decay = 1e5 * v / ( 0.4 + 0.1 * exp( -( v / 1e-3 ) * ( v / 1e-3 ) ) );
    ssVec2 z = ssVec2_MulAdd( ssVec2_Make( state[0], state[1] ), h, gamma );
    z = ssVec2_Scale( 1.0 / ( 1.0 + h * decay ), z );
    ssVec2 rate = ssVec2_MulAdd( gamma, -decay, z );
    *force = ssVec2_MulAdd( ssVec2_Scale( 1e5, z ), 300.0, rate );
    *force = ssVec2_Scale( load, ssVec2_MulAdd( *force, 0.1, gamma ) );
    if ( next != NULL )
    {
        next[0] = z.x;
        next[1] = z.y;
    }
}

TEST aMassOnTypedBristlesMovesAsByHand( void )
{
    ssLaw typed = makeText( "law \"LuGre\"\n" UNITS "let g = 0.4 + 0.1*exp(-(v/u/1e-3)^2)\n"
                            "state z = (0, 0) [m], z' = vel - 1e5*v/g*z/m\n"
                            "force = (1e5*z/m + 300*z'/u + 0.1*vel/u)*N\n" );
    ssLawDef def = ssDefaultLawDef( ss_lawKindCallback );
    def.callback = ( ssLawCallback ){ .force = luGreByHand, .stateNumbers = 2, .statePairs = 1 };
    ssLaw byHand = makeBuilt( &def );
    const ssLaw* laws[2] = { &typed, &byHand };
    double states[2][SS_LAW_MAX_STATES] = { { 0.0 } };
    ssVec2 v[2] = { s_none, s_none }, force[2] = { s_none, s_none };
    const double h = 1e-3, load = 9.81;
    for ( int i = 0; i < 2000; ++i )
    {
        double t = i * h;
        ssVec2 pull = { 6.0 * cos( 9.0 * t ), 3.0 * sin( 14.0 * t ) };
        for ( int k = 0; k < 2; ++k )
        {
            ssLawSite site = { .h = h, .state = states[k] };
            ssLaw there = ssLaw_At( laws[k], &site );
            ssPlanarSolution s =
                ssLaw_SolveDirect( &there, load, h, ssVec2_MulAdd( v[k], h, pull ), force[k] );
            ASSERT( s.converged );
            v[k] = s.gamma;
            force[k] = s.force;
            ssLaw_NextState( &there, load, v[k], states[k] );
        }
        ASSERT( distance( v[0], v[1] ) <= 1e-10 && distance( force[0], force[1] ) <= 1e-8 );
    }
    ssLaw_Destroy( &typed );
    ssLaw_Destroy( &byHand );
    PASS();
}

/// A mass of this size is shaken under a law of the library with random parameters.
static enum greatest_test_res shake( const char* name, ssRng* rng )
{
    ssLawProgram* program = NULL;
    ASSERT_EQ( ss_ok, ssCompileLaw( ssFindShippedLaw( name )->text, name, &program, NULL ).code );
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
    {
        const ssParam* row = &ssLawProgram_Info( program )->params[i];
        double u = ssRng_Uniform( rng );
        def.programValues[i] = row->logScale ? fmin( row->min * pow( row->max / row->min, u ), row->max )
                                             : row->min + u * ( row->max - row->min );
    }
    ssLaw law = makeBuilt( &def );
    ssLawProgram_Release( program );
    double state[SS_LAW_MAX_STATES], h = pow( 10.0, -6.0 * ssRng_Uniform( rng ) ),
                                     mass = pow( 10.0, 4.0 * ssRng_Uniform( rng ) - 2.0 );
    double load = 9.81 * mass, pull = 2.0 * load * ssRng_Uniform( rng ),
           w = pow( 10.0, 3.0 * ssRng_Uniform( rng ) );
    ssVec2 v = s_none, force = s_none;
    ssLaw_InitialState( &law, state );
    for ( int i = 0; i < 100; ++i )
    {
        ssLawSite site = { .h = h, .state = state, .impulses = true };
        ssLaw there = ssLaw_At( &law, &site );
        ssVec2 push = { pull * cos( w * i * h ), 0.3 * pull * sin( 1.7 * w * i * h ) };
        ssVec2 free = ssVec2_MulAdd( v, h / mass, push );
        ssPlanarSolution s = ssLaw_SolveDirect( &there, load * h, 1.0 / mass, free, force );
        double size = load * h + mass * ssVec2_Length( free );
        ASSERTm( name, s.converged );
        ASSERTm(
            name, distance( s.gamma, ssVec2_MulAdd( free, -1.0 / mass, s.force ) ) * mass <= 1e-10 * size );
        ASSERTm( name,
            s.stick
                ? ssLaw_CanStick( &there, load * h, s.force )
                : distance( ssLaw_SlipForce( &there, load * h, s.gamma ).force, s.force ) <= 1e-9 * size );
        ASSERTm( name,
            distance( ssLaw_ProxStep( &there, load * h, s.force, s.gamma, mass ), s.force ) <= 1e-9 * size );
        v = s.gamma;
        force = s.force;
        ssLaw_NextState( &there, load * h, v, state );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST everyStepHasASolutionForAnyParameters( void )
{
    // Steps from a microsecond to a second, bristles from 1e2 to 1e7 1/m, curves that fall within 1e-5 m/s.
    static const char* const names[] = { "lugre", "dahl", "elasto-plastic", "maxwell-slip",
        "rate-and-state-aging", "rate-and-state-slip", "stribeck", "stribeck-viscous", "regularised", "gear",
        "groove" };
    ssRng rng = ssSeedRng( 41 );
    int count = testCount( 20 );
    for ( int i = 0; i < count; ++i )
    {
        for ( int k = 0; k < SS_COUNT( names ); ++k ) { CHECK_CALL( shake( names[k], &rng ) ); }
    }
    PASS();
}

TEST aStateInARangeStaysThere( void )
{
    ssLaw law =
        makeText( "law \"wear\"\n" UNITS "state s = 0.5 in 0.2 .. 0.8, s' = (v - 0.1)/m\nC = disc(s)\n" );
    double state[SS_LAW_MAX_STATES];
    ssLaw_InitialState( &law, state );
    ssLawSite site = { .h = 1.0, .state = state };
    ssLaw there = ssLaw_At( &law, &site );
    ssLaw_NextState( &there, 1.0, polar( 0.2, 1.0 ), state );
    ASSERT_IN_RANGE( 0.6, state[0], 1e-15 );
    for ( int i = 0; i < 5; ++i ) { ssLaw_NextState( &there, 1.0, polar( 0.2, 1.0 ), state ); }
    ASSERT_IN_RANGE( 0.8, state[0], 1e-15 );
    ASSERT_IN_RANGE( 0.8, ssVec2_Length( ssLaw_SlipForce( &there, 1.0, polar( 0.2, 1.0 ) ).force ), 1e-15 );
    for ( int i = 0; i < 9; ++i ) { ssLaw_NextState( &there, 1.0, s_none, state ); }
    ASSERT_IN_RANGE( 0.2, state[0], 1e-15 );
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------------- rate and state

TEST rateAndStateRestsAtItsSteadyCoefficient( void )
{
    // theta = D_c/v: mu = a asinh( v/(2 V_0) exp( (mu_0 + b log(V_0/v))/a ) ).
    static const char* const names[] = { "rate-and-state-aging", "rate-and-state-slip" };
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        ssLaw law = makeShipped( names[k] );
        for ( double v = 1e-13; v < 1.0; v *= 10.0 )
        {
            double state[SS_LAW_MAX_STATES];
            ssLaw_InitialState( &law, state );
            ssLawSite site = { .h = 1e3 * 1e-5 / v, .state = state };
            ssLaw there = ssLaw_At( &law, &site );
            for ( int i = 0; i < 20; ++i ) { ssLaw_NextState( &there, 7.0, polar( v, 2.0 ), state ); }
            double x = log( v / 2e-6 ) + ( 0.6 + 0.015 * log( 1e-6 / v ) ) / 0.010;
            double mu = 0.010 * ( x > 20.0 ? x + log( 2.0 ) : asinh( exp( x ) ) );
            ssVec2 force = ssLaw_SlipForce( &there, 7.0, polar( v, 2.0 ) ).force;
            ASSERT( distance( force, polar( 7.0 * mu, 2.0 ) ) <= 1e-10 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST rocksCreepUnderASmallForce( void )
{
    // The direct solution of one step finds the speed of 1e-12 m/s and less at which rock creeps: the
    // implicit state and the force balance hold to rounding.
    ssLaw law = makeShipped( "rate-and-state-aging" );
    const double load = 1e3, mass = 1e2, h = 1.0;
    for ( double share = 0.5; share < 1.2; share += 0.05 )
    {
        double pull = share * 0.6 * load;
        ssLawSite site = { .h = h };
        ssLaw there = ssLaw_At( &law, &site );
        ssPlanarSolution s =
            ssLaw_SolveDirect( &there, load, h / mass, polar( h * pull / mass, 1.0 ), s_none );
        double v = ssVec2_Length( s.gamma );
        ASSERT( s.converged && !s.stick && v > 0.0 );
        double age = ( 10.0 + h ) / ( 1.0 + h * v / 1e-5 );
        double mu = 0.010 * asinh( v / 2e-6 * exp( ( 0.6 + 0.015 * log( 1e-6 * age / 1e-5 ) ) / 0.010 ) );
        ASSERT_IN_RANGE( pull, mu * load + mass / h * v, 1e-10 * pull );
        ASSERT( share > 0.9 || v < 1e-8 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( solutions )
{
    RUN_TEST( aStepWithSeveralSolutionsSaysSo );
    RUN_TEST( theRootsOfALinearFallAreFoundByHand );
    RUN_TEST( slidingGoesOnWhereSeveralSpeedsSolveTheStep );
    RUN_TEST( fixedPointsOfTheStepAreThePairsOfTheLaw );
    RUN_TEST( theDirectSolutionObeysTheLawAndTheMotion );
    RUN_TEST( setsThatChangeTheirShapeAreSolvedBothWaysAndFast );
    RUN_TEST( roundLawsTurnWithTheirLoad );
}

SUITE( memory )
{
    RUN_TEST( steadySlidingOfTypedBristlesIsTheirCurve );
    RUN_TEST( stiffTypedBristlesHoldAWeightOnAnIncline );
    RUN_TEST( stopsFollowMasingsRules );
    RUN_TEST( aCycleWithMemoryDissipates );
    RUN_TEST( aMassOnTypedBristlesMovesAsByHand );
    RUN_TEST( everyStepHasASolutionForAnyParameters );
    RUN_TEST( aStateInARangeStaysThere );
    RUN_TEST( rateAndStateRestsAtItsSteadyCoefficient );
    RUN_TEST( rocksCreepUnderASmallForce );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( solutions );
    RUN_SUITE( memory );
    return TEST_END();
}
