// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/run/sound.h"

// The friction force as sound: its pitch, its loudness, and that nothing clicks. No device takes part.

enum
{
    perFrame = session_soundRate / 60
};

static float s_samples[1 << 19];

/// The window's pace: in every frame the rows of 1/60 s × speed come, then that much is heard.
static int listen( sessionSound* sound, int frames, double* time, double frequency, double mean, double h )
{
    static int used;
    used = *time == 0.0 ? 0 : used;
    for ( int i = 0; i < frames; ++i )
    {
        double until = *time + sound->speed / 60.0;
        for ( ; sound->plays && *time < until; *time += h )
        {
            sessionSound_Add( sound, *time, mean + sin( 2.0 * SS_PI * frequency * *time ) );
        }
        sessionSound_Fill( sound, s_samples + used, perFrame );
        used += perFrame;
    }
    return used;
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

// A mass on a spring: f = √(k/m) / 2π, heard as many times higher as the run is played faster.
TEST pitchIsThatOfTheOscillatorTimesTheSpeed( void )
{
    static const struct
    {
        double stiffness, mass, speed;
    } cases[] = { { 4000.0, 1.0, 16.0 }, { 1e6, 1.0, 1.0 }, { 1e6, 1.0, 4.0 }, { 3947.84, 100.0, 512.0 } };
    for ( int i = 0; i < (int)SS_COUNT( cases ); ++i )
    {
        static sessionSound sound;
        sound = ( sessionSound ){ .plays = true, .speed = cases[i].speed, .volume = 1.0 };
        sessionSound_Clear( &sound );
        double frequency = sqrt( cases[i].stiffness / cases[i].mass ) / ( 2.0 * SS_PI ), time = 0.0;
        int used = listen( &sound, 180, &time, frequency, 5.0, 0.02 / frequency );
        double expected = frequency * cases[i].speed;
        // The pace may be set right by half a per cent while its rows and the device drift apart.
        ASSERT_IN_RANGE( expected, pitch( used / 3, used ), 0.006 * expected );
    }
    PASS();
}

TEST startPauseAndJumpDoNotClickAndNothingExceedsOne( void )
{
    static sessionSound sound;
    sound = ( sessionSound ){ .plays = true, .speed = 1.0, .volume = 1.0 };
    sessionSound_Clear( &sound );
    const double frequency = 200.0;
    double time = 0.0;
    listen( &sound, 60, &time, frequency, 100.0, 1e-4 );
    sound.plays = false;
    int paused = listen( &sound, 30, &time, frequency, 100.0, 1e-4 );
    sound.plays = true;
    sessionSound_Clear( &sound );
    time += 7.0;
    listen( &sound, 60, &time, frequency, 20.0, 1e-4 );
    sessionSound_Clear( &sound ); // while it is heard
    time += 0.00123;
    int used = listen( &sound, 60, &time, frequency, 20.0, 1e-4 );
    float largest = 0.0f;
    // A full sine of 200 Hz changes by 2π 200/48000 of its size per sample, a fade of 10 ms by 1/480.
    const float step = 0.9f * 2.0f * 3.1416f * 200.0f / 48000.0f + 2.0f / 480.0f;
    for ( int i = 1; i < used; ++i )
    {
        ASSERT( fabsf( s_samples[i] - s_samples[i - 1] ) < 1.2f * step );
        largest = fmaxf( largest, fabsf( s_samples[i] ) );
    }
    ASSERT( largest > 0.5f && largest <= 1.0f );
    for ( int i = paused - 24 * perFrame; i < paused; ++i )
    {
        ASSERT_EQ( 0.0f, s_samples[i] ); // muted
    }
    PASS();
}

TEST aConstantForceIsSilent( void )
{
    static sessionSound sound;
    sound = ( sessionSound ){ .plays = true, .speed = 1.0, .volume = 1.0 };
    sessionSound_Clear( &sound );
    double time = 0.0;
    int used = listen( &sound, 60, &time, 0.0, 30.0, 1e-3 );
    for ( int i = 0; i < used; ++i )
    {
        ASSERT( fabsf( s_samples[i] ) < 1e-6f );
    }
    PASS();
}

SUITE( soundOfFriction )
{
    RUN_TEST( pitchIsThatOfTheOscillatorTimesTheSpeed );
    RUN_TEST( startPauseAndJumpDoNotClickAndNothingExceedsOne );
    RUN_TEST( aConstantForceIsSilent );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( soundOfFriction );
    return TEST_END();
}
