// SPDX-License-Identifier: MIT
#include "law_text_common.h"

// The shipped laws with memory against integrations of their own, written from the equations of the papers:
// the implicit step by hand, and the differential equation itself.

typedef long double real;

typedef struct pair
{
    real x, y;
} pair;

static pair pairOf( const double* numbers ) { return ( pair ){ numbers[0], numbers[1] }; }

static pair added( pair a, real k, pair b ) { return ( pair ){ a.x + k * b.x, a.y + k * b.y }; }

static real dotOf( pair a, pair b ) { return a.x * b.x + a.y * b.y; }

static real sizeOf( pair a ) { return sqrtl( dotOf( a, a ) ); }

static real square( real x ) { return x * x; }

// ----------------------------------------------------------------------------------------- one step, by hand

/// The states and the force at the end of a step with the velocity `vel`, in the equations of the paper. `p`
/// are the parameters in the order of the text.
typedef pair StepByHand( const double* p, real load, pair vel, real h, double* state );

static pair keepPair( double* state, pair z )
{
    state[0] = (double)z.x;
    state[1] = (double)z.y;
    return z;
}

/// Dahl 1968: z' = vel - s0 |vel|/mu z is linear in z.
static pair stepDahl( const double* p, real load, pair vel, real h, double* state )
{
    real mu = p[0], s0 = p[1], shrink = 1.0L / ( 1.0L + h * s0 * sizeOf( vel ) / mu );
    pair z = added( pairOf( state ), h, vel ), none = { 0.0L, 0.0L };
    z = keepPair( state, added( none, shrink, z ) );
    return added( none, s0 * load, z );
}

static real stribeck( real muStatic, real muKinetic, real vStribeck, real v )
{
    return muKinetic + ( muStatic - muKinetic ) * expl( -square( v / vStribeck ) );
}

/// Canudas de Wit et al. 1995: likewise, with g( |vel| ) in the place of mu.
static pair stepLugre( const double* p, real load, pair vel, real h, double* state )
{
    real v = sizeOf( vel ), g = stribeck( p[0], p[1], p[2], v ), s0 = p[3];
    real damping = p[4] * expl( -square( v / p[5] ) );
    pair before = pairOf( state ), z = added( before, h, vel ), none = { 0.0L, 0.0L };
    z = added( none, 1.0L / ( 1.0L + h * s0 * v / g ), z );
    keepPair( state, z );
    pair rate = added( vel, -s0 * v / g, z );
    pair f = added( added( added( none, s0, z ), damping, rate ), p[6], vel );
    return added( none, load, f );
}

/// Dupont et al. 2002: the part of the deflection that yields.
static real yielding( real size, real zb, real zs )
{
    real middle = 0.5L * ( zs + zb ), width = zs - zb;
    return size <= zb ? 0.0L
        : size >= zs  ? 1.0L
                      : 0.5L * sinl( (real)SS_PI * ( size - middle ) / width ) + 0.5L;
}

/// The new z has the direction of z + h vel; its length solves a monotone equation.
static pair stepElastoPlastic( const double* p, real load, pair vel, real h, double* state )
{
    real mu = p[0], s0 = p[1], s1 = p[2], zs = mu / s0, zb = p[3] * zs;
    pair before = pairOf( state ), trial = added( before, h, vel ), none = { 0.0L, 0.0L };
    real length = sizeOf( trial ), low = 0.0L, high = length;
    pair unit = added( none, length > 0.0L ? 1.0L / length : 0.0L, trial );
    real stretch = fmaxl( dotOf( unit, vel ), 0.0L );
    for ( int i = 0; i < 200; ++i )
    {
        real size = 0.5L * ( low + high );
        real shed = size > zb ? h * yielding( size, zb, zs ) * stretch / zs : 0.0L;
        bool above = size * ( 1.0L + shed ) > length;
        high = above ? size : high;
        low = above ? low : size;
    }
    pair z = added( none, 0.5L * ( low + high ), unit );
    keepPair( state, z );
    pair rate = added( none, 1.0L / h, added( z, -1.0L, before ) );
    return added( none, load, added( added( none, s0, z ), s1, rate ) );
}

/// Al-Bender et al. 2005: springs in parallel, their stretch cut off at
/// what the slider holds; the strength relaxes.
static pair stepMaxwell( const double* p, real load, pair vel, real h, double* state )
{
    real muStatic = p[0], lag = p[3], d = p[4];
    real strength = stribeck( muStatic, p[1], p[2], sizeOf( vel ) ) / muStatic;
    real r = ( (real)state[0] + h / lag ) / ( 1.0L + h / ( lag * strength ) );
    state[0] = (double)r;
    pair f = { p[5] * vel.x, p[5] * vel.y }, none = { 0.0L, 0.0L };
    for ( int i = 0; i < 4; ++i )
    {
        real reach = d * (real)( 1 << i );
        pair y = added( pairOf( state + 1 + 2 * i ), h, vel );
        real length = sizeOf( y );
        y = length > reach * r ? added( none, reach * r / length, y ) : y;
        keepPair( state + 1 + 2 * i, y );
        f = added( f, 0.25L * muStatic / reach, y );
    }
    return added( none, load, f );
}

