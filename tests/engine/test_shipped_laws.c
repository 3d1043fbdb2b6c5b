// SPDX-License-Identifier: MIT
#include "law_text_common.h"

// The laws of assets/laws/: every text compiles, states its units and
// ranges, and agrees with its original in C.

// ------------------------------------------------------------------------------------------------- the texts

TEST the_shipped_laws_are_in_alphabetical_order_and_found_by_name( void )
{
    ASSERT( ssShippedLawCount() >= 20 );
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const ssShippedLaw* law = ssGetShippedLaw( i );
        ASSERT_EQ( law, ssFindShippedLaw( law->name ) );
        ASSERTm( law->name, i == 0 || strcmp( ssGetShippedLaw( i - 1 )->name, law->name ) < 0 );
    }
    ASSERT( ssFindShippedLaw( "lugre" ) != NULL );
    ASSERT( ssFindShippedLaw( "lugre.law" ) == NULL );
    ASSERT( ssFindShippedLaw( "" ) == NULL );
    PASS();
}

TEST every_shipped_law_compiles_and_makes_a_law( void )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        const ssShippedLaw* row = ssGetShippedLaw( i );
        ssLawProgram* program = NULL;
        ssResult result = ssCompileLaw( row->text, row->name, &program, NULL );
        ASSERTm( result.message, result.code == ss_ok );
        ASSERT_STR_EQ( row->text, ssLawProgram_Info( program )->text );
        ssLawProgram_Release( program );
        shippedLaw shipped = shippedDefault( row->name );
        shippedClose( &shipped );
    }
    PASS();
}

/// They are examples: nobody should have to guess what a number means.
TEST every_parameter_has_a_range_and_a_sentence( void )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        shippedLaw shipped = shippedOpen( ssGetShippedLaw( i )->name );
        const ssParam* params = ssLawProgram_Info( shipped.program )->params;
        ASSERT( ssLawProgram_Info( shipped.program )->paramCount > 0 );
        for ( int p = 0; p < ssLawProgram_Info( shipped.program )->paramCount; ++p )
        {
            ASSERTm( params[p].key, params[p].doc != NULL && strlen( params[p].doc ) > 5 );
            ASSERTm( params[p].key, isfinite( params[p].allowedMin ) && isfinite( params[p].allowedMax ) );
            ASSERT_EQ( ss_ok, ssCheckParam( &params[p], params[p].defaultValue ).code );
        }
        shippedClose( &shipped );
    }
    PASS();
}

static char* readManual( void )
{
    char* manual = testReadFile( SLIPSTICK_ROOT "/app/MANUAL.md", NULL );
    if ( manual == NULL ) { shippedStop( "the manual", SLIPSTICK_ROOT "/app/MANUAL.md", "cannot be read" ); }
    return manual;
}

TEST the_manual_names_every_shipped_law( void )
{
    char* manual = readManual();
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        char name[80];
        snprintf( name, sizeof( name ), "`%s`", ssGetShippedLaw( i )->name );
        ASSERTm( name, testContains( manual, name ) );
    }
    free( manual );
    PASS();
}

TEST the_laws_in_the_manual_compile( void )
{
    char* manual = readManual();
    int count = 0;
    for ( char* text = strstr( manual, "```\nlaw \"" ); text != NULL; ++count )
    {
        text += 4;
        char* end = strstr( text, "```" );
        ASSERT( end != NULL );
        *end = 0;
        ssLawProgram* program = NULL;
        ssResult result = ssCompileLaw( text, "MANUAL.md", &program, NULL );
        ASSERTm( result.message, result.code == ss_ok );
        ssLawProgram_Release( program );
        text = strstr( end + 1, "```\nlaw \"" );
    }
    ASSERT( count > 0 );
    free( manual );
    PASS();
}

// -------------------------------------------------------------------------------------------- originals in C

/// The law in C to which a text with these values must be equal.
typedef void MakeOriginal( const double* values, ssLawDef* def );

