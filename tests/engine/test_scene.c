// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "test_main.h"

#include "scene_common.h"

#include <cjson/cJSON.h>
#include <locale.h>
#include <sys/mman.h>

// Scenes come from other people: what is right is read to the bit, and what is wrong is refused by its key.

TEST writtenScenesReadBackEqual( void )
{
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 300 ); k < n; ++k )
    {
        ssScene scene = richScene( &rng, k % 8 ), back;
        scene.camera.set = k % 3 != 0;
        scene.camera = scene.camera.set ? scene.camera : ( ssSceneCamera ){ 0 };
        char* text = ssFormatScene( &scene );
        ASSERT( text != NULL );
        ssResult result = parse( text, &back );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERTm( text, equalScenes( &scene, &back ) );
        char* again = ssFormatScene( &back );
        ASSERT_STR_EQ( text, again );
        ssRelease( text );
        ssRelease( again );
        ssScene_Destroy( &scene );
        ssScene_Destroy( &back );
    }
    PASS();
}

TEST seedsKeepAll64Bits( void )
{
    static const uint64_t seeds[] = { 0, 1, 9007199254740991u, 9007199254740992u, 9007199254740993u,
        0x8000000000000001u, 0xffffffffffffffffu };
    for ( int i = 0; i < SS_COUNT( seeds ); ++i )
    {
        ssScene scene = { .def = ssDefaultSimDef( sphere() ), .viewFlags = ss_drawAll }, back;
        scene.def.seed = seeds[i];
        char* text = ssFormatScene( &scene );
        ASSERT_EQ( ss_ok, parse( text, &back ).code );
        ASSERT( back.def.seed == seeds[i] );
        ssRelease( text );
        ssScene_Destroy( &back );
    }
    ssScene small;
    ASSERT_EQ( ss_ok,
        parse( "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\",\"seed\":7}",
            &small )
            .code );
    ASSERT( small.def.seed == 7 );
    PASS();
}

TEST keysMissingFromAFileKeepTheirDefaults( void )
{
    ssScene scene;
    ASSERT_EQ( ss_ok,
        parse( "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\","
               "\"params\":{\"mu\":0.75}, \"view\":{\"labels\":false}}",
            &scene )
            .code );
    ssSimDef expected = ssDefaultSimDef( sphere() );
    expected.values[keyOf( "mu" )] = 0.75;
    ASSERT_MEM_EQ( expected.values, scene.def.values, sizeof expected.values );
    ASSERT(
        scene.def.h == expected.h && scene.def.until == expected.until && scene.def.seed == expected.seed );
    ASSERT_EQ_FMT( (unsigned)( ss_drawDefault & ~ss_drawLabels ), (unsigned)scene.viewFlags, "%x" );
    ASSERT( !scene.camera.set && scene.editCount == 0 );
    PASS();
}

// --- edits ---

TEST replayedEditsGiveTheSameRunToTheBit( void )
{
    testRng rng = { 2 };
    for ( int k = 0, n = testCount( 20 ); k < n; ++k )
    {
        ssScene plan = richScene( &rng, 12 ), replayed;
        // The run as it happens, with edits made by hand.
        ssSim* live = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &plan.def, &live ).code );
        for ( int i = 0, next = 0; i < 1000; ++i )
        {
            for ( ; next < plan.editCount && plan.edits[next].step == i; ++next )
            {
                const ssEdit* edit = plan.edits + next;
                if ( edit->param >= 0 )
                {
                    ASSERT_EQ( ss_ok, ssSim_SetParam( live, edit->param, edit->value ).code );
                }
                else { ssSim_Drag( live, &edit->drag ); }
            }
            ssSim_Step( live );
        }
        // The run from the file.
        char* text = ssFormatScene( &plan );
        ASSERT_EQ( ss_ok, parse( text, &replayed ).code );
        ssRelease( text );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &replayed.def, &sim ).code );
        int next = 0;
        for ( int i = 0; i < 1000; ++i )
        {
            ASSERT_EQ( ss_ok, ssScene_ApplyEdits( &replayed, sim, &next ).code );
            ssSim_Step( sim );
        }
        ASSERT_EQ_FMT( plan.editCount, next, "%d" );
        ASSERT( ssSim_Hash( live ) == ssSim_Hash( sim ) );
        ssDestroySim( live );
        ssDestroySim( sim );
        ssScene_Destroy( &plan );
        ssScene_Destroy( &replayed );
    }
    PASS();
}

