// SPDX-License-Identifier: MIT
#include "judge.h"

#include "slipstick/problem.h"

#include <dirent.h>

// The contact problem as a value: its operator, its judge and its files.

#define ASSERT_OK( expression )                                       \
    do {                                                              \
        ssResult result_ = ( expression );                            \
        ASSERT_EQ_FMTm( result_.message, ss_ok, result_.code, "%d" ); \
    } while ( 0 )

static ssProblem packing( uint64_t seed, int dimension, int contacts )
{
    ssPackingDef def = ssRandomPackingDef( seed );
    def.dimension = dimension;
    def.contacts = contacts;
    ssProblem problem;
    ssResult result = ssMakePacking( &def, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    return problem;
}

static double* randomVector( testRng* rng, int n )
{
    double* x = calloc( (size_t)n + 1, sizeof( double ) );
    for ( int i = 0; i < n; ++i ) { x[i] = testUniform( rng, -1.0, 1.0 ); }
    return x;
}

static const int s_dimensions[] = { 3, 5, 6 };

// -------------------------------------------------------------------------------------------------- operator

TEST implicitAndExplicitOperatorAgree( void )
{
    testRng rng = { 1 };
    for ( int k = 0; k < testCount( 30 ); ++k )
    {
        ssProblem problem = packing( (uint64_t)k, s_dimensions[k % 3], 6 + k ), whole;
        int size = ssProblem_Size( &problem );
        ASSERT_OK( ssProblem_MakeExplicit( &problem, &whole ) );
        ASSERT( ssProblem_IsExplicit( &whole ) && !ssProblem_IsExplicit( &problem ) );
        double *p = randomVector( &rng, size ), *y = calloc( (size_t)size, 8 ),
               *z = calloc( (size_t)size, 8 );
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        ASSERT_OK( ssProblem_Velocity( &whole, p, z ) );
        double scale = 0.0;
        for ( int i = 0; i < size; ++i ) { scale = fmax( scale, fabs( y[i] ) ); }
        for ( int i = 0; i < size; ++i ) { ASSERT_IN_RANGE( y[i], z[i], 1e-11 * scale ); }
        ASSERT_IN_RANGE( ssProblem_Length( &problem ), ssProblem_Length( &whole ), 1e-12 );
        ASSERT( ssProblem_Asymmetry( &whole ) < 1e-12 );
        free( p );
        free( y );
        free( z );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &whole );
    }
    PASS();
}

TEST operatorIsItsDenseMatrix( void )
{
    ssProblem problem = packing( 7, 5, 12 ), whole;
    int size = ssProblem_Size( &problem ), d = 5;
    ASSERT_OK( ssProblem_MakeExplicit( &problem, &whole ) );
    double *p = calloc( (size_t)size, 8 ), *y = calloc( (size_t)size, 8 );
    for ( int column = 0; column < size; ++column )
    {
        memset( p, 0, (size_t)size * 8 );
        p[column] = 1.0;
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        for ( int row = 0; row < size; ++row )
        {
            double entry = 0.0;
            for ( int k = whole.blockStart[row / d]; k < whole.blockStart[row / d + 1]; ++k )
            {
                if ( whole.blockColumn[k] == column / d )
                {
                    entry = whole.blocks[k * d * d + row % d * d + column % d];
                }
            }
            ASSERT_IN_RANGE( entry + problem.q[row], y[row], 1e-9 * ( 1.0 + fabs( entry ) ) );
        }
    }
    free( p );
    free( y );
    ssProblem_Destroy( &problem );
    ssProblem_Destroy( &whole );
    PASS();
}

TEST frameFollowsTheRule( void )
{
    testRng rng = { 3 };
    for ( int k = 0; k < testCount( 200 ); ++k )
    {
        ssVec3 n = { testUniform( &rng, -1, 1 ), testUniform( &rng, -1, 1 ), testUniform( &rng, -1, 1 ) };
        ssVec3 t = ssContactTangent( n );
        ASSERT_IN_RANGE( 0.0, ssVec3_Dot( t, n ), 1e-15 );
        ASSERT_IN_RANGE( 1.0, ssVec3_Length( t ), 1e-15 );
    }
    PASS();
}