static ssSetDef superellipse( double a, double b, double s, double angle )
{
    ssSetDef def = ssDefaultSetDef( ss_setSuperellipse );
    def.a = a;
    def.b = b;
    def.s = s;
    def.rotationDeg = angle;
    return def;
}

static void originalCoulomb( const double* values, ssLawDef* def ) { def->mu = values[0]; }

static void originalRolling( const double* values, ssLawDef* def )
{
    def->mu = values[0];
    def->muRoll = values[1];
}

static void originalSpinning( const double* values, ssLawDef* def )
{
    originalRolling( values, def );
    def->muSpin = values[2];
}

static void originalAssociated( const double* values, ssLawDef* def )
{
    def->c = superellipse( values[0], values[1], values[2], values[3] );
}

static void originalCollinear( const double* values, ssLawDef* def )
{
    def->c = ssDefaultSetDef( ss_setEllipse );
    def->c.a = values[0];
    def->c.b = values[1];
    def->c.rotationDeg = values[2];
}

static void originalExtended( const double* values, ssLawDef* def )
{
    def->c = superellipse( values[0], values[1], values[2], 0.0 );
    def->d = superellipse( values[3], 1.0, values[4], 0.0 );
}

static void originalTransformed( const double* values, ssLawDef* def )
{
    def->c = superellipse( values[0], values[1], values[3], values[4] );
    def->d = superellipse( values[2], 1.0, values[3], values[4] );
}

static void originalPolyhedral( const double* values, ssLawDef* def )
{
    def->mu = values[0];
    def->facets = 4;
    def->facetDeg = values[1];
    def->inscribed = false;
}

static void originalAsperity( const double* values, ssLawDef* def )
{
    def->c.mu = values[0];
    def->c.betaDeg = values[1];
}

static void originalRegularised( const double* values, ssLawDef* def )
{
    def->mu = values[0];
    def->vEps = values[1];
    def->regularisation = ss_regulariseArctan;
}

static void originalStribeck( const double* values, ssLawDef* def )
{
    def->mu = values[0];
    def->stribeck = ( ssStribeck ){
        .curve = ss_stribeckExp, .ratio = values[1] / values[0], .velocity = values[2], .exponent = values[3]
    };
}

static const struct Original
{
    const char* name;
    ssLawKind kind;
    MakeOriginal* make;
} s_originals[] = {
    { "coulomb", ss_lawKindCoulomb, originalCoulomb },
    { "coulomb-rolling", ss_lawKindCoulombRolling, originalRolling },
    { "coulomb-spinning", ss_lawKindCoulombSpinning, originalSpinning },
    { "associated", ss_lawKindAssociated, originalAssociated },
    { "collinear", ss_lawKindCollinear, originalCollinear },
    { "extended", ss_lawKindExtended, originalExtended },
    { "transformed", ss_lawKindTransformed, originalTransformed },
    { "polyhedral", ss_lawKindPolyhedral, originalPolyhedral },
    { "asperity", ss_lawKindAsperity, originalAsperity },
    { "regularised", ss_lawKindRegularised, originalRegularised },
    { "stribeck", ss_lawKindCoulomb, originalStribeck },
};

/// Draws values over the whole ranges that the text allows.
static void drawValues( testRng* rng, shippedLaw* shipped )
{
    const ssParam* params = ssLawProgram_Info( shipped->program )->params;
    for ( int i = 0; i < ssLawProgram_Info( shipped->program )->paramCount; ++i )
    {
        double low = params[i].allowedMin, high = params[i].allowedMax, part = testUniform( rng, 0.001, 1.0 );
        shipped->def.programValues[i] =
            params[i].logScale ? low * pow( high / low, part ) : low + ( high - low ) * part;
    }
}

