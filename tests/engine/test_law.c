// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/advanced/set_params.h"
#include "slipstick/law.h"

// The table of laws, how a law is composed and refused, its blocks for rolling and spinning, the modifiers,
// the two single-valued laws, and materials. The planar mathematics is tested in test_law_planar.c.

#define DEGREES ( 180.0 / SS_PI )

static void makeOrDie( const ssLawDef* def, ssLaw* law )
{
    ssResult result = ssMakeLaw( def, law );
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "law %d refused: %s: %s\n", (int)def->kind, result.field, result.message );
        exit( 1 );
    }
}

// ----------------------------------------------------------------------------------------------------- table

TEST everyLawIsDescribed( void )
{
    ASSERT_EQ_FMT( (int)ss_lawKindCount, ssLawTypeCount(), "%d" );
    for ( int i = 0; i < ssLawTypeCount(); ++i )
    {
        const ssLawType* type = ssGetLawType( i );
        ASSERT_EQ( i, (int)type->kind );
        ASSERT_STR_EQ( ss_lawKindNames[i], type->name );
        ASSERT( type->label[0] != 0 && type->source[0] != 0 );
        ASSERT( ssFindLawType( type->name ) == type );
        ASSERT( type->flags != 0 && type->needs != 0 );
        ASSERT(
            type->minDimension >= 3 && type->minDimension <= type->maxDimension && type->maxDimension <= 6 );
        ASSERT( type->dissipative );
        // A set-valued monotone law is associated, and vice versa (Walker & Leine Props. 3, 4).
        ASSERT( type->setValued == false || type->associated == type->monotone );
    }
    ASSERT( ssFindLawType( "colinear" ) == NULL );
    PASS();
}

TEST setKindNamesAreTheSetsOwn( void )
{
    for ( int i = 0; i < ss_setKindCount; ++i )
    {
        ASSERT_STR_EQ( ssSetKindName( (ssSetKind)i ), ss_setKindNames[i] );
    }
    PASS();
}

TEST everyDefaultIsAccepted( void )
{
    for ( int i = 0; i < ssLawTypeCount(); ++i )
    {
        const ssLawType* type = ssGetLawType( i );
        static const int dimensions[] = { 3, 5, 6 };
        for ( int k = 0; k < SS_COUNT( dimensions ); ++k )
        {
            ssLawDef def = ssDefaultLawDef( type->kind );
            def.dimension = dimensions[k];
            def.muRoll = def.muSpin = 0.01;
            ssLaw law;
            ssResult result = ssMakeLaw( &def, &law );
            bool fits = def.dimension >= type->minDimension && def.dimension <= type->maxDimension;
            ASSERT_EQ( fits, result.code == ss_ok );
            if ( fits )
            {
                unsigned flags = ssLaw_Flags( &law );
                ASSERT_EQ( type->flags, flags & type->flags );
                ASSERT_EQ( def.dimension >= 5, ( flags & ss_lawFlagRolling ) != 0 );
                ASSERT_EQ( def.dimension == 6, ( flags & ss_lawFlagSpinning ) != 0 );
                ASSERT_EQ( def.dimension, ssLaw_Cone( &law ).dimension );
                ssCone cone = ssLaw_Cone( &law );
                ASSERT_EQ( ss_ok, ssCheckCone( &cone ).code );
                ssLaw_Destroy( &law );
            }
            else { ASSERT_STR_EQ( "dimension", result.field ); }
        }
    }
    PASS();
}

TEST propertiesOfTheTableAreTrue( void )
{
    for ( int i = 0; i < ssLawTypeCount(); ++i )
    {
        const ssLawType* type = ssGetLawType( i );
        ssLawDef def = ssDefaultLawDef( type->kind );
        if ( type->kind != ss_lawKindAsperity )
        {
            def.c = ssDefaultSetDef( ss_setEllipse );
            def.c.a = 3.0;
            def.c.b = 1.0;
        }
        if ( type->kind != ss_lawKindTransformed ) { def.d = ssDefaultSetDef( ss_setRectangle ); }
        def.flow.tensor2[0] = 4.0;
        ssLaw law;
        makeOrDie( &def, &law );
        ASSERT_EQ( type->monotone, ssLaw_CheckMonotone( &law, 2.0, 90 ).holds );
        double defect = 0.0;
        for ( int k = 0; k < 360; k += 7 )
        {
            ssVec2 g = ssVec2_Make( 10.0 * cos( k / DEGREES ), 10.0 * sin( k / DEGREES ) );
            ASSERT( ssLaw_Dissipation( &law, 2.0, g ) > 0.0 );
            defect = fmax( defect, fabs( ssLaw_DissipationDefect( &law, 2.0, g ) ) );
        }
        bool mostly = type->associated || type->setValued == false;
        ASSERT( mostly ? defect < 1e-2 : defect > 1e-2 );
        ASSERT( type->associated == false || defect < 1e-9 );
        ASSERT_EQ( type->setValued, ssLaw_SlipForce( &law, 2.0, ssVec2_Make( 0.0, 0.0 ) ).setValued );
        ssLaw_Destroy( &law );
    }
    PASS();
}

