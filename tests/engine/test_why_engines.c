// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/why.h"

// The doctor for contacts on real runs of other engines, where these are installed: with faults that they
// have by design, such as the pyramids of ODE, and with those that users make, such as few iterations.

typedef struct Trial
{
    const char* name; // of the case and of the cause; "clean": nothing is wrong
    double mu;        // what the user believes; NaN: the log knows it
} Trial;

/// Makes the runs and asks. `*named`: how many causes come first; a clean run must not be accused.
static const char* ask( const char* program, const Trial* trials, int count, int* named )
{
    static char message[400];
    *named = 0;
    for ( int i = 0; i < count; ++i )
    {
        char path[600];
        size_t size = 0;
        testRun run = testShell( "'%s' %s \"$D/log.mcap\"", program, trials[i].name );
        snprintf( path, sizeof( path ), "%s/d/log.mcap", testScratch() );
        char* bytes = testReadFile( path, &size );
        const ssSource source = ssMemorySource( "log.mcap", bytes, size );
        ssWhyOptions options = ssDefaultWhyOptions();
        options.mu = trials[i].mu;
        ssContactLog* log = NULL;
        ssWhy why = { 0 };
        ssResult result = ssOpenContactLog( &source, NULL, &log );
        result = result.code == ss_ok ? ssWhyContactLog( log, &options, &why ) : result;
        ssCloseContactLog( log );
        free( bytes );
        bool clean = strcmp( trials[i].name, "clean" ) == 0;
        const char* first = why.count > 0 ? ssWhyName( why.findings[0].cause ) : "clean";
        printf( "  %-16s", trials[i].name );
        for ( int k = 0; k < why.count; ++k )
        {
            printf( " %s %.2f", ssWhyName( why.findings[k].cause ), why.findings[k].confidence );
        }
        printf( "\n" );
        snprintf( message, sizeof( message ), "%s: %.80s %.200s %s", trials[i].name, run.err, result.message,
            first );
        bool right = strcmp( first, trials[i].name ) == 0;
        if ( run.status != 0 || result.code != ss_ok || ( clean && !right ) ) { return message; }
        *named += right;
    }
    return NULL;
}

static enum greatest_test_res names( const char* program, const Trial* trials, int count, int least )
{
    int named = 0;
    const char* error = ask( program, trials, count, &named );
    ASSERTm( error, error == NULL );
    printf( "named %d of %d\n", named, count );
    ASSERT( named >= least );
    PASS();
}

/// ODE bounds friction by normal forces from before friction, and by a pyramid.
TEST ode( void )
{
    static const Trial trials[] = { { "clean", SS_NAN }, { "polygon", SS_NAN }, { "soft", SS_NAN },
        { "stale-normal", SS_NAN }, { "unconverged", SS_NAN }, { "restitution", SS_NAN },
        { "jumping-contact", SS_NAN }, { "combine", 0.3 } };
#ifdef TEST_WHY_ODE
    return names( TEST_WHY_ODE, trials, SS_COUNT( trials ), 7 );
#else
    (void)names, (void)trials;
    SKIPm( "ODE is not installed: libode-dev" );
#endif
}

TEST bullet( void )
{
    static const Trial trials[] = { { "clean", SS_NAN }, { "polygon", SS_NAN }, { "unconverged", SS_NAN },
        { "jumping-contact", SS_NAN }, { "combine", 0.3 } };
#ifdef TEST_WHY_BULLET
    return names( TEST_WHY_BULLET, trials, SS_COUNT( trials ), 4 );
#else
    (void)names, (void)trials;
    SKIPm( "Bullet is not installed: libbullet-dev" );
#endif
}

/// MuJoCo creeps by design, and condim 6 bounds forces and moments together.
TEST mujoco( void )
{
    static const Trial trials[] = { { "clean", SS_NAN }, { "soft", SS_NAN }, { "polygon", SS_NAN },
        { "unconverged", SS_NAN }, { "one-cone", SS_NAN } };
#ifdef TEST_WHY_MUJOCO
    return names( TEST_WHY_MUJOCO, trials, SS_COUNT( trials ), 4 );
#else
    (void)names, (void)trials;
    SKIPm( "MuJoCo is not installed: libmujoco-dev" );
#endif
}

SUITE( engines )
{
    RUN_TEST( ode );
    RUN_TEST( bullet );
    RUN_TEST( mujoco );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( engines );
    return TEST_END();
}
