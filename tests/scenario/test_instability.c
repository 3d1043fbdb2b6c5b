// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "model/instability.h"
#include "slipstick/lab/scenario.h"

// The classical instabilities of sliding on a belt: thresholds in closed form, growth as the linearisation
// predicts, stick-slip cycles, and what set-valued friction promises at every instant.

static ssOscillatorModel stribeck( void )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorStribeck,
        .beltSpeed = 0.2,
        .stribeck = { .mass = 1.0,
            .stiffness = 1.0,
            .damping = 0.05,
            .normalForce = 1.0,
            .muStatic = 0.4,
            .muKinetic = 0.2,
            .vStribeck = 0.5 } };
}

static ssOscillatorModel coupling( double mu )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorModeCoupling,
        .beltSpeed = 1.0,
        .coupling = {
            .mass = 1.0, .kx = 1.0, .ky = 0.8, .kd = 0.5, .kb = 0.5, .mu = mu, .normalForce = 1.0 } };
}

static ssOscillatorModel sprag( double mu )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorSpragSlip,
        .beltSpeed = 1.0,
        .sprag = { .mass = 1.0,
            .kx = 1.0,
            .cx = 0.05,
            .kn = 1.0,
            .cn = 0.2,
            .beta = SS_PI / 3.0,
            .mu = mu,
            .normalForce = 1.0 } };
}

static ssOscillatorModel follower( double force, double m1, double damping )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorFollower,
        .beltSpeed = 1.0,
        .follower = { .m1 = m1,
            .m2 = 1.0,
            .stiffness = 1.0,
            .length = 1.0,
            .damping = damping,
            .mu = force,
            .normalForce = 1.0 } };
}

static double growth( const ssOscillatorModel* model )
{
    ssLinearSystem linear = ssOscillator_Linearise( model );
    return ssLinear_Leading( &linear ).re;
}

// ----------------------------------------------------------------------------------------------- eigenvalues

TEST eigenvaluesAreRootsOfTheCharacteristicPolynomial( void )
{
    testRng rng = { 3 };
    for ( int k = 0, n = testCount( 20000 ); k < n; ++k )
    {
        ssLinearSystem s = { .n = 1 + k % 2 };
        bool damped = testRandom( &rng ) % 3 != 0;
        for ( int i = 0; i < s.n * s.n; ++i )
        {
            bool diagonal = i == 0 || i == 3;
            s.m[i] = diagonal ? testUniform( &rng, 0.5, 2.0 ) : testUniform( &rng, -0.3, 0.3 );
            s.d[i] = damped ? testUniform( &rng, -1.0, 1.0 ) : 0.0;
            s.k[i] = testUniform( &rng, -2.0, 2.0 );
        }
        ssEigenvalue roots[4];
        int count = ssLinear_Eigenvalues( &s, roots );
        ASSERT_EQ( 2 * s.n, count );
        double sum = 0.0;
        for ( int i = 0; i < count; ++i )
        {
            // det( M s² + D s + K ) = 0, written out in complex numbers.
            double re = roots[i].re, im = roots[i].im, a[4], b[4];
            for ( int j = 0; j < s.n * s.n; ++j )
            {
                a[j] = s.m[j] * ( re * re - im * im ) + s.d[j] * re + s.k[j];
                b[j] = s.m[j] * 2.0 * re * im + s.d[j] * im;
            }
            double detRe = s.n == 1 ? a[0] : a[0] * a[3] - b[0] * b[3] - a[1] * a[2] + b[1] * b[2];
            double detIm = s.n == 1 ? b[0] : a[0] * b[3] + b[0] * a[3] - a[1] * b[2] - b[1] * a[2];
            double size = 1.0 + re * re + im * im;
            ASSERT_IN_RANGE( 0.0, hypot( detRe, detIm ) / ( size * size ), 1e-10 );
            sum += roots[i].im;
            ASSERT( i == 0 || roots[i - 1].im >= roots[i].im );
        }
        // Eigenvalues come in conjugate pairs.
        ASSERT_IN_RANGE( 0.0, sum, 1e-6 );
    }
    PASS();
}