// -------------------------------------------------------------------------------------------------- refusals

/// Makes the law and expects a refusal of that field, whose message has both parts.
static bool refuses( const ssLawDef* def, const char* field, const char* reason, const char* nearest )
{
    ssLaw law;
    ssResult result = ssMakeLaw( def, &law );
    bool right = result.code != ss_ok && strcmp( result.field, field ) == 0 &&
        testContains( result.message, reason ) && testContains( result.message, nearest );
    if ( right == false )
    {
        fprintf( stderr, "got %d '%s': '%s'\n", (int)result.code, result.field, result.message );
        if ( result.code == ss_ok ) { ssLaw_Destroy( &law ); }
    }
    return right;
}

TEST wrongCompositionsAreRefusedWithTheNearestRight( void )
{
    // D reaches outside C.
    ssLawDef def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setEllipse );
    def.c.a = 3.0;
    def.c.b = 1.0;
    def.d = ssDefaultSetDef( ss_setCircle );
    def.d.a = 2.0;
    def.strict = true;
    ASSERT( refuses( &def, "d_scale", "D leaves C at", "d_scale = 0.5" ) );
    // An exact fit is fine, and what the message proposes is accepted.
    def.d.scale = 0.5;
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( law.dScale == 1.0 );
    ssLaw_Destroy( &law );
    def.d.scale = 1.0;
    def.strict = false;
    makeOrDie( &def, &law );
    ASSERT( testNear( law.dScale, 0.5, 1e-12 ) );
    ASSERT( testNear( fabs( sin( law.touchAngleDeg / DEGREES ) ), 1.0, 1e-9 ) );
    ssLaw_Destroy( &law );

    // The origin is not inside D.
    def.d.offsetX = 2.5;
    ASSERT( refuses( &def, "d_offset_x", "origin", "nearest: offset_x = 2" ) );

    // D is not convex.
    def.d = ssDefaultSetDef( ss_setAsperity );
    def.d.mu = 1.2;
    def.d.betaDeg = 36.0;
    ASSERT( refuses( &def, "d_kind", "not convex at 56.1", "nearest: its convex hull" ) );
    ssVec2 dart[] = { { 2, 0 }, { 0.2, 0.2 }, { 0, 2 }, { -2, 0 }, { 0, -2 } };
    def.d = ssDefaultSetDef( ss_setPolygon );
    def.d.points = dart;
    def.d.pointCount = SS_COUNT( dart );
    ASSERT( refuses( &def, "d_kind", "not convex at", "convex hull" ) );

    // The set C of an associated law is not convex.
    def = ssDefaultLawDef( ss_lawKindAssociated );
    def.c = ssDefaultSetDef( ss_setAsperity );
    ASSERT( refuses( &def, "c_kind", "not convex at", "convex hull" ) );

    // The coefficient violates mu < cot beta.
    def = ssDefaultLawDef( ss_lawKindAsperity );
    def.c.mu = 1.5;
    def.c.betaDeg = 36.0;
    ASSERT( refuses( &def, "c_mu", "jam", "mu < 1.37638192" ) );
    def.c.kind = ss_setEllipse;
    ASSERT( refuses( &def, "c_kind", "ellipse", "asperity" ) );

    // The set is wrong in itself.
    def = ssDefaultLawDef( ss_lawKindExtended );
    def.c = ssDefaultSetDef( ss_setSuperellipse );
    def.c.s = 0.5;
    ASSERT( refuses( &def, "c_s", "0.5", "1" ) );
    PASS();
}