TEST editsChangeTheRun( void )
{
    // This keeps the test above from passing by doing nothing.
    testRng rng = { 3 };
    ssScene scene = richScene( &rng, 12 );
    ssSim *with = NULL, *without = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &with ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &without ).code );
    for ( int i = 0, next = 0; i < 1000; ++i )
    {
        ASSERT_EQ( ss_ok, ssScene_ApplyEdits( &scene, with, &next ).code );
        ssSim_Step( with );
        ssSim_Step( without );
    }
    ASSERT( ssSim_Hash( with ) != ssSim_Hash( without ) );
    ssDestroySim( with );
    ssDestroySim( without );
    ssScene_Destroy( &scene );
    PASS();
}

// --- refusals ---

TEST brokenKeysAreNamed( void )
{
    static const struct
    {
        const char *text, *field;
    } rows[] = {
        // These are not scenes.
        { "{}", "format" },
        { "{\"format\":\"slipstick-problem\",\"version\":1}", "format" },
        { "{\"format\":1,\"version\":1}", "format" },
        { "{\"format\":\"slipstick-scene\"}", "version" },
        { "{\"format\":\"slipstick-scene\",\"version\":2,\"scenario\":\"rolling-sphere\"}", "version" },
        { "{\"format\":\"slipstick-scene\",\"version\":\"1\",\"scenario\":\"rolling-sphere\"}", "version" },
        { "{\"format\":\"slipstick-scene\",\"version\":1}", "scenario" },
        { "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"nothing\"}", "scenario" },
        { "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":7}", "scenario" },
        { "[]", "scene" },
        { "7", "scene" },
        { "\"text\"", "scene" },
        { "null", "scene" },
        // These keys are unknown or given twice.
        { HEAD ",\"hh\":1}", "hh" },
        { HEAD ",\"params\":{\"mo\":1}}", "mo" },
        { HEAD ",\"view\":{\"cone\":true}}", "cone" },
        { HEAD ",\"camera\":{\"roll\":1,\"target\":[0,0,0]}}", "roll" },
        { HEAD ",\"edits\":[{\"step\":1,\"at\":2,\"key\":\"mu\",\"value\":1}]}", "at" },
        { HEAD ",\"h\":1e-3,\"h\":1e-3}", "h" },
        { HEAD ",\"version\":1}", "version" },
        { HEAD ",\"params\":{\"mu\":1,\"mu_r\":0,\"mu\":1}}", "mu" },
        { HEAD ",\"edits\":[{\"step\":1,\"step\":2,\"key\":\"mu\",\"value\":1}]}", "step" },
        // These values are of the wrong kind.
        { HEAD ",\"h\":\"1e-3\"}", "h" },
        { HEAD ",\"h\":null}", "h" },
        { HEAD ",\"h\":[1]}", "h" },
        { HEAD ",\"until\":true}", "until" },
        { HEAD ",\"until\":{}}", "until" },
        { HEAD ",\"params\":[]}", "params" },
        { HEAD ",\"params\":1}", "params" },
        { HEAD ",\"params\":null}", "params" },
        { HEAD ",\"params\":{\"mu\":true}}", "mu" },
        { HEAD ",\"params\":{\"mu\":null}}", "mu" },
        { HEAD ",\"params\":{\"mu\":[1]}}", "mu" },
        { HEAD ",\"params\":{\"mu\":\"rough\"}}", "mu" },
        { HEAD ",\"params\":{\"law\":0}}", "law" },
        { HEAD ",\"params\":{\"law\":\"stick\"}}", "law" },
        { HEAD ",\"seed\":-1}", "seed" },
        { HEAD ",\"seed\":1.5}", "seed" },
        { HEAD ",\"seed\":\"-1\"}", "seed" },
        { HEAD ",\"seed\":\"\"}", "seed" },
        { HEAD ",\"seed\":\"12x\"}", "seed" },
        { HEAD ",\"seed\":\" 12\"}", "seed" },
        { HEAD ",\"seed\":\"0x10\"}", "seed" },
        { HEAD ",\"seed\":null}", "seed" },
        { HEAD ",\"seed\":1e300}", "seed" },
        { HEAD ",\"seed\":\"18446744073709551616\"}", "seed" },
        { HEAD ",\"seed\":\"99999999999999999999999\"}", "seed" },
        { HEAD ",\"camera\":1}", "camera" },
        { HEAD ",\"camera\":{\"yaw_deg\":\"a\",\"target\":[0,0,0]}}", "yaw_deg" },
        { HEAD ",\"camera\":{\"pitch_deg\":[],\"target\":[0,0,0]}}", "pitch_deg" },
        { HEAD ",\"camera\":{\"distance\":false,\"target\":[0,0,0]}}", "distance" },
        { HEAD ",\"camera\":{\"target\":[0,0]}}", "target" },
        { HEAD ",\"camera\":{\"target\":[0,0,\"1\"]}}", "target" },
        { HEAD ",\"camera\":{\"target\":[0,0,0,0]}}", "target" },
        { HEAD ",\"camera\":{\"target\":{}}}", "target" },
        { HEAD ",\"view\":[]}", "view" },
        { HEAD ",\"view\":{\"cones\":1}}", "cones" },
        { HEAD ",\"edits\":{}}", "edits" },
        { HEAD ",\"edits\":[1]}", "edits" },
        { HEAD ",\"edits\":[null]}", "edits" },
        { HEAD ",\"edits\":[{\"step\":\"1\",\"key\":\"mu\",\"value\":1}]}", "step" },
        { HEAD ",\"edits\":[{\"key\":\"mu\",\"value\":1}]}", "step" },
        { HEAD ",\"edits\":[{\"step\":1}]}", "key" },
        { HEAD ",\"edits\":[{\"step\":1,\"key\":2,\"value\":1}]}", "key" },
        { HEAD ",\"edits\":[{\"step\":1,\"key\":\"mo\",\"value\":1}]}", "key" },
        { HEAD ",\"edits\":[{\"step\":1,\"key\":\"mu\"}]}", "value" },
        { HEAD ",\"edits\":[{\"step\":1,\"key\":\"mu\",\"value\":[]}]}", "mu" },
        { HEAD ",\"edits\":[{\"step\":1,\"drag\":true}]}", "drag" },
        { HEAD ",\"edits\":[{\"step\":1,\"drag\":1}]}", "drag" },
        { HEAD ",\"edits\":[{\"step\":1,\"drag\":[1,2]}]}", "drag" },
        { HEAD ",\"edits\":[{\"step\":1,\"drag\":false,\"key\":\"mu\",\"value\":1}]}", "drag" },
        // These values are out of range.
        { HEAD ",\"h\":0}", "h" },
        { HEAD ",\"h\":-1e-3}", "h" },
        { HEAD ",\"h\":1e999}", "h" },
        { HEAD ",\"until\":-1}", "until" },
        { HEAD ",\"until\":1e999}", "until" },
        { HEAD ",\"h\":0.4,\"until\":1}", "until" },
        { HEAD ",\"params\":{\"mu\":-0.1}}", "mu" },
        { HEAD ",\"params\":{\"mu\":1e999}}", "mu" },
        { HEAD ",\"params\":{\"radius\":0}}", "radius" },
        { HEAD ",\"params\":{\"incline_deg\":-90}}", "incline_deg" },
        { HEAD ",\"params\":{\"mu\":\"nan\"}}", "mu" },
        { HEAD ",\"camera\":{\"distance\":0,\"target\":[0,0,0]}}", "distance" },
        { HEAD ",\"camera\":{\"yaw_deg\":1e999,\"target\":[0,0,0]}}", "yaw_deg" },
        { HEAD ",\"camera\":{\"target\":[0,0,1e999]}}", "target" },
        { HEAD ",\"edits\":[{\"step\":-1,\"key\":\"mu\",\"value\":1}]}", "step" },
        { HEAD ",\"edits\":[{\"step\":0.5,\"key\":\"mu\",\"value\":1}]}", "step" },
        { HEAD ",\"edits\":[{\"step\":1e300,\"key\":\"mu\",\"value\":1}]}", "step" },
        { HEAD ",\"edits\":[{\"step\":1,\"key\":\"mu\",\"value\":-1}]}", "mu" },
        { HEAD ",\"edits\":[{\"step\":1,\"drag\":[1,2,1e999]}]}", "drag" },
        // Steps must not decrease.
        { HEAD
            ",\"edits\":[{\"step\":2,\"key\":\"mu\",\"value\":1},{\"step\":1,\"key\":\"mu\",\"value\":1}]}",
            "step" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i ) { CHECK_CALL( refused( rows[i].text, rows[i].field ) ); }
    ssScene good;
    ASSERT_EQ( ss_ok, parse( HEAD "}", &good ).code );
    PASS();
}

TEST everyParameterRefusesEveryWrongKind( void )
{
    static const char* const wrong[] = { "true", "false", "null", "[]", "{}", "\"\"", "\"x y\"", "[0.1]",
        "1e999", "-1e999" };
    for ( int p = 0; p < sphere()->model.paramCount; ++p )
    {
        for ( int k = 0; k < SS_COUNT( wrong ); ++k )
        {
            char text[256];
            snprintf(
                text, sizeof text, HEAD ",\"params\":{\"%s\":%s}}", sphere()->model.params[p].key, wrong[k] );
            CHECK_CALL( refused( text, sphere()->model.params[p].key ) );
            snprintf( text, sizeof text, HEAD ",\"edits\":[{\"step\":0,\"key\":\"%s\",\"value\":%s}]}",
                sphere()->model.params[p].key, wrong[k] );
            CHECK_CALL( refused( text, sphere()->model.params[p].key ) );
        }
    }
    PASS();
}

TEST brokenJsonIsRefusedWithItsPlace( void )
{
    static const char* const texts[] = { "", " ", "\n\n", "{", "}", "nonsense", HEAD, HEAD ",}", HEAD "} x",
        HEAD "}{}", HEAD "},", HEAD ",\"h\":NaN}", HEAD ",\"h\":Infinity}", HEAD ",\"h\":-Infinity}",
        HEAD ",\"h\":0x10}", HEAD ",\"h\":1e}", HEAD ",\"params\":{\"mu\":nan}}", HEAD ",'h':1}",
        HEAD ",h:1}", HEAD ",\"h\" 1}", HEAD ",\"h\":1e-3 // step\n}", HEAD ",\"h\":1,5}",
        "\xff\xfe" HEAD "}", "\x80", HEAD ",\"\\ud800\":1}" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssScene scene;
        ssResult result = parse( texts[i], &scene );
        ASSERT_EQm( texts[i], ss_errorFormat, result.code );
        ASSERTm( result.message,
            testContains( result.message, "line " ) && testContains( result.message, "column " ) );
    }
    ssScene scene;
    ssResult result = parse( HEAD ",\n\"h\": ?}", &scene );
    ASSERTm( result.message, testContains( result.message, "line 2" ) );
    PASS();
}

TEST bytesAfterTheEndAreRefused( void )
{
    // Only white space may follow, and a zero byte is not white space.
    static const char zero[] = HEAD "}\0", hidden[] = HEAD "}\0{}", spaces[] = HEAD "} \r\n\t";
    ssScene scene;
    ASSERT( ssParseScene( zero, sizeof zero - 1, &scene ).code != ss_ok );
    ASSERT( ssParseScene( hidden, sizeof hidden - 1, &scene ).code != ss_ok );
    ASSERT_EQ( ss_ok, ssParseScene( spaces, sizeof spaces - 1, &scene ).code );
    PASS();
}

TEST strangeBytesAreRefused( void )
{
    // Wherever text may stand it must be a known name, so no broken UTF-8 gets in.
    static const char* const texts[] = { HEAD ",\"\xff\":1}", HEAD ",\"params\":{\"m\xc3\":1}}",
        HEAD ",\"params\":{\"law\":\"coulomb\xff\"}}", HEAD ",\"seed\":\"1\xa0\"}",
        "{\"format\":\"slipstick-scene\xff\",\"version\":1}",
        HEAD ",\"edits\":[{\"step\":1,\"key\":\"mu\x80\",\"value\":1}]}",
        "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\xe2\x82\"}" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssScene scene;
        ASSERTm( texts[i], parse( texts[i], &scene ).code != ss_ok );
    }
    PASS();
}

TEST namesWithHiddenZerosAreRefused( void )
{
    static const char* const texts[] = { HEAD ",\"params\":{\"mu\\u0000\":1}}",
        "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\\u0000x\"}",
        HEAD ",\"params\":{\"law\":\"coulomb\\u0000\"}}", HEAD ",\"seed\":\"12\\u00003\"}" };
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        ssScene scene;
        ASSERTm( texts[i], parse( texts[i], &scene ).code != ss_ok );
    }
    PASS();
}

