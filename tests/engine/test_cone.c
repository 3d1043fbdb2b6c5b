// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/cone.h"

// The projection is compared with its definition, the nearest point of the cone. Tolerances are rounding:
// 1e-12 (1 + |x|).

static double logUniform( testRng* rng, double low, double high )
{
    return low * exp( testUniform( rng, 0.0, log( high / low ) ) );
}

static double norm( int n, const double* x )
{
    double sum = 0.0;
    for ( int i = 0; i < n; ++i ) { sum += x[i] * x[i]; }
    return sqrt( sum );
}

static double distance( int n, const double* x, const double* y )
{
    double d[SS_CONE_MAX];
    for ( int i = 0; i < n; ++i ) { d[i] = x[i] - y[i]; }
    return norm( n, d );
}

static int blockCount( int dimension ) { return dimension == 3 ? 1 : dimension == 5 ? 2 : 3; }

static double coefficient( const ssCone* cone, int block )
{
    return block == 0 ? cone->mu : block == 1 ? cone->muRoll : cone->muSpin;
}

static double blockLength( const double* x, int block )
{
    return block == 2 ? fabs( x[5] ) : hypot( x[1 + 2 * block], x[2 + 2 * block] );
}

/// By how much p leaves the cone; <= 0 inside.
static double violation( const ssCone* cone, const double* p )
{
    double worst = -p[0];
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        worst = fmax( worst, blockLength( p, i ) - coefficient( cone, i ) * p[0] );
    }
    return worst;
}

/// By how much y leaves the dual cone { y0 >= sum mu_i |y_i| }.
static double dualViolation( const ssCone* cone, const double* y )
{
    double bound = 0.0;
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        bound += coefficient( cone, i ) * blockLength( y, i );
    }
    return bound - y[0];
}

static ssCone randomCone( testRng* rng )
{
    static const int dimensions[] = { 3, 5, 6 };
    double mu[3];
    for ( int i = 0; i < 3; ++i )
    {
        double kind = testUniform( rng, 0.0, 1.0 );
        mu[i] = kind < 0.1 ? 0.0 : kind < 0.2 ? 1.0 : logUniform( rng, 1e-4, 1e2 );
    }
    return ( ssCone ){
        .dimension = dimensions[testRandom( rng ) % 3], .mu = mu[0], .muRoll = mu[1], .muSpin = mu[2]
    };
}

/// Points of all sizes, around the apex, inside and outside, some with blocks of zeros.
static void randomPoint( testRng* rng, const ssCone* cone, double* x )
{
    double size = logUniform( rng, 1e-6, 1e6 );
    for ( int i = 0; i < cone->dimension; ++i ) { x[i] = size * testUniform( rng, -1.0, 1.0 ); }
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double kind = testUniform( rng, 0.0, 1.0 ), length = blockLength( x, i );
        // The block is near the bound at this height, or zero.
        double factor = kind < 0.1 ? 0.0
            : kind < 0.4 && length > 0.0
            ? coefficient( cone, i ) * fabs( x[0] ) * testUniform( rng, 0.5, 2.0 ) / length
            : 1.0;
        x[1 + 2 * i] *= factor;
        if ( i < 2 ) { x[2 + 2 * i] *= factor; }
    }
}

/// A random member of the cone, of about that size.
static void randomMember( testRng* rng, const ssCone* cone, double size, double* y )
{
    y[0] = size * testUniform( rng, 0.0, 1.0 );
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double radius = coefficient( cone, i ) * y[0] *
            ( testUniform( rng, 0.0, 1.0 ) < 0.5 ? 1.0 : testUniform( rng, 0.0, 1.0 ) );
        double angle = testUniform( rng, 0.0, 6.283185307179586 );
        y[1 + 2 * i] = radius * ( i < 2 ? cos( angle ) : angle > 3.0 ? 1.0 : -1.0 );
        if ( i < 2 ) { y[2 + 2 * i] = radius * sin( angle ); }
    }
}

