// SPDX-License-Identifier: MIT
#include "linalg/dense.h"
#include "model/spring_slider.h"

#include <string.h>

// Steady sliding of a block on a spring under any law, its linearisation and the critical stiffness. With the
// response of friction to a velocity exp(s t),
//
//     T(s) = df/du + df/dz (s - dz'/dz)^-1 dz'/du,
//
// the eigenvalues solve m s² + (c + T(s)) s + k = 0.

#define STEP 1e-3      // of differences, relative to the size of a variable; they are of fourth order
#define ROUNDING 1e-12 // of derivatives, relative to what they are differences of over STEP
#define MOST SS_LAW_MAX_STATES

typedef struct Point
{
    const ssLaw* law;
    double load;
    double h; // 0: the states are held
} Point;

/// The force against the motion, and the states after h.
static double forceAt( const Point* at, double velocity, const double* state, double* next )
{
    ssLawSite site = { .h = at->h, .state = state };
    ssLaw there = ssLaw_At( at->law, &site );
    ssVec2 gamma = { velocity, 0.0 };
    memcpy( next, state, SS_LAW_MAX_STATES * sizeof( double ) );
    if ( at->h > 0.0 )
    {
        ssLaw_NextState( &there, at->load, gamma, next );
        return 0.0;
    }
    return ssLaw_SlipForce( &there, at->load, gamma ).force.x;
}

/// Derivatives of force and states after h by the velocity (index -1) or a state, by differences.
static double derive( const Point* at, const ssSteadySliding* s, int index, double step, double* nextBy )
{
    static const double offsets[4] = { -2.0, -1.0, 1.0, 2.0 }, weights[4] = { 1.0, -8.0, 8.0, -1.0 };
    double slope = 0.0;
    memset( nextBy, 0, SS_LAW_MAX_STATES * sizeof( double ) );
    for ( int i = 0; i < 4; ++i )
    {
        double state[SS_LAW_MAX_STATES], next[SS_LAW_MAX_STATES], velocity = s->speed;
        memcpy( state, s->state, sizeof( state ) );
        *( index < 0 ? &velocity : &state[index] ) += offsets[i] * step;
        double force = forceAt( at, velocity, state, next ), weight = weights[i] / ( 12.0 * step );
        slope += weight * force;
        for ( int k = 0; k < s->stateCount; ++k ) { nextBy[k] += weight * ( next[k] - s->state[k] ); }
    }
    return slope;
}

/// The scales of the states: their values, or where these vanish, their change at twice the speed.
static void chooseSizes( const ssLaw* law, const ssSteadySliding* s, double* sizes )
{
    double other[SS_LAW_MAX_STATES], largest = 0.0;
    ssLaw_SteadyState( law, s->load, ssVec2_Make( 2.0 * s->speed, 0.0 ), other );
    for ( int i = 0; i < s->stateCount; ++i )
    {
        sizes[i] = ssMax( fabs( s->state[i] ), fabs( other[i] - s->state[i] ) );
        largest = ssMax( largest, sizes[i] );
    }
    for ( int i = 0; i < s->stateCount; ++i )
    {
        sizes[i] = sizes[i] > 1e-9 * largest ? sizes[i] : largest > 0.0 ? largest : 1e-6;
    }
}

/// A step after which the fastest state has come half-way back: there the differences lose least to rounding.
static double chooseStep( const ssLaw* law, const ssSteadySliding* s, const double* sizes )
{
    double h = 1e-12;
    for ( int i = 0; i < 80; ++i, h *= 2.0 )
    {
        Point at = { law, s->load, h };
        double fastest = 1.0, nextBy[SS_LAW_MAX_STATES];
        for ( int k = 0; k < s->stateCount; ++k )
        {
            derive( &at, s, k, STEP * sizes[k], nextBy );
            fastest = ssMin( fastest, nextBy[k] );
        }
        if ( fastest <= 0.6 ) { break; }
    }
    return h;
}

/// The implicit step z⁺ = z + h z'(u, z⁺) has dz⁺/dz = (1 - h J)^-1 =: M and dz⁺/du = M h dz'/du. So J and
/// dz'/du follow from M without an error of the step.
static bool deriveStates( const ssLaw* law, ssSteadySliding* s, const double* sizes )
{
    int n = s->stateCount, pivots[MOST];
    double m[MOST * MOST], scale[MOST], byVelocity[MOST], column[MOST], h = chooseStep( law, s, sizes );
    Point at = { law, s->load, h };
    derive( &at, s, -1, STEP * s->speed, byVelocity );
    for ( int k = 0; k < n; ++k )
    {
        derive( &at, s, k, STEP * sizes[k], column );
        for ( int i = 0; i < n; ++i ) { m[i * n + k] = column[i]; }
    }
    if ( !denseLuFactor( m, n, pivots, scale ) ) { return false; }
    for ( int k = 0; k < n; ++k )
    {
        memset( column, 0, sizeof( column ) );
        column[k] = 1.0;
        denseLuSolve( m, n, pivots, scale, column );
        for ( int i = 0; i < n; ++i )
        {
            s->stateByState[i * n + k] = ( ( i == k ? 1.0 : 0.0 ) - column[i] ) / h;
        }
    }
    denseLuSolve( m, n, pivots, scale, byVelocity );
    for ( int i = 0; i < n; ++i ) { s->stateByVelocity[i] = byVelocity[i] / h; }
    return true;
}