TEST wrongNumbersAreRefusedWithTheNearestRight( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = -0.1;
    ASSERT( refuses( &def, "mu", "-0.1", "nearest: 0" ) );
    def.mu = SS_NAN;
    ASSERT( refuses( &def, "mu", "nan", "nearest: 0" ) );
    def = ssDefaultLawDef( ss_lawKindCoulombRolling );
    def.muRoll = -1.0;
    ASSERT( refuses( &def, "mu_r", "-1", "nearest: 0" ) );
    def.muRoll = 0.0;
    def.dimension = 6;
    ASSERT( refuses( &def, "dimension", "6", "nearest: 5" ) );
    def = ssDefaultLawDef( ss_lawKindPolyhedral );
    def.facets = 1;
    ASSERT( refuses( &def, "k", "k = 1", "nearest: 2" ) );
    def.facets = 65;
    ASSERT( refuses( &def, "k", "k = 65", "nearest: 64" ) );
    def = ssDefaultLawDef( ss_lawKindExtended );
    def.cForce = 0.0;
    ASSERT( refuses( &def, "c_force", "0", "> 0" ) );
    def = ssDefaultLawDef( ss_lawKindRegularised );
    def.vEps = 0.0;
    ASSERT( refuses( &def, "v_eps", "0", "> 0" ) );
    def = ssDefaultLawDef( ss_lawKindContensou );
    def.patchRadius = -1.0;
    ASSERT( refuses( &def, "patch_radius", "-1", "> 0" ) );
    def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 1.5, 1.0, 1.0 };
    ASSERT( refuses( &def, "stribeck_ratio", "1.5", "nearest: 1" ) );
    def.stribeck.ratio = 0.5;
    def.stribeck.velocity = 0.0;
    ASSERT( refuses( &def, "v_stribeck", "0", "> 0" ) );
    def.kind = (ssLawKind)99;
    ASSERT( refuses( &def, "law", "99", "" ) );
    PASS();
}

TEST transformationLawNeedsMatchingSets( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTransformed );
    def.c = def.d = ssDefaultSetDef( ss_setSuperellipse );
    def.c.s = 3.0;
    def.d.s = 2.5;
    ASSERT( refuses( &def, "d_s", "2.5", "nearest: d_s = 3" ) );
    def.d.s = 3.0;
    def.d.rotationDeg = 10.0;
    ASSERT( refuses( &def, "d_rotation_deg", "10", "nearest: d_rotation_deg = 0" ) );
    def.d.rotationDeg = 180.0;
    ssLaw law;
    makeOrDie( &def, &law );
    ssLaw_Destroy( &law );
    def.d.offsetX = 0.1;
    ASSERT( refuses( &def, "offset_x", "centred", "nearest: (0, 0)" ) );
    def.d = ssDefaultSetDef( ss_setRectangle );
    ASSERT( refuses( &def, "kind", "rectangle", "superellipse" ) );
    PASS();
}

TEST impossibleFlowRulesAreRefusedAtTheirAngle( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    double* m = def.flow.tensor2;
    // For sliding at 0° the force is more than 90° off: f·g = -1. What is missing is -lambda_min of the
    // symmetric part.
    m[0] = -1.0;
    m[3] = 2.0;
    ASSERT( refuses( &def, "flow", "does not oppose", "isotropic part of 1 N" ) );
    // The force is dissipative but turns back: a shear beyond what a convex D can follow.
    def.flow.kind = ss_flowTensor4;
    m[0] = m[3] = 1.0;
    def.flow.tensor4[8 + 0] = 0.0;
    def.flow.tensor4[0] = 3.0;
    def.flow.tensor4[3] = -3.0;
    def.flow.tensor4[8 + 1] = 3.0;
    def.flow.tensor4[8 + 7] = -3.0;
    ssLaw law;
    ssResult result = ssMakeLaw( &def, &law );
    ASSERT( result.code != ss_ok );
    ASSERT_STR_EQ( "flow", result.field );
    ASSERT( testContains( result.message, "°" ) && testContains( result.message, "isotropic part" ) );
    // Samples are out of order, or too few.
    ssFlowSample samples[16];
    for ( int i = 0; i < 16; ++i )
    {
        samples[i].phiDeg = 22.5 * i;
        samples[i].force = ssVec2_Make( cos( 22.5 * i / DEGREES ), sin( 22.5 * i / DEGREES ) );
    }
    def = ssDefaultLawDef( ss_lawKindTabulated );
    def.flow.kind = ss_flowSamples;
    def.flow.samples = samples;
    def.flow.sampleCount = 16;
    makeOrDie( &def, &law );
    ASSERT( law.report.convex );
    ssLaw_Destroy( &law );
    samples[3].phiDeg = 10.0;
    ASSERT( refuses( &def, "flow", "is followed by 10", "ascending" ) );
    samples[3].phiDeg = 67.5;
    samples[5].force.x = SS_NAN;
    ASSERT( refuses( &def, "flow", "sample 6", "finite" ) );
    def.flow.sampleCount = 3;
    ASSERT( refuses( &def, "flow", "3 samples", "8" ) );
    PASS();
}

