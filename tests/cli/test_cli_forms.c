// SPDX-License-Identifier: MIT
#include "forms_common.h"

#include "slipstick/lab/scene.h"

// Problem files and scenes, as the program writes them, obey the schemas in assets/schemas, and what the
// program refuses, the schemas refuse. The validator that says so is tested here too.

// ----------------------------------------------------------------------------------------------- the schemas

TEST everySchemaInTheFolderIsSound( void )
{
    DIR* folder = opendir( FORMS_SCHEMAS );
    int count = 0;
    ASSERT( folder != NULL );
    for ( struct dirent* entry; ( entry = readdir( folder ) ) != NULL; )
    {
        char name[256];
        snprintf( name, sizeof( name ), "%s", entry->d_name );
        char* ending = strstr( name, ".schema.json" );
        if ( ending != NULL )
        {
            *ending = 0;
            ASSERTm( name, formsSchema( name ) != NULL );
            ++count;
        }
    }
    closedir( folder );
    ASSERT_EQ( 14, count );
    PASS();
}

TEST aSchemaWithAnUnknownKeywordIsRefused( void )
{
    static const struct
    {
        const char *schema, *says;
    } cases[] = {
        { "{\"type\": \"object\", \"requierd\": []}", "requierd: unknown keyword" },
        { "{\"properties\": {\"a\": {\"items\": {\"multipleOf\": 2}}}}", "multipleOf: unknown keyword" },
        { "{\"$defs\": {\"idle\": {\"not\": {}}}}", "not: unknown keyword" },
        { "{\"oneOf\": [true, {\"if\": {}}]}", "if: unknown keyword" },
        { "{\"type\": \"float\"}", "type:" },
        { "{\"type\": [\"number\", \"float\"]}", "type" },
        { "{\"required\": \"a\"}", "required:" },
        { "{\"minItems\": -1}", "minItems:" },
        { "{\"minimum\": \"1\"}", "minimum:" },
        { "{\"properties\": {\"a\": 3}}", "a schema is an object" },
        { "{\"$ref\": \"#/$defs/nowhere\"}", "leads nowhere" },
        { "{\"$ref\": \"other.json\"}", "leads nowhere" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char why[512];
        cJSON* schema = cJSON_Parse( cases[i].schema );
        ASSERTm( cases[i].schema, schema != NULL );
        ASSERTm( cases[i].schema, !jsonSchema_Check( schema, why, sizeof( why ) ) );
        ASSERTm( why, testContains( why, cases[i].says ) );
        cJSON_Delete( schema );
    }
    PASS();
}

TEST everyKeywordAcceptsAndRefuses( void )
{
    static const struct
    {
        const char *schema, *good, *bad;
    } cases[] = {
        { "{\"type\": \"object\"}", "{}", "[]" },
        { "{\"type\": \"array\"}", "[]", "{}" },
        { "{\"type\": \"string\"}", "\"\"", "1" },
        { "{\"type\": \"number\"}", "1.5", "\"1.5\"" },
        { "{\"type\": \"integer\"}", "2.0", "2.5" },
        { "{\"type\": \"boolean\"}", "false", "0" },
        { "{\"type\": \"null\"}", "null", "0" },
        { "{\"type\": [\"number\", \"null\"]}", "null", "\"\"" },
        { "{\"enum\": [3, 5, \"x\"]}", "\"x\"", "4" },
        { "{\"const\": false}", "false", "true" },
        { "{\"properties\": {\"a\": {\"type\": \"number\"}}}", "{\"a\": 1, \"b\": \"\"}", "{\"a\": \"\"}" },
        { "{\"properties\": {\"a\": false}}", "{\"b\": 1}", "{\"a\": 1}" },
        { "{\"required\": [\"a\", \"b\"]}", "{\"a\": 1, \"b\": 1}", "{\"a\": 1}" },
        { "{\"properties\": {\"a\": true}, \"additionalProperties\": false}", "{\"a\": 1}", "{\"A\": 1}" },
        { "{\"additionalProperties\": {\"type\": \"number\"}}", "{\"a\": 1}", "{\"a\": null}" },
        { "{\"items\": {\"minimum\": 0}}", "[0, 1]", "[1, -1]" },
        { "{\"prefixItems\": [{\"type\": \"string\"}], \"items\": {\"type\": \"number\"}}", "[\"a\", 1, 2]",
            "[\"a\", \"b\"]" },
        { "{\"prefixItems\": [{\"type\": \"string\"}]}", "[\"a\", 1]", "[1]" },
        { "{\"minItems\": 1, \"maxItems\": 2}", "[1, 2]", "[]" },
        { "{\"maxItems\": 2}", "[1, 2]", "[1, 2, 3]" },
        { "{\"minimum\": 1, \"maximum\": 2}", "1", "0.9" },
        { "{\"maximum\": 2}", "2", "2.1" },
        { "{\"exclusiveMinimum\": 0}", "0.1", "0" },
        { "{\"exclusiveMaximum\": 0}", "-0.1", "0" },
        { "{\"minLength\": 1}", "\"a\"", "\"\"" },
        { "{\"maxLength\": 2}", "\"ab\"", "\"abc\"" },
        { "{\"pattern\": \"^[0-9a-f]{4}$\"}", "\"00ff\"", "\"00fg\"" },
        { "{\"anyOf\": [{\"minimum\": 3}, {\"maximum\": 1}]}", "1", "2" },
        { "{\"oneOf\": [{\"minimum\": 1}, {\"maximum\": 2}]}", "0", "1" },
        { "{\"oneOf\": [{\"minimum\": 2}, {\"maximum\": 1}]}", "2", "1.5" },
        { "{\"$ref\": \"#/$defs/a\", \"maximum\": 2, \"$defs\": {\"a\": {\"minimum\": 1}}}", "1", "0" },
        { "{\"$ref\": \"#/$defs/a\", \"maximum\": 2, \"$defs\": {\"a\": {\"minimum\": 1}}}", "2", "3" },
        { "{\"properties\": {\"a\": {\"$ref\": \"#\"}}, \"required\": [\"b\"]}",
            "{\"b\": 1, \"a\": {\"b\": 1}}", "{\"b\": 1, \"a\": {}}" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char why[512] = "";
        cJSON *schema = cJSON_Parse( cases[i].schema ), *good = cJSON_Parse( cases[i].good ),
              *bad = cJSON_Parse( cases[i].bad );
        ASSERTm( cases[i].schema, schema != NULL && good != NULL && bad != NULL );
        ASSERTm( cases[i].schema, jsonSchema_Check( schema, why, sizeof( why ) ) );
        ASSERTm( cases[i].schema, jsonSchema_Validate( schema, NULL, good, why, sizeof( why ) ) );
        ASSERTm( cases[i].schema, !jsonSchema_Validate( schema, NULL, bad, why, sizeof( why ) ) );
        ASSERTm( cases[i].schema, why[0] != 0 );
        cJSON_Delete( schema );
        cJSON_Delete( good );
        cJSON_Delete( bad );
    }
    PASS();
}

SUITE( schemas )
{
    RUN_TEST( everySchemaInTheFolderIsSound );
    RUN_TEST( aSchemaWithAnUnknownKeywordIsRefused );
    RUN_TEST( everyKeywordAcceptsAndRefuses );
}

// -------------------------------------------------------------------------------------------------- problems

static bool writtenProblemObeys( const ssProblem* problem )
{
    char* text = ssFormatProblem( problem, NULL );
    bool obeys = formsJsonObeys( "problem", text );
    ssRelease( text );
    return obeys;
}

/// Some steps of a preset, then its contact problem; says whether there was one.
static bool freezeAndCompare( ssSimDef* def, bool* obeys )
{
    ssSim* sim = NULL;
    ssProblem problem;
    if ( ssCreateSim( def, &sim ).code != ss_ok ) { return false; }
    bool frozen = false;
    for ( int i = 0; i < 600 && !frozen; ++i ) // a tossed body falls for 250 steps
    {
        ssSim_Step( sim );
        frozen = i % 20 == 19 && ssSim_Freeze( sim, &problem ).code == ss_ok;
    }
    *obeys = frozen && writtenProblemObeys( &problem );
    if ( frozen ) { ssProblem_Destroy( &problem ); }
    ssDestroySim( sim );
    return frozen;
}

/// Of every scenario that has one, with every law it offers.
TEST frozenProblemsObeyTheSchema( void )
{
    int frozen = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        ssSimDef* def = malloc( sizeof( ssSimDef ) );
        *def = ssDefaultSimDef( scenario );
        testMust( ssSimDef_ApplyPreset( def, "tiny" ) );
        int law = ssFindParam( scenario->model.params, scenario->model.paramCount, "law" );
        int choices = law >= 0 && scenario->model.params[law].kind == ss_paramChoice
            ? scenario->model.params[law].choiceCount
            : 1;
        for ( int k = 0; k < choices && scenario->model.freeze != NULL; ++k )
        {
            bool obeys = true;
            if ( law >= 0 ) { def->values[law] = k; }
            frozen += freezeAndCompare( def, &obeys );
            ASSERTm( scenario->id, obeys );
        }
        free( def );
    }
    ASSERT( frozen >= 10 );
    PASS();
}

TEST packingsAndTheirBlocksObeyTheSchema( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    for ( int i = 0; i < 6; ++i )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)i );
        ssProblem problem, assembled;
        def.dimension = dimensions[i % 3];
        def.law = i < 3 ? ss_contactFormSaxce : ss_contactFormRelaxed;
        ASSERT_EQ( ss_ok, ssMakePacking( &def, &problem ).code );
        ASSERT_EQ( ss_ok, ssProblem_MakeExplicit( &problem, &assembled ).code );
        ASSERT( writtenProblemObeys( &problem ) );
        ASSERT( writtenProblemObeys( &assembled ) );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &assembled );
    }
    PASS();
}

