// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "lcp/lcp.h"

// Linear complementarity problems with known answers, random ones judged by complementarity, and cases in
// which a method must say that it failed.

enum
{
    sizeMax = 24
};

static ssLcpWork* newWork( int size )
{
    ssLcpWork* work = NULL;
    return ssCreateLcpWork( size, &work ).code == ss_ok ? work : NULL;
}

/// Complementarity by its definition, not by the engine's judge.
static double defect( const ssLcp* lcp, const double* z )
{
    double worst = 0.0;
    for ( int i = 0; i < lcp->size; ++i )
    {
        double w = lcp->q[i];
        for ( int j = 0; j < lcp->size; ++j ) { w += lcp->m[i * lcp->size + j] * z[j]; }
        worst = fmax( worst, fmax( -z[i], -w ) );
        worst = fmax( worst, fabs( fmin( z[i], w ) ) );
    }
    return worst;
}

TEST lemkeSolvesTwoUnknownsByHand( void )
{
    ssLcpWork* work = newWork( 2 );
    // 2 z1 + z2 = 5 and z1 + 2 z2 = 6, both positive.
    const double m[] = { 2.0, 1.0, 1.0, 2.0 }, q[] = { -5.0, -6.0 };
    ssLcp lcp = { 2, m, q };
    double z[2];
    ssLcpReport report = ssLcp_Lemke( &lcp, work, z );
    ASSERT_EQ( ss_statusConverged, report.status );
    ASSERT( testNear( z[0], 4.0 / 3.0, 1e-15 ) && testNear( z[1], 7.0 / 3.0, 1e-15 ) );
    ASSERT( report.residual <= 1e-15 && report.iterations > 0 );
    // q >= 0: there is nothing to do.
    const double positive[] = { 1.0, 0.0 };
    lcp.q = positive;
    report = ssLcp_Lemke( &lcp, work, z );
    ASSERT( report.status == ss_statusConverged && report.iterations == 0 && z[0] == 0.0 && z[1] == 0.0 );
    lcp.size = 0;
    ASSERT_EQ( ss_statusConverged, ssLcp_Lemke( &lcp, work, z ).status );
    ssDestroyLcpWork( work );
    PASS();
}

TEST lemkeReportsARayWhereNothingSolves( void )
{
    ssLcpWork* work = newWork( 2 );
    const double m[] = { 0.0, 0.0, 0.0, 1.0 }, q[] = { -1.0, 1.0 };
    ssLcp lcp = { 2, m, q };
    double z[2];
    ASSERT_EQ( ss_statusRay, ssLcp_Lemke( &lcp, work, z ).status );
    ASSERT_STR_EQ( "ray termination", ssStatusName( ss_statusRay ) );
    ssDestroyLcpWork( work );
    PASS();
}

TEST valuesThatAreNotNumbersAreReported( void )
{
    ssLcpWork* work = newWork( 1 );
    const double m[] = { 1.0 }, q[] = { NAN };
    ssLcp lcp = { 1, m, q };
    double z[1] = { 0.0 };
    ASSERT_EQ( ss_statusNotFinite, ssLcp_Lemke( &lcp, work, z ).status );
    ssPgsOptions options = ssDefaultPgsOptions();
    ASSERT( ssLcp_Pgs( &lcp, &options, work, z ).status != ss_statusConverged );
    ssDestroyLcpWork( work );
    PASS();
}

/// M = G G^T + skew is positive definite and unsymmetric.
static void randomDefinite( testRng* rng, int n, double skew, double* m, double* q )
{
    double g[sizeMax * sizeMax];
    for ( int i = 0; i < n * n; ++i ) { g[i] = testUniform( rng, -1.0, 1.0 ); }
    for ( int i = 0; i < n; ++i )
    {
        q[i] = testUniform( rng, -3.0, 3.0 );
        for ( int j = 0; j < n; ++j )
        {
            double sum = i == j ? 0.1 : 0.0;
            for ( int k = 0; k < n; ++k ) { sum += g[i * n + k] * g[j * n + k]; }
            m[i * n + j] = sum + skew * ( i < j ? g[i * n + j] : i > j ? -g[j * n + i] : 0.0 );
        }
    }
}

