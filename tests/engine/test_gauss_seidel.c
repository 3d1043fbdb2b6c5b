// SPDX-License-Identifier: MIT
#include "gs_common.h"

#include "gauss_seidel/gauss_seidel.h"
#include "gauss_seidel/gs_colouring.h"
#include "slipstick/rng.h"

// The Gauss-Seidel kernel: colours keep bodies apart, the judge accepts the answers for spheres, boxes, rows
// and unusual laws, and nothing depends on earlier calls.

static ssGsOptions optionsFor( double tolerance, int maxPasses )
{
    ssGsOptions options = ssDefaultGsOptions();
    options.tolerance = tolerance;
    options.maxPasses = maxPasses;
    return options;
}

static double between( ssRng* rng, double low, double high )
{
    return low + ( high - low ) * ssRng_Uniform( rng );
}

static ssVec3 vectorIn( ssRng* rng, double size )
{
    return ssVec3_Make(
        between( rng, -size, size ), between( rng, -size, size ), between( rng, -size, size ) );
}

// --------------------------------------------------------------------------------------------------- colours

TEST noTwoContactsOfAColourShareAMovingBody( void )
{
    enum
    {
        BODIES = 60,
        CONTACTS = 400
    };
    static int a[CONTACTS], b[CONTACTS], order[CONTACTS], scratch[CONTACTS], start[BODIES + 2];
    static uint32_t used[BODIES];
    static uint8_t colour[CONTACTS];
    for ( int trial = 0; trial < testCount( 200 ); ++trial )
    {
        ssRng rng = ssSeedRng( (uint64_t)trial + 1 );
        // Body 0 is in every fourth contact: that is more than there are colours.
        for ( int i = 0; i < CONTACTS; ++i )
        {
            a[i] = i % 4 == 0 ? 0 : (int)( ssRng_Next( &rng ) % ( BODIES + 1 ) ) - 1;
            b[i] = 1 + (int)( ssRng_Next( &rng ) % ( BODIES - 1 ) );
            a[i] = a[i] == b[i] ? -1 : a[i];
        }
        gsSortContacts( CONTACTS, a, b, BODIES, order, scratch, start );
        int colours = gsColourContacts( CONTACTS, order, a, b, BODIES, used, colour );
        bool seen[CONTACTS] = { false };
        for ( int k = 0; k < CONTACTS; ++k )
        {
            ASSERT( !seen[order[k]] );
            seen[order[k]] = true;
            if ( k > 0 )
            {
                int i = order[k - 1], j = order[k];
                int lowI = a[i] < b[i] ? a[i] : b[i], lowJ = a[j] < b[j] ? a[j] : b[j];
                int highI = a[i] + b[i] - lowI, highJ = a[j] + b[j] - lowJ;
                ASSERT( lowI < lowJ || ( lowI == lowJ && ( highI < highJ || ( highI == highJ && i < j ) ) ) );
            }
        }
        for ( int c = 0; c < colours; ++c )
        {
            bool taken[BODIES] = { false };
            for ( int i = 0; i < CONTACTS; ++i )
            {
                if ( colour[i] == c )
                {
                    ASSERT( a[i] < 0 || !taken[a[i]] );
                    ASSERT( !taken[b[i]] );
                    taken[b[i]] = true;
                    if ( a[i] >= 0 ) { taken[a[i]] = true; }
                }
            }
        }
        int overflow = 0;
        for ( int i = 0; i < CONTACTS; ++i ) { overflow += colour[i] == GS_COLOUR_MAX; }
        ASSERT( overflow >= CONTACTS / 4 - GS_COLOUR_MAX );
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- spheres

TEST residualOfTheKernelIsTheJudges( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 60 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        def.law = i % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double *p = zeros( &problem ), *v = calloc( (size_t)problem.bodyCount * 6, sizeof( double ) );
        double* expected = calloc( (size_t)problem.bodyCount * 6, sizeof( double ) );
        ssGsOptions options = optionsFor( 0.0, 1 + i % 7 );
        options.accelerate = i % 3 == 0;
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, v, &report ) );
        ASSERT_EQ( problem.contactCount, report.spheres );
        ASSERT_EQ( 1 + i % 7, report.passes );
        double residual = judged( &problem, p );
        ASSERT_IN_RANGE( residual, report.residual, 1e-9 * residual + 1e-13 );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, expected ) );
        for ( int k = 0; k < 6 * problem.bodyCount; ++k )
        {
            ASSERT_IN_RANGE( expected[k], v[k], 1e-11 * ( 1.0 + fabs( expected[k] ) ) );
        }
        free( p );
        free( v );
        free( expected );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( sweep );
    PASS();
}