// A contact problem with one contact, whose law is left to be said.
#define PROBLEM_BEFORE                                                                                    \
    "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 6, \"bodies\": [{\"mass\": 1, "   \
    "\"inertia\": [1, 1, 1], \"position\": [0, 0, 1]}], \"contacts\": [{\"b\": 0, \"point\": [0, 0, 0], " \
    "\"normal\": [0, 0, 1], "
#define PROBLEM_AFTER "}], \"free_velocity\": [1, 0.5, -1, 0, 0, 2]}"

/// Reads what a user may write of a law, and writes it again: both obey, and the program reads its own.
TEST everyLawObeysTheSchemaReadAndWritten( void )
{
    static const char* const laws[] = {
        "\"mu\": 0.4, \"mu_r\": 0.01, \"mu_s\": 0.02",
        "\"law\": \"coulomb\", \"mu\": 0.4, \"relaxed\": true",
        "\"law\": \"coulomb\", \"mu\": 0.4, \"k\": 3",
        "\"law\": \"relaxed\", \"mu\": 0.4",
        "\"law\": \"relaxed\", \"mu\": 0.4, \"k\": 4, \"facet_deg\": 5",
        "\"law\": \"ellipsoidal\", \"mu\": 0.4, \"mu_r\": 0.1, \"mu_s\": 0.1, \"relaxed\": true",
        "\"law\": \"polyhedral\", \"mu\": 0.4, \"k\": 4, \"facet_deg\": 10",
        "\"law\": \"inscribed\", \"mu\": 0.4, \"k\": 64, \"relaxed\": true",
        "\"c\": {\"kind\": \"circle\"}",
        "\"c\": {\"kind\": \"circle\"}, \"d\": {\"kind\": \"rectangle\"}",
        "\"law\": \"associated\", \"c\": {\"kind\": \"superellipse\", \"a\": 0.5, \"b\": 0.3, \"s\": 3}",
        "\"law\": \"associated-ellipse\", \"c\": {\"kind\": \"stadium\", \"l\": 0.3, \"b\": 0.2, \"e\": 0.1}",
        "\"law\": \"collinear\", \"c_force\": 2, \"law_scale\": 0.5, \"c\": {\"kind\": \"polygon\", "
        "\"vertices\": [[0.4, 0], [0.1, 0.1], [0, 0.4], [-0.4, 0], [0, -0.4]]}",
        "\"law\": \"extended\", \"c\": {\"kind\": \"ellipse\", \"rotation_deg\": 30, \"offset_x\": 0.1}, "
        "\"d\": {\"kind\": \"circle\", \"scale\": 0.5}",
        "\"law\": \"transformed\", \"c\": {\"kind\": \"superellipse\"}, \"d\": {\"kind\": \"superellipse\", "
        "\"a\": 1, \"b\": 2}",
        "\"law\": \"asperity\", \"c\": {\"kind\": \"asperity\", \"mu\": 0.3, \"beta_deg\": 30}",
        "\"law\": \"asperity\", \"c\": {\"kind\": \"asperity\", \"mu\": 0.3, \"beta_deg\": 30, "
        "\"beta2_deg\": 20}",
        "\"law\": \"tabulated\", \"tensor\": [0.4, 0.05, -0.05, 0.3], \"c_force\": 3",
        "\"law\": \"tabulated\", \"tensor\": [0.4, 0, 0, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
        "0]",
        "\"law\": \"tabulated\", \"flow\": [[0, 3, 0], [45, 2.1, 0.7], [90, 0, 1], [135, -2.1, 0.7], "
        "[180, -3, 0], [225, -2.1, -0.7], [270, 0, -1], [315, 2.1, -0.7]]",
        "\"law\": \"contensou\", \"mu\": 0.4, \"patch_radius\": 0.02, \"pressure\": \"hertz\"",
        "\"law\": \"contensou\", \"mu\": 0.4",
        "\"law\": \"regularised\", \"mu\": 0.4",
        "\"law\": \"regularised\", \"mu\": 0.4, \"v_eps\": 0.01, \"length\": 0.1, \"regularisation\": "
        "\"tanh\", \"law_dimension\": 6, \"law_scale\": 0",
    };
    for ( int i = 0; i < SS_COUNT( laws ); ++i )
    {
        char text[2048];
        ssProblem problem, again;
        snprintf( text, sizeof( text ), "%s%s%s", PROBLEM_BEFORE, laws[i], PROBLEM_AFTER );
        ASSERTm( laws[i], formsJsonObeys( "problem", text ) );
        ssResult result = ssReadProblem( text, strlen( text ), &problem );
        ASSERTm( result.message, result.code == ss_ok );
        size_t length = 0;
        char* written = ssFormatProblem( &problem, &length );
        ASSERTm( laws[i], formsJsonObeys( "problem", written ) );
        result = ssReadProblem( written, length, &again );
        ASSERTm( result.message, result.code == ss_ok );
        ssRelease( written );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &again );
    }
    PASS();
}