TEST theLeadingModeGrowsWithoutOscillating( void )
{
    ssOscillatorModel models[] = { stribeck(), coupling( 0.9 ), coupling( 0.3 ), sprag( 1.6 ),
        follower( 2.3, 2.0, 0.0 ), follower( 1.7, 2.0, 0.05 ) };
    for ( int k = 0; k < SS_COUNT( models ); ++k )
    {
        ssLinearSystem linear = ssOscillator_Linearise( &models[k] );
        ssEigenvalue lead = ssLinear_Leading( &linear );
        ssOscillatorState steady = ssOscillator_Equilibrium( &models[k] ), s = steady;
        s.q[0] += 1e-7;
        double before = 0.0;
        for ( int i = 0; i <= 1000; ++i )
        {
            double q[SS_OSCILLATOR_DOF];
            for ( int j = 0; j < SS_OSCILLATOR_DOF; ++j ) { q[j] = s.q[j] - steady.q[j]; }
            double now = ssLinear_Amplitude( &linear, lead, q, s.u );
            // The factor is per step of 0.01 s.
            ASSERT( i == 0 || fabs( log( now / before ) / 0.01 - lead.re ) < 1e-4 );
            before = now;
            ASSERT( ssOscillator_Step( &models[k], &s, 0.01 ).converged );
        }
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------ thresholds

TEST thresholdsAreTheClosedForms( void )
{
    ssOscillatorModel m = stribeck();
    ASSERT_IN_RANGE( 1.039721, ssOscillator_Critical( &m ), 1e-6 );
    m = coupling( 0.68 );
    ASSERT_IN_RANGE( 0.68, ssOscillator_Critical( &m ), 1e-12 );
    ssLinearSystem linear = ssOscillator_Linearise( &m );
    ASSERT_IN_RANGE( 1.1832160, ssLinear_Leading( &linear ).im, 1e-7 );
    m = sprag( 1.0 );
    ASSERT_IN_RANGE( 1.1547005, ssOscillator_Critical( &m ), 1e-7 );
    m = follower( 1.0, 2.0, 0.0 );
    ASSERT_IN_RANGE( 3.5 - sqrt( 2.0 ), ssOscillator_Critical( &m ), 1e-12 );
    ASSERT_IN_RANGE( 2.0857864, ssOscillator_Critical( &m ), 1e-7 );
    m = follower( 1.0, 1.0, 0.0 );
    ASSERT_IN_RANGE( 2.0, ssOscillator_Critical( &m ), 1e-12 );
    // Any damping, however small, moves the threshold by a finite amount.
    m = follower( 1.0, 2.0, 1e-8 );
    ASSERT_IN_RANGE( 41.0 / 28.0, ssOscillator_Critical( &m ), 1e-12 );
    PASS();
}

TEST spragGrowthIsTheClosedForm( void )
{
    for ( double mu = 0.2; mu < 2.0; mu += 0.1 )
    {
        ssOscillatorModel m = sprag( mu );
        double expected =
            ( mu - ssOscillator_Critical( &m ) ) * 0.2 * sin( SS_PI / 3.0 ) * cos( SS_PI / 3.0 ) / 2.0;
        ASSERT_IN_RANGE( expected, growth( &m ), 1e-14 );
    }
    PASS();
}

static double log10Uniform( testRng* rng, double low, double high )
{
    return pow( 10.0, testUniform( rng, low, high ) );
}

static ssOscillatorModel randomModel( testRng* rng, ssOscillatorKind kind )
{
    double n[8];
    for ( int i = 0; i < 8; ++i ) { n[i] = log10Uniform( rng, -0.7, 0.7 ); }
    ssOscillatorModel m = { .kind = kind, .beltSpeed = n[7] };
    switch ( kind )
    {
        case ss_oscillatorStribeck:
            m.stribeck =
                ( ssStribeckBlock ){ n[0], n[1], 0.1 * n[2], n[3], n[4] + n[5], n[4], n[6], false, NULL };
            break;
        case ss_oscillatorModeCoupling:
            m.coupling = ( ssModeCoupling ){ n[0], testRandom( rng ) % 2 == 0 ? 0.0 : 0.3 * n[1], n[2], n[3],
                n[4], n[5], n[6], 1.0 };
            break;
        case ss_oscillatorSpragSlip:
            m.sprag = ( ssSpragSlip ){ n[0], n[1], 0.1 * n[2], n[3], 0.1 * n[4], testUniform( rng, 0.2, 1.4 ),
                n[5], n[6] };
            break;
        case ss_oscillatorFollower:
            m.follower = ( ssFollowerForce ){ n[0], n[1], n[2], n[3],
                testRandom( rng ) % 2 == 0 ? 0.0 : 0.2 * n[4], n[5], n[6] };
            break;
    }
    return m;
}

static void moveTo( ssOscillatorModel* m, double value )
{
    if ( m->kind == ss_oscillatorStribeck ) { m->beltSpeed = value; }
    else if ( m->kind == ss_oscillatorModeCoupling ) { m->coupling.mu = value; }
    else if ( m->kind == ss_oscillatorSpragSlip ) { m->sprag.mu = value; }
    else
    {
        m->follower.mu = value;
        m->follower.normalForce = 1.0;
    }
}

TEST stabilityChangesAtTheThreshold( void )
{
    testRng rng = { 5 };
    int met = 0;
    for ( int k = 0, n = testCount( 4000 ); k < n; ++k )
    {
        ssOscillatorModel m = randomModel( &rng, (ssOscillatorKind)( k % 4 ) );
        double critical = ssOscillator_Critical( &m );
        if ( !( critical > 1e-3 ) ) { continue; }
        ++met;
        double side = m.kind == ss_oscillatorStribeck ? -1.0 : 1.0;
        moveTo( &m, critical * ( 1.0 + side * 1e-3 ) );
        ASSERT( growth( &m ) > 0.0 );
        moveTo( &m, critical * ( 1.0 - side * 1e-3 ) );
        ASSERT( growth( &m ) <= 1e-12 );
    }
    ASSERT( met > testCount( 4000 ) / 2 );
    PASS();
}

TEST whatCannotBecomeUnstableHasNoThreshold( void )
{
    ssOscillatorModel m = coupling( 1.0 );
    m.coupling.kd = 0.0;
    ASSERT( isnan( ssOscillator_Critical( &m ) ) );
    m = stribeck();
    m.stribeck.damping = 0.0;
    ASSERT( isnan( ssOscillator_Critical( &m ) ) );
    m.stribeck.damping = 1.0;
    ASSERT_EQ( 0.0, ssOscillator_Critical( &m ) );
    m = sprag( 1.0 );
    m.sprag.beta = 0.0;
    ASSERT( isnan( ssOscillator_Critical( &m ) ) || ssOscillator_Critical( &m ) > 1e10 );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- cycles

/// Runs until the mode has changed `changes` times. Returns the time between the last two changes, or NaN if
/// they do not happen.
static double timeOfLastMode( const ssOscillatorModel* m, ssOscillatorState* s, double h, int changes )
{
    double start = SS_NAN, length = SS_NAN;
    for ( int i = 0; i < 2000000 && changes > 0; ++i )
    {
        ssOscillatorStep step = ssOscillator_Step( m, s, h );
        if ( !step.converged || !step.finite || step.events > 1 ) { return SS_NAN; }
        if ( step.events == 1 )
        {
            length = i * h + step.firstEvent - start;
            start = i * h + step.firstEvent;
            --changes;
        }
    }
    return length;
}

TEST stepLawSticksAndSlipsAsTheClosedFormSays( void )
{
    testRng rng = { 7 };
    for ( int k = 0, n = testCount( 60 ); k < n; ++k )
    {
        ssOscillatorModel m = randomModel( &rng, ss_oscillatorStribeck );
        m.stribeck.stepCurve = true;
        m.stribeck.damping = 0.0;
        ssStribeckBlock* b = &m.stribeck;
        double stick = ssStribeckStickTime( b, m.beltSpeed ), slip = ssStribeckSlipTime( b, m.beltSpeed );
        double h = 0.01 * sqrt( b->mass / b->stiffness );
        ssOscillatorState s = { .u = { m.beltSpeed }, .mode = ss_oscillatorStick };
        // Sticking from x = 0 lasts longer than in the cycle; the next time is that of the cycle.
        double slipped = timeOfLastMode( &m, &s, h, 2 );
        ASSERT_EQ( ss_oscillatorStick, s.mode );
        ASSERT_IN_RANGE( slip, slipped, 1e-8 * slip );
        ssOscillatorState again = s;
        double stuck = 0.0;
        for ( ; again.mode == ss_oscillatorStick; )
        {
            ssOscillatorStep step = ssOscillator_Step( &m, &again, h );
            stuck += step.events > 0 ? step.firstEvent : h;
        }
        // The block has already stuck for a part of the step in which it landed.
        ASSERT_IN_RANGE( stick, stuck, h * ( 1.0 + 1e-9 ) );
    }
    PASS();
}

TEST stribeckCycleHasTheReferencePeriod( void )
{
    ssOscillatorModel m = stribeck();
    for ( double h = 1e-3; h < 0.03; h *= 5.0 )
    {
        ssOscillatorState s = ssOscillator_Equilibrium( &m );
        s.q[0] += 0.3;
        double low = HUGE_VAL, high = -HUGE_VAL, landed = SS_NAN, period = SS_NAN;
        for ( int i = 0; i * h < 40.0; ++i )
        {
            ssOscillatorStep step = ssOscillator_Step( &m, &s, h );
            ASSERT( step.converged && step.finite );
            low = i * h > 20.0 ? fmin( low, s.q[0] ) : low;
            high = i * h > 20.0 ? fmax( high, s.q[0] ) : high;
            if ( step.events == 1 && s.mode == ss_oscillatorStick )
            {
                period = i * h + step.firstEvent - landed;
                landed = i * h + step.firstEvent;
            }
        }
        // The step size does not matter: events are found, not stepped over.
        ASSERT_IN_RANGE( 6.751429, period, 2e-6 );
        ASSERT_IN_RANGE( 0.018959, low, 1e-4 );
        ASSERT_IN_RANGE( 0.577386, high, 1e-4 );
    }
    PASS();
}

// ------------------------------------------------------------------------------ promises of the friction law

TEST frictionObeysItsLawAtEveryStep( void )
{
    testRng rng = { 11 };
    int modes[4] = { 0 };
    for ( int k = 0, n = testCount( 400 ); k < n; ++k )
    {
        ssOscillatorModel m = randomModel( &rng, (ssOscillatorKind)( k % 4 ) );
        ssOscillatorState s = ssOscillator_Equilibrium( &m );
        s.q[0] += testUniform( &rng, -2.0, 2.0 );
        s.u[0] = testUniform( &rng, -2.0, 2.0 ) * m.beltSpeed;
        ssOscillator_Classify( &m, &s );
        for ( int i = 0; i < 1000; ++i )
        {
            ssOscillatorStep step = ssOscillator_Step( &m, &s, 0.01 );
            ASSERT( step.finite );
            ASSERT( step.converged );
            double a[SS_OSCILLATOR_DOF], slip = ssOscillator_Slip( &m, s.q, s.u );
            ssOscillatorForces f = ssOscillator_Accelerate( &m, &s, a );
            ++modes[s.mode];
            // The normal force never pulls, and friction stays in its set and never drives the slip.
            ASSERT( f.normal >= 0.0 && fabs( f.tangent ) <= f.limit * ( 1.0 + 1e-12 ) );
            ASSERT( f.tangent * slip <= 1e-12 * ( 1.0 + f.limit ) );
            ASSERT( s.mode != ss_oscillatorStick || fabs( slip ) < 1e-12 * ( 1.0 + m.beltSpeed ) );
            ASSERT( s.mode != ss_oscillatorOpen || f.tangent == 0.0 );
            ASSERT( m.kind != ss_oscillatorModeCoupling || s.q[1] >= s.q[2] - 1e-12 );
        }
    }
    ASSERT( modes[ss_oscillatorOpen] > 0 && modes[ss_oscillatorStick] > 0 &&
        modes[ss_oscillatorForward] > 0 && modes[ss_oscillatorBackward] > 0 );
    PASS();
}

static double pendulumEnergy( const ssFollowerForce* p, const ssOscillatorState* s )
{
    double l2 = p->length * p->length, c = cos( s->q[0] - s->q[1] );
    double kinetic = 0.5 * l2 *
        ( ( p->m1 + p->m2 ) * s->u[0] * s->u[0] + p->m2 * s->u[1] * s->u[1] +
            2.0 * p->m2 * c * s->u[0] * s->u[1] );
    double bend = s->q[1] - s->q[0];
    return kinetic + 0.5 * p->stiffness * ( s->q[0] * s->q[0] + bend * bend );
}

TEST pendulumWithoutFrictionKeepsItsEnergy( void )
{
    ssOscillatorModel m = follower( 0.0, 2.0, 0.0 );
    ssOscillatorState s = { .q = { 0.8, -0.5 }, .u = { 0.3, 1.0 }, .mode = ss_oscillatorForward };
    double start = pendulumEnergy( &m.follower, &s );
    for ( int i = 0; i < 20000; ++i )
    {
        ASSERT( ssOscillator_Step( &m, &s, 1e-3 ).finite );
        ASSERT_IN_RANGE( start, pendulumEnergy( &m.follower, &s ), 1e-9 );
    }
    PASS();
}

TEST frictionForceOfThePendulumDoesItsWork( void )
{
    // Along any path, the change of energy is the work of the force at the tip: its power is r_T times the
    // velocity of the tip along the axle.
    ssOscillatorModel m = follower( 1.8, 2.0, 0.0 );
    ssOscillatorState s = { .q = { 0.4, -0.3 }, .u = { 0.2, 0.1 }, .mode = ss_oscillatorForward };
    double work = 0.0, start = pendulumEnergy( &m.follower, &s ), h = 1e-4;
    for ( int i = 0; i < 30000; ++i )
    {
        double a[SS_OSCILLATOR_DOF], before, after;
        before = ssOscillator_Accelerate( &m, &s, a ).tangent *
            ( ssOscillator_Slip( &m, s.q, s.u ) + cos( s.q[1] ) );
        ASSERT( ssOscillator_Step( &m, &s, h ).finite );
        after = ssOscillator_Accelerate( &m, &s, a ).tangent *
            ( ssOscillator_Slip( &m, s.q, s.u ) + cos( s.q[1] ) );
        work += 0.5 * h * ( before + after );
    }
    ASSERT_IN_RANGE( start + work, pendulumEnergy( &m.follower, &s ), 1e-6 );
    PASS();
}

TEST landingKeepsMomentumAndNeverBounces( void )
{
    ssOscillatorModel m = coupling( 0.5 );
    m.coupling.beltMass = 0.4;
    // It is so high and so fast that it lands within the step; springs act only for a moment.
    ssOscillatorState s = { .q = { 0.0, 1e-9, 0.0 }, .u = { 0.0, -5.0, 1.0 }, .mode = ss_oscillatorOpen };
    double before = 1.0 * -5.0 + 0.4 * 1.0;
    ssOscillatorStep step = ssOscillator_Step( &m, &s, 1e-9 );
    ASSERT( step.finite && step.events == 1 );
    ASSERT_EQ( s.u[1], s.u[2] );
    ASSERT_IN_RANGE( before, 1.4 * s.u[1], 1e-6 );
    // The normal impulse 0.4/1.4 × 6 allows half of itself along the belt, which is less than the speed of
    // the belt requires.
    ASSERT_IN_RANGE( fmin( 1.0, 0.5 * 6.0 * 0.4 / 1.4 ), s.u[0], 1e-6 );
    PASS();
}

// ------------------------------------------------------------------------------------------------- scenarios

static double runMeasure(
    const char* id, const char* const* sets, int setCount, double until, const char* measure )
{
    const ssScenario* scenario = ssFindScenario( id );
    ssSimDef def = ssDefaultSimDef( scenario );
    for ( int i = 0; i < setCount; ++i )
    {
        char key[32];
        const char* equals = strchr( sets[i], '=' );
        snprintf( key, sizeof key, "%.*s", (int)( equals - sets[i] ), sets[i] );
        if ( ssSimDef_Set( &def, key, equals + 1 ).code != ss_ok ) { return SS_NAN; }
    }
    ssSim* sim = NULL;
    if ( ssCreateSim( &def, &sim ).code != ss_ok ) { return SS_NAN; }
    while ( ssSim_Time( sim ) < until && ssSim_Step( sim ).status == ss_statusConverged ) {}
    double value = ssSim_Measure( sim, ssFindMeasure( scenario, measure ) );
    ssDestroySim( sim );
    return value;
}

TEST simulatedGrowthIsTheLinearisations( void )
{
    static const struct
    {
        const char* id;
        const char* set;
    } runs[] = { { "stribeck", "belt_speed=0.1" }, { "stribeck", "belt_speed=0.2" },
        { "stribeck", "belt_speed=0.5" }, { "stribeck", "belt_speed=0.9" }, { "stribeck", "belt_speed=1.5" },
        { "mode-coupling", "mu=0.7" }, { "mode-coupling", "mu=0.8" }, { "mode-coupling", "mu=1.5" },
        { "sprag-slip", "mu=1.3" }, { "sprag-slip", "mu=2" }, { "sprag-slip", "mu=0.3" },
        { "follower-force", "normal_force=4.2" }, { "follower-force", "normal_force=5" },
        { "follower-force", "damping=0.1" } };
    for ( int i = 0; i < SS_COUNT( runs ); ++i )
    {
        double simulated = runMeasure( runs[i].id, &runs[i].set, 1, 30.0, "growth_rate" );
        double linear = runMeasure( runs[i].id, &runs[i].set, 1, 0.0, "growth_linear" );
        ASSERTm( runs[i].set, fabs( linear ) > 1e-3 );
        ASSERT_IN_RANGEm( runs[i].set, linear, simulated, 0.02 * fabs( linear ) );
    }
    PASS();
}

TEST measuresOfTheStickSlipBlockAreTheReference( void )
{
    static const char* const sets[] = { "perturbation=0.3" };
    ASSERT_IN_RANGE( 6.751429, runMeasure( "stribeck", sets, 1, 40.0, "period" ), 1e-5 );
    ASSERT_IN_RANGE( 1.039721, runMeasure( "stribeck", sets, 1, 0.0, "critical" ), 1e-6 );
    ASSERT_IN_RANGE( 0.018959, runMeasure( "stribeck", sets, 1, 40.0, "x_min" ), 1e-4 );
    ASSERT_IN_RANGE( 0.577386, runMeasure( "stribeck", sets, 1, 40.0, "x_max" ), 1e-4 );
    PASS();
}

TEST everyPresetRunsToItsEndWithoutAFailedStep( void )
{
    static const char* const ids[] = { "stribeck", "mode-coupling", "sprag-slip", "follower-force" };
    for ( int k = 0, turn = 0; k < SS_COUNT( ids ); ++k )
    {
        const ssScenario* scenario = ssFindScenario( ids[k] );
        for ( int i = 0; i < scenario->presetCount; ++i )
        {
            if ( !testTakes( turn++ ) ) { continue; }
            ssSimDef def = ssDefaultSimDef( scenario );
            ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, scenario->presets[i].name ).code );
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            int64_t steps = 0;
            ASSERT_EQ( ss_ok, ssSimDef_StepCount( &def, &steps ).code );
            for ( int64_t j = 0; j < steps; ++j )
            {
                ASSERT_EQm( scenario->presets[i].name, ss_statusConverged, ssSim_Step( sim ).status );
            }
            ssDestroySim( sim );
        }
    }
    PASS();
}

TEST whatIsTooStiffForTheStepIsReported( void )
{
    const ssScenario* scenario = ssFindScenario( "stribeck" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "stiffness", "1e9" ).code );
    def.h = 0.1;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT( ssSim_Step( sim ).status != ss_statusConverged );
    ssDestroySim( sim );
    PASS();
}

