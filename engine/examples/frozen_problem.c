// SPDX-License-Identifier: MIT
// A contact problem built by hand, solved and judged. A brick that slides on a table is one body with four
// contacts; one time step of h = 10 ms wants to let it fall by g h, and friction to brake it by mu g h. No
// world is needed: problem.h knows only bodies, contacts and velocities. The judge says how good an answer
// is, whoever found it. Prints
//
//     nsgs: converged after 17 iterations, residual 5.8e-09
//     the brick slides on with 0.970570 m/s; theory 0.970570 m/s
//     an answer without friction would be wrong: residual 1.3e-02
#include <math.h>
#include <slipstick/slipstick.h>
#include <stdio.h>
#include <stdlib.h>

static void must( ssResult result )
{
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: %s\n", result.field, result.message );
        exit( 1 );
    }
}

int main( void )
{
    const double h = 0.01, g = 9.81, mu = 0.3, speed = 1.0;

    ssProblemBody brick = ssDefaultProblemBody();
    brick.mass = 2.0;
    brick.inertia = ssVec3_Make( 0.02, 0.02, 0.02 );
    brick.position = ssVec3_Make( 0.0, 0.0, 0.01 );

    ssProblemContact contacts[4];
    for ( int i = 0; i < 4; ++i )
    {
        contacts[i] = ssDefaultProblemContact( 3 ); // the fixed world below body 0, normal along z
        contacts[i].a = -1;
        contacts[i].b = 0;
        contacts[i].point = ssVec3_Make( i % 2 == 0 ? 0.1 : -0.1, i < 2 ? 0.05 : -0.05, 0.0 );
        contacts[i].cone.mu = mu;
    }
    double freeVelocity[6] = { speed, 0.0, -g * h, 0.0, 0.0, 0.0 }; // v and omega if there were no contacts

    ssProblem problem;
    must( ssProblem_FromBodies( 3, &brick, 1, contacts, 4, NULL, 0, freeVelocity, &problem ) );

    double p[12] = { 0.0 }, v[6]; // the reactions [N s]: N, T1, T2 of each contact
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    must( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report ) );
    must( ssProblem_BodyVelocities( &problem, p, v ) );
    printf( "nsgs: %s after %d iterations, residual %.1e\n", ssStatusName( report.status ), report.iterations,
        report.residual );
    double theory = speed - mu * g * h;
    printf( "the brick slides on with %.6f m/s; theory %.6f m/s\n", v[0], theory );

    ssJudgement right, wrong;
    must( ssJudge( &problem, p, &right, NULL ) );
    for ( int i = 0; i < 4; ++i ) { p[3 * i + 1] = p[3 * i + 2] = 0.0; }
    must( ssJudge( &problem, p, &wrong, NULL ) );
    printf( "an answer without friction would be wrong: residual %.1e\n", wrong.residual );
    ssProblem_Destroy( &problem );
    bool holds = fabs( v[0] - theory ) < 1e-8 && ssJudgement_IsSolution( &right, 1e-8 ) &&
        !ssJudgement_IsSolution( &wrong, 1e-8 );
    return holds ? 0 : 1;
}
