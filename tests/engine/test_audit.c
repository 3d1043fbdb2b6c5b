// SPDX-License-Identifier: MIT
#include "typed_law.h"

#include "slipstick/audit.h"

// A contact that obeys Coulomb's law with rolling and spinning friction while it slides, rolls and spins.
static ssContactView lawful( void )
{
    ssContactView c = {
        .normal = { 0, 0, 1 },
        .tangent1 = { 1, 0, 0 },
        .tangent2 = { 0, 1, 0 },
        .force = { 10.0, -3.0, -4.0 },
        .moment = { 0.0, -0.2, 0.1 },
        .cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.02, .muSpin = 0.01 },
        .mode = ss_modeSlideRoll,
        .velocity = { 0.0, 0.6, 0.8, 0.0, 2.0, -1.0 },
        .size = 0.1,
    };
    return c;
}

TEST aLawfulContactIsClean( void )
{
    double measures[ss_auditCount];
    ssContactView c = lawful();
    ssAuditContact( &c, 1e-3, measures );
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        ASSERT_IN_RANGEm( ssAuditName( (ssAuditCheck)i ), 0.0, measures[i], 1e-15 );
    }
    PASS();
}

/// Each case breaks one rule: the check of that name must notice it, and the size of the offence is known.
TEST everyCheckSeesItsOwnOffence( void )
{
    double measures[ss_auditCount];
    ssContactView c = lawful();
    c.force[1] = -6.0;
    c.force[2] = -8.0; // twice the bound
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditCone] > 0.3 );

    c = lawful();
    c.velocity[0] = 1.0;
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditSignorini] > ssAuditViolationLevel( ss_auditSignorini ) );
    c.relaxed = true;
    ssAuditContact( &c, 1e-3, measures );
    ASSERT_IN_RANGE( 0.0, measures[ss_auditSignorini], 0.0 );

    c = lawful();
    c.force[1] = -4.0;
    c.force[2] = 3.0; // on the rim but square to the slip: it dissipates nothing
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditSlip] > ssAuditViolationLevel( ss_auditSlip ) );
    ASSERT( measures[ss_auditCone] < ssAuditWarningLevel( ss_auditCone ) );

    c = lawful();
    c.force[1] = 3.0;
    c.force[2] = 4.0; // pushes along the slip
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditEnergy] > ssAuditViolationLevel( ss_auditEnergy ) );

    c = lawful();
    c.gap = -0.006;
    ssAuditContact( &c, 1e-3, measures );
    ASSERT_IN_RANGE( 0.06, measures[ss_auditPenetration], 1e-15 );
    PASS();
}

/// Contacts with a law of the table: on a disc the law is Coulomb's, on a patch force and moment share one
/// bound.
TEST lawsOfTheTableAreHeldToTheirBounds( void )
{
    double measures[ss_auditCount];
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
    def.c.a = 0.5;
    ssLaw disc, patch;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &disc ).code );
    ssContactView c = lawful();
    c.law = &disc;
    c.lawScale = 1.0;
    ssAuditContact( &c, 1e-3, measures );
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        ASSERT_IN_RANGEm( ssAuditName( (ssAuditCheck)i ), 0.0, measures[i], 1e-14 );
    }
    c.moment[1] = -0.4; // twice the bound
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditCone] > ssAuditViolationLevel( ss_auditCone ) );
    c = lawful();
    c.law = &disc;
    c.lawScale = 0.5; // what a Stribeck curve leaves of the set
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditCone] > ssAuditViolationLevel( ss_auditCone ) && measures[ss_auditSlip] > 0.1 );

    def = ssDefaultLawDef( ss_lawKindContensou );
    def.patchRadius = 0.1;
    def.muRoll = 0.02;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &patch ).code );
    double resistance[5];
    c = lawful();
    c.law = &patch;
    c.lawScale = 1.0;
    ssLaw_Resistance( &patch, c.force[0], c.velocity + 1, resistance, NULL );
    c.force[1] = -resistance[0];
    c.force[2] = -resistance[1];
    c.moment[2] = -resistance[4];
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditCone] < 1e-9 && measures[ss_auditSlip] < 1e-9 );
    // Force and moment are each within the bound they would have alone, but not together.
    c.force[1] = -3.0;
    c.force[2] = -4.0;
    c.moment[2] = 0.3;
    ssAuditContact( &c, 1e-3, measures );
    ASSERT( measures[ss_auditCone] > ssAuditViolationLevel( ss_auditCone ) );
    ssLaw_Destroy( &disc );
    ssLaw_Destroy( &patch );
    PASS();
}

