// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// A simulation as a value in time: saved, restored, reset, changed and refused, to the bit.

static const ssScenario* sphere( void ) { return ssFindScenario( "rolling-sphere" ); }

static int keyOf( const char* key )
{
    return ssFindParam( sphere()->model.params, sphere()->model.paramCount, key );
}

static ssSim* makeSim( const char* preset, double h )
{
    ssSimDef def = ssDefaultSimDef( sphere() );
    ssResult result = ssSimDef_ApplyPreset( &def, preset );
    def.h = h;
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( sim == NULL )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    return sim;
}

static void stepTimes( ssSim* sim, int count )
{
    for ( int i = 0; i < count; ++i ) { ssSim_Step( sim ); }
}

static void* saved( const ssSim* sim, size_t* size )
{
    *size = ssSim_SaveSize( sim );
    // The buffer is exactly as large as needed, so that a sanitizer notices one byte too many.
    void* blob = malloc( *size );
    if ( blob == NULL || ssSim_Save( sim, blob, *size ) != *size )
    {
        printf( "cannot save\n" );
        exit( 1 );
    }
    return blob;
}

/// The two have the same hash, signals and report, bit by bit.
static bool same( const ssSim* a, const ssSim* b )
{
    double rowA[SS_MAX_SIGNALS], rowB[SS_MAX_SIGNALS];
    ssSim_Signals( a, rowA );
    ssSim_Signals( b, rowB );
    ssStepReport reportA = ssSim_Report( a ), reportB = ssSim_Report( b );
    return ssSim_Hash( a ) == ssSim_Hash( b ) &&
        memcmp( rowA, rowB, (size_t)ssSim_Scenario( a )->model.signalCount * sizeof *rowA ) == 0 &&
        ssSim_StepIndex( a ) == ssSim_StepIndex( b ) && reportA.status == reportB.status &&
        reportA.residual == reportB.residual && reportA.iterations == reportB.iterations;
}

/// What a user might do at some moment.
static void meddle( ssSim* sim, testRng* rng )
{
    static const char* const live[] = { "mu", "mu_r", "mu_s" };
    switch ( testRandom( rng ) % 5 )
    {
        case 0:
            ssIgnore(
                ssSim_SetParam( sim, keyOf( live[testRandom( rng ) % 3] ), testUniform( rng, 0.0, 0.3 ) ) );
            break;
        case 1: ssIgnore( ssSim_SetParam( sim, keyOf( "radius" ), testUniform( rng, 0.3, 0.7 ) ) ); break;
        case 2:
        {
            ssDrag hand = { .active = true,
                .target = { testUniform( rng, -1, 1 ), testUniform( rng, -1, 1 ), 0.5 } };
            ssSim_Drag( sim, &hand );
            break;
        }
        case 3:
        {
            ssDrag release = { .active = false };
            ssSim_Drag( sim, &release );
            break;
        }
        default:
            ssIgnore( ssSim_SetParam( sim, keyOf( "incline_deg" ), testUniform( rng, -20.0, 20.0 ) ) );
            break;
    }
}

// --- save and restore ---

TEST restoredRunGoesOnBitByBit( void )
{
    static const char* const presets[] = { "fig3a", "fig3b", "fig3c", "billiard", "spin-down", "tiny" };
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 30 ); k < n; ++k )
    {
        ssSim* sim = makeSim( presets[k % SS_COUNT( presets )], 1e-3 );
        ssSim* other = makeSim( "fig3a", 2e-3 );
        stepTimes( other, 7 );
        for ( int i = (int)( testRandom( &rng ) % 3000 ); i > 0; --i )
        {
            ssSim_Step( sim );
            if ( k % 2 == 0 && testRandom( &rng ) % 200 == 0 ) { meddle( sim, &rng ); }
        }
        size_t size;
        void* blob = saved( sim, &size );
        ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
        free( blob );
        ASSERT( same( sim, other ) );
        ASSERT( ssSim_StepSize( other ) == 1e-3 );
        testRng a = { (uint64_t)k }, b = a;
        for ( int i = 0; i < 1000; ++i )
        {
            if ( i % 150 == 100 )
            {
                meddle( sim, &a );
                meddle( other, &b );
            }
            ssSim_Step( sim );
            ssSim_Step( other );
            ASSERT( same( sim, other ) );
        }
        // What waits for the reset was saved as well.
        ASSERT_EQ( ssSim_Reset( sim ).code, ssSim_Reset( other ).code );
        stepTimes( sim, 100 );
        stepTimes( other, 100 );
        ASSERT( same( sim, other ) );
        ssDestroySim( sim );
        ssDestroySim( other );
    }
    PASS();
}