static int s_allocationsLeft;

static void* failingAllocate( void* context, size_t size )
{
    (void)context;
    return s_allocationsLeft-- > 0 ? calloc( 1, size ) : NULL;
}

TEST missingMemoryIsReported( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTabulated );
    bool made = false;
    for ( int n = 0; n < 20 && made == false; ++n )
    {
        s_allocationsLeft = n;
        ssInstallAllocator( failingAllocate, NULL, NULL );
        ssLaw law;
        ssResult result = ssMakeLaw( &def, &law );
        made = result.code == ss_ok;
        if ( made ) { ssLaw_Destroy( &law ); }
        ssInstallAllocator( NULL, NULL, NULL );
        ASSERT( made || result.code == ss_errorMemory );
    }
    ASSERT( made );
    PASS();
}

// ------------------------------------------------------------------------------------------------ polyhedral

TEST polygonExceedsTheCircleByItsCosine( void )
{
    static const double factors[][2] = { { 2, 1.4142 }, { 3, 1.1547 }, { 4, 1.0824 }, { 8, 1.0196 } };
    for ( int i = 0; i < SS_COUNT( factors ); ++i )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindPolyhedral );
        def.facets = (int)factors[i][0];
        def.facetDeg = 17.0;
        def.mu = 0.3;
        ssLaw law;
        for ( int inscribed = 0; inscribed < 2; ++inscribed )
        {
            def.inscribed = inscribed != 0;
            makeOrDie( &def, &law );
            double most = 0.0, least = 1e300;
            for ( int k = 0; k < 36000; ++k )
            {
                double r = ssSet_Radius( &law.c, k / 100.0 / DEGREES ) / 0.3;
                most = fmax( most, r );
                least = fmin( least, r );
            }
            double factor = 1.0 / cos( SS_PI / 2.0 / def.facets );
            ASSERT_IN_RANGE( factors[i][1], factor, 6e-5 );
            ASSERT_IN_RANGE( inscribed ? 1.0 : factor, most, 1e-3 );
            ASSERT_IN_RANGE( inscribed ? 1.0 / factor : 1.0, least, 1e-3 );
            // Sliding along e_1 meets its facet, or its corner.
            ssVec2 e = ssVec2_Make( cos( 17.0 / DEGREES ), sin( 17.0 / DEGREES ) );
            ASSERT_IN_RANGE( 0.3 * 5.0, ssLaw_Dissipation( &law, 5.0, e ), 1e-12 );
            ssLaw_Destroy( &law );
        }
    }
    PASS();
}

