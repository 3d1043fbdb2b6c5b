// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "slipstick/audit.h"
#include "slipstick/lab/problem_scenario.h"

// A contact problem with an answer as a scenario: contacts and bodies are where the problem has them, with
// its laws, and the contact that is wrong is the one that the audit finds.

#define SPEED 1e-3 // [m/s] that counts as motion

static ssProblem packing( int dimension, bool settled )
{
    ssPackingDef def = ssDefaultPackingDef();
    ssProblem problem;
    def.seed = 3;
    def.dimension = dimension;
    def.contacts = 40;
    def.settled = settled;
    testMust( ssMakePacking( &def, &problem ) );
    return problem;
}

/// A simulation of the problem, which it takes over, with the answer p.
static ssSim* show( ssProblem* problem, const double* p )
{
    const ssScenario* scenario = NULL;
    ssSim* sim = NULL;
    const ssProblemScenarioDef def = {
        .problem = problem, .p = p, .tolerance = 1e-9, .title = "packing.json", .source = "a problem"
    };
    ssResult result = ssMakeProblemScenario( &def, &scenario );
    if ( result.code == ss_ok )
    {
        ssSimDef sims = ssDefaultSimDef( scenario );
        result = ssCreateSim( &sims, &sim );
        ssScenario_Release( scenario );
    }
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return sim;
}

typedef struct Seen
{
    int spheres, solids, contacts;
    ssDrawSphere sphere[200];
    ssContactView contact[200];
    ssAudit audit;
} Seen;

static void seeSpheres( void* context, int count, const ssDrawSphere* spheres )
{
    Seen* seen = context;
    for ( int i = 0; i < count && seen->spheres < 200; ++i ) { seen->sphere[seen->spheres++] = spheres[i]; }
}

static void seeSolids( void* context, int count, const ssDrawSolid* solids )
{
    (void)solids;
    ( (Seen*)context )->solids += count;
}

static void seeContacts( void* context, int count, const ssContactView* contacts )
{
    Seen* seen = context;
    for ( int i = 0; i < count && seen->contacts < 200; ++i )
    {
        seen->contact[seen->contacts++] = contacts[i];
    }
    ssAudit_Add( &seen->audit, count, contacts, SPEED );
}

static Seen look( const ssSim* sim )
{
    Seen seen = { 0 };
    ssAudit_Begin( &seen.audit );
    const ssDraw draw = { .flags = ss_drawAll,
        .context = &seen,
        .spheres = seeSpheres,
        .solids = seeSolids,
        .contacts = seeContacts };
    ssSim_Draw( sim, &draw );
    return seen;
}

static bool isClean( const ssAudit* audit )
{
    bool clean = true;
    for ( int k = 0; k < ss_auditCount; ++k )
    {
        clean =
            clean && ( audit->contact[k] < 0 || audit->worst[k] < ssAuditWarningLevel( (ssAuditCheck)k ) );
    }
    return clean;
}

TEST aPackingIsShownAsItIs( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    for ( int k = 0; k < 3; ++k )
    {
        ssProblem problem = packing( dimensions[k], true ), copy = packing( dimensions[k], true );
        double* p = zeros( &problem );
        ssSolveReport report = solveWith( ssFindSolver( "auto" ), &problem, 1e-9, p );
        ASSERT_EQ( ss_statusConverged, report.status );
        int pressed = 0;
        for ( int i = 0; i < problem.contactCount; ++i ) { pressed += p[i * problem.dimension] > 0.0; }
        ssSim* sim = show( &problem, p );
        ASSERT( sim != NULL );
        ASSERT_EQ( 0, problem.contactCount ); // taken over
        Seen seen = look( sim );
        ASSERT_EQ( copy.bodyCount, seen.spheres );
        ASSERT_EQ( 0, seen.solids );
        for ( int i = 0; i < seen.spheres; ++i )
        {
            ASSERT( ssVec3_Length( ssVec3_Sub( seen.sphere[i].center, copy.bodies[i].position ) ) == 0.0 );
            ASSERT_IN_RANGE( ssDefaultPackingDef().radius, seen.sphere[i].radius, 1e-9 );
        }
        ASSERT_EQ( pressed, seen.contacts );
        for ( int i = 0; i < seen.contacts; ++i )
        {
            const ssContactView* c = &seen.contact[i];
            int n = (int)c->number;
            ASSERT( ssVec3_Length( ssVec3_Sub( c->point, copy.points[n] ) ) == 0.0 );
            ASSERT( ssVec3_Length( ssVec3_Sub( c->tangent1, copy.frames[n].t ) ) == 0.0 );
            ASSERT( c->force[0] == p[n * copy.dimension] && c->force[2] == p[n * copy.dimension + 2] );
            ASSERT( c->cone.mu == copy.cones[n].mu && c->cone.dimension == copy.dimension );
        }
        ASSERT( isClean( &seen.audit ) );
        ssDestroySim( sim );
        free( p );
        ssProblem_Destroy( &copy );
    }
    PASS();
}