static bool isFiniteSteady( const ssSteadySliding* s )
{
    bool finite = isfinite( s->force + s->byVelocity );
    for ( int i = 0; i < s->stateCount; ++i )
    {
        finite = finite && isfinite( s->byState[i] + s->stateByVelocity[i] + s->state[i] );
        for ( int k = 0; k < s->stateCount; ++k )
        {
            finite = finite && isfinite( s->stateByState[i * s->stateCount + k] );
        }
    }
    return finite;
}

/// A derivative that vanishes leaves rounding, of the force and of what its states contribute.
static void dropRounding( ssSteadySliding* s, const double* sizes )
{
    int n = s->stateCount;
    double force = fabs( s->force );
    for ( int i = 0; i < n; ++i )
    {
        double rates = 0.0;
        for ( int k = 0; k < n; ++k ) { rates += fabs( s->stateByState[i * n + k] ) * sizes[k]; }
        force += fabs( s->byState[i] ) * sizes[i];
        bool none = fabs( s->stateByVelocity[i] * s->speed ) <= ROUNDING * rates;
        s->stateByVelocity[i] = none ? 0.0 : s->stateByVelocity[i];
    }
    s->byVelocity = fabs( s->byVelocity * s->speed ) <= ROUNDING * force ? 0.0 : s->byVelocity;
}

ssSteadySliding ssSteadySlidingOf( const ssLaw* law, double load, double velocity )
{
    ssSteadySliding s = { .speed = velocity, .load = load, .force = SS_NAN, .byVelocity = SS_NAN };
    s.stateCount = ssLaw_StateNumbers( law );
    ssLaw_InitialState( law, s.state );
    if ( velocity == 0.0 || !( load > 0.0 ) ) { return s; }
    bool settled = ssLaw_SteadyState( law, load, ssVec2_Make( velocity, 0.0 ), s.state );
    double sizes[SS_LAW_MAX_STATES], unused[SS_LAW_MAX_STATES];
    Point held = { law, load, 0.0 };
    s.force = forceAt( &held, velocity, s.state, unused );
    s.byVelocity = derive( &held, &s, -1, STEP * velocity, unused );
    chooseSizes( law, &s, sizes );
    for ( int i = 0; i < s.stateCount; ++i )
    {
        s.byState[i] = derive( &held, &s, i, STEP * sizes[i], unused );
    }
    s.smooth = settled && ( s.stateCount == 0 || deriveStates( law, &s, sizes ) ) && isFiniteSteady( &s );
    dropRounding( &s, sizes );
    s.byVelocity = s.smooth ? s.byVelocity : SS_NAN;
    return s;
}

/// w = df/dz (s - J)^-1, and T(s). False where s is an eigenvalue of J.
static bool respond( const ssSteadySliding* steady, denseComplex s, denseComplex* w, denseComplex* response )
{
    int n = steady->stateCount;
    denseComplex matrix[SS_LAW_MAX_STATES * SS_LAW_MAX_STATES];
    for ( int i = 0; i < n; ++i )
    {
        for ( int k = 0; k < n; ++k )
        {
            double own = steady->stateByState[k * n + i]; // transposed
            matrix[i * n + k] = ( denseComplex ){ ( i == k ? s.re : 0.0 ) - own, i == k ? s.im : 0.0 };
        }
        w[i] = ( denseComplex ){ steady->byState[i], 0.0 };
    }
    bool solved = denseComplexSolve( matrix, n, w );
    *response = ( denseComplex ){ steady->byVelocity, 0.0 };
    for ( int i = 0; i < n; ++i )
    {
        response->re += w[i].re * steady->stateByVelocity[i];
        response->im += w[i].im * steady->stateByVelocity[i];
    }
    return solved;
}

/// Sorts by larger real part, then larger imaginary part, with parts equal within rounding.
static bool before( ssEigenvalue a, ssEigenvalue b )
{
    double close = 1e-9 * ( ssHypot( a.re, a.im ) + ssHypot( b.re, b.im ) );
    return fabs( a.re - b.re ) > close ? a.re > b.re : a.im > b.im;
}

