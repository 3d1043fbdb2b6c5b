// SPDX-License-Identifier: MIT
#include "typed_law.h"

// Laws from texts as laws: they agree with what is built in, read their site, and are refused with their
// line. Their steps are in test_law_typed_step.c.

// ------------------------------------------------------------------------------------------ against built-in

/// Compares all planar functions of a text with those of a law that is built in.
static enum greatest_test_res agree( ssLaw* typed, ssLaw* built, bool sameSpeeds )
{
    ssRng rng = ssSeedRng( 11 );
    int count = 300;
    for ( int i = 0; i < count; ++i )
    {
        double load = 0.1 + 5.0 * ssRng_Uniform( &rng ), r = 0.1 + 5.0 * ssRng_Uniform( &rng );
        double angle = 2.0 * SS_PI * ssRng_Uniform( &rng ),
               speed = pow( 10.0, 1.0 - 5.0 * ssRng_Uniform( &rng ) );
        ssVec2 gamma = polar( speed, angle );
        ssLawForce a = ssLaw_SlipForce( typed, load, gamma ), b = ssLaw_SlipForce( built, load, gamma );
        ASSERT( distance( a.force, b.force ) <= 1e-12 * load );
        ASSERT_EQ( b.setValued, a.setValued );
        ASSERT_IN_RANGE( ssLaw_Dissipation( built, load, gamma ), ssLaw_Dissipation( typed, load, gamma ),
            1e-12 * load * speed );
        double turn = 2.0 * SS_PI * ssRng_Uniform( &rng );
        ssVec2 force = polar( load * ssRng_Uniform( &rng ), turn );
        ASSERT_IN_RANGE( ssLaw_Gauge( built, load, force ), ssLaw_Gauge( typed, load, force ), 1e-11 );
        ASSERT_EQ( ssLaw_CanStick( built, load, force ), ssLaw_CanStick( typed, load, force ) );
        ASSERT_IN_RANGE( ssLaw_Alpha( built, load, force ), ssLaw_Alpha( typed, load, force ), 1e-9 );
        ssPlanarSolution s = ssLaw_SolveDirect( typed, load, 1.0 / r, gamma, force ),
                         t = ssLaw_SolveDirect( built, load, 1.0 / r, gamma, force );
        ASSERT( s.converged && t.converged && s.stick == t.stick );
        ASSERT( distance( s.gamma, t.gamma ) <= 1e-11 * ( speed + load / r ) );
        ASSERT( distance( s.force, t.force ) <= 1e-11 * ( load + r * speed ) );
        if ( sameSpeeds )
        {
            ASSERT( distance( ssLaw_ProxStep( typed, load, force, gamma, r ),
                        ssLaw_ProxStep( built, load, force, gamma, r ) ) <= 1e-9 * ( load + r * speed ) );
        }
    }
    ssLaw_Destroy( typed );
    ssLaw_Destroy( built );
    PASS();
}

/// mu(v, N) of a text.
static double coefficient( const ssLaw* law, double speed, double load )
{
    return distance( ssLaw_SlipForce( law, load, polar( speed, 0.3 ) ).force, ( ssVec2 ){ 0.0, 0.0 } ) / load;
}

