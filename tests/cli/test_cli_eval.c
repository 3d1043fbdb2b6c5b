// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// `slipstick eval`: tables in, tables out, compared with the references in tests/data.

#define REFERENCE_MAX 400

typedef struct Reference
{
    bool generic; // neither on a boundary nor degenerate: its face is unique
    char face[8];
    double mu[3];
    double in[6], out[6]; // N, T1, T2, R1, R2, S
} Reference;

// Tags may contain commas and numbers never do, so the line is read from the right.
static int readReferences( const char* name, int dimension, Reference* references )
{
    char* text = testReadFile( testData( name ), NULL );
    int blocks = dimension == 5 ? 2 : 3, numbers = blocks + 2 * dimension, count = 0;
    char* line = text != NULL ? strchr( text, '\n' ) : NULL;
    while ( line != NULL && line[1] != 0 && count < REFERENCE_MAX )
    {
        char* begin = line + 1;
        line = strchr( begin, '\n' );
        char* at = line != NULL ? line : begin + strlen( begin );
        double values[16];
        for ( int i = numbers - 1; i >= 0; --i )
        {
            while ( at[-1] != ',' ) { --at; }
            values[i] = strtod( at, NULL );
            --at;
        }
        char* face = at;
        while ( face[-1] != ',' ) { --face; }
        Reference* r = &references[count++];
        memset( r, 0, sizeof( *r ) );
        r->generic = strncmp( begin, "generic,", 8 ) == 0;
        snprintf( r->face, sizeof( r->face ), "%.*s", (int)( at - face ), face );
        memcpy( r->mu, values, sizeof( double ) * (size_t)blocks );
        for ( int side = 0; side < 2; ++side )
        {
            const double* from = values + blocks + side * dimension;
            double* to = side == 0 ? r->in : r->out;
            // The order of the 6D file is n, u, w, tau_n, tau_u, tau_w: the spinning moment comes fourth.
            static const int order5[] = { 0, 1, 2, 3, 4 }, order6[] = { 0, 1, 2, 4, 5, 3 };
            for ( int i = 0; i < dimension; ++i ) { to[i] = from[dimension == 5 ? order5[i] : order6[i]]; }
        }
    }
    free( text );
    return count;
}

static const char* writeReferences( const Reference* references, int count, int dimension, bool results )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/in.csv", testScratch() );
    FILE* file = fopen( path, "w" );
    fputs( dimension == 5 ? "n,t1,t2,r1,r2,mu,mu_r\n" : "n,t1,t2,r1,r2,s,mu,mu_r,mu_s\n", file );
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            fprintf(
                file, "%s%.17g", i > 0 ? "," : "", results ? references[k].out[i] : references[k].in[i] );
        }
        for ( int i = 0; i < dimension - 3; ++i ) { fprintf( file, ",%.17g", references[k].mu[i] ); }
        fputc( '\n', file );
    }
    fclose( file );
    return path;
}

static enum greatest_test_res agreesWithReference( const char* name, int dimension, int expectedRows )
{
    static Reference references[REFERENCE_MAX];
    int count = readReferences( name, dimension, references );
    ASSERT_EQ_FMT( expectedRows, count, "%d" );
    const char* path = writeReferences( references, count, dimension, false );
    testRun run = testShell( "\"$S\" eval project --in '%s'", path );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( count + 1, testLines( run.out ), "%d" );
    int first = 2 * dimension - 3; // columns copied: the vector and its coefficients
    int generic = 0;
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            double got = cellOf( run.out, 1 + k, first + i );
            if ( testNear( got, references[k].out[i], 1e-12 ) == false )
            {
                printf(
                    "row %d component %d: %.17g, reference %.17g\n", k + 1, i, got, references[k].out[i] );
                FAIL();
            }
            references[k].out[i] = got;
        }
        const char* line = run.out;
        for ( int i = 0; i <= k; ++i ) { line = strchr( line, '\n' ) + 1; }
        char ending[16];
        snprintf( ending, sizeof( ending ), ",%s\n", references[k].face );
        ASSERTm( references[k].face,
            references[k].generic == false ||
                strncmp( strchr( line, '\n' ) + 1 - strlen( ending ), ending, strlen( ending ) ) == 0 );
        generic += references[k].generic;
    }
    ASSERT( generic > 10 );

    // What has been projected stays where it is.
    path = writeReferences( references, count, dimension, true );
    run = testShell( "\"$S\" eval project <'%s'", path );
    ASSERT_STATUS( 0, run );
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            ASSERT( testNear( cellOf( run.out, 1 + k, first + i ), references[k].out[i], 1e-14 ) );
        }
    }
    PASS();
}

