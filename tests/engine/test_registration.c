// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/advanced/set_params.h"
#include "slipstick/lab/lab.h"

#include "plugin_scenario.c"

// What a program adds to the tables of the library, and what it may not add. The tests stand in the order of
// a program: it registers, then it simulates.

static ssResult addNothing( void ) { return ssOk(); }

#define ASSERT_REFUSED( call, words )                                         \
    do {                                                                      \
        ssResult refusal = call;                                              \
        ASSERTm( words, refusal.code != ss_ok );                              \
        ASSERTm( refusal.message, strstr( refusal.message, words ) != NULL ); \
    } while ( 0 )

// ------------------------------------------------------------------------------------------------- scenarios

TEST whatAScenarioLacksIsNamed( void )
{
    static const ssParam outside[] = { ROW( "mu", "μ", "friction", "", "Friction.", 1.0, 3.0 ) };
    static const ssParam negative[] = { ROW( "mu", "μ", "friction", "", "Friction.", 1.0, -1.0 ) };
    static const ssParam twice[] = { ROW( "mu", "μ", "a", "", "A.", 1.0, 0.3 ),
        ROW( "mu", "μ", "b", "", "B.", 1.0, 0.3 ) };
    static const ssParam odd[] = { ROW( "mü", "μ", "a", "", "A.", 1.0, 0.3 ) };
    static const ssPlot hole[] = { { .id = "p", .title = "p", .unit = "", .signals = { "nowhere" } } };
    static const ssPresetValue unknown[] = { { "no", 1.0 } };
    static const ssPreset wrong[] = { { .name = "tiny", .label = "t", .values = unknown, .valueCount = 1 } };
    ssScenario s = turntable;
    ASSERT_REFUSED( ssRegisterScenario( NULL ), "without a name" );
#define WITH( member, value, words ) \
    s = turntable;                   \
    s.member = value;                \
    ASSERT_REFUSED( ssRegisterScenario( &s ), words )
    WITH( id, NULL, "without a name" );
    WITH( id, "Turn Table", "lower-case letters" );
    WITH( id, "rolling-sphere", "already" );
    WITH( title, NULL, "`title` is missing" );
    WITH( source, "", "`source` is missing" );
    WITH( model.h, 0.0, "h = 0 s" );
    WITH( model.until, 0.00025, "multiple of h" );
    WITH( model.stateSize, 0, "stateSize" );
    WITH( model.create, NULL, "`create`" );
    WITH( model.step, NULL, "`step`" );
    WITH( model.serialize, NULL, "`serialize`" );
    WITH( model.fillSignals, NULL, "`fillSignals`" );
    WITH( model.measure, NULL, "`measure`" );
    WITH( model.params, NULL, "without a table" );
    WITH( model.paramCount, -1, "parameters" );
    WITH( presetCount, 0, "tiny" );
    WITH( opening, "no-such", "no preset" );
    s = turntable, s.model.params = outside, s.model.paramCount = 1;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "its default is 3" );
    s = turntable, s.model.params = negative, s.model.paramCount = 1;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "mu = -1 is out of range" );
    s = turntable, s.model.params = twice, s.model.paramCount = 2;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "two parameters have the key mu" );
    s = turntable, s.model.params = odd, s.model.paramCount = 1;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "letters, digits" );
    s = turntable, s.picture.plots = hole, s.picture.plotCount = 1;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "'nowhere', which is no signal" );
    s = turntable, s.presets = wrong, s.presetCount = 1;
    ASSERT_REFUSED( ssRegisterScenario( &s ), "'no', which is no parameter" );
    ASSERT( ssFindScenario( "turntable" ) == NULL );
    PASS();
}

TEST aScenarioIsFoundOnceItIsRegistered( void )
{
    int before = ssScenarioCount();
    ASSERT_EQ( ss_ok, ssUsePlugin( ssPluginEntry() ).code );
    ASSERT_EQ( before + 1, ssScenarioCount() );
    ASSERT( ssGetScenario( before ) == &turntable && ssFindScenario( "turntable" ) == &turntable );
    ASSERT_STR_EQ( "turntable", ssScenario_Plugin( &turntable ) );
    ASSERT( ssScenario_Plugin( ssFindScenario( "belt" ) ) == NULL );
    ASSERT( ssPluginCount() == 1 && strcmp( ssPluginName( 0 ), "turntable" ) == 0 );
    ASSERT_REFUSED( ssRegisterScenario( &turntable ), "the plugin 'turntable' has registered" );
    ASSERT_REFUSED( ssUsePlugin( ssPluginEntry() ), "already" );
    PASS();
}