/// `text` with `from` replaced by `to`.
static const char* changed( const char* text, const char* from, const char* to )
{
    static char result[8192];
    const char* at = strstr( text, from );
    if ( at == NULL )
    {
        printf( "no %s\n", from );
        exit( 1 );
    }
    snprintf( result, sizeof( result ), "%.*s%s%s", (int)( at - text ), text, to, at + strlen( from ) );
    return result;
}

typedef struct Break
{
    const char *from, *to;
} Break;

/// The schema without its word on stdout: it is expected to refuse.
static bool schemaRefuses( const char* name, const char* text )
{
    char why[512];
    cJSON* document = cJSON_Parse( text );
    bool refuses =
        document != NULL && !jsonSchema_Validate( formsSchema( name ), NULL, document, why, sizeof( why ) );
    cJSON_Delete( document );
    return refuses;
}

TEST brokenProblemsAreRefusedBySchemaAndProgramAlike( void )
{
    static const char whole[] = PROBLEM_BEFORE "\"mu\": 0.3" PROBLEM_AFTER;
    static const Break breaks[] = {
        { "\"slipstick-problem\"", "\"slipstick-scene\"" },
        { "\"version\": 1", "\"version\": 2" },
        { "\"version\": 1, ", "" },
        { "\"dimension\": 6", "\"dimension\": 4" },
        { "\"dimension\": 6, ", "" },
        { "\"dimension\": 6", "\"dimension\": 6, \"law\": \"gouda\"" },
        { "\"dimension\": 6", "\"dimension\": 6, \"remark\": \"\"" },
        { "\"mass\": 1", "\"mass\": -1" },
        { "\"mass\": 1, ", "" },
        { "[1, 1, 1]", "[1, 1]" },
        { "[1, 1, 1]", "[1, 0, 1]" },
        { ", \"position\": [0, 0, 1]", "" },
        { "\"point\": [0, 0, 0], ", "" },
        { "\"normal\": [0, 0, 1]", "\"normal\": \"up\"" },
        { "\"b\": 0", "\"b\": 0.5" },
        { "\"b\": 0", "\"b\": -2" },
        { "\"mu\": 0.3", "\"mu\": -0.3" },
        { "\"mu\": 0.3", "\"mu\": \"0.3\"" },
        { "\"mu\": 0.3", "\"nu\": 0.3" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"law\": \"tristate\"" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"law\": \"gouda\"" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"k\": 1" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"law\": \"polyhedral\"" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"k\": 8, \"law\": \"ellipsoidal\"" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"v_eps\": 0.1" },
        { "\"mu\": 0.3", "\"mu\": 0.3, \"relaxed\": 1" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"v_eps\": 0" },
        { "\"mu\": 0.3", "\"law\": \"regularised\", \"regularisation\": \"sinh\"" },
        { "\"mu\": 0.3", "\"d\": {\"kind\": \"circle\"}" },
        { "\"mu\": 0.3", "\"law\": \"collinear\"" },
        { "\"mu\": 0.3",
            "\"law\": \"collinear\", \"c\": {\"kind\": \"circle\"}, \"d\": {\"kind\": \"circle\"}" },
        { "\"mu\": 0.3", "\"c\": {\"kind\": \"polar\"}" },
        { "\"mu\": 0.3", "\"c\": {\"kind\": \"polygon\"}" },
        { "\"mu\": 0.3", "\"c\": {\"kind\": \"circle\", \"radius\": 1}" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\"" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"tensor\": [1, 0, 0]" },
        { "\"mu\": 0.3", "\"law\": \"tabulated\", \"flow\": [[0, 1, 0]]" },
        { "\"mu\": 0.3", "\"law\": \"contensou\", \"pressure\": \"high\"" },
        { "\"free_velocity\"", "\"w\": {\"blocks\": []}, \"free_velocity\"" },
        { "\"free_velocity\"", "\"bilateral\": [{\"b\": 0, \"jacobian_b\": [1]}], \"free_velocity\"" },
        { "\"free_velocity\"",
            "\"bilateral\": [{\"b\": 0, \"jacobian_b\": [1, 0, 0, 0, 0, 0], \"lo\": 0}], \"free_velocity\"" },
        { "\"free_velocity\"", "\"compliance\": [-1, 0, 0, 0, 0, 0], \"free_velocity\"" },
    };
    ssProblem problem;
    ASSERT( formsJsonObeys( "problem", whole ) );
    ASSERT_EQ( ss_ok, ssReadProblem( whole, strlen( whole ), &problem ).code );
    ssProblem_Destroy( &problem );
    for ( int i = 0; i < SS_COUNT( breaks ); ++i )
    {
        const char* text = changed( whole, breaks[i].from, breaks[i].to );
        ASSERTm( text, ssReadProblem( text, strlen( text ), &problem ).code != ss_ok );
        ASSERTm( text, schemaRefuses( "problem", text ) );
    }
    PASS();
}

