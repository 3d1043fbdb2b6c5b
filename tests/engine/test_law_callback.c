// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/law.h"
#include "slipstick/rng.h"

// Laws that are functions of the caller's: they agree with what is built in, a step of any size solves
// them, and stiff bristles hold a weight at rest.

static ssLaw makeCallback( ssLawForceFunction* force, void* context, bool derivative, int numbers )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCallback );
    def.callback = ( ssLawCallback ){
        .force = force, .context = context, .givesDerivative = derivative, .stateNumbers = numbers
    };
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "refused: %s\n", result.message );
        exit( 1 );
    }
    return law;
}

static double distance( ssVec2 a, ssVec2 b ) { return ssVec2_Length( ssVec2_Sub( a, b ) ); }

// -------------------------------------------------------------------------------------------- without states

typedef struct Smooth
{
    double mu, vEps, viscosity;
} Smooth;

/// mu N tanh(v/vEps) gamma/v + viscosity × gamma.
static void smoothForce( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)state, (void)h, (void)next;
    const Smooth* law = context;
    double v = ssVec2_Length( gamma ), t = ssTanh( v / law->vEps ), bound = law->mu * load;
    ssVec2 e = v > 0.0 ? ssVec2_Scale( 1.0 / v, gamma ) : ssVec2_Make( 1.0, 0.0 );
    *force = ssVec2_Scale( bound * t, e );
    *force = ssVec2_MulAdd( *force, law->viscosity, gamma );
    if ( derivative != NULL )
    {
        double along = bound * ( 1.0 - t * t ) / law->vEps, across = v > 0.0 ? bound * t / v : along;
        derivative[0] = along * e.x * e.x + across * e.y * e.y + law->viscosity;
        derivative[1] = derivative[2] = ( along - across ) * e.x * e.y;
        derivative[3] = along * e.y * e.y + across * e.x * e.x + law->viscosity;
    }
}

TEST aCallbackAgreesWithTheRegularisedLaw( void )
{
    Smooth smooth = { .mu = 0.4, .vEps = 1e-3 };
    ssLawDef def = ssDefaultLawDef( ss_lawKindRegularised );
    def.mu = smooth.mu;
    def.vEps = smooth.vEps;
    def.regularisation = ss_regulariseTanh;
    ssLaw built;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &built ).code );
    for ( int given = 0; given < 2; ++given )
    {
        ssLaw law = makeCallback( smoothForce, &smooth, given == 1, 0 );
        ssRng rng = ssSeedRng( 3 );
        for ( int i = 0; i < 500; ++i )
        {
            double load = 5.0 * ssRng_Uniform( &rng ) + 0.01, angle = 6.3 * ssRng_Uniform( &rng );
            double speed = pow( 10.0, -8.0 + 9.0 * ssRng_Uniform( &rng ) ), g = 0.1 + ssRng_Uniform( &rng );
            ssVec2 gamma = { speed * cos( angle ), speed * sin( angle ) };
            ssVec2 force = { 2.0 * ssRng_Uniform( &rng ) - 1.0, ssRng_Uniform( &rng ) };
            ASSERT( distance( ssLaw_SlipForce( &law, load, gamma ).force,
                        ssLaw_SlipForce( &built, load, gamma ).force ) <= 1e-12 * load );
            ASSERT( distance( ssLaw_ProxStep( &law, load, force, gamma, 1.0 / g ),
                        ssLaw_ProxStep( &built, load, force, gamma, 1.0 / g ) ) <=
                1e-12 * ( load + 2.0 + speed / g ) );
            ssPlanarSolution a = ssLaw_SolveDirect( &law, load, g, gamma, force ),
                             b = ssLaw_SolveDirect( &built, load, g, gamma, force );
            ASSERT( a.converged && b.converged );
            ASSERT( distance( a.force, b.force ) <= 1e-12 * load );
            ASSERT( distance( a.gamma, b.gamma ) <= 1e-12 * ( load * g + speed ) );
            ssVec2 held = ssVec2_Scale( 0.9 * smooth.mu * load * ssRng_Uniform( &rng ), gamma );
            held = ssVec2_Scale( 1.0 / speed, held );
            ASSERT_IN_RANGE( ssLaw_CreepSpeed( &built, load, held ), ssLaw_CreepSpeed( &law, load, held ),
                1e-9 * smooth.vEps );
        }
        ASSERT( isinf( ssLaw_CreepSpeed( &law, 1.0, ssVec2_Make( 0.0, 0.41 ) ) ) );
        ASSERT( ( ssLaw_Flags( &law ) & ss_lawFlagSingleValued ) != 0 );
        ASSERT( ssLaw_CheckMonotone( &law, 2.0, 24 ).holds );
        ssLaw_Destroy( &law );
    }
    ssLaw_Destroy( &built );
    PASS();
}

