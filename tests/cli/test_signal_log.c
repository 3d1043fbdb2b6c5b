// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "session/run/signal_log.h"

// The rows of a run that plots draw: whatever has happened to them, the range of a column is that of its
// rows.

enum
{
    columns = 3
};

static int below( testRng* rng, int limit ) { return (int)( testRandom( rng ) % (uint64_t)limit ); }

static bool rangesAreThoseOfTheRows( const sessionSignalLog* log, testRng* rng )
{
    int column = below( rng, columns ), first = below( rng, log->rowCount );
    int last = first + below( rng, log->rowCount - first );
    double min = HUGE_VAL, max = -HUGE_VAL, count = 0.0;
    for ( int row = first; row <= last; ++row )
    {
        double value = sessionSignalLog_Row( log, row )[column];
        if ( !isfinite( value ) ) { continue; }
        min = fmin( min, value );
        max = fmax( max, value );
        count += 1.0;
    }
    sessionSignalRange range = sessionSignalLog_Range( log, column, first, last );
    return range.min == min && range.max == max && range.count == count;
}

/// Runs, goes back and repeats itself, is changed, is cut, and grows until every second row is dropped.
TEST rangesAreThoseOfTheRowsWhateverHappens( void )
{
    testRng rng = { 7 };
    sessionSignalLog log = { .lastStep = -1 }, copy = { .lastStep = -1 };
    sessionSignalLog_Begin( &log, 1, columns - 1 );
    int64_t step = 0;
    for ( int turn = 0; turn < 400; ++turn )
    {
        bool grows = turn >= 300, repeats = !grows && turn % 3 == 0, cuts = !grows && turn % 7 == 0;
        int64_t count = 1 + below( &rng, grows ? 3000 : 300 );
        step = repeats || cuts ? step / 2 : step;
        if ( cuts && !repeats ) { sessionSignalLog_Cut( &log, 1e-3 * (double)step ); }
        for ( int64_t i = 0; i < count; ++i, ++step )
        {
            double kind = testUniform( &rng, 0.0, 1.0 );
            double value = kind < 0.01 ? (double)NAN
                : kind < 0.02          ? HUGE_VAL
                                       : testUniform( &rng, -0.5, 0.5 );
            sessionSignalLog_Add( &log, step, 1e-3 * (double)step, ( double[] ){ value, (double)step } );
        }
        for ( int i = 0; i < 20; ++i ) { ASSERT( rangesAreThoseOfTheRows( &log, &rng ) ); }
    }
    ASSERT( log.stride > 1 ); // it has been thinned out
    sessionSignalLog_Copy( &log, &copy, 2 );
    for ( int i = 0; i < 100; ++i ) { ASSERT( rangesAreThoseOfTheRows( &copy, &rng ) ); }
    sessionSignalLog_Free( &log );
    sessionSignalLog_Free( &copy );
    PASS();
}

SUITE( signal_log ) { RUN_TEST( rangesAreThoseOfTheRowsWhateverHappens ); }

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( signal_log );
    return TEST_END();
}