static real rateAndState( const double* p, real v, real psi )
{
    real a = p[1];
    return a * asinhl( v / ( 2.0L * p[4] ) * expl( ( p[0] + p[2] * psi ) / a ) );
}

static pair along( pair vel, real size )
{
    pair none = { 0.0L, 0.0L };
    real v = sizeOf( vel );
    return v > 0.0L ? added( none, size / v, vel ) : none;
}

/// Dieterich 1979: theta' = 1 - v theta/D_c.
static pair stepAging( const double* p, real load, pair vel, real h, double* state )
{
    real v = sizeOf( vel ), age = ( state[0] + h ) / ( 1.0L + h * v / p[3] );
    state[0] = (double)age;
    return along( vel, load * rateAndState( p, v, logl( p[4] * age / p[3] ) ) );
}

/// Ruina 1983: theta' = -x ln x, x = v theta/D_c; psi = ln( V_0 theta/D_c ).
static pair stepSlip( const double* p, real load, pair vel, real h, double* state )
{
    real v = sizeOf( vel ), k = h * v / p[3];
    real psi = v > 0.0L ? ( state[0] - k * logl( v / p[4] ) ) / ( 1.0L + k ) : (real)state[0];
    state[0] = (double)psi;
    return along( vel, load * rateAndState( p, v, psi ) );
}

static const struct Memory
{
    const char* name;
    StepByHand* step;
    double speed, h; // typical
} s_memory[] = {
    { "dahl", stepDahl, 1e-2, 1e-3 },
    { "lugre", stepLugre, 1e-3, 1e-3 },
    { "elasto-plastic", stepElastoPlastic, 1e-3, 1e-3 },
    { "maxwell-slip", stepMaxwell, 1e-2, 1e-3 },
    { "rate-and-state-aging", stepAging, 1e-6, 1.0 },
    { "rate-and-state-slip", stepSlip, 1e-6, 1.0 },
};

#define INDEPENDENT 1e-10

/// Random walks over four decades of speed and of step size, with stops in between.
TEST a_step_is_the_implicit_step_of_the_papers_equations( void )
{
    testRng rng = { 2001 };
    for ( int m = 0; m < SS_COUNT( s_memory ); ++m )
    {
        const struct Memory* row = &s_memory[m];
        shippedLaw shipped = shippedDefault( row->name );
        int numbers = ssLaw_StateNumbers( &shipped.law );
        for ( int walk = 0; walk < testCount( 40 ); ++walk )
        {
            double state[SS_LAW_MAX_STATES] = { 0.0 }, hand[SS_LAW_MAX_STATES] = { 0.0 };
            ssLaw_InitialState( &shipped.law, state );
            ssLaw_InitialState( &shipped.law, hand );
            for ( int i = 0; i < 50; ++i )
            {
                double v = i % 7 == 6 ? 0.0 : row->speed * fabs( testDecades( &rng, -2.0, 2.0 ) );
                double angle = testUniform( &rng, -SS_PI, SS_PI ), load = testUniform( &rng, 1.0, 50.0 ),
                       h = row->h * fabs( testDecades( &rng, -2.0, 2.0 ) );
                ssVec2 gamma = ssVec2_Make( v * cos( angle ), v * sin( angle ) );
                ssVec2 f = shippedStep( &shipped, load, gamma, h, state );
                pair vel = { gamma.x, gamma.y };
                pair expected = row->step( shipped.def.programValues, load, vel, h, hand );
                for ( int k = 0; k < numbers; ++k )
                {
                    // Components of a pair are compared with its length.
                    double size = numbers == 2 ? hypot( hand[0], hand[1] ) : fabs( hand[k] );
                    size = numbers == 9 && k > 0 ? *shippedValue( &shipped, "d" ) : size;
                    ASSERT_IN_RANGEm( row->name, hand[k], state[k], INDEPENDENT * fmax( size, 1e-12 ) );
                }
                // At rest a law that is a set gives no single force.
                if ( v > 0.0 )
                {
                    double size = (double)sizeOf( expected ) + 1e-3 * load;
                    ASSERT_IN_RANGEm( row->name, (double)expected.x, f.x, INDEPENDENT * size );
                    ASSERT_IN_RANGEm( row->name, (double)expected.y, f.y, INDEPENDENT * size );
                }
            }
        }
        shippedClose( &shipped );
    }
    PASS();
}

