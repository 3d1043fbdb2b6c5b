// SPDX-License-Identifier: MIT
#include "forms_common.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/problem.h"

// What the commands answer with --json, and the tables that they write, obey the schemas in assets/schemas.

// --------------------------------------------------------------------------------------------------- answers

/// A command's standard output against a schema. `statuses`: those that are fine, as a bit each.
static bool answerObeys( const char* schema, unsigned statuses, const char* command )
{
    testRun run = testShell( "\"$S\" %s", command );
    if ( ( statuses >> run.status & 1u ) == 0 )
    {
        printf( "%s: status %d: %s\n", command, run.status, run.err );
        return false;
    }
    return formsJsonObeys( schema, run.out );
}

TEST answersOfRunListAndDescribeObeyTheirSchemas( void )
{
    ASSERT( answerObeys( "list-report", 1, "list --json" ) );
    ASSERT( answerObeys( "laws-report", 1, "law list --json" ) );
    ASSERT( answerObeys( "law-check-report", 1, "law check woven --json" ) );
    ASSERT( answerObeys( "law-check-report", 1, "law check dahl --json" ) );
    ASSERT( answerObeys(
        "law-check-report", 1, "law check lugre --set v_d=1e6 --set s1=1000 --json || test $? = 1" ) );
    ASSERT( answerObeys( "describe-report", 1, "describe belt --law lugre --json" ) );
    ASSERT( answerObeys( "run-report", 1, "run belt --law lugre --h 0.005 --until 0.01 --json" ) );
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const char* id = ssGetScenario( i )->id;
        char command[256];
        snprintf( command, sizeof( command ), "describe %s --json", id );
        ASSERTm( id, answerObeys( "describe-report", 1, command ) );
        double h = ssGetScenario( i )->model.h;
        snprintf( command, sizeof( command ), "run %s --preset tiny --h %.17g --until %.17g --json", id, h,
            3.0 * h );
        ASSERTm( id, answerObeys( "run-report", 1, command ) );
    }
    PASS();
}

static void writePacking( char* path, size_t capacity, int dimension )
{
    ssPackingDef def = ssRandomPackingDef( 3 );
    ssProblem problem;
    def.dimension = dimension;
    testMust( ssMakePacking( &def, &problem ) );
    char* text = ssFormatProblem( &problem, NULL );
    snprintf( path, capacity, "%s/forms_packing.json", testScratch() );
    testWriteFile( path, text );
    ssRelease( text );
    ssProblem_Destroy( &problem );
}

TEST answersOfSolveObeyTheirSchema( void )
{
    static const char* const options[] = { "", "--solver all", "--solver fixed-point --max-iterations 1" };
    char path[700], command[1024];
    for ( int i = 0; i < SS_COUNT( options ); ++i )
    {
        writePacking( path, sizeof( path ), i == 0 ? 3 : 5 );
        snprintf( command, sizeof( command ), "solve '%s' --json %s", path, options[i] );
        // 1: not converged, but reported nevertheless
        ASSERT( answerObeys( "solve-report", i < 2 ? 1 : 2, command ) );
    }
    PASS();
}

TEST answersOfReproduceAndBenchObeyTheirSchemas( void )
{
    ASSERT( answerObeys( "reproduce-report", 1, "reproduce --json" ) );
    ASSERT( answerObeys( "reproduce-report", 3, "reproduce acary-fig3a --json" ) );
    // test_bench holds all benchmarks against the schema
    ASSERT( answerObeys( "bench-report", 1, "bench cone --quick --json" ) );
    PASS();
}

SUITE( answers )
{
    RUN_TEST( answersOfRunListAndDescribeObeyTheirSchemas );
    RUN_TEST( answersOfSolveObeyTheirSchema );
    RUN_TEST( answersOfReproduceAndBenchObeyTheirSchemas );
}

// ---------------------------------------------------------------------------------------------------- tables