TEST manyFacetsApproachTheCircle( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindPolyhedral );
    def.facets = 64;
    ssLaw law;
    makeOrDie( &def, &law );
    for ( int k = 0; k < 360; ++k )
    {
        ssVec2 g = ssVec2_Make( cos( k / DEGREES ), sin( k / DEGREES ) );
        ssVec2 f = ssLaw_SlipForce( &law, 1.0, g ).force;
        ASSERT( ssVec2_Length( ssVec2_Sub( f, ssVec2_Scale( 0.5, g ) ) ) < 0.5 * 0.05 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------- rolling and spinning

TEST blocksResistOnTheirOwn( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulombSpinning );
    def.mu = 0.4;
    def.muRoll = 0.03;
    def.muSpin = 0.02;
    ssLaw law;
    makeOrDie( &def, &law );
    double velocity[5] = { 3, 4, -0.6, 0.8, -7 }, f[5];
    unsigned bits = 99;
    ssLaw_Resistance( &law, 10.0, velocity, f, &bits );
    static const double expected[5] = { 2.4, 3.2, -0.18, 0.24, -0.2 };
    for ( int i = 0; i < 5; ++i ) { ASSERT_IN_RANGE( expected[i], f[i], 1e-14 ); }
    ASSERT_EQ( 0u, bits );
    velocity[2] = velocity[3] = 0.0;
    ssLaw_Resistance( &law, 10.0, velocity, f, &bits );
    ASSERT_EQ( (unsigned)ss_faceRoll, bits );
    ASSERT( isnan( f[2] ) && isnan( f[3] ) && f[4] == -0.2 );
    // Spinning resists even without rolling resistance.
    ssLaw_Destroy( &law );
    def.muRoll = 0.0;
    makeOrDie( &def, &law );
    ssLaw_Resistance( &law, 10.0, velocity, f, &bits );
    ASSERT_EQ( 0u, bits );
    ASSERT( f[2] == 0.0 && f[4] == -0.2 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST ellipsoidCouplesItsComponents( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindEllipsoidal );
    def.dimension = 6;
    def.mu = 0.5;
    def.muRoll = 0.1;
    def.muSpin = 0.2;
    ssLaw law;
    makeOrDie( &def, &law );
    testRng rng = { 1 };
    for ( int k = 0; k < testCount( 200 ); ++k )
    {
        double v[5], f[5], sum = 0.0, power = 0.0, support = 0.0;
        static const double mu[5] = { 0.5, 0.5, 0.1, 0.1, 0.2 };
        for ( int i = 0; i < 5; ++i ) { v[i] = testUniform( &rng, -1, 1 ); }
        ssLaw_Resistance( &law, 3.0, v, f, NULL );
        for ( int i = 0; i < 5; ++i )
        {
            sum += f[i] / mu[i] * ( f[i] / mu[i] );
            power += f[i] * v[i];
            support = hypot( support, 3.0 * mu[i] * v[i] );
        }
        ASSERT( testNear( sqrt( sum ), 3.0, 1e-13 ) );
        ASSERT( testNear( power, support, 1e-13 ) );
    }
    double rest[5] = { 0 }, f[5];
    unsigned bits = 0;
    ssLaw_Resistance( &law, 3.0, rest, f, &bits );
    ASSERT_EQ( (unsigned)( ss_faceSlide | ss_faceRoll | ss_faceSpin ), bits );
    ssLaw_Destroy( &law );
    PASS();
}

TEST onlyTheRelaxedLawDilates( void )
{
    double velocity[5] = { 3, 4, 0.6, 0.8, -2 };
    for ( int i = 0; i < 2; ++i )
    {
        ssLawDef def = ssDefaultLawDef( i == 0 ? ss_lawKindRelaxed : ss_lawKindCoulombSpinning );
        def.dimension = 6;
        def.mu = 0.5;
        def.muRoll = 0.02;
        def.muSpin = 0.01;
        ssLaw law;
        makeOrDie( &def, &law );
        ASSERT_IN_RANGE( i == 0 ? 0.5 * 5.0 + 0.02 + 0.02 : 0.0, ssLaw_Dilation( &law, velocity ), 1e-14 );
        ASSERT_EQ( i == 0, ( ssLaw_Flags( &law ) & ss_lawFlagRelaxed ) != 0 );
        ssLaw_Destroy( &law );
    }
    PASS();
}

// --------------------------------------------------------------------------------------- Contensou

/// Brute force over rings and angles.
static void contensouByHand( ssPatchPressure pressure, double v, double u, double* force, double* moment )
{
    int rings = 800, around = 1600;
    double weights = 0.0;
    *force = *moment = 0.0;
    for ( int i = 0; i < rings; ++i )
    {
        double q = ( i + 0.5 ) / rings, w = q * ( pressure == ss_patchHertz ? sqrt( 1.0 - q * q ) : 1.0 );
        for ( int k = 0; k < around; ++k )
        {
            double angle = 2.0 * SS_PI * ( k + 0.5 ) / around;
            double x = v - u * q * sin( angle ), y = u * q * cos( angle ), size = hypot( x, y );
            *force += w * x / size;
            *moment += w * q * ( y * cos( angle ) - x * sin( angle ) ) / size;
            weights += w;
        }
    }
    *force /= weights;
    *moment /= weights;
}

TEST patchForceIsTheMeanOverThePressure( void )
{
    static const double pairs[][2] = { { 1, 0.001 }, { 1, 0.3 }, { 1, 0.99 }, { 1, 1.7 }, { 1, 20 },
        { 0.001, 1 } };
    for ( int p = 0; p < 2; ++p )
    {
        for ( int i = 0; i < SS_COUNT( pairs ); ++i )
        {
            double force, moment, f, m;
            ssContensou( (ssPatchPressure)p, 1.0, pairs[i][0], pairs[i][1], &force, &moment );
            contensouByHand( (ssPatchPressure)p, pairs[i][0], pairs[i][1], &f, &m );
            ASSERT_IN_RANGE( f, force, 2e-4 );
            ASSERT_IN_RANGE( m, moment, 2e-4 );
        }
    }
    PASS();
}

TEST patchLimitsAreKnown( void )
{
    double f, m;
    ssContensou( ss_patchUniform, 0.1, 2.0, 0.0, &f, &m );
    ASSERT_IN_RANGE( 1.0, f, 1e-6 );
    ASSERT( m == 0.0 );
    ssContensou( ss_patchUniform, 0.1, 0.0, -3.0, &f, &m );
    ASSERT_IN_RANGE( -0.1 * 2.0 / 3.0, m, 1e-7 );
    ASSERT( f == 0.0 );
    ssContensou( ss_patchHertz, 0.1, 0.0, 3.0, &f, &m );
    ASSERT_IN_RANGE( 0.1 * 3.0 * SS_PI / 16.0, m, 1e-5 );
    // A spinning patch glides: the force starts linearly in v. Under uniform pressure f = v/(omega radius).
    ssContensou( ss_patchUniform, 0.1, 1e-5, 10.0, &f, &m );
    ASSERT_IN_RANGE( 1e-5, f, 1e-8 );
    ssContensou( ss_patchUniform, 0.1, SS_NAN, 1.0, &f, &m );
    ASSERT( isnan( f ) && isnan( m ) );
    PASS();
}

TEST patchLawIsMonotoneInForceAndMoment( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindContensou );
    ssLaw law;
    makeOrDie( &def, &law );
    testRng rng = { 3 };
    for ( int k = 0; k < testCount( 300 ); ++k )
    {
        double v[2][5] = { { 0 } }, f[2][5], product = 0.0;
        for ( int i = 0; i < 2; ++i )
        {
            v[i][0] = testUniform( &rng, -1, 1 );
            v[i][1] = testUniform( &rng, -1, 1 );
            v[i][4] = testUniform( &rng, -100, 100 );
            ssLaw_Resistance( &law, 1.0, v[i], f[i], NULL );
        }
        for ( int i = 0; i < 5; ++i )
        {
            product += i == 2 || i == 3 ? 0.0 : ( f[0][i] - f[1][i] ) * ( v[0][i] - v[1][i] );
        }
        ASSERT( product >= -1e-6 );
    }
    ssLaw_Destroy( &law );
    PASS();
}

// -------------------------------------------------------------------------------------------------- Stribeck

TEST stribeckFactorHasItsLimits( void )
{
    ssStribeck curve = { ss_stribeckExp, 0.5, 0.5, 1.0 };
    ASSERT( ssStribeckFactor( &curve, 0.0 ) == 1.0 );
    ASSERT_IN_RANGE( 1.0, ssStribeckFactor( &curve, 1e-12 ), 1e-11 );
    ASSERT_IN_RANGE( 0.5 + 0.5 / exp( 1.0 ), ssStribeckFactor( &curve, 0.5 ), 1e-15 );
    ASSERT( ssStribeckFactor( &curve, 1e9 ) == 0.5 );
    ASSERT( ssStribeckFactor( &curve, (double)INFINITY ) == 0.5 );
    curve.exponent = 2.0;
    ASSERT_IN_RANGE( 0.5 + 0.5 * exp( -4.0 ), ssStribeckFactor( &curve, 1.0 ), 1e-15 );
    curve.curve = ss_stribeckStep;
    ASSERT( ssStribeckFactor( &curve, 0.0 ) == 1.0 && ssStribeckFactor( &curve, 1e-300 ) == 0.5 );
    curve.curve = ss_stribeckNone;
    ASSERT( ssStribeckFactor( &curve, 3.0 ) == 1.0 );
    // mu(v) = .2 + .2 exp(-|v|/.5), which is Coulomb with mu = .4 at rest and half of that at speed.
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    def.mu = 0.4;
    def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.5, 0.5, 1.0 };
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT_IN_RANGE(
        0.2 + 0.2 * exp( -0.3 / 0.5 ), ssLaw_SlipForce( &law, 1.0, ssVec2_Make( 0.3, 0.0 ) ).force.x, 1e-15 );
    ASSERT( ssLaw_Flags( &law ) & ss_lawFlagVelocity );
    ASSERT( ssLaw_CanStick( &law, 1.0, ssVec2_Make( 0.39, 0.0 ) ) );
    ssLaw_Destroy( &law );
    PASS();
}

