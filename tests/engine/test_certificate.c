// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "slipstick/problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Problems without a solution, and the certificate that says why: p in K, W p = 0, q·p < 0. Every condition
// is checked here by the definition of K and K*, and problems that are made from a solution never get one.

#define ROOM 64

/// Is p in K, and W p in K* to rounding? K* is the set of y with y·k >= 0 for
/// all k in K, whose edges are gone through.
static bool isCertificate( const ssProblem* problem, const double* p )
{
    double y[ROOM], work = 0.0, size = 0.0, speed = 0.0;
    testMust( ssProblem_Velocity( problem, p, y ) );
    for ( int i = 0; i < 3 * problem->contactCount; ++i )
    {
        work += problem->q[i] * p[i];
        size += fabs( problem->q[i] * p[i] );
        speed = fmax( speed, fabs( problem->q[i] ) );
    }
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        double mu = problem->cones[i].mu;
        const double* own = p + 3 * i;
        double u[3];
        for ( int c = 0; c < 3; ++c ) { u[c] = y[3 * i + c] - problem->q[3 * i + c]; }
        if ( !( own[0] >= 0.0 && hypot( own[1], own[2] ) <= mu * own[0] * ( 1.0 + 1e-9 ) ) ) { return false; }
        double tolerance = 1e-7 * ( 1.0 + mu ) * ( 1.0 / problem->bodies[0].mass + speed );
        for ( int k = 0; k < 360; ++k )
        {
            double angle = k * SS_PI / 180.0;
            if ( u[0] + mu * ( u[1] * cos( angle ) + u[2] * sin( angle ) ) < -tolerance ) { return false; }
        }
    }
    return work < -1e-9 * size;
}

static ssVec3 randomDirection( testRng* rng, bool flat )
{
    double z = flat ? 0.0 : testUniform( rng, -1.0, 1.0 ), a = testUniform( rng, 0.0, 2.0 * SS_PI );
    return ssVec3_Make( sqrt( 1.0 - z * z ) * cos( a ), z, sqrt( 1.0 - z * z ) * sin( a ) );
}

/// A row of balls along a direction between two walls that approach each other with `closing`,
/// all of them with a velocity of their own.
static ssProblem jaws( testRng* rng, int balls, ssContactForm law, double closing, double mass )
{
    ssProblemBody bodies[4];
    ssProblemContact contacts[5];
    double v[24], mu = testUniform( rng, 0.0, 2.0 );
    bool flat = testUniform( rng, 0.0, 1.0 ) < 0.5;
    ssVec3 along = randomDirection( rng, flat );
    for ( int i = 0; i < balls; ++i )
    {
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = mass;
        bodies[i].inertia = ssVec3_Scale( mass, ssVec3_Make( 0.4, 0.4, 0.4 ) );
        bodies[i].position = ssVec3_Scale( 2.0 * i, along );
        for ( int k = 0; k < 6; ++k ) { v[6 * i + k] = fabs( closing ) * testUniform( rng, -1.0, 1.0 ); }
    }
    for ( int i = 0; i <= balls; ++i )
    {
        contacts[i] = ssDefaultProblemContact( 3 );
        contacts[i].a = i - 1;
        contacts[i].b = i < balls ? i : -1;
        contacts[i].normal = along;
        contacts[i].point = ssVec3_Scale( 2.0 * i - 1.0, along );
        contacts[i].cone.mu = mu;
        contacts[i].law = law;
    }
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, bodies, balls, contacts, balls + 1, NULL, 0, v, &problem ) );
    problem.q[0] -= 0.7 * closing;
    problem.q[3 * balls] -= 0.3 * closing;
    return problem;
}