TEST restoredRunsGoOnIdentically( void )
{
    static const char* const ids[] = { "stribeck", "mode-coupling", "sprag-slip", "follower-force" };
    for ( int k = 0; k < SS_COUNT( ids ); ++k )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( ids[k] ) );
        ssSim *a = NULL, *b = NULL;
        ASSERT( ssCreateSim( &def, &a ).code == ss_ok && ssCreateSim( &def, &b ).code == ss_ok );
        for ( int i = 0; i < 3000; ++i ) { ssSim_Step( a ); }
        // A hand that holds it in between is state as well.
        ssDrag hand = { .active = true, .target = { 0.3, 0.2, 0.1 } };
        ssSim_Drag( a, &hand );
        hand.target.x = 0.9;
        ssSim_Drag( a, &hand );
        ssSim_Step( a );
        size_t size = ssSim_SaveSize( a );
        void* blob = malloc( size );
        ASSERT_EQ( size, ssSim_Save( a, blob, size ) );
        ASSERT_EQ( ss_ok, ssSim_Restore( b, blob, size ).code );
        for ( int i = 0; i < 3000; ++i )
        {
            ssSim_Step( a );
            ssSim_Step( b );
        }
        ASSERT_EQ( ssSim_Hash( a ), ssSim_Hash( b ) );
        free( blob );
        ssDestroySim( a );
        ssDestroySim( b );
    }
    PASS();
}