TEST projectAgreesWithTheRollingReference( void )
{
    return agreesWithReference( "cone_rolling5_projection.csv", 5, 67 );
}

TEST projectAgreesWithTheSpinningReference( void )
{
    return agreesWithReference( "cone_spinning6_projection.csv", 6, 67 );
}

TEST projectAddsItsColumnsByDimension( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,2\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,2,1.5,0,1.5,A\n", run.out );
    run = testShell( "printf 'n,t1,t2,r1,r2\\n1,0,0,0,2\\n' | \"$S\" eval project --set mu=0 --set mu_r=1" );
    ASSERT( testContains( run.out, "p_n,p_t1,p_t2,p_r1,p_r2,face\n1,0,0,0,2,1.5,0,0,0,1.5," ) );
    run = testShell( "printf 's,n,t1,t2,r1,r2\\n2,1,0,0,0,0\\n' | "
                     "\"$S\" eval project --set mu=0 --set mu_r=0 --set mu_s=1" );
    ASSERT( testContains( run.out, "p_n,p_t1,p_t2,p_r1,p_r2,p_s,face\n2,1,0,0,0,0,1.5,0,0,0,0,1.5," ) );
    PASS();
}

TEST inputColumnsAreCopiedUnchanged( void )
{
    testRun run = testShell( "printf 'id,n,t1,t2,note\\r\\n007,1.50,0e0,-0,\"a, \"\"b\"\"\"\\r\\n' | "
                             "\"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out,
        testContains(
            run.out, "id,n,t1,t2,note,p_n,p_t1,p_t2,face\n007,1.50,0e0,-0,\"a, \"\"b\"\"\",1.5," ) );
    PASS();
}

TEST coefficientColumnOverridesTheKey( void )
{
    testRun run = testShell( "printf 'n,t1,t2,mu\\n1,0,2,0\\n1,0,2,1\\n' | \"$S\" eval project --set mu=5" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1.0, cellOf( run.out, 1, 4 ) );
    ASSERT_EQ( 1.5, cellOf( run.out, 2, 4 ) );
    PASS();
}