// ---------------------------------------------------------------------------------------- single-valued laws

TEST regularisedLawCreeps( void )
{
    for ( int shape = 0; shape < 2; ++shape )
    {
        ssLawDef def = ssDefaultLawDef( ss_lawKindRegularised );
        def.regularisation = (ssRegularisation)shape;
        def.mu = 0.5;
        def.vEps = 0.01;
        ssLaw law;
        makeOrDie( &def, &law );
        // At rest there is no force at all ...
        ssLawForce rest = ssLaw_SlipForce( &law, 10.0, ssVec2_Make( 0.0, 0.0 ) );
        ASSERT( rest.force.x == 0.0 && rest.force.y == 0.0 && rest.setValued == false );
        ASSERT_FALSE( ssLaw_CanStick( &law, 10.0, ssVec2_Make( 1e-9, 0.0 ) ) );
        // ... so a load of half the bound moves the body, at the speed at which the law carries the load.
        ssVec2 load = { 2.5, 0.0 };
        double creep = ssLaw_CreepSpeed( &law, 10.0, load );
        ASSERT_IN_RANGE( shape == 0 ? 0.01 : 0.01 * atanh( 0.5 ), creep, 1e-12 );
        ASSERT_IN_RANGE( 2.5, ssLaw_SlipForce( &law, 10.0, ssVec2_Make( creep, 0.0 ) ).force.x, 1e-12 );
        ASSERT( isinf( ssLaw_CreepSpeed( &law, 10.0, ssVec2_Make( 5.1, 0.0 ) ) ) );
        ASSERT_EQ( ss_slidePossible, ssLaw_SlideDirections( &law, 10.0, load, 1e-9 ).verdict );
        ssPlanarSolution s = ssLaw_SolveDirect( &law, 10.0, 0.1, ssVec2_Scale( 0.1, load ), load );
        ASSERT( s.converged && s.stick == false && s.gamma.x > 0.0 );
        // At high speed the law is Coulomb's.
        ASSERT_IN_RANGE( 5.0, ssLaw_SlipForce( &law, 10.0, ssVec2_Make( 1e6, 0.0 ) ).force.x, 1e-6 );
        ssLaw_Destroy( &law );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindCoulomb );
    ssLaw law;
    makeOrDie( &def, &law );
    ASSERT( ssLaw_CreepSpeed( &law, 10.0, ssVec2_Make( 2.5, 0.0 ) ) == 0.0 );
    ssLaw_Destroy( &law );
    PASS();
}