TEST deepNestingIsRefused( void )
{
    static const int depths[] = { 100, 1001, 100000 };
    for ( int k = 0; k < SS_COUNT( depths ); ++k )
    {
        for ( int closed = 0; closed < 2; ++closed )
        {
            size_t depth = (size_t)depths[k], length = depth * ( 1 + (size_t)closed );
            char* text = malloc( length );
            memset( text, '[', depth );
            memset( text + depth, ']', length - depth );
            ssScene scene;
            ASSERT( ssParseScene( text, length, &scene ).code != ss_ok );
            free( text );
        }
    }
    PASS();
}

TEST truncatedScenesAreRefusedWithoutReadingOn( void )
{
    testRng rng = { 4 };
    ssScene scene = richScene( &rng, 6 );
    char* text = ssFormatScene( &scene );
    size_t whole = (size_t)( strrchr( text, '}' ) - text ) + 1;
    // Each piece ends where the memory ends: reading a single byte beyond it is a fault.
    size_t page = (size_t)sysconf( _SC_PAGESIZE ), room = ( whole / page + 1 ) * page;
    char* memory = mmap( NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0 );
    ASSERT( memory != MAP_FAILED );
    ASSERT_EQ( 0, mprotect( memory + room, page, PROT_NONE ) );
    for ( size_t length = 0; length <= whole; ++length )
    {
        char* piece = memory + room - length;
        memcpy( piece, text, length );
        ssScene back;
        ssResult result = ssParseScene( piece, length, &back );
        ASSERT_EQ( length == whole, result.code == ss_ok );
        if ( result.code == ss_ok ) { ssScene_Destroy( &back ); }
        else { ASSERT( testContains( result.message, "line " ) ); }
    }
    munmap( memory, room + page );
    ssRelease( text );
    ssScene_Destroy( &scene );
    PASS();
}