TEST theWorstOffenderIsNamed( void )
{
    ssContactView contacts[3] = { lawful(), lawful(), lawful() };
    contacts[1].gap = -0.002;
    contacts[2].gap = -0.001;
    ssAudit lint;
    ssAudit_Begin( &lint );
    ssAudit_Add( &lint, 1, contacts, 1e-3 );
    ssAudit_Add( &lint, 2, contacts + 1, 1e-3 );
    ASSERT_EQ( 3, lint.contacts );
    ASSERT_EQ( 1, lint.contact[ss_auditPenetration] );
    ASSERT_IN_RANGE( 0.02, lint.worst[ss_auditPenetration], 1e-15 );
    contacts[0].force[0] = SS_NAN;
    ssAudit_Begin( &lint );
    ssAudit_Add( &lint, 3, contacts, 1e-3 );
    ASSERT_EQ( 0, lint.contact[ss_auditCone] );
    PASS();
}

/// Measures carry no units: going from metres to millimetres changes none of them.
TEST measuresDoNotDependOnUnits( void )
{
    double a[ss_auditCount], b[ss_auditCount];
    ssContactView c = lawful(), d = lawful();
    c.force[1] = d.force[1] = -5.0;
    c.gap = -1e-3;
    d.gap = -1.0;
    d.size = 1000.0 * c.size;
    d.cone.muRoll *= 1000.0;
    d.cone.muSpin *= 1000.0;
    for ( int i = 0; i < 3; ++i )
    {
        d.velocity[i] *= 1000.0;
        d.moment[i] *= 1000.0;
    }
    ssAuditContact( &c, 1e-3, a );
    ssAuditContact( &d, 1.0, b );
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        ASSERT_IN_RANGEm( ssAuditName( (ssAuditCheck)i ), a[i], b[i], 1e-13 );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------ typed laws

/// A contact under 10 N that moves along the first axis under a typed law.
static ssContactView typedContact( const ssLaw* law, double speed, double force, const double* state )
{
    return ( ssContactView ){ .force = { 10.0, -force, 0.0 },
        .velocity = { 0.0, speed },
        .mode = speed != 0.0 ? ss_modeSlide : ss_modeStick,
        .size = 0.1,
        .law = law,
        .lawScale = 1.0,
        .site = { .state = state } };
}

/// The measure of one check; the others may say what they like.
static double measureOf( const ssContactView* c, ssAuditCheck check )
{
    double measures[ss_auditCount];
    ssAuditContact( c, 1e-3, measures );
    return measures[check];
}

static bool isClean( const ssContactView* c )
{
    bool clean = true;
    for ( int i = 0; i < ss_auditCount; ++i ) { clean = clean && measureOf( c, (ssAuditCheck)i ) <= 1e-12; }
    return clean;
}

/// 0.4 at rest and 0.3 at high speed: the force that holds at rest is too large for a contact that slides,
/// and 0.5 at 2 m/s may be more than what holds at rest.
TEST aTypedSetIsTheOneAtTheSpeedOfTheContact( void )
{
    ssLaw falling = makeText( "law \"s\"\n" UNITS "C = disc(0.3 + 0.1*exp(-(v/u/0.01)^2))\n" ),
          rising = makeText( "law \"v\"\n" UNITS "C = disc(0.1 + 0.2*v/u)\n" );
    ssContactView c = typedContact( &falling, 1.0, 3.0, NULL );
    ASSERT( isClean( &c ) );
    c = typedContact( &falling, 1.0, 4.0, NULL );
    ASSERT( measureOf( &c, ss_auditCone ) > ssAuditViolationLevel( ss_auditCone ) );
    ASSERT( measureOf( &c, ss_auditSlip ) > ssAuditWarningLevel( ss_auditSlip ) );
    c = typedContact( &falling, 0.0, 4.0, NULL );
    ASSERT( isClean( &c ) );
    c = typedContact( &falling, 0.0, 4.1, NULL );
    ASSERT( measureOf( &c, ss_auditCone ) > ssAuditViolationLevel( ss_auditCone ) );
    c = typedContact( &rising, 2.0, 5.0, NULL );
    ASSERT( isClean( &c ) );
    c = typedContact( &rising, 1.0, 5.0, NULL );
    ASSERT( measureOf( &c, ss_auditCone ) > ssAuditViolationLevel( ss_auditCone ) );
    ssLaw_Destroy( &falling );
    ssLaw_Destroy( &rising );
    PASS();
}

TEST theForceOfAFunctionIsTheOneItGives( void )
{
    ssLaw law = makeText( "law \"f\"\n" UNITS "force = 2*vel/u*N\n" );
    ssContactView c = typedContact( &law, 0.1, 2.0, NULL );
    ASSERT( isClean( &c ) );
    c = typedContact( &law, 0.1, 3.0, NULL );
    ASSERT_IN_RANGE( 0.0, measureOf( &c, ss_auditCone ), 0.0 ); // it has no cone
    ASSERT( measureOf( &c, ss_auditSlip ) > ssAuditWarningLevel( ss_auditSlip ) );
    c = typedContact( &law, 0.1, 2.0, NULL );
    c.force[2] = 2.0; // does no work, and is wrong nevertheless
    ASSERT( measureOf( &c, ss_auditSlip ) > ssAuditWarningLevel( ss_auditSlip ) );
    c = typedContact( &law, 0.0, 5.0, NULL ); // at rest it gives nothing
    ASSERT( measureOf( &c, ss_auditSlip ) > ssAuditViolationLevel( ss_auditSlip ) );
    ssLaw_Destroy( &law );
    PASS();
}

/// A stretched bristle that is let go pushes on: that is no energy created, unless
/// it pushes harder than it can, or for ever.
TEST bristlesMayGiveBackWhatTheyHaveStored( void )
{
    // Dahl's law with s0 = 1e4 1/m: a stretch of -2e-5 m pulls with -2 N, along a velocity > 0.
    ssLaw dahl = makeShipped( "dahl" ),
          engine =
              makeText( "law \"e\"\n" UNITS "state w = 1 [-], w' = (1 - w)/sec\nforce = -0.2*w*vel/u*N\n" ),
          forgetful = makeText( "law \"n\"\n" UNITS "force = -0.2*vel/u*N\n" );
    const double stretch[] = { -2e-5, 0.0 }, running[] = { 1.0 };
    ssContactView c = typedContact( &dahl, 0.5, -2.0, stretch );
    ASSERT( isClean( &c ) );
    c = typedContact( &dahl, 0.5, -6.0, stretch );
    ASSERT( measureOf( &c, ss_auditEnergy ) > ssAuditViolationLevel( ss_auditEnergy ) );
    c = typedContact( &engine, 1.0, -2.0, running );
    ASSERT( measureOf( &c, ss_auditEnergy ) > ssAuditWarningLevel( ss_auditEnergy ) );
    c = typedContact( &forgetful, 1.0, -2.0, NULL );
    ASSERT( measureOf( &c, ss_auditEnergy ) > ssAuditWarningLevel( ss_auditEnergy ) );
    ssLaw_Destroy( &dahl );
    ssLaw_Destroy( &engine );
    ssLaw_Destroy( &forgetful );
    PASS();
}

/// What a solve to its tolerance leaves is no offence, on a cone as on a set.
TEST slackIsNotExcess( void )
{
    ssLaw law = makeText( "law \"c\"\nC = disc(0.5)\n" );
    for ( int i = 0; i < 2; ++i )
    {
        ssContactView c = lawful();
        c.law = i == 0 ? NULL : &law;
        c.lawScale = 1.0;
        c.force[1] = -3.03;
        c.force[2] = -4.04;
        ASSERT( measureOf( &c, ss_auditCone ) > ssAuditViolationLevel( ss_auditCone ) );
        c.slack = 0.06;
        ASSERT_EQ( 0.0, measureOf( &c, ss_auditCone ) );
        c.force[1] = -6.0;
        ASSERT( measureOf( &c, ss_auditCone ) > ssAuditViolationLevel( ss_auditCone ) );
    }
    ssLaw_Destroy( &law );
    PASS();
}

SUITE( typed )
{
    RUN_TEST( aTypedSetIsTheOneAtTheSpeedOfTheContact );
    RUN_TEST( theForceOfAFunctionIsTheOneItGives );
    RUN_TEST( bristlesMayGiveBackWhatTheyHaveStored );
    RUN_TEST( slackIsNotExcess );
}

SUITE( lint )
{
    RUN_TEST( aLawfulContactIsClean );
    RUN_TEST( everyCheckSeesItsOwnOffence );
    RUN_TEST( lawsOfTheTableAreHeldToTheirBounds );
    RUN_TEST( theWorstOffenderIsNamed );
    RUN_TEST( measuresDoNotDependOnUnits );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lint );
    RUN_SUITE( typed );
    return TEST_END();
}