int ssSpringSlider_Eigenvalues(
    const ssSpringSliderDef* def, const ssSteadySliding* steady, ssEigenvalue values[SS_SLIDER_MODES] )
{
    int states = steady->stateCount, n = 2 + states;
    double a[SS_SLIDER_MODES * SS_SLIDER_MODES] = { 0.0 };
    denseComplex scratch[SS_SLIDER_MODES * SS_SLIDER_MODES], roots[SS_SLIDER_MODES];
    if ( !steady->smooth ) { return 0; }
    a[1] = -1.0; // the stretch
    a[n] = def->stiffness / def->mass;
    a[n + 1] = -( def->damping + steady->byVelocity ) / def->mass;
    for ( int i = 0; i < states; ++i )
    {
        a[n + 2 + i] = -steady->byState[i] / def->mass;
        a[( 2 + i ) * n + 1] = steady->stateByVelocity[i];
        for ( int k = 0; k < states; ++k )
        {
            a[( 2 + i ) * n + 2 + k] = steady->stateByState[i * states + k];
        }
    }
    if ( !denseGeneralEigenvalues( a, n, scratch, roots ) ) { return 0; }
    for ( int i = 0; i < n; ++i )
    {
        ssEigenvalue value = { roots[i].re, roots[i].im };
        int at = i;
        for ( ; at > 0 && before( value, values[at - 1] ); --at ) { values[at] = values[at - 1]; }
        values[at] = value;
    }
    return n;
}

double ssSpringSlider_Amplitude( const ssSpringSliderDef* def, const ssSteadySliding* steady,
    ssEigenvalue root, const ssSpringSlider* slider )
{
    // The left eigenvector is (k/s, m, -w): the stretch, the velocity and the states.
    denseComplex s = { root.re, root.im }, w[SS_LAW_MAX_STATES], response;
    if ( !steady->smooth || !respond( steady, s, w, &response ) ) { return SS_NAN; }
    double size = root.re * root.re + root.im * root.im;
    double stretch = def->stiffness *
        ( ssSpringSlider_Stretch( slider ) - ssSpringSlider_Steady( def, steady ).loadPoint ) / size;
    double re = stretch * root.re + def->mass * ( slider->velocity - steady->speed ), im = -stretch * root.im;
    for ( int i = 0; i < steady->stateCount; ++i )
    {
        double deviation = slider->state[i] - steady->state[i];
        re -= w[i].re * deviation;
        im -= w[i].im * deviation;
    }
    return ssHypot( re, im );
}

ssSpringSlider ssSpringSlider_Steady( const ssSpringSliderDef* def, const ssSteadySliding* steady )
{
    ssSpringSlider slider = { .loadPoint = ( steady->force - def->push ) / def->stiffness,
        .velocity = steady->speed,
        .force = steady->force,
        .stateCount = steady->stateCount };
    memcpy( slider.state, steady->state, sizeof( slider.state ) );
    return slider;
}

/// c + Re T(i omega), zero at a critical stiffness, and that stiffness m omega² + omega Im T(i omega).
static double dampingAt(
    const ssSpringSliderDef* def, const ssSteadySliding* steady, double omega, double* stiffness )
{
    denseComplex w[SS_LAW_MAX_STATES], response, s = { 0.0, omega };
    if ( !respond( steady, s, w, &response ) ) { return SS_NAN; }
    *stiffness = omega * ( def->mass * omega + response.im );
    return def->damping + response.re;
}

ssSliderStability ssSpringSlider_Stability(
    const ssSpringSliderDef* def, const ssSteadySliding* steady, double* critical )
{
    enum
    {
        perDecade = 20,
        points = 24 * perDecade // from 1e-12 to 1e12 rad/s
    };
    double largest = 0.0, stiffness, before = SS_NAN, omegaBefore = 0.0;
    bool unstable = true, neutral = true;
    *critical = SS_NAN;
    if ( !steady->smooth ) { return ss_sliderUnknown; }
    for ( int i = 0; i <= points; ++i )
    {
        double omega = ssPow( 10.0, -12.0 + (double)i / perDecade );
        double damping = dampingAt( def, steady, omega, &stiffness );
        unstable = unstable && damping < 0.0;
        neutral = neutral && damping == 0.0;
        if ( ( before < 0.0 && damping >= 0.0 ) || ( before >= 0.0 && damping < 0.0 ) )
        {
            double low = omegaBefore, high = omega;
            for ( int k = 0; k < 60; ++k )
            {
                double middle = 0.5 * ( low + high );
                bool same = ( dampingAt( def, steady, middle, &stiffness ) < 0.0 ) == ( before < 0.0 );
                *( same ? &low : &high ) = middle;
            }
            dampingAt( def, steady, 0.5 * ( low + high ), &stiffness );
            largest = ssMax( largest, stiffness );
        }
        before = damping;
        omegaBefore = omega;
    }
    *critical = unstable || neutral ? SS_NAN : largest;
    return unstable                ? ss_sliderUnstable
        : neutral                  ? ss_sliderNeutral
        : largest == 0.0           ? ss_sliderStable
        : def->stiffness < largest ? ss_sliderUnstable
        : def->stiffness > largest ? ss_sliderStable
                                   : ss_sliderNeutral;
}

double ssSpringSlider_CriticalStiffness( const ssSpringSliderDef* def, const ssSteadySliding* steady )
{
    double critical;
    ssSpringSlider_Stability( def, steady, &critical );
    return critical;
}