TEST changesInFlightStartGrowthAnew( void )
{
    const ssScenario* scenario = ssFindScenario( "mode-coupling" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 1000; ++i ) { ssSim_Step( sim ); }
    int mu = ssFindParam( scenario->model.params, scenario->model.paramCount, "mu" );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, mu, 0.75 ).code );
    for ( int i = 0; i < 4000; ++i ) { ssSim_Step( sim ); }
    double linear = ssSim_Measure( sim, ssFindMeasure( scenario, "growth_linear" ) );
    ASSERT_IN_RANGE( linear, ssSim_Measure( sim, ssFindMeasure( scenario, "growth_rate" ) ), 0.02 * linear );
    ssDestroySim( sim );
    PASS();
}

typedef struct Seen
{
    int curves, points, bands, notFinite;
} Seen;

static void seeCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role;
    (void)label;
    Seen* seen = context;
    ++seen->curves;
    for ( int i = 0; i < count; ++i ) { seen->notFinite += !isfinite( x[i] ) || !isfinite( y[i] ); }
}

static void seePoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    Seen* seen = context;
    int curves = seen->curves;
    seeCurve( context, role, label, count, x, y );
    seen->curves = curves;
    seen->points += count;
}

static void seeBand( void* context, ssChartRole role, const char* label, double x0, double x1 )
{
    (void)role;
    (void)label;
    Seen* seen = context;
    ++seen->bands;
    seen->notFinite += !( x0 < x1 );
}

