// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "law_fuzz.h"

// Texts by chance, always the same ones. SLIPSTICK_FUZZ_SECONDS=3600 goes on for an hour, with texts of its
// own for every SLIPSTICK_FUZZ_SEED, and says how many they were.

static double seconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_MONOTONIC, &now );
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

TEST anyTextIsRefusedAtAPlaceOrRuns( void )
{
    static lawFuzz fuzz;
    static char slow[sizeof( fuzz.text )];
    const char* budget = getenv( "SLIPSTICK_FUZZ_SECONDS" );
    const char* seed = getenv( "SLIPSTICK_FUZZ_SEED" );
    double limit = budget != NULL ? strtod( budget, NULL ) : 0.0, start = seconds(), slowest = 0.0;
    long texts = 0, accepted = 0, count = testCount( 20000 );
    const char* wrong = NULL;
    fuzz.random = seed != NULL ? strtoull( seed, NULL, 10 ) : 1;
    ssInstallAllocator( lawFuzzAllocate, lawFuzzFree, NULL );
    while ( wrong == NULL && ( limit > 0.0 ? seconds() - start < limit : texts < count ) )
    {
        lawFuzzMake( &fuzz );
        double before = seconds();
        wrong = lawFuzzCheck( fuzz.text, texts % 4 == 0, &accepted );
        double taken = seconds() - before;
        if ( taken > slowest )
        {
            slowest = taken;
            memcpy( slow, fuzz.text, sizeof( slow ) );
        }
        ++texts;
    }
    ssInstallAllocator( NULL, NULL, NULL );
    double taken = seconds() - start;
    printf( "%ld texts (%ld accepted), %.0f a second, the slowest %.1f ms\n", texts, accepted,
        (double)texts / taken, 1e3 * slowest );
    if ( slowest > 0.3 ) { printf( "the slowest:\n%s\n", slow ); }
    if ( wrong != NULL ) { printf( "%s:\n%s\n", wrong, fuzz.text ); }
    ASSERT_EQm( wrong, NULL, wrong );
    ASSERT( accepted > texts / 20 ); // else the texts show little about evaluation
    PASS();
}

SUITE( lawTextFuzz ) { RUN_TEST( anyTextIsRefusedAtAPlaceOrRuns ); }

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawTextFuzz );
    return TEST_END();
}