TEST signalsOfEveryScenarioObeyTheSchema( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        testRun run = testShell( "\"$S\" run %s --preset tiny --h %.17g --until %.17g --csv -", scenario->id,
            scenario->model.h, 3.0 * scenario->model.h );
        ASSERT_STATUS( 0, run );
        ASSERTm( scenario->id, formsTableObeys( "run", run.out ) );
        ASSERT_EQ( 5, testLines( run.out ) );
    }
    PASS();
}

TEST sweepsObeyTheSchema( void )
{
    static const char* const sweeps[] = {
        "rolling-sphere --vary mu=0.1,0.2 --vary law=coulomb,relaxed --measure x_max --measure t_stop "
        "--until 0.05",
        "rolling-cylinder --preset tiny --set noise=50 --vary alpha_deg=1,2 --seeds 3 --measure "
        "mean_velocity "
        "--until 1",
        // springs that would swing: no cell has a number
        "rolling-cylinder --vary gamma=1:10000:2 --measure mean_velocity --until 0.125",
    };
    for ( int i = 0; i < SS_COUNT( sweeps ); ++i )
    {
        testRun run = testShell( "\"$S\" sweep %s --csv \"$D/s.csv\" && cat \"$D/s.csv\"", sweeps[i] );
        ASSERT_STATUS( 0, run );
        ASSERTm( sweeps[i], formsTableObeys( "sweep", run.out ) );
        ASSERT_EQ( i == 2, testContains( run.out, "allowed: " ) );
    }
    PASS();
}

TEST reactionsAndTracesObeyTheSchema( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    char path[700];
    for ( int i = 0; i < 3; ++i )
    {
        writePacking( path, sizeof( path ), dimensions[i] );
        testRun run = testShell( "\"$S\" solve '%s' --out \"$D/p.csv\" --solver all --trace \"$D/t.csv\" "
                                 ">/dev/null; cat \"$D/p.csv\"",
            path );
        ASSERT( formsTableObeys( "reactions", run.out ) );
        for ( int wrong = 0; wrong < 2; ++wrong )
        {
            run =
                testShell( "\"$S\" solve '%s' --out \"$D/p.csv\" >/dev/null; %s \"$D/p.csv\" >\"$D/q.csv\"; "
                           "\"$S\" solve '%s' --judge \"$D/q.csv\" --json",
                    path, wrong ? "sed '2s/,/,1/'" : "cat", path );
            ASSERT_EQ( wrong, run.status );
            ASSERT( formsJsonObeys( "judge-report", run.out ) );
        }
        run = testShell(
            "\"$S\" solve '%s' --solver all --trace \"$D/t.csv\" >/dev/null; cat \"$D/t.csv\"", path );
        ASSERT( formsTableObeys( "trace", run.out ) );
    }
    PASS();
}

