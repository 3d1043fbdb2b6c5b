// SPDX-License-Identifier: MIT
#include "law_common.h"
#include "solver_common.h"

// Laws that follow a flow rule: the resolvent of the rule against a search over all sliding angles, and
// solvers against the rule itself. Rules without a direction set D are among them.

typedef enum RuleKind
{
    rule_tensor2,
    rule_tensor4,
    rule_samples,
    rule_flanks,
    rule_count
} RuleKind;

static ssFlowSample s_samples[48];

/// Makes the law of a random rule, by chance with a large skew part; false if it is refused.
static bool randomRule( testRng* rng, RuleKind kind, ssLawDef* def, ssLaw* law )
{
    *def = ssDefaultLawDef( kind == rule_flanks ? ss_lawKindAsperity : ss_lawKindTabulated );
    def->cForce = testUniform( rng, 0.5, 20.0 );
    def->flow.kind = kind == rule_tensor4 ? ss_flowTensor4
        : kind == rule_samples            ? ss_flowSamples
                                          : ss_flowTensor2;
    for ( int i = 0; i < 4; ++i )
    {
        def->flow.tensor2[i] = testUniform( rng, -0.7, 0.7 ) + ( i % 3 == 0 ? 1.0 : 0.0 );
    }
    for ( int i = 0; i < 16; ++i ) { def->flow.tensor4[i] = testUniform( rng, -0.5, 0.5 ); }
    int count = 8 + (int)( testRandom( rng ) % 40u );
    double skew = testUniform( rng, -0.5, 0.5 ), uneven = testUniform( rng, 0.0, 0.6 );
    for ( int i = 0; i < count; ++i )
    {
        double phi = 2.0 * SS_PI * ( i + testUniform( rng, 0.0, 0.5 ) ) / count, c = cos( phi ),
               s = sin( phi );
        double along = 1.0 + 0.5 * uneven * cos( 2.0 * phi ), across = skew + 0.3 * uneven * sin( phi );
        s_samples[i].phiDeg = phi * DEGREES;
        s_samples[i].force = ssVec2_Make( along * c - across * s, along * s + across * c );
    }
    def->flow.samples = s_samples;
    def->flow.sampleCount = count;
    def->c.mu = testUniform( rng, 0.05, 1.2 );
    def->c.betaDeg = testUniform( rng, 1.0, 36.0 );
    def->c.beta2Deg = testUniform( rng, 1.0, 36.0 );
    def->c.rotationDeg = kind == rule_flanks ? testUniform( rng, -180.0, 180.0 ) : 0.0;
    return ssMakeLaw( def, law ).code == ss_ok;
}

static void makeRandomRule( testRng* rng, RuleKind kind, ssLawDef* def, ssLaw* law )
{
    while ( randomRule( rng, kind, def, law ) == false ) {}
}

static ssVec2 atAngle( double phi ) { return ssVec2_Make( cos( phi ), sin( phi ) ); }

static double crossOf( ssVec2 a, ssVec2 b ) { return a.x * b.y - a.y * b.x; }

// -------------------------------------------------------------------------------------------------- the rule