/// Files state q without the free velocities that it comes from.
static void forgetFreeVelocities( ssProblem* problem )
{
    memset( problem->freeVelocity, 0, (size_t)problem->bodyCount * 6 * sizeof( double ) );
}

TEST spheresWhoseProblemStatesQAloneStayAmongSpheres( void )
{
    ssGs* gs = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 60 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        def.law = i % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        forgetFreeVelocities( &problem );
        double* p = zeros( &problem );
        ssGsOptions options = optionsFor( 0.0, 1 + i % 7 );
        options.accelerate = i % 3 == 0;
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( gs, &problem, &options, p, NULL, &report ) );
        ASSERT_EQ( problem.contactCount, report.spheres );
        double residual = judged( &problem, p );
        ASSERT_IN_RANGE( residual, report.residual, 1e-9 * residual + 1e-13 );
        free( p );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( gs );
    PASS();
}

TEST armsBentByTheDigitsOfAFileCountAsStraight( void )
{
    int missed = 0;
    for ( int i = 0; i < testCount( 10 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        forgetFreeVelocities( &problem );
        ssRng rng = ssSeedRng( (uint64_t)i + 1 );
        for ( int k = 0; k < problem.contactCount; ++k )
        {
            ssVec3 off = vectorIn( &rng, 1e-7 * def.radius );
            problem.points[k] = ssVec3_Add( problem.points[k], off );
            problem.armsA[k] = ssVec3_Add( problem.armsA[k], off );
            problem.armsB[k] = ssVec3_Add( problem.armsB[k], off );
        }
        ssGs* gs = ssCreateGs( NULL );
        double* p = zeros( &problem );
        ASSERT_OK( ssGs_Begin( gs, &problem, p, 0 ) );
        ASSERT_EQ( 0, ssGs_BentArms( gs ) );
        ssGs_AllowBentArms( gs, 1e-6 );
        ASSERT_OK( ssGs_Begin( gs, &problem, p, 0 ) );
        ASSERT_EQ( problem.contactCount, ssGs_BentArms( gs ) );
        ssDestroyGs( gs );
        // The solver may take them for straight, but is judged with the arms as they
        // are: also where they are too bent.
        const double tolerances[] = { 1e-4, 1e-8 };
        for ( int k = 0; k < 2; ++k )
        {
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.tolerance = tolerances[k];
            memset( p, 0, (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
            ASSERT_OK( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report ) );
            ASSERT( k == 1 || report.status == ss_statusConverged );
            missed += report.status != ss_statusConverged;
            ASSERT( report.status != ss_statusConverged || judged( &problem, p ) <= tolerances[k] );
        }
        free( p );
        ssProblem_Destroy( &problem );
    }
    // To eight digits these arms are bent, and the passes of the kernel for
    // any bodies may cycle under Coulomb's law.
    ASSERT( missed <= testCount( 10 ) / 30 );
    PASS();
}

TEST everySetOfInstructionsGivesTheSameBits( void )
{
    ASSERT( ssGsInstructionSetCount() >= 1 );
    ASSERT_EQ( NULL, ssGsInstructionSetName( -1 ) );
    ASSERT_EQ( NULL, ssGsInstructionSetName( ssGsInstructionSetCount() ) );
    ssGs* gs = ssCreateGs( NULL );
    ASSERT( !ssGs_UseInstructionSet( gs, ssGsInstructionSetCount() ) );
    for ( int i = 0; i < testCount( 40 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        def.law = i % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        if ( i % 4 >= 2 ) { forgetFreeVelocities( &problem ); }
        if ( i % 8 >= 4 )
        {
            problem.inverseInertia[0].cx.x *= 1.5; // contacts of this body are not between spheres
        }
        ssGsOptions options = optionsFor( 1e-6, 100 );
        const char* differs = setWithOtherBits( gs, &problem, &options );
        ASSERT_EQm( differs, NULL, differs );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( gs );
    PASS();
}

TEST randomPackingsAreSolved( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    int missed = 0;
    for ( int i = 0; i < testCount( 100 ); ++i )
    {
        for ( int law = 0; law < 2; ++law )
        {
            ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
            def.law = law == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
            ssProblem problem;
            ASSERT_OK( ssMakePacking( &def, &problem ) );
            double* p = zeros( &problem );
            ssGsOptions options = optionsFor( 1e-8, 20000 );
            ssGsReport report;
            ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
            ASSERT( law == 0 || report.status == ss_statusConverged );
            missed += report.status != ss_statusConverged;
            if ( report.status == ss_statusConverged )
            {
                // What is solved stays solved.
                ASSERT( judged( &problem, p ) <= 1.001e-8 );
                ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
                ASSERT( report.passes <= 2 );
            }
            free( p );
            ssProblem_Destroy( &problem );
        }
    }
    // Coulomb's law with much friction may make the sweeps cycle, in one case out of a thousand.
    ASSERT( missed <= testCount( 100 ) / 200 );
    ssDestroyGs( sweep );
    PASS();
}

/// Velocities under the relaxed law are unique, so a solver that uses no sweeps must find those of the
/// kernel.
TEST relaxedVelocitiesAreThoseOfProjectedGradients( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 8 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 200 );
        def.law = ss_contactFormRelaxed;
        def.mu = 0.3;
        def.muRollRatio = 0.1;
        def.muSpinRatio = 0.05;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double *p = zeros( &problem ), *other = zeros( &problem );
        double v[600], expected[600];
        ASSERT( problem.bodyCount <= 100 );
        ssGsOptions options = optionsFor( 1e-13, 50000 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, v, &report ) );
        ssSolveOptions solve = ssDefaultSolveOptions();
        ssSolveReport solved;
        solve.tolerance = 1e-13;
        ASSERT_OK( ssSolve( ssFindSolver( "apgd" ), &problem, &solve, other, &solved ) );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT( solved.residual < 1e-12 );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, other, expected ) );
        for ( int k = 0; k < 6 * problem.bodyCount; ++k )
        {
            double length = k % 6 < 3 ? 1.0 : def.radius;
            ASSERT_IN_RANGE( length * expected[k], length * v[k], 1e-9 );
        }
        free( p );
        free( other );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( sweep );
    PASS();
}