TEST aPluginOfAnotherLibraryIsRefused( void )
{
    ssPlugin other = *ssPluginEntry();
    ASSERT_REFUSED( ssUsePlugin( NULL ), "NULL" );
    other.name = "other";
    other.version =
        SS_PLUGIN_VERSION - 1; // of the time when a scenario was one struct of tables, functions and looks
    ASSERT_REFUSED( ssUsePlugin( &other ), "version 1 of the interface, wanted is version 2" );
    other.version = SS_PLUGIN_VERSION;
    other.layout += 8;
    ASSERT_REFUSED( ssUsePlugin( &other ), "headers" );
    other.layout -= 8;
    other.library = "0.1.0 of another";
    ASSERT_REFUSED( ssUsePlugin( &other ), "library of its own" );
    other.library = ssVersion();
    other.registerAll = NULL;
    ASSERT_REFUSED( ssUsePlugin( &other ), "`registerAll` is missing" );
    other.registerAll = addNothing;
    ASSERT_REFUSED( ssUsePlugin( &other ), "registered nothing" );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ sets

static double lobes( const ssSetDef* def, double theta )
{
    return def->a * ( 1.0 + def->s * ssCos( 4.0 * theta ) );
}

static double jumps( const ssSetDef* def, double theta ) { return theta < 2.0 ? def->a : 1.5 * def->a; }

static double unclosed( const ssSetDef* def, double theta ) { return def->a * ( 1.0 + 0.01 * theta ); }

/// A rectangle of 10 by 0.1 as a radius: slender, steep, and continuous.
static double slender( const ssSetDef* def, double theta )
{
    return ssMin(
        def->a / ( fabs( ssCos( theta ) ) + 1e-300 ), 0.01 * def->a / ( fabs( ssSin( theta ) ) + 1e-300 ) );
}

TEST aSetIsCheckedAllAround( void )
{
    static const ssSetType bad[] = {
        { .name = "hole", .radius = lobes, .members = "a s", .defaults = { .a = 1.0, .s = 1.5 } },
        { .name = "jumps", .radius = jumps, .members = "a" },
        { .name = "open", .radius = unclosed, .members = "a" },
        { .name = "dented",
            .radius = lobes,
            .members = "a s",
            .convex = true,
            .defaults = { .a = 1.0, .s = 0.2 } },
        { .name = "nothing" },
        { .name = "circle", .radius = lobes },
        { .name = "members", .radius = lobes, .members = "a q" },
        { .name = "no name", .radius = lobes },
    };
    static const char* const words[] = { "star-shaped", "jumps at", "does not close", "bends inwards at",
        "`radius` is missing", "already", "'q'", "lower-case" };
    int before = ssSetKindTotal();
    for ( int i = 0; i < SS_COUNT( bad ); ++i ) { ASSERT_REFUSED( ssRegisterSet( &bad[i] ), words[i] ); }
    ASSERT_EQ( before, ssSetKindTotal() );
    PASS();
}

static double norm( const ssSetDef* def, double theta )
{
    double c = ssCos( theta ) / def->a, s = ssSin( theta ) / def->b;
    return 1.0 / sqrt( c * c + s * s );
}

/// The ellipse as a set of one's own answers as the library's does, up to the polygon of 720 corners.
TEST aSetOfOnesOwnIsASetLikeAnyOther( void )
{
    static const ssSetType oval = {
        .name = "oval", .radius = norm, .members = "a b", .convex = true, .defaults = { .a = 3.0, .b = 2.0 }
    };
    static const ssSetType thin = { .name = "thin", .radius = slender, .members = "a", .convex = true };
    ASSERT_EQ( ss_ok, ssRegisterSet( &oval ).code );
    ssResult result = ssRegisterSet( &thin );
    ASSERT_EQm( result.message, ss_ok, result.code );
    int kind = ssFindSetKind( "oval" );
    ASSERT( kind >= (int)ss_setKindCount && strcmp( ssSetKindName( (ssSetKind)kind ), "oval" ) == 0 );
    ASSERT( ssSetKindUses( (ssSetKind)kind, ss_setRowB ) && !ssSetKindUses( (ssSetKind)kind, ss_setRowS ) );
    ssSetDef own = ssDefaultSetDef( (ssSetKind)kind ), usual = ssDefaultSetDef( ss_setEllipse );
    own.a = usual.a = 5.0;
    own.b = usual.b = 2.5;
    own.rotationDeg = usual.rotationDeg = 20.0;
    own.offsetX = usual.offsetX = 0.5;
    ssSet a, b;
    ASSERT_EQ( ss_ok, ssMakeSet( &own, &a ).code );
    ASSERT_EQ( ss_ok, ssMakeSet( &usual, &b ).code );
    for ( int i = 0; i < 60; ++i )
    {
        ssVec2 x = { 7.0 * ssCos( 0.1 * i ), 7.0 * ssSin( 0.1 * i ) };
        ASSERT_IN_RANGE( ssSet_Gauge( &b, x ), ssSet_Gauge( &a, x ), 2e-4 );
        ASSERT_IN_RANGE( ssSet_Support( &b, x, NULL, NULL ), ssSet_Support( &a, x, NULL, NULL ), 2e-3 );
        ASSERT_IN_RANGE( 0.0, ssVec2_Length( ssVec2_Sub( ssSet_Prox( &a, x ), ssSet_Prox( &b, x ) ) ), 5e-2 );
    }
    ASSERT_IN_RANGE( ssSet_Area( &b ), ssSet_Area( &a ), 2e-3 );
    ssSet_Destroy( &a );
    ssSet_Destroy( &b );
    const ssScenario* disk = ssFindScenario( "sliding-disk" );
    const ssParam* row =
        disk->model.params + ssFindParam( disk->model.params, disk->model.paramCount, "c_kind" );
    double value = -1.0;
    ASSERT_EQ( ss_ok, ssParseParam( row, "oval", &value ).code );
    ASSERT_EQ( (double)kind, value );
    ASSERT_REFUSED( ssParseParam( row, "ovall", &value ), "oval" );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ laws

/// Dahl's model with a step that is implicit in the bristle z: z' = (v - |v| z/z_ss) sigma, f = N mu z.
static void bristle( const double* values, double load, ssVec2 gamma, const double* state, double h,
    ssVec2* force, double* derivative, double* next )
{
    (void)derivative;
    double sigma = values[1], over = 1.0 + h * sigma * ssVec2_Length( gamma );
    ssVec2 z = { ( state[0] + h * sigma * gamma.x ) / over, ( state[1] + h * sigma * gamma.y ) / over };
    *force = ssVec2_Scale( load * values[0], z );
    if ( next != NULL )
    {
        next[0] = z.x;
        next[1] = z.y;
    }
}

#define BRISTLE \
    "law \"Bristle\"\nparam mu = 0.4 in 0 .. 2\nparam sigma = 1000 [1/m] in 1 .. 1e5 log\nuse \"bristle\"\n"

TEST aLawAndItsTextBelongTogether( void )
{
    static const ssLawEntry bad[] = {
        { .name = "no-text" },
        { .name = "coulomb", .text = "law \"x\"\nforce = 0.3*N\n" },
        { .name = "typo", .text = "law \"x\"\nforze = 0.3*N\n" },
        { .name = "unused", .text = "law \"x\"\nforce = 0.3*N\n", .force = bristle },
        { .name = "absent", .text = "law \"x\"\nuse \"absent\"\n" },
        { .name = "both", .text = "law \"x\"\nuse \"both\"\nforce = 0.3*N\n", .force = bristle },
        { .name = "states", .text = "law \"x\"\nuse \"states\"\n", .force = bristle, .stateNumbers = 99 },
    };
    static const char* const words[] = { "`text` is missing", "already", "typo:2:1:", "does not say use",
        "absent:2:5:", "both:3:1:", "99 state numbers" };
    int before = ssShippedLawCount();
    for ( int i = 0; i < SS_COUNT( bad ); ++i ) { ASSERT_REFUSED( ssRegisterLaw( &bad[i] ), words[i] ); }
    ASSERT_EQ( before, ssShippedLawCount() );
    PASS();
}

TEST aFunctionIsALawLikeATypedOne( void )
{
    static const ssLawEntry entry = {
        .name = "bristle", .text = BRISTLE, .force = bristle, .stateNumbers = 2, .statePairs = 1
    };
    static const ssLawEntry typed = { .name = "my-coulomb",
        .text = "law \"Mine\"\nparam mu = 0.3 in 0 .. 1\nforce = mu*N\n" };
    ASSERT_EQ( ss_ok, ssRegisterLaw( &entry ).code );
    ASSERT_EQ( ss_ok, ssRegisterLaw( &typed ).code );
    ASSERT( ssFindShippedLaw( "my-coulomb" ) != NULL && ssFindShippedLaw( "bristle" )->plugin == NULL );
    ssLawProgram* program = NULL;
    ASSERT_EQ( ss_ok, ssCompileLaw( BRISTLE, "bristle", &program, NULL ).code );
    ASSERT_STR_EQ( "bristle", ssLawProgram_Info( program )->function );
    ASSERT( ssLawProgram_Info( program )->isFunction && ssLawProgram_Info( program )->stateNumbers == 2 );
    ASSERT( ssLawProgram_Info( program )->paramCount == 2 && ssLawProgram_ExportC( program ) == NULL );
    ssLawDef def = ssTextLawDef( program );
    ssLaw law;
    ASSERT_EQ( ss_ok, ssMakeLaw( &def, &law ).code );
    // After sliding for long, z is the direction of sliding: f = mu N.
    double state[SS_LAW_MAX_STATES];
    ASSERT( ssLaw_SteadyState( &law, 10.0, ssVec2_Make( 0.3, 0.4 ), state ) );
    ssLawSite site = { .state = state, .h = 1e-3 };
    ssLaw there = ssLaw_At( &law, &site );
    ssVec2 force = ssLaw_SlipForce( &there, 10.0, ssVec2_Make( 0.3, 0.4 ) ).force;
    ASSERT_IN_RANGE( 2.4, force.x, 1e-6 );
    ASSERT_IN_RANGE( 3.2, force.y, 1e-6 );
    ssVec2 many[2], gammas[2] = { { 0.3, 0.4 }, { -0.5, 0.0 } };
    double loads[2] = { 10.0, 10.0 };
    ssLaw_SlipForces( &there, 2, loads, gammas, many );
    ASSERT( many[0].x == force.x && many[0].y == force.y );
    ssLaw_Destroy( &law );
    ssLawProgram_Release( program );
    PASS();
}

// --------------------------------------------------------------------------------------------------- solvers

static void lies( ssSolveState* state )
{
    // It goes on for ever with a wrong answer, and only the judge ends that.
    double* y = ssSolveState_Vectors( state, 1 );
    ssSolveState_P( state )[0] = 1e3;
    do {
        ssSolveState_Velocities( state, ssSolveState_P( state ), y );
    } while ( !ssSolveState_Judge( state, ssSolveState_P( state ), y, 0.0 ) );
}

static void quits( ssSolveState* state ) { ssSolveState_P( state )[0] = 1e3; }

TEST aSolverIsJudged( void )
{
    static const ssSolver good = { .name = "liar",
        .label = "lies",
        .source = "tests",
        .honours = ss_lawFlagCoulomb,
        .maxIterations = 7,
        .solve = lies };
    static const ssSolver idle = { .name = "quitter",
        .label = "quits",
        .source = "tests",
        .honours = ss_lawFlagCoulomb,
        .maxIterations = 7,
        .solve = quits };
    ssSolver s = good;
#define SOLVER_WITH( member, value, words ) \
    s = good;                               \
    s.member = value;                       \
    ASSERT_REFUSED( ssRegisterSolver( &s ), words )
    SOLVER_WITH( name, "nsgs", "already" );
    SOLVER_WITH( name, "passes", "already" );
    SOLVER_WITH( name, "sweep", "already" ); // as old files call it
    SOLVER_WITH( name, "all", "already" );
    SOLVER_WITH( label, NULL, "`label`" );
    SOLVER_WITH( solve, NULL, "`solve` is missing" );
    SOLVER_WITH( maxIterations, 0, "maxIterations" );
    SOLVER_WITH( honours, ss_lawFlagAnisotropic, "honours" );
    SOLVER_WITH( honours, 0, "honours" );
    ASSERT_EQ( ss_ok, ssRegisterSolver( &good ).code );
    ASSERT_EQ( ss_ok, ssRegisterSolver( &idle ).code );
    ASSERT( ssFindSolver( "liar" ) == &good );
    static const char text[] = "{\"format\": \"slipstick-problem\", \"version\": 1, \"law\": \"coulomb\", "
                               "\"dimension\": 3, \"bodies\": [{\"mass\": 1, "
                               "\"inertia\": [1, 1, 1], \"position\": [0, 0, 0]}], \"contacts\": [{\"a\": "
                               "-1, \"b\": 0, \"point\": [0, 0, 0], "
                               "\"normal\": [0, 0, 1], \"tangent\": [1, 0, 0], \"mu\": 0.5}], "
                               "\"free_velocity\": [1, 0, -1, 0, 0, 0]}";
    ssProblem problem;
    ASSERT_EQ( ss_ok, ssReadProblem( text, sizeof text - 1, &problem ).code );
    ssSolveOptions options = ssDefaultSolveOptions();
    double p[3] = { 0.0 };
    ssSolveReport report;
    ASSERT_EQ( ss_ok, ssSolve( &good, &problem, &options, p, &report ).code );
    ASSERT( report.status == ss_statusLimit && report.iterations == 7 && report.residual > 1.0 );
    ASSERT_EQ( ss_ok, ssSolve( &idle, &problem, &options, p, &report ).code );
    ASSERT( report.status != ss_statusConverged );
    ssProblem_Destroy( &problem );
    PASS();
}

// --------------------------------------------------------------------------------------------------- plugins

static const ssSolver s_early = { .name = "early",
    .label = "early",
    .source = "tests",
    .honours = ss_lawFlagCoulomb,
    .maxIterations = 7,
    .solve = quits };
static const ssLawEntry s_half = { .name = "half",
    .text = "law \"half\"\nparam mu = 0.4 in 0 .. 2\nforce = mu*N\n" };
static const ssSetType s_halfSet = {
    .name = "half", .radius = lobes, .members = "a s", .defaults = { .a = 1.0, .s = 0.1 }
};
static ssScenario s_halfScenario;

static ssResult addAllAndRefuse( void )
{
    s_halfScenario = turntable;
    s_halfScenario.id = "half";
    ssResult result = ssRegisterLaw( &s_half );
    result = result.code == ss_ok ? ssRegisterSet( &s_halfSet ) : result;
    result = result.code == ss_ok ? ssRegisterSolver( &s_early ) : result;
    result = result.code == ss_ok ? ssRegisterScenario( &s_halfScenario ) : result;
    bool all = ssFindShippedLaw( "half" ) != NULL && ssFindSetKind( "half" ) >= 0 &&
        ssFindSolver( "early" ) == &s_early && ssFindScenario( "half" ) == &s_halfScenario;
    return result.code != ss_ok ? result : ssError( ss_errorValue, NULL, all ? "all were there" : "none" );
}

static const ssSolver s_outer = { .name = "outer-own",
    .label = "outer",
    .source = "tests",
    .honours = ss_lawFlagCoulomb,
    .maxIterations = 7,
    .solve = quits };

static ssResult addAnother( void )
{
    ssPlugin inner = *ssPluginEntry();
    inner.name = "inner";
    inner.registerAll = addAllAndRefuse;
    ssResult result = ssRegisterSolver( &s_outer ), ignored;
    ignored = result.code == ss_ok ? ssUsePlugin( &inner ) : result;
    return ignored.code != ss_ok ? result : ignored;
}

TEST aPluginThatRefusesLeavesNothing( void )
{
    int scenarios = ssScenarioCount(), laws = ssShippedLawCount(), sets = ssSetKindTotal(),
        solvers = ssSolverCount(), plugins = ssPluginCount();
    ssPlugin half = *ssPluginEntry();
    half.name = "half";
    half.registerAll = addAllAndRefuse;
    // Twice: the second time its names must be free again.
    for ( int i = 0; i < 2; ++i )
    {
        ASSERT_REFUSED( ssUsePlugin( &half ), "all were there" );
        ASSERT( ssScenarioCount() == scenarios && ssShippedLawCount() == laws );
        ASSERT( ssSetKindTotal() == sets && ssSolverCount() == solvers && ssPluginCount() == plugins );
        ASSERT( ssFindScenario( "half" ) == NULL && ssFindShippedLaw( "half" ) == NULL );
        ASSERT( ssFindSetKind( "half" ) < 0 && ssFindSolver( "outer-own" ) == NULL );
    }
    // What was registered before it is still there.
    ASSERT( ssFindScenario( "turntable" ) == &turntable && ssFindSolver( "liar" ) != NULL );
    PASS();
}

TEST aRefusedPluginInsideAnotherTakesOnlyItsOwn( void )
{
    int plugins = ssPluginCount();
    static ssPlugin outer;
    outer = *ssPluginEntry();
    outer.name = "outer";
    outer.registerAll = addAnother;
    ASSERT_EQ( ss_ok, ssUsePlugin( &outer ).code );
    ASSERT( ssPluginCount() == plugins + 1 && strcmp( ssPluginName( plugins ), "outer" ) == 0 );
    ASSERT( ssFindSolver( "outer-own" ) == &s_outer && ssFindScenario( "half" ) == NULL );
    ASSERT_STR_EQ( "outer", ssSolver_Plugin( &s_outer ) );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- worlds

static const ssSolver s_late = { .name = "later",
    .label = "later",
    .source = "tests",
    .honours = ss_lawFlagCoulomb,
    .maxIterations = 7,
    .solve = quits };
static unsigned char s_bytes[4096];
static size_t s_size;

static ssWorld* worldWith( const char* solver )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.solver = solver;
    ssWorld* world = NULL;
    ssIgnore( ssCreateWorld( &def, &world ) );
    return world;
}

/// Loads the solvers as plugins would in one order, stores a world
/// that uses the second one, and leaves nothing.
static ssResult storeAndRefuse( void )
{
    ssResult result = ssRegisterSolver( &s_early );
    result = result.code == ss_ok ? ssRegisterSolver( &s_late ) : result;
    ssWorld* world = result.code == ss_ok ? worldWith( "later" ) : NULL;
    if ( world != NULL )
    {
        ssArchive archive = { .mode = ss_archiveWrite, .bytes = s_bytes, .size = sizeof s_bytes };
        ssWorld_Serialize( world, &archive );
        s_size = archive.overrun ? 0 : archive.used;
    }
    ssDestroyWorld( world );
    return ssError( ss_errorValue, NULL, "stored %d", s_size > 0 );
}

/// Reads what storeAndRefuse has stored into a world with the world's own solver.
static ssArchive readStored( ssWorld* world )
{
    ssArchive archive = { .mode = ss_archiveRead, .bytes = s_bytes, .size = s_size };
    ssWorld_Serialize( world, &archive );
    return archive;
}

TEST aRegisteredSolverIsStoredByItsName( void )
{
    ssPlugin other = *ssPluginEntry();
    other.name = "other-order";
    other.registerAll = storeAndRefuse;
    ASSERT_REFUSED( ssUsePlugin( &other ), "stored 1" );
    // Without the solver the state is refused, and the message names it.
    ssWorld* world = worldWith( "passes" );
    ssArchive archive = readStored( world );
    ASSERT( archive.overrun );
    ASSERT_REFUSED( archive.refusal, "\"later\"" );
    ASSERT_STR_EQ( "solver", archive.refusal.field );
    ssDestroyWorld( world );
    // In the other order each keeps its name, not its number.
    ASSERT_EQ( ss_ok, ssRegisterSolver( &s_late ).code );
    ASSERT_EQ( ss_ok, ssRegisterSolver( &s_early ).code );
    world = worldWith( "passes" );
    archive = readStored( world );
    ASSERT( !archive.overrun && archive.used == s_size && archive.refusal.code == ss_ok );
    ASSERT_STR_EQ( "later", ssWorld_Def( world )->solver );
    ssDestroyWorld( world );
    PASS();
}

/// A state of the time when solvers were stored by numbers: that of a
/// registered one is the number that it has now.
TEST theNumberOfASolverIsStillRead( void )
{
    ssWorld *named = worldWith( "early" ), *own = worldWith( "passes" );
    ssArchive archive = { .mode = ss_archiveWrite, .bytes = s_bytes, .size = sizeof s_bytes };
    ssWorld_Serialize( own, &archive );
    s_size = archive.used;
    // Three numbers of gravity, eight more, the law and the rule stand before
    // the solver: it is -1 in the bytes now.
    unsigned char* solver = s_bytes + 13 * 8;
    for ( int i = 0; i < 8; ++i ) { ASSERT_EQ( 0xff, solver[i] ); }
    memset( solver, 0, 8 );
    solver[0] = (unsigned char)( ssSolverCount() - 1 );
    archive = readStored( own );
    ASSERT( !archive.overrun );
    ASSERT_STR_EQ( ssGetSolver( ssSolverCount() - 1 )->name, ssWorld_Def( own )->solver );
    solver[0] = (unsigned char)ssSolverCount();
    archive = readStored( named );
    ASSERT( archive.overrun );
    ssDestroyWorld( named );
    ssDestroyWorld( own );
    PASS();
}

// ----------------------------------------------------------------------------------------------- simulations

TEST aRegisteredScenarioIsSavedAndRestored( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "turntable" ) );
    ssSim *sim = NULL, *again = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 3000; ++i ) { ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status ); }
    ssScene scene = { .def = def };
    char* text = ssFormatScene( &scene );
    ASSERT( text != NULL && strstr( text, "\"plugin\": \"turntable\"" ) != NULL );
    ssScene read;
    ASSERT_EQ( ss_ok, ssParseScene( text, strlen( text ), &read ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &read.def, &again ).code );
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    ASSERT_EQ( ss_ok, ssSim_Restore( again, blob, size ).code );
    ASSERT_EQ( ssSim_Hash( sim ), ssSim_Hash( again ) );
    ssSim_Step( sim );
    ssSim_Step( again );
    ASSERT_EQ( ssSim_Hash( sim ), ssSim_Hash( again ) );
    // It draws itself to nobody, too.
    ssDraw nobody = { .flags = ss_drawAll };
    ssSim_Draw( sim, &nobody );
    free( blob );
    ssRelease( text );
    ssScene_Destroy( &read );
    ssDestroySim( sim );
    ssDestroySim( again );
    PASS();
}

