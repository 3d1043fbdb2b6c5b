// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/run/sound.h"

// The friction force as sound: its pitch, its loudness, and that nothing clicks. No device takes part.

enum
{
    perFrame = session_soundRate / 60
};

static float s_samples[1 << 19];

static int s_used; // samples so far

/// A second of the window: in every frame the rows of 1/60 s of a force come, then that much is heard. The
/// force is a sine about its mean, of this frequency [Hz] on the wall; its time runs `slow` times slower.
static void hear( sessionSound* sound, int frames, double* phase, double frequency, double slow, double mean )
{
    const int rows = 40; // per frame
    static double time;
    for ( int i = 0; i < frames; ++i )
    {
        for ( int k = 0; k < rows && sound->plays; ++k )
        {
            *phase += frequency / ( 60.0 * rows );
            time += slow / ( 60.0 * rows );
            sessionSound_Add( sound, time, mean + sin( 2.0 * SS_PI * *phase ) );
        }
        sessionSound_Fill( sound, s_samples + s_used, perFrame );
        s_used += perFrame;
    }
}

static sessionSound* begin( void )
{
    static sessionSound sound;
    sound = ( sessionSound ){ .plays = true, .volume = 1.0 };
    sessionSound_Clear( &sound );
    s_used = 0;
    return &sound;
}

/// Rising zeros per second between two samples.
static double pitch( int from, int to )
{
    double first = 0.0, last = 0.0;
    int zeros = 0;
    for ( int i = from + 1; i < to; ++i )
    {
        if ( s_samples[i - 1] < 0.0f && s_samples[i] >= 0.0f )
        {
            double a = (double)s_samples[i - 1], b = (double)s_samples[i];
            last = i - b / ( b - a );
            first = zeros++ == 0 ? last : first;
        }
    }
    return zeros > 1 ? ( zeros - 1 ) * session_soundRate / ( last - first ) : 0.0;
}

// A mass on a spring: f = √(k/m) / 2π, heard in a higher octave of itself, near 220 Hz.
TEST pitchIsAnOctaveOfTheOscillator( void )
{
    static const double cases[][2] = { { 400.0, 1.0 }, { 1.0, 1.0 }, { 1e-6, 2.0 },
        { 3947.84, 100.0 } }; // k, m
    for ( int i = 0; i < (int)SS_COUNT( cases ); ++i )
    {
        sessionSound* sound = begin();
        double frequency = sqrt( cases[i][0] / cases[i][1] ) / ( 2.0 * SS_PI ), phase = 0.0;
        hear( sound, 240, &phase, 4.0, 4.0 / frequency, 5.0 ); // four cycles in a second on the wall
        double heard = pitch( s_used / 2, s_used ), octaves = log2( heard / frequency );
        ASSERT_IN_RANGE( round( octaves ), octaves, 0.002 );
        ASSERT_EQ_FMT( (int)round( octaves ), sound->octaves, "%d" );
        ASSERT_IN_RANGE( log2( 220.0 ), log2( heard ), 0.51 );
    }
    PASS();
}

TEST pitchRisesWithTheFrequency( void )
{
    sessionSound* sound = begin();
    double phase = 0.0, before = 0.0;
    for ( int i = 0; i < 5; ++i )
    {
        hear( sound, 90, &phase, 3.0 * pow( 2.0, i / 4.0 ), 1.0, 5.0 );
        double heard = pitch( s_used - 24000, s_used );
        ASSERT_IN_RANGE( before > 0.0 ? pow( 2.0, 0.25 ) * before : heard, heard, 0.005 * heard );
        before = heard;
    }
    PASS();
}

TEST startPauseAndAnotherRunDoNotClickAndNothingExceedsOne( void )
{
    sessionSound* sound = begin();
    double phase = 0.0;
    hear( sound, 60, &phase, 5.0, 1.0, 100.0 );
    sound->plays = false;
    hear( sound, 60, &phase, 5.0, 1.0, 100.0 );
    int paused = s_used;
    sound->plays = true;
    hear( sound, 60, &phase, 5.0, 1.0, 100.0 );
    sessionSound_Clear( sound ); // while it is heard
    hear( sound, 60, &phase, 8.0, 1.0, 20.0 );
    sound->volume = 0.3;
    hear( sound, 60, &phase, 8.0, 1.0, 20.0 );
    float largest = 0.0f;
    // A sine of 0.8 at up to 311 Hz changes by 0.8 × 2π 311/48000 per sample, a fade of 10 ms by 0.8/480.
    const float step = 0.8f * ( 2.0f * 3.1416f * 311.0f / 48000.0f + 2.0f / 480.0f );
    for ( int i = 1; i < s_used; ++i )
    {
        ASSERT( fabsf( s_samples[i] - s_samples[i - 1] ) < step );
        largest = fmaxf( largest, fabsf( s_samples[i] ) );
    }
    ASSERT( largest > 0.7f && largest < 0.9f );
    for ( int i = paused - 40 * perFrame; i < paused; ++i )
    {
        ASSERT_EQ( 0.0f, s_samples[i] ); // muted
    }
    PASS();
}

TEST aConstantForceIsSilentAndAnEndedOscillationFallsSilent( void )
{
    sessionSound* sound = begin();
    double phase = 0.25;
    hear( sound, 60, &phase, 0.0, 1.0, 30.0 );
    for ( int i = 0; i < s_used; ++i ) { ASSERT_EQ( 0.0f, s_samples[i] ); }
    hear( sound, 60, &phase, 5.0, 1.0, 30.0 );
    ASSERT( pitch( s_used - 24000, s_used ) > 100.0 );
    hear( sound, 60, &phase, 0.0, 1.0, 30.0 );
    ASSERT_EQ( 0.0f, s_samples[s_used - 1] );
    PASS();
}

SUITE( soundOfFriction )
{
    RUN_TEST( pitchIsAnOctaveOfTheOscillator );
    RUN_TEST( pitchRisesWithTheFrequency );
    RUN_TEST( startPauseAndAnotherRunDoNotClickAndNothingExceedsOne );
    RUN_TEST( aConstantForceIsSilentAndAnEndedOscillationFallsSilent );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( soundOfFriction );
    return TEST_END();
}