TEST complianceAddsToTheDiagonal( void )
{
    ssProblem problem = packing( 2, 6, 10 );
    int size = ssProblem_Size( &problem );
    testRng rng = { 5 };
    double *p = randomVector( &rng, size ), *y = calloc( (size_t)size, 8 ), *z = calloc( (size_t)size, 8 );
    ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
    problem.compliance = ssAlloc( ( (size_t)size + 1 ) * 8 );
    for ( int i = 0; i < size; ++i ) { problem.compliance[i] = testUniform( &rng, 0.0, 1e6 ); }
    ASSERT_OK( ssProblem_Velocity( &problem, p, z ) );
    for ( int i = 0; i < size; ++i )
    {
        ASSERT_IN_RANGE( y[i] + problem.compliance[i] * p[i], z[i], 1e-9 * fabs( z[i] ) + 1e-6 );
    }
    free( p );
    free( y );
    free( z );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( operators )
{
    RUN_TEST( implicitAndExplicitOperatorAgree );
    RUN_TEST( operatorIsItsDenseMatrix );
    RUN_TEST( frameFollowsTheRule );
    RUN_TEST( complianceAddsToTheDiagonal );
}

// ----------------------------------------------------------------------------------------------------- judge

/// The same problem in other units: masses times `kilo`, lengths times `metre`.
static ssProblem inOtherUnits( const ssProblem* problem, double kilo, double metre )
{
    int n = problem->contactCount, m = problem->bodyCount;
    ssProblemBody* bodies = calloc( (size_t)m, sizeof( ssProblemBody ) );
    ssProblemContact* contacts = calloc( (size_t)n, sizeof( ssProblemContact ) );
    double* velocity = calloc( (size_t)m * 6, 8 );
    for ( int i = 0; i < m; ++i )
    {
        bodies[i] = problem->bodies[i];
        bodies[i].mass *= kilo;
        bodies[i].inertia = ssVec3_Scale( kilo * metre * metre, bodies[i].inertia );
        bodies[i].position = ssVec3_Scale( metre, bodies[i].position );
        for ( int c = 0; c < 6; ++c )
        {
            velocity[6 * i + c] = problem->freeVelocity[6 * i + c] * ( c < 3 ? metre : 1.0 );
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        contacts[i] = ( ssProblemContact ){ .a = problem->bodyA[i],
            .b = problem->bodyB[i],
            .point = ssVec3_Scale( metre, problem->points[i] ),
            .normal = problem->frames[i].n,
            .tangent = problem->frames[i].t,
            .cone = problem->cones[i],
            .law = (ssContactForm)problem->laws[i] };
        contacts[i].cone.muRoll *= metre;
        contacts[i].cone.muSpin *= metre;
    }
    ssProblem other;
    testMust( ssProblem_FromBodies( problem->dimension, bodies, m, contacts, n, NULL, 0, velocity, &other ) );
    free( bodies );
    free( contacts );
    free( velocity );
    return other;
}

TEST judgeDoesNotDependOnUnits( void )
{
    testRng rng = { 11 };
    for ( int k = 0; k < testCount( 20 ); ++k )
    {
        int d = s_dimensions[k % 3];
        ssProblem problem = packing( (uint64_t)k + 100, d, 15 );
        double kilo = pow( 10.0, testUniform( &rng, -4, 4 ) ),
               metre = pow( 10.0, testUniform( &rng, -3, 3 ) );
        ssProblem other = inOtherUnits( &problem, kilo, metre );
        int size = ssProblem_Size( &problem );
        double *p = randomVector( &rng, size ), *o = calloc( (size_t)size, 8 );
        for ( int i = 0; i < size; ++i )
        {
            p[i] *= 1e-4 * ( i % d < 3 ? 1.0 : 0.01 );
            o[i] = p[i] * kilo * metre * ( i % d < 3 ? 1.0 : metre );
        }
        ssJudgement a, b;
        ASSERT_OK( judgeTwice( &problem, p, &a, NULL ) );
        ASSERT_OK( judgeTwice( &other, o, &b, NULL ) );
        ASSERT_IN_RANGE( 1.0, b.residual / a.residual, 1e-9 );
        ASSERT_IN_RANGE( 1.0, b.feasibility / a.feasibility, 1e-9 );
        ASSERT_IN_RANGE( 1.0, b.complementarity / a.complementarity, 1e-9 );
        ASSERT_IN_RANGE( 1.0, b.objective / a.objective / ( kilo * metre * metre ), 1e-8 );
        double length = ssProblem_Length( &problem ) * ( d > 3 ? metre : 1.0 );
        ASSERT_IN_RANGE( 1.0, ssProblem_Length( &other ) / length, 1e-12 );
        free( p );
        free( o );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &other );
    }
    PASS();
}

TEST sharesOfTheContactsSumUp( void )
{
    ssProblem problem = packing( 5, 5, 20 );
    testRng rng = { 2 };
    double* p = randomVector( &rng, ssProblem_Size( &problem ) );
    double* shares = calloc( (size_t)problem.contactCount, 8 );
    ssJudgement judgement;
    ASSERT_OK( judgeTwice( &problem, p, &judgement, shares ) );
    double sum = 0.0, worst = 0.0;
    for ( int i = 0; i < problem.contactCount; ++i )
    {
        sum += shares[i] * shares[i];
        worst = fmax( worst, shares[i] );
    }
    ASSERT_IN_RANGE( 1.0, sqrt( sum ) / judgement.residual, 1e-12 );
    ASSERT_EQ( worst, shares[judgement.worstContact] );
    free( p );
    free( shares );
    ssProblem_Destroy( &problem );
    PASS();
}

/// A contact with W = I.
static ssProblem unitContact( double mu, double n, double t1, double t2 )
{
    double w[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 }, q[3] = { n, t1, t2 };
    int zero = 0;
    ssCone cone = { .dimension = 3, .mu = mu };
    ssProblem problem;
    testMust( ssProblem_FromBlocks( 3, 1, 1, &zero, &zero, w, q, &cone, ss_contactFormSaxce, &problem ) );
    return problem;
}

/// A reaction that is not a number is not an answer.
TEST aNanIsNotAnAnswer( void )
{
    ssProblem problem = unitContact( 0.5, -1.0, 0.0, 0.0 );
    for ( int k = 0; k < 3; ++k )
    {
        double p[3] = { 1.0, 0.0, 0.0 };
        ssJudgement judgement;
        ASSERT_EQ( ss_ok, judgeTwice( &problem, p, &judgement, NULL ).code );
        ASSERT_IN_RANGE( 0.0, judgement.residual, 1e-15 );
        p[k] = SS_NAN;
        ssResult result = judgeTwice( &problem, p, &judgement, NULL );
        ASSERT( result.code != ss_ok || !( judgement.residual <= 1.0 ) );
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST residualIsTheNaturalMapByHand( void )
{
    // With W = I, mu = 1/2, q = (-1, 1, 0) and p = 0: yhat = (-1 + 1/2, 1, 0), and p - yhat = (1/2, -1, 0),
    // whose projection is at the root y0 = (1/2 + 1/2)/(1 + 1/4) = 4/5: (4/5, -2/5, 0). |q| = sqrt 2.
    ssProblem problem = unitContact( 0.5, -1.0, 1.0, 0.0 );
    double p[3] = { 0.0, 0.0, 0.0 };
    ssJudgement judgement;
    ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
    ASSERT_IN_RANGE( hypot( 0.8, 0.4 ) / sqrt( 2.0 ), judgement.residual, 1e-15 );
    // The contact slides: p_N = 1, p_T = -1/2, y = (0, 1/2, 0).
    p[0] = 1.0;
    p[1] = -0.5;
    ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
    ASSERT_IN_RANGE( 0.0, judgement.residual, 1e-16 );
    ASSERT_IN_RANGE( 0.0, judgement.complementarity, 1e-16 );
    ASSERT_IN_RANGE( 0.0, judgement.dissipationDefect, 1e-16 );
    ASSERT_IN_RANGE( 0.25, judgement.dissipation, 1e-16 );
    ASSERT_IN_RANGE( 0.5 * 1.25 - 1.5, judgement.objective, 1e-15 );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST aProblemAtRestNeedsNoForce( void )
{
    ssProblem problem = unitContact( 0.5, 0.0, 0.0, 0.0 );
    double p[3] = { 0.0, 0.0, 0.0 };
    ssJudgement judgement;
    ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
    ASSERT_EQ( 0.0, judgement.residual );
    ssProblem_Destroy( &problem );
    PASS();
}

/// A sphere between two walls that face each other, each at `deg` degrees from the vertical.
static ssProblem wedge( double deg, double mu )
{
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contacts[2] = { ssDefaultProblemContact( 3 ), ssDefaultProblemContact( 3 ) };
    double angle = deg * SS_PI / 180.0, v[6] = { 0, 0, -1, 0, 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        double side = i == 0 ? -1.0 : 1.0;
        contacts[i].normal = ssVec3_Make( -side * cos( angle ), 0.0, sin( angle ) );
        contacts[i].point = ssVec3_Scale( -1.0, contacts[i].normal );
        contacts[i].cone.mu = mu;
    }
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, &body, 1, contacts, 2, NULL, 0, v, &problem ) );
    return problem;
}

TEST wedgedSphereIsNotPointed( void )
{
    ssProblem problem = wedge( 10.0, 0.5 ); // tan 10° < 0.5: the walls can press it without bound
    ssPointedness pointedness;
    double p[6], y[6];
    ASSERT_OK( ssProblem_CheckPointed( &problem, &pointedness, p ) );
    ASSERT( pointedness.wedged );
    ASSERT_STR_EQ( "wedged: forces are not bounded", pointedness.message );
    ASSERT_IN_RANGE( 1.0, p[0] + p[3], 1e-6 );
    ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
    for ( int i = 0; i < 6; ++i ) { ASSERT_IN_RANGE( problem.q[i], y[i], 1e-4 ); }
    ssProblem_Destroy( &problem );
    problem = wedge( 40.0, 0.5 ); // tan 40° > 0.5: it can always slip out
    ASSERT_OK( ssProblem_CheckPointed( &problem, &pointedness, NULL ) );
    ASSERT_FALSE( pointedness.wedged );
    ASSERT_STR_EQ( "pointed", pointedness.message );
    ssProblem_Destroy( &problem );
    PASS();
}

/// A turned body with one contact; its quaternion and the normal have this length.
static ssProblem problemOfLength( double length )
{
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contact = ssDefaultProblemContact( 3 );
    body.inertia = ssVec3_Make( 1.0, 2.0, 3.0 );
    body.orientation = ( ssQuat ){ 0.5 * length, 0.5 * length, -0.5 * length, 0.5 * length };
    contact.point = ssVec3_Make( 0.1, 0.2, -1.0 );
    contact.normal = ssVec3_Make( 0.6 * length, 0.0, 0.8 * length );
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, &body, 1, &contact, 1, NULL, 0, NULL, &problem ) );
    return problem;
}

