// SPDX-License-Identifier: MIT
#include "gs_common.h"

// Gauss-Seidel passes in single precision: their answers are those of double precision but for rounding, and
// what is reported of them is true to double precision.

static ssGsOptions optionsFor( double tolerance, int maxPasses )
{
    ssGsOptions options = ssDefaultGsOptions();
    options.tolerance = tolerance;
    options.maxPasses = maxPasses;
    options.single = true;
    return options;
}

static ssProblem makePile( int dimension, int contacts, double kick )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = dimension;
    def.contacts = contacts;
    def.kick = kick;
    ssProblem problem;
    testMust( ssMakePacking( &def, &problem ) );
    return problem;
}

/// |a - b| over |b|
static double relativeDistance( const double* a, const double* b, int size )
{
    double off = 0.0, whole = 0.0;
    for ( int i = 0; i < size; ++i )
    {
        off += ( a[i] - b[i] ) * ( a[i] - b[i] );
        whole += b[i] * b[i];
    }
    return sqrt( off / whole );
}

/// Passes in single precision lead to answers that the judge accepts, with the velocities that go with them
/// in double precision, whatever the units of mass are.
TEST passesInSinglePrecisionSatisfyTheJudge( void )
{
    ssGs* gs = ssCreateGs( NULL );
    int inSingle = 0;
    for ( int i = 0; i < testCount( 60 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        def.law = ss_contactFormSaxce;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double unit = i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1e12 : 1e-12;
        for ( int body = 0; body < problem.bodyCount; ++body )
        {
            problem.bodies[body].mass /= unit;
            problem.bodies[body].inertia = ssVec3_Scale( 1.0 / unit, problem.bodies[body].inertia );
            problem.inverseMass[body] *= unit;
            ssMat3* m = &problem.inverseInertia[body];
            *m = ( ssMat3 ){ ssVec3_Scale( unit, m->cx ), ssVec3_Scale( unit, m->cy ),
                ssVec3_Scale( unit, m->cz ) };
        }
        double *p = zeros( &problem ), *v = calloc( 6 * (size_t)problem.bodyCount, sizeof( double ) ),
               *expected = calloc( 6 * (size_t)problem.bodyCount, sizeof( double ) );
        ssGsOptions options = optionsFor( 1e-4, 20000 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, v, &report ) );
        inSingle += report.single;
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT( judged( &problem, p ) <= 1.001e-4 );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, expected ) );
        double off = 0.0, size = 0.0;
        for ( int k = 0; k < 6 * problem.bodyCount; ++k )
        {
            off = fmax( off, fabs( v[k] - expected[k] ) );
            size = fmax( size, fabs( expected[k] ) );
        }
        ASSERT( off <= 1e-12 * size );
        const char* differs = setWithOtherBits( gs, &problem, &options );
        ASSERT_EQm( differs, NULL, differs );
        // More digits than single precision has: the option is ignored.
        options.tolerance = 1e-8;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, NULL, &report ) );
        ASSERT( !report.single );
        free( p );
        free( v );
        free( expected );
        ssProblem_Destroy( &problem );
    }
    ASSERT( inSingle > testCount( 60 ) / 2 );
    ssDestroyGs( gs );
    PASS();
}

/// A fixed number of passes over a pile gives the same forces with either precision, but for the rounding
/// of single precision. The residual is the judge's and the velocities are those that follow from the
/// forces, to the rounding of double precision.
TEST pilesGetTheSameForcesInEitherPrecision( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    ssGs* gs = ssCreateGs( NULL );
    for ( int i = 0; i < SS_COUNT( dimensions ); ++i )
    {
        ssProblem problem = makePile( dimensions[i], 3000, 0.1 * i );
        int size = ssProblem_Size( &problem ), velocities = 6 * problem.bodyCount;
        double *p = zeros( &problem ), *inDouble = zeros( &problem ),
               *v = calloc( (size_t)velocities, sizeof( double ) ),
               *expected = calloc( (size_t)velocities, sizeof( double ) );
        ssGsOptions options = optionsFor( 0.0, 20 );
        options.omega = 1.0; // the kernel's own differs with the precision
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, v, &report ) );
        ASSERT( report.single );
        ASSERT_EQ( 20, report.passes );
        ASSERT_IN_RANGE( judged( &problem, p ), report.residual, 1e-11 * report.residual );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, expected ) );
        ASSERT( relativeDistance( v, expected, velocities ) <= 1e-13 );
        const char* differs = setWithOtherBits( gs, &problem, &options );
        ASSERT_EQm( differs, NULL, differs );
        options.single = false;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, inDouble, NULL, &report ) );
        ASSERT( !report.single );
        ASSERT( relativeDistance( p, inDouble, size ) <= 1e-5 );
        free( p );
        free( inDouble );
        free( v );
        free( expected );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( gs );
    PASS();
}