TEST slopesAreTheDerivativesOfTheForces( void )
{
    testRng rng = { 41 };
    for ( int kind = 0; kind < rule_count; ++kind )
    {
        for ( int n = 0; n < testCount( 10 ); ++n )
        {
            ssLawDef def;
            ssLaw law;
            makeRandomRule( &rng, (RuleKind)kind, &def, &law );
            for ( int k = 0; k < 20; ++k )
            {
                const double step = 1e-5;
                double phi = testUniform( &rng, -SS_PI, SS_PI );
                ssVec2 force, slope, before, after, other;
                law.type->flow( &law, atAngle( phi ), &force, &slope );
                law.type->flow( &law, atAngle( phi - step ), &before, &other );
                bool isKink = distance( other, slope ) > 1e-2; // between two segments of samples
                law.type->flow( &law, atAngle( phi + step ), &after, &other );
                isKink = isKink || distance( other, slope ) > 1e-2;
                ssVec2 difference = ssVec2_Scale( 0.5 / step, ssVec2_Sub( after, before ) );
                ASSERT( isKink || distance( difference, slope ) < 1e-6 * ( 1.0 + ssVec2_Length( slope ) ) );
                ASSERT( distance( ssLaw_SlipForce( &law, law.cForce, atAngle( phi ) ).force, force ) <
                    1e-14 * ( 1.0 + ssVec2_Length( slope ) ) );
            }
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

TEST forcesOfTheRuleHaveGaugeOneAndTheirDirection( void )
{
    testRng rng = { 42 };
    for ( int kind = 0; kind < rule_count; ++kind )
    {
        for ( int n = 0; n < testCount( 15 ); ++n )
        {
            ssLawDef def;
            ssLaw law;
            makeRandomRule( &rng, (RuleKind)kind, &def, &law );
            for ( int k = 0; k < 50; ++k )
            {
                double load = pow( 10.0, testUniform( &rng, -6.0, 6.0 ) );
                ssVec2 g = randomDirection( &rng ), f = ssLaw_SlipForce( &law, load, g ).force;
                ASSERT_IN_RANGE( 1.0, ssLaw_Gauge( &law, load, f ), 1e-13 );
                ASSERT_IN_RANGE( 0.3, ssLaw_Gauge( &law, load, ssVec2_Scale( 0.3, f ) ), 1e-13 );
                ssSlideDirections slide = ssLaw_SlideDirections( &law, load, f, 1e-9 );
                ASSERT_EQ( ss_slidePossible, slide.verdict );
                ASSERT( distance( slide.first, g ) < 1e-10 && distance( slide.last, g ) < 1e-10 );
                ASSERT_FALSE( ssLaw_CanStick( &law, load, ssVec2_Scale( 1.0 + 1e-12, f ) ) );
                ASSERT( ssLaw_CanStick( &law, load, ssVec2_Scale( 1.0 - 1e-12, f ) ) );
            }
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

// --------------------------------------------------------------------------------------------- the resolvent

#define ANGLES 1800

/// Counts the sliding answers to a trial force over all angles. The nearest to `answer` is `distance` away.
static int slidingAnswers( const ssLaw* law, ssVec2 x, ssVec2 answer, double* least )
{
    int count = 0;
    double before = 0.0;
    for ( int i = 0; i <= ANGLES; ++i )
    {
        ssVec2 e = atAngle( 2.0 * SS_PI * i / ANGLES ), f = ssLaw_SlipForce( law, law->cForce, e ).force;
        ssVec2 y = ssVec2_Sub( x, f );
        double miss = crossOf( e, y );
        if ( i > 0 && ( miss > 0.0 ) != ( before > 0.0 ) && ssVec2_Dot( e, y ) > 0.0 )
        {
            *least = fmin( *least, distance( f, answer ) );
            ++count;
        }
        before = miss;
    }
    return count;
}

TEST resolventAgreesWithASearchOverAllAngles( void )
{
    testRng rng = { 43 };
    int slid = 0, stuck = 0;
    for ( int n = 0; n < testCount( 40 ); ++n )
    {
        ssLawDef def;
        ssLaw law;
        makeRandomRule( &rng, (RuleKind)( n % rule_count ), &def, &law );
        double size = law.report.largest;
        for ( int k = 0; k < 10; ++k )
        {
            ssVec2 x =
                ssVec2_Scale( size * pow( 10.0, testUniform( &rng, -1.0, 1.0 ) ), randomDirection( &rng ) );
            double gauge = ssLaw_Gauge( &law, law.cForce, x );
            if ( fabs( gauge - 1.0 ) < 1e-2 )
            {
                continue; // the search is too coarse there
            }
            // Every split of x into a force and a velocity has the same resolvent if the rule has only one.
            ssVec2 f = ssVec2_Scale( size * testUniform( &rng, 0.0, 1.0 ), randomDirection( &rng ) );
            double r0 = pow( 10.0, testUniform( &rng, -2.0, 2.0 ) ), least = (double)INFINITY;
            ssVec2 g = ssVec2_Scale( 1.0 / r0, ssVec2_Sub( x, f ) );
            ssVec2 answer = ssLaw_ProxStep( &law, law.cForce, f, g, r0 );
            int count = slidingAnswers( &law, x, answer, &least );
            bool sticks = distance( answer, x ) <= 1e-12 * size;
            if ( law.report.unique )
            {
                ASSERT_EQ_FMT( gauge > 1.0 ? 1 : 0, count, "%d" );
                ASSERT_EQ( gauge <= 1.0, sticks );
            }
            ASSERT( sticks ? gauge <= 1.0 : least < 0.05 * size );
            if ( sticks == false )
            {
                // The rest of x is a velocity to which the rule gives this very force.
                ssVec2 gamma = ssVec2_Sub( x, answer );
                ASSERT( distance( ssLaw_SlipForce( &law, law.cForce, gamma ).force, answer ) < 1e-12 * size );
                ++slid;
            }
            stuck += sticks;
        }
        ssLaw_Destroy( &law );
    }
    ASSERT( slid > 0 && stuck > 0 );
    PASS();
}

TEST pairsOfTheRuleAndOnlyTheyAreFixedPoints( void )
{
    testRng rng = { 44 };
    int several = 0;
    for ( int n = 0; n < testCount( 80 ); ++n )
    {
        ssLawDef def;
        ssLaw law;
        makeRandomRule( &rng, (RuleKind)( n % rule_count ), &def, &law );
        several += law.report.unique == false;
        for ( int k = 0; k < 20; ++k )
        {
            ssVec2 g = ssVec2_Scale( pow( 10.0, testUniform( &rng, -3, 3 ) ), randomDirection( &rng ) );
            double load = testUniform( &rng, 0.1, 10.0 ), r0 = pow( 10.0, testUniform( &rng, -3, 3 ) );
            ssVec2 f = ssLaw_SlipForce( &law, load, g ).force;
            double size = ssVec2_Length( f );
            ASSERT( distance( ssLaw_ProxStep( &law, load, f, g, r0 ), f ) <= 1e-13 * size );
            ssVec2 inside = ssVec2_Scale( testUniform( &rng, 0.0, 0.999 ), f );
            ASSERT( distance( ssLaw_ProxStep( &law, load, inside, ssVec2_Make( 0.0, 0.0 ), r0 ), inside ) <=
                1e-14 * size );
            // A force that is another one than the rule's is not left alone.
            double off = fmin( size, r0 * ssVec2_Length( g ) );
            ssVec2 other =
                ssVec2_MulAdd( f, 0.1 * testUniform( &rng, 0.1, 1.0 ) * size, randomDirection( &rng ) );
            ASSERT( distance( ssLaw_ProxStep( &law, load, other, g, r0 ), other ) > 1e-9 * off );
            ASSERT(
                distance( ssLaw_ProxStep( &law, load, f, ssVec2_Scale( -1.0, g ), r0 ), f ) > 1e-9 * off );
        }
        ssLaw_Destroy( &law );
    }
    // At full scale some rules have several answers; their pairs are fixed points all the same.
    ASSERT( several > 0 || testCount( 80 ) < 300 );
    PASS();
}

TEST loadsOfAnySizeHaveAnAnswer( void )
{
    testRng rng = { 49 };
    for ( int n = 0; n < testCount( 20 ); ++n )
    {
        ssLawDef def;
        ssLaw law;
        makeRandomRule( &rng, (RuleKind)( n % rule_count ), &def, &law );
        for ( int exponent = -310; exponent <= 300; exponent += 10 )
        {
            double load = pow( 10.0, exponent );
            ssVec2 g = randomDirection( &rng ), f = ssLaw_SlipForce( &law, load, g ).force;
            ssVec2 none = { 0.0, 0.0 }, step = ssLaw_ProxStep( &law, load, none, g, 1e-3 );
            ASSERT( isfinite( step.x ) && isfinite( step.y ) );
            ASSERT( distance( ssLaw_ProxStep( &law, load, f, g, 1.0 ), f ) <=
                1e-13 * ssVec2_Length( f ) + 1e-322 );
            // A small velocity is below what friction stops, a large one above.
            ASSERT( exponent < 10 || distance( step, ssVec2_Scale( 1e-3, g ) ) == 0.0 );
            ASSERT( exponent > -20 || distance( step, f ) <= 1e-12 * ssVec2_Length( f ) + 1e-322 );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST tensorsOfOrderTwoHaveOneAnswer( void )
{
    testRng rng = { 45 };
    for ( int n = 0; n < testCount( 40 ); ++n )
    {
        ssLawDef def;
        ssLaw law;
        makeRandomRule( &rng, rule_tensor2, &def, &law );
        ASSERT( law.report.unique );
        ASSERT( isnan( law.report.inwardAngleDeg ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST rulesWithSeveralAnswersSaySoAndAreSolved( void )
{
    // The force leads by far, and around 90° and 270° its lead falls so fast that the velocity points into C.
    ssFlowSample samples[72];
    for ( int i = 0; i < 72; ++i )
    {
        double phi = 5.0 * i / DEGREES, across = 1.5 + 0.7 * sin( 2.0 * phi );
        samples[i].phiDeg = 5.0 * i;
        samples[i].force = ssVec2_Make( cos( phi ) - across * sin( phi ), sin( phi ) + across * cos( phi ) );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.kind = ss_flowSamples;
    def.flow.samples = samples;
    def.flow.sampleCount = 72;
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT_FALSE( law.report.unique );
    ASSERT( fabs( cos( law.report.inwardAngleDeg / DEGREES ) ) < 0.1 );
    char text[SS_FLOW_TEXT_MAX];
    ssLaw_DescribeFlow( &law, text, sizeof( text ) );
    ASSERT( testContains( text, "closure gap" ) && testContains( text, "several answers" ) );
    // Sticking and sliding answer the same load here: the latter is found from its own velocity, the former
    // from any other.
    ssVec2 g = ssVec2_Make( 0.0, 0.1 ), f = ssLaw_SlipForce( &law, 1.0, g ).force;
    ssVec2 x = ssVec2_Add( f, g );
    ASSERT( ssLaw_CanStick( &law, 1.0, x ) );
    ASSERT( distance( ssLaw_ProxStep( &law, 1.0, f, g, 1.0 ), f ) < 1e-14 );
    ASSERT( distance( ssLaw_ProxStep( &law, 1.0, ssVec2_Make( 0.0, 0.0 ), x, 1.0 ), x ) < 1e-14 );
    ASSERT( ssLaw_SolveDirect( &law, 1.0, 1.0, x, f ).stick );
    ssLaw_Destroy( &law );
    PASS();
}

// ----------------------------------------------------------------------------------------------- one contact

TEST directSolveObeysTheRule( void )
{
    testRng rng = { 46 };
    for ( int n = 0; n < testCount( 40 ); ++n )
    {
        ssLawDef def;
        ssLaw law;
        makeRandomRule( &rng, (RuleKind)( n % rule_count ), &def, &law );
        for ( int k = 0; k < 20; ++k )
        {
            double load = testUniform( &rng, 0.1, 10.0 ), g = pow( 10.0, testUniform( &rng, -3, 3 ) );
            double size = law.report.largest * load / law.cForce;
            ssVec2 free = ssVec2_Scale( g * size * testUniform( &rng, 0.0, 5.0 ), randomDirection( &rng ) );
            ssVec2 start = ssVec2_Scale( size * testUniform( &rng, 0.0, 1.0 ), randomDirection( &rng ) );
            for ( int direct = 0; direct < 2; ++direct )
            {
                ssPlanarSolution s = direct ? ssLaw_SolveDirect( &law, load, g, free, start )
                                            : ssLaw_SolveProx( &law, load, g, free, start, 1e-12, 100 );
                ASSERT( s.converged );
                ASSERT( s.error <= 1e-12 * size );
                double speed = ssVec2_Length( s.gamma ) / ( g * size );
                ASSERT( s.stick ? ssLaw_CanStick( &law, load, ssVec2_Scale( 1.0 - 1e-10, s.force ) )
                                : distance( s.force, ssLaw_SlipForce( &law, load, s.gamma ).force ) <=
                            1e-14 * size * ( 100.0 + 10.0 / speed ) );
            }
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

static enum greatest_test_res solvedAsEvaluated( const ssLawDef* def, double g, const double* q )
{
    static const char* const names[] = { "auto", "nsgs", "qvi", "newton" };
    const double w[9] = { g, 0.0, 0.0, 0.0, g, 0.0, 0.0, 0.0, g };
    const int zero = 0;
    ssCone cone = { .dimension = 3, .variant = ss_coneIntersection };
    ssProblem problem;
    ssLaw law;
    int index = -1;
    makeOrDie( def, &law );
    ASSERT_OK( ssProblem_FromBlocks( 3, 1, 1, &zero, &zero, w, q, &cone, ss_contactFormSaxce, &problem ) );
    ASSERT_OK( ssProblem_AddLaw( &problem, def, &index ) );
    problem.laws[0] = ss_contactFormPlanar;
    problem.lawIndex[0] = index;
    ssVec2 wanted = ssVec2_Make( q[1] / g, q[2] / g );
    bool sticks = ssLaw_Gauge( &law, -q[0] / g, wanted ) <= 1.0;
    for ( int s = 0; s < SS_COUNT( names ); ++s )
    {
        double p[3] = { 0.0 }, y[3];
        ssSolveReport report = solveWith( ssFindSolver( names[s] ), &problem, 1e-13, p );
        ASSERT_EQ_FMTm( names[s], ss_statusConverged, report.status, "%d" );
        ASSERTm( names[s], testContains( report.what, "closure gap" ) );
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        ASSERT_IN_RANGEm( names[s], -q[0] / g, p[0], 1e-10 * p[0] );
        ssVec2 f = ssVec2_Make( -p[1], -p[2] ), gamma = ssVec2_Make( y[1], y[2] );
        double size = law.report.largest * p[0] / law.cForce, miss = 0.0;
        miss =
            sticks ? ssVec2_Length( gamma ) / g : distance( f, ssLaw_SlipForce( &law, p[0], gamma ).force );
        ASSERTm( names[s], miss <= 1e-10 * size );
    }
    ssProblem_Destroy( &problem );
    ssLaw_Destroy( &law );
    PASS();
}

TEST solversSolveTheRuleThatIsEvaluated( void )
{
    static const double tensor[4] = { 0.6, 0.1, -0.1, 0.3 };
    ssLawDef def;
    testRng rng = { 47 };
    for ( int n = 0; n < testCount( 40 ); ++n )
    {
        double g = pow( 10.0, testUniform( &rng, -2.0, 2.0 ) ),
               load = pow( 10.0, testUniform( &rng, -2.0, 2.0 ) );
        double size = load * pow( 10.0, testUniform( &rng, -1.0, 1.5 ) );
        ssVec2 e = randomDirection( &rng );
        ssLaw law;
        if ( n % 3 == 0 )
        {
            def = ssDefaultLawDef( ss_lawKindTabulated );
            memcpy( def.flow.tensor2, tensor, sizeof( tensor ) );
            makeOrDie( &def, &law );
        }
        else { makeRandomRule( &rng, (RuleKind)( n % rule_count ), &def, &law ); }
        // Right at the boundary of C the direction of a vanishing velocity is a matter of rounding.
        double gauge = ssLaw_Gauge( &law, load, ssVec2_Scale( size, e ) );
        ssLaw_Destroy( &law );
        double q[3] = { -g * load, g * size * e.x, g * size * e.y };
        if ( fabs( gauge - 1.0 ) > 1e-3 ) { CHECK_CALL( solvedAsEvaluated( &def, g, q ) ); }
    }
    PASS();
}

TEST isotropicRulesAreCoulombsLawInPackings( void )
{
    ssFlowSample samples[16];
    for ( int k = 0; k < testCount( 12 ); ++k )
    {
        ssPackingDef packing = ssRandomPackingDef( (uint64_t)k + 60 );
        packing.dimension = 3;
        packing.mu = 0.4;
        ssProblem problem;
        int index = -1;
        ASSERT_OK( ssMakePacking( &packing, &problem ) );
        double *p = zeros( &problem ), *coulomb = zeros( &problem ), most = 0.0;
        ASSERT_EQ(
            ss_statusConverged, solveWith( ssFindSolver( "newton" ), &problem, 1e-14, coulomb ).status );
        ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
        def.flow.tensor2[0] = def.flow.tensor2[3] = 0.4;
        for ( int i = 0; i < 16; ++i )
        {
            samples[i].phiDeg = 22.5 * i;
            samples[i].force = ssVec2_Scale( 0.4, atAngle( 22.5 * i / DEGREES ) );
        }
        def.flow.kind = k % 2 == 0 ? ss_flowTensor2 : ss_flowSamples;
        def.flow.samples = samples;
        def.flow.sampleCount = 16;
        ASSERT_OK( ssProblem_AddLaw( &problem, &def, &index ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            problem.laws[i] = ss_contactFormPlanar;
            problem.lawIndex[i] = index;
            most = fmax( most, coulomb[3 * i] );
        }
        ASSERT_EQ( ss_statusConverged, solveWith( ssFindSolver( "newton" ), &problem, 1e-14, p ).status );
        for ( int i = 0; i < 3 * problem.contactCount; ++i )
        {
            ASSERT_IN_RANGE( coulomb[i], p[i], 1e-12 * most );
        }
        free( p );
        free( coulomb );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST packingsObeyRulesWithoutADirectionSet( void )
{
    testRng rng = { 48 };
    for ( int k = 0; k < testCount( 12 ); ++k )
    {
        ssPackingDef packing = ssRandomPackingDef( (uint64_t)k + 60 );
        packing.dimension = 3;
        ssProblem problem;
        ssLawDef def;
        ssLaw law;
        int index = -1;
        ASSERT_OK( ssMakePacking( &packing, &problem ) );
        makeRandomRule( &rng, (RuleKind)( k % rule_count ), &def, &law );
        ASSERT_OK( ssProblem_AddLaw( &problem, &def, &index ) );
        double *p = zeros( &problem ), *y = zeros( &problem ), most = 0.0;
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            problem.laws[i] = ss_contactFormPlanar;
            problem.lawIndex[i] = index;
        }
        ASSERT_EQ( ss_statusConverged, solveWith( ssFindSolver( "auto" ), &problem, 1e-12, p ).status );
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        for ( int i = 0; i < problem.contactCount; ++i ) { most = fmax( most, p[3 * i] ); }
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            ssVec2 gamma = ssVec2_Make( y[3 * i + 1], y[3 * i + 2] ), f = { -p[3 * i + 1], -p[3 * i + 2] };
            bool slides = ssVec2_Length( gamma ) > 1e-4;
            ASSERT( p[3 * i] <= 0.0 || slides == false ||
                distance( f, ssLaw_SlipForce( &law, p[3 * i], gamma ).force ) <= 1e-7 * most );
        }
        free( p );
        free( y );
        ssLaw_Destroy( &law );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

SUITE( rule )
{
    RUN_TEST( slopesAreTheDerivativesOfTheForces );
    RUN_TEST( forcesOfTheRuleHaveGaugeOneAndTheirDirection );
    RUN_TEST( resolventAgreesWithASearchOverAllAngles );
    RUN_TEST( pairsOfTheRuleAndOnlyTheyAreFixedPoints );
    RUN_TEST( loadsOfAnySizeHaveAnAnswer );
    RUN_TEST( tensorsOfOrderTwoHaveOneAnswer );
    RUN_TEST( rulesWithSeveralAnswersSaySoAndAreSolved );
}

SUITE( solved )
{
    RUN_TEST( directSolveObeysTheRule );
    RUN_TEST( solversSolveTheRuleThatIsEvaluated );
    RUN_TEST( isotropicRulesAreCoulombsLawInPackings );
    RUN_TEST( packingsObeyRulesWithoutADirectionSet );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( rule );
    RUN_SUITE( solved );
    return TEST_END();
}
