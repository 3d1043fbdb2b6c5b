// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "model/spring_slider.h"

// A block pulled through a spring, with the shipped rate-and-state laws: the linearisation gives the
// eigenvalues and the critical stiffness of Rice & Ruina, and the motion grows and decays as it says. The
// same laws as functions of C give the same cycles of stick and slip.

typedef struct RateState
{
    double mu0, a, b, length, speed;
    bool slip; // the state psi = log(V_0 theta/D_c) changes by sliding only
} RateState;

/// a N asinh( v/(2 V_0) exp( (mu_0 + b psi)/a ) ), with the state after an implicit step.
static void rateStateForce( void* context, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    const RateState* p = context;
    double v = ssVec2_Length( gamma ), rate = v / p->length, psi, psiByV;
    double w = fmax( v, 1e-30 );
    if ( p->slip )
    {
        psi = ( state[0] - h * w / p->length * log( w / p->speed ) ) / ( 1.0 + h * w / p->length );
        psiByV = -h / p->length * ( log( w / p->speed ) + 1.0 + psi ) / ( 1.0 + h * w / p->length );
        next != NULL ? (void)( next[0] = psi ) : (void)0;
    }
    else
    {
        double age = ( state[0] + h ) / ( 1.0 + h * rate );
        psi = log( p->speed * age / p->length );
        psiByV = -h / p->length / ( 1.0 + h * rate );
        next != NULL ? (void)( next[0] = age ) : (void)0;
    }
    double e = exp( ( p->mu0 + p->b * psi ) / p->a ), x = v / ( 2.0 * p->speed ) * e;
    double f = p->a * load * asinh( x );
    double byX = p->a * load / sqrt( 1.0 + x * x );
    double along = byX * ( e / ( 2.0 * p->speed ) + x * p->b / p->a * psiByV ),
           across = v > 0.0 ? f / v : byX * e / ( 2.0 * p->speed );
    ssVec2 n = v > 0.0 ? ssVec2_Scale( 1.0 / v, gamma ) : ssVec2_Make( 1.0, 0.0 );
    *force = ssVec2_Scale( f, n );
    if ( derivative != NULL )
    {
        derivative[0] = along * n.x * n.x + across * n.y * n.y;
        derivative[1] = derivative[2] = ( along - across ) * n.x * n.y;
        derivative[3] = along * n.y * n.y + across * n.x * n.x;
    }
}

static ssLaw makeLaw( const ssLawDef* def )
{
    ssLaw law;
    ssResult result = ssMakeLaw( def, &law );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "refused: %s\n", result.message );
        exit( 1 );
    }
    return law;
}

static ssLaw makeCallback( RateState* p )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCallback );
    def.callback = ( ssLawCallback ){
        .force = rateStateForce, .context = p, .givesDerivative = true, .stateNumbers = 1
    };
    return makeLaw( &def );
}

