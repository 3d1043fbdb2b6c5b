// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "lcp/lcp.h"

// The discretised model far from ordinary units, on which rank and motion must not depend.

static const double s_identity[] = { 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0 };

/// Two masses on the plane, coupled through an unsymmetric bar: n = 6, with two contacts.
typedef struct Pair
{
    double mass[36], force[6], normal[12], tangent[24];
    ssPyramidContact contacts[2];
    ssPyramidProblem problem;
} Pair;

static void setPair( Pair* p, int k, double mass, double mu, double rho )
{
    static const double load[6] = { 3.0, -1.0, -9.0, 0.4, 2.0, -5.0 };
    memset( p, 0, sizeof *p );
    for ( int i = 0; i < 6; ++i )
    {
        p->mass[7 * i] = mass * ( i < 3 ? 1.0 : 0.4 );
        p->force[i] = mass * load[i];
    }
    p->mass[1 * 6 + 3] = p->mass[3 * 6 + 1] = 0.2 * mass;
    for ( int c = 0; c < 2; ++c )
    {
        p->contacts[c] = ( ssPyramidContact ){ .k = k, .mu = mu, .phantomInertia = rho };
        p->normal[6 * c + 3 * c + 2] = 1.0;
        p->tangent[12 * c + 3 * c] = 1.0;
        p->tangent[12 * c + 6 + 3 * c + 1] = 1.0;
    }
    p->problem = ( ssPyramidProblem ){ .n = 6,
        .mass = p->mass,
        .force = p->force,
        .contactCount = 2,
        .contacts = p->contacts,
        .normalJacobian = p->normal,
        .tangentJacobian = p->tangent };
}

static ssPyramidProblem pointMass(
    double* mass, double m, const double* force, const ssPyramidContact* contact )
{
    memset( mass, 0, 9 * sizeof( double ) );
    mass[0] = mass[4] = mass[8] = m;
    return ( ssPyramidProblem ){ .n = 3,
        .mass = mass,
        .force = force,
        .contactCount = 1,
        .contacts = contact,
        .normalJacobian = s_identity + 6,
        .tangentJacobian = s_identity };
}

