// SPDX-License-Identifier: MIT
#include "solver_common.h"

// The program's judge and the tests' own agree on any reaction, right or wrong, and both reject wrong ones.
// Everything that the tests of solvers say rests on this.

typedef struct Kind
{
    const char* name;
    int dimension;
    ssContactForm law;
} Kind;

static const Kind s_kinds[] = {
    { "coulomb", 3, ss_contactFormSaxce },
    { "rolling", 5, ss_contactFormSaxce },
    { "spinning", 6, ss_contactFormSaxce },
    { "relaxed", 3, ss_contactFormRelaxed },
    { "relaxed rolling", 5, ss_contactFormRelaxed },
    { "relaxed spinning", 6, ss_contactFormRelaxed },
};

/// A packing of bodies that are not spheres, with compliant contacts if asked for.
static ssProblem packingOf( const Kind* kind, uint64_t seed, bool compliant )
{
    testRng rng = { seed };
    ssPackingDef def = ssRandomPackingDef( seed );
    def.dimension = kind->dimension;
    def.law = kind->law;
    ssProblem round, problem;
    testMust( ssMakePacking( &def, &round ) );
    ssProblemContact* contacts = calloc( (size_t)round.contactCount, sizeof( ssProblemContact ) );
    for ( int i = 0; i < round.contactCount; ++i )
    {
        contacts[i] = ssDefaultProblemContact( kind->dimension );
        contacts[i].a = round.bodyA[i];
        contacts[i].b = round.bodyB[i];
        contacts[i].point = round.points[i];
        contacts[i].normal = round.frames[i].n;
        contacts[i].tangent = round.frames[i].t;
        contacts[i].cone = round.cones[i];
        contacts[i].law = kind->law;
    }
    for ( int i = 0; i < round.bodyCount; ++i )
    {
        ssProblemBody* body = &round.bodies[i];
        body->inertia.x *= testUniform( &rng, 0.5, 2.0 );
        body->inertia.y *= testUniform( &rng, 0.5, 2.0 );
        body->orientation = ssQuat_FromRotationVector( ssVec3_Make( testUniform( &rng, -2.0, 2.0 ),
            testUniform( &rng, -2.0, 2.0 ), testUniform( &rng, -2.0, 2.0 ) ) );
    }
    testMust( ssProblem_FromBodies( kind->dimension, round.bodies, round.bodyCount, contacts,
        round.contactCount, NULL, 0, round.freeVelocity, &problem ) );
    int size = ssProblem_Size( &problem );
    problem.compliance = compliant ? ssAlloc( (size_t)size * sizeof( double ) ) : NULL;
    for ( int i = 0; i < size && compliant; ++i )
    {
        problem.compliance[i] = 0.1 * problem.inverseMass[0] * testUniform( &rng, 0.0, 1.0 );
    }
    free( contacts );
    ssProblem_Destroy( &round );
    return problem;
}

/// Random reactions of the size that stops the bodies, most of them far outside the cones.
static double* anyReaction( const ssProblem* problem, testRng* rng )
{
    double* p = zeros( problem );
    double length = ssProblem_Length( problem );
    for ( int i = 0; i < ssProblem_Size( problem ); ++i )
    {
        p[i] = testUniform( rng, -1.0, 1.0 ) / problem->inverseMass[0] *
            ( i % problem->dimension < 3 ? 1.0 : length );
    }
    return p;
}

TEST bothJudgesAgreeOnAnyReaction( void )
{
    testRng rng = { 1 };
    for ( int k = 0; k < testCount( 300 ); ++k )
    {
        const Kind* kind = &s_kinds[k % SS_COUNT( s_kinds )];
        ssProblem problem = packingOf( kind, (uint64_t)k + 1, k % 4 == 3 ), blocks;
        double* p = anyReaction( &problem, &rng );
        ssJudgement judgement;
        ASSERT_EQm( kind->name, ss_ok, judgeTwice( &problem, p, &judgement, NULL ).code );
        ASSERTm( kind->name, judgement.residual > 1e-3 );
        ASSERT_OK( ssProblem_MakeExplicit( &problem, &blocks ) );
        ASSERT_EQm( kind->name, ss_ok, judgeTwice( &blocks, p, &judgement, NULL ).code );
        free( p );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &blocks );
    }
    PASS();
}

TEST bothJudgesProjectAlike( void )
{
    testRng rng = { 2 };
    for ( int k = 0; k < testCount( 20000 ); ++k )
    {
        static const int dimensions[] = { 3, 5, 6 };
        ssCone cone = { .dimension = dimensions[k % 3],
            .mu = k % 7 == 0 ? 0.0 : testUniform( &rng, 0.0, 2.0 ),
            .muRoll = k % 11 == 0 ? 0.0 : testUniform( &rng, 0.0, 2.0 ),
            .muSpin = testUniform( &rng, 0.0, 2.0 ) };
        const double mu[] = { cone.mu, cone.muRoll, cone.muSpin };
        double x[6], p[6];
        for ( int c = 0; c < 6; ++c ) { x[c] = testUniform( &rng, -1.0, 1.0 ); }
        ssProjectOntoCone( &cone, x, p );
        judgeProject( cone.dimension == 3 ? 1 : cone.dimension - 3, mu, x );
        for ( int c = 0; c < cone.dimension; ++c ) { ASSERT_IN_RANGE( x[c], p[c], 1e-14 ); }
    }
    PASS();
}