// --------------------------------------------------------------------------------- the differential equation

/// A velocity that turns and swells and never stops.
static pair motion( double speed, double duration, real t )
{
    real s = t / duration, v = speed * ( 1.0L + 0.4L * sinl( 5.0L * s ) ), angle = 0.5L * sinl( 3.0L * s );
    return ( pair ){ v * cosl( angle ), v * sinl( angle ) };
}

typedef void Rate( const double* p, pair vel, const real* s, real* rate );

static void rateDahl( const double* p, pair vel, const real* s, real* rate )
{
    real pull = p[1] * sizeOf( vel ) / p[0];
    rate[0] = vel.x - pull * s[0];
    rate[1] = vel.y - pull * s[1];
}

static void rateLugre( const double* p, pair vel, const real* s, real* rate )
{
    real v = sizeOf( vel ), pull = p[3] * v / stribeck( p[0], p[1], p[2], v );
    rate[0] = vel.x - pull * s[0];
    rate[1] = vel.y - pull * s[1];
}

static void rateElastoPlastic( const double* p, pair vel, const real* s, real* rate )
{
    pair z = { s[0], s[1] };
    real zs = p[0] / p[1], size = sizeOf( z );
    real pull = yielding( size, p[3] * zs, zs ) * fmaxl( dotOf( z, vel ), 0.0L ) / ( zs * size );
    rate[0] = vel.x - pull * s[0];
    rate[1] = vel.y - pull * s[1];
}

/// The strength r, and the angles of springs whose sliders slide all the time: only the part
/// of the velocity across a spring turns it.
static void rateMaxwell( const double* p, pair vel, const real* s, real* rate )
{
    real strength = stribeck( p[0], p[1], p[2], sizeOf( vel ) ) / p[0];
    rate[0] = ( 1.0L - s[0] / strength ) / p[3];
    for ( int i = 0; i < 4; ++i )
    {
        pair across = { -sinl( s[1 + i] ), cosl( s[1 + i] ) };
        rate[1 + i] = dotOf( vel, across ) / ( p[4] * (real)( 1 << i ) * s[0] );
    }
}

static void rateAging( const double* p, pair vel, const real* s, real* rate )
{
    rate[0] = 1.0L - sizeOf( vel ) * s[0] / p[3];
}

/// In theta, not in the psi of the text.
static void rateSlip( const double* p, pair vel, const real* s, real* rate )
{
    real x = sizeOf( vel ) * s[0] / p[3];
    rate[0] = -x * logl( x );
}

typedef struct Flow
{
    const char* name;
    Rate* rate;
    int count; // numbers of the differential equation
    double speed, duration;
} Flow;

/// Runge and Kutta's method of order 4.
static void integrate( const Flow* flow, const double* p, int steps, real* s )
{
    real h = flow->duration / (real)steps, k[4][5], trial[5];
    const real weight[4] = { 0.0L, 0.5L, 0.5L, 1.0L };
    for ( int i = 0; i < steps; ++i )
    {
        for ( int stage = 0; stage < 4; ++stage )
        {
            for ( int j = 0; j < flow->count; ++j )
            {
                trial[j] = s[j] + ( stage > 0 ? weight[stage] * h * k[stage - 1][j] : 0.0L );
            }
            pair vel = motion( flow->speed, flow->duration, ( (real)i + weight[stage] ) * h );
            flow->rate( p, vel, trial, k[stage] );
        }
        for ( int j = 0; j < flow->count; ++j )
        {
            s[j] += h / 6.0L * ( k[0][j] + 2.0L * k[1][j] + 2.0L * k[2][j] + k[3][j] );
        }
    }
}

/// The states after the same motion by steps of the law.
static void walk( const Flow* flow, const shippedLaw* shipped, int steps, double* state )
{
    double h = flow->duration / steps;
    for ( int i = 1; i <= steps; ++i )
    {
        pair vel = motion( flow->speed, flow->duration, (real)i * flow->duration / steps );
        shippedStep( shipped, 10.0, ssVec2_Make( (double)vel.x, (double)vel.y ), h, state );
    }
}

#define LEVELS 9

/// Richardson's extrapolation of the steps to h = 0.
static void extrapolate( const Flow* flow, const shippedLaw* shipped, const double* start, double* state )
{
    int numbers = ssLaw_StateNumbers( &shipped->law );
    double table[LEVELS][SS_LAW_MAX_STATES];
    for ( int level = 0; level < LEVELS; ++level )
    {
        memcpy( table[level], start, sizeof( table[level] ) );
        walk( flow, shipped, 32 << level, table[level] );
    }
    for ( int order = 1; order < LEVELS; ++order )
    {
        double factor = 1.0 / ( (double)( 1 << order ) - 1.0 );
        for ( int level = LEVELS - 1; level >= order; --level )
        {
            for ( int k = 0; k < numbers; ++k )
            {
                table[level][k] += factor * ( table[level][k] - table[level - 1][k] );
            }
        }
    }
    memcpy( state, table[LEVELS - 1], sizeof( table[0] ) );
}