/// The rank is full for every rho > 0 other than k m, 2k - 2 less at 0, and two less at k m, for every mu and
/// every mass.
TEST rankDoesNotDependOnUnits( void )
{
    static const double masses[] = { 2.0, 1e-15, 1e15, 1e100, 1e300, 1e-290 };
    static const double mus[] = { 1e-9, 0.5, 1e6, 1e9, 1e14 };
    const double force[3] = { 1.0, 2.0, -10.0 };
    ssPyramidSolver* solver = NULL;
    ASSERT_EQ( ss_ok, ssCreatePyramidSolver( 3, 1, 8, &solver ).code );
    for ( int i = 0; i < SS_COUNT( masses ) * SS_COUNT( mus ); ++i )
    {
        double m = masses[i % SS_COUNT( masses )], mass[9];
        ssPyramidContact contact = { .k = 4, .mu = mus[i / SS_COUNT( masses )] };
        ssPyramidProblem problem = pointMass( mass, m, force, &contact );
        static const double rhos[] = { 0.0, 0.1, 1.0, 4.0, 50.0 };
        static const int defects[] = { 6, 0, 0, 2, 0 };
        for ( int j = 0; j < SS_COUNT( rhos ); ++j )
        {
            contact.phantomInertia = rhos[j] * m;
            ssPyramidDiagnosis d = ssPyramid_Diagnose( solver, &problem );
            ASSERT_EQ_FMT( defects[j], d.defect, "%d" );
            ASSERT_EQ_FMT( 14, d.size, "%d" );
            ASSERT( ( d.condition < HUGE_VAL ) == ( defects[j] == 0 ) );
            ASSERT_IN_RANGE( 4.0, d.isolated[0] / m, 1e-12 );
            ASSERT_IN_RANGE( 0.1, d.recommended / m, 1e-12 );
        }
        // A phantom inertia far from the mass is not the same as none.
        contact.phantomInertia = 0.2;
        ASSERT_EQ( 0, ssPyramid_Diagnose( solver, &problem ).defect );
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

TEST motionDoesNotDependOnUnits( void )
{
    static const double units[] = { 1e-290, 1e-100, 1e-20, 1e20, 1e150, 1e300 };
    ssPyramidSolver* solver = NULL;
    ASSERT_EQ( ss_ok, ssCreatePyramidSolver( 6, 2, 16, &solver ).code );
    for ( int model = 0; model < 2; ++model )
    {
        Pair pair;
        double a[6], normal[2], tangent[4], kappa[8], sigma[8];
        setPair( &pair, 4, 1.0, 0.3, 0.2 );
        pair.problem.model = (ssPyramidModel)model;
        const ssPyramidSolution* found = ssPyramid_Solve( solver, &pair.problem );
        ASSERT_EQ( ss_statusConverged, found->report.status );
        memcpy( a, found->acceleration, sizeof a );
        memcpy( normal, found->normal, sizeof normal );
        memcpy( tangent, found->tangent, sizeof tangent );
        memcpy( kappa, found->kappaPlus, sizeof kappa );
        memcpy( sigma, found->sigmaMinus, sizeof sigma );
        ASSERT( normal[0] > 1.0 && normal[1] > 1.0 );
        for ( int i = 0; i < SS_COUNT( units ); ++i )
        {
            double unit = units[i], kappaUnit = model == 1 ? unit : 1.0, sigmaUnit = model == 1 ? 1.0 : unit;
            setPair( &pair, 4, unit, 0.3, 0.2 * unit );
            pair.problem.model = (ssPyramidModel)model;
            found = ssPyramid_Solve( solver, &pair.problem );
            ASSERT_EQ( ss_statusConverged, found->report.status );
            for ( int j = 0; j < 8; ++j )
            {
                ASSERT( j >= 6 || testNear( found->acceleration[j], a[j], 1e-11 ) );
                ASSERT( j >= 4 || testNear( found->tangent[j] / unit, tangent[j], 1e-11 ) );
                ASSERT( j >= 2 || testNear( found->normal[j] / unit, normal[j], 1e-11 ) );
                ASSERT( testNear( found->kappaPlus[j] / kappaUnit, kappa[j], 1e-11 ) );
                ASSERT( testNear( found->sigmaMinus[j] / sigmaUnit, sigma[j], 1e-11 ) );
            }
        }
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

/// A heavy block is pushed: nothing falls through the plane because its numbers are large.
TEST heavyMassesRestOnThePlane( void )
{
    ssPyramidSolver* solver = NULL;
    ASSERT_EQ( ss_ok, ssCreatePyramidSolver( 3, 1, 8, &solver ).code );
    for ( double m = 1e-300; m < 2e300; m *= 1e20 )
    {
        double mass[9];
        const double force[3] = { m, 0.0, -m };
        ssPyramidContact contact = { .k = 4, .mu = 0.5, .phantomInertia = 0.2 };
        ssPyramidProblem problem = pointMass( mass, m, force, &contact );
        const ssPyramidSolution* found = ssPyramid_Solve( solver, &problem );
        ASSERT_EQ( ss_statusConverged, found->report.status );
        ASSERT_IN_RANGE( 0.5, found->acceleration[0], 1e-12 );
        ASSERT_IN_RANGE( 0.0, found->acceleration[2], 1e-12 );
        ASSERT_IN_RANGE( 1.0, found->normal[0] / m, 1e-12 );
    }
    ssDestroyPyramidSolver( solver );
    PASS();
}

SUITE( pyramidRange )
{
    RUN_TEST( rankDoesNotDependOnUnits );
    RUN_TEST( motionDoesNotDependOnUnits );
    RUN_TEST( heavyMassesRestOnThePlane );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( pyramidRange );
    return TEST_END();
}