/// Where many passes are needed, most of them leave out contacts that hardly change. What they end with is an
/// answer of all contacts, with the velocities that follow from it, and the same bits every time.
TEST pilesThatNeedManyPassesAreSolvedAsAWhole( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    ssGs* gs = ssCreateGs( NULL );
    for ( int i = 0; i < SS_COUNT( dimensions ); ++i )
    {
        ssProblem problem = makePile( dimensions[i], 400, 0.3 );
        int size = ssProblem_Size( &problem ), velocities = 6 * problem.bodyCount;
        double *p = zeros( &problem ), *again = zeros( &problem ),
               *v = calloc( (size_t)velocities, sizeof( double ) ),
               *expected = calloc( (size_t)velocities, sizeof( double ) );
        ssGsOptions options = optionsFor( 1e-5, 20000 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, v, &report ) );
        ASSERT( report.single && report.passes > 64 );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT_IN_RANGE( judged( &problem, p ), report.residual, 1e-11 * report.residual );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, expected ) );
        ASSERT( relativeDistance( v, expected, velocities ) <= 1e-12 );
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, again, NULL, &report ) );
        ASSERT_MEM_EQ( p, again, (size_t)size * sizeof( double ) );
        const char* differs = setWithOtherBits( gs, &problem, &options );
        ASSERT_EQm( differs, NULL, differs );
        free( p );
        free( again );
        free( v );
        free( expected );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( gs );
    PASS();
}

/// Reactions of the step before are a good start although they may pull or slide too hard in this one.
TEST aStartOutsideOfItsConesIsAsGood( void )
{
    ssGs* gs = ssCreateGs( NULL );
    ssProblem problem = makePile( 6, 3000, 0.3 );
    int size = ssProblem_Size( &problem );
    double *start = zeros( &problem ), *p = zeros( &problem ), residuals[2];
    ssGsReport report;
    ssGsOptions options = optionsFor( 0.0, 30 );
    ASSERT_OK( ssGs_Solve( gs, &problem, &options, start, NULL, &report ) );
    for ( int i = 0; i < size; ++i ) { start[i] *= i % 6 == 0 ? ( i % 7 == 0 ? -0.3 : 0.7 ) : 2.0; }
    for ( int single = 0; single < 2; ++single )
    {
        memcpy( p, start, (size_t)size * sizeof( double ) );
        options.single = single == 1;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, NULL, &report ) );
        ASSERT_EQ( single == 1, report.single );
        residuals[single] = report.residual;
    }
    ASSERT( residuals[1] <= 1.1 * residuals[0] );
    free( start );
    free( p );
    ssProblem_Destroy( &problem );
    ssDestroyGs( gs );
    PASS();
}

/// Who asks for more digits than single precision has gets them: a small tolerance, or many passes over few
/// contacts, of bodies whatever their masses.
TEST manyDigitsAreDoublePrecisions( void )
{
    ssGs* gs = ssCreateGs( NULL );
    ssProblem few = makePile( 6, 60, 0.0 ), many = makePile( 6, 1500, 0.0 );
    double *p = zeros( &few ), *q = zeros( &many );
    ssGsReport report;
    ssGsOptions options = optionsFor( 0.0, 20000 );
    ASSERT_OK( ssGs_Solve( gs, &few, &options, p, NULL, &report ) );
    ASSERT( !report.single );
    ASSERT( report.residual < 1e-12 );
    options = optionsFor( 1e-8, 100 );
    ASSERT_OK( ssGs_Solve( gs, &many, &options, q, NULL, &report ) );
    ASSERT( !report.single );
    options = optionsFor( 0.0, 50 );
    many.inverseMass[0] *= 1e-6;
    many.inverseInertia[0] = ( ssMat3 ){ ssVec3_Scale( 1e-6, many.inverseInertia[0].cx ),
        ssVec3_Scale( 1e-6, many.inverseInertia[0].cy ), ssVec3_Scale( 1e-6, many.inverseInertia[0].cz ) };
    ASSERT_OK( ssGs_Solve( gs, &many, &options, q, NULL, &report ) );
    ASSERT( !report.single );
    free( p );
    free( q );
    ssProblem_Destroy( &few );
    ssProblem_Destroy( &many );
    ssDestroyGs( gs );
    PASS();
}

/// Passes that single precision has begun go on in double precision when a smaller tolerance is asked for.
TEST passesGoOnInDoublePrecision( void )
{
    ssGs* gs = ssCreateGs( NULL );
    ssProblem problem = makePile( 6, 300, 0.0 );
    double* p = zeros( &problem );
    ssGsOptions options = optionsFor( 1e-4, 20000 );
    ssGsReport report;
    ssGs_Plan( gs, &options );
    ASSERT_OK( ssGs_Begin( gs, &problem, p, 0 ) );
    ssGs_Iterate( gs, &options, &report );
    ASSERT( report.single );
    ASSERT_EQ( ss_statusConverged, report.status );
    double before = report.residual;
    options.tolerance = 1e-8;
    ssGs_Iterate( gs, &options, &report );
    ASSERT( !report.single );
    ASSERT_IN_RANGE( before, report.startResidual, 1e-9 * before );
    ASSERT_EQ( ss_statusConverged, report.status );
    ssGs_Finish( gs, p, NULL );
    ssGs_End( gs );
    ASSERT( judged( &problem, p ) <= 1.001e-8 );
    free( p );
    ssProblem_Destroy( &problem );
    ssDestroyGs( gs );
    PASS();
}

SUITE( single )
{
    RUN_TEST( passesInSinglePrecisionSatisfyTheJudge );
    RUN_TEST( pilesGetTheSameForcesInEitherPrecision );
    RUN_TEST( pilesThatNeedManyPassesAreSolvedAsAWhole );
    RUN_TEST( aStartOutsideOfItsConesIsAsGood );
    RUN_TEST( manyDigitsAreDoublePrecisions );
    RUN_TEST( passesGoOnInDoublePrecision );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( single );
    return TEST_END();
}