TEST formulasObeyTheSchema( void )
{
    static const struct
    {
        const char *table, *input, *command;
    } cases[] = {
        { "eval_project", "n,t1,t2\\n1,2,0\\n", "project --set mu=0.5" },
        { "eval_project", "n,t1,t2,r1,r2,s,mu,mu_r,mu_s\\n1,2,0,1,0,3,.5,.1,.1\\n-1,0,0,0,0,0,.5,.1,.1\\n",
            "project" },
        { "eval_pyramid",
            "k,mass,mu,phantom_inertia,fx,fy,fz\\n4,2,0.3,0.1,10,0,-20\\n2,2,0.3,0.1,1,0,-20\\n", "pyramid" },
        { "eval_set", "x,y,remark\\n1,2,hello\\n0,0,\\n", "set --set kind=ellipse --set a=2 --set b=1" },
        { "eval_set", "x,y\\n1,2\\n", "set --set kind=asperity --set mu=1.2 --set beta_deg=36" },
        { "eval_slip_force", "gx,gy\\n0.1,0\\n0,0\\n",
            "slip-force --set law=coulomb --set mu=0.5 --set normal_force=10" },
        { "eval_belt_stability", "phi_deg\\n0\\n50\\n", "belt-stability" },
        { "eval_rolling_resistance", "v\\n0.5\\n1e9\\n", "rolling-resistance" },
        { "eval_equilibria", "alpha_deg\\n1\\n80\\n", "equilibria" },
        { "eval_density", "v\\n0.5\\n", "density --set noise=20 --set drag_b=10" },
        { "eval_potential", "v\\n0.5\\n", "potential" },
        { "eval_passage", "v_from,v_to\\n0.5,0.6\\n", "passage --set noise=50" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = testShell( "printf '%s' | \"$S\" eval %s", cases[i].input, cases[i].command );
        ASSERT_STATUS( 0, run );
        ASSERTm( cases[i].command, formsTableObeys( cases[i].table, run.out ) );
    }
    PASS();
}

TEST measurementsInTheTreeAndWhatIsMadeOfThemObeyTheSchema( void )
{
    static const char* const names[] = { "pvc_on_ground_steel", "steel_on_ground_steel",
        "steel_on_sandblasted_steel" };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        char path[1024];
        snprintf( path, sizeof( path ), SLIPSTICK_ROOT "/assets/measurements/%s_synthetic.csv", names[i] );
        char* text = testReadFile( path, NULL );
        ASSERTm( path, formsTableObeys( "forces", text ) );
        free( text );
        testRun run = testShell( "\"$S\" eval tribometer --in '%s'", path );
        ASSERT_STATUS( 0, run );
        ASSERTm( path, formsTableObeys( "eval_tribometer", run.out ) );
    }
    PASS();
}

TEST contactLogsAndTheirAuditsObeyTheirSchemas( void )
{
    testRun run = testShell(
        "\"$S\" run sphere-pile --preset tiny --until 0.2 --contacts $D/c.csv >/dev/null && cat $D/c.csv" );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERT( formsTableObeys( "contacts", run.out ) );
    run = testShell( "\"$S\" run sphere-pile --preset tiny --contacts $D/c.csv >/dev/null && \"$S\" audit "
                     "$D/c.csv --json" );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERT( formsJsonObeys( "audit-report", run.out ) );
    PASS();
}