TEST savedWithHandAndWaitingParametersComesBack( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    stepTimes( sim, 300 );
    ssDrag hand = { .active = true, .target = { 0.2, 0.1, 0.8 } };
    ssSim_Drag( sim, &hand );
    hand.target.x = 2.0;
    ssSim_Drag( sim, &hand );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "radius" ), 0.25 ).code );
    stepTimes( sim, 10 );
    size_t size;
    void* blob = saved( sim, &size );
    ssSim* other = makeSim( "tiny", 1e-3 );
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    free( blob );
    ASSERT( ssSim_PendingParam( other, keyOf( "radius" ) ) == 0.25 );
    ASSERT( ssSim_Param( other, keyOf( "radius" ) ) == 0.5 );
    for ( int i = 0; i < 1000; ++i )
    {
        ssSim_Step( sim );
        ssSim_Step( other );
        ASSERT( same( sim, other ) );
    }
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

/// Another value of a parameter, the first or the second; NAN: there is none that a short test can use.
static double otherValue( const ssParam* row, double value, int which )
{
    double other = row->kind == ss_paramChoice
        ? (double)( ( (int)value + 1 + which ) % ssParam_ChoiceCount( row ) )
        : which == 0 ? row->min + 0.7 * ( row->max - row->min )
                     : row->min + 0.3 * ( row->max - row->min );
    other = row->kind == ss_paramInteger ? floor( other ) : other;
    other = strcmp( row->key, "n" ) == 0 && other > 30.0 ? 1.0 + 2.0 * which : other;
    return row->kind != ss_paramText && ssCheckParam( row, other ).code == ss_ok ? other : SS_NAN;
}

/// A run of `changed`, saved after a few steps, goes on in a simulation that was made by `def`.
static enum greatest_test_res goesOnIn( const ssSimDef* def, const ssSimDef* changed, const char* key )
{
    ssSim *sim = NULL, *other = NULL;
    if ( ssCreateSim( changed, &sim ).code != ss_ok )
    {
        PASS(); // the values do not go together
    }
    ASSERT_EQ( ss_ok, ssCreateSim( def, &other ).code );
    stepTimes( sim, 6 );
    stepTimes( other, 2 );
    size_t size;
    void* blob = saved( sim, &size );
    ssResult result = ssSim_Restore( other, blob, size );
    free( blob );
    ASSERT_EQm( result.message, ss_ok, result.code );
    for ( int i = 0; i < 8; ++i )
    {
        ASSERTm( key, ssSim_Hash( sim ) == ssSim_Hash( other ) );
        stepTimes( sim, 1 );
        stepTimes( other, 1 );
    }
    ASSERTm( key, ssSim_Hash( sim ) == ssSim_Hash( other ) );
    ASSERT_EQ( ssSim_Reset( sim ).code, ssSim_Reset( other ).code );
    stepTimes( sim, 2 );
    stepTimes( other, 2 );
    ASSERTm( key, ssSim_Hash( sim ) == ssSim_Hash( other ) );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

TEST aStateBringsWhatItsRunBeganWith( void )
{
    for ( int s = 0, turn = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        ssSimDef def = ssDefaultSimDef( scenario );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
        for ( int i = 0; i < 2 * scenario->model.paramCount; ++i )
        {
            if ( !testTakes( turn++ ) ) { continue; }
            const ssParam* row = scenario->model.params + i / 2;
            ssSimDef changed = def;
            double value = otherValue( row, def.values[i / 2], i % 2 );
            if ( isfinite( value ) )
            {
                changed.values[i / 2] = value;
                CHECK_CALL( goesOnIn( &def, &changed, row->key ) );
            }
        }
        ssSimDef changed = def;
        changed.seed = 5;
        CHECK_CALL( goesOnIn( &def, &changed, "seed" ) );
        changed.h = 0.75 * def.h;
        CHECK_CALL( goesOnIn( &def, &changed, "h" ) );
    }
    PASS();
}

TEST aStateComesBackAcrossAResetWithOtherValues( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    stepTimes( sim, 10 );
    size_t size;
    void* blob = saved( sim, &size );
    stepTimes( sim, 30 );
    uint64_t hash = ssSim_Hash( sim );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, ssFindScenarioParam( def.scenario, "n" ), 3.0 ).code );
    ASSERT_EQ( ss_ok, ssSim_Reset( sim ).code );
    ASSERT_EQ( ss_ok, ssSim_Restore( sim, blob, size ).code );
    stepTimes( sim, 30 );
    ASSERT( ssSim_Hash( sim ) == hash );
    free( blob );
    ssDestroySim( sim );
    PASS();
}