TEST directionsMayHaveAnyLength( void )
{
    static const double lengths[] = { 1e-300, 1e-200, 1e-3, 1e3, 1e200, 1e300 };
    ssProblem unit = problemOfLength( 1.0 );
    for ( int i = 0; i < SS_COUNT( lengths ); ++i )
    {
        ssProblem problem = problemOfLength( lengths[i] );
        const double *a = &unit.inverseInertia[0].cx.x, *b = &problem.inverseInertia[0].cx.x;
        for ( int k = 0; k < 9; ++k ) { ASSERT_IN_RANGE( a[k], b[k], 1e-15 ); }
        ASSERT_IN_RANGE( 0.6, problem.frames[0].n.x, 1e-15 );
        ASSERT_IN_RANGE( 0.8, problem.frames[0].n.z, 1e-15 );
        ssProblem_Destroy( &problem );
    }
    ssProblem_Destroy( &unit );
    PASS();
}

TEST heavyBodiesWedgeNothing( void )
{
    // A ball between the ground and a ball that is 1e12 times as heavy: the force is its weight, and no more.
    ssProblemBody bodies[2] = { ssDefaultProblemBody(), ssDefaultProblemBody() };
    bodies[1].position.z = 2.0;
    bodies[1].mass = 1e12;
    bodies[1].inertia = ssVec3_Make( 1e12, 1e12, 1e12 );
    ssProblemContact contacts[2] = { ssDefaultProblemContact( 3 ), ssDefaultProblemContact( 3 ) };
    const double v[12] = { 0.0, 0.0, -0.01, 0.0, 0.0, 0.0, 0.0, 0.0, -0.01, 0.0, 0.0, 0.0 };
    for ( int i = 0; i < 2; ++i )
    {
        contacts[i].a = i - 1;
        contacts[i].b = i;
        contacts[i].point = ssVec3_Make( 0.0, 0.0, 2.0 * i - 1.0 );
        contacts[i].normal = ssVec3_Make( 0.0, 0.0, 1.0 );
        contacts[i].cone.mu = 0.5;
    }
    ssProblem problem;
    ssPointedness pointedness;
    testMust( ssProblem_FromBodies( 3, bodies, 2, contacts, 2, NULL, 0, v, &problem ) );
    ASSERT_OK( ssProblem_CheckPointed( &problem, &pointedness, NULL ) );
    ASSERT_FALSE( pointedness.wedged );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( judge )
{
    RUN_TEST( judgeDoesNotDependOnUnits );
    RUN_TEST( sharesOfTheContactsSumUp );
    RUN_TEST( aNanIsNotAnAnswer );
    RUN_TEST( residualIsTheNaturalMapByHand );
    RUN_TEST( aProblemAtRestNeedsNoForce );
    RUN_TEST( wedgedSphereIsNotPointed );
    RUN_TEST( heavyBodiesWedgeNothing );
    RUN_TEST( directionsMayHaveAnyLength );
}

// ----------------------------------------------------------------------------------------------------- files

static bool sameText( const ssProblem* problem )
{
    size_t length = 0, again = 0;
    char* text = ssFormatProblem( problem, &length );
    ssProblem copy;
    ssResult result = ssReadProblem( text, length, &copy );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        ssRelease( text );
        return false;
    }
    char* second = ssFormatProblem( &copy, &again );
    bool same = length == again && memcmp( text, second, length ) == 0 &&
        copy.contactCount == problem->contactCount && copy.rowCount == problem->rowCount &&
        memcmp( copy.q, problem->q, (size_t)( copy.contactCount * copy.dimension ) * sizeof( double ) ) == 0;
    ssRelease( text );
    ssRelease( second );
    ssProblem_Destroy( &copy );
    return same;
}