TEST lemkeSolvesRandomDefiniteProblems( void )
{
    testRng rng = { 3 };
    ssLcpWork* work = newWork( sizeMax );
    for ( int trial = 0, n = testCount( 300 ); trial < n; ++trial )
    {
        double m[sizeMax * sizeMax], q[sizeMax], z[sizeMax];
        int size = 1 + (int)( testRandom( &rng ) % sizeMax );
        randomDefinite( &rng, size, trial % 3, m, q );
        ssLcp lcp = { size, m, q };
        ssLcpReport report = ssLcp_Lemke( &lcp, work, z );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT( report.residual <= 1e-12 );
        ASSERT( defect( &lcp, z ) <= 1e-10 );
        ASSERT( ssLcp_Residual( &lcp, work, z ) == report.residual );
    }
    ssDestroyLcpWork( work );
    PASS();
}

TEST degenerateProblemsDoNotCycle( void )
{
    // All constants are equal and rows are repeated, so every ratio test ties.
    testRng rng = { 8 };
    ssLcpWork* work = newWork( sizeMax );
    for ( int trial = 0; trial < 200; ++trial )
    {
        double m[sizeMax * sizeMax], q[sizeMax], z[sizeMax], g[sizeMax][3];
        int n = sizeMax;
        for ( int i = 0; i < n; ++i )
        {
            for ( int k = 0; k < 3; ++k ) { g[i][k] = (double)( testRandom( &rng ) % 3 ); }
        }
        for ( int i = 0; i < n; ++i )
        {
            q[i] = -1.0;
            for ( int j = 0; j < n; ++j )
            {
                // M is nonnegative with a positive diagonal: strictly copositive, and of low rank apart from
                // the diagonal.
                m[i * n + j] = g[i][0] * g[j][0] + g[i][1] * g[j][1] + g[i][2] * g[j][2] + ( i / 2 == j / 2 );
            }
        }
        ssLcp lcp = { n, m, q };
        ASSERT_EQ( ss_statusConverged, ssLcp_Lemke( &lcp, work, z ).status );
        ASSERT( defect( &lcp, z ) <= 1e-11 );
    }
    ssDestroyLcpWork( work );
    PASS();
}

TEST theJudgeDoesNotDependOnUnits( void )
{
    testRng rng = { 5 };
    ssLcpWork* work = newWork( 6 );
    double m[36], q[6], z[6], scaledM[36], scaledQ[6], scaledZ[6];
    randomDefinite( &rng, 6, 0.5, m, q );
    for ( int i = 0; i < 6; ++i ) { z[i] = testUniform( &rng, 0.0, 1.0 ); }
    for ( int i = 0; i < 6; ++i )
    {
        double s = ldexp( 1.0, 10 * i - 20 );
        scaledQ[i] = q[i] * s;
        scaledZ[i] = z[i] / s;
        for ( int j = 0; j < 6; ++j ) { scaledM[i * 6 + j] = m[i * 6 + j] * s * ldexp( 1.0, 10 * j - 20 ); }
    }
    ssLcp lcp = { 6, m, q }, scaled = { 6, scaledM, scaledQ };
    double a = ssLcp_Residual( &lcp, work, z ), b = ssLcp_Residual( &scaled, work, scaledZ );
    // Scales are powers of two, so the two may differ by a factor near one.
    ASSERT( a > 1e-3 && a / b < 4.0 && b / a < 4.0 );
    z[0] = NAN;
    ASSERT( isinf( ssLcp_Residual( &lcp, work, z ) ) );
    ssDestroyLcpWork( work );
    PASS();
}

TEST gaussSeidelSolvesSymmetricProblems( void )
{
    testRng rng = { 4 };
    ssLcpWork* work = newWork( sizeMax );
    ssPgsOptions options = ssDefaultPgsOptions();
    options.maxPasses = 200000;
    for ( int trial = 0; trial < 20; ++trial )
    {
        double m[sizeMax * sizeMax], q[sizeMax], z[sizeMax] = { 0.0 }, lemke[sizeMax];
        randomDefinite( &rng, 6, 0.0, m, q );
        ssLcp lcp = { 6, m, q };
        ssLcpReport report = ssLcp_Pgs( &lcp, &options, work, z );
        ASSERT_EQ( ss_statusConverged, report.status );
        ssLcp_Lemke( &lcp, work, lemke );
        for ( int i = 0; i < 6; ++i ) { ASSERT( testNear( z[i], lemke[i], 1e-8 ) ); }
    }
    ssDestroyLcpWork( work );
    PASS();
}