TEST chartsShowTheCurveTheThresholdAndThePresent( void )
{
    static const char* const ids[] = { "stribeck", "mode-coupling", "sprag-slip", "follower-force" };
    for ( int k = 0; k < SS_COUNT( ids ); ++k )
    {
        const ssScenario* scenario = ssFindScenario( ids[k] );
        ssSimDef def = ssDefaultSimDef( scenario );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        for ( int i = 0; i < 100; ++i ) { ssSim_Step( sim ); }
        for ( int i = 0; i < scenario->picture.chartCount; ++i )
        {
            Seen seen = { 0 };
            ssChartSink sink = { .context = &seen, .curve = seeCurve, .points = seePoints, .band = seeBand };
            ssSim_DrawChart( sim, i, &sink );
            ASSERTm(
                scenario->picture.charts[i].id, seen.curves > 0 && seen.points > 0 && seen.notFinite == 0 );
            bool overParameter = strcmp( scenario->picture.charts[i].id, "growth" ) == 0;
            ASSERT_EQm( scenario->picture.charts[i].id, overParameter ? 1 : 0, seen.bands );
            ssChartSink none = { .context = NULL };
            ssSim_DrawChart( sim, i, &none );
        }
        ssDestroySim( sim );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- pictures

/// What a picture of a machine consists of.
typedef struct Machine
{
    ssDrawSolid block, scenery[8];
    int sceneryCount;
    ssDrawPlane belt;
    ssVec3 springs[8][2]; // their ends
    int springCount;
    ssVec3 center; // of the bounds
    double radius;
} Machine;

static void seeBounds( void* context, ssVec3 center, double radius )
{
    Machine* m = context;
    m->center = center;
    m->radius = radius;
}

static void seeBelt( void* context, int count, const ssDrawPlane* planes )
{
    ( (Machine*)context )->belt = planes[count - 1];
}

static void seeSolids( void* context, int count, const ssDrawSolid* solids )
{
    Machine* m = context;
    for ( int i = 0; i < count; ++i )
    {
        *( solids[i].body == 0 ? &m->block : m->scenery + m->sceneryCount++ % 8 ) = solids[i];
    }
}

static void seeLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    Machine* m = context;
    if ( role == ss_lineSpring && m->springCount < 8 )
    {
        m->springs[m->springCount][0] = points[0];
        m->springs[m->springCount++][1] = points[count - 1];
    }
}

static void drawMachine( const ssSim* sim, Machine* m )
{
    *m = ( Machine ){ 0 };
    ssDraw draw = { .flags = ss_drawBodies | ss_drawGround,
        .context = m,
        .bounds = seeBounds,
        .planes = seeBelt,
        .solids = seeSolids,
        .line = seeLine };
    ssSim_Draw( sim, &draw );
}

/// The machines grew and shrank with the load that presses the block against the belt.
TEST theMachineKeepsItsSizeUnderAnyLoad( void )
{
    static const char* const ids[] = { "stribeck", "mode-coupling", "sprag-slip" };
    static const char* const loads[] = { "0.2", "1", "5" };
    for ( int k = 0; k < SS_COUNT( ids ); ++k )
    {
        Machine machines[SS_COUNT( loads )];
        for ( int i = 0; i < SS_COUNT( loads ); ++i )
        {
            ssSimDef def = ssDefaultSimDef( ssFindScenario( ids[k] ) );
            ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "normal_force", loads[i] ).code );
            ASSERT_EQ( ss_ok, ssSimDef_Set( &def, k == 0 ? "mu_s" : "mu", i == 0 ? "0.2" : "0.8" ).code );
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            Machine* m = machines + i;
            drawMachine( sim, m );
            ssDestroySim( sim );
            ASSERT( m->block.half.x == machines[0].block.half.x );
            ASSERT( m->block.half.z == machines[0].block.half.z );
            ASSERT( m->scenery[0].half.x == machines[0].scenery[0].half.x );
            ASSERT( m->scenery[0].half.y == machines[0].scenery[0].half.y );
            ASSERT( m->belt.halfX == machines[0].belt.halfX );
            // The block is on its belt and in the picture.
            double x = m->block.center.x, side = m->block.half.x;
            ASSERT( x - side > m->belt.origin.x - m->belt.halfY );
            ASSERT( x + side < m->belt.origin.x + m->belt.halfY );
            ASSERT( fabs( x - m->center.x ) + side < m->radius );
        }
    }
    PASS();
}

