// SPDX-License-Identifier: MIT
#include "solver_common.h"

// Solvers on contacts that are not cones: sets of forces and directions, functions of the velocity, patches.

static enum greatest_test_res planarPacking( ssLawKind kind, bool circle )
{
    for ( int k = 0; k < testCount( 6 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 60 );
        ssProblem problem;
        int index = -1;
        def.dimension = 3;
        def.mu = 0.4;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        ssLawDef law = ssDefaultLawDef( kind );
        law.c = ssDefaultSetDef( circle ? ss_setCircle : ss_setEllipse );
        law.c.a = 0.4;
        law.c.b = 0.2;
        law.d = ssDefaultSetDef( ss_setCircle );
        law.cForce = 1.0;
        ASSERT_OK( ssProblem_AddLaw( &problem, &law, &index ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            problem.laws[i] = ss_contactFormPlanar;
            problem.lawIndex[i] = index;
        }
        static const char* const names[] = { "nsgs", "qvi", "newton", "auto" };
        for ( int s = 0; s < SS_COUNT( names ); ++s )
        {
            double* p = zeros( &problem );
            ssSolveReport report = solveWith( ssFindSolver( names[s] ), &problem, 1e-8, p );
            ASSERT_EQ_FMTm( names[s], ss_statusConverged, report.status, "%d" );
            if ( circle )
            {
                // Round sets are Coulomb's law, so the judge of cones must agree.
                for ( int i = 0; i < problem.contactCount; ++i ) { problem.laws[i] = ss_contactFormSaxce; }
                ASSERT( judged( &problem, p ) <= 1e-7 );
                for ( int i = 0; i < problem.contactCount; ++i ) { problem.laws[i] = ss_contactFormPlanar; }
            }
            ssJudgement judgement;
            ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
            ASSERT( judgement.dissipation >= -1e-12 );
            free( p );
        }
        double* p = zeros( &problem );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ssResult result = ssSolve( ssFindSolver( "admm" ), &problem, &options, p, &report );
        ASSERTm( result.message, testContains( result.message, "anisotropic" ) );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

/// A packing in which all contacts obey one law of the table; every reaction is then the answer of that law
/// to the velocity.
static enum greatest_test_res lawfulPacking( const ssLawDef* law )
{
    for ( int k = 0; k < testCount( 5 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 80 );
        ssProblem problem;
        ssLaw made;
        int index = -1, d = 6;
        def.dimension = d;
        def.muRollRatio = law->muRoll / def.radius;
        def.muSpinRatio = law->muSpin / def.radius;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        ASSERT_OK( ssProblem_AddLaw( &problem, law, &index ) );
        ASSERT_OK( ssMakeLaw( law, &made ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            problem.laws[i] = ss_contactFormPlanar;
            problem.lawIndex[i] = index;
        }
        ASSERT_OK( ssProblem_Check( &problem ) );
        static const char* const names[] = { "nsgs", "qvi", "auto", "newton" };
        double *p = zeros( &problem ), *y = zeros( &problem );
        for ( int s = 0; s < SS_COUNT( names ); ++s )
        {
            memset( p, 0, sizeof( double ) * (size_t)ssProblem_Size( &problem ) );
            ssSolveReport report = solveWith( ssFindSolver( names[s] ), &problem, 1e-9, p );
            ASSERT_EQ_FMTm( names[s], ss_statusConverged, report.status, "%d" );
            ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
            double most = 0.0;
            int moving = 0;
            for ( int i = 0; i < problem.contactCount; ++i ) { most = fmax( most, p[i * d] ); }
            for ( int i = 0; i < problem.contactCount; ++i )
            {
                double resistance[5];
                const double* u = y + i * d + 1;
                ssLaw_Resistance( &made, p[i * d], u, resistance, NULL );
                // A patch at rest may carry anything, and the rest that a solver finds is not quite rest.
                bool rests =
                    made.type->setValued && hypot( u[0], u[1] ) + fabs( u[4] ) * law->patchRadius < 1e-5;
                for ( int c = 0; c < 5; ++c )
                {
                    // A force that is steep in the velocity loses as many digits.
                    double unit = c < 2 ? 1.0 : def.radius;
                    bool rolls = c == 2 || c == 3;
                    bool may = made.type->setValued && ( rolls ? hypot( u[2], u[3] ) < 1e-4 : rests );
                    moving += !may;
                    ASSERT( may || fabs( p[i * d + 1 + c] + resistance[c] ) <= 1e-4 * unit * most );
                }
            }
            ASSERT( moving > problem.contactCount );
        }
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ssResult result = ssSolve( ssFindSolver( "apgd" ), &problem, &options, p, &report );
        ASSERTm( result.message,
            result.code == ss_errorValue && testContains( result.message, "does not honour" ) );
        free( p );
        free( y );
        ssLaw_Destroy( &made );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST packingsOfFunctionsAndPatchesAreSolved( void )
{
    for ( int k = 0; k < 2; ++k )
    {
        ssLawDef law = ssDefaultLawDef( k == 0 ? ss_lawKindRegularised : ss_lawKindContensou );
        law.dimension = 6;
        law.mu = 0.4;
        law.muRoll = 2e-3;
        law.muSpin = 1e-3;
        law.vEps = 0.1;
        law.length = 0.05;
        law.patchRadius = 5e-3;
        CHECK_CALL( lawfulPacking( &law ) );
    }
    PASS();
}

TEST roundSetsAreCoulombsLaw( void ) { return planarPacking( ss_lawKindAssociated, true ); }

TEST anisotropicPackingsAreSolved( void )
{
    CHECK_CALL( planarPacking( ss_lawKindAssociated, false ) );
    CHECK_CALL( planarPacking( ss_lawKindCollinear, false ) );
    return planarPacking( ss_lawKindExtended, false );
}

TEST contactsWithSetsOfTheirOwnAreSolved( void )
{
    // Moments beside anisotropic friction are often left at 1e-2 by sweeps alone.
    static const ssLawKind kinds[] = { ss_lawKindAssociated, ss_lawKindCollinear, ss_lawKindExtended };
    static const ssSetKind sets[] = { ss_setEllipse, ss_setRectangle, ss_setSuperellipse };
    testRng rng = { 77 };
    for ( int k = 0; k < testCount( 40 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 400 );
        ssProblem problem;
        def.contacts = def.contacts < 40 ? def.contacts : 40;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            ssLawDef law = ssDefaultLawDef( kinds[k % 3] );
            law.c = ssDefaultSetDef( sets[i % 3] );
            law.c.a = 0.03 * pow( 100.0, testUniform( &rng, 0.0, 1.0 ) );
            law.c.b = law.c.a / testUniform( &rng, 1.0, 4.0 );
            law.c.s = testUniform( &rng, 1.5, 8.0 );
            law.c.rotationDeg = testUniform( &rng, 0.0, 180.0 );
            law.d = ssDefaultSetDef( ss_setEllipse );
            law.d.a = 1.0;
            law.d.b = 1.0 / testUniform( &rng, 1.0, 4.0 );
            law.d.rotationDeg = testUniform( &rng, 0.0, 180.0 );
            law.cForce = 1.0;
            int index = -1;
            ASSERT_OK( ssProblem_AddLaw( &problem, &law, &index ) );
            problem.laws[i] = ss_contactFormPlanar;
            problem.lawIndex[i] = index;
        }
        double* p = zeros( &problem );
        ssSolveReport report = solveWith( ssFindSolver( "auto" ), &problem, 1e-8, p );
        ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
        ssJudgement judgement;
        ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
        ASSERT( judgement.residual <= 1e-8 && judgement.dissipation >= -1e-12 );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

SUITE( planarLaws )
{
    RUN_TEST( packingsOfFunctionsAndPatchesAreSolved );
    RUN_TEST( roundSetsAreCoulombsLaw );
    RUN_TEST( anisotropicPackingsAreSolved );
    RUN_TEST( contactsWithSetsOfTheirOwnAreSolved );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( planarLaws );
    return TEST_END();
}