TEST viscosityIsSolvedByHand( void )
{
    // gamma = free - g c gamma: gamma = free/(1 + g c).
    Smooth smooth = { .vEps = 1.0, .viscosity = 7.0 };
    ssLaw law = makeCallback( smoothForce, &smooth, true, 0 );
    ssVec2 free = { 3.0, -1.0 };
    ssPlanarSolution s = ssLaw_SolveDirect( &law, 2.0, 0.25, free, ssVec2_Make( 0.0, 0.0 ) );
    ASSERT( s.converged && distance( s.gamma, ssVec2_Scale( 1.0 / 2.75, free ) ) <= 1e-15 );
    ASSERT( distance( s.force, ssVec2_Scale( 7.0 / 2.75, free ) ) <= 1e-14 );
    ssSlideDirections slide = ssLaw_SlideDirections( &law, 2.0, ssVec2_Make( 0.0, 3.0 ), 1e-9 );
    ASSERT( slide.verdict == ss_slidePossible && distance( slide.first, ssVec2_Make( 0.0, 1.0 ) ) <= 1e-12 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST aStepInImpulsesIsTheStepInForces( void )
{
    Smooth smooth = { .mu = 0.5, .vEps = 1e-2, .viscosity = 3.0 };
    ssLaw law = makeCallback( smoothForce, &smooth, true, 0 );
    double h = 1e-3;
    ssLawSite forces = { .h = h }, impulses = { .h = h, .impulses = true };
    ssLaw a = ssLaw_At( &law, &forces ), b = ssLaw_At( &law, &impulses );
    ssVec2 free = { 0.03, 0.01 }, none = { 0.0, 0.0 };
    ssPlanarSolution inForces = ssLaw_SolveDirect( &a, 9.81, h / 2.0, free, none ),
                     inImpulses = ssLaw_SolveDirect( &b, 9.81 * h, 0.5, free, none );
    ASSERT( distance( inForces.gamma, inImpulses.gamma ) <= 1e-15 );
    ASSERT( distance( ssVec2_Scale( h, inForces.force ), inImpulses.force ) <= 1e-15 );
    ssLaw_Destroy( &law );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- LuGre

typedef struct LuGre
{
    double s0, s1, s2, fs, fc, vs;
} LuGre;

/// z' = gamma - s0 v/g(v) z, f = (s0 z + s1 z' + s2 gamma) N (Canudas de Wit et al. 1995), one implicit step.
static void luGreForce( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)derivative;
    const LuGre* law = context;
    double v = ssVec2_Length( gamma ), ratio = v / law->vs;
    double g = law->fc + ( law->fs - law->fc ) * ssExp( -ratio * ratio ), decay = law->s0 * v / g;
    ssVec2 z = { state[0], state[1] };
    z = ssVec2_Scale( 1.0 / ( 1.0 + h * decay ), ssVec2_MulAdd( z, h, gamma ) );
    ssVec2 rate = ssVec2_MulAdd( gamma, -decay, z );
    *force = ssVec2_Add( ssVec2_Scale( law->s0, z ), ssVec2_Scale( law->s1, rate ) );
    *force = ssVec2_Scale( load, ssVec2_MulAdd( *force, law->s2, gamma ) );
    if ( next != NULL )
    {
        next[0] = z.x;
        next[1] = z.y;
    }
}

TEST steadySlidingOfBristlesIsTheirCurve( void )
{
    // z' = 0: |f| = (g(v) + s2 v) N against the motion.
    LuGre bristles = { .s0 = 1e5, .s1 = 300.0, .s2 = 0.4, .fs = 0.5, .fc = 0.3, .vs = 0.01 };
    ssLaw law = makeCallback( luGreForce, &bristles, false, 2 );
    for ( double v = 1e-4; v < 2.0; v *= 3.0 )
    {
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        ASSERT( state[0] == 0.0 && state[1] == 0.0 );
        ssVec2 gamma = { 0.6 * v, 0.8 * v };
        ssLawSite site = { .h = 1e-2 / v, .state = state };
        ssLaw there = ssLaw_At( &law, &site );
        for ( int i = 0; i < 50; ++i ) { ssLaw_NextState( &there, 2.0, gamma, state ); }
        double expected = 0.3 + 0.2 * exp( -( v / 0.01 ) * ( v / 0.01 ) ) + 0.4 * v;
        ssVec2 force = ssLaw_SlipForce( &there, 2.0, gamma ).force;
        ASSERT_IN_RANGE( 2.0 * 0.6 * expected, force.x, 1e-12 );
        ASSERT_IN_RANGE( 2.0 * 0.8 * expected, force.y, 1e-12 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

/// A mass on an incline under stiff bristles: how far it has crept after `steps`, or NaN if a step failed.
static double creepOnIncline( const ssLaw* law, double pull, double h, int steps, double* speed )
{
    const double mass = 1.0, load = 9.81;
    double state[SS_LAW_MAX_STATES] = { 0.0 }, moved = 0.0;
    ssVec2 v = { 0.0, 0.0 }, force = { 0.0, 0.0 };
    for ( int i = 0; i < steps; ++i )
    {
        ssLawSite site = { .h = h, .state = state };
        ssLaw there = ssLaw_At( law, &site );
        ssVec2 free = { v.x + h * pull / mass, v.y };
        ssPlanarSolution s = ssLaw_SolveDirect( &there, load, h / mass, free, force );
        if ( !s.converged ) { return SS_NAN; }
        v = s.gamma;
        force = s.force;
        moved += h * v.x;
        ssLaw_NextState( &there, load, v, state );
    }
    *speed = v.x;
    return moved;
}

TEST stiffBristlesHoldAWeightOnAnIncline( void )
{
    // The weight pulls with the share q < 1 of what breaks it away. While it gives way by dx, the bristles
    // bend by dz = (1 - s0 z/g) dx: they hold it after x = ln(1/(1 - q)) g/s0 if that takes long, and, one
    // step of backward Euler, after x = q/(1 - q) g/s0 if it takes one step. Then it stands; with more than
    // break-away it slides off.
    LuGre bristles = { .s0 = 1e6, .s1 = 300.0, .s2 = 0.1, .fs = 0.5, .fc = 0.4, .vs = 1e-3 };
    ssLaw law = makeCallback( luGreForce, &bristles, false, 2 );
    const double q = 0.72, unit = 0.5 / 1e6;
    double speed = 1.0, moved = creepOnIncline( &law, q * 0.5 * 9.81, 1e-3, 2000, &speed );
    ASSERT( moved >= log( 1.0 / ( 1.0 - q ) ) * unit && moved <= q / ( 1.0 - q ) * unit );
    ASSERT( fabs( speed ) <= 1e-12 );
    double far = creepOnIncline( &law, 1.2 * 0.5 * 9.81, 1e-3, 2000, &speed );
    ASSERT( far > 1e-2 && speed > 1e-2 );
    ssLaw_Destroy( &law );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- edges

static void jumpForce( void* context, double load, ssVec2 gamma, const double* state, double h, ssVec2* force,
    double* derivative, double* next )
{
    (void)context, (void)state, (void)h, (void)derivative, (void)next;
    double v = ssVec2_Length( gamma );
    *force = ssVec2_Scale( load / v, gamma ); // not a number at rest
}

static void noForce( void* context, double load, ssVec2 gamma, const double* state, double h, ssVec2* force,
    double* derivative, double* next )
{
    (void)context, (void)load, (void)gamma, (void)state, (void)h, (void)derivative, (void)next;
    *force = ssVec2_Make( SS_NAN, SS_NAN );
}

TEST whatHasNoSolutionEndsAndSaysSo( void )
{
    ssVec2 free = { 0.1, 0.2 };
    ssLaw law = makeCallback( jumpForce, NULL, false, 0 );
    ssPlanarSolution s = ssLaw_SolveDirect( &law, 10.0, 1.0, free, ssVec2_Make( 0.0, 0.0 ) );
    ASSERT_FALSE( s.converged );
    ASSERT( ssVec2_Length( s.gamma ) < 0.1 );
    // Where it slides, it has one: gamma = free (1 - 1/|free|).
    free = ssVec2_Make( 3.0, 4.0 );
    s = ssLaw_SolveDirect( &law, 1.0, 1.0, free, ssVec2_Make( 0.0, 0.0 ) );
    ASSERT( s.converged && distance( s.gamma, ssVec2_Scale( 0.8, free ) ) <= 1e-14 );
    ssLaw_Destroy( &law );
    law = makeCallback( noForce, NULL, false, 0 );
    ASSERT_FALSE( ssLaw_SolveDirect( &law, 1.0, 1.0, free, free ).converged );
    ASSERT( isnan( ssLaw_SlipForce( &law, 1.0, free ).force.x ) );
    ssLaw_Destroy( &law );
    PASS();
}

TEST callbacksThatCannotBeAreRefused( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCallback );
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    ASSERT( result.code != ss_ok && testContains( result.message, "no function" ) );
    def.callback = ( ssLawCallback ){ .force = noForce, .stateNumbers = SS_LAW_MAX_STATES + 1 };
    result = ssMakeLaw( &def, &law );
    ASSERT( result.code != ss_ok && testContains( result.message, "0 to 16" ) );
    def.callback.stateNumbers = 0;
    def.stribeck.curve = ss_stribeckStep;
    result = ssMakeLaw( &def, &law );
    ASSERT( result.code != ss_ok && testContains( result.message, "own curve" ) );
    PASS();
}

TEST openContactsAndBadNumbersAreSafe( void )
{
    Smooth smooth = { .mu = 0.4, .vEps = 1e-3 };
    ssLaw law = makeCallback( smoothForce, &smooth, true, 0 );
    ssVec2 v = { 1.0, 2.0 };
    ASSERT( ssVec2_Length( ssLaw_SlipForce( &law, -1.0, v ).force ) == 0.0 );
    ssPlanarSolution s = ssLaw_SolveDirect( &law, 0.0, 1.0, v, v );
    ASSERT( s.converged && distance( s.gamma, v ) == 0.0 );
    static const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        ssVec2 w = { bad[i], 1.0 };
        ASSERT( isnan( ssLaw_SlipForce( &law, 1.0, w ).force.x ) );
        ASSERT_FALSE( ssLaw_CanStick( &law, 1.0, w ) );
        ASSERT_EQ( ss_slideImpossible, ssLaw_SlideDirections( &law, 1.0, w, 1e-9 ).verdict );
        ASSERT( isnan( ssLaw_ProxStep( &law, 1.0, v, w, 1.0 ).x ) );
        ASSERT( isnan( ssLaw_Dissipation( &law, 1.0, w ) ) );
        ASSERT_FALSE( ssLaw_SolveDirect( &law, 1.0, 1.0, w, v ).converged );
        ASSERT_FALSE( ssLaw_SolveProx( &law, 1.0, 1.0, w, v, 1e-9, 10 ).converged );
    }
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( callbacks )
{
    RUN_TEST( aCallbackAgreesWithTheRegularisedLaw );
    RUN_TEST( viscosityIsSolvedByHand );
    RUN_TEST( aStepInImpulsesIsTheStepInForces );
    RUN_TEST( steadySlidingOfBristlesIsTheirCurve );
    RUN_TEST( stiffBristlesHoldAWeightOnAnIncline );
    RUN_TEST( whatHasNoSolutionEndsAndSaysSo );
    RUN_TEST( callbacksThatCannotBeAreRefused );
    RUN_TEST( openContactsAndBadNumbersAreSafe );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( callbacks );
    return TEST_END();
}