TEST tablesInterpolateAsTheyAreCalled( void )
{
    ssLaw law = makeText( "law \"t\"\nC = disc(table(v, linear, (0.1, 0.4), (0.3, 0.2), (1.3, 0.3)))\n" );
    static const double lines[][2] = { { 0.01, 0.4 }, { 0.1, 0.4 }, { 0.15, 0.35 }, { 0.3, 0.2 },
        { 0.8, 0.25 }, { 1.3, 0.3 }, { 50.0, 0.3 } };
    for ( int i = 0; i < SS_COUNT( lines ); ++i )
    {
        ASSERT_IN_RANGE( lines[i][1], coefficient( &law, lines[i][0], 3.0 ), 1e-12 );
    }
    ssLaw_Destroy( &law );
    // Cubics pass through the nodes, are smooth there, and rise or fall only where the nodes do.
    law = makeText(
        "law \"t\"\nC = disc(table(v, monotone, (0, 0.5), (0.1, 0.3), (0.2, 0.29), (1, 0.29), (2, 0.4)))\n" );
    ASSERT_IN_RANGE( 0.3, coefficient( &law, 0.1, 3.0 ), 1e-12 );
    ASSERT_IN_RANGE( 0.29, coefficient( &law, 0.7, 3.0 ), 1e-12 );
    for ( int i = 1; i < 200; ++i )
    {
        double v = 0.01 * i, step = coefficient( &law, v + 0.01, 3.0 ) - coefficient( &law, v, 3.0 );
        ASSERT( v >= 1.0 - 1e-9 ? step > -1e-12 : step < 1e-12 );
    }
    for ( int i = 1; i <= 2; ++i )
    {
        double v = 0.1 * i, e = 1e-5, here = coefficient( &law, v, 3.0 );
        double before = ( here - coefficient( &law, v - e, 3.0 ) ) / e,
               after = ( coefficient( &law, v + e, 3.0 ) - here ) / e;
        ASSERT_IN_RANGE( before, after, 2e-3 );
    }
    ssLaw_Destroy( &law );
    // Over two numbers: every value is a mean of those at the corners of its cell.
    law = makeText(
        "law \"t\"\nC = disc(table(v, N, linear, (0, 1, 0.4), (1, 1, 0.2), (0, 9, 0.3), (1, 9, 0.0)))\n" );
    static const double cells[][2] = { { 0.5, 1.0 }, { 0.5, 5.0 }, { 1.0, 9.0 }, { 0.25, 3.0 },
        { 2.0, 0.5 } };
    for ( int i = 0; i < SS_COUNT( cells ); ++i )
    {
        double v = fmin( cells[i][0], 1.0 ), n = ( fmin( fmax( cells[i][1], 1.0 ), 9.0 ) - 1.0 ) / 8.0;
        double exact = ( 1 - n ) * ( 0.4 - 0.2 * v ) + n * ( 0.3 - 0.3 * v );
        ASSERT_IN_RANGE( exact, coefficient( &law, cells[i][0], cells[i][1] ), 1e-12 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

/// A contact that slides under a known friction warms up to where it loses what friction gives it, and wears
/// with the work.
TEST ratesKnowThePowerOfFriction( void )
{
    static const char* const forms[] = { "C = disc(0.3)\n", "force = 0.3*N\n", "force = 0.3*N*vel/v\n" };
    for ( int i = 0; i < SS_COUNT( forms ); ++i )
    {
        char text[400];
        snprintf( text, sizeof text,
            "law \"hot\"\nparam k = 2 [K/J]\nparam tau = 0.5 [s]\nstate T = 293 [K]\nstate w = 0 [J]\n"
            "%sT' = k*power - (T - 293 [K])/tau\nw' = friction*v\n",
            forms[i] );
        ssLaw law = makeText( text );
        double state[SS_LAW_MAX_STATES], load = 20.0, speed = 1.5, h = 0.01;
        ssLaw_InitialState( &law, state );
        for ( int k = 1; k <= 100; ++k )
        {
            double next[SS_LAW_MAX_STATES];
            const ssLawSite site = { .state = state, .h = h };
            ssLaw now = ssLaw_At( &law, &site );
            ssLaw_NextState( &now, load, polar( speed, 0.7 ), next );
            memcpy( state, next, sizeof state );
            ASSERT_IN_RANGE( 0.3 * load * speed * h * k, state[1], 1e-9 );
        }
        double rise = 2.0 * 0.5 * 0.3 * load * speed;
        ASSERT_IN_RANGE( rise * ( 1.0 - pow( 1.0 + h / 0.5, -100.0 ) ), state[0] - 293.0, 1e-9 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST aTypedCoulombIsCoulombs( void )
{
    ssLaw typed = makeText( "law \"c\"\nparam mu = 0.37\nC = disc(mu)\n" );
    ASSERT_EQ( (unsigned)ss_lawFlagCoulomb, ssLaw_Flags( &typed ) );
    ASSERT_IN_RANGE( 0.37, ssLaw_Cone( &typed ).mu, 0.0 );
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.37;
    ssLaw built = makeBuilt( &def );
    CHECK_CALL( agree( &typed, &built, true ) );
    // A scalar force is the same disc.
    typed = makeText( "law \"c\"\nparam mu = 0.37\nforce = mu*N\n" );
    built = makeBuilt( &def );
    CHECK_CALL( agree( &typed, &built, true ) );
    PASS();
}

static ssLawDef ellipses( ssLawKind kind )
{
    ssLawDef def = ssDefaultLawDef( kind );
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = 0.4;
    def.c.b = 0.2;
    def.c.rotationDeg = 30.0;
    def.d = ssDefaultSetDef( ss_setSuperellipse );
    def.d.a = 1.5;
    def.d.b = 1.0;
    def.d.s = 2.5;
    return def;
}

TEST typedSetsAgreeWithTheLawsOfTheTable( void )
{
    static const struct
    {
        ssLawKind kind;
        const char* text;
    } rows[] = {
        { ss_lawKindAssociated, "law \"a\"\nC = rotate(ellipse(0.4, 0.2), 30)\n" },
        { ss_lawKindCollinear, "law \"a\"\nC = rotate(ellipse(0.4, 0.2), 30)\nD = disc(3)\n" },
        { ss_lawKindExtended,
            "law \"a\"\nC = rotate(ellipse(0.4, 0.2), 30)\nD = superellipse(1.5, 1, 2.5)\n" },
        // Numbers that are computed at every contact, and a shape that is made at every contact.
        { ss_lawKindAssociated,
            "law \"a\"\n" UNITS "let k = 0.4 + 0*t/sec\nC = rotate(ellipse(k, k/2), 30)\n" },
        { ss_lawKindExtended,
            "law \"a\"\n" UNITS
            "let k = 1 + 0*x/m\nC = rotate(ellipse(0.4*k, 0.2), 30*k)\nD = superellipse(1.5, 1, "
            "2.5)\n" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssLawDef def = ellipses( rows[i].kind );
        ssLaw typed = makeText( rows[i].text ), built = makeBuilt( &def );
        ASSERT_EQ( (unsigned)ss_lawFlagAnisotropic, ssLaw_Flags( &typed ) );
        CHECK_CALL( agree( &typed, &built, true ) );
    }
    PASS();
}

TEST aTypedStribeckCurveIsTheOneOfTheTable( void )
{
    // The built-in law iterates the factor; with r this large compared with its slope there is one solution.
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.4;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.75, 5.0, 2.0 };
    ssLaw typed = makeText( "law \"s\"\n" UNITS "C = disc(0.3 + 0.1*exp(-(v/u/5)^2))\n" ),
          built = makeBuilt( &def );
    ASSERT( ( ssLaw_Flags( &typed ) & ss_lawFlagVelocity ) != 0 );
    CHECK_CALL( agree( &typed, &built, false ) );
    def = ellipses( ss_lawKindExtended );
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.75, 5.0, 2.0 };
    typed = makeText( "law \"s\"\n" UNITS "let k = 0.75 + 0.25*exp(-(v/u/5)^2)\n"
                      "C = scale(rotate(ellipse(0.4, 0.2), 30), k)\nD = superellipse(1.5, 1, 2.5)\n" );
    built = makeBuilt( &def );
    CHECK_CALL( agree( &typed, &built, false ) );
    PASS();
}

TEST outlinesAreTheRimOfTheSetAtEachSpeed( void )
{
    enum
    {
        count = 64
    };
    ssVec2 c[count], d[count];
    const double load = 7.0, speeds[] = { 0.0, 2.0, 9.0 };
    ssLaw law = makeText( "law \"s\"\n" UNITS "let k = 0.75 + 0.25*exp(-(v/u/5)^2)\n"
                          "C = scale(rotate(ellipse(0.4, 0.2), 30), k)\nD = disc(1)\n" );
    for ( int j = 0; j < SS_COUNT( speeds ); ++j )
    {
        ASSERT( ssLaw_Outlines( &law, load, speeds[j], count, c, d ) );
        // In the axes of the ellipse x²/a² + y²/b² = 1; the largest disc inside touches its short axis.
        double k = 0.75 + 0.25 * exp( -speeds[j] * speeds[j] / 25.0 ), turn = 30.0 * SS_PI / 180.0;
        for ( int i = 0; i < count; ++i )
        {
            double x = c[i].x * cos( turn ) + c[i].y * sin( turn ),
                   y = c[i].y * cos( turn ) - c[i].x * sin( turn );
            double a = 0.4 * k * load, b = 0.2 * k * load;
            ASSERT_IN_RANGE( 1.0, x * x / ( a * a ) + y * y / ( b * b ), 1e-12 );
            ASSERT_IN_RANGE( b, hypot( d[i].x, d[i].y ), 1e-6 * b );
        }
    }
    ASSERT( !ssLaw_Outlines( &law, 0.0, 0.0, count, c, d ) );
    ssLaw_Destroy( &law );
    law = makeText( "law \"f\"\n" UNITS "force = 0.3*vel/u*N\n" );
    ASSERT( !ssLaw_Outlines( &law, load, 1.0, count, c, d ) );
    ssLaw_Destroy( &law );
    PASS();
}

/// What slides has a gauge of 1, whatever the speed, the load, the place and the states
/// are; a function of the velocity has no set.
TEST theForceOfALawIsOnTheRimOfItsSet( void )
{
    ssRng rng = ssSeedRng( 11 );
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const ssShippedLaw* shipped = ssGetShippedLaw( i );
        ssLaw law = makeText( shipped->text );
        bool function = ssLawProgram_Info( law.def.program )->isFunction;
        for ( int k = 0; k < testCount( 40 ); ++k )
        {
            double state[SS_LAW_MAX_STATES], speed = pow( 10.0, -6.0 + 7.0 * ssRng_Uniform( &rng ) );
            double angle = 2.0 * SS_PI * ssRng_Uniform( &rng ), load = 0.5 + 20.0 * ssRng_Uniform( &rng );
            ssVec2 gamma = { speed * cos( angle ), speed * sin( angle ) };
            ssLaw_SteadyState( &law, load, ssVec2_Scale( 3.0, gamma ), state );
            ssLawSite site = { .time = k, .x = 2.0 * ssRng_Uniform( &rng ), .state = state };
            ssLaw there = ssLaw_At( &law, &site );
            ssVec2 f = ssLaw_SlipForce( &there, load, gamma ).force;
            ssLawAtSpeed now;
            bool made = ssLaw_AtSpeed( &there, load, speed, &now );
            ASSERT_EQ( !function, made );
            if ( function )
            {
                ASSERT( isnan( ssLaw_GaugeAtSpeed( &there, load, speed, f ) ) );
                continue;
            }
            ASSERT_IN_RANGEm( shipped->name, 1.0, ssLaw_GaugeAtSpeed( &there, load, speed, f ), 1e-10 );
            // The sets that are held answer for it: the same gauge, and the force slides where the law says.
            ASSERT_IN_RANGEm( shipped->name, 1.0, ssLaw_Gauge( &now.law, load, f ), 1e-10 );
            ssVec2 again = ssLaw_SlipForce( &now.law, load, ssVec2_Scale( 7.0, gamma ) ).force;
            ASSERT_IN_RANGEm( shipped->name, 0.0, distance( f, again ), 1e-9 * ssVec2_Length( f ) );
            ssLawAtSpeed_Destroy( &now );
        }
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST theGaugeAtASpeedIsThatOfAStribeckCurve( void )
{
    // 0.3 + 0.1 exp( -(v/0.1)² ): half of the bound at rest is 0.2 N, which is 0.2/0.3 of the bound at 1 m/s.
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.4;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.75, 0.1, 2.0 };
    ssLaw laws[2] = { makeText( "law \"s\"\n" UNITS "C = disc(0.3 + 0.1*exp(-(v/u/0.1)^2))\n" ),
        makeBuilt( &def ) };
    ssVec2 force = { 0.0, 0.2 };
    for ( int i = 0; i < 2; ++i )
    {
        ASSERT_IN_RANGE( 0.5, ssLaw_GaugeAtSpeed( &laws[i], 1.0, 0.0, force ), 1e-12 );
        ASSERT_IN_RANGE( 2.0 / 3.0, ssLaw_GaugeAtSpeed( &laws[i], 1.0, 1.0, force ), 1e-12 );
        ASSERT( isinf( ssLaw_GaugeAtSpeed( &laws[i], 0.0, 1.0, force ) ) );
        ssLaw_Destroy( &laws[i] );
    }
    PASS();
}

TEST aTypedRegularisedLawIsTheOneOfTheTable( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindRegularised );
    ssLaw built = makeBuilt( &def );
    static const char* const texts[] = { "law \"r\"\n" UNITS "force = 0.5*N*(2/pi)*atan(v/u/1e-3)\n",
        "law \"r\"\n" UNITS "force = 0.5*N*(2/pi)*atan(v/u/1e-3)*if(v > 0, 1/v, 0)*vel\n" };
    for ( int k = 0; k < 2; ++k )
    {
        ssLaw typed = makeText( texts[k] );
        ASSERT_EQ( k == 1, ( ssLaw_Flags( &typed ) & ss_lawFlagSingleValued ) != 0 );
        ssRng rng = ssSeedRng( 5 );
        for ( int i = 0; i < 300; ++i )
        {
            double load = 0.1 + 5.0 * ssRng_Uniform( &rng ), r = 0.1 + 5.0 * ssRng_Uniform( &rng );
            ssVec2 gamma = polar( pow( 10.0, -6.0 * ssRng_Uniform( &rng ) ), 6.28 * ssRng_Uniform( &rng ) );
            ssVec2 force = polar( load * ssRng_Uniform( &rng ), 6.28 * ssRng_Uniform( &rng ) );
            ASSERT( distance( ssLaw_SlipForce( &typed, load, gamma ).force,
                        ssLaw_SlipForce( &built, load, gamma ).force ) <= 1e-12 * load );
            ASSERT( distance( ssLaw_ProxStep( &typed, load, force, gamma, r ),
                        ssLaw_ProxStep( &built, load, force, gamma, r ) ) <= 1e-11 * ( load + r ) );
            ssPlanarSolution s = ssLaw_SolveDirect( &typed, load, 1.0 / r, gamma, force ),
                             t = ssLaw_SolveDirect( &built, load, 1.0 / r, gamma, force );
            ASSERT( s.converged && t.converged && !s.stick );
            ASSERT( distance( s.gamma, t.gamma ) <= 1e-12 && distance( s.force, t.force ) <= 1e-11 * load );
            ssVec2 held = polar( 0.4 * load * ssRng_Uniform( &rng ), 1.0 );
            double creep = ssLaw_CreepSpeed( &built, load, held );
            ASSERT_IN_RANGE( creep, ssLaw_CreepSpeed( &typed, load, held ), 1e-10 * creep );
        }
        ssLaw_Destroy( &typed );
    }
    ssLaw_Destroy( &built );
    PASS();
}

// ------------------------------------------------------------------------------------------ sites and blocks

TEST aLawReadsItsSite( void )
{
    ssLaw law =
        makeText( "law \"site\"\n" UNITS "C = disc(0.1 + 0.2*t/sec + 0.3*x/m + 0.5*y/m + 0.01*N/newton)\n"
                  "roll = 0.001*wr*m*sec\nspin = 0.002*ws*m*sec\n" );
    ASSERT_EQ( 6, law.dimension );
    ssLawSite site = { .time = 1.0, .x = 2.0, .y = 3.0, .h = 0.1, .impulses = true };
    ssLaw there = ssLaw_At( &law, &site );
    // Impulses: N = 4/0.1.
    double radius = 0.1 + 0.2 + 0.6 + 1.5 + 0.01 * 40.0;
    ASSERT_IN_RANGE(
        4.0 * radius, ssVec2_Length( ssLaw_SlipForce( &there, 4.0, polar( 1.0, 1.0 ) ).force ), 1e-14 );
    ssPlanarSolution s = ssLaw_SolveDirect( &there, 4.0, 1.0, polar( 20.0, 1.0 ), s_none );
    ASSERT( s.solutions == 0 && distance( s.gamma, polar( 20.0 - 4.0 * radius, 1.0 ) ) <= 1e-13 );
    double velocity[5] = { 1.0, 0.0, 3.0, 4.0, -2.0 }, resistance[5];
    unsigned several = 99;
    ssLaw_Resistance( &there, 4.0, velocity, resistance, &several );
    ASSERT_EQ( 0u, several );
    ASSERT_IN_RANGE( 4.0 * 0.005 * 0.6, resistance[2], 1e-15 );
    ASSERT_IN_RANGE( 4.0 * 0.005 * 0.8, resistance[3], 1e-15 );
    ASSERT_IN_RANGE( -4.0 * 0.004, resistance[4], 1e-15 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST aForceWithoutLoadNeedsNoLoad( void )
{
    // The drag of a gear: F_0 of 2 N stays, however small the load is.
    ssLaw law = makeShipped( "gear" );
    for ( double load = 1.0; load > 1e-12; load *= 1e-3 )
    {
        double expected = 2.0 + ( 0.03 + 0.05 * exp( -pow( 0.1 / 0.05, 1.3 ) ) ) * load + 0.1;
        ASSERT_IN_RANGE( expected, ssLaw_SlipForce( &law, load, ssVec2_Make( 0.1, 0.0 ) ).force.x, 1e-12 );
        ASSERT( ssLaw_CanStick( &law, load, ssVec2_Make( 0.0, -2.0 ) ) );
        ASSERT_FALSE( ssLaw_CanStick( &law, load, ssVec2_Make( 0.0, 2.0001 + 0.08 * load ) ) );
    }
    ssLaw_Destroy( &law );
    PASS();
}

TEST monotonicityIsSeenInTheText( void )
{
    ssLaw growing = makeText( "law \"g\"\n" UNITS "C = disc(0.3 + v/u)\n" ),
          falling = makeShipped( "stribeck" );
    ASSERT( ssLaw_CheckMonotone( &growing, 2.0, 24 ).holds );
    ASSERT_FALSE( ssLaw_CheckMonotone( &falling, 2.0, 24 ).holds );
    ASSERT_IN_RANGE( 0.0, ssLaw_DissipationDefect( &falling, 2.0, polar( 0.1, 1.0 ) ), 1e-15 );
    ssLaw_Destroy( &growing );
    ssLaw_Destroy( &falling );
    PASS();
}

TEST shippedLawsAllWork( void )
{
    for ( int k = 0; k < ssShippedLawCount(); ++k )
    {
        const ssShippedLaw* shipped = ssGetShippedLaw( k );
        ssLaw law = makeText( shipped->text );
        double state[SS_LAW_MAX_STATES];
        ssLaw_InitialState( &law, state );
        ssVec2 v = { 0.1, 0.05 }, force = s_none;
        for ( int i = 0; i < 400; ++i )
        {
            ssLawSite site = { .h = 1e-3, .time = i * 1e-3, .state = state };
            ssLaw there = ssLaw_At( &law, &site );
            ssPlanarSolution s = ssLaw_SolveDirect( &there, 9.81, 1e-3, v, force );
            ASSERTm( shipped->name, s.converged );
            v = s.gamma;
            force = s.force;
            ssLaw_NextState( &there, 9.81, v, state );
        }
        // It comes to rest, or creeps.
        ASSERTm( shipped->name, ssVec2_Length( v ) < 0.02 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- edges

static ssResult refusal( const char* text )
{
    ssLawProgram* program = NULL;
    ssResult result = ssCompileLaw( text, "test.law", &program, NULL );
    if ( result.code != ss_ok ) { fail( text, &result ); }
    ssLawDef def = ssTextLawDef( program );
    ssLaw law;
    result = ssMakeLaw( &def, &law );
    ssLawProgram_Release( program );
    if ( result.code == ss_ok ) { ssLaw_Destroy( &law ); }
    return result;
}

TEST setsThatAreNoneAreRefusedWithTheirLine( void )
{
    static const struct
    {
        const char *text, *line, *reason;
    } rows[] = {
        { "law \"a\"\n\nC = disc(-0.1)\n", "line 3, column 5: C: the radius is -0.1", ">= 0" },
        { "law \"a\"\nforce = -0.1*N\n", "line 2, column 9: C: the force is -0.1 N per newton", ">= 0" },
        { "law \"a\"\nC = disc(0.1)\nD = disc(0)\n", "line 3", "> 0" },
        { "law \"a\"\nC = disc(0.5)\nD = polar(1 + 0.5*cos(4*theta))\n", "line 3", "not convex" },
        { "law \"a\"\nC = shift(disc(0.5), 0.6, 0)\n", "line 2", "origin" },
        { "law \"a\"\nC = ellipse(0.5, 0.2)\n\nD = shift(disc(1), 2, 0)\n", "line 4", "origin" },
        { "law \"a\"\nparam p = -1\nC = disc(log(p))\n", "line 3", "radius" },
        { "law \"a\"\nC = ellipse(0.5, 0)\n", "line 2", "> 0" },
        { "law \"a\"\nparam w = 1 [m]\nstate y in polar(w*(1 + 0.5*cos(4*theta))), y' = vel\nforce = "
          "y*N/length(y)\n",
            "line 3", "convex" },
        { "law \"a\"\nC = disc(1)\nroll = -1 [m]\n", "roll", ">= 0" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssResult result = refusal( rows[i].text );
        ASSERTm( rows[i].text, result.code != ss_ok );
        ASSERTm( result.message,
            testContains( result.message, rows[i].line ) && testContains( result.message, rows[i].reason ) );
    }
    PASS();
}

TEST withoutFrictionNothingHolds( void )
{
    static const char* const texts[] = { "law \"a\"\nparam mu = 0\nC = disc(mu)\n",
        "law \"a\"\nC = ngon(8, 0)\n", "law \"a\"\nC = scale(ellipse(1, 2), 0)\n",
        "law \"a\"\nC = disc(0*if(v > 1, 1, 0))\n",
        "law \"a\"\nC = scale(ellipse(1, 2), 0*if(v > 1, 1, 0))\n" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssLaw law = makeText( texts[i] );
        ssPlanarSolution s = ssLaw_SolveDirect( &law, 5.0, 1.0, polar( 1.0, 2.0 ), s_none );
        ASSERTm( texts[i], s.converged && distance( s.gamma, polar( 1.0, 2.0 ) ) <= 1e-15 );
        ASSERTm( texts[i], ssVec2_Length( ssLaw_SlipForce( &law, 5.0, polar( 1.0, 2.0 ) ).force ) == 0.0 );
        ASSERTm( texts[i], !ssLaw_CanStick( &law, 5.0, polar( 1e-9, 1.0 ) ) );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST badNumbersAreSafeInTexts( void )
{
    static const double bad[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
    static const char* const names[] = { "coulomb", "stribeck", "groove", "lugre", "rate-and-state-aging" };
    for ( int k = 0; k < SS_COUNT( names ); ++k )
    {
        ssLaw law = makeShipped( names[k] );
        for ( int i = 0; i < SS_COUNT( bad ); ++i )
        {
            ssVec2 v = { bad[i], 1.0 }, one = { 0.1, 0.0 };
            ASSERT( isnan( ssLaw_SlipForce( &law, 1.0, v ).force.x ) );
            ASSERT_FALSE( ssLaw_CanStick( &law, 1.0, v ) );
            ASSERT_EQ( ss_slideImpossible, ssLaw_SlideDirections( &law, 1.0, v, 1e-9 ).verdict );
            ASSERT( isnan( ssLaw_ProxStep( &law, 1.0, one, v, 1.0 ).x ) );
            ASSERT( isnan( ssLaw_Dissipation( &law, 1.0, v ) ) );
            ASSERT_FALSE( ssLaw_SolveProx( &law, 1.0, 1.0, v, one, 1e-9, 10 ).converged );
            ASSERT_FALSE( ssLaw_SolveDirect( &law, 1.0, 1.0, v, one ).converged );
        }
        ssLaw_Destroy( &law );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    ssLaw law;
    ASSERT( testContains( ssMakeLaw( &def, &law ).message, "no text" ) );
    PASS();
}

SUITE( agreement )
{
    RUN_TEST( tablesInterpolateAsTheyAreCalled );
    RUN_TEST( ratesKnowThePowerOfFriction );
    RUN_TEST( aTypedCoulombIsCoulombs );
    RUN_TEST( typedSetsAgreeWithTheLawsOfTheTable );
    RUN_TEST( aTypedStribeckCurveIsTheOneOfTheTable );
    RUN_TEST( outlinesAreTheRimOfTheSetAtEachSpeed );
    RUN_TEST( theForceOfALawIsOnTheRimOfItsSet );
    RUN_TEST( theGaugeAtASpeedIsThatOfAStribeckCurve );
    RUN_TEST( aTypedRegularisedLawIsTheOneOfTheTable );
}

SUITE( sites )
{
    RUN_TEST( aLawReadsItsSite );
    RUN_TEST( aForceWithoutLoadNeedsNoLoad );
    RUN_TEST( monotonicityIsSeenInTheText );
    RUN_TEST( shippedLawsAllWork );
    RUN_TEST( setsThatAreNoneAreRefusedWithTheirLine );
    RUN_TEST( withoutFrictionNothingHolds );
    RUN_TEST( badNumbersAreSafeInTexts );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( agreement );
    RUN_SUITE( sites );
    return TEST_END();
}