/// A text and its original with the same random values. The caller destroys the original.
static void drawPair( testRng* rng, const struct Original* row, shippedLaw* shipped, ssLaw* original )
{
    drawValues( rng, shipped );
    if ( strcmp( row->name, "stribeck" ) == 0 )
    {
        // The original weakens and never strengthens.
        shipped->def.programValues[1] = testUniform( rng, 0.0, 1.0 ) * shipped->def.programValues[0];
    }
    ssLawDef def = ssDefaultLawDef( row->kind );
    row->make( shipped->def.programValues, &def );
    shippedMake( shipped );
    ssResult result = ssMakeLaw( &def, original );
    if ( result.code != ss_ok ) { shippedStop( "original of", row->name, result.message ); }
}

static ssVec2 drawVector( testRng* rng, double low, double high )
{
    double angle = testUniform( rng, -SS_PI, SS_PI ), size = fabs( testDecades( rng, low, high ) );
    return ssVec2_Make( size * cos( angle ), size * sin( angle ) );
}

#define AGREEMENT 1e-12

static bool agree( ssVec2 a, ssVec2 b )
{
    return ssVec2_Length( ssVec2_Sub( a, b ) ) <= AGREEMENT * ssVec2_Length( b );
}

static const char* describe( const struct Original* row, const shippedLaw* shipped, ssVec2 a, ssVec2 b )
{
    static char text[400];
    const double* p = shipped->def.programValues;
    snprintf( text, sizeof( text ),
        "%s (%.17g, %.17g, %.17g, %.17g, %.17g): (%.17g, %.17g), in C (%.17g, %.17g)", row->name, p[0], p[1],
        p[2], p[3], p[4], a.x, a.y, b.x, b.y );
    return text;
}

#define FOR_ORIGINALS( row ) \
    for ( const struct Original* row = s_originals; row < s_originals + SS_COUNT( s_originals ); ++row )

TEST a_text_gives_the_slip_force_of_its_original( void )
{
    testRng rng = { 1901 };
    FOR_ORIGINALS( row )
    {
        shippedLaw shipped = shippedOpen( row->name );
        for ( int k = 0; k < testCount( 60 ); ++k )
        {
            ssLaw original;
            drawPair( &rng, row, &shipped, &original );
            for ( int i = 0; i < 20; ++i )
            {
                double load = fabs( testDecades( &rng, -2.0, 4.0 ) );
                ssVec2 gamma = drawVector( &rng, -7.0, 2.0 );
                ssLawForce a = ssLaw_SlipForce( &shipped.law, load, gamma );
                ssLawForce b = ssLaw_SlipForce( &original, load, gamma );
                ASSERTm( describe( row, &shipped, a.force, b.force ), agree( a.force, b.force ) );
                ASSERT_EQm( row->name, b.setValued, a.setValued );
            }
            ssLaw_Destroy( &original );
        }
        shippedClose( &shipped );
    }
    PASS();
}

TEST a_text_sticks_where_its_original_sticks( void )
{
    testRng rng = { 1902 };
    const ssVec2 rest = { 0.0, 0.0 };
    FOR_ORIGINALS( row )
    {
        shippedLaw shipped = shippedOpen( row->name );
        for ( int k = 0; k < testCount( 60 ); ++k )
        {
            ssLaw original;
            drawPair( &rng, row, &shipped, &original );
            double load = fabs( testDecades( &rng, -2.0, 4.0 ) );
            ssLawForce a = ssLaw_SlipForce( &shipped.law, load, rest );
            ssLawForce b = ssLaw_SlipForce( &original, load, rest );
            ASSERT_EQm( row->name, b.setValued, a.setValued );
            ASSERT_EQm( row->name, isnan( b.force.x ) != 0, isnan( a.force.x ) != 0 );
            for ( int i = 0; i < 20; ++i )
            {
                ssVec2 force = ssVec2_Scale( load, drawVector( &rng, -3.0, 1.0 ) );
                ASSERT_EQm( row->name, ssLaw_CanStick( &original, load, force ),
                    ssLaw_CanStick( &shipped.law, load, force ) );
                double expected = ssLaw_Gauge( &original, load, force );
                // The original of this one measures forces by their bound, which it reaches at no speed.
                if ( row->kind != ss_lawKindRegularised )
                {
                    ASSERT_IN_RANGEm(
                        row->name, expected, ssLaw_Gauge( &shipped.law, load, force ), AGREEMENT * expected );
                }
            }
            ssLaw_Destroy( &original );
        }
        shippedClose( &shipped );
    }
    PASS();
}