TEST jsonReadsBackAsItWas( void )
{
    for ( int k = 0; k < testCount( 12 ); ++k )
    {
        ssProblem problem = packing( (uint64_t)k, s_dimensions[k % 3], 8 + 3 * k ), whole;
        problem.laws[0] = ss_contactFormRelaxed;
        problem.cones[1].variant = ss_coneEllipsoidal;
        problem.cones[2].variant = ss_coneCircumscribed;
        problem.cones[2].facets = 8;
        ASSERT( sameText( &problem ) );
        ASSERT_OK( ssProblem_MakeExplicit( &problem, &whole ) );
        ASSERT( sameText( &whole ) );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &whole );
    }
    PASS();
}

static const char s_rich[] =
    "{\"format\": \"slipstick-problem\", \"version\": 1, \"law\": \"coulomb\", \"dimension\": 3,\n"
    " \"bodies\": [{\"mass\": 2, \"inertia\": [1, 2, 3], \"orientation\": [0.5, 0.5, 0.5, 0.5], "
    "\"position\": [0, 0, 1]}],\n"
    " \"contacts\": [{\"a\": -1, \"b\": 0, \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"tangent\": [1, 0, "
    "0], "
    "\"mu\": 0.3},\n"
    "  {\"a\": -1, \"b\": 0, \"point\": [1, 0, 0], \"normal\": [0, 0, 1], \"law\": \"extended\",\n"
    "   \"c\": {\"kind\": \"ellipse\", \"a\": 0.5, \"b\": 0.2}, \"d\": {\"kind\": \"circle\", \"a\": 1}},\n"
    "  {\"a\": -1, \"b\": 0, \"point\": [0, 1, 0], \"normal\": [0, 0, 1], \"mu\": 0.2, \"k\": 8, \"q\": [-1, "
    "2, 3]}],\n"
    " \"bilateral\": [{\"a\": 0, \"jacobian_a\": [1, 0, 0, 0, 0, 0], \"q\": 0.5}],\n"
    " \"box\": [{\"b\": 0, \"jacobian_b\": [0, 1, 0, 0, 0, 0], \"lo\": -1, \"hi\": 2}],\n"
    " \"compliance\": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1e-8, 0],\n"
    " \"free_velocity\": [1, 0, -1, 0, 0, 0]}\n";

