// SPDX-License-Identifier: MIT
#include "judge.h"
#include "world_common.h"

#include "slipstick/audit.h"
#include "slipstick/parallel.h"

// Every law of the table as the law of the ground, compared with closed forms and with equations of motion
// that are integrated here with nothing but the law's own functions.

#define G 9.81

/// Ground with that law, sloping down towards +x; T1 is x.
static ssWorld* worldOf( ssWorldLaw worldLaw, const ssLawDef* law, ssMaterial material, double angle )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.law = worldLaw;
    def.tolerance = 1e-9;
    def.maxIterations = 5000;
    ssWorld* world = makeWorld( &def );
    ssLawId index;
    ssBodyId ground = addPlane( world, material, angle );
    ssResult result = ssWorld_AddLaw( world, law, &index );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        ssDestroyWorld( world );
        return NULL;
    }
    testMust( ssWorld_SetLaw( world, ground, index, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    return world;
}

static ssWorld* worldOn( const ssLawDef* law, ssMaterial material, double angle )
{
    return worldOf( ss_worldLawCoulomb, law, material, angle );
}

/// A flat block on it that slides with (u, v) along and across.
static ssBodyId addBlock( ssWorld* world, ssMaterial material, double angle, double u, double v )
{
    ssBodyDef block = sphereOn( 0.02, material, angle );
    block.shape = ssBoxShape( ssVec3_Make( 0.3, 0.3, 0.02 ) );
    block.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    block.velocity = ssVec3_Make( u * cos( angle ), v, -u * sin( angle ) );
    return addBody( world, &block );
}

static ssLawDef lawOf( ssLawKind kind, double mu )
{
    ssLawDef law = ssDefaultLawDef( kind );
    law.mu = mu;
    law.c.a *= mu / ssDefaultSetDef( law.c.kind ).a;
    return law;
}

/// A law of each kind, anisotropic wherever it may be.
static ssLawDef variedLaw( ssLawKind kind )
{
    ssLawDef law = lawOf( kind, 0.4 );
    if ( kind != ss_lawKindAsperity )
    {
        law.c = ssDefaultSetDef( ss_setEllipse );
        law.c.a = 0.2;
        law.c.b = 0.5;
        law.c.rotationDeg = kind == ss_lawKindTransformed ? 0.0 : 20.0;
        law.d = ssDefaultSetDef( ss_setEllipse );
        law.d.a = 2.0;
        law.d.b = 1.0;
    }
    else
    {
        law.c.mu = 0.3;
        law.c.betaDeg = 20.0;
    }
    law.flow = ( ssFlowDef ){ .kind = ss_flowTensor2, .tensor2 = { 0.3, 0.05, 0.05, 0.5 } };
    law.vEps = 0.1;
    return law;
}

/// v' = -f(v) for a unit mass under gravity, by Runge and Kutta's method.
static ssVec2 slid( const ssLaw* law, ssVec2 v, double until )
{
    const int steps = 4000;
    double h = until / steps;
    for ( int i = 0; i < steps; ++i )
    {
        ssVec2 k[4], at = v;
        for ( int s = 0; s < 4; ++s )
        {
            k[s] = ssVec2_Scale( -1.0, ssLaw_SlipForce( law, G, at ).force );
            at = ssVec2_MulAdd( v, s < 2 ? 0.5 * h : h, k[s] );
        }
        v = ssVec2_MulAdd( v, h / 6.0, ssVec2_Add( k[0], k[3] ) );
        v = ssVec2_MulAdd( v, h / 3.0, ssVec2_Add( k[1], k[2] ) );
    }
    return v;
}

static double distance( ssVec2 a, ssVec2 b ) { return ssVec2_Length( ssVec2_Sub( a, b ) ); }

/// The velocity of the block after `until`; NaN if a step did not converge or friction added energy.
static ssVec2 slidInWorld( const ssLawDef* def, ssVec2 start, double h, double until )
{
    ssMaterial material = { .mu = 0.7 };
    ssWorld* world = worldOn( def, material, 0.0 );
    if ( world == NULL ) { return ssVec2_Make( SS_NAN, SS_NAN ); }
    ssBodyId id = addBlock( world, material, 0.0, start.x, start.y );
    bool good = true;
    double lost = 0.0;
    for ( int i = 0; i < (int)lround( until / h ); ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        double now = report.ledger.sliding;
        good = good && report.status == ss_statusConverged && now >= lost - 1e-9;
        lost = now;
    }
    ssVec3 v = ssWorld_Body( world, id ).velocity;
    ssDestroyWorld( world );
    return good ? ssVec2_Make( v.x, v.y ) : ssVec2_Make( SS_NAN, SS_NAN );
}

// -------------------------------------------------------------------------------------------------- all laws

TEST everyLawOfTheTableSlidesABlock( void )
{
    const double until = 0.1;
    const ssVec2 start = { 1.5, 1.0 };
    for ( int k = 0; k < ssLawTypeCount(); ++k )
    {
        const ssLawType* type = ssGetLawType( k );
        ssLawDef def = variedLaw( type->kind );
        for ( int falls = 0; falls < 2; ++falls )
        {
            def.stribeck = ( ssStribeck ){ falls ? ss_stribeckExp : ss_stribeckNone, 0.3, 1.0, 1.0 };
            ssLaw law;
            ASSERT_EQm( type->name, ss_ok, ssMakeLaw( &def, &law ).code );
            ssVec2 exact = slid( &law, start, until );
            // The relaxed law lifts what slides.
            double coarse = distance( slidInWorld( &def, start, 2e-3, until ), exact );
            double fine = distance( slidInWorld( &def, start, 1e-3, until ), exact );
            if ( type->kind != ss_lawKindRelaxed )
            {
                ASSERTm( type->name, coarse < 5e-3 );
                ASSERTm( type->name, fine < 0.55 * coarse + 1e-8 );
            }
            ASSERTm( type->name, isfinite( fine ) );
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

TEST whatRestsOnAnyLawThatSticksStays( void )
{
    // tan a = 0.15 lies within every set of the varied laws; a falling curve changes nothing at rest.
    for ( int k = 0; k < ssLawTypeCount(); ++k )
    {
        const ssLawType* type = ssGetLawType( k );
        ssLawDef def = variedLaw( type->kind );
        def.stribeck = ( ssStribeck ){ ss_stribeckStep, 0.1, 1.0, 1.0 };
        ssMaterial material = { .mu = 0.0 };
        ssWorld* world = worldOn( &def, material, atan( 0.15 ) );
        ssBodyId id = addBlock( world, material, atan( 0.15 ), 0.0, 0.0 );
        ssVec3 before = ssWorld_Body( world, id ).pose.position;
        for ( int i = 0; i < 300; ++i ) { ssWorld_Step( world, 1e-3 ); }
        double moved = ssVec3_Length( ssVec3_Sub( ssWorld_Body( world, id ).pose.position, before ) );
        ASSERTm( type->name, type->setValued == ( moved < 1e-9 ) );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST withoutCoefficientsEveryLawIsFrictionless( void )
{
    // mu = 0 is a law like any other: what slides goes on.
    for ( int k = 0; k < ssLawTypeCount(); ++k )
    {
        const ssLawType* type = ssGetLawType( k );
        if ( ( type->needs & ss_needsMu ) != 0 )
        {
            ssLawDef def = lawOf( type->kind, 0.0 );
            ssVec2 v = slidInWorld( &def, ssVec2_Make( 1.0, -0.5 ), 1e-3, 0.1 );
            ASSERT_IN_RANGEm( type->name, 0.0, distance( v, ssVec2_Make( 1.0, -0.5 ) ), 1e-9 );
        }
    }
    PASS();
}

TEST impossibleLawsAreRefusedWithTheirReason( void )
{
    ssWorldDef worldDef = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &worldDef );
    ssLawId index;
    ssLawDef def = ssDefaultLawDef( ss_lawKindRegularised );
    def.vEps = 0.0;
    ssResult result = ssWorld_AddLaw( world, &def, &index );
    ASSERT( result.code != ss_ok && strstr( result.message, "v_eps" ) != NULL );
    def = ssDefaultLawDef( ss_lawKindContensou );
    def.dimension = 3;
    result = ssWorld_AddLaw( world, &def, &index );
    ASSERT( result.code != ss_ok && strstr( result.message, "dimension" ) != NULL );
    ASSERT_FALSE( ssWorld_HasLaw( world, index ) );
    ssDestroyWorld( world );
    PASS();
}

TEST theAuditAcceptsEveryLaw( void )
{
    // The ball slides, rolls and spins at once, with the moments of the materials or of the law.
    for ( int k = 0; k < 2 * ssLawTypeCount(); ++k )
    {
        const ssLawType* type = ssGetLawType( k / 2 );
        ssLawDef def = variedLaw( type->kind );
        def.dimension = k % 2 == 0 ? type->minDimension : type->maxDimension;
        def.muRoll = def.muSpin = 2e-3;
        def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 0.5, 1.0 };
        ssMaterial material = { .mu = 0.1, .muRoll = 3e-3, .muSpin = 1e-3 };
        ssWorld* world = worldOn( &def, material, 0.0 );
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.velocity = ssVec3_Make( 0.8, 0.4, 0.0 );
        ball.omega = ssVec3_Make( 1.0, -1.0, 5.0 );
        addBody( world, &ball );
        for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 1e-3 ); }
        double measures[ss_auditCount];
        ssWorldContact contact = ssWorld_Contact( world, 0 );
        // The relaxed law throws it up at the onset of sliding.
        ASSERTm( type->name, contact.view.force[0] > 0.0 || type->kind == ss_lawKindRelaxed );
        ssAuditContact( &contact.view, 1.0, measures );
        for ( int i = 0; i < ss_auditCount; ++i ) { ASSERTm( type->name, measures[i] < 1e-6 ); }
        ssDestroyWorld( world );
    }
    PASS();
}

/// Every solver that accepts the frozen step reproduces its reactions; the others say why they refuse.
static enum greatest_test_res frozenStepsSolveAgain(
    ssWorldLaw worldLaw, const ssLawDef* def, const char* name, int dimension )
{
    ssMaterial material = {
        .mu = 0.7, .muRoll = dimension >= 5 ? 1e-3 : 0.0, .muSpin = dimension == 6 ? 1e-3 : 0.0
    };
    ssWorld* world = worldOf( worldLaw, def, material, 0.0 );
    ASSERTm( name, world != NULL );
    // A ball has one contact, whose reaction is unique.
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.velocity = ssVec3_Make( 0.6, 0.3, 0.0 );
    ball.omega.z = 2.0;
    addBody( world, &ball );
    // The relaxed law throws it up at the onset of sliding; after that there is no reaction to compare.
    int steps = worldLaw == ss_worldLawRelaxed ? 1 : 20;
    for ( int i = 0; i < steps; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ASSERTm( name, steps > 1 || ssWorld_Reactions( world )[0] > 0.0 );
    ssProblem problem, again;
    ASSERT_EQm( name, ss_ok, ssWorld_Freeze( world, &problem ).code );
    size_t length = 0, lengthAgain = 0;
    char *text = ssFormatProblem( ssWorld_Problem( world ), &length ), *textAgain = NULL;
    textAgain = ssFormatProblem( &problem, &lengthAgain );
    ASSERTm( name, length == lengthAgain && memcmp( text, textAgain, length ) == 0 );
    ssRelease( textAgain );
    ASSERT_EQm( name, ss_ok, ssReadProblem( text, length, &again ).code );
    textAgain = ssFormatProblem( &again, &lengthAgain );
    ASSERTm( name, length == lengthAgain && memcmp( text, textAgain, length ) == 0 );
    ssJudgement judgement;
    ASSERT_EQm( name, ss_ok, judgeTwice( &again, ssWorld_Reactions( world ), &judgement, NULL ).code );
    ASSERTm( name, judgement.residual <= 1e-8 && judgement.feasibility <= 1e-7 );
    int size = ssProblem_Size( &again ), solved = 0;
    const double* step = ssWorld_Reactions( world );
    double p[6];
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = 1e-9;
        memset( p, 0, sizeof p );
        ssResult result = ssSolve( solver, &again, &options, p, &report );
        bool takes = ( ssProblem_Flags( &again ) & ~solver->honours ) == 0;
        ASSERTm( name, takes || ( result.code != ss_ok && strstr( result.message, solver->name ) != NULL ) );
        if ( strcmp( solver->name, "auto" ) == 0 || strcmp( solver->name, "nsgs" ) == 0 )
        {
            ASSERT_EQm( name, ss_statusConverged, report.status );
            for ( int i = 0; i < size; ++i ) { ASSERT_IN_RANGEm( name, step[i], p[i], 1e-7 * step[0] ); }
            ++solved;
        }
    }
    ASSERT_EQ( 2, solved );
    ssRelease( text );
    ssRelease( textAgain );
    ssProblem_Destroy( &problem );
    ssProblem_Destroy( &again );
    ssDestroyWorld( world );
    PASS();
}

TEST aFrozenStepOfAnyLawSolvesToTheSameReactions( void )
{
    for ( int k = 0; k < ssLawTypeCount(); ++k )
    {
        const ssLawType* type = ssGetLawType( k );
        ssLawDef def = variedLaw( type->kind );
        def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 0.5, 1.0 };
        CHECK_CALL( frozenStepsSolveAgain( ss_worldLawCoulomb, &def, type->name, k % 2 == 0 ? 6 : 3 ) );
    }
    // Measured forces, a sampled set, and moments that are functions too.
    ssFlowSample samples[24];
    for ( int i = 0; i < SS_COUNT( samples ); ++i )
    {
        double phi = 15.0 * i, c = cos( phi * SS_PI / 180.0 ), s = sin( phi * SS_PI / 180.0 );
        samples[i] = ( ssFlowSample ){ phi, { 0.3 * c, 0.5 * s } };
    }
    ssLawDef def = variedLaw( ss_lawKindTabulated );
    def.flow =
        ( ssFlowDef ){ .kind = ss_flowSamples, .samples = samples, .sampleCount = SS_COUNT( samples ) };
    CHECK_CALL( frozenStepsSolveAgain( ss_worldLawCoulomb, &def, "samples", 3 ) );
    def = variedLaw( ss_lawKindCollinear );
    def.c = ssDefaultSetDef( ss_setPolar );
    def.cForce = 5.0;
    CHECK_CALL( frozenStepsSolveAgain( ss_worldLawCoulomb, &def, "polar", 3 ) );
    def = variedLaw( ss_lawKindRegularised );
    def.dimension = 6;
    def.muRoll = def.muSpin = 2e-3;
    def.regularisation = ss_regulariseTanh;
    CHECK_CALL( frozenStepsSolveAgain( ss_worldLawCoulomb, &def, "regularised moments", 6 ) );
    // Every cone is tried in a world that relaxes it.
    static const ssLawKind cones[] = { ss_lawKindCoulomb, ss_lawKindEllipsoidal, ss_lawKindPolyhedral,
        ss_lawKindPolyhedral };
    for ( int k = 0; k < SS_COUNT( cones ); ++k )
    {
        def = variedLaw( cones[k] );
        def.inscribed = k == 3;
        CHECK_CALL(
            frozenStepsSolveAgain( ss_worldLawRelaxed, &def, ssGetLawType( (int)cones[k] )->name, 6 ) );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- cones

/// Where a ball is that was thrown with slip and spin on that ground, in a world with this law of its own.
static ssVec3 ballThrown( ssWorldLaw worldLaw, const ssLawDef* law, ssMaterial material )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.law = worldLaw;
    def.tolerance = 1e-9;
    ssWorld* world = makeWorld( &def );
    ssLawId index;
    ssBodyId ground = addPlane( world, material, 0.0 );
    if ( law != NULL && ssWorld_AddLaw( world, law, &index ).code == ss_ok )
    {
        testMust( ssWorld_SetLaw( world, ground, index, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.velocity = ssVec3_Make( 1.0, 0.4, 0.0 );
    ball.omega = ssVec3_Make( 2.0, 1.0, 20.0 );
    ssBodyId id = addBody( world, &ball );
    for ( int i = 0; i < 400; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ssVec3 x = ssWorld_Body( world, id ).pose.position;
    x.z = ssWorld_Body( world, id ).omega.z;
    ssDestroyWorld( world );
    return x;
}

TEST aLawOfMoreDimensionsBringsItsMomentsAndOneOfThreeLeavesThemToTheMaterials( void )
{
    const ssMaterial material = { .mu = 0.3, .muRoll = 0.004, .muSpin = 0.003 };
    const ssMaterial other = { .mu = 0.9, .muRoll = 0.02, .muSpin = 0.0 };
    static const struct
    {
        ssLawKind kind;
        int dimension;
        ssWorldLaw same; // the world's law that is the same thing
    } rows[] = { { ss_lawKindCoulomb, 3, ss_worldLawCoulomb },
        { ss_lawKindCoulombSpinning, 6, ss_worldLawCoulomb }, { ss_lawKindRelaxed, 3, ss_worldLawRelaxed },
        { ss_lawKindRelaxed, 6, ss_worldLawRelaxed }, { ss_lawKindEllipsoidal, 3, ss_worldLawEllipsoidal },
        { ss_lawKindEllipsoidal, 6, ss_worldLawEllipsoidal } };
    for ( int k = 0; k < SS_COUNT( rows ); ++k )
    {
        ssLawDef law = ssDefaultLawDef( rows[k].kind );
        bool own = rows[k].dimension == 6;
        law.dimension = rows[k].dimension;
        law.mu = material.mu;
        law.muRoll = own ? material.muRoll : 1.0;
        law.muSpin = own ? material.muSpin : 1.0;
        ssMaterial ground = own ? other : material;
        ground.mu = other.mu;
        ssVec3 a = ballThrown( rows[k].same, NULL, material ),
               b = ballThrown( ss_worldLawCoulomb, &law, ground );
        ASSERT_EQm( ssGetLawType( (int)rows[k].kind )->name, 0, memcmp( &a, &b, sizeof a ) );
    }
    PASS();
}

TEST polygonsAreWiderAtTheirCorners( void )
{
    // The edges lie at mu along the directions and the corners at mu/cos(pi/2k) halfway; the other polygon
    // lies inside.
    const double mu = 0.3, h = 1e-3;
    for ( int k = 0; k < 4; ++k )
    {
        ssLawDef law = lawOf( ss_lawKindPolyhedral, mu );
        law.facets = 3;
        law.inscribed = k / 2 == 1;
        double angle = k % 2 == 0 ? 0.0 : SS_PI / 6.0, wide = law.inscribed ? 1.0 : 1.0 / cos( SS_PI / 6.0 );
        // What slides along the normal of an edge or a corner slides straight on.
        ssVec2 v = slidInWorld( &law, ssVec2_Make( cos( angle ), sin( angle ) ), h, 0.1 );
        bool corner = ( k % 2 == 1 ) != law.inscribed;
        double bound = mu * ( corner ? wide : law.inscribed ? cos( SS_PI / 6.0 ) : 1.0 );
        ASSERT_IN_RANGE( 1.0 - 0.1 * bound * G, ssVec2_Length( v ), 1e-7 );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------- regularised

TEST regularisedGroundCreepsAtTheSpeedItsFunctionSays( void )
{
    // tan a = 0.6 mu; the step is five thousand times the largest stable explicit step.
    const double angle = atan( 0.3 ), h = 1e-2, vEps = 1e-5;
    const double speeds[2] = { vEps * tan( 0.5 * SS_PI * 0.6 ), vEps * atanh( 0.6 ) };
    for ( int k = 0; k < 2; ++k )
    {
        ssLawDef law = lawOf( ss_lawKindRegularised, 0.5 );
        law.vEps = vEps;
        law.regularisation = k == 0 ? ss_regulariseArctan : ss_regulariseTanh;
        ssMaterial material = { .mu = 0.1 };
        ssWorld* world = worldOn( &law, material, angle );
        ssBodyId id = addBlock( world, material, angle, 0.0, 0.0 );
        for ( int i = 0; i < 50; ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
            ASSERT_IN_RANGE( speeds[k], ssVec3_Length( ssWorld_Body( world, id ).velocity ),
                i < 5 ? 1.0 : 1e-4 * speeds[k] );
        }
        ASSERT( ssWorld_Ledger( world ).sliding > 0.0 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST regularisedMomentsLetABallCreepDownhill( void )
{
    // At its final speed f = m g sin a and m_R = f R: slip and rolling are where their functions carry these.
    const double angle = atan( 0.05 ), radius = 0.1, muRoll = 0.02, h = 1e-3;
    ssLawDef law = lawOf( ss_lawKindRegularised, 0.5 );
    law.dimension = 6;
    law.muRoll = muRoll;
    law.regularisation = ss_regulariseTanh;
    law.vEps = 1e-3;
    law.length = 0.2;
    ssMaterial material = { .mu = 0.5 };
    ssWorld* world = worldOn( &law, material, angle );
    ssBodyDef ball = sphereOn( radius, material, angle );
    ssBodyId id = addBody( world, &ball );
    for ( int i = 0; i < 1000; ++i ) { ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status ); }
    double slip = law.vEps * atanh( 0.05 / 0.5 ),
           rolls = law.vEps / law.length * atanh( 0.05 * radius / muRoll );
    ssBodyState state = ssWorld_Body( world, id );
    ASSERT_IN_RANGE( rolls, state.omega.y, 1e-6 * rolls );
    ASSERT_IN_RANGE( slip + radius * rolls, ssVec3_Length( state.velocity ), 1e-6 * rolls * radius );
    ssDestroyWorld( world );
    PASS();
}

TEST regularisedSlidingDecaysByItsClosedForm( void )
{
    // v' = -mu g tanh( v/v_eps ), so sinh( v/v_eps ) decreases by exp( -mu g t/v_eps ).
    ssLawDef law = lawOf( ss_lawKindRegularised, 0.4 );
    law.regularisation = ss_regulariseTanh;
    law.vEps = 0.5;
    double until = 0.3,
           exact = law.vEps * asinh( sinh( 1.0 / law.vEps ) * exp( -0.4 * G * until / law.vEps ) );
    double coarse = slidInWorld( &law, ssVec2_Make( 1.0, 0.0 ), 2e-3, until ).x - exact;
    double fine = slidInWorld( &law, ssVec2_Make( 1.0, 0.0 ), 1e-3, until ).x - exact;
    ASSERT( fabs( coarse ) < 2e-3 );
    ASSERT_IN_RANGE( 0.5, fine / coarse, 0.02 );
    PASS();
}

TEST regularisedGroundTendsToCoulombs( void )
{
    // The block stops within t = v/(mu g); afterwards it creeps no further than its function allows.
    ssLawDef coulomb = lawOf( ss_lawKindCoulomb, 0.5 ), law = lawOf( ss_lawKindRegularised, 0.5 );
    ssVec2 start = { 0.8, 0.6 }, at = slidInWorld( &coulomb, start, 1e-3, 0.1 );
    double last = 1.0;
    for ( int k = 0; k < 5; ++k )
    {
        law.vEps = pow( 10.0, -2.0 * k - 1.0 );
        double off = distance( slidInWorld( &law, start, 1e-3, 0.1 ), at );
        ASSERT( off < 0.05 * last );
        last = fmax( off, 1e-8 );
        ASSERT( ssVec2_Length( slidInWorld( &law, start, 1e-3, 0.3 ) ) < 2.0 * law.vEps );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- tristate

TEST tristateGroundHoldsNothingAtRest( void )
{
    // There is no moment at rest and the full bound in motion, so the ball moves for a step, stops in the
    // next, and so on for ever, more slowly with smaller steps. Coulomb's law would hold it.
    const double angle = atan( 0.2 );
    for ( int k = 0; k < 2; ++k )
    {
        double h = k == 0 ? 2e-3 : 1e-3;
        ssLawDef law = lawOf( ss_lawKindTristate, 0.5 );
        ssMaterial material = { .mu = 0.5 };
        ssWorld* world = worldOn( &law, material, angle );
        ssBodyId id = addBlock( world, material, angle, 0.0, 0.0 );
        double start = ssWorld_Body( world, id ).pose.position.x, moves = G * sin( angle ) * h;
        for ( int i = 0; i < 200; ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
            ASSERT_IN_RANGE(
                i % 2 == 0 ? moves : 0.0, ssVec3_Length( ssWorld_Body( world, id ).velocity ), 1e-8 );
        }
        double crept = ( ssWorld_Body( world, id ).pose.position.x - start ) / cos( angle );
        ASSERT_IN_RANGE( 100.0 * h * moves, crept, 1e-7 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST tristateMomentsStopABallAndDoNotHoldIt( void )
{
    // mu_r/R = 0.2 exceeds tan a = 0.05: a set-valued moment holds the ball, while this one lets it creep in
    // proportion to h.
    const double radius = 0.1, angle = atan( 0.05 );
    ssMaterial material = { .mu = 0.7 };
    double crept[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssLawDef law = lawOf( k < 2 ? ss_lawKindTristate : ss_lawKindCoulombSpinning, 0.5 );
        law.dimension = 6;
        law.muRoll = 0.02;
        double h = k == 0 ? 2e-3 : 1e-3;
        ssWorld* world = worldOn( &law, material, angle );
        ssBodyDef ball = sphereOn( radius, material, angle );
        ssBodyId id = addBody( world, &ball );
        double start = ssWorld_Body( world, id ).pose.position.x;
        for ( int i = 0; i < (int)lround( 1.0 / h ); ++i ) { ssWorld_Step( world, h ); }
        crept[k] = ssWorld_Body( world, id ).pose.position.x - start;
        ssDestroyWorld( world );
    }
    ASSERT( crept[0] > 1e-3 );
    ASSERT_IN_RANGE( 0.5, crept[1] / crept[0], 0.01 );
    ASSERT_IN_RANGE( 0.0, crept[2], 1e-12 );
    // Thrown on level ground, it rolls as far as mu_r allows.
    ssLawDef law = lawOf( ss_lawKindTristate, 0.5 );
    law.dimension = 6;
    law.muRoll = 0.02;
    ssWorld* world = worldOn( &law, material, 0.0 );
    ssBodyDef ball = sphereOn( radius, material, 0.0 );
    ball.velocity.x = 0.5;
    ball.omega.y = 5.0;
    ssBodyId id = addBody( world, &ball );
    for ( int i = 0; i < 1000; ++i ) { ssWorld_Step( world, 1e-3 ); }
    double exact = 0.25 / ( 2.0 * 5.0 / 7.0 * 0.02 * G / radius );
    ASSERT_IN_RANGE( exact, ssWorld_Body( world, id ).pose.position.x, 0.5 * 1e-3 );
    ssDestroyWorld( world );
    PASS();
}

TEST tristateGroundStopsWhatSlidesAsCoulombs( void )
{
    ssLawDef coulomb = lawOf( ss_lawKindCoulomb, 0.5 ), law = lawOf( ss_lawKindTristate, 0.5 );
    for ( int k = 1; k < 4; ++k )
    {
        ssVec2 a = slidInWorld( &coulomb, ssVec2_Make( 0.7, -0.2 ), 1e-3, 0.08 * k );
        ssVec2 b = slidInWorld( &law, ssVec2_Make( 0.7, -0.2 ), 1e-3, 0.08 * k );
        ASSERT_IN_RANGE( 0.0, distance( a, b ), 1e-9 );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- contensou

typedef struct Spun
{
    double slip, spin;
} Spun;

/// A ball whose contact is a patch: slip' = -(7/2) mu g F, spin' = -(5/2) mu g M/R².
static Spun spunBall( const ssLawDef* law, double radius, Spun s, double until )
{
    const int steps = 2000;
    double h = until / steps;
    for ( int i = 0; i < steps; ++i )
    {
        Spun k[4], at = s;
        for ( int n = 0; n < 4; ++n )
        {
            double force, moment, reach = n < 2 ? 0.5 * h : h;
            ssContensou( law->pressure, law->patchRadius, at.slip, at.spin, &force, &moment );
            k[n] = ( Spun ){ -3.5 * law->mu * G * force, -2.5 * law->mu * G * moment / ( radius * radius ) };
            at = ( Spun ){ s.slip + reach * k[n].slip, s.spin + reach * k[n].spin };
        }
        s.slip += h / 6.0 * ( k[0].slip + 2.0 * k[1].slip + 2.0 * k[2].slip + k[3].slip );
        s.spin += h / 6.0 * ( k[0].spin + 2.0 * k[1].spin + 2.0 * k[2].spin + k[3].spin );
    }
    return s;
}

static Spun spunInWorld(
    const ssLawDef* law, double radius, Spun start, double heading, double h, double until )
{
    ssMaterial material = { .mu = 0.9, .muSpin = 0.5 };
    ssWorld* world = worldOn( law, material, 0.0 );
    ssBodyDef ball = sphereOn( radius, material, 0.0 );
    ball.velocity = ssVec3_Make( start.slip * cos( heading ), start.slip * sin( heading ), 0.0 );
    ball.omega.z = start.spin;
    ssBodyId id = addBody( world, &ball );
    bool good = true;
    for ( int i = 0; i < (int)lround( until / h ); ++i )
    {
        good = good && ssWorld_Step( world, h ).status == ss_statusConverged;
    }
    ssBodyState state = ssWorld_Body( world, id );
    ssDestroyWorld( world );
    double x = state.velocity.x - radius * state.omega.y, y = state.velocity.y + radius * state.omega.x;
    return good ? ( Spun ){ hypot( x, y ), state.omega.z } : ( Spun ){ SS_NAN, SS_NAN };
}

TEST aPatchThatSpinsAndSlidesFollowsItsEquations( void )
{
    const double radius = 0.1, until = 0.06;
    for ( int k = 0; k < 4; ++k )
    {
        ssLawDef law = lawOf( ss_lawKindContensou, 0.3 );
        law.patchRadius = 0.07;
        law.pressure = k % 2 == 0 ? ss_patchUniform : ss_patchHertz;
        Spun start = { 0.9, k < 2 ? 15.0 : -4.0 }, exact = spunBall( &law, radius, start, until );
        Spun coarse = spunInWorld( &law, radius, start, 0.3, 1e-3, until );
        Spun fine = spunInWorld( &law, radius, start, 0.3, 5e-4, until );
        ASSERT( exact.slip > 0.05 && fabs( exact.spin ) > 1.0 );
        ASSERT_IN_RANGE( 0.5, ( fine.slip - exact.slip ) / ( coarse.slip - exact.slip ), 0.03 );
        ASSERT_IN_RANGE( 0.5, ( fine.spin - exact.spin ) / ( coarse.spin - exact.spin ), 0.03 );
        ASSERT_IN_RANGE( exact.slip, fine.slip, 3e-3 );
        ASSERT_IN_RANGE( exact.spin, fine.spin, 3e-2 );
    }
    PASS();
}

TEST slidingAndSpinningOfAPatchStopTogether( void )
{
    // Spinning reduces sliding friction: slip lasts as long as spin does, although alone it would be over at
    // once.
    const double radius = 0.1, h = 2e-4;
    ssLawDef law = lawOf( ss_lawKindContensou, 0.3 );
    law.patchRadius = 0.08;
    Spun start = { 0.2, 20.0 };
    double alone = start.slip / ( 3.5 * law.mu * G ), spun = -1.0;
    ssMaterial material = { .mu = 0.9 };
    ssWorld* world = worldOn( &law, material, 0.0 );
    ssBodyDef ball = sphereOn( radius, material, 0.0 );
    ball.velocity.x = start.slip;
    ball.omega.z = start.spin;
    ssBodyId id = addBody( world, &ball );
    int steps = 0;
    for ( ; steps < 4000; ++steps )
    {
        ssWorld_Step( world, h );
        ssBodyState state = ssWorld_Body( world, id );
        double slip = state.velocity.x - radius * state.omega.y;
        bool slides = slip > 1e-12, spins = state.omega.z > 1e-7;
        // Slip and spin end together, up to the few steps in which both drop from what friction takes in one
        // step to nothing.
        double taken = 2.5 * law.mu * G * ( 2.0 / 3.0 ) * law.patchRadius / ( radius * radius ) * h;
        ASSERT( slides || state.omega.z < 5.0 * taken );
        spun = slides ? ( steps + 1 ) * h : spun;
        if ( !slides && !spins ) { break; }
    }
    ASSERT( steps < 4000 && spun > 5.0 * alone );
    for ( int i = 0; i < 100; ++i ) { ssWorld_Step( world, h ); }
    ssBodyState state = ssWorld_Body( world, id );
    ASSERT_IN_RANGE( 0.0, state.omega.z, 1e-9 );
    ASSERT_IN_RANGE( radius * state.omega.y, state.velocity.x, 1e-10 );
    ssDestroyWorld( world );
    PASS();
}

TEST aPointOfAPatchIsCoulombs( void )
{
    ssLawDef coulomb = lawOf( ss_lawKindCoulomb, 0.4 ), law = lawOf( ss_lawKindContensou, 0.4 );
    law.patchRadius = 1e-9;
    ssVec2 start = { 0.6, -0.5 };
    ASSERT_IN_RANGE( 0.0,
        distance( slidInWorld( &coulomb, start, 1e-3, 0.1 ), slidInWorld( &law, start, 1e-3, 0.1 ) ), 1e-8 );
    PASS();
}

TEST headingsDoNotMatterToLawsThatHaveNone( void )
{
    int count = testCount( 12 );
    for ( int k = 0; k < 2; ++k )
    {
        ssLawDef law = lawOf( k == 0 ? ss_lawKindContensou : ss_lawKindRegularised, 0.3 );
        law.patchRadius = 0.05;
        law.vEps = 0.05;
        Spun start = { 0.8, 10.0 }, first = spunInWorld( &law, 0.1, start, 0.0, 1e-3, 0.05 );
        for ( int i = 1; i < count; ++i )
        {
            Spun turned = spunInWorld( &law, 0.1, start, 2.0 * SS_PI * i / count, 1e-3, 0.05 );
            ASSERT_IN_RANGE( first.slip, turned.slip, 1e-9 * first.slip );
            ASSERT_IN_RANGE( first.spin, turned.spin, 1e-9 * first.spin );
        }
    }
    PASS();
}

// --------------------------------------------------------------------------------------- Stribeck on grooves

TEST groovesHoldMoreAtRestThanInMotion( void )
{
    // Along the grooves mu is 0.3 at rest and 0.12 in motion, across them 0.6 and 0.24; tan a = 0.2 lies
    // between the two along.
    for ( int across = 0; across < 2; ++across )
    {
        for ( int moves = 0; moves < 2; ++moves )
        {
            ssLawDef law = ssDefaultLawDef( ss_lawKindAssociated );
            law.c = ssDefaultSetDef( ss_setEllipse );
            law.c.a = across ? 0.6 : 0.3;
            law.c.b = across ? 0.3 : 0.6;
            law.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.4, 0.05, 1.0 };
            ssMaterial material = { .mu = 0.0 };
            double angle = atan( 0.2 ), v = moves ? 0.4 : 0.0, h = 1e-3;
            ssWorld* world = worldOn( &law, material, angle );
            ssBodyId id = addBlock( world, material, angle, v, 0.0 );
            for ( int i = 0; i < 500; ++i )
            {
                ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
                double mu = law.c.a * ssStribeckFactor( &law.stribeck, v );
                double push = v + h * G * sin( angle ), held = h * G * mu * cos( angle );
                v = fmax( push - held, 0.0 );
            }
            // Across the grooves, what moves stops and stays; along them it goes on.
            ASSERT_IN_RANGE( v, ssVec3_Length( ssWorld_Body( world, id ).velocity ), 1e-7 );
            ASSERT( ( v > 0.4 ) == ( moves && !across ) );
            ssDestroyWorld( world );
        }
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- extremes

static double logUniform( testRng* rng, double low, double high )
{
    return low * pow( high / low, testUniform( rng, 0.0, 1.0 ) );
}

static ssLawDef randomLaw( testRng* rng, ssLawKind kind )
{
    ssLawDef law = variedLaw( kind );
    const ssLawType* type = ssGetLawType( (int)kind );
    law.mu = testRandom( rng ) % 8u == 0 ? 0.0 : logUniform( rng, 1e-3, 3.0 );
    law.dimension = testRandom( rng ) % 2u == 0 ? type->minDimension : type->maxDimension;
    law.muRoll = testRandom( rng ) % 3u == 0 ? 0.0 : logUniform( rng, 1e-6, 1.0 );
    law.muSpin = testRandom( rng ) % 3u == 0 ? 0.0 : logUniform( rng, 1e-6, 1.0 );
    law.vEps = logUniform( rng, 1e-9, 1e3 );
    law.length = logUniform( rng, 1e-4, 1e3 );
    law.patchRadius = logUniform( rng, 1e-7, 1e2 );
    law.cForce = logUniform( rng, 0.3, 1e2 );
    law.facets = 2 + (int)( testRandom( rng ) % 6u );
    law.regularisation = testRandom( rng ) % 2u == 0 ? ss_regulariseArctan : ss_regulariseTanh;
    law.pressure = testRandom( rng ) % 2u == 0 ? ss_patchUniform : ss_patchHertz;
    if ( testRandom( rng ) % 2u == 0 )
    {
        law.stribeck = ( ssStribeck ){ testRandom( rng ) % 2u == 0 ? ss_stribeckExp : ss_stribeckStep,
            testUniform( rng, 0.0, 1.0 ), logUniform( rng, 1e-4, 10.0 ), logUniform( rng, 0.3, 3.0 ) };
    }
    return law;
}

TEST lawsAtTheirExtremesStayFiniteAndGainNoEnergy( void )
{
    int count = testCount( 6 * ssLawTypeCount() );
    for ( int k = 0; k < count; ++k )
    {
        testRng rng = { (uint64_t)k + 41 };
        ssLawDef law = randomLaw( &rng, (ssLawKind)( k % ssLawTypeCount() ) );
        ssMaterial material = { .mu = logUniform( &rng, 1e-2, 2.0 ), .muRoll = k % 2 == 0 ? 0.0 : 1e-3 };
        ssWorld* world = worldOn( &law, material, testUniform( &rng, -0.5, 0.5 ) );
        ssWorldDef def = *ssWorld_Def( world );
        def.tolerance = 1e-4;
        def.maxIterations = 100;
        testMust( ssWorld_SetDef( world, &def ) );
        for ( int i = 0; i < 4; ++i )
        {
            ssBodyDef body = sphereOn( 0.1, material, 0.0 );
            body.shape = i == 0 ? body.shape
                : i == 1        ? ssBoxShape( ssVec3_Make( 0.1, 0.08, 0.05 ) )
                : i == 2        ? ssCylinderShape( 0.1, 0.05 )
                                : ssCapsuleShape( 0.05, 0.1 );
            body.density = logUniform( &rng, 1.0, 1e4 );
            body.pose.position = ssVec3_Make( 0.5 * i - 0.7, testUniform( &rng, -0.2, 0.2 ), 0.7 );
            body.velocity =
                ssVec3_Make( testUniform( &rng, -2.0, 2.0 ), testUniform( &rng, -2.0, 2.0 ), -1.0 );
            body.omega = ssVec3_Make( testUniform( &rng, -9.0, 9.0 ), testUniform( &rng, -9.0, 9.0 ),
                testUniform( &rng, -9.0, 9.0 ) );
            addBody( world, &body );
        }
        double start = ssWorld_Energy( world ), size = fabs( start );
        for ( int i = 0; i < 200; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 2e-3 );
            ASSERTm( ssGetLawType( k % ssLawTypeCount() )->name, report.status <= ss_statusLimit );
            ASSERT( report.maxPenetration < 0.01 );
            double energy = ssWorld_Energy( world );
            ASSERTm( ssGetLawType( k % ssLawTypeCount() )->name,
                energy <= start + report.ledger.correction + 1e-3 * size );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- same bits

/// Boxes on a ground, with more contacts than one task of the world or the solver takes.
static ssWorld* fieldOn( int kind )
{
    ssLawDef law = variedLaw( (ssLawKind)kind );
    law.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 0.5, 1.0 };
    ssMaterial material = { .mu = 0.4, .muRoll = 1e-3, .muSpin = 1e-3 };
    ssWorld* world = worldOn( &law, material, 0.1 );
    ssWorldDef def = *ssWorld_Def( world );
    def.tolerance = 1e-3;
    def.maxIterations = 20;
    testMust( ssWorld_SetDef( world, &def ) );
    for ( int i = 0; i < 100; ++i )
    {
        ssBodyDef body = sphereOn( 0.05, material, 0.0 );
        body.shape = ssBoxShape( ssVec3_Make( 0.06, 0.05, 0.04 ) );
        body.pose.position = ssVec3_Make( 0.13 * ( i % 10 ), 0.13 * ( i / 10 ), 0.041 );
        body.velocity = ssVec3_Make( 0.3 - 0.001 * i, -0.2, -0.5 );
        body.omega = ssVec3_Make( 0.0, 0.0, 0.1 * i );
        addBody( world, &body );
    }
    return world;
}

static void backwards( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    *(int*)hookContext += 1;
    for ( int i = blocks - 1; i >= 0; --i ) { task( context, i ); }
}

TEST lawsGiveTheSameBitsOnAnyNumberOfThreadsAndAfterARestore( void )
{
    static const int kinds[] = { ss_lawKindExtended, ss_lawKindContensou, ss_lawKindRegularised,
        ss_lawKindTristate, ss_lawKindRelaxed, ss_lawKindPolyhedral };
    int few = testCount( SS_COUNT( kinds ) ), count = few < SS_COUNT( kinds ) ? few : SS_COUNT( kinds );
    for ( int k = 0; k < count; ++k )
    {
        ssWorld *one = fieldOn( kinds[k] ), *two = fieldOn( kinds[k] ), *later = fieldOn( kinds[k] );
        for ( int i = 0; i < 15; ++i ) { ssWorld_Step( one, 2e-3 ); }
        ASSERT( testRestoreFrom( one, later ) );
        ASSERT_EQ( worldHash( one ), worldHash( later ) );
        for ( int i = 0; i < ssWorld_ContactCount( one ); ++i )
        {
            ssCone saved = ssWorld_Contact( one, i ).view.cone, found = ssWorld_Contact( later, i ).view.cone;
            ASSERT_EQ( saved.variant, found.variant );
            ASSERT_EQ( saved.facets, found.facets );
            ASSERT_EQ( saved.facetAngle, found.facetAngle );
        }
        int calls = 0;
        ssSetParallelFor( backwards, &calls );
        for ( int i = 0; i < 15; ++i ) { ssWorld_Step( two, 2e-3 ); }
        ssSetParallelFor( NULL, NULL );
        ASSERT( calls > 0 );
        ASSERT_EQ( worldHash( one ), worldHash( two ) );
        for ( int i = 0; i < 10; ++i )
        {
            ssWorld_Step( one, 2e-3 );
            ssWorld_Step( later, 2e-3 );
        }
        ASSERT_EQ( worldHash( one ), worldHash( later ) );
        ASSERT( ssWorld_Report( one )->contacts > 20 );
        ssDestroyWorld( one );
        ssDestroyWorld( two );
        ssDestroyWorld( later );
    }
    PASS();
}

SUITE( laws )
{
    RUN_TEST( everyLawOfTheTableSlidesABlock );
    RUN_TEST( whatRestsOnAnyLawThatSticksStays );
    RUN_TEST( withoutCoefficientsEveryLawIsFrictionless );
    RUN_TEST( impossibleLawsAreRefusedWithTheirReason );
    RUN_TEST( theAuditAcceptsEveryLaw );
    RUN_TEST( aFrozenStepOfAnyLawSolvesToTheSameReactions );
    RUN_TEST( aLawOfMoreDimensionsBringsItsMomentsAndOneOfThreeLeavesThemToTheMaterials );
    RUN_TEST( polygonsAreWiderAtTheirCorners );
}

SUITE( functions )
{
    RUN_TEST( regularisedGroundCreepsAtTheSpeedItsFunctionSays );
    RUN_TEST( regularisedMomentsLetABallCreepDownhill );
    RUN_TEST( regularisedSlidingDecaysByItsClosedForm );
    RUN_TEST( regularisedGroundTendsToCoulombs );
    RUN_TEST( tristateGroundHoldsNothingAtRest );
    RUN_TEST( tristateMomentsStopABallAndDoNotHoldIt );
    RUN_TEST( tristateGroundStopsWhatSlidesAsCoulombs );
}

SUITE( patches )
{
    RUN_TEST( aPatchThatSpinsAndSlidesFollowsItsEquations );
    RUN_TEST( slidingAndSpinningOfAPatchStopTogether );
    RUN_TEST( aPointOfAPatchIsCoulombs );
    RUN_TEST( headingsDoNotMatterToLawsThatHaveNone );
    RUN_TEST( groovesHoldMoreAtRestThanInMotion );
    RUN_TEST( lawsAtTheirExtremesStayFiniteAndGainNoEnergy );
    RUN_TEST( lawsGiveTheSameBitsOnAnyNumberOfThreadsAndAfterARestore );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( laws );
    RUN_SUITE( functions );
    RUN_SUITE( patches );
    return TEST_END();
}