TEST tristateLawChatters( void )
{
    ssLawDef def = ssDefaultLawDef( ss_lawKindTristate );
    def.dimension = 5;
    def.muRoll = 0.02;
    ssLaw law;
    makeOrDie( &def, &law );
    double v[4] = { 0.0, 0.0, 0.0, 0.0 }, f[4];
    unsigned bits = 1;
    ssLaw_Resistance( &law, 10.0, v, f, &bits );
    ASSERT_EQ( 0u, bits );
    ASSERT( f[2] == 0.0 && f[3] == 0.0 && f[0] == 0.0 );
    // The smallest velocity reverses the full moment (Tasora & Anitescu Eq. 4): it jumps by 2 rho N across
    // rest.
    v[2] = 1e-300;
    ssLaw_Resistance( &law, 10.0, v, f, &bits );
    double right = f[2];
    v[2] = -1e-300;
    ssLaw_Resistance( &law, 10.0, v, f, &bits );
    ASSERT_IN_RANGE( 2.0 * 0.02 * 10.0, right - f[2], 1e-15 );
    // A step that should end at rest has no solution; explicit steps go back and forth for ever.
    ASSERT_FALSE(
        ssLaw_SolveDirect( &law, 10.0, 1.0, ssVec2_Make( 1.0, 0.0 ), ssVec2_Make( 0.0, 0.0 ) ).converged );
    double u = 0.013;
    int flips = 0;
    for ( int i = 0; i < 1000; ++i )
    {
        double next = u - 0.01 * ssLaw_SlipForce( &law, 10.0, ssVec2_Make( u, 0.0 ) ).force.x;
        flips += ( next > 0.0 ) != ( u > 0.0 );
        u = next;
    }
    ASSERT( flips > 990 );
    ssLaw_Destroy( &law );
    PASS();
}

