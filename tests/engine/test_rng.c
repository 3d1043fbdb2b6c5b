// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/archive.h"
#include "slipstick/rng.h"

// Random numbers against the published algorithms and against uniform statistics.

TEST streamIsXoshiro256PlusPlus( void )
{
    // The published vector: the first outputs from the state { 1, 2, 3, 4 }.
    static const uint64_t expected[] = { 41943041u, 58720359u, 3588806011781223u, 3591011842654386u,
        9228616714210784205u, 9973669472204895162u, 14011001112246962877u, 12406186145184390807u,
        15849039046786891736u, 10450023813501588000u };
    ssRng rng = { { 1, 2, 3, 4 } };
    for ( int i = 0; i < (int)( sizeof expected / sizeof expected[0] ); ++i )
    {
        ASSERT( ssRng_Next( &rng ) == expected[i] );
    }
    PASS();
}

TEST seedsGoThroughSplitMix( void )
{
    // testRandom is splitmix64 as well, implemented independently.
    static const uint64_t seeds[] = { 0, 1, 42, 0xffffffffffffffffu };
    for ( int i = 0; i < 4; ++i )
    {
        testRng reference = { seeds[i] };
        ssRng rng = ssSeedRng( seeds[i] );
        for ( int j = 0; j < 4; ++j ) { ASSERT( rng.s[j] == testRandom( &reference ) ); }
    }
    // It is published that splitmix64 from 0 begins with this number.
    ASSERT( ssSeedRng( 0 ).s[0] == 0xe220a8397b1dcdafu );
    PASS();
}

TEST neighbouringSeedsGiveUnrelatedStreams( void )
{
    // The outputs of seeds k and k + 1 differ in half of their bits.
    double flipped = 0.0;
    const int seeds = testCount( 2000 ), draws = 8;
    for ( int seed = 0; seed < seeds; ++seed )
    {
        ssRng a = ssSeedRng( (uint64_t)seed ), b = ssSeedRng( (uint64_t)seed + 1 );
        for ( int i = 0; i < draws; ++i )
        {
            for ( uint64_t d = ssRng_Next( &a ) ^ ssRng_Next( &b ); d != 0; d &= d - 1 ) { flipped += 1.0; }
        }
    }
    double bits = 64.0 * draws * seeds;
    // The bound is five standard deviations of a fair coin.
    ASSERT( fabs( flipped / bits - 0.5 ) < 5.0 * 0.5 / sqrt( bits ) );
    PASS();
}

TEST uniformNumbersAreUniform( void )
{
    ssRng rng = ssSeedRng( 7 );
    const int n = testCount( 1000000 );
    double sum = 0.0, squares = 0.0, serial = 0.0, previous = 0.5;
    int bins[20] = { 0 };
    for ( int i = 0; i < n; ++i )
    {
        double x = ssRng_Uniform( &rng );
        ASSERT( x >= 0.0 && x < 1.0 );
        sum += x;
        squares += ( x - 0.5 ) * ( x - 0.5 );
        serial += ( x - 0.5 ) * ( previous - 0.5 );
        previous = x;
        ++bins[(int)( 20.0 * x )];
    }
    // The bounds are five standard errors: var(x) = 1/12, var((x - 1/2)²) = 1/180, var(xy) = 1/144.
    ASSERT( fabs( sum / n - 0.5 ) < 5.0 * sqrt( 1.0 / 12.0 / n ) );
    ASSERT( fabs( squares / n - 1.0 / 12.0 ) < 5.0 * sqrt( 1.0 / 180.0 / n ) );
    ASSERT( fabs( serial / n ) < 5.0 * sqrt( 1.0 / 144.0 / n ) );
    double chi = 0.0;
    for ( int i = 0; i < 20; ++i ) { chi += ( bins[i] - n / 20.0 ) * ( bins[i] - n / 20.0 ) / ( n / 20.0 ); }
    // With 19 degrees of freedom the mean is 19, and the 1e-6 quantiles are 2.2 and 64.
    ASSERT( chi > 2.2 && chi < 64.0 );
    PASS();
}

TEST uniformNumbersHave53Bits( void )
{
    ssRng rng = ssSeedRng( 8 );
    bool lowest = false;
    for ( int i = 0; i < 1000; ++i )
    {
        double scaled = ssRng_Uniform( &rng ) * 0x1p53;
        ASSERT( scaled == floor( scaled ) );
        lowest = lowest || fmod( scaled, 2.0 ) == 1.0;
    }
    ASSERT( lowest );
    PASS();
}

TEST savedStreamGoesOnWhereItWas( void )
{
    ssRng rng = ssSeedRng( 9 ), restored = { { 0 } };
    for ( int i = 0; i < 100; ++i ) { ssRng_Next( &rng ); }
    unsigned char bytes[32];
    ssArchive out = { .mode = ss_archiveWrite, .bytes = bytes, .size = sizeof bytes };
    ssArchive_Rng( &out, &rng );
    ssArchive in = { .mode = ss_archiveRead, .bytes = bytes, .size = sizeof bytes };
    ssArchive_Rng( &in, &restored );
    ASSERT( out.used == sizeof bytes && in.used == sizeof bytes && !in.overrun );
    for ( int i = 0; i < 100; ++i ) { ASSERT( ssRng_Next( &rng ) == ssRng_Next( &restored ) ); }
    PASS();
}

SUITE( rng )
{
    RUN_TEST( streamIsXoshiro256PlusPlus );
    RUN_TEST( seedsGoThroughSplitMix );
    RUN_TEST( neighbouringSeedsGiveUnrelatedStreams );
    RUN_TEST( uniformNumbersAreUniform );
    RUN_TEST( uniformNumbersHave53Bits );
    RUN_TEST( savedStreamGoesOnWhereItWas );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( rng );
    return TEST_END();
}