TEST aRegisteredLawDrivesARun( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "stribeck" ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &def, ssFindShippedLaw( "bristle" )->text, "bristle" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "law.mu", "0.5" ).code );
    ssSim *sim = NULL, *again = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &again ).code );
    for ( int i = 0; i < 100; ++i ) { ssSim_Step( sim ); }
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ssSim_Save( sim, blob, size );
    ASSERT_EQ( ss_ok, ssSim_Restore( again, blob, size ).code );
    ASSERT_EQ( ssSim_Step( sim ).status, ssSim_Step( again ).status );
    ASSERT_EQ( ssSim_Hash( sim ), ssSim_Hash( again ) );
    free( blob );
    ssDestroySim( sim );
    ssDestroySim( again );
    PASS();
}

TEST nothingIsRegisteredOnceASimulationExists( void )
{
    static const ssSetType late = { .name = "late", .radius = norm, .members = "a b" };
    static const ssLawEntry law = { .name = "late", .text = "law \"x\"\nforce = 0.3*N\n" };
    static const ssSolver solver = { .name = "late",
        .label = "late",
        .source = "tests",
        .honours = ss_lawFlagCoulomb,
        .maxIterations = 7,
        .solve = quits };
    ssScenario scenario = turntable;
    scenario.id = "late";
    ASSERT_REFUSED( ssRegisterScenario( &scenario ), "too late" );
    ASSERT_REFUSED( ssRegisterSet( &late ), "too late" );
    ASSERT_REFUSED( ssRegisterLaw( &law ), "too late" );
    ASSERT_REFUSED( ssRegisterSolver( &solver ), "too late" );
    ASSERT(
        ssFindScenario( "late" ) == NULL && ssFindSetKind( "late" ) < 0 && ssFindSolver( "late" ) == NULL );
    PASS();
}

SUITE( registration )
{
    RUN_TEST( whatAScenarioLacksIsNamed );
    RUN_TEST( aScenarioIsFoundOnceItIsRegistered );
    RUN_TEST( aPluginOfAnotherLibraryIsRefused );
    RUN_TEST( aSetIsCheckedAllAround );
    RUN_TEST( aSetOfOnesOwnIsASetLikeAnyOther );
    RUN_TEST( aLawAndItsTextBelongTogether );
    RUN_TEST( aFunctionIsALawLikeATypedOne );
    RUN_TEST( aSolverIsJudged );
    RUN_TEST( aPluginThatRefusesLeavesNothing );
    RUN_TEST( aRefusedPluginInsideAnotherTakesOnlyItsOwn );
    RUN_TEST( aRegisteredSolverIsStoredByItsName );
    RUN_TEST( theNumberOfASolverIsStillRead );
    RUN_TEST( aRegisteredScenarioIsSavedAndRestored );
    RUN_TEST( aRegisteredLawDrivesARun );
    RUN_TEST( nothingIsRegisteredOnceASimulationExists );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( registration );
    return TEST_END();
}