TEST mutatedScenesNeverCrash( void )
{
    testRng rng = { 5 };
    static const char alphabet[] = "{}[]\",:0123456789eE+-.truefalsn \\u\n";
    int accepted = 0;
    for ( int k = 0, n = testCount( 10000 ); k < n; ++k )
    {
        ssScene scene = richScene( &rng, (int)( testRandom( &rng ) % 4 ) );
        char* original = ssFormatScene( &scene );
        ssScene_Destroy( &scene );
        size_t length = strlen( original );
        char* text = malloc( length + 64 );
        memcpy( text, original, length );
        ssRelease( original );
        for ( int i = (int)( testRandom( &rng ) % 4 ); i >= 0; --i )
        {
            size_t at = (size_t)( testRandom( &rng ) % length ),
                   span = 1 + (size_t)( testRandom( &rng ) % 12 );
            span = at + span <= length ? span : length - at;
            switch ( testRandom( &rng ) % 4 )
            {
                case 0: text[at] = (char)( testRandom( &rng ) & 0xff ); break;
                case 1: text[at] = alphabet[testRandom( &rng ) % ( sizeof alphabet - 1 )]; break;
                case 2:
                    memmove( text + at, text + at + span, length - at - span );
                    length -= span;
                    break;
                default:
                    memmove( text + at + span, text + at, length - at );
                    length += span;
                    break;
            }
        }
        ssScene back;
        ssResult result = ssParseScene( text, length, &back );
        if ( result.code == ss_ok )
        {
            // Whatever is accepted is a scene, so it can be written and read again.
            ++accepted;
            char* again = ssFormatScene( &back );
            ssScene twice;
            ASSERT_EQ( ss_ok, parse( again, &twice ).code );
            ASSERT( equalScenes( &back, &twice ) );
            ssRelease( again );
            ssScene_Destroy( &twice );
            ssScene_Destroy( &back );
        }
        else { ASSERT( result.message[0] != '\0' ); }
        free( text );
    }
    ASSERT( accepted > testCount( 10000 ) / 100 );
    PASS();
}