TEST gaussSeidelNamesItsCycle( void )
{
    // z1 = max(0, 1 - 2 z2), z2 = max(0, 2 z1 - 1/2) has the answer (2/5, 3/10). M is an unsymmetric
    // P-matrix; from zero, the sweeps jump between (1, 3/2) and (0, 0) for ever.
    const double m[] = { 1.0, 2.0, -2.0, 1.0 }, q[] = { -1.0, 0.5 };
    ssLcp lcp = { 2, m, q };
    ssLcpWork* work = newWork( 2 );
    ssPgsOptions options = ssDefaultPgsOptions();
    double z[2] = { 0.0, 0.0 };
    ssLcpReport report = ssLcp_Pgs( &lcp, &options, work, z );
    ASSERT_EQ( ss_statusCycle, report.status );
    ASSERT_EQ( 2, report.period );
    ASSERT( report.residual > 0.1 && report.iterations < 20 );
    ASSERT_EQ( ss_statusConverged, ssLcp_Lemke( &lcp, work, z ).status );
    ASSERT( testNear( z[0], 0.4, 1e-15 ) && testNear( z[1], 0.3, 1e-15 ) );
    // With less relaxation it converges.
    options.relaxation = 0.3;
    z[0] = z[1] = 0.0;
    ASSERT_EQ( ss_statusConverged, ssLcp_Pgs( &lcp, &options, work, z ).status );
    ssDestroyLcpWork( work );
    PASS();
}

TEST gaussSeidelRefusesAZeroDiagonal( void )
{
    const double m[] = { 0.0, 1.0, -1.0, 0.0 }, q[] = { 1.0, 1.0 };
    ssLcp lcp = { 2, m, q };
    ssLcpWork* work = newWork( 2 );
    ssPgsOptions options = ssDefaultPgsOptions();
    double z[2] = { 0.0, 0.0 };
    ASSERT_EQ( ss_statusRefused, ssLcp_Pgs( &lcp, &options, work, z ).status );
    ssDestroyLcpWork( work );
    PASS();
}

static void* noMemory( void* context, size_t size )
{
    (void)context;
    (void)size;
    return NULL;
}

static void ignore( void* context, void* memory )
{
    (void)context;
    (void)memory;
}

TEST missingMemoryIsReported( void )
{
    ssLcpWork* work = NULL;
    ssPyramidSolver* solver = NULL;
    ssInstallAllocator( noMemory, ignore, NULL );
    ssCode lcp = ssCreateLcpWork( 10, &work ).code, pyramid = ssCreatePyramidSolver( 3, 1, 4, &solver ).code;
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT( lcp == ss_errorMemory && pyramid == ss_errorMemory && work == NULL && solver == NULL );
    ASSERT_EQ( ss_errorValue, ssCreateLcpWork( -1, &work ).code );
    ASSERT_EQ( ss_errorValue, ssCreateLcpWork( 1000000000, &work ).code );
    ASSERT_EQ( ss_errorValue, ssCreatePyramidSolver( 0, 1, 2, &solver ).code );
    ssDestroyLcpWork( NULL );
    ssDestroyPyramidSolver( NULL );
    PASS();
}

SUITE( lemke )
{
    RUN_TEST( lemkeSolvesTwoUnknownsByHand );
    RUN_TEST( lemkeReportsARayWhereNothingSolves );
    RUN_TEST( valuesThatAreNotNumbersAreReported );
    RUN_TEST( lemkeSolvesRandomDefiniteProblems );
    RUN_TEST( degenerateProblemsDoNotCycle );
    RUN_TEST( theJudgeDoesNotDependOnUnits );
}

SUITE( gaussSeidel )
{
    RUN_TEST( gaussSeidelSolvesSymmetricProblems );
    RUN_TEST( gaussSeidelNamesItsCycle );
    RUN_TEST( gaussSeidelRefusesAZeroDiagonal );
    RUN_TEST( missingMemoryIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lemke );
    RUN_SUITE( gaussSeidel );
    return TEST_END();
}