// --- tables of an independent program ---

/// Splits a line at commas outside quotes; returns the number of cells.
static int splitCells( char* line, char** cells, int capacity )
{
    int count = 0;
    bool quoted = false;
    cells[count++] = line;
    for ( char* c = line; *c != '\0'; ++c )
    {
        quoted = *c == '"' ? !quoted : quoted;
        if ( *c == '\n' || *c == '\r' )
        {
            *c = '\0';
            break;
        }
        if ( *c == ',' && !quoted && count < capacity )
        {
            *c = '\0';
            cells[count++] = c + 1;
        }
    }
    return count;
}

static bool faceIsUnambiguous( const char* tag )
{
    return strstr( tag, "boundary" ) == NULL && strstr( tag, "coef1=0,l1=0" ) == NULL;
}

/// `order` tells which of our components each column of the table holds.
static enum greatest_test_res compareWithTable( const char* name, int dimension, const int* order )
{
    FILE* file = fopen( testData( name ), "r" );
    ASSERTm( "the table of reference projections", file != NULL );
    char line[1024];
    char* cells[20];
    int rows = 0, faces = 0, blocks = blockCount( dimension );
    ASSERT( fgets( line, sizeof line, file ) != NULL );
    while ( fgets( line, sizeof line, file ) != NULL )
    {
        ASSERT_EQ_FMT( 2 + blocks + 2 * dimension, splitCells( line, cells, 20 ), "%d" );
        double mu[3] = { 0.0, 0.0, 0.0 }, x[SS_CONE_MAX], expected[SS_CONE_MAX], p[SS_CONE_MAX];
        for ( int i = 0; i < blocks; ++i ) { mu[i] = strtod( cells[2 + i], NULL ); }
        for ( int i = 0; i < dimension; ++i )
        {
            x[order[i]] = strtod( cells[2 + blocks + i], NULL );
            expected[order[i]] = strtod( cells[2 + blocks + dimension + i], NULL );
        }
        ssCone cone = { .dimension = dimension, .mu = mu[0], .muRoll = mu[1], .muSpin = mu[2] };
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        ASSERTm( cells[0], distance( dimension, p, expected ) <= 1e-12 * ( 1.0 + norm( dimension, x ) ) );
        if ( faceIsUnambiguous( cells[0] ) )
        {
            ASSERT_STR_EQm( cells[0], cells[1], ssConeFaceName( dimension, face ) );
            ++faces;
        }
        ++rows;
    }
    fclose( file );
    ASSERT_EQ_FMT( 67, rows, "%d" );
    ASSERT( faces > 60 );
    PASS();
}

TEST rollingConeAgreesWithTheReferenceTable( void )
{
    static const int order[] = { 0, 1, 2, 3, 4 };
    CHECK_CALL( compareWithTable( "cone_rolling5_projection.csv", 5, order ) );
    PASS();
}

TEST spinningConeAgreesWithTheReferenceTable( void )
{
    // Tasora & Anitescu Sec. 4 write the normal moment before the tangential ones.
    static const int order[] = { 0, 1, 2, 5, 3, 4 };
    CHECK_CALL( compareWithTable( "cone_spinning6_projection.csv", 6, order ) );
    PASS();
}

TEST equalBreakpointsDropTheBreakpointNotTheTerm( void )
{
    // Tasora & Anitescu App. C would give 2.4 here.
    ssCone cone = { .dimension = 5, .mu = 0.5, .muRoll = 0.25, .muSpin = 0.0 };
    double x[5] = { 1.0, 4.0, 0.0, 2.0, 0.0 }, p[5];
    ssProjectOntoCone( &cone, x, p );
    ASSERT( fabs( p[0] - 3.5 / 1.3125 ) <= 1e-15 * 4.0 );
    PASS();
}

// --- algebra ---