// --- memory and locale ---

static int s_live, s_count, s_failAt;

static void* failingAllocate( void* context, size_t size )
{
    (void)context;
    if ( s_count++ == s_failAt ) { return NULL; }
    ++s_live;
    return calloc( 1, size );
}

static void countingFree( void* context, void* memory )
{
    (void)context;
    --s_live;
    free( memory );
}

TEST missingMemoryIsReportedAtEveryAllocation( void )
{
    testRng rng = { 6 };
    ssScene scene = richScene( &rng, 5 );
    char* text = ssFormatScene( &scene );
    ssInstallAllocator( failingAllocate, countingFree, NULL );
    bool succeeded = false;
    for ( s_failAt = 0; !succeeded && s_failAt < 1000; ++s_failAt )
    {
        s_count = s_live = 0;
        ssScene back;
        ssResult result = parse( text, &back );
        succeeded = result.code == ss_ok;
        if ( succeeded ) { ssScene_Destroy( &back ); }
        else { ASSERT_EQ_FMT( (int)ss_errorMemory, (int)result.code, "%d" ); }
        ASSERT_EQ_FMT( 0, s_live, "%d" );
    }
    ASSERT( succeeded && s_failAt > 1 );
    s_count = s_live = s_failAt = 0;
    ASSERT( ssFormatScene( &scene ) == NULL );
    ASSERT_EQ_FMT( 0, s_live, "%d" );
    ssInstallAllocator( NULL, NULL, NULL );
    ssRelease( text );
    ssScene_Destroy( &scene );
    PASS();
}