TEST a_text_resists_like_its_original_in_all_components( void )
{
    testRng rng = { 1903 };
    FOR_ORIGINALS( row )
    {
        shippedLaw shipped = shippedOpen( row->name );
        for ( int k = 0; k < testCount( 100 ); ++k )
        {
            ssLaw original;
            drawPair( &rng, row, &shipped, &original );
            ASSERT_EQm( row->name, original.dimension, shipped.law.dimension );
            double velocity[5] = { 0.0 }, a[5] = { 0.0 }, b[5] = { 0.0 },
                   load = fabs( testDecades( &rng, -2.0, 4.0 ) );
            unsigned several[2] = { 0, 0 }, moving = (unsigned)testRandom( &rng );
            for ( int i = 0; i < 5; ++i )
            {
                int block = i / 2; // every block is at rest in some of the trials
                velocity[i] = ( moving >> block & 1u ) != 0 ? testDecades( &rng, -5.0, 2.0 ) : 0.0;
            }
            ssLaw_Resistance( &shipped.law, load, velocity, a, &several[0] );
            ssLaw_Resistance( &original, load, velocity, b, &several[1] );
            ASSERT_EQm( row->name, several[1], several[0] );
            double scale = ssVec2_Length( ssVec2_Make( b[0], b[1] ) );
            for ( int i = 0; i < original.dimension - 1; ++i )
            {
                scale = i < 2 ? scale : fabs( b[i] );
                ASSERT_EQm( row->name, isnan( b[i] ) != 0, isnan( a[i] ) != 0 );
                ASSERTm( row->name, isnan( b[i] ) || fabs( a[i] - b[i] ) <= AGREEMENT * scale );
            }
            ssLaw_Destroy( &original );
        }
        shippedClose( &shipped );
    }
    PASS();
}

/// How fast the friction coefficient of the Stribeck laws can fall with the speed, at most [s/m].
static double steepest( const struct Original* row, const double* values )
{
    return strcmp( row->name, "stribeck" ) == 0 ? ( values[0] - values[1] ) * values[3] / values[2] : 0.0;
}

TEST a_step_of_a_text_is_the_step_of_its_original( void )
{
    testRng rng = { 1904 };
    FOR_ORIGINALS( row )
    {
        shippedLaw shipped = shippedOpen( row->name );
        for ( int k = 0; k < testCount( 40 ); ++k )
        {
            ssLaw original;
            drawPair( &rng, row, &shipped, &original );
            for ( int i = 0; i < 10; ++i )
            {
                double load = fabs( testDecades( &rng, -2.0, 4.0 ) ),
                       g = fabs( testDecades( &rng, -4.0, 1.0 ) );
                // A light body under steep weakening has several steps; there is one if g N |mu'| < 1.
                double fall = steepest( row, shipped.def.programValues );
                g = fall > 0.0 ? fmin( g, 0.5 / ( fall * load ) ) : g;
                ssVec2 free = ssVec2_Scale( g * load, drawVector( &rng, -2.0, 2.0 ) ), start = { 0.0, 0.0 };
                ssPlanarSolution a = ssLaw_SolveDirect( &shipped.law, load, g, free, start );
                ssPlanarSolution b = ssLaw_SolveDirect( &original, load, g, free, start );
                ASSERT_EQm( row->name, b.stick, a.stick );
                ASSERTm( row->name, a.converged && b.converged );
                ASSERTm( describe( row, &shipped, a.force, b.force ), agree( a.force, b.force ) );
                double scale = ssVec2_Length( free );
                ASSERTm( row->name, ssVec2_Length( ssVec2_Sub( a.gamma, b.gamma ) ) <= AGREEMENT * scale );
            }
            ssLaw_Destroy( &original );
        }
        shippedClose( &shipped );
    }
    PASS();
}