TEST savingChangesNothing( void )
{
    ssSim* a = makeSim( "fig3b", 1e-3 );
    ssSim* b = makeSim( "fig3b", 1e-3 );
    for ( int i = 0; i < 500; ++i )
    {
        size_t size;
        free( saved( a, &size ) );
        ssSim_Step( a );
        ssSim_Step( b );
        ASSERT( same( a, b ) );
    }
    unsigned char small[16];
    memset( small, 7, sizeof small );
    ASSERT_EQ( 0, (int)ssSim_Save( a, small, sizeof small ) );
    ASSERT_EQ( 7, small[0] );
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

static enum greatest_test_res refuses( ssSim* sim, const void* blob, size_t size )
{
    uint64_t hash = ssSim_Hash( sim );
    ssResult result = ssSim_Restore( sim, blob, size );
    ASSERT_EQ( ss_errorFormat, result.code );
    ASSERT( result.message[0] != '\0' );
    ASSERT( ssSim_Hash( sim ) == hash );
    PASS();
}

TEST damagedBlobsAreRefused( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    ssSim* other = makeSim( "fig3a", 1e-3 );
    stepTimes( sim, 100 );
    stepTimes( other, 50 );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    for ( size_t i = 0; i < size; ++i )
    {
        for ( int bit = 0; bit<8; bit += testScale()> 1.0 ? 1 : 3 )
        {
            blob[i] ^= (unsigned char)( 1 << bit );
            CHECK_CALL( refuses( other, blob, size ) );
            blob[i] ^= (unsigned char)( 1 << bit );
        }
    }
    // The blob is intact again.
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    ASSERT( same( sim, other ) );
    free( blob );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

TEST damageAnywhereIsRefusedInEveryScenario( void )
{
    testRng rng = { 17 };
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( s ) );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        stepTimes( sim, 5 );
        size_t size;
        unsigned char* blob = saved( sim, &size );
        stepTimes( sim, 3 );
        for ( int k = 0, n = testCount( 300 ); k < n; ++k )
        {
            // One flipped byte; and two flipped signs, which the product of a
            // plain checksum would let cancel.
            size_t at = k == 0 ? 0 : k == 1 ? size - 1 : (size_t)( testRandom( &rng ) % size );
            size_t a = 39 + 8 * (size_t)( testRandom( &rng ) % ( ( size - 32 ) / 8 ) );
            size_t b = 39 + 8 * (size_t)( testRandom( &rng ) % ( ( size - 32 ) / 8 ) );
            unsigned char mask = (unsigned char)( 1 + testRandom( &rng ) % 255 );
            blob[at] ^= mask;
            CHECK_CALL( refuses( sim, blob, size ) );
            blob[at] ^= mask;
            if ( a != b )
            {
                blob[a] ^= 0x80;
                blob[b] ^= 0x80;
                CHECK_CALL( refuses( sim, blob, size ) );
                blob[a] ^= 0x80;
                blob[b] ^= 0x80;
            }
        }
        ASSERT_EQ( ss_ok, ssSim_Restore( sim, blob, size ).code );
        free( blob );
        ssDestroySim( sim );
    }
    PASS();
}

TEST truncatedBlobsAreRefused( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    stepTimes( sim, 100 );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    stepTimes( sim, 10 );
    for ( size_t cut = 0; cut < size; ++cut )
    {
        unsigned char* piece = malloc( cut + ( cut == 0 ) );
        memcpy( piece, blob, cut );
        CHECK_CALL( refuses( sim, piece, cut ) );
        free( piece );
    }
    unsigned char* longer = calloc( 1, size + 8 );
    memcpy( longer, blob, size );
    CHECK_CALL( refuses( sim, longer, size + 8 ) );
    free( longer );
    free( blob );
    ssDestroySim( sim );
    PASS();
}

static void putWord( unsigned char* bytes, uint64_t word )
{
    for ( int i = 0; i < 8; ++i ) { bytes[i] = (unsigned char)( word >> ( 8 * i ) ); }
}