TEST wallsThatCloseOnARowOfBallsHaveNoSolution( void )
{
    testRng rng = { 11 };
    for ( int k = 0; k < testCount( 400 ); ++k )
    {
        double speed = pow( 10.0, testUniform( &rng, -6.0, 6.0 ) ),
               mass = pow( 10.0, testUniform( &rng, -9.0, 9.0 ) );
        int balls = 1 + k % 4;
        ssProblem problem =
            jaws( &rng, balls, k % 2 ? ss_contactFormSaxce : ss_contactFormRelaxed, speed, mass );
        ssCertificate certificate;
        double p[ROOM];
        ASSERT_OK( ssProblem_FindCertificate( &problem, false, &certificate, p ) );
        ASSERT( certificate.found && certificate.contacts == balls + 1 );
        ASSERT( isCertificate( &problem, p ) );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST wallsThatOpenHaveOne( void )
{
    testRng rng = { 12 };
    for ( int k = 0; k < testCount( 400 ); ++k )
    {
        double speed = pow( 10.0, testUniform( &rng, -6.0, 6.0 ) );
        ssProblem problem = jaws( &rng, 1 + k % 4, ss_contactFormSaxce, k % 3 == 0 ? 1e-300 : -speed,
            pow( 10.0, testUniform( &rng, -9.0, 9.0 ) ) );
        ssCertificate certificate;
        ASSERT_OK( ssProblem_FindCertificate( &problem, false, &certificate, NULL ) );
        ASSERT_FALSE( certificate.found );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

/// Balls among planes and each other, in random places; `flat`: in a plane.
static ssProblem thicket( testRng* rng, ssContactForm law, double mass )
{
    ssProblemBody bodies[3];
    ssProblemContact contacts[12];
    int balls = 1 + (int)testUniform( rng, 0.0, 3.0 ), each = 2 + (int)testUniform( rng, 0.0, 3.0 ),
        count = 0;
    double v[18], mu = testUniform( rng, 0.0, 2.0 );
    bool flat = testUniform( rng, 0.0, 1.0 ) < 0.5;
    for ( int i = 0; i < balls; ++i )
    {
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = mass;
        bodies[i].inertia = ssVec3_Scale( mass, ssVec3_Make( 0.4, 0.4, 0.4 ) );
        for ( int k = 0; k < 6; ++k ) { v[6 * i + k] = testUniform( rng, -1.0, 1.0 ); }
        for ( int k = 0; k < each; ++k )
        {
            ssProblemContact* c = contacts + count++;
            *c = ssDefaultProblemContact( 3 );
            c->a = k == 0 ? i - 1 : -1;
            c->b = i;
            c->normal = randomDirection( rng, flat );
            c->point = ssVec3_Scale( -1.0, c->normal );
            c->cone.mu = mu;
            c->law = law;
        }
    }
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, bodies, balls, contacts, count, NULL, 0, v, &problem ) );
    return problem;
}

TEST whatIsFoundAmongWallsIsACertificate( void )
{
    testRng rng = { 13 };
    int found[2] = { 0 };
    for ( int k = 0; k < testCount( 400 ); ++k )
    {
        ssProblem problem = thicket( &rng, k % 2 ? ss_contactFormSaxce : ss_contactFormRelaxed,
            pow( 10.0, testUniform( &rng, -3.0, 3.0 ) ) );
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            problem.q[3 * i] -= testUniform( &rng, 0.0, 0.5 );
        }
        ssCertificate own, relaxed;
        double p[ROOM];
        ASSERT_OK( ssProblem_FindCertificate( &problem, true, &relaxed, p ) );
        ASSERT( !relaxed.found || isCertificate( &problem, p ) );
        ASSERT_OK( ssProblem_FindCertificate( &problem, false, &own, p ) );
        ASSERT( !own.found || isCertificate( &problem, p ) );
        ASSERT( relaxed.found || !own.found ); // what excludes y_N >= 0 excludes K* as well
        for ( int i = 0; i < problem.contactCount && own.found && k % 2; ++i )
        {
            ASSERT( p[3 * i + 1] == 0.0 && p[3 * i + 2] == 0.0 ); // of Coulomb's law, normal forces alone
        }
        found[0] += relaxed.found ? 1 : 0;
        found[1] += own.found ? 1 : 0;
        ssProblem_Destroy( &problem );
    }
    ASSERT( found[0] > found[1] && found[1] > 0 );
    PASS();
}

TEST problemsMadeFromASolutionNeverHaveOne( void )
{
    testRng rng = { 14 };
    for ( int k = 0; k < testCount( 1000 ); ++k )
    {
        double mass = pow( 10.0, testUniform( &rng, -3.0, 3.0 ) ), p[ROOM] = { 0.0 }, y[ROOM] = { 0.0 },
               free[ROOM];
        bool relaxed = k % 2 == 0;
        ssProblem problem = thicket( &rng, relaxed ? ss_contactFormRelaxed : ss_contactFormSaxce, mass );
        double mu = problem.cones[0].mu;
        for ( int i = 0; i < problem.contactCount; ++i )
        {
            double angle = testUniform( &rng, 0.0, 2.0 * SS_PI ), c = cos( angle ), s = sin( angle ),
                   load = mass * testUniform( &rng, 0.0, 1.0 );
            double speed = testUniform( &rng, 0.0, 2.0 ), mode = testUniform( &rng, 0.0, 3.0 );
            double share =
                mode < 2.0 ? testUniform( &rng, 0.0, 1.0 ) : -1.0; // stick, or slide against the friction
            p[3 * i] = mode < 1.0 ? 0.0 : load;
            p[3 * i + 1] = share * mu * p[3 * i] * c;
            p[3 * i + 2] = share * mu * p[3 * i] * s;
            if ( mode < 1.0 || mode >= 2.0 )
            {
                // Under the relaxed law what slides opens with mu |u_T|.
                y[3 * i] =
                    ( mode < 1.0 ? testUniform( &rng, 0.0, 1.0 ) : 0.0 ) + ( relaxed ? mu * speed : 0.0 );
                y[3 * i + 1] = speed * c;
                y[3 * i + 2] = speed * s;
            }
        }
        testMust( ssProblem_Velocity( &problem, p, free ) );
        for ( int i = 0; i < 3 * problem.contactCount; ++i ) { problem.q[i] += y[i] - free[i]; }
        ssJudgement judgement;
        ASSERT_OK( ssJudge( &problem, p, &judgement, NULL ) );
        ASSERT( ssJudgement_IsSolution( &judgement, 1e-9 ) );
        ssCertificate certificate;
        ASSERT_OK( ssProblem_FindCertificate( &problem, false, &certificate, NULL ) );
        ASSERT_FALSE( certificate.found );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST aBallThatLeavesClosingJawsNeedsNoForce( void )
{
    // Walls at 10° to the vertical close at 0.1 m/s; mu = 0.5 > tan 10° could hold the ball. It rises at 1
    // m/s > 0.1 / sin 10° = 0.58 m/s, so that both contacts open: p = 0 solves Coulomb's law. The relaxed law
    // wants them to open with mu |u_T|, which they cannot.
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contacts[2];
    double angle = 10.0 * SS_PI / 180.0, v[6] = { 0, 0, 1, 0, 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        contacts[i] = ssDefaultProblemContact( 3 );
        contacts[i].normal = ssVec3_Make( ( i == 0 ? 1.0 : -1.0 ) * cos( angle ), 0.0, sin( angle ) );
        contacts[i].point = ssVec3_Scale( -1.0, contacts[i].normal );
        contacts[i].cone.mu = 0.5;
    }
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, &body, 1, contacts, 2, NULL, 0, v, &problem ) );
    problem.q[0] -= 0.1;
    problem.q[3] -= 0.1;
    ssCertificate own, relaxed;
    double p[6];
    ASSERT_OK( ssProblem_FindCertificate( &problem, false, &own, p ) );
    ASSERT_FALSE( own.found );
    ASSERT_OK( ssProblem_FindCertificate( &problem, true, &relaxed, p ) );
    ASSERT( relaxed.found && isCertificate( &problem, p ) );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( certificates )
{
    RUN_TEST( wallsThatCloseOnARowOfBallsHaveNoSolution );
    RUN_TEST( wallsThatOpenHaveOne );
    RUN_TEST( whatIsFoundAmongWallsIsACertificate );
    RUN_TEST( problemsMadeFromASolutionNeverHaveOne );
    RUN_TEST( aBallThatLeavesClosingJawsNeedsNoForce );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( certificates );
    return TEST_END();
}
