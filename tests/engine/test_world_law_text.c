// SPDX-License-Identifier: MIT
#include "test_main.h"
#include "world_common.h"

#include "slipstick/audit.h"
#include "slipstick/parallel.h"
#include "slipstick/solver.h"

// Typed laws in worlds. Discs are Coulomb's law to the last bit; a coefficient that changes with the speed is
// that of the end of the step, whatever its size; where a step has several solutions, the report says so.

static ssLawDef compile( const char* text )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "law", &program, NULL );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s\n", result.message );
        exit( 1 );
    }
    return ssTextLawDef( program );
}

static ssLawId addLaw( ssWorld* world, const ssLawDef* def )
{
    ssLawId law;
    ssResult result = ssWorld_AddLaw( world, def, &law );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s\n", result.message );
        exit( 1 );
    }
    return law;
}

static ssLawId addTypedLaw( ssWorld* world, const char* text )
{
    ssLawDef def = compile( text );
    ssLawId law = addLaw( world, &def );
    ssLawProgram_Release( def.program );
    return law;
}

/// A level plane under a law; gravity points downhill at `angle`.
static ssWorld* ground( double tolerance, double angle, const ssLawDef* law )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = tolerance;
    def.gravity = ssVec3_Make( 9.81 * sin( angle ), 0.0, -9.81 * cos( angle ) );
    ssWorld* world = makeWorld( &def );
    ssBodyDef plane = ssDefaultBodyDef();
    plane.shape = ssPlaneShape();
    plane.kind = ss_bodyStatic;
    plane.law = addLaw( world, law );
    addBody( world, &plane );
    return world;
}

static ssWorld* typedGround( double tolerance, double angle, const char* text )
{
    ssLawDef def = compile( text );
    ssWorld* world = ground( tolerance, angle, &def );
    ssLawProgram_Release( def.program );
    return world;
}

static ssBodyId addBlock( ssWorld* world, double vx, double vy )
{
    ssBodyDef block = ssDefaultBodyDef();
    block.shape = ssBoxShape( ssVec3_Make( 0.1, 0.08, 0.002 ) );
    block.pose.position.z = 0.002;
    block.velocity = ssVec3_Make( vx, vy, 0.0 );
    return addBody( world, &block );
}

/// A sphere that does not turn, because its inertia is huge: a block with one contact.
static ssBodyId addPoint( ssWorld* world, double mass, double vx, double vy )
{
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.05 );
    ball.mass = mass;
    ball.inertia = ssVec3_Make( 1e12, 1e12, 1e12 );
    ball.pose.position.z = 0.05;
    ball.velocity = ssVec3_Make( vx, vy, 0.0 );
    return addBody( world, &ball );
}

static ssVec3 slide( ssWorld* world, ssBodyId body, int steps, double h )
{
    for ( int i = 0; i < steps; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        if ( report.status != ss_statusConverged )
        {
            printf( "step %d: status %d, residual %g, rounds %d\n", i, report.status, report.residual,
                report.lawRounds );
            break;
        }
    }
    return ssWorld_Body( world, body ).pose.position;
}

// --------------------------------------------------------------------------------------------- the originals

