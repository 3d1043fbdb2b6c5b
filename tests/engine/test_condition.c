// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/condition.h"
#include "slipstick/rng.h"

// Conditions on contacts: their quantities, their logic and their errors.

static const ssConditionState s_state = { .speed = 1e-3 };

/// 10 N on the ground of friction coefficient 0.5: it slides along (0.6, 0.8) at 1 m/s.
static ssContactView sliding( void )
{
    return ( ssContactView ){
        .normal = { 0, 0, 1 },
        .tangent1 = { 1, 0, 0 },
        .tangent2 = { 0, 1, 0 },
        .force = { 10.0, -3.0, -4.0 },
        .cone = { .dimension = 3, .mu = 0.5 },
        .mode = ss_modeSlide,
        .a = -1,
        .b = 3,
        .velocity = { 0.0, 0.6, 0.8 },
        .size = 0.1,
    };
}

static bool holds( const char* text, const ssContactView* c )
{
    ssCondition condition;
    ssResult result = ssParseCondition( text, &condition );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "%s: %s\n", text, result.message );
        abort();
    }
    return ssCondition_Holds( &condition, &s_state, c, 12 );
}

typedef struct Case
{
    const char* text;
    bool holds;
} Case;

#define CHECK_CASES( cases, contact )                                                                       \
    for ( size_t k = 0; k < sizeof( cases ) / sizeof( ( cases )[0] ); ++k )                                 \
    {                                                                                                       \
        ASSERT_EQ_FMTm( ( cases )[k].text, ( cases )[k].holds, holds( ( cases )[k].text, contact ), "%d" ); \
    }

// ------------------------------------------------------------------------------------------------ quantities

TEST quantitiesAreThoseOfTheContact( void )
{
    ssContactView c = sliding();
    c.force[1] = -1.5;
    c.force[2] = -2.0; // |r_T| = 2.5 N of 5 N
    c.gap = -2e-4;
    const Case cases[] = { { "margin = 50%", true }, { "margin = 0.5", true }, { "margin < 50%", false },
        { "margin <= 50 %", true }, { "ratio = 0.25", true }, { "ratio > 25%", false },
        { "force = 10", true }, { "force >= 0.01 kN", true }, { "force < 10000 mN", false },
        { "friction = 2.5 N", true }, { "speed = 1", true }, { "speed > 999 mm/s", true },
        { "speed < 99 cm/s", false }, { "gap < -1e-4", true }, { "gap < -0.1 mm", true },
        { "gap < -199 um", true }, { "gap > -201 µm", true }, { "gap = -0.0002 m", true },
        { "gap < -0.03 cm", false }, { "penetration > 0.19%", true }, { "penetration > 0.21%", false },
        { "contact = 12", true }, { "contact != 12", false }, { "contact > 11", true },
        { "mode = slide", true }, { "mode != stick", true }, { "mode = slide+roll", false },
        { "mode = slide + roll", false }, { "MARGIN < 60% AND Mode = Slide", true } };
    CHECK_CASES( cases, &c );
    PASS();
}

/// 5 N against a slip of 1 m/s dissipate 5 W: energy is what the contact creates.
TEST energyIsPositiveWhereItIsCreated( void )
{
    ssContactView c = sliding();
    const Case lost[] = { { "energy = -5 W", true }, { "energy < -4999 mW", true }, { "energy > 0", false },
        { "energy created", false }, { "energy error > 0", false } };
    CHECK_CASES( lost, &c );
    c.force[1] = 3.0;
    c.force[2] = 4.0; // pushes along the slip
    const Case made[] = { { "energy = 5", true }, { "energy > 0.004 kW", true }, { "energy created", true },
        // 5 W of |r| |u| = sqrt(125) W
        { "energy error > 44.7%", true }, { "energy error > 44.8%", false } };
    CHECK_CASES( made, &c );
    c = sliding();
    c.moment[2] = 0.5;
    c.velocity[5] = 20.0; // gains 10 W in spinning
    const Case spun[] = { { "energy = 5", true }, { "energy created", true } };
    CHECK_CASES( spun, &c );
    PASS();
}