SUITE( problems )
{
    RUN_TEST( frozenProblemsObeyTheSchema );
    RUN_TEST( packingsAndTheirBlocksObeyTheSchema );
    RUN_TEST( everyLawObeysTheSchemaReadAndWritten );
    RUN_TEST( brokenProblemsAreRefusedBySchemaAndProgramAlike );
}

// ---------------------------------------------------------------------------------------------------- scenes

static bool writtenSceneObeys( const ssScene* scene )
{
    ssScene again;
    char* text = ssFormatScene( scene );
    bool obeys = formsJsonObeys( "scene", text );
    bool read = ssParseScene( text, strlen( text ), &again ).code == ss_ok;
    if ( read ) { ssScene_Destroy( &again ); }
    ssRelease( text );
    return obeys && read;
}

TEST scenesOfEveryScenarioAndPresetObeyTheSchema( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = -1; k < scenario->presetCount; ++k )
        {
            ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawDefault };
            if ( k >= 0 )
            {
                ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &scene.def, scenario->presets[k].name ).code );
            }
            ASSERTm( scenario->id, writtenSceneObeys( &scene ) );
        }
    }
    PASS();
}

/// One edit of every parameter, a hand that pulls and lets go, a camera, a seed beyond a double.
TEST scenesWithEditsObeyTheSchema( void )
{
    static char text[] = "1;0;\"quoted\";\\";
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        ssEdit edits[SS_MAX_PARAMS + 2] = { 0 };
        ssScene scene = { .def = ssDefaultSimDef( scenario ),
            .camera = { true, 30.0, -15.0, 1e-3, { 1.0, -2.0, 0.5 } },
            .viewFlags = ss_drawAll,
            .edits = edits };
        scene.def.seed = UINT64_MAX;
        for ( int k = 0; k < scenario->model.paramCount; ++k )
        {
            const ssParam* param = &scenario->model.params[k];
            edits[scene.editCount++] = ( ssEdit ){ .step = k,
                .param = k,
                .value = param->kind == ss_paramText ? 0.0 : param->max,
                .text = param->kind == ss_paramText ? text : NULL };
        }
        edits[scene.editCount++] = ( ssEdit ){
            .step = 1000, .param = -1, .drag = { .active = true, .target = { 0.1, 1e-9, -3e5 } }
        };
        edits[scene.editCount++] = ( ssEdit ){ .step = INT64_C( 1 ) << 53, .param = -1 };
        ssScene run = scene; // the same as a pin, beside a twin
        ASSERT_EQ( ss_ok, ssScene_AddPin( &scene, &run, 12, "before" ).code );
        ASSERT_EQ( ss_ok, ssScene_AddPin( &scene, &run, 0, "" ).code );
        scene.twin.on = true;
        ASSERTm( scenario->id, writtenSceneObeys( &scene ) );
        scene.edits = NULL; // they are not the scene's own
        scene.editCount = 0;
        ssScene_Destroy( &scene );
    }
    PASS();
}