TEST aSpoiltContactIsTheOneThatTheAuditFinds( void )
{
    ssProblem problem = packing( 3, true );
    double* p = zeros( &problem );
    solveWith( ssFindSolver( "auto" ), &problem, 1e-9, p );
    int worst = 0;
    for ( int i = 0; i < problem.contactCount; ++i ) { worst = p[3 * i] > p[3 * worst] ? i : worst; }
    p[3 * worst + 1] = 2.0 * problem.cones[worst].mu * p[3 * worst];
    ssSim* sim = show( &problem, p );
    Seen seen = look( sim );
    ASSERT( seen.audit.worst[ss_auditCone] > ssAuditViolationLevel( ss_auditCone ) );
    ASSERT_EQ( worst, (int)seen.contact[seen.audit.contact[ss_auditCone]].number );
    ssDestroySim( sim );
    free( p );
    PASS();
}

TEST contactsWithoutPositionsStandApart( void )
{
    ssProblem bodies = packing( 3, true ), problem;
    ASSERT_OK( ssProblem_MakeExplicit( &bodies, &problem ) );
    double* p = zeros( &problem );
    for ( int i = 0; i < problem.contactCount; ++i ) { p[3 * i] = 1.0; }
    int count = problem.contactCount;
    ssSim* sim = show( &problem, p );
    Seen seen = look( sim );
    ASSERT_EQ( count, seen.contacts );
    ASSERT_EQ( 0, seen.spheres + seen.solids );
    for ( int i = 0; i < seen.contacts; ++i )
    {
        for ( int j = 0; j < i; ++j )
        {
            ASSERT( ssVec3_Length( ssVec3_Sub( seen.contact[i].point, seen.contact[j].point ) ) >= 1.0 );
        }
    }
    ssDestroySim( sim );
    ssProblem_Destroy( &bodies );
    free( p );
    PASS();
}

/// A contact with the sets of Walker & Leine keeps them, so that scene and microscope show them.
TEST planarLawsAreKept( void )
{
    static const char text[] =
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
        " \"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]]},\n"
        " \"contacts\": [{\"q\": [-1, 2, 1], \"c\": {\"kind\": \"ellipse\", \"a\": 0.6, \"b\": 0.3}}]}";
    ssProblem problem;
    ASSERT_OK( ssReadProblem( text, strlen( text ), &problem ) );
    double* p = zeros( &problem );
    solveWith( ssFindSolver( "auto" ), &problem, 1e-12, p );
    ssSim* sim = show( &problem, p );
    Seen seen = look( sim );
    ASSERT_EQ( 1, seen.contacts );
    ASSERT( seen.contact[0].law != NULL );
    ASSERT_EQ( ss_modeSlide, seen.contact[0].mode );
    ASSERT( isClean( &seen.audit ) );
    ssDestroySim( sim );
    free( p );
    PASS();
}

typedef struct Charted
{
    int outside, points, circles;
} Charted;

static void seePoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    Charted* seen = context;
    (void)label, (void)x, (void)y;
    seen->outside += role == ss_chartViolation ? count : 0;
    seen->points += role != ss_chartNow ? count : 0;
}

static void seeCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role, (void)label, (void)count, (void)x, (void)y;
    ( (Charted*)context )->circles += 1;
}