TEST projectionIsAMemberAndStaysPut( void )
{
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX], again[SS_CONE_MAX];
        randomPoint( &rng, &cone, x );
        ssProjectOntoCone( &cone, x, p );
        double tolerance = 1e-12 * ( 1.0 + norm( cone.dimension, x ) );
        ASSERT( violation( &cone, p ) <= tolerance );
        ssProjectOntoCone( &cone, p, again );
        ASSERT( distance( cone.dimension, p, again ) <= tolerance );
    }
    PASS();
}

TEST membersAreTheirOwnProjection( void )
{
    testRng rng = { 2 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double y[SS_CONE_MAX], p[SS_CONE_MAX];
        randomMember( &rng, &cone, logUniform( &rng, 1e-6, 1e6 ), y );
        ssProjectOntoCone( &cone, y, p );
        ASSERT( distance( cone.dimension, y, p ) <= 1e-12 * ( 1.0 + norm( cone.dimension, y ) ) );
    }
    PASS();
}

TEST moreauDecomposesEveryPoint( void )
{
    // x = p + z with p in K, -z in K*, p ⟂ z: these conditions make p the projection, and the only one.
    testRng rng = { 3 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX], minusZ[SS_CONE_MAX], dot = 0.0;
        randomPoint( &rng, &cone, x );
        ssProjectOntoCone( &cone, x, p );
        for ( int i = 0; i < cone.dimension; ++i )
        {
            minusZ[i] = p[i] - x[i];
            dot += p[i] * minusZ[i];
        }
        // The dual bound multiplies by the coefficients, and its rounding errors grow with them.
        double size = norm( cone.dimension, x ), gain = 1.0 + cone.mu + cone.muRoll + cone.muSpin;
        ASSERT( dualViolation( &cone, minusZ ) <= 1e-12 * gain * ( 1.0 + size ) );
        ASSERT( fabs( dot ) <= 1e-12 * ( 1.0 + size ) * ( 1.0 + size ) );
    }
    PASS();
}

/// The squared distance to the slice of the cone at height y0, whose nearest point is found by clamping each
/// block.
static double sliceDistance( const ssCone* cone, const double* x, double y0 )
{
    double sum = ( y0 - x[0] ) * ( y0 - x[0] );
    for ( int i = 0; i < blockCount( cone->dimension ); ++i )
    {
        double excess = fmax( 0.0, blockLength( x, i ) - coefficient( cone, i ) * y0 );
        sum += excess * excess;
    }
    return sum;
}

TEST projectionIsNearestPointAmongSlices( void )
{
    // This search over the height knows nothing of faces.
    testRng rng = { 4 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX];
        randomPoint( &rng, &cone, x );
        double size = norm( cone.dimension, x ), low = 0.0, high = 2.0 * size;
        for ( int i = 0; i < 200; ++i )
        {
            double a = low + ( high - low ) / 3.0, b = high - ( high - low ) / 3.0;
            if ( sliceDistance( &cone, x, a ) < sliceDistance( &cone, x, b ) ) { high = b; }
            else { low = a; }
        }
        ssProjectOntoCone( &cone, x, p );
        double brute = sqrt( sliceDistance( &cone, x, low ) );
        ASSERT( fabs( distance( cone.dimension, x, p ) - brute ) <= 1e-12 * ( 1.0 + size ) );
    }
    PASS();
}

TEST noSampledMemberIsNearer( void )
{
    testRng rng = { 5 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX], y[SS_CONE_MAX];
        randomPoint( &rng, &cone, x );
        ssProjectOntoCone( &cone, x, p );
        double size = norm( cone.dimension, x ), best = distance( cone.dimension, x, p );
        for ( int sample = 0; sample < 50; ++sample )
        {
            randomMember( &rng, &cone, 2.0 * size, y );
            // Samples far away say little, so half of them are pulled close to p, which keeps them in the
            // cone.
            double weight = sample % 2 == 0 ? 1.0 : logUniform( &rng, 1e-4, 1.0 );
            for ( int i = 0; i < cone.dimension; ++i ) { y[i] = p[i] + weight * ( y[i] - p[i] ); }
            ASSERT( distance( cone.dimension, x, y ) >= best - 1e-12 * ( 1.0 + size ) );
        }
    }
    PASS();
}