static int s_jsonCount, s_jsonFailAt;

static void* failingJsonAllocate( size_t size )
{
    return s_jsonCount++ == s_jsonFailAt ? NULL : malloc( size );
}

TEST missingMemoryIsNotTakenForBrokenJson( void )
{
    testRng rng = { 8 };
    ssScene scene = richScene( &rng, 5 );
    char* text = ssFormatScene( &scene );
    cJSON_InitHooks( &( cJSON_Hooks ){ failingJsonAllocate, free } );
    bool succeeded = false;
    for ( s_jsonFailAt = 0; !succeeded && s_jsonFailAt < 10000; ++s_jsonFailAt )
    {
        s_jsonCount = 0;
        ssScene back;
        ssResult result = parse( text, &back );
        succeeded = result.code == ss_ok;
        if ( succeeded ) { ssScene_Destroy( &back ); }
        else
        {
            ASSERT_EQ_FMTm( result.message, (int)ss_errorMemory, (int)result.code, "%d" );
            ASSERTm( result.message, testContains( result.message, "out of memory" ) );
        }
    }
    cJSON_InitHooks( NULL );
    ASSERT( succeeded && s_jsonFailAt > 10 );
    ssRelease( text );
    ssScene_Destroy( &scene );
    // What cJSON refuses although it follows the grammar is still not taken for missing memory.
    static const char* const refused[] = { "{\"a\": \"\\ud800\"}", "{\"a\": \"\\udc00\"}",
        "{\"a\": 1.0000000000000000000000000000000000000000000000000000000000000000000000e0}", "[1, 2",
        "{\"a\" 1}", "[tru]" };
    for ( int i = 0; i < SS_COUNT( refused ); ++i )
    {
        ssScene back;
        ASSERT_EQ_FMTm( refused[i], (int)ss_errorFormat, (int)parse( refused[i], &back ).code, "%d" );
    }
    PASS();
}