static bool touches( const ssDrawSolid* box, ssVec3 p )
{
    const double slack = 1e-9;
    return fabs( p.x - box->center.x ) <= box->half.x + slack &&
        fabs( p.y - box->center.y ) <= box->half.y + slack &&
        fabs( p.z - box->center.z ) <= box->half.z + slack;
}

static bool overlap( const ssDrawSolid* a, const ssDrawSolid* b )
{
    return fabs( a->center.x - b->center.x ) < a->half.x + b->half.x &&
        fabs( a->center.y - b->center.y ) < a->half.y + b->half.y &&
        fabs( a->center.z - b->center.z ) < a->half.z + b->half.z;
}

static bool isHeld( const Machine* m, ssVec3 p )
{
    bool held = touches( &m->block, p ) ||
        ( fabs( p.z - m->belt.origin.z ) < 1e-9 && fabs( p.x - m->belt.origin.x ) <= m->belt.halfY );
    for ( int i = 0; i < m->sceneryCount; ++i ) { held = held || touches( m->scenery + i, p ); }
    return held;
}

/// The mass left through the base plate, and springs ended in mid-air.
TEST theMassStaysInsideItsFrame( void )
{
    static const char* const presets[] = { "chatter", "heavy-belt", "flutter" };
    for ( int k = 0; k < SS_COUNT( presets ); ++k )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( "mode-coupling" ) );
        testMust( ssSimDef_ApplyPreset( &def, presets[k] ) );
        ssSim *sim = NULL, *other = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &other ).code );
        Machine m, again;
        for ( int step = 0; step < 100000; ++step )
        {
            ssSim_Step( sim );
            if ( step % 100 != 0 ) { continue; }
            drawMachine( sim, &m );
            ASSERT_EQ( 3, m.sceneryCount );
            for ( int i = 0; i < m.sceneryCount; ++i ) { ASSERT( !overlap( &m.block, m.scenery + i ) ); }
            ASSERT_EQ( 5, m.springCount );
            for ( int i = 0; i < m.springCount; ++i )
            {
                ASSERT( isHeld( &m, m.springs[i][0] ) && isHeld( &m, m.springs[i][1] ) );
            }
        }
        // A restored simulation shows the same frame.
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
        ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
        drawMachine( sim, &m );
        drawMachine( other, &again );
        ASSERT( m.radius == again.radius && m.scenery[2].center.z == again.scenery[2].center.z );
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( other );
    }
    PASS();
}