TEST bitsDoNotDependOnThePast( void )
{
    ssGs *fresh = ssCreateGs( NULL ), *used = ssCreateGs( NULL );
    ssGsOptions options = optionsFor( 1e-6, 200 );
    ssGsReport report;
    for ( int i = 0; i < testCount( 20 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double *p = zeros( &problem ), *again = zeros( &problem );
        ssDestroyGs( fresh );
        fresh = ssCreateGs( NULL );
        ASSERT_OK( ssGs_Solve( fresh, &problem, &options, p, NULL, &report ) );
        ASSERT_OK( ssGs_Solve( used, &problem, &options, again, NULL, &report ) );
        ASSERT_EQ( 0, memcmp( p, again, (size_t)ssProblem_Size( &problem ) * sizeof( double ) ) );
        free( p );
        free( again );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( fresh );
    ssDestroyGs( used );
    PASS();
}

static int s_allocations;

static void* countingAllocate( void* context, size_t size )
{
    (void)context;
    ++s_allocations;
    return calloc( 1, size );
}

static void* failingAllocate( void* context, size_t size )
{
    (void)context;
    return s_allocations-- > 0 ? calloc( 1, size ) : NULL;
}

TEST nothingIsAllocatedAfterWarmUp( void )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = 6;
    def.contacts = 500;
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    double* p = zeros( &problem );
    ssGs* sweep = ssCreateGs( NULL );
    ssGsOptions options = optionsFor( 1e-4, 50 );
    ssGsReport report;
    ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
    ssInstallAllocator( countingAllocate, NULL, NULL );
    s_allocations = 0;
    ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
    ASSERT_EQ( 0, s_allocations );
    ssInstallAllocator( NULL, NULL, NULL );
    ssDestroyGs( sweep );

    // Without memory it says so, and with enough of it it solves.
    ssCode code = ss_errorMemory;
    for ( int room = 0; room < 20 && code != ss_ok; ++room )
    {
        sweep = ssCreateGs( NULL );
        ssInstallAllocator( failingAllocate, NULL, NULL );
        s_allocations = room;
        code = ssGs_Solve( sweep, &problem, &options, p, NULL, &report ).code;
        ssInstallAllocator( NULL, NULL, NULL );
        ssDestroyGs( sweep );
        ASSERT( room == 0 ? code == ss_errorMemory : code == ss_errorMemory || code == ss_ok );
    }
    ASSERT_EQ( ss_ok, code );
    free( p );
    ssProblem_Destroy( &problem );
    PASS();
}

// ------------------------------------------------------------------------------------------------ any bodies

/// Stones without symmetry that touch each other and the ground at any point.
static ssProblem makeStones( ssRng* rng, int dimension, ssContactForm law, int bodyCount, int contactCount,
    double heaviest, const ssProblemRow* rows, int rowCount )
{
    ssProblemBody bodies[64];
    ssProblemContact contacts[256];
    double velocity[64 * 6];
    for ( int i = 0; i < bodyCount; ++i )
    {
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = i == 0 ? heaviest : between( rng, 0.5, 2.0 );
        double size = bodies[i].mass * 0.01;
        bodies[i].inertia = ssVec3_Make( size * between( rng, 0.5, 1.0 ), size * between( rng, 0.5, 1.0 ),
            size * between( rng, 0.5, 1.0 ) );
        bodies[i].orientation = ssQuat_Normalize( ( ssQuat ){ .w = between( rng, 0.2, 1.0 ),
            .x = between( rng, -1.0, 1.0 ),
            .y = between( rng, -1.0, 1.0 ),
            .z = between( rng, -1.0, 1.0 ) } );
        bodies[i].position = vectorIn( rng, 0.3 );
        for ( int c = 0; c < 6; ++c )
        {
            velocity[6 * i + c] = between( rng, -0.1, 0.1 ) - ( c == 2 ? 0.1 : 0.0 );
        }
    }
    for ( int i = 0; i < contactCount; ++i )
    {
        ssProblemContact* contact = &contacts[i];
        *contact = ssDefaultProblemContact( dimension );
        int first = i % bodyCount, second = (int)( ssRng_Next( rng ) % (unsigned)( bodyCount + 1 ) ) - 1;
        contact->a = second == first ? -1 : second;
        contact->b = first;
        if ( contact->a < 0 && i % 3 == 0 )
        {
            // The ground may be on either side of a contact.
            contact->a = first;
            contact->b = -1;
        }
        contact->point = ssVec3_Add( bodies[first].position, vectorIn( rng, 0.1 ) );
        contact->normal = ssVec3_Add( ssVec3_Make( 0.0, 0.0, 1.5 ), vectorIn( rng, 1.0 ) );
        contact->cone.mu = between( rng, 0.0, 0.8 );
        contact->cone.muRoll = between( rng, 0.0, 0.02 );
        contact->cone.muSpin = between( rng, 0.0, 0.02 );
        contact->law = law;
    }
    ssProblem problem;
    ssResult result = ssProblem_FromBodies(
        dimension, bodies, bodyCount, contacts, contactCount, rows, rowCount, velocity, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    return problem;
}

TEST stonesAreSolvedUnderBothLaws( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    ssGs* sweep = ssCreateGs( NULL );
    int solved = 0, tried = 0;
    for ( int i = 0; i < testCount( 60 ); ++i )
    {
        ssRng rng = ssSeedRng( (uint64_t)i + 1 );
        ssContactForm law = i % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ssProblem problem = makeStones( &rng, dimensions[i / 2 % 3], law, 8, 20, 1.0, NULL, 0 );
        double* p = zeros( &problem );
        ssGsOptions options = optionsFor( 0.0, 3 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
        double residual = judged( &problem, p );
        ASSERT_IN_RANGE( residual, report.residual, 1e-9 * residual + 1e-13 );
        ASSERT_EQ( 0, report.spheres );

        options = optionsFor( 1e-8, 20000 );
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
        ASSERT_IN_RANGE( judged( &problem, p ), report.residual, 1e-6 * report.residual + 1e-12 );
        solved += report.status == ss_statusConverged;
        ++tried;
        free( p );
        ssProblem_Destroy( &problem );
    }
    // Some stones are wedged, and no force is large enough.
    ASSERT( solved >= tried * 95 / 100 );
    ssDestroyGs( sweep );
    PASS();
}

/// A carriage with more contacts than there are colours, a million times heavier than what it rests on.
TEST contactsBeyondTheColoursGoOneByOne( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    ssRng rng = ssSeedRng( 7 );
    ssProblemBody bodies[33];
    ssProblemContact contacts[64];
    double velocity[33 * 6] = { 0 };
    int count = 0;
    bodies[0] = ssDefaultProblemBody();
    bodies[0].mass = 10.0;
    bodies[0].inertia = ssVec3_Make( 1.0, 1.0, 1.0 );
    bodies[0].position = ssVec3_Make( 0.0, 0.0, 0.3 );
    velocity[2] = -0.01;
    for ( int i = 1; i < 33; ++i )
    {
        ssVec3 at = ssVec3_Make( between( &rng, -1.0, 1.0 ), between( &rng, -1.0, 1.0 ), 0.1 );
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = 0.1;
        bodies[i].inertia = ssVec3_Make( 4e-4, 4e-4, 4e-4 );
        bodies[i].position = at;
        velocity[6 * i + 2] = -0.01;
        for ( int side = 0; side < 2; ++side )
        {
            ssProblemContact* contact = &contacts[count++];
            *contact = ssDefaultProblemContact( 6 );
            contact->a = side == 0 ? -1 : i;
            contact->b = side == 0 ? i : 0;
            contact->point = ssVec3_Make( at.x, at.y, side == 0 ? 0.0 : 0.2 );
            contact->normal = ssVec3_Make( 0.0, 0.0, 1.0 );
            contact->cone.mu = 0.3;
            contact->cone.muRoll = 1e-3;
        }
    }
    ssProblem problem;
    ASSERT_OK( ssProblem_FromBodies( 6, bodies, 33, contacts, count, NULL, 0, velocity, &problem ) );
    double *p = zeros( &problem ), sum = 0.0;
    ssGsOptions options = optionsFor( 1e-8, 20000 );
    ssGsReport report;
    ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
    ASSERT_EQ( ss_statusConverged, report.status );
    ASSERT( report.overflow > 0 );
    for ( int i = 1; i < count; i += 2 ) { sum += p[6 * i]; }
    ASSERT_IN_RANGE( 10.0 * 0.01, sum, 1e-6 ); // all of its weight rests on the balls
    free( p );
    ssProblem_Destroy( &problem );
    ssDestroyGs( sweep );
    PASS();
}

TEST rowsAndComplianceAreHonoured( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 12 ); ++i )
    {
        ssRng rng = ssSeedRng( (uint64_t)i + 50 );
        ssProblemRow rows[3] = { { .a = -1, .b = 0, .jacobianB = { 1.0 }, .lo = -INFINITY, .hi = INFINITY },
            { .a = 1, .b = 2, .lo = -INFINITY, .hi = INFINITY, .q = 0.02 },
            { .a = -1, .b = 3, .jacobianB = { 0.0, 1.0 }, .lo = -0.05, .hi = 0.02, .q = 0.1 } };
        for ( int c = 0; c < 6; ++c )
        {
            rows[1].jacobianA[c] = between( &rng, -1.0, 1.0 );
            rows[1].jacobianB[c] = between( &rng, -1.0, 1.0 );
        }
        ssProblem problem = makeStones( &rng, 6, ss_contactFormRelaxed, 6, 10, 1.0, rows, 3 );
        if ( i % 2 == 0 )
        {
            problem.compliance = ssAlloc( (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
            for ( int k = 0; k < ssProblem_Size( &problem ); ++k )
            {
                problem.compliance[k] = between( &rng, 0.0, 0.2 );
            }
        }
        double *p = zeros( &problem ), *other = zeros( &problem ), v[36], expected[36];
        ssGsOptions options = optionsFor( 1e-11, 50000 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, v, &report ) );
        ASSERT_EQ( ss_statusConverged, report.status );
        double residual = judged( &problem, p );
        ASSERT( residual <= 2e-11 );
        ssSolveOptions solve = ssDefaultSolveOptions();
        ssSolveReport solved;
        solve.tolerance = 1e-11;
        ASSERT_OK( ssSolve( ssFindSolver( "apgd" ), &problem, &solve, other, &solved ) );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, other, expected ) );
        for ( int k = 0; k < 36 && solved.status == ss_statusConverged; ++k )
        {
            ASSERT_IN_RANGE( expected[k], v[k], 1e-7 );
        }
        free( p );
        free( other );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( sweep );
    PASS();
}

TEST lawsWithoutSimdLanesAreSolvedOneByOne( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    for ( int i = 0; i < testCount( 9 ); ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i + 1 );
        def.dimension = 3;
        def.mu = 0.3;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        int index = 0;
        ssLawDef law = ssDefaultLawDef( ss_lawKindExtended );
        ASSERT_OK( ssProblem_AddLaw( &problem, &law, &index ) );
        for ( int k = 0; k < problem.contactCount; ++k )
        {
            if ( k % 3 == 0 )
            {
                problem.cones[k].variant = i % 3 == 0 ? ss_coneEllipsoidal : ss_coneCircumscribed;
                problem.cones[k].facets = 4;
            }
            else if ( k % 3 == 1 && i % 3 == 1 )
            {
                problem.laws[k] = ss_contactFormPlanar;
                problem.lawIndex[k] = index;
            }
        }
        double* p = zeros( &problem );
        ssGsOptions options = optionsFor( 0.0, 4 );
        ssGsReport report;
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
        double residual = judged( &problem, p );
        ASSERT_IN_RANGE( residual, report.residual, 1e-8 * residual + 1e-12 );
        options = optionsFor( 1e-8, 20000 );
        ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
        ASSERT_EQ( ss_statusConverged, report.status );
        // They take up no colours: one contact in lanes needs one, and none needs none.
        for ( int alone = problem.contactCount - 1; alone < problem.contactCount + 1; ++alone )
        {
            for ( int k = 0; k < problem.contactCount; ++k )
            {
                problem.laws[k] = ss_contactFormSaxce;
                problem.cones[k].variant = k == alone ? ss_coneIntersection : ss_coneEllipsoidal;
            }
            ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
            ASSERT_EQ( alone < problem.contactCount ? 1 : 0, report.colours );
        }
        free( p );
        ssProblem_Destroy( &problem );
    }
    ssDestroyGs( sweep );
    PASS();
}