// ----------------------------------------------------------------------------- laws without an original in C

TEST viscosity_adds_a_force_that_does_not_depend_on_the_load( void )
{
    shippedLaw shipped = shippedOpen( "stribeck-viscous" );
    *shippedValue( &shipped, "mu_s" ) = 0.2;
    *shippedValue( &shipped, "mu_k" ) = 0.1;
    *shippedValue( &shipped, "v_s" ) = 0.05;
    *shippedValue( &shipped, "c" ) = 3.0;
    shippedMake( &shipped );
    double v = 0.04, mu = 0.1 + 0.1 * exp( -0.64 );
    for ( double load = 0.5; load < 1000.0; load *= 3.0 )
    {
        ssVec2 f = ssLaw_SlipForce( &shipped.law, load, ssVec2_Make( 0.0, -v ) ).force;
        ASSERT_IN_RANGE( 0.0, f.x, 1e-12 * load );
        ASSERT_IN_RANGE( -( mu * load + 3.0 * v ), f.y, 1e-12 * load );
    }
    // At rest the lubricant carries nothing.
    ASSERT_IN_RANGE( 1.0, ssLaw_Gauge( &shipped.law, 10.0, ssVec2_Make( 2.0, 0.0 ) ), 1e-12 );
    shippedClose( &shipped );
    PASS();
}

TEST the_friction_of_a_gear_grows_with_its_load_and_has_a_drag_without( void )
{
    shippedLaw shipped = shippedDefault( "gear" );
    double drag = *shippedValue( &shipped, "F_0" ), mu = *shippedValue( &shipped, "mu" ),
           slow = *shippedValue( &shipped, "mu_b" ), speed = *shippedValue( &shipped, "v_b" ),
           oil = *shippedValue( &shipped, "c" );
    for ( double load = 0.1; load < 1e4; load *= 7.0 )
    {
        for ( double v = 1e-4; v < 10.0; v *= 5.0 )
        {
            double expected = drag + ( mu + slow * exp( -pow( v / speed, 1.3 ) ) ) * load + oil * v;
            ssVec2 f = ssLaw_SlipForce( &shipped.law, load, ssVec2_Make( -v, 0.0 ) ).force;
            ASSERT_IN_RANGE( -expected, f.x, 1e-12 * expected );
            ASSERT_IN_RANGE( 0.0, f.y, 1e-12 * expected );
        }
        // It starts to turn at the drag plus the boundary friction of the teeth.
        double hold = drag + ( mu + slow ) * load;
        ASSERT( ssLaw_CanStick( &shipped.law, load, ssVec2_Make( 0.999 * hold, 0.0 ) ) );
        ASSERT_FALSE( ssLaw_CanStick( &shipped.law, load, ssVec2_Make( 1.001 * hold, 0.0 ) ) );
    }
    shippedClose( &shipped );
    PASS();
}

TEST a_groove_makes_the_force_depend_on_direction_and_speed( void )
{
    shippedLaw shipped = shippedOpen( "groove" );
    *shippedValue( &shipped, "angle" ) = 0.0;
    shippedMake( &shipped );
    double static_ = *shippedValue( &shipped, "mu_s" ), kinetic = *shippedValue( &shipped, "mu_k" ),
           ratio = *shippedValue( &shipped, "ratio" ), v_s = *shippedValue( &shipped, "v_s" ), load = 7.0;
    for ( double v = 1e-4; v < 1.0; v *= 3.0 )
    {
        double mu = kinetic + ( static_ - kinetic ) * exp( -( v / v_s ) * ( v / v_s ) );
        ssVec2 across = ssLaw_SlipForce( &shipped.law, load, ssVec2_Make( v, 0.0 ) ).force;
        ssVec2 along = ssLaw_SlipForce( &shipped.law, load, ssVec2_Make( 0.0, v ) ).force;
        ASSERT_IN_RANGE( mu * load, across.x, 1e-12 * load );
        ASSERT_IN_RANGE( ratio * mu * load, along.y, 1e-12 * load );
        // In between it opposes the velocity, on the ellipse.
        ssVec2 slanted = ssLaw_SlipForce( &shipped.law, load, ssVec2_Make( 0.6 * v, 0.8 * v ) ).force;
        ASSERT_IN_RANGE( 0.0, slanted.x * 0.8 - slanted.y * 0.6, 1e-12 * load );
        ASSERT_IN_RANGE( 1.0, hypot( slanted.x / ( mu * load ), slanted.y / ( ratio * mu * load ) ), 1e-12 );
    }
    shippedClose( &shipped );
    PASS();
}