TEST bodiesObeyTheSchemaAndTheSignals( void )
{
    testRun run = testShell(
        "\"$S\" run bowling --until 0.2 --every 0.1 --bodies $D/b.csv > /dev/null && cat $D/b.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( formsTableObeys( "bodies", run.out ) );
    ASSERT_EQ_FMT( 1 + 3 * 11, testLines( run.out ), "%d" ); // a ball and ten pins at three times
    // x of the last row is the signal at the end
    run = testShell( "\"$S\" run rolling-sphere --until 1 --every 0.5 --bodies $D/b.csv --csv $D/s.csv > "
                     "/dev/null && tail "
                     "-n 1 $D/b.csv | cut -d, -f1,4 && tail -n 1 $D/s.csv | cut -d, -f1,2" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    const char* second = strchr( run.out, '\n' ) + 1;
    ASSERTm( run.out, strncmp( run.out, second, strlen( second ) ) == 0 && strlen( second ) > 10 );
    run = testShell( "\"$S\" run facet-fan --preset tiny --bodies $D/b.csv" );
    ASSERT_EQ( 0, run.status );
    ASSERTm( run.err, testContains( run.err, "facet-fan has no bodies" ) );
    // a pile begins empty, and is no scenario without bodies
    run = testShell(
        "\"$S\" run sphere-pile --preset tiny --bodies $D/pile.csv > /dev/null && wc -l < $D/pile.csv" );
    ASSERT_EQ( 0, run.status );
    ASSERTm( run.err, !testContains( run.err, "has no bodies" ) );
    ASSERTm( run.out, atoi( run.out ) > 1 );
    run = testShell( "\"$S\" run rolling-sphere --preset tiny --bodies $D/b.csv --csv $D/b.csv" );
    ASSERT_EQ( 2, run.status );
    run = testShell( "\"$S\" run rolling-sphere --preset tiny --bodies -" );
    ASSERT_EQ( 2, run.status );
    PASS();
}

TEST changesOfEveryScenarioObeyTheSchema( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        testRun run = testShell( "\"$S\" run %s --preset tiny --changes -", scenario->id );
        ASSERT_STATUS( 0, run );
        ASSERT_EQ( 0, strncmp( run.out, "t,contact,a,b,from,to,held_s,event\n", 35 ) );
        // nothing changes in half of the tiny runs
        ASSERTm( scenario->id, testLines( run.out ) == 1 || formsTableObeys( "changes", run.out ) );
    }
    PASS();
}

TEST wrongTablesAreRefusedBySchema( void )
{
    static const struct
    {
        const char *table, *csv;
    } cases[] = {
        { "run", "x\n1\n" },
        { "run", "t,x\n0,left\n" },
        { "run", "t,x\n,1\n" },
        { "changes", "t,contact,a,b,from,to,held_s,event\n1,0,belt,box 3,stick,slide + roll,1,\n" },
        { "changes", "t,contact,a,b,from,to,held_s,event\n1,0,belt,box 3,stick,slide,0,\n" },
        { "changes", "t,contact,a,b,from,to\n1,0,belt,box 3,stick,slide\n" },
        { "sweep", "mu,x_max\n0.1,1\n" },
        { "reactions", "contact,p_n,p_t1,p_t2\n0,1,2,3\n" },
        { "reactions", "contact,p_n,p_t1,u_n,u_t1,u_t2,mode\n0,1,2,0,0,0,stick\n" },
        { "reactions", "contact,p_n,p_t1,p_t2,p_r1,u_n,u_t1,u_t2,mode\n0,1,2,3,4,0,0,0,stick\n" },
        { "reactions", "contact,p_n,p_t1,p_t2,u_n,u_t1,u_t2,mode,remark\n0,1,2,3,0,0,0,stick,\n" },
        { "reactions", "contact,p_n,p_t1,p_t2,u_n,u_t1,u_t2,mode\n0.5,1,2,3,0,0,0,stick\n" },
        { "reactions", "contact,p_n,p_t1,p_t2,u_n,u_t1,u_t2,mode\n0,1,2,3,0,0,0,glide\n" },
        { "trace", "solver,iteration,residual,objective,step,at_work\nnsgs,0,1,1,1,nsgs\n" },
        { "forces", "phi_deg,lambda_t\n0,1\n" },
        { "forces", "phi_deg,lambda_t,lambda_r\n0,1,inf\n" },
        { "polar", "theta_deg,r\n0,-1\n" },
        { "flow", "phi_deg,fx\n0,1\n" },
        { "eval_slip_force", "gx,gy,fx,fy,set_valued\n0,0,,,maybe\n" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char part[64], why[512];
        snprintf( part, sizeof( part ), "#/$defs/%s", cases[i].table );
        cJSON* rows = formsTable( cases[i].csv );
        ASSERTm( cases[i].csv, rows != NULL && rows->child != NULL );
        ASSERTm(
            cases[i].csv, !jsonSchema_Validate( formsSchema( "tables" ), part, rows, why, sizeof( why ) ) );
        cJSON_Delete( rows );
    }
    PASS();
}

SUITE( tables )
{
    RUN_TEST( signalsOfEveryScenarioObeyTheSchema );
    RUN_TEST( contactLogsAndTheirAuditsObeyTheirSchemas );
    RUN_TEST( bodiesObeyTheSchemaAndTheSignals );
    RUN_TEST( changesOfEveryScenarioObeyTheSchema );
    RUN_TEST( sweepsObeyTheSchema );
    RUN_TEST( reactionsAndTracesObeyTheSchema );
    RUN_TEST( formulasObeyTheSchema );
    RUN_TEST( measurementsInTheTreeAndWhatIsMadeOfThemObeyTheSchema );
    RUN_TEST( wrongTablesAreRefusedBySchema );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( answers );
    RUN_SUITE( tables );
    return TEST_END();
}