// ------------------------------------------------------------------------------------------------- bad input

TEST pullingReactionsAreNotFeasible( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    ssPackingDef def = ssDefaultPackingDef();
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    double* p = zeros( &problem );
    ASSERT_OK( ssGs_Begin( sweep, &problem, p, 0 ) );
    ASSERT( ssGs_IsFeasible( sweep, p, 1e-8 ) );
    p[0] = 1.0;
    p[1] = 0.999 * problem.cones[0].mu;
    ASSERT( ssGs_IsFeasible( sweep, p, 1e-8 ) );
    p[problem.dimension] = -1e-6;
    ASSERT( ssGs_IsFeasible( sweep, p, 1e-4 ) && !ssGs_IsFeasible( sweep, p, 1e-8 ) );
    p[problem.dimension] = 0.0;
    p[1] = 1.001 * problem.cones[0].mu;
    ASSERT( !ssGs_IsFeasible( sweep, p, 1e-8 ) );
    free( p );
    ssProblem_Destroy( &problem );
    ssDestroyGs( sweep );
    PASS();
}

TEST unsupportedProblemsAreRefused( void )
{
    ssGs* sweep = ssCreateGs( NULL );
    ssPackingDef def = ssDefaultPackingDef();
    ssProblem problem, assembled;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    ASSERT_OK( ssProblem_MakeExplicit( &problem, &assembled ) );
    double* p = zeros( &problem );
    ssGsOptions options = ssDefaultGsOptions();
    ssGsReport report;
    ASSERT_EQ( ss_errorValue, ssGs_Solve( sweep, &assembled, &options, p, NULL, &report ).code );
    ASSERT_EQ( ss_statusRefused, report.status );
    options.omega = 2.0;
    ASSERT_EQ( ss_errorValue, ssGs_Solve( sweep, &problem, &options, p, NULL, &report ).code );
    options.omega = NAN;
    ASSERT_EQ( ss_errorValue, ssGs_Solve( sweep, &problem, &options, p, NULL, &report ).code );
    options = ssDefaultGsOptions();
    options.tolerance = -1.0;
    ASSERT_EQ( ss_errorValue, ssGs_Solve( sweep, &problem, &options, p, NULL, &report ).code );

    // Nothing moves, so there is nothing to do.
    options = ssDefaultGsOptions();
    problem.contactCount = 0;
    ASSERT_OK( ssGs_Solve( sweep, &problem, &options, p, NULL, &report ) );
    ASSERT_EQ( 0, report.passes );
    ASSERT_EQ( ss_statusConverged, report.status );

    // This body neither moves nor turns under a contact with the ground.
    problem.contactCount = 1;
    int body = problem.bodyB[0] >= 0 ? problem.bodyB[0] : problem.bodyA[0];
    problem.bodyA[0] = -1;
    problem.bodyB[0] = body;
    problem.inverseMass[body] = 0.0;
    problem.inverseInertia[body] = ( ssMat3 ){ 0 };
    ASSERT_EQ( ss_errorValue, ssGs_Solve( sweep, &problem, &options, p, NULL, &report ).code );
    free( p );
    ssProblem_Destroy( &problem );
    ssProblem_Destroy( &assembled );
    ssDestroyGs( sweep );
    ssDestroyGs( NULL );
    PASS();
}

SUITE( sweeps )
{
    RUN_TEST( noTwoContactsOfAColourShareAMovingBody );
    RUN_TEST( residualOfTheKernelIsTheJudges );
    RUN_TEST( spheresWhoseProblemStatesQAloneStayAmongSpheres );
    RUN_TEST( armsBentByTheDigitsOfAFileCountAsStraight );
    RUN_TEST( everySetOfInstructionsGivesTheSameBits );
    RUN_TEST( randomPackingsAreSolved );
    RUN_TEST( relaxedVelocitiesAreThoseOfProjectedGradients );
    RUN_TEST( bitsDoNotDependOnThePast );
    RUN_TEST( nothingIsAllocatedAfterWarmUp );
    RUN_TEST( stonesAreSolvedUnderBothLaws );
    RUN_TEST( contactsBeyondTheColoursGoOneByOne );
    RUN_TEST( rowsAndComplianceAreHonoured );
    RUN_TEST( lawsWithoutSimdLanesAreSolvedOneByOne );
    RUN_TEST( pullingReactionsAreNotFeasible );
    RUN_TEST( unsupportedProblemsAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sweeps );
    return TEST_END();
}