/// Rewrites size and checksum of the header, as another version of the scenario with other fields would.
static void sealBlob( unsigned char* blob, size_t size )
{
    uint64_t hash = SS_HASH_SEED;
    for ( size_t i = 32; i < size; i += 8 )
    {
        uint64_t word = 0;
        for ( size_t k = 0; k < 8; ++k ) { word |= (uint64_t)blob[i + k] << ( 8 * k ); }
        hash = ( hash ^ word ) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    putWord( blob + 16, size );
    putWord( blob + 24, hash );
}

TEST soundBlobsOfAnotherLayoutAreRefused( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    stepTimes( sim, 100 );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    stepTimes( sim, 10 );
    for ( size_t cut = 40; cut < size; cut += 8 )
    {
        unsigned char* piece = malloc( cut );
        memcpy( piece, blob, cut );
        sealBlob( piece, cut );
        CHECK_CALL( refuses( sim, piece, cut ) );
        free( piece );
    }
    unsigned char* longer = calloc( 1, size + 8 );
    memcpy( longer, blob, size );
    sealBlob( longer, size + 8 );
    CHECK_CALL( refuses( sim, longer, size + 8 ) );
    free( longer );
    // The first word of the body is a step size that no simulation can have.
    putWord( blob + 32, 0 );
    sealBlob( blob, size );
    CHECK_CALL( refuses( sim, blob, size ) );
    free( blob );
    ssDestroySim( sim );
    PASS();
}

/// A simulation that took a blob is what it says: saved again it restores to the same run, whatever its
/// numbers.
static enum greatest_test_res goesOnAsSaved( ssSim* sim )
{
    size_t size;
    double row[SS_MAX_SIGNALS];
    char text[128];
    ssDraw draw = { .flags = ss_drawAll };
    unsigned char* blob = saved( sim, &size );
    ssSim* other = makeSim( "fig3b", 1e-3 );
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    free( blob );
    stepTimes( sim, 3 );
    stepTimes( other, 3 );
    ASSERT( ssSim_Hash( sim ) == ssSim_Hash( other ) );
    ssDestroySim( other );
    ssSim_Signals( sim, row );
    ssSim_Draw( sim, &draw );
    ssSim_Explain( sim, 0, text, sizeof text );
    PASS();
}

/// Whatever a word says, the blob is refused and changes nothing, or the simulation goes on as it says.
TEST soundBlobsWithWildNumbersAreRefusedOrObeyed( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    stepTimes( sim, 100 );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    static const uint64_t words[] = { 0, 1, 100, 0x7fffffff, 0xffffffffffffffffu, 0x7ff8000000000000u,
        0x7ff0000000000000u, 0x7fefffffffffffffu };
    for ( size_t at = 32; at < size; at += 8 )
    {
        for ( int k = 0; k < SS_COUNT( words ); ++k )
        {
            unsigned char* wild = malloc( size );
            memcpy( wild, blob, size );
            putWord( wild + at, words[k] );
            sealBlob( wild, size );
            ssSim* other = makeSim( "fig3b", 1e-3 );
            uint64_t before = ssSim_Hash( other );
            ssResult result = ssSim_Restore( other, wild, size );
            free( wild );
            if ( result.code == ss_ok ) { CHECK_CALL( goesOnAsSaved( other ) ); }
            else
            {
                ASSERT( result.message[0] != 0 );
                ASSERT( ssSim_Hash( other ) == before );
            }
            ssDestroySim( other );
        }
    }
    free( blob );
    ssDestroySim( sim );
    PASS();
}

TEST aBlobThatContradictsItselfIsRefused( void )
{
    // The parameters say one contact, the state has three: its solver would have memory for one.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "pushed-block" ) ), three = def;
    ssSim *sim = NULL, *other = NULL;
    ASSERT_EQ( ss_ok, ssSimDef_Set( &three, "contacts", "3" ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &three, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &other ).code );
    stepTimes( sim, 5 );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    unsigned char value[8];
    putWord( value, 0x4008000000000000u ); // 3.0
    int found = 0;
    for ( size_t at = 32; at < size; at += 8 )
    {
        if ( memcmp( blob + at, value, 8 ) == 0 )
        {
            putWord( blob + at, 0x3ff0000000000000u ); // 1.0
            found += 1;
        }
    }
    ASSERT_EQ( 2, found ); // the value in force and the one after a reset
    sealBlob( blob, size );
    CHECK_CALL( refuses( other, blob, size ) );
    stepTimes( other, 5 );
    free( blob );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

TEST foreignBlobsAreRefused( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    unsigned char zeros[2000] = { 0 };
    char text[] = "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\"}";
    CHECK_CALL( refuses( sim, zeros, sizeof zeros ) );
    CHECK_CALL( refuses( sim, text, sizeof text ) );
    CHECK_CALL( refuses( sim, zeros, 0 ) );
    size_t size;
    unsigned char* blob = saved( sim, &size );
    putWord( blob + 8, ssHashText( SS_HASH_SEED, "belt" ) );
    CHECK_CALL( refuses( sim, blob, size ) );
    free( blob );
    ssDestroySim( sim );
    PASS();
}

// --- hash and seed ---

TEST sameSeedSameHash( void )
{
    ssSim* a = makeSim( "billiard", 1e-3 );
    ssSim* b = makeSim( "billiard", 1e-3 );
    for ( int i = 0; i < 2000; ++i )
    {
        ASSERT( same( a, b ) );
        ssSim_Step( a );
        ssSim_Step( b );
    }
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

TEST everyValueEntersTheHash( void )
{
    ssSimDef def = ssDefaultSimDef( sphere() );
    ssSim* plain = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &plain ).code );
    uint64_t hash = ssSim_Hash( plain );
    for ( int i = 0; i < sphere()->model.paramCount; ++i )
    {
        const ssParam* param = sphere()->model.params + i;
        ssSimDef changed = def;
        changed.values[i] = def.values[i] == param->max ? param->min : param->max;
        ssSim* sim = NULL;
        ASSERT_EQm( param->key, ss_ok, ssCreateSim( &changed, &sim ).code );
        ASSERTm( param->key, ssSim_Hash( sim ) != hash );
        ssDestroySim( sim );
    }
    ssSimDef seeded = def, finer = def;
    seeded.seed = 2;
    finer.h *= 0.5;
    ssSim *a = NULL, *b = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &seeded, &a ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &finer, &b ).code );
    ASSERT( ssSim_Hash( a ) != hash && ssSim_Hash( b ) != hash && ssSim_Seed( a ) == 2 );
    ssSim_Step( plain );
    ASSERT( ssSim_Hash( plain ) != hash );
    ssDestroySim( a );
    ssDestroySim( b );
    ssDestroySim( plain );
    PASS();
}