TEST a_strip_is_slippery_at_its_place_only( void )
{
    shippedLaw shipped = shippedDefault( "slippery-strip" );
    double dry = *shippedValue( &shipped, "mu" ), wet = *shippedValue( &shipped, "mu_w" ),
           middle = *shippedValue( &shipped, "at" ), width = *shippedValue( &shipped, "width" );
    const struct
    {
        double x, expected;
    } cases[] = { { middle, wet }, { middle - 5.0 * width, dry }, { middle + 5.0 * width, dry },
        { middle + 0.5 * width, 0.5 * ( dry + wet ) } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssLawSite site = { .x = cases[i].x, .y = 3.0 };
        ssLaw at = ssLaw_At( &shipped.law, &site );
        ssVec2 f = ssLaw_SlipForce( &at, 10.0, ssVec2_Make( 0.3, 0.0 ) ).force;
        ASSERT_IN_RANGE( 10.0 * cases[i].expected, f.x, 1e-8 );
    }
    shippedClose( &shipped );
    PASS();
}

TEST a_woven_fabric_has_four_lobes( void )
{
    shippedLaw shipped = shippedDefault( "woven" );
    double mu = *shippedValue( &shipped, "mu" ), lobes = *shippedValue( &shipped, "lobes" );
    for ( int i = 0; i < 8; ++i )
    {
        double angle = i * SS_PI / 4.0, expected = mu * ( 1.0 + ( i % 2 == 0 ? lobes : -lobes ) );
        ssVec2 e = ssVec2_Make( cos( angle ), sin( angle ) );
        ssVec2 f = ssLaw_SlipForce( &shipped.law, 1.0, ssVec2_Scale( 0.2, e ) ).force;
        // The boundary is sampled, and the force opposes the velocity exactly.
        ASSERT_IN_RANGE( expected, ssVec2_Dot( f, e ), 1e-3 );
        ASSERT_IN_RANGE( 0.0, f.x * e.y - f.y * e.x, 1e-12 );
    }
    shippedClose( &shipped );
    PASS();
}

SUITE( texts )
{
    RUN_TEST( the_shipped_laws_are_in_alphabetical_order_and_found_by_name );
    RUN_TEST( every_shipped_law_compiles_and_makes_a_law );
    RUN_TEST( every_parameter_has_a_range_and_a_sentence );
    RUN_TEST( the_manual_names_every_shipped_law );
    RUN_TEST( the_laws_in_the_manual_compile );
}

SUITE( originals )
{
    RUN_TEST( a_text_gives_the_slip_force_of_its_original );
    RUN_TEST( a_text_sticks_where_its_original_sticks );
    RUN_TEST( a_text_resists_like_its_original_in_all_components );
    RUN_TEST( a_step_of_a_text_is_the_step_of_its_original );
}

SUITE( others )
{
    RUN_TEST( viscosity_adds_a_force_that_does_not_depend_on_the_load );
    RUN_TEST( the_friction_of_a_gear_grows_with_its_load_and_has_a_drag_without );
    RUN_TEST( a_groove_makes_the_force_depend_on_direction_and_speed );
    RUN_TEST( a_strip_is_slippery_at_its_place_only );
    RUN_TEST( a_woven_fabric_has_four_lobes );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( texts );
    RUN_SUITE( originals );
    RUN_SUITE( others );
    return TEST_END();
}