TEST projectionDoesNotExpand( void )
{
    testRng rng = { 6 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], y[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX];
        randomPoint( &rng, &cone, x );
        randomPoint( &rng, &cone, y );
        if ( k % 2 == 0 )
        {
            // Close pairs reveal a jump across a face.
            for ( int i = 0; i < cone.dimension; ++i ) { y[i] = x[i] + 1e-6 * y[i]; }
        }
        ssProjectOntoCone( &cone, x, p );
        ssProjectOntoCone( &cone, y, q );
        double size = norm( cone.dimension, x ) + norm( cone.dimension, y );
        ASSERT(
            distance( cone.dimension, p, q ) <= distance( cone.dimension, x, y ) + 1e-12 * ( 1.0 + size ) );
    }
    PASS();
}

TEST projectionScalesWithItsPoint( void )
{
    testRng rng = { 7 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX], s = logUniform( &rng, 1e-3, 1e3 );
        randomPoint( &rng, &cone, x );
        double size = norm( cone.dimension, x );
        ssProjectOntoCone( &cone, x, p );
        for ( int i = 0; i < cone.dimension; ++i )
        {
            x[i] *= s;
            p[i] *= s;
        }
        ssProjectOntoCone( &cone, x, x );
        ASSERT( distance( cone.dimension, x, p ) <= 1e-12 * s * ( 1.0 + size ) );
    }
    PASS();
}

TEST projectionMayOverwriteItsPoint( void )
{
    testRng rng = { 8 };
    for ( int k = 0; k < 1000; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], p[SS_CONE_MAX];
        randomPoint( &rng, &cone, x );
        ssConeFace face = ssProjectOntoCone( &cone, x, p );
        ASSERT_EQ_FMT( (int)face, (int)ssProjectOntoCone( &cone, x, x ), "%d" );
        ASSERT_MEM_EQ( p, x, (size_t)cone.dimension * sizeof *x );
    }
    PASS();
}

TEST projectionTurnsWithTheContactFrame( void )
{
    // The sliding and rolling blocks rotate independently; the spinning one is mirrored.
    testRng rng = { 9 };
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssCone cone = randomCone( &rng );
        double x[SS_CONE_MAX], turned[SS_CONE_MAX], p[SS_CONE_MAX], q[SS_CONE_MAX], expected[SS_CONE_MAX];
        double angle[2] = { testUniform( &rng, 0.0, 6.3 ), testUniform( &rng, 0.0, 6.3 ) };
        randomPoint( &rng, &cone, x );
        ssProjectOntoCone( &cone, x, p );
        const double* from[2] = { x, p };
        double* to[2] = { turned, expected };
        for ( int j = 0; j < 2; ++j )
        {
            to[j][0] = from[j][0];
            for ( int i = 0; i < blockCount( cone.dimension ) && i < 2; ++i )
            {
                double c = cos( angle[i] ), s = sin( angle[i] );
                to[j][1 + 2 * i] = c * from[j][1 + 2 * i] - s * from[j][2 + 2 * i];
                to[j][2 + 2 * i] = s * from[j][1 + 2 * i] + c * from[j][2 + 2 * i];
            }
            if ( cone.dimension == 6 ) { to[j][5] = -from[j][5]; }
        }
        ssProjectOntoCone( &cone, turned, q );
        ASSERT( distance( cone.dimension, q, expected ) <= 1e-12 * ( 1.0 + norm( cone.dimension, x ) ) );
    }
    PASS();
}