/// q = D^T v: the velocities of the bodies at the contacts.
TEST freeVelocitiesAreThoseOfTheBodies( void )
{
    for ( int k = 0; k < SS_COUNT( s_kinds ); ++k )
    {
        ssProblem problem = packingOf( &s_kinds[k], (uint64_t)k + 1, false );
        for ( int i = 0; i < ssProblem_Size( &problem ); ++i )
        {
            double q = 0.0, reader[6];
            for ( int side = 0; side < 2; ++side )
            {
                int body = judgeImpulse( &problem, i, side, reader );
                for ( int c = 0; c < 6 && body >= 0; ++c )
                {
                    q += reader[c] * problem.freeVelocity[6 * body + c];
                }
            }
            ASSERT_IN_RANGEm( s_kinds[k].name, q, problem.q[i], 1e-12 * ( 1.0 + fabs( q ) ) );
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

/// Spoils one contact's reaction in one of the ways a solver could get it wrong.
static void spoil( const ssProblem* problem, int way, int contact, double* p )
{
    int d = problem->dimension;
    double* own = p + contact * d;
    double normal = own[0];
    switch ( way )
    {
        case 0: // pushes a thousandth too hard
            own[0] = 1.001 * normal;
            break;
        case 1: // pulls
            own[0] = -normal;
            break;
        case 2: // friction drives instead of braking
            own[1] = -own[1] + 0.01 * normal;
            own[2] = -own[2];
            break;
        case 3: // friction leaves the cone
            own[1] += 3.0 * problem->cones[contact].mu * normal + 0.01 * normal;
            break;
        default: // the last moment of rolling or spinning leaves its bound
            own[d - 1] +=
                3.0 * ( d == 5 ? problem->cones[contact].muRoll : problem->cones[contact].muSpin ) * normal;
            break;
    }
}

TEST aWrongReactionIsRejectedByBoth( void )
{
    int solved = 0;
    for ( int k = 0; k < testCount( 60 ); ++k )
    {
        const Kind* kind = &s_kinds[k % SS_COUNT( s_kinds )];
        ssProblem problem = packingOf( kind, (uint64_t)k + 1, k % 4 == 3 );
        double* p = zeros( &problem );
        solved += solveWith( ssFindSolver( "auto" ), &problem, 1e-9, p ).status == ss_statusConverged;
        ASSERTm( kind->name, judged( &problem, p ) <= 1e-9 && judgeAnew( &problem, p ).residual <= 1.001e-9 );
        int hardest = 0;
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            hardest = p[i * kind->dimension] > p[hardest * kind->dimension] ? i : hardest;
        }
        for ( int way = 0; way < ( kind->dimension > 3 ? 5 : 4 ); ++way )
        {
            double* wrong = zeros( &problem );
            memcpy( wrong, p, (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
            spoil( &problem, way, hardest, wrong );
            ASSERTm( kind->name, judged( &problem, wrong ) > 1e-6 );
            ASSERTm( kind->name, judgeAnew( &problem, wrong ).residual > 1e-6 );
            free( wrong );
        }
        free( p );
        ssProblem_Destroy( &problem );
    }
    ASSERT( solved > 0 );
    PASS();
}

/// The comparison itself can fail: each of these changes spoils a field that only the program's judge reads.
TEST aMistakeOfTheProgramsJudgeIsSeen( void )
{
    testRng rng = { 3 };
    ssProblem problem = packingOf( &s_kinds[2], 5, false );
    double* p = anyReaction( &problem, &rng );
    ASSERT_OK( judgeTwice( &problem, p, &( ssJudgement ){ 0 }, NULL ) );
    struct
    {
        double *part, off;
    } spoilt[] = {
        { &problem.inverseMass[0], 1e-4 * problem.inverseMass[0] },
        { &problem.inverseInertia[0].cy.y, 1e-4 * problem.inverseInertia[0].cy.y },
        { &problem.armsB[0].x, 1e-4 * ssVec3_Length( problem.armsB[0] ) },
    };
    for ( int k = 0; k < SS_COUNT( spoilt ); ++k )
    {
        double right = *spoilt[k].part;
        *spoilt[k].part += spoilt[k].off;
        ASSERT( isnan( judged( &problem, p ) ) );
        *spoilt[k].part = right;
    }
    ASSERT_OK( judgeTwice( &problem, p, &( ssJudgement ){ 0 }, NULL ) );
    free( p );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( judges )
{
    RUN_TEST( bothJudgesAgreeOnAnyReaction );
    RUN_TEST( bothJudgesProjectAlike );
    RUN_TEST( freeVelocitiesAreThoseOfTheBodies );
    RUN_TEST( aWrongReactionIsRejectedByBoth );
    RUN_TEST( aMistakeOfTheProgramsJudgeIsSeen );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( judges );
    return TEST_END();
}