/// A shipped law with these values, in the order of its parameters.
static ssLaw makeShipped( const char* name, const double* values, int count )
{
    const ssShippedLaw* shipped = ssFindShippedLaw( name );
    ssLawProgram* program = NULL;
    if ( shipped == NULL || ssCompileLaw( shipped->text, name, &program, NULL ).code != ss_ok ||
        ssLawProgram_Info( program )->paramCount != count )
    {
        fprintf( stderr, "no law %s\n", name );
        exit( 1 );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    memcpy( def.programValues, values, (size_t)count * sizeof( double ) );
    ssLaw law = makeLaw( &def );
    ssLawProgram_Release( program );
    return law;
}

static ssLaw makeRateState( const RateState* p )
{
    const double values[] = { p->mu0, p->a, p->b, p->length, p->speed };
    return makeShipped(
        p->slip ? "rate-and-state-slip" : "rate-and-state-aging", values, SS_COUNT( values ) );
}

/// A sample in a shear apparatus, where inertia does not count, and a light rig at high speed, where it does.
static const RateState rock = { .mu0 = 0.6, .a = 0.010, .b = 0.015, .length = 1e-5, .speed = 1e-6 };
static const RateState paper = { .mu0 = 0.4, .a = 0.02, .b = 0.05, .length = 1e-3, .speed = 1e-2 };

static ssSpringSliderDef rig( bool fast )
{
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.mass = fast ? 4.0 : 10.0;
    def.normalForce = fast ? 20.0 : 1e4;
    def.velocity = fast ? 1e-2 : 1e-6;
    return def;
}

/// N (b - a)/D_c × (1 + m V²/(N a D_c)).
static double riceRuina( const ssSpringSliderDef* def, const RateState* p )
{
    return def->normalForce * ( p->b - p->a ) / p->length *
        ( 1.0 + def->mass * def->velocity * def->velocity / ( def->normalForce * p->a * p->length ) );
}

TEST criticalStiffnessIsThatOfRiceAndRuina( void )
{
    for ( int i = 0; i < 4; ++i )
    {
        RateState p = i % 2 == 0 ? rock : paper;
        p.slip = i >= 2;
        ssLaw law = makeRateState( &p );
        ssSpringSliderDef def = rig( i % 2 == 1 );
        ssSteadySliding steady = ssSteadySlidingOf( &law, def.normalForce, def.velocity );
        ASSERT( steady.smooth );
        double expected = riceRuina( &def, &p );
        ASSERT_IN_RANGE( expected, ssSpringSlider_CriticalStiffness( &def, &steady ), 1e-6 * expected );
        // The force of steady sliding: (mu_0 + (a - b) log(V/V_0)) N, but for the regularisation.
        double mu = p.mu0 + ( p.a - p.b ) * log( def.velocity / p.speed );
        ASSERT_IN_RANGE( mu * def.normalForce, steady.force, 1e-7 * steady.force );
        // At the critical stiffness a pair lies on the imaginary axis, at V/D_c sqrt((b - a)/a).
        ssEigenvalue values[SS_SLIDER_MODES];
        def.stiffness = expected;
        ASSERT_EQ( 3, ssSpringSlider_Eigenvalues( &def, &steady, values ) );
        double omega = def.velocity / p.length * sqrt( ( p.b - p.a ) / p.a );
        ASSERT_IN_RANGE( 0.0, values[0].re, 1e-6 * omega );
        ASSERT_IN_RANGE( omega, values[0].im, 1e-6 * omega );
        ASSERT_IN_RANGE( -omega, values[1].im, 1e-6 * omega );
        ssLaw_Destroy( &law );
    }
    PASS();
}

/// The growth rate of a small disturbance in the simulation [1/s].
static double simulatedGrowth( const ssSpringSliderDef* def, const ssLaw* law, double* linear )
{
    ssSteadySliding steady = ssSteadySlidingOf( law, def->normalForce, def->velocity );
    ssEigenvalue values[SS_SLIDER_MODES];
    if ( ssSpringSlider_Eigenvalues( def, &steady, values ) == 0 ) { return SS_NAN; }
    ssSpringSlider slider = ssSpringSlider_Steady( def, &steady );
    slider.loadPoint *= 1.0 + 1e-5;
    double h = 0.02 / fabs( values[0].im ), first = SS_NAN, last = SS_NAN;
    int steps = 1500, skipped = 300; // the other modes decay first
    for ( int i = 0; i < steps; ++i )
    {
        first = i == skipped ? ssSpringSlider_Amplitude( def, &steady, values[0], &slider ) : first;
        ssSpringSliderReport report = ssSpringSlider_Step( &slider, def, law, i * h, h, NULL, NULL );
        if ( !report.finite || !report.converged ) { return SS_NAN; }
    }
    last = ssSpringSlider_Amplitude( def, &steady, values[0], &slider );
    *linear = values[0].re;
    return log( last / first ) / ( h * ( steps - skipped ) );
}

TEST smallMotionsGrowAsTheLinearisationSays( void )
{
    for ( int i = 0; i < 4; ++i )
    {
        RateState p = i % 2 == 0 ? rock : paper;
        p.slip = i >= 2;
        ssLaw law = makeRateState( &p );
        ssSpringSliderDef def = rig( i % 2 == 1 );
        double critical = riceRuina( &def, &p ), linear = 0.0, omega = def.velocity / p.length;
        for ( int k = 0; k < 2; ++k )
        {
            def.stiffness = ( k == 0 ? 0.97 : 1.03 ) * critical;
            double simulated = simulatedGrowth( &def, &law, &linear );
            ASSERT( k == 0 ? linear > 0.0 : linear < 0.0 );
            ASSERT_IN_RANGE( linear, simulated, 2e-4 * omega );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theSimulationTurnsUnstableAtTheCriticalStiffness( void )
{
    for ( int i = 0; i < 4; i += testScale() < 1.0 ? 3 : 1 )
    {
        RateState p = i % 2 == 0 ? rock : paper;
        p.slip = i >= 2;
        ssLaw law = makeRateState( &p );
        ssSpringSliderDef def = rig( i % 2 == 1 );
        double critical = riceRuina( &def, &p ), low = 0.8 * critical, high = 1.25 * critical, unused;
        for ( int k = 0; k < 8; ++k )
        {
            def.stiffness = 0.5 * ( low + high );
            *( simulatedGrowth( &def, &law, &unused ) > 0.0 ? &low : &high ) = def.stiffness;
        }
        ASSERT_IN_RANGE( critical, 0.5 * ( low + high ), 0.01 * critical );
        ssLaw_Destroy( &law );
    }
    PASS();
}

/// What is seen of a cycle: when the block is fastest, and how far the force falls.
typedef struct Cycle
{
    double time, peak, low;
} Cycle;

static Cycle firstSlip( const ssLaw* law, const ssSpringSliderDef* def, double h, double until )
{
    ssSteadySliding steady = ssSteadySlidingOf( law, def->normalForce, def->velocity );
    ssSpringSlider slider = ssSpringSlider_Steady( def, &steady );
    Cycle cycle = { .low = HUGE_VAL };
    slider.loadPoint *= 1.01;
    for ( int i = 0; i * h < until; ++i )
    {
        ssSpringSliderReport report = ssSpringSlider_Step( &slider, def, law, i * h, h, NULL, NULL );
        cycle.time = report.peak > cycle.peak ? i * h : cycle.time;
        cycle.peak = fmax( cycle.peak, report.converged ? report.peak : SS_NAN );
        cycle.low = fmin( cycle.low, slider.force );
    }
    return cycle;
}

TEST textAndFunctionOfCSlipAlike( void )
{
    for ( int i = 0; i < 2; ++i )
    {
        RateState p = rock;
        p.slip = i == 1;
        ssLaw text = makeRateState( &p ), callback = makeCallback( &p );
        ssSpringSliderDef def = rig( false );
        def.stiffness = 0.5 * riceRuina( &def, &p );
        Cycle a = firstSlip( &text, &def, 0.1, 900.0 ), b = firstSlip( &callback, &def, 0.1, 900.0 );
        ASSERT( a.peak > 1e4 * def.velocity && a.low < 0.9 * p.mu0 * def.normalForce );
        ASSERT_IN_RANGE( b.time, a.time, 0.11 );
        ASSERT_IN_RANGE( b.peak, a.peak, 1e-4 * b.peak );
        ASSERT_IN_RANGE( b.low, a.low, 1e-6 * b.low );
        ssLaw_Destroy( &text );
        ssLaw_Destroy( &callback );
    }
    PASS();
}

TEST substepsAreShortEnough( void )
{
    RateState p = rock;
    ssLaw law = makeRateState( &p );
    ssSpringSliderDef def = rig( false ), fine = def;
    def.stiffness = fine.stiffness = 0.5 * riceRuina( &def, &p );
    fine.tolerance = 1e-8;
    fine.maxSubsteps = 1000000;
    Cycle a = firstSlip( &law, &def, 0.5, 900.0 ), b = firstSlip( &law, &fine, 0.05, 900.0 );
    ASSERT_IN_RANGE( b.time, a.time, 0.6 );
    ASSERT_IN_RANGE( b.peak, a.peak, 0.01 * b.peak );
    ASSERT_IN_RANGE( b.low, a.low, 1e-3 * b.low );
    ssLaw_Destroy( &law );
    PASS();
}

/// LuGre with the numbers of Canudas de Wit et al. 1995, Table I, for a load of 1 N.
TEST lugreSticksAndSlips( void )
{
    const double values[] = { 1.5, 1.0, 1e-3, 1e5, 316.227766016838, 1e6, 0.4 };
    ssLaw law = makeShipped( "lugre", values, SS_COUNT( values ) );
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.stiffness = 2.0;
    def.velocity = 0.1;
    ssSpringSlider slider = { .stateCount = ssLaw_StateNumbers( &law ) };
    ssLaw_InitialState( &law, slider.state );
    int slips = 0;
    double fastest = 0.0, most = 0.0, h = 0.02;
    bool moves = false;
    for ( int i = 0; i * h < 40.0; ++i )
    {
        ssSpringSliderReport report = ssSpringSlider_Step( &slider, &def, &law, i * h, h, NULL, NULL );
        ASSERT( report.finite && report.converged );
        ASSERT( report.substeps < 1000 );
        slips += !moves && report.peak > 0.05 ? 1 : 0;
        moves = moves ? report.peak > 1e-3 : report.peak > 0.05;
        fastest = fmax( fastest, report.peak );
        most = fmax( most, ssSpringSlider_Stretch( &slider ) * def.stiffness );
    }
    // The spring reaches the static force, 1.5 N, before every slip; without viscosity the block would reach
    // V + (F_s - F_c)/sqrt(k m).
    ASSERT( slips >= 3 );
    ASSERT_IN_RANGE( 1.5, most, 0.03 );
    ASSERT( fastest > 0.25 && fastest < 0.1 + 0.5 / sqrt( 2.0 ) );
    ssLaw_Destroy( &law );
    PASS();
}

/// Pulls a block from rest for 20 s, and gives its place after every step; false if a step has not converged.
static bool pullFromRest( const ssLaw* law, double* places, int* substeps )
{
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.stiffness = 2.0;
    def.velocity = 0.1;
    ssSpringSlider slider = { .stateCount = 0 };
    bool converged = true;
    *substeps = 0;
    for ( int i = 0; i < 2000; ++i )
    {
        ssSpringSliderReport report = ssSpringSlider_Step( &slider, &def, law, 0.01 * i, 0.01, NULL, NULL );
        converged = converged && report.converged && report.finite;
        *substeps += report.substeps;
        places[i] = slider.position;
    }
    return converged;
}

// The block is guided along the spring. An associated law then is Coulomb's with the
// coefficient Psi*_C(e_x), that of another pair of sets the one with the component of its
// sliding force: the guide takes up what pulls sideways.
TEST aGuidedBlockSlidesAsUnderCoulombsLaw( void )
{
    const double s = 0.5, c = sqrt( 0.75 ); // of 30°
    const double associated[] = { 0.4, 0.2, 2.0, 30.0 }, collinear[] = { 0.4, 0.2, 30.0 };
    // Psi*_C(e_x), and 1/k_C(e_x).
    const double coefficients[] = { sqrt( 0.16 * c * c + 0.04 * s * s ),
        1.0 / sqrt( c * c / 0.16 + s * s / 0.04 ) };
    for ( int i = 0; i < 2; ++i )
    {
        ssLaw law =
            i == 0 ? makeShipped( "associated", associated, 4 ) : makeShipped( "collinear", collinear, 3 );
        ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
        def.mu = coefficients[i];
        ssLaw coulomb = makeLaw( &def );
        static double a[2000], b[2000];
        int steps, stepsOfCoulomb;
        ASSERT( pullFromRest( &law, a, &steps ) && pullFromRest( &coulomb, b, &stepsOfCoulomb ) );
        ASSERT( steps <= 2 * stepsOfCoulomb );
        for ( int k = 0; k < 2000; ++k ) { ASSERT_IN_RANGE( b[k], a[k], 1e-4 ); }
        ssLaw_Destroy( &law );
        ssLaw_Destroy( &coulomb );
    }
    PASS();
}

// The place of the contact is that of the block: a strip with soft edges costs no more than a few substeps.
TEST frictionThatDependsOnThePlaceConverges( void )
{
    const double values[] = { 0.5, 0.1, 1.0, 0.5, 0.02 };
    ssLaw law = makeShipped( "slippery-strip", values, 5 );
    static double places[2000];
    int steps;
    ASSERT( pullFromRest( &law, places, &steps ) );
    ASSERT( places[1999] > 1.25 ); // beyond the strip
    ssLaw_Destroy( &law );
    PASS();
}

// Where the force of steady sliding and its response do not depend on the speed, small motions
// neither grow nor decay with any spring; rounding does not decide. With rising or falling
// friction they do, and a dashpot damps them all.
TEST neutralLawsAreNeitherStableNorUnstable( void )
{
    static const struct
    {
        const char* text;
        ssSliderStability expected;
    } rows[] = {
        { "C = disc(0.37)", ss_sliderNeutral },
        { "C = rotate(ellipse(0.4, 0.17), 31)", ss_sliderNeutral },
        { "C = rotate(ellipse(0.4, 0.17), 31)\nD = disc(1)", ss_sliderNeutral },
        { "C = rotate(ellipse(0.4, 0.17), 31)\nD = ellipse(3, 1)", ss_sliderNeutral },
        { "C = ngon(7, 0.3, 11)", ss_sliderNeutral },
        { "C = polar(0.4 + 0.03*cos(3*theta))", ss_sliderNeutral },
        { "C = asperity(0.3, 20)", ss_sliderNeutral },
        { "state z = (0,0) [m], z' = vel - 1e5 [1/m]*v/0.3*z\nforce = 1e5 [1/m]*z*N", ss_sliderNeutral },
        { "C = disc(0.3 + 1e-6*log(1 + v/(1e-7 [m/s])))", ss_sliderStable },
        { "C = disc(0.3 - 1e-6*log(1 + v/(1e-7 [m/s])))", ss_sliderUnstable },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        for ( int k = 0; k < 12; ++k )
        {
            char text[200];
            snprintf( text, sizeof( text ), "law \"a\"\n%s\n", rows[i].text );
            ssLawProgram* program = NULL;
            ASSERT_EQm( rows[i].text, ss_ok, ssCompileLaw( text, "a", &program, NULL ).code );
            ssLawDef lawDef = ssTextLawDef( program );
            ssLaw law = makeLaw( &lawDef );
            ssSpringSliderDef def = ssDefaultSpringSliderDef();
            def.normalForce = 1.0 + 0.7 * k;
            def.velocity = pow( 10.0, -6.0 + 0.53 * k );
            ssSteadySliding steady = ssSteadySlidingOf( &law, def.normalForce, def.velocity );
            double critical;
            ASSERT_EQm(
                rows[i].text, rows[i].expected, ssSpringSlider_Stability( &def, &steady, &critical ) );
            ASSERTm(
                rows[i].text, rows[i].expected == ss_sliderStable ? critical == 0.0 : isnan( critical ) );
            def.damping = 1e-3;
            ssSliderStability damped = ssSpringSlider_Stability( &def, &steady, &critical );
            ASSERTm( rows[i].text, rows[i].expected == ss_sliderUnstable || damped == ss_sliderStable );
            ssLaw_Destroy( &law );
            ssLawProgram_Release( program );
        }
    }
    PASS();
}

SUITE( springSlider )
{
    RUN_TEST( criticalStiffnessIsThatOfRiceAndRuina );
    RUN_TEST( smallMotionsGrowAsTheLinearisationSays );
    RUN_TEST( textAndFunctionOfCSlipAlike );
    RUN_TEST( substepsAreShortEnough );
    RUN_TEST( lugreSticksAndSlips );
    RUN_TEST( aGuidedBlockSlidesAsUnderCoulombsLaw );
    RUN_TEST( frictionThatDependsOnThePlaceConverges );
    RUN_TEST( neutralLawsAreNeitherStableNorUnstable );
    RUN_TEST( theSimulationTurnsUnstableAtTheCriticalStiffness );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( springSlider );
    return TEST_END();
}