TEST aTypedDiscIsCoulombsLawToTheLastBit( void )
{
    static const char* const texts[] = { "law \"c\"\nparam mu = 0.4\nC = disc(mu)\n",
        "law \"c\"\nC = disc(0.4)\nD = disc(1)\n" };
    for ( int k = 0; k < SS_COUNT( texts ); ++k )
    {
        ssWorld* worlds[2];
        for ( int w = 0; w < 2; ++w )
        {
            ssWorldDef def = ssDefaultWorldDef();
            worlds[w] = heap( &def, 60, true, 3 );
            ssLawDef coulomb = ssDefaultLawDef( ss_lawKindCoulomb );
            coulomb.mu = 0.4;
            ssLawId law = w == 0 ? addLaw( worlds[w], &coulomb ) : addTypedLaw( worlds[w], texts[k] );
            for ( int i = 0; i < ssWorld_BodyCount( worlds[w] ); ++i )
            {
                testMust( ssWorld_SetLaw(
                    worlds[w], ssWorld_BodyAt( worlds[w], i ), law, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
            }
            for ( int i = 0; i < 100; ++i ) { ssWorld_Step( worlds[w], 2e-3 ); }
        }
        for ( int i = 0; i < ssWorld_BodyCount( worlds[0] ); ++i )
        {
            ssBodyState a = bodyAt( worlds[0], i ), b = bodyAt( worlds[1], i );
            ASSERT_MEM_EQ( &a.pose, &b.pose, sizeof a.pose );
            ASSERT_MEM_EQ( &a.velocity, &b.velocity, sizeof a.velocity );
        }
        ssDestroyWorld( worlds[0] );
        ssDestroyWorld( worlds[1] );
    }
    PASS();
}

/// Moreau and Jean's scheme, which takes friction at the end of the step.
static void useTheta( ssWorld* world )
{
    ssWorldDef def = *ssWorld_Def( world );
    def.theta = 1.0;
    testMust( ssWorld_SetDef( world, &def ) );
}

TEST otherFormsOfADiscAreCoulombsLawToo( void )
{
    static const char* const texts[] = { "law \"c\"\nforce = 0.4*N\n", "law \"c\"\nC = ellipse(0.4, 0.4)\n",
        "law \"c\"\nparam u = 1 [m/s]\nC = disc(0.4 + 0*v/u)\n",
        "law \"c\"\nparam w = 1 [1/s]\nC = scale(disc(0.2), 2 + 0*sin(t*w))\n",
        "law \"c\"\nparam u = 1 [m/s]\nC = scale(ellipse(0.2, 0.2), 2 + 0*v/u)\n",
        "law \"c\"\nstate s = 1 [m], s' = v\nC = disc(0.4*s/s)\n" };
    ssLawDef coulomb = ssDefaultLawDef( ss_lawKindCoulomb );
    coulomb.mu = 0.4;
    for ( int moving = 0; moving < 2; ++moving )
    {
        // It decelerates and stops; it rests uphill of where it would slip.
        double angle = moving ? 0.2 : 0.35, vx = moving ? 1.0 : 0.0, vy = moving ? 0.5 : 0.0;
        ssWorld* built = ground( 1e-10, angle, &coulomb );
        useTheta( built ); // forms that depend on the speed are taken at the end of the step
        ssVec3 expected = slide( built, addBlock( built, vx, vy ), 500, 2e-3 );
        ssDestroyWorld( built );
        for ( int k = 0; k < SS_COUNT( texts ); ++k )
        {
            ssWorld* world = typedGround( 1e-10, angle, texts[k] );
            useTheta( world );
            ssVec3 found = slide( world, addBlock( world, vx, vy ), 500, 2e-3 );
            ASSERTm( texts[k], ssVec3_Length( ssVec3_Sub( expected, found ) ) < 1e-9 );
            ssDestroyWorld( world );
        }
    }
    PASS();
}

TEST aTypedEllipseIsTheAssociatedLaw( void )
{
    ssLawDef associated = ssDefaultLawDef( ss_lawKindAssociated );
    associated.c = ssDefaultSetDef( ss_setEllipse );
    associated.c.a = 0.5;
    associated.c.b = 0.2;
    associated.c.rotationDeg = 30.0;
    ssWorld *built = ground( 1e-9, 0.3, &associated ),
            *typed = typedGround( 1e-9, 0.3, "law \"e\"\nC = rotate(ellipse(0.5, 0.2), 30)\n" );
    ssVec3 expected = slide( built, addBlock( built, 1.0, 0.5 ), 300, 2e-3 ),
           found = slide( typed, addBlock( typed, 1.0, 0.5 ), 300, 2e-3 );
    ASSERT( fabs( expected.y ) > 0.01 );
    ASSERT( ssVec3_Length( ssVec3_Sub( expected, found ) ) < 1e-10 );
    ssDestroyWorld( built );
    ssDestroyWorld( typed );
    PASS();
}

TEST momentsComeFromTheTextOrElseFromTheMaterials( void )
{
    static const char* const texts[] = { "law \"r\"\nC = disc(0.5)\nroll = 0.01 [m]\nspin = 0.004 [m]\n",
        ( "law \"r\"\nparam u = 1 [m/s]\nparam r = 0.01 [m]\nC = disc(0.5 + 0*v/u)\nroll = r*(1 + 0*v/u)\n"
          "spin = 0.004 [m]\n" ),
        "law \"r\"\nC = disc(0.5)\n" };
    ssVec3 found[SS_COUNT( texts )], spins[SS_COUNT( texts )];
    for ( int k = 0; k < SS_COUNT( texts ); ++k )
    {
        ssWorld* world = typedGround( 1e-10, 0.0, texts[k] );
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( 0.1 );
        ball.pose.position.z = 0.1;
        ball.velocity = ssVec3_Make( 1.0, 0.3, 0.0 );
        ball.omega = ssVec3_Make( 0.0, 5.0, 20.0 );
        // The geometric mean with the plane's: a quarter of the product of what both have.
        ball.material = ( ssMaterial ){ .mu = 0.9, .muRoll = 0.01, .muSpin = 0.004 };
        ssBodyId id = addBody( world, &ball );
        testMust( ssWorld_SetMaterial( world, ssWorld_BodyAt( world, 0 ), &ball.material ) );
        found[k] = slide( world, id, 100, 1e-3 );
        spins[k] = ssWorld_Body( world, id ).omega;
        ssDestroyWorld( world );
    }
    for ( int k = 1; k < SS_COUNT( texts ); ++k )
    {
        ASSERT( ssVec3_Length( ssVec3_Sub( found[0], found[k] ) ) < 1e-10 );
        ASSERT( ssVec3_Length( ssVec3_Sub( spins[0], spins[k] ) ) < 1e-8 );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- implicit

TEST aRisingCoefficientDeceleratesByTheImplicitClosedForm( void )
{
    // mu = mu_0 + c v: v+ = (v - h g mu_0)/(1 + h g c). With h g c = 20 the explicit form would explode.
    double h = 0.02, g = 9.81, c = 100.0, mu0 = 0.1, v = 1.0, x = 0.0;
    ssWorld* world =
        typedGround( 1e-11, 0.0, "law \"viscous\"\nparam c = 100 [s/m] in 0 .. 1e3\nC = disc(0.1 + c*v)\n" );
    ssBodyId block = addBlock( world, v, 0.0 ), point = addPoint( world, 2.0, v, 0.0 );
    testMust(
        ssWorld_SetPose( world, point, ( ssPose ){ ssVec3_Make( 0.0, 1.0, 0.05 ), ssQuat_Identity() } ) );
    for ( int i = 0; i < 10; ++i )
    {
        ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
        double before = v;
        v = fmax( ( v - h * g * mu0 ) / ( 1.0 + h * g * c ), 0.0 );
        x += 0.5 * h * ( before + v );
        ASSERT_IN_RANGE( v, ssWorld_Body( world, point ).velocity.x, 1e-9 );
        ASSERT_IN_RANGE( v, ssWorld_Body( world, block ).velocity.x, 1e-9 );
    }
    ASSERT_IN_RANGE( x, ssWorld_Body( world, block ).pose.position.x, 1e-9 );
    ssDestroyWorld( world );
    PASS();
}

TEST aBlockReachesTheSpeedAtWhichTheCurveCarriesIt( void )
{
    // tan(angle) = mu_0 + c v
    double angle = 0.3, c = 2.0, mu0 = 0.1;
    ssWorld* world = typedGround( 1e-10, angle, "law \"viscous\"\nparam c = 2 [s/m]\nC = disc(0.1 + c*v)\n" );
    ssBodyId block = addBlock( world, 0.0, 0.0 );
    slide( world, block, 400, 0.01 );
    ASSERT_IN_RANGE( ( tan( angle ) - mu0 ) / c, ssWorld_Body( world, block ).velocity.x, 1e-8 );
    ssDestroyWorld( world );
    PASS();
}

static double stribeck( double v ) { return 0.2 + 0.3 * exp( -v / 0.5 ); }

/// The end of an implicit step of v' = -g mu(v): the root of v+ + h g mu(v+) = v, or rest.
static double implicitStep( double v, double h )
{
    double low = 0.0, high = v;
    if ( v <= h * 9.81 * stribeck( 0.0 ) ) { return 0.0; }
    for ( int i = 0; i < 200; ++i )
    {
        double middle = 0.5 * ( low + high );
        bool above = middle + h * 9.81 * stribeck( middle ) > v;
        low = above ? low : middle;
        high = above ? middle : high;
    }
    return 0.5 * ( low + high );
}

TEST aFallingCoefficientIsThatOfTheEndOfTheStep( void )
{
    static const char text[] = "law \"s\"\nparam u = 0.5 [m/s]\nC = disc(0.2 + 0.3*exp(-v/u))\n";
    // h g |mu'| < 0.6: each step has one solution.
    double h = 0.1, v = 2.0, explicitV = 2.0;
    ssWorld* world = typedGround( 1e-11, 0.0, text );
    useTheta( world );
    ssBodyId block = addBlock( world, v, 0.0 );
    double differs = 0.0;
    for ( int i = 0; i < 8; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT_FALSE( report.lawUnsettled );
        ASSERT_EQ( 0, report.ambiguous );
        v = implicitStep( v, h );
        explicitV = fmax( explicitV - h * 9.81 * stribeck( explicitV ), 0.0 );
        ASSERT_IN_RANGE( v, ssWorld_Body( world, block ).velocity.x, 1e-8 );
        differs = fmax( differs, fabs( v - explicitV ) );
    }
    ASSERT( differs > 0.05 );
    ASSERT_EQ( 0.0, v );
    ssDestroyWorld( world );
    // With small steps it is the solution of the differential equation,
    // here by the classical Runge-Kutta method.
    world = typedGround( 1e-10, 0.0, text );
    block = addBlock( world, 2.0, 0.0 );
    slide( world, block, 2000, 2.5e-4 );
    double reference = 2.0;
    for ( int i = 0; i < 2000; ++i )
    {
        double dt = 2.5e-4, g = 9.81, k1 = -g * stribeck( reference ),
               k2 = -g * stribeck( reference + 0.5 * dt * k1 ),
               k3 = -g * stribeck( reference + 0.5 * dt * k2 ), k4 = -g * stribeck( reference + dt * k3 );
        reference += dt / 6.0 * ( k1 + 2.0 * k2 + 2.0 * k3 + k4 );
    }
    ASSERT_IN_RANGE( reference, ssWorld_Body( world, block ).velocity.x, 1e-3 );
    ssDestroyWorld( world );
    PASS();
}

TEST severalSolutionsAreCountedAndSaid( void )
{
    // Between mu_k and mu_s a block rests; with v_s far below h g it could slide as well.
    static const char text[] = "law \"s\"\nparam u = 1e-4 [m/s]\nC = disc(0.2 + 0.3*exp(-(v/u)^2))\n";
    ssWorld* world = typedGround( 1e-9, atan( 0.35 ), text );
    ssBodyId block = addBlock( world, 0.0, 0.0 );
    for ( int i = 0; i < 100; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, 0.01 );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT( report.ambiguous > 0 );
    }
    ASSERT( fabs( ssWorld_Body( world, block ).pose.position.x ) < 1e-6 );
    ssDestroyWorld( world );
    // So it is with an ellipse.
    world = typedGround( 1e-9, atan( 0.35 ),
        "law \"e\"\nparam u = 1e-4 [m/s]\nlet mu = 0.2 + 0.3*exp(-(v/u)^2)\nC = ellipse(mu, 0.5*mu)\n" );
    block = addBlock( world, 0.0, 0.0 );
    for ( int i = 0; i < 100; ++i ) { ASSERT( ssWorld_Step( world, 0.01 ).ambiguous > 0 ); }
    ASSERT( fabs( ssWorld_Body( world, block ).pose.position.x ) < 1e-6 );
    ssDestroyWorld( world );
    // Below mu_k there is one solution.
    world = typedGround( 1e-9, atan( 0.1 ), text );
    addPoint( world, 1.0, 0.0, 0.0 );
    ASSERT_EQ( 0, ssWorld_Step( world, 0.01 ).ambiguous );
    ssDestroyWorld( world );
    PASS();
}

TEST aCoefficientThatDependsOnTheLoadIsThatOfTheLoad( void )
{
    // The force is 3 N + 0.1 N whatever slides: two masses decelerate by 3/m + 0.1 g.
    ssWorld* world = typedGround( 1e-11, 0.0, "law \"gear\"\nparam f = 3 [N]\nforce = f + 0.1*N\n" );
    ssBodyId light = addPoint( world, 1.0, 2.0, 0.0 ), heavy = addPoint( world, 5.0, 2.0, 0.0 );
    testMust(
        ssWorld_SetPose( world, heavy, ( ssPose ){ ssVec3_Make( 0.0, 1.0, 0.05 ), ssQuat_Identity() } ) );
    slide( world, light, 20, 0.01 );
    ASSERT_IN_RANGE( 2.0 - 0.2 * ( 3.0 + 0.981 ), ssWorld_Body( world, light ).velocity.x, 1e-8 );
    ASSERT_IN_RANGE( 2.0 - 0.2 * ( 0.6 + 0.981 ), ssWorld_Body( world, heavy ).velocity.x, 1e-8 );
    ssDestroyWorld( world );
    PASS();
}

TEST thePlaceDecidesWhereABlockStops( void )
{
    // 0.1 up to x = 1, then 0.5: v1² = v0² - 2 (0.1) g, and the rest of the way is v1²/(2 (0.5) g).
    ssWorld* world = typedGround( 1e-10, 0.0, "law \"place\"\nC = disc(if(x < 1, 0.1, 0.5))\n" );
    double v0 = 2.0, g = 9.81, h = 1e-4, expected = 1.0 + ( v0 * v0 - 0.2 * g ) / g;
    ssBodyId point = addPoint( world, 1.0, v0, 0.0 );
    ssVec3 x = slide( world, point, 12000, h );
    ASSERT_IN_RANGE( expected, x.x, 3.0 * v0 * h );
    ASSERT_IN_RANGE( 0.0, ssWorld_Body( world, point ).velocity.x, 1e-12 );
    ssDestroyWorld( world );
    PASS();
}

TEST timeIsThatOfTheWorld( void )
{
    // mu = 0.1 until t = 0.5 s, then 0.3: a speed of 2 m/s falls by 0.1 g 0.5 s + 0.3 g 0.1 s.
    ssWorld* world = typedGround( 1e-10, 0.0, "law \"time\"\nC = disc(if(t < 0.5005, 0.1, 0.3))\n" );
    ssBodyId point = addPoint( world, 1.0, 2.0, 0.0 );
    slide( world, point, 600, 1e-3 );
    ASSERT_IN_RANGE( 2.0 - 9.81 * ( 0.05 + 0.03 ), ssWorld_Body( world, point ).velocity.x, 1e-8 );
    ssDestroyWorld( world );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- memory

TEST stiffLuGreHoldsStillOnAnIncline( void )
{
    const ssShippedLaw* shipped = ssFindShippedLaw( "lugre" );
    ssLawDef def = compile( shipped->text );
    const ssParam* params = ssLawProgram_Info( def.program )->params;
    int stiffness = ssFindParam( params, ssLawProgram_Info( def.program )->paramCount, "s0" );
    def.programValues[stiffness] = 1e6;
    ssWorld* world = ground( 1e-9, 0.25, &def );
    ssLawProgram_Release( def.program );
    ssBodyId block = addBlock( world, 0.0, 0.0 );
    slide( world, block, 500, 1e-3 );
    double early = ssWorld_Body( world, block ).pose.position.x;
    int steps = testUpTo( 9500, 1000 );
    slide( world, block, steps, 1e-3 );
    // tan(0.25) = 0.255 < mu_s: it has sagged by some tan/s0, and no further.
    double sagged = tan( 0.25 ) / 1e6;
    ASSERT( early > 0.5 * sagged && early < 10.0 * sagged );
    ASSERT_IN_RANGE( early, ssWorld_Body( world, block ).pose.position.x, 1e-3 * sagged );
    ssDestroyWorld( world );
    PASS();
}

TEST energyIsNeverCreated( void )
{
    static const char* const texts[] = {
        "law \"s\"\nparam u = 0.01 [m/s]\nC = disc(0.2 + 0.3*exp(-(v/u)^2))\n",
        "law \"g\"\nparam u = 0.01 [m/s]\nlet mu = 0.3 + 0.1*exp(-(v/u)^2)\nC = rotate(ellipse(mu, 0.5*mu), "
        "30)\nD = disc(1)\n"
        "roll = 0.002 [m]\nspin = 0.001 [m]\n",
        "law \"r\"\nparam u = 0.01 [m/s]\nforce = 0.5*N*tanh(v/u)\n",
        "law \"f\"\nparam u = 1 [m/s]\nforce = (0.3*vx + 0.1*vy, 0.2*vy - 0.1*vx)/u*N\n"
    };
    for ( int k = 0; k < SS_COUNT( texts ); ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = heap( &def, 20, true, 7 );
        ssLawId law = addTypedLaw( world, texts[k] );
        for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
        {
            testMust(
                ssWorld_SetLaw( world, ssWorld_BodyAt( world, i ), law, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
        }
        double before = ssWorld_Energy( world ), start = before;
        for ( int i = 0; i < testUpTo( testScale() < 10.0 ? 100 : 200, 60 ); ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 2e-3 );
            double now = ssWorld_Energy( world ), lifted = report.ledger.correction;
            ASSERTm( texts[k], report.status <= ss_statusLimit );
            ASSERTm( texts[k], now - lifted <= before + 1e-5 * start );
            before = now - lifted;
        }
        ASSERTm( texts[k], before < 0.99 * start );
        ssDestroyWorld( world );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------- every shipped law

/// A ball that slides, rolls and spins at once on a shipped law.
static ssWorld* ballOn( const ssShippedLaw* shipped, const char* solver )
{
    ssLawDef def = compile( shipped->text );
    ssWorld* world = ground( 1e-9, 0.0, &def );
    ssWorldDef numerics = *ssWorld_Def( world );
    numerics.solver = solver;
    testMust( ssWorld_SetDef( world, &numerics ) );
    ssLawProgram_Release( def.program );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.1 );
    ball.material = ( ssMaterial ){ .mu = 0.1, .muRoll = 3e-3, .muSpin = 1e-3 };
    testMust( ssWorld_SetMaterial( world, ssWorld_BodyAt( world, 0 ), &ball.material ) );
    ball.pose.position.z = 0.1;
    ball.velocity = ssVec3_Make( 0.8, 0.4, 0.0 );
    ball.omega = ssVec3_Make( 1.0, -1.0, 5.0 );
    addBody( world, &ball );
    return world;
}

TEST theAuditAcceptsEveryShippedLaw( void )
{
    for ( int k = 0; k < ssShippedLawCount(); ++k )
    {
        const ssShippedLaw* shipped = ssGetShippedLaw( k );
        ssWorld* world = ballOn( shipped, "passes" );
        for ( int i = 0; i < 20; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ASSERT_EQ_FMTm( shipped->name, (int)ss_statusConverged, (int)report.status, "%d" );
        }
        double measures[ss_auditCount];
        ssWorldContact contact = ssWorld_Contact( world, 0 );
        ASSERTm( shipped->name, contact.view.force[0] > 0.0 );
        ssAuditContact( &contact.view, 1.0, measures );
        for ( int i = 0; i < ss_auditCount; ++i ) { ASSERTm( shipped->name, measures[i] < 1e-6 ); }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST otherSolversAndAFrozenStepFindTheSameReactions( void )
{
    for ( int k = 0; k < ssShippedLawCount(); ++k )
    {
        const ssShippedLaw* shipped = ssGetShippedLaw( k );
        ssWorld *one = ballOn( shipped, "passes" ), *two = ballOn( shipped, "nsgs" );
        for ( int i = 0; i < 10; ++i )
        {
            ssWorld_Step( one, 1e-3 );
            ASSERTm( shipped->name, ssWorld_Step( two, 1e-3 ).status <= ss_statusLimit );
        }
        const ssContactView a = ssWorld_Contact( one, 0 ).view, b = ssWorld_Contact( two, 0 ).view;
        const double *p = a.force, *q = b.force;
        for ( int c = 0; c < 3; ++c ) { ASSERT_IN_RANGEm( shipped->name, p[c], q[c], 1e-5 * p[0] ); }
        ssProblem frozen;
        ASSERT_EQ( ss_ok, ssWorld_Freeze( one, &frozen ).code );
        double reactions[6] = { 0.0 };
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = 1e-9;
        ASSERT_EQm( shipped->name, ss_ok,
            ssSolve( ssFindSolver( "nsgs" ), &frozen, &options, reactions, &report ).code );
        ASSERT_EQm( shipped->name, ss_statusConverged, report.status );
        for ( int c = 0; c < 3; ++c )
        {
            ASSERT_IN_RANGEm( shipped->name, p[c], reactions[c] / 1e-3, 1e-5 * p[0] );
        }
        ssProblem_Destroy( &frozen );
        ssDestroyWorld( one );
        ssDestroyWorld( two );
    }
    PASS();
}

static int s_allocations;

static void* countedAlloc( void* context, size_t size )
{
    (void)context;
    ++s_allocations;
    return calloc( 1, size );
}

TEST steppingUnderTypedLawsDoesNotAllocateAfterWarmUp( void )
{
    static const char* const names[] = { "stribeck", "lugre", "coulomb-spinning", "collinear" };
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        ssInstallAllocator( countedAlloc, NULL, NULL );
        ssWorld* world = ballOn( ssFindShippedLaw( names[k] ), "passes" );
        for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 1e-3 ); }
        int before = s_allocations;
        for ( int i = 0; i < 20; ++i ) { ssWorld_Step( world, 1e-3 ); }
        ASSERT_EQ_FMTm( names[k], before, s_allocations, "%d" );
        ssDestroyWorld( world );
        ssInstallAllocator( NULL, NULL, NULL );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------------ bits

/// Calls the blocks from the last to the first, and every second one first.
static void outOfOrder( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    *(int*)hookContext += 1;
    for ( int from = 1; from >= 0; --from )
    {
        for ( int i = blocks - 1; i >= 0; --i )
        {
            if ( i % 2 == from ) { task( context, i ); }
        }
    }
}

static ssWorld* typedHeap( const char* text, int count )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-4;
    def.sleeping = true;
    ssWorld* world = heap( &def, count, true, 9 );
    ssLawId law = addTypedLaw( world, text );
    for ( int i = 0; i < ssWorld_BodyCount( world ); ++i )
    {
        testMust( ssWorld_SetLaw( world, ssWorld_BodyAt( world, i ), law, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    }
    return world;
}

TEST typedLawsGiveTheSameBitsInAnyOrderAndAfterARestore( void )
{
    static const char* const texts[] = { "law \"s\"\nparam u = 0.05 [m/s]\nC = disc(0.2 + 0.3*exp(-v/u))\n",
        "law \"d\"\nparam mu = 0.3 [-]\nparam s0 = 1e4 [1/m]\n"
        "state z = (0, 0) [m], z' = vel - s0*v/mu*z\nforce = s0*z*N\n" };
    for ( int k = 0; k < SS_COUNT( texts ); ++k )
    {
        int count = 400, steps = 25, calls = 0;
        ssWorld *one = typedHeap( texts[k], count ), *two = typedHeap( texts[k], count ),
                *later = typedHeap( texts[k], count );
        for ( int i = 0; i < steps; ++i ) { ssWorld_Step( one, 4e-3 ); }
        ASSERT( testRestoreFrom( one, later ) );
        ASSERT_EQ( worldHash( one ), worldHash( later ) );
        ssSetParallelFor( outOfOrder, &calls );
        for ( int i = 0; i < steps; ++i ) { ssWorld_Step( two, 4e-3 ); }
        ssSetParallelFor( NULL, NULL );
        ASSERT( calls > 0 );
        ASSERT_EQ( worldHash( one ), worldHash( two ) );
        for ( int i = 0; i < steps; ++i )
        {
            ssWorld_Step( one, 4e-3 );
            ssWorld_Step( later, 4e-3 );
        }
        ASSERT_EQ( worldHash( one ), worldHash( later ) );
        ASSERT( ssWorld_Report( one )->contacts > 20 );
        ssDestroyWorld( one );
        ssDestroyWorld( two );
        ssDestroyWorld( later );
    }
    PASS();
}

SUITE( originals )
{
    RUN_TEST( aTypedDiscIsCoulombsLawToTheLastBit );
    RUN_TEST( otherFormsOfADiscAreCoulombsLawToo );
    RUN_TEST( aTypedEllipseIsTheAssociatedLaw );
    RUN_TEST( momentsComeFromTheTextOrElseFromTheMaterials );
}

SUITE( shipped )
{
    RUN_TEST( theAuditAcceptsEveryShippedLaw );
    RUN_TEST( otherSolversAndAFrozenStepFindTheSameReactions );
    RUN_TEST( steppingUnderTypedLawsDoesNotAllocateAfterWarmUp );
}

SUITE( implicit )
{
    RUN_TEST( aRisingCoefficientDeceleratesByTheImplicitClosedForm );
    RUN_TEST( aBlockReachesTheSpeedAtWhichTheCurveCarriesIt );
    RUN_TEST( aFallingCoefficientIsThatOfTheEndOfTheStep );
    RUN_TEST( severalSolutionsAreCountedAndSaid );
    RUN_TEST( aCoefficientThatDependsOnTheLoadIsThatOfTheLoad );
    RUN_TEST( thePlaceDecidesWhereABlockStops );
    RUN_TEST( timeIsThatOfTheWorld );
}

SUITE( memory )
{
    RUN_TEST( stiffLuGreHoldsStillOnAnIncline );
    RUN_TEST( energyIsNeverCreated );
    RUN_TEST( typedLawsGiveTheSameBitsInAnyOrderAndAfterARestore );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( originals );
    RUN_SUITE( shipped );
    RUN_SUITE( implicit );
    RUN_SUITE( memory );
    return TEST_END();
}