TEST badTablesAreRefusedWithLineAndColumn( void )
{
    static const struct
    {
        const char* table;
        const char* words;
        const char* says;
        const char* alsoSays;
    } cases[] = {
        { "", "--set mu=1", "empty", "standard input" },
        { "n,t1\\n1,2\\n", "--set mu=1", "t2", "n t1" },
        { "a,b,c\\n1,2,3\\n", "--set mu=1", "column n ", "a b c" },
        { "n,t1,t2\\n1,2,3\\n", "", "needs mu", "--set mu" },
        { "n,t1,t2,r1,r2\\n1,2,3,4,5\\n", "--set mu=1", "needs mu_r", "--set mu_r" },
        { "n,t1,t2,r1,r2,s\\n1,2,3,4,5,6\\n", "--set mu=1 --set mu_r=1", "needs mu_s", "--set mu_s" },
        { "n,t1,t2,r1\\n1,2,3,4\\n", "--set mu=1 --set mu_r=1", "r2", "together" },
        { "n,t1,t2,r2\\n1,2,3,4\\n", "--set mu=1 --set mu_r=1", "r1", "together" },
        { "n,t1,t2,s\\n1,2,3,4\\n", "--set mu=1 --set mu_s=1", "r1", "r2" },
        { "n,t1,t2\\n1,2,3\\n1,x,3\\n", "--set mu=1", "line 3", "column t1" },
        { "n,t1,t2\\n1,2,nan\\n", "--set mu=1", "line 2", "column t2" },
        { "n,t1,t2\\n1,2,inf\\n", "--set mu=1", "line 2", "'inf'" },
        { "n,t1,t2\\n1,2,1e999\\n", "--set mu=1", "line 2", "1e999" },
        { "n,t1,t2\\n1,,3\\n", "--set mu=1", "line 2", "column t1" },
        { "n,t1,t2\\n1,2,3\\n1,2\\n", "--set mu=1", "line 3", "2 cells" },
        { "n,t1,t2,mu\\n1,2,3,1\\n1,2,3,-1\\n", "", "line 3", "mu" },
        { "n,t1,t2,mu\\n1,2,3,low\\n", "", "line 2", "column mu" },
        { "n,t1,t2\\n", "--set mu=-1", "mu", ">= 0" },
        { "n,t1,t2\\n", "--set mu=nan", "mu", "nan" },
        { "n,t1,t2\\n", "--in \"$D/none.csv\"", "cannot read", "none.csv" },
        { "n,t1,t2\\n", "--in \"$D\"", "cannot read", "folder" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "printf '%s' | \"$S\" eval project %s", cases[i].table, cases[i].words );
        if ( run.status != 2 || testLines( run.err ) != 1 ||
            testContains( run.err, cases[i].says ) == false ||
            testContains( run.err, cases[i].alsoSays ) == false )
        {
            printf( "status %d: %s", run.status, run.err );
            FAILm( cases[i].table );
        }
    }
    PASS();
}

TEST badRowLeavesNoPartOfIt( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,0\\n1,x,3\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 2, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,0,1,0,0,-\n", run.out );
    run = testShell( "printf 'n,t1,t2\\n1,0,0\\n1,x,3\\n' | \"$S\" eval project --set mu=1 --out \"$D/a\"" );
    ASSERT_STATUS( 2, run );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST rowThatOverflowsStaysEmptyWithAWarning( void )
{
    testRun run =
        testShell( "printf 'n,t1,t2\\n1,0,0\\n1.7e308,1.7e308,1.7e308\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "line 3" );
    ASSERT( testContains( run.out, "1.7e308,1.7e308,1.7e308,,,,\n" ) );
    PASS();
}

TEST headerAloneGivesHeaderAlone( void )
{
    testRun run = testShell( "printf 'n,t1,t2' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n", run.out );
    PASS();
}

TEST tableCanReplaceItself( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,2\\n' >\"$D/a\"; "
                             "\"$S\" eval project --set mu=1 --in \"$D/a\" --out \"$D/a\" && cat \"$D/a\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,2,1.5,0,1.5,A\n", run.out );
    PASS();
}

TEST hugeTablesStreamThrough( void )
{
    int rows = testCount( 200000 );
    testRun run = testShell( "yes '3.25,0.123456789012345678,-2e-3' | head -n %d | sed '1i n,t1,t2' | "
                             "\"$S\" eval project --set mu=.5 | tail -n +2 | sort -u | wc -l",
        rows );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1, atoi( run.out ) );
    PASS();
}