TEST scenesDoNotDependOnTheLocale( void )
{
    testRun made = testShell( "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8", testScratch() );
    setenv( "LOCPATH", testScratch(), 1 );
    bool comma = made.status == 0 && setlocale( LC_ALL, "de_DE.UTF-8" ) != NULL;
    unsetenv( "LOCPATH" );
    if ( !comma && setlocale( LC_ALL, "de_DE.UTF-8" ) == NULL )
    {
        SKIPm( "this machine has no locale with a decimal comma" );
    }
    testRng rng = { 7 };
    ssScene scene = richScene( &rng, 12 ), back;
    char* text = ssFormatScene( &scene );
    ssResult result = parse( text, &back );
    setlocale( LC_ALL, "C" );
    char* plain = ssFormatScene( &scene );
    ASSERT_STR_EQ( plain, text );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( equalScenes( &scene, &back ) );
    ssRelease( plain );
    ssRelease( text );
    ssScene_Destroy( &scene );
    ssScene_Destroy( &back );
    PASS();
}

SUITE( reading )
{
    RUN_TEST( writtenScenesReadBackEqual );
    RUN_TEST( seedsKeepAll64Bits );
    RUN_TEST( keysMissingFromAFileKeepTheirDefaults );
    RUN_TEST( replayedEditsGiveTheSameRunToTheBit );
    RUN_TEST( editsChangeTheRun );
}

SUITE( refusing )
{
    RUN_TEST( brokenKeysAreNamed );
    RUN_TEST( everyParameterRefusesEveryWrongKind );
    RUN_TEST( brokenJsonIsRefusedWithItsPlace );
    RUN_TEST( bytesAfterTheEndAreRefused );
    RUN_TEST( strangeBytesAreRefused );
    RUN_TEST( namesWithHiddenZerosAreRefused );
    RUN_TEST( deepNestingIsRefused );
    RUN_TEST( truncatedScenesAreRefusedWithoutReadingOn );
    RUN_TEST( mutatedScenesNeverCrash );
    RUN_TEST( missingMemoryIsReportedAtEveryAllocation );
    RUN_TEST( missingMemoryIsNotTakenForBrokenJson );
    RUN_TEST( scenesDoNotDependOnTheLocale );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( reading );
    RUN_SUITE( refusing );
    return TEST_END();
}