TEST badInputIsRefusedWithItsBound( void )
{
    testRun run = testShell( "\"$S\" run stribeck --set belt_speed=0" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, testContains( run.err, "belt_speed" ) && testContains( run.err, "> 0" ) );
    run = testShell( "\"$S\" run sprag-slip --set beta_deg=91" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, testContains( run.err, "beta_deg" ) && testContains( run.err, "90" ) );
    PASS();
}

/// The model has the angle beta as a constant, and the strut is shortened by x cos beta.
TEST theStrutIsDrawnAtItsAngle( void )
{
    static const char* const angles[] = { "10", "60", "80" };
    for ( int k = 0; k < SS_COUNT( angles ); ++k )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( "sprag-slip" ) );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "squeal" ).code );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "beta_deg", angles[k] ).code );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        double beta = atof( angles[k] ) * SS_PI / 180.0, sum = NAN, least = HUGE_VAL, most = -HUGE_VAL;
        for ( int i = 0; i < 20; ++i )
        {
            double row[SS_MAX_SIGNALS];
            Machine m;
            for ( int j = 0; j < 500; ++j ) { ssSim_Step( sim ); }
            ssSim_Signals( sim, row );
            drawMachine( sim, &m );
            ASSERT_EQ( 2, m.springCount );
            ssVec3 along = ssVec3_Sub( m.springs[1][0], m.springs[1][1] );
            ASSERT_IN_RANGE( beta, atan2( along.z, along.x ), 1e-9 );
            double relaxed = ssVec3_Length( along ) + row[0] * cos( beta ); // row[0] is x
            sum = isnan( sum ) ? relaxed : sum;
            ASSERT_IN_RANGE( sum, relaxed, 1e-9 );
            least = fmin( least, row[0] );
            most = fmax( most, row[0] );
        }
        ASSERT( most - least > 0.01 ); // it has moved
        ssDestroySim( sim );
    }
    PASS();
}