TEST evalPyramidWritesAccelerationForceAndKappa( void )
{
    testRun run =
        testShell( "printf 'id,k,mass,mu,phantom_inertia,fx,fy,fz\\n"
                   "a,4,2,0.5,0.2,19.62,0,-19.62\\nb,2,2,0.5,0,3,1,0\\nc,4,2,0.5,8,3,1,5\\n' | \"$S\" "
                   "eval pyramid" );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.out,
        "id,k,mass,mu,phantom_inertia,fx,fy,fz,ax,ay,az,lt1,lt2,ln,rank_defect,kappa_plus_1,kappa_plus_2,"
        "kappa_plus_3,kappa_plus_4,kappa_minus_1,kappa_minus_2,kappa_minus_3,kappa_minus_4\n" ) );
    ASSERT_EQ( 4, testLines( run.out ) );
    double a[15];
    const char* row = strstr( run.out, "\na,4,2,0.5,0.2,19.62,0,-19.62," );
    ASSERT( row != NULL );
    row += strlen( "\na,4,2,0.5,0.2,19.62,0,-19.62," );
    for ( int i = 0; i < 15; ++i )
    {
        char* end;
        a[i] = strtod( row, &end );
        row = end + 1;
    }
    const double expected[15] = { 4.905, 0, 0, -9.81, 0, 19.62, 0, 4.905 };
    for ( int i = 0; i < 15; ++i ) { ASSERT_IN_RANGE( expected[i], a[i], 1e-13 ); }
    // With fewer directions than columns, cells stay empty. At rho = 0 the defect is 2k - 2, at k m it is 2.
    ASSERT( testContains( run.out, "\nb,2,2,0.5,0,3,1,0,1.5,0.5,0,0,0,0,2,1.5,0.5,,,0,0,,\n" ) );
    ASSERT( testContains( run.out, "\nc,4,2,0.5,8,3,1,5,1.5,0.5,2.5,0,0,0,2," ) );
    ASSERT_STR_EQ( "", run.err );
    // With more, the columns are made for the largest k in sight.
    run = testShell(
        "printf 'k,mass,mu,phantom_inertia,fx,fy,fz\\n2,2,0.5,0,0,0,-1\\n5,2,0.5,0,0,0,-1\\n' | \"$S\" "
        "eval pyramid" );
    ASSERT( run.status == 0 && testContains( run.out, "kappa_plus_5" ) &&
        testContains( run.out, "kappa_minus_5" ) );
    ASSERT_STR_EQ( "", run.err );
    ASSERT_EQ( 3, testLines( run.out ) );
    // There are no rows at all.
    run = testShell( "printf 'k,mass,mu,phantom_inertia,fx,fy,fz\\n' | \"$S\" eval pyramid" );
    ASSERT( run.status == 0 && testLines( run.out ) == 1 && testContains( run.out, ",rank_defect\n" ) );
    PASS();
}

TEST evalPyramidRefusesImpossibleInput( void )
{
    static const char* const rows[] = { "1,2,0.5,0,0,0,-1", "65,2,0.5,0,0,0,-1", "2.5,2,0.5,0,0,0,-1",
        "4,0,0.5,0,0,0,-1", "4,2,-0.5,0,0,0,-1", "4,2,0.5,-1,0,0,-1", "4,2,0.5,0,nan,0,-1",
        "4,2,0.5,0,x,0,-1" };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        for ( int second = 0; second < 2; ++second )
        {
            testRun run =
                testShell( "printf 'k,mass,mu,phantom_inertia,fx,fy,fz\\n%s%s\\n' | \"$S\" eval pyramid",
                    second ? "4,2,0.5,0,0,0,-1\\n" : "", rows[i] );
            ASSERT_EQm( rows[i], 2, run.status );
            ASSERTm( rows[i], testContains( run.err, second ? "line 3" : "line 2" ) );
        }
    }
    testRun run = testShell( "printf 'k,mass,mu,fx,fy,fz\\n' | \"$S\" eval pyramid" );
    ASSERT( run.status == 2 && testContains( run.err, "phantom_inertia" ) );
    PASS();
}

SUITE( evaluating )
{
    RUN_TEST( projectAgreesWithTheRollingReference );
    RUN_TEST( projectAgreesWithTheSpinningReference );
    RUN_TEST( projectAddsItsColumnsByDimension );
    RUN_TEST( inputColumnsAreCopiedUnchanged );
    RUN_TEST( coefficientColumnOverridesTheKey );
    RUN_TEST( badTablesAreRefusedWithLineAndColumn );
    RUN_TEST( badRowLeavesNoPartOfIt );
    RUN_TEST( rowThatOverflowsStaysEmptyWithAWarning );
    RUN_TEST( headerAloneGivesHeaderAlone );
    RUN_TEST( tableCanReplaceItself );
    RUN_TEST( hugeTablesStreamThrough );
    RUN_TEST( evalPyramidWritesAccelerationForceAndKappa );
    RUN_TEST( evalPyramidRefusesImpossibleInput );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( evaluating );
    return TEST_END();
}