// --- reset and pending ---

TEST resetReturnsToTheStart( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    uint64_t start = ssSim_Hash( sim );
    double before[SS_MAX_SIGNALS], after[SS_MAX_SIGNALS];
    ssSim_Signals( sim, before );
    ssRng_Next( ssSim_Rng( sim ) );
    ASSERT( ssSim_Hash( sim ) != start );
    ssDrag hand = { .active = true, .target = { 1, 1, 1 } };
    ssSim_Drag( sim, &hand );
    stepTimes( sim, 500 );
    ASSERT_EQ( ss_ok, ssSim_Reset( sim ).code );
    ssSim_Signals( sim, after );
    ASSERT( ssSim_Hash( sim ) == start );
    ASSERT_EQ( 0, (int)ssSim_StepIndex( sim ) );
    ASSERT_MEM_EQ( before, after, (size_t)sphere()->model.signalCount * sizeof *before );
    ssDestroySim( sim );
    PASS();
}

TEST parametersOfTheStartWaitForTheReset( void )
{
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    ssSim* untouched = makeSim( "fig3b", 1e-3 );
    int radius = keyOf( "radius" );
    stepTimes( sim, 5 );
    stepTimes( untouched, 5 );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, radius, 0.8 ).code );
    ASSERT( ssSim_Param( sim, radius ) == 0.5 && ssSim_PendingParam( sim, radius ) == 0.8 );
    double a[SS_MAX_SIGNALS], b[SS_MAX_SIGNALS];
    for ( int i = 0; i < 100; ++i )
    {
        ssSim_Step( sim );
        ssSim_Step( untouched );
        ssSim_Signals( sim, a );
        ssSim_Signals( untouched, b );
        ASSERT_MEM_EQ( b, a, (size_t)sphere()->model.signalCount * sizeof *a );
    }
    ASSERT_EQ( ss_ok, ssSim_Reset( sim ).code );
    ASSERT( ssSim_Param( sim, radius ) == 0.8 && ssSim_PendingParam( sim, radius ) == 0.8 );
    ssDestroySim( sim );
    ssDestroySim( untouched );
    PASS();
}

TEST parametersOfTheStartActAtOnceAtTimeZero( void )
{
    ssSim* sim = makeSim( "fig3a", 1e-3 );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "u0" ), 1.25 ).code );
    ASSERT( ssSim_Param( sim, keyOf( "u0" ) ) == 1.25 );
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    ASSERT( row[ssFindSignal( sphere(), "u" )] == 1.25 );
    // The run is as if it had been created that way.
    ssSimDef def = ssDefaultSimDef( sphere() );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "fig3a" ).code );
    def.h = 1e-3;
    def.values[keyOf( "u0" )] = 1.25;
    ssSim* made = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &made ).code );
    ASSERT( same( sim, made ) );
    ssDestroySim( sim );
    ssDestroySim( made );
    PASS();
}