/// An error of a check is that of the audit; the law error is the largest of them, and an overlap is none.
TEST errorsAreThoseOfTheAudit( void )
{
    static const struct
    {
        const char* name;
        int check;
    } rows[] = { { "cone error", ss_auditCone }, { "slip error", ss_auditSlip },
        { "normal error", ss_auditSignorini }, { "energy error", ss_auditEnergy } };
    ssContactView c = sliding();
    c.force[1] = -4.0;
    c.velocity[0] = 0.1;
    c.velocity[2] = -0.5;
    c.gap = -0.09; // 90 % of its size
    double measures[ss_auditCount], worst = 0.0;
    ssAuditContact( &c, s_state.speed, measures );
    char text[96];
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double m = measures[rows[i].check];
        worst = m > worst ? m : worst;
        snprintf( text, sizeof text, "%s >= %.17g", rows[i].name, m );
        ASSERTm( text, holds( text, &c ) );
        snprintf( text, sizeof text, "%s > %.17g", rows[i].name, m );
        ASSERT_FALSEm( text, holds( text, &c ) );
    }
    ASSERT( worst > 0.1 && worst < 0.9 );
    snprintf( text, sizeof text, "law error = %.17g", worst );
    ASSERTm( text, holds( text, &c ) );
    PASS();
}

TEST marginsOfOtherConesAndLaws( void )
{
    // A square that the disc of radius mu contains: its corners lie on the
    // rim, the middle of a side at mu/sqrt(2).
    ssContactView c = sliding();
    c.cone = ( ssCone ){ .dimension = 3, .mu = 0.5, .variant = ss_coneInscribed, .facets = 2 };
    c.force[1] = -5.0 / sqrt( 2.0 );
    c.force[2] = 0.0;
    ASSERT_IN_RANGE( 1.0 - sqrt( 0.5 ), ssContactView_Margin( &c ), 1e-12 );
    c.force[1] = -2.5;
    c.force[2] = -2.5;
    ASSERT_IN_RANGE( 0.0, ssContactView_Margin( &c ), 1e-12 );
    // An ellipse of half axes 0.4 and 0.2 under a load of 10 N.
    ssLawDef def = ssDefaultLawDef( ss_lawKindAssociated );
    def.c = ( ssSetDef ){ .kind = ss_setEllipse, .a = 0.4, .b = 0.2, .scale = 1.0 };
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &law ).code );
    c = sliding();
    c.law = &law;
    c.lawScale = 1.0;
    c.force[1] = -2.0;
    c.force[2] = -1.0;
    ASSERT_IN_RANGE( 1.0 - sqrt( 0.5 ), ssContactView_Margin( &c ), 1e-9 );
    ssLaw_Destroy( &law );
    PASS();
}

// --------------------------------------------------------------------------------------------------- unknown