static void seeRange( void* context, double x0, double x1, double y0, double y1 )
{
    (void)context, (void)x0, (void)x1, (void)y0, (void)y1;
}

static double signalOf( const ssSim* sim, const char* id )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), id )];
}

/// The force 0.55 f_N is inside an ellipse of 0.6 along its long axis, and
/// outside across it, where that ends at 0.3.
TEST aLawOfItsOwnJudgesAContact( void )
{
    static const char text[] =
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
        " \"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]]},\n"
        " \"contacts\": [{\"q\": [-1, 2, 1], \"c\": {\"kind\": \"ellipse\", \"a\": 0.6, \"b\": 0.3}}]}";
    static const double forces[2][3] = { { 1.0, -0.55, 0.0 }, { 1.0, 0.0, -0.55 } };
    for ( int k = 0; k < 2; ++k )
    {
        ssProblem problem;
        Charted seen = { 0 };
        const ssChartSink sink = {
            .context = &seen, .points = seePoints, .curve = seeCurve, .range = seeRange
        };
        ASSERT_OK( ssReadProblem( text, strlen( text ), &problem ) );
        ssSim* sim = show( &problem, forces[k] );
        ssSim_DrawChart( sim, 0, &sink );
        char told[256];
        ssSim_Explain( sim, 0, told, (int)sizeof told ); // where the bounds come from
        ASSERT_STR_EQ( "every contact has a law of its own", told );
        ASSERT_EQ( 1, seen.points );
        ASSERT_EQ( k, seen.outside );
        ASSERT_EQm( "μ is not its law", 0, seen.circles );
        double bound = k == 0 ? 0.6 : 0.3, margin = 1.0 - 0.55 / bound;
        ASSERT_IN_RANGE( margin, signalOf( sim, "margin" ), 1e-9 );
        ASSERT_IN_RANGE( margin, signalOf( sim, "c_margin" ), 1e-9 );
        ASSERT_IN_RANGE( k == 0 ? 0.0 : 0.25, signalOf( sim, "cone_error" ), 1e-9 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST aProblemIsNotCalledALog( void )
{
    ssProblem problem = packing( 3, true );
    double* p = zeros( &problem );
    ssSim* sim = show( &problem, p );
    const ssScenario* scenario = ssSim_Scenario( sim );
    char text[256];
    ssSim_Explain( sim, ssFindParam( scenario->model.params, scenario->model.paramCount, "bounds" ), text,
        (int)sizeof text );
    ASSERTm( text, strstr( text, "μ of the problem" ) != NULL );
    ASSERTm( scenario->summary, strstr( scenario->summary, "log" ) == NULL );
    for ( int i = 0; i < scenario->picture.plotCount; ++i )
    {
        ASSERTm(
            scenario->picture.plots[i].title, strstr( scenario->picture.plots[i].title, "log" ) == NULL );
    }
    ssDestroySim( sim );
    free( p );
    PASS();
}

TEST problemsWithoutContactsAreRefused( void )
{
    ssProblem problem;
    ssProblemBody body = ssDefaultProblemBody();
    ASSERT_OK( ssProblem_FromBodies( 3, &body, 1, NULL, 0, NULL, 0, NULL, &problem ) );
    const ssScenario* scenario = NULL;
    double none = 0.0;
    const ssProblemScenarioDef def = { .problem = &problem, .p = &none, .tolerance = 1e-8, .title = "empty" };
    ssResult result = ssMakeProblemScenario( &def, &scenario );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( scenario == NULL && problem.bodyCount == 1 );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( problemScenarios )
{
    RUN_TEST( aPackingIsShownAsItIs );
    RUN_TEST( aSpoiltContactIsTheOneThatTheAuditFinds );
    RUN_TEST( contactsWithoutPositionsStandApart );
    RUN_TEST( planarLawsAreKept );
    RUN_TEST( aLawOfItsOwnJudgesAContact );
    RUN_TEST( aProblemIsNotCalledALog );
    RUN_TEST( problemsWithoutContactsAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( problemScenarios );
    return TEST_END();
}