TEST scenesWithTypedLawsObeyTheSchema( void )
{
    static char law[] = "law \"Disc\"\nparam mu = 0.3 in 0 .. 1\nC = disc(mu)", none[] = "";
    static double values[SS_LAW_MAX_PARAMS] = { 0.25 };
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        ssScene scene = { .def = ssDefaultSimDef( ssGetScenario( i ) ) };
        if ( !scene.def.scenario->model.takesLaw ) { continue; }
        int row = ssGetScenario( i )->model.paramCount; // the default may have a law of its own
        ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &scene.def, ssFindShippedLaw( "lugre" )->text, NULL ).code );
        ssEdit edits[] = { { .step = 1, .param = row + 3, .value = 1e4 },
            { .step = 2, .param = SS_EDIT_LAW, .text = law, .values = values },
            { .step = 3, .param = row, .value = 0.5 }, { .step = 4, .param = SS_EDIT_LAW, .text = none } };
        scene.edits = edits;
        scene.editCount = 4;
        ASSERTm( ssGetScenario( i )->id, writtenSceneObeys( &scene ) );
    }
    PASS();
}

TEST whatTheWindowSavesObeysTheSchemas( void )
{
    static const char script[] =
        "key Space\nwait 5\nset mu 0.37\nwait 5\nkey Ctrl+S\nwait 2\nkey F3\nwait 2\nclick solvers.freeze\n"
        "wait 2\nclick solvers.save\nwait 2\n";
    char path[700];
    snprintf( path, sizeof( path ), "%s/script", testScratch() );
    testWriteFile( path, script );
    testRun run = testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --preset fig3b --paused --script '%s' "
                             "&& cp *-problem.json .. "
                             "&& cat rolling-sphere.json",
        path );
    if ( run.status == 3 ) { SKIPm( "built without a window" ); }
    ASSERT_STATUS( 0, run );
    ASSERT( formsJsonObeys( "scene", run.out ) );
    ASSERT( testContains( run.out, "\"camera\"" ) && testContains( run.out, "\"key\": \"mu\"" ) );
    snprintf( path, sizeof( path ), "%s/slipstick-rolling-sphere-problem.json", testScratch() );
    char* problem = testReadFile( path, NULL );
    ASSERT( formsJsonObeys( "problem", problem ) );
    free( problem );
    PASS();
}