TEST zeroCoefficientsForbidTheirBlock( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    testRng rng = { 10 };
    for ( int d = 0; d < 3; ++d )
    {
        int blocks = blockCount( dimensions[d] );
        for ( int mask = 0; mask < 1 << blocks; ++mask )
        {
            for ( int k = 0, n = testCount( 1000 ); k < n; ++k )
            {
                double mu[3];
                for ( int i = 0; i < 3; ++i )
                {
                    mu[i] = mask & 1 << i ? 0.0 : testUniform( &rng, 0.01, 2.0 );
                }
                ssCone cone = { .dimension = dimensions[d], .mu = mu[0], .muRoll = mu[1], .muSpin = mu[2] };
                double x[SS_CONE_MAX], p[SS_CONE_MAX];
                randomPoint( &rng, &cone, x );
                ssProjectOntoCone( &cone, x, p );
                ASSERT( violation( &cone, p ) <= 1e-12 * ( 1.0 + norm( cone.dimension, x ) ) );
                for ( int i = 0; i < blocks; ++i )
                {
                    if ( mask & 1 << i ) { ASSERT( blockLength( p, i ) == 0.0 ); }
                }
                if ( mask == ( 1 << blocks ) - 1 ) { ASSERT( p[0] == fmax( 0.0, x[0] ) ); }
            }
        }
    }
    PASS();
}

TEST hugeCoefficientsLeaveTheHalfSpace( void )
{
    // Where friction is unbounded, only the normal component is projected.
    testRng rng = { 11 };
    static const double huge[] = { 1e20, 1e100, 1e200, 1e300 };
    for ( int k = 0; k < 400; ++k )
    {
        ssCone cone = {
            .dimension = 6, .mu = huge[k % 4], .muRoll = huge[k / 4 % 4], .muSpin = huge[k / 16 % 4]
        };
        double x[SS_CONE_MAX], p[SS_CONE_MAX];
        for ( int i = 0; i < 6; ++i ) { x[i] = testUniform( &rng, -1.0, 1.0 ); }
        ssProjectOntoCone( &cone, x, p );
        x[0] = fmax( 0.0, x[0] );
        ASSERT( distance( 6, p, x ) <= 1e-12 );
    }
    PASS();
}

TEST apexIsDistinguishedFromTheRest( void )
{
    ssCone cone = { .dimension = 6, .mu = 0.5, .muRoll = 0.1, .muSpin = 0.1 };
    double zero[6] = { 0 }, below[6] = { -1.0, 0.5, 0.0, 0.5, 0.0, 0.5 },
           inside[6] = { 1.0, 0.1, 0, 0.01, 0, 0.01 };
    double side[6] = { 0.0, 1.0, 0.0, 0.0, 0.0, 0.0 }, p[6];
    ASSERT_EQ( ss_faceApex, ssProjectOntoCone( &cone, zero, p ) );
    ASSERT_EQ( ss_faceApex, ssProjectOntoCone( &cone, below, p ) );
    ASSERT_EQ( ss_faceInside, ssProjectOntoCone( &cone, inside, p ) );
    ASSERT_EQ( ss_faceSlide, ssProjectOntoCone( &cone, side, p ) );
    // By hand: the nearest point of the ray (1, mu) to (0, 1).
    ASSERT( fabs( p[0] - 0.4 ) <= 1e-15 && fabs( p[1] - 0.2 ) <= 1e-15 );
    PASS();
}

// --- input and names ---