TEST everythingAFileMayContainIsRead( void )
{
    ssProblem problem;
    ASSERT_OK( ssReadProblem( s_rich, strlen( s_rich ), &problem ) );
    ASSERT_EQ( 3, problem.contactCount );
    ASSERT_EQ( 2, problem.rowCount );
    ASSERT_EQ( 1, problem.lawCount );
    ASSERT_EQ( ss_contactFormPlanar, problem.laws[1] );
    ASSERT_EQ( 8, problem.cones[2].facets );
    ASSERT_EQ( -1.0, problem.q[0] );
    ASSERT_EQ( 1.0, problem.q[1] );
    ASSERT_EQ( 3.0, problem.q[8] );
    // The contact at (1, 0, 0) - (0, 0, 1) turns with the body, whose principal axes are y, z, x after the
    // rotation.
    ASSERT_EQ( 1e-8, problem.compliance[9] );
    ASSERT_IN_RANGE( 1.0, problem.inverseInertia[0].cy.y, 1e-15 );
    ASSERT_IN_RANGE( 0.5, problem.inverseInertia[0].cz.z, 1e-15 );
    ASSERT( sameText( &problem ) );
    ssProblem_Destroy( &problem );
    PASS();
}

/// The rich file with `from` replaced by `to`.
static ssResult readChanged( const char* from, const char* to, ssProblem* problem )
{
    char text[4096];
    const char* at = strstr( s_rich, from );
    if ( at == NULL )
    {
        printf( "no %s\n", from );
        exit( 1 );
    }
    snprintf( text, sizeof( text ), "%.*s%s%s", (int)( at - s_rich ), s_rich, to, at + strlen( from ) );
    return ssReadProblem( text, strlen( text ), problem );
}