TEST brokenScenesAreRefusedBySchemaAndProgramAlike( void )
{
    static const char whole[] =
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\", \"h\": 0.001, "
        "\"until\": 0.5, \"seed\": 7, \"params\": {\"mu\": 0.2, \"law\": \"coulomb\"}, \"camera\": "
        "{\"distance\": 3, \"target\": [0, 0, 1]}, \"view\": {\"cones\": false}, \"edits\": [{\"step\": 3, "
        "\"key\": \"mu\", \"value\": \"0.3\"}, {\"step\": 4, \"drag\": [0, 0, 1]}, {\"step\": 5, \"drag\": "
        "false}], \"twin\": {\"mu\": 0.4}, \"pins\": [{\"name\": \"ice\", \"steps\": 12, \"hidden\": true, "
        "\"params\": {\"mu\": 0.1}}]}";
    static const Break breaks[] = {
        { "slipstick-scene", "slipstick-problem" },
        { "\"version\": 1", "\"version\": 2" },
        { "\"version\": 1, ", "" },
        { "\"scenario\": \"rolling-sphere\", ", "" },
        { "\"rolling-sphere\"", "3" },
        { "\"h\": 0.001", "\"h\": -0.001" },
        { "\"h\": 0.001", "\"h\": \"0.001\"" },
        { "\"h\": 0.001", "\"step\": 0.001" },
        { "\"seed\": 7", "\"seed\": -7" },
        { "\"seed\": 7", "\"seed\": 0.5" },
        { "\"seed\": 7", "\"seed\": \"seven\"" },
        { "\"mu\": 0.2", "\"mu\": true" },
        { "\"mu\": 0.2", "\"mu\": [0.2]" },
        { "\"distance\": 3", "\"distance\": 0" },
        { "\"distance\": 3", "\"zoom\": 3" },
        { "[0, 0, 1]}, \"view\"", "[0, 1]}, \"view\"" },
        { "{\"cones\": false}", "{\"cones\": 0}" },
        { "{\"cones\": false}", "{\"cone\": false}" },
        { "\"step\": 3", "\"step\": -3" },
        { "\"step\": 3", "\"step\": 3.5" },
        { "\"step\": 3, ", "" },
        { ", \"value\": \"0.3\"", "" },
        { ", \"value\": \"0.3\"", ", \"value\": \"0.3\", \"drag\": false" },
        { "\"drag\": false", "\"drag\": true" },
        { "\"drag\": false", "\"drop\": false" },
        { "{\"mu\": 0.4}", "[]" },
        { "{\"mu\": 0.4}", "{\"mu\": true}" },
        { "[{\"name\"", "[{}, {}, {}, {}, {\"name\"" },
        { "\"name\": \"ice\"", "\"name\": 1" },
        { "\"name\": \"ice\"", "\"camera\": {}" },
        { "\"steps\": 12", "\"steps\": -12" },
        { "\"steps\": 12", "\"steps\": 1.5" },
        { "\"hidden\": true", "\"hidden\": 1" },
        { "\"mu\": 0.1}", "\"mu\": true}" },
    };
    ssScene scene;
    ASSERT( formsJsonObeys( "scene", whole ) );
    ASSERT_EQ( ss_ok, ssParseScene( whole, strlen( whole ), &scene ).code );
    ssScene_Destroy( &scene );
    for ( int i = 0; i < SS_COUNT( breaks ); ++i )
    {
        const char* text = changed( whole, breaks[i].from, breaks[i].to );
        ASSERTm( text, ssParseScene( text, strlen( text ), &scene ).code != ss_ok );
        ASSERTm( text, schemaRefuses( "scene", text ) );
    }
    PASS();
}

SUITE( scenes )
{
    RUN_TEST( scenesOfEveryScenarioAndPresetObeyTheSchema );
    RUN_TEST( scenesWithEditsObeyTheSchema );
    RUN_TEST( scenesWithTypedLawsObeyTheSchema );
    RUN_TEST( whatTheWindowSavesObeysTheSchemas );
    RUN_TEST( brokenScenesAreRefusedBySchemaAndProgramAlike );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( schemas );
    RUN_SUITE( problems );
    RUN_SUITE( scenes );
    return TEST_END();
}