TEST liveParametersActFromTheNextStep( void )
{
    ssSim* sim = makeSim( "fig3a", 1e-3 );
    stepTimes( sim, 10 );
    double before[SS_MAX_SIGNALS], after[SS_MAX_SIGNALS];
    int u = ssFindSignal( sphere(), "u" ), rt = ssFindSignal( sphere(), "r_t" );
    ssSim_Signals( sim, before );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "mu_r" ), 0.08 ).code );
    ASSERT(
        ssSim_Param( sim, keyOf( "mu_r" ) ) == 0.08 && ssSim_PendingParam( sim, keyOf( "mu_r" ) ) == 0.08 );
    ssSim_Signals( sim, after );
    ASSERT( after[u] == before[u] && after[rt] == before[rt] );
    ssSim_Step( sim );
    ssSim_Signals( sim, after );
    // In pure rolling, r_T = -(5/7) mu_r m g / R doubles with mu_r.
    ASSERT( testNear( after[rt] / before[rt], 2.0, 1e-9 ) );
    ASSERT_EQ( ss_ok, ssSim_Reset( sim ).code );
    ASSERT( ssSim_Param( sim, keyOf( "mu_r" ) ) == 0.08 );
    ssDestroySim( sim );
    PASS();
}

TEST refusedValuesChangeNothing( void )
{
    static const struct
    {
        const char* key;
        double value;
    } bad[] = { { "mu", -0.1 }, { "mu", NAN }, { "mu_r", INFINITY }, { "radius", 0.0 },
        { "incline_deg", 90.0 }, { "theta", 0.4 }, { "law", 2.0 }, { "law", 0.5 }, { "restitution", 1.1 },
        { "density", -INFINITY }, { "tol", 0.0 } };
    for ( int started = 0; started < 2; ++started )
    {
        ssSim* sim = makeSim( "fig3b", 1e-3 );
        stepTimes( sim, 20 * started );
        uint64_t hash = ssSim_Hash( sim );
        for ( int i = 0; i < SS_COUNT( bad ); ++i )
        {
            ssResult result = ssSim_SetParam( sim, keyOf( bad[i].key ), bad[i].value );
            ASSERT_EQm( bad[i].key, ss_errorValue, result.code );
            ASSERT_STR_EQ( bad[i].key, result.field );
            ASSERT( ssSim_Hash( sim ) == hash );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST impossibleCombinationsLeaveTheRunAlone( void )
{
    // Each value is allowed, but together they give a mass that no double holds.
    ssSim* sim = makeSim( "fig3b", 1e-3 );
    uint64_t hash = ssSim_Hash( sim );
    ssResult result = ssSim_SetParam( sim, keyOf( "radius" ), 1e-120 );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( ssSim_Hash( sim ) == hash && ssSim_PendingParam( sim, keyOf( "radius" ) ) == 0.5 );
    result = ssSim_SetParam( sim, keyOf( "radius" ), 1e120 );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( ssSim_Hash( sim ) == hash );
    // This inertia overflows although the mass does not.
    result = ssSim_SetParam( sim, keyOf( "radius" ), 1e80 );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( ssSim_Hash( sim ) == hash );
    // A later change waits, is refused at the reset, and the run stays where it is.
    stepTimes( sim, 5 );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "radius" ), 1e-120 ).code );
    hash = ssSim_Hash( sim );
    ASSERT_EQ( ss_errorValue, ssSim_Reset( sim ).code );
    ASSERT( ssSim_Hash( sim ) == hash );
    ASSERT_EQ( 5, (int)ssSim_StepIndex( sim ) );
    ssDestroySim( sim );
    PASS();
}

// --- time and steps ---