TEST badCoefficientsAreRefusedByName( void )
{
    static const char* const keys[] = { "mu", "mu_r", "mu_s" };
    const double bad[] = { -1e-300, -1.0, NAN, INFINITY, -INFINITY };
    for ( int i = 0; i < 3; ++i )
    {
        for ( int j = 0; j < SS_COUNT( bad ); ++j )
        {
            double mu[3] = { 0.3, 0.3, 0.3 };
            mu[i] = bad[j];
            ssCone cone = { .dimension = 6, .mu = mu[0], .muRoll = mu[1], .muSpin = mu[2] };
            ssResult result = ssCheckCone( &cone );
            ASSERT_EQ( ss_errorValue, result.code );
            ASSERT_STR_EQ( keys[i], result.field );
        }
    }
    for ( int dimension = -1; dimension <= 8; ++dimension )
    {
        ssCone cone = { .dimension = dimension, .mu = 0.0, .muRoll = 0.0, .muSpin = 0.0 };
        bool known = dimension == 3 || dimension == 5 || dimension == 6;
        ASSERT_EQ( known, ssCheckCone( &cone ).code == ss_ok );
    }
    // Components beyond the dimension are not read.
    ssCone sliding = { .dimension = 3, .mu = 0.5, .muRoll = -1.0, .muSpin = NAN };
    ASSERT_EQ( ss_ok, ssCheckCone( &sliding ).code );
    PASS();
}

TEST contactModesFollowFromWhatMoves( void )
{
    static const struct
    {
        bool slides, rolls, spins;
        ssContactMode mode;
    } rows[] = {
        { false, false, false, ss_modeStick },
        { true, false, false, ss_modeSlide },
        { false, true, false, ss_modeRoll },
        { true, true, false, ss_modeSlideRoll },
        { false, false, true, ss_modeSpin },
        { true, false, true, ss_modeSlide },
        { false, true, true, ss_modeRoll },
        { true, true, true, ss_modeSlideRoll },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ASSERT_EQ( rows[i].mode, ssModeOfMotion( rows[i].slides, rows[i].rolls, rows[i].spins ) );
    }
    PASS();
}

TEST modesAndFacesHaveDistinctNames( void )
{
    for ( int i = 0; i < ss_modeCount; ++i )
    {
        for ( int j = 0; j < i; ++j )
        {
            ASSERT(
                strcmp( ssContactModeName( (ssContactMode)i ), ssContactModeName( (ssContactMode)j ) ) != 0 );
        }
    }
    ASSERT_STR_EQ( "A", ssConeFaceName( 3, ss_faceSlide ) );
    ASSERT_STR_EQ( "-A", ssConeFaceName( 5, ss_faceRoll ) );
    ASSERT_STR_EQ( "AA-", ssConeFaceName( 6, (ssConeFace)( ss_faceSlide | ss_faceRoll ) ) );
    ASSERT_STR_EQ( "--A", ssConeFaceName( 6, ss_faceSpin ) );
    ASSERT_STR_EQ( "---", ssConeFaceName( 6, ss_faceInside ) );
    ASSERT_STR_EQ( "apex", ssConeFaceName( 3, ss_faceApex ) );
    PASS();
}

SUITE( cone )
{
    RUN_TEST( rollingConeAgreesWithTheReferenceTable );
    RUN_TEST( spinningConeAgreesWithTheReferenceTable );
    RUN_TEST( equalBreakpointsDropTheBreakpointNotTheTerm );
    RUN_TEST( projectionIsAMemberAndStaysPut );
    RUN_TEST( membersAreTheirOwnProjection );
    RUN_TEST( moreauDecomposesEveryPoint );
    RUN_TEST( projectionIsNearestPointAmongSlices );
    RUN_TEST( noSampledMemberIsNearer );
    RUN_TEST( projectionDoesNotExpand );
    RUN_TEST( projectionScalesWithItsPoint );
    RUN_TEST( projectionMayOverwriteItsPoint );
    RUN_TEST( projectionTurnsWithTheContactFrame );
    RUN_TEST( zeroCoefficientsForbidTheirBlock );
    RUN_TEST( hugeCoefficientsLeaveTheHalfSpace );
    RUN_TEST( apexIsDistinguishedFromTheRest );
    RUN_TEST( badCoefficientsAreRefusedByName );
    RUN_TEST( contactModesFollowFromWhatMoves );
    RUN_TEST( modesAndFacesHaveDistinctNames );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( cone );
    return TEST_END();
}