TEST whatIsNotKnownSatisfiesNoComparison( void )
{
    static const char* const signs[] = { "<", "<=", ">", ">=", "=", "!=" };
    ssContactView unknown = sliding(), pending = sliding(), open = sliding(), smooth = sliding();
    unknown.cone.mu = SS_NAN;
    unknown.gap = SS_NAN;
    pending.pending = true;
    open.force[0] = open.force[1] = open.force[2] = 0.0;
    smooth.cone.mu = 0.0;
    char text[64];
    for ( int i = 0; i < SS_COUNT( signs ); ++i )
    {
        snprintf( text, sizeof text, "margin %s 0.01", signs[i] );
        ASSERT_FALSEm( text, holds( text, &unknown ) );
        ASSERT_FALSEm( text, holds( text, &pending ) );
        ASSERT_FALSEm( text, holds( text, &open ) );
        ASSERT_FALSEm( text, holds( text, &smooth ) );
        snprintf( text, sizeof text, "gap %s -1", signs[i] );
        ASSERT_FALSEm( text, holds( text, &unknown ) );
        snprintf( text, sizeof text, "force %s 1", signs[i] );
        ASSERT_FALSEm( text, holds( text, &pending ) );
    }
    const Case cases[] = { { "mode = slide", false }, { "mode != slide", false }, { "energy created", false },
        { "not margin < 1%", true }, { "gap = 0", true }, { "body 3", true } };
    CHECK_CASES( cases, &pending );
    // Without a coefficient the cone is not known, but a force along the slip still creates energy.
    unknown.force[1] = 3.0;
    unknown.force[2] = 4.0;
    const Case known[] = { { "energy created", true }, { "law error > 40%", true },
        { "cone error > 0", false } };
    CHECK_CASES( known, &unknown );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- bodies

static void nameOf( const void* context, int body, char* text, int capacity )
{
    (void)context;
    snprintf( text, (size_t)capacity, body == -3 ? "ramp" : body < 0 ? "floor" : "box %d", body );
}

TEST bodiesGoByNumberNameAndGround( void )
{
    ssContactView c = sliding();
    c.a = 7;
    const Case free[] = { { "body 3", true }, { "body 7", true }, { "body 37", false }, { "pair 3-7", true },
        { "pair 7 - 3", true }, { "pair 3-3", false }, { "body ground", false },
        { "body \"box 3\"", false } };
    CHECK_CASES( free, &c ); // nobody gives names here
    c.a = -1;
    c.surface = 2;
    const Case grounded[] = { { "body ground", true }, { "pair 3-ground", true }, { "pair ground-3", true },
        { "pair 3-7", false } };
    CHECK_CASES( grounded, &c );
    ssConditionState named = { .speed = 1e-3, .nameOf = nameOf };
    static const Case names[] = { { "body \"box 3\"", true }, { "body \"ramp\"", true },
        { "body \"floor\"", false }, { "pair \"ramp\"-3", true }, { "pair \"box 3\"-ground", true },
        { "pair \"box 3\" - \"box 3\"", false } };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        ssCondition condition;
        ASSERT_EQ( ss_ok, ssParseCondition( names[i].text, &condition ).code );
        ASSERT_EQ_FMTm( names[i].text, names[i].holds, ssCondition_Holds( &condition, &named, &c, 1 ), "%d" );
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------- and, or, not

// A random condition with its value beside it: comparisons with `contact`, which is 12.
typedef struct Made
{
    char text[4096];
    int used, terms;
} Made;

static void put( Made* made, const char* text )
{
    made->used += snprintf( made->text + made->used, sizeof made->text - (size_t)made->used, "%s", text );
}

static bool makeTerm( Made* made, ssRng* rng )
{
    bool truth = ssRng_Uniform( rng ) < 0.5;
    put( made, truth ? "contact=12" : "gap>1" );
    ++made->terms;
    return truth;
}

static bool makeOr( Made* made, ssRng* rng, int depth );

static bool makeFactor( Made* made, ssRng* rng, int depth )
{
    double choice = depth < 6 && made->terms < 16 ? ssRng_Uniform( rng ) : 0.0;
    if ( choice > 0.75 )
    {
        put( made, "not " );
        return !makeFactor( made, rng, depth + 1 );
    }
    if ( choice > 0.5 )
    {
        put( made, "(" );
        bool truth = makeOr( made, rng, depth + 1 );
        put( made, ")" );
        return truth;
    }
    return makeTerm( made, rng );
}

static bool makeAnd( Made* made, ssRng* rng, int depth )
{
    bool truth = makeFactor( made, rng, depth );
    while ( made->terms < 12 && ssRng_Uniform( rng ) < 0.3 )
    {
        put( made, " and " );
        bool right = makeFactor( made, rng, depth );
        truth = truth && right;
    }
    return truth;
}

static bool makeOr( Made* made, ssRng* rng, int depth )
{
    bool truth = makeAnd( made, rng, depth );
    while ( made->terms < 12 && ssRng_Uniform( rng ) < 0.3 )
    {
        put( made, " or " );
        bool right = makeAnd( made, rng, depth );
        truth = truth || right;
    }
    return truth;
}

TEST theTimeIsThatOfTheState( void )
{
    const ssContactView contact = { .force = { 1.0 } };
    const ssConditionState late = { .speed = 1e-3, .t = 2.0 };
    ssCondition condition;
    testMust( ssParseCondition( "t > 1500 ms and t <= 2 s", &condition ) );
    ASSERT( ssCondition_Holds( &condition, &late, &contact, 1 ) );
    ASSERT( !ssCondition_Holds( &condition, &s_state, &contact, 1 ) );
    PASS();
}

TEST joinedConditionsObeyLogic( void )
{
    ssRng rng = ssSeedRng( 11 );
    ssContactView c = sliding();
    int checked = 0, nested = 0;
    for ( int i = 0; i < 20000; ++i )
    {
        Made made = { .used = 0 };
        bool truth = makeOr( &made, &rng, 0 );
        if ( made.used < SS_CONDITION_CAPACITY )
        {
            ASSERT_EQ_FMTm( made.text, truth, holds( made.text, &c ), "%d" );
            ++checked;
            nested += strstr( made.text, "((" ) != NULL ? 1 : 0;
        }
    }
    ASSERT( checked > 15000 && nested > 100 );
    ASSERT( holds( "not not contact = 12", &c ) );
    ASSERT_FALSE( holds( "not contact = 12 or gap > 1", &c ) );   // not binds first,
    ASSERT( holds( "contact = 12 or gap > 1 and gap > 1", &c ) ); // then and
    PASS();
}

/// Quantities may be computed with, as in the language of typed laws.
TEST quantitiesMayBeComputedWith( void )
{
    ssContactView c = sliding();
    const Case cases[] = { { "friction = 0.5*force", true }, { "friction/force = ratio", true },
        { "friction < 0.4*force + 1 N", false }, { "abs(energy) = friction*speed", true },
        { "abs(-gap - 1 mm) <= 1000 um", true }, { "force > friction + 4.9 N", true },
        { "force > 2 kN or max(speed, 2) ≥ 2 and force ≠ 0", true }, { "1 mm/s < speed", true },
        { "not (force = 10 and 2^3 = 9)", true }, { "margin + 50% = 1/2", true } };
    CHECK_CASES( cases, &c );
    PASS();
}

TEST noConditionHoldsForAll( void )
{
    ssCondition none = { 0 };
    ssContactView c = sliding();
    ASSERT( ssCondition_Holds( &none, &s_state, &c, 1 ) );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- errors

TEST errorsSayWhatWhereAndWhatIsAllowed( void )
{
    static const struct
    {
        const char *text, *column, *says;
    } rows[] = { { "", "column 1:", "a number, a name or a bracket, not the end" },
        { "margn < 1", "column 1:", "'margn'" }, { "margn < 1", "column 1:", "law error" },
        { "margin", "column 1:", "needs a comparison such as margin < 1%" },
        { "margin <", "column 9:", "expected a number" }, { "margin < x", "column 10:", "'x'" },
        { "spead > 1", "column 1:", "did you mean 'speed'" }, { "t > 1 N", "column 7:", "s, ms" },
        { "margin < 1 N", "column 12:", "allowed: %, none" }, { "force > 1 kg", "column 11:", "N, kN, mN" },
        { "gap < 1 m/s", "column 9:", "mm, um" }, { "contact = 1 m", "column 13:", "allowed: none" },
        { "mode < slide", "column 6:", "= or !=" }, { "mode = sliding", "column 8:", "slide+roll" },
        { "mode = slide + spin", "column 16:", "only 'roll'" }, { "pair 3", "column 7:", "pair 3-7" },
        { "pair 3-", "column 8:", "its number" }, { "body x", "column 6:", "its name in quotes" },
        { "body \"\"", "column 6:", "1 to 31 bytes" }, { "body \"a", "column 6:", "is not closed" },
        { "body 99999999999", "column 6:", "number" }, { "(margin < 1", "column 1:", "expected )" },
        { "margin < 1)", "column 11:", "'and', 'or' or the end" },
        { "margin < 1 or", "column 14:", "not the end" }, { "margin < 1e999", "column 10:", "finite" },
        { "gap < 1 µm µ", "column 12:", "µ cannot" },
        { "margin 1%", "column 8:", "expected an operator such as + or <" },
        { "force > speed", "column 1:", "same unit" }, { "force + 1 < 2 mm", "column 1:", "same unit" },
        { "abs(gap) < 1 kg", "column 14:", "mm, um" }, { "not gap", "column 5:", "needs a comparison" },
        { "ln(gap) < 1", "column 1:", "no function of a condition" },
        { "law eror > 1", "column 1:", "'law'" }, { "not", "column 4:", "the end" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssCondition condition;
        ssResult result = ssParseCondition( rows[i].text, &condition );
        ASSERT_EQm( rows[i].text, ss_errorFormat, result.code );
        ASSERT_EQm( rows[i].text, 0, condition.codeCount );
        snprintf( testMessage, sizeof testMessage, "%s gives: %s", rows[i].text, result.message );
        ASSERT_EQm( testMessage, 0, strncmp( result.message, rows[i].column, strlen( rows[i].column ) ) );
        ASSERTm( testMessage, strstr( result.message, rows[i].says ) != NULL );
    }
    PASS();
}

TEST longAndDeepTextsAreRefused( void )
{
    char text[1024] = "";
    ssCondition condition;
    for ( int i = 0; i < 66; ++i ) { strcat( text, i % 2 == 0 ? "(" : "not " ); }
    ASSERT( strstr( ssParseCondition( text, &condition ).message, "more than 64" ) != NULL );
    text[0] = '\0';
    for ( int i = 0; i < SS_CONDITION_MAX_BODIES; ++i )
    {
        snprintf( text + strlen( text ), 16, "body %d or ", i % 10 );
    }
    text[strlen( text ) - strlen( " or " )] = '\0';
    if ( strlen( text ) < SS_CONDITION_CAPACITY )
    {
        ASSERT_EQ( ss_ok, ssParseCondition( text, &condition ).code );
    }
    memset( text, ' ', sizeof text - 1 );
    text[sizeof text - 1] = '\0';
    ASSERT( strstr( ssParseCondition( text, &condition ).message, "at most 255 bytes" ) != NULL );
    PASS();
}

// ------------------------------------------------------------------------------------------- words and speed

TEST valuesAreSaidInTheOrderOfTheText( void )
{
    ssContactView c = sliding();
    ssCondition condition;
    char text[128];
    ASSERT_EQ( ss_ok,
        ssParseCondition( "energy created or (speed > 1 mm/s and margin < 1%) or speed > 9 or mode = slide "
                          "or body 3 or gap < 1 mm",
            &condition )
            .code );
    c.gap = SS_NAN;
    int used = ssCondition_Describe( &condition, &s_state, &c, 1, text, sizeof text );
    ASSERT_STR_EQ( "energy -5 W, speed 1 m/s, margin 0%, mode slide, gap unknown", text );
    ASSERT_EQ( (int)strlen( text ), used );
    used = ssCondition_Describe( &condition, &s_state, &c, 1, text, 20 );
    ASSERT_EQ( 19, used );
    ASSERT_STR_EQ( "energy -5 W, speed ", text );
    PASS();
}

static int s_allocations;

static void* countAllocation( void* context, size_t size )
{
    (void)context;
    ++s_allocations;
    return calloc( 1, size );
}

static void freeCounted( void* context, void* memory )
{
    (void)context;
    free( memory );
}

TEST evaluationAllocatesNothing( void )
{
    static const char* const texts[] = { "margin < 1%", "law error > 1", "energy created", "body \"x\"" };
    ssContactView c = sliding();
    ssCondition conditions[SS_COUNT( texts )];
    s_allocations = 0;
    ssInstallAllocator( countAllocation, freeCounted, NULL );
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ASSERT_EQ( ss_ok, ssParseCondition( texts[i], conditions + i ).code );
    }
    s_allocations = 0;
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ASSERT_FALSEm( texts[i], ssCondition_Holds( conditions + i, &s_state, &c, 12 ) && i > 0 );
    }
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT_EQ( 0, s_allocations );
    PASS();
}

SUITE( conditions )
{
    RUN_TEST( quantitiesAreThoseOfTheContact );
    RUN_TEST( energyIsPositiveWhereItIsCreated );
    RUN_TEST( errorsAreThoseOfTheAudit );
    RUN_TEST( marginsOfOtherConesAndLaws );
    RUN_TEST( whatIsNotKnownSatisfiesNoComparison );
    RUN_TEST( bodiesGoByNumberNameAndGround );
    RUN_TEST( theTimeIsThatOfTheState );
    RUN_TEST( joinedConditionsObeyLogic );
    RUN_TEST( quantitiesMayBeComputedWith );
    RUN_TEST( noConditionHoldsForAll );
    RUN_TEST( errorsSayWhatWhereAndWhatIsAllowed );
    RUN_TEST( longAndDeepTextsAreRefused );
    RUN_TEST( valuesAreSaidInTheOrderOfTheText );
    RUN_TEST( evaluationAllocatesNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( conditions );
    return TEST_END();
}