TEST timeIsStepTimesStepSize( void )
{
    static const double steps[] = { 1e-4, 1.0 / 3.0, 0.1, 7e-5 };
    for ( int k = 0; k < SS_COUNT( steps ); ++k )
    {
        ssSim* sim = makeSim( "spin-down", steps[k] );
        for ( int64_t i = 0; i < 3000; ++i )
        {
            ASSERT( ssSim_StepIndex( sim ) == i && ssSim_Time( sim ) == (double)i * steps[k] );
            ssSim_Step( sim );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST stepCountsAreWholeOrRefused( void )
{
    static const struct
    {
        double until, h;
        int64_t steps; // -1: refused
        const char* field;
    } rows[] = {
        { 6.0, 1e-4, 60000, "" },
        { 0.3, 0.1, 3, "" },
        { 1.0, 1.0 / 3.0, 3, "" },
        { 0.0, 0.1, 0, "" },
        { 1e6, 1e-3, 1000000000, "" },
        { 6.0 + 1e-15, 1e-4, 60000, "" },
        { 1.05, 0.1, -1, "until" },
        { 1e-5, 1e-4, -1, "until" },
        { 5e-5, 1e-4, -1, "until" },
        { 1.0, 0.0, -1, "h" },
        { 1.0, -0.1, -1, "h" },
        { 1.0, NAN, -1, "h" },
        { 1.0, INFINITY, -1, "h" },
        { -1.0, 0.1, -1, "until" },
        { NAN, 0.1, -1, "until" },
        { INFINITY, 0.1, -1, "until" },
        { 1e300, 1e-300, -1, "until" },
        { 1.0, 5e-324, -1, "until" },
        // Rounding explains 1e-9, but not 3e-9.
        { 1.0 * ( 1.0 + 3e-9 ), 1.0, -1, "until" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssSimDef def = ssDefaultSimDef( sphere() );
        def.until = rows[i].until;
        def.h = rows[i].h;
        int64_t steps = -7;
        ssResult result = ssSimDef_StepCount( &def, &steps );
        ASSERT_EQ_FMT( rows[i].steps >= 0 ? ss_ok : ss_errorValue, result.code, "%d" );
        ASSERT_STR_EQ( rows[i].field, result.field );
        ASSERT_EQ_FMT( (long)( rows[i].steps >= 0 ? rows[i].steps : -7 ), (long)steps, "%ld" );
    }
    PASS();
}

TEST impossibleDefinitionsAreRefused( void )
{
    ssSimDef def = ssDefaultSimDef( sphere() );
    ssSim* sim = (ssSim*)&def;
    def.h = 0.0;
    ASSERT_EQ( ss_errorValue, ssCreateSim( &def, &sim ).code );
    ASSERT( sim == NULL );
    def.h = NAN;
    ASSERT_STR_EQ( "h", ssCreateSim( &def, &sim ).field );
    def.h = 1e-3;
    def.values[keyOf( "mu" )] = -1.0;
    ASSERT_STR_EQ( "mu", ssCreateSim( &def, &sim ).field );
    ASSERT( sim == NULL );
    ssDestroySim( NULL );
    PASS();
}

TEST anUnknownScenarioIsRefusedByName( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "nosuch" ) );
    ssSim* sim = (ssSim*)&def;
    ssResult result = ssCreateSim( &def, &sim );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "scenario", result.field );
    ASSERTm( result.message, testContains( result.message, "no scenario" ) );
    ASSERT( sim == NULL );
    ASSERT_EQ( ss_errorValue, ssSimDef_Set( &def, "mu", "1" ).code );
    ASSERT_EQ( ss_errorValue, ssSimDef_ApplyPreset( &def, "tiny" ).code );
    PASS();
}

TEST scenariosWithoutARequiredFunctionAreRefusedByName( void )
{
    static const char* const names[] = { "create", "step", "serialize", "apply", "fillSignals", "measure",
        "drawChart" };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        ssScenario broken = *ssFindScenario( "belt" );
        ASSERT( broken.picture.chartCount > 0 && broken.model.measureCount > 0 );
        broken.model.create = i == 0 ? NULL : broken.model.create;
        broken.model.step = i == 1 ? NULL : broken.model.step;
        broken.model.serialize = i == 2 ? NULL : broken.model.serialize;
        broken.model.apply = i == 3 ? NULL : broken.model.apply;
        broken.model.adopt = i == 3 ? NULL : broken.model.adopt;
        broken.model.fillSignals = i == 4 ? NULL : broken.model.fillSignals;
        broken.model.measure = i == 5 ? NULL : broken.model.measure;
        broken.picture.drawChart = i == 6 ? NULL : broken.picture.drawChart;
        ssSimDef def = ssDefaultSimDef( &broken );
        ssSim* sim = (ssSim*)&def;
        ssResult result = ssCreateSim( &def, &sim );
        ASSERT_EQm( names[i], ss_errorValue, result.code );
        ASSERT_STR_EQ( names[i], result.field );
        ASSERTm( result.message, testContains( result.message, names[i] ) );
        ASSERT( sim == NULL );
    }
    // Without pictures a scenario still runs.
    ssScenario unseen = *sphere();
    unseen.picture.draw = NULL;
    ssSimDef def = ssDefaultSimDef( &unseen );
    ssSim* sim = NULL;
    ssDraw draw = { .flags = ss_drawAll };
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ssSim_Draw( sim, &draw );
    stepTimes( sim, 3 );
    ssDestroySim( sim );
    PASS();
}