static enum greatest_test_res compare(
    const Flow* flow, const shippedLaw* shipped, const double* start, const real* expected, double size )
{
    double state[SS_LAW_MAX_STATES] = { 0.0 };
    extrapolate( flow, shipped, start, state );
    for ( int k = 0; k < ssLaw_StateNumbers( &shipped->law ); ++k )
    {
        ASSERT_IN_RANGEm( flow->name, (double)expected[k], state[k], INDEPENDENT * size );
    }
    PASS();
}

/// Laws whose states are those of the differential equation.
TEST steps_converge_to_the_differential_equation( const Flow* flow, double x, double y, double size )
{
    shippedLaw shipped = shippedDefault( flow->name );
    double start[SS_LAW_MAX_STATES] = { x, y };
    real s[5] = { x, y };
    integrate( flow, shipped.def.programValues, 4000, s );
    CHECK_CALL( compare( flow, &shipped, start, s, size ) );
    shippedClose( &shipped );
    PASS();
}

TEST steps_of_the_slip_law_converge_to_its_differential_equation( void )
{
    const Flow flow = { "rate-and-state-slip", rateSlip, 1, 2e-6, 10.0 };
    shippedLaw shipped = shippedDefault( flow.name );
    const double* p = shipped.def.programValues;
    double start[SS_LAW_MAX_STATES] = { 0.7 };
    real s[5] = { p[3] / p[4] * expl( 0.7L ) };
    integrate( &flow, p, 4000, s );
    s[0] = logl( p[4] * s[0] / p[3] );
    CHECK_CALL( compare( &flow, &shipped, start, s, 1.0 ) );
    shippedClose( &shipped );
    PASS();
}

TEST steps_of_maxwells_sliders_converge_to_their_differential_equation( void )
{
    const Flow flow = { "maxwell-slip", rateMaxwell, 5, 0.01, 0.05 };
    shippedLaw shipped = shippedOpen( flow.name );
    *shippedValue( &shipped, "lag" ) = 0.05;
    *shippedValue( &shipped, "d" ) = 1e-4;
    shippedMake( &shipped );
    double start[SS_LAW_MAX_STATES] = { 1.0 };
    real s[5] = { 1.0L }, expected[9];
    for ( int i = 0; i < 4; ++i )
    {
        s[1 + i] = 0.3L - 0.2L * i;
        start[1 + 2 * i] = 1e-4 * ( 1 << i ) * cos( (double)s[1 + i] );
        start[2 + 2 * i] = 1e-4 * ( 1 << i ) * sin( (double)s[1 + i] );
    }
    integrate( &flow, shipped.def.programValues, 4000, s );
    expected[0] = s[0];
    for ( int i = 0; i < 4; ++i )
    {
        expected[1 + 2 * i] = 1e-4L * ( 1 << i ) * s[0] * cosl( s[1 + i] );
        expected[2 + 2 * i] = 1e-4L * ( 1 << i ) * s[0] * sinl( s[1 + i] );
    }
    CHECK_CALL( compare( &flow, &shipped, start, expected, 1e-4 ) );
    shippedClose( &shipped );
    PASS();
}

SUITE( integrations )
{
    RUN_TEST( a_step_is_the_implicit_step_of_the_papers_equations );
    // The size is that of the state, to which the tolerance is relative.
    static const Flow dahl = { "dahl", rateDahl, 2, 0.01, 0.01 };
    static const Flow lugre = { "lugre", rateLugre, 2, 1e-3, 0.01 };
    static const Flow elastic = { "elasto-plastic", rateElastoPlastic, 2, 1e-3, 0.01 };
    static const Flow aging = { "rate-and-state-aging", rateAging, 1, 2e-6, 10.0 };
    RUN_TESTp( steps_converge_to_the_differential_equation, &dahl, 1e-5, -2e-5, 3e-5 );
    RUN_TESTp( steps_converge_to_the_differential_equation, &lugre, 1e-6, 2e-6, 3e-6 );
    RUN_TESTp( steps_converge_to_the_differential_equation, &elastic, 2.3e-6, 1e-6, 3e-6 );
    RUN_TESTp( steps_converge_to_the_differential_equation, &aging, 2.0, 0.0, 10.0 );
    RUN_TEST( steps_of_the_slip_law_converge_to_its_differential_equation );
    RUN_TEST( steps_of_maxwells_sliders_converge_to_their_differential_equation );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( integrations );
    return TEST_END();
}
