// SPDX-License-Identifier: MIT
#include "gs_common.h"

// The Gauss-Seidel kernel on bodies that are not spheres: five rows are six without spinning
// friction, and all sets of instructions agree.

/// A random packing of bodies whose inertia differs from axis to axis.
static ssProblem makeLumps( uint64_t seed, int dimension, ssContactForm law, double muSpinRatio )
{
    ssPackingDef def = ssRandomPackingDef( seed );
    def.dimension = dimension;
    def.law = law;
    def.muSpinRatio = muSpinRatio;
    ssProblem problem;
    ssResult result = ssMakePacking( &def, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    for ( int i = 0; i < problem.bodyCount; ++i )
    {
        problem.inverseInertia[i].cx.x *= 1.1 + 0.3 * ( i % 3 );
        problem.inverseInertia[i].cz.z /= 1.1 + 0.2 * ( i % 4 );
    }
    return problem;
}

static double largest( int count, const double* p )
{
    double most = 0.0;
    for ( int i = 0; i < count; ++i ) { most = fmax( most, fabs( p[i] ) ); }
    return most;
}

TEST fiveRowsAreSixWithoutSpinningFriction( void )
{
    ssGs* gs = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 40 ); ++i )
    {
        ssProblem five = makeLumps( (uint64_t)i + 1, 5, ss_contactFormSaxce, 0.0 ),
                  six = makeLumps( (uint64_t)i + 1, 6, ss_contactFormSaxce, 0.0 );
        double *p = zeros( &five ), *other = zeros( &six );
        // So few passes amplify no rounding; the scale of moments is not the same for five rows and six.
        ssGsOptions options = { .maxPasses = 12 };
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( gs, &five, &options, p, NULL, &report ) );
        ASSERT_EQ( 0, report.spheres );
        ASSERT_OK( ssGs_Solve( gs, &six, &options, other, NULL, &report ) );
        double size = largest( ssProblem_Size( &five ), p );
        ASSERT( size > 0.0 );
        for ( int k = 0; k < five.contactCount; ++k )
        {
            for ( int c = 0; c < 5; ++c ) { ASSERT_IN_RANGE( p[5 * k + c], other[6 * k + c], 1e-10 * size ); }
            ASSERT_EQ( 0.0, other[6 * k + 5] );
        }
        free( p );
        free( other );
        ssProblem_Destroy( &five );
        ssProblem_Destroy( &six );
    }
    ssDestroyGs( gs );
    PASS();
}

TEST everySetOfInstructionsGivesTheSameBits( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    ssGs* gs = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 48 ); ++i )
    {
        ssContactForm law = i % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ssProblem problem = makeLumps( (uint64_t)i + 100, dimensions[i / 2 % 3], law, 0.1 );
        ssGsOptions options = { .tolerance = 1e-8,
            .maxPasses = 200,
            .local = i % 4 < 2 ? ss_gsProjected : ss_gsExact,
            .accelerate = i % 8 < 4 };
        const char* differs = setWithOtherBits( gs, &problem, &options );
        ASSERT_EQm( differs, NULL, differs );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( gs );
    PASS();
}

SUITE( lumps )
{
    RUN_TEST( fiveRowsAreSixWithoutSpinningFriction );
    RUN_TEST( everySetOfInstructionsGivesTheSameBits );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lumps );
    return TEST_END();
}