// ------------------------------------------------------------------------------------------------- materials

TEST materialsCombineByTheRuleGiven( void )
{
    ssMaterial a = { .mu = 0.4, .muRoll = 0.01, .restitution = 0.5 },
               b = { .mu = 0.9, .muRoll = 0.04, .muSpin = 0.02, .restitution = 0.2 }, c;
    static const double expected[ss_combineCount][4] = { [ss_combineGeometric] = { 0.6, 0.02, 0.0,
                                                             0.31622776601683794 },
        [ss_combineMin] = { 0.4, 0.01, 0.0, 0.2 },
        [ss_combineMean] = { 0.65, 0.025, 0.01, 0.35 },
        [ss_combineMax] = { 0.9, 0.04, 0.02, 0.5 } };
    for ( int rule = 0; rule < ss_combineCount; ++rule )
    {
        ASSERT_EQ( ss_ok, ssCombineMaterials( &a, &b, (ssCombineRule)rule, &c ).code );
        ASSERT_IN_RANGE( expected[rule][0], c.mu, 1e-15 );
        ASSERT_IN_RANGE( expected[rule][1], c.muRoll, 1e-15 );
        ASSERT_IN_RANGE( expected[rule][2], c.muSpin, 1e-15 );
        ASSERT_IN_RANGE( expected[rule][3], c.restitution, 1e-15 );
        ssMaterial d;
        ASSERT_EQ( ss_ok, ssCombineMaterials( &b, &a, (ssCombineRule)rule, &d ).code );
        ASSERT(
            c.mu == d.mu && c.muRoll == d.muRoll && c.muSpin == d.muSpin && c.restitution == d.restitution );
        ASSERT_EQ( ss_ok, ssCombineMaterials( &a, &a, (ssCombineRule)rule, &d ).code );
        ASSERT( d.mu == a.mu && d.restitution == a.restitution );
        ASSERT( ssCombineRuleName( (ssCombineRule)rule )[0] != 0 );
    }
    b.restitution = 1.5;
    ssResult result = ssCombineMaterials( &a, &b, ss_combineMin, &c );
    ASSERT_STR_EQ( "restitution", result.field );
    ASSERT( testContains( result.message, "nearest: 1" ) );
    b.restitution = 0.5;
    b.mu = -1.0;
    ASSERT( testContains( ssCombineMaterials( &a, &b, ss_combineMin, &c ).message, "nearest: 0" ) );
    ASSERT( ssCombineMaterials( &a, &a, (ssCombineRule)7, &c ).code != ss_ok );
    PASS();
}

SUITE( table )
{
    RUN_TEST( everyLawIsDescribed );
    RUN_TEST( setKindNamesAreTheSetsOwn );
    RUN_TEST( everyDefaultIsAccepted );
    RUN_TEST( propertiesOfTheTableAreTrue );
}

SUITE( refusals )
{
    RUN_TEST( wrongCompositionsAreRefusedWithTheNearestRight );
    RUN_TEST( wrongNumbersAreRefusedWithTheNearestRight );
    RUN_TEST( transformationLawNeedsMatchingSets );
    RUN_TEST( impossibleFlowRulesAreRefusedAtTheirAngle );
    RUN_TEST( missingMemoryIsReported );
}

SUITE( components )
{
    RUN_TEST( polygonExceedsTheCircleByItsCosine );
    RUN_TEST( manyFacetsApproachTheCircle );
    RUN_TEST( blocksResistOnTheirOwn );
    RUN_TEST( ellipsoidCouplesItsComponents );
    RUN_TEST( onlyTheRelaxedLawDilates );
    RUN_TEST( patchForceIsTheMeanOverThePressure );
    RUN_TEST( patchLimitsAreKnown );
    RUN_TEST( patchLawIsMonotoneInForceAndMoment );
}

SUITE( modifiers )
{
    RUN_TEST( stribeckFactorHasItsLimits );
    RUN_TEST( regularisedLawCreeps );
    RUN_TEST( tristateLawChatters );
    RUN_TEST( materialsCombineByTheRuleGiven );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( table );
    RUN_SUITE( refusals );
    RUN_SUITE( components );
    RUN_SUITE( modifiers );
    return TEST_END();
}