/// Two typed laws in one file, with the values of one contact and the memory of another.
TEST typedLawsReadBackAsTheyWere( void )
{
    static const char text[] =
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
        " \"law_text\": \"law \\\"µ\\\"\\t# \\\\\\nparam mu = 0.5 in 0 .. 2\\nC = ellipse(mu, mu/2)\", "
        "\"law_params\": {\"law.mu\": 0.3},\n"
        " \"bodies\": [{\"mass\": 2, \"inertia\": [1, 2, 3], \"position\": [0, 0, 1]}],\n"
        " \"contacts\": [{\"b\": 0, \"point\": [0, 0, 0], \"normal\": [0, 0, 1]},\n"
        "  {\"b\": 0, \"point\": [1, 0, 0], \"normal\": [0, 0, 1], \"law_params\": {\"mu\": 0.1}},\n"
        "  {\"b\": 0, \"point\": [0, 1, 0], \"normal\": [0, 0, 1], \"law\": \"coulomb\", \"mu\": 0.2},\n"
        "  {\"b\": 0, \"point\": [0, 1, 0], \"normal\": [0, 0, 1], \"law_text\": \"law \\\"z\\\"\\nparam k = "
        "9 "
        "[1/m]\\nstate z = (0, 0) [m], z' = vel\\nforce = k*z*N\", \"law_site\": {\"t\": 3, \"h\": 0.1, "
        "\"impulses\": true, \"state\": [0.1, -0.2]}}],\n"
        " \"free_velocity\": [1, 0, -1, 0, 0, 0]}\n";
    ssProblem problem;
    ssResult result = ssReadProblem( text, strlen( text ), &problem );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 3, problem.lawCount );
    ASSERT_EQ( 0.3, problem.lawTable[problem.lawIndex[0]].def.programValues[0] );
    ASSERT_EQ( 0.1, problem.lawTable[problem.lawIndex[1]].def.programValues[0] );
    ASSERT_EQ( ss_contactFormSaxce, problem.laws[2] );
    ASSERT_EQ( 3.0, problem.lawSites[3].time );
    ASSERT_EQ( -0.2, problem.lawSites[3].state[1] );
    ASSERT( sameText( &problem ) );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST aLawWithoutANameFollowsFromItsSets( void )
{
    static const struct
    {
        const char *from, *to;
        ssLawKind kind;
    } cases[] = {
        { "\"law\": \"extended\",", "", ss_lawKindExtended },
        { "\"mu\": 0.3", "\"c\": {\"kind\": \"circle\", \"a\": 1}", ss_lawKindAssociated },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssProblem problem;
        ASSERT_OK( readChanged( cases[i].from, cases[i].to, &problem ) );
        ASSERT_EQ( cases[i].kind, problem.lawDefs[0].kind );
        ASSERT( sameText( &problem ) );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

static const char s_dense[] = "3\n1\n0\n3\n3\n3\t3\n2 0.5 0\n0.25 3 0\n0 0 4\n-1 2 3\n0.5\n";
static const char s_sparse[] =
    "3\n1\n1\n3\n3\n1\n1\n1\n3\n3\n2\n1\n0 1\n0\n0\n2 0.5 0\n0.25 3 0\n0 0 4\n-1 2 3\n0.5\n1\n";
static const char s_compressed[] =
    "3\n1\n2\n3\n3\n2\nCSparse Version 3.1.9, May 4, 2016.  Copyright (c) Timothy A. Davis, 2006-2016\n"
    "3-by-3, nzmax: 5 nnz: 5, 1-norm: 4\n    col 0 : locations 0 to 1\n      0 : 2\n      1 : 0.5\n"
    "    col 1 : locations 2 to 3\n      0 : 0.25\n      1 : 3\n    col 2 : locations 4 to 4\n      2 : 4\n"
    "-1 2 3\n0.5\n";

TEST threeStoragesOfTheTextFormSayTheSame( void )
{
    static const char* const texts[] = { s_dense, s_sparse, s_compressed };
    // The text forms store the matrix column by column.
    static const double w[9] = { 2, 0.25, 0, 0.5, 3, 0, 0, 0, 4 };
    for ( int k = 0; k < 3; ++k )
    {
        ssProblem problem;
        ASSERT_OK( ssReadProblem( texts[k], strlen( texts[k] ), &problem ) );
        ASSERT_EQ( 1, problem.contactCount );
        ASSERT_EQ( 0, memcmp( w, problem.blocks, sizeof( w ) ) );
        ASSERT_EQ( 0.5, problem.cones[0].mu );
        ASSERT_EQ( 2.0, problem.q[1] );
        ASSERT_IN_RANGE( 0.25 / 4.0, ssProblem_Asymmetry( &problem ), 1e-15 );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST truncatedFilesAreRefusedWithTheirLine( void )
{
    static const char* const texts[] = { s_dense, s_sparse, s_compressed, s_rich };
    for ( int k = 0; k < 4; ++k )
    {
        // The last number may lose digits and remain a number, and the flag after mu may be left out.
        size_t whole = strlen( texts[k] ) - ( k == 3 ? 2 : 4 ) - ( k == 1 ? 2 : 0 );
        for ( size_t length = 0; length < whole; ++length )
        {
            ssProblem problem;
            ssResult result = ssReadProblem( texts[k], length, &problem );
            if ( result.code == ss_ok ) { ssProblem_Destroy( &problem ); }
            ASSERTm( texts[k], result.code != ss_ok );
            ASSERTm( result.message, testContains( result.message, "line" ) );
        }
    }
    PASS();
}

TEST brokenTextFilesSayWhatIsWrong( void )
{
    static const struct
    {
        const char* text;
        const char* says;
    } cases[] = {
        { "", "empty" },
        { "hello", "neither" },
        { "\x89HDF\r\n", "FCLIB" },
        { "4\n1\n0\n", "dimension = 4" },
        { "7\n1\n0\n", "dimension" },
        { "3\n1000000000\n0\n3\n3\n", "line 2" },
        { "3\n10000000\n0\n30000000\n30000000\n", "line 2: 40000000 numbers are announced" },
        { "3\n1\n0\n3\n3\n3 3\n2 0.5 0\n0.25 3 0\n0 0 nan\n-1 2 3\n0.5\n", "line 9" },
        { "3\n1\n0\n3\n3\n3 3\n2 0.5 0\n0.25 3 0\n0 0 1e999\n-1 2 3\n0.5\n", "line 9" },
        { "3\n1\n0\n3\n3\n3 3\n2 0.5 0\n0.25 3 0\n0 0 4\n-1 2 3\n-0.5\n", "line 11: mu = -0.5" },
        { "3\n1\n0\n3\n3\n3 3\n2 0.5 0\n0.25 -3 0\n0 0 4\n-1 2 3\n0.5\n", "> 0 on the diagonal" },
        { "3\n1\n0\n4\n3\n3 3\n", "line 4" },
        { "3\n1\n5\n3\n3\n3 3\n2 3 4 5 6 7\n", "storage" },
        { "3\n1\n1\n3\n3\n1\n1\n1\n3\n3\n2\n1\n0 1\n7\n0\n2 0.5 0\n0.25 3 0\n0 0 4\n-1 2 3\n0.5\n",
            "a column" },
        { "3\n1\n1\n3\n3\n1\n1\n1\n3\n3\n2\n1\n0 0\n0\n0\n2 0.5 0\n0.25 3 0\n0 0 4\n-1 2 3\n0.5\n",
            "a row start" },
        { "3\n1\n1\n3\n3\n200000000\n1\n1\n3\n3\n2\n1\n", "announced" },
        { "3\n1\n2\n3\n3\n2\nCSparse\n3-by-3, nzmax: 5 nnz: -5, 1-norm: 4\n", "nnz" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        ssProblem problem;
        ssResult result = ssReadProblem( cases[i].text, strlen( cases[i].text ), &problem );
        ASSERTm( cases[i].text, result.code != ss_ok );
        ASSERTm( result.message, testContains( result.message, cases[i].says ) );
        ASSERT_EQ( NULL, problem.q );
    }
    PASS();
}

TEST brokenJsonFilesSayWhatIsWrong( void )
{
    static const struct
    {
        const char *from, *to, *says;
    } cases[] = {
        { "slipstick-problem", "slipstick-scene", "format" },
        { "\"version\": 1", "\"version\": 2", "version" },
        { "\"dimension\": 3", "\"dimension\": 4", "dimension" },
        { "\"law\": \"coulomb\"", "\"law\": \"gouda\"", "gouda" },
        { "\"mu\": 0.3", "\"mu\": -0.3", "contact 0: mu = -0.3" },
        { "\"mu\": 0.3", "\"mu\": \"a\"", "contacts[0].mu" },
        { "\"mu\": 0.3", "\"nu\": 0.3", "nu" },
        { "\"mu\": 0.3", "\"mu\": 1e999", "mu" },
        { "\"mass\": 2", "\"mass\": 0", "mass = 0" },
        { "[1, 2, 3]", "[1, 2]", "bodies[0].inertia" },
        { "[1, 2, 3]", "[1, -2, 3]", "inertia" },
        { "[0.5, 0.5, 0.5, 0.5]", "[0, 0, 0, 0]", "orientation" },
        { "\"b\": 0, \"point\": [1", "\"b\": 7, \"point\": [1", "contact 1" },
        { "\"b\": 0, \"point\": [1", "\"b\": -1, \"point\": [1", "contact 1" },
        { "\"normal\": [0, 0, 1], \"tangent\"", "\"normal\": [0, 0, 0], \"tangent\"", "normal" },
        { "\"tangent\": [1, 0, 0]", "\"tangent\": [0, 0, 1]", "tangent" },
        { "\"extended\"", "\"exceeded\"", "exceeded" },
        { "\"ellipse\"", "\"elypse\"", "contacts[1].c" },
        { "\"k\": 8", "\"k\": 1", "k = 1" },
        // No law would read these members.
        { "\"mu\": 0.3", "\"law\": \"relaxed\", \"c\": {\"kind\": \"circle\", \"a\": 1}", "contacts[0].c:" },
        { "\"mu\": 0.3", "\"d\": {\"kind\": \"circle\", \"a\": 1}", "contacts[0].d:" },
        { "\"extended\"", "\"collinear\"", "contacts[1].d:" },
        { "\"mu\": 0.3", "\"c_force\": 2", "contacts[0].c_force:" },
        { "\"k\": 8", "\"k\": 8, \"law\": \"ellipsoidal\"", "contacts[2].k:" },
        { "\"k\": 8", "\"facet_deg\": 8", "contacts[2].facet_deg:" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"v_eps\": 1", "contacts[0].v_eps:" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"law_scale\": 1", "contacts[0].law_scale:" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"patch_radius\": 1",
            "contacts[0].patch_radius:" },
        { "\"extended\"", "\"extended\", \"relaxed\": true", "contacts[1].relaxed:" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"relaxed\": 1", "contacts[0].relaxed: expected true or false" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"law\": \"relaxed\", \"relaxed\": false",
            "contacts[0].relaxed = false" },
        // These laws of the table have numbers that they do not allow.
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"v_eps\": 0", "contacts[0].v_eps = 0;" },
        { "\"k\": 8", "\"law\": \"regularised\", \"v_eps\": -1", "contacts[2].v_eps = -1;" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"regularisation\": \"sinh\"",
            "arctan or tanh" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"law_dimension\": 4",
            "contacts[0].law_dimension = 4;" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"law_scale\": -1", "law_scale = -1" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"mu\": 0.3, \"law_scale\": \"a\"",
            "contacts[0].law_scale" },
        { "\"mu\": 0.3", "\"law\": \"contensou\", \"mu\": 0.3", "needs 6" },
        { "\"mu\": 0.3", "\"law\": \"contensou\", \"mu\": 0.3, \"pressure\": \"high\"", "uniform or hertz" },
        { "\"mu\": 0.3", "\"law\": \"tristate\", \"mu\": 0.3", "no solution" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\"", "tensor" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"tensor\": [1, 0, 0]", "contacts[0].tensor" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"flow\": [[0, 1]]", "phi_deg" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"flow\": [[0, 1, 0]]", "contacts[0]: 1 samples;" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"flow\": 3", "samples" },
        { "[-1, 2, 3]", "[-1, 2]", "contacts[2].q" },
        { "\"lo\": -1", "\"lo\": 3", "row 1" },
        { "[0, 1, 0, 0, 0, 0]", "[0, 0, 0, 0, 0, 0]", "row 1" },
        { "1e-8, 0]", "-1e-8, 0]", "compliance" },
        { "1e-8, 0]", "1e-8]", "compliance" },
        { "\"free_velocity\": [1,", "\"free_velocity\": [", "free_velocity" },
        { "\"bodies\": [{", "\"bodies\": 3, \"x\": [{", "x" },
        { "\"version\": 1", "\"version\": 1, \"version\": 1", "version" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        ssProblem problem;
        ssResult result = readChanged( cases[i].from, cases[i].to, &problem );
        ssProblem_Destroy( &problem );
        ASSERTm( cases[i].to, result.code != ss_ok );
        if ( !testContains( result.message, cases[i].says ) )
        {
            printf( "%s: %s\n", cases[i].to, result.message );
            FAIL();
        }
    }
    PASS();
}

/// Whatever the letters are, the answer is a problem that obeys the rules of problems, or a refusal in words.
TEST damagedFilesAreProblemsOrRefused( void )
{
    static const char* const texts[] = { s_dense, s_sparse, s_compressed, s_rich };
    testRng rng = { 77 };
    static const char letters[] = "0123456789-+.eE {}[],:\"\n\tnaif";
    for ( int k = 0; k < testCount( 4000 ); ++k )
    {
        char text[4096];
        size_t length = strlen( texts[k % 4] );
        memcpy( text, texts[k % 4], length );
        for ( int hit = 0; hit < 1 + k % 4; ++hit )
        {
            text[testRandom( &rng ) % length] = letters[testRandom( &rng ) % ( sizeof( letters ) - 1 )];
        }
        ssProblem problem;
        ssResult result = ssReadProblem( text, length, &problem );
        ASSERT( result.code == ss_ok ? ssProblem_Check( &problem ).code == ss_ok
                                     : result.message[0] != 0 && problem.contactCount == 0 );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

// Every allocation fails once.
static int s_allowed;

static void* stingyAlloc( void* context, size_t size )
{
    (void)context;
    return s_allowed-- > 0 ? calloc( 1, size ) : NULL;
}

TEST missingMemoryIsReported( void )
{
    ssInstallAllocator( stingyAlloc, NULL, NULL );
    bool ended = false;
    for ( int allowed = 0; allowed < 200 && !ended; ++allowed )
    {
        s_allowed = allowed;
        ssProblem problem;
        ssResult result = ssReadProblem( s_rich, strlen( s_rich ), &problem );
        ended = result.code == ss_ok;
        ssProblem_Destroy( &problem );
        s_allowed = allowed;
        result = ssReadProblem( s_sparse, strlen( s_sparse ), &problem );
        ssProblem_Destroy( &problem );
    }
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT( ended );
    PASS();
}

TEST problemsRecordedByOthersAreRead( void )
{
    const char* folder = getenv( "SLIPSTICK_PROBLEMS" );
    DIR* entries = folder != NULL ? opendir( folder ) : NULL;
    if ( entries == NULL ) { SKIPm( "set SLIPSTICK_PROBLEMS to a folder of Siconos .dat files" ); }
    int count = 0;
    for ( struct dirent* entry = readdir( entries ); entry != NULL; entry = readdir( entries ) )
    {
        char path[2048];
        size_t length = 0;
        if ( strstr( entry->d_name, ".dat" ) == NULL ) { continue; }
        snprintf( path, sizeof( path ), "%s/%s", folder, entry->d_name );
        char* text = testReadFile( path, &length );
        ssProblem problem;
        ssResult result = ssReadProblem( text, length, &problem );
        ASSERT_EQ_FMTm( result.message, ss_ok, result.code, "%d" );
        ASSERT( sameText( &problem ) );
        ssProblem_Destroy( &problem );
        // Cut anywhere, the file is refused.
        for ( int k = 0; k < 20; ++k )
        {
            result = ssReadProblem( text, length * (size_t)k / 21, &problem );
            ASSERT( result.code != ss_ok );
        }
        free( text );
        ++count;
    }
    closedir( entries );
    ASSERT( count > 0 );
    PASS();
}

SUITE( files )
{
    RUN_TEST( jsonReadsBackAsItWas );
    RUN_TEST( everythingAFileMayContainIsRead );
    RUN_TEST( typedLawsReadBackAsTheyWere );
    RUN_TEST( aLawWithoutANameFollowsFromItsSets );
    RUN_TEST( threeStoragesOfTheTextFormSayTheSame );
    RUN_TEST( truncatedFilesAreRefusedWithTheirLine );
    RUN_TEST( brokenTextFilesSayWhatIsWrong );
    RUN_TEST( brokenJsonFilesSayWhatIsWrong );
    RUN_TEST( damagedFilesAreProblemsOrRefused );
    RUN_TEST( missingMemoryIsReported );
    RUN_TEST( problemsRecordedByOthersAreRead );
}

TEST packingsComeFromTheirSeed( void )
{
    for ( uint64_t seed = 1; seed < 20; ++seed )
    {
        ssPackingDef def = ssRandomPackingDef( seed );
        ssProblem a, b;
        ASSERT_OK( ssMakePacking( &def, &a ) );
        ASSERT_OK( ssMakePacking( &def, &b ) );
        ASSERT( a.contactCount >= 6 && a.contactCount <= 62 );
        ASSERT_EQ( a.contactCount, b.contactCount );
        ASSERT_EQ( 0, memcmp( a.q, b.q, (size_t)( a.contactCount * a.dimension ) * 8 ) );
        ssProblem_Destroy( &a );
        ssProblem_Destroy( &b );
    }
    PASS();
}

SUITE( generator ) { RUN_TEST( packingsComeFromTheirSeed ); }

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( operators );
    RUN_SUITE( judge );
    RUN_SUITE( files );
    RUN_SUITE( generator );
    return TEST_END();
}