typedef struct Swing
{
    double x, factor; // of the block as it is drawn [m]; as the picture says
} Swing;

static void seeBlock( void* context, int count, const ssDrawSolid* solids )
{
    for ( int i = 0; i < count; ++i )
    {
        ( (Swing*)context )->x = solids[i].body == 0 ? solids[i].center.x : ( (Swing*)context )->x;
    }
}

static void readFactor( void* context, int count, const ssDrawLabel* labels )
{
    for ( int i = 0; i < count; ++i )
    {
        const char* sign = strstr( labels[i].text, "×" );
        ( (Swing*)context )->factor =
            sign != NULL ? atof( sign + strlen( "×" ) ) : ( (Swing*)context )->factor;
    }
}

/// A swing of a millimetre on a machine of metres is drawn larger, by what the picture says; a large one as
/// it is.
TEST aSmallSwingIsDrawnLargerByWhatIsSaid( void )
{
    static const char* const ids[] = { "sprag-slip", "mode-coupling", "sprag-slip" };
    static const char* const pushes[] = { "0.001", "0.001", "0.4" };
    for ( int k = 0; k < SS_COUNT( ids ); ++k )
    {
        ssSimDef def = ssDefaultSimDef( ssFindScenario( ids[k] ) );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "perturbation", pushes[k] ).code );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        Swing swing[2] = { { .factor = 1.0 }, { .factor = 1.0 } };
        double x[2];
        for ( int i = 0; i < 2; ++i )
        {
            double row[SS_MAX_SIGNALS];
            ssDraw draw = {
                .flags = ss_drawAll, .context = swing + i, .solids = seeBlock, .labels = readFactor
            };
            ssSim_Signals( sim, row );
            x[i] = row[0];
            ssSim_Draw( sim, &draw );
            for ( int step = 0; step < 2000; ++step ) { ssSim_Step( sim ); }
        }
        ASSERT_EQ( swing[0].factor, swing[1].factor );
        ASSERT( k < 2 ? swing[0].factor >= 100.0 : swing[0].factor == 1.0 );
        ASSERT_IN_RANGE(
            swing[0].factor, ( swing[1].x - swing[0].x ) / ( x[1] - x[0] ), 1e-6 * swing[0].factor );
        ssDestroySim( sim );
    }
    PASS();
}

SUITE( linear )
{
    RUN_TEST( eigenvaluesAreRootsOfTheCharacteristicPolynomial );
    RUN_TEST( theLeadingModeGrowsWithoutOscillating );
    RUN_TEST( thresholdsAreTheClosedForms );
    RUN_TEST( spragGrowthIsTheClosedForm );
    RUN_TEST( stabilityChangesAtTheThreshold );
    RUN_TEST( whatCannotBecomeUnstableHasNoThreshold );
}

SUITE( motion )
{
    RUN_TEST( stepLawSticksAndSlipsAsTheClosedFormSays );
    RUN_TEST( stribeckCycleHasTheReferencePeriod );
    RUN_TEST( frictionObeysItsLawAtEveryStep );
    RUN_TEST( pendulumWithoutFrictionKeepsItsEnergy );
    RUN_TEST( frictionForceOfThePendulumDoesItsWork );
    RUN_TEST( landingKeepsMomentumAndNeverBounces );
}

SUITE( scenarios )
{
    RUN_TEST( simulatedGrowthIsTheLinearisations );
    RUN_TEST( measuresOfTheStickSlipBlockAreTheReference );
    RUN_TEST( everyPresetRunsToItsEndWithoutAFailedStep );
    RUN_TEST( whatIsTooStiffForTheStepIsReported );
    RUN_TEST( restoredRunsGoOnIdentically );
    RUN_TEST( changesInFlightStartGrowthAnew );
    RUN_TEST( chartsShowTheCurveTheThresholdAndThePresent );
    RUN_TEST( theMachineKeepsItsSizeUnderAnyLoad );
    RUN_TEST( theMassStaysInsideItsFrame );
    RUN_TEST( badInputIsRefusedWithItsBound );
    RUN_TEST( theStrutIsDrawnAtItsAngle );
    RUN_TEST( aSmallSwingIsDrawnLargerByWhatIsSaid );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( linear );
    RUN_SUITE( motion );
    RUN_SUITE( scenarios );
    return TEST_END();
}