TEST settingSaysWhatIsWrongAndWhatIsAllowed( void )
{
    ssSimDef def = ssDefaultSimDef( sphere() ), before = def;
    ssResult result = ssSimDef_Set( &def, "mu", "-0.5" );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "mu", result.field );
    ASSERT( testContains( result.message, "mu" ) && testContains( result.message, "-0.5" ) &&
        testContains( result.message, ">= 0" ) );
    result = ssSimDef_Set( &def, "law", "columb" );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( testContains( result.message, "columb" ) && testContains( result.message, "coulomb | relaxed" ) );
    result = ssSimDef_Set( &def, "mo", "0.5" );
    ASSERT_EQ( ss_errorUnknown, result.code );
    ASSERT_STR_EQ( "mo", result.field );
    ASSERTm( result.message, testContains( result.message, "'mu'" ) );
    result = ssSimDef_Set( &def, "incline_dge", "5" );
    ASSERTm( result.message, testContains( result.message, "'incline_deg'" ) );
    result = ssSimDef_Set( &def, "viscosity", "5" );
    ASSERT_EQ( ss_errorUnknown, result.code );
    // Nothing similar exists, so the message lists what there is.
    ASSERTm( result.message, testContains( result.message, "restitution" ) );
    result = ssSimDef_ApplyPreset( &def, "fig3d" );
    ASSERT_EQ( ss_errorUnknown, result.code );
    ASSERTm( result.message, testContains( result.message, "fig3" ) );
    ASSERT_MEM_EQ( &before, &def, sizeof def );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "law", "relaxed" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "mu_r", "0.125" ).code );
    ASSERT( def.values[keyOf( "law" )] == 1.0 && def.values[keyOf( "mu_r" )] == 0.125 );
    char endless[4000];
    memset( endless, 'm', sizeof endless - 1 );
    endless[sizeof endless - 1] = '\0';
    ASSERT_EQ( ss_errorUnknown, ssSimDef_Set( &def, endless, "1" ).code );
    ASSERT_EQ( ss_errorValue, ssSimDef_Set( &def, "mu", endless ).code );
    PASS();
}

SUITE( saving )
{
    RUN_TEST( restoredRunGoesOnBitByBit );
    RUN_TEST( savedWithHandAndWaitingParametersComesBack );
    RUN_TEST( aStateBringsWhatItsRunBeganWith );
    RUN_TEST( aStateComesBackAcrossAResetWithOtherValues );
    RUN_TEST( savingChangesNothing );
    RUN_TEST( damagedBlobsAreRefused );
    RUN_TEST( damageAnywhereIsRefusedInEveryScenario );
    RUN_TEST( truncatedBlobsAreRefused );
    RUN_TEST( soundBlobsOfAnotherLayoutAreRefused );
    RUN_TEST( soundBlobsWithWildNumbersAreRefusedOrObeyed );
    RUN_TEST( aBlobThatContradictsItselfIsRefused );
    RUN_TEST( foreignBlobsAreRefused );
    RUN_TEST( sameSeedSameHash );
    RUN_TEST( everyValueEntersTheHash );
}

SUITE( changing )
{
    RUN_TEST( resetReturnsToTheStart );
    RUN_TEST( parametersOfTheStartWaitForTheReset );
    RUN_TEST( parametersOfTheStartActAtOnceAtTimeZero );
    RUN_TEST( liveParametersActFromTheNextStep );
    RUN_TEST( refusedValuesChangeNothing );
    RUN_TEST( impossibleCombinationsLeaveTheRunAlone );
}

SUITE( defining )
{
    RUN_TEST( timeIsStepTimesStepSize );
    RUN_TEST( stepCountsAreWholeOrRefused );
    RUN_TEST( impossibleDefinitionsAreRefused );
    RUN_TEST( anUnknownScenarioIsRefusedByName );
    RUN_TEST( scenariosWithoutARequiredFunctionAreRefusedByName );
    RUN_TEST( settingSaysWhatIsWrongAndWhatIsAllowed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( saving );
    RUN_SUITE( changing );
    RUN_SUITE( defining );
    return TEST_END();
}
